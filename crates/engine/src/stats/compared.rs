//! Comparison on common random numbers: two simulations, or one with and without a card.

use super::paired::{Difference, Paired, Scale};
use super::tally::Tally;
use super::{FigureId, Level};
use crate::model::{MetricKind, StatSchema};
use serde::{Deserialize, Serialize};

/// A figure to which every game contributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its address: that of a win rate, an outcome or a metric.
    pub id: FigureId,
    /// Unit of the value.
    pub unit: &'static str,
    /// What kind of figure it is.
    pub kind: MetricKind,
    /// Numerators are counted in this many parts of one.
    pub parts: u32,
    /// Whether it is the same in every game: the score of all seats together.
    pub constant: bool,
}

impl Figure {
    /// The scale of the figure, known before any game is played.
    #[must_use]
    pub fn scale(&self) -> Scale {
        Scale { parts: self.parts, is_share: self.unit == "share" }
    }

    /// What these pairs say of the figure; see [`Paired::reported`].
    #[must_use]
    pub fn difference(&self, paired: &Paired, fixed: bool, planned: u64, level: Level) -> Difference {
        let difference = paired.reported(self.scale(), fixed, planned, level);
        if self.constant { difference.of_constant() } else { difference }
    }
}

/// Pairs of games.
#[derive(Clone, Debug, Default)]
pub struct PlayedPairs {
    /// The figures that both sides have, as in the base.
    pub figures: Vec<Figure>,
    /// The sums of each figure.
    pub paired: Vec<Paired>,
}

impl PlayedPairs {
    /// Adds the pairs of later games of the same simulations; `pairs` may be empty.
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

/// Games that were played with every card, and again without each of some cards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ablated {
    /// Number of games, the first of the range. Each is played with every card, and once without each of the
    /// cards.
    pub games: u64,
    /// The games with every card.
    pub tally: Tally,
    /// For each card: all seats, then each of the schema's sides, A = without it, B = with it. A side's
    /// numerators are counted in [`SHARE`](crate::model::SHARE)ths. Those of all seats are means over the
    /// seats of a game, counted in as many times more parts as there are seats.
    pub cards: Vec<Vec<AblatedSide>>,
    /// For each two cards, all seats' shares of the win without the earlier one (A) and without the later one (B): how much
    /// more the earlier one is worth. The pairs of card 1, then those of card 2, and so on.
    pub between: Vec<Paired>,
}

/// The seats of a side with and without a card.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct AblatedSide {
    /// Their shares of the win.
    pub won: Paired,
    /// Their scores.
    pub score: Paired,
}

impl Ablated {
    /// No games, with these names, for this many cards.
    #[must_use]
    pub fn new(schema: &StatSchema, n_cards: usize) -> Self {
        Self {
            games: 0,
            tally: Tally::new(schema),
            cards: vec![vec![AblatedSide::default(); 1 + schema.n_sides()]; n_cards],
            between: vec![Paired::default(); n_cards * n_cards.saturating_sub(1) / 2],
        }
    }

    /// Adds later games of the same simulations.
    pub fn merge(&mut self, later: &Self) {
        self.tally = std::mem::take(&mut self.tally).merge(&later.tally);
        self.games = self.tally.games;
        for (sums, more) in self.cards.iter_mut().flatten().zip(later.cards.iter().flatten()) {
            sums.won.merge(&more.won);
            sums.score.merge(&more.score);
        }
        self.between.iter_mut().zip(&later.between).for_each(|(sums, more)| sums.merge(more));
    }

    /// How much more one card is worth than another one: the pairs of games, and whether they are reversed.
    #[must_use]
    pub fn between(&self, one: usize, other: usize) -> Option<(&Paired, bool)> {
        let (earlier, later) = (one.min(other), one.max(other));
        let pair = later.checked_sub(1).filter(|_| earlier < later)? * later / 2 + earlier;
        Some((self.between.get(pair)?, one > other))
    }
}
