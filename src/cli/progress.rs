//! A progress bar on stderr, silent when stderr is no terminal.

use crate::experiments::Level;
use crate::experiments::forecast::even_seat;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Progress of a number of games.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for this many games, or none if nobody would see it. Beside games per second and time left, it shows how
    /// wide the interval of an even seat's win share is by now, if all games are of one line-up with this many
    /// players and intervals have this level.
    pub(crate) fn new(games: u64, watched: Option<(usize, Level)>, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(8) };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        if bar.is_hidden() {
            return Self { bar: ProgressBar::hidden() };
        }
        let template = "{bar:32} {human_pos}/{human_len} games  {rate}  {eta} left  {width}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let width = move |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
            let n = state.pos();
            if let Some((players, level)) = watched
                && let Some(half) = even_seat(n, players, level)
            {
                let _ = write!(text, "±{:.2} pp", 100.0 * half);
            }
        };
        let rate = |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{:.0}/s", state.per_sec());
        };
        bar.set_style(style.with_key("width", width).with_key("rate", rate));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar }
    }

    /// So many games more.
    pub(crate) fn add(&self, games: u64) {
        self.bar.inc(games);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
