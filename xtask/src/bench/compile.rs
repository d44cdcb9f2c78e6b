//! `cargo xtask bench compile`: the same IR through LLVM's back end and through each algorithm of ours.
//!
//! *Needs:* what the part `real` of the conformance tests needs.
//! *Gives:* two tables for each program, in Markdown: what compiling costs and how large the result is, and how long it
//! runs in each engine. LLVM's numbers are absolute, all others are ratios to them, taken round by round.
//! *Cost:* half an hour on an idle machine.
//! *Limits:* what is measured by the clock is as quiet as the machine is; the spread shows it.
//!
//! Every timed run is compared with the native build: a wrong answer ends the benchmark, and its row is not printed.

use super::samples::Samples;
use crate::corpus::{self, Answer, PROGRAMS, Program};
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::PYTHON;
use crate::unsnarl::Unsnarl;
use crate::wasi::{self, Backend};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wasmparser::{Parser, Payload};

/// What is set beside LLVM's back end: the default first.
const ALGORITHMS: [&str; 4] = ["nested", "stackifier", "relooper", "state-machine"];

const ENGINES: [Engine; 4] = [
    Engine::Node,
    Engine::NodeOptimizing,
    Engine::SpiderMonkey,
    Engine::Wasmtime,
];

const LIMIT: Duration = Duration::from_secs(900);

/// One back end with one program: what was measured of it.
struct Contestant<'a> {
    backend: Backend<'a>,
    folder: Scratch,
    /// By the clock, and on processors, of the compiler over all modules, in seconds.
    clock: Samples,
    processor: Samples,
    /// The peak of the compiler on the largest module, in kilobytes.
    memory: Samples,
    sizes: Sizes,
}

/// In bytes.
#[derive(Default)]
struct Sizes {
    objects: u64,
    /// The code sections of the objects.
    code: u64,
    linked: u64,
}

/// Measures the programs of these names, or all if there are none, in so many rounds.
pub(crate) fn compile(rounds: usize, only: &[String]) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    for program in &PROGRAMS {
        if only.is_empty() || only.iter().any(|name| name == program.name) {
            measure(program, rounds, &unsnarl)?;
        }
    }
    Ok(())
}

fn measure(program: &'static Program, rounds: usize, unsnarl: &Unsnarl) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let mut modules = corpus::with_ending(&corpus::ir(program, "-O2")?, "ll")?;
    modules.push(corpus::driver_ir(program, "-O2", scratch.folder())?);
    let answers = corpus::answers(program, scratch.folder(), false)?;
    let mut contestants = contestants(unsnarl)?;
    for contestant in &mut contestants {
        contestant.build(program, &modules)?;
    }
    for round in 1..=rounds {
        eprintln!("bench: {}: compiling, round {round}", program.name);
        for contestant in &mut contestants {
            contestant.time_compiling(&modules)?;
        }
    }
    print_costs(program, &contestants);
    print_head_of_runs(&contestants);
    for answer in answers.iter().filter(|answer| answer.run.is_measured) {
        for engine in ENGINES {
            let rows = time_running(program, answer, engine, rounds, &contestants)?;
            rows.iter().for_each(print_run);
        }
    }
    Ok(())
}

fn contestants(unsnarl: &Unsnarl) -> Result<Vec<Contestant<'_>>, Error> {
    let ours = ALGORITHMS.map(|algorithm| Backend::Unsnarl {
        command: unsnarl,
        algorithm,
    });
    let with = |backend| {
        Ok(Contestant {
            backend,
            folder: Scratch::new()?,
            clock: Samples::default(),
            processor: Samples::default(),
            memory: Samples::default(),
            sizes: Sizes::default(),
        })
    };
    std::iter::once(Backend::Llvm)
        .chain(ours)
        .map(with)
        .collect()
}

impl Contestant<'_> {
    fn linked(&self) -> PathBuf {
        self.folder.file("linked.wasm")
    }

    fn object(&self, module: &Path) -> PathBuf {
        let name = module.with_extension("o");
        self.folder
            .folder()
            .join(name.file_name().unwrap_or_default())
    }

    /// Compiles and links once, and weighs the result.
    fn build(&mut self, program: &Program, modules: &[PathBuf]) -> Result<(), Error> {
        let mut objects = Vec::new();
        for module in modules {
            let object = self.object(module);
            self.backend.make_object(module, &object)?;
            let bytes = paths::read(&object)?;
            self.sizes.objects += bytes.len() as u64;
            self.sizes.code += code_size(&bytes);
            objects.push(object);
        }
        wasi::link(&objects, program.libraries, &self.linked())?;
        let linked = fs::metadata(self.linked()).map_err(Error::file("find", &self.linked()))?;
        self.sizes.linked = linked.len();
        Ok(())
    }

    /// Compiles every module once more.
    fn time_compiling(&mut self, modules: &[PathBuf]) -> Result<(), Error> {
        let report = self.folder.file("usage.txt");
        let mut total = [0.0, 0.0, 0.0_f64];
        for module in modules {
            let command = self.backend.compile(module, &self.object(module))?;
            let mut measured = PYTHON.call()?;
            measured.arg(paths::root().join("bench/corpus/measure.py"));
            measured.arg(&report).arg(command.get_program());
            measured.args(command.get_args());
            process::require(&mut measured, LIMIT)?;
            let [clock, processor, memory] = numbers(&paths::read(&report)?);
            total = [total[0] + clock, total[1] + processor, total[2].max(memory)];
        }
        self.clock.push(total[0]);
        self.processor.push(total[1]);
        self.memory.push(total[2]);
        Ok(())
    }
}

/// The size of the code section of a module.
fn code_size(bytes: &[u8]) -> u64 {
    let payloads = Parser::new(0).parse_all(bytes);
    let sizes = payloads.filter_map(|payload| match payload {
        Ok(Payload::CodeSectionStart { size, .. }) => Some(u64::from(size)),
        _ => None,
    });
    sizes.sum()
}

/// The last so many numbers of a text of ours, which has them.
fn numbers<const N: usize>(text: &[u8]) -> [f64; N] {
    let text = String::from_utf8_lossy(text);
    let all: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let last = all.len().checked_sub(N).map(|start| &all[start..]);
    last.and_then(|last| last.try_into().ok())
        .expect("our own scripts end with their numbers")
}

/// A row of the table of runs: what ran where, and the milliseconds of each contestant.
struct Row {
    what: String,
    engine: Engine,
    times: Vec<Samples>,
}

/// Runs every contestant in turn, in rounds; gives a row for the engine's compiler and a row for what comes after.
fn time_running(
    program: &Program,
    answer: &Answer,
    engine: Engine,
    rounds: usize,
    contestants: &[Contestant<'_>],
) -> Result<[Row; 2], Error> {
    let name = answer.run.name(program);
    eprintln!("bench: {name} in {}", engine.name());
    let row = |what: String| Row {
        what,
        engine,
        times: vec![Samples::default(); contestants.len()],
    };
    let mut rows = [row(format!("{name}: loading")), row(name.clone())];
    for _ in 0..rounds {
        for (index, contestant) in contestants.iter().enumerate() {
            let mut command = engine.script()?;
            command.arg("--times").arg(contestant.linked());
            let outcome = answer.require(&mut command)?;
            let [loading, running] = numbers(&outcome.errors);
            rows[0].times[index].push(loading);
            rows[1].times[index].push(running);
        }
    }
    Ok(rows)
}

fn print_costs(program: &Program, contestants: &[Contestant<'_>]) {
    println!("\n## {}\n", program.name);
    println!("| compiler | time | processors | memory | objects | code | linked |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let Some((llvm, ours)) = contestants.split_first() else {
        return;
    };
    println!(
        "| `{}` | {:.0} ms | {:.0} ms | {:.1} MB | {} | {} | {} |",
        llvm.backend.name(),
        1000.0 * llvm.clock.median(),
        1000.0 * llvm.processor.median(),
        llvm.memory.median() / 1000.0,
        llvm.sizes.objects,
        llvm.sizes.code,
        llvm.sizes.linked
    );
    for one in ours {
        let size = |own: u64, other: u64| format!("{:.3}", own as f64 / other as f64);
        println!(
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            one.backend.name(),
            one.clock.over(&llvm.clock),
            one.processor.over(&llvm.processor),
            one.memory.over(&llvm.memory),
            size(one.sizes.objects, llvm.sizes.objects),
            size(one.sizes.code, llvm.sizes.code),
            size(one.sizes.linked, llvm.sizes.linked)
        );
    }
}

fn print_head_of_runs(contestants: &[Contestant<'_>]) {
    let names = contestants
        .iter()
        .map(|one| format!(" `{}` |", one.backend.name()));
    println!("\n| run | engine |{}", names.collect::<String>());
    println!("|---|---|{}", "--:|".repeat(contestants.len()));
}

fn print_run(row: &Row) {
    let Some((llvm, ours)) = row.times.split_first() else {
        return;
    };
    let ratios = ours.iter().map(|times| format!(" {} |", times.over(llvm)));
    println!(
        "| {} | {} | {:.1} ms |{}",
        row.what,
        row.engine.name(),
        llvm.median(),
        ratios.collect::<String>()
    );
}
