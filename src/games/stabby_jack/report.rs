//! What is reported: clause 9.

use super::StabbyJack;
use super::cards::{Face, Kind, PerFace};
use super::course::Courses;
use super::state::State;
use super::story::{CARD_EVENTS, Cause, Deed, Event, Source};
use crate::model::{BySeat, CardSpec, Measured, Metric, Observer, Outcome, Ratio, Seat, StatSchema, Times};

/// The counters of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// How often each event of the card report has happened to each seat's cards.
    cards: [BySeat<PerFace<u32>>; CARD_EVENTS.len()],
    deaths: [u32; Cause::IDS.len()],
    deaths_off_turn: u32,
    actions: [u32; ACTIONS.len()],
    /// Fights with Numbered cards, and with Kings.
    fights: [u32; 2],
    fights_won: [u32; 2],
    /// With Numbered cards only.
    ties: u32,
    jacks: u32,
    jacks_stopped: u32,
    thefts: u32,
    thefts_done: u32,
    levels: [u32; Source::IDS.len()],
    /// The last EVENT of this turn.
    last: Deed,
}

/// The actions, by their place among the named moves.
const ACTIONS: [&str; 4] = ["fight", "train", "stay-in-bed", "level-up"];

impl Observer<Event> for Counters {
    // Inlined, an event that is built here costs only what is counted of it.
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        if let Some((card, so)) = event.maybe_card() {
            self.cards[card.event][card.seat][Face::at(card.card)] += u32::from(so);
        }
        match event {
            Event::Status { .. } => self.last = Deed::Nothing,
            Event::Announced { action, .. } => {
                if let Some(count) = self.actions.get_mut(action.named()) {
                    *count += 1;
                }
            }
            Event::Special { face, .. } => self.jacks += u32::from(face.kind() == Kind::Jack),
            Event::Fought { face, attack, value, won, .. } => {
                let numbered = face.is_numbered();
                self.fights[usize::from(!numbered)] += 1;
                self.fights_won[usize::from(!numbered)] += u32::from(won);
                self.ties += u32::from(numbered & (attack == value));
            }
            Event::JackStopped { .. } => self.jacks_stopped += 1,
            Event::Steals { .. } => self.thefts += 1,
            Event::LuckChecked { stolen, .. } => self.thefts_done += u32::from(stolen),
            Event::LeveledUp { source, .. } => self.levels[source as usize] += 1,
            Event::Died { cause, off_turn, .. } => {
                self.deaths[cause as usize] += 1;
                self.deaths_off_turn += u32::from(off_turn);
            }
            Event::Happened { deed } => self.last = deed,
            _ => {}
        }
    }
}

impl Measured for StabbyJack {
    type Counters = Counters;
    const REPLACEMENT: &'static str = "the player who draws it discards it unread and draws the next card";

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let without = Some((seat, Face::at(card)));
        Some(Self { without, courses: Courses::new(false), ..self.clone() })
    }

    fn schema(&self) -> StatSchema {
        let cards = Face::all().map(|face| CardSpec {
            id: face.id().into(),
            events: if face.is_numbered() { 0b111 } else { 0b110 },
            copies: vec![u32::try_from(self.rules.copies(face)).ok()],
        });
        let mut metrics =
            vec![Metric::ratio("deaths-per-100-turns", "per 100 turns", "characters that died")];
        metrics.extend(Cause::IDS.map(|cause| {
            Metric::ratio(format!("death-share-{cause}"), "share", format!("of all deaths, those by {cause}"))
        }));
        metrics.push(Metric::ratio(
            "deaths-off-turn",
            "share",
            "of all deaths, those on another seat's turn",
        ));
        metrics.extend(ACTIONS.map(|action| {
            let meaning = format!("turns in which {action} was announced");
            Metric::ratio(format!("action-share-{action}"), "share", meaning)
        }));
        metrics.extend([
            Metric::ratio("fight-win-share", "share", "Numbered cards captured, of those fought"),
            Metric::ratio("fight-tie-share", "share", "ties before Luck, of Numbered cards fought"),
            Metric::ratio("king-win-share", "share", "Kings captured, of those fought"),
            Metric::ratio(
                "jack-stopped-share",
                "share",
                "Jacks stopped by a King, of Jacks with their event",
            ),
            Metric::ratio("steal-success-share", "share", "Luck checks won, of thefts from the Queen"),
        ]);
        metrics.extend(Source::IDS.map(|source| {
            let meaning = format!("Levels gained by {source}");
            Metric::ratio(format!("level-ups-per-100-turns-{source}"), "per 100 turns", meaning)
        }));
        metrics
            .push(Metric::share("wins-on-another-turn", "won by a seat that was not active, of games won"));
        metrics.extend(Deed::IDS.map(|deed| {
            let meaning = match deed {
                "none" => "won at the end of a turn without any event, of games won".into(),
                _ => format!("won by the event {deed}, of games won"),
            };
            Metric::share(format!("win-by-event-{deed}"), meaning)
        }));
        metrics.extend([
            Metric::ratio("winner-level", "levels", "Level of the winner"),
            Metric::ratio("winner-monster-points", "points", "Monster Points of the winner"),
        ]);
        StatSchema {
            unit: "turns",
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
        u64::from(state.turn)
    }

    const COUNTS_CARDS: bool = true;

    #[inline]
    fn count_cards(&self, _: &State, counters: &Counters, note: &mut impl FnMut(Seat, usize, Times<'_>)) {
        for seat in self.seats() {
            for (event, times) in counters.cards.iter().enumerate() {
                note(seat, event, Times::Many(times[seat].blocks()));
            }
        }
    }

    fn measure(&self, state: &State, counters: &Counters, outcome: Outcome, out: &mut [Ratio]) {
        let turns = state.turn;
        let deaths: u32 = counters.deaths.iter().sum();
        let winner = outcome.winners().lowest();
        let (level, points) = winner.map_or((0, 0), |seat| {
            let character = &state.characters[seat];
            (character.level, character.points)
        });
        let won = winner.is_some();
        let mut places = out.iter_mut();
        let mut put = |fraction| {
            if let Some(place) = places.next() {
                *place = fraction;
            }
        };
        put(Ratio::of(100 * i64::from(deaths), turns));
        counters.deaths.iter().for_each(|count| put(Ratio::of(*count, deaths)));
        put(Ratio::of(counters.deaths_off_turn, deaths));
        counters.actions.iter().for_each(|count| put(Ratio::of(*count, turns)));
        let [[fights, kings], [fights_won, kings_won]] = [counters.fights, counters.fights_won];
        put(Ratio::of(fights_won, fights));
        put(Ratio::of(counters.ties, fights));
        put(Ratio::of(kings_won, kings));
        put(Ratio::of(counters.jacks_stopped, counters.jacks));
        put(Ratio::of(counters.thefts_done, counters.thefts));
        counters.levels.iter().for_each(|count| put(Ratio::of(100 * i64::from(*count), turns)));
        put(Ratio::whether(winner != Some(state.active), won));
        (0..Deed::IDS.len()).for_each(|deed| put(Ratio::whether(counters.last as usize == deed, won)));
        put(Ratio::of(level, u8::from(won)));
        put(Ratio::of(points, u8::from(won)));
    }
}
