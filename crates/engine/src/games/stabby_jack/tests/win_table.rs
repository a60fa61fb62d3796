//! Compares the table of beaten monsters with the rules of fights.

use super::super::cards::Suit;
use super::*;

/// Tests values on both sides of every tie.
#[test]
fn the_table_lists_the_monsters_that_an_attack_beats() {
    for set in
        [&[][..], &["rules.fight-tie = \"win\""], &["rules.fight-tie = \"lose\"", "cards.7.value = 99"]]
    {
        let game = house(set).unwrap_or_else(|faults| panic!("{faults}"));
        for attack in (0..=14).chain([98, 99, 100, 500]) {
            for luck in [0, 6, 7, 8, 99] {
                let mut own = Scores::default();
                own.suits[Suit::Clubs as usize] = luck;
                own.suits[Suit::Diamonds as usize] = attack;
                own.suits[Suit::Spades as usize] = (14 - attack).max(0);
                let wins = |luck: i32| -> Faces {
                    let falls = |face: &Face| game.rules.wins_fight(*face, own.sum(face.fought_with()), luck);
                    Face::all().filter(|face| face.is_monster()).filter(falls).collect()
                };
                assert_eq!(game.beatable(&own), wins(luck), "{set:?} {attack} {luck}");
                let exceeds =
                    |face: &Face| i32::from(game.rules.cards[*face].value) < own.sum(face.fought_with());
                let n_beaten = Face::all().filter(|face| face.is_numbered()).filter(exceeds).count();
                assert_eq!(u32::from(game.win_table.n_beaten(&own)), u32::try_from(n_beaten).expect("few"));
            }
        }
    }
}
