//! Health, death, rebirth and winning. Clauses 2.2, 4, 6.2 and 7.

use super::StabbyJack;
use super::cards::Suit;
use super::play::{TURN_DONE, Turns};
use super::rules::{DeathAt, WinAttack, WinCheck, WinHealth, WinLuck};
use super::state::{Character, Scores, State};
use super::story::{Cause, Event, TurnEvent};
use crate::model::{Observer, Outcome, Seat, Seats, Status};
use std::ops::ControlFlow;

impl StabbyJack {
    /// Undamaged Health.
    pub(super) fn full_hp(&self, character: &Scores) -> i32 {
        character.sum(Suit::Hearts).max(i32::from(self.rules.minimum_health))
    }

    /// Health minus Damage.
    pub(super) fn hp(&self, character: &Scores) -> i32 {
        self.full_hp(character) - i32::from(character.damage)
    }

    /// Whether this character is dead.
    pub(super) fn is_dead(&self, character: &Scores) -> bool {
        let hp = self.hp(character);
        match self.rules.death_at {
            DeathAt::ZeroHealth => hp <= 0,
            // Without a Heart, Damage equal to the minimum Health also kills. Hearts have values of at least
            // 1, so the sum of a character with a Heart is positive.
            DeathAt::BeyondHearts => hp < 0 || hp == 0 && character.sum(Suit::Hearts) == 0,
        }
    }

    /// The seat that has won against the others of `among`, if winners are checked at any time. Several seats
    /// can qualify only if equal Luck suffices; then the active player comes first, followed by the others to
    /// the left.
    #[inline]
    pub(super) fn winner(&self, state: &State, seats: Seats, among: Seats) -> Option<Seat> {
        let most_points = seats.into_iter().map(|seat| state.characters[seat].points).max()?;
        if most_points < self.rules.win_monster_points || self.rules.win_check == WinCheck::OwnTurn {
            return None;
        }
        self.winner_by_all_goals(state, seats, among)
    }

    #[inline(never)]
    fn winner_by_all_goals(&self, state: &State, seats: Seats, among: Seats) -> Option<Seat> {
        // Unless Luck does not matter, a player with less Luck than another cannot win.
        let luck_needed = match self.rules.win_luck {
            WinLuck::More | WinLuck::AtLeast => most_luck(state, among),
            WinLuck::Off => 0,
        };
        let mut have_won = Seats::NONE;
        for seat in seats {
            let own = &state.characters[seat];
            if self.has_points(own) & (own.luck() >= luck_needed) {
                have_won = have_won.with_if(self.has_won(state, seat, among), seat);
            }
        }
        have_won.from(state.active).lowest().or(have_won.lowest())
    }

    /// Whether this seat has won against the others of these.
    pub(super) fn has_won(&self, state: &State, seat: Seat, among: Seats) -> bool {
        let rivals = || among.without(seat).into_iter().map(|rival| &*state.characters[rival]);
        self.qualifies(&state.characters[seat], rivals)
    }

    /// Clause 7: whether this character meets all three goals against these rivals.
    pub(super) fn qualifies<'c, R: Iterator<Item = &'c Scores>>(
        &self,
        own: &Scores,
        rivals: impl Fn() -> R,
    ) -> bool {
        self.has_points(own) && self.has_luck(own, rivals()) && self.has_attack(own, rivals())
    }

    /// Goal 1: Monster Points.
    pub(super) fn has_points(&self, own: &Scores) -> bool {
        own.points >= self.rules.win_monster_points
    }

    /// Goal 2: more Luck than each other character.
    pub(super) fn has_luck<'c>(&self, own: &Scores, mut rivals: impl Iterator<Item = &'c Scores>) -> bool {
        match self.rules.win_luck {
            WinLuck::More => rivals.all(|rival| own.luck() > rival.luck()),
            WinLuck::AtLeast => rivals.all(|rival| own.luck() >= rival.luck()),
            WinLuck::Off => true,
        }
    }

    /// Goal 3: attack power to reduce the Health of each other character to zero.
    pub(super) fn has_attack<'c>(&self, own: &Scores, mut rivals: impl Iterator<Item = &'c Scores>) -> bool {
        let attack = match self.rules.win_attack {
            WinAttack::Best => own.best_attack(),
            WinAttack::Sum => own.sum(Suit::Spades) + own.sum(Suit::Diamonds),
            WinAttack::Off => return true,
        };
        match self.rules.win_health {
            WinHealth::Current => rivals.all(|rival| attack >= self.hp(rival)),
            WinHealth::Full => rivals.all(|rival| attack >= self.full_hp(rival)),
        }
    }
}

/// The highest Luck among these seats.
fn most_luck(state: &State, seats: Seats) -> i32 {
    seats.into_iter().map(|seat| state.characters[seat].luck()).fold(0, i32::max)
}

impl<A, O: Observer<Event>> Turns<'_, A, O> {
    /// The death check of a seat: a dead character discards everything and is reborn immediately, unless
    /// somebody wins in between.
    #[inline(always)]
    pub(super) fn death_check(&mut self, seat: Seat, cause: Cause) -> ControlFlow<Status> {
        if self.game.is_dead(&self.state.characters[seat]) { self.die(seat, cause) } else { TURN_DONE }
    }

    /// Replaces a dead character by a new one.
    #[inline(never)]
    fn die(&mut self, seat: Seat, cause: Cause) -> ControlFlow<Status> {
        let Self { game, state, observer, .. } = self;
        observer.on_event(Event::Died { seat, cause, off_turn: seat != state.active });
        let dead = &mut state.characters[seat];
        let level = dead.level;
        dead.monsters.cards().for_each(|face| state.discard.push(face));
        dead.attributes.cards().for_each(|face| state.discard.push(face));
        *dead = Character::default();
        if game.rules.win_before_rebirth
            && let rivals = game.seats().without(seat)
            && let Some(winner) = game.winner(state, rivals, rivals)
        {
            observer.on_event(Event::Happened { event: TurnEvent::Death });
            return ControlFlow::Break(self.over(Outcome::Win(Seats::only(winner))));
        }
        self.rebirth(seat, level);
        TURN_DONE
    }

    /// Creates a character in place of a dead one of this Level: draws cards until it has its Attributes, or
    /// no Numbered card is left.
    fn rebirth(&mut self, seat: Seat, dead_level: u8) {
        let rules = &self.game.rules;
        let level = dead_level.saturating_sub(rules.rebirth_level_loss).max(1);
        while self.state.characters[seat].level < level {
            let Some(face) = self.draw_numbered(seat) else { return };
            self.state.characters[seat].gain(face, rules.cards[face]);
            self.observer.on_event(Event::Born { seat, face });
        }
    }
}
