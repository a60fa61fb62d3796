//! A result as a workbook (XLSX): what it is about, a sheet for each report, and what the columns mean. A number
//! is a number there in every language of a spreadsheet, where a CSV with decimal points is not, and no text is
//! a formula. The same folder gives the same bytes.

use super::csv::Filed;
use super::page::{About, Folder};
use super::show::grouped;
use super::{Cell, Column, Table};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// How numbers are written: with the decimals that they have in the CSV.
struct Looks {
    header: Format,
    count: Format,
    share: Format,
    mean: Format,
    p: Format,
}

/// The widest column, in pixels.
const WIDEST: u32 = 480;

/// The workbook of a result.
///
/// # Errors
/// A name that no sheet can have, or a table that is larger than a sheet: none that a folder has.
pub fn xlsx(folder: &Folder, about: &About) -> Result<Vec<u8>, XlsxError> {
    let number = |format: &str| Format::new().set_num_format(format);
    let looks = Looks {
        header: Format::new().set_bold(),
        count: number("0"),
        share: number("0.000000"),
        mean: number("0.0000"),
        p: number("0.000E+00"),
    };
    let mut book = Workbook::new();
    // The time at which it was made would be the only thing that differs.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let (about, meanings) = (told(folder, about), meanings(folder));
    let reports = reports(folder).map(|filed| &filed.table);
    for table in [&about].into_iter().chain(reports).chain([&meanings]) {
        sheet(book.add_worksheet(), table, &looks)?;
    }
    book.save_to_buffer()
}

/// What has a sheet: the reports, and the list of single games.
fn reports(folder: &Folder) -> impl Iterator<Item = &Filed> {
    folder.reports.iter().map(|(_, filed)| filed).chain(&folder.games)
}

/// A report: its header stays in sight, and can be filtered by.
fn sheet(sheet: &mut Worksheet, table: &Table, looks: &Looks) -> Result<(), XlsxError> {
    sheet.set_name(table.name)?;
    for (place, column) in (0..).zip(table.columns) {
        sheet.write_string_with_format(0, place, column.name, &looks.header)?;
    }
    for (line, row) in (1..).zip(&table.rows) {
        for ((place, column), cell) in (0..).zip(table.columns).zip(row) {
            // The values of a grid are numbers to plot over, mostly.
            let value = column.name.starts_with("value_").then(|| Cell::read(&cell.write())).flatten();
            let cell = value.as_ref().unwrap_or(cell);
            let look = match cell {
                Cell::Empty => continue,
                Cell::Text(text) => {
                    sheet.write_string(line, place, text)?;
                    continue;
                }
                Cell::Count(_) | Cell::Integer(_) => &looks.count,
                Cell::Share(_) => &looks.share,
                Cell::Mean(_) => &looks.mean,
                Cell::P(_) => &looks.p,
            };
            // As in the CSV file.
            if let Ok(number) = cell.write().parse::<f64>() {
                sheet.write_number_with_format(line, place, number, look)?;
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

/// What the result is about.
fn told(folder: &Folder, about: &About) -> Table {
    const COLUMNS: &[Column] = &[
        Column::key("about", "what is told"),
        Column::words("told", "what there is to say of it"),
        Column::words("printed", "the value of a setting in the printed rules"),
    ];
    let mut rows = Vec::new();
    let mut tell =
        |about: &str, told: &str, printed: &str| rows.push([about, told, printed].map(Cell::text).to_vec());
    tell("result", &about.title, "");
    tell("played", &about.subtitle.join(" · "), "");
    about.partial.iter().for_each(|partial| tell("partial", partial, ""));
    for origin in &about.origins {
        if about.origins.len() > 1 {
            tell("made by", &origin.caption, "");
        }
        origin.facts.iter().for_each(|(name, fact)| tell(name, fact, ""));
        for [key, value, printed] in &origin.changes {
            tell(key, value, printed);
        }
        if origin.n_changes_more > 0 {
            tell("", &format!("{} settings more are in result.json.", origin.n_changes_more), "");
        }
    }
    for Filed { table, n_rows } in reports(folder) {
        let n_kept = table.rows.len();
        if *n_rows > n_kept as u64 {
            tell(
                table.name,
                &format!("the first {} rows; the CSV has all of them", grouped(n_kept as u64)),
                "",
            );
        }
    }
    tell("ranges", &about.reading, "");
    about.methods.iter().for_each(|(name, meaning)| tell(name, meaning, ""));
    Table { name: "about", columns: COLUMNS, rows }
}

/// What the columns of these reports mean.
fn meanings(folder: &Folder) -> Table {
    const COLUMNS: &[Column] = &[
        Column::key("sheet", "the report"),
        Column::key("column", "its column"),
        Column::words("meaning", "what it holds"),
    ];
    let of = |table: &Table| {
        let name = table.name;
        table.columns.iter().map(move |column| [name, column.name, column.meaning].map(Cell::text).to_vec())
    };
    let rows = reports(folder).flat_map(|filed| of(&filed.table)).collect();
    Table { name: "columns", columns: COLUMNS, rows }
}
