//! The engine of the page that needs no server: a browser runs this program in each of its workers. It reads a question from
//! its input, answers it about the files in its folder, and writes each event as a line of JSON.
//!
//! With the arguments `K/N LEAST FOLDER`, it is the K-th of N copies that share the games of a question. An exchange of results
//! takes as long as about LEAST chunks of games. It goes through files in this folder: `B-K` has the results of copy K for batch
//! B. Reading one waits until it is there; if that fails, the program ends with what it has found so far, as it does when
//! there is a file `stop`.

#![forbid(unsafe_code)]

use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs};
use undercard_experiments::{Peers, Session, Shard};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let peers: Option<Box<dyn Peers>> = match &args[..] {
        [] => None,
        args => match Copies::of(args) {
            Some(copies) => Some(Box::new(copies)),
            None => return ExitCode::FAILURE,
        },
    };
    let session = Session::here(peers);
    let mut question = String::new();
    let answered = stdin().read_to_string(&mut question).and_then(|_| {
        undercard_studio::answer_once(Path::new("."), &question, session, |event| {
            // A page that is gone needs no answer.
            let _ = stdout().write_all(format!("{event}\n").as_bytes());
        })
    });
    if answered.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The copies of this program.
#[derive(Debug)]
struct Copies {
    shard: Shard,
    least: u64,
    folder: PathBuf,
    /// Number of batches so far.
    batches: AtomicU64,
}

impl Copies {
    fn of(args: &[String]) -> Option<Self> {
        let [shard, least, folder] = args else { return None };
        let (shard, least) = (shard.parse().ok()?, least.parse().ok()?);
        Some(Self { shard, least, folder: folder.into(), batches: AtomicU64::new(0) })
    }

    fn file(&self, batch: u64, shard: Shard) -> PathBuf {
        self.folder.join(format!("{batch}-{}", shard.number()))
    }
}

impl Peers for Copies {
    fn shard(&self) -> Shard {
        self.shard
    }

    fn least(&self) -> u64 {
        self.least
    }

    fn exchange(&self, play: &mut dyn FnMut() -> Vec<u8>) -> Option<Vec<Vec<u8>>> {
        let batch = self.batches.fetch_add(1, Ordering::Relaxed);
        let own = self.file(batch, self.shard);
        // A copy that is started again knows what was played before.
        if !own.exists() {
            fs::write(own, play()).ok()?;
        }
        self.shard.all().map(|shard| fs::read(self.file(batch, shard)).ok()).collect()
    }

    fn is_stopped(&self) -> bool {
        fs::File::open(self.folder.join("stop")).is_ok()
    }
}
