//! Deals that a seat cannot distinguish from the true one, weighted by how probable the moves so far are in them: a particle
//! filter (Gordon, Salmond & Smith 1993, *Novel approach to nonlinear/non-Gaussian Bayesian state estimation*).

use crate::bots::Bot;
use crate::model::{
    BotState, BySeat, Game, GameSeed, JointMove, Moves, NoObserver, RngStream, Seat, Seats, Seed, Status,
};
use crate::stats::real;

/// The most deals that are followed for a seat. Together they need as much memory as this number of states.
const MOST: u64 = 16_384;

/// The deals of every seat along one game.
pub(super) struct LikelyDeals<'g, G: Game> {
    game: &'g G,
    players: usize,
    bots: &'g BySeat<Bot>,
    states: BySeat<BotState>,
    n_deals: u64,
    /// The deals of each seat at the current decision; empty before the first decision, and after a
    /// decision that none of them allows.
    deals: BySeat<Vec<G::State>>,
    /// The seats whose deals were all lost on the way here, and begin anew.
    lost: Seats,
    /// The state at the current decision, and the moves that were made there.
    current: Option<(G::State, JointMove<G::Move>)>,
    n_steps: u64,
}

impl<'g, G: Game> LikelyDeals<'g, G> {
    /// At least this number of deals for each seat, before a game begins.
    pub(super) fn new(game: &'g G, players: usize, bots: &'g BySeat<Bot>, n_deals: u64) -> Self {
        let n_features = game.feature_list().len();
        let none = Seed::new(0).game(0);
        Self {
            game,
            players,
            bots,
            states: BySeat::from_fn(|seat| bots[seat].new_state(none.bot(seat.index()), n_features)),
            n_deals: n_deals.clamp(1, MOST),
            deals: BySeat::from_fn(|_| Vec::new()),
            lost: Seats::NONE,
            current: None,
            n_steps: 0,
        }
    }

    /// Whether the moves so far count in the deals of a seat at the current decision.
    pub(super) fn knows(&self, seat: Seat) -> bool {
        let others = Seats::first(self.players).without(seat);
        !self.deals[seat].is_empty()
            && !self.lost.has(seat)
            && others.into_iter().all(|other| self.bots[other].has_distribution())
    }

    /// Notes a move, after all moves of earlier decisions. Seats that choose simultaneously choose in the same state.
    pub(super) fn note(&mut self, state: &G::State, seat: Seat, mv: G::Move) {
        if self.game.looks_alike(state, seat, mv, mv).is_none() {
            return;
        }
        if self.current.as_ref().is_none_or(|(before, _)| before != state) {
            let current = self.current.replace((state.clone(), JointMove::default()));
            for observer in Seats::first(self.players) {
                let rest = match &current {
                    Some((before, moves)) => self.follow(observer, before, moves, state),
                    None => Vec::new(),
                };
                self.lost =
                    if rest.is_empty() { self.lost.with(observer) } else { self.lost.without(observer) };
                self.deals[observer] = if rest.is_empty() { self.begin(observer, state) } else { rest };
            }
            // Nobody has moved before the first decision.
            if current.is_none() {
                self.lost = Seats::NONE;
            }
            self.n_steps += 1;
        }
        if let Some((_, moves)) = &mut self.current {
            moves.set(seat, mv);
        }
    }

    /// New deals, in which no move counts.
    fn begin(&self, seat: Seat, state: &G::State) -> Vec<G::State> {
        let deal = |nth| {
            let mut dealt = state.clone();
            self.game.determinize(&mut dealt, seat, &mut self.seed(seat, nth).chance(G::INFO.chance.len()));
            dealt
        };
        (0..self.n_deals).map(deal).collect()
    }

    /// The random numbers of one step of a deal.
    const fn seed(&self, seat: Seat, nth: u64) -> GameSeed {
        Seed::new(nth).game(1 + 8 * self.n_steps + seat.index() as u64)
    }

    /// The deals of a seat after the moves at a decision: those in which the seat sees the same. None if no deal is left.
    fn follow(
        &mut self,
        seat: Seat,
        before: &G::State,
        moves: &JointMove<G::Move>,
        after: &G::State,
    ) -> Vec<G::State> {
        let mut rng = self.seed(seat, self.n_deals).bot(0);
        let (mut deals, mut next) = (std::mem::take(&mut self.deals[seat]), Vec::new());
        let game = self.game;
        for (nth, mut dealt) in (0..).zip(deals.drain(..)) {
            let seed = self.seed(seat, nth);
            let mut chance = seed.chance(G::INFO.chance.len());
            game.adapt(&mut dealt, moves, (before, after), seat, &mut chance);
            let Some((joint, probability)) = self.joint(seat, before, moves, &dealt, seed) else { continue };
            if probability > 0.0 && game.follow(&mut dealt, &joint, (before, after), seat, &mut chance) {
                next.push((dealt, probability));
            }
        }
        let total: f64 = next.iter().map(|(_, weight)| weight).sum();
        if !total.is_normal() {
            return Vec::new();
        }
        // As many as before, each as often as its weight says.
        let copies = copies(next.iter().map(|(_, weight)| weight / total), self.n_deals, &mut rng);
        next.into_iter().zip(copies).flat_map(|((dealt, _), n)| (0..n).map(move |_| dealt.clone())).collect()
    }

    /// The moves at a decision in a deal, and how probable the moves of the other seats are. Where the seat has not seen a
    /// move, the bot chooses one. `None` if a move is impossible.
    fn joint(
        &mut self,
        seat: Seat,
        before: &G::State,
        moves: &JointMove<G::Move>,
        dealt: &G::State,
        seed: GameSeed,
    ) -> Option<(JointMove<G::Move>, f64)> {
        let Self { game, bots, states, .. } = self;
        let mut probe = dealt.clone();
        let mut nobody = JointMove::default();
        let mut chance = seed.chance(G::INFO.chance.len());
        let Status::Choose(asked) = game.play(&mut probe, &mut nobody, &mut chance, &mut NoObserver) else {
            return None;
        };
        let (mut joint, mut probability) = (JointMove::default(), 1.0);
        for chooser in asked {
            if chooser == seat {
                joint.set(seat, moves.get(seat)?);
                continue;
            }
            let mut menu = Vec::new();
            game.decision(dealt, chooser).moves.list(&mut menu);
            bots[chooser].restrict(*game, &mut menu);
            let true_move = moves.get(chooser);
            let is_alike = |mv: &G::Move| {
                true_move.is_none_or(|true_move| game.looks_alike(before, seat, *mv, true_move) == Some(true))
            };
            let (mut shares, view) = (Vec::new(), game.view(dealt, chooser));
            let is_known = menu.len() > 1
                && bots[chooser].probabilities(*game, &view, &menu, &mut states[chooser], &mut shares);
            // Without a known distribution, every move is as probable as any other.
            if !is_known {
                shares.clear();
                shares.resize(menu.len(), 1.0);
            }
            shares.iter_mut().zip(&menu).for_each(|(share, mv)| *share *= f64::from(u8::from(is_alike(mv))));
            let total: f64 = shares.iter().sum();
            let mut left = seed.bot(chooser.index()).unit() * total;
            let chosen = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            joint.set(chooser, *menu.get(chosen?)?);
            probability *= if is_known { total } else { 1.0 };
        }
        Some((joint, probability))
    }

    /// This number of deals of a seat at the current decision, each as often as its weight says, with the number of copies.
    pub(super) fn draw(&self, seat: Seat, n: u64) -> Vec<(&G::State, u64)> {
        let deals = &self.deals[seat];
        let each = 1.0 / real(deals.len() as u64);
        let mut rng = self.seed(seat, self.n_deals + 1).bot(1);
        let copies = copies(deals.iter().map(|_| each), n, &mut rng);
        deals.iter().zip(copies).filter(|(_, copies)| *copies > 0).collect()
    }
}

/// How often each of some shares of a whole is taken if `n` are taken: systematic resampling.
fn copies(shares: impl Iterator<Item = f64>, n: u64, rng: &mut RngStream) -> Vec<u64> {
    let (mut point, mut sum, mut left) = (rng.unit(), 0.0, n);
    let copies_of = |share: f64| {
        sum += share * real(n);
        let before = left;
        while point < sum && left > 0 {
            (point, left) = (point + 1.0, left - 1);
        }
        before - left
    };
    shares.map(copies_of).collect()
}
