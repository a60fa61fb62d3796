//! The figures that a log has, in the games of people and of bots.

use crate::config::playtest::LoggedGame;
use crate::model::{CardEvent, MetricKind, Outcome, Ratio, SHARE, Seat, SeatOrder, Seats, StatSchema};
use crate::report::plain;
use crate::report::playtest::card_address;
use crate::stats::FigureId;
use crate::stats::few_games::Played;
use crate::stats::tally::{GameRecord, Keys, members};

/// A figure that can be noted at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// The win share of a seat.
    Seat(Seat),
    /// The win share of a key of a group.
    Key(usize, usize),
    /// The share of games with this kind of outcome.
    Outcome(usize),
    /// The mean length.
    Length,
    /// A metric of the game.
    Metric(usize),
    /// The share of games in which this event happened to a card.
    Card(usize, usize),
}

/// What is known of a game.
pub(super) trait Known {
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Its length.
    fn length(&self) -> Option<u64>;
    /// The seats' keys in a group.
    fn keys(&self, group: usize) -> Option<&Keys>;
    /// Its contribution to a metric.
    fn metric(&self, index: usize) -> Option<Ratio>;
    /// Whether this event happened to this card.
    fn has(&self, event: usize, card: usize) -> Option<bool>;
}

impl Known for LoggedGame {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn length(&self) -> Option<u64> {
        self.length
    }

    fn keys(&self, group: usize) -> Option<&Keys> {
        self.keys.get(group)
    }

    fn metric(&self, index: usize) -> Option<Ratio> {
        *self.metrics.get(index)?
    }

    fn has(&self, event: usize, card: usize) -> Option<bool> {
        self.cards.get(event)?.as_ref().map(|cards| cards.contains(&card))
    }
}

/// A game of bots.
pub(super) struct OfBots<'r> {
    pub record: &'r GameRecord<'r>,
    pub cards: &'r [CardEvent],
}

impl Known for OfBots<'_> {
    fn outcome(&self) -> Option<Outcome> {
        Some(self.record.outcome)
    }

    fn length(&self) -> Option<u64> {
        Some(self.record.length)
    }

    fn keys(&self, group: usize) -> Option<&Keys> {
        self.record.keys.get(group)
    }

    fn metric(&self, index: usize) -> Option<Ratio> {
        self.record.metrics.get(index).copied()
    }

    fn has(&self, event: usize, card: usize) -> Option<bool> {
        Some(self.cards.iter().any(|happened| happened.event == event && happened.card == card))
    }
}

impl Figure {
    /// The figures that at least one of these games has.
    pub(super) fn of_log(games: &[LoggedGame], schema: &StatSchema) -> Vec<Self> {
        let mut figures = Vec::new();
        // If nobody begins, the number of a seat means nothing.
        if schema.seat_order == SeatOrder::InTurn {
            figures.extend(Seats::first(schema.players).into_iter().map(Self::Seat));
        }
        for (group, keys) in schema.groups.iter().enumerate() {
            figures.extend((0..keys.keys.len()).map(|key| Self::Key(group, key)));
        }
        figures.extend((1..Outcome::KINDS.len()).map(Self::Outcome));
        figures.push(Self::Length);
        figures.extend((0..schema.metrics.len()).map(Self::Metric));
        for event in 0..schema.events.len() {
            let can = |(card, spec): (usize, &crate::model::CardSpec)| {
                (spec.events >> event & 1 == 1).then_some(Self::Card(event, card))
            };
            figures.extend(schema.cards.iter().enumerate().filter_map(can));
        }
        let is_known = |figure: &Self| games.iter().any(|game| figure.of(game, schema).is_some());
        let repeats = |figure: &Self| figure.id(schema).is_some_and(|id| plain::repeats(&id, schema, 1));
        figures.retain(|figure| is_known(figure) && !repeats(figure));
        figures
    }

    /// The contribution of a game; `None` if it is not known, or does not count.
    pub(super) fn of(self, game: &dyn Known, schema: &StatSchema) -> Option<Ratio> {
        match self {
            Self::Seat(seat) => Some(Ratio::of(game.outcome()?.share(seat), 1)),
            Self::Key(group, key) => {
                let (outcome, members) = (game.outcome()?, members(game.keys(group)?, key));
                let is_team = schema.groups.get(group)?.teams;
                let n = u32::try_from(if is_team { 1 } else { members.len() }).ok()?;
                (!members.is_empty()).then(|| Ratio::of(outcome.joint_share(members), n))
            }
            Self::Outcome(kind) => Some(Ratio::whether(game.outcome()?.kind() == kind, true)),
            Self::Length => Some(Ratio { num: i64::try_from(game.length()?).ok()?, den: 1 }),
            Self::Metric(index) => game.metric(index).filter(|ratio| ratio.den > 0),
            Self::Card(event, card) => Some(Ratio::whether(game.has(event, card)?, true)),
        }
    }

    /// No games yet.
    pub(super) fn empty(self, schema: &StatSchema) -> Played {
        let metric = |index: usize| schema.metrics.get(index);
        let (parts, is_share) = match self {
            Self::Seat(_) | Self::Key(..) => (SHARE, true),
            Self::Outcome(_) | Self::Card(..) => (1, true),
            Self::Length => (1, false),
            Self::Metric(index) => (
                metric(index).map_or(1, |metric| metric.parts),
                metric(index)
                    .is_some_and(|metric| metric.kind == MetricKind::Share || metric.unit == "share"),
            ),
        };
        Played { parts, is_share, ..Played::default() }
    }

    pub(super) fn unit(self, schema: &StatSchema) -> &'static str {
        match self {
            Self::Length => schema.unit,
            Self::Metric(index) => schema.metrics.get(index).map_or("", |metric| metric.unit),
            _ => "share",
        }
    }

    /// Its address in the results of a run; `None` if these do not have it.
    fn id(self, schema: &StatSchema) -> Option<FigureId> {
        Some(match self {
            Self::Seat(seat) => FigureId::win_rate("seat", &seat.to_string()),
            Self::Key(group, key) => {
                let group = schema.groups.get(group)?;
                FigureId::win_rate(group.name, group.keys.get(key)?)
            }
            Self::Outcome(kind) => FigureId::Outcome(Outcome::KINDS.get(kind)?),
            Self::Length => FigureId::mean_length(),
            Self::Metric(index) => FigureId::Metric(schema.metrics.get(index)?.id.clone()),
            Self::Card(..) => return None,
        })
    }

    /// Its address in the report.
    pub(super) fn address(self, schema: &StatSchema) -> String {
        let of_card = || match self {
            Self::Card(event, card) => {
                Some(card_address(&schema.cards.get(card)?.id, schema.events.get(event)?))
            }
            _ => None,
        };
        self.id(schema).map(|id| id.to_string()).or_else(of_card).unwrap_or_default()
    }

    /// Whether it says who wins.
    pub(super) const fn is_win(self) -> bool {
        matches!(self, Self::Seat(_) | Self::Key(..))
    }

    /// Who wins, in a sentence: `the first player`, `Black`.
    pub(super) fn winner(self, schema: &StatSchema) -> String {
        let Some(FigureId::WinRate { group, key, .. }) = self.id(schema) else { return String::new() };
        let name = plain::player(&group, &key, schema.seat_order);
        match (self, name.starts_with("player")) {
            (Self::Seat(_), false) => format!("the {name}"),
            _ => name,
        }
    }
}
