//! A game step by step, as a table on a page: what lies there, what is chosen, and what each choice was worth.

use super::super::person::sentence;
use super::super::players::{of_seat, with_players};
use super::super::tabletop::{ShownEvent, Tabletop};
use super::Story;
use super::chances::{Moment, stage_of};
use crate::model::Seat;
use crate::report::plain::capitalized;
use crate::report::show::signed;
use crate::simulation::Step;
use crate::simulation::judge::Judgement;
use crate::stats::chance::in_percent;
use serde::Serialize;

/// A moment of a game in which somebody chooses, or its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableStep {
    /// The part of the game, such as `Round 3`; empty before the first one.
    pub part: String,
    /// The lines of the story since the step before.
    pub events: String,
    /// The cards to which something has happened since then.
    pub cards: Vec<ShownEvent>,
    /// The table with all hands open.
    pub table: Tabletop,
    /// What is chosen here.
    pub choices: Vec<StepChoice>,
}

/// A choice among at least two legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepChoice {
    /// The number of the seat, from 0.
    pub seat: usize,
    /// The player.
    pub player: String,
    /// The move in words.
    #[serde(rename = "move")]
    pub mv: String,
    /// The card that it names, if it does.
    pub card: Option<String>,
}

/// What the choice with the same number was worth, and how the chances changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct JudgedChoice {
    /// Every player's chance after it, as the deciding player knows it.
    pub chances: Vec<String>,
    /// The deciding player's own chance, as a share.
    pub own: f64,
    /// What it cost, or that no move is better.
    pub cost: String,
    /// What draws and the other players' moves changed since the player's decision before.
    pub since: String,
    /// The turning point in words; empty if it is none.
    pub turning_point: String,
}

impl Story<'_> {
    /// The most steps that a page shows. A game of this length is not read to its end.
    const MOST_STEPS: usize = 500;

    /// The game step by step, or its first [`MOST_STEPS`](Self::MOST_STEPS) steps and its end.
    #[must_use]
    pub fn steps(&self) -> Vec<TableStep> {
        let simulation = &*self.simulation;
        let schema = simulation.schema();
        let mut part = String::new();
        let step = |Step { events, cards, table, choices }: Step| {
            part = events.lines().filter_map(stage_of).next_back().unwrap_or_else(|| part.clone());
            let choice = |(seat, name, id): (Seat, &str, String)| StepChoice {
                seat: seat.index(),
                player: capitalized(&of_seat(simulation, seat)),
                mv: sentence(self.plan.game().id, name, &with_players(&id, schema)),
                card: schema.cards.iter().any(|card| card.id == id).then_some(id),
            };
            TableStep {
                part: part.clone(),
                events: with_players(&events, schema).trim().to_owned(),
                cards: ShownEvent::named(&cards, simulation),
                table: Tabletop::named(table, simulation, None),
                choices: choices.into_iter().map(choice).collect(),
            }
        };
        self.simulation.steps(self.game_idx, Self::MOST_STEPS).into_iter().map(step).collect()
    }

    /// What the choices of the steps were worth, in order.
    pub(super) fn judged_choices(&self, judged: &[Judgement], parts: &[String]) -> Vec<JudgedChoice> {
        let simulation = &*self.simulation;
        let named = |text: &str| with_players(text, simulation.schema());
        let choice = |(nth, judgement): (usize, &Judgement)| {
            let chance = |(seat, chance): (usize, &f64)| {
                let player = capitalized(&of_seat(simulation, Seat::new(seat)));
                format!("{player} {}", in_percent(*chance, judgement.n))
            };
            let since = judgement.luck().map_or_else(String::new, |luck| {
                let points = signed(100.0 * luck, 0);
                format!("Draws and other players' moves since the last decision: {points} points.")
            });
            JudgedChoice {
                chances: judgement.chances.iter().enumerate().map(chance).collect(),
                own: judgement.own(),
                cost: capitalized(&named(&judgement.verdict())),
                since,
                turning_point: match judgement.is_turning_point() {
                    true => named(&Moment::of(judged, parts, nth).short()),
                    false => String::new(),
                },
            }
        };
        judged.iter().enumerate().map(choice).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Replay, Which};
    use crate::Session;
    use crate::compare;
    use crate::config::{Catalogue, PlanOptions};

    /// The page matches the steps with what their choices were worth by number.
    #[test]
    fn every_choice_of_the_steps_is_judged_and_all_hands_are_open() {
        let session = Session::new(Some(1)).expect("a session");
        for game in Catalogue::printed().iter() {
            let options = PlanOptions { bots: vec!["random".into()], ..PlanOptions::default() };
            let which = Which::Number(1);
            let replay = Replay::new(game.id, &options, &which, &compare::Options::default());
            let replay = replay.unwrap_or_else(|errors| panic!("{errors}"));
            let story = replay.find(&session).unwrap_or_else(|errors| panic!("{errors}"));
            let steps = story.steps();
            let n_choices: usize = steps.iter().map(|step| step.choices.len()).sum();
            let (last, others) = steps.split_last().expect("an end");
            assert!(last.choices.is_empty() && others.iter().all(|step| !step.choices.is_empty()));
            assert!(steps.iter().all(|step| !step.table.areas.is_empty()), "{}", game.id);
            let zones = steps.iter().flat_map(|step| &step.table.areas).flat_map(|area| &area.zones);
            let hands = zones.filter(|(name, _)| name == "Hand").flat_map(|(_, cards)| cards);
            assert!(hands.clone().all(|card| card.id.is_some()), "{}", game.id);
            if steps.len() < 60 {
                let judged = story.with_chances(1, &mut |_| true).expect("chances");
                assert_eq!(judged.choices.len(), n_choices, "{}", game.id);
                assert!(judged.deciding.ends_with('.'), "{}", judged.deciding);
            }
        }
    }
}
