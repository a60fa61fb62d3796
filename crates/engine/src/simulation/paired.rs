//! Two simulations on common random numbers: both play every game, and each figure is compared pair by pair.

use super::batch::{Simulation, chunk};
use super::threads::{Pool, share_out};
use crate::model::{MetricKind, Outcome, Ratio, SHARE, Seats};
use crate::stats::FigureId;
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::Paired;
use crate::stats::tally::{GameRecord, count_of, members};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The source of a game's contribution to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The outcome: the shares of these seats; the denominator.
    Seats(Seats, i64),
    /// The outcome: the scores of these seats; the denominator; the number of players.
    Scores(Seats, i64, usize),
    /// The outcome: whether it is of this kind.
    Ending(usize),
    /// The game's row, at this index.
    Row(usize),
}

/// The index of the first metric in a row.
const METRICS: usize = 3;

/// All figures of a simulation: win rates by group, outcomes, metrics, in the order of the reports.
#[must_use]
pub fn figures(simulation: &dyn Simulation) -> Vec<Figure> {
    sources(simulation).into_iter().map(|(figure, _)| figure).collect()
}

/// The figures of a simulation, and their sources.
fn sources(simulation: &dyn Simulation) -> Vec<(Figure, Source)> {
    let figure = |id: FigureId, unit, kind, parts, source| {
        let constant = matches!(source, Source::Scores(seats, _, players) if seats.len() == players);
        (Figure { id, unit, kind, parts, constant }, source)
    };
    let share = |id: FigureId, source| figure(id, "share", MetricKind::Ratio, SHARE, source);
    let metric = |id: &str| FigureId::Metric(id.into());
    let schema = simulation.schema();
    let mut index = METRICS + schema.metrics.len();
    let players = simulation.players();
    let mut figures = Vec::new();
    let add = |figures: &mut Vec<_>, id: FigureId, seats: Seats, v: i64| {
        figures.push(share(id.clone(), Source::Seats(seats, v)));
        figures.push(share(id.of_score(true), Source::Scores(seats, v, players)));
    };
    for seat in Seats::first(players) {
        add(&mut figures, FigureId::win_rate("seat", &seat.to_string()), Seats::only(seat), 1);
    }
    for (group, named) in schema.groups.iter().enumerate() {
        for (key, name) in named.keys.iter().enumerate() {
            let id = FigureId::win_rate(named.name, name);
            if let Some(keys) = simulation.keys(group) {
                let seats = members(keys, key);
                add(&mut figures, id, seats, count_of(seats, named.teams));
            } else {
                figures.push(share(id.clone(), Source::Row(index)));
                figures.push(share(id.of_score(true), Source::Row(index + 1)));
                index += 2;
            }
        }
    }
    for (name, seats) in &simulation.lineup().names {
        add(&mut figures, FigureId::win_rate("bot", name), *seats, count_of(*seats, false));
    }
    for (kind, name) in Outcome::KINDS.into_iter().enumerate() {
        figures.push(figure(FigureId::Outcome(name), "share", MetricKind::Share, 1, Source::Ending(kind)));
    }
    let unit = schema.unit;
    figures.push(figure(FigureId::mean_length(), unit, MetricKind::Mean, 1, Source::Row(0)));
    figures.push(figure(metric("decisions-mean"), "decisions", MetricKind::Mean, 1, Source::Row(1)));
    figures.push(figure(metric("branching-mean"), "actions", MetricKind::Ratio, 1, Source::Row(2)));
    for (index, of_game) in schema.metrics.iter().enumerate() {
        let (id, source) = (metric(&of_game.id), Source::Row(METRICS + index));
        figures.push(figure(id, of_game.unit, of_game.kind, of_game.parts, source));
    }
    figures
}

/// Appends the row of a game in this simulation: length, decisions, branching, then the metrics, then the win share and
/// the score of each key of the groups that are not fixed.
#[inline]
fn add_row(simulation: &dyn Simulation, result: &GameRecord<'_>, row: &mut Vec<Ratio>) {
    let counted = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let (length, decisions) = (counted(result.length), counted(result.decisions));
    let branching = Ratio { num: counted(result.moves), den: decisions };
    row.extend([Ratio::of(length, 1), Ratio::of(decisions, 1), branching]);
    row.extend_from_slice(result.metrics);
    let groups = simulation.schema().groups.iter().zip(result.keys);
    for (group, keys) in groups.filter(|(group, _)| !group.is_fixed()) {
        for key in 0..group.keys.len() {
            let seats = members(keys, key);
            let (outcome, den) = (result.outcome, count_of(seats, group.teams));
            let nums = [outcome.joint_share(seats), outcome.joint_utility(seats, simulation.players())];
            row.extend(nums.map(|num| Ratio { num: num.into(), den }));
        }
    }
}

impl Source {
    /// The contribution of a game with this outcome and row.
    #[inline]
    fn part(self, ending: Outcome, row: &[Ratio]) -> Ratio {
        match self {
            Self::Seats(seats, v) => Ratio { num: ending.joint_share(seats).into(), den: v },
            Self::Scores(seats, v, players) => {
                Ratio { num: ending.joint_utility(seats, players).into(), den: v }
            }
            Self::Ending(kind) => Ratio::whether(ending.kind() == kind, true),
            Self::Row(index) => row[index],
        }
    }
}

/// A figure that both simulations have, with its source in each.
struct Twin {
    figure: Figure,
    base: Source,
    other: Source,
}

impl Twin {
    /// All figures that both simulations have, in the order of the base.
    fn all(base: &[(Figure, Source)], other: &dyn Simulation) -> Vec<Self> {
        let others = sources(other);
        let twin = |(figure, base): &(Figure, Source)| {
            let is_twin = |(twin, _): &&(Figure, Source)| twin.id == figure.id && twin.parts == figure.parts;
            let (twin, other) = others.iter().find(is_twin)?;
            let constant = figure.constant && twin.constant;
            Some(Self { figure: Figure { constant, ..figure.clone() }, base: *base, other: *other })
        };
        base.iter().filter_map(twin).collect()
    }

    /// Whether it depends only on the outcomes of the two games.
    const fn by_ending(&self) -> bool {
        !matches!((self.base, self.other), (Source::Row(_), _) | (_, Source::Row(_)))
    }
}

/// The counts of pairs of games.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Book {
    /// The number of pairs with these two outcomes.
    endings: BTreeMap<(Outcome, Outcome), u64>,
    /// Figures that depend on more than the outcomes.
    by_game: Vec<Paired>,
}

impl Book {
    fn new(n_figures: usize) -> Self {
        Self { by_game: vec![Paired::default(); n_figures], ..Self::default() }
    }

    fn merge(&mut self, other: &Self) {
        for (endings, games) in &other.endings {
            *self.endings.entry(*endings).or_default() += games;
        }
        self.by_game.resize(other.by_game.len(), Paired::default());
        self.by_game.iter_mut().zip(&other.by_game).for_each(|(sums, more)| sums.merge(more));
    }

    fn finish(self, twins: Vec<Twin>) -> PlayedPairs {
        let mut by_game = self.by_game.into_iter();
        let count = |twin: &Twin| {
            if !twin.by_ending() {
                return by_game.next().unwrap_or_default();
            }
            let mut paired = Paired::default();
            for ((one, two), games) in &self.endings {
                paired.add_games(*games, twin.base.part(*one, &[]), twin.other.part(*two, &[]));
            }
            paired
        };
        let paired = twins.iter().map(count).collect();
        PlayedPairs { figures: twins.into_iter().map(|twin| twin.figure).collect(), paired }
    }
}

/// Plays a range of games in the base simulation and in all others, on all threads of the pool, and compares
/// each of the others with the base, game by game. Returns the comparisons, and the number of games played
/// (the first of the range): chunks are started in order and always finished. The games of the base are
/// played once for any number of others.
pub fn play_against(
    base: &dyn Simulation,
    others: &[&dyn Simulation],
    games: Range<u64>,
    pool: &Pool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> (Vec<PlayedPairs>, u64) {
    let own = sources(base);
    let twins: Vec<Vec<Twin>> = others.iter().map(|other| Twin::all(&own, *other)).collect();
    let by_game = |twins: &Vec<Twin>| -> Vec<(Source, Source)> {
        let twins = twins.iter().filter(|twin| !twin.by_ending());
        twins.map(|twin| (twin.base, twin.other)).collect()
    };
    let by_game: Vec<_> = twins.iter().map(by_game).collect();
    let parts =
        share_out(&games, chunk(others.iter().copied().chain([base])), pool, stop, |chunks, long_games| {
            let mut first = base.stoppable_worker(long_games);
            let mut seconds: Vec<_> = others.iter().map(|other| other.stoppable_worker(long_games)).collect();
            let mut books: Vec<_> = by_game.iter().map(|sources| Book::new(sources.len())).collect();
            let (mut endings, mut rows, mut row) = (Vec::new(), Vec::new(), Vec::new());
            for chunk in chunks {
                endings.clear();
                rows.clear();
                first.show(chunk.clone(), &mut |_, result| {
                    endings.push(result.outcome);
                    add_row(base, result, &mut rows);
                });
                let width = (rows.len() / endings.len().max(1)).max(1);
                for (((other, second), book), by_game) in
                    others.iter().zip(&mut seconds).zip(&mut books).zip(&by_game)
                {
                    let mut firsts = endings.iter().zip(rows.chunks_exact(width));
                    second.show(chunk.clone(), &mut |_, result| {
                        let Some((ending, base_row)) = firsts.next() else { return };
                        row.clear();
                        add_row(*other, result, &mut row);
                        let endings = (*ending, result.outcome);
                        *book.endings.entry(endings).or_default() += 1;
                        for (paired, (one, two)) in book.by_game.iter_mut().zip(by_game) {
                            paired.add(one.part(endings.0, base_row), two.part(endings.1, &row));
                        }
                    });
                    progress(chunk.end - chunk.start);
                }
            }
            books
        });
    let mut books = vec![Book::default(); others.len()];
    for part in &parts {
        books.iter_mut().zip(part).for_each(|(book, more)| book.merge(more));
    }
    let n_games = books.first().map_or(0, |book| book.endings.values().sum());
    (books.into_iter().zip(twins).map(|(book, twins)| book.finish(twins)).collect(), n_games)
}
