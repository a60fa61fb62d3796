//! Deals everything again that a player cannot know: the other trainer's unseen cards, the others' queues,
//! and their decisions to burn. Known cards stay. Among equal cards, the first ones count as known, disabled
//! or played, so that equal views give equal deals.

use super::Taunt;
use super::deck::{Cards, Queue};
use super::moves::{MAX_DECK, MoveId, Switch};
use super::state::{Phase, Secret, State};
use super::view::Known;
use crate::model::{Pile, RngStream, Seat, Seats};

/// The cards of the pool whose position is unknown: at most 12 × 3.
type Unseen = Pile<MoveId, 36>;

impl Taunt {
    pub(super) fn deal_unseen(&self, state: &mut State, seat: Seat, chance: &mut RngStream) {
        for other in Seats::first(self.rules.players).without(seat) {
            let known = self.known(state, other);
            let n_queued = self.deal_queue_len(state, seat, other, chance);
            if self.drafters.has(other) {
                self.deal_monsters(state, other, &known, n_queued, chance);
            }
            self.lay_disabled(state, other, &known);
            let place = self.place_on_table(state, other);
            let burns = self.may_have_burnt(state, other) && chance.below(2) == 1;
            state.secrets[other] = Secret { queue: Queue::default(), burns, place };
            state.secrets[other].queue = self.draw_queue(state, other, n_queued, chance);
        }
    }

    /// The number of cards that another player has queued. It is public, except during queueing: a player who
    /// queues sees neither the numbers of the others nor which of them have stopped. All players queue one
    /// card per round until they stop, so a player who still queues has as many cards as this player.
    fn deal_queue_len(&self, state: &mut State, seat: Seat, other: Seat, chance: &mut RngStream) -> usize {
        let is_queueing = state.open.phase == Phase::Combo && state.open.now.may_taunt.has(other);
        if !is_queueing {
            return usize::from(state.open.fighters[other].queued);
        }
        if state.asked.has(seat) {
            let most = state.secrets[seat].queue.len();
            let n_queued = chance.below(most + 1);
            state.asked = state.asked.with_if(n_queued == most, other);
            return n_queued;
        }
        // This player has no decision before the queues are complete.
        chance.below(match usize::from(self.rules.combo_limit) {
            0 => MAX_DECK,
            limit => limit,
        })
    }

    /// The other trainer's decks: known cards, those that a queue needs, and others of the pool.
    fn deal_monsters(
        &self,
        state: &mut State,
        other: Seat,
        known: &[Known; 3],
        n_queued: usize,
        chance: &mut RngStream,
    ) {
        let active = self.monster(state, other);
        let mut unseen: Unseen = Pile::new();
        for card in &self.rules.monsters.pool {
            let n_known = known.iter().flat_map(|known| known.cards.iter()).filter(|c| *c == card).count();
            for _ in n_known..usize::from(self.rules.monsters.pool_copies) {
                unseen.push(*card);
            }
        }
        let mut decks = [Cards::new(); 3];
        for (deck, known) in decks.iter_mut().zip(known) {
            known.cards.iter().for_each(|card| self.put(deck, *card));
        }
        let in_combo = state.open.combos.has(other);
        if in_combo {
            // The known cards that the queue may contain; a Switch may be its last card.
            let busy = known[active].disabled.len() + usize::from(state.open.now.revealed.has(other));
            let starters = |card: &&MoveId| self.card(**card).starts_combo;
            let n_starters = known[active].cards.iter().filter(starters).count();
            let n_held = known[active].cards.len().saturating_sub(n_starters + busy);
            let mut need =
                n_queued.saturating_sub(n_held + usize::from(!self.rules.monsters.switches.is_empty()));
            while need > 0 && decks[active].len() < known[active].size {
                let fits = |card: &MoveId| !self.card(*card).starts_combo;
                let n_fit = unseen.iter().filter(|card| fits(card)).count();
                let nth = chance.below(n_fit);
                let places = 0..unseen.len();
                let Some(place) = places.filter(|place| fits(&unseen[*place])).nth(nth) else { break };
                self.put(&mut decks[active], unseen.remove(place));
                need -= 1;
            }
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

    /// A queue of `n_queued` cards (or as many as there are), drawn uniformly from the remaining cards.
    fn draw_queue(&self, state: &State, other: Seat, n_queued: usize, chance: &mut RngStream) -> Queue {
        let open = &state.open;
        let mut queue = Queue::default();
        if n_queued == 0 {
            return queue;
        }
        let deck = self.deck(state, other);
        let mut busy = 0_u16;
        if self.rules.combo_protects || !open.combos.has(other) {
            busy |= state.disabled[other].cards[self.monster(state, other)];
        }
        if open.now.revealed.has(other) {
            busy |= 1 << state.secrets[other].place;
        }
        let held = |place: &u8| busy >> place & 1 == 0 && deck.starters() >> place & 1 == 0;
        // A deck has at most 12 cards.
        let mut left: Pile<u8, { MAX_DECK + 2 }> = (0..12).take(deck.len()).filter(held).collect();
        let goes_on = open.phase == Phase::Combo && state.asked.has(other);
        let may_switch = self.has_monsters() && !goes_on;
        while queue.len() < n_queued {
            if may_switch && queue.len() + 1 == n_queued {
                (12..14).take(self.rules.monsters.switches.len()).for_each(|place| left.push(place));
            }
            let Some(place) = left.draw(chance) else { break };
            queue.push(place.into());
        }
        queue
    }
}
