//! A search for people, and the config that it proposes.

use super::super::check::text as check_text;
use super::{Found, Moves, Tune, Tuned, config_edit};
use crate::report::show::Grid;
use crate::stats::verdict::Verdict;
use std::fmt::{self, Write};

/// Other changes that are shown.
const SHOWN: usize = 5;

/// The summary.
pub(super) fn text(tuned: &Tuned<'_>) -> Result<String, fmt::Error> {
    let Tuned { tune, tried, judged, extent, .. } = tuned;
    let (plan, is_stopped) = (&tune.plan, !extent.is_complete());
    let mut text = String::new();
    let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    writeln!(
        text,
        "{}: {}, {}; {} tried with {} games each, seed {}; bots: {}\n",
        plan.game.title,
        many(plan.targets.len(), "target"),
        many(tune.numbers.len(), "number"),
        many(tried.len(), "setting"),
        plan.games,
        plan.seed,
        tune.bots,
    )?;
    let Some(found) = tuned.found() else {
        let why = if is_stopped { "PARTIAL: stopped before the search was done. None" } else { "None" };
        writeln!(text, "{why} of these settings meets every target.")?;
        let nearest = tried.iter().min_by(|a, b| a.loss.total_cmp(&b.loss));
        match nearest.filter(|nearest| !nearest.moves.is_empty()) {
            Some(nearest) => write!(text, "Nearest to it:\n\n{}", grid(tune, &nearest.moves).text())?,
            None => writeln!(text, "None is nearer to it than the config as it is.")?,
        }
        return Ok(text);
    };
    let n_changes = found.moves.len();
    let how = if n_changes == 0 { "as it is".into() } else { format!("with {}", many(n_changes, "change")) };
    if is_stopped {
        writeln!(text, "PARTIAL: stopped before the search was done.")?;
    }
    match found.verdict {
        Verdict::Pass => writeln!(text, "Every target passes {how}.")?,
        _ => writeln!(text, "Every target seemed to be met {how}, but other games do not say so.")?,
    }
    for grid in [grid(tune, &found.moves), check_text::grid(&[&found.job])] {
        if !grid.rows.is_empty() {
            write!(text, "\n{}", grid.text())?;
        }
    }
    writeln!(
        text,
        "\nJudged on games by which nothing was chosen. All verdicts hold together at {} %.",
        tune.options.level.percent()
    )?;
    let is_judged = |moves: &Moves| judged.iter().any(|judged| judged.moves == *moves);
    let met = tried.iter().filter(|tried| tried.loss <= 0.0 && !is_judged(&tried.moves));
    let others: Vec<String> = met.take(SHOWN).map(|other| tune.sets(&other.moves).join(" ")).collect();
    if !others.is_empty() {
        writeln!(text, "Other changes that met every target where they were tried, and were not judged:")?;
        others.iter().try_for_each(|other| writeln!(text, "  {other}"))?;
    }
    Ok(text)
}

fn grid(tune: &Tune, moves: &[(usize, i64)]) -> Grid {
    let rows = tune.changes(moves).into_iter().map(Vec::from).collect();
    Grid { header: Vec::new(), right: vec![false, true], rows }
}

/// The config with the changes that are proposed.
///
/// # Errors
/// None that the text of a checked plan can have.
pub(super) fn config(tune: &Tune, found: &Found) -> Result<String, toml_edit::TomlError> {
    let Found { moves, verdict, job } = found;
    let keys: Vec<&str> = moves.iter().map(|(number, _)| tune.numbers[*number].key.as_str()).collect();
    let changes = tune.changes(moves).into_iter().map(|[key, change]| format!("#   {key}: {change}\n"));
    let header = format!(
        "# Found by `undercard tune`; judged on other games: {}. Changes:\n{}",
        verdict.word(),
        changes.collect::<String>()
    );
    Ok(header + &config_edit::text(&tune.rules, &tune.asked, &job.plan, &keys)?)
}
