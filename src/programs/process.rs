//! A program that plays. The threads that play games wait for its answers: what many of them ask is sent as one batch.

use super::messages::{Answer, Hello, Ready, Rules, Seen};
use super::shown;
use crate::games::ListedGame;
#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write, stderr};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a command whose program failed.
const FAILED: i32 = 14;
/// Time in which a program must answer the first message: it may have much to load.
const FIRST: Duration = Duration::from_secs(60);
/// Time in which a program must end after its input is closed.
const LAST: Duration = Duration::from_secs(2);
/// Maximum number of decisions in a batch, and of batches without an answer. With two, the program need not wait.
const MOST: usize = 256;
const MOST_OPEN: usize = 2;
/// Maximum length of a line of a program, in bytes.
const LONGEST: u64 = 65_536;
/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(200);

/// All programs that were started and not ended by [`end`].
static CHILDREN: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());
/// Held by the first thread that ends the command.
static END: Mutex<()> = Mutex::new(());

/// A decision that waits for its answer.
#[derive(Debug)]
struct Request {
    text: Vec<u8>,
    n_moves: usize,
    answer: SyncSender<usize>,
}

/// A batch without an answer.
#[derive(Debug)]
struct Open {
    batch: u64,
    requests: Vec<Request>,
    since: Instant,
}

/// What is to be sent, and what was sent.
#[derive(Debug, Default)]
struct Queue {
    /// Messages that have no answer.
    lines: Vec<u8>,
    requests: Vec<Request>,
    open: VecDeque<Open>,
    n_batches: u64,
    /// The rules by the digest of their settings.
    rules: BTreeMap<Vec<u8>, u64>,
    is_over: bool,
}

/// A program that was started.
#[derive(Debug)]
pub(super) struct Process {
    command: String,
    ready: Ready,
    queue: Mutex<Queue>,
    wake: Condvar,
    child: Arc<Mutex<Child>>,
}

impl Process {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, or its first line is wrong: what was found, and what is expected.
    pub(super) fn start(words: &[String], game: &ListedGame) -> Result<Arc<Self>, (String, String)> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in a terminal is for Undercard, which then finishes the games in hand with the program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error: std::io::Error| {
            (
                format!("a program that cannot be started: {error}"),
                "a program that is installed here".to_owned(),
            )
        };
        // A signal ends the programs of this list: none is started and not in it.
        let mut children = children();
        let mut child = command.spawn().map_err(cannot)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        children.push(child.clone());
        drop(children);
        let (mut input, output) = pipes.ok_or_else(|| cannot(std::io::ErrorKind::BrokenPipe.into()))?;
        // A program that has ended is noticed when its output is read.
        let _ = input.write_all(&line(&Hello::new(game)));
        let (send, first) = sync_channel(1);
        in_thread(&child, move || {
            let mut output = BufReader::new(output);
            let _ = send.send((next_line(&mut output), Some(output)));
        })?;
        let (first, output) = first_line(&first, &child);
        let read = |line: String| Ready::read(&line).map_err(|error| Fault::Line(line, error));
        let (ready, output) = match first.and_then(read) {
            Ok(ready) => (ready, output),
            Err(fault) => {
                let found = fault.words(&child);
                end(&child);
                return Err((found, "{\"undercard\": 1} as the first line of its output".into()));
            }
        };
        let process = Arc::new(Self {
            command: words.join(" "),
            ready,
            queue: Mutex::default(),
            wake: Condvar::new(),
            child,
        });
        let (writer, watch, reader) = (process.clone(), process.clone(), process.clone());
        in_thread(&process.child, move || writer.write(input))?;
        in_thread(&process.child, move || watch.watch())?;
        in_thread(&process.child, move || {
            if let Some(output) = output {
                reader.read(output);
            }
        })?;
        Ok(process)
    }

    /// What the program wants to know, and what it says of itself.
    pub(super) const fn ready(&self) -> &Ready {
        &self.ready
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of these settings in later messages.
    pub(super) fn announce(&self, settings: &str) -> u64 {
        let digest = Sha256::digest(settings).to_vec();
        let mut queue = self.queue();
        let next = queue.rules.len() as u64;
        let rules = *queue.rules.entry(digest).or_insert(next);
        if rules == next
            && let Ok(settings) = serde_json::from_str::<&RawValue>(settings)
        {
            queue.lines.extend(line(&Rules { rules, settings }));
            self.wake.notify_all();
        }
        rules
    }

    /// The index of the move that the program chooses.
    pub(super) fn ask(&self, seen: &Seen, n_moves: usize) -> usize {
        let (answer, answered): (_, Receiver<usize>) = sync_channel(1);
        let text = serde_json::to_vec(seen).unwrap_or_default();
        {
            let mut queue = self.queue();
            queue.requests.push(Request { text, n_moves, answer });
            if queue.open.len() < MOST_OPEN {
                self.wake.notify_all();
            }
        }
        // Without an answer the command is about to end, and this game does not count.
        answered.recv().unwrap_or_else(|_| {
            loop {
                thread::park();
            }
        })
    }

    /// Sends what is asked, until the command is over.
    fn write(&self, mut input: ChildStdin) {
        loop {
            let mut queue = self.queue();
            while !queue.is_over
                && queue.lines.is_empty()
                && (queue.requests.is_empty() || queue.open.len() >= MOST_OPEN)
            {
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            if queue.is_over {
                return;
            }
            let mut text = std::mem::take(&mut queue.lines);
            if queue.open.len() < MOST_OPEN && !queue.requests.is_empty() {
                let n = queue.requests.len().min(MOST);
                let requests: Vec<Request> = queue.requests.drain(..n).collect();
                let batch = queue.n_batches;
                queue.n_batches += 1;
                text.extend(format!("{{\"batch\":{batch},\"decisions\":[").bytes());
                for (nth, request) in requests.iter().enumerate() {
                    text.extend((nth > 0).then_some(b','));
                    text.extend(&request.text);
                }
                text.extend(b"]}\n");
                queue.open.push_back(Open { batch, requests, since: Instant::now() });
            }
            drop(queue);
            if input.write_all(&text).is_err() {
                // The end of its output tells more.
                thread::sleep(LAST);
                self.fail(match has_ended(&self.child) {
                    true => Fault::End,
                    false => Fault::Other("it does not read its input".into()),
                });
            }
        }
    }

    /// Reads the answers, until the command is over.
    fn read(&self, mut output: BufReader<ChildStdout>) {
        loop {
            let answered = next_line(&mut output).and_then(|line| self.answer(&line));
            if self.queue().is_over {
                return;
            }
            if let Err(fault) = answered {
                self.fail(fault);
            }
        }
    }

    /// Passes an answer on to those who wait for it.
    fn answer(&self, line: &str) -> Result<(), Fault> {
        let of_line = |what: String| Fault::Line(line.to_owned(), what);
        let Answer { batch, moves } = serde_json::from_str(line).map_err(|_| of_line(ANSWER.into()))?;
        let open = {
            let mut queue = self.queue();
            let open = queue.open.pop_front();
            if let Some(next) = queue.open.front_mut() {
                // The program begins with the next batch now.
                next.since = Instant::now();
            }
            self.wake.notify_all();
            open.ok_or_else(|| of_line("nothing was asked".into()))?
        };
        if batch != open.batch {
            return Err(of_line(format!("expected the answer to batch {}", open.batch)));
        }
        if moves.len() != open.requests.len() {
            return Err(of_line(format!("expected {} moves, one for each decision", open.requests.len())));
        }
        let illegal = moves.iter().zip(&open.requests).position(|(mv, request)| *mv >= request.n_moves);
        if let Some(nth) = illegal {
            let last = open.requests[nth].n_moves - 1;
            return Err(of_line(format!(
                "decision {nth}: found the move {}, expected 0 to {last}",
                moves[nth]
            )));
        }
        for (request, mv) in open.requests.iter().zip(moves) {
            // A thread that has ended does not wait.
            let _ = request.answer.send(mv);
        }
        Ok(())
    }

    /// Ends the command if the program takes too long.
    fn watch(&self) {
        let longest = Duration::from_secs(self.ready().seconds);
        loop {
            thread::sleep(TICK);
            let queue = self.queue();
            if queue.is_over {
                return;
            }
            let waited = queue.open.front().map_or(Duration::ZERO, |open| open.since.elapsed());
            drop(queue);
            // A child of a program that has ended can keep its output open.
            if waited > LAST && has_ended(&self.child) {
                self.fail(Fault::End);
            }
            if waited > longest {
                self.fail(Fault::Other(format!("no answer within {} seconds", longest.as_secs())));
            }
        }
    }

    /// Ends the command, because the games in hand cannot be finished. Results that were saved before stay as they are.
    fn fail(&self, fault: Fault) -> ! {
        let _first = END.lock();
        let found = fault.words(&self.child);
        kill_all();
        let command = shown(&self.command);
        // Nothing can be done about an unwritable stderr.
        let _ = writeln!(
            stderr(),
            "error: exec:{command}: {found}\nthe games in hand do not count; nothing more was saved"
        );
        std::process::exit(FAILED)
    }

    /// Closes the input of the program, and ends it if it does not end by itself; returns whether it did.
    pub(super) fn end(&self) -> bool {
        self.queue().is_over = true;
        self.wake.notify_all();
        let began = Instant::now();
        while !has_ended(&self.child) && began.elapsed() < LAST {
            thread::sleep(TICK / 20);
        }
        let ends = has_ended(&self.child);
        end(&self.child);
        ends
    }
}

const ANSWER: &str = "expected {\"batch\": …, \"moves\": […]} with the number of the batch and the index of a move for each decision";

/// The first line of a program, and the rest of its output.
type FirstLine = (Result<String, Fault>, Option<BufReader<ChildStdout>>);

/// What is wrong with the output of a program.
enum Fault {
    /// It has ended.
    End,
    /// A line, and what is wrong with it.
    Line(String, String),
    Other(String),
}

impl Fault {
    /// The fault in words.
    fn words(self, child: &Mutex<Child>) -> String {
        match self {
            Self::End => ending(child),
            Self::Line(line, what) => format!("the line \"{}\": {what}", shown(line.trim_end())),
            Self::Other(what) => what,
        }
    }
}

/// The next line of a program.
fn next_line(output: &mut BufReader<ChildStdout>) -> Result<String, Fault> {
    let mut line = Vec::new();
    let n =
        output.take(LONGEST).read_until(b'\n', &mut line).map_err(|error| Fault::Other(error.to_string()))?;
    match line.last() {
        Some(b'\n') => String::from_utf8(line).map_err(|_| Fault::Other("a line that is not UTF-8".into())),
        _ if n as u64 == LONGEST => Err(Fault::Other(format!("a line of more than {LONGEST} bytes"))),
        _ => Err(Fault::End),
    }
}

/// The first line of a program, and the rest of its output.
fn first_line(first: &Receiver<FirstLine>, child: &Mutex<Child>) -> FirstLine {
    let began = Instant::now();
    let mut ended = None;
    while began.elapsed() < FIRST {
        match first.recv_timeout(TICK) {
            Ok(first) => return first,
            Err(RecvTimeoutError::Disconnected) => return (Err(Fault::End), None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        // A child of a program that has ended can keep its output open.
        if has_ended(child) && ended.get_or_insert_with(Instant::now).elapsed() > LAST {
            return (Err(Fault::End), None);
        }
    }
    (Err(Fault::Other(format!("no answer within {} seconds", FIRST.as_secs()))), None)
}

/// How a program ended whose output has ended.
fn ending(child: &Mutex<Child>) -> String {
    let began = Instant::now();
    while !has_ended(child) && began.elapsed() < LAST {
        thread::sleep(TICK / 10);
    }
    let has_ended = has_ended(child);
    match kill(child) {
        Ok(status) if has_ended => format!("the program has ended ({status})"),
        _ => "the program has closed its output".into(),
    }
}

/// Calls a function in a thread of its own. Without one, the program ends.
///
/// # Errors
/// The system cannot start a thread: what was found, and what is expected.
fn in_thread(child: &Arc<Mutex<Child>>, run: impl FnOnce() + Send + 'static) -> Result<(), (String, String)> {
    thread::Builder::new().spawn(run).map(drop).map_err(|error| {
        end(child);
        let expected = "room for one: raise the limit of processes (`ulimit -u`), or free memory".to_owned();
        (format!("the system cannot start a thread for this program ({error})"), expected)
    })
}

fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn children() -> MutexGuard<'static, Vec<Arc<Mutex<Child>>>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs that were started, and what they have started.
fn kill_all() {
    children().iter().for_each(|child| drop(kill(child)));
}

/// Ends all programs, and then the command in this way.
#[cfg(unix)]
pub(super) fn kill_and(exit: impl FnOnce() -> std::convert::Infallible) -> ! {
    let _first = END.lock();
    // Nothing starts any more.
    let children = children();
    children.iter().for_each(|child| drop(kill(child)));
    match exit() {}
}

/// Ends a program and removes it from the list.
fn end(child: &Arc<Mutex<Child>>) {
    let _ = kill(child);
    children().retain(|other| !Arc::ptr_eq(child, other));
}

/// Ends a program, which may have ended by itself, and what it has started.
fn kill(child: &Mutex<Child>) -> io::Result<ExitStatus> {
    let mut child = locked(child);
    #[cfg(unix)]
    if unreaped(&child).is_ok() {
        // The program has its own group, whose number nobody else gets before `wait`.
        let _ = rustix::process::kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    let _ = child.kill();
    child.wait()
}

/// Whether a program has ended. Its number stays its own until it is waited for in [`kill`].
fn has_ended(child: &Mutex<Child>) -> bool {
    #[cfg(unix)]
    return !matches!(unreaped(&locked(child)), Ok(false));
    #[cfg(not(unix))]
    return !matches!(locked(child).try_wait(), Ok(None));
}

/// Whether a program has ended and was not waited for yet.
///
/// # Errors
/// It was.
#[cfg(unix)]
fn unreaped(child: &Child) -> rustix::io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_child(child)), options).map(|status| status.is_some())
}

/// A message as a line.
fn line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_has_ended_is_forgotten() {
        let words = ["sh", "-c", "echo '{\"undercard\": 1}'; cat >/dev/null"].map(str::to_owned);
        let game = crate::games::Catalogue::printed().find("knife-fight").expect("a game");
        let process = Process::start(&words, &game).unwrap_or_else(|(found, _)| panic!("{found}"));
        let is_listed = || children().iter().any(|child| Arc::ptr_eq(child, &process.child));
        assert!(is_listed());
        assert!(process.end());
        assert!(!is_listed());
    }
}
