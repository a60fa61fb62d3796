//! How Attributes come and are replaced: Training, Level Ups and their price. Clauses 4 and 6.5.

use super::StabbyJack;
use super::cards::Face;
use super::decisions::Move;
use super::rules::FullLevelUp;
use super::state::{Stage, State};
use super::story::{Cause, Event, Source};
use crate::model::{Dice, Watch};

impl StabbyJack {
    /// Clause 4, GAIN: the card becomes an additional Attribute, or, at the maximum, replaces one
    /// or is discarded.
    pub(super) fn level_up<W: Watch<Event>>(
        &self,
        state: &mut State,
        face: Face,
        source: Source,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        if character.level < self.rules.max_level {
            character.gain(face, self.rules.cards[face]);
            self.take_stock(state, seat);
            watch.saw(Event::LeveledUp { seat, face, source });
            return self.happened(state, source.deed(), watch);
        }
        match self.rules.full_level_up {
            FullLevelUp::Choose => Some(Stage::FullReplace { drawn: face }),
            FullLevelUp::Nothing => self.discard_drawn(state, face, watch),
        }
    }

    /// The drawn card is discarded: nothing has happened.
    fn discard_drawn<W: Watch<Event>>(&self, state: &mut State, drawn: Face, watch: &mut W) -> Option<Stage> {
        state.discard.push(drawn);
        watch.saw(Event::DiscardedDrawn { face: drawn });
        None
    }

    /// What becomes of the drawn card: it replaces the chosen Attribute, or is discarded.
    #[inline(always)]
    pub(super) fn decide<W: Watch<Event>>(
        &self,
        state: &mut State,
        drawn: Face,
        chosen: Move,
        cause: Cause,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match chosen.card() {
            Some(old) => self.replace(state, drawn, old, cause, dice, watch),
            None => self.discard_drawn(state, drawn, watch),
        }
    }

    /// The drawn card replaces an Attribute, in Training or at the maximum Level; a Heart that
    /// leaves may kill.
    #[inline(always)]
    fn replace<W: Watch<Event>>(
        &self,
        state: &mut State,
        drawn: Face,
        old: Face,
        cause: Cause,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let character = &mut state.characters[seat];
        character.lose(old, self.rules.cards[old]);
        character.gain(drawn, self.rules.cards[drawn]);
        state.discard.push(old);
        watch.saw(Event::Replaced { seat, face: drawn, old });
        self.die(state, seat, cause, dice, watch).or_else(|| self.happened(state, cause.deed(), watch))
    }

    /// Clause 4, PAY: a captured monster is discarded; once all is paid, the new Attribute is
    /// drawn.
    #[inline(never)]
    pub(super) fn pay<W: Watch<Event>>(
        &self,
        state: &mut State,
        due: u8,
        face: Face,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        let seat = state.active;
        let card = self.rules.cards[face];
        self.release(state, seat, face);
        watch.saw(Event::Paid { seat, face, points: card.points });
        if due > card.points {
            return Some(Stage::Pay { due: due - card.points });
        }
        let drawn = self.draw_numbered(state, seat, dice, watch)?;
        self.level_up(state, drawn, Source::Points, watch)
    }
}
