//! The counters of a game.

use super::events::Event;
use crate::model::{MAX_SEATS, Observer, Seat};

/// The counters of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    pub(super) activations: u16,
    pub(super) own_scorings: u16,
    /// The player who would have taken the Arena right after PLAY.
    would_take: Option<Seat>,
    pub(super) boost_changed: u16,
    /// Fights taken, by the taker's position in the order of play.
    pub(super) taken: [u16; MAX_SEATS],
    /// Physical Arenas fought for, one bit each.
    pub(super) fought: u16,
    /// Physical Arenas taken, one bit each.
    pub(super) claimed: u16,
    pub(super) kills: u16,
    kills_before: u16,
    pub(super) fights_with_kill: u16,
    pub(super) ties_broken: u16,
    pub(super) unclaimed: u16,
    pub(super) stolen: u16,
    pub(super) draw_scored: u16,
    pub(super) renewals: u16,
    pub(super) short_draws: u16,
    pub(super) fizzled: u16,
    pub(super) bound_plays: u16,
    pub(super) exceptions: u16,
    /// Glory of all players, and the part of it from scored Warriors.
    pub(super) glory: u16,
    pub(super) scored_glory: u16,
    /// The highest Glory, and the second highest.
    pub(super) highest: u16,
    pub(super) second: u16,
}

impl Counters {
    fn end_fight(&mut self, taker: Option<Seat>) {
        self.boost_changed += u16::from(taker != self.would_take);
        self.fights_with_kill += u16::from(self.kills > self.kills_before);
        self.kills_before = self.kills;
    }
}

impl Observer<Event> for Counters {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Renewed => self.renewals += 1,
            Event::ShortDraw { .. } => self.short_draws += 1,
            Event::Fight { arena, .. } => self.fought |= 1 << arena,
            Event::Main { bound, is_exception, .. } => {
                self.bound_plays += u16::from(bound);
                self.exceptions += u16::from(is_exception);
            }
            Event::Boost { is_exception, .. } => self.exceptions += u16::from(is_exception),
            Event::AllPlayed { taker } => self.would_take = taker,
            Event::Scored { .. } => self.own_scorings += 1,
            Event::Activated { .. } => self.activations += 1,
            Event::Fizzled { .. } => self.fizzled += 1,
            Event::Killed { .. } => self.kills += 1,
            Event::Stolen { .. } => self.stolen += 1,
            Event::FlippedScored { .. } => self.draw_scored += 1,
            Event::Taken { seat, arena, position, tie_broken, .. } => {
                self.claimed |= 1 << arena;
                self.taken[position % MAX_SEATS] += 1;
                self.ties_broken += u16::from(tie_broken);
                self.end_fight(Some(seat));
            }
            Event::Unclaimed { .. } => {
                self.unclaimed += 1;
                self.end_fight(None);
            }
            Event::Glory { arenas, scored, extra, .. } => {
                let glory = arenas + scored + extra;
                self.glory += glory;
                self.scored_glory += scored;
                self.second = self.second.max(glory.min(self.highest));
                self.highest = self.highest.max(glory);
            }
            Event::Opening { .. }
            | Event::Drawn { .. }
            | Event::Buried { .. }
            | Event::Played { .. }
            | Event::Hit { .. }
            | Event::Lost { .. }
            | Event::Swapped { .. }
            | Event::Skipped { .. }
            | Event::ExtraGlory { .. }
            | Event::TurnedUp { .. }
            | Event::FlippedBuried { .. }
            | Event::Over { .. } => {}
        }
    }
}
