//! Plays one game ([`runner`]), many games ([`batch`]), and the same deals in several ways. Does not depend
//! on any particular game.

pub mod ablation;
pub mod batch;
pub mod endless;
mod find;
pub mod judge;
mod likely;
mod noted;
pub mod open_game;
pub mod paired;
pub mod person;
pub mod replicates;
pub mod rollout;
pub mod runner;
pub mod seat_swap;
mod story;
mod threads;
pub mod training;

pub use batch::{GameSimulation, Lineup, Simulation, Worker, play_all, play_each};
pub use find::{list_games, measure_games};
pub use noted::{NotedGame, noted_game};
pub use open_game::OpenGame;
pub use story::Step;
pub use threads::{LongGames, Peers, Pool, Stop};
