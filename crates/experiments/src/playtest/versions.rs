//! Logs of several versions of the rules: whether a change did to people what it did to bots.

use super::figures::Figure;
use super::fit::values;
use super::{Playtest, Session, counted_games};
use crate::config::Plan;
use crate::config::playtest::LoggedGame;
use crate::report::playtest::{Agreement, VersionChange};
use crate::stats::few_games::{FEWEST, Pairs, Played, less, p_value, variance};
use crate::stats::multiple_testing::holm;
use crate::stats::{Estimate, INFORMATIVE, Interval, Method, real};
use std::collections::BTreeMap;

/// Another version of the rules, with its games.
pub(super) struct Version {
    pub name: String,
    pub plan: Plan,
    pub games: Vec<LoggedGame>,
}

/// A change and its interval at each level.
struct Change<'c> {
    value: f64,
    at: Box<dyn Fn(f64) -> Option<Interval> + 'c>,
}

/// A figure of this version and of another one.
struct Pair<'p> {
    figure: Figure,
    version: &'p str,
    people: [Played; 2],
    bots: [Played; 2],
    /// The differences of deals that both versions have, and the variances of their games.
    deals: Option<(Pairs, f64)>,
}

impl Pair<'_> {
    fn of_people(&self) -> Option<Change<'_>> {
        if let Some((pairs, _)) = &self.deals {
            return Some(Change { value: pairs.mean()?, at: Box::new(|alpha| pairs.interval(alpha)) });
        }
        Self::of(&self.people)
    }

    fn of([now, before]: &[Played; 2]) -> Option<Change<'_>> {
        let value = now.value()? - before.value()?;
        Some(Change { value, at: Box::new(|alpha| now.less(before, alpha)) })
    }

    fn difference(&self, alpha: f64) -> Option<Interval> {
        let (people, bots) = (self.of_people()?, Self::of(&self.bots)?);
        less((people.value, (people.at)(alpha)?), (bots.value, (bots.at)(alpha)?))
    }
}

impl Playtest {
    /// The number of games of bots with the other versions.
    pub(super) fn games_of_versions(&self) -> u64 {
        self.versions.iter().map(|version| version.plan.games).sum()
    }

    /// The changes from the other versions; `None` if the session was stopped.
    pub(super) fn of_versions(&self, bots: &[Played], session: &Session) -> Option<Vec<VersionChange>> {
        let (plan, alpha) = (self.first(), self.options.level.alpha());
        let schema = plan.rules.schema();
        let people = self.people();
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for version in &self.versions {
            let other = version.plan.rules.schema();
            let figures = Figure::of_log(&version.games, other);
            let of_people = counted_games(&figures, &version.games, other);
            let of_bots = super::bots_of(&version.plan, &figures, session)?;
            for (index, figure) in self.figures.iter().enumerate() {
                let address = figure.address(schema);
                let nth = figures.iter().position(|other_figure| other_figure.address(other) == address);
                let Some(nth) = nth else { continue };
                let mut people = [people[index].clone(), of_people[nth].clone()];
                let bots = [bots[index].clone(), of_bots[nth].clone()];
                if people.iter().chain(&bots).all(|played| played.sums.x == 0) {
                    continue;
                }
                for (people, bots) in people.iter_mut().zip(&bots).filter(|(people, _)| !people.is_share) {
                    people.least_deviation = if people.sums.n < INFORMATIVE { bots.deviation() } else { 0.0 };
                }
                let deals = self.on_both(index, version, figures[nth]);
                pairs.push(Pair { figure: *figure, version: &version.name, people, bots, deals });
            }
        }
        let p_values: Vec<Option<f64>> =
            pairs.iter().map(|pair| p_value(|alpha| pair.difference(alpha))).collect();
        let known: Vec<f64> = p_values.iter().copied().flatten().collect();
        let mut corrected = holm(&known).into_iter();
        let together = alpha / real(known.len().max(1) as u64);
        let rows = pairs.iter().zip(p_values).map(|(pair, p)| {
            let p_holm = p.and_then(|_| corrected.next());
            let [now, before] = &pair.people;
            let margin = match now.is_share {
                true => self.options.margin,
                false => self.options.margin * pair.bots[1].value().unwrap_or(0.0).abs(),
            };
            let is_within =
                pair.difference(together).is_some_and(|ends| ends.low >= -margin && ends.high <= margin);
            let is_enough = now.sums.n.min(before.sums.n) >= FEWEST;
            let agreement = match p_holm.filter(|_| is_enough) {
                Some(p) if p < alpha => Agreement::Differs,
                Some(_) if is_within => Agreement::Agrees,
                _ => Agreement::Unknown,
            };
            let of = |change: Option<Change<'_>>, method| {
                change
                    .map_or(Estimate::EMPTY, |change| Estimate::new(change.value, (change.at)(alpha), method))
            };
            let method = if pair.deals.is_some() { Method::PairedT } else { Method::Newcombe };
            VersionChange {
                game: plan.game.id,
                players: plan.players() as u64,
                figure: pair.figure.address(schema),
                // A version such as 2 would be read as a number.
                version: format!("version {}", pair.version),
                games: [now.sums.n, before.sums.n],
                people: of(pair.of_people(), method),
                unit: pair.figure.unit(schema),
                bots: of(Pair::of(&pair.bots), Method::Newcombe),
                p_holm,
                agreement,
                pairs: pair.deals.as_ref().map(|(pairs, _)| pairs.differences.len() as u64),
                worth: pair.deals.as_ref().map(|(_, worth)| *worth),
            }
        });
        Some(rows.collect())
    }

    /// The differences of the deals that people played with both versions, and what the pairing was worth; `None` for too few.
    fn on_both(&self, index: usize, version: &Version, other: Figure) -> Option<(Pairs, f64)> {
        let by_deal = |games: &[LoggedGame], of: &dyn Fn(&LoggedGame) -> Option<f64>| {
            let mut by_deal = BTreeMap::new();
            for game in games {
                if let Some((deal, value)) = game.deal.zip(of(game)) {
                    by_deal.entry(deal).or_insert(value);
                }
            }
            by_deal
        };
        let schema = self.first().rules.schema();
        let now = by_deal(&self.log.games, &|game| values(game, &self.figures, schema)[index]);
        let others = version.plan.rules.schema();
        let before = by_deal(&version.games, &|game| values(game, &[other], others)[0]);
        let both: Vec<(f64, f64)> =
            now.iter().filter_map(|(deal, value)| Some((*value, *before.get(deal)?))).collect();
        // Otherwise the games on other deals say more.
        let n_games = self.log.games.len().max(version.games.len());
        if (both.len() as u64) < FEWEST || 5 * both.len() < 4 * n_games {
            return None;
        }
        let differences = both.iter().map(|(now, before)| now - before).collect();
        let pairs = Pairs { differences, least_deviation: 0.0 };
        let [one, other]: [Vec<f64>; 2] =
            [both.iter().map(|(now, _)| *now).collect(), both.iter().map(|(_, before)| *before).collect()];
        let worth = (variance(&one)? + variance(&other)?) / pairs.variance().filter(|of| *of > 0.0)?;
        Some((pairs, worth))
    }
}
