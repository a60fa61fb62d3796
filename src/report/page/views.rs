//! How each report is shown: its heading, how to read it, its columns, and what is drawn of them.

use super::super::{Cell, Table};
use super::words::Unit;

/// How a report is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The report.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What is shown, and how to read it.
    pub reads: &'static str,
    /// The columns, keys first; one that has an interval is shown with it. What is empty in all rows is left out.
    pub columns: &'static [&'static str],
    /// The column whose interval is drawn.
    pub drawn: &'static str,
    /// What the rows of a part are held against.
    pub against: fn(&Table, &[&Vec<Cell>]) -> Option<f64>,
    /// The part of the report to which a row belongs.
    pub part: fn(&Table, &[Cell]) -> Part,
    /// The columns of keys, and that of the values, of a map.
    pub map: Option<[&'static str; 3]>,
}

/// A part of a report: a table of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    /// What it says above it.
    pub caption: String,
    /// Can its rows share a scale?
    pub is_drawn: bool,
    /// Is it long, and shown only to who asks?
    pub is_folded: bool,
}

impl Part {
    /// Intervals on a common scale.
    pub(super) fn drawn(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), is_drawn: true, is_folded: false }
    }

    /// Numbers only.
    fn told(caption: impl Into<String>) -> Self {
        Self { is_drawn: false, ..Self::drawn(caption) }
    }

    /// Numbers only, for who asks.
    pub(super) fn folded(caption: impl Into<String>) -> Self {
        Self { is_folded: true, ..Self::told(caption) }
    }
}

/// The view of a report.
pub(super) fn view(name: &str) -> Option<&'static View> {
    VIEWS.iter().find(|view| view.name == name)
}

fn nothing(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    None
}

fn zero(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.0)
}

fn half(_: &Table, _: &[&Vec<Cell>]) -> Option<f64> {
    Some(0.5)
}

/// The share that each would win if all of them won alike: there is none of one alone.
pub(super) fn even(table: &Table, rows: &[&Vec<Cell>]) -> Option<f64> {
    let sum = |column: &str| rows.iter().filter_map(|row| table.number(row, column)).sum::<f64>();
    let even = sum("wins") / sum("games");
    (rows.len() > 1 && even.is_finite()).then_some(even)
}

fn whole(_: &Table, _: &[Cell]) -> Part {
    Part::drawn("")
}

/// Shares can be drawn beside each other; other figures have units of their own.
fn by_unit(column: &str, table: &Table, row: &[Cell]) -> Part {
    match table.cell(row, column).map(|cell| Unit::of(column, cell)) {
        Some(Unit::Percent | Unit::Points) => Part::drawn("Shares"),
        _ => Part::told("Other figures, each in its own unit"),
    }
}

const VIEWS: &[View] = &[
    View {
        name: "win_rates",
        title: "Who wins",
        reads: "The share of its games that each seat, side, character and bot wins. The dot is what was seen, the \
                bar around it the interval; the upright line is an even share, what each would win if the same wins \
                were spread evenly. A filled dot says that the interval leaves out the line; a hollow one, that this \
                run cannot tell the two apart, which is not to say that they are equal.",
        columns: &["key", "games", "win_share"],
        drawn: "win_share",
        against: even,
        part: |table, row| Part::drawn(format!("By {}", table.written(row, "group"))),
        map: None,
    },
    View {
        name: "outcomes",
        title: "How games end",
        reads: "The share of games with each kind of ending. The bar is all games; below it, each share with its \
                interval.",
        columns: &["outcome", "games", "share"],
        drawn: "share",
        against: nothing,
        part: whole,
        map: None,
    },
    View {
        name: "game_length",
        title: "How long games are",
        reads: "The higher a bar, the more games are that long. Half of the games are no longer than the median; the \
                mean lies right of it where a few games are very long.",
        columns: &["length", "games", "share", "cumulative_share"],
        drawn: "",
        against: nothing,
        part: |table, row| Part::folded(format!("All lengths, in {}", table.written(row, "unit"))),
        map: None,
    },
    View {
        name: "card_impact",
        title: "What cards do",
        reads: "How much more often a player wins to whom something happened to a card (it was in the opening hand, \
                was drawn, was played) than one to whom it did not, in percentage points. Right of the line: wins \
                more. Where the opening hand is dealt before anybody plays, chance alone decides who has a card, so \
                there the card is the cause. For every other event it is an association only: who plays on longer draws more cards, whatever they do.",
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
        against: zero,
        part: whole,
        map: None,
    },
    View {
        name: "metrics",
        title: "More figures",
        reads: "Everything else that was counted, with what it means. Figures of one kind stand together, and those \
                that share a unit on one scale.",
        columns: &["metric", "value", "n", "unit", "meaning"],
        drawn: "value",
        against: nothing,
        part: |table, row| {
            let metric = table.written(row, "metric");
            match metric.split_once(':') {
                Some((family, _)) => Part::drawn(family),
                None if table.written(row, "unit") == "share" => Part::drawn("Shares"),
                None => Part::told("Means and totals"),
            }
        },
        map: None,
    },
    View {
        name: "compare",
        title: "What changes",
        reads: "The same games played under both configurations: b − a is what the second one changes. Right of the \
                line: more under the second. A filled dot says that the interval leaves out no change; a hollow one, \
                that there may be none, which is not to say that there is none.",
        columns: &["figure", "a", "b", "delta", "p_value", "variance_reduction"],
        drawn: "delta",
        against: zero,
        part: |table, row| by_unit("delta", table, row),
        map: None,
    },
    View {
        name: "impact",
        title: "What each card is worth",
        reads: "What a card adds to its player's chance to win, three ways: by ablation (the same games again without \
                the card; this is drawn), in the opening hand, and by an event, which is an association only. Right \
                of the line: the card helps. A filled dot says that the interval leaves out no effect; p (Holm) allows for \
                looking at all rows, and below 0.05 luck alone hardly does that.",
        columns: &["card", "ablation", "p_holm", "opening_difference", "event_difference", "disagree"],
        drawn: "ablation",
        against: zero,
        part: |table, row| {
            let [side, event] = ["side", "event"].map(|column| table.written(row, column));
            Part::drawn(format!("Side: {side}; event: {event}"))
        },
        map: None,
    },
    View {
        name: "sensitivity",
        title: "What each number does",
        reads: "Every number one step down and up: what that changes of the win share of a side, of the one that wins least if \
                no other was asked for, the largest effect first. Right of the line: that side wins more. A filled dot says that the interval \
                leaves out no change; p (Holm) allows for looking at all rows, and below 0.05 luck alone hardly does \
                that.",
        columns: &["key", "from", "to", "delta", "p_holm", "length_delta"],
        drawn: "delta",
        against: zero,
        part: |table, row| {
            let side = table.written(row, "side");
            Part::drawn(match table.written(row, "direction").as_str() {
                "slope" => {
                    format!("Slopes of the win share of {side}: change for each unit, over both steps")
                }
                _ => format!("Change of the win share of {side}, one step"),
            })
        },
        map: None,
    },
    View {
        name: "sweep",
        title: "Over the grid",
        reads: "Each figure in every cell of the grid, with its interval; where two settings vary, as a map first, the \
                darker the higher.",
        columns: &["value_1", "value_2", "value_3", "value", "games"],
        drawn: "value",
        against: nothing,
        part: |table, row| Part::drawn(table.written(row, "figure")),
        map: Some(["value_1", "value_2", "value"]),
    },
    View {
        name: "matchups",
        title: "Who beats whom",
        reads: "The mean score of the row against the column: 1 for a win, half for a draw, so that 50 % is even. On \
                the map, + stands where the row's interval lies above that, − where it lies below. In the table, a \
                filled dot says the same.",
        columns: &["row", "column", "games", "score"],
        drawn: "score",
        against: half,
        part: whole,
        map: Some(["row", "column", "score"]),
    },
    View {
        name: "ratings",
        title: "The ladder",
        reads: "Everybody by strength: points of Elo, of which 400 are odds of ten to one, the field's mean being 0. A \
                mix that nobody beats on average would play each with its Nash share. `next_score` is what it scores \
                against the next weaker one.",
        columns: &["member", "games", "score", "next_score", "elo", "nash", "alpha_rank"],
        drawn: "elo",
        against: zero,
        part: whole,
        map: None,
    },
    View {
        name: "field",
        title: "Strength, or rock, paper, scissors?",
        reads: "How much of who beats whom no order of strength explains.",
        columns: &["metric", "value", "n", "meaning"],
        drawn: "",
        against: nothing,
        part: whole,
        map: None,
    },
    View {
        name: "luck",
        title: "How much the deal decides",
        reads: "The same deal played again and again by players who think anew: the deal's share of who wins. At 0 % every \
                deal is anybody's, at 100 % it is won when it is dealt. A filled dot says that the interval leaves out 0.",
        columns: &["bot", "seat", "deals", "times", "deals_alike", "deal_share"],
        drawn: "deal_share",
        against: zero,
        part: |table, row| match table.written(row, "seat").as_str() {
            "all" => Part::drawn("All seats together"),
            _ => Part::folded("Seat by seat"),
        },
        map: None,
    },
    View {
        name: "train",
        title: "What was learnt",
        reads: "The mean score against each opponent: 1 for a win, half for a game that nobody won, so that 50 % is even. \
                Games kept apart say how good the strategy is; the course of the training, how it came to be.",
        columns: &["bot", "opponent", "step", "games", "deals", "score"],
        drawn: "score",
        against: half,
        part: |table, row| match table.written(row, "phase").as_str() {
            "held-out" => Part::drawn("On games kept apart"),
            _ => Part::folded("The course of the training"),
        },
        map: None,
    },
    View {
        name: "tune",
        title: "What was tried",
        reads: "The changes that were played, with where each figure was meant to lie and where it did. Those that are judged \
                were played on games by which nothing was chosen: first the config as it is, last what is proposed.",
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
        against: nothing,
        part: whole,
        map: None,
    },
    View {
        name: "check",
        title: "Targets",
        reads: "Where each figure was meant to lie, and where it does. A target is met if the whole interval lies \
                inside, failed if it lies wholly outside; otherwise more games would decide.",
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
        against: nothing,
        part: whole,
        map: None,
    },
    View {
        name: "selftest",
        title: "Does the program work here?",
        reads: "What the program found out about itself on the machine where it ran.",
        columns: &["check", "verdict", "seen"],
        drawn: "",
        against: nothing,
        part: whole,
        map: None,
    },
];

#[cfg(test)]
mod tests {
    use super::super::super::{OTHERS, REPORTS, games};
    use super::*;

    #[test]
    fn every_report_but_the_list_of_games_has_a_view_of_columns_that_it_has() {
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
