//! The features that strategies weigh. They follow from the description.

use super::names::{Names, Sight};
use super::view::View;
use super::{DescribedGame, Move};
use crate::model::words::interned;
use crate::model::{Feature, FeatureRows};

/// The features of the moves of all descriptions, before those of their cards.
const PASS: usize = 0;
const COPIES: usize = 1;
const FOE_UNSEEN: usize = 2;
const FIRST_KIND: usize = 3;

impl DescribedGame {
    /// The features. House rules can add kinds of cards, which come last.
    pub(super) fn feature_names(names: &Names) -> Vec<Feature> {
        let feature =
            |name: String, meaning: String| Feature { name: interned(&name), meaning: interned(&meaning) };
        let mut features = vec![
            feature("pass".into(), "1 for passing".into()),
            feature("copies".into(), "copies of the card where it is chosen from".into()),
            feature("foe-unseen".into(), "share of the card among the opponent's unseen cards".into()),
        ];
        features
            .extend(names.kinds.iter().map(|kind| feature(format!("is-{kind}"), format!("1 for {kind}"))));
        features
    }

    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut FeatureRows<'_>) {
        let foe = view.seat.foe();
        let own = self.names.zones.iter().position(|zone| zone.sight == Sight::Own);
        let pool = own.map_or(0, |zone| usize::from(self.pools[2 * zone + foe.index()]));
        let unseen = view.unseen[pool].as_ref();
        let of = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        for (mv, row) in moves.iter().zip(rows.rows_of(self.features.len())) {
            if *mv == Move::PASS {
                row[PASS] = 1.0;
                continue;
            }
            row[COPIES] = f64::from(view.own.map_or(0, |bag| bag.count(mv.0)));
            if let Some(unseen) = unseen.filter(|bag| bag.len() > 0) {
                row[FOE_UNSEEN] = f64::from(unseen.count(mv.0)) / of(unseen.len());
            }
            if let Some(is_kind) = row.get_mut(FIRST_KIND + usize::from(mv.0)) {
                *is_kind = 1.0;
            }
        }
    }
}
