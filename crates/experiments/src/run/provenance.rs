//! `run.toml`: the provenance of a run. It is itself a config: `undercard run DIR/run.toml` plays the same games again.

use crate::config::plan::{NAME, STRATEGIES};
use crate::config::{DESCRIPTION, Plan, RUN_TOML, TABLE_MINUTES, tree};
use crate::model::settings::{Node, Value};
use crate::report::stored::About;
use std::collections::BTreeMap;
use std::time::Duration;

/// How a run was played.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// Number of games that were played before it was resumed.
    pub before: u64,
    /// Number of games played, including these.
    pub played: u64,
    /// Wall time since the start, or since it was resumed.
    pub wall: Duration,
    /// Number of threads.
    pub threads: usize,
}

/// The text of `run.toml`.
///
/// # Errors
/// It cannot be written as TOML.
pub(super) fn run_toml(plan: &Plan, about: &About, origin: &Provenance) -> Result<String, toml::ser::Error> {
    let shard = about.shard;
    let is_whole = about.complete && shard.is_whole();
    let with = if shard.is_whole() { String::new() } else { format!(", with --shard {shard},") };
    let header = format!(
        "{RUN_TOML} was made; `undercard run` on this file{with} plays the same games again.\n\
         # --level and --precision are not stored as settings; `command` has the original ones.\n"
    );
    // A run that reached its precision is repeated up to that point, an interrupted one completely.
    let games = if is_whole { origin.played } else { plan.games };
    let mut root = plan.tree_with_paths();
    let at = root.at.clone();
    let node = |value: Value| Node { value, at: at.clone() };
    let text = |text: &str| Value::Text(text.into());
    let table = |entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), node(value)));
        node(Value::Table(entries.collect()))
    };
    let names = plan.bots.iter().map(|bot| node(text(&bot.requested))).collect();
    let mut run = vec![("games", int(games)), ("seed", int(plan.seed)), ("bots", Value::List(names))];
    run.extend(plan.table_minutes().map(|minutes| (TABLE_MINUTES, Value::Float(minutes))));
    let bots = plan.bots.iter().chain(plan.lineups.values().flatten());
    // The folder can be verified and merged without these files.
    let strategies: BTreeMap<&str, &str> =
        bots.filter_map(|bot| bot.file.as_ref()).map(|(path, text)| (&**path, &**text)).collect();
    if !strategies.is_empty() {
        let strategies = strategies.into_iter().map(|(path, content)| (path.to_owned(), node(text(content))));
        run.push((STRATEGIES, Value::Table(strategies.collect())));
    }
    let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut provenance = vec![
        ("undercard", text(env!("CARGO_PKG_VERSION"))),
        ("command", text(&origin.command)),
        (NAME, text(&plan.used().name)),
        ("games-digest", text(&plan.digest)),
        ("games-asked", int(plan.games)),
        ("complete", Value::Flag(is_whole)),
        ("wall-seconds", Value::Float(origin.wall.as_secs_f64())),
        ("threads", int(origin.threads as u64)),
        ("machine", text(&machine)),
        ("games-played", int(origin.played)),
    ];
    provenance.extend(plan.game.own.map(|own| ("game-version", text(own.version))));
    provenance.extend(plan.game.description.as_deref().map(|described| (DESCRIPTION, text(described))));
    if !shard.is_whole() {
        provenance.push(("shard", Value::Text(shard.to_string())));
    }
    if origin.before > 0 {
        provenance.push(("games-before-resuming", int(origin.before)));
    }
    if let Value::Table(entries) = &mut root.value {
        entries.retain(|(key, _)| key != "run" && key != "provenance");
        entries.push(("run".into(), table(run)));
        entries.push(("provenance".into(), table(provenance)));
    }
    Ok(header + &tree::write(&root)?)
}

/// A number of games, rows, …
fn int(number: u64) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PlanOptions;
    use crate::config::lock::RESULTS_VERSION;
    use crate::games::Catalogue;
    use crate::model::settings::Allowed;
    use crate::stats::Level;
    use crate::{RateMethod, Shard};

    /// The values at the ends of what a setting allows.
    fn ends(allowed: &Allowed) -> Vec<String> {
        match allowed {
            Allowed::Int(low, high) => vec![low.to_string(), high.to_string()],
            Allowed::IntOr(low, _, word) => vec![low.to_string(), (*word).to_string()],
            Allowed::Choice(names) => names.iter().map(ToString::to_string).collect(),
            Allowed::Flag => vec!["true".into(), "false".into()],
            Allowed::Text => vec!["X".into()],
        }
    }

    /// Every accepted config is stored so that reading it gives the same games: otherwise a run could not be verified,
    /// merged or resumed. Every eighth of the extreme values of all settings is tried, and two settings at once.
    #[test]
    fn every_accepted_config_reads_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.toml");
        for listed in Catalogue::printed().iter() {
            let plan = |set: Vec<String>| {
                let bots = vec!["random".into()];
                Plan::new(listed.id, &PlanOptions { set, bots, games: Some(50), ..PlanOptions::default() })
            };
            let printed = plan(Vec::new()).expect("the printed rules");
            let sets: Vec<String> = printed
                .rules
                .settings()
                .iter()
                .flat_map(|setting| {
                    ends(&setting.allowed).into_iter().map(|end| format!("{}={end}", setting.path))
                })
                .collect();
            let step = (sets.len() / 70).max(1) | 1;
            let mut n_accepted = 0;
            for (nth, set) in sets.iter().enumerate().step_by(step) {
                let both = vec![set.clone(), sets[(nth * 31 + 17) % sets.len()].clone()];
                for set in [vec![set.clone()], both] {
                    let Ok(plan) = plan(set.clone()) else { continue };
                    n_accepted += 1;
                    let about = About {
                        undercard: "0".into(),
                        results: RESULTS_VERSION,
                        digest: plan.digest.clone(),
                        planned: plan.games,
                        shard: Shard::WHOLE,
                        precision: None,
                        level: Level::try_from(0.95).expect("a level"),
                        rate: RateMethod::default(),
                        complete: true,
                    };
                    let origin = Provenance {
                        command: "undercard run".into(),
                        before: 0,
                        played: plan.games,
                        wall: Duration::ZERO,
                        threads: 1,
                    };
                    std::fs::write(&path, run_toml(&plan, &about, &origin).expect("TOML")).expect("a file");
                    let read = Plan::new(&path.display().to_string(), &PlanOptions::default());
                    let read = read.unwrap_or_else(|errors| panic!("{set:?}: {errors}"));
                    let digests = |plan: &Plan| (plan.digest.clone(), plan.rules_digest());
                    assert_eq!(digests(&read), digests(&plan), "{set:?}");
                }
            }
            assert!(n_accepted > 30, "{}: {n_accepted}", listed.id);
        }
    }
}
