//! Rust skeletons, compiled by rustc.
//!
//! *Needs:* `rustc` on the path. *Gives:* what every program showed on every tape; an error if
//! rustc warns of what no skeleton should have. *Cost:* one file and one process for a batch.

use super::engine::{Answers, Case, compile_and_run};
use std::fmt::Write as _;

const TOOL: &str = "rustc";

const STRICT: [&str; 4] = [
    "--edition=2024",
    "-Dwarnings",
    "-Copt-level=0",
    "-Cdebuginfo=0",
];
const LENIENT: [&str; 4] = [
    "--edition=2024",
    "--cap-lints=allow",
    "-Copt-level=0",
    "-Cdebuginfo=0",
];

/// What a skeleton naturally has: variables are declared at its start with a value that may never
/// be read, or be the only one, and a graph that decides nothing leaves `decide` unused.
const NATURAL: &str =
    "#![allow(non_snake_case, unused_assignments, unused_mut, unused_variables)]\n";

/// The host in Rust, as strict as [`super::Host`].
///
/// A wrong skeleton may run on without a block that would count: after ten seconds it is left
/// alone, and a new thread goes on with the next tape.
const HOST: &str = r#"
use std::cell::RefCell;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

type Run = fn(&mut dyn FnMut(u32), &mut dyn FnMut(u32) -> u32);

struct Stop(String);

fn stop(end: impl Into<String>) -> ! {
    resume_unwind(Box::new(Stop(end.into())))
}

struct Host<'t> {
    limit: usize,
    arms: &'t [i64],
    tape: &'t [i64],
    read: usize,
    undecided: Option<u32>,
    blocks: Vec<u32>,
}

impl Host<'_> {
    fn block(&mut self, index: u32) {
        if let Some(before) = self.undecided {
            stop(format!("wrong: block {before} was not asked"));
        }
        let Some(&arms) = self.arms.get(index as usize) else {
            stop(format!("wrong: there is no block {index}"));
        };
        if self.blocks.len() == self.limit {
            stop("long enough");
        }
        self.blocks.push(index);
        self.undecided = (arms != -1).then_some(index);
    }

    fn decide(&mut self, index: u32) -> u32 {
        if self.undecided.take() != Some(index) {
            stop(format!("wrong: block {index} is asked out of turn"));
        }
        let arms = self.arms[index as usize];
        if arms < 2 {
            return 0;
        }
        let Some(number) = self.tape.get(self.read) else {
            stop("tape used");
        };
        self.read += 1;
        (number % arms) as u32
    }
}

fn show(run: Run, limit: usize, arms: &[i64], tape: &[i64]) -> String {
    let (read, undecided, blocks) = (0, None, Vec::new());
    let host = RefCell::new(Host { limit, arms, tape, read, undecided, blocks });
    let mut block = |index| host.borrow_mut().block(index);
    let mut decide = |index| host.borrow_mut().decide(index);
    let ran = catch_unwind(AssertUnwindSafe(|| run(&mut block, &mut decide)));
    let end = match ran {
        Ok(()) => String::from("returned"),
        Err(why) => match why.downcast::<Stop>() {
            Ok(stop) => stop.0,
            Err(why) => match why.downcast_ref::<&str>() {
                Some(&"internal error: entered unreachable code") => String::from("unreachable"),
                why => format!("wrong: it panics: {why:?}"),
            },
        },
    };
    let blocks = host.into_inner().blocks;
    let blocks: String = blocks.iter().map(|index| format!("{index} ")).collect();
    blocks + &end
}

struct Trial {
    run: Run,
    limit: usize,
    arms: Vec<i64>,
    tape: Vec<i64>,
}

fn start() -> (Sender<Trial>, Receiver<String>) {
    let (sender, trials) = channel::<Trial>();
    let (shown, receiver) = channel();
    std::thread::spawn(move || {
        for Trial { run, limit, arms, tape } in trials {
            if shown.send(show(run, limit, &arms, &tape)).is_err() {
                return;
            }
        }
    });
    (sender, receiver)
}

fn main() {
    set_hook(Box::new(|_| {}));
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("the input is text");
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i64>().expect("a number"));
    let mut next = || numbers.next().expect("the input has all numbers");
    let limit = next() as usize;
    let (mut sender, mut receiver) = start();
    for &run in RUNS {
        let arms: Vec<i64> = (0..next()).map(|_| next()).collect();
        for _ in 0..next() {
            let tape = (0..next()).map(|_| next()).collect();
            let arms = arms.clone();
            sender.send(Trial { run, limit, arms, tape }).expect("the thread waits");
            match receiver.recv_timeout(Duration::from_secs(10)) {
                Ok(line) => println!("{line}"),
                Err(_) => {
                    println!("wrong: it does not end");
                    (sender, receiver) = start();
                }
            }
        }
    }
}
"#;

/// Compiles all cases, and runs each on its tapes, up to `limit` blocks.
pub fn run(cases: &[Case], limit: usize) -> Answers {
    if cases.is_empty() {
        return Ok(Vec::new());
    }
    let source = source(cases);
    let arguments: [&[&str]; 2] = [&STRICT, &LENIENT];
    compile_and_run(TOOL, arguments, ("skeletons.rs", &source), cases, limit)
}

fn source(cases: &[Case]) -> String {
    let mut source = String::from(NATURAL);
    source.push_str(HOST);
    let mut runs = String::from("\nconst RUNS: &[Run] = &[");
    for (number, case) in cases.iter().enumerate() {
        source.push('\n');
        source.push_str(&case.text.replace("fn run(", &format!("fn run{number}(")));
        write!(runs, "run{number}, ").expect("a string takes any text");
    }
    source + &runs + "];\n"
}
