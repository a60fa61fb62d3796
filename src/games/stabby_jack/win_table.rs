//! What an attack wins against, looked up by its size. Bots use it, who weigh every card that may come.

use super::StabbyJack;
use super::cards::{Face, Faces, Suit};
use super::rules::Rules;
use super::state::Scores;

/// Attacks with an entry of their own: the highest value is 99, and every larger attack beats it.
const ATTACKS: usize = 101;

/// What an attack of some size wins against.
#[derive(Clone, Copy, Debug, Default)]
struct Wins {
    /// The monsters that it exceeds, and so beats without a look at ties.
    beaten: Faces,
    /// How many of these are Numbered.
    n_numbered: u8,
    /// The monsters that it ties with and beats with enough Luck.
    tied: Faces,
}

/// The wins of a Red Attack of 0, 1, 2 …, and those of a Black Attack.
#[derive(Clone, Debug)]
pub(super) struct WinTable([Vec<Wins>; 2]);

impl WinTable {
    /// The wins by these rules.
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

    /// How many of the 36 Numbered faces this character beats without Luck.
    pub(super) fn n_beaten(&self, own: &Scores) -> u8 {
        self.of(own, Suit::Diamonds).n_numbered + self.of(own, Suit::Spades).n_numbered
    }
}

impl StabbyJack {
    /// The monsters that this character wins against.
    pub(super) fn beatable(&self, own: &Scores) -> Faces {
        let [red, black] = [Suit::Diamonds, Suit::Spades].map(|suit| self.win_table.of(own, suit));
        let lucky = |face: &Face| self.rules.wins_fight(*face, own.sum(face.fought_with()), own.luck());
        let tied = red.tied.union(black.tied).filter(lucky);
        red.beaten.union(black.beaten).union(tied.collect())
    }
}
