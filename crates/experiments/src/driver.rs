//! Plays an experiment: all games, or until an interim look finds the requested precision.

use super::forecast::Stop;
use super::options::proper_share;
use super::session::Session;
use crate::model::settings::ConfigErrors;
use crate::report::result_file::Ended;
use crate::report::show::{counted, grouped};
use crate::stats::confidence_sequence::{look_from, next_look};
use crate::stats::{Interval, Level, real};
use serde::Serialize;
use std::ops::Range;

/// The confidence level and the precision of an experiment; by default 95 % and a fixed number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Accuracy {
    /// The confidence level of its intervals.
    #[serde(skip)]
    pub level: Level,
    /// Play until every headline interval is at most ± this wide. A share: 0.01 is one percentage point.
    pub precision: Option<f64>,
}

/// How much of an experiment was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Amount played, in `unit`.
    pub played: u64,
    /// Maximum amount, if known.
    pub planned: Option<u64>,
    /// The unit: `games`, `pairs of games`, `combinations`, …
    pub unit: &'static str,
    /// How it ended.
    pub ended: Ended,
    /// Whether the number of games was fixed beforehand. If not, intervals are confidence sequences.
    pub is_fixed: bool,
}

impl Extent {
    /// The first `stopped.games` of `planned`.
    pub(super) const fn of(stopped: StoppedAt, planned: u64, unit: &'static str, sequential: bool) -> Self {
        let ended = match stopped {
            StoppedAt { is_enough: true, .. } => Ended::Enough,
            StoppedAt { is_done: true, .. } => Ended::AllPlayed,
            StoppedAt { .. } => Ended::Interrupted,
        };
        Self {
            played: stopped.games,
            planned: Some(planned),
            unit,
            ended,
            is_fixed: !sequential && stopped.is_done,
        }
    }

    /// The number of parts (combinations, pairs, bots) that were completed, out of all.
    pub(super) const fn of_parts(played: usize, all: usize, unit: &'static str, sequential: bool) -> Self {
        let ended = if played < all { Ended::Interrupted } else { Ended::AllPlayed };
        Self { played: played as u64, planned: Some(all as u64), unit, ended, is_fixed: !sequential }
    }

    /// Whether everything was played; false if the session was stopped.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ended != Ended::Interrupted
    }

    /// What was played, in words: `300 of 1,000 games`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.planned {
            Some(planned) => format!("{} of {}", grouped(self.played), counted(planned, self.unit)),
            None => counted(self.played, self.unit),
        }
    }
}

/// The note under figures of a run with interim looks.
pub(super) const READING: &str = "Intervals are confidence sequences, valid at any number of games, because the\n\
                                  number of games was not fixed beforehand.";

/// How far an experiment got.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoppedAt {
    /// Number of games, counted from the first.
    pub games: u64,
    /// Whether a look found the requested precision.
    pub is_enough: bool,
    /// Whether the experiment is done: precise enough, or all games played.
    pub is_done: bool,
}

impl Accuracy {
    /// Checks the precision.
    ///
    /// # Errors
    /// It is not a number above 0 and below 1.
    pub(super) fn check(&self) -> Result<(), ConfigErrors> {
        proper_share("--precision", self.precision)
    }

    /// Whether the number of games depends on the results.
    pub(super) const fn is_sequential(&self) -> bool {
        self.precision.is_some()
    }

    /// Whether the widest interval, given by its half-width, is narrow enough.
    pub(super) fn is_reached(&self, widest: impl FnOnce() -> Option<f64>) -> bool {
        self.precision.is_some_and(|precision| widest().is_some_and(|widest| widest <= precision))
    }

    /// The rule that stops the experiment early, if any.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.precision.map(|half_width| Stop { option: "--precision", half_width, level: self.level })
    }

    /// The warning that the precision was not reached, if everything was played without reaching it.
    pub(super) fn shortfall_of(&self, extent: &Extent) -> Option<String> {
        let is_short = self.is_sequential() && extent.ended == Ended::AllPlayed;
        is_short.then(|| Self::shortfall(&counted(extent.played, extent.unit)))
    }

    /// The warning that these games did not reach the precision.
    pub(super) fn shortfall(games: &str) -> String {
        format!("warning: {games} did not reach --precision; raise --games")
    }
}

/// Plays the games of a range; if `is_sequential`, only until a look finds the result `enough`. Looks are at fixed
/// numbers of games, so the end does not depend on threads or interruptions. `play` adds a range of games, or
/// a prefix of it if it is stopped, and returns the number of games it added.
pub(super) fn play_on<T>(
    mut state: T,
    games: Range<u64>,
    is_sequential: bool,
    session: &Session,
    mut play: impl FnMut(&mut T, Range<u64>) -> u64,
    mut enough: impl FnMut(&T) -> bool,
) -> (T, StoppedAt) {
    let Range { start: mut games, end: most } = games;
    let mut look = look_from(games);
    loop {
        let end = if is_sequential { look.min(most) } else { most };
        games += play(&mut state, games..end);
        let is_enough = is_sequential && games == end && enough(&state);
        let is_done = is_enough || games == most;
        if is_done || session.is_stopped() {
            return (state, StoppedAt { games, is_enough, is_done });
        }
        if games == end {
            look = next_look(look);
        }
    }
}

/// The half-width of the widest of these intervals; `None` if one is unknown, or if there are none.
pub(super) fn widest(intervals: impl Iterator<Item = Option<Interval>>) -> Option<f64> {
    let halves: Option<Vec<f64>> = intervals.map(|interval| interval.map(Interval::half_width)).collect();
    halves?.into_iter().reduce(f64::max)
}

/// The standard deviation per game of the figure that varies most, computed from the half-widths of the intervals after
/// this number of games.
pub(super) fn deviation(
    intervals: impl Iterator<Item = Option<Interval>>,
    games: u64,
    level: Level,
) -> Option<f64> {
    intervals
        .flatten()
        .map(|interval| interval.half_width() / level.z() * real(games).sqrt())
        .reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The looks after `from` games, and the end.
    fn looks(session: &Session, from: u64, most: u64, enough: u64, piece: u64) -> (Vec<u64>, StoppedAt) {
        let mut seen = Vec::new();
        let play = |sum: &mut u64, games: Range<u64>| {
            assert_eq!(*sum, games.start);
            let more = piece.min(games.end - games.start);
            *sum += more;
            more
        };
        let (sum, stopped) = play_on(from, from..most, true, session, play, |games| {
            seen.push(*games);
            *games >= enough
        });
        assert_eq!(sum, stopped.games);
        (seen, stopped)
    }

    #[test]
    fn looks_do_not_depend_on_where_a_run_resumes() {
        let session = Session::new(Some(1)).expect("a thread");
        for (most, enough) in [(100_000, 30_000), (100_000, u64::MAX), (5000, u64::MAX), (20_480, 20_480)] {
            let (all, whole) = looks(&session, 0, most, enough, u64::MAX);
            for from in [0, 1, 4095, 4096, 4097, 8192, 20_000, 20_480, most - 1, most, whole.games] {
                let from = from.min(whole.games);
                let piece = if from % 2 == 0 { u64::MAX } else { 777 };
                let (seen, stopped) = looks(&session, from, most, enough, piece);
                let expected: Vec<u64> = all.iter().copied().filter(|look| *look >= from).collect();
                assert_eq!(seen, expected, "from {from}");
                assert_eq!(
                    (stopped.games, stopped.is_enough, stopped.is_done),
                    (whole.games, whole.is_enough, true)
                );
            }
        }
    }
}
