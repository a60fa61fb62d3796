//! The names of figures, players and settings on a page. The files have addresses; a list below each table has both.

use super::super::result_file::ResultMeta;
use super::super::table::short;
use super::super::{Cell, FigureId, Table, advise, luck, plain, sensitivity, sweep, win_rates};
use super::about::level_of_each;
use super::folder::Folder;
use serde_json::Value;
use undercard_engine::model::{SeatOrder, StatSchema};
use undercard_engine::stats::Level;

/// What a page needs to know about its result to name figures: the game, the bots, and the level of the intervals.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The confidence level of each interval.
    pub level: Level,
    schema: Option<StatSchema>,
    n_bots: usize,
    /// The figure of `--show`, or the one that a sweep answers about.
    shown: Option<String>,
    /// Whether each setting of a sweep is a switch, whose number is 1 or 0.
    switches: [bool; sweep::MOST_SETTINGS],
}

impl Names {
    pub(crate) fn of(folder: &Folder) -> Self {
        let n_bots = folder.head.configs.iter().map(|config| config.bots.len()).max();
        let ResultMeta { options, details, .. } = &folder.head;
        let shown = options.get("show").or_else(|| details.get("show"));
        Self {
            level: level_of_each(&folder.head),
            schema: folder.schema.clone(),
            n_bots: n_bots.unwrap_or(0),
            shown: shown.and_then(Value::as_str).map(str::to_owned),
            switches: switches(details.get("combinations")),
        }
    }

    fn order(&self) -> SeatOrder {
        self.schema.as_ref().map(|schema| schema.seat_order).unwrap_or_default()
    }

    /// Whether this is the figure of `--show`.
    pub(crate) fn is_shown(&self, address: &str) -> bool {
        self.shown.as_deref() == Some(address)
    }

    /// The value of the setting with this number, from 1, in a row of a sweep; empty without one.
    pub(crate) fn value(&self, row: &[Cell], nth: usize) -> String {
        let Some([number, word]) = sweep::value(row, nth) else { return String::new() };
        let is_switch = nth.checked_sub(1).and_then(|index| self.switches.get(index)) == Some(&true);
        match number.number() {
            Some(number) if is_switch => (number > 0.5).to_string(),
            Some(number) => short(number, 4),
            None => word.write(),
        }
    }

    /// The name of a figure; a text that is no address stays as it is.
    pub(crate) fn figure(&self, address: &str) -> String {
        plain::addressed(address, self.order())
    }

    /// The name of a row of the win rates.
    pub(super) fn player(&self, group: &str, key: &str) -> String {
        plain::player(group, key, self.order())
    }

    /// The name of a key, and its address or setting if they differ from it.
    pub(super) fn key(&self, table: &Table, row: &[Cell], column: &str) -> Option<(String, String)> {
        let written = table.written(row, column);
        let (name, address) = match (table.name, column) {
            (_, "figure") | ("check" | "tune", "target") => (self.figure(&written), written),
            ("metrics", "measure") => {
                let address = table.address(row);
                (self.figure(&address), address)
            }
            (win_rates::NAME, "key") => {
                let name = self.player(&table.written(row, "grouped_by"), &written);
                // The caption says that these are bots.
                let name = match name.strip_prefix("bot ") {
                    Some(bot) => bot.to_owned(),
                    None => plain::capitalized(&name),
                };
                (name, table.address(row))
            }
            (luck::NAME, "seat_or_all") => (self.player("seat", &written), String::new()),
            (sensitivity::NAME, "key") => (plain::setting(&written), written),
            (advise::NAME, "subject") => (self.subject(table, row, &written), written),
            _ => return None,
        };
        let name = if name == "seat all" { "all".into() } else { name };
        Some((name, address))
    }

    /// The name of what a row of an advice is about.
    fn subject(&self, table: &Table, row: &[Cell], written: &str) -> String {
        let figure = table.written(row, "figure");
        let name = match table.written(row, "question").as_str() {
            "who" => {
                let id: Option<FigureId> = figure.parse().ok();
                self.player(id.as_ref().and_then(FigureId::win_group).unwrap_or_default(), written)
            }
            "card" => plain::thing(written),
            "length" if figure.ends_with(written) => self.figure(&figure),
            _ if written.contains('/') => self.figure(written),
            _ => plain::setting(written),
        };
        plain::capitalized(&name)
    }

    /// Whether the page omits a row, because another one says the same, or because neither side of a comparison has it.
    pub(super) fn omits(&self, table: &Table, row: &[Cell]) -> bool {
        if table.name == "compare" && ["a", "b"].iter().all(|side| table.number(row, side) == Some(0.0)) {
            return true;
        }
        let id = match table.name {
            win_rates::NAME => table.id(row),
            "compare" | "panel" => table.written(row, "figure").parse().ok(),
            // Each line-up of a sweep over bots has bots of its own.
            "sweep" if (1..=3).all(|nth| table.written(row, &format!("key_{nth}")) != "bots") => {
                table.written(row, "figure").parse().ok()
            }
            _ => None,
        };
        let Some(id) = id else { return false };
        let repeats = |schema| plain::repeats(&id, schema, self.n_bots);
        !self.is_shown(&id.to_string()) && self.schema.as_ref().is_some_and(repeats)
    }
}

/// Which settings are switches, by the values of the combinations of a sweep.
fn switches(combinations: Option<&Value>) -> [bool; sweep::MOST_SETTINGS] {
    let combinations = || combinations.and_then(Value::as_array).into_iter().flatten();
    std::array::from_fn(|index| {
        let values = combinations().filter_map(|combination| combination["values"].get(index)?.as_str());
        values.into_iter().any(|value| matches!(value, "true" | "false"))
    })
}
