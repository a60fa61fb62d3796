//! The result of the current fight after effects of a boost, with the best choices.

use super::{Forecast, Outlook, Table};
use crate::games::fight::cards::{Card, EffectKind};
use crate::games::fight::play::NO_MAIN;
use crate::model::{BySeat, Seats};

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

    /// Replaces the player's own main by a Warrior of the Graveyard.
    pub(super) fn swap_in(&self, table: &mut Table, card: Card) {
        let (seat, main) = (self.view.seat, self.fight.as_main(card));
        table.mains[seat] = Some(main);
        table.ranks[seat] = self.fight.rank_again(self.view.arenas.0, table.ranks[seat], main);
        table.forecast.leader = self.leader(&table.ranks);
    }

    /// The result of executing the effects of a boost from this index on, with the best choices.
    #[inline]
    pub(super) fn foresee(&self, table: &Table, boost: Card, from: u8) -> Forecast {
        let may_change = self.fight.changers.has(boost);
        if may_change && self.fight.warriors[boost.index()].ability.at(from).is_some() {
            self.foresee_changes(table, boost, from)
        } else {
            table.forecast
        }
    }

    /// The same for a boost that can change mains.
    pub(super) fn foresee_changes(&self, table: &Table, boost: Card, from: u8) -> Forecast {
        let mut table = *table;
        let ability = &self.fight.warriors[boost.index()].ability;
        for index in from.. {
            let Some(effect) = ability.at(index) else { break };
            match effect.kind {
                EffectKind::DrawAndScore(_) | EffectKind::StealBoost => {}
                EffectKind::ChangePower(who, _) => {
                    let targets = self.fight.targets(&table.mains, self.view.seat, who, effect);
                    if targets.is_empty() {
                        continue;
                    }
                    let hits = |targets| {
                        let mut table = table;
                        self.hit(&mut table, (boost, index), targets);
                        self.foresee(&table, boost, index + 1)
                    };
                    if who.is_one() {
                        let chosen = targets.into_iter().map(|target| hits(Seats::only(target)));
                        return self.best_of(chosen.chain(self.skipped(&table, boost, index)));
                    }
                    if let Some(skipped) = self.skipped(&table, boost, index) {
                        return self.best_of([hits(targets), skipped].into_iter());
                    }
                    self.hit(&mut table, (boost, index), targets);
                }
                EffectKind::SwapWithGraveyard => {
                    let cards = self.fight.buried(self.view.graveyard, effect);
                    if table.mains[self.view.seat].is_some() && !cards.is_empty() {
                        let swapped = cards.into_iter().map(|card| {
                            let mut table = table;
                            self.swap_in(&mut table, card);
                            self.foresee(&table, boost, index + 1)
                        });
                        return self.best_of(swapped.chain(self.skipped(&table, boost, index)));
                    }
                }
            }
        }
        table.forecast
    }

    /// The result of skipping an effect of a boost, if effects are optional.
    fn skipped(&self, table: &Table, boost: Card, index: u8) -> Option<Forecast> {
        self.fight.rules.effects_optional.then(|| self.foresee(table, boost, index + 1))
    }

    /// The best result: a lead is worth more than a living main, a living main more than unseating the
    /// richest opponent, and that more than anything else; the first one among equals.
    fn best_of(&self, forecasts: impl Iterator<Item = Forecast>) -> Forecast {
        let unseats = |forecast: Forecast| forecast.leader.both(self.rich_leader()).is_empty();
        let rank = |forecast: Forecast| {
            (self.leads(forecast), !forecast.killed.has(self.view.seat), unseats(forecast))
        };
        let better = |best, forecast| if rank(forecast) > rank(best) { forecast } else { best };
        forecasts.reduce(better).unwrap_or(Forecast { leader: Seats::NONE, killed: Seats::NONE })
    }
}
