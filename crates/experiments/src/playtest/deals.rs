//! Games of prepared deals: people and bots played the same card orders, so what the deal decides does not count in their
//! difference.

use super::figures::OfBots;
use super::fit::values;
use super::{Playtest, Session};
use crate::config::Plan;
use crate::model::CardEvent;
use crate::report::playtest::OfDeals;
use crate::simulation::{Simulation, measure_games};
use crate::stats::few_games::{Pairs, mean, variance};
use crate::stats::tally::GameRecord;
use crate::stats::{Estimate, Method};
use std::collections::BTreeMap;

/// How often bots play each deal.
const TIMES: u64 = 64;

/// Fewer games show no variance.
const FEWEST: usize = 5;

/// The figures of the games of a deal, for each of the figures.
type Means = Vec<Option<(f64, f64)>>;

impl Playtest {
    fn deals(&self) -> Vec<u64> {
        let mut deals: Vec<u64> = self.log.games.iter().filter_map(|game| game.deal).collect();
        deals.sort_unstable();
        deals.dedup();
        deals
    }

    /// The number of games of bots on these deals.
    pub(super) fn games_of_deals(&self) -> u64 {
        TIMES * self.deals().len() as u64
    }

    /// Each figure in the games of prepared deals minus the default bot's figure on the same deals. `None` if the session was
    /// stopped; empty if there are no such games.
    pub(super) fn of_deals(&self, session: &Session) -> Option<Vec<OfDeals>> {
        let (bot, plan) = &self.plans[0];
        let schema = plan.rules.schema();
        let deals = self.deals();
        let mut by_deal = BTreeMap::new();
        if !deals.is_empty() {
            let simulations = replicates(plan);
            for deal in deals {
                by_deal.insert(deal, self.on_deal(&simulations, plan, deal, session)?);
            }
        }
        let alpha = self.options.level.alpha();
        let of_figure = |index: usize| {
            let (mut people, mut bots, mut within) = (Vec::new(), Vec::new(), Vec::new());
            for game in &self.log.games {
                let of_bots = game.deal.and_then(|deal| by_deal.get(&deal));
                let Some((mean, variance)) = of_bots.and_then(|of_bots: &Means| of_bots[index]) else {
                    continue;
                };
                let Some(value) = values(game, &self.figures, schema)[index] else { continue };
                people.push(value);
                bots.push(mean);
                within.push(variance);
            }
            let differences = people.iter().zip(&bots).map(|(one, other)| one - other).collect();
            // The variance of few games can be small by chance. The bots' variance on one deal is its lower bound.
            let pairs = Pairs { differences, least_deviation: mean(&within)?.sqrt() };
            let of_pairs = pairs.variance().filter(|of_pairs| *of_pairs > 0.0 && people.len() >= FEWEST);
            let worth = variance(&people).zip(of_pairs).map(|(alone, of_pairs)| alone / of_pairs);
            Some(OfDeals {
                game: plan.game.id,
                players: plan.players() as u64,
                figure: self.figures[index].address(schema),
                bot: bot.clone(),
                games: people.len() as u64,
                people: mean(&people),
                bots: mean(&bots),
                difference: Estimate::new(pairs.mean()?, pairs.interval(alpha), Method::PairedT),
                unit: self.figures[index].unit(schema),
                worth,
            })
        };
        let rows: Vec<OfDeals> = (0..self.figures.len()).filter_map(of_figure).collect();
        let occurs = |row: &OfDeals| {
            row.unit != "share" || [row.people, row.bots].iter().flatten().any(|value| *value > 0.0)
        };
        Some(rows.into_iter().filter(occurs).collect())
    }

    /// The mean and the variance of each figure over the games of bots on a deal.
    fn on_deal(
        &self,
        simulations: &[Box<dyn Simulation>],
        plan: &Plan,
        deal: u64,
        session: &Session,
    ) -> Option<Means> {
        let schema = plan.rules.schema();
        let measure = |_, record: &GameRecord<'_>, cards: &[CardEvent]| {
            values(&OfBots { record, cards }, &self.figures, schema)
        };
        let game = deal.saturating_sub(1);
        let mut games = Vec::new();
        for simulation in simulations {
            let range = game..game.saturating_add(1);
            let progress = |n| session.played(n);
            games.extend(
                measure_games(&**simulation, range, session.pool(), session.stop(), &progress, &measure)
                    .pop(),
            );
        }
        if (games.len() as u64) < TIMES {
            return None;
        }
        let of_figure = |index: usize| {
            let known: Vec<f64> = games.iter().filter_map(|game: &Vec<Option<f64>>| game[index]).collect();
            Some((mean(&known)?, variance(&known).unwrap_or(0.0)))
        };
        Some((0..self.figures.len()).map(of_figure).collect())
    }
}

/// Simulations of a plan, one for each time that a deal is played.
fn replicates(plan: &Plan) -> Vec<Box<dyn Simulation>> {
    let of = |time| {
        let mut simulation = plan.simulation();
        simulation.set_replicate(time);
        simulation
    };
    (0..TIMES).map(of).collect()
}
