//! One question and its answer, for a page without a server.

use super::messages::{Begin, Request, fault};
use super::places::Places;
use super::secret::Secret;
use super::workbench::{Reply, Workbench};
use crate::experiments::Session;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Answers a question in JSON about the printed games and the files of this folder: passes each event in JSON to `reply`.
///
/// # Errors
/// The folder does not exist, or the system has no random numbers.
pub fn answer_once(
    folder: &Path,
    question: &str,
    session: Session,
    reply: impl Fn(&str) + Send + Sync + 'static,
) -> io::Result<()> {
    let reply: Reply = Arc::new(move |event| reply(&serde_json::to_string(&event).unwrap_or_default()));
    let request = match serde_json::from_str::<Request>(question) {
        Ok(request) => request,
        Err(error) => {
            reply(fault(format!("The engine cannot read this: {error}")));
            return Ok(());
        }
    };
    let places = Places::new(folder, None, Secret::random().map_err(io::Error::other)?)?;
    Workbench::new(places, Begin::default(), session).answer(&request, Arc::<AtomicBool>::default(), reply);
    Ok(())
}
