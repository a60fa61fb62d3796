//! Knife Fight: two players, two halves of one deck. Both players lay a card simultaneously and the lower
//! number cuts; a player whose deck is empty bleeds to death.
//!
//! [`rules`] has the settings and the clash matrix, [`play`] the round, [`view`] the information policy
//! (clause 5), [`story`] the events, [`report`] the figures, [`bots`] the features.

mod bots;
mod cards;
mod play;
mod report;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    Ask, ChanceStreams, Copies, Decision, Dependent, Described, FeatureRows, Game, GameInfo, JointMove,
    Layout, Lead, Measures, Moves, Observer, Pile, PreparedPile, Seat, Section, Status,
};
pub use cards::{Hand, Rank, Ranks};
use cards::{Menu, RANKS};
pub use rules::Rules;
use rules::{Effect, PlayedCards, Refill};
pub use state::{Phase, Player, State};
use std::fmt;
pub use story::Event;
pub use view::View;

/// The rules of one config, ready to play.
#[derive(Clone, Debug)]
pub struct KnifeFight {
    /// The settings.
    pub rules: Rules,
    /// The effect of each front against each other front, by index.
    clashes: [[rules::Clash; 16]; 16],
    /// Both players before the deal.
    decks: [Player; 2],
    /// The allowed follow-ups of a King.
    followers: Ranks,
    /// The damage of each card, by rank.
    damage: [u16; cards::PLACES],
    /// The effects of each card on both damage piles.
    effects: Box<[bots::Effects; cards::PLACES]>,
    /// The lowness of each number.
    lows: bots::Lows,
    /// The bleed of each damage sum up to [`SUMS`], at most a whole deck.
    bleeds: [u8; SUMS],
}

/// Number of damage sums whose bleed is in a table; higher sums are rare.
const SUMS: usize = 64;

impl KnifeFight {
    /// Computes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let clashes = std::array::from_fn(|own| {
            std::array::from_fn(|opp| rules.clash_of(Rank::at(own), Rank::at(opp)))
        });
        let mut decks = rules.decks.map(|copies| {
            let mut player = Player { front: Rank::NOTHING, ..Player::default() };
            for rank in Rank::all() {
                for _ in 0..copies[rank.index()] {
                    // Only rejected rules have more cards than a deck can hold.
                    if player.deck.len() < rules::MAX_DECK {
                        player.deck.push(rank);
                    }
                }
            }
            player.unseen = player.deck.iter().copied().collect();
            player
        });
        for (player, damage) in decks.iter_mut().zip(rules.extra_damage) {
            player.damage = damage;
        }
        let bleeds = std::array::from_fn(|sum| {
            let cards = rules.bleed(u16::try_from(sum).unwrap_or(u16::MAX));
            u8::try_from(cards).unwrap_or(u8::MAX)
        });
        let effects = Box::new(std::array::from_fn(|own| bots::Effects::of(&rules, Rank::at(own))));
        let lows = bots::Lows::of(&rules);
        let damage = std::array::from_fn(|index| rules.damage_of(Rank::at(index)));
        Self { clashes, decks, damage, followers: rules.followers(), bleeds, effects, lows, rules }
    }

    /// The same game, in which a number of average strength replaces one copy or every copy of a rank in one player's
    /// deck; `None` if the deck has no other number.
    pub(super) fn with_average(&self, seat: Seat, rank: Rank, copies: Copies) -> Option<Self> {
        let own = seat.index() & 1;
        let strength = |number: Rank| i64::from(self.rules.strength[number.index()]);
        let count = |number: Rank| i64::try_from(self.rules.decks[own][number.index()]).unwrap_or(0);
        let others = || Rank::all().filter(|other| other.is_number() && *other != rank && count(*other) > 0);
        let (n, sum) =
            others().fold((0, 0), |(n, sum), other| (n + count(other), sum + count(other) * strength(other)));
        let average = others().min_by_key(|other| (n * strength(*other) - sum).abs())?;
        let mut game = self.clone();
        let deck = &mut game.rules.decks[own];
        let n_replaced = deck[rank.index()].min(copies.most());
        deck[rank.index()] -= n_replaced;
        deck[average.index()] += n_replaced;
        let player = &mut game.decks[own];
        // In the same positions, so that all other cards are drawn as before.
        player.deck.replace(rank, average, copies);
        player.unseen = player.deck.iter().copied().collect();
        Some(game)
    }

    fn bleeds_of(&self, damage: u16) -> usize {
        self.bleeds
            .get(usize::from(damage))
            .map_or_else(|| self.rules.bleed(damage), |cards| usize::from(*cards))
    }

    /// The number of cards that a player draws after this round, if `more` cards from the hand are still laid out.
    fn draws(&self, seat: Seat, player: &state::Open<'_>, more: usize) -> usize {
        match self.rules.refill {
            Refill::AsPlayed => usize::from(player.laid) + more,
            Refill::HandSize => {
                let hand = player.unseen.n_cards() - player.deck;
                self.rules.refill_to[seat.index() & 1].saturating_sub(hand.saturating_sub(more))
            }
        }
    }

    /// The minimum damage beyond this sum with which these draws and the bleed need a deck's last card;
    /// `None` if no damage in one round suffices.
    fn damage_that_empties(&self, deck: usize, draws: usize, sum: u16) -> Option<i16> {
        let need = deck.saturating_sub(draws);
        let total = self.rules.damage_that_bleeds(need)?;
        i16::try_from(total.saturating_sub(sum)).ok()
    }
}

impl Game for KnifeFight {
    const INFO: GameInfo = GameInfo {
        id: "knife-fight",
        title: "Knife Fight",
        games: 1_000_000,
        chance: &["the black deck", "the red deck"],
        features: bots::FEATURES,
        dependents: &[Dependent { settings: "rules.refill-to", on: "rules.refill", off: &["as-played"] }],
        own: None,
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Rank;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        self.deal(chance, observer)
    }

    fn prepared(&self, state: &State, _: &mut ChanceStreams) -> Vec<PreparedPile> {
        let of = |(seat, player): (Seat, &Player)| {
            let cards = player.deck.iter().map(|rank| RANKS[rank.index()]);
            PreparedPile::of_last_on_top("deck", Some(seat), cards)
        };
        [Seat::FIRST, Seat::SECOND].into_iter().zip(&state.players).map(of).collect()
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        self.play_rounds(state, ask, chance, observer)
    }

    #[inline(always)]
    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Rank>> {
        let player = &state.players[seat.index() & 1];
        let (name, cards, effect) = match state.phase {
            Phase::Play | Phase::Over(_) => ("play-card", player.hand, Effect::Must),
            Phase::Follow(_) => ("follow-up", player.hand.only(self.followers), self.rules.king_follows),
            Phase::Dress(_) => ("dressing-target", player.wounded(), self.rules.queen_dresses),
        };
        Decision::new(name, Menu { cards, declines: effect == Effect::May })
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_unseen(state, seat, chance);
    }

    /// Both players' moves are seen before either moves again. Where played cards return to the deck, `follow` would deal
    /// them too early.
    fn looks_alike(&self, _: &State, _: Seat, mv: Rank, other: Rank) -> Option<bool> {
        (self.rules.played_cards == PlayedCards::Discarded).then_some(mv == other)
    }

    fn follow(
        &self,
        dealt: &mut State,
        moves: &JointMove<Rank>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        self.deal_on(dealt, moves, (before, after), seat, chance)
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(event) => event.describe(text),
            Described::Move(rank) => text.write_str(rank.id()),
        }
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        view.describe(text)
    }

    fn lay_out(&self, view: &View<'_>, _: Seat, table: &mut Layout) {
        view.lay_out(table);
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            Event::Opening { seat: owner, .. } | Event::Drawn { seat: owner, .. } => owner == seat,
            _ => true,
        }
    }

    fn forgets(&self, event: &Event) -> bool {
        matches!(event, Event::Returned { .. })
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        let of = |state: &State, seat: Seat| {
            i32::try_from(state.players[seat.index() & 1].deck.len()).unwrap_or(0)
        };
        Some(Lead { unit: "cards in the deck", of })
    }

    fn features(&self, view: &View<'_>, moves: &[Rank], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        self.with_average(seat, Rank::at(card), copies)
    }
}

impl KnifeFight {
    /// Deals everything again that the seat cannot know (the inverse of clause 5).
    fn deal_unseen(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        let (own, opp) = (seat.index() & 1, seat.foe().index() & 1);
        // The player's own deck: known cards in unknown order.
        let player = &mut state.players[own];
        put_in_order(&mut player.deck, player.unseen.without(player.hand));
        chance.source(own).shuffle(&mut player.deck);
        // The opponent's hand: uniform among the subsets of the opponent's unseen cards that are consistent
        // with the open cards. A player who must follow a King can do so; a player whose King is alone cannot.
        let must = self.rules.king_follows == Effect::Must;
        let follows = must && matches!(state.phase, Phase::Follow(seats) if seats.has(seat.foe()));
        let player = &mut state.players[opp];
        let unseen = player.unseen;
        let n_hand = player.hand.n_cards();
        let fits = if must && player.front == Rank::ALONE { unseen.except(self.followers) } else { unseen };
        loop {
            let left = &mut player.deck;
            put_in_order(left, fits);
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
        put_in_order(&mut player.deck, unseen.without(player.hand));
        chance.source(opp).shuffle(&mut player.deck);
    }

    /// Deals on from one decision to the next: the opponent keeps the cards that it has not laid out, and draws others from
    /// the cards that are unseen after the second.
    fn deal_on(
        &self,
        dealt: &mut State,
        moves: &JointMove<Rank>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        let (own, opp) = (seat.index() & 1, seat.foe().index() & 1);
        let mut kept = dealt.players[opp].hand;
        let lays = matches!(before.phase, Phase::Play | Phase::Follow(_));
        if let Some(card) = moves.get(seat.foe()).filter(|card| lays && *card != Rank::NOTHING) {
            if kept.count(card) == 0 {
                return false;
            }
            kept.take(card);
        }
        let goes_alone = |player: &Player| player.front == Rank::ALONE;
        let must = self.rules.king_follows == Effect::Must;
        let [alone, was_alone] = [after, before].map(|state| goes_alone(&state.players[opp]));
        let follows = matches!(after.phase, Phase::Follow(seats) if seats.has(seat.foe()));
        let has_follower = !kept.only(self.followers).is_empty();
        if must && lays && (alone && !was_alone && has_follower || follows && !has_follower) {
            return false;
        }
        *dealt = *after;
        let Player { unseen, hand, deck, .. } = &mut dealt.players[opp];
        if Rank::all().any(|rank| kept.count(rank) > unseen.count(rank)) || kept.n_cards() > hand.n_cards() {
            return false;
        }
        let n_drawn = hand.n_cards() - kept.n_cards();
        put_in_order(deck, unseen.without(kept));
        chance.source(opp).shuffle(deck);
        *hand = kept;
        deck.pop_many(n_drawn).iter().for_each(|rank| hand.add(*rank));
        chance.source(own).shuffle(&mut dealt.players[own].deck);
        true
    }
}

/// Makes a deck of these cards, in rank order.
fn put_in_order(deck: &mut Pile<Rank, 128>, cards: Hand) {
    deck.clear();
    for rank in Rank::all() {
        deck.push_copies(rank, cards.count(rank));
    }
}
