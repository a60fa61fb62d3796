//! The answer of a run in sentences: who wins, how games end, how long they last. Every face prints these.

use super::claim::{Claim, Says, Sentence};
use super::metrics::{CAPPED, value};
use super::outcomes::OutcomeShare;
use super::plain::{self, capitalized};
use super::table::fixed;
use super::win_rates::WinRate;
use super::{Results, metrics, outcomes, win_rates};
use undercard_engine::model::words::listed;
use undercard_engine::stats::Interval;

/// Win rates that differ by at most this are even.
const EVEN: f64 = 0.03;

/// What *even* means, in a sentence.
#[must_use]
pub fn what_is_even() -> String {
    format!("Even means within {} points.", fixed(100.0 * EVEN, 0))
}

/// Seats that differ by more than this share of their mean are named.
const APART: f64 = 0.1;

/// A mean length above this many medians comes from a few very long games.
const ENDLESS: f64 = 1.5;

/// Maximum number of names in a sentence.
const NAMES: usize = 3;

/// The answer.
#[must_use]
pub fn sentences(results: &Results<'_>) -> Vec<Sentence> {
    if results.tally.games == 0 {
        return vec!["No game was played.".into()];
    }
    let outcomes = outcomes::rows(results);
    let who_wins = who_wins(results).map(|sentence| Sentence::claiming(sentence, who_is_said(results)));
    let who_wins = who_wins.into_iter().chain(seats_apart(results));
    let others = [how_games_end(results, &outcomes)].into_iter().chain(how_long(results, &outcomes));
    who_wins.chain(others.chain(how_good(results)).map(Sentence::from)).collect()
}

/// How often games end otherwise than with one winner.
#[must_use]
pub fn endings(results: &Results<'_>) -> String {
    how_games_end(results, &outcomes::rows(results))
}

/// How good the judge is, if it is known not to be the best.
#[must_use]
pub fn how_good(results: &Results<'_>) -> Option<String> {
    let ([(bot, _)], least) = (results.bots, results.beaten?) else { return None };
    let least = fixed((100.0 * least).floor(), 0);
    let of_half = if results.players > 2 { " in half of the seats (50 % is even)" } else { "" };
    Some(format!("These players can be beaten: one who knows {bot} scores at least {least} %{of_half}."))
}

/// A player, and the interval of the win share that holds together with those of all others.
pub(super) struct Rated {
    /// Its row of the win rates.
    row: usize,
    pub name: String,
    pub share: f64,
    pub ends: Interval,
}

/// How evenly players win, as far as their joint intervals show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evenness {
    /// No two differ by more than [`EVEN`].
    Even,
    /// Some differ, none by more than [`EVEN`].
    NearlyEven,
    /// No difference is shown, but there can be a large one.
    Undecided,
    /// Some differ; by how much is not known.
    Different,
    /// Some differ by more than [`EVEN`].
    Uneven,
}

impl Evenness {
    /// Of some players.
    pub(super) fn of(all: &[Rated]) -> Option<Self> {
        let (highest_low, lowest_high) = inner(all)?;
        Some(match (highest_low <= lowest_high, reach(all)? <= EVEN) {
            (true, true) => Self::Even,
            (true, false) => Self::Undecided,
            (false, true) => Self::NearlyEven,
            (false, false) if highest_low - lowest_high > EVEN => Self::Uneven,
            (false, false) => Self::Different,
        })
    }
}

/// The highest lower end and the lowest upper end of their intervals.
fn inner(all: &[Rated]) -> Option<(f64, f64)> {
    let highest_low = all.iter().map(|rated| rated.ends.low).reduce(f64::max)?;
    Some((highest_low, all.iter().map(|rated| rated.ends.high).reduce(f64::min)?))
}

/// How far apart two of them can be.
fn reach(all: &[Rated]) -> Option<f64> {
    let highest = all.iter().map(|rated| rated.ends.high).reduce(f64::max)?;
    Some(highest - all.iter().map(|rated| rated.ends.low).reduce(f64::min)?)
}

/// The players whose win rates are compared, the highest first: the bots if there are several, or else the game's sides or
/// characters, or else the seats. `None` if there is one, or if an interval is unknown.
pub(super) fn rated(results: &Results<'_>) -> Option<Vec<Rated>> {
    let rows = win_rates::rows(results);
    let group = rated_group(&rows).to_owned();
    rated_in(results, &rows, &group)
}

/// The group of players whose win rates are compared.
fn rated_group(rows: &[WinRate]) -> &str {
    let n_rows = |group: &str| rows.iter().filter(|row| row.group == group).count();
    let is_own = |row: &&WinRate| !matches!(row.group.as_str(), "seat" | "bot") && n_rows(&row.group) > 1;
    match n_rows("bot") {
        0 | 1 => rows.iter().find(is_own).map_or("seat", |row| row.group.as_str()),
        _ => "bot",
    }
}

/// The players of a group, the highest win rate first.
fn rated_in(results: &Results<'_>, rows: &[WinRate], group: &str) -> Option<Vec<Rated>> {
    let rated = |(nth, row): (usize, &WinRate)| {
        let name = plain::player(group, &row.key, results.schema.seat_order);
        Some(Rated { row: nth, name, share: row.share.value?, ends: row.joint? })
    };
    let of_group = rows.iter().enumerate().filter(|(_, row)| row.group == group);
    let all: Option<Vec<Rated>> = of_group.map(rated).collect();
    let mut all = all.filter(|all| all.len() > 1)?;
    all.sort_by(|one, other| other.share.total_cmp(&one.share));
    Some(all)
}

/// Which seats are shown to differ by more than is even, if the answer is about characters.
fn seats_apart(results: &Results<'_>) -> Option<Sentence> {
    let rows = win_rates::rows(results);
    let all = rated_in(results, &rows, "seat").filter(|_| rated_group(&rows) == "character")?;
    let more = all.iter().max_by(|one, other| one.ends.low.total_cmp(&other.ends.low))?;
    let less = all.iter().min_by(|one, other| one.ends.high.total_cmp(&other.ends.high))?;
    // Of what a seat wins on average.
    let mean = all.iter().map(|rated| rated.share).sum::<f64>() / f64::from(u32::try_from(all.len()).ok()?);
    (more.ends.low - less.ends.high > EVEN.min(APART * mean)).then(|| {
        let [most, least] = [more, less].map(|rated| percent(rated.share));
        let says = Says::Highest(vec![more.row, less.row]);
        let claim = Claim::new(win_rates::NAME, "win_share", [more.row], says);
        let text = format!("By seat, {} wins {most} % of games and {} {least} %.", more.name, less.name);
        Sentence::claiming(text, [claim])
    })
}

/// How evenly players win, and who wins more often than others: `TeaBot wins most often (31.2 %); …`.
#[must_use]
pub fn fairness(results: &Results<'_>) -> Option<(Evenness, String)> {
    let how = Evenness::of(&rated(results)?)?;
    let who = who_wins(results)?;
    let bare = who.split_once("ven: ").map_or(who.as_str(), |(_, bare)| bare);
    Some((how, bare.to_owned()))
}

/// Who wins more often than others, as far as the joint intervals show it.
pub(super) fn who_wins(results: &Results<'_>) -> Option<String> {
    let Some(all) = rated(results) else {
        return (results.players > 1).then(|| "Too few games to say who wins more often.".into());
    };
    let (first, last) = (all.first()?, all.last()?);
    let within = || Some(fixed(100.0 * reach(&all)? + 0.05, 1));
    let names = || names(&all.iter().collect::<Vec<_>>());
    let how_even = match Evenness::of(&all)? {
        Evenness::Even => return Some(format!("Even: {} are within {} points.", names(), within()?)),
        Evenness::Undecided => {
            return Some(format!(
                "No difference in who wins is shown: {} can be up to {} points apart; more games narrow this.",
                names(),
                within()?
            ));
        }
        Evenness::NearlyEven => "Nearly even: ",
        Evenness::Different => "Not even: ",
        Evenness::Uneven => "Uneven: ",
    };
    if all.len() == 2 {
        let [one, other] = [first, last].map(|rated| percent(rated.share));
        return Some(format!("{how_even}{} wins {one} % of games, {} {other} %.", first.name, last.name));
    }
    let [most, least] = at_ends(&all)?;
    if let Some([more, less]) = apart(&all, &[&most, &least]) {
        let [more_share, less_share] = [more, less].map(|rated| percent(rated.share));
        let (more, less) = (&more.name, &less.name);
        return Some(format!(
            "{how_even}{more} wins more often ({more_share} %) than {less} ({less_share} %); not all others can be told apart."
        ));
    }
    Some(match (&most[..], &least[..]) {
        (others, [one]) if others.len() + 1 == all.len() && others.len() > 2 => {
            format!(
                "{how_even}{} wins least often ({}, all others {}).",
                one.name,
                range(&least),
                range(others)
            )
        }
        ([one], others) if others.len() + 1 == all.len() && others.len() > 2 => {
            format!(
                "{how_even}{} wins most often ({}, all others {}).",
                one.name,
                range(&most),
                range(others)
            )
        }
        _ => format!("{how_even}{}; {}.", extreme(&most, "most"), extreme(&least, "least")),
    })
}

/// The players who may win most often, and those who may win least often, the most extreme first.
fn at_ends(all: &[Rated]) -> Option<[Vec<&Rated>; 2]> {
    let (highest_low, lowest_high) = inner(all)?;
    let most = all.iter().filter(|rated| rated.ends.high >= highest_low);
    let least = all.iter().rev().filter(|rated| rated.ends.low <= lowest_high);
    Some([most.collect(), least.collect()])
}

/// If somebody may win most often as well as least often: the two that are shown to differ most.
fn apart<'r>(all: &'r [Rated], [most, least]: &[&Vec<&Rated>; 2]) -> Option<[&'r Rated; 2]> {
    let is_both = most.iter().any(|one| least.iter().any(|other| one.row == other.row));
    let more = all.iter().max_by(|one, other| one.ends.low.total_cmp(&other.ends.low))?;
    let less = all.iter().min_by(|one, other| one.ends.high.total_cmp(&other.ends.high))?;
    is_both.then_some([more, less])
}

/// What [`who_wins`] claims.
fn who_is_said(results: &Results<'_>) -> Vec<Claim> {
    let Some(all) = rated(results) else { return Vec::new() };
    let Some(how) = Evenness::of(&all) else { return Vec::new() };
    let rows = |set: &mut dyn Iterator<Item = &Rated>| set.map(|rated| rated.row).collect::<Vec<_>>();
    let everybody = rows(&mut all.iter());
    let claim = |rows, says| Claim::new(win_rates::NAME, "win_share", rows, says);
    let is_near = matches!(how, Evenness::Even | Evenness::NearlyEven | Evenness::Undecided);
    let near = reach(&all).filter(|_| is_near).map(|reach| claim(everybody.clone(), Says::Within(reach)));
    let differ = !matches!(how, Evenness::Even | Evenness::Undecided);
    let ends = match at_ends(&all) {
        Some([most, least]) if differ && all.len() > 2 => match apart(&all, &[&most, &least]) {
            Some([more, less]) => vec![(vec![more.row], Says::Highest(vec![more.row, less.row]))],
            None => {
                let [most, least] = [most, least].map(|set| rows(&mut set.into_iter()));
                vec![(most, Says::Highest(everybody.clone())), (least, Says::Lowest(everybody))]
            }
        },
        Some([most, _]) if differ => vec![(rows(&mut most.into_iter()), Says::Highest(everybody))],
        _ => Vec::new(),
    };
    let ends = ends.into_iter().map(|(rows, says)| claim(rows, says));
    near.into_iter().chain(ends).collect()
}

/// `Tuggle wins most often (31.2 %)`, or those who cannot be told apart: `Tuggle or Bo wins most often (29.8 to 31.2 %)`.
fn extreme(set: &[&Rated], how: &str) -> String {
    let who = match set {
        [one] => one.name.clone(),
        [one, other] => format!("{} or {}", one.name, other.name),
        _ => format!("one of {}", names(set)),
    };
    format!("{who} wins {how} often ({})", range(set))
}

/// `31.2 %`, `29.8 to 31.2 %`.
fn range(set: &[&Rated]) -> String {
    let shares = set.iter().map(|rated| rated.share);
    let (low, high) = shares.fold((1.0_f64, 0.0_f64), |(low, high), share| (low.min(share), high.max(share)));
    let [low, high] = [low, high].map(percent);
    if low == high { format!("{high} %") } else { format!("{low} to {high} %") }
}

/// `Black and Red`, or `12 of them, Tuggle, Bo and Ann among them`.
fn names(set: &[&Rated]) -> String {
    let of = |set: &[&Rated]| match set
        .iter()
        .map(|rated| rated.name.strip_suffix(" player"))
        .collect::<Option<Vec<_>>>()
    {
        // `first player`, `second player`.
        Some(seats) => format!("the {} players", listed(seats)),
        None => listed(set.iter().map(|rated| rated.name.as_str())),
    };
    if set.len() <= NAMES + 1 { of(set) } else { format!("{} ({} and others)", set.len(), of(&set[..NAMES])) }
}

fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

/// How often games end otherwise than with one winner.
pub(super) fn how_games_end(results: &Results<'_>, outcomes: &[OutcomeShare]) -> String {
    let limit = format!("the limit of {}", results.schema.unit);
    let others = outcomes.iter().filter(|row| row.kind != "win").filter_map(|row| {
        let share = row.share.value.filter(|share| *share >= 0.0005)?;
        let (one, many) = match row.kind {
            "shared" => ("has several winners".to_owned(), "have several winners".to_owned()),
            "draw" => ("is a draw".into(), "are draws".into()),
            "stalemate" => (format!("ends at {limit}"), format!("end at {limit}")),
            _ => ("has no winner".into(), "have no winner".into()),
        };
        let nth = (1.0 / share).round();
        let number = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let is_near = (share * nth - 1.0).abs() < 0.06;
        let word = (2..=10_u8).zip(number).find(|(n, _)| is_near && f64::from(*n) == nth);
        Some(match word {
            Some((_, word)) => format!("one game in {word} {one} ({} %)", percent(share)),
            None => format!("{} % of games {many}", percent(share)),
        })
    });
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        return format!("{}.", capitalized(&listed(others.iter().map(String::as_str))));
    }
    let is_every = outcomes.iter().all(|row| row.kind == "win" || row.games == 0);
    if is_every { "Every game has one winner." } else { "Nearly every game has one winner." }.into()
}

/// How long games last.
pub(super) fn how_long(results: &Results<'_>, outcomes: &[OutcomeShare]) -> Option<String> {
    let (table, unit) = (metrics::table(results), results.schema.unit);
    let mean = value(&table, "length-mean")?;
    let minutes = |name: &str| {
        value(&table, name)
            .map_or_else(String::new, |minutes| format!(", {} minutes at the table", fixed(minutes, 0)))
    };
    if value(&table, "length-sd").is_none_or(|sd| sd == 0.0) {
        return Some(format!(
            "Every game lasts {} {unit}{}.",
            fixed(mean, 0),
            minutes("length-minutes-mean")
        ));
    }
    let at_limit = outcomes.iter().find(|row| row.kind == "stalemate").and_then(|row| row.share.value);
    let half = value(&table, "length-p50")?;
    // The mean says more about the limit, or about a few endless games, than about the game.
    if at_limit.is_some_and(|share| share >= CAPPED) || mean > ENDLESS * half {
        return Some(format!(
            "Half of the games last at most {} {unit}{}.",
            fixed(half, 0),
            minutes("length-minutes-p50")
        ));
    }
    Some(format!("Games last {} {unit}{}.", fixed(mean, 1), minutes("length-minutes-mean")))
}
