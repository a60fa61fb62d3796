"""Results and their tables."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import make_dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from undercard._undercard import RawResult, RawTable

if TYPE_CHECKING:
    import pandas
    import polars

Cell = str | bool | int | float | None

_TYPES = {"Utf8": str, "Boolean": bool, "Int64": int, "Float64": float}


class Table:
    """A table with the columns, types and values of its CSV file; empty cells are null.

    It has the Arrow PyCapsule interface, so `polars.DataFrame(table)`, `pyarrow.table(table)` and `duckdb.sql("from
    table")` take it as it is.
    """

    def __init__(self, name: str, source: RawResult | RawTable) -> None:
        self.name = name
        self._source = source
        self._raw = source.table(name) if isinstance(source, RawResult) else source

    def __reduce__(self) -> tuple[type[Table], tuple[str, RawResult | RawTable]]:
        return type(self), (self.name, self._source)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [name for name, _ in self._raw.columns]

    def __len__(self) -> int:
        return self._raw.n_rows

    def __getitem__(self, column: str) -> list[Cell]:
        """The values of a column."""
        if column not in self.columns:
            raise KeyError(f'found "{column}", expected one of: {", ".join(self.columns)}')
        return self._raw.column(self.columns.index(column))

    def rows(self) -> list[Any]:
        """The rows, each a frozen dataclass with the columns as fields: `result["win_rates"].rows()[0].win_share`."""
        name = "".join(word.capitalize() for word in self.name.split("_")) + "Row"
        row = make_dataclass(name, [(column, _TYPES[kind] | None) for column, kind in self._raw.columns], frozen=True)
        return [row(*cells) for cells in zip(*(self[column] for column in self.columns))]

    def to_dicts(self) -> list[dict[str, Cell]]:
        """The rows."""
        columns = self.columns
        rows = zip(*(self[column] for column in columns))
        return [dict(zip(columns, row)) for row in rows]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame as `pandas.read_csv` would read the CSV file, but with the documented types in empty columns, too."""
        import pandas

        text = pandas.Series(["text"]).dtype

        def series(name: str, kind: str) -> Any:
            cells = self[name]
            if kind == "Float64" or kind == "Int64" and None in cells:
                return pandas.Series(cells, dtype="float64")
            return pandas.Series(cells, dtype={"Int64": "int64", "Utf8": text}.get(kind))

        return pandas.DataFrame({name: series(name, kind) for name, kind in self._raw.columns})

    def to_polars(self) -> polars.DataFrame:
        """A data frame."""
        import polars

        return polars.DataFrame(self)

    def __arrow_c_schema__(self) -> object:
        return self._raw.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._raw.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<undercard.Table {self.name}: {len(self)} rows, {len(self.columns)} columns>"


class Result:
    """The result of an experiment. A notebook shows its page."""

    def __init__(self, raw: RawResult) -> None:
        self._raw = raw

    @property
    def tables(self) -> list[str]:
        """The names of the tables. `runs` has one row about the result itself."""
        return self._raw.tables

    def __getitem__(self, table: str) -> Table:
        return Table(table, self._raw)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def to_pandas(self, table: str) -> pandas.DataFrame:
        """A table as a data frame."""
        return self[table].to_pandas()

    def to_polars(self, table: str) -> polars.DataFrame:
        """A table as a data frame."""
        return self[table].to_polars()

    def csv(self, table: str) -> str:
        """A table as the CSV file that the command writes, byte for byte."""
        return self._raw.csv(table)

    def json(self) -> str:
        """The `result.json` that the command writes, byte for byte."""
        return self._raw.json()

    def text(self, *, verbose: bool = False) -> str:
        """The summary that the command prints."""
        return self._raw.text(verbose)

    def html(self) -> str:
        """The page that `undercard report` makes: it loads nothing and runs no scripts."""
        return self._raw.html()

    def save(self, folder: str | PathLike[str], *, force: bool = False) -> None:
        """Writes the files of the command, except `run.toml`, to `folder/COMMAND`, such as `folder/run`.

        `force` replaces another result there. Files that Undercard did not write move to `folder/earlier`.
        """
        self._raw.save(folder, force)

    @property
    def complete(self) -> bool:
        """Whether everything was played; false after Ctrl-C."""
        return self._raw.is_complete

    @property
    def played(self) -> int:
        """The number of games, or of pairs or combinations of games, that were played."""
        return self._raw.played

    @property
    def extent(self) -> str:
        """What was played, in words: `300 of 1,000 games`."""
        return self._raw.extent

    @property
    def verdict(self) -> str | None:
        """The verdict of a check: `pass`, `fail` or `inconclusive`."""
        return self._raw.verdict

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<undercard.Result: {self.extent}; tables {', '.join(self.tables)}>"

    def _repr_html_(self) -> str:
        # A frame keeps the style of the page out of the notebook, and without permissions it runs nothing.
        page = html.escape(self.html())
        style = "width:100%;height:40em;border:1px solid #8884;resize:vertical"
        return f'<iframe sandbox="" srcdoc="{page}" title="Undercard" style="{style}"></iframe>'

    def _repr_markdown_(self) -> str:
        return self._raw.markdown
