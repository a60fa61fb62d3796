//! How long a game lasts, against the printed rules and the targets of the config.

use super::findings::{Fact, Finding, ends_of, percent};
use crate::config::targets::Target;
use crate::model::SeatOrder;
use crate::report::plain;
use crate::report::table::fixed;
use crate::report::{Cell, Figure, Table, figure as find_figure, outcomes};
use crate::stats::Interval;

const MEAN: &str = "metrics/length-mean";
const LATE: &str = "metrics/length-p95";
const MINUTES: &str = "metrics/length-minutes-mean";
const LENGTHS: &str = "metrics/length-";

/// What the length is compared with.
pub(super) struct Wanted<'a> {
    /// The figures of the printed rules, if they differ from the config and were played.
    pub printed: Option<&'a [Table]>,
    /// Whether the config has the printed rules.
    pub is_printed: bool,
    /// The targets of the config.
    pub targets: &'a [Target],
    pub order: SeatOrder,
}

/// How long a game lasts, and whether that is too long.
pub(super) fn length(tables: &[Table], wanted: &Wanted<'_>, command: &str) -> Option<Finding> {
    let [mean, late] = [MEAN, LATE].map(|address| find_figure(tables, address));
    let (mean, unit) = (mean?, mean?.unit);
    let text = |value: f64| fixed(value, 2);
    let (value, ends) = (mean.value?, ends(&mean));
    let mut facts = vec![fact(MEAN, String::new(), "", &mean)];
    let mut sentence = format!("A game lasts {} {unit} on average", text(value));
    sentence += &ends.map(|ends| format!(" ({})", ends_of(ends, text))).unwrap_or_default();
    if let Some(minutes) = find_figure(tables, MINUTES).and_then(|figure| figure.value) {
        sentence += &format!(", about {} minutes", fixed(minutes, 0));
    }
    match wanted.printed.and_then(|tables| find_figure(tables, MEAN)) {
        Some(printed) => {
            sentence += &against_printed(&mean, &printed);
            facts.push(fact(MEAN, "length-mean of the printed rules".into(), "printed", &printed));
        }
        None if wanted.is_printed => sentence += " with the printed rules",
        None => {}
    }
    if let Some(late) = late {
        sentence += &late
            .value
            .map(|late| format!("; 95 of 100 end within {} {unit}", fixed(late, 0)))
            .unwrap_or_default();
        facts.push(fact(LATE, String::new(), "", &late));
    }
    sentence += ".";
    let at_limit =
        find_figure(tables, &format!("{}/stalemate", outcomes::NAME)).and_then(|figure| figure.value);
    if let Some(share) = at_limit.filter(|share| *share >= 0.001) {
        sentence += &format!(" {} % reach the limit and have no winner.", percent(share));
    }
    let targets = wanted.targets.iter().filter(|target| target.address.starts_with(LENGTHS));
    for (target, figure) in targets.filter_map(|target| Some((target, find_figure(tables, &target.address)?)))
    {
        let finding = judge(target, &figure);
        let name = plain::figure(&target.address, wanted.order);
        let target_text = target.shown();
        sentence += &match finding {
            LONG | SHORT => format!(" That is {finding}: the target for the {name} is {target_text}."),
            FITS => format!(" That is within the target for the {name}, {target_text}."),
            _ => format!(" More games are needed to judge the {name} by its target, {target_text}."),
        };
        facts.push(fact(&target.address, String::new(), finding, &figure));
    }
    Some(Finding { question: "length", sentence, command: command.into(), facts })
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
    let is_clear = match ends(mean).zip(ends(printed)) {
        Some((one, other)) => one.low > other.high || one.high < other.low,
        None => false,
    };
    let change = 100.0 * (value / of_printed - 1.0);
    let than = match is_clear {
        true => {
            let digits = if change.abs() < 10.0 { 1 } else { 0 };
            let word = if change > 0.0 { "longer" } else { "shorter" };
            format!("{} % {word} than", fixed(change.abs(), digits))
        }
        false => "about as long as".into(),
    };
    format!(", {than} with the printed rules ({})", fixed(of_printed, 2))
}

fn ends(figure: &Figure<'_>) -> Option<Interval> {
    figure.low.zip(figure.high).and_then(|(low, high)| Interval::new(low, high))
}

fn fact(address: &str, subject: String, finding: &'static str, figure: &Figure<'_>) -> Fact {
    let own = || address.rsplit('/').next().unwrap_or_default().to_owned();
    Fact {
        subject: if subject.is_empty() { own() } else { subject },
        finding,
        figure: address.to_owned(),
        value: Cell::clone(figure.cell),
        interval: ends(figure),
        unit: figure.unit.to_owned(),
        change: None,
    }
}
