//! Finding, overlaying and checking what people write in TOML.

pub mod shipped;
pub mod tree;
