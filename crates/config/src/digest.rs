//! Digests of what is played: runs with equal games digests play the same games.

use crate::games::{GameInfo, NO_SETTINGS};
use crate::model::settings::{Node, Value};
use crate::report::result_file::sha256;
use std::fmt::Write;

/// The SHA-256 digest of the effective settings, the game with the version of its own crate, the line-up with the contents of its strategies, the seed
/// and the number of games, in hexadecimal. File names and `[targets]` are excluded.
#[must_use]
pub fn games_digest(
    game: &GameInfo,
    tree: &Node,
    players: usize,
    bots: &[&str],
    seed: u64,
    games: u64,
) -> String {
    let game = game.versioned_id();
    let mut text = format!("undercard\ngame {game}\nplayers {players}\nseed {seed}\ngames {games}\n");
    for bot in bots {
        let _ = writeln!(text, "bot {} {bot}", bot.len());
    }
    write_settings(tree, &mut text);
    sha256(text.as_bytes())
}

/// SHA-256 of the rules alone: the game, the number of players and the effective settings. It does not depend
/// on bots, seed or number of games.
#[must_use]
pub fn rules_digest(game: &GameInfo, tree: &Node, players: usize) -> String {
    let game = game.versioned_id();
    let mut text = format!("undercard rules\ngame {game}\nplayers {players}\n");
    write_settings(tree, &mut text);
    sha256(text.as_bytes())
}

/// Writes the settings of a tree, and nothing else of it. `setup.players` may mean "the default of the mode": it is left
/// out, and the digests have the number of players itself.
fn write_settings(tree: &Node, text: &mut String) {
    let mut settings = tree.clone();
    if let Value::Table(entries) = &mut settings.value {
        entries.retain(|(key, _)| !NO_SETTINGS.contains(&key.as_str()));
        for (key, node) in entries {
            if let ("setup", Value::Table(setup)) = (key.as_str(), &mut node.value) {
                setup.retain(|(key, _)| key != "players");
            }
        }
    }
    write_value(&settings.value, text);
}

/// Writes a value in canonical form: keys sorted, no white space.
fn write_value(value: &Value, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = match value {
        Value::Int(number) => write!(text, "{number}"),
        Value::Float(number) => write!(text, "{number:?}"),
        Value::Flag(flag) => write!(text, "{flag}"),
        Value::Text(string) | Value::Time(string) => write!(text, "{string:?}"),
        Value::List(items) => {
            text.push('[');
            for item in items {
                write_value(&item.value, text);
                text.push(',');
            }
            text.push(']');
            Ok(())
        }
        Value::Table(entries) => {
            let mut entries: Vec<&(String, Node)> = entries.iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            text.push('{');
            for (key, node) in entries {
                let _ = write!(text, "{key:?}=");
                write_value(&node.value, text);
                text.push(';');
            }
            text.push('}');
            Ok(())
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Catalogue;
    use crate::model::OwnCrate;
    use crate::tree::parse;

    #[test]
    fn the_digest_depends_only_on_the_games_played() {
        let one = parse("game = 'g'\n[rules]\na = 1\nb = 'x'\n[targets]\nt = 1", "one.toml").expect("TOML");
        let same = parse("[rules]\nb = \"x\"   # comment\na = 0x1", "two.toml").expect("TOML");
        let other = parse("[rules]\na = 2\nb = 'x'", "one.toml").expect("TOML");
        let game = Catalogue::printed().iter().next().expect("a game");
        let of = |tree: &Node, bots: &[&str], seed| games_digest(&game, tree, 2, bots, seed, 10);
        assert_eq!(of(&one, &["random"], 1), of(&same, &["random"], 1));
        assert_ne!(of(&one, &["random"], 1), of(&other, &["random"], 1));
        assert_ne!(of(&one, &["random"], 1), of(&one, &["random"], 2));
        assert_ne!(of(&one, &["random"], 1), of(&one, &["random", "random"], 1));
        let of_version = |version| {
            let own = OwnCrate { version, configs: &[], strategies: &[] };
            let game = GameInfo { own: Some(own), ..**game };
            (games_digest(&game, &one, 2, &[], 1, 10), rules_digest(&game, &one, 2))
        };
        assert_ne!(of_version("0.1.0").0, of_version("0.1.1").0);
        assert_ne!(of_version("0.1.0").1, of_version("0.1.1").1);
    }
}
