//! `check --plan`: estimates from a sample how many games decide each target.

use super::super::Session;
use super::super::forecast::time;
use super::judge::{ConfigCheck, JudgedTarget, JudgingRules};
use super::text::plain_name;
use crate::report::show::{self, Grid, grouped};
use crate::report::text::Text;
use crate::report::{self, Cell, Table};
use crate::stats::confidence_sequence::next_look;
use crate::stats::sample_size::{Sequential, games_for_width, games_sequential};
use crate::stats::{Interval, Method, real};

/// The estimate. Plays a sample of each config.
pub(super) fn text(configs: &mut [ConfigCheck], rules: JudgingRules, session: &Session) -> Text {
    let mut text = Text::default();
    configs.iter_mut().for_each(|config| text.append(of_config(config, rules, session)));
    text
}

/// The estimate of one config.
fn of_config(config: &mut ConfigCheck, rules: JudgingRules, session: &Session) -> Text {
    let (sampled, seconds) = config.sample(session);
    let tables: Vec<_> = config.runs.iter().map(|run| run.tables(rules.each, true)).collect();
    let row_of = |target, run: usize| row(config, target, run, &tables[run], rules);
    let rows = config.targets.iter();
    let rows = rows.flat_map(|target| target.results.iter().map(move |result| row_of(target, result.run)));
    let rows: Vec<_> = rows.collect();
    let head = format!(
        "{}: at most {} games of {} line-up{}; {}\nEstimated from {} games of each.\n",
        config.argument,
        grouped(config.plan.games),
        config.runs.len(),
        if config.runs.len() == 1 { "" } else { "s" },
        time(seconds * real(config.plan.games), session),
        grouped(sampled)
    );
    if rows.is_empty() {
        return (head + "No targets.\n").into();
    }
    let header = ["figure", "bots", "value", "target", "expected", "games"].map(str::to_owned).to_vec();
    let mut text = Text::from(head);
    text += Grid { header, right: vec![false, false, true, false, false, true], rows };
    text
}

/// One target and line-up: the estimate of the sample, and about how many games decide.
fn row(
    config: &ConfigCheck,
    target: &JudgedTarget,
    run: usize,
    tables: &[Table],
    rules: JudgingRules,
) -> Vec<String> {
    let (run, figure) = (&config.runs[run], report::figure(tables, &target.spec.figure));
    let excess = figure.and_then(|figure| figure.value).map(|value| target.spec.band.excess(value));
    let half = figure.and_then(|figure| Some(Interval::new(figure.low?, figure.high?)?.half_width()));
    // The sample does not show on which side of the band's end the figure is.
    let is_close = half.zip(excess).is_some_and(|(half, excess)| excess.abs() <= half && half > 0.0);
    let games = figure.zip(excess).filter(|_| !is_close).and_then(|(figure, excess)| {
        let (half, far) = (half?, excess.abs());
        let sd = half / rules.each.z() * real(run.games()).sqrt();
        let is_share = matches!(figure.cell, Cell::Share(_));
        let of_rate = [Method::Wilson, Method::ClopperPearson].map(Method::name);
        let is_rate = figure.method.map_or(is_share, |method| of_rate.contains(&method));
        let is_fixed = rules.full || next_look(0) >= config.plan.games;
        match (is_fixed, is_rate) {
            (true, _) => games_for_width(far, sd, rules.each),
            (false, true) => games_sequential(far, sd, Sequential::Rate, rules.each),
            // A figure that is the same in every game is judged at the first look.
            (false, false) if sd <= 0.0 => Some(next_look(0)),
            (false, false) => {
                games_sequential(far, sd, Sequential::Score { tightest: config.plan.games }, rules.each)
            }
        }
    });
    let games = games.map_or_else(|| "unknown".to_owned(), grouped);
    let expected = match excess {
        None => "unknown",
        Some(_) if is_close => "too close",
        Some(excess) if excess > 0.0 => "fail",
        Some(_) => "pass",
    };
    let value = figure.map(|figure| show::figure(figure.cell, figure.value)).unwrap_or_default();
    let is_share = figure.is_some_and(|figure| matches!(figure.cell, Cell::Share(_)));
    let band = if is_share { target.spec.percent() } else { target.spec.shown() };
    vec![plain_name(config, target), run.bots.clone(), value, band, expected.to_owned(), games]
}
