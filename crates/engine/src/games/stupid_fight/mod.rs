//! Stupid Fight: two to six players build a body from a torso and limbs, throw white cards at each other, and
//! pay for hits with the cards of their deck, which is their health.
//!
//! A turn is a series of small decisions. [`setup`] deals the stacks and finds the torsos. [`turn`] draws,
//! passes the turn and ends the game. [`menus`] lists the legal moves, and [`play`] asks for one and executes
//! it: [`parts`] adds and removes parts, [`attack`] throws, defends and hits, [`resolve`] resolves black
//! cards, taunts and specials, [`damage`] collects payments. [`body`] combines the effects of a player's
//! parts. [`deck`] reads the cards into the types of [`cards`], and [`card_index`] groups them by use.
//! [`rules`] has the other settings, [`view`] the information policy, [`story`] the events, [`report`] the
//! metrics, [`bots`] the features.

mod attack;
mod body;
mod bots;
mod card_index;
mod cards;
mod colours;
mod damage;
mod deck;
mod effects;
mod ids;
mod menus;
mod moves;
mod parts;
mod play;
mod report;
mod resolve;
mod rules;
mod setup;
mod situations;
mod slots;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod thrown_card;
mod turn;
mod view;

use crate::model::{
    Ask, ChanceStreams, Copies, Decision, Dependent, Described, Feature, FeatureRows, FeatureSet, Game,
    GameInfo, JointMove, Layout, Lead, Measures, Moves, Observer, Pile, PreparedPile, Seat, Seats, Section,
    Status,
};
use body::Body;
use card_index::CardIndex;
use cards::{Abilities, CARDS, CardData, ROOM, Requires, Script};
pub use cards::{Attack, Card, Kind};
pub use colours::Colour;
use damage::Row;
use deck::Deck;
pub use effects::{Effect, Loss, Target};
pub use ids::{Id, Ids};
pub use moves::Move;
pub use rules::Rules;
use rules::StealShortfall;
pub use slots::{Slot, Slots};
pub use state::{Hand, Phase, Picked, Player, State, Table};
use std::fmt;
pub use story::{Event, Zone};
pub use thrown_card::ThrownCard;
pub use view::View;

/// The sources of chance, each with its own stream.
mod source {
    /// The cards in the stacks.
    pub(super) const STACKS: usize = 0;
    /// The shuffles of the decks after the torsos are found.
    pub(super) const DECKS: usize = 1;
    /// Ties, and cards from the box.
    pub(super) const TIES: usize = 2;
    /// Cards stolen from hands.
    pub(super) const PICKPOCKET: usize = 3;
    /// The gifts to a joining player.
    pub(super) const GIFTS: usize = 4;
}

/// The rules and the deck of one config, ready to play.
#[derive(Clone, Debug)]
pub struct StupidFight {
    /// The settings.
    pub rules: Rules,
    /// The cards, by id.
    cards: Vec<Card>,
    /// The data for an id without a card.
    nothing: Card,
    /// All effects of all cards with their requirements. Scripts are ranges of this list.
    effects: Vec<(Effect, Requires)>,
    /// Every card once per copy, in id order.
    deck: Pile<Id, ROOM>,
    /// Number of cards in a stack.
    stack: usize,
    /// The hand size at which drawing stops.
    max_hand: u8,
    /// Maximum number of attack cards in a turn.
    max_thrown: u8,
    /// The slots whose parts count as health.
    paying_slots: Slots,
    /// What effects can always touch of every player.
    always: Requires,
    /// The row of the damage table, by immunity and weakness.
    rows: [[Row; 2]; 2],
    /// Damage of each attack, by row.
    hits: [[u8; 3]; 3],
    /// The ids by use.
    index: CardIndex,
    /// The data of each card that the rules need most often.
    card_data: Box<[CardData; 256]>,
    /// The contribution of each part to a body, by its status.
    bodies: Box<[[Body; 256]; 3]>,
    /// A card that is blank in one seat's hand: it counts as health, cannot be played, and can be thrown only
    /// as a converted punch.
    blank: Option<(Seat, Id)>,
}

/// A number of cards in which 0 means no limit: no hand and no turn reaches 255 cards.
const fn unlimited(most: u8) -> u8 {
    if most == 0 { u8::MAX } else { most }
}

impl StupidFight {
    fn new(rules: Rules, Deck { cards, effects }: Deck) -> Self {
        let copies = cards
            .iter()
            .enumerate()
            .flat_map(|(place, card)| std::iter::repeat_n(Id::at(place), usize::from(card.copies)));
        // Only rejected decks have more cards or ids.
        let deck: Pile<Id, ROOM> = copies.take(CARDS).collect();
        let nothing = Card {
            id: "nothing".into(),
            kind: Kind::Black,
            copies: 0,
            icons: 0,
            taunt: false,
            target: Target::Own,
            script: Script::default(),
            abilities: [Abilities::default(), Abilities::default()],
            special: None,
        };
        let index = CardIndex::of(&cards, rules.taunt_needs_head);
        Self {
            stack: rules.stack(deck.len()),
            max_hand: unlimited(rules.max_hand),
            always: match rules.steal_shortfall {
                StealShortfall::Damage => Requires::NOTHING.union(Requires::STOCK),
                StealShortfall::Nothing => Requires::NOTHING,
            },
            rows: damage::rows(&rules),
            hits: damage::hits(&rules),
            max_thrown: unlimited(rules.max_attack_cards),
            paying_slots: {
                let torso = if rules.pay_with_torso { Slots::only(Slot::Torso) } else { Slots::default() };
                let limbs = if rules.pay_from_parts { Slots::LIMBS } else { Slots::default() };
                torso.union(limbs)
            },
            card_data: card_index::card_data(&cards, &nothing),
            bodies: body::bodies(&cards, &index),
            rules,
            cards,
            nothing,
            effects: effects.into_iter().map(|effect| (effect, effect.requires())).collect(),
            deck,
            index,
            blank: None,
        }
    }

    /// The card with this id.
    #[inline]
    #[must_use]
    pub fn card(&self, id: Id) -> &Card {
        self.cards.get(id.index()).unwrap_or(&self.nothing)
    }

    /// The data of the card with this id.
    #[inline]
    fn data(&self, id: Id) -> &CardData {
        &self.card_data[usize::from(id.0)]
    }

    /// Whether the card is blank in this seat's hand.
    #[inline]
    fn is_blank(&self, seat: Seat, id: Id) -> bool {
        self.blank == Some((seat, id))
    }
}

/// Executes the rules on a game in progress.
struct Resolver<'g, O> {
    game: &'g StupidFight,
    state: &'g mut State,
    chance: &'g mut ChanceStreams,
    observer: &'g mut O,
}

impl Game for StupidFight {
    const INFO: GameInfo = GameInfo {
        id: "stupid-fight",
        title: "Stupid Fight",
        games: 100_000,
        chance: &["the stacks", "the decks", "ties and the box", "cards stolen from hands", "gifts"],
        features: bots::FEATURES,
        dependents: &[Dependent { settings: "charity", on: "charity.join-round", off: &["never"] }],
        own: None,
    };
    const SITUATIONS: &'static [Feature] = situations::FEATURES;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let rules = Rules::read(settings);
        let deck = Deck::read(settings, &rules);
        Self::new(rules, deck)
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let mut state = State::new();
        Resolver { game: self, state: &mut state, chance, observer }.set_up();
        state
    }

    fn prepared(&self, state: &State, _: &mut ChanceStreams) -> Vec<PreparedPile> {
        let of = |seat: Seat| {
            let deck = &state.decks[seat][..usize::from(state.table.n_deck[seat])];
            PreparedPile::of_last_on_top("deck", Some(seat), deck.iter().map(|id| self.card(*id).id.as_str()))
        };
        Seats::first(self.rules.players).into_iter().map(of).collect()
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        Resolver { game: self, state, chance, observer }.play_on(ask)
    }

    #[inline(always)]
    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        Decision::new(moves::decision(&state.table, state.picked), self.menu(state, seat))
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.redeal(state, seat, chance);
    }

    fn looks_alike(&self, before: &State, _: Seat, mv: Move, other: Move) -> Option<bool> {
        let is_secret = |mv| self.is_secret(&before.table, mv);
        Some(mv == other || is_secret(mv) && is_secret(other))
    }

    fn adapt(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, _): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) {
        self.put_in_hand(dealt, moves, before, seat, chance.source(source::DECKS));
    }

    fn follow(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        self.deal_on(dealt, moves, (before, after), seat, chance)
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        let name = |id| self.card(id).id.as_str();
        match what {
            Described::Event(event) => event.describe(name, text),
            Described::Move(mv) => mv.describe(name, text),
        }
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        self.describe_seen(view, text)
    }

    fn lay_out(&self, view: &View<'_>, _: Seat, table: &mut Layout) {
        self.lay_out_seen(view, table);
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        match *event {
            Event::Opening { seat: owner, .. }
            | Event::Drawn { seat: owner, .. }
            | Event::Trashed { seat: owner, .. }
            | Event::Thrown { seat: owner, converted: true, .. }
            | Event::Paid { seat: owner, from: Zone::Hand, .. }
            | Event::Stolen { from: owner, zone: Zone::Hand, .. } => owner == seat,
            // From one face-down pile to another.
            Event::Paid { from: Zone::Deck, .. } | Event::Stolen { zone: Zone::Deck, .. } => false,
            _ => true,
        }
    }

    fn forgets(&self, event: &Event) -> bool {
        matches!(event, Event::Reshuffles { .. })
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        let of = |state: &State, seat: Seat| {
            i32::from(state.table.n_deck[seat]) + i32::from(state.table.n_hand[seat])
        };
        Some(Lead { unit: "cards in deck and hand", of })
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn situations(&self, view: &View<'_>) -> FeatureSet {
        self.situation(view)
    }

    /// Copies of a card cannot be told apart and pass from player to player, so all of them are blank in the player's hand.
    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let id = Id::at(card);
        let is_single = self.cards.get(card).is_none_or(|card| card.copies <= 1);
        let can_miss = copies == Copies::All || is_single;
        (can_miss && !self.index.torsos.has(id)).then(|| Self { blank: Some((seat, id)), ..self.clone() })
    }
}
