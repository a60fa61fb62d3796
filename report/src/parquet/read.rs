//! Reads a list as CSV. The file may come from an untrusted source, so everything is checked that the library does not check.

use super::super::Column;
use super::super::runs::{RunKey, with_key};
use super::{plain, schema};
use parquet::basic::{Compression, Encoding, Type as PhysicalType};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The number of rows that are read at once.
const BATCH: usize = 1024;
/// The largest description of a file and the largest page, many times those that are written.
const LARGEST: u64 = 64 << 20;
/// What a page of differences begins with: 256 values in a block, which has four parts.
const BLOCKS: [u8; 3] = [0x80, 0x02, 0x04];
/// The longest text of a cell in bytes.
const LONGEST: usize = 900;

/// A list as the text of its CSV file, in pieces.
pub(in super::super) struct CsvText {
    columns: &'static [Column],
    file: SerializedFileReader<File>,
    groups: Range<usize>,
    /// The columns of the row group that is being read, and the number of its rows that were not read yet.
    readers: Vec<ColumnReader>,
    n_left: usize,
    text: Vec<u8>,
    /// How much of the text was read.
    n_read: usize,
}

impl CsvText {
    /// Opens a list with these columns.
    ///
    /// # Errors
    /// It is no Parquet file, or one with other columns.
    pub(in super::super) fn open(columns: &'static [Column], mut file: File) -> io::Result<Self> {
        // The last eight bytes are the length of the description and a mark.
        let mut end = [0; 8];
        let size =
            file.seek(SeekFrom::End(-8)).and_then(|start| file.read_exact(&mut end).map(|()| start))?;
        let [a, b, c, d, mark @ ..] = end;
        if mark != *b"PAR1" {
            return Err(plain(broken("it is no Parquet file, or is cut off")));
        }
        if u64::from(u32::from_le_bytes([a, b, c, d])) > LARGEST {
            return Err(plain(broken("its description is too large")));
        }
        let file = SerializedFileReader::new(file).map_err(plain)?;
        let about = file.metadata();
        if *about.file_metadata().schema() != *schema(columns).map_err(plain)? {
            return Err(plain(broken("its columns are not those of this list")));
        }
        let are_right = |group: &RowGroupMetaData| {
            group.num_rows() >= 0 && group.columns().iter().all(|chunk| is_inside(chunk, size))
        };
        if !about.row_groups().iter().all(are_right) {
            return Err(plain(broken("a column that is not in it")));
        }
        let groups = 0..about.num_row_groups();
        let text = RunKey::header(columns).into_bytes();
        Ok(Self { columns, file, groups, readers: Vec::new(), n_left: 0, text, n_read: 0 })
    }

    /// Reads the next rows; none at the end of the file.
    fn fill(&mut self) -> Result<()> {
        while self.n_left == 0 {
            let Some(index) = self.groups.next() else { return Ok(()) };
            let group = self.file.get_row_group(index)?;
            self.n_left = usize::try_from(group.metadata().num_rows())?;
            self.readers = (0..group.num_columns())
                .map(|column| {
                    let pages = Checked {
                        pages: group.get_column_page_reader(column)?,
                        physical: group.metadata().schema_descr().column(column).physical_type(),
                        has_dictionary: false,
                    };
                    Ok(get_column_reader(group.metadata().schema_descr().column(column), Box::new(pages)))
                })
                .collect::<Result<_>>()?;
        }
        let n_rows = self.n_left.min(BATCH);
        let columns = with_key(self.columns).zip(&mut self.readers);
        let cells =
            columns.map(|(column, reader)| cells(column, reader, n_rows)).collect::<Result<Vec<_>>>()?;
        let mut columns: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
        let mut writer = csv::Writer::from_writer(&mut self.text);
        for _ in 0..n_rows {
            let row = columns.iter_mut().filter_map(Iterator::next);
            writer.write_record(row).map_err(|error| ParquetError::External(error.into()))?;
        }
        writer.flush()?;
        drop(writer);
        self.n_left -= n_rows;
        Ok(())
    }
}

/// Whether a column of a row group is inside of the first bytes of the file, and of the kind that is written.
fn is_inside(chunk: &ColumnChunkMetaData, size: u64) -> bool {
    let first = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let end = first.checked_add(chunk.compressed_size()).and_then(|end| u64::try_from(end).ok());
    let is_positive = first >= 0 && chunk.data_page_offset() >= first && chunk.compressed_size() >= 0;
    is_positive && end.is_some_and(|end| end <= size) && chunk.compression() == Compression::UNCOMPRESSED
}

impl Read for CsvText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.n_read == self.text.len() {
            self.text.clear();
            self.n_read = 0;
            self.fill().map_err(plain)?;
        }
        let n_bytes = self.text.get(self.n_read..).unwrap_or_default().read(into)?;
        self.n_read += n_bytes;
        Ok(n_bytes)
    }
}

/// The texts of the next cells of a column.
fn cells(column: &Column, reader: &mut ColumnReader, n_rows: usize) -> Result<Vec<String>> {
    match reader {
        ColumnReader::ByteArrayColumnReader(reader) => texts(reader, n_rows, |word: &ByteArray| {
            let text = str::from_utf8(word.data()).map_err(|_| broken("a text that is not UTF-8"))?;
            if text.len() <= LONGEST { Ok(text.to_owned()) } else { Err(broken("a text that is too long")) }
        }),
        ColumnReader::Int64ColumnReader(reader) => texts(reader, n_rows, |number| Ok(number.to_string())),
        ColumnReader::DoubleColumnReader(reader) => texts(reader, n_rows, |number: &f64| {
            let is_known = number.is_finite().then(|| column.column_type.cell(*number, "").write());
            is_known.ok_or_else(|| broken("a number that is not finite"))
        }),
        _ => Err(broken("a column of another type")),
    }
}

fn texts<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    n_rows: usize,
    text: impl Fn(&T::T) -> Result<String>,
) -> Result<Vec<String>> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let (n_read, ..) = reader.read_records(n_rows, Some(&mut levels), None, &mut values)?;
    if n_read != n_rows || levels.len() != n_rows {
        return Err(broken("a column with fewer rows than its row group"));
    }
    let mut values = values.iter();
    let cell = |level: &i16| match level {
        0 => Ok(String::new()),
        _ => values.next().map_or_else(|| Err(broken("a cell without its value")), &text),
    };
    levels.iter().map(cell).collect()
}

/// The pages of a column, if they are such as [`super::ParquetWriter`] writes. The library trusts the numbers in others, and
/// panics.
struct Checked {
    pages: Box<dyn PageReader>,
    physical: PhysicalType,
    has_dictionary: bool,
}

impl Checked {
    fn check(&mut self, page: &Page) -> Result<()> {
        let is_right = match page {
            Page::DictionaryPage { buf, num_values, encoding, .. } => {
                let is_first = !std::mem::replace(&mut self.has_dictionary, true);
                let is_plain = matches!(encoding, Encoding::PLAIN | Encoding::PLAIN_DICTIONARY);
                is_first && is_plain && n_values(self.physical, buf) == Some(*num_values)
            }
            Page::DataPage { buf, num_values, encoding, def_level_encoding: Encoding::RLE, .. } => {
                match encoding {
                    Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY => self.has_dictionary,
                    Encoding::DELTA_BINARY_PACKED => n_differences(buf) == Some(u64::from(*num_values)),
                    _ => false,
                }
            }
            _ => false,
        };
        if is_right { Ok(()) } else { Err(broken("a page of another kind")) }
    }
}

/// The number of values in a dictionary.
fn n_values(physical: PhysicalType, mut bytes: &[u8]) -> Option<u32> {
    let mut n_values = 0;
    while !bytes.is_empty() {
        let n_bytes = if physical == PhysicalType::BYTE_ARRAY {
            let (length, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            usize::try_from(u32::from_le_bytes(*length)).ok()?
        } else {
            size_of::<u64>()
        };
        bytes = bytes.get(n_bytes..)?;
        n_values += 1;
    }
    Some(n_values)
}

/// The number of values in a page of differences: after the levels, their length before them, and the sizes of blocks.
fn n_differences(page: &[u8]) -> Option<u64> {
    let (length, rest) = page.split_first_chunk()?;
    let values = rest.get(usize::try_from(u32::from_le_bytes(*length)).ok()?..)?;
    let digits = values.strip_prefix(&BLOCKS)?.iter().take(5);
    let mut n_values = 0;
    for (shift, digit) in (0..).step_by(7).zip(digits) {
        n_values |= u64::from(digit & 0x7f) << shift;
        if digit & 0x80 == 0 {
            return Some(n_values);
        }
    }
    None
}

impl PageReader for Checked {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.iter().try_for_each(|page| self.check(page))?;
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

impl Iterator for Checked {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// The error of a file that is not as this program writes it.
fn broken(found: &str) -> ParquetError {
    ParquetError::General(found.to_owned())
}
