//! Sentences in which players choose.

use super::Sentence;
use crate::games::described::names::Sight;
use crate::games::described::sentences::lines::{Read, fault};
use crate::games::described::state::{MOST_CHOICES, NOTHING, only};
use crate::games::described::statements::{Choice, Cond, Pass, Statement, Who};
use crate::model::words::interned;

impl<'s> Sentence<'_, '_, 's> {
    pub(super) fn choose(&mut self, pass: Pass) -> Read<Statement> {
        let names = self.reader.names;
        if self.context.start {
            return fault("choose", "no choice before the first round");
        }
        let name = self.next();
        if !crate::model::settings::is_id(name)
            || name == "from"
            || name.starts_with(|c: char| c.is_ascii_digit())
        {
            return fault(
                name,
                "a name for the choice, which is of one card, such as \"choose play-card from …\"",
            );
        }
        self.words(&["from"])?;
        let order = match pass {
            Pass::First => "pass or choose NAME from ZONE that … to ZONE as NAME when …",
            _ => "choose NAME from ZONE that … to ZONE as NAME or pass when …",
        };
        let order = format!("each part once, in this order: {order}");
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
        let mut that = None;
        if self.takes("that") {
            self.it = true;
            let cond = self.cond()?;
            self.it = false;
            let holds: Vec<_> =
                names.each_kind().map(|kind| (kind, names.holds(&cond, kind, None))).collect();
            let offered = holds.iter().filter(|(_, holds)| *holds != Some(false));
            kinds = offered.fold(0, |kinds, (kind, _)| kinds | only(*kind));
            that = holds.iter().any(|(_, holds)| holds.is_none()).then_some(cond);
        }
        let is_later = self.words.get(self.at..).is_some_and(|rest| rest.contains(&"to"));
        if let part @ ("as" | "or" | "when" | "where") = self.peek()
            && is_later
        {
            return fault(part, order);
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
                match names.holds(&cond, NOTHING, None) {
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
        if let part @ ("that" | "to" | "as" | "or" | "when" | "where" | "if") = self.peek() {
            return fault(part, order);
        }
        self.context.seated = seated;
        let mut choices = self.reader.choices.borrow_mut();
        let choice = Choice { name: interned(name), from: from.1, to, chosen, kinds, that, pass };
        let known = choices.iter().position(|known| known.name == name);
        if known.is_some_and(|index| choices[index] != choice) {
            return fault(name, "another name, because another choice has this one");
        }
        let index = known.unwrap_or_else(|| {
            choices.push(choice);
            choices.len() - 1
        });
        // One error is enough.
        if index == MOST_CHOICES && known.is_none() {
            return fault(name, format!("at most {MOST_CHOICES} different choices"));
        }
        Ok(Statement::Choose { choice: index, chosen, when })
    }
}
