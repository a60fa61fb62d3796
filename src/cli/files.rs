//! Output folders, and what is said about them.

use super::command_line::{no_option, quoted};
use super::overwrite::{Partial, may_fill};
use super::{Failure, log};
use crate::config::{Plan, REPORTS};
use crate::report::disk::beside;
use crate::report::result_file::{ConfigUsed, SettingChange};
use crate::report::show::wrap;
use crate::report::store::Place;
use crate::report::text::Width;
use std::path::{Path, PathBuf};

/// The output folder: `out` if given, otherwise `reports/NAME`, where NAME is the name of the result or of the config. Each
/// result has a folder inside, named after its command.
pub(crate) fn output_folder(out: Option<&Path>, plan: &Plan) -> PathBuf {
    out.map_or_else(|| Path::new(REPORTS).join(plan.folder()), Path::to_owned)
}

/// The place of a partial result that would replace a complete one in `OUT/COMMAND`: that in the first of `OUT-partial`,
/// `OUT-partial-2`, … in which nothing is lost.
///
/// # Errors
/// It cannot be written.
pub(crate) fn beside_complete(complete: &Path) -> Result<Place, Failure> {
    let mut nth = 1;
    loop {
        let mut out = beside(complete).as_os_str().to_owned();
        out.push("-partial");
        if nth > 1 {
            out.push(format!("-{nth}"));
        }
        let place = Place::open(&Path::new(&out).join(complete.file_name().unwrap_or_default()))?;
        if may_fill(place.folder(), Partial::Superseded, false).is_ok() {
            return Ok(place);
        }
        nth += 1;
    }
}

/// The files that a command wrote.
pub(crate) struct Written<'w> {
    /// The folders.
    pub folders: &'w [&'w Path],
    /// The folders in which earlier results are kept.
    pub kept: &'w [PathBuf],
    /// Whether an earlier result was replaced.
    pub replaced: bool,
    /// The configs of the result.
    pub configs: &'w [ConfigUsed],
    /// Who played, if no bots were named.
    pub players: Option<&'w str>,
}

impl Written<'_> {
    /// Says on stderr in which folders the files are, who played if no bots were named, what differs from the printed
    /// rules, whether an earlier result was replaced or where it is kept, and what to type next: for a page of the first
    /// folder, or to merge the shards of a run. Nothing if `is_quiet`.
    pub(crate) fn log(&self, is_quiet: bool, width: Width) {
        let Self { folders, kept, replaced, configs, players } = self;
        let replaced = if *replaced && kept.is_empty() { " (replaced an earlier result)" } else { "" };
        let (false, Some(first)) = (is_quiet, folders.first()) else { return };
        let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        let kept: String = kept.iter().map(|kept| format!("earlier result: {}\n", kept.display())).collect();
        log(&format!(
            "{}{kept}{}{}{}",
            wrap(&format!("files: {}{replaced}\n", shown.join(", ")), width),
            players.map_or_else(String::new, |players| wrap(&format!("{players}\n"), width)),
            differences(configs, width),
            merge_of_shard(first)
                .unwrap_or_else(|| format!("HTML report: undercard report {}", path_word(first)))
        ));
    }
}

/// A path as a word of a command.
fn path_word(path: &Path) -> String {
    quoted(&no_option(&path.to_string_lossy()))
}

/// How to merge the run of a shard in a folder `DIR/shards/K-of-N/run`.
fn merge_of_shard(folder: &Path) -> Option<String> {
    let folder = folder.parent()?;
    let (k, n) = folder.file_name()?.to_str()?.split_once("-of-")?;
    let (_, n): (u32, u32) = (k.parse().ok()?, n.parse().ok()?);
    let shards = folder.parent().filter(|shards| shards.ends_with("shards"))?;
    let all = path_word(&shards.join(format!("*-of-{n}")));
    Some(format!("after all {n} shards: undercard merge --out={} {all}", path_word(shards.parent()?)))
}

/// What differs from the printed rules in each config, as lines.
pub(crate) fn differences(configs: &[ConfigUsed], width: Width) -> String {
    const MOST_CHANGES: usize = 6;
    const MOST_CONFIGS: usize = 8;
    let is_one_name = configs.iter().all(|config| config.name == configs[0].name);
    let most = if width == Width::ANY { usize::MAX } else { MOST_CHANGES };
    let line = |(config, letter): (&ConfigUsed, char)| {
        let name = match configs.len() {
            1 => String::new(),
            // The versions of one config.
            _ if is_one_name => format!(" in {letter}"),
            _ => format!(" in {}", config.name),
        };
        let mut all: Vec<&SettingChange> =
            config.changes.iter().filter(|change| !change.is_choice()).collect();
        let n_more = all.len().saturating_sub(most);
        all.truncate(most);
        let changes: Vec<String> = all.into_iter().map(ToString::to_string).collect();
        let more = if n_more > 0 { format!(" and {n_more} more (--wide shows all)") } else { String::new() };
        let text = format!("changed from the printed rules{name}: {}{more}\n", changes.join(", "));
        if changes.is_empty() { String::new() } else { wrap(&text, width) }
    };
    configs.iter().zip('A'..='Z').take(MOST_CONFIGS).map(line).collect()
}
