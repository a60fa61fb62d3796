//! Random rules, and whole games by random choices.

use super::super::{Event, KnifeFight, State};
use super::tree_of;
use crate::games::check;
use crate::games::laws::{mixed, play_on};
use crate::model::settings::Setting;
use crate::model::{Dice, Game, Outcome, Seat, Stream, Watch};

/// Every setting of the game, with what it may be.
pub(super) fn all_settings() -> Vec<Setting> {
    check::<KnifeFight>(&tree_of("")).expect("printed rules").1
}

/// Random settings, far from the printed ones, with small decks that end soon.
pub(super) fn random_rules(luck: &mut Stream) -> KnifeFight {
    let number = |path: &str, luck: &mut Stream| {
        Some(match path {
            _ if path.starts_with("deck") => luck.below(4),
            _ if path.starts_with("cards") => luck.below(13),
            "rules.max-rounds" => 1 + luck.below(60),
            _ => 1 + luck.below(8),
        })
    };
    // A hand may turn out larger than its deck: those rules are refused, and others drawn.
    check(&mixed(KnifeFight::ID, &tree_of(""), luck, number)).expect("rules that were not refused").0
}

/// A whole game by random choices, shown to `look` at every turn, the last one included.
pub(super) fn play_out<W: Watch<Event>>(
    game: &KnifeFight,
    dice: &mut Dice,
    minds: &mut [Stream; 2],
    watch: &mut W,
    mut look: impl FnMut(&State, &mut W),
) -> (State, Outcome) {
    let state = game.deal(dice, watch);
    let pick = |seat: Seat, n_moves| minds[seat.index()].below(n_moves);
    play_on(game, state, dice, pick, watch, |state, _, watch| look(state, watch))
}
