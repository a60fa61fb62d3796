//! A tiny duel, solved exactly by backward induction. It has four moves and no TAUNT, and nothing is hidden between its turns. What
//! the best player wins who knows a bot is the figure that `undercard exploit` must not exceed: `tests/it/exploit.rs` has the same
//! config and the same figure.

use super::house;
use crate::bots::{Bot, Weighed, Weights};
use crate::games::conformance::{menu, status};
use crate::games::taunt::Taunt;
use crate::games::taunt::state::State;
use crate::model::{BotState, ChanceStreams, Game, JointMove, NoObserver, SHARE, Seat, Seed, Status};
use std::collections::HashMap;

/// The settings of the duel.
const TINY: [&str; 9] = [
    "setup.fighters=[\"tuggle\",\"tuggle\"]",
    "setup.start-position=\"near\"",
    "setup.max-turns=3",
    "rules.peril-limit=1",
    "characters.tuggle.moves=[\"block\",\"punch\",\"kick\",\"charge\"]",
    "characters.tuggle.block-tokens=2",
    "characters.tuggle.trouble-at=2",
    "characters.tuggle.danger-at=4",
    "characters.tuggle.critical-damage=7",
];

/// The best response to a bot.
struct Response<'g> {
    game: &'g Taunt,
    bot: &'g Bot,
    bot_state: BotState,
    /// What it wins from each state, for each of its seats.
    worths: HashMap<(usize, String), f64>,
}

impl<'g> Response<'g> {
    fn to(game: &'g Taunt, bot: &'g Bot) -> Self {
        Self {
            game,
            bot,
            bot_state: bot.new_state(Seed::new(0).game(0).bot(0), game.feature_list().len()),
            worths: HashMap::new(),
        }
    }

    /// The share of the win that the best player in a seat expects.
    fn worth(&mut self, seat: Seat, state: &State) -> f64 {
        let asked = match status(self.game, state) {
            Status::Over(outcome) => return f64::from(outcome.utility(seat, 2)) / f64::from(SHARE),
            Status::Choose(asked) => asked,
        };
        let key = (seat.index(), format!("{state:?}"));
        if let Some(known) = self.worths.get(&key) {
            return *known;
        }
        let (game, foe) = (self.game, Seat::new(1 - seat.index()));
        let of = |seat: Seat| if asked.has(seat) { menu(game, state, seat) } else { Vec::new() };
        let (own, foes) = (of(seat), of(foe));
        let shares = match foes.len() {
            0 | 1 => vec![1.0; foes.len()],
            _ => {
                let (view, mut shares) = (game.view(state, foe), Vec::new());
                assert!(self.bot.probabilities(game, &view, &foes, &mut self.bot_state, &mut shares));
                shares
            }
        };
        let choices =
            |menu: &[_]| if menu.is_empty() { vec![None] } else { menu.iter().copied().map(Some).collect() };
        let replies: Vec<_> = choices(&foes).into_iter().zip(shares.into_iter().chain([1.0])).collect();
        let best = choices(&own).into_iter().map(|mv| {
            let mut worth = 0.0;
            for (reply, share) in &replies {
                let mut joint = JointMove::default();
                mv.into_iter().for_each(|mv| joint.set(seat, mv));
                reply.iter().for_each(|mv| joint.set(foe, *mv));
                worth += share * self.worth(seat, &after(game, state, joint));
            }
            worth
        });
        let worth = best.fold(0.0, f64::max);
        self.worths.insert(key, worth);
        worth
    }
}

/// The state after these moves. No chance has a part in it.
fn after(game: &Taunt, state: &State, moves: JointMove<<Taunt as Game>::Move>) -> State {
    let play = |chance: &mut ChanceStreams| {
        let mut after = state.clone();
        game.play(&mut after, &mut moves.clone(), chance, &mut NoObserver);
        after
    };
    let after = play(&mut ChanceStreams::stacked());
    assert_eq!(after, play(&mut Seed::new(3).game(5).chance(Taunt::INFO.chance.len())));
    after
}

/// What the best player wins against a bot, as the mean of both seats.
fn exploited(game: &Taunt, bot: &Bot) -> f64 {
    let state = game.new_game(&mut ChanceStreams::stacked(), &mut NoObserver);
    let mut response = Response::to(game, bot);
    let both = [0, 1].map(|seat| response.worth(Seat::new(seat), &state));
    f64::midpoint(both[0], both[1])
}

#[test]
fn the_best_response_to_a_bot_in_a_tiny_duel_is_known_exactly() {
    let game = house(&TINY).unwrap_or_else(|faults| panic!("{faults}"));
    let damage = game.feature_list().iter().position(|feature| feature.name == "damage-dealt");
    let weights = vec![(Weighed::always(damage.expect("a feature")), 0.5)];
    let hits = Bot::Weights(Weights { weights, temperature: 1.0, ..Weights::default() });
    for (bot, exact) in [(Bot::Random, 0.722_656), (hits, 0.837_999)] {
        let found = exploited(&game, &bot);
        assert!((found - exact).abs() < 1e-6, "{bot:?}: {found}");
    }
}
