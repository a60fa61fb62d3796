//! How often the intervals of ratings hold the truth, and how often chance is called a cycle: by simulation.

use super::Method;
use super::rating::Field;
use super::ratings::Meetings;
use super::ratings::tests::{head_to_head, standing};
use super::testing::level;
use crate::model::Seed;

const ORDER: [f64; 4] = [0.9, 0.5, 0.0, -0.6];

/// Four members whose strengths are [`ORDER`], so many deals a pair, in both games of which luck
/// favours the same seat.
fn lucky(run: u64, n_deals: u32) -> Meetings {
    let mut chance = Seed::new(5).game(run).bot(0);
    let mut meetings = Meetings::new(4);
    for (one, other) in meetings.pairs() {
        let p = 1.0 / (1.0 + libm::exp(ORDER[other] - ORDER[one]));
        let mut deals = [0; 3];
        for _ in 0..n_deals {
            let luck = chance.unit();
            let wins = [luck, (luck + 0.5) % 1.0].into_iter().filter(|luck| *luck < p).count();
            deals[2 - wins] += 1;
        }
        meetings.add(one, other, head_to_head(deals));
    }
    meetings
}

#[test]
fn chance_is_seldom_reported_as_a_cycle() {
    let alarms = (0..60).filter(|run| standing(&lucky(*run, 300)).cyclic_p.unwrap() < 0.05).count();
    assert!(alarms <= 8, "{alarms} of 60");
}

/// 2,400 intervals, 95 % of which hold the true lead; and fits of pure orders have p below 0.05 in
/// 5 % of 400 runs.
#[test]
fn ratings_cover_the_truth_and_a_pure_order_fits() {
    let (mut covered, mut misfits) = (0, 0);
    for run in 0..400 {
        let meetings = lucky(run, 400);
        misfits += u32::from(meetings.field().bradley_terry().unwrap().fit.unwrap() < 0.05);
        let strengths = meetings.strengths().unwrap();
        for (one, other) in meetings.pairs() {
            let truth = (ORDER[one] - ORDER[other]) * super::rating::ELO;
            let lead = strengths.lead(one, other, level().z(), Method::Sandwich).interval.unwrap();
            covered += u32::from(lead.contains(truth));
        }
    }
    assert!((2_250..=2_310).contains(&covered) && (8..=34).contains(&misfits), "{covered}, {misfits}");
}

/// Chances to win of (0, 1), (0, 2), (1, 2), (0, 3), …: far from even, and explained by no strengths.
const LOPSIDED: [f64; 6] = [0.97, 0.6, 0.8, 0.99, 0.95, 0.55];

/// The ratings that many games would give are covered after few games, of which some pairs hardly ever split.
#[test]
fn ratings_of_a_lopsided_field_cover_those_of_many_games() {
    let mut truth = Field::new(4);
    let pairs: Vec<_> = Meetings::new(4).pairs().collect();
    for ((one, other), p) in pairs.iter().zip(LOPSIDED) {
        truth.add(*one, *other, [p * 1e9, (1.0 - p) * 1e9]);
    }
    let truth = truth.bradley_terry().unwrap();
    for n_deals in [100, 1_000] {
        let mut covered = 0;
        for run in 0..200 {
            let mut chance = Seed::new(6).game(run).bot(0);
            let mut meetings = Meetings::new(4);
            for ((one, other), p) in pairs.iter().zip(LOPSIDED) {
                let mut deals = [0; 3];
                for _ in 0..n_deals {
                    deals[(0..2).filter(|_| chance.unit() >= p).count()] += 1;
                }
                meetings.add(*one, *other, head_to_head(deals));
            }
            let found = meetings.strengths().unwrap();
            for member in 0..4 {
                let interval = found.elo(member, level().z(), Method::Sandwich).interval.unwrap();
                let expected = truth.elo(member, 0.0, Method::Sandwich).value.unwrap();
                covered += u32::from(interval.contains(expected));
            }
        }
        assert!((744..=792).contains(&covered), "{covered} of 800 with {n_deals} deals");
    }
}

/// Four members who are all alike: of 40 fields, at most 5 % are called cyclic.
#[test]
fn equals_are_seldom_reported_as_a_cycle() {
    let is_alarm = |run: &u64| {
        let mut chance = Seed::new(7).game(*run).bot(0);
        let mut meetings = Meetings::new(4);
        for (one, other) in meetings.pairs() {
            let mut deals = [0; 3];
            (0..200).for_each(|_| deals[chance.below(2) + chance.below(2)] += 1);
            meetings.add(one, other, head_to_head(deals));
        }
        standing(&meetings).cyclic_p.unwrap() < 0.05
    };
    assert!((0..40).filter(is_alarm).count() <= 3);
}
