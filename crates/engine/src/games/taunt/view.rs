//! What one player may know: everything open, and the player's own secrets.

use super::Taunt;
use super::deck::{Cards, Deck, places};
use super::moves::{Letter, MAX_DECK, MoveId};
use super::state::{Disabled, Open, Secret, State};
use crate::model::bits::bits;
use crate::model::{BySeat, Pile, Seat, Seats};

/// A player's view. It does not contain other players' queues, decisions to burn and unseen monsters. It does
/// not distinguish equal open cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View<'a> {
    /// The seat of the player.
    pub seat: Seat,
    /// Public information.
    pub open: &'a Open,
    /// The player's own decks: three monsters', or the character's.
    pub decks: &'a [Deck],
    /// The player's own disabled cards.
    pub disabled: &'a Disabled,
    /// The player's own secrets.
    pub secret: &'a Secret,
    /// Public knowledge about all players' decks.
    pub known: KnownDecks<'a>,
}

/// Public knowledge about all players' decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a view owns no heap")]
pub enum KnownDecks<'a> {
    /// Fighters' cards are open: the deck of each character, and the disabled cards.
    Fighters {
        /// By character.
        decks: &'a [Deck],
        /// By seat.
        disabled: &'a BySeat<Disabled>,
    },
    /// The same as lists, if cards are hidden or a deck has several copies of a card.
    Listed(BySeat<[Known; 3]>),
}

impl View<'_> {
    /// The known part of a player's deck in play.
    #[must_use]
    #[inline]
    pub(super) fn in_play(&self, seat: Seat) -> InPlay<'_> {
        let fighter = &self.open.fighters[seat];
        match &self.known {
            KnownDecks::Fighters { decks, disabled } => {
                let deck = &decks[usize::from(fighter.character)];
                let [disabled, ..] = disabled[seat].cards;
                let (known, enabled) = (deck.own(), deck.own() & !disabled);
                InPlay { seat, cards: deck.cards(), letters: deck.letters(), known, enabled, n_unknown: 0 }
            }
            KnownDecks::Listed(known) => InPlay::of(seat, &known[seat][usize::from(fighter.active % 3)]),
        }
    }

    /// The number of a player's disabled cards in all decks.
    #[must_use]
    pub fn n_disabled(&self, seat: Seat) -> usize {
        match &self.known {
            KnownDecks::Fighters { disabled, .. } => disabled[seat].count() as usize,
            KnownDecks::Listed(known) => known[seat].iter().map(|known| known.disabled.len()).sum(),
        }
    }
}

/// The known part of a player's deck in play, by index.
#[derive(Clone, Copy)]
pub(super) struct InPlay<'v> {
    pub(super) seat: Seat,
    cards: &'v [MoveId],
    letters: &'v [Letter; 16],
    /// The indices of the known cards.
    known: u16,
    /// The indices of those that are not disabled.
    pub(super) enabled: u16,
    /// Number of unknown cards in the deck.
    pub(super) n_unknown: usize,
}

impl<'v> InPlay<'v> {
    fn of(seat: Seat, deck: &'v Known) -> Self {
        let cards: &[MoveId] = &deck.cards;
        let known = places(cards, |_| true);
        let mut enabled = known;
        for lost in deck.disabled.iter() {
            let copies = places(cards, |card| card == lost.card) & enabled;
            enabled &= !(copies & copies.wrapping_neg());
        }
        Self { seat, cards, letters: &deck.letters, known, enabled, n_unknown: deck.size - cards.len() }
    }

    /// The known cards that are not disabled.
    pub(super) fn enabled(&self) -> impl Iterator<Item = MoveId> {
        bits(self.enabled).filter_map(|place| self.cards.get(place).copied())
    }

    /// The indices of cards with this letter.
    #[inline]
    pub(super) fn places_of_letter(&self, letter: Letter) -> u16 {
        places(self.letters, |own| own == letter)
    }

    /// Number of known cards that are disabled.
    pub(super) fn n_disabled(&self) -> usize {
        (self.known & !self.enabled).count_ones() as usize
    }

    /// Whether a copy of this card is disabled.
    pub(super) fn is_disabled(&self, card: MoveId) -> bool {
        places(self.cards, |own| own == card) & self.known & !self.enabled != 0
    }
}

/// The known part of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Its size.
    pub size: usize,
    /// Cards that are certainly in the deck.
    pub cards: Cards,
    /// Their letters, by index.
    pub letters: [Letter; 16],
    /// Its disabled cards, sorted.
    pub disabled: Pile<Lost, MAX_DECK>,
}

/// A disabled card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Lost {
    /// The card.
    pub card: MoveId,
    /// Turns until it recovers; 0 = never.
    pub turns: u8,
}

impl Taunt {
    pub(super) fn view_of<'a>(&'a self, state: &'a State, seat: Seat) -> View<'a> {
        let view_with = |known| View {
            seat,
            open: &state.open,
            decks: self.decks_of(&state.trainers, &state.open, seat),
            disabled: &state.disabled[seat],
            secret: &state.secrets[seat],
            known,
        };
        if !self.has_copies {
            return view_with(KnownDecks::Fighters { decks: &self.decks, disabled: &state.disabled });
        }
        let mut known = BySeat::default();
        for other in Seats::first(self.rules.players) {
            known[other] = self.known(state, other);
        }
        view_with(KnownDecks::Listed(known))
    }

    /// Public knowledge about a player's decks. Fighters' cards are public.
    pub(super) fn known(&self, state: &State, seat: Seat) -> [Known; 3] {
        let disabled = &state.disabled[seat];
        let mut known = [Known::default(); 3];
        let decks = self.decks_of(&state.trainers, &state.open, seat);
        for (monster, (known, deck)) in known.iter_mut().zip(decks).enumerate() {
            known.size = deck.len();
            let shown = if self.has_monsters() {
                state.trainers[seat.index() & 1].known[monster]
            } else {
                deck.own()
            };
            known.cards = bits(shown & deck.own()).map(|place| deck.card(place)).collect();
            for (letter, card) in known.letters.iter_mut().zip(known.cards.iter()) {
                *letter = self.card(*card).letter;
            }
            for place in bits(disabled.cards[monster]) {
                // Four bits per index.
                let turns = u8::try_from(disabled.recovers[monster] >> (4 * place) & 15).unwrap_or(0);
                known.disabled.push(Lost { card: deck.card(place), turns });
            }
            // Equal cards can be in any order.
            known.disabled.sort_unstable();
        }
        known
    }
}
