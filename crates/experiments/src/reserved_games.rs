//! Reserved games: ranges of a seed's games that no run plays. They separate held-out games from the games of
//! a search or training, and the experiments of one seed from each other.

use crate::config::plan::MOST_GAMES;
use crate::report::result_file::sha256;

/// The first game on which `tune` tries candidates. All games of `tune` and `check` are tallied and therefore lie
/// below 2⁴¹, the limit of the block digests.
pub(super) const TRYING: u64 = 1 << 38;
/// The first of the held-out games of all `tune` commands; see [`judging`].
const JUDGING: u64 = 1 << 39;
/// The first game of `check`.
pub(super) const CHECKING: u64 = 1 << 40;
/// The first training game of `train`.
pub(super) const LEARNING: u64 = 1 << 60;
/// The first game on which `train` selects the strategy to write.
pub(super) const CHOOSING: u64 = 2 << 60;
/// The first held-out game of `train`.
pub(super) const HELD_OUT: u64 = 3 << 60;
/// The first game on which `sensitivity` finds the side with the lowest win rate.
pub(super) const SIDING: u64 = 4 << 60;
/// The first games on which `exploit` learns, chooses an exploiter, and scores it.
pub(super) const EXPLOITING: [u64; 3] = [5 << 60, 6 << 60, 7 << 60];

/// The first held-out game of a `tune` with this request. Another config or other options give other games, so that a
/// search that begins with the result of an earlier one is not judged on the same games again.
pub(super) fn judging(request: &str) -> u64 {
    let digest = sha256(request.as_bytes());
    let number = digest.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0);
    JUDGING + number % (CHECKING - JUDGING - MOST_GAMES)
}

const _: () = assert!(MOST_GAMES <= TRYING && CHECKING + MOST_GAMES <= 1 << 41);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_has_its_own_held_out_games() {
        const MILLION: u64 = 1_000_000;
        let starts = ["", "a", "b", "ab"].map(judging);
        for (nth, start) in starts.iter().enumerate() {
            assert!(TRYING + MOST_GAMES <= *start && *start + MOST_GAMES <= CHECKING);
            assert!(starts[..nth].iter().all(|other| other.abs_diff(*start) > MILLION));
        }
    }
}
