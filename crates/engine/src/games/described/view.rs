//! What a player may know: everything open, the own secret cards, and of each pool of unseen cards which cards it has.

use super::compile::Place;
use super::names::{Sight, Zone};
use super::play::source;
use super::state::{
    Bag, Cards, MOST_CARDS, MOST_CHOSEN, MOST_COUNTERS, MOST_ZONES, NOTHING, Player, State, has,
};
use super::story::Event;
use super::{DescribedGame, Move};
use crate::model::{Area, ChanceStreams, JointMove, LaidCard, Layout, Observer, Pile, Seat, Seats};
use std::fmt;

/// What everybody may know of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side<'a> {
    pub(super) counters: &'a [i32; MOST_COUNTERS],
    pub(super) chosen: [u8; MOST_CHOSEN],
    lacks: u64,
    /// The number of cards in each zone.
    pub(super) sizes: [u8; MOST_ZONES],
    /// The open zones.
    pub(super) bags: [Option<&'a Bag>; MOST_ZONES / 2],
    pub(super) piles: [Option<&'a Cards>; MOST_ZONES / 2],
}

/// What a player may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    pub(super) seat: Seat,
    pub(super) round: u32,
    pub(super) turn: u8,
    again: bool,
    at: u16,
    pub(super) choice: u8,
    pub(super) choosing: Seats,
    repeats: u8,
    pub(super) sides: [Side<'a>; 2],
    /// The own secret cards.
    pub(super) own: Option<&'a Bag>,
    /// The cards of each pool that the player cannot see, together.
    pub(super) unseen: [Option<Bag>; 2 * MOST_ZONES],
}

impl DescribedGame {
    pub(super) fn look<'a>(&self, state: &'a State, seat: Seat) -> View<'a> {
        let own = self.names.zones.iter().position(|zone| zone.sight == Sight::Own);
        let own = own
            .map(|zone| &state.players[seat.index() & 1].bags[usize::from(self.place(zone, seat).index) & 3]);
        let mut unseen = [None; 2 * MOST_ZONES];
        for (of, zone) in self.unseen_by(seat) {
            let pool = usize::from(self.pools[2 * zone + of]);
            let bag = unseen[pool].get_or_insert(Bag::EMPTY);
            self.each_card(state, of, zone, |card| bag.add(card));
        }
        View { own, unseen, ..self.look_at_open(state, seat) }
    }

    /// The part of a view that everybody sees.
    fn look_at_open<'a>(&self, state: &'a State, seat: Seat) -> View<'a> {
        let sides = [0, 1].map(|index| self.side(&state.players, index));
        let State { round, turn, again, at, choice, choosing, repeats, .. } = *state;
        let (own, unseen) = (None, [None; 2 * MOST_ZONES]);
        View { seat, round, turn, again, at, choice, choosing, repeats, sides, own, unseen }
    }

    fn side<'a>(&self, players: &'a [Player; 2], seat: usize) -> Side<'a> {
        let player = &players[seat];
        let mut side = Side {
            counters: &player.counters,
            chosen: player.chosen,
            lacks: player.lacks,
            sizes: [0; MOST_ZONES],
            bags: [None; MOST_ZONES / 2],
            piles: [None; MOST_ZONES / 2],
        };
        for (index, zone) in self.names.zones.iter().enumerate() {
            let place = self.places[index][seat];
            let at = usize::from(place.index) & 3;
            // Both share the first player's zone.
            let player = &players[usize::from(place.seat & 1)];
            side.sizes[index] = u8::try_from(player.size(place.index, zone.pile)).unwrap_or(u8::MAX);
            if zone.sight == Sight::Open {
                if zone.pile {
                    side.piles[at] = Some(&player.piles[at]);
                } else {
                    side.bags[at] = Some(&player.bags[at]);
                }
            }
        }
        side
    }

    /// The state as a player sees it, with blank cards in place of unseen ones.
    pub(super) fn seen(&self, view: &View<'_>) -> State {
        let View { round, turn, again, at, choice, choosing, repeats, .. } = *view;
        let mut players = [Player::EMPTY; 2];
        for (seat, (player, side)) in players.iter_mut().zip(&view.sides).enumerate() {
            player.counters = *side.counters;
            player.chosen = side.chosen;
            player.lacks = side.lacks;
            for (index, zone) in self.names.zones.iter().enumerate() {
                let place = self.places[index][seat];
                if usize::from(place.seat) != seat {
                    continue;
                }
                let (at, size) = (usize::from(place.index) & 3, usize::from(side.sizes[index]));
                match (zone.sight, side.bags[at], side.piles[at]) {
                    (Sight::Open, Some(bag), _) if !zone.pile => player.bags[at] = *bag,
                    (Sight::Open, _, Some(pile)) => player.piles[at] = *pile,
                    (Sight::Own, ..) if seat == view.seat.index() => {
                        player.bags[at] = view.own.copied().unwrap_or(Bag::EMPTY);
                    }
                    _ if zone.pile => player.piles[at].push_copies(NOTHING, size),
                    _ => (0..size).for_each(|_| player.bags[at].add(NOTHING)),
                }
            }
        }
        State { players, round, turn, again, at, choice, choosing, repeats, outcome: None }
    }

    /// The zones whose cards the seat does not see, with their owners.
    fn unseen_by(&self, seat: Seat) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.names.zones.iter().enumerate().flat_map(move |(zone, named)| {
            (0..2).filter_map(move |of| {
                let is_unseen = match named.sight {
                    Sight::Hidden => of == 0 || !named.shared,
                    Sight::Own => of != seat.index(),
                    Sight::Open => false,
                };
                is_unseen.then_some((of, zone))
            })
        })
    }

    fn each_card(&self, state: &State, of: usize, zone: usize, mut each: impl FnMut(u8)) {
        let (place, player) = (self.places[zone][of], &state.players[of]);
        let at = usize::from(place.index) & 3;
        if place.pile {
            player.piles[at].iter().for_each(|card| each(*card));
        } else {
            player.bags[at].iter().for_each(each);
        }
    }

    /// Deals every pool again among its unseen zones, each with as many cards as it has.
    pub(super) fn deal_unseen(&self, state: &mut State, seat: Seat, chance: &mut ChanceStreams) {
        self.deal_pools(state, seat, None, chance);
    }

    /// Makes the moves in a deal, in which the cards come up that the seat has seen between two states. The opponent keeps and
    /// draws secret cards; the piles that nobody sees are dealt again.
    pub(super) fn deal_on(
        &self,
        dealt: &mut State,
        moves: &JointMove<Move>,
        (before, after): (&State, &State),
        seat: Seat,
        chance: &mut ChanceStreams,
    ) -> bool {
        let mut shown = Vec::<(Place, u8)>::new();
        let played = loop {
            let mut played = *dealt;
            let (n_gone, is_mixed) = ([0; MOST_ZONES], [false; MOST_ZONES]);
            let mut turned =
                Turned { game: self, seat, n_before: shown.len(), n_gone, is_mixed, found: None };
            self.run(&mut played, &mut { *moves }, Some(&mut chance.for_another_playout()), &mut turned);
            let Some((place, depth)) = turned.found.filter(|_| shown.len() < 2 * MOST_CARDS) else {
                break played;
            };
            let pile_of = |state: &State| {
                state.players[usize::from(place.seat & 1)].piles[usize::from(place.index & 3)]
            };
            let (mut pile, truth) = (pile_of(dealt), pile_of(before));
            let (Some(left), Some(card)) = (pile.len().checked_sub(depth), truth.iter().rev().nth(depth))
            else {
                return false;
            };
            // As probably as the deal has the card there and not among the opponent's secret cards.
            let pool = |place: &Place| self.pools[2 * usize::from(place.zone) + usize::from(place.seat & 1)];
            let n_shown =
                shown.iter().filter(|(other, shown)| pool(other) == pool(&place) && shown == card).count();
            let unseen = self.look(before, seat).unseen[usize::from(pool(&place))];
            let n_unseen = usize::from(unseen.map_or(0, |bag| bag.count(*card))).saturating_sub(n_shown);
            let n_here = pile[..left].iter().filter(|other| *other == card).count();
            let Some(index) = pile[..left].iter().position(|other| other == card) else { return false };
            if chance.source(source(place)).pick(n_unseen) >= n_here {
                return false;
            }
            pile.swap(index, left - 1);
            dealt.players[usize::from(place.seat & 1)].piles[usize::from(place.index & 3)] = pile;
            shown.push((place, *card));
        };
        let own = self.names.zones.iter().position(|zone| zone.sight == Sight::Own);
        let opp = seat.foe();
        let own = own
            .map(|zone| played.players[opp.index() & 1].bags[usize::from(self.place(zone, opp).index) & 3]);
        *dealt = *after;
        self.look_at_open(&played, seat) == self.look_at_open(after, seat)
            && self.deal_pools(dealt, seat, Some(own.unwrap_or(Bag::EMPTY)), chance)
    }

    /// Deals every pool again. The opponent has these secret cards, or any. Returns false if it cannot have them.
    fn deal_pools(
        &self,
        state: &mut State,
        seat: Seat,
        own: Option<Bag>,
        chance: &mut ChanceStreams,
    ) -> bool {
        for pool in 0..2 * MOST_ZONES {
            let mut cards = Bag::EMPTY;
            let mut zones = Pile::<(u8, u8), { 2 * MOST_ZONES }>::new();
            for (of, zone) in self.unseen_by(seat) {
                if usize::from(self.pools[2 * zone + of]) == pool {
                    self.each_card(state, of, zone, |card| cards.add(card));
                    let byte = |number: usize| u8::try_from(number).unwrap_or(0);
                    zones.push((byte(of), byte(zone)));
                }
            }
            if cards.len() == 0 {
                continue;
            }
            // The secret cards first: what everybody knows of them limits them.
            let is_own = |of: &(u8, u8)| self.names.zones[usize::from(of.1)].sight == Sight::Own;
            if let Some((of, zone)) = zones.iter().copied().find(is_own) {
                let place = self.places[usize::from(zone)][usize::from(of)];
                match own {
                    Some(own) if own.iter().all(|card| cards.take(card)) => {
                        state.players[usize::from(of)].bags[usize::from(place.index) & 3] = own;
                    }
                    Some(_) => return false,
                    None => self.deal_own(state, &mut cards, usize::from(of), usize::from(zone), chance),
                }
            }
            let mut rest: Cards = cards.iter().collect();
            chance.source(pool % 8).shuffle(&mut rest);
            for (of, zone) in zones.iter().copied().filter(|of| !is_own(of)) {
                let place = self.places[usize::from(zone)][usize::from(of)];
                let pile = &mut state.players[usize::from(of)].piles[usize::from(place.index) & 3];
                let n_cards = pile.len();
                *pile = rest.pop_many(n_cards).iter().copied().collect();
            }
        }
        true
    }

    /// Deals a player's own secret cards out of a pool, without those that everybody knows it lacks, and with one that it
    /// can choose if it must choose one.
    fn deal_own(
        &self,
        state: &mut State,
        pool: &mut Bag,
        of: usize,
        zone: usize,
        chance: &mut ChanceStreams,
    ) {
        let place = self.places[zone][of];
        let source = chance.source(of);
        let lacks = state.players[of].lacks;
        let choice = self.choices.get(usize::from(state.choice));
        let must = choice.filter(|choice| {
            choice.from == zone
                && choice.pass == super::statements::Pass::Never
                && state.choosing.has(Seat::new(of))
                && state.outcome.is_none()
        });
        let must = must.map(|choice| self.offered(state, Seat::new(of), choice, u64::MAX));
        let bag = &mut state.players[of].bags[usize::from(place.index) & 3];
        let n_cards = bag.len();
        let fits: Cards = pool.iter().filter(|card| !has(lacks, *card)).collect();
        /// Tries until a hand has a card that its player must be able to choose.
        const TRIES: usize = 200;
        for nth in 0..=TRIES {
            let mut left = fits;
            *bag = Bag::EMPTY;
            if let Some(offered) = must
                && nth == TRIES
                && let Some(index) = left.iter().position(|card| has(offered, *card))
            {
                bag.add(left.remove(index));
            }
            while bag.len() < n_cards {
                let Some(card) = left.draw(source) else { break };
                bag.add(card);
            }
            if must.is_none_or(|offered| bag.kinds() & offered != 0) {
                break;
            }
        }
        for card in bag.iter() {
            pool.take(card);
        }
    }

    /// What a player sees, in lines.
    pub(super) fn show(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "{} {}", if self.has_turns { "Turn" } else { "Round" }, view.round)?;
        for whose in [view.seat, view.seat.foe()] {
            let side = &view.sides[whose.index() & 1];
            write!(text, "{}:", if whose == view.seat { "You" } else { "The opponent" })?;
            for (counter, number) in
                self.names.counters.iter().zip(side.counters).filter(|(counter, _)| !counter.mark)
            {
                write!(text, " {} {number},", counter.name)?;
            }
            let own_zones: Vec<String> = self
                .zones_of(view, whose)
                .filter(|(zone, ..)| !zone.shared || whose == view.seat)
                .map(|(zone, size, shown)| {
                    let shown = shown.map(|cards| self.listed(cards.into_iter()));
                    format!(" {}: {}", zone.name, shown.unwrap_or_else(|| format!("{size} cards")))
                })
                .collect();
            writeln!(text, "{}", own_zones.join(";"))?;
        }
        Ok(())
    }

    /// A side's zones as a player sees them: the number of cards, and the cards if they are open to the player.
    fn zones_of<'v>(
        &'v self,
        view: &'v View<'_>,
        whose: Seat,
    ) -> impl Iterator<Item = (&'v Zone, usize, Option<Vec<u8>>)> {
        let side = &view.sides[whose.index() & 1];
        self.names.zones.iter().zip(side.sizes).enumerate().map(move |(index, (zone, size))| {
            let at = usize::from(self.places[index][0].index) & 3;
            let shown = match (zone.sight, zone.pile) {
                (Sight::Own, _) if whose == view.seat => view.own.map(|bag| bag.iter().collect()),
                (Sight::Open, false) => side.bags[at].map(|bag| bag.iter().collect()),
                (Sight::Open, true) => side.piles[at].map(|pile| pile.iter().copied().collect()),
                _ => None,
            };
            (zone, size.into(), shown)
        })
    }

    /// What a player sees, as things on the table.
    pub(super) fn lay_out_seen(&self, view: &View<'_>, table: &mut Layout) {
        table.title = format!("{} {}", if self.has_turns { "Turn" } else { "Round" }, view.round);
        let lay = |area: &mut Area, (zone, size, shown): (&Zone, usize, Option<Vec<u8>>)| {
            let hidden = shown.is_none().then(|| LaidCard::face_down(size));
            let open = shown.into_iter().flatten().map(|card| LaidCard::open(self.card_name(card)));
            area.zone(&zone.name, open.chain(hidden));
        };
        for whose in [view.seat, view.seat.foe()] {
            let area = table.area(whose, "");
            for (counter, number) in self.names.counters.iter().zip(view.sides[whose.index() & 1].counters) {
                if !counter.mark {
                    area.counter(&counter.name, number);
                }
            }
            self.zones_of(view, whose).filter(|(zone, ..)| !zone.shared).for_each(|zone| lay(area, zone));
        }
        if self.names.zones.iter().any(|zone| zone.shared) {
            let area = table.area(None, "");
            self.zones_of(view, view.seat).filter(|(zone, ..)| zone.shared).for_each(|zone| lay(area, zone));
        }
    }

    fn listed(&self, cards: impl Iterator<Item = u8>) -> String {
        let cards: Vec<&str> = cards.map(|card| self.card_name(card)).collect();
        if cards.is_empty() { "nothing".into() } else { cards.join(", ") }
    }
}

/// Finds a card that a seat sees when it leaves a pile that nobody sees.
struct Turned<'g> {
    game: &'g DescribedGame,
    seat: Seat,
    /// The number of such cards before it.
    n_before: usize,
    /// The cards that have left each pile, by source of chance.
    n_gone: [usize; MOST_ZONES],
    /// Whether something has changed the order of a pile.
    is_mixed: [bool; MOST_ZONES],
    /// The pile, and the number of cards that were above it.
    found: Option<(Place, usize)>,
}

impl Observer<Event> for Turned<'_> {
    fn on_event(&mut self, event: Event) {
        let place = |zone: u8, seat: Seat| self.game.place(usize::from(zone), seat);
        let (from, to, by) = match event {
            Event::Drawn { seat, from, to, .. } => (place(from, seat), place(to, seat), seat),
            Event::Moved { seat, from, by, to, .. } => (place(from, seat), place(to, by), by),
            Event::Refilled { seat, zone } | Event::Shuffled { seat, zone } => {
                self.is_mixed[source(place(zone, seat)) % MOST_ZONES] = true;
                return;
            }
            _ => return,
        };
        let sight = |place: Place| self.game.names.zones[usize::from(place.zone)].sight;
        if to.pile {
            self.is_mixed[source(to) % MOST_ZONES] = true;
        }
        if !from.pile || sight(from) != Sight::Hidden {
            return;
        }
        let index = source(from) % MOST_ZONES;
        let depth = self.n_gone[index];
        self.n_gone[index] += 1;
        let is_seen = sight(to) == Sight::Open || sight(to) == Sight::Own && by == self.seat;
        if !is_seen || self.is_mixed[index] || self.found.is_some() {
            return;
        }
        match self.n_before.checked_sub(1) {
            Some(n_before) => self.n_before = n_before,
            None => self.found = Some((from, depth)),
        }
    }
}
