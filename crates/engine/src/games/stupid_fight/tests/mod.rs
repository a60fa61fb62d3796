//! The worked examples of the rules, invariants of all games, and rejected configs.

mod examples;
mod house;
mod invariants;
mod refusals;

use super::cards::{CARDS, Id, Slot};
use super::state::Hand;
use super::{Event, Move, Phase, Player, State, StupidFight};
use crate::games::conformance::{menu, status};
use crate::model::settings::ConfigErrors;
use crate::model::{ChanceStreams, Game, JointMove, MAX_SEATS, Outcome, Seat, Seats, Status, move_id};

/// The printed rules overlaid with these settings.
fn rules(house: &str) -> Result<StupidFight, ConfigErrors> {
    crate::games::conformance::house(house)
}

/// A game set up by hand: seat 0 is in the middle of its first turn.
struct Scene {
    game: StupidFight,
    state: State,
    chance: ChanceStreams,
    events: Vec<Event>,
    /// The number of copies of each card.
    all: Vec<usize>,
}

impl Scene {
    /// Each seat: `parts | hand | deck | …`, the last `broken` for a broken torso, or a slot with a `special` beside it. Cards are
    /// listed from the top; `3 kick` means three copies of `kick`. Every seat without another torso has a `torso-wrestler`.
    fn new(house: &str, seats: &[&str]) -> Self {
        let house = format!("setup.players = {}\n{house}", seats.len());
        let game = rules(&house).unwrap_or_else(|faults| panic!("{faults}"));
        let mut state = State::new();
        state.table.turns = 1;
        for (number, line) in seats.iter().enumerate() {
            let seat = Seat::new(number);
            let mut zones = line.split('|').map(str::trim);
            let mut zone = || zones.next().unwrap_or("");
            state.table.living = state.table.living.with(seat);
            state.table.begun = state.table.living;
            let player = state.table.player_mut(seat);
            for part in std::iter::once("torso-wrestler").chain(zone().split_whitespace()) {
                let slot = game.card(id(&game, part)).kind.slot().expect("a part");
                player.parts[slot.index()] = id(&game, part);
            }
            let (hand, deck) = (zone(), zone());
            match zone() {
                "" => {}
                "broken" => player.broken = id(&game, "torso-break"),
                "torso" => player.marks[Slot::Torso.index()] = id(&game, "special"),
                "right-arm" => player.marks[Slot::RightArm.index()] = id(&game, "special"),
                other => panic!("{other}"),
            }
            let body = game.body(player);
            state.table.set_body(seat, body);
            for card in cards(&game, deck).into_iter().rev() {
                state.lay_on_deck(seat, card);
            }
            for card in cards(&game, hand) {
                state.gain(seat, card);
            }
        }
        let all = census(&game, &state);
        Self { game, state, chance: ChanceStreams::stacked(), events: Vec::new(), all }
    }

    fn menu(&self) -> Vec<(String, Move)> {
        let Status::Choose(seats) = status(&self.game, &self.state) else { return Vec::new() };
        let menu = menu(&self.game, &self.state, seats.lowest().expect("somebody"));
        menu.into_iter().map(|mv| (move_id(&self.game, mv), mv)).collect()
    }

    /// The names of the legal moves.
    fn legal(&self) -> Vec<String> {
        self.menu().into_iter().map(|(name, _)| name).collect()
    }

    /// Makes the moves with these names, and after each all forced moves until a turn could end.
    fn play(&mut self, names: &str) {
        for name in names.split(' ') {
            let mv = self.menu().iter().find(|(known, _)| known == name).map(|(_, mv)| *mv);
            let mv = mv.unwrap_or_else(|| panic!("{name} is not legal: {:?}", self.legal()));
            self.make(mv);
            while self.state.table.phase != Phase::Main {
                let menu = self.menu();
                let [(_, only)] = menu[..] else { break };
                self.make(only);
            }
        }
    }

    fn make(&mut self, mv: Move) {
        let Status::Choose(seats) = status(&self.game, &self.state) else { panic!("the game is over") };
        let seat = seats.lowest().expect("somebody");
        let mut chosen = JointMove::one(seat, mv);
        self.game.play(&mut self.state, &mut chosen, &mut self.chance, &mut self.events);
    }

    fn decision(&self) -> &'static str {
        self.game.decision(&self.state, self.state.table.chooser()).name
    }

    fn player(&self, seat: usize) -> &Player {
        self.state.table.player(Seat::new(seat))
    }

    /// A hand in text form: ids in the order of the deck list.
    fn hand(&self, seat: usize) -> String {
        let hand = self.state.hand(Seat::new(seat));
        self.write(hand.ids.iter().map(|id| (id, usize::from(hand.counts[id.index()]))))
    }

    /// A deck from the top.
    fn deck(&self, seat: usize) -> Vec<&str> {
        self.state.deck(Seat::new(seat)).iter().rev().map(|id| self.game.card(*id).id.as_str()).collect()
    }

    /// All cards that are in no other zone.
    fn trash(&self) -> String {
        let left = census(&self.game, &self.state);
        let ids = (0..self.all.len()).map(|index| (Id::at(index), self.all[index] - left[index]));
        self.write(ids.filter(|(_, count)| *count > 0))
    }

    fn aside(&self) -> String {
        let aside = self.state.table.aside.iter().enumerate();
        self.write(aside.filter(|(_, n)| **n > 0).map(|(index, n)| (Id::at(index), usize::from(*n))))
    }

    fn write(&self, counts: impl Iterator<Item = (Id, usize)>) -> String {
        let words = counts.map(|(id, count)| match count {
            1 => self.game.card(id).id.clone(),
            count => format!("{count} {}", self.game.card(id).id),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Whether this is so, in the words of [`play_scenes`].
    fn shows(&self, part: &str) -> bool {
        let (what, text) = part.split_once(' ').unwrap_or((part, ""));
        let words: Vec<&str> = text.split(' ').collect();
        let seat = || words[0].parse::<usize>().expect("a seat");
        let number = || words[1].parse::<usize>().expect("a number");
        let over = match status(&self.game, &self.state) {
            Status::Over(outcome) => Some(outcome),
            Status::Choose(_) => None,
        };
        match what {
            "asked" => {
                let is_it = over.is_none() && self.decision() == words[0];
                is_it && (words.len() == 1 || self.legal() == words[1..])
            }
            "can" => self.legal().contains(&text.to_owned()),
            "cannot" => !self.legal().contains(&text.to_owned()),
            "deck" => self.deck(seat()).len() == number(),
            "cards" => self.deck(seat()) == words[1..],
            "hand" => self.hand(seat()) == words[1..].join(" "),
            "part" => self.player(seat()).parts.contains(&id(&self.game, words[1])),
            "health" => usize::from(self.game.health(&self.state.table, Seat::new(seat()))) == number(),
            "thrown" => self.state.table.combo[0].thrown.to_string() == text,
            "trash" => self.trash() == text,
            "aside" => self.aside() == text,
            "winner" => over == Some(Outcome::Win(Seats::only(Seat::new(seat())))),
            "nobody" => over == Some(Outcome::AllLose),
            other => panic!("{other}"),
        }
    }
}

/// Plays scenes. Each has a setting, or `-`; its seats, as [`Scene::new`] takes them; moves after `>`; and after `=` what must be
/// so: the decision that is `asked` and its legal moves, the size of a `deck` or its `cards` from the top, and so on.
#[track_caller]
fn play_scenes(text: &str) {
    for scene in text.split("\n\n") {
        let lines: Vec<&str> = scene.lines().map(str::trim).filter(|line| !line.starts_with('#')).collect();
        let n_seats = lines[1..].iter().take_while(|line| !line.starts_with(['>', '='])).count();
        let mut table = Scene::new(lines[0].trim_matches('-'), &lines[1..=n_seats]);
        for line in &lines[1 + n_seats..] {
            let (moves, expected) = line.split_once('=').expect("what must be so");
            if let Some(moves) = moves.strip_prefix('>') {
                table.play(moves.trim());
            }
            for part in expected.split(';').map(str::trim) {
                let found = (table.menu(), table.hand(1), table.deck(1), table.trash());
                assert!(table.shows(part), "{part}: {found:?} in\n{scene}");
            }
        }
    }
}

fn id(game: &StupidFight, name: &str) -> Id {
    let index = game.cards.iter().position(|card| card.id == name);
    Id::at(index.unwrap_or_else(|| panic!("no card {name}")))
}

fn cards(game: &StupidFight, list: &str) -> Vec<Id> {
    let words = list.split(", ").filter(|words| !words.is_empty());
    let copies = words.flat_map(|words| {
        let (count, name) = words.split_once(' ').unwrap_or(("1", words));
        std::iter::repeat_n(id(game, name), count.parse().expect("a number"))
    });
    copies.collect()
}

/// The number of copies of each card in decks, hands, in play or set aside.
fn census(game: &StupidFight, state: &State) -> Vec<usize> {
    let mut counts = vec![0; game.cards.len()];
    for seat in Seats::first(MAX_SEATS) {
        let player = state.table.player(seat);
        let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
        for id in lying.filter(|id| !id.is_none()).chain(state.deck(seat)) {
            counts[id.index()] += 1;
        }
        for (index, count) in state.hand(seat).counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            counts[index] += usize::from(*count);
        }
    }
    for (index, count) in state.table.aside.iter().enumerate().filter(|(_, n)| **n > 0) {
        counts[index] += usize::from(*count);
    }
    counts
}

/// The entries above the top of a deck, which are always empty.
fn above(state: &State, seat: Seat) -> &[Id] {
    &state.decks[seat][usize::from(state.table.n_deck[seat])..CARDS]
}

/// The size of a hand, computed from its ids and counts.
fn size(hand: &Hand) -> usize {
    hand.counts.iter().map(|count| usize::from(*count)).sum()
}
