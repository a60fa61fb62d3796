//! Undercard: a Monte Carlo balance simulator for fighting card games.

pub mod model;

pub mod bots;

pub mod config;
pub mod engine;
pub mod games;
