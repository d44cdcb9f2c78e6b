//! Modules that other people's tools made: packages of npm, run by their own JavaScript.
//!
//! *Needs:* what [downloads and runs](crate::packages) the packages.
//! *Gives:* for each package a check that each of its modules is written again with both proofs of
//! every function, one that its script prints the same with these, and one that it prints the same
//! with JavaScript in place of the modules, or is refused for the reason that the table says.

use std::path::Path;
use std::time::{Duration, Instant};

use wasmparser::{Parser, Payload};

use super::report::Report;
use crate::error::Error;
use crate::packages::{self, Form, JavaScript, PACKAGES, Package, Subject};
use crate::paths;
use crate::process;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Proofs;

/// For one module; one of 45 MB takes 30 seconds on an idle machine.
const LONGEST: Duration = Duration::from_secs(900);

/// Every package; in a short run the small ones.
pub(super) fn packages(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let folder = packages::install()?;
    let is_short = report.pick(false, true);
    let chosen = PACKAGES.iter().filter(|one| one.is_small || !is_short);
    for package in chosen {
        let start = Instant::now();
        let subject = match Subject::new(package, &folder) {
            Ok(subject) => subject,
            Err(error) => {
                report.fail(format!("{}: {error}", package.script));
                continue;
            }
        };
        report.check(again(&unsnarl, &subject));
        report.check(as_javascript(&unsnarl, &subject));
        let count = subject.modules.len();
        let seconds = start.elapsed().as_secs_f64();
        println!("{}: {count} modules in {seconds:.1} s", package.script);
    }
    Ok(())
}

/// Writes the modules of a package again, and runs it with these.
fn again(unsnarl: &Unsnarl, subject: &Subject) -> Result<(), String> {
    let script = subject.package.script;
    let done = subject.replace(Form::WebAssembly, |module, to| {
        let mut command = unsnarl.compile(module, to, Choice::Algorithm("nested"));
        command.arg("--stats");
        let outcome = process::complete(&mut command, LONGEST)?;
        let proofs = Proofs::count(&outcome.error_text());
        let bodies = bodies(module)?;
        if proofs.has_bounded() || proofs.total() != bodies {
            return Err(Error::WrongOutput {
                command: process::shown(&command),
                difference: format!("of {bodies} functions {proofs}"),
            });
        }
        Ok(())
    });
    let done = done.and_then(|left| {
        let count = left.len();
        if count > 0 {
            println!(
                "{script}: {count} modules refused, as {:?}",
                subject.package.left
            );
        }
        subject.require_same(Form::WebAssembly, &left)
    });
    done.map_err(|error| format!("{script}: {error}"))
}

/// Writes JavaScript for the modules of a package, and runs it with this.
fn as_javascript(unsnarl: &Unsnarl, subject: &Subject) -> Result<(), String> {
    let Package {
        script, javascript, ..
    } = *subject.package;
    let expected = match javascript {
        JavaScript::Same => None,
        JavaScript::Refused(reason) | JavaScript::Fails(reason) => Some(reason),
    };
    match (javascript_runs(unsnarl, subject), expected) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(reason)) => Err(format!("{script}: runs, and should fail: {reason}")),
        (Err(error), Some(reason)) if error.to_string().contains(reason) => {
            println!("{script}: no JavaScript: {reason}");
            Ok(())
        }
        (Err(error), _) => Err(format!("{script} in JavaScript: {error}")),
    }
}

fn javascript_runs(unsnarl: &Unsnarl, subject: &Subject) -> Result<(), Error> {
    let left = subject.replace(Form::JavaScript, |module, to| {
        let mut command = unsnarl.compile(module, to, Choice::Algorithm("nested"));
        process::require(command.arg("--no-wasi"), LONGEST).map(drop)
    })?;
    subject.require_same(Form::JavaScript, &left)
}

/// How many functions a module has bodies of.
fn bodies(module: &Path) -> Result<usize, Error> {
    let bytes = paths::read(module)?;
    let mut count = 0;
    for payload in Parser::new(0).parse_all(&bytes) {
        if let Payload::CodeSectionStart { count: own, .. } =
            payload.map_err(|cause| Error::File {
                action: "take apart",
                path: module.to_owned(),
                cause: std::io::Error::other(cause),
            })?
        {
            count += own as usize;
        }
    }
    Ok(count)
}
