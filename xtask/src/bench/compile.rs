//! `cargo xtask bench compile`: the same IR through LLVM's back end and through each of Unsnarl's
//! algorithms.
//!
//! *Needs:* what the part `real` of the conformance tests needs.
//! *Gives:* two tables for each program, in Markdown: what compiling costs and how large the result
//! is, and how long it runs in each engine. LLVM's numbers are absolute, all others are ratios to
//! them, taken round by round.
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

/// The algorithms compared with LLVM's back end, the default first.
const ALGORITHMS: [&str; 4] = ["nested", "stackifier", "relooper", "state-machine"];

const ENGINES: [Engine; 4] = [
    Engine::Node,
    Engine::NodeOptimizing,
    Engine::SpiderMonkey,
    Engine::Wasmtime,
];

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
        contestant.build(Link::WithLibc(program.libraries), &modules)?;
    }
    for round in 1..=rounds {
        eprintln!("bench: {}: compiling, round {round}", program.name);
        for contestant in &mut contestants {
            contestant.time_compiling(&modules)?;
        }
    }
    print_costs(program, &contestants);
    running::print_head(&contestants);
    for answer in answers.iter().filter(|answer| answer.run.is_measured) {
        let name = answer.run.name(program);
        for engine in ENGINES {
            let rows = running::time_running(&name, answer, engine, rounds, &contestants)?;
            rows.iter().for_each(running::print_row);
        }
    }
    Ok(())
}

fn contestants(unsnarl: &Unsnarl) -> Result<Vec<Contestant<'_>>, Error> {
    let ours = ALGORITHMS.map(|algorithm| Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Algorithm(algorithm),
    });
    let all = std::iter::once(Backend::Llvm).chain(ours);
    all.map(Contestant::new).collect()
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
