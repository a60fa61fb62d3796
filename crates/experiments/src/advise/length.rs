//! How long a game lasts, against the printed rules and the targets of the config.

use super::findings::{Fact, Finding, ends_of};
use crate::config::targets::Target;
use crate::model::SeatOrder;
use crate::report::metrics::CAPPED;
use crate::report::table::fixed;
use crate::report::{Cell, Figure, FigureId, Table, figure as find_figure, plain};
use crate::stats::Interval;

fn metric(id: &str) -> FigureId {
    FigureId::Metric(id.into())
}

/// What the length is compared with.
pub(super) struct Wanted<'a> {
    /// The figures of the printed rules, if they differ from the config and were played.
    pub printed: Option<&'a [Table]>,
    /// Whether the config has the printed rules.
    pub is_printed: bool,
    /// The targets of the config.
    pub targets: &'a [Target],
    pub order: SeatOrder,
    /// How games end, in a sentence.
    pub endings: String,
}

/// How long a game lasts, and whether that is too long. `command` shows more about a figure.
pub(super) fn length(
    tables: &[Table],
    wanted: &Wanted<'_>,
    command: impl Fn(&FigureId) -> String,
) -> Option<Finding> {
    let at_limit = find_figure(tables, &FigureId::Outcome("stalemate")).and_then(|figure| figure.value);
    let is_capped = at_limit.is_some_and(|share| share >= CAPPED);
    let id = if is_capped { metric("length-p50") } else { FigureId::mean_length() };
    let late_id = metric("length-p95");
    let [typical, late] = [&id, &late_id].map(|id| find_figure(tables, id));
    let (typical, unit) = (typical?, typical?.unit);
    let mut facts = vec![fact(&id, "", "", &typical)];
    let mut sentence = typical_length(tables, &typical, is_capped)?;
    match wanted.printed.and_then(|tables| find_figure(tables, &id)) {
        Some(printed) => {
            sentence += &against_printed(&typical, &printed);
            facts.push(fact(&id, " of the printed rules", "printed", &printed));
        }
        None if wanted.is_printed => sentence += " with the printed rules",
        None => {}
    }
    if let Some(late) = late {
        let varies = typical.informative != Some(0);
        sentence += &late
            .value
            .filter(|_| varies)
            .map(|late| format!("; 95 of 100 end within {} {unit}", fixed(late, 0)))
            .unwrap_or_default();
        facts.push(fact(&late_id, "", "", &late));
    }
    sentence += ".";
    sentence += &format!(" {}", wanted.endings);
    let targets = wanted.targets.iter().filter(|target| is_length(target));
    for (target, figure) in targets.filter_map(|target| Some((target, find_figure(tables, &target.figure)?)))
    {
        let finding = judge(target, &figure);
        let name = plain::figure(&target.figure, wanted.order);
        let target_text = target.shown();
        sentence += &match finding {
            LONG | SHORT => format!(" That is {finding}: the target for the {name} is {target_text}."),
            FITS => format!(" That is within the target for the {name}, {target_text}."),
            _ => format!(" More games are needed to judge the {name} by its target, {target_text}."),
        };
        facts.push(fact(&target.figure, "", finding, &figure));
    }
    let commands = vec![command(&id)];
    Some(Finding { question: "length", sentence, details: String::new(), commands, facts, grid: None })
}

/// `A game lasts 6.93 rounds on average (6.91 to 6.95), about 14 minutes`, or the median if the mean is misleading.
fn typical_length(tables: &[Table], typical: &Figure<'_>, is_capped: bool) -> Option<String> {
    let text = |value: f64| fixed(value, if is_capped { 0 } else { 2 });
    let (value, unit) = (text(typical.value?), typical.unit);
    let ends = ends(typical).map(|ends| format!(" ({})", ends_of(ends, text))).unwrap_or_default();
    let minutes =
        find_figure(tables, &metric(if is_capped { "length-minutes-p50" } else { "length-minutes-mean" }));
    let minutes = minutes.and_then(|figure| figure.value);
    let minutes = minutes.map(|minutes| format!(", about {} minutes", fixed(minutes, 0))).unwrap_or_default();
    Some(match is_capped {
        _ if typical.informative == Some(0) => format!("Every game lasted {value} {unit}{minutes}"),
        true => format!("Half of the games last at most {value} {unit}{ends}{minutes}"),
        false => format!("A game lasts {value} {unit} on average{ends}{minutes}"),
    })
}

const LONG: &str = "too long";
const SHORT: &str = "too short";
const FITS: &str = "within target";

/// What the interval of a figure says about a target.
fn judge(target: &Target, figure: &Figure<'_>) -> &'static str {
    let Some(Interval { low, high }) = ends(figure) else { return "undecided" };
    match target.band {
        band if low > band.high => LONG,
        band if high < band.low => SHORT,
        band if low >= band.low && high <= band.high => FITS,
        _ => "undecided",
    }
}

/// `, 23 % longer than with the printed rules (7.43)`.
fn against_printed(mean: &Figure<'_>, printed: &Figure<'_>) -> String {
    let Some((value, of_printed)) = mean.value.zip(printed.value).filter(|(_, printed)| *printed > 0.0)
    else {
        return String::new();
    };
    // The half-width of the difference of two independent means; common deals make it narrower.
    let is_clear = match ends(mean).zip(ends(printed)) {
        Some((one, other)) => (value - of_printed).abs() > one.half_width().hypot(other.half_width()),
        None => false,
    };
    let change = 100.0 * (value / of_printed - 1.0);
    let digits = if change.abs() < 10.0 { 1 } else { 0 };
    let word = if change > 0.0 { "longer" } else { "shorter" };
    let by = format!("{} % {word} than", fixed(change.abs(), digits));
    match (is_clear, change.abs() < 0.5) {
        (true, _) => format!(", {by} with the printed rules ({})", fixed(of_printed, 2)),
        (false, true) => format!(", about as long as with the printed rules ({})", fixed(of_printed, 2)),
        (false, false) => format!(
            ", {by} with the printed rules ({}), which can be chance with so few games",
            fixed(of_printed, 2)
        ),
    }
}

fn ends(figure: &Figure<'_>) -> Option<Interval> {
    figure.low.zip(figure.high).and_then(|(low, high)| Interval::new(low, high))
}

/// Whether a target is about the length of games.
fn is_length(target: &Target) -> bool {
    target.figure.metric().is_some_and(|id| id.starts_with("length-"))
}

/// The fact about a metric; `what` is added to its id.
fn fact(id: &FigureId, what: &str, finding: &'static str, figure: &Figure<'_>) -> Fact {
    Fact {
        subject: format!("{}{what}", id.metric().unwrap_or_default()),
        finding,
        figure: Some(id.clone()),
        value: Cell::clone(figure.cell),
        interval: ends(figure),
        unit: figure.unit.to_owned(),
        change: None,
        says: Vec::new(),
    }
}
