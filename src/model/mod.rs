//! The vocabulary that every game shares: seats, dice, piles, what a game is, what a bot is, what
//! is watched and what is counted. Knows no game, no file and no thread.
//!
//! Read in this order: [`seat`], [`chance`], [`pile`], [`game`], [`strategy`], [`observer`], [`count`],
//! [`settings`].

pub(crate) mod bits;
pub mod chance;
pub mod game;
pub mod observer;
pub mod pile;
pub mod schema;
pub mod seat;
pub mod settings;
pub mod strategy;

pub(crate) use chance::mix;
pub use chance::{ChanceStreams, RngStream, Seed};
pub use game::{Game, JointMove, Outcome, SHARE, Status};
pub use observer::{CardEvent, Event, NoObserver, Observer};
pub use pile::Pile;
pub use schema::{BLOCK, CardSpec, Group, Kind, Measured, Metric, OPENING, Ratio, StatSchema, Times};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub(crate) use settings::choices;
pub use settings::{Choice, ConfigError, ConfigErrors, Item, Section};
pub(crate) use strategy::features;
pub use strategy::{Appraise, BotState, Decisions, Feature, Menu, Pick};
