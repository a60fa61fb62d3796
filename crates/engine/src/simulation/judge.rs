//! Judges the decisions of a game: what each player's chances are after a decision, and what the other moves were worth.

use super::likely::LikelyDeals;
use super::rollout::{Deal, Rollouts};
use super::threads::LongGames;
use crate::bots::Bot;
use crate::model::{BySeat, Game, Moves, SHARE, Seat, Seats, Seed, move_id};
use crate::stats::chance::{half_width, in_percent};
use crate::stats::{Level, real};
use std::fmt;

/// A cost from which a decision is a turning point, and a change of the own chance since the own decision before.
const COSTLY: f64 = 0.1;
const FAR: f64 = 0.15;

/// A decision with at least two legal moves, as its player could judge it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The player's seat.
    pub seat: Seat,
    /// The rulebook's name of the decision.
    pub decision: &'static str,
    /// Every player's chance after the move: the expected share of the win.
    pub chances: Vec<f64>,
    /// The number of independent games on which each chance rests.
    pub n: u64,
    /// The legal moves.
    pub moves: Vec<JudgedMove>,
    /// The index of the chosen one.
    pub chosen: usize,
    /// The player's own chance after its decision before, and the number of games on which it rests.
    pub before: Option<(f64, u64)>,
    /// Whether hidden cards count as they were dealt, without what the moves so far say about them.
    pub ignores_moves: bool,
}

/// A legal move, compared with the chosen one on the same deals.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    /// Its id.
    pub id: String,
    /// The player's own chance with it.
    pub chance: f64,
    /// How much better it is than the chosen one; negative if it is worse.
    pub gain: f64,
    /// Half the width of the interval of the gain. The intervals of all moves hold simultaneously at 95 %.
    pub margin: f64,
}

impl Judgement {
    /// The best of the other moves.
    #[must_use]
    pub fn best_other(&self) -> Option<&JudgedMove> {
        let others = self.moves.iter().enumerate().filter(|(index, _)| *index != self.chosen);
        others.map(|(_, mv)| mv).reduce(|best, mv| if mv.chance > best.chance { mv } else { best })
    }

    /// What the decision cost: the chance with the best move, less that with the chosen one.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.best_other().map_or(0.0, |best| best.gain.max(0.0))
    }

    /// The move that is measurably better than the chosen one.
    #[must_use]
    pub fn better(&self) -> Option<&JudgedMove> {
        self.best_other().filter(|best| best.gain > best.margin)
    }

    /// The player's own chance.
    #[must_use]
    pub fn own(&self) -> f64 {
        self.chances.get(self.seat.index()).copied().unwrap_or_default()
    }

    /// What draws and the other players' moves have changed since the decision before: the chance with the best move, less the
    /// chance after that decision.
    #[must_use]
    pub fn luck(&self) -> Option<f64> {
        self.before.map(|(before, _)| self.own() + self.cost() - before)
    }

    /// The change of the own chance since the decision before, if it is far and no accident.
    #[must_use]
    pub fn swing(&self) -> Option<f64> {
        let (before, n) = self.before?;
        let change = self.own() - before;
        let margin = half_width(self.own(), self.n)?.hypot(half_width(before, n)?);
        (change.abs() >= FAR && change.abs() > margin).then_some(change)
    }

    /// Whether much depends on this decision: it costs 10 points, or the own chance is 15 points away from that after the
    /// decision before.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        self.better().is_some_and(|better| better.gain >= COSTLY) || self.swing().is_some()
    }

    /// What was better, for a reader.
    #[must_use]
    pub fn verdict(&self) -> String {
        let chance = |mv: &JudgedMove| format!("{} {}", mv.id, in_percent(mv.chance, self.n));
        match (self.better(), self.best_other()) {
            (Some(better), _) => {
                let (cost, margin) = (100.0 * better.gain, (100.0 * better.margin).ceil());
                format!("costs {cost:.0} ± {margin:.0} points; better: {}", chance(better))
            }
            (None, Some(best)) if best.gain > 0.0 => {
                format!("no move is measurably better; highest: {}", chance(best))
            }
            (None, Some(best)) => format!("no move is better; next: {}", chance(best)),
            (None, None) => String::new(),
        }
    }
}

/// Two lines of a story.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat;
        let chance = |(seat, chance): (usize, &f64)| format!("seat {seat} {}", in_percent(*chance, self.n));
        let chances: Vec<String> = self.chances.iter().enumerate().map(chance).collect();
        writeln!(f, "    [chances, as seat {seat} knows: {}]", chances.join(", "))?;
        let from = match self.before.filter(|_| self.swing().is_some()) {
            Some((before, n)) => format!(", from {}", in_percent(before, n)),
            None => String::new(),
        };
        let mark = if self.is_turning_point() { format!("turning point{from}: ") } else { String::new() };
        writeln!(f, "    [{mark}{}]", self.verdict())
    }
}

/// Judges the decisions of one game, in order.
pub(super) struct Judge<'g, G: Game> {
    game: &'g G,
    players: usize,
    n_deals: u64,
    rollouts: Rollouts<'g, G>,
    likely: LikelyDeals<'g, G>,
    before: BySeat<Option<(f64, u64)>>,
}

impl<'g, G: Game> Judge<'g, G> {
    /// A judge who plays this number of deals for each legal move, with these players in place of the bots that search.
    pub(super) fn new(
        game: &'g G,
        players: usize,
        [bots, models]: [&'g BySeat<Bot>; 2],
        n_deals: u64,
        long_games: &'g LongGames<'g>,
    ) -> Self {
        /// Deals that are followed for each that is played, because many do not allow the next move, and their least number.
        const FOLLOWED: u64 = 4;
        const LEAST: u64 = 256;
        let mut rollouts = Rollouts::new(game, players, models);
        rollouts.stop_by(long_games);
        let likely = LikelyDeals::new(game, players, bots, n_deals.saturating_mul(FOLLOWED).max(LEAST));
        Self { game, players, n_deals, rollouts, likely, before: BySeat::default() }
    }

    /// Judges a decision; `None` if it has only one legal move.
    pub(super) fn judge(&mut self, state: &G::State, seat: Seat, mv: G::Move) -> Option<Judgement> {
        self.likely.note(state, seat, mv);
        let Self { game, players, rollouts, likely, .. } = self;
        let decision = game.decision(state, seat);
        let mut menu = Vec::new();
        decision.moves.list(&mut menu);
        let chosen = menu.iter().position(|legal| *legal == mv).filter(|_| menu.len() > 1)?;
        let seats = Seats::first(*players);
        let mut sums = Sums { shares: vec![0; *players], moves: vec![[0; 3]; menu.len()], n: 0 };
        let others = seats.without(seat);
        let mut hides = false;
        let mut play = |deal: &Deal<G>| {
            hides |=
                others.into_iter().any(|other| game.view(deal.state(), other) != game.view(state, other));
            let Some(outcome) = rollouts.outcome(deal, mv) else { return false };
            let own = i64::from(outcome.share(seat));
            for (sum, seat) in sums.shares.iter_mut().zip(seats) {
                *sum += u64::from(outcome.share(seat));
            }
            for (index, (sums, other)) in sums.moves.iter_mut().zip(&menu).enumerate() {
                let other = if index == chosen { Some(outcome) } else { rollouts.outcome(deal, *other) };
                let Some(outcome) = other else { return false };
                let share = i64::from(outcome.share(seat));
                let gain = share - own;
                sums.iter_mut().zip([share, gain, gain * gain]).for_each(|(sum, term)| *sum += term);
            }
            sums.n += 1;
            true
        };
        let seed = |nth: u64| Seed::new(nth).game(0);
        let drawn = likely.draw(seat, self.n_deals);
        let mut n_squares = 0;
        if drawn.is_empty() {
            n_squares = self.n_deals;
            let _ = (0..self.n_deals).all(|nth| play(&Deal::new(*game, state, seat, seed(nth))));
        } else {
            let mut nth = 0;
            for (dealt, copies) in drawn {
                n_squares += copies * copies;
                let end = nth + copies;
                if !(nth..end).all(|nth| play(&Deal::of(dealt.clone(), seat, seed(nth)))) {
                    break;
                }
                nth = end;
            }
        }
        let ignores_moves = hides && !likely.knows(seat);
        // Copies of a deal say less than as many deals (Kish 1965, *Survey Sampling*).
        let n = if n_squares > 0 { self.n_deals.saturating_mul(self.n_deals) / n_squares.max(1) } else { 0 };
        let n = n.clamp(sums.n.min(1), sums.n);
        let judgement = Judgement {
            seat,
            decision: decision.name,
            chances: sums.chances(),
            n,
            moves: sums.moves(menu.iter().map(|mv| move_id(*game, *mv)).collect(), n),
            chosen,
            before: self.before[seat],
            ignores_moves,
        };
        self.before[seat] = Some((judgement.own(), n));
        Some(judgement)
    }
}

/// The sums of the games that were played, in [`SHARE`]ths.
struct Sums {
    /// The share of each player after the chosen move.
    shares: Vec<u64>,
    /// For each legal move: the own share, what it is more than that after the chosen move, and the square of that.
    moves: Vec<[i64; 3]>,
    n: u64,
}

impl Sums {
    /// A sum as a mean share of the win.
    fn mean(&self, sum: i64) -> f64 {
        let size = real(sum.unsigned_abs()) / real(self.n.max(1)) / real(SHARE.into());
        if sum < 0 { -size } else { size }
    }

    /// The chance of each player.
    fn chances(&self) -> Vec<f64> {
        self.shares.iter().map(|sum| self.mean(i64::try_from(*sum).unwrap_or(i64::MAX))).collect()
    }

    /// The moves with these ids, after this number of independent games.
    fn moves(&self, ids: Vec<String>, n: u64) -> Vec<JudgedMove> {
        let z = Level::default().shared_by(ids.len().saturating_sub(1)).z();
        let n = real(n.max(1));
        let judged = |(id, [share, gain, square]): (String, &[i64; 3])| {
            let gain = self.mean(*gain);
            let square = self.mean(*square) / real(SHARE.into());
            // As if one more game had ended the other way: a few equal games are no certainty.
            let variance = (square - gain * gain).max(0.0) + 1.0 / n;
            JudgedMove { id, chance: self.mean(*share), gain, margin: z * (variance / n).sqrt() }
        };
        ids.into_iter().zip(&self.moves).map(judged).collect()
    }
}
