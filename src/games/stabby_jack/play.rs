//! The turn, and the events of the cards. Clause numbers are those of RULES.md.
//!
//! Every step answers what is due next in this turn: a decision, the end of the game, or nothing
//! more, which ends the turn.

use super::StabbyJack;
use super::cards::{Face, Kind, Suit};
use super::decisions::{Move, kings};
use super::rules::{QueenTie, Tie, WinCheck};
use super::state::{Character, Stage, State};
use super::story::{Cause, Deed, Event, Source, Stands};
use crate::model::{Dice, Outcome, Seats, Watch};
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
        let due = match (state.stage, chosen) {
            (Stage::Action, _) => self.act(state, chosen, dice, watch),
            (Stage::Pay { due }, Move::Card(face)) => self.pay(state, due, face, dice, watch),
            (Stage::TrainReplace { drawn }, Move::Card(old)) => {
                self.replace(state, drawn, old, Cause::Train, dice, watch)
            }
            (Stage::FullReplace { drawn }, Move::Card(old)) => {
                self.replace(state, drawn, old, Cause::FullReplace, dice, watch)
            }
            (Stage::TrainReplace { drawn } | Stage::FullReplace { drawn }, _) => {
                self.discard_drawn(state, drawn, watch)
            }
            (Stage::Queen { .. }, Move::Bless) => {
                self.heal(state, self.rules.queen_heal, Deed::HealQueen, watch)
            }
            (Stage::Queen { n_drawn }, _) => {
                watch.saw(Event::Steals { seat: state.active });
                self.chain(state, Mode::Steal, n_drawn, dice, watch)
            }
            (Stage::Jack, Move::Card(king)) => self.stop_jack(state, king, watch),
            (Stage::Jack, _) => self.hurt(state, self.rules.jack_damage, Cause::Jack, dice, watch),
            (Stage::SwapGive, Move::Card(give)) => Some(Stage::SwapWith { give }),
            (Stage::SwapWith { give }, Move::With(with)) => Some(Stage::SwapTake { give, with }),
            (Stage::SwapTake { give, with }, Move::Card(take)) => {
                self.swap(state, give, with, take, dice, watch)
            }
            // A swap declined; no other pair is on any menu.
            _ => None,
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
        let seat = state.active;
        match action {
            Move::Train => {
                watch.saw(Event::Announced { seat, action: Move::Train });
                self.chain(state, Mode::Train, 0, dice, watch)
            }
            Move::StayInBed => {
                watch.saw(Event::Announced { seat, action: Move::StayInBed });
                self.heal(state, self.rules.bed_heal, Deed::HealBed, watch)
            }
            Move::LevelUp => {
                watch.saw(Event::Announced { seat, action: Move::LevelUp });
                Some(Stage::Pay { due: self.rules.level_up_cost })
            }
            _ => {
                watch.saw(Event::Announced { seat, action: Move::Fight });
                self.chain(state, Mode::Fight, 0, dice, watch)
            }
        }
    }

    /// Ends the turn, and begins the next one.
    #[inline]
    fn end_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        if let Some(over) = self.turn_ended(state, watch) {
            state.stage = over;
            return;
        }
        self.next_turn(state);
        self.begin_turn(state, dice, watch);
    }

    /// Begins a turn, and every further one while players forget to announce an action: they
    /// draw a card, discard it and forfeit the turn.
    #[inline]
    pub(super) fn begin_turn<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        loop {
            let seat = state.active;
            watch.saw(Event::Turn { number: state.turn, seat, stands: self.stands(&state.characters[seat]) });
            if !self.forgets(dice) {
                state.stage = Stage::Action;
                return;
            }
            watch.saw(Event::Forfeits { seat });
            if let Some(face) = self.draw(state, seat, dice, watch) {
                state.discard.push(face);
                watch.saw(Event::Unread { face });
            }
            if let Some(over) = self.turn_ended(state, watch) {
                state.stage = over;
                return;
            }
            self.next_turn(state);
        }
    }

    #[inline]
    fn next_turn(&self, state: &mut State) {
        state.turn += 1;
        state.active = self.left_of(state.active);
    }

    /// Is the game over with this turn?
    #[inline]
    fn turn_ended<W: Watch<Event>>(&self, state: &State, watch: &mut W) -> Option<Stage> {
        if self.rules.win_check == WinCheck::OwnTurn {
            let seat = state.active;
            let rivals = || self.seats().without(seat).into_iter().map(|rival| &state.characters[rival]);
            if self.qualifies(&state.characters[seat], rivals) {
                return Some(over(Outcome::Win(Seats::only(seat)), watch));
            }
        }
        (state.turn >= self.rules.max_turns).then(|| over(Outcome::Stalemate, watch))
    }

    /// Clause 4, CHAIN: draws a card, and another one after a Joker.
    fn chain<W: Watch<Event>>(
        &self,
        state: &mut State,
        mut mode: Mode,
        mut n_drawn: u8,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        while n_drawn < CHAIN {
            let face = self.draw(state, seat, dice, watch)?;
            n_drawn += 1;
            let kind = face.kind();
            match kind {
                Kind::Numbered => {
                    return match mode {
                        Mode::Fight => {
                            self.fight(state, face, self.rules.fight_tie, Cause::Fight, dice, watch)
                        }
                        Mode::Train => Some(Stage::TrainReplace { drawn: face }),
                        Mode::Steal => self.steal(state, face, watch),
                        Mode::Joker => self.level_up(state, face, Source::Joker, watch),
                    };
                }
                Kind::King => return self.fight(state, face, self.rules.king_tie, Cause::King, dice, watch),
                Kind::Ace | Kind::Jack | Kind::Queen | Kind::Joker => {
                    state.discard.push(face);
                    watch.saw(Event::Special { seat, face });
                }
            }
            match kind {
                Kind::Ace => return self.draw_ace(state, watch),
                Kind::Jack => return self.stab(state, dice, watch),
                Kind::Queen => return Some(Stage::Queen { n_drawn }),
                _ => mode = Mode::Joker,
            }
        }
        None
    }

    /// Fights a Numbered card or a King: red ones with Diamonds, black ones with Spades.
    #[inline]
    fn fight<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        tie: Tie,
        cause: Cause,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        let card = self.rules.cards[face];
        let (attack, value) = (character.sum(face.fought_with()), u16::from(card.value));
        let won = self.beats(attack, value, character.luck(), tie);
        watch.saw(Event::Fought { seat, face, attack, value, luck: character.luck(), tie, won });
        if won {
            character.capture(face, card);
            let deed = if cause == Cause::King { Deed::CaptureKing } else { Deed::Capture };
            return self.happened(state, deed, watch);
        }
        state.discard.push(face);
        let damage = if cause == Cause::King { self.rules.king_damage } else { self.rules.fight_damage };
        self.hurt(state, damage, cause, dice, watch)
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
        state.characters[seat].release(king, self.rules.cards[king]);
        state.discard.push(king);
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
