//! Games of random players, who are not asked: each choice is made where it is due.

use super::KnifeFight;
use super::cards::{Hand, Rank};
use super::play::BOTH;
use super::state::{Stage, State};
use super::story::Event;
use crate::model::{BySeat, Chosen, Decisions, Mind, Outcome, Seat, Seats, Stream, Watch};

impl KnifeFight {
    /// Plays round after round, to the end.
    #[inline]
    pub(super) fn play_rounds<W: Watch<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<Mind>,
        watch: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        loop {
            let fronts = BOTH.map(|seat| {
                let hand = state.players[seat.index()].hand;
                let (rank, n_ranks) = pick(hand, &mut minds[seat].dice);
                decisions.add(n_ranks);
                rank
            });
            if self.play_round(state, fronts, watch) {
                continue;
            }
            // Kings and Queens, or the end.
            while let Stage::Follow(seats) | Stage::Dress(seats) = state.stage {
                self.answer(state, seats, minds, &mut decisions, watch);
            }
            if let Stage::Over(outcome) = state.stage {
                return (outcome, decisions);
            }
        }
    }

    /// These seats follow their King, or dress a wound.
    #[inline(never)]
    fn answer<W: Watch<Event>>(
        &self,
        state: &mut State,
        seats: Seats,
        minds: &mut BySeat<Mind>,
        decisions: &mut Decisions,
        watch: &mut W,
    ) {
        let mut chosen = Chosen::nothing();
        for seat in seats {
            let (rank, n_ranks) = pick(self.choices(state, seat), &mut minds[seat].dice);
            decisions.add(n_ranks);
            chosen.set(seat, rank);
        }
        self.proceed(state, &chosen, watch);
    }

    /// The ranks among which the seat chooses now: what it may lay out, or its wounds.
    #[inline]
    pub(super) fn choices(&self, state: &State, seat: Seat) -> Hand {
        let player = &state.players[seat.index() & 1];
        match state.stage {
            Stage::Play | Stage::Over(_) => player.hand,
            Stage::Follow(_) => player.hand.only(self.followers),
            Stage::Dress(_) => Rank::all().filter(|rank| player.wounds[rank.place()] > 0).collect(),
        }
    }
}

/// One of the distinct ranks, and how many there are.
#[inline]
pub(super) fn pick(hand: Hand, mind: &mut Stream) -> (Rank, usize) {
    hand.rank_at(|n_ranks| mind.pick(n_ranks))
}
