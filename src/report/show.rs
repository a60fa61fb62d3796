//! A report for people: aligned text for a terminal, a table for a pull request.

use super::{Cell, Table};
use comfy_table::{CellAlignment, ContentArrangement, presets};

/// The whole report as aligned text.
#[must_use]
pub fn text(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    columns(table, &names)
}

/// Some columns of a report as aligned text.
#[must_use]
pub fn columns(table: &Table, names: &[&str]) -> String {
    let mut shown = laid_out(table, names);
    shown.load_style(presets::NOTHING);
    let lines: Vec<String> = shown.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

/// The whole report as a Markdown table.
#[must_use]
pub fn markdown(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let mut shown = laid_out(table, &names);
    shown.load_style(presets::ASCII_MARKDOWN);
    format!("{shown}\n")
}

fn laid_out(table: &Table, names: &[&str]) -> comfy_table::Table {
    let mut shown = comfy_table::Table::new();
    shown.set_content_arrangement(ContentArrangement::Disabled);
    shown.set_header(names.to_vec());
    let places: Vec<usize> = names.iter().filter_map(|name| table.place(name)).collect();
    for row in &table.rows {
        let cells = places.iter().map(|place| {
            let cell = &row[*place];
            let aligned =
                if matches!(cell, Cell::Text(_)) { CellAlignment::Left } else { CellAlignment::Right };
            // A bar would end a Markdown cell.
            comfy_table::Cell::new(cell.write().replace('|', "\\|")).set_alignment(aligned)
        });
        shown.add_row(cells);
    }
    shown
}
