//! Boosts: scored or activated; their effects; and the Reserves and the Graveyard.

use super::cards::{Card, Cards, Effect, EffectKind, Who};
use super::events::Event;
use super::rules::{KilledBoost, Reshuffle, StealScope};
use super::state::{Boost, Mains, Phase, State};
use super::{Fight, Move, RESERVES};
use crate::model::{BySeat, ChanceStreams, Observer, Seat, Seats};

impl Fight {
    /// Puts the boost face down on the player's own scored pile.
    pub(super) fn score(&self, state: &mut State, seat: Seat, observer: &mut impl Observer<Event>) {
        if let Boost::FaceDown(card) = std::mem::take(&mut state.boosts[seat]) {
            state.scored[seat].add(card);
            observer.on_event(Event::Scored { seat, card: self.reported(card) });
        }
        state.position += 1;
    }

    /// Turns the boost face up and executes its effects immediately.
    pub(super) fn activate(
        &self,
        state: &mut State,
        seat: Seat,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        if let Boost::FaceDown(card) = state.boosts[seat] {
            state.boosts[seat] = Boost::FaceUp(card);
            observer.on_event(Event::Activated { seat, card: self.reported(card) });
        }
        self.execute(state, seat, 0, chance, observer);
    }

    /// The effect with this index of the boost that the seat has activated.
    #[inline]
    pub(super) fn effect(&self, boost: Boost, index: u8) -> Option<&Effect> {
        match boost {
            Boost::FaceUp(card) => self.warriors[card.index()].ability.at(index),
            Boost::None | Boost::FaceDown(_) => None,
        }
    }

    /// Executes the effects from this index on, until one needs a choice or all are done.
    pub(super) fn execute(
        &self,
        state: &mut State,
        seat: Seat,
        from: u8,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        let boost = state.boosts[seat];
        for index in from.. {
            let Some(effect) = self.effect(boost, index) else { break };
            let is_choice = match effect.kind {
                EffectKind::DrawAndScore(_) if self.rules.effects_optional => true,
                EffectKind::DrawAndScore(count) => {
                    self.draw_and_score(state, seat, count, effect, chance, observer);
                    continue;
                }
                EffectKind::ChangePower(who, _) => {
                    let targets = self.targets(&state.mains, seat, who, effect);
                    let is_chosen = who.is_one() || self.rules.effects_optional;
                    if !targets.is_empty() && !is_chosen {
                        self.change_powers(state, targets, (boost, index), observer);
                        continue;
                    }
                    !targets.is_empty()
                }
                EffectKind::StealBoost => !self.victims(&state.boosts, seat, effect).is_empty(),
                EffectKind::SwapWithGraveyard => {
                    state.mains[seat].is_some() && !self.buried(state.graveyard, effect).is_empty()
                }
            };
            if is_choice {
                state.phase = Phase::Effect(index);
                return;
            }
            observer.on_event(Event::Fizzled { seat });
        }
        state.position += 1;
        state.phase = Phase::Resolve;
    }

    /// Executes the effect for which the seat has chosen.
    pub(super) fn carry_out(
        &self,
        state: &mut State,
        seat: Seat,
        index: u8,
        mv: Move,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        let boost = state.boosts[seat];
        let Some(effect) = self.effect(boost, index) else { return };
        match (effect.kind, mv) {
            (_, Move::Skip) => observer.on_event(Event::Skipped { seat, index }),
            (EffectKind::DrawAndScore(count), Move::Execute) => {
                self.draw_and_score(state, seat, count, effect, chance, observer);
            }
            (EffectKind::ChangePower(who, _), Move::Execute) => {
                let targets = self.targets(&state.mains, seat, who, effect);
                self.change_powers(state, targets, (boost, index), observer);
            }
            (EffectKind::ChangePower(..), Move::Seat(target)) => {
                self.change_powers(state, Seats::only(target), (boost, index), observer);
            }
            (EffectKind::StealBoost, Move::Seat(from)) => self.steal(state, seat, from, observer),
            (EffectKind::SwapWithGraveyard, Move::Card(card)) => self.swap(state, seat, card, observer),
            _ => {}
        }
    }

    /// Clause 2.1: the seats whose living main an effect hits or can hit.
    #[inline]
    pub(super) fn targets(&self, mains: &Mains, seat: Seat, who: Who, effect: &Effect) -> Seats {
        let own = Seats::only(seat).when(who.has_own());
        let opponents = self.opponents(seat).when(who.has_opponents());
        let fitting = self.of_families[effect.families.index()];
        let fits = |seat| mains[seat].is_some_and(|main| fitting.has(main.card));
        let fitting = self.seats().into_iter().fold(Seats::NONE, |set, seat| set.with_if(fits(seat), seat));
        own.union(opponents).both(fitting)
    }

    /// Clause 6.3: the opponents whose boost can be stolen.
    pub(super) fn victims(&self, boosts: &BySeat<Boost>, seat: Seat, effect: &Effect) -> Seats {
        let may_be_stolen = |other: &Seat| match boosts[*other] {
            Boost::None => false,
            Boost::FaceDown(card) => effect.families.has(self.family_of(card)),
            Boost::FaceUp(card) => {
                self.rules.steal_scope == StealScope::InPlay && effect.families.has(self.family_of(card))
            }
        };
        self.opponents(seat).into_iter().filter(may_be_stolen).collect()
    }

    /// The Warriors of the Graveyard that an effect can swap in.
    #[inline]
    pub(super) fn buried(&self, graveyard: Cards, effect: &Effect) -> Cards {
        graveyard.both(self.of_families[effect.families.index()])
    }

    /// Clause 6.2: changes the powers of these mains by one effect of an activated boost, then buries the
    /// mains that are killed.
    fn change_powers(
        &self,
        state: &mut State,
        hit: Seats,
        (boost, index): (Boost, u8),
        observer: &mut impl Observer<Event>,
    ) {
        let Boost::FaceUp(boost) = boost else { return };
        for seat in hit {
            let Some(main) = &mut state.mains[seat] else { continue };
            let (card, from, to) = (main.card, main.power, self.power_after(boost, index, main.power));
            observer.on_event(Event::Hit { seat, card, from, to });
            // A negative power does not fit a `u16`, but is always below `kill-below`.
            main.power = u16::try_from(to).unwrap_or(0);
            if to < self.rules.kill_below {
                self.kill(state, seat, card, observer);
            }
        }
    }

    /// The power after one effect of a boost.
    #[inline]
    pub(super) fn power_after(&self, boost: Card, index: u8, power: u16) -> i32 {
        let powers = &self.powers_after[boost.index()][usize::from(index) % 2];
        if let Some(after) = powers.get(usize::from(power)) {
            return i32::from(*after);
        }
        match self.warriors[boost.index()].ability.at(index).map(|effect| effect.kind) {
            Some(EffectKind::ChangePower(_, change)) => self.rules.changed(power, change),
            _ => i32::from(power),
        }
    }

    fn kill(&self, state: &mut State, seat: Seat, card: Card, observer: &mut impl Observer<Event>) {
        state.mains[seat] = None;
        state.graveyard.add(card);
        observer.on_event(Event::Killed { seat, card: self.reported(card) });
        if let (KilledBoost::Lost, Boost::FaceDown(card)) = (self.rules.killed_boost, state.boosts[seat]) {
            state.boosts[seat] = Boost::None;
            state.graveyard.add(card);
            observer.on_event(Event::Lost { seat, card });
        }
    }

    /// Moves a boost face down to the thief's scored pile. The former owner knows it, and so does everybody
    /// if it was face up.
    fn steal(&self, state: &mut State, seat: Seat, from: Seat, observer: &mut impl Observer<Event>) {
        let card = match std::mem::take(&mut state.boosts[from]) {
            Boost::None => return,
            Boost::FaceDown(card) => {
                state.stolen_from[from].add(card);
                card
            }
            Boost::FaceUp(card) => {
                state.open.add(card);
                card
            }
        };
        state.scored[seat].add(card);
        observer.on_event(Event::Stolen { seat, from, card: self.reported(card) });
    }

    /// Takes the chosen card out of the Graveyard, then puts the old main there.
    fn swap(&self, state: &mut State, seat: Seat, card: Card, observer: &mut impl Observer<Event>) {
        state.graveyard.take(card);
        if let Some(old) = state.mains[seat].replace(self.as_main(card)) {
            state.graveyard.add(old.card);
            observer.on_event(Event::Swapped { seat, old: old.card, new: card });
        }
    }

    /// Sets the drawn cards aside until all are drawn.
    fn draw_and_score(
        &self,
        state: &mut State,
        seat: Seat,
        count: u8,
        effect: &Effect,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        let mut aside = Cards::NONE;
        for _ in 0..count {
            let turned_up = |card| Some(Event::TurnedUp { seat, card });
            let Some(card) = self.draw(state, chance, observer, turned_up) else {
                observer.on_event(Event::ShortDraw { seat });
                break;
            };
            aside.add(card);
        }
        let fitting = aside.both(self.of_families[effect.families.index()]);
        for card in fitting {
            observer.on_event(Event::FlippedScored { seat, card: self.reported(card) });
        }
        for card in aside.minus(fitting) {
            observer.on_event(Event::FlippedBuried { seat, card });
        }
        state.scored[seat] = state.scored[seat].union(fitting);
        state.open = state.open.union(fitting);
        state.graveyard = state.graveyard.union(aside.minus(fitting));
    }

    /// Clause 6.4: draws the top card of the Reserves, and renews them if they are empty. `drawn` gives the
    /// event of the card, which precedes that of a renewal with the last card.
    #[inline]
    pub(super) fn draw(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
        drawn: impl Fn(Card) -> Option<Event>,
    ) -> Option<Card> {
        if state.reserves.is_empty() {
            self.renew(state, chance, observer);
        }
        let card = state.reserves.pop()?;
        if let Some(event) = drawn(card) {
            observer.on_event(event);
        }
        if state.reserves.is_empty() {
            if self.rules.reshuffle == Reshuffle::AtOnce {
                self.renew(state, chance, observer);
            }
        } else {
            turn_up(state, chance);
        }
        Some(card)
    }

    /// Clause 6.4: turns the Graveyard into the new Reserves, if it has more cards than are needed to refill
    /// it.
    #[cold]
    fn renew(&self, state: &mut State, chance: &mut ChanceStreams, observer: &mut impl Observer<Event>) {
        if state.graveyard.len() <= self.rules.graveyard_size {
            return;
        }
        state.reserves.clear();
        state.reserves.extend(std::mem::take(&mut state.graveyard));
        observer.on_event(Event::Renewed);
        self.fill_graveyard(state, chance, observer);
    }

    /// Fills the empty Graveyard with the top cards of the Reserves; the next card becomes the top.
    pub(super) fn fill_graveyard(
        &self,
        state: &mut State,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) {
        for _ in 0..self.rules.graveyard_size {
            if let Some(card) = state.reserves.draw(chance.source(RESERVES)) {
                state.graveyard.add(card);
                observer.on_event(Event::Buried { card });
            }
        }
        turn_up(state, chance);
    }
}

/// Determines the top card of the Reserves, because its back is visible.
pub(super) fn turn_up(state: &mut State, chance: &mut ChanceStreams) {
    let n_cards = state.reserves.len();
    if n_cards > 1 {
        state.reserves.raise(chance.source(RESERVES).below(n_cards));
    }
}
