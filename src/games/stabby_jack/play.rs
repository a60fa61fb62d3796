//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! Every step answers what is due next in this turn: a decision, the end of the game, or nothing
//! more, which ends the turn.

use super::cards::{Face, Suit};
use super::course::Mode;
use super::decisions::{Move, kings};
use super::rules::{QueenTie, Rules, Tie};
use super::state::{Scores, Stage, State};
use super::story::{Cause, Deed, Event, Source, Stands};
use super::{FORFEITS, StabbyJack};
use crate::model::{Dice, Outcome, Seat, Seats, Watch};

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
    pub(super) fn proceed<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        chosen: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        let due = match state.stage {
            Stage::Action => {
                watch.saw(Event::Announced { seat, action: chosen });
                self.follow(state, seat, self.course(state, chosen), dice, watch)
            }
            stage => self.answer(state, seat, stage, chosen, dice, watch),
        };
        match due {
            Some(stage) => state.stage = stage,
            None => self.end_turn(state, seat, dice, watch),
        }
    }

    /// What follows from a choice within a turn.
    #[inline(always)]
    pub(super) fn answer<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        stage: Stage,
        chosen: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match stage {
            Stage::TrainReplace { drawn } => self.decide(state, drawn, chosen, Cause::Train, dice, watch),
            Stage::Queen { .. } if chosen == Move::BLESS => {
                self.heal(state, seat, self.rules.queen_heal, Deed::HealQueen, watch)
            }
            Stage::Queen { n_drawn } => self.steal_on(state, n_drawn, dice, watch),
            // Declined, if no card is chosen.
            Stage::SwapGive => chosen.card().map(|give| self.swap_whom(seat, give)),
            Stage::SwapWith { give } => chosen.seat().map(|with| Stage::SwapTake { give, with }),
            Stage::SwapTake { give, with } => {
                chosen.card().and_then(|take| self.swap(state, give, with, take, dice, watch))
            }
            Stage::Pay { due } => chosen.card().and_then(|paid| self.pay(state, due, paid, dice, watch)),
            _ => self.answer_rarely(state, stage, chosen, dice, watch),
        }
    }

    /// What follows from the rarer ones.
    #[inline(never)]
    fn answer_rarely<W: Watch<Event>>(
        &self,
        state: &mut State,
        stage: Stage,
        chosen: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match (stage, chosen.card()) {
            (Stage::FullReplace { drawn }, _) => {
                self.decide(state, drawn, chosen, Cause::FullReplace, dice, watch)
            }
            (Stage::Jack, Some(king)) => self.stop_jack(state, king, watch),
            (Stage::Jack, None) => {
                self.hurt(state, state.active, self.rules.jack_damage, Cause::Jack, dice, watch)
            }
            (stage, _) => Some(stage),
        }
    }

    /// The Queen is stolen from: the chain goes on.
    #[inline]
    fn steal_on<W: Watch<Event>>(
        &self,
        state: &mut State,
        n_drawn: u8,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        watch.saw(Event::Steals { seat: state.active });
        self.chain(state, state.active, Mode::Steal, n_drawn, dice, watch)
    }

    /// Ends the turn, and begins the next one, and every further one while players forget to
    /// announce an action.
    #[inline]
    pub(super) fn end_turn<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        if self.odd_turns {
            self.end_odd_turn(state, dice, watch);
        } else {
            self.next_turn(state, self.left_of(seat), watch);
        }
    }

    /// Begins the first turn.
    pub(super) fn first_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        self.begin_turn(state, state.active, watch);
        if self.forfeits(state, dice, watch) {
            self.end_odd_turn(state, dice, watch);
        }
    }

    #[cold]
    fn end_odd_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        loop {
            if !self.any_time && self.has_won_own_turn(state) {
                state.stage = over(Outcome::Win(Seats::only(state.active)), watch);
                return;
            }
            if !self.next_turn(state, self.left_of(state.active), watch) || !self.forfeits(state, dice, watch)
            {
                return;
            }
        }
    }

    /// Goes on to the next turn, which is this seat's; answers false if there is none.
    #[inline]
    pub(super) fn next_turn<W: Watch<Event>>(&self, state: &mut State, next: Seat, watch: &mut W) -> bool {
        if state.turn >= self.rules.max_turns {
            state.stage = over(Outcome::Stalemate, watch);
            return false;
        }
        state.turn += 1;
        state.active = next;
        self.begin_turn(state, next, watch);
        true
    }

    #[inline]
    fn begin_turn<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) {
        watch.saw(Event::Turn { number: state.turn, seat, stands: self.stands(&state.characters[seat]) });
        state.stage = Stage::Action;
    }

    fn has_won_own_turn(&self, state: &State) -> bool {
        let seat = state.active;
        let rivals = || self.seats().without(seat).into_iter().map(|rival| &*state.characters[rival]);
        self.qualifies(&state.characters[seat], rivals)
    }

    /// Does the active player forget to announce an action? Then a card is drawn and discarded for
    /// it, and the turn ends.
    fn forfeits<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) -> bool {
        let percent = self.rules.forfeit_percent;
        if percent == 0 || dice.source(FORFEITS).below(100) >= percent {
            return false;
        }
        let seat = state.active;
        watch.saw(Event::Forfeits { seat });
        if let Some(face) = self.draw(state, seat, dice, watch) {
            state.discard.push(face);
            watch.saw(Event::Unread { face });
        }
        true
    }

    /// Fights a Numbered card or a King: red ones with Diamonds, black ones with Spades.
    #[inline(always)]
    pub(super) fn fight<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let foe = &self.foes[face];
        let character = &mut state.characters[seat];
        let (attack, value) = (character.sum(foe.fought_with), i32::from(foe.value));
        let (luck, tie) = (character.luck(), foe.tie);
        let won = foe.falls_to(attack, luck);
        watch.saw(Event::Fought { seat, face, attack, value, luck, tie, won });
        // Both ends are written down, for nobody can guess which it is: the other one comes to nothing.
        character.capture_if(won, face, self.rules.cards[face]);
        state.discard.push_if(!won, face);
        let FightEnd { damage, deed } = foe.ends[usize::from(won)];
        character.damage += damage;
        state.able[seat] = self.may_level_up(character);
        // No branch either, where this event is not told.
        if damage > 0 {
            watch.saw(Event::Hurt { seat, damage, hp: self.hp(character) });
        }
        if self.is_dead(character) {
            let end = self.rebirth(state, seat, foe.cause, dice, watch);
            return end.or_else(|| self.happened(state, foe.cause.deed(), watch));
        }
        watch.saw(Event::Happened { deed });
        // Points may make a winner of who has got them, Damage only of somebody else.
        let is_rich = self.is_rich(character);
        let others = !state.rich.without(seat).is_empty();
        if (won & is_rich) | (!won & others) {
            state.rich = state.rich.with_if(is_rich, seat);
            return self.end(state, watch);
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
    pub(super) fn stab<W: Watch<Event>>(
        &self,
        state: &mut State,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        if self.rules.king_stops_jack && !kings(&state.characters[state.active].monsters).is_empty() {
            return Some(Stage::Jack);
        }
        self.hurt(state, state.active, self.rules.jack_damage, Cause::Jack, dice, watch)
    }

    /// A King is discarded to stop Stabby Jack.
    fn stop_jack<W: Watch<Event>>(&self, state: &mut State, king: Face, watch: &mut W) -> Option<Stage> {
        let seat = state.active;
        self.release(state, seat, king);
        watch.saw(Event::JackStopped { seat, king });
        self.happened(state, Deed::JackStopped, watch)
    }

    /// A Numbered card stolen from the Queen: Luck decides.
    pub(super) fn steal<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let (luck, value) = (state.characters[seat].luck(), i32::from(self.rules.cards[face].value));
        let stolen = self.steals(luck, value);
        watch.saw(Event::LuckChecked { seat, face, luck, value, stolen });
        if stolen {
            return self.level_up(state, face, Source::Queen, watch);
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
    pub(super) fn heal<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        most: u16,
        deed: Deed,
        watch: &mut W,
    ) -> Option<Stage> {
        self.mend(state, seat, most, deed, watch);
        self.end(state, watch)
    }

    /// The same, without looking for a winner.
    #[inline]
    pub(super) fn mend<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        most: u16,
        deed: Deed,
        watch: &mut W,
    ) {
        let character = &mut state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        watch.saw(Event::Healed { seat, healed, deed });
        watch.saw(Event::Happened { deed });
    }

    /// Marks so much Damage.
    #[inline]
    fn hurt<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        damage: u16,
        cause: Cause,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        if damage == 0 {
            return None;
        }
        state.characters[seat].damage += damage;
        watch.saw(Event::Hurt { seat, damage, hp: self.hp(&state.characters[seat]) });
        self.die(state, seat, cause, dice, watch).or_else(|| self.happened(state, cause.deed(), watch))
    }

    /// EVENT: something has happened, after which somebody may have won.
    #[inline]
    pub(super) fn happened<W: Watch<Event>>(
        &self,
        state: &State,
        deed: Deed,
        watch: &mut W,
    ) -> Option<Stage> {
        watch.saw(Event::Happened { deed });
        self.end(state, watch)
    }

    /// The end, if somebody has won.
    #[inline]
    fn end<W: Watch<Event>>(&self, state: &State, watch: &mut W) -> Option<Stage> {
        let winner = self.winner(state, self.seats())?;
        Some(over(Outcome::Win(Seats::only(winner)), watch))
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
pub(super) fn over<W: Watch<Event>>(outcome: Outcome, watch: &mut W) -> Stage {
    watch.saw(Event::Over { outcome });
    Stage::Over(outcome)
}
