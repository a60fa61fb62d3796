//! Card impact: win shares with and without each card event.

use super::page::run::cards;
use super::page::views::{View, zero};
use super::{Cell, Column, Report, Results, Table};
use std::collections::BTreeSet;
use undercard_engine::model::{CardSpec, OPENING};
use undercard_engine::stats::impact_estimate::ImpactEstimate;
use undercard_engine::stats::multiple_testing::benjamini_hochberg;
use undercard_engine::stats::{Level, real};

/// The report's name.
pub const NAME: &str = "card_impact";

/// The columns of the report.
pub const COLUMNS: &[Column] = &[
    Column::key("game", "id of the game"),
    Column::numbered("players", "number of players"),
    Column::key("card", "id of the card"),
    Column::key("side", "`all` seats, or the name of a side or character"),
    Column::key("event", "event of the card: `opening` (in the initial deal), `drawn`, `played`, …"),
    Column::count(
        "copies",
        "copies in the deck at the start; empty if the number differs between seats or games",
    ).only_in_json(),
    Column::count("seat_games", "number of (game, seat) pairs of the side"),
    Column::count("with_event", "number of these with the event at least once"),
    Column::share("event_rate", "with_event / seat_games").only_in_json(),
    Column::of("occurrences_per_game", "occurrences of the event per game, over all seats of the side"),
    Column::share("win_share_with", "win share of the seats with the event"),
    Column::share("win_share_without", "win share of the seats without the event"),
    Column::difference(
        "difference",
        "win_share_with − win_share_without, of the same side and seat: the mean of the differences of all sides and \
         seats in the row (least squares with a constant for each), because sides and seats, and their bots, can differ both in how \
         often they have the event and in how often they win. Where the shuffle decides who has the event (`opening`), it is what this card adds to \
         the chance to win compared with an average other card. For all other events, and if the opening is not dealt \
         before the first decision, it is an association: cards and wins can have a common cause. Empty if fewer than 30 seats have the event, or do not have it, or if `informative` is \
         below 5, or if the number of games was not fixed beforehand and fewer than 30 seats won or lost with or without the \
         event",
    ).signed(),
    Column::difference("difference_low", "lower end of the interval of `difference`"),
    Column::difference("difference_high", "upper end of the interval of `difference`"),
    Column::difference(
        "joint_low",
        "lower end of an interval of `difference` that holds together with those of all rows with the same event and side \
         (Bonferroni). Use it for the highest and the lowest of many cards",
    ).only_in_json(),
    Column::difference("joint_high", "upper end of this interval").only_in_json(),
    Column::p_value("p_value", "two-sided p-value for no difference").only_in_json(),
    Column::p_value(
        "q_value",
        "Benjamini-Hochberg q-value over all rows with the same event and side. Of these rows with q below 0.05, on \
         average at most 5 in 100 differ by chance alone (false discovery rate). This does not hold for rows that are \
         picked from several events or sides",
    ),
    Column::words("method", "interval method").only_in_json(),
    Column::count(
        "informative",
        "least number of seats that are expected to win with the event, to lose with it, to win without it or to lose \
         without it, if the event does not matter",
    ).only_in_json(),
    Column::share("score_with", "mean score of the seats with the event, as in `win_rates.csv`").only_in_json(),
    Column::share("score_without", "mean score of the seats without the event").only_in_json(),
    Column::difference("score_difference", "the same as `difference`, of the score instead of the win share").only_in_json().signed(),
    Column::difference("score_difference_low", "lower end of the interval of `score_difference`").only_in_json(),
    Column::difference("score_difference_high", "upper end of the interval of `score_difference`").only_in_json(),
    Column::words("score_difference_method", "interval method of `score_difference`").only_in_json(),
    Column::count(
        "score_informative",
        "as `informative`, of the score; at most the number of seats with or without the event in games with a winner",
    ).only_in_json(),
];

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    command: "run",
    contents: "Card impact: one row for each card, side and event. It compares the win share of the side's seats with \
                         at least one occurrence of the event with that of the other seats.",
    columns: COLUMNS,
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
    let schema = results.schema;
    let mut lines = Vec::new();
    for (card, named) in schema.cards.iter().enumerate() {
        for side in 0..=schema.n_sides() {
            for event in (0..schema.events.len()).filter(|event| named.events >> event & 1 == 1) {
                lines.push(Line::new(results, (card, named), side, event));
            }
        }
    }
    correct(&mut lines);
    join(results.level, &mut lines);
    let rows = lines.into_iter().map(|line| line.cells).collect();
    Table { name: NAME, columns: COLUMNS, rows }
}

/// A row before its q-value and its joint interval are known.
struct Line {
    side: usize,
    event: usize,
    impact: ImpactEstimate,
    p: Option<f64>,
    /// The index of the cell of the lower end of the joint interval, if the row has a difference.
    joint: Option<usize>,
    /// The index of the cell of the q-value.
    q: usize,
    cells: Vec<Cell>,
}

impl Line {
    fn new(results: &Results<'_>, (card, named): (usize, &CardSpec), side: usize, event: usize) -> Self {
        let schema = results.schema;
        let sums = &results.tally.impact.sides[side];
        let n_cards = schema.cards.len();
        let row = &results.tally.impact.rows[(side * schema.events.len() + event) * n_cards + card];
        let [impact, of_score] = results.impacts(card, event, side);
        let per = |count: u64, n: u64| (n > 0).then(|| real(count) / real(n));
        let side_name = side_name(results, side);
        let copies = named.copies.get(side).copied().flatten();
        let mut cells = results.row();
        cells.extend([named.id.as_str(), side_name, schema.events[event]].map(Cell::text));
        cells.push(copies.map_or(Cell::Empty, |copies| Cell::Count(copies.into())));
        cells.extend([Cell::Count(sums.m), Cell::Count(row.a), Cell::Share(per(row.a, sums.m))]);
        cells.push(Cell::Mean(per(row.occurrences, results.tally.games)));
        cells.extend([impact.with, impact.without].map(Cell::Share));
        let [difference, of_scores] = [&impact, &of_score].map(|impact| impact.difference(results.level));
        cells.extend(Cell::shares(&difference));
        let joint = difference.value.map(|_| cells.len());
        let p = impact.p_value(results.level);
        cells.extend([Cell::Share(None), Cell::Share(None), Cell::P(p)]);
        let q = cells.len();
        cells.extend([Cell::P(None), Cell::method(difference.method), Cell::Count(impact.informative)]);
        cells.extend([of_score.with, of_score.without].map(Cell::Share));
        cells.extend(Cell::shares(&of_scores));
        cells.extend([Cell::method(of_scores.method), Cell::Count(of_score.informative)]);
        Self { side, event, impact, p, joint, q, cells }
    }
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

/// The events and sides of the rows.
fn families(lines: &[Line]) -> BTreeSet<(usize, usize)> {
    lines.iter().map(|line| (line.event, line.side)).collect()
}

/// Writes the joint intervals, by event and side.
fn join(level: Level, lines: &mut [Line]) {
    for family in families(lines) {
        let is_member = |line: &&mut Line| (line.event, line.side) == family;
        let members = lines.iter_mut().filter(is_member);
        let members: Vec<_> = members.filter_map(|line| line.joint.map(|joint| (joint, line))).collect();
        let joint = level.shared_by(members.len());
        for (low, line) in members {
            let ends = Cell::shares(&line.impact.difference(joint)).into_iter().skip(1);
            line.cells.splice(low..low + 2, ends);
        }
    }
}

/// Writes the q-values, by event and side.
fn correct(lines: &mut [Line]) {
    for family in families(lines) {
        let mut members: Vec<&mut Line> =
            lines.iter_mut().filter(|line| (line.event, line.side) == family && line.p.is_some()).collect();
        let p: Vec<f64> = members.iter().filter_map(|line| line.p).collect();
        for (line, q) in members.iter_mut().zip(benjamini_hochberg(&p)) {
            line.cells[line.q] = Cell::P(Some(q));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::printed;
    use undercard_engine::bots::Bot;
    use undercard_engine::games::{GameVisitor, Rules, with_printed_game};
    use undercard_engine::model::settings::{Setting, tree};
    use undercard_engine::model::{BySeat, Event, Game, OPENING, Observer, SHARE, Seats, Seed};
    use undercard_engine::simulation::Lineup;
    use undercard_engine::simulation::runner::GameRunner;
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
            let schema = game.measures().schema();
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
        let rules = Rules::read("fight", &tree).expect("a game").expect("no errors");
        let bots = [(); 2].map(|()| ("random".to_owned(), Bot::Random));
        let simulation = rules.simulation(Lineup::of_each(&bots), 1);
        let mut worker = simulation.worker();
        worker.play(0..GAMES);
        let tally = worker.finish();
        let results = Results {
            game: "fight",
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
