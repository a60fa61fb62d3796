//! Random rules, and whole games by random choices.

use super::super::{Event, KnifeFight, State};
use super::tree_of;
use crate::games::check;
use crate::games::conformance::{mixed, play_on};
use crate::model::settings::Setting;
use crate::model::{ChanceStreams, Game, Observer, Outcome, RngStream, Seat};

/// All settings of the game, with their allowed values.
pub(super) fn all_settings() -> Vec<Setting> {
    check::<KnifeFight>(&tree_of("")).expect("printed rules").1
}

/// Random settings, far from the printed ones, with small decks that end soon.
pub(super) fn random_rules(luck: &mut RngStream) -> KnifeFight {
    let number = |path: &str, luck: &mut RngStream| {
        Some(match path {
            _ if path.starts_with("deck") => luck.below(4),
            _ if path.starts_with("cards") => luck.below(13),
            "rules.max-rounds" => 1 + luck.below(60),
            _ => 1 + luck.below(8),
        })
    };
    // A hand may be larger than its deck. Such rules are rejected, and new ones are drawn.
    check(&mixed(KnifeFight::INFO.id, &tree_of(""), luck, number)).expect("rules that were not refused").0
}

/// Plays a whole game with random choices. Calls `look` at every decision and at the end.
pub(super) fn play_out<W: Observer<Event>>(
    game: &KnifeFight,
    chance: &mut ChanceStreams,
    rngs: &mut [RngStream; 2],
    observer: &mut W,
    mut look: impl FnMut(&State, &mut W),
) -> (State, Outcome) {
    let state = game.new_game(chance, observer);
    let pick = |seat: Seat, n_moves| rngs[seat.index()].below(n_moves);
    play_on(game, state, chance, pick, observer, |state, _, observer| look(state, observer))
}
