//! Two simulations, or one with and without a card, compared on common random numbers.

use super::paired::{Paired, Scale};
use super::tally::Tally;
use crate::model::{MetricKind, StatSchema};

/// A figure that every game has a part in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its address: `win_rates/seat/0`, `outcomes/draw`, `metrics/length-mean`.
    pub address: String,
    /// Unit of the value.
    pub unit: &'static str,
    /// What kind of figure it is.
    pub kind: MetricKind,
    /// Numerators are counted in this many parts of one.
    pub parts: u32,
}

impl Figure {
    /// What is known of it before a game is played.
    #[must_use]
    pub fn scale(&self) -> Scale {
        Scale { parts: self.parts, is_share: self.unit == "share" }
    }
}

/// Pairs of games that were played.
#[derive(Clone, Debug, Default)]
pub struct PlayedPairs {
    /// The figures that both halves have, as in the base.
    pub figures: Vec<Figure>,
    /// What was counted of each.
    pub paired: Vec<Paired>,
}

impl PlayedPairs {
    /// Adds the pairs of later games to those of earlier ones, if there are any, of the same simulations.
    pub fn merge(pairs: &mut Vec<Self>, later: Vec<Self>) {
        if pairs.is_empty() {
            *pairs = later;
            return;
        }
        for (pairs, later) in pairs.iter_mut().zip(&later) {
            pairs.paired.iter_mut().zip(&later.paired).for_each(|(sums, more)| sums.merge(more));
        }
    }
}

/// Games that were played with every card, and again without some.
#[derive(Clone, Debug)]
pub struct Ablated {
    /// Games that were played (the first of the range), each with every card and without each one.
    pub games: u64,
    /// The games with every card.
    pub tally: Tally,
    /// Of each card: of all seats, then of each of the schema's sides, A = without it, B = with it.
    /// A side's numerators are counted in [`SHARE`](crate::model::SHARE)ths, those of all seats in
    /// as many times more as there are seats, since they are a game's mean over its seats.
    pub cards: Vec<Vec<Paired>>,
}

impl Ablated {
    /// Nothing was played yet, with these names and without each of so many cards.
    #[must_use]
    pub fn new(schema: &StatSchema, n_cards: usize) -> Self {
        let n_sides = schema.sides.map_or(0, |group| schema.groups[group].keys.len());
        Self {
            games: 0,
            tally: Tally::new(schema),
            cards: vec![vec![Paired::default(); 1 + n_sides]; n_cards],
        }
    }

    /// Adds later games of the same simulations.
    pub fn merge(&mut self, later: &Self) {
        self.tally = std::mem::take(&mut self.tally).merge(&later.tally);
        self.games = self.tally.games;
        for (sums, more) in self.cards.iter_mut().flatten().zip(later.cards.iter().flatten()) {
            sums.merge(more);
        }
    }
}
