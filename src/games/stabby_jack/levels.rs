//! How Attributes come and are replaced: Training, Level Ups and their price. Clauses 4 and 6.5.

use super::StabbyJack;
use super::cards::Face;
use super::decisions::Move;
use super::rules::FullLevelUp;
use super::state::{Phase, State};
use super::story::{Cause, Event, Source};
use crate::model::{ChanceStreams, Observer};

impl StabbyJack {
    /// Clause 4, GAIN: the card becomes an additional Attribute, or, at the maximum, replaces one
    /// or is discarded.
    pub(super) fn level_up<W: Observer<Event>>(
        &self,
        state: &mut State,
        face: Face,
        source: Source,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        if character.level < self.rules.max_level {
            character.gain(face, self.rules.cards[face]);
            self.take_stock(state, seat);
            observer.on_event(Event::LeveledUp { seat, face, source });
            return self.happened(state, source.deed(), observer);
        }
        match self.rules.full_level_up {
            FullLevelUp::Choose => Some(Phase::FullReplace { drawn: face }),
            FullLevelUp::Nothing => self.discard_drawn(state, face, observer),
        }
    }

    /// The drawn card is discarded: nothing has happened.
    fn discard_drawn<W: Observer<Event>>(
        &self,
        state: &mut State,
        drawn: Face,
        observer: &mut W,
    ) -> Option<Phase> {
        state.discard.push(drawn);
        observer.on_event(Event::DiscardedDrawn { face: drawn });
        None
    }

    /// What becomes of the drawn card: it replaces the chosen Attribute, or is discarded.
    #[inline(always)]
    pub(super) fn decide<W: Observer<Event>>(
        &self,
        state: &mut State,
        drawn: Face,
        chosen: Move,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        match chosen.card() {
            Some(old) => self.replace(state, drawn, old, cause, chance, observer),
            None => self.discard_drawn(state, drawn, observer),
        }
    }

    /// The drawn card replaces an Attribute, in Training or at the maximum Level; a Heart that
    /// leaves may kill.
    #[inline(always)]
    fn replace<W: Observer<Event>>(
        &self,
        state: &mut State,
        drawn: Face,
        old: Face,
        cause: Cause,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        character.lose(old, self.rules.cards[old]);
        character.gain(drawn, self.rules.cards[drawn]);
        state.discard.push(old);
        observer.on_event(Event::Replaced { seat, face: drawn, old });
        self.die(state, seat, cause, chance, observer)
            .or_else(|| self.happened(state, cause.deed(), observer))
    }

    /// Clause 4, PAY: a captured monster is discarded; once all is paid, the new Attribute is
    /// drawn.
    #[inline(never)]
    pub(super) fn pay<W: Observer<Event>>(
        &self,
        state: &mut State,
        due: u8,
        face: Face,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        let seat = state.active;
        let card = self.rules.cards[face];
        self.release(state, seat, face);
        observer.on_event(Event::Paid { seat, face, points: card.points });
        if due > card.points {
            return Some(Phase::Pay { due: due - card.points });
        }
        let drawn = self.draw_numbered(state, seat, chance, observer)?;
        self.level_up(state, drawn, Source::Points, observer)
    }
}
