//! The round (clause 4), step by step: lay, feint, clash, draw, bleed. Clause numbers are those of RULES.md.

use super::KnifeFight;
use super::cards::Rank;
use super::rules::{AftermathOrder, BothDead, BothKings, Clash, Death, EndCheck};
use super::rules::{KingVsJack, KingVsJoker, QueenEmptyPile, QueenMode};
use super::state::{Player, Stage, State};
use super::story::Event;
use crate::model::{Chosen, Dice, Outcome, Seat, Seats, Stream, Watch};

/// The two seats.
pub(super) const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

impl KnifeFight {
    /// Clause 3: two decks, two hands.
    pub(super) fn set_up<W: Watch<Event>>(&self, dice: &mut Dice, watch: &mut W) -> State {
        let mut state = State { players: self.decks.clone(), round: 1, stage: Stage::Play };
        for seat in BOTH {
            let player = &mut state.players[seat.index()];
            for _ in 0..self.rules.hand_size {
                if let Some(rank) = player.deck.draw(dice.source(seat.index())) {
                    player.hand.add(rank);
                    watch.saw(Event::Opening { seat, rank });
                    watch.saw(Event::Drawn { seat, rank });
                }
            }
        }
        watch.saw(Event::Round { number: 1 });
        state
    }

    /// Plays on from the choices to the next decision or the end.
    #[inline]
    pub(super) fn proceed<W: Watch<Event>>(
        &self,
        state: &mut State,
        chosen: &Chosen<Rank>,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        match state.stage {
            Stage::Play => {
                for seat in BOTH {
                    state.players[seat.index()].lay(seat, chosen.by(seat), watch);
                }
                self.feint(state, dice, watch);
            }
            Stage::Follow(seats) => {
                for seat in seats {
                    state.players[seat.index() & 1].lay(seat, chosen.by(seat), watch);
                }
                self.feint(state, dice, watch);
            }
            Stage::Dress(seats) => self.clash(state, seats, chosen, dice, watch),
            Stage::Over(_) => {}
        }
    }

    /// Clause 6.1: while a front card is a King, a feint step.
    fn feint<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        loop {
            let fronts = [state.players[0].front, state.players[1].front];
            let kings = fronts.map(|front| front == Rank::KING);
            if kings == [false, false] {
                break;
            }
            if kings == [true, true] && self.rules.both_kings == BothKings::Cancel {
                state.players[0].front = Rank::NOTHING;
                state.players[1].front = Rank::NOTHING;
                watch.saw(Event::KingsCancel);
                break;
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
                    watch.saw(Event::KingCancelled { seat });
                    continue;
                }
                let baited = jack && self.rules.king_vs_jack == KingVsJack::Baited
                    || fronts[opp] == Rank::JOKER && self.rules.king_vs_joker == KingVsJoker::Baited;
                if baited {
                    state.players[opp].front = Rank::NOTHING;
                    watch.saw(Event::Baited { seat: seat.foe(), rank: fronts[opp] });
                }
                if state.players[own].hand.only(self.follow_mask).is_empty() {
                    state.players[own].front = Rank::ALONE;
                    watch.saw(Event::KingAlone { seat });
                } else {
                    follow = follow.with(seat);
                }
            }
            if !follow.is_empty() {
                state.stage = Stage::Follow(follow);
                return;
            }
        }
        let meeting = self.meeting(state);
        let mut dress = Seats::NONE;
        for seat in BOTH {
            if meeting.has(Clash::dressing(seat)) && state.players[seat.index()].is_wounded() {
                dress = dress.with(seat);
            }
        }
        if dress.is_empty() {
            self.clash(state, dress, &Chosen::nothing(), dice, watch);
        } else {
            state.stage = Stage::Dress(dress);
        }
    }

    fn meeting(&self, state: &State) -> Clash {
        self.meetings[state.players[0].front.place()][state.players[1].front.place()]
    }

    /// Clauses 6.2, 6.3 and 6.4: wounds that Queens dress leave, then the hits land, then everything
    /// else on the table is discarded.
    fn clash<W: Watch<Event>>(
        &self,
        state: &mut State,
        dress: Seats,
        chosen: &Chosen<Rank>,
        dice: &mut Dice,
        watch: &mut W,
    ) {
        let clash = self.meeting(state);
        let fronts = [state.players[0].front, state.players[1].front];
        watch.saw(Event::Clash { fronts, clash });
        let mut stopped = [false; 2];
        for seat in BOTH {
            let player = &mut state.players[seat.index()];
            if dress.has(seat) {
                let rank = chosen.by(seat);
                let damage = self.rules.damage_of(rank);
                player.wounds[rank.place()] -= 1;
                player.damage -= damage;
                stopped[seat.index()] = self.rules.queen_mode == QueenMode::Heal;
                watch.saw(Event::Dressed { seat, rank, damage });
            } else if player.front == Rank::QUEEN {
                stopped[seat.index()] = self.rules.queen_empty_pile == QueenEmptyPile::Block;
            }
        }
        if clash.lands() {
            let mut hit = |owner: Seat, on: Seat| {
                let rank = fronts[owner.index()];
                let player = &mut state.players[on.index()];
                player.wounds[rank.place()] += 1;
                player.damage += self.rules.damage_of(rank);
                watch.saw(Event::Wounds { owner, on, rank });
            };
            let [black, red] = BOTH;
            if clash.has(Clash::BLACK_HITS_RED) && !stopped[1] {
                hit(black, red);
            }
            if clash.has(Clash::RED_HITS_BLACK) && !stopped[0] {
                hit(red, black);
            }
            if clash.has(Clash::BLACK_HITS_BLACK) {
                hit(black, black);
            }
            if clash.has(Clash::RED_HITS_RED) {
                hit(red, red);
            }
        }
        watch.saw(Event::Landed);
        self.aftermath(state, dice, watch);
    }

    /// Clauses 6.5 and 6.6: draw and bleed; then who is dead?
    fn aftermath<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        let draw_first = self.rules.aftermath_order == AftermathOrder::DrawThenBleed;
        for nth in [1, 2] {
            for seat in BOTH {
                let player = &mut state.players[seat.index()];
                let dice = dice.source(seat.index());
                if draw_first == (nth == 1) {
                    self.draw_up(player, seat, nth, dice, watch);
                } else {
                    self.bleed(player, seat, nth, dice, watch);
                }
            }
            if self.rules.end_check == EndCheck::EachStep && state.players.iter().any(|p| p.ran_out > 0) {
                break;
            }
        }
        for seat in BOTH {
            let player = &mut state.players[seat.index()];
            player.front = Rank::NOTHING;
            player.laid = 0;
            let (damage, deck) = (player.damage, player.deck.len());
            watch.saw(Event::After { seat, damage, deck, dead: player.ran_out > 0 });
        }
        match self.ending(state) {
            Some(outcome) => {
                state.stage = Stage::Over(outcome);
                watch.saw(Event::Over { outcome });
            }
            None => {
                state.round += 1;
                state.stage = Stage::Play;
                watch.saw(Event::Round { number: state.round });
            }
        }
    }

    /// A hand lacks what was laid out, and nothing else: who could not draw up is dead.
    #[inline]
    fn draw_up<W: Watch<Event>>(
        &self,
        player: &mut Player,
        seat: Seat,
        nth: u8,
        dice: &mut Stream,
        watch: &mut W,
    ) {
        let (need, deck) = (usize::from(player.laid), player.deck.len());
        for _ in 0..need.min(deck) {
            let Some(rank) = player.deck.draw(dice) else { break };
            player.hand.add(rank);
            watch.saw(Event::Drawn { seat, rank });
        }
        if self.runs_out(need, deck) && player.ran_out == 0 {
            player.run_out(nth, deck);
            player.exhausted = true;
        }
    }

    #[inline]
    fn bleed<W: Watch<Event>>(
        &self,
        player: &mut Player,
        seat: Seat,
        nth: u8,
        dice: &mut Stream,
        watch: &mut W,
    ) {
        let (need, deck) = (self.bleeds_of(player.damage), player.deck.len());
        for _ in 0..need.min(deck) {
            let Some(rank) = player.deck.draw(dice) else { break };
            player.unseen[rank.place()] -= 1;
            watch.saw(Event::Bled { seat, rank });
        }
        if self.runs_out(need, deck) && player.ran_out == 0 {
            player.run_out(nth, deck);
        }
    }

    fn runs_out(&self, need: usize, deck: usize) -> bool {
        match self.rules.death {
            Death::Empty => deck > 0 && need >= deck,
            Death::Short => need > deck,
        }
    }

    /// Clauses 6.6 and 7: how the game has ended, if it has.
    fn ending(&self, state: &State) -> Option<Outcome> {
        let [black, red] = &state.players;
        let wins = |seat| Some(Outcome::Win(Seats::only(seat)));
        match (black.ran_out > 0, red.ran_out > 0) {
            (false, false) => (state.round >= self.rules.max_rounds).then_some(Outcome::Stalemate),
            (true, false) => wins(Seat::SECOND),
            (false, true) => wins(Seat::FIRST),
            (true, true) => {
                let better = match self.rules.both_dead {
                    BothDead::Draw => std::cmp::Ordering::Equal,
                    BothDead::Nobody => return Some(Outcome::Nobody),
                    BothDead::LessDamage => red.damage.cmp(&black.damage),
                    BothDead::LastToEmpty => {
                        (black.ran_out, black.deck_then).cmp(&(red.ran_out, red.deck_then))
                    }
                };
                match better {
                    std::cmp::Ordering::Greater => wins(Seat::FIRST),
                    std::cmp::Ordering::Less => wins(Seat::SECOND),
                    std::cmp::Ordering::Equal => Some(Outcome::Draw),
                }
            }
        }
    }
}

impl Player {
    /// Lays a card out: it becomes the front.
    #[inline]
    fn lay<W: Watch<Event>>(&mut self, seat: Seat, rank: Rank, watch: &mut W) {
        self.hand.take(rank);
        self.unseen[rank.place()] -= 1;
        self.front = rank;
        self.laid += 1;
        watch.saw(Event::Played { seat, rank, follows: self.laid > 1 });
    }

    fn run_out(&mut self, nth: u8, deck: usize) {
        self.ran_out = nth;
        // A deck has at most 120 cards.
        self.deck_then = u8::try_from(deck).unwrap_or(u8::MAX);
    }

    fn is_wounded(&self) -> bool {
        self.wounds.iter().any(|n| *n > 0)
    }
}
