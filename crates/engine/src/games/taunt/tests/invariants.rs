//! Invariants at every decision of every game, with printed and edge configs.

use super::*;
use crate::games::taunt::deck::Deck;
use crate::model::{Copies, NoObserver, Seed};

#[test]
fn one_blank_copy_of_two_leaves_the_other() {
    let mut table = Play::of(
        &["tuggle", "tuggle"],
        &["characters.tuggle.moves=[\"taunt\",\"kick\",\"block\",\"kick\",\"grab\",\"shoot\"]"],
    );
    let kick = table.card("kick");
    let game = table.game.clone();
    for (copies, places) in [(Copies::One, 0b11_1101), (Copies::All, 0b11_0101)] {
        table.game = game.without(kick.index(), seat(0), copies).expect("a blank");
        let selectable = [0, 1].map(|number| table.game.selectable(&table.state, seat(number)));
        assert_eq!(selectable, [places, 0b11_0111], "{copies:?}");
    }
}

#[test]
fn boards_stay_within_their_bounds() {
    for (name, game) in edge_games::<Taunt>() {
        let rules = &game.rules;
        let look = |state: &State, _| {
            let open = &state.open;
            for seat in Seats::first(rules.players) {
                let fighter = &open.fighters[seat];
                let character = game.character(fighter.character);
                let most = if game.is_wampire(seat) { rules.wampires.max_blood } else { character.track[2] };
                assert!(fighter.damage <= most, "{name}: {fighter:?}");
                assert!(fighter.charges <= rules.max_charges, "{name}: {fighter:?}");
                assert!(
                    fighter.tokens <= character.block_tokens + rules.extra_tokens[seat],
                    "{name}: {fighter:?}"
                );
                for (deck, disabled) in
                    game.decks_of(&state.trainers, open, seat).iter().zip(state.disabled[seat].cards)
                {
                    assert_eq!(u32::from(disabled) >> deck.len(), 0, "{name}: {disabled:b} of {deck:?}");
                }
                let queue = state.secrets[seat].queue;
                assert_eq!(queue.mask().count_ones() as usize, queue.len(), "{name}: {queue:?}");
                for other in Seats::first(rules.players) {
                    assert_eq!(open.near[seat].has(other), open.near[other].has(seat), "{name}");
                    assert_eq!(open.contacts[seat].has(other), open.contacts[other].has(seat), "{name}");
                }
            }
            if matches!(open.phase, super::super::Phase::Select) {
                for seat in open.standing {
                    let fighter = &open.fighters[seat];
                    assert_eq!(open.combos.has(seat), fighter.queued > 0, "{name}: {fighter:?}");
                    assert_eq!(usize::from(fighter.queued), state.secrets[seat].queue.len(), "{name}");
                    assert!(!game.is_felled(state, seat) || game.is_wampire(seat), "{name}");
                }
                assert!(open.combos.both(open.down).is_empty(), "{name}");
                assert!(open.spirits.both(open.standing).is_empty(), "{name}");
            }
        };
        let n_turns: u32 = (0..12).map(|game_idx| walk(&game, game_idx, look).open.turn).sum();
        assert!(n_turns > 12, "{name}: {n_turns} turns");
    }
}

#[test]
fn a_draft_uses_no_card_more_often_than_the_pool_has_it() {
    let game = house(&["setup.mode=monsters", "setup.max-turns=1"]).expect("rules");
    let look = |state: &State, _| {
        for trainer in &state.trainers {
            for card in &game.rules.monsters.pool {
                let copies = trainer.decks.iter().flat_map(Deck::cards).filter(|c| *c == card).count();
                assert!(copies <= 2);
            }
            for deck in &trainer.decks {
                assert!(deck.cards().is_sorted(), "{deck:?} in pool order");
            }
        }
    };
    for game_idx in 0..50 {
        walk(&game, game_idx, look);
    }
}

#[test]
fn every_character_is_drawn_equally_often() {
    let game = house(&["setup.mode=free-for-all", "setup.players=7"]).expect("rules");
    let mut twice = [0_u32; 5];
    for game_idx in 0..2000 {
        let state = game.new_game(&mut Seed::new(2).game(game_idx).chance(1), &mut NoObserver);
        let mut sits = [0_u32; 5];
        for seat in Seats::first(7) {
            sits[usize::from(state.open.fighters[seat].character)] += 1;
        }
        assert!(sits.iter().all(|n| (1..=2).contains(n)), "{sits:?}");
        for (twice, n) in twice.iter_mut().zip(sits) {
            *twice += n - 1;
        }
    }
    assert!(twice.iter().all(|n| (700..900).contains(n)), "{twice:?}");
}
