//! Features of a move: clause 11.

use super::cards::{ARENAS, Card, Cards, Effect, Families, PASSES, Verb, WARRIORS, Who};
use super::rules::UnmetFilter;
use super::state::{Mains, Phase};
use super::view::{Backs, SeenBoost, View};
use super::{Fight, Move};
use crate::model::{Appraise, Feature, Seat, Seats, features};
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

impl Appraise for Fight {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Move], rows: &mut [f64]) {
        let thought = Thought { fight: self, view, unseen: OnceCell::new() };
        let moves = menu.iter().copied().zip(rows.as_chunks_mut().0);
        if view.phase == Phase::Main {
            let contest = thought.contest();
            let rivals = thought.best_mains(&contest).map(|card| card.map(|card| thought.rival(card)));
            for (mv, row) in moves {
                if let Move::Card(card) = mv {
                    thought.of_main(card, &contest, &rivals, row);
                }
            }
            return;
        }
        let now = thought.see(view.mains);
        for (mv, row) in moves {
            match (view.phase, mv) {
                (Phase::Boost, Move::Card(card)) => thought.of_boost(card, now, row),
                (Phase::Resolve, Move::Activate) => {
                    let (after, cards) = view.own_boost.map_or((now, 0.0), |boost| {
                        (thought.foresee(view.mains, now, boost, 0), thought.cards(boost, 0))
                    });
                    thought.of_outcome(now, after, cards, None, row);
                }
                (Phase::Resolve, _) => thought.of_outcome(now, now, 1.0, None, row),
                (Phase::Effect(place), mv) => thought.of_target(now, place, mv, row),
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
    /// The Warriors whose place it does not know, and how many they are: looked for once, if at all.
    unseen: OnceCell<(Cards, f64)>,
}

/// What is the same for every card that may be the main.
struct Contest {
    /// `main-odds` of the cards in hand.
    odds: [f64; WARRIORS],
    /// The next player's hand.
    next: Backs,
}

/// What would become of the table. Two bytes travel in registers: more would be written to memory piece by
/// piece, and waited for as a whole.
#[derive(Clone, Copy)]
struct Foreseen {
    /// Who would take the Arena were JUDGE then: one seat, or none.
    leader: Seats,
    /// Whose mains would be killed.
    killed: Seats,
}

/// A card that would be the main if another one were the boost.
struct Rival {
    card: Card,
    /// The mains, with it.
    mains: Mains,
    seen: Foreseen,
}

impl Thought<'_, '_> {
    fn seat(&self) -> Seat {
        self.view.seat
    }

    /// The seats after the one in turn.
    fn later(&self) -> impl Iterator<Item = Seat> {
        let order = self.fight.order(self.view.first);
        order.skip(usize::from(self.view.position) + 1).map(|(seat, _)| seat)
    }

    /// Glory of an Arena / 8.
    fn worth(&self, arena: u8) -> f64 {
        f64::from(self.fight.arenas[usize::from(arena) % ARENAS].glory) / 8.0
    }

    /// Who would take the Arena were JUDGE now.
    fn leader(&self, mains: &Mains) -> Seats {
        let verdict = self.fight.judge(self.view.arenas.0, self.view.first, mains);
        verdict.taker.map_or(Seats::NONE, |(seat, _)| Seats::only(seat))
    }

    /// A table with these mains, before anything happens to them.
    fn see(&self, mains: &Mains) -> Foreseen {
        Foreseen { leader: self.leader(mains), killed: Seats::NONE }
    }

    fn leads(&self, seen: Foreseen) -> bool {
        seen.leader.has(self.seat())
    }

    /// The share of the Warriors unseen that are of this set.
    fn share_unseen(&self, cards: Cards) -> f64 {
        let (unseen, n_unseen) = self.unseen.get_or_init(|| {
            let unseen = self.view.covered.unseen();
            (unseen, real(unseen.len().max(1)))
        });
        real(cards.both(*unseen).len()) / n_unseen
    }

    /// The chance that a card is beaten by nobody on the table, who are worth so much, and by none of so
    /// many to come.
    fn odds(&self, card: Card, arena: u8, to_beat: i32, to_come: usize) -> f64 {
        let own = self.fight.worth_in(arena, self.fight.as_main(card));
        if own < PASSES / 2 && self.fight.rules.unmet_filter == UnmetFilter::Nobody || own <= to_beat {
            return 0.0;
        }
        let survives = 1.0 - self.share_unseen(self.fight.beats[usize::from(arena) % ARENAS][card.place()]);
        (0..to_come).fold(1.0, |odds, _| odds * survives)
    }

    /// What a card would be worth as a main in the next fight.
    fn future(&self, card: Card) -> f64 {
        let opponents = self.fight.rules.players - 1;
        let worth = |arena| self.odds(card, arena, i32::MIN, opponents) * self.worth(arena);
        self.view.arenas.1.map_or(0.0, worth)
    }

    fn contest(&self) -> Contest {
        let (fight, view, arena) = (self.fight, self.view, self.view.arenas.0);
        let worths = view.mains.0.iter().flatten().map(|main| fight.worth_in(arena, *main));
        let to_beat = worths.max().unwrap_or(i32::MIN);
        let to_come = self.later().filter(|seat| view.covered.n_hand(*seat) > 0).count();
        let mut odds = [0.0; WARRIORS];
        for card in view.hand {
            odds[card.place()] = self.odds(card, arena, to_beat, to_come) * self.worth(arena);
        }
        Contest { odds, next: self.later().next().map_or(Backs::default(), |seat| view.covered.hand(seat)) }
    }

    /// The two cards of the hand with the best odds as main: which one would stand on the table
    /// if another card were the boost.
    fn best_mains(&self, contest: &Contest) -> [Option<Card>; 2] {
        let mut best: [Option<(Card, f64)>; 2] = [None; 2];
        for card in self.view.hand {
            let odds = contest.odds[card.place()];
            if best[0].is_none_or(|(_, other)| odds > other) {
                best = [Some((card, odds)), best[0]];
            } else if best[1].is_none_or(|(_, other)| odds > other) {
                best[1] = Some((card, odds));
            }
        }
        best.map(|best| best.map(|(card, _)| card))
    }

    /// The mains with this card as the own one.
    fn with_main(&self, mains: &Mains, card: Card) -> Mains {
        let mut mains = *mains;
        mains[self.seat()] = Some(self.fight.as_main(card));
        mains
    }

    fn rival(&self, card: Card) -> Rival {
        let mains = self.with_main(self.view.mains, card);
        Rival { card, mains, seen: self.see(&mains) }
    }

    /// Families left in hand without this card, of five.
    fn variety(&self, card: Card) -> f64 {
        let left = self.view.hand.minus(Cards::only(card));
        let families = self.fight.of_family.iter().filter(|family| !left.both(**family).is_empty());
        real(families.count()) / 5.0
    }

    fn of_main(&self, card: Card, contest: &Contest, rivals: &[Option<Rival>; 2], row: &mut Row) {
        row[MAIN_ODDS] = contest.odds[card.place()];
        row[MAIN_FUTURE] = self.future(card);
        if let Some(Rival { mains, seen, .. }) = rivals.iter().flatten().find(|main| main.card != card) {
            let (gain, cards) = self.as_boost(card, mains, *seen);
            row[MAIN_ABILITY_LOST] = gain + cards.max(0.0);
        }
        let Backs(backs) = contest.next;
        let n_cards: u8 = backs.iter().sum();
        let barred = backs[self.fight.family_of(card).place()];
        row[MAIN_BARS_NEXT] = f64::from(barred) / f64::from(n_cards.max(1));
        row[HAND_VARIETY] = self.variety(card);
    }

    fn of_boost(&self, card: Card, now: Foreseen, row: &mut Row) {
        row[HAND_VARIETY] = self.variety(card);
        (row[BOOST_LEAD_GAIN], row[BOOST_CARDS]) = self.as_boost(card, self.view.mains, now);
        row[BOOST_FUTURE] = self.future(card);
        let thieves = self.fight.thieves[self.fight.family_of(card).place()];
        row[BOOST_STEAL_RISK] = self.share_unseen(thieves) * f64::from(self.view.position);
    }

    /// Lead gained, and cards beyond the one of scoring, if this boost were activated at a table like that.
    fn as_boost(&self, card: Card, mains: &Mains, seen: Foreseen) -> (f64, f64) {
        let after = self.foresee(mains, seen, card, 0);
        let gain = f64::from(self.leads(after)) - f64::from(self.leads(seen));
        (gain * self.worth(self.view.arenas.0), self.cards(card, 0) - 1.0)
    }

    /// Warriors that the effects of a boost from this place on would add to the own scored pile, expected.
    fn cards(&self, boost: Card, place: u8) -> f64 {
        let effects = self.fight.warriors[boost.place()].ability.effects().skip(usize::from(place));
        let cards = effects.map(|effect| match effect.verb {
            Verb::DrawAndScore(count) => self.expected(count, effect.families),
            Verb::StealBoost => f64::from(self.can_steal(effect)),
            Verb::Power(..) | Verb::SwapWithGraveyard => 0.0,
        });
        cards.fold(0.0, |sum, cards| sum + cards)
    }

    /// The effects of a boost from this place on, executed now, with the choices that are best for the lead.
    fn foresee(&self, mains: &Mains, seen: Foreseen, boost: Card, place: u8) -> Foreseen {
        let (fight, ability) = (self.fight, &self.fight.warriors[boost.place()].ability);
        let Some(effect) = ability.at(place) else { return seen };
        let is_last = ability.at(place + 1).is_none();
        let on = |mains: &Mains, seen| {
            if is_last { seen } else { self.foresee(mains, seen, boost, place + 1) }
        };
        match effect.verb {
            Verb::DrawAndScore(_) | Verb::StealBoost => on(mains, seen),
            Verb::Power(who, _) => {
                let hit = fight.candidates(mains, self.seat(), who, effect);
                let after = |hit| {
                    let mut mains = *mains;
                    let seen = self.hit(&mut mains, seen, (boost, place), hit);
                    on(&mains, seen)
                };
                if matches!(who, Who::One | Who::OneOpponent) {
                    let targets = hit.into_iter().map(|target| after(Seats::only(target)));
                    self.best_of(targets).unwrap_or_else(|| on(mains, seen))
                } else {
                    after(hit)
                }
            }
            Verb::SwapWithGraveyard => {
                let fitting = match mains[self.seat()] {
                    Some(_) => fight.buried(self.view.graveyard, effect),
                    None => Cards::NONE,
                };
                let swaps = fitting.into_iter().map(|card| {
                    let mains = self.with_main(mains, card);
                    on(&mains, Foreseen { leader: self.leader(&mains), ..seen })
                });
                self.best_of(swaps).unwrap_or_else(|| on(mains, seen))
            }
        }
    }

    /// The best: a lead before a living main before anything else; the first of equals.
    fn best_of(&self, all: impl Iterator<Item = Foreseen>) -> Option<Foreseen> {
        let rank = |seen: Foreseen| (self.leads(seen), !seen.killed.has(self.seat()));
        all.reduce(|best, seen| if rank(seen) > rank(best) { seen } else { best })
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
        opponents.into_iter().any(|seat| match self.view.covered.boost(seat) {
            SeenBoost::None => false,
            SeenBoost::FaceDown(family) => effect.families.has(family),
            SeenBoost::FaceUp(card) => fight.is_in_scope(true) && effect.families.has(fight.family_of(card)),
        })
    }

    /// The effect at a place of a boost hits these mains.
    fn hit(&self, mains: &mut Mains, mut seen: Foreseen, (boost, place): (Card, u8), hit: Seats) -> Foreseen {
        let mut changes = false;
        for seat in hit {
            let Some(main) = &mut mains[seat] else { continue };
            let power = self.fight.power_after(boost, place, main.power);
            let lives = power >= self.fight.rules.kill_below;
            changes |= !lives || power != i32::from(main.power);
            main.power = u16::try_from(power).unwrap_or(0);
            if !lives {
                mains[seat] = None;
                seen.killed = seen.killed.with(seat);
            }
        }
        // Many powers have no digit that an effect would change.
        if changes {
            seen.leader = self.leader(mains);
        }
        seen
    }

    /// A target of the effect at this place of the boost that I activated.
    fn of_target(&self, now: Foreseen, place: u8, mv: Move, row: &mut Row) {
        let SeenBoost::FaceUp(boost) = self.view.covered.boost(self.seat()) else { return };
        let Some(effect) = self.fight.warriors[boost.place()].ability.at(place) else { return };
        let (mut mains, mut after, mut stolen) = (*self.view.mains, now, None);
        match (effect.verb, mv) {
            (Verb::Power(..), Move::Seat(target)) => {
                after = self.hit(&mut mains, after, (boost, place), Seats::only(target));
            }
            (Verb::StealBoost, Move::Seat(from)) => stolen = Some(from),
            (Verb::SwapWithGraveyard, Move::Card(card)) => {
                mains = self.with_main(&mains, card);
                after.leader = self.leader(&mains);
            }
            _ => {}
        }
        let after = self.foresee(&mains, after, boost, place + 1);
        let cards = f64::from(stolen.is_some()) + self.cards(boost, place + 1);
        self.of_outcome(now, after, cards, stolen, row);
        if let Move::Seat(target) = mv {
            row[TARGET_GLORY] = (self.glory(target) - self.glory(self.seat())) / 10.0;
        }
    }

    fn glory(&self, seat: Seat) -> f64 {
        f64::from(self.fight.glory(self.view.won[seat], self.view.covered.n_scored(seat)))
    }

    /// What a table as foreseen is worth, beside the one that is, with so many cards gained; `stolen` is whose
    /// boost will be gone.
    fn of_outcome(&self, now: Foreseen, after: Foreseen, cards: f64, stolen: Option<Seat>, row: &mut Row) {
        let view = self.view;
        let leads = f64::from(self.leads(after));
        row[LEAD_AFTER] = leads * self.worth(view.arenas.0);
        row[LEAD_GAIN] = leads - f64::from(self.leads(now));
        row[CARDS_GAINED] = cards;
        let to_come = self.later().filter(|seat| {
            Some(*seat) != stolen && matches!(view.covered.boost(*seat), SeenBoost::FaceDown(_))
        });
        row[LATER_BOOSTS] = leads * real(to_come.count()) / 4.0;
        let opponents = Seats::first(self.fight.rules.players).without(self.seat());
        if let Some(leader) = now.leader.both(opponents).lowest()
            && now.leader != after.leader
        {
            let is_richest = opponents.into_iter().all(|seat| self.glory(seat) <= self.glory(leader));
            row[DENY_LEADER] = f64::from(is_richest);
        }
        row[OPPONENTS_KILLED] = real(after.killed.both(opponents).len());
        row[OWN_KILLED] = f64::from(after.killed.has(self.seat()));
    }
}
