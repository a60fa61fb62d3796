//! Audits the statistics of every command: how often intervals cover the figures of a long run, and how often tests find
//! a difference where there is none. `just audit` prints a table and writes every figure to `reports/audit.csv`; see
//! "Audit the statistics" in docs/dev/README.md.
//!
//! `cargo bench --bench audit -- matchups` audits only cases whose name contains this word; `--repeats 100` is faster and
//! less exact.

#![allow(clippy::print_stdout, missing_docs)]

use statrs::distribution::{Binomial, DiscreteCDF};
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use undercard::config::{Catalogue, Plan, PlanOptions, shipped};
use undercard::experiments::advise::{self, Advise};
use undercard::experiments::audit::{Coverage, FLOOR, Line};
use undercard::experiments::check::{self, Check};
use undercard::experiments::compare::{self, Compare};
use undercard::experiments::impact::{self, Impact};
use undercard::experiments::luck::{self, Luck};
use undercard::experiments::matchups::{self, Tournament};
use undercard::experiments::run::Run;
use undercard::experiments::sensitivity::{self, Sensitivity};
use undercard::experiments::sweep::{self, Sweep};
use undercard::experiments::tune::{self, Tune};
use undercard::experiments::{Accuracy, Experiment, ExperimentResult, RateMethod, Session, Shard};
use undercard::report::Table;
use undercard::report::claim::Claim;
use undercard::stats::multiple_testing::holm;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;
/// The result of a case with this seed and number of games.
type Play = Box<dyn Fn(u64, u64, &Session) -> Outcome<Played> + Sync>;

/// What a result says: its tables, and the claims of its sentences.
struct Played {
    tables: Vec<Table>,
    claims: Vec<Claim>,
}

/// Number of repeats.
const REPEATS: u64 = 400;
/// The long run has this many times the games of a repeat, so that its own error hardly matters.
const LONG: u64 = 400;
/// Tests at 5 % may find a difference in this share of the repeats.
const CEILING: f64 = 0.06;

/// An experiment that is repeated.
struct Case {
    name: String,
    games: u64,
    play: Play,
}

/// An experiment in which there is nothing to find, and whether a result claims to have found something.
struct Null {
    case: Case,
    is_alarm: fn(&[Table]) -> bool,
}

fn plan_options(words: &str, seed: u64, games: u64) -> PlanOptions {
    let bots = vec!["random".to_owned()];
    let mut requested = PlanOptions { seed: Some(seed), games: Some(games), bots, ..PlanOptions::default() };
    for word in words.split_whitespace() {
        match word.split_once(':') {
            Some(("bots", bots)) => requested.bots = bots.split(',').map(str::to_owned).collect(),
            Some(("players", players)) => requested.players = players.parse().ok(),
            _ => requested.set.push(word.to_owned()),
        }
    }
    requested
}

fn play<E: Experiment>(experiment: &E, session: &Session) -> Played {
    let result = experiment.play(session);
    let claims = result.conclusion().into_iter().flat_map(|sentence| sentence.claims).collect();
    Played { tables: result.tables().into_iter().cloned().collect(), claims }
}

/// A case of the game with these options: settings, `bots:` and `players:`.
fn case(
    command: &str,
    game: &'static str,
    options: &str,
    games: u64,
    played: impl Fn(&'static str, &PlanOptions, &Session) -> Outcome<Played> + Sync + 'static,
) -> Case {
    let name = format!("{command} {game} {options}").trim_end().to_owned() + &format!(" ({games} games)");
    let options = options.to_owned();
    let play =
        move |seed, games, session: &Session| played(game, &plan_options(&options, seed, games), session);
    Case { name, games, play: Box::new(play) }
}

fn cases() -> Vec<Case> {
    let run = |game, options: &str, games| {
        case("run", game, options, games, |game, requested, session| {
            Ok(play(&Run::of(Plan::new(game, requested)?), session))
        })
    };
    // The long runs play all games: only the repeats stop early.
    let precise = |game, options: &str, precision, games| {
        case("run --precision", game, options, games, move |game, requested, session| {
            let precision = (requested.games == Some(games)).then_some(precision);
            let accuracy = Accuracy { precision, ..Accuracy::default() };
            let plan = Plan::new(game, requested)?;
            Ok(play(&Run::new(plan, Shard::WHOLE, accuracy, RateMethod::default())?, session))
        })
    };
    let check = |config, games| {
        case("check", config, "", games, move |config, requested, session| {
            let options =
                check::Options { full: requested.games != Some(games), ..check::Options::default() };
            Ok(play(&Check::new(&[config.to_owned()], requested, &options)?, session))
        })
    };
    let sweep = |game, vary: &'static str, games| {
        case(&format!("sweep --vary {vary}:"), game, "", games, move |game, requested, session| {
            let options = sweep::Options { vary: vec![vary.parse()?], ..sweep::Options::default() };
            Ok(play(&Sweep::new(game, requested, &options)?, session))
        })
    };
    let compare = |game, options: &str, set_b: &'static str, games| {
        case(&format!("compare --set-b {set_b}:"), game, options, games, move |game, requested, session| {
            let options = compare::Options { set_b: vec![set_b.into()], ..compare::Options::default() };
            Ok(play(&Compare::new(game, requested, &options)?, session))
        })
    };
    let impact = |game, options: &str, cards: &'static [&'static str], games| {
        case("impact", game, options, games, move |game, requested, session| {
            let cards = cards.iter().map(|card| (*card).to_owned()).collect();
            let options = impact::Options { cards, ..impact::Options::default() };
            Ok(play(&Impact::new(game, requested, &options)?, session))
        })
    };
    let sensitivity = |game, options: &str, keys: &'static str, show: &'static str, games| {
        case("sensitivity", game, options, games, move |game, requested, session| {
            let (keys, show) = (vec![keys.into()], Some(show.into()));
            let options = sensitivity::Options { keys, show, ..sensitivity::Options::default() };
            Ok(play(&Sensitivity::new(game, requested, &options)?, session))
        })
    };
    let matchups = |game, options: &str, games| {
        case("matchups", game, options, games, |game, requested, session| {
            let tournament = Tournament::new(game, requested, &matchups::Options::default())?;
            let mut played = play(&tournament, session);
            // The range of simulated fields in `field` is no confidence interval.
            played.tables.retain(|table| table.name != "field");
            Ok(played)
        })
    };
    let luck = |game, options: &str, games| {
        case("luck", game, options, games, |game, requested, session| {
            Ok(play(&Luck::new(game, requested, &luck::Options::default())?, session))
        })
    };
    vec![
        run("knife-fight", "", 300),
        run("knife-fight", "", 3000),
        run("stabby-jack", "players:3", 300),
        run("fight", "players:4", 300),
        run("taunt", "", 300),
        run("taunt", "setup.mode=team players:4", 1000),
        run("stupid-fight", "", 300),
        run("knife-fight", "bots:expert", 300),
        run("taunt", "bots:expert", 300),
        run("taunt", "bots:expert,random", 300),
        precise("knife-fight", "", 0.02, 20_000),
        precise("fight", "players:4", 0.02, 20_000),
        check("examples/ci/configs/aces-high.toml", 20_000),
        sweep("knife-fight", "rules.bleed-divisor=2..3", 300),
        compare("knife-fight", "", "cards.ten.damage=9", 2000),
        compare("taunt", "", "moves.kick.damage.0=3", 1000),
        impact("knife-fight", "", &["joker", "queen", "ten", "two"], 500),
        impact("stupid-fight", "", &["*"], 100),
        sensitivity("knife-fight", "", "cards.*.damage", "win_rates/side/red", 1000),
        matchups("knife-fight", "bots:random,cutter,medic", 400),
        matchups("taunt", "bots:random,brawler,showboat,turtle", 200),
        luck("knife-fight", "bots:random,medic", 800),
        luck("taunt", "bots:random,turtle", 800),
        luck("taunt", "bots:brawler", 600),
    ]
}

/// Whether a p-value in a column is below 5 %.
fn has_low(tables: &[Table], column: &str, is_wanted: impl Fn(&str) -> bool) -> bool {
    tables.iter().any(|table| {
        table
            .rows
            .iter()
            .any(|row| is_wanted(&table.address(row)) && table.number(row, column).is_some_and(|p| p < 0.05))
    })
}

/// Whether a row of a table has these words in its columns.
fn has_row(tables: &[Table], name: &str, words: &[(&str, &str)]) -> bool {
    let mut rows = tables
        .iter()
        .filter(|table| table.name == name)
        .flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    rows.any(|(table, row)| words.iter().all(|(column, word)| table.written(row, column) == *word))
}

/// Nulls of commands that change something: equal bots, sides that exchange their decks, even sides, and equal cards.
fn nulls_of_changes(folder: &Path) -> Outcome<Vec<Null>> {
    // A strategy without preferences chooses at random, with other random numbers than `random`.
    let path = folder.join("any-card.toml");
    std::fs::write(
        &path,
        "game = 'knife-fight'\nbelieves = 'Any card.'\ntemperature = 1\n[weights]\nlethal = 0\n",
    )?;
    let any_card = path.display().to_string();
    let bots = case("compare equal bots:", "knife-fight", "", 300, move |game, requested, session| {
        let options = compare::Options { bots_b: vec![any_card.clone()], ..compare::Options::default() };
        Ok(play(&Compare::new(game, requested, &options)?, session))
    });
    let decks = "deck.black.two=0 deck.black.ten=4";
    let sides = case("compare exchanged decks:", "knife-fight", decks, 300, |game, requested, session| {
        let exchanged = ["deck.black.two=2", "deck.black.ten=2", "deck.red.two=0", "deck.red.ten=4"];
        let set_b = exchanged.map(String::from).to_vec();
        let options = compare::Options { set_b, ..compare::Options::default() };
        Ok(play(&Compare::new(game, requested, &options)?, session))
    });
    let even = case("sensitivity of even sides:", "knife-fight", "", 300, |game, requested, session| {
        let (keys, show) = (vec!["cards.*.damage".into()], Some("win_rates/side/red/score".into()));
        let options = sensitivity::Options { keys, show, ..sensitivity::Options::default() };
        Ok(play(&Sensitivity::new(game, requested, &options)?, session))
    });
    // Seats differ, and Warriors do not.
    let printed = shipped::printed(&Catalogue::printed().find("fight").expect("a game")).unwrap_or_default();
    let warriors =
        printed.lines().filter(|line| line.contains("{ power")).filter_map(|line| line.split_once(' '));
    let alike = warriors.flat_map(|(id, _)| {
        ["power=5", "family=human", "ability=[]"].map(|set| format!("warriors.{id}.{set}"))
    });
    let options = alike.collect::<Vec<_>>().join(" ");
    let mut cards = case("impact", "fight", &options, 500, |game, requested, session| {
        let options = impact::Options { cards: vec!["giraffe".into()], ..impact::Options::default() };
        Ok(play(&Impact::new(game, requested, &options)?, session))
    });
    cards.name = "impact of equal cards: opening_difference, ablation (500 games)".into();
    Ok(vec![
        Null { case: bots, is_alarm: |tables| has_low(tables, "p_holm", |_| true) },
        Null {
            case: sides,
            is_alarm: |tables| {
                let is_of_both =
                    |row: &str| ["outcomes/", "metrics/length"].iter().any(|of| row.contains(of));
                has_low(tables, "p_holm", is_of_both)
            },
        },
        Null { case: even, is_alarm: |tables| has_low(tables, "p_holm", |_| true) },
        Null {
            case: cards,
            is_alarm: |tables| {
                let excludes_zero = |figure: &str| {
                    let end = |end| tables[0].number(tables[0].rows.first()?, &format!("{figure}_{end}"));
                    end("low").is_some_and(|low| low > 0.0) || end("high").is_some_and(|high| high < 0.0)
                };
                excludes_zero("opening_difference") || excludes_zero("ablation")
            },
        },
    ])
}

/// Two and Ten are equal cards, or exchange their places: the rules treat both alike, but they lie at other places of the
/// deck before the shuffle, so the games differ. Equal bots play the same games from both seats, and have equal scores.
/// Both sides of Knife Fight score 50 % with any cards: `advise` calls none too strong, and no candidate of `tune` is above.
fn nulls(folder: &Path) -> Outcome<Vec<Null>> {
    const EQUAL: &str = "cards.ten.strength=2 cards.ten.damage=2";
    let exchanged =
        ["cards.two.strength=10", "cards.two.damage=10", "cards.ten.strength=2", "cards.ten.damage=2"];
    let mut nulls = Vec::new();
    for games in [300, 3000] {
        let relabelled =
            case("compare relabelled cards:", "knife-fight", "", games, move |game, requested, session| {
                let set_b = exchanged.map(String::from).to_vec();
                let options = compare::Options { set_b, ..compare::Options::default() };
                Ok(play(&Compare::new(game, requested, &options)?, session))
            });
        nulls.push(Null { case: relabelled, is_alarm: |tables| has_low(tables, "p_holm", |_| true) });
    }
    let advise = case("advise even sides:", "knife-fight", "", 2000, |game, requested, session| {
        let keys = vec!["rules.bleed-divisor".into()];
        let options = advise::Options { within: 0.001, keys, ..advise::Options::default() };
        Ok(play(&Advise::new(game, requested, &options)?, session))
    });
    nulls.push(Null {
        case: advise,
        is_alarm: |tables| {
            ["too strong", "too weak"].iter().any(|word| has_row(tables, "advise", &[("finding", word)]))
        },
    });
    let target = "targets.win_rates/side/black/score={min=0.5}";
    let tune = case("tune to more than 50 %:", "knife-fight", target, 300, |game, requested, session| {
        let keys = vec!["cards.*.damage".into()];
        let options = tune::Options { keys, reach: 3, changes: 1, ..tune::Options::default() };
        Ok(play(&Tune::new(game, requested, &options)?, session))
    });
    nulls.push(Null {
        case: tune,
        is_alarm: |tables| has_row(tables, "tune", &[("phase", "judged"), ("verdict", "pass")]),
    });
    let cutter = include_str!("../strategies/knife-fight/cutter.toml");
    let mut bots = Vec::new();
    for name in ["a", "b", "c"] {
        let path = folder.join(format!("cutter-{name}.toml"));
        std::fs::write(&path, cutter)?;
        bots.push(path.display().to_string());
    }
    let options = format!("bots:{}", bots.join(","));
    let mut equal =
        case("matchups of equal bots", "knife-fight", &options, 400, |game, requested, session| {
            Ok(play(&Tournament::new(game, requested, &matchups::Options::default())?, session))
        });
    equal.name = "matchups of equal bots: cyclic_p, fit_p, or a score (400 games)".into();
    nulls.push(Null {
        case: equal,
        is_alarm: |tables| {
            let table = &tables[0];
            let is_uneven = |row: &Vec<_>| {
                table.number(row, "score_low").is_some_and(|low| low > 0.5)
                    || table.number(row, "score_high").is_some_and(|high| high < 0.5)
            };
            has_low(tables, "value", |row| row.ends_with("-p")) || table.rows.iter().any(is_uneven)
        },
    });
    let mut decks = Vec::new();
    for (two, ten) in [(4, 0), (2, 2), (0, 4)] {
        let path = folder.join(format!("two-{two}.toml"));
        let deck = |side| format!("[deck.{side}]\ntwo = {two}\nten = {ten}\n");
        std::fs::write(&path, format!("game = 'knife-fight'\n{}{}", deck("black"), deck("red")))?;
        decks.push(path.display().to_string());
    }
    for (what, is_alarm) in [
        (
            "cyclic_p",
            (|tables| has_low(tables, "value", |row| row.ends_with("/cyclic-p"))) as fn(&[Table]) -> bool,
        ),
        ("fit_p", |tables| has_low(tables, "value", |row| row.ends_with("/fit-p"))),
        ("score of the first pair", |tables| {
            let table = &tables[0];
            let end = |end| table.rows.first().and_then(|row| table.number(row, end)).unwrap_or(0.5);
            end("score_low") > 0.5 || end("score_high") < 0.5
        }),
    ] {
        let decks = decks.clone();
        let play = move |seed, games, session: &Session| {
            let options = matchups::Options { decks: decks.clone(), ..matchups::Options::default() };
            Ok(play(&Tournament::new("knife-fight", &plan_options(EQUAL, seed, games), &options)?, session))
        };
        let name = format!("matchups of equal decks, seats swapped: {what} (400 games)");
        nulls.push(Null { case: Case { name, games: 400, play: Box::new(play) }, is_alarm });
    }
    nulls.extend(nulls_of_changes(folder)?);
    Ok(nulls)
}

/// Further cases whose claims are held against long runs, and not their intervals.
fn claims(folder: &Path) -> Outcome<Vec<Case>> {
    let impact = |games| {
        case("impact", "knife-fight", "", games, |game, requested, session| {
            Ok(play(&Impact::new(game, requested, &impact::Options::default())?, session))
        })
    };
    let sensitivity = case("sensitivity", "knife-fight", "", 300, |game, requested, session| {
        let keys = vec!["rules.*".into(), "deck.black.*".into()];
        let options = sensitivity::Options { keys, ..sensitivity::Options::default() };
        Ok(play(&Sensitivity::new(game, requested, &options)?, session))
    });
    let bots = "bots:random,brawler,showboat,turtle,expert";
    let matchups = case("matchups", "taunt", bots, 60, |game, requested, session| {
        Ok(play(&Tournament::new(game, requested, &matchups::Options::default())?, session))
    });
    let uneven = "deck.red.joker=2 deck.red.two=0";
    let advise = |options| {
        case("advise", "knife-fight", options, 500, |game, requested, session| {
            let keys = vec!["rules.bleed-divisor".into()];
            let options = advise::Options { within: 0.06, keys, ..advise::Options::default() };
            Ok(play(&Advise::new(game, requested, &options)?, session))
        })
    };
    // Decks with few or many of a good card, and decks of which each beats another one, as dice with these numbers do.
    let variants = (0..5).flat_map(|n| {
        [("two", "ten"), ("three", "nine")].map(|(low, high)| format!("{low} = {n}\n{high} = {}\n", 4 - n))
    });
    let dice = [["three", "five", "ten"], ["two", "seven", "nine"], ["four", "six", "eight"]].map(|own| {
        let all = [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
            "king", "joker",
        ];
        all.map(|card| format!("{card} = {}\n", if own.contains(&card) { 6 } else { 0 })).concat()
    });
    let mut of_decks = Vec::new();
    for (what, decks, games) in [("variants", variants.collect::<Vec<_>>(), 100), ("dice", dice.into(), 200)]
    {
        let mut paths = Vec::new();
        for (nth, deck) in decks.iter().enumerate() {
            let path = folder.join(format!("{what}-{nth}.toml"));
            std::fs::write(&path, format!("game = 'knife-fight'\n[deck.black]\n{deck}[deck.red]\n{deck}"))?;
            paths.push(path.display().to_string());
        }
        let mut decks_of = case("matchups", "knife-fight", "", games, move |game, requested, session| {
            let options = matchups::Options { decks: paths.clone(), ..matchups::Options::default() };
            Ok(play(&Tournament::new(game, requested, &options)?, session))
        });
        decks_of.name = format!("matchups of {} {what} of decks ({games} games)", decks.len());
        of_decks.push(decks_of);
    }
    let run = |game, options: &str, games| {
        case("run", game, options, games, |game, requested, session| {
            Ok(play(&Run::of(Plan::new(game, requested)?), session))
        })
    };
    let runs = [("taunt", "", 300), ("fight", "players:4", 400), ("knife-fight", uneven, 400)];
    let runs = runs.into_iter().map(|(game, options, games)| run(game, options, games));
    let others = [impact(1000), impact(4000), sensitivity, matchups, advise(uneven), advise("")];
    Ok(others.into_iter().chain(of_decks).chain(runs).collect())
}

/// Whether a long run refutes a claim.
fn is_refuted(played: &Played, long: &Played) -> bool {
    let [short, long] = [played, long].map(|played| played.tables.iter().collect::<Vec<_>>());
    played.claims.iter().any(|claim| claim.is_refuted_by(&short, &long))
}

/// Calls a function with the result of every repeat, on all cores.
fn repeat(case: &Case, repeats: u64, each: impl Fn(&Played) + Sync) -> Outcome<()> {
    let (next, failed) = (AtomicU64::new(0), Mutex::new(None));
    let work = || -> Outcome<()> {
        let session = Session::new(Some(1))?;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed) + 1;
            if seed > repeats {
                return Ok(());
            }
            each(&(case.play)(seed, case.games, &session)?);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                if let (Err(error), Ok(mut failed)) = (work(), failed.lock()) {
                    *failed = Some(error);
                }
            });
        }
    });
    failed.into_inner().map_err(|error| error.to_string())?.map_or(Ok(()), Err)
}

/// How often intervals cover the figures of a long run, and in how many repeats it refutes a claim.
fn coverage(case: &Case, repeats: u64) -> Outcome<(Coverage, u64)> {
    let long = (case.play)(1 << 40, LONG * case.games, &Session::new(None)?)?;
    let coverage = Mutex::new(Coverage::of(&long.tables.iter().collect::<Vec<_>>()));
    let n_refuted = AtomicU64::new(0);
    repeat(case, repeats, |played| {
        if let Ok(mut coverage) = coverage.lock() {
            coverage.add(&played.tables.iter().collect::<Vec<_>>());
        }
        n_refuted.fetch_add(u64::from(is_refuted(played, &long)), Ordering::Relaxed);
    })?;
    Ok((coverage.into_inner().map_err(|error| error.to_string())?, n_refuted.into_inner()))
}

/// The fields of a line in `audit.csv`.
fn record(case: &str, line: &Line) -> [String; 11] {
    let Line { table, column, key, informative, n_figures, n_repeats, n_shown, n_covered, p_value, p_holm } =
        line;
    let numbers = [n_figures, n_repeats, n_shown, n_covered].map(u64::to_string);
    let [n_figures, n_repeats, n_shown, n_covered] = numbers;
    let key = if key.is_empty() { "all".into() } else { key.clone() };
    [
        case.into(),
        (*table).into(),
        (*column).into(),
        key,
        (*informative).into(),
        n_figures,
        n_repeats,
        n_shown,
        n_covered,
        format!("{p_value:.3e}"),
        format!("{p_holm:.3e}"),
    ]
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut repeats, mut wanted) = (REPEATS, String::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--repeats" => repeats = arguments.next().unwrap_or_default().parse()?,
            _ => wanted = argument,
        }
    }
    let began = Instant::now();
    let folder = tempfile::tempdir()?;
    let mut groups: Vec<(String, Line)> = Vec::new();
    let mut figures: Vec<(String, Line)> = Vec::new();
    // How often a test finds what is not there, and how often a long run refutes a claim.
    let mut alarms: Vec<(String, u64, f64)> = Vec::new();
    let mut count = |name: String, n: u64| -> Outcome<()> {
        let p = Binomial::new(CEILING, repeats)?.sf(n.saturating_sub(1));
        alarms.push((name, n, if n == 0 { 1.0 } else { p }));
        Ok(())
    };
    for case in cases().iter().filter(|case| format!("claims of {}", case.name).contains(&wanted)) {
        let (coverage, n_refuted) = coverage(case, repeats)?;
        count(format!("claims of {}", case.name), n_refuted)?;
        let named = |line| (case.name.clone(), line);
        groups.extend(coverage.by_group().into_iter().map(named));
        figures.extend(coverage.by_figure().into_iter().map(named));
        println!("{:6.0} s  {}", began.elapsed().as_secs_f64(), case.name);
    }
    // All lines are judged together.
    for lines in [&mut groups, &mut figures] {
        let p_holm = holm(&lines.iter().map(|(_, line)| line.p_value).collect::<Vec<_>>());
        lines.iter_mut().zip(p_holm).for_each(|((_, line), p)| line.p_holm = p);
    }
    let mut n_findings = 0;
    println!("\nCoverage of 95 % intervals, by figure and informative games ({repeats} repeats)");
    println!("* = below {:.0} % beyond the error of this audit (Holm, 5 %)\n", 100.0 * FLOOR);
    let mut last = "";
    for (case, line) in &groups {
        if case != last {
            println!("{case}");
            last = case;
        }
        let star = if line.p_holm < 0.05 { "*" } else { " " };
        n_findings += u64::from(line.p_holm < 0.05);
        let shown = 100.0 * line.n_shown as f64 / line.n_repeats as f64;
        let name = format!("{}/{}", line.table, line.column);
        println!(
            "  {star} {:5.1} %  {name:34} informative: {:13} {:5} figures, {shown:5.1} % with an interval",
            100.0 * line.coverage(),
            line.informative,
            line.n_figures,
        );
    }
    println!("\nSingle figures that do not cover (Holm over {} figures)\n", figures.len());
    for (case, line) in figures.iter().filter(|(_, line)| line.p_holm < 0.05) {
        n_findings += 1;
        let (covered, n) = (100.0 * line.coverage(), line.n_shown);
        println!("  {covered:5.1} % of {n}  {case}: {} {} ({})", line.key, line.column, line.informative);
    }
    println!("\nFalse alarms at 5 %, where there is nothing to find, and refuted claims\n");
    for Null { case, is_alarm } in
        nulls(folder.path())?.iter().filter(|null| null.case.name.contains(&wanted))
    {
        let n = AtomicU64::new(0);
        repeat(case, repeats, |played| {
            n.fetch_add(u64::from(is_alarm(&played.tables)), Ordering::Relaxed);
        })?;
        count(case.name.clone(), n.into_inner())?;
    }
    for case in
        claims(folder.path())?.iter().filter(|case| format!("claims of {}", case.name).contains(&wanted))
    {
        let long = (case.play)(1 << 40, LONG * case.games, &Session::new(None)?)?;
        let n = AtomicU64::new(0);
        repeat(case, repeats, |played| {
            n.fetch_add(u64::from(is_refuted(played, &long)), Ordering::Relaxed);
        })?;
        count(format!("claims of {}", case.name), n.into_inner())?;
    }
    let p_holm = holm(&alarms.iter().map(|(.., p)| *p).collect::<Vec<_>>());
    let mut csv =
        std::fs::create_dir_all("reports").and_then(|()| std::fs::File::create("reports/audit.csv"))?;
    let mut csv = csv::Writer::from_writer(&mut csv);
    let header =
        ["case", "table", "column", "key", "informative", "figures", "repeats", "intervals", "covered"];
    csv.write_record(header.into_iter().chain(["p_value", "p_holm"]))?;
    for (case, line) in groups.iter().chain(&figures) {
        csv.write_record(record(case, line))?;
    }
    for ((name, n, p), p_holm) in alarms.iter().zip(p_holm) {
        let star = if p_holm < 0.05 { "*" } else { " " };
        n_findings += u64::from(p_holm < 0.05);
        println!("  {star} {:5.1} %  {name}", 100.0 * *n as f64 / repeats as f64);
        let (n, repeats) = (n.to_string(), repeats.to_string());
        let (p, p_holm) = (format!("{p:.3e}"), format!("{p_holm:.3e}"));
        csv.write_record([name, "alarms", "", "", "", "", &repeats, "", &n, &p, &p_holm])?;
    }
    csv.flush()?;
    println!(
        "\n{n_findings} findings; every figure is in reports/audit.csv ({:.0} s)",
        began.elapsed().as_secs_f64()
    );
    if n_findings == 0 { Ok(()) } else { Err("some figures do not keep their error".into()) }
}
