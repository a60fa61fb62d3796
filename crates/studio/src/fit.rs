//! Versions that can be compared with their baseline: the same number of players and the same bots play both.

use super::messages::{Event, Version};
use super::workbench::Workbench;
use crate::config::{ConfigErrors, Plan};
use crate::report::plain::{capitalized, setting};
use std::slice;

/// A key and its value.
type Setting = (String, String);

/// What makes the version comparable with its baseline; `None` if it is, or if it has other errors. Settings that change
/// who plays become part of the baseline, and a line-up of one bot per seat is cut, or repeated for the new seats.
pub(super) fn fitted(
    bench: &Workbench,
    version: &Version,
    [before, now]: [&Result<Plan, ConfigErrors>; 2],
) -> Option<Event> {
    if let (Ok(before), Ok(now)) = (before, now)
        && (before.players(), before.lineup()) == (now.players(), now.lineup())
    {
        return None;
    }
    let players = match now {
        Ok(now) => now.players(),
        // The bots may be too many or too few.
        Err(_) => {
            let of_one_bot = Version { bots: vec!["random".into()], ..version.clone() };
            bench.plan(&of_one_bot, version.all()).ok()?.players()
        }
    };
    let bots = bots(bench, version, players);
    let fitted = Version { bots: bots.clone().unwrap_or_else(|| version.bots.clone()), ..version.clone() };
    // A line-up of one name is that of any number of players.
    let lineup =
        |settings: &[Setting]| bench.plan(&fitted, settings).ok().map(|plan| (plan.players(), plan.lineup()));
    let (before, now) = (lineup(&version.base), lineup(&version.all())?);
    let keys = if before.as_ref() == Some(&now) {
        Vec::new()
    } else {
        let with = |set: &[Setting]| lineup(&Version { set: set.to_vec(), ..version.clone() }.all());
        let decides = |one: &&Setting| with(slice::from_ref(*one)) != before;
        let own: Vec<Setting> = version.set.iter().filter(decides).cloned().collect();
        let moved = if with(&own).as_ref() == Some(&now) { &own } else { &version.set };
        moved.iter().map(|(key, _)| key.clone()).collect()
    };
    if keys.is_empty() && bots.is_none() {
        return None;
    }
    Some(Event::Fitted { sentence: sentence(&keys, players, bots.as_deref()), keys, bots: fitted.bots })
}

/// The bots for this number of players; `None` if those of the version, or of its config, fit.
fn bots(bench: &Workbench, version: &Version, players: usize) -> Option<Vec<String>> {
    let of_config = || {
        let plan = bench.plan(version, []).ok().filter(|plan| !plan.has_default_bots);
        plan.map(|plan| plan.lineup()).unwrap_or_default()
    };
    let named = if version.bots.is_empty() { of_config() } else { version.bots.clone() };
    let is_of_seats = named.len() > 1 && named.len() != players && named.iter().any(|bot| *bot != named[0]);
    is_of_seats.then(|| named.iter().cycle().take(players).cloned().collect())
}

fn sentence(keys: &[String], players: usize, bots: Option<&[String]>) -> String {
    let names: Vec<String> = keys.iter().map(|key| setting(key)).collect();
    let moved = if names.is_empty() {
        String::new()
    } else {
        let verb = if names.len() == 1 { "is" } else { "are" };
        let names = capitalized(&names.join(", "));
        format!(
            "{names} {verb} part of the baseline now, because only games of the same players can be compared: both \
             versions have {players} players. "
        )
    };
    let bots = bots
        .map_or_else(String::new, |bots| format!("The bots are now {}, one for each seat.", bots.join(", ")));
    (moved + &bots).trim_end().to_owned()
}
