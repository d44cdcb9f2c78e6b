//! Threads: a program whose threads change shared memory, in node.
//!
//! *Needs:* the parts in `corpus/threads`, without a libc; clang for the native program, too.
//! *Gives:* a check for each mixture of back ends, and each level: all functions are proved, the
//! linker takes the objects for a shared memory, and the program prints what it prints natively.
//! And one that an object without atomic operations is refused by the linker.
//! *Limits:* orders of memory weaker than the engine's are not seen.

use super::report::Report;
use super::runs::first_difference;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, NODE, WASM_LD};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// The parts, in every mixture of back ends.
const PARTS: [&str; 2] = ["work", "meeting"];

const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-Os"];

/// How often each module runs, since threads meet otherwise each time.
const RUNS: [usize; 2] = [20, 2];

/// What the host that starts threads asks for.
const EXPORTS: [&str; 5] = [
    "work",
    "result",
    "__heap_base",
    "__wasm_init_tls",
    "__stack_pointer",
];

/// Every mixture at every level.
pub(crate) fn threads(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm("nested"),
    };
    let backends = [Backend::Llvm, ours];
    let expected = native(&scratch)?;
    let runs = report.pick(RUNS[0], RUNS[1]);
    for level in LEVELS {
        let mut objects = [Vec::new(), Vec::new()];
        for (backend, made) in backends.iter().zip(&mut objects) {
            for part in PARTS {
                let stem = format!("{part}{level}-{}", backend.name());
                let (object, proofs) = object(&scratch, part, &stem, level, &SHARED, backend)?;
                report.check(match proofs.has_bounded() {
                    true => Err(format!("{stem}: {proofs}")),
                    false => Ok(()),
                });
                made.push(object);
            }
        }
        for mixture in 0..4_usize {
            let of = |part: usize| mixture >> part & 1;
            let inputs = (0..PARTS.len()).map(|part| objects[of(part)][part].clone());
            let inputs: Vec<PathBuf> = inputs.collect();
            let module = scratch.file("threads.wasm");
            link(&inputs, &module)?;
            for run in 0..runs {
                let mut node = NODE.call()?;
                // With the baseline compiler of node 20 code of -O0 does not end, by LLVM's back
                // end too: threads go on waiting although they were woken.
                node.arg("--no-liftoff");
                node.arg(paths::root().join("xtask/engines/run-threads.mjs"));
                let found = process::require(node.arg(&module), LIMIT)?;
                report.check(match first_difference(&expected, &found) {
                    None => Ok(()),
                    Some(what) => Err(format!("mixture {mixture} at {level}, run {run}: {what}")),
                });
            }
        }
    }
    report.check(refused(&scratch, &ours));
    Ok(())
}

/// What clang is told of the target.
const SHARED: [&str; 2] = ["-matomics", "-mbulk-memory"];

fn object(
    scratch: &Scratch,
    part: &str,
    stem: &str,
    level: &str,
    features: &[&str],
    backend: &Backend<'_>,
) -> Result<(PathBuf, Proofs), Error> {
    let source = folder().join(format!("{part}.c"));
    let [ir, object] = ["ll", "o"].map(|ending| scratch.file(&format!("{stem}.{ending}")));
    let mut clang = CLANG.call()?;
    clang.args(["--target=wasm32-unknown-unknown", "-ffreestanding"]);
    let options: Vec<String> = features.iter().map(|&option| option.to_owned()).collect();
    wasi::make_ir_by(clang, &source, level, &options, &ir)?;
    let proofs = backend.make_object(&ir, &object)?;
    Ok((object, proofs))
}

fn folder() -> PathBuf {
    paths::root().join("corpus/threads")
}

/// Links objects to a module whose memory is shared and comes from the host.
fn link(objects: &[PathBuf], module: &Path) -> Result<(), Error> {
    let mut linker = WASM_LD.call()?;
    linker.args(["--no-entry", "--shared-memory", "--import-memory"]);
    linker.args(["--max-memory=4194304", "--initial-memory=4194304"]);
    linker.arg("--fatal-warnings");
    linker.args(EXPORTS.map(|name| format!("--export={name}")));
    process::require(linker.args(objects).arg("-o").arg(module), LIMIT).map(drop)
}

/// Without atomic operations an object must not get into a shared memory.
fn refused(scratch: &Scratch, ours: &Backend<'_>) -> Result<(), String> {
    let shown = |error: Error| error.to_string();
    let plain = object(scratch, "work", "plain", "-O1", &["-mbulk-memory"], ours);
    let (work, _) = plain.map_err(shown)?;
    match link(&[work], &scratch.file("plain.wasm")) {
        Err(error) if error.to_string().contains("atomics") => Ok(()),
        Err(error) => Err(format!("another error than that of features: {error}")),
        Ok(()) => Err("an object without atomic operations was linked".to_owned()),
    }
}

fn native(scratch: &Scratch) -> Result<Vec<u8>, Error> {
    let program = scratch.file("native");
    // gcc has no atomic minima and maxima.
    let mut clang = CLANG.call()?;
    clang.args(["-std=gnu17", "-O1", "-pthread"]);
    clang.args(["work", "meeting", "native"].map(|part| folder().join(format!("{part}.c"))));
    // What raises the exceptions of an atomic sum of floats.
    clang.arg("-latomic");
    process::require(clang.arg("-o").arg(&program), LIMIT)?;
    process::require(&mut std::process::Command::new(&program), LIMIT)
}
