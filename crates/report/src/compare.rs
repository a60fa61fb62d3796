//! The comparison of two configurations on common random numbers.

use super::page::views::{Order, View, by_certainty, zero};
use super::{Cell, Column, Report, Table};
use undercard_engine::stats::Level;
use undercard_engine::stats::compared::PlayedPairs;
use undercard_engine::stats::multiple_testing::holm;

/// The report's name.
pub const NAME: &str = "compare";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("figure", "address of the figure"),
    Column::figure("a", "value of the first configuration (A)"),
    Column::figure("b", "value of the second configuration (B)"),
    Column::figure("delta", "b − a").signed(),
    Column::figure("delta_low", "lower end of the interval of `delta`"),
    Column::figure("delta_high", "upper end of the interval of `delta`"),
    Column::p_value("p_value", "p-value for no difference"),
    Column::count("a_higher", "number of pairs of games in which the score of A is higher"),
    Column::count("b_higher", "number of pairs of games in which the score of B is higher"),
    Column::of(
        "variance_reduction",
        "how many times as many unpaired games would be needed for the same precision",
    ).only_in_json(),
    Column::words("method", "interval method"),
    Column::words("unit", "unit of `a`, `b` and `delta`: `share`, `rounds`, …"),
    Column::p_value("p_holm", "p-value, Holm-corrected over all rows that have a p-value"),
    Column::count(
        "informative",
        "number of pairs of games that `delta` rests on: those in which the two games differ in the figure, or, \
         of a share, do not change as in most pairs, if these are fewer",
    ).only_in_json(),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "compare",
    contents: "Comparison of two configurations on common random numbers: one row for each win rate, outcome and metric \
                         that both have.",
    columns: COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What changes",
        intro: "Both configurations play the same deals. b − a is the change from the first configuration to the \
                second. Values to the right of the line are higher under the second configuration. A filled dot means that the interval excludes \
                0. A hollow dot means that these games do not show a change; there may still be one. The corrected \
                p-value, under Further figures, allows for the number of rows: if no figure changes at all, one of \
                them is below 0.05 in at most 5 % of comparisons.",
        columns: &["figure", "a", "b", "delta"],
        folded: &["p_holm", "variance_reduction"],
        drawn: "delta",
        order: Order::Certain,
        reference: zero,
        part: |table, row, names| by_certainty("delta", table, row, names),
        ..View::PLAIN
    }),
};

/// The parameters of the report.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Number of players.
    pub players: usize,
    /// Whether both configurations are known to be identical.
    pub equal: bool,
    /// Whether the number of pairs was fixed beforehand and all were played.
    pub fixed: bool,
    /// Maximum number of pairs.
    pub planned: u64,
    /// The level of the intervals.
    pub level: Level,
}

/// The report.
#[must_use]
pub fn table(params: &Params<'_>, pairs: &PlayedPairs) -> Table {
    let Params { game, players, equal, fixed, planned, level } = *params;
    let differences: Vec<_> = pairs
        .figures
        .iter()
        .zip(&pairs.paired)
        .map(|(figure, paired)| {
            let difference = figure.difference(paired, fixed, planned, level);
            if equal && !figure.constant { difference.of_equals() } else { difference }
        })
        .collect();
    let p_values: Vec<f64> = differences.iter().filter_map(|difference| difference.p_value).collect();
    let mut corrected = holm(&p_values).into_iter();
    let rows =
        pairs.figures.iter().zip(&pairs.paired).zip(differences).map(|((figure, paired), difference)| {
            let cell = |value: Option<f64>| {
                if figure.unit == "share" { Cell::Share(value) } else { Cell::Mean(value) }
            };
            vec![
                Cell::text(game),
                Cell::Count(players as u64),
                Cell::text(figure.id.to_string()),
                cell(difference.a),
                cell(difference.b),
                cell(difference.delta),
                cell(difference.interval.map(|interval| interval.low)),
                cell(difference.interval.map(|interval| interval.high)),
                Cell::P(difference.p_value),
                Cell::Count(paired.down),
                Cell::Count(paired.up),
                Cell::Mean(difference.reduction),
                Cell::method(difference.method),
                Cell::text(figure.unit),
                Cell::P(difference.p_value.and_then(|_| corrected.next())),
                Cell::Count(paired.informative(figure.scale())),
            ]
        });
    Table { name: NAME, columns: COLUMNS, rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercard_engine::model::{MetricKind, Ratio};
    use undercard_engine::stats::FigureId;
    use undercard_engine::stats::certainty::Certainty;
    use undercard_engine::stats::compared::Figure;
    use undercard_engine::stats::paired::Paired;

    /// One of twenty figures has p = 0.039, another one p = 0.000002. Among twenty, p = 0.039 can be chance.
    #[test]
    fn p_is_corrected_for_the_number_of_figures() {
        let figure = |nth: usize| Figure {
            id: FigureId::Metric(nth.to_string()),
            unit: "share",
            kind: MetricKind::Share,
            parts: 1,
            constant: nth == 19,
        };
        let paired = |nth: usize| {
            let mut paired = Paired::default();
            let up = [8, 20].get(nth).copied().unwrap_or(1);
            let down = if nth == 1 { 0 } else { 1 };
            for (games, a, b) in [(up, 0, 1), (down, 1, 0), (900, 1, 1)] {
                paired.add_games(games, Ratio::of(a, 1), Ratio::of(b, 1));
            }
            paired
        };
        let figures = (0..20).map(figure).collect();
        let pairs = PlayedPairs { figures, paired: (0..20).map(paired).collect() };
        let level = Level::default();
        let params = Params { game: "g", players: 2, equal: false, fixed: true, planned: 1000, level };
        let table = table(&params, &pairs);
        let p = |row: usize, column: &str| table.number(&table.rows[row], column).expect("a p-value");
        assert!(p(0, "p_value") < 0.05 && (p(0, "p_holm") - 18.0 * p(0, "p_value")).abs() < 1e-9);
        assert!((p(1, "p_holm") - 19.0 * p(1, "p_value")).abs() < 1e-9 && p(1, "p_holm") < 0.05);
        assert_eq!(table.written(&table.rows[1], "informative"), "20");
        // The score of all seats is not tested.
        let constant = &table.rows[19];
        assert_eq!(
            ["p_value", "p_holm", "method"].map(|column| table.written(constant, column)),
            ["", "", "constant"]
        );
        let certainty = |row: usize| Certainty::of_p(table.number(&table.rows[row], "p_holm"), level);
        assert_eq!([0, 1, 2].map(certainty), [Certainty::Unclear, Certainty::Certain, Certainty::Unclear]);
    }
}
