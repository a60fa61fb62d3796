//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! Every step answers what is due next in this turn: a decision, the end of the game, or nothing
//! more, which ends the turn.

use super::cards::{Face, Kind, Suit};
use super::decisions::{Move, kings};
use super::rules::{QueenTie, Rules, Tie, WinCheck};
use super::state::{Character, Stage, State};
use super::story::{Cause, Deed, Event, Source, Stands};
use super::{FORFEITS, StabbyJack};
use crate::model::{Dice, Outcome, Seat, Seats, Watch};
use std::cmp::Ordering;

/// Cards drawn in one chain, at most.
const CHAIN: u8 = 100;

/// What the next Numbered card of a chain would mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Fight,
    Train,
    Steal,
    Joker,
}

/// A face as a monster: what decides a fight with it, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foe {
    /// What the attack must exceed …
    value: u8,
    /// … or reach, with so much Luck.
    tie_luck: u16,
    /// What a tie is.
    tie: Tie,
    /// The attack.
    fought_with: Suit,
    /// Damage of a fight lost.
    damage: u16,
    /// What that Damage is caused by.
    cause: Cause,
    /// What has happened after a fight won.
    capture: Deed,
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
            damage,
            cause,
            capture,
        }
    }
}

impl Tie {
    /// The Luck that wins a tie with a card of this value.
    const fn luck(self, value: u8) -> u16 {
        match self {
            Self::Luck => value as u16,
            Self::Win => 0,
            Self::Lose => u16::MAX,
        }
    }
}

impl StabbyJack {
    /// Plays on from a choice to the next decision or the end.
    #[inline]
    pub(super) fn proceed<W: Watch<Event>>(
        &self,
        state: &mut State,
        chosen: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        let due = match state.stage {
            Stage::Action => self.act(state, chosen, dice, watch),
            _ => self.answer(state, chosen, dice, watch),
        };
        match due {
            Some(stage) => state.stage = stage,
            None => self.end_turn(state, dice, watch),
        }
    }

    /// The announced action.
    #[inline]
    fn act<W: Watch<Event>>(
        &self,
        state: &mut State,
        action: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        watch.saw(Event::Announced { seat: state.active, action });
        match action {
            Move::STAY_IN_BED => self.heal(state, self.rules.bed_heal, Deed::HealBed, watch),
            Move::LEVEL_UP => Some(Stage::Pay { due: self.rules.level_up_cost }),
            _ => {
                // Looked up rather than asked for: nobody can guess what a player announces.
                let mode = [Mode::Fight, Mode::Train][usize::from(action == Move::TRAIN)];
                self.chain(state, mode, 0, dice, watch)
            }
        }
    }

    /// What follows from a choice within the turn.
    #[inline(never)]
    fn answer<W: Watch<Event>>(
        &self,
        state: &mut State,
        chosen: Move,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match state.stage {
            Stage::Pay { due } => self.pay(state, due, chosen.card()?, dice, watch),
            Stage::TrainReplace { drawn } | Stage::FullReplace { drawn } => {
                let trains = matches!(state.stage, Stage::TrainReplace { .. });
                let cause = if trains { Cause::Train } else { Cause::FullReplace };
                self.decide(state, drawn, chosen, cause, dice, watch)
            }
            Stage::Queen { .. } if chosen == Move::BLESS => {
                self.heal(state, self.rules.queen_heal, Deed::HealQueen, watch)
            }
            Stage::Queen { n_drawn } => {
                watch.saw(Event::Steals { seat: state.active });
                self.chain(state, Mode::Steal, n_drawn, dice, watch)
            }
            Stage::Jack => match chosen.card() {
                Some(king) => self.stop_jack(state, king, watch),
                None => self.hurt(state, self.rules.jack_damage, Cause::Jack, dice, watch),
            },
            // Declined, if no card is chosen.
            Stage::SwapGive => chosen.card().map(|give| Stage::SwapWith { give }),
            Stage::SwapWith { give } => chosen.seat().map(|with| Stage::SwapTake { give, with }),
            Stage::SwapTake { give, with } => self.swap(state, give, with, chosen.card()?, dice, watch),
            Stage::Action | Stage::Over(_) => Some(state.stage),
        }
    }

    /// Ends the turn, and begins the next one, and every further one while players forget to
    /// announce an action.
    #[inline]
    pub(super) fn end_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        if self.next_turn(state, watch) && self.rules.forfeit_percent > 0 {
            self.forfeit(state, dice, watch);
        }
    }

    /// Begins the first turn.
    pub(super) fn first_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        self.begin_turn(state, watch);
        if self.rules.forfeit_percent > 0 {
            self.forfeit(state, dice, watch);
        }
    }

    /// Goes on to the next turn; answers false if there is none.
    #[inline]
    fn next_turn<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) -> bool {
        if let Some(over) = self.turn_ended(state, watch) {
            state.stage = over;
            return false;
        }
        state.turn += 1;
        state.active = self.left_of(state.active);
        self.begin_turn(state, watch);
        true
    }

    #[inline]
    fn begin_turn<W: Watch<Event>>(&self, state: &mut State, watch: &mut W) {
        let seat = state.active;
        watch.saw(Event::Turn { number: state.turn, seat, stands: self.stands(&state.characters[seat]) });
        state.stage = Stage::Action;
    }

    /// As long as the active player forgets to announce an action, a card is drawn and discarded
    /// for it, and the turn ends.
    #[cold]
    fn forfeit<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        while dice.source(FORFEITS).below(100) < self.rules.forfeit_percent {
            let seat = state.active;
            watch.saw(Event::Forfeits { seat });
            if let Some(face) = self.draw(state, seat, dice, watch) {
                state.discard.push(face);
                watch.saw(Event::Unread { face });
            }
            if !self.next_turn(state, watch) {
                return;
            }
        }
    }

    /// Is the game over with this turn?
    #[inline]
    fn turn_ended<W: Watch<Event>>(&self, state: &State, watch: &mut W) -> Option<Stage> {
        if self.rules.win_check == WinCheck::OwnTurn && self.has_won_own_turn(state) {
            return Some(over(Outcome::Win(Seats::only(state.active)), watch));
        }
        (state.turn >= self.rules.max_turns).then(|| over(Outcome::Stalemate, watch))
    }

    #[cold]
    fn has_won_own_turn(&self, state: &State) -> bool {
        let seat = state.active;
        let rivals = || self.seats().without(seat).into_iter().map(|rival| &state.characters[rival]);
        self.qualifies(&state.characters[seat], rivals)
    }

    /// Clause 4, CHAIN: draws a card, and another one after a Joker.
    #[inline(always)]
    fn chain<W: Watch<Event>>(
        &self,
        state: &mut State,
        mut mode: Mode,
        mut n_drawn: u8,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        while n_drawn < CHAIN {
            let face = self.draw(state, state.active, dice, watch)?;
            n_drawn += 1;
            if !face.is_monster() {
                state.discard.push(face);
                watch.saw(Event::Special { seat: state.active, face });
                if face != Face::JOKER {
                    return self.special(state, face, n_drawn, dice, watch);
                }
                mode = Mode::Joker;
            } else if mode == Mode::Fight || !face.is_numbered() {
                return self.fight(state, face, dice, watch);
            } else {
                return self.gain(state, face, mode, watch);
            }
        }
        None
    }

    /// A Numbered card that is not fought.
    #[inline]
    fn gain<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        mode: Mode,
        watch: &mut W,
    ) -> Option<Stage> {
        match mode {
            Mode::Train | Mode::Fight => Some(Stage::TrainReplace { drawn: face }),
            Mode::Steal => self.steal(state, face, watch),
            Mode::Joker => self.level_up(state, face, Source::Joker, watch),
        }
    }

    /// The event of an Ace, a Jack or a Queen.
    #[inline(never)]
    fn special<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        n_drawn: u8,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match face.kind() {
            Kind::Ace => self.draw_ace(state, watch),
            Kind::Jack => self.stab(state, dice, watch),
            _ => Some(Stage::Queen { n_drawn }),
        }
    }

    /// Fights a Numbered card or a King: red ones with Diamonds, black ones with Spades.
    #[inline(always)]
    fn fight<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let foe = self.foes[face];
        let seat = state.active;
        let character = &state.characters[seat];
        let (attack, value) = (character.sum(foe.fought_with), u16::from(foe.value));
        let (luck, tie) = (character.luck(), foe.tie);
        let won = attack > value || attack == value && luck >= foe.tie_luck;
        watch.saw(Event::Fought { seat, face, attack, value, luck, tie, won });
        if won {
            self.capture(state, seat, face);
            return self.happened(state, foe.capture, watch);
        }
        state.discard.push(face);
        self.hurt(state, foe.damage, foe.cause, dice, watch)
    }

    /// Does this attack, with this Luck, win against a card of this value?
    #[inline]
    pub(super) fn beats(&self, attack: u16, value: u16, luck: u16, tie: Tie) -> bool {
        match attack.cmp(&value) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => match tie {
                Tie::Luck => luck >= value,
                Tie::Win => true,
                Tie::Lose => false,
            },
        }
    }

    /// A monster is captured.
    #[inline]
    fn capture(&self, state: &mut State, seat: Seat, face: Face) {
        state.characters[seat].capture(face, self.rules.cards[face]);
        self.take_stock(state, seat);
    }

    /// A captured monster leaves.
    #[inline]
    pub(super) fn release(&self, state: &mut State, seat: Seat, face: Face) {
        state.characters[seat].release(face, self.rules.cards[face]);
        state.discard.push(face);
        self.take_stock(state, seat);
    }

    /// Stabby Jack stabs, unless a captured King can be discarded.
    fn stab<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) -> Option<Stage> {
        if self.rules.king_stops_jack && !kings(&state.characters[state.active].monsters).is_empty() {
            return Some(Stage::Jack);
        }
        self.hurt(state, self.rules.jack_damage, Cause::Jack, dice, watch)
    }

    /// A King is discarded to stop Stabby Jack.
    fn stop_jack<W: Watch<Event>>(&self, state: &mut State, king: Face, watch: &mut W) -> Option<Stage> {
        let seat = state.active;
        self.release(state, seat, king);
        watch.saw(Event::JackStopped { seat, king });
        self.happened(state, Deed::JackStopped, watch)
    }

    /// A Numbered card stolen from the Queen: Luck decides.
    fn steal<W: Watch<Event>>(&self, state: &mut State, face: Face, watch: &mut W) -> Option<Stage> {
        let seat = state.active;
        let (luck, value) = (state.characters[seat].luck(), u16::from(self.rules.cards[face].value));
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
    pub(super) fn steals(&self, luck: u16, value: u16) -> bool {
        luck > value || luck == value && self.rules.queen_tie == QueenTie::Win
    }

    /// Heals so much Damage, as far as there is any.
    #[inline]
    fn heal<W: Watch<Event>>(
        &self,
        state: &mut State,
        most: u16,
        deed: Deed,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        watch.saw(Event::Healed { seat, healed, deed });
        self.happened(state, deed, watch)
    }

    /// Marks so much Damage.
    #[inline]
    fn hurt<W: Watch<Event>>(
        &self,
        state: &mut State,
        damage: u16,
        cause: Cause,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        if damage == 0 {
            return None;
        }
        let seat = state.active;
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
        if self.rules.win_check == WinCheck::OwnTurn {
            return None;
        }
        let winner = self.winner(state, self.seats())?;
        Some(over(Outcome::Win(Seats::only(winner)), watch))
    }

    /// A character in numbers, for the story.
    #[inline]
    pub(super) fn stands(&self, character: &Character) -> Stands {
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
