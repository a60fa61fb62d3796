//! Watching a game: one `play` serves silent playouts, counted games and told stories.

use super::seat::Seat;

/// Something that happened, worth counting or telling.
pub trait Event: Copy {
    /// The event of the card report that this is, if it is one.
    fn card(&self) -> Option<CardEvent>;
}

/// Something happened to one card of a seat: a row of the card report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardEvent {
    /// Whose report it is counted in.
    pub seat: Seat,
    /// The card's place in [`StatSchema::cards`](super::StatSchema).
    pub card: usize,
    /// The event's place in [`StatSchema::events`](super::StatSchema).
    pub event: usize,
}

/// Sees every event.
pub trait Observer<E> {
    /// This just happened.
    fn on_event(&mut self, event: E);
}

/// Watches nothing; compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<E> Observer<E> for NoObserver {
    #[inline]
    fn on_event(&mut self, _: E) {}
}

/// Keeps every event, for tests and stories.
impl<E> Observer<E> for Vec<E> {
    fn on_event(&mut self, event: E) {
        self.push(event);
    }
}
