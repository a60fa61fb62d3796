//! The summary of a round robin with ratings, Nash mix, α-rank and cyclic share, for `--verbose`.

use super::super::driver::READING;
use super::{Matchups, Tournament};
use crate::report::matchups::ranked;
use crate::report::show::{Grid, grouped, wrap};
use crate::report::table::fixed;
use crate::stats::ratings::Ratings;
use crate::stats::{Interval, Level};
use std::fmt::Write;

/// The text.
pub(super) fn text(matchups: &Matchups<'_>) -> Result<String, std::fmt::Error> {
    let Tournament { plan, accuracy, members, .. } = matchups.tournament;
    let mut text = String::new();
    let at_most = if accuracy.is_sequential() { "at most " } else { "" };
    writeln!(
        text,
        "{}, {} players: {} {}s, {at_most}{} games per pair, seed {}",
        plan.game.title,
        plan.players(),
        members.names.len(),
        members.kind.name(),
        grouped(plan.games),
        plan.seed
    )?;
    let mut order = ranked(&matchups.standing, members.names.len());
    // An interrupted round robin may not have reached every member.
    order.retain(|member| matchups.meetings.record(*member).1.is_some());
    writeln!(text, "\nScore of the row against the column, in % (a draw is half a win)\n")?;
    text += &matrix(&members.names, matchups, &order);
    writeln!(text, "\nRanking, with {} % intervals\n", accuracy.level.percent())?;
    text += &ranking(&members.names, matchups, &order);
    writeln!(text)?;
    for sentence in sentences(matchups, &order) {
        writeln!(text, "{sentence}")?;
    }
    if accuracy.is_sequential() {
        writeln!(text, "{READING}")?;
    }
    Ok(wrap(&text))
}

/// A shade for a score.
fn shade(score: f64) -> &'static str {
    match score {
        score if score < 0.2 => " ",
        score if score < 0.4 => "░",
        score if score < 0.6 => "▒",
        score if score < 0.8 => "▓",
        _ => "█",
    }
}

/// The scores of all pairs.
pub(super) fn matrix(names: &[String], matchups: &Matchups<'_>, order: &[usize]) -> String {
    let cell = |row: usize, column: usize| {
        let score =
            matchups.meetings.between(row, column).and_then(|head_to_head| head_to_head.deals.score());
        let none = if row == column { "–  " } else { "?  " };
        score.map_or_else(|| none.to_owned(), |score| format!("{} {}", fixed(100.0 * score, 1), shade(score)))
    };
    let row = |row: &usize| {
        let cells = order.iter().map(|column| cell(*row, *column));
        std::iter::once(names[*row].clone()).chain(cells).collect()
    };
    let header = std::iter::once(String::new()).chain(order.iter().map(|member| names[*member].clone()));
    let right = (0..=order.len()).map(|index| index > 0).collect();
    Grid { header: header.collect(), right, rows: order.iter().map(row).collect() }.blocks()
}

/// Two tables, because one would be too wide: scores and ratings, then the shares of the Nash mix and of α-rank.
fn ranking(names: &[String], matchups: &Matchups<'_>, order: &[usize]) -> String {
    let interval = |interval: Option<Interval>, number: fn(f64) -> String| {
        interval.map_or_else(String::new, |ends| format!("{} to {}", number(ends.low), number(ends.high)))
    };
    let elo = |points: f64| if points > 0.05 { format!("+{points:.1}") } else { fixed(points, 1) };
    let percent = |share: f64| fixed(100.0 * share, 1);
    let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{} %", percent(share)));
    let standing = &matchups.standing;
    let scores = |(nth, member): (usize, &usize)| {
        let next = order.get(nth + 1).and_then(|next| matchups.meetings.between(*member, *next));
        let ((games, score), rating) = (matchups.meetings.record(*member), standing.elo(*member));
        if games == 0 {
            return vec![String::new(); 4];
        }
        let next = next.and_then(|met| met.deals.score());
        let rating = [rating.value.map_or_else(String::new, elo), interval(rating.interval, elo)];
        [share(score), share(next)].into_iter().chain(rating).collect()
    };
    let mixes = |(_, member): (usize, &usize)| {
        let [nash, alpha] = [standing.nash[*member], standing.alpha_rank[*member]];
        let cells = [nash, alpha].map(|mix| [share(mix.value), interval(mix.interval, percent)]);
        cells.into_iter().flatten().collect()
    };
    let table = |header: [&str; 4], cells: &dyn Fn((usize, &usize)) -> Vec<String>| {
        let row = |(nth, member): (usize, &usize)| {
            let key = format!("{:>2}  {}", nth + 1, names[*member]);
            std::iter::once(key).chain(cells((nth, member))).collect()
        };
        let header = std::iter::once("").chain(header).map(str::to_owned).collect();
        let right = (0..=4).map(|column| column > 0).collect();
        Grid { header, right, rows: order.iter().enumerate().map(row).collect() }.text()
    };
    let mut text = table(["score", "vs next", "Elo", ""], &scores);
    if matchups.meetings.is_whole() {
        text += "\n";
        text += &table(["Nash mix", "", "α-rank", ""], &mixes);
    }
    text
}

/// The conclusions that the numbers support.
fn sentences(matchups: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let Tournament { accuracy, members, .. } = matchups.tournament;
    let names = &members.names;
    let mut lines = Vec::new();
    if !matchups.meetings.is_whole() {
        lines.push("Some pairs have not played: no Nash mix, and no statement about the field.".into());
        return lines;
    }
    let near = near(matchups, order);
    if !near.is_empty() {
        lines.push(format!("Neighbours whose ratings do not differ significantly: {}.", near.join(", ")));
    }
    lines.extend(mix(names, matchups, order));
    lines.extend(misfit(&matchups.standing, accuracy.level));
    lines.extend(order_or_cycle(matchups, order));
    lines
}

/// The neighbours in the ranking that do not differ significantly.
pub(super) fn near(matchups: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let Tournament { accuracy, members, deals, .. } = matchups.tournament;
    let names = &members.names;
    order
        .windows(2)
        .filter(|pair| {
            // If the games between two members show a winner, the members differ, whatever their ratings.
            let is_even = matchups.meetings.between(pair[0], pair[1]).is_none_or(|met| {
                let score = met.deals.estimate(!accuracy.is_sequential(), *deals, accuracy.level);
                score.interval.is_none_or(|score| score.contains(0.5))
            });
            is_even && matchups.standing.lead(pair[0], pair[1]).interval.is_none_or(|lead| lead.contains(0.0))
        })
        .map(|pair| format!("{} and {}", names[pair[0]], names[pair[1]]))
        .collect()
}

/// The warning that ratings do not explain the scores of the pairs, for a field that is not called cyclic.
fn misfit(standing: &Ratings, level: Level) -> Option<String> {
    let is_rejected = |p: Option<f64>| p.is_some_and(|p| p < level.alpha());
    (is_rejected(standing.fit_p) && !is_rejected(standing.cyclic_p)).then(|| {
        "Warning: ratings do not fit these scores (fit-p in field.csv). The score of a pair is in\nthe matrix; it does not \
         follow from two ratings."
            .into()
    })
}

/// The members of the Nash mix.
fn mix(names: &[String], matchups: &Matchups<'_>, order: &[usize]) -> Option<String> {
    /// Printed as 0.0 %.
    const NOTHING: f64 = 0.0005;
    let kind = matchups.tournament.members.kind.name();
    let ends = |member: &&usize| matchups.standing.nash[**member].interval;
    let named = |wanted: &dyn Fn(Interval) -> bool| -> Vec<&str> {
        let wanted = order.iter().filter(|member| ends(member).is_some_and(wanted));
        wanted.map(|member| names[*member].as_str()).collect()
    };
    let clear = named(&|share: Interval| share.low >= NOTHING);
    let perhaps = named(&|share: Interval| share.low < NOTHING && share.high >= NOTHING);
    Some(match (clear.as_slice(), perhaps.as_slice()) {
        ([], []) => return None,
        ([alone], []) => format!("Nash mix (no {kind} beats it on average): {alone}."),
        (clear, []) => format!("Nash mix (no {kind} beats it on average): {}.", clear.join(", ")),
        ([], perhaps) => {
            format!(
                "Nash mix (no {kind} beats it on average): some of {}; more games would show which.",
                perhaps.join(", ")
            )
        }
        (clear, perhaps) => format!(
            "Nash mix (no {kind} beats it on average): {}; possibly also {}.",
            clear.join(", "),
            perhaps.join(", ")
        ),
    })
}

/// Whether there is an order of strength, or a rock-paper-scissors cycle.
fn order_or_cycle(matchups: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let names = &matchups.tournament.members.names;
    if names.len() < 3 {
        return Vec::new();
    }
    let (standing, kind) = (&matchups.standing, matchups.tournament.members.kind.name());
    let wins = significant_wins(matchups);
    let is_order =
        (0..order.len()).all(|nth| order[nth + 1..].iter().all(|below| wins[order[nth]][*below].is_some()));
    let cycle = cycle(&wins).map(|three| three.map(|member| names[member].as_str()));
    let percent = |share: f64| format!("{} %", fixed(100.0 * share, 1));
    let Some((share, by_luck)) = standing.cyclic.zip(standing.transitive.interval) else {
        return vec!["All pairs are exactly even.".into()];
    };
    let seen = format!(
        "Cyclic share {}; expected {} to {} without cycles",
        percent(share),
        percent(by_luck.low),
        percent(by_luck.high)
    );
    conclusions(cycle, is_order, is_cyclic(matchups), &seen, kind)
}

/// Whether the scores do not fit one rating per member. Without a p-value, the interval accounts for the interim looks.
pub(super) fn is_cyclic(matchups: &Matchups<'_>) -> bool {
    let (standing, level) = (&matchups.standing, matchups.tournament.accuracy.level);
    let Some((share, by_luck)) = standing.cyclic.zip(standing.transitive.interval) else { return false };
    standing.cyclic_p.map_or(share > by_luck.high, |p| p < level.alpha())
}

/// The sentences about a field. `is_order`: every member significantly beats all members ranked below it.
/// `is_rejected`: the scores do not fit one rating per member; no order of strength is claimed in that case.
fn conclusions(
    cycle: Option<[&str; 3]>,
    is_order: bool,
    is_rejected: bool,
    seen: &str,
    kind: &str,
) -> Vec<String> {
    let mut lines = Vec::new();
    match cycle {
        Some([a, b, c]) => lines.push(format!("Cycle: {a} beats {b}, {b} beats {c}, and {c} beats {a}.")),
        None if is_order && !is_rejected => {
            lines.push("Order of strength: each member beats all members ranked below it.".into());
        }
        None => {}
    }
    lines.push(match (is_rejected, cycle) {
        (true, _) => {
            format!("{seen}.\nThe opponent matters: a single rating per {kind} is misleading here.")
        }
        // A significant cycle is evidence, even if the field as a whole is not more cyclic than expected.
        (false, Some(_)) => format!("{seen}."),
        (false, None) => format!("{seen}.\nNo evidence of cycles."),
    });
    lines
}

/// The significant leads: by how much the lower end of a score exceeds one half. All of them hold together at the level of
/// the intervals.
pub(super) fn significant_wins(matchups: &Matchups<'_>) -> Vec<Vec<Option<f64>>> {
    let Tournament { accuracy, members, deals, pairs, .. } = matchups.tournament;
    let level = accuracy.level.shared_by(pairs.len());
    let fixed = !accuracy.is_sequential();
    let n = members.names.len();
    let lead = |one: usize, other: usize| {
        let score = matchups.meetings.between(one, other)?.deals.estimate(fixed, *deals, level);
        score.interval.map(|score| score.low - 0.5).filter(|lead| *lead > 0.0)
    };
    (0..n).map(|one| (0..n).map(|other| lead(one, other)).collect()).collect()
}

/// The cycle of three members (A beats B, B beats C, C beats A) with the largest smallest lead.
pub(super) fn cycle(wins: &[Vec<Option<f64>>]) -> Option<[usize; 3]> {
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
    use crate::stats::ratings::Meetings;

    #[test]
    fn an_order_of_strength_is_claimed_only_if_single_ratings_fit() {
        let text = |cycle, is_order, is_rejected| {
            conclusions(cycle, is_order, is_rejected, "Cyclic share 1 %", "bot").join("\n")
        };
        let (order, misleading, none) = ("Order of strength", "is misleading", "No evidence of cycles");
        let cycle = Some(["a", "b", "c"]);
        for (cycle, is_order, is_rejected, said) in [
            (None, true, false, [true, false, true]),
            (None, true, true, [false, true, false]),
            (None, false, true, [false, true, false]),
            (None, false, false, [false, false, true]),
            (cycle, false, true, [false, true, false]),
            (cycle, false, false, [false, false, false]),
        ] {
            let text = text(cycle, is_order, is_rejected);
            assert_eq!([order, misleading, none].map(|part| text.contains(part)), said, "{text}");
            assert_eq!(text.contains("Cycle: a beats b, b beats c, and c beats a."), cycle.is_some());
        }
    }

    #[test]
    fn ratings_that_do_not_fit_have_a_warning() {
        let level = Level::default();
        let misfit = |fit_p, cyclic_p| {
            let standing = Ratings::of(&Meetings::new(0), true, 1, level, 1);
            misfit(&Ratings { fit_p, cyclic_p, ..standing }, level)
        };
        let warning = misfit(Some(0.01), Some(0.2)).expect("a warning");
        assert!(warning.starts_with("Warning: ratings do not fit"), "{warning}");
        // A field that is called cyclic has a warning of its own.
        let others = [(Some(0.06), Some(0.2)), (Some(0.01), Some(0.01)), (None, None)];
        assert_eq!(others.map(|(fit_p, cyclic_p)| misfit(fit_p, cyclic_p)), [None, None, None]);
    }

    #[test]
    fn the_cycle_with_the_largest_lead_is_found() {
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
