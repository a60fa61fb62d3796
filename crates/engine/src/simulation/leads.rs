//! Who leads along one game, by the counter that the game declares.

use crate::model::{BySeat, CardEvent, Outcome, Seat, Seats};

/// What is known of one game besides its record.
#[derive(Clone, Copy, Debug)]
pub struct GameDetails<'d> {
    /// The events of its cards.
    pub cards: &'d [CardEvent],
    /// Who led; `None` if the game declares no counter.
    pub leads: Option<Leads>,
}

/// Who led at the decisions of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    leader: Option<Seat>,
    /// How often the lead passed from one player to another.
    pub changes: u64,
    /// The largest lead of a player over all others.
    pub largest: i64,
    /// The largest lead of each player over each other.
    over: BySeat<BySeat<i64>>,
}

impl Leads {
    /// Sees the counters of the players at a decision.
    pub(super) fn see(&mut self, players: usize, counter: impl Fn(Seat) -> i64) {
        let seats = Seats::first(players);
        for leader in seats {
            let own = counter(leader);
            let mut least = i64::MAX;
            for other in seats.without(leader) {
                let lead = own.saturating_sub(counter(other));
                self.over[leader][other] = self.over[leader][other].max(lead);
                least = least.min(lead);
            }
            if least > 0 && least < i64::MAX {
                self.largest = self.largest.max(least);
                self.changes += u64::from(self.leader.is_some_and(|before| before != leader));
                self.leader = Some(leader);
            }
        }
    }

    /// How far the winners of this game were behind at some decision, each of them at least so far; `None` if nobody won, or
    /// everybody.
    #[must_use]
    pub fn comeback(&self, outcome: Outcome, players: usize) -> Option<i64> {
        let winners = outcome.winners();
        let losers = Seats::first(players).minus(winners);
        let behind = |winner: Seat| losers.into_iter().map(|loser| self.over[loser][winner]).max();
        winners.into_iter().filter_map(behind).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_passes_only_between_players_who_lead_alone() {
        let mut leads = Leads::default();
        for counters in [[0, 0, 0], [3, 1, 0], [3, 3, 0], [3, 5, 0], [3, 5, 5], [4, 5, 6], [9, 5, 6]] {
            leads.see(3, |seat| counters[seat.index()]);
        }
        assert_eq!((leads.changes, leads.largest), (3, 3));
        let won_by = |seat| leads.comeback(Outcome::Win(Seats::only(Seat::new(seat))), 3);
        assert_eq!([won_by(0), won_by(1), won_by(2)], [Some(2), Some(4), Some(5)]);
        assert_eq!(leads.comeback(Outcome::Draw, 3), None);
        assert_eq!(leads.comeback(Outcome::Shared(Seats::first(3)), 3), None);
        assert_eq!(leads.comeback(Outcome::Shared(Seats::first(2)), 3), Some(1));
    }
}
