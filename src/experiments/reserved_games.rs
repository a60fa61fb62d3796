//! Reserved games: ranges of a seed's games that no run plays. They separate held-out games from the games of
//! a search or training, and the experiments of one seed from each other.

/// The first game on which `tune` tries candidates. All games of `tune` are tallied and therefore lie below 2⁴¹, the
/// limit of the block digests.
pub(super) const TRYING: u64 = 1 << 38;
/// The first held-out game of `tune`.
pub(super) const JUDGING: u64 = 1 << 39;
/// The first training game of `train`.
pub(super) const LEARNING: u64 = 1 << 60;
/// The first game on which `train` selects the strategy to write.
pub(super) const CHOOSING: u64 = 2 << 60;
/// The first held-out game of `train`.
pub(super) const HELD_OUT: u64 = 3 << 60;
/// The first game on which `sensitivity` finds the side with the lowest win rate.
pub(super) const SIDING: u64 = 4 << 60;
