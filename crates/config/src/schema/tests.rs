//! Compares the schemas with `lint` on the same configs.

use super::*;
use crate::games::all_games;
use crate::model::settings::{Allowed, Origin, Setting};
use crate::{Plan, PlanOptions, game_and_tree, of_text, tree};
use jsonschema::Validator;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

static PLANS: LazyLock<Vec<Plan>> = LazyLock::new(|| all_games().map(|game| plan(game.id)).collect());
static SCHEMAS: LazyLock<Vec<Validator>> = LazyLock::new(|| {
    PLANS.iter().map(|plan| jsonschema::validator_for(&schema(plan)).expect("a schema")).collect()
});

fn plan(game: &str) -> Plan {
    Plan::new(game, &PlanOptions::default()).unwrap_or_else(|errors| panic!("{errors}"))
}

fn schema_index(game: &str) -> usize {
    all_games().position(|listed| listed.id == game).expect("a registered game")
}

/// The schema errors of a config.
fn wrong(text: &str) -> Vec<String> {
    let (game, _) = game_and_tree(text, "f.toml").unwrap_or_else(|errors| panic!("{errors}: {text}"));
    let json = serde_json::to_value(toml::from_str::<toml::Table>(text).expect("TOML")).expect("JSON");
    let errors = SCHEMAS[schema_index(game.id)].iter_errors(&json);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn lint(text: &str) -> Result<(), String> {
    let config = of_text(text.to_owned(), Path::new("house.toml")).map_err(|errors| errors.to_string())?;
    Plan::of_config(config, &PlanOptions::default()).map(|_| ()).map_err(|errors| errors.to_string())
}

/// Checks that the schema accepts the config if `lint` does; returns whether `lint` accepts it.
fn agrees(text: &str) -> bool {
    let accepted = lint(text).is_ok();
    assert!(!accepted || wrong(text).is_empty(), "{:?}\n{text}", wrong(text));
    accepted
}

fn refused(text: &str) {
    assert!(lint(text).is_err(), "lint accepts {text}");
    assert!(!wrong(text).is_empty(), "the schema accepts {text}");
}

fn node(value: Value) -> Node {
    Node { value, at: Origin::whole("") }
}

/// Empty house rules.
fn empty(game: &str) -> Node {
    node(Value::Table(vec![("game".into(), node(Value::Text(game.into())))]))
}

fn text(tree: &Node) -> String {
    tree::write(tree).expect("TOML")
}

/// House rules with a single key.
fn only(game: &str, path: &str, value: Value) -> String {
    let mut house = empty(game);
    tree::set(&mut house, path, node(value)).expect("a setting");
    text(&house)
}

/// Every table below this one, with its dotted path; lists are traversed.
fn tables<'n>(path: &str, node: &'n Node, found: &mut Vec<(String, &'n Node)>) {
    match &node.value {
        Value::Table(entries) => {
            found.push((path.to_owned(), node));
            entries.iter().for_each(|(key, node)| tables(&below(path, key), node, found));
        }
        Value::List(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| tables(&below(path, &index.to_string()), item, found));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Sets them one by one, sets lists by index, and writes them in full.
    #[test]
    fn valid_settings_of_every_game_are_accepted(
        game in 0..all_games().len(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 1..4),
    ) {
        let plan = &PLANS[game];
        let (mut house, mut whole) = (empty(plan.game.id), plan.tree.clone());
        for (pick, nth) in picks {
            let Setting { path, allowed } = pick.get(plan.rules.settings());
            let value = match allowed {
                Allowed::Int(low, high) | Allowed::IntOr(low, high, _) => {
                    let room = (high - low + 1).unsigned_abs();
                    Value::Int(low + i64::try_from(nth % room).expect("in the range"))
                }
                Allowed::Flag => Value::Flag(nth % 2 == 0),
                Allowed::Choice(names) => {
                    Value::Text(names[usize::try_from(nth % names.len() as u64).expect("a setting")].into())
                }
                Allowed::Text => Value::Text(["", "A", "Any Name"][usize::try_from(nth % 3).expect("of 3")].into()),
            };
            for tree in [&mut house, &mut whole] {
                tree::set(tree, path, node(value.clone())).expect("a setting");
            }
        }
        for tree in [house, whole] {
            agrees(&text(&tree));
        }
    }
}

/// Every word that selects the other keys of a table, with all of these keys.
#[test]
fn all_shipped_configs_effects_and_powers_are_accepted() {
    for (name, text) in all_games().flat_map(|game| shipped::configs(game.id)) {
        assert!(agrees(text), "{name}: {:?}", lint(text));
    }
    let fight = [
        "{ effect = 'add', amount = -99, who = 'one-opponent', families = ['human', 'alien'] }",
        "{ effect = 'scale', percent = 1000, who = 'own' }",
        "{ effect = 'replace-digit', from = 0, to = 9, who = 'all' }",
        "{ effect = 'multiply-digits', who = 'opponents' }",
        "{ effect = 'switch-digits', who = 'one', families = ['robot'] }",
        "{ effect = 'draw-and-score', count = 10 }",
        "{ effect = 'steal-boost', families = ['demon'] }",
        "{ effect = 'swap-with-graveyard' }",
    ];
    for effect in fight {
        for id in ["poacher", "new-one"] {
            let house = format!(
                "game = 'fight'\n[warriors.{id}]\npower = 9\nfamily = 'alien'\ncopies = 1\nability = [{effect}, {effect}]\n"
            );
            assert!(agrees(&house), "{:?}", lint(&house));
        }
    }
    for goal in
        ["goal = 'closest'\nvalue = 9999", "goal = 'lowest'\nparity = 'odd'\nmin = 1\nmax = 7\ncopies = 2"]
    {
        let house = format!("game = 'fight'\n[arenas.new]\nglory = 20\nmeasure = 'last-digit'\n{goal}\n");
        assert!(agrees(&house), "{:?}", lint(&house));
    }
    let effects = [
        "{ do = 'damage', amount = 50, colour = 'blue' }",
        "{ do = 'steal', amount = 1 }",
        "{ do = 'steal-hand', amount = 2 }",
        "{ do = 'steal-part', slots = ['head', 'left-arm'] }",
        "{ do = 'rip', slots = ['legs'] }",
        "{ do = 'trash-hand', amount = 3 }",
    ];
    let mut bodies: Vec<String> = [
        "power = 'any-card-punch'",
        "power = 'dodge-without-legs'",
        "power = 'extra-draw', amount = 50",
        "power = 'dodge-with', types = ['kick']",
        "power = 'block-with', types = ['dodge', 'headbutt', 'punch', 'kick']",
        "power = 'ignore-attack', types = ['headbutt', 'punch', 'kick']",
    ]
    .map(|power| format!("powers = [{{ {power} }}]"))
    .into();
    for effect in effects {
        bodies.push(format!("powers = [{{ power = 'on-hit', effects = [{effect}, {effect}] }}]"));
        bodies.push(format!("powers = [{{ power = 'taunt-when', types = ['kick'], effects = [{effect}] }}]"));
    }
    let specials: Vec<String> = effects
        .iter()
        .map(|effect| format!("special = {{ when = 'immediate', target = 'one', effects = [{effect}] }}"))
        .chain(
            bodies.iter().map(|body| format!("special = {{ when = 'ongoing', shield = ['blue'], {body} }}")),
        )
        .chain(["special = 'none'".into()])
        .collect();
    let parts = bodies.iter().chain(&specials).flat_map(|body| {
        ["torso", "head", "legs", "left-arm", "right-arm"]
            .map(|kind| format!("kind = '{kind}'\nburst = ['red']\nweak = ['blue']\n{body}"))
    });
    let black =
        effects.iter().copied().chain(["{ do = 'split-deck', loss = 'steal' }", "{ do = 'break-torso' }"]);
    let black = black.map(|effect| format!("kind = 'black'\ntarget = 'one'\neffects = [{effect}]"));
    let taunt =
        "kind = 'black'\ntaunt = true\ntarget = 'self'\neffects = [{ do = 'draw', amount = 4 }]".into();
    let icons = "kind = 'kick'\nadvanced = true\nicons = ['shield-break', 'no-dodge']".into();
    for body in parts.chain(black).chain([taunt, icons]) {
        let house = format!("game = 'stupid-fight'\n[cards.new-one]\ncopies = 1\n{body}\n");
        assert!(agrees(&house), "{:?}\n{house}", lint(&house));
    }
}

#[test]
fn unknown_keys_are_rejected_in_every_table() {
    for plan in PLANS.iter() {
        let mut found = Vec::new();
        tables("", &plan.tree, &mut found);
        assert!(found.len() > 3);
        for (path, _) in found.iter().filter(|(path, _)| is_setting(path)) {
            refused(&only(plan.game.id, &below(path, "zzz"), Value::Int(5)));
        }
    }
}

/// The first and the last setting of each kind. Settings are of one kind if their paths differ only in the name of the
/// card, move or character and in the indices of lists.
fn of_each_kind(settings: &[Setting]) -> Vec<&Setting> {
    let kind = |setting: &Setting| {
        let n_words = setting.path.split('.').count();
        let is_name = |at: usize, word: &str| at == 1 && n_words > 2 || word.parse::<u32>().is_ok();
        let words = setting.path.split('.').enumerate();
        words.map(|(at, word)| if is_name(at, word) { "*" } else { word }).collect::<Vec<_>>().join(".")
    };
    let mut of_kinds = BTreeMap::<_, (&Setting, Option<&Setting>)>::new();
    for setting in settings {
        of_kinds
            .entry(kind(setting))
            .and_modify(|(_, last)| *last = Some(setting))
            .or_insert((setting, None));
    }
    of_kinds.into_values().flat_map(|(first, last)| [Some(first), last]).flatten().collect()
}

#[test]
fn the_allowed_values_of_settings_match_lint() {
    for plan in PLANS.iter() {
        let (mut n_asked, mut n_accepted) = (0, 0);
        for Setting { path, allowed } in of_each_kind(plan.rules.settings()) {
            let [right, wrong] = match allowed {
                Allowed::Int(low, high) => [[*low, *high], [low - 1, high.saturating_add(1)]]
                    .map(|ends| ends.map(Value::Int).to_vec()),
                Allowed::IntOr(low, high, word) => [
                    vec![Value::Int(*low), Value::Int(*high), Value::Text((*word).into()), Value::Int(0)],
                    vec![Value::Int(-1), Value::Int(high + 1), Value::Text("nothing-like-it".into())],
                ],
                Allowed::Choice(names) => [
                    names.iter().map(|name| Value::Text((*name).into())).collect(),
                    vec![Value::Text("nothing-like-it".into()), Value::Int(1)],
                ],
                Allowed::Flag => [[true, false].map(Value::Flag).to_vec(), vec![Value::Text("true".into())]],
                Allowed::Text => {
                    [vec![Value::Text("X".into())], vec![Value::Int(1), Value::Text("x".repeat(201))]]
                }
            };
            for value in right {
                n_asked += 1;
                n_accepted += usize::from(agrees(&only(plan.game.id, path, value)));
            }
            for value in wrong {
                refused(&only(plan.game.id, path, value));
            }
        }
        assert!(2 * n_accepted > n_asked, "{}: {n_accepted} of {n_asked}", plan.game.id);
    }
}

#[test]
fn wrong_house_rules_are_rejected() {
    for (game, house) in [
        ("knife-fight", "[rules]\ntie = 'both'"),
        ("knife-fight", "[rules]\nbleed-divisor = 0"),
        ("knife-fight", "[rulez]\ntie = 'no-hit'"),
        ("knife-fight", "rulez = 1"),
        ("knife-fight", "[cards.ten]\ndamage = 'x'"),
        ("knife-fight", "[cards.eleven]\ndamage = 1"),
        ("knife-fight", "[deck.green]\nace = 1"),
        ("knife-fight", "[deck.red]\nace = 13"),
        ("knife-fight", "[run]\ngames = 0"),
        ("knife-fight", "[run]\ngame = 5"),
        ("knife-fight", "[targets]\n'outcomes/draw' = { maximum = 1 }"),
        ("stabby-jack", "[cards.2h]\nvalu = 3"),
        ("stabby-jack", "[cards.2h]\nvalue = 0"),
        ("stabby-jack", "[cards.jh]\nvalue = 3"),
        ("taunt", "[rules]\nregn = 3"),
        ("taunt", "[moves.kick]\nordr = 3"),
        ("taunt", "[moves.kick]\ndamage = [1, 2, 3]"),
        ("taunt", "[moves.kick]\nperil = [['', ''], ['', '', ''], ['', '', ''], ['', '', '']]"),
        ("taunt", "[moves.zap]\norder = -1"),
        ("taunt", "[moves.Zap]\norder = 1"),
        ("taunt", "[moves.zap]\ndamage = [1, 2, 3, 31]"),
        ("taunt", "[characters.new]\nname = 'New'"),
        ("taunt", "[setup]\nfighters = 'teabot'"),
        ("taunt", "[monsters]\ndecks = [[['block'], [], ['heal']], []]"),
        ("fight", "[warriors.new]\npower = 100\nfamily = 'alien'\nability = []"),
        ("fight", "[warriors.new]\npower = 10\nfamily = 'aliens'\nability = []"),
        ("fight", "[warriors.new]\npower = 10\nfamily = 'alien'"),
        ("fight", "[warriors.new]\npower = 10\nfamily = 'alien'\nability = [{ amount = 3 }]"),
        ("fight", "[warriors.poacher]\nability = [{ effect = 'steal-boost', familys = ['demon'] }]"),
        ("fight", "[arenas.new]\nglory = 21\nmeasure = 'power'\ngoal = 'highest'"),
        ("stupid-fight", "[cards.new]\nkind = 'hed'\ncopies = 1"),
        ("stupid-fight", "[cards.new]\ncopies = 1"),
        ("stupid-fight", "[cards.new]\nkind = 'head'\ncopies = 1\npowers = [{ power = 'fly' }]"),
        ("stupid-fight", "[cards.new]\nkind = 'head'\ncopies = 1\nspecial = 'nun'"),
    ] {
        refused(&format!("game = '{game}'\n{house}\n"));
    }
    let json = json!({ "game": "taunt" });
    assert!(!SCHEMAS[schema_index("knife-fight")].is_valid(&json));
}
