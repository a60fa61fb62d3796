//! The outcome of a game, and its utility for a seat.

use super::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One whole win, in 840ths: 840 is divisible by 1 to 8, the possible numbers of winners.
pub const SHARE: u32 = 840;

/// How a game ended. The five kinds are counted separately and never combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// One seat, or one team, won. A team's members share the win evenly.
    Win(Seats),
    /// Several seats won together and share the win evenly.
    Shared(Seats),
    /// A tie.
    Draw,
    /// Everybody lost.
    AllLose,
    /// The limit of rounds or turns was reached.
    Stalemate,
}

/// The outcome as a part of a sentence.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winners: Vec<String> = self.winners().into_iter().map(|seat| seat.to_string()).collect();
        match (self, winners.as_slice()) {
            (Self::Draw, _) => write!(f, "a draw"),
            (Self::AllLose, _) => write!(f, "nobody winning"),
            (Self::Stalemate, _) => write!(f, "a stalemate"),
            (_, [seat]) => write!(f, "a win of seat {seat}"),
            (_, seats) => write!(f, "a win of seats {}", seats.join(", ")),
        }
    }
}

impl Outcome {
    /// The names of the five kinds, in the order of [`Outcome::kind`].
    pub const KINDS: [&'static str; 5] = ["win", "shared", "draw", "nobody", "stalemate"];

    /// These seats win: alone if there is one, otherwise shared.
    #[must_use]
    pub const fn won_by(seats: Seats) -> Self {
        if seats.len() > 1 { Self::Shared(seats) } else { Self::Win(seats) }
    }

    /// The index of this kind in [`Outcome::KINDS`].
    #[must_use]
    pub const fn kind(self) -> usize {
        match self {
            Self::Win(_) => 0,
            Self::Shared(_) => 1,
            Self::Draw => 2,
            Self::AllLose => 3,
            Self::Stalemate => 4,
        }
    }

    /// The seats that won.
    #[must_use]
    pub const fn winners(self) -> Seats {
        match self {
            Self::Win(seats) | Self::Shared(seats) => seats,
            Self::Draw | Self::AllLose | Self::Stalemate => Seats::NONE,
        }
    }

    /// The seat's share of the win, in [`SHARE`]ths.
    #[must_use]
    pub fn share(self, seat: Seat) -> u32 {
        let winners = self.winners();
        if winners.has(seat) { [0, 840, 420, 280, 210, 168, 140, 120, 105][winners.len()] } else { 0 }
    }

    /// The utility for a seat of a game with this many players, in [`SHARE`]ths of a win. If nobody wins, it
    /// is the same for all seats.
    #[must_use]
    pub fn utility(self, seat: Seat, players: usize) -> u32 {
        let even = SHARE / u32::try_from(players).unwrap_or(1).max(1);
        if self.winners().is_empty() { even } else { self.share(seat) }
    }

    /// The total utility for these seats of a game with this many players: their score.
    #[must_use]
    pub fn joint_utility(self, seats: Seats, players: usize) -> u32 {
        seats.into_iter().map(|seat| self.utility(seat, players)).sum()
    }

    /// The total share of the win of these seats.
    #[must_use]
    pub fn joint_share(self, seats: Seats) -> u32 {
        seats.into_iter().map(|seat| self.share(seat)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A draw of two players is half a win for each.
    #[test]
    fn the_scores_of_a_game_add_up_to_one_win() {
        for players in 1..=8 {
            let all = Seats::first(players);
            for outcome in [Outcome::won_by(all), Outcome::Draw, Outcome::AllLose, Outcome::Stalemate] {
                assert_eq!(outcome.joint_utility(all, players), SHARE, "{players} players, {outcome}");
            }
        }
        assert_eq!(Outcome::Draw.utility(Seat::FIRST, 2), SHARE / 2);
    }

    #[test]
    fn a_win_is_divided_without_remainder() {
        for sharers in 1..=8 {
            let outcome = Outcome::won_by(Seats::first(sharers));
            let total: u32 = Seats::first(8).into_iter().map(|seat| outcome.share(seat)).sum();
            assert_eq!(total, SHARE);
            assert_eq!(Outcome::KINDS[outcome.kind()], if sharers == 1 { "win" } else { "shared" });
        }
    }
}
