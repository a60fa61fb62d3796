//! One game: the hot loop.

use super::ahead::Ahead;
use crate::bots::Bot;
use crate::model::dice::{Deal, MAX_SOURCES};
use crate::model::{
    Appraise, BySeat, Chosen, Decisions, Dice, Game, Menu, Mind, Outcome, Seat, Seats, Seed, Turn, Watch,
};

/// Somebody who follows a game decision by decision, beside its events.
pub trait Witness<G: Game>: Watch<G::Event> {
    /// Does it follow decisions? If not, menus need not be written for bots that do not look.
    const FOLLOWS: bool = true;

    /// A seat that had to choose chose this; `menu` holds more than one move if it was asked.
    #[inline]
    fn chose(&mut self, _game: &G, _state: &G::State, _seat: Seat, _menu: &[G::Move], _mv: G::Move) {}
}

impl<G: Game> Witness<G> for crate::model::Nobody {
    const FOLLOWS: bool = false;
}

/// A table with its players: plays one game after another without allocating.
pub struct Table<'g, G: Appraise> {
    pub(super) game: &'g G,
    bots: &'g BySeat<Bot>,
    /// Seats whose bots look at nothing.
    blind: Seats,
    menu: Vec<G::Move>,
    minds: BySeat<Mind>,
    /// Where those who search try their moves.
    ahead: BySeat<Option<Box<Ahead<'g, G>>>>,
}

impl<'g, G: Appraise> Table<'g, G> {
    /// Seats the bots; reserves all room that any game of these rules can need.
    #[must_use]
    pub fn new(game: &'g G, bots: &'g BySeat<Bot>) -> Self {
        const { assert!(!std::mem::needs_drop::<G::State>(), "a state owns no heap") }
        const { assert!(G::SOURCES <= MAX_SOURCES, "every source has a stream") }
        let minds = BySeat::from_fn(|seat| Mind {
            dice: Seed::new(0).game(0).mind(seat.index()),
            scratch: Vec::with_capacity(bots[seat].scratch(G::MENU, G::FEATURES.len())),
            lesson: bots[seat].lesson(G::FEATURES.len()),
        });
        let seats = || Seats::first(game.players()).into_iter();
        let blind = seats().filter(|seat| matches!(bots[*seat], Bot::Random)).collect();
        let ahead = BySeat::from_fn(|seat| match &bots[seat] {
            Bot::Search(search) => Some(Box::new(Ahead::new(game, &search.players))),
            Bot::Random | Bot::Weights(_) | Bot::Learner(_) => None,
        });
        Self { game, bots, blind, menu: Vec::with_capacity(G::MENU), minds, ahead }
    }

    /// What the players had in mind at the end of the last game.
    #[must_use]
    pub const fn minds(&self) -> &BySeat<Mind> {
        &self.minds
    }

    /// Plays a whole game with the luck of `deal`; returns the final state, how it ended, and
    /// what was decided.
    pub fn play<W: Witness<G>>(&mut self, deal: Deal, witness: &mut W) -> (G::State, Outcome, Decisions) {
        self.play_then(deal, witness, |_, state, outcome, decisions| (state.clone(), outcome, decisions))
    }

    /// The same, but the final state is looked at where it lies: a copy of it costs as much as a
    /// round of play.
    #[inline]
    pub fn play_then<W: Witness<G>, R>(
        &mut self,
        deal: Deal,
        witness: &mut W,
        over: impl FnOnce(&mut W, &G::State, Outcome, Decisions) -> R,
    ) -> R {
        let game = self.game;
        let n_players = game.players();
        self.give_minds(deal);
        let mut dice = deal.dice(G::SOURCES);
        let mut state = game.lay(&mut dice, witness);
        game.set_up(&mut state, &mut dice, witness);
        let all_blind = self.blind == Seats::first(n_players);
        let (outcome, decisions) = if !W::FOLLOWS
            && all_blind
            && let Some(end) = game.play_out(&mut state, &mut self.minds, &mut dice, witness)
        {
            end
        } else {
            self.play_on(&mut state, &mut dice, witness)
        };
        over(witness, &state, outcome, decisions)
    }

    /// Everybody thinks with the luck of this deal.
    #[inline(always)]
    pub(crate) fn give_minds(&mut self, deal: Deal) {
        for seat in Seats::first(self.game.players()) {
            self.minds[seat].dice = deal.mind(seat.index());
            self.minds[seat].lesson.fill(0.0);
        }
    }

    /// Asks for one choice after another, to the end.
    #[inline(always)]
    pub(super) fn play_on<W: Witness<G>>(
        &mut self,
        state: &mut G::State,
        dice: &mut Dice,
        witness: &mut W,
    ) -> (Outcome, Decisions) {
        let game = self.game;
        let n_players = game.players();
        let mut chosen = Chosen::nothing();
        let mut decisions = Decisions::default();
        let outcome = loop {
            chosen.clear();
            if let Some(seat) = game.alone(state) {
                debug_assert_eq!(game.turn(state), Turn::Choose(Seats::only(seat)), "who is alone");
                chosen.set(seat, self.ask(state, seat, witness, &mut decisions));
            } else {
                let seats = match game.turn(state) {
                    Turn::Choose(seats) => seats,
                    Turn::Over(outcome) => break outcome,
                };
                debug_assert!(
                    !seats.is_empty() && seats.both(Seats::first(n_players)) == seats,
                    "{seats:?} choose"
                );
                for seat in seats {
                    chosen.set(seat, self.ask(state, seat, witness, &mut decisions));
                }
            }
            game.play(state, &chosen, dice, witness);
        };
        (outcome, decisions)
    }

    /// What a seat chooses.
    #[inline(always)]
    pub(crate) fn ask<W: Witness<G>>(
        &mut self,
        state: &G::State,
        seat: Seat,
        witness: &mut W,
        decisions: &mut Decisions,
    ) -> G::Move {
        let game = self.game;
        if !W::FOLLOWS
            && self.blind.has(seat)
            && let Some((mv, n_moves)) = game.at_random(state, seat, &mut self.minds[seat].dice)
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
            let Self { bots, ahead, minds, .. } = self;
            let view = || game.view(state, seat);
            let try_out =
                |mv, deal| ahead[seat].as_mut().map_or(0, |ahead| ahead.worth(state, seat, mv, deal));
            menu.order(bots[seat].choose(game, view, try_out, menu, &mut minds[seat]))
        };
        witness.chose(game, state, seat, &self.menu, mv);
        mv
    }
}
