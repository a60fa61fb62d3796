//! Undercard: a Monte Carlo balance simulator for fighting card games.

pub mod config;
pub mod model;
