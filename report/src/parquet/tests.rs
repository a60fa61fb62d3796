use super::super::games::{CARDS, LISTS, METRICS, REPORT, SEATS};
use super::super::runs::RunKey;
use super::super::{ColumnType, Report};
use super::{CsvText, ParquetWriter};
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};

/// Rows of so many games, with empty cells, and a label that needs quotes.
fn rows(list: &Report, n_games: u64) -> Vec<String> {
    let key = RunKey { run_id: "a0b1c2d3e4f5a6b7".into(), label: "a label, \"quoted\"".into() };
    let end = key.line_end();
    let game = |game: u64| {
        let n_rows = if list.name == REPORT.name { 1 } else { game % 4 };
        (0..n_rows).fold(String::new(), |mut rows, row| {
            let _ = write!(rows, "{game}");
            for column in list.columns.iter().skip(1) {
                let _ = match (column.column_type, (game + row) % 3) {
                    (ColumnType::Words, 0) => write!(rows, ","),
                    (ColumnType::Words, _) => write!(rows, ",word-{}", (game + row) % 5),
                    (ColumnType::Counts, _) if column.name == "team" => write!(rows, ","),
                    (ColumnType::Counts, _) => write!(rows, ",{}", game * row % 7),
                    (_, shares) => write!(rows, ",{}.333333", shares * (game % 2)),
                };
            }
            rows + &end
        })
    };
    (0..n_games).map(game).collect()
}

fn written(list: &Report, rows: &[String]) -> Vec<u8> {
    let mut writer = ParquetWriter::new(list.columns, Vec::new()).expect("a writer");
    rows.iter().for_each(|rows| writer.add(rows).expect("rows"));
    writer.finish().expect("a file")
}

fn read(list: &Report, bytes: &[u8]) -> io::Result<String> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    let mut text = String::new();
    CsvText::open(list.columns, file)?.take(1 << 20).read_to_string(&mut text).map(|_| text)
}

#[test]
fn a_list_is_read_as_the_csv_that_it_was_written_from() {
    for list in LISTS {
        for n_games in [0, 1, 3000] {
            let rows = rows(list, n_games);
            let bytes = written(list, &rows);
            let text = RunKey::header(list.columns) + &rows.concat();
            assert_eq!(read(list, &bytes).expect("a list"), text, "{}", list.name);
            assert_eq!(bytes, written(list, &rows));
            assert!(n_games < 3000 || bytes.len() * 8 < text.len(), "{}: {}", list.name, bytes.len());
        }
    }
}

#[test]
fn a_row_of_another_type_is_not_written() {
    let add = |line: &str| {
        let mut writer = ParquetWriter::new(REPORT.columns, Vec::new())?;
        writer.add(line).and_then(|()| writer.finish())
    };
    assert!(add("1,win,1,7,8,9,a0,label\n").is_ok());
    for wrong in ["1,win,1,7,8,x,a0,label\n", "1,win,1,7,8,9\n", "-,win,1,7,8,9,a0,label\n"] {
        assert!(add(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_file_of_another_kind_is_an_error() {
    let bytes = written(&REPORT, &rows(&REPORT, 10));
    let error = |list, bytes: &[u8]| read(list, bytes).expect_err("an error").to_string();
    assert!(error(&SEATS, &bytes).contains("its columns are not those of this list"));
    assert!(error(&REPORT, b"game_idx,outcome\n").contains("no Parquet file"));
    let huge = [&bytes[..bytes.len() - 8], &[0xff; 4], b"PAR1"].concat();
    assert!(error(&REPORT, &huge).contains("its description is too large"));
    read(&REPORT, b"").expect_err("an error");
}

#[test]
fn a_damaged_file_never_panics() {
    for (list, n_games) in [(&CARDS, 40), (&METRICS, 1400)] {
        let bytes = written(list, &rows(list, n_games));
        for end in (0..bytes.len()).step_by(bytes.len() / 150) {
            read(list, &bytes[..end]).expect_err("an error");
        }
        for (index, change) in
            (0..bytes.len()).step_by(bytes.len() / 700).zip([1, 0x80, 0xff, 0x10].iter().cycle())
        {
            let mut changed = bytes.clone();
            changed[index] ^= change;
            let _ = read(list, &changed);
        }
    }
}
