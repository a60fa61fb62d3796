//! The names of the players and outcomes of a simulation, for people.

use crate::model::{Outcome, Seat, Seats};
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
