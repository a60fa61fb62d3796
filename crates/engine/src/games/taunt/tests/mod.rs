//! Tests of the rules: the worked examples, and invariants of all games.

mod configs;
mod exact;
mod examples;
mod invariants;
mod modes;
mod secrets;

use super::state::{Fighter, State};
use super::{Event, MoveId, Taunt};
use crate::games::conformance::bench::Bench;
use crate::games::conformance::{edge_games, walk, with_set};
use crate::model::{ChanceStreams, Game, Outcome, Seat, Seats};

/// The printed rules with these settings.
fn house(sets: &[&str]) -> Result<Taunt, String> {
    with_set(sets).map_err(|faults| faults.to_string())
}

/// A game in progress, which is set up by hand and played card by card.
type Play = Bench<Taunt>;

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

impl Bench<Taunt> {
    /// A game of these characters, with these settings.
    fn of(characters: &[&str], sets: &[&str]) -> Self {
        let names: Vec<String> = characters.iter().map(|name| format!("\"{name}\"")).collect();
        let fighters = format!("setup.fighters=[{}]", names.join(","));
        let mut all = vec![fighters.as_str()];
        all.extend(sets);
        let game = house(&all).unwrap_or_else(|faults| panic!("{faults}"));
        let state = game.new_game(&mut ChanceStreams::stacked(), &mut Vec::new());
        Self { game, state, chance: ChanceStreams::stacked(), events: Vec::new() }
    }

    /// A game of these characters and settings, with blanks between them. `@` is followed by the deck of all monsters.
    fn set_up(line: &str) -> Self {
        let deck = |cards: &str| {
            format!("[{}]", cards.split(',').map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(","))
        };
        let decks = |cards: &str| format!("monsters.decks=[[{0},{0},{0}],[{0},{0},{0}]]", deck(cards));
        let words =
            line.split_whitespace().map(|word| word.strip_prefix('@').map_or_else(|| word.to_owned(), decks));
        let (sets, characters): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
        let [sets, characters] =
            [&sets, &characters].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        Self::of(&characters, &sets)
    }

    /// Changes the position: `near 0-1` (pairs that become Near), `0: 4 2 5` (damage or blood, ↑, tokens), `without 0 kick`
    /// (cards that are disabled), and seats that are `standing`, `spirits`, `down` or `asked`.
    fn place(&mut self, parts: &str) {
        for part in parts.split(';') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let (what, rest) = (words[0], &words[1..]);
            if let Some(number) = what.strip_suffix(':') {
                let fighter = &mut self.state.open.fighters[place(number)];
                let board = [&mut fighter.damage, &mut fighter.charges, &mut fighter.tokens];
                board
                    .into_iter()
                    .zip(rest)
                    .for_each(|(value, word)| *value = word.parse().expect("a number"));
                continue;
            }
            let open = &mut self.state.open;
            match what {
                "near" => {
                    for (one, other) in rest.iter().map(|pair| pair_of(pair)) {
                        open.near[one] = open.near[one].with(other);
                        open.near[other] = open.near[other].with(one);
                    }
                }
                "standing" => open.standing = seats(rest),
                "spirits" => open.spirits = seats(rest),
                "down" => open.down = seats(rest),
                "asked" => self.state.asked = seats(rest),
                "without" => {
                    let seat = place(rest[0]);
                    for card in &rest[1..] {
                        let card = self.card(card);
                        let deck = self.game.deck(&self.state, seat);
                        let place =
                            deck.cards().iter().position(|held| *held == card).expect("a card of the deck");
                        let monster = self.game.monster(&self.state, seat);
                        self.state.disabled[seat].cards[monster] |= 1 << place;
                    }
                }
                other => panic!("{other}"),
            }
        }
    }

    /// Asserts the position, in the words of [`place`](Self::place), and what each seat may choose, what was lost, and the end.
    #[track_caller]
    fn shows(&self, parts: &str) {
        for part in parts.split(';') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let (what, rest) = (words[0], &words[1..]);
            let numbers = || numbers_of(rest);
            let (open, legal) = (&self.state.open, |card: &&str| {
                self.menu(place(rest[0])).iter().any(|id| id.as_str() == *card)
            });
            let is_so = match what {
                "near" | "far" => {
                    let (one, other) = pair_of(rest[0]);
                    assert_eq!(open.near[one].has(other), open.near[other].has(one));
                    open.near[one].has(other) == (what == "near")
                }
                "asked" => {
                    let (decision, asked) = self.asked();
                    decision == rest[0] && (rest.len() == 1 || asked == numbers_of(&rest[1..]))
                }
                "may" => self.menu(place(rest[0])) == rest[1..],
                "can" => rest[1..].iter().all(legal),
                "cannot" => !rest[1..].iter().any(legal),
                "lost" => self.disabled(place(rest[0]).index()) == rest[1..],
                "locked" => open.locked == seats(rest),
                "spirits" => open.spirits == seats(rest),
                "beside" => open.contacts[place(rest[0])] == seats(&rest[1..]),
                "queued" => usize::from(self.fighter(numbers()[0]).queued) == numbers()[1],
                "active" => usize::from(self.fighter(numbers()[0]).active) == numbers()[1],
                "fight" => {
                    numbers()
                        == [
                            usize::try_from(open.fight).expect("few"),
                            open.wins[0].into(),
                            open.wins[1].into(),
                        ]
                }
                "win" => self.outcome() == Some(Outcome::Win(seats(rest))),
                "share" => self.outcome() == Some(Outcome::Shared(seats(rest))),
                "draw" => self.outcome() == Some(Outcome::Draw),
                "stalemate" => self.outcome() == Some(Outcome::Stalemate),
                "on" => self.outcome().is_none(),
                _ => {
                    let (damage, charges, tokens) = self.board(place(what.trim_end_matches(':')).index());
                    let is_it = |(value, word): (u8, &&str)| *word == "-" || word.parse() == Ok(value);
                    [damage, charges, tokens].into_iter().zip(rest).all(is_it)
                }
            };
            let boards: Vec<_> = (0..self.game.rules.players).map(|number| self.board(number)).collect();
            assert!(
                is_so,
                "{part}: {boards:?}, {:?}, lost {:?}, {:?}",
                self.asked(),
                self.disabled(0),
                self.outcome()
            );
        }
    }

    fn card(&self, id: &str) -> MoveId {
        let ids = &self.game.rules.moves.ids;
        MoveId::at(ids.iter().position(|known| known == id).unwrap_or_else(|| panic!("no move {id}")))
    }

    fn fighter(&self, number: usize) -> &Fighter {
        &self.state.open.fighters[seat(number)]
    }

    /// Damage, ↑, tokens.
    fn board(&self, number: usize) -> (u8, u8, u8) {
        let fighter = self.fighter(number);
        (fighter.damage, fighter.charges, fighter.tokens)
    }

    /// The ids of the disabled cards.
    fn disabled(&self, number: usize) -> Vec<&str> {
        let known = self.game.known(&self.state, seat(number));
        let cards: Vec<_> = known.iter().flat_map(|known| known.disabled.iter().copied()).collect();
        cards.into_iter().map(|lost| self.game.id_of(lost.card)).collect()
    }
}

/// Plays scenes. The first line of each has characters and settings. `!` changes the position; `>` has the moves of the seats that
/// choose, with `|` between decisions; after ` = ` comes what must be so.
#[track_caller]
fn play_scenes(text: &str) {
    for scene in text.split("\n\n") {
        let mut lines = scene.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let mut play = Play::set_up(lines.next().expect("a scene"));
        for line in lines {
            let (change, expected) = line.split_once(" = ").unwrap_or((line, ""));
            match change.split_at(1) {
                ("!", parts) => play.place(parts),
                (_, moves) => {
                    for ids in moves.split('|') {
                        play.play(&ids.split_whitespace().collect::<Vec<_>>());
                    }
                }
            }
            if !expected.is_empty() {
                play.shows(expected);
            }
        }
    }
}

fn place(number: &str) -> Seat {
    seat(number.parse().expect("a seat"))
}

/// The seats of `0-1`.
fn pair_of(pair: &str) -> (Seat, Seat) {
    let (one, other) = pair.split_once('-').expect("a pair");
    (place(one), place(other))
}

fn numbers_of(words: &[&str]) -> Vec<usize> {
    words.iter().map(|word| word.parse().expect("a number")).collect()
}

fn seats(words: &[&str]) -> Seats {
    words.iter().map(|word| place(word)).collect()
}
