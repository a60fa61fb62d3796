//! Observers of a game: the same rules play silent games, counted games and stories.

use super::seat::Seat;

/// Something that happens in a game and is worth counting or printing.
pub trait Event: Copy + std::fmt::Debug {
    /// The counters of the game's events. They own no heap memory.
    type Counters: Default + Observer<Self> + Send;

    /// The entry in the card report, if the event has one.
    fn card(&self) -> Option<CardEvent>;
}

/// An event of one card of a seat, which is counted in a row of the card report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardEvent {
    /// The seat in whose statistics it is counted.
    pub seat: Seat,
    /// The card's index in [`StatSchema::cards`](super::StatSchema).
    pub card: usize,
    /// The event's index in [`StatSchema::events`](super::StatSchema).
    pub event: usize,
}

/// Sees every event of a game.
pub trait Observer<E> {
    /// Called after each event.
    fn on_event(&mut self, event: E);
}

/// Observes nothing, and compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<E> Observer<E> for NoObserver {
    #[inline]
    fn on_event(&mut self, _: E) {}
}

impl<E> Observer<E> for &mut dyn Observer<E> {
    fn on_event(&mut self, event: E) {
        (**self).on_event(event);
    }
}

/// Collects every event, for tests.
impl<E> Observer<E> for Vec<E> {
    fn on_event(&mut self, event: E) {
        self.push(event);
    }
}

/// Declares the events of a game and their counters. Each event lists its card event, its additions to the
/// counters, and its line of the story. Each of the three is optional; they must be in this order:
///
/// ```text
/// events! {
///     /// What is counted of a game.
///     pub struct Counters { plays }
///
///     /// Something worth counting or printing.
///     pub enum Event {
///         /// A card is played.
///         Played { seat: Seat, card: Card } {
///             card "played" of seat, card;
///             count plays += 1;
///             story "  {seat} plays {}.", card.id();
///         }
///     }
/// }
/// ```
///
/// Writes the enum, its implementation of [`Event`], the names of its card events `CARD_EVENTS` in the order
/// of the list, `describe`, which writes the line of the story, and the counters, which are an [`Observer`].
#[macro_export]
macro_rules! events {
    (
        $(#[$counters_meta:meta])* $counters_vis:vis struct $counters:ident {
            $($(#[$count_doc:meta])* $count:ident),* $(,)?
        }
        $(#[$meta:meta])* $vis:vis enum $name:ident {$(
            $(#[$doc:meta])* $event:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? } {
                $(card $card_event:literal of $seat:ident, $card:ident;)?
                $(count $counter:ident += $amount:expr;)*
                $(story $line:literal $(, $part:expr)*;)?
            }
        )+}
    ) => {
        $(#[$counters_meta])*
        #[allow(missing_docs, reason = "each event declares its additions")]
        #[derive(Clone, Copy, Debug, Default)]
        $counters_vis struct $counters {
            $($(#[$count_doc])* $counters_vis $count: u32),*
        }
        $(#[$meta])*
        #[allow(missing_docs, reason = "the story line of an event uses its fields")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $($(#[$doc])* $event { $($(#[$field_doc])* $field: $type),* }),+
        }
        #[allow(unused_variables, reason = "not every event counts or prints all of its fields")]
        impl $name {
            /// The events of the card report, in order.
            $vis const CARD_EVENTS: &[&str] = &[$($($card_event,)?)+];

            /// Writes the event's line of a story.
            $vis fn describe(&self, story: &mut dyn std::fmt::Write) -> std::fmt::Result {
                match *self {
                    $(Self::$event { $($field),* } => { $(writeln!(story, $line $(, $part)*)?;)? })+
                }
                Ok(())
            }
        }
        #[allow(unused_variables, reason = "not every event belongs to a card")]
        impl $crate::model::Event for $name {
            type Counters = $counters;

            #[inline]
            fn card(&self) -> Option<$crate::model::CardEvent> {
                /// Indices in the list of card events.
                enum Index { $($(#[doc = $card_event] $event,)?)+ }
                match *self {
                    $(Self::$event { $($field),* } => {
                        $(return Some($crate::model::CardEvent {
                            seat: $seat,
                            card: $crate::model::Card::index($card),
                            event: Index::$event as usize,
                        });)?
                    })+
                }
                #[allow(unreachable_code, reason = "where every event belongs to a card")]
                None
            }
        }
        #[allow(unused_variables, reason = "not every event counts all of its fields")]
        impl $crate::model::Observer<$name> for $counters {
            #[inline]
            fn on_event(&mut self, event: $name) {
                match event {
                    $($name::$event { $($field),* } => { $(self.$counter += $amount;)* })+
                }
            }
        }
    };
}
pub use events;
