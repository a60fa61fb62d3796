//! One sentence: its words, read from left to right.

mod choice;
mod condition;
mod number;
mod simple;

use super::super::names::{CARDS, COUNTERS, MARKS, Sight, ZONES_TABLE};
use super::super::state::NOTHING;
use super::super::statements::{CardRef, Who, ZoneRef};
use super::lines::{Fault, Line, Read, fault, near};
use super::{Context, Reader};

/// One sentence being read.
pub(super) struct Sentence<'r, 'n, 's> {
    reader: &'r Reader<'n, 's>,
    words: &'r [&'s str],
    at: usize,
    context: Context,
    /// Whether `it` is a card.
    it: bool,
    depth: usize,
}

impl<'r, 'n, 's> Sentence<'r, 'n, 's> {
    /// The sentence of these words, before its first one.
    pub(super) const fn new(reader: &'r Reader<'n, 's>, words: &'r [&'s str], context: Context) -> Self {
        Self { reader, words, at: 0, context, it: false, depth: 0 }
    }
}

impl<'s> Sentence<'_, '_, 's> {
    pub(super) fn peek(&self) -> &'s str {
        self.words.get(self.at).copied().unwrap_or_default()
    }

    pub(super) fn next(&mut self) -> &'s str {
        let word = self.peek();
        self.at += 1;
        word
    }

    /// Whether the next word is this one, which is then read.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let is_it = self.peek() == word;
        self.at += usize::from(is_it);
        is_it
    }

    pub(super) fn words(&mut self, words: &[&str]) -> Read<()> {
        for word in words {
            let found = self.next();
            if found != *word {
                return near(found, &[word], format!("\"{word}\""));
            }
        }
        Ok(())
    }

    pub(super) fn end(&mut self) -> Read<()> {
        match self.next() {
            "" => Ok(()),
            "counted" => fault(
                "counted",
                "the end of the sentence: \"counted as\" is allowed only after \"move\" and \"turn up\". Drawn cards are \
                 counted as drawn, and chosen cards that move as played",
            ),
            word => near(word, &[], "the end of the sentence"),
        }
    }

    pub(super) fn colon(&mut self, inside: &[Line<'_>]) -> Read<()> {
        self.words(&[":"])?;
        self.end()?;
        if inside.is_empty() { fault("", "sentences below it, after two more blanks") } else { Ok(()) }
    }

    pub(super) fn name(&mut self, names: &[&str], what: &str) -> Read<usize> {
        let found = self.next();
        match names.iter().position(|name| *name == found) {
            Some(index) => Ok(index),
            None => near(found, names, format!("{what}: {}", names.join(", "))),
        }
    }

    /// One of the names that these tables define.
    fn defined(&mut self, names: &[&str], what: &str, tables: &'static [&'static str]) -> Read<usize> {
        let word = self.peek();
        self.name(names, what).map_err(|fault| unknown(fault, word, names.is_empty(), what, tables))
    }

    fn seated(&self, word: &str) -> Read<()> {
        if self.context.seated {
            Ok(())
        } else {
            fault(word, "a player: write the sentence inside \"each:\"")
        }
    }

    fn must_be_open(&self, zone: ZoneRef) -> Read<()> {
        let zone = &self.reader.names.zones[zone.1];
        if zone.sight == Sight::Open {
            Ok(())
        } else {
            fault(&zone.name, "an open zone: everybody sees this card")
        }
    }

    fn who(&mut self) -> Who {
        if self.takes("foe") {
            Who::Foe
        } else {
            self.takes("my");
            Who::My
        }
    }

    fn counter(&mut self) -> Read<usize> {
        let names: Vec<&str> =
            self.reader.names.counters.iter().map(|counter| counter.name.as_str()).collect();
        self.seated(self.peek())?;
        self.defined(&names, "a counter or mark", &[COUNTERS, MARKS])
    }

    fn chosen(&mut self) -> Read<usize> {
        let names = &self.reader.names.chosen;
        let unnamed = usize::from(names.first().is_some_and(String::is_empty));
        let names: Vec<&str> = names.iter().skip(unnamed).map(String::as_str).collect();
        let expected =
            if names.is_empty() { "a choice of a card before" } else { "the name of a chosen card" };
        let word = self.peek();
        let chosen = self.name(&names, expected).map_err(|mut fault| {
            fault.unknown = Some((word.to_owned(), &[], false));
            fault
        })?;
        Ok(unnamed + chosen)
    }

    /// A chosen card in a condition or number.
    fn chosen_card(&mut self, who: Who) -> Read<CardRef> {
        let word = self.peek();
        self.seated(word)?;
        if self.it {
            let expected = "\"it\", a counter, a setting or a zone: \"that\" asks for no card chosen before";
            return fault(word, expected);
        }
        Ok(CardRef::Chosen(who, self.chosen()?))
    }

    /// Whether a word names a chosen card, or is the name that a choice without one gives.
    fn is_chosen(&self, word: &str) -> bool {
        word == "card" || self.reader.names.chosen.iter().any(|name| name == word)
    }

    fn kind(&mut self) -> Read<u8> {
        let names: Vec<&str> = self.reader.names.kinds.iter().map(String::as_str).collect();
        Ok(u8::try_from(self.defined(&names, "a kind of card", &[CARDS])?).unwrap_or(NOTHING))
    }

    fn zone(&mut self) -> Read<ZoneRef> {
        let who = self.who();
        let names: Vec<&str> = self.reader.names.zones.iter().map(|zone| zone.name.as_str()).collect();
        let word = self.peek();
        let zone = self.defined(&names, "a zone", &[ZONES_TABLE])?;
        if self.reader.names.zones[zone].shared {
            return Ok(ZoneRef(Who::My, zone));
        }
        self.seated(word)?;
        Ok(ZoneRef(who, zone))
    }

    fn pile(&mut self) -> Read<ZoneRef> {
        let zone = self.zone()?;
        let named = &self.reader.names.zones[zone.1];
        if named.pile {
            Ok(zone)
        } else {
            fault(&named.name, "a zone with an order: \"hidden\", or a \"pile\"")
        }
    }
}

/// The fault of a name that these tables do not define.
fn unknown(
    mut fault: Box<Fault>,
    name: &str,
    none: bool,
    what: &str,
    tables: &'static [&'static str],
) -> Box<Fault> {
    if none {
        fault.expected = format!("{what}, but nothing is defined in {}", tables.join(" or "));
    }
    fault.form &= tables != [CARDS];
    fault.unknown = Some((name.to_owned(), tables, none));
    fault
}
