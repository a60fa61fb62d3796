//! Which course a turn takes: the announced action and the next card of the Deck settle it together.

use super::StabbyJack;
use super::cards::{Face, Kind, PerFace};
use super::decisions::Move;
use super::state::{Phase, State};
use super::story::{Deed, Event, Source};
use crate::model::{ChanceStreams, Observer, Seat};

/// Cards drawn in one chain, at most.
const CHAIN: u8 = 100;

/// What the next card of a chain would mean, if it is Numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// A monster.
    Fight,
    /// What is trained with.
    Train,
    /// What may be stolen from the Queen.
    Steal,
    /// A Joker's free Level.
    Joker,
}

/// What a turn begins with, or goes on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// A card is drawn and fought: a Numbered one, or a King, who is never trained with.
    Fight,
    /// A Numbered card is trained with …
    Train,
    /// … or may be stolen …
    Steal,
    /// … or is a free Level.
    FreeLevel,
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
    /// A day in bed.
    Bed,
    /// A Level to be paid.
    LevelUp,
}

/// The courses by action and next card, and by mode and card. Looked up at once rather than asked for one
/// after the other, for nobody can guess either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Courses {
    turns: [PerFace<Course>; 4],
    draws: [PerFace<Course>; 4],
}

impl Courses {
    /// Those of players who keep every card they draw: a turn's can be told from the next card. If not, it
    /// cannot.
    pub(super) fn new(all_kept: bool) -> Self {
        let draw = |numbered: Course| {
            PerFace::from_fn(|face: Face| match face.kind() {
                Kind::Numbered => numbered,
                Kind::King => Course::Fight,
                Kind::Ace => Course::Ace,
                Kind::Jack => Course::Jack,
                Kind::Queen => Course::Queen,
                Kind::Joker => Course::Joker,
            })
        };
        let draws = [Course::Fight, Course::Train, Course::Steal, Course::FreeLevel].map(draw);
        let [fight, train, ..] = draws;
        // An empty Deck must be made anew before anybody knows.
        let known = |face| all_kept && face != Face::NONE;
        let turns = [
            PerFace::from_fn(|face| if known(face) { fight[face] } else { Course::Fights }),
            PerFace::from_fn(|face| if known(face) { train[face] } else { Course::Trains }),
            PerFace::from_fn(|_| Course::Bed),
            PerFace::from_fn(|_| Course::LevelUp),
        ];
        Self { turns, draws }
    }
}

impl StabbyJack {
    /// The course of a turn with this action.
    #[inline(always)]
    pub(super) fn course(&self, state: &State, action: Move) -> Course {
        self.courses.turns[action.named() & 3][state.deck.top()]
    }

    /// Plays a turn of this course up to what is due.
    #[inline(always)]
    pub(super) fn follow<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        course: Course,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        match course {
            Course::Bed => self.heal(state, seat, self.rules.bed_heal, Deed::HealBed, observer),
            Course::LevelUp => Some(Phase::Pay { due: self.rules.level_up_cost }),
            Course::Fights => self.chain(state, seat, Mode::Fight, 0, chance, observer),
            Course::Trains => self.chain(state, seat, Mode::Train, 0, chance, observer),
            course => {
                let face = self.draw_top(state, seat, observer)?;
                self.go_on(state, seat, (course, face), 1, chance, observer)
            }
        }
    }

    /// Clause 4, CHAIN: draws a card, and another one after a Joker, unless the chain is too long.
    #[inline(never)]
    pub(super) fn chain<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        mode: Mode,
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        if n_drawn >= CHAIN {
            return None;
        }
        let face = self.draw(state, seat, chance, observer)?;
        let course = self.courses.draws[mode as usize][face];
        self.go_on(state, seat, (course, face), n_drawn + 1, chance, observer)
    }

    /// Goes on with the card that was drawn, as the last one of so many.
    #[inline(always)]
    fn go_on<W: Observer<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        (course, face): (Course, Face),
        n_drawn: u8,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Option<Phase> {
        match course {
            Course::Fight => self.fight(state, seat, face, chance, observer),
            Course::Train => Some(Phase::TrainReplace { drawn: face }),
            Course::Steal => self.steal(state, face, observer),
            Course::FreeLevel => self.level_up(state, face, Source::Joker, observer),
            Course::Ace => {
                lay_aside(state, seat, face, observer);
                self.draw_ace(state, observer)
            }
            Course::Jack => {
                lay_aside(state, seat, face, observer);
                self.stab(state, chance, observer)
            }
            Course::Queen => {
                lay_aside(state, seat, face, observer);
                Some(Phase::Queen { n_drawn })
            }
            Course::Joker => {
                lay_aside(state, seat, face, observer);
                self.chain(state, seat, Mode::Joker, n_drawn, chance, observer)
            }
            Course::Fights | Course::Trains | Course::Bed | Course::LevelUp => None,
        }
    }
}

/// A Special is discarded, and has its event.
#[inline(always)]
fn lay_aside<W: Observer<Event>>(state: &mut State, seat: Seat, face: Face, observer: &mut W) {
    state.discard.push(face);
    observer.on_event(Event::Special { seat, face });
}
