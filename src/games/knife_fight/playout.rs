//! Games of random players, who are not asked: each choice is made where it is due.

use super::KnifeFight;
use super::cards::{Hand, Rank};
use super::play::BOTH;
use super::state::{Phase, State};
use super::story::Event;
use crate::model::{BotState, BySeat, Decisions, JointMove, Observer, Outcome, RngStream, Seat};

impl KnifeFight {
    /// Plays round after round, to the end.
    #[inline]
    pub(super) fn play_rounds<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        observer: &mut W,
    ) -> (Outcome, Decisions) {
        let mut decisions = Decisions::default();
        loop {
            let fronts = BOTH.map(|seat| {
                let hand = state.players[seat.index()].hand;
                let (rank, n_ranks) = pick(hand, &mut minds[seat].chance);
                decisions.add(n_ranks);
                rank
            });
            let clash = self.lay_out(state, fronts, observer);
            let goes_on = if clash.is_plain() {
                self.cut(state, fronts, clash, observer)
            } else {
                self.play_court(state, minds, &mut decisions, observer)
            };
            if !goes_on && let Phase::Over(outcome) = state.phase {
                return (outcome, decisions);
            }
        }
    }

    /// The fronts meet, a King or a Queen among them, once all have followed or dressed a wound who can.
    /// Has the next round begun?
    #[inline(never)]
    fn play_court<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        decisions: &mut Decisions,
        observer: &mut W,
    ) -> bool {
        let mut choose = |seat, choices| {
            let (rank, n_ranks) = pick(choices, &mut minds[seat].chance);
            decisions.add(n_ranks);
            rank
        };
        loop {
            let follow = self.feint(state, observer);
            if follow.is_empty() {
                break;
            }
            for seat in follow {
                let player = &mut state.players[seat.index() & 1];
                player.follow(seat, choose(seat, player.hand.only(self.followers)), observer);
            }
        }
        let dress = self.dresses(state);
        let mut chosen = JointMove::nothing();
        for seat in dress {
            chosen.set(seat, choose(seat, state.players[seat.index() & 1].wounded()));
        }
        self.clash(state, dress, &chosen, observer)
    }

    /// The ranks among which the seat chooses now: what it may lay out, or its wounds.
    #[inline]
    pub(super) fn choices(&self, state: &State, seat: Seat) -> Hand {
        let player = &state.players[seat.index() & 1];
        match state.phase {
            Phase::Play | Phase::Over(_) => player.hand,
            Phase::Follow(_) => player.hand.only(self.followers),
            Phase::Dress(_) => player.wounded(),
        }
    }
}

/// One of the distinct ranks, and how many there are.
#[inline]
pub(super) fn pick(hand: Hand, mind: &mut RngStream) -> (Rank, usize) {
    hand.rank_at(|n_ranks| mind.pick(n_ranks))
}
