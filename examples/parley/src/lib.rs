//! Parley, a duel with feints and ripostes: an example of a game in a crate of its own. README.md has the rules.
//!
//! Read [`rules`] (cards and settings), [`state`] (zones, and who may see them), [`play`] (the round), [`story`] (events),
//! [`bots`] (features), and this file, which combines them.

mod bots;
mod play;
mod rules;
mod state;
mod story;

pub use rules::Card;
use rules::{CARDS, Rules};
pub use state::{Open, Own, Player, Revealed, State, View};
use std::fmt;
pub use story::{Counters, Event};
use undercard::model::{
    Ask, Card as _, ChanceStreams, Decision, Deck, Described, Duel, FeatureRows, Game, GameInfo, Hand, JointMove,
    Measures, Metric, Moves, Observer, OwnCrate, Pile, Ratio, Seat, Seats, Section, Status,
};

/// A choice of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Does not riposte.
    #[default]
    Decline,
    /// Plays a card, or ripostes with it.
    Use(Card),
}

impl Move {
    /// The card of a move that plays one.
    fn card(self) -> Card {
        match self {
            Self::Use(card) => card,
            Self::Decline => Card::Hesitate,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Use(card) => card.id(),
            Self::Decline => "decline",
        }
    }
}

/// The game under the rules of one config.
#[derive(Clone, Debug)]
pub struct Parley {
    rules: Rules,
    /// The cards of each player's deck, in the order of the kinds.
    decks: Duel<Pile<Card, CARDS>>,
}

impl Game for Parley {
    const INFO: GameInfo = GameInfo {
        id: "parley",
        title: "Parley",
        games: 1_000_000,
        chance: &["the first player's deck", "the second player's deck"],
        features: bots::FEATURES,
        dependents: &[],
        own: Some(OwnCrate {
            version: env!("CARGO_PKG_VERSION"),
            configs: &[
                ("printed.toml", include_str!("../configs/printed.toml")),
                ("house-hard-guards.toml", include_str!("../configs/house-hard-guards.toml")),
            ],
            strategies: &[("fencer.toml", include_str!("../strategies/fencer.toml"))],
        }),
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
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
            Player { deck, hand, discard: Pile::new(), health: self.rules.health }
        });
        observer.on_event(Event::Round { number: 1 });
        State { players, round: 1, revealed: None, outcome: None }
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
            let seats = state.revealed.map_or(Seats::TWO, |revealed| revealed.may_riposte);
            let mut moves = JointMove::default();
            if ask.choose_all(self, state, seats, &mut moves).is_none() {
                return Status::Choose(seats);
            }
            match state.revealed {
                None => self.reveal(state, &moves, observer),
                Some(revealed) => self.riposte(state, revealed, &moves, observer),
            }
            // If nobody may riposte, nobody is asked.
            match state.revealed {
                Some(Revealed { cards, may_riposte }) if may_riposte.is_empty() => {
                    self.end_of_round(state, cards, chance, observer);
                }
                _ => {}
            }
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        let hand = state.players[seat].hand.all();
        let mut moves = Pile::<Move, { Card::N + 1 }>::new();
        if state.revealed.is_none() {
            hand.kinds().for_each(|card| moves.push(Move::Use(card)));
            return Decision::new("play-card", moves);
        }
        moves.push(Move::Decline);
        let strikes = hand.kinds().filter(|card| matches!(card, Card::Slash | Card::Thrust));
        strikes.for_each(|card| moves.push(Move::Use(card)));
        Decision::new("riposte", moves)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let (own, foe) = (&state.players[seat], &state.players[seat.foe()]);
        let (round, revealed) = (state.round, state.revealed);
        View { seat, round, revealed, secret: own.own(), own: own.open(), foe: foe.open() }
    }

    /// Deals the order of the player's own deck again, and the other player's deck and hidden cards.
    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        state.players[seat].deck.redeal::<{ Card::N }>(&mut [], chance.source(seat.index()));
        let Player { deck, hand, .. } = &mut state.players[seat.foe()];
        deck.redeal(&mut [hand], chance.source(seat.foe().index()));
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        what.write(text, Event::describe, Move::id)
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "Round {}", view.round)?;
        if let Some(Revealed { cards, .. }) = view.revealed {
            writeln!(text, "You play {}, the opponent plays {}.", cards[view.seat], cards[view.seat.foe()])?;
        }
        writeln!(text, "In your hand: {}", view.secret.hand.all())?;
        for (whose, side) in [("You", &view.own), ("The opponent", &view.foe)] {
            let (health, discarded) = (side.health, side.discard.len());
            writeln!(text, "{whose}: health {health}, {} cards in the deck, {discarded} discarded", side.deck)?;
        }
        let foe = &view.foe;
        writeln!(text, "In the opponent's hand and deck: {}", foe.known.with(&foe.unseen))
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            Event::Dealt { seat: owner, .. } | Event::Drawn { seat: owner, .. } => owner == seat,
            _ => true,
        }
    }

    fn measures(&self) -> Measures<Self> {
        type Figure = Metric<Parley>;
        let copies = |card: Card| self.rules.copies[card.index()];
        Measures {
            longest: Some(self.rules.max_rounds.into()),
            replacement: "each copy in the player's deck becomes a card that does nothing",
            metrics: vec![
                Figure::share("knockout-share", "games in which a player is down at the end", |end| {
                    Ratio::whether(end.state.players.0.iter().any(|player| player.health <= 0), true)
                }),
                Figure::per_game("damage-per-game", "health", "damage of both players", |of| of.damage),
                Figure::per_game("healed-per-game", "health", "health that players got back", |of| of.healed),
                Figure::per_game("ripostes-per-game", "per game", "ripostes", |of| of.ripostes),
                Figure::per_game("refills-per-game", "per game", "decks that were refilled", |of| of.refills),
            ],
            ..Measures::of_duel(("rounds", |state: &State| state.round.into()), Event::CARD_EVENTS, copies)
        }
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut FeatureRows<'_>) {
        self.weigh(view, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let card = *Card::ALL.get(card).filter(|card| **card != Card::Hesitate)?;
        let mut game = self.clone();
        (game.decks[seat].replace(card, Card::Hesitate) > 0).then_some(game)
    }
}
