//! An attack card on the table.

use super::cards::{Attack, Colour, Colours, Slot};

/// The appearance of an attack card: limb, colour and icons, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrownCard(u8);

/// A head or legs that throw a punch are stored as the limb with an index higher by this.
const PUNCHING: u8 = 4;

impl ThrownCard {
    /// An attack from a part, as printed or converted to a punch, in a colour or none, with icons (one bit
    /// each).
    pub(super) const fn new(slot: Slot, converted: bool, colour: Option<Colour>, icons: u8) -> Self {
        let punches = converted && matches!(slot, Slot::Head | Slot::Legs);
        let limb = slot as u8 + if punches { PUNCHING } else { 0 };
        let colour = match colour {
            Some(colour) => colour as u8 + 1,
            None => 0,
        };
        Self(limb << 5 | colour << 2 | icons & 3)
    }

    const fn limb(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// The type of hit.
    #[inline]
    #[must_use]
    pub fn attack(self) -> Attack {
        use Attack::{Headbutt, Kick, Punch};
        static LIMBS: [Attack; 8] = [Punch, Headbutt, Kick, Punch, Punch, Punch, Punch, Punch];
        LIMBS[self.limb()]
    }

    /// The part that throws it.
    #[inline]
    #[must_use]
    pub fn slot(self) -> Slot {
        use Slot::{Head, LeftArm, Legs, RightArm, Torso};
        static LIMBS: [Slot; 8] = [Torso, Head, Legs, LeftArm, RightArm, Head, Legs, Torso];
        LIMBS[self.limb()]
    }

    /// Its colour, as an index among all colours with "none" before them.
    const fn shade(self) -> u8 {
        self.0 >> 2 & 7
    }

    /// Its colour, if any.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        Colours::ALL.iter().nth(usize::from(self.shade().checked_sub(1)?))
    }

    /// Whether it has a colour.
    #[inline]
    #[must_use]
    pub const fn is_coloured(self) -> bool {
        self.shade() > 0
    }

    /// Whether it has one of these colours.
    #[inline]
    #[must_use]
    pub const fn is_of(self, colours: Colours) -> bool {
        colours.0 << 1 >> self.shade() & 1 == 1
    }

    /// Its icons, one bit each.
    #[inline]
    #[must_use]
    pub const fn icons(self) -> u8 {
        self.0 & 3
    }
}

/// An attack card in a combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComboCard {
    /// The appearance.
    pub thrown: ThrownCard,
    /// The damage it did.
    pub damage: u8,
}

impl ComboCard {
    /// No attack card.
    pub(super) const NONE: Self = Self { thrown: ThrownCard::new(Slot::Torso, true, None, 0), damage: 0 };
}

impl Default for ComboCard {
    fn default() -> Self {
        Self::NONE
    }
}
