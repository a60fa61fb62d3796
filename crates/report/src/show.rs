//! Tables for people: aligned text and Markdown, without colours, so that output can be piped.

use super::escape::{inline, printable};
use super::table::fixed;
use super::text::Width;
use super::{Cell, Table, csv};
use comfy_table::{CellAlignment, ContentArrangement, presets};
pub use undercard_engine::model::words::{counted, grouped, grouped_digits};
use undercard_engine::stats::Interval;

/// The indentation of a continuation line, relative to the line that it continues.
const INDENT: usize = 2;

/// The minimum width of the last column of a table whose last column is wrapped.
const NARROWEST: usize = 20;

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

/// All columns of a report as aligned text: first those that have one value, then the others in blocks that repeat the keys, in the
/// order of the CSV file. A report with many rows has all of them only in lines of any width.
#[must_use]
pub fn all_columns(table: &Table, width: Width) -> String {
    const ROWS: usize = 60;
    let cells =
        |index: usize| table.rows.iter().map(move |row| row.get(index).map_or_else(String::new, Cell::write));
    let has_one_value = |index: &usize| {
        let first = cells(*index).next();
        cells(*index).all(|cell| first.as_ref() == Some(&cell))
    };
    let mut order = csv::places(table.columns);
    let others = (0..table.columns.len()).filter(|index| !order.contains(index)).collect::<Vec<_>>();
    order.extend(others);
    let (same, varying): (Vec<usize>, Vec<usize>) = order.into_iter().partition(has_one_value);
    let (keys, others): (Vec<usize>, Vec<usize>) =
        varying.into_iter().partition(|index| table.columns[*index].key);
    let named = |index: &usize| {
        let cell = cells(*index).next().filter(|cell| !cell.is_empty())?;
        Some(format!("{} {}", table.columns[*index].name, printable(&cell)))
    };
    let same = same.iter().filter_map(named).collect::<Vec<_>>().join(", ");
    let mut text = wrap(&format!("{}.csv: {same}\n", table.name), width);
    let all = Grid::of(table, &[&keys[..], &others].concat());
    let n_shown = if width == Width::ANY { all.rows.len() } else { ROWS };
    let n_more = all.rows.len().saturating_sub(n_shown);
    let first = Grid { rows: all.rows.into_iter().take(n_shown).collect(), ..all };
    if !first.header.is_empty() {
        text += &first.blocks(keys.len().max(1), width);
    }
    if n_more > 0 {
        text += &format!("… {} more rows; --wide prints all\n", grouped(n_more as u64));
    }
    text
}

impl Table {
    /// The columns of the CSV file in Markdown, except those that name the run.
    #[must_use]
    pub fn markdown(&self) -> String {
        Grid::of(self, &csv::places(self.columns)).markdown()
    }
}

/// A difference of shares in percentage points, with its sign; a difference that rounds to 0 has no sign.
#[must_use]
pub fn points(difference: f64) -> String {
    signed(100.0 * difference, 2)
}

/// A difference with its sign; one that rounds to 0 has no sign.
#[must_use]
pub fn signed(difference: f64, decimals: usize) -> String {
    let text = fixed(difference, decimals);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if is_zero || text.starts_with('-') { text } else { format!("+{text}") }
}

/// A figure for people: a share in percent, any other figure with the decimals of its CSV column. `kind` is a
/// cell of the column.
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

/// A time for people: `0.4 s`, `42 s`, `7 min`, `10 h 47 min` or `12 days 3 h`.
#[must_use]
pub fn duration(seconds: f64) -> String {
    let (minutes, hours) = ((seconds / 60.0).round(), (seconds / 3600.0).round());
    let two = |all: f64, of: f64, unit: &str, small: &str| match all % of {
        rest if rest > 0.0 => {
            format!("{} {unit} {rest:.0} {small}", grouped_digits(&format!("{:.0}", (all / of).floor())))
        }
        _ => format!("{} {unit}", grouped_digits(&format!("{:.0}", all / of))),
    };
    if seconds < 9.95 {
        format!("{seconds:.1} s")
    } else if seconds < 99.5 {
        format!("{seconds:.0} s")
    } else if minutes < 60.0 {
        format!("{minutes:.0} min")
    } else if hours < 48.0 {
        two(minutes, 60.0, "h", "min")
    } else {
        two(hours, 24.0, "days", "h")
    }
}

/// A bar whose length is proportional to the value: 12 cells for `largest`, which is positive; pale if negative.
#[must_use]
pub fn bar(value: f64, largest: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 12")]
    let cells = ((value.abs() / largest).clamp(0.0, 1.0) * 12.0).round() as usize;
    if value < 0.0 { "▒" } else { "█" }.repeat(cells)
}

impl Grid {
    /// Leaves out the last column if it is empty in every row.
    pub fn drop_empty_end(&mut self) {
        if self.rows.iter().all(|row| row.last().is_some_and(String::is_empty)) {
            self.header.pop();
            self.right.pop();
            self.rows.iter_mut().for_each(|row| drop(row.pop()));
        }
    }

    /// The columns with these indices.
    fn of(table: &Table, places: &[usize]) -> Self {
        let is_number =
            |index: &usize| !table.rows.iter().any(|row| matches!(row.get(*index), Some(Cell::Text(_))));
        let row = |row: &Vec<Cell>| {
            places.iter().map(|index| row.get(*index).map_or_else(String::new, Cell::write)).collect()
        };
        Self {
            header: places.iter().map(|index| table.columns[*index].name.to_owned()).collect(),
            right: places.iter().map(is_number).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    }

    /// Whether one line per row is at most this wide.
    #[must_use]
    pub(super) fn fits(&self, width: Width) -> bool {
        self.aligned().lines().all(|line| line.chars().count() <= width.columns())
    }

    /// The table as aligned text, at most this wide. If one line per row is too wide, the
    /// last column is wrapped. If that does not suffice, long keys get a line of their own, or else every row
    /// becomes a list of its cells. Words that are longer than a line are not broken.
    pub(super) fn text(&self, width: Width) -> String {
        let most = width.columns();
        if self.fits(width) {
            return self.aligned();
        }
        let widths: Vec<usize> = (0..self.right.len()).map(|column| self.width(column)).collect();
        let separators = 2 * self.right.len().saturating_sub(1);
        let before_last =
            widths.split_last().map_or(0, |(_, before)| before.iter().sum::<usize>() + separators);
        let behind_first =
            widths.split_first().map_or(0, |(_, behind)| behind.iter().sum::<usize>() + separators);
        if self.right.last() == Some(&false) && before_last + NARROWEST <= most {
            self.with_wrapped_last(most - before_last).aligned()
        } else if self.right.first() == Some(&false) && behind_first + NARROWEST / 2 <= most {
            self.with_folded_keys(most - behind_first)
        } else {
            self.records(width)
        }
    }

    /// The width of a column, in characters.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().chain([&self.header]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    /// The table with the last column wrapped to this width.
    fn with_wrapped_last(&self, width: usize) -> Self {
        let mut rows = Vec::new();
        for row in &self.rows {
            let Some((last, before)) = row.split_last() else { continue };
            for (nth, line) in lines_of(last, width, width).into_iter().enumerate() {
                let blank = || vec![String::new(); before.len()];
                let mut row = if nth == 0 { before.to_vec() } else { blank() };
                row.push(line);
                rows.push(row);
            }
        }
        Self { rows, ..self.clone() }
    }

    /// The table as text. Keys in the first column that are wider than this get a separate line.
    fn with_folded_keys(&self, width: usize) -> String {
        let is_long = |row: &[String]| row.first().is_some_and(|key| key.chars().count() > width);
        let mut folded = self.clone();
        for row in folded.rows.iter_mut().chain([&mut folded.header]).filter(|row| is_long(row)) {
            row[0].clear();
        }
        let text = folded.aligned();
        let mut lines = text.lines();
        let mut folded = String::new();
        if !self.header.is_empty() {
            folded = lines.next().map(|line| format!("{line}\n")).unwrap_or_default();
        }
        for (row, line) in self.rows.iter().zip(lines) {
            if is_long(row) {
                folded += &format!("{}\n", printable(&row[0]));
            }
            folded += &format!("{line}\n");
        }
        folded
    }

    /// The table as text: for each row a line with its first left-aligned cells, then all other cells with their headings.
    fn records(&self, width: Width) -> String {
        let n_keys = self.right.iter().take_while(|right| !**right).take(2).count();
        let mut text = String::new();
        for row in &self.rows {
            let (keys, cells) = row.split_at(n_keys.min(row.len()));
            let keys: Vec<String> = keys.iter().map(|key| printable(key)).collect();
            text += &format!("{}\n", keys.join("  ").trim_end());
            let cell = |(nth, cell): (usize, &String)| {
                let heading = self.header.get(n_keys + nth).map_or("", |heading| heading.trim());
                let cell = printable(cell.trim());
                match (heading.is_empty(), cell.is_empty()) {
                    (_, true) => None,
                    (true, false) => Some(cell),
                    (false, false) => Some(format!("{heading} {cell}")),
                }
            };
            let cells: Vec<String> = cells.iter().enumerate().filter_map(cell).collect();
            let indent = " ".repeat(2 * INDENT);
            let mut line = indent.clone();
            for (nth, cell) in cells.iter().enumerate() {
                let comma = if nth + 1 < cells.len() { "," } else { "" };
                if line.trim().is_empty() {
                    line = format!("{indent}{cell}{comma}");
                } else if line.chars().count() + 1 + cell.chars().count() + comma.len() <= width.columns() {
                    line += &format!(" {cell}{comma}");
                } else {
                    text += &format!("{line}\n");
                    line = format!("{indent}{cell}{comma}");
                }
            }
            text += &format!("{line}\n");
        }
        text
    }

    /// The table as aligned text, split into blocks of columns that are at most this wide. Each block repeats
    /// the first `n_keys` columns.
    pub(super) fn blocks(&self, n_keys: usize, width: Width) -> String {
        let most = width.columns();
        let keys: Vec<usize> = (0..n_keys).collect();
        let first = keys.iter().map(|key| self.width(*key) + 2).sum::<usize>().saturating_sub(2);
        let (mut blocks, mut taken) = (vec![keys.clone()], first);
        for column in n_keys..self.right.len() {
            let more = 2 + self.width(column);
            if taken + more > most && blocks.last().is_some_and(|block| block.len() > n_keys) {
                blocks.push(keys.clone());
                taken = first;
            }
            taken += more;
            blocks.last_mut().into_iter().for_each(|block| block.push(column));
        }
        let pick = |cells: &Vec<String>, block: &[usize]| -> Vec<String> {
            block.iter().filter_map(|column| cells.get(*column).cloned()).collect()
        };
        let part = |block: &Vec<usize>| Self {
            header: pick(&self.header, block),
            right: block.iter().map(|column| self.right[*column]).collect(),
            rows: self.rows.iter().map(|row| pick(row, block)).collect(),
        };
        blocks.iter().map(|block| part(block).text(width)).collect::<Vec<_>>().join("\n")
    }

    /// The table as aligned text, one line per row.
    fn aligned(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        if !self.header.is_empty() {
            table.set_header(&self.header);
        }
        for row in &self.rows {
            // Keeps each cell on one line, and removes control characters.
            table.add_row(row.iter().map(|cell| printable(cell)));
        }
        for (index, right) in self.right.iter().enumerate() {
            if let (Some(column), true) = (table.column_mut(index), right) {
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

/// Wraps lines that are longer than this width; continuation lines are indented. Words that are longer than a
/// line are not broken.
#[must_use]
pub fn wrap(text: &str, width: Width) -> String {
    let most = width.columns();
    let mut wrapped = String::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        if content.chars().count() <= most {
            wrapped += line;
            continue;
        }
        let indent = content.chars().take_while(|c| *c == ' ').count();
        let room = most.saturating_sub(indent);
        for (nth, part) in lines_of(content, room, room.saturating_sub(INDENT)).iter().enumerate() {
            let indent = if nth == 0 { indent } else { indent + INDENT };
            wrapped += &format!("{}{part}\n", " ".repeat(indent));
        }
        if !line.ends_with('\n') {
            wrapped.pop();
        }
    }
    wrapped
}

/// An indented command, folded at its options so that it can be copied.
#[must_use]
pub fn folded(command: &str, width: Width) -> String {
    const START: usize = 4;
    let (mut text, mut taken) = (" ".repeat(START), START);
    for (nth, part) in command.replace(" --", "\n--").lines().enumerate() {
        let part_width = part.chars().count() + 1;
        // Leaves room for the backslash that continues the line.
        if nth > 0 && taken + part_width > width.columns() - 2 {
            text += " \\\n      ";
            taken = START + 2;
        } else if nth > 0 {
            text.push(' ');
        }
        text += part;
        taken += part_width;
    }
    text
}

/// The lines of a text, broken between words: the first at most `first` characters long, the others at most `others`.
/// At least one line.
fn lines_of(text: &str, first: usize, others: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut rest = text.trim();
    while !rest.is_empty() {
        // The spaces before a word are kept within a line, so that columns stay aligned.
        let gap = rest.len() - rest.trim_start_matches(' ').len();
        let word_end = |from: usize| rest[from..].find(' ').map_or(rest.len(), |end| from + end);
        let mut end = word_end(gap);
        // A number stays with its unit.
        if [" %", " pp"].iter().any(|unit| rest[end..].starts_with(unit)) {
            end = word_end(end + 1);
        }
        let (spaced, word) = (&rest[..end], &rest[gap..end]);
        let room = if lines.len() == 1 { first } else { others };
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + spaced.chars().count() <= room => line.push_str(spaced),
            _ => lines.push(word.to_owned()),
        }
        rest = &rest[end..];
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let rows = [["joker", "1.50"], ["a|b", "-12.00"]].map(|row| row.map(str::to_owned).to_vec());
        Grid { header: vec!["card".into(), "lift".into()], right: vec![false, true], rows: rows.to_vec() }
    }

    #[test]
    fn long_lines_and_wide_tables_are_wrapped_between_words() {
        let line = format!("  {}", "word ".repeat(30).trim_end());
        let wrapped = wrap(&format!("short\n{line}\nend"), Width::TERMINAL);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= Width::TERMINAL.columns()), "{wrapped}");
        assert_eq!((lines[0], lines[lines.len() - 1]), ("short", "end"));
        assert!(lines[1].starts_with("  word") && lines[2].starts_with("    word"));
        assert_eq!(wrapped.split_whitespace().filter(|word| *word == "word").count(), 30);
        for unit in ["%", "pp)."] {
            let line = format!("{} 38.2 {unit} end", "x".repeat(Width::TERMINAL.columns() - 6));
            assert_eq!(
                wrap(&line, Width::TERMINAL).lines().nth(1),
                Some(format!("  38.2 {unit} end").as_str())
            );
        }
        let unbreakable = "x".repeat(100);
        assert_eq!(wrap(&unbreakable, Width::TERMINAL), unbreakable);
        // Wide tables keep all cells within the width.
        let words = |n: usize| vec!["word"; n].join(" ");
        let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let numbers = ["12.34 %"; 6];
        let long = "metrics/a-very-long-address-of-a-figure";
        for (right, row) in [
            (vec![false, true, false], cells(&["key", "1", &words(40)])),
            (vec![false, true, true, true, true, true, true], [cells(&[long]), cells(&numbers)].concat()),
            (
                vec![false, false, true, true, true, true, true, true, true],
                [cells(&[&"y".repeat(30), long]), cells(&numbers), cells(&["0"])].concat(),
            ),
        ] {
            let header = (0..right.len()).map(|nth| format!("h{nth}")).collect();
            let text = Grid { header, right, rows: vec![row.clone()] }.text(Width::TERMINAL);
            assert!(text.lines().all(|line| line.chars().count() <= Width::TERMINAL.columns()), "{text}");
            for word in row.iter().flat_map(|cell| cell.split(' ')) {
                assert!(text.contains(word), "{word} is not in\n{text}");
            }
        }
    }

    #[test]
    fn cells_are_aligned_and_numbers_have_signs_groups_and_units() {
        assert_eq!(grid().text(Width::TERMINAL), "card     lift\njoker    1.50\na|b    -12.00\n");
        assert_eq!(
            grid().markdown(),
            "| card | lift |\n| --- | ---: |\n| joker | 1.50 |\n| a\\|b | -12.00 |\n"
        );
        assert_eq!([0.0123, -0.5, -0.000_001].map(points), ["+1.23", "-50.00", "0.00"]);
        assert_eq!([0.0, -0.004, 0.006].map(|number| signed(number, 2)), ["0.00", "0.00", "+0.01"]);
        assert_eq!([999, 1_234_567].map(grouped), ["999", "1,234,567"]);
        for (seconds, text) in [
            (0.04, "0.0 s"),
            (9.97, "10 s"),
            (99.6, "2 min"),
            (3599.0, "1 h"),
            (38837.7, "10 h 47 min"),
            (2.0 * 86400.0, "2 days"),
            (1e9, "11,574 days 2 h"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
