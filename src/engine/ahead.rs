//! Looking ahead: what comes of a move in games that a player imagines. Everything that the player cannot
//! know is dealt again first, so that the truth is out of reach; all others, and the player from then on,
//! do what the player takes for their habit.

use super::table::Table;
use crate::bots::Bot;
use crate::model::dice::Deal;
use crate::model::{Appraise, BySeat, Chosen, Decisions, Nobody, Seat, Turn};

/// A table for imagined games.
pub(super) struct Ahead<'g, G: Appraise>(Table<'g, G>);

impl<'g, G: Appraise> Ahead<'g, G> {
    /// Seats those who play imagined games.
    pub(super) fn new(game: &'g G, players: &'g BySeat<Bot>) -> Self {
        Self(Table::new(game, players))
    }

    /// What a move of this seat, one of those that must choose, comes to with the luck of `deal`.
    pub(super) fn worth(&mut self, truth: &G::State, seat: Seat, mv: G::Move, deal: Deal) -> u32 {
        let Self(table) = self;
        let game = table.game;
        let mut dice = deal.dice(G::SOURCES);
        let mut state = truth.clone();
        game.shuffle_unseen(&mut state, seat, &mut dice);
        table.give_minds(deal);
        let mut chosen = Chosen::nothing();
        if let Turn::Choose(seats) = game.turn(&state) {
            for other in seats {
                let is_own = other == seat;
                let mut ask = || table.ask(&state, other, &mut Nobody, &mut Decisions::default());
                chosen.set(other, if is_own { mv } else { ask() });
            }
        }
        game.play(&mut state, &chosen, &mut dice, &mut Nobody);
        let (outcome, _) = table.play_on(&mut state, &mut dice, &mut Nobody);
        outcome.worth(seat, game.players())
    }
}
