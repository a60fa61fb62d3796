//! Which bots play like the people of a log: the default bot at another temperature, another bot of the panel, or a mix.

use super::figures::{Figure, Known, OfBots};
use super::{Playtest, Session};
use crate::bots::{Bot, Weights};
use crate::config::Plan;
use crate::config::bots::NamedBot;
use crate::config::strategy::{self, StrategyFile};
use crate::model::words::listed;
use crate::model::{CardEvent, StatSchema};
use crate::report::playtest::Likeness;
use crate::report::table::fixed;
use crate::simulation::measure_games;
use crate::stats::few_games::FEWEST;
use crate::stats::likeness::{
    Moments, allowance, counts, edges, log_likelihood, mix, probabilities, score, share_interval,
};
use crate::stats::real;
use crate::stats::tally::GameRecord;

/// The temperatures to try, as multiples of the default bot's temperature; 0 means random play.
const TEMPERATURES: [f64; 14] =
    [0.25, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0, 5.66, 8.0, 11.3, 16.0, 32.0, 64.0];

/// The most games of each player.
const MOST_GAMES: u64 = 8_000;

/// The most figures that are used, and the share of the games that must have each.
const MOST_FIGURES: usize = 24;
const KNOWN: f64 = 0.9;

/// The most cells of scores.
const CELLS: usize = 12;

/// Below this p-value, the people play like none of the bots. The table of figures has an error level of its own.
const STRANGE: f64 = 0.01;

/// A player with a smaller share of the games is left out of the file.
const LEAST_SHARE: f64 = 0.01;

/// A share must be expected to occur, and not to occur, this often.
const LEAST_EXPECTED: f64 = 3.0;

/// A player that the people are compared with.
struct Candidate {
    name: String,
    /// The multiple of the temperature, if it is the default bot.
    times: Option<f64>,
    bots: Vec<NamedBot>,
}

/// Who plays like the people.
pub(super) struct Fit {
    /// All players that were tried.
    pub rows: Vec<Likeness>,
    /// The most similar one.
    pub best: usize,
    /// Whether even the best mix is not like the people.
    pub is_none: bool,
    /// The figures in which people and the best mix are furthest apart, with the mean of the mix.
    pub apart: Vec<(Figure, f64)>,
    /// Number of games that were used.
    pub games: u64,
    /// The mix in words, if it has several bots, and its strategy file. If the mix cannot be written, the file of the most similar
    /// bot.
    pub file: Option<(Option<String>, String)>,
}

impl Fit {
    /// The lowest and the highest multiple of the temperature that the log allows.
    pub(super) fn temperatures(&self) -> Option<(f64, f64)> {
        let times = || self.rows.iter().filter(|row| row.is_likely).filter_map(|row| row.times);
        Some((times().reduce(f64::min)?, times().reduce(f64::max)?))
    }
}

const RANDOM: &str = "random";

impl Playtest {
    /// The number of games of each player that is tried.
    fn games_of_fit(&self) -> u64 {
        self.first().games.min(MOST_GAMES)
    }

    /// The maximum number of games of the fit.
    pub(super) fn all_games_of_fit(&self) -> u64 {
        if self.can_fit() { self.games_of_fit() * self.candidates().len() as u64 } else { 0 }
    }

    fn can_fit(&self) -> bool {
        self.log.games.len() as u64 >= FEWEST && self.weights().is_some()
    }

    /// The weights of the default bot, which plays all seats.
    fn weights(&self) -> Option<&Weights> {
        let plan = self.first();
        let first = plan.bots.first()?;
        let is_one = plan.bots.iter().all(|bot| bot.content == first.content);
        match &first.bot {
            Bot::Weights(weights) if is_one && weights.temperature > 0.0 => Some(weights),
            _ => None,
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let plan = self.first();
        let all = |bot: NamedBot| vec![bot; plan.players()];
        let (Some(weights), Some(default)) = (self.weights(), plan.bots.first()) else { return Vec::new() };
        let soft = |times: f64| {
            let name = if times == 1.0 {
                default.name.clone()
            } else {
                format!("{} (temperature × {times})", default.name)
            };
            let weights = Weights { temperature: times * weights.temperature, ..weights.clone() };
            let content = format!("{} at {times}", default.content);
            let bots = all(NamedBot::new(&name, Bot::Weights(weights), &content));
            Candidate { name, times: Some(times), bots }
        };
        let random = Candidate {
            name: RANDOM.into(),
            times: None,
            bots: all(NamedBot::new(RANDOM, Bot::Random, RANDOM)),
        };
        let is_other = |(_, plan): &&(String, Plan)| {
            plan.bots.iter().all(|bot| {
                !matches!(bot.bot, Bot::Random | Bot::Search(_) | Bot::Player(_))
                    && bot.content != default.content
            })
        };
        let others = self.plans.iter().filter(is_other).filter(|(bot, _)| !bot.starts_with("soft:"));
        let others =
            others.map(|(bot, plan)| Candidate { name: bot.clone(), times: None, bots: plan.bots.clone() });
        TEMPERATURES.into_iter().map(soft).chain([random]).chain(others).collect()
    }

    /// The figures of each game of a candidate that are always known; `None` if the session was stopped.
    fn games_of(
        &self,
        candidate: &Candidate,
        figures: &[Figure],
        session: &Session,
    ) -> Option<Vec<Vec<Option<f64>>>> {
        let plan = self.first().with_bots(candidate.bots.clone());
        let (simulation, schema) = (plan.simulation(), plan.rules.schema());
        let measure = |_, record: &GameRecord<'_>, cards: &[CardEvent]| {
            values(&OfBots { record, cards }, figures, schema)
        };
        let n_games = self.games_of_fit();
        let progress = |n| session.played(n);
        let games =
            measure_games(&*simulation, 0..n_games, session.pool(), session.stop(), &progress, &measure);
        (games.len() as u64 == n_games).then_some(games)
    }

    /// Who plays like the people; `None` if the games are too few, if the default bot has no temperature, or if the session
    /// was stopped.
    pub(super) fn fit(&self, session: &Session) -> Option<Fit> {
        if !self.can_fit() {
            return None;
        }
        let plan = self.first();
        let schema = plan.rules.schema();
        let n_known = |figure: &Figure| {
            self.log.games.iter().filter(|game| figure.of(*game, schema).is_some()).count() as u64
        };
        let is_known = |figure: &&Figure| real(n_known(figure)) >= KNOWN * real(self.log.games.len() as u64);
        let figures: Vec<Figure> = self.figures.iter().filter(is_known).take(MOST_FIGURES).copied().collect();
        let logged: Vec<Vec<Option<f64>>> =
            self.log.games.iter().map(|game| values(game, &figures, schema)).collect();
        let candidates = self.candidates();
        let mut games: Vec<Vec<Vec<Option<f64>>>> = Vec::new();
        for candidate in &candidates {
            games.push(self.games_of(candidate, &figures, session)?);
        }
        // A figure that some games do not have would say which games are left out.
        let is_always = |index: &usize| games.iter().flatten().all(|game| game[*index].is_some());
        let used: Vec<usize> = (0..figures.len()).filter(is_always).collect();
        let people: Vec<Vec<f64>> = logged.iter().filter_map(|game| complete(game, &used)).collect();
        let n = people.len() as u64;
        if n < FEWEST {
            return None;
        }
        let simulated: Vec<Vec<Vec<f64>>> = games
            .iter()
            .map(|games| games.iter().filter_map(|game| complete(game, &used)).collect())
            .collect();
        drop(games);
        let moments: Vec<Moments> = simulated.iter().filter_map(|games| Moments::of(games)).collect();
        let all: Vec<(&Moments, f64)> =
            moments.iter().map(|moments| (moments, 1.0 / real(candidates.len() as u64))).collect();
        let pooled = Moments::mixed(&all)?;
        let is_frequent = |index: &usize| {
            let is_share = figures[used[*index]].empty(schema).is_share;
            let mean = pooled.means[*index];
            !is_share || real(n) * mean.min(1.0 - mean) >= LEAST_EXPECTED
        };
        let chosen: Vec<usize> = pooled.independent().into_iter().filter(is_frequent).collect();
        if chosen.is_empty() {
            return None;
        }
        let only = |game: &Vec<f64>| chosen.iter().map(|index| game[*index]).collect::<Vec<f64>>();
        let people: Vec<Vec<f64>> = people.iter().map(only).collect();
        let moments: Vec<Moments> = moments.iter().map(|moments| moments.only(&chosen)).collect();
        let of = |is: &dyn Fn(&Candidate) -> bool| candidates.iter().position(is);
        let default = of(&|candidate| candidate.times == Some(1.0))?;
        let random = of(&|candidate| candidate.name == RANDOM)?;
        let direction = moments[default].direction_from(&moments[random]);
        let scores: Vec<Vec<f64>> = simulated
            .iter()
            .map(|games| games.iter().map(|game| score(&only(game), &direction)).collect())
            .collect();
        let edges = edges(scores.concat(), CELLS);
        let observed = counts(people.iter().map(|game| score(game, &direction)), &edges);
        let cells: Vec<Vec<f64>> =
            scores.iter().map(|scores| probabilities(&counts(scores.iter().copied(), &edges))).collect();
        let likelihoods: Vec<f64> = cells.iter().map(|cells| log_likelihood(&observed, cells)).collect();
        let best = (0..likelihoods.len()).max_by(|a, b| likelihoods[*a].total_cmp(&likelihoods[*b]))?;
        // Neighbouring temperatures play nearly alike, so a mix has one of them, and every other bot.
        let level = self.options.level;
        let others: Vec<usize> =
            (0..candidates.len()).filter(|index| candidates[*index].times.is_none()).collect();
        let with_others =
            |soft: usize| [soft].into_iter().chain(others.iter().copied()).collect::<Vec<usize>>();
        let group = |soft: usize| with_others(soft).iter().map(|index| cells[*index].clone()).collect();
        let soft: Vec<usize> =
            (0..candidates.len()).filter(|index| candidates[*index].times.is_some()).collect();
        let groups: Vec<Vec<Vec<f64>>> = soft.iter().map(|index| group(*index)).collect();
        let mixes: Vec<(Vec<f64>, f64)> = groups.iter().map(|group| mix(&observed, group, None)).collect();
        let nth = (0..mixes.len()).max_by(|a, b| mixes[*a].1.total_cmp(&mixes[*b].1))?;
        let (mixed, shares) = (with_others(soft[nth]), &mixes[nth].0);
        let means: Vec<f64> = Moments::of(&people)?.means;
        let parts: Vec<(&Moments, f64)> =
            mixed.iter().zip(shares).map(|(index, share)| (&moments[*index], *share)).collect();
        let of_best_mix = Moments::mixed(&parts)?;
        let p_mix = of_best_mix.p_value(&means, n)?;
        let p_best = moments[best].p_value(&means, n)?;
        let is_none = p_mix.max(p_best) < STRANGE;
        let nearest = if p_mix > p_best { &of_best_mix } else { &moments[best] };
        let distances = nearest.distances(&means, n);
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        order.sort_by(|a, b| distances[*b].abs().total_cmp(&distances[*a].abs()));
        let apart =
            order.into_iter().map(|index| (figures[used[chosen[index]]], nearest.means[index])).collect();
        let rows = candidates.iter().enumerate().map(|(index, candidate)| {
            let in_mix = mixed.iter().position(|known| *known == index);
            let ends = in_mix.and_then(|nth| share_interval(&observed, &groups, nth, level));
            Likeness {
                game: plan.game.id,
                players: plan.players() as u64,
                bot: candidate.name.clone(),
                times: candidate.times,
                likelihood: likelihoods[index] - likelihoods[best],
                is_likely: 2.0 * (likelihoods[best] - likelihoods[index]) <= allowance(level),
                p_value: moments[index].p_value(&means, n),
                share: in_mix.map(|nth| shares[nth]),
                share_ends: ends,
            }
        });
        let rows: Vec<Likeness> = rows.collect();
        let parts: Vec<(&Candidate, f64)> =
            mixed.iter().zip(shares).map(|(index, share)| (&candidates[*index], *share)).collect();
        let file = self.file_of(parts).or_else(|| self.file_of(vec![(&candidates[best], 1.0)]));
        Some(Fit { rows, best, is_none, apart, games: n, file })
    }

    /// The strategy file of players with these shares of the games; `None` if one of them is not one bot with weights in all
    /// seats.
    fn file_of(&self, mut parts: Vec<(&Candidate, f64)>) -> Option<(Option<String>, String)> {
        parts.retain(|(_, share)| *share >= LEAST_SHARE);
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let all: f64 = parts.iter().map(|(_, share)| share).sum();
        let rounded = |share: &f64| (share / all * 1000.0).round() / 1000.0;
        let names = match &parts[..] {
            [(player, _)] => player.name.clone(),
            parts => {
                let percent = |share: &f64| fixed(100.0 * rounded(share), 1);
                let part =
                    |(player, share): &(&Candidate, f64)| format!("{} in {} %", player.name, percent(share));
                listed(parts.iter().map(part)) + " of the games"
            }
        };
        let about = [
            format!("Fitted by `undercard playtest` to {} games of people: {names}.", self.log.games.len()),
            "playtest_bots.csv says how certain the shares are.".into(),
        ];
        let mut players = parts.iter().map(|(player, share)| Some((rounded(share), player.weights()?)));
        let (_, weights) = players.next()??;
        let mix = players.collect::<Option<Vec<_>>>()?;
        let believes = format!("Plays like the people of a log: {names}.");
        let strategy = StrategyFile { weights, mix, ..StrategyFile::default() };
        let text = strategy::write(&self.first().game, &about, &believes, &strategy);
        Some(((!strategy.mix.is_empty()).then_some(names), text))
    }
}

impl Candidate {
    /// The weights of the bot in all seats; `None` if it is not one that has weights.
    fn weights(&self) -> Option<Weights> {
        let first = self.bots.first()?;
        let is_one = self.bots.iter().all(|bot| bot.content == first.content);
        first.bot.trainable().filter(|_| is_one)
    }
}

/// The figures of a game.
pub(super) fn values(game: &dyn Known, figures: &[Figure], schema: &StatSchema) -> Vec<Option<f64>> {
    let value = |figure: &Figure| {
        let mut played = figure.empty(schema);
        let ratio = figure.of(game, schema)?;
        played.sums.add(ratio.num, ratio.den);
        played.value()
    };
    figures.iter().map(value).collect()
}

/// These figures of a game, if all are known.
fn complete(game: &[Option<f64>], used: &[usize]) -> Option<Vec<f64>> {
    used.iter().map(|index| game[*index]).collect()
}
