//! The story of a game, as a table.

use super::Report;
use super::page::views::{Part, View};
use super::table::{Row, row};

/// The report's name.
pub const NAME: &str = "replay";

/// A line of a story: a row of the report.
#[derive(Clone, Debug)]
pub struct StoryLine {
    line: u64,
    depth: u64,
    text: String,
}

row! { StoryLine, NAME, row {
    numbered "line", "number of the line, from 1" => row.line;
    count "depth", "indentation in steps of two blanks" => row.depth;
    words "text", "the line" => &row.text;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "replay",
    contents: "The story of one game: one row per line.",
    columns: StoryLine::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Story",
        intro: "One game, from the first deal to the end.",
        columns: &["line", "text"],
        ..View::PLAIN
    }),
};

/// The name of the report of the moves.
pub const MOVES: &str = "replay_moves";

/// A legal move of a decision that was judged: a row of its report.
#[derive(Clone, Debug)]
pub struct MoveRow {
    /// The number of the decision, from 1.
    pub decision: u64,
    /// The part of the game, such as `Round 3`.
    pub part: String,
    /// The player.
    pub player: String,
    /// The rulebook's name of the decision.
    pub name: &'static str,
    /// The id of the move.
    pub mv: String,
    /// Whether it was chosen.
    pub is_chosen: bool,
    /// The player's chance with it.
    pub chance: f64,
    /// How much better it is than the chosen one.
    pub gain: f64,
    /// Half the width of the interval of the gain.
    pub margin: f64,
    /// What the decision cost.
    pub cost: f64,
    /// Whether it is a turning point.
    pub is_turning_point: bool,
    /// The number of independent games on which the chance rests.
    pub games: u64,
}

row! { MoveRow, MOVES, row {
    numbered "nth", "number of the decision in the game, from 1; only decisions with two or more legal moves count"
        => row.decision;
    words "part", "part of the game, such as `Round 3`; empty if the story has no parts" => &row.part;
    words "player", "the player who decides" => &row.player;
    words "decision", "name of the decision in the rulebook" => row.name;
    words "move", "id of a legal move" => &row.mv;
    boolean "chosen", "whether the player chose this move" => row.is_chosen;
    share "chance", "the player's chance with this move: the expected share of the win" => row.chance;
    difference "gain", "chance with this move, less the chance with the chosen one, on the same deals" => row.gain;
    share "gain_margin",
        "half the width of the interval of `gain`; the intervals of all moves of a decision hold simultaneously at 95 %"
        => row.margin;
    share "cost", "cost of the decision: the highest `gain` of its moves, at least 0" => row.cost;
    boolean "turning_point",
        "whether the decision costs at least 10 points beyond chance, or the player's chance is at least 15 points away \
         from that after the player's decision before"
        => row.is_turning_point;
    count "games", "number of independent games on which the chance rests" => row.games;
}}

/// The moves of a story.
pub const MOVES_REPORT: Report = Report {
    name: MOVES,
    command: "replay --chances",
    contents: "The legal moves of every decision of one game, with the player's chances: one row per decision and move.",
    columns: MoveRow::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Moves",
        intro: "The chance of the player with each legal move, compared on the same deals.",
        columns: &["nth", "part", "player", "move", "chosen", "chance", "gain", "gain_margin"],
        part: |_, _, _| Part::folded("All moves"),
        ..View::PLAIN
    }),
};

/// The rows of a story.
#[must_use]
pub fn rows(story: &str) -> Vec<StoryLine> {
    let row = |(line, text): (u64, &str)| {
        let words = text.trim_start_matches(' ');
        let depth = text.len().saturating_sub(words.len()) as u64 / 2;
        StoryLine { line, depth, text: words.to_owned() }
    };
    (1..).zip(story.lines().filter(|line| !line.trim().is_empty())).map(row).collect()
}
