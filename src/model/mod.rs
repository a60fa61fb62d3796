//! The vocabulary that every game shares: seats, dice, piles, what a game is, what a bot is, what
//! is watched and what is counted. Knows no game, no file and no thread.
//!
//! Read in this order: [`seat`], [`dice`], [`pile`], [`game`], [`strategy`], [`watch`], [`count`],
//! [`settings`].

pub(crate) mod bits;
pub mod count;
pub mod dice;
pub mod game;
pub mod pile;
pub mod seat;
pub mod settings;
pub mod strategy;
pub mod watch;

pub use count::{BLOCK, CardRow, Counted, Fraction, Group, Kind, Ledger, Metric, OPENING, Times};
pub(crate) use dice::mix;
pub use dice::{Dice, Seed, Stream};
pub use game::{Chosen, Game, Outcome, SHARE, Turn};
pub use pile::Pile;
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub(crate) use settings::choices;
pub use settings::{Choice, Fault, Faults, Item, Section};
pub(crate) use strategy::features;
pub use strategy::{Appraise, Decisions, Feature, Menu, Mind, Pick};
pub use watch::{CardEvent, Event, Nobody, Watch};
