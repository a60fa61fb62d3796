//! What people did at the table, beside what bots do under the same rules.

mod deals;
mod figures;
mod fit;
mod sheet;
mod text;
mod versions;

pub use sheet::{MOST_DEALS, prepared_deals, score_sheet};

use super::forecast::time;
use super::options::{FRACTION, proper_share, refuse};
use super::panel::decisions;
use super::{Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options};
use crate::config::bots::{PANEL, SKILL, games_along_skill, is_panel};
use crate::config::cards::CardFiles;
use crate::config::playtest::{self, Log, LoggedGame};
use crate::config::{Plan, PlanOptions, config_error};
use crate::model::settings::{ConfigError, ConfigErrors, clipped, is_formula, nearest};
use crate::model::{CardEvent, Ratio, SHARE, Seat, Seats, StatSchema};
use crate::report::claim::Sentence;
use crate::report::playtest::{Agreement, OfDeals, Person, PlaytestFigure, VersionChange};
use crate::report::result_file::Ended;
use crate::report::show::counted;
use crate::report::text::Text;
use crate::report::{Row, Table};
use crate::simulation::{Simulation, measure_games};
use crate::stats::few_games::{FEWEST, Played};
use crate::stats::multiple_testing::holm;
use crate::stats::tally::GameRecord;
use crate::stats::{Estimate, INFORMATIVE, Interval, Level, real};
use figures::{Figure, OfBots};
use fit::Fit;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use versions::Version;

/// The options of a comparison with a log.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// The log, and how it is read.
    #[serde(skip)]
    pub log: CardFiles,
    /// The games of this version of the rules only.
    pub version: Option<String>,
    /// Other versions of the log, each with its config.
    #[serde(skip)]
    pub versions: Vec<(String, String)>,
    /// The largest difference that does not matter: absolute for shares, relative to the bots' value for other figures.
    pub margin: f64,
    /// Whether results have the names of people.
    pub names: bool,
    /// The confidence level of the intervals.
    #[serde(skip)]
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            log: CardFiles::default(),
            version: None,
            versions: Vec::new(),
            margin: 0.1,
            names: false,
            level: Level::default(),
        }
    }
}

/// A validated request to compare a log with the games of bots.
pub struct Playtest {
    /// A plan for each line-up, the first one with the default bots; never empty.
    plans: Vec<(String, Plan)>,
    log: Log,
    figures: Vec<Figure>,
    versions: Vec<Version>,
    options: Options,
}

/// A log beside the games of bots.
pub struct PlaytestResult<'p> {
    playtest: &'p Playtest,
    rows: Vec<PlaytestFigure>,
    changes: Vec<VersionChange>,
    on_deals: Vec<OfDeals>,
    fit: Option<Fit>,
    tables: Vec<Table>,
    extent: Extent,
}

/// The file of the fitted line-up.
const PLAYERS: &str = "players.toml";

impl Playtest {
    /// Reads the log, and validates the config and the options. The bots are by default the panel.
    ///
    /// # Errors
    /// All errors of the config, of the options, or of the log.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        proper_share("--margin", Some(options.margin))?;
        let content = Arc::new(plan_options.read(config)?);
        let mut plan_options =
            PlanOptions { content: Some(content), panels: &[PANEL, SKILL], ..plan_options.clone() };
        if plan_options.bots.is_empty() {
            plan_options.bots = vec![PANEL.into()];
        }
        let plan = Plan::new(config, &plan_options)?.untargeted();
        let bytes = playtest::bytes(&options.log)?;
        let version = chosen_version(&playtest::versions(&options.log, &bytes)?, options)?;
        let schema = plan.rules.schema();
        let log = playtest::read(&options.log, &bytes, schema, version.as_deref())?;
        let figures = Figure::of_log(&log.games, schema);
        if figures.is_empty() {
            let found = format!("{} without a figure", counted(log.games.len() as u64, "games"));
            let expected = "winners, lengths or other figures in the cells of known columns";
            return refuse(&log.file, found, expected);
        }
        let plans = lineups(config, &plan_options, plan)?;
        let versions = other_versions(&plan_options, &plans[0].1, &bytes, options)?;
        Ok(Self { plans, log, figures, versions, options: options.clone() })
    }

    fn first(&self) -> &Plan {
        &self.plans[0].1
    }

    /// The games of people, for each figure.
    fn people(&self) -> Vec<Played> {
        counted_games(&self.figures, &self.log.games, self.first().rules.schema())
    }

    /// The rows of all figures and line-ups.
    fn rows(&self, bots: &[(&str, Vec<Played>)]) -> Vec<PlaytestFigure> {
        let plan = self.first();
        let schema = plan.rules.schema();
        let alpha = self.options.level.alpha();
        let mut people = self.people();
        for (index, people) in people.iter_mut().enumerate().filter(|(_, people)| !people.is_share) {
            // The variance of few games is a fluke.
            let least = bots.iter().map(|(_, played)| played[index].deviation()).reduce(f64::min);
            people.least_deviation = least.filter(|_| people.sums.n < INFORMATIVE).unwrap_or(0.0);
        }
        let occurs = |(index, people): &(usize, &Played)| {
            let is_optional = matches!(self.figures[*index], Figure::Outcome(_) | Figure::Card(..));
            let is_seen = |played: &Played| played.sums.x > 0;
            !is_optional || is_seen(people) || bots.iter().any(|(_, played)| is_seen(&played[*index]))
        };
        let shown: Vec<usize> = people.iter().enumerate().filter(occurs).map(|(index, _)| index).collect();
        let pairs: Vec<(usize, &str, &Played, &Played)> = shown
            .into_iter()
            .flat_map(|index| {
                let people = &people[index];
                bots.iter().map(move |(bot, played)| (index, *bot, people, &played[index]))
            })
            .collect();
        // Fewer games are never judged, so they take nothing from the others.
        let is_judged = |people: &Played| people.sums.n >= FEWEST;
        let p_of = |(_, _, people, bots): &(usize, &str, &Played, &Played)| {
            if is_judged(people) { people.p_value(bots) } else { None }
        };
        let p_values: Vec<Option<f64>> = pairs.iter().map(p_of).collect();
        let known: Vec<f64> = p_values.iter().copied().flatten().collect();
        let mut corrected = holm(&known).into_iter();
        let n_judged = if known.is_empty() { pairs.len() } else { known.len() };
        let together = alpha / real(n_judged.max(1) as u64);
        let rows = pairs.into_iter().zip(p_values).map(|((index, bot, people, played), p)| {
            let figure = self.figures[index];
            let p_holm = p.and_then(|_| corrected.next());
            let difference = people.value().zip(played.value()).map(|(one, other)| one - other);
            let margin = match people.is_share {
                true => self.options.margin,
                false => self.options.margin * played.value().unwrap_or(0.0).abs(),
            };
            let is_within =
                people.less(played, together).is_some_and(|ends| ends.low >= -margin && ends.high <= margin);
            let agreement = match p_holm {
                Some(p) if p < alpha => Agreement::Differs,
                Some(_) if is_within => Agreement::Agrees,
                _ => Agreement::Unknown,
            };
            let least = difference.map(|difference| difference.abs().max(margin));
            let games = least.and_then(|least| people.games_for(least, played, together));
            let more = games.map(|games| games.saturating_sub(people.sums.n).max(1));
            PlaytestFigure {
                game: plan.game.id,
                players: plan.players() as u64,
                figure: figure.address(schema),
                bot: bot.to_owned(),
                games: people.sums.n,
                people: match figure {
                    // A length is not below 0.
                    Figure::Length => clipped_at_0(estimate(people, alpha)),
                    _ => estimate(people, alpha),
                },
                unit: figure.unit(schema),
                bots: estimate(played, alpha),
                difference,
                difference_ends: people.less(played, alpha),
                p_holm,
                agreement,
                games_more: more.filter(|_| agreement == Agreement::Unknown),
                shown: least.filter(|_| agreement == Agreement::Unknown),
            }
        });
        rows.collect()
    }

    /// The people of the log.
    fn persons(&self) -> Vec<Person> {
        let plan = self.first();
        let (game, players) = (plan.game.id, plan.players() as u64);
        let of_person = |(index, name): (usize, &String)| {
            let mut played = Played { parts: SHARE, is_share: true, ..Played::default() };
            for logged in &self.log.games {
                let seats = Seats::first(plan.players()).into_iter();
                let own: Vec<Seat> = seats.filter(|seat| logged.people[*seat] == Some(index)).collect();
                if let (Some(outcome), [seat]) = (logged.outcome, own.as_slice()) {
                    played.sums.add(outcome.share(*seat).into(), 1);
                }
            }
            let is_plain = !is_formula(name) && !name.chars().any(char::is_control);
            let shown = self.options.names && is_plain;
            Person {
                game,
                players,
                person: if shown { clipped(name) } else { format!("person {}", index + 1) },
                games: played.sums.n,
                wins: played.value().unwrap_or(0.0) * real(played.sums.n),
                share: estimate(&played, self.options.level.alpha()),
            }
        };
        self.log.people.iter().enumerate().map(of_person).collect()
    }
}

/// These figures of a log.
fn counted_games(figures: &[Figure], games: &[LoggedGame], schema: &StatSchema) -> Vec<Played> {
    let of = |figure: &Figure| {
        let mut played = figure.empty(schema);
        for game in games {
            if let Some(Ratio { num, den }) = figure.of(game, schema) {
                played.sums.add(num, den);
            }
        }
        played
    };
    figures.iter().map(of).collect()
}

/// These figures of the games of a line-up; `None` if the session was stopped.
fn bots_of(plan: &Plan, figures: &[Figure], session: &Session) -> Option<Vec<Played>> {
    /// So many games are in memory at once.
    const BATCH: u64 = 1 << 14;
    let (simulation, schema) = (plan.simulation(), plan.rules.schema());
    let measure = |_, record: &GameRecord<'_>, cards: &[CardEvent]| {
        let game = OfBots { record, cards };
        figures.iter().map(|figure| figure.of(&game, schema)).collect::<Vec<_>>()
    };
    let progress = |n| session.played(n);
    let mut sums: Vec<Played> = figures.iter().map(|figure| figure.empty(schema)).collect();
    let mut first = 0;
    while first < plan.games {
        let games = first..plan.games.min(first + BATCH);
        let n_games = games.end - games.start;
        let measured =
            measure_games(&*simulation, games, session.pool(), session.stop(), &progress, &measure);
        if (measured.len() as u64) < n_games {
            return None;
        }
        for ratios in measured {
            for (played, ratio) in sums.iter_mut().zip(ratios) {
                ratio.into_iter().for_each(|Ratio { num, den }| played.sums.add(num, den));
            }
        }
        first += n_games;
    }
    Some(sums)
}

/// The value and its interval.
fn estimate(played: &Played, alpha: f64) -> Estimate {
    played
        .value()
        .map_or(Estimate::EMPTY, |value| Estimate::new(value, played.interval(alpha), played.method()))
}

fn clipped_at_0(estimate: Estimate) -> Estimate {
    Estimate { interval: estimate.interval.map(|ends| ends.clipped(0.0, f64::INFINITY)), ..estimate }
}

/// The plans of all line-ups. The default bot, which the sentences are about, comes first.
///
/// # Errors
/// All errors of the config or of the options.
fn lineups(
    config: &str,
    plan_options: &PlanOptions,
    plan: Plan,
) -> Result<Vec<(String, Plan)>, ConfigErrors> {
    let is_skill = plan_options.bots.iter().any(|bot| bot.trim() == SKILL);
    let decisions = if is_skill { decisions(&plan) } else { 0 };
    let with_games = |bot: &str, plan: Plan| {
        let plan = plan.or_games(|plan| plan.games / FRACTION);
        let games = if is_skill { games_along_skill(bot, plan.games, decisions) } else { plan.games };
        plan.of_games(games)
    };
    let mut plans = Vec::new();
    for bot in &plan.panel {
        let bots = bot.split(',').map(str::to_owned).collect();
        let own = Plan::new(config, &PlanOptions { bots, ..plan_options.clone() })?.untargeted();
        plans.push((bot.clone(), with_games(bot, own)));
    }
    let default = plan.bots.first().map(|bot| bot.content.clone());
    let is_default =
        |(_, plan): &(String, Plan)| plan.bots.first().map(|bot| &bot.content) == default.as_ref();
    if let Some(index) = plans.iter().position(is_default) {
        plans[..=index].rotate_right(1);
    }
    if plans.is_empty() {
        let name = plan.bot_names().join(",");
        plans.push((name.clone(), with_games(&name, plan)));
    }
    Ok(plans)
}

/// The other versions of the rules, with their games.
///
/// # Errors
/// All errors of their configs, or of the log.
fn other_versions(
    plan_options: &PlanOptions,
    plan: &Plan,
    bytes: &[u8],
    options: &Options,
) -> Result<Vec<Version>, ConfigErrors> {
    let mut versions = Vec::new();
    for (name, config) in &options.versions {
        let content = Arc::new(PlanOptions { content: None, ..plan_options.clone() }.read(config)?);
        let has_panel = plan_options.bots.iter().any(|bot| is_panel(bot));
        let bots = if has_panel { Vec::new() } else { plan_options.bots.clone() };
        let own = PlanOptions { content: Some(content), bots, ..plan_options.clone() };
        let other = Plan::new(config, &own)?.untargeted().of_games(plan.games);
        if other.game.id != plan.game.id {
            let found = format!("\"{}\", a config of {}", clipped(config), other.game.title);
            return refuse("--version-config", found, format!("one of {}", plan.game.title));
        }
        let games = playtest::read(&options.log, bytes, other.rules.schema(), Some(name))?.games;
        versions.push(Version { name: name.clone(), plan: other, games });
    }
    Ok(versions)
}

fn quoted(versions: &BTreeSet<String>) -> String {
    versions.iter().map(|version| format!("\"{}\"", clipped(version))).collect::<Vec<_>>().join(", ")
}

/// The error of a version that the log does not have.
fn unknown_version<T>(option: &str, version: &str, versions: &BTreeSet<String>) -> Result<T, ConfigErrors> {
    let expected = match versions.is_empty() {
        true => "a log with a column version".into(),
        false => format!("one of: {}", quoted(versions)),
    };
    let found = format!("\"{}\"", clipped(version));
    let hint = nearest(version, versions.iter().map(String::as_str));
    Err(ConfigErrors(vec![ConfigError { hint, ..config_error(option, "", found, expected) }]))
}

/// The version whose games have the rules of the config; `None` for all games.
///
/// # Errors
/// The log does not have this version, or has several and the options name none.
fn chosen_version(all: &BTreeSet<String>, options: &Options) -> Result<Option<String>, ConfigErrors> {
    if let Some((unknown, _)) = options.versions.iter().find(|(version, _)| !all.contains(version)) {
        return unknown_version("--version-config", unknown, all);
    }
    if let Some(version) = &options.version {
        return if all.contains(version) {
            Ok(Some(version.clone()))
        } else {
            unknown_version("--version", version, all)
        };
    }
    let is_other = |version: &&String| options.versions.iter().any(|(other, _)| other == *version);
    let left: BTreeSet<String> = all.iter().filter(|version| !is_other(version)).cloned().collect();
    let file = options.log.files.first().map(String::as_str).unwrap_or_default();
    match left.first() {
        Some(first) if left.len() > 1 => {
            let found = format!("games of several versions of the rules: {}", quoted(&left));
            let expected = format!("the version that CONFIG has: --version \"{}\"", clipped(first));
            refuse(file, found, expected)
        }
        None if !options.versions.is_empty() => {
            refuse(file, "no games of another version", "games of the version that CONFIG has")
        }
        only => Ok(only.filter(|_| !options.versions.is_empty()).cloned()),
    }
}

impl Experiment for Playtest {
    type Result<'p> = PlaytestResult<'p>;
    const COMMAND: &'static str = "playtest";

    fn plans(&self) -> Vec<&Plan> {
        self.plans.iter().map(|(_, plan)| plan).take(1).collect()
    }

    fn warnings(&self) -> Vec<String> {
        self.log.warnings.iter().cloned().chain(super::warnings(self.first())).collect()
    }

    fn games(&self) -> u64 {
        let of_bots = self.plans.iter().map(|(_, plan)| plan.games);
        of_bots
            .chain([self.all_games_of_fit(), self.games_of_deals(), self.games_of_versions()])
            .fold(0, u64::saturating_add)
    }

    fn samples(&self) -> Vec<Box<dyn Simulation>> {
        self.plans.iter().map(|(_, plan)| plan.simulation()).collect()
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        Some(Text::from(format!(
            "{}: {} of people; {} of bots, {}\n",
            self.first().game.title,
            counted(self.log.games.len() as u64, "games"),
            counted(self.games(), "games"),
            time(self.seconds(session), session)
        )))
    }

    fn play(&self, session: &Session) -> PlaytestResult<'_> {
        let mut bots: Vec<(&str, Vec<Played>)> = Vec::new();
        for (bot, plan) in &self.plans {
            // A line-up that was interrupted is left out, because its number of games was not fixed beforehand.
            let Some(played) = bots_of(plan, &self.figures, session) else { break };
            bots.push((bot, played));
        }
        let mut extent = Extent::of_parts(bots.len(), self.plans.len(), "line-ups", false);
        if bots.len() < self.plans.len() {
            extent.ended = Ended::Interrupted;
        }
        let rows = self.rows(&bots);
        let mut tables = vec![Row::table(&rows)];
        let changes = match bots.first() {
            Some((_, played)) => self.of_versions(played, session),
            None => None,
        };
        if changes.is_none() {
            extent.ended = Ended::Interrupted;
        }
        let changes = changes.unwrap_or_default();
        if !changes.is_empty() {
            tables.push(Row::table(&changes));
        }
        let on_deals = if bots.is_empty() { None } else { self.of_deals(session) };
        if on_deals.is_none() {
            extent.ended = Ended::Interrupted;
        }
        let on_deals = on_deals.unwrap_or_default();
        if !on_deals.is_empty() {
            tables.push(Row::table(&on_deals));
        }
        let fit = if bots.is_empty() { None } else { self.fit(session) };
        if fit.is_none() && session.is_stopped() {
            extent.ended = Ended::Interrupted;
        }
        tables.extend(fit.as_ref().map(|fit| Row::table(&fit.rows)));
        let persons = self.persons();
        if !persons.is_empty() {
            tables.push(Row::table(&persons));
        }
        PlaytestResult { playtest: self, rows, changes, on_deals, fit, tables, extent }
    }
}

impl PlaytestResult<'_> {
    /// The lowest and the highest temperature at which the default bot may play like the people, as multiples of its own.
    #[must_use]
    pub fn temperatures(&self) -> Option<(f64, f64)> {
        self.fit.as_ref().and_then(Fit::temperatures)
    }

    /// The share of a bot in the mix that explains the log best, with its interval.
    #[must_use]
    pub fn share_of(&self, bot: &str) -> Option<(f64, Interval)> {
        let row = self.fit.as_ref()?.rows.iter().find(|row| row.bot == bot)?;
        row.share.zip(row.share_ends)
    }
}

impl ExperimentResult for PlaytestResult<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn summary(&self) -> Text {
        if self.rows.is_empty() { Text::default() } else { text::text(self) }
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self).into_iter().map(Sentence::from).collect()
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let file = self.fit.as_ref().and_then(|fit| fit.file.as_ref());
        file.map(|(_, text)| (PLAYERS.to_owned(), text.clone().into_bytes())).into_iter().collect()
    }

    fn next(&self, folder: &Path) -> Option<String> {
        self.fit.as_ref().filter(|fit| fit.file.is_some() && !fit.is_none)?;
        let path = folder.join(PLAYERS).display().to_string().replace(char::is_control, " ");
        Some(format!("Your players as one bot: --bots {path}"))
    }

    fn metadata(&self) -> ResultMeta {
        /// The options that affect the figures.
        #[derive(Serialize)]
        struct Stored<'a> {
            #[serde(flatten)]
            options: &'a Options,
            log_sha256: &'a str,
            lineups: Vec<&'a str>,
            versions: Vec<[&'a str; 2]>,
        }
        let Playtest { plans, log, versions, options, .. } = self.playtest;
        let versions = versions.iter().map(|version| [version.name.as_str(), &version.plan.digest]).collect();
        let lineups = plans.iter().map(|(bot, _)| bot.as_str()).collect();
        let stored = self::options(&Stored { options, log_sha256: &log.sha256, lineups, versions });
        let details = details([("logged_games", (log.games.len() as u64).into())]);
        let plans = self.playtest.plans();
        let mut head = metadata(Playtest::COMMAND, &plans, &self.extent, options.level, stored, details);
        // The rows of the table name the bots; the plan has only the first ones.
        head.configs.iter_mut().for_each(|config| config.bots.clear());
        head
    }
}
