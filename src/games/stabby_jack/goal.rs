//! Health, death and rebirth, and who has won. Clauses 2.2, 4, 6.2 and 7.

use super::StabbyJack;
use super::cards::Suit;
use super::play::over;
use super::rules::{DeathAt, WinAttack, WinCheck, WinHealth, WinLuck};
use super::state::{Phase, Scores, State};
use super::story::{Cause, Deed, Event};
use crate::model::{ChanceStreams, Observer, Outcome, Seat, Seats};

impl StabbyJack {
    /// Undamaged Health.
    #[inline]
    pub(super) fn full_hp(&self, character: &Scores) -> i32 {
        character.sum(Suit::Hearts).max(i32::from(self.rules.minimum_health))
    }

    /// What is left of it.
    #[inline]
    pub(super) fn hp(&self, character: &Scores) -> i32 {
        self.full_hp(character) - i32::from(character.damage)
    }

    /// Is this character dead?
    #[inline]
    pub(super) fn is_dead(&self, character: &Scores) -> bool {
        match self.rules.death_at {
            DeathAt::ZeroHealth => self.hp(character) <= 0,
            DeathAt::BeyondHearts => self.is_beyond_hearts(character),
        }
    }

    /// Has this character more Damage than Hearts, or no Health without one?
    #[cold]
    fn is_beyond_hearts(&self, character: &Scores) -> bool {
        // A value is at least 1: who has a Heart has a sum.
        self.hp(character) < i32::from(character.sum(Suit::Hearts) == 0)
    }

    /// The death check of a seat: the dead are discarded and born again at once. Answers the end
    /// of the game, if somebody wins in between.
    #[inline]
    pub(super) fn die<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        if self.is_dead(&state.characters[seat]) {
            self.rebirth(state, seat, cause, chance, observer)
        } else {
            None
        }
    }

    #[cold]
    pub(super) fn rebirth<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        observer.on_event(Event::Died { seat, cause, off_turn: seat != state.active });
        let State { characters, discard, .. } = state;
        let dead = &mut characters[seat];
        for cards in [&dead.monsters, &dead.attributes] {
            for face in cards.faces() {
                // Mostly there is one copy: a loop would be guessed wrong where there are none to go through.
                discard.push(face);
                (1..cards.count(face)).for_each(|_| discard.push(face));
            }
        }
        let level = std::mem::take(dead).level;
        self.take_stock(state, seat);
        if self.rules.win_before_rebirth
            && self.rules.win_check == WinCheck::AnyTime
            && let Some(winner) = self.winner(state, self.seats().without(seat))
        {
            observer.on_event(Event::Happened { deed: Deed::Death });
            return Some(over(Outcome::Win(Seats::only(winner)), observer));
        }
        self.bear(state, seat, level, chance, observer);
        None
    }

    /// A character is born to follow one of this Level: cards are drawn until it has its Attributes.
    fn bear<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        dead_level: u8,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        let level = dead_level.saturating_sub(self.rules.rebirth_level_loss).max(1);
        // The dead one's own Attributes, as many, are on the piles: all may be kept, unless the seat plays
        // without a face.
        let enough = dead_level > 0 && self.without.is_none();
        while state.characters[seat].level < level {
            if !enough && !self.holds_numbered(state, seat) {
                return;
            }
            let Some(face) = self.draw(state, seat, chance, observer) else { return };
            // A Numbered card or a Special, nobody can guess which: what it is not comes to nothing.
            let born = face.is_numbered();
            state.characters[seat].gain_if(born, face, self.rules.cards[face]);
            state.discard.push_if(!born, face);
            observer.on_event(Event::Born { seat, face, born });
        }
    }

    /// Who of these seats has won against the others of them: one at most, unless Luck may be
    /// equal; then the active player comes first, the others follow to the left.
    #[inline]
    pub(super) fn winner(&self, state: &State, among: Seats) -> Option<Seat> {
        if state.rich.is_empty() { None } else { self.qualified(state, among) }
    }

    /// Luck and then attack power fail nearly all who have the points. Both are looked at in loops that
    /// never end early, because nobody can guess where they would.
    #[inline(never)]
    fn qualified(&self, state: &State, among: Seats) -> Option<Seat> {
        if self.rules.win_luck == WinLuck::More {
            let luckiest = among.into_iter().max_by_key(|seat| state.characters[*seat].luck())?;
            let rivals = || among.without(luckiest).into_iter().map(|rival| &*state.characters[rival]);
            if !state.rich.has(luckiest) || !self.has_attack(&state.characters[luckiest], rivals()) {
                return None;
            }
        }
        self.first_qualified(state, among)
    }

    #[cold]
    fn first_qualified(&self, state: &State, among: Seats) -> Option<Seat> {
        let left = among.from(state.active);
        left.into_iter().chain(among.minus(left)).find(|seat| {
            let rivals = || among.without(*seat).into_iter().map(|rival| &*state.characters[rival]);
            self.qualifies(&state.characters[*seat], rivals)
        })
    }

    /// Notes what the seat's Monster Points and Level are enough for, which one of has changed.
    #[inline]
    pub(super) fn take_stock(&self, state: &mut State, seat: Seat) {
        let character = &state.characters[seat];
        state.able[seat] = self.may_level_up(character);
        state.rich = state.rich.with_if(self.is_rich(character), seat);
    }

    /// Has this character the points of a winner, who is looked for at any time?
    #[inline]
    pub(super) fn is_rich(&self, character: &Scores) -> bool {
        self.has_points(character) & self.any_time
    }

    /// Clause 7: does this character meet all three goals against these rivals?
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
    pub(super) fn has_attack<'c>(&self, own: &Scores, rivals: impl Iterator<Item = &'c Scores>) -> bool {
        let attack = match self.rules.win_attack {
            WinAttack::Best => own.best_attack(),
            WinAttack::Sum => own.sum(Suit::Spades) + own.sum(Suit::Diamonds),
            WinAttack::Off => return true,
        };
        let most = rivals.fold(0, |most, rival| {
            let health = match self.rules.win_health {
                WinHealth::Current => self.hp(rival),
                WinHealth::Full => self.full_hp(rival),
            };
            most.max(health)
        });
        attack >= most
    }
}
