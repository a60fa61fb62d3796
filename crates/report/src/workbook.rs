//! A result as a workbook (XLSX): a summary with charts, a description, a sheet for each report, and the meanings of the
//! columns.
//! Numbers are numbers in every locale, unlike in a CSV file with decimal points. Text is never a formula.
//! The same folder gives the same bytes: its only date is that of `result.json`.

mod summary;

use super::csv::{self, StoredTable};
use super::escape::visible;
use super::overwrite::sealed_workbook;
use super::page::{About, Folder};
use super::result_file::file_name;
use super::runs::{self, RunKey};
use super::show::grouped;
use super::{Cell, Column, ColumnType, Table, figures};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, TableColumn, TableStyle, Workbook, Worksheet,
    XlsxError,
};

use std::sync::Mutex;
use std::{io, thread};

/// The formats of cells. Their numbers are those of the CSV files, whatever they show.
struct Formats {
    title: Format,
    header: Format,
    wrapped: Format,
    count: Format,
    share: Format,
    sum: Format,
    mean: Format,
    p: Format,
    time: Format,
    dated: Format,
}

/// The widest column, in characters; longer text is wrapped.
const WIDEST: usize = 60;
/// The characters of a line of wrapped text, the height of a line, and that of the highest row.
const LINE: usize = 58;
const LINE_HEIGHT: u32 = 15;
const HIGHEST: u32 = 405;
/// The item with the time of the result on the sheet that describes it.
const WRITTEN: &str = "Written (UTC)";
/// The least width of a column of numbers, and the room for the button in a header.
const NUMBER: usize = 10;
const BUTTON: usize = 4;

/// Makes the workbook of a result.
///
/// # Errors
/// A table is too large for a sheet, or its name is not a valid sheet name; neither occurs in a valid folder.
pub fn xlsx(folder: &Folder, about: &About) -> Result<Vec<u8>, XlsxError> {
    let number = |format: &str| Format::new().set_num_format(format);
    let formats = Formats {
        title: Format::new().set_bold().set_font_size(14),
        header: Format::new().set_bold(),
        wrapped: Format::new().set_text_wrap().set_align(FormatAlign::Top),
        count: number("0"),
        share: number("0.00%"),
        sum: number("0.00"),
        mean: number("0.0000"),
        p: number("0.00E+00"),
        time: number("yyyy-mm-dd hh:mm:ss").set_align(FormatAlign::Left),
        dated: number("\"Written on \"yyyy-mm-dd\" at \"hh:mm\" UTC\"").set_align(FormatAlign::Left),
    };
    let mut book = Workbook::new();
    let written = about.written.and_then(|time| ExcelDateTime::from_timestamp(time.timestamp()).ok());
    // Otherwise a fixed time stamp, so that the same result gives the same bytes.
    let created = written.clone().map_or_else(|| ExcelDateTime::from_ymd(2000, 1, 1), Ok)?;
    book.set_properties(&DocProperties::new().set_title(&about.title).set_creation_datetime(&created));
    summary::add(&mut book, folder, (about, written.as_ref()), &formats)?;
    let (about, meanings) = (description(folder, about), meanings(folder));
    let own = book.add_worksheet();
    whole(own, &about, &formats)?;
    let line = (1..).zip(&about.rows).find(|(_, row)| row[0] == Cell::text(WRITTEN));
    if let (Some(written), Some((line, _))) = (&written, line) {
        own.write_datetime_with_format(line, 1, written, &formats.time)?;
    }
    let key = folder.head.run_key();
    let (runs, figures) = (runs::table(&folder.head), figures_of(folder));
    let of_reports = reports(folder).map(|stored| &stored.table);
    for table in [&runs].into_iter().chain(&figures).chain(of_reports) {
        let (columns, rows) = csv::cells(table, &key);
        sheet(book.add_worksheet(), table.name, (&columns, &rows), &formats)?;
    }
    whole(book.add_worksheet(), &meanings, &formats)?;
    saved(&mut book).map(sealed_workbook)
}

/// The content of a workbook.
///
/// # Errors
/// The workbook is invalid, or the system cannot start a thread for each sheet.
pub fn saved(book: &mut Workbook) -> Result<Vec<u8>, XlsxError> {
    // The writer starts these threads, too, and panics if it cannot.
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let _closed = gate.lock();
        let start = |_| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).map(drop);
        (0..book.worksheets().len()).try_for_each(start)
    })
    .map_err(|error| {
        let fewer = "raise the limit of processes (ulimit -u) or of memory";
        io::Error::other(format!("the system cannot start threads ({error}); {fewer}"))
    })?;
    #[expect(clippy::disallowed_methods, reason = "its threads can start")]
    book.save_to_buffer()
}

/// The figures of the tables, if the result has a file of them.
fn figures_of(folder: &Folder) -> Option<Table> {
    let name = file_name(figures::NAME);
    folder.head.files.iter().find(|file| file.file == name)?;
    let order = folder.schema.as_ref()?.seat_order;
    let tables: Vec<&Table> = folder.reports.iter().map(|(_, stored)| &stored.table).collect();
    Some(figures::table(&tables, order))
}

/// The tables that get a sheet: the reports, and the list of single games.
fn reports(folder: &Folder) -> impl Iterator<Item = &StoredTable> {
    folder.reports.iter().map(|(_, stored)| stored).chain(&folder.games)
}

/// Writes a table that belongs to no result.
fn whole(own: &mut Worksheet, table: &Table, formats: &Formats) -> Result<(), XlsxError> {
    let columns: Vec<&Column> = table.columns.iter().collect();
    sheet(own, table.name, (&columns, &table.rows), formats)
}

/// Writes rows to a sheet, with a frozen header row and filters.
fn sheet(
    sheet: &mut Worksheet,
    name: &str,
    (columns, rows): (&[&Column], &[Vec<Cell>]),
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.set_name(name)?;
    let last = u16::try_from(columns.len().saturating_sub(1)).unwrap_or(u16::MAX);
    if rows.is_empty() {
        for (index, column) in (0..).zip(columns) {
            sheet.write_string_with_format(0, index, column.name, &formats.header)?;
        }
    } else {
        let titles = columns.iter().map(|column| TableColumn::new().set_header(column.name));
        let named = rust_xlsxwriter::Table::new().set_name(format!("table_{name}"));
        let named = named.set_style(TableStyle::Light1).set_columns(&titles.collect::<Vec<_>>());
        sheet.add_table(0, 0, row_number(rows.len()), last, &named)?;
    }
    for (line, row) in (1..).zip(rows) {
        for (index, (cell, column)) in (0..).zip(row.iter().zip(columns)) {
            write(sheet, (line, index), cell, column, formats)?;
        }
        // LibreOffice does not fit the heights of wrapped rows by itself.
        let lengths =
            row.iter().map(|cell| if let Cell::Text(text) = cell { text.chars().count() } else { 0 });
        let longest = lengths.max().unwrap_or(0);
        if longest >= WIDEST {
            let n_lines = row_number(longest.div_ceil(LINE));
            sheet.set_row_height(line, n_lines.saturating_mul(LINE_HEIGHT).min(HIGHEST))?;
        }
    }
    for (index, column) in (0..).zip(columns) {
        let cells = rows.iter().filter_map(|row| row.get(usize::from(index)));
        let longest = cells.map(|cell| match cell {
            Cell::Text(text) => text.chars().count() + 1,
            Cell::Count(_) | Cell::Integer(_) => cell.write().len() + 1,
            _ => NUMBER,
        });
        let width = longest.max().unwrap_or(0).min(WIDEST).max(column.name.len() + BUTTON);
        sheet.set_column_width(index, f64::from(u32::try_from(width).unwrap_or(u32::MAX)))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_landscape().set_print_fit_to_pages(1, 0);
    Ok(())
}

/// Writes a cell. Its number is rounded as in the CSV file.
fn write(
    sheet: &mut Worksheet,
    (line, index): (u32, u16),
    cell: &Cell,
    column: &Column,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let format = match cell {
        Cell::Empty => return Ok(()),
        Cell::Text(text) if text.chars().count() >= WIDEST => {
            return sheet.write_string_with_format(line, index, visible(text), &formats.wrapped).map(drop);
        }
        Cell::Text(text) => return sheet.write_string(line, index, visible(text)).map(drop),
        Cell::Boolean(is_so) => return sheet.write_boolean(line, index, *is_so).map(drop),
        Cell::Count(_) | Cell::Integer(_) => &formats.count,
        Cell::Share(_) if column.column_type == ColumnType::Sums => &formats.sum,
        Cell::Share(_) => &formats.share,
        Cell::Mean(_) => &formats.mean,
        Cell::P(_) => &formats.p,
    };
    if let Ok(number) = cell.write().parse::<f64>() {
        sheet.write_number_with_format(line, index, number, format)?;
    }
    Ok(())
}

/// The number of the last of so many rows below a header.
fn row_number(n_rows: usize) -> u32 {
    u32::try_from(n_rows).unwrap_or(u32::MAX)
}

/// The sheet that describes the result.
fn description(folder: &Folder, about: &About) -> Table {
    const COLUMNS: &[Column] = &[
        Column::key("item", "item, or key of a setting"),
        Column::words("value", "its value"),
        Column::words("printed", "value of the setting in the printed rules"),
    ];
    let mut rows = Vec::new();
    let mut add = |item: &str, value: &str, printed: &str| {
        rows.push(vec![Cell::text(item), typed(value), typed(printed)]);
    };
    add("Result", &about.title, "");
    let RunKey { run_id, label } = folder.head.run_key();
    add("Run id", &run_id, "");
    add("Label", &label, "");
    if about.written.is_some() {
        // The workbook has the time in this cell, which is no cell of a table.
        add(WRITTEN, "", "");
    }
    about.partial.iter().for_each(|partial| add("Partial result", partial, ""));
    for origin in &about.origins {
        if about.origins.len() > 1 {
            add("Part", &origin.caption, "");
        }
        for (name, fact) in &origin.facts {
            // A number and its unit; whether the result is partial is said above.
            match *name {
                "Played" => add(&format!("Played {}", folder.head.unit), &folder.head.played.to_string(), ""),
                "Option" => {
                    let (option, value) = fact.split_once(' ').unwrap_or((fact, ""));
                    // Long lists, such as targets, are JSON.
                    let value = if value.starts_with(['[', '{']) { "in result.json" } else { value };
                    add(&format!("Option {option}"), value, "");
                }
                _ => add(name, fact, ""),
            }
        }
        for [key, value, printed] in &origin.changes {
            add(key, unquoted(value), unquoted(printed));
        }
        if origin.n_changes_more > 0 {
            add("", &format!("{} more settings are in result.json.", origin.n_changes_more), "");
        }
    }
    for StoredTable { table, n_rows } in reports(folder) {
        let n_kept = table.rows.len();
        if *n_rows > n_kept as u64 {
            add(table.name, &format!("the first {} rows; the file has all rows", grouped(n_kept as u64)), "");
        }
    }
    if !about.reading.is_empty() {
        add("Intervals", &about.reading, "");
    }
    about.methods.iter().for_each(|(name, meaning)| add(name, meaning, ""));
    Table { name: "about", columns: COLUMNS, rows }
}

/// A text of JSON without its quotes.
fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(value)
}

/// A value as a number or a boolean, if it is one that a spreadsheet keeps to the last digit.
fn typed(value: &str) -> Cell {
    let digits = value.replace(',', "");
    let is_short =
        !digits.is_empty() && digits.len() < 16 && digits.bytes().all(|byte| byte.is_ascii_digit());
    match value {
        "true" => Cell::Boolean(true),
        "false" => Cell::Boolean(false),
        _ if is_short => digits.parse().map_or_else(|_| Cell::text(value), Cell::Count),
        _ => decimal(value).unwrap_or_else(|| Cell::text(value)),
    }
}

/// A number with at most four decimals, which a cell keeps.
fn decimal(value: &str) -> Option<Cell> {
    let (whole, decimals) = value.split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_kept = is_number(whole.strip_prefix('-').unwrap_or(whole)) && whole.len() < 12;
    (is_kept && is_number(decimals) && decimals.len() <= 4).then(|| Cell::Mean(value.parse().ok()))
}

/// The sheet with the meanings of all columns.
fn meanings(folder: &Folder) -> Table {
    const COLUMNS: &[Column] = &[
        Column::key("sheet", "name of the sheet"),
        Column::key("column", "name of the column"),
        Column::words("meaning", "meaning of the column"),
    ];
    let of = |table: &Table| {
        let name = table.name;
        csv::columns(table.columns)
            .map(move |column| [name, column.name, column.meaning].map(Cell::text).to_vec())
    };
    let own = runs::table(&folder.head);
    let figures = figures_of(folder);
    let tables = [&own].into_iter().chain(&figures).chain(reports(folder).map(|stored| &stored.table));
    Table { name: "columns", columns: COLUMNS, rows: tables.flat_map(of).collect() }
}
