//! Monsters: mini-decks, the partition, the lead, the Switches, and what the opponent has seen.

use super::Taunt;
use super::kits::ones;
use super::moves::{DECK, MoveId, Switch};
use super::state::{Deck, Move, Open, Phase, Secret, State, Trainer};
use super::story::Event;
use super::turn::Next;
use crate::model::{JointMove, Observer, Seat, Seats};

impl Taunt {
    /// The decks that are fixed by the rules; as everybody can read them there, they are known.
    pub(super) fn fixed_trainers(&self) -> [Trainer; 2] {
        let fixed = |decks: &Option<[Vec<MoveId>; 3]>| {
            decks.as_ref().map_or_else(Trainer::default, |decks| Trainer {
                decks: [0, 1, 2].map(|nth: usize| decks[nth].iter().copied().collect()),
                known: [(1 << DECK) - 1; 3],
            })
        };
        let [first, second] = &self.rules.monsters.decks;
        [fixed(first), fixed(second)]
    }

    /// The place of the deck in play: that of the active monster; a fighter has one deck.
    #[inline]
    pub(super) fn monster(&self, state: &State, seat: Seat) -> usize {
        if self.has_kits { 0 } else { usize::from(state.open.fighters[seat].active).min(2) }
    }

    /// The deck in play.
    #[inline]
    pub(super) fn deck<'a>(&'a self, state: &'a State, seat: Seat) -> &'a Deck {
        &self.decks_of(&state.trainers, &state.open, seat)[self.monster(state, seat)]
    }

    /// All decks of a player: three, or the character's.
    #[inline]
    pub(super) fn decks_of<'a>(&'a self, trainers: &'a [Trainer; 2], open: &Open, seat: Seat) -> &'a [Deck] {
        if self.has_monsters() {
            &trainers[seat.index() & 1].decks
        } else {
            std::slice::from_ref(&self.decks[usize::from(open.fighters[seat].character)])
        }
    }

    /// How many copies of a pool card a trainer has not put into a deck.
    pub(super) fn copies_left(&self, trainer: &Trainer, card: MoveId) -> u8 {
        let n_used = trainer.decks.iter().flat_map(|deck| deck.iter()).filter(|c| **c == card).count();
        self.rules.monsters.pool_copies.saturating_sub(u8::try_from(n_used).unwrap_or(u8::MAX))
    }

    /// Decision `partition`: the cards of the pool with copies left.
    pub(super) fn list_pool(&self, state: &State, seat: Seat, menu: &mut impl Extend<Move>) {
        let trainer = &state.trainers[seat.index() & 1];
        let left = |card: &&MoveId| self.copies_left(trainer, **card) > 0;
        menu.extend(self.rules.monsters.pool.iter().filter(left).map(|card| Move::Card(*card)));
    }

    /// A card goes into the deck that is being built, which is kept in pool order.
    pub(super) fn put_into_decks<W: Observer<Event>>(
        &self,
        state: &mut State,
        picks: u8,
        chosen: &JointMove<Move>,
        observer: &mut W,
    ) -> Next {
        let deck_size = self.rules.monsters.deck_size;
        let monster = usize::from(picks) / deck_size.max(1);
        for seat in chosen.seats() {
            if let Move::Card(card) = chosen.by(seat) {
                let deck = &mut state.trainers[seat.index() & 1].decks[monster % 3];
                self.put(deck, card);
                let monster = u8::try_from(monster).unwrap_or(0);
                observer.on_event(Event::Trains { who: state.who(seat), monster, card });
            }
        }
        let picks = picks + 1;
        if usize::from(picks) < 3 * deck_size {
            return state.ask(self.drafters, Phase::Partition { picks });
        }
        self.gather_cards(state, observer);
        self.begin_fight(state, Seats::NONE, observer)
    }

    /// Puts a card into a deck that is kept in pool order.
    pub(super) fn put(&self, deck: &mut Deck, card: MoveId) {
        deck.push(card);
        let mut place = deck.len() - 1;
        let rank = |card: MoveId| self.pool_place[card.place()];
        while place > 0 && rank(deck[place - 1]) > rank(card) {
            deck.swap(place - 1, place);
            place -= 1;
        }
    }

    /// Decision `lead`: both first monsters come out.
    pub(super) fn lead<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Move>,
        observer: &mut W,
    ) -> Next {
        for seat in chosen.seats() {
            if let Move::Monster(monster) = chosen.by(seat) {
                state.open.fighters[seat].active = monster;
                observer.on_event(Event::Leads { who: state.who(seat), monster });
                if state.open.fight == 1 {
                    for card in self.deck(state, seat).iter() {
                        observer.on_event(Event::Opens { seat, card: *card });
                    }
                }
            }
        }
        Next::Status
    }

    /// A Switch: of the two inactive monsters, the first or the last becomes active.
    #[cold]
    pub(super) fn switch_monster<W: Observer<Event>>(&self, state: &mut State, seat: Seat, observer: &mut W) {
        let fighter = &mut state.open.fighters[seat];
        let monster = match (self.card(fighter.card()).switch, fighter.active) {
            (Switch::None, active) => active,
            (Switch::First, 0) => 1,
            (Switch::First, _) => 0,
            (Switch::Last, 2) => 1,
            (Switch::Last, _) => 2,
        };
        fighter.active = monster;
        observer.on_event(Event::Switches { who: state.who(seat), monster });
    }

    /// The revealed cards are known from now on.
    pub(super) fn show_cards(&self, state: &mut State) {
        for seat in state.open.now.revealed {
            let card = state.open.fighters[seat].card();
            if !state.open.combos.has(seat) {
                let places = self.places_of(state, seat, card) & self.enabled(state, seat);
                state.secrets[seat].place =
                    ones(places).next().and_then(|place| u8::try_from(place).ok()).unwrap_or(15);
            }
            self.show(state, seat, card);
        }
    }

    /// Copies of this move lie open in the deck in play: at least so many are known to be there.
    pub(super) fn show(&self, state: &mut State, seat: Seat, card: MoveId) {
        let monster = self.monster(state, seat);
        let Secret { place, .. } = state.secrets[seat];
        let on_table = state.open.now.revealed.has(seat) && usize::from(place) < DECK;
        let played = if on_table { 1 << place } else { 0 };
        let trainer = &mut state.trainers[seat.index() & 1];
        let copies = copies(&trainer.decks[monster], card);
        let n_open = (copies & (state.disabled[seat].cards[monster] | played)).count_ones();
        let mut left = copies;
        for _ in 0..n_open {
            trainer.known[monster] |= left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        }
    }
}

/// The places of a move in a deck.
pub(super) fn copies(deck: &Deck, card: MoveId) -> u16 {
    (0..deck.len()).filter(|place| deck[*place] == card).fold(0, |mask, place| mask | 1 << place)
}
