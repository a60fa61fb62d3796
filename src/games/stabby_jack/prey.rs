//! What an attack wins against, looked up by how large it is. For bots, who weigh every card that may come.

use super::StabbyJack;
use super::cards::{Face, Faces, PerFace, Suit};
use super::play::Foe;
use super::state::Scores;

/// Attacks that are told apart: the highest value is 99, and whatever exceeds it wins against all.
const ATTACKS: usize = 101;

/// What Diamonds of some size win against, or Spades.
#[derive(Clone, Copy, Debug, Default)]
struct Prey {
    /// The monsters that they beat without Luck.
    beaten: Faces,
    /// How many of these are Numbered.
    n_numbered: u8,
    /// Those that they beat with all the Luck of the world only.
    tied: Faces,
}

/// The prey of Diamonds of 0, 1, 2 …, and that of Spades.
#[derive(Clone, Debug)]
pub(super) struct Preys([Vec<Prey>; 2]);

impl Preys {
    /// Those of these foes.
    pub(super) fn new(foes: &PerFace<Foe>) -> Self {
        let monsters = |suit| Face::all().filter(move |face| face.is_monster() && face.fought_with() == suit);
        let prey = |suit, attack| {
            let with = |luck| monsters(suit).filter(move |face| foes[*face].falls_to(attack, luck));
            let beaten: Faces = with(i32::MIN).collect();
            // At most 18.
            let n_numbered = u8::try_from(beaten.both(Faces::NUMBERED).count()).unwrap_or(u8::MAX);
            Prey { beaten, n_numbered, tied: with(i32::MAX - 1).collect::<Faces>().minus(beaten) }
        };
        Self([Suit::Diamonds, Suit::Spades].map(|suit| (0..).map(|a| prey(suit, a)).take(ATTACKS).collect()))
    }

    /// That of Diamonds, or of Spades, of so much attack.
    #[inline]
    fn of(&self, own: &Scores, suit: Suit) -> Prey {
        let preys = &self.0[usize::from(suit == Suit::Spades)];
        let attack = usize::try_from(own.sum(suit)).unwrap_or(0);
        preys.get(attack).or(preys.last()).copied().unwrap_or_default()
    }

    /// How many of the 36 Numbered faces this character beats without Luck.
    #[inline]
    pub(super) fn n_beaten(&self, own: &Scores) -> u8 {
        self.of(own, Suit::Diamonds).n_numbered + self.of(own, Suit::Spades).n_numbered
    }
}

impl StabbyJack {
    /// The monsters that this character wins against.
    pub(super) fn prey(&self, own: &Scores) -> Faces {
        let [red, black] = [Suit::Diamonds, Suit::Spades].map(|suit| self.preys.of(own, suit));
        let lucky = |face: &Face| self.foes[*face].falls_to(own.sum(face.fought_with()), own.luck());
        let tied = red.tied.union(black.tied).filter(lucky);
        red.beaten.union(black.beaten).union(tied.collect())
    }
}
