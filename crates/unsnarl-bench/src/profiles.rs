//! How long structuring and lowering take, in walks.
//!
//! *Needs:* folders of LLVM IR, and the largest size of a shape.
//! *Gives:* for each folder a table of all algorithms, with the time of each and of lowering what
//! it makes to each profile; then how the time of each profile grows with the size of shapes. A
//! *walk* is a bare depth-first walk over the same graphs, in the same run.
//! *Cost:* some samples of each; every lowered program is judged by its profile, and those of the
//! table of growth are proved, before a time is printed.
//!
//! A time is the sum over graphs of medians. What the lowering takes does not include what the
//! algorithm does.

use crate::error::Error;
use crate::graphs::{self, Set};
use crate::scale;
use crate::timing;
use std::path::PathBuf;
use std::time::Duration;
use unsnarl::lower::lower;
use unsnarl::program::{PROFILES, Profile};
use unsnarl::structure::{ALGORITHMS, Algorithm, Settings};
use unsnarl::{Cfg, Program, verify};
use unsnarl_testkit::shapes::Shape;
use unsnarl_testkit::walk::walk;

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Measures, and prints Markdown.
pub(crate) fn profiles(
    modules: &[(String, PathBuf)],
    shapes: &[String],
    largest: usize,
) -> Result<(), Error> {
    let wanted = scale::named(shapes)?;
    for (name, folder) in modules {
        let set = graphs::of_folder(name, folder)?;
        eprintln!("{}: {} graphs", set.name, set.graphs.len());
        table(&set)?;
    }
    growth(&wanted, largest)
}

fn heads() -> String {
    let names = PROFILES.iter().map(|profile| format!("`{}`", profile.name));
    names.collect::<Vec<_>>().join(" | ")
}

fn table(set: &Set) -> Result<(), Error> {
    let blocks: usize = set.graphs.iter().map(|graph| graph.cfg.block_count()).sum();
    println!(
        "### {}: {} functions, {blocks} blocks\n",
        set.name,
        set.graphs.len()
    );
    println!("| algorithm | structuring | {} |", heads());
    println!("|---|{}", "--:|".repeat(PROFILES.len() + 1));
    for algorithm in ALGORITHMS {
        let mut floor = Duration::ZERO;
        let mut times = [Duration::ZERO; PROFILES.len() + 1];
        for graph in &set.graphs {
            let wrong = |problem| Error::Wrong {
                place: format!("{}: {}", algorithm.name, graph.name),
                problem,
            };
            let Some((program, time)) = structured(&graph.cfg, algorithm) else {
                continue;
            };
            floor += time_of_walk(&graph.cfg);
            times[0] += time;
            for (sum, profile) in times[1..].iter_mut().zip(&PROFILES) {
                let lowered = lowered(&graph.cfg, &program, profile);
                *sum += lowered.map_err(wrong)?.1;
            }
        }
        let walks = times.map(|time| walks(time, floor)).join(" | ");
        println!("| {} | {walks} |", algorithm.name);
    }
    println!();
    Ok(())
}

fn walks(time: Duration, floor: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() / floor.as_secs_f64())
}

fn time_of_walk(cfg: &Cfg) -> Duration {
    let timed = timing::sample(|| Ok::<_, ()>(walk(cfg)));
    timed.map_or(Duration::ZERO, |(_, samples)| timing::median(samples))
}

/// Structures a graph; nothing if the algorithm refuses it for its size.
fn structured(cfg: &Cfg, algorithm: &Algorithm) -> Option<(Program, Duration)> {
    let settings = Settings::default();
    let timed = timing::sample(|| algorithm.structure(cfg, &settings));
    let (program, samples) = timed.ok()?;
    Some((program, timing::median(samples)))
}

/// Lowers a program, which must keep to the profile then.
fn lowered(cfg: &Cfg, program: &Program, profile: &Profile) -> Result<(Program, Duration), String> {
    let timed = timing::sample(|| lower(cfg, program, profile));
    let (lowered, samples) = timed.map_err(|refusal| refusal.to_string())?;
    match verify::profile(&lowered.program, profile).first() {
        Some(breach) => Err(breach.to_string()),
        None => Ok((lowered.program, timing::median(samples))),
    }
}

fn growth(shapes: &[&Shape], largest: usize) -> Result<(), Error> {
    println!("### How lowering what `nested` makes grows with size\n");
    println!("Walks, and the factor from the size before.\n");
    println!("| shape | size | structuring | {} |", heads());
    println!("|---|{}", "--:|".repeat(PROFILES.len() + 2));
    for shape in shapes {
        let mut before = None;
        for size in SIZES.into_iter().filter(|&size| size <= largest) {
            let times = of_shape(shape, size)?;
            before = Some(print_row(shape, size, times, before));
        }
    }
    Ok(())
}

type Times = [Duration; PROFILES.len() + 2];

/// Gives the times of a walk, of structuring, and of lowering to each profile.
fn of_shape(shape: &Shape, size: usize) -> Result<Times, Error> {
    let cfg = (shape.make)(size);
    let wrong = |problem| Error::Wrong {
        place: format!("{} of {size}", shape.name),
        problem,
    };
    let refused = || wrong(String::from("the algorithm refuses it"));
    let (program, time) = structured(&cfg, &ALGORITHMS[0]).ok_or_else(refused)?;
    let mut times = [Duration::ZERO; PROFILES.len() + 2];
    (times[0], times[1]) = (time_of_walk(&cfg), time);
    for (at, profile) in PROFILES.iter().enumerate() {
        let (program, time) = lowered(&cfg, &program, profile).map_err(wrong)?;
        let limit = verify::state_limit(&cfg, &program);
        if let verify::Verdict::Failed(failure) = verify::simulation(&cfg, &program, limit) {
            return Err(wrong(format!("{}: {failure}", profile.name)));
        }
        times[at + 2] = time;
    }
    Ok(times)
}

fn print_row(shape: &Shape, size: usize, times: Times, before: Option<Times>) -> Times {
    let cell = |at: usize| {
        let walks = walks(times[at], times[0]);
        match before {
            Some(before) => {
                let factor = times[at].as_secs_f64() / before[at].as_secs_f64();
                format!("{walks}, x{factor:.1}")
            }
            None => walks,
        }
    };
    let cells = (1..times.len()).map(cell).collect::<Vec<_>>().join(" | ");
    println!("| {} | {size} | {cells} |", shape.name);
    times
}
