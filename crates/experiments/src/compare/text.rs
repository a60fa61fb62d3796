//! The summary of a comparison: what changes, in sentences, then a table.

use super::super::Extent;
use super::super::driver::READING;
use super::{Compared, Decision};
use crate::report::FigureId;
use crate::report::changed_cards::ChangedCard;
use crate::report::claim::{Claim, Sentence, texts};
use crate::report::compare::FigureChange;
use crate::report::plain::{self, capitalized};
use crate::report::quantity::Quantity;
use crate::report::show::{Grid, counted, grouped};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::stats::Interval;
use crate::stats::certainty::Certainty;

/// Maximum number of sentences about changes, of names in a sentence, and of rows of the table.
const SENTENCES: usize = 4;
const NAMES: usize = 6;
const ROWS: usize = 20;

/// A figure of both configurations.
struct Change {
    /// Its place in the table of the result.
    nth: usize,
    id: FigureId,
    unit: &'static str,
    a: f64,
    b: f64,
    delta: f64,
    ends: Option<Interval>,
    certainty: Certainty,
}

pub(super) fn text(compared: &Compared<'_>) -> Text {
    let Compared { compare, extent, .. } = compared;
    let (one, accuracy) = (&compare.one, compare.options.accuracy);
    let mut text = Text::default();
    let games = counted(extent.played, "pairs of games");
    text += &format!("{}: {games}, seed {}; {}\n", one.game.title, one.seed, bots(compared));
    let [a, b] = compare.sides();
    text += &format!("A: {a}\nB: {b}\n\n");
    let changes = changes(compared);
    for sentence in conclusion(compared) {
        text += &format!("{sentence}\n");
    }
    let rows: Vec<&Change> = changes.iter().filter(|change| change.is_shown()).collect();
    if !rows.is_empty() {
        let n_more = rows.len().saturating_sub(ROWS);
        text += "\n";
        text += grid(compared, &rows[..rows.len() - n_more]);
        if n_more > 0 {
            text += &format!("… {n_more} more figures in compare.csv\n");
        }
        let level = compare.level(&compared.pairs).percent();
        text += &format!(
            "\n{} Intervals of {level} %; pp = percentage points.\n",
            Certainty::meaning(accuracy.level)
        );
        if rows.iter().any(|change| change.excludes_zero() && !change.is_clear()) {
            let corrected = if compared.extent.is_fixed { " (Holm; p_holm in compare.csv)" } else { "" };
            text += &format!("{}\n", correction(corrected));
        }
    }
    if accuracy.is_sequential() {
        text += &format!("\n{READING}\n");
    }
    text += &stories(compared);
    text
}

/// Why a row can be unclear although its interval excludes 0; `how` names the correction.
fn correction(how: &str) -> String {
    format!(
        "Each interval holds for its row alone; the words are corrected for all figures{how}. So a change can be unclear \
         although its interval excludes 0."
    )
}

/// The answer: the decision, the changed cards, what else changes, and all that with players who trained on these rules.
pub(super) fn conclusion(compared: &Compared<'_>) -> Vec<Sentence> {
    let own = decision(compared).map(Sentence::from).into_iter().chain(sentences(compared));
    own.chain(compared.retrained.iter().cloned().map(Sentence::from)).collect()
}

/// The changed cards, and what else changes.
pub(super) fn sentences(compared: &Compared<'_>) -> Vec<Sentence> {
    let cards = compared.cards.iter().map(ChangedCard::sentence).map(Sentence::from);
    cards.chain(sentences_of(compared, &changes(compared), false)).collect()
}

/// The answer in the order of [`shown`]: the changed cards, who wins, how long games last, how they end.
pub(super) fn headline(compared: &Compared<'_>) -> Vec<String> {
    let cards = compared.cards.iter().map(ChangedCard::sentence);
    let others = sentences_of(compared, &changes(compared), true);
    cards.chain(texts(others)).collect()
}

/// The headline in short, as a page shows it above the sentences: who wins, how long games last, how they end: `who wins stays
/// the same`, `games 0.2 rounds shorter`.
pub(super) fn in_short(compared: &Compared<'_>) -> Vec<String> {
    let schema = compared.compare.simulations[0].schema();
    let changes = changes(compared);
    let of = |subject: usize| -> Vec<&Change> {
        changes.iter().filter(|change| change.is_shown() && change.subject() == subject).collect()
    };
    let by = |change: &Change| change.quantity().bare(change.delta.abs(), change.width());
    let (wins, lengths, endings) = (of(0), of(1), of(2));
    let who = match largest(&wins) {
        Some(change) => {
            let often = if change.delta > 0.0 { "more" } else { "less" };
            format!("{} {} points {often} often", plain::figure(&change.id, schema.seat_order), by(change))
        }
        None if wins.iter().all(|change| change.is_small()) => "who wins stays the same".into(),
        None => "who wins is not known yet".into(),
    };
    let long = match largest(&lengths) {
        Some(change) => {
            let longer = if change.delta > 0.0 { "longer" } else { "shorter" };
            Some(format!("games {} {} {longer}", by(change), change.unit))
        }
        None if lengths.iter().all(|change| change.is_small()) => Some("games as long".into()),
        None => None,
    };
    let ends = largest(&endings).map(|change| {
        let often = if change.delta > 0.0 { "more" } else { "less" };
        format!("{} {} points {often} often", plain::figure(&change.id, schema.seat_order), by(change))
    });
    [who].into_iter().chain(long).chain(ends).collect()
}

/// The largest measurable change.
fn largest<'c>(changes: &[&'c Change]) -> Option<&'c Change> {
    let clear = changes.iter().copied().filter(|change| change.is_clear());
    clear.max_by(|one, other| one.effect().total_cmp(&other.effect()))
}

/// Maximum number of other changes that a price names.
const PRICES: usize = 3;

/// What measurably changes besides win rates, in short: how long games last and how they end, then the largest others.
pub(super) fn price(compared: &Compared<'_>, after: impl Fn(&FigureId) -> Option<f64>) -> Vec<String> {
    let seats = compared.compare.simulations[0].schema().seat_order;
    let changes = changes(compared);
    let is_price = |change: &&Change| change.is_clear() && change.is_shown() && change.subject() > 0;
    let mut clear: Vec<&Change> = changes.iter().filter(is_price).collect();
    clear.sort_by_key(|change| change.subject());
    let what = |change: &&Change| {
        let b = after(&change.id).unwrap_or(change.b);
        change.between([change.a, b], &plain::figure(&change.id, seats))
    };
    clear.iter().take(PRICES).map(what).collect()
}

/// Who plays.
fn bots(compared: &Compared<'_>) -> String {
    let [one, two] = [&compared.compare.one, &compared.compare.two].map(|plan| plan.bot_names().join(", "));
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
    /// The values before and after: `games last 7.4 → 7.9 rounds`.
    fn what(&self, name: &str) -> String {
        self.between([self.a, self.b], name)
    }

    fn between(&self, values: [f64; 2], name: &str) -> String {
        let (quantity, width) = (self.quantity(), self.width());
        let [a, b] = values.map(|value| quantity.bare(value, width));
        match (self.is_length(), quantity.is_share()) {
            (true, _) => format!("games last {a} → {b} {}", self.unit),
            (false, true) if self.is_headline() => format!("{name} {a} % → {b} % of games"),
            (false, true) => format!("{name} {a} % → {b} %"),
            (false, false) => format!("{name} {a} → {b}"),
        }
    }

    fn quantity(&self) -> Quantity<'_> {
        Quantity::of(self.unit)
    }

    /// The place of its subject in the headline: who wins, how long games last, how they end, then everything else.
    fn subject(&self) -> usize {
        match &self.id {
            FigureId::WinRate { .. } => 0,
            FigureId::Outcome(_) => 2,
            _ if self.is_length() => 1,
            _ => 3,
        }
    }

    /// Whether it is the mean length.
    fn is_length(&self) -> bool {
        self.id == FigureId::mean_length()
    }

    /// Whether it is about winning, how games end, or how long they last.
    fn is_headline(&self) -> bool {
        self.subject() < 3
    }

    /// Whether the figure is part of the table. Games with one winner are all that do not end otherwise.
    fn is_shown(&self) -> bool {
        self.id != FigureId::Outcome("win") && (self.is_clear() || self.is_headline() && !self.is_zero())
    }

    /// Whether it is 0 in both configurations, as endings are that a game does not have.
    fn is_zero(&self) -> bool {
        (self.a, self.b) == (0.0, 0.0)
    }

    /// Whether the interval excludes all but small changes, or no pair of games differs.
    fn is_small(&self) -> bool {
        self.ends.map_or(self.delta == 0.0, |ends| reach(ends) <= SMALL * self.scale())
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
        (self.delta / self.scale()).abs()
    }

    fn scale(&self) -> f64 {
        if self.unit == "share" { 1.0 } else { self.a.abs().max(1e-9) }
    }

    fn width(&self) -> Option<f64> {
        self.ends.map(Quantity::resolution)
    }
}

/// All figures of both sides that do not repeat another. Measurable changes come first: who wins, how long games last and how
/// they end, then other figures, each the largest first. Figures without a measurable change follow by subject.
fn changes(compared: &Compared<'_>) -> Vec<Change> {
    let Compared { compare, rows, .. } = compared;
    let schema = compare.simulations[0].schema();
    let n_bots = compare.one.bot_names().len();
    let change = |(nth, row): (usize, &FigureChange)| {
        if plain::repeats(&row.id, schema, n_bots) {
            return None;
        }
        Some(Change {
            nth,
            unit: row.unit,
            a: row.difference.a?,
            b: row.difference.b?,
            delta: row.difference.delta?,
            ends: row.difference.interval,
            certainty: compared.certainty(nth),
            id: row.id.clone(),
        })
    };
    let mut changes: Vec<Change> = rows.iter().enumerate().filter_map(change).collect();
    changes.sort_by(|one, other| {
        let group = |change: &Change| match change.is_clear() {
            true => (0, usize::from(!change.is_headline())),
            false => (1, change.subject()),
        };
        group(one).cmp(&group(other)).then(other.effect().total_cmp(&one.effect()))
    });
    changes
}

/// The largest measurable changes of any kind (by subject: of the headline), then what does not measurably change.
fn sentences_of(compared: &Compared<'_>, changes: &[Change], is_by_subject: bool) -> Vec<Sentence> {
    if compared.compare.is_unchanged() {
        return vec!["Both configurations play the same games.".into()];
    }
    let seats = compared.compare.simulations[0].schema().seat_order;
    let name = |change: &Change| plain::figure(&change.id, seats);
    let is_said = |change: &&Change| change.is_shown() && (!is_by_subject || change.is_headline());
    let (mut clear, mut unclear): (Vec<&Change>, Vec<&Change>) =
        changes.iter().filter(is_said).partition(|change| change.is_clear());
    let n_more = clear.len().saturating_sub(SENTENCES);
    clear.truncate(SENTENCES);
    if is_by_subject {
        clear.sort_by_key(|change| (change.subject(), change.nth));
    }
    // Their sizes are chance.
    unclear.sort_by_key(|change| change.nth);
    let mut sentences: Vec<Sentence> = clear.iter().map(|change| sentence(change, &name(change))).collect();
    let minutes = compared.compare.one.table_minutes();
    let length = clear.iter().find(|change| change.is_length());
    sentences.extend(length.zip(minutes).map(|(change, minutes)| {
        let [a, b] = [change.a, change.b].map(|length| fixed(minutes * length, 1));
        format!("At the table, that is {a} → {b} minutes.").into()
    }));
    if n_more > 0 {
        let figures = if n_more == 1 { "figure changes" } else { "figures change" };
        sentences.push(format!("{n_more} more {figures}; see the table.").into());
    }
    if compared.extent.played == 0 {
        sentences.push("No game was played.".into());
    } else {
        let (suspected, unclear): (Vec<&Change>, Vec<&Change>) =
            unclear.into_iter().partition(|change| change.excludes_zero());
        let (small, open): (Vec<&Change>, Vec<&Change>) =
            unclear.into_iter().partition(|change| change.is_small());
        let names = |changes: &[&Change]| {
            let mut names: Vec<String> = changes.iter().take(NAMES).map(|change| name(change)).collect();
            let more = changes.len().saturating_sub(NAMES);
            names.extend((more > 0).then(|| format!("{more} more")));
            names.join(", ")
        };
        let is_all = clear.is_empty() && suspected.is_empty() && (small.is_empty() || open.is_empty());
        if !suspected.is_empty() {
            sentences.push(may_have_changed(&names(&suspected)).into());
        }
        if is_all && open.is_empty() || !small.is_empty() {
            sentences.push(no_difference(&small, (!is_all).then(|| names(&small))).into());
        }
        if !open.is_empty() {
            sentences.push(not_known(&open, (!is_all).then(|| names(&open))).into());
        }
    }
    sentences
}

/// Changes that are at most this large hardly matter: of a share by itself, of the length relative to A.
const SMALL: f64 = 0.01;

/// The largest change within an interval.
fn reach(ends: Interval) -> f64 {
    ends.high.max(-ends.low)
}

/// The interval that covers those of some changes.
fn cover<'c>(changes: impl Iterator<Item = &'c &'c Change>) -> Option<Interval> {
    let ends = changes.filter_map(|change| change.ends);
    let both = ends.map(|ends| (ends.low, ends.high));
    let (low, high) = both.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
    Interval::new(low, high)
}

/// That these headline figures, or all of them without names, do not measurably change, and that every change is small.
fn no_difference(small: &[&Change], names: Option<String>) -> String {
    let shares = cover(small.iter().filter(|change| change.quantity().is_share())).map(reach);
    let most = shares.map(|reach| fixed((100.0 * reach).max(0.1), 1));
    match (names, most) {
        (None, Some(most)) => format!(
            "No measurable difference in who wins, how long games last or how they end: the intervals exclude changes of \
             shares by more than {most} points."
        ),
        (None, None) => {
            "No measurable difference in who wins, how long games last or how they end.".to_owned()
        }
        (Some(names), Some(most)) => {
            format!("No measurable difference: {names} (by at most {most} points).")
        }
        (Some(names), None) => format!("No measurable difference: {names}."),
    }
}

/// That each of these headline figures changes by its own interval, but not when all figures are corrected for.
fn may_have_changed(names: &str) -> String {
    format!("May have changed, but may be chance among this many figures: {names}.")
}

/// That nothing is known yet of these headline figures, or of all without names, and how much they may have changed.
fn not_known(open: &[&Change], names: Option<String>) -> String {
    let names = names.unwrap_or_else(|| "who wins, how long games last, how they end".into());
    let shares = cover(open.iter().filter(|change| change.quantity().is_share()));
    let length = open.iter().find(|change| change.is_length());
    let mut parts = Vec::new();
    parts.extend(shares.map(|ends| format!("a share by {} points", Quantity::Share.change_interval(ends))));
    parts.extend(length.and_then(|length| {
        Some(format!("the length by {} {}", length.quantity().change_interval(length.ends?), length.unit))
    }));
    let parts = parts.join(", ");
    if parts.is_empty() {
        return format!("Not known with these games: {names}.");
    }
    format!("Not known with these games: {names}. Possible changes: {parts}. More games narrow them.")
}

/// A change in a sentence.
fn sentence(change: &Change, name: &str) -> Sentence {
    let (quantity, width) = (change.quantity(), change.width());
    let by = quantity.change(change.delta, width);
    let ends = change.ends.map_or_else(String::new, |ends| format!(", {}", quantity.change_interval(ends)));
    let text = format!("{} ({by}{ends}): {}.", capitalized(&change.what(name)), change.certainty.word());
    Sentence::claiming(
        text,
        [Claim::of_sign(crate::report::compare::NAME, "delta", change.nth, change.delta)],
    )
}

/// A figure as a summary shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Which figure.
    pub id: FigureId,
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
    /// Whether it is about who wins, how long games last or how they end.
    pub is_headline: bool,
    /// Whether it is 0 in both configurations.
    pub is_zero: bool,
    /// Whether a change that is not measurable can still be large.
    pub is_open: bool,
}

/// How to read the words beside the changes.
pub(super) fn words_read() -> String {
    correction("")
}

/// The figures that the summary shows, and the endings that no game has. Rows keep their places while the figures move.
pub(super) fn shown(compared: &Compared<'_>) -> Vec<Shown> {
    let mut changes = changes(compared);
    changes.sort_by_key(|change| (change.subject(), change.nth));
    let is_kept = |change: &&Change| {
        change.is_shown() || change.is_headline() && change.is_zero() && change.id != FigureId::Outcome("win")
    };
    changes.iter().filter(is_kept).map(|change| change.shown(compared)).collect()
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
            self.ends.map_or_else(|| "too few pairs".to_owned(), |ends| quantity.change_interval(ends)),
            self.certainty.word().to_owned(),
        ];
        let [low, high] = self.ends.map_or([self.delta; 2], |ends| [ends.low, ends.high]);
        Shown {
            id: self.id.clone(),
            name: plain::figure(&self.id, order),
            cells,
            numbers: [self.delta, low, high],
            is_share: quantity.is_share(),
            is_clear: self.is_clear(),
            is_headline: self.is_headline(),
            is_zero: self.is_zero(),
            is_open: !self.is_clear() && !self.is_small(),
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

/// The games that end differently, if they were requested.
fn stories(compared: &Compared<'_>) -> String {
    let Compared { compare, extent: Extent { played, .. }, explained, .. } = compared;
    let mut text = String::new();
    if compare.options.explain > 0 {
        let of = if explained.searched < *played {
            format!("first {}", grouped(explained.searched))
        } else {
            "pairs".into()
        };
        let n = explained.stories.len();
        text += &format!(
            "\nSearched the {of} of {} pairs for games that end differently; {n} shown.\n",
            grouped(*played)
        );
    }
    text.extend(explained.stories.iter().map(String::as_str));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_change_differs_from_an_unknown_one() {
        let change = |reach: f64| Change {
            nth: 0,
            id: FigureId::Outcome("draw"),
            unit: "share",
            a: 0.5,
            b: 0.5,
            delta: 0.0,
            ends: Interval::new(-reach, reach / 2.0),
            certainty: Certainty::Unclear,
        };
        let small = [0.001, 0.00312].map(change);
        let said = no_difference(&small.iter().collect::<Vec<_>>(), None);
        assert!(said.ends_with("the intervals exclude changes of shares by more than 0.3 points."), "{said}");
        let open = [0.02, 0.0312].map(change);
        assert!(small.iter().all(Change::is_small) && !open.iter().any(Change::is_small));
        let said = not_known(&open.iter().collect::<Vec<_>>(), Some("draws".into()));
        let expected = "Not known with these games: draws. Possible changes: a share by -3.1 to +1.6 points. More \
                        games narrow them.";
        assert_eq!(said, expected);
    }
}
