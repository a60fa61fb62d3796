//! The players' chances along a story: for a chart, as a table, and the turning points.

use super::super::players::{of_seat, with_players};
use crate::report::page::chances::Chance;
use crate::report::plain::capitalized;
use crate::report::replay::MoveRow;
use crate::report::show::signed;
use crate::simulation::Simulation;
use crate::simulation::judge::Judgement;
use crate::stats::chance::{in_percent, percent};

/// The chances in a story, before its players are named: each deciding player's own, after the decision.
pub(super) fn of_story(story: &str) -> Vec<Chance> {
    let (mut stage, mut decision, mut found) = (String::new(), String::new(), Vec::new());
    for line in story.lines() {
        stage = stage_of(line).unwrap_or(stage);
        let line = line.trim_start();
        if let Some(chance) = chance_of(line) {
            found.push(Chance { stage: stage.clone(), decision: std::mem::take(&mut decision), ..chance });
        } else if let Some((_, chosen)) = line.strip_prefix("[seat ").and_then(|line| line.split_once(": ")) {
            decision = chosen.split(", of ").next().unwrap_or_default().to_owned();
        }
    }
    found
}

/// A stage of a game is a word and a number without indentation: `Round 3`, `Turn 1, Far`.
pub(super) fn stage_of(line: &str) -> Option<String> {
    let mut words = line.split([' ', ',', ':']);
    let (word, number) = (words.next()?, words.next()?);
    let is_stage = word.starts_with(char::is_uppercase)
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_stage.then(|| format!("{word} {number}"))
}

/// The own chance of the player in `[chances, as seat 0 knows: seat 0 52 ± 5 %, seat 1 < 1 %]`.
fn chance_of(line: &str) -> Option<Chance> {
    let (seat, chances) = line.strip_prefix("[chances, as seat ")?.split_once(" knows: ")?;
    let own = format!("seat {seat} ");
    let words = chances.trim_end_matches(']').split(", ").find_map(|chance| chance.strip_prefix(&own))?;
    let (seat, percent) = (seat.parse().ok()?, percent(words)?);
    Some(Chance { seat, percent, words: words.into(), stage: String::new(), decision: String::new() })
}

/// The parts of a story in which its decisions are.
#[derive(Default)]
pub(super) struct Parts {
    now: String,
    /// The part of each decision so far that has chances.
    pub of_decisions: Vec<String>,
}

impl Parts {
    /// The parts of a whole story.
    pub(super) fn of(story: &str) -> Self {
        let mut parts = Self::default();
        story.lines().for_each(|line| parts.read(line));
        parts
    }

    /// Reads the next line of the story.
    pub(super) fn read(&mut self, line: &str) {
        if let Some(part) = stage_of(line.trim_end()) {
            self.now = part;
        } else if line.trim_start().starts_with("[chances, as seat ") {
            self.of_decisions.push(self.now.clone());
        }
    }
}

/// A row for each legal move.
pub(super) fn rows(judged: &[Judgement], parts: &Parts, simulation: &dyn Simulation) -> Vec<MoveRow> {
    let rows_of = |((decision, judgement), part): ((u64, &Judgement), &String)| {
        let row = |(index, mv): (usize, &crate::simulation::judge::JudgedMove)| MoveRow {
            decision,
            part: part.clone(),
            player: capitalized(&of_seat(simulation, judgement.seat)),
            name: judgement.decision,
            mv: with_players(&mv.id, simulation.schema()),
            is_chosen: index == judgement.chosen,
            chance: mv.chance,
            gain: mv.gain,
            margin: mv.margin,
            cost: judgement.cost(),
            is_turning_point: judgement.is_turning_point(),
            games: judgement.n,
        };
        judgement.moves.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    (1..).zip(judged).zip(&parts.of_decisions).flat_map(rows_of).collect()
}

/// A decision, and how it changed the player's chance.
pub(super) struct Moment<'j> {
    judgement: &'j Judgement,
    part: &'j str,
    /// The chosen move, after that of the player's decision before in the same part: `king, then seven`.
    moves: String,
}

impl<'j> Moment<'j> {
    /// The decision with this index among all that were judged, in these parts.
    pub(super) fn of(judged: &'j [Judgement], parts: &'j [String], nth: usize) -> Self {
        let part = |nth: usize| parts.get(nth).map_or("", String::as_str);
        let chosen = |judgement: &'j Judgement| judgement.moves.get(judgement.chosen).map_or("", |mv| &mv.id);
        let judgement = &judged[nth];
        let before = (0..nth).rfind(|before| judged[*before].seat == judgement.seat);
        let before = before.filter(|before| part(*before) == part(nth) && !part(nth).is_empty());
        let moves = match before {
            Some(before) => format!("{}, then {}", chosen(&judged[before]), chosen(judgement)),
            None => chosen(judgement).to_owned(),
        };
        Self { judgement, part: part(nth), moves }
    }

    /// The decision that changed a chance most, if that is no accident.
    pub(super) fn deciding(judged: &'j [Judgement], parts: &'j [String]) -> Option<Self> {
        let change = |nth: &usize| judged[*nth].swing().map(f64::abs);
        let best = |best: usize, nth: usize| if change(&nth) > change(&best) { nth } else { best };
        (0..judged.len())
            .filter(|nth| change(nth).is_some())
            .reduce(best)
            .map(|nth| Self::of(judged, parts, nth))
    }

    /// `Round 2: king, then seven: +67 points`.
    pub(super) fn short(&self) -> String {
        let part = if self.part.is_empty() { String::new() } else { format!("{}: ", self.part) };
        let effect = match self.judgement.swing() {
            Some(change) => format!("{} points", signed(100.0 * change, 0)),
            None => format!("costs {:.0} points", 100.0 * self.judgement.cost()),
        };
        format!("{part}{}: {effect}", self.moves)
    }
}

/// The sentence that names the decision that changed a chance most; empty without chances.
pub(super) fn deciding(judged: &[Judgement], parts: &[String]) -> String {
    if judged.is_empty() {
        return String::new();
    }
    let Some(Moment { judgement, part, moves }) = Moment::deciding(judged, parts) else {
        return "No move decided the game: after no decision is a chance 15 points from that before.".into();
    };
    let part = if part.is_empty() { String::new() } else { format!("{part}, ") };
    let (Some((before, n)), Some(change)) = (judgement.before, judgement.swing()) else {
        return String::new();
    };
    let (from, to) = (in_percent(before, n), in_percent(judgement.own(), judgement.n));
    let seat = judgement.seat;
    let points = signed(100.0 * change, 0);
    // A chance can also fall by what is drawn, or by what others play.
    let what = if change < 0.0 && judgement.better().is_none() { "Largest change" } else { "Deciding move" };
    format!("{what}: {part}seat {seat}: {moves}: from {from} to {to}, {points} points.")
}

/// The number of turning points that a story lists.
const MOST_LISTED: usize = 5;

/// The decisions of a story on which most depended, and how its chances are to be read; empty without chances.
pub(super) fn turning_points(judged: &[Judgement], parts: &Parts, simulation: &dyn Simulation) -> String {
    if judged.is_empty() {
        return String::new();
    }
    let size = |judgement: &Judgement| {
        let cost = judgement.better().map_or(0.0, |better| better.gain);
        judgement.swing().unwrap_or_default().abs().max(cost)
    };
    let mut points: Vec<usize> =
        (0..judged.len()).filter(|index| judged[*index].is_turning_point()).collect();
    points.sort_by(|one, other| size(&judged[*other]).total_cmp(&size(&judged[*one])));
    let n_points = points.len();
    points.truncate(MOST_LISTED);
    let title = match n_points {
        0 => "No turning points: no decision costs 10 points or more beyond chance, and nobody's chance moves by 15.".into(),
        1 => "Turning point".to_owned(),
        2..=MOST_LISTED => "Turning points, the largest first".to_owned(),
        n => format!("The {MOST_LISTED} largest of {n} turning points, the largest first"),
    };
    let mut text = format!("{title}\n");
    for judgement in points.iter().map(|index| (&judged[*index], parts.of_decisions.get(*index))) {
        let (judgement, part) = judgement;
        let part = part.filter(|part| !part.is_empty()).map_or_else(String::new, |part| format!("{part}, "));
        let Judgement { seat, decision, moves, chosen, .. } = judgement;
        let chosen = moves.get(*chosen).map_or("", |mv| &mv.id);
        let from = match judgement.before.filter(|_| judgement.swing().is_some()) {
            Some((before, n)) => {
                format!("from {} to {}; ", in_percent(before, n), in_percent(judgement.own(), judgement.n))
            }
            None => String::new(),
        };
        text += &format!("  {part}seat {seat}, {decision}: {chosen}: {from}{}\n", judgement.verdict());
    }
    text + "\n" + &reading(judged, simulation)
}

/// How the chances are to be read.
fn reading(judged: &[Judgement], simulation: &dyn Simulation) -> String {
    let (n_ignored, n) = (judged.iter().filter(|judgement| judgement.ignores_moves).count(), judged.len());
    let hidden = match n_ignored {
        0 => "What the player cannot know is dealt again, as often as the moves so far make it probable."
            .to_owned(),
        _ if n_ignored == n => {
            "What the player cannot know is dealt again at random, whatever the moves so far say about \
                                it, so chances can be several points too high or too low."
                .to_owned()
        }
        _ => format!(
            "What the player cannot know is dealt again at random in {n_ignored} of {n} decisions, and in the others as often \
             as the moves so far make it probable. Dealt at random, chances can be several points too high or too low."
        ),
    };
    let searches = simulation.lineup().bots.0.iter().any(|bot| bot.rollout_players().is_some());
    let players =
        if searches { "the same bots, with random players in place of a search" } else { "the same bots" };
    format!("Chances are expected shares of the win if {players} play on. {hidden}\n")
}
