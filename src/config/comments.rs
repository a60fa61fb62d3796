//! The comments of a printed config are the documentation of its settings.

use std::collections::BTreeMap;

/// The comment of each key and table of a commented TOML text, by dotted path: the lines directly
/// above it, or behind it on the same line.
#[must_use]
pub fn comments(text: &str) -> BTreeMap<String, String> {
    let mut comments = BTreeMap::new();
    let mut table = String::new();
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix('#') {
            block.push(comment.trim());
            continue;
        }
        let mut path = None;
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            table = header.trim_matches('[').trim().to_owned();
            path = Some(table.clone());
        } else if let Some((key, _)) = line.split_once('=') {
            let key = key.trim();
            path = Some(if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") });
            if let (true, Some((_, behind))) = (block.is_empty(), line.split_once(" #")) {
                block.push(behind.trim());
            }
        }
        if let (Some(path), false) = (path, block.is_empty()) {
            comments.insert(path, block.join(" "));
        }
        block.clear();
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_documented_by_the_lines_above_it_or_behind_it() {
        let comments =
            comments("# file\n\n# The table.\n[a]\n# One,\n# two.\nx = 1\ny = 2   # behind\nz = 3\n");
        assert_eq!(comments["a"], "The table.");
        assert_eq!((comments["a.x"].as_str(), comments["a.y"].as_str()), ("One, two.", "behind"));
        assert!(!comments.contains_key("a.z"));
    }
}
