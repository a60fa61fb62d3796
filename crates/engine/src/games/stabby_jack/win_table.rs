//! The monsters that an attack beats, by attack value. Used by bots, which evaluate every possible next card.

use super::StabbyJack;
use super::cards::{Face, Faces, Suit};
use super::rules::Rules;
use super::state::Scores;

/// Number of attack values with an entry. The highest card value is 99, and every larger attack beats it.
const ATTACKS: usize = 101;

/// The monsters that an attack of some value beats.
#[derive(Clone, Copy, Debug, Default)]
struct Wins {
    /// The monsters with a lower value, which it beats without a tie.
    beaten: Faces,
    /// The number of Numbered monsters among these.
    n_numbered: u8,
    /// The monsters with an equal value, which it beats with enough Luck.
    tied: Faces,
}

/// The entries for a Red Attack of 0, 1, 2 …, and those for a Black Attack.
#[derive(Clone, Debug)]
pub(super) struct WinTable([Vec<Wins>; 2]);

impl WinTable {
    /// Computes the table for these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let monsters = |suit| Face::all().filter(move |face| face.is_monster() && face.fought_with() == suit);
        let wins = |suit, attack| {
            let is_beaten = |face: &Face| i32::from(rules.cards[*face].value) < attack;
            let beaten: Faces = monsters(suit).filter(is_beaten).collect();
            let won = monsters(suit).filter(|face| rules.wins_fight(*face, attack, i32::MAX));
            // At most 18.
            let n_numbered = u8::try_from(beaten.both(Faces::NUMBERED).count()).unwrap_or(u8::MAX);
            Wins { beaten, n_numbered, tied: won.collect::<Faces>().minus(beaten) }
        };
        Self([Suit::Diamonds, Suit::Spades].map(|suit| (0..).map(|a| wins(suit, a)).take(ATTACKS).collect()))
    }

    fn of(&self, own: &Scores, suit: Suit) -> Wins {
        let table = &self.0[usize::from(suit == Suit::Spades)];
        let attack = usize::try_from(own.sum(suit)).unwrap_or(0);
        table.get(attack).or(table.last()).copied().unwrap_or_default()
    }

    /// The number of the 36 Numbered faces that this character beats without Luck.
    pub(super) fn n_beaten(&self, own: &Scores) -> u8 {
        self.of(own, Suit::Diamonds).n_numbered + self.of(own, Suit::Spades).n_numbered
    }
}

impl StabbyJack {
    /// The monsters that this character beats.
    pub(super) fn beatable(&self, own: &Scores) -> Faces {
        let [red, black] = [Suit::Diamonds, Suit::Spades].map(|suit| self.win_table.of(own, suit));
        let lucky = |face: &Face| self.rules.wins_fight(*face, own.sum(face.fought_with()), own.luck());
        let tied = red.tied.union(black.tied).filter(lucky);
        red.beaten.union(black.beaten).union(tied.collect())
    }
}
