//! Tests of Knife Fight: the worked examples as [`duel`]s in the notation of the rulebook, small games solved exactly, and
//! invariants over random rules and games. A test of `described` compares it with the same game in another language.

mod books;
mod bounds;
mod chances;
mod duel;
mod exact;
mod exact_mixes;
mod features;
mod figures;
mod settings;
mod unseen;
mod walks;
mod worked;

use super::{KnifeFight, Rank};
use crate::games::check;
use crate::games::conformance::{apply, printed};
use crate::model::settings::Node;
use crate::model::{Game, Seat};

const BLACK: Seat = Seat::FIRST;
const RED: Seat = Seat::SECOND;

/// A rank by its id.
fn rank(id: &str) -> Rank {
    Rank::all().find(|rank| rank.id() == id).unwrap_or_else(|| panic!("no card is called {id}"))
}

/// Cards as the worked examples list them: `ten 4×two`.
fn cards(text: &str) -> Vec<Rank> {
    let group = |word: &str| {
        let (times, id) = word.split_once('×').unwrap_or(("1", word));
        vec![rank(id); times.parse().expect("a number of cards")]
    };
    text.split_whitespace().flat_map(group).collect()
}

/// The printed settings with changes, separated by semicolons: `tie = no-hit` (a key without a
/// dot belongs to `rules`), `cards.ace.strength = 11`, or a whole deck: `black ace 3×two king`.
fn tree_of(set: &str) -> Node {
    let mut tree = printed(KnifeFight::INFO.id);
    let mut put = |entry: &str| apply(&mut tree, entry).expect("a setting");
    for entry in set.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
        if let Some((key, _)) = entry.split_once('=') {
            put(&if key.contains('.') { entry.to_owned() } else { format!("rules.{entry}") });
        } else {
            let (colour, deck) = entry.split_once(' ').expect("a colour and its cards");
            let deck = cards(deck);
            for rank in Rank::all() {
                let copies = deck.iter().filter(|card| **card == rank).count();
                put(&format!("deck.{colour}.{}={copies}", rank.id()));
            }
        }
    }
    tree
}

/// The game under the printed settings with changes.
fn house(set: &str) -> KnifeFight {
    check(&tree_of(set)).unwrap_or_else(|faults| panic!("{set}: {faults}")).0
}
