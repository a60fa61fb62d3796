//! Undercard with Parley.

use std::process::ExitCode;

fn main() -> ExitCode {
    undercard::main_with(&[undercard::game::<parley::Parley>()])
}
