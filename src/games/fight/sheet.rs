//! What a game counts while it is played.

use super::cards::Card;
use super::events::{BOOST, CARD_EVENTS, DRAWN, Event, MAIN, OPENING, PLAYED};
use crate::model::bits::bits;
use crate::model::{Seat, Times, Watch};

/// The most players.
const SEATS: usize = 5;

/// The counters of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheet {
    /// Card events by seat: without what is `played`, as main or boost, and without the opening hands among
    /// what is `drawn`.
    pub(super) cards: [CardTimes; SEATS],
    pub(super) activations: u16,
    pub(super) own_scorings: u16,
    /// Who would have taken the Arena right after PLAY.
    would_take: Option<Seat>,
    pub(super) boost_changed: u16,
    /// Fights taken, by the taker's place in the order of play.
    pub(super) taken: [u16; SEATS],
    /// Physical Arenas fought for, a bit each.
    pub(super) fought: u16,
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
}

/// How often each event of the card report has happened to each Warrior of a seat, in binary digits: a
/// word an event, a bit a Warrior. Nothing happens to the same Warrior of a seat twice in a fight, and
/// there are at most 12: a drawn one is played in a later fight, a seat whose main was killed has none to
/// swap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CardTimes {
    digits: [[u64; CARD_EVENTS.len()]; 4],
    /// Has anything happened again?
    again: bool,
}

impl CardTimes {
    /// Once more.
    #[inline(always)]
    fn add(&mut self, event: usize, card: Card) {
        let bit = 1 << card.place();
        let happened = self.digits[0][event] & bit;
        self.digits[0][event] ^= bit;
        // Few come back out of the Graveyard.
        if happened > 0 {
            self.carry(event, bit);
        }
    }

    /// Carries a bit to the second digit.
    #[cold]
    fn carry(&mut self, event: usize, mut bit: u64) {
        self.again = true;
        for digit in &mut self.digits[1..] {
            let carry = digit[event] & bit;
            digit[event] ^= bit;
            bit = carry;
        }
        debug_assert!(bit == 0, "event {event} has happened 16 times to a Warrior");
    }

    /// Tells it all, what follows from other events included: what has happened again card by card, the
    /// rest as sets.
    #[inline]
    pub(super) fn tell(&self, mut hear: impl FnMut(usize, Times<'_>)) {
        let mut sets = self.digits[0];
        let twice = sets[DRAWN] & sets[OPENING] | sets[MAIN] & sets[BOOST];
        sets[DRAWN] |= sets[OPENING];
        sets[PLAYED] = sets[MAIN] | sets[BOOST];
        if self.again || twice > 0 {
            self.tell_again(&mut sets, &mut hear);
        }
        hear(0, Times::Sets(&sets));
    }

    /// Takes what has happened again off the sets, and tells it.
    #[inline(never)]
    fn tell_again(&self, sets: &mut [u64; CARD_EVENTS.len()], hear: &mut impl FnMut(usize, Times<'_>)) {
        let mut cards = *self;
        cards.join(DRAWN, OPENING);
        cards.join(PLAYED, MAIN);
        cards.join(PLAYED, BOOST);
        for (event, set) in sets.iter_mut().enumerate() {
            let again: u64 = cards.digits[1..].iter().fold(0, |cards, digit| cards | digit[event]);
            *set &= !again;
            for card in bits(again) {
                let is_one = |digit: &[u64; CARD_EVENTS.len()]| u32::from(digit[event] >> card & 1 == 1);
                let times = cards.digits.iter().rev().fold(0, |times, digit| times << 1 | is_one(digit));
                hear(event, Times::Card(card, times));
            }
        }
    }

    /// One event has also happened as often as another.
    fn join(&mut self, event: usize, other: usize) {
        let mut carry = 0;
        for digit in &mut self.digits {
            let (one, two) = (digit[event], digit[other]);
            digit[event] = one ^ two ^ carry;
            carry = one & two | carry & (one ^ two);
        }
    }
}

impl Sheet {
    fn end_fight(&mut self, taker: Option<Seat>) {
        self.boost_changed += u16::from(taker != self.would_take);
        self.fights_with_kill += u16::from(self.kills > self.kills_before);
        self.kills_before = self.kills;
    }
}

impl Watch<Event> for Sheet {
    #[inline(always)]
    fn saw(&mut self, event: Event) {
        if let Some((place, seat, card)) = event.shown()
            && !matches!(event, Event::Played { .. } | Event::Drawn { opening: true, .. })
            && let Some(cards) = self.cards.get_mut(seat.index())
        {
            cards.add(place, card.card);
        }
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
            Event::Taken { seat, position, tie_broken, .. } => {
                self.taken[usize::from(position) % SEATS] += 1;
                self.ties_broken += u16::from(tie_broken);
                self.end_fight(Some(seat));
            }
            Event::Unclaimed { .. } => {
                self.unclaimed += 1;
                self.end_fight(None);
            }
            Event::Opening { .. }
            | Event::Drawn { .. }
            | Event::Buried { .. }
            | Event::Played { .. }
            | Event::Hit { .. }
            | Event::Lost { .. }
            | Event::Swapped { .. }
            | Event::FlippedBuried { .. }
            | Event::Counted { .. }
            | Event::Over { .. } => {}
        }
    }
}
