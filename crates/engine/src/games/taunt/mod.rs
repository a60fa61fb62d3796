//! TAUNT: fighters select cards in secret, reveal them simultaneously and act in the order of the cards.
//! Damage raises the mode of the Danger Track, the mode raises the Peril of a hit, and Peril disables cards.
//! A fighter with three disabled cards at the end of a turn loses.
//!
//! [`rules`], [`moves`] and [`characters`] have the settings. [`fight`] has set-up, defeat and series,
//! [`play`] the turn, [`combos`] the taunting combos, [`act`] ties, blocks, Position and own effects,
//! [`hits`] guards, damage, Peril and interruptions, [`monsters`] the mini-decks, [`menus`] the legal moves,
//! [`deck`] the cards by index. [`view`] is the information policy, and [`determinize`] deals the hidden
//! cards again. [`story`] has the events, [`report`] the figures, [`bots`] the features.

mod act;
mod bots;
mod cells;
mod characters;
mod combos;
mod deck;
mod determinize;
mod fight;
mod hits;
mod menus;
mod monsters;
mod moves;
mod play;
mod report;
mod rules;
mod situations;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::{
    Ask, ChanceStreams, Copies, Decision, Described, Feature, FeatureRows, FeatureSet, Game, GameInfo,
    Layout, Lead, Measures, Moves, Observer, Seat, Seats, Section, Status,
};
pub use characters::Character;
use deck::Deck;
pub use moves::{LevelledMove, MoveCard, MoveId};
pub use rules::Rules;
pub use state::{Fighter, Move, Open, Phase, State};
use std::fmt;
pub use story::Event;
pub use view::View;

/// The rules of one config, ready to play.
#[derive(Clone, Debug)]
pub struct Taunt {
    /// The settings.
    pub rules: Rules,
    /// The decks of the characters that can be played.
    decks: Vec<Deck>,
    /// Whether some deck may have several copies of a move.
    has_copies: bool,
    /// The cards of the monsters' pool.
    pool: Deck,
    /// Each move's index in the pool.
    pool_place: [u8; 32],
    /// Trainers who partition.
    drafters: Seats,
    /// A move, one or every card of which is blank in this seat's deck and cannot be selected.
    blank: Option<(Seat, MoveId, Copies)>,
}

impl Taunt {
    /// Computes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut pool_place = [0; 32];
        for (place, id) in (0..).zip(&rules.monsters.pool) {
            pool_place[id.index()] = place;
        }
        let is_monsters = rules.mode == rules::Mode::Monsters;
        let drafts = |seat: &Seat| is_monsters && rules.monsters.decks[seat.index() & 1].is_none();
        let has_copies = |character: &Character| {
            let moves = &character.moves;
            moves.iter().enumerate().any(|(place, id)| moves[..place].contains(id))
        };
        let has_copies = is_monsters || rules.characters.iter().any(has_copies);
        Self {
            decks: rules.characters.iter().map(|c| Deck::new(&c.moves, &[], &rules.moves)).collect(),
            has_copies,
            pool: Deck::new(&rules.monsters.pool, &[], &rules.moves),
            pool_place,
            drafters: Seats::first(2).into_iter().filter(drafts).collect(),
            blank: None,
            rules,
        }
    }

    /// Whether the players are trainers of monsters.
    fn has_monsters(&self) -> bool {
        self.rules.mode == rules::Mode::Monsters
    }

    /// The move card, for properties that are the same at all levels.
    fn card(&self, id: MoveId) -> &MoveCard {
        self.rules.moves.card(id)
    }

    /// The card that a fighter revealed, at its level.
    fn revealed(&self, fighter: &Fighter) -> &MoveCard {
        self.rules.moves.card_at(fighter.revealed)
    }
}

impl Game for Taunt {
    const INFO: GameInfo = GameInfo {
        id: "taunt",
        title: "TAUNT",
        games: 200_000,
        chance: &["the characters"],
        features: bots::FEATURES,
        dependents: rules::DEPENDENTS,
        own: None,
    };
    /// Players whose TAUNT was blank or countered queue no cards; all combos are revealed together, and no view shows who
    /// still queues cards.
    const SECRETLY_ASKED: &'static [&'static str] = &["combo"];
    const SITUATIONS: &'static [Feature] = situations::FEATURES;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        self.set_up(chance.source(0), observer)
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        _: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        self.play_turns(state, ask, observer)
    }

    #[inline(always)]
    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        self.menu(state, seat)
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        self.view_of(state, seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_unseen(state, seat, chance.source(0));
    }

    /// Queued cards and burnt blood are secret until the next reveal. In Monsters, decks are secret as well.
    fn looks_alike(&self, before: &State, _: Seat, mv: Move, other: Move) -> Option<bool> {
        let is_secret = matches!(before.open.phase, Phase::Combo | Phase::Burn);
        (!self.has_monsters()).then_some(is_secret || mv == other)
    }

    fn describe(&self, what: Described<'_, Self>, text: &mut dyn fmt::Write) -> fmt::Result {
        match what {
            Described::Event(event) => self.describe_event(event, text),
            Described::Move(mv) => self.describe_move(mv, text),
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
            Event::Trains { who, .. } => who.seat == seat,
            _ => true,
        }
    }

    fn forgets(&self, event: &Event) -> bool {
        // The moves of a combo, and the fights of a series before.
        matches!(event, Event::Reveals { queued: true, .. } | Event::ComboBegins { .. } | Event::Fight { .. })
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        let of = |state: &State, seat: Seat| {
            let fighter = &state.open.fighters[seat];
            let most = if self.is_wampire(seat) { 0 } else { self.character(fighter.character).critical() };
            i32::from(most.abs_diff(fighter.damage))
        };
        Some(Lead { unit: "♥", of })
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn situations(&self, view: &View<'_>) -> FeatureSet {
        self.situation(view)
    }

    /// A trainer misses all copies, because they can be in the decks of different monsters.
    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let id = MoveId::at(card);
        let can_miss =
            copies == Copies::All || !self.has_monsters() || self.n_owned(0, id).is_some_and(|n| n <= 1);
        can_miss.then(|| Self { blank: Some((seat, id, copies)), ..self.clone() })
    }
}
