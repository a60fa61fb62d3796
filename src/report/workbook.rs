//! A result as a workbook (XLSX): a description, a sheet for each report, and the meanings of the columns.
//! Numbers are numbers in every locale, unlike in a CSV file with decimal points. Text is never a formula.
//! The same folder gives the same bytes.

use super::csv::StoredTable;
use super::page::{About, Folder};
use super::runs::RunKey;
use super::show::grouped;
use super::{Cell, Column, Table};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// The formats of cells. Numbers have the same decimals as in the CSV files.
struct Formats {
    header: Format,
    count: Format,
    share: Format,
    mean: Format,
    p: Format,
}

/// The widest column, in pixels.
const WIDEST: u32 = 480;

/// Makes the workbook of a result.
///
/// # Errors
/// A table is too large for a sheet, or its name is not a valid sheet name; neither occurs in a valid folder.
pub fn xlsx(folder: &Folder, about: &About) -> Result<Vec<u8>, XlsxError> {
    let number = |format: &str| Format::new().set_num_format(format);
    let formats = Formats {
        header: Format::new().set_bold(),
        count: number("0"),
        share: number("0.000000"),
        mean: number("0.0000"),
        p: number("0.0000E+00"),
    };
    let mut book = Workbook::new();
    // A fixed time stamp, so that the same folder gives the same bytes.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let (about, meanings) = (description(folder, about), meanings(folder));
    let reports = reports(folder).map(|stored| &stored.table);
    for table in [&about].into_iter().chain(reports).chain([&meanings]) {
        sheet(book.add_worksheet(), table, &formats)?;
    }
    book.save_to_buffer()
}

/// The tables that get a sheet: the reports, and the list of single games.
fn reports(folder: &Folder) -> impl Iterator<Item = &StoredTable> {
    folder.reports.iter().map(|(_, stored)| stored).chain(&folder.games)
}

/// Writes a table to a sheet, with a frozen header row and filters.
fn sheet(sheet: &mut Worksheet, table: &Table, formats: &Formats) -> Result<(), XlsxError> {
    sheet.set_name(table.name)?;
    for (index, column) in (0..).zip(table.columns) {
        sheet.write_string_with_format(0, index, column.name, &formats.header)?;
    }
    for (line, row) in (1..).zip(&table.rows) {
        for (index, cell) in (0..).zip(row) {
            let format = match cell {
                Cell::Empty => continue,
                Cell::Text(text) => {
                    sheet.write_string(line, index, text)?;
                    continue;
                }
                Cell::Boolean(is_so) => {
                    sheet.write_boolean(line, index, *is_so)?;
                    continue;
                }
                Cell::Count(_) | Cell::Integer(_) => &formats.count,
                Cell::Share(_) => &formats.share,
                Cell::Mean(_) => &formats.mean,
                Cell::P(_) => &formats.p,
            };
            // Rounded as in the CSV file.
            if let Ok(number) = cell.write().parse::<f64>() {
                sheet.write_number_with_format(line, index, number, format)?;
            }
        }
    }
    let last = |n: usize| n.saturating_sub(1);
    let (n_rows, n_columns) = (u32::try_from(table.rows.len()), u16::try_from(last(table.columns.len())));
    if let (Ok(n_rows), Ok(last)) = (n_rows, n_columns) {
        sheet.autofilter(0, 0, n_rows, last)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_autofit_max_width(WIDEST).autofit();
    Ok(())
}

/// The sheet that describes the result.
fn description(folder: &Folder, about: &About) -> Table {
    const COLUMNS: &[Column] = &[
        Column::key("item", "item, or key of a setting"),
        Column::words("value", "its value"),
        Column::words("printed", "value of the setting in the printed rules"),
    ];
    let mut rows = Vec::new();
    let mut add =
        |item: &str, value: &str, printed: &str| rows.push([item, value, printed].map(Cell::text).to_vec());
    add("result", &about.title, "");
    let RunKey { run_id, label } = folder.head.run_key();
    add("run_id", &run_id, "");
    add("label", &label, "");
    add("summary", &about.subtitle.join(" · "), "");
    about.partial.iter().for_each(|partial| add("partial result", partial, ""));
    for origin in &about.origins {
        if about.origins.len() > 1 {
            add("config", &origin.caption, "");
        }
        origin.facts.iter().for_each(|(name, fact)| add(name, fact, ""));
        for [key, value, printed] in &origin.changes {
            add(key, value, printed);
        }
        if origin.n_changes_more > 0 {
            add("", &format!("{} more settings are in result.json.", origin.n_changes_more), "");
        }
    }
    for StoredTable { table, n_rows } in reports(folder) {
        let n_kept = table.rows.len();
        if *n_rows > n_kept as u64 {
            add(
                table.name,
                &format!("the first {} rows; the CSV file has all rows", grouped(n_kept as u64)),
                "",
            );
        }
    }
    add("intervals", &about.reading, "");
    about.methods.iter().for_each(|(name, meaning)| add(name, meaning, ""));
    Table { name: "about", columns: COLUMNS, rows }
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
        table.columns.iter().map(move |column| [name, column.name, column.meaning].map(Cell::text).to_vec())
    };
    let rows = reports(folder).flat_map(|stored| of(&stored.table)).collect();
    Table { name: "columns", columns: COLUMNS, rows }
}
