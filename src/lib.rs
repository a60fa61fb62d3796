//! Undercard: a Monte Carlo balance simulator for fighting card games.

// The documentation is built with private items, which prose may lead to.
#![allow(rustdoc::private_intra_doc_links)]

pub mod model;

pub mod bots;
pub mod stats;

pub mod engine;

pub mod config;
pub mod games;

pub mod report;

pub mod cli;
