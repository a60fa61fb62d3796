//! The texts of a training: the strategy file and the summary.

use super::{Trained, Training};
use crate::bots::Weighed;
use crate::config::strategy::{self, StrategyFile};
use crate::model::Feature;
use crate::report::overwrite::sealed;
use crate::report::show::{Grid, grouped};
use crate::report::table::fixed;
use crate::report::text::Text;
use crate::report::train::Point;
use crate::stats::Estimate;

/// The text of the strategy file.
pub(super) fn strategy(trained: &Trained<'_>) -> String {
    let training = trained.training;
    let Training { options, plan, start, .. } = training;
    let mut about = vec![
        format!(
            "Trained by `undercard train` {}: {}, {} players, against {}, starting from {},",
            env!("CARGO_PKG_VERSION"),
            plan.game.title,
            plan.players(),
            training.opponents(),
            start.name
        ),
        format!(
            "{} games, seed {}. Games digest {}.",
            grouped(trained.learned.games),
            plan.seed,
            plan.digest
        ),
    ];
    if trained.extent.is_complete() {
        about.push(format!(
            "Scores on held-out games (a draw is half a win; {} % intervals):",
            options.level.percent()
        ));
        about.extend(trained.held_out.iter().map(|[end, start]| {
            let (score, start_score) = (end.score(options.level), start.score(options.level));
            format!("  {} (start: {}) against {}", share(&score), share(&start_score), start.opponent)
        }));
        about.extend(verdict(trained));
    } else {
        about.push(format!(
            "PARTIAL: stopped after {} of {} games; not evaluated on held-out games.",
            grouped(trained.learned.games),
            grouped(plan.games)
        ));
    }
    about.push("Weights are in descending order of influence.".into());
    let written = StrategyFile {
        weights: trained.selected.weights.clone(),
        trained: Some(strategy::Trained { command: training.command(), rules_digest: plan.rules_digest() }),
        ..StrategyFile::default()
    };
    sealed(&strategy::write(&plan.game, &about, &summary_of_weights(trained), &written))
}

fn share(score: &Estimate) -> String {
    let percent = |share: f64| fixed(100.0 * share, 1);
    let value = score.value.map_or_else(|| "?".into(), percent);
    let ends = score.interval.map(|ends| format!(" ({} to {})", percent(ends.low), percent(ends.high)));
    format!("{value} %{}", ends.unwrap_or_default())
}

/// The most influential features in a sentence that a strategy file can have.
fn summary_of_weights(trained: &Trained<'_>) -> String {
    const MOST_NAMES: usize = 6;
    const LONGEST: usize = 200;
    let is_short = |summary: &String| summary.chars().count() <= LONGEST;
    (1..=MOST_NAMES).rev().map(|n_names| summary_of(trained, n_names)).find(is_short).unwrap_or_default()
}

fn summary_of(trained: &Trained<'_>, n_names: usize) -> String {
    let weights = &trained.selected.weights.weights;
    let names = |is_positive: bool| {
        let of_sign = |(_, weight): &&(Weighed, f64)| (*weight > 0.0) == is_positive && *weight != 0.0;
        let first = weights.iter().take(n_names).filter(of_sign);
        first
            .filter_map(|(weighed, _)| Some(trained.training.plan.game.feature_of(*weighed)?.name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match (names(true).as_str(), names(false).as_str()) {
        ("", "") if !trained.selected.weights.rules.is_empty() => "Uses only its rules.".into(),
        ("", "") => "Has no preferences.".into(),
        (prefers, "") => format!("Prefers {prefers}."),
        ("", avoids) => format!("Avoids {avoids}."),
        (prefers, avoids) => format!("Prefers {prefers}; avoids {avoids}."),
    }
}

/// Whether the trained strategy is better than the start; `None` if unknown.
fn verdict(trained: &Trained<'_>) -> Option<String> {
    if trained.selected.is_start {
        return Some("Training did not improve on the start, so this is the unchanged start.".into());
    }
    let level = trained.training.options.level;
    let n = f64::from(u32::try_from(trained.held_out.len()).ok()?);
    let mean = |which: usize| {
        let scores = trained.held_out.iter().map(|points| points[which].score(level).value);
        Some(scores.sum::<Option<f64>>()? / n)
    };
    let square =
        |point: &Point| point.score(level).interval.map(|ends| ends.half_width() * ends.half_width());
    let half = trained.held_out.iter().flatten().map(square).sum::<Option<f64>>()?.sqrt() / n;
    let gain = mean(0)? - mean(1)?;
    Some(match gain {
        gain if gain > half => {
            format!("On average {} pp better than the start.", fixed(100.0 * gain, 1))
        }
        gain if gain < -half => {
            format!("WORSE than the start, on average by {} pp.", fixed(-100.0 * gain, 1))
        }
        _ => "No significant difference from the start.".into(),
    })
}

/// Maximum number of opponents that the conclusion names.
const NAMED: usize = 4;

/// The scores on held-out games in a sentence, and whether the strategy is better than the start.
pub(super) fn conclusion(trained: &Trained<'_>) -> Vec<String> {
    let Training { options, start, .. } = trained.training;
    if !trained.extent.is_complete() {
        return Vec::new();
    }
    let score = |points: &[Point; 2]| {
        format!("{} against {}", share(&points[0].score(options.level)), points[0].opponent)
    };
    let mut scores: Vec<String> = trained.held_out.iter().take(NAMED).map(score).collect();
    match trained.held_out.len().saturating_sub(NAMED) {
        0 => {}
        more => scores.push(format!("{more} more in the table")),
    }
    let sentence = format!("{} scores {}.", options.name, scores.join(", "));
    let start = format!("The start is {}.", start.name);
    [sentence].into_iter().chain(verdict(trained)).chain([start]).collect()
}

/// The summary.
pub(super) fn text(trained: &Trained<'_>) -> Text {
    let training = trained.training;
    let Training { options, plan, start, .. } = training;
    let mut text = Text::default();
    text += &format!(
        "{}, {} players: {} training games in {} steps, seed {}\nStart: {}; opponents: {}\n",
        plan.game.title,
        plan.players(),
        grouped(trained.learned.games),
        trained.learned.steps,
        plan.seed,
        start.name,
        training.opponents()
    );
    if trained.extent.is_complete() {
        text += &format!(
            "\nScores on held-out games (a draw is half a win), with {} % intervals\n\n",
            options.level.percent()
        );
        let row = |points: &[Point; 2]| {
            let scores = points.iter().map(|point| share(&point.score(options.level)));
            std::iter::once(points[0].opponent.clone()).chain(scores).collect()
        };
        let header = ["opponent", options.name.as_str(), "start"].map(str::to_owned).to_vec();
        let rows = trained.held_out.iter().map(row).collect();
        text += Grid { header, right: vec![false, true, true], rows };
        if let Some(verdict) = verdict(trained) {
            text += &format!("\n{verdict}\n");
        }
    }
    let weights = &trained.selected.weights;
    let how = if weights.temperature > 0.0 {
        format!("moves are sampled at temperature {}", weights.temperature)
    } else {
        "always plays the best move".into()
    };
    text += &format!("\nWeights, most influential first; {how}\n\n");
    let rows = weights.weights.iter().filter(|(_, weight)| *weight != 0.0).filter_map(|(weighed, weight)| {
        let Feature { name, meaning } = plan.game.feature_of(*weighed)?;
        Some(vec![(*name).to_owned(), weight.to_string(), (*meaning).to_owned()])
    });
    text += Grid { header: Vec::new(), right: vec![false, true, false], rows: rows.collect() };
    text
}
