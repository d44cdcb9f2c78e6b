//! Compares the blocks of functions before and after selection, on random states.
//!
//! `blocks [--states N] [--seed N] [--share N] [--optimised] [--reasons] FILE…` reads modules of
//! LLVM IR; prints what was found in each, and each difference. With `--optimised` the passes after
//! selection have run; with `--share N` only one in N functions is tested; with `--reasons` it says
//! why states and blocks were left out. `blocks random SEED COUNT` prints a module of COUNT random
//! functions.

use std::process::ExitCode;
use unsnarl_testkit::Rng;
use unsnarl_testkit::blocks::report::Report;
use unsnarl_testkit::blocks::subject::Stage;
use unsnarl_testkit::blocks::{Plan, Share, random, test_text};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let mut plan = Plan {
        seed: 1,
        states: 16,
        stage: Stage::Selected,
        share: Share::ALL,
    };
    let mut files = Vec::new();
    let mut has_reasons = false;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            text.parse::<usize>()
                .map_err(|_| format!("{word} needs a number, not '{text}'"))
        };
        match word.as_str() {
            "--states" => plan.states = number()?,
            "--seed" => plan.seed = number()? as u64,
            "--share" => plan.share.of = number()?,
            "--optimised" => plan.stage = Stage::Optimised,
            "--reasons" => has_reasons = true,
            _ => files.push(word),
        }
    }
    if let ["random", seed, functions] = files.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number"));
        let (seed, functions): (usize, usize) = (number(seed)?, number(functions)?);
        print!("{}", random::module(&mut Rng::new(seed as u64), functions));
        return Ok(ExitCode::SUCCESS);
    }
    let mut all = Report::default();
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let report = test_text(&text, plan).map_err(|error| format!("{file}: {error}"))?;
        println!("{file}: {report}");
        for difference in &report.differences {
            println!("DIFFERENCE {difference}");
        }
        all += report;
    }
    if files.len() > 1 {
        println!("all: {all}");
    }
    if has_reasons {
        for (what, reasons) in [
            ("refused", &all.refused),
            ("not understood", &all.unsupported),
            ("few states", &all.few),
        ] {
            for (reason, count) in reasons {
                println!("{what}: {count} × {reason}");
            }
        }
    }
    Ok(ExitCode::from(u8::from(!all.differences.is_empty())))
}
