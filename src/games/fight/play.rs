//! The fight: reveal, play, boosts, judge, clear, draw, pass. Clause numbers are those of RULES.md;
//! what boosts do is in [`boosts`](super::boosts).

use super::cards::{Card, Cards, Family, PASSES};
use super::events::Event;
use super::rules::{ArenaTie, FamilyException, FamilyRule, FinalTie, FirstPlayer, UnmetFilter};
use super::state::{Boost, Main, Mains, Phase, State};
use super::{ARENA_PILE, Fight, Move};
use crate::model::{BySeat, ChanceStreams, Observer, Outcome, Seat, Seats};

/// What JUDGE says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Verdict {
    /// Who takes the Arena, and which place in the order of play that is.
    pub taker: Option<(Seat, u8)>,
    /// Did `arena-tie` pick one of several best?
    pub tie_broken: bool,
}

impl Fight {
    /// The seat at this place in the order of play.
    #[inline]
    pub(super) fn seat_at(&self, first: Seat, position: u8) -> Seat {
        self.orders[first][Seat::new(usize::from(position))]
    }

    /// The seats in the order of play, with their places.
    #[inline]
    pub(super) fn order(&self, first: Seat) -> impl Iterator<Item = (Seat, u8)> {
        (0..self.n_seats).map(move |position| (self.seat_at(first, position), position))
    }

    /// Clause 3: hands, Reserves, Graveyard, Arenas.
    pub(super) fn set_up<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        let mut state = self.boxed.clone();
        for seat in Seats::first(self.rules.players) {
            for _ in 0..self.rules.hand_size {
                let mut card = state.reserves.draw(chance.source(super::RESERVES));
                while let Some(unwanted) = card.filter(|card| !self.may_keep(seat, *card)) {
                    let Some(next) = state.reserves.draw(chance.source(super::RESERVES)) else { break };
                    state.graveyard.add(unwanted);
                    observer.on_event(Event::Buried { card: unwanted });
                    card = Some(next);
                }
                if let Some(card) = card {
                    state.hands[seat].add(card);
                    observer.on_event(Event::Opening { seat, card: self.show(card) });
                    observer.on_event(Event::Drawn { seat, card: self.show(card), opening: true });
                }
            }
        }
        self.fill_graveyard(&mut state, chance, observer);
        state.arena = state.unseen_arenas.draw(chance.source(ARENA_PILE)).unwrap_or(0);
        self.reveal(&mut state, chance, observer);
        state
    }

    /// Clause 4.1: the pile is face up, so the Arena after the current one is seen as well.
    fn reveal<W: Observer<Event>>(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut W) {
        state.next_arena = if state.fight < self.rules.fights {
            state.unseen_arenas.draw(chance.source(ARENA_PILE))
        } else {
            None
        };
        let (number, arena, next) = (state.fight, state.arena, state.next_arena);
        observer.on_event(Event::Fight { number, arena, next, first: state.first });
    }

    /// Plays on from a choice to the next decision or the end.
    #[inline]
    pub(super) fn proceed<W: Observer<Event>>(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        let seat = state.in_turn;
        match (state.phase, mv) {
            (Phase::Main, Move::Card(card)) => {
                self.play_main(state, seat, card, observer);
                if !state.hands[seat].is_empty() {
                    state.phase = Phase::Boost;
                    return;
                }
                self.end_turn(state, seat);
            }
            (Phase::Boost, Move::Card(card)) => {
                self.play_boost(state, seat, card, observer);
                self.end_turn(state, seat);
            }
            (Phase::Resolve, Move::Activate) => self.activate(state, seat, chance, observer),
            (Phase::Resolve, _) => self.score(state, seat, observer),
            (Phase::Effect(place), mv) => {
                self.carry_out(state, seat, place, mv, observer);
                self.execute(state, seat, place + 1, chance, observer);
            }
            (Phase::Main | Phase::Boost | Phase::Over, _) => {}
        }
        self.go_on(state, chance, observer);
    }

    /// Goes on to the next seat that has something to decide, through as many fights as it takes.
    #[inline]
    pub(super) fn go_on<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        loop {
            if matches!(state.phase, Phase::Main) {
                if self.find(state, |state, seat| !state.hands[seat].is_empty()) {
                    return;
                }
                self.end_play(state, observer);
            }
            if !matches!(state.phase, Phase::Resolve)
                || self.find(state, |state, seat| matches!(state.boosts[seat], Boost::FaceDown(_)))
            {
                return;
            }
            self.end_fight(state, chance, observer);
        }
    }

    /// Everybody has played: the boosts are next.
    #[inline(never)]
    pub(super) fn end_play<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) {
        let verdict = self.judge(state.arena, state.first, &state.mains);
        observer.on_event(Event::AllPlayed { taker: verdict.taker.map(|(seat, _)| seat) });
        state.phase = Phase::Resolve;
        state.position = 0;
    }

    /// Moves on to the next seat, from this one on, of whom it is so.
    #[inline]
    pub(super) fn find(&self, state: &mut State, is_so: impl Fn(&State, Seat) -> bool) -> bool {
        while state.position < self.n_seats {
            state.in_turn = self.seat_at(state.first, state.position);
            if is_so(state, state.in_turn) {
                return true;
            }
            state.position += 1;
        }
        false
    }

    /// Clause 6.1: the cards that may be the main.
    #[inline]
    pub(super) fn mains_allowed(&self, state: &State, seat: Seat) -> Cards {
        let hand = state.hands[seat];
        match self.rules.family_rule {
            FamilyRule::Off => hand,
            FamilyRule::Both if self.is_free_pair(hand, state.reference) => hand,
            _ => self.complying(hand, state.reference),
        }
    }

    /// Clause 6.1: the cards of the rest of the hand that may be the boost.
    #[inline]
    pub(super) fn boosts_allowed(&self, state: &State, seat: Seat) -> Cards {
        let rest = state.hands[seat];
        let main = state.mains[seat].map(|main| main.card);
        match self.rules.family_rule {
            FamilyRule::Both => {
                let hand = main.map_or(rest, |main| rest.union(Cards::only(main)));
                let is_free = self.is_free_pair(hand, state.reference);
                if is_free { rest } else { self.complying(rest, state.reference) }
            }
            FamilyRule::OwnMain => self.complying(rest, main.map(|main| self.family_of(main))),
            FamilyRule::MainOnly | FamilyRule::Off => rest,
        }
    }

    /// The cards of another family than the reference family; all, if there is none of them.
    #[inline]
    fn complying(&self, cards: Cards, reference: Option<Family>) -> Cards {
        let complying = cards.minus(self.barred(reference));
        if complying.is_empty() { cards } else { complying }
    }

    /// The cards that a reference family bars.
    #[inline]
    fn barred(&self, reference: Option<Family>) -> Cards {
        reference.map_or(Cards::NONE, |family| self.of_family[family.place()])
    }

    /// `free-pair`: are both cards free, because fewer than two of the hand comply?
    #[inline]
    fn is_free_pair(&self, hand: Cards, reference: Option<Family>) -> bool {
        self.rules.family_exception == FamilyException::FreePair
            && hand.minus(self.barred(reference)).len() < 2
    }

    /// Clause 4.2 b: face up, at its printed power.
    pub(super) fn play_main<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        observer: &mut W,
    ) {
        state.hands[seat].take(card);
        state.mains[seat] = Some(self.as_main(card));
        let bound = self.rules.family_rule != FamilyRule::Off && state.reference.is_some();
        let is_exception = bound && state.reference == Some(self.family_of(card));
        // First: it tells whether the Warrior was played before.
        observer.on_event(Event::Played { seat, card: self.show(card) });
        observer.on_event(Event::Main { seat, card: self.show(card), bound, is_exception });
    }

    /// Clause 4.2 c: face down beneath the main.
    pub(super) fn play_boost<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        observer: &mut W,
    ) {
        state.hands[seat].take(card);
        state.boosts[seat] = Boost::FaceDown(card);
        // A play whose main is an exception has been counted.
        let is_exception = state.reference == Some(self.family_of(card))
            && self.rules.family_rule == FamilyRule::Both
            && state.mains[seat].map(|main| self.family_of(main.card)) != state.reference;
        observer.on_event(Event::Played { seat, card: self.show(card) });
        observer.on_event(Event::Boost { seat, card: self.show(card), is_exception });
    }

    /// The next seat is bound by the family of this main.
    pub(super) fn end_turn(&self, state: &mut State, seat: Seat) {
        state.reference = state.mains[seat].map(|main| self.family_of(main.card));
        state.position += 1;
        state.phase = Phase::Main;
    }

    /// Clause 6.5: the living mains that pass the filters, the best of them, ties by the order of
    /// play. Who is best is chance: it is found without a branch.
    pub(super) fn judge(&self, arena: u8, first: Seat, mains: &Mains) -> Verdict {
        const NOBODY: i32 = i32::MIN;
        // A rank is a worth and, for equals, a place in the order of play that is better the higher.
        let mirror = if self.rules.arena_tie == ArenaTie::FurthestFromFirst { 0 } else { 7 };
        let (mut best, mut second) = (NOBODY, NOBODY);
        for (seat, position) in self.order(first) {
            let Some(main) = mains[seat] else { continue };
            let rank = self.worth_in(arena, main) << 3 | i32::from(position ^ mirror);
            second = second.max(rank.min(best));
            best = best.max(rank);
        }
        let (worth, is_tie) = (best >> 3, best >> 3 == second >> 3);
        let is_unmet = worth < PASSES / 2 && self.rules.unmet_filter == UnmetFilter::Nobody;
        let is_left = is_tie && self.rules.arena_tie == ArenaTie::Nobody;
        if best == NOBODY || is_unmet || is_left {
            return Verdict::default();
        }
        let position = u8::try_from(best & 7).unwrap_or(0) ^ mirror;
        Verdict { taker: Some((self.seat_at(first, position), position)), tie_broken: is_tie }
    }

    /// Clauses 4.4 to 4.7: judge, clear; then draw and pass, or the end.
    #[inline(never)]
    pub(super) fn end_fight<W: Observer<Event>>(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) {
        let arena = state.arena;
        let Verdict { taker, tie_broken } = self.judge(arena, state.first, &state.mains);
        if let Some((seat, position)) = taker {
            state.won[seat] |= 1 << arena;
            if let Some(Main { card, .. }) = state.mains[seat] {
                observer.on_event(Event::Taken { seat, card: self.show(card), arena, position, tie_broken });
            }
        } else {
            observer.on_event(Event::Unclaimed { arena });
        }
        self.clear(state);
        state.position = 0;
        if state.fight == self.rules.fights {
            state.outcome = self.outcome(state, observer);
            state.phase = Phase::Over;
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

    /// Clause 4.5: mains and activated boosts go to the Graveyard.
    fn clear(&self, state: &mut State) {
        let mut cleared = Cards::NONE;
        for seat in Seats::first(self.rules.players) {
            let main = state.mains[seat].take().map_or(Cards::NONE, |main| Cards::only(main.card));
            let boost = std::mem::take(&mut state.boosts[seat]).activated();
            cleared = cleared.union(main).union(boost);
        }
        state.graveyard = state.graveyard.union(cleared);
        if !self.rules.family_carry_over {
            state.reference = None;
        }
    }

    /// Clause 4.6: each seat draws all of its cards before the next.
    fn draw_up<W: Observer<Event>>(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut W) {
        for (seat, _) in self.order(state.first) {
            for _ in 0..self.rules.draw_per_fight {
                let Some(mut card) = self.draw(state, chance, observer) else {
                    observer.on_event(Event::ShortDraw { seat });
                    break;
                };
                if !self.may_keep(seat, card) {
                    card = self.draw_another(state, seat, card, chance, observer);
                }
                state.hands[seat].add(card);
                observer.on_event(Event::Drawn { seat, card: self.show(card), opening: false });
            }
        }
    }

    /// Does the seat play with this Warrior?
    #[inline]
    fn may_keep(&self, seat: Seat, card: Card) -> bool {
        self.without.is_none_or(|(other, cards)| other != seat || !cards.has(card))
    }

    /// Warriors that the seat plays without: they are buried, and another one is drawn; the last one
    /// is kept if there is none.
    #[cold]
    fn draw_another<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        mut card: Card,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Card {
        // Each of at most as many as there are comes at most once before the Reserves are renewed, and
        // once after that.
        for _ in 0..2 * super::WARRIORS {
            if self.may_keep(seat, card) {
                break;
            }
            let Some(next) = self.draw(state, chance, observer) else { break };
            state.graveyard.add(card);
            observer.on_event(Event::Buried { card });
            card = next;
        }
        card
    }

    /// Glory of won Arenas and of scored Warriors (clause 7).
    #[inline]
    pub(super) fn glory(&self, won: u16, n_scored: usize) -> u16 {
        let [low, high] = won.to_le_bytes().map(usize::from);
        self.glories[0][low] + self.glories[1][high] + self.scored_glory(n_scored)
    }

    /// Glory of so many scored Warriors, at most 64.
    pub(super) fn scored_glory(&self, n_scored: usize) -> u16 {
        u16::try_from(n_scored).map_or(0, |n_scored| n_scored * self.rules.scored_warrior_glory)
    }

    /// Clause 7: most Glory; then most scored Warriors; then as `final-tie` says.
    pub(super) fn outcome<W: Observer<Event>>(&self, state: &State, observer: &mut W) -> Outcome {
        let all = Seats::first(self.rules.players);
        let n_scored = BySeat::from_fn(|seat| state.scored[seat].len());
        for seat in all {
            let (arenas, scored) = (self.glory(state.won[seat], 0), self.scored_glory(n_scored[seat]));
            observer.on_event(Event::Measured { seat, arenas, scored });
        }
        let mut tied = most(all, |seat| self.glory(state.won[seat], n_scored[seat]).into());
        if self.rules.final_tie_by_scored {
            tied = most(tied, |seat| n_scored[seat]);
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

/// Those of the seats that have most of something.
pub(super) fn most(seats: Seats, count: impl Fn(Seat) -> usize) -> Seats {
    let top = seats.into_iter().map(&count).max();
    seats.into_iter().filter(|seat| Some(count(*seat)) == top).collect()
}
