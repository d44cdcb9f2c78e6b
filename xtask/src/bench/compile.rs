//! `cargo xtask bench compile`: the same IR through LLVM's back end and through each of Unsnarl's
//! algorithms.
//!
//! *Needs:* what the part `real` of the conformance tests needs.
//! *Gives:* two tables for each program, in Markdown: what compiling costs and how large the result
//! is, and how long it runs in each engine. LLVM's numbers are absolute, all others are ratios to
//! them, taken round by round. Another build of Unsnarl, from before some change, can be measured
//! beside this one.
//! *Cost:* half an hour on an idle machine.
//! *Limits:* times are only as precise as the machine is quiet; the spread shows it.
//!
//! Every timed run is compared with the native build: a wrong answer ends the benchmark, and its
//! row is not printed.

use super::contestant::{Contestant, Link};
use super::running;
use crate::corpus::{self, PROGRAMS, Program};
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::Scratch;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use std::path::Path;

/// The algorithms compared with LLVM's back end, the default first.
const ALGORITHMS: [&str; 4] = ["nested", "stackifier", "relooper", "state-machine"];

const ENGINES: [Engine; 4] = [
    Engine::Node,
    Engine::NodeOptimizing,
    Engine::SpiderMonkey,
    Engine::Wasmtime,
];

/// The options.
pub(crate) struct Request<'a> {
    pub(crate) rounds: usize,
    /// The names of the programs; all if there are none.
    pub(crate) only: &'a [String],
    /// Another build of Unsnarl, to compare with.
    pub(crate) before: Option<&'a Path>,
    pub(crate) programs: Programs,
}

/// What is done with the programs that were compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Programs {
    /// They are timed in each engine.
    Timed,
    /// They are left as they are.
    Left,
}

/// The builds of Unsnarl that are compared.
struct Builds {
    now: Unsnarl,
    before: Option<Unsnarl>,
}

/// Measures the programs that are asked for.
pub(crate) fn compile(request: &Request<'_>) -> Result<(), Error> {
    let builds = Builds {
        now: Unsnarl::build()?,
        before: request.before.map(Unsnarl::existing).transpose()?,
    };
    for program in &PROGRAMS {
        if request.only.is_empty() || request.only.iter().any(|name| name == program.name) {
            measure(program, request, &builds)?;
        }
    }
    Ok(())
}

fn measure(program: &'static Program, request: &Request<'_>, builds: &Builds) -> Result<(), Error> {
    let rounds = request.rounds;
    let scratch = Scratch::new()?;
    let mut modules = corpus::with_ending(&corpus::ir(program, "-O2")?, "ll")?;
    modules.push(corpus::driver_ir(program, "-O2", scratch.folder())?);
    let mut contestants = contestants(builds)?;
    for contestant in &mut contestants {
        contestant.build(Link::WithLibc(program.libraries), &modules)?;
    }
    for round in 1..=rounds {
        eprintln!("bench: {}: compiling, round {round}", program.name);
        for contestant in &mut contestants {
            contestant.time_compiling(&modules)?;
        }
    }
    print_costs(program, &contestants);
    if request.programs == Programs::Left {
        return Ok(());
    }
    // It makes the same programs.
    let [default, ..] = ALGORITHMS;
    contestants.retain(|one| one.name != control_alone_name(default));
    running::print_head(&contestants);
    let answers = corpus::answers(program, scratch.folder(), false)?;
    for answer in answers.iter().filter(|answer| answer.run.is_measured) {
        let name = answer.run.name(program);
        for engine in ENGINES {
            let rows = running::time_running(&name, answer, engine, rounds, &contestants)?;
            rows.iter().for_each(running::print_row);
        }
    }
    Ok(())
}

/// LLVM's back end; our default algorithm by the build from before, if there is one; and all of
/// ours by the build of now, the default also without the proof of data.
fn contestants(builds: &Builds) -> Result<Vec<Contestant<'_>>, Error> {
    let [default, ..] = ALGORITHMS;
    let ours = |command, algorithm| Backend::Unsnarl {
        command,
        choice: Choice::Algorithm(algorithm),
    };
    let mut all = vec![Contestant::new(Backend::Llvm)?];
    if let Some(before) = &builds.before {
        all.push(Contestant::named(
            before_name(default),
            ours(before, default),
        )?);
    }
    let control = Backend::Unsnarl {
        command: &builds.now,
        choice: Choice::Prove("control"),
    };
    all.push(Contestant::named(control_alone_name(default), control)?);
    for algorithm in ALGORITHMS {
        all.push(Contestant::new(ours(&builds.now, algorithm))?);
    }
    Ok(all)
}

/// The name of an algorithm by the build from before.
fn before_name(algorithm: &str) -> String {
    format!("{algorithm} before")
}

/// The name of an algorithm without the proof of data.
fn control_alone_name(algorithm: &str) -> String {
    format!("{algorithm}, control proved alone")
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
        llvm.name,
        1000.0 * llvm.clock.median(),
        1000.0 * llvm.processor.median(),
        llvm.memory.median() / 1000.0,
        llvm.sizes.objects,
        llvm.sizes.code,
        llvm.sizes.linked
    );
    for one in ours {
        print_ratios(&format!("`{}`", one.name), one, llvm);
    }
    let [default, ..] = ALGORITHMS;
    let named = |name: &str| ours.iter().find(|one| one.name == name);
    let versus = [
        (default.to_owned(), before_name(default)),
        (control_alone_name(default), before_name(default)),
        (default.to_owned(), control_alone_name(default)),
    ];
    for (one, other) in versus {
        if let (Some(one), Some(other)) = (named(&one), named(&other)) {
            print_ratios(&format!("`{}` over `{}`", one.name, other.name), one, other);
        }
    }
}

/// Prints what one compiler takes and makes, as ratios to another.
fn print_ratios(title: &str, one: &Contestant<'_>, other: &Contestant<'_>) {
    let size = |own: u64, other: u64| format!("{:.3}", own as f64 / other as f64);
    println!(
        "| {title} | {} | {} | {} | {} | {} | {} |",
        one.clock.over(&other.clock),
        one.processor.over(&other.processor),
        one.memory.over(&other.memory),
        size(one.sizes.objects, other.sizes.objects),
        size(one.sizes.code, other.sizes.code),
        size(one.sizes.linked, other.sizes.linked)
    );
}
