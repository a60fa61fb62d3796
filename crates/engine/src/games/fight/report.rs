//! The reports: clause 9.

use super::Fight;
use super::counters::Counters;
use super::events::CARD_EVENTS;
use crate::model::{CardSpec, GameEnd, Measures, Metric, Outcome, Ratio};

type End<'a> = GameEnd<'a, Fight>;

impl Fight {
    pub(super) fn report(&self) -> Measures<Self> {
        let copies = |id: usize| self.book.warriors.iter().filter(|w| usize::from(w.id) == id).count();
        let cards = self.book.ids.iter().enumerate().map(|(id, name)| CardSpec {
            id: name.clone(),
            events: (1 << CARD_EVENTS.len()) - 1,
            copies: vec![u32::try_from(copies(id)).ok()],
        });
        Measures {
            players: self.rules.players,
            seat_order: self.rules.beginner.seat_order(),
            length: ("fights", |state| u64::from(state.fight)),
            longest: Some(self.rules.fights.into()),
            groups: Vec::new(),
            sides: None,
            events: CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: cards.collect(),
            replacement: "the player who draws it buries it in the Graveyard and draws the next Warrior",
            metrics: self.metrics(),
        }
    }

    fn metrics(&self) -> Vec<Metric<Self>> {
        let ordinals = ["the 1st player", "the 2nd seat", "the 3rd seat", "the 4th seat", "the 5th seat"];
        let by_position = ordinals.into_iter().enumerate().take(self.rules.players).map(|(position, who)| {
            let id = format!("fight-win-by-position-{}", position + 1);
            per_fight(id, format!("fights taken by {who} in order of play"), move |counters| {
                counters.taken[position]
            })
        });
        let by_arena = self.book.arena_ids.iter().enumerate().flat_map(|(id, name)| {
            let copies = self.book.arenas.iter().enumerate().filter(|(_, arena)| arena.id == id);
            let copies = copies.fold(0_u16, |places, (index, _)| places | 1 << index);
            let fought = format!("games with at least one fight for {name}");
            let claimed = format!("fights for {name} that a seat took");
            [
                Metric::share(format!("arena-fought:{name}"), fought, move |end: &End| {
                    Ratio::whether(end.counters.fought & copies != 0, true)
                }),
                Metric::ratio(format!("arena-claimed-share:{name}"), "share", claimed, move |end: &End| {
                    let [claimed, fought] = [end.counters.claimed, end.counters.fought];
                    Ratio::of((claimed & copies).count_ones(), (fought & copies).count_ones())
                }),
            ]
        });
        let mut metrics = vec![
            Metric::ratio(
                "activate-share",
                "share",
                "boosts activated, of boosts resolved by their owners",
                |end: &End| {
                    let Counters { activations, own_scorings, .. } = *end.counters;
                    Ratio::of(activations, activations + own_scorings)
                },
            ),
            per_fight(
                "boost-changed-share",
                "fights whose taker (nobody included) is not who would have taken the Arena before the boosts",
                |counters| counters.boost_changed,
            ),
        ];
        metrics.extend(by_position);
        metrics.extend([
            Metric::ratio(
                "scored-glory-share",
                "share",
                "Glory of scored Warriors, of all Glory",
                |end: &End| Ratio::of(end.counters.scored_glory, end.counters.glory),
            ),
            per_game("kills-per-game", "mains killed", |counters| counters.kills),
            per_fight("fights-with-kill-share", "fights in which a main was killed", |counters| {
                counters.fights_with_kill
            }),
            per_fight(
                "tie-broken-share",
                "fights in which arena-tie picked one of several best",
                |counters| counters.ties_broken,
            ),
            per_fight("unclaimed-share", "fights that no seat took", |counters| counters.unclaimed),
            Metric::share("final-tie-share", "games with several seats on the highest Glory", |end: &End| {
                Ratio::whether(end.counters.highest == end.counters.second, true)
            }),
            Metric::share("shared-win-share", "games with several winners", |end: &End| {
                Ratio::whether(matches!(end.outcome, Outcome::Shared(_)), true)
            }),
            Metric::mean("margin-mean", "glory", "highest Glory less the second highest", |end: &End| {
                i64::from(end.counters.highest - end.counters.second)
            }),
            Metric::mean("winner-glory-mean", "glory", "highest Glory", |end: &End| {
                end.counters.highest.into()
            }),
            Metric::mean("glory-mean", "glory", "Glory, mean over the seats", |end: &End| {
                end.counters.glory.into()
            })
            .in_parts(u32::try_from(self.rules.players).unwrap_or(1)),
            per_game("scored-self-per-game", "boosts scored by their owners", |counters| {
                counters.own_scorings
            }),
            per_game("stolen-per-game", "boosts stolen", |counters| counters.stolen),
            per_game("draw-scored-per-game", "Warriors scored by draw-and-score", |counters| {
                counters.draw_scored
            }),
            per_game("reshuffles-per-game", "renewals of the Reserves", |counters| counters.renewals),
            per_game("short-draws-per-game", "draws and effects that got fewer cards than due", |counters| {
                counters.short_draws
            }),
            per_game(
                "fizzled-per-game",
                "effects that hit no Warrior, found nothing to steal or made no swap",
                |counters| counters.fizzled,
            ),
            Metric::ratio(
                "family-exception-share",
                "share",
                "plays of the family from which they should differ, of plays that should differ",
                |end: &End| Ratio::of(end.counters.exceptions, end.counters.bound_plays),
            ),
        ]);
        metrics.extend(by_arena);
        metrics
    }
}

/// A share of all fights.
fn per_fight(
    id: impl Into<String>,
    meaning: impl Into<String>,
    count: impl Fn(&Counters) -> u16 + Send + Sync + 'static,
) -> Metric<Fight> {
    Metric::ratio(id, "share", meaning, move |end: &End| Ratio::of(count(end.counters), end.state.fight))
}

/// A mean number per game.
fn per_game(
    id: &str,
    meaning: &str,
    count: impl Fn(&Counters) -> u16 + Send + Sync + 'static,
) -> Metric<Fight> {
    Metric::mean(id, "per game", meaning, move |end: &End| count(end.counters).into())
}
