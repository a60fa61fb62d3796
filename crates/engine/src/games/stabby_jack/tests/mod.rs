//! Positions in the notation of the rules: `attributes | monsters | damage`, `-` for none; the Deck from its
//! top, the Discard pile with its top last.

mod examples;
mod figures;
mod invariants;
mod settings;
mod win_table;

use super::cards::{Bag, Face, Faces, IDS};
use super::state::{Character, Phase, Scores, State};
use super::{Event, StabbyJack};
use crate::games::conformance::bench::Bench;
use crate::model::settings::ConfigErrors;
use crate::model::{BySeat, ChanceStreams, Deck, Game, NoObserver, Outcome, Pile, Seat, Seats};

/// The printed rules with these settings, or their errors.
fn house(set: &[&str]) -> Result<StabbyJack, ConfigErrors> {
    crate::games::conformance::with_set(set)
}

fn face(id: &str) -> Face {
    Face::at(IDS.iter().position(|known| *known == id).unwrap_or_else(|| panic!("no card {id}")))
}

fn faces(list: &str) -> Vec<Face> {
    list.split_whitespace().filter(|id| *id != "-").map(face).collect()
}

fn listed(faces: impl Iterator<Item = Face>) -> String {
    let ids: Vec<&str> = faces.map(Face::id).collect();
    if ids.is_empty() { "-".into() } else { ids.join(" ") }
}

/// A game in progress with stacked draws.
type Table = Bench<StabbyJack>;

/// Two players under the printed rules; the second has `10h 10c 10s 10d` and no damage.
fn duel(first: &str, deck: &str) -> Table {
    table(&[], &[first, "10h 10c 10s 10d | - | 0"], deck)
}

fn table(set: &[&str], seats: &[&str], deck: &str) -> Table {
    let mut set = set.to_vec();
    let players = format!("setup.players = {}", seats.len());
    set.push(&players);
    let game = house(&set).unwrap_or_else(|faults| panic!("{faults}"));
    let characters = BySeat::from_fn(|seat| {
        seats.get(seat.index()).map_or_else(Character::default, |line| character(&game, line))
    });
    let state = State {
        deck: Deck::new(faces(deck).into_iter().rev(), ChanceStreams::stacked().source(0)),
        discard: Pile::new(),
        characters,
        active: Seat::FIRST,
        turn: 1,
        phase: Phase::Action,
    };
    Table { game, state, chance: ChanceStreams::stacked(), events: Vec::new() }
}

fn character(game: &StabbyJack, line: &str) -> Character {
    let [attributes, monsters, damage] =
        line.split('|').map(str::trim).collect::<Vec<_>>().try_into().expect("three parts");
    let scores = Scores { damage: damage.parse().expect("a number"), ..Scores::default() };
    let mut character = Character { scores, ..Character::default() };
    faces(attributes).into_iter().for_each(|face| character.gain(face, game.rules.cards[face]));
    faces(monsters).into_iter().for_each(|face| character.capture(face, game.rules.cards[face]));
    character
}

impl Bench<StabbyJack> {
    /// The same position with this Discard pile.
    fn discards(mut self, discard: &str) -> Self {
        self.state.discard = faces(discard).into_iter().collect();
        self
    }

    /// The ids of the legal moves.
    fn legal(&self) -> String {
        self.menu(self.state.active).join(" ")
    }

    /// The current decision and its seat.
    fn due(&self) -> (&'static str, usize) {
        let seat = self.state.active;
        (self.game.decision(&self.state, seat).name, seat.index())
    }

    /// Makes these decisions one after another; decisions with one legal move are made automatically.
    fn takes(mut self, names: &str) -> Self {
        for name in names.split_whitespace() {
            self.play(&[name]);
            while let ([seat], [only]) = (&self.asked().1[..], &self.menu(self.state.active)[..]) {
                assert_eq!(*seat, self.state.active.index());
                self.play(&[only]);
            }
        }
        self
    }

    /// The winner.
    fn winner(&self) -> Option<usize> {
        self.outcome().and_then(|outcome| outcome.winners().lowest()).map(Seat::index)
    }

    /// The cards in front of a seat.
    fn seat(&self, seat: usize) -> String {
        let character = &self.state.characters[Seat::new(seat)];
        let (attributes, monsters) =
            (listed(character.attributes.cards()), listed(character.monsters.cards()));
        format!("{attributes} | {monsters} | {}", character.damage)
    }

    fn points(&self) -> u16 {
        self.state.characters[Seat::FIRST].points
    }

    fn damage(&self) -> u16 {
        self.state.characters[Seat::FIRST].damage
    }

    fn discard(&self) -> String {
        listed(self.state.discard.iter().copied())
    }

    fn deck(&self) -> String {
        listed(self.state.deck.iter().rev())
    }
}

/// Number of cards of a bag.
fn n_cards(bag: &Bag) -> usize {
    bag.cards().count()
}
