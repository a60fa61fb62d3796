//! The colours of bursts, shields and weaknesses.

use crate::model::bits::bits;
use crate::model::choices;

choices! {
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
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Colours(pub(super) u8);

impl Colours {
    /// Every colour.
    pub const ALL: Self = Self(0b11_1111);
    pub(super) const NAMED: [Colour; 6] =
        [Colour::Red, Colour::Yellow, Colour::Green, Colour::Purple, Colour::Blue, Colour::Orange];

    /// Whether the colour is in the set; false for colourless.
    #[inline]
    #[must_use]
    pub const fn has(self, colour: Option<Colour>) -> bool {
        match colour {
            Some(colour) => self.0 >> colour as u8 & 1 == 1,
            None => false,
        }
    }

    /// Number of colours.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The colours of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there are two or more colours.
    #[must_use]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Its colours, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        bits(self.0).map(|index| Self::NAMED[index % 6])
    }

    /// The possible colours of an attack: the colours of the set, or colourless if it is empty.
    #[inline]
    pub fn carried(self) -> impl Iterator<Item = Option<Colour>> {
        let none = (self.0 == 0).then_some(None);
        self.iter().map(Some).chain(none)
    }
}
