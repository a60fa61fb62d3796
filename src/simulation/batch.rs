//! Many games: the type of the game is erased here, once, so that everything above works for all.

use super::runner::{DecisionObserver, GameRunner};
use super::story::Story;
use super::threads::{CHUNK, share_out};
use crate::bots::Bot;
use crate::model::chance::GameSeed;
use crate::model::{
    Appraise, BotState, BySeat, Event, Measured, NoObserver, Observer, Outcome, Seat, Seats, Seed, StatSchema,
};
use crate::stats::tally::{GameRecord, Keys, RecordBuilder, Tally, TallyBuilder};
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
pub trait Simulation: Send + Sync {
    /// How many players sit down.
    fn players(&self) -> usize;
    /// The names of what is counted.
    fn schema(&self) -> &StatSchema;
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
    fn without(&self, card: usize, seat: Seat) -> Option<Box<dyn Simulation>>;
    /// What stands in for such a card.
    fn replacement(&self) -> &'static str;
}

/// Plays games one after another, allocating nothing once it is warm.
pub trait Worker {
    /// Plays these games and counts them.
    fn play(&mut self, games: Range<u64>);
    /// Plays these games and shows each one's result; counts nothing.
    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>));
    /// Plays these games and shows how each one ended, and what its players have in mind then; counts
    /// nothing.
    fn play_for_training(&mut self, games: Range<u64>, each: &mut dyn FnMut(Outcome, &BySeat<BotState>));
    /// What was counted.
    fn finish(self: Box<Self>) -> Tally;
}

/// The hall of a game.
pub struct GameSimulation<G: Measured> {
    game: G,
    schema: StatSchema,
    lineup: Lineup,
    seed: Seed,
    /// How often the deals were played before.
    times: u64,
    /// Of the ledger's groups that are fixed.
    keys: Vec<Keys>,
}

impl<G: Measured + Appraise> GameSimulation<G> {
    /// A hall for these rules, this line-up and this seed.
    #[must_use]
    pub fn new(game: G, lineup: Lineup, seed: u64) -> Self {
        Self::seeded(game, lineup, Seed::new(seed))
    }

    fn seeded(game: G, lineup: Lineup, seed: Seed) -> Self {
        let schema = game.schema();
        let keys = fixed_keys(&game, &schema);
        Self { game, schema, lineup, seed, times: 0, keys }
    }

    /// All luck of a game.
    #[inline]
    fn game_seed(&self, game_idx: u64) -> GameSeed {
        self.seed.game(game_idx).again(self.times)
    }
}

/// The seats' keys in each group of the ledger; nobody has one in a group that is not fixed.
pub(crate) fn fixed_keys<G: Measured>(game: &G, schema: &StatSchema) -> Vec<Keys> {
    let state = game.new_game(&mut Seed::new(0).game(0).chance(G::SOURCES), &mut NoObserver);
    let seats = Seats::first(game.players());
    let keys = schema.groups.iter().enumerate().map(|(nth, group)| {
        BySeat::from_fn(|seat| (group.fixed && seats.has(seat)).then(|| game.key(&state, nth, seat))?)
    });
    keys.collect()
}

impl<G: Measured + Appraise> Simulation for GameSimulation<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn schema(&self) -> &StatSchema {
        &self.schema
    }

    fn keys(&self, group: usize) -> Option<&Keys> {
        self.schema.groups[group].fixed.then_some(&self.keys[group])
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
        Box::new(GameWorker {
            simulation: self,
            table: GameRunner::new(&self.game, &self.lineup.bots),
            measures: RecordBuilder::new(&self.schema, self.game.players(), &self.keys),
            builder: None,
        })
    }

    fn story(&self, game_idx: u64) -> String {
        let mut story = Story::new(&self.game);
        GameRunner::new(&self.game, &self.lineup.bots).play(self.game_seed(game_idx), &mut story);
        story.finish()
    }

    fn without(&self, card: usize, seat: Seat) -> Option<Box<dyn Simulation>> {
        let simulation = Self::seeded(self.game.without(card, seat)?, self.lineup.clone(), self.seed);
        Some(Box::new(Self { times: self.times, ..simulation }))
    }

    fn replacement(&self) -> &'static str {
        G::REPLACEMENT
    }
}

/// One thread's table, and its books once games are counted.
struct GameWorker<'r, G: Measured + Appraise> {
    simulation: &'r GameSimulation<G>,
    table: GameRunner<'r, G>,
    measures: RecordBuilder,
    /// Large, and of no use to games that are only shown.
    builder: Option<TallyBuilder>,
}

impl<G: Measured + Appraise> Worker for GameWorker<'_, G> {
    fn play(&mut self, games: Range<u64>) {
        let GameSimulation { game, schema, keys, .. } = self.simulation;
        let builder = self.builder.get_or_insert_with(|| TallyBuilder::new(schema, game.players(), keys));
        for game_idx in games {
            let mut count = Count::<G> { counters: G::Counters::default(), builder: &mut *builder };
            self.table.play_then(
                self.simulation.game_seed(game_idx),
                &mut count,
                |count, state, outcome, decisions| {
                    let counts = (decisions.count(), decisions.moves());
                    count.builder.close(game_idx, game, state, &count.counters, outcome, counts);
                },
            );
        }
    }

    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>)) {
        let game = &self.simulation.game;
        for game_idx in games {
            let mut counters = OnlySheet::<G>(G::Counters::default());
            self.table.play_then(
                self.simulation.game_seed(game_idx),
                &mut counters,
                |counters, state, outcome, decisions| {
                    let counts = (decisions.count(), decisions.moves());
                    each(game_idx, &self.measures.of(game, state, &counters.0, outcome, counts));
                },
            );
        }
    }

    fn play_for_training(&mut self, games: Range<u64>, each: &mut dyn FnMut(Outcome, &BySeat<BotState>)) {
        for game_idx in games {
            let game_seed = self.simulation.game_seed(game_idx);
            let outcome = self.table.play_then(game_seed, &mut NoObserver, |_, _, outcome, _| outcome);
            each(outcome, self.table.bot_states());
        }
    }

    fn finish(self: Box<Self>) -> Tally {
        self.builder.map_or_else(|| Tally::new(&self.simulation.schema), TallyBuilder::finish)
    }
}

/// Counts the events of one game.
struct Count<'r, G: Measured> {
    counters: G::Counters,
    builder: &'r mut TallyBuilder,
}

impl<G: Measured> Observer<G::Event> for Count<'_, G> {
    // Inlined, an event that is built here costs only what is counted of it.
    #[inline(always)]
    fn on_event(&mut self, event: G::Event) {
        if let Some(card) = G::again(&self.counters, &event) {
            self.builder.recorder.note_again(card);
        }
        if !G::COUNTS_CARDS
            && let Some(card) = event.card()
        {
            if G::HAS_SIDES {
                self.builder.recorder.note(card);
            } else {
                self.builder.recorder.note_sideless(card);
            }
        }
        self.counters.on_event(event);
    }
}

impl<G: Measured> DecisionObserver<G> for Count<'_, G> {
    const WANTS_DECISIONS: bool = false;
}

/// Keeps the counters of one game and nothing else.
struct OnlySheet<G: Measured>(G::Counters);

impl<G: Measured> Observer<G::Event> for OnlySheet<G> {
    #[inline(always)]
    fn on_event(&mut self, event: G::Event) {
        self.0.on_event(event);
    }
}

impl<G: Measured> DecisionObserver<G> for OnlySheet<G> {
    const WANTS_DECISIONS: bool = false;
}

/// Games of one chunk in these halls: one, where somebody searches, whose game takes as long as a thousand
/// others, so that a signal need not wait for hours.
pub(super) fn chunk<'h>(simulations: impl IntoIterator<Item = &'h dyn Simulation>) -> u64 {
    let searches = |simulation: &dyn Simulation| {
        simulation.lineup().bots.0.iter().any(|bot| matches!(bot, Bot::Search(_)))
    };
    if simulations.into_iter().any(searches) { 1 } else { CHUNK }
}

/// Plays a range of games on all threads of the pool. Chunks are handed out in order and each one
/// begun is finished, so that a run that is stopped has played a prefix of its games.
pub fn play_all(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    play_each(simulation, &[games], pool, stop, progress)
}

/// The same of several ranges, one behind the other.
pub fn play_each(
    simulation: &dyn Simulation,
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
    let tallies = share_out(&all, chunk([simulation]), pool, stop, |chunks| {
        let mut worker = simulation.worker();
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
    tallies.iter().fold(Tally::new(simulation.schema()), Tally::merge)
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
