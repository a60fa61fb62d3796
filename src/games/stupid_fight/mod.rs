//! Stupid Fight: two to six players build a body of a torso and limbs, throw white cards at each
//! other and pay for what hits them with the cards of their deck, which is their health.
//!
//! A turn is a row of small decisions. [`setup`] deals the stacks and finds the torsos, [`turn`]
//! draws, passes the turn and ends the game, [`parts`] puts bodies together, [`attack`] throws,
//! defends and hits, [`deeds`] resolves black cards, taunts and specials, [`damage`] collects what is
//! owed, [`moves`] says what is legal. The deck is read in [`deck`], in the words of [`cards`];
//! [`rules`] holds the other settings, [`view`] the information policy, [`story`] the events,
//! [`report`] the figures, [`bots`] the features.

mod attack;
mod bots;
mod cards;
mod damage;
mod deck;
mod deeds;
mod moves;
mod parts;
mod report;
mod rules;
mod setup;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use crate::model::{Chosen, Dice, Game, Pile, Seat, Seats, Section, Turn, Watch};
pub use cards::{Attack, Card, Colour, Effect, Id, Ids, Kind, Loss, Slot, Slots, Target};
use cards::{CARDS, Gifts, Script};
use deck::Deck;
pub use moves::Move;
pub use rules::Rules;
pub use state::{Hand, Held, Look, Player, Stage, State, Table};
use std::fmt;
pub use story::Event;
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
    /// All effects of all cards; scripts are stretches of it.
    effects: Vec<Effect>,
    /// Every card once a copy, in id order.
    deck: Pile<Id, CARDS>,
    /// Cards of a stack.
    stack: usize,
    /// The ids by what can be done with them.
    uses: Uses,
    /// A card that is blank in the hands of one seat: it counts as health, cannot be played, and can be
    /// thrown only as a converted punch.
    blank: Option<(Seat, Id)>,
}

/// Card ids by what can be done with them.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    parts: Ids,
    torsos: Ids,
    black: Ids,
    /// The black cards that are no taunts.
    silent: Ids,
    activate: Ids,
    run_away: Ids,
    /// Punches, kicks, headbutts and Dodges.
    types: [Ids; 4],
}

impl StupidFight {
    fn new(rules: Rules, Deck { cards, effects }: Deck) -> Self {
        let mut deck = Pile::new();
        let mut uses = Uses::default();
        for (place, card) in cards.iter().enumerate() {
            let id = Id::at(place);
            for _ in 0..card.copies {
                // More cards, or more ids, are only where the deck was refused.
                if deck.len() < CARDS {
                    deck.push(id);
                }
            }
            match card.kind {
                Kind::Punch => uses.types[0].add(id),
                Kind::Kick => uses.types[1].add(id),
                Kind::Headbutt => uses.types[2].add(id),
                Kind::Dodge => uses.types[3].add(id),
                Kind::RunAway => uses.run_away.add(id),
                Kind::Activate => uses.activate.add(id),
                Kind::Black => {
                    uses.black.add(id);
                    uses.silent.add_if(id, !card.taunt);
                }
                _ => uses.parts.add(id),
            }
            if card.kind == Kind::Torso {
                uses.torsos.add(id);
            }
        }
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
        let stack = rules.stack(deck.len());
        Self { rules, cards, nothing, effects, deck, stack, uses, blank: None }
    }

    /// The card with this id.
    #[inline]
    #[must_use]
    pub fn card(&self, id: Id) -> &Card {
        self.cards.get(id.index()).unwrap_or(&self.nothing)
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
    dice: &'b mut Dice,
    watch: &'b mut W,
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

    fn deal<W: Watch<Event>>(&self, dice: &mut Dice, watch: &mut W) -> State {
        let mut state = State::new();
        Bout { game: self, state: &mut state, dice, watch }.set_up();
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.table.stage {
            Stage::Over(outcome) => Turn::Over(outcome),
            _ => Turn::Choose(Seats::only(state.table.chooser())),
        }
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        state.view(seat)
    }

    fn decision(&self, state: &State, _: Seat) -> &'static str {
        moves::decision(&state.table, state.held)
    }

    #[inline]
    fn moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        self.legal(&state.table, state.hand(seat), state.held, menu);
    }

    #[inline]
    fn play<W: Watch<Event>>(
        &self,
        state: &mut State,
        chosen: &Chosen<Move>,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        Bout { game: self, state, dice, watch }.carry_out(chosen.only());
    }

    fn shuffle_unseen(&self, state: &mut State, seat: Seat, dice: &mut Dice) {
        self.redeal(state, seat, dice);
    }

    fn name_move(&self, mv: Move) -> String {
        mv.name(|id| &self.card(id).id)
    }

    fn tell(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        event.tell(|id| &self.card(id).id, story)
    }
}
