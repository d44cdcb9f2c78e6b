//! The examples, cut off and with bytes changed: what `unsnarl compile` does with broken input.
//!
//! *Needs:* the command, and `wasm-ld`.
//! *Gives:* for each damaged file one check: either an error (status 1) that names a line and a
//! column; or success, with a file that `wasmparser` finds valid. Half of them are compiled to a
//! module that does not exist yet, half to an object that does: after an error there is no module,
//! and the existing object is unchanged. `wasm-ld -r` must accept each object. No other file may
//! remain. A panic, a signal, another status, or no end within the limit is a failure.
//! *Limits:* where the damage goes depends on a fixed seed and on the file alone, so every failure
//! is reproducible; its input is kept in `target/damage`.

use super::random::Random;
use super::report::Report;

use crate::error::Error;
use crate::examples::LEVELS;
use crate::manifest;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending, Outcome};
use crate::tools::WASM_LD;
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// How many times each file is cut, and how many times it is changed.
const CUTS: usize = 200;
const CHANGES: usize = 200;
const LIMIT: Duration = Duration::from_secs(20);

/// Damages every example at both levels, on all processors.
pub(crate) fn damage(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let runs = manifest::runs()?;
    let mut files = Vec::new();
    for program in manifest::programs(&runs) {
        files.extend(LEVELS.map(|(_, folder)| format!("{folder}{program}.ll")));
    }
    let left = Mutex::new(files.into_iter());
    let shared = Mutex::new(report);
    let worker = || -> Result<(), Error> {
        loop {
            let Some(file) = left.lock().expect("no worker panics").next() else {
                return Ok(());
            };
            let results = damage_file(&unsnarl, &file)?;
            let mut report = shared.lock().expect("no worker panics");
            println!("{file}: {CUTS} cuts, {CHANGES} changes");
            results.into_iter().for_each(|result| report.check(result));
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("no worker panics"))
    })
}

/// Applies every kind of damage to one example, and tells for each whether the command was right.
fn damage_file(unsnarl: &Unsnarl, file: &str) -> Result<Vec<Result<(), String>>, Error> {
    let whole = paths::read(&paths::examples().join(file))?;
    let scratch = Scratch::new()?;
    let input = scratch.file(INPUT);
    let mut results = Vec::new();
    for (number, (kind, damaged)) in damages(&whole).into_iter().enumerate() {
        let product = [Product::Module, Product::Object][number % 2];
        let output = scratch.file(product.name());
        paths::write(&input, &damaged)?;
        if product == Product::Object {
            paths::write(&output, BEFORE)?;
        }
        let outcome = process::capture(
            &mut unsnarl.compile(&input, &output, Choice::Algorithm("nested")),
            LIMIT,
        )?;
        let mut judged = judge(
            &outcome,
            product,
            &output,
            &paths::names_in(scratch.folder())?,
        );
        if judged.is_ok() && product == Product::Object && outcome.ending == Ending::Status(0) {
            judged = link(&output, &scratch.file("linked.o"))?;
        }
        results.push(match judged {
            Ok(()) => Ok(()),
            Err(why) => {
                let kept = keep(file, &kind, &damaged)?;
                Err(format!(
                    "{file}, {kind}: {why}\n  input kept as {}",
                    kept.display()
                ))
            }
        });
        for name in paths::names_in(scratch.folder())? {
            let path = scratch.file(&name);
            std::fs::remove_file(&path).map_err(Error::file("remove", &path))?;
        }
    }
    Ok(results)
}

const INPUT: &str = "damaged.ll";

/// The contents of the existing object.
const BEFORE: &[u8] = b"what was there before";

/// What a damaged file is compiled to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Product {
    /// A module, which does not exist yet.
    Module,
    /// An object, which exists.
    Object,
}

impl Product {
    /// The name of the file, which says what it is.
    fn name(self) -> &'static str {
        match self {
            Product::Module => "damaged.wasm",
            Product::Object => "damaged.o",
        }
    }
}

/// Has the linker take an object.
fn link(object: &Path, linked: &Path) -> Result<Result<(), String>, Error> {
    let mut linker = WASM_LD.call()?;
    linker.arg("-r").arg(object).arg("-o").arg(linked);
    let outcome = process::capture(&mut linker, LIMIT)?;
    Ok(match outcome.ending {
        Ending::Status(0) => valid(linked),
        ending => Err(format!(
            "wasm-ld -r ended with {ending}\n{}",
            outcome.error_text()
        )),
    })
}

/// Tells whether a file is WebAssembly that keeps the rules.
fn valid(file: &Path) -> Result<(), String> {
    let bytes = paths::read(file).map_err(|error| error.to_string())?;
    match wasmparser::validate(&bytes) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{} is not valid: {error}", file.display())),
    }
}

/// The damaged versions of a file, each with a short name of what was done to it.
fn damages(whole: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut random = Random::new(whole.len() as u64);
    let mut damaged = Vec::new();
    for _ in 0..CUTS {
        let length = random.below(whole.len());
        damaged.push((format!("cut-{length}"), whole[..length].to_vec()));
    }
    for number in 0..CHANGES {
        let mut bytes = whole.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = change(&mut random, whole);
        }
        damaged.push((format!("change-{number}"), bytes));
    }
    damaged
}

/// A byte of another place, which a reader gets further with, or, one time in four, any byte at
/// all.
fn change(random: &mut Random, whole: &[u8]) -> u8 {
    if random.below(4) == 0 {
        random.below(256) as u8
    } else {
        whole[random.below(whole.len())]
    }
}

/// Reports a wrong exit status of the command, or wrong files.
fn judge(
    outcome: &Outcome,
    product: Product,
    output: &Path,
    files: &[String],
) -> Result<(), String> {
    let errors = outcome.error_text();
    let succeeded = match outcome.ending {
        Ending::Status(0) => true,
        Ending::Status(1) => false,
        ending => return Err(format!("ended with {ending}\n{errors}")),
    };
    let mut allowed = vec![INPUT];
    if succeeded || product == Product::Object {
        allowed.push(product.name());
    }
    if files != allowed {
        return Err(format!(
            "ended with {}, and left the files {}",
            outcome.ending,
            files.join(" ")
        ));
    }
    if succeeded {
        return valid(output);
    }
    if product == Product::Object {
        let left = paths::read(output).map_err(|error| error.to_string())?;
        if left != BEFORE {
            return Err("an error, and another file than before".to_owned());
        }
    }
    if names_a_position(&errors, INPUT) {
        Ok(())
    } else {
        Err(format!("the error names no position:\n{errors}"))
    }
}

/// Tells whether a text contains `FILE:LINE:COLUMN`.
fn names_a_position(text: &str, file: &str) -> bool {
    let is_number = |word: Option<&str>| {
        word.is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()))
    };
    text.match_indices(file).any(|(at, _)| {
        let mut rest = text[at + file.len()..].split(':');
        rest.next() == Some("") && is_number(rest.next()) && is_number(rest.next())
    })
}

/// Keeps a damaged file for debugging.
fn keep(file: &str, kind: &str, damaged: &[u8]) -> Result<PathBuf, Error> {
    let name = format!(
        "{}-{kind}.ll",
        file.trim_end_matches(".ll").replace('/', "-")
    );
    let path = paths::root().join("target/damage").join(name);
    paths::write(&path, damaged)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_position(text: &str, expected: bool) {
        assert_eq!(names_a_position(text, "x.ll"), expected, "{text}");
    }

    #[test]
    fn positions_are_a_file_a_line_and_a_column() {
        check_position("error: no\n --> /tmp/x.ll:12:3\n  |\n", true);
        check_position("x.ll:1:1: error: no", true);
        check_position("x.ll: no; x.ll:1:1", true);
        check_position("x.ll:1: no", false);
        check_position("x.ll: no", false);
        check_position("y.ll:1:1: no", false);
        check_position("", false);
    }

    #[track_caller]
    fn check_judge(
        product: Product,
        ending: Ending,
        errors: &str,
        left: Option<&[u8]>,
        files: &[&str],
        expected: &str,
    ) {
        let scratch = Scratch::new().expect("the system's folder for such can be written to");
        let output = scratch.file(product.name());
        if let Some(left) = left {
            paths::write(&output, left).expect("the folder can be written to");
        }
        let outcome = Outcome {
            ending,
            output: Vec::new(),
            errors: errors.as_bytes().to_vec(),
        };
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        let found = judge(&outcome, product, &output, &files)
            .map_or_else(|why| why, |()| "right".to_owned());
        assert!(found.contains(expected), "{found}");
    }

    const MODULE: Product = Product::Module;

    #[test]
    fn every_wrong_ending_is_noticed() {
        let (empty, position) = (b"\0asm\x01\0\0\0", "damaged.ll:1:1: no");
        let both = [INPUT, MODULE.name()];
        let (one, two) = ([INPUT].as_slice(), both.as_slice());
        check_judge(MODULE, Ending::Status(0), "", Some(empty), two, "right");
        check_judge(MODULE, Ending::Status(1), position, None, one, "right");
        check_judge(
            MODULE,
            Ending::Status(0),
            "",
            Some(&empty[..7]),
            two,
            "damaged.wasm is not valid",
        );
        check_judge(
            MODULE,
            Ending::Status(0),
            "",
            None,
            one,
            "ended with status 0, and left the files damaged.ll",
        );
        check_judge(
            MODULE,
            Ending::Status(1),
            position,
            None,
            two,
            "ended with status 1, and left the files",
        );
        check_judge(
            MODULE,
            Ending::Status(1),
            position,
            None,
            &[INPUT, "damaged.wasm.part"],
            "ended with status 1, and left",
        );
        check_judge(
            MODULE,
            Ending::Status(1),
            "no",
            None,
            one,
            "the error names no position",
        );
        check_judge(
            MODULE,
            Ending::Status(101),
            "panicked",
            None,
            one,
            "ended with status 101",
        );
        check_judge(
            MODULE,
            Ending::Status(3),
            position,
            None,
            one,
            "ended with status 3",
        );
        check_judge(MODULE, Ending::Signal, "", None, one, "ended with a signal");
        check_judge(MODULE, Ending::TimedOut, "", None, one, "ended with no end");
    }

    #[test]
    fn a_file_in_the_place_of_an_object_is_kept_or_replaced() {
        let (empty, position) = (b"\0asm\x01\0\0\0", "damaged.ll:1:1: no");
        let check = |ending, left: Option<&[u8]>, files: &[&str], expected| {
            check_judge(Product::Object, ending, position, left, files, expected);
        };
        let both = [INPUT, Product::Object.name()];
        let (success, error) = (Ending::Status(0), Ending::Status(1));
        check(success, Some(empty), &both, "right");
        check(success, Some(BEFORE), &both, "damaged.o is not valid");
        check(error, Some(BEFORE), &both, "right");
        check(error, Some(empty), &both, "another file than before");
        check(error, Some(&BEFORE[1..]), &both, "another file than before");
        check(error, None, &[INPUT], "and left the files damaged.ll");
    }

    #[test]
    fn damage_is_the_same_every_time() {
        let whole = b"define void @f() { ret void }\n";
        let damaged = damages(whole);
        assert!(damaged == damages(whole));
        assert_eq!(damaged.len(), CUTS + CHANGES);
        assert!(
            damaged[..CUTS]
                .iter()
                .all(|(_, bytes)| whole.starts_with(bytes) && bytes.len() < whole.len())
        );
        assert!(
            damaged[CUTS..]
                .iter()
                .all(|(_, bytes)| bytes.len() == whole.len())
        );
        assert!(
            damaged[CUTS..]
                .iter()
                .filter(|(_, bytes)| bytes != whole)
                .count()
                > CHANGES / 2
        );
    }
}
