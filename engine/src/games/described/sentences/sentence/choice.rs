//! Sentences in which players choose.

use super::Sentence;
use crate::games::described::names::Sight;
use crate::games::described::sentences::lines::{Read, fault};
use crate::games::described::state::MOST_CHOICES;
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
        let choice = Choice { name: interned(name), from: from.1, to, chosen, kinds, pass };
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
}
