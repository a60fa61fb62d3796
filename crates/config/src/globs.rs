//! Patterns with `*`.

/// Whether a key matches a pattern. `*` matches any text.
#[must_use]
pub fn matches(glob: &str, key: &str) -> bool {
    let mut parts = glob.split('*');
    let Some(mut rest) = parts.next().and_then(|head| key.strip_prefix(head)) else { return false };
    let Some(tail) = parts.next_back() else { return rest.is_empty() };
    // The first occurrence of the text between two stars is always a valid choice.
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_text() {
        for (glob, key) in [
            ("rules.*", "rules.max-rounds"),
            ("*.damage", "cards.ten.damage"),
            ("cards.*.damage", "cards.ten.damage"),
            ("*", "x"),
            ("a.b", "a.b"),
            ("*a*b*", "xaab"),
            ("**", ""),
        ] {
            assert!(matches(glob, key), "{glob} {key}");
        }
        for (glob, key) in [
            ("rules.*", "setup.x"),
            ("a", "ab"),
            ("cards.*.damage", "cards.ten.strength"),
            ("a*a", "a"),
            ("", "a"),
        ] {
            assert!(!matches(glob, key), "{glob} {key}");
        }
    }
}
