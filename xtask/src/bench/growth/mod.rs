//! `cargo xtask bench growth`: how the cost of compiling grows with a module.
//!
//! *Needs:* `llc-19`.
//! *Gives:* a table in Markdown: for each [shape](Shape) and size the time on processors and the
//! peak of memory of Unsnarl and of LLVM's back end on the same text, or of Unsnarl alone to
//! several targets.
//! *Cost:* an hour for all shapes up to a million; a compiler that takes longer than the limit is
//! stopped.
//! *Limits:* the shortest of three runs, but one run if it takes a second or more.
//!
//! Behind the time and the memory of a size is how many times as much it is as for the size before;
//! where that is more than twelve times for ten times the size, it is in bold. For every size
//! Unsnarl must end with an object or module, or with an error that gives the reason: anything else
//! fails the benchmark.

mod bodies;
mod branches;
mod calls;
mod graphs;
mod modules;
mod ranges;
mod run;
mod table;
mod values;

use self::run::{Contestant, Ended};
use self::table::Row;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::unsnarl::Unsnarl;
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
    JavaScript,
    /// C over linear memory.
    C,
}

/// The options.
pub(super) struct Request<'a> {
    pub(super) sizes: &'a [usize],
    /// The names of the shapes; all if there are none.
    pub(super) only: &'a [String],
    /// How long a compiler may take on processors.
    pub(super) limit: Duration,
    /// How many megabytes a compiler may take.
    pub(super) memory: u64,
    pub(super) beside: Beside,
}

/// What is measured beside our objects and modules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    Llvm,
    /// Our texts.
    Texts,
    Nothing,
}

/// Measures the shapes and prints the table.
pub(super) fn growth(request: &Request<'_>) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    table::print_head(request.sizes);
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
        branches::SHAPES,
        calls::SHAPES,
        ranges::SHAPES,
        graphs::SHAPES,
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
    match request.beside {
        Beside::Llvm if shape.output == Output::Object => contestants.push(Contestant::llc()),
        Beside::Texts => {
            let texts = [Output::JavaScript, Output::C];
            contestants.extend(texts.map(|output| Contestant::unsnarl(unsnarl, output)));
        }
        Beside::Llvm | Beside::Nothing => {}
    }
    let mut rows: Vec<Row> = contestants.iter().map(|_| Row::default()).collect();
    let path = scratch.file("shape.ll");
    for &size in request.sizes {
        let text = format!("{HEAD}{}", (shape.text)(size));
        paths::write(&path, text.as_bytes())?;
        for (contestant, row) in contestants.iter().zip(&mut rows) {
            // A compiler that exceeded a limit does not run on larger sizes.
            if row.ended() == Some(&Ended::TooLong) {
                row.leave_out();
                continue;
            }
            let measured = contestant.run(&path, scratch, request.limit, request.memory)?;
            if contestant.must_end_well() && !measured.ended.is_well() {
                wrong.push(format!("{} {size}: {:?}", shape.name, measured.ended));
            }
            row.push(size, measured);
        }
    }
    for (contestant, row) in contestants.iter().zip(rows) {
        let (shape, counted) = (shape.name, shape.counted);
        println!("| `{shape}` | {counted} | {} | {row} |", contestant.name());
    }
    Ok(())
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
