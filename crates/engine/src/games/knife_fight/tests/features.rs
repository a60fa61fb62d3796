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

    /// Asserts the features of a move; all others must be 0.
    fn are(&self, card: &str, expected: &[(&str, f64)]) {
        let index = self.menu.iter().position(|mv| *mv == rank(card)).expect("a move");
        let n = KnifeFight::INFO.features.len();
        for (feature, found) in KnifeFight::INFO.features.iter().zip(&self.rows[index * n..]) {
            let value = expected.iter().find(|(name, _)| *name == feature.name).map_or(0.0, |(_, v)| *v);
            assert!((found - value).abs() < 1e-12, "{card}: {} is {found}, not {value}", feature.name);
        }
        assert!(expected.iter().all(|(name, _)| KnifeFight::INFO.features.iter().any(|f| f.name == *name)));
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
/// What is the same for every Queen of a wounded black.
const QUEEN: [(&str, f64); 3] = [("dressing", 1.0), ("low-cards-kept", 0.9), ("own-bleed", 4.0)];

/// Settings, both sides, the cards that both have laid, and black's moves with all features that are not 0.
type Case<'a> = (&'a str, [&'a str; 2], Option<[&'a str; 2]>, &'a [(&'a str, &'a [(&'a str, f64)])]);

#[test]
fn moves_are_weighed_against_everything_the_opponent_may_hold() {
    let cases: [Case<'_>; 9] = [
        (
            "",
            WOUNDED,
            None,
            &[
                // Two of four are numbers that the two beats, each leaving red 1 to draw and 1 to bleed, of 2.
                (
                    "two",
                    &[("damage-dealt", 1.0), ("damage-taken", 0.5), ("lethal", 0.5), ("cards-spent", 1.0)],
                ),
                (
                    "queen",
                    &[
                        ("damage-taken", 3.75),
                        ("damage-healed", 7.5),
                        ("cards-spent", 1.0),
                        QUEEN[0],
                        QUEEN[1],
                        QUEEN[2],
                    ],
                ),
                // The best follow-ups of the King: the Queen against the five, the two against the ten, the Queen against
                // the Joker; none helps against the Jack. Two cards and a bleed of 4 empty black's deck unless the Queen
                // heals.
                (
                    "king",
                    &[
                        ("damage-dealt", 0.5),
                        ("damage-taken", 1.25),
                        ("damage-healed", 5.0),
                        ("lethal", 0.25),
                        ("fatal", 0.5),
                        ("cards-spent", 2.0),
                        ("feint", 1.0),
                        ("low-cards-kept", 0.9),
                    ],
                ),
            ],
        ),
        (
            "",
            ["hand jack queen joker; deck 6×ten", WOUNDED[1]],
            None,
            &[
                ("jack", &[("cards-spent", 1.0), ("parry", 1.0)]),
                // The five and the ten come back: the ten bleeds red dry (1 + 4), and so does the five (1 + 2).
                ("joker", &[("damage-dealt", 3.75), ("lethal", 0.5), ("cards-spent", 1.0), ("reflect", 1.0)]),
                (
                    "queen",
                    &[
                        ("damage-taken", 3.75),
                        ("cards-spent", 1.0),
                        ("dressing", 1.0),
                        ("clean-dressing", 1.0),
                    ],
                ),
            ],
        ),
        (
            "queen-empty-pile = block",
            ["hand two queen king; deck 6×ten", WOUNDED[1]],
            None,
            &[(
                "queen",
                &[("cards-spent", 1.0), ("dressing", 1.0), ("clean-dressing", 1.0), ("low-cards-kept", 0.9)],
            )],
        ),
        (
            "queen-mode = heal",
            WOUNDED,
            None,
            &[("queen", &[("damage-healed", 7.5), ("cards-spent", 1.0), QUEEN[0], QUEEN[1], QUEEN[2]])],
        ),
        (
            "",
            WOUNDED,
            Some(["king", "five"]),
            &[
                ("two", &[("damage-dealt", 2.0), ("lethal", 1.0), ("fatal", 1.0), ("cards-spent", 2.0)]),
                (
                    "queen",
                    &[
                        ("damage-taken", 5.0),
                        ("damage-healed", 10.0),
                        ("cards-spent", 2.0),
                        QUEEN[0],
                        QUEEN[1],
                        QUEEN[2],
                    ],
                ),
            ],
        ),
        // A spent Jack certainly does nothing.
        (
            "king-vs-jack = baited",
            WOUNDED,
            Some(["king", "jack"]),
            &[("two", &[("damage-dealt", 2.0), ("lethal", 1.0), ("fatal", 1.0), ("cards-spent", 2.0)])],
        ),
        // Unseen: two fives, a ten, a Jack. Drawing two cards always empties red's deck.
        (
            "",
            ["hand two three king; deck 9×ten", "hand five jack king; deck five ten"],
            Some(["king"; 2]),
            &[(
                "two",
                &[("damage-dealt", 1.5), ("lethal", 1.0), ("cards-spent", 2.0), ("low-cards-kept", 0.8)],
            )],
        ),
        (
            "",
            ["hand two three king; deck 9×ten", "hand 3×king; deck king"],
            None,
            &[(
                "three",
                &[("damage-dealt", 3.0), ("lethal", 1.0), ("cards-spent", 1.0), ("low-cards-kept", 0.9)],
            )],
        ),
        // A wound is worth its damage.
        (
            "cards.three.damage = 8",
            ["hand queen ten nine; deck 9×ten; pile three ten", "hand five ten jack; deck king joker"],
            Some(["queen", "five"]),
            &[("three", &[("wound-removed", 8.0)]), ("ten", &[("wound-removed", 10.0)])],
        ),
    ];
    for (set, [black, red], laid, moves) in cases {
        let rows = black_sees(set, black, red, laid);
        moves.iter().for_each(|(card, expected)| rows.are(card, expected));
    }
}
