//! What holds at every decision of every game, under printed and odd settings.

use super::*;
use crate::model::{Nobody, Seed};

/// Settings that reach every rule.
pub(super) const HOUSES: &[&[&str]] = &[
    &[],
    &["setup.start-position=near", "setup.start-charges=3", "rules.max-charges=3"],
    &["setup.series-wins=2", "rules.peril-limit=2", "rules.recovery=over-time"],
    &["setup.mode=free-for-all", "setup.players=8", "rules.run-hits=after"],
    &["setup.mode=last-standing", "setup.players=5", "rules.charge-pass=none"],
    &["setup.mode=last-standing", "wampires.enabled=true", "wampires.burn=2", "rules.regen-factor=4"],
    &["setup.mode=team", "rules.combo-limit=1", "rules.charge-pass=allies"],
    &["setup.mode=team", "wampires.enabled=true", "rules.team-spirits=false", "setup.start-position=near"],
    &["setup.mode=monsters", "monsters.deck-size=6", "setup.max-turns=300"],
    &["setup.mode=monsters", "monsters.scope=monster", "setup.series-wins=2", "rules.peril-limit=1"],
    &[
        "setup.mode=monsters",
        "monsters.switches=[]",
        "rules.recovery=over-time",
        "rules.combo-protects=false",
    ],
    &[
        "setup.mode=monsters",
        "monsters.decks=[[[\"run-1\",\"punch\",\"run-1\"],[\"kick\"],[\"taunt\",\"taunt\"]]]",
    ],
    &["setup.mode=monsters", "wampires.enabled=true", "wampires.burn=1", "monsters.deck-size=3"],
    &["setup.duplicates=true", "rules.combo-interrupted-by=peril", "rules.equal-level-cancel=all"],
    &[
        "rules.unblockable-costs-tokens=true",
        "rules.block-difference=attack-minus-block",
        "rules.block-extra=3",
    ],
    &[
        "characters.tuggle.moves=[\"punch\",\"punch\",\"taunt\",\"taunt\",\"run-2\",\"run-1\",\"run-2\",\"heal\"]",
        "setup.fighters=[\"tuggle\",\"tuggle\"]",
        "rules.combo-protects=false",
        "rules.recovery=over-time",
    ],
    &["setup.fighters=[\"tuggle\"]", "characters.tuggle.moves=[\"kick\"]", "setup.max-turns=200"],
    &[
        "setup.mode=team",
        "moves.charge.order=3",
        "moves.heal.damage=[1,2,3,4]",
        "moves.kick.order=3",
        "moves.punch.pass-charge=true",
        "moves.block.hit-position=always",
        "moves.block.order=3",
    ],
];

/// Plays random games and shows every decision.
pub(super) fn walk(game: &Taunt, games: u64, mut look: impl FnMut(&State, Seats)) -> u64 {
    let mut n_turns = 0;
    for game_idx in 0..games {
        let deal = Seed::new(31).game(game_idx);
        let mut dice = deal.dice(Taunt::SOURCES);
        let mut mind = deal.mind(0);
        let mut state = game.deal(&mut dice, &mut Nobody);
        let mut menu = Vec::new();
        while let Turn::Choose(seats) = game.turn(&state) {
            look(&state, seats);
            let mut chosen = Chosen::nothing();
            for seat in seats {
                menu.clear();
                game.moves(&state, seat, &mut menu);
                chosen.set(seat, menu[mind.below(menu.len())]);
            }
            game.play(&mut state, &chosen, &mut dice, &mut Nobody);
        }
        n_turns += u64::from(state.open.turn);
    }
    n_turns
}

#[test]
fn boards_stay_within_their_bounds() {
    for sets in HOUSES {
        let game = house(sets).unwrap_or_else(|faults| panic!("{faults}"));
        let rules = &game.rules;
        let n_turns = walk(&game, 20, |state, asked| {
            let open = &state.open;
            assert!(!asked.is_empty(), "{sets:?}");
            for seat in Seats::first(rules.players) {
                let fighter = &open.fighters[seat];
                let character = game.character(fighter.character);
                let most = if rules.wampires.enabled { rules.wampires.max_blood } else { character.track[2] };
                assert!(fighter.damage <= most, "{sets:?}: {fighter:?}");
                assert!(fighter.charges <= rules.max_charges, "{sets:?}: {fighter:?}");
                assert!(fighter.tokens <= character.block_tokens, "{sets:?}: {fighter:?}");
                for (deck, disabled) in
                    game.decks_of(&state.trainers, open, seat).iter().zip(state.disabled[seat].cards)
                {
                    assert_eq!(u32::from(disabled) >> deck.len(), 0, "{sets:?}: {disabled:b} of {deck:?}");
                }
                let queue = state.secrets[seat].queue;
                assert_eq!(queue.mask().count_ones() as usize, queue.len(), "{sets:?}: {queue:?}");
                for other in Seats::first(rules.players) {
                    assert_eq!(open.near[seat].has(other), open.near[other].has(seat), "{sets:?}");
                    assert_eq!(open.contacts[seat].has(other), open.contacts[other].has(seat), "{sets:?}");
                }
            }
            if matches!(open.stage, super::super::Stage::Select(_)) {
                for seat in open.standing {
                    let fighter = &open.fighters[seat];
                    assert_eq!(open.combos.has(seat), fighter.queued > 0, "{sets:?}: {fighter:?}");
                    assert_eq!(usize::from(fighter.queued), state.secrets[seat].queue.len(), "{sets:?}");
                    assert!(!game.is_felled(state, seat) || rules.wampires.enabled, "{sets:?}");
                }
                assert!(open.combos.both(open.down).is_empty(), "{sets:?}");
                assert!(open.spirits.both(open.standing).is_empty(), "{sets:?}");
            }
        });
        assert!(n_turns > 20, "{sets:?}: {n_turns} turns");
    }
}

#[test]
fn a_draft_uses_no_card_more_often_than_the_pool_has_it() {
    let game = house(&["setup.mode=monsters", "setup.max-turns=1"]).expect("rules");
    walk(&game, 50, |state, _| {
        for trainer in &state.trainers {
            for card in &game.rules.monsters.pool {
                let copies = trainer.decks.iter().flat_map(|deck| deck.iter()).filter(|c| *c == card).count();
                assert!(copies <= 2);
            }
            for deck in &trainer.decks {
                assert!(deck.is_sorted(), "{deck:?} in pool order");
            }
        }
    });
}

#[test]
fn every_character_sits_as_often_as_any_other() {
    let game = house(&["setup.mode=free-for-all", "setup.players=7"]).expect("rules");
    let mut twice = [0_u32; 5];
    for game_idx in 0..2000 {
        let state = game.deal(&mut Seed::new(2).game(game_idx).dice(1), &mut Nobody);
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
