//! The binary of the `carom` command, see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(carom_cli::command(std::env::args_os()))
}
