//! `check --review`: shows what differs from the lock file, and asks about each config.

use super::{CliResult, Failure};
use crate::experiments::check::Difference;
use crate::report::show::wrap;
use std::io::{BufRead, IsTerminal, Write};

/// Checks that somebody can be asked.
///
/// # Errors
/// There is no terminal.
pub(crate) fn needs_terminal() -> CliResult {
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        return Ok(());
    }
    let message = "--review: found no terminal, expected one to ask on; `--update` accepts all results";
    Err(Failure::Input(message.into()))
}

/// Asks about each difference, and returns the configs whose results are accepted. The end of the input skips the rest.
/// `output` must not hold a lock while it waits: the message about a signal needs it, too.
///
/// # Errors
/// The terminal cannot be read or written.
pub(crate) fn ask(
    differences: &[Difference],
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<Vec<usize>> {
    let mut accepted = Vec::new();
    for (nth, difference) in differences.iter().enumerate() {
        let text = format!("[{} of {}] {}", nth + 1, differences.len(), difference.text.trim_end());
        writeln!(output, "\n{}", wrap(&text))?;
        loop {
            write!(output, "[a]ccept the new results, [r]eject them, [s]kip this config, [q]uit? ")?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(accepted);
            }
            match line.trim() {
                "a" | "accept" | "y" | "yes" => accepted.push(difference.config),
                "r" | "reject" | "n" | "no" if difference.locked.is_empty() => {
                    writeln!(output, "The lock file is kept.")?;
                }
                "r" | "reject" | "n" | "no" => {
                    let locked = difference.locked.join("\n  ");
                    writeln!(output, "The lock file is kept. To restore its rules, change:\n  {locked}")?;
                }
                "s" | "skip" => {}
                "q" | "quit" => return Ok(accepted),
                _ => continue,
            }
            break;
        }
    }
    Ok(accepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_config_is_accepted_rejected_or_skipped() {
        let difference = |config: usize| Difference {
            config,
            text: format!("config {config} differs\n"),
            locked: vec!["cards.ten.damage 9 → 10".into()],
        };
        let differences: Vec<Difference> = (0..4).map(difference).collect();
        let mut output = Vec::new();
        let accepted = ask(&differences, &mut "a\nwhat\nr\ns\naccept\n".as_bytes(), &mut output);
        assert_eq!(accepted.expect("answers"), [0, 3]);
        let output = String::from_utf8(output).expect("UTF-8");
        assert_eq!(output.matches("[s]kip").count(), 5, "an unknown answer is asked again");
        assert_eq!(output.matches("To restore its rules, change:\n  cards.ten.damage 9 → 10").count(), 1);
        assert_eq!(ask(&differences, &mut "a\nq\na".as_bytes(), &mut Vec::new()).expect("answers"), [0]);
        assert_eq!(ask(&differences, &mut "s\na".as_bytes(), &mut Vec::new()).expect("answers"), [1]);
    }
}
