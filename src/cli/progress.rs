//! A progress bar on stderr, hidden if stderr is not a terminal.

use crate::experiments::forecast::even_seat as even_seat_half_width;
use crate::experiments::{Level, Session};
use crate::report::escape::visible;
use crate::report::show::{grouped_digits, wrap};
use crate::report::text::Width;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::thread;
use std::time::Duration;

/// A progress bar.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Makes a progress bar for this many games; `before` of them have been played already. The bar shows games per second
    /// and the time left. It is hidden until [`Self::start`], with `quiet`, and if stderr is not a terminal. With `even_seat` (number of players and confidence level, if all games have one line-up), it also shows
    /// the half-width of the interval of a seat that wins its even share.
    pub(crate) fn new(before: u64, games: u64, even_seat: Option<(usize, Level)>, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(8) };
        let bar = ProgressBar::with_draw_target(Some(games), target).with_position(before);
        let template = "{wide_bar} {human_pos}/{human_len} games  {rate}  {eta} left  {width}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let width = move |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
            let n = state.pos();
            if let Some((players, level)) = even_seat
                && let Some(half) = even_seat_half_width(n, players, level)
            {
                let _ = write!(text, "±{:.2} pp", 100.0 * half);
            }
        };
        let rate = |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}/s", grouped_digits(&format!("{:.0}", state.per_sec())));
        };
        bar.set_style(style.with_key("width", width).with_key("rate", rate));
        Self { bar }
    }

    /// Shows the bar, after everything that is said before the first game.
    pub(crate) fn start(&self) {
        if !self.bar.is_hidden() {
            // The games before do not count for the speed.
            self.bar.reset_eta();
            let bar = self.bar.clone();
            // Without this thread, the bar only moves with the games.
            let _ = thread::Builder::new().spawn(move || {
                while !bar.is_finished() {
                    bar.tick();
                    thread::sleep(Duration::from_millis(250));
                }
            });
        }
    }

    /// Shows the progress of this session.
    pub(crate) fn follow(&self, session: Session) -> Session {
        let bar = self.bar.clone();
        session.on_progress(move |games| bar.inc(games))
    }

    /// Shows above the bar what this session finds before the end.
    pub(crate) fn tell(&self, session: Session, width: Width) -> Session {
        let bar = self.bar.clone();
        session.on_finding(move |sentence| bar.println(wrap(&visible(sentence), width)))
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    /// Ends the thread of the bar, also after an error.
    fn drop(&mut self) {
        if !self.bar.is_finished() {
            self.finish();
        }
    }
}
