//! The view of each report on a page: heading, introduction, columns and chart.

use super::super::{Cell, Table};
use super::words::Unit;

/// The view of a report.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The name of the report.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What the section shows, and how to read it.
    pub intro: &'static str,
    /// The columns, keys first. A column with an interval is followed by it; a column that is empty in all rows is omitted.
    pub columns: &'static [&'static str],
    /// The column whose intervals the chart shows; empty for no chart.
    pub drawn: &'static str,
    /// The reference value of a part's rows: the vertical line of the chart.
    pub reference: fn(&Table, &[&Vec<Cell>]) -> Option<f64>,
    /// The part of the report that a row belongs to.
    pub part: fn(&Table, &[Cell]) -> Part,
    /// The columns of a map: its rows, its columns, its values.
    pub map: Option<[&'static str; 3]>,
}

/// A part of a report, which is shown as a table of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    /// The caption of the table.
    pub caption: String,
    /// Whether its rows share a scale.
    pub is_drawn: bool,
    /// Whether it is collapsed until the reader opens it.
    pub is_folded: bool,
}

impl Part {
    /// A table with a chart of the intervals on a common scale.
    pub(super) fn drawn(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), is_drawn: true, is_folded: false }
    }

    /// A table without a chart.
    fn numbers(caption: impl Into<String>) -> Self {
        Self { is_drawn: false, ..Self::drawn(caption) }
    }

    /// A collapsed table without a chart.
    pub(super) fn folded(caption: impl Into<String>) -> Self {
        Self { is_folded: true, ..Self::numbers(caption) }
    }
}

/// The view of the report with this name.
pub(super) fn view(name: &str) -> Option<&'static View> {
    VIEWS.iter().find(|view| view.name == name)
}

fn none(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    None
}

fn zero(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.0)
}

fn half(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.5)
}

/// The share that each row would win if the wins of all rows were spread evenly; `None` for a single row.
pub(super) fn even(table: &Table, rows: &[&Vec<Cell>]) -> Option<f64> {
    let sum = |column: &str| rows.iter().filter_map(|row| table.number(row, column)).sum::<f64>();
    let even = sum("wins") / sum("games");
    (rows.len() > 1 && even.is_finite()).then_some(even)
}

fn whole(_: &Table, _: &[Cell]) -> Part {
    Part::drawn("")
}

/// Shares share a scale; other figures have different units.
fn by_unit(column: &str, table: &Table, row: &[Cell]) -> Part {
    match table.cell(row, column).map(|cell| Unit::of(column, cell)) {
        Some(Unit::Percent | Unit::Points) => Part::drawn("Shares"),
        _ => Part::numbers("Other figures, each in its own unit"),
    }
}

const VIEWS: &[View] = &[
    View {
        name: "win_rates",
        title: "Who wins",
        intro: "Win share: the share of its games that each seat, side, character or bot wins. The dot is the \
                measured share, the bar its interval. The vertical line is the even share: what each would win \
                if these wins were spread evenly. A filled dot means that the interval excludes the line. A \
                hollow dot means that these games do not show a difference; there may still be one.",
        columns: &["key", "games", "win_share"],
        drawn: "win_share",
        reference: even,
        part: |table, row| Part::drawn(format!("By {}", table.written(row, "group"))),
        map: None,
    },
    View {
        name: "outcomes",
        title: "How games end",
        intro: "The share of games with each outcome. The bar stands for all games; the table gives the interval \
                of each share.",
        columns: &["outcome", "games", "share"],
        drawn: "share",
        reference: none,
        part: whole,
        map: None,
    },
    View {
        name: "game_length",
        title: "Game length",
        intro: "A taller bar means more games of that length. Half of the games are no longer than the median. A \
                few very long games move the mean to the right of the median.",
        columns: &["length", "games", "share", "cumulative_share"],
        drawn: "",
        reference: none,
        part: |table, row| Part::folded(format!("All lengths, in {}", table.written(row, "unit"))),
        map: None,
    },
    View {
        name: "card_impact",
        title: "Card impact",
        intro: "How much more often players win if an event happened to the card (in the opening hand, drawn, \
                played) than if it did not, in percentage points. Right of the line: they win more often. If \
                opening hands are dealt before the first decision, chance alone decides who gets a card, so the \
                difference is an effect of the card. For all other events it is only an association: players who \
                survive longer draw more cards, whatever the cards do.",
        columns: &[
            "card",
            "side",
            "event",
            "copies",
            "event_rate",
            "win_share_with",
            "win_share_without",
            "difference",
            "q_value",
        ],
        drawn: "difference",
        reference: zero,
        part: whole,
        map: None,
    },
    View {
        name: "metrics",
        title: "Other figures",
        intro: "All other figures, each with its meaning. Figures of the same kind share a table, and figures \
                with the same unit share a scale.",
        columns: &["metric", "value", "n", "unit", "meaning"],
        drawn: "value",
        reference: none,
        part: |table, row| {
            let metric = table.written(row, "metric");
            match metric.split_once(':') {
                Some((family, _)) => Part::drawn(family),
                None if table.written(row, "unit") == "share" => Part::drawn("Shares"),
                None => Part::numbers("Means and totals"),
            }
        },
        map: None,
    },
    View {
        name: "compare",
        title: "What changes",
        intro: "Both configurations play the same deals. b − a is the change from the first configuration to the \
                second. Right of the line: more under the second. A filled dot means that the interval excludes \
                0. A hollow dot means that these games do not show a change; there may still be one.",
        columns: &["figure", "a", "b", "delta", "p_value", "variance_reduction"],
        drawn: "delta",
        reference: zero,
        part: |table, row| by_unit("delta", table, row),
        map: None,
    },
    View {
        name: "impact",
        title: "What each card is worth",
        intro: "How much a card adds to the win share of its player, measured in three ways: by ablation (the \
                same games again without the card; the chart shows this), in the opening hand, and by an event, \
                which is only an association. Right of the line: the card helps. A filled dot means that the \
                interval excludes 0. p (Holm) is corrected for the number of rows; if it is below 0.05, chance \
                alone is an unlikely explanation.",
        columns: &["card", "ablation", "p_holm", "opening_difference", "event_difference", "disagree"],
        drawn: "ablation",
        reference: zero,
        part: |table, row| {
            let [side, event] = ["side", "event"].map(|column| table.written(row, column));
            Part::drawn(format!("Side: {side}; event: {event}"))
        },
        map: None,
    },
    View {
        name: "sensitivity",
        title: "What each setting does",
        intro: "Every numeric setting, one step down and one step up: the change in the win share of one side, \
                largest effect first. The side is the one with the lowest win rate, unless the command named \
                another. Right of the line: that side wins more often. A filled dot means that the interval \
                excludes 0. p (Holm) is corrected for the number of rows; if it is below 0.05, chance alone is \
                an unlikely explanation.",
        columns: &["key", "from", "to", "delta", "p_holm", "length_delta"],
        drawn: "delta",
        reference: zero,
        part: |table, row| {
            let side = table.written(row, "side");
            Part::drawn(match table.written(row, "direction").as_str() {
                "slope" => {
                    format!("Slope of the win share of {side}: change per unit, over both steps")
                }
                _ => format!("Change in the win share of {side}, one step"),
            })
        },
        map: None,
    },
    View {
        name: "sweep",
        title: "All combinations",
        intro: "Each figure for every combination of values, with its interval. If two settings vary, a map \
                comes first; darker means higher.",
        columns: &["value_1", "value_2", "value_3", "value", "games"],
        drawn: "value",
        reference: none,
        part: |table, row| Part::drawn(table.written(row, "figure")),
        map: Some(["value_1", "value_2", "value"]),
    },
    View {
        name: "matchups",
        title: "Who beats whom",
        intro: "The mean score of the row against the column: 1 for a win, 0.5 for a draw, so 50 % is even. On \
                the map, + means that the row's interval lies above 50 %, − that it lies below. In the table, a \
                filled dot means that the interval excludes 50 %.",
        columns: &["row", "column", "games", "score"],
        drawn: "score",
        reference: half,
        part: whole,
        map: Some(["row", "column", "score"]),
    },
    View {
        name: "ratings",
        title: "Ranking",
        intro: "The members by strength in Elo points: 400 points are odds of ten to one, and the mean of the \
                field is 0. Nash is the member's share of the Nash mix, which no member beats on average. Next \
                score is the mean score against the next weaker member.",
        columns: &["member", "games", "score", "next_score", "elo", "nash", "alpha_rank"],
        drawn: "elo",
        reference: zero,
        part: whole,
        map: None,
    },
    View {
        name: "field",
        title: "Order of strength, or cycles?",
        intro: "How much of the results an order of strength cannot explain: cycles, as in rock, paper, \
                scissors.",
        columns: &["metric", "value", "n", "meaning"],
        drawn: "",
        reference: none,
        part: whole,
        map: None,
    },
    View {
        name: "luck",
        title: "How much the deal decides",
        intro: "Every deal is played several times: shuffles and dice stay the same, with fresh randomness for \
                the bots. The deal share is the part of the outcome that the deal decides. At 0 % the deal \
                decides nothing, at 100 % everything. A filled dot means that the interval excludes 0.",
        columns: &["bot", "seat", "deals", "times", "deals_alike", "deal_share"],
        drawn: "deal_share",
        reference: zero,
        part: |table, row| match table.written(row, "seat").as_str() {
            "all" => Part::drawn("All seats together"),
            _ => Part::folded("Seat by seat"),
        },
        map: None,
    },
    View {
        name: "train",
        title: "Training",
        intro: "The mean score against each opponent: 1 for a win, 0.5 for a game without a winner, so 50 % is \
                even. Held-out games, which are used neither for learning nor for selection, show how good the \
                strategy is. The training curve shows how it improved.",
        columns: &["bot", "opponent", "step", "games", "deals", "score"],
        drawn: "score",
        reference: half,
        part: |table, row| match table.written(row, "phase").as_str() {
            "held-out" => Part::drawn("Held-out games"),
            _ => Part::folded("Training curve"),
        },
        map: None,
    },
    View {
        name: "tune",
        title: "Candidates",
        intro: "Every candidate that was played, with each figure and its target. The phase “judged” means held-out \
                games: the first row is the unchanged config, the last the proposal.",
        columns: &[
            "try",
            "settings",
            "phase",
            "target",
            "bots",
            "value",
            "target_low",
            "target_high",
            "games",
            "verdict",
        ],
        drawn: "",
        reference: none,
        part: whole,
        map: None,
    },
    View {
        name: "check",
        title: "Targets",
        intro: "Each figure and its target. A target passes if the whole interval lies within the target, and \
                fails if the whole interval lies outside. Otherwise it is inconclusive, and more games are \
                needed.",
        columns: &[
            "config",
            "target",
            "bots",
            "verdict",
            "lineup_verdict",
            "value",
            "target_low",
            "target_high",
            "games",
            "games_more",
        ],
        drawn: "",
        reference: none,
        part: whole,
        map: None,
    },
    View {
        name: "selftest",
        title: "Self-test",
        intro: "Checks of the program on the machine that ran it.",
        columns: &["check", "verdict", "seen"],
        drawn: "",
        reference: none,
        part: whole,
        map: None,
    },
];

#[cfg(test)]
mod tests {
    use super::super::super::{OTHERS, REPORTS, games};
    use super::*;

    #[test]
    fn every_report_except_games_has_a_view_of_its_own_columns() {
        let others = OTHERS.iter().filter(|other| other.name != games::NAME);
        let known = REPORTS.iter().map(|report| (report.name, report.columns));
        for (name, columns) in known.chain(others.map(|other| (other.name, other.columns))) {
            let view = view(name).unwrap_or_else(|| panic!("{name} has no view"));
            let has = |name: &&str| name.is_empty() || columns.iter().any(|column| column.name == *name);
            assert!(view.columns.iter().all(has), "{name}");
            assert!(has(&view.drawn) && view.map.iter().flatten().all(has), "{name}");
        }
    }
}
