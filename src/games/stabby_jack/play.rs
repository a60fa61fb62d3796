//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! Every step of a turn continues when the turn is over. It breaks off when the asker pauses the game or
//! somebody wins.

use super::cards::{Face, Suit};
use super::decisions::{Action, Move, kings};
use super::rules::{Rules, Tie, WinCheck};
use super::state::{Phase, Scores, State};
use super::story::{Cause, CharacterStats, Event, Source, TurnEvent};
use super::{FORFEITS, StabbyJack};
use crate::model::{Ask, ChanceStreams, Observer, Outcome, Seat, Seats, Status};
use std::ops::ControlFlow;

/// A chain draws at most this many cards.
const CHAIN: u8 = 100;

/// What a Numbered card would mean as the next card of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// A monster to fight.
    Fight,
    /// A card to train with.
    Train,
    /// A card to steal from the Queen.
    Steal,
    /// A Joker's free Level.
    Joker,
}

/// What a drawn card leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TurnKind {
    Fight,
    FightKing,
    Train,
    Steal,
    LevelUp,
    Ace,
    Jack,
    Queen,
    Joker,
}

/// What a drawn card leads to, by mode and [`Kind`](super::cards::Kind).
#[rustfmt::skip]
static TURN_KINDS: [[TurnKind; 6]; 4] = {
    use TurnKind::{Ace, Fight, FightKing, Jack, Joker, LevelUp, Queen, Steal, Train};
    [
        [Fight, Jack, Queen, FightKing, Ace, Joker],
        [Train, Jack, Queen, FightKing, Ace, Joker],
        [Steal, Jack, Queen, FightKing, Ace, Joker],
        [LevelUp, Jack, Queen, FightKing, Ace, Joker],
    ]
};

impl StabbyJack {
    /// Clause 4: turn after turn, until the game is over or the asker pauses it.
    pub(super) fn play_turns(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        let seat = state.active;
        let mut step = match state.phase {
            Phase::Over(outcome) => return Status::Over(outcome),
            Phase::Action => self.turn(state, ask, chance, observer),
            Phase::Pay { due } => self.pay(state, ask, seat, due, chance, observer),
            Phase::TrainReplace { drawn } => self.train(state, ask, seat, drawn, chance, observer),
            Phase::Queen { n_drawn } => self.queen(state, ask, seat, n_drawn, chance, observer),
            Phase::Jack => self.stop_jack(state, ask, seat, chance, observer),
            Phase::FullReplace { drawn } => self.full_replace(state, ask, seat, drawn, chance, observer),
            Phase::SwapGive => self.swap_give(state, ask, seat, chance, observer),
            Phase::SwapWith { give } => self.swap_with(state, ask, seat, give, chance, observer),
            Phase::SwapTake { give, with } => self.swap_take(state, ask, seat, give, with, chance, observer),
        };
        loop {
            if let ControlFlow::Break(status) = step {
                return status;
            }
            step = match self.next_turn(state, chance, observer) {
                ControlFlow::Continue(()) => self.turn(state, ask, chance, observer),
                over => over,
            };
        }
    }

    /// Asks the active player. The phase says what is due, so that a paused game can be resumed.
    #[inline(always)]
    pub(super) fn choose(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        phase: Phase,
    ) -> ControlFlow<Status, Move> {
        state.phase = phase;
        let seat = state.active;
        match ask.choose(self, state, seat) {
            Some(mv) => ControlFlow::Continue(mv),
            None => ControlFlow::Break(Status::Choose(Seats::only(seat))),
        }
    }

    /// An action is announced and carried out.
    #[inline(always)]
    fn turn(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let seat = state.active;
        let Move::Action(action) = self.choose(state, ask, Phase::Action)? else { return CONTINUE };
        observer.on_event(Event::Announced { seat, action });
        match action {
            Action::StayInBed => self.heal(state, seat, self.rules.bed_heal, TurnEvent::HealBed, observer),
            Action::LevelUp => self.pay(state, ask, seat, self.rules.level_up_cost, chance, observer),
            Action::Fight | Action::Train => {
                let mode = if action == Action::Fight { Mode::Fight } else { Mode::Train };
                self.chain(state, ask, seat, mode, 0, chance, observer)
            }
        }
    }

    /// Ends the turn and begins the next one, and every further one while players forget to announce an
    /// action.
    #[inline(always)]
    pub(super) fn next_turn(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        loop {
            if self.rules.win_check == WinCheck::OwnTurn && self.has_won(state, state.active, self.seats()) {
                return over(state, Outcome::Win(Seats::only(state.active)), observer);
            }
            if state.turn >= self.rules.max_turns {
                return over(state, Outcome::Stalemate, observer);
            }
            state.turn += 1;
            state.active = state.active.next(self.rules.players);
            if !self.begin_turn(state, chance, observer) {
                return CONTINUE;
            }
        }
    }

    /// Begins a turn. Returns whether the player forgets to announce an action.
    #[inline(always)]
    pub(super) fn begin_turn(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> bool {
        let seat = state.active;
        let character = self.stats(&state.characters[seat]);
        observer.on_event(Event::Turn { number: state.turn, seat, character });
        self.rules.forfeit_percent > 0 && self.forfeits(state, chance, observer)
    }

    /// Does the player forget to announce an action? Then a card is drawn and discarded without any event.
    #[cold]
    fn forfeits(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> bool {
        if chance.source(FORFEITS).below(100) >= self.rules.forfeit_percent {
            return false;
        }
        let seat = state.active;
        observer.on_event(Event::Forfeits { seat });
        if let Some(face) = self.draw(state, seat, chance, observer) {
            state.discard.push(face);
            observer.on_event(Event::Unread { face });
        }
        true
    }

    /// Clause 4, CHAIN: draws a card, and another one after a Joker.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "where the chain stands")]
    fn chain(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        mode: Mode,
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let Some(face) = self.draw(state, seat, chance, observer) else { return CONTINUE };
        let n_drawn = n_drawn + 1;
        match TURN_KINDS[mode as usize][face.kind() as usize] {
            TurnKind::Fight => {
                let Rules { fight_tie, fight_damage, .. } = self.rules;
                let end = (TurnEvent::Capture, Cause::Fight);
                self.fight(state, seat, face, fight_tie, fight_damage, end, chance, observer)
            }
            TurnKind::FightKing => {
                let Rules { king_tie, king_damage, .. } = self.rules;
                let end = (TurnEvent::CaptureKing, Cause::King);
                self.fight(state, seat, face, king_tie, king_damage, end, chance, observer)
            }
            TurnKind::Train => self.train(state, ask, seat, face, chance, observer),
            TurnKind::Steal => self.steal(state, ask, seat, face, chance, observer),
            TurnKind::LevelUp => self.level_up(state, ask, seat, face, Source::Joker, chance, observer),
            TurnKind::Ace => {
                discard_special(state, seat, face, observer);
                self.swap_give(state, ask, seat, chance, observer)
            }
            TurnKind::Jack => {
                discard_special(state, seat, face, observer);
                self.stop_jack(state, ask, seat, chance, observer)
            }
            TurnKind::Queen => {
                discard_special(state, seat, face, observer);
                self.queen(state, ask, seat, n_drawn, chance, observer)
            }
            TurnKind::Joker => {
                discard_special(state, seat, face, observer);
                self.chain_on(state, ask, seat, Mode::Joker, n_drawn, chance, observer)
            }
        }
    }

    /// The chain goes on, after a Joker or a theft from the Queen.
    #[expect(clippy::too_many_arguments, reason = "where the chain stands")]
    fn chain_on(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        mode: Mode,
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        if n_drawn < CHAIN { self.chain(state, ask, seat, mode, n_drawn, chance, observer) } else { CONTINUE }
    }

    /// Clause 4, FIGHT and FIGHT-KING: red cards are fought with Diamonds, black ones with Spades.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "Numbered cards and Kings have their own rules")]
    fn fight(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        tie: Tie,
        damage: u16,
        (capture, cause): (TurnEvent, Cause),
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let card = self.rules.cards[face];
        let character = &mut state.characters[seat];
        let (attack, luck) = (character.sum(face.fought_with()), character.luck());
        let value = i32::from(card.value);
        let won = tie.wins(attack, luck, value);
        observer.on_event(Event::Fought { seat, face, attack, value, luck, tie, won });
        if won {
            character.capture(face, card);
            self.happened(state, capture, Seats::only(seat), observer)
        } else {
            state.discard.push(face);
            self.hurt(state, seat, damage, cause, chance, observer)
        }
    }

    /// Stabby Jack stabs, unless the player discards a captured King to stop him.
    fn stop_jack(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        if self.rules.king_stops_jack
            && !kings(&state.characters[seat]).is_empty()
            && let Move::Card(king) = self.choose(state, ask, Phase::Jack)?
        {
            self.release(state, seat, king);
            observer.on_event(Event::JackStopped { seat, king });
            return self.happened(state, TurnEvent::JackStopped, Seats::NONE, observer);
        }
        self.hurt(state, seat, self.rules.jack_damage, Cause::Jack, chance, observer)
    }

    /// A captured monster is discarded.
    pub(super) fn release(&self, state: &mut State, seat: Seat, face: Face) {
        state.characters[seat].release(face, self.rules.cards[face]);
        state.discard.push(face);
    }

    /// The Queen blesses, or she is stolen from and the chain goes on.
    fn queen(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        if self.choose(state, ask, Phase::Queen { n_drawn })? == Move::Bless {
            return self.heal(state, seat, self.rules.queen_heal, TurnEvent::HealQueen, observer);
        }
        observer.on_event(Event::Steals { seat });
        self.chain_on(state, ask, seat, Mode::Steal, n_drawn, chance, observer)
    }

    /// Steals a Numbered card from the Queen, if Luck allows it.
    fn steal(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        face: Face,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let (luck, value) = (state.characters[seat].luck(), i32::from(self.rules.cards[face].value));
        let stolen = self.rules.steals(luck, value);
        observer.on_event(Event::LuckChecked { seat, face, luck, value, stolen });
        if stolen {
            return self.level_up(state, ask, seat, face, Source::Queen, chance, observer);
        }
        state.discard.push(face);
        CONTINUE
    }

    /// Removes this much Damage, or all there is.
    #[inline(always)]
    fn heal(
        &self,
        state: &mut State,
        seat: Seat,
        most: u16,
        event: TurnEvent,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let character = &mut state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        observer.on_event(Event::Healed { seat, healed });
        self.happened(state, event, self.seats(), observer)
    }

    /// Clause 4, HURT: marks this much Damage.
    #[inline]
    fn hurt(
        &self,
        state: &mut State,
        seat: Seat,
        damage: u16,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        if damage == 0 {
            return CONTINUE;
        }
        let character = &mut state.characters[seat];
        character.damage += damage;
        observer.on_event(Event::Hurt { seat, damage, hp: self.hp(character) });
        self.death_check(state, seat, cause, chance, observer)?;
        self.happened(state, cause.event(), self.seats(), observer)
    }

    /// EVENT of clause 4: something has changed, by which one of these seats may have won. A player who
    /// captures a monster or gains a Level makes no rival stronger in comparison, and healing or losing points
    /// helps nobody to win.
    #[inline(always)]
    pub(super) fn happened(
        &self,
        state: &mut State,
        event: TurnEvent,
        winners: Seats,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        observer.on_event(Event::Happened { event });
        match self.winner(state, winners, self.seats()) {
            Some(winner) => over(state, Outcome::Win(Seats::only(winner)), observer),
            None => CONTINUE,
        }
    }

    /// A character in numbers, for the story.
    fn stats(&self, character: &Scores) -> CharacterStats {
        CharacterStats {
            level: character.level,
            hp: self.hp(character),
            full_hp: self.full_hp(character),
            luck: character.luck(),
            black: character.sum(Suit::Spades),
            red: character.sum(Suit::Diamonds),
            points: character.points,
        }
    }
}

/// A Special is discarded before its event.
fn discard_special(state: &mut State, seat: Seat, face: Face, observer: &mut impl Observer<Event>) {
    state.discard.push(face);
    observer.on_event(Event::Special { seat, face });
}

/// The turn is over.
pub(super) const CONTINUE: ControlFlow<Status> = ControlFlow::Continue(());

/// The drawn card is discarded: nothing has changed.
pub(super) fn discard_drawn(
    state: &mut State,
    drawn: Face,
    observer: &mut impl Observer<Event>,
) -> ControlFlow<Status> {
    state.discard.push(drawn);
    observer.on_event(Event::DiscardedDrawn { face: drawn });
    CONTINUE
}

/// The game is over.
pub(super) fn over(
    state: &mut State,
    outcome: Outcome,
    observer: &mut impl Observer<Event>,
) -> ControlFlow<Status> {
    state.phase = Phase::Over(outcome);
    observer.on_event(Event::Over { outcome });
    ControlFlow::Break(Status::Over(outcome))
}
