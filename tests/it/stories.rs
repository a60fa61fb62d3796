//! Stories of games with the chances of the players.

use super::program::{answer, folder};
use undercard::config::{Catalogue, Plan, PlanOptions};
use undercard::stats::chance::percent;

/// The chances after a decision, of each player in order, in percent. No chance is certain.
fn percents(line: &str) -> Vec<u64> {
    let (_, chances) = line.trim_end_matches(']').split_once(" knows: ").expect("chances");
    let percent = |chance: &str| {
        let words = chance.splitn(3, ' ').nth(2).expect("a chance");
        assert!(words.starts_with(['<', '>']) || words.contains(" ± ") && words.ends_with(" %"), "{line}");
        percent(words).expect("a number")
    };
    chances.split(", ").map(percent).collect()
}

#[test]
fn chances_leave_the_game_as_it_is_and_favour_its_winner_in_the_end() {
    for game in Catalogue::printed().iter() {
        let bots = vec!["random".to_owned()];
        let plan = Plan::new(game.id, &PlanOptions { bots, ..PlanOptions::default() }).expect("a plan");
        let simulation = plan.simulation();
        let (mut of_winners, mut n_won) = (0, 0);
        for game_idx in 0..8 {
            let mut story = String::new();
            simulation.write_judged(game_idx, 8, &mut |_| (), &mut story).expect("a string");
            let is_chances = |line: &&str| line.contains("[chances, as seat ");
            let is_added = |line: &&str| line.starts_with("    [") && !line.starts_with("    [seat ");
            let rest: String =
                story.lines().filter(|line| !is_added(line)).map(|line| format!("{line}\n")).collect();
            assert_eq!(rest, simulation.story(game_idx), "{}", game.id);
            let chances: Vec<Vec<u64>> = story.lines().filter(is_chances).map(percents).collect();
            for percents in &chances {
                let total: u64 = percents.iter().sum();
                assert!(percents.len() == plan.players() && total <= 100 + 3, "{}: {percents:?}", game.id);
            }
            let mut winners = Vec::new();
            simulation.worker().show(game_idx..game_idx + 1, &mut |_, record| {
                winners = record.outcome.winners().into_iter().collect();
            });
            if let ([winner], Some(last)) = (&winners[..], chances.last()) {
                of_winners += last[winner.index()];
                n_won += 1;
            }
        }
        let even = 100 / plan.players() as u64;
        assert!(n_won > 1 && of_winners > n_won * even, "{}: {of_winners} in {n_won} games", game.id);
    }
}

/// With as many characters as players, each of whom plays one of them.
#[test]
fn names_in_a_story_agree_with_the_tallies() {
    let all = ["tuggle", "wollypobber", "mooshmere", "teabot", "tremble"];
    let folder = folder();
    for nth in 0..3 {
        let fighters: Vec<&str> = (0..5).map(|seat| all[(2 * seat + nth) % 5]).collect();
        let set = format!("setup.fighters={fighters:?}");
        let rules = ["taunt", "--players", "5", "--set", "setup.mode=last-standing", "--set", &set];
        let rules = [&rules[..], &["--bots", "random"]].concat();
        let (code, story, stderr) = answer(folder.path(), &[&["replay"], &rules[..]].concat());
        assert_eq!(code, 0, "{stderr}");
        let story = story.to_lowercase();
        for (seat, fighter) in (1..).zip(&fighters) {
            let plays = format!("player {seat} plays {fighter}.");
            assert!(story.contains(&plays), "{plays}\n{story}");
        }
        let run = [&["run"], &rules[..], &["--games", "1", "--out", "won"]].concat();
        assert_eq!(answer(folder.path(), &run).0, 0);
        let csv = std::fs::read_to_string(folder.path().join("won/run/win_rates.csv")).expect("a report");
        let won = |fighter: &&str| csv.contains(&format!(",character,{fighter},1.000000,"));
        let seat = 1 + fighters.iter().position(won).expect("a winner");
        assert!(story.ends_with(&format!("player {seat} wins.\n")), "player {seat} wins\n{story}");
    }
}
