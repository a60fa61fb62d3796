//! Replicates: every deal is played several times, with fresh randomness for the bots.

use super::batch::{Simulation, chunk};
use super::threads::{Pool, share_out};
use crate::model::Outcome;
use crate::stats::deal_share::Repeats;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Plays a range of deals in simulations that each play a different replicate
/// ([`Simulation::set_replicate`]), on all threads of the pool. Chunks are started in order and always
/// finished.
pub fn play_replicates(
    simulations: &[Box<dyn Simulation>],
    deals: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Repeats {
    let simulations = || simulations.iter().map(|simulation| &**simulation);
    let parts = share_out(&deals, chunk(simulations()), pool, stop, |chunks, long_games| {
        let mut workers: Vec<_> =
            simulations().map(|simulation| simulation.stoppable_worker(long_games)).collect();
        // The outcomes of a chunk's games, by simulation.
        let mut ended: Vec<Vec<Outcome>> = vec![Vec::new(); workers.len()];
        let mut repeats = Repeats::default();
        for chunk in chunks {
            for (worker, ended) in workers.iter_mut().zip(&mut ended) {
                ended.clear();
                worker.show(chunk.clone(), &mut |_, result| ended.push(result.outcome));
            }
            let n_deals = ended.iter().map(Vec::len).min().unwrap_or(0);
            for game_seed in 0..n_deals {
                repeats.add(ended.iter().map(|ended| ended[game_seed]));
            }
            progress((n_deals * ended.len()) as u64);
        }
        repeats
    });
    let mut all = Repeats::default();
    parts.into_iter().for_each(|part| all.merge(part));
    all
}
