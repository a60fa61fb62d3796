//! `luck`, end to end: replicates have the same deal with fresh randomness for the bots, and the figures agree
//! with the games.

use super::program::{answer, folder, table_of, warnings, with_file};
use undercard::config::{Plan, PlanOptions};
use undercard::games::Catalogue;
use undercard::model::{OPENING, Outcome, Seat, Seats};

fn plan(game: &str, bot: &str) -> Plan {
    Plan::new(game, &PlanOptions { bots: vec![bot.into()], ..PlanOptions::default() }).expect("a plan")
}

#[test]
fn a_replicate_has_the_same_deal_and_other_bot_choices() {
    for listed in Catalogue::printed().iter() {
        let mut simulation = plan(listed.id, "random").simulation();
        let is_dealt = simulation.schema().deals_opening;
        let mut played = |times: u64| {
            simulation.set_replicate(times);
            let (mut worker, mut lots, mut outcomes) = (simulation.worker(), Vec::new(), Vec::new());
            worker.show(0..300, &mut |_, result| {
                lots.push(format!("{:?}", result.keys));
                outcomes.push((result.outcome, result.length, result.decisions));
            });
            worker.play(0..300);
            let (tally, schema) = (worker.finish(), simulation.schema());
            let opening = schema.events.iter().position(|event| *event == OPENING);
            let n_cards = schema.cards.len();
            let dealt = opening.map(|event| {
                let rows = &tally.impact.rows[event * n_cards..(event + 1) * n_cards];
                rows.iter().map(|row| (row.a, row.occurrences)).collect::<Vec<_>>()
            });
            (lots, dealt, outcomes)
        };
        let [first, second, third] = [0, 1, 2].map(&mut played);
        assert!(first.0 == second.0 && second.0 == third.0, "{}: who is drawn by lot", listed.id);
        assert!(!is_dealt || first.1 == second.1 && second.1 == third.1, "{}: opening hands", listed.id);
        assert!(first.2 != second.2 && second.2 != third.2 && first.2 != third.2, "{}", listed.id);
        assert_eq!(first, played(0), "{}: the first time again", listed.id);
    }
}

/// The deal's share from its definition, in floating point, from the games themselves.
fn by_hand(game: &str, bot: &str, deals: u64, times: u64) -> f64 {
    let mut scores: Vec<Vec<f64>> = vec![Vec::new(); usize::try_from(deals).expect("few")];
    for nth in 0..times {
        let mut simulation = plan(game, bot).simulation();
        simulation.set_replicate(nth);
        let even = 1.0 / simulation.players() as f64;
        let score = |outcome: Outcome| match outcome.winners().len() {
            0 => even,
            winners => f64::from(u8::from(outcome.winners().has(Seat::FIRST))) / winners as f64,
        };
        let mut game_seed = scores.iter_mut();
        let mut note = |_, result: &undercard::stats::tally::GameRecord<'_>| {
            game_seed.next().expect("a deal").push(score(result.outcome));
        };
        simulation.worker().show(0..deals, &mut note);
    }
    let (n, r) = (deals as f64, times as f64);
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    let means: Vec<f64> = scores.iter().map(|game_seed| mean(game_seed)).collect();
    let all = mean(&means);
    let between = r * means.iter().map(|game_seed| (game_seed - all).powi(2)).sum::<f64>() / (n - 1.0);
    let within = scores
        .iter()
        .zip(&means)
        .flat_map(|(game_seed, mean)| game_seed.iter().map(move |s| (s - mean).powi(2)));
    let within = within.sum::<f64>() / (n * (r - 1.0));
    (between - within) / (between + (r - 1.0) * within)
}

#[test]
fn deal_shares_match_the_games() {
    for (game, bot, players) in [("knife-fight", "random", 2), ("fight", "collector", 4)] {
        let folder = folder();
        let args = ["luck", game, "--bots", bot, "--games", "3000", "--times", "3", "--format", "json"];
        let (code, json, stderr) = answer(folder.path(), &args);
        assert_eq!((code, warnings(&stderr)), (0, ""), "{json}");
        let (_, rows) = table_of(&json, "luck");
        assert_eq!(rows.len(), 1 + players);
        assert!(rows.iter().all(|row| row[2] == *bot && row[4] == "1000" && row[5] == "3"));
        let first = rows.iter().find(|row| row[3] == "0").expect("seat 0");
        let [share, low, high] = [7, 8, 9].map(|place| first[place].parse::<f64>().expect("a share"));
        assert!((share - by_hand(game, bot, 1000, 3)).abs() < 1e-6, "{first:?}");
        assert!(low < share && share < high && first[10] == "jackknife", "{first:?}");
    }
}

/// Without choices, only the deal is random. The same holds for bots that choose without randomness.
#[test]
fn deterministic_bots_leave_everything_to_the_deal() {
    let sure = "game = 'knife-fight'\nbelieves = 'the same cards in every deal'\n[weights]\ndamage-dealt = 0.4\ndamage-taken = -1\n";
    with_file("sure.toml", sure, |folder| {
        let args =
            ["luck", "knife-fight", "--bots", "sure.toml,random", "--games", "2000", "--format", "csv"];
        let (code, csv, stderr) = answer(folder, &args);
        assert_eq!((code, warnings(&stderr)), (0, ""));
        let share = |bot: &str| {
            let row = csv.lines().find(|line| line.contains(&format!(",{bot},all,"))).expect("a row");
            row.split(',').nth(4).expect("a share").parse::<f64>().expect("a share")
        };
        assert!(share("sure") > 0.9 && share("random") < 0.4, "{csv}");
    });
}

/// With each bot in place of the first of the strongest, as many deals end differently as in the games themselves; and the parts
/// of what decides add up.
#[test]
fn replaced_players_and_the_parts_match_the_games() {
    let folder = folder();
    let args =
        ["luck", "knife-fight", "--bots", "random,cutter,expert", "--games", "1200", "--format", "json"];
    let (code, json, stderr) = answer(folder.path(), &args);
    assert_eq!((code, warnings(&stderr)), (0, ""), "{json}");
    let (header, rows) = table_of(&json, "luck_replaced");
    let column = |name: &str| header.iter().position(|known| known == name).expect("a column");
    let outcomes = |first: &str, time: u64| {
        let mut simulation = plan("knife-fight", "expert").simulation();
        simulation.seat(Seats::only(Seat::FIRST), &plan("knife-fight", first).bots[0].bot);
        simulation.set_replicate(time);
        let mut winners = Vec::new();
        simulation.worker().show(0..400, &mut |_, result| winners.push(result.outcome.winners()));
        winners
    };
    let before = outcomes("expert", 0);
    for (by, time) in [("random", 0), ("cutter", 0), ("expert", 1)] {
        let row = rows.iter().find(|row| row[column("replaced_by")] == *by).expect("a row");
        let after = outcomes(by, time);
        let different = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        let of = ["bot", "deals", "different"].map(|name| row[column(name)].as_str());
        assert_eq!(of, ["expert", "400", &different.to_string()], "{by}");
    }
    let (header, rows) = table_of(&json, "luck_parts");
    let share = header.iter().position(|known| known == "share").expect("a column");
    let sum: f64 = rows.iter().map(|row| row[share].parse::<f64>().expect("a share")).sum();
    assert!(rows.len() == 4 && (sum - 1.0).abs() < 1e-5, "{json}");
}
