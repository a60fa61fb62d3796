//! A game that pauses at the decisions of some seats, for players outside of this program. They see what the view of their
//! seat has, and nothing else; the bots of the line-up play all other seats.

use super::runner::{Players, continue_without_hurry};
use crate::bots::Bot;
use crate::model::{
    Ask, BotState, BySeat, ChanceStreams, Game, GameSeed, JointMove, Moves, NoObserver, Outcome, Seat, Seats,
    Seed, Status, all_features, move_id, table_text,
};
use std::ops::Deref;
use std::sync::Arc;

/// A game in progress. Every method is about the seat that chooses next, and knows only its view. Decisions with a single
/// legal move are not asked.
pub trait OpenGame: Send {
    /// Deals game `game_idx` of this seed and plays it up to the first decision.
    fn begin(&mut self, seed: u64, game_idx: u64);
    /// The seat that chooses next; `None` if the game is over. Seats that choose simultaneously follow one another, and
    /// none sees the choice of another.
    fn seat(&self) -> Option<Seat>;
    /// The outcome; `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;
    /// The rulebook's name of the decision.
    fn decision(&self) -> &'static str;
    /// The number of legal moves.
    fn n_moves(&self) -> usize;
    /// The ids of the legal moves.
    fn moves(&self) -> Vec<String>;
    /// Writes the features of the legal moves, one after another, with single precision, and 1 for each legal move; zeros
    /// after them. False, and writes nothing, if there is no room for all moves.
    fn observe(&mut self, features: &mut [f32], mask: &mut [u8]) -> bool;
    /// What the seat sees of the table, in lines.
    fn table(&self) -> String;
    /// Chooses the legal move with this index and plays on up to the next decision; false if there is no such move.
    fn choose(&mut self, index: usize) -> bool;
}

/// The game of one type, with shared or borrowed rules.
pub(crate) struct Open<G: Game, R = Arc<G>> {
    game: R,
    players: usize,
    bots: BySeat<Bot>,
    /// The seats at whose decisions the game pauses.
    asked: Seats,
    states: Option<BySeat<BotState>>,
    game_seed: GameSeed,
    chance: ChanceStreams,
    state: G::State,
    /// The moves at this decision so far.
    answers: JointMove<G::Move>,
    /// The seats that must still choose.
    waiting: Seats,
    /// The legal moves of the first of them.
    menu: Vec<G::Move>,
    /// Their features.
    numbers: Vec<f64>,
    outcome: Option<Outcome>,
}

impl<G: Game, R: Deref<Target = G> + Send> Open<G, R> {
    /// The game of this seed, played up to the first decision of one of the seats.
    pub(crate) fn new(game: R, players: usize, bots: BySeat<Bot>, asked: Seats, game_seed: GameSeed) -> Self {
        let n_features = game.feature_list().len();
        let mut chance = game_seed.chance(G::INFO.chance.len());
        let mut open = Self {
            state: game.new_game(&mut chance, &mut NoObserver),
            states: Some(BySeat::from_fn(|seat| {
                bots[seat].new_state(game_seed.bot(seat.index()), n_features)
            })),
            asked: asked.both(Seats::first(players)),
            answers: JointMove::default(),
            waiting: Seats::NONE,
            menu: Vec::new(),
            numbers: Vec::new(),
            outcome: None,
            game,
            players,
            bots,
            game_seed,
            chance,
        };
        open.play();
        open
    }

    /// What a player of the next seat can see: decision, moves, features and table.
    #[cfg(any(test, feature = "laws"))]
    pub(crate) fn seen(&mut self) -> (&'static str, Vec<String>, Vec<f32>, String) {
        let n_moves = self.n_moves();
        let mut numbers = vec![-1.0; n_moves * self.game.feature_list().len()];
        assert!(self.observe(&mut numbers, &mut vec![0; n_moves]));
        (self.decision(), self.moves(), numbers, self.table())
    }

    /// Replaces the state, as another one that the seat cannot tell from it would.
    #[cfg(any(test, feature = "laws"))]
    pub(crate) fn exchange(
        &mut self,
        change: impl FnOnce(&G, &G::State, Seat) -> G::State,
    ) -> Option<G::State> {
        let seat = self.seat()?;
        let other = change(&self.game, &self.state, seat);
        let state = std::mem::replace(&mut self.state, other);
        self.list();
        Some(state)
    }

    /// Plays up to the next decision that is asked.
    fn play(&mut self) {
        let Self { game, players, bots, asked, states, game_seed, chance, state, answers, .. } = self;
        let players = match states.take() {
            Some(states) => Players::resumed(&**game, *players, bots, states, *game_seed),
            None => Players::new(&**game, *players, bots),
        };
        let mut asking = Asking { players, asked: *asked, answers: *answers };
        let status = continue_without_hurry(&**game, state, &mut asking, chance, &mut NoObserver);
        *states = Some(asking.players.into_states());
        self.answers.clear();
        (self.waiting, self.outcome) = match status {
            Status::Choose(seats) => (seats.both(self.asked), None),
            Status::Over(outcome) => (Seats::NONE, Some(outcome)),
        };
        self.list();
    }

    /// Lists the moves of the next seat that has a choice.
    fn list(&mut self) {
        self.menu.clear();
        while let Some(seat) = self.waiting.lowest() {
            self.game.decision(&self.state, seat).moves.list(&mut self.menu);
            if self.menu.len() > 1 {
                return;
            }
            self.waiting = self.waiting.without(seat);
            self.menu.clear();
        }
    }
}

/// Answers for the bots and for the seats that have chosen.
struct Asking<'g, G: Game> {
    players: Players<'g, G>,
    asked: Seats,
    answers: JointMove<G::Move>,
}

impl<G: Game> Asking<'_, G> {
    /// The move of a seat that is asked: the only one, or its answer.
    fn answer(&self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        let moves = game.decision(state, seat).moves;
        if moves.len() == 1 { Some(moves.nth(0)) } else { self.answers.get(seat) }
    }
}

impl<G: Game> Ask<G> for Asking<'_, G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        if !self.asked.has(seat) {
            return self.players.choose(game, state, seat);
        }
        let mv = self.answer(game, state, seat)?;
        // It answers this decision, and not a later one.
        self.answers.remove(seat);
        Some(mv)
    }

    fn choose_all(
        &mut self,
        game: &G,
        state: &G::State,
        seats: Seats,
        joint: &mut JointMove<G::Move>,
    ) -> Option<()> {
        // A bot is not asked before the game can go on: asked again, it would use other random numbers.
        let is_open = |seat: Seat| self.answer(game, state, seat).is_none();
        if seats.both(self.asked).into_iter().any(is_open) {
            return None;
        }
        for seat in seats {
            joint.set(seat, self.choose(game, state, seat)?);
        }
        Some(())
    }
}

impl<G: Game, R: Deref<Target = G> + Send> OpenGame for Open<G, R> {
    fn begin(&mut self, seed: u64, game_idx: u64) {
        let game_seed = Seed::new(seed).game(game_idx);
        for (seat, state) in Seats::first(self.players)
            .into_iter()
            .zip(self.states.iter_mut().flat_map(|states| &mut states.0))
        {
            state.rng = game_seed.bot(seat.index());
        }
        self.game_seed = game_seed;
        self.chance = game_seed.chance(G::INFO.chance.len());
        self.state = self.game.new_game(&mut self.chance, &mut NoObserver);
        self.play();
    }

    fn seat(&self) -> Option<Seat> {
        self.waiting.lowest()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn decision(&self) -> &'static str {
        self.seat().map_or("", |seat| self.game.decision(&self.state, seat).name)
    }

    fn n_moves(&self) -> usize {
        self.menu.len()
    }

    fn moves(&self) -> Vec<String> {
        self.menu.iter().map(|mv| move_id(&*self.game, *mv)).collect()
    }

    fn observe(&mut self, features: &mut [f32], mask: &mut [u8]) -> bool {
        let (n_moves, n_features) = (self.menu.len(), self.menu.len() * self.game.feature_list().len());
        if n_moves > mask.len() || n_features > features.len() {
            return false;
        }
        self.numbers.clear();
        if let Some(seat) = self.seat() {
            all_features(&*self.game, &self.game.view(&self.state, seat), &self.menu, &mut self.numbers);
        }
        features.iter_mut().zip(&self.numbers).for_each(|(single, number)| *single = in_single(*number));
        features[n_features..].fill(0.0);
        mask[..n_moves].fill(1);
        mask[n_moves..].fill(0);
        true
    }

    fn table(&self) -> String {
        let table = |seat| table_text(&*self.game, &self.game.view(&self.state, seat));
        self.seat().map(table).unwrap_or_default()
    }

    fn choose(&mut self, index: usize) -> bool {
        let (Some(seat), Some(mv)) = (self.seat(), self.menu.get(index)) else { return false };
        self.answers.set(seat, *mv);
        self.waiting = self.waiting.without(seat);
        self.list();
        if self.waiting.is_empty() {
            self.play();
        }
        true
    }
}

/// A number of an observation.
#[expect(clippy::cast_possible_truncation, reason = "learners calculate with single precision")]
const fn in_single(number: f64) -> f32 {
    number as f32
}
