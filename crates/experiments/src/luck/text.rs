//! What `luck` says.

use super::{Luck, LuckResult, Options};
use crate::report::luck::DealShare;
use crate::report::show::{Grid, bar, counted};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::stats::{Estimate, INFORMATIVE, Interval, real};

/// Maximum number of bots that the conclusion names.
const NAMED: usize = 3;

/// A share, in percent. It is not negative; its estimate and its interval can be.
fn percent(share: f64) -> String {
    fixed(100.0 * share.clamp(0.0, 1.0), 1)
}

/// `27.1 % (25.0 to 29.2)`.
fn with_interval(share: &Estimate) -> Option<String> {
    let ends =
        share.interval.map(|Interval { low, high }| format!(" ({} to {})", percent(low), percent(high)));
    Some(format!("{} %{}", percent(share.value?), ends.unwrap_or_default()))
}

/// What decides among the bots, what a replaced player changes, and the deal share of each bot.
pub(super) fn conclusion(result: &LuckResult<'_>) -> Vec<String> {
    let LuckResult { rows, luck, .. } = result;
    among(result).into_iter().chain(sentence_of_replaced(result)).chain(alike(rows, luck)).collect()
}

/// What decides among the bots.
fn among(LuckResult { luck, parts, .. }: &LuckResult<'_>) -> Option<String> {
    let shares: Option<Vec<String>> = parts.iter().map(|part| with_interval(&part.share)).collect();
    let [deal, players, both, rest] = &shares?[..] else { return None };
    Some(format!(
        "Among these {} bots, who wins is {deal} luck of the deal, {players} skill, {both} skill with this deal, and {rest} what \
         happens in the game.",
        luck.bots.len()
    ))
}

/// What a replaced player changes.
fn sentence_of_replaced(LuckResult { replaced, .. }: &LuckResult<'_>) -> Option<String> {
    let (again, others): (Vec<_>, Vec<_>) = replaced.iter().partition(|row| row.bot == row.by);
    let [again] = again[..] else { return None };
    // Where chance decides most, any player ends a deal differently: that says nothing of the players.
    let least = others.iter().filter_map(|row| row.share.low()).fold(1.0, f64::min);
    if again.share.high()? > least {
        return None;
    }
    let shares = others.iter().filter_map(|row| row.share.value);
    let (low, high) =
        shares.fold((f64::INFINITY, 0.0_f64), |(low, high), share| (low.min(share), high.max(share)));
    let [low, high, again_share] = [low, high, again.share.value?].map(percent);
    let range = if low == high { format!("{low} %") } else { format!("{low} to {high} %") };
    Some(format!(
        "If another bot replaces one of the {} players, {range} of the same deals end differently; if they play again, \
         {again_share} %.",
        again.bot
    ))
}

/// The deal share of each bot, between players who are alike; that of the default bot first.
fn alike(rows: &[DealShare], luck: &Luck) -> Option<String> {
    let mut rows: Vec<&DealShare> = rows.iter().filter(|row| row.seat.is_none()).collect();
    rows.sort_by_key(|row| row.bot != luck.default);
    let of_bot = |row: &&DealShare| {
        let (share, bot) = (with_interval(&row.share)?, &row.bot);
        if row.share.high().is_some_and(|high| high <= 0.0) {
            return Some(format!("no measurable part with {bot}"));
        }
        Some(format!("{share} with {bot}"))
    };
    let shares: Vec<String> = rows.iter().filter_map(of_bot).take(NAMED).collect();
    let more = match rows.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; see the table for {more} more"),
    };
    (!shares.is_empty()).then(|| {
        format!(
            "Between identical players, whose skill cannot differ, the deal decides {}{more}.",
            shares.join(", ")
        )
    })
}

/// The summary.
pub(super) fn text(result: &LuckResult<'_>) -> Text {
    let LuckResult { luck, rows, replaced, .. } = result;
    let Luck { plan, options: Options { times, level }, bots, .. } = luck;
    let mut text = Text::default();
    text += &format!(
        "{}, {} players: {}, each played {times} times\nwith one bot in all seats",
        plan.game.title,
        plan.players(),
        counted(plan.games / times, "deals"),
    );
    if !replaced.is_empty() {
        let (deals, pairs) = (counted(luck.crossed_deals(), "deals"), bots.len() * bots.len());
        text += &format!("; {deals}, each by all {pairs} pairs of bots");
    }
    text += &format!("; seed {}\n", plan.seed);
    for sentence in conclusion(result) {
        text += &format!("\n{sentence}\n");
    }
    let bot = replaced.first().map(|row| &row.bot);
    if let Some(bot) = bot.filter(|_| sentence_of_replaced(result).is_some()) {
        text += &format!("\nWith another bot in place of the first of the {bot} players\n\n");
        let rows = replaced.iter().map(|row| {
            let by = if row.by == row.bot { format!("{} (plays again)", row.by) } else { row.by.clone() };
            vec![by, with_interval(&row.share).unwrap_or_default()]
        });
        let header = ["bot", "of the same deals end differently"].map(str::to_owned).to_vec();
        text += Grid { header, right: vec![false, true], rows: rows.collect() };
    }
    text += &format!(
        "\nShare that the deal decides between identical players, with {} % intervals\n\n",
        level.percent()
    );
    let of_all: Vec<&DealShare> = rows.iter().filter(|row| row.seat.is_none()).collect();
    let rows = of_all.iter().map(|row| {
        let Estimate { value: share, interval, .. } = row.share;
        vec![
            row.bot.clone(),
            share.map_or_else(String::new, |share| format!("{} %", percent(share))),
            interval
                .map_or_else(String::new, |ends| format!("{} to {}", percent(ends.low), percent(ends.high))),
            share.filter(|share| *share > 0.0).map_or_else(String::new, |share| bar(share, 1.0)),
            format!("{} %", percent(real(row.alike) / real(row.deals))),
        ]
    });
    let header = ["bot", "deal share", "interval", "", "same result"].map(str::to_owned).to_vec();
    let grid = Grid { header, right: vec![false, true, true, false, true], rows: rows.collect() };
    text += grid;
    text += &format!(
        "\n0 %: the deal decides nothing; 100 %: everything. The rest is the bots' own\n\
         random choices; a bot with temperature 0 makes them only to break ties.\n\
         `same result`: share of deals with the same winners all {times} times.\n"
    );
    if of_all.iter().any(|row| row.share.value.is_none()) {
        text += "\nNo deal share: the deals are too few, or all ended in the same way; raise --games.\n";
    }
    if of_all.iter().any(|row| row.share.value.is_some() && row.share.interval.is_none()) {
        text += &format!(
            "\nNo interval: fewer than {INFORMATIVE} deals ended differently when played again (or\nnearly all went one \
             way), too few for the exact share; raise --games.\n"
        );
        if of_all.iter().any(|row| row.alike == row.deals) {
            text += "More games change nothing for a bot that leaves nothing to chance.\n";
        }
    }
    text
}
