//! Gaining and replacing Attributes: Training, Level Ups and their price. Clauses 4 and 6.5.

use super::StabbyJack;
use super::cards::Face;
use super::decisions::Move;
use super::play::{TURN_DONE, Turns};
use super::rules::FullLevelUp;
use super::state::Phase;
use super::story::{Cause, Event, Source};
use crate::model::{Ask, Observer, Seat, Seats, Status};
use std::ops::ControlFlow;

impl<A: Ask<StabbyJack>, O: Observer<Event>> Turns<'_, A, O> {
    /// Training: the drawn card replaces an Attribute.
    #[inline(always)]
    pub(super) fn train(&mut self, seat: Seat, drawn: Face) -> ControlFlow<Status> {
        let mv = self.choose(seat, Phase::TrainReplace { drawn })?;
        self.replace(seat, drawn, mv, Cause::Train)
    }

    /// A Level Up at the maximum Level: the drawn card replaces an Attribute, or it is discarded.
    pub(super) fn full_replace(&mut self, seat: Seat, drawn: Face, left: u8) -> ControlFlow<Status> {
        let mv = self.choose(seat, Phase::FullReplace { drawn, left })?;
        self.replace(seat, drawn, mv, Cause::FullReplace)?;
        self.draw_attributes(seat, left)
    }

    /// Replaces the chosen Attribute by the drawn card, or discards the card. Losing a Heart may kill the
    /// character.
    #[inline(always)]
    fn replace(&mut self, seat: Seat, drawn: Face, chosen: Move, cause: Cause) -> ControlFlow<Status> {
        let Move::Card(old) = chosen else { return self.discard_drawn(drawn) };
        self.state.characters[seat].replace(old, drawn, &self.game.rules.cards);
        self.state.discard.push(old);
        self.observer.on_event(Event::Replaced { seat, face: drawn, old });
        self.death_check(seat, cause)?;
        self.happened(cause.event(), self.game.seats())
    }

    /// Clause 4, GAIN: adds the card as an Attribute. At the maximum Level it replaces one or is discarded.
    /// Then draws as many Attributes as are `left`.
    pub(super) fn level_up(
        &mut self,
        seat: Seat,
        face: Face,
        source: Source,
        left: u8,
    ) -> ControlFlow<Status> {
        let rules = &self.game.rules;
        let character = &mut self.state.characters[seat];
        if character.level < rules.max_level {
            character.gain(face, rules.cards[face]);
            self.observer.on_event(Event::LeveledUp { seat, face, source });
            self.happened(source.event(), Seats::only(seat))?;
        } else if rules.full_level_up == FullLevelUp::Choose {
            return self.full_replace(seat, face, left);
        } else {
            self.discard_drawn(face)?;
        }
        self.draw_attributes(seat, left)
    }

    /// Draws this many Attributes for a Level Up that was paid, as far as there are Numbered cards.
    fn draw_attributes(&mut self, seat: Seat, n: u8) -> ControlFlow<Status> {
        if n == 0 {
            return TURN_DONE;
        }
        match self.draw_numbered(seat) {
            Some(drawn) => self.level_up(seat, drawn, Source::Points, n - 1),
            None => TURN_DONE,
        }
    }

    /// Clause 4, PAY: discards captured monsters until the price is paid, then draws the new Attribute.
    pub(super) fn pay(&mut self, seat: Seat, mut due: u8) -> ControlFlow<Status> {
        while due > 0 {
            let Move::Card(face) = self.choose(seat, Phase::Pay { due })? else { return TURN_DONE };
            let points = self.game.rules.cards[face].points;
            self.release(seat, face);
            self.observer.on_event(Event::Paid { seat, face, points });
            due = due.saturating_sub(points);
        }
        self.draw_attributes(seat, self.game.rules.attributes_per_level_up)
    }
}
