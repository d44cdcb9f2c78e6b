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
use crate::debian::Package;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, GCC};
use crate::unsnarl::Unsnarl;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const SOURCES: Package = Package {
    name: "coreutils",
    archive: "coreutils_9.1.orig.tar.xz",
    digest: "61a1f410d78ba7e7f37a5a4f50e6d1320aca33375484a3255eddf17a38580423",
    inner: None,
    folders: &[],
};

const LIMIT: Duration = Duration::from_secs(3600);

/// The programs of a short run, and what the names of their tests begin with.
const PROGRAMS: [(&str, &str); 5] = [
    ("sort", "tests/misc/sort"),
    ("wc", "tests/misc/wc"),
    ("cksum", "tests/misc/cksum"),
    ("dd", "tests/dd/"),
    ("ls", "tests/ls/"),
];

/// A configured folder, and the compiler that builds there.
struct Tree<'a> {
    folder: PathBuf,
    compiler: &'a Path,
}

/// How tests ended.
#[derive(Default)]
struct Ended {
    passed: usize,
    skipped: usize,
    failed: Vec<String>,
}

pub(super) fn coreutils(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let sources = SOURCES.sources()?;
    let scratch = Scratch::new()?;
    let wrapper = scratch.file("cc.sh");
    paths::write(&wrapper, include_bytes!("cc.sh"))?;
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755))
        .map_err(Error::file("change", &wrapper))?;
    let tree = Tree::new(&sources, scratch.file("ours"), &wrapper)?;
    let modules = scratch.file("modules");
    let mut make = tree.make();
    make.env("UNSNARL", unsnarl.program())
        .env("CLANG", CLANG.command)
        .env("GCC", GCC.command)
        .env("MODULES", &modules);
    let programs = PROGRAMS.map(|(program, _)| format!("src/{program}"));
    // Tests ask it for the limits of numbers.
    let some = format!("PROGRAMS={} src/getlimits", programs.join(" "));
    let some = [some.as_str(), "SUBDIRS=.", "MANS="];
    make.arg("all").args(report.pick(&[][..], &some));
    process::require(&mut make, LIMIT)?;
    let count = String::from_utf8_lossy(&paths::read(&modules)?)
        .lines()
        .count();
    report.pass_many(count);
    println!("{count} modules as C without goto and without a warning");
    let tests = report.pick(None, Some(some_tests(&sources)?));
    let ended = tree.check(tests.as_deref())?;
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
    let tree = Tree::new(&sources, scratch.file("clang"), Path::new(CLANG.command))?;
    process::require(&mut tree.make(), LIMIT)?;
    let native = tree.check(Some(&ended.failed))?;
    for test in ended.failed {
        if native.failed.contains(&test) {
            println!("{test} fails with clang's programs, too");
        } else {
            report.fail(format!("{test} fails"));
        }
    }
    Ok(())
}

/// The tests of the programs of a short run.
fn some_tests(sources: &Path) -> Result<Vec<String>, Error> {
    let list = sources.join("tests/local.mk");
    let text = paths::read(&list)?;
    let text = String::from_utf8_lossy(&text);
    let words = text.split_whitespace().filter(|word| {
        let is_wanted = PROGRAMS.iter().any(|(_, start)| word.starts_with(start));
        is_wanted && (word.ends_with(".sh") || word.ends_with(".pl"))
    });
    Ok(words.map(str::to_owned).collect())
}

impl<'a> Tree<'a> {
    /// Configures, always with clang: what is built later has the same configuration.
    fn new(sources: &Path, folder: PathBuf, compiler: &'a Path) -> Result<Self, Error> {
        fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
        let mut configure = Command::new(sources.join("configure"));
        configure.current_dir(&folder);
        // It refuses to run as root otherwise.
        configure.env("FORCE_UNSAFE_CONFIGURE", "1");
        configure.arg(format!("CC={}", CLANG.command));
        configure.args(["CFLAGS=-O2 -w", "--disable-nls", "--quiet"]);
        process::require(&mut configure, LIMIT)?;
        Ok(Tree { folder, compiler })
    }

    fn make(&self) -> Command {
        let mut make = Command::new("make");
        make.current_dir(&self.folder).args(["-j2", "--silent"]);
        make.arg(format!("CC={}", self.compiler.display()));
        make
    }

    /// Runs tests, or all of them.
    fn check(&self, tests: Option<&[String]>) -> Result<Ended, Error> {
        let mut make = self.make();
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
}
