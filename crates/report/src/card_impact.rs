//! Card impact: win shares with and without each card event.

use super::page::run::cards;
use super::page::views::{View, zero};
use super::table::{Row, row};
use super::{Cell, Report, Results, Table};
use std::collections::BTreeSet;
use undercard_engine::model::{CardSpec, OPENING};
use undercard_engine::stats::impact_estimate::ImpactEstimate;
use undercard_engine::stats::multiple_testing::benjamini_hochberg;
use undercard_engine::stats::{Estimate, Interval, real};

/// The report's name.
pub const NAME: &str = "card_impact";

/// What an event of a card goes with: a row of the report.
#[derive(Clone, Debug)]
pub struct CardDifference {
    game: String,
    players: u64,
    /// The id of the card.
    pub card: String,
    /// `all` seats, or the name of a side or character.
    pub side: String,
    /// The event.
    pub event: &'static str,
    copies: Option<u64>,
    /// The number of (game, seat) pairs of the side, and of those with the event.
    seats: u64,
    with_event: u64,
    /// Occurrences of the event per game.
    occurrences: Option<f64>,
    /// The win shares with and without it.
    pub wins: Split,
    /// The interval of their difference that holds together with those of all rows with the same event and side.
    pub joint: Option<Interval>,
    p_value: Option<f64>,
    /// The q-value over the rows with the same event and side.
    pub q_value: Option<f64>,
    /// The same as `wins`, of the score.
    pub score: Split,
}

/// A figure of the seats with an event and of those without it.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// With it.
    pub with: Option<f64>,
    /// Without it.
    pub without: Option<f64>,
    /// The difference of seats of the same side and seat.
    pub difference: Estimate,
    /// What the difference rests on.
    pub informative: u64,
}

row! { CardDifference, NAME, row {
    key "game", "id of the game" => &row.game;
    numbered "players", "number of players" => row.players;
    key "card", "id of the card" => &row.card;
    key "side", "`all` seats, or the name of a side or character" => &row.side;
    key "event", "event of the card: `opening` (in the initial deal), `drawn`, `played`, …" => row.event;
    count "copies",
        "copies in the deck at the start; empty if the number differs between seats or games"
        [only_in_json] => row.copies;
    count "seat_games", "number of (game, seat) pairs of the side" => row.seats;
    count "with_event", "number of these with the event at least once" => row.with_event;
    share "event_rate", "with_event / seat_games" [only_in_json] => ratio(row.with_event, row.seats);
    of "occurrences_per_game", "occurrences of the event per game, over all seats of the side" => row.occurrences;
    share "win_share_with", "win share of the seats with the event" => row.wins.with;
    share "win_share_without", "win share of the seats without the event" => row.wins.without;
    difference "difference",
        "win_share_with − win_share_without, of the same side and seat: the mean of the differences of all sides \
         and seats in the row (least squares with a constant for each), because sides and seats, and their bots, can \
         differ both in how often they have the event and in how often they win. Where the shuffle decides who has \
         the event (`opening`), it is what this card adds to the chance to win compared with an average other card. \
         For all other events, and if the opening is not dealt before the first decision, it is an association: \
         cards and wins can have a common cause. Empty if fewer than 30 seats have the event, or do not have it, or \
         if `informative` is below 5, or if the number of games was not fixed beforehand and fewer than 30 seats won \
         or lost with or without the event" [signed] => row.wins.difference.value;
    difference "difference_low", "lower end of the interval of `difference`" => row.wins.difference.low();
    difference "difference_high", "upper end of the interval of `difference`" => row.wins.difference.high();
    difference "joint_low",
        "lower end of an interval of `difference` that holds together with those of all rows with the same event \
         and side (Bonferroni). Use it for the highest and the lowest of many cards"
        [only_in_json] => row.joint.map(|ends| ends.low);
    difference "joint_high", "upper end of this interval" [only_in_json] => row.joint.map(|ends| ends.high);
    p_value "p_value", "two-sided p-value for no difference" [only_in_json] => row.p_value;
    p_value "q_value",
        "Benjamini-Hochberg q-value over all rows with the same event and side. Of these rows with q below 0.05, on \
         average at most 5 in 100 differ by chance alone (false discovery rate). This does not hold for rows that \
         are picked from several events or sides" => row.q_value;
    words "method", "interval method" [only_in_json] => row.wins.difference.method_name();
    count "informative",
        "least number of seats that are expected to win with the event, to lose with it, to win without it or to \
         lose without it, if the event does not matter" [only_in_json] => row.wins.informative;
    share "score_with",
        "mean score of the seats with the event, as in `win_rates.csv`" [only_in_json] => row.score.with;
    share "score_without", "mean score of the seats without the event" [only_in_json] => row.score.without;
    difference "score_difference",
        "the same as `difference`, of the score instead of the win share"
        [only_in_json signed] => row.score.difference.value;
    difference "score_difference_low",
        "lower end of the interval of `score_difference`" [only_in_json] => row.score.difference.low();
    difference "score_difference_high",
        "upper end of the interval of `score_difference`" [only_in_json] => row.score.difference.high();
    words "score_difference_method",
        "interval method of `score_difference`" [only_in_json] => row.score.difference.method_name();
    count "score_informative",
        "as `informative`, of the score; at most the number of seats with or without the event in games with a \
         winner" [only_in_json] => row.score.informative;
}}

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "Card impact: one row for each card, side and event. It compares the win share of the side's seats with \
                         at least one occurrence of the event with that of the other seats.",
    columns: CardDifference::COLUMNS,
    of_run: Some(table),
    view: Some(View {
        title: "Card impact",
        intro: "How much more often players win if an event happened to the card (in the opening hand, drawn, \
                played) than if it did not, in percentage points. To the right of the line, they win more often. These are \
                associations: players who survive longer draw more cards, even if the cards have no effect. Only the opening \
                hand, where it is shuffled and dealt before the first decision, shows what a card adds to the \
                chance to win, because chance alone decides who gets it. Rows for all players compare players of \
                the same side only, or in the same seat if the game has no sides.",
        columns: &[
            "card",
            "side",
            "event",
            "copies",
            "event_rate",
            "win_share_with",
            "win_share_without",
            "difference",
            "q_value",
        ],
        drawn: "difference",
        reference: zero,
        section: cards,
        ..View::PLAIN
    }),
};

/// The report.
#[must_use]
pub fn table(results: &Results<'_>) -> Table {
    Row::table(&rows(results))
}

/// Its rows.
#[must_use]
pub fn rows(results: &Results<'_>) -> Vec<CardDifference> {
    let schema = results.schema;
    let mut lines = Vec::new();
    for (card, named) in schema.cards.iter().enumerate() {
        for side in 0..=schema.n_sides() {
            for event in (0..schema.events.len()).filter(|event| named.events >> event & 1 == 1) {
                lines.push(CardDifference::new(results, (card, named), side, event));
            }
        }
    }
    // Rows with the same event and side are corrected together.
    let families: BTreeSet<_> = lines.iter().map(|(row, _)| (row.event, row.side.clone())).collect();
    for (event, side) in families {
        let is_member = |row: &CardDifference| row.event == event && row.side == side;
        let members = || lines.iter().filter(|(row, _)| is_member(row));
        let p: Vec<f64> = members().filter_map(|(row, _)| row.p_value).collect();
        let mut q_values = benjamini_hochberg(&p).into_iter();
        let joint =
            results.level.shared_by(members().filter(|(row, _)| row.wins.difference.value.is_some()).count());
        for (row, impact) in lines.iter_mut().filter(|(row, _)| is_member(row)) {
            row.q_value = row.p_value.and_then(|_| q_values.next());
            row.joint = row.wins.difference.value.and_then(|_| impact.difference(joint).interval);
        }
    }
    lines.into_iter().map(|(row, _)| row).collect()
}

impl CardDifference {
    /// The row before its q-value and its joint interval are known, and the estimate behind it.
    fn new(
        results: &Results<'_>,
        (card, named): (usize, &CardSpec),
        side: usize,
        event: usize,
    ) -> (Self, ImpactEstimate) {
        let schema = results.schema;
        let sums = &results.tally.impact.sides[side];
        let n_cards = schema.cards.len();
        let row = &results.tally.impact.rows[(side * schema.events.len() + event) * n_cards + card];
        let [impact, of_score] = results.impacts(card, event, side);
        let [wins, score] = [&impact, &of_score].map(|impact| {
            let ImpactEstimate { with, without, informative, .. } = *impact;
            Split { with, without, informative, difference: impact.difference(results.level) }
        });
        let row = Self {
            game: results.game.to_owned(),
            players: results.players as u64,
            card: named.id.clone(),
            side: side_name(results, side).to_owned(),
            event: schema.events[event],
            copies: named.copies.get(side).copied().flatten().map(u64::from),
            seats: sums.m,
            with_event: row.a,
            occurrences: ratio(row.occurrences, results.tally.games),
            wins,
            joint: None,
            p_value: impact.p_value(results.level),
            q_value: None,
            score,
        };
        (row, impact)
    }
}

fn ratio(count: u64, n: u64) -> Option<f64> {
    (n > 0).then(|| real(count) / real(n))
}

/// The event by which the cards of all seats are compared: the opening hand if it differs from player to player, otherwise
/// the first event that does.
pub(super) fn telling_event(table: &Table) -> Option<String> {
    let is_known =
        |row: &&Vec<Cell>| table.written(row, "side") == "all" && table.number(row, "difference").is_some();
    let events = || table.rows.iter().filter(is_known).map(|row| table.written(row, "event"));
    events().find(|event| event == OPENING).or_else(|| events().next())
}

/// The name of a side, or `all`.
pub(super) fn side_name<'r>(results: &Results<'r>, side: usize) -> &'r str {
    match (side.checked_sub(1), results.schema.sides) {
        (Some(key), Some(group)) => results.schema.groups[group].keys[key].as_str(),
        _ => "all",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::printed;
    use undercard_engine::bots::Bot;
    use undercard_engine::games::{Catalogue, GameVisitor, with_printed_game};
    use undercard_engine::model::settings::{Setting, tree};
    use undercard_engine::model::{BySeat, Event, Game, OPENING, Observer, SHARE, Seats, Seed};
    use undercard_engine::simulation::Lineup;
    use undercard_engine::simulation::runner::GameRunner;
    use undercard_engine::stats::Level;
    use undercard_engine::stats::ratio_sums::RateMethod;
    use undercard_engine::stats::shard::Shard;

    const GAMES: u64 = 3000;

    /// For each card and seat: games with and without the card in the opening, and the wins in both.
    type Counts = Vec<[[(f64, f64); 2]; 2]>;

    struct CountOpenings;
    impl GameVisitor for CountOpenings {
        type Out = Counts;
        fn visit<G: Game>(self, game: G, _: Vec<Setting>) -> Counts {
            struct Openings(Vec<[bool; 2]>, usize);
            impl<E: Event> Observer<E> for Openings {
                fn on_event(&mut self, event: E) {
                    if let Some(card) = event.card().filter(|card| card.event == self.1) {
                        self.0[card.card][card.seat.index()] = true;
                    }
                }
            }
            let schema = game.schema();
            let opening = schema.events.iter().position(|event| *event == OPENING).expect("the event");
            let bots = BySeat::from_fn(|_| Bot::Random);
            let mut runner = GameRunner::new(&game, 2, &bots);
            let mut counts = vec![[[(0.0, 0.0); 2]; 2]; schema.cards.len()];
            for game_idx in 0..GAMES {
                let mut openings = Openings(vec![[false; 2]; schema.cards.len()], opening);
                let (_, outcome, _) = runner.play(Seed::new(1).game(game_idx), &mut openings);
                for (counts, has) in counts.iter_mut().zip(openings.0) {
                    for seat in Seats::first(2) {
                        let count = &mut counts[seat.index()][usize::from(has[seat.index()])];
                        count.0 += 1.0;
                        count.1 += f64::from(outcome.share(seat)) / f64::from(SHARE);
                    }
                }
            }
            counts
        }
    }

    /// More Warriors and Glory for one seat: it holds every card more often, and wins more often.
    #[test]
    fn seats_of_a_game_without_sides_are_compared_with_themselves() {
        let mut text = printed("fight");
        for (old, new) in
            [("players = 4", "players = 2"), ("cards = []", "cards = [4]"), ("glory = []", "glory = [9]")]
        {
            assert!(text.contains(old));
            text = text.replacen(old, new, 1);
        }
        let tree = tree::parse(&text, "house.toml").expect("TOML");
        let counts = with_printed_game("fight", &tree, CountOpenings).expect("a game").expect("no errors");
        let rules = Catalogue::printed().find("fight").expect("a game").rules(&tree).expect("no errors");
        let bots = [(); 2].map(|()| ("random".to_owned(), Bot::Random));
        let simulation = rules.simulation(Lineup::of_each(&bots), 1);
        let mut worker = simulation.worker();
        worker.play(0..GAMES);
        let tally = worker.finish();
        let results = Results {
            game: "fight",
            title: "Fight!",
            players: 2,
            seed: 1,
            schema: simulation.schema(),
            bots: &simulation.lineup().names,
            tally: &tally,
            level: Level::default(),
            table_minutes: None,
            rate: RateMethod::default(),
            fixed: true,
            planned: GAMES,
            complete: true,
            shard: Shard::WHOLE,
            beaten: None,
        };
        let table = table(&results);
        let ratio = |(n, won): (f64, f64)| won / n;
        let add = |(n, won): (f64, f64), (more, too): (f64, f64)| (n + more, won + too);
        let (mut pooled, mut stratified, mut n) = (0.0, 0.0, 0.0);
        for (spec, [one, other]) in results.schema.cards.iter().zip(counts) {
            let key = [spec.id.as_str(), "all", OPENING].map(Cell::text);
            let row = table.rows.iter().find(|row| row[2..5] == key).expect("a row");
            let Some(found) = table.number(row, "difference") else { continue };
            let weights = [one, other].map(|[without, with]| without.0 * with.0 / (without.0 + with.0));
            let differences = [one, other].map(|[without, with]| ratio(with) - ratio(without));
            let mean =
                (weights[0] * differences[0] + weights[1] * differences[1]) / (weights[0] + weights[1]);
            assert!((found - mean).abs() < 1e-9, "{}: {found}, by hand {mean}", spec.id);
            pooled += ratio(add(one[1], other[1])) - ratio(add(one[0], other[0]));
            stratified += mean;
            n += 1.0;
        }
        let means: [f64; 2] = [pooled / n, stratified / n];
        assert!(n > 20.0 && means[0] > 0.05 && means[1].abs() < 0.005, "{means:?} of {n} cards");
        assert!(!table.rows.iter().any(|row| row[3] != Cell::text("all")), "seats are no sides");
    }
}
