//! Questions about a version that play games of their own: a card, a story, and searches.

use super::answer::{compare_command, options, played, run_command};
use super::controls::controls;
use super::download::csv_files;
use super::messages::{Event, StoryText, Version};
use super::words::{in_words, story_in_words};
use super::workbench::{Job, Workbench};
use crate::config::bots::PANEL;
use crate::config::{ConfigErrors, Plan, PlanOptions};
use crate::experiments::compare::{self, Compare};
use crate::experiments::exploit::{self, Exploit};
use crate::experiments::impact::{self, Impact};
use crate::experiments::panel::Panel;
use crate::experiments::replay::{Replay, Story, Which, WithChances};
use crate::experiments::run::Run;
use crate::experiments::sensitivity::{self, Sensitivity};
use crate::experiments::sweep::{self, Sweep, Vary};
use crate::experiments::tune::{self, Tune};
use crate::experiments::{Accuracy, Experiment, ExperimentResult};
use crate::report::FigureId;
use crate::report::escape::command_line;
use crate::report::page::live;
use crate::report::plain::{addressed, capitalized, setting, thing};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

impl Workbench {
    /// Plays an experiment, and sends its text, also if it is stopped.
    fn search<E: Experiment>(
        &self,
        title: &str,
        experiment: &E,
        version: &Version,
        words: &[String],
        job: &Job,
    ) -> Result<(), ConfigErrors> {
        let plan = self.plan(version, version.all())?;
        let session = job.with_progress(experiment.games(), &plan);
        say(title, &experiment.play(&session), &plan, words, job);
        Ok(())
    }

    pub(super) fn card(&self, version: &Version, card: &str, job: &Job) -> Result<(), ConfigErrors> {
        /// Number of games with the card and without it in each seat.
        const GAMES: u64 = 20_000;
        let options = impact::Options { cards: vec![card.to_owned()], ..impact::Options::default() };
        let plan_options = self.plan_options(version, &version.all(), Some(GAMES))?;
        let impact = Impact::new(&version.config, &plan_options, &options)?;
        let name = thing(card);
        let title = format!("{name}: impact");
        if impact.can_leave_out() {
            let mut words = version.command("impact");
            words.extend(["--card".into(), card.into(), "--games".into(), GAMES.to_string()]);
            self.search(&title, &impact, version, &words, job)?;
            let note = "The same deals were played with the card and without it.";
            let game = (format!("Show me a game that {name} decided"), format!("impact/{card}/all"));
            job.say(Event::Offers { note: note.into(), games: vec![game] });
            return Ok(());
        }
        let plan = Plan::new(&version.config, &plan_options)?;
        let played = played(self, &plan, GAMES, &job.session).unwrap_or_default();
        let table = played.tables.iter().find(|table| table.name == "win_rates");
        let text = table.and_then(|table| live::wins_of(table, card, &name));
        let command = command_line(run_command(version, GAMES));
        let is_partial = text.is_none();
        let text = text.unwrap_or_default();
        job.say(Event::Text { title, text, chart: String::new(), command, is_partial });
        let note = format!(
            "{name} cannot be left out, so there is nothing to compare with. Instead: how the players who begin with it \
             fare."
        );
        let won = (
            format!("Show me a game that a player won who began with {name}"),
            format!("win_rates/character/{card}>0"),
        );
        let lost = (
            format!("Show me a game that nobody won who began with {name}"),
            format!("win_rates/character/{card}=0"),
        );
        job.say(Event::Offers { note, games: vec![won, lost] });
        Ok(())
    }

    /// A figure along the values of a setting, on the same deals.
    pub(super) fn curve(
        &self,
        version: &Version,
        key: &str,
        figure: &str,
        job: &Job,
    ) -> Result<(), ConfigErrors> {
        /// Number of games of each value, and of values.
        const GAMES: u64 = 1000;
        const VALUES: i64 = 9;
        let plan = self.plan(version, version.all())?;
        let control = controls(&plan).into_iter().find(|control| control.key == key);
        let Some((control, [low, high])) =
            control.and_then(|control| Some((control.clone(), control.reach?)))
        else {
            return Ok(());
        };
        let own = control.value.parse().ok().filter(|own| (low..=high).contains(own));
        let steps = (high - low).clamp(1, VALUES - 1);
        let values: BTreeSet<i64> =
            (0..=steps).map(|nth| low + (high - low) * nth / steps).chain(own).collect();
        // The rules refuse some, such as a deck that is too small.
        let is_fine = |value: &i64| {
            let changed: Vec<_> = version.all().into_iter().filter(|(other, _)| other != key).collect();
            let with = self.plan(version, [changed, vec![(key.to_owned(), value.to_string())]].concat());
            with.is_ok_and(|with| with.players() == plan.players())
        };
        let values: Vec<i64> = values.into_iter().filter(is_fine).collect();
        let vary = Vary::new(key, values.iter().copied());
        let accuracy = Accuracy::default();
        let options = sweep::Options { vary: vec![vary], show: Some(figure.to_owned()), accuracy };
        let settings: Vec<_> = version.all().into_iter().filter(|(other, _)| other != key).collect();
        let plan_options = self.plan_options(version, &settings, Some(GAMES))?;
        let sweep = Sweep::new(&version.config, &plan_options, &options)?;
        let swept = sweep.play(&job.session);
        if job.is_stopped() {
            return Ok(());
        }
        let name = addressed(figure, plan.rules().schema().seat_order);
        let is_share = !matches!(figure.parse(), Ok(FigureId::Metric(_)));
        let Some(dial) = live::dial(&name, is_share, &swept.points(), [low, high]) else { return Ok(()) };
        let mut words = vec!["sweep".to_owned()];
        words.extend(version.arguments(&settings));
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        words.extend(["--vary".into(), format!("{key}={}", values.join(","))]);
        words.extend(["--show".into(), figure.into(), "--games".into(), GAMES.to_string()]);
        let (key, figure, command) = (key.to_owned(), figure.to_owned(), command_line(words));
        job.say(Event::Curve { key, figure, chart: dial.chart, words: dial.words, command });
        Ok(())
    }

    /// Who beats the bot of the version that knows how it plays.
    pub(super) fn exploit(&self, version: &Version, job: &Job) -> Result<(), ConfigErrors> {
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let exploit = Exploit::new(&version.config, &plan_options, &exploit::Options::default())?;
        self.search("Can it be broken?", &exploit, version, &version.command("exploit"), job)
    }

    pub(super) fn story(
        &self,
        version: &Version,
        game: Option<u64>,
        wanted: Option<&str>,
        job: &Job,
    ) -> Result<(), ConfigErrors> {
        /// A word such as `comeback` asks for the best of all games. So many are played within a moment.
        const SEARCHED: u64 = 20_000;
        let games =
            wanted.filter(|wanted| wanted.bytes().all(|byte| byte.is_ascii_lowercase())).map(|_| SEARCHED);
        let plan_options = self.plan_options(version, &version.all(), games)?;
        let mut words = version.command("replay");
        words.extend(games.into_iter().flat_map(|games| ["--games".to_owned(), games.to_string()]));
        let (which, option) = match wanted {
            None => {
                let game = game.unwrap_or(0);
                (Which::Number(game), ["--game".to_owned(), game.to_string()])
            }
            Some(wanted) => {
                (Which::Where(vec![wanted.to_owned()]), ["--where".to_owned(), wanted.to_owned()])
            }
        };
        let replay = Replay::new(&version.config, &plan_options, &which, &compare::Options::default())?;
        words.extend(option);
        let plan = self.plan(version, version.all())?;
        let in_words = |text: &str| story_in_words(text, wanted, &plan);
        tell(&replay.find(&job.session)?, &in_words, &words, job);
        Ok(())
    }

    pub(super) fn tune(&self, version: &Version, vary: &[String], job: &Job) -> Result<(), ConfigErrors> {
        /// Number of pairs of games behind the price of a candidate.
        const PRICED: u64 = 2000;
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let options = tune::Options { keys: vary.to_vec(), ..tune::Options::default() };
        let tune = Tune::new(&version.config, &plan_options, &options)?;
        let words = Version::searching(version.judging("tune"), vary);
        let order = tune.plans().first().map(|plan| plan.rules().schema().seat_order);
        let unchanged = self.plan(version, version.all())?.of_games(PRICED);
        // What else changes with these settings.
        let price = |changes: &[[String; 3]]| {
            let set: Vec<(String, String)> =
                changes.iter().map(|[key, _, now]| (key.clone(), now.clone())).collect();
            let with = Version { set: [version.all(), set].concat(), base: Vec::new(), ..version.clone() };
            let Ok(with) = self.plan(&with, with.all()) else { return Vec::new() };
            let options = compare::Options::default();
            let compare = Compare::of_plans(unchanged.clone(), with.of_games(PRICED), &options);
            let compared = compare.play(&job.session);
            let [cards, others] = compared.in_short();
            cards.into_iter().chain(others).collect()
        };
        let mut watch = |closest: &tune::Closest| {
            let name =
                |address: &str| order.map_or_else(|| address.to_owned(), |order| addressed(address, order));
            let figures = closest.figures.iter().map(|[address, value, target]| {
                format!("{}: {value} (target {target})", capitalized(&name(address)))
            });
            let change = |[key, before, now]: &[String; 3]| [setting(key), before.clone(), now.clone()];
            let changes = closest.changes.iter().map(change).collect();
            let price = price(&closest.changes);
            job.say(Event::Closest { versions: closest.n_tried, changes, figures: figures.collect(), price });
        };
        let plan = self.plan(version, version.all())?;
        let tuned = tune.play_watched(&job.with_progress(tune.games(), &plan), &mut watch);
        say("What makes these targets true?", &tuned, &plan, &words, job);
        let versions = tuned.n_tried();
        if versions > 0 {
            job.say(Event::Tried { versions });
        }
        if let Some((set, tested)) = tuned.offer() {
            job.say(Event::Proposal { set, tested });
        }
        Ok(())
    }

    pub(super) fn sensitivity(
        &self,
        version: &Version,
        vary: &[String],
        job: &Job,
    ) -> Result<(), ConfigErrors> {
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let options = sensitivity::Options { keys: vary.to_vec(), ..sensitivity::Options::default() };
        let sensitivity = Sensitivity::new(&version.config, &plan_options, &options)?;
        let words = Version::searching(version.command("sensitivity"), vary);
        self.search("Which number matters most?", &sensitivity, version, &words, job)
    }

    /// The comparison with the baseline, or the version alone if nothing differs, by each bot of the panel.
    pub(super) fn panel(&self, shown: &Version, games: u64, job: &Job) -> Result<(), ConfigErrors> {
        const TITLE: &str = "Do all bots agree?";
        let version = Version { bots: vec![PANEL.into()], ..shown.clone() };
        let (config, level) = (&version.config, Accuracy::default().level);
        let plan_options = self.plan_options(&version, &version.base, Some(games))?;
        if version.set.is_empty() {
            let run = |options: &PlanOptions| Ok(Run::of(Plan::new(config, options)?));
            let panel = Panel::new(config, &plan_options, level, run)?;
            self.search(TITLE, &panel, shown, &run_command(&version, games), job)
        } else {
            let options = compare::Options { accuracy: Accuracy::default(), ..options(&version) };
            let compare = |plan_options: &PlanOptions| Compare::new(config, plan_options, &options);
            let panel = Panel::new(config, &plan_options, level, compare)?;
            self.search(TITLE, &panel, shown, &compare_command(&version, games), job)
        }
    }
}

/// Number of games behind a chance, in each step of a story, and the points that chance alone may add: 100 by the square root.
const STEPS: [(u64, &str); 3] = [(25, "20"), (100, "10"), (Replay::CHANCES, "5")];
/// How long the steps may take together, as far as the ones before tell, and how long at most.
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(20);

/// Sends a story: its text at once, then with chances that become more precise from step to step.
fn tell(story: &Story<'_>, in_words: &dyn Fn(&str) -> String, words: &[String], job: &Job) {
    let planned = story.n_decisions();
    let began = Instant::now();
    let mut event = StoryText {
        text: in_words(&story.text().to_string()),
        command: command_line(words),
        why: in_words(&story.why).trim().to_owned(),
        steps: story.steps(),
        is_final: planned == 0,
        ..StoryText::default()
    };
    job.say(Event::Story(event.clone()));
    event.steps.clear();
    for (nth, (games, precision)) in STEPS.into_iter().enumerate().filter(|_| planned > 0) {
        let before = Instant::now();
        let mut on_chances = |played: u64| {
            job.say(Event::Progress { played, planned });
            !job.is_stopped() && began.elapsed() < LONGEST
        };
        let Some(WithChances { text, chart, choices, deciding }) = story.with_chances(games, &mut on_chances)
        else {
            break;
        };
        let took = before.elapsed();
        let next = STEPS.get(nth + 1).map(|(next, _)| took * u32::try_from(next / games).unwrap_or(1));
        let is_final = next.is_none_or(|next| began.elapsed() + next > PATIENCE);
        let option = if games == Replay::CHANCES { String::new() } else { format!("={games}") };
        let words: Vec<String> = words.iter().cloned().chain([format!("--chances{option}")]).collect();
        event = StoryText {
            text: in_words(&text.to_string()),
            chart,
            choices,
            deciding,
            command: command_line(&words),
            note: format!(
                "Each chance rests on {games} games: a step of less than {precision} points may be chance."
            ),
            is_final,
            is_partial: false,
            ..event
        };
        job.say(Event::Story(event.clone()));
        if is_final {
            return;
        }
    }
    if planned == 0 {
        return;
    }
    if event.note.is_empty() && !job.is_stopped() {
        let (option, _) = STEPS[0];
        event.note = format!(
            "The chances take more than {} seconds in such a long game. This command prints them: {}",
            LONGEST.as_secs(),
            command_line([words, &[format!("--chances={option}")]].concat())
        );
    }
    job.say(Event::Story(StoryText { is_final: true, is_partial: job.is_stopped(), ..event }));
}

/// Sends the text of a result about a plan and its tables. The page itself says that a search was stopped.
fn say(title: &str, result: &impl ExperimentResult, plan: &Plan, words: &[String], job: &Job) {
    let is_partial = job.is_stopped();
    let text = in_words(&result.summary().to_string(), plan);
    let (title, chart, command) = (title.into(), String::new(), command_line(words));
    job.say(Event::Text { title, text, chart, command, is_partial });
    // The text names them.
    csv_files(result).into_iter().for_each(|file| job.say(file));
}
