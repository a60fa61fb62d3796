//! The folders of results. A result is written to a temporary folder beside its place, `DIR/COMMAND`, and takes the place
//! by a rename. So no folder mixes two results, and nothing needs to know which files belong to which command.
//!
//! The earlier result is first renamed to [`aside`]. A command that is killed between the two renames leaves it there, where
//! the next reader or writer finds it and puts it back. Afterwards it moves to [`EARLIER`], or is removed.

use super::disk::{self, Writes, attempt, beside, sync_folder};
use super::overwrite::foreign;
use super::result_file::{self, Earlier, ResultFile, earlier};
use super::write::{PART, WriteError, remove_parts};
use super::writer_lock::WriterLock;
use super::{all_tables, stored};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// The folder of earlier results, beside the result that took their place.
pub const EARLIER: &str = "earlier";

/// The end of the name of the earlier result while another one takes its place.
const ASIDE: &str = "old";

const HIDDEN: &str = ".undercard-";

/// The beginning of the names of folders beside the place of a result. Only the holder of its lock uses them.
fn prefix(folder: &Path) -> String {
    format!("{HIDDEN}{}.", folder.file_name().unwrap_or_default().to_string_lossy())
}

/// Where the earlier result is while another one takes its place.
fn aside(folder: &Path) -> PathBuf {
    folder.with_file_name(prefix(folder) + ASIDE)
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The folder of a result, for reading: this one, unless a command was killed while another result took its place.
/// Then the earlier result is put back or, if that is impossible, read where it is.
#[must_use]
pub fn at(folder: &Path) -> PathBuf {
    let aside = aside(folder);
    if folder.file_name().is_some() && !exists(folder) && exists(&aside) {
        if let Ok(_lock) = WriterLock::of_result(folder) {
            let _ = recover(folder);
        }
        if !exists(folder) {
            return aside;
        }
    }
    folder.to_owned()
}

/// Whether a folder has a result.
#[must_use]
pub fn is_result(folder: &Path) -> bool {
    folder.join(result_file::NAME).is_file()
}

/// Whether a folder has a file of a result, which may lack others.
fn has_part(folder: &Path) -> bool {
    let tables = all_tables().map(|(name, _)| result_file::file_name(name));
    tables.chain([stored::NAME.to_owned()]).any(|name| folder.join(name).exists())
}

/// The result folders in this folder, sorted. If no result is complete, returns the incomplete ones.
#[must_use]
pub fn results_in(folder: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let names = names.filter_map(|name| match name.to_str() {
        Some(hidden) if hidden.starts_with('.') => {
            Some(hidden.strip_prefix(HIDDEN)?.strip_suffix(ASIDE)?.strip_suffix('.')?.into())
        }
        _ => Some(name),
    });
    let mut folders: Vec<PathBuf> =
        names.map(|name| at(&folder.join(name))).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.dedup();
    let (found, others): (Vec<_>, Vec<_>) = folders.into_iter().partition(|folder| is_result(folder));
    if found.is_empty() { others.into_iter().filter(|folder| has_part(folder)).collect() } else { found }
}

/// The place of a result, to which no other command writes.
#[derive(Debug)]
pub struct Place {
    folder: PathBuf,
    _lock: WriterLock,
}

impl Place {
    /// Locks the place of a result, and checks before a long computation that it is writable. Its folder is created only with
    /// the result. Tidies up after killed commands.
    ///
    /// # Errors
    /// The place cannot be written, or another command writes to it.
    pub fn open(folder: &Path) -> Result<Self, WriteError> {
        if folder.is_file() {
            let source = io::Error::new(io::ErrorKind::NotADirectory, "it is a file, expected a folder");
            return Err(WriteError { path: folder.to_owned(), source });
        }
        disk::create_folder(beside(folder)).map_err(WriteError::of(beside(folder)))?;
        let place = Self { folder: folder.to_owned(), _lock: WriterLock::of_result(folder)? };
        recover(folder)?;
        // The temporary folders of killed commands.
        remove_parts(beside(folder), &prefix(folder));
        place.begin()?;
        Ok(place)
    }

    /// The folder of the result.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Begins a result.
    ///
    /// # Errors
    /// Its temporary folder cannot be created.
    pub fn begin(&self) -> Result<Draft<'_>, WriteError> {
        Ok(Draft { folder: &self.folder, part: part_folder(&self.folder)? })
    }

    /// Writes a result that has these files beside its tables. Returns the folder of the earlier one, if it is kept.
    ///
    /// # Errors
    /// As [`Draft::publish`].
    pub fn write(
        &self,
        files: &[(String, Vec<u8>)],
        result: &ResultFile<'_>,
        keeps_earlier: bool,
    ) -> Result<Option<PathBuf>, WriteError> {
        let draft = self.begin()?;
        files.iter().try_for_each(|(name, content)| draft.write(name, |file| file.write_all(content)))?;
        draft.publish(result, keeps_earlier)
    }
}

/// A result that is being written, in a temporary folder. It is removed when dropped.
#[derive(Debug)]
pub struct Draft<'p> {
    folder: &'p Path,
    part: TempDir,
}

impl Draft<'_> {
    /// The path that a file will have.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(&self, name: &str) -> Result<DraftFile, WriteError> {
        let path = self.path(name);
        let file =
            attempt(|| File::create_new(self.part.path().join(name))).map_err(WriteError::of(&path))?;
        Ok(DraftFile { path, file: BufWriter::new(Writes(file)) })
    }

    /// Writes a file piece by piece.
    ///
    /// # Errors
    /// The file cannot be written, or `write` fails.
    pub fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let mut file = self.create(name)?;
        write(&mut file).map_err(WriteError::of(&file.path))?;
        file.finish()
    }

    /// Writes the CSV files and `result.json`, which has the checksums, and puts the folder in its place. If this fails, for
    /// example because the disk is full, the earlier result stays.
    ///
    /// With `keeps_earlier`, an earlier result moves to [`EARLIER`] unless this one supersedes it, and one with files that
    /// Undercard did not write always does. Returns its folder.
    ///
    /// # Errors
    /// A file or folder cannot be written or renamed.
    pub fn publish(
        self,
        result: &ResultFile<'_>,
        keeps_earlier: bool,
    ) -> Result<Option<PathBuf>, WriteError> {
        result.write(|name, content| self.write(&name, |file| content(file)))?;
        self.exchange(keeps_earlier)
    }

    /// Puts the folder in its place.
    fn exchange(mut self, keeps_earlier: bool) -> Result<Option<PathBuf>, WriteError> {
        let (into, part, aside) = (self.folder, self.part.path(), aside(self.folder));
        let rename = |from: &Path, to: &Path| disk::rename(from, to).map_err(WriteError::of(into));
        sync_folder(part);
        recover(into)?;
        let retirement =
            if exists(into) { Some(Retirement::plan(into, [into, part], keeps_earlier)?) } else { None };
        if retirement.is_some() {
            rename(into, &aside)?;
        }
        if let Err(error) = rename(part, into) {
            let _ = disk::rename(&aside, into);
            return Err(error);
        }
        self.part.disable_cleanup(true);
        sync_folder(beside(into));
        retirement.map_or(Ok(None), |retirement| retirement.carry_out(into))
    }
}

/// A file of a result that is being written.
pub struct DraftFile {
    path: PathBuf,
    file: BufWriter<Writes<File>>,
}

impl DraftFile {
    /// Completes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { path, file } = self;
        let written = file.into_inner().map_err(io::IntoInnerError::into_error);
        written.and_then(|Writes(file)| disk::sync(&file)).map_err(WriteError::of(&path))
    }
}

impl Write for DraftFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A temporary folder beside the place of a result.
fn part_folder(folder: &Path) -> Result<TempDir, WriteError> {
    let prefix = prefix(folder);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(PART);
    // The default permissions of a new folder.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    #[cfg(feature = "faults")]
    builder.disable_cleanup(disk::faults::keeps_temporary_files());
    attempt(|| builder.tempdir_in(beside(folder))).map_err(WriteError::of(folder))
}

/// Completes what a killed command has begun: puts the earlier result back, unless the new one took its place. The caller
/// holds the lock.
fn recover(folder: &Path) -> Result<(), WriteError> {
    let aside = aside(folder);
    if exists(&aside) {
        if exists(folder) {
            Retirement::plan(folder, [&aside, folder], true)?.carry_out(folder)?;
        } else {
            disk::rename(&aside, folder).map_err(WriteError::of(folder))?;
            sync_folder(beside(folder));
        }
    }
    Ok(())
}

/// What to do with the earlier result after the new one took its place.
enum Retirement {
    /// Move it to this folder.
    Move(PathBuf),
    /// Remove it. The same result may already be kept in a folder.
    Remove(Option<PathBuf>),
}

impl Retirement {
    /// What to do with the old result, see [`Draft::publish`]. Creates the folder of [`EARLIER`] if it is needed.
    fn plan(place: &Path, [old, new]: [&Path; 2], keeps_earlier: bool) -> Result<Self, WriteError> {
        let (found, new) = (earlier(old), earlier(new));
        let supersedes = |found: &Earlier| new.as_ref().is_some_and(|new| new.supersedes(found));
        let has_others = foreign(old).is_some();
        if !(keeps_earlier && found.as_ref().is_some_and(|found| !supersedes(found)) || has_others) {
            return Ok(Self::Remove(None));
        }
        let digest = found.map(|found| found.digest());
        let digest = digest.and_then(|digest| Some(format!("-{}", digest.get(..8)?))).unwrap_or_default();
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned() + &digest;
        let earlier_results = place.with_file_name(EARLIER);
        disk::create_folder(&earlier_results).map_err(WriteError::of(&earlier_results))?;
        let read = |folder: &Path| fs::read(folder.join(result_file::NAME)).ok();
        let mut nth = 1;
        loop {
            let number = if nth > 1 { format!("-{nth}") } else { String::new() };
            let kept = earlier_results.join(format!("{name}{number}"));
            if !exists(&kept) {
                return Ok(Self::Move(kept));
            }
            // `result.json` has the checksums of all files.
            let is_kept = read(&kept).is_some_and(|json| Some(json) == read(old));
            if is_kept && !has_others && foreign(&kept).is_none() {
                return Ok(Self::Remove(Some(kept)));
            }
            nth += 1;
        }
    }

    /// Moves or removes the result that was set aside. Returns the folder in which it is kept.
    fn carry_out(self, place: &Path) -> Result<Option<PathBuf>, WriteError> {
        let aside = aside(place);
        match self {
            Self::Move(kept) => {
                disk::rename(&aside, &kept).map_err(WriteError::of(&kept))?;
                [beside(place), beside(&kept)].into_iter().for_each(sync_folder);
                Ok(Some(kept))
            }
            Self::Remove(kept) => {
                discard(place, &aside);
                Ok(kept)
            }
        }
    }
}

/// Removes an earlier result, which nothing takes for a result from its first step on. If it fails, the next writer repeats it.
fn discard(folder: &Path, aside: &Path) {
    if let Ok(part) = part_folder(folder) {
        let _ = disk::rename(aside, &part.path().join("old"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    /// A file that looks like one of a run.
    const TALLY: &[u8] = super::super::stored::MARK;

    fn put(folder: &Path, files: &[(&str, &[u8])], keeps_earlier: bool) -> Option<PathBuf> {
        let place = Place::open(folder).expect("a place");
        let draft = place.begin().expect("a draft");
        for (name, content) in files {
            draft.write(name, |file| file.write_all(content)).expect("written");
        }
        draft.exchange(keeps_earlier).expect("in its place")
    }

    fn json(digest: char) -> Vec<u8> {
        let digest = String::from(digest).repeat(64);
        let head = r#"{"command": "run", "ended": "all-played", "played": 1, "unit": "games","#;
        format!(r#"{head} "result_digest": "{digest}", "tables": {{}}}}"#).into_bytes()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_result_takes_the_place_of_the_earlier_one() {
        let root = tempdir().expect("a folder");
        let run = root.path().join("deep/run");
        assert_eq!(put(&run, &[("run.tally", TALLY)], true), None);
        // A folder without a complete result is not kept.
        assert_eq!(put(&run, &[("result.json", &json('a')), ("run.tally", TALLY)], true), None);
        assert_eq!(put(&run, &[("result.json", &json('a'))], true), None);
        assert_eq!(names(&run), ["result.json"]);
        let kept = root.path().join("deep/earlier/run-aaaaaaaa");
        assert_eq!(put(&run, &[("result.json", &json('b'))], true), Some(kept.clone()));
        assert_eq!(
            (names(&kept), names(&root.path().join("deep"))),
            (vec!["result.json".into()], vec!["earlier".into(), "run".into()])
        );
        assert_eq!(put(&run, &[("result.json", &json('a'))], false), None);
        // The same result is kept once, and nothing is written into its folder.
        assert_eq!(put(&run, &[("result.json", &json('b'))], true), Some(kept.clone()));
        fs::write(kept.join("notes.txt"), "mine").expect("a file");
        put(&run, &[("result.json", &json('a'))], false);
        assert_eq!(
            put(&run, &[("result.json", &json('b'))], true),
            Some(kept.with_file_name("run-aaaaaaaa-2"))
        );
        assert_eq!(results_in(&root.path().join("deep")), [run]);
    }

    #[test]
    fn files_of_others_are_never_lost() {
        let root = tempdir().expect("a folder");
        let run = root.path().join("run");
        fs::create_dir_all(run.join("inner")).expect("a folder");
        fs::write(run.join("inner/notes.txt"), "mine").expect("a file");
        fs::write(run.join(".DS_Store"), "a file manager's").expect("a file");
        assert_eq!(foreign(&run), Some(run.join("inner")));
        let kept = put(&run, &[("result.json", &json('a'))], false).expect("kept");
        assert_eq!(kept, root.path().join("earlier/run"));
        assert_eq!(names(&kept.join("inner")), ["notes.txt"]);
        assert_eq!((names(&run), foreign(&run)), (vec!["result.json".into()], None));
        // Folders have the default permissions.
        let permissions = |folder: &Path| fs::metadata(folder).expect("a folder").permissions();
        assert_eq!(permissions(&run), permissions(&kept.join("inner")));
    }

    #[test]
    fn a_reader_finds_the_result_that_a_killed_command_set_aside() {
        let root = tempdir().expect("a folder");
        let run = root.path().join("run");
        put(&run, &[("result.json", &json('a'))], true);
        let kill = || fs::rename(&run, aside(&run)).expect("renamed");
        kill();
        {
            let _live = WriterLock::of_result(&run).expect("a lock");
            assert_eq!((at(&run), results_in(root.path())), (aside(&run), vec![aside(&run)]));
        }
        assert_eq!((results_in(root.path()), names(root.path())), (vec![run.clone()], vec!["run".into()]));
        kill();
        drop(Place::open(&run).expect("a place"));
        assert_eq!((at(&run), names(root.path())), (run.clone(), vec!["run".into()]));
        // It was killed after the second rename.
        kill();
        fs::create_dir(&run).expect("a folder");
        fs::write(run.join("result.json"), json('b')).expect("a file");
        assert_eq!(results_in(root.path()), std::slice::from_ref(&run));
        drop(Place::open(&run).expect("a place"));
        assert_eq!(names(&root.path().join("earlier")), ["run-aaaaaaaa"]);
        assert!(is_result(&run) && names(root.path()).len() == 2, "{:?}", names(root.path()));
    }

    #[test]
    fn temporary_folders_of_a_killed_command_are_removed() {
        let root = tempdir().expect("a folder");
        let run = root.path().join("run");
        for name in [".undercard-run.x.part", ".undercard-run-panel.x.part", "mine.part"] {
            fs::create_dir(root.path().join(name)).expect("a folder");
            fs::write(root.path().join(name).join("result.json"), json('a')).expect("a file");
        }
        assert_eq!(results_in(root.path()), [root.path().join("mine.part")]);
        drop(Place::open(&run).expect("a place"));
        assert_eq!(names(root.path()), [".undercard-run-panel.x.part", "mine.part"]);
        fs::write(&run, "a file").expect("a file");
        for folder in [&run, &run.join("inside")] {
            let error = Place::open(folder).expect_err("a file is in the way");
            assert!(error.to_string().contains("run"), "{error}");
        }
    }
}
