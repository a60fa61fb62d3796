//! temporary
use serde::{Deserialize, Serialize};
/// Sums.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sums {
    /// n
    pub n: u64,
    /// x
    pub x: i128,
    /// v
    pub v: i128,
    /// xx
    pub xx: u128,
    /// xv
    pub xv: i128,
    /// vv
    pub vv: u128,
}
impl Sums {
    /// Add.
    #[inline]
    pub fn add(&mut self, x: i64, v: i64) {
        self.n += 1;
        self.x += i128::from(x);
        self.v += i128::from(v);
        self.xx += (i128::from(x) * i128::from(x)).unsigned_abs();
        self.xv += i128::from(x) * i128::from(v);
        self.vv += (i128::from(v) * i128::from(v)).unsigned_abs();
    }
    /// Many games that are alike.
    pub fn add_games(&mut self, games: u64, x: i64, v: i64) {
        self.n += games;
        let games_i = i128::from(games);
        self.x += games_i * i128::from(x);
        self.v += games_i * i128::from(v);
        self.xx += (games_i * i128::from(x) * i128::from(x)).unsigned_abs();
        self.xv += games_i * i128::from(x) * i128::from(v);
        self.vv += (games_i * i128::from(v) * i128::from(v)).unsigned_abs();
    }
    /// Merge.
    pub fn merge(&mut self, o: &Self) {
        self.n += o.n;
        self.x += o.x;
        self.v += o.v;
        self.xx += o.xx;
        self.xv += o.xv;
        self.vv += o.vv;
    }
}
