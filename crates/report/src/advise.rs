//! The figures behind an advice.

use super::csv::StoredTable;
use super::page::names::Names;
use super::page::section::Section;
use super::page::views::{Part, View};
use super::table::{Row, row, short};
use super::{Cell, Report};

/// The report's name.
pub const NAME: &str = "advise";

/// A figure behind an answer: a row of the report.
#[derive(Clone, Debug)]
pub struct AdviceFigure {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The question that it answers.
    pub question: &'static str,
    /// The number of the proposal; `None` if it is about none.
    pub proposal: Option<u64>,
    /// What it is about.
    pub subject: String,
    /// What was found.
    pub finding: &'static str,
    /// The address of the figure; empty for a setting.
    pub figure: String,
    /// Its value.
    pub value: Cell,
    /// The ends of its interval.
    pub ends: [Cell; 2],
    /// The number of games or deals that it rests on, if known.
    pub informative: Option<u64>,
    /// Its unit.
    pub unit: String,
    /// The value of the setting in the config, and the proposed one; empty if the row is not about a setting.
    pub change: [String; 2],
}

row! { AdviceFigure, NAME, row {
    key "game", "id of the game" [only_in_json] => row.game;
    numbered "players", "number of players" => row.players;
    key "question",
        "`who` is too strong or too weak, which `card` may be the strongest or the weakest, the `length` of a game, \
         or what to `change`" => row.question;
    count "proposal", "number of the proposal, if the row is about one; the first is the best" => row.proposal;
    key "subject", "player, card, length, setting, or figure that the change aims at" => &row.subject;
    words "finding",
        "`too strong`, `too weak`, `even` or `undecided`; of cards the `place` that `impact` gives them; for \
         changes, the verdict on held-out games, or `closest` if no change reaches the aim" => row.finding;
    words "figure", "address of the figure; empty for a setting" => &row.figure;
    figure "value", "value of the figure" as Cell => row.value.clone();
    figure "low",
        "lower end of its interval; the intervals of one question hold together" as Cell => row.ends[0].clone();
    figure "high", "upper end of its interval" as Cell => row.ends[1].clone();
    count "informative",
        "number of games or deals that the figure rests on, if its report is among the tables"
        [only_in_json] => row.informative;
    words "unit", "unit of the figure: `share`, `rounds`, …" => &row.unit;
    of "old_number",
        "value of the setting in the config, as `--set` takes it, if it is a number, or 1 for `true` and 0 for \
         `false`; otherwise empty" as Cell => Cell::setting(&row.change[0])[0].clone();
    words "old_word",
        "value of the setting in the config, as `--set` takes it, if it is not a number, such as a ruling or a list"
        as Cell => Cell::setting(&row.change[0])[1].clone();
    of "new_number", "the same of the proposed value" as Cell => Cell::setting(&row.change[1])[0].clone();
    words "new_word", "the same of the proposed value" as Cell => Cell::setting(&row.change[1])[1].clone();
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "advise",
    contents: "The figures behind the advice: one row for each player or side, the cards that may be the strongest or \
               the weakest, the length of a game, and each proposed change with the figures that it aims at.",
    columns: AdviceFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Advice",
        intro: "The figures behind each answer. Scores are judged by whether their whole interval lies beyond the margin \
                around an even score. A proposed change is verified on held-out games.",
        columns: &["subject", "finding", "value", "old_word", "new_word"],
        drawn: "value",
        reference: |table, rows| match table.written(rows.first()?, "question").as_str() {
            // The scores of a game add up to 1.
            "who" => mean(rows.iter().filter_map(|row| table.number(row, "value"))),
            _ => Some(0.0),
        },
        part: |table, row, _| match table.written(row, "question").as_str() {
            "who" => Part::drawn("Who is too strong or too weak"),
            "card" => Part::drawn("The strongest and the weakest card"),
            "length" => Part::numbers("How long a game lasts"),
            _ => Part::numbers("What to change"),
        },
        section,
        ..View::PLAIN
    }),
};

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = numbers.fold((0.0, 0.0), |(sum, n), number| (sum + number, n + 1.0));
    (n > 0.0).then(|| sum / n)
}

/// The section, in which the columns of words have the numbers, too.
fn section(view: &View, stored: &StoredTable, names: &Names) -> Section {
    let mut stored = stored.clone();
    for [number, word] in [["old_number", "old_word"], ["new_number", "new_word"]] {
        let places = stored.table.column_index(number).zip(stored.table.column_index(word));
        for row in &mut stored.table.rows {
            let Some((number, word)) = places else { continue };
            if let Some(number) = row.get(number).and_then(Cell::number) {
                row[word] = Cell::text(short(number, 4));
            }
        }
    }
    Section::of(view, &stored, names)
}
