//! The finished statistics of a run: names, integer counts, and the settings of intervals.

use super::{Column, tables};
use undercard_engine::model::{MetricKind, MetricSpec, SHARE, Seats, StatSchema};
use undercard_engine::stats::choice::{Basis, Kind};
use undercard_engine::stats::impact_estimate::ImpactEstimate;
use undercard_engine::stats::lengths::Lengths;
use undercard_engine::stats::ratio_sums::RateMethod;
use undercard_engine::stats::shard::Shard;
use undercard_engine::stats::tally::Tally;
use undercard_engine::stats::{Estimate, FigureId, Interval, Level, Method, Sums, real};

/// The finished statistics of a run.
#[derive(Clone, Copy, Debug)]
pub struct Results<'r> {
    /// The game's id.
    pub game: &'r str,
    /// Its title.
    pub title: &'r str,
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
    /// What a player who knows the bot in all seats is known to win against it at least, a share above a half.
    pub beaten: Option<f64>,
}

impl Results<'_> {
    /// What all intervals have in common.
    pub(super) const fn basis(&self) -> Basis {
        let Self { level, rate, fixed, planned, .. } = *self;
        Basis { level, rate, fixed, planned }
    }

    /// The win share of the sums x = parts of wins and v = seats, with its interval.
    pub(super) fn wins(&self, sums: &Sums) -> Estimate {
        self.score(sums, sums.informative_share(SHARE))
    }

    /// The mean score of the sums x = parts of wins and v = seats, with its interval; `informative` is the number of games
    /// that it rests on.
    pub(super) fn score(&self, sums: &Sums, informative: u64) -> Estimate {
        Kind::Wins { informative }.estimate(sums, SHARE, self.basis())
    }

    /// The score of all seats together, which is the same in every game.
    pub(super) fn score_of_all(&self, sums: &Sums) -> Estimate {
        let Some(score) = sums.value(SHARE) else { return Estimate::EMPTY };
        Estimate::new(score, Interval::new(score, score), Method::Constant)
    }

    /// The win share of all seats together: an even part of the share of games that are won.
    pub(super) fn wins_of_all(&self, sums: &Sums) -> Estimate {
        let won = u64::try_from(sums.x / i128::from(SHARE)).unwrap_or(0);
        let (all, even) = (self.basis().rate(won, sums.n), 1.0 / real(self.players.max(1) as u64));
        let interval = all.interval.and_then(|ends| Interval::new(even * ends.low, even * ends.high));
        Estimate { value: all.value.map(|share| even * share), interval, ..all }
    }

    /// The mean length of a game, with its interval.
    pub(super) fn length(&self, lengths: &Sums) -> Estimate {
        Kind::Length { longest: self.schema.longest }.estimate(lengths, 1, self.basis())
    }

    /// A metric of the game, with its interval.
    pub(super) fn metric(&self, metric: &MetricSpec, sums: &Sums) -> Estimate {
        let kind = match metric.kind {
            MetricKind::Share => Kind::Rate,
            MetricKind::Mean => Kind::Mean,
            MetricKind::Ratio if metric.unit == "share" => Kind::Share,
            MetricKind::Ratio => Kind::Ratio,
        };
        let parts = if metric.kind == MetricKind::Share { 1 } else { metric.parts };
        kind.estimate(sums, parts, self.basis())
    }

    /// The games that a metric rests on.
    pub(super) fn informative(metric: &MetricSpec, sums: &Sums) -> u64 {
        match metric.unit {
            "share" => sums.informative_share(metric.parts),
            _ => sums.informative(metric.parts),
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

/// The lengths as sums per game: x = length, v = 1.
pub(super) fn length_sums(lengths: &Lengths) -> Sums {
    let mut sums = Sums::default();
    for (length, games) in lengths.iter() {
        sums.add_games(games, i64::try_from(length).unwrap_or(i64::MAX), 1);
    }
    sums
}

/// A figure with an interval that a run can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFigure {
    /// What it is.
    pub id: FigureId,
    /// Its unit.
    pub unit: String,
    /// Its meaning.
    pub meaning: String,
}

/// All figures with an interval that a run of this game can have.
#[must_use]
pub fn figures(
    game: &str,
    players: usize,
    schema: &StatSchema,
    bots: &[(String, Seats)],
) -> Vec<NamedFigure> {
    // A tally of one draw in which every group key took part.
    let mut tally = Tally::new(schema);
    tally.games = 1;
    tally.endings[2][0] = 1;
    tally.groups.iter_mut().chain(&mut tally.scores).flatten().for_each(|sums| sums.add(0, 1));
    let Some(level) = Level::new(0.95) else { return Vec::new() };
    let rate = RateMethod::default();
    let results = Results {
        game,
        title: game,
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
        beaten: None,
    };
    let named = |table: &super::Table| -> Vec<NamedFigure> {
        let name = |(id, row, column): (FigureId, &Vec<super::Cell>, &super::Column)| {
            let unit = table.figure_in(row, column.name).map_or("number", |figure| figure.unit).to_owned();
            // A row of the metrics has a meaning of its own.
            let own = table.cell(row, "meaning").map(super::Cell::write);
            NamedFigure { id, unit, meaning: own.unwrap_or_else(|| column.meaning.replace('`', "")) }
        };
        table.figures().map(name).collect()
    };
    tables(&results).iter().flat_map(named).collect()
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
            let other = |kind: Kind, sums: &Sums| kind.estimate(sums, 1, results.basis());
            let others = [other(Kind::Mean, &rare), other(Kind::Mean, &sums), other(Kind::Ratio, &sums)];
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
