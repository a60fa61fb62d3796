//! Tallies and estimates.
pub mod impact;
pub mod lengths;
mod sums;
pub mod tally;
pub use sums::Sums;
