//! Clause 6.2, cell by cell in both directions, with the dressings of clause 6.3.

use super::super::Rank;
use super::super::cards::{NUMBERS, PLACES};
use super::duel::duel;
use super::rank;

const ROWS: [&str; 5] = ["number", "jack", "queen", "joker", "nothing"];

/// The table of the rules: `n` is the row's number, `m` the column's. ¹ not for a King alone that is
/// harmless; ² only if Queens heal without attack. A dressing requires a wound.
const MATRIX: [[&str; 5]; 5] = [
    ["compare", "", "opp dresses, n hits opp", "n hits own", "n hits opp ¹"],
    ["", "", "", "", ""],
    ["own dresses, m hits own", "", "own dresses ², opp dresses ²", "own dresses ²", "own dresses ²"],
    ["m hits opp", "", "opp dresses ²", "", ""],
    ["m hits own ¹", "", "opp dresses ²", "", ""],
];

/// The settings that change cells.
#[derive(Clone, Copy)]
struct House {
    harmless: bool,
    heals_unattacked: bool,
    heals: bool,
    blocks: bool,
}

impl House {
    fn all() -> impl Iterator<Item = Self> {
        (0..16_u8).map(|bits| Self {
            harmless: bits & 1 > 0,
            heals_unattacked: bits & 2 > 0,
            heals: bits & 4 > 0,
            blocks: bits & 8 > 0,
        })
    }

    fn set(self) -> String {
        format!(
            "king-alone = {}; queen-without-attack = {}; queen-mode = {}; queen-empty-pile = {}",
            if self.harmless { "harmless" } else { "exposed" },
            if self.heals_unattacked { "heal" } else { "nothing" },
            if self.heals { "heal" } else { "swap" },
            if self.blocks { "block" } else { "hit" },
        )
    }

    /// The player's pile and the opponent's pile after the cell's effects.
    fn expects(self, cell: &str, fronts: [Rank; 2], wounded: bool) -> [[u8; PLACES]; 2] {
        let ten = rank("ten").index();
        let mut piles = [[0; PLACES]; 2];
        if wounded {
            piles.iter_mut().for_each(|pile| pile[ten] = 1);
        }
        for effect in cell.split(", ").filter(|effect| !effect.is_empty()) {
            if effect.contains('²') && !self.heals_unattacked
                || effect.contains('¹') && fronts.contains(&Rank::ALONE) && self.harmless
            {
                continue;
            }
            let words: Vec<&str> = effect.split_whitespace().collect();
            let whom = |word: &str| usize::from(word == "opp");
            if words[1] == "dresses" {
                piles[whom(words[0])][ten] = 0;
                continue;
            }
            let (card, on) = (fronts[usize::from(words[0] == "m")], whom(words[2]));
            let stopped = if wounded { self.heals } else { self.blocks };
            if fronts[on] != Rank::QUEEN || !stopped {
                piles[on][card.index()] += 1;
            }
        }
        piles
    }
}

/// Both damage piles after a clash of these fronts, the first player's first.
fn piles_after(set: &str, fronts: [Rank; 2], wounded: bool) -> [[u8; PLACES]; 2] {
    let side = if wounded {
        "hand two; deck 11×two 12×three 12×four 12×five; pile ten"
    } else {
        "hand two; deck 11×two 12×three 12×four 12×five"
    };
    duel(set, side, side).meets(fronts).players.map(|player| player.wounds)
}

fn swapped<T: Copy>([a, b]: [T; 2]) -> [T; 2] {
    [b, a]
}

#[test]
fn every_cell_of_the_matrix_is_as_the_rules_say_in_both_directions() {
    for house in House::all() {
        let set = house.set();
        for (row, own) in ROWS.iter().enumerate() {
            for (column, opp) in ROWS.iter().enumerate() {
                if MATRIX[row][column] == "compare" {
                    continue;
                }
                let named = |name: &str, number| match name {
                    "number" => vec![rank(number)],
                    "nothing" => vec![Rank::NOTHING, Rank::ALONE],
                    name => vec![rank(name)],
                };
                for n in named(own, "three") {
                    for m in named(opp, "four") {
                        for wounded in [true, false] {
                            let expected = house.expects(MATRIX[row][column], [n, m], wounded);
                            let case = format!("{own} meets {opp}, wounded: {wounded}, {set}");
                            assert_eq!(piles_after(&set, [n, m], wounded), expected, "{case}");
                            let mirrored = piles_after(&set, [m, n], wounded);
                            assert_eq!(mirrored, swapped(expected), "mirrored: {case}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_are_compared_by_strength_and_hit_as_the_settings_say() {
    for higher in [false, true] {
        for tie in ["both-hit", "no-hit"] {
            for wounding in ["winner", "loser", "both"] {
                // Strengths in another order than the printed one, two of them equal.
                let set = format!(
                    "comparison = {}; tie = {tie}; wounding-card = {wounding};
                     cards.three.strength = 9; cards.nine.strength = 5",
                    if higher { "higher-wins" } else { "lower-wins" }
                );
                let strength = |n: usize| [1, 2, 9, 4, 5, 6, 7, 8, 5, 10][n];
                for n in 0..NUMBERS {
                    for m in 0..NUMBERS {
                        let mut expected = [[0; PLACES]; 2];
                        if strength(n) == strength(m) {
                            if tie == "both-hit" {
                                expected[1][n] += 1;
                                expected[0][m] += 1;
                            }
                        } else {
                            let first_wins = (strength(n) > strength(m)) == higher;
                            let (loser, winners, losers) = if first_wins { (1, n, m) } else { (0, m, n) };
                            expected[loser][winners] += u8::from(wounding != "loser");
                            expected[loser][losers] += u8::from(wounding != "winner");
                        }
                        let found = piles_after(&set, [Rank::at(n), Rank::at(m)], false);
                        assert_eq!(found, expected, "{n} meets {m}, {set}");
                    }
                }
            }
        }
    }
}

#[test]
fn both_queens_wounds_are_chosen_before_any_card_moves() {
    let state = duel(
        "",
        "hand queen ten nine; deck 12×two 8×three; pile four",
        "hand queen ten nine; deck 12×two 8×three; pile six",
    )
    .plays("queen", "queen")
    .state;
    assert!(state.players.iter().all(|player| player.damage == 0));
}
