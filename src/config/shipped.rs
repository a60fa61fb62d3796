//! The printed rules, house rules and strategies that are embedded in the binary.

use include_dir::{Dir, include_dir};

static CONFIGS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/configs");
static STRATEGIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/strategies");

/// The printed rules of a game: every setting, with comments.
#[must_use]
pub fn printed(game: &str) -> Option<&'static str> {
    CONFIGS.get_file(format!("{game}/printed.toml"))?.contents_utf8()
}

/// All configs of a game, including `printed.toml`: file name and text, sorted by name.
#[must_use]
pub fn configs(game: &str) -> Vec<(String, &'static str)> {
    files(&CONFIGS, game)
}

/// All embedded strategies of a game: file name and text, sorted by name.
#[must_use]
pub fn strategies(game: &str) -> Vec<(String, &'static str)> {
    files(&STRATEGIES, game)
}

fn files(dir: &Dir<'static>, game: &str) -> Vec<(String, &'static str)> {
    let Some(folder) = dir.get_dir(game) else { return Vec::new() };
    let mut files: Vec<(String, &'static str)> = folder
        .files()
        .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
        .filter_map(|file| Some((file.path().file_name()?.to_str()?.to_owned(), file.contents_utf8()?)))
        .collect();
    files.sort();
    files
}
