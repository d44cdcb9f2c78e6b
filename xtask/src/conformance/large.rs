//! Large programs of C and C++: Box2D, Bullet and CPython, against their native builds.
//!
//! *Needs:* what the [corpus](crate::corpus) needs for them, LLVM's back end, `wasm-ld` and node.
//! *Gives:* a check for each module, that every function is proved; one for each run, of which one
//! is of Box2D's own unit tests; and one for each part of CPython's own tests. *Limits:* at -O2, by
//! the default algorithm, in node and SpiderMonkey; with `--short` one of two are taken, in turn,
//! the runs are small, and few of CPython's tests run.

use super::report::Report;
use crate::corpus::{LARGE, Large};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::process;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend, Proofs};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ENGINES: [Engine; 2] = [Engine::Node, Engine::SpiderMonkey];

/// Parts of CPython's own tests, the longer ones last. They test modules that need no threads, no
/// processes and little of files. `test_random` is not among them: it waits for a clock, by LLVM's
/// back end as well.
const TESTS: [&str; 39] = [
    "test_grammar",
    "test_int",
    "test_dict",
    "test_re",
    "test_json",
    "test_struct",
    "test_float",
    "test_list",
    "test_tuple",
    "test_string",
    "test_array",
    "test_bisect",
    "test_heapq",
    "test_functools",
    "test_collections",
    "test_fractions",
    "test_generators",
    "test_syntax",
    "test_complex",
    "test_bool",
    "test_sort",
    "test_textwrap",
    "test_operator",
    "test_copy",
    "test_enum",
    "test_dataclasses",
    "test_binascii",
    "test_base64",
    "test_hashlib",
    "test_difflib",
    "test_long",
    "test_deque",
    "test_math",
    "test_unicode",
    "test_bytes",
    "test_set",
    "test_decimal",
    "test_itertools",
    "test_statistics",
];
const FEW: usize = 6;
const LIMIT: Duration = Duration::from_secs(300);

/// Each program in each engine.
pub(crate) fn large(report: &mut Report) -> Result<(), Error> {
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm("nested"),
    };
    for program in report.sample(LARGE.iter().collect(), 2) {
        check(program, &ours, report)?;
    }
    Ok(())
}

fn check(program: &Large, ours: &Backend<'_>, report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let modules = program.modules()?;
    let answers = program.answers(scratch.folder(), report.pick(false, true))?;
    let start = Instant::now();
    let made = parallel::map(&modules, |module| {
        let object = scratch.file(&format!("{}.o", name(module)));
        Ok((ours.make_object(module, &object)?, object))
    });
    let (mut objects, mut all) = (Vec::new(), Proofs::default());
    for (module, made) in modules.iter().zip(made) {
        let made: Result<(Proofs, PathBuf), Error> = made;
        report.check(match made {
            Err(error) => Err(format!("{}: {}: {error}", program.name, name(module))),
            Ok((proofs, object)) => {
                objects.push(object);
                all += proofs;
                match proofs.has_bounded() {
                    true => Err(format!("{}: {}: {proofs}", program.name, name(module))),
                    false => Ok(()),
                }
            }
        });
    }
    let compiled = start.elapsed();
    if objects.len() < modules.len() {
        return Ok(());
    }
    let module = scratch.file("linked.wasm");
    wasi::link(&objects, program.libraries, &module)?;
    let runs = answers
        .iter()
        .flat_map(|answer| ENGINES.map(|engine| (answer, engine)));
    let runs: Vec<_> = runs.collect();
    let results = parallel::map(&runs, |&(answer, engine)| {
        let run = || answer.require(engine.script()?.arg(&module)).map(drop);
        let name = answer.run.name(program.name);
        run().map_err(|error| format!("{name} in {}: {error}", engine.name()))
    });
    results.into_iter().for_each(|result| report.check(result));
    println!(
        "{}: {} modules, {all}compiled in {:.1} s; {} runs",
        program.name,
        modules.len(),
        compiled.as_secs_f64(),
        runs.len()
    );
    let (Some(driver), Some((command, library))) = (
        modules.iter().position(|module| name(module) == "driver"),
        program.command()?,
    ) else {
        return Ok(());
    };
    let own = scratch.file("command.o");
    ours.make_object(&command.join("python.bc"), &own)?;
    objects[driver] = own;
    let module = scratch.file("command.wasm");
    wasi::link(&objects, program.libraries, &module)?;
    let count = report.pick(TESTS.len(), FEW);
    let results = parallel::map(&TESTS[..count], |test| {
        own_test(&module, &command, &library, test)
    });
    results.into_iter().for_each(|result| report.check(result));
    println!("{}: {count} parts of its own tests", program.name);
    Ok(())
}

/// Runs a part of CPython's own tests, by its command with its library, in node.
fn own_test(module: &Path, command: &Path, library: &Path, test: &str) -> Result<(), String> {
    let run = || {
        let root = Scratch::new()?;
        let mut node = Engine::Node.script()?;
        for (guest, host) in [("/", root.folder()), ("/build", command), ("/lib", library)] {
            node.arg("--folder")
                .arg(format!("{guest}={}", host.display()));
        }
        node.args(["--env", "PYTHONHOME=/", "--env", "PYTHONPATH=/lib:/build"]);
        node.args(["--env", "PYTHONDONTWRITEBYTECODE=1"]);
        node.arg(module);
        node.args(["-m", "test", "--tempdir", "/tmp", test]);
        process::require(&mut node, LIMIT).map(drop)
    };
    run().map_err(|error: Error| format!("cpython, {test}: {error}"))
}

fn name(module: &Path) -> String {
    let name = module.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
