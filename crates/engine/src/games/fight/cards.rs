//! Warriors and Arenas: the data on the cards, and sets of cards.
//!
//! Every physical Warrior has a number below 64, so that a hand, a scored pile or the Graveyard is
//! one 64-bit mask.

use crate::model::choices;

/// Maximum number of physical Warriors: a bit each.
pub(super) const WARRIORS: usize = 64;
/// Maximum number of physical Arenas.
pub(super) const ARENAS: usize = 16;
/// The number of families.
pub(super) const FAMILIES: usize = 5;
/// Powers are limited to this (clause 6.2).
pub(super) const MOST: i32 = 9999;
/// The results for powers below this are in tables.
pub(super) const POWERS: usize = 128;

choices! {
    /// The family of a Warrior, printed on its back.
    pub enum Family {
        /// Human.
        Human = "human",
        /// Animal.
        Animal = "animal",
        /// Robot.
        Robot = "robot",
        /// Demon.
        Demon = "demon",
        /// Alien.
        Alien = "alien",
    }
    /// Whose main Warrior an effect can hit.
    pub enum Who {
        /// The player's own.
        Own = "own",
        /// One main of the player's choice, including the player's own.
        One = "one",
        /// One opponent's, of the player's choice.
        OneOpponent = "one-opponent",
        /// All opponents'.
        Opponents = "opponents",
        /// Everybody's.
        All = "all",
    }
    /// The property of a power that an Arena compares.
    pub enum Measure {
        /// The power itself.
        Power = "power",
        /// The sum of its digits.
        DigitSum = "digit-sum",
        /// The product of its digits.
        DigitProduct = "digit-product",
        /// Its last digit.
        LastDigit = "last-digit",
    }
    /// Which value is best in an Arena.
    pub enum Goal {
        /// The highest.
        Highest = "highest",
        /// The lowest.
        Lowest = "lowest",
        /// The closest to the Arena's value.
        Closest = "closest",
    }
    /// The powers that pass an Arena's filter.
    pub enum Parity {
        /// All.
        Any = "any",
        /// Even ones.
        Even = "even",
        /// Odd ones.
        Odd = "odd",
    }
}

impl Family {
    /// The family's index among the five.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The family's name.
    pub(super) fn name(self) -> &'static str {
        ["human", "animal", "robot", "demon", "alien"][self.index()]
    }
}

impl Who {
    /// Whether the player's own main can be hit.
    pub(super) const fn has_own(self) -> bool {
        matches!(self, Self::Own | Self::One | Self::All)
    }

    /// Whether the player chooses one main.
    pub(super) const fn is_one(self) -> bool {
        matches!(self, Self::One | Self::OneOpponent)
    }

    /// Whether opponents' mains can be hit.
    pub(super) const fn has_opponents(self) -> bool {
        !matches!(self, Self::Own)
    }
}

/// A set of families.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Families(u8);

impl Families {
    /// No family.
    pub const NONE: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self(0b1_1111);

    /// This set with an additional family.
    #[must_use]
    pub const fn with(self, family: Family) -> Self {
        Self(self.0 | 1 << family as u8)
    }

    /// Whether the family is in the set.
    #[must_use]
    pub const fn has(self, family: Family) -> bool {
        self.0 >> family as u8 & 1 == 1
    }

    /// The set as a number below 32.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set with this number.
    pub(super) const fn at(index: u8) -> Self {
        Self(index & 0b1_1111)
    }
}

/// A physical Warrior: its index among all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// The Warrior with this index, modulo 64.
    pub(super) const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a remainder below 64")]
        Self((index % WARRIORS) as u8)
    }

    /// Its index, below 64.
    pub(super) const fn index(self) -> usize {
        self.0 as usize % WARRIORS
    }
}

/// A set of physical Warriors.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);

    /// The first `n` cards.
    pub(super) const fn first(n_cards: usize) -> Self {
        if n_cards >= WARRIORS { Self(u64::MAX) } else { Self((1 << n_cards) - 1) }
    }

    /// The set of this card only.
    pub(super) const fn only(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Cards of both sets.
    pub(super) const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cards of either set.
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cards of this set that are not in the other.
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set with an additional card.
    pub(super) const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.0)
    }

    /// Adds a card to the set.
    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// The card with this index in ascending order; an arbitrary card if there is none. Finds each of the
    /// first eight cards in the same time, because hands rarely have more.
    #[inline]
    pub(super) fn nth(self, number: usize) -> Card {
        let mut left = self.0;
        let from = [(); 8].map(|()| {
            let from = left;
            left &= left.wrapping_sub(1);
            from
        });
        match from.get(number) {
            Some(from) => Card::at(from.trailing_zeros() as usize),
            None => self.into_iter().nth(number).unwrap_or_default(),
        }
    }

    /// Removes a card from the set.
    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |set, card| set.union(Self::only(card)))
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;
    fn into_iter(self) -> CardsIter {
        CardsIter(self.0)
    }
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.into_iter().map(|card| card.0)).finish()
    }
}

/// The cards of a set in ascending order.
#[derive(Clone, Debug)]
pub struct CardsIter(u64);

impl Iterator for CardsIter {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card::at(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(card)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n_cards = self.0.count_ones() as usize;
        (n_cards, Some(n_cards))
    }
}

impl ExactSizeIterator for CardsIter {}

/// The data on a Warrior.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warrior {
    /// 1 to 99.
    pub power: u16,
    /// Also printed on the back.
    pub family: Family,
    /// Executed in order.
    pub ability: Ability,
    /// Index of its id in [`Book::ids`](super::Book::ids).
    pub id: u16,
    /// 1 for the first physical card of this id.
    pub copy: u8,
}

/// Up to two effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ability {
    effects: [Option<Effect>; 2],
}

impl Ability {
    /// The effect with this index, if the ability has one.
    #[inline]
    pub(super) fn at(&self, index: u8) -> Option<&Effect> {
        self.effects.get(usize::from(index))?.as_ref()
    }

    /// The effects in order.
    pub(super) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.effects.iter().flatten()
    }
}

impl FromIterator<Effect> for Ability {
    fn from_iter<I: IntoIterator<Item = Effect>>(effects: I) -> Self {
        let mut effects = effects.into_iter();
        Self { effects: std::array::from_fn(|_| effects.next()) }
    }
}

/// One effect of an ability, in the vocabulary of clause 2.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The families that it applies to.
    pub families: Families,
}

/// The kind of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// Changes the current powers of living main Warriors.
    ChangePower(Who, Change),
    /// Draws this many Warriors, scores those of the families, and buries the others.
    DrawAndScore(u8),
    /// Scores an opponent's boost.
    StealBoost,
    /// Moves the player's own main to the Graveyard; a Warrior from there replaces it.
    SwapWithGraveyard,
}

impl EffectKind {
    /// Whether it scores Warriors. All other effects change mains.
    pub(super) const fn scores(self) -> bool {
        matches!(self, Self::DrawAndScore(_) | Self::StealBoost)
    }
}

/// A change of power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Adds an amount, −99 to 99.
    Add(i8),
    /// Scales to this percentage, 1 to 1000.
    Scale(u16),
    /// Replaces every digit of the first kind by the second.
    ReplaceDigit(u8, u8),
    /// Takes the product of the digits.
    MultiplyDigits,
    /// Reverses the digits.
    SwitchDigits,
}

/// The data on an Arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arena {
    /// Glory for taking it.
    pub glory: u16,
    /// The compared property.
    pub measure: Measure,
    /// The best value.
    pub goal: Goal,
    /// The value to be closest to.
    pub value: i32,
    /// Filter: parity of the power.
    pub parity: Parity,
    /// Filter: minimum and maximum power.
    pub between: (i32, i32),
    /// Filter: families of the main.
    pub families: Families,
    /// Index of its id in [`Book::arena_ids`](super::Book::arena_ids).
    pub id: usize,
}

/// The value of passing an Arena's filters: more than any measured value.
pub(super) const PASSES: i32 = 100_000;

impl Arena {
    /// The value of a main with this power; the living main with the highest value takes the Arena. A main
    /// that passes all filters has at least [`PASSES`] − [`MOST`], all others at most [`MOST`], so filters
    /// that no main passes have no effect.
    pub(super) fn worth(&self, power: i32, family_passes: bool) -> i32 {
        let passes = family_passes && self.lets_pass(power);
        if passes { self.measured(power) + PASSES } else { self.measured(power) }
    }

    /// The value of a power without the filters.
    fn measured(&self, power: i32) -> i32 {
        let measured = match self.measure {
            Measure::Power => power,
            Measure::DigitSum => digit_sum(power),
            Measure::DigitProduct => digit_product(power),
            Measure::LastDigit => power % 10,
        };
        match self.goal {
            Goal::Highest => measured,
            Goal::Lowest => -measured,
            Goal::Closest => -(measured - self.value).abs(),
        }
    }

    fn lets_pass(&self, power: i32) -> bool {
        let parity = match self.parity {
            Parity::Any => true,
            Parity::Even => power % 2 == 0,
            Parity::Odd => power % 2 == 1,
        };
        let (least, most) = self.between;
        parity && least <= power && power <= most
    }
}

/// The digits of a power from last to first; 0 has one digit.
fn digits(power: i32) -> impl Iterator<Item = i32> {
    let mut left = Some(power);
    std::iter::from_fn(move || {
        let power = left?;
        left = (power >= 10).then_some(power / 10);
        Some(power % 10)
    })
}

/// The sum of the decimal digits.
fn digit_sum(power: i32) -> i32 {
    digits(power).sum()
}

/// The product of the decimal digits.
pub(super) fn digit_product(power: i32) -> i32 {
    digits(power).product()
}

/// The number with the digits in reverse order.
pub(super) fn reversed(power: i32) -> i32 {
    digits(power).fold(0, |number, digit| 10 * number + digit)
}

/// The number with every digit of one kind replaced by another.
pub(super) fn replaced(power: i32, from: i32, to: i32) -> i32 {
    let write = |digit| if digit == from { to } else { digit };
    let (number, _) =
        digits(power).fold((0, 1), |(number, unit), digit| (number + unit * write(digit), unit * 10));
    number
}
