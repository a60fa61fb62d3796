//! Stupid Fight: two to six players build a body of a torso and limbs, throw white cards at each
//! other and pay for what hits them with the cards of their deck, which is their health.
//!
//! A turn is a row of small decisions. [`setup`] deals the stacks and finds the torsos, [`turn`]
//! draws, passes the turn and ends the game, [`parts`] puts parts on and off, [`body`] says what they
//! do together, [`attack`] throws, defends and hits, [`deeds`] resolves black cards, taunts and
//! specials, [`damage`] collects what is owed; [`menus`] says what is legal, [`moves`] carries it out;
//! [`playout`] does both at once for players who choose at random.
//! The deck is read in [`deck`], in the words of [`cards`], and made ready for play in [`uses`];
//! [`rules`] holds the other settings, [`view`] the information policy, [`story`] the events,
//! [`report`] the figures, [`bots`] the features.

mod attack;
mod body;
mod bots;
mod cards;
mod colours;
mod damage;
mod deck;
mod deeds;
mod effects;
mod ids;
mod look;
mod menus;
mod moves;
mod parts;
mod playout;
mod report;
mod rules;
mod setup;
mod slots;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod turn;
mod uses;
mod view;

use crate::model::{
    BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Observer, Outcome, Pile, RngStream, Seat,
    Seats, Section, Status,
};
use body::Body;
pub use cards::{Attack, Card, Kind};
use cards::{CARDS, Face, Gifts, Needs, ROOM, Script};
pub use colours::Colour;
use damage::Row;
use deck::Deck;
pub use effects::{Effect, Loss, Target};
pub use ids::{Id, Ids};
pub use look::Look;
pub use moves::Move;
pub use rules::Rules;
use rules::StealShortfall;
pub use slots::{Slot, Slots};
pub use state::{Hand, Held, Phase, Player, State, Table};
use std::fmt;
pub use story::{Event, Purse};
use uses::Uses;
pub use view::View;

/// The sources of chance, each with its own stream.
mod source {
    /// Which cards are in the stacks.
    pub(super) const STACKS: usize = 0;
    /// The decks that are shuffled after the torsos are found.
    pub(super) const DECKS: usize = 1;
    /// Ties, and what the box gives.
    pub(super) const LOTS: usize = 2;
    /// Cards stolen from hands.
    pub(super) const PICKPOCKET: usize = 3;
    /// The gifts to who walks up.
    pub(super) const GIFTS: usize = 4;
}

/// The rules and the deck of one house, ready to deal.
#[derive(Clone, Debug)]
pub struct StupidFight {
    /// The settings.
    pub rules: Rules,
    /// The cards, by id.
    cards: Vec<Card>,
    /// What stands in for a card that is none.
    nothing: Card,
    /// All effects of all cards, and what each needs; scripts are stretches of it.
    effects: Vec<(Effect, Needs)>,
    /// Every card once a copy, in id order.
    deck: Pile<Id, ROOM>,
    /// Cards of a stack.
    stack: usize,
    /// The hand at which drawing stops.
    most_held: u8,
    /// Attack cards of a turn.
    most_thrown: u8,
    /// What effects can touch of everybody.
    always: Needs,
    /// The row of the damage table, by immunity and weakness.
    rows: [[Row; 2]; 2],
    /// Damage of each attack, by row.
    hits: [[u8; 3]; 3],
    /// The ids by what can be done with them.
    uses: Uses,
    /// The cards, as far as the rules ask for them again and again.
    faces: Box<[Face; 256]>,
    /// What each part adds to a body, by how it lies there.
    bodies: Box<[[Body; 256]; 3]>,
    /// A card that is blank in the hands of one seat: it counts as health, cannot be played, and can be
    /// thrown only as a converted punch.
    blank: Option<(Seat, Id)>,
}

/// A number of cards of which 0 is no limit: no hand and no turn reaches 255 cards.
const fn unlimited(most: u8) -> u8 {
    if most == 0 { u8::MAX } else { most }
}

impl StupidFight {
    fn new(rules: Rules, Deck { cards, effects }: Deck) -> Self {
        let copies = cards
            .iter()
            .enumerate()
            .flat_map(|(place, card)| std::iter::repeat_n(Id::at(place), usize::from(card.copies)));
        // More cards, or more ids, are only where the deck was refused.
        let deck: Pile<Id, ROOM> = copies.take(CARDS).collect();
        let nothing = Card {
            id: "nothing".into(),
            kind: Kind::Black,
            copies: 0,
            icons: 0,
            taunt: false,
            target: Target::Own,
            script: Script::default(),
            gifts: [Gifts::default(), Gifts::default()],
            special: None,
        };
        let uses = Uses::of(&cards, rules.taunt_needs_head);
        Self {
            stack: rules.stack(deck.len()),
            most_held: unlimited(rules.max_hand),
            always: match rules.steal_shortfall {
                StealShortfall::Damage => Needs::NOTHING.union(Needs::STOCK),
                StealShortfall::Nothing => Needs::NOTHING,
            },
            rows: damage::rows(&rules),
            hits: damage::hits(&rules),
            most_thrown: unlimited(rules.max_attack_cards),
            faces: uses::faces(&cards, &nothing),
            bodies: body::bodies(&cards, &uses),
            rules,
            cards,
            nothing,
            effects: effects.into_iter().map(|effect| (effect, effect.needs())).collect(),
            deck,
            uses,
            blank: None,
        }
    }

    /// The card with this id.
    #[inline]
    #[must_use]
    pub fn card(&self, id: Id) -> &Card {
        self.cards.get(id.index()).unwrap_or(&self.nothing)
    }

    /// The face of the card with this id.
    #[inline]
    fn face(&self, id: Id) -> &Face {
        &self.faces[usize::from(id.0)]
    }

    /// Is the card blank in the hands of this seat?
    #[inline]
    fn is_blank(&self, seat: Seat, id: Id) -> bool {
        self.blank == Some((seat, id))
    }
}

/// A game in play: what every rule needs to go on.
struct Bout<'b, W> {
    game: &'b StupidFight,
    state: &'b mut State,
    chance: &'b mut ChanceStreams,
    observer: &'b mut W,
}

impl Game for StupidFight {
    const ID: &'static str = "stupid-fight";
    const SOURCES: usize = 5;
    /// `defend` with every id as a dodge, a block and an escape, and `accept`, fits.
    const MENU: usize = 512;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        let rules = Rules::read(settings);
        let deck = Deck::read(settings, &rules);
        Self::new(rules, deck)
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    #[inline]
    fn lay<W: Observer<Event>>(&self, _: &mut ChanceStreams, _: &mut W) -> State {
        State::new()
    }

    #[inline]
    fn set_up<W: Observer<Event>>(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut W) {
        Bout { game: self, state, chance, observer }.set_up();
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.table.phase {
            Phase::Over(outcome) => Status::Over(outcome),
            _ => Status::Choose(Seats::only(state.table.chooser())),
        }
    }

    #[inline]
    fn alone(&self, state: &State) -> Option<Seat> {
        (!matches!(state.table.phase, Phase::Over(_))).then_some(state.table.chooser())
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn decision(&self, state: &State, _: Seat) -> &'static str {
        moves::decision(&state.table, state.held)
    }

    fn moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        self.legal(&state.table, state.hand(seat), &state.held, menu);
    }

    #[inline(always)]
    fn at_random(&self, state: &State, seat: Seat, mind: &mut RngStream) -> Option<(Move, usize)> {
        let mut n_moves = 0;
        let mv = self.nth_by(&state.table, state.hand(seat), &state.held, |all| {
            n_moves = all;
            // Of one move, the first is drawn: that leaves the stream as it is.
            mind.below(all)
        });
        Some((mv, n_moves))
    }

    #[inline]
    fn play<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        Bout { game: self, state, chance, observer }.carry_out(chosen.only());
    }

    #[inline]
    fn play_out<W: Observer<Event>>(
        &self,
        state: &mut State,
        minds: &mut BySeat<BotState>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<(Outcome, Decisions)> {
        Some(Bout { game: self, state, chance, observer }.play_out(minds))
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.redeal(state, seat, chance);
    }

    fn name_move(&self, mv: Move) -> String {
        mv.name(|id| &self.card(id).id)
    }

    fn describe(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        event.describe(|id| &self.card(id).id, story)
    }
}
