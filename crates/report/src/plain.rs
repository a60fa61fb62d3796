//! The names of figures and players for people: *Black wins*, *draws*, *mean length*, *first player*. Files and settings
//! keep addresses such as `win_rates/side/black`; texts for people get their names here and nowhere else.
//!
//! One rule for seats: if seat 0 begins every game and the others follow, they are the *first player*, *second player*, …
//! If all choose at once, or chance decides who begins, they are *player 1*, *player 2*, … (see
//! [`SeatOrder`]).

use undercard_engine::model::{Group, SeatOrder, StatSchema};
use undercard_engine::stats::FigureId;

const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// The name of a seat: `first player`, or `player 1`.
#[must_use]
pub fn seat(number: usize, order: SeatOrder) -> String {
    match (order, ORDINALS.get(number)) {
        (SeatOrder::InTurn, Some(ordinal)) => format!("{ordinal} player"),
        _ => format!("player {}", number.saturating_add(1)),
    }
}

/// The name of a seat by itself: that of its side if the game has one for each seat, such as `Black`, otherwise
/// `First player`, or `Player 1`.
#[must_use]
pub fn seat_name(number: usize, schema: &StatSchema) -> String {
    capitalized(&seat_in_text(number, schema))
}

/// The name of a seat within a sentence: that of its side, `Black`, or `first player`.
#[must_use]
pub fn seat_in_text(number: usize, schema: &StatSchema) -> String {
    let side = own_sides(schema)
        .and_then(|group| Some(player(group.name, &group.keys[group.key_of(number)?], schema.seat_order)));
    side.unwrap_or_else(|| seat(number, schema.seat_order))
}

/// The sides, if each seat has one of its own. Characters are no names for seats: a story names both.
fn own_sides(schema: &StatSchema) -> Option<&Group> {
    schema.groups.iter().find(|group| group.name == "side" && group.has_key_for_each_seat())
}

/// The name of a row of the win rates: `first player`, `Black`, `Tuggle`, `team 1`, `bot medic`.
#[must_use]
pub fn player(group: &str, key: &str, order: SeatOrder) -> String {
    match (group, key.parse::<usize>()) {
        ("seat", Ok(number)) => seat(number, order),
        ("team", Ok(number)) => format!("team {}", number.saturating_add(1)),
        ("side" | "character", _) => thing(key),
        _ => format!("{group} {}", words_of_file(key)),
    }
}

/// The name of a figure, without a capital letter unless it begins with a name: `Black wins`, `draws`, `mean length`,
/// `joker in the opening hand`.
#[must_use]
pub fn figure(id: &FigureId, order: SeatOrder) -> String {
    let name = match id {
        FigureId::WinRate { group, key, is_score: true } => player(group, key, order),
        FigureId::WinRate { group, key, .. } => format!("{} wins", player(group, key, order)),
        FigureId::Outcome(outcome) => match *outcome {
            "win" => "one winner".into(),
            "shared" => "shared wins".into(),
            "draw" => "draws".into(),
            "nobody" => "nobody wins".into(),
            "stalemate" => "stalemates".into(),
            other => words(other),
        },
        FigureId::Metric(metric) => metric_name(metric, order),
        FigureId::CardWorth { card, side, .. } => {
            format!("worth of all copies of {}{}", words(card), for_side(side))
        }
        FigureId::CopyWorth { card, side } => {
            format!("worth of one copy of {}{}", words(card), for_side(side))
        }
        FigureId::CardEvent { card, side, event, .. } => {
            let event = if event == "opening" { "in the opening hand".into() } else { words(event) };
            format!("{} {event}{}", words(card), for_side(side))
        }
        FigureId::Matchup { one, other } => {
            format!("{} against {}", words_of_file(one), words_of_file(other))
        }
        FigureId::Exploit { bot } => format!("best player who knows {}", words_of_file(bot)),
    };
    if id.is_score() { format!("{name} (score)") } else { name }
}

/// The name of the figure at an address. Any other text is returned unchanged.
#[must_use]
pub fn addressed(address: &str, order: SeatOrder) -> String {
    address.parse().map_or_else(|_| address.to_owned(), |id| figure(&id, order))
}

/// A text about seats, for people who play.
#[must_use]
pub fn with_players(text: &str) -> String {
    text.split(' ').map(|word| word.replace("seat", "player")).collect::<Vec<_>>().join(" ")
}

/// The name of a setting: `damage of Ten`, `number of Joker in the red deck`, `bleed divisor`.
#[must_use]
pub fn setting(key: &str) -> String {
    const THINGS: [&str; 5] = ["cards", "moves", "characters", "warriors", "arenas"];
    let (mut parts, mut places) = (Vec::new(), Vec::new());
    for part in key.split('.') {
        match part.parse::<usize>() {
            // The id of a card can be a number.
            Ok(index) if !parts.is_empty() && !matches!(parts[..], [things] if THINGS.contains(&things)) => {
                places.push(format!("value {}", index.saturating_add(1)));
            }
            _ => parts.push(part),
        }
    }
    let place = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
    let named = |parts: &[&str]| parts.iter().map(|part| words(part)).collect::<Vec<_>>().join(" ");
    let name = match parts[..] {
        [things, thing, ref rest @ ..] if THINGS.contains(&things) && !rest.is_empty() => {
            let is_number = thing.bytes().all(|byte| byte.is_ascii_digit());
            let thing = if is_number {
                format!("{} {thing}", things.trim_end_matches('s'))
            } else {
                self::thing(thing)
            };
            match named(rest) {
                field if field.ends_with(" by") => format!("{thing}: {field}"),
                field => format!("{field} of {thing}"),
            }
        }
        ["deck", deck, ref card @ ..] if !card.is_empty() => {
            format!("number of {} in the {} deck", capitalized(&named(card)), words(deck))
        }
        ["setup", "players"] => "number of players".into(),
        ["rules", ref rest @ ..] if !rest.is_empty() => named(rest),
        [table, ref rest @ ..] if !rest.is_empty() => format!("{} ({})", named(rest), words(table)),
        ref all => named(all),
    };
    name + &place
}

/// Whether a text for people omits the figure, because another one says the same: the score beside the win share, seats
/// that each have their own side or character, and a bot that plays all seats. `n_bots` is the number of different
/// seats' bots.
#[must_use]
pub fn repeats(id: &FigureId, schema: &StatSchema, n_bots: usize) -> bool {
    id.win_group().is_some_and(|group| {
        id.is_score() || (group == "seat" && own_sides(schema).is_some()) || (group == "bot" && n_bots < 2)
    })
}

/// The player's side of a card's figure, if it is not that of all players.
fn for_side(side: &str) -> String {
    if side == "all" { String::new() } else { format!(" for {}", capitalized(&words(side))) }
}

fn metric_name(metric: &str, order: SeatOrder) -> String {
    let words = words(metric);
    let number = metric.rsplit_once('-').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    match (metric, number) {
        ("length-p05", _) => "length that 5 % of games stay within".into(),
        ("length-p50", _) => "median length".into(),
        ("length-p95", _) => "length that 95 % of games stay within".into(),
        ("length-minutes-mean", _) => "mean length in minutes".into(),
        ("length-minutes-p50", _) => "median length in minutes".into(),
        ("length-minutes-p95", _) => "minutes that 95 % of games stay within".into(),
        ("decisions-mean", _) => "decisions per game".into(),
        ("branching-mean", _) => "legal actions per decision".into(),
        (_, Some(("first-out", number))) => format!("{} out first", seat(number, order)),
        _ => match words.strip_suffix(" mean") {
            Some(words) => format!("mean {words}"),
            None => words,
        },
    }
}

/// The name of a card, a move or a character: as the rulebook spells it, otherwise the words of its id.
#[must_use]
pub fn thing(id: &str) -> String {
    const SPELLED: [(&str, &str); 2] = [("teabot", "TeaBot"), ("tea-shot", "TeaShot")];
    let spelled = SPELLED.iter().find(|(known, _)| *known == id);
    spelled.map_or_else(|| capitalized(&words(id)), |(_, name)| (*name).to_owned())
}

/// The words of an id: hyphens and slashes become spaces.
fn words(id: &str) -> String {
    id.replace(['-', '_', '/'], " ").replace(':', ": ")
}

/// The name of a bot: that of its strategy file, if it is one.
#[must_use]
pub fn words_of_file(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file).to_owned()
}

/// A text with a capital first letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_figures_are_named_in_words() {
        for (key, name) in [
            ("cards.ten.damage", "damage of Ten"),
            ("deck.red.joker", "number of Joker in the red deck"),
            ("rules.bleed-divisor", "bleed divisor"),
            ("cards.3.value", "value of card 3"),
            ("characters.teabot.danger-at", "danger at of TeaBot"),
            ("moves.tea-shot.order", "order of TeaShot"),
            ("moves.charge.interrupted-by.2", "Charge: interrupted by (value 3)"),
            ("end.kill-limit", "kill limit (end)"),
            ("", ""),
        ] {
            assert_eq!(setting(key), name, "{key}");
        }
        for (address, name) in [
            ("win_rates/side/black", "Black wins"),
            ("win_rates/side/black/score", "Black (score)"),
            ("win_rates/seat/0", "first player wins"),
            ("win_rates/character/torso-robot", "Torso robot wins"),
            ("win_rates/character/teabot", "TeaBot wins"),
            ("win_rates/bot/strategies/mine.toml", "bot mine wins"),
            ("win_rates/team/1", "team 2 wins"),
            ("outcomes/draw", "draws"),
            ("metrics/length-mean", "mean length"),
            ("metrics/first-out-2", "third player out first"),
            ("metrics/arena-fought:odd-orbit", "arena fought: odd orbit"),
            ("impact/joker/all", "worth of all copies of joker"),
            ("impact/joker/all/one_copy", "worth of one copy of joker"),
            ("impact/joker/red/score_ablation", "worth of all copies of joker for Red (score)"),
            ("card_impact/joker/all/opening", "joker in the opening hand"),
            ("matchups/medic/strategies/mine.toml", "medic against mine"),
            ("", ""),
            ("any/fair-sides", "any/fair-sides"),
        ] {
            assert_eq!(addressed(address, SeatOrder::InTurn), name, "{address}");
        }
        assert_eq!(addressed("win_rates/seat/0", SeatOrder::AtOnce), "player 1 wins");
        assert_eq!(seat(99, SeatOrder::InTurn), "player 100");
    }
}
