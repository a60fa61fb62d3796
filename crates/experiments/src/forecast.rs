//! Estimates the time and precision of an experiment from a sample of its games (`--plan`).

use super::Session;
use crate::config::Plan;
use crate::report::show::{counted, duration, grouped};
use crate::report::text::Text;
use crate::simulation::{Simulation, play_all};
use crate::stats::confidence_sequence::beta_binomial;
use crate::stats::sample_size::{
    Sequential, games_for_difference, games_for_width, games_sequential, pairs_for_difference, width_after,
};
use crate::stats::{Level, real};
use std::time::{Duration, Instant};

/// The difference of win shares for which a forecast states the number of games, and the share of pairs that a small
/// change typically affects.
const DIFFERENCE: f64 = 0.005;
const DISCORDANCE: f64 = 0.02;
/// The half-width for which a forecast states the number of games.
const PRECISION: f64 = 0.001;

/// The half-width of the confidence sequence of an even seat's win share after this many games; as a share.
#[must_use]
pub fn even_seat(games: u64, players: usize, level: Level) -> Option<f64> {
    let interval = beta_binomial(games / players.max(1) as u64, games, level)?;
    Some(interval.half_width())
}

/// The first games of an experiment, played to measure their time and variance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Number of games.
    pub games: u64,
    /// Time in seconds.
    pub seconds: f64,
}

/// Estimates for an experiment from a sample of its games.
#[derive(Debug)]
pub(super) struct Forecast<'p> {
    /// The plan.
    pub plan: &'p Plan,
    /// Number of games or deals; the unit of the interval widths.
    pub games: u64,
    /// The same in words: `1,000,000 pairs of games`.
    pub amount: String,
    /// The unit in words: `pairs of games`.
    pub unit: &'static str,
    /// The sample.
    pub sample: Sample,
    /// How many times the games of the plan are played.
    pub times: usize,
    /// The session that played the sample.
    pub session: &'p Session,
    /// The headline figure.
    pub headline: HeadlineFigure,
    /// The standard deviation per game of the headline figure that varies most.
    pub deviation: Option<f64>,
    /// The rule that can stop it early.
    pub stop: Option<Stop>,
    /// The confidence level of its intervals.
    pub level: Level,
}

/// The figure whose precision a forecast states.
#[derive(Clone, Debug)]
pub(super) enum HeadlineFigure {
    /// The win share of a seat that wins as often as the others.
    Even,
    /// A difference of win shares on common random numbers, with this name.
    Difference(String),
}

/// A rule that stops an experiment before all games are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    /// The option that sets it.
    pub option: &'static str,
    /// The half-width to reach.
    pub half_width: f64,
    /// The confidence level of each interval.
    pub level: Level,
}

impl Sample {
    /// Plays a sample of a number of games: not too few to tell how they vary, but always a small part of them, because the few
    /// games of a search can take minutes.
    pub(super) fn play<T>(of: u64, play: impl FnOnce(u64) -> T) -> (Self, T) {
        let games = (of / 20).clamp(128, 2048).min(of.div_ceil(8));
        let began = Instant::now();
        let played = play(games);
        (Self { games, seconds: began.elapsed().as_secs_f64() }, played)
    }

    /// The time of a number of games, in seconds.
    pub(super) fn seconds_of(&self, games: u64) -> f64 {
        self.seconds / real(self.games) * real(games)
    }
}

/// The time of a game of each of these simulations on the threads of a session, on average, in seconds: from samples
/// that take about a twentieth of a second. At most `most` games are sampled of each.
pub(super) fn seconds_per_game(simulations: &[Box<dyn Simulation>], most: u64, session: &Session) -> f64 {
    const ENOUGH: Duration = Duration::from_millis(50);
    // Other programs can delay a few games by far more than they take.
    const FEWEST: u64 = 256;
    const TOO_LONG: Duration = Duration::from_millis(500);
    let most = most.max(1);
    let of = |simulation: &dyn Simulation| {
        let (began, mut games, mut fastest) = (Instant::now(), 0, f64::INFINITY);
        let goes_on = |games: u64| {
            let spent = began.elapsed();
            games < most && (spent < ENOUGH || games < FEWEST && spent < TOO_LONG) && !session.is_stopped()
        };
        while goes_on(games) {
            // Half of the threads, where many wait for a program.
            let least = session.threads() as u64 / 2;
            let (from, end) = (Instant::now(), (2 * games).max(least).clamp(1, most));
            play_all(simulation, games..end, session.pool(), session.stop(), &|_| {});
            fastest = fastest.min(from.elapsed().as_secs_f64() / real(end - games));
            games = end;
        }
        if fastest.is_finite() { fastest } else { 0.0 }
    };
    let sum: f64 = simulations.iter().map(|simulation| of(&**simulation)).sum();
    sum / real(simulations.len().max(1) as u64)
}

/// The note about a command that takes longer than a minute, and what Ctrl-C does; `None` if it is shorter.
pub fn slow(seconds: f64, session: &Session, ctrl_c: &str) -> Option<String> {
    const LONG: f64 = 60.0;
    (seconds > LONG).then(|| format!("This takes {} at most; Ctrl-C {ctrl_c}.", time(seconds, session)))
}

/// A time on the threads of a session, in words: `about 3 s on 2 threads`.
pub(super) fn time(seconds: f64, session: &Session) -> String {
    let threads = session.threads();
    format!("about {} on {threads} thread{}", duration(seconds), if threads == 1 { "" } else { "s" })
}

impl Forecast<'_> {
    /// The forecast as text.
    pub(super) fn text(&self) -> Text {
        let Self { plan, games: all, amount, unit, sample, times, session, headline, deviation, stop, level } =
            self;
        let level = *level;
        let seconds = sample.seconds_of(*all) * real(*times as u64);
        let share = 1.0 / real(plan.players() as u64);
        let count = |games: Option<u64>| games.map_or_else(|| "an unknown number of".to_owned(), grouped);
        let with_unit = |games: Option<u64>| match games {
            Some(games) => counted(games, unit),
            None => format!("an unknown number of {unit}"),
        };
        let for_difference = |variance| count(pairs_for_difference(DIFFERENCE, variance, level));
        let (name, sd, sequential, difference) = match headline {
            HeadlineFigure::Even => (
                "win share of an even seat",
                (share * (1.0 - share)).sqrt(),
                Sequential::Rate,
                format!(
                    "{} games per side, or about {} pairs\n  of games with `undercard compare` if {:.0} % of them \
                     differ",
                    count(games_for_difference(DIFFERENCE, share, level)),
                    for_difference(DISCORDANCE),
                    100.0 * DISCORDANCE
                ),
            ),
            HeadlineFigure::Difference(name) => {
                let sd = deviation.unwrap_or(f64::NAN);
                let sequential = Sequential::Score { tightest: *all };
                (name.as_str(), sd, sequential, with_unit(pairs_for_difference(DIFFERENCE, sd * sd, level)))
            }
        };
        let mut text = format!("{}: {amount}; {}\n", plan.game.title, time(seconds, session));
        let Some(half) = width_after(*all, sd, level).filter(|half| half.is_finite()) else {
            let sample = grouped(sample.games);
            return (text
                + &format!("Precision: unknown ({name}: no data in a sample of {sample} games).\n"))
                .into();
        };
        text += &format!(
            "Precision: {name} ±{:.3} pp ({} % interval).\n\
             For ±0.1 pp: {}.\n\
             To detect a difference of 0.5 pp: {difference}.\n",
            100.0 * half,
            level.percent(),
            with_unit(games_for_width(PRECISION, sd, level))
        );
        if let Some(Stop { option, half_width, level }) = *stop {
            let games = deviation.and_then(|sd| games_sequential(half_width, sd, sequential, level));
            let is_short = games.is_none_or(|games| games > *all);
            let short = if is_short { ", more than planned; raise --games" } else { "" };
            text += &format!("{option} stops after about {}{short}.\n", with_unit(games));
        }
        text.into()
    }
}
