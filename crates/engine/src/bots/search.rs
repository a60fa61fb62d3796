//! `search`: looks ahead. Plays each legal move to the end in random deals that this player cannot
//! distinguish from the true one, with model players (by default, random), and chooses the move with the best
//! mean result. Divides the playouts of a decision by sequential halving (Karnin, Koren & Somekh 2013,
//! *Almost optimal exploration in multi-armed bandits*): in each round every remaining move is tried equally
//! often in the same deals, then the worse half of the moves is dropped.
//!
//! Before its playouts, it thinks of each move as its model does: one that the model chooses e times as often starts one win
//! ahead (a prior, as in PUCT: Silver et al. 2017, *Mastering the game of Go without human knowledge*, Nature 550). Few playouts
//! follow the model, many outweigh it. Without that, a search of few playouts is weaker than its model.
//!
//! Where several seats choose in secret at once, a player who always plays the best move can be foreseen. There it draws a
//! move, the more often the better its mean result: a quantal response (McKelvey & Palfrey 1995, *Quantal response equilibria
//! for normal form games*), which moves that are equally good share.

use super::{Bot, in_proportion, one_of};
use crate::model::{BotState, BySeat, GameSeed, RngStream, SHARE, Seed};
use libm::{exp, log};

/// The difference of expected shares of the win that makes a move e times as frequent.
const TEMPERATURE: f64 = 0.05;
/// A move that its model would choose less often counts as this likely.
const UNLIKELY: f64 = 0.001;
/// A move that would be drawn less often is not drawn.
const RARE: f64 = 0.03;

/// The number of playouts of a search, and its model of all players, which includes its own later moves.
#[derive(Clone, Debug)]
pub struct Search {
    /// Number of playouts per decision; more if there are more legal moves.
    pub playouts: u32,
    /// Whether it always plays its best move, also where several seats choose in secret at once. Otherwise it mixes there.
    pub is_pure: bool,
    /// The model players; none of them searches.
    pub players: Box<BySeat<Bot>>,
}

impl Search {
    /// Default number of playouts per decision. Four times as many raise the win rate by some percentage
    /// points.
    pub const PLAYOUTS: u32 = 256;
    /// Maximum number of playouts per decision.
    pub const MOST: u32 = 1_000_000;

    /// Chooses a move and returns its index. `priors` has the probability with which the model chooses each move, or nothing if
    /// it is not known. `deal` deals again everything that this seat cannot know.
    /// `rollout` plays a move of the menu to the end in such a deal, and returns the utility for this seat.
    pub(super) fn choose<M: Copy, D>(
        &self,
        menu: &[M],
        is_secret: bool,
        priors: &[f64],
        state: &mut BotState,
        mut deal: impl FnMut(GameSeed) -> D,
        mut rollout: impl FnMut(&D, M) -> u32,
    ) -> usize {
        let n_moves = menu.len();
        let BotState { rng, scratch, .. } = state;
        scratch.clear();
        scratch.resize(2 * n_moves, 0.0);
        let (utilities, behind) = scratch.split_at_mut(n_moves);
        let least = priors.iter().copied().fold(1.0, f64::min).max(UNLIKELY);
        for (utility, prior) in utilities.iter_mut().zip(priors) {
            *utility = f64::from(SHARE) * log(prior.max(UNLIKELY) / least);
        }
        let seed = Seed::new(rng.word());
        let mut deals = (0..).map(|number| seed.game(number));
        let n_rounds = n_moves.next_power_of_two().ilog2();
        let (mut n_left, mut n_tried) = (n_moves, 0.0);
        while n_left > 1 {
            let n_deals = (self.playouts as usize / (n_left * n_rounds as usize)).max(1);
            for game_seed in deals.by_ref().take(n_deals) {
                let dealt = deal(game_seed);
                let tried = utilities.iter_mut().zip(menu).filter(|(utility, _)| !utility.is_infinite());
                tried.for_each(|(utility, mv)| *utility += f64::from(rollout(&dealt, *mv)));
                n_tried += f64::from(SHARE);
            }
            // Moves are compared on the deals in which all of them were tried.
            let best = utilities.iter().copied().filter(|utility| utility.is_finite()).fold(0.0, f64::max);
            let tried = behind.iter_mut().zip(&*utilities).filter(|(_, utility)| utility.is_finite());
            tried.for_each(|(behind, utility)| *behind = (best - utility) / n_tried);
            for _ in 0..n_left / 2 {
                let worst = utilities.iter().copied().fold(f64::INFINITY, f64::min);
                let index = one_of(utilities, rng, |utility| utility <= worst);
                utilities[index] = f64::INFINITY;
            }
            n_left -= n_left / 2;
        }
        if is_secret && !self.is_pure {
            return draw(behind, rng);
        }
        utilities.iter().position(|utility| utility.is_finite()).unwrap_or(0)
    }
}

/// Draws a move by how far each move is behind the best one, in shares of the win. Overwrites these numbers.
fn draw(behind: &mut [f64], rng: &mut RngStream) -> usize {
    let shares = behind;
    shares.iter_mut().for_each(|share| *share = exp(-*share / TEMPERATURE));
    let rare = RARE * shares.iter().sum::<f64>();
    shares.iter_mut().filter(|share| **share < rare).for_each(|share| *share = 0.0);
    in_proportion(shares, shares.iter().sum(), rng).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SHARE;

    /// The choice of a search with this many playouts, and the number of playouts played.
    fn choice(playouts: u32, moves: &[u32], salt: u64, utility: impl Fn(u32, GameSeed) -> u32) -> (u32, u32) {
        choice_after(&[], playouts, moves, salt, utility)
    }

    /// The same after these probabilities of the model.
    fn choice_after(
        priors: &[f64],
        playouts: u32,
        moves: &[u32],
        salt: u64,
        utility: impl Fn(u32, GameSeed) -> u32,
    ) -> (u32, u32) {
        let mut bot_state = BotState::new(Seed::new(salt).game(0).bot(0));
        let mut n_played = 0;
        let players = Box::new(BySeat::from_fn(|_| Bot::Random));
        let deal = |game_seed| game_seed;
        let index = Search { playouts, is_pure: true, players }.choose(
            moves,
            false,
            priors,
            &mut bot_state,
            deal,
            |game_seed, mv| {
                n_played += 1;
                utility(mv, *game_seed)
            },
        );
        (moves[index], n_played)
    }

    #[test]
    fn the_move_with_the_highest_utility_is_chosen_at_every_place() {
        for n_moves in 2..20 {
            for best in 0..n_moves {
                let moves: Vec<u32> = (0..n_moves).collect();
                let (chosen, n_played) = choice(64, &moves, 1, |mv, _| if mv == best { 2 } else { mv % 2 });
                assert_eq!(chosen, best, "of {n_moves}");
                assert!((n_moves..=64 + 20).contains(&n_played), "{n_played} playouts for {n_moves} moves");
            }
        }
    }

    #[test]
    fn few_playouts_follow_the_model_and_many_outweigh_it() {
        // The model chooses the first move 19 times as often: it starts 2.9 wins ahead. The second one is better by a tenth of a
        // win in each deal, so it is ahead after 30 deals.
        let utility = |mv: u32, _| if mv == 1 { SHARE / 2 } else { SHARE * 2 / 5 };
        let choices =
            [4, 16, 64, 256].map(|playouts| choice_after(&[0.95, 0.05], playouts, &[0, 1], 1, utility).0);
        assert_eq!(choices, [0, 0, 1, 1]);
        // A move that the model never chooses is 6.9 wins behind; equally likely ones are even.
        let never = [20, 200].map(|n| choice_after(&[1.0, 0.0], n, &[0, 1], 1, |mv, _| mv * SHARE / 2).0);
        assert_eq!(never, [0, 1]);
        assert_eq!(choice_after(&[0.5, 0.5], 4, &[0, 1], 1, utility).0, 1);
    }

    #[test]
    fn equal_moves_are_chosen_equally_often() {
        let mut counts = [0_u32; 5];
        for salt in 0..5_000 {
            counts[choice(10, &[0, 1, 2, 3, 4], salt, |_, _| SHARE).0 as usize] += 1;
        }
        // Five standard deviations of 28 each.
        assert!(counts.iter().all(|count| count.abs_diff(1_000) < 141), "{counts:?}");
    }

    #[test]
    fn a_mixed_choice_is_the_more_frequent_the_less_it_is_behind() {
        // Shares of 1, 1 and 1 / e; the fourth would be drawn once in 50 times and is not.
        let behind = [0.0, 0.0, TEMPERATURE, 4.0 * TEMPERATURE];
        let (mut rng, mut counts) = (Seed::new(1).game(0).bot(0), [0_u32; 4]);
        for _ in 0..10_000 {
            counts[draw(&mut behind.clone(), &mut rng)] += 1;
        }
        // Four standard deviations of 49.5 and 36.3.
        let expected = [4_223, 4_223, 1_554, 0].into_iter().zip([200, 200, 146, 1]);
        assert!(counts.iter().zip(expected).all(|(n, (mean, off))| n.abs_diff(mean) < off), "{counts:?}");
    }
}
