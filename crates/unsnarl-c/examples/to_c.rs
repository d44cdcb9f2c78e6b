//! Writes a file of LLVM IR as C to standard output: `to_c FILE`.

use std::process::ExitCode;

use unsnarl_c::nested;
use unsnarl_c::people::compile;

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let module = match unsnarl_llvm::read(&text) {
        Ok(module) => module,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match compile(&module, &nested) {
        Ok(output) => {
            print!("{}", output.text);
            for report in output.reports.iter().filter(|report| !report.is_proved) {
                eprintln!("{path}: not proved: {}", report.name);
            }
            ExitCode::SUCCESS
        }
        Err(refusals) => {
            for refusal in refusals.0 {
                eprintln!("{path}:{}: {refusal}", refusal.line);
            }
            ExitCode::FAILURE
        }
    }
}
