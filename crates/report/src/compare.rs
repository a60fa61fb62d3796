//! The comparison of two configurations on common random numbers.

use super::page::views::{Order, View, by_certainty, zero};
use super::table::{Row, row};
use super::{FigureId, Report};
use undercard_engine::stats::Level;
use undercard_engine::stats::compared::{self, PlayedPairs};
use undercard_engine::stats::multiple_testing::holm;
use undercard_engine::stats::paired::{Difference, Paired};

/// The report's name.
pub const NAME: &str = "compare";

/// A figure of both configurations: a row of the report.
#[derive(Clone, Debug)]
pub struct FigureChange {
    game: String,
    players: u64,
    /// The figure.
    pub id: FigureId,
    /// Its unit: `share`, `rounds`, …
    pub unit: &'static str,
    /// Its values, and their difference.
    pub difference: Difference,
    /// The p-value of no difference, Holm-corrected over all rows that have a p-value.
    pub p_holm: Option<f64>,
    /// The number of pairs of games in which the score of B is higher, and of those in which that of A is.
    up: u64,
    down: u64,
    /// The number of pairs of games that the difference rests on.
    informative: u64,
}

row! { FigureChange, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "figure", "address of the figure" as Cell => super::Cell::text(row.id.to_string());
    figure "a", "value of the first configuration (A)" => (row.difference.a, row.unit);
    figure "b", "value of the second configuration (B)" => (row.difference.b, row.unit);
    figure "delta", "b − a" [signed] => (row.difference.delta, row.unit);
    figure "delta_low", "lower end of the interval of `delta`" => (row.difference.low(), row.unit);
    figure "delta_high", "upper end of the interval of `delta`" => (row.difference.high(), row.unit);
    p_value "p_value", "p-value for no difference" => row.difference.p_value;
    count "a_higher", "number of pairs of games in which the score of A is higher" => row.down;
    count "b_higher", "number of pairs of games in which the score of B is higher" => row.up;
    of "variance_reduction",
        "how many times as many unpaired games would be needed for the same precision"
        [only_in_json] => row.difference.reduction;
    words "method", "interval method" => row.difference.method_name();
    words "unit", "unit of `a`, `b` and `delta`: `share`, `rounds`, …" => row.unit;
    p_value "p_holm", "p-value, Holm-corrected over all rows that have a p-value" => row.p_holm;
    count "informative",
        "number of pairs of games that `delta` rests on: those in which the two games differ in the figure, or, of \
         a share, do not change as in most pairs, if these are fewer" [only_in_json] => row.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "compare",
    contents: "Comparison of two configurations on common random numbers: one row for each win rate, outcome and metric \
                         that both have.",
    columns: FigureChange::COLUMNS,
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

/// The rows of the report: one for each figure of the pairs, in their order.
#[must_use]
pub fn rows(params: &Params<'_>, pairs: &PlayedPairs) -> Vec<FigureChange> {
    let Params { game, players, equal, fixed, planned, level } = *params;
    let row = |(figure, paired): (&compared::Figure, &Paired)| {
        let difference = figure.difference(paired, fixed, planned, level);
        FigureChange {
            game: game.to_owned(),
            players: players as u64,
            id: figure.id.clone(),
            unit: figure.unit,
            difference: if equal && !figure.constant { difference.of_equals() } else { difference },
            p_holm: None,
            up: paired.up,
            down: paired.down,
            informative: paired.informative(figure.scale()),
        }
    };
    let mut rows: Vec<FigureChange> = pairs.figures.iter().zip(&pairs.paired).map(row).collect();
    let p_value = |row: &FigureChange| row.difference.p_value;
    let corrected = holm(&rows.iter().filter_map(p_value).collect::<Vec<_>>());
    let tested = rows.iter_mut().filter(|row| p_value(row).is_some());
    tested.zip(corrected).for_each(|(row, p)| row.p_holm = Some(p));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercard_engine::model::{MetricKind, Ratio};
    use undercard_engine::stats::certainty::Certainty;
    use undercard_engine::stats::compared::Figure;

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
        let rows = rows(&params, &pairs);
        let p = |row: usize| rows[row].difference.p_value.expect("a p-value");
        let p_holm = |row: usize| rows[row].p_holm.expect("a corrected p-value");
        assert!(p(0) < 0.05 && (p_holm(0) - 18.0 * p(0)).abs() < 1e-9);
        assert!((p_holm(1) - 19.0 * p(1)).abs() < 1e-9 && p_holm(1) < 0.05);
        assert_eq!(rows[1].informative, 20);
        // The score of all seats is not tested.
        let FigureChange { difference, p_holm, .. } = &rows[19];
        assert_eq!((difference.p_value, *p_holm, difference.method_name()), (None, None, "constant"));
        let certainty = |row: usize| Certainty::of_p(rows[row].p_holm, level);
        assert_eq!([0, 1, 2].map(certainty), [Certainty::Unclear, Certainty::Certain, Certainty::Unclear]);
    }
}
