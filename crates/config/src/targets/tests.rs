//! Parsing and judging of targets.

use super::*;
use crate::tree::parse;
use proptest::prelude::*;

fn targets(text: &str) -> (Vec<Target<String>>, String) {
    let mut errors = Vec::new();
    let targets = parse(text, "f.toml").map(|tree| read(&tree, &mut errors));
    (targets.unwrap_or_default(), errors.iter().map(|error| format!("{error}\n")).collect())
}

/// The number of targets that a pattern matches.
fn n_targets(game: &str, address: &str, band: &str) -> usize {
    let text = format!("game = '{game}'\n[targets]\n'{address}' = {band}\n");
    let config =
        crate::of_text(text, std::path::Path::new("f.toml"), crate::Catalogue::printed()).expect("TOML");
    let plan = crate::Plan::of_config(config, &crate::PlanOptions::default());
    plan.unwrap_or_else(|errors| panic!("{errors}")).targets.len()
}

#[test]
fn pairs_are_those_of_characters_and_each_counts_once() {
    let even = "{ min = '40%', max = '60%' }";
    let characters = n_targets("taunt", "win_rates/character/*", "{ max = 0.99 }");
    let pairs = characters * (characters - 1) / 2;
    assert!(characters > 3, "{characters}");
    assert_eq!(n_targets("taunt", "matchups/*/*", even), pairs);
    // The band says something else about the second against the first.
    assert_eq!(n_targets("taunt", "matchups/*/*", "{ min = '40%' }"), 2 * pairs);
    assert_eq!(n_targets("taunt", "matchups/tuggle/*", even), characters - 1);
    assert!(n_targets("taunt", "matchups/random/*", even) > 2, "bots that are named");
    assert!(n_targets("knife-fight", "matchups/*/*", even) >= 6, "a game without characters");
}

#[test]
fn errors_have_lines_and_keys() {
    for (value, parts) in [
        ("0.5", vec!["f.toml:2: targets.\"a/x\": found 0.5, expected a band"]),
        ("{}", vec!["found no band"]),
        ("{ at = 1 }", vec!["found `at` without `within`, expected { at = 1, within = … }"]),
        ("{ at = 1, within = 0 }", vec!["targets.\"a/x\".within", "more than 0"]),
        ("{ at = 1, within = 1, max = 2 }", vec!["at and within and max"]),
        ("{ min = 2, max = 2 }", vec![".min", "less than max = 2"]),
        ("{ min = nan }", vec![".min", "a number"]),
        ("{ min = 'x%' }", vec![".min", "\"4%\""]),
        ("{ mim = 1 }", vec![".mim", "did you mean `min`"]),
        ("{ min = 1, rule = 'any' }", vec![".rule", "two line-ups"]),
        ("{ min = 1, rule = 'any', bot = ['a', 'b'] }", vec![".bot:", "did you mean `bots`"]),
        ("{ min = 1, bots = ['a', 'b'], rule = 'al' }", vec![".rule", "did you mean `all`"]),
        ("{ min = 1, bots = ['a', 'a'] }", vec![".bots.1", "each line-up once"]),
        ("{ min = 1, bots = [] }", vec![".bots", "a list of 1 to 16"]),
        ("{ min = 1, bots = 3 }", vec![".bots"]),
    ] {
        let (_, errors) = targets(&format!("[targets]\n'a/x' = {value}"));
        assert_eq!(errors.lines().count(), 1, "{errors}");
        for part in parts {
            assert!(errors.contains(part) && errors.contains("f.toml:2"), "{part} is not in\n{errors}");
        }
    }
    assert!(targets("targets = 3").1.contains("f.toml:1: targets: found 3, expected a table"));
}

#[test]
fn numbers_that_a_figure_cannot_have_are_rejected_with_the_right_spelling() {
    let options = |target: &str| {
        let text = format!("game = 'knife-fight'\n[targets]\n{target}\n");
        let tree = crate::of_text(text, std::path::Path::new("f.toml"), crate::Catalogue::printed());
        let plan = tree.and_then(|config| crate::Plan::of_config(config, &Default::default()));
        plan.map(|plan| plan.targets[0].band).map_err(|errors| errors.to_string())
    };
    let queen = "'card_impact/queen/all/opening'";
    for (target, part) in [
        ("'win_rates/seat/0' = { at = 50, within = 4 }".to_owned(), "did you mean `\"50%\"`"),
        ("'win_rates/seat/0' = { at = 0.5, within = 4 }".to_owned(), "did you mean `\"4%\"`"),
        ("'win_rates/seat/0' = { at = 0.5, within = -0.02 }".to_owned(), "found -0.02, expected more than 0"),
        ("'outcomes/draw' = { max = -0.1 }".to_owned(), "a share from 0 to 1"),
        // A percent that lacks its unit would allow everything.
        ("'outcomes/draw' = { max = 1 }".to_owned(), "did you mean `\"1%\"`?"),
        ("'impact/queen/all' = { min = -1, max = 1 }".to_owned(), "a narrower band"),
        ("'outcomes/draw' = { max = '104%' }".to_owned(), "found 104 %"),
        (format!("{queen} = {{ at = 0, within = 4 }}"), "did you mean `\"4pp\"`"),
        ("'metrics/length-mean' = { max = '12%' }".to_owned(), "this figure is not a share"),
    ] {
        let error = options(&target).expect_err(&target);
        assert!(error.contains(part) && error.lines().count() == 1, "{target}: {error}");
    }
    for within in ["0.04", "'4pp'", "'4%'", "'4 pp'"] {
        let band = options(&format!("{queen} = {{ at = 0, within = {within} }}")).expect("a target");
        assert_eq!(band, Band { low: -0.04, high: 0.04 });
    }
}

proptest! {
    #[test]
    fn the_reader_never_panics_on_targets(
        address in "[a-z/_0-9.:-]{0,30}",
        keys in prop::collection::vec((
            "(at|within|min|max|bots|rule|[a-z]{1,4})",
            "(-?[0-9]{1,20}|-?[0-9]\\.[0-9]{1,3}|nan|-?inf|true|'(all|any|cutter)?'|\\['random', 3\\]|\\{\\}|\\[\\])",
        ), 0..5),
    ) {
        let band: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let (targets, errors) = targets(&format!("[targets]\n'{address}' = {{ {} }}", band.join(", ")));
        for target in targets {
            prop_assert!(target.band.low < target.band.high || !errors.is_empty());
            let _ = (target.shown(), matching(&target.figure, &[]), target.unknown(&[FigureId::mean_length()], SeatOrder::AtOnce, true));
        }
    }
}
