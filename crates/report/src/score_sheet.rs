//! Pages for the table: a score sheet that is printed or filled in on a phone, and the card orders of prepared deals. Each is
//! one file that loads nothing and sends nothing.

use super::escape::visible;
use askama::Template;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("../templates/score_sheet.css");
const SCRIPT: &str = include_str!("../templates/score_sheet.js");

/// Rows of the printed table.
const ROWS: usize = 18;

/// What a score sheet asks.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreSheet {
    /// The title of the game.
    pub title: String,
    /// The name of the config.
    pub config: String,
    /// The first part of the digest of the rules, which keeps the games of different rules apart in a browser.
    pub rules: String,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The unit of the length.
    pub unit: String,
    /// The longest possible game.
    pub longest: Option<u64>,
    /// Groups whose keys differ between games, such as characters: column and keys.
    pub groups: Vec<(String, Vec<String>)>,
    /// Metrics: column, meaning and how they are noted: `flag`, `number` or `ratio`.
    pub metrics: Vec<(String, String, &'static str)>,
    /// The events of cards: column and cards.
    pub events: Vec<(String, Vec<String>)>,
}

#[derive(Template)]
#[template(path = "score_sheet.html")]
struct Page<'p> {
    style: &'static str,
    script: &'static str,
    style_digest: String,
    script_digest: String,
    sheet: &'p ScoreSheet,
    data: String,
    rows: [(); ROWS],
}

/// The page of a score sheet.
///
/// # Errors
/// Never fails: writing to memory cannot fail.
pub fn page(sheet: &ScoreSheet) -> Result<String, std::fmt::Error> {
    let data = serde_json::to_string(sheet).map_err(|_| std::fmt::Error)?;
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        style_digest: digest(STYLE),
        script_digest: digest(SCRIPT),
        sheet,
        // In a script element, nothing else could end it or begin a comment.
        data: data.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"),
        rows: [(); ROWS],
    };
    page.render().map_err(|_| std::fmt::Error).map(|text| visible(&text) + "\n")
}

fn digest(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text))
}

/// The cards of a pile of a prepared deal.
#[derive(Clone, Debug)]
pub struct Pile {
    /// Its name: `Black: deck`.
    pub name: String,
    /// The ids of its cards, the top one first.
    pub cards: Vec<String>,
}

#[derive(Template)]
#[template(path = "deals.html")]
struct Deals<'p> {
    style: &'static str,
    style_digest: String,
    title: &'p str,
    config: &'p str,
    seed: u64,
    deals: &'p [Vec<Pile>],
}

/// The page of prepared deals.
///
/// # Errors
/// Never fails: writing to memory cannot fail.
pub fn deals(title: &str, config: &str, seed: u64, deals: &[Vec<Pile>]) -> Result<String, std::fmt::Error> {
    let page = Deals { style: STYLE, style_digest: digest(STYLE), title, config, seed, deals };
    page.render().map_err(|_| std::fmt::Error).map(|text| visible(&text) + "\n")
}

/// The same as CSV: a row for each card.
#[must_use]
pub fn deals_csv(deals: &[Vec<Pile>]) -> String {
    let mut text = "deal,pile,place,card\n".to_owned();
    for (deal, piles) in (1..).zip(deals) {
        for Pile { name, cards } in piles {
            let name = name.replace('"', "'");
            for (place, card) in (1..).zip(cards) {
                text += &format!("{deal},\"{name}\",{place},{card}\n");
            }
        }
    }
    text
}
