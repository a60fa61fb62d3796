//! Back Alley, the game to copy for a new one. Only the tests compile it.
//!
//! Two players have a deck of fifteen cards each. Every turn both choose a card from their hand and show it
//! simultaneously. A card does damage, stops damage or restores life. Both discard their card and draw
//! another; a player whose deck is empty shuffles the discard pile into a new one. A player without life is
//! down and loses.
//!
//! Read [`rules`] (cards and settings), [`state`] (zones, and who may see them), [`play`] (the turn),
//! [`story`] (events), [`bots`] (features), and this file, which combines them.
//!
//! It uses fifteen items of [`model`](crate::model): 1. `Game` and its `GameInfo`; 2. `Section`, which reads
//! settings, with `choices!`; 3. `cards!` and `ByCard`; 4. `zones!`; 5. `Deck` and `Pile`; 6. `Hand` and
//! `Counts`; 7. `ChanceStreams`; 8. `Seat`, `Seats` and `Duel`; 9. `Ask` with `JointMove` and `Status`; 10.
//! `Decision` and its `Moves`; 11. `Outcome`; 12. `events!`; 13. `Observer`; 14. `Measures` with `Metric` and
//! `Ratio`; 15. `features!`.

mod bots;
mod play;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;

use crate::model::{
    Ask, Card as _, ChanceStreams, Copies, Decision, Deck, Described, Duel, FeatureRows, Game, GameInfo,
    Hand, JointMove, LaidCard, Layout, Lead, Measures, Metric, Moves, Observer, Pile, Ratio, Seat, Seats,
    Section, Status,
};
pub use rules::Card;
use rules::{CARDS, Rules};
pub use state::{Open, Own, Player, State, View};
use std::fmt;
pub use story::{Counters, Event};

/// The game under the rules of one config.
#[derive(Clone, Debug)]
pub struct Template {
    rules: Rules,
    /// The cards of each player's deck, in the order of the kinds.
    decks: Duel<Pile<Card, CARDS>>,
}

impl Game for Template {
    const INFO: GameInfo = GameInfo {
        id: "template",
        title: "Back Alley",
        games: 1_000_000,
        chance: &["the first player's deck", "the second player's deck"],
        features: bots::FEATURES,
        dependents: &[],
        own: None,
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Card;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let rules = Rules::read(settings);
        let deck = rules.deck();
        Self { rules, decks: Duel([deck; 2]) }
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let players = Duel::from_fn(|seat| {
            let mut deck = Deck::new(self.decks[seat].iter().copied(), chance.source(seat.index()));
            let mut hand = Hand::default();
            for card in (0..self.rules.hand_size).map_while(|_| deck.draw(&mut hand)) {
                observer.on_event(Event::Dealt { seat, card });
            }
            Player { deck, hand, discard: Pile::new(), life: self.rules.life }
        });
        observer.on_event(Event::Turn { number: 1 });
        State { players, turn: 1, outcome: None }
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        loop {
            if let Some(outcome) = state.outcome {
                return Status::Over(outcome);
            }
            let mut cards = JointMove::default();
            if ask.choose_all(self, state, Seats::TWO, &mut cards).is_none() {
                return Status::Choose(Seats::TWO);
            }
            self.turn(state, &cards, chance, observer);
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Card>> {
        Decision::new("play-card", state.players[seat].hand.all())
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let (own, foe) = (&state.players[seat], &state.players[seat.foe()]);
        View { turn: state.turn, secret: own.own(), own: own.open(), foe: foe.open() }
    }

    /// Deals the order of the player's own deck again, and the other player's deck and hidden cards.
    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        state.players[seat].deck.redeal::<{ Card::N }>(&mut [], chance.source(seat.index()));
        let Player { deck, hand, .. } = &mut state.players[seat.foe()];
        deck.redeal(&mut [hand], chance.source(seat.foe().index()));
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        what.write(text, Event::describe, Card::id)
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "Turn {}", view.turn)?;
        writeln!(text, "In your hand: {}", view.secret.hand.all())?;
        for (whose, side) in [("You", &view.own), ("The opponent", &view.foe)] {
            let (life, discarded) = (side.life, side.discard.len());
            writeln!(text, "{whose}: life {life}, {} cards in the deck, {discarded} discarded", side.deck)?;
        }
        let foe = &view.foe;
        writeln!(text, "In the opponent's hand and deck: {}", foe.known.with(&foe.unseen))
    }

    fn lay_out(&self, view: &View<'_>, seat: Seat, table: &mut Layout) {
        let open = |card: Card| LaidCard::open(card.id());
        table.title = format!("Turn {}", view.turn);
        let own = table.area(seat, "").counter("life", view.own.life);
        own.zone("hand", view.secret.hand.all().iter().map(open));
        let foe = table.area(seat.foe(), "").counter("life", view.foe.life);
        foe.zone("hand and deck together", view.foe.known.with(&view.foe.unseen).iter().map(open));
        for (area, side) in table.areas.iter_mut().zip([&view.own, &view.foe]) {
            area.zone("deck", [LaidCard::face_down(side.deck)]);
            area.zone("discarded", side.discard.iter().copied().map(open));
        }
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            Event::Dealt { seat: owner, .. } | Event::Drawn { seat: owner, .. } => owner == seat,
            _ => true,
        }
    }

    fn measures(&self) -> Measures<Self> {
        type Figure = Metric<Template>;
        let copies = |card: Card| self.rules.cards[card].copies;
        Measures {
            longest: Some(self.rules.max_turns.into()),
            replacement: "in the player's deck, it becomes a stumble",
            metrics: vec![
                Figure::share("knockout-share", "games in which a player is down at the end", |end| {
                    Ratio::whether(end.state.players.0.iter().any(|player| player.life == 0), true)
                }),
                Figure::ratio("guarded-share", "share", "damage that guards stopped", |end| {
                    Ratio::of(end.counters.done - end.counters.damage, end.counters.done)
                }),
                Figure::per_game("healed-per-game", "life", "life that players regained", |of| of.healed),
                Figure::per_game("refills-per-game", "per game", "decks that were refilled", |of| of.refills),
            ],
            ..Measures::of_duel(("turns", |state: &State| state.turn.into()), Event::CARD_EVENTS, copies)
        }
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        Some(Lead { unit: "life", of: |state: &State, seat| state.players[seat].life.into() })
    }

    fn features(&self, view: &View<'_>, moves: &[Card], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let card = *Card::ALL.get(card).filter(|card| **card != Card::Stumble)?;
        let mut game = self.clone();
        (game.decks[seat].replace(card, Card::Stumble, copies) > 0).then_some(game)
    }
}
