//! A command that uses all of WASI that the programs below `corpus/` do, in every engine.
//!
//! A failure here is a fault of the engines or their scripts: LLVM's back end makes the module.

use super::report::Report;
use crate::difference::first_difference;
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::GCC;
use crate::wasi::{self, Backend};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

const ENGINES: [Engine; 4] = [
    Engine::Node,
    Engine::NodeOptimizing,
    Engine::SpiderMonkey,
    Engine::Wasmtime,
];

/// Every engine × both levels, with arguments and a binary standard input.
pub(crate) fn streams(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let [native, ir, object, module, input] =
        ["streams", "x.ll", "x.o", "x.wasm", "input"].map(|name| scratch.file(name));
    let source = paths::root().join("corpus/streams.c");
    let mut gcc = GCC.call()?;
    gcc.arg("-O2").arg(&source).arg("-o").arg(&native);
    process::require(&mut gcc, LIMIT)?;
    let bytes: Vec<u8> = (0..100_000_u64).map(|i| ((i * i) >> 7) as u8).collect();
    paths::write(&input, &bytes)?;
    let arguments = ["two words", "", "ß→𝄞"].map(str::to_owned);
    let expected = outcome(Command::new(&native).args(&arguments), &input)?;

    for level in ["-O0", "-O2"] {
        wasi::make_ir(&source, level, &[], &ir)?;
        Backend::Llvm.make_object(&ir, &object)?;
        wasi::link(std::slice::from_ref(&object), &[], &module)?;
        for engine in ENGINES {
            let found = outcome(&mut engine.run(&module, &arguments)?, &input)?;
            report.check(compare(&expected, &found).map_err(|what| {
                let engine = engine.name();
                format!("streams.c {level} in {engine}: {what}")
            }));
        }
    }
    Ok(())
}

/// The status and the two outputs of a run.
fn outcome(command: &mut Command, input: &Path) -> Result<(Ending, Vec<u8>, String), Error> {
    let file = File::open(input).map_err(Error::file("open", input))?;
    let outcome = process::capture_reading(command, file.into(), LIMIT)?;
    let errors = outcome.error_text();
    Ok((outcome.ending, outcome.output, errors))
}

fn compare(
    expected: &(Ending, Vec<u8>, String),
    found: &(Ending, Vec<u8>, String),
) -> Result<(), String> {
    if expected.0 != found.0 {
        return Err(format!("ended with {}\n{}", found.0, found.2));
    }
    first_difference(&expected.1, &found.1)
        .or_else(|| first_difference(expected.2.as_bytes(), found.2.as_bytes()))
        .map_or(Ok(()), Err)
}
