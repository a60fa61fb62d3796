//! What was learnt, for people: the strategy file, which says where it comes from, and the summary.

use super::{Trained, Training};
use crate::config::strategy;
use crate::model::Feature;
use crate::report::show::Grid;
use crate::report::table::fixed;
use crate::report::train::Point;
use crate::stats::Estimate;
use std::fmt::Write;

/// The text of the strategy file.
pub(super) fn strategy(learnt: &Trained<'_>) -> String {
    let training = learnt.training;
    let Training { options, plan, start, .. } = training;
    let mut about = vec![
        format!(
            "Learnt by `undercard train` {}: {}, {} players, against {}, from {},",
            env!("CARGO_PKG_VERSION"),
            plan.game.title,
            plan.players(),
            training.opponents(),
            start.name
        ),
        format!("{} games, seed {}. Config digest {}.", learnt.gradient.games, plan.seed, plan.digest),
    ];
    if learnt.extent.is_complete() {
        about.push(format!(
            "On other games it scores (half a win for a draw; {} % intervals):",
            options.level.percent()
        ));
        about.extend(learnt.held_out.iter().map(|[trained, start]| {
            let (trained, start_score) = (trained.score(options.level), start.score(options.level));
            format!("  {}; its start {}, against {}", share(&trained), share(&start_score), start.opponent)
        }));
        about.extend(verdict(learnt));
    } else {
        about.push(format!(
            "PARTIAL: stopped after {} of {} games; not tried on other games.",
            learnt.gradient.games, plan.games
        ));
    }
    about.push("The weights that move its choices most stand first.".into());
    strategy::write(plan.game, &about, &believes(learnt), &learnt.filed.weights)
}

fn share(score: &Estimate) -> String {
    let percent = |share: f64| fixed(100.0 * share, 1);
    let value = score.value.map_or_else(|| "?".into(), percent);
    let ends = score.interval.map(|ends| format!(" ({} to {})", percent(ends.low), percent(ends.high)));
    format!("{value} %{}", ends.unwrap_or_default())
}

/// What the weightiest features say, in a sentence.
fn believes(learnt: &Trained<'_>) -> String {
    let weights = &learnt.filed.weights.weights;
    let names = |seeks: bool| {
        let first = weights.iter().take(6).filter(|(_, weight)| (*weight > 0.0) == seeks && *weight != 0.0);
        first.map(|(place, _)| learnt.training.plan.game.features[*place].name).collect::<Vec<_>>().join(", ")
    };
    match (names(true).as_str(), names(false).as_str()) {
        ("", "") if !learnt.filed.weights.rules.is_empty() => "What its rules say, and nothing else.".into(),
        ("", "") => "Nothing: every move is as good as any other.".into(),
        (seeks, "") => format!("Seek {seeks}."),
        ("", shuns) => format!("Shun {shuns}."),
        (seeks, shuns) => format!("Seek {seeks}; shun {shuns}."),
    }
}

/// Whether it is better than what it began with, if that can be told.
fn verdict(learnt: &Trained<'_>) -> Option<String> {
    if learnt.filed.is_start {
        return Some("Nothing that was learnt scored more than the start: this is the start.".into());
    }
    let level = learnt.training.options.level;
    let n = f64::from(u32::try_from(learnt.held_out.len()).ok()?);
    let mean = |which: usize| {
        let scores = learnt.held_out.iter().map(|points| points[which].score(level).value);
        Some(scores.sum::<Option<f64>>()? / n)
    };
    let square =
        |point: &Point| point.score(level).interval.map(|ends| ends.half_width() * ends.half_width());
    let half = learnt.held_out.iter().flatten().map(square).sum::<Option<f64>>()?.sqrt() / n;
    let gain = mean(0)? - mean(1)?;
    Some(match gain {
        gain if gain > half => {
            format!("On average that is {} points more than its start.", fixed(100.0 * gain, 1))
        }
        gain if gain < -half => {
            format!("It is WORSE than its start, on average by {} points.", fixed(-100.0 * gain, 1))
        }
        _ => "It is not better than its start, as far as these games tell.".into(),
    })
}

/// The summary.
pub(super) fn text(learnt: &Trained<'_>) -> Result<String, std::fmt::Error> {
    let training = learnt.training;
    let Training { options, plan, start, .. } = training;
    let mut text = String::new();
    writeln!(
        text,
        "{}, {} players: learnt from {} games in {} steps, seed {}, from {}, against {}",
        plan.game.title,
        plan.players(),
        learnt.gradient.games,
        learnt.gradient.steps,
        plan.seed,
        start.name,
        training.opponents()
    )?;
    if learnt.extent.is_complete() {
        writeln!(
            text,
            "\nWhat it scores on other games, in % (half a win for a draw), with {} % intervals\n",
            options.level.percent()
        )?;
        let row = |points: &[Point; 2]| {
            let scores = points.iter().map(|point| share(&point.score(options.level)));
            std::iter::once(points[0].opponent.clone()).chain(scores).collect()
        };
        let header = ["against", options.name.as_str(), "its start"].map(str::to_owned).to_vec();
        let rows = learnt.held_out.iter().map(row).collect();
        text += &Grid { header, right: vec![false, true, true], rows }.text();
        if let Some(verdict) = verdict(learnt) {
            writeln!(text, "\n{verdict}")?;
        }
    }
    let weights = &learnt.filed.weights;
    let how = if weights.temperature > 0.0 {
        format!("moves are drawn at temperature {}", weights.temperature)
    } else {
        "the best move is always played".into()
    };
    writeln!(text, "\nIts weights, those that move its choices most first; {how}\n")?;
    let rows = weights.weights.iter().filter(|(_, weight)| *weight != 0.0).map(|(place, weight)| {
        let Feature { name, meaning } = plan.game.features[*place];
        vec![name.to_owned(), weight.to_string(), meaning.to_owned()]
    });
    text += &Grid { header: Vec::new(), right: vec![false, true, false], rows: rows.collect() }.text();
    Ok(text)
}
