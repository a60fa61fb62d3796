//! The `undercard` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    undercard::cli::main()
}
