//! The story of a game on a page: at once without chances, then with chances that become more precise.

use super::super::players::with_players;
use super::chances::Parts;
use super::steps::JudgedChoice;
use super::{Story, chances, end_of};
use crate::model::{SHARE, Seat};
use crate::report::page::chances::{chances as chart, n_teams};
use crate::report::plain;
use crate::report::text::Text;
use crate::stats::real;
use std::fmt::{self, Write};

/// A story with chances.
#[derive(Clone, Debug)]
pub struct WithChances {
    /// The story.
    pub text: Text,
    /// The chart of the chances.
    pub chart: String,
    /// What each choice was worth, in the order of the story.
    pub choices: Vec<JudgedChoice>,
    /// The sentence that names the decision that changed a chance most.
    pub deciding: String,
}

/// How the line of a decision begins, and that of the chances after it.
const DECISION: &str = "    [seat ";
const CHANCES: &str = "    [chances, ";

impl Story<'_> {
    /// The number of decisions in the story. Each can be followed by chances.
    pub fn n_decisions(&self) -> u64 {
        let story = self.simulation.story(self.game_idx);
        story.lines().filter(|line| line.starts_with(DECISION)).count() as u64
    }

    /// The story with chances that rest on this number of games each, their chart, and what each choice was worth. `on_chances`
    /// hears how many decisions have theirs, and says whether to go on; `None` if it does not.
    pub fn with_chances(
        &self,
        n_rollouts: u64,
        on_chances: &mut dyn FnMut(u64) -> bool,
    ) -> Option<WithChances> {
        let mut moves = Watched { text: String::new(), n: 0, on_chances };
        let mut judged = Vec::new();
        let on_judged = &mut |judgement| judged.push(judgement);
        self.simulation.write_judged(self.game_idx, n_rollouts, on_judged, &mut moves).ok()?;
        let moves = moves.text;
        let mut text = String::new();
        self.write(&mut text, true, &mut |out, of_moves| {
            of_moves.clone_from(&judged);
            out.write_str(&moves)
        })
        .ok()?;
        let parts = Parts::of(&moves).of_decisions;
        let deciding = with_players(&chances::deciding(&judged, &parts), self.simulation.schema());
        let choices = self.judged_choices(&judged, &parts);
        Some(WithChances { text: text.into(), chart: self.chart(&moves), choices, deciding })
    }

    /// The chart of the chances that each player knows of along the story; empty without chances.
    fn chart(&self, moves: &str) -> String {
        let Self { simulation, game_idx, plan, .. } = self;
        let (schema, end) = (simulation.schema(), end_of(&**simulation, *game_idx));
        let players = plan.players();
        let n_teams = n_teams(schema);
        let name = |seat| {
            let name = plain::seat_in_text(seat, schema);
            n_teams.map_or_else(|| name.clone(), |n_teams| format!("{name}, team {}", 1 + seat % n_teams))
        };
        let names: Vec<String> = (0..players).map(name).collect();
        let end = |seat| real(end.share(Seat::new(seat)).into()) / real(SHARE.into());
        let ends: Vec<f64> = (0..players).map(end).collect();
        chart(&chances::of_story(moves), &names, &ends, n_teams)
    }
}

/// A text that counts the chances in it, and can end after each.
struct Watched<'w> {
    text: String,
    n: u64,
    on_chances: &'w mut dyn FnMut(u64) -> bool,
}

impl Write for Watched<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let from = self.text.rfind('\n').map_or(0, |end| end + 1);
        self.text += text;
        let is_line = text.ends_with('\n') && self.text[from..].starts_with(CHANCES);
        if is_line {
            self.n += 1;
        }
        if !is_line || (self.on_chances)(self.n) { Ok(()) } else { Err(fmt::Error) }
    }
}
