//! The summary of the steps: the settings with the largest effect in sentences, then a table.

use super::super::driver::READING;
use super::{Sensitivities, Sensitivity};
use crate::model::words::listed;
use crate::report::claim::{Claim, Says, Sentence};
use crate::report::plain;
use crate::report::quantity::Quantity;
use crate::report::sensitivity::StepEffect;
use crate::report::show::{Grid, bar, grouped};
use crate::report::text::{Part, Text};
use crate::stats::Interval;
use crate::stats::certainty::Certainty;

/// Maximum number of sentences about settings, and of steps in the table.
const SENTENCES: usize = 3;
/// More settings that may matter most are only counted.
const NAMED: usize = 4;
const STEPS: usize = 20;

/// The effect of a step.
struct Effect {
    /// Its row of the table.
    row: usize,
    key: String,
    step: String,
    delta: f64,
    ends: Option<Interval>,
    /// `None` if the figure has no p-value.
    certainty: Option<Certainty>,
    /// Whether its setting may be the one that changes the figure most.
    may_be_largest: bool,
}

impl Effect {
    fn is_clear(&self) -> bool {
        self.certainty.is_some_and(|certainty| certainty > Certainty::Unclear)
    }

    fn width(&self) -> Option<f64> {
        self.ends.map(Quantity::resolution)
    }

    fn interval(&self, quantity: Quantity<'_>) -> String {
        self.ends.map_or_else(String::new, |ends| quantity.change_interval(ends))
    }
}

/// The summary.
pub(super) fn text(result: &Sensitivities<'_>) -> Text {
    let Sensitivities { sensitivity, shown, rows, extent, .. } = result;
    let (Sensitivity { plan, .. }, accuracy) = (sensitivity, sensitivity.accuracy());
    let name = plain::figure(&shown.id, plan.rules.schema().seat_order);
    let quantity = Quantity::of(&shown.unit);
    let is_tested = rows.iter().any(|row| row.p_holm.is_some());
    let effects = effects(result, is_tested);
    let mut text = Text::default();
    let (title, games, bots) = (plan.game.title, grouped(extent.played), plan.bot_names().join(", "));
    text += &format!("{title}: {games} pairs of games per step, seed {}; bots: {bots}\n", plan.seed);
    let why = if sensitivity.shown.is_some() { "" } else { " (the lowest win rate)" };
    text += &format!("Measured: {name}{why}\n\n");
    for sentence in sentences(&effects, &name, quantity) {
        text += &format!("{sentence}\n");
    }
    text += "\n";
    text += Part::FirstThatFits(grids(&effects, quantity, is_tested));
    if effects.len() > STEPS {
        text += &format!("… {} more steps in sensitivity.csv\n", effects.len() - STEPS);
    }
    text += "\n";
    if is_tested {
        text += &format!("{}\n", Certainty::meaning(accuracy.level));
    }
    let unit = if quantity == Quantity::Share { "; pp = percentage points" } else { "" };
    text += &format!("Intervals of {} %{unit}. --verbose adds all columns.\n", accuracy.level.percent());
    if accuracy.is_sequential() {
        text += &format!("\n{READING}\n");
    }
    text
}

/// The effects of all steps, in the order of the table.
fn effects(result: &Sensitivities<'_>, is_tested: bool) -> Vec<Effect> {
    let Sensitivities { sensitivity, rows, .. } = result;
    let effect = |(nth, row): (usize, &StepEffect)| {
        Some(Effect {
            row: nth,
            key: row.key.clone(),
            step: format!("{} → {}", row.from, row.to?),
            delta: row.change?.delta?,
            ends: row.change?.interval,
            certainty: is_tested.then(|| Certainty::of_p(row.p_holm, sensitivity.accuracy().level)),
            may_be_largest: row.may_be_largest,
        })
    };
    rows.iter().enumerate().filter_map(effect).collect()
}

/// The answer.
pub(super) fn conclusion(result: &Sensitivities<'_>) -> Vec<Sentence> {
    let Sensitivities { sensitivity, shown, rows, .. } = result;
    let name = plain::figure(&shown.id, sensitivity.plan.rules.schema().seat_order);
    let is_tested = rows.iter().any(|row| row.p_holm.is_some());
    sentences(&effects(result, is_tested), &name, Quantity::of(&shown.unit))
}

/// The settings that matter most, each with its larger step, and how many steps are measurable. The effects are sorted by
/// setting, the largest first.
fn sentences(effects: &[Effect], name: &str, quantity: Quantity<'_>) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let settings = effects.chunk_by(|one, two| one.key == two.key);
    let largest = settings.clone().filter_map(|steps| steps.first().filter(|step| step.may_be_largest));
    let largest: Vec<&str> = largest.map(|step| step.key.as_str()).collect();
    let matter_most = match largest[..] {
        [] => None,
        [key] => Some(format!("{key} matters most.")),
        ref keys if keys.len() <= NAMED => {
            Some(format!("{} cannot be told apart as the settings that matter most.", listed(keys)))
        }
        ref keys => Some(format!("Any of {} settings may matter most.", keys.len())),
    };
    sentences.extend(matter_most.map(|text| {
        let rows = |is: &dyn Fn(&&Effect) -> bool| -> Vec<usize> {
            effects.iter().filter(is).map(|effect| effect.row).collect()
        };
        let says = Says::Largest(rows(&|_| true));
        let named = rows(&|effect| largest.contains(&effect.key.as_str()));
        Sentence::claiming(text, [Claim::new(crate::report::sensitivity::NAME, "delta", named, says)])
    }));
    let larger = |steps: &[Effect]| {
        (0..steps.len()).max_by(|one, two| steps[*one].delta.abs().total_cmp(&steps[*two].delta.abs()))
    };
    for steps in settings.take(SENTENCES) {
        let Some(effect) = larger(steps).and_then(|nth| steps.get(nth)) else { continue };
        // A figure without p-values has intervals that are not of pairs.
        let is_open = effect.certainty.is_none() && effect.ends.is_none_or(|ends| ends.contains(0.0));
        if effect.certainty == Some(Certainty::Unclear) || effect.delta == 0.0 || is_open {
            continue;
        }
        let by = quantity.change(effect.delta, effect.width());
        let unit = match quantity {
            Quantity::Number(unit) if !unit.is_empty() => format!(" {unit}"),
            _ => String::new(),
        };
        let sure = effect.certainty.map_or_else(String::new, |certainty| format!(": {}", certainty.word()));
        // Few differences can have an exact p-value without an interval.
        let ends =
            effect.ends.map_or_else(String::new, |ends| format!(" ({})", quantity.change_interval(ends)));
        let (key, step) = (&effect.key, &effect.step);
        let text = format!("{key} {step}: {name} {by}{unit}{ends}{sure}.");
        let sign = Claim::of_sign(crate::report::sensitivity::NAME, "delta", effect.row, effect.delta);
        sentences.push(Sentence::claiming(text, [sign]));
    }
    // Few games in which nothing differs do not show that nothing can.
    let is_equal = |effect: &Effect| effect.delta == 0.0 && effect.width().is_none_or(|width| width == 0.0);
    if effects.iter().all(is_equal) {
        return vec![format!("No step changes the measured figure, {name}.").into()];
    }
    if sentences.is_empty() && effects.iter().all(|effect| effect.certainty.is_none()) {
        let none = "No step measurably changes the figure";
        return vec![format!("{none}, {name}; more games (--games) or larger steps (--step) may.").into()];
    }
    if effects.iter().any(|effect| effect.certainty.is_some()) {
        let n_clear = effects.iter().filter(|effect| effect.is_clear()).count();
        let n = effects.len();
        let text = match n_clear {
            0 => {
                let most = effects.iter().max_by(|one, two| one.delta.abs().total_cmp(&two.delta.abs()));
                let most = most.map_or_else(String::new, |Effect { key, step, delta, .. }| {
                    let by = quantity.change(*delta, most.and_then(Effect::width));
                    format!(" {key} {step} changes it most ({by}), which may be chance.")
                });
                format!(
                    "None of {n} steps measurably changes the figure, {name}; more games (--games) or larger steps (--step) may.{most}"
                )
            }
            _ => format!("{n_clear} of {n} steps change it measurably."),
        };
        sentences.push(text.into());
    }
    sentences
}

/// The table, with bars and without: beside long keys there is no room for them.
fn grids(effects: &[Effect], quantity: Quantity<'_>, is_tested: bool) -> Vec<Grid> {
    // Bars are for changes that are no noise.
    let is_drawn = |effect: &Effect| {
        if is_tested { effect.is_clear() } else { effect.ends.is_some_and(|ends| !ends.contains(0.0)) }
    };
    let drawn = effects.iter().filter(|effect| is_drawn(effect));
    let most = drawn.map(|effect| effect.delta.abs()).fold(1e-9, f64::max);
    let row = |effect: &Effect| {
        let bar = if is_drawn(effect) { bar(effect.delta, most) } else { String::new() };
        let sure = effect.certainty.map_or("", Certainty::word);
        vec![
            effect.key.clone(),
            effect.step.clone(),
            quantity.short_change(effect.delta, effect.width()),
            effect.interval(quantity),
            sure.to_owned(),
            bar,
        ]
    };
    let sure = if is_tested { "how sure" } else { "" };
    let header = ["setting", "step", "change", "interval", sure, ""].map(str::to_owned).to_vec();
    let rows = effects.iter().take(STEPS).map(row).collect();
    let with_bars = Grid { header, right: vec![false, true, true, true, false, false], rows };
    let mut without = with_bars.clone();
    without.header.pop();
    without.right.pop();
    without.rows.iter_mut().for_each(|row| drop(row.pop()));
    vec![with_bars, without]
}
