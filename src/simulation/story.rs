//! Writes one game as a readable story: its events in the game's own words, and each decision with all legal
//! moves.

use super::runner::GameRunner;
use crate::bots::Bot;
use crate::model::{BySeat, Described, Game, GameSeed, Moves, Observer, Seat, move_id};
use std::cell::RefCell;

/// The story of the game with this seed.
pub(super) fn write_story<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    game_seed: GameSeed,
) -> String {
    let text = RefCell::new(String::new());
    let mut events = Events { game, text: &text };
    let on_decision = |game: &G, state: &G::State, seat: Seat, mv: G::Move| {
        let decision = game.decision(state, seat);
        if decision.moves.len() > 1 {
            let mut menu = Vec::new();
            decision.moves.list(&mut menu);
            let ids: Vec<String> = menu.into_iter().map(|mv| move_id(game, mv)).collect();
            let (name, id) = (decision.name, move_id(game, mv));
            *text.borrow_mut() += &format!("    [seat {seat}, {name}: {id}, of {}]\n", ids.join(" "));
        }
    };
    GameRunner::new(game, players, bots).play_shown(game_seed, &mut events, on_decision);
    text.into_inner()
}

/// Writes the events between the decisions.
struct Events<'s, G> {
    game: &'s G,
    text: &'s RefCell<String>,
}

impl<G: Game> Observer<G::Event> for Events<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        // Writing to a string cannot fail.
        let _ = self.game.describe(Described::Event(&event), &mut *self.text.borrow_mut());
    }
}
