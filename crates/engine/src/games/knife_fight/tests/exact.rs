//! Small games of Knife Fight, solved exactly for uniformly random players. Written from the rules alone,
//! with separate types and a separate reader of the config: nothing here uses the game's code.
//!
//! Choices and unseen decks are exchangeable, so a state is the number of cards of each rank in each player's
//! hand, deck and damage pile. A draw of k cards is a uniform k-subset of the deck.

use super::chances::{Counts, Fate, draws, ranks, sum};
use crate::model::settings::{Node, Value};
use std::collections::{BTreeMap, HashMap};

const RANKS: [&str; 14] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "joker",
];
const JACK: usize = 10;
const QUEEN: usize = 11;
const KING: usize = 12;
const JOKER: usize = 13;
/// The choice to do nothing.
const DECLINED: usize = 14;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Side {
    hand: Counts,
    deck: Counts,
    pile: Counts,
    /// Cards laid out this round that lie on no damage pile.
    table: Counts,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Front {
    Card(usize),
    Nothing,
    Alone,
}

/// The step of a round in which a player ran out, and the size of the deck at its start.
type RanOut = Option<(u8, u8)>;

/// The rules of one config, read independently.
pub(super) struct Page {
    words: BTreeMap<String, String>,
    hand_size: u8,
    extra_cards: [u8; 2],
    refill_to: [u8; 2],
    extra_damage: [i64; 2],
    decks: [Counts; 2],
    strength: [i64; 10],
    damage: [i64; 10],
    divisor: i64,
    max_rounds: i64,
    known: HashMap<([Side; 2], i64), Fate>,
}

fn is_number(front: Front) -> Option<usize> {
    match front {
        Front::Card(rank) if rank < 10 => Some(rank),
        _ => None,
    }
}

impl Page {
    /// Reads a complete config.
    pub(super) fn read(config: &Node) -> Self {
        let at =
            |path: &str| path.split('.').try_fold(config, |node, key| node.get(key)).map(|node| &node.value);
        let number = |path: &str| match at(path) {
            Some(Value::Int(number)) => *number,
            found => panic!("{path} is {found:?}"),
        };
        let small = |path: &str| u8::try_from(number(path)).expect("a small number");
        let by_seat = |path: &str| {
            let Some(Value::List(items)) = at(path) else { panic!("{path} is no list") };
            let number = |seat: usize| match items.get(seat).map(|node| &node.value) {
                Some(Value::Int(number)) => *number,
                _ => 0,
            };
            [0, 1].map(number)
        };
        let Some(Value::Table(rules)) = at("rules") else { panic!("no rules") };
        let word = |(key, node): &(String, Node)| match &node.value {
            Value::Text(text) => Some((key.clone(), text.clone())),
            _ => None,
        };
        let of_card =
            |what: &str| std::array::from_fn(|rank| number(&format!("cards.{}.{what}", RANKS[rank])));
        Self {
            words: rules.iter().filter_map(word).collect(),
            hand_size: small("setup.hand-size"),
            extra_cards: by_seat("setup.extra-cards").map(|cards| u8::try_from(cards).expect("few cards")),
            refill_to: by_seat("rules.refill-to").map(|hand| u8::try_from(hand).expect("a hand")),
            extra_damage: by_seat("setup.extra-damage"),
            decks: ["black", "red"].map(|colour| RANKS.map(|rank| small(&format!("deck.{colour}.{rank}")))),
            strength: of_card("strength"),
            damage: of_card("damage"),
            divisor: number("rules.bleed-divisor"),
            max_rounds: number("rules.max-rounds"),
            known: HashMap::new(),
        }
    }

    fn says(&self, key: &str, word: &str) -> bool {
        self.words.get(key).unwrap_or_else(|| panic!("no key {key}")) == word
    }

    /// The probability of each outcome, and the expected length.
    pub(super) fn solve(&mut self) -> Fate {
        let mut fate = Fate::default();
        let [black, red] = [0, 1].map(|me| draws(&self.decks[me], self.hand_size + self.extra_cards[me]));
        for (hand, chance) in &black {
            for (other_hand, other_chance) in &red {
                let sides = [(self.decks[0], hand), (self.decks[1], other_hand)].map(|(deck, hand)| Side {
                    hand: *hand,
                    deck: std::array::from_fn(|rank| deck[rank] - hand[rank]),
                    ..Side::default()
                });
                fate.add(chance * other_chance, self.round(sides, 1));
            }
        }
        fate
    }

    fn round(&mut self, sides: [Side; 2], number: i64) -> Fate {
        if let Some(fate) = self.known.get(&(sides, number)) {
            return *fate;
        }
        let mut fate = Fate { rounds: 1.0, ..Fate::default() };
        let cards = sides.map(|side| ranks(&side.hand).into_iter().map(Some).collect::<Vec<_>>());
        self.each_pair(&cards, |page, laid, chance| {
            let (sides, fronts) = lay(sides, [Front::Nothing; 2], laid);
            fate.add(chance, page.feint(sides, fronts, number));
        });
        self.known.insert((sides, number), fate);
        fate
    }

    /// Both choose simultaneously and uniformly.
    fn each_pair(
        &mut self,
        options: &[Vec<Option<usize>>; 2],
        mut then: impl FnMut(&mut Self, [Option<usize>; 2], f64),
    ) {
        let [black, red] = options;
        let chance = 1.0 / (black.len() * red.len()) as f64;
        for own in black {
            for other in red {
                then(self, [*own, *other], chance);
            }
        }
    }

    /// 6.1: one feint step, if there is a King.
    fn feint(&mut self, sides: [Side; 2], mut fronts: [Front; 2], number: i64) -> Fate {
        let kings = fronts.map(|front| front == Front::Card(KING));
        if kings == [false; 2] {
            return self.clash(sides, fronts, number);
        }
        if kings == [true; 2] && self.says("both-kings", "cancel") {
            return self.clash(sides, [Front::Nothing; 2], number);
        }
        let shown = fronts;
        let mut options = [vec![None], vec![None]];
        for me in [0, 1] {
            if !kings[me] {
                continue;
            }
            let jack = shown[1 - me] == Front::Card(JACK);
            let joker = shown[1 - me] == Front::Card(JOKER);
            if jack && self.says("king-vs-jack", "cancelled") {
                fronts[me] = Front::Nothing;
                continue;
            }
            if jack && self.says("king-vs-jack", "baited") || joker && self.says("king-vs-joker", "baited") {
                fronts[1 - me] = Front::Nothing;
            }
            let mut may = ranks(&sides[me].hand);
            if self.says("king-follow-up", "no-king") {
                may.retain(|rank| *rank != KING);
            }
            if self.says("king-follow-up", "number") {
                may.retain(|rank| *rank < 10);
            }
            // Alone, unless a card is laid over the King.
            fronts[me] = Front::Alone;
            options[me] = may.into_iter().map(Some).collect();
            if options[me].is_empty() || self.says("king-follows", "may") {
                options[me].push(None);
            }
        }
        let mut fate = Fate::default();
        self.each_pair(&options, |page, laid, chance| {
            let (sides, fronts) = lay(sides, fronts, laid);
            fate.add(chance, page.feint(sides, fronts, number));
        });
        fate
    }

    /// 6.2 to 6.4: the fronts clash.
    fn clash(&mut self, sides: [Side; 2], fronts: [Front; 2], number: i64) -> Fate {
        let wounds = [0, 1].map(|me| {
            let other = fronts[1 - me];
            let attacked = is_number(other).is_some();
            let at_peace = other != Front::Card(JACK) && self.says("queen-without-attack", "heal");
            let dresses = fronts[me] == Front::Card(QUEEN) && (attacked || at_peace);
            let wounds = if dresses { ranks(&sides[me].pile) } else { Vec::new() };
            let mut wounds: Vec<_> = wounds.into_iter().map(Some).collect();
            if wounds.is_empty() {
                wounds.push(None);
            } else if self.says("queen-dresses", "may") {
                wounds.push(Some(DECLINED));
            }
            wounds
        });
        let mut fate = Fate::default();
        self.each_pair(&wounds, |page, dressed, chance| {
            let mut sides = sides;
            for me in [0, 1] {
                if let Some(wound @ 0..DECLINED) = dressed[me] {
                    sides[me].pile[wound] -= 1;
                }
            }
            for me in [0, 1] {
                if let Some(card) = is_number(fronts[me]) {
                    let [own, other] = page.hits(card, fronts[1 - me], dressed[1 - me]);
                    sides[me].table[card] -= u8::from(own || other);
                    sides[me].pile[card] += u8::from(own);
                    sides[1 - me].pile[card] += u8::from(other);
                }
            }
            fate.add(chance, page.aftermath(sides, 1, [None; 2], number));
        });
        fate
    }

    /// Whom a number card hits: its owner, the other player.
    fn hits(&self, card: usize, meets: Front, dressed: Option<usize>) -> [bool; 2] {
        match meets {
            Front::Card(JACK) => [false, false],
            Front::Card(QUEEN) if dressed == Some(DECLINED) => [false, true],
            Front::Card(QUEEN) if dressed.is_some() => [false, self.says("queen-mode", "swap")],
            Front::Card(QUEEN) => [false, self.says("queen-empty-pile", "hit")],
            Front::Card(JOKER) => [true, false],
            Front::Card(other) => {
                let (own, other) = (self.strength[card], self.strength[other]);
                if own == other {
                    return [false, self.says("tie", "both-hit")];
                }
                let wins = if self.says("comparison", "lower-wins") { own < other } else { own > other };
                let cuts = |who| self.says("wounding-card", who) || self.says("wounding-card", "both");
                if wins { [false, cuts("winner")] } else { [cuts("loser"), false] }
            }
            Front::Nothing => [false, true],
            Front::Alone => [false, self.says("king-alone", "exposed")],
        }
    }

    fn sum_of(&self, pile: &Counts, me: usize) -> i64 {
        let cards: i64 = (0..10).map(|rank| i64::from(pile[rank]) * self.damage[rank]).sum();
        self.extra_damage[me] + cards
    }

    fn bleed(&self, pile: &Counts, me: usize) -> i64 {
        let sum = self.sum_of(pile, me);
        let (whole, rest) = (sum / self.divisor, sum % self.divisor);
        let one_more = if self.says("bleed-rounding", "up") {
            rest > 0
        } else {
            self.says("bleed-rounding", "nearest") && 2 * rest >= self.divisor
        };
        whole + i64::from(one_more)
    }

    /// 6.5: the step with this number (1 or 2) for both players, and the rest of the game; 6.6 where it
    /// applies.
    fn aftermath(&mut self, sides: [Side; 2], step: u8, ran_out: [RanOut; 2], number: i64) -> Fate {
        let over = step == 3 || step == 2 && self.says("end-check", "each-step");
        if over && ran_out != [None; 2] {
            return self.deaths(sides, ran_out);
        }
        if step == 3 {
            if number == self.max_rounds {
                return Fate::end(4);
            }
            let next = sides.map(|mut side| {
                let table = std::mem::take(&mut side.table);
                if self.says("played-cards", "returned") {
                    side.deck = std::array::from_fn(|rank| side.deck[rank] + table[rank]);
                }
                side
            });
            return self.round(next, number + 1);
        }
        let drawing = self.says("aftermath-order", "draw-then-bleed") == (step == 1);
        let mut now = ran_out;
        let taken = [0, 1].map(|me| {
            let side = &sides[me];
            let full = match self.refill_to[me] {
                _ if self.says("refill", "as-played") => self.hand_size + self.extra_cards[me],
                0 => self.hand_size,
                hand => hand,
            };
            let hand = i64::from(full) - i64::from(sum(&side.hand));
            let need = if drawing { hand.max(0) } else { self.bleed(&side.pile, me) };
            let deck = sum(&side.deck);
            let takes = u8::try_from(need).unwrap_or(deck).min(deck);
            let out =
                if self.says("death", "empty") { takes > 0 && takes == deck } else { need > i64::from(deck) };
            if out && now[me].is_none() {
                now[me] = Some((step, deck));
            }
            draws(&side.deck, takes)
        });
        let mut fate = Fate::default();
        for (black, chance) in &taken[0] {
            for (red, other_chance) in &taken[1] {
                let mut after = sides;
                for (side, cards) in after.iter_mut().zip([black, red]) {
                    for (rank, n) in cards.iter().enumerate() {
                        side.deck[rank] -= n;
                        side.hand[rank] += if drawing { *n } else { 0 };
                    }
                }
                fate.add(chance * other_chance, self.aftermath(after, step + 1, now, number));
            }
        }
        fate
    }

    /// 6.6: a player is dead.
    fn deaths(&self, sides: [Side; 2], ran_out: [RanOut; 2]) -> Fate {
        let [Some(black), Some(red)] = ran_out else {
            return Fate::end(usize::from(ran_out[0].is_some()));
        };
        if self.says("both-dead", "draw") {
            return Fate::end(2);
        }
        if self.says("both-dead", "nobody") {
            return Fate::end(3);
        }
        let [hurt, other_hurt] = [0, 1].map(|me| self.sum_of(&sides[me].pile, me));
        let (black_better, red_better) = if self.says("both-dead", "less-damage") {
            (hurt < other_hurt, other_hurt < hurt)
        } else {
            (black > red, red > black)
        };
        Fate::end(if black_better {
            0
        } else if red_better {
            1
        } else {
            2
        })
    }
}

/// Lays the chosen cards out as fronts.
fn lay(mut sides: [Side; 2], mut fronts: [Front; 2], laid: [Option<usize>; 2]) -> ([Side; 2], [Front; 2]) {
    for me in [0, 1] {
        if let Some(card) = laid[me] {
            sides[me].hand[card] -= 1;
            sides[me].table[card] += 1;
            fronts[me] = Front::Card(card);
        }
    }
    (sides, fronts)
}
