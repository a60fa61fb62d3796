//! How long a designer waits: the time from a change on the page to its first figure, and to win shares known to ±0.5 points,
//! for each game, beside the time that the same pairs take in the library. `cargo bench --bench studio`

#![expect(clippy::print_stdout, reason = "it prints its table")]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use undercard::config::{Plan, PlanOptions};
use undercard::experiments::compare::{Compare, Options};
use undercard::experiments::{Experiment, Session};

/// A game, a setting, and two values that are not printed. The baseline is known after the first.
const CHANGES: &[(&str, &str, [&str; 2])] = &[
    ("knife-fight", "cards.ten.damage", ["8", "9"]),
    ("stabby-jack", "", ["", ""]),
    ("fight", "", ["", ""]),
    ("taunt", "", ["", ""]),
    ("stupid-fight", "", ["", ""]),
];

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_undercard"))
        .args(["studio", "--no-open", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a studio");
    let mut address = String::new();
    BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut address).expect("an address");
    println!(
        "{:14}{:>16}{:>16}{:>16}{:>12}",
        "game", "first figure", "the engine", "±0.5 points", "the engine"
    );
    for (game, key, values) in CHANGES {
        let (key, values) =
            if key.is_empty() { number_of(game) } else { ((*key).into(), values.map(Into::into)) };
        let _ = wait(&address, game, &key, &values[0]);
        let [first, precise] = wait(&address, game, &key, &values[1]);
        let engine = |games| ms(engine(game, &format!("{key}={}", values[1]), games));
        println!(
            "{game:14}{:>13} ms{:>13} ms{:>13} ms{:>9} ms",
            ms(first.0),
            engine(first.1),
            ms(precise.0),
            engine(precise.1)
        );
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn ms(time: Duration) -> u128 {
    time.as_millis()
}

/// The first number of a game that two steps up leave in its range, and its values after one and two steps.
fn number_of(game: &str) -> (String, [String; 2]) {
    let plan = Plan::new(game, &PlanOptions::default()).expect("a plan");
    for setting in plan.rules().settings() {
        let undercard::config::Allowed::Int(low, high) = setting.allowed else { continue };
        let Some(undercard::config::Value::Int(now)) = plan.value(&setting.path).map(|node| &node.value)
        else {
            continue;
        };
        if now + 2 > high || *now < low || setting.path.starts_with("setup") {
            continue;
        }
        let values = [1, 2].map(|step| (now + step).to_string());
        let is_valid = |value: &String| {
            let set = vec![format!("{}={value}", setting.path)];
            Plan::new(game, &PlanOptions { set, ..PlanOptions::default() }).is_ok()
        };
        if values.iter().all(is_valid) {
            return (setting.path.clone(), values);
        }
    }
    panic!("{game} has no number");
}

/// The times from the question to the first look and to the first look that is precise, each with its number of pairs.
fn wait(address: &str, game: &str, key: &str, value: &str) -> [(Duration, u64); 2] {
    let (host, token) =
        address.trim().trim_start_matches("http://").trim_end_matches('/').split_once('/').expect("a token");
    let version = serde_json::json!({
        "config": game, "base": [], "set": [[key, value]], "bots": [], "seed": null,
    });
    let body = serde_json::json!({ "ask": "answer", "games": 10_000_000, "version": version }).to_string();
    let began = Instant::now();
    let mut stream = TcpStream::connect(host).expect("a connection");
    let length = body.len();
    write!(
        stream,
        "POST /{token}/ask/bench HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .expect("a question");
    let (mut first, mut last) = (None, (Duration::MAX, 0));
    for line in BufReader::new(stream).lines() {
        let line = line.expect("an event");
        let Some(event) = line.strip_prefix("data: ") else { continue };
        let event: serde_json::Value = serde_json::from_str(event).expect("JSON");
        if event["event"] != "look" {
            continue;
        }
        last = (began.elapsed(), event["played"].as_u64().unwrap_or(0));
        first.get_or_insert(last);
        if event["half-width"].as_f64().is_some_and(|half| half <= 0.005) || event["is-done"] == true {
            break;
        }
    }
    // Closing the connection ends the answer.
    [first.unwrap_or(last), last]
}

/// The time that the library takes for as many pairs, without any page.
fn engine(game: &str, set: &str, games: u64) -> Duration {
    let plan_options = PlanOptions { games: Some(games), ..PlanOptions::default() };
    let options = Options { set_b: vec![set.into()], ..Options::default() };
    let compare = Compare::new(game, &plan_options, &options).expect("a comparison");
    let session = Session::new(None).expect("threads");
    let began = Instant::now();
    let _ = compare.play(&session);
    began.elapsed()
}
