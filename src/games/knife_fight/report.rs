//! What is reported: clause 9.

use super::KnifeFight;
use super::cards::{PLACES, RANKS, Rank};
use super::play::BOTH;
use super::state::State;
use super::story::{CARD_EVENTS, Counters, Counts};
use crate::model::{CardSpec, Group, Measured, Metric, Outcome, Ratio, Seat, StatSchema, Times};

/// One card of each rank.
const ONE: [Counts; PLACES] = {
    let mut one = [[0; PLACES]; PLACES];
    let mut place = 0;
    while place < PLACES {
        one[place][place] = 1;
        place += 1;
    }
    one
};

/// As many less of each rank.
#[inline]
fn less(counts: Counts, others: Counts) -> Counts {
    std::array::from_fn(|rank| counts[rank].wrapping_sub(others[rank]))
}

impl Measured for KnifeFight {
    type Counters = Counters;
    const COUNTS_CARDS: bool = true;
    const REPLACEMENT: &'static str = "each copy in the player's deck becomes the number card, other than itself, \
                                    whose strength is nearest the mean strength of the deck's other numbers";

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        self.with_average(seat, Rank::at(card))
    }

    fn schema(&self) -> StatSchema {
        let cards = Rank::all().map(|rank| {
            let [black, red] =
                [0, 1].map(|colour| u32::try_from(self.rules.decks[colour][rank.place()]).ok());
            CardSpec {
                id: RANKS[rank.place()].into(),
                events: if rank.is_number() { 0b11111 } else { 0b01111 },
                copies: vec![if black == red { black } else { None }, black, red],
            }
        });
        StatSchema {
            unit: "rounds",
            groups: vec![Group {
                name: "side",
                keys: vec!["black".into(), "red".into()],
                teams: false,
                fixed: true,
            }],
            sides: Some(0),
            events: CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: cards.collect(),
            metrics: vec![
                Metric::share("both-dead-share", "games in which both players are dead at the end"),
                Metric::share("exhaustion-share", "games in which a dead player ran out while drawing"),
                Metric::share(
                    "first-blood-win-share",
                    "won by the player who alone hit in the first clash that hit anybody, of games with a winner",
                ),
                Metric::ratio("winner-damage", "damage", "final damage sum of the winner"),
                Metric::ratio("loser-damage", "damage", "final damage sum of the loser"),
                Metric::ratio("winner-deck-left", "cards", "cards left in the winner's deck"),
                Metric::ratio("strikes-per-round", "per round", "clashes of two numbers of unequal strength"),
                Metric::ratio("ties-per-round", "per round", "clashes of two numbers of equal strength"),
                Metric::mean("parries-per-game", "per game", "Jacks that nullified a number"),
                Metric::mean("reflects-per-game", "per game", "Jokers that reflected a number"),
                Metric::ratio(
                    "joker-wasted-share",
                    "share",
                    "Jokers that reflected nothing, of Jokers played",
                ),
                Metric::mean("damage-healed-per-game", "damage", "damage of the cards that Queens took off"),
            ],
        }
    }

    fn key(&self, _: &State, _: usize, seat: Seat) -> Option<usize> {
        Some(seat.index())
    }

    fn length(&self, state: &State) -> u64 {
        u64::from(state.round)
    }

    /// What left a deck and was not drawn has bled.
    #[inline]
    fn count_cards(&self, state: &State, counters: &Counters, note: &mut impl FnMut(Seat, usize, Times<'_>)) {
        for (own, seat) in BOTH.into_iter().enumerate() {
            let gone = state.players[own]
                .deck
                .iter()
                .fold(self.copies[own], |gone, rank| less(gone, ONE[rank.place()]));
            let bled = less(gone, counters.drawn[own]);
            let counts = [
                counters.opening[own],
                counters.drawn[own],
                counters.played[own],
                bled,
                counters.wounds[own],
            ];
            note(seat, 0, Times::Few(&counts));
        }
    }

    fn measure(&self, state: &State, counters: &Counters, outcome: Outcome, out: &mut [Ratio]) {
        let [black, red] = &state.players;
        let winner = outcome.winners().lowest();
        let won = i64::from(winner.is_some());
        let by_seat = |seat: Seat| &state.players[seat.index() & 1];
        let (best, worst) = winner.map_or((black, red), |seat| (by_seat(seat), by_seat(seat.foe())));
        let rounds = i64::from(state.round);
        let hurt = counters.first_blood;
        let unhurt = winner.is_some_and(|seat| hurt >> seat.index() & 1 == 0);
        let [strikes, ties, parries, reflects] = counters.clashes();
        let jokers = counters.played.iter().map(|played| i64::from(played[Rank::JOKER.place()])).sum::<i64>();
        let deck_left = i64::try_from(best.deck.len()).unwrap_or(0);
        let Some(out) = out.first_chunk_mut() else { return };
        *out = [
            Ratio::whether(black.ran_out > 0 && red.ran_out > 0, true),
            Ratio::whether(black.exhausted || red.exhausted, true),
            Ratio::whether(unhurt, won == 1 && hurt.is_power_of_two()),
            Ratio::of(won * i64::from(best.damage), won),
            Ratio::of(won * i64::from(worst.damage), won),
            Ratio::of(won * deck_left, won),
            Ratio::of(strikes, rounds),
            Ratio::of(ties, rounds),
            Ratio::per_game(parries),
            Ratio::per_game(reflects),
            Ratio::of(jokers - i64::from(reflects), jokers),
            Ratio::per_game(counters.healed),
        ];
    }
}
