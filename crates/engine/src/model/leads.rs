//! Who leads along one game, and the metrics that follow from it.

use super::measures::{MetricKind, MetricSpec, Ratio};
use super::outcome::Outcome;
use super::seat::{BySeat, Seat, Seats};

/// What shows who leads: whoever has more of it is ahead.
#[derive(Clone, Copy, Debug)]
pub struct Lead<F> {
    /// What is counted, as in `5 Glory`.
    pub unit: &'static str,
    /// How much of it a seat has, up to a thousand million.
    pub of: F,
}

/// Who led at the decisions of one game, compared with its first decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    /// Whether this game is watched.
    is_watched: bool,
    /// What the players had at the first decision, if there was one: decks, lives and characters can differ from the start.
    start: Option<BySeat<i32>>,
    /// The last seat that led alone.
    leader: Seats,
    /// How often the lead passed from one player to another.
    changes: i64,
    /// The largest lead of a player over all others.
    largest: i32,
    /// The largest lead of each player over each other.
    over: BySeat<BySeat<i32>>,
}

impl Leads {
    /// The number of metrics.
    const METRICS: usize = 4;
    /// Of the games that a run counts, one in so many is watched: watching all would take up to a third of the time.
    pub const EVERY: u64 = 16;

    /// Forgets the last game.
    #[inline]
    pub fn begin(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
        if is_watched {
            *self = Self { is_watched, ..Self::default() };
        }
    }

    /// Whether this game is watched among those that a run counts.
    #[must_use]
    pub const fn is_counted(game_idx: u64) -> bool {
        game_idx.is_multiple_of(Self::EVERY)
    }

    /// Whether the game is watched.
    #[inline(always)]
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Sees what the players have at a decision. Out of line, because games ask in many places.
    #[inline(never)]
    pub fn see(&mut self, players: usize, has: impl Fn(Seat) -> i32) {
        let seats = Seats::first(players);
        let mut now = BySeat::default();
        seats.into_iter().for_each(|seat| now[seat] = has(seat));
        let start = *self.start.get_or_insert(now);
        for leader in seats {
            let own = now[leader].saturating_sub(start[leader]);
            let mut least = i32::MAX;
            for other in seats.without(leader) {
                let lead = own.saturating_sub(now[other].saturating_sub(start[other]));
                self.over[leader][other] = self.over[leader][other].max(lead);
                least = least.min(lead);
            }
            if least > 0 && least < i32::MAX {
                self.largest = self.largest.max(least);
                let leader = Seats::only(leader);
                self.changes += i64::from(!self.leader.is_empty() && self.leader != leader);
                self.leader = leader;
            }
        }
    }

    /// How far the winners of this game were behind at some decision, each of them at least so far; `None` if nobody won, or
    /// everybody.
    fn comeback(&self, outcome: Outcome, players: usize) -> Option<i32> {
        let winners = outcome.winners();
        let losers = Seats::first(players).minus(winners);
        let behind = |winner: Seat| losers.into_iter().map(|loser| self.over[loser][winner]).max();
        winners.into_iter().filter_map(behind).min()
    }

    /// The metrics of every game that shows who leads, by this unit. They come after its own.
    pub(super) fn specs(unit: &'static str) -> [MetricSpec; Self::METRICS] {
        let spec = |id, unit, meaning, kind| MetricSpec::new(id, unit, meaning, kind);
        [
            spec(
                COMEBACK,
                unit,
                "largest deficit of the winner at any decision, compared with the start, 0 if never behind; of one game in 16",
                MetricKind::Ratio,
            ),
            spec(
                "comeback-share",
                "share",
                "share of won games in which the winner was behind at some decision; of one game in 16",
                MetricKind::Share,
            ),
            spec(
                LEAD_CHANGES,
                "per game",
                "times that the lead passed from one player to another; of one game in 16",
                MetricKind::Ratio,
            ),
            spec(
                LARGEST_LEAD,
                unit,
                "largest lead of a player over all others at any decision, of games won; of one game in 16",
                MetricKind::Ratio,
            ),
        ]
    }

    /// The contribution of a finished game to each of these metrics: none if it was not watched.
    #[inline]
    #[must_use]
    pub fn metrics(&self, outcome: Outcome, players: usize) -> [Ratio; Self::METRICS] {
        if !self.is_watched {
            return [Ratio::default(); Self::METRICS];
        }
        let comeback = self.comeback(outcome, players);
        let largest = if outcome.winners().is_empty() { None } else { Some(self.largest) };
        let of = |number: Option<i32>| number.map_or_else(Ratio::default, |number| Ratio::of(number, 1));
        [
            of(comeback),
            Ratio::whether(comeback.is_some_and(|behind| behind > 0), comeback.is_some()),
            Ratio { num: self.changes, den: 1 },
            of(largest),
        ]
    }
}

/// The metric of how far the winner was behind.
pub const COMEBACK: &str = "comeback";

/// The metric of how often the lead passed.
pub const LEAD_CHANGES: &str = "lead-changes";

/// The metric of the largest lead.
pub const LARGEST_LEAD: &str = "largest-lead";

#[cfg(test)]
mod tests {
    use super::*;

    /// The metrics of a game whose players have these numbers at its decisions: comeback, lead changes and largest lead.
    fn seen<const N: usize>(decisions: &[[i32; N]], outcome: Outcome) -> [Option<i64>; 3] {
        let mut leads = Leads::default();
        // Of another game nothing remains.
        leads.begin(true);
        leads.see(N, |seat| 9 * i32::from(seat == Seat::SECOND));
        leads.begin(true);
        for numbers in decisions {
            leads.see(N, |seat| numbers[seat.index()]);
        }
        let [comeback, share, changes, largest] =
            leads.metrics(outcome, N).map(|ratio| (ratio.den > 0).then_some(ratio.num));
        assert_eq!(share, comeback.map(|behind| i64::from(behind > 0)));
        [comeback, changes, largest]
    }

    fn won_by(seat: usize) -> Outcome {
        Outcome::Win(Seats::only(Seat::new(seat)))
    }

    #[test]
    fn a_lead_passes_only_between_players_who_lead_alone() {
        let three = [[0, 0, 0], [3, 1, 0], [3, 3, 0], [3, 5, 0], [3, 5, 5], [4, 5, 6], [9, 5, 6]];
        let of = |outcome| seen(&three, outcome);
        assert_eq!(
            [0, 1, 2].map(|seat| of(won_by(seat))),
            [2, 4, 5].map(|comeback| [Some(comeback), Some(3), Some(3)])
        );
        assert_eq!(of(Outcome::Draw), [None, Some(3), None]);
        assert_eq!(of(Outcome::Shared(Seats::first(3))), [None, Some(3), Some(3)]);
        assert_eq!(of(Outcome::Shared(Seats::first(2))), [Some(1), Some(3), Some(3)]);
    }

    #[test]
    fn who_begins_with_more_does_not_lead() {
        assert_eq!(seen(&[[20, 14], [19, 14], [12, 8], [12, 9]], won_by(0)), [Some(3), Some(0), Some(3)]);
    }

    #[test]
    fn two_players_have_the_leads_of_three_with_one_far_behind() {
        let two = [[5, 5], [7, 5], [7, 7], [8, 4], [6, 9], [6, 6], [6, 8], [7, 6]];
        let mut three = two.map(|[one, other]| [one, other, -100]);
        three[0][2] = 0;
        for seat in 0..2 {
            let [comeback, changes, largest] = seen(&two, won_by(seat));
            assert_eq!([comeback, changes, largest], [Some([3, 4][seat]), Some(2), Some(4)]);
            // With the third player, who loses, too, the lead is over both.
            assert_eq!(seen(&three, won_by(seat)), [comeback, changes, largest]);
        }
        assert_eq!(seen(&[[3, 3], [4, 3]], won_by(0)), [Some(0), Some(0), Some(1)]);
        assert_eq!(seen(&[[3, 3], [4, 3]], Outcome::Draw), [None, Some(0), None]);
    }
}
