//! One game as a readable story: its events in the game's own words, its decisions with what else
//! was legal.

use super::runner::DecisionObserver;
use crate::model::{Game, Observer, Seat};

/// Writes a story while a game is played.
#[derive(Debug)]
pub struct Story<'g, G> {
    game: &'g G,
    text: String,
}

impl<'g, G: Game> Story<'g, G> {
    /// An empty story.
    #[must_use]
    pub fn new(game: &'g G) -> Self {
        Self { game, text: String::new() }
    }

    /// What was told.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}

impl<G: Game> Observer<G::Event> for Story<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        // A string takes every text.
        let _ = self.game.describe(&event, &mut self.text);
    }
}

impl<G: Game> DecisionObserver<G> for Story<'_, G> {
    fn on_decision(&mut self, game: &G, state: &G::State, seat: Seat, menu: &[G::Move], mv: G::Move) {
        if menu.len() > 1 {
            let names: Vec<String> = menu.iter().map(|mv| game.name_move(*mv)).collect();
            let (decision, name) = (game.decision(state, seat), game.name_move(mv));
            self.text += &format!("    [seat {seat}, {decision}: {name}, of {}]\n", names.join(" "));
        }
    }
}
