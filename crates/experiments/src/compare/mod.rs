//! Two configurations on common random numbers.

mod explain;
mod revision;
mod text;
mod worths;

pub use text::Shown;
pub use worths::Worths;

use super::driver::{StoppedAt, deviation, play_on, widest};
use super::forecast::{Forecast, HeadlineFigure, Sample, Stop, seconds_per_game};
use super::markdown_of;
use super::options::{both, is_false, proper_share, refuse};
use super::train::adapted::{no_better, retrained, who};
use super::{
    Accuracy, Experiment, ExperimentResult, Extent, ResultMeta, Session, details, metadata, options,
};
use crate::config::cards::{CardFiles, apply as apply_cards};
use crate::config::tree::{self, Change};
use crate::config::{
    Effective, FIXED_KEYS, Plan, PlanOptions, Value, apply_by, compared, effective, sets_players,
};
use crate::games::NO_SETTINGS;
use crate::model::settings::{ConfigErrors, clipped};
use crate::report::changed_cards::ChangedCard;
use crate::report::claim::{Sentence, texts};
use crate::report::compare::FigureChange;
use crate::report::escape::inline;
use crate::report::show::counted;
use crate::report::text::Text;
use crate::report::{self, FigureId, Row, Table};
use crate::simulation::Simulation;
use crate::simulation::paired::play_against;
use crate::stats::certainty::Certainty;
use crate::stats::compared::{Figure, PlayedPairs};
use crate::stats::paired::Paired;
use crate::stats::verdict::Verdict;
use crate::stats::{INFORMATIVE, Interval, Level, real};
use serde::Serialize;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

/// The second configuration, and the options of the comparison.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Options {
    /// The second configuration; `None`: the first one with changes.
    #[serde(skip)]
    pub second: Option<String>,
    /// Its content, if it is not in a file.
    #[serde(skip)]
    pub second_content: Option<Arc<Effective>>,
    /// Compare with the config in this Git revision, which becomes the first configuration.
    #[serde(skip)]
    pub against: Option<String>,
    /// Tables of cards of the second configuration only.
    #[serde(skip)]
    pub cards_b: Vec<String>,
    /// `KEY=VALUE` settings of the second configuration only.
    #[serde(skip)]
    pub set_b: Vec<String>,
    /// Bots of the second configuration, if they differ.
    #[serde(skip)]
    pub bots_b: Vec<String>,
    /// Play until it is decided whether the win shares differ by more than this; a share.
    pub decide: Option<f64>,
    /// Number of games to explain.
    #[serde(skip)]
    pub explain: usize,
    /// Compare again with players who trained on the rules of their own side.
    #[serde(skip_serializing_if = "is_false")]
    pub retrain: bool,
    /// Confidence level and precision.
    #[serde(flatten)]
    pub accuracy: Accuracy,
}

/// A validated request to compare two configurations on common random numbers.
pub struct Compare {
    one: Plan,
    two: Plan,
    simulations: [Box<dyn Simulation>; 2],
    options: Options,
    /// The name of the first configuration, if it comes from a revision.
    base: Option<String>,
    /// The second configuration was played with this seed, but plays the games of the first.
    other_seed: Option<u64>,
}

/// The result of a comparison.
pub struct Compared<'c> {
    compare: &'c Compare,
    pairs: PlayedPairs,
    decision: Option<Decision>,
    rows: Vec<FigureChange>,
    /// The changed cards, if they were measured.
    cards: Vec<ChangedCard>,
    worths: Worths,
    /// Both as reports.
    table: Table,
    card_table: Table,
    extent: Extent,
    explained: explain::Explained,
    /// The answer with players who trained on the rules of their own side, in sentences.
    retrained: Vec<String>,
}

/// The decision about all win shares together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// At least one differs by more than the margin.
    Different,
    /// All differ by less than the margin.
    Same,
}

impl Decision {
    const fn word(self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::Same => "equivalent",
        }
    }
}

/// Sees the result so far of a comparison that is being played.
pub type Watch<'w> = &'w mut dyn FnMut(&Compared<'_>);

impl Compare {
    /// Validates both configurations and the options. The second configuration plays the games of the first: its own
    /// seed and number of games are ignored. If the first config is the
    /// result of a comparison, and there is no second one, its two configs are compared.
    ///
    /// # Errors
    /// All errors of both, or the reason why they cannot be compared.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let Options { second, second_content, against, cards_b, set_b, bots_b, decide, accuracy, .. } =
            options;
        let ((), ()) = both(accuracy.check(), proper_share("--decide", *decide))?;
        let catalogue = &plan_options.catalogue;
        let stored = if Self::has_second(options) { None } else { compared(config, catalogue)? };
        if stored.is_none() && !Self::has_second(options) {
            let mut expected = "a second CONFIG, --set-b, --cards-b or --bots-b".to_owned();
            for (option, values) in [("--set", &plan_options.set), ("--cards", &plan_options.cards.files)] {
                if !values.is_empty() {
                    let values = values.join(" ");
                    expected +=
                        &format!("; {option} changes both sides, {option}-b {values} only the second");
                }
            }
            return refuse("compare", "two identical configurations", expected);
        }
        let mut base = None;
        let mut first_options = plan_options.clone();
        if plan_options.cards.files.is_empty() && !cards_b.is_empty() {
            // How to read the table of the second configuration.
            first_options.cards = CardFiles::default();
        }
        let is_stored = stored.is_some();
        let (first, second_config) = match (stored, against) {
            (Some([first, second]), _) => (Ok(first), Ok(second)),
            (None, Some(revision)) => {
                let read = revision::base(config, revision, catalogue)?;
                base = Some(match read.is_new {
                    true => format!("the printed rules, because {revision} has no {config}"),
                    false => format!("{config} in {revision}"),
                });
                let second = effective(config, catalogue);
                if read.is_new {
                    let new = Plan::of_config(second.clone()?, plan_options)?;
                    if plan_options.bots.is_empty() {
                        first_options.bots = new.bots.iter().map(|bot| bot.requested.clone()).collect();
                    }
                    if !sets_players(&plan_options.set) {
                        first_options.players = Some(new.players() as u64);
                    }
                }
                (Ok(read.config), second)
            }
            (None, None) => {
                let first = plan_options.read(config);
                // Without a second config, the first is read once and used for both sides.
                let second = match (second, second_content) {
                    (Some(_), Some(content)) => Ok(Effective::clone(content)),
                    (Some(second), None) => effective(second, catalogue),
                    (None, _) => first.clone(),
                };
                (first, second)
            }
        };
        let one = first.and_then(|first| Plan::of_config(first, &first_options));
        let is_other = second.is_some() || against.is_some() || is_stored;
        let own_seed = second_config.as_ref().ok().filter(|_| is_other).and_then(seed_of);
        let change = Second { plan_options, is_other, cards_b, set_b, bots_b };
        let two = second_config.and_then(|second| change.plan(second, one.as_ref().ok()));
        let (one, two) = both(one, two)?;
        let other_seed = own_seed.filter(|seed| plan_options.seed.is_none() && *seed != one.seed);
        if one.game.id != two.game.id {
            return refuse(
                "compare",
                format!("{} and {}", one.game.id, two.game.id),
                "the same game on both sides",
            );
        }
        if one.players() != two.players() {
            let found = format!("{} players on one side, {} on the other", one.players(), two.players());
            return refuse("compare", found, "the same number on both sides");
        }
        // Different bots would be a second, unrequested difference. The versions of a config have their own bots.
        let lineup = |plan: &Plan| plan.bots.iter().map(|bot| bot.content.clone()).collect::<Vec<_>>();
        let has_other_bots = bots_b.is_empty() && lineup(&one) != lineup(&two);
        if let Some(base) = base.as_mut().filter(|_| has_other_bots) {
            base.push_str(", with its own bots");
        } else if plan_options.bots.is_empty() && has_other_bots && !is_stored {
            let names = |plan: &Plan| {
                plan.bots.iter().map(|bot| clipped(&bot.requested)).collect::<Vec<_>>().join(",")
            };
            return refuse(
                "compare",
                format!("the bots {} in {}, but {} in {}", names(&one), one.name, names(&two), two.name),
                "the same bots on both sides; choose them with --bots, or other bots for the second side with --bots-b",
            );
        }
        Ok(Self { base, other_seed, ..Self::of_plans(one, two, options) })
    }

    /// Compares two plans of the same game, with the same players, bots and seed.
    #[must_use]
    pub fn of_plans(one: Plan, two: Plan, options: &Options) -> Self {
        let simulations = [one.simulation(), two.simulation()];
        Self { one, two, simulations, options: options.clone(), base: None, other_seed: None }
    }

    /// The confidence level of each interval. With `--decide`, the printed intervals are those that decide: the intervals
    /// of all win shares hold together at the requested level.
    fn level(&self, pairs: &PlayedPairs) -> Level {
        let Options { decide, accuracy, .. } = self.options;
        match decide {
            Some(_) => of_each(accuracy.level, pairs),
            None => accuracy.level,
        }
    }

    fn rows(&self, pairs: &PlayedPairs, fixed: bool) -> Vec<FigureChange> {
        let Self { one, two, .. } = self;
        let params = report::compare::Params {
            game: one.game.id,
            players: one.players(),
            equal: one.digest == two.digest,
            fixed,
            planned: one.games,
            level: self.level(pairs),
        };
        report::compare::rows(&params, pairs)
    }

    /// Whether a second configuration is given.
    #[must_use]
    pub fn has_second(options: &Options) -> bool {
        let Options { second, against, cards_b, set_b, bots_b, .. } = options;
        let changes = [cards_b, set_b, bots_b];
        second.is_some() || against.is_some() || changes.iter().any(|change| !change.is_empty())
    }

    /// Both configurations.
    #[must_use]
    pub fn into_plans(self) -> (Plan, Plan) {
        (self.one, self.two)
    }

    /// Whether both configurations play the same games.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.one.digest == self.two.digest
    }

    /// What the first configuration is, in words: for `--against`, the version of the config.
    #[must_use]
    pub fn base(&self) -> &str {
        self.base.as_ref().unwrap_or(&self.one.name)
    }

    /// The names of both configurations: the second has that of its differences from the first.
    pub(super) fn sides(&self) -> [String; 2] {
        let differences = self.differences();
        let second = if differences.is_empty() { self.two.name.clone() } else { differences.join(", ") };
        [self.base().to_owned(), second]
    }

    /// The number of differences, then one difference per line.
    #[must_use]
    pub fn what_differs(&self) -> String {
        let differences = self.differences();
        let n_differences = counted(differences.len() as u64, "differences");
        let lines: String = differences.iter().map(|difference| format!("  {difference}\n")).collect();
        format!("{n_differences} from {}:\n{lines}", self.base())
    }

    /// The differences of the second configuration from the first.
    fn differences(&self) -> Vec<String> {
        self.one.changes(&self.two).iter().map(Change::to_string).collect()
    }
}

impl Experiment for Compare {
    type Result<'c> = Compared<'c>;
    const COMMAND: &'static str = "compare";

    fn plans(&self) -> Vec<&Plan> {
        vec![&self.one, &self.two]
    }

    fn warnings(&self) -> Vec<String> {
        let Self { one, two, other_seed, .. } = self;
        let mut warnings = super::warnings(one);
        // Both sides can have the same name and the same bots.
        warnings.extend(
            super::warnings(two)
                .into_iter()
                .filter(|warning| !warnings.contains(warning))
                .collect::<Vec<_>>(),
        );
        let seeds = other_seed.map(|other| {
            let (name, seed) = (&two.name, one.seed);
            format!("{name} has seed {other}; both sides now play the games of seed {seed}")
        });
        warnings.into_iter().chain(seeds).collect()
    }

    fn games(&self) -> u64 {
        self.one.games
    }

    fn seconds(&self, session: &Session) -> f64 {
        // The unit of its games is a pair.
        let games = 2 * self.one.games + self.n_replays(self.one.games);
        real(games) * seconds_per_game(&self.samples(), self.one.games / 50, session)
    }

    fn play(&self, session: &Session) -> Compared<'_> {
        self.play_and_watch(session, None)
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let Self { one: plan, simulations: [one, two], options: Options { decide, accuracy, .. }, .. } = self;
        let (sample, (pairs, _)) = Sample::play(plan.games, |games| {
            play_against(&**one, &[&**two], 0..games, session.pool(), session.stop(), &|_| {})
        });
        let level = accuracy.level;
        let pairs = pairs.first();
        let decide = decide.zip(pairs).map(|(margin, pairs)| {
            let deltas =
                rates(pairs).filter_map(|(figure, paired)| paired.difference(figure.scale(), level).delta);
            let largest = deltas.map(f64::abs).fold(0.0, f64::max);
            let level = of_each(level, pairs);
            // The largest difference is the first outside the margin or the last inside it.
            Stop { option: "--decide", half_width: (largest - margin).abs(), level }
        });
        let forecast = Forecast {
            plan,
            games: plan.games,
            amount: counted(plan.games, "pairs of games"),
            unit: "pairs of games",
            sample,
            times: 1,
            session,
            headline: HeadlineFigure::Difference("every difference in win share".into()),
            deviation: pairs
                .and_then(|pairs| deviation(headline(&self.rows(pairs, true)), sample.games, level)),
            stop: decide.or(accuracy.stop()),
            level,
        };
        Some(forecast.text())
    }
}

impl Compare {
    /// Plays the comparison; calls `watch` with the result so far at each look, but not at the last one.
    fn play_and_watch(&self, session: &Session, watch: Option<Watch<'_>>) -> Compared<'_> {
        let [one, two] = &self.simulations;
        let Options { decide, explain, accuracy, .. } = self.options;
        let planned = self.one.games;
        let is_sequential = decide.is_some() || accuracy.is_sequential();
        let mut decision = None;
        let watch = RefCell::new(watch);
        let show = |pairs: &[PlayedPairs]| {
            if let (Some(watch), [pairs]) = (&mut *watch.borrow_mut(), pairs) {
                watch(&self.so_far(pairs));
            }
        };
        // Who watches sees something before the first look.
        let early: &[u64] = if watch.borrow().is_some() { &[256, 1024] } else { &[] };
        let (pairs, stopped) = play_on(
            Vec::new(),
            0..planned,
            is_sequential,
            session,
            |pairs, games| {
                let Range { start, end: last } = games;
                let mut played = start;
                let ends = early.iter().copied().filter(|end| (start + 1..last).contains(end));
                for end in ends.chain([last]) {
                    let progress = |n| session.played(n);
                    let (more, n_games) = play_against(
                        &**one,
                        &[&**two],
                        played..end,
                        session.pool(),
                        session.stop(),
                        &progress,
                    );
                    PlayedPairs::merge(pairs, more);
                    played += n_games;
                    if played < end {
                        break;
                    }
                    if end < last {
                        show(pairs);
                    }
                }
                played - start
            },
            |pairs: &Vec<PlayedPairs>| {
                let Some(pairs) = pairs.first() else { return false };
                decision = decide.and_then(|margin| decided(pairs, margin, planned, self.level(pairs)));
                let is_enough =
                    decision.is_some() || accuracy.is_reached(|| widest(headline(&self.rows(pairs, false))));
                if !is_enough {
                    show(std::slice::from_ref(pairs));
                }
                is_enough
            },
        );
        let pairs = pairs.into_iter().next().unwrap_or_default();
        let extent = Extent::of(stopped, planned, "pairs of games", is_sequential);
        let rows = self.rows(&pairs, extent.is_fixed);
        let explained = explain::explain(&**one, &**two, explain, stopped.games, session);
        let worths = self.worths(stopped.games, session);
        let cards = self.changed(worths.sides.each_ref().map(Vec::as_slice), worths.games);
        let (table, card_table) = (Row::table(&rows), Row::table(&cards));
        let retrained = if self.options.retrain { self.retrained(session) } else { Vec::new() };
        Compared {
            compare: self,
            pairs,
            decision,
            table,
            rows,
            cards,
            worths,
            card_table,
            extent,
            explained,
            retrained,
        }
    }

    /// The answer with players who trained on the rules of their own side; empty if they cannot be trained, or if the
    /// session is stopped.
    fn retrained(&self, session: &Session) -> Vec<String> {
        let level = self.options.accuracy.level;
        let trained = |plan| retrained(plan, level, session);
        let Some((one, two)) = trained(&self.one).and_then(|one| Some((one, trained(&self.two)?))) else {
            return Vec::new();
        };
        let rules = "the rules of their own side";
        if !one.is_better && !two.is_better {
            return vec![no_better(rules)];
        }
        let compare = Self::of_plans(
            one.plan,
            two.plan,
            &Options { retrain: false, explain: 0, ..self.options.clone() },
        );
        let compared = compare.play(session);
        if !compared.extent.is_complete() {
            return Vec::new();
        }
        let mut sentences = vec![format!("With {}:", who(rules))];
        sentences.extend(texts(text::sentences(&compared)));
        sentences
    }

    /// Plays the comparison, and calls `watch` with the result so far at each look.
    pub fn play_watched(&self, session: &Session, watch: Watch<'_>) -> Compared<'_> {
        self.play_and_watch(session, Some(watch))
    }

    /// The result of the pairs that were played until a look.
    fn so_far(&self, pairs: &PlayedPairs) -> Compared<'_> {
        let games = pairs.paired.first().map_or(0, |paired| paired.n);
        let stopped = StoppedAt { games, is_enough: false, is_done: false };
        let rows = self.rows(pairs, false);
        Compared {
            compare: self,
            decision: None,
            table: Row::table(&rows),
            rows,
            cards: Vec::new(),
            worths: Worths::default(),
            card_table: ChangedCard::table(&[]),
            pairs: pairs.clone(),
            extent: Extent::of(stopped, self.one.games, "pairs of games", true),
            explained: explain::Explained::default(),
            retrained: Vec::new(),
        }
    }
}

impl Compared<'_> {
    /// How sure the difference in a row of the table is. At interim looks there is no p-value: intervals that hold together
    /// decide.
    fn certainty(&self, nth: usize) -> Certainty {
        let Self { compare, pairs, rows, extent, .. } = self;
        let level = compare.options.accuracy.level;
        let p_value = rows[nth].p_holm;
        match (pairs.figures.get(nth), pairs.paired.get(nth)) {
            (Some(figure), Some(paired)) if p_value.is_none() && !extent.is_fixed => {
                let ends = |level| paired.sequence(figure.scale(), compare.one.games, level);
                Certainty::of_intervals(ends, level, rows.len())
            }
            // No p-value, but every pair changes in the same direction: a sign test of this many pairs leaves no doubt.
            (_, Some(Paired { n, up, down, .. }))
                if p_value.is_none() && *n >= INFORMATIVE && n == up.max(down) =>
            {
                Certainty::Certain
            }
            _ => Certainty::of_p(p_value, level),
        }
    }

    /// The figures in plain names that a summary shows, the most important first.
    pub fn shown(&self) -> Vec<Shown> {
        text::shown(self)
    }

    /// The answer in sentences, in the order of [`shown`](Self::shown).
    pub fn headline(&self) -> Vec<String> {
        text::headline(self)
    }

    /// The answer in short, a part for each subject: the changed cards if they were measured, then everything else.
    pub fn in_short(&self) -> [Vec<String>; 2] {
        let cards = self.cards.iter().map(ChangedCard::in_short).collect();
        [cards, if self.compare.is_unchanged() { Vec::new() } else { text::in_short(self) }]
    }

    /// What the cards are worth, if some changed.
    pub const fn worths(&self) -> &Worths {
        &self.worths
    }

    /// What else these settings measurably change besides win rates, in a sentence; `None` if there are none, or if the session
    /// is stopped. If `after` knows a figure, its value after the change is taken from there.
    pub(super) fn price(
        plan: &Plan,
        sets: &[String],
        session: &Session,
        after: impl Fn(&FigureId) -> Option<f64>,
    ) -> Option<String> {
        if sets.is_empty() || session.is_stopped() {
            return None;
        }
        let changed = plan.with(sets, "--set").ok()?;
        let compare = Compare::of_plans(plan.clone(), changed, &Options::default());
        let compared = compare.play(session);
        let changes = text::price(&compared, after);
        compared.extent.is_complete().then(|| match changes.is_empty() {
            true => "Nothing else measurably changes.".to_owned(),
            false => format!("Also: {}.", changes.join("; ")),
        })
    }

    /// How to read the words of [`shown`](Self::shown).
    pub fn words_read() -> String {
        text::words_read()
    }
}

impl ExperimentResult for Compared<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        let cards = (!self.cards.is_empty()).then_some(&self.card_table);
        [&self.table].into_iter().chain(cards).collect()
    }

    fn conclusion(&self) -> Vec<Sentence> {
        text::conclusion(self)
    }

    fn summary(&self) -> Text {
        text::text(self)
    }

    fn markdown(&self) -> String {
        let [a, b] = self.compare.sides().map(|side| inline(&side));
        format!("A: {a}<br>B: {b}\n\n{}", markdown_of(&self.conclusion(), self.tables()))
    }

    fn metadata(&self) -> ResultMeta {
        let Compare { one, two, options: chosen, .. } = self.compare;
        let decision = self.decision.map(Decision::word).or(chosen.decide.map(|_| "inconclusive"));
        let mut details = details([
            ("base", self.compare.base.clone().into()),
            ("differences", self.compare.differences().into()),
            ("decision", decision.into()),
            ("retrained", Some(&self.retrained).filter(|sentences| !sentences.is_empty()).cloned().into()),
            ("level_of_each_interval", self.compare.level(&self.pairs).level().into()),
        ]);
        if chosen.explain > 0 {
            details.insert("stories".into(), self.explained.stories.clone().into());
            details.insert("pairs_searched_for_stories".into(), self.explained.searched.into());
        }
        let level = chosen.accuracy.level;
        metadata(Compare::COMMAND, &[one, two], &self.extent, level, options(chosen), details)
    }

    fn shortfall(&self) -> Option<String> {
        self.compare.options.accuracy.shortfall_of(&self.extent)
    }

    fn verdict(&self) -> Option<Verdict> {
        match (self.compare.options.decide, self.decision) {
            (Some(_), None) => Some(Verdict::Inconclusive),
            _ => None,
        }
    }
}

/// The intervals of the headline figures: the differences of win shares.
fn headline(rows: &[FigureChange]) -> impl Iterator<Item = Option<Interval>> {
    let rates = rows.iter().filter(|row| is_rate(&row.id) && row.difference.delta.is_some());
    rates.map(|row| row.difference.interval)
}

/// Whether a figure is a win share.
fn is_rate(id: &FigureId) -> bool {
    id.win_group().is_some() && !id.is_score()
}

/// The headline figures and their pairs.
fn rates(pairs: &PlayedPairs) -> impl Iterator<Item = (&Figure, &Paired)> {
    pairs.figures.iter().zip(&pairs.paired).filter(|(figure, _)| is_rate(&figure.id))
}

/// The confidence level of each win share's interval if all of them hold together at `level`.
fn of_each(level: Level, pairs: &PlayedPairs) -> Level {
    level.shared_by(rates(pairs).count())
}

/// The seed in a config.
fn seed_of(config: &Effective) -> Option<u64> {
    match config.tree.get("run")?.get("seed")?.value {
        Value::Int(seed) => u64::try_from(seed).ok(),
        _ => None,
    }
}

/// The options of the second configuration.
pub(super) struct Second<'a> {
    pub plan_options: &'a PlanOptions,
    /// Whether it has a separate config.
    pub is_other: bool,
    pub cards_b: &'a [String],
    pub set_b: &'a [String],
    pub bots_b: &'a [String],
}

impl Second<'_> {
    pub(super) fn plan(&self, config: Effective, one: Option<&Plan>) -> Result<Plan, ConfigErrors> {
        let mut plan_options = self.plan_options.clone();
        if let Some(one) = one {
            (plan_options.seed, plan_options.games) = (Some(one.seed), Some(one.games));
        }
        // Bots that play on both sides were already read for the first.
        let same =
            one.filter(|_| self.bots_b.is_empty() && (!self.is_other || !plan_options.bots.is_empty()));
        if same.is_some() {
            plan_options.bots = vec!["random".into()];
        } else if !self.bots_b.is_empty() {
            plan_options.bots = self.bots_b.to_vec();
            plan_options.bots_by = Some("--bots-b");
        }
        // What only the second has comes last.
        if sets_players(self.set_b) {
            plan_options.players = None;
        }
        plan_options.cards.files.extend_from_slice(self.cards_b);
        let Effective { game, name, mut tree, mut tables, .. } = config;
        if !self.is_other {
            // Targets apply to the first configuration only.
            tree::remove(&mut tree, "targets");
            plan_options.set.retain(|set| !set.trim_start().starts_with("targets."));
        }
        tables.append(apply_cards(&game, &mut tree, &plan_options.cards)?);
        let options =
            [("--set", &FIXED_KEYS[..], &plan_options.set[..]), ("--set-b", &NO_SETTINGS[..], self.set_b)];
        for (option, refused, set) in options {
            tables
                .errors
                .extend(set.iter().filter_map(|set| apply_by(option, refused, &mut tree, set).err()));
        }
        let two = Plan::of_tree(game, name, tree, &plan_options, tables)?;
        match same {
            Some(one) if one.players() == two.players() => {
                let has_default_bots = one.has_default_bots;
                Ok(Plan { has_default_bots, ..two.with_bots(one.bots.clone()) })
            }
            _ => Ok(two),
        }
    }
}

/// The decision about all win shares together, if it is reached: every interval lies inside the margin, or one lies
/// outside. Each interval has this level.
fn decided(pairs: &PlayedPairs, margin: f64, tightest: u64, level: Level) -> Option<Decision> {
    let rates = || rates(pairs);
    let ends = |(figure, paired): (&Figure, &Paired)| paired.sequence(figure.scale(), tightest, level);
    if rates().any(|pair| ends(pair).is_some_and(|i| i.low > margin || i.high < -margin)) {
        return Some(Decision::Different);
    }
    let same = rates().all(|pair| ends(pair).is_some_and(|i| i.low >= -margin && i.high <= margin));
    same.then_some(Decision::Same)
}
