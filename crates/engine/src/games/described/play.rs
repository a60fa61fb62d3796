//! Plays the operations.

use super::compile::{Drawn, Op, Operand, Place, SCRATCH, Target, Test};
use super::state::{Bag, Cards, MOST_COUNTERS, NOTHING, State, has, only};
use super::statements::{Choice, Pass};
use super::story::Event;
use super::{DescribedGame, Move};
use crate::model::{Ask, ChanceStreams, JointMove, Moves, Observer, Outcome, Seat, Seats, Status};

/// A player's legal moves: one of each kind, and to pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Menu {
    kinds: u64,
    pass: Pass,
}

impl Moves for Menu {
    type Move = Move;

    #[inline]
    fn len(&self) -> usize {
        self.kinds.count_ones() as usize + usize::from(self.pass != Pass::Never)
    }

    #[inline]
    fn nth(&self, index: usize) -> Move {
        let nth = match self.pass {
            Pass::First if index == 0 => return Move::PASS,
            Pass::First => index - 1,
            Pass::Last | Pass::Never => index,
        };
        if nth >= self.kinds.count_ones() as usize {
            return Move::PASS;
        }
        let mut kinds = self.kinds;
        for _ in 0..nth {
            kinds &= kinds - 1;
        }
        Move(u8::try_from(kinds.trailing_zeros()).unwrap_or(NOTHING))
    }
}

impl DescribedGame {
    /// The moves of a seat at a choice.
    #[inline]
    pub(super) fn menu(&self, state: &State, seat: Seat, choice: &Choice) -> Menu {
        let kinds = self.kinds_in(state, self.place(choice.from, seat));
        Menu { kinds: self.offered(state, seat, choice, kinds), pass: choice.pass }
    }

    /// Those of these kinds that a choice offers to a seat. It follows from what everybody sees.
    #[inline]
    pub(super) fn offered(&self, state: &State, seat: Seat, choice: &Choice, kinds: u64) -> u64 {
        let kinds = kinds & choice.kinds;
        let Some(that) = &choice.that else { return kinds };
        let seen = Some((state, seat));
        let is_offered = |kind: &u8| has(kinds, *kind) && self.names.holds(that, *kind, seen) == Some(true);
        (0..NOTHING).filter(is_offered).fold(0, |kinds, kind| kinds | only(kind))
    }

    #[inline]
    pub(super) fn place(&self, zone: usize, seat: Seat) -> Place {
        self.places.get(zone).map_or(Place::NONE, |place| place[seat.index() & 1])
    }

    /// The kinds of which there are cards in a zone.
    #[inline]
    pub(super) fn kinds_in(&self, state: &State, place: Place) -> u64 {
        state.players[usize::from(place.seat & 1)].kinds(place.index, place.pile)
    }

    #[inline(always)]
    fn number(&self, state: &State, operand: &Operand, scratch: &[i32; SCRATCH]) -> i32 {
        match *operand {
            Operand::Known(number) => number,
            Operand::Counter(seat, counter) => {
                state.players[usize::from(seat & 1)].counters[usize::from(counter) % MOST_COUNTERS]
            }
            Operand::Of(number, seat, chosen) => {
                let kind = state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)];
                self.numbers[usize::from(number & 7)].get(usize::from(kind)).copied().unwrap_or(0)
            }
            Operand::Size(seat, index, pile) => {
                let size = state.players[usize::from(seat & 1)].size(index, pile);
                i32::try_from(size).unwrap_or(i32::MAX)
            }
            Operand::Round => i32::try_from(state.round).unwrap_or(i32::MAX),
            Operand::Scratch(index) => scratch[usize::from(index) % SCRATCH],
        }
    }

    #[inline(always)]
    fn holds(&self, state: &State, test: &Test, scratch: &[i32; SCRATCH]) -> bool {
        match *test {
            Test::Within(ref one, ref other, low, high) => {
                let one = self.number(state, one, scratch);
                let difference = one.saturating_sub(self.number(state, other, scratch));
                low <= difference && difference <= high
            }
            Test::Kind(seat, chosen, kinds) => {
                let kind = state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)];
                has(kinds, kind)
            }
            Test::Nothing(seat, chosen) => {
                state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)] == NOTHING
            }
            Test::Has(place, kinds) => self.kinds_in(state, place) & kinds != 0,
        }
    }

    /// Plays until the game is over, the asker pauses it, or the deal is done. Without chance, it plays ahead: until the
    /// round ends or a card is turned up, and nothing is shuffled.
    pub(super) fn run(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        mut chance: Option<&mut ChanceStreams>,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        if let Some(outcome) = state.outcome {
            return Status::Over(outcome);
        }
        let ops = self.program.ops.as_slice();
        let mut scratch = [0; SCRATCH];
        let mut at = state.at;
        'jump: while let Some(ops) = ops.get(usize::from(at)..) {
            for (here, op) in (at..).zip(ops) {
                match *op {
                    Op::Jump(to) => {
                        at = to;
                        continue 'jump;
                    }
                    Op::Branch(ref test, result, to) => {
                        if self.holds(state, test, &scratch) == result {
                            at = to;
                            continue 'jump;
                        }
                    }
                    Op::Set(target, ref operand) => {
                        let number = self.number(state, operand, &scratch);
                        self.set(state, target, number, &mut scratch, observer);
                    }
                    Op::Calc(target, calc, ref one, ref other) => {
                        let number =
                            calc.of(self.number(state, one, &scratch), self.number(state, other, &scratch));
                        self.set(state, target, number, &mut scratch, observer);
                    }
                    Op::SetCard(seat, chosen, kind) => {
                        state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)] = kind;
                    }
                    Op::CopyCard([seat, chosen], [from, other]) => {
                        let card = state.players[usize::from(from & 1)].chosen[usize::from(other & 3)];
                        state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)] = card;
                    }
                    Op::MayChoose(seat, index) => {
                        let (seat, choice) =
                            (Seat::new(usize::from(seat & 1)), &self.choices[usize::from(index)]);
                        if choice.pass != Pass::Never || self.menu(state, seat, choice).kinds != 0 {
                            state.choosing = state.choosing.with(seat);
                        } else {
                            let offered = self.offered(state, seat, choice, u64::MAX);
                            let player = &mut state.players[seat.index() & 1];
                            player.chosen[choice.chosen & 3] = NOTHING;
                            if self.place(choice.from, seat).own {
                                // Everybody sees that the player is not asked.
                                player.lacks |= offered;
                            }
                            observer.on_event(Event::Unable { seat, choice: index });
                        }
                    }
                    Op::Ask(index) => {
                        if state.choosing.is_empty() {
                            continue;
                        }
                        (state.choice, state.at) = (index, here);
                        let (seats, mut moves) = (state.choosing, JointMove::default());
                        if ask.choose_all(self, state, seats, &mut moves).is_none() {
                            return Status::Choose(seats);
                        }
                        for seat in seats {
                            self.chosen(state, seat, index, moves.by(seat), observer);
                        }
                        state.choosing = Seats::NONE;
                    }
                    Op::Draw { ref cards, from, to, refill, drawn } => {
                        let cards = self.number(state, cards, &scratch);
                        for _ in 0..cards.min(128) {
                            if let Some(refill) = refill {
                                self.refill(state, from, refill, chance.as_deref_mut(), observer);
                            }
                            let Some(card) = pile(state, from).pop() else { break };
                            put(state, to, card);
                            if drawn == Drawn::ByNobody {
                                observer.on_event(moved(card, from, to, None));
                                continue;
                            }
                            let seat = Seat::new(usize::from(to.seat & 1));
                            if drawn == Drawn::Opening {
                                observer.on_event(Event::Opening { seat, card });
                            }
                            observer.on_event(Event::Drawn { seat, card, from: from.zone, to: to.zone });
                        }
                    }
                    Op::TurnUp { .. } if chance.is_none() => return Status::Choose(Seats::NONE),
                    Op::TurnUp { seat, from, to, chosen, event } => {
                        let card = pile(state, from).pop();
                        let player = &mut state.players[usize::from(seat & 1)];
                        player.chosen[usize::from(chosen & 3)] = card.unwrap_or(NOTHING);
                        if let Some(card) = card {
                            put(state, to, card);
                            observer.on_event(moved(card, from, to, event));
                        }
                    }
                    Op::MoveCard { seat, chosen, from, to, event } => {
                        let card = state.players[usize::from(seat & 1)].chosen[usize::from(chosen & 3)];
                        if card != NOTHING && take(state, from, card) {
                            put(state, to, card);
                            observer.on_event(moved(card, from, to, event));
                        }
                    }
                    Op::MoveTop { ref cards, from, to, event } => {
                        for _ in 0..self.number(state, cards, &scratch).min(128) {
                            let Some(card) = pile(state, from).pop() else { break };
                            put(state, to, card);
                            observer.on_event(moved(card, from, to, event));
                        }
                    }
                    Op::MoveAll { from, to, under, event } => {
                        self.move_all(state, from, to, under, event, observer);
                    }
                    Op::Shuffle(place) => {
                        shuffle(state, place, chance.as_deref_mut());
                        if state.round > 0 {
                            let (seat, zone) = (Seat::new(usize::from(place.seat & 1)), place.zone);
                            observer.on_event(Event::Shuffled { seat, zone });
                        }
                    }
                    Op::Count(count, ref by) => {
                        let by = self.number(state, by, &scratch);
                        observer.on_event(Event::Counted { count, by });
                    }
                    Op::End(outcome) => return self.over(state, outcome, observer),
                    Op::Better(counter, lower) => {
                        let [one, other] = state
                            .players
                            .each_ref()
                            .map(|player| player.counters[usize::from(counter) % MOST_COUNTERS]);
                        let winner = if (one > other) != lower { Seat::FIRST } else { Seat::SECOND };
                        let outcome =
                            if one == other { Outcome::Draw } else { Outcome::Win(Seats::only(winner)) };
                        return self.over(state, outcome, observer);
                    }
                    Op::Again => state.again = true,
                    Op::Begin => state.repeats = 0,
                    Op::AtMost(most, to) => {
                        if state.repeats >= most {
                            at = to;
                            continue 'jump;
                        }
                        state.repeats += 1;
                    }
                    Op::NextRound if chance.is_none() => return Status::Choose(Seats::NONE),
                    Op::NextRound => {
                        if state.round >= self.max_rounds {
                            at = self.program.limit[usize::from(state.turn & 1)];
                            continue 'jump;
                        }
                        if self.has_turns && !state.again {
                            state.turn ^= 1;
                        }
                        self.begin_round(state, observer);
                        at = state.at;
                        continue 'jump;
                    }
                    Op::Dealt => {
                        self.begin_round(state, observer);
                        return Status::Choose(Seats::NONE);
                    }
                }
            }
            break;
        }
        // Every list ends with an operation that leads elsewhere.
        self.over(state, Outcome::Stalemate, observer)
    }

    fn begin_round(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        state.round += 1;
        state.again = false;
        for player in &mut state.players {
            player.counters[usize::from(self.first_mark)..].fill(0);
            player.chosen.fill(NOTHING);
        }
        state.at = self.program.round[usize::from(state.turn & 1)];
        observer.on_event(Event::Round { number: state.round });
    }

    fn over(&self, state: &mut State, outcome: Outcome, observer: &mut impl Observer<Event>) -> Status {
        state.outcome = Some(outcome);
        observer.on_event(Event::Over { outcome });
        Status::Over(outcome)
    }

    #[inline]
    fn set(
        &self,
        state: &mut State,
        target: Target,
        number: i32,
        scratch: &mut [i32; SCRATCH],
        observer: &mut impl Observer<Event>,
    ) {
        match target {
            Target::Scratch(index) => scratch[usize::from(index) % SCRATCH] = number,
            Target::Counter(seat, counter) => {
                let value =
                    &mut state.players[usize::from(seat & 1)].counters[usize::from(counter) % MOST_COUNTERS];
                if *value != number {
                    *value = number;
                    if counter < self.first_mark {
                        let seat = Seat::new(usize::from(seat & 1));
                        observer.on_event(Event::Changed { seat, counter, number });
                    }
                }
            }
        }
    }

    /// A player has chosen.
    #[inline]
    fn chosen(
        &self,
        state: &mut State,
        seat: Seat,
        index: u8,
        mv: Move,
        observer: &mut impl Observer<Event>,
    ) {
        let choice = &self.choices[usize::from(index)];
        if mv == Move::PASS {
            state.players[seat.index() & 1].chosen[choice.chosen & 3] = NOTHING;
            observer.on_event(Event::Passed { seat, choice: index });
            return;
        }
        state.players[seat.index() & 1].chosen[choice.chosen & 3] = mv.0;
        if let Some(to) = choice.to
            && take(state, self.place(choice.from, seat), mv.0)
        {
            put(state, self.place(to, seat), mv.0);
        }
        observer.on_event(Event::Chosen { seat, choice: index, card: mv.0, played: choice.to.is_some() });
    }

    /// Shuffles all cards of another pile into an empty one.
    fn refill(
        &self,
        state: &mut State,
        from: Place,
        refill: Place,
        chance: Option<&mut ChanceStreams>,
        observer: &mut impl Observer<Event>,
    ) {
        if !pile(state, from).is_empty() || pile(state, refill).is_empty() {
            return;
        }
        *pile(state, from) = *pile(state, refill);
        pile(state, refill).clear();
        shuffle(state, from, chance);
        observer.on_event(Event::Refilled { seat: Seat::new(usize::from(from.seat & 1)), zone: from.zone });
    }

    fn move_all(
        &self,
        state: &mut State,
        from: Place,
        to: Place,
        under: bool,
        event: Option<u8>,
        observer: &mut impl Observer<Event>,
    ) {
        if !from.pile && !under {
            let mut bag = std::mem::replace(bag(state, from), Bag::EMPTY);
            while let Some(card) = bag.take_any() {
                put(state, to, card);
                observer.on_event(moved(card, from, to, event));
            }
            return;
        }
        let cards: Cards = if from.pile {
            std::mem::take(pile(state, from))
        } else {
            std::mem::replace(bag(state, from), Bag::EMPTY).iter().collect()
        };
        if under {
            // The whole pile is turned over: its lowest card is the next one after those of the deck.
            let pile = pile(state, to);
            cards.iter().rev().for_each(|card| pile.push(*card));
            pile.rotate_right(cards.len());
        } else {
            cards.iter().for_each(|card| put(state, to, *card));
        }
        cards.iter().for_each(|card| observer.on_event(moved(*card, from, to, event)));
    }
}

/// Every pile of every seat has its own source of chance.
fn shuffle(state: &mut State, place: Place, chance: Option<&mut ChanceStreams>) {
    if let Some(chance) = chance {
        chance.source(source(place)).shuffle(pile(state, place));
    }
}

/// The source of chance of a pile.
pub(super) fn source(place: Place) -> usize {
    usize::from(2 * (place.index & 3) + (place.seat & 1))
}

#[inline]
fn moved(card: u8, from: Place, to: Place, event: Option<u8>) -> Event {
    let [seat, by] = [Seat::new(usize::from(from.seat & 1)), Seat::new(usize::from(to.seat & 1))];
    Event::Moved { seat, card, from: from.zone, by, to: to.zone, event }
}

#[inline]
fn pile(state: &mut State, place: Place) -> &mut Cards {
    &mut state.players[usize::from(place.seat & 1)].piles[usize::from(place.index & 3)]
}

#[inline]
fn bag(state: &mut State, place: Place) -> &mut Bag {
    &mut state.players[usize::from(place.seat & 1)].bags[usize::from(place.index & 3)]
}

/// Puts a card into a zone.
#[inline]
fn put(state: &mut State, place: Place, card: u8) {
    let player = &mut state.players[usize::from(place.seat & 1)];
    if place.pile {
        player.piles[usize::from(place.index & 3)].push(card);
    } else {
        player.bags[usize::from(place.index & 3)].add(card);
        if place.own {
            player.lacks = 0;
        }
    }
}

/// Takes a card out of a zone, if there is one of this kind: out of a pile, the highest.
#[inline]
fn take(state: &mut State, place: Place, card: u8) -> bool {
    if !place.pile {
        return bag(state, place).take(card);
    }
    let pile = pile(state, place);
    let index = pile.iter().rposition(|other| *other == card);
    index.is_some_and(|index| {
        pile.remove(index);
        true
    })
}
