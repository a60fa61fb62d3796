//! The result of the current fight after effects of a boost, with the best choices.

use super::{Forecast, Outlook, Table};
use crate::games::fight::cards::{Card, EffectKind};
use crate::games::fight::play::NO_MAIN;
use crate::model::{BySeat, Seat, Seats};

impl Outlook<'_, '_> {
    /// The mains as they are, none of them killed.
    pub(super) fn now(&self) -> &Table {
        self.now.get_or_init(|| {
            let ranks = self.fight.ranks(self.view.arenas.0, self.view.first, self.view.mains);
            let forecast = Forecast { leader: self.leader(&ranks), killed: Seats::NONE };
            Table { mains: *self.view.mains, ranks, forecast }
        })
    }

    /// The seat that would take the Arena.
    pub(super) fn leader(&self, ranks: &BySeat<i32>) -> Seats {
        let verdict = self.fight.verdict(self.view.first, ranks);
        verdict.taker.map_or(Seats::NONE, |(seat, _)| Seats::only(seat))
    }

    /// Applies one effect of a boost to these mains.
    pub(super) fn hit(&self, table: &mut Table, (boost, index): (Card, u8), hit: Seats) {
        for seat in hit {
            let Some(main) = &mut table.mains[seat] else { continue };
            let power = self.fight.power_after(boost, index, main.power);
            if power < self.fight.rules.kill_below {
                table.mains[seat] = None;
                table.ranks[seat] = NO_MAIN;
                table.forecast.killed = table.forecast.killed.with(seat);
            } else {
                main.power = u16::try_from(power).unwrap_or(0);
                table.ranks[seat] = self.fight.rank_again(self.view.arenas.0, table.ranks[seat], *main);
            }
        }
        table.forecast.leader = self.leader(&table.ranks);
    }

    /// Replaces the main of a seat by a Warrior of the Graveyard.
    pub(super) fn swap_in(&self, table: &mut Table, seat: Seat, card: Card) {
        let main = self.fight.as_main(card);
        table.mains[seat] = Some(main);
        table.ranks[seat] = self.fight.rank_again(self.view.arenas.0, table.ranks[seat], main);
        table.forecast.leader = self.leader(&table.ranks);
    }

    /// The result of executing the effects of a boost of the player's own from this index on, with the best choices.
    #[inline]
    pub(super) fn foresee(&self, table: &Table, boost: Card, from: u8) -> Forecast {
        let may_change = self.fight.changers.has(boost);
        if may_change && self.fight.warriors[boost.index()].ability.at(from).is_some() {
            self.after(table, self.view.seat, boost, from).forecast
        } else {
            table.forecast
        }
    }

    /// The mains after a seat executes the effects of a boost from this index on, with the choices that are best for it.
    pub(super) fn after(&self, table: &Table, seat: Seat, boost: Card, from: u8) -> Table {
        let mut table = *table;
        let ability = &self.fight.warriors[boost.index()].ability;
        for index in from.. {
            let Some(effect) = ability.at(index) else { break };
            match effect.kind {
                EffectKind::DrawAndScore(_) | EffectKind::StealBoost => {}
                EffectKind::ChangePower(who, _) => {
                    let targets = self.fight.targets(&table.mains, seat, who, effect);
                    if targets.is_empty() {
                        continue;
                    }
                    let hits = |targets| {
                        let mut table = table;
                        self.hit(&mut table, (boost, index), targets);
                        self.after(&table, seat, boost, index + 1)
                    };
                    let skipped = self.skipped(&table, seat, boost, index);
                    if who.is_one() {
                        let chosen = targets.into_iter().map(|target| hits(Seats::only(target)));
                        return self.best_of(seat, table, chosen.chain(skipped));
                    }
                    if skipped.is_some() {
                        return self.best_of(seat, table, [hits(targets)].into_iter().chain(skipped));
                    }
                    self.hit(&mut table, (boost, index), targets);
                }
                EffectKind::SwapWithGraveyard => {
                    let cards = self.fight.buried(self.view.graveyard, effect);
                    if table.mains[seat].is_some() && !cards.is_empty() {
                        let swapped = cards.into_iter().map(|card| {
                            let mut table = table;
                            self.swap_in(&mut table, seat, card);
                            self.after(&table, seat, boost, index + 1)
                        });
                        let skipped = self.skipped(&table, seat, boost, index);
                        return self.best_of(seat, table, swapped.chain(skipped));
                    }
                }
            }
        }
        table
    }

    /// The result of skipping an effect of a boost, if effects are optional.
    fn skipped(&self, table: &Table, seat: Seat, boost: Card, index: u8) -> Option<Table> {
        self.fight.rules.effects_optional.then(|| self.after(table, seat, boost, index + 1))
    }

    /// The best result for a seat: a lead is worth more than a living main, a living main more than unseating the
    /// player's richest opponent, and that more than anything else; the first one among equals.
    fn best_of(&self, seat: Seat, now: Table, tables: impl Iterator<Item = Table>) -> Table {
        let rank = |Table { forecast: Forecast { leader, killed }, .. }: &Table| {
            (leader.has(seat), !killed.has(seat), leader.both(self.rich_leader()).is_empty())
        };
        let better = |best, table| if rank(&table) > rank(&best) { table } else { best };
        tables.reduce(better).unwrap_or(now)
    }
}
