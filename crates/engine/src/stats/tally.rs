//! The tally of a run: integers that add up to the same sums in any order, on any number of threads.

use super::batch_sums::BatchSums;
use super::card_counter::{CardCounter, CardEvents};
use super::digests::{Digests, digest};
use super::impact::Impact;
use super::lengths::Lengths;
use super::ratio_sums::Sums;
use super::wide;
use crate::model::{
    BySeat, Decisions, Game, GameEnd, Leads, MAX_SEATS, Measures, MetricKind, Outcome, Ratio, Seat, Seats,
    StatSchema,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The integers of a run, or of a part of it. Numbers and names correspond by their position in the game's
/// [`StatSchema`].
#[derive(Clone, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games by kind of outcome ([`Outcome::KINDS`]) and set of winners.
    pub endings: Vec<Vec<u64>>,
    /// Game lengths.
    #[doc(hidden)]
    pub lengths: Lengths,
    /// Decisions with two or more legal moves; x = their number in a game, v = 1.
    #[doc(hidden)]
    pub decisions: Sums,
    /// x = legal moves in those decisions, v = number of those decisions.
    #[doc(hidden)]
    pub branching: Sums,
    /// The schema's groups: group × key.
    #[doc(hidden)]
    pub groups: Vec<Vec<Sums>>,
    /// The same with x = the scores of the key's seats: as the shares of the win, and an even share of a game without
    /// a winner for every player.
    #[doc(hidden)]
    pub scores: Vec<Vec<Sums>>,
    /// The schema's metrics.
    #[doc(hidden)]
    pub metrics: Vec<Sums>,
    /// The card report.
    #[doc(hidden)]
    pub impact: Impact,
    /// Digests of the games, for `verify`.
    #[doc(hidden)]
    pub digests: Digests,
}

impl Tally {
    /// An empty tally for these names.
    #[doc(hidden)]
    #[must_use]
    pub fn new(schema: &StatSchema) -> Self {
        let groups: Vec<_> =
            schema.groups.iter().map(|group| vec![Sums::default(); group.keys.len()]).collect();
        Self {
            endings: vec![vec![0; 256]; Outcome::KINDS.len()],
            scores: groups.clone(),
            groups,
            metrics: vec![Sums::default(); schema.metrics.len()],
            impact: Impact::new(schema.n_entries(), schema.events.len(), schema.cards.len()),
            ..Self::default()
        }
    }

    /// Adds the games of another tally with the same names.
    #[must_use]
    pub fn merge(mut self, other: &Self) -> Self {
        let Self { games, endings, lengths, decisions, branching, groups, scores, metrics, impact, digests } =
            other;
        self.games += games;
        for (kind, more) in self.endings.iter_mut().zip(endings) {
            kind.iter_mut().zip(more).for_each(|(games, more)| *games += more);
        }
        self.lengths.merge(lengths);
        self.decisions.merge(decisions);
        self.branching.merge(branching);
        let kept = self.groups.iter_mut().chain(&mut self.scores);
        for (group, more) in kept.zip(groups.iter().chain(scores)) {
            group.iter_mut().zip(more).for_each(|(sums, more)| sums.merge(more));
        }
        self.metrics.iter_mut().zip(metrics).for_each(|(sums, more)| sums.merge(more));
        self.impact.merge(impact);
        self.digests.merge(digests);
        self
    }

    /// Whether this can be a tally of exactly these games with these names. Tallies from files are checked
    /// with it, so that merging and estimating cannot overflow on any file.
    #[must_use]
    pub fn could_be(&self, games: &Range<u64>, schema: &StatSchema) -> bool {
        let shape = |tally: &Self| {
            let lengths = |lists: &[Vec<u64>]| lists.iter().map(Vec::len).collect::<Vec<_>>();
            let groups =
                [&tally.groups, &tally.scores].map(|all| all.iter().map(Vec::len).collect::<Vec<_>>());
            let Impact { sides, rows } = &tally.impact;
            (lengths(&tally.endings), groups, tally.metrics.len(), sides.len(), rows.len())
        };
        let n_games = games.end.saturating_sub(games.start);
        let every_game = [&self.decisions, &self.branching];
        let by_group = self.groups.iter().chain(&self.scores).flatten();
        let mut sums = every_game.into_iter().chain(&self.metrics).chain(by_group);
        self.games == n_games
            && shape(self) == shape(&Self::new(schema))
            && add_up(self.endings.iter().flatten().copied()) == Some(n_games)
            && add_up(self.lengths.iter().map(|(_, games)| games)) == Some(n_games)
            && every_game.into_iter().chain(&self.metrics).all(|sums| sums.n == n_games)
            && sums.all(|sums| sums.could_be(n_games))
            && self.impact.could_be(n_games)
            && (n_games == 0 || self.digests.are_up_to(games.end - 1))
    }

    /// Games by kind of outcome.
    #[must_use]
    pub fn outcomes(&self) -> [u64; 5] {
        std::array::from_fn(|kind| self.endings[kind].iter().sum())
    }

    /// Sums of a group whose members have the same seats in every game: x = their shares of the win, v =
    /// their number.
    #[must_use]
    pub fn seated(&self, members: Seats) -> Sums {
        self.win_sums(members, count_of(members, false))
    }

    /// The same of their scores, in a game with this many players.
    #[must_use]
    pub fn seated_scores(&self, members: Seats, players: usize) -> Sums {
        self.score_sums(members, count_of(members, false), players)
    }

    /// Adds up the win shares of these seats over all games.
    fn win_sums(&self, members: Seats, v: i64) -> Sums {
        self.sums_of(v, |outcome| outcome.joint_share(members))
    }

    /// Adds up the scores of these seats over all games.
    fn score_sums(&self, members: Seats, v: i64, players: usize) -> Sums {
        self.sums_of(v, |outcome| outcome.joint_utility(members, players))
    }

    /// Adds up x, which depends on the outcome only, over all games, computed from `endings`.
    fn sums_of(&self, v: i64, x: impl Fn(Outcome) -> u32) -> Sums {
        let mut sums = Sums::default();
        for kind in &self.endings {
            for (mask, games) in (0..=u8::MAX).zip(kind).filter(|(_, games)| **games > 0) {
                let winners = Seats::of(mask);
                let outcome = if winners.is_empty() { Outcome::Draw } else { Outcome::Shared(winners) };
                sums.add_games(*games, x(outcome).into(), v);
            }
        }
        sums
    }
}

/// The result of one game, from which tallies, digests, paired scores and lists of games are made.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'r> {
    /// How the game ended.
    pub outcome: Outcome,
    /// The game's length.
    pub length: u64,
    /// Decisions with two or more legal moves.
    pub decisions: u64,
    /// Legal moves in those decisions.
    pub moves: u64,
    /// The game's contribution to each metric.
    pub metrics: &'r [Ratio],
    /// The seats' keys in each of the schema's groups.
    pub keys: &'r [Keys],
}

impl GameRecord<'_> {
    /// The value of the metric with this index; `None` if the game does not count for it.
    #[must_use]
    pub fn metric(&self, schema: &StatSchema, index: usize) -> Option<f64> {
        let (metric, Ratio { num, den }) = (schema.metrics.get(index)?, *self.metrics.get(index)?);
        (den > 0).then(|| wide(num.into()) / (wide(den.into()) * f64::from(metric.parts)))
    }

    /// A hash of the game's number and result; different results almost certainly have different hashes.
    #[inline]
    fn digest(&self, game_idx: u64) -> u64 {
        let winners = u64::from(self.outcome.winners().mask());
        let outcome = (self.outcome.kind() as u64) << 8 | winners;
        digest(game_idx, outcome, self.length, self.decisions, self.moves)
    }
}

/// Each seat's key in a group.
pub type Keys = BySeat<Option<usize>>;

/// The seats in place of sides, in a game without them.
const EACH_SEAT: Keys = BySeat([Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7)]);

/// The seats that have a key.
#[must_use]
pub fn members(keys: &Keys, key: usize) -> Seats {
    (0..MAX_SEATS).map(Seat::new).filter(|seat| keys[*seat] == Some(key)).collect()
}

/// How often the seats of a key count: once per seat, or once in all if they are a team.
#[must_use]
pub fn count_of(members: Seats, teams: bool) -> i64 {
    if teams { i64::from(!members.is_empty()) } else { members.into_iter().map(|_| 1).sum() }
}

/// Reusable storage for the result of one game.
#[derive(Debug)]
pub struct RecordBuilder {
    players: usize,
    metrics: Vec<Ratio>,
    keys: Vec<Keys>,
    /// Positions of the groups whose keys differ between games.
    moving: Vec<usize>,
}

impl RecordBuilder {
    /// Storage for the results of a game with these names. `keys` are those of the groups with fixed keys.
    #[must_use]
    pub fn new(schema: &StatSchema, players: usize, keys: &[Keys]) -> Self {
        let moving = schema.groups.iter().enumerate().filter(|(_, group)| !group.is_fixed());
        Self {
            players,
            metrics: vec![Ratio::default(); schema.metrics.len()],
            keys: keys.to_vec(),
            moving: moving.map(|(index, _)| index).collect(),
        }
    }

    /// The record of a finished game.
    #[inline]
    pub fn of<G: Game>(
        &mut self,
        end: &GameEnd<'_, G>,
        leads: &Leads,
        measures: &Measures<G>,
        decisions: Decisions,
    ) -> GameRecord<'_> {
        let GameEnd { game, state, outcome, .. } = *end;
        for (ratio, metric) in self.metrics.iter_mut().zip(&measures.metrics) {
            *ratio = (metric.measure)(end);
        }
        if let Some(of_lead @ [_, ..]) = self.metrics.get_mut(measures.metrics.len()..) {
            of_lead.iter_mut().zip(leads.metrics(outcome, self.players)).for_each(|(to, ratio)| *to = ratio);
        }
        for group in &self.moving {
            for seat in Seats::first(self.players) {
                self.keys[*group][seat] = (measures.groups[*group].key)(game, state, seat);
            }
        }
        let (_, length) = measures.length;
        let Decisions { count, moves } = decisions;
        GameRecord {
            outcome,
            length: length(state),
            decisions: count,
            moves,
            metrics: &self.metrics,
            keys: &self.keys,
        }
    }
}

/// Adds games to a tally one by one, without allocating.
#[derive(Debug)]
pub struct TallyBuilder {
    records: RecordBuilder,
    sides: Option<usize>,
    /// The group of the sides, if its keys differ between games. The card counter counts it.
    moving_sides: Option<usize>,
    /// Other groups whose keys differ between games, and whether they are teams.
    moving: Vec<(usize, bool)>,
    players: usize,
    /// Groups with fixed keys, and whether they are teams.
    fixed: Vec<(usize, bool)>,
    cards: CardCounter,
    tally: Tally,
    recent: Batch,
}

/// Sums of the games since the last flush.
#[derive(Debug)]
struct Batch {
    games: u64,
    decisions: BatchSums,
    branching: BatchSums,
    metrics: Vec<BatchSums>,
}

impl TallyBuilder {
    /// A builder for a game with these names. `keys` are those of the groups with fixed keys.
    #[must_use]
    pub fn new(schema: &StatSchema, players: usize, keys: &[Keys]) -> Self {
        let moving_sides = schema.sides.filter(|group| {
            let group = &schema.groups[*group];
            !group.is_fixed() && !group.teams
        });
        let groups = |fixed| {
            let groups = schema.groups.iter().enumerate().filter(|(_, group)| group.is_fixed() == fixed);
            let groups = groups.filter(|(index, _)| moving_sides != Some(*index));
            groups.map(|(index, group)| (index, group.teams)).collect()
        };
        Self {
            records: RecordBuilder::new(schema, players, keys),
            sides: schema.sides,
            moving_sides,
            moving: groups(false),
            players,
            fixed: groups(true),
            cards: CardCounter::new(schema),
            tally: Tally::new(schema),
            recent: Batch {
                games: 0,
                decisions: BatchSums::new(MetricKind::Mean),
                branching: BatchSums::new(MetricKind::Ratio),
                metrics: schema.metrics.iter().map(|metric| BatchSums::new(metric.kind)).collect(),
            },
        }
    }

    /// Adds the finished game with this number and these card events.
    #[inline]
    pub fn close<G: Game>(
        &mut self,
        game_idx: u64,
        end: &GameEnd<'_, G>,
        leads: &Leads,
        measures: &Measures<G>,
        decisions: Decisions,
        cards: &mut CardEvents,
    ) {
        let record = self.records.of(end, leads, measures, decisions);
        self.tally.add(&record, &mut self.recent, &self.moving, measures.players);
        if record.outcome.winners().is_empty() {
            let sides = self.moving_sides.map(|group| (group, false));
            for (group, teams) in self.moving.iter().copied().chain(sides) {
                let score = |members| record.outcome.joint_utility(members, self.players);
                add_group(&mut self.tally.scores[group], &record.keys[group], teams, self.players, score);
            }
        }
        self.tally.digests.add(game_idx, record.digest(game_idx));
        if self.recent.games == BatchSums::FULL {
            self.recent.empty(&mut self.tally);
        }
        let sides = self.sides.map_or(EACH_SEAT, |group| record.keys[group]);
        self.cards.close(end.outcome, &sides, cards, &mut self.tally.impact);
    }

    /// The tally of all games added, which had these card events.
    #[must_use]
    pub fn finish(mut self, cards: &mut CardEvents) -> Tally {
        self.recent.empty(&mut self.tally);
        self.cards.flush(cards, &mut self.tally.impact);
        if let Some(group) = self.moving_sides {
            // The first side is `all`.
            for (sums, side) in
                self.tally.groups[group].iter_mut().zip(self.tally.impact.sides.iter().skip(1))
            {
                *sums = side.win_sums();
            }
        }
        // Until now, these are the scores of the games without a winner.
        for (group, _) in self.moving.into_iter().chain(self.moving_sides.map(|group| (group, false))) {
            for (score, won) in self.tally.scores[group].iter_mut().zip(&self.tally.groups[group]) {
                score.add_to_wins(won);
            }
        }
        for (group, teams) in self.fixed {
            for key in 0..self.tally.groups[group].len() {
                let members = members(&self.records.keys[group], key);
                if !members.is_empty() {
                    let v = count_of(members, teams);
                    self.tally.groups[group][key] = self.tally.win_sums(members, v);
                    self.tally.scores[group][key] = self.tally.score_sums(members, v, self.players);
                }
            }
        }
        self.tally
    }
}

impl Batch {
    /// Moves the sums of these games to the tally.
    fn empty(&mut self, tally: &mut Tally) {
        let games = std::mem::take(&mut self.games);
        self.decisions.empty(games, &mut tally.decisions);
        self.branching.empty(games, &mut tally.branching);
        for (recent, sums) in self.metrics.iter_mut().zip(&mut tally.metrics) {
            recent.empty(games, sums);
        }
    }
}

impl Tally {
    #[inline]
    fn add(&mut self, result: &GameRecord<'_>, latest: &mut Batch, moving: &[(usize, bool)], players: usize) {
        let outcome = result.outcome;
        self.games += 1;
        self.endings[outcome.kind()][usize::from(outcome.winners().mask())] += 1;
        self.lengths.add(result.length);
        latest.games += 1;
        let (count, moves) = (signed(result.decisions), signed(result.moves));
        latest.decisions.add(count, 1, &mut self.decisions);
        latest.branching.add(moves, count, &mut self.branching);
        for ((recent, sums), ratio) in latest.metrics.iter_mut().zip(&mut self.metrics).zip(result.metrics) {
            recent.add(ratio.num, ratio.den, sums);
        }
        for (group, teams) in moving {
            let share = |members| outcome.joint_share(members);
            add_group(&mut self.groups[*group], &result.keys[*group], *teams, players, share);
        }
    }
}

/// Adds the shares of one game to a group whose keys differ between games. Several seats with one key count as one
/// term.
#[inline]
fn add_group(sums: &mut [Sums], keys: &Keys, teams: bool, players: usize, share: impl Fn(Seats) -> u32) {
    for seat in Seats::first(players) {
        let Some(key) = keys[seat] else { continue };
        let members = members(keys, key);
        if members.lowest() == Some(seat) {
            sums[key].add(share(members).into(), count_of(members, teams));
        }
    }
}

/// The sum of counts; `None` if it overflows, which only a forged file causes.
fn add_up(mut counts: impl Iterator<Item = u64>) -> Option<u64> {
    counts.try_fold(0, u64::checked_add)
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
