//! `undercard tune`: a search for the fewest changes of numbers with which every target passes. Settings are tried on
//! the same games, which choose among them; what is proposed is judged on others, as `check` does.

mod ground;
mod house;
mod loss;

use super::apart::{JUDGING, TRYING};
use super::check::play::{Aim, Job, Terms};
use super::check::show;
use super::numbers::{Moved, Number};
use super::options::{Game, Work, both};
use super::stage::{Ended, Stage};
use super::{Done, Failure};
use crate::config::plan::MOST_GAMES;
use crate::config::{Plan, effective, fault};
use crate::model::settings::ConfigErrors;
use crate::report::show::Grid;
use crate::report::{self, Cell};
use crate::stats::verdict::Verdict;
use ground::{Answer, Ground, Moves, Tried, most_tried, steps};
use loss::Loss;
use std::fmt::Write;
use std::path::Path;

/// Search for the fewest changes of numbers with which every target passes.
///
/// Every number is moved a step up and down, then those steps are taken together that promise
/// most: first one number, then two, until every target of the config is met. What is found is
/// judged on other games, by the same verdicts as `check`. It is a search, and no proof: fewer
/// changes may do that were not tried.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("games", |games| games.help("Games of each setting that is tried [default: a tenth of a run's]; ten times as many may judge what is found")),
    after_help = EXAMPLES,
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    moved: Moved,
    /// Most steps of a number, up or down
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i64).range(1..=20))]
    reach: i64,
    /// Most numbers that are changed
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    changes: u8,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard tune house.toml
  undercard tune house.toml --keys 'cards.*.damage' --keys 'rules.*' --changes 2
  undercard tune house.toml --games 50k --reach 5 --bots medic

Targets are written in the config, as `undercard check --help` says. Writes tune.csv, every
setting that was tried, and tuned.toml, the config with the changes.

Exit codes: 0 every target passes with these changes; 10 nothing was found, or what was found
fails; 11 inconclusive.";

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
    job: Job,
    /// The verdict on all targets.
    verdict: Verdict,
}

pub(crate) fn run(args: &Args) -> Done {
    let config = effective(&args.game.config)?;
    let rules = config.house.clone();
    let plan = Plan::of_config(config, &args.game.asked())?;
    let ((), numbers) = both(has_targets(&plan, &args.game.config), numbers(&plan, args))?;
    // A run's number of games, in a file or by default, is no number of tries.
    let games = args.game.games.unwrap_or((plan.games / FRACTION).max(1));
    let plan = plan.of_games(games);
    let mut tuning = Tuning::new(args, plan, numbers, house::rules(rules, &args.game.config)?)?;
    let as_it_is = tuning.judge(&Moves::new())?;
    let (tried, judged) = match as_it_is {
        Some(as_it_is) if as_it_is.verdict != Verdict::Pass => {
            let (tried, loss) = tuning.search()?;
            let judged = tuning.judge_best(&tried, &loss, as_it_is)?;
            (tried, judged)
        }
        as_it_is => (Vec::new(), Vec::from_iter(as_it_is)),
    };
    tuning.stage.finish();
    let table = report::tune::table(std::mem::take(&mut tuning.rows));
    let ended =
        Ended { is_done: !tuning.is_stopped, is_fixed: false, played: format!("{} settings", tried.len()) };
    // The first of the best.
    let found = judged.iter().rev().max_by_key(|found| found.verdict);
    // Nothing is known yet of what a signal broke off; what an earlier search filed is no answer to this one.
    tuning.file(found.filter(|_| !tuning.is_stopped))?;
    tuning.stage.file(&tuning.plan, &[&table], &ended, Vec::new())?;
    args.work.show(&table, || tuning.text(&tried, &judged, found))?;
    tuning.stage.end(&ended)?;
    match found.map(|found| found.verdict) {
        Some(Verdict::Pass) => Ok(()),
        Some(Verdict::Inconclusive) => Err(Failure::Judged(11)),
        Some(Verdict::Fail) | None => Err(Failure::Judged(10)),
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
fn numbers(plan: &Plan, args: &Args) -> Result<Vec<Number>, ConfigErrors> {
    let numbers = args.moved.numbers(plan)?;
    if numbers.len() <= MOST_NUMBERS {
        return Ok(numbers);
    }
    let found = format!("{} numbers", numbers.len());
    Err(ConfigErrors(vec![fault("--keys", "", found, format!("at most {MOST_NUMBERS}"))]))
}

/// Everything that is needed to try a setting, and the rows of what was tried.
struct Tuning<'a> {
    args: &'a Args,
    /// The config as it is, with the games of a try.
    plan: Plan,
    /// The house rules that it is made of.
    rules: String,
    numbers: Vec<Number>,
    /// The line-ups that targets are about.
    bots: String,
    stage: Stage,
    terms: Terms,
    rows: Vec<Vec<Cell>>,
    n_tries: u64,
    /// Did a signal come before all was played?
    is_stopped: bool,
}

impl<'a> Tuning<'a> {
    fn new(args: &'a Args, plan: Plan, numbers: Vec<Number>, rules: String) -> Result<Self, Failure> {
        let base = Job::new(&args.game.config, plan.clone())?;
        let terms = Terms { every: true, ..Terms::new(std::slice::from_ref(&base), args.work.level, true) };
        let reach: Vec<_> = numbers.iter().map(|number| args.reach(number)).collect();
        let tries = (most_tried(&reach, args.changes.into()) as u64).saturating_add(FRACTION);
        let all = plan.games.saturating_mul(tries).saturating_mul(base.runs.len() as u64);
        let stage = Stage::open(&plan, "tune", all, &args.work)?;
        let bots = base.runs.iter().zip(0..).filter(|(_, place)| base.aims_of(*place).next().is_some());
        let bots = bots.map(|(run, _)| run.bots.as_str()).collect::<Vec<_>>().join("; ");
        Ok(Self {
            args,
            plan,
            rules,
            numbers,
            bots,
            stage,
            terms,
            rows: Vec::new(),
            n_tries: 0,
            is_stopped: false,
        })
    }

    /// Tries settings, the config as it is first; by this measure.
    fn search(&mut self) -> Result<(Vec<Tried>, Loss), Failure> {
        let mut base = Job::new(&self.args.game.config, self.plan.clone())?;
        self.play(&mut base, &[], TRYING, self.terms);
        let measure = Loss::new(&base);
        let loss = |figures: &[f64]| measure.of(figures);
        let reach = self.numbers.iter().map(|number| self.args.reach(number)).collect();
        let ground = Ground { reach, most_changes: self.args.changes.into(), loss: &loss };
        let tried = ground.search(|moves| {
            if self.is_stopped {
                return Answer::Stopped;
            }
            if moves.is_empty() {
                return Answer::Figures(figures(&base));
            }
            // What the rules refuse (a deck too small, a limit crossed) is not tried.
            let changed = self.plan.with(&self.sets(moves), "--keys");
            let changed = changed.ok().filter(|changed| changed.players() == self.plan.players());
            let Some(mut job) = changed.and_then(|plan| Job::new(&self.args.game.config, plan).ok()) else {
                return Answer::Refused;
            };
            self.play(&mut job, moves, TRYING, self.terms);
            if self.is_stopped { Answer::Stopped } else { Answer::Figures(figures(&job)) }
        });
        Ok((tried, measure))
    }

    /// Judges what meets every target where it was tried, the smallest first, until one passes; if nothing does,
    /// what lies inside of every target by too little to tell, the nearest first. `as_it_is` has been judged.
    fn judge_best(&mut self, tried: &[Tried], loss: &Loss, as_it_is: Found) -> Result<Vec<Found>, Failure> {
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
            return Ok(vec![as_it_is]);
        }
        met.retain(|moves| !moves.is_empty());
        let mut judged = Vec::new();
        for moves in met.into_iter().take(PROPOSALS) {
            let Some(found) = self.judge(moves)? else { break };
            judged.push(found);
            if judged.last().is_some_and(|found| found.verdict == Verdict::Pass) {
                break;
            }
        }
        Ok(judged)
    }

    /// Judges a setting on games by which nothing is chosen, as `check` does; not, if a signal comes.
    fn judge(&mut self, moves: &Moves) -> Result<Option<Found>, Failure> {
        if self.is_stopped {
            return Ok(None);
        }
        let games = self.plan.games.saturating_mul(FRACTION).min(MOST_GAMES);
        let plan = self.plan.with(&self.sets(moves), "--keys")?.of_games(games);
        // All verdicts on the config and on the proposals hold together.
        let each = self.args.work.level.shared_by(self.terms.judgements * (1 + PROPOSALS));
        let mut job = Job::new(&self.args.game.config, plan)?;
        self.play(&mut job, moves, JUDGING, Terms { full: false, every: false, each, ..self.terms });
        let verdict = job.aims.iter().map(Aim::verdict).min().unwrap_or(Verdict::Inconclusive);
        Ok((!self.is_stopped).then(|| Found { moves: moves.clone(), job, verdict }))
    }

    /// Plays a setting, from this game on, and writes down what came of it.
    fn play(&mut self, job: &mut Job, moves: &[(usize, i64)], first: u64, terms: Terms) {
        job.first = first;
        job.play(terms, 0, &self.stage.pool, self.stage.flag(), &|games| self.stage.add(games));
        let is_done = !terms.full && job.is_done();
        self.is_stopped |= !is_done && self.stage.interrupt.code().is_some();
        let judged = show::table(&[job]);
        let own = |column: &str| match column {
            "try" => Cell::Count(self.n_tries),
            "settings" => Cell::text(self.sets(moves).join(" ")),
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

    /// The changes as `--set` takes them.
    fn sets(&self, moves: &[(usize, i64)]) -> Vec<String> {
        let set = |(number, steps): &(usize, i64)| {
            let Number { key, value, .. } = &self.numbers[*number];
            format!("{key}={}", value + steps * self.args.moved.step)
        };
        moves.iter().map(set).collect()
    }

    /// Files the config with the changes, if there are any; one of an earlier search must not stay.
    fn file(&self, found: Option<&Found>) -> Done {
        self.stage.withdraw()?;
        let file = self.stage.out.join(TUNED);
        let Some(Found { moves, verdict, job }) = found.filter(|found| !found.moves.is_empty()) else {
            // An earlier answer goes, unless it is what the search began with.
            let [own, begun] = [&file, Path::new(&self.args.game.config)].map(std::fs::canonicalize);
            let is_begun = own.is_ok_and(|own| begun.is_ok_and(|begun| begun == own));
            return if is_begun { Ok(()) } else { Ok(report::write::remove(&file)?) };
        };
        let keys: Vec<&str> = moves.iter().map(|(number, _)| self.numbers[*number].key.as_str()).collect();
        let changes = self.changes(moves).into_iter().map(|[key, change]| format!("#   {key}: {change}\n"));
        let header = format!(
            "# Found by `undercard tune`; judged on other games: {}. Changes:\n{}",
            verdict.word(),
            changes.collect::<String>()
        );
        let text = house::text(&self.rules, &self.args.game, &job.plan, &keys)?;
        Ok(report::write::folder(&self.stage.out, &[(TUNED, header + &text)])?)
    }

    /// Keys, and from what to what.
    fn changes(&self, moves: &[(usize, i64)]) -> Vec<[String; 2]> {
        let change = |(number, steps): &(usize, i64)| {
            let Number { key, value, .. } = &self.numbers[*number];
            [key.clone(), format!("{value} → {}", value + steps * self.args.moved.step)]
        };
        moves.iter().map(change).collect()
    }

    fn text(
        &self,
        tried: &[Tried],
        judged: &[Found],
        found: Option<&Found>,
    ) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        let Self { plan, .. } = self;
        let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        writeln!(
            text,
            "{}: {}, {}; {} tried with {} games each, seed {}; bots: {}\n",
            plan.game.title,
            many(plan.targets.len(), "target"),
            many(self.numbers.len(), "number"),
            many(tried.len(), "setting"),
            plan.games,
            plan.seed,
            self.bots,
        )?;
        let Some(found) = found else {
            let why =
                if self.is_stopped { "PARTIAL: stopped before the search was done. None" } else { "None" };
            writeln!(text, "{why} of these settings meets every target.")?;
            let nearest = tried.iter().min_by(|a, b| a.loss.total_cmp(&b.loss));
            match nearest.filter(|nearest| !nearest.moves.is_empty()) {
                Some(nearest) => write!(text, "Nearest to it:\n\n{}", self.grid(&nearest.moves).text())?,
                None => writeln!(text, "None is nearer to it than the config as it is.")?,
            }
            return Ok(text);
        };
        let n_changes = found.moves.len();
        let how =
            if n_changes == 0 { "as it is".into() } else { format!("with {}", many(n_changes, "change")) };
        if self.is_stopped {
            writeln!(text, "PARTIAL: stopped before the search was done.")?;
        }
        match found.verdict {
            Verdict::Pass => writeln!(text, "Every target passes {how}.")?,
            _ => writeln!(text, "Every target seemed to be met {how}, but other games do not say so.")?,
        }
        for grid in [self.grid(&found.moves), show::grid(&[&found.job])] {
            if !grid.rows.is_empty() {
                write!(text, "\n{}", grid.text())?;
            }
        }
        writeln!(
            text,
            "\nJudged on games by which nothing was chosen. All verdicts hold together at {} %.",
            self.args.work.level.percent()
        )?;
        let is_judged = |moves: &Moves| judged.iter().any(|judged| judged.moves == *moves);
        let met = tried.iter().filter(|tried| tried.loss <= 0.0 && !is_judged(&tried.moves));
        let others: Vec<String> = met.take(SHOWN).map(|other| self.sets(&other.moves).join(" ")).collect();
        if !others.is_empty() {
            writeln!(
                text,
                "Other changes that met every target where they were tried, and were not judged:"
            )?;
            others.iter().try_for_each(|other| writeln!(text, "  {other}"))?;
        }
        if n_changes > 0 && !self.is_stopped {
            writeln!(text, "The config with the changes: {}", self.stage.out.join(TUNED).display())?;
        }
        Ok(text)
    }

    fn grid(&self, moves: &[(usize, i64)]) -> Grid {
        let rows = self.changes(moves).into_iter().map(Vec::from).collect();
        Grid { header: Vec::new(), right: vec![false, true], rows }
    }
}

/// The file of the config with the changes.
const TUNED: &str = "tuned.toml";
/// Other changes that are shown.
const SHOWN: usize = 5;

impl Args {
    /// How many steps a number may go.
    fn reach(&self, number: &Number) -> std::ops::RangeInclusive<i64> {
        let steps = |room: i64| (room / self.moved.step).clamp(0, self.reach);
        let (low, high) = (number.range.start(), number.range.end());
        -steps(number.value.saturating_sub(*low))..=steps(high.saturating_sub(number.value))
    }
}

/// The figures of all targets and line-ups; NaN is unknown.
fn figures(job: &Job) -> Vec<f64> {
    let stands = job.aims.iter().flat_map(|aim| &aim.stands);
    stands.map(|stand| stand.cell.number().unwrap_or(f64::NAN)).collect()
}
