//! A game as data: a description in TOML, read once into tables and operations, and interpreted. docs/your-own-game.md
//! has its vocabulary.
//!
//! [`names`] reads what a description defines, [`sentences`] reads its sentences into [`statements`], [`compile`] makes operations of them,
//! [`play`] plays, [`view`] is the information policy, [`story`] has the events, [`report`] the figures, [`bots`] the features,
//! [`situations`] the situations.

mod bots;
mod compile;
mod names;
mod play;
mod report;
mod sentences;
mod situations;
mod state;
mod statements;
mod story;
#[cfg(test)]
mod tests;
mod view;

use crate::model::settings::Item;
use crate::model::words::interned;
use crate::model::{
    Ask, ChanceStreams, Copies, Decision, Described, Feature, FeatureRows, FeatureSet, Game, GameInfo,
    JointMove, Layout, Lead, Measures, Moves, Observer, PreparedPile, Seat, Section, Status,
};
use bots::Ahead;
use compile::{Compiler, Place, Program};
use names::Names;
use sentences::Reader;
use situations::Situation;
pub use state::State;
use state::{Cards, MOST_COUNTERS, MOST_KINDS, MOST_NUMBERS, MOST_ZONES, NOTHING, Player};
use statements::Choice;
use std::fmt;
pub use story::Event;
pub use view::View;

/// A choice of a player: a kind of card, or to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u8);

impl Move {
    const PASS: Self = Self(NOTHING);
}

impl Default for Move {
    fn default() -> Self {
        Self::PASS
    }
}

/// A described game, ready to play.
#[derive(Clone, Debug)]
pub struct DescribedGame {
    names: Names,
    choices: Vec<Choice>,
    program: Program,
    /// Each zone of each seat.
    places: Vec<[Place; 2]>,
    /// The pool of unseen cards of each zone of each seat.
    pools: [u8; 2 * MOST_ZONES],
    /// The numbers of the cards; 0 where a card has none.
    numbers: [[i32; MOST_KINDS]; MOST_NUMBERS],
    /// The first counter that is 0 again every round.
    first_mark: u8,
    max_rounds: u32,
    has_turns: bool,
    /// The counter that decides who wins, and whether the lower one does: it shows who leads.
    lead: Option<(usize, bool)>,
    /// The state before the deal.
    initial: State,
    features: Vec<Feature>,
    /// What the features of counters and zones look at.
    ahead: Vec<Ahead>,
    situation_list: Vec<Feature>,
    /// What the situations look at.
    situations: Vec<Situation>,
}

/// A description has one of the lists.
const ONE_LIST: &str = "one of them: `round` if both players act in a round, `turn` if they take turns";

impl DescribedGame {
    /// The list of sentences that makes a config a description: of a round in which both act, or of a player's turn.
    pub const LISTS: [&str; 2] = ["round", "turn"];

    /// All keys of a description with sentences.
    pub const ALL_LISTS: [&str; 5] = ["start", "round", "turn", "limit", "steps"];

    /// The keys of a description with a list of names.
    pub const NAME_LISTS: [&str; 3] = ["marks", "sides", "deck"];

    /// The tables of a description that are settings: house rules usually change these, and no sentences.
    pub const SETTINGS: [&str; 5] = [names::SETUP, names::RULES, names::COUNTERS, names::CARDS, names::DECK];

    /// The tables whose numbers can be lists of one for each player.
    pub const SEAT_NUMBERS: [&str; 3] = [names::SETUP, names::RULES, names::COUNTERS];

    fn new(root: &Section<'_>) -> Self {
        if !names::is_short(root) {
            return Self::of(Names::default(), Vec::new(), Program::default(), false);
        }
        if let Some(title) = root.maybe("title") {
            title.name();
        }
        let [start, limit] = ["start", "limit"].map(|list| root.maybe(list));
        let has_turns = root.has("turn") && !root.has("round");
        let round = root.item(if has_turns { "turn" } else { "round" });
        let steps: Vec<(&str, Item<'_>)> =
            root.maybe("steps").map_or_else(Vec::new, |item| item.section().entries());
        let of_steps = steps.iter().map(|(_, list)| list.clone());
        let lists: Vec<Item<'_>> =
            start.iter().chain([&round]).chain(&limit).cloned().chain(of_steps).collect();
        if root.has("turn") && !has_turns {
            root.skip(&["turn"]);
            root.fault("turn", "both `round` and `turn`", ONE_LIST);
        }
        let (names, causes) = Names::read(root, &lists);
        let reader = Reader::new(&names, causes, steps.clone(), has_turns);
        let read = |list: &Option<Item<'_>>, seated, is_start| {
            list.as_ref().map_or_else(Vec::new, |list| reader.read(list, seated, is_start))
        };
        let start = read(&start, false, true);
        let round = reader.read(&round, has_turns, false);
        let limit = read(&limit, has_turns, true);
        reader.report_unused(&steps, root.is_faulty());
        let choices = reader.choices.take();
        let lead = limit.iter().chain(&round).find_map(|statement| statement.better(&names));
        let program = Compiler::new(&names).program(&start, &round, &limit, has_turns).unwrap_or_else(|| {
            root.fault("", "very long sentences", format!("at most {} operations", compile::MOST_OPS));
            Program::default()
        });
        let (steps, rounds) = (program.most_steps(), names.max_rounds);
        if rounds > compile::MOST_STEPS / steps {
            let most = (compile::MOST_STEPS / steps).max(1);
            let expected = format!("at most {most}, because these sentences can take {steps} steps a round");
            let rules = root.section(names::RULES).entries();
            if let Some((_, limit)) = rules.iter().find(|(name, _)| *name == names::LIMIT) {
                limit.refuse(rounds.to_string(), expected, None);
            }
        }
        let mut game = Self { lead, ..Self::of(names, choices, program, has_turns) };
        if !root.is_faulty() {
            game.set_up();
        }
        game
    }

    /// The game of what was read, before its decks are there.
    fn of(names: Names, choices: Vec<Choice>, program: Program, has_turns: bool) -> Self {
        let places: Vec<[Place; 2]> = (0..names.zones.len())
            .map(|zone| [0, 1].map(|seat| Compiler::place(&names, zone, seat)))
            .collect();
        let mut numbers = [[0; MOST_KINDS]; MOST_NUMBERS];
        for (numbers, of_kind) in numbers.iter_mut().zip(&names.of_kind) {
            *numbers = *of_kind;
        }
        let first_mark = names.counters.iter().take_while(|counter| !counter.mark).count();
        let (features, ahead) = Self::feature_names(&names);
        let (situation_list, situations) = Self::situations_of(&names, has_turns);
        Self {
            pools: Compiler::pools(&names, &program),
            first_mark: u8::try_from(first_mark).unwrap_or(0),
            max_rounds: names.max_rounds,
            features,
            ahead,
            situation_list,
            situations,
            initial: State {
                players: [Player::EMPTY; 2],
                round: 0,
                turn: 0,
                again: false,
                at: 0,
                choice: 0,
                choosing: crate::model::Seats::NONE,
                repeats: 0,
                outcome: None,
            },
            names,
            choices,
            program,
            places,
            numbers,
            has_turns,
            lead: None,
        }
    }

    /// Makes the state before the deal.
    fn set_up(&mut self) {
        for (seat, player) in self.initial.players.iter_mut().enumerate() {
            for (counter, number) in self.names.counters.iter().zip(&mut player.counters) {
                *number = counter.start[seat];
            }
            let order = &self.names.order[seat];
            let cards: Cards = if order.is_empty() {
                let copies = (0_u8..).zip(&self.names.decks[seat]);
                copies.flat_map(|(kind, copies)| std::iter::repeat_n(kind, usize::from(*copies))).collect()
            } else {
                order.iter().rev().copied().collect()
            };
            if let Some(deck) = self.places.get(self.names.deck) {
                player.piles[usize::from(deck[0].index) & 3] = cards;
            }
        }
    }

    /// The sources of chance: every pile of every player.
    #[must_use]
    pub fn sources(&self) -> Vec<String> {
        let piles = self.names.zones.iter().filter(|zone| zone.pile);
        piles
            .flat_map(|zone| ["first", "second"].map(|seat| format!("{} of the {seat} player", zone.name)))
            .collect()
    }
}

impl Game for DescribedGame {
    /// Each description has a name, a title and features of its own.
    const INFO: GameInfo = GameInfo {
        id: "described",
        title: "A described game",
        games: 200_000,
        chance: &["piles"; 8],
        features: &[],
        dependents: &[],
        own: None,
    };
    type State = State;
    type View<'a> = View<'a>;
    type Move = Move;
    type Event = Event;

    fn read(settings: &Section<'_>) -> Self {
        Self::new(settings)
    }

    fn new_game(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let mut state = self.initial;
        self.run(&mut state, &mut JointMove::default(), Some(chance), observer);
        state
    }

    fn prepared(&self, state: &State, _: &mut ChanceStreams) -> Vec<PreparedPile> {
        let mut piles = Vec::new();
        for (index, zone) in self.names.zones.iter().enumerate().filter(|(_, zone)| zone.pile) {
            for seat in [Seat::FIRST, Seat::SECOND].into_iter().take(if zone.shared { 1 } else { 2 }) {
                let place = self.place(index, seat);
                let pile = &state.players[usize::from(place.seat & 1)].piles[usize::from(place.index & 3)];
                let cards = pile.iter().map(|card| self.card_name(*card));
                piles.push(PreparedPile::of_last_on_top(&zone.name, (!zone.shared).then_some(seat), cards));
            }
        }
        piles.retain(|pile| !pile.cards.is_empty());
        piles
    }

    fn play(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        self.run(state, ask, Some(chance), observer)
    }

    fn decision(&self, state: &State, seat: Seat) -> Decision<impl Moves<Move = Move>> {
        let choice = self.choices.get(usize::from(state.choice)).unwrap_or(&Choice::NONE);
        Decision::new(choice.name, self.menu(state, seat, choice))
    }

    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        self.look(state, seat)
    }

    fn determinize(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_unseen(state, seat, chance);
    }

    /// Everybody sees what is chosen.
    fn looks_alike(&self, _: &State, _: Seat, mv: Move, other: Move) -> Option<bool> {
        Some(mv == other)
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
        match what {
            Described::Event(event) => self.tell(event, text),
            Described::Move(mv) => text.write_str(self.card_name(mv.0)),
        }
    }

    fn describe_view(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        self.show(view, text)
    }

    fn lay_out(&self, view: &View<'_>, _: Seat, table: &mut Layout) {
        self.lay_out_seen(view, table);
    }

    fn is_seen(&self, event: &Event, seat: Seat) -> bool {
        let sees = |of: Seat, zone: u8| match self.names.zones.get(usize::from(zone)).map(|zone| zone.sight) {
            Some(names::Sight::Open) => true,
            Some(names::Sight::Own) => of == seat,
            _ => false,
        };
        match *event {
            Event::Opening { seat: of, .. } => of == seat,
            Event::Drawn { seat: of, from, to, .. } => sees(of, from) || sees(of, to),
            Event::Moved { seat: of, from, by, to, .. } => sees(of, from) || sees(by, to),
            _ => true,
        }
    }

    fn forgets(&self, event: &Event) -> bool {
        matches!(event, Event::Refilled { .. } | Event::Shuffled { .. } | Event::Moved { .. })
    }

    fn measures(&self) -> Measures<Self> {
        self.report()
    }

    fn lead(&self) -> Option<Lead<impl Fn(&State, Seat) -> i32>> {
        let (counter, lower) = self.lead?;
        let of = move |state: &State, seat: Seat| {
            let number = state.players[seat.index() & 1].counters[counter % MOST_COUNTERS];
            if lower { -number } else { number }
        };
        Some(Lead { unit: interned(&self.names.counters.get(counter)?.name), of })
    }

    fn feature_list(&self) -> &[Feature] {
        &self.features
    }

    fn situation_list(&self) -> &[Feature] {
        &self.situation_list
    }

    fn features(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        self.weigh(view, moves, rows);
    }

    fn situations(&self, view: &View<'_>) -> FeatureSet {
        self.situation(view)
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Self> {
        let byte = |kind: usize| u8::try_from(kind).unwrap_or(NOTHING);
        let replacement = self.names.replacement.filter(|replacement| *replacement != card)?;
        let mut game = self.clone();
        let deck = game.places.get(game.names.deck)?[seat.index() & 1];
        // A shared deck has no cards of one player.
        let is_shared = game.names.zones[game.names.deck].shared;
        let pile = &mut game.initial.players[seat.index() & 1].piles[usize::from(deck.index) & 3];
        (!is_shared && pile.replace(byte(card), byte(replacement), copies) > 0).then_some(game)
    }
}
