//! Line-ups: who sits where.

use super::Said;
use super::strategy::{self, Named};
use crate::games::GameInfo;
use crate::model::settings::ConfigErrors;

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
