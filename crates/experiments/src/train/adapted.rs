//! Players who train on the rules of a plan before they play it.

use super::super::{Experiment, ExperimentResult, Session};
use super::Training;
use crate::bots::Bot;
use crate::config::Plan;
use crate::config::bots::NamedBot;
use crate::report::plain::capitalized;
use crate::report::show::grouped;
use crate::stats::Level;

/// The games of a training.
const GAMES: u64 = 200_000;

/// The plan with players who begin as its own and train on its rules, or the same plan if they do not get better. `None` if
/// they cannot be trained, or if the session is stopped.
pub(in super::super) fn retrained(plan: &Plan, level: Level, session: &Session) -> Option<Adapted> {
    let training = Training::of_players(plan, GAMES, level, true)?;
    let trained = training.play(session);
    if !trained.extent().is_complete() {
        return None;
    }
    Some(match trained.improved() {
        Some(weights) => {
            let bot = NamedBot::new("retrained", Bot::Weights(weights.clone()), "");
            Adapted { plan: plan.with_bots(vec![bot; plan.players()]), is_better: true }
        }
        None => Adapted { plan: plan.clone(), is_better: false },
    })
}

/// A plan whose players have trained.
pub(in super::super) struct Adapted {
    pub plan: Plan,
    /// Whether they beat those who have not.
    pub is_better: bool,
}

/// Who has trained, for a sentence.
pub(in super::super) fn who(rules: &str) -> String {
    format!("players who trained on {rules} ({} games)", grouped(GAMES))
}

/// That players who trained on these rules are no better than before, in a sentence.
pub(in super::super) fn no_better(rules: &str) -> String {
    format!("{} did not get better, so the figures stay the same.", capitalized(&who(rules)))
}
