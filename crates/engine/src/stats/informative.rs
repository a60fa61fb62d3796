//! How many games a figure rests on. If few do, their spread is a chance find, and a normal interval is too narrow.

use super::ratio_sums::Sums;

impl Sums {
    /// Games that the figure X/V rests on, X counted in `parts` of one: those in which X, or V, is not 0, or those that
    /// differ from a figure that is a whole number in nearly all games. Exact for counts of 0 and 1; otherwise a bound.
    #[must_use]
    pub fn informative(&self, parts: u32) -> u64 {
        let v = Self { x: self.v, xx: self.vv, ..Self::default() };
        let least = self.telling().min(v.telling()).min(self.n);
        // X − cV for the whole number c nearest to X/V: whole, so there are no more such games than its squares add up to.
        let unit = i128::from(parts);
        let deviations = || {
            let v = self.v.checked_mul(unit)?;
            let nearest = self.x.checked_mul(2)?.checked_add(v)?.checked_div_euclid(v.checked_mul(2)?)?;
            let c = nearest.checked_mul(unit).filter(|c| *c != 0)?;
            let (xx, vv) = (i128::try_from(self.xx).ok()?, i128::try_from(self.vv).ok()?);
            let squares = xx.checked_sub(c.checked_mul(self.xv)?.checked_mul(2)?)?;
            let squares = squares.checked_add(c.checked_mul(c)?.checked_mul(vv)?)?;
            u64::try_from(squares / (unit * unit)).ok()
        };
        least.min(deviations().unwrap_or(u64::MAX))
    }

    /// The same of a share, which rests on the games that add nothing to it as well.
    #[must_use]
    pub fn informative_share(&self, parts: u32) -> u64 {
        let v = Self { x: self.v, xx: self.vv, ..Self::default() };
        self.telling().min(self.rest(parts).telling()).min(v.telling())
    }

    /// The same of these scores, counted in `parts` of one, which also rest on the games that are not drawn. `won` has the
    /// same games with X = 0 if nobody wins.
    #[must_use]
    pub fn informative_score(&self, won: &Self, parts: u32) -> u64 {
        let drawn = Self { x: self.x - won.x, xx: self.xx.saturating_sub(won.xx), ..Self::default() };
        self.informative_share(parts).min(self.n.saturating_sub(drawn.telling()))
    }

    /// At least this many games add to Σ X, if none takes away from it: (Σ X)²/Σ X² (Cauchy & Schwarz).
    #[must_use]
    pub fn telling(&self) -> u64 {
        let x = self.x.unsigned_abs();
        x.checked_mul(x)
            .and_then(|square| square.checked_div(self.xx))
            .map_or(0, |games| games.try_into().unwrap_or(u64::MAX))
    }

    /// What is left of a share whose X is counted in `parts` of one: X' = V − X.
    #[must_use]
    pub fn rest(&self, parts: u32) -> Self {
        let parts = i128::from(parts);
        let (vv, xx) =
            (i128::try_from(self.vv).unwrap_or(i128::MAX), i128::try_from(self.xx).unwrap_or(i128::MAX));
        let square = vv
            .saturating_mul(parts * parts)
            .saturating_sub(self.xv.saturating_mul(2 * parts))
            .saturating_add(xx);
        Self {
            n: self.n,
            x: self.v.saturating_mul(parts) - self.x,
            xx: square.unsigned_abs(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn informative_games_are_those_that_differ_from_a_constant() {
        let of = |x: i64, n: u64, other: i64, others: u64, v: i64| {
            let mut sums = Sums::default();
            sums.add_games(n, x, v);
            sums.add_games(others, other, v);
            sums.informative(1)
        };
        assert_eq!((of(0, 300, 1, 7, 1), of(0, 300, 6, 7, 1), of(0, 300, 0, 7, 1)), (7, 7, 0));
        assert_eq!((of(2, 300, 3, 7, 1), of(2, 300, 1, 7, 1), of(6, 300, 7, 9, 3)), (7, 7, 9));
        assert_eq!((of(4, 300, 4, 7, 1), of(0, 500, 2, 500, 1)), (0, 500));
        // Many deaths in few rounds, in few games.
        let mut rare = Sums::default();
        rare.add_games(300, 0, 0);
        rare.add_games(5, 2, 3);
        assert_eq!(rare.informative(1), 5);
        let share = |wins: u64, of: u64| {
            let mut sums = Sums::default();
            sums.add_games(wins, 840, 1);
            sums.add_games(of - wins, 0, 1);
            sums
        };
        assert_eq!([share(3, 100), share(98, 100)].map(|sums| sums.informative_share(840)), [3, 2]);
    }
}
