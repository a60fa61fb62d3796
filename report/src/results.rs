//! The finished statistics of a run: names, integer counts, and the settings of intervals.

use super::{Cell, Column, tables};
use undercard_engine::model::{MetricKind, MetricSpec, SHARE, Seats, StatSchema};
use undercard_engine::stats::confidence_sequence::{asymptotic, beta_binomial};
use undercard_engine::stats::impact_estimate::ImpactEstimate;
use undercard_engine::stats::lengths::Lengths;
use undercard_engine::stats::quantile::{quantile, quantile_sequence};
use undercard_engine::stats::rate::clopper_pearson;
use undercard_engine::stats::ratio_sums::RateMethod;
use undercard_engine::stats::shard::Shard;
use undercard_engine::stats::tally::Tally;
use undercard_engine::stats::{Estimate, INFORMATIVE, Interval, Level, Method, Sums, real};

/// The finished statistics of a run.
#[derive(Clone, Copy, Debug)]
pub struct Results<'r> {
    /// The game's id.
    pub game: &'r str,
    /// Number of players.
    pub players: usize,
    /// The seed.
    pub seed: u64,
    /// The names of the counts.
    pub schema: &'r StatSchema,
    /// The distinct bots: name and seats.
    pub bots: &'r [(String, Seats)],
    /// The counts.
    pub tally: &'r Tally,
    /// The confidence level of the intervals.
    pub level: Level,
    /// The interval method of a rate.
    pub rate: RateMethod,
    /// Minutes at the table per unit of length, if known.
    pub table_minutes: Option<f64>,
    /// Whether the number of games was fixed beforehand. If not, intervals are confidence sequences.
    pub fixed: bool,
    /// The requested number of games.
    pub planned: u64,
    /// Whether all games were played. False for a shard.
    pub complete: bool,
    /// The shard of the run.
    pub shard: Shard,
}

impl Results<'_> {
    /// The first cells of every row: game and players.
    pub(super) fn row(&self) -> Vec<Cell> {
        vec![Cell::text(self.game), Cell::Count(self.players as u64)]
    }

    /// The share `count / n`, with its interval.
    pub(super) fn share(&self, count: u64, n: u64) -> Estimate {
        let fixed = Sums { x: count.into(), v: n.into(), ..Sums::default() }.share(self.rate, self.level);
        match fixed.value {
            Some(value) if !self.fixed => {
                Estimate::new(value, beta_binomial(count, n, self.level), Method::BetaBinomialCs)
            }
            _ => fixed,
        }
    }

    /// The win share of the sums x = parts of wins and v = seats, with its interval.
    pub(super) fn wins(&self, sums: &Sums) -> Estimate {
        self.part_of_wins(sums, sums.informative_share(SHARE))
    }

    /// The mean score of the sums x = parts of wins and v = seats, with its interval; `informative` is the number of games
    /// that it rests on.
    pub(super) fn score(&self, sums: &Sums, informative: u64) -> Estimate {
        self.part_of_wins(sums, informative)
    }

    /// The score of all seats together, which is the same in every game.
    pub(super) fn score_of_all(&self, sums: &Sums) -> Estimate {
        let Some(score) = sums.value(SHARE) else { return Estimate::EMPTY };
        Estimate::new(score, Interval::new(score, score), Method::Constant)
    }

    fn part_of_wins(&self, sums: &Sums, informative: u64) -> Estimate {
        if sums.is_all_or_nothing(SHARE) {
            return self.share(u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0), sums.n);
        }
        let is_single = sums.v == i128::from(sums.n);
        if !self.fixed {
            let error = if is_single { sums.standard_error(SHARE) } else { sums.ratio_error(SHARE) };
            return self.share_sequence(sums, SHARE, error, informative);
        }
        if is_single {
            sums.fractional_score(SHARE, informative, self.level)
        } else {
            sums.clustered_score(SHARE, informative, self.level)
        }
    }

    /// The win share of all seats together: an even part of the share of games that are won.
    pub(super) fn wins_of_all(&self, sums: &Sums) -> Estimate {
        let won = u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0);
        let (all, even) = (self.share(won, sums.n), 1.0 / real(self.players.max(1) as u64));
        let interval = all.interval.and_then(|ends| Interval::new(even * ends.low, even * ends.high));
        Estimate { value: all.value.map(|share| even * share), interval, ..all }
    }

    /// The mean length of a game, with its interval. If all games have the same length, few of the games that were not
    /// played can differ, and their lengths lie between 0 and that of the longest possible game.
    pub(super) fn length(&self, lengths: &Sums) -> Estimate {
        let Some((longest, value)) = self.schema.longest.zip(lengths.value(1)) else {
            return self.mean(lengths, 1);
        };
        if lengths.n < INFORMATIVE || lengths.informative(1) > 0 {
            return self.mean(lengths, 1);
        }
        let share = match self.fixed {
            true => clopper_pearson(0, lengths.n, self.level),
            false => beta_binomial(0, lengths.n, self.level),
        };
        let with_others = |share: f64, length: f64| value + share * (length - value);
        let interval = share.and_then(|Interval { high, .. }| {
            Interval::new(with_others(high, 0.0), with_others(high, real(longest)))
        });
        Estimate::new(value, interval, Method::Constant)
    }

    /// A mean per game, with its interval; the sums are in units of 1 / `parts`.
    pub(super) fn mean(&self, sums: &Sums, parts: u32) -> Estimate {
        match (self.fixed, sums.informative(parts) >= INFORMATIVE) {
            (true, true) => sums.mean(parts, self.level),
            (true, false) => Estimate { interval: None, method: None, ..sums.mean(parts, self.level) },
            (false, _) => self.mean_sequence(sums, parts, sums.standard_error(parts)),
        }
    }

    /// A metric of the game, with its interval.
    pub(super) fn metric(&self, metric: &MetricSpec, sums: &Sums) -> Estimate {
        match metric.kind {
            MetricKind::Share => {
                self.share(u64::try_from(sums.x).unwrap_or(0), u64::try_from(sums.v).unwrap_or(0))
            }
            MetricKind::Mean => self.mean(sums, metric.parts),
            MetricKind::Ratio => self.ratio(sums, metric.parts, metric.unit == "share"),
        }
    }

    /// A ratio of two totals, with its interval. The interval of a share stays between 0 and 1; if few games are
    /// informative, it is that of a rate with the same number of games. Other ratios have none then.
    pub(super) fn ratio(&self, sums: &Sums, parts: u32, is_share: bool) -> Estimate {
        let error = sums.ratio_error(parts);
        match (self.fixed, is_share) {
            (true, false) if sums.informative(parts) >= INFORMATIVE => sums.ratio(parts, self.level),
            (true, false) => Estimate { interval: None, method: None, ..sums.ratio(parts, self.level) },
            (false, false) => self.mean_sequence(sums, parts, error),
            (false, true) => self.share_sequence(sums, parts, error, sums.informative_share(parts)),
            (true, true) => sums.clustered_share(parts, self.level),
        }
    }

    /// The games that a metric rests on.
    pub(super) fn informative(metric: &MetricSpec, sums: &Sums) -> u64 {
        match metric.unit {
            "share" => sums.informative_share(metric.parts),
            _ => sums.informative(metric.parts),
        }
    }

    /// A quantile of the game length (0 to 1), with its interval.
    pub(super) fn quantile(&self, q: f64) -> Estimate {
        let fixed = quantile(&self.tally.lengths, q, self.level);
        match fixed.value {
            Some(value) if !self.fixed => {
                let interval = quantile_sequence(&self.tally.lengths, q, self.level);
                Estimate::new(value, interval, Method::BetaBinomialCs)
            }
            _ => fixed,
        }
    }

    /// The impact of an event of a card on a side; side 0 is all seats. First that on the win share, then that on the
    /// score.
    pub(super) fn impacts(&self, card: usize, event: usize, side: usize) -> [ImpactEstimate; 2] {
        let impact = &self.tally.impact;
        let (n_events, n_cards) = (self.schema.events.len(), self.schema.cards.len());
        let even = u64::from(SHARE) / (self.players.max(1) as u64);
        let sequential = (!self.fixed).then_some(self.planned);
        [None, Some(even)].map(|even| {
            let counted = |side: usize| {
                let row = &impact.rows[(side * n_events + event) * n_cards + card];
                let sums = &impact.sides[side];
                even.map_or_else(|| (row.won(), sums.won()), |even| (row.scored(even), sums.scored(even)))
            };
            let all = counted(side);
            let strata: Vec<_> = self.schema.strata_of(side).map(counted).collect();
            let strata: Vec<_> = strata.iter().map(|(row, sums)| (row, sums)).collect();
            match strata.as_slice() {
                [] => ImpactEstimate::new((&all.0, &all.1), sequential),
                strata => ImpactEstimate::stratified((&all.0, &all.1), strata, sequential),
            }
        })
    }

    /// A figure with a confidence sequence, computed from its standard error. No interval if fewer than [`INFORMATIVE`]
    /// games are informative.
    fn mean_sequence(&self, sums: &Sums, parts: u32, error: Option<f64>) -> Estimate {
        self.sequence(sums, parts, error.filter(|_| sums.informative(parts) >= INFORMATIVE))
    }

    fn sequence(&self, sums: &Sums, parts: u32, error: Option<f64>) -> Estimate {
        let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
        let n = sums.n;
        let interval = error
            .filter(|error| *error > 0.0)
            .and_then(|error| asymptotic(value, error * real(n).sqrt(), n, self.planned, self.level));
        Estimate::new(value, interval, Method::AsymptoticCs)
    }

    /// A share with a confidence sequence. It needs [`INFORMATIVE`] informative games; otherwise
    /// the beta-binomial sequence applies, which is also valid for fractions of a win if all games have the same weight.
    fn share_sequence(&self, sums: &Sums, parts: u32, error: Option<f64>, informative: u64) -> Estimate {
        let Some(value) = sums.value(parts) else { return Estimate::EMPTY };
        let is_known = informative >= INFORMATIVE;
        let varies = error.is_some_and(|error| error > 0.0);
        if varies && (is_known || !sums.counts_alike()) {
            let sequence = self.sequence(sums, parts, error.filter(|_| is_known));
            return Estimate { interval: sequence.interval.map(|i| i.clipped(0.0, 1.0)), ..sequence };
        }
        let n = plain_games(sums);
        let (least, most) = ((value * real(n)).floor(), (value * real(n)).ceil());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and n")]
        let ends = [least, most].map(|wins| beta_binomial((wins as u64).min(n), n, self.level));
        let interval = ends[0].zip(ends[1]).and_then(|(low, high)| Interval::new(low.low, high.high));
        Estimate::new(value, interval, Method::BetaBinomialCs)
    }
}

impl Column {
    /// The column of the number of games that a figure rests on.
    pub const INFORMATIVE: Self = Self::count(
        "informative",
        "number of games that differ from the most common result of the figure, on which its interval rests; of a mean of \
         larger counts X, their effective number, (ΣX)²/ΣX². Below \
         30, shares have a score interval and other figures have none",
    );
}

/// The effective number of games of a ratio in which all games agree; a lower bound.
fn plain_games(sums: &Sums) -> u64 {
    sums.n.min(u64::try_from(sums.v).unwrap_or(u64::MAX))
}

/// The lengths as sums per game: x = length, v = 1.
pub(super) fn length_sums(lengths: &Lengths) -> Sums {
    let mut sums = Sums::default();
    for (length, games) in lengths.iter() {
        sums.add_games(games, i64::try_from(length).unwrap_or(i64::MAX), 1);
    }
    sums
}

/// Whether the figure with this address is a difference of shares.
#[must_use]
pub fn is_difference(address: &str) -> bool {
    ["card_impact/", "impact/"].iter().any(|report| address.starts_with(report))
}

/// The addresses of all figures with an interval that a run of this game can have.
#[must_use]
pub fn addresses(game: &str, players: usize, schema: &StatSchema, bots: &[(String, Seats)]) -> Vec<String> {
    let figures = addresses_with_meanings(game, players, schema, bots);
    figures.into_iter().map(|[address, ..]| address).collect()
}

/// The addresses of all figures with an interval that a run of this game can have, with their units and meanings.
#[must_use]
pub fn addresses_with_meanings(
    game: &str,
    players: usize,
    schema: &StatSchema,
    bots: &[(String, Seats)],
) -> Vec<[String; 3]> {
    // A tally of one draw in which every group key took part.
    let mut tally = Tally::new(schema);
    tally.games = 1;
    tally.endings[2][0] = 1;
    tally.groups.iter_mut().chain(&mut tally.scores).flatten().for_each(|sums| sums.add(0, 1));
    let Some(level) = Level::new(0.95) else { return Vec::new() };
    let rate = RateMethod::default();
    let results = Results {
        game,
        players,
        seed: 1,
        schema,
        bots,
        tally: &tally,
        level,
        table_minutes: None,
        rate,
        fixed: true,
        planned: 1,
        complete: true,
        shard: Shard::WHOLE,
    };
    let described = |table: &super::Table| -> Vec<[String; 3]> {
        let describe = |(address, row, column): (String, &Vec<super::Cell>, &super::Column)| {
            let unit = table.figure_in(row, column.name).map_or("number", |figure| figure.unit);
            // A row of the metrics has a meaning of its own.
            let own = table.cell(row, "meaning").map(super::Cell::write);
            [address, unit.to_owned(), own.unwrap_or_else(|| column.meaning.replace('`', ""))]
        };
        table.addressed().map(describe).collect()
    };
    tables(&results).iter().flat_map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::Run;
    use super::*;

    #[test]
    fn a_figure_that_did_not_vary_is_judged_only_if_its_range_is_known() {
        let run = Run::new();
        let mut schema = run.results().schema.clone();
        schema.longest = Some(70);
        let of = |fixed: bool, n: u64| {
            let results = Results { schema: &schema, fixed, ..run.results() };
            let mut sums = Sums::default();
            sums.add_games(n, 7, 1);
            // A rare event has not been seen yet.
            let mut rare = Sums::default();
            rare.add_games(n, 0, 1);
            let interval = results.length(&sums).interval.map(|ends| [ends.low, ends.high]);
            let others = [results.mean(&rare, 1), results.mean(&sums, 1), results.ratio(&sums, 1, false)];
            assert!(others.iter().all(|figure| figure.interval.is_none()));
            interval
        };
        let [low, high] = of(true, 4096).expect("an interval");
        // 1 - 0.025^(1/4096) of all games may differ.
        assert!(
            (low - (7.0 - 0.000_900_2 * 7.0)).abs() < 1e-5
                && (high - (7.0 + 0.000_900_2 * 63.0)).abs() < 1e-5
        );
        let [wider_low, wider_high] = of(false, 4096).expect("an interval");
        assert!(wider_low < low && high < wider_high && wider_high < 7.3);
        assert_eq!([of(true, 29), of(false, 29)], [None, None]);
    }
}
