//! A game of one person against the bots, up to the person's next decision. The moves of the person so far decide the
//! game, so it needs no memory: the same moves give the same game.

use super::runner::{Players, outcome_of, play_without_hurry};
use crate::bots::{Bot, Search};
use crate::model::{
    Ask, BySeat, CardEvent, Described, Event, Game, GameSeed, Layout, Moves, Observer, Outcome, Seat, Seats,
    Status, all_features, layout, move_id, table_text,
};
use std::cell::RefCell;

/// The moves of a person, as indices in the lists of legal moves. Decisions with a single legal move are not asked.
#[derive(Clone, Copy, Debug)]
pub struct Person<'p> {
    /// The seat.
    pub seat: Seat,
    /// The moves so far.
    pub moves: &'p [usize],
    /// The number of playouts of a hint; 0 for no hint.
    pub playouts: u32,
}

/// What the person sees after these moves.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The next decision; `None` if the game is over.
    pub decision: Option<OpenDecision>,
    /// The ids of the moves so far, each with the name of its decision.
    pub history: Vec<(&'static str, String)>,
    /// What the seat has seen since its last move, in lines of the story.
    pub since: String,
    /// The cards to which something has happened since then that the seat has seen.
    pub cards: Vec<CardEvent>,
    /// The table as the seat sees it; with all hands open if the game is over.
    pub layout: Layout,
    /// The outcome and the story of a game that is over.
    pub end: Option<(Outcome, String)>,
}

/// A decision of the person.
#[derive(Clone, Debug)]
pub struct OpenDecision {
    /// Its name in the rulebook.
    pub name: &'static str,
    /// What the seat sees of the table, in lines.
    pub table: String,
    /// The ids of the legal moves.
    pub moves: Vec<String>,
    /// The features of each move, in the order of the game: what the seat knows of it.
    pub features: Vec<Vec<f64>>,
    /// The index of the move that a search chooses, if a hint was asked for.
    pub hint: Option<usize>,
}

/// Asks the person in one seat, and the bots in all others.
struct Asked<'a, 'g, G: Game> {
    players: Players<'g, G>,
    person: Person<'a>,
    n_asked: usize,
    history: Vec<(&'static str, String)>,
    texts: &'a RefCell<Texts>,
}

/// The story of a game.
#[derive(Default)]
struct Texts {
    /// All of it.
    whole: String,
    /// What the person has seen since the last move.
    since: String,
    /// The cards of these events.
    cards: Vec<CardEvent>,
}

/// Writes both.
struct Writer<'w, G> {
    game: &'w G,
    seat: Seat,
    texts: &'w RefCell<Texts>,
}

impl<G: Game> Observer<G::Event> for Writer<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        let mut texts = self.texts.borrow_mut();
        // Writing to a string cannot fail.
        let _ = self.game.describe(Described::Event(&event), &mut texts.whole);
        if self.game.is_seen(&event, self.seat) {
            let before = texts.since.len();
            let _ = self.game.describe(Described::Event(&event), &mut texts.since);
            // What has no line of its own is only counted, and can be a secret: a line says everything about its event.
            if texts.since.len() > before {
                texts.cards.extend(event.card());
            }
        }
    }
}

impl<G: Game> Ask<G> for Asked<'_, '_, G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        if seat != self.person.seat {
            return self.players.choose(game, state, seat);
        }
        let decision = game.decision(state, seat);
        let mut menu = Vec::new();
        decision.moves.list(&mut menu);
        if let [only] = menu[..] {
            return Some(only);
        }
        // A move that does not exist pauses the game, too.
        let mv = *menu.get(*self.person.moves.get(self.n_asked)?)?;
        self.n_asked += 1;
        let mut texts = self.texts.borrow_mut();
        texts.since.clear();
        texts.cards.clear();
        self.history.push((decision.name, move_id(game, mv)));
        Some(mv)
    }
}

/// Plays the game of this seed up to the next decision of the person.
pub(super) fn sit<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    game_seed: GameSeed,
    person: Person<'_>,
) -> Sitting {
    let texts = RefCell::default();
    let players_of = Players::new(game, players, bots);
    let mut asked = Asked { players: players_of, person, n_asked: 0, history: Vec::new(), texts: &texts };
    asked.players.begin(game_seed);
    let mut chance = game_seed.chance(G::INFO.chance.len());
    let mut story = Writer { game, seat: person.seat, texts: &texts };
    let (state, status) = play_without_hurry(game, &mut asked, &mut chance, &mut story);
    let is_over = matches!(status, Status::Over(_));
    let decision = (!is_over).then(|| {
        let decision = game.decision(&state, person.seat);
        let mut menu = Vec::new();
        decision.moves.list(&mut menu);
        let hint = (person.playouts > 0).then(|| hint(game, players, bots, &state, game_seed, person));
        OpenDecision {
            name: decision.name,
            table: table_text(game, &game.view(&state, person.seat)),
            moves: menu.iter().map(|mv| move_id(game, *mv)).collect(),
            features: features(game, &state, person.seat, &menu),
            hint: hint.and_then(|hint| menu.iter().position(|mv| *mv == hint)),
        }
    });
    let history = asked.history;
    let layout = match is_over {
        true => Layout::with_open_hands(
            Seats::first(players).into_iter().map(|seat| layout(game, &state, seat)).collect(),
        ),
        false => layout(game, &state, person.seat),
    };
    let Texts { whole, since, cards } = texts.into_inner();
    Sitting {
        decision,
        history,
        since,
        cards,
        layout,
        // Until then, the story has secrets of the other seats.
        end: is_over.then(|| (outcome_of(status), whole)),
    }
}

/// The features of each move, which the game computes from the view of the seat.
fn features<G: Game>(game: &G, state: &G::State, seat: Seat, menu: &[G::Move]) -> Vec<Vec<f64>> {
    let width = game.feature_list().len();
    if width == 0 {
        return vec![Vec::new(); menu.len()];
    }
    let mut numbers = Vec::new();
    all_features(game, &game.view(state, seat), menu, &mut numbers);
    numbers.chunks(width).map(<[f64]>::to_vec).collect()
}

/// The move that a search chooses, which models all players by the bots of the game.
fn hint<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    state: &G::State,
    game_seed: GameSeed,
    person: Person<'_>,
) -> G::Move {
    let models = Box::new(BySeat::from_fn(|seat| bots[seat].model()));
    let search = Bot::Search(Search { playouts: person.playouts, is_pure: true, players: models });
    let searching = BySeat::from_fn(|_| search.clone());
    let mut searching = Players::new(game, players, &searching);
    searching.begin(game_seed);
    searching.choose(game, state, person.seat).unwrap_or_default()
}
