//! The turn.

use super::Template;
use super::rules::{BothDown, Card};
use super::state::{Player, State};
use super::story::Event;
use crate::model::{ChanceStreams, JointMove, Observer, Outcome, Seat, Seats};

pub(super) const BOTH: Seats = Seats::first(2);

impl Template {
    pub(super) fn turn(
        &self,
        state: &mut State,
        cards: &JointMove<Card>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        for seat in BOTH {
            let (player, card) = (&mut state.players[seat.index()], cards.by(seat));
            player.hand.take(card);
            player.discard.push(card);
            observer.on_event(Event::Played { seat, card });
        }
        for seat in BOTH {
            self.suffer(&mut state.players[seat.index()], seat, cards, observer);
        }
        state.outcome = self.ending(state);
        if let Some(outcome) = state.outcome {
            observer.on_event(Event::Over { outcome });
            return;
        }
        for seat in BOTH {
            let Player { deck, hand, discard, .. } = &mut state.players[seat.index()];
            if deck.refill(discard, &mut [hand], chance.source(seat.index())) {
                observer.on_event(Event::Refilled { seat });
            }
            if let Some(card) = deck.draw(hand) {
                observer.on_event(Event::Drawn { seat, card });
            }
        }
        state.turn += 1;
        observer.on_event(Event::Turn { number: state.turn });
    }

    /// What both cards do to one player: damage less guard first; who still stands then gets life back.
    fn suffer(
        &self,
        player: &mut Player,
        seat: Seat,
        cards: &JointMove<Card>,
        observer: &mut impl Observer<Event>,
    ) {
        let own = self.rules.effect(cards.by(seat));
        let done = self.rules.effect(cards.by(seat.foe())).damage;
        let damage = done.saturating_sub(own.guard);
        player.life = player.life.saturating_sub(damage);
        if done > 0 {
            observer.on_event(Event::Hurt { seat, damage, done, life: player.life });
        }
        let healed = if player.life > 0 { own.heal.min(self.rules.life - player.life) } else { 0 };
        if healed > 0 {
            player.life += healed;
            observer.on_event(Event::Healed { seat, healed });
        }
    }

    fn ending(&self, state: &State) -> Option<Outcome> {
        match state.players.map(|player| player.life == 0) {
            [true, true] => Some(match self.rules.both_down {
                BothDown::Draw => Outcome::Draw,
                BothDown::Nobody => Outcome::AllLose,
            }),
            [true, false] => Some(Outcome::Win(Seats::only(Seat::SECOND))),
            [false, true] => Some(Outcome::Win(Seats::only(Seat::FIRST))),
            [false, false] => (state.turn >= self.rules.max_turns).then_some(Outcome::Stalemate),
        }
    }
}
