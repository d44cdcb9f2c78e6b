//! `cargo xtask bench compile`: the same IR through LLVM's back end and through each of Unsnarl's
//! algorithms.
//!
//! *Needs:* what the part `real` of the conformance tests needs. *Gives:* three tables for each
//! program, in Markdown: what compiling costs and how large the result is, which functions are the
//! largest beside LLVM's, and how long it runs in each engine. LLVM's numbers are absolute, all
//! others are ratios to them, taken round by round. Another build of Unsnarl, from before some
//! change, can be measured beside this one. *Cost:* half an hour on an idle machine. *Limits:*
//! times are only as precise as the machine is quiet; the spread shows it.
//!
//! Every timed run is compared with the native build: a wrong answer ends the benchmark, and its
//! row is not printed.

use super::contestant::{Contestant, Link};
use super::running::{self, Runnable};
use super::subject::{self, Subject};
use crate::corpus::PROGRAMS;
use crate::engines::Engine;
use crate::error::Error;
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

/// How many functions are shown that are larger than LLVM's, and how many bytes the smallest has.
const WORST: usize = 10;
const SMALLEST: u64 = 64;

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
    let default = PROGRAMS.iter().map(|program| program.name);
    for name in subject::names() {
        let is_wanted = match request.only {
            [] => default.clone().any(|one| one == name),
            only => only.iter().any(|one| one == name),
        };
        if is_wanted && let Some(subject) = subject::named(name)? {
            measure(&subject, request, &builds)?;
        }
    }
    Ok(())
}

fn measure(subject: &Subject, request: &Request<'_>, builds: &Builds) -> Result<(), Error> {
    let rounds = request.rounds;
    let mut contestants = contestants(builds)?;
    for contestant in &mut contestants {
        contestant.build(Link::WithLibc(subject.libraries), &subject.modules)?;
    }
    for round in 1..=rounds {
        eprintln!("bench: {}: compiling, round {round}", subject.name);
        for contestant in &mut contestants {
            contestant.time_compiling(&subject.modules)?;
        }
    }
    print_costs(subject, &contestants);
    print_worst(&contestants)?;
    if request.programs == Programs::Left {
        return Ok(());
    }
    // It makes the same programs.
    let [default, ..] = ALGORITHMS;
    contestants.retain(|one| one.name != control_alone_name(default));
    let programs: Vec<Runnable<'_>> = contestants.iter().map(Contestant::program).collect();
    running::print_head(&programs);
    for answer in &subject.answers {
        let name = answer.run.name(subject.name);
        for engine in ENGINES {
            let rows = running::time_running(&name, answer, engine, rounds, &programs)?;
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

/// Prints the functions whose code is the largest in comparison with LLVM's.
fn print_worst(contestants: &[Contestant<'_>]) -> Result<(), Error> {
    let [default, ..] = ALGORITHMS;
    let (Some(llvm), Some(ours)) = (
        contestants.first(),
        contestants.iter().find(|one| one.name == default),
    ) else {
        return Ok(());
    };
    let theirs = llvm.function_sizes()?;
    let ours = ours.function_sizes()?;
    let both = ours
        .iter()
        .filter_map(|(name, &own)| Some((name, own, *theirs.get(name)?)));
    let mut worst: Vec<(&String, u64, u64)> = both.filter(|&(_, own, _)| own >= SMALLEST).collect();
    worst.sort_by(|a, b| (b.1 * a.2).cmp(&(a.1 * b.2)));
    println!(
        "\n| function | `{default}`, bytes | `{}`, bytes | ratio |",
        llvm.name
    );
    println!("|---|--:|--:|--:|");
    for (name, own, other) in worst.iter().take(WORST) {
        let ratio = *own as f64 / *other as f64;
        println!("| `{name}` | {own} | {other} | {ratio:.3} |");
    }
    Ok(())
}

/// The name of an algorithm by the build from before.
fn before_name(algorithm: &str) -> String {
    format!("{algorithm} before")
}

/// The name of an algorithm without the proof of data.
fn control_alone_name(algorithm: &str) -> String {
    format!("{algorithm}, control proved alone")
}

fn print_costs(subject: &Subject, contestants: &[Contestant<'_>]) {
    println!("\n## {}\n", subject.name);
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
