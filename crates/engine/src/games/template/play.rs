//! A turn.

use super::Template;
use super::rules::{BothDown, Card};
use super::state::{Player, State};
use super::story::Event;
use crate::model::{ChanceStreams, JointMove, Observer, Outcome, Seats};

impl Template {
    pub(super) fn turn(
        &self,
        state: &mut State,
        cards: &JointMove<Card>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        for seat in Seats::TWO {
            let (player, card) = (&mut state.players[seat], cards.by(seat));
            player.hand.take(card);
            player.discard.push(card);
            observer.on_event(Event::Played { seat, card });
        }
        // Damage minus guard comes first; a player who is not down then regains life.
        for seat in Seats::TWO {
            let player = &mut state.players[seat];
            let [own, foe] = [seat, seat.foe()].map(|seat| self.rules.cards[cards.by(seat)]);
            let damage = foe.damage.saturating_sub(own.guard);
            player.life = player.life.saturating_sub(damage);
            if foe.damage > 0 {
                observer.on_event(Event::Hurt { seat, damage, done: foe.damage, life: player.life });
            }
            let healed = if player.life > 0 { own.heal.min(self.rules.life - player.life) } else { 0 };
            if healed > 0 {
                player.life += healed;
                observer.on_event(Event::Healed { seat, healed });
            }
        }
        state.outcome = self.ending(state);
        if let Some(outcome) = state.outcome {
            observer.on_event(Event::Over { outcome });
            return;
        }
        for seat in Seats::TWO {
            let Player { deck, hand, discard, .. } = &mut state.players[seat];
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

    fn ending(&self, state: &State) -> Option<Outcome> {
        let standing: Seats = Seats::TWO.into_iter().filter(|seat| state.players[*seat].life > 0).collect();
        match (standing.len(), self.rules.both_down) {
            (0, BothDown::Draw) => Some(Outcome::Draw),
            (0, BothDown::Nobody) => Some(Outcome::AllLose),
            (1, _) => Some(Outcome::Win(standing)),
            _ => (state.turn >= self.rules.max_turns).then_some(Outcome::Stalemate),
        }
    }
}
