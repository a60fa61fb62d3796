//! Undercard: a Monte Carlo balance simulator for fighting card games.

pub mod model;

pub mod bots;
pub mod stats;

pub mod engine;

pub mod config;
pub mod games;

pub mod report;

pub mod cli;
