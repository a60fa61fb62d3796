//! The players' chances along the story of a game, as lines.

use super::words::harmless;
use crate::plain::capitalized;
use crate::table::fixed;
use askama::Template;
use undercard_engine::model::StatSchema;
use undercard_engine::stats::real;

/// What a player knows of the own chance after a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The part of the game: `Round 3`.
    pub stage: String,
    /// The chosen move.
    pub decision: String,
    /// The seat of the player.
    pub seat: usize,
    /// The chance in percent, for the chart.
    pub percent: u64,
    /// The chance in words, as the story has it.
    pub words: String,
}

/// The edges of the area of the lines.
const TOP: f64 = 14.0;
const BOTTOM: f64 = 224.0;
/// The room that a digit of the number of a stage needs, and that between two numbers.
const DIGIT_WIDTH: f64 = 8.0;
const GAP: f64 = 10.0;

/// So many decisions have small marks.
const MANY: usize = 60;

/// The marks of players, around 0: the circle, square, triangle, diamond, triangle on its tip, plus, cross and bar. The style
/// sheet has as many colours.
const MARKS: [&str; 8] = [
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
    "M-2.7 -2.7H2.7V2.7H-2.7Z",
    "M0 -3.7L3.5 2.6H-3.5Z",
    "M0 -3.9L3.9 0L0 3.9L-3.9 0Z",
    "M0 3.7L3.5 -2.6H-3.5Z",
    "M-1.3 -3.8H1.3V-1.3H3.8V1.3H1.3V3.8H-1.3V1.3H-3.8V-1.3H-1.3Z",
    "M-3.6 -1.8L-1.8 -3.6L0 -1.8L1.8 -3.6L3.6 -1.8L1.8 0L3.6 1.8L1.8 3.6L0 1.8L-1.8 3.6L-3.6 1.8L-1.8 0Z",
    "M-1.4 -4H1.4V4H-1.4Z",
];

/// The number of teams that are the same in every game; `None` without teams. Their members sit alternately.
pub fn n_teams(schema: &StatSchema) -> Option<usize> {
    let teams = schema.groups.iter().find(|group| group.teams && group.is_fixed())?;
    Some(teams.keys.len().max(1))
}

/// The number of the colour of a player, which partners share, and the mark: no two players have both in common.
pub(super) fn look(seat: usize, n_teams: Option<usize>) -> (usize, &'static str) {
    let nth = seat % MARKS.len();
    let colour = n_teams.map_or(seat + seat / MARKS.len(), |n_teams| seat % n_teams);
    (colour % MARKS.len(), MARKS[nth])
}

#[derive(Template)]
#[template(path = "live/chances.html")]
struct Chart {
    frames: Vec<Frame>,
    /// The name of each line, and its look.
    names: Vec<(String, (usize, &'static str))>,
    /// What the horizontal axis counts.
    unit: String,
    words: String,
}

/// The chart for windows of some width.
struct Frame {
    style: &'static str,
    width: f64,
    left: f64,
    right: f64,
    heights: Vec<(String, &'static str)>,
    /// Where stages begin, and their numbers, unless there is no room.
    stages: Vec<(String, String)>,
    lines: Vec<Line>,
    /// The size of marks.
    scale: &'static str,
}

struct Line {
    path: String,
    look: (usize, &'static str),
    /// Each decision: its place, what it says, and its number among all decisions; the end has the number after the last.
    dots: Vec<(String, String, String, usize)>,
}

/// The chart of the chances of these players, and their shares of the win at the end.
pub fn chances(chances: &[Chance], names: &[String], ends: &[f64], n_teams: Option<usize>) -> String {
    let names: Vec<String> = names.iter().map(|name| capitalized(&harmless(name))).collect();
    if chances.is_empty() || names.len() != ends.len() {
        return String::new();
    }
    let unit = chances.iter().filter_map(|chance| chance.stage.split(' ').next()).next_back();
    let frames = [("wide", [720.0, 52.0, 704.0]), ("narrow", [340.0, 44.0, 330.0])];
    let looks: Vec<_> = (0..names.len()).map(|seat| look(seat, n_teams)).collect();
    let frames = frames.map(|(style, edges)| Frame::of(style, edges, chances, &names, ends, &looks));
    let words = names.iter().enumerate().map(|(seat, name)| words(chances, seat, name, ends[seat]));
    let chart = Chart {
        frames: frames.into_iter().collect(),
        unit: unit.unwrap_or_default().to_lowercase(),
        words: words.collect::<Vec<_>>().join(" "),
        names: names.into_iter().zip(looks).collect(),
    };
    chart.render().unwrap_or_default()
}

/// The line of a player in words.
fn words(chances: &[Chance], seat: usize, name: &str, end: f64) -> String {
    let own = chances.iter().filter(|chance| chance.seat == seat);
    let text = |chance: &Chance| format!("{} in {}", chance.words, chance.stage.to_lowercase());
    let (Some(first), Some(last)) = (own.clone().next(), own.clone().next_back()) else {
        return format!("{name} decides nothing; at the end: {} %.", fixed(100.0 * end, 0));
    };
    let lowest = own.clone().min_by_key(|chance| chance.percent).unwrap_or(first);
    let highest = own.max_by_key(|chance| chance.percent).unwrap_or(first);
    format!(
        "{name}: first {}, lowest {}, highest {}, last {}, and {} % at the end.",
        text(first),
        text(lowest),
        text(highest),
        text(last),
        fixed(100.0 * end, 0)
    )
}

impl Frame {
    fn of(
        style: &'static str,
        [width, left, right]: [f64; 3],
        chances: &[Chance],
        names: &[String],
        ends: &[f64],
        looks: &[(usize, &'static str)],
    ) -> Self {
        let n_steps = real(chances.len() as u64);
        let x = |at: usize| left + (real(at as u64) + 0.5) / (n_steps + 0.5) * (right - left);
        let up = |share: f64| fixed(BOTTOM - share * (BOTTOM - TOP), 1);
        let line = |(seat, name): (usize, &String)| {
            let own = chances.iter().enumerate().filter(|(_, chance)| chance.seat == seat);
            let mut dots: Vec<_> = own
                .map(|(at, chance)| {
                    let Chance { stage, decision, percent, words, .. } = chance;
                    let words = format!("{stage}, {name}, {}: {words}", harmless(decision));
                    (fixed(x(at), 1), up(real(*percent) / 100.0), words, at)
                })
                .collect();
            let end = format!("The end, {name}: {} %", fixed(100.0 * ends[seat], 0));
            dots.push((fixed(right, 1), up(ends[seat]), end, chances.len()));
            let path: Vec<String> = dots.iter().map(|(x, y, ..)| format!("{x} {y}")).collect();
            Line { path: format!("M{}", path.join("L")), look: looks[seat], dots }
        };
        let numbers = chances.iter().map(|chance| chance.stage.rsplit(' ').next().unwrap_or_default());
        let n_digits = numbers.map(|number| number.chars().count() as u64).max().unwrap_or(0);
        let number_width = DIGIT_WIDTH * real(n_digits) + GAP;
        let (mut stages, mut free, mut before): (Vec<(String, String)>, _, _) = (Vec::new(), left, "");
        for (at, chance) in chances.iter().enumerate().filter(|(_, chance)| !chance.stage.is_empty()) {
            if chance.stage == before {
                continue;
            }
            before = &chance.stage;
            let number = chance.stage.rsplit(' ').next().unwrap_or_default();
            if x(at) >= free {
                free = x(at) + number_width;
                stages.push((fixed(x(at), 1), number.to_owned()));
            }
        }
        let heights = [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")].map(|(share, label)| (up(share), label));
        Self {
            style,
            width,
            left,
            right,
            heights: heights.into(),
            stages,
            lines: names.iter().enumerate().map(line).collect(),
            scale: if chances.len() > MANY { "0.8" } else { "1" },
        }
    }
}
