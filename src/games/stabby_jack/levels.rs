//! How Attributes come and are replaced: Training, Level Ups and their price. Clauses 4 and 6.5.

use super::StabbyJack;
use super::cards::Face;
use super::decisions::Move;
use super::play::{CONTINUE, discard_drawn};
use super::rules::FullLevelUp;
use super::state::{Phase, State};
use super::story::{Cause, Event, Source};
use crate::model::{Ask, ChanceStreams, Observer, Seat, Seats, Status};
use std::ops::ControlFlow;

impl StabbyJack {
    /// Training: the drawn card replaces an Attribute.
    #[inline(always)]
    pub(super) fn train(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        drawn: Face,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let mv = self.choose(state, ask, Phase::TrainReplace { drawn })?;
        self.replace(state, seat, drawn, mv, Cause::Train, chance, observer)
    }

    /// A Level Up at the maximum Level: the drawn card replaces an Attribute, or it is discarded.
    pub(super) fn full_replace(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        drawn: Face,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let mv = self.choose(state, ask, Phase::FullReplace { drawn })?;
        self.replace(state, seat, drawn, mv, Cause::FullReplace, chance, observer)
    }

    /// The drawn card replaces the chosen Attribute, or it is discarded. Without an old Heart the character
    /// may die.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the drawn card, what becomes of it and why")]
    fn replace(
        &self,
        state: &mut State,
        seat: Seat,
        drawn: Face,
        chosen: Move,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let Move::Card(old) = chosen else { return discard_drawn(state, drawn, observer) };
        state.characters[seat].replace(old, drawn, &self.rules.cards);
        state.discard.push(old);
        observer.on_event(Event::Replaced { seat, face: drawn, old });
        self.death_check(state, seat, cause, chance, observer)?;
        self.happened(state, cause.event(), self.seats(), observer)
    }

    /// Clause 4, GAIN: the card becomes an additional Attribute. At the maximum Level it replaces one or is
    /// discarded.
    #[expect(clippy::too_many_arguments, reason = "the card and its source")]
    pub(super) fn level_up(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        face: Face,
        source: Source,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        let character = &mut state.characters[seat];
        if character.level < self.rules.max_level {
            character.gain(face, self.rules.cards[face]);
            observer.on_event(Event::LeveledUp { seat, face, source });
            return self.happened(state, source.event(), Seats::only(seat), observer);
        }
        match self.rules.full_level_up {
            FullLevelUp::Choose => self.full_replace(state, ask, seat, face, chance, observer),
            FullLevelUp::Nothing => discard_drawn(state, face, observer),
        }
    }

    /// Clause 4, PAY: captured monsters are discarded until the price is paid. Then the new Attribute is
    /// drawn.
    pub(super) fn pay(
        &self,
        state: &mut State,
        ask: &mut impl Ask<Self>,
        seat: Seat,
        mut due: u8,
        chance: &mut ChanceStreams,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<Status> {
        while due > 0 {
            let Move::Card(face) = self.choose(state, ask, Phase::Pay { due })? else { return CONTINUE };
            let points = self.rules.cards[face].points;
            self.release(state, seat, face);
            observer.on_event(Event::Paid { seat, face, points });
            due = due.saturating_sub(points);
        }
        match self.draw_numbered(state, seat, chance, observer) {
            Some(drawn) => self.level_up(state, ask, seat, drawn, Source::Points, chance, observer),
            None => CONTINUE,
        }
    }
}
