//! The server: it hands out the files of the page, and answers its questions with streams of events.

use super::access::{Asker, Door, POLICY};
use super::messages::{Begin, Event, Request, fault};
use super::places::Places;
use super::secret::Secret;
use super::workbench::Workbench;
use crate::config::Catalogue;
use crate::experiments::Session;
use crate::report::page;
use http_body_util::{BodyExt, Either, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request as HttpRequest, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use std::{io, thread};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::timeout;

/// The files of the page: name, content and type.
pub(super) const FILES: &[(&str, &str, &str)] = &[
    ("", include_str!("../web/page.html"), "text/html; charset=utf-8"),
    ("report.css", page::STYLE, "text/css"),
    ("studio.css", include_str!("../web/studio.css"), "text/css"),
    ("studio.js", include_str!("../web/studio.js"), "text/javascript"),
    ("shared.js", include_str!("../web/shared.js"), "text/javascript"),
    ("open.js", include_str!("../web/open.js"), "text/javascript"),
    ("version.js", include_str!("../web/version.js"), "text/javascript"),
    ("more.js", include_str!("../web/more.js"), "text/javascript"),
    ("play.js", include_str!("../web/play.js"), "text/javascript"),
    ("search.js", include_str!("../web/search.js"), "text/javascript"),
    ("table.js", include_str!("../web/table.js"), "text/javascript"),
    ("targets.js", include_str!("../web/targets.js"), "text/javascript"),
    ("words.js", include_str!("../web/words.js"), "text/javascript"),
    ("dropped.js", include_str!("../web/dropped.js"), "text/javascript"),
    ("fighters.js", include_str!("../web/fighters.js"), "text/javascript"),
    ("home.js", include_str!("../web/home.js"), "text/javascript"),
    ("address.js", include_str!("../web/address.js"), "text/javascript"),
    ("ask.js", include_str!("../web/ask.js"), "text/javascript"),
    ("controls.js", include_str!("../web/controls.js"), "text/javascript"),
    ("answer.js", include_str!("../web/answer.js"), "text/javascript"),
    ("list.js", include_str!("../web/list.js"), "text/javascript"),
    ("faces.js", include_str!("../web/faces.js"), "text/javascript"),
    ("dials.js", include_str!("../web/dials.js"), "text/javascript"),
    ("pictures.js", include_str!("../web/pictures.js"), "text/javascript"),
    ("own.js", include_str!("../web/own.js"), "text/javascript"),
    ("tour.js", include_str!("../web/tour.js"), "text/javascript"),
    ("sheet.js", include_str!("../web/sheet.js"), "text/javascript"),
    ("state.js", include_str!("../web/state.js"), "text/javascript"),
];

/// The type of an answer for people.
const TEXT: &str = "text/plain; charset=utf-8";
/// Number of events that wait for a slow page.
const WAITING: usize = 64;
/// The longest name of a page.
const LONGEST_PAGE: usize = 64;
/// The longest time until a browser has sent a whole request.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
/// The longest question, in bytes.
const LONGEST_QUESTION: usize = 2 << 20;

/// Maximum number of questions that are answered at the same time: each has a thread.
const MOST_ASKED: usize = 64;

/// An answer: all at once, or events that go on.
type Answer = Response<Either<Full<Bytes>, Events>>;

/// A studio that listens at a port of this computer.
pub struct Studio {
    runtime: Runtime,
    listener: TcpListener,
    hall: Arc<Hall>,
}

/// What all requests share.
struct Hall {
    door: Door,
    bench: Workbench,
    /// The job of each page.
    jobs: Mutex<HashMap<String, Arc<Slot>>>,
    /// A permit for each question that can be answered.
    free: Arc<Semaphore>,
}

/// The place of the only job of a page.
#[derive(Default)]
struct Slot {
    jobs: Mutex<Jobs>,
    /// Wakes the jobs that wait: the one that played has ended, or one of them was displaced.
    changed: Condvar,
}

/// The jobs of a page: one plays, others may wait.
#[derive(Default)]
struct Jobs {
    is_playing: bool,
    /// Stops the newest job.
    stop: Arc<AtomicBool>,
}

/// Held by the job that plays.
struct Turn<'s>(&'s Slot);

/// Why a studio cannot open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another program uses the port.
    #[error("--port: found {0}, which another program uses, expected a free port; 0 chooses one")]
    Busy(u16),
    /// The system refuses.
    #[error("the studio cannot start ({0})")]
    System(#[from] io::Error),
    /// The system has no random numbers.
    #[error("the studio cannot start ({0})")]
    Token(#[from] getrandom::Error),
}

/// Opens a studio for the config of the command line and the files in this folder. Without a port, takes the usual one, or
/// any other if that is busy.
///
/// # Errors
/// The port is busy, or the system refuses.
pub fn open(
    port: Option<u16>,
    folder: &std::path::Path,
    begin: Begin,
    session: Session,
    catalogue: Catalogue,
) -> Result<Studio, OpenError> {
    const USUAL: u16 = 4747;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let listen =
        |port: u16| runtime.block_on(TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))));
    let listener = match port {
        Some(port) => listen(port).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => OpenError::Busy(port),
            _ => error.into(),
        })?,
        None => listen(USUAL).or_else(|_| listen(0))?,
    };
    let secret = Secret::of_user()?;
    let door = Door::new(listener.local_addr()?.port(), secret.token(folder));
    let mut places = Places::new(folder, begin.config.clone(), secret)?;
    places.catalogue = catalogue;
    let bench = Workbench::new(places, begin, session);
    Ok(Studio { runtime, listener, hall: Arc::new(Hall::new(door, bench)) })
}

impl Studio {
    /// The address of the page.
    pub fn address(&self) -> String {
        self.hall.door.address()
    }

    /// Serves the page until the program ends.
    pub fn serve(self) -> ! {
        let Self { runtime, listener, hall } = self;
        runtime.block_on(async {
            loop {
                // With too many open files, this fails until some are closed.
                let Ok((stream, _)) = listener.accept().await else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                // Each event leaves at once, before the browser has acknowledged the one before. If the system refuses
                // this, events only arrive later.
                let _ = stream.set_nodelay(true);
                tokio::spawn(connection(hall.clone(), stream));
            }
        })
    }
}

/// Serves a connection until the browser closes it, or sends nothing for a while.
async fn connection(hall: Arc<Hall>, stream: TcpStream) {
    let service = service_fn(move |request| {
        let hall = hall.clone();
        async move { Ok::<_, Infallible>(respond(hall, request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(LONGEST_SILENCE);
    // A browser that is gone gets no answer.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Refuses everybody but the page, and sets the headers of every answer.
async fn respond(hall: Arc<Hall>, request: HttpRequest<Incoming>) -> Answer {
    let mut response = if admits(&hall.door, &request) {
        route(hall, request).await
    } else {
        whole(StatusCode::FORBIDDEN, TEXT, "Open the address that `undercard studio` prints.\n")
    };
    let fixed = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Whether a request may be answered.
fn admits(door: &Door, request: &HttpRequest<Incoming>) -> bool {
    let text = |name: HeaderName| {
        // Two of them could mean different things to different readers.
        let mut all = request.headers().get_all(name).iter();
        all.next().filter(|_| all.next().is_none()).and_then(|value| value.to_str().ok())
    };
    let has_origin = request.headers().contains_key(header::ORIGIN);
    let is_known = request.method() == Method::GET || request.method() == Method::POST;
    let asker = Asker {
        is_post: request.method() == Method::POST,
        host: text(header::HOST),
        origin: has_origin.then(|| text(header::ORIGIN).unwrap_or_default()),
        token: request.uri().path().split('/').nth(1).unwrap_or_default(),
    };
    is_known && door.admits(asker)
}

/// The answer to the page, which asks for `/TOKEN/`, `/TOKEN/FILE` and `/TOKEN/ask/PAGE`.
async fn route(hall: Arc<Hall>, request: HttpRequest<Incoming>) -> Answer {
    let path = request.uri().path().to_owned();
    let parts: Vec<&str> = path.split('/').skip(2).collect();
    match (request.method() == Method::POST, &*parts) {
        (false, [name]) => match FILES.iter().find(|(known, _, _)| known == name) {
            Some((_, content, kind)) => whole(StatusCode::OK, kind, *content),
            None => empty(StatusCode::NOT_FOUND),
        },
        (true, ["ask", page]) => ask(hall, page, request).await,
        _ => empty(StatusCode::NOT_FOUND),
    }
}

/// An answer that is there at once.
fn whole(status: StatusCode, kind: &'static str, content: impl Into<Bytes>) -> Answer {
    with(status, kind, Either::Left(Full::new(content.into())))
}

fn empty(status: StatusCode) -> Answer {
    whole(status, TEXT, Bytes::new())
}

fn with(status: StatusCode, kind: &'static str, body: Either<Full<Bytes>, Events>) -> Answer {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Answers a question with a stream of events. A job replaces that of the same page.
async fn ask(hall: Arc<Hall>, page: &str, request: HttpRequest<Incoming>) -> Answer {
    let is_json = request.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let body = Limited::new(request.into_body(), LONGEST_QUESTION).collect();
    let body = match timeout(LONGEST_SILENCE, body).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            return whole(StatusCode::PAYLOAD_TOO_LARGE, TEXT, "found more than 2 MiB, expected less");
        }
        Ok(Err(_)) => return empty(StatusCode::BAD_REQUEST),
        Err(_) => return empty(StatusCode::REQUEST_TIMEOUT),
    };
    let request = match serde_json::from_slice::<Request>(&body) {
        Ok(request) if is_json && page.len() <= LONGEST_PAGE => request,
        Ok(_) => return empty(StatusCode::BAD_REQUEST),
        Err(error) => return whole(StatusCode::BAD_REQUEST, TEXT, error.to_string()),
    };
    let page = page.to_owned();
    if matches!(request, Request::Stop {}) {
        hall.stop(&page);
    }
    let Ok(permit) = hall.free.clone().try_acquire_owned() else {
        let text = format!(
            "The studio answers at most {MOST_ASKED} questions at a time. Close other pages, or try again later."
        );
        return whole(StatusCode::SERVICE_UNAVAILABLE, TEXT, text);
    };
    let (sender, receiver) = channel(WAITING);
    let stop = Arc::<AtomicBool>::default();
    let slot = request.is_job().then(|| hall.slot(&page, &stop));
    let events = Events { receiver, stop: stop.clone() };
    let reply = {
        let stop = stop.clone();
        Arc::new(move |event: Event| {
            // The page has gone if nobody receives.
            if sender.blocking_send(event_text(&event)).is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        })
    };
    let unanswered = (hall.clone(), page.clone(), slot.clone());
    let started = thread::Builder::new().spawn(move || {
        let _permit = permit;
        match slot {
            None => hall.bench.answer(&request, stop, reply),
            Some(slot) => {
                if let Some(_turn) = slot.turn(&stop) {
                    hall.bench.answer(&request, stop, reply);
                }
                hall.leave(&page, &slot);
            }
        }
    });
    if let Err(error) = started {
        let (hall, page, slot) = unanswered;
        slot.inspect(|slot| hall.leave(&page, slot));
        let text = format!("The system cannot start a thread ({error}).");
        return whole(StatusCode::OK, "text/event-stream", event_text(&fault(text)));
    }
    with(StatusCode::OK, "text/event-stream", Either::Right(events))
}

/// An event in the stream of an answer.
fn event_text(event: &Event) -> String {
    format!("data: {}\n\n", serde_json::to_string(event).unwrap_or_default())
}

impl Slot {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Displaces the newest job by the one that this flag stops.
    fn displace(&self, stop: &Arc<AtomicBool>) {
        let mut jobs = self.jobs();
        jobs.stop.store(true, Ordering::Relaxed);
        jobs.stop = stop.clone();
        self.changed.notify_all();
    }

    /// Waits until no other job plays. `None` if the job that asks is stopped before, because a newer one, which may play for
    /// hours, can be the first to have its turn.
    fn turn(&self, stop: &AtomicBool) -> Option<Turn<'_>> {
        let waits = |jobs: &mut Jobs| jobs.is_playing && !stop.load(Ordering::Relaxed);
        let mut jobs = self.changed.wait_while(self.jobs(), waits).unwrap_or_else(PoisonError::into_inner);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        jobs.is_playing = true;
        Some(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.jobs().is_playing = false;
        self.0.changed.notify_all();
    }
}

impl Hall {
    fn new(door: Door, bench: Workbench) -> Self {
        Self { door, bench, jobs: Mutex::default(), free: Arc::new(Semaphore::new(MOST_ASKED)) }
    }

    /// The slot of a page, from which this job displaces the one before.
    fn slot(&self, page: &str, stop: &Arc<AtomicBool>) -> Arc<Slot> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = jobs.entry(page.to_owned()).or_default().clone();
        slot.displace(stop);
        slot
    }

    /// Stops the job of a page, which answers with what it found so far.
    fn stop(&self, page: &str) {
        let slot = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).get(page).cloned();
        if let Some(slot) = slot {
            slot.jobs().stop.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the slot of a page after its last job.
    fn leave(&self, page: &str, slot: &Arc<Slot>) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        // The map and this job hold it.
        if Arc::strong_count(slot) <= 2 {
            jobs.remove(page);
        }
    }
}

/// The events of an answer. If the page no longer waits for them, the job stops.
struct Events {
    receiver: Receiver<String>,
    stop: Arc<AtomicBool>,
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|text| Ok(Frame::data(text.into()))))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the browser would learn of a script only when it has read the one that imports it.
    #[test]
    fn the_page_names_all_of_its_scripts() {
        let [(_, page, _), files @ ..] = FILES else { panic!("no page") };
        for (name, ..) in files.iter().filter(|(name, ..)| name.ends_with(".js") && *name != "studio.js") {
            assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"{name}\">")), "{name}");
        }
    }

    /// Before a request, within its head, and within its body. The clock of the runtime passes over the silence. A question
    /// of a page is refused if too many others are being answered.
    #[test]
    fn silent_connections_and_too_many_questions_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let secret = Secret::random().expect("random numbers");
        let places = Places::new(folder.path(), None, secret).expect("a folder");
        let bench = Workbench::new(places, Begin::default(), Session::new(Some(1)).expect("a session"));
        let runtime =
            Builder::new_current_thread().enable_all().start_paused(true).build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let door = Door::new(address.port(), "token".into());
            let hall = Arc::new(Hall::new(door, bench));
            // Without a free thread, a complete question is refused.
            let _busy = hall.free.try_acquire_many(u32::try_from(MOST_ASKED).expect("few")).expect("free");
            let head =
                format!("POST /token/ask/page HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n");
            let whole_head = format!("{head}content-length: 9\r\n\r\n");
            let question = "{\"ask\":\"start\"}";
            let length = question.len();
            let asked = format!("{head}connection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{question}");
            for (sent, answer) in
                [("", ""), (head.as_str(), ""), (&whole_head, "HTTP/1.1 408 "), (&asked, "HTTP/1.1 503 ")]
            {
                let client = TcpStream::connect(address).await.expect("a connection");
                client.writable().await.expect("open");
                assert_eq!(client.try_write(sent.as_bytes()).expect("sent"), sent.len());
                let (stream, _) = listener.accept().await.expect("a connection");
                tokio::spawn(connection(hall.clone(), stream));
                let (mut received, mut part) = (Vec::new(), [0; 4096]);
                loop {
                    let readable = timeout(Duration::from_secs(3600), client.readable()).await;
                    readable.expect("it is closed within an hour").expect("open");
                    match client.try_read(&mut part) {
                        Ok(0) => break,
                        Ok(n) => received.extend_from_slice(&part[..n]),
                        Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
                    }
                }
                let received = String::from_utf8(received).expect("text");
                assert!(
                    received.starts_with(answer) && received.is_empty() == answer.is_empty(),
                    "{received}"
                );
            }
        });
    }
}
