//! Games that people played, beside those of bots.

use super::Report;
use super::page::views::{Part, View};
use super::plain::{self, capitalized};
use super::table::{Row, row};
use undercard_engine::model::SeatOrder;
use undercard_engine::stats::{Estimate, Interval};

/// The report's name.
pub const NAME: &str = "playtest";

/// What a log and the games of bots say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The difference is within the margin.
    Agrees,
    /// There is a difference.
    Differs,
    /// Neither.
    Unknown,
}

impl Agreement {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Unknown => "cannot tell",
        }
    }
}

/// A figure of people and of a bot: a row of the report.
#[derive(Clone, Debug)]
pub struct PlaytestFigure {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The address of the figure.
    pub figure: String,
    /// The bots.
    pub bot: String,
    /// Number of games of people.
    pub games: u64,
    /// The figure of people.
    pub people: Estimate,
    /// Its unit.
    pub unit: &'static str,
    /// The figure of the bots.
    pub bots: Estimate,
    /// That of people less that of the bots.
    pub difference: Option<f64>,
    /// Its interval.
    pub difference_ends: Option<Interval>,
    /// Its p-value, corrected for all rows.
    pub p_holm: Option<f64>,
    /// What both say.
    pub agreement: Agreement,
    /// Number of further games that would show this difference.
    pub games_more: Option<u64>,
    /// The difference that `games_more` is for.
    pub shown: Option<f64>,
}

row! { PlaytestFigure, NAME, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "figure",
        "address of the figure, as in `figures.csv` of `run`; `cards/CARD/EVENT` is the share of games in which the \
         event happened to the card"
        => &row.figure;
    key "bot", "bot in all seats, or the bots of the seats" => &row.bot;
    count "games", "number of games of people that the figure rests on" => row.games;
    figure "people", "value of the figure in the games of people" => (row.people.value, row.unit);
    figure "people_low", "lower end of its interval" => (row.people.low(), row.unit);
    figure "people_high", "upper end of its interval" => (row.people.high(), row.unit);
    words "method",
        "interval method of both: `clopper-pearson` for shares, with games as units and shared wins as parts of a win; \
         otherwise `standard-error` with Student's t, where fewer than 30 games are not taken to vary less than those of \
         the most even bot" [only_in_json] => row.people.method_name();
    words "unit", "unit of the values: `share`, `rounds`, …" => row.unit;
    figure "simulated", "value of the figure in the games of the bots" => (row.bots.value, row.unit);
    figure "simulated_low", "lower end of its interval" => (row.bots.low(), row.unit);
    figure "simulated_high", "upper end of its interval" => (row.bots.high(), row.unit);
    p_value "p_holm",
        "p-value of no difference between people and bots, corrected for all rows of the table (Holm). The interval of \
         the difference combines the errors of both ends, squared and added (Newcombe 1998; Zou & Donner 2008); the \
         p-value is that of the widest one without 0" [only_in_json] => row.p_holm;
    words "agreement",
        "`differs`: `p_holm` is below 1 − level. `agrees`: the difference lies within the margin (`--margin`), with an \
         interval that holds for all rows together (Bonferroni). `cannot tell`: neither, or fewer than 20 games"
        => row.agreement.word();
    count "games_more",
        "about how many further games of people would show a difference as large as this one, or as the margin if that \
         is larger, with a power of 80 %; empty unless the games cannot tell" => row.games_more;
    figure "difference_shown", "the difference that `games_more` is for" [only_in_json signed] => (row.shown, row.unit);
    figure "difference", "`people` − `simulated`" [only_in_json signed] => (row.difference, row.unit);
    figure "difference_low", "lower end of its interval, uncorrected" [only_in_json signed]
        => (row.difference_ends.map(|ends| ends.low), row.unit);
    figure "difference_high", "upper end of its interval, uncorrected" [only_in_json signed]
        => (row.difference_ends.map(|ends| ends.high), row.unit);
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "playtest",
    contents: "Each figure of a log of games that people played, beside that of each bot of the panel.",
    columns: PlaytestFigure::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Your players and the bots",
        intro: "Each figure of the games in the log, beside the same figure of games that bots played. `differs` holds for all \
                rows together; `agrees` means that the difference lies within the margin. `cannot tell` means that there are \
                too few games for either; `games_more` is about how many more would show such a difference.",
        columns: &["bot", "games", "people", "simulated", "agreement", "games_more"],
        drawn: "people",
        part: |table, row, names| {
            let address = table.written(row, "figure");
            let name = card(&address).unwrap_or_else(|| names.figure(&address));
            Part::drawn(capitalized(&name))
        },
        ..View::PLAIN
    }),
};

/// The table of these people.
pub const PEOPLE: &str = "playtest_people";

/// The games of one person: a row of the report.
#[derive(Clone, Debug)]
pub struct Person {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The name, or what stands for it.
    pub person: String,
    /// Number of games whose winner is known.
    pub games: u64,
    /// The wins; a shared win counts as a part.
    pub wins: f64,
    /// The win share.
    pub share: Estimate,
}

row! { Person, PEOPLE, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "person",
        "`person 1`, `person 2`, … in the order of their first games in the log; their names with `--names`"
        => &row.person;
    count "games", "number of games of the person whose winner is known" => row.games;
    sum "wins", "number of wins; a win shared by k players counts 1/k" => Some(row.wins);
    share "win_share", "wins / games" => row.share.value;
    share "win_share_low", "lower end of the interval of `win_share`" => row.share.low();
    share "win_share_high", "upper end of the interval of `win_share`" => row.share.high();
    words "method", "interval method" => row.share.method_name();
}}

/// The report of the people.
pub const PEOPLE_REPORT: Report = Report {
    name: PEOPLE,
    command: "playtest",
    contents: "The people of a log: one row for each, if the log names its players.",
    columns: Person::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Who played",
        intro: "The people of the log, with the games that they won. Each interval is valid individually.",
        columns: &["person", "games", "wins", "win_share"],
        drawn: "win_share",
        ..View::PLAIN
    }),
};

/// The table of prepared deals.
pub const DEALS: &str = "playtest_deals";

/// A figure of people and of a bot on the same prepared deals: a row of the report.
#[derive(Clone, Debug)]
pub struct OfDeals {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The address of the figure.
    pub figure: String,
    /// The bot.
    pub bot: String,
    /// Number of games of people on prepared deals.
    pub games: u64,
    /// The mean of these games.
    pub people: Option<f64>,
    /// The mean of the bots on the same deals.
    pub bots: Option<f64>,
    /// People less bots, deal by deal.
    pub difference: Estimate,
    /// The unit.
    pub unit: &'static str,
    /// How many times the games a comparison without pairs would need.
    pub worth: Option<f64>,
}

row! { OfDeals, DEALS, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "figure", "address of the figure, as in `playtest.csv`" => &row.figure;
    key "bot", "bot in all seats, or the bots of the seats" => &row.bot;
    count "games", "number of games of people on prepared deals" => row.games;
    figure "people", "mean of these games" => (row.people, row.unit);
    figure "simulated", "mean of the bots, which play each of these deals 64 times" => (row.bots, row.unit);
    figure "difference", "mean difference between people and bots on the same deal" [signed]
        => (row.difference.value, row.unit);
    figure "difference_low", "lower end of its interval" [signed] => (row.difference.low(), row.unit);
    figure "difference_high", "upper end of its interval" [signed] => (row.difference.high(), row.unit);
    words "method",
        "interval method: Student's t over games; the standard deviation is not taken to be less than that of the bots on \
         one deal" => row.difference.method_name();
    words "unit", "unit of the values" => row.unit;
    of "worth",
        "how much the pairing was worth: the variance of people's games divided by that of their differences from the bots. \
         2 means that games on other deals would have to be twice as many; below 1, the deals decide little here and \
         pairing only adds noise. Empty for fewer than 5 games" => row.worth;
}}

/// The report of prepared deals.
pub const DEALS_REPORT: Report = Report {
    name: DEALS,
    command: "playtest",
    contents: "Games of prepared deals (`--deals`), beside games of the default bot on the same deals.",
    columns: OfDeals::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "On the same deals",
        intro: "People and bots played the same card orders, so luck of the deal is not in the difference. `worth` says how many \
                times the games a comparison on other deals would need.",
        columns: &["figure", "bot", "games", "people", "simulated", "difference", "worth"],
        part: |table, row, _| {
            Part::numbers(if table.written(row, "unit") == "share" { "Shares" } else { "Other figures" })
        },
        ..View::PLAIN
    }),
};

/// The table of versions.
pub const VERSIONS: &str = "playtest_versions";

/// What a change of the rules did to people and to bots: a row of the report.
#[derive(Clone, Debug)]
pub struct VersionChange {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The address of the figure.
    pub figure: String,
    /// The other version.
    pub version: String,
    /// Number of games of people with both versions.
    pub games: [u64; 2],
    /// The change of people: this version less the other one.
    pub people: Estimate,
    /// The unit.
    pub unit: &'static str,
    /// The change of the bots.
    pub bots: Estimate,
    /// The p-value of equal changes, corrected for all rows.
    pub p_holm: Option<f64>,
    /// What both say.
    pub agreement: Agreement,
    /// Number of deals that people played with both versions, if their games were paired.
    pub pairs: Option<u64>,
    /// How many times the games a comparison without pairs would need.
    pub worth: Option<f64>,
}

row! { VersionChange, VERSIONS, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "figure", "address of the figure, as in `playtest.csv`" => &row.figure;
    key "other_version", "version of the log that this config is compared with" => &row.version;
    count "games_other", "number of games of people with that version" => row.games[1];
    count "games", "number of games of people with the rules of the config" => row.games[0];
    figure "people", "change of people: the figure under the rules of the config − that of the other version" [signed]
        => (row.people.value, row.unit);
    figure "people_low", "lower end of its interval" [signed] => (row.people.low(), row.unit);
    figure "people_high", "upper end of its interval" [signed] => (row.people.high(), row.unit);
    figure "simulated", "change of the default bot" [signed] => (row.bots.value, row.unit);
    figure "simulated_low", "lower end of its interval" [signed] => (row.bots.low(), row.unit);
    figure "simulated_high", "upper end of its interval" [signed] => (row.bots.high(), row.unit);
    words "unit", "unit of the values" => row.unit;
    p_value "p_holm",
        "p-value of equal changes of people and bots, corrected for all rows of the table (Holm)" [only_in_json]
        => row.p_holm;
    words "agreement",
        "`differs`, `agrees` or `cannot tell`, as in `playtest.csv`, of both changes" => row.agreement.word();
    count "pairs",
        "number of deals that people played with both versions, if 20 or more; then their games are compared deal by deal"
        [only_in_json] => row.pairs;
    of "worth", "how much this pairing was worth, as in `playtest_deals.csv`" [only_in_json] => row.worth;
    words "method",
        "interval method: `standard-error` of paired deals, otherwise `exact` for shares and means alike, from the ends of \
         both intervals" [only_in_json] => row.people.method_name();
}}

/// The report of versions.
pub const VERSIONS_REPORT: Report = Report {
    name: VERSIONS,
    command: "playtest",
    contents: "What a change of the rules did to people, beside what it did to the default bot (`--version-config`).",
    columns: VersionChange::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "What the change did",
        intro: "The change of each figure from the other version to the rules of this config, for people and for the default \
                bot. `agreement` says whether both changes are the same.",
        columns: &["other_version", "figure", "games_other", "games", "people", "simulated", "agreement"],
        part: |table, row, _| {
            Part::numbers(if table.written(row, "unit") == "share" { "Shares" } else { "Other figures" })
        },
        ..View::PLAIN
    }),
};

/// The table of players that were tried.
pub const BOTS: &str = "playtest_bots";

/// How much the people of a log play like a bot: a row of the report.
#[derive(Clone, Debug)]
pub struct Likeness {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: u64,
    /// The bot.
    pub bot: String,
    /// The multiple of the temperature, if it is the default bot.
    pub times: Option<f64>,
    /// The logarithm of its likelihood, less that of the most similar bot.
    pub likelihood: f64,
    /// Whether the log allows that it is the most similar one.
    pub is_likely: bool,
    /// The p-value of the figures of the log if this bot played.
    pub p_value: Option<f64>,
    /// Its share of the games in the best mix.
    pub share: Option<f64>,
    /// The interval of this share.
    pub share_ends: Option<Interval>,
}

row! { Likeness, BOTS, row {
    key "game", "id of the game" => row.game;
    numbered "players", "number of players" => row.players;
    key "bot", "bot in all seats; `×` is its temperature as a multiple of that of the default bot" => &row.bot;
    of "temperature", "this multiple; empty for other bots" => row.times;
    of "log_likelihood",
        "logarithm of the likelihood of the log if this bot played, less that of the most similar bot: 0 for that one. Games \
         are compared by the combination of their figures that best tells the default bot from `random` (Fisher 1936), in 12 \
         cells" => Some(row.likelihood);
    boolean "is_likely",
        "whether the log allows that this bot is the most similar one: twice the difference is at most the chi-squared \
         quantile of the level (Wilks 1938)" => row.is_likely;
    p_value "p_value",
        "p-value of means as far from those of this bot as those of the log (Mahalanobis's distance, chi-squared)"
        => row.p_value;
    share "mix_share",
        "its share of the games in the mix of bots that explains the log best (expectation maximisation); only one \
         temperature is in the mix" => row.share;
    share "mix_share_low", "lower end of its interval (profile likelihood)" => row.share_ends.map(|ends| ends.low);
    share "mix_share_high", "upper end of its interval" => row.share_ends.map(|ends| ends.high);
}}

/// The report of players that were tried.
pub const BOTS_REPORT: Report = Report {
    name: BOTS,
    command: "playtest",
    contents: "Which bots play like the people of a log: the default bot at several temperatures, and the others of the \
               panel. Only for logs of 20 games and more, and default bots with a temperature.",
    columns: Likeness::COLUMNS,
    of_run: None,
    view: Some(View {
        title: "Which bots play like your players",
        intro: "The more negative the logarithm of the likelihood, the less does the bot play like the people of the log. A low \
                p-value means that the figures of the log would be rare if this bot had played. The shares are those of the \
                mix of bots that explains the log best.",
        columns: &["bot", "log_likelihood", "is_likely", "p_value", "mix_share"],
        drawn: "mix_share",
        ..View::PLAIN
    }),
};

/// How the address of a card in games begins.
const CARDS: &str = "cards/";

/// The address of the share of games in which an event happened to a card.
#[must_use]
pub fn card_address(card: &str, event: &str) -> String {
    format!("{CARDS}{card}/{event}")
}

/// The name of the share of games in which an event happened to a card: `joker played`.
fn card(address: &str) -> Option<String> {
    let (card, event) = address.strip_prefix(CARDS)?.rsplit_once('/')?;
    Some(format!("games with {} {}", plain::thing(card), event.replace(['-', '_'], " ")))
}

/// Whether it is the address of such a share.
#[must_use]
pub fn is_card(address: &str) -> bool {
    address.starts_with(CARDS)
}

/// The name of a figure of the report.
#[must_use]
pub fn name(address: &str, order: SeatOrder) -> String {
    card(address).unwrap_or_else(|| plain::addressed(address, order))
}
