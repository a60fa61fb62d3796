//! Which course a turn takes: the announced action and the next card of the Deck settle it together.

use super::StabbyJack;
use super::cards::{FACES, Face, Kind};
use super::decisions::Move;
use super::play::Mode;
use super::state::{Stage, State};
use super::story::{Deed, Event};
use crate::model::{Dice, Seat, Watch};

/// What a turn begins with.
#[derive(Clone, Copy)]
pub(super) enum Course {
    /// A day in bed.
    Bed,
    /// A Level to be paid.
    LevelUp,
    /// A card is drawn and fought: a Numbered one, or a King, who is never trained with.
    Fight,
    /// A Numbered card is trained with.
    Train,
    /// An Ace is drawn …
    Ace,
    /// … or Stabby Jack …
    Jack,
    /// … or a Queen …
    Queen,
    /// … or a Joker.
    Joker,
    /// A card must be drawn to know, by who fights …
    Fights,
    /// … or trains.
    Trains,
}

/// The courses by action and next card. Looked up at once rather than asked for one after the other, for
/// nobody can guess either.
const COURSES: [[Course; 64]; 4] = {
    let mut courses = [[Course::Fights; 64], [Course::Trains; 64], [Course::Bed; 64], [Course::LevelUp; 64]];
    let mut place = 0;
    while place < FACES {
        let fight = match Face::at(place).kind() {
            Kind::Numbered | Kind::King => Course::Fight,
            Kind::Ace => Course::Ace,
            Kind::Jack => Course::Jack,
            Kind::Queen => Course::Queen,
            Kind::Joker => Course::Joker,
        };
        courses[0][place] = fight;
        courses[1][place] = if Face::at(place).is_numbered() { Course::Train } else { fight };
        place += 1;
    }
    courses
};

/// The place of no card.
const UNKNOWN: usize = 63;

impl StabbyJack {
    /// The course of a turn with this action.
    #[inline(always)]
    pub(super) fn course(&self, state: &State, action: Move) -> Course {
        let place = match state.deck.top() {
            Some(top) if self.without.is_none() => top.place(),
            // The Deck must be made anew, or the card may be laid aside.
            _ => UNKNOWN,
        };
        COURSES[action.named() & 3][place]
    }

    /// The announced action.
    #[inline(always)]
    pub(super) fn act<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        course: Course,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Stage> {
        match course {
            Course::Bed => self.heal(state, seat, self.rules.bed_heal, Deed::HealBed, watch),
            Course::LevelUp => Some(Stage::Pay { due: self.rules.level_up_cost }),
            Course::Fight => {
                let face = self.draw_top(state, seat, watch)?;
                self.fight(state, seat, face, dice, watch)
            }
            Course::Train => {
                let drawn = self.draw_top(state, seat, watch)?;
                Some(Stage::TrainReplace { drawn })
            }
            Course::Ace => {
                self.draw_special(state, seat, watch)?;
                self.draw_ace(state, watch)
            }
            Course::Jack => {
                self.draw_special(state, seat, watch)?;
                self.stab(state, dice, watch)
            }
            Course::Queen => {
                self.draw_special(state, seat, watch)?;
                Some(Stage::Queen { n_drawn: 1 })
            }
            Course::Joker => {
                self.draw_special(state, seat, watch)?;
                self.chain(state, seat, Mode::Joker, 1, dice, watch)
            }
            Course::Fights => self.chain(state, seat, Mode::Fight, 0, dice, watch),
            Course::Trains => self.chain(state, seat, Mode::Train, 0, dice, watch),
        }
    }

    /// Draws a Special that is on top of the Deck, and lays it aside.
    #[inline(always)]
    fn draw_special<W: Watch<Event>>(&self, state: &mut State, seat: Seat, watch: &mut W) -> Option<Face> {
        let face = self.draw_top(state, seat, watch)?;
        state.discard.push(face);
        watch.saw(Event::Special { seat, face });
        Some(face)
    }
}
