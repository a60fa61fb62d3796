//! Tests of the rules: the worked examples, and invariants of all games.

mod configs;
mod examples;
mod house;
mod invariants;
mod modes;
mod secrets;

use super::state::{Fighter, State};
use super::{Event, MoveId, Taunt};
use crate::games::conformance::bench::story;
use crate::games::conformance::{edge_games, menu, status, walk, with_set};
use crate::model::{ChanceStreams, Game, JointMove, Outcome, Seat, Seats, Status, move_id};

/// The printed rules with these settings.
fn house(sets: &[&str]) -> Result<Taunt, String> {
    with_set(sets).map_err(|faults| faults.to_string())
}

/// A game in progress, which is set up by hand and played card by card.
struct Play {
    game: Taunt,
    state: State,
    events: Vec<Event>,
}

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

impl Play {
    /// A game of these characters, with these settings.
    fn of(characters: &[&str], sets: &[&str]) -> Self {
        let names: Vec<String> = characters.iter().map(|name| format!("\"{name}\"")).collect();
        let fighters = format!("setup.fighters=[{}]", names.join(","));
        let mut all = vec![fighters.as_str()];
        all.extend(sets);
        let game = house(&all).unwrap_or_else(|faults| panic!("{faults}"));
        let state = game.new_game(&mut ChanceStreams::stacked(), &mut Vec::new());
        Self { game, state, events: Vec::new() }
    }

    /// A duel.
    fn duel(one: &str, other: &str) -> Self {
        Self::of(&[one, other], &[])
    }

    /// The same with both fighters Near.
    fn near(self) -> Self {
        self.with_near(&[(0, 1)])
    }

    /// Makes these pairs Near, without changing the others.
    fn with_near(mut self, pairs: &[(usize, usize)]) -> Self {
        for (one, other) in pairs {
            for (a, b) in [(*one, *other), (*other, *one)] {
                let near = &mut self.state.open.near[seat(a)];
                *near = near.with(seat(b));
            }
        }
        self
    }

    /// A fighter with this damage (or blood) and these ↑.
    fn with(mut self, number: usize, damage: u8, charges: u8) -> Self {
        let fighter = &mut self.state.open.fighters[seat(number)];
        (fighter.damage, fighter.charges) = (damage, charges);
        self
    }

    /// A fighter with these disabled cards.
    fn without(mut self, number: usize, cards: &[&str]) -> Self {
        for card in cards {
            let card = self.card(card);
            let deck = self.game.deck(&self.state, seat(number));
            let place = deck.cards().iter().position(|held| *held == card).expect("a card of the deck");
            let monster = self.game.monster(&self.state, seat(number));
            self.state.disabled[seat(number)].cards[monster] |= 1 << place;
        }
        self
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

    fn is_near(&self, one: usize, other: usize) -> bool {
        let near = &self.state.open.near;
        assert_eq!(near[seat(one)].has(seat(other)), near[seat(other)].has(seat(one)));
        near[seat(one)].has(seat(other))
    }

    /// The current decision and its seats.
    fn asked(&self) -> (&'static str, Vec<usize>) {
        match status(&self.game, &self.state) {
            Status::Choose(seats) => (
                self.game.decision(&self.state, seats.lowest().expect("somebody")).name,
                seats.into_iter().map(Seat::index).collect(),
            ),
            Status::Over(_) => ("over", Vec::new()),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match status(&self.game, &self.state) {
            Status::Choose(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    fn menu(&self, number: usize) -> Vec<String> {
        let menu = menu(&self.game, &self.state, seat(number));
        menu.into_iter().map(|mv| move_id(&self.game, mv)).collect()
    }

    /// The deciding seats make the moves with these names, in seat order.
    fn choose(&mut self, names: &[&str]) -> &mut Self {
        let Status::Choose(seats) = status(&self.game, &self.state) else { panic!("the game is over") };
        assert_eq!(seats.len(), names.len(), "{:?} for {names:?}", self.asked());
        let mut chosen = JointMove::default();
        for (seat, name) in seats.into_iter().zip(names) {
            let menu = menu(&self.game, &self.state, seat);
            let mv = menu.iter().find(|mv| move_id(&self.game, **mv) == *name);
            let mv = mv.unwrap_or_else(|| panic!("{seat:?}: no {name} in {:?}", self.menu(seat.index())));
            chosen.set(seat, *mv);
        }
        self.game.play(&mut self.state, &mut chosen, &mut ChanceStreams::stacked(), &mut self.events);
        self
    }

    /// All events as a story.
    fn story(&self) -> String {
        story(&self.game, &self.events)
    }

    fn count(&self, holds: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| holds(event)).count()
    }
}

fn seats(numbers: &[usize]) -> Seats {
    numbers.iter().map(|number| seat(*number)).collect()
}
