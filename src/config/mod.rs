//! Finding, overlaying and checking what people write in TOML.

pub mod tree;
