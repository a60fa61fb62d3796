//! A version against its baseline: the comparison, the charts of both, and the targets. Each part is more precise than the
//! one before, until the number of games is reached or the page asks something else.

use super::controls::{controls, differences};
use super::download::csv_files;
use super::fit::fitted;
use super::messages::{CardFace, Cards, Event, FigureRow, Light, Look, TileRow, Version, refused};
use super::words::in_words;
use super::workbench::{Job, Workbench};
use crate::config::targets::Target;
use crate::config::{ConfigErrors, Plan};
use crate::experiments::check::{self, Check};
use crate::experiments::compare::{self, Compare, Compared, Worths};
use crate::experiments::impact::Impact;
use crate::experiments::run::Run;
use crate::experiments::{Accuracy, Error, Experiment, ExperimentResult, Session, Verdict};
use crate::report::changed_cards::{ChangedCard, ordinal};
use crate::report::claim::texts;
use crate::report::escape::command_line;
use crate::report::impact::CardWorth;
use crate::report::page::live::{self, ChangeRow};
use crate::report::quantity::Quantity;
use crate::report::text::Width;
use crate::report::tiles::{self, Tile};
use crate::report::{FigureId, Table, plain};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Number of games of the first charts at least and at most, and how long they may take.
const FIRST: [u64; 2] = [256, 4096];
const FIRST_TIME: Duration = Duration::from_millis(150);
/// Later charts and targets have these numbers of games. They follow as soon as the comparison has as many pairs.
const STEPS: [u64; 3] = [1024, FIRST[1], 32_768];
/// Number of games from which targets are judged with confidence sequences, which hold at every step.
const SEQUENTIAL: u64 = 2 * FIRST[1];
/// Maximum number of games of the last charts and of the targets.
pub(super) const LAST: u64 = 100_000;
/// The comparison ends when every interval of a win share is at most this wide; a share.
pub(super) const PRECISION: &str = "0.1pp";
const PRECISION_SHARE: f64 = 0.001;

/// About how many games are replayed without a card for the worths of all cards, at first and at last.
const REPLAYS: [u64; 2] = [12_000, 120_000];
/// The worths follow when the comparison has this many pairs.
const WORTHS_FROM: u64 = 1024;

/// What is known of a run, or of the cards of a plan.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub tables: Vec<Table>,
    tiles: Vec<Tile>,
    answer: Vec<String>,
    cards: Vec<CardWorth>,
}

/// Answers until the session is stopped.
pub(super) fn answer(bench: &Workbench, version: &Version, games: u64, job: &Job) {
    if let Err(errors) = try_answer(bench, version, games, job) {
        job.say(refused(&errors));
    }
}

fn try_answer(bench: &Workbench, version: &Version, games: u64, job: &Job) -> Result<(), ConfigErrors> {
    let [before, now] = [&version.base, &version.all()].map(|settings| bench.plan(version, settings));
    if let Some(fitted) = fitted(bench, version, [&before, &now]) {
        job.say(fitted);
        return Ok(());
    }
    let (now, base) = (now?.of_games(games), before?.of_games(games));
    let settings = controls(&now);
    let said = |warning: &String| {
        plain::capitalized(&in_words(warning.strip_prefix("--set: ").unwrap_or(warning), &now))
    };
    let warnings = now.warnings.iter().map(said).collect();
    let compared = comparison(version, games);
    let run = || command_line(run_command(version, LAST.min(games)));
    let command = compared.map_or_else(run, command_line);
    let (differences, players) = (differences(&settings), now.players() as u64);
    job.say(Event::Version { differences, settings, command, warnings, players });
    let last = LAST.min(games);
    let is_changed = !version.set.is_empty();
    let compare = is_changed.then(|| Compare::of_plans(base.clone(), now.clone(), &options(version)));
    let (base, now, compare) = (&base, &now, compare.as_ref());
    let parts = Parts { bench, version, base, now, compare, job, last, are_decided: Cell::default() };
    parts.begin();
    let mut steps = STEPS.into_iter().filter(|step| *step < last).peekable();
    let began = Instant::now();
    let Some(compare) = compare else {
        // Only one of the first charts is shown.
        played(bench, base, FIRST[0].min(games), &job.session);
        let first = first_games(began.elapsed(), FIRST[0], games);
        while steps.next_if(|step| *step <= first).is_some() {}
        parts.show(first, false);
        parts.cards(REPLAYS[0], false, &Worths::default());
        parts.finish(steps, &Worths::default());
        return Ok(());
    };
    let (mut is_first, mut has_cards) = (true, false);
    // The comparison waits for the charts and the targets.
    let mut watch = |so_far: &Compared<'_>| {
        if job.is_stopped() {
            return;
        }
        job.say(look(so_far, false, compare.is_unchanged(), now));
        let played = so_far.extent().played;
        let first = std::mem::take(&mut is_first).then(|| first_games(began.elapsed(), played, games));
        let mut due = first;
        while let Some(step) = steps.next_if(|step| *step <= first.unwrap_or(played)) {
            due = due.max(Some(step));
        }
        if let Some(due) = due {
            parts.show(due, false);
        }
        if played >= WORTHS_FROM && !std::mem::replace(&mut has_cards, true) {
            parts.cards(REPLAYS[0], false, &Worths::default());
        }
    };
    let result = compare.play_watched(&job.session, &mut watch);
    let worths = result.worths();
    if !job.is_stopped() {
        // The headline and the cards have the same figures.
        if worths.are_all {
            let [before, changed] = &worths.sides;
            parts.say_cards(worths.games, before, Some(changed), true);
        }
        job.say(look(&result, true, compare.is_unchanged(), now));
    }
    parts.finish(steps, worths);
    Ok(())
}

/// The number of games of the first charts, after this time for some games.
fn first_games(elapsed: Duration, played: u64, games: u64) -> u64 {
    let per_game = elapsed / u32::try_from(played).unwrap_or(u32::MAX).max(1);
    let is_quick = per_game * u32::try_from(FIRST[1]).unwrap_or(u32::MAX) < FIRST_TIME;
    FIRST[usize::from(is_quick)].min(games)
}

/// The options of a comparison with the baseline.
pub(super) fn options(version: &Version) -> compare::Options {
    compare::Options {
        set_b: Version::sets(&version.set),
        accuracy: Accuracy { precision: Some(PRECISION_SHARE), ..Accuracy::default() },
        ..compare::Options::default()
    }
}

/// The command that prints the comparison; `None` if nothing differs from the baseline.
pub(super) fn comparison(version: &Version, games: u64) -> Option<Vec<String>> {
    if version.set.is_empty() {
        return None;
    }
    let mut words = compare_command(version, games);
    words.extend(["--precision".into(), PRECISION.into()]);
    Some(words)
}

/// The command that compares this number of games with the baseline.
pub(super) fn compare_command(version: &Version, games: u64) -> Vec<String> {
    let mut words = vec!["compare".to_owned()];
    words.extend(version.arguments(&version.base));
    words.extend(Version::sets(&version.set).into_iter().flat_map(|set| ["--set-b".into(), set]));
    words.extend(["--games".into(), games.to_string()]);
    words
}

/// The command that plays the version alone.
pub(super) fn run_command(version: &Version, games: u64) -> Vec<String> {
    let mut words = version.command("run");
    words.extend(["--games".into(), games.to_string()]);
    words
}

/// The command that plays the baseline alone.
fn base_command(version: &Version, games: u64) -> Vec<String> {
    run_command(&Version { set: Vec::new(), ..version.clone() }, games)
}

fn look(compared: &Compared<'_>, is_done: bool, is_same: bool, plan: &Plan) -> Event {
    let shown = compared.shown();
    let rows = |is_headline: bool| {
        let rows = shown.iter().filter(|row| row.is_headline == is_headline);
        rows.cloned().map(|row| change(row, plan)).collect::<Vec<_>>()
    };
    let (extent, [cards, short]) = (compared.extent(), compared.in_short());
    let half_width =
        |row: &compare::Shown| row.id.win_group().map(|_| (row.numbers[2] - row.numbers[1]) / 2.0);
    Event::Look(Box::new(Look {
        played: extent.played,
        planned: extent.planned.unwrap_or(extent.played),
        is_done,
        level: Accuracy::default().level.percent(),
        // In so many pairs, a setting that does something shows it.
        is_same: is_same || extent.played >= FIRST[1] && shown.iter().all(|row| row.numbers[0] == 0.0),
        is_clear: shown.iter().any(|row| row.is_clear),
        is_open: shown.iter().any(|row| row.is_headline && row.is_open && !row.is_zero),
        sentences: compared.headline(),
        cards,
        short,
        half_width: shown.iter().filter_map(half_width).reduce(f64::max),
        figures: shown.iter().map(figure).collect(),
        changes: live::changes("Who wins, how long games last and how they end", rows(true)),
        others: live::changes("Other figures that change", rows(false)),
        words: Compared::words_read(),
        text: compared.text(false, Width::TERMINAL),
    }))
}

fn figure(row: &compare::Shown) -> FigureRow {
    let [delta, low, high] = row.numbers;
    FigureRow { address: row.id.to_string(), delta, low, high }
}

fn change(row: compare::Shown, plan: &Plan) -> ChangeRow {
    let compare::Shown { id, name, cells, numbers, is_share, is_zero, .. } = row;
    let metric = plan.rules().schema().metrics.iter().find(|metric| Some(metric.id.as_str()) == id.metric());
    let meaning = metric.map_or_else(String::new, |metric| plain::with_players(&metric.meaning));
    ChangeRow { address: id.to_string(), name, meaning, cells, numbers, is_share, is_zero }
}

fn find_table<'t>(tables: &'t [Table], name: &str) -> Option<&'t Table> {
    tables.iter().find(|table| table.name == name)
}

/// What is beside the comparison: the charts of both versions, and the targets.
struct Parts<'c> {
    bench: &'c Workbench,
    version: &'c Version,
    base: &'c Plan,
    now: &'c Plan,
    /// The comparison of both, if they differ.
    compare: Option<&'c Compare>,
    job: &'c Job,
    /// Number of games of the last charts and targets.
    last: u64,
    /// Whether every target is decided: more games change nothing.
    are_decided: Cell<bool>,
}

impl Parts<'_> {
    /// Each target has a line before its first game.
    fn begin(&self) {
        let unplayed = self.job.session.sharing_threads(Arc::new(AtomicBool::new(true)));
        self.judge(0, &unplayed);
    }

    /// The charts and the targets after about this number of games.
    fn show(&self, games: u64, is_final: bool) {
        self.draw(games, is_final);
        // The bots of a target can be much slower than those of the comparison, which waits.
        let has_bots = |target: &Target| {
            let is_of_bots = matches!(target.figure, FigureId::Matchup { .. } | FigureId::Exploit { .. });
            !target.bots.is_empty() || is_of_bots
        };
        if !is_final && self.now.targets().iter().any(has_bots) {
            return;
        }
        if games >= FIRST[1] {
            self.judge(games.max(SEQUENTIAL).min(self.last), &self.job.session);
        } else if games != STEPS[0] || is_final {
            // Fixed intervals do not hold at several steps.
            self.judge(games, &self.job.session);
        }
    }

    /// The last charts, and what the cards are worth unless the comparison has said it. In a slow game, they are long in coming.
    fn finish(&self, steps: impl Iterator<Item = u64>, worths: &Worths) {
        for step in steps {
            self.show(step, false);
        }
        self.show(self.last, true);
        if !worths.are_all {
            self.cards(REPLAYS[1], true, worths);
        }
    }

    /// What each card is worth in both versions, by about this many games without a card. Cards that the comparison has measured
    /// have its figures.
    fn cards(&self, replays: u64, is_final: bool, known: &Worths) {
        let Self { bench, base, now, compare, job, .. } = *self;
        let impact = Impact::of_replays(now.clone(), replays).ok();
        if let Some(reason) = impact.and_then(|impact| impact.no_card()) {
            return self.say_plain_cards(reason);
        }
        let Some((games, before)) = worths(bench, base, replays, &job.session) else { return };
        let changed = match compare {
            Some(_) => worths(bench, now, replays, &job.session),
            None => None,
        };
        if job.is_stopped() || compare.is_some() != changed.is_some() {
            return;
        }
        let [of_before, of_changed] = &known.sides;
        let before = with_figures(&before.cards, of_before);
        let changed = changed.map(|(_, played)| with_figures(&played.cards, of_changed));
        self.say_cards(games, &before, changed.as_deref(), is_final);
    }

    /// Sends the cards of the baseline and of the version, if it differs.
    fn say_cards(&self, games: u64, before: &[CardWorth], changed: Option<&[CardWorth]>, is_final: bool) {
        let Self { version, compare, job, .. } = *self;
        let short = compare
            .zip(changed)
            .map_or_else(Vec::new, |(compare, changed)| compare.changed([before, changed], games));
        let command = |version: &Version| {
            let mut words = version.command("impact");
            words.extend(["--games".into(), games.to_string()]);
            command_line(words)
        };
        let tile = |cards: &[CardWorth]| tiles::of_cards(cards).into_iter().collect::<Vec<_>>();
        let unchanged = Version { set: Vec::new(), ..version.clone() };
        job.say(Event::Cards(Box::new(Cards {
            games,
            is_final,
            cards: faces(before, changed),
            tile: tile_rows(&tile(changed.unwrap_or(before)), changed.map(|_| tile(before)).as_deref()).pop(),
            short: short.iter().map(ChangedCard::in_short).collect(),
            chart: live::worths(before, changed),
            command: command(version),
            before: compare.map(|_| command(&unchanged)),
            note: String::new(),
        })));
    }

    /// Sends the cards of a game in which none can be left out: their numbers can be changed all the same.
    fn say_plain_cards(&self, reason: String) {
        let cards = self.now.rules().schema().cards.iter();
        let cards = cards
            .map(|card| CardFace { id: card.id.clone(), name: plain::thing(&card.id), ..CardFace::default() })
            .collect();
        self.job.say(Event::Cards(Box::new(Cards {
            cards,
            is_final: true,
            note: reason,
            ..Cards::default()
        })));
    }

    /// The targets of the version on the games of `run`.
    fn judge(&self, games: u64, session: &Session) {
        let Self { bench, version, now, job, .. } = *self;
        if now.targets().is_empty() || self.are_decided.get() || job.is_stopped() {
            return;
        }
        let options = check::Options { trial: true, ..check::Options::default() };
        match check_of(bench, version, Some(games.max(1)), &options) {
            Ok(check) => {
                let checked = check.play(session);
                if job.is_stopped() {
                    return;
                }
                let lights = lights_of(&checked);
                let is_open = |light: &Light| light.verdict == Verdict::Inconclusive.word();
                self.are_decided.set(games >= SEQUENTIAL && !lights.iter().any(is_open));
                job.say(Event::Lights { games, lights, reading: checked.reading() });
            }
            Err(errors) => job.say(refused(&errors)),
        }
    }

    fn draw(&self, games: u64, is_final: bool) {
        let Self { bench, version, base, now, job, .. } = *self;
        let Some(before) = played(bench, base, games, &job.session) else { return };
        let changed = if version.set.is_empty() { None } else { played(bench, now, games, &job.session) };
        if job.is_stopped() {
            return;
        }
        let own = changed.as_ref().unwrap_or(&before);
        let table = |name: &str| {
            let before = find_table(&before.tables, name)?;
            Some((before, changed.as_ref().and_then(|played| find_table(&played.tables, name))))
        };
        let draw = |name: &str, draw: &dyn Fn(&Table, Option<&Table>) -> String| {
            table(name).map_or_else(String::new, |(before, now)| draw(before, now))
        };
        let (schema, n_bots) = (now.rules().schema(), now.bot_names().len());
        job.say(Event::Charts {
            games,
            is_final,
            tiles: tile_rows(&own.tiles, changed.as_ref().map(|_| &before.tiles[..])),
            answer: own.answer.clone(),
            wins: draw("win_rates", &|before, now| live::wins(before, now, schema, n_bots)),
            endings: draw("outcomes", &live::endings),
            lengths: draw("game_length", &live::lengths),
            cards: draw("card_impact", &live::cards),
            command: command_line(run_command(version, games)),
            digest: now.digest_of(games),
            before: (!version.set.is_empty()).then(|| command_line(base_command(version, games))),
        });
    }
}

/// The tiles of a version, beside those of its baseline if both are compared.
fn tile_rows(now: &[Tile], before: Option<&[Tile]>) -> Vec<TileRow> {
    let was = |tile: &Tile| {
        let was = before?.iter().find(|was| was.about == tile.about)?;
        Some([was.value.clone(), was.of.clone()])
    };
    now.iter().map(|tile| TileRow { before: was(tile), now: tile.clone() }).collect()
}

/// The cards with what they are worth, those that are worth most now first.
fn faces(before: &[CardWorth], now: Option<&[CardWorth]>) -> Vec<CardFace> {
    let own = now.unwrap_or(before);
    let worth = |row: &CardWorth| Some((row.worth()?.delta?, row.worth()?.interval));
    let ends = |row: &CardWorth| {
        let (worth, ends) = worth(row)?;
        Some([worth, ends.map_or(worth, |ends| ends.low), ends.map_or(worth, |ends| ends.high)])
    };
    let most = own.iter().chain(before).filter_map(ends).flatten().map(f64::abs).fold(0.0, f64::max);
    let n_ranked = own.iter().filter(|row| row.ranks.is_some()).count();
    let words = |row: &CardWorth| {
        worth(row).map(|(worth, ends)| Quantity::Share.bare_change(worth, ends.map(Quantity::resolution)))
    };
    let face = |row: &CardWorth| CardFace {
        id: row.card.clone(),
        name: plain::thing(&row.card),
        worth: words(row).unwrap_or_default(),
        was: now.and_then(|_| words(before.iter().find(|was| was.card == row.card)?)),
        interval: worth(row)
            .and_then(|(_, ends)| ends)
            .map_or_else(String::new, |ends| Quantity::Share.change_interval(ends)),
        bar: ends(row).filter(|_| most > 0.0).map(|ends| ends.map(|end| end / most)),
        rank: match &row.ranks {
            Some(ranks) if ranks.start() == ranks.end() => {
                format!("{} of {n_ranked}", ordinal(*ranks.start()))
            }
            Some(ranks) => format!("{} to {} of {n_ranked}", ordinal(*ranks.start()), ordinal(*ranks.end())),
            None => row.place.word().to_owned(),
        },
    };
    let mut rows: Vec<&CardWorth> = own.iter().collect();
    let size = |row: &CardWorth| worth(row).map_or(f64::NEG_INFINITY, |(worth, _)| worth);
    rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
    rows.into_iter().map(face).collect()
}

/// The cards with the figures of a comparison for those that it has measured. It ranks no cards unless it measured all.
fn with_figures(rows: &[CardWorth], measured: &[CardWorth]) -> Vec<CardWorth> {
    let row = |row: &CardWorth| match measured.iter().find(|other| other.card == row.card) {
        Some(other) => {
            let mut measured = other.clone();
            (measured.ranks, measured.place) = (row.ranks.clone(), row.place);
            measured
        }
        None => row.clone(),
    };
    rows.iter().map(row).collect()
}

/// What is known of a run of these games; `None` if the session was stopped. The last runs are remembered, because all
/// versions have the same baseline.
pub(super) fn played(bench: &Workbench, plan: &Plan, games: u64, session: &Session) -> Option<Arc<Played>> {
    let plan = plan.clone().of_games(games);
    let key = plan.digest.clone();
    if let Some(known) = bench.remembered(&key) {
        return Some(known);
    }
    let run = Run::of(plan);
    let result = run.play(session);
    if !result.extent().is_complete() {
        return None;
    }
    let tables = result.tables().into_iter().cloned().collect();
    let (tiles, answer) = (result.tiles(), texts(result.conclusion()));
    let played = Arc::new(Played { tables, tiles, answer, cards: Vec::new() });
    bench.remember(key, played.clone());
    Some(played)
}

/// What each card of a plan is worth, and in how many games; `None` if no card can be left out, or if the session was stopped.
fn worths(bench: &Workbench, plan: &Plan, replays: u64, session: &Session) -> Option<(u64, Arc<Played>)> {
    let impact =
        Impact::of_replays(plan.clone(), replays).ok().filter(|impact| impact.no_card().is_none())?;
    let games = impact.n_games();
    let key = format!("cards {}", plan.digest_of(games));
    if let Some(known) = bench.remembered(&key) {
        return Some((games, known));
    }
    let result = impact.play(session);
    if !result.extent().is_complete() {
        return None;
    }
    let played = Arc::new(Played { cards: result.worths(), ..Played::default() });
    bench.remember(key, played.clone());
    Some((games, played))
}

/// The verdict of `check`, on held-out games.
pub(super) fn judge(bench: &Workbench, version: &Version, job: &Job) {
    let check = check_of(bench, version, None, &check::Options::default());
    match check.and_then(|check| Ok((check, bench.plan(version, version.all())?))) {
        Ok((check, plan)) => {
            let checked = check.play(&job.with_progress(check.games(), &plan));
            job.say(Event::Verdict {
                is_partial: job.is_stopped(),
                verdict: checked.verdict().map_or("", Verdict::word),
                lights: lights_of(&checked),
                text: in_words(&checked.summary().to_string(), &plan),
                command: command_line(version.judging("check")),
            });
            csv_files(&checked).into_iter().for_each(|file| job.say(file));
        }
        Err(errors) => job.say(refused(&errors)),
    }
}

fn check_of(
    bench: &Workbench,
    version: &Version,
    games: Option<u64>,
    options: &check::Options,
) -> Result<Check, ConfigErrors> {
    let plan_options = bench.plan_options(version, &version.all(), games)?;
    Check::new(std::slice::from_ref(&version.config), &plan_options, options).map_err(|error| match error {
        Error::Config(errors) | Error::Lock(errors) => errors,
        other => ConfigErrors(vec![crate::config::config_error("check", "", other.to_string(), "a check")]),
    })
}

fn lights_of(checked: &check::Checked<'_>) -> Vec<Light> {
    let light = |light: check::Light| Light {
        name: light.name,
        verdict: light.verdict.word(),
        sentence: light.sentence,
    };
    checked.lights().into_iter().map(light).collect()
}
