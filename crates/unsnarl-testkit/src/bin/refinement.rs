//! Tests an optimiser by execution.
//!
//! `refinement write SEED COUNT` prints a module of COUNT random functions without branches.
//! `refinement compare BEFORE AFTER STATES` runs the functions of two modules, as LLVM IR in files,
//! on STATES random arguments each; prints how many runs ended how, and each result of the second
//! module that the first does not allow.

use std::process::ExitCode;
use unsnarl_testkit::Rng;
use unsnarl_testkit::refinement::compare_texts;
use unsnarl_testkit::straight::function;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["write", seed, count] => write(seed, count),
        ["compare", before, after, states] => judge(before, after, states),
        _ => Err("usage: refinement write SEED COUNT | compare BEFORE AFTER STATES".to_owned()),
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

fn write(seed: &str, count: &str) -> Result<ExitCode, String> {
    let mut rng = Rng::new(number(seed)? as u64);
    for index in 0..number(count)? {
        let length = 2 + rng.below(10);
        println!("{}", function(&mut rng, &format!("f{index}"), length));
    }
    Ok(ExitCode::SUCCESS)
}

fn judge(before: &str, after: &str, states: &str) -> Result<ExitCode, String> {
    let (before, after) = (read(before)?, read(after)?);
    let (runs, differences) = compare_texts(&before, &after, &mut Rng::new(1), number(states)?)?;
    println!("{runs:?}, {} differences", differences.len());
    for difference in &differences {
        println!("{difference}");
    }
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}
