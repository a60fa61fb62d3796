//! Playing: one game at a table, many games in a hall. Knows no game by name.

pub mod table;
