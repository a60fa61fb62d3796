//! What is reported: clause 9.

use super::StupidFight;
use super::cards::{Attack, Id};
use super::damage::Row;
use super::moves::name_of;
use super::state::{Source, State};
use super::story::{CARD_EVENTS, Event, Found, Use};
use crate::model::{
    CardSpec, Choice, Group, Measured, Metric, Observer, Outcome, Ratio, Seat, Seats, StatSchema,
};

/// The counters of one game, by what is counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    attacks: u32,
    attack_cards: u32,
    converted: u32,
    dodged: u32,
    blocked: u32,
    run_away_cards: u32,
    /// By [`Row`].
    landed: [u32; 3],
    /// By [`Source`].
    ran_away: [u32; 6],
    /// By [`Attack`].
    dealt: [u32; 3],
    /// By [`Source`].
    damage: [u32; 6],
    /// By [`Source`].
    killed: [u32; 6],
    specials: u32,
    taunt_cards: u32,
    triggered_taunts: u32,
    torsos_broken: u32,
    parts_ripped: u32,
    stolen: u32,
    trashed: u32,
    split_lost: u32,
    torso_charity: u32,
    idled: bool,
    all_at_once: bool,
    joined: bool,
    first_out: Seats,
}

impl Observer<Event> for Counters {
    // Inlined, an event that is built here costs only what is counted of it.
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Starts { found, .. } => self.torso_charity += u32::from(found != Found::Own),
            Event::Played { how, .. } => {
                self.specials += u32::from(how == Use::Special);
                self.taunt_cards += u32::from(how == Use::Taunt);
            }
            Event::Thrown { converted, .. } => self.converted += u32::from(converted),
            Event::Commits { cards, .. } => {
                self.attacks += 1;
                self.attack_cards += u32::from(cards);
            }
            Event::Removed { block: true, .. } => self.blocked += 1,
            Event::Removed { block: false, .. } => self.dodged += 1,
            Event::RanAway { from, cards, .. } => {
                self.ran_away[from as usize] += 1;
                self.run_away_cards += u32::from(cards);
            }
            Event::Lands { look, row, damage } => {
                self.landed[row as usize] += 1;
                self.dealt[look.attack() as usize] += u32::from(damage);
            }
            Event::Owes { amount, source, .. } => self.damage[source as usize] += u32::from(amount),
            Event::Dying { source, .. } => self.killed[source as usize] += 1,
            Event::Out { seats } if self.first_out.is_empty() => self.first_out = seats,
            Event::Stolen { .. } => self.stolen += 1,
            Event::Ripped { .. } => self.parts_ripped += 1,
            Event::Trashed { .. } => self.trashed += 1,
            Event::Broken { .. } => self.torsos_broken += 1,
            Event::SplitLost { cards, .. } => self.split_lost += u32::from(cards),
            Event::Taunts { .. } => self.triggered_taunts += 1,
            Event::Joins { .. } => self.joined = true,
            Event::Idles => self.idled = true,
            Event::Over { outcome } => self.all_at_once = outcome == Outcome::AllLose && !self.idled,
            _ => {}
        }
    }
}

/// The sources from which one can run away, as they are reported.
const ESCAPES: [Source; 4] = [Source::Attack, Source::Taunt, Source::Black, Source::Special];

impl Measured for StupidFight {
    type Counters = Counters;
    const REPLACEMENT: &'static str = "it is blank in the player's hand: it counts as health, cannot be played, and \
                                    can be thrown only as a converted punch; torsos stay as they are";
    const HAS_SIDES: bool = false;

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let id = Id::at(card);
        (!self.uses.torsos.has(id)).then(|| Self { blank: Some((seat, id)), ..self.clone() })
    }

    fn schema(&self) -> StatSchema {
        let cards = self.cards.iter().map(|card| CardSpec {
            id: card.id.clone(),
            events: 0b1111,
            copies: vec![Some(u32::from(card.copies))],
        });
        StatSchema {
            unit: "turns",
            groups: vec![Group {
                name: "character",
                keys: self.uses.torsos.iter().map(|id| self.card(id).id.clone()).collect(),
                teams: false,
                fixed: false,
            }],
            sides: None,
            events: CARD_EVENTS.to_vec(),
            // Most of it is drawn in the first turn, before which others have played.
            deals_opening: false,
            cards: cards.collect(),
            metrics: self.metrics(),
        }
    }

    fn key(&self, state: &State, _: usize, seat: Seat) -> Option<usize> {
        self.uses.torsos.rank(state.table.player(seat).character)
    }

    fn length(&self, state: &State) -> u64 {
        u64::from(state.table.turns)
    }

    fn measure(&self, state: &State, counters: &Counters, outcome: Outcome, out: &mut [Ratio]) {
        let mut out = out.iter_mut();
        let mut write = |fraction| {
            if let Some(place) = out.next() {
                *place = fraction;
            }
        };
        let mut counts = |counts: &[u32]| counts.iter().for_each(|count| write(Ratio::per_game(*count)));
        counts(&[
            u32::from(state.table.round),
            counters.attacks,
            counters.attack_cards,
            counters.converted,
            counters.dodged,
            counters.blocked,
            counters.run_away_cards,
        ]);
        counts(&counters.landed);
        counts(&ESCAPES.map(|source| counters.ran_away[source as usize]));
        counts(&counters.dealt);
        counts(&counters.damage);
        counts(&counters.killed);
        counts(&[
            counters.specials,
            counters.taunt_cards,
            counters.triggered_taunts,
            counters.torsos_broken,
            counters.parts_ripped,
            counters.stolen,
            counters.trashed,
            counters.split_lost,
        ]);
        write(Ratio::whether(counters.idled, true));
        write(Ratio::whether(counters.all_at_once, true));
        let winner = outcome.winners().lowest();
        let health = winner.map_or(0, |seat| self.health(&state.table, seat));
        write(Ratio::of(health, u8::from(winner.is_some())));
        for seat in Seats::first(self.rules.players) {
            write(Ratio::whether(counters.first_out.has(seat), true));
        }
        write(Ratio::per_game(counters.torso_charity));
        write(Ratio::whether(counters.joined, true));
    }
}

impl StupidFight {
    /// The figures of `metrics.csv`, in the order in which they are measured.
    fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        let mut mean = |id: &str, unit, meaning: &str| metrics.push(Metric::mean(id, unit, meaning));
        mean("rounds-mean", "rounds", "number of the round in which the game ends");
        mean("attacks", "per game", "attacks");
        mean("attack-cards", "cards", "attack cards in them");
        mean("converted", "cards", "attack cards that were converted to punches");
        mean("dodged", "cards", "attack cards removed by dodging");
        mean("blocked", "cards", "attack cards removed by blocking");
        mean("run-away-cards", "cards", "attack cards removed by running away");
        for (row, _) in Row::ALL {
            mean(&format!("landed-{row}"), "cards", &format!("attack cards left whose victim was {row}"));
        }
        for source in ESCAPES.map(name_of) {
            let what = match source {
                "attack" => "an attack",
                "taunt" => "a taunt",
                "black" => "another black card",
                _ => "a special",
            };
            mean(&format!("run-away-from-{source}"), "cards", &format!("Run Away cards used against {what}"));
        }
        for (attack, _) in Attack::ALL {
            mean(&format!("dealt-{attack}"), "damage", &format!("damage due by {attack} attack cards"));
        }
        let from = |source: Source| match source {
            Source::Attack => "white cards",
            Source::Extra => "extra effects of parts",
            Source::Taunt => "taunts",
            Source::Black => "black cards that are no taunts",
            Source::Special => "specials",
            Source::EmptyDeck => "an empty deck",
        };
        for (name, source) in Source::ALL {
            let meaning = format!("damage due by {}, paid or not", from(*source));
            mean(&format!("damage-{name}"), "damage", &meaning);
        }
        for (name, source) in Source::ALL {
            let meaning = format!("players who could not pay damage by {}", from(*source));
            mean(&format!("killed-by-{name}"), "players", &meaning);
        }
        mean("specials", "cards", "! cards played");
        mean("taunt-cards", "cards", "taunt cards played");
        mean("triggered-taunts", "per game", "taunts set off by attacks that had a useful effect");
        mean("torsos-broken", "per game", "torsos broken");
        mean("parts-ripped", "cards", "limbs ripped off");
        mean("stolen", "cards", "cards stolen from decks, hands and bodies");
        mean("trashed-from-hand", "cards", "cards of the hand lost to effects that trash them");
        mean("split-lost", "cards", "cards of the stacks lost by splitting, trashed or stolen");
        metrics.push(Metric::share("ended-by-idling", "games that end because nothing moves any more"));
        metrics.push(Metric::share(
            "ended-by-simultaneous",
            "games in which all remaining players lose at once",
        ));
        metrics.push(Metric::ratio(
            "winner-health",
            "cards",
            "health of the winner at the end of a won game",
        ));
        for seat in 0..self.rules.players {
            metrics.push(Metric::share(
                format!("first-out-{seat}"),
                format!("games in which seat {seat} is among the first to be defeated"),
            ));
        }
        metrics.push(Metric::mean(
            "torso-charity",
            "cards",
            "torsos given, or taken from the box, for players without one",
        ));
        metrics.push(Metric::share("joined", "games in which somebody walks up and joins"));
        metrics
    }
}
