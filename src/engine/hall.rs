//! Many games: the type of the game is erased here, once, so that everything above works for all.

use super::story::Story;
use super::table::{Table, Witness};
use super::threads::{CHUNK, share_out};
use crate::bots::Bot;
use crate::model::dice::Deal;
use crate::model::{
    Appraise, BySeat, Counted, Event, Ledger, Mind, Nobody, Outcome, Seat, Seats, Seed, Watch,
};
use crate::stats::tally::{GameResult, Keys, Measures, Scorer, Tally};
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Who sits where.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The bot of each seat.
    pub bots: BySeat<Bot>,
    /// The different bots by name, with the seats of each.
    pub names: Vec<(String, Seats)>,
}

/// A place where games of one config are played: rules, line-up and seed.
pub trait Hall: Send + Sync {
    /// How many players sit down.
    fn players(&self) -> usize;
    /// The names of what is counted.
    fn ledger(&self) -> &Ledger;
    /// The seats' keys in a group of the ledger, if it is fixed.
    fn keys(&self, group: usize) -> Option<&Keys>;
    /// Who sits where.
    fn lineup(&self) -> &Lineup;
    /// Lets a bot sit in these seats from now on, under whatever name sat there.
    fn seat(&mut self, seats: Seats, bot: &Bot);
    /// Plays every deal from now on as after so many times: the dealer's luck stays, that of the minds is
    /// another.
    fn again(&mut self, times: u64);
    /// One thread's worth of tables.
    fn worker(&self) -> Box<dyn Worker + '_>;
    /// Game `game_idx` as a story.
    fn story(&self, game_idx: u64) -> String;
    /// The same games, in which a seat plays without a card of the ledger; `None` if it cannot.
    fn without(&self, card: usize, seat: Seat) -> Option<Box<dyn Hall>>;
    /// What stands in for such a card.
    fn stand_in(&self) -> &'static str;
}

/// Plays games one after another, allocating nothing once it is warm.
pub trait Worker {
    /// Plays these games and counts them.
    fn play(&mut self, games: Range<u64>);
    /// Plays these games and shows each one's result; counts nothing.
    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameResult<'_>));
    /// Plays these games and shows how each one ended, and what its players have in mind then; counts
    /// nothing.
    fn teach(&mut self, games: Range<u64>, each: &mut dyn FnMut(Outcome, &BySeat<Mind>));
    /// What was counted.
    fn finish(self: Box<Self>) -> Tally;
}

/// The hall of a game.
pub struct HallOf<G: Counted> {
    game: G,
    ledger: Ledger,
    lineup: Lineup,
    seed: Seed,
    /// How often the deals were played before.
    times: u64,
    /// Of the ledger's groups that are fixed.
    keys: Vec<Keys>,
}

impl<G: Counted + Appraise> HallOf<G> {
    /// A hall for these rules, this line-up and this seed.
    #[must_use]
    pub fn new(game: G, lineup: Lineup, seed: u64) -> Self {
        Self::seeded(game, lineup, Seed::new(seed))
    }

    fn seeded(game: G, lineup: Lineup, seed: Seed) -> Self {
        let ledger = game.ledger();
        let keys = fixed_keys(&game, &ledger);
        Self { game, ledger, lineup, seed, times: 0, keys }
    }

    /// All luck of a game.
    #[inline]
    fn deal(&self, game_idx: u64) -> Deal {
        self.seed.game(game_idx).again(self.times)
    }
}

/// The seats' keys in each group of the ledger; nobody has one in a group that is not fixed.
pub(crate) fn fixed_keys<G: Counted>(game: &G, ledger: &Ledger) -> Vec<Keys> {
    let state = game.deal(&mut Seed::new(0).game(0).dice(G::SOURCES), &mut Nobody);
    let seats = Seats::first(game.players());
    let keys = ledger.groups.iter().enumerate().map(|(nth, group)| {
        BySeat::from_fn(|seat| (group.fixed && seats.has(seat)).then(|| game.key(&state, nth, seat))?)
    });
    keys.collect()
}

impl<G: Counted + Appraise> Hall for HallOf<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn keys(&self, group: usize) -> Option<&Keys> {
        self.ledger.groups[group].fixed.then_some(&self.keys[group])
    }

    fn lineup(&self) -> &Lineup {
        &self.lineup
    }

    fn seat(&mut self, seats: Seats, bot: &Bot) {
        seats.into_iter().for_each(|seat| self.lineup.bots[seat] = bot.clone());
    }

    fn again(&mut self, times: u64) {
        self.times = times;
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(WorkerOf {
            hall: self,
            table: Table::new(&self.game, &self.lineup.bots),
            measures: Measures::new(&self.ledger, self.game.players(), &self.keys),
            scorer: None,
        })
    }

    fn story(&self, game_idx: u64) -> String {
        let mut story = Story::new(&self.game);
        Table::new(&self.game, &self.lineup.bots).play(self.deal(game_idx), &mut story);
        story.finish()
    }

    fn without(&self, card: usize, seat: Seat) -> Option<Box<dyn Hall>> {
        let hall = Self::seeded(self.game.without(card, seat)?, self.lineup.clone(), self.seed);
        Some(Box::new(Self { times: self.times, ..hall }))
    }

    fn stand_in(&self) -> &'static str {
        G::STAND_IN
    }
}

/// One thread's table, and its books once games are counted.
struct WorkerOf<'r, G: Counted + Appraise> {
    hall: &'r HallOf<G>,
    table: Table<'r, G>,
    measures: Measures,
    /// Large, and of no use to games that are only shown.
    scorer: Option<Scorer>,
}

impl<G: Counted + Appraise> Worker for WorkerOf<'_, G> {
    fn play(&mut self, games: Range<u64>) {
        let HallOf { game, ledger, keys, .. } = self.hall;
        let scorer = self.scorer.get_or_insert_with(|| Scorer::new(ledger, game.players(), keys));
        for game_idx in games {
            let mut count = Count::<G> { sheet: G::Sheet::default(), scorer: &mut *scorer };
            self.table.play_then(self.hall.deal(game_idx), &mut count, |count, state, outcome, decisions| {
                let counts = (decisions.count(), decisions.moves());
                count.scorer.close(game_idx, game, state, &count.sheet, outcome, counts);
            });
        }
    }

    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameResult<'_>)) {
        let game = &self.hall.game;
        for game_idx in games {
            let mut sheet = OnlySheet::<G>(G::Sheet::default());
            self.table.play_then(self.hall.deal(game_idx), &mut sheet, |sheet, state, outcome, decisions| {
                let counts = (decisions.count(), decisions.moves());
                each(game_idx, &self.measures.of(game, state, &sheet.0, outcome, counts));
            });
        }
    }

    fn teach(&mut self, games: Range<u64>, each: &mut dyn FnMut(Outcome, &BySeat<Mind>)) {
        for game_idx in games {
            let deal = self.hall.deal(game_idx);
            let outcome = self.table.play_then(deal, &mut Nobody, |_, _, outcome, _| outcome);
            each(outcome, self.table.minds());
        }
    }

    fn finish(self: Box<Self>) -> Tally {
        self.scorer.map_or_else(|| Tally::new(&self.hall.ledger), Scorer::finish)
    }
}

/// Counts the events of one game.
struct Count<'r, G: Counted> {
    sheet: G::Sheet,
    scorer: &'r mut Scorer,
}

impl<G: Counted> Watch<G::Event> for Count<'_, G> {
    // Inlined, an event that is built here costs only what is counted of it.
    #[inline(always)]
    fn saw(&mut self, event: G::Event) {
        if let Some(card) = G::again(&self.sheet, &event) {
            self.scorer.recorder.note_again(card);
        }
        if !G::COUNTS_CARDS
            && let Some(card) = event.card()
        {
            if G::HAS_SIDES {
                self.scorer.recorder.note(card);
            } else {
                self.scorer.recorder.note_sideless(card);
            }
        }
        self.sheet.saw(event);
    }
}

impl<G: Counted> Witness<G> for Count<'_, G> {
    const FOLLOWS: bool = false;
}

/// Keeps the counters of one game and nothing else.
struct OnlySheet<G: Counted>(G::Sheet);

impl<G: Counted> Watch<G::Event> for OnlySheet<G> {
    #[inline(always)]
    fn saw(&mut self, event: G::Event) {
        self.0.saw(event);
    }
}

impl<G: Counted> Witness<G> for OnlySheet<G> {
    const FOLLOWS: bool = false;
}

/// Games of one chunk in these halls: one, where somebody searches, whose game takes as long as a thousand
/// others, so that a signal need not wait for hours.
pub(super) fn chunk<'h>(halls: impl IntoIterator<Item = &'h dyn Hall>) -> u64 {
    let searches = |hall: &dyn Hall| hall.lineup().bots.0.iter().any(|bot| matches!(bot, Bot::Search(_)));
    if halls.into_iter().any(searches) { 1 } else { CHUNK }
}

/// Plays a range of games on all threads of the pool. Chunks are handed out in order and each one
/// begun is finished, so that a run that is stopped has played a prefix of its games.
pub fn play_all(
    hall: &dyn Hall,
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    play_each(hall, &[games], pool, stop, progress)
}

/// The same of several ranges, one behind the other.
pub fn play_each(
    hall: &dyn Hall,
    ranges: &[Range<u64>],
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    // Where each range ends, if all their games are counted through.
    let length = |games: &Range<u64>| games.end.saturating_sub(games.start);
    let ends: Vec<u64> = ranges
        .iter()
        .scan(0, |end, games| {
            *end += length(games);
            Some(*end)
        })
        .collect();
    let all = 0..ends.last().copied().unwrap_or(0);
    let tallies = share_out(&all, chunk([hall]), pool, stop, |chunks| {
        let mut worker = hall.worker();
        for chunk in chunks {
            let first = ends.partition_point(|end| *end <= chunk.start);
            for (games, end) in ranges.iter().zip(&ends).skip(first) {
                let begin = end - length(games);
                if begin >= chunk.end {
                    break;
                }
                let at = |place: u64| games.start + (place - begin);
                worker.play(at(chunk.start.max(begin))..at(chunk.end.min(*end)));
            }
            progress(chunk.end - chunk.start);
        }
        worker.finish()
    });
    tallies.iter().fold(Tally::new(hall.ledger()), Tally::merge)
}

impl Lineup {
    /// A bot a seat; seats with equal names share a row of the report.
    #[must_use]
    pub fn of_each(bots: &[(String, Bot)]) -> Self {
        let mut names: Vec<(String, Seats)> = Vec::new();
        for (seat, (name, _)) in bots.iter().enumerate() {
            match names.iter_mut().find(|(known, _)| known == name) {
                Some((_, seats)) => *seats = seats.with(Seat::new(seat)),
                None => names.push((name.clone(), Seats::only(Seat::new(seat)))),
            }
        }
        Self {
            bots: BySeat::from_fn(|seat| bots.get(seat.index()).map_or(Bot::Random, |(_, bot)| bot.clone())),
            names,
        }
    }
}
