//! Advice on a game: who is too strong, which card, how long a game lasts, and which numbers to change.
//!
//! It plays a run, an impact and a search, and reports the answer of each in one sentence.

mod answers;
mod findings;
mod length;
mod numbers;

use super::forecast::time;
use super::impact::{self, Impact};
use super::options::{both, proper_share, refuse};
use super::run::Run;
use super::tune::{self, Tune};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::{ConfigErrors, Plan, PlanOptions, addresses, printed_rules};
use crate::model::settings::clipped;
use crate::model::{SeatOrder, Seats};
use crate::report::claim::Sentence;
use crate::report::escape::command_line;
use crate::report::show::{counted, grouped};
use crate::report::table::fixed;
use crate::report::text::{Part, Text};
use crate::report::{self, FigureId, Row, Table, answer};
use crate::stats::{Level, real};
use answers::QUESTIONS;
use findings::Finding;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// What counts as even, and what may change.
#[derive(Clone, Debug, Serialize)]
pub struct Options {
    /// How far a score may be from an even share; 0.03 is 3 percentage points. Targets of the config replace it in the
    /// search.
    pub within: f64,
    /// Patterns of the settings that may change; `*` matches any text. Empty: every number.
    pub keys: Vec<String>,
    /// Size of a step, see [`tune::STEPS`].
    pub step: i64,
    /// Maximum number of settings to change, see [`tune::CHANGES`].
    pub changes: usize,
    /// What a proposal may change although nobody asked for it.
    pub allow: Vec<Allow>,
    /// Train players on the rules of the first proposal, and judge it again with them.
    pub retrain: bool,
    /// The confidence level of each answer.
    #[serde(skip)]
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            within: 0.03,
            keys: Vec::new(),
            step: 1,
            changes: 2,
            allow: Vec::new(),
            retrain: false,
            level: Level::default(),
        }
    }
}

/// What a proposal keeps, unless it is allowed to change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allow {
    /// The mean length of a game, within 10 %.
    Length,
    /// The share of draws, within 2 percentage points.
    Draws,
    /// Numbers that are not 0 do not become 0, and keep their sign.
    Zero,
}

impl Allow {
    /// Each with its name and meaning.
    pub const ALL: &[(&'static str, &'static str, Self)] = &[
        ("length", "The mean length of a game, by more than 10 %", Self::Length),
        ("draws", "The share of draws, by more than 2 points", Self::Draws),
        ("zero", "Numbers that are not 0, to 0 or the other sign", Self::Zero),
    ];

    /// What these names allow.
    ///
    /// # Errors
    /// A name is unknown.
    pub fn of_names(names: &[String]) -> Result<Vec<Self>, ConfigErrors> {
        let of_name = |name: &String| {
            let known = Self::ALL.iter().find(|(known, ..)| known == name);
            let names = Self::ALL.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
            known.map_or_else(
                || refuse("--allow", format!("\"{}\"", clipped(name)), format!("one of: {names}")),
                |(.., allow)| Ok(*allow),
            )
        };
        names.iter().map(of_name).collect()
    }
}

/// How far a proposal may change the mean length, relative to what it was, and the share of draws.
const LENGTH: f64 = 0.1;
const DRAWS: f64 = 0.02;

/// Unless the number of games is given, the run plays one game in `WHO` of its default, and `impact` one in `CARDS`.
const WHO: u64 = 2;
const CARDS: u64 = 3;

/// The most games of a search, as a multiple of the default of a run: the search that changes only the numbers of players
/// who are too strong or too weak, and the search that changes any.
const OWN: u64 = 1;
const ALL: u64 = 2;

/// In the first search, a number takes this many values on each side.
const PARTS: i64 = 4;

/// Maximum number of proposals.
const PROPOSALS: usize = 3;

/// The minimum number of games of a candidate of the search.
const FEWEST: u64 = 500;

/// A validated request for advice.
pub struct Advise {
    config: String,
    plan_options: PlanOptions,
    run: Run,
    /// The printed rules with the same players, mode and bots; `None` if the config is the printed rules, or if these bots
    /// cannot play them.
    printed: Option<Run>,
    impact: Impact,
    /// The search among all numbers, for the targets of the config or for an even score for everybody who plays.
    tune: Tune,
    /// These scores, and an even score.
    aims: Vec<(FigureId, f64)>,
    /// Whether the config has targets of its own.
    has_targets: bool,
    options: Options,
    /// The games of a run.
    games: u64,
}

/// The advice.
pub struct Advice<'a> {
    advise: &'a Advise,
    findings: Vec<Finding>,
    /// How good the players are, if they are known not to be the best.
    weakness: Option<String>,
    tables: Vec<Table>,
    extent: Extent,
    /// Number of games of the run.
    games: u64,
    /// The question that was being answered when the advice was interrupted.
    interrupted: Option<&'static str>,
    /// The name and text of the changed config, if there is one.
    changed: Option<(&'static str, String)>,
}

/// The share of games without an end, and its highest value with rules that are advised.
const STALEMATES: FigureId = FigureId::Outcome("stalemate");
const MOST_STALEMATES: f64 = 0.1;

impl Advise {
    /// Validates the config and the options.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        proper_share("--within", Some(options.within))?;
        let plan = Plan::new(config, plan_options)?;
        let games = plan.games;
        let plan = plan.or_games(|plan| plan.games / WHO);
        // The extremes of all cards are reported, so their intervals hold together.
        let n_cards = plan.rules.schema().cards.iter().filter(|card| card.events != 0).count();
        let level = options.level.shared_by(n_cards);
        let accuracy = Accuracy { level, precision: None };
        let cards = impact::Options { accuracy, ..impact::Options::default() };
        let run = Run::of(plan);
        let aims = everybody(&run);
        let (impact, tune) = both(
            Impact::of_part(config, plan_options, &cards, CARDS),
            search(config, plan_options, options, &run.plan, &Wanted::all(&aims, games)),
        )?;
        let (config, plan_options, options) = (config.to_owned(), plan_options.clone(), options.clone());
        let has_targets = !run.plan.targets().is_empty();
        let printed = printed(&run.plan).map(Run::of);
        Ok(Self { config, plan_options, run, printed, impact, tune, aims, has_targets, options, games })
    }

    /// The command that shows more: its name and its own options.
    fn command(&self, name: &str, more: &[&str]) -> String {
        self.command_with(&self.plan_options, name, more)
    }

    fn command_with(&self, plan_options: &PlanOptions, name: &str, more: &[&str]) -> String {
        let PlanOptions { players, games, seed, bots, cards, set, .. } = plan_options;
        let mut words = vec![name.to_owned(), self.config.clone()];
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        players.iter().for_each(|players| add("--players", players.to_string()));
        games.iter().for_each(|games| add("--games", games.to_string()));
        seed.iter().for_each(|seed| add("--seed", seed.to_string()));
        if !bots.is_empty() {
            add("--bots", bots.join(","));
        }
        cards.options().for_each(|(option, value)| add(option, value));
        set.iter().for_each(|set| add("--set", set.clone()));
        words.extend(more.iter().map(|word| (*word).to_owned()));
        command_line(words)
    }
}

/// What a search is for.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    /// The scores that should be even.
    scores: &'a [(FigureId, f64)],
    /// The figures to keep.
    kept: &'a [Kept],
    /// Keys of the only numbers to change, which take values along their range; empty: all numbers that may change.
    own: &'a [String],
    /// The games of a run.
    run: u64,
    /// It plays at most this many times the games of a run, about.
    times: u64,
}

impl<'a> Wanted<'a> {
    /// An even score for everybody, with any of the numbers.
    const fn all(scores: &'a [(FigureId, f64)], run: u64) -> Self {
        Self { scores, kept: &[], own: &[], run, times: ALL }
    }
}

/// The search for the targets of the config, or for even scores.
///
/// # Errors
/// The options are invalid, or no setting can change.
fn search(
    config: &str,
    plan_options: &PlanOptions,
    options: &Options,
    plan: &Plan,
    wanted: &Wanted<'_>,
) -> Result<Tune, ConfigErrors> {
    let Options { within, keys, step, changes, allow, level, retrain } = options;
    let Wanted { scores, kept, own, run, times } = wanted;
    let mut plan_options = PlanOptions { games: Some(1), ..plan_options.clone() };
    if plan.targets().is_empty() {
        let target = |(id, even): &(FigureId, f64)| {
            let even = fixed(*even, 6);
            format!("targets.{id}={{ at = {even}, within = {within} }}")
        };
        plan_options.set.extend(scores.iter().map(target));
        let keep = |Kept { id, low, high, .. }: &Kept| {
            let [low, high] = [*low, *high].map(|end| fixed(end, 6));
            format!("targets.{id}={{ min = {low}, max = {high} }}")
        };
        plan_options.set.extend(kept.iter().map(keep));
        // Games that never end are even, too.
        let can_stall = addresses::of_plan(plan).iter().any(|figure| figure.id == STALEMATES);
        plan_options
            .set
            .extend(can_stall.then(|| format!("targets.{STALEMATES}={{ max = {MOST_STALEMATES} }}")));
    }
    let all = tune::Options {
        keys: keys.clone(),
        step: *step,
        changes: *changes,
        only_numbers: keys.is_empty(),
        only_winnable: true,
        allow_zero: allow.contains(&Allow::Zero),
        verified: Some(plan.games),
        retrain: *retrain,
        proposals: PROPOSALS,
        level: *level,
        ..tune::Options::default()
    };
    let options = match own {
        [] => all,
        own => {
            tune::Options { keys: own.to_vec(), reach: *tune::REACH.end(), near: true, parts: PARTS, ..all }
        }
    };
    let tries = Tune::new(config, &plan_options, &options)?.games().max(1);
    let most = (run / super::options::FRACTION).max(1);
    let games = (run.saturating_mul(*times) / tries).max(FEWEST).min(most);
    Tune::new(config, &PlanOptions { games: Some(games), ..plan_options }, &options)
}

/// A figure that a proposal keeps between two bounds.
struct Kept {
    id: FigureId,
    low: f64,
    high: f64,
}

/// The figures that a proposal keeps: nobody asked to change them.
fn kept(tables: &[Table], allow: &[Allow]) -> Vec<Kept> {
    let (length, draws) = (FigureId::mean_length(), FigureId::Outcome("draw"));
    let of = |id: &FigureId| report::figure(tables, id).and_then(|figure| figure.value);
    let length = of(&length).map(|now| {
        (Allow::Length, Kept { id: length, low: now * (1.0 - LENGTH), high: now * (1.0 + LENGTH) })
    });
    let draws = of(&draws).map(|now| {
        (Allow::Draws, Kept { id: draws, low: (now - DRAWS).max(0.0), high: (now + DRAWS).min(1.0) })
    });
    let all = length.into_iter().chain(draws);
    all.filter(|(what, _)| !allow.contains(what)).map(|(_, kept)| kept).collect()
}

/// The printed rules with the same players, mode, bots, seed and games; `None` if they are the rules of the plan, or if
/// these bots cannot play them.
fn printed(plan: &Plan) -> Option<Plan> {
    let changes = plan.used().changes;
    let (same, other): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.is_choice());
    if other.is_empty() {
        return None;
    }
    let options = PlanOptions {
        games: Some(plan.games),
        seed: Some(plan.seed),
        bots: plan.bots.iter().map(|bot| bot.requested.clone()).collect(),
        set: same.iter().map(|change| format!("{}={}", change.key, change.value)).collect(),
        ..PlanOptions::default()
    };
    Plan::of_config(printed_rules(&plan.game).ok()?, &options).ok()
}

/// The scores of everybody who can play in the first group with several keys, and an even score.
fn everybody(run: &Run) -> Vec<(FigureId, f64)> {
    let Run { plan, simulation, .. } = run;
    let players = plan.players();
    let group = group(plan);
    let found = simulation.schema().groups.iter().enumerate().find(|(_, known)| known.name == group);
    let (keys, n) = match found {
        Some((index, found)) => {
            let seated = simulation.keys(index);
            let plays = |key: usize| {
                seated
                    .is_none_or(|keys| Seats::first(players).into_iter().any(|seat| keys[seat] == Some(key)))
            };
            let keys: Vec<String> = found
                .keys
                .iter()
                .enumerate()
                .filter(|(key, _)| plays(*key))
                .map(|(_, name)| name.clone())
                .collect();
            let n = if found.teams { keys.len() } else { players };
            (keys, n)
        }
        None => ((0..players).map(|seat| seat.to_string()).collect(), players),
    };
    let even = 1.0 / real(n.max(1) as u64);
    keys.into_iter().map(|key| (FigureId::win_rate(group, &key).of_score(true), even)).collect()
}

/// Whether both have the same scores and even scores, as far as a target writes them.
fn is_same(one: &[(FigureId, f64)], other: &[(FigureId, f64)]) -> bool {
    let sorted = |aims: &[(FigureId, f64)]| {
        let mut aims: Vec<(FigureId, String)> =
            aims.iter().map(|(id, even)| (id.clone(), fixed(*even, 6))).collect();
        aims.sort();
        aims
    };
    sorted(one) == sorted(other)
}

/// The group of players whose strength matters: the first of the game with several keys, or the seats.
fn group(plan: &Plan) -> &'static str {
    let groups = &plan.rules.schema().groups;
    groups.iter().find(|group| group.keys.len() > 1).map_or("seat", |group| group.name)
}

impl Experiment for Advise {
    type Result<'a> = Advice<'a>;
    const COMMAND: &'static str = "advise";
    const SAYS_HOW_GOOD: bool = true;

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.run.plan]
    }

    fn games(&self) -> u64 {
        let runs = [Some(&self.run), self.printed.as_ref()].into_iter().flatten();
        let runs: u64 = runs.map(Experiment::games).fold(0, u64::saturating_add);
        // The search among the numbers of players who are too strong, and two runs for the price of a proposal.
        let own = self.games.saturating_mul(OWN).saturating_add(self.tune.verification());
        let price = self.run.games().saturating_mul(2);
        [self.impact.games(), self.tune.games(), own, price].into_iter().fold(runs, u64::saturating_add)
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { run, printed, impact, .. } = self;
        let of = |what: &str, games: u64| format!("  {what}: {} games\n", grouped(games));
        let mut text = format!(
            "{}: at most {} games; {}\n",
            run.plan.game.title,
            grouped(self.games()),
            time(self.seconds(session), session)
        );
        text += &of("who is too strong, and how long a game lasts", run.games());
        text += &printed
            .as_ref()
            .map(|printed| of("the length with the printed rules", printed.games()))
            .unwrap_or_default();
        text += &of("which card, by games with and without it", impact.games());
        let others = [run.games(), impact.games(), printed.as_ref().map_or(0, Experiment::games)];
        let change = others.into_iter().fold(self.games(), u64::saturating_sub);
        text += &of("which number to change, at most", change);
        text += "The search ends earlier if a candidate passes.\n";
        Some(text.into())
    }

    fn play(&self, session: &Session) -> Advice<'_> {
        let played = self.run.play(session);
        let mut advice = Advice {
            advise: self,
            findings: vec![self.who(&self.rates(&played.tally, played.extent().is_fixed))],
            weakness: answer::how_good(&played.results()),
            tables: played.tables().into_iter().cloned().collect(),
            extent: *played.extent(),
            games: played.extent().played,
            interrupted: (!played.extent().is_complete()).then_some(QUESTIONS[0].0),
            changed: None,
        };
        advice.answer(&played, session);
        let Run { plan, .. } = &self.run;
        let informative =
            |id: &FigureId| report::figure(&advice.tables, id).and_then(|figure| figure.informative);
        let mut n_proposals = 0;
        let mut rows = Vec::new();
        for finding in &advice.findings {
            let is_proposal = finding.question == "change" && !finding.facts.is_empty();
            n_proposals += u64::from(is_proposal);
            rows.extend(finding.rows(is_proposal.then_some(n_proposals), plan, informative));
        }
        advice.tables.insert(0, Row::table(&rows));
        if advice.interrupted.is_some() {
            let n_answered =
                QUESTIONS.iter().take_while(|(known, _)| Some(*known) != advice.interrupted).count();
            advice.extent = Extent::of_parts(n_answered, QUESTIONS.len(), "answers", true);
        }
        advice
    }
}

impl Advice<'_> {
    /// The answers. How good the players are comes second, because who is too strong depends on it.
    fn sentences(&self) -> impl Iterator<Item = &String> {
        let mut sentences = self.findings.iter().map(|finding| &finding.sentence);
        sentences.next().into_iter().chain(&self.weakness).chain(sentences)
    }
}

impl ExperimentResult for Advice<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        self.tables.iter().collect()
    }

    fn seat_order(&self) -> Option<SeatOrder> {
        Some(self.advise.run.plan.rules.schema().seat_order)
    }

    fn summary(&self) -> Text {
        let Advise { run, options, .. } = self.advise;
        let plan = &run.plan;
        let mut text = Text::from(format!(
            "{}, {} players: {}, seed {}; bots: {}\n",
            plan.game.title,
            plan.players(),
            counted(self.games, "games"),
            plan.seed,
            plan.bot_names().join(", ")
        ));
        if let Some(missing) = self.missing() {
            text += &format!("\nPARTIAL: {missing}\n");
        }
        text += "\n";
        self.sentences().for_each(|sentence| text += format!("{sentence}\n"));
        let with_more = self
            .findings
            .iter()
            .filter(|finding| !(finding.details.is_empty() && finding.commands.is_empty()));
        let mut before = "";
        for Finding { question, details, commands, grid, .. } in with_more {
            let words = QUESTIONS.iter().find(|(known, _)| known == question).map_or("", |(_, words)| words);
            // Several proposals answer one question.
            if *question != before || !details.is_empty() {
                text += "\n";
            }
            if !details.is_empty() {
                text += format!("{details}\n");
            }
            if let Some(grid) = grid {
                text += grid.clone();
            }
            if *question != before && !commands.is_empty() {
                text += format!("More about {words}:\n");
            }
            before = question;
            commands.iter().for_each(|command| text += Part::Command(command.clone()));
        }
        text += &format!(
            "\nRanges are {} % confidence intervals; those of one answer hold together.\n",
            options.level.percent()
        );
        text
    }

    fn conclusion(&self) -> Vec<Sentence> {
        let who = self.findings.first().map(Finding::claims).unwrap_or_default();
        let mut sentences: Vec<Sentence> = self.sentences().map(Sentence::from).collect();
        sentences.first_mut().into_iter().for_each(|first| first.claims.clone_from(&who));
        let details = self.findings.iter().map(|finding| &finding.details).filter(|text| !text.is_empty());
        self.missing()
            .map(Sentence::from)
            .into_iter()
            .chain(sentences)
            .chain(details.map(Sentence::from))
            .collect()
    }

    fn names_what_is_missing(&self) -> bool {
        true
    }

    fn metadata(&self) -> ResultMeta {
        let Advise { run, options: chosen, .. } = self.advise;
        let advice = self.findings.iter().flat_map(|Finding { question, commands, .. }| {
            commands.iter().map(move |command| json!({ "question": question, "command": command }))
        });
        let details = details([
            ("commands", advice.collect::<Vec<_>>().into()),
            ("file", self.changed.as_ref().map(|(name, _)| *name).into()),
        ]);
        metadata(Advise::COMMAND, &[&run.plan], &self.extent, chosen.level, options(chosen), details)
    }

    fn next(&self, folder: &Path) -> Option<String> {
        self.changed.as_ref().map(|(name, _)| format!("The changed rules: {}", folder.join(name).display()))
    }

    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let file = |(name, text): &(&'static str, String)| ((*name).to_owned(), text.clone().into_bytes());
        self.changed.iter().map(file).collect()
    }
}
