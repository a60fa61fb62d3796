//! A panel: the same experiment with one bot after another in all seats, and where their figures disagree.

use super::compare::Compare;
use super::impact::Impact;
use super::run::Run;
use super::{Experiment, ExperimentResult, Extent, Level, ResultMeta, Session, details, metadata, options};
use crate::config::{Plan, PlanOptions, bots, shipped};
use crate::model::settings::ConfigErrors;
use crate::model::words::listed;
use crate::report::answer::{self, Evenness};
use crate::report::claim::{Sentence, texts};
use crate::report::panel::{self, OfBot, PanelFigure};
use crate::report::plain::{self, capitalized};
use crate::report::quantity::Quantity;
use crate::report::result_file::Ended;
use crate::report::show::{Grid, counted, grouped, signed};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::report::{FigureId, Results, Table};
use serde::Serialize;
use std::cmp::Ordering;
use std::path::Path;

/// An experiment that a panel can play.
pub trait ForPanel: Experiment {
    /// The name of the experiment with a panel.
    const WITH_PANEL: &'static str;

    /// What is compared, if two configs are: the names of both.
    fn sides(&self) -> Option<[String; 2]> {
        None
    }

    /// Who wins, at this level; `None` if the experiment is not about that.
    fn who_wins(_: &Self::Result<'_>, _: Level) -> Option<(Evenness, String)> {
        None
    }
}

impl ForPanel for Run {
    const WITH_PANEL: &'static str = "run-panel";

    fn who_wins(result: &Self::Result<'_>, level: Level) -> Option<(Evenness, String)> {
        answer::fairness(&Results { level, ..result.results() })
    }
}

impl ForPanel for Compare {
    const WITH_PANEL: &'static str = "compare-panel";

    fn sides(&self) -> Option<[String; 2]> {
        Some(self.sides())
    }
}

impl ForPanel for Impact {
    const WITH_PANEL: &'static str = "impact-panel";
}

/// An experiment for each bot of a panel.
pub struct Panel<E> {
    /// The plan with the panel's first bot.
    plan: Plan,
    /// Each bot with its experiment; never empty.
    bots: Vec<(String, E)>,
    level: Level,
}

/// The headline figures of a panel.
pub struct PanelResult<'p> {
    plans: Vec<&'p Plan>,
    sides: Option<[String; 2]>,
    command: &'static str,
    bots: Vec<&'p str>,
    /// The number of games of each.
    games: Vec<u64>,
    level: Level,
    figures: Vec<PanelFigure>,
    /// Who wins with each bot, if the experiment says it.
    who_wins: Vec<(&'p str, Evenness, String)>,
    table: Table,
    extent: Extent,
    shortfall: Option<String>,
}

/// The default number of games of each bot of rising skill that does not search.
const SKILL_GAMES: u64 = 50_000;
/// Maximum number of disagreements in the summary.
const SHOWN: usize = 10;
/// Maximum number of disagreements in the conclusion.
const NAMED: usize = 3;

/// Whether the bots of these options, or of the config, are the panel; false if there are errors. A config that is a pipe,
/// which can be read only once, cannot name the panel.
#[must_use]
pub fn is_panel(config: &str, plan_options: &PlanOptions) -> bool {
    let is_named = plan_options.bots.iter().any(|bot| bots::is_panel(bot));
    let can_name =
        || Path::new(config).is_file() || shipped::config_at(config, &plan_options.catalogue).is_some();
    (is_named || plan_options.bots.is_empty() && can_name())
        && with_panel(config, plan_options).is_ok_and(|plan| !plan.panel.is_empty())
}

/// The mean number of decisions in a few games of a plan.
pub(super) fn decisions(plan: &Plan) -> u64 {
    const GAMES: u64 = 8;
    let simulation = plan.simulation();
    let all: u64 = (0..GAMES).map(|game| simulation.choices(game).len() as u64).sum();
    all / GAMES
}

fn with_panel(config: &str, plan_options: &PlanOptions) -> Result<Plan, ConfigErrors> {
    Plan::new(config, &PlanOptions { panels: &[bots::PANEL, bots::SKILL], ..plan_options.clone() })
}

impl<E: ForPanel> Panel<E> {
    /// Makes the experiment of each bot with `experiment`, whose options name that bot.
    ///
    /// # Errors
    /// All errors of the config or of the options.
    pub fn new(
        config: &str,
        plan_options: &PlanOptions,
        level: Level,
        experiment: impl Fn(&PlanOptions) -> Result<E, ConfigErrors>,
    ) -> Result<Self, ConfigErrors> {
        let plan = with_panel(config, plan_options)?;
        let is_skill = plan_options.bots.iter().any(|bot| bot.trim() == bots::SKILL);
        let games =
            plan_options.games.unwrap_or(if is_skill { plan.games.min(SKILL_GAMES) } else { plan.games });
        let decisions = if is_skill { decisions(&plan) } else { 0 };
        let of_bot = |bot: &String| {
            let lineup = bot.split(',').map(str::to_owned).collect();
            let games = match is_skill {
                true => Some(bots::games_along_skill(bot, games, decisions)),
                false => plan_options.games,
            };
            let plan_options = PlanOptions { bots: lineup, games, ..plan_options.clone() };
            Ok((bot.clone(), experiment(&plan_options)?))
        };
        let bots = plan.panel.iter().map(of_bot).collect::<Result<_, ConfigErrors>>()?;
        Ok(Self { plan, bots, level })
    }
}

impl<E: ForPanel> Experiment for Panel<E> {
    type Result<'p>
        = PanelResult<'p>
    where
        E: 'p;
    const COMMAND: &'static str = E::WITH_PANEL;

    fn plans(&self) -> Vec<&Plan> {
        // The first bot is the default bot of the config, so that nothing is said about its training.
        self.bots.first().map_or_else(|| vec![&self.plan], |(_, experiment)| experiment.plans())
    }

    fn warnings(&self) -> Vec<String> {
        super::warnings(&self.plan)
    }

    fn games(&self) -> u64 {
        self.bots.iter().map(|(_, experiment)| experiment.games()).fold(0, u64::saturating_add)
    }

    fn seconds(&self, session: &Session) -> f64 {
        self.bots.iter().map(|(_, experiment)| experiment.seconds(session)).sum()
    }

    fn forecast(&self, session: &Session) -> Option<Text> {
        let mut text = Text::default();
        for (bot, experiment) in &self.bots {
            // The time, and the precision; how many games more precision takes is much the same with all bots.
            let forecast = experiment.forecast(session)?.to_string();
            text += format!("{bot}: ");
            forecast.lines().take(2).for_each(|line| text += format!("{line}\n"));
        }
        Some(text)
    }

    fn play(&self, session: &Session) -> PanelResult<'_> {
        let mut so_far = self.result(Vec::new(), 0, (true, None));
        let each = self.level.shared_by(self.bots.len());
        for (nth, (bot, experiment)) in self.bots.iter().enumerate() {
            let result = experiment.play(session);
            // A bot whose games are incomplete is omitted.
            if !result.extent().is_complete() {
                break;
            }
            let is_fixed = so_far.extent.is_fixed && result.extent().is_fixed;
            let shortfall = so_far.shortfall.take().or_else(|| result.shortfall());
            let mut figures = std::mem::take(&mut so_far.figures);
            for mut figure in panel::headline(&result.tables(), bot) {
                match figures.iter_mut().find(|known| known.id == figure.id) {
                    Some(known) => known.bots.append(&mut figure.bots),
                    None => figures.push(figure),
                }
            }
            let mut who_wins = std::mem::take(&mut so_far.who_wins);
            who_wins.extend(E::who_wins(&result, each).map(|(how, who)| (bot.as_str(), how, who)));
            so_far = PanelResult { who_wins, ..self.result(figures, nth + 1, (is_fixed, shortfall)) };
            let sentences = if nth == 0 { texts(result.conclusion()) } else { conclusion(&so_far) };
            let what = format!("{} of {} bots, {bot} the last: ", nth + 1, self.bots.len());
            session.found(&(what + &sentences.join(" ")));
        }
        let PanelResult { mut figures, who_wins, shortfall, extent, bots, .. } = so_far;
        sort_differences(&mut figures);
        PanelResult { who_wins, ..self.result(figures, bots.len(), (extent.is_fixed, shortfall)) }
    }
}

impl<E: ForPanel> Panel<E> {
    /// The result of the first bots.
    fn result(
        &self,
        figures: Vec<PanelFigure>,
        n_done: usize,
        (is_fixed, shortfall): (bool, Option<String>),
    ) -> PanelResult<'_> {
        let done = || self.bots.iter().take(n_done);
        let ended = if n_done < self.bots.len() { Ended::Interrupted } else { Ended::AllPlayed };
        let games = |(_, experiment): &(String, E)| experiment.plans().first().map_or(0, |plan| plan.games);
        PanelResult {
            plans: self.plans(),
            sides: self.bots.first().and_then(|(_, experiment)| experiment.sides()),
            command: Self::COMMAND,
            bots: done().map(|(bot, _)| bot.as_str()).collect(),
            games: done().map(games).collect(),
            level: self.level,
            who_wins: Vec::new(),
            table: panel::table((self.plan.game.id, self.plan.players()), &figures),
            figures,
            extent: Extent { ended, is_fixed, ..Extent::of_parts(n_done, self.bots.len(), "bots", false) },
            shortfall,
        }
    }
}

impl ExperimentResult for PanelResult<'_> {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Text {
        if self.bots.is_empty() { Text::default() } else { text(self) }
    }

    fn conclusion(&self) -> Vec<Sentence> {
        let sentences = if self.bots.is_empty() { Vec::new() } else { conclusion(self) };
        sentences.into_iter().map(Sentence::from).collect()
    }

    fn metadata(&self) -> ResultMeta {
        /// The options that affect the figures.
        #[derive(Serialize)]
        struct Options<'a> {
            panel: &'a [&'a str],
        }
        let stored = options(&Options { panel: &self.bots });
        let disagree = self.figures.iter().filter(|figure| figure.disagreement().is_some()).count();
        let details = details([("disagreements", disagree.into())]);
        let mut head = metadata(self.command, &self.plans, &self.extent, self.level, stored, details);
        // The rows of the table name the bots; the plans have only the first one.
        head.configs.iter_mut().for_each(|config| config.bots.clear());
        head
    }

    fn shortfall(&self) -> Option<String> {
        self.shortfall.clone()
    }
}

/// Sorts differences by their largest effect, those of shares first; other figures keep their order.
fn sort_differences(figures: &mut [PanelFigure]) {
    let effect = |figure: &PanelFigure| {
        let values = figure.bots.iter().filter_map(|of_bot| of_bot.value.number());
        values.map(f64::abs).fold(0.0, f64::max)
    };
    figures.sort_by(|one, other| match one.is_difference && other.is_difference {
        true => {
            let is_other_unit = |figure: &PanelFigure| figure.unit != "share";
            is_other_unit(one).cmp(&is_other_unit(other)).then(effect(other).total_cmp(&effect(one)))
        }
        false => Ordering::Equal,
    });
}

fn width(of_bot: &OfBot) -> Option<f64> {
    of_bot.ends.map(|(low, high)| high - low)
}

/// A value in a sentence; a difference has its sign.
fn value(figure: &PanelFigure, of_bot: &OfBot) -> String {
    let quantity = Quantity::of(&figure.unit);
    let value = of_bot.value.number().unwrap_or(f64::NAN);
    match (figure.is_difference, quantity) {
        (true, Quantity::Number(unit)) => format!("{} {unit}", quantity.change(value, width(of_bot))),
        (true, _) => quantity.change(value, width(of_bot)),
        (false, _) => quantity.value(value, width(of_bot)),
    }
}

/// A value in the table, with half the width of its interval.
fn with_half(figure: &PanelFigure, of_bot: &OfBot) -> String {
    let quantity = Quantity::of(&figure.unit);
    let (value, width) = (of_bot.value.number().unwrap_or(f64::NAN), width(of_bot));
    let text =
        if figure.is_difference { quantity.bare_change(value, width) } else { quantity.bare(value, width) };
    // Near 0 and 1 an interval of a share is not symmetric.
    let is_lopsided = |(low, high): (f64, f64)| {
        figure.unit == "share"
            && !figure.is_difference
            && (value - low - (high - value)).abs() > 0.2 * (high - low)
    };
    match (of_bot.ends, width) {
        (Some(ends), _) if is_lopsided(ends) => {
            let [low, high] = [ends.0, ends.1].map(|end| quantity.bare(end, width));
            format!("{text} ({low}-{high})")
        }
        (_, Some(width)) => format!("{text} ±{}", quantity.bare(width / 2.0, Some(width))),
        _ => text,
    }
}

/// The unit of a figure in the table.
fn unit(figure: &PanelFigure) -> &str {
    match (figure.unit.as_str(), figure.is_difference) {
        ("share", true) => "pp",
        ("share", false) => "%",
        (unit, _) => unit,
    }
}

/// The name of a figure.
fn name(plan: &Plan, figure: &PanelFigure) -> String {
    capitalized(&plain::figure(&figure.id, plan.rules.schema().seat_order))
}

/// Whether another figure says the same, or says it of all players.
fn repeats(plan: &Plan, figure: &PanelFigure) -> bool {
    is_of_side(figure) || plain::repeats(&figure.id, plan.rules.schema(), 1)
}

/// Whether the figure is the worth of a card for the players of one side.
fn is_of_side(figure: &PanelFigure) -> bool {
    matches!(&figure.id, FigureId::CardWorth { side, .. } | FigureId::CopyWorth { side, .. } if side != "all")
}

/// The figures on which the bots disagree.
fn apart<'r>(result: &'r PanelResult<'_>) -> Vec<&'r PanelFigure> {
    let is_apart = |figure: &&PanelFigure| {
        figure.disagreement().is_some() && !result.plans.first().is_some_and(|plan| repeats(plan, figure))
    };
    result.figures.iter().filter(is_apart).collect()
}

/// The values of a figure that are shown to be furthest apart, and whose they are; if none are, the lowest and the highest.
fn extremes(plan: &Plan, figure: &PanelFigure) -> String {
    let number = |of_bot: &&OfBot| of_bot.value.number().unwrap_or(0.0);
    let by_value = |one: &&OfBot, other: &&OfBot| number(one).total_cmp(&number(other));
    let of_bot = |of_bot: &OfBot| format!("{} with {}", value(figure, of_bot), of_bot.bot);
    let all = || [figure.bots.iter().min_by(by_value), figure.bots.iter().max_by(by_value)];
    let ends = figure.furthest_apart().map_or_else(all, |apart| apart.map(Some));
    let ends: Vec<String> = ends.into_iter().flatten().map(of_bot).collect();
    format!("{}, {}", name(plan, figure), ends.join(", "))
}

/// The largest differences that have the same sign with every bot, in sentences.
fn unanimous(result: &PanelResult<'_>) -> Vec<String> {
    let Some(plan) = result.plans.first() else { return Vec::new() };
    let all = |figure: &&PanelFigure, is_beyond: fn(&(f64, f64)) -> bool| {
        let ends = || figure.bots.iter().filter_map(|of_bot| of_bot.ends);
        ends().count() == result.bots.len() && ends().all(|ends| is_beyond(&ends))
    };
    let is_wanted = |figure: &&PanelFigure| figure.is_difference && !repeats(plan, figure);
    let shown = result.figures.iter().filter(is_wanted).filter_map(|figure| {
        let [up, down] = if result.sides.is_some() { ["Up", "Down"] } else { ["Above 0", "Below 0"] };
        let word = match (all(&figure, |(low, _)| *low > 0.0), all(&figure, |(_, high)| *high < 0.0)) {
            (true, _) => up,
            (_, true) => down,
            _ => return None,
        };
        Some(format!("{word} with every bot: {}.", extremes(plan, figure)))
    });
    shown.take(NAMED).collect()
}

/// The shortest and the longest mean length in minutes at the table, or its changes, in a sentence.
fn in_minutes(result: &PanelResult) -> Option<String> {
    let minutes = result.plans.first()?.table_minutes()?;
    let figure = result.figures.iter().find(|figure| figure.id == FigureId::mean_length())?;
    let lengths = figure.bots.iter().filter_map(|of_bot| Some((of_bot.value.number()?, &of_bot.bot)));
    let mut lengths: Vec<(f64, &String)> = lengths.map(|(length, bot)| (minutes * length, bot)).collect();
    lengths.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (low, high) = (lengths.first()?, lengths.last()?);
    let ends = |number: fn(f64) -> String| {
        [low, high].map(|(length, bot)| format!("{} minutes with {bot}", number(*length))).join(" to ")
    };
    Some(match figure.is_difference {
        true => format!("At the table, the mean length changes by {}.", ends(|length| signed(length, 1))),
        false => format!("At the table, a game takes {} on average.", ends(|length| fixed(length, 0))),
    })
}

/// With which bots who wins is even, then who wins with each for which it is decided.
fn who_wins(result: &PanelResult<'_>) -> Vec<String> {
    let with = |is_one: fn(Evenness) -> bool| -> Vec<&str> {
        result.who_wins.iter().filter(|(_, how, _)| is_one(*how)).map(|(bot, ..)| *bot).collect()
    };
    let kinds = [
        ("uneven", with(|how| matches!(how, Evenness::Uneven | Evenness::Different))),
        ("even", with(|how| matches!(how, Evenness::Even | Evenness::NearlyEven))),
        ("not decided", with(|how| how == Evenness::Undecided)),
    ];
    let all = result.who_wins.len();
    let part = |(how, bots): &(&str, Vec<&str>)| match bots.len() {
        0 => None,
        n if n == all => Some(format!("{how} with every bot")),
        _ => Some(format!("{how} with {}", listed(bots))),
    };
    let is_decided = result.who_wins.iter().all(|(_, how, _)| *how != Evenness::Undecided);
    let more = if is_decided { "" } else { " More games decide." };
    let parts: Vec<String> = kinds.iter().filter_map(part).collect();
    let headline = (!parts.is_empty()).then(|| format!("Who wins is {}.{more}", parts.join("; ")));
    let decided = result.who_wins.iter().filter(|(_, how, _)| *how != Evenness::Undecided);
    let each = decided.map(|(bot, _, who)| format!("With {bot}: {who}"));
    headline.into_iter().chain(each).collect()
}

/// The answer: who wins with each bot, and on what the bots disagree.
fn conclusion(result: &PanelResult<'_>) -> Vec<String> {
    let Some(plan) = result.plans.first() else { return Vec::new() };
    let apart = apart(result);
    let mut sentences = [who_wins(result), unanimous(result)].concat();
    if apart.is_empty() {
        sentences.push(format!("The {} bots agree on every figure.", result.bots.len()));
        sentences.extend(in_minutes(result));
        return sentences;
    }
    sentences.push(format!(
        "The {} bots disagree on {}.",
        result.bots.len(),
        counted(apart.len() as u64, "figures")
    ));
    sentences.extend(apart.iter().take(NAMED).map(|figure| extremes(plan, figure) + "."));
    sentences.extend(in_minutes(result));
    sentences
}

/// The summary: the answer, then a table of figures and bots.
fn text(result: &PanelResult<'_>) -> Text {
    let PanelResult { plans, sides, bots, games, figures, level, .. } = result;
    let Some(plan) = plans.first() else { return Text::default() };
    let is_alike = games.iter().all(|games| *games == plan.games);
    let mut text = Text::default();
    text += &format!(
        "{}, {} players: a panel of {} bots, {}, seed {}\n",
        plan.game.title,
        plan.players(),
        bots.len(),
        if is_alike { format!("{} games each", grouped(plan.games)) } else { "games as stated".into() },
        plan.seed
    );
    if let Some([one, two]) = sides {
        text += &format!("A: {one}\nB: {two}\n");
    }
    text += "\n";
    conclusion(result).iter().for_each(|sentence| text += &format!("{sentence}\n"));
    let row = |figure: &PanelFigure| {
        let of_bot = |bot: &&str| {
            let found = figure.bots.iter().find(|of_bot| of_bot.bot == *bot);
            found.map_or_else(String::new, |of_bot| with_half(figure, of_bot))
        };
        let star = if figure.disagreement().is_some() { "*" } else { "" };
        let first = format!("{}, {}{star}", name(plan, figure), unit(figure));
        [first].into_iter().chain(bots.iter().map(of_bot)).collect()
    };
    // An outcome that never occurred, or does not change, is omitted.
    let occurs = |of_bot: &OfBot| of_bot.value.number() != Some(0.0);
    let is_card = |figure: &PanelFigure| figure.is_difference && sides.is_none();
    let shown = figures
        .iter()
        .filter(|figure| !repeats(plan, figure) && (is_card(figure) || figure.bots.iter().any(occurs)));
    // Of bots that are variants of one beside them, the table has only how.
    let how = |bot: &&str| match bot.rsplit_once(':') {
        Some((how, of)) if bots.contains(&of) => how.to_owned(),
        _ => (*bot).to_owned(),
    };
    let header = std::iter::once(String::new()).chain(bots.iter().map(how)).collect();
    let right = std::iter::once(false).chain(bots.iter().map(|_| true)).collect();
    text += "\n";
    let of_games: Vec<String> = games.iter().map(|games| grouped(*games)).collect();
    let games = (!is_alike).then(|| [vec!["Games".into()], of_games].concat());
    text += Grid { header, right, rows: games.into_iter().chain(shown.map(row)).collect() };
    let apart = apart(result);
    if apart.len() > NAMED {
        text += "\nMore figures on which the bots disagree:\n";
    }
    for figure in apart.iter().skip(NAMED).take(SHOWN - NAMED) {
        text += &format!("  {}\n", extremes(plan, figure));
    }
    if apart.len() > SHOWN {
        text += &format!("  … {} more in panel.csv\n", apart.len() - SHOWN);
    }
    let differences = if sides.is_some() { "Values are B − A. " } else { "" };
    let sides = if figures.iter().any(is_of_side) { " panel.csv has each side's figures, too." } else { "" };
    let how_even = if result.who_wins.is_empty() { String::new() } else { answer::what_is_even() + " " };
    text += &format!(
        "\n{differences}{how_even}± is half the width of the {0} % interval, brackets are its ends. Bots disagree (*) if their intervals do not overlap \
         and their values are more than 2 pp apart (5 % if they are not shares), or if a difference is above 0 for one and \
         below 0 for another. `--bots BOT` shows everything about one bot.{sides}\n",
        level.percent()
    );
    text
}
