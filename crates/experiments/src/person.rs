//! A game of one person against the bots of a plan. The person sees only what the seat knows.

mod words;

pub use words::sentence;

use super::players::{of_outcome, with_players};
use super::tabletop::{ShownEvent, Tabletop};
use crate::config::{ConfigErrors, Plan, config_error};
use crate::model::{Feature, Seat};
use crate::report::show::wrap;
use crate::report::table::short;
use crate::report::text::Width;
use crate::simulation::person::{Person, Sitting};
use serde::Serialize;

/// The seat of a person, and the moves so far, as indices in the lists of legal moves.
#[derive(Clone, Copy, Debug)]
pub struct Seated<'m> {
    /// The number of the seat, from 0.
    pub seat: usize,
    /// The number of the game, from 0.
    pub game_idx: u64,
    /// The moves so far.
    pub moves: &'m [usize],
    /// Whether a search proposes the next move.
    pub wants_hint: bool,
}

/// What the person sees.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// What strategies weigh, as far as it differs from 0 for a legal move: name, meaning, and number of each move.
    pub features: Vec<(&'static str, &'static str, Vec<String>)>,
    /// What the person sees of the table, in lines; of a game that lays out nothing, a page shows these.
    pub table: Vec<String>,
    /// The same as cards and piles; with all hands open if the game is over.
    pub tabletop: Tabletop,
    /// The cards to which something has happened since the last move that the person has seen.
    pub cards: Vec<ShownEvent>,
    /// The question of the next decision; empty if the game is over.
    pub decision: String,
    /// The legal moves in words.
    pub moves: Vec<String>,
    /// The card that each of them names, if it does.
    pub faces: Vec<Option<String>>,
    /// The index of the move that a search proposes.
    pub hint: Option<usize>,
    /// The moves so far.
    pub history: Vec<String>,
    /// What the person has seen since the last move, in lines.
    pub events: Vec<String>,
    /// The outcome of a game that is over.
    pub outcome: Option<String>,
    /// Its story.
    pub story: Option<String>,
}

/// Number of playouts of a hint.
const PLAYOUTS: u32 = 512;

/// Plays up to the person's next decision.
///
/// # Errors
/// There is no such seat.
pub fn sit(plan: &Plan, seated: Seated<'_>) -> Result<Seen, ConfigErrors> {
    let Seated { seat, game_idx, moves, wants_hint } = seated;
    if seat >= plan.players() {
        let expected = format!("a seat from 0 to {}", plan.players() - 1);
        return Err(ConfigErrors(vec![config_error("seat", "", seat.to_string(), expected)]));
    }
    let simulation = plan.simulation();
    let playouts = if wants_hint { PLAYOUTS } else { 0 };
    let Sitting { decision, history, since, cards, layout, end } =
        simulation.sit(game_idx, Person { seat: Seat::new(seat), moves, playouts });
    let schema = simulation.schema();
    let (outcome, story) = end.map_or((None, None), |(outcome, story)| {
        (Some(of_outcome(&*simulation, outcome)), Some(wrap(&with_players(&story, schema), Width::TERMINAL)))
    });
    let features = decision.as_ref().map_or_else(Vec::new, |open| features(plan, &open.features));
    let (name, table, moves, hint) =
        decision.map_or_else(Default::default, |open| (open.name, open.table, open.moves, open.hint));
    let table = with_players(&table, schema).lines().map(str::to_owned).collect();
    let sentence = |name: &str, id: &str| words::sentence(plan.game().id, name, &with_players(id, schema));
    let is_card = |id: &String| schema.cards.iter().any(|card| card.id == *id);
    let faces = moves.iter().map(|id| Some(id.clone()).filter(is_card)).collect();
    let moves = moves.iter().map(|id| sentence(name, id)).collect();
    let history = history.into_iter().map(|(name, id)| sentence(name, &id)).collect();
    let decision = if outcome.is_some() { String::new() } else { words::question(plan.game().id, name) };
    let events = with_players(&since, schema).lines().map(str::to_owned).collect();
    let tabletop = Tabletop::named(layout, &*simulation, Some(Seat::new(seat)));
    let cards = ShownEvent::named(&cards, &*simulation);
    Ok(Seen {
        table,
        tabletop,
        cards,
        features,
        decision,
        moves,
        faces,
        hint,
        history,
        events,
        outcome,
        story,
    })
}

/// The features that differ from 0 for a move.
fn features(plan: &Plan, rows: &[Vec<f64>]) -> Vec<(&'static str, &'static str, Vec<String>)> {
    let column = |(index, feature): (usize, &Feature)| {
        let numbers = rows.iter().map(|row| row.get(index).copied().unwrap_or(0.0));
        let is_any = numbers.clone().any(|number| number != 0.0);
        is_any.then(|| (feature.name, feature.meaning, numbers.map(|number| short(number, 2)).collect()))
    };
    plan.game().features.iter().enumerate().filter_map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Catalogue, PlanOptions};

    fn play(plan: &Plan, moves: &[usize], wants_hint: bool) -> Seen {
        let seated = Seated { seat: plan.players() - 1, game_idx: 3, moves, wants_hint };
        sit(plan, seated).unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn every_game_can_be_played_to_its_end_and_is_the_same_again() {
        for game in Catalogue::printed().iter() {
            let plan =
                Plan::new(game.id, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
            let (mut moves, mut n_events) = (Vec::new(), 0);
            let mut seen = play(&plan, &moves, true);
            while seen.outcome.is_none() {
                assert!(seen.table.len() > 2, "{}: {:?}", game.id, seen.table);
                assert!(seen.moves.len() > 1 && seen.story.is_none(), "{seen:?}");
                // Each decision has its question.
                assert!(seen.decision.ends_with('?'), "{}: {}", game.id, seen.decision);
                assert_eq!(seen.history.len(), moves.len());
                n_events += seen.events.len();
                assert_eq!(seen.faces.len(), seen.moves.len());
                // A card that is shown is one that the lines name: not a boost of Fight! that lies face down.
                let lines = seen.events.join(" ").to_lowercase();
                for card in &seen.cards {
                    let word = card.name.split(' ').next().unwrap_or_default().to_lowercase();
                    assert!(lines.contains(&word), "{}: {card:?}, {lines}", game.id);
                }
                // The own cards are open; hands of others are not, except where all cards are open.
                let areas = &seen.tabletop.areas;
                assert!(areas.iter().any(|area| area.name.starts_with("You")), "{}: {areas:?}", game.id);
                let others = areas.iter().filter(|area| !area.name.starts_with("You"));
                let hands = others.flat_map(|area| &area.zones).filter(|(name, _)| name == "Hand");
                assert!(hands.flat_map(|(_, cards)| cards).all(|card| card.id.is_none()), "{}", game.id);
                assert!(seen.features.iter().all(|(_, _, numbers)| numbers.len() == seen.moves.len()));
                moves.push(seen.hint.unwrap_or(0));
                assert!(moves.len() < 10_000, "{}: {seen:?}", game.id);
                seen = play(&plan, &moves, moves.len() < 3);
            }
            // Two decisions can follow each other without an event; most do not.
            assert!(n_events > moves.len(), "{}", game.id);
            assert_eq!(play(&plan, &[usize::MAX], false).moves, play(&plan, &[], false).moves, "asked again");
            let again = play(&plan, &moves, false);
            // The last events are the end of the story.
            let story = again.story.unwrap_or_default();
            let last = again.events.last().map(String::as_str).unwrap_or_default();
            assert!(!last.is_empty() && story.trim_end().ends_with(last), "{last}: {story}");
            assert_eq!((again.outcome, again.history), (seen.outcome, seen.history), "{}", game.id);
        }
    }

    /// This includes the first deal, which comes before any move.
    #[test]
    fn the_events_have_no_cards_of_other_hands() {
        for (game, deals) in
            [("knife-fight", " draws "), ("fight", " is dealt "), ("stupid-fight", " draws ")]
        {
            let plan = Plan::new(game, &PlanOptions::default()).expect("a plan");
            let events = play(&plan, &[], false).events;
            let dealt: Vec<&String> = events.iter().filter(|line| line.contains(deals)).collect();
            let owners: Vec<&str> = dealt.iter().filter_map(|line| line.split(deals).next()).collect();
            assert!(owners.windows(2).all(|pair| pair[0] == pair[1]) && !owners.is_empty(), "{events:?}");
        }
    }
}
