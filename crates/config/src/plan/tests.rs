use super::*;
use crate as config;
use crate::games::Catalogue;
use proptest::prelude::*;
use std::path::Path;

fn refused(set: &[&str], part: &str) {
    let options =
        PlanOptions { set: set.iter().map(ToString::to_string).collect(), ..PlanOptions::default() };
    let errors = Plan::new("knife-fight", &options).expect_err("errors").to_string();
    assert!(errors.contains(part), "{part} is not in\n{errors}");
}

#[test]
fn errors_have_key_found_and_expected() {
    refused(&["rules.bleed-divider=4"], "rules.bleed-divider: found an unknown key");
    refused(&["rules.bleed-divider=4"], "did you mean `bleed-divisor`?");
    refused(&["rules.bleed-divisor=0"], "rules.bleed-divisor: found 0, expected an integer from 1 to 60");
    refused(&["rules.tie=both"], "found \"both\", expected one of: \"both-hit\", \"no-hit\"");
    refused(&["setup.hand-size=10", "deck.red={ }", "deck.black.two=13"], "deck.black.two");
    refused(&["rules"], "KEY=VALUE");
    refused(&["a..b=1"], "a dotted key");
    let options = PlanOptions { players: Some(3), ..PlanOptions::default() };
    assert!(Plan::new("knife-fight", &options).expect_err("errors").to_string().contains("expected 2"));
    let seed = |seed| Plan::new("knife-fight", &PlanOptions { seed: Some(seed), ..PlanOptions::default() });
    assert_eq!(seed(HIGHEST_SEED).expect("a plan").seed, HIGHEST_SEED);
    assert!(seed(HIGHEST_SEED + 1).expect_err("errors").to_string().starts_with("--seed: found 9"));
    assert!(
        Plan::new("knife-fite", &PlanOptions::default())
            .expect_err("errors")
            .to_string()
            .contains("did you mean `knife-fight`?")
    );
}

#[test]
fn equal_rules_have_equal_digests_and_play_equal_games() {
    let plan = |game: &str, set: &[&str]| {
        let set = set.iter().map(ToString::to_string).collect();
        let options = PlanOptions { set, games: Some(50), ..PlanOptions::default() };
        Plan::new(game, &options).unwrap_or_else(|errors| panic!("{errors}"))
    };
    let (wave, hook) = (
        "cards.left-wave={ kind = \"left-arm\", copies = 2, burst = [\"red\"] }",
        "cards.left-hook={ kind = \"left-arm\", copies = 3, burst = [\"green\"] }",
    );
    let [one, other] = [[wave, hook], [hook, wave]].map(|set| plan("stupid-fight", &set));
    assert_eq!((&one.digest, one.rules_digest()), (&other.digest, other.rules_digest()));
    for game_idx in 0..5 {
        assert_eq!(one.simulation().story(game_idx), other.simulation().story(game_idx));
    }
    let [default, two] = [&[][..], &["setup.players=2"]].map(|set| plan("taunt", set));
    assert_eq!((&default.digest, default.rules_digest()), (&two.digest, two.rules_digest()));
    let more = plan("stabby-jack", &["setup.players=3"]);
    assert_ne!(more.rules_digest(), plan("stabby-jack", &[]).rules_digest());
}

proptest! {
    /// Any setting gives either a plan or errors.
    #[test]
    fn settings_never_make_a_game_panic(
        game in 0..Catalogue::printed().iter().len(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), "(-?[0-9]{1,19}|[a-z-]{1,12}|true|\\[\\]|\\[1, 'x'\\]|\\{\\}|\\{ a = 1 \\}|nan|''|1e300)"), 1..4),
    ) {
        let game = Catalogue::printed().iter().nth(game).expect("a game");
        let paths: Vec<String> = Plan::new(game.id, &PlanOptions::default()).expect("printed rules").rules.settings().iter().map(|setting| setting.path.clone()).collect();
        let set = picks.iter().map(|(pick, value)| format!("{}={value}", pick.get(&paths))).collect();
        let _ = Plan::new(game.id, &PlanOptions { set, ..PlanOptions::default() });
    }
}

/// 0 means a word in these settings. It is no number, so nothing steps from it or through it.
#[test]
fn zero_is_an_older_way_to_write_a_word() {
    for (game, key, word) in [
        ("taunt", "characters.tuggle.peril-limit", "default"),
        ("taunt", "moves.punch.interrupted-by.2", "never"),
        ("stabby-jack", "setup.decks", "by-players"),
        ("stupid-fight", "turn.max-hand", "any"),
    ] {
        let [printed, zero, one] = [None, Some(0), Some(8)].map(|value| {
            let set = value.map(|value| format!("{key}={value}"));
            let options = PlanOptions { set: set.into_iter().collect(), ..PlanOptions::default() };
            Plan::new(game, &options).unwrap_or_else(|errors| panic!("{errors}"))
        });
        assert_eq!((&zero.digest, zero.rules_digest()), (&printed.digest, printed.rules_digest()), "{key}");
        assert_ne!(one.digest, printed.digest, "{key}");
        for plan in [printed, zero] {
            assert_eq!(plan.value(key).map(|node| &node.value), Some(&Value::Text(word.into())), "{key}");
        }
    }
}

/// Files with thousands of keys: the work for each error does not grow with their number.
#[test]
fn a_file_with_thousands_of_errors_is_refused() {
    let keys = |n: usize, value: &str| (0..n).map(|nth| format!("k{nth} = {value}\n")).collect::<String>();
    let duel = "game = 'duel'\nround = ['choose play from hand to discard', 'each:', '  take 1 from foe health']\n\
                [zones]\ndeck = 'hidden'\nhand = 'own'\ndiscard = 'open pile'\n[counters]\nhealth = 9\n[rules]\nmax-rounds = 9\n[cards.jab]\n\
                [deck]\njab = 9\n";
    let counters = duel.replace("[counters]\n", &format!("[counters]\n{}", keys(20_000, "1")));
    let targets: String = (0..1_000).map(|nth| format!("'metrics/lenght{nth}' = {{ min = 1 }}\n")).collect();
    for (text, n_errors, first) in [
        (
            format!("game = 'knife-fight'\n{}", keys(20_000, "1")),
            20_000,
            "file.toml:2: k0: found an unknown key",
        ),
        (
            format!("game = 'knife-fight'\n[rules]\n{}", keys(20_000, "1")),
            20_000,
            "file.toml:3: rules.k0: found an unknown key",
        ),
        (
            format!("game = 'fight'\n[warriors]\n{}", keys(5_000, "{}")),
            15_001,
            "file.toml:3: warriors.k0.power: found no such key, expected an integer from 1 to 99",
        ),
        (format!("{}{duel}", keys(20_000, "1")), 20_000, "file.toml:1: k0: found an unknown key"),
        (counters, 1, "counters: found 20001 counters, expected at most 32"),
        (
            format!("game = 'knife-fight'\n[targets]\n{targets}"),
            1_000,
            "file.toml:3: targets.\"metrics/lenght0\": found \"metrics/lenght0\", expected the address of a figure",
        ),
        (format!("{} = 1\n{duel}", "x".repeat(1_001)), 1, "expected a key of at most 1000 bytes"),
    ] {
        let read = config::of_text(text, Path::new("file.toml"), Catalogue::printed());
        let plan = read.and_then(|config| Plan::of_config(config, &PlanOptions::default()));
        let ConfigErrors(errors) = plan.map(|plan| plan.digest).expect_err(first);
        assert!(errors[0].to_string().contains(first), "{first}: {}", errors[0]);
        assert_eq!(errors.len(), n_errors, "{first}");
    }
}
