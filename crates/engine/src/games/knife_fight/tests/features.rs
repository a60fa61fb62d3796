//! Features of moves (clause 11), computed by hand.

use super::super::{KnifeFight, Rank, State};
use super::duel::duel;
use super::{BLACK, RED, house, rank};
use crate::games::conformance::{bench, menu};
use crate::model::{ChanceStreams, Game, JointMove, Seat};

/// The features of each of the seat's moves.
struct Rows {
    menu: Vec<Rank>,
    rows: Vec<f64>,
}

impl Rows {
    fn of(game: &KnifeFight, state: &State, seat: Seat) -> Self {
        let menu = menu(game, state, seat);
        let rows = bench::features(game, state, seat, &menu);
        Self { menu, rows }
    }

    /// Asserts the features of a move, such as `two: damage-dealt 1, lethal 0.5`; all others must be 0.
    fn are(&self, line: &str) {
        let (card, expected) = line.trim().split_once(": ").expect("a move and its features");
        let index = self.menu.iter().position(|mv| *mv == rank(card)).expect("a move");
        let features = KnifeFight::INFO.features;
        let mut values = vec![0.0; features.len()];
        for (name, value) in expected.split(", ").map(|one| one.split_once(' ').expect("a value")) {
            let feature = features.iter().position(|feature| feature.name == name).expect("a feature");
            values[feature] = value.parse().expect("a number");
        }
        for ((feature, found), value) in features.iter().zip(&self.rows[index * features.len()..]).zip(values)
        {
            assert!((found - value).abs() < 1e-12, "{line}: {} is {found}", feature.name);
        }
    }
}

/// The features for black after both have laid these cards, or at the start of the round.
fn black_sees(set: &str, black: &str, red: &str, laid: Option<[&str; 2]>) -> Rows {
    let game = house(set);
    let mut state = duel(set, black, red).before();
    if let Some(cards) = laid {
        let mut chosen = JointMove::default();
        [BLACK, RED].into_iter().zip(cards).for_each(|(seat, card)| chosen.set(seat, rank(card)));
        game.play(&mut state, &mut chosen, &mut ChanceStreams::stacked(), &mut crate::model::NoObserver);
    }
    Rows::of(&game, &state, BLACK)
}

/// Black bleeds 4 per round; red still has a five, a ten, a Jack and a Joker, not counting Kings.
const WOUNDED: [&str; 2] =
    ["hand two queen king; deck 6×ten; pile ten", "hand five ten jack; deck king joker"];

/// Settings, both sides, the cards that both have laid, and black's moves with all features that are not 0.
#[test]
fn moves_are_weighed_against_everything_the_opponent_may_hold() {
    for (set, [black, red], laid, moves) in [
        // Two of four are numbers that the two beats, each leaving red 1 to draw and 1 to bleed, of 2. The best follow-ups of the
        // King: the Queen against the five, the two against the ten, the Queen against the Joker; none helps against the Jack.
        // Two cards and a bleed of 4 empty black's deck unless the Queen heals.
        (
            "",
            WOUNDED,
            None,
            "two: damage-dealt 1, damage-taken 0.5, lethal 0.5, cards-spent 1
            queen: damage-taken 3.75, damage-healed 7.5, cards-spent 1, dressing 1, low-cards-kept 0.9, own-bleed 4
            king: damage-dealt 0.5, damage-taken 1.25, damage-healed 5, lethal 0.25, fatal 0.5, cards-spent 2, feint 1, \
            low-cards-kept 0.9",
        ),
        // The five and the ten come back: the ten bleeds red dry (1 + 4), and so does the five (1 + 2).
        (
            "",
            ["hand jack queen joker; deck 6×ten", WOUNDED[1]],
            None,
            "jack: cards-spent 1, parry 1
            joker: damage-dealt 3.75, lethal 0.5, cards-spent 1, reflect 1
            queen: damage-taken 3.75, cards-spent 1, dressing 1, clean-dressing 1",
        ),
        (
            "queen-empty-pile = block",
            ["hand two queen king; deck 6×ten", WOUNDED[1]],
            None,
            "queen: cards-spent 1, dressing 1, clean-dressing 1, low-cards-kept 0.9",
        ),
        (
            "queen-mode = heal",
            WOUNDED,
            None,
            "queen: damage-healed 7.5, cards-spent 1, dressing 1, low-cards-kept 0.9, own-bleed 4",
        ),
        (
            "",
            WOUNDED,
            Some(["king", "five"]),
            "two: damage-dealt 2, lethal 1, fatal 1, cards-spent 2
            queen: damage-taken 5, damage-healed 10, cards-spent 2, dressing 1, low-cards-kept 0.9, own-bleed 4",
        ),
        // A spent Jack certainly does nothing.
        (
            "king-vs-jack = baited",
            WOUNDED,
            Some(["king", "jack"]),
            "two: damage-dealt 2, lethal 1, fatal 1, cards-spent 2",
        ),
        // Unseen: two fives, a ten, a Jack. Drawing two cards always empties red's deck.
        (
            "",
            ["hand two three king; deck 9×ten", "hand five jack king; deck five ten"],
            Some(["king"; 2]),
            "two: damage-dealt 1.5, lethal 1, cards-spent 2, low-cards-kept 0.8",
        ),
        (
            "",
            ["hand two three king; deck 9×ten", "hand 3×king; deck king"],
            None,
            "three: damage-dealt 3, lethal 1, cards-spent 1, low-cards-kept 0.9",
        ),
        // A wound is worth its damage.
        (
            "cards.three.damage = 8",
            ["hand queen ten nine; deck 9×ten; pile three ten", "hand five ten jack; deck king joker"],
            Some(["queen", "five"]),
            "three: wound-removed 8
            ten: wound-removed 10",
        ),
    ] {
        let rows = black_sees(set, black, red, laid);
        moves.lines().for_each(|line| rows.are(line));
    }
}
