//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! Every step answers what is due next in this turn: a decision, the end of the game, or nothing
//! more, which ends the turn.

use super::cards::{Face, Suit};
use super::course::Mode;
use super::decisions::{Move, kings};
use super::rules::{QueenTie, Rules, Tie};
use super::state::{Phase, Scores, State};
use super::story::{Cause, Deed, Event, Source, Stands};
use super::{FORFEITS, StabbyJack};
use crate::model::{ChanceStreams, Observer, Outcome, Seat, Seats};

/// A face as a monster: what decides a fight with it, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Foe {
    /// What the attack must exceed …
    value: u8,
    /// … or reach, with so much Luck.
    tie_luck: i32,
    /// What a tie is.
    tie: Tie,
    /// The attack.
    fought_with: Suit,
    /// What Damage is caused by.
    cause: Cause,
    /// A fight lost, and one won: looked up, for nobody can guess which it is.
    ends: [FightEnd; 2],
}

/// What a fight comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FightEnd {
    damage: u16,
    /// What has happened.
    deed: Deed,
}

impl Foe {
    /// This face by these rules.
    pub(super) fn new(rules: &Rules, face: Face) -> Self {
        let (tie, damage, cause, capture) = if face.is_numbered() {
            (rules.fight_tie, rules.fight_damage, Cause::Fight, Deed::Capture)
        } else {
            (rules.king_tie, rules.king_damage, Cause::King, Deed::CaptureKing)
        };
        let value = rules.cards[face].value;
        Self {
            value,
            tie_luck: tie.luck(value),
            tie,
            fought_with: face.fought_with(),
            cause,
            ends: [
                FightEnd { damage, deed: if damage > 0 { cause.deed() } else { Deed::Nothing } },
                FightEnd { damage: 0, deed: capture },
            ],
        }
    }

    /// Does this attack, with this Luck, win against it?
    #[inline]
    pub(super) fn falls_to(&self, attack: i32, luck: i32) -> bool {
        let value = i32::from(self.value);
        (attack > value) | (attack == value) & (luck >= self.tie_luck)
    }
}

impl Tie {
    /// The Luck that wins a tie with a card of this value.
    fn luck(self, value: u8) -> i32 {
        match self {
            Self::Luck => i32::from(value),
            Self::Win => 0,
            Self::Lose => i32::MAX,
        }
    }
}

impl StabbyJack {
    /// Plays on from a choice to the next decision or the end.
    #[inline(never)]
    pub(super) fn proceed<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        chosen: Move,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        let due = match state.phase {
            Phase::Action => {
                observer.on_event(Event::Announced { seat, action: chosen });
                self.follow(state, seat, self.course(state, chosen), chance, observer)
            }
            phase => self.answer(state, seat, phase, chosen, chance, observer),
        };
        match due {
            Some(phase) => state.phase = phase,
            None => self.end_turn(state, seat, chance, observer),
        }
    }

    /// What follows from a choice within a turn.
    #[inline(always)]
    pub(super) fn answer<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        phase: Phase,
        chosen: Move,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        match phase {
            Phase::TrainReplace { drawn } => {
                self.decide(state, drawn, chosen, Cause::Train, chance, observer)
            }
            Phase::Queen { .. } if chosen == Move::BLESS => {
                self.heal(state, seat, self.rules.queen_heal, Deed::HealQueen, observer)
            }
            Phase::Queen { n_drawn } => self.steal_on(state, n_drawn, chance, observer),
            // Declined, if no card is chosen.
            Phase::SwapGive => chosen.card().map(|give| self.swap_whom(seat, give)),
            Phase::SwapWith { give } => chosen.seat().map(|with| Phase::SwapTake { give, with }),
            Phase::SwapTake { give, with } => {
                chosen.card().and_then(|take| self.swap(state, give, with, take, chance, observer))
            }
            Phase::Pay { due } => chosen.card().and_then(|paid| self.pay(state, due, paid, chance, observer)),
            _ => self.answer_rarely(state, phase, chosen, chance, observer),
        }
    }

    /// What follows from the rarer ones.
    #[inline(never)]
    fn answer_rarely<W: Observer<Event>>(
        &self,
        state: &mut State,
        phase: Phase,
        chosen: Move,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        match (phase, chosen.card()) {
            (Phase::FullReplace { drawn }, _) => {
                self.decide(state, drawn, chosen, Cause::FullReplace, chance, observer)
            }
            (Phase::Jack, Some(king)) => self.stop_jack(state, king, observer),
            (Phase::Jack, None) => {
                self.hurt(state, state.active, self.rules.jack_damage, Cause::Jack, chance, observer)
            }
            (phase, _) => Some(phase),
        }
    }

    /// The Queen is stolen from: the chain goes on.
    #[inline]
    fn steal_on<W: Observer<Event>>(
        &self,
        state: &mut State,
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        observer.on_event(Event::Steals { seat: state.active });
        self.chain(state, state.active, Mode::Steal, n_drawn, chance, observer)
    }

    /// Ends the turn, and begins the next one, and every further one while players forget to
    /// announce an action.
    #[inline]
    pub(super) fn end_turn<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        if self.odd_turns {
            self.end_odd_turn(state, chance, observer);
        } else {
            self.next_turn(state, self.left_of(seat), observer);
        }
    }

    /// Begins the first turn.
    pub(super) fn first_turn<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        self.begin_turn(state, state.active, observer);
        if self.forfeits(state, chance, observer) {
            self.end_odd_turn(state, chance, observer);
        }
    }

    #[cold]
    fn end_odd_turn<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        loop {
            if !self.any_time && self.has_won_own_turn(state) {
                state.phase = over(Outcome::Win(Seats::only(state.active)), observer);
                return;
            }
            if !self.next_turn(state, self.left_of(state.active), observer)
                || !self.forfeits(state, chance, observer)
            {
                return;
            }
        }
    }

    /// Goes on to the next turn, which is this seat's; answers false if there is none.
    #[inline]
    pub(super) fn next_turn<W: Observer<Event>>(
        &self,
        state: &mut State,
        next: Seat,
        observer: &mut W,
    ) -> bool {
        if state.turn >= self.rules.max_turns {
            state.phase = over(Outcome::Stalemate, observer);
            return false;
        }
        state.turn += 1;
        state.active = next;
        self.begin_turn(state, next, observer);
        true
    }

    #[inline]
    fn begin_turn<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        observer.on_event(Event::Status {
            number: state.turn,
            seat,
            stands: self.stands(&state.characters[seat]),
        });
        state.phase = Phase::Action;
    }

    fn has_won_own_turn(&self, state: &State) -> bool {
        let seat = state.active;
        let rivals = || self.seats().without(seat).into_iter().map(|rival| &*state.characters[rival]);
        self.qualifies(&state.characters[seat], rivals)
    }

    /// Does the active player forget to announce an action? Then a card is drawn and discarded for
    /// it, and the turn ends.
    fn forfeits<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> bool {
        let percent = self.rules.forfeit_percent;
        if percent == 0 || chance.source(FORFEITS).below(100) >= percent {
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

    /// Fights a Numbered card or a King: red ones with Diamonds, black ones with Spades.
    #[inline(always)]
    pub(super) fn fight<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let foe = &self.foes[face];
        let character = &mut state.characters[seat];
        let (attack, value) = (character.sum(foe.fought_with), i32::from(foe.value));
        let (luck, tie) = (character.luck(), foe.tie);
        let won = foe.falls_to(attack, luck);
        observer.on_event(Event::Fought { seat, face, attack, value, luck, tie, won });
        // Both ends are written down, for nobody can guess which it is: the other one comes to nothing.
        character.capture_if(won, face, self.rules.cards[face]);
        state.discard.push_if(!won, face);
        let FightEnd { damage, deed } = foe.ends[usize::from(won)];
        character.damage += damage;
        state.able[seat] = self.may_level_up(character);
        // No branch either, where this event is not told.
        if damage > 0 {
            observer.on_event(Event::Hurt { seat, damage, hp: self.hp(character) });
        }
        if self.is_dead(character) {
            let end = self.rebirth(state, seat, foe.cause, chance, observer);
            return end.or_else(|| self.happened(state, foe.cause.deed(), observer));
        }
        observer.on_event(Event::Happened { deed });
        // Points may make a winner of who has got them, Damage only of somebody else.
        let is_rich = self.is_rich(character);
        let others = !state.rich.without(seat).is_empty();
        if (won & is_rich) | (!won & others) {
            state.rich = state.rich.with_if(is_rich, seat);
            return self.end(state, observer);
        }
        None
    }

    /// A captured monster leaves.
    #[inline]
    pub(super) fn release(&self, state: &mut State, seat: Seat, face: Face) {
        state.characters[seat].release(face, self.rules.cards[face]);
        state.discard.push(face);
        self.take_stock(state, seat);
    }

    /// Stabby Jack stabs, unless a captured King can be discarded.
    pub(super) fn stab<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        if self.rules.king_stops_jack && !kings(&state.characters[state.active].monsters).is_empty() {
            return Some(Phase::Jack);
        }
        self.hurt(state, state.active, self.rules.jack_damage, Cause::Jack, chance, observer)
    }

    /// A King is discarded to stop Stabby Jack.
    fn stop_jack<W: Observer<Event>>(
        &self,
        state: &mut State,
        king: Face,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        self.release(state, seat, king);
        observer.on_event(Event::JackStopped { seat, king });
        self.happened(state, Deed::JackStopped, observer)
    }

    /// A Numbered card stolen from the Queen: Luck decides.
    pub(super) fn steal<W: Observer<Event>>(
        &self,
        state: &mut State,
        face: Face,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        let (luck, value) = (state.characters[seat].luck(), i32::from(self.rules.cards[face].value));
        let stolen = self.steals(luck, value);
        observer.on_event(Event::LuckChecked { seat, face, luck, value, stolen });
        if stolen {
            return self.level_up(state, face, Source::Queen, observer);
        }
        state.discard.push(face);
        None
    }

    /// Does this Luck steal a card of this value?
    #[inline]
    pub(super) fn steals(&self, luck: i32, value: i32) -> bool {
        luck > value || luck == value && self.rules.queen_tie == QueenTie::Win
    }

    /// Heals so much Damage, as far as there is any.
    #[inline]
    pub(super) fn heal<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        most: u16,
        deed: Deed,
        observer: &mut W,
    ) -> Option<Phase> {
        self.mend(state, seat, most, deed, observer);
        self.end(state, observer)
    }

    /// The same, without looking for a winner.
    #[inline]
    pub(super) fn mend<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        most: u16,
        deed: Deed,
        observer: &mut W,
    ) {
        let character = &mut state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        observer.on_event(Event::Healed { seat, healed, deed });
        observer.on_event(Event::Happened { deed });
    }

    /// Marks so much Damage.
    #[inline]
    fn hurt<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        damage: u16,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        if damage == 0 {
            return None;
        }
        state.characters[seat].damage += damage;
        observer.on_event(Event::Hurt { seat, damage, hp: self.hp(&state.characters[seat]) });
        self.die(state, seat, cause, chance, observer)
            .or_else(|| self.happened(state, cause.deed(), observer))
    }

    /// EVENT: something has happened, after which somebody may have won.
    #[inline]
    pub(super) fn happened<W: Observer<Event>>(
        &self,
        state: &State,
        deed: Deed,
        observer: &mut W,
    ) -> Option<Phase> {
        observer.on_event(Event::Happened { deed });
        self.end(state, observer)
    }

    /// The end, if somebody has won.
    #[inline]
    fn end<W: Observer<Event>>(&self, state: &State, observer: &mut W) -> Option<Phase> {
        let winner = self.winner(state, self.seats())?;
        Some(over(Outcome::Win(Seats::only(winner)), observer))
    }

    /// A character in numbers, for the story.
    #[inline]
    pub(super) fn stands(&self, character: &Scores) -> Stands {
        Stands {
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

/// The game is over.
pub(super) fn over<W: Observer<Event>>(outcome: Outcome, observer: &mut W) -> Phase {
    observer.on_event(Event::Over { outcome });
    Phase::Over(outcome)
}
