//! Writes one game as a readable story: its events in the game's own words, and each decision with all legal
//! moves.

use super::judge::{Judge, Judgement};
use super::runner::GameRunner;
use super::threads::LongGames;
use crate::bots::Bot;
use crate::model::{
    BySeat, CardEvent, Chosen, Described, Event, Game, GameSeed, Layout, Moves, NoObserver, Observer, Seat,
    Seats, layout, move_id, table_text,
};
use std::cell::RefCell;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the story of the game with this seed, until a write fails. After each decision, it is judged by this number of
/// rollouts for each legal move; 0 for none.
pub(super) fn write_story<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    game_seed: GameSeed,
    (n_rollouts, on_judged): (u64, &mut dyn FnMut(Judgement)),
    out: &mut dyn Write,
) -> fmt::Result {
    let has_failed = AtomicBool::new(false);
    let long_games = LongGames::new(&has_failed);
    let models = BySeat::from_fn(|seat| bots[seat].model());
    let mut judge =
        (n_rollouts > 0).then(|| Judge::new(game, players, [bots, &models], n_rollouts, &long_games));
    let text = RefCell::new(Text { out, has_failed: &has_failed });
    let mut events = Events { game, text: &text };
    let on_decision = |game: &G, state: &G::State, seat: Seat, mv: G::Move| {
        if let Some((name, ids)) = options(game, state, seat) {
            let (id, ids) = (move_id(game, mv), ids.join(" "));
            // The text notes errors.
            let _ = writeln!(text.borrow_mut(), "    [seat {seat}, {name}: {id}, of {ids}]");
        }
        if let Some(judgement) = judge.as_mut().and_then(|judge| judge.judge(state, seat, mv)) {
            let _ = write!(text.borrow_mut(), "{judgement}");
            on_judged(judgement);
        }
    };
    let mut runner = GameRunner::new(game, players, bots).stopped_by(&long_games);
    runner.play_shown(game_seed, &mut events, on_decision);
    if has_failed.into_inner() { Err(fmt::Error) } else { Ok(()) }
}

/// The name of a decision and the ids of its legal moves; `None` if there is only one.
fn options<G: Game>(game: &G, state: &G::State, seat: Seat) -> Option<(&'static str, Vec<String>)> {
    let decision = game.decision(state, seat);
    if decision.moves.len() < 2 {
        return None;
    }
    let mut menu = Vec::new();
    decision.moves.list(&mut menu);
    Some((decision.name, menu.into_iter().map(|mv| move_id(game, mv)).collect()))
}

/// The decisions of the game with this seed that have at least two legal moves. `length` gives the length of a game.
pub(super) fn choices<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    game_seed: GameSeed,
    length: fn(&G::State) -> u64,
) -> Vec<Chosen> {
    let mut choices = Vec::new();
    let on_decision = |game: &G, state: &G::State, seat: Seat, mv: G::Move| {
        let chosen = options(game, state, seat).map(|(decision, options)| Chosen {
            length: length(state),
            seat,
            decision,
            options,
            choice: move_id(game, mv),
            table: table_text(game, &game.view(state, seat)),
        });
        choices.extend(chosen);
    };
    GameRunner::new(game, players, bots).play_shown(game_seed, &mut NoObserver, on_decision);
    choices
}

/// A moment of a game in which somebody chooses, or its end.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The lines of the story since the step before.
    pub events: String,
    /// The cards to which something has happened since then.
    pub cards: Vec<CardEvent>,
    /// The table with all hands open.
    pub table: Layout,
    /// What is chosen here among at least two legal moves, in the order of the story: the seat, the rulebook's name of the
    /// decision, and the id of the move.
    pub choices: Vec<(Seat, &'static str, String)>,
}

/// What has happened since the step before.
#[derive(Default)]
struct Since {
    events: String,
    cards: Vec<CardEvent>,
}

/// Notes what happens.
struct Noting<'n, G> {
    game: &'n G,
    since: &'n RefCell<Since>,
}

impl<G: Game> Observer<G::Event> for Noting<'_, G> {
    fn on_event(&mut self, event: G::Event) {
        let mut since = self.since.borrow_mut();
        // Writing to a string cannot fail.
        let before = since.events.len();
        let _ = self.game.describe(Described::Event(&event), &mut since.events);
        // What has no line of its own is only counted.
        if since.events.len() > before {
            since.cards.extend(event.card());
        }
    }
}

/// The game with this seed step by step, at most this number of steps and the end. Seats that choose in the same state share a
/// step.
pub(super) fn steps<G: Game>(
    game: &G,
    players: usize,
    bots: &BySeat<Bot>,
    game_seed: GameSeed,
    most: usize,
) -> Vec<Step> {
    let since = RefCell::<Since>::default();
    let mut steps: Vec<(Step, G::State)> = Vec::new();
    let open = |state: &G::State| {
        Layout::with_open_hands(
            Seats::first(players).into_iter().map(|seat| layout(game, state, seat)).collect(),
        )
    };
    let on_decision = |game: &G, state: &G::State, seat: Seat, mv: G::Move| {
        let Some((name, _)) = options(game, state, seat) else { return };
        let choice = (seat, name, move_id(game, mv));
        let is_quiet = since.borrow().events.is_empty() && since.borrow().cards.is_empty();
        let n_steps = steps.len();
        if let Some((step, _)) = steps.last_mut().filter(|(_, before)| is_quiet && before == state) {
            step.choices.push(choice);
        } else if n_steps < most {
            let Since { events, cards } = since.take();
            steps.push((Step { events, cards, table: open(state), choices: vec![choice] }, state.clone()));
        }
    };
    let mut noting = Noting { game, since: &since };
    let (state, ..) = GameRunner::new(game, players, bots).play_shown(game_seed, &mut noting, on_decision);
    let Since { events, cards } = since.take();
    let end = Step { events, cards, table: open(&state), choices: Vec::new() };
    steps.into_iter().map(|(step, _)| step).chain([end]).collect()
}

/// A text that notes whether a write failed, and then writes nothing more.
struct Text<'t> {
    out: &'t mut dyn Write,
    has_failed: &'t AtomicBool,
}

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.has_failed.load(Ordering::Relaxed) {
            return Err(fmt::Error);
        }
        let written = self.out.write_str(text);
        self.has_failed.store(written.is_err(), Ordering::Relaxed);
        written
    }
}

/// Writes the events between the decisions.
pub(super) struct Events<'s, G, W> {
    pub game: &'s G,
    pub text: &'s RefCell<W>,
}

impl<G: Game, W: Write> Observer<G::Event> for Events<'_, G, W> {
    fn on_event(&mut self, event: G::Event) {
        // A text that can fail notes its errors.
        let _ = self.game.describe(Described::Event(&event), &mut *self.text.borrow_mut());
    }
}
