//! Tables of cards as a workbook (XLSX): a sheet for each table, in which a spreadsheet rejects values that a setting
//! does not allow. The same cards give the same bytes.

use super::{CardTable, Layout, PRINTED, sheet};
use crate::report::workbook::saved;
use crate::{Allowed, Plan};
use rust_xlsxwriter::utility::row_col_to_cell;
use rust_xlsxwriter::{
    DataValidation, DataValidationRule, DocProperties, ExcelDateTime, Format, Formula, Workbook, Worksheet,
    XlsxError,
};
use std::collections::BTreeMap;
use std::slice;

/// The widest column, in pixels.
const WIDEST: u32 = 320;

/// Makes the workbook of the cards of a plan.
///
/// # Errors
/// A table is too large for a sheet.
pub fn xlsx(plan: &Plan, tables: &[CardTable], layout: &Layout) -> Result<Vec<u8>, XlsxError> {
    let settings = plan.rules().settings().iter();
    let allowed: BTreeMap<&str, &Allowed> =
        settings.map(|setting| (setting.path.as_str(), &setting.allowed)).collect();
    let mut book = Workbook::new();
    // A fixed time stamp, so that the same cards give the same bytes.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    for table in tables {
        write(book.add_worksheet(), table, layout, &allowed)?;
    }
    saved(&mut book)
}

fn write(
    into: &mut Worksheet,
    table: &CardTable,
    layout: &Layout,
    allowed: &BTreeMap<&str, &Allowed>,
) -> Result<(), XlsxError> {
    into.set_name(&table.name)?;
    let lines = layout.arrange(sheet(slice::from_ref(table)));
    let (header, rows) = lines.split_first().map_or((&[][..], &[][..]), |(header, rows)| (header, rows));
    let [bold, printed] = [Format::new().set_bold(), Format::new().set_font_color("#707070")];
    for (index, name) in (0..).zip(header) {
        into.write_string_with_format(0, index, name, &bold)?;
        for ((line, cells), row) in (1..).zip(rows).zip(&table.rows) {
            let text = cells.get(usize::from(index)).map_or("", String::as_str);
            match row.cells.get(name) {
                _ if text.is_empty() => {}
                Some(cell) if cell.is_number => {
                    into.write_number(line, index, text.parse::<f64>().unwrap_or_default())?;
                }
                Some(cell) if allowed.get(cell.path.as_str()) == Some(&&Allowed::Flag) => {
                    into.write_boolean(line, index, text == "true")?;
                }
                None if name.ends_with(PRINTED) => {
                    let cell = row.printed.as_ref().and_then(|cells| cells.get(name.strip_suffix(PRINTED)?));
                    match text.parse::<f64>() {
                        Ok(number) if cell.is_some_and(|cell| cell.is_number) => {
                            into.write_number_with_format(line, index, number, &printed)?;
                        }
                        _ => {
                            into.write_string_with_format(line, index, text, &printed)?;
                        }
                    }
                }
                _ => drop(into.write_string(line, index, text)?),
            }
            if let Some(rule) = row.cells.get(name).and_then(|cell| allowed.get(cell.path.as_str()))
                && let Some(rule) = validation(rule, &row_col_to_cell(line, index))?
            {
                into.add_data_validation(line, index, line, index, &rule)?;
            }
        }
    }
    into.set_freeze_panes(1, 2)?;
    into.set_autofit_max_width(WIDEST).autofit();
    Ok(())
}

/// What a spreadsheet accepts in a cell; `None` for free text and long lists of names.
fn validation(allowed: &Allowed, cell: &str) -> Result<Option<DataValidation>, XlsxError> {
    /// The longest list of names that a spreadsheet can store.
    const LONGEST: usize = 255;
    let rule = DataValidation::new();
    let whole = |low: &i64, high: &i64| Some([i32::try_from(*low).ok()?, i32::try_from(*high).ok()?]);
    let (rule, expected) = match allowed {
        Allowed::Int(low, high) => match whole(low, high) {
            Some([low, high]) => (
                rule.allow_whole_number(DataValidationRule::Between(low, high)),
                format!("an integer from {low} to {high}"),
            ),
            None => return Ok(None),
        },
        Allowed::IntOr(low, high, word) => {
            let is_number = format!("AND(ISNUMBER({cell}),{cell}>={low},{cell}<={high},{cell}=INT({cell}))");
            let formula = Formula::new(format!("=IF(ISTEXT({cell}),{cell}=\"{word}\",{is_number})"));
            (rule.allow_custom(formula), format!("an integer from {low} to {high}, or {word}"))
        }
        Allowed::Choice(names) if names.join(",").len() <= LONGEST => {
            (rule.allow_list_strings(names)?, format!("one of: {}", names.join(", ")))
        }
        Allowed::Flag => {
            (rule.allow_custom(Formula::new(format!("=ISLOGICAL({cell})"))), "TRUE or FALSE".to_owned())
        }
        Allowed::Choice(_) | Allowed::Text => return Ok(None),
    };
    let expected: String = expected.chars().take(LONGEST).collect();
    rule.set_error_message(expected).map(Some)
}
