//! The address of a figure, such as `win_rates/side/black`. No other code knows its syntax.

use crate::model::{Copies, Outcome};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A figure that targets and options can name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FigureId {
    /// `win_rates/GROUP/KEY`: the win share of a seat, side, character, team or bot; with `/score`, its mean score.
    WinRate {
        /// `seat`, `side`, `character`, `team` or `bot`.
        group: String,
        /// The number of a seat or team, or a name. That of a strategy file can contain `/`.
        key: String,
        /// Whether it is the score.
        is_score: bool,
    },
    /// `outcomes/OUTCOME`: the share of games that end like this, one of [`Outcome::KINDS`].
    Outcome(&'static str),
    /// `metrics/METRIC`, or `metrics/MEASURE:ITEM`.
    Metric(String),
    /// `card_impact/CARD/SIDE/EVENT`: the win share of the seats with an event of a card − that of the others; with
    /// `/score_difference`, of the score.
    CardEvent {
        /// The id of the card.
        card: String,
        /// `all`, or the name of a side.
        side: String,
        /// The event.
        event: String,
        /// Whether it is the score.
        is_score: bool,
    },
    /// `impact/CARD/SIDE`: the win share with a card − that without all copies of it; with `/score_ablation`, of the score.
    CardWorth {
        /// The id of the card.
        card: String,
        /// `all`, or the name of a side.
        side: String,
        /// Whether it is the score.
        is_score: bool,
    },
    /// `impact/CARD/SIDE/one_copy`: the win share with a card − that with one copy less.
    CopyWorth {
        /// The id of the card.
        card: String,
        /// `all`, or the name of a side.
        side: String,
    },
    /// `matchups/ONE/OTHER`: the mean score of one bot or character against another.
    Matchup {
        /// The bot or character whose score it is.
        one: String,
        /// Its opponent.
        other: String,
    },
    /// `exploit/BOT`: the mean score of the best player found who knows the bot, against it.
    Exploit {
        /// The bot.
        bot: String,
    },
}

/// A text that is not the address of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFigure;

impl Display for NoFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the address of a figure, such as win_rates/seat/0")
    }
}

impl std::error::Error for NoFigure {}

impl FigureId {
    /// The mean length of a game.
    #[must_use]
    pub fn mean_length() -> Self {
        Self::Metric("length-mean".into())
    }

    /// The win share of a seat, side, character, team or bot.
    #[must_use]
    pub fn win_rate(group: &str, key: &str) -> Self {
        Self::WinRate { group: group.into(), key: key.into(), is_score: false }
    }

    /// What these copies of a card are worth to the win share of a side.
    #[must_use]
    pub fn card_worth(card: &str, side: &str, copies: Copies) -> Self {
        let (card, side) = (card.to_owned(), side.to_owned());
        match copies {
            Copies::One => Self::CopyWorth { card, side },
            Copies::All => Self::CardWorth { card, side, is_score: false },
        }
    }

    /// The name of the table that has the figure.
    #[must_use]
    pub const fn table(&self) -> &'static str {
        match self {
            Self::WinRate { .. } => "win_rates",
            Self::Outcome(_) => "outcomes",
            Self::Metric(_) => "metrics",
            Self::CardEvent { .. } => "card_impact",
            Self::CardWorth { .. } | Self::CopyWorth { .. } => "impact",
            Self::Matchup { .. } => "matchups",
            Self::Exploit { .. } => "exploit",
        }
    }

    /// The name of the column that has the figure.
    #[must_use]
    pub const fn column(&self) -> &'static str {
        let [value, score] = self.columns();
        if self.is_score() { score } else { value }
    }

    /// The columns of the figure itself and of its score.
    const fn columns(&self) -> [&'static str; 2] {
        match self {
            Self::WinRate { .. } => ["win_share", "score"],
            Self::Outcome(_) => ["share", ""],
            Self::Metric(_) => ["value", ""],
            Self::CardEvent { .. } => ["difference", "score_difference"],
            Self::CardWorth { .. } => ["ablation", "score_ablation"],
            Self::CopyWorth { .. } => ["one_copy", ""],
            Self::Matchup { .. } | Self::Exploit { .. } => ["score", ""],
        }
    }

    /// The address of the row that has the figure.
    #[must_use]
    pub fn row(&self) -> Self {
        match self {
            Self::CopyWorth { card, side } => Self::card_worth(card, side, Copies::All),
            _ => self.of_score(false),
        }
    }

    /// The same figure of the score, or of the win share; itself if it is not of a win share.
    #[must_use]
    pub fn of_score(&self, of_score: bool) -> Self {
        let mut id = self.clone();
        if let Self::WinRate { is_score, .. }
        | Self::CardEvent { is_score, .. }
        | Self::CardWorth { is_score, .. } = &mut id
        {
            *is_score = of_score;
        }
        id
    }

    /// Whether it is of the score, beside one of the win share.
    #[must_use]
    pub const fn is_score(&self) -> bool {
        matches!(
            self,
            Self::WinRate { is_score: true, .. }
                | Self::CardEvent { is_score: true, .. }
                | Self::CardWorth { is_score: true, .. }
        )
    }

    /// Whether it is a difference of shares.
    #[must_use]
    pub const fn is_difference(&self) -> bool {
        matches!(self, Self::CardEvent { .. } | Self::CardWorth { .. } | Self::CopyWorth { .. })
    }

    /// Whether it is a share in every game. A metric can be one, too.
    #[must_use]
    pub const fn is_share(&self) -> bool {
        matches!(self, Self::WinRate { .. } | Self::Outcome(_) | Self::Matchup { .. } | Self::Exploit { .. })
    }

    /// The group of a win rate: `seat`, `side`, `character`, `team` or `bot`.
    #[must_use]
    pub fn win_group(&self) -> Option<&str> {
        if let Self::WinRate { group, .. } = self { Some(group) } else { None }
    }

    /// The id of a metric.
    #[must_use]
    pub fn metric(&self) -> Option<&str> {
        if let Self::Metric(id) = self { Some(id) } else { None }
    }

    /// The two bots or characters of a matchup.
    #[must_use]
    pub fn pair(&self) -> Option<[&str; 2]> {
        if let Self::Matchup { one, other } = self { Some([one, other]) } else { None }
    }

    /// The names of cards, sides, characters and bots in the address.
    pub fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::WinRate { key, .. } => vec![key],
            Self::CardEvent { card, side, .. }
            | Self::CardWorth { card, side, .. }
            | Self::CopyWorth { card, side } => vec![card, side],
            Self::Matchup { one, other } => vec![one, other],
            Self::Exploit { bot } => vec![bot],
            Self::Outcome(_) | Self::Metric(_) => Vec::new(),
        }
    }
}

impl Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table())?;
        match self {
            Self::WinRate { group, key, .. } => write!(f, "/{group}/{key}")?,
            Self::Outcome(name) => write!(f, "/{name}")?,
            Self::Metric(name) => write!(f, "/{name}")?,
            Self::CardEvent { card, side, event, .. } => write!(f, "/{card}/{side}/{event}")?,
            Self::CardWorth { card, side, .. } => write!(f, "/{card}/{side}")?,
            Self::CopyWorth { card, side } => write!(f, "/{card}/{side}/{}", self.column())?,
            Self::Matchup { one, other } => write!(f, "/{one}/{other}")?,
            Self::Exploit { bot } => write!(f, "/{bot}")?,
        }
        if self.is_score() { write!(f, "/{}", self.column()) } else { Ok(()) }
    }
}

impl FromStr for FigureId {
    type Err = NoFigure;

    /// Parses an address, with or without the name of its column if that is the first one.
    fn from_str(text: &str) -> Result<Self, NoFigure> {
        let (table, row) = text.split_once('/').ok_or(NoFigure)?;
        if row.split('/').any(str::is_empty) {
            return Err(NoFigure);
        }
        let parts: Vec<&str> = row.split('/').collect();
        let text = |part: &str| part.to_owned();
        let id = match (table, &parts[..]) {
            ("win_rates", [group, _, ..]) => {
                let (row, is_score) = without_column(row, ["win_share", "score"], 2);
                let key = row.split_once('/').map_or("", |(_, key)| key);
                Self::WinRate { group: text(group), key: text(key), is_score }
            }
            ("outcomes", [name] | [name, "share"]) => {
                Self::Outcome(Outcome::KINDS.into_iter().find(|kind| kind == name).ok_or(NoFigure)?)
            }
            ("metrics", [name] | [name, "value"]) => Self::Metric(text(name)),
            ("card_impact", [card, side, event, column @ ..]) => {
                let is_score = column_of(column, ["difference", "score_difference"])?;
                Self::CardEvent { card: text(card), side: text(side), event: text(event), is_score }
            }
            ("impact", [card, side, "one_copy"]) => Self::card_worth(card, side, Copies::One),
            ("impact", [card, side, column @ ..]) => {
                let is_score = column_of(column, ["ablation", "score_ablation"])?;
                Self::CardWorth { card: text(card), side: text(side), is_score }
            }
            ("matchups", [_, _, ..]) => {
                let (row, _) = without_column(row, ["score", ""], 2);
                // The names of strategy files contain `/`.
                let is_name = |name: &str| !name.contains('/') || name.ends_with(".toml");
                let mut splits = row.match_indices('/').map(|(at, _)| (&row[..at], &row[at + 1..]));
                let (one, other) =
                    splits.find(|(one, other)| is_name(one) && is_name(other)).ok_or(NoFigure)?;
                Self::Matchup { one: text(one), other: text(other) }
            }
            ("exploit", _) => {
                let (row, _) = without_column(row, ["score", ""], 1);
                // Of the rows of the report, the one with held-out games has the figure.
                let bot = row.split_once("/held-out/").map_or(row, |(bot, _)| bot);
                let is_name = !bot.contains('/') || bot.ends_with(".toml");
                Self::Exploit { bot: is_name.then(|| text(bot)).ok_or(NoFigure)? }
            }
            _ => return Err(NoFigure),
        };
        Ok(id)
    }
}

/// The row of an address without the name of its column, and whether that is the second one. At least so many parts stay.
fn without_column<'r>(row: &'r str, [first, second]: [&str; 2], n_parts: usize) -> (&'r str, bool) {
    match row.rsplit_once('/') {
        Some((row, column)) if [first, second].contains(&column) && row.split('/').count() >= n_parts => {
            (row, column == second)
        }
        _ => (row, false),
    }
}

/// Whether a column is the second one.
fn column_of(column: &[&str], [first, second]: [&str; 2]) -> Result<bool, NoFigure> {
    match column {
        [] => Ok(false),
        [column] if *column == first => Ok(false),
        [column] if *column == second => Ok(true),
        _ => Err(NoFigure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_and_written() {
        for address in "win_rates/seat/0 win_rates/side/black/score win_rates/bot/strategies/mine.toml win_rates/bot/score \
            win_rates/bot/score/score outcomes/draw metrics/arena-fought:odd-orbit card_impact/joker/all/opening \
            card_impact/joker/all/opening/score_difference impact/joker/all impact/joker/red/score_ablation impact/joker/red/one_copy \
            exploit/expert exploit/strategies/mine.toml matchups/tuggle/teabot matchups/strategies/mine.toml/random matchups/random/x/y.toml"
            .split_whitespace()
        {
            let id: FigureId = address.parse().unwrap_or_else(|_| panic!("{address}"));
            assert_eq!(id.to_string(), address);
            assert_eq!(id.is_score(), address != "win_rates/bot/score" && address.contains("score"));
        }
        for (written, id) in [
            ("win_rates/seat/0/win_share", "win_rates/seat/0"),
            ("outcomes/draw/share", "outcomes/draw"),
            ("metrics/length-mean/value", "metrics/length-mean"),
            ("card_impact/a/all/drawn/difference", "card_impact/a/all/drawn"),
            ("impact/a/all/ablation", "impact/a/all"),
            ("matchups/a/b/score", "matchups/a/b"),
            ("exploit/a/score", "exploit/a"),
            ("exploit/x/y.toml/held-out/table of values/score", "exploit/x/y.toml"),
        ] {
            assert_eq!(written.parse().map(|id: FigureId| id.to_string()).as_deref(), Ok(id));
        }
        for none in "| / | win_rates | win_rates/seat | win_rates/seat/ | outcomes/drow | metrics/a/b | impact/a | \
            impact/a/all/win_share | card_impact/a/all | matchups/a | matchups//b | matchups/a/b/c | ratings/a | \
            exploit/a/choosing/table of values"
            .split('|')
        {
            assert_eq!(none.trim().parse::<FigureId>(), Err(NoFigure), "{none}");
        }
    }
}
