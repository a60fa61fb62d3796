//! The reports: clause 9.

use super::Taunt;
use super::characters::ZONES;
use super::moves::{LevelledMove, MOVES, MoveId};
use super::rules::{Cast, Mode};
use super::state::State;
use super::story::{CARD_EVENTS, Event};
use crate::model::{
    CardSpec, GameEnd, Group, Measures, Metric, Observer, PlayerGroup, Ratio, SHARE, Seat, SeatOrder,
};

type End<'a> = GameEnd<'a, Taunt>;

/// The counters of one game, besides its cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    combos: u32,
    queued: u32,
    completed: u32,
    knock_downs: u32,
    interruptions: u32,
    re_enabled: u32,
    damage: u32,
    reflected: u32,
    /// Attacks by level.
    attacks: [u32; 4],
    defeats: u32,
    zones: [u32; 4],
    /// In [`SHARE`]ths of a defeat.
    finishes: [u32; MOVES],
    near_turns: u32,
}

impl Observer<Event> for Counters {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Status { near, .. } => self.near_turns += u32::from(near),
            Event::Reveals { level, attack, .. } => {
                self.attacks[usize::from(level % 4)] += u32::from(attack);
            }
            Event::Hurts { damage, reflected, .. } => {
                self.damage += u32::from(damage);
                self.reflected += if reflected { u32::from(damage) } else { 0 };
            }
            Event::Interrupts { .. } => self.interruptions += 1,
            Event::KnockedDown { .. } => self.knock_downs += 1,
            Event::ReEnables { n_cards, .. } => self.re_enabled += n_cards,
            Event::ComboBegins { n_cards, .. } => {
                self.combos += 1;
                self.queued += u32::from(n_cards);
            }
            Event::ComboDone { .. } => self.completed += 1,
            Event::Defeated { zone, .. } => {
                self.defeats += 1;
                self.zones[zone.min(3)] += 1;
            }
            Event::Finishes { card, parts, .. } => {
                // At most four: two contacts, each directly and by its guard.
                let parts = u32::try_from(parts.max(1)).unwrap_or(1);
                self.finishes[card.index() % MOVES] += SHARE / parts;
            }
            _ => {}
        }
    }
}

impl Taunt {
    pub(super) fn report(&self) -> Measures<Self> {
        let named = |cast: &Cast| match cast {
            Cast::Named(character) => Some(*character),
            Cast::Random => None,
        };
        let mut groups = vec![PlayerGroup {
            group: Group {
                name: "character",
                keys: self.rules.characters.iter().map(|character| character.id.clone()).collect(),
                teams: false,
                seats: self.rules.fighters.iter().map(named).collect(),
            },
            key: |_, state: &State, seat| Some(usize::from(state.open.fighters[seat].character)),
        }];
        if self.rules.mode == Mode::Team {
            groups.push(PlayerGroup {
                group: Group {
                    name: "team",
                    keys: vec!["0".into(), "1".into()],
                    teams: true,
                    seats: Some((0..self.rules.players).map(|seat| seat & 1).collect()),
                },
                key: |_, _, seat| Some(seat.index() & 1),
            });
        }
        Measures {
            players: self.rules.players,
            seat_order: SeatOrder::AtOnce,
            length: ("turns", |state| u64::from(state.open.turn)),
            longest: Some(self.rules.max_turns.into()),
            groups,
            sides: Some(0),
            events: CARD_EVENTS.to_vec(),
            // In Monsters the players choose the opening.
            deals_opening: !self.has_monsters(),
            cards: self.all_moves().map(|card| self.card_spec(card)).collect(),
            replacement: "it is a blank card among the player's cards: it cannot be selected, and is one more card that Peril can disable",
            metrics: self.metrics(),
        }
    }

    fn all_moves(&self) -> impl Iterator<Item = MoveId> {
        (0..self.rules.moves.ids.len()).map(MoveId::at)
    }

    /// Number of copies of a card that a character owns at the start.
    pub(super) fn n_owned(&self, character: usize, card: MoveId) -> Option<u32> {
        if !self.has_monsters() {
            return count(self.rules.characters[character].moves.iter(), card);
        }
        if self.rules.monsters.switches.contains(&card) {
            return Some(1);
        }
        match &self.rules.monsters.decks {
            [Some(first), Some(second)] => {
                let n_copies = [first, second].map(|decks| count(decks.iter().flatten(), card));
                if n_copies[0] == n_copies[1] { n_copies[0] } else { None }
            }
            _ if self.rules.monsters.pool.contains(&card) => None,
            [Some(decks), None] | [None, Some(decks)] if decks.concat().contains(&card) => None,
            _ => Some(0),
        }
    }

    fn card_spec(&self, id: MoveId) -> CardSpec {
        let of_each: Vec<Option<u32>> =
            (0..self.rules.characters.len()).map(|character| self.n_owned(character, id)).collect();
        let alike = of_each.iter().all(|n_copies| *n_copies == of_each[0]);
        let all = if alike { of_each[0] } else { None };
        let owned = of_each.iter().any(|n_copies| *n_copies != Some(0));
        let card = self.card(id);
        let any_grabs = self.all_moves().any(|other| self.card(other).hit_interrupt);
        // In the order of the card events.
        let can = [
            true,
            true,
            true,
            true,
            (0..4).any(|level| self.rules.moves.card_at(LevelledMove::new(id, level)).can_hit()),
            any_grabs || card.interrupted_by.iter().any(|from| *from > 0),
            card.letter.bit() != 0,
        ];
        let events = can.iter().enumerate().fold(0, |mask, (nth, can)| mask | u32::from(*can) << nth);
        CardSpec {
            id: self.id_of(id).into(),
            events: if owned { events } else { 0 },
            copies: std::iter::once(all).chain(of_each).collect(),
        }
    }

    fn metrics(&self) -> Vec<Metric<Self>> {
        let mut metrics = fight_metrics();
        for (place, id) in self.rules.moves.ids.iter().enumerate() {
            let meaning = format!("defeats by {id}, shared among the moves credited, of all defeats");
            let finishes =
                move |end: &End| Ratio::of(end.counters.finishes[place % MOVES], end.counters.defeats);
            metrics.push(
                Metric::ratio(format!("finishing-move:{id}"), "share", meaning, finishes).in_parts(SHARE),
            );
        }
        for (place, zone) in ZONES.into_iter().enumerate() {
            let meaning = format!("defeats of a fighter in the {zone} zone, of all defeats");
            let defeats = move |end: &End| Ratio::of(end.counters.zones[place], end.counters.defeats);
            metrics.push(Metric::ratio(format!("defeat-zone:{zone}"), "share", meaning, defeats));
        }
        if self.rules.mode.is_for_two() {
            metrics.push(Metric::ratio(
                "near-turns-share",
                "share",
                "turns that begin Near, of all turns",
                |end: &End| Ratio::of(end.counters.near_turns, end.state.open.turn),
            ));
            metrics.push(Metric::mean(
                "fights-per-series",
                "fights",
                "fights started in a game",
                |end: &End| end.state.open.fight.into(),
            ));
        }
        if self.rules.mode == Mode::Duel {
            metrics.extend(self.pair_metrics());
        }
        metrics
    }

    /// The win share of each character against each other one in a duel.
    fn pair_metrics(&self) -> Vec<Metric<Self>> {
        let mut metrics = Vec::new();
        for (place, one) in self.rules.characters.iter().enumerate() {
            for (against, other) in self.rules.characters.iter().enumerate().filter(|(nth, _)| *nth != place)
            {
                let id = format!("pair-win-share:{}-vs-{}", one.id, other.id);
                let meaning = format!("win share of {} in games against {}", one.id, other.id);
                let share = move |end: &End| {
                    let plays =
                        |seat: Seat, place| usize::from(end.state.open.fighters[seat].character) == place;
                    let is_pair = |seat: &Seat| plays(*seat, place) && plays(seat.foe(), against);
                    let seat = [Seat::FIRST, Seat::SECOND].into_iter().find(is_pair);
                    seat.map_or_else(Ratio::default, |seat| Ratio::of(end.outcome.share(seat), 1))
                };
                metrics.push(Metric::ratio(id, "share", meaning, share).in_parts(SHARE));
            }
        }
        metrics
    }
}

/// Combos, knock-downs, interruptions, healing, guards and Attacks.
fn fight_metrics() -> Vec<Metric<Taunt>> {
    vec![
        Metric::mean(
            "combos-started",
            "per game",
            "taunting combos begun with at least one card",
            |end: &End| end.counters.combos.into(),
        ),
        Metric::ratio("combo-length-mean", "cards", "cards queued in a combo when it begins", |end: &End| {
            Ratio::of(end.counters.queued, end.counters.combos)
        }),
        Metric::ratio(
            "combos-completed-share",
            "share",
            "combos that were completed, of those begun",
            |end: &End| Ratio::of(end.counters.completed, end.counters.combos),
        ),
        Metric::mean("knock-downs", "per game", "times that a fighter was knocked down", |end: &End| {
            end.counters.knock_downs.into()
        }),
        Metric::mean("interruptions", "per game", "moves that were interrupted", |end: &End| {
            end.counters.interruptions.into()
        }),
        Metric::mean("cards-re-enabled", "per game", "disabled cards that a Heal re-enabled", |end: &End| {
            end.counters.re_enabled.into()
        }),
        Metric::ratio(
            "reflected-damage-share",
            "share",
            "share of the damage that guards reflected",
            |end: &End| Ratio::of(end.counters.reflected, end.counters.damage),
        ),
        Metric::ratio("attack-level-mean", "levels", "level at the Reveal of played Attacks", |end: &End| {
            let [zero, one, two, three] = end.counters.attacks;
            Ratio::of(one + 2 * two + 3 * three, zero + one + two + three)
        }),
    ]
}

/// How many of these cards are this one.
fn count<'c>(cards: impl Iterator<Item = &'c MoveId>, card: MoveId) -> Option<u32> {
    u32::try_from(cards.filter(|other| **other == card).count()).ok()
}
