//! What differs between two configs, without playing.

use super::compare::Second;
use super::options::{both, refuse};
use super::{ExperimentResult, Extent, Level, ResultMeta, details, metadata};
use crate::config::tree::Change;
use crate::config::{Plan, PlanOptions, compared, effective, printed_rules};
use crate::model::settings::{ConfigErrors, clipped};
use crate::model::words::{counted, listed};
use crate::report::show::wrap;
use crate::report::{self, Table};
use serde_json::Map;
use std::fmt::{self, Write};

/// The second config.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The second config; `None`: the first one with changes, or the first one against the printed rules.
    pub second: Option<String>,
    /// Tables of cards of the second config only.
    pub cards_b: Vec<String>,
    /// `KEY=VALUE` settings of the second config only.
    pub set_b: Vec<String>,
    /// Bots of the second config, if they differ.
    pub bots_b: Vec<String>,
}

/// The differences of two configs.
pub struct Diff {
    plans: [Plan; 2],
    /// The names of both, as they were given.
    names: [String; 2],
    /// Whether they are the two configs of a comparison.
    is_comparison: bool,
    /// Whether only the id of a game was given.
    is_alone: bool,
    changes: Vec<Change>,
    table: Table,
    extent: Extent,
}

impl Diff {
    /// Reads and compares both configs. If the first config is the result of a comparison, and there is no
    /// second one, its two configs are compared.
    ///
    /// # Errors
    /// All errors of both, or they are of different games.
    pub fn new(config: &str, plan_options: &PlanOptions, options: &Options) -> Result<Self, ConfigErrors> {
        let Options { second, cards_b, set_b, bots_b } = options;
        let is_alone = second.is_none() && [cards_b, set_b, bots_b].iter().all(|change| change.is_empty());
        let stored = if is_alone { compared(config)? } else { None };
        let is_comparison = stored.is_some();
        let (one, two) = if let Some([first, second]) = stored {
            both(Plan::of_config(first, plan_options), Plan::of_config(second, plan_options))?
        } else if is_alone {
            let first = effective(config)?;
            let printed = printed_rules(first.game);
            let printed = printed.and_then(|config| Plan::of_config(config, &PlanOptions::default()));
            both(printed, Plan::of_config(first, plan_options))?
        } else {
            let first = effective(config)?;
            let other = second.as_ref().map_or_else(|| Ok(first.clone()), |second| effective(second));
            let one = Plan::of_config(first, plan_options);
            let change = Second { plan_options, is_other: second.is_some(), cards_b, set_b, bots_b };
            let two = other.and_then(|other| change.plan(other, one.as_ref().ok()));
            both(one, two)?
        };
        if one.game.id != two.game.id {
            let found = format!("{} and {}", one.game.id, two.game.id);
            return refuse("diff", found, "the same game on both sides");
        }
        let mut changes = one.changes(&two);
        changes.retain(|change| !["seed", "bots"].contains(&change.path.as_str()));
        let [bots_a, bots_b] = [&one, &two].map(|plan| plan.lineup().join(","));
        let players = [&one, &two].map(|plan| plan.players().to_string());
        if players[0] != players[1] && changes.iter().all(|change| change.path != "setup.players") {
            let [one, two] = players;
            changes.push(Change { path: "players".into(), one, two });
        }
        if bots_a != bots_b {
            changes.push(Change { path: "bots".into(), one: bots_a, two: bots_b });
        }
        let row = |change: &Change| [change.path.clone(), change.one.clone(), change.two.clone()];
        let table = report::diff::table(changes.iter().map(row));
        let own = || one.used().name;
        let names = match second {
            Some(second) => [config, second.as_str()].map(clipped),
            None if is_comparison => ["a", "b"].map(|letter| clipped(&format!("{config}:{letter}"))),
            None if is_alone => [own(), clipped(config)],
            None => [clipped(config), clipped(config)],
        };
        let extent = Extent::of_parts(1, 1, "comparisons", false);
        let is_alone = is_alone && one.game.id == config;
        Ok(Self { plans: [one, two], names, is_comparison, is_alone, changes, table, extent })
    }

    /// Whether anything differs.
    #[must_use]
    pub const fn differs(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether they are the two configs of the result of a comparison.
    #[must_use]
    pub const fn is_comparison(&self) -> bool {
        self.is_comparison
    }

    /// Whether both have the same number of players, so that they can play the same deals.
    #[must_use]
    pub fn has_same_players(&self) -> bool {
        let [one, two] = &self.plans;
        one.players() == two.players()
    }

    /// The bots of the second config as options name them, if they differ from those of the first.
    #[must_use]
    pub fn other_bots(&self) -> Option<Vec<String>> {
        let [one, two] = &self.plans;
        let mut bots: Vec<String> = two.bots.iter().map(|bot| bot.requested.clone()).collect();
        if bots.windows(2).all(|pair| pair[0] == pair[1]) {
            bots.truncate(1);
        }
        (one.lineup() != two.lineup()).then_some(bots)
    }

    /// Warnings about both configs.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.plans.iter().flat_map(|plan| plan.warnings.clone()).collect()
    }

    /// The answer in a sentence.
    fn answer(&self) -> String {
        let others: Vec<&str> = ["players", "bots"]
            .into_iter()
            .filter(|other| self.changes.iter().any(|change| change.path == *other))
            .collect();
        let n_settings = self.changes.len() - others.len();
        let settings = match n_settings {
            0 if others.is_empty() && self.is_alone => {
                let game = self.plans[0].game.id;
                return format!(
                    "Nothing differs. A game alone has nothing to differ from: add a second config (`undercard diff {game} \
                     house.toml`), --set-b KEY=VALUE or --set KEY=VALUE."
                );
            }
            0 if others.is_empty() => return "Nothing differs.".into(),
            0 => None,
            n_settings => Some(counted(n_settings as u64, "setting")),
        };
        let parts = settings.into_iter().chain(others.iter().map(|other| format!("the {other}")));
        let text = listed(parts);
        let verb = if n_settings == 1 && others.is_empty() { "differs" } else { "differ" };
        let mut letters = text.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{} {verb}.", letters.as_str())
    }
}

impl ExperimentResult for Diff {
    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn metadata(&self) -> ResultMeta {
        let [one, two] = &self.plans;
        let differences: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        let details = details([("differences", differences.into())]);
        metadata(report::diff::NAME, &[one, two], &self.extent, Level::default(), Map::new(), details)
    }

    fn tables(&self) -> Vec<&Table> {
        vec![&self.table]
    }

    fn summary(&self) -> Result<String, fmt::Error> {
        let [one, two] = &self.names;
        let mut text = format!("{}\n\nA: {one}\nB: {two}\n", self.answer());
        // A longer key does not move the others.
        const WIDEST: usize = 40;
        let widths = self.changes.iter().map(|change| change.path.chars().count());
        let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
        text += if self.changes.is_empty() { "" } else { "\n" };
        for Change { path, one, two } in &self.changes {
            writeln!(text, "{path:<width$}  {one} → {two}")?;
        }
        Ok(wrap(&text))
    }
}
