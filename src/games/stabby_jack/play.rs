//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! A step of a turn returns `TURN_DONE` when the turn has ended and play goes on with the next player; it breaks when
//! the asker pauses the game or somebody has won.

use super::cards::{Face, Kind, Suit};
use super::decisions::{Action, Move, kings};
use super::rules::{Rules, WinCheck};
use super::state::{Phase, Scores, State};
use super::story::{Cause, CharacterStats, Event, Source, TurnEvent};
use super::{FORFEITS, StabbyJack};
use crate::model::{Ask, ChanceStreams, Observer, Outcome, Seats, Status};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A chain draws at most this many cards.
const MAX_CHAIN_CARDS: u8 = 100;

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

/// The turns of a game, with all that is needed to play them.
pub(super) struct Turns<'t, A, O> {
    pub(super) game: &'t StabbyJack,
    pub(super) state: &'t mut State,
    pub(super) ask: &'t mut A,
    pub(super) chance: &'t mut ChanceStreams,
    pub(super) observer: &'t mut O,
}

impl<A: Ask<StabbyJack>, O: Observer<Event>> Turns<'_, A, O> {
    /// Clause 4: turn after turn, until the game is over or the asker pauses it.
    pub(super) fn play(mut self) -> Status {
        let ControlFlow::Break(status) = self.play_until_break();
        status
    }

    fn play_until_break(&mut self) -> ControlFlow<Status, Infallible> {
        if self.state.phase != Phase::Action {
            self.resume()?;
            self.next_turn()?;
        }
        loop {
            self.turn()?;
            self.next_turn()?;
        }
    }

    /// Plays the rest of a turn in which the asker has paused the game.
    #[cold]
    fn resume(&mut self) -> ControlFlow<Status> {
        match self.state.phase {
            Phase::Over(outcome) => ControlFlow::Break(Status::Over(outcome)),
            Phase::Action => self.turn(),
            Phase::Pay { due } => self.pay(due),
            Phase::TrainReplace { drawn } => self.train(drawn),
            Phase::Queen { n_drawn } => self.queen(n_drawn),
            Phase::Jack => self.stop_jack(),
            Phase::FullReplace { drawn } => self.full_replace(drawn),
            Phase::SwapGive { .. } => self.swap_give(),
            Phase::SwapWith { give } => self.swap_with(give),
            Phase::SwapTake { give, with } => self.swap_take(give, with),
        }
    }

    /// Asks the active player. The phase says what is due, so that a paused game can be resumed.
    #[inline(always)]
    pub(super) fn choose(&mut self, phase: Phase) -> ControlFlow<Status, Move> {
        self.state.phase = phase;
        let seat = self.state.active;
        match self.ask.choose(self.game, self.state, seat) {
            Some(mv) => ControlFlow::Continue(mv),
            None => ControlFlow::Break(Status::Choose(Seats::only(seat))),
        }
    }

    /// An action is announced and carried out.
    #[inline(always)]
    fn turn(&mut self) -> ControlFlow<Status> {
        let Move::Action(action) = self.choose(Phase::Action)? else { return TURN_DONE };
        self.observer.on_event(Event::Announced { seat: self.state.active, action });
        match action {
            Action::Fight => self.chain(Mode::Fight, 0),
            Action::Train => self.chain(Mode::Train, 0),
            Action::StayInBed => self.heal(self.game.rules.bed_heal, TurnEvent::HealBed),
            Action::LevelUp => self.pay(self.game.rules.level_up_cost),
        }
    }

    /// Clause 4, CHAIN: draws a card.
    #[inline(always)]
    fn chain(&mut self, mode: Mode, n_drawn: u8) -> ControlFlow<Status> {
        let Some(face) = self.draw(self.state.active) else { return TURN_DONE };
        if !face.is_numbered() {
            return self.special(face, n_drawn + 1);
        }
        match mode {
            Mode::Fight => self.fight(face),
            Mode::Train => self.train(face),
            Mode::Steal => self.steal(face),
            Mode::Joker => self.level_up(face, Source::Joker),
        }
    }

    /// The chain goes on, after a Joker or a theft from the Queen, unless it is too long.
    fn chain_on(&mut self, mode: Mode, n_drawn: u8) -> ControlFlow<Status> {
        if n_drawn < MAX_CHAIN_CARDS { self.chain(mode, n_drawn) } else { TURN_DONE }
    }

    /// Clause 4: a King is fought, and a Special has its event, whatever the mode of the chain.
    #[inline(never)]
    fn special(&mut self, face: Face, n_drawn: u8) -> ControlFlow<Status> {
        let kind = face.kind();
        if kind == Kind::King {
            return self.fight(face);
        }
        self.state.discard.push(face);
        self.observer.on_event(Event::Special { seat: self.state.active, face });
        match kind {
            Kind::Ace => self.swap_give(),
            Kind::Jack => self.stop_jack(),
            Kind::Queen => self.queen(n_drawn),
            Kind::Joker => self.chain_on(Mode::Joker, n_drawn),
            Kind::Numbered | Kind::King => TURN_DONE,
        }
    }

    /// Stabby Jack stabs, unless the player discards a captured King to stop him.
    fn stop_jack(&mut self) -> ControlFlow<Status> {
        let Rules { king_stops_jack, jack_damage, .. } = self.game.rules;
        let seat = self.state.active;
        if king_stops_jack
            && !kings(&self.state.characters[seat]).is_empty()
            && let Move::Card(king) = self.choose(Phase::Jack)?
        {
            self.release(king);
            self.observer.on_event(Event::JackStopped { seat, king });
            self.observer.on_event(Event::Happened { event: TurnEvent::JackStopped });
            return TURN_DONE;
        }
        self.hurt(jack_damage, Cause::Jack)
    }

    /// The Queen blesses, or she is stolen from and the chain goes on.
    fn queen(&mut self, n_drawn: u8) -> ControlFlow<Status> {
        if self.choose(Phase::Queen { n_drawn })? == Move::Bless {
            return self.heal(self.game.rules.queen_heal, TurnEvent::HealQueen);
        }
        self.observer.on_event(Event::Steals { seat: self.state.active });
        self.chain_on(Mode::Steal, n_drawn)
    }

    /// Steals a Numbered card from the Queen, if Luck allows it.
    fn steal(&mut self, face: Face) -> ControlFlow<Status> {
        let Self { game: StabbyJack { rules, .. }, state, observer, .. } = self;
        let seat = state.active;
        let (luck, value) = (state.characters[seat].luck(), i32::from(rules.cards[face].value));
        let stolen = rules.steals(luck, value);
        observer.on_event(Event::LuckChecked { seat, face, luck, value, stolen });
        if stolen {
            return self.level_up(face, Source::Queen);
        }
        state.discard.push(face);
        TURN_DONE
    }
}

impl<A, O: Observer<Event>> Turns<'_, A, O> {
    /// Ends the turn and begins the next one, and every further one while players forget to announce an
    /// action.
    #[inline(always)]
    pub(super) fn next_turn(&mut self) -> ControlFlow<Status> {
        let game = self.game;
        loop {
            let seat = self.state.active;
            if game.rules.win_check == WinCheck::OwnTurn && game.has_won(self.state, seat, game.seats()) {
                return self.over(Outcome::Win(Seats::only(seat)));
            }
            if self.state.turn >= game.rules.max_turns {
                return self.over(Outcome::Stalemate);
            }
            self.state.turn += 1;
            self.state.active = seat.next(game.rules.players);
            if !self.begin_turn() {
                return TURN_DONE;
            }
        }
    }

    /// Begins a turn. Returns whether the player forgets to announce an action.
    #[inline]
    pub(super) fn begin_turn(&mut self) -> bool {
        let Self { game, state, observer, .. } = self;
        let seat = state.active;
        let character = game.stats(&state.characters[seat]);
        observer.on_event(Event::Turn { number: state.turn, seat, character });
        game.rules.forfeit_percent > 0 && self.forfeits()
    }

    /// Does the player forget to announce an action? Then a card is drawn and discarded without any event.
    #[cold]
    fn forfeits(&mut self) -> bool {
        if self.chance.source(FORFEITS).below(100) >= self.game.rules.forfeit_percent {
            return false;
        }
        let seat = self.state.active;
        self.observer.on_event(Event::Forfeits { seat });
        if let Some(face) = self.draw(seat) {
            self.discard_unread(face);
        }
        true
    }

    /// Clause 4, FIGHT and FIGHT-KING: red cards are fought with Diamonds, black ones with Spades.
    #[inline(always)]
    fn fight(&mut self, face: Face) -> ControlFlow<Status> {
        let Self { game: StabbyJack { rules, .. }, state, observer, .. } = self;
        let (tie, damage, cause, capture) = if face.is_numbered() {
            (rules.fight_tie, rules.fight_damage, Cause::Fight, TurnEvent::Capture)
        } else {
            (rules.king_tie, rules.king_damage, Cause::King, TurnEvent::CaptureKing)
        };
        let card = rules.cards[face];
        let seat = state.active;
        let character = &mut state.characters[seat];
        let (attack, luck) = (character.sum(face.fought_with()), character.luck());
        let value = i32::from(card.value);
        let won = tie.wins(attack, luck, value);
        observer.on_event(Event::Fought { seat, face, attack, value, luck, tie, won });
        if won {
            character.capture(face, card);
            self.happened(capture, Seats::only(seat))
        } else {
            state.discard.push(face);
            self.hurt(damage, cause)
        }
    }

    /// A captured monster is discarded.
    pub(super) fn release(&mut self, face: Face) {
        let seat = self.state.active;
        self.state.characters[seat].release(face, self.game.rules.cards[face]);
        self.state.discard.push(face);
    }

    /// Removes this much Damage, or all there is.
    fn heal(&mut self, most: u16, event: TurnEvent) -> ControlFlow<Status> {
        let seat = self.state.active;
        let character = &mut self.state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        self.observer.on_event(Event::Healed { seat, healed });
        self.happened(event, self.game.seats())
    }

    /// Clause 4, HURT: marks this much Damage.
    #[inline(always)]
    fn hurt(&mut self, damage: u16, cause: Cause) -> ControlFlow<Status> {
        if damage == 0 {
            return TURN_DONE;
        }
        let seat = self.state.active;
        let character = &mut self.state.characters[seat];
        character.damage += damage;
        self.observer.on_event(Event::Hurt { seat, damage, hp: self.game.hp(character) });
        self.death_check(seat, cause)?;
        self.happened(cause.event(), self.game.seats().without(seat))
    }

    /// EVENT of clause 4: something has changed, by which one of these seats may have won. A player who
    /// captures a monster or gains a Level makes no rival stronger in comparison, Damage helps only the
    /// rivals, and losing points helps nobody to win.
    #[inline(always)]
    pub(super) fn happened(&mut self, event: TurnEvent, winners: Seats) -> ControlFlow<Status> {
        self.observer.on_event(Event::Happened { event });
        match self.game.winner(self.state, winners, self.game.seats()) {
            Some(winner) => self.over(Outcome::Win(Seats::only(winner))),
            None => TURN_DONE,
        }
    }

    /// A card is discarded without any event.
    pub(super) fn discard_unread(&mut self, face: Face) {
        self.state.discard.push(face);
        self.observer.on_event(Event::Unread { face });
    }

    /// The drawn card is discarded: nothing has changed.
    pub(super) fn discard_drawn(&mut self, drawn: Face) -> ControlFlow<Status> {
        self.state.discard.push(drawn);
        self.observer.on_event(Event::DiscardedDrawn { face: drawn });
        TURN_DONE
    }

    /// The game is over.
    pub(super) fn over(&mut self, outcome: Outcome) -> ControlFlow<Status> {
        self.state.phase = Phase::Over(outcome);
        self.observer.on_event(Event::Over { outcome });
        ControlFlow::Break(Status::Over(outcome))
    }
}

/// The turn has ended; the game goes on.
pub(super) const TURN_DONE: ControlFlow<Status> = ControlFlow::Continue(());

impl StabbyJack {
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
