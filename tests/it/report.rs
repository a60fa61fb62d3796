//! `undercard report`: the page of a folder, which may come from an untrusted source.

use super::program::{answer, folder, inside, names};
use super::result_file::forge;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quick_xml::Reader;
use quick_xml::events::Event;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A page, parsed as XML.
struct Page {
    html: String,
    /// Elements, with their attributes.
    elements: Vec<(String, Vec<(String, String)>)>,
    /// The text outside the style sheet, by element, and whether it is collapsed.
    texts: Vec<(String, bool)>,
    style: String,
}

impl Page {
    /// The page of the result in an output folder.
    fn of(folder: &Path, out: &str) -> Self {
        let page = inside(&folder.join(out)).with_extension("html");
        let html = fs::read_to_string(page).expect("a page");
        let mut reader = Reader::from_str(&html);
        let (mut elements, mut texts, mut style) = (Vec::new(), Vec::new(), String::new());
        let (mut open, mut text) = (Vec::<String>::new(), String::new());
        loop {
            let event = reader.read_event().unwrap_or_else(|error| panic!("no XML: {error}"));
            let is_empty = matches!(event, Event::Empty(_));
            let is_edge = matches!(event, Event::Start(_) | Event::End(_) | Event::Empty(_) | Event::Eof);
            if is_edge && !text.trim().is_empty() {
                let is_folded = open.iter().any(|name| name == "details")
                    && open.last().is_none_or(|last| last != "summary");
                match open.last().map(String::as_str) {
                    Some("style") => style = text.clone(),
                    _ => texts.push((text.trim().to_owned(), is_folded)),
                }
            }
            if is_edge {
                text.clear();
            }
            match event {
                Event::Start(tag) | Event::Empty(tag) => {
                    let name = tag.name().as_ref().to_owned();
                    let attribute = |attribute: quick_xml::events::attributes::Attribute<'_>| {
                        (attribute.key.as_ref().to_owned(), attribute.value.into_owned())
                    };
                    let attributes =
                        tag.attributes().map(|one| attribute(one.expect("an attribute"))).collect();
                    if !is_empty {
                        open.push(name.clone());
                    }
                    elements.push((name, attributes));
                }
                Event::End(_) => drop(open.pop()),
                Event::Text(part) => text += &part,
                Event::GeneralRef(part) => {
                    let part = &*part;
                    text += &quick_xml::escape::unescape(&format!("&{part};")).expect("an entity");
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(open, Vec::<String>::new());
        Self { html, elements, texts, style }
    }

    fn attributes(&self, key: &str) -> Vec<&str> {
        let all = self.elements.iter().flat_map(|(_, attributes)| attributes);
        all.filter(|(name, _)| name == key).map(|(_, value)| value.as_str()).collect()
    }

    fn has(&self, part: &str) -> bool {
        self.texts.iter().any(|(text, _)| text.contains(part))
    }

    /// Checks that the page begins with a conclusion, and that only its collapsed parts have addresses.
    fn assert_plain(&self) {
        let leads = self.attributes("class").into_iter().filter(|class| *class == "headline");
        assert_eq!(leads.count(), 1, "the lead is one conclusion");
        // The provenance has the options as they are.
        let is_shown = |(text, is_folded): &&(String, bool)| !is_folded && !text.starts_with("targets [");
        for (text, _) in self.texts.iter().filter(is_shown) {
            let is_address =
                ["win_rates/", "outcomes/", "metrics/"].iter().any(|report| text.contains(report));
            assert!(!is_address && !text.contains("seat 0"), "{text}");
        }
    }

    /// Checks that the page loads nothing, runs nothing and has no external links, and that text of the
    /// result is never interpreted.
    fn assert_harmless(&self) {
        const KNOWN: &str = "html head meta title style body header h1 h2 p bdi strong nav ul li a main section svg \
                             desc defs pattern path circle rect text g div table caption thead tbody tr th td span \
                             details summary dl dt dd footer";
        let known: BTreeSet<&str> = KNOWN.split(' ').collect();
        for (name, attributes) in &self.elements {
            assert!(known.contains(name.as_str()), "<{name}>");
            for (key, value) in attributes {
                assert!(!key.starts_with("on") && key != "style" && !key.contains("src"), "{key}={value}");
            }
        }
        let ids = self.attributes("id");
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
        let leads =
            self.attributes("href").into_iter().map(|href| href.strip_prefix('#').expect("an anchor"));
        let named = self.attributes("aria-labelledby").into_iter().flat_map(|ids| ids.split(' '));
        for id in leads.chain(named) {
            assert!(ids.contains(&id), "{id}");
        }
        for outside in ["http:", "https:", "//", "@import", "url(h", "javascript:", "data:"] {
            assert!(!self.style.contains(outside), "{outside}");
        }
        let digest = BASE64_STANDARD.encode(Sha256::digest(&self.style));
        let policy = self.attributes("content")[0];
        let expected =
            format!("default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'");
        assert_eq!(policy, expected, "the browser is told to obey this style sheet only");
        // Tables have captions, and their rows and columns have headings.
        let count = |name: &str| self.elements.iter().filter(|(known, _)| known == name).count();
        assert_eq!(count("table"), count("caption"));
        let heads = self.elements.iter().filter(|(name, _)| name == "th");
        assert!(heads.into_iter().all(|(_, attributes)| attributes.iter().any(|(key, _)| key == "scope")));
    }
}

pub(super) fn play(folder: &Path, args: &[&str]) {
    let (code, _, stderr) = answer(folder, args);
    assert_eq!(code, 0, "{args:?}: {stderr}");
}

/// A small run in the folder `o`.
pub(super) fn small_run(folder: &Path) {
    let args =
        ["run", "knife-fight", "--games", "2000", "--bots", "cutter,random", "--set", "rules.tie=no-hit"];
    play(folder, &[&args[..], &["--quiet", "--out", "o"]].concat());
}

pub(super) fn change(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.contains(from), "{from} is not in {}", path.display());
    fs::write(path, text.replace(from, to)).expect("a file");
}

/// Replaces a name by another one of the same kind, in all files of a run.
pub(super) fn rename(out: &Path, from: &str, to: &str) {
    change(&out.join("result.json"), &json(from), &json(to));
    let to = format!("\"{}\"", to.replace('"', "\"\""));
    for file in names(out).into_iter().filter(|name| name.ends_with(".csv")) {
        let mut text = fs::read_to_string(out.join(&file)).expect("a file");
        for (before, behind) in [("\n", ","), (",", ","), (",", "\n")] {
            text = text.replace(&format!("{before}{from}{behind}"), &format!("{before}{to}{behind}"));
        }
        fs::write(out.join(file), text).expect("a file");
    }
    forge(out, |_| {});
}

fn json(text: &str) -> String {
    serde_json::to_string(text).expect("JSON")
}

#[test]
fn the_page_of_a_run_is_complete_and_harmless() {
    let folder = folder();
    small_run(folder.path());
    assert_eq!(
        answer(folder.path(), &["report", "o"]),
        (0, "o/run.html\n".into(), "open it in a browser\n".into())
    );
    let page = Page::of(folder.path(), "o");
    page.assert_harmless();
    let mut rates = csv::Reader::from_path(folder.path().join("o/run/win_rates.csv")).expect("a CSV");
    let percent = |text: &str| format!("{:.2}", 100.0 * text.parse::<f64>().expect("a number"));
    for row in rates.records().map(|row| row.expect("a row")) {
        for figure in
            [format!("{} %", percent(&row[4])), format!("{} to {}", percent(&row[5]), percent(&row[6]))]
        {
            assert!(page.texts.iter().any(|(text, _)| *text == figure), "{figure}");
        }
    }
    let text = fs::read_to_string(folder.path().join("o/run/result.json")).expect("a file");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for digest in [&json["configs"][0]["rules_digest"], &json["result_digest"]] {
        assert!(page.has(digest.as_str().expect("a digest")));
    }
    for part in
        ["undercard run", "rules.tie", "\"both-hit\"", "95 % confidence intervals", "Wilson's score interval"]
    {
        assert!(page.has(part), "{part}");
    }
    // The same folder, the same page; the old one is replaced.
    let old = page.html.replace("tbody", "old");
    fs::write(folder.path().join("o/run.html"), old).expect("a file");
    assert_eq!(answer(folder.path(), &["report", "o", "--quiet"]), (0, String::new(), String::new()));
    assert_eq!(fs::read_to_string(folder.path().join("o/run.html")).expect("a page"), page.html);
    assert_eq!(answer(folder.path(), &["report", "o", "--out", "new/one.html"]).1, "new/one.html\n");
    assert_eq!(answer(folder.path(), &["report", "o", "--out", "o/run/result.json/page.html"]).0, 13);
    // A partial run begins with a warning.
    forge(&folder.path().join("o/run"), |json| {
        json["complete"] = false.into();
        json["ended"] = "interrupted".into();
        (json["planned"], json["configs"][0]["games"]) = (1_000_000.into(), 1_000_000.into());
    });
    // It is that of the complete run.
    fs::remove_file(folder.path().join("o/run/run.toml")).expect("removed");
    play(folder.path(), &["report", "o"]);
    let page = Page::of(folder.path(), "o");
    assert_eq!(page.attributes("role").first(), Some(&"alert"));
    assert!(page.has("Stopped when 2,000 of 1,000,000 games had been played."));
}

#[test]
fn hostile_names_are_escaped() {
    const NAME: &str = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;{{7*7}}";
    let folder = folder();
    small_run(folder.path());
    let out = folder.path().join("o/run");
    for (from, to) in [
        ("cutter", NAME.to_owned()),
        ("joker", NAME.to_owned()),
        ("median length", format!("\u{202E}\u{7}{NAME}")),
        ("winner-damage", format!("{NAME}:<x>")),
        ("rounds", NAME.to_owned()),
        ("draw", NAME.to_owned()),
        ("knife-fight", "<b onclick=x>\u{202E}game".to_owned()),
    ] {
        rename(&out, from, &to);
    }
    // It has the settings as they were.
    fs::remove_file(out.join("run.toml")).expect("removed");
    forge(&out, |json| {
        json["configs"][0]["name"] = "<script>alert(2)</script>\u{202E}".into();
        let change =
            serde_json::json!({ "key": "cards.<u>\u{202E}\u{0}.damage", "value": "<i>", "printed": null });
        json["configs"][0]["changes"] = serde_json::json!([change]);
    });
    play(folder.path(), &["report", "o"]);
    let page = Page::of(folder.path(), "o");
    page.assert_harmless();
    let times = page.texts.iter().filter(|(text, _)| text.contains(NAME)).count();
    assert!(times > 10, "{times}");
    assert!(page.has("<b onclick=x>\u{FFFD}game") && page.has("<script>alert(2)</script>\u{FFFD}"));
    assert!(!page.html.contains('\u{202E}') && !page.html.contains('\u{7}'));
    assert!(page.has("cards.<u>\u{FFFD}\u{FFFD}.damage") && page.has("\"<i>\"") && page.has("none"));
}

#[test]
fn the_results_of_every_command_have_a_page() {
    let folder = folder();
    let config = "game = 'knife-fight'\n[targets]\n'outcomes/draw' = { max = 0.9 }\n";
    fs::write(folder.path().join("house.toml"), config).expect("a file");
    for (nth, (command, part)) in [
        ("compare knife-fight --set-b cards.ten.damage=1 --games 400", "win_rates/side/red"),
        ("impact knife-fight --games 400", "What each card is worth"),
        ("sensitivity knife-fight --keys rules.* --games 400", "rules.bleed-divisor"),
        (
            "sweep knife-fight --vary rules.bleed-divisor=2..3 --vary setup.hand-size=2,3 --games 400",
            "setup.hand-size",
        ),
        (
            "sweep fight --vary setup.players=2,3 --games 400",
            "First player wins, relative to an even share (1)",
        ),
        ("matchups taunt --characters all --games 400", "cyclic-share"),
        ("run knife-fight --bots panel --games 400", "What several bots find"),
        ("luck knife-fight --bots random --games 400", "the deal decides"),
        ("run fight --games 400", "Every game lasts 7 fights."),
        ("check house.toml --games 5000", "Targets"),
        ("advise knife-fight --bots random --keys cards.ten.* --games 400", "Who is too strong or too weak"),
        ("train knife-fight --games 2000", "Held-out games"),
        ("run knife-fight --games 900 --shard 2/3", "Shard 2/3 of a run: games 300 to 599"),
        ("verify 8", "The files match, and the sampled games give the same results again"),
        ("replay taunt --game 1 --bots random", "Story"),
        ("tune house.toml --games 1000", "Without changes, on held-out games"),
    ]
    .into_iter()
    .enumerate()
    {
        let out = nth.to_string();
        let args: Vec<&str> = command.split(' ').chain(["--quiet", "--out", &out]).collect();
        play(folder.path(), &args);
        play(folder.path(), &["report", &out]);
        let page = Page::of(folder.path(), &out);
        page.assert_harmless();
        // The page of a search lists its targets as the config has them.
        if !command.starts_with("tune") {
            page.assert_plain();
        }
        assert!(page.has(part), "{command}: {part}");
    }
}

#[test]
fn the_page_of_a_check_has_the_verdict_first_and_the_lock_status() {
    let folder = folder();
    let folder = folder.path();
    let check = |draws: &str, more: &[&str]| {
        let config = format!(
            "game = 'knife-fight'\n[targets]\n'outcomes/draw' = {{ {draws} }}\n'win_rates/side/red' = {{ min = 0.1 }}\n"
        );
        fs::write(folder.join("<b>house.toml"), config).expect("a file");
        let args = ["check", "<b>house.toml", "--games", "9000", "--quiet", "--out", "o"];
        let earlier = fs::read(folder.join("o/check.html")).ok();
        let (code, _, _) = answer(folder, &[&args[..], more].concat());
        assert_eq!(fs::read(folder.join("o/check.html")).ok(), earlier, "it stays until the next `report`");
        play(folder, &["report", "o"]);
        let page = Page::of(folder, "o");
        page.assert_harmless();
        (code, page)
    };
    let (code, page) = check("max = 0.9", &["--update"]);
    assert_eq!(code, 0);
    let first = page.texts.iter().position(|(text, _)| text == "Pass: <b>house.toml.");
    let table = page.texts.iter().position(|(text, _)| text == "outcomes/draw").expect("a target");
    assert!(first.expect("a verdict") < table, "the verdict comes first");
    assert!(page.has("hold together at 95\u{a0}%, each interval at 97.5\u{a0}%"));
    assert!(page.has("Lock file") && page.has("added to undercard.lock") && page.has("9,000"));
    let (code, page) = check("max = 0.01", &["--set", "cards.ten.damage=9"]);
    assert_eq!(code, 10);
    for part in ["Fail: <b>house.toml.", "1 of 2 targets pass, but results differ from the lock file."] {
        assert!(page.has(part), "{part}");
    }
    forge(&folder.join("o/check"), |json| json["complete"] = false.into());
    play(folder, &["report", "o"]);
    assert!(Page::of(folder, "o").has("The check was interrupted."));
}

#[test]
fn pages_account_for_multiple_comparisons() {
    let folder = folder();
    let folder = folder.path();
    let compare = ["compare", "knife-fight", "--set-b", "cards.ten.damage=1", "--games", "2000", "--quiet"];
    play(folder, &[&compare[..], &["--out", "p"]].concat());
    play(folder, &["report", "p"]);
    let page = Page::of(folder, "p");
    let csv = fs::read_to_string(folder.join("p/compare/compare.csv")).expect("a file");
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = csv.records().map(|row| row.expect("a row")).collect();
    let p: Vec<f64> = rows.iter().filter_map(|row| row[8].parse().ok()).collect();
    // Holm's method, from its definition: the largest number of rejections such that each p-value is below
    // its share of 5 %.
    let mut sorted = p.clone();
    sorted.sort_by(f64::total_cmp);
    let beyond =
        sorted.iter().enumerate().take_while(|(rank, p)| **p * ((sorted.len() - rank) as f64) < 0.05);
    let (n, beyond) = (p.len(), beyond.count());
    let corrected = format!("Corrected for all {n} comparisons (Holm), {beyond} differ from 0.");
    assert!(n > 8 && beyond > 0 && page.has(&corrected), "{corrected}");
}
