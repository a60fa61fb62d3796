//! Lists of single games as Parquet files: the rows of the CSV files in typed columns. An empty cell is null. Files are not
//! compressed: the encodings of Parquet alone make them small enough, and a small file is never large in memory.

mod read;
mod write;

pub(super) use read::CsvText;
pub(super) use write::ParquetWriter;

use super::runs::with_key;
use super::{Column, ColumnType};
use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::errors::ParquetError;
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::sync::Arc;

/// The type of the values of a column.
const fn physical(column_type: ColumnType) -> PhysicalType {
    match column_type {
        ColumnType::Words => PhysicalType::BYTE_ARRAY,
        ColumnType::Counts | ColumnType::Integers => PhysicalType::INT64,
        _ => PhysicalType::DOUBLE,
    }
}

/// The schema of a list with these columns, and with those that name the run.
fn schema(columns: &'static [Column]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let physical = physical(column.column_type);
        let logical = (physical == PhysicalType::BYTE_ARRAY).then_some(LogicalType::String);
        let field = Type::primitive_type_builder(column.name, physical);
        field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
    };
    let fields = with_key(columns).map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("schema").with_fields(fields).build().map(Arc::new)
}

/// An error of the file as an error of reading or writing.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    }
}

#[cfg(test)]
mod tests;
