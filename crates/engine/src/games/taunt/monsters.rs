//! Monsters: mini-decks, the partition, the lead, the Switches, and the opponent's knowledge.

use super::Taunt;
use super::deck::{Cards, Deck};
use super::moves::{MAX_DECK, MoveId, Switch};
use super::state::{Move, Open, Phase, Secret, State, Trainer};
use super::story::Event;
use crate::model::{Ask, JointMove, Observer, Seat, Seats};

impl Taunt {
    /// The decks that are fixed by the rules, and therefore known.
    pub(super) fn fixed_trainers(&self) -> [Trainer; 2] {
        let fixed = |decks: &Option<[Vec<MoveId>; 3]>| {
            decks.as_ref().map_or_else(Trainer::default, |decks| Trainer {
                decks: [0, 1, 2].map(|nth: usize| self.monster_deck(&decks[nth])),
                known: [(1 << MAX_DECK) - 1; 3],
            })
        };
        let [first, second] = &self.rules.monsters.decks;
        [fixed(first), fixed(second)]
    }

    /// The deck of a monster: these cards, and the Switch cards.
    pub(super) fn monster_deck(&self, cards: &[MoveId]) -> Deck {
        Deck::new(cards, &self.rules.monsters.switches, &self.rules.moves)
    }

    /// The index of the deck in play: that of the active monster; a fighter has only one deck.
    pub(super) fn monster(&self, state: &State, seat: Seat) -> usize {
        usize::from(state.open.fighters[seat].active).min(2)
    }

    /// The deck in play.
    pub(super) fn deck<'a>(&'a self, state: &'a State, seat: Seat) -> &'a Deck {
        if self.has_monsters() { self.trainer_deck(state, seat) } else { self.fighter_deck(state, seat) }
    }

    /// The deck of a trainer's active monster.
    pub(super) fn trainer_deck<'s>(&self, state: &'s State, seat: Seat) -> &'s Deck {
        &state.trainers[seat.index() & 1].decks[self.monster(state, seat)]
    }

    /// The deck of a fighter's character.
    pub(super) fn fighter_deck(&self, state: &State, seat: Seat) -> &Deck {
        &self.decks[usize::from(state.open.fighters[seat].character)]
    }

    /// All decks of a player: three for a trainer, otherwise the character's.
    pub(super) fn decks_of<'a>(&'a self, trainers: &'a [Trainer; 2], open: &Open, seat: Seat) -> &'a [Deck] {
        if self.has_monsters() {
            &trainers[seat.index() & 1].decks
        } else {
            std::slice::from_ref(&self.decks[usize::from(open.fighters[seat].character)])
        }
    }

    /// The number of copies of a pool card that a trainer has not yet put into a deck.
    pub(super) fn copies_left(&self, trainer: &Trainer, card: MoveId) -> u8 {
        let n_used = trainer.decks.iter().flat_map(Deck::cards).filter(|c| **c == card).count();
        self.rules.monsters.pool_copies.saturating_sub(u8::try_from(n_used).unwrap_or(u8::MAX))
    }

    /// Decision `partition`: the pool indices of the cards with copies left.
    pub(super) fn pool_left(&self, state: &State, seat: Seat) -> u16 {
        let trainer = &state.trainers[seat.index() & 1];
        let pool = &self.rules.monsters.pool;
        let left = (0..pool.len()).filter(|place| self.copies_left(trainer, pool[*place]) > 0);
        left.fold(0, |set, place| set | 1 << place)
    }

    /// Decision `partition`: adds cards to the deck that is being built, in pool order.
    pub(super) fn partition(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        let deck_size = self.rules.monsters.deck_size;
        while let Phase::Partition { picks } = state.open.phase {
            let mut chosen = JointMove::default();
            ask.choose_all(self, state, state.asked, &mut chosen)?;
            let monster = usize::from(picks) / deck_size.max(1);
            for seat in chosen.seats() {
                if let Move::Card(card) = chosen.by(seat) {
                    let deck = &mut state.trainers[seat.index() & 1].decks[monster % 3];
                    let mut cards: Cards = deck.cards().iter().copied().collect();
                    self.put(&mut cards, card);
                    *deck = self.monster_deck(&cards);
                    let monster = u8::try_from(monster).unwrap_or(0);
                    observer.on_event(Event::Trains { who: state.who(seat), monster, card });
                }
            }
            let picks = picks + 1;
            if usize::from(picks) < usize::from(self.rules.monsters.count) * deck_size {
                state.ask(self.drafters, Phase::Partition { picks });
            } else {
                self.own_cards(state, observer);
                self.begin_fight(state, Seats::NONE, observer);
            }
        }
        Some(())
    }

    /// Adds a card to a deck in pool order.
    pub(super) fn put(&self, deck: &mut Cards, card: MoveId) {
        deck.push(card);
        let mut place = deck.len() - 1;
        let rank = |card: MoveId| self.pool_place[card.index()];
        while place > 0 && rank(deck[place - 1]) > rank(card) {
            deck.swap(place - 1, place);
            place -= 1;
        }
    }

    /// Decision `lead`: both trainers reveal their first monsters.
    pub(super) fn lead(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        observer: &mut impl Observer<Event>,
    ) -> Option<()> {
        let mut chosen = JointMove::default();
        ask.choose_all(self, state, state.asked, &mut chosen)?;
        for seat in chosen.seats() {
            if let Move::Monster(monster) = chosen.by(seat) {
                state.open.fighters[seat].active = monster;
                observer.on_event(Event::Leads { who: state.who(seat), monster });
                if state.open.fight == 1 {
                    for card in self.deck(state, seat).cards() {
                        observer.on_event(Event::Opens { seat, card: *card });
                    }
                }
            }
        }
        self.begin_turn(state, observer);
        Some(())
    }

    /// A Switch: of the inactive monsters, the first or the last becomes active.
    pub(super) fn switch_monster(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        let last = self.rules.monsters.count.saturating_sub(1);
        let fighter = &mut state.open.fighters[seat];
        let monster = match (self.revealed(fighter).switch, fighter.active) {
            (Switch::None, active) => active,
            (Switch::First, 0) => 1,
            (Switch::First, _) => 0,
            (Switch::Last, active) if active == last => last.saturating_sub(1),
            (Switch::Last, _) => last,
        };
        fighter.active = monster;
        observer.on_event(Event::Switches { who: state.who(seat), monster });
    }

    /// Marks the revealed cards as known.
    pub(super) fn show_cards(&self, state: &mut State) {
        for seat in state.open.now.revealed {
            let card = state.open.fighters[seat].revealed.card();
            if !state.open.combos.has(seat) {
                let places = self.deck(state, seat).places_of(card) & self.enabled(state, seat);
                // Indices are at most 15.
                state.secrets[seat].place = u8::try_from(places.trailing_zeros()).unwrap_or(15);
            }
            self.show(state, seat, card);
        }
    }

    /// Marks open copies of this move in the deck in play as known.
    pub(super) fn show(&self, state: &mut State, seat: Seat, card: MoveId) {
        let monster = self.monster(state, seat);
        let Secret { place, .. } = state.secrets[seat];
        let on_table = state.open.now.revealed.has(seat) && usize::from(place) < MAX_DECK;
        let played = if on_table { 1 << place } else { 0 };
        let trainer = &mut state.trainers[seat.index() & 1];
        let copies = trainer.decks[monster].places_of(card) & trainer.decks[monster].own();
        let n_open = (copies & (state.disabled[seat].cards[monster] | played)).count_ones();
        let mut left = copies;
        for _ in 0..n_open {
            trainer.known[monster] |= left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        }
    }
}
