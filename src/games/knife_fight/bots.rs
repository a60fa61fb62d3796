//! Features of a move: clause 11.

use super::KnifeFight;
use super::cards::{Hand, PLACES, Rank};
use super::rules::{Clash, QueenEmptyPile, QueenMode};
use super::state::Phase;
use super::view::View;
use crate::model::{Appraise, Feature, Pile, features};

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

/// What a card does against a known front.
#[derive(Clone, Copy, Default)]
struct Effect {
    hit: u16,
    wound: u16,
    heal: u16,
}

impl Effect {
    /// What it is worth when a King's follow-up is foreseen.
    fn worth(self) -> i32 {
        i32::from(self.hit) - i32::from(self.wound) + i32::from(self.heal)
    }
}

impl Appraise for KnifeFight {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Rank], rows: &mut [f64]) {
        let rows = menu.iter().zip(rows.as_chunks_mut().0);
        if matches!(view.phase, Phase::Dress(_)) {
            rows.for_each(|(wound, row): (_, &mut Row)| {
                row[WOUND_REMOVED] = f64::from(self.rules.damage_of(*wound));
            });
        } else {
            let outlook = Outlook::new(self, view);
            rows.for_each(|(card, row)| outlook.appraise_card(*card, row));
        }
    }
}

/// What is the same for all cards that could be laid.
struct Outlook<'v> {
    game: &'v KnifeFight,
    view: &'v View<'v>,
    /// The fronts that the card may meet, and how many cards are such ones.
    fronts: Pile<(Rank, u16), PLACES>,
    /// All those cards.
    n_fronts: f64,
    /// Cards that the opponent draws after the round.
    opp_draws: usize,
    /// The damage of the worst own wound.
    worst: Option<u16>,
    /// How low each number of the hand is: (11 - strength) / 10, never below 0.
    lows: [f64; PLACES],
}

impl<'v> Outlook<'v> {
    fn new(game: &'v KnifeFight, view: &'v View<'v>) -> Self {
        let mut fronts = Pile::new();
        if matches!(view.phase, Phase::Follow(_)) && view.opp.front != Rank::KING {
            fronts.push((view.opp.front, 1));
        } else {
            let unseen = Rank::all().map(|rank| (rank, u16::from(view.opp.unseen[rank.place()])));
            fronts.extend(unseen.filter(|(rank, count)| *rank != Rank::KING && *count > 0));
            if fronts.is_empty() {
                fronts.push((Rank::NOTHING, 1));
            }
        }
        let n_fronts = fronts.iter().map(|(_, count)| f64::from(*count)).sum();
        let opp_draws = match view.phase {
            Phase::Follow(seats) => usize::from(view.opp.laid) + usize::from(seats.has(view.seat.foe())),
            _ => 1,
        };
        let wounds = view.own.wounds.iter().zip(&game.damage).filter(|(count, _)| **count > 0);
        let mut lows = [0.0; PLACES];
        for rank in view.hand.ranks().filter(|rank| rank.is_number()) {
            lows[rank.place()] = (11.0 - f64::from(game.rules.strength[rank.place()])).max(0.0) / 10.0;
        }
        let worst = wounds.map(|(_, damage)| *damage).max();
        Self { game, view, fronts, n_fronts, opp_draws, worst, lows }
    }

    fn appraise_card(&self, card: Rank, row: &mut Row) {
        let Self { game, view, .. } = self;
        let mut rest = view.hand;
        rest.take(card);
        let spent = usize::from(view.own.laid) + 1 + usize::from(card == Rank::KING && !rest.is_empty());
        let mut sums = [0_u32; 5];
        for (front, count) in self.fronts.iter() {
            let effect = self.effect(card, rest, *front);
            let opp_damage = view.opp.damage + effect.hit;
            let own_damage = (view.own.damage + effect.wound).saturating_sub(effect.heal);
            let lethal = self.opp_draws + game.bleeds_of(opp_damage) >= view.opp.deck;
            let fatal = spent + game.bleeds_of(own_damage) >= view.own.deck;
            let each = [effect.hit, effect.wound, effect.heal, lethal.into(), fatal.into()];
            for (sum, number) in sums.iter_mut().zip(each) {
                *sum += u32::from(*count) * u32::from(number);
            }
        }
        for (place, sum) in [DAMAGE_DEALT, DAMAGE_TAKEN, DAMAGE_HEALED, LETHAL, FATAL].into_iter().zip(sums) {
            row[place] = f64::from(sum) / self.n_fronts;
        }
        row[CARDS_SPENT] = f64::from(u32::try_from(spent).unwrap_or(u32::MAX));
        row[PARRY] = f64::from(card == Rank::JACK);
        row[DRESSING] = f64::from(card == Rank::QUEEN);
        row[FEINT] = f64::from(card == Rank::KING);
        row[REFLECT] = f64::from(card == Rank::JOKER);
        if card == Rank::QUEEN {
            row[CLEAN_DRESSING] = f64::from(self.worst.is_none());
            row[OWN_BLEED] = f64::from(u32::try_from(game.bleeds_of(view.own.damage)).unwrap_or(u32::MAX));
        }
        let kept = rest.ranks().map(|rank| (self.lows[rank.place()], rest.count(rank)));
        row[LOW_CARDS_KEPT] = kept.map(|(low, n)| low * f64::from(u32::try_from(n).unwrap_or(0))).sum();
    }

    /// What a card does against a front; a King does what its best follow-up does.
    fn effect(&self, card: Rank, rest: Hand, front: Rank) -> Effect {
        if card != Rank::KING {
            return self.clash_effect(card, front);
        }
        rest.ranks()
            .filter(|rank| *rank != Rank::KING)
            .map(|rank| self.clash_effect(rank, front))
            .max_by_key(|effect| effect.worth())
            .unwrap_or_else(|| self.clash_effect(Rank::NOTHING, front))
    }

    #[inline]
    fn clash_effect(&self, own: Rank, opp: Rank) -> Effect {
        let Self { game, .. } = self;
        // Seen by the mover, who is taken for black.
        let clash = game.meetings[own.place()][opp.place()];
        let (mut heal, mut stopped) = (0, false);
        if own == Rank::QUEEN {
            match self.worst {
                Some(wound) if clash.has(Clash::BLACK_DRESSES) => {
                    heal = wound;
                    stopped = game.rules.queen_mode == QueenMode::Heal;
                }
                _ => stopped = game.rules.queen_empty_pile == QueenEmptyPile::Block,
            }
        }
        // A dressing by the opponent is left out of account.
        let lands = |rank: Rank, blow| if clash.has(blow) { game.damage[rank.place()] } else { 0 };
        let wound = if stopped { 0 } else { lands(opp, Clash::RED_HITS_BLACK) };
        Effect {
            hit: lands(own, Clash::BLACK_HITS_RED) + lands(opp, Clash::RED_HITS_RED),
            wound: wound + lands(own, Clash::BLACK_HITS_BLACK),
            heal,
        }
    }
}
