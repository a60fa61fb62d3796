//! Line-ups: who sits where.

use super::Said;
use super::strategy::{self, Named};
use crate::games::GameInfo;
use crate::model::settings::{ConfigError, ConfigErrors};

/// One bot for all seats, or one a seat; `random` if none is named. Where the number of players is not known,
/// because it is faulty, one for each name.
///
/// # Errors
/// All faults of all of them.
pub(super) fn seat(
    names: &[String],
    game: &GameInfo,
    players: Option<usize>,
    said: &Said,
) -> Result<Vec<Named>, ConfigErrors> {
    let (mut bots, mut faults): (Vec<Named>, Vec<_>) = (Vec::new(), Vec::new());
    if let Some(players) = players.filter(|players| names.len() > 1 && names.len() != *players) {
        let expected = format!("one bot, or {players}: one a seat");
        faults.push(said.fault(format!("{} bots", names.len()), expected));
    }
    for seat in 0..players.unwrap_or(1).max(names.len()) {
        let asked = names.get(seat).or(names.first()).map_or("random", String::as_str);
        if let Some(known) = bots.iter().find(|bot| bot.asked == asked) {
            bots.push(known.clone());
            continue;
        }
        match strategy::find(asked, game, said) {
            Ok(named) => bots.push(named),
            Err(ConfigErrors(more)) => faults.extend(more),
        }
    }
    strategy::tell_apart(&mut bots);
    if faults.is_empty() { Ok(bots) } else { Err(ConfigErrors(faults)) }
}

/// The same line-up where another number of players sits: one bot for all seats, or one a seat already.
///
/// # Errors
/// It is neither.
pub(super) fn reseat(bots: &[Named], players: usize) -> Result<Vec<Named>, ConfigError> {
    match bots {
        bots if bots.len() == players => Ok(bots.to_vec()),
        [first, others @ ..] if others.iter().all(|bot| bot.asked == first.asked) => {
            Ok(vec![first.clone(); players])
        }
        _ => {
            let expected = format!("one bot, or {players}: one a seat");
            Err(Said::by("--bots").fault(format!("{} bots", bots.len()), expected))
        }
    }
}
