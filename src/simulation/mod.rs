//! Playing: one game at a [`table`], many games in a [`simulation`]. Knows no game by name.

pub mod ablation;
pub mod batch;
pub mod paired;
pub mod replicates;
mod rollout;
pub mod runner;
pub mod seat_swap;
pub mod story;
mod threads;
pub mod training;

pub use batch::{GameSimulation, Lineup, Simulation, Worker, play_all, play_each};
