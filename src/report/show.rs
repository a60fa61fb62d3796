//! Tables for people: aligned text and Markdown, without colours, so that output can be piped.

use super::table::fixed;
use super::{Cell, Table};
use crate::stats::Interval;
use comfy_table::{CellAlignment, ContentArrangement, presets};

/// A table of text cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Names of the columns; empty for a table without a header.
    pub header: Vec<String>,
    /// Which columns are right-aligned.
    pub right: Vec<bool>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// Some columns of a report as aligned text.
#[must_use]
pub fn columns(table: &Table, names: &[&str]) -> String {
    Grid::of(table, |name| names.contains(&name)).text()
}

/// A report as a Markdown table.
#[must_use]
pub fn markdown(table: &Table) -> String {
    Grid::of(table, |_| true).markdown()
}

/// A difference of shares in percentage points, with its sign; a difference that rounds to 0 has no sign.
#[must_use]
pub fn points(difference: f64) -> String {
    let text = fixed(100.0 * difference, 2);
    if text.starts_with('-') || text == "0.00" { text } else { format!("+{text}") }
}

/// A figure for people: a share in percent, any other figure with the decimals of its CSV column. `kind` is a cell of
/// the column.
#[must_use]
pub fn figure(kind: &Cell, value: Option<f64>) -> String {
    match (kind, value) {
        (Cell::Share(_), Some(share)) => format!("{} %", fixed(100.0 * share, 2)),
        _ => kind.like(value).write(),
    }
}

/// An interval for people, in the same unit as [`figure`].
#[must_use]
pub fn interval(kind: &Cell, interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|end| figure(kind, Some(end)));
    format!("{} to {high}", low.trim_end_matches(" %"))
}

/// A count with commas between thousands.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A bar whose length is proportional to the value: 20 cells for `largest`, which is positive; pale if negative.
#[must_use]
pub fn bar(value: f64, largest: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 20")]
    let cells = ((value.abs() / largest).clamp(0.0, 1.0) * 20.0).round() as usize;
    if value < 0.0 { "▒" } else { "█" }.repeat(cells)
}

impl Grid {
    fn of(table: &Table, wanted: impl Fn(&str) -> bool) -> Self {
        let places: Vec<usize> =
            (0..table.columns.len()).filter(|place| wanted(table.columns[*place].name)).collect();
        let is_number =
            |place: &usize| !table.rows.iter().any(|row| matches!(row.get(*place), Some(Cell::Text(_))));
        let row = |row: &Vec<Cell>| {
            places.iter().map(|place| row.get(*place).map_or_else(String::new, Cell::write)).collect()
        };
        Self {
            header: places.iter().map(|place| table.columns[*place].name.to_owned()).collect(),
            right: places.iter().map(is_number).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    }

    /// The table as aligned text, one line per row.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        if !self.header.is_empty() {
            table.set_header(&self.header);
        }
        for row in &self.rows {
            // Keeps cells on one line, and control characters away from the terminal.
            table.add_row(row.iter().map(|cell| cell.replace(char::is_control, " ")));
        }
        for (place, right) in self.right.iter().enumerate() {
            if let (Some(column), true) = (table.column_mut(place), right) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut text = String::new();
        for line in table.lines() {
            text.push_str(line.strip_prefix(' ').unwrap_or(&line).trim_end());
            text.push('\n');
        }
        text
    }

    /// The table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let n_columns = self.right.len();
        let no_header = vec![String::new(); n_columns];
        let header = if self.header.is_empty() { &no_header } else { &self.header };
        let mut text = line(&mut header.iter().map(|cell| inline(cell)));
        text += &line(&mut self.right.iter().map(|right| if *right { "---:" } else { "---" }.to_owned()));
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| inline(cell)));
        }
        text
    }
}

/// Escapes a line of text for Markdown. Underscores within words need no escape.
#[must_use]
pub fn inline(text: &str) -> String {
    let mut safe = String::new();
    let (mut before, mut rest) = (None, text.chars().peekable());
    while let Some(c) = rest.next() {
        let is_in_word = [before, rest.peek().copied()].iter().all(|c| c.is_some_and(char::is_alphanumeric));
        if matches!(c, '*' | '<' | '>' | '[' | ']' | '\\' | '|' | '`') || c == '_' && !is_in_word {
            safe.push('\\');
        }
        safe.push(if c.is_control() { ' ' } else { c });
        before = Some(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let rows = [["joker", "1.50"], ["a|b", "-12.00"]].map(|row| row.map(str::to_owned).to_vec());
        Grid { header: vec!["card".into(), "lift".into()], right: vec![false, true], rows: rows.to_vec() }
    }

    #[test]
    fn differences_have_signs_and_bars() {
        assert_eq!([0.0123, -0.5, -0.000_001].map(points), ["+1.23", "-50.00", "0.00"]);
        assert_eq!([0.1, -0.2, 2.0, 0.0].map(|value| bar(value, 2.0)), ["█", "▒▒", &"█".repeat(20), ""]);
    }

    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!(inline("win_rates/_x_.toml"), "win_rates/\\_x\\_.toml");
        assert_eq!(inline("<b>*a*\n`[x](y)|"), "\\<b\\>\\*a\\* \\`\\[x\\](y)\\|");
    }

    #[test]
    fn numbers_are_right_aligned() {
        assert_eq!(grid().text(), "card     lift\njoker    1.50\na|b    -12.00\n");
    }

    #[test]
    fn markdown_escapes_bars_in_cells() {
        assert_eq!(
            grid().markdown(),
            "| card | lift |\n| --- | ---: |\n| joker | 1.50 |\n| a\\|b | -12.00 |\n"
        );
    }

    #[test]
    fn reports_are_shown_by_column_or_whole() {
        let run = super::super::tests::Run::new();
        let table = super::super::outcomes::table(&run.results());
        assert_eq!(columns(&table, &["outcome", "games"]).lines().nth(1), Some("win         1715"));
        assert_eq!(markdown(&table).lines().count(), 7);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
