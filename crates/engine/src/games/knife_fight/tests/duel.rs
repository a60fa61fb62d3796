//! A small language for one round, in the notation of the worked examples: hands in any order, decks top
//! first, "piles" are damage piles. Zones that are not mentioned are empty.

use super::super::state::{Phase, Player};
use super::super::{KnifeFight, Rank, State};
use super::books::{Books, Counts};
use super::{BLACK, RED, cards, house};
use crate::games::conformance::{bench, menu, status};
use crate::model::{ChanceStreams, Game, JointMove, Outcome, Ratio, Seat, Seats, Status};
use std::collections::VecDeque;

/// Two players before a round.
pub(super) struct Duel {
    game: KnifeFight,
    state: State,
    books: Books,
}

/// The same players after the round.
pub(super) struct After {
    pub(super) game: KnifeFight,
    pub(super) state: State,
    pub(super) books: Books,
}

/// The cards of a zone: `zone("hand four eight; deck 4×two", "deck")`.
fn zone(text: &str, name: &str) -> Vec<Rank> {
    let zones = ["hand", "deck", "pile", "discard"];
    let mut found = Vec::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (zone, held) = part.split_once(' ').unwrap_or((part, ""));
        assert!(zones.contains(&zone), "no zone is called {zone}");
        if zone == name {
            found = cards(held);
        }
    }
    found
}

fn counts(cards: &[Rank]) -> Counts {
    let mut counts = Counts::default();
    cards.iter().for_each(|rank| counts[rank.index()] += 1);
    counts
}

/// Two players under the printed settings with changes.
pub(super) fn duel(set: &str, black: &str, red: &str) -> Duel {
    let game = house(set);
    let mut books = Books::default();
    let players = [(BLACK, black), (RED, red)].map(|(seat, text)| {
        let mut player = Player { front: Rank::NOTHING, ..Player::default() };
        let (hand, deck, pile) = (zone(text, "hand"), zone(text, "deck"), zone(text, "pile"));
        // A stacked stream draws the last card of the pile.
        player.deck = deck.iter().rev().copied().collect();
        for rank in &hand {
            player.hand.add(*rank);
        }
        player.unseen = hand.iter().chain(&deck).copied().collect();
        for rank in &pile {
            player.wounds[rank.index()] += 1;
            player.damage += game.rules.damage_of(*rank);
        }
        books.own[seat.index()].hand = counts(&hand);
        books.own[seat.index()].deck = counts(&deck);
        // By default, the opponent cut these wounds.
        books.own[seat.foe().index()].piles[seat.index()] = counts(&pile);
        player
    });
    Duel { state: State { players, round: 1, phase: Phase::Play }, game, books }
}

impl Duel {
    /// The state before the round.
    pub(super) fn before(self) -> State {
        self.state
    }

    /// Plays the round. Each player's words are the choices in order: card, follow-ups, wound to dress.
    /// Forced moves may be included or omitted.
    pub(super) fn plays(self, black: &str, red: &str) -> After {
        let mut words = [VecDeque::from(cards(black)), VecDeque::from(cards(red))];
        let Self { game, state, books } = self;
        let before = books.own.map(|own| own.all());
        let mut after = After { game, state, books };
        while let Status::Choose(seats) = status(&after.game, &after.state) {
            if after.state.phase == Phase::Play && !after.books.events.is_empty() {
                break;
            }
            after.go_on(seats, &mut words);
        }
        assert!(words.iter().all(VecDeque::is_empty), "left unsaid: {words:?}");
        assert_eq!(after.books.own.map(|own| own.all()), before, "cards come or go");
        after.books.agree_with(&after.state, &after.game);
        after
    }
}

impl After {
    fn go_on(&mut self, seats: Seats, words: &mut [VecDeque<Rank>; 2]) {
        let mut chosen = JointMove::default();
        for seat in seats {
            let menu = menu(&self.game, &self.state, seat);
            let decision = self.game.decision(&self.state, seat).name;
            let words = &mut words[seat.index()];
            let pick = match menu[..] {
                [only] => {
                    if words.front() == Some(&only) {
                        words.pop_front();
                    }
                    only
                }
                _ => {
                    let names: Vec<&str> = menu.iter().map(|rank| rank.id()).collect();
                    let colour = if seat == BLACK { "black" } else { "red" };
                    words.pop_front().unwrap_or_else(|| panic!("{colour} {decision}: which of {names:?}?"))
                }
            };
            assert!(menu.contains(&pick), "{} at {decision}, of {menu:?}", pick.id());
            chosen.set(seat, pick);
        }
        self.game.play(&mut self.state, &mut chosen, &mut ChanceStreams::stacked(), &mut self.books);
    }

    /// Asserts the exact contents of a player's zones.
    #[track_caller]
    pub(super) fn leaves(&self, seat: Seat, text: &str) {
        let show = |hand: &Counts, deck: &[Rank], pile: &Counts, discard: &Counts| {
            let words = |counts: &Counts| {
                let held = Rank::all().flat_map(|rank| std::iter::repeat_n(rank.id(), counts[rank.index()]));
                held.collect::<Vec<_>>().join(" ")
            };
            let deck: Vec<&str> = deck.iter().map(|rank| rank.id()).collect();
            let (hand, pile, discard) = (words(hand), words(pile), words(discard));
            format!("hand {hand}; deck {}; pile {pile}; discard {discard}", deck.join(" "))
        };
        let own = &self.books.own[seat.index()];
        let deck: Vec<Rank> = self.state.players[seat.index()].deck.iter().rev().copied().collect();
        let found = show(&own.hand, &deck, &self.books.pile(seat), &own.discard);
        let [hand, pile, discard] = ["hand", "pile", "discard"].map(|name| counts(&zone(text, name)));
        assert_eq!(found, show(&hand, &zone(text, "deck"), &pile, &discard), "{seat:?}");
    }

    /// The outcome, if the game is over after the round.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        if let Phase::Over(outcome) = self.state.phase { Some(outcome) } else { None }
    }

    /// A metric as numerator and denominator, if the game had ended with this outcome.
    pub(super) fn metric(&self, id: &str, outcome: Outcome) -> (i64, i64) {
        let Ratio { num, den } = bench::metric(&self.game, &self.state, &self.books.events, outcome, id);
        (num, den)
    }
}

/// A win of this seat.
pub(super) fn wins(seat: Seat) -> Outcome {
    Outcome::Win(Seats::only(seat))
}
