//! `cargo xtask bench seed`: the ways to structure, in whole programs of C and C++, in each engine.
//!
//! *Needs:* the sources of zlib, Box2D, Bullet and CPython, their [compilers](crate::corpus), and
//! the engines; browsers are those of Debian. *Gives:* in Markdown, the sizes of each program as
//! each contestant makes it, and how long it runs in each engine. The Relooper's numbers are
//! absolute, all others are ratios to them, taken round by round; so a ratio of 0.95 is a program
//! that is a twentieth faster than with the Relooper. *Source:* the programs are those of "Solving
//! the structured control flow problem once and for all" (2019), whose figures for V8 and
//! SpiderMonkey compare Cheerp's stackifier with its Relooper. *Departures:* the drivers, and so
//! the sizes of the work, are ours; LLVM's own back end is a fourth contestant. *Cost:* about a
//! minute a round. *Limits:* times are only as precise as the machine is quiet; the spread shows
//! it.
//!
//! Every timed run is compared with the native build: a wrong answer ends the benchmark.

use super::contestant::{Contestant, Link};
use super::running::{self, Runnable};
use super::subject::{self, Subject};
use crate::engines::Engine;
use crate::error::Error;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;

/// The algorithms, the one that the others are compared with first.
const ALGORITHMS: [&str; 3] = ["relooper", "stackifier", "nested"];

const ENGINES: [Engine; 4] = [
    Engine::Node,
    Engine::SpiderMonkey,
    Engine::Chromium,
    Engine::Firefox,
];

/// The programs of the article.
pub(super) const PROGRAMS: [&str; 4] = ["zlib", "box2d", "bullet", "cpython"];

/// Measures the programs that are asked for; all if none is named.
pub(crate) fn seed(rounds: usize, only: &[String]) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    for name in PROGRAMS {
        let is_wanted = only.is_empty() || only.iter().any(|one| one == name);
        if is_wanted && let Some(subject) = subject::named(name)? {
            measure(&subject, rounds, &unsnarl)?;
        }
    }
    Ok(())
}

fn measure(subject: &Subject, rounds: usize, unsnarl: &Unsnarl) -> Result<(), Error> {
    let mut contestants = Vec::new();
    for algorithm in ALGORITHMS {
        contestants.push(Contestant::new(Backend::Unsnarl {
            command: unsnarl,
            choice: Choice::Algorithm(algorithm),
        })?);
    }
    contestants.push(Contestant::new(Backend::Llvm)?);
    eprintln!("bench: {}: compiling", subject.name);
    for contestant in &mut contestants {
        contestant.build(Link::WithLibc(subject.libraries), &subject.modules)?;
    }
    print_sizes(subject, &contestants);
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

fn print_sizes(subject: &Subject, contestants: &[Contestant<'_>]) {
    println!("\n## {}\n", subject.name);
    println!("| made by | code | linked |");
    println!("|---|--:|--:|");
    let Some((first, others)) = contestants.split_first() else {
        return;
    };
    let sizes = &first.sizes;
    println!("| `{}` | {} | {} |", first.name, sizes.code, sizes.linked);
    for one in others {
        println!(
            "| `{}` | {:.3} | {:.3} |",
            one.name,
            one.sizes.code as f64 / sizes.code as f64,
            one.sizes.linked as f64 / sizes.linked as f64
        );
    }
}
