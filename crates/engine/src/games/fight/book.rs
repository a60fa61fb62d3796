//! The cards of a config: reads its Warriors and Arenas with the vocabularies of clause 2 and lists the
//! physical cards.

use super::cards::{ARENAS, WARRIORS};
use super::cards::{Arena, Change, Effect, EffectKind, Families, Family, Goal, Parity, Warrior};
use crate::model::settings::Value;
use crate::model::{Choice, Item, Section, choices};

choices! {
    /// The names of effects in a config.
    enum EffectName {
        Add = "add",
        Scale = "scale",
        ReplaceDigit = "replace-digit",
        MultiplyDigits = "multiply-digits",
        SwitchDigits = "switch-digits",
        DrawAndScore = "draw-and-score",
        StealBoost = "steal-boost",
        SwapWithGraveyard = "swap-with-graveyard",
    }
}

/// All cards of a config.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The ids of the Warriors, in the order of the config.
    pub ids: Vec<String>,
    /// The physical Warriors, at most 64; copies of one id are adjacent.
    pub warriors: Vec<Warrior>,
    /// The ids of the Arenas.
    pub arena_ids: Vec<String>,
    /// The physical Arenas, at most 16.
    pub arenas: Vec<Arena>,
}

impl Book {
    /// Reads `warriors` and `arenas`.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let mut book = Self::default();
        for (id, item) in settings.section("warriors").entries() {
            book.add_warrior(id, &item.section());
        }
        for (id, item) in settings.section("arenas").entries() {
            book.add_arena(id, &item.section());
        }
        let (n_warriors, n_arenas) = (book.warriors.len(), book.arenas.len());
        if n_warriors > WARRIORS {
            let found = format!("{n_warriors} physical Warriors");
            settings.fault("warriors", found, format!("at most {WARRIORS}"));
        }
        if n_arenas > ARENAS {
            let found = format!("{n_arenas} physical Arenas");
            settings.fault("arenas", found, format!("at most {ARENAS}"));
        }
        // Rules with too many cards were already rejected.
        book.warriors.truncate(WARRIORS);
        book.arenas.truncate(ARENAS);
        book
    }

    fn add_warrior(&mut self, id: &str, row: &Section<'_>) {
        let mut warrior = Warrior {
            power: row.int("power", 1..=99),
            family: row.choice("family"),
            ability: row.item("ability").items(0..=2).iter().filter_map(read_effect).collect(),
            id: u16::try_from(self.ids.len()).unwrap_or(u16::MAX),
            copy: 1,
        };
        let copies = row.maybe("copies").map_or(1, |copies| copies.int(0..=4));
        for copy in 1..=copies {
            warrior.copy = copy;
            self.warriors.push(warrior);
        }
        self.ids.push(id.to_owned());
    }

    fn add_arena(&mut self, id: &str, row: &Section<'_>) {
        let bound = |key, other| row.maybe(key).map_or(other, |power| power.int(0..=9999));
        let goal = row.choice("goal");
        let arena = Arena {
            glory: row.int("glory", 0..=20),
            measure: row.choice("measure"),
            goal,
            value: match goal {
                Goal::Closest => row.int("value", 0..=9999),
                _ => bound("value", 0),
            },
            parity: row.maybe("parity").map_or(Parity::Any, |parity| parity.choice()),
            between: (bound("min", 0), bound("max", 9999)),
            families: read_families(row),
            id: self.arena_ids.len(),
        };
        let (least, most) = arena.between;
        if let Some(min) = row.maybe("min").filter(|_| least > most) {
            min.doubt(least.to_string(), format!("at most max = {most}: no power passes this filter"));
        }
        let copies = row.maybe("copies").map_or(1, |copies| copies.int(0..=4));
        self.arenas.extend(std::iter::repeat_n(arena, copies));
        self.arena_ids.push(id.to_owned());
    }
}

/// Reads an effect; reports an unknown one and returns `None`.
fn read_effect(item: &Item<'_>) -> Option<Effect> {
    let row = item.section();
    let name = row.item("effect");
    let named: EffectName = name.choice();
    let is_known = |(known, _): &(&str, EffectName)| name.node().value == Value::Text((*known).to_owned());
    if !EffectName::ALL.iter().any(is_known) {
        // The parameters of an unknown effect cannot be checked.
        row.skip(&["amount", "percent", "from", "to", "count", "who", "families"]);
        return None;
    }
    let kind = match named {
        EffectName::Add => {
            let amount = row.item("amount");
            if amount.node().value == Value::Int(0) {
                amount.fault("an integer from -99 to 99 that is not 0");
            }
            EffectKind::ChangePower(row.choice("who"), Change::Add(amount.int(-99..=99)))
        }
        EffectName::Scale => {
            let percent = row.int("percent", 1..=1000);
            EffectKind::ChangePower(row.choice("who"), Change::Scale(percent))
        }
        EffectName::ReplaceDigit => {
            let (from, to) = (row.item("from"), row.item("to"));
            if matches!(from.node().value, Value::Int(_)) && from.node().value == to.node().value {
                to.fault("a digit that differs from `from`");
            }
            EffectKind::ChangePower(row.choice("who"), Change::ReplaceDigit(from.int(0..=9), to.int(0..=9)))
        }
        EffectName::MultiplyDigits => EffectKind::ChangePower(row.choice("who"), Change::MultiplyDigits),
        EffectName::SwitchDigits => EffectKind::ChangePower(row.choice("who"), Change::SwitchDigits),
        EffectName::DrawAndScore => EffectKind::DrawAndScore(row.int("count", 1..=10)),
        EffectName::StealBoost => EffectKind::StealBoost,
        EffectName::SwapWithGraveyard => EffectKind::SwapWithGraveyard,
    };
    Some(Effect { kind, families: read_families(&row) })
}

/// The families of an effect or a filter: all five if none are named.
fn read_families(row: &Section<'_>) -> Families {
    row.maybe("families").map_or(Families::ALL, |families| {
        let families = families.items(1..=5);
        families
            .iter()
            .map(crate::model::settings::Item::choice::<Family>)
            .fold(Families::NONE, Families::with)
    })
}
