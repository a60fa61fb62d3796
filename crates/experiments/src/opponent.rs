//! A bot that another bot plays against: every deal twice, with swapped seats.

use super::Session;
use crate::bots::Bot;
use crate::config::Plan;
use crate::config::bots::NamedBot;
use crate::simulation::Simulation;
use crate::simulation::seat_swap::{play_seats_swapped, seatings};
use crate::stats::head_to_head::HeadToHead;
use std::ops::Range;

/// An opponent.
pub(super) struct Opponent {
    pub name: String,
    /// Two simulations, in which the two bots alternate around the table and swap their seats.
    simulations: [Box<dyn Simulation>; 2],
}

impl Opponent {
    /// An opponent that sits in all seats.
    pub(super) fn new(plan: &Plan, name: String, bot: &Bot) -> Self {
        let named = NamedBot::new(&name, bot.clone(), "");
        let plan = Plan { bots: vec![named; plan.players()], ..plan.clone() };
        Self { name, simulations: [plan.simulation(), plan.simulation()] }
    }

    /// Seats a bot against this opponent.
    pub(super) fn seat(&mut self, bot: &Bot) {
        let seatings = seatings(self.simulations[0].players());
        self.simulations.iter_mut().zip(seatings).for_each(|(simulation, seats)| simulation.seat(seats, bot));
    }

    /// The games of a deal.
    pub(super) fn simulations(&self) -> [&dyn Simulation; 2] {
        let [here, there] = &self.simulations;
        [&**here, &**there]
    }

    /// The score of the bot that was seated on these deals.
    pub(super) fn meet(&self, deals: Range<u64>, session: &Session) -> HeadToHead {
        let progress = |n| session.played(n);
        play_seats_swapped(self.simulations(), deals, session.pool(), session.stop(), &progress)
    }
}
