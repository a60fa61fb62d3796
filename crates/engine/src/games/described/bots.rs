//! The features that strategies weigh. They follow from the description.
//!
//! Most of them are what the player sees after the round, or at the next choice in it. The round is played ahead with blank
//! cards in place of unseen ones, against each move that the opponent could make.

use super::names::{Names, Sight};
use super::state::{Bag, MOST_COUNTERS, MOST_KINDS, NOTHING, State, has};
use super::statements::Pass;
use super::view::View;
use super::{DescribedGame, Move};
use crate::model::words::interned;
use crate::model::{Feature, FeatureRow, FeatureRows, JointMove, NoObserver, Outcome, Seat, Status};

/// The features of the moves of all descriptions, before those of their counters, zones and cards.
const PASS: usize = 0;
const COPIES: usize = 1;
const FOE_UNSEEN: usize = 2;
const WINS: usize = 3;
const LOSES: usize = 4;
const FIRST_AHEAD: usize = 5;

/// What a feature looks at when the round is played ahead: a number of the player, or of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ahead {
    Counter { of_foe: bool, counter: usize },
    Size { of_foe: bool, zone: usize },
}

impl DescribedGame {
    /// The features, and what those of counters and zones look at. House rules can add kinds of cards, which come last.
    pub(super) fn feature_names(names: &Names) -> (Vec<Feature>, Vec<Ahead>) {
        let feature =
            |name: String, meaning: String| Feature { name: interned(&name), meaning: interned(&meaning) };
        let mut features = vec![
            feature("pass".into(), "1 for passing".into()),
            feature("copies".into(), "copies of the card where it is chosen from".into()),
            feature("foe-unseen".into(), "share of the card among the opponent's unseen cards".into()),
            feature("wins".into(), "chance to win before the next choice".into()),
            feature("loses".into(), "chance to lose before the next choice".into()),
        ];
        let mut ahead = Vec::new();
        let mut add = |name: String, meaning: String, looks_at| {
            // A counter or zone can have the name "unseen".
            if features.iter().all(|known| known.name != name) {
                features.push(feature(name, format!("{meaning} after this choice")));
                ahead.push(looks_at);
            }
        };
        let both = [(false, "own", "own"), (true, "foe", "the opponent's")];
        for (counter, named) in names.counters.iter().enumerate().filter(|(_, counter)| !counter.mark) {
            for (of_foe, who, whose) in both {
                let meaning = format!("{whose} expected {}", named.name);
                add(format!("{who}-{}", named.name), meaning, Ahead::Counter { of_foe, counter });
            }
        }
        for (zone, named) in names.zones.iter().enumerate() {
            let cards = |whose: &str| format!("expected number of cards in {whose} {}", named.name);
            if named.shared {
                add(
                    format!("shared-{}", named.name),
                    cards("the shared"),
                    Ahead::Size { of_foe: false, zone },
                );
                continue;
            }
            for (of_foe, who, whose) in both {
                let whose = if of_foe { whose } else { "the own" };
                add(format!("{who}-{}", named.name), cards(whose), Ahead::Size { of_foe, zone });
            }
        }
        features
            .extend(names.kinds.iter().map(|kind| feature(format!("is-{kind}"), format!("1 for {kind}"))));
        (features, ahead)
    }

    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        let unseen = self.unseen_of_foe(view);
        let of = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        let wanted = rows.wanted();
        let first_kind = FIRST_AHEAD + self.ahead.len();
        let outlook = (WINS..first_kind).any(|feature| wanted.has(feature)).then(|| {
            let seen = self.seen(view);
            (seen, self.options_of_foe(view, &seen))
        });
        rows.fill(moves, |mv, row| {
            if let Some((seen, (options, n_options))) = &outlook {
                self.play_ahead(seen, view.seat, mv, &options[..*n_options], row);
            }
            if mv == Move::PASS {
                row.add(PASS, 1.0);
                return;
            }
            row.add(COPIES, f64::from(view.own.map_or(0, |bag| bag.count(mv.0))));
            if let Some(unseen) = unseen.filter(|bag| bag.len() > 0) {
                row.add(FOE_UNSEEN, f64::from(unseen.count(mv.0)) / of(unseen.len()));
            }
            row.add(first_kind + usize::from(mv.0), 1.0);
        });
    }

    /// The moves that the opponent could make at the same time, each with its share: as often as its card is among the unseen
    /// ones. No move if the opponent does not choose.
    fn options_of_foe(&self, view: &View<'_>, seen: &State) -> ([(Move, f64); MOST_KINDS + 1], usize) {
        let (mut options, mut n_options) = ([(Move::PASS, 1.0); MOST_KINDS + 1], 0);
        let foe = view.seat.foe();
        let Some(choice) = self.choices.get(usize::from(view.choice)).filter(|_| view.choosing.has(foe))
        else {
            return (options, 0);
        };
        let place = self.place(choice.from, foe);
        let open = if place.own { 0 } else { self.kinds_in(seen, place) };
        let unseen = if place.own { self.unseen_of_foe(view) } else { None };
        let lacks = if place.own { seen.players[foe.index() & 1].lacks } else { 0 };
        let mut total = 0;
        let offered = self.offered(seen, foe, choice, !lacks);
        for kind in (0..NOTHING).filter(|kind| has(offered, *kind)) {
            let copies = unseen.map_or_else(|| u8::from(has(open, kind)), |bag| bag.count(kind));
            if copies > 0 {
                options[n_options] = (Move(kind), f64::from(copies));
                (total, n_options) = (total + u32::from(copies), n_options + 1);
            }
        }
        let n_kinds = f64::from(u32::try_from(n_options).unwrap_or(1).max(1));
        let mut sum = f64::from(total);
        if n_options == 0 || choice.pass != Pass::Never {
            // To pass is as likely as a card.
            let share = if total == 0 { 1.0 } else { sum / n_kinds };
            options[n_options] = (Move::PASS, share);
            (sum, n_options) = (sum + share, n_options + 1);
        }
        options[..n_options].iter_mut().for_each(|(_, share)| *share /= sum);
        (options, n_options)
    }

    /// The opponent's unseen cards, with those that could be in their place; `None` without secret cards.
    fn unseen_of_foe<'v>(&self, view: &'v View<'_>) -> Option<&'v Bag> {
        let own = self.names.zones.iter().position(|zone| zone.sight == Sight::Own);
        let pool = own.map_or(0, |zone| usize::from(self.pools[2 * zone + view.seat.foe().index()]));
        view.unseen[pool].as_ref()
    }

    /// The features of a move that is played against each of these of the opponent.
    fn play_ahead(
        &self,
        seen: &State,
        seat: Seat,
        mv: Move,
        options: &[(Move, f64)],
        row: &mut impl FeatureRow,
    ) {
        let foe = seat.foe();
        let mut add = |answer: Option<Move>, share: f64| {
            let (mut state, mut joint) = (*seen, JointMove::one(seat, mv));
            if let Some(answer) = answer {
                joint.set(foe, answer);
                self.give(&mut state, foe, answer);
            }
            if let Status::Over(outcome) = self.run(&mut state, &mut joint, None, &mut NoObserver) {
                let wins = outcome.winners().has(seat);
                row.add(WINS, if wins { share } else { 0.0 });
                let loses = !wins && matches!(outcome, Outcome::Win(_) | Outcome::AllLose);
                row.add(LOSES, if loses { share } else { 0.0 });
            }
            for (feature, ahead) in (FIRST_AHEAD..).zip(&self.ahead) {
                let of = |of_foe: bool| if of_foe { foe } else { seat };
                let number = match *ahead {
                    Ahead::Counter { of_foe, counter } => {
                        f64::from(state.players[of(of_foe).index() & 1].counters[counter % MOST_COUNTERS])
                    }
                    Ahead::Size { of_foe, zone } => {
                        let place = self.place(zone, of(of_foe));
                        let size = state.players[usize::from(place.seat & 1)].size(place.index, place.pile);
                        f64::from(u8::try_from(size).unwrap_or(u8::MAX))
                    }
                };
                row.add(feature, share * number);
            }
        };
        if options.is_empty() {
            add(None, 1.0);
        }
        options.iter().for_each(|(answer, share)| add(Some(*answer), *share));
    }

    /// Turns a blank card from which a player chooses into the one that is chosen.
    fn give(&self, state: &mut State, seat: Seat, mv: Move) {
        let from = self.choices.get(usize::from(state.choice)).map(|choice| self.place(choice.from, seat));
        if let Some(from) = from.filter(|from| from.own && mv != Move::PASS) {
            let bag = &mut state.players[seat.index() & 1].bags[usize::from(from.index & 3)];
            if bag.take(NOTHING) {
                bag.add(mv.0);
            }
        }
    }
}
