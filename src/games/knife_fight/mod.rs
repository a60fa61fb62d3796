//! Knife Fight: two players, two halves of one deck; both lay a card at once, the lower number cuts,
//! and whoever's deck runs dry bleeds to death.
//!
//! [`rules`] holds the settings and the clash matrix, [`play`] the round, [`view`] the information
//! policy (clause 5), [`story`] the events, [`report`] the figures, [`bots`] the features.

mod bots;
mod cards;
mod play;
mod playout;
mod report;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Observer, Outcome, Pile, RngStream, Seat,
    Seats, Section, Status,
};
pub use cards::{Hand, Rank, Ranks};
pub use rules::Rules;
pub use state::{Phase, Player, State};
use std::fmt;
pub use story::Event;
pub use view::View;

/// The rules of one house, ready to deal.
#[derive(Clone, Debug)]
pub struct KnifeFight {
    /// The settings.
    pub rules: Rules,
    /// What happens when one front meets another, by place.
    meetings: [[rules::Clash; 16]; 16],
    /// Both players before the deal.
    decks: [Player; 2],
    /// How many of each rank their decks hold.
    copies: [[u8; cards::PLACES]; 2],
    /// What may follow a King.
    followers: Ranks,
    /// Is drawing the first step of the aftermath?
    draws_first: bool,
    /// What a card adds to the damage pile, by rank.
    damage: [u16; cards::PLACES],
    /// The bleed of each damage sum up to [`SUMS`], at most a whole deck.
    bleeds: [u8; SUMS],
}

/// Damage sums that have their bleed in a table; others are rare.
const SUMS: usize = 64;

impl KnifeFight {
    /// Makes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let meetings =
            std::array::from_fn(|own| std::array::from_fn(|opp| rules.meet(Rank::at(own), Rank::at(opp))));
        let decks = rules.decks.map(|copies| {
            let mut player = Player { front: Rank::NOTHING, ..Player::default() };
            for rank in Rank::all() {
                for _ in 0..copies[rank.place()] {
                    // More than a deck holds only where the rules were refused.
                    if player.deck.len() < rules::DECK {
                        player.deck.push(rank);
                    }
                }
            }
            player
        });
        let bleeds = std::array::from_fn(|sum| {
            let cards = rules.bleed(u16::try_from(sum).unwrap_or(u16::MAX));
            u8::try_from(cards).unwrap_or(u8::MAX)
        });
        let damage = std::array::from_fn(|place| rules.damage_of(Rank::at(place)));
        let copies = decks.map(|player| player.unseen());
        let draws_first = rules.aftermath_order == rules::AftermathOrder::DrawThenBleed;
        Self { meetings, decks, copies, draws_first, damage, followers: rules.followers(), bleeds, rules }
    }

    /// The same game in which one player's deck holds a number of average strength in place of every
    /// copy of a rank; `None` if the deck has no other number.
    pub(super) fn with_average(&self, seat: Seat, rank: Rank) -> Option<Self> {
        let own = seat.index() & 1;
        let copies = &self.rules.decks[own];
        let strength = |number: Rank| i64::from(self.rules.strength[number.place()]);
        let count = |number: Rank| i64::try_from(copies[number.place()]).unwrap_or(0);
        let others = || Rank::all().filter(|other| other.is_number() && *other != rank && count(*other) > 0);
        let (n, sum) =
            others().fold((0, 0), |(n, sum), other| (n + count(other), sum + count(other) * strength(other)));
        let average = others().min_by_key(|other| (n * strength(*other) - sum).abs())?;
        let mut game = self.clone();
        let deck = &mut game.rules.decks[own];
        deck[average.place()] += std::mem::take(&mut deck[rank.place()]);
        let player = &mut game.decks[own];
        // In the same places, so that every other card is drawn as before.
        player.deck.iter_mut().filter(|card| **card == rank).for_each(|card| *card = average);
        game.copies[own] = player.unseen();
        Some(game)
    }

    #[inline]
    fn bleeds_of(&self, damage: u16) -> usize {
        self.bleeds
            .get(usize::from(damage))
            .map_or_else(|| self.rules.bleed(damage), |cards| usize::from(*cards))
    }
}

impl Game for KnifeFight {
    const ID: &'static str = "knife-fight";
    /// The black deck, the red deck.
    const SOURCES: usize = 2;
    /// The distinct ranks of a hand of 10, or of a damage pile.
    const MENU: usize = 10;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Rank;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn players(&self) -> usize {
        2
    }

    fn lay<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        self.set_up(chance, observer)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        // By far the commonest, here and below, so it is asked for first.
        if state.phase == Phase::Play {
            return Status::Choose(Seats::first(2));
        }
        match state.phase {
            Phase::Play => Status::Choose(Seats::first(2)),
            Phase::Follow(seats) | Phase::Dress(seats) => Status::Choose(seats),
            Phase::Over(outcome) => Status::Over(outcome),
        }
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn decision(&self, state: &State, _: Seat) -> &'static str {
        match state.phase {
            Phase::Play | Phase::Over(_) => "play-card",
            Phase::Follow(_) => "follow-up",
            Phase::Dress(_) => "dressing-target",
        }
    }

    #[inline]
    fn moves(&self, state: &State, seat: Seat, menu: &mut Vec<Rank>) {
        menu.extend(self.choices(state, seat).ranks());
    }

    #[inline]
    fn at_random(&self, state: &State, seat: Seat, mind: &mut RngStream) -> Option<(Rank, usize)> {
        Some(playout::pick(self.choices(state, seat), mind))
    }

    #[inline]
    fn play<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Rank>,
        _: &mut ChanceStreams,
        observer: &mut W,
    ) {
        self.proceed(state, chosen, observer);
    }

    #[inline]
    fn play_out<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        _: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<(Outcome, Decisions)> {
        Some(self.play_rounds(state, minds, observer))
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        let (own, opp) = (seat.index() & 1, seat.foe().index() & 1);
        // The own deck: known cards in an unknown order.
        let player = &mut state.players[own];
        let unseen = player.unseen();
        player.deck = in_order(|rank| usize::from(unseen[rank.place()]) - player.hand.count(rank));
        chance.source(own).shuffle(&mut player.deck);
        // The opponent's hand: a uniform part of what the opponent still holds, of those parts that
        // fit what lies open. Whoever follows a King can; whose King is alone could not.
        let follows = matches!(state.phase, Phase::Follow(seats) if seats.has(seat.foe()));
        let player = &mut state.players[opp];
        let unseen = player.unseen();
        let n_hand = player.hand.len();
        let alone = player.front == Rank::ALONE;
        let fits = |rank: Rank| !(alone && self.followers.has(rank));
        loop {
            let mut left: Pile<Rank, 128> =
                in_order(|rank| if fits(rank) { usize::from(unseen[rank.place()]) } else { 0 });
            player.hand = Hand::default();
            for _ in 0..n_hand {
                if let Some(rank) = left.draw(chance.source(opp)) {
                    player.hand.add(rank);
                }
            }
            if !follows || !player.hand.only(self.followers).is_empty() {
                break;
            }
        }
        player.deck = in_order(|rank| usize::from(unseen[rank.place()]) - player.hand.count(rank));
        chance.source(opp).shuffle(&mut player.deck);
    }

    fn name_move(&self, mv: Rank) -> String {
        mv.id().into()
    }

    fn describe(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(story)
    }
}

/// A pile of so many of each rank, in rank order.
fn in_order(count: impl Fn(Rank) -> usize) -> Pile<Rank, 128> {
    Rank::all().flat_map(|rank| std::iter::repeat_n(rank, count(rank))).collect()
}
