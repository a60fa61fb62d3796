//! The answers: what is played for each question, in this order, until the session is stopped.

use super::super::run::{RunResult, results};
use super::super::tune::Tuned;
use super::super::{Experiment, ExperimentResult, Session};
use super::findings::{
    Finding, Rates, cards, change, listed_sentences, no_card, no_change, price, rates, round_percent,
};
use super::length::{Length, Wanted, is_too_long, length};
use super::numbers::{self, card_numbers, length_step, not_advised};
use super::{Advice, Advise, Kept, Run, group, is_same, kept, search};
use crate::config::PlanOptions;
use crate::config::plan::MOST_GAMES;
use crate::model::words::listed;
use crate::report::impact::CardWorth;
use crate::report::{Table, win_rates};
use crate::stats::tally::Tally;

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
        let Advise { run, printed, options, config, plan_options, aims, .. } = self.advise;
        let advise = self.advise;
        let of_printed =
            printed.as_ref().filter(|_| self.interrupted.is_none()).map(|printed| printed.play(session));
        let is_stopped = of_printed.as_ref().is_some_and(|printed| !printed.extent().is_complete());
        let of_printed =
            of_printed.map(|printed| printed.tables().into_iter().cloned().collect::<Vec<Table>>());
        let length = advise.length(&self.tables, of_printed.as_deref().filter(|_| !is_stopped));
        if self.interrupted.is_some() || is_stopped {
            self.interrupted = self.interrupted.or(Some("length"));
            self.findings.extend(length.map(|length| length.finding));
            return;
        }
        let length = length.map(|length| advise.with_step(length, session));
        if length.as_ref().is_some_and(|(_, is_complete)| !is_complete) {
            self.interrupted = Some("length");
        }
        let length = length.map(|(finding, _)| finding);
        if self.interrupted.is_none() {
            let impacts = advise.impact.play(session);
            match impacts.extent().is_complete() {
                true => {
                    let card = advise.card(&impacts.rows);
                    self.findings.extend(card.or_else(|| advise.impact.no_card().map(no_card)));
                    self.tables.extend(impacts.tables().into_iter().cloned());
                }
                false => self.interrupted = Some("card"),
            }
        }
        self.findings.extend(length);
        if self.interrupted.is_some() {
            return;
        }
        if advise.has_targets || self.findings[0].is_uneven() {
            // Only who plays can be too strong.
            let scores = advise.rates(&played.tally, played.extent().is_fixed).scores();
            let kept = kept(&self.tables, &options.allow);
            let is_known = is_same(&scores, aims) && kept.is_empty();
            let is_other = !advise.has_targets && !is_known;
            let other =
                is_other.then(|| search(config, plan_options, options, &run.plan, &scores, &kept).ok());
            let tune = other.as_ref().and_then(Option::as_ref).unwrap_or(&advise.tune);
            let tuned = tune.play(session);
            self.interrupted = (!tuned.extent().is_complete()).then_some("change");
            self.changed = tuned.config();
            self.findings.extend(advise.change(&tuned, &kept));
        } else {
            self.findings.push(advise.no_change(&self.findings[0]));
        }
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

    /// How long a game lasts, against the printed rules.
    fn length(&self, tables: &[Table], printed: Option<&[Table]>) -> Option<Length> {
        let Run { plan, simulation, .. } = &self.run;
        let wanted = Wanted {
            printed,
            is_printed: plan.used().changes.is_empty(),
            targets: plan.targets(),
            order: simulation.schema().seat_order,
        };
        length(tables, &wanted, |id| self.command("sensitivity", &["--show", &id.to_string()]))
    }

    /// The length with the number that changes it most, and whether all its games were played.
    fn with_step(&self, length: Length, session: &Session) -> (Finding, bool) {
        let Length { mut finding, unit, is_capped } = length;
        let Some(steps) = self.steps.as_ref().filter(|_| !is_capped) else { return (finding, true) };
        let result = steps.play(session);
        let is_complete = result.extent().is_complete();
        if is_complete {
            let (sentence, fact) = length_step(&result.rows, &unit, is_too_long(&finding));
            finding.details += &(sentence + &not_advised(&self.left_out));
            finding.facts.extend(fact);
        }
        (finding, is_complete)
    }

    /// The strongest and the weakest card, and the numbers of these cards.
    fn card(&self, impact: &[CardWorth]) -> Option<Finding> {
        cards(impact, &self.command("impact", &[]), |card| {
            let numbers = numbers::of_card(&self.run.plan, card);
            let keys = numbers::patterns(&self.run.plan, &numbers);
            let show = format!("impact/{card}/all");
            let keys: Vec<&str> = keys.iter().flat_map(|key| ["--keys", key]).collect();
            let command = self.command("sensitivity", &[&["--show", &show], &keys[..]].concat());
            Some((card_numbers(&numbers)?, command))
        })
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
        let commands = [self.command("run", &[]), self.command_with(&more, "advise", &own)];
        no_change(who, options.within, commands)
    }

    /// What the search found.
    fn change(&self, tuned: &Tuned<'_>, kept: &[Kept]) -> Option<Finding> {
        let is_own = self.has_targets;
        let found = tuned.found_changes()?;
        let sets: Vec<String> = found.changes.iter().map(|[key, _, new]| format!("{key}={new}")).collect();
        let pairs: Vec<&str> = sets.iter().flat_map(|set| ["--set-b", set]).collect();
        let commands = match (is_own, pairs.is_empty()) {
            (true, true) => vec![self.command("check", &[])],
            (true, false) => {
                let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
                vec![self.command("compare", &pairs), self.command("check", &sets)]
            }
            (false, true) => vec![self.command("run", &[])],
            (false, false) => vec![self.command("compare", &pairs)],
        };
        let is_complete = tuned.extent().is_complete();
        let mut finding = change(&found, kept, is_own, is_complete, self.options.within, commands);
        let price = price(&found, kept, &self.run.plan);
        finding.details = listed_sentences([price, not_advised(tuned.left_out()).trim_start().to_owned()]);
        Some(finding)
    }
}
