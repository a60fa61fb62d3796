//! Mirrored games, which show that the engine prefers no seat.

use crate::bots::Bot;
use crate::model::{BySeat, Game, JointMove, NoObserver, Outcome, Seat, Seats, Seed, Status};
use crate::simulation::runner::{GameRunner, play_without_hurry};

/// Whether two players with equal decks of their own choose simultaneously from the start. If they share a deck or take
/// turns, swapping the streams does not mirror the game.
fn seats_play_alike<G: Game>(game: &G) -> bool {
    let schema = game.schema();
    let own_decks = schema.sides.is_some_and(|sides| schema.groups[sides].has_key_for_each_seat());
    // Copies for all, then by side.
    let equal_decks = schema.cards.iter().all(|card| card.copies.get(1) == card.copies.get(2));
    let mut chance = Seed::new(1).game(0).chance(G::INFO.chance.len());
    let (_, status) = play_without_hurry(game, &mut JointMove::default(), &mut chance, &mut NoObserver);
    game.measures().players == 2 && own_decks && equal_decks && status == Status::Choose(Seats::first(2))
}

/// Wins of each seat in games of random players and their mirror images; `None` if the seats do not play alike.
pub(super) fn wins<G: Game>(game: &G, n_games: u64) -> Option<[u64; 2]> {
    if !seats_play_alike(game) {
        return None;
    }
    let bots = BySeat::from_fn(|_| Bot::Random);
    let mut runner = GameRunner::new(game, 2, &bots);
    let mut wins = [0_u64; 2];
    for game_idx in 0..n_games {
        let deal = Seed::new(1).game(game_idx);
        for deal in [deal, deal.mirrored()] {
            let (_, outcome, _) = runner.play(deal, &mut NoObserver);
            for seat in [Seat::FIRST, Seat::SECOND] {
                wins[seat.index()] += u64::from(outcome == Outcome::Win(Seats::only(seat)));
            }
        }
    }
    Some(wins)
}
