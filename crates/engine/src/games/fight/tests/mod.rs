//! Tests of Fight!: positions that are set up card by card and played by the names of moves.

mod bots;
mod cards;
mod fights;
mod figures;
mod house;
mod invariants;
mod reserves;

use super::cards::{Card, Cards};
use super::events::Event;
use super::state::{Boost, Main, Phase, State};
use super::{Fight, Move};
use crate::games::conformance::{self, menu, status};
use crate::model::{ChanceStreams, Game, JointMove, Seat, Status, move_id};

fn house(rules: &str) -> Fight {
    conformance::house(rules).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The errors of these settings.
fn faults(rules: &str) -> String {
    conformance::house::<Fight>(rules).expect_err("faulty rules").to_string()
}

/// The two or more seats of most examples.
fn seat(number: usize) -> Seat {
    Seat::new(number)
}

/// A position during a game.
struct Bench<'f> {
    game: &'f Fight,
    state: State,
    chance: ChanceStreams,
    events: Vec<Event>,
}

impl<'f> Bench<'f> {
    /// The start of a fight, with empty hands.
    fn empty(game: &'f Fight, arena: &str, first: usize) -> Self {
        let mut state = game.before_deal.clone();
        state.reserves.clear();
        state.fight = game.rules.fights;
        state.first = seat(first);
        let id = game.book.arena_ids.iter().position(|id| id == arena).expect("an Arena");
        let arena = game.book.arenas.iter().position(|arena| arena.id == id).expect("in play");
        state.arena = u8::try_from(arena).expect("at most 16");
        state.unseen_arenas =
            state.unseen_arenas.iter().copied().filter(|other| *other != state.arena).collect();
        Self { game, state, chance: ChanceStreams::stacked(), events: Vec::new() }
    }

    /// The last fight after all plays: for each seat "main boost", "main" or "".
    fn played(game: &'f Fight, arena: &str, first: usize, seats: &[&str]) -> Self {
        let mut bench = Self::empty(game, arena, first);
        for (number, cards) in seats.iter().enumerate() {
            let cards: Vec<Card> = cards.split_whitespace().map(|name| bench.card(name)).collect();
            if let Some(card) = cards.first() {
                let power = game.warriors[card.index()].power;
                bench.state.mains[seat(number)] = Some(Main { card: *card, power });
            }
            if let Some(card) = cards.get(1) {
                bench.state.boosts[seat(number)] = Boost::FaceDown(*card);
            }
        }
        bench.state.phase = Phase::Resolve;
        bench
    }

    fn card(&self, name: &str) -> Card {
        let mut places = (0..self.game.book.warriors.len()).map(Card::at);
        places.find(|card| self.game.name(*card).to_string() == name).unwrap_or_else(|| panic!("no {name}"))
    }

    fn cards(&self, names: &str) -> Cards {
        names.split_whitespace().map(|name| self.card(name)).collect()
    }

    fn with_reserves(mut self, bottom_first: &str) -> Self {
        self.state.reserves = bottom_first.split_whitespace().map(|name| self.card(name)).collect();
        self
    }

    fn with_graveyard(mut self, names: &str) -> Self {
        self.state.graveyard = self.cards(names);
        self
    }

    fn with_hand(mut self, number: usize, names: &str) -> Self {
        self.state.hands[seat(number)] = self.cards(names);
        self
    }

    /// Puts all remaining Warriors into the Graveyard.
    fn with_the_rest_buried(mut self) -> Self {
        let state = &self.state;
        let mut placed: Cards = state.reserves.iter().copied().collect();
        placed = placed.union(state.removed);
        for seat in self.game.seats() {
            placed = placed.union(state.hands[seat]).union(state.scored[seat]);
            if let Some(main) = state.mains[seat] {
                placed.add(main.card);
            }
            if let Boost::FaceDown(card) | Boost::FaceUp(card) = state.boosts[seat] {
                placed.add(card);
            }
        }
        self.state.graveyard = Cards::first(self.game.book.warriors.len()).minus(placed);
        self
    }

    /// Continues to the next decision with two or more moves; returns its menu, which is empty if the game is
    /// over.
    fn go_on(&mut self) -> Vec<Move> {
        let mut status =
            self.game.play(&mut self.state, &mut JointMove::default(), &mut self.chance, &mut self.events);
        while let Status::Choose(seats) = status {
            let seat = seats.lowest().expect("somebody");
            let menu = menu(self.game, &self.state, seat);
            let [only] = *menu else { return menu };
            status = self.play(seat, only);
        }
        Vec::new()
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Status {
        let mut joint = JointMove::one(seat, mv);
        self.game.play(&mut self.state, &mut joint, &mut self.chance, &mut self.events)
    }

    /// Asserts that the seat has exactly these moves, and makes one of them.
    #[track_caller]
    fn choose(mut self, number: usize, legal: &str, pick: &str) -> Self {
        let menu = self.go_on();
        let Status::Choose(seats) = status(self.game, &self.state) else { panic!("the game is over") };
        let asked = seats.lowest().expect("somebody");
        assert_eq!(asked, seat(number));
        let mut names: Vec<String> = menu.iter().map(|mv| move_id(self.game, *mv)).collect();
        let index = names.iter().position(|name| name == pick).unwrap_or_else(|| panic!("{pick}: {names:?}"));
        names.sort();
        let mut expected: Vec<&str> = legal.split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(names, expected);
        self.play(asked, menu[index]);
        self
    }

    #[track_caller]
    fn activates(self, number: usize) -> Self {
        self.choose(number, "activate score", "activate")
    }

    #[track_caller]
    fn scores(self, number: usize) -> Self {
        self.choose(number, "activate score", "score")
    }

    /// Makes a move of a scene.
    #[track_caller]
    fn makes(self, mv: &str) -> Self {
        let (number, legal) = mv.trim().split_once(' ').expect("a seat and its moves");
        let number = number.parse().expect("a seat");
        if let "activate" | "score" = legal {
            return self.choose(number, "activate score", legal);
        }
        let pick = legal.split(' ').find_map(|id| id.strip_prefix('*')).expect("a move");
        self.choose(number, &legal.replace('*', ""), pick)
    }

    /// Whether this is so, in the words of a scene.
    fn shows(&mut self, part: &str) -> bool {
        let words: Vec<&str> = part.split_whitespace().collect();
        let number = |nth: usize| words.get(nth).map(|word| word.parse::<usize>().expect("a number"));
        let hits = self.events.iter().filter_map(|event| match event {
            Event::Hit { from, to, .. } => Some(format!("{from}-{to}")),
            _ => None,
        });
        match words[0] {
            "taker" => self.taker() == number(1),
            "power" => self.power(number(1).expect("a seat")).map(usize::from) == number(2),
            "scored" => {
                self.state.scored[seat(number(1).expect("a seat"))] == self.cards(&words[2..].join(" "))
            }
            "graveyard" => self.state.graveyard == self.cards(&words[1..].join(" ")),
            "reserves" => Some(self.state.reserves.len()) == number(1),
            "hits" => hits.collect::<Vec<_>>() == words[1..],
            "hit" => hits.collect::<Vec<_>>().contains(&words[1].to_owned()),
            "fizzled" => {
                let fizzled = self.events.iter().filter(|event| matches!(event, Event::Fizzled { .. }));
                Some(fizzled.count()) == number(1)
            }
            other => panic!("{other}"),
        }
    }

    /// Asserts that there are no more decisions in this last fight; returns the player who took the Arena.
    #[track_caller]
    fn taker(&mut self) -> Option<usize> {
        let menu = self.go_on();
        assert!(menu.is_empty(), "somebody is asked: {menu:?}");
        (0..5).find(|number| self.state.won[seat(*number)] >> self.state.arena & 1 == 1)
    }

    fn power(&self, number: usize) -> Option<u16> {
        self.state.mains[seat(number)].map(|main| main.power)
    }

    fn names(&self, cards: Cards) -> Vec<String> {
        cards.into_iter().map(|card| self.game.name(card).to_string()).collect()
    }
}

/// Plays scenes. Each has its settings, or `-`; the Arena, the 1st player, and main and boost of each seat, or its `hands`; and
/// Reserves and Graveyard. After `>` come moves: `0 activate`, or the seat and all its legal moves, with a star at the one that it
/// makes. After `=` comes what must be so; `taker` ends the fight.
#[track_caller]
fn play_scenes(text: &str) {
    for scene in text.split("\n\n") {
        let mut lines = scene.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let mut next = || lines.next().expect("a line").to_owned();
        let (settings, position) = (next(), next());
        let (place, cards) = position.split_once(": ").expect("an Arena");
        let cards: Vec<&str> = cards.split('|').collect();
        let settings = settings.trim_start_matches('-').replace("; ", "\n");
        let game = house(&format!("setup.players = {}\n{settings}", cards.len()));
        let (place, has_hands) = (place.trim_start_matches("hands "), place.starts_with("hands "));
        let (arena, first) = place.split_once(' ').expect("a 1st player");
        let first = first.parse().expect("a seat");
        let mut bench = if has_hands {
            let bench = Bench::empty(&game, arena, first);
            cards.iter().enumerate().fold(bench, |bench, (number, hand)| bench.with_hand(number, hand))
        } else {
            Bench::played(&game, arena, first, &cards)
        };
        for line in lines {
            let (moves, expected) = line.split_once('=').unwrap_or((line, ""));
            bench = match moves.trim().split_once(' ') {
                Some(("reserves", names)) => bench.with_reserves(names),
                Some(("graveyard", names)) => bench.with_graveyard(names),
                Some((_, moves)) => moves.split(',').fold(bench, Bench::makes),
                None => bench,
            };
            for part in expected.split(';').map(str::trim).filter(|part| !part.is_empty()) {
                assert!(bench.shows(part), "{part}: {scene}\n{:?}", bench.state);
            }
        }
    }
}
