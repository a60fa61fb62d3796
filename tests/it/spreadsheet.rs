//! `undercard report --format xlsx`: the contents of the workbook.

use super::program::{answer, folder, inside, names, quietly, refused_in, warnings};
use super::report::rename;
use super::result_file::forge;
use calamine::{Data, DataType, Reader, Xlsx, open_workbook};
use std::fs;
use std::path::Path;

fn book(path: &Path) -> Xlsx<std::io::BufReader<fs::File>> {
    open_workbook(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A sheet as rows of cells.
fn counters(path: &Path, name: &str) -> Vec<Vec<Data>> {
    let range = book(path).worksheet_range(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    range.rows().map(<[Data]>::to_vec).collect()
}

#[test]
fn the_sheets_equal_the_csv_files() {
    let folder = folder();
    quietly(folder.path(), &["run", "taunt", "--games", "500", "--games-csv", "200", "--out", "run"]);
    quietly(folder.path(), &["impact", "knife-fight", "--games", "500", "--out", "impact"]);
    for (of, n_files) in [("run", 11), ("impact", 3)] {
        let of = inside(&folder.path().join(of));
        quietly(&of, &["report", ".", "--format", "xlsx"]);
        let csvs: Vec<String> = names(&of).into_iter().filter(|name| name.ends_with(".csv")).collect();
        assert_eq!(csvs.len(), n_files);
        let path = of.with_extension("xlsx");
        let sheets = book(&path).sheet_names();
        assert_eq!(sheets[..4], ["summary", "charts", "about", "runs"]);
        assert!(sheets.len() == n_files + 4 && sheets[n_files + 3] == "columns");
        let charts = counters(&path, "charts").swap_remove(0);
        let cards = if n_files > 3 { "Card impact: " } else { "What each card is worth: " };
        assert!(charts.iter().any(|cell| cell.to_string().starts_with(cards)), "{charts:?}");
        let (mut n_numbers, mut columns) = (0, Vec::new());
        for csv in csvs {
            let name = csv.trim_end_matches(".csv");
            let counters = counters(&path, name);
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_path(of.join(&csv)).expect("a CSV");
            let records: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
            assert_eq!(counters.len(), records.len(), "{csv}");
            for (row, record) in counters.iter().zip(&records) {
                assert_eq!(row.len(), record.len());
                for (cell, text) in row.iter().zip(record) {
                    match cell {
                        Data::Float(number) => {
                            n_numbers += 1;
                            assert!(text.parse() == Ok(*number), "{csv}: {text} {number}");
                        }
                        Data::Empty => assert_eq!(text, ""),
                        Data::Bool(is_so) => assert_eq!(text, is_so.to_string().to_uppercase()),
                        // A number may be a name, as for a seat.
                        _ => assert_eq!(cell, &Data::String(text.into())),
                    }
                }
            }
            columns.extend(
                records[0]
                    .iter()
                    .take(counters[0].len())
                    .map(|column| [name, column].map(|text| Data::String(text.into()))),
            );
        }
        assert!(n_numbers > 150, "{n_numbers}");
        let meanings = counters(&path, "columns");
        assert_eq!(meanings.len(), 1 + columns.len());
        for column in columns {
            assert!(meanings.iter().any(|row| row[..2] == column && row[2] != Data::Empty), "{column:?}");
        }
    }
}

#[test]
fn a_workbook_describes_its_result_and_text_is_never_a_formula() {
    let folder = folder();
    let of = folder.path().join("o/run");
    let play =
        "run knife-fight --games 300 --bots random --set cards.ten.damage=4 --set rules.tie=no-hit --out o";
    let args: Vec<&str> = play.split(' ').collect();
    quietly(folder.path(), &args);
    rename(&of, "black", "=1+1");
    rename(&of, "length-mean", "=HYPERLINK(\"http://x\",\"y\")");
    rename(&of, "random", "@SUM(A1)");
    forge(&of, |json| json["configs"][0]["name"] = "=2+2".into());
    quietly(folder.path(), &["report", "o", "--format", "xlsx"]);
    let path = of.with_extension("xlsx");
    for name in book(&path).sheet_names() {
        let formulas = book(&path).worksheet_formula(&name).expect("formulas");
        assert!(formulas.used_cells().all(|(.., formula)| formula.is_empty()), "{name}");
    }
    let has = |name: &str, parts: &[&str]| {
        let cells: Vec<String> =
            counters(&path, name).into_iter().flatten().map(|cell| cell.to_string()).collect();
        for part in parts {
            assert!(cells.iter().any(|cell| cell.contains(part)), "{name}: {part} is not in {cells:?}");
        }
    };
    has("win_rates", &["=1+1"]);
    has("charts", &["=1+1", "Who wins: By side", "share of games"]);
    has("summary", &["Knife Fight, 2 players", "300 games"]);
    // The time of the result is a date.
    let cells = |name| counters(&path, name).into_iter().flatten();
    assert_eq!(cells("summary").chain(cells("about")).filter(Data::is_datetime).count(), 2);
    let ruling = [Data::String("rules.tie".into()), Data::String("no-hit".into())];
    assert!(counters(&path, "about").iter().any(|row| row[..2] == ruling));
    let played = [Data::String("Played games".into()), Data::Float(300.0)];
    assert!(counters(&path, "about").iter().any(|row| row[..2] == played));
    let players = [Data::String("Players".into()), Data::Float(2.0)];
    assert!(counters(&path, "about").iter().any(|row| row[..2] == players));
    // The axis of the charts begins at 0, and all intervals are inside.
    let mut parts = zip::ZipArchive::new(fs::File::open(&path).expect("a file")).expect("a workbook");
    let mut chart = String::new();
    let part = parts.by_name("xl/charts/chart1.xml").expect("a chart");
    std::io::Read::read_to_string(&mut { part }, &mut chart).expect("XML");
    let end = |name: &str| {
        let (_, rest) = chart.split_once(&format!("<c:{name} val=\"")).expect("an end of the axis");
        rest.split('"').next().and_then(|number| number.parse::<f64>().ok()).expect("a number")
    };
    let numbers = counters(&path, "charts");
    let highest = numbers[2..7].iter().filter_map(|row| row[3].get_float()).fold(0.0, f64::max);
    assert!(end("min") == 0.0 && end("max") >= highest && highest > 0.3, "{highest}");
    has("metrics", &["=HYPERLINK(\"http://x\",\"y\")"]);
    has(
        "about",
        &["Knife Fight, 2 players", "@SUM(A1)", "=2+2", "cards.ten.damage", "300", "wilson", "95 of 100"],
    );
}

#[test]
fn a_workbook_is_deterministic_and_wrong_file_names_are_rejected() {
    let folder = folder();
    quietly(folder.path(), &["run", "fight", "--games", "300", "--out", "o"]);
    quietly(folder.path(), &["report", "o", "--format", "xlsx"]);
    let first = fs::read(folder.path().join("o/run.xlsx")).expect("a workbook");
    let (code, stdout, stderr) =
        answer(folder.path(), &["report", "o", "--format", "xlsx", "--out", "deep/house.xlsx"]);
    assert_eq!(
        (code, stdout.trim().replace('\\', "/").as_str(), warnings(&stderr)),
        (0, "deep/house.xlsx", "")
    );
    assert!(first == fs::read(folder.path().join("deep/house.xlsx")).expect("a workbook"));
    // The date is that of `result.json`.
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(951_782_400);
    let file =
        fs::OpenOptions::new().append(true).open(folder.path().join("o/run/result.json")).expect("a file");
    file.set_modified(time).expect("another time");
    quietly(folder.path(), &["report", "o", "--format", "xlsx"]);
    let cells = counters(&folder.path().join("o/run.xlsx"), "about").into_iter().flatten();
    let dates: Vec<f64> = cells.filter_map(|cell| Some(cell.get_datetime()?.as_f64())).collect();
    assert_eq!(dates, [36_585.0], "2000-02-29");
    refused_in(folder.path(), &["report", "o", "--out", "o.XLSX"], &["report.html", "--format xlsx"]);
    refused_in(folder.path(), &["report", "o", "--format", "xlsx", "--out", "o.html"], &["report.xlsx"]);
    refused_in(
        folder.path(),
        &["report", "o", "--format", "xlsx", "--out", "o/run/win_rates.csv"],
        &["report.xlsx"],
    );
}
