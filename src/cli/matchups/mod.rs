//! `undercard matchups`: a round robin of bots, characters or decks.

mod members;
mod show;

use super::forecast::{Forecast, Sample, Told};
use super::looks::{Enough, play_on};
use super::options::{Format, Game, Work, both};
use super::provenance::texts;
use super::stage::{Ended, Stage};
use super::{Done, Failure, print};
use crate::config::{Plan, Said, strategy};
use crate::report::{self, Table};
use crate::simulation::Simulation;
use crate::simulation::seat_swap::play_seats_swapped;
use crate::stats::Interval;
use crate::stats::head_to_head::HeadToHead;
use crate::stats::ratings::{Meetings, Ratings};
use members::{Kind, Members};
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Let bots, characters or decks meet each other, and rate them.
///
/// Every pair plays every deal twice with the seats exchanged; with more than two seats the two
/// alternate round the table. A draw counts half a win.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("bots", |bots| bots.help("The bots that meet, at least two, or `all` but `search`; with --characters or --decks one that plays them all")),
    mut_arg("games", |games| games.help("Number of games of a pair, an even one, as 50000, 250k, 2M or 1e6")),
    after_help = EXAMPLES
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// The characters that meet, at least two, or `all`: in games in which seats take characters
    #[arg(long, value_name = "CHARACTER,…", value_delimiter = ',')]
    characters: Vec<String>,
    /// The decks of these configs meet, in games whose sides have one each: CONFIG with their decks
    #[arg(long, value_name = "CONFIG,…", value_delimiter = ',', conflicts_with = "characters")]
    decks: Vec<String>,
    #[command(flatten)]
    enough: Enough,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  undercard matchups knife-fight --bots random,cutter,medic
  undercard matchups stabby-jack --bots all --games 20k --players 4
  undercard matchups taunt --characters all --bots brawler
  undercard matchups knife-fight --decks knife-fight,mine.toml
  undercard matchups knife-fight --bots cutter,mine.toml --precision 0.5pp

Writes matchups.csv, ratings.csv and field.csv; docs/csv.md says what every column means.
--precision is about every pair's score: each pair plays until it is reached there.";

/// Games of a pair where nobody says how many: a fraction of a run's.
const FRACTION: u64 = 10;
/// Deals that are set apart for each pair: the most that one can play. No two pairs play the same
/// deal, so that what they come to is independent, and more deals or members change no earlier one.
const STRIDE: u64 = crate::config::plan::MOST_GAMES;

/// Two members, and where they play: the first of them in the first of alternating seats, and in the
/// second.
struct Pair {
    one: usize,
    other: usize,
    simulations: [Box<dyn Simulation>; 2],
    first_deal: u64,
}

impl Pair {
    /// Plays deals, counted from the pair's first.
    fn play(
        &self,
        deals: &Range<u64>,
        pool: &ThreadPool,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> HeadToHead {
        let [here, there] = &self.simulations;
        let deals = self.first_deal + deals.start..self.first_deal + deals.end;
        play_seats_swapped([&**here, &**there], deals, pool, stop, progress)
    }
}

/// A round robin that is ready to be played.
struct Tournament<'a> {
    args: &'a Args,
    plan: Plan,
    /// Deals of a pair, at most.
    deals: u64,
    members: Members,
    pairs: Vec<Pair>,
}

/// The three reports of a round robin, and what they are made of.
struct Reports {
    meetings: Meetings,
    standing: Ratings,
    matchups: Table,
    ratings: Table,
    field: Table,
}

pub(crate) fn run(args: &Args) -> Done {
    let tournament = Tournament::new(args)?;
    if args.enough.plan { tournament.forecast() } else { tournament.play() }
}

impl<'a> Tournament<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        // Bots that meet are no line-up of the table.
        let are_bots = args.characters.is_empty() && args.decks.is_empty();
        let bots = args.game.bots.clone();
        let (line_up, meet) = if are_bots { (Vec::new(), bots) } else { (bots, Vec::new()) };
        let game = Game { bots: line_up, ..args.game.clone() };
        let mut plan = game.plan()?.or_games(|plan| plan.games / FRACTION / 2 * 2);
        let expected = "an even number: every deal is played twice, with the seats exchanged";
        let games = args.game.is_multiple(&plan, 2, expected);
        let members = strategy::find_all(&meet, plan.game, &Said::by("--bots"))
            .and_then(|bots| Members::read(&plan, args, bots));
        let ((), members) = both(games, members)?;
        // Of bots that meet, nobody sits at the table of the config.
        if let Kind::Bots(_) = members.kind {
            plan.bots.clear();
        }
        plan.digest = members.digest(&plan);
        let meetings = Meetings::new(members.names.len());
        let pair = |(place, (one, other)): (u64, (usize, usize))| {
            let simulations = members.simulations(&plan, one, other)?;
            Ok::<_, Failure>(Pair { one, other, simulations, first_deal: place * STRIDE })
        };
        let pairs = (0..).zip(meetings.pairs()).map(pair).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { args, deals: plan.games / 2, plan, members, pairs })
    }

    fn play(&self) -> Done {
        let Self { args, plan, deals, pairs, .. } = self;
        let (level, watched) = (args.work.level, args.enough.precision.is_some());
        let all = plan.games * pairs.len() as u64;
        let stage = Stage::open(plan, "matchups", all, &args.work)?;
        let mut meetings = Meetings::new(self.members.names.len());
        let (mut n_played, mut n_short) = (0, 0);
        for pair in pairs {
            let (head_to_head, far) = play_on(
                HeadToHead::default(),
                0..*deals,
                watched,
                &stage.interrupt,
                |head_to_head, deals| {
                    let more = pair.play(&deals, &stage.pool, stage.flag(), &|n| stage.add(n));
                    head_to_head.merge(&more);
                    more.deals.count()
                },
                |head_to_head| {
                    let score = head_to_head.deals.estimate(false, *deals, level);
                    args.enough.is_reached(|| score.interval.map(Interval::half_width))
                },
            );
            if !far.is_done {
                break;
            }
            meetings.add(pair.one, pair.other, head_to_head);
            n_played += 1;
            n_short += usize::from(!far.is_enough);
        }
        stage.finish();
        let told = self.tell(meetings, !watched);
        let ended = Ended {
            is_done: n_played == pairs.len(),
            is_fixed: !watched,
            played: format!("{n_played} of {} pairs", pairs.len()),
        };
        let tables = [&told.matchups, &told.ratings, &told.field];
        stage.file(plan, &tables, &ended, vec![("members", texts(&self.members.asked))])?;
        if n_played > 0 && !args.work.is_silent() {
            print(&self.text(&told)?)?;
        }
        if n_short > 0 {
            args.enough.tell_short(&format!("{} games, in {n_short} of {n_played} pairs,", plan.games));
        }
        stage.end(&ended)
    }

    /// What these meetings come to.
    fn tell(&self, meetings: Meetings, fixed: bool) -> Reports {
        let Self { args, plan, deals, members, .. } = self;
        let level = args.work.level;
        let asked = report::matchups::Asked {
            game: plan.game.id,
            players: plan.players(),
            kind: members.kind.name(),
            members: &members.names,
            fixed,
            planned: *deals,
            level,
        };
        let standing = Ratings::of(&meetings, fixed, *deals, level, plan.seed);
        Reports {
            matchups: report::matchups::table(&asked, &meetings),
            ratings: report::matchups::ratings(&asked, &meetings, &standing),
            field: report::matchups::field(&asked, &meetings, &standing),
            meetings,
            standing,
        }
    }

    /// The result as it is asked for.
    fn text(&self, told: &Reports) -> Result<String, std::fmt::Error> {
        let Reports { matchups, ratings, field, .. } = told;
        Ok(match self.args.work.format {
            Format::Text => show::text(self, told)?,
            Format::Markdown => [ratings, matchups, field].map(report::show::markdown).join("\n"),
            Format::Json => report::json::several(&[matchups, ratings, field]),
            Format::Csv => report::csv::text(matchups),
        })
    }

    /// What a round robin would take and tell.
    fn forecast(&self) -> Done {
        let Self { args, plan, deals, pairs, .. } = self;
        let (pool, level) = (args.work.pool()?, args.work.level);
        let (sample, meetings) = Sample::play(*deals, |deals| {
            let play = |pair: &Pair| pair.play(&(0..deals), &pool, &AtomicBool::new(false), &|_| {});
            pairs.iter().map(play).collect::<Vec<_>>()
        });
        let deviations = meetings.iter().filter_map(|head_to_head| head_to_head.deals.deviation());
        let forecast = Forecast {
            // A deal is what is counted here.
            plan: &Plan { games: *deals, ..plan.clone() },
            amount: format!("{} pairs of {deals} deals, each played twice", pairs.len()),
            unit: "deals a pair",
            sample,
            times: 1,
            threads: pool.current_num_threads(),
            told: Told::Difference("Every pair's score".into()),
            deviation: deviations.reduce(f64::max),
        };
        forecast.print(args.enough.stop(level), level)
    }
}
