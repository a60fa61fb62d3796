//! Probabilities of outcomes and of draws.

/// Number of cards of each rank, in rank order.
pub(super) type Counts = [u8; 14];

/// The probability of each outcome from a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Fate {
    /// Black wins, red wins, draw, nobody, stalemate.
    pub(super) ends: [f64; 5],
    /// Expected number of further rounds.
    pub(super) rounds: f64,
}

impl Fate {
    /// A finished game.
    pub(super) fn end(which: usize) -> Self {
        let mut fate = Self::default();
        fate.ends[which] = 1.0;
        fate
    }

    /// Adds another position that is reached with this probability.
    pub(super) fn add(&mut self, chance: f64, other: Self) {
        self.ends.iter_mut().zip(other.ends).for_each(|(end, more)| *end += chance * more);
        self.rounds += chance * other.rounds;
    }
}

/// Total number of cards.
pub(super) fn sum(counts: &Counts) -> u8 {
    counts.iter().sum()
}

/// The ranks with at least one card.
pub(super) fn ranks(counts: &Counts) -> Vec<usize> {
    (0..14).filter(|rank| counts[*rank] > 0).collect()
}

/// Binomial coefficient.
fn choose(n: u8, k: u8) -> f64 {
    (0..k).fold(1.0, |product, taken| product * f64::from(n - taken) / f64::from(k - taken))
}

/// Every k-subset of a deck, by ranks, with its probability.
pub(super) fn draws(deck: &Counts, k: u8) -> Vec<(Counts, f64)> {
    let mut partial = vec![([0; 14], k, 1.0 / choose(sum(deck), k))];
    for rank in ranks(deck) {
        let mut longer = Vec::new();
        for (taken, left, chance) in partial {
            for n in 0..=left.min(deck[rank]) {
                let mut more: Counts = taken;
                more[rank] = n;
                longer.push((more, left - n, chance * choose(deck[rank], n)));
            }
        }
        partial = longer;
    }
    partial.into_iter().filter(|(_, left, _)| *left == 0).map(|(taken, _, chance)| (taken, chance)).collect()
}
