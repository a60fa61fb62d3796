//! Features of a move: clause 11.

use super::KnifeFight;
use super::cards::{Hand, PLACES, Rank};
use super::rules::{Clash, QueenEmptyPile, QueenMode, Rules};
use super::state::{Open, Phase};
use super::view::View;
use crate::model::{FeatureRow, FeatureRows, FeatureSet, features};

features! {
    DAMAGE_DEALT = "damage-dealt": "expected damage landing on the opponent's pile";
    DAMAGE_TAKEN = "damage-taken": "expected damage landing on the own pile";
    DAMAGE_HEALED = "damage-healed": "expected damage taken off the own pile";
    LETHAL = "lethal": "chance that the opponent's deck is empty after this round";
    FATAL = "fatal": "chance that the own deck is empty after this round";
    CARDS_SPENT = "cards-spent": "own cards laid out this round, this one and a follow-up to come included";
    PARRY = "parry": "1 for a Jack";
    DRESSING = "dressing": "1 for a Queen";
    FEINT = "feint": "1 for a King";
    REFLECT = "reflect": "1 for a Joker";
    CLEAN_DRESSING = "clean-dressing": "1 for a Queen without a wound on the own pile";
    LOW_CARDS_KEPT = "low-cards-kept": "low numbers left in hand, each (11 - strength) / 10, never below 0";
    OWN_BLEED = "own-bleed": "for a Queen: the own bleed per round as it stands";
    WOUND_REMOVED = "wound-removed": "damage value of the wound chosen for dressing";
}

/// A small number for each possible opposing front card: a damage, or a number of cards.
type ByFront = [i16; PLACES];

/// The effects of a card on both damage piles, by opposing front card. The card's player counts as black.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effects {
    /// Damage added to the opponent's pile.
    hit: ByFront,
    /// Damage added to the player's own pile.
    wound: ByFront,
    /// Damage that a Queen removes from the player's own pile.
    heal: ByFront,
    /// No hit is harder than this …
    most_hit: i16,
    /// … and no wound.
    most_wound: i16,
}

impl Effects {
    /// The effects of a card under these rules. Omits a Queen's dressing, which depends on the player's
    /// damage pile.
    pub(super) fn of(rules: &Rules, own: Rank) -> Self {
        let mut effects = Self::default();
        for opp in (0..PLACES).map(Rank::at) {
            let clash = rules.clash_of(own, opp);
            // At most 60 per card.
            let damage = |rank| i16::try_from(rules.damage_of(rank)).unwrap_or(i16::MAX / 2);
            let lands = |rank: Rank, hit| if clash.has(hit) { damage(rank) } else { 0 };
            effects.hit[opp.index()] = lands(own, Clash::BLACK_HITS_RED) + lands(opp, Clash::RED_HITS_RED);
            effects.wound[opp.index()] =
                lands(opp, Clash::RED_HITS_BLACK) + lands(own, Clash::BLACK_HITS_BLACK);
        }
        let most = |numbers: ByFront| numbers.into_iter().fold(0, i16::max);
        (effects.most_hit, effects.most_wound) = (most(effects.hit), most(effects.wound));
        effects
    }

    /// The value of an effect at one front, for choosing the better of two follow-ups.
    fn worth(&self, front: usize) -> i16 {
        self.hit[front] - self.wound[front] + self.heal[front]
    }
}

/// The lowness of each card in tenths: 11 - strength for a number, at least 0; 0 for other cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lows([usize; PLACES]);

impl Lows {
    pub(super) fn of(rules: &Rules) -> Self {
        let low = |strength: &u32| 11_u32.saturating_sub(*strength) as usize;
        Self(std::array::from_fn(|index| rules.strength.get(index).map_or(0, low)))
    }
}

impl KnifeFight {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Rank], rows: &mut impl FeatureRows) {
        if matches!(view.phase, Phase::Dress(_)) {
            rows.fill(moves, |wound, row| {
                row.add(WOUND_REMOVED, f64::from(self.rules.damage_of(wound)));
            });
            return;
        }
        let outlook = Outlook::new(self, view);
        let wanted = rows.wanted();
        rows.fill(moves, |card, row| outlook.weigh_card(card, wanted, row));
    }
}

/// The sum of the products of counts and numbers.
fn product(counts: &ByFront, numbers: &ByFront) -> i32 {
    counts.iter().zip(numbers).map(|(count, number)| i32::from(*count) * i32::from(*number)).sum()
}

/// The part of the evaluation that is the same for all playable cards.
struct Outlook<'v> {
    game: &'v KnifeFight,
    view: &'v View<'v>,
    /// For each kind of card, how many of them the opposing front card may be.
    fronts: ByFront,
    /// The total number of those cards.
    n_fronts: f64,
    /// The minimum damage in this round that empties the opponent's deck, if any does.
    lethal: Option<i16>,
    /// The lowness of the hand.
    low: usize,
}

impl<'v> Outlook<'v> {
    fn new(game: &'v KnifeFight, view: &'v View<'v>) -> Self {
        let Open { front, unseen, .. } = view.opp;
        let (mut fronts, mut n_fronts) = (ByFront::default(), 1);
        if matches!(view.phase, Phase::Follow(_)) && front != Rank::KING {
            fronts[front.index()] = 1;
        } else if unseen.n_cards() == unseen.count(Rank::KING) {
            fronts[Rank::NOTHING.index()] = 1;
        } else {
            fronts = unseen.counts();
            fronts[Rank::KING.index()] = 0;
            n_fronts = unseen.n_cards() - unseen.count(Rank::KING);
        }
        let opp_lays = match view.phase {
            Phase::Follow(seats) => usize::from(seats.has(view.seat.foe())),
            _ => 1,
        };
        let opp_draws = game.draws(view.seat.foe(), &view.opp, opp_lays);
        let hand = view.secret.hand;
        Self {
            game,
            view,
            n_fronts: u32::try_from(n_fronts).map_or(f64::MAX, f64::from),
            fronts,
            lethal: game.damage_that_empties(view.opp.deck, opp_draws, view.opp.damage),
            low: hand.ranks().map(|rank| game.lows.0[rank.index()] * hand.count(rank)).sum(),
        }
    }

    /// The damage of the player's worst wound.
    fn worst(&self) -> Option<i16> {
        let wounds = self.view.own.wounds.iter().zip(&self.game.damage).filter(|(count, _)| **count > 0);
        wounds.map(|(_, damage)| i16::try_from(*damage).unwrap_or(i16::MAX / 2)).max()
    }

    fn weigh_card(&self, card: Rank, wanted: FeatureSet, row: &mut impl FeatureRow) {
        let Self { game, view, .. } = self;
        let mut rest = view.secret.hand;
        // A King that is not followed stays alone.
        let (front, mut more) = if card == Rank::NOTHING { (Rank::ALONE, 0) } else { (card, 1) };
        if card != Rank::NOTHING {
            rest.take(card);
        }
        more += usize::from(card == Rank::KING && !rest.is_empty());
        let spent = usize::from(view.own.laid) + more;
        let special;
        let effects = match card {
            Rank::KING => {
                special = self.follow_ups(rest);
                &special
            }
            Rank::QUEEN => {
                special = self.queen();
                &special
            }
            _ => &game.effects[front.index()],
        };
        let share = |sum: i32| if sum == 0 { 0.0 } else { f64::from(sum) / self.n_fronts };
        row.add(DAMAGE_DEALT, share(self.sum(&effects.hit)));
        row.add(DAMAGE_TAKEN, share(self.sum(&effects.wound)));
        if card == Rank::KING || card == Rank::QUEEN {
            row.add(DAMAGE_HEALED, share(self.sum(&effects.heal)));
        }
        if wanted.has(LETHAL)
            && let Some(lethal) = self.lethal.filter(|lethal| *lethal <= effects.most_hit)
        {
            row.add(LETHAL, share(self.count(|front| effects.hit[front] >= lethal)));
        }
        if wanted.has(FATAL)
            && let Some(fatal) =
                game.damage_that_empties(view.own.deck, game.draws(view.seat, &view.own, more), 0)
        {
            let damage = i16::try_from(view.own.damage).unwrap_or(i16::MAX / 2);
            let after = |front: usize| (damage + effects.wound[front] - effects.heal[front]).max(0);
            if damage + effects.most_wound >= fatal {
                row.add(FATAL, share(self.count(|front| after(front) >= fatal)));
            }
        }
        row.add(CARDS_SPENT, f64::from(u32::try_from(spent).unwrap_or(u32::MAX)));
        match card {
            Rank::JACK => row.add(PARRY, 1.0),
            Rank::QUEEN => {
                row.add(DRESSING, 1.0);
                row.add(CLEAN_DRESSING, f64::from(view.own.wounds.iter().all(|wounds| *wounds == 0)));
                let bleed = u32::try_from(game.bleeds_of(view.own.damage)).unwrap_or(u32::MAX);
                row.add(OWN_BLEED, f64::from(bleed));
            }
            Rank::KING => row.add(FEINT, 1.0),
            Rank::JOKER => row.add(REFLECT, 1.0),
            _ => {}
        }
        let kept = self.low - game.lows.0[card.index()];
        row.add(LOW_CARDS_KEPT, f64::from(u16::try_from(kept).unwrap_or(u16::MAX)) / 10.0);
    }

    /// The sum of numbers by front over all possible opposing cards.
    fn sum(&self, numbers: &ByFront) -> i32 {
        product(&self.fronts, numbers)
    }

    /// How many of the possible opposing cards are fronts that satisfy `holds`.
    fn count(&self, holds: impl Fn(usize) -> bool) -> i32 {
        (0..PLACES).map(|front| if holds(front) { self.fronts[front] } else { 0 }).sum::<i16>().into()
    }

    /// The effects of a Queen, who may dress a wound. Ignores dressings by the opponent.
    fn queen(&self) -> Effects {
        let Self { game, .. } = self;
        let mut effects = game.effects[Rank::QUEEN.index()];
        let worst = self.worst();
        for front in 0..PLACES {
            let dresses = game.clashes[Rank::QUEEN.index()][front].has(Clash::BLACK_DRESSES);
            let stops = match worst {
                Some(wound) if dresses => {
                    effects.heal[front] = wound;
                    game.rules.queen_mode == QueenMode::Heal
                }
                _ => game.rules.queen_empty_pile == QueenEmptyPile::Block,
            };
            if stops {
                effects.wound[front] = 0;
            }
        }
        effects
    }

    /// The effects of a King, followed by the best card against each opposing front.
    fn follow_ups(&self, rest: Hand) -> Effects {
        let followers = || rest.ranks().filter(|rank| *rank != Rank::KING);
        let queen = if rest.count(Rank::QUEEN) > 0 { self.queen() } else { Effects::default() };
        let mut best = self.game.effects[Rank::NOTHING.index()];
        for (nth, rank) in followers().enumerate() {
            let effects = if rank == Rank::QUEEN { &queen } else { &self.game.effects[rank.index()] };
            for front in 0..PLACES {
                if nth == 0 || effects.worth(front) >= best.worth(front) {
                    best.hit[front] = effects.hit[front];
                    best.wound[front] = effects.wound[front];
                    best.heal[front] = effects.heal[front];
                }
            }
            best.most_hit = best.most_hit.max(effects.most_hit);
            best.most_wound = best.most_wound.max(effects.most_wound);
        }
        best
    }
}
