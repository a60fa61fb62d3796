//! Clause 5: the deciding player in each phase, and the execution of each choice.

use super::moves::Move;
use super::state::{Phase, Picked};
use super::story::Event;
use super::{Resolver, StupidFight};
use crate::model::{Ask, Observer, Seats, Status};

impl<O: Observer<Event>> Resolver<'_, O> {
    /// Continues until the game is over or the asker pauses it.
    pub(super) fn play_on(&mut self, ask: &mut impl Ask<StupidFight>) -> Status {
        loop {
            if let Phase::Over(outcome) = self.state.table.phase {
                return Status::Over(outcome);
            }
            if self.step(ask).is_none() {
                return Status::Choose(Seats::only(self.state.table.chooser()));
            }
        }
    }

    /// Asks for one decision and executes it. Does nothing if the asker pauses.
    #[inline(always)]
    fn step(&mut self, ask: &mut impl Ask<StupidFight>) -> Option<()> {
        let (game, seat) = (self.game, self.state.table.current);
        match self.state.table.phase {
            Phase::Main => match ask.choose(game, self.state, seat)? {
                Move::Play(id) => self.play_card(seat, id),
                Move::Attack(victim) => self.begin_attack(victim),
                _ => self.end_turn(),
            },
            Phase::Throw => match self.state.picked {
                Picked::Nothing => match ask.choose(game, self.state, seat)? {
                    Move::Throw(id) => self.pick(id),
                    _ => self.commit(),
                },
                Picked::Card(id) => match ask.choose(game, self.state, seat)? {
                    Move::From(slot) => self.throw_from(id, slot, false),
                    Move::Convert(slot) => self.throw_from(id, slot, true),
                    _ => {}
                },
                Picked::From(id, slot, converted) => {
                    if let Move::In(colour) = ask.choose(game, self.state, seat)? {
                        self.throw(id, slot, Some(colour), converted);
                    }
                }
            },
            Phase::Pay { seat, left, source } => match ask.choose(game, self.state, seat)? {
                Move::PayHand(id) => self.pay_with_card(seat, left, source, id),
                Move::PayPart(slot) => self.pay_with_limb(seat, left, source, slot),
                _ => self.pay_off_deck(seat, left, source),
            },
            Phase::Defend => match ask.choose(game, self.state, self.state.table.victim)? {
                Move::Dodge(id) => self.parry(id, false),
                Move::Block(id) => self.parry(id, true),
                Move::RunAway(id) => self.run_from_attack(id),
                _ => self.land(),
            },
            Phase::React => match ask.choose(game, self.state, self.state.table.resolution.victim)? {
                Move::RunAway(id) => self.run_from_effects(id),
                _ => self.go_on(),
            },
            Phase::Target => {
                if let Move::Target(victim) = ask.choose(game, self.state, seat)? {
                    self.aim(victim);
                }
            }
            _ => {
                let mv = ask.choose(game, self.state, self.state.table.chooser())?;
                self.carry_out(mv);
            }
        }
        Some(())
    }

    /// Executes the rarer choices.
    fn carry_out(&mut self, mv: Move) {
        match (self.state.table.phase, mv) {
            (Phase::Special(mark), Move::Special(slot)) => self.activate(mark, slot),
            (Phase::Limb { steal, .. }, Move::Limb(slot)) => self.take_limb(slot, steal),
            (Phase::Against { block, left }, Move::Against(thrown)) => self.remove(thrown, block, left),
            (Phase::TrashHand { left }, Move::Trash(id)) => self.trash_hand(left, id),
            (Phase::Split(loss), Move::Split(top)) => self.split(top, loss),
            (Phase::Lose { top, loss }, _) => self.lose_stack(mv == Move::LoseTop, top, loss),
            (Phase::Gift(seat), Move::Gift(cards)) => self.give(seat, cards),
            _ => {}
        }
    }
}
