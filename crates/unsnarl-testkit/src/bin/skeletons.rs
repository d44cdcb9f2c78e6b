//! Random graphs through every algorithm, written as JavaScript and run by node:
//! `skeletons --count N --seed S --max-blocks B`.
//!
//! Prints one line of progress for each batch, then `N passed, M failed`. If any failed, also the graph and
//! the text of the first, and exits with 1. Node that is missing is a failure, too.

use std::process::ExitCode;
use unsnarl::text::{Numbered, javascript};
use unsnarl::{Cfg, Program};
use unsnarl_testkit::algorithms::ways;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::skeletons::node::{self, Case};
use unsnarl_testkit::skeletons::of_graph;
use unsnarl_testkit::{Rng, notation};

/// Graphs of one process.
const BATCH: u64 = 500;
/// Tapes of one program.
const TAPES: usize = 6;
/// Numbers of one tape.
const DECISIONS: usize = 40;
/// Blocks of one run.
const LIMIT: usize = 80;

struct Options {
    count: u64,
    seed: u64,
    max_blocks: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        count: 2_000,
        seed: 1,
        max_blocks: 40,
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

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut tally = Tally::default();
    let mut first = 0;
    while first < options.count {
        let end = options.count.min(first + BATCH);
        if let Err(error) = batch(&options, first..end, &mut tally) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        first = end;
        println!("{first} graphs, {} failed", tally.failed);
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 && tally.passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

fn batch(
    options: &Options,
    range: std::ops::Range<u64>,
    tally: &mut Tally,
) -> Result<(), node::NodeError> {
    let mut graphs = Vec::new();
    let mut cases = Vec::new();
    for index in range {
        // Every graph has its own seed, so that one can be made again without those before it.
        let mut rng = Rng::new(options.seed.wrapping_mul(1 << 32).wrapping_add(index));
        let knobs = Knobs::any(&mut rng, options.max_blocks);
        let cfg = graph(&mut rng, &knobs);
        for way in ways() {
            cases.push(case(&cfg, &way.structure(&cfg), &mut rng));
            graphs.push((way.name(), cfg.clone()));
        }
    }
    let answers = node::run(&cases, LIMIT)?;
    for (((name, cfg), case), answers) in graphs.iter().zip(&cases).zip(answers) {
        let expected = |tape: &Vec<u32>| of_graph(cfg, tape, LIMIT);
        let expected = case.tapes.iter().map(expected).collect::<Vec<_>>();
        if answers == expected {
            tally.passed += 1;
            continue;
        }
        tally.failed += 1;
        let pair = expected
            .iter()
            .zip(&answers)
            .find(|(want, got)| want != got);
        if let Some((want, got)) = pair.filter(|_| tally.failed == 1) {
            eprintln!("{name}: {got}, but the graph {want}");
            eprintln!("{}\n{}", notation::show(cfg), case.text);
        }
    }
    Ok(())
}

fn case(cfg: &Cfg, program: &Program, rng: &mut Rng) -> Case {
    let mut text = String::new();
    javascript(&mut text, cfg, program, &Numbered).expect("a string takes any text");
    let mut tape = || (0..DECISIONS).map(|_| rng.next() as u32).collect();
    let tapes = (0..TAPES).map(|_| tape()).collect();
    Case::new(cfg, text, tapes)
}
