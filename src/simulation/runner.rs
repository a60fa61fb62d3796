//! One game: the hot loop.

use super::rollout::Rollouts;
use crate::bots::Bot;
use crate::model::chance::{GameSeed, MAX_SOURCES};
use crate::model::{
    Appraise, BotState, BySeat, ChanceStreams, Decisions, Game, JointMove, Menu, Observer, Outcome, Seat,
    Seats, Seed, Status,
};

/// Somebody who follows a game decision by decision, beside its events.
pub trait DecisionObserver<G: Game>: Observer<G::Event> {
    /// Does it follow decisions? If not, menus need not be written for bots that do not look.
    const WANTS_DECISIONS: bool = true;

    /// A seat that had to choose chose this; `menu` holds more than one move if it was asked.
    #[inline]
    fn on_decision(&mut self, _game: &G, _state: &G::State, _seat: Seat, _menu: &[G::Move], _mv: G::Move) {}
}

impl<G: Game> DecisionObserver<G> for crate::model::NoObserver {
    const WANTS_DECISIONS: bool = false;
}

/// A table with its players: plays one game after another without allocating.
pub struct GameRunner<'g, G: Appraise> {
    pub(super) game: &'g G,
    bots: &'g BySeat<Bot>,
    /// Seats whose bots look at nothing.
    blind: Seats,
    menu: Vec<G::Move>,
    bot_states: BySeat<BotState>,
    /// Where those who search try their moves.
    ahead: BySeat<Option<Box<Rollouts<'g, G>>>>,
}

impl<'g, G: Appraise> GameRunner<'g, G> {
    /// Seats the bots; reserves all room that any game of these rules can need.
    #[must_use]
    pub fn new(game: &'g G, bots: &'g BySeat<Bot>) -> Self {
        const { assert!(!std::mem::needs_drop::<G::State>(), "a state owns no heap") }
        const { assert!(G::SOURCES <= MAX_SOURCES, "every source has a stream") }
        let bot_states = BySeat::from_fn(|seat| BotState {
            chance: Seed::new(0).game(0).bot(seat.index()),
            scratch: Vec::with_capacity(bots[seat].scratch(G::MENU, G::FEATURES.len())),
            gradient: bots[seat].gradient(G::FEATURES.len()),
        });
        let seats = || Seats::first(game.players()).into_iter();
        let blind = seats().filter(|seat| matches!(bots[*seat], Bot::Random)).collect();
        let ahead = BySeat::from_fn(|seat| match &bots[seat] {
            Bot::Search(search) => Some(Box::new(Rollouts::new(game, &search.players))),
            Bot::Random | Bot::Weights(_) | Bot::Learner(_) => None,
        });
        Self { game, bots, blind, menu: Vec::with_capacity(G::MENU), bot_states, ahead }
    }

    /// What the players had in mind at the end of the last game.
    #[must_use]
    pub const fn bot_states(&self) -> &BySeat<BotState> {
        &self.bot_states
    }

    /// Plays a whole game with the luck of `game_seed`; returns the final state, how it ended, and
    /// what was decided.
    pub fn play<W: DecisionObserver<G>>(
        &mut self,
        game_seed: GameSeed,
        witness: &mut W,
    ) -> (G::State, Outcome, Decisions) {
        self.play_then(game_seed, witness, |_, state, outcome, decisions| (state.clone(), outcome, decisions))
    }

    /// The same, but the final state is looked at where it lies: a copy of it costs as much as a
    /// round of play.
    #[inline]
    pub fn play_then<W: DecisionObserver<G>, R>(
        &mut self,
        game_seed: GameSeed,
        witness: &mut W,
        over: impl FnOnce(&mut W, &G::State, Outcome, Decisions) -> R,
    ) -> R {
        let game = self.game;
        let n_players = game.players();
        self.give_minds(game_seed);
        let mut chance = game_seed.chance(G::SOURCES);
        let mut state = game.lay(&mut chance, witness);
        game.set_up(&mut state, &mut chance, witness);
        let all_blind = self.blind == Seats::first(n_players);
        let (outcome, decisions) = if !W::WANTS_DECISIONS
            && all_blind
            && let Some(end) = game.play_out(&mut state, &mut self.bot_states, &mut chance, witness)
        {
            end
        } else {
            self.play_on(&mut state, &mut chance, witness)
        };
        over(witness, &state, outcome, decisions)
    }

    /// Everybody thinks with the luck of this deal.
    #[inline(always)]
    pub(crate) fn give_minds(&mut self, game_seed: GameSeed) {
        for seat in Seats::first(self.game.players()) {
            self.bot_states[seat].chance = game_seed.bot(seat.index());
            self.bot_states[seat].gradient.fill(0.0);
        }
    }

    /// Asks for one choice after another, to the end.
    #[inline(always)]
    pub(super) fn play_on<W: DecisionObserver<G>>(
        &mut self,
        state: &mut G::State,
        chance: &mut ChanceStreams,
        witness: &mut W,
    ) -> (Outcome, Decisions) {
        let game = self.game;
        let n_players = game.players();
        let mut chosen = JointMove::nothing();
        let mut decisions = Decisions::default();
        let outcome = loop {
            chosen.clear();
            if let Some(seat) = game.alone(state) {
                debug_assert_eq!(game.status(state), Status::Choose(Seats::only(seat)), "who is alone");
                chosen.set(seat, self.ask(state, seat, witness, &mut decisions));
            } else {
                let seats = match game.status(state) {
                    Status::Choose(seats) => seats,
                    Status::Over(outcome) => break outcome,
                };
                debug_assert!(
                    !seats.is_empty() && seats.both(Seats::first(n_players)) == seats,
                    "{seats:?} choose"
                );
                for seat in seats {
                    chosen.set(seat, self.ask(state, seat, witness, &mut decisions));
                }
            }
            game.play(state, &chosen, chance, witness);
        };
        (outcome, decisions)
    }

    /// What a seat chooses.
    #[inline(always)]
    pub(crate) fn ask<W: DecisionObserver<G>>(
        &mut self,
        state: &G::State,
        seat: Seat,
        witness: &mut W,
        decisions: &mut Decisions,
    ) -> G::Move {
        let game = self.game;
        if !W::WANTS_DECISIONS
            && self.blind.has(seat)
            && let Some((mv, n_moves)) = game.at_random(state, seat, &mut self.bot_states[seat].chance)
        {
            decisions.add(n_moves);
            return mv;
        }
        self.menu.clear();
        game.moves(state, seat, &mut self.menu);
        debug_assert!(self.menu.len() <= G::MENU, "a menu of {}", self.menu.len());
        let Some(menu) = Menu::new(&self.menu) else { return G::Move::default() };
        decisions.add(menu.moves().len());
        let mv = if let [only] = *menu.moves() {
            only
        } else {
            let Self { bots, ahead, bot_states, .. } = self;
            let view = || game.view(state, seat);
            let try_out = |mv, game_seed| {
                ahead[seat].as_mut().map_or(0, |ahead| ahead.utility(state, seat, mv, game_seed))
            };
            menu.order(bots[seat].choose(game, view, try_out, menu, &mut bot_states[seat]))
        };
        witness.on_decision(game, state, seat, &self.menu, mv);
        mv
    }
}
