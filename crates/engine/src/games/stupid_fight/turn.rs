//! Clauses 4, 6.3 and 7: drawing, passing the turn, determining who has lost, and the end of the game.

use super::cards::{CARDS, IDS, Id, ROOM, Slot};
use super::rules::IdleResult;
use super::state::{Hand, Phase, Picked, Player, Source, State};
use super::story::{Event, Zone};
use super::{Resolver, source};
use crate::model::bits::n_bits;
use crate::model::{Observer, Outcome, Pile, Seat, Seats};

/// The first of these seats clockwise from this one, which is included.
#[inline]
pub(super) fn first_from(seats: Seats, seat: Seat) -> Option<Seat> {
    seats.from(seat).lowest().or_else(|| seats.lowest())
}

impl<O: Observer<Event>> Resolver<'_, O> {
    /// A player draws up to `n_cards`, as far as its deck and the maximum hand size allow. Always returns
    /// false, because there is no decision.
    pub(super) fn draw(&mut self, seat: Seat, n_cards: u16, opening: bool) -> bool {
        let room = self.game.max_hand.saturating_sub(self.state.table.n_hand[seat]);
        let (observer, mut ids) = (&mut *self.observer, self.state.hand(seat).ids);
        let n_drawn = self.state.take_tops(seat, n_cards.min(room.into()), |hand, card| {
            hand.count_up(card);
            ids.add(card);
            if opening {
                observer.on_event(Event::Opening { seat, card });
            }
            observer.on_event(Event::Drawn { seat, card });
        });
        self.state.hands[seat].ids = ids;
        self.state.table.n_hand[seat] += n_drawn;
        self.state.table.moved |= n_drawn > 0;
        false
    }

    /// Starts the current player's turn.
    pub(super) fn begin_turn(&mut self) {
        let rules = &self.game.rules;
        let table = &mut self.state.table;
        if table.turns == rules.max_turns {
            return self.end(Outcome::Stalemate);
        }
        table.turns += 1;
        table.moved = false;
        table.thrown = 0;
        let (seat, damage) = (table.current, rules.empty_deck_damage);
        let player = table.player(seat);
        let begun = table.begun.with(seat);
        let opening = table.begun != begun;
        let n_cards = rules.draw_count + player.body.extra_draw;
        table.begun = begun;
        self.act();
        let table = &self.state.table;
        self.observer.on_event(Event::Status { seat, round: table.round, number: table.turns });
        if self.game.rules.trash_return > 0 && table.n_deck[seat] == 0 {
            self.shuffle_trash(seat);
        }
        let tired = self.state.table.n_deck[seat] == 0;
        self.draw(seat, n_cards, opening);
        if tired && damage > 0 {
            self.state.table.moved = true;
            if !self.owe(seat, damage, Source::EmptyDeck) {
                self.settle();
            }
        }
    }

    /// `trash-return`: shuffles the trash, with the cards left over in the box; some of the cards become the
    /// player's deck.
    #[cold]
    fn shuffle_trash(&mut self, seat: Seat) {
        let State { table, hands, decks, .. } = &mut *self.state;
        let mut elsewhere = table.aside;
        for owner in Seats::first(self.game.rules.players) {
            let player = table.player(owner);
            let lying = player.parts.iter().chain(&player.marks).chain([&player.broken]);
            let deck = decks[owner][..usize::from(table.n_deck[owner])].iter();
            for id in lying.chain(deck).filter(|id| !id.is_none()) {
                elsewhere[id.index()] += 1;
            }
            for id in hands[owner].ids.iter() {
                elsewhere[id.index()] += hands[owner].counts[id.index()];
            }
        }
        let mut trash: Pile<Id, CARDS> = Pile::new();
        for (index, card) in self.game.cards.iter().enumerate().take(IDS) {
            trash.push_copies(Id::at(index), usize::from(card.copies.saturating_sub(elsewhere[index])));
        }
        let n_cards = usize::from(self.game.rules.trash_return).min(trash.len());
        if n_cards == 0 {
            return;
        }
        trash.deal(&mut decks[seat][..n_cards], self.chance.source(source::DECKS));
        table.n_deck[seat] = u8::try_from(n_cards).unwrap_or(u8::MAX);
        // What is left of the trash lies face down.
        (table.seen, table.boxed) = ([0; IDS], 0);
        self.observer.on_event(Event::Reshuffles { seat, cards: table.n_deck[seat] });
    }

    /// Ends the current player's turn and starts that of the next living player.
    pub(super) fn end_turn(&mut self) {
        let rules = &self.game.rules;
        let table = &mut self.state.table;
        let living = table.living;
        table.idle = (table.idle + 1) * u16::from(!table.moved);
        let n_living = u16::try_from(n_bits(living.mask())).unwrap_or(u16::MAX);
        if table.idle >= rules.idle_rounds * n_living {
            return self.idle_out();
        }
        let Some(next) = first_from(living, Seat::new(table.current.index() + 1)) else { return };
        let new_round = next <= table.current;
        table.current = next;
        table.round += u16::from(new_round);
        if rules.join_round > 0 && table.round.wrapping_sub(rules.join_round) < rules.joiners && new_round {
            return self.open_charity();
        }
        self.begin_turn();
    }

    /// All players who owe more than they have lose simultaneously. Returns true if the current player does
    /// not continue, because the game or its turn is over.
    #[inline]
    pub(super) fn settle(&mut self) -> bool {
        !self.state.table.dying.is_empty() && self.defeat()
    }

    /// Defeats the dying players.
    fn defeat(&mut self) -> bool {
        let dying = self.state.table.dying;
        if self.game.rules.torso_is_loot && !dying.has(self.state.table.current) {
            dying.into_iter().for_each(|seat| self.loot(seat));
        }
        for seat in dying {
            self.bury(seat);
        }
        self.observer.on_event(Event::Out { seats: dying });
        let living = self.state.table.living;
        if living.len() <= 1 {
            self.end(if living.is_empty() { Outcome::AllLose } else { Outcome::Win(living) });
            return true;
        }
        let over = dying.has(self.state.table.current);
        if over {
            self.end_turn();
        }
        over
    }

    /// `torso-is-loot`: the torso of a player who has lost goes on top of the current player's deck.
    fn loot(&mut self, from: Seat) {
        if self.state.table.player(from).has(Slot::Torso) {
            let to = self.state.table.current;
            let card = self.strip(from, Slot::Torso);
            self.state.lay_on_deck(to, card);
            self.observer.on_event(Event::Stolen { from, to, card, zone: Zone::Body });
        }
    }

    /// Trashes all cards of a player who has lost.
    fn bury(&mut self, seat: Seat) {
        for slot in Slot::ALL {
            self.unmark(seat, slot);
        }
        let table = &mut self.state.table;
        let player = *table.player(seat);
        for id in player.parts.into_iter().chain([player.broken]) {
            if !id.is_none() {
                table.seen[id.index() % IDS] += 1;
            }
        }
        *table.player_mut(seat) = Player { character: player.character, ..Player::ABSENT };
        (table.n_hand[seat], table.n_deck[seat], table.exposed[seat]) = (0, 0, 0);
        table.living = table.living.without(seat);
        table.dying = table.dying.without(seat);
        self.state.hands[seat] = Hand::EMPTY;
        self.state.decks[seat] = [Id(0); ROOM];
    }

    /// Ends the game after the set number of rounds in which no card was played or drawn.
    fn idle_out(&mut self) {
        self.observer.on_event(Event::Idles);
        let table = &self.state.table;
        let outcome = match self.game.rules.idle_result {
            IdleResult::EveryoneLoses => Outcome::AllLose,
            IdleResult::MostCards => {
                let cards = |seat: Seat| {
                    let slots = table.player(seat).body.slots;
                    u16::from(table.n_deck[seat]) + u16::from(table.n_hand[seat]) + u16::from(slots.len())
                };
                let most = table.living.into_iter().map(cards).max();
                let best: Seats =
                    table.living.into_iter().filter(|seat| Some(cards(*seat)) == most).collect();
                if best.len() == 1 { Outcome::Win(best) } else { Outcome::Draw }
            }
        };
        self.end(outcome);
    }

    /// The game is over.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.state.picked = Picked::Nothing;
        self.state.table.phase = Phase::Over(outcome);
        self.observer.on_event(Event::Over { outcome });
    }
}
