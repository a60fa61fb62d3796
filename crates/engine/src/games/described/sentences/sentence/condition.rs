//! Conditions.

use super::Sentence;
use crate::games::described::names::{CARDS, Value};
use crate::games::described::sentences::DEEPEST;
use crate::games::described::sentences::lines::{Read, fault};
use crate::games::described::state::only;
use crate::games::described::statements::{CardRef, Comparison, Cond, Expr};

impl<'s> Sentence<'_, '_, 's> {
    /// A condition.
    pub(in super::super) fn cond(&mut self) -> Read<Cond> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return fault(self.peek(), "fewer parentheses in one another");
        }
        let mut cond = self.all()?;
        // "or pass" belongs to the choice.
        while self.words.get(self.at + 1) != Some(&"pass") && self.takes("or") {
            cond = Cond::Or(Box::new(cond), Box::new(self.all()?));
        }
        self.depth -= 1;
        Ok(cond)
    }

    fn all(&mut self) -> Read<Cond> {
        let mut cond = self.one()?;
        while self.takes("and") {
            cond = Cond::And(Box::new(cond), Box::new(self.one()?));
        }
        Ok(cond)
    }

    fn one(&mut self) -> Read<Cond> {
        let names = self.reader.names;
        match self.peek() {
            "not" => {
                self.next();
                self.depth += 1;
                if self.depth > DEEPEST {
                    return fault("not", "fewer conditions in one another");
                }
                let cond = self.one()?;
                self.depth -= 1;
                return Ok(Cond::Not(Box::new(cond)));
            }
            who @ ("either" | "both") => {
                self.next();
                self.words(&["("])?;
                let seated = std::mem::replace(&mut self.context.seated, true);
                let cond = Box::new(self.cond()?);
                self.context.seated = seated;
                self.words(&[")"])?;
                return Ok(if who == "either" { Cond::Either(cond) } else { Cond::Both(cond) });
            }
            "(" => {
                // A condition, or the beginning of a number.
                let (at, depth) = (self.at, self.depth);
                self.next();
                if let Ok(cond) = self.cond()
                    && self.takes(")")
                    && !["+", "-", "*", "/", "<", "<=", ">", ">=", "=", "!="].contains(&self.peek())
                {
                    return Ok(cond);
                }
                (self.at, self.depth) = (at, depth);
                return self.comparison();
            }
            _ => {}
        }
        let at = self.at;
        // A setting with names, or a switch.
        if let Some((_, value)) = names.settings.iter().find(|(name, _)| name == self.peek()) {
            match value {
                Value::Flag(flag) => {
                    self.next();
                    if self.takes("is") {
                        let is_not = self.takes("not");
                        let wanted = self.name(&["false", "true"], "a value")? == 1;
                        return Ok(Cond::Known((*flag == wanted) != is_not));
                    }
                    return Ok(Cond::Known(*flag));
                }
                Value::Choice(values, chosen) => {
                    self.next();
                    self.words(&["is"])?;
                    let is_not = self.takes("not");
                    let wanted = self.name(values, "a value of this setting")?;
                    return Ok(Cond::Known((*chosen == wanted) != is_not));
                }
                Value::Number(..) => {}
            }
        }
        // A card.
        if self.it && self.takes("it") {
            return self.of_card(CardRef::It);
        }
        let who = self.who();
        let word = self.peek();
        if self.is_chosen(word) {
            let card = self.chosen_card(who)?;
            return self.of_card(card);
        }
        // A zone.
        if names.zones.iter().any(|zone| zone.name == word) {
            self.at = at;
            let zone = self.zone()?;
            if self.takes("has") {
                self.must_be_open(zone)?;
                return Ok(Cond::Has(zone, self.kinds()?));
            }
            self.words(&["is"])?;
            let is_not = self.takes("not");
            self.words(&["empty"])?;
            let size = Expr::Size(zone);
            let comparison = if is_not { Comparison::More } else { Comparison::Equal };
            return Ok(Cond::Compare(size, comparison, Expr::Known([0; 2])));
        }
        self.at = at;
        self.comparison()
    }

    fn of_card(&mut self, card: CardRef) -> Read<Cond> {
        let names = self.reader.names;
        let not = |is_not: bool, cond: Cond| if is_not { Cond::Not(Box::new(cond)) } else { cond };
        if self.takes("has") {
            let numbers: Vec<&str> = names.numbers.iter().map(String::as_str).collect();
            let number = self.defined(&numbers, "a number of cards", &[CARDS])?;
            return Ok(Cond::Kind(card, names.with_number[number]));
        }
        self.words(&["is"])?;
        let is_not = self.takes("not");
        if self.takes("nothing") {
            return Ok(not(is_not, Cond::Nothing(card)));
        }
        Ok(not(is_not, Cond::Kind(card, self.kinds()?)))
    }

    /// Kinds of cards with `or` between them.
    pub(super) fn kinds(&mut self) -> Read<u64> {
        let mut kinds = only(self.kind()?);
        while ["or", ","].contains(&self.peek())
            && self
                .words
                .get(self.at + 1)
                .is_some_and(|next| self.reader.names.kinds.iter().any(|kind| kind == next))
        {
            self.next();
            kinds |= only(self.kind()?);
        }
        Ok(kinds)
    }

    fn comparison(&mut self) -> Read<Cond> {
        let one = self.expr()?;
        let signs = ["<", "<=", "=", "!=", ">=", ">"];
        let sign = self.name(&signs, "a comparison")?;
        let all = [
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Equal,
            Comparison::Other,
            Comparison::AtLeast,
            Comparison::More,
        ];
        Ok(Cond::Compare(one, all[sign], self.expr()?))
    }
}
