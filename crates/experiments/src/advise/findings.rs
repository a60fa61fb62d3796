//! The findings of an advice: one sentence for each question, and the figures behind it.

use super::super::tune::{FoundChanges, SmallerChange};
use super::Kept;
use crate::config::Plan;
use crate::config::plan::MOST_GAMES;
use crate::model::SeatOrder;
use crate::model::words::listed;
use crate::report::advise::AdviceFigure;
use crate::report::claim::{Claim, Says, texts};
use crate::report::impact::{CardWorth, Place};
use crate::report::plain::{self, capitalized};
use crate::report::show::{Grid, grouped};
use crate::report::table::fixed;
use crate::report::win_rates::WinRate;
use crate::report::{self, Cell, FigureId};
use crate::stats::verdict::Verdict;
use crate::stats::{Interval, real};
use std::collections::BTreeMap;

/// The answer to a question.
pub(super) struct Finding {
    /// The question: `who`, `card`, `length` or `change`.
    pub question: &'static str,
    /// The answer, in one sentence.
    pub sentence: String,
    /// What else is known, in sentences; it may be empty.
    pub details: String,
    /// The commands that show more.
    pub commands: Vec<String>,
    /// The figures behind it.
    pub facts: Vec<Fact>,
    /// What a number does, by its values.
    pub grid: Option<Grid>,
}

/// A figure behind an answer.
pub(super) struct Fact {
    /// What it is about: a player, a card, or a setting.
    pub subject: String,
    /// What it means: `too strong`, `strongest`, …
    pub finding: &'static str,
    /// The figure; none for a change of a setting.
    pub figure: Option<FigureId>,
    /// The figure.
    pub value: Cell,
    /// Its interval.
    pub interval: Option<Interval>,
    /// Its unit.
    pub unit: String,
    /// The old and the new value of a setting.
    pub change: Option<[String; 2]>,
    /// What the finding claims of the figure.
    pub says: Vec<Says>,
}

impl Finding {
    /// What the facts of the first finding claim.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let of_fact = |(row, fact): (usize, &Fact)| {
            let claim = move |says: &Says| Claim::new(report::advise::NAME, "value", [row], says.clone());
            fact.says.iter().map(claim).collect::<Vec<_>>()
        };
        self.facts.iter().enumerate().flat_map(of_fact).collect()
    }

    /// Who is clearly too strong, and who is clearly too weak.
    pub(super) fn culprits(&self) -> impl Iterator<Item = &Fact> {
        let of = |wanted: &'static str| self.facts.iter().filter(move |fact| fact.finding == wanted);
        of(STRONG).chain(of(WEAK))
    }

    /// Whether somebody is clearly too strong or too weak.
    pub(super) fn is_uneven(&self) -> bool {
        self.culprits().next().is_some()
    }

    /// The rows of `advise.csv`. `informative` is the number of games that a figure rests on.
    pub(super) fn rows(
        &self,
        proposal: Option<u64>,
        plan: &Plan,
        informative: impl Fn(&FigureId) -> Option<u64>,
    ) -> Vec<AdviceFigure> {
        let row = |fact: &Fact| AdviceFigure {
            game: plan.game.id,
            players: plan.players() as u64,
            question: self.question,
            proposal,
            subject: fact.subject.clone(),
            finding: fact.finding,
            figure: fact.figure.as_ref().map_or_else(String::new, FigureId::to_string),
            value: fact.value.clone(),
            ends: fact.interval.map_or([Cell::Empty, Cell::Empty], |Interval { low, high }| {
                [low, high].map(|end| fact.value.like(Some(end)))
            }),
            informative: fact.figure.as_ref().and_then(&informative),
            unit: fact.unit.clone(),
            change: fact.change.clone().unwrap_or_default(),
        };
        self.facts.iter().map(row).collect()
    }
}

/// The score of one of the players, with an interval that holds together with the others.
struct Rate {
    key: String,
    id: FigureId,
    score: f64,
    interval: Option<Interval>,
}

/// The scores of the players of a group.
pub(super) struct Rates {
    group: &'static str,
    order: SeatOrder,
    rates: Vec<Rate>,
    /// The mean score.
    even: f64,
}

/// The most players that a sentence names on each side.
const NAMED: usize = 3;

/// `56.5 % (56.4 to 56.6)`.
fn scored(rate: &Rate) -> String {
    let ends = rate.interval.map(|ends| format!(" ({})", ends_of(ends, percent)));
    format!("{} %{}", percent(rate.score), ends.unwrap_or_default())
}

/// More than this many times the games are not proposed.
const MOST_TIMES: f64 = 100.0;

/// A number of games, rounded up to two digits.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "far below 2^64")]
fn round_up(games: f64) -> u64 {
    let unit = 10_f64.powf(games.max(1.0).log10().floor() - 1.0).max(1.0);
    ((games / unit).ceil() * unit).min(real(MOST_GAMES)) as u64
}

/// The scores of a group.
pub(super) fn rates(rows: &[WinRate], group: &'static str, order: SeatOrder) -> Rates {
    let (mut all, mut n_all) = (0.0, 0.0);
    let mut rates = Vec::new();
    for row in rows.iter().filter(|row| row.group == group) {
        let (Some(score), games) = (row.score.value, real(row.games)) else { continue };
        (all, n_all) = (all + score * games, n_all + games);
        rates.push(Rate {
            id: FigureId::win_rate(group, &row.key).of_score(true),
            key: row.key.clone(),
            score,
            interval: row.score.interval,
        });
    }
    rates.sort_by(|one, other| other.score.total_cmp(&one.score));
    Rates { group, order, rates, even: if n_all > 0.0 { all / n_all } else { 0.0 } }
}

impl Rates {
    /// How many players there are.
    pub(super) fn n_rates(&self) -> usize {
        self.rates.len().max(1)
    }

    /// Each score, and an even score.
    pub(super) fn scores(&self) -> Vec<(FigureId, f64)> {
        self.rates.iter().map(|rate| (rate.id.clone(), self.even)).collect()
    }

    /// Who is too strong or too weak: whose whole interval is more than `within` from an even score.
    /// `command` plays again with that many games.
    pub(super) fn finding(
        &self,
        within: f64,
        games: u64,
        command: impl Fn(Option<u64>) -> String,
    ) -> Finding {
        let Self { group, rates, even, .. } = self;
        let (weak, strong) = (even - within, even + within);
        let judge = |rate: &Rate| match rate.interval {
            Some(Interval { low, .. }) if low > strong => STRONG,
            Some(Interval { high, .. }) if high < weak => WEAK,
            Some(Interval { low, high }) if low >= weak && high <= strong => EVEN,
            _ => UNDECIDED,
        };
        let judged: Vec<(&Rate, &'static str)> = rates.iter().map(|rate| (rate, judge(rate))).collect();
        let of = |finding: &str| -> Vec<&Rate> {
            judged.iter().filter(|(_, known)| *known == finding).map(|(rate, _)| *rate).collect()
        };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.named(&of(STRONG), STRONG));
        parts.extend(self.named(&of(WEAK).into_iter().rev().collect::<Vec<_>>(), WEAK));
        let even = format!("{} %", round_percent(*even));
        let undecided = of(UNDECIDED);
        let more = self.games_to_judge(&undecided, within, games);
        let open = self.open(&undecided, more);
        let sentence = match parts.as_slice() {
            _ if rates.len() < 2 => "Nobody can be too strong: there is only one player to compare.".into(),
            [] if open.is_empty() => format!(
                "Nobody is too strong: every {group} scores within {} points of an even score, {even}.",
                round_percent(within)
            ),
            [] => "Nobody is clearly too strong or too weak yet.".into(),
            parts => format!("{}.", capitalized(&parts.join("; "))),
        };
        let details = match parts.is_empty() && open.is_empty() {
            true => String::new(),
            false => listed_sentences([format!("An even score is {even}."), open]),
        };
        let facts = judged.iter().map(|(rate, finding)| Fact {
            subject: rate.key.clone(),
            finding,
            figure: Some(rate.id.clone()),
            value: Cell::Share(Some(rate.score)),
            interval: rate.interval,
            unit: "share".into(),
            change: None,
            says: match *finding {
                STRONG => vec![Says::Above(strong)],
                WEAK => vec![Says::Below(weak)],
                EVEN => vec![Says::Above(weak), Says::Below(strong)],
                _ => Vec::new(),
            },
        });
        Finding {
            question: "who",
            sentence,
            details,
            commands: vec![command(more)],
            facts: facts.collect(),
            grid: None,
        }
    }

    /// About how many games judge all of these: an interval narrows with the square root of the games, and must not reach the
    /// nearest edge of the margin. `None` for nobody, or if that would take too many.
    fn games_to_judge(&self, undecided: &[&Rate], within: f64, games: u64) -> Option<u64> {
        let times = |rate: &&Rate| {
            let edges = [self.even - within, self.even + within];
            let distance = edges.map(|edge| (rate.score - edge).abs()).into_iter().fold(1.0, f64::min);
            rate.interval.map_or(1.0, |ends| (ends.half_width() / distance.max(1e-9)).powi(2))
        };
        let most = undecided.iter().map(times).reduce(f64::max).filter(|times| *times <= MOST_TIMES)?;
        Some(round_up(real(games) * most.max(2.0)))
    }

    /// Who cannot be judged yet, with scores, and with how many games they probably can.
    fn open(&self, undecided: &[&Rate], games: Option<u64>) -> String {
        let Some(who) = self.scores_of(undecided) else { return String::new() };
        let next = match games {
            Some(games) => format!("about {} games should settle it", grouped(games)),
            None => "some scores are too near to the limit for any reasonable number of games".into(),
        };
        format!("{} cannot be judged yet: {next}.", capitalized(&who))
    }

    /// `red is too strong, with a score of 56.5 % (56.4 to 56.6)`; `None` for nobody.
    fn named(&self, rates: &[&Rate], finding: &str) -> Option<String> {
        match rates {
            [one] => {
                let name = plain::player(self.group, &one.key, self.order);
                Some(format!("{name} is {finding}, with a score of {}", scored(one)))
            }
            many => Some(format!("{} are {finding}", self.scores_of(many)?)),
        }
    }

    /// `red with 56.5 % (56.4 to 56.6) and black with …`; `None` for nobody.
    fn scores_of(&self, rates: &[&Rate]) -> Option<String> {
        let name = |rate: &Rate| plain::player(self.group, &rate.key, self.order);
        let names = rates.iter().take(NAMED).map(|rate| format!("{} with {}", name(rate), scored(rate)));
        let more = rates.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        (!rates.is_empty()).then(|| listed(names.chain(more)))
    }
}

const STRONG: &str = "too strong";
const WEAK: &str = "too weak";
const EVEN: &str = "even";
const UNDECIDED: &str = "undecided";

/// No card is the strongest or the weakest.
pub(super) fn no_card(sentence: String) -> Finding {
    Finding {
        question: "card",
        sentence,
        details: String::new(),
        commands: Vec::new(),
        facts: Vec::new(),
        grid: None,
    }
}

/// The cards that may be the strongest or the weakest; `None` if no card can be replaced.
pub(super) fn cards(impact: &[CardWorth], command: &str) -> Option<Finding> {
    let mut cards: Vec<(&CardWorth, f64)> = impact
        .iter()
        .filter(|row| row.side == "all")
        .filter_map(|row| Some((row, row.worth()?.delta?)))
        .collect();
    cards.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let facts = cards.iter().filter(|(row, _)| row.place != Place::Between).map(|(row, worth)| Fact {
        subject: row.card.clone(),
        finding: row.place.word(),
        figure: Some(row.address()),
        value: Cell::Share(Some(*worth)),
        interval: row.worth().and_then(|worth| worth.interval),
        unit: "share".into(),
        change: None,
        says: Vec::new(),
    });
    let facts = facts.collect();
    if cards.is_empty() {
        return None;
    }
    let details = match impact.iter().any(|row| row.all_copies().is_some()) {
        true => "Worth: how much more often a card's player wins than in the same games with one copy less.",
        false => "Worth: how much more often a card's player wins than in the same games without it.",
    };
    let sentence = texts(report::impact::answer(impact)).join(" ");
    Some(Finding {
        question: "card",
        sentence,
        details: details.to_owned(),
        commands: vec![command.to_owned()],
        facts,
        grid: None,
    })
}

/// No change, because nobody is clearly too strong or too weak. `more` is the command that plays more games.
pub(super) fn no_change(who: &Finding, within: f64, more: String) -> Finding {
    let is_open = who.facts.iter().any(|fact| fact.finding == UNDECIDED);
    let within = round_percent(within);
    let (sentence, commands) = if is_open {
        let sentence = format!(
            "No change is advised yet: more games can show whether everybody scores within {within} points of even."
        );
        (sentence, vec![more])
    } else {
        (format!("No change is needed: everybody scores within {within} points of even."), Vec::new())
    };
    Finding { question: "change", sentence, details: String::new(), commands, facts: Vec::new(), grid: None }
}

/// What a proposal aims at, and what it keeps.
pub(super) struct Aim<'a> {
    /// Whether these are the targets of the config.
    pub is_own: bool,
    /// How far a score may be from an even share.
    pub within: f64,
    /// What it keeps.
    pub kept: &'a [Kept],
}

impl Aim<'_> {
    fn words(&self) -> String {
        let name = |kept: &Kept| if kept.id == FigureId::mean_length() { "the mean length" } else { "draws" };
        let within = round_percent(self.within);
        match (self.is_own, self.kept.is_empty()) {
            (true, _) => "every target of the config passes".to_owned(),
            (false, true) => format!("everybody scores within {within} points of even"),
            (false, false) => format!(
                "everybody scores within {within} points of even, with {} about as before",
                listed(self.kept.iter().map(name))
            ),
        }
    }
}

/// A proposal is probable from this probability on.
const PROBABLE: f64 = 0.8;

/// What a proposal makes of the figures that it aims at.
pub(super) type After = BTreeMap<FigureId, Effect>;

/// A figure without and with the changes of a proposal.
pub(super) struct Effect {
    /// In the run.
    pub now: f64,
    /// The unchanged config in the search.
    pub before: f64,
    /// With the changes.
    pub with: Estimated,
}

/// A value, and its interval if it has one.
#[derive(Clone, Copy)]
pub(super) struct Estimated {
    pub value: f64,
    pub interval: Option<Interval>,
}

/// The scores that a proposal leads to, in a sentence: `Then TeaBot scores 51.7 % (51.0 to 52.4).`
pub(super) fn then(shown: &[FigureId], after: &After, order: SeatOrder) -> String {
    let score = |id: &FigureId| {
        let FigureId::WinRate { group, key, is_score } = id else { return None };
        let Estimated { value, interval } = after.get(id)?.with;
        let ends = interval.map(|ends| format!(" ({})", ends_of(ends, percent))).unwrap_or_default();
        let verb = if *is_score { "scores" } else { "wins" };
        Some(format!("{} {verb} {} %{ends}", plain::player(group, key, order), percent(value)))
    };
    let mut scores: Vec<String> = shown.iter().filter_map(score).collect();
    // One verb is enough for all.
    for verb in [" scores ", " wins "] {
        let with_verb = scores.iter_mut().filter(|score| score.contains(verb)).skip(1);
        with_verb.for_each(|score| *score = score.replacen(verb, " ", 1));
    }
    if scores.is_empty() { String::new() } else { format!(" Then {}.", listed(scores)) }
}

/// What else to try if no change was found.
const MORE_CHANGES: &str = " `undercard tune --changes 4` searches for more changes at once.";

/// The figures outside their targets on held-out games, in a sentence.
fn missed(found: &FoundChanges, order: SeatOrder) -> String {
    let failed = found.figures.iter().filter(|(.., verdict)| *verdict == Verdict::Fail);
    let names: Vec<String> = failed.map(|(id, ..)| plain::figure(id, order)).collect();
    if names.is_empty() { String::new() } else { format!(" Still outside: {}.", listed(names)) }
}

/// The first proposal, as the search found it; `then` says what it leads to.
pub(super) fn change(
    found: &FoundChanges,
    aim: &Aim<'_>,
    then: &str,
    is_complete: bool,
    order: SeatOrder,
    commands: Vec<String>,
) -> Finding {
    let FoundChanges { changes, verdict, games, probability, retrained, .. } = found;
    let is_for_now = retrained.as_ref().is_some_and(|retrained| retrained.verdict == Verdict::Fail);
    let (aim, texts, games) = (aim.words(), changed(changes), grouped(*games));
    // Figures from the search alone flatter the candidate that was luckiest.
    let then = if verdict.is_none() { "" } else { then };
    let checked = if verdict.is_none() { "was not verified" } else { "failed on held-out games" };
    let sentence = match (verdict, changes.is_empty()) {
        (Some(Verdict::Fail) | None, false) if !is_complete => {
            format!(
                "The search for a change was interrupted. The closest so far changes {texts}; it {checked}.{then}"
            )
        }
        _ if !is_complete => "The search for a change was interrupted.".into(),
        (Some(Verdict::Pass), true) => {
            format!("No change is needed: {aim} in {games} more games, which were not used before.")
        }
        (Some(Verdict::Pass), false) if is_for_now => format!(
            "Not shown to last: change {texts}; then {aim} in {games} games that the search did not use, but only until \
             players adapt.{then}"
        ),
        (Some(Verdict::Pass), false) => {
            format!(
                "Change {texts}; then {aim}, verified in {games} games that the search did not use.{then}"
            )
        }
        (Some(Verdict::Inconclusive), true) => {
            format!("Perhaps no change is needed, but {games} games are too few to say that {aim}.")
        }
        (Some(Verdict::Inconclusive), false) => match probability.filter(|p| *p >= PROBABLE) {
            Some(p) => format!(
                "Probably change {texts}; then {aim} with a probability of {} %, from {games} games that the search did not \
                 use, which are too few to verify it.{then}",
                whole_percent(p)
            ),
            None => format!(
                "Not shown to work; the closest changes {texts}.{then} {games} held-out games are too few to show that \
                 {aim}{}.",
                probability.map(|p| format!("; the chance is {} %", whole_percent(p))).unwrap_or_default()
            ),
        },
        (Some(Verdict::Fail) | None, true) => {
            format!(
                "No change was found with which {aim}; all that were tried are further away.{MORE_CHANGES}"
            )
        }
        (Some(Verdict::Fail) | None, false) => format!(
            "No change was found with which {aim}; the closest changes {texts}, and {checked}.{then}{}{MORE_CHANGES}",
            missed(found, order)
        ),
    };
    Finding {
        question: "change",
        sentence,
        details: String::new(),
        commands,
        facts: facts_of(found),
        grid: None,
    }
}

/// A further proposal that passes.
pub(super) fn or_change(found: &FoundChanges, then: &str, commands: Vec<String>) -> Finding {
    let sentence = format!("Or change {}, also verified.{then}", changed(&found.changes));
    Finding {
        question: "change",
        sentence,
        details: String::new(),
        commands,
        facts: facts_of(found),
        grid: None,
    }
}

/// A smaller change that makes everybody even, but does not keep these figures.
pub(super) fn smaller(
    SmallerChange { changes, missed }: &SmallerChange,
    order: SeatOrder,
    commands: Vec<String>,
) -> Finding {
    let (mut options, mut effects) = (Vec::new(), Vec::new());
    for (id, value) in missed {
        let is_length = *id == FigureId::mean_length();
        options.push(if is_length { "length" } else { "draws" });
        effects.push(match is_length {
            true => format!("games would last {}", fixed(*value, 1)),
            false => format!("{} would be {} %", plain::figure(id, order), percent(*value)),
        });
    }
    let sentence = format!(
        "To change only {} would be enough for the scores, but {} (--allow {}).",
        changed(changes),
        listed(effects),
        options.join(",")
    );
    Finding { question: "change", sentence, details: String::new(), commands, facts: Vec::new(), grid: None }
}

/// A probability in percent; never 100.
fn whole_percent(p: f64) -> String {
    fixed((100.0 * p).floor().min(99.0), 0)
}

/// `the damage of Charge from 6 to 5`.
pub(super) fn changed(changes: &[[String; 3]]) -> String {
    let text = |[key, old, new]: &[String; 3]| format!("the {} from {old} to {new}", plain::setting(key));
    listed(changes.iter().map(text))
}

/// The changes of a proposal, and the figures that it aims at.
fn facts_of(found: &FoundChanges) -> Vec<Fact> {
    let FoundChanges { changes, verdict, figures, .. } = found;
    let finding = verdict.map_or("closest", Verdict::word);
    let changed = changes.iter().map(|[key, old, new]| Fact {
        subject: key.clone(),
        finding,
        figure: None,
        value: Cell::Empty,
        interval: None,
        unit: String::new(),
        change: Some([old.clone(), new.clone()]),
        says: Vec::new(),
    });
    let judged = figures.iter().map(|(id, value, unit, interval, verdict)| Fact {
        subject: id.to_string(),
        finding: verdict.word(),
        figure: Some(id.clone()),
        value: value.clone(),
        interval: *interval,
        unit: unit.clone(),
        change: None,
        says: Vec::new(),
    });
    changed.chain(judged).collect()
}

/// What the values of one number do to some figures, by value; marked are the value in the config, and the proposed one.
pub(super) fn curve(
    found: &FoundChanges,
    aims: &[FigureId],
    shown: &[FigureId],
    after: &After,
    order: SeatOrder,
) -> Option<Grid> {
    let [[_, old, new]] = &found.changes[..] else { return None };
    let columns: Vec<(usize, String)> = shown
        .iter()
        .filter_map(|id| Some((aims.iter().position(|aim| aim == id)?, plain::figure(id, order))))
        .collect();
    if found.curve.len() < FEWEST_POINTS || columns.is_empty() {
        return None;
    }
    let cell = |id: &FigureId, value: f64| {
        if id.metric().is_some() { fixed(value, 1) } else { format!("{} %", percent(value)) }
    };
    let row = |(value, figures): &(String, Vec<f64>)| {
        let mark = match value {
            value if value == new => "proposed",
            value if value == old => "now",
            _ => "",
        };
        let cells = columns.iter().map(|(nth, _)| {
            let (id, figure) = (&aims[*nth], figures.get(*nth).copied().unwrap_or(f64::NAN));
            // The sentences have the values of two rows; the others differ from them as in the search.
            let figure = match after.get(id) {
                Some(effect) if value == new => effect.with.value,
                Some(effect) => figure + effect.now - effect.before,
                None => figure,
            };
            if figure.is_finite() { cell(id, figure) } else { String::new() }
        });
        std::iter::once(value.clone()).chain(cells).chain([mark.to_owned()]).collect()
    };
    let names = columns.iter().map(|(_, name)| name.clone());
    let header = std::iter::once("value".to_owned()).chain(names).chain([String::new()]).collect();
    let right = std::iter::once(true).chain(columns.iter().map(|_| true)).chain([false]).collect();
    Some(Grid { header, right, rows: found.curve.iter().map(row).collect() })
}

/// A curve has at least this many points.
const FEWEST_POINTS: usize = 3;

/// These sentences, without empty ones, as a text.
pub(super) fn listed_sentences(sentences: [String; 2]) -> String {
    sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A share in percent, without the sign.
pub(super) fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

/// The same without a zero after the point: `3` or `3.5`.
pub(super) fn round_percent(share: f64) -> String {
    percent(share).trim_end_matches(".0").to_owned()
}

/// `56.4 to 56.6`.
pub(super) fn ends_of(ends: Interval, text: impl Fn(f64) -> String) -> String {
    format!("{} to {}", text(ends.low), text(ends.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings on two scores and the half-widths of their intervals, in percent, with a margin of 3 points.
    fn found(scores: [(&str, f64, f64); 2]) -> [&'static str; 2] {
        let rate = |(key, score, half): (&str, f64, f64)| Rate {
            key: key.to_owned(),
            id: FigureId::win_rate("side", key),
            score: score / 100.0,
            interval: Interval::new((score - half) / 100.0, (score + half) / 100.0),
        };
        let rates = scores.map(rate).into();
        let rates = Rates { group: "side", order: SeatOrder::InTurn, rates, even: 0.5 };
        let facts = rates.finding(0.03, 1000, |_| String::new()).facts;
        [0, 1].map(|side| facts[side].finding)
    }

    #[test]
    fn only_a_whole_interval_beyond_the_margin_is_too_strong() {
        for (scores, findings) in [
            ([("red", 54.0, 0.9), ("black", 46.0, 0.9)], [STRONG, WEAK]),
            ([("red", 54.0, 1.1), ("black", 46.0, 1.1)], [UNDECIDED, UNDECIDED]),
            ([("red", 51.0, 1.5), ("black", 49.0, 1.5)], [EVEN, EVEN]),
        ] {
            assert_eq!(found(scores), findings, "{scores:?}");
        }
    }
}
