//! What a check needs before it plays.

use super::Failure;
use super::finding_files::FindingFiles;
use super::interrupt::Interrupt;
use super::options::Work;
use super::overwrite::{Partial, may_fill};
use super::progress::Progress;
use crate::experiments::check::Check;
use crate::experiments::{Experiment, Session};
use crate::report::store::Place;
use crate::report::write;
use std::path::PathBuf;

/// Writable folders, a session, and the signals that stop it.
pub(crate) struct CheckContext {
    /// The places of the results, each with the indices of its configs.
    pub places: Vec<(Place, Vec<usize>)>,
    /// Whether a folder has an earlier result.
    pub replaces: Vec<bool>,
    pub session: Session,
    pub progress: Progress,
    pub interrupt: Interrupt,
}

impl CheckContext {
    /// Prepares everything that could fail after a long check.
    ///
    /// # Errors
    /// A folder or file cannot be written.
    pub(crate) fn open(check: &Check, work: &Work, findings: &FindingFiles) -> Result<Self, Failure> {
        let interrupt = Interrupt::listen();
        let (mut places, mut replaces) = (Vec::new(), Vec::new());
        for (folder, configs) in check.folders(work.out.as_deref()) {
            places.push((Place::open(&folder)?, configs));
            replaces.push(may_fill(&folder, Partial::Superseded, work.force)?);
        }
        let written = check.written_locks();
        for file in findings.path().into_iter().chain(written.iter().map(PathBuf::as_path)) {
            write::prepare_named(file)?;
        }
        let progress = Progress::new(0, check.games(), None, work.quiet);
        let session = progress.follow(work.session()?).stopped_by(interrupt.flag());
        Ok(Self { places, replaces, session, progress, interrupt })
    }
}
