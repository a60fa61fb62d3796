//! Back Alley, the game to copy when you add one. Nobody plays it: only the tests compile it.
//!
//! Two players have a deck of fifteen cards each. Every turn both choose a card of their hand and show it at the
//! same time. A card does damage, stops damage or gives life back. Both discard their card and draw another; who
//! has no deck left shuffles the discard pile into a new one. Who has no life left is down and loses.
//!
//! Read [`rules`] (cards and settings), [`state`] (what there is and what a player may know), [`play`] (the turn),
//! [`story`] (what happens), [`bots`] (what strategies weigh), and this file, which puts them together.
//!
//! Fifteen things of [`model`](crate::model) are all that it needs: 1. [`Game`] and its [`GameInfo`];
//! 2. [`Section`], which reads settings, with `choices!`; 3. `cards!`; 4. [`Deck`];
//! 5. [`Hand`] and [`Counts`](crate::model::Counts); 6. [`Pile`];
//! 7. [`ChanceStreams`]; 8. [`Seat`] and [`Seats`](crate::model::Seats); 9. [`Ask`] with
//! [`JointMove`](crate::model::JointMove) and [`Status`]; 10. [`Decision`] and its [`Moves`];
//! 11. [`Outcome`](crate::model::Outcome); 12. `events!`; 13. [`Observer`]; 14. [`Measures`] with
//! [`Metric`] and [`Ratio`]; 15. `features!` and [`FeatureRows`].

mod bots;
mod play;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;

use crate::model::{
    Ask, Card as _, CardSpec, ChanceStreams, Decision, Deck, Described, FeatureRows, Game, GameEnd, GameInfo,
    Hand, JointMove, Measures, Metric, Moves, Observer, Pile, Ratio, Seat, Section, Status,
};
use play::BOTH;
pub use rules::Card;
use rules::{CARDS, Rules};
pub use state::{Open, Player, State, View};
use std::fmt;
pub use story::{Counters, Event};

/// A game that is over.
type End<'a> = GameEnd<'a, Template>;

/// The game under the rules of one config.
#[derive(Clone, Debug)]
pub struct Template {
    rules: Rules,
    /// The cards of each player's deck, in the order of the kinds.
    decks: [Pile<Card, CARDS>; 2],
}

impl Game for Template {
    const INFO: GameInfo = GameInfo {
        id: "template",
        title: "Back Alley",
        games: 1_000_000,
        chance: &["the first player's deck", "the second player's deck"],
        features: bots::FEATURES,
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Card;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let rules = Rules::read(settings);
        let deck = rules.deck();
        Self { rules, decks: [deck; 2] }
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let players = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let cards = self.decks[seat.index()].iter().copied();
            let mut deck = Deck::new(cards, chance.source(seat.index()));
            let mut hand = Hand::default();
            for _ in 0..self.rules.hand_size {
                if let Some(card) = deck.draw(&mut hand) {
                    observer.on_event(Event::Dealt { seat, card });
                }
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
            if ask.choose_all(self, state, BOTH, &mut cards).is_none() {
                return Status::Choose(BOTH);
            }
            self.turn(state, &cards, chance, observer);
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Card>> {
        Decision::new("play-card", state.player(seat).hand.all())
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        state.deal_unseen(seat, chance);
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(event) => event.describe(text),
            Described::Move(card) => text.write_str(card.id()),
        }
    }

    fn measures(&self) -> Measures<Self> {
        let card = |card: &Card| CardSpec {
            id: card.id().into(),
            events: (1 << Event::CARD_EVENTS.len()) - 1,
            copies: vec![Some(self.rules.effect(*card).copies)],
        };
        Measures {
            players: 2,
            length: ("turns", |state| u64::from(state.turn)),
            groups: Vec::new(),
            sides: None,
            events: Event::CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: Card::ALL.iter().map(card).collect(),
            replacement: "each copy in the player's deck becomes a stumble",
            metrics: vec![
                Metric::share("knockout-share", "games in which a player is down at the end", |end: &End| {
                    Ratio::whether(end.state.players.iter().any(|player| player.life == 0), true)
                }),
                Metric::ratio("guarded-share", "share", "damage that guards stopped", |end: &End| {
                    let [done, damage] = [end.counters.done, end.counters.damage].map(i64::from);
                    Ratio::of(done - damage, done)
                }),
                Metric::mean("healed-per-game", "life", "life that players got back", |end: &End| {
                    end.counters.healed.into()
                }),
                Metric::mean("refills-per-game", "per game", "decks made of a discard pile", |end: &End| {
                    end.counters.refills.into()
                }),
            ],
        }
    }

    fn features(&self, view: &View<'_>, moves: &[Card], rows: &mut FeatureRows<'_>) {
        self.weigh(view, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let mut game = self.clone();
        let mut copies = 0;
        for place in game.decks[seat.index() & 1].iter_mut().filter(|place| place.place() == card) {
            *place = Card::Stumble;
            copies += 1;
        }
        (copies > 0 && card != Card::Stumble.place()).then_some(game)
    }
}
