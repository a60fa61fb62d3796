//! Counts for card impact: for each side × event × card, the integer cross sums over games that the clustered
//! standard error needs (a, b = the side's seats with and without the event in a game; `Y_A`, `Y_B` = their
//! shares of the win; Liang & Zeger 1986 with games as clusters).

use super::ratio_sums::Sums;
use serde::{Deserialize, Serialize};

/// Cross sums of one row. In a game, `a` is the number of seats with the event and `ya` their share of the
/// win in [`SHARE`](crate::model::SHARE)ths; `m` and `t` are the same for the whole side.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowSums {
    /// Σ a.
    pub a: u64,
    /// Σ a².
    pub aa: u64,
    /// Σ `Y_A`.
    pub ya: u64,
    /// Σ `Y_A`².
    pub yaya: u64,
    /// Σ a·`Y_A`.
    pub aya: u64,
    /// Σ m·a.
    pub ma: u64,
    /// Σ m·`Y_A`.
    pub mya: u64,
    /// Σ t·a.
    pub ta: u64,
    /// Σ t·`Y_A`.
    pub tya: u64,
    /// All occurrences of the event on all seats of the side.
    pub occurrences: u64,
    /// Σ a over the games without a winner.
    pub drawn_a: u64,
    /// Σ a² over these games.
    pub drawn_aa: u64,
    /// Σ m·a over these games.
    pub drawn_ma: u64,
}

impl RowSums {
    /// Adds this many identical games.
    #[inline]
    pub(super) fn add_games(&mut self, games: u64, a: u64, ya: u64, m: u64, t: u64) {
        self.a += games * a;
        self.aa += games * a * a;
        self.ya += games * ya;
        self.yaya += games * ya * ya;
        self.aya += games * a * ya;
        self.ma += games * m * a;
        self.mya += games * m * ya;
        self.ta += games * t * a;
        self.tya += games * t * ya;
    }

    /// Notes that nobody won this many identical games, which were added.
    #[inline]
    pub(super) fn note_drawn(&mut self, games: u64, a: u64, m: u64) {
        self.drawn_a += games * a;
        self.drawn_aa += games * a * a;
        self.drawn_ma += games * m * a;
    }

    /// The sums with shares of the win alone.
    #[must_use]
    pub fn won(&self) -> Self {
        Self { drawn_a: 0, drawn_aa: 0, drawn_ma: 0, ..*self }
    }

    /// The sums with scores instead of shares of the win: a seat has the score `even` in a game without a winner.
    #[must_use]
    pub fn scored(&self, even: u64) -> Self {
        let Self { drawn_a, drawn_aa, drawn_ma, .. } = *self;
        Self {
            ya: self.ya + even * drawn_a,
            yaya: self.yaya + even * even * drawn_aa,
            aya: self.aya + even * drawn_aa,
            mya: self.mya + even * drawn_ma,
            ta: self.ta + even * drawn_ma,
            tya: self.tya + even * even * drawn_ma,
            ..*self
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let Self { a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences, drawn_a, drawn_aa, drawn_ma } = other;
        self.a += a;
        self.aa += aa;
        self.ya += ya;
        self.yaya += yaya;
        self.aya += aya;
        self.ma += ma;
        self.mya += mya;
        self.ta += ta;
        self.tya += tya;
        self.occurrences += occurrences;
        self.drawn_a += drawn_a;
        self.drawn_aa += drawn_aa;
        self.drawn_ma += drawn_ma;
    }
}

/// Sums of one side over the games that it played in.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSums {
    /// Games that the side played in.
    pub n: u64,
    /// Σ m.
    pub m: u64,
    /// Σ m².
    pub mm: u64,
    /// Σ t.
    pub t: u64,
    /// Σ t².
    pub tt: u64,
    /// Σ m·t.
    pub mt: u64,
    /// Σ m over the games without a winner.
    pub drawn_m: u64,
    /// Σ m² over these games.
    pub drawn_mm: u64,
}

impl SideSums {
    /// Adds this many identical games.
    pub(super) fn add_games(&mut self, games: u64, m: u64, t: u64) {
        self.n += games;
        self.m += games * m;
        self.mm += games * m * m;
        self.t += games * t;
        self.tt += games * t * t;
        self.mt += games * m * t;
    }

    /// Notes that nobody won this many identical games, which were added.
    #[inline]
    pub(super) fn note_drawn(&mut self, games: u64, m: u64) {
        self.drawn_m += games * m;
        self.drawn_mm += games * m * m;
    }

    /// The sums with shares of the win alone.
    #[must_use]
    pub fn won(&self) -> Self {
        Self { drawn_m: 0, drawn_mm: 0, ..*self }
    }

    /// The sums with scores instead of shares of the win: a seat has the score `even` in a game without a winner.
    #[must_use]
    pub fn scored(&self, even: u64) -> Self {
        let Self { drawn_m, drawn_mm, .. } = *self;
        Self {
            t: self.t + even * drawn_m,
            tt: self.tt + even * even * drawn_mm,
            mt: self.mt + even * drawn_mm,
            ..*self
        }
    }

    /// The side's win share by game: x = its seats' shares, v = their number.
    pub(super) fn win_sums(&self) -> Sums {
        let Self { n, m, mm, t, tt, mt, .. } = *self;
        Sums { n, x: t.into(), v: m.into(), xx: tt.into(), xv: mt.into(), vv: mm.into() }
    }

    fn merge(&mut self, other: &Self) {
        let Self { n, m, mm, t, tt, mt, drawn_m, drawn_mm } = other;
        self.n += n;
        self.m += m;
        self.mm += mm;
        self.t += t;
        self.tt += tt;
        self.mt += mt;
        self.drawn_m += drawn_m;
        self.drawn_mm += drawn_mm;
    }
}

/// The integers of the card report: side `all` first, then the game's sides, then its strata
/// ([`StatSchema::n_entries`](crate::model::StatSchema::n_entries)); rows by event, then card.
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impact {
    /// One per side.
    pub sides: Vec<SideSums>,
    /// `sides.len()` × events × cards.
    pub rows: Vec<RowSums>,
}

impl Impact {
    /// All zeros.
    #[must_use]
    pub fn new(n_sides: usize, n_events: usize, n_cards: usize) -> Self {
        Self {
            sides: vec![SideSums::default(); n_sides],
            rows: vec![RowSums::default(); n_sides * n_events * n_cards],
        }
    }

    /// Whether these can be the sums over this many games. Sums that pass can be added up over a whole run
    /// without overflow.
    pub(super) fn could_be(&self, games: u64) -> bool {
        // This many events, or squared shares, per game: at most 2³⁷ games.
        let most = games.saturating_mul(1 << 26);
        let side = |side: &SideSums| {
            let SideSums { n, m, mm, t, tt, mt, drawn_m, drawn_mm } = *side;
            n <= games
                && drawn_m <= m
                && drawn_mm <= mm
                && [m, mm, t, tt, mt].into_iter().all(|sum| sum <= most)
        };
        let row = |row: &RowSums| {
            let RowSums { a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences, drawn_a, drawn_aa, drawn_ma } =
                *row;
            drawn_a <= a
                && drawn_aa <= aa
                && drawn_ma <= ma
                && [a, aa, ya, yaya, aya, ma, mya, ta, tya, occurrences].into_iter().all(|sum| sum <= most)
        };
        self.sides.iter().all(side) && self.rows.iter().all(row)
    }

    /// Adds the games of another report.
    pub fn merge(&mut self, other: &Self) {
        self.sides.iter_mut().zip(&other.sides).for_each(|(side, more)| side.merge(more));
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, more)| row.merge(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_counts_a_game_without_a_winner_as_an_even_share() {
        // Two seats of a side: 3 games with half the win, 5 games that nobody wins.
        let mut side = SideSums::default();
        side.add_games(3, 2, 420);
        side.add_games(5, 2, 0);
        side.note_drawn(5, 2);
        let mut scored = SideSums::default();
        scored.add_games(3, 2, 420);
        scored.add_games(5, 2, 2 * 210);
        assert_eq!(side.scored(210), SideSums { drawn_m: 10, drawn_mm: 20, ..scored });
        assert_eq!(side.won(), SideSums { drawn_m: 0, drawn_mm: 0, ..side });
    }
}
