//! Whole games of players who choose at random: the same steps as when each of them is asked, but nobody
//! goes back to the table in between. What is done again and again, throwing and paying, is done in one go.

use super::Bout;
use super::attack::Defences;
use super::cards::Slot;
use super::state::{Phase, Source};
use super::story::Event;
use crate::model::bits::{n_bits, nth_bit};
use crate::model::{BotState, BySeat, Decisions, Observer, Outcome, Seat};

/// The lots that players draw to choose.
pub(super) struct Lots<'m> {
    minds: &'m mut BySeat<BotState>,
    decisions: Decisions,
}

impl Lots<'_> {
    /// The number of one of so many moves.
    #[inline(always)]
    fn draw(&mut self, seat: Seat, n_moves: usize) -> usize {
        self.decisions.add(n_moves);
        // Of one move, the first is drawn: that leaves the stream as it is.
        self.minds[seat].chance.below(n_moves)
    }
}

impl<W: Observer<Event>> Bout<'_, W> {
    /// Plays on to the end.
    pub(super) fn play_out(&mut self, minds: &mut BySeat<BotState>) -> (Outcome, Decisions) {
        let mut lots = Lots { minds, decisions: Decisions::default() };
        loop {
            // What mostly follows on what, one after the other.
            while matches!(self.state.table.phase, Phase::Main) {
                self.act_by_lot(&mut lots);
            }
            if matches!(self.state.table.phase, Phase::Defend) {
                self.defend_by_lot(&mut lots);
            }
            if matches!(self.state.table.phase, Phase::Target) {
                self.aim_by_lot(&mut lots);
            }
            if matches!(self.state.table.phase, Phase::React) {
                self.react_by_lot(&mut lots);
            }
            if let Phase::Pay { seat, left, source } = self.state.table.phase {
                self.pay_by_lot(seat, left, source, &mut lots);
            }
            match self.state.table.phase {
                Phase::Over(outcome) => return (outcome, lots.decisions),
                Phase::Main | Phase::Defend | Phase::Target | Phase::React | Phase::Pay { .. } => {}
                _ => self.choose_by_lot(&mut lots),
            }
        }
    }

    /// The current player does something, or ends its turn.
    #[inline(always)]
    fn act_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let seat = table.current;
        let (cards, victims) = self.game.actions(table, self.state.hand(seat));
        let cards = cards.count();
        let n_cards = cards.len();
        let n_victims = n_bits(victims.mask());
        let nth = lots.draw(seat, n_cards + n_victims + 1);
        if nth < n_cards {
            self.play_card(seat, cards.nth(nth));
        } else if nth - n_cards < n_victims {
            self.begin_attack(Seat::new(nth_bit(victims.mask(), nth - n_cards)));
            self.throw_by_lot(lots);
        } else {
            self.end_turn();
        }
    }

    /// Card after card is thrown, until the combo is complete.
    #[inline(always)]
    fn throw_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let seat = table.current;
        let mut cards = self.state.hand(seat).ids.both(self.game.throwable(table)).count();
        let mut n_cards = cards.len();
        while n_cards > 0 && self.state.table.thrown < self.game.most_thrown {
            let table = &self.state.table;
            let nth = lots.draw(seat, n_cards + usize::from(!table.combo.is_empty()));
            if nth == n_cards {
                break;
            }
            let id = cards.nth(nth);
            let (slot, converted) = self.game.ways(table, id).nth_by(|n_ways| lots.draw(seat, n_ways));
            let burst = self.state.table.player(seat).body.burst[slot.index()];
            let colour = burst.nth_by(|n_colours| lots.draw(seat, n_colours));
            let last = self.let_fly(id, slot, colour, converted);
            cards.take_if(id, last);
            n_cards -= usize::from(last);
        }
        self.commit();
    }

    /// Somebody pays until all is paid.
    #[inline(always)]
    fn pay_by_lot(&mut self, seat: Seat, mut left: u16, source: Source, lots: &mut Lots<'_>) {
        let (cards, mut others) = self.game.payments(&self.state.table, seat, self.state.hand(seat));
        let mut cards = cards.count();
        let mut n_cards = cards.len();
        while left > 0 {
            let nth = lots.draw(seat, n_cards + n_bits(others));
            if nth < n_cards {
                let card = cards.nth(nth);
                let last = self.pay_card(seat, card);
                cards.take_if(card, last);
                n_cards -= usize::from(last);
                left -= 1;
            } else {
                match Slot::ALL.get(nth_bit(others, nth - n_cards)) {
                    Some(slot) => {
                        self.pay_part(seat, *slot);
                        left -= 1;
                    }
                    None => left -= self.pay_deck(seat, left),
                }
                (_, others) = self.game.payments(&self.state.table, seat, self.state.hand(seat));
            }
        }
        self.have_paid_all(source);
    }

    /// The victim of the attack defends, if it can.
    #[inline(always)]
    fn defend_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let parries = self.game.parries(table, self.state.hand(table.victim));
        if parries.is_empty() { self.land() } else { self.answer_by_lot(parries, lots) }
    }

    /// The current player aims at one of those whom its deed touches.
    #[inline(always)]
    fn aim_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let waiting = table.deed.waiting.mask();
        let nth = lots.draw(table.current, n_bits(waiting));
        self.aim(Seat::new(nth_bit(waiting, nth)));
    }

    /// The victim of the deed runs away, if it can.
    #[inline(always)]
    fn react_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let escapes = self.game.escapes(table, self.state.hand(table.deed.victim));
        if escapes.is_empty() {
            self.go_on();
        } else {
            self.answer_by_lot(Defences { run_away: escapes, ..Defences::NONE }, lots);
        }
    }

    /// Somebody answers an attack or a deed.
    #[inline(never)]
    fn answer_by_lot(&mut self, answers: Defences, lots: &mut Lots<'_>) {
        let seat = self.state.table.chooser();
        let mv = answers.nth_by(|n_moves| lots.draw(seat, n_moves));
        self.carry_out(mv);
    }

    /// What is rarely chosen.
    #[inline(never)]
    fn choose_by_lot(&mut self, lots: &mut Lots<'_>) {
        let table = &self.state.table;
        let seat = table.chooser();
        if let Phase::Limb { slots, .. } = table.phase {
            let nth = lots.draw(seat, n_bits(slots.0));
            return self.dismember(Slot::at(nth_bit(slots.0, nth)));
        }
        let mv = self
            .game
            .nth_by(table, self.state.hand(seat), &self.state.held, |n_moves| lots.draw(seat, n_moves));
        self.carry_out(mv);
    }
}
