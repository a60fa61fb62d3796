//! Files of a result.

use super::answer::{LAST, options};
use super::messages::{Event, Version, fault};
use super::workbench::{Job, Workbench};
use crate::config::{Catalogue, ConfigErrors, clipped};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult, FORMATS, Format};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A file of the result, or one for each table as CSV: of the comparison with the baseline, or of the version alone if nothing differs.
pub(super) fn download(
    bench: &Workbench,
    version: &Version,
    games: u64,
    format: &str,
    job: &Job,
) -> Result<(), ConfigErrors> {
    let catalogue = &bench.places.catalogue;
    let files = match format {
        "csv" if !version.set.is_empty() => Ok(tables(bench, version, games, job)?),
        "toml" => Ok(vec![("house".into(), bench.toml(version)?.into_bytes())]),
        _ if version.set.is_empty() => {
            let run = Run::of(bench.plan(version, version.all())?.of_games(games.min(LAST)));
            exported(&run.play(&job.session), format, catalogue)
        }
        _ => {
            exported(&bench.compare(version, games, &options(version))?.play(&job.session), format, catalogue)
        }
    };
    if job.is_stopped() {
        return Ok(());
    }
    match files {
        Ok(files) => {
            files.into_iter().for_each(|(stem, bytes)| job.say(file(&format!("{stem}.{format}"), &bytes)));
        }
        Err(error) => job.say(fault(error)),
    }
    Ok(())
}

pub(super) fn file(name: &str, content: &[u8]) -> Event {
    Event::File { name: name.to_owned(), content: BASE64_STANDARD.encode(content) }
}

/// The formats of a result: not the text, which the page shows, and no workbook where there are no threads to write it.
pub(super) fn formats() -> impl Iterator<Item = &'static Format> {
    let is_missing = |name| name == "text" || name == "xlsx" && cfg!(target_family = "wasm");
    FORMATS.iter().filter(move |format| !is_missing(format.name))
}

/// A result in every format besides its tables.
pub(super) fn whole_files(result: &impl ExperimentResult, catalogue: &Catalogue) -> Vec<Event> {
    let files = |format: &Format| {
        let files = exported(result, format.name, catalogue).unwrap_or_default().into_iter();
        files.map(|(stem, content)| file(&format!("{stem}.{}", format.name), &content)).collect::<Vec<_>>()
    };
    formats().filter(|format| format.name != "csv").flat_map(files).collect()
}

/// The tables of a result as CSV files.
pub(super) fn csv_files(result: &impl ExperimentResult) -> Vec<Event> {
    csv(result).iter().map(|(stem, content)| file(&format!("{stem}.csv"), content)).collect()
}

fn csv(result: &impl ExperimentResult) -> Files {
    let run = result.metadata().run_key();
    result.tables().iter().map(|table| (table.name.to_owned(), table.csv(&run).into_bytes())).collect()
}

/// The table of the comparison, and those of the charts: of the baseline and of the version, in this order.
fn tables(bench: &Workbench, version: &Version, games: u64, job: &Job) -> Result<Files, ConfigErrors> {
    let mut files = csv(&bench.compare(version, games, &options(version))?.play(&job.session));
    for (side, settings) in [("before", version.base.clone()), ("now", version.all())] {
        let run = Run::of(bench.plan(version, settings)?.of_games(games.min(LAST)));
        let tables = csv(&run.play(&job.session));
        files.extend(tables.into_iter().map(|(stem, content)| (format!("{side}-{stem}"), content)));
    }
    Ok(files)
}

/// The names of files, without ending, and their contents.
type Files = Vec<(String, Vec<u8>)>;

/// A result as files of this format: one for each table, or one for all.
fn exported(result: &impl ExperimentResult, format: &str, catalogue: &Catalogue) -> Result<Files, String> {
    if format == "csv" {
        return Ok(csv(result));
    }
    let known = Format::find(format).ok_or_else(|| format!("found the format \"{}\"", clipped(format)))?;
    known.file(result, catalogue).map(|content| vec![(result.metadata().command, content)])
}
