#!/bin/sh
# Results in the programs of analysts: pandas, polars, DuckDB and R load every file with default options, and find the types of
# docs/csv.md. Needs Python 3; R is tested if it is there or can be installed. The libraries go into a temporary environment, or
# come from $PYTHON.
#   sh tests/data.sh [PROGRAM]
set -eu
undercard=$(realpath "${1:-target/release/undercard}")
csv_md=$(realpath docs/csv.md)
configs=$(realpath configs)
fail() {
    echo "data: $*" >&2
    exit 1
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
python=${PYTHON:-}
if [ -z "$python" ]; then
    command -v python3 >/dev/null || {
        echo "data: found no python3" >&2
        exit 77
    }
    python3 -m venv environment >log 2>&1 || {
        echo "data: Python makes no environment: $(cat log)" >&2
        exit 77
    }
    python=environment/bin/python
    # The versions that this was written with.
    $python -m pip install -q --disable-pip-version-check \
        pandas==3.1.1 polars==2.1.0 duckdb==2.0.1 openpyxl==3.1.5 >log 2>&1 || {
        echo "data: found no packages: $(tail -1 log)" >&2
        exit 77
    }
fi
command -v Rscript >/dev/null ||
    { apt-get install -qy --no-install-recommends r-base-core || sudo -n apt-get install -qy --no-install-recommends r-base-core; } >/dev/null 2>&1 || true

# A result of every command, and twenty of `run`.
mkdir results
play() {
    name=$1
    shift
    "$undercard" "$@" --quiet --out "results/$name" >/dev/null 2>log || fail "$*: $(cat log)"
}
n=1
for game in knife-fight taunt fight stabby-jack stupid-fight; do
    for seed in 1 2 3 4; do
        play "run-$n" run $game --games 200 --games-csv 20 --bots random --seed $((n + seed))
        n=$((n + 1))
    done
done
play panel run knife-fight --games 40 --bots panel
play compare compare knife-fight --games 60 --bots random --set-b cards.ten.damage=9
play impact impact knife-fight --games 200 --bots random
play sensitivity sensitivity knife-fight --games 40 --bots random --keys 'cards.ten.*'
play sweep sweep knife-fight --games 40 --bots random --vary cards.ten.damage=9..10
play sweep-bots sweep knife-fight --games 40 --vary run.bots=random,cutter
# Names that look like numbers or truth values, and columns that are empty in the first rows.
mkdir names
for name in 1 true NA; do
    printf 'game = "knife-fight"\nbelieves = "Nothing."\n[weights]\n' >"names/$name.toml"
done
cd names
for name in 1 true NA; do
    "$undercard" run knife-fight --games 40 --bots $name.toml --quiet --out "../results/named-$name" 2>log || fail "$(cat log)"
done
"$undercard" matchups knife-fight --games 40 --bots 1.toml,true.toml --quiet --out "../results/named-pair" 2>log || fail "$(cat log)"
cd ..
play sweep-tie sweep knife-fight --games 40 --bots random --vary rules.tie=both-hit,no-hit
play sweep-switch sweep taunt --games 40 --bots random --vary moves.run-1.lock-attacks=true,false
"$undercard" run knife-fight --games 200 --shard 2/3 --bots random --quiet --out results/shard
play trainers run "$configs/taunt/house-trainers.toml" --games 100 --bots random
play short run taunt --games 50 --bots random
play matchups matchups knife-fight --games 40 --bots random,cutter
play luck luck knife-fight --games 40 --bots random
{ echo winner,length; for n in $(seq 12); do echo black,7; echo red,6; done; } >games.csv
play playtest playtest games.csv knife-fight --games 100 --bots expert
play train train knife-fight --games 1000 --against random
play tune tune knife-fight --games 200 --bots random --set 'targets.metrics/length-mean={min=6.9}' --keys 'rules.*'
play advise advise knife-fight --games 200 --bots random --keys 'cards.ten.*'
play check check knife-fight --games 40 --bots random --set 'targets.metrics/length-mean={min=1}'
play replay replay knife-fight --game 1 --bots random
play verify verify results/run-1

mkdir books
for result in run-1 run-5 impact sweep compare matchups tune luck playtest sensitivity train advise; do
    "$undercard" report "results/$result" --format xlsx --out "books/$result.xlsx" --quiet >log 2>&1 || fail "$(cat log)"
done
cat >types.R <<'END'
for (path in Sys.glob("results/*/*/*.csv")) {
    data <- read.csv(path)
    empty <- sapply(data, function(column) all(is.na(column) | column == ""))
    cat(paste(path, names(data), sapply(data, function(column) class(column)[1]), empty, sep = "\t"), sep = "\n")
}
END
if command -v Rscript >/dev/null; then
    Rscript types.R >types-in-r || fail "R cannot load the files"
else
    echo "data: R is not tested, because it is not there" >&2
fi

cat >load.py <<'END'
import datetime, glob, json, os, re, sys
import duckdb, openpyxl, pandas, polars

TYPES = {
    "string": {"pandas": "str", "polars": "String", "DuckDB": "VARCHAR", "R": "character"},
    "integer": {"pandas": "int64", "polars": "Int64", "DuckDB": "BIGINT", "R": "integer"},
    "number": {"pandas": "float64", "polars": "Float64", "DuckDB": "DOUBLE", "R": "numeric"},
    "boolean": {"pandas": "bool", "polars": "Boolean", "DuckDB": "BOOLEAN", "R": "logical"},
}
problems, n_columns = [], 0

text = open(sys.argv[1]).read()
documented = {}
for line in text.splitlines():
    if match := re.match(r"### `(\w+)\.csv`", line):
        name = match[1]
    elif match := re.match(r"\| `(\w+)`(?: \(key\))? \| ([\w-]+) \|", line):
        documented[globals().get("name", "key"), match[1]] = match[2]
KINDS = {"text": "string", "boolean": "boolean", "count": "integer", "integer": "integer"}

in_r = {}
if os.path.exists("types-in-r"):
    for line in open("types-in-r"):
        path, column, found, is_empty = line.rstrip("\n").split("\t")
        in_r[path, column] = (found, is_empty == "TRUE")

def is_right(library, expected, found, is_empty, has_gaps):
    if is_empty:
        return True
    if library == "pandas" and expected == "integer" and has_gaps:
        return found == "float64"
    # A sum of shares is written as a whole number where it is one.
    return found in (TYPES[kind][library] for kind in ([expected, "integer"] if expected == "number" else [expected]))

def count(source):
    return duckdb.sql(f"select count(*) from {source}").fetchall()[0][0]

rows = {}
for path in sorted(glob.glob("results/*/*/*.csv")):
    name = os.path.basename(path)[:-4]
    frame = pandas.read_csv(path)
    other = polars.read_csv(path)
    third = duckdb.sql(f"describe from '{path}'").fetchall()
    rows[name] = rows.get(name, 0) + len(frame)
    if not len(frame) == len(other) == count(f"'{path}'"):
        problems.append(f"{path}: libraries find different numbers of rows")
    for nth, column in enumerate(frame.columns):
        content = documented.get((name, column)) or documented.get(("key", column)) or documented.get(("runs", column))
        if content is None:
            problems.append(f"{path}: {column} is not in csv.md")
            continue
        expected = KINDS.get(content, "number")
        found = {"pandas": str(frame.dtypes.iloc[nth]), "polars": str(other.dtypes[nth]), "DuckDB": third[nth][1]}
        if (path, column) in in_r:
            found["R"] = in_r[path, column][0]
        is_empty, has_gaps = frame[column].isna().all(), frame[column].isna().any()
        n_columns += 1
        for library, type_found in found.items():
            if not is_right(library, expected, type_found, is_empty, has_gaps):
                problems.append(f"{path}: {column}: {library} finds {type_found}, expected {expected}")

# All results at once: no row is there twice, and all are in runs.csv.
for name, n in rows.items():
    if count(f"read_csv('results/*/*/{name}.csv') join read_csv('results/*/*/runs.csv') using (run_id)") < n:
        problems.append(f"{name}.csv: found {n} rows, but fewer when joined with runs.csv")
# Workbooks: their tables have the rows of the files, and their charts are there.
for path in sorted(glob.glob("books/*.xlsx")):
    book, name = openpyxl.load_workbook(path), os.path.basename(path)[:-5]
    [result] = glob.glob(f"results/{name}/*/result.json")
    for sheet in book.worksheets[1:]:
        file = f"{os.path.dirname(result)}/{sheet.title}.csv"
        if os.path.exists(file) and f"table_{sheet.title}" not in sheet.tables and len(pandas.read_csv(file)):
            problems.append(f"{path}: {sheet.title} is no table")
        if os.path.exists(file) and sheet.max_row != 1 + len(pandas.read_csv(file)):
            problems.append(f"{path}: {sheet.title} has {sheet.max_row} rows")
    # Dates are dates, on both sheets and in the properties.
    written = datetime.datetime.fromtimestamp(int(os.path.getmtime(result)), datetime.UTC).replace(tzinfo=None)
    described = dict(row[:2] for row in book["about"].iter_rows(values_only=True))
    dates = [cell.value for cell in book["summary"]["A"] if cell.is_date]
    if not written == described["Written (UTC)"] == book.properties.created or dates != [written]:
        problems.append(f"{path}: written {written}, but has the dates {dates} and {book.properties.created}")
    if not book["summary"]._charts:
        problems.append(f"{path}: the summary has no chart")
if not any(name == "metrics" for name, _ in documented):
    problems.append("csv.md has no table of metrics.csv")
sys.exit("\n".join(problems[:40]) or 0) if problems else print(f"data: {n_columns} columns of {sum(rows.values())} rows have their types")
END
$python load.py "$csv_md" || fail "the results are not what their descriptions say"
