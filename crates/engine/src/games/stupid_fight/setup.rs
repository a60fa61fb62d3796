//! Clause 3: stacks, torsos, charity, and players who join during the game.

use super::cards::{CARDS, Id, Kind, ROOM, Slot};
use super::rules::{FirstPlayer, TorsoGiver};
use super::state::Phase;
use super::story::{Event, Found};
use super::{Resolver, source};
use crate::model::{BySeat, Observer, Pile, Seat, Seats};

/// The cards during set-up, apart from the decks.
pub(super) struct StartingStacks {
    /// Below this index the order of a stack is still unknown. The cards above it were turned over in the
    /// search for a torso.
    pub(super) unknown: BySeat<usize>,
    /// The cards in no stack.
    pub(super) boxed: Pile<Id, ROOM>,
}

impl<O: Observer<Event>> Resolver<'_, O> {
    /// Deals the stacks, finds the torsos, shuffles, and starts the first turn.
    pub(super) fn set_up(&mut self) {
        let starters = Seats::first(self.game.rules.starters());
        let mut boxed = self.game.deck;
        let stream = self.chance.source(source::STACKS);
        for seat in starters {
            boxed.deal(&mut self.state.decks[seat][..self.game.stack], stream);
            self.state.table.n_deck[seat] = u8::try_from(self.game.stack).unwrap_or(u8::MAX);
        }
        let torsos = self.seat_starters(starters.len());
        let unknown = BySeat(torsos.0.map(|index| index.unwrap_or(CARDS)));
        let mut stacks = StartingStacks { unknown, boxed };
        for seat in starters {
            if let Some(index) = torsos[seat] {
                let card = self.take_from_deck(seat, index);
                self.start_with(seat, card, Found::Own);
            }
        }
        for seat in starters.into_iter().filter(|seat| torsos[*seat].is_none()) {
            self.ask_for_torso(seat, starters, &mut stacks);
        }
        let game = self.game;
        for seat in starters.into_iter().filter(|seat| game.rules.extra_cards[*seat] > 0) {
            // They are shuffled in below, as are all cards above `unknown`.
            let n_extra = game.rules.extra_cards[seat];
            let (stream, n_deck) = (self.chance.source(source::STACKS), self.state.table.n_deck[seat]);
            let places = usize::from(n_deck)..usize::from(n_deck + n_extra);
            stacks.unknown[seat] = stacks.unknown[seat].min(places.start);
            stacks.boxed.deal(&mut self.state.decks[seat][places], stream);
            self.state.table.n_deck[seat] = n_deck + n_extra;
        }
        self.state.table.boxed = u8::try_from(stacks.boxed.len()).unwrap_or(u8::MAX);
        for seat in starters {
            let n_deck = usize::from(self.state.table.n_deck[seat]);
            let (deck, stream) = (&mut self.state.decks[seat][..n_deck], self.chance.source(source::DECKS));
            // Inserting the cards above at random positions, from below, is equivalent to a full shuffle.
            for index in stacks.unknown[seat]..n_deck {
                deck.swap(index, stream.below(index + 1));
            }
            if self.game.rules.opening_hand > 0 {
                self.draw(seat, self.game.rules.opening_hand, true);
            }
        }
        self.begin_turn();
    }

    /// Seats the starters so that the last to find a torso goes last. Returns the index of the first torso in
    /// each stack.
    pub(super) fn seat_starters(&mut self, n_starters: usize) -> BySeat<Option<usize>> {
        let is_torso = |id: &Id| self.game.data(*id).kind == Kind::Torso;
        let mut torsos = BySeat::default();
        for seat in Seats::first(n_starters) {
            torsos[seat] = self.state.deck(seat).iter().rposition(is_torso);
        }
        let ties = self.chance.source(source::TIES);
        let last = match self.game.rules.first_player {
            FirstPlayer::Random => ties.below(n_starters),
            FirstPlayer::LastTorsoLast => {
                // Stacks have equal heights, so the deepest torso is the one nearest the bottom; a stack
                // without a torso precedes all others.
                let deepest = torsos.0[..n_starters].iter().min().copied().unwrap_or(None);
                let tied = || (0..n_starters).filter(|index| torsos.0[*index] == deepest);
                tied().nth(ties.below(tied().count())).unwrap_or(0)
            }
        };
        // The last player moves to the last starting seat, and the others follow clockwise.
        let turns = (last + 1) % n_starters.max(1);
        torsos.0[..n_starters].rotate_left(turns);
        self.state.decks.0[..n_starters].rotate_left(turns);
        torsos
    }

    /// Removes a card from any position of a deck.
    fn take_from_deck(&mut self, seat: Seat, index: usize) -> Id {
        let deck = &mut self.state.decks[seat];
        let card = deck[index];
        deck.copy_within(index + 1.., index);
        self.state.table.n_deck[seat] -= 1;
        card
    }

    /// Puts a torso in front of a player without one.
    fn start_with(&mut self, seat: Seat, card: Id, found: Found) {
        self.state.table.living = self.state.table.living.with(seat);
        let player = self.state.table.player_mut(seat);
        player.parts[Slot::Torso.index()] = card;
        player.character = card;
        self.add_part(seat, card);
        self.observer.on_event(Event::Starts { seat, card, found });
    }

    /// The number of torsos in a deck, and the index of the one nearest the top.
    fn torsos_in(&self, seat: Seat) -> (usize, Option<usize>) {
        let deck = self.state.deck(seat);
        let is_torso = |id: &&Id| self.game.data(**id).kind == Kind::Torso;
        (deck.iter().filter(is_torso).count(), deck.iter().rposition(|id| is_torso(&id)))
    }

    /// Charity for a starter without a torso: the other starter with the most spare torsos (or whom
    /// `torso-giver` names) gives the one nearest the top of its stack. If there is none, it comes from the
    /// box.
    pub(super) fn ask_for_torso(&mut self, seat: Seat, starters: Seats, stacks: &mut StartingStacks) {
        let others = (1..starters.len()).map(|step| Seat::new((seat.index() + step) % starters.len()));
        let mut giver = None;
        let mut most = 0;
        for other in others {
            let (count, index) = self.torsos_in(other);
            if count > most {
                most = count;
                giver = index.map(|index| (other, index));
            }
            if most > 0 && self.game.rules.torso_giver == TorsoGiver::Next {
                break;
            }
        }
        if self.game.rules.torso_giver == TorsoGiver::Random && most > 0 {
            let has_spare = |other: &Seat| *other != seat && self.torsos_in(*other).0 > 0;
            let givers: Seats = starters.into_iter().filter(has_spare).collect();
            let other = givers.nth(self.chance.source(source::TIES).below(givers.len()));
            giver = self.torsos_in(other).1.map(|index| (other, index));
        }
        if let Some((other, index)) = giver {
            stacks.unknown[other] = index;
            let card = self.take_from_deck(other, index);
            return self.start_with(seat, card, Found::Given(other));
        }
        let boxed = &mut stacks.boxed;
        let spare = || (0..boxed.len()).filter(|index| self.game.index.torsos.has(boxed[*index]));
        let nth = self.chance.source(source::TIES).below(spare().count());
        // The deck has a torso for every starter, so one is in the box.
        let Some(index) = spare().nth(nth) else { return };
        let card = boxed.remove(index);
        self.start_with(seat, card, Found::Boxed);
    }

    /// A player joins: each living player chooses how many cards to give.
    pub(super) fn open_charity(&mut self) {
        let table = &mut self.state.table;
        table.gifts = BySeat::default();
        match table.living.lowest() {
            Some(first) => table.phase = Phase::Gift(first),
            None => self.begin_turn(),
        }
    }

    /// A player has chosen how many cards to give. They stay on its deck until all have chosen.
    pub(super) fn give(&mut self, seat: Seat, n_cards: u8) {
        let table = &mut self.state.table;
        table.gifts[seat] = n_cards;
        self.observer.on_event(Event::Gives { seat, cards: n_cards });
        match table.living.into_iter().find(|other| *other > seat) {
            Some(next) => table.phase = Phase::Gift(next),
            None => self.walk_up(),
        }
    }

    /// The joining player takes the gifts, finds a torso and is ready to play. If there is no torso, the
    /// gifts stay where they were, and the seat stays empty.
    fn walk_up(&mut self) {
        let rules = &self.game.rules;
        let n_before = self.state.table.round.saturating_sub(rules.join_round);
        let joiner = Seat::new(rules.starters() + usize::from(n_before));
        let givers = self.state.table.living;
        if givers.into_iter().all(|seat| self.torsos_in(seat).0 == 0) {
            self.observer.on_event(Event::NobodyJoins);
            return self.begin_turn();
        }
        for seat in givers {
            for _ in 0..self.state.table.gifts[seat] {
                if let Some(card) = self.state.take_top(seat) {
                    self.state.lay_on_deck(joiner, card);
                }
            }
        }
        self.shuffle_gifts(joiner);
        if let (_, Some(index)) = self.torsos_in(joiner) {
            let card = self.take_from_deck(joiner, index);
            self.shuffle_gifts(joiner);
            self.start_with(joiner, card, Found::Own);
        } else {
            let mut giver = None;
            let mut most = 0;
            for seat in givers {
                let (count, index) = self.torsos_in(seat);
                if count > most {
                    most = count;
                    giver = index.map(|index| (seat, index));
                }
            }
            if let Some((seat, index)) = giver {
                let card = self.take_from_deck(seat, index);
                self.start_with(joiner, card, Found::Given(seat));
            }
        }
        self.observer.on_event(Event::Joins { seat: joiner, cards: self.state.table.n_deck[joiner] });
        self.begin_turn();
    }

    fn shuffle_gifts(&mut self, joiner: Seat) {
        let n_deck = usize::from(self.state.table.n_deck[joiner]);
        let deck = &mut self.state.decks[joiner][..n_deck];
        self.chance.source(source::GIFTS).shuffle(deck);
    }
}
