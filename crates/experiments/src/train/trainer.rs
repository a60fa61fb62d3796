//! The phases of a training: learn step by step, select the strategy to write, evaluate it on held-out games.

use super::super::Session;
use super::super::opponent::Opponent;
use super::super::reserved_games::{CHOOSING, HELD_OUT, LEARNING};
use super::{SELF, Selected, Training};
use crate::bots::{Bot, Rule, Weighed, Weights};
use crate::config::Plan;
use crate::config::bots::NamedBot;
use crate::config::strategy::rounded;
use crate::report::train::Point;
use crate::simulation::training::{Reward, play_for_gradients};
use crate::stats::head_to_head::HeadToHead;
use crate::stats::natural_gradient::{Ascent, Gradients};
use crate::stats::real;
use std::ops::Range;

/// How a training steps.
struct Pace {
    /// Number of deals per step; fewer if there would be fewer than `STEPS` steps.
    step: u64,
    /// A step is the natural gradient times this, if that changes play less than `DIVERGENCE`.
    rate: f64,
    /// The change of play in the last step, as a share of that in the first; it decreases linearly.
    last: f64,
    /// After a step, the weights go back to their moving average by this share of the distance, and it follows them by
    /// `FOLLOW` (the magnet: Sokota et al. 2023, *A unified approach to reinforcement learning, quantal response equilibria, and
    /// two-player zero-sum games*). The natural gradient of the divergence from the average is the distance to it.
    magnet: f64,
    /// Number of parts of the training; after each but the last, the current version becomes an opponent.
    selves: u64,
}

/// To win against its opponents.
const TO_WIN: Pace = Pace { step: 2048, rate: f64::INFINITY, last: 0.05, magnet: 0.0, selves: 4 };
/// To find a mix that is hard to beat, if variety is rewarded. Large steps would circle around it.
const TO_MIX: Pace = Pace { step: 512, rate: 1.0, last: 1.0, magnet: 0.02, selves: 1 };
const STEPS: u64 = 40;
/// Change of play in the first step, in nats per game.
const DIVERGENCE: f64 = 0.1;
const FOLLOW: f64 = 0.02;
/// Maximum number of points of the training curve.
const CURVE: u64 = 200;
/// A win counts half after this many times the decisions of a game in the first step.
const HALF: f64 = 4.0;
/// Temperatures to try by default: as in training, lower, and deterministic.
const TEMPERATURES: [f64; 3] = [1.0, 0.5, 0.0];
/// The least influential weights are dropped as long as the score falls by no more than this.
const PRICE: f64 = 0.002;
/// If variety is rewarded, as long as the play of a game changes by no more than this, in nats.
const CHANGE: f64 = 0.01;

/// The result of the learning phase.
pub(super) struct Learned {
    pub ascent: Ascent,
    reward: Reward,
    /// The mean of the weights over the second half of the steps; `None` before.
    mean: Option<Vec<f64>>,
    pub curve: Vec<Point>,
    pub steps: u64,
    pub games: u64,
}

/// The state of a training.
pub(super) struct Trainer<'t> {
    plan: &'t Plan,
    start: Weights,
    /// The rules of the start, scaled for temperature 1.
    rules: Vec<Rule>,
    own: bool,
    /// The temperatures to try.
    temperatures: Vec<f64>,
    entropy: f64,
    /// Whether variety is rewarded.
    varies: bool,
    pub opponents: Vec<Opponent>,
}

impl<'t> Trainer<'t> {
    /// Seats all opponents.
    pub(super) fn open(training: &'t Training) -> Self {
        let Training { plan, start, against, own, options, .. } = training;
        let entropy = options.entropy.unwrap_or(0.0);
        let temperatures = match options.temperature {
            Some(only) => vec![only],
            // It has learned to vary its choices as much as is worth it.
            None if training.varies() => vec![1.0],
            None => TEMPERATURES.to_vec(),
        };
        let opponent = |bot: &NamedBot| Opponent::new(plan, bot.name.clone(), &bot.bot);
        let mut opponents: Vec<_> = against.iter().map(opponent).collect();
        if *own {
            opponents.push(Opponent::new(plan, SELF.into(), &start.bot));
        }
        let start = start.bot.trainable().unwrap_or_default();
        let divisor = temperature_divisor(&start);
        let rules = start.rules.iter().map(|rule| Rule { add: rule.add / divisor, ..*rule }).collect();
        Self { plan, start, rules, own: *own, temperatures, entropy, varies: training.varies(), opponents }
    }

    /// The approximate total number of games; the number of selection rounds is not known beforehand.
    pub(super) fn all_games(&self) -> u64 {
        let halvings = u64::from(self.plan.game.weighed().len().max(1).ilog2()) + 1;
        let tries = 1 + 2 * self.temperatures.len() as u64 + halvings;
        let opponents = self.opponents.len() as u64 + if self.own { self.pace().selves - 1 } else { 0 };
        self.plan.games + 2 * opponents * (tries * self.selection_deals() + 2 * self.held_out_deals())
    }

    /// Deals per opponent for selecting the strategy.
    fn selection_deals(&self) -> u64 {
        (self.plan.games / 100 / self.opponents.len() as u64).clamp(200, 20_000)
    }

    /// Deals per opponent for the held-out evaluation.
    fn held_out_deals(&self) -> u64 {
        (self.plan.games / 40 / self.opponents.len() as u64).clamp(400, 50_000)
    }

    fn pace(&self) -> &'static Pace {
        if self.varies { &TO_MIX } else { &TO_WIN }
    }

    /// A bot with these weights of everything that can be weighed.
    fn weights(&self, weights: &[f64], temperature: f64) -> Weights {
        let weights =
            self.plan.game.weighed().iter().zip(weights).map(|((weighed, _), weight)| (*weighed, *weight));
        Weights { weights: weights.collect(), rules: self.rules.clone(), temperature }
    }

    /// The same bot without weights of 0, which only a learner needs for its gradients.
    fn played(&self, weights: &[f64], temperature: f64) -> Weights {
        let mut bot = self.weights(weights, temperature);
        bot.weights.retain(|(_, weight)| *weight != 0.0);
        bot
    }

    /// Learns from all training games, or until the session is stopped.
    pub(super) fn learn(&mut self, session: &Session) -> Learned {
        let divisor = temperature_divisor(&self.start);
        let weight_of = |weighed: Weighed| {
            let known = self.start.weights.iter().rfind(|(known, _)| *known == weighed);
            known.map_or(0.0, |(_, weight)| weight / divisor)
        };
        let weights = self.plan.game.weighed().iter().map(|(weighed, _)| weight_of(*weighed)).collect();
        let ascent = Ascent::new(weights);
        let reward = Reward { half: None, entropy: self.entropy };
        let mut learned = Learned { ascent, reward, mean: None, curve: Vec::new(), steps: 0, games: 0 };
        let now = self.opponents.iter().position(|opponent| self.own && opponent.name == SELF);
        let deals = self.plan.games / 2;
        let Pace { step, rate, last, magnet: pull, selves } = *self.pace();
        let steps = deals.div_ceil(step).max(STEPS);
        let stretch = steps.div_ceil(CURVE);
        let mut magnet = learned.ascent.weights.clone();
        while learned.steps < steps {
            if let Some(now) = now {
                let bot = Bot::Weights(self.played(&learned.ascent.weights, 1.0));
                if learned.steps > 0 && learned.steps * selves % steps < selves {
                    let name = format!("self-{}", learned.games);
                    self.opponents.push(Opponent::new(self.plan, name, &bot));
                }
                self.opponents[now] = Opponent::new(self.plan, SELF.into(), &bot);
            }
            let part = part(&(0..deals), learned.steps, steps);
            let Some(gradients) = self.play_step(&part, &mut learned, stretch, session) else { break };
            let half = &mut learned.reward.half;
            *half = half.or_else(|| Gradients::mean_decisions(&gradients).map(|mean| HALF * mean));
            let left = 1.0 - real(learned.steps) / real(steps);
            learned.ascent.step(gradients, DIVERGENCE * left.max(last), rate);
            for (weight, magnet) in learned.ascent.weights.iter_mut().zip(&mut magnet) {
                *weight -= pull * (*weight - *magnet);
                *magnet += FOLLOW * (*weight - *magnet);
            }
            learned.steps += 1;
            learned.games += 2 * (part.end - part.start);
            if let Some(n) = learned.steps.checked_sub(steps / 2).filter(|n| *n > 0) {
                let Learned { mean, ascent: Ascent { weights, .. }, .. } = &mut learned;
                let mean = mean.get_or_insert_with(|| vec![0.0; weights.len()]);
                mean.iter_mut().zip(weights).for_each(|(mean, weight)| *mean += (*weight - *mean) / real(n));
            }
        }
        learned
    }

    /// Plays the deals of a step, divided among the opponents; `None` if the session is stopped.
    fn play_step(
        &mut self,
        deals: &Range<u64>,
        learned: &mut Learned,
        stretch: u64,
        session: &Session,
    ) -> Option<Vec<Gradients>> {
        let bot = Bot::Learner(self.weights(&learned.ascent.weights, 1.0));
        let (n_weights, n) = (learned.ascent.weights.len(), self.opponents.len() as u64);
        let (mut all, mut met) = (Vec::new(), Vec::new());
        for (nth, opponent) in (0..).zip(&mut self.opponents) {
            let part = part(deals, nth, n);
            opponent.seat(&bot);
            let own = LEARNING + part.start..LEARNING + part.end;
            let (head_to_head, gradients) = play_for_gradients(
                opponent.simulations(),
                n_weights,
                learned.reward,
                &own,
                session.pool(),
                session.stop(),
                &|n| {
                    session.played(n);
                },
            );
            if head_to_head.deals.count() < part.end - part.start {
                return None;
            }
            all.extend(gradients);
            met.push((opponent.name.clone(), head_to_head));
        }
        let games = learned.games + 2 * (deals.end - deals.start);
        for (opponent, head_to_head) in met {
            let is_new = learned.steps.is_multiple_of(stretch);
            let same = learned.curve.iter_mut().rev().take(self.opponents.len());
            match same.filter(|_| !is_new).find(|point| point.opponent == opponent) {
                Some(point) => {
                    point.head_to_head.merge(&head_to_head);
                    (point.step, point.games) = (learned.steps, games);
                }
                None => learned.curve.push(Point {
                    phase: "training",
                    bot: "learner",
                    opponent,
                    step: learned.steps,
                    games,
                    head_to_head,
                }),
            }
        }
        Some(all)
    }

    /// The results of a bot against each opponent; `None` if the session is stopped.
    fn play_all(
        &mut self,
        weights: &Weights,
        first: u64,
        deals: u64,
        session: &Session,
    ) -> Option<Vec<HeadToHead>> {
        let bot = Bot::Weights(weights.clone());
        let play = |(nth, opponent): (u64, &mut Opponent)| {
            opponent.seat(&bot);
            let first = first + nth * deals;
            let head_to_head = opponent.meet(first..first + deals, session);
            (head_to_head.deals.count() == deals).then_some(head_to_head)
        };
        (0..).zip(&mut self.opponents).map(play).collect()
    }

    /// Selects the strategy to write: among the start, the learned weights and their mean over the second half, at every
    /// temperature and with as few weights as possible, the one with the highest score on separate deals. If variety is
    /// rewarded, only the mean is a candidate: who wins most against these opponents would be easier to beat. Weights are rounded
    /// before they are evaluated. If the session is stopped, selects the learned weights unchanged.
    pub(super) fn select(&mut self, learned: &Learned, session: &Session) -> Selected {
        let last = Some(&learned.ascent.weights).filter(|_| !self.varies || learned.mean.is_none());
        let ascents: Vec<Ascent> = [last, learned.mean.as_ref()]
            .into_iter()
            .flatten()
            .map(|weights| {
                let mut ascent = learned.ascent.clone();
                ascent.weights.clone_from(weights);
                ascent
            })
            .collect();
        let mut ascent = &learned.ascent;
        let reach = ascent.reach();
        let all_weighed = self.plan.game.weighed();
        let sorted = |weights: &Weights| {
            let mut weights = weights.clone();
            let reach_of = |weighed: Weighed| {
                let index = all_weighed.iter().position(|(known, _)| *known == weighed);
                index.map_or(0.0, |index| reach[index])
            };
            weights.weights.sort_by(|(a, _), (b, _)| reach_of(*b).total_cmp(&reach_of(*a)));
            weights
        };
        let all = vec![true; reach.len()];
        let learned_at = |trainer: &Self, ascent: &Ascent, temperature: f64, stays: &[bool]| {
            let only = if stays.contains(&false) { ascent.only(stays) } else { ascent.weights.clone() };
            let weights: Vec<f64> = only.into_iter().map(rounded).collect();
            let mut weights = trainer.played(&weights, temperature);
            weights.rules.iter_mut().for_each(|rule| rule.add = rounded(rule.add));
            weights
        };
        let deals = self.selection_deals();
        let score = |trainer: &mut Self, weights: &Weights| {
            let met = trainer.play_all(weights, CHOOSING, deals, session)?;
            let n = real(met.len() as u64);
            Some(met.iter().filter_map(|head_to_head| head_to_head.deals.score()).sum::<f64>() / n)
        };
        let temperatures = self.temperatures.clone();
        let mut best =
            (learned_at(self, ascent, temperatures.first().copied().unwrap_or(1.0), &all), f64::NEG_INFINITY);
        for (tried, temperature) in
            ascents.iter().flat_map(|ascent| temperatures.iter().map(move |at| (ascent, *at)))
        {
            let weights = learned_at(self, tried, temperature, &all);
            let Some(score) = score(self, &weights) else {
                return Selected { weights: sorted(&best.0), is_start: false };
            };
            if score > best.1 {
                best = (weights, score);
                ascent = tried;
            }
        }
        // Bisects how many of the least influential weights can be dropped.
        let mut order: Vec<usize> = (0..reach.len()).collect();
        order.sort_by(|a, b| reach[*a].total_cmp(&reach[*b]));
        let most = best.1;
        let (goal, mut gone, mut too_many) = (most - PRICE, 0, reach.len() + 1);
        while gone + 1 < too_many {
            let n = usize::midpoint(gone, too_many);
            let mut stays = all.clone();
            order[..n].iter().for_each(|index| stays[*index] = false);
            let weights = learned_at(self, ascent, best.0.temperature, &stays);
            if self.varies {
                if ascent.divergence(&ascent.only(&stays)) <= CHANGE {
                    best.0 = weights;
                    gone = n;
                } else {
                    too_many = n;
                }
                continue;
            }
            match score(self, &weights) {
                Some(score) if score >= goal => {
                    best = (weights, score);
                    gone = n;
                }
                Some(_) => too_many = n,
                None => break,
            }
        }
        let start = self.start.clone();
        let is_start = score(self, &start).is_some_and(|start| start >= most);
        Selected { weights: sorted(if is_start { &start } else { &best.0 }), is_start }
    }

    /// Evaluates the selected strategy and the start on held-out games against each opponent; empty if the session is
    /// stopped.
    pub(super) fn evaluate(
        &mut self,
        selected: &Selected,
        learned: &Learned,
        session: &Session,
    ) -> Vec<[Point; 2]> {
        let deals = self.held_out_deals();
        let Some(trained) = self.play_all(&selected.weights, HELD_OUT, deals, session) else {
            return Vec::new();
        };
        let start = self.start.clone();
        let Some(start) = self.play_all(&start, HELD_OUT, deals, session) else { return Vec::new() };
        let both = self.opponents.iter().zip(trained.into_iter().zip(start));
        let points = both.map(|(opponent, (trained, start))| {
            [("trained", trained, learned.steps, learned.games), ("start", start, 0, 0)].map(
                |(bot, head_to_head, step, games)| Point {
                    phase: "held-out",
                    bot,
                    opponent: opponent.name.clone(),
                    step,
                    games,
                    head_to_head,
                },
            )
        });
        points.collect()
    }
}

/// The divisor that gives the weights the same play at temperature 1. A deterministic bot keeps its weights.
fn temperature_divisor(start: &Weights) -> f64 {
    if start.temperature > 0.0 { start.temperature } else { 1.0 }
}

/// The `nth` of `n` parts of a range; their lengths differ by at most one.
fn part(all: &Range<u64>, nth: u64, n: u64) -> Range<u64> {
    let length = u128::from(all.end - all.start);
    let cut = |nth: u64| {
        // The quotient is at most the length.
        u64::try_from(length * u128::from(nth) / u128::from(n.max(1))).map_or(all.end, |cut| all.start + cut)
    };
    cut(nth)..cut(nth + 1)
}
