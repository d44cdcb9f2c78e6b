//! What tidying saves after each algorithm, over random graphs.
//!
//! `tidy-savings [--count N] [--max-blocks B]` structures N random graphs of up to B blocks by
//! every algorithm, and prints a table: for each algorithm the sums of steps, jumps, scopes, loops,
//! decisions and depths before and after, and how many rounds of the rewrites it took at most. The
//! graphs are those of `random-graphs --seed 1`.

use std::process::ExitCode;
use unsnarl::structure::{ALGORITHMS, Settings};
use unsnarl::tidy::{REWRITES, tidy};
use unsnarl::{Cfg, Measures, Program, measure};
use unsnarl_testkit::Rng;
use unsnarl_testkit::random::{Knobs, graph};

/// Sums of measures over programs.
#[derive(Clone, Copy, Default)]
struct Sums([usize; 6]);

const NAMES: [&str; 6] = ["steps", "jumps", "scopes", "loops", "decisions", "depths"];

impl Sums {
    fn add(&mut self, measures: &Measures) {
        let decisions = measures.ifs + measures.switches + measures.dispatchers + measures.tests;
        let counts = [
            measures.steps,
            measures.branches,
            measures.scopes,
            measures.loops,
            decisions,
            measures.depth,
        ];
        self.0
            .iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
}

/// Counts the rounds after which nothing changes.
fn rounds(cfg: &Cfg, program: &Program) -> usize {
    let mut current = program.clone();
    let mut rounds = 0;
    loop {
        let mut changed = false;
        for rewrite in REWRITES {
            if let Some(next) = rewrite.apply(cfg, &current) {
                (current, changed) = (next, true);
            }
        }
        if !changed {
            return rounds;
        }
        rounds += 1;
    }
}

fn options() -> Option<(u64, usize)> {
    let (mut count, mut max_blocks) = (1_000, 60);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next()?.parse::<u32>().ok()?;
        match name.as_str() {
            "--count" => count = u64::from(value),
            "--max-blocks" => max_blocks = value as usize,
            _ => return None,
        }
    }
    Some((count, max_blocks))
}

fn main() -> ExitCode {
    let Some((count, max_blocks)) = options() else {
        eprintln!("usage: tidy-savings [--count N] [--max-blocks B]");
        return ExitCode::from(2);
    };
    println!("| algorithm | {} | rounds |", NAMES.join(" | "));
    println!("|{}", "---|".repeat(NAMES.len() + 2));
    for algorithm in ALGORITHMS {
        let [mut before, mut after] = [Sums::default(); 2];
        let mut by_rounds: Vec<usize> = Vec::new();
        for number in 0..count {
            let mut rng = Rng::new((1 << 32) + number);
            let knobs = Knobs::any(&mut rng, max_blocks);
            let cfg = graph(&mut rng, &knobs);
            let Ok(program) = algorithm.structure(&cfg, &Settings::default()) else {
                continue;
            };
            before.add(&measure(&program));
            after.add(&measure(&tidy(&cfg, &program)));
            by_rounds.push(rounds(&cfg, &program));
        }
        let cells = before.0.iter().zip(after.0).map(|(&before, after)| {
            let less = 100.0 * (before as f64 - after as f64) / (before.max(1) as f64);
            format!("{before} → {after} ({less:.1} %)")
        });
        let cells: Vec<String> = cells.collect();
        by_rounds.sort_unstable();
        let most = by_rounds.last().copied().unwrap_or(0);
        let usual = by_rounds
            .get(by_rounds.len() * 999 / 1000)
            .copied()
            .unwrap_or(0);
        println!(
            "| `{}` | {} | {usual}, at most {most} |",
            algorithm.name,
            cells.join(" | ")
        );
    }
    ExitCode::SUCCESS
}
