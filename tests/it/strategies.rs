//! Shipped strategies and searches beat random players in every game, and games between equal strategies end.

use undercard::config::strategy::parse;
use undercard::config::{Plan, PlanOptions, shipped};
use undercard::experiments::Experiment;
use undercard::experiments::train::{self, Training};
use undercard::games::Catalogue;
use undercard::model::{Outcome, SHARE, Seat, Seats};
use undercard::stats::choice::{Basis, Kind};
use undercard::stats::ratio_sums::RateMethod;
use undercard::stats::tally::Tally;
use undercard::stats::{Level, Sums, wilson};

/// Line-ups by game: players, settings, the share of the wins that the lower 95 % end of a strategy must
/// exceed, and the required number of games in each seat.
const LINEUPS: [(&str, u32, &[&str], f64, u64); 8] = [
    ("taunt", 2, &[], 0.55, 1000),
    ("taunt", 2, &["setup.mode=monsters"], 1.0 / 2.0, 800),
    ("taunt", 4, &["setup.mode=free-for-all"], 1.0 / 4.0, 6000),
    ("taunt", 4, &["setup.mode=last-standing"], 1.0 / 4.0, 500),
    ("taunt", 4, &["setup.mode=team"], 1.0 / 4.0, 500),
    ("stupid-fight", 2, &[], 1.1 / 2.0, 800),
    ("stupid-fight", 4, &[], 1.1 / 4.0, 800),
    ("stupid-fight", 6, &[], 1.1 / 6.0, 1500),
];

/// The plan of these bots, one for all seats or one per seat.
fn plan(id: &str, bots: Vec<String>, players: Option<u32>, set: &[&str]) -> Plan {
    let asked = PlanOptions {
        players: players.map(Into::into),
        bots,
        set: set.iter().map(ToString::to_string).collect(),
        ..PlanOptions::default()
    };
    Plan::new(id, &asked).expect("a plan")
}

/// Plays games of these bots.
fn play(id: &str, bots: Vec<String>, players: Option<u32>, set: &[&str], games: u64) -> Tally {
    let simulation = plan(id, bots, players, set).simulation();
    let mut worker = simulation.worker();
    worker.play(0..games);
    worker.finish()
}

/// The strategy's share of the win against `random` players, one seat after another.
fn shares(id: &str, strategy: &str, players: u32, set: &[&str], games: u64) -> Sums {
    let mut sums = Sums::default();
    for seat in 0..players as usize {
        let bots = (0..players as usize).map(|other| if other == seat { strategy } else { "random" });
        let bots = bots.map(ToString::to_string).collect();
        sums.merge(&play(id, bots, Some(players), set, games).seated(Seats::only(Seat::new(seat))));
    }
    sums
}

/// The lower end of a share of the win.
fn lowest(sums: &Sums, level: Level) -> f64 {
    let basis = Basis { level, rate: RateMethod::Wilson, fixed: true, planned: sums.n };
    let kind = Kind::Wins { informative: sums.informative_share(SHARE) };
    kind.estimate(sums, SHARE, basis).interval.expect("an interval").low
}

/// The lower 95 % end of a bot's share of the win against `random` players.
fn low(id: &str, bot: &str, players: u32, set: &[&str], games: u64) -> f64 {
    let level = Level::new(0.95).expect("a level");
    lowest(&shares(id, bot, players, set, games), level)
}

/// The strength of a search with few rollouts, by game: players, the share of the wins that its lower 95 %
/// end must exceed, and games in each seat. A game without an entry plays its printed line-up and must exceed
/// an even share in 24 games.
const SEARCHES: [(&str, u32, f64, u64); 7] = [
    ("knife-fight", 2, 0.5, 500),
    ("stabby-jack", 2, 0.6, 30),
    ("fight", 2, 0.7, 60),
    ("fight", 4, 0.4, 40),
    ("taunt", 2, 0.7, 40),
    ("stupid-fight", 2, 0.7, 40),
    ("stupid-fight", 4, 0.35, 40),
];

/// Few rollouts and few games suffice: search wins 65 % in Knife Fight, and more than 90 % in the others.
#[test]
#[ignore = "plays for long; `just check` runs it"]
fn search_beats_random_players_in_every_game() {
    for game in Catalogue::printed().iter() {
        let mut rows: Vec<_> = SEARCHES.into_iter().filter(|(id, ..)| *id == game.id).collect();
        if rows.is_empty() {
            let players = Plan::new(game.id, &PlanOptions::default()).expect("printed rules").players();
            let players = u32::try_from(players).expect("a few");
            rows.push((game.id, players, 1.0 / f64::from(players), 24));
        }
        for (id, players, bar, games) in rows {
            let low = low(id, "search:32", players, &[], games);
            assert!(low > bar, "{id}, {players} players: expected more than {bar:.4}, found {low:.4}");
        }
    }
}

/// The line-ups of a registered game.
fn lineups(id: &str) -> impl Iterator<Item = (u32, &'static [&'static str], f64, u64)> {
    let of_game = LINEUPS.into_iter().filter(move |(game, ..)| *game == id);
    of_game.map(|(_, players, set, bar, games)| (players, set, bar, games))
}

fn strategies(id: &str) -> impl Iterator<Item = String> {
    let game = Catalogue::printed().find(id).expect("a game");
    shipped::strategies(&game).into_iter().map(|(file, _)| file.trim_end_matches(".toml").to_owned())
}

/// Every shipped strategy plays against random players in every seat of the printed game. It must win
/// significantly more than an even share.
#[test]
fn every_shipped_strategy_beats_random_players() {
    for game in Catalogue::printed().iter() {
        for (file, _) in shipped::strategies(&game) {
            let strategy = file.trim_end_matches(".toml");
            let players = Plan::new(game.id, &PlanOptions::default()).expect("printed rules").players();
            let players = u32::try_from(players).expect("a few");
            let sums = shares(game.id, strategy, players, &[], 400);
            let level = Level::new(0.9999).expect("a level");
            let low = lowest(&sums, level);
            let even = 1.0 / f64::from(players);
            assert!(
                low > even,
                "{}: {strategy} against random players: expected a share of the wins above {even:.3}, found a \
                 lower 99.99 % end of {low:.3}",
                game.id
            );
        }
    }
}

/// A strategy in one seat against `random` players: the seat's share of the win, and the other seats'.
fn shares_in(id: &str, strategy: &str, (seat, players): (usize, usize), games: u64) -> [Sums; 2] {
    let mut bots = vec!["random".to_owned(); players];
    bots[seat] = strategy.to_owned();
    let tally = play(id, bots, u32::try_from(players).ok(), &[], games);
    let own = Seats::only(Seat::new(seat));
    [own, Seats::first(players).minus(own)].map(|seats| tally.seated(seats))
}

/// Wilson's lower 95 % end of a share of these wins, in parts.
fn wilson_low(won: i128, all: i128) -> f64 {
    let [won, all] = [won, all].map(|parts| u64::try_from(parts).expect("a sum") / u64::from(SHARE));
    wilson(won, all, Level::new(0.95).expect("a level")).expect("games").low
}

#[test]
fn every_shipped_strategy_of_knife_fight_beats_random_play_in_both_seats() {
    let names: Vec<String> = strategies("knife-fight").collect();
    assert_eq!(names, ["cutter", "expert", "hoarder", "medic"]);
    for name in names {
        for seat in [0, 1] {
            let [own, other] = shares_in("knife-fight", &name, (seat, 2), 5000);
            let low = wilson_low(own.x, own.x + other.x);
            assert!(low > 0.55, "{name} in seat {seat}: {low:.3}");
        }
    }
}

#[test]
fn every_archetype_of_stabby_jack_beats_random_players_clearly() {
    for strategy in ["balanced", "hunter", "scholar", "thief"] {
        for (players, games) in [(2, 300), (4, 100), (8, 30)] {
            let [own, _] = shares_in("stabby-jack", strategy, (0, players), games);
            let low = wilson_low(own.x, i128::from(games) * i128::from(SHARE));
            assert!(low > 1.1 / players as f64, "{strategy}, {players} players: {low}");
        }
    }
}

#[test]
fn every_archetype_of_fight_beats_random_players_at_every_number_of_players() {
    for archetype in ["hunter", "collector", "spoiler"] {
        for players in 2..=5 {
            let low = low("fight", archetype, players, &[], 400);
            let bar = 1.1 / f64::from(players);
            assert!(low > bar, "{archetype} with {players} players: {low:.3}, bar {bar:.3}");
        }
    }
}

#[test]
#[ignore = "plays for long; `just check` runs it"]
fn every_shipped_strategy_beats_random_players_in_further_lineups() {
    for id in Catalogue::printed().ids() {
        for (players, set, bar, games) in lineups(id) {
            let default = plan(id, Vec::new(), Some(players), set).bots()[0].name.clone();
            // An expert plays where it is the default.
            let general = |strategy: &String| !strategy.starts_with("expert") || *strategy == default;
            for strategy in strategies(id).filter(general) {
                let low = low(id, &strategy, players, set, games);
                assert!(
                    low > bar,
                    "{id} {set:?}, {players} players, {strategy}: expected more than {bar:.4}, found {low:.4}"
                );
            }
        }
    }
}

#[test]
fn games_between_equal_strategies_end() {
    for id in Catalogue::printed().ids() {
        let further = lineups(id).map(|(players, set, ..)| (Some(players), set));
        for (players, set) in std::iter::once((None, &[][..])).chain(further) {
            // Each expert is the default in its modes and with its numbers of players.
            let general = strategies(id).filter(|strategy| !strategy.starts_with("expert"));
            for bots in general.map(|strategy| vec![strategy]).chain([Vec::new()]) {
                let tally = play(id, bots.clone(), players, set, 200);
                let stalemates: u64 = tally.endings[Outcome::Stalemate.kind()].iter().sum();
                assert!(
                    stalemates <= 40,
                    "{id} {set:?}, {bots:?}: expected at most 40 stalemates in 200 games, found {stalemates}"
                );
            }
        }
    }
}

/// Every trained strategy states its command. The rules and opponents of the command are still those of its training, so
/// that the command gives the same strategy (`tests/experts.sh` trains all of them again).
#[test]
fn every_expert_states_the_command_that_trains_it() {
    let mut n_experts = 0;
    for game in Catalogue::printed().iter() {
        for (file, text) in
            shipped::strategies(&game).into_iter().filter(|(file, _)| file.starts_with("expert"))
        {
            let strategy = parse(text, &file, &game).unwrap_or_else(|errors| panic!("{errors}"));
            let trained = strategy.trained.expect("a trained strategy");
            let words: Vec<&str> = trained.command.split(' ').collect();
            let of = |option: &str| {
                let value = words.windows(2).find(|two| two[0] == option).expect("an option")[1];
                value.split(',').map(ToString::to_string).collect::<Vec<_>>()
            };
            let plan_options = PlanOptions {
                bots: of("--against"),
                games: of("--games")[0].parse().ok(),
                seed: of("--seed")[0].parse().ok(),
                set: words.windows(2).filter(|two| two[0] == "--set").map(|two| two[1].to_owned()).collect(),
                ..PlanOptions::default()
            };
            let options = train::Options { from: of("--from").remove(0), ..train::Options::default() };
            let training = Training::new(words[2], &plan_options, &options).expect("a training");
            let plan = training.plans()[0];
            assert_eq!(trained.rules_digest, plan.rules_digest(), "{} {file}", game.id);
            assert!(text.contains(&format!("Games digest {}.", plan.digest())), "{} {file}", game.id);
            n_experts += 1;
        }
    }
    assert!(n_experts >= Catalogue::printed().iter().len(), "{n_experts} experts");
}

/// The default players are the experts for the mode and the number of players.
#[test]
fn the_default_players_are_experts() {
    for (game, set, expert) in [
        ("knife-fight", "setup.hand-size=5", "expert"),
        ("stabby-jack", "setup.players=2", "expert"),
        ("stabby-jack", "setup.players=5", "expert-3"),
        ("stupid-fight", "setup.players=4", "expert-3"),
        ("taunt", "setup.mode=duel", "expert"),
        ("taunt", "setup.mode=monsters", "expert-monsters"),
        ("taunt", "setup.mode=free-for-all", "expert-free-for-all"),
    ] {
        let plan = Plan::new(game, &PlanOptions { set: vec![set.into()], ..PlanOptions::default() });
        let plan = plan.unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(
            (plan.bots()[0].name.as_str(), plan.bots().len()),
            (expert, plan.players()),
            "{game} {set}"
        );
    }
    let two = Plan::new("stabby-jack", &PlanOptions::default()).expect("a plan");
    assert_eq!(two.with(&["setup.players=6".into()], "--vary").expect("a plan").bots()[0].name, "expert-3");
}

#[test]
fn every_command_warns_of_bots_that_were_trained_on_other_rules() {
    let folder = super::program::folder();
    let warned = |args: &[&str], warning: &str| {
        let all = [args, &["--games", "20", "--out", args[0], "--force"]].concat();
        let (_, text, stderr) = super::program::answer(folder.path(), &all);
        let stderr = super::program::unwrapped(&stderr);
        assert_eq!(stderr.matches(warning).count(), 1, "{args:?} {text}{stderr}");
    };
    let other = ["--set", "cards.ten.damage=9"];
    let bots = ["matchups", "knife-fight", "--bots", "expert,random"];
    warned(&[&bots[..], &other].concat(), "knife-fight: expert was trained on other rules");
    warned(&["compare", "knife-fight", "--set-b", other[1]], "(default, trained on other rules than B's)");
    let compare = ["compare", "knife-fight", "--bots", "expert", "--set-b", other[1]];
    warned(&compare, "knife-fight: expert was trained on other rules");
    let players = ["sweep", "fight", "--bots", "expert", "--vary", "setup.players=2..4"];
    warned(&players, "expert was trained with another setup in 2 of 3 combinations");
    // Players, modes and characters are choices among the printed rules.
    let brawl = ["run", "taunt", "--bots", "expert", "--set", "setup.mode=free-for-all"];
    warned(&brawl, "taunt: expert was trained with another setup");
    for choice in ["setup.fighters=[\"tuggle\"]", "setup.mode=monsters"] {
        let args = ["run", "taunt", "--set", choice, "--games", "20", "--out", "choice"];
        let (code, text, stderr) = super::program::answer(folder.path(), &args);
        assert!(
            code == 0 && !stderr.contains("other rules") && !stderr.contains("changed"),
            "{text}{stderr}"
        );
    }
    let sweep = ["sweep", "knife-fight", "--bots", "expert", "--vary", "cards.ten.damage=9,10,11"];
    warned(&sweep, "expert was trained on other rules in 2 of 3 combinations");
    let target = "targets.outcomes/draw={ max = 0.99, bots = [\"expert\"] }";
    let check = ["check", "knife-fight", "--bots", "random", "--set", target, other[0], other[1]];
    warned(&check, "knife-fight: expert was trained on other rules");
}
