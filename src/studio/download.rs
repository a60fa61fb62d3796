//! Files of a result.

use super::answer::{LAST, options};
use super::messages::{Event, Version};
use super::workbench::{Job, Workbench, fault};
use crate::config::{ConfigErrors, clipped, find_game, schema_of};
use crate::experiments::run::Run;
use crate::experiments::{Experiment, ExperimentResult};
use crate::report::Table;
use crate::report::export::FILE_FORMATS;
use crate::report::page::{About, Folder};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A file of the result: of the comparison with the baseline, or of the version alone if nothing differs.
pub(super) fn download(
    bench: &Workbench,
    version: &Version,
    games: u64,
    format: &str,
    job: &Job,
) -> Result<(), ConfigErrors> {
    let stem = if version.set.is_empty() { "run" } else { "compare" };
    let files = match format {
        "toml" => Ok(vec![("house".into(), bench.toml(version)?.into_bytes())]),
        _ if version.set.is_empty() => {
            let run = Run::of(bench.plan(version, version.all())?.of_games(games.min(LAST)));
            exported(&run.play(&job.session), stem, format)
        }
        _ => exported(&bench.compare(version, games, &options(version))?.play(&job.session), stem, format),
    };
    if job.is_stopped() {
        return Ok(());
    }
    match files {
        Ok(files) => files.into_iter().for_each(|(stem, bytes)| {
            job.say(Event::File { name: format!("{stem}.{format}"), content: BASE64_STANDARD.encode(bytes) });
        }),
        Err(error) => job.say(fault(error)),
    }
    Ok(())
}

/// The names of files, without ending, and their contents.
type Files = Vec<(String, Vec<u8>)>;

/// A result as files of this format: one for each table, or one for all.
fn exported(result: &impl ExperimentResult, stem: &str, format: &str) -> Result<Files, String> {
    let one = |content: Vec<u8>| vec![(stem.to_owned(), content)];
    match format {
        "csv" => {
            let run = result.metadata().run_key();
            let file = |table: &&Table| (table.name.to_owned(), table.csv(&run).into_bytes());
            Ok(result.tables().iter().map(file).collect())
        }
        "json" => Ok(one(result.result_file().text().into_bytes())),
        _ => {
            let known = FILE_FORMATS.iter().find(|known| known.name == format);
            let known = known.ok_or_else(|| format!("found the format \"{}\"", clipped(format)))?;
            let mut folder = Folder::of(result.result_file());
            let config = folder.head.configs.first();
            let game = config.and_then(|config| find_game(&config.game));
            folder.schema = game.zip(config).and_then(|(game, config)| schema_of(game, config));
            let about = About::of(&folder, game.map(|game| game.title));
            (known.content)(&folder, about).map(one)
        }
    }
}
