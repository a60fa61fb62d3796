//! Ablation: every game is replayed without a card, once for each seat that could have it, and each seat's
//! share of the win is compared with its share of the same game with the card.

use super::batch::{Simulation, chunk};
use super::threads::{Pool, share_out};
use crate::model::{BySeat, Copies, MAX_SEATS, Outcome, Ratio, Seat, Seats};
use crate::stats::compared::{Ablated, AblatedSide};
use crate::stats::paired::Paired;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The simulations without a card: in the nth, seat n plays without it.
pub type Without = Vec<Box<dyn Simulation>>;

/// The simulations without one copy or all copies of a card; `None` if some seat cannot play without it.
#[must_use]
pub fn without(simulation: &dyn Simulation, card: usize, copies: Copies) -> Option<Without> {
    let seats = Seats::first(simulation.players()).into_iter();
    seats.map(|seat| simulation.without(card, seat, copies)).collect()
}

/// Plays a range of games with every card, and again without each of these cards. The games of the base are
/// played twice for any number of cards: once to count them, once to record them.
pub fn play_without(
    base: &dyn Simulation,
    cards: &[Without],
    games: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Ablated {
    // Each game is replayed very often, so small chunks keep all threads busy to the end.
    let n_halls = cards.iter().map(Vec::len).sum::<usize>() as u64;
    let most = chunk([base]);
    let chunk = (most / n_halls.max(1)).max(8.min(most));
    let parts = share_out(&games, chunk, pool, stop, |chunks, long_games| {
        let mut counter = base.stoppable_worker(long_games);
        let mut viewer = base.stoppable_worker(long_games);
        let mut others: Vec<Vec<_>> = cards
            .iter()
            .map(|seats| seats.iter().map(|simulation| simulation.stoppable_worker(long_games)).collect())
            .collect();
        let mut part = Ablated::new(base.schema(), cards.len());
        let mut known: Vec<Known> = Vec::new();
        let mut sums: Vec<Vec<i64>> = vec![Vec::new(); cards.len()];
        for chunk in chunks {
            counter.play(chunk.clone());
            known.clear();
            viewer.show(chunk.clone(), &mut |_, result| {
                let sides = base.schema().sides.map_or_else(BySeat::default, |group| result.keys[group]);
                known.push(Known { outcome: result.outcome, sides, without: [Outcome::Draw; MAX_SEATS] });
            });
            for ((seats, paired), sums) in others.iter_mut().zip(&mut part.cards).zip(&mut sums) {
                for (seat, worker) in seats.iter_mut().enumerate() {
                    let mut games = known.iter_mut();
                    worker.show(chunk.clone(), &mut |_, result| {
                        if let Some(game) = games.next() {
                            game.without[seat] = result.outcome;
                        }
                    });
                    progress(chunk.end - chunk.start);
                }
                known.iter().for_each(|game| game.add(seats.len(), paired));
                sums.clear();
                sums.extend(known.iter().map(|game| game.won_without(seats.len())));
            }
            compare(&sums, &mut part.between);
        }
        part.tally = counter.finish();
        part
    });
    let mut all = Ablated::new(base.schema(), cards.len());
    parts.iter().for_each(|part| all.merge(part));
    all
}

/// Compares each two cards by the shares of the win without them, card by card and game by game.
fn compare(sums: &[Vec<i64>], between: &mut [Paired]) {
    let earlier = |(later, _): (usize, _)| (0..later).map(move |earlier| (earlier, later));
    for ((earlier, later), paired) in sums.iter().enumerate().flat_map(earlier).zip(between) {
        for (earlier, later) in sums[earlier].iter().zip(&sums[later]) {
            paired.add(Ratio { num: *earlier, den: 1 }, Ratio { num: *later, den: 1 });
        }
    }
}

/// A game that was played with every card, and how it ends if a seat plays without one of them.
struct Known {
    outcome: Outcome,
    sides: BySeat<Option<usize>>,
    without: [Outcome; MAX_SEATS],
}

impl Known {
    /// The sum of all seats' shares of the win, each without the card.
    fn won_without(&self, players: usize) -> i64 {
        let seats = Seats::first(players).into_iter();
        seats.map(|seat| i64::from(self.without[seat.index()].share(seat))).sum()
    }

    fn add(&self, players: usize, sides: &mut [AblatedSide]) {
        for (index, AblatedSide { won, score }) in sides.iter_mut().enumerate() {
            let is_member = |seat: &Seat| index == 0 || self.sides[*seat] == Some(index - 1);
            let seats: Seats = Seats::first(players).into_iter().filter(is_member).collect();
            // A side without seats does not count in this game.
            if seats.is_empty() {
                continue;
            }
            let den = if index == 0 { 1 } else { i64::from(seats.into_iter().map(|_| 1_u32).sum::<u32>()) };
            let add = |paired: &mut Paired, share: &dyn Fn(Outcome, Seat) -> u32| {
                let sum = |of: &dyn Fn(Seat) -> Outcome| {
                    seats.into_iter().map(|seat| i64::from(share(of(seat), seat))).sum::<i64>()
                };
                let without = sum(&|seat| self.without[seat.index()]);
                paired.add(Ratio { num: without, den }, Ratio { num: sum(&|_| self.outcome), den });
            };
            add(won, &Outcome::share);
            add(score, &|outcome, seat| outcome.utility(seat, players));
        }
    }
}
