//! The names of the players and outcomes of a simulation, for people.

use crate::model::{Outcome, Seat, Seats, StatSchema};
use crate::report::plain;
use crate::simulation::Simulation;

/// The name of a seat by its order: `first player`, `player 1`.
#[must_use]
pub(super) fn seat_words(simulation: &dyn Simulation, seat: Seat) -> String {
    plain::seat(seat.index(), simulation.schema().seat_order)
}

/// The name of a seat: that of its side or character, if no other seat has the same in any game, or else by its order.
#[must_use]
pub(super) fn of_seat(simulation: &dyn Simulation, seat: Seat) -> String {
    let schema = simulation.schema();
    let own =
        schema.groups.iter().enumerate().filter(|(_, group)| !group.teams).find_map(|(index, group)| {
            let keys = simulation.keys(index)?;
            let is_other = |other: Seat| other != seat && keys[other] == keys[seat];
            let key = keys[seat].filter(|_| !Seats::first(schema.players).into_iter().any(is_other))?;
            Some(plain::player(group.name, group.keys.get(key)?, schema.seat_order))
        });
    own.unwrap_or_else(|| seat_words(simulation, seat))
}

/// An outcome: `Black wins`, `first player and third player share the win`, `a draw`.
#[must_use]
pub(super) fn of_outcome(simulation: &dyn Simulation, outcome: Outcome) -> String {
    let winners = outcome.winners().into_iter().map(|seat| of_seat(simulation, seat)).collect::<Vec<_>>();
    match (outcome, &winners[..]) {
        (Outcome::Draw, _) => "a draw".into(),
        (Outcome::AllLose, _) => "nobody wins".into(),
        (Outcome::Stalemate, _) => "a stalemate".into(),
        (_, [winner]) => format!("{winner} wins"),
        (Outcome::Win(_), winners) => format!("{} win", winners.join(" and ")),
        (_, winners) => format!("{} share the win", winners.join(" and ")),
    }
}

/// A story in which the seats that the games write, `seat 0` and `Seats 0 and 2`, are named as in all other texts: `the
/// first player`, `Player 1 and player 3`, and by their sides if each seat has its own: `Black`. A seat in the id of a move,
/// `seat:0`, becomes one word: `first-player`.
#[must_use]
pub(super) fn with_players(story: &str, schema: &StatSchema) -> String {
    story.split_inclusive('\n').map(|line| line_with_players(line, schema)).collect()
}

fn line_with_players(line: &str, schema: &StatSchema) -> String {
    const SEPARATORS: [&str; 2] = [" and ", ", "];
    let (mut text, mut rest) = (String::new(), line);
    while let Some(at) = rest.to_ascii_lowercase().find("seat") {
        let (before, word) = rest.split_at(at);
        text += before;
        let is_word = !text.ends_with(|before: char| before.is_alphanumeric() || before == '-');
        let is_in_brackets = text.ends_with('[');
        let (seat, behind) = word.split_at("seat".len());
        if let Some((number, behind)) = behind.strip_prefix(':').filter(|_| is_word).and_then(leading_number)
        {
            text += &plain::seat_in_text(number, schema).replace(' ', "-");
            rest = behind;
            continue;
        }
        let many = behind.strip_prefix("s ");
        let mut numbers = many.or_else(|| behind.strip_prefix(' ')).filter(|_| is_word);
        let mut is_capital = seat.starts_with('S');
        let (mut names, mut end) = (String::new(), behind);
        let mut separator = "";
        while let Some((number, behind)) = numbers.and_then(leading_number) {
            let name = plain::seat_in_text(number, schema);
            let has_article = !is_in_brackets && name.ends_with(" player");
            let name = if has_article { format!("the {name}") } else { name };
            names += separator;
            names += &if is_capital { plain::capitalized(&name) } else { name };
            (is_capital, end) = (false, behind);
            let next = SEPARATORS.iter().find_map(|sign| Some((*sign, behind.strip_prefix(*sign)?)));
            let next = next.filter(|_| many.is_some());
            separator = next.map_or("", |(separator, _)| separator);
            numbers = next.map(|(_, behind)| behind);
        }
        text += if names.is_empty() { seat } else { &names };
        rest = end;
    }
    text + rest
}

/// The number at the beginning of a text, and the rest.
fn leading_number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, behind) = text.split_at(end);
    Some((number.parse().ok()?, behind))
}
