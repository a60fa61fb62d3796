//! Per-game sums over recent games in machine words, which is much faster than [`Sums`].

use super::ratio_sums::Sums;
use crate::model::MetricKind;

/// Sums over the latest games, for small numbers. Each kind keeps only the sums that its figures need.
#[derive(Clone, Copy, Debug)]
pub(super) enum BatchSums {
    /// X and V are 0 or 1, so they equal their squares, and X is their product.
    Share {
        /// Σ X.
        x: i64,
        /// Σ V.
        v: i64,
    },
    /// V is 1.
    Mean {
        /// Σ X.
        x: i64,
        /// Σ X².
        xx: i64,
        /// Σ V.
        v: i64,
    },
    /// X and V are any integers.
    Ratio {
        /// Σ X.
        x: i64,
        /// Σ X².
        xx: i64,
        /// Σ XV.
        xv: i64,
        /// Σ V².
        vv: i64,
        /// Σ V.
        v: i64,
    },
}

impl BatchSums {
    /// Must be emptied after this many games.
    pub(super) const FULL: u64 = 1 << 14;
    /// Numbers below this are small: the sum of `FULL` squares fits a word.
    const SMALL: u64 = 1 << 23;

    /// The sums of no games.
    #[must_use]
    pub(super) const fn new(kind: MetricKind) -> Self {
        match kind {
            MetricKind::Share => Self::Share { x: 0, v: 0 },
            MetricKind::Mean => Self::Mean { x: 0, xx: 0, v: 0 },
            MetricKind::Ratio => Self::Ratio { x: 0, xx: 0, xv: 0, vv: 0, v: 0 },
        }
    }

    /// Adds one game. Large numbers are added to `sums` directly, without counting the game.
    #[inline]
    pub(super) fn add(&mut self, num: i64, den: i64, sums: &mut Sums) {
        match self {
            Self::Share { x, v } => {
                debug_assert!((0..=den).contains(&num) && den <= 1, "{num} of {den} is not a share");
                *x += num;
                *v += den;
            }
            Self::Mean { x, xx, v } if num.unsigned_abs() < Self::SMALL => {
                debug_assert_eq!(den, 1, "a mean has the denominator 1 in every game");
                *x += num;
                *xx += num * num;
                *v += 1;
            }
            Self::Ratio { x, xx, xv, vv, v } if num.unsigned_abs() | den.unsigned_abs() < Self::SMALL => {
                *x += num;
                *xx += num * num;
                *xv += num * den;
                *vv += den * den;
                *v += den;
            }
            _ => sums.add_terms(1, num, den),
        }
    }

    /// Moves this many games to `sums`.
    pub(super) fn empty(&mut self, games: u64, sums: &mut Sums) {
        let (kind, [x, v, xx, xv, vv]) = match *self {
            Self::Share { x, v } => (MetricKind::Share, [x, v, x, x, v]),
            Self::Mean { x, xx, v } => (MetricKind::Mean, [x, v, xx, x, v]),
            Self::Ratio { x, xx, xv, vv, v } => (MetricKind::Ratio, [x, v, xx, xv, vv]),
        };
        *self = Self::new(kind);
        sums.n += games;
        sums.x += i128::from(x);
        sums.v += i128::from(v);
        sums.xx += u128::from(xx.unsigned_abs());
        sums.xv += i128::from(xv);
        sums.vv += u128::from(vv.unsigned_abs());
    }
}
