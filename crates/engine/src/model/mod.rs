//! The vocabulary that all games share: seats, chance, piles, the traits of games and bots, observers and
//! statistics. Does not depend on any game, file or thread.
//!
//! Read in this order: [`seat`], [`chance`], [`pile`], [`mod@cards`], [`deck`], [`zones`](mod@zones),
//! [`game`], [`ask`], [`moves`], [`outcome`], [`observer`], [`measures`], [`bot`], [`settings`].

pub mod ask;
pub(crate) mod bits;
pub mod bot;
pub mod cards;
pub mod chance;
pub mod deck;
pub mod game;
pub mod layout;
pub mod leads;
pub mod measures;
pub mod moves;
pub mod observer;
pub mod outcome;
pub mod pile;
pub mod seat;
pub mod settings;
pub mod words;
pub mod zones;

pub use ask::{Ask, JointMove, Status};
pub use bot::features;
pub use bot::{
    BotState, Decisions, DenseRows, Exponentials, Feature, FeatureRow, FeatureRows, FeatureSet,
    FeatureWeights, KNOWN_SUMS, MAX_FEATURES, Scores, Visit, Weighed,
};
pub use cards::cards;
pub use cards::{ByCard, Card, Counts, Hand};
pub(crate) use chance::mix;
pub use chance::{ChanceStreams, GameSeed, RngStream, Seed};
pub use deck::Deck;
pub use game::{
    Copies, Dependent, Described, Game, GameInfo, OwnCrate, PreparedPile, all_features, layout, move_id,
    table_text,
};
pub use layout::{Area, LaidCard, Layout};
pub use leads::{COMEBACK, LARGEST_LEAD, LEAD_CHANGES, Lead, Leads};
pub use measures::{
    CardSpec, CountersOf, DRAWN, GameEnd, Group, Measures, Metric, MetricKind, MetricSpec, OPENING,
    PlayerGroup, Ratio, SeatOrder, StatSchema,
};
pub use moves::{Chosen, Decision, Moves};
pub use observer::events;
pub use observer::{CardEvent, Event, NoObserver, Observer};
pub use outcome::{Outcome, SHARE};
pub use pile::Pile;
pub use seat::{BySeat, Duel, MAX_SEATS, Seat, Seats};
pub use settings::choices;
pub use settings::{Choice, ConfigError, ConfigErrors, FirstSeat, Item, Section};
pub use zones::zones;
