//! A round robin as people read it: who beats whom, the ladder, the mix, and whether there is an order.

use super::super::driver::READING;
use super::{Matchups, Tournament};
use crate::report::matchups::ladder;
use crate::report::show::Grid;
use crate::report::table::fixed;
use crate::stats::{Estimate, Interval};
use std::fmt::Write;

/// The text.
pub(super) fn text(told: &Matchups<'_>) -> Result<String, std::fmt::Error> {
    let Tournament { plan, accuracy, members, .. } = told.tournament;
    let mut text = String::new();
    let at_most = if accuracy.is_watched() { "at most " } else { "" };
    writeln!(
        text,
        "{}, {} players: {} {}s, {at_most}{} games a pair, every deal with the seats exchanged, seed {}",
        plan.game.title,
        plan.players(),
        members.names.len(),
        members.kind.name(),
        plan.games,
        plan.seed
    )?;
    let order = ladder(&told.standing, members.names.len());
    writeln!(text, "\nWhat the row scores against the column, in % (half a win for a draw)\n")?;
    text += &matrix(&members.names, told, &order);
    writeln!(text, "\nThe ladder, with {} % intervals\n", accuracy.level.percent())?;
    text += &rungs(&members.names, told, &order);
    writeln!(text)?;
    for sentence in sentences(told, &order) {
        writeln!(text, "{sentence}")?;
    }
    if accuracy.is_watched() {
        writeln!(text, "{READING}")?;
    }
    Ok(text)
}

/// How a score looks from afar.
fn shade(score: f64) -> &'static str {
    match score {
        score if score < 0.2 => " ",
        score if score < 0.4 => "░",
        score if score < 0.6 => "▒",
        score if score < 0.8 => "▓",
        _ => "█",
    }
}

fn matrix(names: &[String], told: &Matchups<'_>, order: &[usize]) -> String {
    let cell = |row: usize, column: usize| {
        let score = told.meetings.between(row, column).and_then(|head_to_head| head_to_head.deals.score());
        let none = if row == column { "–  " } else { "?  " };
        score.map_or_else(|| none.to_owned(), |score| format!("{} {}", fixed(100.0 * score, 1), shade(score)))
    };
    let row = |row: &usize| {
        let cells = order.iter().map(|column| cell(*row, *column));
        std::iter::once(names[*row].clone()).chain(cells).collect()
    };
    let header = std::iter::once(String::new()).chain(order.iter().map(|member| names[*member].clone()));
    let right = (0..=order.len()).map(|place| place > 0).collect();
    Grid { header: header.collect(), right, rows: order.iter().map(row).collect() }.text()
}

fn rungs(names: &[String], told: &Matchups<'_>, order: &[usize]) -> String {
    let interval = |interval: Option<Interval>, number: fn(f64) -> String| {
        interval.map_or_else(String::new, |ends| format!("{} to {}", number(ends.low), number(ends.high)))
    };
    let elo = |points: f64| if points > 0.05 { format!("+{points:.1}") } else { fixed(points, 1) };
    let percent = |share: f64| fixed(100.0 * share, 1);
    let share = |share: Estimate, unit: &str| {
        share.value.map_or_else(String::new, |share| format!("{}{unit}", percent(share)))
    };
    let row = |(nth, member): (usize, &usize)| {
        let standing = &told.standing;
        let next = order.get(nth + 1).and_then(|next| told.meetings.between(*member, *next));
        let (rating, nash, alpha) =
            (standing.elo(*member), standing.nash[*member], standing.alpha_rank[*member]);
        let (games, score) = told.meetings.record(*member);
        let mut row = vec![(nth + 1).to_string(), names[*member].clone()];
        if games == 0 {
            row.extend(std::iter::repeat_n(String::new(), 8));
            return row;
        }
        row.push(score.map_or_else(String::new, |score| format!("{} %", percent(score))));
        let next = next.and_then(|met| met.deals.score());
        row.push(next.map_or_else(String::new, |score| format!("{} %", percent(score))));
        row.extend([rating.value.map_or_else(String::new, elo), interval(rating.interval, elo)]);
        row.extend([share(nash, " %"), interval(nash.interval, percent)]);
        row.extend([share(alpha, " %"), interval(alpha.interval, percent)]);
        row
    };
    let header =
        ["", "", "score", "on the next", "Elo", "", "Nash mix", "", "α-rank", ""].map(str::to_owned).to_vec();
    let right = (0..header.len()).map(|place| place != 1).collect();
    Grid { header, right, rows: order.iter().enumerate().map(row).collect() }.text()
}

/// What the numbers carry, and no more.
fn sentences(told: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let names = &told.tournament.members.names;
    let mut said = Vec::new();
    if !told.meetings.is_whole() {
        said.push(
            "Not everybody has met everybody: there is no mix, and no word on the field, until then.".into(),
        );
        return said;
    }
    let near: Vec<String> = order
        .windows(2)
        .filter(|pair| told.standing.lead(pair[0], pair[1]).interval.is_none_or(|lead| lead.contains(0.0)))
        .map(|pair| format!("{} and {}", names[pair[0]], names[pair[1]]))
        .collect();
    if !near.is_empty() {
        said.push(format!("Neighbours whose ratings these games do not tell apart: {}.", near.join(", ")));
    }
    said.extend(mix(names, told, order));
    said.extend(order_or_cycle(told, order));
    said
}

/// Who is in the mix that nobody beats.
fn mix(names: &[String], told: &Matchups<'_>, order: &[usize]) -> Option<String> {
    /// What is printed as 0.0 %.
    const NOTHING: f64 = 0.0005;
    let ends = |member: &&usize| told.standing.nash[**member].interval;
    let named = |wanted: &dyn Fn(Interval) -> bool| -> Vec<&str> {
        let wanted = order.iter().filter(|member| ends(member).is_some_and(wanted));
        wanted.map(|member| names[*member].as_str()).collect()
    };
    let certain = named(&|share: Interval| share.low >= NOTHING);
    let perhaps = named(&|share: Interval| share.low < NOTHING && share.high >= NOTHING);
    Some(match (certain.as_slice(), perhaps.as_slice()) {
        ([], []) => return None,
        ([alone], []) => format!("Nash mix, which nobody here beats on average: {alone} alone."),
        (certain, []) => format!("Nash mix, which nobody here beats on average: {}.", certain.join(", ")),
        ([], perhaps) => {
            format!(
                "Nash mix, which nobody here beats on average: some of {}; these games do not tell which.",
                perhaps.join(", ")
            )
        }
        (certain, perhaps) => format!(
            "Nash mix, which nobody here beats on average: {}; perhaps {}, these games do not tell.",
            certain.join(", "),
            perhaps.join(", ")
        ),
    })
}

/// Is there an order of strength, or is it rock, paper, scissors?
fn order_or_cycle(told: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let names = &told.tournament.members.names;
    if names.len() < 3 {
        return Vec::new();
    }
    let standing = &told.standing;
    let mut said = Vec::new();
    let wins = certain_wins(told);
    let is_order =
        (0..order.len()).all(|nth| order[nth + 1..].iter().all(|below| wins[order[nth]][*below].is_some()));
    if let Some([a, b, c]) = cycle(&wins) {
        said.push(format!(
            "Rock, paper, scissors: {0} beats {1}, {1} beats {2}, and {2} beats {0}.",
            names[a], names[b], names[c]
        ));
    } else if is_order {
        said.push("There is an order of strength: everybody beats everybody further down.".into());
    }
    let percent = |share: f64| format!("{} %", fixed(100.0 * share, 1));
    let Some((share, by_luck)) = standing.cyclic.zip(standing.transitive.interval) else {
        said.push("All pairs are exactly even: there is neither strength nor a cycle to be seen.".into());
        return said;
    };
    let seen = format!(
        "Cyclic share {}, where strength alone would show {} to {}",
        percent(share),
        percent(by_luck.low),
        percent(by_luck.high)
    );
    // Where there is no p, the range is as wide as watching asks for.
    let level = told.tournament.accuracy.level;
    let is_beyond = standing.cyclic_p.map_or(share > by_luck.high, |p| p < level.alpha());
    said.push(if is_beyond {
        format!("{seen}: against whom one plays matters, and one number a member does not say it all.")
    } else {
        format!("{seen}: these games do not look more like a cycle than an order of strength would by luck.")
    });
    said
}

/// By how much a member certainly scores more than half against another; all that is certain is so
/// together at the level of the intervals.
fn certain_wins(told: &Matchups<'_>) -> Vec<Vec<Option<f64>>> {
    let Tournament { accuracy, members, deals, pairs, .. } = told.tournament;
    let level = accuracy.level.shared_by(pairs.len());
    let fixed = !accuracy.is_watched();
    let n = members.names.len();
    let lead = |one: usize, other: usize| {
        let score = told.meetings.between(one, other)?.deals.estimate(fixed, *deals, level);
        score.interval.map(|score| score.low - 0.5).filter(|lead| *lead > 0.0)
    };
    (0..n).map(|one| (0..n).map(|other| lead(one, other)).collect()).collect()
}

/// Three members each of whom beats the next: the surest such three.
fn cycle(wins: &[Vec<Option<f64>>]) -> Option<[usize; 3]> {
    let mut best: Option<(f64, [usize; 3])> = None;
    for a in 0..wins.len() {
        for b in a + 1..wins.len() {
            for c in a + 1..wins.len() {
                let Some(((ab, bc), ca)) = wins[a][b].zip(wins[b][c]).zip(wins[c][a]) else { continue };
                let least = ab.min(bc).min(ca);
                if best.is_none_or(|(most, _)| least > most) {
                    best = Some((least, [a, b, c]));
                }
            }
        }
    }
    best.map(|(_, three)| three)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surest_cycle_is_found_whichever_way_it_turns() {
        let mut wins = vec![vec![None; 4]; 4];
        assert_eq!(cycle(&wins), None);
        for (one, other, lead) in [(0, 2, 0.1), (2, 1, 0.2), (1, 0, 0.3), (0, 3, 0.4)] {
            wins[one][other] = Some(lead);
        }
        assert_eq!(cycle(&wins), Some([0, 2, 1]));
        for (one, other) in [(3, 1), (1, 0)] {
            wins[one][other] = Some(0.2);
        }
        assert_eq!(cycle(&wins), Some([0, 3, 1]));
    }
}
