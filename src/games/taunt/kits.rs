//! Kits: what a character brings to a fight, made once from the rules, and hands: the cards that lie
//! before a player, by place. A fighter's places are those of its kit; a trainer's are the deck of
//! the active monster and, after it, the Switches.

use super::Taunt;
use super::characters::{Character, ORANGE};
use super::monsters::copies;
use super::moves::{DECK, Letter, MoveId, SWITCHES};
use super::rules::Rules;
use super::state::State;
use crate::model::Seat;
use crate::model::bits::bits;

/// Cards by place, and sets of places.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hand {
    /// The card at each place; a power of two, so that no place lies beyond.
    cards: [MoveId; 16],
    /// The places that hold a card.
    pub(super) places: u16,
    /// Those of Attacks.
    pub(super) attacks: u16,
    /// Those of moves that start a combo.
    pub(super) taunts: u16,
    /// Some move has several places.
    twins: bool,
}

impl Hand {
    fn put(&mut self, place: usize, card: MoveId, rules: &Rules) {
        let (bit, rule) = (1 << (place % 16), &rules.moves.cards[card.place()]);
        self.twins |= self.copies(card) != 0;
        self.cards[place % 16] = card;
        self.places |= bit;
        self.attacks |= if rule.is_attack() { bit } else { 0 };
        self.taunts |= if rule.starts_combo { bit } else { 0 };
    }

    /// The card at this place.
    #[inline]
    pub(super) const fn card(&self, place: usize) -> MoveId {
        self.cards[place % 16]
    }

    /// One place of each move among these.
    #[inline(always)]
    pub(super) fn moves(&self, places: u16) -> Places {
        Places::of(if self.twins { self.without_twins(places) } else { places })
    }

    /// The moves among these places, of which the move with this number was just taken.
    #[inline(always)]
    pub(super) fn moves_left(&self, places: u16, moves: Places, number: usize) -> Places {
        if self.twins { self.moves(places) } else { moves.without(number) }
    }

    /// The first place of each move among these.
    #[cold]
    #[inline(never)]
    fn without_twins(&self, places: u16) -> u16 {
        let (mut seen, mut kept) = (0, 0);
        for place in ones(places) {
            let card = self.card(place).bit();
            kept |= if seen & card == 0 { 1 << place } else { 0 };
            seen |= card;
        }
        kept
    }

    /// The places of this move.
    fn copies(&self, card: MoveId) -> u16 {
        ones(self.places).filter(|place| self.card(*place) == card).fold(0, |set, place| set | 1 << place)
    }
}

/// The places of a set, lowest first.
#[inline]
pub(super) fn ones(places: u16) -> impl Iterator<Item = usize> {
    bits(places)
}

/// Places in order: four bits each, the first one lowest; above them, how many they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Places(u64);

impl Places {
    /// The places of a set, lowest first.
    #[inline]
    fn of(set: u16) -> Self {
        let [low, high] = [0, 1].map(|half| ORDERED[half][usize::from(set >> (HALF * half)) % (1 << HALF)]);
        let (n_low, n_high) = (low >> (4 * HALF), high >> (4 * HALF));
        let nibbles = u64::from(low & NIBBLES) | u64::from(high & NIBBLES) << (4 * n_low);
        Self(nibbles | (u64::from(n_low + n_high) * TOP))
    }

    /// How many.
    #[inline]
    pub(super) const fn len(self) -> usize {
        (self.0 >> (8 * HALF)) as usize
    }

    /// All but the place with this number.
    #[inline]
    const fn without(self, number: usize) -> Self {
        let below = (1 << (4 * (number % 16))) - 1;
        let (nibbles, n_left) = (self.0 & (TOP - 1), self.len() as u64 - 1);
        Self((nibbles & below) | ((nibbles >> 4) & !below) | (n_left * TOP))
    }

    /// The place with this number.
    #[inline]
    pub(super) const fn nth(self, number: usize) -> usize {
        (self.0 >> (4 * (number % 16)) & 15) as usize
    }
}

/// Half the places of a hand: a deck of 12 and two Switches make twice seven.
const HALF: usize = (DECK + SWITCHES) / 2;
const NIBBLES: u32 = (1 << (4 * HALF)) - 1;
/// The lowest bit above all nibbles.
const TOP: u64 = 1 << (8 * HALF);

/// The places of each set in either half of a hand, and above their nibbles how many they are.
static ORDERED: [[u32; 1 << HALF]; 2] = [ordered(0), ordered(7)];

const fn ordered(first: u32) -> [u32; 1 << HALF] {
    let mut lists = [0; 1 << HALF];
    let mut set = 0;
    while set < lists.len() {
        let (mut place, mut len) = (0, 0);
        while set >> place != 0 {
            if set >> place & 1 == 1 {
                lists[set] |= (first + place) << (4 * len);
                len += 1;
            }
            place += 1;
        }
        lists[set] |= len << (4 * HALF);
        set += 1;
    }
    lists
}

/// What a character brings to a fight; its place in memory is a shift of the character's.
#[derive(Clone, Debug)]
#[repr(align(512))]
pub(super) struct Kit {
    /// Its cards.
    pub(super) hand: Hand,
    /// The places of each move.
    copies: [u16; 32],
    /// The places of the cards with each letter; none have no letter.
    lettered: [u16; 32],
    /// The zone of the Danger Track by damage; a Wampire is always in Danger Mode.
    zones: [u8; 256],
    /// The end of the Danger Track.
    pub(super) critical: u8,
    /// Block tokens.
    pub(super) tokens: u8,
    /// Disabled cards that lose.
    pub(super) peril_limit: u32,
    /// Turns after which a disabled card recovers; 0 = never.
    pub(super) recovery: u8,
}

impl Kit {
    pub(super) fn of(character: &Character, rules: &Rules) -> Self {
        let [.., critical] = character.track;
        let mut kit = Self {
            hand: Hand::default(),
            copies: [0; 32],
            lettered: [0; 32],
            zones: [0; 256],
            critical,
            tokens: character.block_tokens,
            peril_limit: match character.peril_limit {
                0 => rules.peril_limit.into(),
                limit => limit.into(),
            },
            recovery: character.recovery,
        };
        for (place, card) in character.moves.iter().enumerate().take(DECK) {
            kit.hand.put(place, *card, rules);
            kit.copies[card.place()] |= 1 << place;
            let letter = rules.moves.cards[card.place()].letter;
            kit.lettered[letter.place()] |= 1 << place;
        }
        kit.lettered[Letter::default().place()] = 0;
        for (damage, zone) in (0..=u8::MAX).zip(&mut kit.zones) {
            let reached = character.track.map(|from| u8::from(damage >= from));
            *zone = if rules.wampires.enabled { ORANGE } else { reached.into_iter().sum() };
        }
        kit
    }

    /// The zone of the Danger Track.
    #[inline]
    pub(super) fn zone(&self, damage: u8) -> usize {
        usize::from(self.zones[usize::from(damage)] % 4)
    }
}

impl Taunt {
    /// What this character brings.
    #[inline]
    pub(super) fn kit(&self, character: u8) -> &Kit {
        &self.kits[usize::from(character)]
    }

    /// All cards before a player, disabled or not, but no blank ones; what is not a whole kit is put
    /// together in `room`.
    #[inline(always)]
    pub(super) fn hand<'a>(&'a self, state: &State, seat: Seat, room: &'a mut Option<Hand>) -> &'a Hand {
        if self.has_kits { &self.kit_of(state, seat).hand } else { room.insert(self.gathered(state, seat)) }
    }

    #[cold]
    #[inline(never)]
    fn gathered(&self, state: &State, seat: Seat) -> Hand {
        let mut hand =
            if self.has_monsters() { self.trained(state, seat) } else { self.kit_of(state, seat).hand };
        if let Some((owner, card)) = self.blank
            && owner == seat
        {
            hand.places &= !self.places_of(state, seat, card);
        }
        hand
    }

    /// What the character in this seat brings.
    #[inline(always)]
    pub(super) fn kit_of(&self, state: &State, seat: Seat) -> &Kit {
        self.kit(state.open.fighters[seat].character)
    }

    /// A trainer's hand: the deck of the active monster, and the Switches.
    #[cold]
    fn trained(&self, state: &State, seat: Seat) -> Hand {
        let mut hand = Hand::default();
        for (place, card) in self.deck(state, seat).iter().enumerate() {
            hand.put(place, *card, &self.rules);
        }
        for (nth, card) in self.rules.monsters.switches.iter().enumerate() {
            hand.put(DECK + nth, *card, &self.rules);
        }
        hand
    }

    /// The places of the cards that are not disabled. (Queued ones are told by the queue.)
    #[inline]
    pub(super) fn enabled(&self, state: &State, seat: Seat) -> u16 {
        !state.disabled[seat].cards[self.monster(state, seat)]
    }

    /// Notes what a player can select from, after cards have been disabled or re-enabled.
    #[inline]
    pub(super) fn lay_out(&self, state: &mut State, seat: Seat) {
        if self.has_kits {
            let hand = &self.kit_of(state, seat).hand;
            state.ready[seat] = hand.moves(hand.places & self.enabled(state, seat));
        }
    }

    /// The card at a place before a player.
    #[inline]
    pub(super) fn card_at(&self, state: &State, seat: Seat, place: usize) -> MoveId {
        self.hand(state, seat, &mut None).card(place)
    }

    /// The places of this move before a player, disabled or not.
    #[inline]
    pub(super) fn places_of(&self, state: &State, seat: Seat, card: MoveId) -> u16 {
        if self.has_monsters() {
            self.trained(state, seat).copies(card)
        } else {
            self.kit_of(state, seat).copies[card.place()]
        }
    }

    /// The places of the deck in play whose cards have this letter.
    #[inline]
    pub(super) fn lettered(&self, state: &State, seat: Seat, letter: Letter) -> u16 {
        if self.has_monsters() {
            self.lettered_of_monster(state, seat, letter)
        } else {
            self.kit_of(state, seat).lettered[letter.place()]
        }
    }

    #[cold]
    #[inline(never)]
    fn lettered_of_monster(&self, state: &State, seat: Seat, letter: Letter) -> u16 {
        let deck = self.deck(state, seat);
        let has_it = |card: &&MoveId| self.card(**card).letter.is_in(letter.bit());
        deck.iter().filter(has_it).fold(0, |places, card| places | copies(deck, *card))
    }
}
