//! Tests of descriptions: the shipped ones play the games of their Rust versions.

mod generated;

use super::{DescribedGame, Event, Move, State};
use crate::bots::{Bot, Weights};
use crate::games::conformance::{Law, apply, bench, hold_all, menu, mixed};
use crate::games::knife_fight::KnifeFight;
use crate::games::{Catalogue, check, conformance};
use crate::model::settings::{Node, Value, tree};
use crate::model::words::interned;
use crate::model::{BySeat, Event as _, Feature, Game, JointMove, NoObserver, RngStream, Seat, Seed};
use crate::simulation::runner::GameRunner;
use std::path::Path;

fn description(name: &str) -> Node {
    tree::parse(&text(name), name).expect("TOML")
}

#[track_caller]
fn game(tree: &Node) -> DescribedGame {
    check::<DescribedGame>(tree).map_or_else(|faults| panic!("{faults}"), |(game, _)| game)
}

/// The description with the settings of another config.
fn with_settings(described: &Node, settings: &Node) -> Node {
    let mut described = described.clone();
    let Value::Table(tables) = &settings.value else { panic!("a table") };
    let tables = ["setup", "deck", "cards", "rules"].map(|table| {
        let table = tables.iter().find(|(name, _)| name == table);
        table.cloned().unwrap_or_else(|| panic!("the settings"))
    });
    tree::overlay(&mut described, Node { value: Value::Table(tables.to_vec()), at: settings.at.clone() });
    described
}

/// Both games end alike after as many rounds and decisions, game by game.
#[track_caller]
fn plays_the_same<A: Game, B: Game>(one: &A, other: &B, n_games: u64, seed: u64, case: &str) {
    let bots = BySeat::from_fn(|_| Bot::Random);
    let mut ones = GameRunner::new(one, 2, &bots);
    let mut others = GameRunner::new(other, 2, &bots);
    let (length, of_other) = (one.measures().length.1, other.measures().length.1);
    for game_idx in 0..n_games {
        let game_seed = Seed::new(seed).game(game_idx);
        let (state, outcome, decisions) = ones.play(game_seed, &mut NoObserver);
        let (state_of_other, outcome_of_other, decisions_of_other) = others.play(game_seed, &mut NoObserver);
        assert_eq!(
            (outcome, length(&state), decisions),
            (outcome_of_other, of_other(&state_of_other), decisions_of_other),
            "{case}, seed {seed}, game {game_idx}"
        );
    }
}

#[test]
fn knife_fight_as_a_description_plays_the_games_of_the_built_in_one() {
    let described = description("knife-fight.toml");
    let printed = conformance::printed("knife-fight");
    let knife_fight = |tree: &Node| check::<KnifeFight>(tree).expect("rules").0;
    for seed in 1..=3 {
        plays_the_same(&knife_fight(&printed), &game(&described), 3000, seed, "printed");
    }
    let number = |path: &str, luck: &mut RngStream| {
        Some(match path {
            _ if path.starts_with("deck") => luck.below(4),
            _ if path.starts_with("cards") => luck.below(13),
            "rules.max-rounds" => 1 + luck.below(60),
            _ => 1 + luck.below(8),
        })
    };
    let mut luck = Seed::new(5).game(0).bot(0);
    for nth in 0..200 {
        let mut mix = mixed("knife-fight", &printed, &mut luck, number);
        if nth % 2 == 0 {
            for set in ["setup.extra-cards=[1]", "setup.extra-damage=[0, 2]"] {
                apply(&mut mix, set).expect("a setting");
            }
        }
        let Ok((rules, _)) = check::<KnifeFight>(&mix) else { continue };
        plays_the_same(&rules, &game(&with_settings(&described, &mix)), 60, 1, &format!("mix {nth}"));
    }
}

#[test]
fn the_laws_hold_for_the_shipped_descriptions() {
    for name in ["knife-fight.toml", "parley.toml", "duel.toml"] {
        hold_all(&format!("described/{name}"), &game(&description(name)));
    }
}

/// Deals whose length is published (richardpmann.com/beggar-my-neighbour-records.html), from the top of each stack, with the
/// cards that are played and the tricks.
#[rustfmt::skip]
const RECORDS: [(&str, &str, &str, u64, i64); 4] = [
    ("Kleber 1999", "---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q", 5790, 805),
    ("Collins 2006", "A-QK------Q----KA-----J---", "-JAK----A--Q----J---QJ--K-", 6913, 960),
    ("Paulhus 1999", "------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--", 4791, 670),
    ("Nessler 2022", "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", 8344, 1164),
];

#[test]
fn record_deals_of_beggar_my_neighbour_take_as_long_as_published() {
    let described = description("beggar-my-neighbour.toml");
    let name = |card: char| match card {
        'J' => "jack",
        'Q' => "queen",
        'K' => "king",
        'A' => "ace",
        _ => "number",
    };
    let bots = BySeat::from_fn(|_| Bot::Random);
    for (deal, one, other, n_cards, n_tricks) in RECORDS {
        // The last card that is dealt is on top of its stack.
        let cards = one.chars().rev().chain(other.chars().rev());
        let cards: Vec<String> = cards.map(|card| format!("{:?}", name(card))).collect();
        let mut tree = described.clone();
        let fixed = format!("deck = [{}]\nsetup.shuffled = false", cards.join(", "));
        tree::overlay(&mut tree, tree::parse(&fixed, "deal.toml").expect("TOML"));
        let game = game(&tree);
        let mut counters = super::story::Counters::default();
        let (state, outcome, _) = GameRunner::new(&game, 2, &bots).play(Seed::new(1).game(0), &mut counters);
        let found = (u64::from(state.round), counters.counts[0]);
        assert_eq!(found, (n_cards, n_tricks), "{deal}, {outcome:?}");
    }
}

/// The text of a shipped description.
fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/described").join(name);
    std::fs::read_to_string(path).expect("a description")
}

/// What follows from a fault is not reported: the texts that do not have one error, with this in it.
fn without_one_fault(texts: impl IntoIterator<Item = (String, &'static str)>) -> Vec<String> {
    let found = texts.into_iter().map(|(text, expected)| {
        let tree = tree::parse(&text, "my.toml").expect("TOML");
        (check::<DescribedGame>(&tree).expect_err(expected).to_string(), expected)
    });
    let others = found.filter(|(found, expected)| !found.contains(expected) || found.lines().count() != 1);
    others.map(|(found, expected)| format!("expected {expected}, found\n{found}\n")).collect()
}

#[test]
fn a_fault_is_reported_with_its_place_and_the_name_that_was_meant() {
    let duel = text("duel.toml");
    let (choose, take) = ("choose play from hand to discard", "take damage of card from foe health");
    let changes = [
        (
            "from foe health",
            "from foe healht",
            "my.toml:12: round.3: found \"healht\", expected a counter or mark: health (did you mean `health`?)",
        ),
        (
            "  if card is jab:",
            "  if card is jap:",
            "my.toml:11: round.2: found \"jap\", expected a kind of card",
        ),
        (choose, "choose play from hand", "a card that is chosen from secret ones is shown there"),
        (choose, "choose 2 from hand to discard", "found \"2\", expected a name for the choice"),
        (choose, "choose play from deck to discard", "expected a zone whose cards its player can see"),
        (choose, "choose play from hand to discard that it is jab", "expected each part once, in this order"),
        (choose, "pass or choose play from hand to discard or pass", "found \"or\", expected each part once"),
        (
            choose,
            "choose play from hand where it is jab to discard",
            "found \"where\", expected each part once",
        ),
        (choose, "choose play from hand that damage <= health to discard", "\"damage of it\""),
        (
            choose,
            "choose play from hand that damage of foe card > 0 to discard",
            "asks for no card chosen before",
        ),
        (choose, "Choose play from hand to discard", "expected small letters"),
        (take, "take 3 from foe health", "found \"3\", expected 0, 1, or the name of a setting"),
        (take, "take damage from foe health", "\"damage of card\""),
        (
            take,
            "deal 3 damage to the opponent",
            "found \"deal\", expected a sentence that begins with one of: add,",
        ),
        (take, "do hit", "found \"hit\""),
        ("\"  if foe health <= 0:\"", "\"\tif foe health <= 0:\"", "found a tab"),
        ("  win", "  win.", "found \".\", expected a sentence without a full stop"),
        ("  if foe health <= 0:", "  if foe health / hand-size <= (0:", "found \":\""),
        ("refilling from discard", "counted as dealt", "allowed only after \"move\" and \"turn up\""),
        ("max-rounds = 30", "", "my.toml:37: rules.max-rounds: found no such key"),
        ("[counters]", "[counter]", "my.toml:31: counter: found an unknown key"),
        ("[counters]\nhealth = 10", "", "nothing is defined in counters or marks"),
        ("health = 10", "health = [10, 20, 30]", "expected one number, or a list of 2"),
        ("health = 10", "hand = 10", "my.toml:32: counters.hand: found the name \"hand\" again"),
        ("health = 10", "health = 10\nmana = 3", "counters.mana: found a name that no sentence uses"),
        ("hand = \"own\"", "hand = \"onw\"", "my.toml:28: zones.hand: found \"onw\""),
        (
            "hand = \"own\"",
            "hand = \"own\"\ntable = \"open\"",
            "zones.table: found a name that no sentence uses",
        ),
        ("jab = 5", "jab = 61", "my.toml:49: deck.jab: found 61, expected an integer from 0 to 60"),
        ("[cards.block]", "[cards.ghost]\n[cards.block]", "cards.ghost: found a card that no deck has"),
        ("[zones]", "turn = [\"win\"]\n[zones]", "turn: found both `round` and `turn`"),
        ("[counters]", "[ranges]\nhealth = [\"1\", \"9\"]\n[counters]", "ranges.health: found a list of 2"),
        ("[setup]", "[choices]\nhand-size = [1, 2]\n[setup]", "choices.hand-size.0: found 1"),
    ];
    let changed = changes.map(|(from, to, expected)| {
        assert!(duel.contains(from), "{from}");
        (duel.replacen(from, to, 1), expected)
    });
    // The names of the values of a setting are below a name with a typing mistake.
    let parley = text("parley.toml").replacen("both-down = [", "both-dwn = [", 1);
    // A table or list that is too long is the only error, and a number of many cards without a use is one.
    let of = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let below = |table: &str, n, line: &dyn Fn(usize) -> String| {
        duel.replacen(&format!("[{table}]"), &format!("[{table}]\n{}", of(n, line)), 1)
    };
    let counter = |nth| format!("c{nth} = 1\n");
    let sentences = |n| of(n, &|_| "\"win\",".into());
    let long = [
        (kinds(1000), "cards: found 1000 kinds of cards, expected at most 64"),
        (
            kinds(52).replace("rank = 1 }", "rank = 1, suit = 1 }"),
            "cards.c0.suit: found a name that no sentence uses",
        ),
        (below("counters", 1000, &counter), "counters: found 1001 counters, expected at most 32"),
        (
            below("zones", 9, &|nth| format!("z{nth} = \"open\"\n")),
            "zones: found 12 zones, expected at most 8",
        ),
        (below("setup", 201, &counter), "setup: found 202 settings, expected at most 200"),
        (below("cards.jab", 9, &counter), "cards: found 10 numbers of a card, expected at most 8"),
        (
            format!("{duel}\n[steps]\n{}", of(6, &|nth| format!("s{nth} = [{}]\n", sentences(400)))),
            "found 2417 sentences, expected at most 2000",
        ),
        (
            duel.replacen("round = [", &format!("round = [{}", sentences(401)), 1),
            "round: found 414 sentences, expected at most 400",
        ),
        (parley, "(did you mean `both-down`?)"),
    ];
    assert_eq!(without_one_fault(changed.into_iter().chain(long)), [] as [&str; 0]);
}

/// A duel in which cards cost mana: a player has as much of it as turns of both were played.
const MANA: &str = r#"
    start = ["each:", "  draw hand-size from deck to hand"]
    turn = ["set mana to round", "set foe mana to round", "choose cast from hand that cost of it <= mana to used or pass if mercy"]
    [zones]
    deck = "hidden"
    hand = "own"
    used = "open"
    [counters]
    mana = 0
    [rules]
    hand-size = 2
    mercy = true
    max-rounds = 9
    [cards]
    spark = { cost = 2 }
    blaze = { cost = 3 }
    [deck]
    spark = 1
    blaze = 1"#;

/// Decks of several cards of each kind, which are shuffled.
const LUCK: [(&str, &str); 3] = [
    ("hand-size = 2", "hand-size = 6"),
    ("spark = 1\n    blaze = 1", "spark = 4\n    blaze = 4"),
    ("\"each:\",", "\"each:\", \"  shuffle deck\","),
];

/// Nobody may pass.
const MUST: [(&str, &str); 2] = [(" or pass if mercy", ""), ("    mercy = true\n", "")];

/// The game of a text in which some parts are replaced.
#[track_caller]
fn changed(text: &str, changes: &[(&str, &str)]) -> DescribedGame {
    let text = changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    game(&tree::parse(&text, "my.toml").expect("TOML"))
}

/// Every event of a game of random players, as the story tells it.
fn story(game: &DescribedGame, seed: u64) -> String {
    let mut events = Vec::<Event>::new();
    GameRunner::new(game, 2, &BySeat::from_fn(|_| Bot::Random)).play(Seed::new(seed).game(0), &mut events);
    let mut text = String::new();
    events.iter().for_each(|event| game.tell(event, &mut text).expect("a line"));
    text
}

#[test]
fn a_choice_offers_the_cards_that_its_player_can_pay() {
    let game = changed(MANA, &[]);
    let chance = &mut Seed::new(1).game(0).chance(8);
    let mut state = game.new_game(chance, &mut NoObserver);
    let offers = [vec![Move::PASS], vec![Move(0), Move::PASS], vec![Move(0), Move(1), Move::PASS]];
    let mut joint = JointMove::default();
    for (turn, offered) in offers.into_iter().enumerate() {
        game.play(&mut state, &mut joint, chance, &mut NoObserver);
        let seat = Seat::new(turn % 2);
        assert_eq!(menu(&game, &state, seat), offered, "turn {turn}");
        joint = JointMove::one(seat, Move::PASS);
    }
    hold_all("mana", &changed(MANA, &LUCK));
}

/// That a player is not asked says only that the hand has no card that could be paid for.
#[test]
fn a_player_who_can_pay_for_no_card_is_not_asked() {
    let game = changed(MANA, &MUST);
    let story = story(&game, 1);
    assert!(
        story.contains("Turn 1\n  Seat 0: mana 1\n  Seat 1: mana 1\n  Seat 0: cast: has no such card\n"),
        "{story}"
    );
    assert!(story.contains("Turn 2\n  Seat 1: mana 2\n  Seat 0: mana 2\n  Seat 1: cast: spark\n"), "{story}");
    hold_all("mana without a pass", &changed(MANA, &[&LUCK[..], &MUST].concat()));
}

#[test]
fn a_choice_can_ask_for_everything_that_both_players_see() {
    for (that, offered) in [
        ("cost of it <= mana + foe mana", "spark"),
        ("cost of it <= cards in hand and used is empty", "spark"),
        ("cost of it <= round + 1 and not used has blaze", "spark"),
        ("cost of it > mana and it is not spark", "blaze"),
        ("both (mana = 1) and it has cost and cost of it = cards in foe hand + mana", "blaze"),
    ] {
        let game =
            changed(MANA, &[("cost of it <= mana", that), ("or pass if mercy", ""), ("mercy = true", "")]);
        let story = story(&game, 1);
        assert!(
            story.contains(&format!(
                "Turn 1\n  Seat 0: mana 1\n  Seat 1: mana 1\n  Seat 0: cast: {offered}\n"
            )),
            "{that}: {story}"
        );
    }
}

/// Both players have a card in one repetition only, and nobody has the card of the repetition before.
#[test]
fn a_player_whom_when_leaves_out_has_no_card() {
    let echo = r#"
        start = ["each:", "  draw hand-size from deck to hand"]
        round = [
          "repeat up to times times while either (answers < cap):",
          "  choose answer from hand to table when turn-of = 0",
          "  each:",
          "    if card is shout:",
          "      add 1 to answers",
          "  each:",
          "    set turn-of to 1 - turn-of",
          "end in a draw",
        ]
        zones = { deck = "hidden", hand = "own", table = "open" }
        counters = { answers = 0, turn-of = [0, 1] }
        rules = { times = 2, cap = 9, hand-size = 2, max-rounds = 3 }
        cards = { shout = {} }
        deck = { shout = 2 }"#;
    let story = story(&changed(echo, &[]), 1);
    assert_eq!(story.matches("answers 1\n").count(), 2, "{story}");
    assert!(!story.contains("answers 2"), "{story}");
}

/// A description with this many kinds of cards: the first half is in the deck of one side, the rest in that of the other.
fn kinds(n_kinds: usize) -> String {
    let rows = |range: std::ops::Range<usize>, value: &str| {
        range.map(|kind| format!("c{kind} = {value}\n")).collect::<String>()
    };
    let (cards, half) = (rows(0..n_kinds, "{ rank = 1 }"), n_kinds / 2);
    let (one, other) = (rows(0..half, "1"), rows(half..n_kinds, "1"));
    let last = n_kinds - 1;
    format!(
        r#"
        sides = ["one", "other"]
        start = ["each:", "  shuffle deck", "  draw size from deck to hand"]
        round = [
          "choose play from hand to used",
          "each:",
          "  draw 1 from deck to hand",
          "  if card is c0 or c{last} and rank of card = 1:",
          "    count ends",
          "  else if card is nothing:",
          "    count nothings",
        ]
        zones = {{ deck = "hidden", hand = "own", used = "open" }}
        rules = {{ size = 5, max-rounds = 40 }}
        [cards]
        {cards}
        [deck.one]
        {one}
        [deck.other]
        {other}"#
    )
}

#[test]
fn a_description_has_up_to_64_kinds_of_cards() {
    let game = changed(&kinds(64), &[]);
    let story = story(&game, 1);
    assert!((0..64).all(|kind| story.contains(&format!("play: c{kind}\n"))), "{story}");
    let mut counters = super::story::Counters::default();
    GameRunner::new(&game, 2, &BySeat::from_fn(|_| Bot::Random)).play(Seed::new(1).game(0), &mut counters);
    // Both have no card in the last 8 of 40 rounds.
    assert_eq!(counters.counts[..2], [2, 16]);
    hold_all("64 kinds", &game);
}

/// The last of these cards is drawn first.
#[test]
fn cards_without_an_order_go_under_a_pile_in_the_order_of_the_kinds() {
    let text = r#"
        start = ["draw size from deck to table"]
        round = ["move all from table to WHERE counted as buried", "draw size from deck to hand", "end in a draw"]
        zones = { deck = "shared hidden", table = "shared open", hand = "shared open" }
        rules = { size = 3, max-rounds = 1 }
        cards = { jab = {}, hook = {}, block = {} }
        deck = ["hook", "block", "jab"]"#;
    for (place, drawn) in [("under deck", ["jab", "hook", "block"]), ("deck", ["block", "hook", "jab"])] {
        let story = story(&changed(text, &[("WHERE", place)]), 1);
        let (_, rest) = story.split_once("Round 1").expect("a round");
        let of = |end: &str| -> Vec<String> {
            let lines = rest.lines().filter(|line| line.ends_with(end));
            lines.filter_map(|line| line.trim().split(':').next().map(str::to_owned)).collect()
        };
        assert_eq!(of("deck to hand"), drawn, "{place}: {story}");
        assert_eq!(of("table to deck (buried)"), ["jab", "hook", "block"], "{place}: {story}");
    }
}

/// The page lists every form of a sentence in the order of the code, which errors show.
#[test]
fn the_page_lists_the_forms_of_sentences() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-own-game.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (_, table) = page.split_once("| sentence | what it does |\n| --- | --- |\n").expect("the table");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let firsts = rows.map(|row| row.split(" | ").next().expect("a cell"));
    let forms: Vec<&str> = firsts.flat_map(|first| first.split('`').skip(1).step_by(2)).collect();
    assert_eq!(forms, super::sentences::FORMS);
}

/// In a duel with 3 health, nobody knows anything but the own hand: the opponent plays each of its 13 cards alike.
#[test]
fn features_say_what_a_choice_does_on_average() {
    let mut tree = description("duel.toml");
    apply(&mut tree, "counters.health=3").expect("a setting");
    let game = game(&tree);
    let chance = &mut Seed::new(1).game(0).chance(8);
    let mut state = game.new_game(chance, &mut NoObserver);
    game.play(&mut state, &mut JointMove::default(), chance, &mut NoObserver);
    let features = game.feature_list();
    let rows = bench::features(&game, &state, Seat::FIRST, &[Move(0), Move(1), Move(2)]);
    let of_13 = |name: &str| {
        let at = features.iter().position(|feature| feature.name == name).expect("a feature");
        [0, 1, 2].map(|mv| (rows[mv * features.len() + at] * 13.0 * 1000.0).round() / 1000.0)
    };
    // A Jab takes 1 from every opponent, a Hook 3 from 9 of 13; 5 Jabs take 1 and 4 Hooks 3, unless it is blocked.
    assert_eq!(of_13("foe-health"), [26.0, 12.0, 39.0]);
    assert_eq!(of_13("own-health"), [22.0, 22.0, 34.0]);
    // Both are down after two Hooks.
    assert_eq!(of_13("wins"), [0.0, 5.0, 0.0]);
    assert_eq!(of_13("loses"), [4.0, 0.0, 0.0]);
    assert_eq!(of_13("foe-discard")[0], 13.0);
}

/// The names of the situations that hold for a seat.
fn situations(game: &DescribedGame, state: &State, seat: Seat) -> String {
    let held = game.situations(&game.view(state, seat));
    let listed = game.situation_list().iter().enumerate();
    let names = listed.filter(|(index, _)| held.has(*index)).map(|(_, situation)| situation.name);
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn situations_say_what_a_player_sees() {
    /// The second round of a game in which both play the first card that they can.
    fn second_round(name: &str) -> (DescribedGame, State, [&'static str; 2]) {
        let game = game(&description(name));
        let chance = &mut Seed::new(1).game(0).chance(8);
        let mut state = game.new_game(chance, &mut NoObserver);
        let mut joint = JointMove::default();
        game.play(&mut state, &mut joint, chance, &mut NoObserver);
        let played = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let mv = menu(&game, &state, seat)[0];
            joint.set(seat, mv);
            interned(game.card_name(mv.0))
        });
        game.play(&mut state, &mut joint, chance, &mut NoObserver);
        (game, state, played)
    }
    let (duel, mut state, [own, foe]) = second_round("duel.toml");
    let on_top = |own: &str, foe: &str| {
        let mut names = [format!("own-discard-is-{own}"), format!("foe-discard-is-{foe}")];
        names.sort_by_key(|name| duel.situation_list().iter().position(|known| known.name == name));
        names.join(" ")
    };
    assert_eq!(situations(&duel, &state, Seat::FIRST), format!("round-2 {}", on_top(own, foe)));
    assert_eq!(situations(&duel, &state, Seat::SECOND), format!("round-2 {}", on_top(foe, own)));
    // Of 10 health, 5 are half.
    (state.players[0].counters[0], state.players[1].counters[0]) = (6, 5);
    let expected = format!("foe-health-low own-health-higher round-2 {}", on_top(own, foe));
    assert_eq!(situations(&duel, &state, Seat::FIRST), expected);
    let (parley, mut state, _) = second_round("parley.toml");
    state.players[1].counters[1] = 2;
    let hurt = situations(&parley, &state, Seat::FIRST);
    assert!(hurt.split(' ').any(|name| name == "foe-hurt"), "{hurt}");
    let (goofspiel, state, _) = second_round("goofspiel.toml");
    let expected = "own-points-low foe-points-low own-deck-empty foe-deck-empty round-2 own-table-has-one foe-table-has-one";
    assert_eq!(situations(&goofspiel, &state, Seat::FIRST), expected);
}

/// What strategies weigh in a described game, by name: under house rules as in the description.
#[test]
fn weights_keep_their_meaning_when_house_rules_add_a_kind_of_card() {
    for name in ["duel.toml", "goofspiel.toml", "knife-fight.toml"] {
        let tree = description(name);
        let listed = Catalogue::printed().described(&text(name), &tree).expect("a game");
        let mut house = tree.clone();
        let deck = if name == "knife-fight.toml" { "deck.red" } else { "deck" };
        let added = format!("[cards.kick]\n[{deck}]\nkick = 2\n");
        tree::overlay(&mut house, tree::parse(&added, "house.toml").expect("TOML"));
        let house = game(&house);
        let (features, situations) = (house.feature_list(), house.situation_list());
        assert!(features.len() > listed.features.len() && situations.len() > listed.situations.len());
        for (weighed, Feature { name: expected, .. }) in listed.weighed() {
            let weights = Weights { weights: vec![(*weighed, 1.0)], ..Weights::default() };
            let state = Bot::Weights(weights).new_state(Seed::new(1).game(0).bot(0), features.len());
            let mut rows = state.by_situation.iter().map(Vec::as_slice);
            let base = rows.next().unwrap_or(&state.weights);
            let of_rows = std::iter::once(base).chain(rows).enumerate().flat_map(|(row, weights)| {
                let is_weighed = |(_, weight): &(usize, &f64)| **weight != 0.0;
                weights.iter().enumerate().filter(is_weighed).map(move |(feature, _)| (row, feature))
            });
            let found: Vec<String> = of_rows
                .map(|(row, feature)| match row.checked_sub(1) {
                    Some(situation) => {
                        format!("{}-when-{}", features[feature].name, situations[situation].name)
                    }
                    None => features[feature].name.to_owned(),
                })
                .collect();
            assert_eq!(found, [*expected], "{name}");
        }
        conformance::SituationsAddWeights.hold(name, &house);
    }
}

#[test]
fn both_players_see_a_zone_that_they_share() {
    let mut tree = description("duel.toml");
    apply(&mut tree, "zones.discard=\"shared open pile\"").expect("a zone");
    let game = game(&tree);
    let chance = &mut Seed::new(1).game(0).chance(8);
    let mut state = game.new_game(chance, &mut NoObserver);
    let mut joint = JointMove::default();
    for seat in [Seat::FIRST, Seat::SECOND] {
        joint.set(seat, menu(&game, &state, seat)[0]);
    }
    game.play(&mut state, &mut joint, chance, &mut NoObserver);
    let shown = |seat| {
        let mut text = String::new();
        game.describe_view(&game.view(&state, seat), &mut text).expect("a text");
        text.split("discard: ").nth(1).and_then(|rest| rest.lines().next()).map(str::to_owned)
    };
    assert_eq!(shown(Seat::FIRST), shown(Seat::SECOND));
    assert_ne!(shown(Seat::FIRST).as_deref(), Some("nothing"));
}

/// A market is refilled for both: no player has drawn its cards, before the first round or later.
#[test]
fn nobody_draws_a_card_to_a_zone_that_both_share() {
    let market = r#"
        start = ["draw size from deck to market"]
        round = ["draw size from deck to market"]
        zones = { deck = "shared hidden", market = "shared open" }
        cards = { walk = {} }
        deck = { walk = 6 }
        rules = { size = 3, max-rounds = 1 }"#;
    let game = game(&tree::parse(market, "my.toml").expect("TOML"));
    let mut events = Vec::<Event>::new();
    GameRunner::new(&game, 2, &BySeat::from_fn(|_| Bot::Random)).play(Seed::new(1).game(0), &mut events);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Moved { .. })).count(), 6);
    assert!(events.iter().all(|event| event.card().is_none()));
}

/// No description can make a game last for minutes.
#[test]
fn rounds_that_could_take_very_long_are_refused() {
    let mut tree = description("duel.toml");
    let repeated = r#"
        round = ["each:", "  repeat up to hand-size times while health > 0:", "    move all from discard to under deck"]
        setup.hand-size = 100
        rules.max-rounds = 100_000
        replacement = "jab""#;
    tree::overlay(&mut tree, tree::parse(repeated, "my.toml").expect("TOML"));
    let faults = check::<DescribedGame>(&tree).expect_err("a fault").to_string();
    assert!(faults.contains("max-rounds: found 100000, expected at most 1219, because"), "{faults}");
    assert!(!faults.contains("max-rounds: found an unknown key"), "{faults}");
}
