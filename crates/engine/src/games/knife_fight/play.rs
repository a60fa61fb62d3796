//! The round (clause 4), step by step: lay, feint, clash, draw, bleed. The clause numbers are those of
//! RULES.md.

use super::KnifeFight;
use super::cards::{Hand, Rank};
use super::rules::{AftermathOrder, BothDead, BothKings, Clash, Death, Effect, EndCheck};
use super::rules::{KingVsJack, KingVsJoker, PlayedCards, QueenEmptyPile, QueenMode, Refill};
use super::state::{Phase, Player, State};
use super::story::Event;
use crate::model::{Ask, ChanceStreams, JointMove, Observer, Outcome, Seat, Seats, Status};

/// The two seats.
pub(super) const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl KnifeFight {
    /// Clause 3: two decks, two hands.
    pub(super) fn deal(&self, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) -> State {
        let mut state = State { players: self.decks, round: 1, phase: Phase::Play };
        for (seat, player) in BOTH.into_iter().zip(&mut state.players) {
            chance.source(seat.index()).shuffle(&mut player.deck);
            let n_cards = self.rules.hand_size + self.rules.extra_cards[seat.index() & 1];
            for rank in player.deck.pop_many(n_cards).iter().rev().copied() {
                player.hand.add(rank);
                observer.on_event(Event::Opening { seat, rank });
                observer.on_event(Event::Drawn { seat, rank });
            }
        }
        observer.on_event(Event::Round { number: 1 });
        state
    }

    /// Clause 4: round after round, until the game is over or the asker pauses it.
    pub(super) fn play_rounds(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> Status {
        loop {
            let wounds = match state.phase {
                Phase::Play => {
                    let seats = Seats::first(2);
                    let mut cards = JointMove::default();
                    if ask.choose_all(self, state, seats, &mut cards).is_none() {
                        return Status::Choose(seats);
                    }
                    for seat in BOTH {
                        state.players[seat.index()].lay(seat, cards.by(seat), observer);
                    }
                    JointMove::default()
                }
                Phase::Follow(seats) => {
                    let mut cards = JointMove::default();
                    if ask.choose_all(self, state, seats, &mut cards).is_none() {
                        return Status::Choose(seats);
                    }
                    for seat in seats {
                        let player = &mut state.players[seat.index() & 1];
                        match cards.by(seat) {
                            Rank::NOTHING => {
                                player.front = Rank::ALONE;
                                observer.on_event(Event::KingUnfollowed { seat });
                            }
                            card => player.lay(seat, card, observer),
                        }
                    }
                    JointMove::default()
                }
                Phase::Dress(seats) => {
                    let mut wounds = JointMove::default();
                    if ask.choose_all(self, state, seats, &mut wounds).is_none() {
                        return Status::Choose(seats);
                    }
                    wounds
                }
                Phase::Over(outcome) => return Status::Over(outcome),
            };
            if wounds.seats().is_empty() && self.begin_choice(state, observer) {
                continue;
            }
            self.resolve_clash(state, &wounds, observer);
            self.aftermath(state, chance, observer);
        }
    }

    /// Plays feints, and determines who follows a King or chooses a wound before the front cards clash.
    /// Returns whether anybody does; the phase then contains their seats.
    fn begin_choice(&self, state: &mut State, observer: &mut impl Observer<Event>) -> bool {
        let clash = self.clash_of(state.fronts());
        if !clash.has(Clash::COURT) {
            return false;
        }
        if clash.has(Clash::FEINT) {
            let follow = self.feint(state, observer);
            if !follow.is_empty() {
                state.phase = Phase::Follow(follow);
                return true;
            }
        }
        let dress = self.dresses(state);
        if !dress.is_empty() {
            state.phase = Phase::Dress(dress);
        }
        !dress.is_empty()
    }

    /// The seats whose Queens remove a wound.
    fn dresses(&self, state: &State) -> Seats {
        let clash = self.clash_of(state.fronts());
        if !clash.has(Clash::QUEEN) {
            return Seats::NONE;
        }
        let dresses =
            |seat: &Seat| clash.has(Clash::dressing(*seat)) && state.players[seat.index()].is_wounded();
        BOTH.into_iter().filter(dresses).collect()
    }

    /// Clause 6.1: a feint step if a front card is a King. Returns the seats that follow a King.
    pub(super) fn feint(&self, state: &mut State, observer: &mut impl Observer<Event>) -> Seats {
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
                // A player who may decline does not show whether there is a card to follow.
                let must = self.rules.king_follows == Effect::Must;
                if must && state.players[own].hand.only(self.followers).is_empty() {
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

    fn clash_of(&self, fronts: [Rank; 2]) -> Clash {
        self.clashes[fronts[0].index()][fronts[1].index()]
    }

    /// Clauses 6.2 to 6.4: Queens dress the chosen wounds, the hits land, and everything else on the table is
    /// discarded.
    fn resolve_clash(
        &self,
        state: &mut State,
        wounds: &JointMove<Rank>,
        observer: &mut impl Observer<Event>,
    ) {
        let fronts = state.fronts();
        let mut clash = self.clash_of(fronts);
        observer.on_event(Event::Clash { fronts, clash });
        if clash.has(Clash::QUEEN) {
            clash = self.dress(state, clash, wounds, observer);
        }
        for (hit, owner, on) in Clash::HITS {
            if clash.has(hit) {
                let rank = fronts[owner.index()];
                state.players[owner.index() & 1].table.take(rank);
                let player = &mut state.players[on.index() & 1];
                player.wounds[rank.index()] += 1;
                player.damage += self.damage[rank.index()];
                observer.on_event(Event::Wounds { owner, on, rank });
            }
        }
        observer.on_event(Event::Landed);
    }

    /// Clause 6.3: removes the wounds chosen by the Queens. Returns the clash without the hits that they
    /// stop.
    fn dress(
        &self,
        state: &mut State,
        mut clash: Clash,
        wounds: &JointMove<Rank>,
        observer: &mut impl Observer<Event>,
    ) -> Clash {
        let fronts = state.fronts();
        for seat in BOTH {
            let player = &mut state.players[seat.index()];
            let stops = if wounds.get(seat) == Some(Rank::NOTHING) {
                observer.on_event(Event::NotDressed { seat });
                false
            } else if let Some(rank) = wounds.get(seat) {
                let damage = self.rules.damage_of(rank);
                player.wounds[rank.index()] -= 1;
                player.damage -= damage;
                observer.on_event(Event::Dressed { seat, rank, damage });
                self.rules.queen_mode == QueenMode::Heal
            } else if clash.has(Clash::dressing(seat)) {
                let blocks = self.rules.queen_empty_pile == QueenEmptyPile::Block;
                let attacked = fronts[seat.foe().index()].is_number();
                observer.on_event(Event::NoWound { seat, blocks: blocks && attacked });
                blocks
            } else {
                false
            };
            if stops {
                clash = clash.stopped_by(seat);
            }
        }
        clash
    }

    /// Clauses 6.5 and 6.6: draw and bleed, then check for deaths.
    fn aftermath(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        let draws_first = self.rules.aftermath_order == AftermathOrder::DrawThenBleed;
        let each_step = self.rules.end_check == EndCheck::EachStep;
        let goes_on = |[black, red]: &[Player; 2]| !each_step || (black.ran_out == 0 && red.ran_out == 0);
        if draws_first {
            self.draw_up(&mut state.players, 1, observer);
        }
        if goes_on(&state.players) {
            self.bleed(&mut state.players, 1 + u8::from(draws_first), observer);
        }
        if !draws_first && goes_on(&state.players) {
            self.draw_up(&mut state.players, 2, observer);
        }
        let [black, red] = &state.players;
        let is_over = black.ran_out > 0 || red.ran_out > 0 || state.round >= self.rules.max_rounds;
        Self::clear_table(state, observer);
        if is_over {
            let outcome = self.ending(state);
            state.phase = Phase::Over(outcome);
            observer.on_event(Event::Over { outcome });
        } else {
            match self.rules.played_cards {
                PlayedCards::Returned => Self::return_cards(state, chance, observer),
                PlayedCards::Discarded => {
                    state.players.iter_mut().for_each(|player| player.table = Hand::default());
                }
            }
            state.round += 1;
            state.phase = Phase::Play;
            observer.on_event(Event::Round { number: state.round });
        }
    }

    /// Shuffles the cards that were laid out, and not discarded or on a damage pile, into their owners' decks.
    fn return_cards(state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        for (seat, player) in BOTH.into_iter().zip(&mut state.players) {
            let table = std::mem::take(&mut player.table);
            for rank in table.ranks() {
                for _ in 0..table.count(rank) {
                    player.deck.push(rank);
                    player.unseen.add(rank);
                    observer.on_event(Event::Returned { seat, rank });
                }
            }
            chance.source(seat.index()).shuffle(&mut player.deck);
        }
    }

    /// Clears the table.
    fn clear_table(state: &mut State, observer: &mut impl Observer<Event>) {
        for (seat, player) in BOTH.into_iter().zip(&mut state.players) {
            player.front = Rank::NOTHING;
            player.laid = 0;
            let (damage, deck) = (player.damage, player.deck.len());
            observer.on_event(Event::After { seat, damage, deck, dead: player.ran_out > 0 });
        }
    }

    /// Each player draws as many cards as it laid out.
    fn draw_up(&self, players: &mut [Player; 2], step: u8, observer: &mut impl Observer<Event>) {
        for (seat, player) in BOTH.into_iter().zip(players) {
            let deck = player.deck.len();
            let need = match self.rules.refill {
                Refill::AsPlayed => usize::from(player.laid),
                Refill::HandSize => {
                    self.rules.refill_to[seat.index() & 1].saturating_sub(player.hand.n_cards())
                }
            };
            for rank in player.deck.pop_many(need).iter().rev().copied() {
                player.hand.add(rank);
                observer.on_event(Event::Drawn { seat, rank });
            }
            player.exhausted |= self.mark_if_out(player, step, need, deck);
        }
    }

    /// Discards cards from both decks, black's first: as many as the damage requires, or all.
    fn bleed(&self, players: &mut [Player; 2], step: u8, observer: &mut impl Observer<Event>) {
        let needs = players.each_ref().map(|player| self.bleeds_of(player.damage));
        let decks = players.each_ref().map(|player| player.deck.len());
        for seat in BOTH {
            let player = &mut players[seat.index()];
            for rank in player.deck.pop_many(needs[seat.index()]).iter().rev().copied() {
                player.unseen.take(rank);
                observer.on_event(Event::Bled { seat, rank });
            }
        }
        for ((player, need), deck) in players.iter_mut().zip(needs).zip(decks) {
            self.mark_if_out(player, step, need, deck);
        }
    }

    /// Marks the player as out if taking `need` cards exhausts a deck of `deck` cards (setting `death`). Returns
    /// whether the player ran out just now.
    fn mark_if_out(&self, player: &mut Player, step: u8, need: usize, deck: usize) -> bool {
        if need < deck {
            return false;
        }
        let short = match self.rules.death {
            Death::Empty => deck > 0,
            Death::Short => need > deck,
        };
        let now = short && player.ran_out == 0;
        if now {
            player.ran_out = step;
            // A deck has at most 120 cards.
            player.deck_then = u8::try_from(deck).unwrap_or(u8::MAX);
        }
        now
    }

    /// Clauses 6.6 and 7: the outcome of a game in which a player is dead or all rounds are over.
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
    /// Lays a card out: it becomes the front card.
    fn lay(&mut self, seat: Seat, rank: Rank, observer: &mut impl Observer<Event>) {
        self.hand.take(rank);
        self.unseen.take(rank);
        self.table.add(rank);
        self.front = rank;
        self.laid += 1;
        observer.on_event(Event::Played { seat, rank, follows: self.laid > 1 });
    }

    fn is_wounded(&self) -> bool {
        u128::from_ne_bytes(self.wounds) != 0
    }
}
