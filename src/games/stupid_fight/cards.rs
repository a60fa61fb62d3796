//! The words of the cards: slots, colours, attacks, effects, and what a card is made of.

use crate::model::choices;

/// The most card ids that a deck may name.
pub(super) const IDS: usize = 128;
/// The most cards of a deck.
pub(super) const CARDS: usize = 240;
/// Room for a deck, such that no `u8` is outside.
pub(super) const ROOM: usize = 256;

choices! {
    /// What kind of card it is. The first five are parts, the next three white cards.
    pub enum Kind {
        /// A part: everybody has one.
        Torso = "torso",
        /// A part that headbutts and taunts.
        Head = "head",
        /// A part that kicks and dodges.
        Legs = "legs",
        /// A part that punches.
        LeftArm = "left-arm",
        /// A part that punches.
        RightArm = "right-arm",
        /// A white card thrown by an arm.
        Punch = "punch",
        /// A white card thrown by legs.
        Kick = "kick",
        /// A white card thrown by a head.
        Headbutt = "headbutt",
        /// A black card: something happens immediately.
        Black = "black",
        /// Removes one attack card thrown at its player.
        Dodge = "dodge",
        /// Removes all attack cards thrown at its player, or a black card.
        RunAway = "run-away",
        /// The black ! card: starts a special.
        Activate = "activate",
    }
    /// The colours of bursts, shields and weaknesses, in the order in which they are always listed.
    pub enum Colour {
        /// Red.
        Red = "red",
        /// Yellow.
        Yellow = "yellow",
        /// Green.
        Green = "green",
        /// Purple.
        Purple = "purple",
        /// Blue.
        Blue = "blue",
        /// Orange.
        Orange = "orange",
    }
    /// How an attack card hits.
    pub enum Attack {
        /// Thrown by an arm, or converted from any card.
        Punch = "punch",
        /// Thrown by legs.
        Kick = "kick",
        /// Thrown by a head.
        Headbutt = "headbutt",
    }
    /// What a card may be that a part lets its owner defend with.
    pub(super) enum Defence {
        /// A punch card.
        Punch = "punch",
        /// A kick card.
        Kick = "kick",
        /// A headbutt card.
        Headbutt = "headbutt",
        /// A Dodge.
        Dodge = "dodge",
    }
    /// What the whole combo shares.
    pub(super) enum Icon {
        /// The victim is weak to everything and its special defences are bypassed.
        ShieldBreak = "shield-break",
        /// No card of the combo can be dodged.
        NoDodge = "no-dodge",
    }
    /// Whom a card touches.
    pub enum Target {
        /// Its player.
        Own = "self",
        /// A living opponent of its player's choice.
        One = "one",
        /// All living opponents, clockwise.
        Others = "others",
        /// Its player first, then the others.
        All = "all",
    }
    /// Where the lost stack of a split deck goes.
    pub enum Loss {
        /// To the trash.
        Trash = "trash",
        /// On top of the actor's deck.
        Steal = "steal",
    }
    /// The limbs, by the names of their slots.
    pub(super) enum Limb {
        /// The head.
        Head = "head",
        /// The legs.
        Legs = "legs",
        /// The left arm.
        LeftArm = "left-arm",
        /// The right arm.
        RightArm = "right-arm",
    }
}

/// Where a part lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// Everybody's, always filled.
    Torso,
    /// A limb.
    Head,
    /// A limb.
    Legs,
    /// A limb.
    LeftArm,
    /// A limb.
    RightArm,
}

impl Slot {
    /// All slots, in the order in which they are always listed.
    pub const ALL: [Self; 5] = [Self::Torso, Self::Head, Self::Legs, Self::LeftArm, Self::RightArm];

    /// The slot at this place among them; a torso's beyond the last.
    #[inline]
    pub(super) const fn at(place: usize) -> Self {
        use Slot::{Head, LeftArm, Legs, RightArm, Torso};
        [Torso, Head, Legs, LeftArm, RightArm, Torso, Torso, Torso][place % 8]
    }

    /// Its place among [`Slot::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["torso", "head", "legs", "left-arm", "right-arm"][self as usize]
    }
}

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slots(pub(super) u8);

impl Slots {
    /// All slots but the torso's.
    pub const LIMBS: Self = Self(0b1_1110);
    /// Both arms.
    pub const ARMS: Self = Self(0b1_1000);

    /// The set of this one slot.
    #[must_use]
    pub const fn only(slot: Slot) -> Self {
        Self(1 << slot as u8)
    }

    /// Is the slot in the set?
    #[must_use]
    pub const fn has(self, slot: Slot) -> bool {
        self.0 >> slot as u8 & 1 == 1
    }

    /// The slots of both sets.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The slots of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The slots of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many slots.
    #[must_use]
    pub const fn len(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 5")]
        {
            self.0.count_ones() as u8
        }
    }

    /// No slot?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its slots, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        bits(u32::from(self.0)).map(Slot::at)
    }
}

/// The places of the bits of a mask, lowest first.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(place)
    })
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Colours(pub(super) u8);

impl Colours {
    /// Every colour.
    pub const ALL: Self = Self(0b11_1111);
    const NAMED: [Colour; 6] =
        [Colour::Red, Colour::Yellow, Colour::Green, Colour::Purple, Colour::Blue, Colour::Orange];

    /// Is the colour in the set? Colourless is in none.
    #[inline]
    #[must_use]
    pub const fn has(self, colour: Option<Colour>) -> bool {
        match colour {
            Some(colour) => self.0 >> colour as u8 & 1 == 1,
            None => false,
        }
    }

    /// How many colours.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The colours of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its colours, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        bits(u32::from(self.0)).map(|place| Self::NAMED[place % 6])
    }

    /// Its colours, or colourless if it is empty: what an attack may carry.
    #[inline]
    pub fn carried(self) -> impl Iterator<Item = Option<Colour>> {
        let none = (self.0 == 0).then_some(None);
        self.iter().map(Some).chain(none)
    }
}

/// A card of the deck, by its place among the ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Id(pub(super) u8);

impl Id {
    /// No card.
    pub const NONE: Self = Self(128);

    /// The id at this place, below [`IDS`].
    #[must_use]
    pub const fn at(place: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "seven bits")]
        Self((place & 127) as u8)
    }

    /// Its place among the ids; [`IDS`] for no card.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bit(self) -> u128 {
        1 << (self.0 & 127)
    }

    /// Is it no card?
    #[inline]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }
}

/// A set of card ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids(u128);

impl Ids {
    /// No id.
    pub const NONE: Self = Self(0);
    /// Every id.
    pub const ALL: Self = Self(u128::MAX);

    /// One id more.
    #[inline]
    pub const fn add(&mut self, id: Id) {
        self.0 |= id.bit();
    }

    /// One id more, if it is so.
    #[inline]
    pub(super) const fn add_if(&mut self, id: Id, so: bool) {
        self.0 |= (so as u128) << (id.0 & 127);
    }

    /// One id less, if it is so.
    #[inline]
    pub(super) const fn take_if(&mut self, id: Id, so: bool) {
        self.0 &= !((so as u128) << (id.0 & 127));
    }

    /// Is the id in the set?
    #[inline]
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0 & id.bit() != 0
    }

    /// The id's place among those of the set, if it is one of them.
    pub(super) fn rank(self, id: Id) -> Option<usize> {
        let lower = (self.0 & (id.bit() - 1)).count_ones();
        (!id.is_none() && self.has(id)).then_some(lower as usize)
    }

    /// The ids of both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ids of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// No id?
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its two words: a word is quicker to take apart.
    #[inline]
    pub(super) const fn words(self) -> [u64; 2] {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of the set")]
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Its ids, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Id> {
        let word = |mut left: u64, first: usize| {
            std::iter::from_fn(move || {
                let id = (left != 0).then(|| Id::at(first + left.trailing_zeros() as usize))?;
                left &= left - 1;
                Some(id)
            })
        };
        let [low, high] = self.words();
        word(low, 0).chain(word(high, 64))
    }
}

/// An instant effect: what the actor of a card does to a victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The victim takes damage, coloured or plain.
    Damage {
        /// So much.
        amount: u8,
        /// Its colour.
        colour: Option<Colour>,
    },
    /// The top cards of the victim's deck go on top of the actor's.
    Steal(u8),
    /// Random cards of the victim's hand go on top of the actor's deck.
    StealHand(u8),
    /// A limb of these slots goes on top of the actor's deck.
    StealPart(Slots),
    /// A limb of these slots goes to the trash.
    Rip(Slots),
    /// The victim trashes cards of its hand.
    TrashHand(u8),
    /// The actor draws.
    Draw(u8),
    /// The card is laid on the victim's torso.
    BreakTorso,
    /// The victim splits its deck; the actor says which stack is lost.
    SplitDeck(Loss),
}

impl Effect {
    /// What of its victim it needs to be useful: one of these.
    #[must_use]
    pub const fn needs(self) -> Needs {
        match self {
            Self::Damage { .. } => Needs::NOTHING,
            Self::Steal(_) => Needs::STOCK,
            Self::StealHand(_) | Self::TrashHand(_) => Needs::HAND,
            Self::StealPart(slots) | Self::Rip(slots) => Needs(slots.0 as u16),
            Self::Draw(_) => Needs::DRAW,
            Self::BreakTorso => Needs::WHOLE,
            Self::SplitDeck(_) => Needs::TWO,
        }
    }
}

/// What of a player an effect can touch, a bit each: the limbs by their slots, and these. What a
/// player has, and what an effect needs, meet or not; several players' are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs(pub(super) u16);

impl Needs {
    /// Everybody has it.
    pub const NOTHING: Self = Self(1 << 5);
    /// A deck that can be stolen from, or pays for being empty.
    pub const STOCK: Self = Self(1 << 6);
    /// A card in hand.
    pub const HAND: Self = Self(1 << 7);
    /// A card to draw, and room for it.
    pub const DRAW: Self = Self(1 << 8);
    /// A torso that is not broken.
    pub const WHOLE: Self = Self(1 << 9);
    /// Two cards in the deck.
    pub const TWO: Self = Self(1 << 10);

    /// What a deck with a card in it gives.
    pub(super) const ONE: Self = Self::STOCK.or(Self::DRAW);

    /// These without those.
    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Is one of these there?
    #[inline]
    #[must_use]
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These, if it is so.
    #[inline]
    #[must_use]
    pub(super) fn when(self, so: bool) -> Self {
        Self(self.0 * u16::from(so))
    }
}

/// Effects in order: a stretch of the game's list of all effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub(super) next: u16,
    pub(super) end: u16,
    /// One of these makes one of all its effects useful.
    pub(super) needs: Needs,
}

impl Script {
    /// No effects?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.next == self.end
    }

    /// The places of its effects in the game's list.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        usize::from(self.next)..usize::from(self.end)
    }
}

/// "When I punch, I taunt".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TauntWhen {
    /// The attacks that set it off, a bit each.
    pub types: u8,
    /// What the taunt does.
    pub script: Script,
}

/// What a part does for its owner while it is in play and works.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gifts {
    /// Colours that its attacks may carry.
    pub burst: Colours,
    /// Colours to which its owner is immune.
    pub shield: Colours,
    /// Colours to which its owner is weak.
    pub weak: Colours,
    /// Any card of the hand may be thrown as a punch from it.
    pub any_card_punch: bool,
    /// Dodge cards need no legs.
    pub dodge_without_legs: bool,
    /// Types that may be used as a Dodge, a bit each.
    pub dodge_with: u8,
    /// Types that may be trashed to remove an attack card, a bit each.
    pub block_with: u8,
    /// Attacks to which its owner is immune, a bit each.
    pub ignore: u8,
    /// Cards drawn more.
    pub extra_draw: u16,
    /// What every attack card from it does when it lands.
    pub on_hit: Script,
    /// The taunts it sets off.
    pub taunts: Vec<TauntWhen>,
}

/// The large ! mark of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// It happens at once, as often as it is activated.
    Immediate {
        /// Whom it touches.
        target: Target,
        /// What it does.
        script: Script,
    },
    /// It lasts as long as the part remains.
    Ongoing,
}

/// A card as the deck names it.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Copies in the deck; 0 if it is left out.
    pub copies: u8,
    /// The icons of a white card, a bit each.
    pub icons: u8,
    /// Is it a taunt?
    pub taunt: bool,
    /// Whom a black card touches.
    pub target: Target,
    /// What a black card does.
    pub script: Script,
    /// What a part gives: by itself, and with its ongoing special.
    pub gifts: [Gifts; 2],
    /// The special of a part.
    pub special: Option<Special>,
}

/// What the rules ask of a card again and again, in a few bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// What it is.
    pub(super) kind: Kind,
    /// The slots it is thrown from as printed.
    pub(super) printed: Slots,
    /// The slots that do not convert it if they throw it as printed: a punch is a punch.
    pub(super) barred: Slots,
    /// Its icons, a bit each.
    pub(super) icons: u8,
    /// Is it a taunt?
    pub(super) taunt: bool,
    /// Whom it touches.
    pub(super) target: Target,
    /// What it does.
    pub(super) script: Script,
}

impl Face {
    /// Of a card as the deck names it.
    pub(super) fn of(card: &Card) -> Self {
        let (attack, printed) = card.kind.attack().unwrap_or((Attack::Punch, Slots::default()));
        Self {
            kind: card.kind,
            printed,
            barred: if attack == Attack::Punch { printed } else { Slots::default() },
            icons: card.icons,
            taunt: card.taunt,
            target: card.target,
            script: card.script,
        }
    }
}

impl Kind {
    /// The slot of a part.
    #[must_use]
    pub const fn slot(self) -> Option<Slot> {
        match self {
            Self::Torso => Some(Slot::Torso),
            Self::Head => Some(Slot::Head),
            Self::Legs => Some(Slot::Legs),
            Self::LeftArm => Some(Slot::LeftArm),
            Self::RightArm => Some(Slot::RightArm),
            _ => None,
        }
    }

    /// The attack of a white card, and the slots it is thrown from as printed.
    #[must_use]
    pub const fn attack(self) -> Option<(Attack, Slots)> {
        match self {
            Self::Punch => Some((Attack::Punch, Slots::ARMS)),
            Self::Kick => Some((Attack::Kick, Slots::only(Slot::Legs))),
            Self::Headbutt => Some((Attack::Headbutt, Slots::only(Slot::Head))),
            _ => None,
        }
    }
}
