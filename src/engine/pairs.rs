//! Two halls on common random numbers: every game is played in both, and each figure is compared
//! pair by pair.

use super::hall::Hall;
use super::threads::{CHUNK, share_out};
use crate::model::{Fraction, Kind, Outcome, SHARE, Seat, Seats};
use crate::stats::paired::Paired;
use crate::stats::tally::Result;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// A figure that every game has a part in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its address: `win_rates/seat/0`, `outcomes/draw`, `metrics/length-mean`.
    pub address: String,
    /// Unit of the value.
    pub unit: &'static str,
    /// What kind of figure it is.
    pub kind: Kind,
    /// Numerators are counted in so many parts.
    pub parts: u32,
    source: Source,
}

/// Where a figure's part is found in a game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Seats(Seats),
    Group { group: usize, key: usize, teams: bool },
    Outcome(usize),
    Length,
    Decisions,
    Branching,
    Metric(usize),
}

/// All figures of a hall: win rates by group, outcomes, metrics, in the order of the reports.
#[must_use]
pub fn figures(hall: &dyn Hall) -> Vec<Figure> {
    let figure = |address: String, unit, kind, parts, source| Figure { address, unit, kind, parts, source };
    let share = |address: String, source| figure(address, "share", Kind::Ratio, SHARE, source);
    let mut figures = Vec::new();
    for seat in Seats::first(hall.players()) {
        figures.push(share(format!("win_rates/seat/{seat}"), Source::Seats(Seats::only(seat))));
    }
    for (group, named) in hall.ledger().groups.iter().enumerate() {
        for (key, name) in named.keys.iter().enumerate() {
            let source = Source::Group { group, key, teams: named.teams };
            figures.push(share(format!("win_rates/{}/{name}", named.name), source));
        }
    }
    for (name, seats) in &hall.lineup().names {
        figures.push(share(format!("win_rates/bot/{name}"), Source::Seats(*seats)));
    }
    for (kind, name) in Outcome::KINDS.iter().enumerate() {
        figures.push(figure(format!("outcomes/{name}"), "share", Kind::Share, 1, Source::Outcome(kind)));
    }
    let unit = hall.ledger().unit;
    figures.push(figure("metrics/length-mean".into(), unit, Kind::Mean, 1, Source::Length));
    figures.push(figure("metrics/decisions-mean".into(), "decisions", Kind::Mean, 1, Source::Decisions));
    figures.push(figure("metrics/branching-mean".into(), "moves", Kind::Ratio, 1, Source::Branching));
    for (place, metric) in hall.ledger().metrics.iter().enumerate() {
        let address = format!("metrics/{}", metric.id);
        figures.push(figure(address, metric.unit, metric.kind, metric.parts, Source::Metric(place)));
    }
    figures
}

impl Figure {
    /// A game's part of the figure.
    #[inline]
    #[must_use]
    pub fn part(&self, result: &Result<'_>) -> Fraction {
        let counted = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let shares = |seats: Seats| -> i64 {
            seats.into_iter().map(|seat| i64::from(result.outcome.share(seat))).sum()
        };
        match self.source {
            Source::Seats(seats) => Fraction { x: shares(seats), v: counted(seats.len() as u64) },
            Source::Group { group, key, teams } => {
                let members: Seats =
                    (0..8).map(Seat::new).filter(|seat| result.keys[group][*seat] == Some(key)).collect();
                let v = if teams { members.len().min(1) } else { members.len() };
                Fraction { x: shares(members), v: counted(v as u64) }
            }
            Source::Outcome(kind) => Fraction::whether(result.outcome.kind() == kind, true),
            Source::Length => Fraction::per_game(counted(result.length)),
            Source::Decisions => Fraction::per_game(counted(result.decisions)),
            Source::Branching => Fraction { x: counted(result.moves), v: counted(result.decisions) },
            Source::Metric(place) => result.metrics[place],
        }
    }
}

/// Pairs of games that were played.
#[derive(Clone, Debug)]
pub struct PlayedPairs {
    /// The figures that both halls have, as in the base.
    pub figures: Vec<Figure>,
    /// What was counted of each.
    pub paired: Vec<Paired>,
}

/// Adds the pairs of later games to those of earlier ones, if there are any, of the same halls.
pub fn merge(pairs: &mut Vec<PlayedPairs>, later: Vec<PlayedPairs>) {
    if pairs.is_empty() {
        *pairs = later;
        return;
    }
    for (pairs, later) in pairs.iter_mut().zip(&later) {
        pairs.paired.iter_mut().zip(&later.paired).for_each(|(sums, more)| sums.merge(more));
    }
}

/// The figures that both halls have, with their places in the base's list.
fn common(base: &[Figure], other: &dyn Hall) -> Vec<(usize, Figure)> {
    let twins = figures(other);
    let place = |figure: &Figure| {
        base.iter().position(|twin| twin.address == figure.address && twin.parts == figure.parts)
    };
    let mut common: Vec<(usize, Figure)> =
        twins.into_iter().filter_map(|twin| Some((place(&twin)?, twin))).collect();
    common.sort_by_key(|(place, _)| *place);
    common
}

/// Plays a range of games in the base hall and in all the others, on all threads of the pool, and
/// compares each of the others with the base, game by game. Returns the comparisons, and how many
/// games (the first of the range) were played: chunks are handed out in order and each one begun
/// is finished. The base's games are played once, whatever the number of others.
pub fn play_against(
    base: &dyn Hall,
    others: &[&dyn Hall],
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> (Vec<PlayedPairs>, u64) {
    let own = figures(base);
    let common: Vec<Vec<(usize, Figure)>> = others.iter().map(|other| common(&own, *other)).collect();
    let empty = || common.iter().map(|common| vec![Paired::default(); common.len()]).collect::<Vec<_>>();
    let parts = share_out(&games, CHUNK, pool, stop, |chunks| {
        let mut first = base.worker();
        let mut seconds: Vec<_> = others.iter().map(|other| other.worker()).collect();
        let mut paired = empty();
        let mut scores: Vec<Fraction> = Vec::new();
        let mut n_games = 0;
        for chunk in chunks {
            scores.clear();
            first.show(chunk.clone(), &mut |_, result| {
                scores.extend(own.iter().map(|figure| figure.part(result)));
            });
            for ((second, paired), common) in seconds.iter_mut().zip(&mut paired).zip(&common) {
                let mut rows = scores.chunks_exact(own.len());
                second.show(chunk.clone(), &mut |_, result| {
                    let Some(row) = rows.next() else { return };
                    for (paired, (place, figure)) in paired.iter_mut().zip(common) {
                        paired.add(row[*place], figure.part(result));
                    }
                });
                progress(chunk.end - chunk.start);
            }
            n_games += chunk.end - chunk.start;
        }
        (paired, n_games)
    });
    let mut all = empty();
    let mut n_games = 0;
    for (part, more) in &parts {
        for (sums, more) in all.iter_mut().flatten().zip(part.iter().flatten()) {
            sums.merge(more);
        }
        n_games += more;
    }
    let pairs = common.into_iter().zip(all).map(|(common, paired)| PlayedPairs {
        figures: common.into_iter().map(|(_, figure)| figure).collect(),
        paired,
    });
    (pairs.collect(), n_games)
}
