//! Undercard: a Monte Carlo balance simulator for fighting card games.
//!
//! A config is checked once into a game value, a hall plays seeded games of it, integer tallies are
//! merged, reports turn them into files. The modules below stand in reading order: each uses only
//! those above it (ARCHITECTURE.md says why, and which of them a game may know). To follow one game
//! from deal to end, begin with [`model::game::Game`] and `simulation::runner`; to see what a game must
//! bring along, with [`games::knife_fight`]; to follow a command, with `cli/run.rs`.

#![forbid(unsafe_code)]
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "the documentation is built with private items, where these links lead somewhere"
)]

pub mod model;

pub mod bots;
pub mod stats;

pub mod simulation;

pub mod games;

pub mod report;

pub mod config;

pub mod experiments;

pub mod cli;
