//! How long an experiment plays: all games that were asked for or, look by look, until enough is known.

use super::forecast::Stop;
use super::session::Session;
use crate::report::result_file::Ended;
use crate::report::{Cell, Table};
use crate::stats::confidence_sequence::{look_from, next_look};
use crate::stats::{Interval, Level, Method, real};
use std::ops::Range;

/// How sure the figures of an experiment are to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// The confidence level of its intervals.
    pub level: Level,
    /// Stop as soon as every headline figure is known to within this much on either side; as a share, 0.01 is one
    /// percentage point.
    pub precision: Option<f64>,
}

/// How much of an experiment was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many were played, in the unit.
    pub played: u64,
    /// How many were to be played at most, if that was known.
    pub planned: Option<u64>,
    /// What is counted: `games`, `pairs of games`, `cells`, …
    pub unit: &'static str,
    /// How it ended.
    pub ended: Ended,
    /// Was the number of games fixed beforehand? If not, intervals are confidence sequences.
    pub is_fixed: bool,
}

impl Extent {
    /// The first `games` of `planned`, as far as they were played.
    pub(super) const fn of(far: Far, planned: u64, unit: &'static str, watched: bool) -> Self {
        let ended = match far {
            Far { is_enough: true, .. } => Ended::Enough,
            Far { is_done: true, .. } => Ended::AllPlayed,
            Far { .. } => Ended::Interrupted,
        };
        Self { played: far.games, planned: Some(planned), unit, ended, is_fixed: !watched && far.is_done }
    }

    /// So many of all parts (cells, pairs, bots), each of which was played to its end.
    pub(super) const fn of_parts(played: usize, all: usize, unit: &'static str, watched: bool) -> Self {
        let ended = if played < all { Ended::Interrupted } else { Ended::AllPlayed };
        Self { played: played as u64, planned: Some(all as u64), unit, ended, is_fixed: !watched }
    }

    /// Was everything played that was to be? Not if its session was stopped.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ended != Ended::Interrupted
    }

    /// What was played, in words: `300 of 1000 games`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.planned {
            Some(planned) => format!("{} of {planned} {}", self.played, self.unit),
            None => format!("{} {}", self.played, self.unit),
        }
    }
}

/// What is said under figures that were looked at while games were played.
pub(super) const READING: &str = "The number of games was not fixed beforehand: intervals are confidence sequences, and hold however long \
     it is.";

/// How far an experiment played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    /// Games, the first ones.
    pub games: u64,
    /// Did a look stop it?
    pub is_enough: bool,
    /// Is this all that was to be played?
    pub is_done: bool,
}

/// The figures whose precision an experiment is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Headline {
    /// Their column.
    pub column: &'static str,
    /// The rows that have one.
    pub rows: fn(&Table, &[Cell]) -> bool,
}

impl Accuracy {
    /// Does the number of games depend on what is found?
    pub(super) const fn is_watched(&self) -> bool {
        self.precision.is_some()
    }

    /// Are the figures known well enough, of which the widest interval reaches so far?
    pub(super) fn is_reached(&self, widest: impl FnOnce() -> Option<f64>) -> bool {
        self.precision.is_some_and(|precision| widest().is_some_and(|widest| widest <= precision))
    }

    /// What stops the experiment early.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.precision.map(|half_width| Stop { option: "--precision", half_width, level: self.level })
    }

    /// What to say of so many games that were all played and did not reach the precision.
    pub(super) fn shortfall(games: &str) -> String {
        format!("--precision: {games} are too few to reach it")
    }

    /// What a star means in a table that has p-values.
    pub(super) fn stars(&self, are_tested: bool) -> String {
        if !are_tested {
            return String::new();
        }
        format!("; * is significant (Holm, {} %)", self.level.alpha_percent())
    }
}

/// Plays on, from the games that were played up to the most that are to be; if `watched`, only until a look
/// finds that it is `enough`. Looks are at fixed numbers of games, so that where it ends depends on no thread
/// and on no break, but for a signal. `play` adds a range of games, or as many of the first ones as it likes,
/// and returns how many that are.
pub(super) fn play_on<T>(
    mut state: T,
    games: Range<u64>,
    watched: bool,
    session: &Session,
    mut play: impl FnMut(&mut T, Range<u64>) -> u64,
    mut enough: impl FnMut(&T) -> bool,
) -> (T, Far) {
    let Range { start: mut games, end: most } = games;
    let mut look = look_from(games);
    loop {
        let end = if watched { look.min(most) } else { most };
        games += play(&mut state, games..end);
        let is_enough = watched && games == end && enough(&state);
        let is_done = is_enough || games == most;
        if is_done || session.is_stopped() {
            return (state, Far { games, is_enough, is_done });
        }
        if games == end {
            look = next_look(look);
        }
    }
}

impl Headline {
    /// Half the widest interval; `None` if one of them is unknown, or there is none.
    pub(super) fn widest(&self, table: &Table) -> Option<f64> {
        let halves: Option<Vec<f64>> = self.intervals(table).map(|(_, half)| half).collect();
        halves?.into_iter().reduce(f64::max)
    }

    /// The standard deviation that each of so many games added to the figure that varies most, as the
    /// intervals tell.
    pub(super) fn deviation(&self, table: &Table, games: u64, level: Level) -> Option<f64> {
        let deviation = |(row, half): (&[Cell], Option<f64>)| {
            let is_bound = table.written(row, "method") == Method::FewDifferences.name();
            // A difference of at most 1 has at most this variance, if at most this share of pairs differ.
            half.map(|half| if is_bound { half.sqrt() } else { half / level.z() * real(games).sqrt() })
        };
        self.intervals(table).filter_map(deviation).reduce(f64::max)
    }

    /// The rows in which there is such a figure, and half of its interval, if that is known.
    fn intervals<'t>(&self, table: &'t Table) -> impl Iterator<Item = (&'t [Cell], Option<f64>)> {
        let Self { column, rows } = *self;
        let number = move |row: &[Cell], end: &str| table.number(row, &format!("{column}{end}"));
        let wanted = table.rows.iter().map(Vec::as_slice).filter(move |row| rows(table, row));
        wanted.filter(move |row| number(row, "").is_some()).map(move |row| {
            let ends = number(row, "_low").zip(number(row, "_high"));
            (row, ends.and_then(|(low, high)| Interval::new(low, high)).map(Interval::half_width))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The looks that are taken from some number of games on, and where that ends.
    fn looks(session: &Session, from: u64, most: u64, enough: u64, piece: u64) -> (Vec<u64>, Far) {
        let mut seen = Vec::new();
        let play = |sum: &mut u64, games: Range<u64>| {
            assert_eq!(*sum, games.start);
            let more = piece.min(games.end - games.start);
            *sum += more;
            more
        };
        let (sum, far) = play_on(from, from..most, true, session, play, |games| {
            seen.push(*games);
            *games >= enough
        });
        assert_eq!(sum, far.games);
        (seen, far)
    }

    #[test]
    fn looks_are_where_they_are_wherever_a_run_goes_on_from() {
        let session = Session::new(Some(1)).expect("a thread");
        for (most, enough) in [(100_000, 30_000), (100_000, u64::MAX), (5000, u64::MAX), (20_480, 20_480)] {
            let (all, whole) = looks(&session, 0, most, enough, u64::MAX);
            for from in [0, 1, 4095, 4096, 4097, 8192, 20_000, 20_480, most - 1, most, whole.games] {
                let from = from.min(whole.games);
                let piece = if from % 2 == 0 { u64::MAX } else { 777 };
                let (seen, far) = looks(&session, from, most, enough, piece);
                let expected: Vec<u64> = all.iter().copied().filter(|look| *look >= from).collect();
                assert_eq!(seen, expected, "from {from}");
                assert_eq!((far.games, far.is_enough, far.is_done), (whole.games, whole.is_enough, true));
            }
        }
    }
}
