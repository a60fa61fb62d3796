//! Learning by playing: every deal is played in two halls with the seats exchanged, and every game of a
//! learner comes to a lesson: what its choices had to do with its weights, and what it won.

use super::exchange::seatings;
use super::hall::{Hall, chunk};
use super::threads::share_out;
use crate::model::{BySeat, Mind, Outcome, SHARE, Seats};
use crate::stats::ascent::Lessons;
use crate::stats::meeting::Meeting;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Plays a range of deals in two halls, in which a learner sits as [`seatings`] says, on all threads of the
/// pool: what it came to, and its lessons by seat, about so many features. Each seat learns from its own
/// share of the win; a game that nobody won is shared by all. Sums of doubles depend on their order: those
/// of each chunk are made apart, and added in the order of the chunks.
pub fn play_lessons(
    halls: [&dyn Hall; 2],
    features: usize,
    deals: &Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> (Meeting, Vec<Lessons>) {
    let players = halls[0].players();
    let [here, there] = seatings(players);
    let parts = share_out(deals, chunk(halls), pool, stop, |chunks| {
        let mut workers = halls.map(Hall::worker);
        let (mut meeting, mut by_chunk, mut outcomes) = (Meeting::default(), Vec::new(), Vec::new());
        for chunk in chunks {
            let mut lessons = vec![Lessons::new(features); players];
            outcomes.clear();
            workers[0].teach(chunk.clone(), &mut |outcome, minds| {
                outcomes.push(outcome);
                note(&mut lessons, outcome, here, minds);
            });
            let mut firsts = outcomes.iter();
            workers[1].teach(chunk.clone(), &mut |outcome, minds| {
                note(&mut lessons, outcome, there, minds);
                if let Some(first) = firsts.next() {
                    meeting.add([(*first, here), (outcome, there)]);
                }
            });
            progress(2 * (chunk.end - chunk.start));
            by_chunk.push((chunk.start, lessons));
        }
        (meeting, by_chunk)
    });
    let (mut all, mut by_chunk) = (Meeting::default(), Vec::new());
    for (meeting, part) in parts {
        all.merge(&meeting);
        by_chunk.extend(part);
    }
    by_chunk.sort_by_key(|(start, _)| *start);
    let mut sums = vec![Lessons::new(features); players];
    for (_, lessons) in &by_chunk {
        sums.iter_mut().zip(lessons).for_each(|(sum, lessons)| sum.merge(lessons));
    }
    (all, sums)
}

/// Adds the lessons of one game in these seats.
fn note(lessons: &mut [Lessons], outcome: Outcome, seats: Seats, minds: &BySeat<Mind>) {
    let players = lessons.len();
    for seat in seats {
        let won = f64::from(outcome.worth(seat, players)) / f64::from(SHARE);
        lessons[seat.index()].add(&minds[seat].lesson, won);
    }
}
