//! The summary of a comparison: what changes, in sentences, then a table. `--verbose` prints that of
//! [`technical`].

use super::super::driver::READING;
use super::{Compared, Decision, technical};
use crate::report::Cell;
use crate::report::plain::{self, capitalized};
use crate::report::quantity::Quantity;
use crate::report::show::{Grid, counted, wrap};
use crate::report::table::fixed;
use crate::stats::Interval;
use crate::stats::certainty::Certainty;
use std::fmt::Write;

/// Maximum number of sentences about changes, of names in a sentence, and of rows of the table.
const SENTENCES: usize = 5;
const NAMES: usize = 6;
const ROWS: usize = 20;

/// A figure of both configurations.
struct Change {
    /// Its place in the table of the result.
    nth: usize,
    address: String,
    unit: String,
    a: f64,
    b: f64,
    delta: f64,
    ends: Option<Interval>,
    certainty: Certainty,
}

pub(super) fn text(compared: &Compared<'_>) -> Result<String, std::fmt::Error> {
    let Compared { compare, extent, .. } = compared;
    let (one, accuracy) = (&compare.one, compare.options.accuracy);
    let mut text = String::new();
    let games = counted(extent.played, "pairs of games");
    writeln!(text, "{}: {games}, seed {}; {}", one.game.title, one.seed, bots(compared))?;
    let [a, b] = compare.sides();
    writeln!(text, "A: {a}\nB: {b}\n")?;
    let changes = changes(compared);
    for sentence in conclusion(compared) {
        writeln!(text, "{sentence}")?;
    }
    let rows: Vec<&Change> = changes.iter().filter(|change| change.is_shown()).collect();
    if !rows.is_empty() {
        let n_more = rows.len().saturating_sub(ROWS);
        write!(text, "\n{}", grid(compared, &rows[..rows.len() - n_more]).text())?;
        if n_more > 0 {
            writeln!(text, "… {n_more} more figures in compare.csv")?;
        }
        let level = compare.level(&compared.pairs).percent();
        writeln!(
            text,
            "\n{} Intervals of {level} %; pp = percentage points.",
            Certainty::meaning(accuracy.level)
        )?;
        if rows.iter().any(|change| change.excludes_zero() && !change.is_clear()) {
            let corrected = if compared.extent.is_fixed { " (Holm; p_holm in compare.csv)" } else { "" };
            writeln!(
                text,
                "Each interval holds for its row alone; the words are corrected for all figures{corrected}. So a change can be \
                 unclear although its interval excludes 0."
            )?;
        }
    }
    if accuracy.is_sequential() {
        writeln!(text, "\n{READING}")?;
    }
    text += &technical::stories(compared)?;
    Ok(wrap(&text))
}

/// The answer: the decision, and what changes.
pub(super) fn conclusion(compared: &Compared<'_>) -> Vec<String> {
    decision(compared).into_iter().chain(sentences(compared, &changes(compared))).collect()
}

/// Who plays.
fn bots(compared: &Compared<'_>) -> String {
    let [one, two] = [&compared.compare.one, &compared.compare.two].map(|plan| plan.used().bots.join(", "));
    if one == two { format!("bots: {one}") } else { format!("bots: {one} in A, {two} in B") }
}

/// The decision of `--decide`, in a sentence.
fn decision(compared: &Compared<'_>) -> Option<String> {
    let margin = format!("{:.2} points", 100.0 * compared.compare.options.decide?);
    Some(match compared.decision {
        Some(Decision::Different) => format!("Decided: at least one win rate differs by more than {margin}."),
        Some(Decision::Same) => format!("Decided: every win rate differs by less than {margin}."),
        None => format!("Not decided: whether a win rate differs by more than {margin}; raise --games."),
    })
}

impl Change {
    fn quantity(&self) -> Quantity<'_> {
        Quantity::of(&self.unit)
    }

    /// Whether it is about winning, how games end, or how long they last.
    fn is_headline(&self) -> bool {
        self.address.starts_with("win_rates/")
            || self.address.starts_with("outcomes/")
            || self.address == LENGTH
    }

    /// Whether the figure is part of the table. Games with one winner are all that do not end otherwise.
    fn is_shown(&self) -> bool {
        let has_news = self.is_headline() && self.address != "outcomes/win" && (self.a, self.b) != (0.0, 0.0);
        self.is_clear() && self.address != "outcomes/win" || has_news
    }

    /// Whether the difference is measurable.
    fn is_clear(&self) -> bool {
        self.certainty > Certainty::Unclear
    }

    fn excludes_zero(&self) -> bool {
        self.ends.is_some_and(|ends| !ends.contains(0.0))
    }

    /// The size of the change: that of a share itself, that of any other figure relative to A.
    fn effect(&self) -> f64 {
        let scale = if self.unit == "share" { 1.0 } else { self.a.abs().max(1e-9) };
        (self.delta / scale).abs()
    }

    fn width(&self) -> Option<f64> {
        self.ends.map(Quantity::resolution)
    }
}

/// The address of the mean length.
const LENGTH: &str = "metrics/length-mean";

/// All figures of both sides that do not repeat another: measurable changes first, those of the headline first among them,
/// then the largest.
fn changes(compared: &Compared<'_>) -> Vec<Change> {
    let Compared { compare, table, .. } = compared;
    let schema = compare.simulations[0].schema();
    let change = |(nth, row): (usize, &Vec<Cell>)| {
        let address = table.written(row, "figure");
        if plain::repeats(&address, schema, compare.one.used().bots.len()) {
            return None;
        }
        let number = |column: &str| table.number(row, column);
        Some(Change {
            nth,
            unit: table.written(row, "unit"),
            a: number("a")?,
            b: number("b")?,
            delta: number("delta")?,
            ends: number("delta_low")
                .zip(number("delta_high"))
                .and_then(|(low, high)| Interval::new(low, high)),
            certainty: compared.certainty(nth, row),
            address,
        })
    };
    let mut changes: Vec<Change> = table.rows.iter().enumerate().filter_map(change).collect();
    changes.sort_by(|one, other| {
        let group = |change: &Change| (change.is_clear(), change.is_headline());
        group(other).cmp(&group(one)).then(other.effect().total_cmp(&one.effect()))
    });
    changes
}

/// The largest changes that are measurable, then what does not measurably change.
fn sentences(compared: &Compared<'_>, changes: &[Change]) -> Vec<String> {
    if compared.compare.is_unchanged() {
        return vec!["Both configurations play the same games.".into()];
    }
    let order = compared.compare.simulations[0].schema().seat_order;
    let name = |change: &Change| plain::figure(&change.address, order);
    let headline = changes.iter().filter(|change| change.is_headline() && change.is_shown());
    let (clear, mut unclear): (Vec<&Change>, Vec<&Change>) = headline.partition(|change| change.is_clear());
    // Their sizes are chance.
    unclear.sort_by_key(|change| change.nth);
    let mut sentences: Vec<String> =
        clear.iter().take(SENTENCES).map(|change| sentence(change, &name(change))).collect();
    let minutes = compared.compare.one.table_minutes();
    let length = clear.iter().find(|change| change.address == LENGTH);
    sentences.extend(length.zip(minutes).map(|(change, minutes)| {
        let [a, b] = [change.a, change.b].map(|length| fixed(minutes * length, 1));
        format!("At the table, that is {a} → {b} minutes.")
    }));
    let n_more = clear.len().saturating_sub(SENTENCES);
    if n_more > 0 {
        sentences.push(format!("{n_more} more of these figures change; see the table."));
    }
    let mut names: Vec<String> = unclear.iter().take(NAMES).map(|change| name(change)).collect();
    match unclear.len().saturating_sub(NAMES) {
        0 => {}
        more => names.push(format!("{more} more")),
    }
    if compared.extent.played == 0 {
        sentences.push("No game was played.".into());
    } else if clear.is_empty() {
        sentences.push(nothing_measured(&unclear));
    } else if !names.is_empty() {
        sentences.push(format!("No measurable difference: {}.", names.join(", ")));
    }
    let others = changes.iter().filter(|change| !change.is_headline());
    let n_others = others.filter(|change| change.is_clear()).count();
    if clear.is_empty() && n_others > 0 {
        let plural = if n_others == 1 { "figure changes" } else { "figures change" };
        sentences.push(format!("{n_others} other {plural}; see the table."));
    }
    sentences
}

/// Shares that change by at most this much hardly matter.
const SMALL: f64 = 0.01;

/// That no headline figure measurably changes: nothing is known yet, or every change is small.
fn nothing_measured(unclear: &[&Change]) -> String {
    const WHERE: &str = "who wins, how games end or how long they last";
    let shares = unclear.iter().filter(|change| change.quantity().is_share());
    let ends = shares.filter_map(|change| change.ends).collect::<Vec<_>>();
    let reach = ends.iter().map(|ends| ends.high.max(-ends.low)).reduce(f64::max);
    match reach {
        Some(reach) if reach <= SMALL => format!(
            "No measurable difference in {WHERE}: the intervals exclude changes of shares by more than {} points.",
            fixed(100.0 * reach + 0.005, 2)
        ),
        Some(reach) => format!(
            "No measurable difference in {WHERE} so far: a share may have changed by up to {} points.",
            fixed(100.0 * reach + 0.05, 1)
        ),
        None => format!("No measurable difference in {WHERE}."),
    }
}

/// A change in a sentence.
fn sentence(change: &Change, name: &str) -> String {
    let (quantity, width) = (change.quantity(), change.width());
    let [a, b] = [change.a, change.b].map(|value| quantity.bare(value, width));
    let by = quantity.change(change.delta, width);
    let ends = change.ends.map_or_else(String::new, |ends| format!(", {}", quantity.change_interval(ends)));
    let what = match change.address.as_str() {
        LENGTH => format!("Games last {a} → {b} {}", change.unit),
        _ => format!("{} {a} % → {b} % of games", capitalized(name)),
    };
    format!("{what} ({by}{ends}): {}.", change.certainty.word())
}

/// A figure as a summary shows it.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "studio"), expect(dead_code, reason = "only the studio reads all of them"))]
pub(crate) struct Shown {
    /// Its address.
    pub address: String,
    /// Its plain name.
    pub name: String,
    /// Value in A, value in B, change, interval of the change, and how sure the change is.
    pub cells: [String; 5],
    /// The change and the ends of its interval.
    pub numbers: [f64; 3],
    /// Whether it is a share.
    pub is_share: bool,
    /// Whether the change is measurable.
    pub is_clear: bool,
}

/// The figures that the summary shows.
#[cfg(feature = "studio")]
pub(super) fn shown(compared: &Compared<'_>) -> Vec<Shown> {
    let mut changes = changes(compared);
    // Rows keep their places while the figures move.
    changes.sort_by_key(|change| (!change.is_headline(), change.nth));
    changes.iter().filter(|change| change.is_shown()).map(|change| change.shown(compared)).collect()
}

impl Change {
    fn shown(&self, compared: &Compared<'_>) -> Shown {
        let order = compared.compare.simulations[0].schema().seat_order;
        let (quantity, width) = (self.quantity(), self.width());
        let value = |value: f64| match quantity {
            Quantity::Share => quantity.value(value, width),
            _ => quantity.bare(value, width),
        };
        let cells = [
            value(self.a),
            value(self.b),
            quantity.short_change(self.delta, width),
            self.ends.map_or_else(String::new, |ends| quantity.change_interval(ends)),
            self.certainty.word().to_owned(),
        ];
        let [low, high] = self.ends.map_or([self.delta; 2], |ends| [ends.low, ends.high]);
        Shown {
            address: self.address.clone(),
            name: plain::figure(&self.address, order),
            cells,
            numbers: [self.delta, low, high],
            is_share: quantity.is_share(),
            is_clear: self.is_clear(),
        }
    }
}

/// The figures in plain names.
fn grid(compared: &Compared<'_>, rows: &[&Change]) -> Grid {
    let row = |change: &&Change| {
        let Shown { name, cells, .. } = change.shown(compared);
        [name].into_iter().chain(cells).collect()
    };
    Grid {
        header: ["", "A", "B", "change", "interval", "how sure"].map(str::to_owned).to_vec(),
        right: vec![false, true, true, true, true, false],
        rows: rows.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_change_differs_from_an_unknown_one() {
        let change = |reach: f64| Change {
            nth: 0,
            address: "outcomes/draw".into(),
            unit: "share".into(),
            a: 0.5,
            b: 0.5,
            delta: 0.0,
            ends: Interval::new(-reach, reach / 2.0),
            certainty: Certainty::Unclear,
        };
        let said = |reach: &[f64]| {
            let changes: Vec<Change> = reach.iter().copied().map(change).collect();
            nothing_measured(&changes.iter().collect::<Vec<_>>())
        };
        let small = said(&[0.001, 0.00312]);
        assert!(
            small.ends_with("the intervals exclude changes of shares by more than 0.32 points."),
            "{small}"
        );
        let unknown = said(&[0.001, 0.0312]);
        assert!(unknown.ends_with("so far: a share may have changed by up to 3.2 points."), "{unknown}");
        assert!(said(&[]).ends_with("how long they last."));
    }
}
