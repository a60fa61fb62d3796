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

#[test]
fn a_first_card_is_weighed_against_everything_the_opponent_may_hold() {
    let rows = black_sees("", WOUNDED[0], WOUNDED[1], None);
    // Two of four are numbers that the two beats, each leaving red 1 to draw and 1 to bleed, of 2.
    rows.are("two", &[("damage-dealt", 1.0), ("damage-taken", 0.5), ("lethal", 0.5), ("cards-spent", 1.0)]);
    rows.are(
        "queen",
        &[
            ("damage-taken", 15.0 / 4.0),
            ("damage-healed", 30.0 / 4.0),
            ("cards-spent", 1.0),
            ("dressing", 1.0),
            ("low-cards-kept", 0.9),
            ("own-bleed", 4.0),
        ],
    );
    // The best follow-ups of the King: the Queen against the five, the two against the ten, the Queen against
    // the Joker; none helps against the Jack. Two cards and a bleed of 4 empty black's deck unless the Queen
    // heals.
    rows.are(
        "king",
        &[
            ("damage-dealt", 0.5),
            ("damage-taken", 5.0 / 4.0),
            ("damage-healed", 20.0 / 4.0),
            ("lethal", 0.25),
            ("fatal", 0.5),
            ("cards-spent", 2.0),
            ("feint", 1.0),
            ("low-cards-kept", 0.9),
        ],
    );
}

#[test]
fn jacks_jokers_and_queens_without_wounds_have_different_features() {
    let rows = black_sees("", "hand jack queen joker; deck 6×ten", WOUNDED[1], None);
    rows.are("jack", &[("cards-spent", 1.0), ("parry", 1.0)]);
    // The five and the ten come back: the ten bleeds red dry (1 + 4), and so does the five (1 + 2).
    rows.are(
        "joker",
        &[("damage-dealt", 15.0 / 4.0), ("lethal", 0.5), ("cards-spent", 1.0), ("reflect", 1.0)],
    );
    rows.are(
        "queen",
        &[("damage-taken", 15.0 / 4.0), ("cards-spent", 1.0), ("dressing", 1.0), ("clean-dressing", 1.0)],
    );
}

#[test]
fn the_settings_of_queens_are_known() {
    let clean = "hand two queen king; deck 6×ten";
    let blocked = [("cards-spent", 1.0), ("dressing", 1.0), ("clean-dressing", 1.0), ("low-cards-kept", 0.9)];
    black_sees("queen-empty-pile = block", clean, WOUNDED[1], None).are("queen", &blocked);
    black_sees("queen-mode = heal", WOUNDED[0], WOUNDED[1], None).are(
        "queen",
        &[
            ("damage-healed", 30.0 / 4.0),
            ("cards-spent", 1.0),
            ("dressing", 1.0),
            ("low-cards-kept", 0.9),
            ("own-bleed", 4.0),
        ],
    );
}

#[test]
fn a_follow_up_is_weighed_against_the_open_card() {
    let rows = black_sees("", WOUNDED[0], WOUNDED[1], Some(["king", "five"]));
    rows.are("two", &[("damage-dealt", 2.0), ("lethal", 1.0), ("fatal", 1.0), ("cards-spent", 2.0)]);
    rows.are(
        "queen",
        &[
            ("damage-taken", 5.0),
            ("damage-healed", 10.0),
            ("cards-spent", 2.0),
            ("dressing", 1.0),
            ("low-cards-kept", 0.9),
            ("own-bleed", 4.0),
        ],
    );
    // A spent Jack certainly does nothing.
    let set = "king-vs-jack = baited";
    black_sees(set, WOUNDED[0], WOUNDED[1], Some(["king", "jack"]))
        .are("two", &[("damage-dealt", 2.0), ("lethal", 1.0), ("fatal", 1.0), ("cards-spent", 2.0)]);
}

#[test]
fn an_opponent_that_follows_too_draws_two_cards() {
    let rows = black_sees(
        "",
        "hand two three king; deck 9×ten",
        "hand five jack king; deck five ten",
        Some(["king"; 2]),
    );
    // Unseen: two fives, a ten, a Jack. Drawing two cards always empties red's deck.
    rows.are("two", &[("damage-dealt", 1.5), ("lethal", 1.0), ("cards-spent", 2.0), ("low-cards-kept", 0.8)]);
}

#[test]
fn an_opponent_with_kings_alone_attacks_with_nothing() {
    black_sees("", "hand two three king; deck 9×ten", "hand 3×king; deck king", None).are(
        "three",
        &[("damage-dealt", 3.0), ("lethal", 1.0), ("cards-spent", 1.0), ("low-cards-kept", 0.9)],
    );
}

#[test]
fn a_wound_is_worth_its_damage() {
    let rows = black_sees(
        "cards.three.damage = 8",
        "hand queen ten nine; deck 9×ten; pile three ten",
        "hand five ten jack; deck king joker",
        Some(["queen", "five"]),
    );
    rows.are("three", &[("wound-removed", 8.0)]);
    rows.are("ten", &[("wound-removed", 10.0)]);
}
