//! The charts of a workbook: bars with their intervals.

use super::super::page::Folder;
use super::super::page::names::Names;
use super::super::plain::{self, capitalized};
use super::super::{
    Cell, Table, advise, card_impact, check, compare, game_length, impact, luck, matchups, panel,
    sensitivity, sweep, train, tune, win_rates,
};
use undercard_engine::model::OPENING;

/// Maximum number of bars of a chart of cards or changes.
const MOST_CARDS: usize = 20;
/// Maximum number of bars of any other chart, except of lengths.
const MOST: usize = 40;
/// About how many steps an axis has.
const STEPS: f64 = 6.0;

/// The numbers of a chart.
pub(super) struct Bars {
    pub title: String,
    /// What the bars are, and what their values are.
    pub names: &'static str,
    pub values: String,
    /// Whether the values are shares.
    pub is_share: bool,
    pub rows: Vec<Bar>,
}

/// A bar.
pub(super) struct Bar {
    pub name: Cell,
    pub value: f64,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
    /// The lower and the upper limit of its target.
    pub limits: [Option<f64>; 2],
}

impl Bars {
    /// The ends of an axis from 0 that has room for all intervals, and its step.
    pub(super) fn axis(&self) -> [f64; 3] {
        let ends = |bar: &Bar| bar.ends.map_or([bar.value; 2], |(low, high)| [low, high]);
        let all = |bar: &Bar| ends(bar).into_iter().chain(bar.limits.into_iter().flatten());
        let numbers = || self.rows.iter().flat_map(all);
        let (low, high) = (numbers().fold(0.0, f64::min), numbers().fold(0.0, f64::max));
        let rough = (high - low) / STEPS;
        if !(rough > 0.0 && rough.is_finite()) {
            return [0.0, 1.0, 0.2];
        }
        let unit = 10.0_f64.powf(rough.log10().floor());
        let step = unit * [1.0, 2.0, 5.0].into_iter().find(|step| *step * unit >= rough).unwrap_or(10.0);
        // 3 · 0.1 is not 0.3.
        let rounded = |number: f64| (number * 1e9).round() / 1e9;
        let [low, high] = [rounded(low / step).floor(), rounded(high / step).ceil()];
        [low * step, high * step, step].map(rounded)
    }
}

/// The charts of a result.
pub(super) fn charts(folder: &Folder) -> Vec<Bars> {
    let of = |name: &str, chart: fn(&Table, &Names) -> Bars| folder.table(name).zip(Some(chart));
    let names = Names::of(folder);
    // An advice is about scores.
    let is_advice = folder.table(advise::NAME).is_some();
    [
        if is_advice { of(advise::NAME, scores) } else { of(win_rates::NAME, shares) },
        of(game_length::NAME, lengths),
        of(card_impact::NAME, openings),
        of(impact::NAME, if is_advice { ablations_of_scores } else { ablations }),
        of(compare::NAME, differences),
        of(sweep::NAME, combinations),
        of(matchups::RATINGS, ratings),
        of(tune::NAME, judged),
        of(luck::NAME, deals),
        of(sensitivity::NAME, steps),
        of(check::NAME, targets),
        of(panel::NAME, bots),
        of(train::NAME, held_out),
        of(train::NAME, curve),
    ]
    .into_iter()
    .flatten()
    .map(|(table, chart)| chart(table, &names))
    .filter(|bars| !bars.rows.is_empty())
    .collect()
}

/// The bar of a row: its value and the ends of its interval.
fn bar(table: &Table, row: &[Cell], name: Cell, value: &str) -> Option<Bar> {
    let ends = table.ends(value).and_then(|(low, high)| row.get(low)?.number().zip(row.get(high)?.number()));
    Some(Bar { name, value: table.number(row, value)?, ends, limits: [None; 2] })
}

fn shares(table: &Table, _: &Names) -> Bars {
    let name =
        |row: &[Cell]| {
            let [group, key] = ["grouped_by", "key"].map(|column| table.written(row, column));
            // Players are counted from 1.
            let seat = if group == "seat" { key.parse::<u64>().ok() } else { None };
            Cell::text(seat.map_or_else(
                || format!("{group} {key}"),
                |seat| format!("player {}", seat.saturating_add(1)),
            ))
        };
    let rows = table.rows.iter().take(MOST);
    Bars {
        title: "Win shares".into(),
        names: "who",
        values: "win share".into(),
        is_share: true,
        rows: rows.filter_map(|row| bar(table, row, name(row), "win_share")).collect(),
    }
}

/// The scores that an advice judges, with intervals that hold together.
fn scores(table: &Table, _: &Names) -> Bars {
    let is_who = |row: &&Vec<Cell>| table.written(row, "question") == "who";
    let rows = table.rows.iter().filter(is_who).take(MOST);
    let name = |row: &[Cell]| Cell::text(table.written(row, "subject"));
    Bars {
        title: "Scores".into(),
        names: "who",
        values: "score".into(),
        is_share: true,
        rows: rows.filter_map(|row| bar(table, row, name(row), "value")).collect(),
    }
}

fn lengths(table: &Table, _: &Names) -> Bars {
    let name = |row: &[Cell]| table.cell(row, "length").cloned().unwrap_or(Cell::Empty);
    Bars {
        title: "Length of games".into(),
        names: "length",
        values: "share of games".into(),
        is_share: true,
        rows: table.rows.iter().filter_map(|row| bar(table, row, name(row), "share")).collect(),
    }
}

/// The event by which cards are compared. Only an opening hand that the shuffle decides shows what a card does.
fn openings(table: &Table, _: &Names) -> Bars {
    let event = card_impact::telling_event(table).unwrap_or_default();
    let rows = table.rows.iter().filter(|row| table.written(row, "event") == event);
    let (title, values) = match event.as_str() {
        OPENING => ("Cards in the opening".into(), "difference of win shares"),
        event => (format!("Cards that are {event}"), "difference of win shares, an association only"),
    };
    cards(table, rows, "difference", &title, values)
}

fn ablations(table: &Table, _: &Names) -> Bars {
    cards(
        table,
        table.rows.iter(),
        "ablation",
        "What cards are worth",
        "win share less that without the card",
    )
}

fn ablations_of_scores(table: &Table, _: &Names) -> Bars {
    cards(
        table,
        table.rows.iter(),
        "score_ablation",
        "What cards are worth",
        "score less that without the card",
    )
}

/// The cards of all seats with the largest values, from the best to the worst.
fn cards<'t>(
    table: &Table,
    rows: impl Iterator<Item = &'t Vec<Cell>>,
    value: &str,
    title: &str,
    values: &str,
) -> Bars {
    let of_all = rows.filter(|row| table.written(row, "side") == "all");
    let name = |row: &[Cell]| Cell::text(table.written(row, "card"));
    let rows = largest(of_all.filter_map(|row| bar(table, row, name(row), value)).collect());
    Bars { title: title.into(), names: "card", values: values.into(), is_share: true, rows }
}

/// The figures that changed most for their interval: shares only, which have one axis.
fn differences(table: &Table, names: &Names) -> Bars {
    let is_share = |row: &&Vec<Cell>| table.written(row, "unit") == "share";
    let name = |row: &[Cell]| Cell::text(names.figure(&table.written(row, "figure")));
    let rows = table.rows.iter().filter(is_share).filter_map(|row| bar(table, row, name(row), "delta"));
    Bars {
        title: "What changes".into(),
        names: "figure",
        values: "B − A".into(),
        is_share: true,
        rows: largest(rows.filter(|bar| bar.ends.is_some()).collect()),
    }
}

/// The figure that a sweep is about in each combination.
fn combinations(table: &Table, names: &Names) -> Bars {
    let figure = |row: &Vec<Cell>| table.written(row, "figure");
    let shown = table.rows.iter().map(figure).find(|address| names.is_shown(address));
    let shown = shown.or_else(|| table.rows.first().map(figure)).unwrap_or_default();
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| figure(row) == shown).collect();
    let name = |row: &[Cell]| {
        let values = (1..=sweep::MOST_SETTINGS).map(|nth| names.value(row, nth));
        Cell::text(values.filter(|value| !value.is_empty()).collect::<Vec<_>>().join(", "))
    };
    let unit = rows.first().map(|row| table.written(row, "unit")).unwrap_or_default();
    Bars {
        title: capitalized(&names.figure(&shown)),
        names: "combination",
        values: unit.clone(),
        is_share: unit == "share",
        rows: rows.into_iter().take(MOST).filter_map(|row| bar(table, row, name(row), "value")).collect(),
    }
}

/// The figures of a check with their targets: shares, which have one axis, or else those with the unit of the first.
fn targets(table: &Table, names: &Names) -> Bars {
    let of = |row: &Vec<Cell>, column: &str| table.written(row, column);
    let is_figure = |row: &&Vec<Cell>| table.number(row, "value").is_some();
    let figures: Vec<&Vec<Cell>> = table.rows.iter().filter(is_figure).collect();
    let units = || figures.iter().map(|row| of(row, "unit"));
    let unit = units().find(|unit| unit == "share").or_else(|| units().next()).unwrap_or_default();
    let varies = |column: &str| figures.iter().any(|row| of(row, column) != of(figures[0], column));
    let varying: Vec<&str> = ["bots", "config"].into_iter().filter(|column| varies(column)).collect();
    let name = |row: &Vec<Cell>| {
        let figure = capitalized(&names.figure(&of(row, "target")));
        let parts = [figure].into_iter().chain(varying.iter().map(|column| of(row, column)));
        Cell::text(parts.collect::<Vec<_>>().join("; "))
    };
    let limits = |row: &Vec<Cell>| ["target_low", "target_high"].map(|column| table.number(row, column));
    let rows = figures.iter().filter(|row| of(row, "unit") == unit).take(MOST);
    Bars {
        title: "Figures and their targets (orange)".into(),
        names: "figure",
        is_share: unit == "share",
        rows: rows
            .filter_map(|row| Some(Bar { limits: limits(row), ..bar(table, row, name(row), "value")? }))
            .collect(),
        values: unit,
    }
}

/// The first figure on which the bots of a panel disagree, or else the first figure, with each bot.
fn bots(table: &Table, names: &Names) -> Bars {
    let of = |row: &Vec<Cell>, column: &str| table.written(row, column);
    let is_apart = |row: &&Vec<Cell>| !of(row, "disagreement").is_empty();
    let first = table.rows.iter().find(is_apart).or_else(|| table.rows.first());
    let [figure, unit] =
        ["figure", "unit"].map(|column| first.map(|row| of(row, column)).unwrap_or_default());
    let rows = table.rows.iter().filter(|row| of(row, "figure") == figure).take(MOST);
    Bars {
        title: format!("{} with each bot", capitalized(&names.figure(&figure))),
        names: "bot",
        is_share: unit == "share",
        values: unit,
        rows: rows.filter_map(|row| bar(table, row, Cell::text(of(row, "bot")), "value")).collect(),
    }
}

/// The strength of the members of a round robin.
fn ratings(table: &Table, _: &Names) -> Bars {
    let name = |row: &[Cell]| Cell::text(table.written(row, "competitor"));
    Bars {
        title: "Strength".into(),
        names: "competitor",
        values: "Elo points".into(),
        is_share: false,
        rows: table.rows.iter().take(MOST).filter_map(|row| bar(table, row, name(row), "elo")).collect(),
    }
}

/// The first target of a search: the figures that were verified on held-out games.
fn judged(table: &Table, names: &Names) -> Bars {
    let of = |row: &Vec<Cell>, column: &str| table.written(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| of(row, "phase") == "judged").collect();
    let target = rows.first().map(|row| of(row, "target")).unwrap_or_default();
    let rows = rows.into_iter().filter(|row| of(row, "target") == target).take(MOST);
    let rows: Vec<&Vec<Cell>> = rows.collect();
    let name =
        |row: &Vec<Cell>| Cell::text(format!("{}; {}", changed(&of(row, "settings")), of(row, "bots")));
    let unit = rows.first().map(|row| of(row, "unit")).unwrap_or_default();
    Bars {
        title: format!("{}, verified", capitalized(&names.figure(&target))),
        names: "changes and bots",
        values: unit.clone(),
        is_share: unit == "share",
        rows: rows.into_iter().filter_map(|row| bar(table, row, name(row), "value")).collect(),
    }
}

/// The changes of a candidate in words, from its cell of `settings`.
fn changed(settings: &str) -> String {
    let changes = tune::changes(settings).unwrap_or_default();
    let words = changes.iter().map(|(key, value)| format!("{} {value}", plain::setting(key)));
    if changes.is_empty() { "unchanged".into() } else { words.collect::<Vec<_>>().join(", ") }
}

/// How much the deal decides for each bot.
fn deals(table: &Table, _: &Names) -> Bars {
    let of_all = table.rows.iter().filter(|row| table.written(row, "seat_or_all") == "all").take(MOST);
    let name = |row: &[Cell]| Cell::text(table.written(row, "bot"));
    Bars {
        title: "How much the deal decides".into(),
        names: "bot",
        values: "deal share".into(),
        is_share: true,
        rows: of_all.filter_map(|row| bar(table, row, name(row), "deal_share")).collect(),
    }
}

/// The steps that change the figure most.
fn steps(table: &Table, names: &Names) -> Bars {
    let of = |row: &[Cell], column: &str| table.written(row, column);
    let first = |column: &str| table.rows.first().map(|row| of(row, column)).unwrap_or_default();
    let name = |row: &[Cell]| {
        let [old, new] = ["old_value", "new_value"].map(|column| of(row, column));
        Cell::text(format!("{} {old} → {new}", plain::setting(&of(row, "key"))))
    };
    let rows = table.rows.iter().filter(|row| of(row, "direction") != "slope");
    let unit = first("unit");
    Bars {
        title: format!("Change in {}, one step", names.figure(&first("figure"))),
        names: "step",
        is_share: unit == "share",
        values: unit,
        rows: largest(rows.filter_map(|row| bar(table, row, name(row), "delta")).collect()),
    }
}

/// The scores of a trained strategy and of its start.
fn held_out(table: &Table, _: &Names) -> Bars {
    let of = |row: &[Cell], column: &str| table.written(row, column);
    let name = |row: &[Cell]| Cell::text(format!("{} against {}", of(row, "bot"), of(row, "opponent")));
    let rows = table.rows.iter().filter(|row| of(row, "phase") == "held-out").take(MOST);
    Bars {
        title: "Held-out games".into(),
        names: "strategy",
        values: "score".into(),
        is_share: true,
        rows: rows.filter_map(|row| bar(table, row, name(row), "score")).collect(),
    }
}

/// The scores during the training against the first opponent.
fn curve(table: &Table, _: &Names) -> Bars {
    let of = |row: &Vec<Cell>, column: &str| table.written(row, column);
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| of(row, "phase") == "training").collect();
    let opponent = rows.first().map(|row| of(row, "opponent")).unwrap_or_default();
    let name = |row: &Vec<Cell>| table.cell(row, "games").cloned().unwrap_or(Cell::Empty);
    let rows = rows.into_iter().filter(|row| of(row, "opponent") == opponent);
    Bars {
        title: format!("Training against {opponent}"),
        names: "training games",
        values: "score".into(),
        is_share: true,
        rows: rows.filter_map(|row| bar(table, row, name(row), "score")).collect(),
    }
}

/// The bars with the largest values, from the highest to the lowest.
fn largest(mut rows: Vec<Bar>) -> Vec<Bar> {
    rows.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    rows.truncate(MOST_CARDS);
    rows.sort_by(|one, other| other.value.total_cmp(&one.value));
    rows
}
