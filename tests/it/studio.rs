//! The studio as a browser sees it: who is admitted, and that its figures are those of the command line.

use super::signals::program;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use calamine::{Data, DataType, Reader, Xlsx};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use tempfile::TempDir;

/// A running studio.
struct Studio {
    child: Child,
    folder: TempDir,
    /// What it keeps between its runs.
    state: TempDir,
    host: String,
    token: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Studio {
    fn open() -> Self {
        let [folder, state] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        Self::open_in(folder, state, "0")
    }

    fn open_in(folder: TempDir, state: TempDir, port: &str) -> Self {
        let mut child = program()
            .current_dir(folder.path())
            .env("XDG_STATE_HOME", state.path())
            .args(["studio", "--no-open", "--port", port, "--threads", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a child");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (host, token) = address.trim_end_matches('/').split_once('/').expect("a token");
        assert!(host.starts_with("127.0.0.1:"), "{address}");
        Self { child, folder, state, host: host.into(), token: token.into() }
    }

    /// Sends a request with these headers.
    fn begin(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("a request");
        stream
    }

    /// The status and the whole answer of a request.
    fn end(mut stream: TcpStream) -> (u16, String) {
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, answer)
    }

    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        Self::end(self.begin(method, path, headers, body))
    }

    /// Sends a question as the page does.
    fn begin_question(&self, page: &str, question: &Value) -> TcpStream {
        let origin = format!("http://{}", self.host);
        let headers =
            [("Host", self.host.as_str()), ("Origin", origin.as_str()), ("Content-Type", "application/json")];
        self.begin("POST", &format!("/{}/ask/{page}", self.token), &headers, &question.to_string())
    }

    /// The events of the answer to a question.
    fn ask(&self, question: &Value) -> Vec<Value> {
        self.ask_on("page", question)
    }

    fn ask_on(&self, page: &str, question: &Value) -> Vec<Value> {
        let (status, answer) = Self::end(self.begin_question(page, question));
        assert_eq!(status, 200, "{answer}");
        let lines = answer.lines().filter_map(|line| line.strip_prefix("data: "));
        lines.map(|line| serde_json::from_str(line).expect("an event")).collect()
    }

    /// The standard output of a command that the page shows.
    fn typed(&self, command: &str) -> String {
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for c in command.chars() {
            match c {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                _ => words.last_mut().expect("a word").push(c),
            }
        }
        let out = words[1].clone();
        let words = words.into_iter().skip(1).chain(["--threads", "1", "--out", &out].map(str::to_owned));
        let output = program().current_dir(self.folder.path()).args(words).output().expect("an end");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

fn version(config: &str, set: &[(&str, &str)]) -> Value {
    json!({ "config": config, "base": [], "set": set, "bots": ["random"], "seed": 7 })
}

fn events<'e>(all: &'e [Value], name: &str) -> Vec<&'e Value> {
    all.iter().filter(|event| event["event"] == name).collect()
}

#[test]
fn only_the_page_is_admitted() {
    let studio = Studio::open();
    let own = ("Host", studio.host.as_str());
    let page = format!("/{}/", studio.token);
    let (status, answer) = studio.send("GET", &page, &[own], "");
    assert_eq!(status, 200);
    assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{answer}");
    let ask = format!("/{}/ask/page", studio.token);
    let json = ("Content-Type", "application/json");
    let start = r#"{"ask":"start"}"#;
    let other = ("Origin", "http://evil.example");
    let port = studio.host.split(':').nth(1).expect("a port");
    let rebound = format!("evil.example:{port}");
    let origin = format!("http://{}", studio.host);
    for (method, path, headers) in [
        ("GET", "/", vec![own]),
        ("GET", "/00000000000000000000000000000000/", vec![own]),
        ("GET", page.as_str(), vec![]),
        ("GET", &page, vec![("Host", &rebound)]),
        ("GET", &page, vec![own, other]),
        ("GET", &page, vec![own, own]),
        ("POST", &ask, vec![own, json]),
        ("POST", &ask, vec![own, json, other]),
        ("POST", &ask, vec![("Host", &rebound), json, ("Origin", &origin)]),
        ("OPTIONS", &ask, vec![own, ("Origin", &origin)]),
        ("DELETE", &ask, vec![own, ("Origin", &origin)]),
    ] {
        let (status, answer) = studio.send(method, path, &headers, start);
        assert!([400, 403].contains(&status), "{method} {path} {headers:?}: {answer}");
        assert!(!answer.contains("started"), "{answer}");
    }
    // A form of another site cannot send JSON.
    let plain = [own, ("Origin", origin.as_str()), ("Content-Type", "text/plain")];
    assert_eq!(studio.send("POST", &ask, &plain, start).0, 400);
    for path in ["../Cargo.toml", "..%2f..%2fetc%2fpasswd", "none.js", "studio.js/", "ask/page"] {
        let (status, _) = studio.send("GET", &format!("/{}/{path}", studio.token), &[own], "");
        assert_eq!(status, 404, "{path}");
    }
    let page_asks = [own, ("Origin", &origin), json];
    assert_eq!(studio.send("POST", &page, &page_asks, start).0, 404);
    assert_eq!(studio.send("POST", &ask, &page_asks, "{").0, 400);
    assert_eq!(studio.send("POST", &ask, &page_asks, start).0, 200);
    let (status, answer) = studio.send("POST", &ask, &page_asks, &" ".repeat((2 << 20) + 1));
    assert_eq!(status, 413);
    assert!(answer.ends_with("found more than 2 MiB, expected less"), "{answer}");
}

#[test]
fn a_change_has_the_figures_of_the_command_that_the_page_shows() {
    let studio = Studio::open();
    let question = json!({
        "ask": "answer", "games": 20000, "version": version("knife-fight", &[("cards.ten.damage", "9")]),
    });
    let all = studio.ask(&question);
    let shown = events(&all, "version")[0];
    assert_eq!(shown["differences"][0]["key"], "cards.ten.damage");
    let looks = events(&all, "look");
    let (last, first) = (looks.last().expect("a look"), looks[0]);
    assert!(last["is-done"] == true && first["is-done"] == false && looks.len() > 2, "{looks:?}");
    assert_eq!(last["text"], studio.typed(shown["command"].as_str().expect("a command")));
    let charts = events(&all, "charts");
    assert_eq!(charts.last().map(|charts| &charts["is-final"]), Some(&json!(true)));
    assert!(charts[0]["lengths"].as_str().is_some_and(|svg| svg.contains("outline")), "{charts:?}");
    // The chart of the cards has the intervals that the command prints.
    let last = charts.last().expect("charts");
    let cards = last["cards"].as_str().expect("a table");
    let printed = studio.typed(last["command"].as_str().expect("a command"));
    let row = printed.lines().find_map(|line| line.trim().split_once(" pp  ")).expect("a card");
    let value = row.0.rsplit(' ').next().expect("a difference");
    assert!(
        cards.contains(&format!("{value} points<span class=\"ends\">{}</span>", row.1.trim())),
        "{row:?}: {cards}"
    );
    let panel = json!({ "ask": "panel", "games": 300, "version": version("knife-fight", &[]) });
    let all = studio.ask(&panel);
    let text = events(&all, "text")[0];
    // The page has no options, and settings have names.
    let printed = unwrapped(&studio.typed(text["command"].as_str().expect("a command")));
    let printed = printed.replace(" `--bots BOT` shows everything about one bot.", "");
    assert_eq!(unwrapped(text["text"].as_str().expect("a text")), printed);
}

/// The program's own table changes exactly what differs in it, whatever separates its cells; names that are not known are left
/// out.
#[test]
fn a_pasted_table_changes_what_differs() {
    let studio = Studio::open();
    for game in ["knife-fight", "taunt"] {
        let own = program().args(["cards", game]).output().expect("an end").stdout;
        let text = String::from_utf8(own).expect("UTF-8");
        let all = studio.ask(&json!({ "ask": "paste", "version": version(game, &[]), "text": text }));
        assert_eq!(all, [json!({ "event": "pasted", "set": [], "unknown": [] })], "{game}");
    }
    let changed = version("knife-fight", &[("cards.ten.damage", "9"), ("cards.four.damage", "9")]);
    let text = "Table\tid\tdamage\tcolour\ncards\tTen\t10\tred\ncards\televen\t7\t\ncards\tfour\t9\t\n";
    for text in [text.to_owned(), text.replace('\t', ";"), text.replace('\t', ",")] {
        let all = studio.ask(&json!({ "ask": "paste", "version": changed, "text": text }));
        let unknown = [["column", "colour"], ["entry", "eleven"]];
        let set = [["cards.ten.damage", "10"]];
        assert_eq!(all, [json!({ "event": "pasted", "set": set, "unknown": unknown })]);
    }
    let list = "table,id,damage__1\nmoves,punch,77\n";
    let all = studio.ask(&json!({ "ask": "paste", "version": version("taunt", &[]), "text": list }));
    assert!(
        all[0]["set"][0][0] == "moves.punch.damage" && all[0]["set"][0][1].to_string().contains("77"),
        "{all:?}"
    );
}

/// Files of the person: their columns are proposed and chosen, and what cannot be read is an error with its place.
#[test]
fn tables_of_the_person_are_read_with_the_chosen_columns() {
    let studio = Studio::open();
    let ask = |question: &str, content: &[u8], columns: &[[&str; 2]]| {
        let file =
            json!({ "name": "my file.csv", "content": BASE64_STANDARD.encode(content), "columns": columns });
        studio.ask(&json!({ "ask": question, "version": version("knife-fight", &[("cards.ten.damage", "9")]), "file": file }))
    };
    let columns = |content: &[u8]| ask("columns", content, &[]).remove(0);
    let log = columns("Sieger,Rounds\nblack,7\n".as_bytes());
    assert_eq!(log["is-log"], true);
    let of = |name: &str| {
        let columns = log["log"]["columns"].as_array().expect("columns");
        columns.iter().find(|column| column[0] == name).cloned().unwrap_or_default()
    };
    assert_eq!(
        [of("winner"), of("rounds")],
        [json!(["winner", "Sieger", true]), json!(["rounds", "Rounds", false])]
    );
    let cards = columns("Card,Qty,damage\nTen,2,8\n".as_bytes());
    assert!(
        cards["is-log"] == false && cards["cards"]["columns"].to_string().contains("[\"id\",\"Card\",true]"),
        "{cards}"
    );
    // The table wins over what the page has changed.
    let changed = ask("cards", b"Card,damage\nTen,8\nFour,4\n", &[["id", "Card"]]);
    assert_eq!(changed[0]["set"], json!([["cards.ten.damage", "8"]]));
    let error = |question: &str, content: &[u8], columns: &[[&str; 2]]| {
        let all = ask(question, content, columns);
        assert_eq!(all[0]["event"], "refused", "{all:?}");
        all[0]["errors"].to_string()
    };
    for (question, content, columns, part) in [
        ("cards", &b"Card,damage\nTen,many\n"[..], &[["id", "Card"]][..], "my file.csv:2"),
        ("cards", b"Card,damage\nTen,8\n", &[["id", "Karte"]], "no column \\\"Karte\\\""),
        ("cards", b"", &[], "an empty file"),
        ("playtest", b"characters,winner\ntuggle; teabot,tuggle\n", &[], "found \\\"tuggle\\\""),
        ("playtest", b"PK\x03\x04 no workbook", &[], "my file.csv"),
        ("playtest", b"\xff\xfe\x00", &[], "my file.csv"),
    ] {
        let found = error(question, content, columns);
        assert!(found.contains(part), "{question}: {found}");
    }
    let file = json!({ "name": "x", "content": "no base64!", "columns": [] });
    let all = studio.ask(&json!({ "ask": "columns", "version": version("knife-fight", &[]), "file": file }));
    assert_eq!(all[0]["event"], "refused");
}

/// A search says which version is the closest so far, and is limited to the settings of the page.
#[test]
fn a_search_shows_the_closest_version_and_changes_only_chosen_settings() {
    let studio = Studio::open();
    let mut version = version("knife-fight", &[]);
    version["targets"] = json!([("metrics/length-mean", "{ min = 8.0, max = 9.5 }")]);
    let all = studio.ask(&json!({ "ask": "tune", "version": version, "vary": ["rules.bleed-divisor"] }));
    let closest = events(&all, "closest");
    assert!(closest.len() > 1 && closest[0]["changes"] == json!([]), "{closest:?}");
    for version in &closest[1..] {
        assert_eq!(version["changes"][0][0], "bleed divisor", "{version}");
        assert!(
            version["figures"][0].as_str().is_some_and(|figure| figure.starts_with("Mean length: ")),
            "{version}"
        );
    }
    let text = events(&all, "text")[0];
    assert!(
        text["command"].as_str().is_some_and(|command| command.contains("--keys rules.bleed-divisor")),
        "{text}"
    );
}

/// The words of a text.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A version of other players has another baseline; a line-up for each seat is repeated for the new seats.
#[test]
fn versions_of_other_players_are_fitted() {
    let studio = Studio::open();
    let answer = |version: &Value| studio.ask(&json!({ "ask": "answer", "games": 300, "version": version }));
    let changes = [("setup.players", "3"), ("rules.max-level", "7")];
    let mut house = version("stabby-jack", &changes);
    house["bots"] = json!(["expert", "random"]);
    let all = answer(&house);
    let fitted = &all[0];
    assert_eq!(
        (all.len(), &fitted["event"], &fitted["keys"]),
        (1, &json!("fitted"), &json!(["setup.players"]))
    );
    assert_eq!(fitted["bots"], json!(["expert", "random", "expert"]));
    (house["base"], house["set"], house["bots"]) =
        (json!(changes[..1]), json!(changes[1..]), fitted["bots"].clone());
    assert!(!events(&answer(&house), "look").is_empty());
    for (game, key, value) in [
        ("fight", "setup.players", "3"),
        ("stupid-fight", "setup.players", "3"),
        ("taunt", "setup.mode", "team"),
    ] {
        let mut house = version(game, &[(key, value)]);
        house["bots"] = json!([]);
        assert_eq!(answer(&house)[0]["keys"], json!([key]), "{game}");
    }
}

#[test]
fn a_file_that_becomes_nonsense_can_still_be_saved() {
    let studio = Studio::open();
    let file = studio.folder.path().join("own.toml");
    std::fs::write(&file, "game = \"knife-fight\"\n# Ours.\n[rules]\ntie = \"no-hit\"\n").expect("a file");
    let open = || studio.ask(&json!({ "ask": "open", "version": version("own.toml", &[]) }))[0].clone();
    let opened = open();
    assert_eq!(opened["fault"], Value::Null);
    std::fs::write(&file, "game = ").expect("a file");
    let mut changed = version("own.toml", &[("cards.ten.damage", "9")]);
    changed["file"] = opened["file"].clone();
    let all = studio.ask(&json!({ "ask": "answer", "games": 300, "version": changed }));
    assert!(!events(&all, "look").is_empty(), "{all:?}");
    let save =
        |name: &str| studio.ask(&json!({ "ask": "save", "version": changed, "name": name }))[0].clone();
    assert_eq!(save("own.toml")["event"], "refused");
    assert_eq!(save("other")["path"], "other.toml");
    let saved = std::fs::read_to_string(studio.folder.path().join("other.toml")).expect("a file");
    assert!(saved.contains("# Ours.") && saved.contains("no-hit") && saved.contains("damage = 9"), "{saved}");
    // Also to a page that is reloaded, and goes on with the file as it was.
    let is_said =
        |opened: &Value| opened["fault"].as_str().is_some_and(|fault| fault.starts_with("own.toml:1"));
    assert!(is_said(&open()) && is_said(&studio.ask(&json!({ "ask": "open", "version": changed }))[0]));
}

/// A copy of a description keeps its id. Whatever was opened before, nothing in it differs from its own printed values.
#[test]
fn printed_values_are_those_of_the_opened_description() {
    let studio = Studio::open();
    let text = std::fs::read_to_string(super::root().join("examples/described/duel.toml")).expect("a file");
    let copy = text.replace("\nhealth = 10", "\n# Fewer.\nhealth = 7");
    assert_ne!(copy, text);
    for (name, text) in [("duel.toml", &text), ("copy.toml", &copy)] {
        std::fs::write(studio.folder.path().join(name), text).expect("a file");
    }
    for config in ["duel.toml", "copy.toml", "duel.toml"] {
        let opened = &studio.ask(&json!({ "ask": "open", "version": version(config, &[]) }))[0];
        let settings = opened["settings"].as_array().expect("settings");
        assert!(
            settings.iter().all(|setting| setting["printed"] == setting["value"]),
            "{config}: {settings:?}"
        );
        let answer = studio.ask(&json!({ "ask": "answer", "games": 300, "version": version(config, &[]) }));
        assert_eq!(events(&answer, "version")[0]["differences"], json!([]), "{config}");
    }
}

#[test]
fn errors_are_those_of_lint_and_files_stay_in_the_folder() {
    let studio = Studio::open();
    let answer = |version: Value| studio.ask(&json!({ "ask": "answer", "games": 300, "version": version }));
    let all = answer(version("knife-fight", &[("cards.ten.damage", "1000")]));
    let error = &events(&all, "refused")[0]["errors"][0];
    assert_eq!(error["key"], "cards.ten.damage");
    let text = error["text"].as_str().expect("a sentence");
    assert!(text.starts_with("cards.ten.damage: found 1000, expected "), "{text}");
    for (config, set) in [
        ("/etc/passwd", &[][..]),
        ("../house.toml", &[]),
        ("knife-fight", &[("run.bots", "/etc/passwd")]),
        ("knife-fight", &[("targets.x", "1")]),
    ] {
        assert_eq!(events(&answer(version(config, set)), "refused").len(), 1, "{config}");
    }
    let save = |name: &str| {
        let version = version("knife-fight", &[("cards.ten.damage", "9")]);
        studio.ask(&json!({ "ask": "save", "version": version, "name": name }))[0].clone()
    };
    assert_eq!(save("../house")["event"], "refused");
    let own = "game = \"../outside.toml\"\n";
    std::fs::write(studio.folder.path().join("outer.toml"), own).expect("a file");
    let opened = studio.ask(&json!({ "ask": "open", "version": version("outer.toml", &[]) }))[0].clone();
    let text = "outer.toml:1: game: found \"../outside.toml\", expected a file in the folder";
    assert!(opened["errors"][0]["text"].as_str().is_some_and(|error| error.starts_with(text)), "{opened}");
    assert_eq!(save("outer")["errors"][0]["text"], "outer.toml exists already; choose another name");
    assert_eq!(save("house")["path"], "house.toml");
    let saved = std::fs::read_to_string(studio.folder.path().join("house.toml")).expect("a file");
    assert!(saved.contains("[cards.ten]\ndamage = 9"), "{saved}");
    let opened = studio.ask(&json!({ "ask": "open", "version": version("house.toml", &[]) }));
    assert_eq!(opened[0]["event"], "opened", "{opened:?}");
}

/// Targets of the page have the errors of `lint`, are judged as on the command line, and are saved.
#[test]
fn targets_are_checked_judged_and_saved() {
    let studio = Studio::open();
    let file = |name: &str| studio.folder.path().join(name);
    let own = "game = \"knife-fight\"\n[targets]\n# Short.\n\"metrics/length-mean\" = { at = 6, within = 1, bots = [\"random\"] }\n";
    std::fs::write(file("own.toml"), own).expect("a file");
    let with = |targets: &[(&str, &str)]| {
        let mut version = version("own.toml", &[]);
        version["targets"] = json!(targets);
        version["bots"] = json!([]);
        version
    };
    let opened = &studio.ask(&json!({ "ask": "open", "version": with(&[]) }))[0];
    let row = json!({
        "key": "metrics/length-mean", "numbers": { "at": "6", "within": "1" }, "rest": "bots = [\"random\"]",
    });
    assert_eq!(opened["targets"], json!([row]));
    let draws = json!({ "address": "outcomes/draw", "name": "Draws", "unit": "share" });
    assert!(opened["figures"].as_array().is_some_and(|all| all.contains(&draws)));
    for (wrong, band) in
        [("outcomes/drow", "{ max = \"5%\" }"), ("outcomes/draw", "{ max = 5 }"), ("outcomes/draw", "{ }")]
    {
        let all = studio.ask(&json!({ "ask": "open", "version": with(&[(wrong, band)]) }));
        let error = all[0]["errors"][0]["text"].as_str().expect("an error");
        std::fs::write(
            file("wrong.toml"),
            format!("game = \"knife-fight\"\n[targets]\n\"{wrong}\" = {band}\n"),
        )
        .expect("a file");
        let lint = program()
            .current_dir(studio.folder.path())
            .args(["lint", "wrong.toml"])
            .output()
            .expect("an end");
        let lint = String::from_utf8_lossy(&lint.stderr).into_owned();
        assert_eq!(lint.lines().next(), Some(&*format!("error: wrong.toml:3: {error}")));
    }
    // No target names a file outside of the folder, or is another setting.
    for (key, band) in [
        ("outcomes/draw", "{ max = 0.9, bots = [\"random,/etc/passwd.toml\"] }"),
        ("matchups/random/../x.toml", "{ max = 0.9 }"),
        ("outcomes/draw={ max = 0.9 }", "none"),
        ("outcomes/draw", "1"),
    ] {
        let all = studio.ask(&json!({ "ask": "open", "version": with(&[(key, band)]) }));
        assert_eq!(events(&all, "refused").len(), 1, "{key} {band}: {all:?}");
    }
    let changed = with(&[("outcomes/draw", "{ max = \"5%\" }"), ("metrics/length-mean", "none")]);
    let all = studio.ask(&json!({ "ask": "answer", "games": 3000, "version": changed }));
    let lights = events(&all, "lights");
    let lights = lights.last().expect("lights");
    let lights = &lights["lights"];
    assert!(
        lights.as_array().is_some_and(|all| all.len() == 1) && lights[0]["verdict"] == "fail",
        "{lights}"
    );
    let all = studio.ask(&json!({ "ask": "judge", "version": changed }));
    let verdict = events(&all, "verdict")[0];
    let command = verdict["command"].as_str().expect("a command");
    assert_eq!(verdict["text"], studio.typed(command), "{command}");
    let saved = &studio.ask(&json!({ "ask": "save", "version": changed, "name": "new" }))[0];
    assert_eq!(saved["path"], "new.toml", "{saved}");
    let saved = std::fs::read_to_string(file("new.toml")).expect("a file");
    assert!(saved.contains("\"outcomes/draw\" = { max = \"5%\" }") && !saved.contains("length"), "{saved}");
}

/// The cells of all sheets of a workbook without its date, which only a result in a folder has.
fn cells(content: &[u8]) -> Vec<(String, Vec<Vec<Data>>)> {
    let mut book: Xlsx<_> =
        calamine::open_workbook_from_rs(std::io::Cursor::new(content)).expect("a workbook");
    let undated = |row: &&[Data]| !row.iter().any(Data::is_datetime);
    let sheets = book.worksheets().into_iter();
    sheets.map(|(name, range)| (name, range.rows().filter(undated).map(<[Data]>::to_vec).collect())).collect()
}

/// Downloads are, byte for byte, the files of the command that the page shows, and those of `report`, except for the date.
#[test]
fn downloads_are_the_files_of_the_command() {
    let studio = Studio::open();
    for (set, command) in [(&[][..], "run"), (&[("cards.ten.damage", "9")], "compare")] {
        let version = version("knife-fight", set);
        let all = studio.ask(&json!({ "ask": "answer", "games": 3000, "version": version }));
        let shown = events(&all, "version")[0]["command"].as_str().expect("a command").to_owned();
        studio.typed(&shown);
        let out = studio.folder.path().join(command).join(command);
        for format in ["html", "xlsx"] {
            let args = ["report", command, "--format", format];
            let status =
                program().current_dir(studio.folder.path()).args(args).output().expect("an end").status;
            assert!(status.success(), "{command} {format}");
        }
        let own = if command == "run" { "win_rates.csv" } else { "compare.csv" };
        for (format, name, file) in [
            ("csv", own, out.join(own)),
            ("json", "", out.join("result.json")),
            ("html", "", out.with_extension("html")),
            ("xlsx", "", out.with_extension("xlsx")),
        ] {
            let question = json!({ "ask": "download", "version": version, "games": 3000, "format": format });
            let files = studio.ask(&question);
            let found = files.iter().find(|event| name.is_empty() || event["name"] == name).expect("a file");
            let content = BASE64_STANDARD.decode(found["content"].as_str().expect("a file")).expect("base64");
            let printed = std::fs::read(file).expect("a file");
            if format == "xlsx" {
                assert!(cells(&content) == cells(&printed), "{command}");
                continue;
            }
            let at = content.iter().zip(&printed).take_while(|(one, other)| one == other).count();
            let text = |bytes: &[u8]| {
                String::from_utf8_lossy(
                    &bytes[at.saturating_sub(80).min(bytes.len())..(at + 80).min(bytes.len())],
                )
                .into_owned()
            };
            assert!(content == printed, "{command} {format}: {:?} {:?}", text(&content), text(&printed));
        }
    }
}

/// A page that is still open finds it again.
#[cfg(unix)]
#[test]
fn a_studio_that_is_started_again_has_the_same_address_in_the_same_folder() {
    let mut first = Studio::open();
    first.child.kill().expect("killed");
    first.child.wait().expect("an end");
    let port = first.host.rsplit(':').next().expect("a port").to_owned();
    let [folder, state] = [&mut first.folder, &mut first.state]
        .map(|old| std::mem::replace(old, tempfile::tempdir().expect("a folder")));
    let again = Studio::open_in(folder, state, &port);
    assert_eq!((&again.host, &again.token), (&first.host, &first.token));
    assert_ne!(Studio::open().token, again.token);
    let output = program().args(["studio", "--no-open", "--port", &port]).output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let busy = format!("error: --port: found {port}, which another program uses");
    assert!(output.status.code() == Some(2) && stderr.starts_with(&busy), "{stderr}");
}

/// A page that is closed leaves no job behind.
#[cfg(target_os = "linux")]
#[test]
fn a_job_ends_when_its_page_is_closed() {
    let studio = Studio::open();
    // Its processor time, in ticks (proc_pid_stat(5)).
    let used = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", studio.child.id())).expect("a process");
        let fields = stat.rsplit(')').next().expect("fields").split(' ');
        fields.skip(12).take(2).map(|ticks| ticks.parse::<u64>().expect("ticks")).sum()
    };
    let pause = || std::thread::sleep(std::time::Duration::from_millis(300));
    // It would play for much longer than this test waits.
    let mut question = json!({ "ask": "answer", "games": 100_000, "version": version("stabby-jack", &[]) });
    question["version"]["bots"] = json!(["search:1000:random"]);
    let mut stream = studio.begin_question("page", &question);
    let mut first = [0; 200];
    stream.read_exact(&mut first).expect("the beginning of an answer");
    assert!(first.starts_with(b"HTTP/1.1 200"));
    let before = used();
    while used() < before + 20 {
        pause();
    }
    drop(stream);
    assert!((0..200).any(|_| {
        let before = used();
        pause();
        used() == before
    }));
}

/// Sixty positions of a slider: each is displaced by the next one, or they would play for minutes. Another page, whose first
/// figures are a long time in coming, does not keep them waiting, and goes on.
#[test]
fn a_page_plays_only_its_newest_question() {
    let studio = &Studio::open();
    let answer = &|damage: usize, games: u64| {
        let version = version("stabby-jack", &[("rules.max-level", &damage.to_string())]);
        json!({ "ask": "answer", "games": games, "version": version })
    };
    let ends = |all: &[Value]| events(all, "charts").iter().any(|charts| charts["is-final"] == true);
    std::thread::scope(|scope| {
        let mut slow = answer(9, 1_000_000_000);
        slow["version"]["bots"] = json!(["search:1000:random"]);
        let other = scope.spawn(move || studio.ask_on("tab", &slow));
        let positions: Vec<_> =
            (0..60).map(|nth| scope.spawn(move || studio.ask(&answer(2 + nth % 5, 1_000_000_000)))).collect();
        // The last one ends, and all others with it.
        while !ends(&studio.ask(&answer(8, 30))) || positions.iter().any(|position| !position.is_finished()) {
        }
        for position in positions {
            assert!(!ends(&position.join().expect("an answer")));
        }
        assert!(!other.is_finished());
        assert!(ends(&studio.ask_on("tab", &answer(8, 30))));
        assert!(!ends(&other.join().expect("an answer")));
    });
}
