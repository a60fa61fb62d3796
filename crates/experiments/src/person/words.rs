//! Decisions and moves of a person in words.

use crate::config::PRINTED_GAMES;

/// The decisions of the printed games: the name of each, its question, and the verb of a move that names a card, a part or a
/// player.
const DECISIONS: &[(&str, &str, &str)] = &[
    // Knife Fight.
    ("play-card", "Which card do you play?", "play"),
    ("follow-up", "Which card follows your King?", "follow with"),
    ("dressing-target", "Which wound does your Queen dress?", "dress"),
    // Stabby Jack, and the last one also Stupid Fight.
    ("action", "Which action do you announce?", ""),
    ("train-replace", "Which Attribute does the drawn card replace?", "replace"),
    ("full-replace", "Which Attribute does the new card replace?", "replace"),
    ("queen", "Does the Queen bless you, or do you steal from her?", ""),
    ("jack", "Do you take Stabby Jack's Damage, or discard a King?", "discard"),
    ("swap-give", "Which Attribute do you give?", "give"),
    ("swap-with", "With whom do you swap?", "swap with"),
    ("swap-take", "Which Attribute do you take?", "take"),
    ("pay", "What do you pay with?", "pay with"),
    // FIGHT!
    ("choose-main", "Which Warrior fights?", "play"),
    ("choose-boost", "Which Warrior do you put beneath it as a boost?", "put down"),
    ("resolve-boost", "What do you do with your boost?", ""),
    ("choose-target", "Whom does your boost affect?", "affect"),
    ("choose-steal", "Whose boost do you steal?", "steal from"),
    ("choose-graveyard", "Which Warrior comes back from the Graveyard?", "swap with"),
    ("choose-effect", "Does this effect happen?", ""),
    // TAUNT.
    ("select", "Which move do you select?", "select"),
    ("combo", "Which move continues your combo?", "add"),
    ("partition", "Which move goes into the deck of this monster?", "add"),
    ("lead", "Which monster leads?", ""),
    ("burn", "Do you burn blood for a charge?", ""),
    ("order", "Which place do you take in the tie?", ""),
    ("run-markers", "Which Position token changes?", ""),
    ("position", "Near or Far?", ""),
    ("pass-charge", "Do you pass a charge?", ""),
    ("spirit-give", "Does your Spirit give a charge?", ""),
    // Stupid Fight.
    ("main", "What do you do?", ""),
    ("target", "Who is the victim?", "choose"),
    ("special", "Which special do you activate?", "activate that of the"),
    ("slot", "Which part do you take?", "take the"),
    ("combo-card", "Which card do you throw?", "throw"),
    ("combo-limb", "With which part do you throw it?", "use the"),
    ("combo-colour", "In which colour?", ""),
    ("defend", "How do you defend yourself?", ""),
    ("defend-against", "Which attack card do you stop?", "stop"),
    ("react", "Do you run away?", ""),
    ("trash-hand", "Which card do you trash?", "trash"),
    ("split", "How many cards are in the top stack?", ""),
    ("split-choice", "Which stack is lost?", ""),
    ("gift", "How many cards do you give to the player who joins?", "give"),
];

/// Moves that say everything by themselves, or whose id is no sentence.
const MOVES: &[(&str, &str)] = &[
    ("accept", "Accept it"),
    ("activate", "Activate it"),
    ("bless", "Receive her blessing"),
    ("both", "Both"),
    ("bottom", "The bottom stack"),
    ("commit", "Attack with these cards"),
    ("deck-rest", "Pay the rest from the deck"),
    ("decline", "Do not swap"),
    ("discard-drawn", "Discard the drawn card"),
    ("end-turn", "End the turn"),
    ("execute", "Yes"),
    ("keep", "Keep it"),
    ("nothing", "Nothing"),
    ("score", "Score it"),
    ("skip", "No"),
    ("steal", "Steal from her"),
    ("stop", "Stop"),
    ("take-stab", "Take the Damage"),
    ("top", "The top stack"),
];

/// The words of the first part of an id, such as `attack:`.
const PARTS: &[(&str, &str)] = &[
    ("play", "Play"),
    ("attack", "Attack"),
    ("dodge", "Dodge with"),
    ("block", "Block with"),
    ("run-away", "Run away with"),
    ("hand", "Pay from the hand with"),
    ("part", "Pay with the"),
    ("pass", "Pass it to"),
    ("punch", "Punch with the"),
];

/// The question of a decision of a game, and the verb of its moves. Other games may mean something else by the same names.
fn known(game: &str, decision: &str) -> Option<(&'static str, &'static str)> {
    let is_common = decision == "play-card";
    let (_, question, verb) = DECISIONS.iter().find(|(name, ..)| *name == decision)?;
    (is_common || is_printed(game)).then_some((*question, *verb))
}

fn is_printed(game: &str) -> bool {
    PRINTED_GAMES.iter().any(|printed| printed.info.id == game)
}

/// The question of a decision of a game.
pub(super) fn question(game: &str, decision: &str) -> String {
    known(game, decision)
        .map_or_else(|| capital(&format!("{}?", plain(decision))), |(question, _)| question.to_owned())
}

/// A move of a decision of a game. `id` names players already.
pub fn sentence(game: &str, decision: &str, id: &str) -> String {
    let verb = known(game, decision).map_or("", |(_, verb)| verb);
    let with_verb = || capital(format!("{verb} {}", plain(id)).trim());
    if !is_printed(game) {
        return with_verb();
    }
    if let Some((_, words)) = MOVES.iter().find(|(known, _)| *known == id) {
        return (*words).to_owned();
    }
    let part = id.split_once(':').and_then(|(part, rest)| {
        let (_, words) = PARTS.iter().find(|(known, _)| *known == part)?;
        Some(format!("{words} {}", plain(rest)))
    });
    part.unwrap_or_else(with_verb)
}

/// The words of an id.
fn plain(id: &str) -> String {
    let words = id.replace('-', " ").replace('+', ", ").replace(':', " from ");
    if id.ends_with("-player") { format!("the {words}") } else { words }
}

fn capital(text: &str) -> String {
    crate::report::plain::capitalized(text)
}
