//! The summary: what each card is worth, by playing without it.

use super::super::Extent;
use super::super::driver::READING;
use super::{Impact, Impacts};
use crate::report;
use crate::report::claim::Sentence;
use crate::report::impact::CardWorth;
use crate::report::quantity::Quantity;
use crate::report::show::{Grid, bar, counted};
use crate::report::text::Text;
use crate::stats::Interval;
use crate::stats::certainty::Certainty;

/// Cards shown in the terminal.
const SHOWN: usize = 20;

/// A card and its worth.
struct Worth {
    card: String,
    worth: f64,
    ends: Option<Interval>,
    certainty: Certainty,
    /// What all copies are worth, if the worth is that of one of several.
    all_copies: Option<f64>,
}

impl Worth {
    fn width(&self) -> Option<f64> {
        self.ends.map(Quantity::resolution)
    }

    fn interval(&self) -> String {
        self.ends.map_or_else(String::new, |ends| Quantity::Share.change_interval(ends))
    }
}

pub(super) fn text(impacts: &Impacts<'_>) -> Text {
    let Impacts { impact, rows, extent, .. } = impacts;
    let Impact { plan, simulation, accuracy, .. } = impact;
    let mut text = Text::default();
    let (title, games, bots) =
        (plan.game.title, counted(extent.played, "games"), plan.bot_names().join(", "));
    text += &format!("{title}: {games}, seed {}; bots: {bots}\n\n", plan.seed);
    let is_kept = |row: &&CardWorth| row.side == "all" && row.worth().is_none();
    let kept: Vec<&str> = rows.iter().filter(is_kept).map(|row| row.card.as_str()).collect();
    let cards = worths(impacts);
    for sentence in answer(impacts, &cards) {
        text += &format!("{sentence}\n");
    }
    if !cards.is_empty() {
        text += "\n";
        text += grid(&cards, extent.is_fixed);
    }
    let opposite: Vec<&str> = rows
        .iter()
        .filter(|row| row.side == "all" && !row.disagree.is_empty())
        .map(|row| row.card.as_str())
        .collect();
    if !opposite.is_empty() {
        text += &format!(
            "\nOpening hands or events suggest the opposite sign, by association: {}; see --verbose.\n",
            list(&opposite)
        );
    }
    if !kept.is_empty() && !cards.is_empty() {
        text += &format!("\nCannot be left out: {}.\n", list(&kept));
    }
    if !cards.is_empty() {
        let without = match (cards.iter().any(|card| card.all_copies.is_some()), has_shared_copies(impact)) {
            (true, _) => {
                "with one copy less, in percentage points. All copies: minus that without any copy. Without a copy"
            }
            (_, true) => "without any copy of the card, in percentage points. Without a copy",
            _ => "without the card, in percentage points. Without the card",
        };
        text += &format!(
            "\nWorth: the win rate of the card's player minus that in the same games {without}: {}.\n",
            simulation.replacement()
        );
    }
    if extent.is_fixed {
        let excludes_0 = |card: &Worth| card.ends.is_some_and(|ends| !ends.contains(0.0));
        if cards.iter().any(|card| card.certainty == Certainty::Unclear && excludes_0(card)) {
            text += &format!("{CORRECTED}\n");
        }
        text += &format!("{}\n", Certainty::meaning(accuracy.level));
    }
    text += &format!("Intervals of {} %. --verbose adds all columns.\n", accuracy.level.percent());
    if accuracy.is_sequential() {
        text += &format!("\n{READING}\n");
    }
    text
}

/// Why a card can be unclear although its interval excludes 0.
const CORRECTED: &str = "Each interval holds for its card alone; the words are corrected for all cards (Holm; the columns \
     p_holm in impact.csv). So a card can be unclear although its interval excludes 0.";

/// The cards with their worth, the strongest first.
fn worths(impacts: &Impacts<'_>) -> Vec<Worth> {
    let Impacts { impact, rows, .. } = impacts;
    let worth = |row: &CardWorth| {
        let worth = row.worth()?;
        Some(Worth {
            card: row.card.clone(),
            worth: worth.delta?,
            ends: worth.interval,
            certainty: Certainty::of_p(row.p_holm(), impact.accuracy.level),
            all_copies: row.all_copies().and_then(|all| all.delta),
        })
    };
    let mut cards: Vec<Worth> = rows.iter().filter(|row| row.side == "all").filter_map(worth).collect();
    cards.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    cards
}

/// The answer.
pub(super) fn conclusion(impacts: &Impacts<'_>) -> Vec<Sentence> {
    answer(impacts, &worths(impacts))
}

fn answer(impacts: &Impacts<'_>, cards: &[Worth]) -> Vec<Sentence> {
    if cards.is_empty() && impacts.impact.without.is_empty() {
        let none = impacts.impact.no_card();
        return vec![none.unwrap_or_else(|| "None of these cards can be left out.".into()).into()];
    }
    sentences(&impacts.rows, cards, &impacts.extent)
}

/// The cards that may be the strongest or the weakest, and how many help or hurt.
fn sentences(rows: &[CardWorth], cards: &[Worth], extent: &Extent) -> Vec<Sentence> {
    let is_fixed = extent.is_fixed;
    if extent.played == 0 {
        return vec!["No game was played.".into()];
    }
    let mut sentences = report::impact::answer(rows);
    if is_fixed {
        let clear = |is_wanted: fn(f64) -> bool| {
            let clear = cards.iter().filter(|card| card.certainty > Certainty::Unclear);
            clear.filter(|card| is_wanted(card.worth)).count()
        };
        let (helps, hurts) = (clear(|worth| worth > 0.0), clear(|worth| worth < 0.0));
        let unclear = match cards.len() - helps - hurts {
            0 => String::new(),
            1 => "; 1 is unclear".to_owned(),
            unclear => format!("; {unclear} are unclear"),
        };
        // The sentence about one card says it.
        if cards.len() == 1 {
            return sentences;
        }
        let n = cards.len();
        let text = format!(
            "Of {n} cards, {helps} measurably help their player and {hurts} measurably hurt{unclear}."
        );
        sentences.push(text.into());
    }
    sentences
}

fn grid(cards: &[Worth], is_fixed: bool) -> Grid {
    let most = cards.iter().fold(1e-9, |most: f64, card| most.max(card.worth.abs()));
    let row = |card: &Worth| {
        let sure = if is_fixed { card.certainty.word() } else { "" };
        let worth = Quantity::Share.short_change(card.worth, card.width());
        let all_copies =
            card.all_copies.map_or_else(String::new, |all| Quantity::Share.short_change(all, card.width()));
        vec![card.card.clone(), worth, card.interval(), sure.to_owned(), all_copies, bar(card.worth, most)]
    };
    let mut rows: Vec<Vec<String>> = cards.iter().map(row).collect();
    if let Some(n_more) = rows.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        let mut more = vec![String::new(); 6];
        more[0] = format!("… {n_more} more");
        rows.splice(SHOWN / 2..SHOWN / 2 + n_more, [more]);
    }
    let sure = if is_fixed { "how sure" } else { "" };
    let has_both = cards.iter().any(|card| card.all_copies.is_some());
    let header = ["card", "worth", "interval", sure, if has_both { "all copies" } else { "" }, ""];
    Grid {
        header: header.map(str::to_owned).to_vec(),
        right: vec![false, true, true, false, true, false],
        rows,
    }
}

/// Whether some card has copies that cannot be told apart, so that all of them are left out.
fn has_shared_copies(impact: &Impact) -> bool {
    impact.cards.iter().any(|card| card.one_copy.is_none() && card.all_copies.is_some())
}

/// These cards, at most five by name.
fn list(cards: &[&str]) -> String {
    const NAMED: usize = 5;
    let named = cards.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match cards.len().saturating_sub(NAMED) {
        0 => named,
        n_more => format!("{named}, {n_more} more"),
    }
}
