//! Plays one game, from the deal to the end, with its players.

use super::rollout::{Deal, Rollouts};
use super::threads::{LongGames, Stopper};
use crate::bots::{Asked, Bot, MENU};
use crate::model::chance::MAX_SOURCES;
use crate::model::{
    Ask, BotState, BySeat, ChanceStreams, Decisions, Game, GameSeed, JointMove, Leads, MAX_SEATS, Moves,
    NoObserver, Observer, Outcome, Seat, Seats, Seed, Status,
};

/// The bots of a game, which answer the decisions of the rules.
pub struct Players<'g, G: Game> {
    bots: &'g BySeat<Bot>,
    seats: Seats,
    /// The seats of random players, which are asked most often.
    random: Seats,
    /// Those that choose at random now: all but the seat whose first move is given.
    random_now: Seats,
    /// The seats that choose at once now, if there are several.
    at_once: Seats,
    game_seed: GameSeed,
    states: BySeat<BotState>,
    decisions: Decisions,
    menu: Vec<G::Move>,
    /// How the model of a bot that searches would choose from it.
    priors: Vec<f64>,
    /// The rollouts of the seats that search.
    rollouts: BySeat<Option<Box<Rollouts<'g, G>>>>,
    stopper: Stopper<'g>,
    /// The move of one seat's first decision, if it is given: a rollout tries it.
    first: Option<(Seat, G::Move)>,
}

impl<'g, G: Game> Players<'g, G> {
    pub(super) fn new(game: &'g G, players: usize, bots: &'g BySeat<Bot>) -> Self {
        let n_features = game.feature_list().len();
        let none = Seed::new(0).game(0);
        let state = |seat: Seat| bots[seat].new_state(none.bot(seat.index()), n_features);
        Self::resumed(game, players, bots, BySeat::from_fn(state), none)
    }

    /// Players whose bots have these states, in the game of this seed.
    pub(super) fn resumed(
        game: &'g G,
        players: usize,
        bots: &'g BySeat<Bot>,
        states: BySeat<BotState>,
        game_seed: GameSeed,
    ) -> Self {
        let random =
            (0..MAX_SEATS).map(Seat::new).filter(|seat| matches!(bots[*seat], Bot::Random)).collect();
        Self {
            bots,
            seats: Seats::first(players),
            random,
            random_now: random,
            at_once: Seats::NONE,
            game_seed,
            states,
            decisions: Decisions::default(),
            menu: Vec::with_capacity(MENU),
            priors: Vec::with_capacity(MENU),
            rollouts: BySeat::from_fn(|seat| {
                bots[seat].rollout_players().map(|bots| Box::new(Rollouts::new(game, players, bots)))
            }),
            stopper: Stopper::default(),
            first: None,
        }
    }

    /// The states of the bots.
    pub(super) fn into_states(self) -> BySeat<BotState> {
        self.states
    }

    /// Gives every bot its random numbers for this game.
    pub(crate) fn begin(&mut self, game_seed: GameSeed) {
        self.decisions = Decisions::default();
        self.game_seed = game_seed;
        for seat in self.seats {
            self.states[seat].rng = game_seed.bot(seat.index());
            self.states[seat].gradient.fill(0.0);
            self.states[seat].surprise = 0.0;
            self.states[seat].visits.clear();
        }
    }
}

impl<G: Game> Ask<G> for Players<'_, G> {
    /// Compiled where the rules ask: there the compiler knows which menu it is.
    #[inline(always)]
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        if self.random_now.has(seat) && !self.stopper.stops_at(self.decisions.count) {
            return Some(choose_at_random(game, state, seat, &mut self.states[seat], &mut self.decisions));
        }
        self.choose_by_bot(game, state, seat)
    }

    #[inline(always)]
    fn choose_all(
        &mut self,
        game: &G,
        state: &G::State,
        seats: Seats,
        joint: &mut JointMove<G::Move>,
    ) -> Option<()> {
        self.at_once = seats.when(seats.len() > 1);
        for seat in seats {
            joint.set(seat, self.choose(game, state, seat)?);
        }
        self.at_once = Seats::NONE;
        Some(())
    }
}

impl<G: Game> Players<'_, G> {
    /// The move that is given, or that of a bot.
    #[inline(never)]
    fn choose_by_bot(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        let Self {
            bots, at_once, game_seed, states, decisions, menu, priors, rollouts, stopper, first, ..
        } = self;
        if let Some((_, mv)) = first.take_if(|(by, _)| *by == seat) {
            self.random_now = self.random;
            return Some(mv);
        }
        if self.random.has(seat) || stopper.stops_at(decisions.count) {
            return None;
        }
        menu.clear();
        let decision = game.decision(state, seat);
        decision.moves.list(menu);
        decisions.add(menu.len());
        bots[seat].restrict(game, menu);
        if let [only] = menu[..] {
            return Some(only);
        }
        priors.clear();
        if let Some(rollouts) = &mut rollouts[seat] {
            rollouts.model(game, state, seat, menu, priors);
        }
        let view = || game.view(state, seat);
        let deal = |game_seed| Deal::new(game, state, seat, game_seed);
        let rollout = |deal: &Deal<G>, mv| match &mut rollouts[seat] {
            Some(rollouts) => rollouts.utility(deal, mv),
            None => 0,
        };
        let is_secret = at_once.has(seat);
        let asked = Asked { menu, seat, decision: decision.name, is_secret, game_seed: *game_seed, priors };
        let index = bots[seat].choose(game, asked, view, deal, rollout, &mut states[seat]);
        // The rollouts of a decision can take as long as a game.
        if rollouts[seat].is_some() && stopper.is_abandoned() {
            return None;
        }
        Some(menu.get(index).copied().unwrap_or_default())
    }
}

#[inline(always)]
fn choose_at_random<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    bot: &mut BotState,
    decisions: &mut Decisions,
) -> G::Move {
    let moves = game.decision(state, seat).moves;
    let n_moves = moves.len();
    decisions.add(n_moves);
    moves.nth(bot.rng.pick(n_moves))
}

/// Passes every decision on after it is made.
struct Shown<'p, P, F> {
    players: &'p mut P,
    on_decision: F,
}

impl<G: Game, P: Ask<G>, F: FnMut(&G, &G::State, Seat, G::Move)> Ask<G> for Shown<'_, P, F> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        let mv = self.players.choose(game, state, seat)?;
        (self.on_decision)(game, state, seat, mv);
        Some(mv)
    }
}

/// Watches the state at every decision.
struct Watched<'p, P, F> {
    players: &'p mut P,
    leads: &'p mut Leads,
    watch: &'p F,
}

impl<G: Game, P: Ask<G>, F: Fn(&mut Leads, &G::State)> Ask<G> for Watched<'_, P, F> {
    #[inline(always)]
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::Move> {
        (self.watch)(self.leads, state);
        self.players.choose(game, state, seat)
    }

    #[inline(always)]
    fn choose_all(
        &mut self,
        game: &G,
        state: &G::State,
        seats: Seats,
        joint: &mut JointMove<G::Move>,
    ) -> Option<()> {
        // Some rules ask even if nobody has a choice, which is no decision.
        if !seats.is_empty() {
            (self.watch)(self.leads, state);
        }
        self.players.choose_all(game, state, seats, joint)
    }
}

/// Plays one game after another with the same players, without allocating.
pub struct GameRunner<'g, G: Game> {
    game: &'g G,
    players: Players<'g, G>,
}

impl<'g, G: Game> GameRunner<'g, G> {
    /// A runner with the bots of this number of players.
    #[must_use]
    pub fn new(game: &'g G, players: usize, bots: &'g BySeat<Bot>) -> Self {
        const { assert!(!std::mem::needs_drop::<G::State>(), "a state owns no heap") }
        const { assert!(G::INFO.chance.len() <= MAX_SOURCES, "every source of chance has a stream") }
        Self { game, players: Players::new(game, players, bots) }
    }

    /// The same runner, which can abandon very long games.
    #[must_use]
    pub(super) fn stopped_by(mut self, long_games: &'g LongGames<'g>) -> Self {
        self.stop_by(long_games);
        self.players.rollouts.0.iter_mut().flatten().for_each(|rollouts| rollouts.stop_by(long_games));
        self
    }

    pub(super) const fn stop_by(&mut self, long_games: &'g LongGames<'g>) {
        self.players.stopper.long_games = Some(long_games);
    }

    /// The states of the bots after the last game.
    #[must_use]
    pub const fn bot_states(&self) -> &BySeat<BotState> {
        &self.players.states
    }

    /// Plays the game of this seed; returns the final state, the outcome, and the counts of decisions.
    pub fn play(
        &mut self,
        game_seed: GameSeed,
        observer: &mut impl Observer<G::Event>,
    ) -> (G::State, Outcome, Decisions) {
        self.play_any(game_seed, observer, |_, state, status, decisions| {
            (state.clone(), outcome_of(status), decisions)
        })
    }

    /// The same, but passes the final state to a function instead of returning it. `None` if the game is abandoned.
    pub fn play_then<O: Observer<G::Event>, R>(
        &mut self,
        game_seed: GameSeed,
        observer: &mut O,
        over: impl FnOnce(&mut O, &G::State, Outcome, Decisions) -> R,
    ) -> Option<R> {
        self.play_any(game_seed, observer, |observer, state, status, decisions| match status {
            Status::Over(outcome) => Some(over(observer, state, outcome, decisions)),
            Status::Choose(_) => None,
        })
    }

    /// The same, and shows every decision to `watch`, which adds the state to the leads of a game that is watched.
    pub fn play_watched<O: Observer<G::Event>, R>(
        &mut self,
        game_seed: GameSeed,
        observer: &mut O,
        (leads, watch): (&mut Leads, &impl Fn(&mut Leads, &G::State)),
        over: impl FnOnce(&mut O, &Leads, &G::State, Outcome, Decisions) -> R,
    ) -> Option<R> {
        let Self { game, players } = self;
        players.begin(game_seed);
        let mut chance = game_seed.chance(G::INFO.chance.len());
        let mut state = game.new_game(&mut chance, observer);
        let mut watched = Watched { players: &mut *players, leads: &mut *leads, watch };
        match game.play(&mut state, &mut watched, &mut chance, observer) {
            Status::Over(outcome) => Some(over(observer, leads, &state, outcome, players.decisions)),
            Status::Choose(_) => None,
        }
    }

    #[inline(always)]
    fn play_any<O: Observer<G::Event>, R>(
        &mut self,
        game_seed: GameSeed,
        observer: &mut O,
        over: impl FnOnce(&mut O, &G::State, Status, Decisions) -> R,
    ) -> R {
        let Self { game, players } = self;
        players.begin(game_seed);
        let mut chance = game_seed.chance(G::INFO.chance.len());
        let mut state = game.new_game(&mut chance, observer);
        let status = game.play(&mut state, players, &mut chance, observer);
        over(observer, &state, status, players.decisions)
    }

    /// The same game. Calls a function after every decision, including forced ones, with the rules, the state
    /// at the decision, the seat and its move. An abandoned game is a stalemate.
    pub fn play_shown(
        &mut self,
        game_seed: GameSeed,
        observer: &mut dyn Observer<G::Event>,
        on_decision: impl FnMut(&G, &G::State, Seat, G::Move),
    ) -> (G::State, Outcome, Decisions) {
        let Self { game, players } = self;
        players.begin(game_seed);
        let mut chance = game_seed.chance(G::INFO.chance.len());
        let mut shown = Shown { players: &mut *players, on_decision };
        let (state, status) = play_without_hurry(*game, &mut shown, &mut chance, observer);
        (state, outcome_of(status), players.decisions)
    }

    /// Continues from a state with the bots' random numbers of `game_seed`; the first move of one seat may be
    /// given.
    pub fn play_on(
        &mut self,
        state: &mut G::State,
        first: Option<(Seat, G::Move)>,
        game_seed: GameSeed,
        chance: &mut ChanceStreams,
    ) -> Status {
        let Self { game, players } = self;
        players.begin(game_seed);
        players.first = first;
        players.random_now = first.map_or(players.random, |(seat, _)| players.random.without(seat));
        game.play(state, players, chance, &mut NoObserver)
    }

    /// Writes the probability with which the bot of a seat chooses each move at its decision; nothing if it is not known.
    pub(super) fn probabilities(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        menu: &[G::Move],
        shares: &mut Vec<f64>,
    ) {
        let Players { bots, states, .. } = &mut self.players;
        if !bots[seat].probabilities(game, &game.view(state, seat), menu, &mut states[seat], shares) {
            shares.clear();
        }
    }

    pub(super) const fn stopper(&self) -> &Stopper<'g> {
        &self.players.stopper
    }

    /// The bots, for asking them one by one.
    #[cfg(any(test, feature = "laws"))]
    pub(crate) const fn players(&mut self) -> &mut Players<'g, G> {
        &mut self.players
    }
}

/// A new game, played as [`Game::play`] does. Stories and people can wait, so their games share one compiled copy of the
/// rules; those that are counted by the million have their own.
pub(crate) fn play_without_hurry<G: Game>(
    game: &G,
    ask: &mut dyn Ask<G>,
    chance: &mut ChanceStreams,
    mut observer: &mut dyn Observer<G::Event>,
) -> (G::State, Status) {
    let mut state = game.new_game(chance, &mut observer);
    let status = continue_without_hurry(game, &mut state, ask, chance, observer);
    (state, status)
}

/// The same for a game that has begun.
pub(super) fn continue_without_hurry<G: Game>(
    game: &G,
    state: &mut G::State,
    mut ask: &mut dyn Ask<G>,
    chance: &mut ChanceStreams,
    mut observer: &mut dyn Observer<G::Event>,
) -> Status {
    game.play(state, &mut ask, chance, &mut observer)
}

/// The outcome of a game. Players never pause it, so a paused game was abandoned.
pub(super) const fn outcome_of(status: Status) -> Outcome {
    match status {
        Status::Over(outcome) => outcome,
        Status::Choose(_) => Outcome::Stalemate,
    }
}
