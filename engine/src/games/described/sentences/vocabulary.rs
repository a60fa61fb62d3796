//! The forms of sentences, as docs/your-own-game.md lists them.

/// Every form in the order of the page, and other words that people use for what it does.
pub(in super::super) const FORMS: [(&str, &[&str]); 35] = [
    ("each:", &["everybody", "everyone"]),
    ("if … :", &["unless"]),
    ("else if … :", &[]),
    ("else:", &["otherwise"]),
    ("repeat up to N times while … :", &["while", "until"]),
    ("choose NAME from ZONE to ZONE", &["chooses", "play", "plays", "pick", "picks", "select", "selects"]),
    ("choose … that it is king or it has damage …", &[]),
    ("choose … as NAME", &[]),
    ("choose … or pass", &[]),
    ("pass or choose …", &[]),
    ("choose … when CONDITION", &[]),
    ("set COUNTER to N", &["becomes", "change"]),
    ("add N to COUNTER", &["heal", "heals", "gain", "gains", "get", "gets", "give", "increase", "raise"]),
    (
        "take N from COUNTER",
        &[
            "deal", "deals", "hit", "hits", "hurt", "lose", "loses", "pay", "pays", "reduce", "subtract",
            "takes",
        ],
    ),
    ("set card to nothing", &[]),
    ("set foe card to king", &[]),
    ("set card to foe card", &[]),
    ("draw N from PILE to ZONE", &["draws"]),
    ("turn up from PILE to ZONE", &["flip", "reveal", "reveals", "show"]),
    ("move card from ZONE to ZONE", &["discard", "discards", "put", "puts", "steal", "steals"]),
    ("move N from PILE to ZONE", &[]),
    ("move all from ZONE to ZONE", &[]),
    ("… counted as NAME", &[]),
    ("shuffle PILE", &["mix", "shuffles"]),
    ("count NAME", &["note", "record"]),
    ("count NAME by N", &[]),
    ("win", &["won", "wins"]),
    ("foe wins", &[]),
    ("end in a draw", &["stop", "tie"]),
    ("end in a defeat", &[]),
    ("end in a stalemate", &[]),
    ("higher COUNTER wins", &["highest", "most"]),
    ("lower COUNTER wins", &["fewest", "lowest"]),
    ("again", &[]),
    ("do NAME", &[]),
];

/// The first words of sentences.
pub(super) fn verbs() -> Vec<&'static str> {
    let mut verbs: Vec<&str> = FORMS.iter().map(|(form, _)| verb(form)).filter(|verb| *verb != "…").collect();
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

/// The forms that are probably meant: those of the first word, or else of the first word that people use for them. The form
/// of a condition says nothing about the fault in it.
pub(super) fn forms(words: &[&str]) -> String {
    const MOST: usize = 5;
    if let ["if" | "else", ..] = words {
        return String::new();
    }
    let of_foe = words.contains(&"foe");
    if let Some(&("lose" | "loses")) = words.last() {
        // Of two players, the one who does not lose wins.
        return if of_foe { "`win`" } else { "`foe wins`" }.into();
    }
    let foe_wins = of_foe && words.iter().any(|word| ["win", "wins", "won"].contains(word));
    let of = |word: &&str| -> Vec<&str> {
        if *word == "foe" && !foe_wins {
            return Vec::new();
        }
        let is_meant =
            |(form, others): &&(&'static str, &[&str])| verb(form) == *word || others.contains(word);
        FORMS.iter().filter(is_meant).map(|(form, _)| *form).take(MOST).collect()
    };
    let found = words.iter().map(of).find(|forms| !forms.is_empty()).unwrap_or_default();
    found.iter().map(|form| format!("`{form}`")).collect::<Vec<_>>().join(", ")
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
