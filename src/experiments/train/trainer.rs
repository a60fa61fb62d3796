//! The course of a training: learn step by step, choose what is filed, try it on games kept apart.

use super::super::Session;
use super::super::reserved_games::{CHOOSING, HELD_OUT, LEARNING};
use super::{Filed, Training};
use crate::bots::{Bot, Rule, Weights};
use crate::config::Plan;
use crate::config::strategy::{Named, rounded};
use crate::report::train::Point;
use crate::simulation::Simulation;
use crate::simulation::seat_swap::{play_seats_swapped, seatings};
use crate::simulation::training::play_for_gradients;
use crate::stats::head_to_head::HeadToHead;
use crate::stats::natural_gradient::{Ascent, Gradients};
use crate::stats::real;
use std::ops::Range;

/// Deals of a step, of at least so many steps if there are that few games.
const STEP: u64 = 2048;
const STEPS: u64 = 40;
/// How much play changes in the first step (in nats a game); less and less from there, to a twentieth.
const DIVERGENCE: f64 = 0.1;
/// Stretches of the curve, at most.
const CURVE: u64 = 200;
/// At each of so many parts of the games that itself is kept as an opponent, but for the last.
const SELVES: u64 = 4;
/// Temperatures that are tried: moves drawn as in the training, more surely, and always the best.
const TEMPERATURES: [f64; 3] = [1.0, 0.5, 0.0];
/// Weights are left out, the lightest first, if the score falls by no more than this.
const PRICE: f64 = 0.002;

/// A bot to beat.
pub(super) struct Opponent {
    pub name: String,
    /// Where it sits in all seats but the learner's: in the first of alternating seats, and in the second.
    pub simulations: [Box<dyn Simulation>; 2],
}

/// What was learnt.
pub(super) struct Lesson {
    pub ascent: Ascent,
    pub curve: Vec<Point>,
    pub steps: u64,
    pub games: u64,
}

/// A training on its way.
pub(super) struct Trainer<'t> {
    plan: &'t Plan,
    start: Weights,
    /// The start's rules, for a temperature of 1.
    rules: Vec<Rule>,
    own: bool,
    pub opponents: Vec<Opponent>,
}

impl Opponent {
    /// An opponent in the seats that it shares with the learner.
    fn new(plan: &Plan, name: String, bot: &Bot) -> Self {
        let named =
            Named { name: name.clone(), asked: name.clone(), bot: bot.clone(), content: String::new() };
        let plan = Plan { bots: vec![named; plan.players()], ..plan.clone() };
        Self { name, simulations: [plan.simulation(), plan.simulation()] }
    }

    /// Seats a bot against it.
    fn meet(&mut self, bot: &Bot) {
        let seatings = seatings(self.simulations[0].players());
        self.simulations.iter_mut().zip(seatings).for_each(|(simulation, seats)| simulation.seat(seats, bot));
    }

    fn simulations(&self) -> [&dyn Simulation; 2] {
        let [here, there] = &self.simulations;
        [&**here, &**there]
    }
}

impl<'t> Trainer<'t> {
    /// Seats everybody.
    pub(super) fn open(training: &'t Training) -> Self {
        let Training { plan, start, against, own, .. } = training;
        let opponent = |bot: &Named| Opponent::new(plan, bot.name.clone(), &bot.bot);
        let mut opponents: Vec<_> = against.iter().map(opponent).collect();
        if *own {
            opponents.push(Opponent::new(plan, "self-0".into(), &start.bot));
        }
        let start = match &start.bot {
            Bot::Weights(weights) | Bot::Learner(weights) => weights.clone(),
            Bot::Random | Bot::Search(_) => Weights { temperature: 1.0, ..Weights::default() },
        };
        let heat = heat(&start);
        let rules = start.rules.iter().map(|rule| Rule { add: rule.add / heat, ..*rule }).collect();
        Self { plan, start, rules, own: *own, opponents }
    }

    /// Games that are played in all, about: which weights are tried is seen at the end.
    pub(super) fn all_games(&self) -> u64 {
        let halvings = u64::from(self.plan.game.features.len().max(1).ilog2()) + 1;
        let tries = 1 + TEMPERATURES.len() as u64 + halvings;
        let opponents = self.opponents.len() as u64 + if self.own { SELVES - 1 } else { 0 };
        self.plan.games + 2 * opponents * (tries * self.deals_to_choose() + 2 * self.deals_to_try())
    }

    /// Deals with each opponent by which what is filed is chosen.
    fn deals_to_choose(&self) -> u64 {
        (self.plan.games / 100 / self.opponents.len() as u64).clamp(200, 20_000)
    }

    /// Deals with each opponent on which it is tried.
    fn deals_to_try(&self) -> u64 {
        (self.plan.games / 40 / self.opponents.len() as u64).clamp(400, 50_000)
    }

    /// The bot of these weights.
    fn weights(&self, weights: &[f64], temperature: f64) -> Weights {
        let weights = weights.iter().copied().enumerate().filter(|(_, weight)| *weight != 0.0).collect();
        Weights { weights, rules: self.rules.clone(), temperature }
    }

    /// Learns from all games, or until a signal comes.
    pub(super) fn learn(&mut self, session: &Session) -> Lesson {
        let mut weights = vec![0.0; self.plan.game.features.len()];
        let heat = heat(&self.start);
        self.start.weights.iter().for_each(|(place, weight)| weights[*place] = weight / heat);
        let mut gradient = Lesson { ascent: Ascent::new(weights), curve: Vec::new(), steps: 0, games: 0 };
        let deals = self.plan.games / 2;
        let steps = deals.div_ceil(STEP).max(STEPS);
        let stretch = steps.div_ceil(CURVE);
        while gradient.steps < steps {
            if self.own && gradient.steps > 0 && gradient.steps * SELVES % steps < SELVES {
                let bot = Bot::Weights(self.weights(&gradient.ascent.weights, 1.0));
                let name = format!("self-{}", gradient.games);
                self.opponents.push(Opponent::new(self.plan, name, &bot));
            }
            let part = part(&(0..deals), gradient.steps, steps);
            let Some(gradients) = self.play_step(&part, &mut gradient, stretch, session) else { break };
            let left = 1.0 - real(gradient.steps) / real(steps);
            gradient.ascent.step(gradients, DIVERGENCE * left.max(0.05));
            gradient.steps += 1;
            gradient.games += 2 * (part.end - part.start);
        }
        gradient
    }

    /// Plays the deals of a step, a part with each opponent; nothing, if a signal came.
    fn play_step(
        &mut self,
        deals: &Range<u64>,
        gradient: &mut Lesson,
        stretch: u64,
        session: &Session,
    ) -> Option<Vec<Gradients>> {
        let bot = Bot::Learner(self.weights(&gradient.ascent.weights, 1.0));
        let (features, n) = (self.plan.game.features.len(), self.opponents.len() as u64);
        let (mut all, mut met) = (Vec::new(), Vec::new());
        for (nth, opponent) in (0..).zip(&mut self.opponents) {
            let part = part(deals, nth, n);
            opponent.meet(&bot);
            let own = LEARNING + part.start..LEARNING + part.end;
            let (head_to_head, gradients) = play_for_gradients(
                opponent.simulations(),
                features,
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
        let games = gradient.games + 2 * (deals.end - deals.start);
        for (opponent, head_to_head) in met {
            let is_new = gradient.steps.is_multiple_of(stretch);
            let same = gradient.curve.iter_mut().rev().take(self.opponents.len());
            match same.filter(|_| !is_new).find(|point| point.opponent == opponent) {
                Some(point) => {
                    point.head_to_head.merge(&head_to_head);
                    (point.step, point.games) = (gradient.steps, games);
                }
                None => gradient.curve.push(Point {
                    phase: "training",
                    bot: "learner",
                    opponent,
                    step: gradient.steps,
                    games,
                    head_to_head,
                }),
            }
        }
        Some(all)
    }

    /// How a bot does against each opponent; `None` if a signal came.
    fn meet_all(
        &mut self,
        weights: &Weights,
        first: u64,
        deals: u64,
        session: &Session,
    ) -> Option<Vec<HeadToHead>> {
        let bot = Bot::Weights(weights.clone());
        let meet = |(nth, opponent): (u64, &mut Opponent)| {
            opponent.meet(&bot);
            let first = first + nth * deals;
            let head_to_head = play_seats_swapped(
                opponent.simulations(),
                first..first + deals,
                session.pool(),
                session.stop(),
                &|n| {
                    session.played(n);
                },
            );
            (head_to_head.deals.count() == deals).then_some(head_to_head)
        };
        (0..).zip(&mut self.opponents).map(meet).collect()
    }

    /// What is filed: of the start and of what was learnt, at every temperature and with as few weights as
    /// will do, what scores most on deals that it was not learnt from; rounded before it is tried. What was
    /// learnt, as it is, if a signal comes first.
    pub(super) fn choose(&mut self, ascent: &Ascent, session: &Session) -> Filed {
        let reach = ascent.reach();
        let sorted = |weights: &Weights| {
            let mut weights = weights.clone();
            weights.weights.sort_by(|(a, _), (b, _)| reach[*b].total_cmp(&reach[*a]));
            weights
        };
        let all = vec![true; reach.len()];
        let learnt = |trainer: &Self, temperature: f64, stays: &[bool]| {
            let only = if stays.contains(&false) { ascent.only(stays) } else { ascent.weights.clone() };
            let weights: Vec<f64> = only.into_iter().map(rounded).collect();
            let mut weights = trainer.weights(&weights, temperature);
            weights.rules.iter_mut().for_each(|rule| rule.add = rounded(rule.add));
            weights
        };
        let deals = self.deals_to_choose();
        let score = |trainer: &mut Self, weights: &Weights| {
            let met = trainer.meet_all(weights, CHOOSING, deals, session)?;
            let n = real(met.len() as u64);
            Some(met.iter().filter_map(|head_to_head| head_to_head.deals.score()).sum::<f64>() / n)
        };
        let mut best = (learnt(self, TEMPERATURES[0], &all), f64::NEG_INFINITY);
        for temperature in TEMPERATURES {
            let weights = learnt(self, temperature, &all);
            let Some(score) = score(self, &weights) else {
                return Filed { weights: sorted(&best.0), is_start: false };
            };
            if score > best.1 {
                best = (weights, score);
            }
        }
        // How many of the lightest can go: bisected.
        let mut order: Vec<usize> = (0..reach.len()).collect();
        order.sort_by(|a, b| reach[*a].total_cmp(&reach[*b]));
        let most = best.1;
        let (goal, mut gone, mut too_many) = (most - PRICE, 0, reach.len() + 1);
        while gone + 1 < too_many {
            let n = usize::midpoint(gone, too_many);
            let mut stays = all.clone();
            order[..n].iter().for_each(|place| stays[*place] = false);
            let weights = learnt(self, best.0.temperature, &stays);
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
        Filed { weights: sorted(if is_start { &start } else { &best.0 }), is_start }
    }

    /// How what is filed, and what it began with, do on games that nothing was learnt or chosen by; against
    /// nobody, if a signal comes.
    pub(super) fn try_out(&mut self, filed: &Filed, gradient: &Lesson, session: &Session) -> Vec<[Point; 2]> {
        let deals = self.deals_to_try();
        let Some(trained) = self.meet_all(&filed.weights, HELD_OUT, deals, session) else {
            return Vec::new();
        };
        let start = self.start.clone();
        let Some(start) = self.meet_all(&start, HELD_OUT, deals, session) else { return Vec::new() };
        let both = self.opponents.iter().zip(trained.into_iter().zip(start));
        let points = both.map(|(opponent, (trained, start))| {
            [("trained", trained, gradient.steps, gradient.games), ("start", start, 0, 0)].map(
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

/// What its weights are divided by so that it plays the same at a temperature of 1; a bot that always plays
/// the best move begins as one that draws by its weights.
fn heat(start: &Weights) -> f64 {
    if start.temperature > 0.0 { start.temperature } else { 1.0 }
}

/// The `nth` of `n` parts of a range, all as long as each other but for one.
fn part(all: &Range<u64>, nth: u64, n: u64) -> Range<u64> {
    let length = u128::from(all.end - all.start);
    let cut = |nth: u64| {
        // At most the length.
        u64::try_from(length * u128::from(nth) / u128::from(n.max(1))).map_or(all.end, |cut| all.start + cut)
    };
    cut(nth)..cut(nth + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole() {
        for n in 1..20 {
            let parts: Vec<_> = (0..n).map(|nth| part(&(5..18), nth, n)).collect();
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start), "{parts:?}");
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (5, 18));
            assert!(parts.iter().all(|part| (part.end - part.start).abs_diff(13 / n) <= 1), "{parts:?}");
        }
    }
}
