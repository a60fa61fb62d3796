//! A search for the fewest changes of numbers with which every target passes. Settings are tried on the same games,
//! which choose among them; what is proposed is judged on others, as `check` does.

mod config_edit;
mod loss;
mod search_space;
mod text;

use super::check::judge::{ConfigCheck, JudgedTarget, JudgingRules};
use super::check::text as check_text;
use super::numeric_settings::{Number, numbers};
use super::options::{both, refuse};
use super::reserved_games::{JUDGING, TRYING};
use super::{Experiment, ExperimentResult, Extent, Head, Session, details, head};
use crate::config::plan::MOST_GAMES;
use crate::config::{Asked, Plan, effective, fault};
use crate::model::settings::ConfigErrors;
use crate::report::result_file::Ended;
use crate::report::{self, Cell, Table};
use crate::stats::Level;
use crate::stats::verdict::Verdict;
use loss::Loss;
use search_space::{Answer, Moves, SearchSpace, Tried, most_tried, steps};
use std::fmt;
use std::path::Path;

/// What may be changed, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// Patterns of keys; `*` stands for any text. Empty: every number.
    pub keys: Vec<String>,
    /// How far a step goes, at least 1.
    pub step: i64,
    /// Most steps of a number, up or down.
    pub reach: i64,
    /// Most numbers that are changed.
    pub changes: usize,
    /// The level at which all verdicts hold together.
    pub level: Level,
}

/// Games of a setting where nobody says how many: a fraction of a run's, and of what may judge it.
const FRACTION: u64 = 10;
/// The most numbers of one search: beyond, --keys must choose.
const MOST_NUMBERS: usize = 2000;
/// Proposals that are judged until one passes.
const PROPOSALS: usize = 3;

/// What was found.
struct Found {
    /// The changes.
    moves: Moves,
    /// The games that judge them.
    job: ConfigCheck,
    /// The verdict on all targets.
    verdict: Verdict,
}

/// A search that is ready to begin.
pub struct Tune {
    /// The config as it was named.
    config: String,
    asked: Asked,
    /// The config as it is, with the games of a try.
    plan: Plan,
    /// The house rules that it is made of.
    rules: String,
    numbers: Vec<Number>,
    options: Options,
    terms: JudgingRules,
    /// The line-ups that targets are about.
    bots: String,
    n_runs: usize,
}

/// What a search came to.
pub struct Tuned<'t> {
    tune: &'t Tune,
    tried: Vec<Tried>,
    judged: Vec<Found>,
    table: Table,
    extent: Extent,
}

impl Tune {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(config: &str, asked: &Asked, options: Options) -> Result<Self, ConfigErrors> {
        let effective = effective(config)?;
        let rules = effective.house.clone();
        let plan = Plan::of_config(effective, asked)?;
        let ((), numbers) = both(has_targets(&plan, config), allowed(&plan, &options.keys))?;
        // A run's number of games, in a file or by default, is no number of tries.
        let games = asked.games.unwrap_or((plan.games / FRACTION).max(1));
        let plan = plan.of_games(games);
        let base = ConfigCheck::new(config, plan.clone());
        let terms = JudgingRules::new(std::slice::from_ref(&base), options.level, true);
        let terms = JudgingRules { every: true, ..terms };
        let bots = base.runs.iter().zip(0..).filter(|(_, place)| base.aims_of(*place).next().is_some());
        let bots = bots.map(|(run, _)| run.bots.as_str()).collect::<Vec<_>>().join("; ");
        let (rules, n_runs) = (config_edit::rules(rules, config)?, base.runs.len());
        let (config, asked) = (config.to_owned(), asked.clone());
        Ok(Self { config, asked, plan, rules, numbers, options, terms, bots, n_runs })
    }

    /// How many steps each number may go.
    fn reach(&self) -> Vec<std::ops::RangeInclusive<i64>> {
        let Options { step, reach, .. } = self.options;
        let steps = |room: i64| (room / step).clamp(0, reach);
        let reach = |number: &Number| {
            let (low, high) = (number.range.start(), number.range.end());
            -steps(number.value.saturating_sub(*low))..=steps(high.saturating_sub(number.value))
        };
        self.numbers.iter().map(reach).collect()
    }

    /// The changes as `--set` takes them.
    fn sets(&self, moves: &[(usize, i64)]) -> Vec<String> {
        let set = |(number, steps): &(usize, i64)| {
            let Number { key, value, .. } = &self.numbers[*number];
            format!("{key}={}", value + steps * self.options.step)
        };
        moves.iter().map(set).collect()
    }

    /// Keys, and from what to what.
    fn changes(&self, moves: &[(usize, i64)]) -> Vec<[String; 2]> {
        let change = |(number, steps): &(usize, i64)| {
            let Number { key, value, .. } = &self.numbers[*number];
            [key.clone(), format!("{value} → {}", value + steps * self.options.step)]
        };
        moves.iter().map(change).collect()
    }
}

impl Experiment for Tune {
    type Result<'t> = Tuned<'t>;
    const COMMAND: &'static str = "tune";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn games(&self) -> u64 {
        let tries = (most_tried(&self.reach(), self.options.changes) as u64).saturating_add(FRACTION);
        self.plan.games.saturating_mul(tries).saturating_mul(self.n_runs as u64)
    }

    fn play(&self, session: &Session) -> Tuned<'_> {
        let mut search = Search { tune: self, session, rows: Vec::new(), n_tries: 0, is_stopped: false };
        let (tried, judged) = match search.judge(&Moves::new()) {
            Some(as_it_is) if as_it_is.verdict != Verdict::Pass => {
                let (tried, loss) = search.search();
                let judged = search.judge_best(&tried, &loss, as_it_is);
                (tried, judged)
            }
            as_it_is => (Vec::new(), Vec::from_iter(as_it_is)),
        };
        let extent = Extent {
            played: tried.len() as u64,
            planned: None,
            unit: "settings",
            ended: if search.is_stopped { Ended::Interrupted } else { Ended::AllPlayed },
            is_fixed: false,
        };
        Tuned { tune: self, tried, judged, table: report::tune::table(search.rows), extent }
    }
}

impl Tuned<'_> {
    /// What is proposed: the first of the best. Nothing is known yet of a search that was stopped.
    fn found(&self) -> Option<&Found> {
        self.judged.iter().rev().max_by_key(|found| found.verdict)
    }

    /// What is proposed and changes something.
    fn proposal(&self) -> Option<&Found> {
        self.found().filter(|found| self.extent.is_complete() && !found.moves.is_empty())
    }
}

impl ExperimentResult for Tuned<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn text(&self) -> Result<String, fmt::Error> {
        text::text(self)
    }

    fn head(&self) -> Head {
        let Tune { plan, options, .. } = self.tune;
        let changes = self.proposal().map(|found| self.tune.sets(&found.moves));
        let details = details(&[
            ("verdict", self.found().map(|found| found.verdict.word()).into()),
            ("changes", changes.into()),
        ]);
        head(Tune::COMMAND, &[plan], &self.extent, options.level, details)
    }

    fn next(&self, folder: &Path) -> Option<String> {
        self.proposal().map(|_| format!("The config with the changes: {}", folder.join(TUNED).display()))
    }

    fn files(&self, folder: &Path) -> Vec<(String, Option<Vec<u8>>)> {
        // An earlier answer goes, unless it is what the search began with.
        let [own, begun] = [&folder.join(TUNED), Path::new(&self.tune.config)].map(std::fs::canonicalize);
        let is_begun = own.is_ok_and(|own| begun.is_ok_and(|begun| begun == own));
        if is_begun && self.proposal().is_none() {
            return Vec::new();
        }
        let text = self.proposal().and_then(|found| text::config(self.tune, found).ok());
        vec![(TUNED.to_owned(), text.map(String::into_bytes))]
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.found().map_or(Verdict::Fail, |found| found.verdict))
    }
}

/// There is something to search for.
fn has_targets(plan: &Plan, config: &str) -> Result<(), ConfigErrors> {
    if !plan.targets.is_empty() {
        return Ok(());
    }
    let expected = "some: where figures are meant to lie, as `undercard check --help` says";
    Err(ConfigErrors(vec![fault(config, "", "no [targets]", expected)]))
}

/// The numbers that may be changed.
fn allowed(plan: &Plan, keys: &[String]) -> Result<Vec<Number>, ConfigErrors> {
    let numbers = numbers(plan, keys)?;
    if numbers.len() <= MOST_NUMBERS {
        return Ok(numbers);
    }
    refuse("--keys", format!("{} numbers", numbers.len()), format!("at most {MOST_NUMBERS}"))
}

/// A search on its way: what was played, and the rows of it.
struct Search<'s> {
    tune: &'s Tune,
    session: &'s Session,
    rows: Vec<Vec<Cell>>,
    n_tries: u64,
    /// Was it stopped before all was played?
    is_stopped: bool,
}

impl Search<'_> {
    /// Tries settings, the config as it is first; by this measure.
    fn search(&mut self) -> (Vec<Tried>, Loss) {
        let mut base = ConfigCheck::new(&self.tune.config, self.tune.plan.clone());
        self.play(&mut base, &[], TRYING, self.tune.terms);
        let measure = Loss::new(&base);
        let loss = |figures: &[f64]| measure.of(figures);
        let (reach, most_changes) = (self.tune.reach(), self.tune.options.changes);
        let ground = SearchSpace { reach, most_changes, loss: &loss };
        let tried = ground.search(|moves| {
            if self.is_stopped {
                return Answer::Stopped;
            }
            if moves.is_empty() {
                return Answer::Figures(figures(&base));
            }
            // What the rules refuse (a deck too small, a limit crossed) is not tried.
            let changed = self.tune.plan.with(&self.tune.sets(moves), "--keys");
            let players = self.tune.plan.players();
            let changed = changed.ok().filter(|changed| changed.players() == players);
            let Some(mut job) = changed.map(|plan| ConfigCheck::new(&self.tune.config, plan)) else {
                return Answer::Refused;
            };
            self.play(&mut job, moves, TRYING, self.tune.terms);
            if self.is_stopped { Answer::Stopped } else { Answer::Figures(figures(&job)) }
        });
        (tried, measure)
    }

    /// Judges what meets every target where it was tried, the smallest first, until one passes; if nothing does,
    /// what lies inside of every target by too little to log, the nearest first. `as_it_is` has been judged.
    fn judge_best(&mut self, tried: &[Tried], loss: &Loss, as_it_is: Found) -> Vec<Found> {
        let met = tried.iter().filter(|tried| tried.loss <= 0.0).map(|tried| &tried.moves);
        let mut met: Vec<&Moves> = met.collect();
        met.sort_by_key(|moves| (moves.len(), steps(moves), *moves));
        if met.is_empty() {
            let mut inside: Vec<&Tried> = tried.iter().filter(|tried| loss.has(&tried.figures)).collect();
            inside.sort_by(|one, other| one.loss.total_cmp(&other.loss));
            met = inside.into_iter().map(|tried| &tried.moves).collect();
        }
        // Nothing is judged twice.
        if met.first().is_some_and(|moves| moves.is_empty()) {
            return vec![as_it_is];
        }
        met.retain(|moves| !moves.is_empty());
        let mut judged = Vec::new();
        for moves in met.into_iter().take(PROPOSALS) {
            let Some(found) = self.judge(moves) else { break };
            judged.push(found);
            if judged.last().is_some_and(|found| found.verdict == Verdict::Pass) {
                break;
            }
        }
        judged
    }

    /// Judges a setting on games by which nothing is chosen, as `check` does; not, if a signal comes.
    fn judge(&mut self, moves: &Moves) -> Option<Found> {
        if self.is_stopped {
            return None;
        }
        let Tune { plan, options, terms, .. } = self.tune;
        let games = plan.games.saturating_mul(FRACTION).min(MOST_GAMES);
        // These changes were tried, so that the rules accept them.
        let plan = plan.with(&self.tune.sets(moves), "--keys").ok()?.of_games(games);
        // All verdicts on the config and on the proposals hold together.
        let each = options.level.shared_by(terms.judgements * (1 + PROPOSALS));
        let mut job = ConfigCheck::new(&self.tune.config, plan);
        self.play(&mut job, moves, JUDGING, JudgingRules { full: false, every: false, each, ..*terms });
        let verdict = job.aims.iter().map(JudgedTarget::verdict).min().unwrap_or(Verdict::Inconclusive);
        (!self.is_stopped).then(|| Found { moves: moves.clone(), job, verdict })
    }

    /// Plays a setting, from this game on, and writes down what came of it.
    fn play(&mut self, job: &mut ConfigCheck, moves: &[(usize, i64)], first: u64, terms: JudgingRules) {
        job.first = first;
        job.play(terms, 0, self.session);
        let is_done = !terms.full && job.is_done();
        self.is_stopped |= !is_done && self.session.is_stopped();
        let judged = check_text::table(&[job]);
        let own = |column: &str| match column {
            "try" => Cell::Count(self.n_tries),
            "settings" => Cell::text(self.tune.sets(moves).join(" ")),
            "changes" => Cell::Count(moves.len() as u64),
            "steps" => Cell::Count(steps(moves)),
            "phase" => Cell::text(if first == TRYING { "tried" } else { "judged" }),
            _ => Cell::Empty,
        };
        let row = |row: &Vec<Cell>| {
            let cell = |column: &report::Column| {
                let name = if column.name == "verdict" { "lineup_verdict" } else { column.name };
                judged.cell(row, name).cloned().unwrap_or_else(|| own(name))
            };
            report::tune::COLUMNS.iter().map(cell).collect()
        };
        self.rows.extend(judged.rows.iter().map(row).collect::<Vec<_>>());
        self.n_tries += 1;
    }
}

/// The file of the config with the changes.
const TUNED: &str = "tuned.toml";

/// The figures of all targets and line-ups; NaN is unknown.
fn figures(job: &ConfigCheck) -> Vec<f64> {
    let stands = job.aims.iter().flat_map(|aim| &aim.stands);
    stands.map(|stand| stand.cell.number().unwrap_or(f64::NAN)).collect()
}
