//! One sentence: its words, read from left to right.

use super::super::names::{CARDS, COUNTERS, MARKS, RULES, SETUP, Sight, Value, ZONES_TABLE};
use super::super::state::{MOST_CHOICES, NOTHING};
use super::{
    Calc, CardRef, Choice, Comparison, Cond, Context, DEEPEST, Expr, Fault, Line, Pass, Read, Reader,
    Statement, Who, ZoneRef, fault, near, vocabulary,
};
use crate::model::Outcome;

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

    /// A sentence without others inside it.
    pub(super) fn simple(&mut self, first: &'s str) -> Read<Statement> {
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
                    let kind = self.kind()?;
                    return Ok(Statement::SetCard(who, chosen, u8::try_from(kind).unwrap_or(0)));
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
                // Another word for what a sentence does is no misspelt one.
                let near_verbs = if vocabulary::forms(&[first]).is_empty() { verbs.as_slice() } else { &[] };
                near(first, near_verbs, format!("a sentence that begins with one of: {}", verbs.join(", ")))
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
            return Ok(Statement::MoveAll { from, to, under });
        }
        let start = self.at;
        let who = self.who();
        if names.chosen.iter().any(|name| name == self.peek()) {
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

    fn choose(&mut self, pass: Pass) -> Read<Statement> {
        let names = self.reader.names;
        if self.context.start {
            return fault("choose", "no choice before the first round");
        }
        let name = self.next();
        if !crate::model::settings::is_id(name) {
            return fault(name, "the name of the choice");
        }
        self.words(&["from"])?;
        // The zone is that of each player who chooses.
        let seated = std::mem::replace(&mut self.context.seated, true);
        let from = self.zone()?;
        if from.0 == Who::Foe {
            return fault("foe", "a zone of the player who chooses");
        }
        if names.zones[from.1].sight == Sight::Hidden {
            return fault(&names.zones[from.1].name, "a zone whose cards its player can see");
        }
        let mut kinds = names.all_kinds();
        if self.takes("that") {
            self.it = true;
            let at = self.at;
            let cond = self.cond()?;
            self.it = false;
            kinds = 0;
            for kind in 0..names.kinds.len() {
                let Some(holds) = names.holds(&cond, kind) else {
                    let found = self.words.get(at).copied().unwrap_or_default();
                    return fault(
                        found,
                        "a condition of the card alone (\"it is …\", \"it has …\") and of settings",
                    );
                };
                kinds |= u32::from(holds) << kind;
            }
        }
        let to = if self.takes("to") {
            let to = self.zone()?;
            if to.0 == Who::Foe {
                return fault("foe", "a zone of the player who chooses");
            }
            if names.zones[to.1].sight != Sight::Open || to.1 == from.1 {
                return fault(&names.zones[to.1].name, "another zone that is open: a chosen card is shown");
            }
            Some(to.1)
        } else if names.zones[from.1].sight == Sight::Own {
            return fault(
                self.peek(),
                "\"to\" and an open zone: a card that is chosen from secret ones is shown there",
            );
        } else {
            None
        };
        let chosen = if self.takes("as") { self.chosen()? } else { 0 };
        let mut pass = pass;
        if pass == Pass::Never && self.takes("or") {
            self.words(&["pass"])?;
            pass = Pass::Last;
            if self.takes("if") {
                let at = self.at;
                let cond = self.cond()?;
                match names.holds(&cond, usize::MAX) {
                    Some(true) => {}
                    Some(false) => pass = Pass::Never,
                    None => {
                        let found = self.words.get(at).copied().unwrap_or_default();
                        return fault(found, "a condition of settings alone");
                    }
                }
            }
        }
        let when = if self.takes("when") { self.cond()? } else { Cond::Known(true) };
        self.context.seated = seated;
        let mut choices = self.reader.choices.borrow_mut();
        let choice =
            Choice { name: crate::model::words::interned(name), from: from.1, to, chosen, kinds, pass };
        let known = choices.iter().position(|known| known.name == name);
        if known.is_some_and(|index| choices[index] != choice) {
            return fault(name, "another name, because another choice has this one");
        }
        let index = known.unwrap_or_else(|| {
            choices.push(choice);
            choices.len() - 1
        });
        if index >= MOST_CHOICES {
            return fault(name, format!("at most {MOST_CHOICES} different choices"));
        }
        Ok(Statement::Choose(index, when))
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
        let names: Vec<&str> = self.reader.names.chosen.iter().map(String::as_str).collect();
        self.name(&names, "a card")
    }

    fn kind(&mut self) -> Read<usize> {
        let names: Vec<&str> = self.reader.names.kinds.iter().map(String::as_str).collect();
        self.defined(&names, "a kind of card", &[CARDS])
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

    /// A condition.
    pub(super) fn cond(&mut self) -> Read<Cond> {
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
        if names.chosen.iter().any(|name| name == word) {
            self.seated(word)?;
            let card = CardRef::Chosen(who, self.chosen()?);
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
            return Ok(not(is_not, Cond::Kind(card, 1 << NOTHING)));
        }
        Ok(not(is_not, Cond::Kind(card, self.kinds()?)))
    }

    /// Kinds of cards with `or` between them.
    fn kinds(&mut self) -> Read<u32> {
        let mut kinds = 1 << self.kind()?;
        while ["or", ","].contains(&self.peek())
            && self
                .words
                .get(self.at + 1)
                .is_some_and(|next| self.reader.names.kinds.iter().any(|kind| kind == next))
        {
            self.next();
            kinds |= 1 << self.kind()?;
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

    /// A number.
    pub(super) fn expr(&mut self) -> Read<Expr> {
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
            self.seated(self.peek())?;
            return Ok(Expr::Of(number, CardRef::Chosen(who, self.chosen()?)));
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
        let of: Vec<String> = names.numbers.iter().map(|number| format!("{number} of card")).collect();
        let listed = known.iter().copied().map(str::to_owned).chain(of).collect::<Vec<_>>().join(", ");
        let fault = near(word, &known, format!("a number: {listed}"));
        fault.map_err(|fault| {
            unknown(fault, word, known.is_empty(), "a number", &[COUNTERS, MARKS, SETUP, RULES])
        })
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
