//! Numbers.

use super::{Sentence, unknown};
use crate::games::described::names::{COUNTERS, MARKS, RULES, SETUP, Value};
use crate::games::described::sentences::DEEPEST;
use crate::games::described::sentences::lines::{Read, fault, near};
use crate::games::described::statements::{Calc, CardRef, Expr, Who};

impl<'s> Sentence<'_, '_, 's> {
    /// A number.
    pub(in super::super) fn expr(&mut self) -> Read<Expr> {
        let mut sum = self.product()?;
        loop {
            let calc = match self.peek() {
                "+" => Calc::Add,
                "-" => Calc::Subtract,
                _ => return Ok(sum),
            };
            self.next();
            sum = Expr::Calc(calc, Box::new(sum), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Read<Expr> {
        let mut product = self.term()?;
        loop {
            match self.peek() {
                "*" => {
                    self.next();
                    product = Expr::Calc(Calc::Multiply, Box::new(product), Box::new(self.term()?));
                }
                "/" => {
                    self.next();
                    let word = self.peek();
                    let divisor = self.term()?;
                    if divisor.known().is_none_or(|[a, b]| a < 1 || b < 1) {
                        return fault(word, "a setting of at least 1 to divide by");
                    }
                    let calc = if self.takes("rounded") {
                        let ways = [Calc::Down, Calc::Up, Calc::Nearest];
                        ways[self.name(&["down", "up", "nearest"], "a rounding")?]
                    } else {
                        Calc::Down
                    };
                    product = Expr::Calc(calc, Box::new(product), Box::new(divisor));
                }
                _ => return Ok(product),
            }
        }
    }

    fn term(&mut self) -> Read<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return fault(self.peek(), "fewer parentheses in one another");
        }
        let term = self.open_term()?;
        self.depth -= 1;
        Ok(term)
    }

    fn open_term(&mut self) -> Read<Expr> {
        let names = self.reader.names;
        let word = self.peek();
        match word {
            "0" | "1" => {
                self.next();
                return Ok(Expr::Known([i32::from(word == "1"); 2]));
            }
            "(" => {
                self.next();
                let expr = self.expr()?;
                self.words(&[")"])?;
                return Ok(expr);
            }
            "min" | "max" => {
                self.next();
                self.words(&["("])?;
                let one = self.expr()?;
                self.words(&[","])?;
                let other = self.expr()?;
                self.words(&[")"])?;
                let calc = if word == "min" { Calc::Least } else { Calc::Most };
                return Ok(Expr::Calc(calc, Box::new(one), Box::new(other)));
            }
            "round" => {
                self.next();
                return Ok(Expr::Round);
            }
            "cards" => {
                self.next();
                self.words(&["in"])?;
                return Ok(Expr::Size(self.zone()?));
            }
            "starting" => {
                self.next();
                let who = self.who();
                let counter = self.counter()?;
                let [one, two] = names.counters[counter].start;
                return Ok(Expr::Known(if who == Who::Foe { [two, one] } else { [one, two] }));
            }
            _ => {}
        }
        if let Some(number) = names.numbers.iter().position(|name| name == word)
            && self.words.get(self.at + 1) == Some(&"of")
        {
            self.at += 2;
            if self.it && self.takes("it") {
                return Ok(Expr::Of(number, CardRef::It));
            }
            let who = self.who();
            return Ok(Expr::Of(number, self.chosen_card(who)?));
        }
        if let Some((_, Value::Number(numbers, per_seat))) =
            names.settings.iter().find(|(name, _)| name == word)
        {
            if *per_seat {
                self.seated(word)?;
            }
            self.next();
            return Ok(Expr::Known(*numbers));
        }
        let who = self.who();
        let word = self.peek();
        if names.counters.iter().any(|counter| counter.name == word) {
            return Ok(Expr::Counter(who, self.counter()?));
        }
        let counters = names.counters.iter().map(|counter| counter.name.as_str());
        let settings = names.settings.iter().filter(|(_, value)| matches!(value, Value::Number(..)));
        let known: Vec<&str> = counters.chain(settings.map(|(name, _)| name.as_str())).collect();
        if word.parse::<u64>().is_ok() {
            return fault(word, "0, 1, or the name of a setting: every other number is a setting of its own");
        }
        let chosen = names.chosen.iter().find(|name| !name.is_empty()).map_or("card", String::as_str);
        let card = if self.it { "it" } else { chosen };
        if names.numbers.iter().any(|number| number == word) {
            return fault(word, format!("the card that has this number: \"{word} of {card}\""));
        }
        let of: Vec<String> = names.numbers.iter().map(|number| format!("{number} of {card}")).collect();
        let listed = known.iter().copied().map(str::to_owned).chain(of).collect::<Vec<_>>().join(", ");
        let fault = near(word, &known, format!("a number: {listed}"));
        fault.map_err(|fault| {
            unknown(fault, word, known.is_empty(), "a number", &[COUNTERS, MARKS, SETUP, RULES])
        })
    }
}
