//! What the changed cards are worth in both configurations.

use super::super::impact::{self, Impact};
use super::{Compare, Experiment, ExperimentResult, Session};
use crate::report::changed_cards::{ChangedCard, Worth};
use crate::report::impact::CardWorth;

/// With more changed cards, none is measured: the change is not about single cards.
const MOST: usize = 8;
/// Cards are ranked if each worth can be measured in this many games.
const FEWEST: u64 = 300;

/// What the cards are worth in both configurations.
#[derive(Clone, Debug, Default)]
pub struct Worths {
    /// The number of games, each of which is replayed without each card.
    pub games: u64,
    /// Whether all cards were measured, and not only those that changed.
    pub are_all: bool,
    /// The cards of both configurations; empty if none were measured.
    pub sides: [Vec<CardWorth>; 2],
}

impl Compare {
    /// The ids of the cards whose settings differ: a part of the path of a setting is the id of a card.
    pub(super) fn changed_cards(&self) -> Vec<String> {
        let changes = self.one.changes(&self.two);
        let is_changed =
            |id: &str| changes.iter().any(|change| change.path.split('.').any(|part| part == id));
        let mut cards: Vec<String> = Vec::new();
        for simulation in &self.simulations {
            for card in &simulation.schema().cards {
                if is_changed(&card.id) && !cards.contains(&card.id) {
                    cards.push(card.id.clone());
                }
            }
        }
        if cards.len() > MOST { Vec::new() } else { cards }
    }

    /// How many games are replayed without cards after this many pairs: about as many as the comparison plays.
    pub(super) fn n_replays(&self, pairs: u64) -> u64 {
        if self.changed_cards().is_empty() { 0 } else { 2 * pairs }
    }

    /// Measures the changed cards after this many pairs of games; nothing if the session is stopped.
    pub(super) fn worths(&self, pairs: u64, session: &Session) -> Worths {
        let cards = self.changed_cards();
        // Each game is replayed for each card and seat, in both configurations.
        let n_all: usize = self.simulations.iter().map(|simulation| simulation.schema().cards.len()).sum();
        let games_of = |n_cards: usize| pairs * 2 / (n_cards * self.one.players()).max(1) as u64;
        let are_ranked = games_of(n_all) >= FEWEST;
        let games = if are_ranked { games_of(n_all) } else { games_of(2 * cards.len()) }.min(pairs);
        if cards.is_empty() || games == 0 || self.is_unchanged() {
            return Worths::default();
        }
        let session = session.without_progress();
        let options = impact::Options {
            cards: if are_ranked { Vec::new() } else { cards.clone() },
            event: None,
            accuracy: super::Accuracy { precision: None, ..self.options.accuracy },
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, plan) in sides.iter_mut().zip([&self.one, &self.two]) {
            let mut plan = plan.clone();
            plan.games = games;
            let Ok(impact) = Impact::of_worths(plan, &options) else { return Worths::default() };
            let result = impact.play(&session);
            if !result.extent().is_complete() {
                return Worths::default();
            }
            let is_of_all = |row: &CardWorth| row.side == "all";
            *side = result.rows.into_iter().filter(is_of_all).collect();
            if !are_ranked {
                side.iter_mut().for_each(|row| row.ranks = None);
            }
        }
        Worths { games, are_all: are_ranked, sides }
    }

    /// The changed cards among those that were measured in so many games of both configurations.
    pub fn changed(&self, sides: [&[CardWorth]; 2], games: u64) -> Vec<ChangedCard> {
        let worth = |side: &[CardWorth], card: &str| {
            side.iter().find(|row| row.card == card).map_or_else(Worth::default, Worth::of)
        };
        let changed = |card: String| {
            let worths = sides.map(|side| worth(side, &card));
            let is_known = worths.iter().any(|worth| worth.worth.is_some());
            is_known.then(|| ChangedCard {
                game: self.one.game.id.to_owned(),
                players: self.one.players() as u64,
                n_cards: sides[1].iter().filter(|row| row.ranks.is_some()).count() as u64,
                card,
                worths,
                games,
            })
        };
        self.changed_cards().into_iter().filter_map(changed).collect()
    }
}
