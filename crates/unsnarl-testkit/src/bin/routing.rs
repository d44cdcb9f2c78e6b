//! What `dispatch` saves, compared with routing every edge into an entry, on random irreducible
//! graphs.
//!
//! `routing [COUNT [SEED]]` makes COUNT of them (default 10,000) with up to 60 blocks, and walks
//! 1,000 blocks through each. Prints a table of sums, and exits with 1 if any count of any graph is
//! higher than by the other rule. So it does if the dispatcher of a loop of up to 12 entries gets
//! more edges from inside than the fewest that are enough; a tenth of COUNT loops are tried. Then
//! the clique of 64 entries: what each reduction makes of it, and how long it takes.

use std::process::ExitCode;
use std::time::Instant;
use unsnarl::reduce::{Budget, REDUCTIONS, Reducible, dispatch};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::routing::least::{least, multi_entry_loops, routed};
use unsnarl_testkit::routing::{Routing, saving};
use unsnarl_testkit::shapes::one_clique;
use unsnarl_testkit::{Rng, notation};

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let (count, seed) = match numbers.as_deref() {
        Ok([]) => (10_000, 1),
        Ok([count]) => (*count, 1),
        Ok([count, seed]) => (*count, *seed),
        _ => {
            eprintln!("usage: routing [COUNT [SEED]]");
            return ExitCode::from(2);
        }
    };
    let more = compare(count, seed);
    println!("{more} graphs have more by dispatch");
    let above = fewest(count.div_ceil(10), seed);
    clique();
    ExitCode::from(u8::from(more + above > 0))
}

/// Prints the sums, and gives the number of graphs on which `dispatch` does worse.
fn compare(count: u64, seed: u64) -> usize {
    let (mut ours, mut all) = (Routing::default(), Routing::default());
    let (mut made, mut more) = (0, 0);
    for number in 0.. {
        let mut rng = Rng::new((seed << 32) + number);
        let knobs = Knobs::any(&mut rng, 60);
        let cfg = graph(&mut rng, &knobs);
        if Reducible::test(&cfg).is_ok() {
            continue;
        }
        let saving = saving(&cfg, number, 1_000);
        if saving.ours.edges > saving.all.edges || saving.ours.executed > saving.all.executed {
            more += 1;
            println!("{saving:?}\n{}", notation::show(&cfg));
        }
        ours.add(&saving.ours);
        all.add(&saving.all);
        made += 1;
        if made == count {
            break;
        }
    }
    println!("{made} random irreducible graphs");
    println!(
        "{:<24} {:>12} {:>12} {:>8}",
        "", "every edge", "dispatch", "fewer"
    );
    row("routed edges", all.edges as u64, ours.edges as u64);
    row(
        "of them inside loops",
        all.inside as u64,
        ours.inside as u64,
    );
    row("executed dispatches", all.executed, ours.executed);
    more
}

/// Entries of loops, and edges to them from inside, up to which all sets of these edges are tried.
const ENTRIES: usize = 12;
const CROSSINGS: usize = 14;

/// Compares so many loops with the fewest edges that are enough; prints how many loops have how
/// many entries, and gives the number of loops on which `dispatch` routes more.
fn fewest(count: u64, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut loops = [0; ENTRIES + 1];
    let mut above = 0;
    while loops.iter().sum::<u64>() < count {
        let knobs = Knobs {
            widest: 4,
            wild: 60,
            ..Knobs::any(&mut rng, 24)
        };
        let cfg = graph(&mut rng, &knobs);
        let reduced = dispatch(&cfg);
        for around in multi_entry_loops(&cfg) {
            let entries = around.entries.len();
            let few = || least(&cfg, &around, CROSSINGS);
            if let Some(fewest) = (entries <= ENTRIES).then(few).flatten() {
                loops[entries] += 1;
                if routed(&cfg, &reduced, &around) != fewest {
                    above += 1;
                    println!("{fewest} edges are enough:\n{}", notation::show(&cfg));
                }
            }
        }
    }
    println!("loops of 2 to {ENTRIES} entries: {:?}", &loops[2..]);
    println!("{above} of them route more edges inside than the fewest that are enough");
    above
}

fn row(name: &str, all: u64, ours: u64) {
    let fewer = 100.0 - 100.0 * ours as f64 / all as f64;
    println!("{name:<24} {all:>12} {ours:>12} {fewer:>6.1} %");
}

fn clique() {
    let cfg = one_clique(64 * 64);
    let (blocks, edges) = (cfg.block_count(), cfg.edge_count());
    println!("clique of 64 entries: {blocks} blocks, {edges} edges");
    for reduction in REDUCTIONS {
        let start = Instant::now();
        let answer = match reduction.reduce(&cfg, Budget::times(&cfg, 32)) {
            Ok(reduced) => {
                let cfg = reduced.cfg();
                format!("{} blocks, {} edges", cfg.block_count(), cfg.edge_count())
            }
            Err(error) => error.to_string(),
        };
        let time = start.elapsed().as_micros();
        println!("{:<10} {answer}, in {time} µs", reduction.name);
    }
}
