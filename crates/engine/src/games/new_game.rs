//! The crate of a new game, made of the sources of the template game with other names.

/// A file of the template game, and its place in the crate of a new game.
const FILES: [(&str, &str); 9] = [
    ("src/lib.rs", include_str!("template/mod.rs")),
    ("src/rules.rs", include_str!("template/rules.rs")),
    ("src/state.rs", include_str!("template/state.rs")),
    ("src/play.rs", include_str!("template/play.rs")),
    ("src/story.rs", include_str!("template/story.rs")),
    ("src/bots.rs", include_str!("template/bots.rs")),
    ("configs/printed.toml", include_str!("template/printed.toml")),
    ("configs/house-hardy.toml", include_str!("template/house-hardy.toml")),
    ("strategies/brawler.toml", include_str!("template/brawler.toml")),
];

/// The words of Rust that no crate can have as its name, and crates that every crate sees.
const RESERVED: &str = "as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop \
                        match mod move mut pub ref return self static struct super trait true type use where while \
                        abstract become box do final macro override priv try typeof unsized virtual yield \
                        alloc core main proc_macro std test undercard undercard_engine unsafe";

/// The files of a crate with a new game that has this id: path and text. It depends on the published Undercard of this version,
/// or on the source code in this folder.
///
/// # Errors
/// The id is not one, or its name means something else in the sources.
pub fn new_game(id: &str, source: Option<&str>) -> Result<Vec<(String, String)>, &'static str> {
    if !crate::model::settings::is_id(id) || !id.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err("lower-case letters, digits and single hyphens, with a letter first");
    }
    let (library, name) = (id.replace('-', "_"), words(id).concat());
    let is_word =
        |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    if RESERVED.split_whitespace().any(|word| word == library) || FILES.iter().any(|(_, text)| is_word(text))
    {
        return Err("another name, because this one already means something in the sources of the game");
    }
    let title = words(id).join(" ");
    let (key, value) = source.map_or(("version", env!("CARGO_PKG_VERSION")), |folder| ("path", folder));
    let dependency = format!("{key} = {}", toml::Value::from(value));
    let mut files: Vec<(String, String)> =
        FILES.iter().map(|(path, text)| ((*path).to_owned(), renamed(text, id, &name, &title))).collect();
    for (path, text) in [
        ("Cargo.toml", CARGO),
        ("README.md", README),
        (".gitignore", "/target/\n/reports/\n"),
        ("src/main.rs", MAIN),
        ("tests/laws.rs", LAWS),
        ("tests/no_allocation.rs", NO_ALLOCATION),
        ("tests/rules.rs", RULES),
    ] {
        let mut text = text.to_owned();
        for (word, value) in [
            ("{library}", &*library),
            ("{type}", &*name),
            ("{title}", &*title),
            ("{source}", &*dependency),
            ("{game}", id),
        ] {
            text = text.replace(word, value);
        }
        files.push((path.to_owned(), text));
    }
    files.sort();
    Ok(files)
}

/// The words of an id, each with a capital.
fn words(id: &str) -> Vec<String> {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
            .unwrap_or_default()
    };
    id.split('-').map(capital).collect()
}

/// A file of the template with the names of a new game.
fn renamed(text: &str, id: &str, name: &str, title: &str) -> String {
    text.replace("crate::model", "undercard::model")
        .replace(
            "//! Back Alley, the game to copy for a new one. Only the tests compile it.",
            "//! TITLE: a duel to begin with.",
        )
        .replace("#[cfg(test)]\nmod tests;\n", "")
        .replace("        own: None,\n", OWN)
        .replace(
            "Measures, Metric, Moves, Observer, Pile,",
            "Measures, Metric, Moves, Observer, OwnCrate, Pile,",
        )
        .replace("Template", name)
        .replace("\"template\"", &format!("\"{id}\""))
        .replace("TITLE", title)
        .replace("Back Alley", title)
}

const OWN: &str = "        own: Some(OwnCrate {
            version: env!(\"CARGO_PKG_VERSION\"),
            configs: &[
                (\"printed.toml\", include_str!(\"../configs/printed.toml\")),
                (\"house-hardy.toml\", include_str!(\"../configs/house-hardy.toml\")),
            ],
            strategies: &[(\"brawler.toml\", include_str!(\"../strategies/brawler.toml\"))],
        }),
";

const CARGO: &str = r#"[package]
name = "{game}"
version = "0.1.0"
edition = "2024"
publish = false

# The program is Undercard with your game, so it has the same name, and every command that it prints can be typed.
[[bin]]
name = "undercard"
path = "src/main.rs"
doc = false

# With `path = "../undercard"` in both tables, it is built from its source code in that folder.
[dependencies]
undercard = { {source} }

[dev-dependencies]
undercard = { {source}, features = ["laws"] }

# Games are played fast, and the rest is built quickly.
[profile.release.package."*"]
opt-level = 1
[profile.release.package.undercard-engine]
opt-level = 3

# Tests play thousands of games.
[profile.dev]
opt-level = 1
[profile.dev.package."*"]
opt-level = 0
[profile.dev.package.undercard-engine]
opt-level = 1
"#;

const MAIN: &str = "//! Undercard with {title}.

use std::process::ExitCode;

fn main() -> ExitCode {
    // For the printed games, too: &[undercard::PRINTED_GAMES, &[undercard::game::<{library}::{type}>()]].concat()
    undercard::main_with(&[undercard::game::<{library}::{type}>()])
}
";

const LAWS: &str = "//! The laws of every game: games end, menus are legal, nothing leaks, what is counted has a name, stories say everything.

undercard::conformance_laws!({library}::{type});
undercard::golden_transcripts!({library}::{type});
";

const NO_ALLOCATION: &str = "//! A game in progress allocates no memory, so millions of them are fast.

undercard::no_allocation!({library}::{type});
";

const RULES: &str = "//! Examples of your rules: change the text of a config, play, and look at the story.

use undercard::config::{Catalogue, Plan, PlanOptions};

/// The story of the first game with these settings.
fn story(set: &[&str]) -> String {
    let catalogue = Catalogue::new(&[undercard::game::<{library}::{type}>()]).expect(\"a game\");
    let set = set.iter().map(ToString::to_string).collect();
    let options = PlanOptions { catalogue, set, bots: vec![\"random\".into()], ..PlanOptions::default() };
    Plan::new(\"{game}\", &options).expect(\"valid settings\").simulation().story(0)
}

#[test]
fn a_game_of_one_turn_is_a_stalemate() {
    let story = story(&[\"rules.max-turns=1\", \"setup.life=100\"]);
    assert!(story.contains(\"Turn 1\") && !story.contains(\"Turn 2\"), \"{story}\");
    assert!(story.contains(\"stalemate\"), \"{story}\");
}
";

const README: &str = "# {title}

A card game for [Undercard](https://docs.rs/undercard), which plays it millions of times and says how balanced it is.

```sh
# who wins, how long games are, which cards matter
cargo run --release -- run {game}
# the laws of every game, and your own tests
cargo test
```

`cargo install --path .` makes the program `undercard`. It has every command: `undercard advise {game}`,
`undercard compare {game} --set-b setup.life=12`, `undercard check configs/house-hardy.toml`, `undercard studio {game}`,
`undercard replay {game}`, `undercard report reports/{game}`.

The game works as it is. Make it yours, and run `cargo test` after every step:

| to change | edit |
| --- | --- |
| the cards and their values | `configs/printed.toml`, `src/rules.rs` |
| a setting: its name, range and meaning | `configs/printed.toml` (value and comment), `src/rules.rs` (range) |
| what players have, and who may see it | `src/state.rs` |
| what happens in a turn, and how the game ends | `src/play.rs` |
| the moves that a player may choose from, the figures of reports, what a card is replaced with | `src/lib.rs` |
| the lines of a story, what is counted, and who sees it | `src/story.rs`, `is_seen` in `src/lib.rs` |
| what bots may weigh, and a bot | `src/bots.rs`, `strategies/brawler.toml` |

`undercard train {game}` makes a stronger bot, `undercard init {game} house.toml` a file of house rules. Files in `configs/` and
`strategies/` that should be part of the program are listed in `src/lib.rs`.

- `tests/laws.rs` checks the laws under every config, and compares the stories of four games with `tests/golden`. After a change
  that is meant, `BLESS=1 cargo test` writes the stories again: read their difference before you commit it.
- `tests/no_allocation.rs` checks that a game in progress allocates no memory.
- `tests/rules.rs` has an example of a rule. Add yours.
- Raise `version` in `Cargo.toml` whenever the rules change, so that Undercard can tell old results from new ones.
";

#[cfg(test)]
mod tests {
    use super::new_game;

    #[test]
    fn a_name_with_another_meaning_is_refused() {
        for id in ["", "a--b", "A", "2", "duel ", "../x", "fn", "test", "undercard", "card", "rules", "self"]
        {
            assert!(new_game(id, None).is_err(), "{id}");
        }
        assert!(new_game("parley", None).is_ok());
    }
}
