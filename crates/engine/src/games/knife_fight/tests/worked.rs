//! The worked examples of the rules, except W13, which [`exact_mixes`](super::exact_mixes) has.

use super::duel::{After, duel, wins};
use super::{BLACK, RED};
use crate::model::Outcome;

/// Each example: its number; both sides before the round, black's first; then settings, choices and the ending, and both
/// sides after it. `X` stands for each of the cards in the first line.
const EXAMPLES: &str = "W1
hand four eight jack; deck ten 4×two
hand two nine king; deck six five queen seven ace
→ four | nine → goes on
hand eight jack ten; deck 4×two
hand two king six; deck seven ace; pile four; discard nine five queen

W1
hand ace nine ten; deck 10×two
hand ten eight seven; deck 10×two
cards.ace.strength = 11; cards.ten.damage = 4 → ace | ten → goes on
hand nine ten two; deck 7×two; pile ten; discard ace 2×two
hand eight seven two; deck 9×two
comparison = higher-wins → ace | ten → goes on
hand nine ten two; deck 5×two; pile ten; discard ace 4×two
hand eight seven two; deck 9×two
cards.ace.strength = 10 → ace | ten → goes on
hand nine ten two; deck 5×two; pile ten; discard 4×two
hand eight seven two; deck 8×two; pile ace; discard two
wounding-card = loser → ace | ten → goes on
hand nine ten two; deck 9×two; discard ace
hand eight seven two; deck 5×two; pile ten; discard 4×two
wounding-card = both → ace | ten → goes on
hand nine ten two; deck 9×two
hand eight seven two; deck 5×two; pile ace ten; discard 4×two

W2
hand six jack king; deck 10×two
hand six jack king; deck 10×two; pile two
→ six | six → goes on
hand jack king two; deck 7×two; pile six; discard 2×two
hand jack king two; deck 6×two; pile two six; discard 3×two
tie = no-hit → six | six → goes on
hand jack king two; deck 9×two; discard six
hand jack king two; deck 8×two; pile two; discard six two

W3 of ace jack queen joker
hand jack ten nine; deck 10×two; pile ten
hand X ten nine; deck 10×two; pile three
→ jack | X → goes on
hand ten nine two; deck 5×two; pile ten; discard jack 4×two
hand ten nine two; deck 8×two; pile three; discard X two

W4
hand queen ten nine; deck 10×two; pile three ten
hand two ten nine; deck 10×two
→ queen ten | two → goes on
queen-empty-pile = block → queen ten | two → goes on
queen-without-attack = nothing → queen ten | two → goes on
hand ten nine two; deck 7×two; pile two three; discard queen 2×two
hand ten nine two; deck 9×two; discard ten
queen-mode = heal → queen ten | two → goes on
hand ten nine two; deck 8×two; pile three; discard queen two
hand ten nine two; deck 9×two; discard two ten

W5a
hand queen ten nine; deck 10×two
hand five ten nine; deck 10×two
→ queen | five → goes on
queen-mode = heal → queen | five → goes on
hand ten nine two; deck 7×two; pile five; discard queen 2×two
hand ten nine two; deck 9×two
queen-empty-pile = block → queen | five → goes on
queen-empty-pile = block; queen-mode = heal → queen | five → goes on
hand ten nine two; deck 9×two; discard queen
hand ten nine two; deck 9×two; discard five

W5b
hand queen ten nine; deck 10×two; pile four eight
hand queen ten nine; deck 10×two; pile six
→ queen eight | queen → goes on
hand ten nine two; deck 7×two; pile four; discard queen six 2×two
hand ten nine two; deck 9×two; discard queen eight

W5b
hand queen ten nine; deck 10×two; pile four eight
hand joker ten nine; deck 10×two; pile six
→ queen eight | joker → goes on
hand ten nine two; deck 7×two; pile four; discard queen 2×two
hand ten nine two; deck 7×two; pile six; discard joker eight 2×two

W5b of queen joker
hand queen ten nine; deck 10×two; pile four eight
hand X ten nine; deck 10×two; pile six
queen-without-attack = nothing → queen | X → goes on
hand ten nine two; deck 5×two; pile four eight; discard queen 4×two
hand ten nine two; deck 7×two; pile six; discard X 2×two

W6
hand three nine king; deck 10×two
hand eight ten nine; deck 10×two
→ king three | eight → goes on
hand 2×two nine; deck 8×two; discard king
hand nine ten two; deck 8×two; pile three; discard eight two

W7
hand ace nine king; deck 10×two
hand jack ten nine; deck 10×two
→ king ace | jack → goes on
king-vs-joker = baited → king ace | jack → goes on
hand nine 2×two; deck 8×two; discard ace king
hand ten nine two; deck 9×two; discard jack
king-vs-jack = baited → king ace | jack → goes on
hand nine 2×two; deck 8×two; discard king
hand ten nine two; deck 8×two; pile ace; discard jack two
king-vs-jack = cancelled → king | jack → goes on
hand ace nine two; deck 9×two; discard king
hand ten nine two; deck 9×two; discard jack

W7
hand ace nine king; deck 10×two
hand joker ten nine; deck 10×two
→ king ace | joker → goes on
king-vs-jack = baited → king ace | joker → goes on
king-vs-jack = cancelled → king ace | joker → goes on
hand nine 2×two; deck 7×two; pile ace; discard king two
hand ten nine two; deck 9×two; discard joker
king-vs-joker = baited → king ace | joker → goes on
hand nine 2×two; deck 8×two; discard king
hand ten nine two; deck 8×two; pile ace; discard joker two

W8
hand seven 2×king; deck 10×two
hand five ten king; deck 10×two
→ king king seven | king five → goes on
hand 3×two; deck 5×two; pile five; discard 2×king seven 2×two
hand ten 2×two; deck 8×two; discard king
both-kings = cancel → king | king → goes on
hand seven king two; deck 9×two; discard king
hand five ten two; deck 9×two; discard king

W9a
hand king; deck 10×two
hand five; deck 10×two
setup.hand-size = 1 → king | five → goes on
hand two; deck 7×two; pile five; discard king 2×two
hand two; deck 9×two
setup.hand-size = 1; king-alone = harmless → king | five → goes on
hand two; deck 9×two; discard king
hand two; deck 9×two; discard five

W9b
hand queen 2×king; deck 10×two
hand ten nine eight; deck 10×two
king-follow-up = number → king | ten → goes on
hand queen king two; deck 5×two; pile ten; discard king 4×two
hand nine eight two; deck 9×two
king-follow-up = no-king → king | ten → goes on
hand king 2×two; deck 4×two; pile ten; discard king queen 4×two
hand nine eight two; deck 9×two

W10
hand nine ten joker; deck 10×two
hand four ten nine; deck 10×two
→ joker | four → goes on
hand nine ten two; deck 9×two; discard joker
hand ten nine two; deck 7×two; pile four; discard 2×two

W11
hand three nine ten; deck 3×two; pile seven
hand four nine ten; deck 4×two; pile nine
→ three | four → a draw
both-dead = nobody → three | four → nobody wins
both-dead = less-damage → three | four → black wins
both-dead = last-to-empty → three | four → red wins
death = short → three | four → a draw
hand nine ten two; pile seven; discard 2×two
hand nine ten two; pile three nine; discard four 3×two

W11
hand three nine ten; deck 2×two; pile seven
hand three nine ten; deck 2×two; pile seven
both-dead = less-damage → three | three → a draw
both-dead = last-to-empty → three | three → a draw
hand nine ten two; pile three seven; discard two
hand nine ten two; pile three seven; discard two

W12
hand three nine king; deck two
hand four nine ten; deck 2×two; pile ten
→ king three | four → a draw
both-dead = last-to-empty → king three | four → red wins
hand two nine; discard king
hand nine ten two; pile three ten; discard four two
end-check = each-step → king three | four → red wins
hand two nine; discard king
hand nine ten two; deck two; pile three ten; discard four
aftermath-order = bleed-then-draw → king three | four → a draw
hand two nine; discard king
hand nine ten; pile three ten; discard four 2×two

W12d
hand three nine ten; deck two
hand four nine ten; deck 10×two
→ three | four → red wins
death = short → three | four → goes on
hand two nine ten
hand nine ten two; deck 8×two; pile three; discard four two";

/// How the game ended in the round, in the words of the examples.
fn ending(after: &After) -> &'static str {
    match after.outcome() {
        None => "goes on",
        Some(Outcome::Draw) => "a draw",
        Some(Outcome::AllLose) => "nobody wins",
        Some(outcome) if outcome == wins(BLACK) => "black wins",
        Some(outcome) if outcome == wins(RED) => "red wins",
        Some(outcome) => panic!("{outcome:?}"),
    }
}

#[test]
fn every_worked_example_ends_as_the_rules_say() {
    for example in EXAMPLES.split("\n\n") {
        let (number, position) = example.split_once('\n').expect("a position");
        for card in number.split_once(" of ").map_or("X", |(_, cards)| cards).split(' ') {
            let position = position.replace('X', card);
            let [black, red, rest @ ..] = &*position.lines().collect::<Vec<_>>() else { panic!("{number}") };
            for (nth, line) in rest.iter().enumerate().filter(|(_, line)| line.contains('→')) {
                let [set, choices, end] = line.split('→').map(str::trim).collect::<Vec<_>>()[..] else {
                    panic!("{line}")
                };
                let (one, other) = choices.split_once('|').expect("two players");
                let after = duel(set, black, red).plays(one, other);
                let mut sides = rest[nth..].iter().filter(|line| !line.contains('→'));
                after.leaves(BLACK, sides.next().expect("black's side"));
                after.leaves(RED, sides.next().expect("red's side"));
                assert_eq!(ending(&after), end, "{number}: {line}");
            }
        }
    }
}

/// Examples 11, 12a and 12d.
#[test]
fn exhaustion_is_a_death_in_the_draw() {
    for (black, red, choices, share) in [
        (
            "hand three nine ten; deck 3×two; pile seven",
            "hand four nine ten; deck 4×two; pile nine",
            ["three", "four"],
            0,
        ),
        (
            "hand three nine king; deck two",
            "hand four nine ten; deck 2×two; pile ten",
            ["king three", "four"],
            1,
        ),
        ("hand three nine ten; deck two", "hand four nine ten; deck 10×two", ["three", "four"], 1),
    ] {
        let after = duel("", black, red).plays(choices[0], choices[1]);
        assert_eq!(after.metric("exhaustion-share", Outcome::Draw), (share, 1), "{black}");
    }
}
