//! The forms of sentences, as docs/your-own-game.md lists them.

/// Every form in the order of the page.
pub(in super::super) const FORMS: [&str; 35] = [
    "each:",
    "if … :",
    "else if … :",
    "else:",
    "repeat up to N times while … :",
    "choose NAME from ZONE to ZONE",
    "choose … that it is king or it has damage …",
    "choose … as NAME",
    "choose … or pass",
    "pass or choose …",
    "choose … when CONDITION",
    "set COUNTER to N",
    "add N to COUNTER",
    "take N from COUNTER",
    "set card to nothing",
    "set foe card to king",
    "set card to foe card",
    "draw N from PILE to ZONE",
    "turn up from PILE to ZONE",
    "move card from ZONE to ZONE",
    "move N from PILE to ZONE",
    "move all from ZONE to ZONE",
    "… counted as NAME",
    "shuffle PILE",
    "count NAME",
    "count NAME by N",
    "win",
    "foe wins",
    "end in a draw",
    "end in a defeat",
    "end in a stalemate",
    "higher COUNTER wins",
    "lower COUNTER wins",
    "again",
    "do NAME",
];

/// The first words of sentences.
pub(super) fn verbs() -> Vec<&'static str> {
    let mut verbs: Vec<&str> = FORMS.iter().map(|form| verb(form)).filter(|verb| *verb != "…").collect();
    verbs.sort_unstable();
    verbs.dedup();
    verbs
}

pub(in super::super) fn is_verb(word: &str) -> bool {
    verbs().contains(&word)
}

fn verb(form: &str) -> &str {
    form.split([' ', ':']).next().unwrap_or_default()
}

/// The forms of sentences with this first word. The form of a condition says nothing about the fault in it.
pub(super) fn forms(first: &str) -> String {
    const MOST: usize = 5;
    let forms = FORMS.iter().filter(|form| verb(form) == first && !["if", "else"].contains(&first));
    forms.take(MOST).map(|form| format!("`{form}`")).collect::<Vec<_>>().join(", ")
}

/// Words that names cannot be.
pub(in super::super) const RESERVED: [&str; 34] = [
    "my",
    "foe",
    "it",
    "and",
    "or",
    "not",
    "is",
    "has",
    "of",
    "nothing",
    "min",
    "max",
    "round",
    "starting",
    "cards",
    "in",
    "either",
    "both",
    "from",
    "to",
    "that",
    "as",
    "when",
    "counted",
    "rounded",
    "refilling",
    "all",
    "under",
    "wins",
    "by",
    "true",
    "false",
    "pass",
    "empty",
];

/// The events that every description has.
pub(in super::super) const EVENTS: [&str; 3] = ["opening", "drawn", "played"];
