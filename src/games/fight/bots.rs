//! Features of a move: clause 11.

use super::cards::{ARENAS, Ability, Card, Cards, Effect, Families, PASSES, Verb, Who};
use super::rules::UnmetFilter;
use super::state::{Main, Mains, Stage};
use super::view::{SeenBoost, View};
use super::{Fight, Move};
use crate::model::{Appraise, Feature, Seat, Seats, features};

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

impl Appraise for Fight {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Move], rows: &mut [f64]) {
        let thought = Thought { fight: self, view };
        let rivals = match view.stage {
            Stage::Main => thought.best_mains(),
            _ => [None; 2],
        };
        for (mv, row) in menu.iter().zip(rows.as_chunks_mut().0) {
            match (view.stage, *mv) {
                (Stage::Main, Move::Card(card)) => thought.of_main(card, rivals, row),
                (Stage::Boost, Move::Card(card)) => thought.of_boost(card, row),
                (Stage::Resolve, Move::Activate) => {
                    let ability = view.own_boost.map(|card| self.warriors[card.place()].ability);
                    let after = thought.foresee(*view.mains, &ability.unwrap_or_default(), 0);
                    thought.of_outcome(&after, None, row);
                }
                (Stage::Resolve, _) => {
                    thought.of_outcome(&Foreseen { mains: *view.mains, cards: 1.0 }, None, row);
                }
                (Stage::Effect(place), mv) => thought.of_target(place, mv, row),
                _ => {}
            }
        }
    }
}

/// A small count as a number.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// What one seat makes of what it sees.
struct Thought<'v, 's> {
    fight: &'v Fight,
    view: &'v View<'s>,
}

/// The table as it would be.
#[derive(Clone, Copy)]
struct Foreseen {
    mains: Mains,
    /// Warriors added to the own scored pile, expected.
    cards: f64,
}

impl Thought<'_, '_> {
    fn seat(&self) -> Seat {
        self.view.seat
    }

    /// Glory of an Arena / 8.
    fn worth(&self, arena: u8) -> f64 {
        f64::from(self.fight.arenas[usize::from(arena) % ARENAS].glory) / 8.0
    }

    /// Who would take the Arena were JUDGE now.
    fn leader(&self, mains: &Mains) -> Option<Seat> {
        let verdict = self.fight.judge(self.view.arenas.0, self.view.first, mains);
        verdict.taker.map(|(seat, _)| seat)
    }

    fn leads(&self, mains: &Mains) -> bool {
        self.leader(mains) == Some(self.seat())
    }

    /// The share of the Warriors unseen that are of this set.
    fn share_unseen(&self, cards: Cards) -> f64 {
        real(cards.both(self.view.unseen).len()) / real(self.view.unseen.len().max(1))
    }

    /// The chance that a card is beaten by nobody on the table and by none of so many to come.
    fn odds(&self, card: Card, arena: u8, table: Option<&Mains>, to_come: usize) -> f64 {
        let place = usize::from(arena) % ARENAS;
        let own = self.fight.worth_in(arena, self.fight.as_main(card));
        if own < PASSES / 2 && self.fight.rules.unmet_filter == UnmetFilter::Nobody {
            return 0.0;
        }
        let is_beaten =
            |mains: &Mains| mains.0.iter().flatten().any(|main| self.fight.worth_in(arena, *main) >= own);
        if table.is_some_and(is_beaten) {
            return 0.0;
        }
        let survives = 1.0 - self.share_unseen(self.fight.beats[place][card.place()]);
        (0..to_come).fold(1.0, |odds, _| odds * survives)
    }

    /// What a card would be worth as a main in the next fight.
    fn future(&self, card: Card) -> f64 {
        let opponents = self.fight.rules.players - 1;
        self.view.arenas.1.map_or(0.0, |arena| self.odds(card, arena, None, opponents) * self.worth(arena))
    }

    fn main_odds(&self, card: Card) -> f64 {
        let arena = self.view.arenas.0;
        let later = self.fight.order(self.view.first).skip(usize::from(self.view.position) + 1);
        let to_come = later.filter(|(seat, _)| self.view.hands[*seat] != super::view::Backs::default());
        self.odds(card, arena, Some(self.view.mains), to_come.count()) * self.worth(arena)
    }

    /// The two cards of the hand with the best odds as main: which one would stand on the table
    /// if another card were the boost.
    fn best_mains(&self) -> [Option<Card>; 2] {
        let mut best: [Option<(Card, f64)>; 2] = [None; 2];
        for card in self.view.hand {
            let odds = self.main_odds(card);
            if best[0].is_none_or(|(_, other)| odds > other) {
                best = [Some((card, odds)), best[0]];
            } else if best[1].is_none_or(|(_, other)| odds > other) {
                best[1] = Some((card, odds));
            }
        }
        best.map(|best| best.map(|(card, _)| card))
    }

    /// Families left in hand without this card, of five.
    fn variety(&self, card: Card) -> f64 {
        let left = self.view.hand.minus(Cards::only(card));
        let families = self.fight.of_family.iter().filter(|family| !left.both(**family).is_empty());
        real(families.count()) / 5.0
    }

    fn of_main(&self, card: Card, rivals: [Option<Card>; 2], row: &mut Row) {
        let (fight, view) = (self.fight, self.view);
        row[MAIN_ODDS] = self.main_odds(card);
        row[MAIN_FUTURE] = self.future(card);
        if let Some(main) = rivals.into_iter().flatten().find(|main| *main != card) {
            let mut mains = *view.mains;
            mains[self.seat()] = Some(fight.as_main(main));
            let (gain, cards) = self.as_boost(card, mains);
            row[MAIN_ABILITY_LOST] = gain + cards.max(0.0);
        }
        if view.position + 1 < fight.n_seats {
            let backs = view.hands[fight.seat_at(view.first, view.position + 1)].0;
            let n_cards: u8 = backs.iter().sum();
            row[MAIN_BARS_NEXT] = f64::from(backs[fight.family_of(card).place()]) / f64::from(n_cards.max(1));
        }
        row[HAND_VARIETY] = self.variety(card);
    }

    fn of_boost(&self, card: Card, row: &mut Row) {
        row[HAND_VARIETY] = self.variety(card);
        (row[BOOST_LEAD_GAIN], row[BOOST_CARDS]) = self.as_boost(card, *self.view.mains);
        row[BOOST_FUTURE] = self.future(card);
        let thieves = self.fight.thieves[self.fight.family_of(card).place()];
        row[BOOST_STEAL_RISK] = self.share_unseen(thieves) * f64::from(self.view.position);
    }

    /// Lead gained, and cards beyond the one of scoring, if this boost were activated now.
    fn as_boost(&self, card: Card, mains: Mains) -> (f64, f64) {
        let after = self.foresee(mains, &self.fight.warriors[card.place()].ability, 0);
        let gain = f64::from(self.leads(&after.mains)) - f64::from(self.leads(&mains));
        (gain * self.worth(self.view.arenas.0), after.cards - 1.0)
    }

    /// The effects from this place on, executed now, with the choices that are best for the lead.
    fn foresee(&self, mains: Mains, ability: &Ability, place: u8) -> Foreseen {
        let Some(effect) = ability.at(place) else { return Foreseen { mains, cards: 0.0 } };
        let on = |mains: Mains| self.foresee(mains, ability, place + 1);
        match effect.verb {
            Verb::DrawAndScore(count) => self.and_cards(on(mains), self.expected(count, effect.families)),
            Verb::StealBoost => self.and_cards(on(mains), f64::from(self.can_steal(effect))),
            Verb::Power(who, _) => {
                let hit = self.fight.candidates(&mains, self.seat(), who, effect);
                if matches!(who, Who::One | Who::OneOpponent) {
                    let targets =
                        hit.into_iter().map(|target| self.after_hit(mains, effect, Seats::only(target)));
                    self.best_of(targets.map(on)).unwrap_or_else(|| on(mains))
                } else {
                    on(self.after_hit(mains, effect, hit))
                }
            }
            Verb::SwapWithGraveyard => {
                let fitting = match mains[self.seat()] {
                    Some(_) => self.fight.buried(self.view.graveyard, effect),
                    None => Cards::NONE,
                };
                let swaps = fitting.into_iter().map(|card| self.after_swap(mains, card));
                self.best_of(swaps.map(on)).unwrap_or_else(|| on(mains))
            }
        }
    }

    fn and_cards(&self, after: Foreseen, cards: f64) -> Foreseen {
        Foreseen { cards: after.cards + cards, ..after }
    }

    /// The best: a lead before a living main before anything else; the first of equals.
    fn best_of(&self, all: impl Iterator<Item = Foreseen>) -> Option<Foreseen> {
        let rank = |after: &Foreseen| (self.leads(&after.mains), after.mains[self.seat()].is_some());
        let mut best: Option<((bool, bool), Foreseen)> = None;
        for after in all {
            let rank = rank(&after);
            if best.as_ref().is_none_or(|(other, _)| rank > *other) {
                best = Some((rank, after));
            }
        }
        best.map(|(_, after)| after)
    }

    /// Warriors that drawing so many would score: the top one is seen by its back.
    fn expected(&self, count: u8, families: Families) -> f64 {
        let share = self.share_unseen(self.fight.of_families[families.place()]);
        match self.view.top {
            Some(top) => f64::from(families.has(top)) + f64::from(count.saturating_sub(1)) * share,
            None => f64::from(count) * share,
        }
    }

    /// Does a boost with a fitting back lie there?
    fn can_steal(&self, effect: &Effect) -> bool {
        let fight = self.fight;
        let opponents = Seats::first(fight.rules.players).without(self.seat());
        opponents.into_iter().any(|seat| match self.view.boosts[seat] {
            SeenBoost::None => false,
            SeenBoost::FaceDown(family) => effect.families.has(family),
            SeenBoost::FaceUp(card) => fight.is_in_scope(true) && effect.families.has(fight.family_of(card)),
        })
    }

    fn after_hit(&self, mut mains: Mains, effect: &Effect, hit: Seats) -> Mains {
        let Verb::Power(_, change) = effect.verb else { return mains };
        let rules = &self.fight.rules;
        for seat in hit {
            mains[seat] = mains[seat].and_then(|main| {
                let power = rules.changed(main.power, change);
                let lives = power >= rules.kill_below;
                lives.then(|| Main { power: u16::try_from(power).unwrap_or(0), ..main })
            });
        }
        mains
    }

    fn after_swap(&self, mut mains: Mains, card: Card) -> Mains {
        mains[self.seat()] = Some(self.fight.as_main(card));
        mains
    }

    /// A target of the effect at this place of the boost that I activated.
    fn of_target(&self, place: u8, mv: Move, row: &mut Row) {
        let SeenBoost::FaceUp(boost) = self.view.boosts[self.seat()] else { return };
        let ability = self.fight.warriors[boost.place()].ability;
        let Some(effect) = ability.at(place) else { return };
        let now = *self.view.mains;
        let (mains, cards, stolen) = match (effect.verb, mv) {
            (Verb::Power(..), Move::Seat(target)) => {
                (self.after_hit(now, effect, Seats::only(target)), 0.0, None)
            }
            (Verb::StealBoost, Move::Seat(from)) => (now, 1.0, Some(from)),
            (Verb::SwapWithGraveyard, Move::Card(card)) => (self.after_swap(now, card), 0.0, None),
            _ => (now, 0.0, None),
        };
        let after = self.and_cards(self.foresee(mains, &ability, place + 1), cards);
        self.of_outcome(&after, stolen, row);
        if let Move::Seat(target) = mv {
            row[TARGET_GLORY] = (self.glory(target) - self.glory(self.seat())) / 10.0;
        }
    }

    fn glory(&self, seat: Seat) -> f64 {
        f64::from(self.fight.glory(self.view.won[seat], self.view.scored[seat].len))
    }

    /// What a table as foreseen is worth; `stolen` is whose boost will be gone.
    fn of_outcome(&self, after: &Foreseen, stolen: Option<Seat>, row: &mut Row) {
        let (fight, view) = (self.fight, self.view);
        let (old_leader, new_leader) = (self.leader(view.mains), self.leader(&after.mains));
        let leads = f64::from(new_leader == Some(self.seat()));
        row[LEAD_AFTER] = leads * self.worth(view.arenas.0);
        row[LEAD_GAIN] = leads - f64::from(old_leader == Some(self.seat()));
        row[CARDS_GAINED] = after.cards;
        let later = fight.order(view.first).skip(usize::from(view.position) + 1);
        let to_come = later.filter(|(seat, _)| {
            Some(*seat) != stolen && matches!(view.boosts[*seat], SeenBoost::FaceDown(_))
        });
        row[LATER_BOOSTS] = leads * real(to_come.count()) / 4.0;
        let opponents = Seats::first(fight.rules.players).without(self.seat());
        if let Some(leader) = old_leader.filter(|leader| opponents.has(*leader) && old_leader != new_leader) {
            let is_richest = opponents.into_iter().all(|seat| self.glory(seat) <= self.glory(leader));
            row[DENY_LEADER] = f64::from(is_richest);
        }
        let is_killed = |seat: &Seat| view.mains[*seat].is_some() && after.mains[*seat].is_none();
        row[OPPONENTS_KILLED] = real(opponents.into_iter().filter(is_killed).count());
        row[OWN_KILLED] = f64::from(is_killed(&self.seat()));
    }
}
