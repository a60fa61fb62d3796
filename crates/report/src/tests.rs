//! The reports of a small run of Knife Fight, read back and compared with the originals.

use super::runs::RunKey;
use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use undercard_engine::bots::Bot;
use undercard_engine::games::Catalogue;
use undercard_engine::model::settings::tree;
use undercard_engine::model::{Outcome, SHARE, Seat, Seats, StatSchema};
use undercard_engine::simulation::{Lineup, Simulation};
use undercard_engine::stats::ratio_sums::RateMethod;
use undercard_engine::stats::shard::Shard;
use undercard_engine::stats::tally::Tally;
use undercard_engine::stats::{Level, Method, Sums, wilson};

/// Number of games of the small run.
const GAMES: u64 = 2000;

/// The printed rules of a game.
pub(super) fn printed(game: &str) -> String {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    fs::read_to_string(configs.join(game).join("printed.toml")).expect("printed rules")
}

/// A small run of Knife Fight, played by `random`.
pub(super) struct Run {
    simulation: Box<dyn Simulation>,
    tally: Tally,
}

impl Run {
    pub(super) fn new() -> Self {
        let tree = tree::parse(&printed("knife-fight"), "printed.toml").expect("TOML");
        let bots = ["random", "other"].map(|name| (name.to_owned(), Bot::Random));
        let rules =
            Catalogue::printed().find("knife-fight").expect("a game").rules(&tree).expect("no faults");
        let simulation = rules.simulation(Lineup::of_each(&bots), 1);
        let mut worker = simulation.worker();
        worker.play(0..GAMES);
        let tally = worker.finish();
        Self { simulation, tally }
    }

    pub(super) fn results(&self) -> Results<'_> {
        results(self.simulation.schema(), &self.simulation.lineup().names, &self.tally)
    }
}

fn results<'r>(schema: &'r StatSchema, bots: &'r [(String, Seats)], tally: &'r Tally) -> Results<'r> {
    Results {
        game: "knife-fight",
        title: "Knife Fight",
        players: 2,
        seed: 1,
        schema,
        bots,
        tally,
        level: Level::new(0.95).expect("a level"),
        table_minutes: None,
        rate: RateMethod::default(),
        fixed: true,
        planned: GAMES,
        complete: true,
        shard: Shard::WHOLE,
        beaten: None,
    }
}

#[test]
fn every_csv_file_round_trips() {
    let run = Run::new();
    for mut table in tables(&run.results()) {
        if table.name == "metrics" {
            // No shipped name contains them, but the file name of a strategy may.
            table.rows[0][2] = Cell::text("a \"quoted\", broken\nname");
        }
        let key = RunKey { run_id: "a0".into(), label: "a \"quoted\", label".into() };
        let text = csv::text(&table, &key);
        let (columns, rows) = csv::records(&table, &key);
        let mut known = vec![columns.into_iter().map(|column| column.name.to_owned()).collect::<Vec<_>>()];
        assert_eq!(rows.len(), table.rows.len());
        known.extend(rows);
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let read: Vec<Vec<String>> =
            reader.records().map(|r| r.expect("a record").iter().map(str::to_owned).collect()).collect();
        assert_eq!(read, known, "{}", table.name);
        assert!(!text.contains('\r') && text.ends_with('\n'));
    }
}

#[test]
fn the_reports_of_a_small_run_match_their_snapshots() {
    let run = Run::new();
    for table in tables(&run.results()) {
        let key = RunKey { run_id: "a0".into(), label: "small".into() };
        let text = csv::text(&table, &key);
        let lines: Vec<&str> = text.lines().take(24).collect();
        insta::assert_snapshot!(table.name, lines.join("\n"));
    }
}

#[test]
fn rows_fit_their_columns_and_every_address_names_one_figure() {
    let run = Run::new();
    let tables = tables(&run.results());
    let total = |name: &str, column: &str| -> f64 {
        let table = tables.iter().find(|table| table.name == name).expect("a table");
        table.rows.iter().filter_map(|row| table.number(row, column)).sum()
    };
    assert!((total("outcomes", "games") - 2000.0).abs() < 1e-9);
    assert!((total("game_length", "games") - 2000.0).abs() < 1e-9);
    let mut all = BTreeSet::new();
    for (table, report) in tables.iter().zip(REPORTS) {
        assert_eq!((table.name, table.columns), (report.name, report.columns));
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
        let rows: BTreeSet<String> = table.rows.iter().map(|row| table.address(row)).collect();
        assert_eq!(rows.len(), table.rows.len(), "{}: two rows with one address", table.name);
        for (id, ..) in table.figures() {
            let figure = figure(&tables, &id).expect("a figure");
            if let (Some(value), Some(low), Some(high)) = (figure.value, figure.low, figure.high) {
                assert!(low <= value && value <= high, "{id}: {value} in {low}..{high}");
            }
            assert!(all.insert(id));
        }
    }
    for known in [
        "win_rates/seat/0",
        "win_rates/side/red",
        "win_rates/bot/other/win_share",
        "win_rates/side/red/score",
        "card_impact/ace/red/played/score_difference",
        "outcomes/draw",
        "metrics/length-mean",
        "metrics/joker-wasted-share",
        "card_impact/joker/all/opening",
        "card_impact/ace/red/played/difference",
    ] {
        assert!(known.parse().is_ok_and(|id| figure(&tables, &id).is_some()), "{known}");
    }
    for none in ["metrics/length-sd", "metrics/length-max", "game_length/rounds/7", "win_rates/seat/2"] {
        assert!(none.parse().ok().is_none_or(|id| figure(&tables, &id).is_none()), "{none}");
    }
    let listed = figures("knife-fight", 2, run.simulation.schema(), &run.simulation.lineup().names);
    assert_eq!(listed.into_iter().map(|figure| figure.id).collect::<BTreeSet<_>>(), all);
}

#[test]
fn the_method_fits_the_kind_of_figure() {
    let run = Run::new();
    let results = run.results();
    let sums = |games: &[(u64, i64, i64)]| {
        let mut sums = Sums::default();
        games.iter().for_each(|(games, x, v)| sums.add_games(*games, *x, *v));
        sums
    };
    let share = i64::from(SHARE);
    for (games, method) in [
        (sums(&[(60, share, 1), (40, 0, 1)]), Method::Wilson),
        (sums(&[(60, share / 2, 1), (40, 0, 1)]), Method::Normal),
        (sums(&[(10, share / 2, 1), (4, 0, 1)]), Method::Wilson),
        (sums(&[(60, share, 2), (40, 0, 2)]), Method::Ratio),
        (sums(&[(60, share, 2)]), Method::Wilson),
    ] {
        assert_eq!(results.wins(&games).method, Some(method), "{games:?}");
    }
    let sequential = Results { fixed: false, ..results };
    for (games, method) in [
        (sums(&[(60, share, 1), (40, 0, 1)]), Method::BetaBinomialCs),
        (sums(&[(60, share / 2, 1), (40, 0, 1)]), Method::AsymptoticCs),
        (sums(&[(10, share / 2, 1), (4, 0, 1)]), Method::BetaBinomialCs),
        (sums(&[(60, share, 2), (40, 0, 2)]), Method::AsymptoticCs),
        (sums(&[(60, share, 2)]), Method::BetaBinomialCs),
    ] {
        let (sequential, fixed) = (sequential.wins(&games), results.wins(&games));
        assert_eq!(sequential.method, Some(method), "{games:?}");
        let (wide, narrow) = sequential.interval.zip(fixed.interval).expect("intervals");
        assert!(wide.low <= narrow.low && narrow.high <= wide.high, "{games:?}: {wide:?} {narrow:?}");
    }
    // One game in thousands tells of no spread, whether it is won or lost.
    for games in [[(1, share, 3), (4000, 0, 2)], [(1, 0, 3), (4000, 2 * share, 2)]] {
        let sequential = sequential.wins(&sums(&games));
        assert!(sequential.value.is_some() && sequential.interval.is_none(), "{sequential:?}");
    }
    let halves = sequential.wins(&sums(&[(1, share / 2, 1), (4000, 0, 1)]));
    assert_eq!(halves.method, Some(Method::BetaBinomialCs));
}

/// Half of 40 games are drawn, or all but a few.
#[test]
fn the_score_counts_draws_and_rests_on_the_other_games() {
    let run = Run::new();
    let (seat, other) = (Seat::FIRST, Seat::new(1));
    let row = |endings: [(Outcome, u64); 4], bots: &[(String, Seats)]| {
        let mut tally = Tally::new(run.simulation.schema());
        for (outcome, games) in endings {
            tally.games += games;
            tally.endings[outcome.kind()][usize::from(outcome.winners().mask())] += games;
        }
        let table = win_rates::table(&results(run.simulation.schema(), bots, &tally));
        let row =
            if bots.is_empty() { table.rows.first() } else { table.rows.last() }.expect("a row").clone();
        let number = |column| table.number(&row, column).expect("a number");
        let numbers = ["win_share", "score", "score_low", "score_high", "score_informative"].map(number);
        (numbers, table.written(&row, "score_method"))
    };
    let of = |won: u64, lost: u64, drawn: u64| {
        let (won, lost) = ((Outcome::Win(Seats::only(seat)), won), (Outcome::Win(Seats::only(other)), lost));
        [won, lost, (Outcome::Draw, drawn), (Outcome::Stalemate, 10)]
    };
    let ([share, score, low, high, informative], method) = row(of(300, 100, 590), &[]);
    assert_eq!((share, score, informative, method.as_str()), (0.3, 0.6, 400.0, "standard-error"));
    // By hand: the standard error of 300 times 1, 600 times 0.5 and 100 times 0.
    let half = 1.959_964 * ((0.45_f64 - 0.36) / 999.0).sqrt();
    assert!((low - 0.6 + half).abs() < 1e-6 && (high - 0.6 - half).abs() < 1e-6, "{low} {high}");
    // Ten decided games do not tell how much scores vary.
    let ([_, score, low, high, informative], method) = row(of(9, 1, 980), &[]);
    let wide =
        undercard_engine::stats::rate::wilson_of(score, 1000.0, Level::default()).expect("an interval");
    assert_eq!((low, high, informative, method.as_str()), (wide.low, wide.high, 10.0, "wilson"));
    // A bot in both seats scores one half by design.
    let both = [("random".to_owned(), Seats::first(2))];
    let ([share, score, low, high, _], method) = row(of(300, 100, 590), &both);
    assert_eq!((share, score, low, high, method.as_str()), (0.2, 0.5, 0.5, 0.5, "constant"));
}

#[test]
fn confidence_sequences_are_wider_than_fixed_intervals() {
    let run = Run::new();
    let fixed = tables(&run.results());
    let sequential = tables(&Results { fixed: false, ..run.results() });
    let mut n_figures = 0;
    for (fixed, sequential) in fixed.iter().zip(&sequential) {
        let ids = |table: &Table| table.figures().map(|(id, ..)| id).collect::<Vec<_>>();
        assert_eq!(ids(fixed), ids(sequential));
        for address in ids(fixed) {
            let (one, two) = (fixed.figure(&address), sequential.figure(&address));
            let (one, two) = one.zip(two).expect("figures");
            assert_eq!(one.value, two.value);
            let ends = |figure: &Figure<'_>| figure.low.zip(figure.high);
            let Some(wide) = ends(&two) else { continue };
            let narrow = ends(&one).expect("what is told at every look is told at the end");
            assert!(wide.0 <= narrow.0 && narrow.1 <= wide.1, "{address}: {narrow:?} {wide:?}");
            assert!(two.method.is_none_or(|method| method == "sequence"), "{address}");
            n_figures += 1;
        }
    }
    assert!(n_figures > 200);
}

#[test]
fn a_bot_in_all_seats_has_one_row() {
    let run = Run::new();
    let lineup = Lineup::of_each(&vec![("random".into(), Bot::Random); 2]);
    let results = results(run.simulation.schema(), &lineup.names, &run.tally);
    let table = win_rates::table(&results);
    let row = table.rows.last().expect("a row");
    assert_eq!(row[2..5], [Cell::text("bot"), Cell::text("random"), Cell::Count(2 * GAMES)]);
    // Every game that is won is won by this bot: half of its seats win.
    let games = |outcome| run.tally.outcomes()[outcome] as f64;
    let won = wilson(run.tally.outcomes()[0], GAMES, Level::default()).expect("an interval");
    let cells = [games(0) / GAMES as f64, won.low, won.high].map(|share| Cell::Share(Some(share / 2.0)));
    assert_eq!((&row[6..9], table.written(row, "method").as_str()), (&cells[..], "wilson"));
    let sums = run.tally.seated(Seats::only(Seat::FIRST));
    assert_eq!(sums.n, GAMES);
}

/// Each side starts with a separate set, as if one had all the aces.
#[test]
fn an_unshuffled_opening_has_no_difference() {
    let run = Run::new();
    let mut tally = run.tally.clone();
    let n_cards = run.simulation.schema().cards.len();
    let n_events = run.simulation.schema().events.len();
    let lift = |tally: &Tally| {
        let results = results(run.simulation.schema(), &run.simulation.lineup().names, tally);
        let tables = tables(&results);
        let figure =
            figure(&tables, &"card_impact/ace/all/opening".parse().expect("an id")).expect("a figure");
        (figure.value.is_some(), figure.method == Some(""))
    };
    assert_eq!(lift(&tally), (true, false));
    for (side, a) in [(0, GAMES), (1, GAMES), (2, 0)] {
        tally.impact.rows[side * n_events * n_cards].a = a;
    }
    assert_eq!(lift(&tally), (false, true));
}

#[test]
fn a_run_without_games_has_empty_figures() {
    let run = Run::new();
    let none = Tally::new(run.simulation.schema());
    let results = results(run.simulation.schema(), &run.simulation.lineup().names, &none);
    for table in tables(&results) {
        let n_rows = match table.name {
            "win_rates" | "game_length" => 0,
            "outcomes" => 5,
            "metrics" => 8 + run.simulation.schema().metrics.len(),
            _ => table.rows.len(),
        };
        assert_eq!(table.rows.len(), n_rows, "{}", table.name);
        for row in &table.rows {
            let numbers = table.columns.iter().zip(row).filter(|(column, _)| !column.key);
            for (column, cell) in numbers.filter(|(column, _)| column.name != "copies") {
                assert!(
                    cell.number().is_none_or(|n| n == 0.0),
                    "{}: {} is {cell:?}",
                    table.name,
                    column.name
                );
            }
        }
    }
}

/// Columns of one name have one type, so that tables can be joined by any of them. A file has few columns, and begins with the
/// keys and the answer.
#[test]
fn columns_fit_each_other_and_begin_with_the_keys_and_the_answer() {
    let kind = |column: &Column| match column.column_type {
        ColumnType::Words => "words",
        ColumnType::Booleans => "booleans",
        ColumnType::Counts | ColumnType::Integers => "whole numbers",
        _ => "numbers",
    };
    let mut known = BTreeMap::new();
    let lists = games::LISTS.into_iter();
    for report in REPORTS.iter().copied().chain(lists) {
        for column in csv::columns(report.columns) {
            let (first, of) = *known.entry(column.name).or_insert((kind(column), report.name));
            assert_eq!(kind(column), first, "{} in {} and {of}", column.name, report.name);
        }
    }
    for report in REPORTS {
        let columns: Vec<&Column> = csv::columns(report.columns).collect();
        assert!(columns.len() <= csv::MOST_COLUMNS, "{}: {} columns", report.name, columns.len());
        let n_keys = columns.iter().take_while(|column| column.key).count();
        let is_run = |column: &&Column| ["run_id", "label"].contains(&column.name);
        let others = || columns[n_keys..].iter().copied().filter(|column| !is_run(column));
        assert!(others().all(|column| !column.key), "{}: a key behind other columns", report.name);
        let table = Table { name: report.name, columns: report.columns, rows: Vec::new() };
        if others().any(|column| table.ends(column.name).is_some()) {
            let is_answer = others().next().is_some_and(|column| table.ends(column.name).is_some());
            assert!(is_answer, "{}: the answer is not first", report.name);
        }
    }
}
