//! What an experiment would take and tell, by a sample of its games (`--plan`).

use crate::config::Plan;
use crate::stats::confidence_sequence::beta_binomial;
use crate::stats::sample_size::{
    Watched, games_for_difference, games_for_width, games_watched, pairs_for_difference, width_after,
};
use crate::stats::{Level, real};
use std::fmt::{self, Write};
use std::time::Instant;

/// The difference of win shares that a forecast speaks of, and a share of pairs that a small change
/// typically plays differently (statistics: how many games?).
const DIFFERENCE: f64 = 0.005;
const DISCORDANCE: f64 = 0.02;
/// The precision that it speaks of.
const PRECISION: f64 = 0.001;

/// Half the width of the interval of an even seat's win share after this many games, which is watched; as a share.
#[must_use]
pub fn even_seat(games: u64, players: usize, level: Level) -> Option<f64> {
    let interval = beta_binomial(games / players.max(1) as u64, games, level)?;
    Some(interval.half_width())
}

/// The first of some games, played to see how long they take and how much their results vary.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// How many.
    pub games: u64,
    /// How long they took.
    pub seconds: f64,
}

/// What is known about a command before it plays.
#[derive(Clone, Debug)]
pub struct Forecast<'p> {
    /// What would be played.
    pub plan: &'p Plan,
    /// How many games, or deals, of which the width of intervals is said.
    pub games: u64,
    /// The same in words: `1000000 pairs of games`.
    pub amount: String,
    /// What games are called here: `pairs of games`.
    pub unit: &'static str,
    /// What was played.
    pub sample: Sample,
    /// How many times the plan's games would be played.
    pub times: usize,
    /// The threads that would play.
    pub threads: usize,
    /// What it would tell.
    pub told: Told,
    /// The standard deviation that a game adds to the headline figure that varies most.
    pub deviation: Option<f64>,
    /// What would stop it early.
    pub stop: Option<Stop>,
    /// The level of its intervals.
    pub level: Level,
}

/// The figure that a forecast speaks of.
#[derive(Clone, Debug)]
pub enum Told {
    /// The win share of a seat that wins as often as the others.
    Even,
    /// A difference of win shares on the same luck, by this name.
    Difference(String),
}

/// What would stop a command before it has played all games.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The option that asks for it.
    pub option: &'static str,
    /// How far its intervals may reach to either side.
    pub half_width: f64,
    /// The level of each.
    pub level: Level,
}

impl Sample {
    /// Plays a sample of so many games.
    pub(super) fn play<T>(of: u64, play: impl FnOnce(u64) -> T) -> (Self, T) {
        let games = (of / 20).clamp(128, 2048).min(of);
        let began = Instant::now();
        let played = play(games);
        (Self { games, seconds: began.elapsed().as_secs_f64() }, played)
    }
}

impl Forecast<'_> {
    /// The forecast in sentences.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let Self { plan, games: all, amount, unit, sample, times, threads, told, deviation, stop, level } =
            self;
        let level = *level;
        let seconds = sample.seconds / real(sample.games) * real(*all) * real(*times as u64);
        let share = 1.0 / real(plan.players() as u64);
        let count = |games: Option<u64>| games.map_or_else(|| "?".to_owned(), |games| games.to_string());
        let for_difference = |variance| count(pairs_for_difference(DIFFERENCE, variance, level));
        let (name, sd, watched, difference) = match told {
            Told::Even => (
                "An even seat's win share",
                (share * (1.0 - share)).sqrt(),
                Watched::Rate,
                format!(
                    "{} games a side, or {} pairs on the same luck if {:.0} % of them differ (`undercard compare`)",
                    count(games_for_difference(DIFFERENCE, share, level)),
                    for_difference(DISCORDANCE),
                    100.0 * DISCORDANCE
                ),
            ),
            Told::Difference(name) => {
                let sd = deviation.unwrap_or(f64::NAN);
                let watched = Watched::Score { tightest: *all };
                (name.as_str(), sd, watched, format!("{} {unit}", for_difference(sd * sd)))
            }
        };
        let mut text = String::new();
        writeln!(text, "{}: {amount}, about {seconds:.1} s on {threads} threads", plan.game.title)?;
        let Some(half) = width_after(*all, sd, level).filter(|half| half.is_finite()) else {
            writeln!(text, "{name}: a sample of {} games has none.", sample.games)?;
            return Ok(text);
        };
        writeln!(text, "{name} will be known to within ±{:.3} pp ({} %).", 100.0 * half, level.percent())?;
        writeln!(text, "±0.1 pp takes {} {unit}.", count(games_for_width(PRECISION, sd, level)))?;
        writeln!(text, "To see a difference of 0.5 pp: {difference}.")?;
        if let Some(Stop { option, half_width, level }) = *stop {
            let games = deviation.and_then(|sd| games_watched(half_width, sd, watched, level));
            let is_short = games.is_none_or(|games| games > *all);
            let short = if is_short { ", more than it would play: give it more with --games" } else { "" };
            writeln!(text, "{option} stops after about {} {unit}{short}.", count(games))?;
        }
        Ok(text)
    }
}
