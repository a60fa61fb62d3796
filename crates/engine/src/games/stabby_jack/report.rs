//! The reports: clause 9.

use super::StabbyJack;
use super::cards::{Face, Kind};
use super::decisions::Action;
use super::state::Character;
use super::story::{CARD_EVENTS, Cause, Event, Source, TurnEvent};
use crate::model::{CardSpec, GameEnd, Measures, Metric, Observer, Ratio};

/// The counters of one game, besides its cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    deaths: [u32; Cause::IDS.len()],
    deaths_off_turn: u32,
    actions: [u32; Action::ALL.len()],
    /// Fights with Numbered cards and with Kings, fights won, and fights with a tie before Luck.
    fights: [u32; 2],
    fights_won: [u32; 2],
    ties: [u32; 2],
    jacks: u32,
    jacks_stopped: u32,
    steals: u32,
    steals_done: u32,
    level_ups: [u32; Source::IDS.len()],
    /// The last EVENT of this turn.
    last_event: TurnEvent,
}

/// The indices of the monsters in the counts of fights.
const NUMBERED: usize = 0;
const KING: usize = 1;

impl Observer<Event> for Counters {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Turn { .. } => self.last_event = TurnEvent::Nothing,
            Event::Announced { action, .. } => self.actions[action as usize] += 1,
            Event::Special { face, .. } => self.jacks += u32::from(face.kind() == Kind::Jack),
            Event::Fought { face, attack, value, won, .. } => {
                let monster = if face.is_numbered() { NUMBERED } else { KING };
                self.fights[monster] += 1;
                self.fights_won[monster] += u32::from(won);
                self.ties[monster] += u32::from(attack == value);
            }
            // With `king-stops = "one-damage"`, one Jack can take several Kings.
            Event::JackStopped { left: 0, .. } => self.jacks_stopped += 1,
            Event::Steals { .. } => self.steals += 1,
            Event::LuckChecked { stolen, .. } => self.steals_done += u32::from(stolen),
            Event::LeveledUp { source, .. } => self.level_ups[source as usize] += 1,
            Event::Died { cause, off_turn, .. } => {
                self.deaths[cause as usize] += 1;
                self.deaths_off_turn += u32::from(off_turn);
            }
            Event::Happened { event } => self.last_event = event,
            _ => {}
        }
    }
}

type End<'a> = GameEnd<'a, StabbyJack>;

impl StabbyJack {
    pub(super) fn report(&self) -> Measures<Self> {
        let cards = Face::all().map(|face| CardSpec {
            id: face.id().into(),
            events: if face.is_numbered() { 0b111 } else { 0b110 },
            copies: vec![u32::try_from(self.rules.copies(face)).ok()],
        });
        Measures {
            players: self.rules.players,
            seat_order: self.rules.first_player.seat_order(),
            length: ("turns", |state| u64::from(state.turn)),
            longest: Some(self.rules.max_turns.into()),
            groups: Vec::new(),
            sides: None,
            events: CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: cards.collect(),
            replacement: "the player who draws it discards it unread and draws the next card",
            metrics: metrics(),
        }
    }
}

fn metrics() -> Vec<Metric<StabbyJack>> {
    let mut metrics =
        vec![Metric::ratio("deaths-per-100-turns", "per 100 turns", "characters that died", |end: &End| {
            per_100_turns(end, deaths(end))
        })];
    metrics.extend(Cause::IDS.iter().enumerate().map(|(cause, id)| {
        let meaning = format!("of all deaths, those by {id}");
        Metric::ratio(format!("death-share-{id}"), "share", meaning, move |end: &End| {
            Ratio::of(end.counters.deaths[cause], deaths(end))
        })
    }));
    metrics.push(Metric::ratio(
        "deaths-off-turn",
        "share",
        "of all deaths, those on another seat's turn",
        |end: &End| Ratio::of(end.counters.deaths_off_turn, deaths(end)),
    ));
    metrics.extend(Action::ALL.map(|action| {
        let (id, meaning) = (action.id(), format!("turns in which {} was announced", action.id()));
        Metric::ratio(format!("action-share-{id}"), "share", meaning, move |end: &End| {
            Ratio::of(end.counters.actions[action as usize], end.state.turn)
        })
    }));
    metrics.extend([
        Metric::ratio("fight-win-share", "share", "Numbered cards captured, of those fought", |end: &End| {
            Ratio::of(end.counters.fights_won[NUMBERED], end.counters.fights[NUMBERED])
        }),
        Metric::ratio(
            "fight-tie-share",
            "share",
            "ties before Luck, of Numbered cards fought",
            |end: &End| Ratio::of(end.counters.ties[NUMBERED], end.counters.fights[NUMBERED]),
        ),
        Metric::ratio("king-win-share", "share", "Kings captured, of those fought", |end: &End| {
            Ratio::of(end.counters.fights_won[KING], end.counters.fights[KING])
        }),
        Metric::ratio(
            "jack-stopped-share",
            "share",
            "Jacks stopped by Kings before any Damage, of Jacks with their event",
            |end: &End| Ratio::of(end.counters.jacks_stopped, end.counters.jacks),
        ),
        Metric::ratio(
            "steal-success-share",
            "share",
            "Luck checks won, of thefts from the Queen",
            |end: &End| Ratio::of(end.counters.steals_done, end.counters.steals),
        ),
    ]);
    metrics.extend(Source::IDS.iter().enumerate().map(|(source, id)| {
        let (name, meaning) = (format!("level-ups-per-100-turns-{id}"), format!("Levels gained by {id}"));
        Metric::ratio(name, "per 100 turns", meaning, move |end: &End| {
            per_100_turns(end, end.counters.level_ups[source])
        })
    }));
    metrics.push(Metric::share(
        "wins-on-another-turn",
        "won by a seat that was not active, of games won",
        |end: &End| {
            let winner = end.outcome.winners().lowest();
            Ratio::whether(winner != Some(end.state.active), winner.is_some())
        },
    ));
    metrics.extend(TurnEvent::IDS.iter().enumerate().map(|(event, id)| {
        let meaning = match *id {
            "none" => "won at the end of a turn without any event, of games won".into(),
            id => format!("won by the event {id}, of games won"),
        };
        Metric::share(format!("win-by-event-{id}"), meaning, move |end: &End| {
            let is_won = !end.outcome.winners().is_empty();
            Ratio::whether(end.counters.last_event as usize == event, is_won)
        })
    }));
    metrics.extend([
        Metric::ratio("winner-level", "levels", "Level of the winner", |end: &End| {
            of_winner(end, |winner| winner.level.into())
        }),
        Metric::ratio("winner-monster-points", "points", "Monster Points of the winner", |end: &End| {
            of_winner(end, |winner| winner.points.into())
        }),
    ]);
    metrics
}

fn deaths(end: &End<'_>) -> u32 {
    end.counters.deaths.iter().sum()
}

fn per_100_turns(end: &End<'_>, count: u32) -> Ratio {
    Ratio::of(100 * i64::from(count), end.state.turn)
}

/// A number of the winner; nothing in a game without a winner.
fn of_winner(end: &End<'_>, number: impl Fn(&Character) -> i64) -> Ratio {
    let winner = end.outcome.winners().lowest();
    winner.map_or_else(Ratio::default, |seat| Ratio { num: number(&end.state.characters[seat]), den: 1 })
}
