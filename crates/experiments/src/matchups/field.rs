//! What a round robin says about its field: the scores of all pairs, who beats whom, and whether there are cycles.

use super::{Matchups, Tournament};
use crate::report::show::Grid;
use crate::report::table::fixed;

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
pub(super) fn matrix(names: &[String], matchups: &Matchups<'_>, order: &[usize]) -> Grid {
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
    Grid { header: header.collect(), right, rows: order.iter().map(row).collect() }
}

/// The neighbours in the ranking that do not differ significantly.
pub(super) fn near(matchups: &Matchups<'_>, order: &[usize]) -> Vec<String> {
    let Tournament { accuracy, members, deals, .. } = matchups.tournament;
    let names = members.shown();
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

/// Whether the scores do not fit one rating per member. Without a p-value, the interval accounts for the interim looks.
pub(super) fn is_cyclic(matchups: &Matchups<'_>) -> bool {
    let (standing, level) = (&matchups.standing, matchups.tournament.accuracy.level);
    let Some((share, by_luck)) = standing.cyclic.zip(standing.transitive.interval) else { return false };
    standing.cyclic_p.map_or(share > by_luck.high, |p| p < level.alpha())
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
