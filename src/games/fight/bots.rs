//! Features of a move: clause 11.

use super::cards::{ARENAS, Card, Cards, Effect, EffectKind, Families, PASSES, Who};
use super::play::NO_MAIN;
use super::rules::{StealScope, UnmetFilter};
use super::state::{Main, Mains, Phase};
use super::view::{Backs, SeenBoost, View};
use super::{Fight, Move};
use crate::model::{BySeat, FeatureRows, Seat, Seats, features};
use std::cell::OnceCell;

features! {
    MAIN_ODDS = "main-odds": "main: chance that it takes the Arena at printed power, times its Glory / 8";
    MAIN_FUTURE = "main-future":
        "main: chance that it would take the next Arena, times its Glory / 8: what is given up";
    MAIN_ABILITY_LOST = "main-ability-lost":
        "main: boost-lead-gain and any boost-cards of the same card used as a boost";
    MAIN_BARS_NEXT = "main-bars-next": "main: share of the next player's hand that it bars by its family";
    HAND_VARIETY = "hand-variety": "main, boost: families left in hand, of five";
    BOOST_LEAD_GAIN = "boost-lead-gain": "boost: lead after activating now less lead now, times Glory / 8";
    BOOST_CARDS = "boost-cards":
        "boost: Warriors that activating now would score, less the one that scoring does";
    BOOST_FUTURE = "boost-future": "boost: main-future of the card given up";
    BOOST_STEAL_RISK = "boost-steal-risk":
        "boost: share of unseen Warriors that steal its family, times seats before me";
    LEAD_AFTER = "lead-after": "resolve, targets: 1 if I lead after it, times Glory / 8";
    LEAD_GAIN = "lead-gain": "resolve, targets: lead after less lead before";
    CARDS_GAINED = "cards-gained": "resolve, targets: Warriors added to my scored pile, expected";
    LATER_BOOSTS = "later-boosts":
        "resolve, targets: if I lead after it, face-down boosts to come after me / 4";
    DENY_LEADER = "deny-leader": "resolve, targets: 1 if the richest opponent led before and not after";
    OPPONENTS_KILLED = "opponents-killed": "resolve, targets: opponents' mains killed";
    OWN_KILLED = "own-killed": "resolve, targets: 1 if the own main is killed";
    TARGET_GLORY = "target-glory": "targets, steal: Glory of the target less mine, / 10";
}

impl Fight {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let outlook = Outlook { fight: self, view, unseen: OnceCell::new() };
        match view.phase {
            Phase::Main => outlook.weigh_mains(moves, rows),
            Phase::Boost => outlook.weigh_boosts(moves, rows),
            Phase::Resolve => outlook.weigh_resolving(moves, rows),
            Phase::Effect(place) => outlook.weigh_targets(place, moves, rows),
            Phase::Over(_) => {}
        }
    }
}

/// A small count as a number.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The moves that are Warriors, each with its row.
fn cards<'m>(moves: &'m [Move], rows: &'m mut FeatureRows<'_>) -> impl Iterator<Item = (Card, &'m mut Row)> {
    moves.iter().zip(rows.rows()).filter_map(|(mv, row)| match mv {
        Move::Card(card) => Some((*card, row)),
        _ => None,
    })
}

/// What is the same for all moves of a menu.
struct Outlook<'v, 's> {
    fight: &'v Fight,
    view: &'v View<'s>,
    /// The Warriors whose place the seat does not know, and how many they are (at least 1): found when a
    /// feature first asks for them.
    unseen: OnceCell<(Cards, f64)>,
}

/// What would become of the current Arena.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Forecast {
    /// Who would take it: one seat, or none.
    leader: Seats,
    /// Whose mains would be killed.
    killed: Seats,
}

/// The mains as they lie or as they would lie after some effects.
#[derive(Clone, Copy)]
struct Table {
    mains: Mains,
    /// How JUDGE ranks them.
    ranks: BySeat<i32>,
    forecast: Forecast,
}

impl Outlook<'_, '_> {
    fn weigh_mains(&self, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let [odds, future, lost, bars, variety] =
            [MAIN_ODDS, MAIN_FUTURE, MAIN_ABILITY_LOST, MAIN_BARS_NEXT, HAND_VARIETY]
                .map(|feature| rows.wants(feature));
        let current = (odds || lost).then(|| self.current());
        let next_fight = self.next_fight().filter(|_| future);
        let rivals = current.as_ref().filter(|_| lost).map_or([None, None], |current| self.rivals(current));
        let next = self.later().next().filter(|_| bars);
        let next = next.map_or(Backs::default(), |seat| self.view.covered.hand(seat));
        let n_next = f64::from(next.0.iter().sum::<u8>().max(1));
        for (card, row) in cards(moves, rows) {
            if let Some(current) = &current {
                row[MAIN_ODDS] = self.odds(card, current);
            }
            if let Some(next) = &next_fight {
                row[MAIN_FUTURE] = self.odds(card, next);
            }
            if let Some((_, table)) = rivals.iter().flatten().find(|(rival, _)| *rival != card) {
                row[MAIN_ABILITY_LOST] = self.lead_gain(card, table) + self.extra_cards(card).max(0.0);
            }
            row[MAIN_BARS_NEXT] = f64::from(next.0[self.fight.family_of(card).place()]) / n_next;
            if variety {
                row[HAND_VARIETY] = self.variety(card);
            }
        }
    }

    fn weigh_boosts(&self, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let [variety, gain, extra, future, risk] =
            [HAND_VARIETY, BOOST_LEAD_GAIN, BOOST_CARDS, BOOST_FUTURE, BOOST_STEAL_RISK]
                .map(|feature| rows.wants(feature));
        let table = gain.then(|| self.table(*self.view.mains));
        let next_fight = self.next_fight().filter(|_| future);
        for (card, row) in cards(moves, rows) {
            if variety {
                row[HAND_VARIETY] = self.variety(card);
            }
            if let Some(table) = &table {
                row[BOOST_LEAD_GAIN] = self.lead_gain(card, table);
            }
            if extra {
                row[BOOST_CARDS] = self.extra_cards(card);
            }
            if let Some(next) = &next_fight {
                row[BOOST_FUTURE] = self.odds(card, next);
            }
            if risk {
                let thieves = self.fight.thieves[self.fight.family_of(card).place()];
                row[BOOST_STEAL_RISK] = self.share_unseen(thieves) * real(self.view.position);
            }
        }
    }

    fn weigh_resolving(&self, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let table = self.table(*self.view.mains);
        for (mv, row) in moves.iter().zip(rows.rows()) {
            let (after, n_cards) = match (mv, self.view.own_boost) {
                (Move::Activate, Some(boost)) => (self.foresee(&table, boost, 0), self.cards(boost, 0)),
                (Move::Activate, None) => (table.forecast, 0.0),
                _ => (table.forecast, 1.0),
            };
            self.weigh_outcome(table.forecast, after, n_cards, None, row);
        }
    }

    /// Targets of the effect at this place of the own activated boost.
    fn weigh_targets(&self, place: u8, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let SeenBoost::FaceUp(boost) = self.view.covered.boost(self.view.seat) else { return };
        let now = self.table(*self.view.mains);
        for (mv, row) in moves.iter().zip(rows.rows()) {
            let (mut table, mut stolen) = (now, None);
            match (self.fight.warriors[boost.place()].ability.at(place).map(|effect| effect.kind), *mv) {
                (Some(EffectKind::ChangePower(..)), Move::Seat(target)) => {
                    self.hit(&mut table, (boost, place), Seats::only(target));
                }
                (Some(EffectKind::StealBoost), Move::Seat(from)) => stolen = Some(from),
                (Some(EffectKind::SwapWithGraveyard), Move::Card(card)) => self.swap_in(&mut table, card),
                _ => {}
            }
            let after = self.foresee(&table, boost, place + 1);
            let n_cards = f64::from(stolen.is_some()) + self.cards(boost, place + 1);
            self.weigh_outcome(now.forecast, after, n_cards, stolen, row);
            if let Move::Seat(target) = mv {
                row[TARGET_GLORY] = (self.glory(*target) - self.glory(self.view.seat)) / 10.0;
            }
        }
    }

    /// Weighs what would become of the Arena against what would become of it now. So many cards are gained;
    /// `stolen` is the seat whose boost is gone.
    fn weigh_outcome(
        &self,
        now: Forecast,
        after: Forecast,
        n_cards: f64,
        stolen: Option<Seat>,
        row: &mut Row,
    ) {
        let leads = f64::from(self.leads(after));
        row[LEAD_AFTER] = leads * self.glory_of(self.view.arenas.0);
        row[LEAD_GAIN] = leads - f64::from(self.leads(now));
        row[CARDS_GAINED] = n_cards;
        if self.leads(after) {
            let is_face_down = |seat| matches!(self.view.covered.boost(seat), SeenBoost::FaceDown(_));
            let to_come = self.later().filter(|seat| Some(*seat) != stolen && is_face_down(*seat));
            row[LATER_BOOSTS] = real(to_come.count()) / 4.0;
        }
        let opponents = self.fight.opponents(self.view.seat);
        if let Some(leader) = now.leader.both(opponents).lowest()
            && now.leader != after.leader
        {
            let is_richest = opponents.into_iter().all(|seat| self.glory(seat) <= self.glory(leader));
            row[DENY_LEADER] = f64::from(is_richest);
        }
        row[OPPONENTS_KILLED] = real(after.killed.both(opponents).len());
        row[OWN_KILLED] = f64::from(after.killed.has(self.view.seat));
    }

    /// The seats after the one in turn.
    fn later(&self) -> impl Iterator<Item = Seat> {
        let places = self.view.position + 1..self.fight.rules.players;
        places.map(|position| self.fight.seat_at(self.view.first, position))
    }

    /// Glory of an Arena / 8.
    fn glory_of(&self, arena: u8) -> f64 {
        f64::from(self.fight.arenas[usize::from(arena) % ARENAS].glory) / 8.0
    }

    fn glory(&self, seat: Seat) -> f64 {
        f64::from(self.fight.glory(self.view.won[seat], self.view.covered.n_scored(seat)))
    }

    fn leads(&self, forecast: Forecast) -> bool {
        forecast.leader.has(self.view.seat)
    }

    /// The share of unseen Warriors that are of this set.
    fn share_unseen(&self, cards: Cards) -> f64 {
        let (unseen, n_unseen) = self.unseen.get_or_init(|| {
            let unseen = self.view.covered.unseen();
            (unseen, real(unseen.len().max(1)))
        });
        real(cards.both(*unseen).len()) / n_unseen
    }

    /// The current fight for a main that is not yet played.
    fn current(&self) -> Contest {
        let arena = self.view.arenas.0;
        let beats = &self.fight.beats[usize::from(arena) % ARENAS];
        // All mains have their printed powers.
        let mains = self.view.mains.0.iter().flatten();
        let best = mains.fold(self.fight.all, |best, main| best.both(beats[main.card.place()]));
        let n_later = self.later().filter(|seat| self.view.covered.n_hand(*seat) > 0).count();
        Contest { arena, best, n_later, glory: self.glory_of(arena) }
    }

    /// The next fight, in which nobody has played.
    fn next_fight(&self) -> Option<Contest> {
        let n_later = self.fight.rules.players - 1;
        let contest = |arena| Contest { arena, best: self.fight.all, n_later, glory: self.glory_of(arena) };
        self.view.arenas.1.map(contest)
    }

    /// The chance that a card takes an Arena as main, times its Glory / 8: no main on the table and none of
    /// those to come beats it.
    fn odds(&self, card: Card, contest: &Contest) -> f64 {
        let place = usize::from(contest.arena) % ARENAS;
        let fails = self.fight.rules.unmet_filter == UnmetFilter::Nobody
            && self.fight.worth_in(contest.arena, self.fight.as_main(card)) < PASSES / 2;
        if fails || !contest.best.has(card) {
            return 0.0;
        }
        let survives = 1.0 - self.share_unseen(self.fight.beats[place][card.place()]);
        let two = survives * survives;
        // By the number of mains to come, at most four.
        let odds = [1.0, survives, two, two * survives, two * survives * survives];
        odds[contest.n_later.min(4)] * contest.glory
    }

    /// The two cards of the hand with the best odds as main, each with the mains if it were played.
    fn rivals(&self, current: &Contest) -> [Option<(Card, Table)>; 2] {
        let mut best: [Option<(Card, f64)>; 2] = [None; 2];
        for card in self.view.hand {
            let odds = self.odds(card, current);
            if best[0].is_none_or(|(_, other)| odds > other) {
                best = [Some((card, odds)), best[0]];
            } else if best[1].is_none_or(|(_, other)| odds > other) {
                best[1] = Some((card, odds));
            }
        }
        best.map(|best| {
            best.map(|(card, _)| {
                let mut mains = *self.view.mains;
                mains[self.view.seat] = Some(self.fight.as_main(card));
                (card, self.table(mains))
            })
        })
    }

    /// Families left in hand without this card, of five.
    fn variety(&self, card: Card) -> f64 {
        let left = self.view.hand.minus(Cards::only(card));
        let families = self.fight.of_family.iter().filter(|family| !left.both(**family).is_empty());
        real(families.count()) / 5.0
    }

    /// Lead gained by activating this boost now, times Glory / 8.
    fn lead_gain(&self, boost: Card, table: &Table) -> f64 {
        let after = self.foresee(table, boost, 0);
        let gain = f64::from(self.leads(after)) - f64::from(self.leads(table.forecast));
        gain * self.glory_of(self.view.arenas.0)
    }

    /// Warriors that activating this boost now would score, less the one that scoring does.
    fn extra_cards(&self, boost: Card) -> f64 {
        self.cards(boost, 0) - 1.0
    }

    /// Warriors that the effects of a boost from this place on would add to the own scored pile, expected.
    fn cards(&self, boost: Card, place: u8) -> f64 {
        let effects = self.fight.warriors[boost.place()].ability.effects().skip(usize::from(place));
        let cards = effects.map(|effect| match effect.kind {
            EffectKind::DrawAndScore(count) => self.expected(count, effect.families),
            EffectKind::StealBoost => f64::from(self.can_steal(effect)),
            EffectKind::ChangePower(..) | EffectKind::SwapWithGraveyard => 0.0,
        });
        cards.fold(0.0, |sum, cards| sum + cards)
    }

    /// Warriors that drawing so many would score: the family of the top one is seen.
    fn expected(&self, count: u8, families: Families) -> f64 {
        let share = self.share_unseen(self.fight.of_families[families.place()]);
        match self.view.top {
            Some(top) => f64::from(families.has(top)) + f64::from(count.saturating_sub(1)) * share,
            None => f64::from(count) * share,
        }
    }

    /// Does an opponent have a boost of a fitting family?
    fn can_steal(&self, effect: &Effect) -> bool {
        let fight = self.fight;
        fight.opponents(self.view.seat).into_iter().any(|seat| match self.view.covered.boost(seat) {
            SeenBoost::None => false,
            SeenBoost::FaceDown(family) => effect.families.has(family),
            SeenBoost::FaceUp(card) => {
                fight.rules.steal_scope == StealScope::InPlay && effect.families.has(fight.family_of(card))
            }
        })
    }

    /// A table with these mains, none of them killed.
    fn table(&self, mains: Mains) -> Table {
        let ranks = self.fight.ranks(self.view.arenas.0, self.view.first, &mains);
        Table { mains, ranks, forecast: Forecast { leader: self.leader(&ranks), killed: Seats::NONE } }
    }

    /// Who would take the Arena.
    fn leader(&self, ranks: &BySeat<i32>) -> Seats {
        let verdict = self.fight.verdict(self.view.first, ranks);
        verdict.taker.map_or(Seats::NONE, |(seat, _)| Seats::only(seat))
    }

    /// The effect at a place of a boost hits these mains.
    fn hit(&self, table: &mut Table, (boost, place): (Card, u8), hit: Seats) {
        let mut has_changed = false;
        for seat in hit {
            let Some(main) = &mut table.mains[seat] else { continue };
            let power = self.fight.power_after(boost, place, main.power);
            if power < self.fight.rules.kill_below {
                table.mains[seat] = None;
                table.ranks[seat] = NO_MAIN;
                table.forecast.killed = table.forecast.killed.with(seat);
                has_changed = true;
            } else if power != i32::from(main.power) {
                main.power = u16::try_from(power).unwrap_or(0);
                table.ranks[seat] = self.fight.rank(self.view.arenas.0, self.view.first, seat, *main);
                has_changed = true;
            }
        }
        if has_changed {
            table.forecast.leader = self.leader(&table.ranks);
        }
    }

    /// A Warrior of the Graveyard takes the place of the own main.
    fn swap_in(&self, table: &mut Table, card: Card) {
        let main = self.fight.as_main(card);
        table.mains[self.view.seat] = Some(main);
        table.ranks[self.view.seat] =
            self.fight.rank(self.view.arenas.0, self.view.first, self.view.seat, main);
        table.forecast.leader = self.leader(&table.ranks);
    }

    /// The effects of a boost from this place on, executed now, with the choices that are best for the lead.
    fn foresee(&self, table: &Table, boost: Card, place: u8) -> Forecast {
        let Some(effect) = self.fight.warriors[boost.place()].ability.at(place) else {
            return table.forecast;
        };
        let hit = |targets: Seats| {
            let mut table = *table;
            self.hit(&mut table, (boost, place), targets);
            self.foresee(&table, boost, place + 1)
        };
        let changes = |main: Main| self.fight.power_after(boost, place, main.power) != i32::from(main.power);
        let best = match effect.kind {
            EffectKind::DrawAndScore(_) | EffectKind::StealBoost => None,
            EffectKind::ChangePower(who, _) => {
                let targets = self.fight.targets(&table.mains, self.view.seat, who, effect);
                if matches!(who, Who::One | Who::OneOpponent) {
                    self.best_of(targets.into_iter().map(|target| hit(Seats::only(target))))
                } else {
                    // Many powers have no digit that the effect changes.
                    let is_hit = |seat: &Seat| table.mains[*seat].is_some_and(changes);
                    let hits: Seats = targets.into_iter().filter(is_hit).collect();
                    (!hits.is_empty()).then(|| hit(hits))
                }
            }
            EffectKind::SwapWithGraveyard if table.mains[self.view.seat].is_none() => None,
            EffectKind::SwapWithGraveyard => {
                let cards = self.fight.buried(self.view.graveyard, effect);
                self.best_of(cards.into_iter().map(|card| {
                    let mut table = *table;
                    self.swap_in(&mut table, card);
                    self.foresee(&table, boost, place + 1)
                }))
            }
        };
        best.unwrap_or_else(|| self.foresee(table, boost, place + 1))
    }

    /// The best one: a lead counts before a living main, and both before anything else; the first of equals.
    fn best_of(&self, forecasts: impl Iterator<Item = Forecast>) -> Option<Forecast> {
        let rank = |forecast: Forecast| (self.leads(forecast), !forecast.killed.has(self.view.seat));
        forecasts.reduce(|best, forecast| if rank(forecast) > rank(best) { forecast } else { best })
    }
}

/// A fight for an Arena.
struct Contest {
    arena: u8,
    /// The Warriors that beat all mains on the table.
    best: Cards,
    /// How many mains are still to come.
    n_later: usize,
    /// The Arena's Glory / 8.
    glory: f64,
}
