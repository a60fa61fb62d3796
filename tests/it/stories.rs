//! Stories of games with the chances of the players.

use undercard::config::{Plan, PlanOptions, all_games};

/// The chances after a decision, of each player in order, in percent.
fn percents(line: &str) -> Vec<u64> {
    let words: Vec<&str> = line.split([' ', ',', ']']).collect();
    words.windows(2).filter(|two| two[1] == "%").map(|two| two[0].parse().expect("a number")).collect()
}

#[test]
fn chances_leave_the_game_as_it_is_and_favour_its_winner_in_the_end() {
    for game in all_games() {
        let bots = vec!["random".to_owned()];
        let plan = Plan::new(game.id, &PlanOptions { bots, ..PlanOptions::default() }).expect("a plan");
        let simulation = plan.simulation();
        let (mut of_winners, mut n_won) = (0, 0);
        for game_idx in 0..8 {
            let mut story = String::new();
            simulation.write_story(game_idx, 8, &mut story).expect("a string");
            let is_chances = |line: &&str| line.contains("[chances, as seat ");
            let rest: String =
                story.lines().filter(|line| !is_chances(line)).map(|line| format!("{line}\n")).collect();
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
