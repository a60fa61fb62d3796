//! The reference: Knife Fight by its printed rules with two uniformly random players, in a simple
//! implementation: a `Vec` for each pile, the standard generator, counters in the loop. It shares no code
//! with the library and counts much less (wins, lengths, cards drawn and played). The library must be faster.

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Ranks are numbers from 1, ace to king; then the Joker.
type Card = u8;
const JACK: Card = 11;
const QUEEN: Card = 12;
const KING: Card = 13;
const JOKER: Card = 14;

/// The counts: wins of black and of red, draws; games by number of rounds; cards by player and rank.
#[derive(Debug, Default, Clone)]
pub(crate) struct Counts {
    pub(crate) wins: [u64; 3],
    pub(crate) lengths: Vec<u64>,
    pub(crate) drawn: [[u64; 15]; 2],
    pub(crate) played: [[u64; 15]; 2],
}

#[derive(Debug, Clone)]
struct Player {
    deck: Vec<Card>,
    hand: Vec<Card>,
    damage_pile: Vec<Card>,
    discard_pile: Vec<Card>,
    table: Vec<Card>,
}

/// Plays this many games of a seed.
pub(crate) fn play(seed: u64, n_games: u64) -> Counts {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut counts = Counts::default();
    for _ in 0..n_games {
        let (winner, rounds) = play_game(&mut rng, &mut counts);
        counts.wins[winner.unwrap_or(2)] += 1;
        if counts.lengths.len() <= rounds {
            counts.lengths.resize(rounds + 1, 0);
        }
        counts.lengths[rounds] += 1;
    }
    counts
}

fn play_game(rng: &mut StdRng, counts: &mut Counts) -> (Option<usize>, usize) {
    let mut players: Vec<Player> = (0..2).map(|_| Player::new(rng)).collect();
    for (who, player) in players.iter_mut().enumerate() {
        player.draw(3, who, counts);
    }
    for rounds in 1.. {
        for (who, player) in players.iter_mut().enumerate() {
            player.play_card(rng, who, counts);
        }
        while players.iter().any(|player| player.front() == KING && !player.hand.is_empty()) {
            let kings: Vec<bool> = players.iter().map(|player| player.front() == KING).collect();
            for who in 0..2 {
                if kings[who] && !players[who].hand.is_empty() {
                    players[who].play_card(rng, who, counts);
                }
            }
        }
        clash(&mut players, rng);
        for (who, player) in players.iter_mut().enumerate() {
            let need = 3 - player.hand.len();
            player.draw(need, who, counts);
        }
        for player in &mut players {
            player.bleed();
        }
        match (players[0].deck.is_empty(), players[1].deck.is_empty()) {
            (true, true) => return (None, rounds),
            (true, false) => return (Some(1), rounds),
            (false, true) => return (Some(0), rounds),
            (false, false) => {}
        }
    }
    unreachable!("every round draws a card")
}

/// The fronts clash.
fn clash(players: &mut [Player], rng: &mut StdRng) {
    let fronts = [players[0].front(), players[1].front()];
    let number = |card: Card| card < JACK;
    let mut hits: Vec<(usize, Card)> = Vec::new();
    for (own, opp) in [(0, 1), (1, 0)] {
        let (card, foe) = (fronts[own], fronts[opp]);
        if number(card) {
            match foe {
                JACK => {}
                JOKER => hits.push((own, card)),
                // A Queen's wound comes in; a King alone is exposed.
                QUEEN | KING => hits.push((opp, card)),
                _ if card <= foe => hits.push((opp, card)),
                _ => {}
            }
        }
    }
    let dressed: Vec<Option<Card>> = (0..2)
        .map(|own| {
            let dresses = fronts[own] == QUEEN && fronts[1 - own] != JACK;
            dresses.then(|| distinct(&players[own].damage_pile).choose(rng).copied()).flatten()
        })
        .collect();
    for (player, dressed) in players.iter_mut().zip(dressed) {
        if let Some(card) = dressed {
            let place = player.damage_pile.iter().position(|wound| *wound == card).expect("a wound");
            player.damage_pile.remove(place);
            player.discard_pile.push(card);
        }
    }
    for (on, card) in hits {
        players[on].damage_pile.push(card);
    }
    for player in players {
        let table = std::mem::take(&mut player.table);
        player.discard_pile.extend(table);
    }
}

fn distinct(cards: &[Card]) -> Vec<Card> {
    let mut ranks = cards.to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

impl Player {
    fn new(rng: &mut StdRng) -> Self {
        let mut deck: Vec<Card> = (1..=KING).flat_map(|card| [card, card]).chain([JOKER]).collect();
        deck.shuffle(rng);
        Self { deck, hand: Vec::new(), damage_pile: Vec::new(), discard_pile: Vec::new(), table: Vec::new() }
    }

    fn front(&self) -> Card {
        *self.table.last().expect("a front card")
    }

    fn play_card(&mut self, rng: &mut StdRng, who: usize, counts: &mut Counts) {
        let ranks = distinct(&self.hand);
        let card = ranks[rng.random_range(0..ranks.len())];
        let place = self.hand.iter().position(|held| *held == card).expect("held");
        self.hand.remove(place);
        self.table.push(card);
        counts.played[who][usize::from(card)] += 1;
    }

    fn draw(&mut self, need: usize, who: usize, counts: &mut Counts) {
        for _ in 0..need {
            let Some(card) = self.deck.pop() else { break };
            self.hand.push(card);
            counts.drawn[who][usize::from(card)] += 1;
        }
    }

    fn bleed(&mut self) {
        let sum: usize = self.damage_pile.iter().map(|card| usize::from(*card)).sum();
        for _ in 0..sum.div_ceil(3) {
            let Some(card) = self.deck.pop() else { break };
            self.discard_pile.push(card);
        }
    }
}
