//! The `undercard` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    undercard::main_with(undercard::PRINTED_GAMES)
}
