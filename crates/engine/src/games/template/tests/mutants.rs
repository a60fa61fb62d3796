//! Tests of the conformance tests: each mutant of the template game breaks one law, which must detect and
//! describe the error.
//!
//! One mutant cannot be written: two metrics with exchanged names. A metric's name and the function that
//! measures it are one value.

use super::super::{Card, Event, State, Template, View};
use super::{games, house};
use crate::games::conformance::{
    CardsCanBeMissed, GamesEnd, Law, NothingLeaks, RefilledDecksAreShuffled, SecretsAreDealtAgain,
    SeenEventsLeakNothing, StoriesSayEverything, WhoIsAskedIsNoSecret,
};
use crate::model::{
    Ask, Card as _, ChanceStreams, Copies, Decision, Described, FeatureRows, Game, GameInfo, Measures, Moves,
    Observer, Seat, Section, Status,
};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Asks only the players who hold a block; the others play their first card.
const ASKS_HOLDERS: u8 = 0;
/// Shows a card of the other player's hand.
const LEAKS: u8 = 1;
/// Deals nothing again in `determinize`.
const DEALS_NOTHING: u8 = 2;
/// Starts again when it is over.
const ASKS_FOREVER: u8 = 3;
/// The same without asking for decisions.
const LOOPS_FOREVER: u8 = 4;
/// Refills a deck with the unshuffled discard pile, as a game with a bare pile instead of a deck could.
const SHUFFLES_NOTHING: u8 = 5;
/// Writes no line when a player regains life.
const SKIPS_A_LINE: u8 = 6;
/// Does not write who plays a card.
const HIDES_THE_PLAYER: u8 = 7;
/// Draws cards without an event.
const DRAWS_SILENTLY: u8 = 8;
/// Shows every event to everybody.
const SHOWS_DRAWS: u8 = 9;
/// Deals the other player's cards never again, and shows one: what is dealt again does not change the view.
const FORGETS_THE_FOE: u8 = 10;
/// Takes a card from the deck of the other player.
const MISSES_FOR_THE_FOE: u8 = 11;
/// Lets no seat play without a card, and says nothing about it.
const MISSES_NOTHING: u8 = 12;
/// Lets seats play without cards, and does not say what they have instead.
const EXPLAINS_NOTHING: u8 = 13;

/// Changes nothing.
const SAME: u8 = 100;

/// The template game with the error of this kind. `IS_SECRET` declares that who is asked is a secret.
#[derive(Clone, Debug)]
struct Mutant<const IS_SECRET: bool>(Template, u8);

impl<const IS_SECRET: bool> Mutant<IS_SECRET> {
    fn asks(&self, state: &State, seat: Seat) -> bool {
        match self.1 {
            ASKS_HOLDERS => state.players[seat].hand.all().counts()[Card::Block.index()] > 0,
            LOOPS_FOREVER => false,
            _ => true,
        }
    }
}

/// Passes the decisions of the template game to the asker of the mutant.
struct Inner<'a, A, const IS_SECRET: bool> {
    ask: &'a mut A,
    game: &'a Mutant<IS_SECRET>,
}

impl<A: Ask<Mutant<IS_SECRET>>, const IS_SECRET: bool> Ask<Template> for Inner<'_, A, IS_SECRET> {
    fn choose(&mut self, game: &Template, state: &State, seat: Seat) -> Option<Card> {
        if self.game.asks(state, seat) {
            self.ask.choose(self.game, state, seat)
        } else {
            Some(game.decision(state, seat).moves.nth(0))
        }
    }
}

/// Leaves out the events of drawn cards.
struct Skips<'o, O>(&'o mut O, u8);

impl<O: Observer<Event>> Observer<Event> for Skips<'_, O> {
    fn on_event(&mut self, event: Event) {
        if self.1 != DRAWS_SILENTLY || !matches!(event, Event::Drawn { .. }) {
            self.0.on_event(event);
        }
    }
}

impl<const IS_SECRET: bool> Game for Mutant<IS_SECRET> {
    const INFO: GameInfo = Template::INFO;
    const SECRETLY_ASKED: &'static [&'static str] = if IS_SECRET { &["play-card"] } else { &[] };
    type State = State;
    type View<'a> = (View<'a>, Option<Card>);
    type Move = Card;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self(Template::read(settings), SAME)
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        self.0.new_game(chance, observer)
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        let mut unshuffled = ChanceStreams::stacked();
        let chance = if self.1 == SHUFFLES_NOTHING { &mut unshuffled } else { chance };
        let observer = &mut Skips(observer, self.1);
        loop {
            match self.0.play(state, &mut Inner { ask, game: self }, chance, observer) {
                Status::Over(_) if matches!(self.1, ASKS_FOREVER | LOOPS_FOREVER) => {
                    *state = self.0.new_game(chance, observer);
                }
                Status::Choose(seats) => {
                    return Status::Choose(
                        seats.into_iter().filter(|seat| self.asks(state, *seat)).collect(),
                    );
                }
                over @ Status::Over(_) => return over,
            }
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Card>> {
        self.0.decision(state, seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> (View<'a>, Option<Card>) {
        let leaks = matches!(self.1, LEAKS | FORGETS_THE_FOE);
        let leak = if leaks { state.players[seat.foe()].hand.all().kinds().next() } else { None };
        (self.0.view(state, seat), leak)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        let foe = state.players[seat.foe()];
        if self.1 != DEALS_NOTHING {
            self.0.determinize(state, seat, chance);
        }
        if self.1 == FORGETS_THE_FOE {
            state.players[seat.foe()] = foe;
        }
    }

    fn describe_view(&self, view: &Self::View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        self.0.describe_view(&view.0, text)
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(Event::Healed { .. }) if self.1 == SKIPS_A_LINE => Ok(()),
            Described::Event(Event::Played { card, .. }) if self.1 == HIDES_THE_PLAYER => {
                writeln!(text, "  {card} is played.")
            }
            Described::Event(event) => self.0.describe(Described::Event(event), text),
            Described::Move(card) => self.0.describe(Described::Move(card), text),
        }
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        self.1 == SHOWS_DRAWS || self.0.is_seen(event, seat)
    }

    fn measures(&self) -> Measures<Self> {
        let Measures { players, events, cards, replacement, .. } = self.0.measures();
        let replacement = if matches!(self.1, MISSES_NOTHING | EXPLAINS_NOTHING) { "" } else { replacement };
        Measures {
            players,
            seat_order: crate::model::SeatOrder::AtOnce,
            length: ("turns", |state| u64::from(state.turn)),
            longest: None,
            groups: Vec::new(),
            sides: None,
            events,
            deals_opening: true,
            cards,
            replacement,
            metrics: Vec::new(),
        }
    }

    fn features(&self, view: &(View<'_>, Option<Card>), moves: &[Card], rows: &mut impl FeatureRows) {
        self.0.features(&view.0, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        if self.1 == MISSES_NOTHING {
            return None;
        }
        let seat = if self.1 == MISSES_FOR_THE_FOE { seat.foe() } else { seat };
        self.0.without(card, seat, copies).map(|game| Self(game, self.1))
    }
}

fn mutant(game: Template, kind: u8) -> Mutant<false> {
    Mutant(game, kind)
}

/// The error that a law reports for this mutant under one of the template's configs.
fn failure(kind: u8, law: impl Law) -> String {
    let fails = |(name, game): (String, Template)| {
        let failure = catch_unwind(AssertUnwindSafe(|| law.hold(&name, &mutant(game, kind)))).err()?;
        let text = failure.downcast_ref::<String>().cloned();
        Some(text.unwrap_or_else(|| (*failure.downcast_ref::<&str>().expect("a message")).to_owned()))
    };
    games().into_iter().find_map(fails).expect("a law that bites")
}

#[test]
fn each_mutant_breaks_a_law_that_describes_its_error() {
    for (failure, parts) in [
        (
            failure(ASKS_HOLDERS, WhoIsAskedIsNoSecret),
            &["who is asked depends on what seat", "cannot know", "expected Choose", "found Choose"][..],
        ),
        (failure(LEAKS, NothingLeaks), &["the view shows hidden cards", "  expected ", "  found    "]),
        (
            failure(SHOWS_DRAWS, SeenEventsLeakNothing),
            &["`is_seen` says that the seat does not see what differs", "or `forgets` says", "draws"],
        ),
        (
            failure(EXPLAINS_NOTHING, CardsCanBeMissed),
            &["expected `Measures::replacement` to say", "found \"\""],
        ),
        (failure(DEALS_NOTHING, NothingLeaks), &["found that nothing ever changes"]),
        (
            failure(FORGETS_THE_FOE, SecretsAreDealtAgain),
            &["seat 1 sees events that seat 0 does not see", "deal the hidden cards of seat 1?"],
        ),
        (failure(ASKS_FOREVER, GamesEnd), &["the game does not end: it has asked for"]),
        (failure(LOOPS_FOREVER, GamesEnd), &["the game does not end: 20000000 events", "the last one is"]),
        (
            failure(SHUFFLES_NOTHING, RefilledDecksAreShuffled),
            &["games refill a draw pile", "found the same cards in all of them"],
        ),
        (failure(SKIPS_A_LINE, StoriesSayEverything), &["expected one line for the event Healed"]),
        (
            failure(HIDES_THE_PLAYER, StoriesSayEverything),
            &["two events have the line \"  ", "Played { seat: "],
        ),
        (failure(DRAWS_SILENTLY, StoriesSayEverything), &["sees what the story does not say", "plays"]),
        (failure(MISSES_FOR_THE_FOE, CardsCanBeMissed), &["without ", "other players miss the card, too"]),
    ] {
        for part in parts {
            assert!(failure.contains(part), "expected {part:?} in the failure, found:\n{failure}");
        }
        assert!(failure.lines().count() < 10, "a difference, not two dumps:\n{failure}");
    }
}

#[test]
fn what_a_game_declares_or_need_not_offer_breaks_no_law() {
    WhoIsAskedIsNoSecret.hold("declared", &Mutant::<true>(house("").unwrap(), ASKS_HOLDERS));
    CardsCanBeMissed.hold("printed.toml", &mutant(house("").unwrap(), MISSES_NOTHING));
    // A view can show what is never dealt again, so that only one law notices.
    NothingLeaks.hold("printed.toml", &mutant(house("").unwrap(), FORGETS_THE_FOE));
}

/// Without this test, the others would prove nothing: a mutant might be detected only because it is wrapped.
#[test]
fn a_wrapped_game_that_changes_nothing_keeps_the_laws() {
    let same = mutant(house("").unwrap(), SAME);
    GamesEnd.hold("same", &same);
    NothingLeaks.hold("same", &same);
    SecretsAreDealtAgain.hold("printed.toml", &same);
    SeenEventsLeakNothing.hold("same", &same);
    WhoIsAskedIsNoSecret.hold("same", &same);
    RefilledDecksAreShuffled.hold("same", &same);
    StoriesSayEverything.hold("same", &same);
    CardsCanBeMissed.hold("same", &same);
}
