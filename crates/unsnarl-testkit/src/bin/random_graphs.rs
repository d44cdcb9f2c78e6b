//! Random graphs, or all small ones, through every algorithm.
//!
//! `random-graphs [--count N] [--seed S] [--max-blocks B]` makes N graphs of up to B blocks;
//! `random-graphs --exhaustive K` makes every graph of up to K blocks with at most two arms each;
//! `--algorithms NAME,NAME` tries only these; `--profiles NAME,NAME` also lowers each program to
//! these profiles, and judges the results.
//!
//! Every program is proved, compared with the oracle on random tapes, and checked against its
//! algorithm's promises. Prints progress now and then, and at the end `N passed, M failed`, the
//! numbers of programs with too many states for a full proof and of graphs that a reduction refused
//! for their size. More than one in ten thousand of the former is a failure; of lowered programs,
//! some of which have many flags, more than one in a hundred. If any graph failed, also the
//! smallest graph that fails, shrunk, as a `.cfg` file, and exits with 1. The graphs are shared
//! among as many threads as the machine has; which graph has which number does not depend on that.

use std::ops::AddAssign;
use std::process::ExitCode;
use std::{panic, thread};
use unsnarl::Cfg;
use unsnarl::program::Profile;
use unsnarl::structure::Algorithm;
use unsnarl::verify::Verdict;
use unsnarl_testkit::algorithms::{Outcome, Pipeline, pipelines_for};
use unsnarl_testkit::lowered::lower_and_judge;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, exhaustive, notation, shrink};

#[derive(Clone)]
struct Options {
    count: usize,
    seed: u64,
    max_blocks: usize,
    exhaustive: Option<usize>,
    /// The algorithms that are tried; all if there are none.
    algorithms: Vec<&'static str>,
    /// What the programs are lowered to.
    profiles: Vec<&'static Profile>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        count: 10_000,
        seed: 1,
        max_blocks: 60,
        exhaustive: None,
        algorithms: Vec::new(),
        profiles: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next();
        if name == "--algorithms" {
            options.algorithms = named(&value.unwrap_or_default())?;
            continue;
        }
        if name == "--profiles" {
            let value = value.unwrap_or_default();
            let known = |name| Profile::named(name).ok_or_else(|| format!("{name} is no profile"));
            options.profiles = value.split(',').map(known).collect::<Result<_, _>>()?;
            continue;
        }
        let value = value.and_then(|value| value.parse::<u32>().ok());
        let value = value.ok_or_else(|| format!("{name} needs a number"))?;
        match name.as_str() {
            "--count" => options.count = value as usize,
            "--seed" => options.seed = u64::from(value),
            "--max-blocks" => options.max_blocks = value as usize,
            "--exhaustive" => options.exhaustive = Some(value as usize),
            _ => {
                return Err(format!(
                    "{name} is not one of --count, --seed, --max-blocks, --exhaustive, --algorithms, --profiles"
                ));
            }
        }
    }
    Ok(options)
}

/// Finds algorithms by their names, with commas between.
fn named(names: &str) -> Result<Vec<&'static str>, String> {
    let known = |name: &str| {
        let algorithm = Algorithm::named(name).map(|algorithm| algorithm.name);
        algorithm.ok_or_else(|| format!("{name} is no algorithm"))
    };
    names.split(',').map(known).collect()
}

/// The requested graphs, in the order of their numbers.
fn graphs(options: &Options) -> Box<dyn Iterator<Item = Cfg>> {
    if let Some(blocks) = options.exhaustive {
        return Box::new(exhaustive::graphs(blocks));
    }
    let (seed, max_blocks) = (options.seed, options.max_blocks);
    Box::new((0..options.count).map(move |number| {
        // Every graph has a seed of its own, so that it can be made without those before it.
        let mut rng = Rng::new((seed << 32) + number as u64);
        let knobs = Knobs::any(&mut rng, max_blocks);
        graph(&mut rng, &knobs)
    }))
}

/// Counts what came of a graph, or says which algorithm fails on it, and how; one that panics
/// fails.
fn judge(cfg: &Cfg, options: &Options) -> Result<Programs, String> {
    let only = &options.algorithms;
    let mut programs = Programs::default();
    for pipeline in pipelines_for(cfg) {
        if !only.is_empty() && !only.contains(&pipeline.algorithm.name) {
            continue;
        }
        let judged = panic::catch_unwind(|| pipeline.judge(cfg));
        let judged = judged.unwrap_or_else(|_| Err(format!("{}: panicked", pipeline.name())));
        match judged? {
            Outcome::Proved => programs.proved += 1,
            Outcome::Bounded => programs.bounded += 1,
            Outcome::Refused => programs.refused += 1,
        }
        let lowered = panic::catch_unwind(|| lower(cfg, &pipeline, &options.profiles));
        let lowered = lowered.unwrap_or_else(|_| Err("the lowering panicked".into()));
        programs += lowered.map_err(|problem| format!("{} for {problem}", pipeline.name()))?;
    }
    Ok(programs)
}

/// Lowers what a pipeline makes of a graph, and counts what came of it.
fn lower(cfg: &Cfg, pipeline: &Pipeline, profiles: &[&Profile]) -> Result<Programs, String> {
    let mut programs = Programs::default();
    let made = (!profiles.is_empty()).then(|| pipeline.structure(cfg));
    for program in made.into_iter().flatten() {
        for profile in profiles {
            match lower_and_judge(cfg, &program, profile)? {
                (_, Verdict::Proved { .. }) => programs.lowered_proved += 1,
                _ => programs.lowered_bounded += 1,
            }
        }
    }
    Ok(programs)
}

fn problem(cfg: &Cfg, options: &Options) -> Option<String> {
    judge(cfg, options).err()
}

/// How many programs came out how.
#[derive(Clone, Copy, Default)]
struct Programs {
    proved: usize,
    bounded: usize,
    refused: usize,
    /// Of those that were lowered.
    lowered_proved: usize,
    lowered_bounded: usize,
}

impl AddAssign for Programs {
    fn add_assign(&mut self, others: Programs) {
        self.proved += others.proved;
        self.bounded += others.bounded;
        self.refused += others.refused;
        self.lowered_proved += others.lowered_proved;
        self.lowered_bounded += others.lowered_bounded;
    }
}

/// What came of the graphs that one thread has judged.
#[derive(Default)]
struct Tally {
    count: usize,
    programs: Programs,
    failures: Vec<Cfg>,
}

/// Judges every graph whose number modulo `jobs` is `job`.
fn run(options: &Options, job: usize, jobs: usize) -> Tally {
    let mut tally = Tally::default();
    for (number, cfg) in graphs(options).enumerate().skip(job).step_by(jobs) {
        tally.count += 1;
        match judge(&cfg, options) {
            Ok(programs) => tally.programs += programs,
            Err(problem) => {
                eprintln!("graph {number}: {problem}");
                tally.failures.push(cfg);
            }
        }
        if job == 0 && (number / jobs + 1).is_multiple_of(10_000) {
            println!("{} graphs", number + jobs);
        }
    }
    tally
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let options = &options;
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<Tally> = thread::scope(|scope| {
        let start = |job| scope.spawn(move || run(options, job, jobs));
        let threads: Vec<_> = (0..jobs).map(start).collect();
        let join = |thread: thread::ScopedJoinHandle<_>| thread.join();
        threads
            .into_iter()
            .map(|thread| join(thread).expect("a panic of an algorithm is caught"))
            .collect()
    });
    let count: usize = results.iter().map(|tally| tally.count).sum();
    let mut programs = Programs::default();
    for tally in &results {
        programs += tally.programs;
    }
    let failures: Vec<&Cfg> = results.iter().flat_map(|tally| &tally.failures).collect();
    let failed = failures.len();
    println!("{} passed, {failed} failed", count - failed);
    let Programs {
        proved,
        bounded,
        refused,
        lowered_proved,
        lowered_bounded,
    } = programs;
    println!(
        "{proved} programs are proved, {bounded} bounded; {refused} were refused for their size"
    );
    if !options.profiles.is_empty() {
        println!("lowered, {lowered_proved} are proved, {lowered_bounded} bounded");
    }
    let too_many = bounded > proved / 10_000 || lowered_bounded > lowered_proved / 100;
    if too_many {
        eprintln!(
            "more than one program in ten thousand, or one in a hundred lowered ones, is not proved"
        );
    }
    let size = |cfg: &&Cfg| cfg.block_count() + cfg.edge_count();
    let Some(smallest) = failures.into_iter().min_by_key(size) else {
        return ExitCode::from(u8::from(too_many));
    };
    let least = shrink::shrink(smallest, |cfg| problem(cfg, options).is_some());
    println!("; {}", problem(&least, options).unwrap_or_default());
    print!("{}", notation::show(&least));
    ExitCode::FAILURE
}
