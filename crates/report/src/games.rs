//! Single games: one row per game, and its seats, metrics and cards in files of their own, so that every game has the same
//! columns.

use super::table::fixed;
use super::{Column, Report, metrics};
use std::collections::BTreeMap;
use undercard_engine::model::{CardEvent, Chosen, MetricSpec, Outcome, SHARE, Seat, Seats, StatSchema};
use undercard_engine::stats::tally::GameRecord;

/// The command that writes these files.
const COMMAND: &str = "run --games-csv";

const GAME: Column = Column::numbered("game_idx", "number of the game, as in `games.csv`");
const SEAT: Column = Column::numbered("seat", "number of the seat");

/// The list of games.
pub const REPORT: Report = Report {
    name: "games",
    command: COMMAND,
    contents: "The first N games of a run, written with `--games-csv N`: one row per game.",
    columns: &[
        Column::numbered("game_idx", "number of the game; `undercard replay --game` prints it"),
        Column::words("outcome", "outcome: `win`, `shared`, `draw`, `nobody` or `stalemate`"),
        Column::count("n_winners", "number of winning seats; `games_seats.csv` says which"),
        Column::count("length", "length, in the unit of `game_length.csv`"),
        Column::count("decisions", "number of decisions with at least two legal actions"),
        Column::count("legal_actions", "number of legal actions in these decisions"),
    ],
    of_run: None,
    view: None,
};

/// The seats of these games.
pub const SEATS: Report = Report {
    name: "games_seats",
    command: COMMAND,
    contents: "The seats of the games of `games.csv`: one row per game and seat. The bots of the seats are in `result.json`.",
    columns: &[
        GAME,
        SEAT,
        Column::words("side", "side of the seat; empty if the game has no sides"),
        Column::words(
            "character_id",
            "character of the seat at the end; empty if the game has no characters",
        ),
        Column::count("team", "number of the seat's team; empty if the game has no teams"),
        Column::share("win_share", "1 for a win, 1/k for a win that k seats share, otherwise 0"),
        Column::share("score", "the same, and 1/players for each player of a game without a winner"),
    ],
    of_run: None,
    view: None,
};

/// The metrics of these games.
pub const METRICS: Report = Report {
    name: "games_metrics",
    command: COMMAND,
    contents: "The game's own metrics at the end of the games of `games.csv`: one row per game and metric. A metric that \
               does not count the game has no row.",
    columns: &[
        GAME,
        metrics::MEASURE,
        metrics::ITEM,
        Column::sum("value", "value of the metric in this game"),
        Column::count(
            "weight",
            "rounds, turns, … in the denominator, or 1. The figure in `metrics.csv` is the mean of `value`, weighted by it, \
             over all games of the run",
        ),
    ],
    of_run: None,
    view: None,
};

/// The cards of these games.
pub const CARDS: Report = Report {
    name: "games_cards",
    command: COMMAND,
    contents: "The card events of the games of `games.csv`: one row per game, seat, card and event that happened.",
    columns: &[
        GAME,
        SEAT,
        Column::key("card", "id of the card"),
        Column::key("event", "event of the card, as in `card_impact.csv`: `opening`, `drawn`, `played`, …"),
        Column::count("occurrences", "how often it happened in this game"),
    ],
    of_run: None,
    view: None,
};

/// The decisions of these games.
pub const DECISIONS: Report = Report {
    name: "games_decisions",
    command: "run --decisions-csv",
    contents: "The decisions of the games of `games.csv` that have at least two legal actions, in their order: what a player saw, \
               could do and did.",
    columns: &[
        GAME,
        Column::numbered("nth", "number of the decision in its game, from 1"),
        SEAT,
        Column::count("length", "length of the game so far, in the unit of `game_length.csv`"),
        Column::words("decision", "the rulebook's name of the decision"),
        Column::count("n_options", "number of legal actions"),
        Column::words("options", "ids of the legal actions, separated by spaces"),
        Column::words("choice", "id of the chosen one"),
        Column::words(
            "seen",
            "what the player sees of the table: each side's counters and open cards, and the own secret cards; lines are \
             separated by ` | `",
        ),
    ],
    of_run: None,
    view: None,
};

/// The files of single games.
pub const LISTS: [&Report; 5] = [&REPORT, &SEATS, &METRICS, &CARDS, &DECISIONS];

/// The rows of the decisions of a game, as CSV.
#[must_use]
pub fn decisions(game_idx: u64, choices: &[Chosen], end: &str) -> String {
    let row = |(nth, chosen): (usize, &Chosen)| {
        let Chosen { length, seat, decision, options, choice, table } = chosen;
        let table = table.lines().map(str::trim).collect::<Vec<_>>().join(" | ").replace('"', "'");
        let (n_options, options) = (options.len(), options.join(" "));
        format!(
            "{game_idx},{},{seat},{length},{decision},{n_options},{options},{choice},\"{table}\"{end}",
            nth + 1
        )
    };
    choices.iter().enumerate().map(row).collect()
}

/// The rows of one game in the first four of [`LISTS`], as CSV; every line ends with `end`, which names the run. Ids need no
/// quotes.
#[must_use]
pub fn rows(
    game_idx: u64,
    schema: &StatSchema,
    record: &GameRecord<'_>,
    events: &[CardEvent],
    end: &str,
) -> [String; 4] {
    [
        game(game_idx, record, end),
        seats(game_idx, schema, record, end),
        metric_rows(game_idx, schema, record, end),
        cards(game_idx, schema, events, end),
    ]
}

fn game(game_idx: u64, record: &GameRecord<'_>, end: &str) -> String {
    let GameRecord { outcome, length, decisions, moves, .. } = record;
    let (outcome, n_winners) = (Outcome::KINDS[outcome.kind()], outcome.winners().len());
    format!("{game_idx},{outcome},{n_winners},{length},{decisions},{moves}{end}")
}

fn seats(game_idx: u64, schema: &StatSchema, record: &GameRecord<'_>, end: &str) -> String {
    let key = |group: &str, seat: Seat| {
        let index = schema.groups.iter().position(|known| known.name == group)?;
        schema.groups[index].keys.get(record.keys.get(index)?[seat]?).map(String::as_str)
    };
    let parts = |parts: u32| fixed(f64::from(parts) / f64::from(SHARE), 6);
    let row = |seat: Seat| {
        let [side, character, team] =
            ["side", "character", "team"].map(|group| key(group, seat).unwrap_or_default());
        let share = parts(record.outcome.share(seat));
        let score = parts(record.outcome.utility(seat, schema.players));
        format!("{game_idx},{seat},{side},{character},{team},{share},{score}{end}")
    };
    Seats::first(schema.players).into_iter().map(row).collect()
}

fn metric_rows(game_idx: u64, schema: &StatSchema, record: &GameRecord<'_>, end: &str) -> String {
    let row = |(index, metric): (usize, &MetricSpec)| {
        let value = fixed(record.metric(schema, index)?, 6);
        let [measure, item] = metrics::parts(&metric.id);
        Some(format!("{game_idx},{measure},{item},{value},{}{end}", record.metrics[index].den))
    };
    schema.metrics.iter().enumerate().filter_map(row).collect()
}

fn cards(game_idx: u64, schema: &StatSchema, events: &[CardEvent], end: &str) -> String {
    let mut occurrences = BTreeMap::new();
    for CardEvent { seat, card, event } in events {
        *occurrences.entry((seat.index(), *card, *event)).or_insert(0_u64) += 1;
    }
    let row = |((seat, card, event), n): (&(usize, usize, usize), &u64)| {
        let (card, event) = (schema.cards.get(*card)?, schema.events.get(*event)?);
        Some(format!("{game_idx},{seat},{},{event},{n}{end}", card.id))
    };
    occurrences.iter().filter_map(row).collect()
}
