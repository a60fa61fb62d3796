//! The answers: what is played for each question, in this order, until the session is stopped.

use super::super::compare::Compared;
use super::super::run::{RunResult, results};
use super::super::tune::{FoundChanges, SmallerChange, Tuned};
use super::super::{Experiment, ExperimentResult, Session};
use super::findings::{
    After, Aim, Effect, Estimated, Finding, Rates, cards, change, changed, curve, no_card, no_change,
    or_change, rates, round_percent, smaller, then,
};
use super::length::{self, length};
use super::numbers::{self, not_advised};
use super::{Advice, Advise, Kept, OWN, Run, Wanted, group, is_same, kept, search};
use crate::config::PlanOptions;
use crate::config::plan::MOST_GAMES;
use crate::model::words::listed;
use crate::report::impact::CardWorth;
use crate::report::result_file::SettingChange;
use crate::report::{self, FigureId, Table, answer, win_rates};
use crate::stats::tally::Tally;
use crate::stats::verdict::Verdict;

/// How many times the games are played if nobody can be judged.
const MORE: u64 = 4;

/// The questions in the order of their answers.
pub(super) const QUESTIONS: [(&str, &str); 4] = [
    ("who", "who is too strong"),
    ("length", "how long a game lasts"),
    ("card", "which cards are worth most and least"),
    ("change", "which numbers to change"),
];

impl Advice<'_> {
    /// Answers the questions after the first, until the session is stopped.
    pub(super) fn answer(&mut self, played: &RunResult<'_>, session: &Session) {
        let Advise { printed, .. } = self.advise;
        let advise = self.advise;
        session.found(&self.findings[0].sentence);
        let of_printed =
            printed.as_ref().filter(|_| self.interrupted.is_none()).map(|printed| printed.play(session));
        let is_stopped = of_printed.as_ref().is_some_and(|printed| !printed.extent().is_complete());
        let of_printed =
            of_printed.map(|printed| printed.tables().into_iter().cloned().collect::<Vec<Table>>());
        let endings = answer::endings(&played.results());
        let length = advise.length(&self.tables, of_printed.as_deref().filter(|_| !is_stopped), endings);
        if self.interrupted.is_some() || is_stopped {
            self.interrupted = self.interrupted.or(Some("length"));
            self.findings.extend(length);
            return;
        }
        let impacts = advise.impact.play(session);
        let mut worths: &[CardWorth] = &[];
        if impacts.extent().is_complete() {
            let card = cards(&impacts.rows, &advise.command("impact", &[]));
            let card = card.or_else(|| advise.impact.no_card().map(no_card));
            card.iter().for_each(|card| session.found(&card.sentence));
            self.findings.extend(card);
            self.tables.extend(impacts.tables().into_iter().cloned());
            worths = &impacts.rows;
        } else {
            self.interrupted = Some("card");
        }
        self.findings.extend(length);
        if self.interrupted.is_some() {
            return;
        }
        if advise.has_targets || self.findings[0].is_uneven() {
            self.search(played, worths, session);
        } else {
            self.findings.push(advise.no_change(&self.findings[0]));
        }
    }

    /// Searches for proposals. Changes the numbers of whoever is too strong or too weak first; if no change passes, all
    /// numbers.
    fn search(&mut self, played: &RunResult<'_>, worths: &[CardWorth], session: &Session) {
        let advise = self.advise;
        let Advise { run, options, config, plan_options, aims, games, has_targets, .. } = advise;
        // Only who plays can be too strong.
        let scores = advise.rates(&played.tally, played.extent().is_fixed).scores();
        let kept = kept(&self.tables, &options.allow);
        let own = advise.own(&self.findings[0], worths);
        let all = Wanted { kept: &kept, ..Wanted::all(&scores, *games) };
        let is_known = *has_targets || is_same(&scores, aims) && kept.is_empty();
        let own = (!own.is_empty()).then(|| Wanted { own: &own, times: OWN, ..all });
        let mut best: Option<Found> = None;
        for wanted in own.into_iter().chain([all]) {
            let is_validated = is_known && wanted.own.is_empty();
            let other = (!is_validated)
                .then(|| search(config, plan_options, options, &run.plan, &wanted).ok())
                .flatten();
            let tune = match &other {
                Some(tune) => tune,
                None if wanted.own.is_empty() => &advise.tune,
                None => continue,
            };
            let tuned = tune.play_watched(session, &mut |closest| {
                if !closest.changes.is_empty() {
                    session.found(&format!("Closest so far: {}.", changed(&closest.changes)));
                }
            });
            let found = Found::of(&tuned, &kept);
            let smaller = best.as_mut().and_then(|best| best.without.take());
            if best.as_ref().is_none_or(|best| best.verdict() < found.verdict()) {
                best = Some(found);
            }
            if let (Some(best), Some(smaller)) = (&mut best, smaller) {
                best.without = Some(smaller);
            }
            if !tuned.extent().is_complete() {
                self.interrupted = Some("change");
            }
            if self.interrupted.is_some()
                || best.as_ref().is_some_and(|best| best.verdict() == Some(Verdict::Pass))
            {
                break;
            }
        }
        let Some(found) = best else { return };
        let is_complete = self.interrupted.is_none();
        let aim = Aim { is_own: *has_targets, within: options.within, kept: &kept };
        for (nth, proposal) in found.proposals.iter().enumerate() {
            let commands = advise.commands(&proposal.changes);
            let after = advise.after(proposal, &found.aims, &self.tables);
            let shown = advise.shown(&found.aims, &self.findings[0]);
            let order = run.simulation.schema().seat_order;
            let then = then(&shown, &after, order);
            let mut finding = match nth {
                0 => change(proposal, &aim, &then, is_complete, order, commands),
                _ => or_change(proposal, &then, commands),
            };
            if let Some(price) = advise.price(proposal, &after, session) {
                finding.sentence += &format!(" {price}");
            }
            if let Some(retrained) = &proposal.retrained {
                finding.sentence += &format!(" {}", retrained.sentence);
            }
            session.found(&finding.sentence);
            if nth == 0 {
                finding.details = not_advised(&found.left_out);
                finding.grid = curve(proposal, &found.aims, &shown, &after, order);
            }
            self.findings.push(finding);
        }
        if let Some(change) = found.without.filter(|change| !change.missed.is_empty()) {
            let order = run.simulation.schema().seat_order;
            self.findings.push(smaller(&change, order, advise.commands(&change.changes)));
        }
        self.changed = found.file;
    }

    /// What was being answered when the advice was interrupted, and what is not answered.
    pub(super) fn missing(&self) -> Option<String> {
        let interrupted = self.interrupted?;
        let words = |question: &str| {
            QUESTIONS.iter().find(|(known, _)| *known == question).map_or("", |(_, words)| words)
        };
        let open: Vec<&str> = QUESTIONS
            .iter()
            .skip_while(|(known, _)| *known != interrupted)
            .skip(1)
            // The games about who is too strong also say how long they last.
            .filter(|(known, _)| *known != "length" || self.findings.len() < 2)
            .map(|(_, words)| *words)
            .collect();
        let others = match open.is_empty() {
            true => String::new(),
            false => format!(" Not answered: {}.", listed(open)),
        };
        Some(format!("Interrupted while finding out {}.{others}", words(interrupted)))
    }
}

impl Advise {
    /// Who wins, with intervals that hold together.
    pub(super) fn rates(&self, tally: &Tally, fixed: bool) -> Rates {
        let Run { plan, simulation, .. } = &self.run;
        let rates = |level| {
            let results = results(plan, &**simulation, tally, level, fixed);
            rates(&win_rates::rows(&results), group(plan), simulation.schema().seat_order)
        };
        let n_rates = rates(self.options.level).n_rates();
        rates(self.options.level.shared_by(n_rates))
    }

    /// Who is too strong.
    pub(super) fn who(&self, rates: &Rates) -> Finding {
        let command = |games: Option<u64>| {
            let games = games.map(|games| games.min(MOST_GAMES)).or(self.plan_options.games);
            self.command_with(&PlanOptions { games, ..self.plan_options.clone() }, "run", &[])
        };
        rates.finding(self.options.within, self.run.plan.games, command)
    }

    /// How long a game lasts, against the printed rules, and how it ends.
    fn length(&self, tables: &[Table], printed: Option<&[Table]>, endings: String) -> Option<Finding> {
        let Run { plan, simulation, .. } = &self.run;
        let wanted = length::Wanted {
            printed,
            is_printed: plan.used().changes.iter().all(SettingChange::is_choice),
            targets: plan.targets(),
            order: simulation.schema().seat_order,
            endings,
        };
        length(tables, &wanted, |id| self.command("sensitivity", &["--show", &id.to_string()]))
    }

    /// The keys to try first: the numbers of players who are too strong or too weak, or else of the cards that may be worth
    /// most or least. None if the settings to change are given, or if nobody is too strong or too weak.
    fn own(&self, who: &Finding, worths: &[CardWorth]) -> Vec<String> {
        if !self.options.keys.is_empty() || !who.is_uneven() {
            return Vec::new();
        }
        let of = |ids: &mut dyn Iterator<Item = &str>| -> Vec<String> {
            let numbers = ids.flat_map(|id| numbers::of(&self.run.plan, id));
            numbers.map(|number| number.key).collect()
        };
        let own = of(&mut who.culprits().map(|fact| fact.subject.as_str()));
        if !own.is_empty() {
            return own;
        }
        let is_extreme = |row: &&CardWorth| row.place.may_be_strongest() || row.place.may_be_weakest();
        of(&mut worths.iter().filter(is_extreme).map(|row| row.card.as_str()))
    }

    /// Nothing to change: nobody is clearly too strong or too weak.
    fn no_change(&self, who: &Finding) -> Finding {
        let Self { run, options, plan_options, .. } = self;
        let games = run.plan.games.saturating_mul(MORE).min(MOST_GAMES);
        let more = PlanOptions { games: Some(games), ..plan_options.clone() };
        let within = format!("{}pp", round_percent(options.within));
        let own = ["--within", within.as_str()].into_iter();
        let own: Vec<&str> =
            own.chain(options.keys.iter().flat_map(|key| ["--keys", key.as_str()])).collect();
        no_change(who, options.within, self.command_with(&more, "advise", &own))
    }

    /// The commands that show more about these changes.
    fn commands(&self, changes: &[[String; 3]]) -> Vec<String> {
        let sets = sets_of(changes);
        let pairs: Vec<&str> = sets.iter().flat_map(|set| ["--set-b", set]).collect();
        match (self.has_targets, pairs.is_empty()) {
            (true, true) => vec![self.command("check", &[])],
            (true, false) => {
                let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
                vec![self.command("compare", &pairs), self.command("check", &sets)]
            }
            (false, true) => vec![self.command("run", &[])],
            (false, false) => vec![self.command("compare", &pairs)],
        }
    }

    /// What else a proposal changes, in a sentence.
    fn price(&self, found: &FoundChanges, after: &After, session: &Session) -> Option<String> {
        let value = |id: &FigureId| Some(after.get(id)?.with.value);
        Compared::price(&self.run.plan, &sets_of(&found.changes), session, value)
    }

    /// The figures of a proposal: on held-out games if it was verified. Otherwise the difference that it makes in the search,
    /// added to the figure of the run: every figure has one value in the whole answer.
    fn after(&self, found: &FoundChanges, aims: &[FigureId], tables: &[Table]) -> After {
        let mut after = After::new();
        for (nth, id) in aims.iter().enumerate() {
            let of_run = report::figure(tables, id).and_then(|figure| figure.value);
            let searched = found.searched.as_ref().and_then(|of| Some([*of[0].get(nth)?, *of[1].get(nth)?]));
            let Some((now, [before, with])) = of_run.zip(searched) else { continue };
            let held_out = found.figures.iter().find(|(known, ..)| known == id);
            let with = match held_out.and_then(|(_, cell, _, interval, _)| Some((cell.number()?, *interval)))
            {
                Some((value, interval)) => Estimated { value, interval },
                None => Estimated { value: now + with - before, interval: None },
            };
            after.entry(id.clone()).or_insert(Effect { now, before, with });
        }
        after
    }

    /// The scores of players who are too strong or too weak, or else the first ones that the search aims at, and the length.
    fn shown(&self, aims: &[FigureId], who: &Finding) -> Vec<FigureId> {
        let mut shown: Vec<FigureId> =
            who.culprits().filter_map(|fact| fact.figure.clone()).take(MOST_SCORES).collect();
        if shown.is_empty() {
            shown.extend(aims.iter().take(MOST_SCORES).cloned());
        }
        let length = FigureId::mean_length();
        if !shown.contains(&length) {
            shown.push(length);
        }
        shown
    }
}

/// The changes as `--set` takes them.
fn sets_of(changes: &[[String; 3]]) -> Vec<String> {
    changes.iter().map(|[key, _, new]| format!("{key}={new}")).collect()
}

/// Maximum number of scores beside the values of a number.
const MOST_SCORES: usize = 2;

/// What a search found.
struct Found {
    proposals: Vec<FoundChanges>,
    aims: Vec<FigureId>,
    /// A smaller change that does not keep what a proposal keeps, and the figures that it does not keep.
    without: Option<SmallerChange>,
    left_out: Vec<String>,
    file: Option<(&'static str, String)>,
}

impl Found {
    fn of(tuned: &Tuned<'_>, kept: &[Kept]) -> Self {
        let proposals = tuned.proposals();
        let fewer =
            proposals.first().filter(|found| found.verdict.is_some_and(|verdict| verdict > Verdict::Fail));
        let than = fewer.map_or(usize::MAX, |found| found.changes.len());
        let kept: Vec<&FigureId> = kept.iter().map(|kept| &kept.id).collect();
        Self {
            without: tuned.without(than, &kept),
            proposals,
            aims: tuned.aims().into_iter().cloned().collect(),
            left_out: tuned.left_out().to_vec(),
            file: tuned.config(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.proposals.first().and_then(|found| found.verdict)
    }
}
