//! Training: plays every deal twice, with swapped seats. Every game gives the gradient of the learner's
//! choices with respect to its weights, or the choices themselves, and the learner's share of the win.

use super::batch::{Simulation, chunk};
use super::seat_swap::seatings;
use super::threads::{Pool, share_out_here};
use crate::model::{BotState, BySeat, Outcome, SHARE, Seats, Visit};
use crate::stats::head_to_head::HeadToHead;
use crate::stats::natural_gradient::Gradients;
use crate::stats::real;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// What a learner learns from.
#[derive(Clone, Copy, Debug)]
pub struct Reward {
    /// A win after this many decisions counts half, so that nobody learns to play on for ever; `None` if all wins count whole.
    pub half: Option<f64>,
    /// What a nat of surprise in each of its choices counts, as a share of a win, so that it keeps varying them (Rudolph et al.
    /// 2025, *Reevaluating policy gradient methods for imperfect-information games*). The mean over its choices counts: a sum
    /// would pay for long games.
    pub entropy: f64,
}

impl Reward {
    /// The reward of a share of the win in [`SHARE`]s, after this number of decisions of this number of players.
    fn of(self, won: u32, surprise: f64, decisions: u64, players: usize) -> f64 {
        let worth = self.half.map_or(1.0, |half| half / (half + real(decisions)));
        let own = real(decisions.max(1)) / real(players as u64);
        worth * f64::from(won) / f64::from(SHARE) + self.entropy * surprise / own
    }
}

/// Plays a range of deals in two simulations, in which a learner sits as [`seatings`] returns, on all threads
/// of the pool. Returns the learner's score and its gradients by seat, for its number of weights. Each seat
/// learns from its own share of the win; a game that nobody won counts as shared by all. Sums of doubles
/// depend on their order, so each chunk is summed separately, and the chunks are added in order.
pub fn play_for_gradients(
    simulations: [&dyn Simulation; 2],
    n_weights: usize,
    reward: Reward,
    deals: &Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> (HeadToHead, Vec<Gradients>) {
    let players = simulations[0].players();
    let none = || vec![Gradients::new(n_weights); players];
    let (all, by_chunk) = play_noted(
        simulations,
        deals,
        (pool, stop, progress),
        none,
        |gradients, outcome, decisions, seats, bot_states| {
            for seat in seats {
                let bot_state = &bot_states[seat];
                let won = outcome.utility(seat, players);
                let reward = reward.of(won, bot_state.surprise, decisions, players);
                gradients[seat.index()].add(&bot_state.gradient, reward, decisions);
            }
        },
    );
    let mut sums = none();
    for gradients in &by_chunk {
        sums.iter_mut().zip(gradients).for_each(|(sum, gradients)| sum.merge(gradients));
    }
    (all, sums)
}

/// The choices of a table that learns, in order, in each game and seat, with its share of the win.
pub type Visits = Vec<(Vec<Visit>, u32)>;

/// Plays a range of deals in two simulations, in which a table that learns sits as [`seatings`] returns, on all threads of the
/// pool. Returns its score and its choices in the order of the deals.
pub fn play_for_table(
    simulations: [&dyn Simulation; 2],
    deals: &Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> (HeadToHead, Visits) {
    let players = simulations[0].players();
    let note = |visits: &mut Visits, outcome: Outcome, _, seats: Seats, bot_states: &BySeat<BotState>| {
        for seat in seats {
            visits.push((bot_states[seat].visits.clone(), outcome.utility(seat, players)));
        }
    };
    let (all, by_chunk) = play_noted(simulations, deals, (pool, stop, progress), Visits::new, note);
    (all, by_chunk.into_iter().flatten().collect())
}

/// Plays a range of deals in two simulations, in which a learner sits as [`seatings`] returns. Returns its score, and what
/// `note` adds of each game to the `none` of each chunk, in the order of the deals.
fn play_noted<T: Send>(
    simulations: [&dyn Simulation; 2],
    deals: &Range<u64>,
    (pool, stop, progress): (&Pool, &AtomicBool, &(dyn Fn(u64) + Sync)),
    none: impl Fn() -> T + Sync,
    note: impl Fn(&mut T, Outcome, u64, Seats, &BySeat<BotState>) + Sync,
) -> (HeadToHead, Vec<T>) {
    let [here, there] = seatings(simulations[0].players());
    let parts = share_out_here(deals, chunk(simulations), pool, stop, |chunks, long_games| {
        let mut workers = simulations.map(|simulation| simulation.stoppable_worker(long_games));
        let (mut head_to_head, mut by_chunk, mut outcomes) = (HeadToHead::default(), Vec::new(), Vec::new());
        for chunk in chunks {
            let mut noted = none();
            outcomes.clear();
            workers[0].play_for_training(chunk.clone(), &mut |outcome, decisions, bot_states| {
                outcomes.push(outcome);
                note(&mut noted, outcome, decisions, here, bot_states);
            });
            let mut firsts = outcomes.iter();
            workers[1].play_for_training(chunk.clone(), &mut |outcome, decisions, bot_states| {
                note(&mut noted, outcome, decisions, there, bot_states);
                if let Some(first) = firsts.next() {
                    head_to_head.add([(*first, here), (outcome, there)]);
                }
            });
            progress(2 * (chunk.end - chunk.start));
            by_chunk.push((chunk.start, noted));
        }
        (head_to_head, by_chunk)
    });
    let (mut all, mut by_chunk) = (HeadToHead::default(), Vec::new());
    for (head_to_head, part) in parts {
        all.merge(&head_to_head);
        by_chunk.extend(part);
    }
    by_chunk.sort_by_key(|(start, _)| *start);
    (all, by_chunk.into_iter().map(|(_, noted)| noted).collect())
}
