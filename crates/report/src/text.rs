//! Texts for people: lines, tables and commands, laid out for a width when they are printed.

use super::show::{Grid, folded, wrap};
use std::fmt;
use std::ops::AddAssign;

/// How long a line for people may be, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(usize);

impl Width {
    /// A terminal of 80 columns.
    pub const TERMINAL: Self = Self(80);
    /// Any length.
    pub const ANY: Self = Self(usize::MAX);

    /// The most characters in a line.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.0
    }
}

/// A text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Part>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Lines, wrapped between words.
    Lines(String),
    /// A table.
    Grid(Grid),
    /// A table of which each line is indented.
    Indented(Grid),
    /// A table in blocks of columns that each repeat the first one.
    Blocks(Grid),
    /// The first of some tables that fits into the width with one line for each row, or else the last one.
    FirstThatFits(Vec<Grid>),
    /// The first if lines may have any length, otherwise the second.
    IfAnyWidth([Text; 2]),
    /// A command to copy, folded at its options.
    Command(String),
}

impl Text {
    /// The text in lines of at most this width.
    #[must_use]
    pub fn laid_out(&self, width: Width) -> String {
        let (mut done, mut lines) = (String::new(), String::new());
        for part in &self.0 {
            match part {
                Part::Lines(text) => lines += text,
                Part::Grid(grid) => lines += &grid.text(width),
                Part::Indented(grid) => {
                    for line in grid.text(width).lines() {
                        lines += format!("  {line}").trim_end();
                        lines.push('\n');
                    }
                }
                Part::Blocks(grid) => lines += &grid.blocks(1, width),
                Part::FirstThatFits(grids) => {
                    let grid = grids.iter().find(|grid| grid.fits(width)).or(grids.last());
                    lines += &grid.map_or_else(String::new, |grid| grid.text(width));
                }
                Part::IfAnyWidth([wide, narrow]) => {
                    lines += &if width == Width::ANY { wide } else { narrow }.laid_out(width);
                }
                Part::Command(command) => {
                    done += &wrap(&std::mem::take(&mut lines), width);
                    done += &format!("{}\n", folded(command, width));
                }
            }
        }
        done + &wrap(&lines, width)
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds another text.
    pub fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

/// As in a terminal.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.laid_out(Width::TERMINAL))
    }
}

impl<P: Into<Part>> AddAssign<P> for Text {
    fn add_assign(&mut self, part: P) {
        self.0.push(part.into());
    }
}

impl<P: Into<Part>> From<P> for Text {
    fn from(part: P) -> Self {
        Self(vec![part.into()])
    }
}

impl From<&str> for Part {
    fn from(lines: &str) -> Self {
        Self::Lines(lines.to_owned())
    }
}

impl From<&String> for Part {
    fn from(lines: &String) -> Self {
        Self::Lines(lines.clone())
    }
}

impl From<String> for Part {
    fn from(lines: String) -> Self {
        Self::Lines(lines)
    }
}

impl From<Grid> for Part {
    fn from(grid: Grid) -> Self {
        Self::Grid(grid)
    }
}
