//! How time grows with size: shapes of 10³, 10⁴, … blocks and edges.
//!
//! *Needs:* the names of shapes, and the largest size. *Gives:* for each shape and size the median
//! time of a bare depth-first walk, of structuring by the default (with what makes the graph
//! reducible), and of the proof; how much each grew from the size before; and how many walks the
//! structuring took. A wrong program ends it before its time is printed.

use crate::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};
use unsnarl::{Cfg, verify};
use unsnarl_testkit::algorithms::{Pipeline, pipelines};
use unsnarl_testkit::shapes::{SHAPES, Shape};
use unsnarl_testkit::walk::walk;

const SIZES: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
/// The default largest size.
pub(crate) const LARGEST: usize = 1_000_000;
const RUNS: usize = 5;

/// The medians of one shape at one size.
#[derive(Clone, Copy)]
struct Row {
    times: [Duration; 3],
    steps: usize,
}

/// Prints the table for the shapes of these names, or for all if none is named.
pub(crate) fn scale(names: &[String], largest: usize) -> Result<(), Error> {
    let shapes = named(names)?;
    let pipeline = pipelines()
        .next()
        .expect("the table of algorithms has a default");
    println!("### How time grows with size\n\n```text");
    println!(
        "{:<18} {:>9} {:>9} {:>13} {:>6} {:>13} {:>6} {:>13} {:>6} {:>7}",
        "shape", "size", "steps", "walk", "grows", "structure", "grows", "proof", "grows", "/ walk"
    );
    for shape in shapes {
        run(shape, &pipeline, largest)?;
    }
    println!("```");
    Ok(())
}

/// Finds the shapes of these names, or all if none is named.
pub(crate) fn named(names: &[String]) -> Result<Vec<&'static Shape>, Error> {
    let known = |name: &str| SHAPES.iter().any(|shape| shape.name == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let known: Vec<&str> = SHAPES.iter().map(|shape| shape.name).collect();
        return Err(Error::NoSet {
            name: name.clone(),
            known: known.join(", "),
        });
    }
    let wanted = |shape: &&Shape| names.is_empty() || names.iter().any(|name| name == shape.name);
    Ok(SHAPES.iter().filter(wanted).collect())
}

fn run(shape: &Shape, pipeline: &Pipeline, largest: usize) -> Result<(), Error> {
    let mut before = None;
    for size in SIZES.into_iter().filter(|&size| size <= largest) {
        let cfg = (shape.make)(size);
        let row = measure(&cfg, pipeline).map_err(|problem| Error::Wrong {
            place: format!("{} of {size}", shape.name),
            problem,
        })?;
        let size = cfg.block_count() + cfg.edge_count();
        print(shape.name, size, &row, before.as_ref());
        before = Some(row);
    }
    Ok(())
}

fn measure(cfg: &Cfg, pipeline: &Pipeline) -> Result<Row, String> {
    let program = pipeline
        .try_structure(cfg)
        .map_err(|error| error.to_string())?;
    let limit = verify::state_limit(cfg, &program);
    let verdict = verify::simulation(cfg, &program, limit);
    if !verdict.is_proved() {
        return Err(verdict.to_string());
    }
    let times = [
        median(|| walk(cfg)),
        median(|| pipeline.structure(cfg)),
        median(|| verify::simulation(cfg, &program, limit)),
    ];
    let steps = program.len();
    Ok(Row { times, steps })
}

fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let times: [Duration; RUNS] = std::array::from_fn(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    });
    crate::timing::median(times)
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
