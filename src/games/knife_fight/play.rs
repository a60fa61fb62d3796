//! The round (clause 4), step by step: lay, feint, clash, draw, bleed. Clause numbers are those of RULES.md.

use super::KnifeFight;
use super::cards::Rank;
use super::rules::{BothDead, BothKings, Clash, Death, EndCheck};
use super::rules::{KingVsJack, KingVsJoker, QueenEmptyPile, QueenMode};
use super::state::{Phase, Player, State};
use super::story::Event;
use crate::model::{ChanceStreams, JointMove, Observer, Outcome, Seat, Seats};

/// The two seats.
pub(super) const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl KnifeFight {
    /// Clause 3: two decks, two hands. Nearly every card leaves its deck, and one loop over a deck is
    /// quicker than a draw now and then. Not inlined: a state that is returned is made in its place, one
    /// that is inlined is copied there.
    #[inline(never)]
    pub(super) fn set_up<W: Observer<Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> State {
        let mut state = State { players: self.decks, round: 1, phase: Phase::Play };
        let [black, red] = &mut state.players;
        chance.shuffle_two(&mut black.deck, &mut red.deck);
        for (seat, player) in BOTH.into_iter().zip(&mut state.players) {
            for _ in 0..self.rules.hand_size {
                let Some(rank) = player.draw() else { break };
                observer.on_event(Event::Opening { seat, rank });
                observer.on_event(Event::Drawn { seat, rank });
            }
        }
        observer.on_event(Event::Round { number: 1 });
        state
    }

    /// Plays on from the choices to the next decision or the end.
    #[inline]
    pub(super) fn proceed<W: Observer<Event>>(
        &self,
        state: &mut State,
        chosen: &JointMove<Rank>,
        observer: &mut W,
    ) {
        match state.phase {
            Phase::Play => {
                let fronts = BOTH.map(|seat| chosen.by(seat));
                let clash = self.lay_out(state, fronts, observer);
                if clash.is_plain() {
                    self.cut(state, fronts, clash, observer);
                } else {
                    self.meet(state, observer);
                }
            }
            Phase::Follow(seats) => {
                for seat in seats {
                    state.players[seat.index() & 1].follow(seat, chosen.by(seat), observer);
                }
                self.meet(state, observer);
            }
            Phase::Dress(seats) => {
                self.clash(state, seats, chosen, observer);
            }
            Phase::Over(_) => {}
        }
    }

    /// Both lay a card: what happens where they meet?
    #[inline(always)]
    pub(super) fn lay_out<W: Observer<Event>>(
        &self,
        state: &mut State,
        fronts: [Rank; 2],
        observer: &mut W,
    ) -> Clash {
        let [black, red] = &mut state.players;
        black.lay(Seat::FIRST, fronts[0], 1, observer);
        red.lay(Seat::SECOND, fronts[1], 1, observer);
        self.head_to_head(fronts)
    }

    /// Two cards meet of which neither is a King or a Queen, as in most rounds. Has the next one begun?
    #[inline(always)]
    pub(super) fn cut<W: Observer<Event>>(
        &self,
        state: &mut State,
        fronts: [Rank; 2],
        clash: Clash,
        observer: &mut W,
    ) -> bool {
        observer.on_event(Event::Clash { fronts, clash });
        self.land(state, fronts, clash, observer)
    }

    /// The fronts meet, unless somebody has to choose first.
    #[inline(never)]
    fn meet<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) {
        let follow = self.feint(state, observer);
        let dress = self.dresses(state);
        if !follow.is_empty() {
            state.phase = Phase::Follow(follow);
        } else if !dress.is_empty() {
            state.phase = Phase::Dress(dress);
        } else {
            self.clash(state, dress, &JointMove::nothing(), observer);
        }
    }

    /// Whose Queen dresses a wound?
    #[inline]
    pub(super) fn dresses(&self, state: &State) -> Seats {
        let clash = self.head_to_head(state.fronts());
        BOTH.into_iter().fold(Seats::NONE, |dress, seat| {
            let wounded = state.players[seat.index()].is_wounded();
            dress.with_if(wounded & clash.has(Clash::dressing(seat)), seat)
        })
    }

    /// Clause 6.1: while a front card is a King, a feint step. Returns who follows a King.
    pub(super) fn feint<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> Seats {
        loop {
            let fronts = state.fronts();
            let kings = fronts.map(|front| front == Rank::KING);
            if kings == [false, false] {
                return Seats::NONE;
            }
            if kings == [true, true] && self.rules.both_kings == BothKings::Cancel {
                state.players[0].front = Rank::NOTHING;
                state.players[1].front = Rank::NOTHING;
                observer.on_event(Event::KingsCancel);
                return Seats::NONE;
            }
            let mut follow = Seats::NONE;
            for seat in BOTH {
                if !kings[seat.index()] {
                    continue;
                }
                let (own, opp) = (seat.index(), seat.foe().index());
                let jack = fronts[opp] == Rank::JACK;
                if jack && self.rules.king_vs_jack == KingVsJack::Cancelled {
                    state.players[own].front = Rank::NOTHING;
                    observer.on_event(Event::KingCancelled { seat });
                    continue;
                }
                let baited = jack && self.rules.king_vs_jack == KingVsJack::Baited
                    || fronts[opp] == Rank::JOKER && self.rules.king_vs_joker == KingVsJoker::Baited;
                if baited {
                    state.players[opp].front = Rank::NOTHING;
                    observer.on_event(Event::Baited { seat: seat.foe(), rank: fronts[opp] });
                }
                if state.players[own].hand.only(self.followers).is_empty() {
                    state.players[own].front = Rank::ALONE;
                    observer.on_event(Event::KingAlone { seat });
                } else {
                    follow = follow.with(seat);
                }
            }
            if !follow.is_empty() {
                return follow;
            }
        }
    }

    #[inline]
    fn head_to_head(&self, fronts: [Rank; 2]) -> Clash {
        self.meetings[fronts[0].place()][fronts[1].place()]
    }

    /// Clauses 6.2 and 6.3: wounds that Queens dress leave, then the hits land. Has the next round begun?
    #[inline(never)]
    pub(super) fn clash<W: Observer<Event>>(
        &self,
        state: &mut State,
        dress: Seats,
        chosen: &JointMove<Rank>,
        observer: &mut W,
    ) -> bool {
        let fronts = state.fronts();
        let clash = self.head_to_head(fronts);
        observer.on_event(Event::Clash { fronts, clash });
        let hits =
            if clash.has(Clash::QUEEN) { self.dress(state, clash, dress, chosen, observer) } else { clash };
        self.land(state, fronts, hits, observer)
    }

    /// Clause 6.4: the hits land, then everything else on the table is discarded. Has the next round begun?
    #[inline(always)]
    fn land<W: Observer<Event>>(
        &self,
        state: &mut State,
        fronts: [Rank; 2],
        hits: Clash,
        observer: &mut W,
    ) -> bool {
        observer.on_event(Event::Hits { fronts, hits });
        // Chance decides which of these it is, so nothing branches but for a story.
        for (hit, owner, on) in Clash::LANDINGS {
            let (lands, rank) = (hits.has(hit), fronts[owner.index()]);
            let player = &mut state.players[on.index()];
            player.wounds[rank.place()] += u8::from(lands);
            player.damage += u16::from(lands) * self.damage[rank.place()];
            if lands {
                observer.on_event(Event::Wounds { owner, on, rank });
            }
        }
        observer.on_event(Event::Landed);
        self.aftermath(state, observer)
    }

    /// Clause 6.3: the Queens' wounds leave. Returns the clash without the hits that they stop.
    fn dress<W: Observer<Event>>(
        &self,
        state: &mut State,
        mut clash: Clash,
        dress: Seats,
        chosen: &JointMove<Rank>,
        observer: &mut W,
    ) -> Clash {
        for seat in BOTH {
            let player = &mut state.players[seat.index()];
            let stops = if dress.has(seat) {
                let rank = chosen.by(seat);
                let damage = self.rules.damage_of(rank);
                player.wounds[rank.place()] -= 1;
                player.damage -= damage;
                observer.on_event(Event::Dressed { seat, rank, damage });
                self.rules.queen_mode == QueenMode::Heal
            } else {
                player.front == Rank::QUEEN && self.rules.queen_empty_pile == QueenEmptyPile::Block
            };
            if stops {
                clash = clash.stopped_by(seat);
            }
        }
        clash
    }

    /// Clauses 6.5 and 6.6: draw and bleed; then who is dead? Nobody, in any round but the last.
    /// Has the next round begun?
    #[inline(always)]
    fn aftermath<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> bool {
        let [black, red] = &mut state.players;
        let bleeds = [self.bleeds_of(black.damage), self.bleeds_of(red.damage)];
        let lives = |player: &Player, bleeds| usize::from(player.laid) + bleeds < player.deck.len();
        let live = lives(black, bleeds[0]) & lives(red, bleeds[1]);
        if !(live & self.draws_first) || state.round >= self.rules.max_rounds {
            return self.last_aftermath(state, observer);
        }
        black.draw_up(Seat::FIRST, observer);
        red.draw_up(Seat::SECOND, observer);
        black.bleed(Seat::FIRST, bleeds[0], observer);
        red.bleed(Seat::SECOND, bleeds[1], observer);
        Self::next_round(state, observer);
        true
    }

    /// The same, where somebody may run out or the rounds are over.
    #[inline(never)]
    fn last_aftermath<W: Observer<Event>>(&self, state: &mut State, observer: &mut W) -> bool {
        let goes_on = |black: &Player, red: &Player| {
            self.rules.end_check == EndCheck::RoundEnd || black.ran_out | red.ran_out == 0
        };
        let [black, red] = &mut state.players;
        if self.draws_first {
            self.draw_or_die(black, Seat::FIRST, 1, observer);
            self.draw_or_die(red, Seat::SECOND, 1, observer);
        }
        if goes_on(black, red) {
            let nth = 1 + u8::from(self.draws_first);
            self.bleed_or_die(black, Seat::FIRST, nth, observer);
            self.bleed_or_die(red, Seat::SECOND, nth, observer);
        }
        if !self.draws_first && goes_on(black, red) {
            self.draw_or_die(black, Seat::FIRST, 2, observer);
            self.draw_or_die(red, Seat::SECOND, 2, observer);
        }
        let goes_on = black.ran_out | red.ran_out == 0 && state.round < self.rules.max_rounds;
        if goes_on {
            Self::next_round(state, observer);
        } else {
            Self::clear_table(state, observer);
            let outcome = self.ending(state);
            state.phase = Phase::Over(outcome);
            observer.on_event(Event::Over { outcome });
        }
        goes_on
    }

    #[inline(always)]
    fn next_round<W: Observer<Event>>(state: &mut State, observer: &mut W) {
        Self::clear_table(state, observer);
        state.round += 1;
        state.phase = Phase::Play;
        observer.on_event(Event::Round { number: state.round });
    }

    /// What was laid out is gone.
    #[inline(always)]
    fn clear_table<W: Observer<Event>>(state: &mut State, observer: &mut W) {
        for (seat, player) in BOTH.into_iter().zip(&mut state.players) {
            player.front = Rank::NOTHING;
            player.laid = 0;
            let (damage, deck) = (player.damage, player.deck.len());
            observer.on_event(Event::After { seat, damage, deck, dead: player.ran_out > 0 });
        }
    }

    /// Who could not draw up is dead.
    fn draw_or_die<W: Observer<Event>>(&self, player: &mut Player, seat: Seat, nth: u8, observer: &mut W) {
        let (need, deck) = (usize::from(player.laid), player.deck.len());
        player.draw_up(seat, observer);
        player.exhausted |= self.runs_out(player, nth, need, deck);
    }

    fn bleed_or_die<W: Observer<Event>>(&self, player: &mut Player, seat: Seat, nth: u8, observer: &mut W) {
        let (need, deck) = (self.bleeds_of(player.damage), player.deck.len());
        player.bleed(seat, need, observer);
        self.runs_out(player, nth, need, deck);
    }

    /// Does the player, who needed so many cards of a deck of so many, run out in this step?
    fn runs_out(&self, player: &mut Player, nth: u8, need: usize, deck: usize) -> bool {
        let short = match self.rules.death {
            Death::Empty => (deck > 0) & (need >= deck),
            Death::Short => need > deck,
        };
        // Nobody can guess it, so it does not branch.
        let now = short & (player.ran_out == 0);
        player.ran_out = if now { nth } else { player.ran_out };
        // A deck has at most 120 cards.
        let deck = u8::try_from(deck).unwrap_or(u8::MAX);
        player.deck_then = if now { deck } else { player.deck_then };
        now
    }

    /// Clauses 6.6 and 7: how the game, in which somebody is dead or the rounds are over, has ended.
    fn ending(&self, state: &State) -> Outcome {
        let [black, red] = &state.players;
        let wins = |seat| Outcome::Win(Seats::only(seat));
        match [black, red].map(|player| player.ran_out > 0) {
            [false, false] => Outcome::Stalemate,
            [black_dead, red_dead] if black_dead != red_dead => wins(Seat::new(usize::from(black_dead))),
            _ => {
                let better = match self.rules.both_dead {
                    BothDead::Draw => std::cmp::Ordering::Equal,
                    BothDead::Nobody => return Outcome::AllLose,
                    BothDead::LessDamage => red.damage.cmp(&black.damage),
                    BothDead::LastToEmpty => {
                        (black.ran_out, black.deck_then).cmp(&(red.ran_out, red.deck_then))
                    }
                };
                match better {
                    std::cmp::Ordering::Greater => wins(Seat::FIRST),
                    std::cmp::Ordering::Less => wins(Seat::SECOND),
                    std::cmp::Ordering::Equal => Outcome::Draw,
                }
            }
        }
    }
}

impl Player {
    /// Draws the top card of the deck.
    #[inline]
    fn draw(&mut self) -> Option<Rank> {
        let rank = self.deck.pop()?;
        self.hand.add(rank);
        Some(rank)
    }

    /// A hand lacks what was laid out, and nothing else.
    #[inline(always)]
    fn draw_up<W: Observer<Event>>(&mut self, seat: Seat, observer: &mut W) {
        for _ in 0..self.laid {
            let Some(rank) = self.draw() else { break };
            observer.on_event(Event::Drawn { seat, rank });
        }
    }

    /// So many cards leave the deck, or all there are.
    #[inline(always)]
    fn bleed<W: Observer<Event>>(&mut self, seat: Seat, n_cards: usize, observer: &mut W) {
        for rank in self.deck.pop_many(n_cards).iter().rev() {
            observer.on_event(Event::Bled { seat, rank: *rank });
        }
    }

    /// Lays a card out, the nth of the round: it becomes the front.
    #[inline(always)]
    fn lay<W: Observer<Event>>(&mut self, seat: Seat, rank: Rank, nth: u8, observer: &mut W) {
        self.hand.take(rank);
        self.front = rank;
        self.laid = nth;
        observer.on_event(Event::Played { seat, rank, follows: nth > 1 });
    }

    /// Lays a card out behind a King.
    #[inline]
    pub(super) fn follow<W: Observer<Event>>(&mut self, seat: Seat, rank: Rank, observer: &mut W) {
        self.lay(seat, rank, self.laid + 1, observer);
    }

    fn is_wounded(&self) -> bool {
        u128::from_ne_bytes(self.wounds) != 0
    }
}
