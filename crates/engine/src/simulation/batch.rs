//! Plays many games of one config on many threads.

use super::judge::Judgement;
use super::noted::{Note, NotedGame};
use super::open_game::{Open, OpenGame};
use super::person::{self, Person, Sitting};
use super::runner::GameRunner;
use super::story::{self, Step};
use super::threads::{CHUNK, LongGames, Pool, Stop, share_out};
use crate::bots::Bot;
use crate::model::{
    BotState, BySeat, CardEvent, Chosen, Copies, CountersOf, Decisions, Event, Game, GameEnd, GameSeed,
    Leads, Measures, NoObserver, OPENING, Observer, Outcome, PreparedPile, Seat, Seats, Seed, StatSchema,
};
use crate::stats::card_counter::CardEvents;
use crate::stats::tally::{GameRecord, Keys, RecordBuilder, Tally, TallyBuilder};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The bots and their seats.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The bot of each seat.
    pub bots: BySeat<Bot>,
    /// The distinct bots by name, with the seats of each.
    pub names: Vec<(String, Seats)>,
}

/// Games of one config: rules, line-up and seed. The trait hides the type of the game, so that everything
/// above works for all games.
pub trait Simulation: Send + Sync {
    /// Number of players.
    fn players(&self) -> usize;
    /// The names of the statistics.
    fn schema(&self) -> &StatSchema;
    /// The seats' keys in a group of the schema, if they are the same in every game.
    fn keys(&self, group: usize) -> Option<&Keys>;
    /// The bots and their seats.
    fn lineup(&self) -> &Lineup;
    /// From now on, seats this bot in these seats, under the name of their previous bot.
    fn seat(&mut self, seats: Seats, bot: &Bot);
    /// From now on, plays this replicate of every deal: the same cards and dice, with fresh randomness for
    /// the bots.
    fn set_replicate(&mut self, replicate: u64);
    /// A worker that plays games on one thread.
    fn worker(&self) -> Box<dyn Worker + '_>;
    /// A worker that can abandon very long games.
    fn stoppable_worker<'w>(&'w self, long_games: &'w LongGames<'w>) -> Box<dyn Worker + 'w>;
    /// Game `game_idx`, which pauses at the decisions of these seats.
    fn open(&self, asked: Seats, game_idx: u64) -> Box<dyn OpenGame>;
    /// Plays game `game_idx` with a person in one seat, up to the person's next decision.
    fn sit(&self, game_idx: u64, person: Person<'_>) -> Sitting;
    /// Writes game `game_idx` as a story, until a write fails.
    fn write_story(&self, game_idx: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_judged(game_idx, 0, &mut |_| (), out)
    }
    /// The same with two lines after each decision: the players' chances, and what other moves were worth, as this number of
    /// rollouts for each legal move estimates them. Passes the numbers to `on_judged`.
    fn write_judged(
        &self,
        game_idx: u64,
        n_rollouts: u64,
        on_judged: &mut dyn FnMut(Judgement),
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;
    /// Game `game_idx` step by step, at most this number of steps and the end.
    fn steps(&self, game_idx: u64, most: usize) -> Vec<Step>;
    /// What people prepare before they play the deal of game `game_idx`: the opening of each seat, then the piles that have an
    /// order. `None` if the game has none.
    fn prepared(&self, game_idx: u64) -> Option<Vec<PreparedPile>>;
    /// The decisions of game `game_idx` that have at least two legal moves.
    fn choices(&self, game_idx: u64) -> Vec<Chosen>;
    /// Game `game_idx` as a story.
    fn story(&self, game_idx: u64) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_story(game_idx, &mut text);
        text
    }
    /// The same games with a seat that plays without one copy or all copies of a card of the schema; `None` if it cannot.
    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Box<dyn Simulation>>;
    /// The replacement for the missing card.
    fn replacement(&self) -> &'static str;
}

/// Plays games one after another. Allocates nothing after the first few games. If a game is abandoned, later ones are not
/// played.
pub trait Worker {
    /// Plays these games and counts them.
    fn play(&mut self, games: Range<u64>);
    /// Plays these games and passes on the record of each; counts nothing.
    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>));
    /// Plays these games and passes on the record and the card events of each; counts nothing.
    fn show_cards(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>, &[CardEvent]));
    /// Plays these games and passes on the outcome of each, its number of decisions, and the gradients of its bots; counts
    /// nothing.
    fn play_for_training(&mut self, games: Range<u64>, each: &mut dyn FnMut(Outcome, u64, &BySeat<BotState>));
    /// The tally.
    fn finish(self: Box<Self>) -> Tally;
}

/// The simulation of a game.
pub struct GameSimulation<G: Game> {
    game: Arc<G>,
    measures: Measures<G>,
    schema: StatSchema,
    lineup: Lineup,
    seed: u64,
    replicate: u64,
    /// The keys of the groups whose keys are the same in every game.
    keys: Vec<Keys>,
}

impl<G: Game> GameSimulation<G> {
    /// A simulation of these rules, this line-up and this seed.
    #[must_use]
    pub fn new(game: Arc<G>, lineup: Lineup, seed: u64) -> Self {
        let measures = game.measures();
        let schema = measures.schema(game.lead().map(|lead| lead.unit));
        let keys = fixed_keys(&schema);
        Self { game, measures, schema, lineup, seed, replicate: 0, keys }
    }

    fn game_worker(&self) -> GameWorker<'_, G> {
        GameWorker {
            simulation: self,
            runner: GameRunner::new(&*self.game, self.measures.players, &self.lineup.bots),
            records: RecordBuilder::new(&self.schema, self.measures.players, &self.keys),
            cards: CardEvents::new(&self.schema),
            leads: Leads::default(),
            tally: None,
        }
    }

    /// Adds the state at a decision to the leads. One function, so that the games that are watched and those that are shown
    /// share their compiled rules.
    fn watch(&self) -> impl Fn(&mut Leads, &G::State) {
        let (lead, players) = (self.game.lead(), self.measures.players);
        move |leads, state| {
            if let Some(lead) = &lead {
                leads.see(players, |seat| (lead.of)(state, seat));
            }
        }
    }

    fn game_seed(&self, game_idx: u64) -> GameSeed {
        Seed::new(self.seed).game(game_idx).replicate(self.replicate)
    }

    /// Notes for the message of a panic that this thread plays this game.
    fn note(&self, game_idx: u64) -> Note {
        Note::of(self.noted(game_idx))
    }

    fn noted(&self, game_idx: u64) -> NotedGame {
        let bots = &self.lineup.bots;
        let is_random =
            Seats::first(self.measures.players).into_iter().all(|seat| matches!(bots[seat], Bot::Random));
        let Self { seed, replicate, .. } = *self;
        NotedGame { id: G::INFO.id, game_idx, seed, replicate, is_random }
    }
}

/// The seats' keys in each group. In a group whose keys differ between games, no seat has a key.
pub(crate) fn fixed_keys(schema: &StatSchema) -> Vec<Keys> {
    schema.groups.iter().map(|group| BySeat::from_fn(|seat| group.key_of(seat.index()))).collect()
}

impl<G: Game> Simulation for GameSimulation<G> {
    fn players(&self) -> usize {
        self.measures.players
    }

    fn schema(&self) -> &StatSchema {
        &self.schema
    }

    fn keys(&self, group: usize) -> Option<&Keys> {
        self.schema.groups[group].is_fixed().then_some(&self.keys[group])
    }

    fn lineup(&self) -> &Lineup {
        &self.lineup
    }

    fn seat(&mut self, seats: Seats, bot: &Bot) {
        seats.into_iter().for_each(|seat| self.lineup.bots[seat] = bot.clone());
    }

    fn set_replicate(&mut self, replicate: u64) {
        self.replicate = replicate;
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self.game_worker())
    }

    fn stoppable_worker<'w>(&'w self, long_games: &'w LongGames<'w>) -> Box<dyn Worker + 'w> {
        let worker = self.game_worker();
        Box::new(GameWorker { runner: worker.runner.stopped_by(long_games), ..worker })
    }

    fn open(&self, asked: Seats, game_idx: u64) -> Box<dyn OpenGame> {
        let _note = self.note(game_idx);
        let (game, bots) = (self.game.clone(), self.lineup.bots.clone());
        Box::new(Open::new(game, self.players(), bots, asked, self.game_seed(game_idx)))
    }

    fn sit(&self, game_idx: u64, person: Person<'_>) -> Sitting {
        let _note = self.note(game_idx);
        person::sit(&*self.game, self.players(), &self.lineup.bots, self.game_seed(game_idx), person)
    }

    fn write_judged(
        &self,
        game_idx: u64,
        n_rollouts: u64,
        on_judged: &mut dyn FnMut(Judgement),
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let _note = self.note(game_idx);
        let (bots, game_seed) = (&self.lineup.bots, self.game_seed(game_idx));
        story::write_story(&*self.game, self.players(), bots, game_seed, (n_rollouts, on_judged), out)
    }

    fn steps(&self, game_idx: u64, most: usize) -> Vec<Step> {
        let _note = self.note(game_idx);
        story::steps(&*self.game, self.players(), &self.lineup.bots, self.game_seed(game_idx), most)
    }

    fn prepared(&self, game_idx: u64) -> Option<Vec<PreparedPile>> {
        let _note = self.note(game_idx);
        let mut list = List::<G> { counters: CountersOf::<G>::default(), cards: Vec::new() };
        let mut chance = self.game_seed(game_idx).chance(G::INFO.chance.len());
        let state = self.game.new_game(&mut chance, &mut list);
        let piles = self.game.prepared(&state, &mut chance);
        let opening = self.schema.events.iter().position(|event| *event == OPENING);
        let of_seat = |seat: Seat| {
            let is_own = |event: &&CardEvent| event.seat == seat && Some(event.event) == opening;
            let cards = list.cards.iter().filter(is_own);
            let cards = cards.filter_map(|event| Some(self.schema.cards.get(event.card)?.id.clone()));
            PreparedPile { name: OPENING.into(), seat: Some(seat), cards: cards.collect() }
        };
        let openings = Seats::first(self.measures.players).into_iter().map(of_seat);
        let openings = openings.filter(|pile| !pile.cards.is_empty());
        (!piles.is_empty()).then(|| openings.chain(piles.iter().cloned()).collect())
    }

    fn choices(&self, game_idx: u64) -> Vec<Chosen> {
        let _note = self.note(game_idx);
        let (_, length) = self.measures.length;
        story::choices(&*self.game, self.players(), &self.lineup.bots, self.game_seed(game_idx), length)
    }

    fn without(&self, card: usize, seat: Seat, copies: Copies) -> Option<Box<dyn Simulation>> {
        let simulation =
            Self::new(Arc::new(self.game.without(card, seat, copies)?), self.lineup.clone(), self.seed);
        Some(Box::new(Self { replicate: self.replicate, ..simulation }))
    }

    fn replacement(&self) -> &'static str {
        self.measures.replacement
    }
}

/// Plays games of one simulation on one thread.
struct GameWorker<'r, G: Game> {
    simulation: &'r GameSimulation<G>,
    runner: GameRunner<'r, G>,
    records: RecordBuilder,
    cards: CardEvents,
    leads: Leads,
    /// `None` for games that are only shown, because a tally is large.
    tally: Option<TallyBuilder>,
}

impl<G: Game> Worker for GameWorker<'_, G> {
    fn play(&mut self, games: Range<u64>) {
        let Self { simulation, runner, cards, leads, tally, .. } = self;
        let GameSimulation { game, measures, schema, keys, .. } = *simulation;
        let tally = tally.get_or_insert_with(|| TallyBuilder::new(schema, measures.players, keys));
        let (noted, watch) = (simulation.noted(games.start), simulation.watch());
        for game_idx in games {
            let _note = Note::of(NotedGame { game_idx, ..noted });
            let mut count = Count::<G> { counters: CountersOf::<G>::default(), cards: &mut *cards };
            let game_seed = simulation.game_seed(game_idx);
            leads.begin(Leads::is_counted(game_idx));
            let mut close = |cards: &mut CardEvents, leads: &Leads, end: GameEnd<'_, G>, decisions| {
                tally.close(game_idx, &end, leads, measures, decisions, cards);
            };
            // Rules that ask whether the game is watched at every decision are slower than their own copy.
            let played = if leads.is_watched() {
                runner.play_watched(
                    game_seed,
                    &mut count,
                    (leads, &watch),
                    |count, leads, state, outcome, decisions| {
                        let end = GameEnd { game: &**game, state, counters: &count.counters, outcome };
                        close(count.cards, leads, end, decisions);
                    },
                )
            } else {
                runner.play_then(game_seed, &mut count, |count, state, outcome, decisions| {
                    let end = GameEnd { game: &**game, state, counters: &count.counters, outcome };
                    close(count.cards, leads, end, decisions);
                })
            };
            if played.is_none() {
                return;
            }
        }
    }

    fn show(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>)) {
        let Self { simulation, runner, records, cards, leads, .. } = self;
        let (GameSimulation { game, measures, .. }, watch) = (*simulation, simulation.watch());
        for game_idx in games {
            let _note = simulation.note(game_idx);
            leads.begin(true);
            let played = runner.play_watched(
                simulation.game_seed(game_idx),
                &mut Count::<G> { counters: CountersOf::<G>::default(), cards: &mut *cards },
                (leads, &watch),
                |Count { counters, .. }, leads, state, outcome, decisions| {
                    let end = GameEnd { game: &**game, state, counters, outcome };
                    each(game_idx, &records.of(&end, leads, measures, decisions));
                },
            );
            if played.is_none() {
                break;
            }
        }
        cards.clear();
    }

    fn show_cards(&mut self, games: Range<u64>, each: &mut dyn FnMut(u64, &GameRecord<'_>, &[CardEvent])) {
        let Self { simulation, runner, records, leads, .. } = self;
        let (GameSimulation { game, measures, .. }, watch) = (*simulation, simulation.watch());
        let mut list = List::<G> { counters: CountersOf::<G>::default(), cards: Vec::new() };
        for game_idx in games {
            let _note = simulation.note(game_idx);
            list.counters = CountersOf::<G>::default();
            list.cards.clear();
            let game_seed = simulation.game_seed(game_idx);
            leads.begin(true);
            let see = |_: &G, state: &G::State, _, _| watch(leads, state);
            let (state, outcome, decisions) = runner.play_shown(game_seed, &mut list, see);
            if runner.stopper().is_abandoned() {
                return;
            }
            let end = GameEnd { game: &**game, state: &state, counters: &list.counters, outcome };
            each(game_idx, &records.of(&end, leads, measures, decisions), &list.cards);
        }
    }

    fn play_for_training(
        &mut self,
        games: Range<u64>,
        each: &mut dyn FnMut(Outcome, u64, &BySeat<BotState>),
    ) {
        for game_idx in games {
            let _note = self.simulation.note(game_idx);
            let game_seed = self.simulation.game_seed(game_idx);
            let over =
                |_: &mut NoObserver, _: &G::State, outcome, decisions: Decisions| (outcome, decisions.count);
            let Some((outcome, decisions)) = self.runner.play_then(game_seed, &mut NoObserver, over) else {
                return;
            };
            each(outcome, decisions, self.runner.bot_states());
        }
    }

    fn finish(self: Box<Self>) -> Tally {
        let Self { simulation, mut cards, tally, .. } = *self;
        tally.map_or_else(|| Tally::new(&simulation.schema), |tally| tally.finish(&mut cards))
    }
}

/// Counts the events of one game.
pub(crate) struct Count<'t, G: Game> {
    pub(crate) counters: CountersOf<G>,
    pub(crate) cards: &'t mut CardEvents,
}

impl<G: Game> Observer<G::Event> for Count<'_, G> {
    #[inline(always)]
    fn on_event(&mut self, event: G::Event) {
        if let Some(card) = event.card() {
            self.cards.note(card);
        }
        self.counters.on_event(event);
    }
}

/// Counts the events of one game, and lists those of cards.
struct List<G: Game> {
    counters: CountersOf<G>,
    cards: Vec<CardEvent>,
}

impl<G: Game> Observer<G::Event> for List<G> {
    fn on_event(&mut self, event: G::Event) {
        self.cards.extend(event.card());
        self.counters.on_event(event);
    }
}

/// Number of games in a chunk of these simulations. If a bot searches or is outside of this library it is one, because such
/// a game takes as long as a thousand others, and a signal would otherwise have to wait for hours.
pub(super) fn chunk<'h>(simulations: impl IntoIterator<Item = &'h dyn Simulation>) -> u64 {
    let is_slow = |bot: &Bot| bot.rollout_players().is_some() || matches!(bot, Bot::Player(_));
    let are_slow = |simulation: &dyn Simulation| simulation.lineup().bots.0.iter().any(is_slow);
    if simulations.into_iter().any(are_slow) { 1 } else { CHUNK }
}

/// Plays a range of games on all threads of the pool. Chunks are started in order and always finished, so a
/// run that is stopped has played a prefix of its games.
pub fn play_all<'s>(
    simulation: &dyn Simulation,
    games: Range<u64>,
    pool: &Pool,
    stop: impl Into<Stop<'s>>,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    play_each(simulation, &[games], pool, stop, progress)
}

/// The same for several ranges, one after another.
pub fn play_each<'s>(
    simulation: &dyn Simulation,
    ranges: &[Range<u64>],
    pool: &Pool,
    stop: impl Into<Stop<'s>>,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    // The end of each range if all games are numbered consecutively.
    let length = |games: &Range<u64>| games.end.saturating_sub(games.start);
    let ends: Vec<u64> = ranges
        .iter()
        .scan(0, |end, games| {
            *end += length(games);
            Some(*end)
        })
        .collect();
    let all = 0..ends.last().copied().unwrap_or(0);
    let tallies = share_out(&all, chunk([simulation]), pool, stop, |chunks, long_games| {
        let mut worker = simulation.stoppable_worker(long_games);
        for chunk in chunks {
            let first = ends.partition_point(|end| *end <= chunk.start);
            for (games, end) in ranges.iter().zip(&ends).skip(first) {
                let begin = end - length(games);
                if begin >= chunk.end {
                    break;
                }
                let at = |index: u64| games.start + (index - begin);
                worker.play(at(chunk.start.max(begin))..at(chunk.end.min(*end)));
            }
            progress(chunk.end - chunk.start);
        }
        worker.finish()
    });
    tallies.iter().fold(Tally::new(simulation.schema()), Tally::merge)
}

impl Lineup {
    /// A line-up with one bot per seat; seats with equal names share a row of the report.
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
