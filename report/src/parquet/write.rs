//! Writes a list from its lines of CSV.

use super::super::runs::with_key;
use super::super::{Column, ColumnType};
use super::{physical, plain, schema};
use parquet::basic::{Compression, Encoding, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::Arc;

/// The least number of rows of a row group but the last, which are in memory together. DuckDB reads groups of this size best.
const GROUP: usize = if cfg!(test) { 1000 } else { 122_880 };

/// Writes the rows of a list in row groups. The same rows give the same bytes, if they are added game by game.
pub(in super::super) struct ParquetWriter<W: Write + Send> {
    columns: &'static [Column],
    file: SerializedFileWriter<W>,
    /// The lines of the next row group.
    lines: String,
    n_lines: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a list with these columns.
    pub(in super::super) fn new(columns: &'static [Column], out: W) -> io::Result<Self> {
        // A version of the program, not of the library: the bytes are those of the program on every machine.
        let properties = WriterProperties::builder()
            .set_created_by(format!("undercard version {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::UNCOMPRESSED)
            .set_dictionary_page_size_limit(usize::MAX)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        // The first column numbers the games: its values are all different, and their differences are small.
        let first = columns.iter().take(1).map(|column| ColumnPath::from(column.name));
        let properties = first.fold(properties, |properties, first| {
            let properties = properties.set_column_dictionary_enabled(first.clone(), false);
            properties.set_column_encoding(first, Encoding::DELTA_BINARY_PACKED)
        });
        let properties = Arc::new(properties.build());
        let file = schema(columns).and_then(|schema| SerializedFileWriter::new(out, schema, properties));
        Ok(Self { columns, file: file.map_err(plain)?, lines: String::new(), n_lines: 0 })
    }

    /// Adds the rows of a game: whole lines of CSV without a header.
    pub(in super::super) fn add(&mut self, lines: &str) -> io::Result<()> {
        self.lines += lines;
        self.n_lines += lines.lines().count();
        if self.n_lines < GROUP { Ok(()) } else { self.write_group() }
    }

    /// Writes the rows so far as a row group.
    fn write_group(&mut self) -> io::Result<()> {
        let mut cells: Vec<Cells> =
            with_key(self.columns).map(|column| Cells::new(column.column_type)).collect();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(self.lines.as_bytes());
        let mut row = csv::StringRecord::new();
        while reader.read_record(&mut row)? {
            for (cells, text) in cells.iter_mut().zip(&row) {
                cells.add(text).ok_or_else(|| io::Error::other("a cell of another type than its column"))?;
            }
        }
        let mut group = self.file.next_row_group().map_err(plain)?;
        for cells in &cells {
            if let Some(column) = group.next_column().map_err(plain)? {
                cells.write(column).map_err(plain)?;
            }
        }
        group.close().map_err(plain)?;
        self.lines.clear();
        self.n_lines = 0;
        Ok(())
    }

    /// Writes the remaining rows and the end of the file.
    pub(in super::super) fn finish(mut self) -> io::Result<W> {
        if self.n_lines > 0 {
            self.write_group()?;
        }
        self.file.into_inner().map_err(plain)
    }
}

/// The cells of a column: its values, and for each cell whether it has one.
struct Cells {
    levels: Vec<i16>,
    values: Values,
}

enum Values {
    Words(Vec<ByteArray>),
    Whole(Vec<i64>),
    Numbers(Vec<f64>),
}

impl Cells {
    fn new(column_type: ColumnType) -> Self {
        let values = match physical(column_type) {
            PhysicalType::BYTE_ARRAY => Values::Words(Vec::new()),
            PhysicalType::INT64 => Values::Whole(Vec::new()),
            _ => Values::Numbers(Vec::new()),
        };
        Self { levels: Vec::new(), values }
    }

    /// Adds a cell; `None` if it has another type.
    fn add(&mut self, text: &str) -> Option<()> {
        self.levels.push((!text.is_empty()).into());
        if text.is_empty() {
            return Some(());
        }
        match &mut self.values {
            // Words often repeat, and then share their bytes.
            Values::Words(words) => {
                let last = words.last().filter(|last| last.data() == text.as_bytes());
                words.push(last.cloned().unwrap_or_else(|| text.into()));
            }
            Values::Whole(numbers) => numbers.push(text.parse().ok()?),
            Values::Numbers(numbers) => numbers.push(text.parse().ok()?),
        }
        Some(())
    }

    fn write(&self, mut column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = Some(&self.levels[..]);
        match &self.values {
            Values::Words(words) => column.typed::<ByteArrayType>().write_batch(words, levels, None),
            Values::Whole(numbers) => column.typed::<Int64Type>().write_batch(numbers, levels, None),
            Values::Numbers(numbers) => column.typed::<DoubleType>().write_batch(numbers, levels, None),
        }?;
        column.close()
    }
}
