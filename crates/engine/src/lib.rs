//! The engine of Undercard: games, bots, simulations and estimates. Programs use it by the crate `undercard`, whose
//! documentation says what versions promise; everything else here can change in any version.

#![forbid(unsafe_code)]

// Each module uses only those above it. ARCHITECTURE.md explains why.

pub mod model;

pub mod bots;
pub mod stats;

pub mod simulation;

pub mod games;
