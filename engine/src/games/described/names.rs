//! What a description defines: zones, counters, settings, cards and decks, each with its name.

use super::sentences::{CardRef, Cond, EVENTS, Expr, RESERVED, chosen_names};
use super::state::{
    MOST_CARDS, MOST_CHOSEN, MOST_COUNTERS, MOST_KINDS, MOST_NUMBERS, MOST_TALLIES, MOST_ZONES,
};
use crate::model::settings::{Item, Section, Value as Tree};
use crate::model::words::interned;
use std::collections::BTreeSet;

/// Who sees the cards of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// Nobody.
    Hidden,
    /// Its player.
    Own,
    /// Everybody.
    Open,
}

/// The kinds of zones: how a description calls them, who sees them, whether their cards have an order, and whether both
/// players share one.
const ZONES: [(&str, Sight, bool, bool); 7] = [
    ("hidden", Sight::Hidden, true, false),
    ("own", Sight::Own, false, false),
    ("open", Sight::Open, false, false),
    ("open pile", Sight::Open, true, false),
    ("shared hidden", Sight::Hidden, true, true),
    ("shared open", Sight::Open, false, true),
    ("shared open pile", Sight::Open, true, true),
];

#[derive(Clone, Debug)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) sight: Sight,
    /// Whether its cards have an order.
    pub(super) pile: bool,
    /// Whether there is one for both players.
    pub(super) shared: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) name: String,
    pub(super) start: [i32; 2],
    /// Whether it is 0 again at the beginning of every round.
    pub(super) mark: bool,
}

/// The value of a setting.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// One for each seat, and whether they can differ.
    Number([i32; 2], bool),
    Flag(bool),
    /// All values, and the index of the chosen one.
    Choice(Vec<&'static str>, usize),
}

/// Everything that a description names.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The names of the sides; empty if both are alike.
    pub(super) sides: Vec<String>,
    pub(super) zones: Vec<Zone>,
    pub(super) counters: Vec<Counter>,
    pub(super) settings: Vec<(String, Value)>,
    pub(super) kinds: Vec<String>,
    /// The numbers of cards, the kinds that have each, and the numbers by kind.
    pub(super) numbers: Vec<String>,
    pub(super) with_number: Vec<u32>,
    pub(super) of_kind: Vec<[i32; MOST_KINDS]>,
    /// The names under which chosen cards are known.
    pub(super) chosen: Vec<String>,
    pub(super) tallies: Vec<String>,
    /// The events of the card report.
    pub(super) events: Vec<String>,
    /// Copies of each kind in the deck of each seat.
    pub(super) decks: [[u8; MOST_KINDS]; 2],
    /// The order of each deck from the top, if it is fixed.
    pub(super) order: [Vec<u8>; 2],
    /// The zone that holds all cards at the start.
    pub(super) deck: usize,
    /// The kind that replaces a card that a player goes without.
    pub(super) replacement: Option<usize>,
    /// The number of rounds after which a game ends.
    pub(super) max_rounds: u32,
}

/// The range of a number without one in `ranges`.
const RANGE: (i64, i64) = (0, 1000);
const LIMITS: (i64, i64) = (1, 100_000);

/// The tables with settings.
pub(super) const SETUP: &str = "setup";
pub(super) const RULES: &str = "rules";
pub(super) const COUNTERS: &str = "counters";
pub(super) const CARDS: &str = "cards";
pub(super) const DECK: &str = "deck";

impl Names {
    pub(super) fn read(root: &Section<'_>, lists: &[Item<'_>]) -> Self {
        let mut names = Self::default();
        if let Some(list) = root.maybe("sides") {
            for item in list.items(2..=2) {
                names.sides.push(names.new_name(&item, item.sentence()).to_owned());
            }
        }
        if names.sides.first() == names.sides.get(1) && !names.sides.is_empty() {
            root.fault("sides", "the same name twice", "two different names");
        }
        let (ranges, words) = (Ranges::read(root), words_of(lists));
        names.read_zones(root);
        if let Some(setup) = root.maybe(SETUP) {
            names.read_settings(&setup.section(), &ranges, &words);
        }
        // Every game has a limit.
        let rules = root.section(RULES);
        if !rules.has(LIMIT) {
            let unit = if root.has("turn") { "turns" } else { "rounds" };
            rules.fault(LIMIT, "no such key", format!("the most {unit} of a game, 1 at least"));
        }
        names.read_settings(&rules, &ranges, &words);
        if let Some(item) = root.maybe(COUNTERS) {
            for (name, item) in used(&item.section(), &words) {
                names.new_name(&item, name);
                let (start, _) = read_number(&item, ranges.of(name));
                names.counters.push(Counter { name: name.to_owned(), start, mark: false });
            }
        }
        if let Some(item) = root.maybe("marks") {
            for item in item.items(0..=MOST_COUNTERS) {
                let name = names.new_name(&item, item.sentence()).to_owned();
                if !words.contains(name.as_str()) {
                    item.fault("a mark that a sentence uses");
                }
                names.counters.push(Counter { name, start: [0; 2], mark: true });
            }
        }
        if names.counters.len() > MOST_COUNTERS {
            let found = format!("{} counters and marks", names.counters.len());
            root.fault(COUNTERS, found, format!("at most {MOST_COUNTERS}"));
            names.counters.truncate(MOST_COUNTERS);
        }
        names.read_cards(root, &ranges, &words);
        names.read_decks(root);
        names.replacement = root.maybe("replacement").and_then(|item| {
            let kinds: Vec<&str> = names.kinds.iter().map(String::as_str).collect();
            item.place_in(&kinds)
        });
        names.chosen = chosen_names(lists).into_iter().map(str::to_owned).collect();
        names.read_counted(lists);
        ranges.report_unused(root, &names);
        for (index, name) in names.chosen.iter().enumerate() {
            let is_taken = names.names().any(|known| known == *name) || !crate::model::settings::is_id(name);
            if is_taken || index >= MOST_CHOSEN || (index > 0 && RESERVED.contains(&name.as_str())) {
                let expected = format!("at most {MOST_CHOSEN} names of chosen cards, which nothing else has");
                root.fault(
                    "",
                    format!("the name \"{}\" of a chosen card", crate::model::settings::clipped(name)),
                    expected,
                );
            }
        }
        names.chosen.truncate(MOST_CHOSEN);
        names.max_rounds = match names.settings.iter().find(|(name, _)| name == LIMIT) {
            Some((_, Value::Number([most, _], false))) => u32::try_from(*most).unwrap_or(1).max(1),
            _ => 1,
        };
        names
    }

    /// All kinds, as a set.
    pub(super) fn all_kinds(&self) -> u32 {
        (1 << self.kinds.len()) - 1
    }

    /// Every name that a sentence can use for something other than a value, a kind's number, or a step.
    fn names(&self) -> impl Iterator<Item = &str> {
        let zones = self.zones.iter().map(|zone| zone.name.as_str());
        let counters = self.counters.iter().map(|counter| counter.name.as_str());
        let settings = self.settings.iter().map(|(name, _)| name.as_str());
        zones.chain(counters).chain(settings).chain(self.kinds.iter().map(String::as_str))
    }

    /// The name, which nothing else must have.
    fn new_name<'t>(&self, item: &Item<'_>, name: &'t str) -> &'t str {
        if self.names().any(|known| known == name) {
            item.refuse(
                format!("the name \"{name}\" again"),
                "another name: sentences could not tell them apart",
                None,
            );
        } else if RESERVED.contains(&name) || name == "card" || name.parse::<u64>().is_ok() {
            item.refuse(
                format!("the name \"{name}\""),
                "another name, because this is a word of sentences",
                None,
            );
        } else if !crate::model::settings::is_id(name) {
            item.fault("a name of lower-case letters, digits and single hyphens");
        }
        name
    }

    fn read_zones(&mut self, root: &Section<'_>) {
        let zones = root.section("zones");
        let kinds = ZONES.map(|(name, ..)| name);
        for (name, item) in zones.entries() {
            self.new_name(&item, name);
            let Some(kind) = item.place_in(&kinds) else { continue };
            let (_, sight, pile, shared) = ZONES[kind];
            self.zones.push(Zone { name: name.to_owned(), sight, pile, shared });
        }
        let of = |sight| self.zones.iter().filter(move |zone| zone.sight == sight).count();
        if of(Sight::Own) > 1 {
            root.fault("zones", "several zones that are \"own\"", "one at most");
        }
        let n_piles = self.zones.iter().filter(|zone| zone.pile).count();
        let is_many = self.zones.len() > MOST_ZONES
            || n_piles > MOST_ZONES / 2
            || self.zones.len() - n_piles > MOST_ZONES / 2;
        if is_many {
            let found = format!("{} zones, {n_piles} of them with an order", self.zones.len());
            root.fault(
                "zones",
                found,
                format!("at most {} with an order, and {} others", MOST_ZONES / 2, MOST_ZONES / 2),
            );
        }
        match self.zones.iter().position(|zone| zone.name == "deck") {
            Some(deck) if self.zones[deck].pile => self.deck = deck,
            Some(_) => root.fault(
                "zones",
                "a deck without an order",
                "deck = \"hidden\", which holds all cards at the start",
            ),
            None if root.is_faulty() => {}
            None => root.fault("zones", "no deck", "deck = \"hidden\", which holds all cards at the start"),
        }
    }

    /// The settings of a table. Every one must have a use, so that a name with a typing mistake is no new setting.
    fn read_settings(&mut self, section: &Section<'_>, ranges: &Ranges, words: &BTreeSet<&str>) {
        for (name, item) in used(section, words) {
            self.new_name(&item, name);
            let values = ranges.choices.iter().find(|(known, _)| known == name).map(|(_, values)| values);
            let value = match (&item.node().value, values) {
                (_, Some(values)) => Value::Choice(values.clone(), item.one_of(values)),
                (Tree::Flag(_), None) => Value::Flag(item.flag()),
                (Tree::Text(_), None) => {
                    let expected = "a number, true or false, or one of the names that [choices] lists";
                    item.fault(format!("{expected}: {name} = [\"…\", \"…\"]"));
                    continue;
                }
                _ => {
                    let (numbers, per_seat) = read_number(&item, ranges.of(name));
                    Value::Number(numbers, per_seat)
                }
            };
            self.settings.push((name.to_owned(), value));
        }
    }

    fn read_cards(&mut self, root: &Section<'_>, ranges: &Ranges, words: &BTreeSet<&str>) {
        let cards = root.section(CARDS);
        for (id, item) in cards.entries() {
            self.new_name(&item, id);
            if self.kinds.len() == MOST_KINDS - 1 {
                item.refuse("too many kinds of cards", format!("at most {}", MOST_KINDS - 1), None);
                break;
            }
            let kind = self.kinds.len();
            self.kinds.push(id.to_owned());
            for (name, item) in used(&item.section(), words) {
                let number = self.numbers.iter().position(|known| known == name).unwrap_or_else(|| {
                    self.numbers.push(name.to_owned());
                    self.with_number.push(0);
                    self.of_kind.push([0; MOST_KINDS]);
                    self.numbers.len() - 1
                });
                if number >= MOST_NUMBERS {
                    item.refuse(
                        "too many numbers of cards",
                        format!("at most {MOST_NUMBERS} names in all"),
                        None,
                    );
                    return;
                }
                let (low, high) = ranges.of(name);
                self.of_kind[number][kind] = item.int(low..=high);
                self.with_number[number] |= 1 << kind;
            }
        }
        if self.kinds.is_empty() && !root.is_faulty() {
            root.fault(CARDS, "no cards", "a table for each kind: [cards.stab]");
        }
    }

    fn read_decks(&mut self, root: &Section<'_>) {
        let is_shared = self.zones.get(self.deck).is_some_and(|deck| deck.shared);
        let deck = root.item(DECK);
        if !self.sides.is_empty() && !is_shared {
            let sides: Vec<&str> = self.sides.iter().map(String::as_str).collect();
            let decks = deck.section().entries();
            decks.iter().filter(|(name, _)| !sides.contains(name)).for_each(|(_, item)| item.unknown(&sides));
            for (seat, side) in self.sides.clone().iter().enumerate() {
                match decks.iter().find(|(name, _)| name == side) {
                    Some((_, item)) => self.read_deck(seat, item),
                    None if root.is_faulty() => {}
                    None => {
                        root.fault(DECK, format!("no deck of {side}"), format!("a table [deck.{side}]"));
                    }
                }
            }
        } else {
            self.read_deck(0, &deck);
            if !is_shared {
                self.decks[1] = self.decks[0];
                self.order[1] = self.order[0].clone();
            }
        }
        if root.is_faulty() {
            return;
        }
        let total: usize = self.decks.iter().flatten().map(|copies| usize::from(*copies)).sum();
        let no_cards =
            (0..if is_shared { 1 } else { 2 }).any(|seat| self.decks[seat].iter().all(|copies| *copies == 0));
        if total > MOST_CARDS || no_cards {
            let found = format!("{total} cards of both players");
            root.fault(DECK, found, format!("at most {MOST_CARDS}, and 1 at least in each deck"));
        }
    }

    /// The deck of a player: copies of each kind, or all cards from the top.
    fn read_deck(&mut self, seat: usize, item: &Item<'_>) {
        let kinds: Vec<&str> = self.kinds.iter().map(String::as_str).collect();
        if matches!(item.node().value, Tree::List(_)) {
            for card in item.items(1..=MOST_CARDS) {
                let Some(kind) = card.place_in(&kinds) else { continue };
                self.decks[seat][kind] += 1;
                self.order[seat].push(u8::try_from(kind).unwrap_or(0));
            }
            return;
        }
        for (name, item) in item.section().entries() {
            match kinds.iter().position(|kind| *kind == name) {
                Some(kind) => self.decks[seat][kind] = item.int(0..=60),
                None => item.unknown(&kinds),
            }
        }
    }

    /// The counts and card events that sentences name.
    fn read_counted(&mut self, lists: &[Item<'_>]) {
        self.events = EVENTS.map(str::to_owned).to_vec();
        for list in lists {
            let Tree::List(items) = &list.node().value else { continue };
            for node in items {
                let Tree::Text(text) = &node.value else { continue };
                let words: Vec<&str> = text.split_whitespace().collect();
                if let ["count", name, ..] = words[..]
                    && !self.tallies.iter().any(|known| known == name)
                {
                    self.tallies.push(name.to_owned());
                }
                if let [.., "counted", "as", name] = words[..]
                    && !self.events.iter().any(|known| known == name)
                {
                    self.events.push(name.to_owned());
                }
            }
            for (what, names) in [("counts", &mut self.tallies), ("card events", &mut self.events)] {
                if names.len() > MOST_TALLIES || names.iter().any(|name| !crate::model::settings::is_id(name))
                {
                    list.refuse(
                        format!(
                            "{what} with the names {}",
                            crate::model::settings::clipped(&names.join(", "))
                        ),
                        format!("at most {MOST_TALLIES}, of lower-case letters, digits and single hyphens"),
                        None,
                    );
                    names.truncate(EVENTS.len());
                }
            }
        }
    }

    /// Whether a condition holds for a kind of card; `None` if it depends on more.
    pub(super) fn holds(&self, cond: &Cond, kind: usize) -> Option<bool> {
        match cond {
            Cond::Known(known) => Some(*known),
            Cond::Compare(one, comparison, other) => {
                Some(comparison.holds(self.number(one, kind)?, self.number(other, kind)?))
            }
            Cond::Kind(CardRef::It, kinds) if kind < MOST_KINDS => Some(kinds >> kind & 1 == 1),
            Cond::Not(cond) => Some(!self.holds(cond, kind)?),
            Cond::And(one, other) => Some(self.holds(one, kind)? && self.holds(other, kind)?),
            Cond::Or(one, other) => Some(self.holds(one, kind)? || self.holds(other, kind)?),
            Cond::Kind(..) | Cond::Has(..) | Cond::Either(_) | Cond::Both(_) => None,
        }
    }

    fn number(&self, expr: &Expr, kind: usize) -> Option<i32> {
        match expr {
            Expr::Known([one, other]) => (one == other).then_some(*one),
            Expr::Of(number, CardRef::It) => self.of_kind[*number].get(kind).copied(),
            Expr::Calc(calc, one, other) => Some(calc.of(self.number(one, kind)?, self.number(other, kind)?)),
            Expr::Of(..) | Expr::Counter(..) | Expr::Size(_) | Expr::Round => None,
        }
    }
}

/// The number of rounds or turns after which a game ends.
pub(super) const LIMIT: &str = "max-rounds";

/// The words of all sentences.
fn words_of<'s>(lists: &[Item<'s>]) -> BTreeSet<&'s str> {
    let texts = lists.iter().filter_map(|list| match &list.node().value {
        Tree::List(items) => Some(items),
        _ => None,
    });
    let texts = texts.flatten().filter_map(|node| match &node.value {
        Tree::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    texts.flat_map(|text| text.split(move |c| !is_word(c))).collect()
}

/// The entries of a table that sentences name; the others are reported as unknown keys.
fn used<'s>(section: &Section<'s>, words: &BTreeSet<&str>) -> Vec<(&'s str, Item<'s>)> {
    let is_used = |name: &str| name == LIMIT || words.contains(name);
    let (used, unused): (Vec<_>, Vec<_>) = section.entries().into_iter().partition(|(name, _)| is_used(name));
    let known: Vec<&str> = used.iter().map(|(name, _)| *name).collect();
    for (_, item) in unused {
        if known.is_empty() {
            item.refuse("an unknown key", "a name that a sentence uses", None);
        } else {
            item.unknown(&known);
        }
    }
    used
}

/// A number, or a list of one for each player; numbers that the list does not have are 0.
fn read_number(item: &Item<'_>, (low, high): (i64, i64)) -> ([i32; 2], bool) {
    if !matches!(item.node().value, Tree::List(_)) {
        return ([item.int(low..=high); 2], false);
    }
    let mut numbers = [0; 2];
    for (item, number) in item.items(0..=2).iter().zip(&mut numbers) {
        *number = item.int(low..=high);
    }
    (numbers, true)
}

/// What settings can be.
#[derive(Debug)]
struct Ranges {
    ranges: Vec<(String, (i64, i64))>,
    choices: Vec<(String, Vec<&'static str>)>,
}

impl Ranges {
    fn read(root: &Section<'_>) -> Self {
        let mut ranges = Vec::new();
        if let Some(item) = root.maybe("ranges") {
            for (name, item) in item.section().entries() {
                let ends: Vec<i64> = item
                    .items(2..=2)
                    .iter()
                    .map(|end| match end.node().value {
                        Tree::Int(end) if end.abs() <= 100_000 => end,
                        _ => {
                            end.fault("an integer from -100000 to 100000");
                            0
                        }
                    })
                    .collect();
                match ends[..] {
                    [low, high] if low <= high => ranges.push((name.to_owned(), (low, high))),
                    [low, high] => item.refuse(format!("[{low}, {high}]"), "the lower number first", None),
                    _ => {}
                }
            }
        }
        let mut choices = Vec::new();
        if let Some(item) = root.maybe("choices") {
            for (name, item) in item.section().entries() {
                let values: Vec<&str> =
                    item.items(1..=20).iter().map(|value| interned(value.sentence())).collect();
                if let Some(value) = values.iter().find(|value| !crate::model::settings::is_id(value)) {
                    item.refuse(
                        format!("the value \"{value}\""),
                        "lower-case letters, digits and single hyphens",
                        None,
                    );
                }
                if !values.is_empty() {
                    choices.push((name.to_owned(), values));
                }
            }
        }
        Self { ranges, choices }
    }

    fn of(&self, name: &str) -> (i64, i64) {
        let default = if name == LIMIT { LIMITS } else { RANGE };
        self.ranges.iter().find(|(known, _)| known == name).map_or(default, |(_, range)| *range)
    }

    /// Reports ranges and choices of nothing.
    fn report_unused(&self, root: &Section<'_>, names: &Names) {
        let settings = || names.settings.iter().map(|(name, _)| name.as_str());
        let counters = names.counters.iter().map(|counter| counter.name.as_str());
        let numbers = names.numbers.iter().map(String::as_str);
        let known: Vec<&str> = settings().chain(counters).chain(numbers).collect();
        let choices: Vec<&str> = settings().collect();
        for (table, defined, known) in [
            ("ranges", self.ranges.iter().map(|(name, _)| name).collect::<Vec<_>>(), known),
            ("choices", self.choices.iter().map(|(name, _)| name).collect(), choices),
        ] {
            let Some(item) = root.maybe(table) else { continue };
            for (name, item) in item.section().entries() {
                if defined.iter().any(|known| *known == name) && !known.contains(&name) {
                    item.unknown(&known);
                }
            }
        }
    }
}
