//! Random graphs through every algorithm: `random-graphs --count N --seed S --max-blocks B`.
//!
//! Prints one line of progress for each tenth, then `N passed, M failed`. If any failed, also the smallest
//! graph that fails, as a `.cfg` file, and exits with 1.

use std::process::ExitCode;
use unsnarl::Cfg;
use unsnarl_testkit::algorithms::ALGORITHMS;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, judge, notation, shrink};

struct Options {
    count: u64,
    seed: u64,
    max_blocks: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        count: 10_000,
        seed: 1,
        max_blocks: 60,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u64>().ok());
        let value = value.ok_or_else(|| format!("{name} needs a number"))?;
        match name.as_str() {
            "--count" => options.count = value,
            "--seed" => options.seed = value,
            "--max-blocks" => options.max_blocks = value as usize,
            _ => {
                return Err(format!(
                    "{name} is not an option: --count, --seed, --max-blocks"
                ));
            }
        }
    }
    Ok(options)
}

/// Says which algorithm fails on a graph, and how.
fn problem(cfg: &Cfg) -> Option<String> {
    ALGORITHMS.iter().find_map(|algorithm| {
        let program = (algorithm.structure)(cfg)?;
        let problem = judge(cfg, &program).err()?;
        Some(format!("{}: {problem}", algorithm.name))
    })
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut failures: Vec<Cfg> = Vec::new();
    for index in 0..options.count {
        // Every graph has its own seed, so that one can be made again without those before it.
        let mut rng = Rng::new(options.seed.wrapping_mul(1 << 32).wrapping_add(index));
        let knobs = Knobs::any(&mut rng, options.max_blocks);
        let cfg = graph(&mut rng, &knobs);
        if let Some(problem) = problem(&cfg) {
            eprintln!("graph {index}: {problem}");
            failures.push(cfg);
        }
        if (index + 1) % (options.count / 10).max(1) == 0 {
            println!("{} graphs, {} failed", index + 1, failures.len());
        }
    }
    let failed = failures.len() as u64;
    println!("{} passed, {failed} failed", options.count - failed);
    let smallest = failures
        .iter()
        .min_by_key(|cfg| cfg.block_count() + cfg.edge_count());
    let Some(smallest) = smallest else {
        return ExitCode::SUCCESS;
    };
    let least = shrink::shrink(smallest, |cfg| problem(cfg).is_some());
    println!("; {}", problem(&least).unwrap_or_default());
    print!("{}", notation::show(&least));
    ExitCode::FAILURE
}
