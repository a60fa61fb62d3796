//! Playing: one game at a [`table`], many games in a [`hall`]. Knows no game by name.

pub mod ablation;
mod ahead;
pub mod exchange;
pub mod hall;
pub mod lessons;
pub mod pairs;
pub mod repeats;
pub mod story;
pub mod table;
mod threads;

pub use hall::{Hall, HallOf, Lineup, Worker, play_all, play_each};
