//! JavaScript of the source by Emscripten, beside ours of the module.
//!
//! *Needs:* Debian's emscripten, the source of a program, and its module. *Gives:* a table of sizes
//! and of what compiling takes, and one of how long processes of node take from start to end.
//! *Limits:* Emscripten's text is a program for node with a libc of its own, so that it runs as a
//! process; there is no run in other engines.

use super::{LIMIT, javascript, size};
use crate::bench::samples::Samples;
use crate::bench::subject::Subject;
use crate::bench::usage::{measured, measuring, numbers};
use crate::corpus::{self, Program};
use crate::engines::NODE_STACK;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::tools::{EMCC, NODE};
use crate::unsnarl::{Choice, Unsnarl};
use std::path::Path;
use std::process::Command;

pub(super) fn emscripten(
    unsnarl: &Unsnarl,
    program: &'static Program,
    subject: &Subject,
    module: &Path,
    rounds: usize,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let [ours, theirs] = ["ours.mjs", "emcc.js"].map(|name| scratch.file(name));
    let mut compile = unsnarl.compile(module, &ours, Choice::Algorithm("nested"));
    compile.arg("--compact");
    let mut emcc = emcc()?;
    emcc.args(corpus::native_options(program)?);
    emcc.args(corpus::c_files(program)?).arg("-o").arg(&theirs);
    let texts = [("compact", &ours, &compile), ("emcc", &theirs, &emcc)];
    println!("\n| text, with a libc or WASI | seconds | bytes | gzip |");
    println!("|---|--:|--:|--:|");
    for (name, text, command) in texts {
        let [_clock, seconds, _kilobytes] = measured(command, LIMIT)?;
        let (bytes, zipped) = (size(text)?, javascript::zipped(text)?);
        println!("| `{name}` | {seconds:.2} | {bytes} | {zipped} |");
    }
    println!("\n| process of node | `compact` | `emcc` |\n|---|--:|--:|");
    let report = scratch.file("usage.txt");
    for answer in &subject.answers {
        let name = answer.run.name(subject.name);
        eprintln!("bench: {name} by emcc");
        let mut times = [Samples::default(), Samples::default()];
        for _ in 0..rounds {
            for ((_, text, _), times) in texts.iter().zip(&mut times) {
                let mut node = NODE.call()?;
                node.args([NODE_STACK, "--no-experimental-fetch"]).arg(text);
                answer.require(&mut measuring(&node, &report)?)?;
                let [seconds, _processors, _kilobytes] = numbers(&paths::read(&report)?);
                times.push(seconds);
            }
        }
        let [ours, theirs] = times;
        let (median, ratio) = (ours.median(), theirs.over(&ours));
        println!("| {name} | {median:.2} s | {ratio} |");
    }
    Ok(())
}

/// A call of emcc that makes a program of JavaScript without WebAssembly, in one file. Its own
/// files of version 3.1.6 give nothing to a read of a thousand bytes from standard input; those of
/// node do.
fn emcc() -> Result<Command, Error> {
    EMCC.call()?;
    let mut emcc = Command::new("env");
    emcc.args(["NODE_PATH=/usr/share/nodejs", EMCC.command]);
    emcc.args(["-O2", "-w", "-sWASM=0", "-sALLOW_MEMORY_GROWTH=1"]);
    emcc.args([
        "-sEXIT_RUNTIME=1",
        "-sNODERAWFS=1",
        "-sTOTAL_STACK=8MB",
        "--memory-init-file",
        "0",
    ]);
    Ok(emcc)
}
