//! Random rules, and whole games by random choices.

use super::super::{Event, KnifeFight, State};
use super::tree_of;
use crate::config::apply;
use crate::games::check;
use crate::model::settings::{Allowed, Setting};
use crate::model::{Chosen, Dice, Game, Outcome, Stream, Turn, Watch};

/// Every setting of the game, with what it may be.
pub(super) fn all_settings() -> Vec<Setting> {
    check::<KnifeFight>(&tree_of("")).expect("printed rules").1
}

/// Random settings, far from the printed ones, with small decks that end soon.
pub(super) fn random_rules(luck: &mut Stream) -> KnifeFight {
    loop {
        let mut tree = tree_of("");
        for Setting { path, allowed } in all_settings() {
            let value = match allowed {
                Allowed::Choice(names) => names[luck.below(names.len())].to_owned(),
                _ if path.starts_with("deck") => luck.below(4).to_string(),
                _ if path.starts_with("cards") => luck.below(13).to_string(),
                _ if path == "rules.max-rounds" => (1 + luck.below(60)).to_string(),
                _ => (1 + luck.below(8)).to_string(),
            };
            apply(&mut tree, &format!("{path}={value}")).expect("a setting");
        }
        // A hand may turn out larger than its deck: those rules are refused, and others drawn.
        if let Ok((game, _)) = check(&tree) {
            return game;
        }
    }
}

/// A whole game by random choices, shown to `look` at every turn, the last one included.
pub(super) fn play_out<W: Watch<Event>>(
    game: &KnifeFight,
    dice: &mut Dice,
    minds: &mut [Stream; 2],
    watch: &mut W,
    mut look: impl FnMut(&State, &mut W),
) -> (State, Outcome) {
    let mut state = game.deal(dice, watch);
    let mut menu = Vec::new();
    loop {
        look(&state, watch);
        let seats = match game.turn(&state) {
            Turn::Choose(seats) => seats,
            Turn::Over(outcome) => return (state, outcome),
        };
        let mut chosen = Chosen::nothing();
        for seat in seats {
            menu.clear();
            game.moves(&state, seat, &mut menu);
            chosen.set(seat, menu[minds[seat.index()].below(menu.len())]);
        }
        game.play(&mut state, &chosen, dice, watch);
    }
}
