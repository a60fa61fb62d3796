//! Characters, and their Danger Track, read from `[characters.*]`.

use super::moves::{MAX_DECK, MoveId, Moves};
use crate::model::{Item, Section};

/// The names of the zones of the Danger Track, by index.
pub(super) const ZONES: [&str; 4] = ["white", "yellow", "orange", "red"];
/// Critical Mode.
pub(super) const RED: usize = 3;

/// A character: clause 2.4.
#[derive(Clone, Debug)]
pub struct Character {
    /// Its id.
    pub id: String,
    /// Its name for display.
    pub name: String,
    /// Damage at which Yellow, Orange and Red start; the last is the end of the Danger Track.
    pub track: [u8; 3],
    /// Block tokens.
    pub block_tokens: u8,
    /// Turns after which a disabled card recovers; 0 = never.
    pub recovery: u8,
    /// Number of disabled cards that loses; 0 = as in the rules.
    pub peril_limit: u8,
    /// Its move cards.
    pub moves: Vec<MoveId>,
}

impl Character {
    /// The end of the Danger Track.
    #[must_use]
    pub const fn critical(&self) -> u8 {
        self.track[2]
    }

    /// Reads `[characters.*]`.
    pub(super) fn read_all(settings: &Section<'_>, moves: &Moves) -> Vec<Self> {
        let read = |(id, item): (&str, Item<'_>)| {
            let table = item.section();
            let track = [
                table.int("trouble-at", 0..=99),
                table.int("danger-at", 0..=99),
                table.int("critical-damage", 1..=99),
            ];
            let [trouble, danger, critical] = track;
            if trouble > danger || danger > critical {
                let found = format!("{trouble}, {danger} and {critical}");
                table.fault(
                    "critical-damage",
                    found,
                    "trouble-at, danger-at and critical-damage in rising order",
                );
            }
            Self {
                id: id.into(),
                name: table.item("name").name().into(),
                track,
                block_tokens: table.int("block-tokens", 1..=9),
                recovery: table.int_or("recovery", "never", 1..=9),
                peril_limit: table.maybe("peril-limit").map_or(0, |item| item.int_or("default", 1..=9)),
                moves: moves.read_list(&table.item("moves"), 0..=MAX_DECK),
            }
        };
        settings.section("characters").entries().into_iter().map(read).collect()
    }
}
