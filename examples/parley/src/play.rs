//! A round.

use super::rules::{BothDown, Card};
use super::state::{Player, Revealed, State};
use super::story::Event;
use super::{Move, Parley};
use undercard::model::{ChanceStreams, Duel, JointMove, Observer, Outcome, Seat, Seats};

impl Parley {
    /// Both reveal their cards; damage comes first, then healing.
    pub(super) fn reveal(&self, state: &mut State, moves: &JointMove<Move>, observer: &mut impl Observer<Event>) {
        let cards = Duel::from_fn(|seat| moves.by(seat).card());
        for seat in Seats::TWO {
            let player = &mut state.players[seat];
            player.hand.take(cards[seat]);
            player.discard.push(cards[seat]);
            observer.on_event(Event::Played { seat, card: cards[seat] });
        }
        let mut may_riposte = Seats::NONE;
        for seat in Seats::TWO {
            let damage = self.rules.damage(cards[seat.foe()], cards[seat]);
            if damage >= self.rules.riposte_from {
                may_riposte = may_riposte.with(seat);
            }
            hurt(state, seat, damage, observer);
        }
        for seat in Seats::TWO {
            let player = &mut state.players[seat];
            let healed = self.rules.heals.min(self.rules.health - player.health);
            if cards[seat] == Card::Rally && healed > 0 {
                player.health += healed;
                observer.on_event(Event::Healed { seat, healed, health: player.health });
            }
        }
        state.revealed = Some(Revealed { cards, may_riposte });
    }

    /// Those who may riposte do so at the same time; then nobody may.
    pub(super) fn riposte(
        &self,
        state: &mut State,
        Revealed { cards, may_riposte }: Revealed,
        moves: &JointMove<Move>,
        observer: &mut impl Observer<Event>,
    ) {
        for seat in may_riposte {
            let Move::Use(card) = moves.by(seat) else { continue };
            let player = &mut state.players[seat];
            player.hand.take(card);
            player.discard.push(card);
            observer.on_event(Event::Riposte { seat, card });
            hurt(state, seat.foe(), self.rules.riposte(card, cards[seat], cards[seat.foe()]), observer);
        }
        state.revealed = Some(Revealed { cards, may_riposte: Seats::NONE });
    }

    /// The end of a round: the game ends, or both draw.
    pub(super) fn end_of_round(
        &self,
        state: &mut State,
        cards: Duel<Card>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        state.revealed = None;
        state.outcome = self.ending(state);
        if let Some(outcome) = state.outcome {
            observer.on_event(Event::Over { outcome });
            return;
        }
        for seat in Seats::TWO {
            let missing = self.rules.hand_size.saturating_sub(state.players[seat].hand.total());
            let more = if cards[seat] == Card::Rally { self.rules.draws } else { 0 };
            for _ in 0..missing + more {
                let Player { deck, hand, discard, .. } = &mut state.players[seat];
                if deck.refill(discard, &mut [hand], chance.source(seat.index())) {
                    observer.on_event(Event::Refilled { seat });
                }
                let Some(card) = deck.draw(hand) else { break };
                observer.on_event(Event::Drawn { seat, card });
            }
        }
        state.round += 1;
        observer.on_event(Event::Round { number: state.round });
    }

    fn ending(&self, state: &State) -> Option<Outcome> {
        let health = |seat: Seat| state.players[seat].health;
        let standing: Seats = Seats::TWO.into_iter().filter(|seat| health(*seat) > 0).collect();
        let higher = || match health(Seat::FIRST).cmp(&health(Seat::SECOND)) {
            std::cmp::Ordering::Greater => Outcome::Win(Seats::only(Seat::FIRST)),
            std::cmp::Ordering::Less => Outcome::Win(Seats::only(Seat::SECOND)),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        match (standing.len(), self.rules.both_down) {
            (0, BothDown::Draw) => Some(Outcome::Draw),
            (0, BothDown::HigherHealth) => Some(higher()),
            (1, _) => Some(Outcome::Win(standing)),
            _ => (state.round >= self.rules.max_rounds).then(higher),
        }
    }
}

/// A player takes damage.
fn hurt(state: &mut State, seat: Seat, damage: i32, observer: &mut impl Observer<Event>) {
    if damage > 0 {
        let player = &mut state.players[seat];
        player.health -= damage;
        observer.on_event(Event::Hurt { seat, damage, health: player.health });
    }
}
