//! Is this program, on this machine, to be trusted? Checks that no test of the build can replace, since they run in the
//! very binary that makes the reports.

use super::{Head, details};
use crate::bots::Bot;
use crate::config::{Asked, Plan};
use crate::games::{self, GAMES, GameVisitor};
use crate::model::settings::Setting;
use crate::model::{BySeat, Game, NoObserver, Outcome, Pause, Ratio, Seat, Seats, Seed, Status};
use crate::report::result_file::{ConfigUsed, Ended, FORMAT};
use crate::report::{self, Cell, ResultFile, Table};
use crate::simulation::play_all;
use crate::simulation::runner::GameRunner;
use crate::stats::paired::{Paired, Scale};
use crate::stats::{Level, wilson};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::sync::atomic::AtomicBool;

/// A check to make.
type Look = fn() -> Check;
/// What a check comes to: a line of what was seen, or of what went wrong.
pub type Check = Result<String, String>;

/// What the self-test came to: a name and a result for each check.
#[derive(Debug)]
pub struct SelfTest(pub Vec<(&'static str, Check)>);

/// Runs all checks.
#[must_use]
pub fn selftest() -> SelfTest {
    let checks: [(&str, Look); 5] = [
        ("a mirror match is exactly even", mirror),
        ("results do not depend on threads", threads),
        ("no game is played twice", no_repeats),
        ("a planted bias of 5 points is found", planted_bias),
        ("95 % intervals cover 95 %", coverage),
    ];
    SelfTest(checks.into_iter().map(|(name, check)| (name, check())).collect())
}

impl SelfTest {
    /// The checks that failed.
    #[must_use]
    pub fn n_failed(&self) -> usize {
        self.0.iter().filter(|(_, seen)| seen.is_err()).count()
    }

    /// A row a check.
    #[must_use]
    pub fn table(&self) -> Table {
        report::selftest::table(rows(&self.0))
    }

    /// All of it, as `result.json` holds it.
    #[must_use]
    pub fn result_file(&self) -> ResultFile {
        ResultFile { head: checks_head("selftest", Vec::new(), &self.0), tables: vec![self.table()] }
    }

    /// A line a check, and what was checked.
    ///
    /// # Errors
    /// None that writing to memory can have.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = lines(&self.0)?;
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        writeln!(text, "\nundercard {} on {os} {arch}", env!("CARGO_PKG_VERSION"))?;
        Ok(text)
    }
}

/// What the result of some checks says of itself.
pub(super) fn checks_head<N>(command: &str, configs: Vec<ConfigUsed>, seen: &[(N, Check)]) -> Head {
    let n_failed = seen.iter().filter(|(_, seen)| seen.is_err()).count();
    Head {
        format: FORMAT,
        undercard: env!("CARGO_PKG_VERSION").into(),
        command: command.into(),
        configs,
        complete: true,
        ended: Ended::AllPlayed,
        played: seen.len() as u64,
        planned: Some(seen.len() as u64),
        unit: "checks".into(),
        fixed_beforehand: true,
        level: Level::default(),
        shard: None,
        details: details(&[("failed", n_failed.into())]),
    }
}

/// A row a check.
pub(super) fn rows<N: AsRef<str>>(seen: &[(N, Check)]) -> Vec<Vec<Cell>> {
    let row = |(name, seen): &(N, Check)| {
        let (verdict, seen) = match seen {
            Ok(seen) => ("pass", seen),
            Err(seen) => ("fail", seen),
        };
        vec![Cell::text(name.as_ref()), Cell::text(verdict), Cell::text(seen)]
    };
    seen.iter().map(row).collect()
}

/// A line a check.
pub(super) fn lines<N: AsRef<str>>(seen: &[(N, Check)]) -> Result<String, fmt::Error> {
    let mut text = String::new();
    for (name, check) in seen {
        let word = if check.is_ok() { "pass" } else { "FAIL" };
        let (Ok(seen) | Err(seen)) = check;
        writeln!(text, "{word}  {}: {seen}", name.as_ref())?;
    }
    Ok(text)
}

fn plan(id: &str) -> Result<Plan, String> {
    Plan::new(id, &Asked::default()).map_err(|faults| faults.to_string())
}

fn level() -> Result<Level, String> {
    Level::new(0.95).ok_or_else(|| "no level".into())
}

/// With the streams of both seats exchanged, every game of two equal players is its mirror image. Checks the
/// printed games in which both seats play alike.
fn mirror() -> Check {
    struct Mirror;
    impl GameVisitor for Mirror {
        type Out = Option<[u64; 2]>;
        fn visit<G: Game>(self, game: G, _: Vec<Setting>) -> Self::Out {
            seats_play_alike(&game).then(|| mirror_wins(&game))
        }
    }
    let mut seen = Vec::new();
    for game in GAMES {
        let plan = plan(game.id)?;
        let wins = games::with_game(game.id, &plan.tree, Mirror)
            .ok_or_else(|| format!("{} is not registered", game.id))?
            .map_err(|errors| errors.to_string())?;
        if let Some([first, second]) = wins {
            let check =
                format!("{}: {first} and {second} wins in {MIRRORED} games and their mirror images", game.id);
            if first != second || first == 0 {
                return Err(check);
            }
            seen.push(check);
        }
    }
    if seen.is_empty() { Err("in no game both seats play alike".into()) } else { Ok(seen.join("; ")) }
}

/// Games that are played with their mirror images.
const MIRRORED: u64 = 20_000;

/// Do two players with equal decks of their own choose at once from the beginning? Where they share a deck or
/// take turns, exchanged streams do not make a mirror image.
fn seats_play_alike<G: Game>(game: &G) -> bool {
    let schema = game.measures().schema();
    let own_decks = schema.sides.is_some_and(|sides| {
        let group = &schema.groups[sides];
        group.fixed && group.keys.len() == 2
    });
    // Copies for all, then by side.
    let equal_decks = schema.cards.iter().all(|card| card.copies.get(1) == card.copies.get(2));
    let mut chance = Seed::new(1).game(0).chance(G::INFO.chance.len());
    let mut state = game.new_game(&mut chance, &mut NoObserver);
    let status = game.play(&mut state, &mut Pause, &mut chance, &mut NoObserver);
    game.measures().players == 2 && own_decks && equal_decks && status == Status::Choose(Seats::first(2))
}

/// Wins of each seat in [`MIRRORED`] games of random players and their mirror images.
fn mirror_wins<G: Game>(game: &G) -> [u64; 2] {
    let bots = BySeat::from_fn(|_| Bot::Random);
    let mut runner = GameRunner::new(game, 2, &bots);
    let mut wins = [0_u64; 2];
    for game_idx in 0..MIRRORED {
        let deal = Seed::new(1).game(game_idx);
        for deal in [deal, deal.mirrored()] {
            let (_, outcome, _) = runner.play(deal, &mut NoObserver);
            for seat in [Seat::FIRST, Seat::SECOND] {
                wins[seat.index()] += u64::from(outcome == Outcome::Win(Seats::only(seat)));
            }
        }
    }
    wins
}

/// 1, 2 and 7 threads count the same integers, in every game.
fn threads() -> Check {
    for game in GAMES {
        let plan = plan(game.id)?;
        let simulation = plan.simulation();
        let n_games = (game.games / 200).max(20);
        let tally = |threads: usize| {
            let pool = rayon_pool(threads)?;
            Ok::<_, String>(play_all(&*simulation, 0..n_games, &pool, &AtomicBool::new(false), &|_| {}))
        };
        let one = tally(1)?;
        if one != tally(2)? || one != tally(7)? {
            return Err(format!("{} differs", game.id));
        }
    }
    Ok(format!("{} games on 1, 2 and 7 threads", GAMES.len()))
}

fn rayon_pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}

/// The field's commonest bug: the same game again and again.
fn no_repeats() -> Check {
    let n_games = 300;
    for game in GAMES {
        let simulation = plan(game.id)?.simulation();
        let stories: BTreeSet<String> = (0..n_games).map(|game_idx| simulation.story(game_idx)).collect();
        if stories.len() != 300 {
            return Err(format!("{}: {} different games of {n_games}", game.id, stories.len()));
        }
    }
    Ok(format!("{n_games} games of each game, all different"))
}

/// Two coins on common luck, one of which wins 5 points more often.
fn planted_bias() -> Check {
    let mut paired = Paired::default();
    for game_idx in 0..20_000 {
        let luck = Seed::new(2).game(game_idx).bot(0).below(1000);
        paired.add(Ratio::whether(luck < 500, true), Ratio::whether(luck < 550, true));
    }
    let interval =
        paired.difference(Scale { parts: 1, is_share: false }, level()?).interval.ok_or("no interval")?;
    let seen = format!("between {:.2} and {:.2} points", 100.0 * interval.low, 100.0 * interval.high);
    if interval.low > 0.04 && interval.high < 0.06 && interval.low < 0.05 && interval.high > 0.05 {
        Ok(seen)
    } else {
        Err(seen)
    }
}

/// Wilson's interval on 4,000 samples of 1,000 games with a known rate.
fn coverage() -> Check {
    let (mut covered, n_samples) = (0_u32, 4000_u32);
    for sample in 0..n_samples {
        let mut dice = Seed::new(3).game(u64::from(sample)).bot(0);
        let wins = (0..1000).filter(|_| dice.below(10) < 3).count() as u64;
        let interval = wilson(wins, 1000, level()?).ok_or("no interval")?;
        covered += u32::from(interval.low <= 0.3 && 0.3 <= interval.high);
    }
    let share = f64::from(covered) / f64::from(n_samples);
    let seen = format!("{:.2} % of {n_samples} intervals cover", 100.0 * share);
    if (0.94..=0.96).contains(&share) { Ok(seen) } else { Err(seen) }
}
