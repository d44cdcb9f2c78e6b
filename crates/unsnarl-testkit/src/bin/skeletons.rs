//! Programs of every algorithm, written as skeletons of six languages and run by their engines.
//!
//! `skeletons [--language NAME] [--all-graphs K] [--count N] [--seed S] [--max-blocks B] [--default]
//! [FILE]…` takes all graphs of up to K blocks with at most two arms each, then N random ones of up
//! to B blocks; without a name in every language. With `--default`, of each graph only the program
//! of the default pipeline is taken; else that of every pipeline, and a language that is compiled
//! takes one in [`COMPILED_APART`] of the random graphs. If files are named, `.cfg` or modules of
//! LLVM IR, only their graphs are taken, by the default pipeline.
//!
//! For the smallest graphs the mutants of the programs are run, too: an error of a mutant must
//! appear in its skeleton. And in every language a skeleton that is spoilt on purpose must be told
//! from its graph.
//!
//! Prints some lines of progress, a line for each language, then `N passed, M failed`. If any
//! failed, also the graph and the text of one, and exits with 1. A missing tool is a failure, too.

use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use unsnarl::Cfg;
use unsnarl_testkit::algorithms::plain;
use unsnarl_testkit::graph_files::graphs_of_file;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::skeletons::engine::{Answers, Case, EngineError, Warnings};
use unsnarl_testkit::skeletons::languages::{LANGUAGES, Language};
use unsnarl_testkit::skeletons::of_graph;
use unsnarl_testkit::skeletons::trials::{LIMIT, Trial, default_trial, trials};
use unsnarl_testkit::{Rng, Rows, exhaustive};

/// Bytes of the skeletons that an engine runs in one process.
const BATCH: usize = 8 << 20;
/// The same for a language that is compiled.
const COMPILED_BATCH: usize = 1 << 20;
/// A compiled language takes one in so many random graphs.
const COMPILED_APART: usize = 4;
/// One in so many mutants is run.
const MUTANTS_APART: usize = 5;
/// The same in a language that is compiled.
const COMPILED_MUTANTS_APART: usize = 20;
/// Blocks of the smallest graphs of which there are so many that fewer mutants of each are run, and
/// how many fewer.
const MANY: usize = 3;
const MANY_APART: usize = 50;

struct Options {
    languages: Vec<&'static Language>,
    all_graphs: usize,
    count: usize,
    seed: u64,
    max_blocks: usize,
    /// Whether only the programs of the default pipeline are tried.
    only_default: bool,
    files: Vec<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        languages: LANGUAGES.iter().collect(),
        all_graphs: 0,
        count: 2_000,
        seed: 1,
        max_blocks: 40,
        only_default: false,
        files: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if !name.starts_with("--") {
            options.files.push(name.into());
            continue;
        }
        if name == "--default" {
            options.only_default = true;
            continue;
        }
        let value = arguments.next().unwrap_or_default();
        if name == "--language" {
            let language = Language::named(&value);
            options.languages = vec![language.ok_or_else(|| format!("{value} is no language"))?];
            continue;
        }
        let value = value.parse::<u32>();
        let value = value.map_err(|_| format!("{name} needs a number"))?;
        match name.as_str() {
            "--all-graphs" => options.all_graphs = value as usize,
            "--count" => options.count = value as usize,
            "--seed" => options.seed = u64::from(value),
            "--max-blocks" => options.max_blocks = value as usize,
            _ => {
                return Err(format!(
                    "{name} is not one of --language, --all-graphs, --count, --seed, --max-blocks, \
                     --default"
                ));
            }
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let mut options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let mut named = Vec::new();
    for file in &options.files {
        match graphs_of_file(file) {
            Ok(graphs) => named.extend(graphs),
            Err(message) => {
                eprintln!("{}: {message}", file.display());
                return ExitCode::FAILURE;
            }
        }
    }
    options.only_default |= !options.files.is_empty();
    let mut total = Tally::default();
    for language in &options.languages {
        match try_language(&options, language, &named) {
            Ok(tally) => total += tally,
            Err(message) => {
                eprintln!("{}: {message}", language.name);
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{} passed, {} failed", total.passed(), total.failed);
    if total.failed == 0 && total.passed() > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Counts what became of skeletons.
#[derive(Clone, Copy, Default)]
struct Tally {
    graphs: usize,
    programs: usize,
    mutants: usize,
    tapes: usize,
    failed: usize,
    repeated: usize,
    refused: usize,
}

impl Tally {
    fn passed(&self) -> usize {
        self.programs + self.mutants
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, others: Tally) {
        self.graphs += others.graphs;
        self.programs += others.programs;
        self.mutants += others.mutants;
        self.tapes += others.tapes;
        self.failed += others.failed;
        self.repeated += others.repeated;
        self.refused += others.refused;
    }
}

/// Runs all skeletons of a language; the error says that an engine gave no answer.
fn try_language(
    options: &Options,
    language: &'static Language,
    named: &[Cfg],
) -> Result<Tally, String> {
    if !notices_a_wrong_skeleton(language).map_err(|error| error.to_string())? {
        return Err(String::from("a skeleton that was spoilt on purpose passed"));
    }
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let tallies: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let start = |job| scope.spawn(move || work(options, language, named, (job, jobs)));
        let threads: Vec<_> = (0..jobs).map(start).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join();
        let joined = threads.into_iter().map(join);
        joined
            .map(|joined| joined.unwrap_or_else(|_| Err(String::from("a panic"))))
            .collect()
    });
    let mut tally = Tally::default();
    for one in tallies {
        tally += one?;
    }
    println!(
        "{}: {} graphs, skeletons of {} programs and {} mutants on {} tapes passed, {} failed; \
         {} programs had the text of another, {} were refused for their size",
        language.name,
        tally.graphs,
        tally.programs,
        tally.mutants,
        tally.tapes,
        tally.failed,
        tally.repeated,
        tally.refused
    );
    Ok(tally)
}

/// Tells whether a skeleton whose arms are swapped in its text is recognised as different from its
/// graph, and the right one as the same; and whether one in C with a `goto` is refused.
fn notices_a_wrong_skeleton(language: &Language) -> Result<bool, EngineError> {
    let cfg = Rows::of(vec![vec![0, 1], vec![]]).cfg();
    let text = language.skeleton(&cfg, &plain(&cfg));
    let [equal, unequal] = language.equal.map(|sign| format!("decide(0) {sign} 0"));
    let spoilt = text.replace(&equal, &unequal);
    let tapes = vec![vec![0, 0, 1], vec![1]];
    let expected: Vec<_> = tapes
        .iter()
        .map(|tape| of_graph(&cfg, tape, LIMIT))
        .collect();
    let case = |text| Case::new(&cfg, text, tapes.clone(), Warnings::Ignored);
    let jumping = text.replacen("{\n", "{ goto a; a:;\n", 1);
    if language.name == "c" && runs_goto(language, case(jumping)) {
        return Ok(false);
    }
    let answers = (language.run)(&[case(text), case(spoilt)], LIMIT)?;
    Ok(answers[0] == expected && answers[1] != expected)
}

/// Tells whether a skeleton with `goto` is taken.
fn runs_goto(language: &Language, case: Case) -> bool {
    match (language.run)(&[case], LIMIT) {
        Err(EngineError::Failed { message, .. }) => !message.contains("poison"),
        _ => true,
    }
}

/// The requested graphs, each with a source of numbers of its own, so that one can be made again
/// without those before it.
///
/// The last number says how many times fewer mutants than usual are tried.
fn graphs<'o>(
    options: &'o Options,
    apart: usize,
    named: &'o [Cfg],
) -> Box<dyn Iterator<Item = (Cfg, Rng, usize)> + 'o> {
    let seed = options.seed << 32;
    if !options.files.is_empty() {
        let named = named.iter().cloned().enumerate();
        return Box::new(named.map(move |(number, cfg)| (cfg, Rng::new(seed + number as u64), 1)));
    }
    let max_blocks = options.max_blocks;
    let small = exhaustive::graphs(options.all_graphs).enumerate();
    let small = small.map(move |(number, cfg)| {
        let fewer = if cfg.block_count() < MANY {
            1
        } else {
            MANY_APART
        };
        (cfg, Rng::new(seed + number as u64), fewer)
    });
    let random = (0..options.count).step_by(apart).map(move |number| {
        let mut rng = Rng::new(seed + number as u64);
        let knobs = Knobs::any(&mut rng, max_blocks);
        (graph(&mut rng, &knobs), rng, 1)
    });
    Box::new(small.chain(random))
}

/// Tries every graph whose number modulo `jobs` is `job`.
fn work(
    options: &Options,
    language: &Language,
    named: &[Cfg],
    (job, jobs): (usize, usize),
) -> Result<Tally, String> {
    let is_compiled = ["c", "rust"].contains(&language.name);
    let (batch, mut apart, mutants_apart) = match is_compiled {
        true => (COMPILED_BATCH, COMPILED_APART, COMPILED_MUTANTS_APART),
        false => (BATCH, 1, MUTANTS_APART),
    };
    if options.only_default {
        apart = 1;
    }
    let mut tally = Tally::default();
    // Programs and mutants, which compilers may warn of.
    let mut waiting: [Vec<Trial>; 2] = [Vec::new(), Vec::new()];
    let mut size = 0;
    for (cfg, mut rng, fewer) in graphs(options, apart, named).skip(job).step_by(jobs) {
        let made = match options.only_default {
            true => default_trial(language, &cfg, &mut rng)?,
            false => trials(language, &cfg, &mut rng, fewer * mutants_apart)?,
        };
        tally.graphs += 1;
        tally.repeated += made.repeated;
        tally.refused += made.refused;
        size += made
            .trials
            .iter()
            .map(|trial| trial.case.text.len())
            .sum::<usize>();
        for trial in made.trials {
            waiting[usize::from(trial.is_mutant)].push(trial);
        }
        if size >= batch {
            for waiting in &mut waiting {
                run(language, waiting, &mut tally)?;
                waiting.clear();
            }
            size = 0;
            if job == 0 {
                let (graphs, failed) = (tally.graphs * jobs, tally.failed);
                println!("{}: {graphs} graphs, {failed} failed", language.name);
            }
        }
    }
    for waiting in &waiting {
        run(language, waiting, &mut tally)?;
    }
    Ok(tally)
}

fn run(language: &Language, trials: &[Trial], tally: &mut Tally) -> Result<(), String> {
    let answers = engine(language, trials).map_err(|error| match error {
        EngineError::Failed { .. } => refused(language, trials),
        error => error.to_string(),
    })?;
    for (trial, answers) in trials.iter().zip(&answers) {
        let mut pairs = trial.expected.iter().zip(answers);
        let Some((want, got)) = pairs.find(|(want, got)| want != got) else {
            match trial.is_mutant {
                true => tally.mutants += 1,
                false => tally.programs += 1,
            }
            tally.tapes += trial.expected.len();
            continue;
        };
        tally.failed += 1;
        if tally.failed == 1 {
            eprintln!(
                "{got}, but should be {want}: {}{}",
                trial.about, trial.case.text
            );
        }
    }
    Ok(())
}

fn engine(language: &Language, trials: &[Trial]) -> Answers {
    let cases: Vec<Case> = trials.iter().map(|trial| trial.case.clone()).collect();
    (language.run)(&cases, LIMIT)
}

/// Finds a trial that a tool refuses in a batch that it refuses, and says why.
fn refused(language: &Language, mut trials: &[Trial]) -> String {
    while trials.len() > 1 {
        let (left, right) = trials.split_at(trials.len() / 2);
        trials = if engine(language, left).is_err() {
            left
        } else {
            right
        };
    }
    match (trials, engine(language, trials)) {
        ([trial], Err(error)) => format!("{error}\n{}{}", trial.about, trial.case.text),
        _ => String::from("a tool refuses many skeletons, and none of them alone"),
    }
}
