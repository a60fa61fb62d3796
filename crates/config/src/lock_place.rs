//! Finds the lock file of a config, and the name of a config in it.

use std::path::{Component, Path, PathBuf};

/// The name of lock files.
pub const NAME: &str = "undercard.lock";

/// The lock file of a config: the nearest one in the folder of the config and the folders above it, up to the root of its
/// Git repository. Without one, the path where a new one belongs: the current folder if it contains the config, otherwise the
/// folder of the config. The lock file of a game id is found from the current folder.
#[must_use]
pub fn lock_of(config: &str, is_game: bool) -> PathBuf {
    let here = canonical(Path::new("."));
    let file = canonical_file(Path::new(config));
    let folder = if is_game { Some(here.as_path()) } else { file.parent() };
    let Some(folder) = folder else { return PathBuf::from(NAME) };
    for above in folder.ancestors() {
        let lock = above.join(NAME);
        // Also a link to a file that is missing, or a folder: both are reported when the lock is read.
        if lock.symlink_metadata().is_ok() {
            return relative(&lock, &here);
        }
        if above.join(".git").exists() {
            break;
        }
    }
    relative(&if folder.starts_with(&here) { here.join(NAME) } else { folder.join(NAME) }, &here)
}

/// The name of a config in a lock file: its path relative to the folder of the lock file, with slashes on every operating
/// system; the id of a game.
#[must_use]
pub fn name_in(lock: &Path, config: &str, is_game: bool) -> String {
    if is_game {
        return config.to_owned();
    }
    let lock = canonical_file(lock);
    let name = relative(&canonical_file(Path::new(config)), lock.parent().unwrap_or(Path::new("")));
    name.to_string_lossy().replace('\\', "/")
}

/// The absolute path of a file whose folder exists. The file itself may be a link: its name counts, not its target.
#[must_use]
pub fn canonical_file(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    file.file_name().map_or_else(|| canonical(file), |name| canonical(folder).join(name))
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// The path of a file from a folder; both are absolute. Absolute if they have nothing in common.
#[must_use]
pub fn relative(file: &Path, folder: &Path) -> PathBuf {
    let common = file.components().zip(folder.components()).take_while(|(one, two)| one == two).count();
    let shares_folder = file.components().take(common).any(|part| matches!(part, Component::Normal(_)));
    if !shares_folder {
        return file.to_owned();
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(file.components().skip(common)).collect()
}

/// The path of a file from the root of its Git repository, with slashes; `None` outside of one. Services that show findings
/// beside files know only these paths.
#[must_use]
pub fn in_repository(file: &Path) -> Option<String> {
    let file = canonical_file(file);
    let root = file.ancestors().skip(1).find(|folder| folder.join(".git").exists())?;
    Some(relative(&file, root).to_string_lossy().replace('\\', "/"))
}

/// The path of a file that is named relative to a folder, without `..` where the shorter path is the same file.
#[must_use]
pub fn beside(folder: &Path, named: &str) -> PathBuf {
    let path = folder.join(named);
    let short = without_parents(&path);
    let file = |path: &Path| path.canonicalize().ok();
    if file(&short).is_some_and(|short| Some(short) == file(&path)) { short } else { path }
}

/// The path without `.` and, after a folder, `..`.
#[must_use]
pub fn without_parents(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match (part, short.components().next_back()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(short.pop()),
            (part, _) => short.push(part),
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_lock_file() {
        for (file, folder, expected) in [
            ("/a/b/c.toml", "/a", "b/c.toml"),
            ("/a/b/c.toml", "/a/b", "c.toml"),
            ("/a/c.toml", "/a/b/d", "../../c.toml"),
            ("/x/c.toml", "/a", "/x/c.toml"),
        ] {
            assert_eq!(relative(Path::new(file), Path::new(folder)), Path::new(expected));
        }
        assert_eq!(name_in(Path::new("undercard.lock"), "./src/../src/lib.rs", false), "src/lib.rs");
        assert_eq!(name_in(Path::new("src/x.lock"), "src/lib.rs", false), "lib.rs");
        for (path, expected) in [
            ("configs/../strategies/saver.toml", "strategies/saver.toml"),
            ("./a/../../b.toml", "../b.toml"),
            ("../../b.toml", "../../b.toml"),
            ("/../b.toml", "/b.toml"),
        ] {
            assert_eq!(without_parents(Path::new(path)), Path::new(expected));
        }
        assert_eq!(beside(Path::new("src/cards"), "../lib.rs"), Path::new("src/lib.rs"));
        assert_eq!(beside(Path::new("src"), "../no such file"), Path::new("src/../no such file"));
    }
}
