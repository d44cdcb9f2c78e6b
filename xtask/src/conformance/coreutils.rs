//! GNU coreutils as C that people read: built by its own makefiles, and judged by its own tests.
//!
//! *Needs:* the sources of Debian's package, clang, gcc, make and perl.
//! *Gives:* a check for each module, which must become C without `goto` that gcc compiles without
//! a warning, and one for each test of coreutils that passes. A test that fails must fail with the
//! programs that clang alone makes, too.
//! *Cost:* six minutes, or two for some programs.
//! *Limits:* tests that coreutils skips, for want of a locale, a file system or a right, are
//! counted and printed, and not checked.

use super::report::Report;
use crate::coreutils::{self, LIMIT, Tree};
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::unsnarl::Unsnarl;

/// The programs of which a short run takes every second one, and how the names of their tests
/// begin.
const PROGRAMS: [(&str, &str); 5] = [
    ("sort", "tests/misc/sort"),
    ("wc", "tests/misc/wc"),
    ("cksum", "tests/misc/cksum"),
    ("dd", "tests/dd/"),
    ("ls", "tests/ls/"),
];

/// How tests ended.
#[derive(Default)]
struct Ended {
    passed: usize,
    skipped: usize,
    failed: Vec<String>,
}

pub(super) fn coreutils(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let tree = Tree::of_ours(&scratch, &unsnarl, "")?;
    // Tests ask `getlimits` for the limits of numbers.
    let programs = report.sample(PROGRAMS.to_vec(), 2);
    let names: Vec<&str> = programs.iter().map(|&(program, _)| program).collect();
    let some = coreutils::only(&[&names[..], &["getlimits"]].concat());
    let mut make = tree.make();
    make.arg("all").args(report.pick(&[][..], &some));
    process::require(&mut make, LIMIT)?;
    let count = String::from_utf8_lossy(&paths::read(&tree.modules())?)
        .lines()
        .count();
    report.pass_many(count);
    println!("{count} modules as C without goto and without a warning");
    let tests = report.pick(None, Some(tests_of(&programs)?));
    let ended = check(&tree, tests.as_deref())?;
    report.pass_many(ended.passed);
    println!(
        "{} tests passed, {} skipped, {} failed",
        ended.passed,
        ended.skipped,
        ended.failed.len()
    );
    if ended.passed == 0 {
        report.fail("no test of coreutils passed".to_owned());
    }
    if ended.failed.is_empty() {
        return Ok(());
    }
    let tree = Tree::of_clang(&scratch)?;
    process::require(&mut tree.make(), LIMIT)?;
    let native = check(&tree, Some(&ended.failed))?;
    for test in ended.failed {
        if native.failed.contains(&test) {
            println!("{test} fails with clang's programs, too");
        } else {
            report.fail(format!("{test} fails"));
        }
    }
    Ok(())
}

/// The tests of some programs.
fn tests_of(programs: &[(&str, &str)]) -> Result<Vec<String>, Error> {
    let list = coreutils::sources()?.join("tests/local.mk");
    let text = paths::read(&list)?;
    let text = String::from_utf8_lossy(&text);
    let words = text.split_whitespace().filter(|word| {
        let is_wanted = programs.iter().any(|(_, start)| word.starts_with(start));
        is_wanted && (word.ends_with(".sh") || word.ends_with(".pl"))
    });
    Ok(words.map(str::to_owned).collect())
}

/// Runs tests, or all of them.
fn check(tree: &Tree, tests: Option<&[String]>) -> Result<Ended, Error> {
    let mut make = tree.make();
    // A test that fails is no failure of `make`.
    make.args(["check-TESTS", "TEST_LOGS_FAIL=", "--ignore-errors"]);
    if let Some(tests) = tests {
        make.arg(format!("TESTS={}", tests.join(" ")));
    }
    let outcome = process::capture(&mut make, LIMIT)?;
    let mut ended = Ended::default();
    for line in String::from_utf8_lossy(&outcome.output).lines() {
        // The report of a test begins with its name again, without its ending.
        let line = line.split_once(": ").filter(|(_, test)| test.contains('.'));
        match line {
            Some(("PASS", _)) => ended.passed += 1,
            Some(("SKIP", _)) => ended.skipped += 1,
            Some(("FAIL" | "ERROR" | "XPASS", test)) => ended.failed.push(test.to_owned()),
            _ => {}
        }
    }
    Ok(ended)
}
