//! The summary of a round robin: who is strong and whether there is a cycle in sentences, then the scores and the ranking.

use super::super::driver::READING;
use super::field::{cycle, is_cyclic, matrix, near, significant_wins};
use super::{Matchups, Tournament};
use crate::model::words::listed;
use crate::report::claim::{Claim, Says, Sentence};
use crate::report::matchups::ranked;
use crate::report::show::{Grid, grouped};
use crate::report::table::fixed;
use crate::report::text::{Part, Text};

pub(super) fn text(matchups: &Matchups<'_>) -> Text {
    let Tournament { plan, accuracy, members, .. } = matchups.tournament;
    let mut text = Text::default();
    let (title, players, n, kind) =
        (plan.game.title, plan.players(), members.names.len(), members.kind.name());
    let games = grouped(plan.games);
    let at_most = if accuracy.is_sequential() { "at most " } else { "" };
    text += &format!(
        "{title}, {players} players: {n} {kind}s, {at_most}{games} games per pair, seed {}\n\n",
        plan.seed
    );
    let order = order(matchups);
    for sentence in sentences(matchups, &order) {
        text += &format!("{sentence}\n");
    }
    text += "\nScore of the row against the column, in % (a draw is half a win)\n\n";
    let names = members.shown();
    text += Part::Blocks(matrix(&names, matchups, &order));
    // There is no ranking if the members cannot be told apart, or if scores depend on the opponent.
    let is_told_apart = || significant_wins(matchups).iter().flatten().any(Option::is_some);
    let is_ranked = matchups.meetings.is_whole() && !is_cyclic(matchups) && is_told_apart();
    text += if is_ranked { "\nRanking by strength\n\n" } else { "\nMean scores\n\n" };
    text += ranking(&names, matchups, &order, is_ranked);
    let together = match matchups.tournament.pairs.len() {
        1 => format!("lies above 50 % ({} %)", accuracy.level.percent()),
        n => format!(
            "lies above 50 %; all {n} intervals hold together at {} % (joint_low and joint_high in matchups.csv), so they \
             are wider than those of single pairs",
            accuracy.level.percent()
        ),
    };
    text += &format!(
        "\nOne {kind} beats another if the interval of its score {together}. --verbose adds all columns, such as ratings.\n"
    );
    if accuracy.is_sequential() {
        text += &format!("\n{READING}\n");
    }
    text
}

/// The members, the strongest first.
fn order(matchups: &Matchups<'_>) -> Vec<usize> {
    let mut order = ranked(&matchups.standing, matchups.tournament.members.names.len());
    // An interrupted round robin may not have reached every member.
    order.retain(|member| matchups.meetings.record(*member).1.is_some());
    order
}

/// The answer.
pub(super) fn conclusion(matchups: &Matchups<'_>) -> Vec<Sentence> {
    sentences(matchups, &order(matchups))
}

/// The conclusions that the scores support.
fn sentences(matchups: &Matchups<'_>, order: &[usize]) -> Vec<Sentence> {
    let members = &matchups.tournament.members;
    let (names, kind) = (&members.shown(), members.kind.name());
    if !matchups.meetings.is_whole() {
        return vec!["Some pairs have not played: no statement about the field.".into()];
    }
    let wins = significant_wins(matchups);
    let score = |member: usize| {
        let score = matchups.meetings.record(member).1.unwrap_or(0.0);
        format!("{} %", fixed(100.0 * score, 1))
    };
    let mut sentences: Vec<Sentence> = Vec::new();
    // That members beat others, which the pairs say.
    let claims = |pairs: &[[usize; 2]]| {
        let table = &matchups.tables[0];
        let row = |[one, other]: [usize; 2]| {
            let cell = |row: &[crate::report::Cell], column| table.written(row, column);
            let [one, other] = [one, other].map(|member| &members.names[member]);
            table
                .rows
                .iter()
                .position(|row| cell(row, "competitor") == *one && cell(row, "opponent") == *other)
        };
        let claim = |row| Claim::new(crate::report::matchups::NAME, "score", [row], Says::Above(0.5));
        pairs.iter().copied().filter_map(row).map(claim).collect::<Vec<_>>()
    };
    if let [one, other] = *order {
        let is_ahead = wins[one][other].is_some();
        let beats = if is_ahead { "beats" } else { "does not measurably beat" };
        let text = format!("{} {beats} {}; its mean score is {}.", names[one], names[other], score(one));
        return vec![Sentence::claiming(text, if is_ahead { claims(&[[one, other]]) } else { Vec::new() })];
    }
    if wins.iter().flatten().all(Option::is_none) {
        return vec![format!("No {kind} measurably beats another.").into()];
    }
    let three = cycle(&wins);
    if let Some(members @ [one, two, three]) = three {
        let [a, b, c] = members.map(|member| names[member].as_str());
        let text = format!("Rock, paper, scissors: {a} beats {b}, {b} beats {c}, and {c} beats {a}.");
        sentences.push(Sentence::claiming(text, claims(&[[one, two], [two, three], [three, one]])));
    }
    let beats = |one: usize, other: usize| wins[one][other].is_some();
    let lost = |one: usize, other: usize| wins[other][one].is_some();
    type Is<'i> = &'i dyn Fn(usize, usize) -> bool;
    let ends: [(Is<'_>, Is<'_>, [&str; 3]); 2] =
        [(&beats, &lost, ["beats", "loses to", "lose to"]), (&lost, &beats, ["loses to", "beats", "beat"])];
    for (is_ahead, is_behind, [ahead, behind, behind_many]) in ends {
        let others = |member: usize| order.iter().copied().filter(move |other| *other != member);
        let end: Vec<usize> = order
            .iter()
            .copied()
            .filter(|member| !others(*member).any(|other| is_behind(*member, other)))
            .collect();
        sentences.push(match end[..] {
            [] => format!("Every {kind} measurably {behind} another.").into(),
            [one] if others(one).all(|other| is_ahead(one, other)) => {
                let text =
                    format!("{} {ahead} every other {kind}; its mean score is {}.", names[one], score(one));
                let is_first = beats(one, others(one).next().unwrap_or(one));
                let pair = |other| if is_first { [one, other] } else { [other, one] };
                Sentence::claiming(text, claims(&others(one).map(pair).collect::<Vec<_>>()))
            }
            [one] => {
                let (name, score) = (&names[one], score(one));
                format!("{name} alone measurably {behind} no other {kind}; its mean score is {score}.").into()
            }
            ref some => {
                let named =
                    listed(some.iter().map(|member| format!("{} ({})", names[*member], score(*member))));
                format!("{named} measurably {behind_many} no other {kind}.").into()
            }
        });
    }
    if three.is_none() {
        sentences.push(format!("No rock-paper-scissors cycle of three {kind}s was found.").into());
    }
    if is_cyclic(matchups) {
        sentences
            .push(format!("The opponent matters: a single rating per {kind} is misleading here.").into());
    }
    let near = near(matchups, order);
    if !near.is_empty() {
        sentences.push(format!("No measurable difference between {}.", near.join(", between ")).into());
    }
    sentences
}

/// The members by strength, with their mean scores and, if they are ranked, those against the next.
fn ranking(names: &[String], matchups: &Matchups<'_>, order: &[usize], is_ranked: bool) -> Grid {
    let percent =
        |share: Option<f64>| share.map_or_else(String::new, |share| format!("{} %", fixed(100.0 * share, 1)));
    let row = |(nth, member): (usize, &usize)| {
        let next = order.get(nth + 1).and_then(|next| matchups.meetings.between(*member, *next));
        let score = matchups.meetings.record(*member).1;
        let name =
            if is_ranked { format!("{:>2}  {}", nth + 1, names[*member]) } else { names[*member].clone() };
        let next = next.filter(|_| is_ranked);
        vec![name, percent(score), percent(next.and_then(|met| met.deals.score()))]
    };
    let header =
        ["", "mean score", if is_ranked { "against the next" } else { "" }].map(str::to_owned).to_vec();
    Grid { header, right: vec![false, true, true], rows: order.iter().enumerate().map(row).collect() }
}
