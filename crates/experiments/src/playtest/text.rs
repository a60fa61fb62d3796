//! The text of a comparison with a log.

use super::figures::Figure;
use super::fit::Fit;
use super::{Playtest, PlaytestResult};
use crate::model::StatSchema;
use crate::report::plain::capitalized;
use crate::report::playtest::{Agreement, PlaytestFigure, is_card, name};
use crate::report::quantity::Quantity;
use crate::report::show::{Grid, counted, grouped};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::stats::few_games::FEWEST;
use crate::stats::{Estimate, real};

/// A range of temperatures with this factor between its ends says nothing.
const VAGUE: f64 = 16.0;
/// The most figures that a sentence names.
const NAMED: usize = 3;

fn schema<'r>(result: &'r PlaytestResult<'_>) -> &'r StatSchema {
    result.playtest.first().rules.schema()
}

fn width(estimate: &Estimate) -> Option<f64> {
    estimate.interval.map(|ends| ends.high - ends.low)
}

/// A value with the decimals of its interval.
fn value(row: &PlaytestFigure, estimate: &Estimate) -> String {
    let quantity = Quantity::of(row.unit);
    estimate.value.map_or_else(String::new, |value| match quantity {
        Quantity::Share => format!("{} %", fixed(100.0 * value, 0)),
        _ => quantity.value(value, width(estimate)),
    })
}

/// A value without unit.
fn bare(row: &PlaytestFigure, estimate: &Estimate) -> String {
    let quantity = Quantity::of(row.unit);
    estimate.value.map_or_else(String::new, |value| match quantity {
        Quantity::Share => fixed(100.0 * value, 0),
        _ => quantity.bare(value, width(estimate)),
    })
}

/// The ends of an interval of few games.
fn ends(row: &PlaytestFigure, estimate: &Estimate) -> Option<String> {
    let ends = estimate.interval?;
    Some(match Quantity::of(row.unit) {
        Quantity::Share => format!("{} to {} %", fixed(100.0 * ends.low, 0), fixed(100.0 * ends.high, 0)),
        quantity => quantity.interval(ends),
    })
}

/// A figure of people with its interval.
fn people(row: &PlaytestFigure) -> String {
    let ends = ends(row, &row.people).map_or_else(String::new, |ends| format!(" ({ends})"));
    format!("{}{ends}", value(row, &row.people))
}

/// The answer.
pub(super) fn conclusion(result: &PlaytestResult<'_>) -> Vec<String> {
    let PlaytestResult { playtest, rows, .. } = result;
    let Some(bot) = rows.first().map(|row| row.bot.as_str()) else { return Vec::new() };
    let schema = schema(result);
    let name = |row: &PlaytestFigure| name(&row.figure, schema.seat_order);
    let of_bot = || rows.iter().filter(|row| row.bot == bot);
    let mut sentences = Vec::new();
    let Some((figure, first)) = headline(playtest, rows, bot) else { return Vec::new() };
    let bots = first
        .bots
        .value
        .map_or_else(String::new, |_| format!(" Bots ({bot}) say {}.", value(first, &first.bots)));
    let games = counted(first.games, "games");
    let ends = ends(first, &first.people).map_or_else(String::new, |ends| format!(" ({ends})"));
    sentences.push(match figure.is_win() {
        true => {
            let wins = first.people.value.unwrap_or(0.0) * real(first.games);
            let decimals = usize::from((wins - wins.round()).abs() > 1e-6);
            format!("{games}: {} won {}{ends}.{bots}", figure.winner(schema), fixed(wins, decimals))
        }
        false => format!("{games}: {} {}{ends}.{bots}", name(first), value(first, &first.people)),
    });
    sentences.extend(verdict(first));
    for (agreement, start) in [(Agreement::Differs, "Differs from"), (Agreement::Agrees, "Agrees with")] {
        let others: Vec<&PlaytestFigure> =
            of_bot().filter(|row| row.agreement == agreement && row.figure != first.figure).collect();
        if others.is_empty() {
            continue;
        }
        let named: Vec<String> = others
            .iter()
            .take(NAMED)
            .map(|row| format!("{} {}, bots {}", name(row), people(row), value(row, &row.bots)))
            .collect();
        let more = match others.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        sentences.push(format!("{start} {bot}: {}{more}.", named.join("; ")));
    }
    sentences.extend(changes(result));
    sentences.extend(deals(result));
    sentences.extend(result.fit.as_ref().map(|fit| likeness(result, fit)));
    sentences
}

/// Whether a change of the rules did to people what it did to bots: the figure in which both are furthest apart.
fn changes(result: &PlaytestResult<'_>) -> Option<String> {
    let schema = schema(result);
    let rank = |agreement| match agreement {
        Agreement::Differs => 0,
        Agreement::Agrees => 1,
        Agreement::Unknown => 2,
    };
    let row = result.changes.iter().min_by_key(|row| rank(row.agreement))?;
    let quantity = Quantity::of(row.unit);
    let change = |estimate: &Estimate| {
        let width = estimate.interval.map(Quantity::resolution);
        let ends = estimate.interval.map(|ends| format!(" ({})", quantity.change_interval(ends)));
        Some(format!("{}{}", quantity.change(estimate.value?, width), ends.unwrap_or_default()))
    };
    let (name, version) = (name(&row.figure, schema.seat_order), &row.version);
    let both = format!("{name}: people {}, bots {}", change(&row.people)?, change(&row.bots)?);
    Some(match row.agreement {
        Agreement::Differs => format!(
            "The change from {version} did not do to people what it did to bots. {}.",
            capitalized(&both)
        ),
        Agreement::Agrees => {
            format!("The change from {version} did to people what it did to bots. {}.", capitalized(&both))
        }
        Agreement::Unknown => format!(
            "So few games cannot tell what the change from {version} did to people. {}.",
            capitalized(&both)
        ),
    })
}

/// What prepared deals are worth: for who wins, otherwise for the first figure.
fn deals(result: &PlaytestResult<'_>) -> Option<String> {
    let rows = &result.on_deals;
    let row = rows.iter().find(|row| row.worth.is_some())?;
    let schema = schema(result);
    let quantity = Quantity::of(row.unit);
    let ends = row.difference.interval?;
    let width = Some(Quantity::resolution(ends));
    Some(format!(
        "On the same deals, {}: people {} ({}) against {}; {}.",
        name(&row.figure, schema.seat_order),
        quantity.change(row.difference.value?, width),
        quantity.change_interval(ends),
        row.bot,
        worth(row.worth?)
    ))
}

/// What it is worth that games are compared deal by deal, as the factor of the number of games.
fn worth(factor: f64) -> String {
    /// A smaller part of the games is no news.
    const LEAST: f64 = 0.05;
    let percent = fixed(100.0 * (factor - 1.0).abs(), 0);
    match factor - 1.0 {
        more if more >= LEAST => format!("the shared deals are worth as much as {percent} % more games"),
        more if more <= -LEAST => {
            format!("deals decide little here, so sharing them costs as much as {percent} % of the games")
        }
        _ => "the shared deals are worth nothing here".into(),
    }
}

/// Which bots play like the people.
fn likeness(result: &PlaytestResult<'_>, fit: &Fit) -> String {
    let (schema, n_logged) = (schema(result), result.playtest.log.games.len() as u64);
    let games = match fit.games < n_logged {
        true => format!("the {} of {} with all these figures", fit.games, counted(n_logged, "games")),
        false => counted(fit.games, "games"),
    };
    if fit.is_none {
        let shown = |(figure, bots): &(Figure, f64)| {
            let (quantity, address) = (Quantity::of(figure.unit(schema)), figure.address(schema));
            let value = |number: f64| match quantity {
                Quantity::Share => format!("{} %", fixed(100.0 * number, 0)),
                _ => quantity.value(number, None),
            };
            // The same number as in the table.
            let row = result.rows.iter().find(|row| row.figure == address);
            let people = row.and_then(|row| row.people.value).map_or_else(String::new, value);
            format!("{} {people}, the nearest {}", name(&address, schema.seat_order), value(*bots))
        };
        let apart: Vec<String> = fit.apart.iter().take(NAMED).map(shown).collect();
        return format!(
            "None of these bots, and no mix of them, plays like your players, by {games}: {}.",
            apart.join("; ")
        );
    }
    let Some(best) = fit.rows.get(fit.best) else { return String::new() };
    let likely = fit.rows.iter().filter(|row| row.is_likely && row.times.is_none() && row.bot != best.bot);
    let others: Vec<&str> = likely.map(|row| row.bot.as_str()).collect();
    let default = fit.rows.iter().find(|row| row.times == Some(1.0)).map_or("", |row| &row.bot);
    let who = match (best.times, fit.temperatures()) {
        (Some(times), Some((low, high))) => {
            let how = if times == 1.0 {
                "as it is".into()
            } else {
                format!("at {times} times its temperature, which makes choices random")
            };
            let range = match high / low.max(f64::MIN_POSITIVE) {
                1.0 => String::new(),
                factor if factor < VAGUE => format!(" ({low} to {high} times)"),
                _ => " (how random is not well known)".into(),
            };
            format!("{default} {how}{range}")
        }
        (Some(_), None) => default.to_owned(),
        (None, _) => best.bot.clone(),
    };
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; {} cannot be excluded", others.join(", ")),
    };
    let mix = fit.file.as_ref().and_then(|(mix, _)| mix.as_ref());
    let mix = mix.map_or_else(String::new, |mix| format!(" The likeliest mix: {mix}."));
    format!("Your players play most like {who}, by {games}{others}.{mix}")
}

/// The figure of the answer: who wins, where people and the default bot are furthest apart; otherwise the first one.
fn headline<'r>(
    playtest: &Playtest,
    rows: &'r [PlaytestFigure],
    bot: &str,
) -> Option<(Figure, &'r PlaytestFigure)> {
    let schema = playtest.first().rules.schema();
    let figure_of = |row: &PlaytestFigure| {
        playtest.figures.iter().copied().find(|figure| figure.address(schema) == row.figure)
    };
    let of_bot = rows.iter().filter(|row| row.bot == bot);
    let mut found: Vec<(Figure, &PlaytestFigure)> =
        of_bot.filter_map(|row| Some((figure_of(row)?, row))).collect();
    let distance = |row: &PlaytestFigure| row.difference.unwrap_or(0.0).abs();
    found.sort_by(|(one, of_one), (other, of_other)| {
        let is_win = other.is_win().cmp(&one.is_win());
        let both = one.is_win() && other.is_win();
        is_win.then(if both {
            distance(of_other).total_cmp(&distance(of_one))
        } else {
            std::cmp::Ordering::Equal
        })
    });
    found.first().copied()
}

/// What the headline figure shows, in a sentence.
fn verdict(row: &PlaytestFigure) -> Option<String> {
    let quantity = Quantity::of(row.unit);
    Some(match row.agreement {
        Agreement::Differs => "So your players differ from these bots.".into(),
        Agreement::Agrees => "So your players agree with these bots, within the margin.".into(),
        Agreement::Unknown => {
            let games = row.games.saturating_add(row.games_more?);
            let margin = row.shown?;
            let difference = match quantity {
                Quantity::Share => format!("{} points", fixed(100.0 * margin, 0)),
                _ => quantity.value(margin, None),
            };
            let few = if row.games < FEWEST {
                format!("Fewer than {FEWEST} games never tell")
            } else {
                "So few games cannot tell".into()
            };
            format!("{few}; {} would show a difference of {difference}.", grouped(games))
        }
    })
}

/// The summary: the answer, then a table of figures and bots.
pub(super) fn text(result: &PlaytestResult<'_>) -> Text {
    let PlaytestResult { playtest, rows, .. } = result;
    let (plan, schema) = (playtest.first(), schema(result));
    let mut text = Text::default();
    text += &format!(
        "{}, {} players: {} of people, {}{} of each bot, seed {}\n\n",
        plan.game.title,
        plan.players(),
        counted(playtest.log.games.len() as u64, "games"),
        // A search plays fewer.
        if playtest.plans.iter().all(|(_, other)| other.games == plan.games) { "" } else { "up to " },
        grouped(plan.games),
        plan.seed
    );
    conclusion(result).iter().for_each(|sentence| text += &format!("{sentence}\n"));
    let Some(default) = rows.first().map(|row| &row.bot) else { return text };
    let figures: Vec<&PlaytestFigure> = rows.iter().filter(|row| row.bot == *default).collect();
    let of_figure = |figure: &PlaytestFigure| -> Vec<&PlaytestFigure> {
        rows.iter().filter(|row| row.figure == figure.figure).collect()
    };
    let bots: Vec<&str> = figures
        .first()
        .map(|figure| of_figure(figure).into_iter().map(|row| row.bot.as_str()).collect())
        .unwrap_or_default();
    // There are many cards, so only those of which something is known.
    let is_shown = |figure: &&PlaytestFigure| {
        !is_card(&figure.figure) || of_figure(figure).iter().any(|row| row.agreement != Agreement::Unknown)
    };
    let line = |figure: &PlaytestFigure| {
        let quantity = Quantity::of(figure.unit);
        let first = capitalized(&name(&figure.figure, schema.seat_order));
        let first = match figure.unit {
            _ if quantity.is_share() => format!("{first}, %"),
            unit if first.ends_with(unit) => first,
            unit => format!("{first}, {unit}"),
        };
        let ends = ends(figure, &figure.people).map(|ends| format!(" ({})", ends.trim_end_matches(" %")));
        let people = bare(figure, &figure.people) + &ends.unwrap_or_default();
        let of_bot = |row: &PlaytestFigure| {
            let mark = match row.agreement {
                Agreement::Differs => "*",
                Agreement::Agrees => "=",
                Agreement::Unknown => "",
            };
            bare(row, &row.bots) + mark
        };
        [first, people].into_iter().chain(of_figure(figure).into_iter().map(of_bot)).collect::<Vec<String>>()
    };
    // Of bots that are variants of one beside them, the table has only how.
    let how = |bot: &&str| match bot.rsplit_once(':') {
        Some((how, of)) if bots.contains(&of) => how.to_owned(),
        _ => (*bot).to_owned(),
    };
    let header: Vec<String> =
        ["".to_owned(), "people".to_owned()].into_iter().chain(bots.iter().map(how)).collect();
    let right = (0..header.len()).map(|index| index > 0).collect();
    let shown: Vec<&PlaytestFigure> = figures.iter().copied().filter(is_shown).collect();
    text += "\n";
    text += Grid { header, right, rows: shown.iter().map(|figure| line(figure)).collect() };
    if shown.len() < figures.len() {
        text += &format!(
            "  … {} of cards in playtest.csv\n",
            counted((figures.len() - shown.len()) as u64, "figures")
        );
    }
    let margin = fixed(100.0 * playtest.options.margin, 0);
    text += &format!(
        "\n* differs, = agrees within {margin} points (figures that are no shares: {margin} %), both for all \
         figures and bots together at {} %; without a mark, the games cannot tell. In brackets: {} % intervals.\n",
        playtest.options.level.percent(),
        playtest.options.level.percent(),
    );
    text
}
