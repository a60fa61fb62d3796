//! Features of a move: clause 11.

mod foresee;
mod prospects;

use super::cards::{ARENAS, Card, Cards, Effect, EffectKind, Families, WARRIORS};
use super::rules::StealScope;
use super::state::{Mains, Phase};
use super::view::{Backs, SeenBoost, View};
use super::{Fight, Move};
use crate::model::{BySeat, FeatureRow, FeatureRows, Seat, Seats, features};
use std::cell::OnceCell;

features! {
    MAIN_CHANCE = "main-chance":
        "main: chance to take the Arena with the best boost, given all backs, times its Glory / 8";
    MAIN_ODDS = "main-odds": "main: chance that it takes the Arena at printed power, times its Glory / 8";
    MAIN_FUTURE = "main-future":
        "main: chance that it would take the next Arena, times its Glory / 8: what is given up";
    MAIN_ABILITY_LOST = "main-ability-lost":
        "main: boost-lead-gain and any boost-cards of the same card used as a boost";
    MAIN_BARS_NEXT = "main-bars-next": "main: share of the next player's hand that it bars by its family";
    HAND_VARIETY = "hand-variety": "main, boost: families left in hand, of five";
    BOOST_CHANCE = "boost-chance":
        "boost: chance to take the Arena with this boost, given all backs, times its Glory / 8";
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
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        let glory = self.eighths(view.arenas.0);
        let unseen = view.covered.unseen();
        let outlook = Outlook {
            fight: self,
            view,
            glory,
            unseen,
            n_unseen: real(unseen.len().max(1)),
            now: OnceCell::new(),
            rich_leader: OnceCell::new(),
        };
        match view.phase {
            Phase::Main => outlook.weigh_mains(moves, rows),
            Phase::Boost => outlook.weigh_boosts(moves, rows),
            Phase::Resolve => outlook.weigh_resolving(moves, rows),
            Phase::Effect(index) => outlook.weigh_targets(index, moves, rows),
            Phase::Over(_) => {}
        }
    }

    /// An Arena's Glory / 8.
    fn eighths(&self, arena: u8) -> f64 {
        f64::from(self.arenas[usize::from(arena) % ARENAS].glory) / 8.0
    }
}

/// A small count as a number.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The part of the evaluation that is the same for all moves of a menu.
struct Outlook<'v, 's> {
    fight: &'v Fight,
    view: &'v View<'s>,
    /// Glory of the current Arena / 8.
    glory: f64,
    /// The Warriors whose position the seat does not know …
    unseen: Cards,
    /// … and their number, at least 1.
    n_unseen: f64,
    /// The mains as they are. Computed when a feature first needs them.
    now: OnceCell<Table>,
    /// The richest opponent if it leads now. Computed when a choice of targets first needs it.
    rich_leader: OnceCell<Seats>,
}

/// The expected result of the current fight.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Forecast {
    /// The seat that would take the Arena, or none.
    leader: Seats,
    /// The seats whose mains would be killed.
    killed: Seats,
}

/// The mains as they are, or as they would be after some effects.
#[derive(Clone, Copy)]
struct Table {
    mains: Mains,
    /// Their ranks in JUDGE.
    ranks: BySeat<i32>,
    forecast: Forecast,
}

/// The reference for the choices that resolve a boost.
struct Before {
    /// The result of the fight without the choice.
    forecast: Forecast,
    /// Whether a weight uses the denied Arena.
    weighs_denied: bool,
    /// The seats with a face-down boost whose turn is still to come.
    to_come: Seats,
}

impl Outlook<'_, '_> {
    fn weigh_mains(&self, moves: &[Move], rows: &mut impl FeatureRows) {
        let wanted = rows.wanted();
        let current = self.current();
        let next = self.next_fight().filter(|_| wanted.has(MAIN_FUTURE));
        let mut odds = [0.0; WARRIORS];
        self.view.hand.into_iter().for_each(|card| odds[card.index()] = self.odds(card, &current));
        let rivals = if wanted.has(MAIN_ABILITY_LOST) { self.rivals(&odds) } else { [None; 2] };
        let Backs(barred) = self.later().next().map_or(Backs::default(), |seat| self.view.covered.hand(seat));
        let n_barred = f64::from(barred.iter().sum::<u8>().max(1));
        let later = wanted.has(MAIN_CHANCE).then(|| self.later_hands());
        rows.fill(moves, |mv, row| {
            let Move::Card(card) = mv else { return };
            if let Some(later) = &later {
                let chance = self.chance(&self.with_main(card), self.boosts_of(card), later);
                row.add(MAIN_CHANCE, chance * self.glory);
            }
            row.add(MAIN_ODDS, odds[card.index()]);
            if let Some(next) = &next {
                row.add(MAIN_FUTURE, self.odds(card, next));
            }
            if let Some((_, table)) = rivals.iter().flatten().find(|(rival, _)| *rival != card) {
                row.add(MAIN_ABILITY_LOST, self.lead_gain(card, table) + self.extra_cards(card).max(0.0));
            }
            row.add(MAIN_BARS_NEXT, f64::from(barred[self.fight.family_of(card).index()]) / n_barred);
            if wanted.has(HAND_VARIETY) {
                row.add(HAND_VARIETY, self.variety(card));
            }
        });
    }

    fn weigh_boosts(&self, moves: &[Move], rows: &mut impl FeatureRows) {
        let wanted = rows.wanted();
        let table = wanted.has(BOOST_LEAD_GAIN).then(|| self.now());
        let next = self.next_fight().filter(|_| wanted.has(BOOST_FUTURE));
        let n_before = real(self.view.position);
        let later = wanted.has(BOOST_CHANCE).then(|| self.later_hands());
        rows.fill(moves, |mv, row| {
            let Move::Card(card) = mv else { return };
            if let Some(later) = &later {
                row.add(BOOST_CHANCE, self.chance(self.now(), Cards::only(card), later) * self.glory);
            }
            if wanted.has(HAND_VARIETY) {
                row.add(HAND_VARIETY, self.variety(card));
            }
            if let Some(table) = table {
                row.add(BOOST_LEAD_GAIN, self.lead_gain(card, table));
            }
            row.add(BOOST_CARDS, self.extra_cards(card));
            if let Some(next) = &next {
                row.add(BOOST_FUTURE, self.odds(card, next));
            }
            if wanted.has(BOOST_STEAL_RISK) {
                let thieves = self.fight.thieves[self.fight.family_of(card).index()];
                row.add(BOOST_STEAL_RISK, self.share_unseen(thieves) * n_before);
            }
        });
    }

    fn weigh_resolving(&self, moves: &[Move], rows: &mut impl FeatureRows) {
        let table = self.now();
        let before = self.before(table.forecast, rows);
        rows.fill(moves, |mv, row| {
            let (after, n_cards) = match (mv, self.view.own_boost) {
                (Move::Activate, Some(boost)) => (self.foresee(table, boost, 0), self.cards(boost, 0)),
                (Move::Activate, None) => (table.forecast, 0.0),
                _ => (table.forecast, 1.0),
            };
            self.weigh_outcome(&before, after, n_cards, row);
        });
    }

    /// The targets of the effect with this index of the player's own activated boost.
    fn weigh_targets(&self, index: u8, moves: &[Move], rows: &mut impl FeatureRows) {
        let SeenBoost::FaceUp(boost) = self.view.covered.boost(self.view.seat) else { return };
        let Some(effect) = self.fight.warriors[boost.index()].ability.at(index) else { return };
        let now = self.now();
        let before = self.before(now.forecast, rows);
        let targets_glory = rows.wanted().has(TARGET_GLORY);
        rows.fill(moves, |mv, row| {
            let (mut table, mut to_come, mut n_gained) = (*now, before.to_come, 0.0);
            match (effect.kind, mv) {
                (EffectKind::ChangePower(..), Move::Seat(target)) => {
                    self.hit(&mut table, (boost, index), Seats::only(target));
                }
                (EffectKind::ChangePower(who, _), Move::Execute) => {
                    let targets = self.fight.targets(&table.mains, self.view.seat, who, effect);
                    self.hit(&mut table, (boost, index), targets);
                }
                (EffectKind::DrawAndScore(count), Move::Execute) => {
                    n_gained = self.expected(count, effect.families);
                }
                (EffectKind::StealBoost, Move::Seat(from)) => {
                    (to_come, n_gained) = (to_come.without(from), 1.0);
                }
                (EffectKind::SwapWithGraveyard, Move::Card(card)) => {
                    self.swap_in(&mut table, self.view.seat, card);
                }
                _ => {}
            }
            let after = self.foresee(&table, boost, index + 1);
            let n_cards = n_gained + self.cards(boost, index + 1);
            self.weigh_outcome(&Before { to_come, ..before }, after, n_cards, row);
            if let Move::Seat(target) = mv
                && targets_glory
            {
                row.add(TARGET_GLORY, (self.glory(target) - self.glory(self.view.seat)) / 10.0);
            }
        });
    }

    /// The reference before a choice; computes only what is weighed.
    fn before(&self, forecast: Forecast, rows: &impl FeatureRows) -> Before {
        let is_face_down = |seat: &Seat| matches!(self.view.covered.boost(*seat), SeenBoost::FaceDown(_));
        let later = self.later().filter(|_| rows.wanted().has(LATER_BOOSTS));
        Before {
            forecast,
            weighs_denied: rows.wanted().has(DENY_LEADER),
            to_come: later.filter(is_face_down).collect(),
        }
    }

    /// Compares the result of the fight with the reference. `n_cards` is the number of cards gained.
    #[inline]
    fn weigh_outcome(&self, before: &Before, after: Forecast, n_cards: f64, row: &mut impl FeatureRow) {
        let leads = f64::from(self.leads(after));
        row.add(LEAD_AFTER, leads * self.glory);
        row.add(LEAD_GAIN, leads - f64::from(self.leads(before.forecast)));
        row.add(CARDS_GAINED, n_cards);
        row.add(LATER_BOOSTS, leads * real(before.to_come.len()) / 4.0);
        if before.weighs_denied && before.forecast.leader != after.leader {
            row.add(DENY_LEADER, f64::from(!self.rich_leader().is_empty()));
        }
        row.add(OPPONENTS_KILLED, real(after.killed.without(self.view.seat).len()));
        row.add(OWN_KILLED, f64::from(after.killed.has(self.view.seat)));
    }

    /// The seat that leads now, if it is the opponent with the most Glory.
    fn rich_leader(&self) -> Seats {
        *self.rich_leader.get_or_init(|| {
            let leader = self.now().forecast.leader;
            let opponents = self.fight.opponents(self.view.seat);
            let is_richest = leader.both(opponents).lowest().is_some_and(|leader| {
                let most = self.glory(leader);
                opponents.into_iter().all(|seat| self.glory(seat) <= most)
            });
            leader.when(is_richest)
        })
    }

    /// The seats after the seat in turn.
    fn later(&self) -> impl Iterator<Item = Seat> {
        let places = self.view.position + 1..self.fight.rules.players;
        places.map(|position| self.fight.seat_at(self.view.first, position))
    }

    fn glory(&self, seat: Seat) -> f64 {
        let view = self.view;
        f64::from(self.fight.glory(view.won[seat], view.covered.n_scored(seat), view.extra[seat]))
    }

    fn leads(&self, forecast: Forecast) -> bool {
        forecast.leader.has(self.view.seat)
    }

    /// The share of unseen Warriors that belong to this set.
    fn share_unseen(&self, cards: Cards) -> f64 {
        real(cards.both(self.unseen).len()) / self.n_unseen
    }

    /// The current fight, for a main that is not yet played.
    fn current(&self) -> Contest<'_> {
        let n_later = self.later().filter(|seat| self.view.covered.n_hand(*seat) > 0).count();
        let contest = self.contest(self.view.arenas.0, n_later);
        // All mains have their printed powers.
        let mains = self.fight.seats().into_iter().filter_map(|seat| self.view.mains[seat]);
        let able = mains.fold(contest.able, |able, main| able.both(contest.beats[main.card.index()]));
        Contest { able, ..contest }
    }

    /// The next fight, before any card is played.
    fn next_fight(&self) -> Option<Contest<'_>> {
        self.view.arenas.1.map(|arena| self.contest(arena, self.fight.rules.players - 1))
    }

    /// A fight for an Arena with no main on the table.
    fn contest(&self, arena: u8, n_later: usize) -> Contest<'_> {
        let index = usize::from(arena) % ARENAS;
        let (able, beats) = (self.fight.able[index], &self.fight.beats[index]);
        Contest { able, beats, n_later, glory: self.fight.eighths(arena) }
    }

    /// The probability that a card takes an Arena as main, times its Glory / 8: neither a main on the table
    /// nor a later one beats it.
    #[inline]
    fn odds(&self, card: Card, contest: &Contest<'_>) -> f64 {
        let survives = 1.0 - self.share_unseen(contest.beats[card.index()]);
        let odds = (0..contest.n_later).fold(1.0, |odds, _| odds * survives);
        odds * contest.glory * f64::from(contest.able.has(card))
    }

    /// The two cards of the hand with the best of these odds as main, each with the mains if it were played.
    fn rivals(&self, odds: &[f64; WARRIORS]) -> [Option<(Card, Table)>; 2] {
        let mut best: [Option<(Card, f64)>; 2] = [None; 2];
        for card in self.view.hand {
            let odds = odds[card.index()];
            if best[0].is_none_or(|(_, other)| odds > other) {
                best = [Some((card, odds)), best[0]];
            } else if best[1].is_none_or(|(_, other)| odds > other) {
                best[1] = Some((card, odds));
            }
        }
        best.map(|best| best.map(|(card, _)| (card, self.with_main(card))))
    }

    /// The mains with this one as the player's own.
    fn with_main(&self, card: Card) -> Table {
        let (mut table, main) = (*self.now(), self.fight.as_main(card));
        table.mains[self.view.seat] = Some(main);
        table.ranks[self.view.seat] =
            self.fight.rank(self.view.arenas.0, self.view.first, self.view.seat, main);
        table.forecast.leader = self.leader(&table.ranks);
        table
    }

    /// The share of the five families that are left in hand without this card.
    fn variety(&self, card: Card) -> f64 {
        let left = self.view.hand.minus(Cards::only(card));
        let families = self.fight.of_family.map(|family| u8::from(!left.both(family).is_empty()));
        f64::from(families.iter().sum::<u8>()) / 5.0
    }

    /// Lead gained by activating this boost now, times Glory / 8.
    #[inline]
    fn lead_gain(&self, boost: Card, table: &Table) -> f64 {
        if !self.fight.changers.has(boost) {
            return 0.0;
        }
        let after = self.after(table, self.view.seat, boost, 0).forecast;
        (f64::from(self.leads(after)) - f64::from(self.leads(table.forecast))) * self.glory
    }

    /// The number of Warriors scored by activating this boost now, minus the one scored otherwise.
    fn extra_cards(&self, boost: Card) -> f64 {
        self.cards(boost, 0) - 1.0
    }

    /// The expected number of Warriors that the effects of a boost from this index on add to the player's own
    /// scored pile.
    #[inline]
    fn cards(&self, boost: Card, index: u8) -> f64 {
        if self.fight.scorers.has(boost) { self.cards_scored(boost, index) } else { 0.0 }
    }

    /// The same for a boost that can score other Warriors.
    fn cards_scored(&self, boost: Card, index: u8) -> f64 {
        let effects = self.fight.warriors[boost.index()].ability.effects().skip(usize::from(index));
        let cards = effects.map(|effect| match effect.kind {
            EffectKind::DrawAndScore(count) => self.expected(count, effect.families),
            EffectKind::StealBoost => f64::from(self.can_steal(effect)),
            EffectKind::ChangePower(..) | EffectKind::SwapWithGraveyard => 0.0,
        });
        cards.fold(0.0, |sum, cards| sum + cards)
    }

    /// The expected number of Warriors scored by drawing this many. The family of the top card is known.
    fn expected(&self, count: u8, families: Families) -> f64 {
        let share = self.share_unseen(self.fight.of_families[families.index()]);
        match self.view.top {
            Some(top) => f64::from(families.has(top)) + f64::from(count.saturating_sub(1)) * share,
            None => f64::from(count) * share,
        }
    }

    /// Whether an opponent has a boost of a suitable family.
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
}

/// A fight for an Arena.
struct Contest<'f> {
    /// The Warriors that would take it from the mains on the table.
    able: Cards,
    /// The Warriors that beat each Warrior.
    beats: &'f [Cards; WARRIORS],
    /// Number of mains that are still to be played.
    n_later: usize,
    /// The Arena's Glory / 8.
    glory: f64,
}
