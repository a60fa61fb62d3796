//! The shipped strategies beat random play.

use super::super::KnifeFight;
use super::house;
use crate::bots::Bot;
use crate::config::{ArgSource, bots, shipped};
use crate::games;
use crate::model::{BySeat, Game, NoObserver, Seat, Seed};
use crate::simulation::runner::GameRunner;

/// Lower end of Wilson's 95 % interval (Wilson 1927).
fn wilson_low(wins: u32, games: u32) -> f64 {
    let (p, n, z) = (f64::from(wins) / f64::from(games), f64::from(games), 1.96_f64);
    let middle = p + z * z / (2.0 * n);
    (middle - z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt()) / (1.0 + z * z / n)
}

fn low_end_against_random(game: &KnifeFight, bot: &Bot, seat: Seat) -> f64 {
    let bots = BySeat::from_fn(|other| if other == seat { bot.clone() } else { Bot::Random });
    let mut table = GameRunner::new(game, 2, &bots);
    let (mut wins, mut losses) = (0, 0);
    for game_idx in 0..20_000 {
        let winners = table.play(Seed::new(61).game(game_idx), &mut NoObserver).1.winners();
        wins += u32::from(winners.has(seat));
        losses += u32::from(winners.has(seat.foe()));
    }
    wilson_low(wins, wins + losses)
}

#[test]
fn every_shipped_strategy_beats_random_play_in_both_seats() {
    let game = house("");
    let listed = games::find(KnifeFight::INFO.id).expect("a game");
    let names: Vec<String> =
        shipped::strategies(KnifeFight::INFO.id).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["cutter.toml", "expert.toml", "hoarder.toml", "medic.toml"]);
    for name in names {
        let bot = bots::find(name.trim_end_matches(".toml"), listed, &ArgSource::by("test"));
        let bot = bot.expect("a bot").bot;
        for seat in [Seat::FIRST, Seat::SECOND] {
            let low = low_end_against_random(&game, &bot, seat);
            assert!(low > 0.55, "{name} in {seat:?}: {low:.3}");
        }
    }
}
