//! What a description defines: zones, counters, settings, cards and decks, each with its name.

use super::compile::{Compiler, Place};
use super::sentences::{EVENTS, LONGEST_LIST, MOST_LINES, RESERVED, chosen_names, is_verb};
use super::state::{
    MOST_CARDS, MOST_CHOSEN, MOST_COUNTERS, MOST_KINDS, MOST_NUMBERS, MOST_TALLIES, MOST_ZONES, State, has,
    only,
};
use super::statements::{CardRef, Cond, Expr, Who, ZoneRef};
use crate::model::Seat;
use crate::model::settings::{Item, Node, Section, Value as Tree, nearest};
use crate::model::words::interned;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

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
    pub(super) with_number: Vec<u64>,
    pub(super) of_kind: Vec<[i32; MOST_KINDS]>,
    /// The names under which chosen cards are known.
    pub(super) chosen: Vec<String>,
    /// The settings whose values `choices` should list.
    without_choices: Vec<String>,
    pub(super) tallies: Vec<String>,
    /// The events of the card report.
    pub(super) events: Vec<String>,
    /// Copies of each kind in the deck of each seat.
    pub(super) decks: [Vec<u8>; 2],
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

/// The tables with names that sentences use.
pub(super) const ZONES_TABLE: &str = "zones";
pub(super) const MARKS: &str = "marks";
pub(super) const SETUP: &str = "setup";
pub(super) const RULES: &str = "rules";
pub(super) const COUNTERS: &str = "counters";
pub(super) const CARDS: &str = "cards";
pub(super) const DECK: &str = "deck";
const STEPS: &str = "steps";

/// Errors of names from which errors of sentences follow. These are not reported, because they have no cause of their own.
#[derive(Debug, Default)]
pub(super) struct Causes<'s> {
    /// Tables in which not every name is accepted.
    broken: BTreeSet<&'static str>,
    /// Names in tables that a description does not have.
    stray: BTreeSet<&'s str>,
    has_stray: bool,
    /// Names that sentences use, and for which a table has a similar name without a use.
    meant: BTreeSet<String>,
}

impl Causes<'_> {
    /// Whether one of these tables would define a name if it had no error. `none` if they define nothing at all.
    pub(super) fn explain(&self, name: &str, tables: &[&'static str], none: bool) -> bool {
        let is_broken = tables.iter().any(|table| self.broken.contains(table)) || none && self.has_stray;
        let is_elsewhere = self.stray.contains(name) || self.meant.contains(name);
        !tables.is_empty() && !RESERVED.contains(&name) && (is_broken || is_elsewhere)
    }
}

/// The names without a use, and the words of all sentences.
struct Uses<'s> {
    words: BTreeSet<&'s str>,
    unused: RefCell<Vec<(&'s str, Item<'s>)>>,
}

impl<'s> Uses<'s> {
    /// The entries of a table that sentences name; the others are reported later.
    fn used(&self, section: &Section<'s>, always: &str) -> Vec<(&'s str, Item<'s>)> {
        let is_used = |name: &str| name == always || self.words.contains(name);
        let (used, unused): (Vec<_>, Vec<_>) =
            section.entries().into_iter().partition(|(name, _)| is_used(name));
        self.unused.borrow_mut().extend(unused);
        used
    }

    fn is_unused(&self, name: &str) -> bool {
        self.unused.borrow().iter().any(|(unused, _)| *unused == name)
    }

    /// Reports the names without a use. Returns the names that are probably meant.
    fn report(&self, names: &Names) -> BTreeSet<String> {
        let values = names.settings.iter().filter_map(|(_, value)| match value {
            Value::Choice(values, _) => Some(values),
            _ => None,
        });
        let values: Vec<&str> = values.flatten().copied().collect();
        let others = || names.chosen.iter().chain(&names.tallies).chain(&names.events);
        let known: BTreeSet<&str> = names.names().chain(others().map(String::as_str)).collect();
        let of_sentences = |name: &&&str| {
            !RESERVED.contains(*name) && !is_verb(name) && !values.contains(*name) && !known.contains(*name)
        };
        let undefined: Vec<&str> = self.words.iter().filter(of_sentences).take(MOST_NAMES).copied().collect();
        let (mut meant, mut reported) = (BTreeSet::new(), BTreeSet::new());
        for (name, item) in self.unused.borrow().iter() {
            let (table, _) = item.path().rsplit_once('.').unwrap_or_default();
            // A number that many cards have is one error.
            if table.starts_with(CARDS) && !reported.insert(*name) {
                continue;
            }
            let siblings = names.in_table(table);
            let hint = nearest(name, undefined.iter().chain(&siblings).copied());
            let used = if siblings.is_empty() {
                String::new()
            } else {
                format!("; names with a use: {}", siblings.join(", "))
            };
            let expected = format!("a sentence that uses \"{name}\", or no such name{used}");
            item.refuse(UNUSED, expected, hint.clone());
            meant.extend(hint);
        }
        meant
    }
}

/// Maximum number of entries of a table of settings, of their ranges or choices, and of steps.
const MOST_NAMES: usize = 200;

/// The tables and lists of a description: what each has, and how many at most.
const TABLES: [(&str, &str, usize); 14] = [
    (ZONES_TABLE, "zones", MOST_ZONES),
    (COUNTERS, "counters", MOST_COUNTERS),
    (MARKS, "marks", MOST_COUNTERS),
    (SETUP, "settings", MOST_NAMES),
    (RULES, "settings", MOST_NAMES),
    ("ranges", "ranges", MOST_NAMES),
    ("choices", "settings", MOST_NAMES),
    (CARDS, "kinds of cards", MOST_KINDS),
    (DECK, "cards", MOST_CARDS),
    ("start", "sentences", LONGEST_LIST),
    ("round", "sentences", LONGEST_LIST),
    ("turn", "sentences", LONGEST_LIST),
    ("limit", "sentences", LONGEST_LIST),
    (STEPS, "steps", MOST_NAMES),
];

/// Counts what tables and lists have before anything is done with it. If one has too much, this is the only error: nothing of
/// the description is read, and `false` is returned.
pub(super) fn is_short(root: &Section<'_>) -> bool {
    let length = |node: &Node| match &node.value {
        Tree::Table(entries) => entries.len(),
        Tree::List(items) => items.len(),
        _ => 0,
    };
    let mut n_sentences = 0;
    let mut found = None;
    for (key, what, most) in TABLES {
        let Some(item) = root.maybe(key) else { continue };
        let (mut n, mut longest) = (length(item.node()), 0);
        let mut refuse = |n: usize, what: &str, most: usize| {
            found.get_or_insert((key, format!("{n} {what}"), most));
        };
        if n > most {
            refuse(n, what, most);
        } else if let Tree::Table(entries) = &item.node().value {
            let lengths = || entries.iter().map(|(_, node)| length(node));
            longest = lengths().max().unwrap_or(0);
            n = lengths().sum();
        }
        match key {
            CARDS if longest > MOST_NUMBERS => refuse(longest, "numbers of a card", MOST_NUMBERS),
            DECK if longest > MOST_CARDS => refuse(longest, what, MOST_CARDS),
            _ if what == "sentences" || key == STEPS => n_sentences += n,
            _ => {}
        }
    }
    if n_sentences > MOST_LINES {
        found.get_or_insert(("", format!("{n_sentences} sentences"), MOST_LINES));
    }
    let Some((key, found, most)) = found else { return true };
    root.fault(key, found, format!("at most {most}"));
    root.skip(&["title", "sides", "replacement"]);
    false
}

/// What is found where no sentence uses a name.
const UNUSED: &str = "a name that no sentence uses";

impl Names {
    /// Reads all tables. Also returns the errors in them that explain errors of sentences.
    pub(super) fn read<'s>(root: &Section<'s>, lists: &[Item<'s>]) -> (Self, Causes<'s>) {
        let mut names = Self::default();
        if let Some(list) = root.maybe("sides") {
            for item in list.items(2..=2) {
                let side = names.new_name(&item, item.sentence()).unwrap_or_default();
                names.sides.push(side.to_owned());
            }
        }
        if names.sides.first() == names.sides.get(1) && names.sides.iter().any(|side| !side.is_empty()) {
            root.fault("sides", "the same name twice", "two different names");
        }
        let ranges = Ranges::read(root);
        let uses = Uses { words: words_of(lists), unused: RefCell::default() };
        let mut defined: Vec<(&'static str, Item<'s>)> = Vec::new();
        let zones = root.item(ZONES_TABLE);
        names.read_zones(root, &zones, &uses);
        defined.push((ZONES_TABLE, zones));
        if let Some(setup) = root.maybe(SETUP) {
            names.read_settings(&setup.section(), &ranges, &uses);
            defined.push((SETUP, setup));
        }
        // Every game has a limit.
        let of_rules = root.item(RULES);
        let rules = of_rules.section();
        defined.push((RULES, of_rules));
        if !rules.has(LIMIT) {
            let unit = if root.has("turn") { "turns" } else { "rounds" };
            rules.fault(LIMIT, "no such key", format!("the most {unit} of a game, 1 at least"));
        }
        names.read_settings(&rules, &ranges, &uses);
        if let Some(item) = root.maybe(COUNTERS) {
            let entries = uses.used(&item.section(), "");
            defined.push((COUNTERS, item));
            for (name, item) in entries {
                let Some(name) = names.new_name(&item, name) else { continue };
                if let Tree::List(numbers) = &item.node().value
                    && numbers.len() != 2
                {
                    let expected = "one number, or a list of 2: one for each player";
                    item.refuse(format!("a list of {}", numbers.len()), expected, None);
                    continue;
                }
                let (start, _) = read_number(&item, ranges.of(name), 2..=2);
                names.counters.push(Counter { name: name.to_owned(), start, mark: false });
            }
        }
        if let Some(item) = root.maybe(MARKS) {
            for item in item.items(0..=MOST_COUNTERS) {
                let Some(name) = names.new_name(&item, item.sentence()) else { continue };
                if !uses.words.contains(name) {
                    uses.unused.borrow_mut().push((name, item));
                    continue;
                }
                names.counters.push(Counter { name: name.to_owned(), start: [0; 2], mark: true });
            }
            defined.push((MARKS, item));
        }
        if names.counters.len() > MOST_COUNTERS {
            let found = format!("{} counters and marks", names.counters.len());
            root.fault(COUNTERS, found, format!("at most {MOST_COUNTERS}"));
        }
        let cards = root.item(CARDS);
        let card_items = names.read_cards(root, &cards, &ranges, &uses);
        let in_decks = names.read_decks(root);
        names.replacement = root.maybe("replacement").and_then(|item| {
            let kinds: Vec<&str> = names.kinds.iter().map(String::as_str).collect();
            item.place_in(&kinds)
        });
        names.chosen = chosen_names(lists).into_iter().map(str::to_owned).collect();
        names.read_counted(lists);
        if names.replacement.is_some() || !root.has("replacement") {
            names.report_unused_cards(&card_items, in_decks, &uses.words);
        }
        defined.push((CARDS, cards));
        ranges.report_unused(&names, &uses);
        // The name `card` is always there, and nothing else can have it.
        for name in names.chosen.iter().skip(1) {
            let is_taken = names.names().any(|known| known == *name) || !crate::model::settings::is_id(name);
            if is_taken || RESERVED.contains(&name.as_str()) {
                root.fault(
                    "",
                    format!("the name \"{}\" of a chosen card", crate::model::settings::clipped(name)),
                    "a name of lower-case letters, digits and single hyphens, which nothing else has",
                );
            }
        }
        if names.chosen.len() > MOST_CHOSEN {
            let found = format!("{} names of chosen cards", names.chosen.len());
            root.fault(
                "",
                found,
                format!("at most {MOST_CHOSEN}, with the name `card` of a choice without \"as\""),
            );
        }
        names.max_rounds = match names.settings.iter().find(|(name, _)| name == LIMIT) {
            Some((_, Value::Number([most, _], false))) => u32::try_from(*most).unwrap_or(1).max(1),
            _ => 1,
        };
        let mut causes = Causes::default();
        let mut lacks_sentences = !root.has("round") && !root.has("turn");
        for (_, node) in root.close() {
            causes.has_stray = true;
            lacks_sentences |= matches!(node.value, Tree::List(_));
            if let Tree::Table(entries) = &node.value {
                causes.stray.extend(entries.iter().map(|(name, _)| name.as_str()));
            }
        }
        for (table, item) in defined {
            let known = names.in_table(table);
            let is_unknown = |name: &str| !uses.is_unused(name) && !known.contains(&name);
            let is_broken = match &item.node().value {
                Tree::Table(entries) => entries.iter().any(|(name, _)| is_unknown(name)),
                Tree::List(items) => {
                    items.iter().any(|item| !matches!(&item.value, Tree::Text(name) if !is_unknown(name)))
                }
                _ => true,
            };
            if is_broken {
                causes.broken.insert(table);
            }
        }
        if !lacks_sentences {
            causes.meant = uses.report(&names);
        }
        (names, causes)
    }

    /// The names of the same kind as those of a table.
    fn in_table(&self, table: &str) -> Vec<&str> {
        let counters = |mark| {
            self.counters.iter().filter(move |counter| counter.mark == mark).map(|one| one.name.as_str())
        };
        match table {
            ZONES_TABLE => self.zones.iter().map(|zone| zone.name.as_str()).collect(),
            COUNTERS => counters(false).collect(),
            MARKS => counters(true).collect(),
            CARDS => self.kinds.iter().map(String::as_str).collect(),
            SETUP | RULES => self.settings.iter().map(|(name, _)| name.as_str()).collect(),
            _ => self.numbers.iter().map(String::as_str).collect(),
        }
    }

    /// Reports cards that no deck lists, no sentence names, and that replace no others.
    fn report_unused_cards(&self, cards: &[Item<'_>], in_decks: u64, words: &BTreeSet<&str>) {
        for (kind, (id, item)) in (0..).zip(self.kinds.iter().zip(cards)) {
            let is_listed = has(in_decks, kind) || self.replacement == Some(usize::from(kind));
            if !is_listed && !words.contains(id.as_str()) {
                let expected = format!(
                    "copies of it below [deck], a sentence that uses \"{id}\", or replacement = \"{id}\""
                );
                item.refuse("a card that no deck has and no sentence uses", expected, None);
            }
        }
    }

    /// All kinds, as a set.
    pub(super) fn all_kinds(&self) -> u64 {
        self.each_kind().fold(0, |kinds, kind| kinds | only(kind))
    }

    /// The number of each kind.
    pub(super) fn each_kind(&self) -> impl Iterator<Item = u8> + '_ {
        (0..).zip(&self.kinds).map(|(kind, _)| kind)
    }

    /// Every name that a sentence can use for something other than a value, a kind's number, or a step.
    fn names(&self) -> impl Iterator<Item = &str> {
        let zones = self.zones.iter().map(|zone| zone.name.as_str());
        let counters = self.counters.iter().map(|counter| counter.name.as_str());
        let settings = self.settings.iter().map(|(name, _)| name.as_str());
        zones.chain(counters).chain(settings).chain(self.kinds.iter().map(String::as_str))
    }

    /// The name, which nothing else must have; otherwise reports an error.
    fn new_name<'t>(&self, item: &Item<'_>, name: &'t str) -> Option<&'t str> {
        if self.names().any(|known| known == name) {
            item.refuse(
                format!("the name \"{name}\" again"),
                "another name: sentences could not tell them apart",
                None,
            );
        } else if is_word(name) || name.parse::<u64>().is_ok() {
            item.refuse(
                format!("the name \"{name}\""),
                "another name, because this is a word of sentences",
                None,
            );
        } else if !crate::model::settings::is_id(name) {
            item.fault("a name of lower-case letters, digits and single hyphens");
        } else {
            return Some(name);
        }
        None
    }

    fn read_zones<'s>(&mut self, root: &Section<'s>, zones: &Item<'s>, uses: &Uses<'s>) {
        let kinds = ZONES.map(|(name, ..)| name);
        for (name, item) in uses.used(&zones.section(), DECK) {
            let Some(name) = self.new_name(&item, name) else { continue };
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
    fn read_settings<'s>(&mut self, section: &Section<'s>, ranges: &Ranges<'s>, uses: &Uses<'s>) {
        for (name, item) in uses.used(section, LIMIT) {
            let Some(name) = self.new_name(&item, name) else { continue };
            let values = ranges.choices.iter().find(|(known, _)| *known == name).map(|(_, values)| values);
            let value = match (&item.node().value, values) {
                (_, Some(values)) => Value::Choice(values.clone(), item.one_of(values)),
                (Tree::Flag(_), None) => Value::Flag(item.flag()),
                (Tree::Text(_), None) => {
                    self.without_choices.push(name.to_owned());
                    // Its values are probably there, with a fault, or below a name with a typing mistake.
                    let mut listed = ranges.choices_of.iter().map(|(name, _)| *name);
                    if listed.any(|listed| nearest(listed, [name]).is_some()) {
                        continue;
                    }
                    let expected = "a number, true or false, or one of the names that [choices] lists";
                    item.fault(format!("{expected}: {name} = [\"…\", \"…\"]"));
                    continue;
                }
                _ if name == LIMIT => {
                    let (low, high) = ranges.of(name);
                    Value::Number([item.int(low..=high); 2], false)
                }
                _ => {
                    let (numbers, per_seat) = read_number(&item, ranges.of(name), 0..=2);
                    Value::Number(numbers, per_seat)
                }
            };
            self.settings.push((name.to_owned(), value));
        }
    }

    fn read_cards<'s>(
        &mut self,
        root: &Section<'s>,
        cards: &Item<'s>,
        ranges: &Ranges<'s>,
        uses: &Uses<'s>,
    ) -> Vec<Item<'s>> {
        let mut items = Vec::new();
        for (id, item) in cards.section().entries() {
            let Some(id) = self.new_name(&item, id) else { continue };
            let kind = self.kinds.len();
            self.kinds.push(id.to_owned());
            items.push(item.clone());
            for (name, item) in uses.used(&item.section(), "") {
                let number = self.numbers.iter().position(|known| known == name).unwrap_or_else(|| {
                    self.numbers.push(name.to_owned());
                    self.with_number.push(0);
                    self.of_kind.push([0; MOST_KINDS]);
                    self.numbers.len() - 1
                });
                let (low, high) = ranges.of(name);
                self.of_kind[number][kind] = item.int(low..=high);
                self.with_number[number] |= 1 << kind;
            }
        }
        if self.numbers.len() > MOST_NUMBERS {
            let found = format!("{} numbers of cards", self.numbers.len());
            root.fault(CARDS, found, format!("at most {MOST_NUMBERS} names of numbers in all"));
        }
        if self.kinds.is_empty() && !root.is_faulty() {
            root.fault(CARDS, "no cards", "a table for each kind: [cards.stab]");
        }
        items
    }

    /// Reads the decks. Returns the kinds that they list; all, if there is a fault or a list of cards.
    fn read_decks(&mut self, root: &Section<'_>) -> u64 {
        let (mut listed, all) = (0, u64::MAX);
        self.decks = [(); 2].map(|()| vec![0; self.kinds.len()]);
        if self.kinds.is_empty() && root.has(DECK) {
            // That there are no cards is reported.
            root.skip(&[DECK]);
            return all;
        }
        let is_shared = self.zones.get(self.deck).is_some_and(|deck| deck.shared);
        let deck = root.item(DECK);
        if !self.sides.is_empty() && !is_shared {
            let sides: Vec<&str> = self.sides.iter().map(String::as_str).collect();
            let decks = deck.section().entries();
            if !decks.is_empty() && !decks.iter().any(|(name, _)| sides.contains(name)) {
                deck.refuse(
                    "one deck",
                    format!("one for each side: [deck.{}]", sides.join("] and [deck.")),
                    None,
                );
                return all;
            }
            decks.iter().filter(|(name, _)| !sides.contains(name)).for_each(|(_, item)| item.unknown(&sides));
            for (seat, side) in self.sides.clone().iter().enumerate() {
                match decks.iter().find(|(name, _)| name == side) {
                    Some((_, item)) => listed |= self.read_deck(seat, item),
                    None if root.is_faulty() => {}
                    None => {
                        root.fault(DECK, format!("no deck of {side}"), format!("a table [deck.{side}]"));
                    }
                }
            }
        } else {
            listed |= self.read_deck(0, &deck);
            if !is_shared {
                self.decks[1] = self.decks[0].clone();
                self.order[1] = self.order[0].clone();
            }
        }
        if root.is_faulty() {
            return all;
        }
        let total: usize = self.decks.iter().flatten().map(|copies| usize::from(*copies)).sum();
        let no_cards =
            (0..if is_shared { 1 } else { 2 }).any(|seat| self.decks[seat].iter().all(|copies| *copies == 0));
        if total > MOST_CARDS || no_cards {
            let found = format!("{total} cards of both players");
            root.fault(DECK, found, format!("at most {MOST_CARDS}, and 1 at least in each deck"));
            return all;
        }
        listed
    }

    /// The deck of a player: copies of each kind, or all cards from the top. Returns the kinds that it lists.
    fn read_deck(&mut self, seat: usize, item: &Item<'_>) -> u64 {
        let mut listed = 0;
        let kinds: Vec<&str> = self.kinds.iter().map(String::as_str).collect();
        if matches!(item.node().value, Tree::List(_)) {
            for card in item.items(1..=MOST_CARDS) {
                let Some(kind) = card.place_in(&kinds) else { continue };
                self.decks[seat][kind] += 1;
                self.order[seat].push(u8::try_from(kind).unwrap_or(0));
            }
            return u64::MAX;
        }
        for (name, item) in item.section().entries() {
            match kinds.iter().position(|kind| *kind == name) {
                Some(kind) => {
                    self.decks[seat][kind] = item.int(0..=60);
                    listed |= 1 << kind;
                }
                // A card cannot have this name, which is reported.
                None if is_word(name) => {}
                None => item.unknown(&kinds),
            }
        }
        listed
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
                    return;
                }
            }
        }
    }

    /// Whether a condition holds for a kind of card. `seen` is a state and the seat that chooses in it; without it, `None` if
    /// the condition depends on the state.
    pub(super) fn holds(&self, cond: &Cond, kind: u8, seen: Option<(&State, Seat)>) -> Option<bool> {
        let of = |cond: &Cond| self.holds(cond, kind, seen);
        let of_seats = |cond: &Cond| {
            let of_seat = |seat| seen.and_then(|(state, _)| self.holds(cond, kind, Some((state, seat))));
            [of_seat(Seat::FIRST), of_seat(Seat::SECOND)]
        };
        let both = |holds: [Option<bool>; 2]| match holds {
            [Some(false), _] | [_, Some(false)] => Some(false),
            [Some(true), Some(true)] => Some(true),
            _ => None,
        };
        let not = |holds: Option<bool>| holds.map(|holds| !holds);
        match cond {
            Cond::Known(known) => Some(*known),
            Cond::Compare(one, comparison, other) => {
                Some(comparison.holds(self.number(one, kind, seen)?, self.number(other, kind, seen)?))
            }
            Cond::Kind(CardRef::It, kinds) => Some(has(*kinds, kind)),
            Cond::Nothing(CardRef::It) => Some(false),
            Cond::Kind(CardRef::Chosen(..), _) | Cond::Nothing(CardRef::Chosen(..)) => None,
            Cond::Has(zone, kinds) => {
                let (state, seat) = seen?;
                let place = self.place(*zone, seat);
                Some(state.players[usize::from(place.seat & 1)].kinds(place.index, place.pile) & kinds != 0)
            }
            Cond::Not(cond) => not(of(cond)),
            Cond::And(one, other) => both([of(one), of(other)]),
            Cond::Or(one, other) => not(both([one, other].map(|cond| not(of(cond))))),
            Cond::Either(cond) => not(both(of_seats(cond).map(not))),
            Cond::Both(cond) => both(of_seats(cond)),
        }
    }

    fn number(&self, expr: &Expr, kind: u8, seen: Option<(&State, Seat)>) -> Option<i32> {
        match expr {
            Expr::Known([one, other]) if one == other => Some(*one),
            Expr::Known(numbers) => numbers.get(seen?.1.index()).copied(),
            Expr::Of(number, CardRef::It) => self.of_kind[*number].get(usize::from(kind)).copied(),
            Expr::Of(_, CardRef::Chosen(..)) => None,
            Expr::Calc(calc, one, other) => {
                Some(calc.of(self.number(one, kind, seen)?, self.number(other, kind, seen)?))
            }
            Expr::Counter(who, counter) => {
                let (state, seat) = seen?;
                let seat = if *who == Who::Foe { seat.foe() } else { seat };
                state.players[seat.index() & 1].counters.get(*counter).copied()
            }
            Expr::Size(zone) => {
                let (state, seat) = seen?;
                let place = self.place(*zone, seat);
                i32::try_from(state.players[usize::from(place.seat & 1)].size(place.index, place.pile)).ok()
            }
            Expr::Round => i32::try_from(seen?.0.round).ok(),
        }
    }

    fn place(&self, ZoneRef(who, zone): ZoneRef, seat: Seat) -> Place {
        Compiler::place(self, zone, Compiler::seat(who, Some(seat.index())))
    }
}

/// Whether it has a meaning in every description.
fn is_word(name: &str) -> bool {
    RESERVED.contains(&name) || name == "card"
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

/// A number, or a list of one for each player; numbers that the list does not have are 0.
fn read_number(item: &Item<'_>, (low, high): (i64, i64), lengths: RangeInclusive<usize>) -> ([i32; 2], bool) {
    if !matches!(item.node().value, Tree::List(_)) {
        return ([item.int(low..=high); 2], false);
    }
    let mut numbers = [0; 2];
    for (item, number) in item.items(lengths).iter().zip(&mut numbers) {
        *number = item.int(low..=high);
    }
    (numbers, true)
}

/// What settings can be.
struct Ranges<'s> {
    ranges: Vec<(&'s str, (i64, i64))>,
    choices: Vec<(&'s str, Vec<&'static str>)>,
    /// The entries of both tables.
    choices_of: Vec<(&'s str, Item<'s>)>,
    ranges_of: Vec<(&'s str, Item<'s>)>,
}

impl<'s> Ranges<'s> {
    fn read(root: &Section<'s>) -> Self {
        let [ranges_of, choices_of] = ["ranges", "choices"]
            .map(|table| root.maybe(table).map_or_else(Vec::new, |item| item.section().entries()));
        let mut ranges = Vec::new();
        for (name, item) in &ranges_of {
            let ends: Vec<i64> = match &item.node().value {
                Tree::List(ends) => ends
                    .iter()
                    .filter_map(|end| match end.value {
                        Tree::Int(end) if end.abs() <= 100_000 => Some(end),
                        _ => None,
                    })
                    .collect(),
                _ => Vec::new(),
            };
            match ends[..] {
                [low, high] if low <= high => ranges.push((*name, (low, high))),
                [low, high] => item.refuse(format!("[{low}, {high}]"), "the lower number first", None),
                _ => item.fault("two integers from -100000 to 100000, such as [1, 10]"),
            }
        }
        let mut choices = Vec::new();
        for (name, item) in &choices_of {
            let is_name = |value: &Item<'_>| matches!(&value.node().value, Tree::Text(text) if crate::model::settings::is_id(text));
            let values = item.items(1..=20);
            match values.iter().find(|value| !is_name(value)) {
                Some(value) => {
                    value.fault("a name in quotes, of lower-case letters, digits and single hyphens");
                }
                None if values.is_empty() => {}
                None => {
                    choices.push((*name, values.iter().map(|value| interned(value.sentence())).collect()));
                }
            }
        }
        Self { ranges, choices, choices_of, ranges_of }
    }

    fn of(&self, name: &str) -> (i64, i64) {
        let default = if name == LIMIT { LIMITS } else { RANGE };
        self.ranges.iter().find(|(known, _)| *known == name).map_or(default, |(_, range)| *range)
    }

    /// Reports ranges and choices of nothing. If what they belong to has no use, that is reported already.
    fn report_unused(&self, names: &Names, uses: &Uses<'s>) {
        let settings = || names.settings.iter().map(|(name, _)| name.as_str());
        let without = names.without_choices.iter().map(String::as_str);
        let choices: Vec<&str> = settings().chain(without).collect();
        let of_choices = |name: &str| self.choices_of.iter().any(|(listed, _)| *listed == name);
        for (name, item) in &self.choices_of {
            if !choices.contains(name) && !uses.is_unused(name) {
                item.unknown(&choices);
            }
        }
        let counters = names.counters.iter().map(|counter| counter.name.as_str());
        let numbers = names.numbers.iter().map(String::as_str);
        let known: Vec<&str> = settings().chain(counters).chain(numbers).collect();
        for (name, item) in &self.ranges_of {
            if !known.contains(name) && !uses.is_unused(name) && !of_choices(name) {
                item.unknown(&known);
            }
        }
    }
}
