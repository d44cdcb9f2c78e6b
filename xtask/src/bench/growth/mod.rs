//! `cargo xtask bench growth`: how the cost of compiling grows with a module.
//!
//! *Needs:* `llc-19`.
//! *Gives:* a table in Markdown: for each [shape](Shape) and size the time and the peak of memory
//! of Unsnarl and of LLVM's back end on the same text.
//! *Cost:* minutes; a compiler that takes longer than the limit is stopped.
//! *Limits:* one run each: what counts is how a row grows from one column to the next, not its last
//! digit.
//!
//! For every size Unsnarl must end with an object or module, or with an error that gives the
//! reason: anything else fails the benchmark.

mod bodies;
mod modules;
mod ranges;
mod run;
mod values;

use self::run::{Contestant, Ended, Measured};
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::unsnarl::Unsnarl;
use std::path::Path;
use std::time::Duration;

/// The beginning of every text.
const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n\
                    target triple = \"wasm32-unknown-wasi\"\n";

/// A dimension of a module that may be large.
struct Shape {
    name: &'static str,
    /// What is counted by the size.
    counted: &'static str,
    /// The module of a size, without its head.
    text: fn(usize) -> String,
    output: Output,
}

/// What a shape is compiled to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Object,
    /// A module, which LLVM's back end does not make.
    Module,
}

/// The options.
pub(super) struct Request<'a> {
    pub(super) sizes: &'a [usize],
    /// The names of the shapes; all if there are none.
    pub(super) only: &'a [String],
    /// How long a compiler may take.
    pub(super) limit: Duration,
    /// How many megabytes a compiler may take.
    pub(super) memory: u64,
}

/// Measures the shapes and prints the table.
pub(super) fn growth(request: &Request<'_>) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    print_head(request.sizes);
    let mut wrong = Vec::new();
    for shape in shapes() {
        if request.only.is_empty() || request.only.iter().any(|name| name == shape.name) {
            measure(shape, request, &unsnarl, &scratch, &mut wrong)?;
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Error::Wrong(wrong.join("\n")))
}

/// The names of all shapes.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    shapes().map(|shape| shape.name)
}

fn shapes() -> impl Iterator<Item = &'static Shape> {
    let groups = [
        modules::SHAPES,
        values::SHAPES,
        bodies::SHAPES,
        ranges::SHAPES,
    ];
    groups.into_iter().flatten()
}

/// Measures a shape in all sizes and prints its rows.
fn measure(
    shape: &Shape,
    request: &Request<'_>,
    unsnarl: &Unsnarl,
    scratch: &Scratch,
    wrong: &mut Vec<String>,
) -> Result<(), Error> {
    let mut contestants = vec![Contestant::unsnarl(unsnarl, shape.output)];
    if shape.output == Output::Object {
        contestants.push(Contestant::llc());
    }
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); contestants.len()];
    // A compiler that exceeded a limit does not run on larger sizes.
    let mut gave_up = vec![false; contestants.len()];
    for &size in request.sizes {
        let text = format!("{HEAD}{}", (shape.text)(size));
        let path = scratch.file("shape.ll");
        paths::write(&path, text.as_bytes())?;
        for ((contestant, row), gave_up) in contestants.iter().zip(&mut rows).zip(&mut gave_up) {
            if *gave_up {
                row.push("–".to_owned());
                continue;
            }
            let measured = measured(contestant, &path, scratch, request)?;
            *gave_up = measured.ended == Ended::TooLong;
            row.push(measured.to_string());
            if contestant.must_end_well() && !measured.ended.is_well() {
                wrong.push(format!("{} {size}: {measured}", shape.name));
            }
        }
    }
    for (contestant, row) in contestants.iter().zip(rows) {
        println!(
            "| `{}` | {} | {} | {} |",
            shape.name,
            shape.counted,
            contestant.name(),
            row.join(" | ")
        );
    }
    Ok(())
}

fn measured(
    contestant: &Contestant,
    text: &Path,
    scratch: &Scratch,
    request: &Request<'_>,
) -> Result<Measured, Error> {
    contestant.run(text, scratch, request.limit, request.memory)
}

fn print_head(sizes: &[usize]) {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    println!("| shape | size | compiler | {} |", sizes.join(" | "));
    println!("|---|---|---|{}", "--:|".repeat(sizes.len()));
}

/// This number of lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| line(index) + "\n").collect()
}

/// This number of parts, with commas between them.
fn list(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(part).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_a_module_that_is_read() {
        for shape in shapes() {
            let text = format!("{HEAD}{}", (shape.text)(3));
            assert!(text.is_ascii(), "{}", shape.name);
            if let Err(error) = unsnarl_llvm::read(&text) {
                panic!("{}: {error}\n{text}", shape.name);
            }
        }
    }

    #[test]
    fn names_are_different() {
        let mut names: Vec<&str> = names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
