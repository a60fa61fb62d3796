//! Reserved games: ranges of a seed's games that no run reaches, so that nothing is judged on the games it was chosen
//! on, nor on those that other experiments play with the same seed.

/// From here on, `tune` tries settings. All games of `tune` are counted, and lie below 2⁴¹, where digests of
/// games have blocks of their own.
pub(super) const TRYING: u64 = 1 << 38;
/// From here on, `tune` judges what it found.
pub(super) const JUDGING: u64 = 1 << 39;
/// From here on, `train` learns.
pub(super) const LEARNING: u64 = 1 << 60;
/// From here on, `train` chooses what is filed.
pub(super) const CHOOSING: u64 = 2 << 60;
/// From here on, `train` tries what is filed.
pub(super) const HELD_OUT: u64 = 3 << 60;
/// From here on, `sensitivity` finds the side that wins least.
pub(super) const SIDING: u64 = 4 << 60;
