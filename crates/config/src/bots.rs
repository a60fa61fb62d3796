//! Bots by name. Each kind of bot is an entry of [`BOT_KINDS`]: its notation, its meaning, and how it is
//! found. To add a kind, write its entry and its variant of [`Bot`].

use super::plan_options::is_text;
use super::strategy::{Trained, parse};
use super::{ArgSource, shipped};
use crate::games::{GameInfo, GameRef, ListedGame};
use crate::model::BySeat;
use crate::model::settings::{ConfigError, ConfigErrors, clipped, is_formula, is_id, nearest};
use std::path::Path;
use undercard_engine::bots::{Bot, Search, Weights};

/// A bot with its names.
#[derive(Clone, Debug)]
pub struct NamedBot {
    /// The name in reports.
    pub name: String,
    /// The argument that named the bot: a name or a file.
    pub requested: String,
    /// The bot.
    pub bot: Bot,
    /// Its content for the digest: the text of its file.
    pub content: String,
    /// The path and the text of the strategy file that was read for it, if any.
    pub file: Option<(String, String)>,
    /// How the strategy was trained, if it was.
    pub trained: Option<Trained>,
    /// For a program of its own: whether it says that it always answers alike.
    pub program: Option<bool>,
}

impl NamedBot {
    /// A bot made in code. Results count as results of the same bot if `content` is equal, so it should
    /// contain a version, or the text of the strategy.
    #[must_use]
    pub fn new(name: &str, bot: Bot, content: &str) -> Self {
        Self {
            name: name.into(),
            requested: name.into(),
            bot,
            content: content.into(),
            file: None,
            trained: None,
            program: None,
        }
    }

    /// The bot that plays at random.
    pub(super) fn random() -> Self {
        Self::new("random", Bot::Random, "random")
    }
}

/// A kind of bot.
#[derive(Debug)]
pub struct BotKind {
    /// Its notation.
    pub written: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// The names of the bots of this kind for a game, if they need no file.
    names: fn(&GameInfo) -> Vec<String>,
    /// Whether `all` includes its bots.
    is_in_all: bool,
    /// Finds a bot; `None` if the text names a bot of another kind.
    find: fn(&Request<'_>) -> Option<Result<NamedBot, ConfigErrors>>,
}

/// A requested bot.
struct Request<'r> {
    requested: &'r str,
    game: &'r GameRef,
    source: &'r ArgSource,
}

/// Every kind of bot. The first kind that recognises a name finds the bot.
pub const BOT_KINDS: &[BotKind] = &[
    BotKind {
        written: "random",
        meaning: "chooses uniformly among the legal moves",
        names: |_| vec!["random".into()],
        is_in_all: true,
        find: |request| (request.requested == "random").then(|| Ok(NamedBot::random())),
    },
    BotKind {
        written: "NAME",
        meaning: "a strategy that Undercard includes, or strategies/GAME/NAME.toml",
        names: shipped_names,
        is_in_all: true,
        find: find_strategy,
    },
    BotKind {
        written: "search:PLAYOUTS:BOT",
        meaning: "plays each move to the end, with 256 or PLAYOUTS playouts per decision, modelling all players as BOT (random by default); slow; draws its move where players choose in secret at once, or with :pure at the end always plays the best",
        names: |_| vec!["search".into()],
        is_in_all: false,
        find: find_search,
    },
    BotKind {
        written: "soft:BOT",
        meaning: "the strategy BOT, less careful: at four times its temperature",
        names: |_| Vec::new(),
        is_in_all: false,
        find: find_soft,
    },
    BotKind {
        written: "exec:COMMAND",
        meaning: "a program of your own, on the command line only; docs/your-own-game.md has examples",
        names: |_| Vec::new(),
        is_in_all: false,
        find: find_program,
    },
    BotKind {
        written: "FILE.toml",
        meaning: "a strategy file",
        names: |_| Vec::new(),
        is_in_all: false,
        find: find_file,
    },
];

/// How to name bots, for the help of options that take several: a line per kind.
#[must_use]
pub fn ways_to_name() -> String {
    let line = |kind: &BotKind| format!("\n  {}: {}", kind.written, kind.meaning);
    BOT_KINDS.iter().map(line).collect()
}

/// How to name a line-up, for the help of `--bots`: a line per kind of bot, and the panel.
#[must_use]
pub fn ways_to_line_up() -> String {
    format!("{}\n  {PANEL}: {PANEL_MEANING}\n  {SKILL}: {SKILL_MEANING}", ways_to_name())
}

/// Finds a bot of any kind.
///
/// # Errors
/// The bot does not exist, or its file has errors or is for another game.
pub fn find(requested: &str, game: &GameRef, source: &ArgSource) -> Result<NamedBot, ConfigErrors> {
    let requested = requested.trim();
    if let Some(own) = source.own.iter().find(|bot| bot.requested == requested) {
        return match of_unknown_feature(own, game, |found, expected| source.error(found, expected)) {
            Some(error) => Err(ConfigErrors(vec![error])),
            None => Ok(own.clone()),
        };
    }
    let request = Request { requested, game, source };
    if let Some(found) = BOT_KINDS.iter().find_map(|kind| (kind.find)(&request)) {
        return found;
    }
    let names = known(game);
    let mut error =
        source.error(shown(requested), format!("one of: {}, or a strategy file", names.join(", ")));
    if requested.contains(',') {
        error.expected = format!("each bot in quotes of its own: {}", quoted_names(requested));
        return Err(ConfigErrors(vec![error]));
    }
    error.hint = nearest(requested, names.iter().map(String::as_str));
    Err(ConfigErrors(vec![error]))
}

/// The error of a bot made in code that weighs a feature which the game does not have.
pub(super) fn of_unknown_feature(
    bot: &NamedBot,
    game: &ListedGame,
    error: impl FnOnce(String, String) -> ConfigError,
) -> Option<ConfigError> {
    let unknown = bot.bot.unknown_feature(&game.features)?;
    let found = format!("{}, which weighs the feature \"{}\"", shown(&bot.name), clipped(unknown));
    let expected = format!("features of {}; `undercard list {}` prints them", game.title, game.id);
    let hint = nearest(unknown, game.features.iter().map(|feature| feature.name));
    Some(ConfigError { hint, ..error(found, expected) })
}

/// The bots of a text that lists them with commas or blanks, each in quotes.
pub(super) fn quoted_names(text: &str) -> String {
    let names = text.split([',', ' ']).filter(|name| !name.is_empty());
    names.map(|name| format!("\"{}\"", clipped(name))).collect::<Vec<_>>().join(", ")
}

/// The names of all bots that need no file.
#[must_use]
pub fn known(game: &GameInfo) -> Vec<String> {
    BOT_KINDS.iter().flat_map(|kind| (kind.names)(game)).collect()
}

/// The bot of all seats if none is named: the trained strategy that the game ships for this mode (`expert-monsters`), or for
/// this number of players (`expert-4` is for four and more), otherwise `expert`, otherwise `random`.
#[must_use]
pub fn default_of(game: &GameInfo, mode: Option<&str>, players: usize) -> String {
    let shipped = shipped_names(game);
    let own = |name: &String| name.strip_prefix(TRAINED)?.strip_prefix('-').map(str::to_owned);
    let of_mode = shipped.iter().find(|name| own(name).is_some_and(|own| mode == Some(&own)));
    let fewest = |name: &String| own(name)?.parse().ok().filter(|fewest: &usize| *fewest <= players);
    let of_players = || shipped.iter().filter(|name| fewest(name).is_some()).max_by_key(|name| fewest(name));
    let general = || shipped.iter().find(|name| *name == TRAINED);
    of_mode.or_else(of_players).or_else(general).cloned().unwrap_or_else(|| "random".into())
}

/// The name of the trained strategy that a game ships.
pub const TRAINED: &str = "expert";

/// The argument of `--bots` that names the panel.
pub const PANEL: &str = "panel";
const PANEL_MEANING: &str = "the default bot, the other strategies that Undercard includes, and random, one after another in all seats; \
                             shows where they disagree (run, compare, impact, check and tune)";

/// The argument of `--bots` that names a panel of bots of rising skill.
pub const SKILL: &str = "skill";
const SKILL_MEANING: &str = "random, the default bot softened, the default bot, and two searches that model it, one after another in all \
                             seats; shows what holds for beginners only, or for experts only (run, compare and impact)";

/// Whether an argument of `--bots` names a panel.
#[must_use]
pub fn is_panel(name: &str) -> bool {
    [PANEL, SKILL].contains(&name.trim())
}

/// The bots of rising skill around the default bot. A bot that always plays its best move cannot be softened.
pub(super) fn skill(default: &str, game: &GameRef) -> Vec<String> {
    if default == "random" {
        return ["random", "search:64", "search:512"].map(str::to_owned).to_vec();
    }
    let around = ["soft:", "", "search:64:", "search:512:"].map(|how| format!("{how}{default}"));
    let is_known = |bot: &String| find(bot, game, &ArgSource::by("--bots")).is_ok();
    ["random".to_owned()].into_iter().chain(around.into_iter().filter(is_known)).collect()
}

/// The games of a bot among bots of rising skill, in a game of about so many decisions: a search plays each of them to the end
/// in every playout.
#[must_use]
pub fn games_along_skill(bot: &str, games: u64, decisions: u64) -> u64 {
    const FEWEST: u64 = 20;
    const DECISIONS_PER_GAME: u64 = 160;
    let playouts = after_search(bot).and_then(|how| parts_of_search(how).0?.parse().ok());
    playouts.map_or(games, |playouts: u64| {
        let per_game = playouts.saturating_mul(decisions.saturating_mul(decisions) / 2).max(1);
        games.min((games.saturating_mul(DECISIONS_PER_GAME) / per_game).max(FEWEST))
    })
}

/// The bots of the panel: the default bot, the other shipped strategies without the other trained ones, and `random`.
pub(super) fn panel(game: &GameInfo, default: &str) -> Vec<String> {
    let mut bots = vec![default.to_owned()];
    bots.extend(shipped_names(game).into_iter().filter(|name| !is_expert(name)));
    bots.extend((default != "random").then(|| "random".to_owned()));
    bots
}

/// Whether this is the name of a trained strategy that a game ships, such as `expert-6`.
#[must_use]
pub fn is_expert(name: &str) -> bool {
    name.strip_prefix(TRAINED).is_some_and(|own| own.is_empty() || own.starts_with('-'))
}

/// The names that `all` means: `random` and the embedded strategies.
#[must_use]
pub fn all(game: &GameInfo) -> Vec<String> {
    BOT_KINDS.iter().filter(|kind| kind.is_in_all).flat_map(|kind| (kind.names)(game)).collect()
}

fn shipped_names(game: &GameInfo) -> Vec<String> {
    let shipped = shipped::strategies(game).into_iter();
    shipped.map(|(name, _)| name.trim_end_matches(".toml").to_owned()).collect()
}

fn shown(requested: &str) -> String {
    format!("the bot \"{}\"", clipped(requested))
}

fn strategy(
    name: &str,
    requested: &str,
    text: &str,
    file: &str,
    game: &GameRef,
) -> Result<NamedBot, ConfigErrors> {
    let file = parse(text, file, game)?;
    // A checkout on Windows may have other ends of lines.
    let (name, requested, content) = (name.into(), requested.into(), text.replace("\r\n", "\n"));
    let (bot, trained) = (file.bot(), file.trained);
    Ok(NamedBot { name, requested, bot, content, file: None, trained, program: None })
}

/// Finds an embedded strategy, or one in `strategies/GAME`.
fn find_strategy(request: &Request<'_>) -> Option<Result<NamedBot, ConfigErrors>> {
    let Request { requested, game, source } = *request;
    let file = format!("{requested}.toml");
    if let Some((_, text)) = shipped::strategies(game).into_iter().find(|(name, _)| *name == file) {
        return Some(strategy(requested, requested, text, &file, game));
    }
    let local = Path::new("strategies").join(game.id).join(&file);
    (is_id(requested) && (source.stored.contains_key(requested) || local.is_file())).then(|| {
        let text = source.text(requested, &local)?;
        let name = if is_text(requested) { requested } else { &file };
        let found = strategy(name, requested, &text, &local.display().to_string(), game)?;
        Ok(NamedBot { file: Some((requested.into(), text)), ..found })
    })
}

/// Starts the program of a command and returns its bot, or what was found and what was expected.
pub type StartProgram = fn(&str, &ListedGame) -> Result<NamedBot, (String, String)>;

/// How the names of programs begin.
pub const PROGRAM: &str = "exec:";

/// Starts a program.
fn find_program(request: &Request<'_>) -> Option<Result<NamedBot, ConfigErrors>> {
    let Request { requested, game, source } = *request;
    let command = requested.strip_prefix(PROGRAM)?;
    let error = |(found, expected): (String, String)| {
        ConfigErrors(vec![source.error(format!("{}: {found}", shown(requested)), expected)])
    };
    Some(match source.programs {
        Some(start) => start(command, game).map_err(error),
        None => Err(error((
            "a program".into(),
            "another bot: only a command that plays starts programs, and only if --bots, --bots-b or --against names them"
                .into(),
        ))),
    })
}

/// Finds a strategy file.
fn find_file(request: &Request<'_>) -> Option<Result<NamedBot, ConfigErrors>> {
    let Request { requested, .. } = *request;
    let is_file = requested.ends_with(".toml") || requested.contains(['/', '\\']);
    is_file.then(|| read_file(request))
}

fn read_file(request: &Request<'_>) -> Result<NamedBot, ConfigErrors> {
    let Request { requested, game, source } = *request;
    let path = source.path(requested);
    let requested = path.as_str();
    let stem =
        Path::new(requested).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let risky = stem.is_empty()
        || is_formula(&stem)
        || is_formula(requested)
        || requested.chars().any(char::is_control)
        || stem.chars().count() > 80;
    if risky {
        let expected = "a path without control characters, with a file name of at most 80 characters; neither \
                        begins with =, +, - or @";
        return Err(ConfigErrors(vec![source.error(shown(requested), expected)]));
    }
    let unreadable = |ConfigErrors(errors)| {
        let of_bot = |error: ConfigError| {
            let hint = nearest(&stem, known(game).iter().map(String::as_str));
            ConfigError {
                hint,
                ..source.error(format!("{}: {}", shown(requested), error.found), error.expected)
            }
        };
        ConfigErrors(Vec::into_iter(errors).map(of_bot).collect())
    };
    let text = source.text(requested, Path::new(requested)).map_err(unreadable)?;
    // A file that has the name of a known bot but another content is shown with its path, and so is one whose name programs
    // read as a number.
    let shipped = shipped::strategies(game);
    let same_name = shipped.iter().find(|(name, _)| name.strip_suffix(".toml") == Some(&stem));
    let is_other = known(game).contains(&stem) && same_name.is_none_or(|(_, known)| *known != text);
    let has_path = is_other || !is_text(&stem);
    let found = strategy(if has_path { requested } else { &stem }, requested, &text, requested, game)?;
    Ok(NamedBot { file: Some((requested.into(), text)), ..found })
}

/// How much hotter a softened bot plays.
const SOFT: f64 = 4.0;

/// Finds `soft:BOT`.
fn find_soft(request: &Request<'_>) -> Option<Result<NamedBot, ConfigErrors>> {
    let Request { requested, game, source } = *request;
    let bot = requested.strip_prefix("soft:")?;
    Some(find(bot, game, source).and_then(|found| match &found.bot {
        Bot::Weights(weights) if weights.temperature > 0.0 => {
            let weights = Weights { temperature: SOFT * weights.temperature, ..weights.clone() };
            let (name, content) = (format!("soft:{}", found.name), format!("soft:{}", found.content));
            let requested = format!("soft:{}", found.requested);
            Ok(NamedBot { name, requested, content, bot: Bot::Weights(weights), ..found })
        }
        _ => {
            let expected = "soft:BOT, where BOT is a strategy with a temperature above 0, such as expert";
            Err(ConfigErrors(vec![source.error(shown(requested), expected)]))
        }
    }))
}

/// Finds `search:PLAYOUTS:BOT`; both parts are optional. BOT is the model of the other players. Default
/// values are omitted from the name, so that equal bots have equal names.
fn find_search(request: &Request<'_>) -> Option<Result<NamedBot, ConfigErrors>> {
    after_search(request.requested).map(|how| read_search(how, request))
}

/// The end of the name of a search that does not mix its moves.
const PURE: &str = ":pure";

/// What follows `search` in the name of a search.
fn after_search(requested: &str) -> Option<&str> {
    requested.strip_prefix("search").filter(|how| how.is_empty() || how.starts_with(':'))
}

/// The number of playouts and the bot in what follows `search`.
fn parts_of_search(how: &str) -> (Option<&str>, Option<&str>) {
    let how = how.strip_prefix(':');
    let (first, rest) = match how.and_then(|how| how.split_once(':')) {
        Some((first, rest)) => (Some(first), Some(rest)),
        None => (how, None),
    };
    let is_number = first.is_some_and(|first| !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit()));
    if is_number { (first, rest) } else { (None, how) }
}

/// The bot of a search, or of a search of a search; another bot itself.
pub fn without_search(requested: &str) -> &str {
    let mut bot = requested.trim();
    while let Some(how) = after_search(bot) {
        let how = how.strip_suffix(PURE).unwrap_or(how);
        bot = parts_of_search(how).1.unwrap_or_default().trim();
    }
    bot
}

fn read_search(how: &str, request: &Request<'_>) -> Result<NamedBot, ConfigErrors> {
    let Request { requested, game, source } = *request;
    let refused = |expected: String| Err(ConfigErrors(vec![source.error(shown(requested), expected)]));
    let (how, is_pure) = match how.strip_suffix(PURE) {
        Some(how) => (how, true),
        None => (how, false),
    };
    let (number, habit) = parts_of_search(how);
    if habit == Some("") {
        return refused("search:PLAYOUTS:BOT; omit a part together with its colon".into());
    }
    let playouts = number.map_or(Some(Search::PLAYOUTS), |number| number.parse().ok());
    let Some(playouts) = playouts.filter(|playouts| (1..=Search::MOST).contains(playouts)) else {
        return refused(format!("search:PLAYOUTS:BOT with 1 to {} playouts", Search::MOST));
    };
    let of_whole = |ConfigErrors(errors): ConfigErrors| {
        let whole = |mut error: ConfigError| {
            error.found = format!("{}, and {}", shown(requested), error.found);
            error
        };
        ConfigErrors(Vec::into_iter(errors).map(whole).collect())
    };
    let NamedBot { name, requested: found, bot, content, file, trained, program } =
        find(habit.unwrap_or("random"), game, source).map_err(of_whole)?;
    // The path of the bot's file may have been resolved.
    let requested = habit
        .and_then(|habit| requested.strip_suffix(PURE).unwrap_or(requested).strip_suffix(habit))
        .map_or(requested.to_owned(), |how| how.to_owned() + &found + if is_pure { PURE } else { "" });
    if bot.rollout_players().is_some() || program.is_some() {
        return refused("search:PLAYOUTS:BOT, where BOT is neither a search bot nor a program".into());
    }
    let mut words = vec!["search".to_owned()];
    words.extend((playouts != Search::PLAYOUTS).then(|| playouts.to_string()));
    words.extend((name != "random").then_some(name));
    Ok(NamedBot {
        name: words.join(":") + if is_pure { PURE } else { "" },
        requested,
        bot: Bot::Search(Search { playouts, is_pure, players: Box::new(BySeat::from_fn(|_| bot.clone())) }),
        content: format!("search:{playouts}:{content}{}", if is_pure { PURE } else { "" }),
        file,
        trained,
        program,
    })
}

/// Renames bots with equal names but different contents to the arguments that named them.
pub(super) fn tell_apart(bots: &mut [NamedBot]) {
    let is_other = |one: &NamedBot, other: &NamedBot| one.name == other.name && one.content != other.content;
    let has_other: Vec<bool> = bots.iter().map(|one| bots.iter().any(|other| is_other(one, other))).collect();
    for (bot, _) in bots.iter_mut().zip(has_other).filter(|(_, has_other)| *has_other) {
        bot.name.clone_from(&bot.requested);
    }
}

/// Finds the bots of a round robin. `all` means `random` and the embedded strategies. A copy under another
/// name counts as a different bot.
///
/// # Errors
/// All errors of all bots, or a bot is named twice.
pub fn find_all(
    requested: &[String],
    game: &GameRef,
    source: &ArgSource,
) -> Result<Vec<NamedBot>, ConfigErrors> {
    let named = |name: &String| if name == "all" { all(game) } else { vec![name.clone()] };
    let requested: Vec<String> = requested.iter().flat_map(named).collect();
    let (mut bots, mut errors): (Vec<NamedBot>, Vec<_>) = (Vec::new(), Vec::new());
    for requested in &requested {
        match find(requested, game, source) {
            Ok(bot) => bots.push(bot),
            Err(ConfigErrors(more)) => errors.extend(more),
        }
    }
    tell_apart(&mut bots);
    for (index, bot) in bots.iter().enumerate() {
        if let Some(known) = bots[..index].iter().find(|known| known.name == bot.name) {
            let (requested, known) = (clipped(&bot.requested), clipped(&known.requested));
            let again =
                if requested == known { " more than once".into() } else { format!(", which is \"{known}\"") };
            errors.push(source.error(format!("\"{requested}\"{again}"), "each bot once"));
        }
    }
    if errors.is_empty() { Ok(bots) } else { Err(ConfigErrors(errors)) }
}
