//! What is reported: clause 9.

use super::Fight;
use super::cards::{Card, Cards};
use super::counters::Counters;
use super::events::{CARD_EVENTS, Event, Shown};
use super::state::State;
use crate::model::bits::n_bits;
use crate::model::{CardEvent, CardSpec, Measured, Metric, Outcome, Ratio, Seat, Seats, StatSchema, Times};

impl Measured for Fight {
    type Counters = Counters;
    const COUNTS_CARDS: bool = true;
    const REPLACEMENT: &'static str =
        "the player who draws it buries it in the Graveyard and draws the next Warrior";

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let copies =
            self.book.warriors.iter().enumerate().filter(|(_, warrior)| usize::from(warrior.id) == card);
        let cards = copies.map(|(place, _)| Card::at(place)).collect();
        Some(Self { without: Some((seat, cards)), ..self.clone() })
    }

    fn schema(&self) -> StatSchema {
        let copies = |id: usize| self.book.warriors.iter().filter(|w| usize::from(w.id) == id).count();
        let cards = self.book.ids.iter().enumerate().map(|(id, name)| CardSpec {
            id: name.clone(),
            events: (1 << CARD_EVENTS.len()) - 1,
            copies: vec![u32::try_from(copies(id)).ok()],
        });
        let per_fight = |id: &str, meaning: &str| Metric::ratio(id, "share", meaning);
        let mut metrics = vec![
            Metric::ratio("activate-share", "share", "boosts activated, of boosts resolved by their owners"),
            per_fight(
                "boost-changed-share",
                "fights whose taker (nobody included) is not who would have taken the Arena before the boosts",
            ),
        ];
        let ordinal = ["the 1st player", "the 2nd seat", "the 3rd seat", "the 4th seat", "the 5th seat"];
        metrics.extend((1..).zip(ordinal).take(self.rules.players).map(|(position, who)| {
            let meaning = format!("fights taken by {who} in order of play");
            per_fight(&format!("fight-win-by-position-{position}"), &meaning)
        }));
        metrics.extend([
            Metric::ratio("scored-glory-share", "share", "Glory of scored Warriors, of all Glory"),
            Metric::mean("kills-per-game", "per game", "mains killed"),
            per_fight("fights-with-kill-share", "fights in which a main was killed"),
            per_fight("tie-broken-share", "fights in which arena-tie picked one of several best"),
            per_fight("unclaimed-share", "fights that nobody took"),
            Metric::share("final-tie-share", "games with several seats on the highest Glory"),
            Metric::share("shared-win-share", "games with several winners"),
            Metric::mean("margin-mean", "glory", "highest Glory less the second highest"),
            Metric::mean("winner-glory-mean", "glory", "highest Glory"),
            Metric::mean("glory-mean", "glory", "Glory, mean over the seats")
                .in_parts(u32::from(self.n_seats)),
            Metric::mean("scored-self-per-game", "per game", "boosts scored by their owners"),
            Metric::mean("stolen-per-game", "per game", "boosts stolen"),
            Metric::mean("draw-scored-per-game", "per game", "Warriors scored by draw-and-score"),
            Metric::mean("reshuffles-per-game", "per game", "renewals of the Reserves"),
            Metric::mean(
                "short-draws-per-game",
                "per game",
                "draws and effects that got fewer cards than due",
            ),
            Metric::mean(
                "fizzled-per-game",
                "per game",
                "effects that hit no Warrior, found nothing to steal or made no swap",
            ),
            Metric::ratio(
                "family-exception-share",
                "share",
                "plays of the very family that they should differ from, of plays that should differ",
            ),
        ]);
        for id in &self.book.arena_ids {
            let meaning = format!("games in which {id} was fought for");
            metrics.push(Metric::share(format!("arena-fought:{id}"), meaning));
            let meaning = format!("fights for {id} that somebody took");
            metrics.push(Metric::ratio(format!("arena-claimed-share:{id}"), "share", meaning));
        }
        StatSchema {
            unit: "fights",
            groups: Vec::new(),
            sides: None,
            events: CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: cards.collect(),
            metrics,
        }
    }

    fn key(&self, _: &State, _: usize, _: Seat) -> Option<usize> {
        None
    }

    fn length(&self, state: &State) -> u64 {
        u64::from(state.fight)
    }

    /// Few come back out of the Graveyard.
    #[inline(always)]
    fn again(counters: &Counters, event: &Event) -> Option<CardEvent> {
        let is_first = matches!(event, Event::Drawn { opening: true, .. });
        let (event, seat, Shown { card, row }) = event.shown().filter(|_| !is_first)?;
        counters.cards(event, seat).has(card).then(|| CardEvent { seat, card: usize::from(row), event })
    }

    /// What has happened, once each.
    #[inline]
    fn count_cards(&self, _: &State, counters: &Counters, note: &mut impl FnMut(Seat, usize, Times<'_>)) {
        for seat in Seats::first(self.rules.players) {
            let sets: [Cards; CARD_EVENTS.len()] = std::array::from_fn(|event| counters.cards(event, seat));
            if self.rows_are_cards {
                note(seat, 0, Times::Sets(&sets.map(Cards::word)));
                continue;
            }
            for (event, cards) in sets.into_iter().enumerate() {
                for card in cards {
                    note(seat, event, Times::Card(usize::from(self.show(card).row), 1));
                }
            }
        }
    }

    fn measure(&self, state: &State, counters: &Counters, outcome: Outcome, out: &mut [Ratio]) {
        let fights = i64::from(state.fight);
        let (mut total, mut scored_glory) = (0, 0);
        let (mut highest, mut second, mut claimed) = (0, 0, 0);
        for seat in Seats::first(self.rules.players) {
            let n_scored = state.scored[seat].len();
            let glory = i64::from(self.glory(state.won[seat], n_scored));
            total += glory;
            scored_glory += i64::from(self.scored_glory(n_scored));
            claimed |= state.won[seat];
            (highest, second) = (highest.max(glory), second.max(glory.min(highest)));
        }
        let is_shared = matches!(outcome, Outcome::Shared(_));
        let mut out = out.iter_mut();
        let mut write = |fraction| {
            if let Some(place) = out.next() {
                *place = fraction;
            }
        };
        write(Ratio::of(counters.activations, counters.activations + counters.own_scorings));
        write(Ratio::of(counters.boost_changed, fights));
        for taken in &counters.taken[..self.rules.players.min(5)] {
            write(Ratio::of(*taken, fights));
        }
        write(Ratio::of(scored_glory, total));
        write(Ratio::per_game(counters.kills));
        write(Ratio::of(counters.fights_with_kill, fights));
        write(Ratio::of(counters.ties_broken, fights));
        write(Ratio::of(counters.unclaimed, fights));
        write(Ratio::whether(highest == second, true));
        write(Ratio::whether(is_shared, true));
        write(Ratio::per_game(highest - second));
        write(Ratio::per_game(highest));
        write(Ratio::per_game(total));
        write(Ratio::per_game(counters.own_scorings));
        write(Ratio::per_game(counters.stolen));
        write(Ratio::per_game(counters.draw_scored));
        write(Ratio::per_game(counters.renewals));
        write(Ratio::per_game(counters.short_draws));
        write(Ratio::per_game(counters.fizzled));
        write(Ratio::of(counters.exceptions, counters.bound_plays));
        let (arenas, _) = out.into_slice().as_chunks_mut();
        for (out, (first, copies)) in arenas.iter_mut().zip(&self.arena_rows) {
            // Of at most four copies.
            let of_these = |arenas: u16| {
                let [copies, _] = (arenas >> first & copies).to_le_bytes();
                u32::try_from(n_bits(copies)).unwrap_or(0)
            };
            let (n_fought, n_claimed) = (of_these(counters.fought), of_these(claimed));
            *out = [Ratio::whether(n_fought > 0, true), Ratio::of(n_claimed, n_fought)];
        }
    }
}
