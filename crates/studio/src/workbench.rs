//! Answers the questions of the page. Knows no network.

use super::answer::{LAST, Played, answer, judge};
use super::controls::{controls, settings_of_pasted};
use super::download::{download, formats};
use super::messages::{Begin, Event, FileRow, FormatRow, GameRow, Opened, Request, Version, fault, refused};
use super::places::{Holder, Known, Places, Saved};
use super::targets;
use super::words::in_words;
use crate::config::{ConfigErrors, Effective, Plan, PlanOptions, bots, config_error, is_setting};
use crate::experiments::compare::{self, Compare};
use crate::experiments::person::{Seated, sit};
use crate::experiments::{Session, tune};
use crate::report::page::chances::n_teams;
use crate::report::plain::seat_name;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Sends an event to the page.
pub(super) type Reply = Arc<dyn Fn(Event) + Send + Sync>;

/// An answer in progress.
pub(super) struct Job {
    /// The threads that play, until the page asks something else.
    pub session: Session,
    stop: Arc<AtomicBool>,
    reply: Reply,
}

impl Job {
    /// Sends an event to the page.
    pub(super) fn say(&self, event: Event) {
        (self.reply)(event);
    }

    /// Whether the page waits no longer.
    pub(super) fn is_stopped(&self) -> bool {
        self.session.is_stopped()
    }

    /// The session, which reports about every two hundredth part of the planned games, and what it finds out about the plan.
    pub(super) fn with_progress(&self, planned: u64, plan: &Plan) -> Session {
        let (played, reply) = (AtomicU64::new(0), self.reply.clone());
        let step = planned / 200 + 1;
        // The other copies play as many.
        let n_copies = u64::from(self.session.n_copies());
        let (say, plan) = (self.reply.clone(), plan.clone());
        let session = self.session.sharing_threads(self.stop.clone());
        let session = session.on_finding(move |text| {
            // The page says that it is not the end.
            let text = in_words(text.trim_start_matches("So far, "), &plan);
            say(Event::Finding { text });
        });
        session.on_progress(move |games| {
            let games = games * n_copies;
            let before = played.fetch_add(games, Ordering::Relaxed);
            if before / step != (before + games) / step {
                reply(Event::Progress { played: before + games, planned });
            }
        })
    }
}

/// Everything that answers.
pub(super) struct Workbench {
    pub(super) places: Places,
    begin: Begin,
    /// What tells this studio from earlier ones of the same folder.
    run: String,
    /// Each job has as many threads as this session.
    session: Session,
    /// What is known of the last runs, the oldest first.
    remembered: Mutex<VecDeque<(String, Arc<Played>)>>,
}

/// Number of runs that are remembered.
const REMEMBERED: usize = 16;
/// The longest value of a setting in a request.
const LONGEST_VALUE: usize = 10_000;

impl Version {
    /// The settings that differ from the config.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let mut all = self.base.clone();
        all.retain(|(key, _)| !self.set.iter().any(|(other, _)| other == key));
        all.extend(self.set.iter().cloned());
        all
    }

    /// Settings as `--set` takes them.
    pub(super) fn sets(settings: &[(String, String)]) -> Vec<String> {
        settings.iter().map(|(key, value)| format!("{key}={value}")).collect()
    }

    /// A command that judges the targets of the version.
    pub(super) fn judging(&self, command: &str) -> Vec<String> {
        let set = targets::sets(self).into_iter().flat_map(|set| ["--set".into(), set]);
        self.command(command).into_iter().chain(set).collect()
    }

    /// A command on the version.
    pub(super) fn command(&self, command: &str) -> Vec<String> {
        let mut words = vec![command.to_owned()];
        words.extend(self.arguments(&self.all()));
        words
    }

    /// A search that changes these keys.
    pub(super) fn searching(words: Vec<String>, keys: &[String]) -> Vec<String> {
        words.into_iter().chain(keys.iter().flat_map(|key| ["--keys".into(), key.clone()])).collect()
    }

    /// The arguments of a command that plays these settings.
    pub(super) fn arguments(&self, settings: &[(String, String)]) -> Vec<String> {
        let mut words = vec![self.config.clone()];
        words.extend(Self::sets(settings).into_iter().flat_map(|set| ["--set".into(), set]));
        let options = [
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--bots", Some(self.bots.join(",")).filter(|bots| !bots.is_empty())),
        ];
        for (option, value) in options {
            words.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
        }
        words
    }
}

impl Workbench {
    pub(super) fn new(places: Places, begin: Begin, session: Session) -> Self {
        // A number that is random enough: nobody gains by guessing it.
        let run = format!("{:x}", RandomState::new().hash_one(()));
        Self { places, begin, run, session, remembered: Mutex::default() }
    }

    /// Answers a question until `stop` is set. A job has threads of its own: the system shares the time among the pages, and
    /// no job waits for the games of another page.
    pub(super) fn answer(&self, request: &Request, stop: Arc<AtomicBool>, reply: Reply) {
        let session = match request.is_job() {
            true => self.session.with_own_threads(stop.clone()),
            false => Ok(self.session.sharing_threads(stop.clone())),
        };
        let session = match session {
            Ok(session) => session,
            Err(error) => return reply(fault(format!("The system cannot start threads ({error})."))),
        };
        let job = Job { session, stop, reply };
        if let Err(errors) = self.try_answer(request, &job) {
            job.say(refused(&errors));
        }
    }

    fn try_answer(&self, request: &Request, job: &Job) -> Result<(), ConfigErrors> {
        match request {
            Request::Start {} => job.say(self.start()),
            Request::Open { version } => job.say(Event::Opened(Box::new(self.open(version)?))),
            Request::Restore { config, opened } => {
                self.places.restore(config, opened)?;
                job.say(Event::Restored {});
            }
            Request::Answer { version, games } => answer(self, version, *games, job),
            Request::Judge { version } => judge(self, version, job),
            Request::Curve { version, key, figure } => self.curve(version, key, figure, job)?,
            Request::Exploit { version } => self.exploit(version, job)?,
            Request::Card { version, card } => self.card(version, card, job)?,
            Request::Story { version, game, wanted } => self.story(version, *game, wanted.as_deref(), job)?,
            Request::Tune { version, vary } => self.tune(version, vary, job)?,
            Request::Sensitivity { version, vary } => self.sensitivity(version, vary, job)?,
            Request::Panel { version, games } => self.panel(version, LAST.min(*games), job)?,
            Request::Paste { version, text } => {
                job.say(settings_of_pasted(&self.plan(version, version.all())?, text)?);
            }
            Request::Columns { version, file } => job.say(self.columns(version, file)?),
            Request::Cards { version, file } => job.say(self.cards_of(version, file)?),
            Request::Playtest { version, file } => self.playtest(version, file, job)?,
            Request::Save { version, name, receipt } => {
                job.say(self.save(version, name, receipt.as_deref())?);
            }
            Request::Write { version, name, text, receipt, saves } => {
                let page = Holder { receipt: receipt.as_deref(), ..holder(version) };
                job.say(self.write(name, text, page, *saves)?);
            }
            Request::Download { version, games, format } => download(self, version, *games, format, job)?,
            Request::Stop {} => {}
            Request::Watch { config } => job.say(self.watch(config)),
            Request::Play { version, seat, game, moves, hint } => {
                let plan = self.plan(version, version.all())?;
                let seated = Seated { seat: *seat, game_idx: *game, moves, wants_hint: *hint };
                job.say(Event::Table(Box::new(sit(&plan, seated)?)));
            }
        }
        Ok(())
    }

    fn start(&self) -> Event {
        let games = self.places.catalogue.iter();
        Event::Started {
            version: env!("CARGO_PKG_VERSION"),
            run: self.run.clone(),
            begin: self.begin.clone(),
            games: games.map(|game| GameRow { id: game.id, title: game.title }).collect(),
            formats: formats().map(|format| FormatRow { name: format.name, help: format.help }).collect(),
            files: self
                .places
                .files()
                .into_iter()
                .map(|file| match file.game {
                    Ok(game) => FileRow { path: file.path, game, fault: None },
                    Err(fault) => FileRow { path: file.path, game: "", fault: Some(fault) },
                })
                .collect(),
        }
    }

    /// The options of a version with these settings.
    ///
    /// # Errors
    /// The config or a bot lies outside of the folder, or a key is not that of a setting.
    pub(super) fn plan_options(
        &self,
        version: &Version,
        settings: &[(String, String)],
        games: Option<u64>,
    ) -> Result<PlanOptions, ConfigErrors> {
        self.places.config(&version.config)?;
        let mut errors =
            self.places.bots(&version.bots).err().map_or_else(Vec::new, |ConfigErrors(errors)| errors);
        let is_refused =
            |key: &str, value: &str| !is_setting(key) || key.contains('=') || value.len() > LONGEST_VALUE;
        let refused = settings.iter().filter(|(key, value)| is_refused(key, value));
        errors
            .extend(refused.map(|(key, _)| config_error("--set", key, "no setting", "the key of a setting")));
        errors.extend(targets::refused(&self.places, version, LONGEST_VALUE));
        if !errors.is_empty() {
            return Err(ConfigErrors(errors));
        }
        Ok(PlanOptions {
            content: self.places.opened(&version.config, version.file.as_deref())?,
            games,
            seed: version.seed,
            bots: version.bots.clone(),
            set: Version::sets(settings).into_iter().chain(targets::sets(version)).collect(),
            ..PlanOptions::of(&self.places.catalogue)
        })
    }

    /// The plan of a version with these settings.
    ///
    /// # Errors
    /// All errors of the config and the settings.
    pub(super) fn plan(
        &self,
        version: &Version,
        settings: impl AsRef<[(String, String)]>,
    ) -> Result<Plan, ConfigErrors> {
        let settings = settings.as_ref();
        match self.plan_options(version, settings, None) {
            Ok(options) => Plan::new(&version.config, &options),
            // All errors at once, also those of the settings.
            Err(ConfigErrors(mut errors)) if !version.bots.is_empty() => {
                let others = self.plan(&Version { bots: Vec::new(), ..version.clone() }, settings).err();
                errors.extend(others.into_iter().flat_map(|ConfigErrors(errors)| errors));
                Err(ConfigErrors(errors))
            }
            Err(errors) => Err(errors),
        }
    }

    /// The comparison of a version with its baseline.
    ///
    /// # Errors
    /// All errors of both.
    pub(super) fn compare(
        &self,
        version: &Version,
        games: u64,
        options: &compare::Options,
    ) -> Result<Compare, ConfigErrors> {
        let plan_options = self.plan_options(version, &version.base, Some(games))?;
        Compare::new(&version.config, &plan_options, options)
    }

    /// What is known of a run that was played before.
    pub(super) fn remembered(&self, key: &str) -> Option<Arc<Played>> {
        let remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.iter().find(|(known, _)| known == key).map(|(_, played)| played.clone())
    }

    pub(super) fn remember(&self, key: String, played: Arc<Played>) {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.push_back((key, played));
        while remembered.len() > REMEMBERED {
            remembered.pop_front();
        }
    }

    fn open(&self, version: &Version) -> Result<Opened, ConfigErrors> {
        let (plan, file, fault) = self.read(version)?;
        let game = plan.game();
        Ok(Opened {
            title: game.title,
            game: game.id,
            is_file: self.places.catalogue.find(&version.config).is_none(),
            content: file.as_deref().and_then(|file| self.places.sealed(&version.config, file)),
            file,
            checksum: self.places.checksum(&version.config),
            settings: controls(&plan),
            lineup: plan.bots.iter().map(|bot| bot.name.clone()).collect(),
            bots: bots::known(game),
            default_bot: plan.lineup().join(","),
            players: plan.players() as u64,
            seats: (0..plan.players()).map(|seat| seat_name(seat, plan.rules().schema())).collect(),
            teams: teams(&plan),
            can_choose_players: plan.value("setup.players").is_some(),
            seed: plan.seed,
            targets: targets::rows(&plan),
            figures: targets::figures(&plan),
            has_lead: plan.rules().schema().lead.is_some(),
            fault,
        })
    }

    /// The plan of a config as the page opened it, or as it is on disk, with the checksum of the file. If that is not valid,
    /// the plan of the content that was opened last. With the errors of the file on disk, if it is not the opened one.
    fn read(&self, version: &Version) -> Result<(Plan, Option<String>, Option<String>), ConfigErrors> {
        if version.file.is_some() {
            let is_changed = self.places.checksum(&version.config) != version.file;
            let fault = if is_changed { self.fault(&version.config) } else { None };
            return Ok((self.plan(version, version.all())?, version.file.clone(), fault));
        }
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let plan = |content: &Arc<Effective>| Plan::of_config((**content).clone(), &plan_options);
        let now = match self.places.read(&version.config) {
            Some(file) => file.and_then(|file| Ok((plan(&file.content)?, Some(file)))),
            None => {
                let now = self.places.now(&version.config);
                now.and_then(|()| Ok((Plan::new(&version.config, &plan_options)?, None)))
            }
        };
        match (now, self.places.latest(&version.config)) {
            (Ok((plan, file)), _) => {
                let checksum = file.as_ref().map(|file| file.checksum.clone());
                if let Some(file) = file {
                    self.places.remember(&version.config, file);
                }
                Ok((plan, checksum, None))
            }
            (Err(errors), Some(known)) => {
                Ok((plan(&known.content)?, Some(known.checksum), Some(errors.to_string())))
            }
            (Err(errors), None) => Err(errors),
        }
    }

    fn watch(&self, config: &str) -> Event {
        Event::Alive { checksum: self.places.checksum(config), fault: self.fault(config) }
    }

    /// The errors of a config file as it is on disk; `None` if it is gone.
    fn fault(&self, config: &str) -> Option<String> {
        let plan = |file: Known| Plan::of_config((*file.content).clone(), &PlanOptions::default());
        self.places.read(config)?.and_then(plan).err().map(|errors| errors.to_string())
    }

    /// The version as house rules. Comments and order of the config are kept.
    pub(super) fn toml(&self, version: &Version) -> Result<String, ConfigErrors> {
        let plan_options = self.plan_options(version, &version.all(), None)?;
        let plan = Plan::new(&version.config, &plan_options)?;
        let house = plan_options.read(&version.config)?.house;
        let broken = |error: String| ConfigErrors(vec![config_error(&version.config, "", error, "a config")]);
        tune::edited(house, &version.config, &plan_options, &plan).map_err(broken)
    }

    fn save(&self, version: &Version, name: &str, receipt: Option<&str>) -> Result<Event, ConfigErrors> {
        let page = Holder { receipt, ..holder(version) };
        Ok(self.saved(name, &self.toml(version)?, page))
    }

    fn saved(&self, name: &str, text: &str, page: Holder<'_>) -> Event {
        match self.places.save(name, text, page) {
            Ok(Saved { path, receipt }) => Event::Saved { path, receipt },
            Err(error) => fault(error),
        }
    }

    /// Checks the text of a config, and saves it if that is wanted.
    fn write(&self, name: &str, text: &str, page: Holder<'_>, saves: bool) -> Result<Event, ConfigErrors> {
        let content = self.places.content(text.to_owned(), name)?;
        Plan::of_config((*content).clone(), &PlanOptions::of(&self.places.catalogue))?;
        Ok(if saves { self.saved(name, text, page) } else { Event::Checked {} })
    }
}

/// What the page of a version knows of its file.
fn holder(version: &Version) -> Holder<'_> {
    Holder { config: &version.config, file: version.file.as_deref(), receipt: None }
}

/// The team of each seat; empty without teams. Members of different teams sit alternately.
fn teams(plan: &Plan) -> Vec<usize> {
    let n_teams = n_teams(plan.rules().schema());
    n_teams.map_or_else(Vec::new, |n_teams| (0..plan.players()).map(|seat| seat % n_teams).collect())
}

#[cfg(test)]
mod tests {
    use super::super::secret::Secret;
    use super::*;

    /// Also before its first game: each search answers with what it has found.
    #[test]
    fn a_stopped_search_has_an_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = "game = \"knife-fight\"\n[targets]\n\"metrics/length-mean\" = { min = 4, max = 5 }\n";
        std::fs::write(folder.path().join("own.toml"), rules).expect("a file");
        let config = folder.path().join("own.toml").display().to_string();
        let secret = Secret::random().expect("random numbers");
        let places = Places::new(folder.path(), Some(config.clone()), secret).expect("a folder");
        let bench = Workbench::new(places, Begin::default(), Session::new(Some(1)).expect("a session"));
        let version = Version { config, ..Version::default() };
        let (card, games) = ("ten".to_owned(), 300);
        for request in [
            Request::Card { version: version.clone(), card },
            Request::Judge { version: version.clone() },
            Request::Panel { version: version.clone(), games },
            Request::Sensitivity { version: version.clone(), vary: Vec::new() },
            Request::Tune { version, vary: Vec::new() },
        ] {
            let said = Arc::<Mutex<Vec<Event>>>::default();
            let reply = {
                let said = said.clone();
                Arc::new(move |event| said.lock().unwrap_or_else(PoisonError::into_inner).push(event))
            };
            bench.answer(&request, Arc::new(AtomicBool::new(true)), reply);
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            let is_file = |event: &Event| matches!(event, Event::File { .. } | Event::Offers { .. });
            let is_answer = match &said[..] {
                [Event::Text { is_partial, .. } | Event::Verdict { is_partial, .. }, files @ ..] => {
                    *is_partial && !files.is_empty() && files.iter().all(is_file)
                }
                _ => false,
            };
            assert!(is_answer, "{request:?}: {said:?}");
        }
    }
}
