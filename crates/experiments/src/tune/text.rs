//! The texts of a search: the summary, and the proposed config.

use super::super::check::judge::ConfigCheck;
use super::super::check::text as check_text;
use super::super::figures::Need;
use super::super::{Experiment, ExperimentResult};
use super::best::{self, Best};
use super::search_space::most_tried;
use super::{Found, Moves, Tune, Tuned, config_edit};
use crate::model::words::listed;
use crate::report::overwrite::sealed;
use crate::report::show::{Grid, counted, grouped};
use crate::report::text::Text;
use crate::stats::verdict::Verdict;

/// Maximum number of other solutions in the summary.
const SHOWN: usize = 5;

/// The summary: what to change, then the verdicts.
pub(super) fn text(tuned: &Tuned<'_>) -> Text {
    let Tuned { tune, tried, judged, .. } = tuned;
    let plan = &tune.plan;
    let mut text = Text::default();
    text += &format!("{}: {}; bots: {}\n\n", plan.game.title, many(plan.targets.len(), "target"), tune.bots);
    let Some(found) = tuned.found() else {
        let best = Best::of(tuned);
        text += unsolved(tuned, best.as_ref());
        if let Some(best) = best {
            match (best.is_unchanged(), best.missed().is_empty()) {
                (true, true) => text += " It is the unchanged config:\n\n",
                (true, false) => text += " The unchanged config is the closest:\n\n",
                (false, is_within) => {
                    let closest = if is_within { "" } else { " Closest:" };
                    text += &format!("{closest}\n\n");
                    text += grid(tune, best.moves());
                    text += "\n";
                }
            }
            text += best.grid();
            text += "\n";
        } else {
            text += "\n\n";
        }
        tune.unjudged().iter().for_each(|sentence| text += format!("{sentence}\n"));
        text += &searched(tuned);
        return text;
    };
    conclusion(tuned).iter().for_each(|sentence| text += format!("{sentence}\n"));
    if found.moves.len() > INLINE {
        text += "\n";
        text += grid(tune, &found.moves);
    }
    text += "\n";
    text.append(check_text::targets_text(&[&found.check]));
    let disagreements = check_text::disagreements(&found.check);
    if !disagreements.is_empty() {
        text += &format!("{disagreements}\n");
    }
    let level = tune.options.level.percent();
    let why = match tune.searched() {
        0 => String::new(),
        n => format!(", because this is search {} for these targets", n + 1),
    };
    text += &format!("\nAll verdicts hold together at {level} %{why}.\n");
    let is_judged = |moves: &Moves| judged.iter().any(|judged| judged.moves == *moves);
    let met = tried.iter().filter(|tried| tried.loss <= 0.0 && !is_judged(&tried.moves));
    let others: Vec<String> = met.take(SHOWN).map(|other| tune.sets(&other.moves).join(" ")).collect();
    if !others.is_empty() {
        text += "Other solutions that passed every target in the search, not verified:\n";
        others.iter().for_each(|other| text += &format!("  {other}\n"));
    }
    if !found.moves.is_empty() {
        text += &searched(tuned);
    }
    text
}

/// Why there is no proposal. A search that was stopped can have found a candidate that it did not verify.
fn unsolved(tuned: &Tuned<'_>, best: Option<&Best<'_>>) -> &'static str {
    match (tuned.extent().is_complete(), best.is_some_and(|best| best.missed().is_empty())) {
        (true, _) if tuned.is_settled => "Nothing was shown to work: no candidate passes every target.",
        (true, _) => {
            "Not shown to work: no candidate had every figure within its target, but the games of a candidate are too few to rule all out; \
             raise --games."
        }
        (false, true) => {
            "A candidate passed every target in the search, which was stopped before it verified it."
        }
        (false, false) => "The search was stopped before a candidate passed every target.",
    }
}

/// The answer.
pub(super) fn conclusion(tuned: &Tuned<'_>) -> Vec<String> {
    let answer = match tuned.found() {
        None => unsolved(tuned, Best::of(tuned).as_ref()).into(),
        Some(found) => {
            let results = found.check.targets.iter().flat_map(|target| &target.results);
            let games: Vec<u64> = results.map(|result| result.games).collect();
            outcome(tuned, found, games.iter().min().zip(games.iter().max()))
        }
    };
    std::iter::once(answer).chain(tuned.tune.unjudged()).collect()
}

/// How much was searched.
fn searched(tuned: &Tuned<'_>) -> String {
    let plan = &tuned.tune.plan;
    let mut text = String::new();
    if Best::of(tuned).is_some() {
        text += &format!("{}\n", best::coverage(tuned));
    }
    let (what, n) = &tuned.tune.each;
    let all =
        if *n > 1 { format!(": {} games", grouped(plan.games.saturating_mul(*n))) } else { String::new() };
    text += &format!("Each candidate played {} games{what}{all}; seed {}.\n", grouped(plan.games), plan.seed);
    text
}

/// A number of things.
fn many(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// What the targets make of each game of a candidate, in words, and how many games that are: ` with and without each of 14
/// cards`.
pub(super) fn each(check: &ConfigCheck) -> (String, u64) {
    let judging = || (0..check.runs.len()).filter(|nth| check.targets_of(*nth).next().is_some());
    let needs = || judging().filter_map(|nth| check.runs.get(nth));
    let n_cards = needs().filter(|run| matches!(run.need, Need::Card(..))).count();
    let n_pairs = needs().filter(|run| matches!(run.need, Need::Pair(_))).count();
    let n_plain = needs().count() - n_cards - n_pairs;
    // A card is taken from one player after another.
    let of_card = 1 + check.plan.players() as u64;
    let n_games = n_plain as u64 + n_pairs as u64 + of_card * n_cards as u64;
    let mut parts = Vec::new();
    if n_plain > 1 {
        parts.push(format!("with each of {n_plain} line-ups"));
    }
    if n_cards > 0 {
        parts.push(format!("with and without each of {}", counted(n_cards as u64, "cards")));
    }
    if n_pairs > 0 {
        parts.push(format!("of each of {}", counted(n_pairs as u64, "pairs")));
    }
    let words = if parts.is_empty() { String::new() } else { format!(" {}", listed(parts)) };
    (words, n_games.max(1))
}

/// What a search plays at most.
pub(super) fn forecast(tune: &Tune, time: &str) -> Text {
    let Tune { plan, options, settings, each: (what, n), .. } = tune;
    let games = grouped(plan.games);
    let all = grouped(plan.games.saturating_mul(*n));
    let of_candidate = if *n > 1 { format!(": {all} games") } else { String::new() };
    let tried = most_tried(&tune.reach(), tune.most_changes(), options.parts) as u64;
    let text = format!(
        "{}: at most {} candidates of {games} games{what}{of_candidate}; {time}\n\
         {} settings, numbers up to {} steps up or down (--reach), at most {} of them changed (--changes).\n\
         Each setting is tried alone, then the most promising combinations.\n\
         Up to {} of the candidates are verified with at most {} games each; {} games in all.\n\
         The search ends earlier if a candidate passes every target.\n",
        plan.game.title,
        grouped(tried),
        grouped(settings.len() as u64),
        options.reach,
        tune.most_changes(),
        1 + tune.most_verified(),
        grouped(tune.verified()),
        grouped(tune.games()),
    );
    text.into()
}

/// More changes than these are listed below the sentence.
const INLINE: usize = 3;

/// The verdict of the held-out games, and what to change.
fn outcome(
    Tuned { tune, retrained, price, .. }: &Tuned<'_>,
    found: &Found,
    games: Option<(&u64, &u64)>,
) -> String {
    let (n_targets, changes) = (tune.plan.targets.len(), tune.changes(&found.moves));
    let change = |[key, old, new]: &[String; 3]| format!("{key} {old} → {new}");
    let changes = match &changes[..] {
        [] => "the unchanged config".to_owned(),
        some if some.len() <= INLINE => some.iter().map(change).collect::<Vec<_>>().join(", "),
        more => format!("{} changes, listed below", more.len()),
    };
    let games = games.map_or_else(String::new, |(fewest, most)| match fewest == most {
        true => format!("{} ", grouped(*most)),
        false => format!("{} to {} ", grouped(*fewest), grouped(*most)),
    });
    let alone = match &tune.bots.split([',', ';']).map(str::trim).collect::<Vec<_>>()[..] {
        [bot] => format!(" between {bot} players; not tested with others (--bots panel)"),
        _ => String::new(),
    };
    let price = price.as_ref().map_or_else(String::new, |price| format!(" {price}"));
    let all = match n_targets {
        1 => "the target".to_owned(),
        2 => "both targets".to_owned(),
        n => format!("all {n} targets"),
    };
    let within = if n_targets == 1 { "the figure" } else { "every figure" };
    let adapted = retrained.as_ref().map_or_else(String::new, |retrained| format!(" {}", retrained.sentence));
    let works = match retrained {
        Some(retrained) if retrained.verdict == Verdict::Fail => "Works only until players adapt",
        _ => "Works",
    };
    match found.verdict {
        Verdict::Pass if changes.starts_with("the ") => {
            format!("No change is needed: the config passes {all} on {games}held-out games{alone}.")
        }
        Verdict::Pass => {
            format!("{works}: {changes}. It passes {all} on {games}held-out games{alone}.{price}{adapted}")
        }
        Verdict::Inconclusive => format!(
            "Not shown to work. Closest: {changes}. In the search, {within} was within its target, but {games}held-out \
             games are too few to decide; raise --games.{adapted}"
        ),
        Verdict::Fail => format!(
            "Nothing was shown to work. Closest: {changes}. In the search, {within} was within its target, but not on \
             {games}held-out games."
        ),
    }
}

fn grid(tune: &Tune, moves: &[(usize, i64)]) -> Grid {
    let rows = tune.changes(moves).into_iter();
    let rows = rows.map(|[key, old, new]| vec![key, format!("{old} → {new}")]).collect();
    Grid { header: Vec::new(), right: vec![false, true], rows }
}

/// The config with these changes. `verdict` is that of a proposal. `None` never happens: the search has played these
/// changes, and the text of a validated plan is valid TOML.
pub(super) fn config(tune: &Tune, best: &Best<'_>, verdict: Option<Verdict>) -> Option<String> {
    let moves = best.moves();
    let plan = tune.plan.with(&tune.sets(moves), "--keys").ok()?;
    let keys: Vec<&str> = moves.iter().map(|(setting, _)| tune.settings[*setting].key()).collect();
    let changes =
        tune.changes(moves).into_iter().map(|[key, old, new]| format!("#   {key}: {old} → {new}\n"));
    let about = match (verdict, best.missed()) {
        (Some(verdict), _) => format!("; verified on held-out games: {}", verdict.word()),
        (None, missed) if missed.is_empty() => ", the closest candidate; not verified".into(),
        (None, missed) => format!(", the closest candidate. It misses: {missed}"),
    };
    let what = if moves.is_empty() { "It changes nothing." } else { "Changes:" };
    let header = format!("# Found by `undercard tune`{about}. {what}\n{}", changes.collect::<String>());
    Some(sealed(&(header + &config_edit::text(&tune.rules, &tune.plan_options, &plan, &keys).ok()?)))
}
