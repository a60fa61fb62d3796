//! The turn, and the events of the cards. The clause numbers are those of RULES.md.
//!
//! A step of a turn returns `TURN_DONE` if the turn has ended and the next player follows. It breaks if the
//! asker pauses the game or somebody has won.

use super::cards::{Face, Kind, Suit};
use super::decisions::{Action, Move, kings};
use super::rules::{KingStops, Rules, WinCheck};
use super::state::{Phase, Scores, State};
use super::story::{Cause, CharacterStats, Event, Source, TurnEvent};
use super::view::View;
use super::{StabbyJack, source};
use crate::model::words::whose;
use crate::model::{Ask, ChanceStreams, LaidCard, Layout, Observer, Outcome, Seat, Seats, Status};
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

/// Maximum number of cards drawn in a chain.
const MAX_CHAIN_CARDS: u8 = 100;

/// The use of a Numbered card that is drawn next in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// A monster to fight.
    Fight,
    /// A card to train with.
    Train,
    /// A card to steal from the Queen.
    Steal,
    /// A Joker's free Level.
    Joker,
}

/// The turns of a game, with everything needed to play them.
pub(super) struct Turns<'t, A, O> {
    pub(super) game: &'t StabbyJack,
    pub(super) state: &'t mut State,
    pub(super) ask: &'t mut A,
    pub(super) chance: &'t mut ChanceStreams,
    pub(super) observer: &'t mut O,
}

impl<A: Ask<StabbyJack>, O: Observer<Event>> Turns<'_, A, O> {
    /// Clause 4: turn after turn, until the game is over or the asker pauses it.
    pub(super) fn play(mut self) -> Status {
        let ControlFlow::Break(status) = self.play_until_break();
        status
    }

    fn play_until_break(&mut self) -> ControlFlow<Status, Infallible> {
        let mut seat = self.state.active;
        if self.state.phase != Phase::Action {
            self.resume(seat)?;
            seat = self.next_turn(seat)?;
        }
        loop {
            self.turn(seat)?;
            seat = self.next_turn(seat)?;
        }
    }

    /// Plays the rest of a turn after a pause.
    #[cold]
    fn resume(&mut self, seat: Seat) -> ControlFlow<Status> {
        match self.state.phase {
            Phase::Over(outcome) => ControlFlow::Break(Status::Over(outcome)),
            Phase::Action => self.turn(seat),
            Phase::Pay { due } => self.pay(seat, due),
            Phase::TrainReplace { drawn } => self.train(seat, drawn),
            Phase::Queen { n_drawn } => self.queen(seat, n_drawn),
            Phase::Jack { damage } => self.stop_jack(seat, damage),
            Phase::FullReplace { drawn, left } => self.full_replace(seat, drawn, left),
            Phase::SwapGive { left, .. } => self.swap_give(seat, left),
            Phase::SwapWith { give, left } => self.swap_with(seat, give, left),
            Phase::SwapTake { give, with, left } => self.swap_take(seat, give, with, left),
        }
    }

    /// Asks the active player. The phase records the decision, so that a paused game can be resumed.
    #[inline(always)]
    pub(super) fn choose(&mut self, seat: Seat, phase: Phase) -> ControlFlow<Status, Move> {
        self.state.phase = phase;
        match self.ask.choose(self.game, self.state, seat) {
            Some(mv) => ControlFlow::Continue(mv),
            None => ControlFlow::Break(Status::Choose(Seats::only(seat))),
        }
    }

    /// Announces and executes an action.
    #[inline(always)]
    fn turn(&mut self, seat: Seat) -> ControlFlow<Status> {
        let Move::Action(action) = self.choose(seat, Phase::Action)? else { return TURN_DONE };
        self.observer.on_event(Event::Announced { seat, action });
        match action {
            Action::Fight => self.chain(seat, Mode::Fight, 0),
            Action::Train => self.chain(seat, Mode::Train, 0),
            Action::StayInBed => self.heal(seat, self.game.rules.bed_heal, TurnEvent::HealBed),
            Action::LevelUp => self.pay(seat, self.game.rules.level_up_cost),
        }
    }

    /// Clause 4, CHAIN: draws a card. In every mode, a King is fought and a Special triggers its event.
    #[inline(always)]
    fn chain(&mut self, seat: Seat, mode: Mode, n_drawn: u8) -> ControlFlow<Status> {
        let Some(face) = self.draw(seat) else { return TURN_DONE };
        match face.kind() {
            Kind::Numbered => match mode {
                Mode::Fight => self.fight(seat, face, Kind::Numbered),
                Mode::Train => self.train(seat, face),
                Mode::Steal => self.steal(seat, face),
                Mode::Joker => self.level_up(seat, face, Source::Joker, 0),
            },
            Kind::King => self.fight(seat, face, Kind::King),
            Kind::Ace => {
                self.discard_special(seat, face);
                self.swap_give(seat, self.game.rules.swaps_per_ace)
            }
            Kind::Jack => {
                self.discard_special(seat, face);
                self.stop_jack(seat, self.game.rules.jack_damage)
            }
            Kind::Queen => {
                self.discard_special(seat, face);
                self.queen(seat, n_drawn + 1)
            }
            Kind::Joker => {
                self.discard_special(seat, face);
                self.chain_on(seat, Mode::Joker, n_drawn + 1)
            }
        }
    }

    /// Continues the chain after a Joker or a theft from the Queen, unless it is too long.
    fn chain_on(&mut self, seat: Seat, mode: Mode, n_drawn: u8) -> ControlFlow<Status> {
        if n_drawn < MAX_CHAIN_CARDS { self.chain(seat, mode, n_drawn) } else { TURN_DONE }
    }

    /// Discards a Special and triggers its event.
    fn discard_special(&mut self, seat: Seat, face: Face) {
        self.state.discard.push(face);
        let optional = face.kind() == Kind::Ace && self.game.rules.ace_optional;
        self.observer.on_event(Event::Special { seat, face, optional });
    }

    /// Stabby Jack stabs, unless the player discards captured Kings to stop him.
    fn stop_jack(&mut self, seat: Seat, mut damage: u16) -> ControlFlow<Status> {
        let Rules { king_stops_jack, king_stops, .. } = self.game.rules;
        while king_stops_jack
            && !kings(&self.state.characters[seat]).is_empty()
            && let Move::Card(king) = self.choose(seat, Phase::Jack { damage })?
        {
            self.release(seat, king);
            damage = match king_stops {
                KingStops::Attack => 0,
                KingStops::OneDamage => damage.saturating_sub(1),
            };
            self.observer.on_event(Event::JackStopped { seat, king, left: damage });
            if damage == 0 {
                self.observer.on_event(Event::Happened { event: TurnEvent::JackStopped });
                return TURN_DONE;
            }
        }
        self.hurt(seat, damage, Cause::Jack)
    }

    /// The Queen blesses, or the player steals from her and the chain continues.
    fn queen(&mut self, seat: Seat, n_drawn: u8) -> ControlFlow<Status> {
        if self.choose(seat, Phase::Queen { n_drawn })? == Move::Bless {
            return self.heal(seat, self.game.rules.queen_heal, TurnEvent::HealQueen);
        }
        self.observer.on_event(Event::Steals { seat });
        self.chain_on(seat, Mode::Steal, n_drawn)
    }

    /// Steals a Numbered card from the Queen, if Luck allows it.
    fn steal(&mut self, seat: Seat, face: Face) -> ControlFlow<Status> {
        let Self { game: StabbyJack { rules, .. }, state, observer, .. } = self;
        let (luck, value) = (state.characters[seat].luck(), i32::from(rules.cards[face].value));
        let stolen = rules.steals(luck, value);
        observer.on_event(Event::LuckChecked { seat, face, luck, value, stolen });
        if stolen {
            return self.level_up(seat, face, Source::Queen, 0);
        }
        state.discard.push(face);
        TURN_DONE
    }
}

impl<A, O: Observer<Event>> Turns<'_, A, O> {
    /// Ends the turn of this seat and starts the next one, repeatedly while players forget to announce an
    /// action. Returns the player of the new turn.
    #[inline(always)]
    pub(super) fn next_turn(&mut self, mut seat: Seat) -> ControlFlow<Status, Seat> {
        let game = self.game;
        loop {
            if game.rules.win_check == WinCheck::OwnTurn && game.has_won(self.state, seat, game.seats()) {
                return ControlFlow::Break(self.over(Outcome::Win(Seats::only(seat))));
            }
            if self.state.turn >= game.rules.max_turns {
                return ControlFlow::Break(self.over(Outcome::Stalemate));
            }
            self.state.turn += 1;
            seat = seat.next(game.rules.players);
            self.state.active = seat;
            if !self.begin_turn(seat) {
                return ControlFlow::Continue(seat);
            }
        }
    }

    /// Starts a turn. Returns whether the player forgets to announce an action.
    #[inline]
    pub(super) fn begin_turn(&mut self, seat: Seat) -> bool {
        let Self { game, state, observer, .. } = self;
        let character = game.stats(&state.characters[seat]);
        observer.on_event(Event::Turn { number: state.turn, seat, character });
        game.rules.forfeit_percent > 0 && self.maybe_forfeit(seat)
    }

    /// Decides at random whether the player forgets to announce an action. If so, a card is drawn and
    /// discarded without any event. Returns whether the player forgot.
    #[cold]
    fn maybe_forfeit(&mut self, seat: Seat) -> bool {
        if self.chance.source(source::FORFEITS).below(100) >= self.game.rules.forfeit_percent {
            return false;
        }
        self.observer.on_event(Event::Forfeits { seat });
        if let Some(face) = self.draw(seat) {
            self.discard_unread(face);
        }
        true
    }

    /// Clause 4, FIGHT and FIGHT-KING: Diamonds fight red cards, Spades fight black cards.
    #[inline(always)]
    fn fight(&mut self, seat: Seat, face: Face, kind: Kind) -> ControlFlow<Status> {
        let Self { game: StabbyJack { rules, .. }, state, observer, .. } = self;
        let (tie, damage, cause, capture) = if kind == Kind::King {
            (rules.king_tie, rules.king_damage, Cause::King, TurnEvent::CaptureKing)
        } else {
            (rules.fight_tie, rules.fight_damage, Cause::Fight, TurnEvent::Capture)
        };
        let card = rules.cards[face];
        let character = &mut state.characters[seat];
        let (attack, luck) = (character.sum(face.fought_with()), character.luck());
        let value = i32::from(card.value);
        let won = tie.wins(attack, luck, value);
        observer.on_event(Event::Fought { seat, face, attack, value, luck, tie, won });
        if won {
            character.capture(face, card);
            self.happened(capture, Seats::only(seat))
        } else {
            state.discard.push(face);
            self.hurt(seat, damage, cause)
        }
    }

    /// Discards a captured monster.
    pub(super) fn release(&mut self, seat: Seat, face: Face) {
        self.state.characters[seat].release(face, self.game.rules.cards[face]);
        self.state.discard.push(face);
    }

    /// Removes this much Damage, or all there is. This cannot make a player win, because more Health only
    /// makes the character harder to beat.
    fn heal(&mut self, seat: Seat, most: u16, event: TurnEvent) -> ControlFlow<Status> {
        let character = &mut self.state.characters[seat];
        let healed = most.min(character.damage);
        character.damage -= healed;
        self.observer.on_event(Event::Healed { seat, healed });
        self.observer.on_event(Event::Happened { event });
        TURN_DONE
    }

    /// Clause 4, HURT: adds this much Damage.
    #[inline(always)]
    fn hurt(&mut self, seat: Seat, damage: u16, cause: Cause) -> ControlFlow<Status> {
        if damage == 0 {
            return TURN_DONE;
        }
        let character = &mut self.state.characters[seat];
        character.damage += damage;
        self.observer.on_event(Event::Hurt { seat, damage, hp: self.game.hp(character) });
        self.death_check(seat, cause)?;
        self.happened(cause.event(), self.game.seats().without(seat))
    }

    /// EVENT of clause 4: a change after which one of these seats may have won. Capturing a monster or
    /// gaining a Level does not strengthen any rival, Damage only helps the rivals, and losing points does
    /// not help anybody to win.
    #[inline(always)]
    pub(super) fn happened(&mut self, event: TurnEvent, winners: Seats) -> ControlFlow<Status> {
        self.observer.on_event(Event::Happened { event });
        match self.game.winner(self.state, winners, self.game.seats()) {
            Some(winner) => ControlFlow::Break(self.over(Outcome::Win(Seats::only(winner)))),
            None => TURN_DONE,
        }
    }

    /// Discards a card without any event.
    pub(super) fn discard_unread(&mut self, face: Face) {
        self.state.discard.push(face);
        self.observer.on_event(Event::Unread { face });
    }

    /// Discards the drawn card, which changes nothing.
    pub(super) fn discard_drawn(&mut self, drawn: Face) -> ControlFlow<Status> {
        self.state.discard.push(drawn);
        self.observer.on_event(Event::DiscardedDrawn { face: drawn });
        TURN_DONE
    }

    /// The game is over.
    pub(super) fn over(&mut self, outcome: Outcome) -> Status {
        self.state.phase = Phase::Over(outcome);
        self.observer.on_event(Event::Over { outcome });
        Status::Over(outcome)
    }
}

/// The turn has ended and the game continues.
pub(super) const TURN_DONE: ControlFlow<Status> = ControlFlow::Continue(());

impl StabbyJack {
    /// What a player sees, in lines.
    pub(super) fn describe_seen(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "Turn {}, of seat {}", view.turn, view.active)?;
        for seat in Seats::first(self.rules.players) {
            let character = &view.characters[seat];
            let whose = whose(seat, view.seat);
            let attributes: Vec<&str> = character.attributes.cards().map(Face::id).collect();
            writeln!(text, "{whose}: {}; Attributes: {}", self.stats(character), attributes.join(", "))?;
        }
        let top = view.discard.last().map_or("nothing", |face| face.id());
        writeln!(text, "{} cards in the Deck; on top of the Discard pile: {top}", view.deck.len())
    }

    /// The view as cards, piles and counters.
    pub(super) fn lay_out_seen(&self, view: &View<'_>, table: &mut Layout) {
        table.title = format!("Turn {} of seat {}", view.turn, view.active);
        for seat in Seats::first(self.rules.players) {
            let character = &view.characters[seat];
            let CharacterStats { level, hp, full_hp, luck, black, red, points } = self.stats(character);
            let area =
                table.area(seat, "").counter("level", level).counter("health", format!("{hp}/{full_hp}"));
            area.counter("luck", luck).counter("black attack", black).counter("red attack", red);
            area.counter("points", points);
            area.zone("attributes", character.attributes.cards().map(|face| LaidCard::open(face.id())));
        }
        let piles = table.area(None, "");
        piles.zone("deck", [LaidCard::face_down(view.deck.len())]);
        piles.zone("top of the discard pile", view.discard.last().map(|face| LaidCard::open(face.id())));
    }

    /// The numbers of a character, for the story.
    fn stats(&self, character: &Scores) -> CharacterStats {
        CharacterStats {
            level: character.level,
            hp: self.hp(character),
            full_hp: self.full_hp(character),
            luck: character.luck(),
            black: character.sum(Suit::Spades),
            red: character.sum(Suit::Diamonds),
            points: character.points,
        }
    }
}
