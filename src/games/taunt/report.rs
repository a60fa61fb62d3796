//! What is reported: clause 9.

use super::Taunt;
use super::characters::ZONES;
use super::moves::{MOVES, MoveId};
use super::rules::Mode;
use super::state::State;
use super::story::{CARD_EVENTS, DISABLED, Event, HIT, INTERRUPTED, OPENING, PLAYED};
use crate::model::{
    BLOCK, BySeat, CardEvent, CardSpec, Event as _, Group, Measured, Metric, Observer, Outcome, Ratio, SHARE,
    Seat, Seats, StatSchema, Times,
};

/// The counters of one game.
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
    cards: BySeat<CardTimes>,
    /// The first hands of trainers.
    opened: [Moves; 2],
}

/// How often what has happened to each of a seat's moves.
#[derive(Clone, Copy, Debug, Default)]
struct CardTimes {
    played: Moves,
    hit: Moves,
    interrupted: Moves,
    disabled: Moves,
}

/// Room for all moves, in whole blocks.
const ROOM: usize = MOVES.next_multiple_of(BLOCK);

/// A number for each move.
pub(super) type Moves = [u32; ROOM];

/// How many there are of each move.
pub(super) fn count<'c>(cards: impl IntoIterator<Item = &'c MoveId>) -> Moves {
    let mut counts = [0; ROOM];
    cards.into_iter().for_each(|card| counts[card.place() % ROOM] += 1);
    counts
}

impl Observer<Event> for Counters {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        if let Some(CardEvent { seat, event, card }) = event.card() {
            let cards = &mut self.cards[seat];
            match event {
                OPENING => self.opened[seat.index() % 2][card % ROOM] += 1,
                PLAYED => cards.played[card % ROOM] += 1,
                HIT => cards.hit[card % ROOM] += 1,
                INTERRUPTED => cards.interrupted[card % ROOM] += 1,
                DISABLED => cards.disabled[card % ROOM] += 1,
                // What is owned lies open, and what was played and not interrupted was executed.
                _ => {}
            }
        }
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
                self.finishes[card.place() % MOVES] += SHARE / parts;
            }
            _ => {}
        }
    }
}

impl Taunt {
    /// The pairs of different characters that a duel may bring together.
    fn n_paired(&self) -> usize {
        if self.rules.mode == Mode::Duel { self.rules.characters.len() } else { 0 }
    }

    /// Copies of a card that a character owns at the start.
    fn n_owned(&self, character: usize, card: MoveId) -> Option<u32> {
        if !self.has_monsters() {
            return Some(self.owned[character][card.place() % ROOM]);
        }
        if self.rules.monsters.switches.contains(&card) {
            return Some(1);
        }
        match &self.rules.monsters.decks {
            [Some(first), Some(second)] => {
                let n_copies =
                    [first, second].map(|decks| count(decks.iter().flatten())[card.place() % ROOM]);
                (n_copies[0] == n_copies[1]).then_some(n_copies[0])
            }
            _ if self.rules.monsters.pool.contains(&card) => None,
            [Some(decks), None] | [None, Some(decks)] if decks.concat().contains(&card) => None,
            _ => Some(0),
        }
    }

    /// How many of each move are in the decks of a trainer, and Switches.
    #[cold]
    fn owned_by_trainer(&self, state: &State, seat: Seat) -> Moves {
        let decks = state.trainers[seat.index() & 1].decks.iter().flat_map(|deck| deck.iter());
        count(decks.chain(&self.rules.monsters.switches))
    }

    fn card_row(&self, card: MoveId) -> CardSpec {
        let of_each: Vec<Option<u32>> =
            (0..self.rules.characters.len()).map(|character| self.n_owned(character, card)).collect();
        let alike = of_each.iter().all(|n_copies| *n_copies == of_each[0]);
        let all = if alike { of_each[0] } else { None };
        let owned = of_each.iter().any(|n_copies| *n_copies != Some(0));
        let rules = self.card(card);
        let any = |holds: &dyn Fn(&super::MoveCard) -> bool| self.rules.moves.all(|card| holds(card)) != 0;
        let can = [
            true,
            true,
            true,
            true,
            rules.can_hit(),
            rules.interrupted_by.iter().any(|from| *from > 0) || any(&|other| other.hit_interrupt),
            rules.letter.bit() != 0,
        ];
        let events = can.iter().enumerate().fold(0, |mask, (nth, can)| mask | u32::from(*can) << nth);
        CardSpec {
            id: self.id_of(card).into(),
            events: if owned { events } else { 0 },
            copies: std::iter::once(all).chain(of_each).collect(),
        }
    }

    fn metrics(&self) -> Vec<Metric> {
        let mut metrics = vec![
            Metric::mean("combos-started", "per game", "taunting combos begun with at least one card"),
            Metric::ratio("combo-length-mean", "cards", "cards queued in a combo when it begins"),
            Metric::ratio("combos-completed-share", "share", "combos that were completed, of those begun"),
            Metric::mean("knock-downs", "per game", "times that a fighter was knocked down"),
            Metric::mean("interruptions", "per game", "moves that were interrupted"),
            Metric::mean("cards-re-enabled", "per game", "disabled cards that a Heal re-enabled"),
            Metric::ratio("reflected-damage-share", "share", "damage that a guard threw back, of all damage"),
            Metric::ratio("attack-level-mean", "levels", "level at the Reveal of played Attacks"),
        ];
        for id in &self.rules.moves.ids {
            let meaning = format!("defeats by {id}, shared among the moves credited, of all defeats");
            metrics.push(Metric::ratio(format!("finishing-move:{id}"), "share", meaning).in_parts(SHARE));
        }
        for zone in ZONES {
            let meaning = format!("defeats of a fighter in the {zone} zone, of all defeats");
            metrics.push(Metric::ratio(format!("defeat-zone:{zone}"), "share", meaning));
        }
        if self.rules.mode.is_for_two() {
            metrics.push(Metric::ratio("near-turns-share", "share", "turns that begin Near, of all turns"));
            metrics.push(Metric::mean("fights-per-series", "fights", "fights begun in a game"));
        }
        let characters = &self.rules.characters[..self.n_paired()];
        for one in characters {
            for other in characters.iter().filter(|other| other.id != one.id) {
                let (one, other) = (&one.id, &other.id);
                let meaning = format!("win share of {one} in games against {other}");
                let id = format!("pair-win-share:{one}-vs-{other}");
                metrics.push(Metric::ratio(id, "share", meaning).in_parts(SHARE));
            }
        }
        metrics
    }
}

impl Measured for Taunt {
    type Counters = Counters;
    const REPLACEMENT: &'static str = "it lies blank among the player's cards: it cannot be selected, and is one \
                                    more card for Peril to disable";

    const COUNTS_CARDS: bool = true;

    fn count_cards(&self, state: &State, counters: &Counters, note: &mut impl FnMut(Seat, usize, Times<'_>)) {
        let width = self.rules.moves.ids.len().div_ceil(BLOCK);
        for seat in Seats::first(self.rules.players) {
            let CardTimes { played, hit, interrupted, disabled } = &counters.cards[seat];
            let (owned, opened) = if self.has_monsters() {
                (&self.owned_by_trainer(state, seat), &counters.opened[seat.index() % 2])
            } else {
                let owned = &self.owned[usize::from(state.open.fighters[seat].character)];
                (owned, owned)
            };
            let executed = std::array::from_fn(|card| played[card].saturating_sub(interrupted[card]));
            let events = [opened, owned, played, &executed, hit, interrupted, disabled];
            let mut times = [[0; BLOCK]; CARD_EVENTS.len() * ROOM / BLOCK];
            for (event, counts) in events.into_iter().enumerate() {
                let (counts, _) = counts.as_chunks();
                times[event * width..][..width].copy_from_slice(&counts[..width]);
            }
            note(seat, 0, Times::Many(&times[..CARD_EVENTS.len() * width]));
        }
    }

    fn without(&self, card: usize, seat: Seat) -> Option<Self> {
        let mut game = self.clone();
        game.blank = Some((seat, MoveId::at(card)));
        game.has_kits = false;
        Some(game)
    }

    fn schema(&self) -> StatSchema {
        let mut groups = vec![Group {
            name: "character",
            keys: self.rules.characters.iter().map(|character| character.id.clone()).collect(),
            teams: false,
            fixed: !self.lots,
        }];
        if self.rules.mode == Mode::Team {
            let keys = vec!["0".into(), "1".into()];
            groups.push(Group { name: "team", keys, teams: true, fixed: true });
        }
        let cards = (0..self.rules.moves.ids.len()).map(MoveId::at);
        StatSchema {
            unit: "turns",
            groups,
            sides: Some(0),
            events: CARD_EVENTS.to_vec(),
            // In Monsters the players choose it.
            deals_opening: !self.has_monsters(),
            cards: cards.map(|card| self.card_row(card)).collect(),
            metrics: self.metrics(),
        }
    }

    fn key(&self, state: &State, group: usize, seat: Seat) -> Option<usize> {
        Some(match group {
            0 => usize::from(state.open.fighters[seat].character),
            _ => seat.index() & 1,
        })
    }

    fn length(&self, state: &State) -> u64 {
        u64::from(state.open.turn)
    }

    fn measure(&self, state: &State, counters: &Counters, outcome: Outcome, out: &mut [Ratio]) {
        out.fill(Ratio::default());
        let [zero, one, two, three] = counters.attacks;
        let (head, rest) = out.split_at_mut(8);
        head.copy_from_slice(&[
            Ratio::per_game(counters.combos),
            Ratio::of(counters.queued, counters.combos),
            Ratio::of(counters.completed, counters.combos),
            Ratio::per_game(counters.knock_downs),
            Ratio::per_game(counters.interruptions),
            Ratio::per_game(counters.re_enabled),
            Ratio::of(counters.reflected, counters.damage),
            Ratio::of(one + 2 * two + 3 * three, zero + one + two + three),
        ]);
        let (finishes, rest) = rest.split_at_mut(self.rules.moves.ids.len());
        for (out, parts) in finishes.iter_mut().zip(&counters.finishes) {
            *out = Ratio::of(*parts, counters.defeats);
        }
        let (zones, rest) = rest.split_at_mut(ZONES.len());
        for (out, n_defeats) in zones.iter_mut().zip(&counters.zones) {
            *out = Ratio::of(*n_defeats, counters.defeats);
        }
        if !self.rules.mode.is_for_two() {
            return;
        }
        let (pairs, rest) = rest.split_at_mut(2);
        pairs.copy_from_slice(&[
            Ratio::of(counters.near_turns, state.open.turn),
            Ratio::per_game(state.open.fight),
        ]);
        let n_paired = self.n_paired();
        let [one, other] =
            [Seat::FIRST, Seat::SECOND].map(|seat| usize::from(state.open.fighters[seat].character));
        if n_paired > 0 && one != other {
            // A row of all others for each character.
            let place = |one: usize, other: usize| one * (n_paired - 1) + other - usize::from(other > one);
            rest[place(one, other)] = Ratio::of(outcome.share(Seat::FIRST), 1);
            rest[place(other, one)] = Ratio::of(outcome.share(Seat::SECOND), 1);
        }
    }
}
