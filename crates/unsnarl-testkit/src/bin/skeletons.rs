//! Random graphs through every algorithm, written as JavaScript and run by node:
//! `skeletons --count N --seed S --max-blocks B`.
//!
//! For the smallest graphs the mutants of one program are run, too: an error of a mutant must
//! appear in its skeleton.
//!
//! Prints one line of progress for each batch, then `N passed, M failed`. If any failed, also the
//! graph and the text of the first, and exits with 1. A missing node is a failure, too.

use std::process::ExitCode;
use unsnarl::text::{Numbered, javascript};
use unsnarl::{Cfg, Program, verify};
use unsnarl_testkit::algorithms::{pipelines_for, plain};
use unsnarl_testkit::machines::machines;
use unsnarl_testkit::mutate::mutants;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::skeletons::node::{self, Case};
use unsnarl_testkit::skeletons::{End, Seen, of_graph, of_program};
use unsnarl_testkit::{Rng, Rows, notation};

/// Graphs of one process.
const BATCH: u64 = 500;
/// Blocks of the largest graphs whose mutants are run.
const LARGEST_MUTATED: usize = 4;
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
    match notices_a_wrong_skeleton() {
        Ok(true) => {}
        Ok(false) => {
            eprintln!("a skeleton that was spoilt on purpose passed");
            return ExitCode::FAILURE;
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
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
    println!("{} programs were refused for their size", tally.refused);
    if tally.failed == 0 && tally.passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Tells whether a skeleton whose arms are swapped in its text is recognised as different from its
/// graph.
fn notices_a_wrong_skeleton() -> Result<bool, node::NodeError> {
    let cfg = Rows::of(vec![vec![0, 1], vec![]]).cfg();
    let program = plain(&cfg);
    let mut trial = trial(
        String::from("spoilt"),
        &cfg,
        &program,
        &mut Rng::new(1),
        of_graph,
    );
    trial.case.text = trial.case.text.replace("=== 0", "!== 0");
    let answers = node::run(&[trial.case], LIMIT)?;
    Ok(answers != [trial.expected])
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    refused: usize,
}

/// A skeleton with what it must show.
struct Trial {
    name: String,
    cfg: Cfg,
    case: Case,
    expected: Vec<Seen>,
}

fn batch(
    options: &Options,
    range: std::ops::Range<u64>,
    tally: &mut Tally,
) -> Result<(), node::NodeError> {
    let mut trials = Vec::new();
    for index in range {
        // Every graph has its own seed, so that one can be made again without those before it.
        let mut rng = Rng::new(options.seed.wrapping_mul(1 << 32).wrapping_add(index));
        let knobs = Knobs::any(&mut rng, options.max_blocks);
        let cfg = graph(&mut rng, &knobs);
        for program in machines(&cfg) {
            trials.push(trial(
                String::from("machine"),
                &cfg,
                &program,
                &mut rng,
                of_graph,
            ));
            if cfg.block_count() <= LARGEST_MUTATED {
                try_mutants(&cfg, &program, &mut rng, &mut trials);
            }
        }
        for pipeline in pipelines_for(&cfg) {
            let Some(program) = pipeline.structure(&cfg) else {
                tally.refused += 1;
                continue;
            };
            trials.push(trial(pipeline.name(), &cfg, &program, &mut rng, of_graph));
            if cfg.block_count() <= LARGEST_MUTATED && pipeline.max_depth.is_none() {
                try_mutants(&cfg, &program, &mut rng, &mut trials);
            }
        }
    }
    let cases = trials
        .iter()
        .map(|trial| trial.case.clone())
        .collect::<Vec<_>>();
    let answers = node::run(&cases, LIMIT)?;
    for (trial, answers) in trials.iter().zip(&answers) {
        let mut pairs = trial.expected.iter().zip(answers);
        let Some((want, got)) = pairs.find(|(want, got)| want != got) else {
            tally.passed += 1;
            continue;
        };
        tally.failed += 1;
        if tally.failed == 1 {
            eprintln!("{}: {got}, but should be {want}", trial.name);
            eprintln!("{}\n{}", notation::show(&trial.cfg), trial.case.text);
        }
    }
    Ok(())
}

fn try_mutants(cfg: &Cfg, program: &Program, rng: &mut Rng, trials: &mut Vec<Trial>) {
    let keeps_rules = |program: &Program| verify::program(cfg, program).is_empty();
    for mutant in mutants(cfg, program) {
        if keeps_rules(&mutant.program) {
            let show =
                |cfg: &Cfg, tape: &[u32], limit| of_program(cfg, &mutant.program, tape, limit);
            trials.push(trial(mutant.change, cfg, &mutant.program, rng, show));
        }
    }
}

fn trial(
    name: String,
    cfg: &Cfg,
    program: &Program,
    rng: &mut Rng,
    show: impl Fn(&Cfg, &[u32], usize) -> Seen,
) -> Trial {
    let mut text = String::new();
    javascript(&mut text, cfg, program, &Numbered).expect("a string takes any text");
    // Where a mutant has no meaning, neither has its skeleton: it may well run forever.
    let (tapes, expected) = (0..TAPES)
        .map(|_| (0..DECISIONS).map(|_| rng.next() as u32).collect())
        .map(|tape: Vec<u32>| {
            let seen = show(cfg, &tape, LIMIT);
            (tape, seen)
        })
        .filter(|(_, seen)| !matches!(seen.end, End::Wrong(_)))
        .unzip();
    Trial {
        name,
        cfg: cfg.clone(),
        expected,
        case: Case::new(cfg, text, tapes),
    }
}
