//! `cargo xtask bench reductions`, the second part: the reductions in running programs.
//!
//! *Needs:* clang 19 with a libc for WebAssembly, LLVM's back end, `wasm-ld`, gcc, node.
//! *Gives:* for each program at each level that has an irreducible function two tables in Markdown:
//! the sizes, and how long the program runs in node. The numbers of `dispatch` are absolute; times
//! of the others are ratios to them, taken round by round. The programs without an irreducible
//! function are named.
//! *Cost:* some ten minutes on an idle machine.
//! *Limits:* a program is timed as a whole: how much of its time the function takes is not
//! measured.
//!
//! Every timed run is compared with the native build: a wrong answer ends the benchmark, and its
//! row is not printed.

use super::contestant::{Contestant, Link};
use super::running::{self, Runnable};
use crate::corpus::{self, Answer, PROGRAMS, Program, Run};
use crate::engines::Engine;
use crate::error::Error;
use crate::examples;
use crate::paths::{self, Scratch};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use std::collections::BTreeSet;
use std::path::PathBuf;
use unsnarl::reduce::REDUCTIONS;

/// V8 as it comes, and with its optimising compiler alone.
const ENGINES: [Engine; 2] = [Engine::Node, Engine::NodeOptimizing];

/// The examples that are about irreducible loops, and the interpreter with computed gotos.
const EXAMPLES: [(&str, Run); 3] = [
    ("duff", Run::new("10000", "200", None)),
    ("goto-loops", Run::new("1000000", "3000", None)),
    ("interpreter-goto", Run::new("1000", "10", None)),
];

/// A program at a level.
struct Subject<'a> {
    name: String,
    modules: Vec<PathBuf>,
    link: Link<'a>,
    /// Its output, and the name of the run in tables.
    runs: Vec<(String, &'a Answer)>,
}

/// The names of what can be measured alone.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let programs = PROGRAMS.iter().map(|program| program.name);
    EXAMPLES.iter().map(|&(name, _)| name).chain(programs)
}

/// Measures the programs of these names, or all if there are none, in so many rounds.
pub(super) fn reductions(rounds: usize, only: &[String]) -> Result<(), Error> {
    let is_chosen = |name: &str| only.is_empty() || only.iter().any(|one| one == name);
    let unsnarl = Unsnarl::build()?;
    let mut reducible = Vec::new();
    for (name, run) in EXAMPLES.iter().filter(|(name, _)| is_chosen(name)) {
        example(name, run, rounds, &unsnarl, &mut reducible)?;
    }
    for program in PROGRAMS.iter().filter(|program| is_chosen(program.name)) {
        real_program(program, rounds, &unsnarl, &mut reducible)?;
    }
    if !reducible.is_empty() {
        println!(
            "\nWithout an irreducible function: {}.",
            reducible.join(", ")
        );
    }
    Ok(())
}

fn example(
    name: &str,
    run: &'static Run,
    rounds: usize,
    unsnarl: &Unsnarl,
    reducible: &mut Vec<String>,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let native = scratch.file(name);
    examples::build_natively(name, &native)?;
    let answer = corpus::ask(run, &native, false)?;
    for (level, folder) in examples::LEVELS {
        let subject = Subject {
            name: format!("{name} {level}"),
            modules: vec![paths::examples().join(format!("{folder}{name}.ll"))],
            link: Link::Alone,
            runs: vec![(name.to_owned(), &answer)],
        };
        measure(&subject, rounds, unsnarl, reducible)?;
    }
    Ok(())
}

fn real_program(
    program: &'static Program,
    rounds: usize,
    unsnarl: &Unsnarl,
    reducible: &mut Vec<String>,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let answers = corpus::answers(program, scratch.folder(), false)?;
    let measured = answers.iter().filter(|answer| answer.run.is_measured);
    let runs: Vec<_> = measured
        .map(|answer| (answer.run.name(program.name), answer))
        .collect();
    for level in corpus::LEVELS {
        let mut modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
        modules.push(corpus::driver_ir(program, level, scratch.folder())?);
        let subject = Subject {
            name: format!("{} {level}", program.name),
            modules,
            link: Link::WithLibc(program.libraries),
            runs: runs.clone(),
        };
        measure(&subject, rounds, unsnarl, reducible)?;
    }
    Ok(())
}

/// Prints the tables of a subject, or adds its name to those that have nothing to reduce.
fn measure(
    subject: &Subject<'_>,
    rounds: usize,
    unsnarl: &Unsnarl,
    reducible: &mut Vec<String>,
) -> Result<(), Error> {
    let ours = REDUCTIONS.iter().map(|reduction| Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Reduction(reduction.name),
    });
    let all = ours.chain([Backend::Llvm]).map(Contestant::new);
    let mut contestants = all.collect::<Result<Vec<_>, Error>>()?;
    let mut functions = BTreeSet::new();
    for (index, contestant) in contestants.iter_mut().enumerate() {
        contestant.build(subject.link, &subject.modules)?;
        if index == 0 {
            functions = labelled(&contestant.told);
        }
        if functions.is_empty() {
            reducible.push(subject.name.clone());
            return Ok(());
        }
    }
    print_sizes(subject, &functions, &contestants)?;
    let programs: Vec<Runnable<'_>> = contestants.iter().map(Contestant::program).collect();
    running::print_head(&programs);
    for (name, answer) in &subject.runs {
        for engine in ENGINES {
            eprintln!("bench: {}", subject.name);
            let [loading, running] =
                running::time_running(name, answer, engine, rounds, &programs)?;
            // The examples are loaded within a millisecond.
            if let Link::WithLibc(_) = subject.link {
                running::print_row(&loading);
            }
            running::print_row(&running);
        }
    }
    Ok(())
}

/// The functions that store labels, by the lines that `--stats` prints. By `dispatch` and the
/// default algorithm those are the irreducible ones.
fn labelled(told: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (name, measures) = line.split_once(": ")?;
        let measures = measures
            .strip_suffix(" label store")
            .or(measures.strip_suffix(" label stores"));
        let (_, stores) = measures?.rsplit_once(' ')?;
        (stores != "0").then(|| name.to_owned())
    };
    told.lines().filter_map(name).collect()
}

/// The bytes of each irreducible function, of all code, and of the module.
fn print_sizes(
    subject: &Subject<'_>,
    functions: &BTreeSet<String>,
    contestants: &[Contestant<'_>],
) -> Result<(), Error> {
    let heads = functions.iter().map(|name| format!(" `{name}` |"));
    println!("\n### {}\n", subject.name);
    println!("| by |{} code | linked |", heads.collect::<String>());
    println!("|---|{}--:|--:|", "--:|".repeat(functions.len()));
    for one in contestants {
        let sizes = one.function_sizes()?;
        let size = |name| sizes.get(name).map_or("–".to_owned(), u64::to_string);
        let cells = functions.iter().map(|name| format!(" {} |", size(name)));
        println!(
            "| `{}` |{} {} | {} |",
            one.name,
            cells.collect::<String>(),
            one.sizes.code,
            one.sizes.linked
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(told: &str, expected: &[&str]) {
        let found = labelled(told);
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn functions_with_labels_are_told_apart() {
        check("f: proved in 3 states; 1 if, depth 2, 0 label stores", &[]);
        check(
            "f: proved in 3 states; 1 if, depth 2, 10 label stores",
            &["f"],
        );
        check(
            "g: proved in 9 states; depth 0, 2 label stores\na remark\nf: bounded: none; depth 0, 1 label store",
            &["f", "g"],
        );
        check("", &[]);
    }
}
