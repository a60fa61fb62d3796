//! Plays every deal twice, with swapped seats.

use super::batch::{Simulation, chunk};
use super::threads::{Pool, share_out};
use crate::model::{Seat, Seats};
use crate::stats::head_to_head::HeadToHead;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The seats of the first of two members in the two games of a deal. The two members alternate around the
/// table.
#[must_use]
pub fn seatings(players: usize) -> [Seats; 2] {
    let every_second = |first: usize| (first..players).step_by(2).map(Seat::new).collect();
    [every_second(0), every_second(1)]
}

/// Plays a range of deals in two simulations, in which two members sit as [`seatings`] returns, on all
/// threads of the pool, and counts the score of the first member. The random numbers of cards and bots belong
/// to seats, so two members that choose alike draw every deal. Chunks are started in order and always
/// finished.
pub fn play_seats_swapped(
    simulations: [&dyn Simulation; 2],
    deals: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> HeadToHead {
    let [here, there] = seatings(simulations[0].players());
    let parts = share_out(&deals, chunk(simulations), pool, stop, |chunks, long_games| {
        let mut workers = simulations.map(|simulation| simulation.stoppable_worker(long_games));
        let mut head_to_head = HeadToHead::default();
        let mut outcomes = Vec::new();
        for chunk in chunks {
            outcomes.clear();
            workers[0].show(chunk.clone(), &mut |_, result| outcomes.push(result.outcome));
            let mut firsts = outcomes.iter();
            workers[1].show(chunk.clone(), &mut |_, result| {
                if let Some(first) = firsts.next() {
                    head_to_head.add([(*first, here), (result.outcome, there)]);
                }
            });
            progress(2 * (chunk.end - chunk.start));
        }
        head_to_head
    });
    let mut all = HeadToHead::default();
    parts.iter().for_each(|part| all.merge(part));
    all
}
