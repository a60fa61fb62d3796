//! Deals everything again that a player cannot know, uniformly among the deals that the view allows: the other trainer's
//! unseen cards, the others' queues, and their decisions to burn. Known cards stay. Among equal cards, the first ones
//! count as known, disabled or played, so that equal views give equal deals.

use super::Taunt;
use super::deck::{Cards, Queue};
use super::moves::{MAX_DECK, MoveId, Switch};
use super::state::{Phase, Secret, State};
use super::view::Known;
use crate::model::{Pile, RngStream, Seat, Seats};
use std::ops::RangeInclusive;

/// The cards of the pool whose position is unknown: at most 12 × 3.
type Unseen = Pile<MoveId, 36>;

/// The hidden part of another player's combo.
#[derive(Clone, Copy, Default)]
struct Combo {
    /// Number of queued cards.
    n_queued: usize,
    /// Whether the last one is a Switch.
    ends_with_switch: bool,
    /// Number of unseen cards in the deck in play that a queue can hold.
    n_fit: usize,
}

impl Taunt {
    pub(super) fn deal_unseen(&self, state: &mut State, seat: Seat, chance: &mut RngStream) {
        for other in Seats::first(self.rules.players).without(seat) {
            let known = self.known(state, other);
            let unseen = if self.drafters.has(other) { self.unseen(&known) } else { Pile::new() };
            let combo = self.deal_combo(state, seat, other, &known, &unseen, chance);
            if self.drafters.has(other) {
                self.deal_monsters(state, other, &known, unseen, combo.n_fit, chance);
            }
            self.lay_disabled(state, other, &known);
            let place = self.place_on_table(state, other);
            let burns = self.may_have_burnt(state, other) && chance.below(2) == 1;
            state.secrets[other] = Secret { queue: Queue::default(), burns, place };
            state.secrets[other].queue = self.draw_queue(state, other, combo, chance);
        }
    }

    /// The cards of the pool whose position is unknown.
    fn unseen(&self, known: &[Known; 3]) -> Unseen {
        let mut unseen = Pile::new();
        for card in &self.rules.monsters.pool {
            let n_known = known.iter().flat_map(|known| known.cards.iter()).filter(|c| *c == card).count();
            for _ in n_known..usize::from(self.rules.monsters.pool_copies) {
                unseen.push(*card);
            }
        }
        unseen
    }

    /// Draws the hidden part of a combo with the number of deals of which it is a part as its weight: the ways to fill
    /// the deck in play, times the queues of these cards. All cards count as different.
    ///
    /// The number of queued cards is public, except during queueing: a player who queues sees neither the numbers of the
    /// others nor which of them have stopped. All players queue one card per round until they stop, so a player who
    /// still queues has as many cards as this player.
    fn deal_combo(
        &self,
        state: &mut State,
        seat: Seat,
        other: Seat,
        known: &[Known; 3],
        unseen: &Unseen,
        chance: &mut RngStream,
    ) -> Combo {
        let is_queueing = state.open.phase == Phase::Combo && state.open.now.may_taunt.has(other);
        let (is_asked, goes_on) = (state.asked.has(seat), state.asked.has(other));
        let queued = usize::from(state.open.fighters[other].queued);
        let own = state.secrets[seat].queue.len();
        let lengths: RangeInclusive<usize> = match (is_queueing, is_asked) {
            (false, _) => queued..=queued,
            (true, true) => 0..=own,
            // This player has no decision before the queues are complete.
            (true, false) => 0..=self.rules.most_queued().min(MAX_DECK) - 1,
        };
        let deck = &known[self.monster(state, other)];
        let n_unknown = deck.size.saturating_sub(deck.cards.len());
        let n_fitting = unseen.iter().filter(|card| !self.card(**card).starts_combo).count();
        let n_held = self.n_held(state, other, deck);
        let n_switches = if self.has_monsters() && (is_asked || !is_queueing || !goes_on) {
            self.rules.monsters.switches.len()
        } else {
            0
        };
        let weight = |Combo { n_queued, ends_with_switch, n_fit }: Combo| {
            let n_held = n_held + n_fit;
            let queues = match (ends_with_switch, n_queued.checked_sub(1)) {
                (false, _) => sequences(n_held, n_queued),
                (true, Some(before)) => sequences(n_held, before).saturating_mul(n_switches as u64),
                (true, None) => 0,
            };
            let decks = subsets(n_fitting, n_fit)
                .saturating_mul(subsets(unseen.len() - n_fitting, n_unknown - n_fit));
            queues.saturating_mul(decks)
        };
        let combos = || {
            lengths.clone().flat_map(move |n_queued| {
                [false, true].into_iter().flat_map(move |ends_with_switch| {
                    (0..=n_unknown).map(move |n_fit| Combo { n_queued, ends_with_switch, n_fit })
                })
            })
        };
        let total = combos().map(weight).fold(0, u64::saturating_add);
        let is_certain = n_unknown == 0 && n_switches == 0 && lengths.start() == lengths.end();
        let mut left = if is_certain { 0 } else { share_of(chance.word(), total) };
        let drawn = combos().find(|combo| {
            let weight = weight(*combo);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        });
        let combo = drawn.unwrap_or_default();
        if is_queueing && is_asked {
            state.asked = state.asked.with_if(combo.n_queued == own && !combo.ends_with_switch, other);
        }
        combo
    }

    /// The number of known cards of the deck in play that a queue can hold.
    fn n_held(&self, state: &State, other: Seat, deck: &Known) -> usize {
        let is_played = |card: MoveId| {
            state.open.now.revealed.has(other) && state.open.fighters[other].revealed.card() == card
        };
        let mut n_held = 0;
        for (place, card) in deck.cards.iter().enumerate() {
            let is_first = !deck.cards.iter().take(place).any(|known| known == card);
            if is_first && !self.card(*card).starts_combo {
                let n_known = deck.cards.iter().filter(|known| *known == card).count();
                let n_disabled = deck.disabled.iter().filter(|lost| lost.card == *card).count();
                let n_lost = if self.holds_disabled(state, other) { 0 } else { n_disabled };
                // The card on the table is one that is not disabled, if there is any.
                let n_played = usize::from(is_played(*card) && n_known > n_lost);
                n_held += n_known.saturating_sub(n_lost + n_played);
            }
        }
        n_held
    }

    /// Whether a queue may contain disabled cards.
    fn holds_disabled(&self, state: &State, other: Seat) -> bool {
        !self.rules.combo_protects && state.open.combos.has(other)
    }

    /// The other trainer's decks: known cards, `n_fit` unseen cards that a queue can hold in the deck in play, no others
    /// of this kind there, and then any cards of the pool.
    fn deal_monsters(
        &self,
        state: &mut State,
        other: Seat,
        known: &[Known; 3],
        mut unseen: Unseen,
        n_fit: usize,
        chance: &mut RngStream,
    ) {
        let active = self.monster(state, other);
        let mut decks = [Cards::new(); 3];
        for (deck, known) in decks.iter_mut().zip(known) {
            known.cards.iter().for_each(|card| self.put(deck, *card));
        }
        let n_known = decks[active].len();
        while decks[active].len() < known[active].size {
            let is_fit = decks[active].len() < n_known + n_fit;
            let wanted = |card: &MoveId| self.card(*card).starts_combo != is_fit;
            let nth = chance.below(unseen.iter().filter(|card| wanted(card)).count());
            let places = 0..unseen.len();
            let Some(place) = places.filter(|place| wanted(&unseen[*place])).nth(nth) else { break };
            self.put(&mut decks[active], unseen.remove(place));
        }
        for (deck, known) in decks.iter_mut().zip(known) {
            while deck.len() < known.size {
                let Some(card) = unseen.draw(chance) else { break };
                self.put(deck, card);
            }
        }
        let trainer = &mut state.trainers[other.index() & 1];
        trainer.decks = decks.map(|cards| self.monster_deck(&cards));
        for ((mask, deck), known) in trainer.known.iter_mut().zip(&trainer.decks).zip(known) {
            *mask = 0;
            for card in known.cards.iter() {
                let free = deck.places_of(*card) & !*mask;
                *mask |= free & free.wrapping_neg();
            }
        }
    }

    /// The disabled cards are the first among equal cards.
    fn lay_disabled(&self, state: &mut State, other: Seat, known: &[Known; 3]) {
        let decks = self.decks_of(&state.trainers, &state.open, other);
        let disabled = &mut state.disabled[other];
        for (monster, deck) in decks.iter().enumerate() {
            (disabled.cards[monster], disabled.recovers[monster]) = (0, 0);
            for lost in known[monster].disabled.iter() {
                let free = deck.places_of(lost.card) & !disabled.cards[monster];
                let place = free.trailing_zeros() % 16;
                disabled.cards[monster] |= 1 << place;
                disabled.recovers[monster] |= u64::from(lost.turns) << (4 * place);
            }
        }
    }

    /// The index of the card revealed this turn: that of a Switch, or of the first equal card that is not
    /// disabled.
    fn place_on_table(&self, state: &State, other: Seat) -> u8 {
        if !state.open.now.revealed.has(other) {
            return 0;
        }
        let card = state.open.fighters[other].revealed.card();
        if self.card(card).switch != Switch::None {
            let switches = &self.rules.monsters.switches;
            let nth = switches.iter().position(|switch| *switch == card).unwrap_or(0);
            return u8::try_from(MAX_DECK + nth).unwrap_or(15);
        }
        let places = self.deck(state, other).places_of(card);
        let enabled = places & !state.disabled[other].cards[self.monster(state, other)];
        let place = if enabled == 0 { places } else { enabled }.trailing_zeros();
        u8::try_from(place % 16).unwrap_or(0)
    }

    /// Whether this player may have decided to burn blood.
    fn may_have_burnt(&self, state: &State, other: Seat) -> bool {
        state.open.phase == Phase::Select
            && self.may_burn(&state.open).has(other)
            && self.selectable(state, other) != 0
    }

    /// A queue drawn uniformly from the remaining cards.
    fn draw_queue(&self, state: &State, other: Seat, combo: Combo, chance: &mut RngStream) -> Queue {
        let open = &state.open;
        let mut queue = Queue::default();
        if combo.n_queued == 0 {
            return queue;
        }
        let deck = self.deck(state, other);
        let mut busy = 0_u16;
        if !self.holds_disabled(state, other) {
            busy |= state.disabled[other].cards[self.monster(state, other)];
        }
        if open.now.revealed.has(other) {
            busy |= 1 << state.secrets[other].place;
        }
        let held = |place: &u8| busy >> place & 1 == 0 && deck.starters() >> place & 1 == 0;
        // A deck has at most 12 cards.
        let mut left: Pile<u8, { MAX_DECK + 2 }> = (0..12).take(deck.len()).filter(held).collect();
        while queue.len() < combo.n_queued {
            if combo.ends_with_switch && queue.len() + 1 == combo.n_queued {
                left = (12..14).take(self.rules.monsters.switches.len()).collect();
            }
            let Some(place) = left.draw(chance) else { break };
            queue.push(place.into());
        }
        queue
    }
}

/// The number of sequences of `k` of `n` cards.
fn sequences(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (n - k + 1..=n).fold(1, |product: u64, card| product.saturating_mul(card as u64)) }
}

/// The number of sets of `k` of `n` cards.
fn subsets(n: usize, k: usize) -> u64 {
    if k > n {
        0
    } else {
        (1..=k).fold(1, |sets: u64, nth| sets.saturating_mul((n - k + nth) as u64) / nth as u64)
    }
}

/// A number below `total`, uniform if the word is.
fn share_of(word: u64, total: u64) -> u64 {
    u64::try_from((u128::from(word) * u128::from(total)) >> 64).unwrap_or(0)
}
