//! `--plan`: what a command would take and tell, said before it plays.

use super::{Done, print};
use crate::config::Plan;
use crate::stats::sample_size::{
    Watched, games_for_difference, games_for_width, games_watched, pairs_for_difference, width_after,
};
use crate::stats::{Level, real};
use std::fmt::Write;
use std::time::Instant;

/// The difference of win shares that a forecast speaks of, and a share of pairs that a small change
/// typically plays differently (statistics: how many games?).
const DIFFERENCE: f64 = 0.005;
const DISCORDANCE: f64 = 0.02;
/// The precision that it speaks of.
const PRECISION: f64 = 0.001;

/// The first of some games, played to see how long they take and how much their results vary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// How many.
    pub games: u64,
    /// How long they took.
    pub seconds: f64,
}

/// What is known about a command before it plays.
#[derive(Clone, Debug)]
pub(crate) struct Forecast<'p> {
    /// What would be played.
    pub plan: &'p Plan,
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
}

/// The figure that a forecast speaks of.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    /// The win share of a seat that wins as often as the others.
    Even,
    /// A difference of win shares on the same luck, by this name.
    Difference(String),
}

/// What would stop a command before it has played all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// The option that asks for it.
    pub option: &'static str,
    /// How far its intervals may reach to either side.
    pub half_width: f64,
    /// The level of each.
    pub level: Level,
}

impl Sample {
    /// Plays a sample of so many games.
    pub(crate) fn play<T>(of: u64, play: impl FnOnce(u64) -> T) -> (Self, T) {
        let games = (of / 20).clamp(128, 2048).min(of);
        let began = Instant::now();
        let played = play(games);
        (Self { games, seconds: began.elapsed().as_secs_f64() }, played)
    }
}

impl Forecast<'_> {
    /// Prints it.
    ///
    /// # Errors
    /// Stdout cannot be written.
    pub(crate) fn print(&self, stop: Option<Stop>, level: Level) -> Done {
        let Self { plan, amount, unit, sample, times, threads, told, deviation } = self;
        let seconds = sample.seconds / real(sample.games) * real(plan.games) * real(*times as u64);
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
                let watched = Watched::Score { tightest: plan.games };
                (name.as_str(), sd, watched, format!("{} {unit}", for_difference(sd * sd)))
            }
        };
        let mut text = String::new();
        writeln!(text, "{}: {amount}, about {seconds:.1} s on {threads} threads", plan.game.title)?;
        let Some(half) = width_after(plan.games, sd, level).filter(|half| half.is_finite()) else {
            writeln!(text, "{name}: a sample of {} games has none.", sample.games)?;
            return print(&text);
        };
        writeln!(text, "{name} will be known to within ±{:.3} pp ({} %).", 100.0 * half, level.percent())?;
        writeln!(text, "±0.1 pp takes {} {unit}.", count(games_for_width(PRECISION, sd, level)))?;
        writeln!(text, "To see a difference of 0.5 pp: {difference}.")?;
        if let Some(Stop { option, half_width, level }) = stop {
            let games = deviation.and_then(|sd| games_watched(half_width, sd, watched, level));
            let is_short = games.is_none_or(|games| games > plan.games);
            let short = if is_short { ", more than it would play: give it more with --games" } else { "" };
            writeln!(text, "{option} stops after about {} {unit}{short}.", count(games))?;
        }
        print(&text)
    }
}
