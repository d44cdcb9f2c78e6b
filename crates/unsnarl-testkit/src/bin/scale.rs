//! How time grows with size: `scale [LARGEST [SHAPE…]]` measures shapes at 10⁴, 10⁵, … blocks and edges.
//!
//! For each shape and each size it prints the median of some runs of a bare depth-first walk, of structuring
//! (with what makes the graph reducible), and of the proof; how much each grew from the size before; and how
//! many times the walk the structuring took. A wrong program ends it before its time is printed.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use unsnarl::{Cfg, Id, verify};
use unsnarl_testkit::algorithms::{Way, ways};
use unsnarl_testkit::shapes::{SHAPES, Shape};

const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// The largest size if none is said.
const LARGEST: usize = 1_000_000;
const RUNS: usize = 5;

/// Visits every block that can be reached, and gives their number: what any work on a graph costs at least.
fn walk(cfg: &Cfg) -> usize {
    let mut seen = vec![false; cfg.block_count()];
    let mut work = vec![(cfg.entry(), 0)];
    seen[cfg.entry().index()] = true;
    let mut count = 0;
    while let Some((block, slot)) = work.pop() {
        let Some(&next) = cfg.successors(block).get(slot) else {
            count += 1;
            continue;
        };
        work.push((block, slot + 1));
        if !seen[next.index()] {
            seen[next.index()] = true;
            work.push((next, 0));
        }
    }
    count
}

fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

/// The medians of one shape at one size.
#[derive(Clone, Copy)]
struct Row {
    times: [Duration; 3],
    steps: usize,
}

fn measure(cfg: &Cfg, way: &Way) -> Result<Row, String> {
    let program = way.try_structure(cfg).map_err(|error| error.to_string())?;
    let limit = verify::roomy(cfg, &program);
    let verdict = verify::simulation(cfg, &program, limit);
    if !verdict.is_proved() {
        return Err(verdict.to_string());
    }
    let times = [
        median(|| walk(cfg)),
        median(|| way.structure(cfg)),
        median(|| verify::simulation(cfg, &program, limit)),
    ];
    let steps = program.len();
    Ok(Row { times, steps })
}

fn print(name: &str, size: usize, row: &Row, before: Option<&Row>) {
    print!("{name:<18} {size:>9} {:>9}", row.steps);
    for (index, time) in row.times.iter().enumerate() {
        let growth = before.map_or(String::new(), |before| {
            format!(
                "{:.1}x",
                time.as_secs_f64() / before.times[index].as_secs_f64()
            )
        });
        print!(" {:>10.3} ms {growth:>6}", time.as_secs_f64() * 1e3);
    }
    let ratio = row.times[1].as_secs_f64() / row.times[0].as_secs_f64();
    println!(" {ratio:>7.1}");
}

fn run(shape: &Shape, way: &Way, largest: usize) -> Result<(), String> {
    let mut before = None;
    for size in SIZES.into_iter().filter(|&size| size <= largest) {
        let cfg = (shape.make)(size);
        let row = measure(&cfg, way)?;
        let size = cfg.block_count() + cfg.edge_count();
        print(shape.name, size, &row, before.as_ref());
        before = Some(row);
    }
    Ok(())
}

fn main() -> ExitCode {
    let largest = match std::env::args().nth(1).map(|word| word.parse()) {
        None => LARGEST,
        Some(Ok(largest)) => largest,
        Some(Err(_)) => {
            eprintln!("usage: scale [LARGEST [SHAPE...]], the largest number of blocks and edges");
            return ExitCode::from(2);
        }
    };
    let Some(way) = ways().next() else {
        return ExitCode::FAILURE;
    };
    println!(
        "{:<18} {:>9} {:>9} {:>13} {:>6} {:>13} {:>6} {:>13} {:>6} {:>7}",
        "shape", "size", "steps", "walk", "grows", "structure", "grows", "proof", "grows", "/ walk"
    );
    let named: Vec<String> = std::env::args().skip(2).collect();
    let wanted = |shape: &&Shape| named.is_empty() || named.iter().any(|name| name == shape.name);
    for shape in SHAPES.iter().filter(wanted) {
        if let Err(problem) = run(shape, &way, largest) {
            eprintln!("{}: {problem}", shape.name);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
