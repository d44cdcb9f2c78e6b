//! The inside of a contestant's process: graphs in, answers out, a line each.
//!
//! *Needs:* the name of a contestant. *Gives:* an answer to every line until the input ends; a
//! panic is one.

use crate::contestants;
use crate::error::Error;
use crate::wire::{Answer, read_graph, write_answer};
use std::io::{BufRead, Write, stdin, stdout};
use std::panic;
use std::thread;

/// The stack of the thread that works: some peers recurse on their input.
const STACK: usize = 256 << 20;

/// Answers until the input ends.
pub(crate) fn work(name: &str) -> Result<(), Error> {
    if !contestants::names().contains(&name) {
        let name = name.to_owned();
        return Err(Error::NoContestant { name });
    }
    let name = name.to_owned();
    let thread = thread::Builder::new().stack_size(STACK);
    let thread = thread.spawn(move || answer_all(&name));
    let done = thread.expect("a thread can be started").join();
    done.expect("a panic of a contestant is caught");
    Ok(())
}

fn answer_all(name: &str) {
    // The message of a panic is in the answer.
    panic::set_hook(Box::new(|_| {}));
    for line in stdin().lock().lines().map_while(Result::ok) {
        let answer = panic::catch_unwind(|| answer(name, &line))
            .unwrap_or_else(|cause| Answer::Failed(format!("panic: {}", words(cause.as_ref()))));
        let mut out = stdout().lock();
        // If the reader is gone there is nothing left to do.
        if writeln!(out, "{}", write_answer(&answer))
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}

fn answer(name: &str, line: &str) -> Answer {
    let Some(cfg) = read_graph(line) else {
        return Answer::Failed("no graph".into());
    };
    contestants::run(name, &cfg).expect("the name was looked up")
}

fn words(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}
