//! Sentences without others inside them, except choices.

use super::Sentence;
use crate::games::described::names::{COUNTERS, MARKS, Sight};
use crate::games::described::sentences::lines::{Read, fault, near};
use crate::games::described::sentences::vocabulary;
use crate::games::described::state::NOTHING;
use crate::games::described::statements::{Calc, CardRef, Expr, Pass, Statement, Who};
use crate::model::Outcome;

impl<'s> Sentence<'_, '_, 's> {
    /// A sentence without others inside it.
    pub(in super::super) fn simple(&mut self, first: &'s str) -> Read<Statement> {
        let names = self.reader.names;
        match first {
            "choose" => self.choose(Pass::Never),
            "pass" => {
                self.words(&["or", "choose"])?;
                self.choose(Pass::First)
            }
            "set" => {
                let who = self.who();
                let chosen = names.chosen.iter().position(|name| name == self.peek());
                if let Some(chosen) = chosen {
                    self.seated(self.peek())?;
                    self.next();
                    self.words(&["to"])?;
                    if self.takes("nothing") {
                        return Ok(Statement::SetCard(who, chosen, NOTHING));
                    }
                    let at = self.at;
                    let from = self.who();
                    if self.is_chosen(self.peek()) {
                        return Ok(Statement::CopyCard([(who, chosen), (from, self.chosen()?)]));
                    }
                    self.at = at;
                    return Ok(Statement::SetCard(who, chosen, self.kind()?));
                }
                let counter = self.counter()?;
                self.words(&["to"])?;
                Ok(Statement::Set(who, counter, self.expr()?))
            }
            "add" | "take" => {
                let by = self.expr()?;
                self.words(&[if first == "add" { "to" } else { "from" }])?;
                let who = self.who();
                let counter = self.counter()?;
                let calc = if first == "add" { Calc::Add } else { Calc::Subtract };
                let sum = Expr::Calc(calc, Box::new(Expr::Counter(who, counter)), Box::new(by));
                Ok(Statement::Set(who, counter, sum))
            }
            "draw" => {
                let cards = self.expr()?;
                self.words(&["from"])?;
                let from = self.pile()?;
                self.words(&["to"])?;
                let to = self.zone()?;
                let refill = if self.takes("refilling") {
                    self.words(&["from"])?;
                    let refill = self.pile()?;
                    if names.zones[refill.1].sight != Sight::Open {
                        return fault(&names.zones[refill.1].name, "an open pile");
                    }
                    Some(refill)
                } else {
                    None
                };
                Ok(Statement::Draw { cards, from, to, refill })
            }
            "turn" => {
                self.seated("turn")?;
                self.words(&["up", "from"])?;
                let from = self.pile()?;
                self.words(&["to"])?;
                let to = self.zone()?;
                self.must_be_open(to)?;
                let chosen = if self.takes("as") { self.chosen()? } else { 0 };
                if let Some(["counted", "as", _, "as", ..]) = self.words.get(self.at..) {
                    let expected = "this order: turn up from PILE to ZONE as NAME counted as NAME";
                    return fault("counted", expected);
                }
                Ok(Statement::TurnUp { from, to, chosen, event: self.event()? })
            }
            "move" => self.moves(),
            "shuffle" => Ok(Statement::Shuffle(self.pile()?)),
            "count" => {
                let tally =
                    self.name(&names.tallies.iter().map(String::as_str).collect::<Vec<_>>(), "a count")?;
                let by = if self.takes("by") { self.expr()? } else { Expr::Known([1; 2]) };
                Ok(Statement::Count(tally, by))
            }
            "win" => self.seated("win").map(|()| Statement::Win(Who::My)),
            "foe" => {
                self.words(&["wins"])?;
                self.seated("foe").map(|()| Statement::Win(Who::Foe))
            }
            "end" => {
                self.words(&["in", "a"])?;
                let ends = ["draw", "stalemate", "defeat"];
                let end = self.name(&ends, "an end")?;
                Ok(Statement::End([Outcome::Draw, Outcome::Stalemate, Outcome::AllLose][end]))
            }
            "higher" | "lower" => {
                let names: Vec<&str> = names.counters.iter().map(|counter| counter.name.as_str()).collect();
                let counter = self.defined(&names, "a counter", &[COUNTERS, MARKS])?;
                self.words(&["wins"])?;
                Ok(Statement::Better { counter, lower: first == "lower" })
            }
            "again" if self.reader.has_turns => Ok(Statement::Again),
            "again" => fault(first, "no \"again\" in a round: it is a sentence of turns"),
            _ => {
                let verbs = vocabulary::verbs();
                near(first, &verbs, format!("a sentence that begins with one of: {}", verbs.join(", ")))
            }
        }
    }

    fn moves(&mut self) -> Read<Statement> {
        let names = self.reader.names;
        if self.takes("all") {
            self.words(&["from"])?;
            let from = self.zone()?;
            self.words(&["to"])?;
            let under = self.takes("under");
            let to = if under { self.pile()? } else { self.zone()? };
            if from == to {
                return fault(&names.zones[to.1].name, "another zone");
            }
            return Ok(Statement::MoveAll { from, to, under, event: self.event()? });
        }
        let start = self.at;
        let who = self.who();
        if self.is_chosen(self.peek()) {
            let card = CardRef::Chosen(who, self.chosen()?);
            self.seated("card")?;
            self.words(&["from"])?;
            let from = self.zone()?;
            self.must_be_open(from)?;
            self.words(&["to"])?;
            let to = self.zone()?;
            return Ok(Statement::MoveCard { card, from, to, event: self.event()? });
        }
        self.at = start;
        let cards = self.expr()?;
        self.words(&["from"])?;
        let from = self.pile()?;
        self.words(&["to"])?;
        let to = self.zone()?;
        Ok(Statement::MoveTop { cards, from, to, event: self.event()? })
    }

    fn event(&mut self) -> Read<Option<usize>> {
        if !self.takes("counted") {
            return Ok(None);
        }
        self.words(&["as"])?;
        let events: Vec<&str> = self.reader.names.events.iter().map(String::as_str).collect();
        Ok(Some(self.name(&events, "a card event")?))
    }
}
