//! The texts of a search: the summary, and the proposed config.

use super::super::Experiment;
use super::super::check::text as check_text;
use super::best::{self, Best};
use super::search_space::most_tried;
use super::{FRACTION, Moves, PROPOSALS, Tune, Tuned, config_edit};
use crate::report::overwrite::{TUNED_TOML, sealed};
use crate::report::show::{Grid, grouped, wrap};
use crate::stats::verdict::Verdict;
use std::fmt::{self, Write};

/// Maximum number of other solutions in the summary.
const SHOWN: usize = 5;

/// The summary.
pub(super) fn text(tuned: &Tuned<'_>) -> Result<String, fmt::Error> {
    let Tuned { tune, tried, judged, .. } = tuned;
    let plan = &tune.plan;
    let mut text = String::new();
    let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    writeln!(
        text,
        "{}: {}, {}; {} of {} games each, seed {}\nBots: {}\n",
        plan.game.title,
        many(plan.targets.len(), "target"),
        many(tune.settings.len(), "setting"),
        many(tried.len(), "candidate"),
        grouped(plan.games),
        plan.seed,
        tune.bots,
    )?;
    let Some(found) = tuned.found() else {
        write!(text, "No candidate passes every target.")?;
        if let Some(best) = Best::of(tuned) {
            if best.is_unchanged() {
                writeln!(text, " The unchanged config is the closest:\n")?;
            } else {
                writeln!(text, " Closest:\n\n{}", grid(tune, best.moves()).text())?;
            }
            write!(text, "{}\n{}\n", best.grid().text(), best::coverage(tuned))?;
        }
        return Ok(wrap(&text));
    };
    let n_changes = found.moves.len();
    let how =
        if n_changes == 0 { "without changes".into() } else { format!("with {}", many(n_changes, "change")) };
    writeln!(text, "{}", outcome(found.verdict, &how))?;
    for grid in [grid(tune, &found.moves), check_text::narrow_grid(&[&found.check])] {
        if !grid.rows.is_empty() {
            write!(text, "\n{}", grid.text())?;
        }
    }
    let disagreements = check_text::disagreements(&found.check);
    if !disagreements.is_empty() {
        writeln!(text, "{disagreements}")?;
    }
    writeln!(
        text,
        "\nJudged on held-out games. All verdicts hold together at {} %.",
        tune.options.level.percent()
    )?;
    let is_judged = |moves: &Moves| judged.iter().any(|judged| judged.moves == *moves);
    let met = tried.iter().filter(|tried| tried.loss <= 0.0 && !is_judged(&tried.moves));
    let others: Vec<String> = met.take(SHOWN).map(|other| tune.sets(&other.moves).join(" ")).collect();
    if !others.is_empty() {
        writeln!(text, "Other solutions that passed every target in the search, not verified:")?;
        others.iter().try_for_each(|other| writeln!(text, "  {other}"))?;
    }
    if n_changes > 0 {
        writeln!(text, "{}", best::coverage(tuned))?;
    }
    Ok(wrap(&text))
}

/// What a search plays at most.
pub(super) fn forecast(tune: &Tune, time: &str) -> String {
    let Tune { plan, options, settings, n_runs, .. } = tune;
    let each = grouped(plan.games);
    let line_ups = if *n_runs == 1 { String::new() } else { format!(" with each of {n_runs} line-ups") };
    let text = format!(
        "{}: at most {} candidates of {each} games{line_ups}; {time}\n\
         {} settings, numbers up to {} steps up or down (--reach), at most {} of them changed (--changes).\n\
         Up to {} of the candidates are verified with at most {} games each; {} games in all.\n\
         The search ends earlier if a candidate passes every target.\n",
        plan.game.title,
        grouped(most_tried(&tune.reach(), tune.most_changes()) as u64),
        grouped(settings.len() as u64),
        options.reach,
        tune.most_changes(),
        1 + PROPOSALS,
        grouped(plan.games.saturating_mul(FRACTION)),
        grouped(tune.games()),
    );
    wrap(&text)
}

/// What the held-out games say about the candidate that passed in the search.
fn outcome(verdict: Verdict, how: &str) -> String {
    match verdict {
        Verdict::Pass => format!("Every target passes {how}."),
        Verdict::Inconclusive => format!(
            "Every target passed {how} in the search. The held-out games are too few to decide; raise --games."
        ),
        Verdict::Fail => format!("Every target passed {how} in the search, but not on held-out games."),
    }
}

fn grid(tune: &Tune, moves: &[(usize, i64)]) -> Grid {
    let rows = tune.changes(moves).into_iter();
    let rows = rows.map(|[key, old, new]| vec![key, format!("{old} → {new}")]).collect();
    Grid { header: Vec::new(), right: vec![false, true], rows }
}

/// The config with these changes. `verdict` is that of a proposal. `None` never happens: the search has played these
/// changes, and the text of a validated plan is valid TOML.
pub(super) fn config(tune: &Tune, best: &Best<'_>, verdict: Option<Verdict>) -> Option<String> {
    let moves = best.moves();
    let plan = tune.plan.with(&tune.sets(moves), "--keys").ok()?;
    let keys: Vec<&str> = moves.iter().map(|(setting, _)| tune.settings[*setting].key()).collect();
    let changes =
        tune.changes(moves).into_iter().map(|[key, old, new]| format!("#   {key}: {old} → {new}\n"));
    let about = match (verdict, best.missed()) {
        (Some(verdict), _) => format!("; verified on held-out games: {}", verdict.word()),
        (None, missed) if missed.is_empty() => ", the closest attempt; not verified".into(),
        (None, missed) => format!(", the closest attempt. It misses: {missed}"),
    };
    let what = if moves.is_empty() { "It changes nothing." } else { "Changes:" };
    let header = format!("{TUNED_TOML}{about}. {what}\n{}", changes.collect::<String>());
    Some(sealed(&(header + &config_edit::text(&tune.rules, &tune.plan_options, &plan, &keys).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inconclusive_held_out_games_do_not_contradict_the_search() {
        let text = |verdict| outcome(verdict, "with 1 change");
        assert!(text(Verdict::Inconclusive).contains("too few to decide"));
        assert!(
            text(Verdict::Fail).contains("not on held-out games") && text(Verdict::Pass).contains("passes")
        );
    }
}
