//! TAUNT: fighters select a card in secret, reveal at once and act in the order of the cards. Damage
//! raises the mode of the Danger Track, the mode raises the Peril of a hit, Peril disables cards,
//! and who has three of them disabled at the end of a turn has lost.
//!
//! [`rules`], [`moves`] and [`characters`] hold the settings, [`deeds`] and [`kits`] the same in the
//! shape in which play asks for them; a game goes through [`fight`] (set-up, defeat, series),
//! [`turn`] (selection, reveal, what follows the Act phase), [`combos`], [`act`] (ties, blocks, Position, own
//! effects) and [`hits`] (guards, damage, Peril, interruptions); [`menus`] are the choices,
//! [`monsters`] the mini-decks, [`playout`] says who answers what is asked. [`view`] is the information
//! policy and [`unseen`] its other half, [`story`] the events, [`report`] the figures, [`bots`] the features.

mod act;
mod bots;
mod characters;
mod combos;
mod deeds;
mod fight;
mod hits;
mod kits;
mod menus;
mod monsters;
mod moves;
mod playout;
mod report;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod turn;
mod unseen;
mod view;

use crate::model::{
    BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Observer, Outcome, RngStream, Seat, Seats,
    Section, Status,
};
pub use characters::Character;
pub use moves::{MoveCard, MoveId};
pub use rules::Rules;
pub use state::{Move, Open, Phase, State};
use std::fmt;
pub use story::Event;
pub use view::View;

/// The rules of one house, ready to play.
#[derive(Clone, Debug)]
pub struct Taunt {
    /// The settings.
    pub rules: Rules,
    /// What each move does at each level.
    deeds: deeds::Deeds,
    /// What each of the characters that can sit brings.
    kits: Vec<kits::Kit>,
    /// Blood that buys a ↑; 0 if none can.
    burn: u8,
    /// Equal levels cancel effects on oneself, too.
    cancels_all: bool,
    /// Cards that a combo may queue.
    combo_limit: usize,
    /// The moves that start a combo, as a set.
    taunts: u32,
    /// The decks of the characters that can sit.
    decks: Vec<state::Deck>,
    /// How many of each move are in them.
    owned: Vec<report::Moves>,
    /// Each move's place in the pool of the monsters.
    pool_place: [u8; 32],
    /// Trainers who partition.
    drafters: Seats,
    /// A seat that nobody has named a character for is drawn by lot.
    lots: bool,
    /// The move whose cards lie blank before this seat: it cannot select them.
    blank: Option<(Seat, MoveId)>,
    /// All have the hand of their kits: nobody has monsters or blank cards.
    has_kits: bool,
}

impl Taunt {
    /// Makes the tables of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let mut pool_place = [0; 32];
        for (place, id) in (0..).zip(&rules.monsters.pool) {
            pool_place[id.place()] = place;
        }
        let is_monsters = rules.mode == rules::Mode::Monsters;
        let drafts = |seat: &Seat| is_monsters && rules.monsters.decks[seat.index() & 1].is_none();
        Self {
            deeds: deeds::Deeds::of(&rules),
            kits: rules.characters.iter().map(|character| kits::Kit::of(character, &rules)).collect(),
            burn: if rules.wampires.enabled { rules.wampires.burn } else { 0 },
            cancels_all: rules.equal_level_cancel == rules::EqualLevelCancel::All,
            combo_limit: match rules.combo_limit {
                0 => usize::MAX,
                limit => limit.into(),
            },
            taunts: rules.moves.all(|card| card.starts_combo),
            decks: rules.characters.iter().map(|c| c.moves.iter().copied().collect()).collect(),
            owned: rules.characters.iter().map(|c| report::count(&c.moves)).collect(),
            pool_place,
            drafters: Seats::first(2).into_iter().filter(drafts).collect(),
            lots: rules.fighters.contains(&rules::Cast::Random),
            blank: None,
            has_kits: !is_monsters,
            rules,
        }
    }

    /// Trainers of monsters play, rather than fighters?
    #[inline]
    fn has_monsters(&self) -> bool {
        self.rules.mode == rules::Mode::Monsters
    }

    /// The move card.
    #[inline]
    fn card(&self, id: MoveId) -> &MoveCard {
        &self.rules.moves.cards[id.place()]
    }
}

impl Game for Taunt {
    const ID: &'static str = "taunt";
    /// The lots for characters.
    const SOURCES: usize = 1;
    /// A deck of 12, two Switches, and `stop`.
    const MENU: usize = 16;
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(Rules::read(settings))
    }

    fn players(&self) -> usize {
        self.rules.players
    }

    fn lay<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        self.set_up(chance.source(0), observer)
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.open.phase {
            Phase::Over(outcome) => Status::Over(outcome),
            _ => Status::Choose(state.asked),
        }
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        self.look(state, seat)
    }

    fn decision(&self, state: &State, _: Seat) -> &'static str {
        match state.open.phase {
            Phase::Partition { .. } => "partition",
            Phase::Lead => "lead",
            Phase::Burn(_) => "burn",
            Phase::Select(_) | Phase::Over(_) => "select",
            Phase::Order(_) => "order",
            Phase::RunMarkers(_) => "run-markers",
            Phase::Position { .. } => "position",
            Phase::PassCharge(_) => "pass-charge",
            Phase::SpiritGive(_) => "spirit-give",
            Phase::Combo => "combo",
        }
    }

    fn moves(&self, state: &State, seat: Seat, menu: &mut Vec<Move>) {
        self.list_moves(state, seat, menu);
    }

    #[inline(always)]
    fn at_random(&self, state: &State, seat: Seat, mind: &mut RngStream) -> Option<(Move, usize)> {
        self.draw_move(state, seat, mind)
    }

    #[inline]
    fn play<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
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
        self.has_kits.then(|| self.play_turns(state, minds, observer))
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_unseen(state, seat, chance.source(0));
    }

    fn name_move(&self, mv: Move) -> String {
        match mv {
            Move::Nothing => "nothing".into(),
            Move::Card(id) => self.id_of(id).into(),
            Move::Stop => "stop".into(),
            Move::Monster(monster) => format!("monster-{monster}"),
            Move::No => "no".into(),
            Move::Yes => "yes".into(),
            Move::Place(place) => format!("place-{place}"),
            Move::Left => "left".into(),
            Move::Right => "right".into(),
            Move::Both => "both".into(),
            Move::Near => "near".into(),
            Move::Far => "far".into(),
            Move::Keep => "keep".into(),
            Move::Pass(seat) => format!("pass:{seat}"),
        }
    }

    fn describe(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        self.tell_event(event, story)
    }
}
