//! Functions of LLVM IR that jump anywhere, through every algorithm, reduction and target.
//!
//! `tangles UNSNARL [--seed S] [--count N] [--max-blocks B]` makes N functions of up to B blocks,
//! compiles them with the command by each algorithm, with each reduction that it can have, to
//! JavaScript, portable C and C for people, and runs them in node and by gcc.
//!
//! Prints a line for each combination, with what was refused by name, then `N passed, M failed`,
//! where N are runs. If any combination failed, also what is wrong, and exits with 1.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, process};
use unsnarl_testkit::algorithms::pipelines;
use unsnarl_testkit::tangles::hosts::TARGETS;
use unsnarl_testkit::tangles::{Tangle, function, trial};

struct Options {
    command: PathBuf,
    seed: u64,
    count: usize,
    max_blocks: usize,
}

fn options() -> Result<Options, String> {
    let mut arguments = env::args().skip(1);
    let command = arguments.next().ok_or("the command is not named")?;
    let command = fs::canonicalize(&command).map_err(|error| format!("{command}: {error}"))?;
    let mut options = Options {
        command,
        seed: 1,
        count: 30,
        max_blocks: 24,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u32>().ok());
        let value = value.ok_or_else(|| format!("{name} needs a number"))?;
        match name.as_str() {
            "--seed" => options.seed = u64::from(value),
            "--count" => options.count = value as usize,
            "--max-blocks" => options.max_blocks = value as usize,
            _ => {
                return Err(format!(
                    "{name} is not one of --seed, --count, --max-blocks"
                ));
            }
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let folder = env::temp_dir().join(format!("unsnarl-tangles-{}", process::id()));
    if let Err(error) = fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let made = 0..options.count;
    let tangles: Vec<Tangle> = made
        .map(|number| function(options.seed, number, options.max_blocks))
        .collect();
    let (mut passed, mut failed) = (0, 0);
    for pipeline in pipelines() {
        let mut asked = vec![
            "-a",
            pipeline.algorithm.name,
            "--reduce",
            pipeline.reduction.name,
        ];
        let depth = pipeline.max_depth.map(|depth| depth.get().to_string());
        if let Some(depth) = &depth {
            asked.extend(["--max-depth", depth]);
        }
        for target in TARGETS {
            let tally = match trial(&options.command, &folder, target, &asked, &tangles) {
                Ok(tally) => tally,
                Err(message) => {
                    failed += 1;
                    eprintln!("{message}");
                    continue;
                }
            };
            passed += tally.runs;
            println!(
                "{}, {target:?}: {} functions, {} runs",
                pipeline.name(),
                tally.functions,
                tally.runs
            );
            let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
            for reason in &tally.refused {
                let first = reason.lines().next().unwrap_or_default();
                *reasons.entry(first).or_default() += 1;
            }
            for (reason, count) in reasons {
                println!("  refused {count}: {reason}");
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
    println!("{passed} passed, {failed} failed");
    match failed == 0 && passed > 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
