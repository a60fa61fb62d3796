//! The fight: reveal, play, boosts, judge, clear, draw, pass. Clause numbers are those of RULES.md; the
//! effects of boosts are in [`boosts`](super::boosts).

use super::boosts::turn_up;
use super::cards::{Card, Cards, PASSES};
use super::events::Event;
use super::rules::{ArenaTie, FamilyRule, FightGloryTo, FinalTie, FirstPlayer, UnmetFilter, UsedCards};
use super::state::{Boost, Main, Mains, Phase, State};
use super::{ARENA_PILE, BEGINNER, Fight, Move, RESERVES};
use crate::model::bits::bits;
use crate::model::{Ask, BySeat, ChanceStreams, MAX_SEATS, Observer, Outcome, Seat, Seats, Status};

/// The rank of a seat without a main.
pub(super) const NO_MAIN: i32 = i32::MIN;

/// The result of JUDGE.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Verdict {
    /// The taker of the Arena, with the position in the order of play.
    pub taker: Option<(Seat, usize)>,
    /// Whether `arena-tie` picked one of several best.
    pub tie_broken: bool,
}

impl Fight {
    /// All seats.
    #[inline]
    pub(super) fn seats(&self) -> Seats {
        Seats::first(self.rules.players)
    }

    /// All seats except this one.
    #[inline]
    pub(super) fn opponents(&self, seat: Seat) -> Seats {
        self.seats().without(seat)
    }

    /// The seat at this position in the order of play.
    #[inline]
    pub(super) fn seat_at(&self, first: Seat, position: usize) -> Seat {
        let number = first.index() + position;
        Seat::new(if number < self.rules.players { number } else { number - self.rules.players })
    }

    /// The seats in the order of play, with their positions.
    #[inline]
    pub(super) fn order(&self, first: Seat) -> impl Iterator<Item = (Seat, usize)> {
        (0..self.rules.players).map(move |position| (self.seat_at(first, position), position))
    }

    /// Clause 3: hands, Reserves, Graveyard, Arenas.
    pub(super) fn deal(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let mut state = self.before_deal.clone();
        for seat in self.seats() {
            for _ in 0..self.rules.hand_size + self.rules.extra_cards[seat] {
                let mut card = state.reserves.draw(chance.source(RESERVES));
                while let Some(unwanted) = card.filter(|card| !self.may_keep(seat, *card)) {
                    let Some(next) = state.reserves.draw(chance.source(RESERVES)) else { break };
                    state.graveyard.add(unwanted);
                    observer.on_event(Event::Buried { card: unwanted });
                    card = Some(next);
                }
                if let Some(card) = card {
                    state.hands[seat].add(card);
                    observer.on_event(Event::Opening { seat, card: self.reported(card) });
                    observer.on_event(Event::Drawn { seat, card: self.reported(card), opening: true });
                }
            }
        }
        self.fill_graveyard(&mut state, chance, observer);
        state.arena = state.unseen_arenas.draw(chance.source(ARENA_PILE)).unwrap_or(0);
        state.first = self.rules.beginner.draw(self.rules.players, chance, BEGINNER);
        for seat in self.seats().into_iter().filter(|seat| self.rules.extra_glory[*seat] > 0) {
            observer.on_event(Event::ExtraGlory { seat, glory: self.rules.extra_glory[seat] });
        }
        self.reveal(&mut state, chance, observer);
        state
    }

    /// Clause 4.1: the pile is face up, so the Arena after the current one is also visible.
    fn reveal(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        state.next_arena = if state.fight < self.rules.fights {
            state.unseen_arenas.draw(chance.source(ARENA_PILE))
        } else {
            None
        };
        let (number, arena, next) = (state.fight, state.arena, state.next_arena);
        observer.on_event(Event::Fight { number, arena, next, first: state.first });
    }

    /// Clause 4: fight after fight, until the game is over or the asker pauses it.
    pub(super) fn play_fights(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        loop {
            match state.phase {
                Phase::Main => {
                    let Some(seat) = self.next_seat(state, |state, seat| !state.hands[seat].is_empty())
                    else {
                        self.end_play(state, observer);
                        continue;
                    };
                    let Some(Move::Card(main)) = ask.choose(self, state, seat) else { return asks(seat) };
                    self.play_main(state, seat, main, observer);
                }
                Phase::Boost => {
                    let seat = self.in_turn(state);
                    let Some(Move::Card(boost)) = ask.choose(self, state, seat) else { return asks(seat) };
                    self.play_boost(state, seat, boost, observer);
                }
                Phase::Resolve => {
                    let is_due = |state: &State, seat| matches!(state.boosts[seat], Boost::FaceDown(_));
                    let Some(seat) = self.next_seat(state, is_due) else {
                        self.end_fight(state, chance, observer);
                        continue;
                    };
                    match ask.choose(self, state, seat) {
                        Some(Move::Activate) => self.activate(state, seat, chance, observer),
                        Some(_) => self.score(state, seat, observer),
                        None => return asks(seat),
                    }
                }
                Phase::Effect(index) => {
                    let seat = self.in_turn(state);
                    let Some(target) = ask.choose(self, state, seat) else { return asks(seat) };
                    self.carry_out(state, seat, index, target, chance, observer);
                    self.execute(state, seat, index + 1, chance, observer);
                }
                Phase::Over(outcome) => return Status::Over(outcome),
            }
        }
    }

    /// The seat in turn.
    #[inline]
    fn in_turn(&self, state: &State) -> Seat {
        self.seat_at(state.first, state.position)
    }

    /// Advances to the first seat, from the seat in turn on, that satisfies `holds`.
    #[inline]
    fn next_seat(&self, state: &mut State, holds: impl Fn(&State, Seat) -> bool) -> Option<Seat> {
        while state.position < self.rules.players {
            let seat = self.in_turn(state);
            if holds(state, seat) {
                return Some(seat);
            }
            state.position += 1;
        }
        None
    }

    /// Clause 4.2 b: plays the main face up, at its printed power.
    fn play_main(&self, state: &mut State, seat: Seat, card: Card, observer: &mut impl Observer<Event>) {
        state.hands[seat].take(card);
        state.mains[seat] = Some(self.as_main(card));
        let bound = self.rules.family_rule != FamilyRule::Off && state.reference.is_some();
        let is_exception = bound && state.reference == Some(self.family_of(card));
        observer.on_event(Event::Main { seat, card: self.reported(card), bound, is_exception });
        observer.on_event(Event::Played { seat, card: self.reported(card) });
        if state.hands[seat].is_empty() {
            self.end_turn(state, seat);
        } else {
            state.phase = Phase::Boost;
        }
    }

    /// Clause 4.2 c: plays the boost face down beneath the main.
    fn play_boost(&self, state: &mut State, seat: Seat, card: Card, observer: &mut impl Observer<Event>) {
        state.hands[seat].take(card);
        state.boosts[seat] = Boost::FaceDown(card);
        // If the main is an exception, the play was already counted.
        let is_exception = state.reference == Some(self.family_of(card))
            && self.rules.family_rule == FamilyRule::Both
            && state.mains[seat].map(|main| self.family_of(main.card)) != state.reference;
        observer.on_event(Event::Boost { seat, card: self.reported(card), is_exception });
        observer.on_event(Event::Played { seat, card: self.reported(card) });
        self.end_turn(state, seat);
    }

    /// Ends a turn: the next seat is bound by the family of this main.
    fn end_turn(&self, state: &mut State, seat: Seat) {
        state.reference = state.mains[seat].map(|main| self.family_of(main.card));
        state.position += 1;
        state.phase = Phase::Main;
    }

    /// After all players have played, continues with the boosts.
    fn end_play(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let verdict = self.judge(state.arena, state.first, &state.mains);
        observer.on_event(Event::AllPlayed { taker: verdict.taker.map(|(seat, _)| seat) });
        state.phase = Phase::Resolve;
        state.position = 0;
    }

    /// Clause 6.5: the best of the living mains that pass the filters; ties are broken by the order of play.
    pub(super) fn judge(&self, arena: u8, first: Seat, mains: &Mains) -> Verdict {
        self.verdict(first, &self.ranks(arena, first, mains))
    }

    /// The ranks of all mains in an Arena.
    #[inline]
    pub(super) fn ranks(&self, arena: u8, first: Seat, mains: &Mains) -> BySeat<i32> {
        let mut ranks = BySeat([NO_MAIN; MAX_SEATS]);
        for seat in self.seats() {
            if let Some(main) = mains[seat] {
                ranks[seat] = self.rank(arena, first, seat, main);
            }
        }
        ranks
    }

    /// The rank of a main in an Arena: by its value there and, among equals, by the order of play. The last
    /// three bits are the position in that order, or 7 minus the position if the first player wins ties.
    #[inline]
    pub(super) fn rank(&self, arena: u8, first: Seat, seat: Seat, main: Main) -> i32 {
        let number = seat.index() + self.rules.players - first.index();
        let position = if number < self.rules.players { number } else { number - self.rules.players };
        self.worth_in(arena, main) << 3 | i32::try_from(position ^ self.first_bits()).unwrap_or(0)
    }

    /// The rank of a main after its power changed. Its position in the order of play, taken from the old
    /// rank, is unchanged.
    #[inline]
    pub(super) fn rank_again(&self, arena: u8, rank: i32, main: Main) -> i32 {
        self.worth_in(arena, main) << 3 | rank & 7
    }

    /// The last bits of the rank for the 1st player's main.
    #[inline]
    fn first_bits(&self) -> usize {
        if self.rules.arena_tie == ArenaTie::FurthestFromFirst { 0 } else { 7 }
    }

    /// The taker of an Arena if the mains have these ranks.
    #[inline]
    pub(super) fn verdict(&self, first: Seat, ranks: &BySeat<i32>) -> Verdict {
        let best = ranks.0.into_iter().fold(NO_MAIN, i32::max);
        let worth = best >> 3;
        let is_tie = ranks.0.iter().map(|rank| i32::from(rank >> 3 == worth)).sum::<i32>() > 1;
        let is_unmet = worth < PASSES / 2 && self.rules.unmet_filter == UnmetFilter::Nobody;
        let is_left = self.rules.arena_tie == ArenaTie::Nobody && is_tie;
        if best == NO_MAIN || is_unmet || is_left {
            return Verdict::default();
        }
        let position = usize::try_from(best & 7).unwrap_or(0) ^ self.first_bits();
        Verdict { taker: Some((self.seat_at(first, position), position)), tie_broken: is_tie }
    }

    /// Clauses 4.4 to 4.7: judge, clear; then draw and pass, or the end.
    fn end_fight(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        let arena = state.arena;
        let Verdict { taker, tie_broken } = self.judge(arena, state.first, &state.mains);
        if let Some((seat, position)) = taker {
            state.won[seat] |= 1 << arena;
            if let Some(Main { card, .. }) = state.mains[seat] {
                let card = self.reported(card);
                observer.on_event(Event::Taken { seat, card, arena, position, tie_broken });
            }
        } else {
            observer.on_event(Event::Unclaimed { arena });
        }
        if self.rules.fight_glory > 0 {
            self.give_glory(state, taker.map(|(seat, _)| seat), observer);
        }
        self.clear(state, chance);
        state.position = 0;
        if state.fight == self.rules.fights {
            state.phase = Phase::Over(self.outcome(state, observer));
            return;
        }
        self.draw_up(state, chance, observer);
        state.first = match (self.rules.first_player, taker) {
            (FirstPlayer::Fixed, _) => state.first,
            (FirstPlayer::ArenaWinner, Some((seat, _))) => seat,
            (FirstPlayer::ArenaWinner | FirstPlayer::Rotate, _) => self.seat_at(state.first, 1),
        };
        state.fight += 1;
        state.arena = state.next_arena.unwrap_or(arena);
        state.phase = Phase::Main;
        self.reveal(state, chance, observer);
    }

    /// `fight-glory`: extra Glory at the end of a fight.
    fn give_glory(&self, state: &mut State, taker: Option<Seat>, observer: &mut impl Observer<Event>) {
        let taker = taker.map_or(Seats::NONE, Seats::only);
        let glory = self.rules.fight_glory;
        for seat in self.seats() {
            let gets = match self.rules.fight_glory_to {
                FightGloryTo::Taker => taker.has(seat),
                FightGloryTo::Survivors => state.mains[seat].is_some(),
                FightGloryTo::Others => !taker.has(seat),
            };
            if gets {
                state.extra[seat] += glory;
                observer.on_event(Event::ExtraGlory { seat, glory });
            }
        }
    }

    /// Clause 4.5: mains and activated boosts go to the Graveyard (or as `used-cards` says).
    fn clear(&self, state: &mut State, chance: &mut ChanceStreams) {
        let mut used = Cards::NONE;
        for seat in self.seats() {
            if let Some(main) = state.mains[seat].take() {
                used.add(main.card);
            }
            if let Boost::FaceUp(card) = std::mem::take(&mut state.boosts[seat]) {
                used.add(card);
            }
        }
        match self.rules.used_cards {
            UsedCards::Graveyard => state.graveyard = state.graveyard.union(used),
            UsedCards::Removed => state.removed = state.removed.union(used),
            UsedCards::Reserves => put_back(state, used, chance),
        }
        if !self.rules.family_carry_over {
            state.reference = None;
        }
    }

    /// Clause 4.6: each seat draws all of its cards before the next seat does.
    fn draw_up(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        for (seat, _) in self.order(state.first) {
            for _ in 0..self.rules.draw_per_fight {
                let drawn = |card| self.may_keep(seat, card).then(|| self.drawn(seat, card));
                let Some(mut card) = self.draw(state, chance, observer, drawn) else {
                    observer.on_event(Event::ShortDraw { seat });
                    break;
                };
                if !self.may_keep(seat, card) {
                    card = self.draw_another(state, seat, card, chance, observer);
                }
                state.hands[seat].add(card);
            }
        }
    }

    /// The event of a Warrior that a seat draws and keeps.
    #[inline]
    fn drawn(&self, seat: Seat, card: Card) -> Event {
        Event::Drawn { seat, card: self.reported(card), opening: false }
    }

    /// Whether the seat plays with this Warrior.
    #[inline]
    fn may_keep(&self, seat: Seat, card: Card) -> bool {
        self.without.is_none_or(|(other, cards)| other != seat || !cards.has(card))
    }

    /// Buries a Warrior that the seat plays without, and draws another. The seat keeps the last Warrior if
    /// there is no other.
    fn draw_another(
        &self,
        state: &mut State,
        seat: Seat,
        mut card: Card,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Card {
        // Each Warrior appears at most once before the Reserves are renewed, and once afterwards.
        for _ in 0..2 * super::WARRIORS {
            let drawn = |next| self.may_keep(seat, next).then(|| self.drawn(seat, next));
            let Some(next) = self.draw(state, chance, observer, drawn) else { break };
            state.graveyard.add(card);
            observer.on_event(Event::Buried { card });
            card = next;
            if self.may_keep(seat, card) {
                return card;
            }
        }
        observer.on_event(self.drawn(seat, card));
        card
    }

    /// Glory of won Arenas (clause 7).
    pub(super) fn arena_glory(&self, won: u16) -> u16 {
        bits(won).filter_map(|index| self.arenas.get(index)).map(|arena| arena.glory).sum()
    }

    /// The Glory of this many scored Warriors, at most 64.
    pub(super) fn scored_glory(&self, n_scored: usize) -> u16 {
        u16::try_from(n_scored).map_or(0, |n_scored| n_scored * self.rules.scored_warrior_glory)
    }

    /// Glory of won Arenas and of scored Warriors (clause 7), and extra Glory.
    pub(super) fn glory(&self, won: u16, n_scored: usize, extra: u16) -> u16 {
        self.arena_glory(won) + self.scored_glory(n_scored) + extra
    }

    /// Clause 7: the most Glory; then the most scored Warriors; then `final-tie`.
    pub(super) fn outcome(&self, state: &State, observer: &mut impl Observer<Event>) -> Outcome {
        let n_scored = |seat: Seat| state.scored[seat].len();
        for seat in self.seats() {
            let (arenas, scored) = (self.arena_glory(state.won[seat]), self.scored_glory(n_scored(seat)));
            observer.on_event(Event::Glory { seat, arenas, scored, extra: state.extra[seat] });
        }
        let glory = |seat| self.glory(state.won[seat], n_scored(seat), state.extra[seat]).into();
        let mut tied = most(self.seats(), glory);
        if self.rules.final_tie_by_scored {
            tied = most(tied, n_scored);
        }
        if self.rules.final_tie == FinalTie::MostArenas {
            tied = most(tied, |seat| state.won[seat].count_ones() as usize);
        }
        let outcome = match self.rules.final_tie {
            FinalTie::Draw if tied.len() > 1 => Outcome::Draw,
            _ => Outcome::won_by(tied),
        };
        observer.on_event(Event::Over { outcome });
        outcome
    }
}

/// Puts Warriors into the Reserves, under the top card.
fn put_back(state: &mut State, cards: Cards, chance: &mut ChanceStreams) {
    let n_reserves = state.reserves.len();
    state.reserves.extend(cards);
    match n_reserves.checked_sub(1) {
        Some(top) => state.reserves.raise(top),
        None => turn_up(state, chance),
    }
}

/// The status of a game that waits for this seat.
fn asks(seat: Seat) -> Status {
    Status::Choose(Seats::only(seat))
}

/// The seats with the highest count.
fn most(seats: Seats, count: impl Fn(Seat) -> usize) -> Seats {
    let top = seats.into_iter().map(&count).max();
    seats.into_iter().filter(|seat| Some(count(*seat)) == top).collect()
}
