//! Debug information of real programs.
//!
//! *Needs:* clang, `opt`, `llc` 19 and 22, clang and `llvm-dis` 14 and 16, `llvm-dwarfdump` and
//! `wasm-ld`.
//! *Gives:* for each example, torture program and a program in C++ × version × level, all of them
//! with `-g`: but for debug sections the object is that of the same IR without debug information,
//! byte by byte; these sections are valid, have the functions that LLVM's have, at -O0 99 of 100 of
//! their lines (a store that is joined with another one has no line) and a place for every
//! variable, and at each other level cover at least as much of the scopes of variables; LLVM makes
//! the same DWARF of the module that was read and printed, from text and from bitcode, but for
//! addresses; and it takes the debug information of the rewritten module as valid. Then the
//! programs of the [corpus and the examples](linked), linked.
//! The same DWARF is made of bitcode and text of the older versions.
//! *Limits:* `--short` takes every eighth program, by each version at one level. What DWARF of LLVM
//! says where a value is depends on code, whose attributes are not all printed, so that is not
//! compared.

mod dwarf;
mod linked;
mod same;

use self::dwarf::Figures;
use super::report::Report;
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch, names_in};
use crate::process;
use crate::tools::{
    CLANG, CLANG_14, CLANG_16, CLANG_22, DWARFDUMP, LLC, LLC_22, LLVM_DIS_14, LLVM_DIS_16, OPT,
    OPT_22, Tool,
};
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A compiler with its own optimiser and back end.
#[derive(Clone, Copy)]
struct Version {
    clang: Tool,
    opt: Tool,
    llc: Tool,
}

const VERSIONS: [Version; 2] = [
    Version {
        clang: CLANG,
        opt: OPT,
        llc: LLC,
    },
    Version {
        clang: CLANG_22,
        opt: OPT_22,
        llc: LLC_22,
    },
];

/// Older compilers, whose records are calls, and what writes their bitcode as text.
const OLDER: [(Tool, Tool); 2] = [(CLANG_14, LLVM_DIS_14), (CLANG_16, LLVM_DIS_16)];

const ALL_LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"];

const SHAPES: &str = include_str!("shapes.cpp");

const LIMIT: Duration = Duration::from_secs(120);

/// Attributes whose values are addresses, or places in other sections.
const ADDRESSES: [&str; 10] = [
    "DW_AT_low_pc",
    "DW_AT_high_pc",
    "DW_AT_ranges",
    "DW_AT_call_return_pc",
    "DW_AT_call_pc",
    "DW_AT_entry_pc",
    "DW_AT_frame_base",
    "DW_AT_location",
    "DW_AT_str_offsets_base",
    "DW_AT_addr_base",
];

pub(crate) fn debug(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    let sources = sources(&scratch, report.pick(1, 8))?;
    for (number, version) in VERSIONS.into_iter().enumerate() {
        let short = report.levels(&["-O0", "-O2"], number);
        for &level in report.pick(ALL_LEVELS, short) {
            let check = |source: &PathBuf| {
                let case = Case::new(source, version, level, &scratch);
                case.check(&unsnarl)
                    .map_err(|why| format!("{}: {why}", case.name))
            };
            let (mut ours, mut theirs) = (Figures::default(), Figures::default());
            for result in parallel::map(&sources, check) {
                report.check(result.map(|(own, other)| {
                    ours.add(own);
                    theirs.add(other);
                }));
            }
            println!(
                "{} {level}: {} programs; variables that are somewhere: {} of {}, at {:.1} % of their scopes; LLVM's: \
                 {} of {}, {:.1} %",
                version.clang.command,
                sources.len(),
                ours.with_location,
                ours.variables,
                ours.coverage(),
                theirs.with_location,
                theirs.variables,
                theirs.coverage(),
            );
            println!(
                "of {} lines {} have no code",
                theirs.lines, ours.lines_missing
            );
            report.check(match level {
                "-O0" if 100 * ours.lines_missing <= theirs.lines => Ok(()),
                "-O0" => Err(format!("{level}: lines have no code that have with LLVM")),
                _ if ours.coverage() >= theirs.coverage() => Ok(()),
                _ => Err(format!(
                    "{level}: less is known of variables than with LLVM"
                )),
            });
        }
    }
    older(&unsnarl, &scratch, &sources, report);
    linked::corpus(&unsnarl, &scratch, report)?;
    linked::examples(&unsnarl, &scratch, report)
}

/// Bitcode of older compilers against its text.
fn older(unsnarl: &Unsnarl, scratch: &Scratch, sources: &[PathBuf], report: &mut Report) {
    for (clang, dis) in OLDER {
        let version = Version {
            clang,
            ..VERSIONS[0]
        };
        for level in ["-O0", "-O2"] {
            let check = |source: &&PathBuf| {
                let case = Case::new(source, version, level, scratch);
                let checked = case.older(unsnarl, dis);
                let checked = checked.unwrap_or_else(|error| Err(error.to_string()));
                checked.map_err(|why| format!("{}: {why}", case.name))
            };
            let is_c = |source: &&PathBuf| source.extension().is_some_and(|ending| ending == "c");
            let sources: Vec<&PathBuf> = sources.iter().filter(is_c).collect();
            for result in parallel::map(&sources, check) {
                report.check(result);
            }
            println!("{} {level}: {} programs", clang.command, sources.len());
        }
    }
}

/// Every so manieth program in C, and one in C++.
fn sources(scratch: &Scratch, step: usize) -> Result<Vec<PathBuf>, Error> {
    let mut sources = Vec::new();
    for folder in [paths::examples(), paths::root().join("torture")] {
        let names = names_in(&folder)?;
        let programs = names.iter().filter(|name| name.ends_with(".c"));
        sources.extend(programs.step_by(step).map(|name| folder.join(name)));
    }
    let shapes = scratch.file("shapes.cpp");
    paths::write(&shapes, SHAPES.as_bytes())?;
    sources.push(shapes);
    Ok(sources)
}

/// One program of one version at one level.
struct Case<'a> {
    source: &'a Path,
    version: Version,
    level: &'static str,
    scratch: &'a Scratch,
    name: String,
}

impl<'a> Case<'a> {
    fn new(source: &'a Path, version: Version, level: &'static str, scratch: &'a Scratch) -> Self {
        let stem = source.file_stem().unwrap_or_default().display();
        Case {
            source,
            version,
            level,
            scratch,
            name: format!("{stem}-{}{level}", version.clang.command),
        }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.scratch.file(&format!("{}.{ending}", self.name))
    }

    /// What is known of variables, in our object and in LLVM's.
    fn check(&self, unsnarl: &Unsnarl) -> Result<(Figures, Figures), String> {
        let checked = self.checks(unsnarl);
        checked.unwrap_or_else(|error| Err(error.to_string()))?;
        self.figures().map_err(|error| error.to_string())
    }

    fn figures(&self) -> Result<(Figures, Figures), Error> {
        let [ours, theirs] = [self.file("o"), self.file("peer.o")];
        let (mut own, mut other) = (dwarf::figures(&ours)?, dwarf::figures(&theirs)?);
        let (ours, theirs) = (dwarf::lines(&ours)?, dwarf::lines(&theirs)?);
        (own.lines, other.lines) = (ours.len(), theirs.len());
        own.lines_missing = theirs.difference(&ours).count();
        Ok((own, other))
    }

    fn checks(&self, unsnarl: &Unsnarl) -> Result<Result<(), String>, Error> {
        let ir = self.file("ll");
        self.compile("-S", &ir)?;
        let checks = [
            Self::same_code,
            Self::like_llvm,
            Self::same_dwarf,
            Self::same_from_bitcode,
            Self::stays_valid,
        ];
        for check in checks {
            if let Err(why) = check(self, unsnarl, &ir)? {
                return Ok(Err(why));
            }
        }
        Ok(Ok(()))
    }

    /// Makes IR, as text or as bitcode.
    fn compile(&self, form: &str, to: &Path) -> Result<(), Error> {
        let mut clang = self.version.clang.call()?;
        clang.args([
            "--target=wasm32-wasi",
            "-isystem",
            "/usr/include/wasm32-wasi",
            "-w",
            "-g",
        ]);
        if self
            .source
            .extension()
            .is_some_and(|ending| ending == "cpp")
        {
            clang.args(["-std=c++20", "-fno-exceptions"]);
        }
        clang
            .args([form, "-emit-llvm", self.level, "-o"])
            .arg(to)
            .arg(self.source);
        process::require(&mut clang, LIMIT).map(drop)
    }

    /// The object does not depend on debug information.
    fn same_code(&self, unsnarl: &Unsnarl, ir: &Path) -> Result<Result<(), String>, Error> {
        let stripped = self.file("stripped.ll");
        let mut opt = self.version.opt.call()?;
        opt.args(["-strip-debug", "-S"])
            .arg(ir)
            .arg("-o")
            .arg(&stripped);
        process::require(&mut opt, LIMIT)?;
        let mut objects = Vec::new();
        for (ir, ending) in [(ir, "o"), (&*stripped, "stripped.o")] {
            let object = self.file(ending);
            let mut compile = unsnarl.compile(ir, &object, Choice::Algorithm("nested"));
            process::require(&mut compile, LIMIT)?;
            objects.push(paths::read(&object)?);
        }
        Ok(same::but_for_debug(&objects[0], &objects[1]))
    }

    /// The debug sections are valid, and say what LLVM's say of functions and, without
    /// optimisation, variables.
    fn like_llvm(&self, _: &Unsnarl, ir: &Path) -> Result<Result<(), String>, Error> {
        let (ours, theirs) = (self.file("o"), self.file("peer.o"));
        if let Err(why) = dwarf::verify(&ours)? {
            return Ok(Err(why));
        }
        let mut llc = self.version.llc.call()?;
        llc.args(["-O2", "-filetype=obj", "-o"])
            .arg(&theirs)
            .arg(ir);
        process::require(&mut llc, LIMIT)?;
        let functions = dwarf::functions(&ours)?;
        let missing = dwarf::functions(&theirs)?;
        if let Some(name) = missing.difference(&functions).next() {
            return Ok(Err(format!("there is no debug information on {name}")));
        }
        if self.level != "-O0" {
            return Ok(Ok(()));
        }
        let (own, other) = (dwarf::figures(&ours)?, dwarf::figures(&theirs)?);
        Ok(
            match own.with_location == own.variables && own.variables >= other.variables {
                true => Ok(()),
                false => Err(format!(
                    "{} of {} variables are somewhere, and {} with LLVM",
                    own.with_location, own.variables, other.with_location
                )),
            },
        )
    }

    /// What was read and printed has the same DWARF. The order of entries depends on code, which
    /// may be another one when it was optimised.
    fn same_dwarf(&self, unsnarl: &Unsnarl, ir: &Path) -> Result<Result<(), String>, Error> {
        let printed = self.file("printed.ll");
        if let Err(why) = self.dump(unsnarl, "parsed", ir, &printed)? {
            return Ok(Err(why));
        }
        let [mut before, mut after] = [self.dwarf(ir, "llvm.o")?, self.dwarf(&printed, "read.o")?];
        if self.level != "-O0" {
            before.sort_unstable();
            after.sort_unstable();
        }
        Ok(compare(&before, &after))
    }

    /// Of bitcode the same DWARF is made as of text.
    fn same_from_bitcode(&self, unsnarl: &Unsnarl, ir: &Path) -> Result<Result<(), String>, Error> {
        let bitcode = self.file("bc");
        self.compile("-c", &bitcode)?;
        self.same_as_text(unsnarl, &bitcode, ir)
    }

    /// The same of an older compiler, whose text this LLVM may not read.
    fn older(&self, unsnarl: &Unsnarl, dis: Tool) -> Result<Result<(), String>, Error> {
        let (bitcode, text) = (self.file("bc"), self.file("ll"));
        self.compile("-c", &bitcode)?;
        process::require(dis.call()?.arg(&bitcode).arg("-o").arg(&text), LIMIT)?;
        self.same_as_text(unsnarl, &bitcode, &text)
    }

    /// LLVM makes the same DWARF, in any order, of what was read of both and printed.
    fn same_as_text(
        &self,
        unsnarl: &Unsnarl,
        bitcode: &Path,
        text: &Path,
    ) -> Result<Result<(), String>, Error> {
        let mut both = Vec::new();
        for (input, form) in [(text, "text"), (bitcode, "bitcode")] {
            let printed = self.file(&format!("{form}.ll"));
            if let Err(why) = self.dump(unsnarl, "parsed", input, &printed)? {
                return Ok(Err(format!("of {form} {why}")));
            }
            let mut lines = self.dwarf(&printed, &format!("{form}.o"))?;
            lines.sort_unstable();
            both.push(lines);
        }
        Ok(compare(&both[0], &both[1]).map_err(|why| format!("of bitcode {why}")))
    }

    /// LLVM drops debug information that is not valid, and says so.
    fn stays_valid(&self, unsnarl: &Unsnarl, ir: &Path) -> Result<Result<(), String>, Error> {
        let rewritten = self.file("rewritten.ll");
        if let Err(why) = self.dump(unsnarl, "rewritten", ir, &rewritten)? {
            return Ok(Err(why));
        }
        let mut opt = self.version.opt.call()?;
        opt.args(["-passes=verify", "-S", "-o"])
            .arg(self.file("verified.ll"))
            .arg(&rewritten);
        let errors = process::complete(&mut opt, LIMIT)?.error_text();
        Ok(match errors.trim() {
            "" => Ok(()),
            errors => Err(format!("after rewriting, LLVM says: {errors}")),
        })
    }

    /// Prints a module after a stage, of which nothing may be left out.
    fn dump(
        &self,
        unsnarl: &Unsnarl,
        stage: &str,
        ir: &Path,
        to: &Path,
    ) -> Result<Result<(), String>, Error> {
        let mut dump = Command::new(unsnarl.program());
        let outcome = process::complete(dump.args(["dump", "--after", stage]).arg(ir), LIMIT)?;
        let text = String::from_utf8_lossy(&outcome.output);
        // The scopes of aliasing are metadata that is not printed.
        let lines = text
            .lines()
            .filter(|line| !line.contains("noalias.scope.decl"));
        let lines: Vec<&str> = lines.collect();
        paths::write(to, lines.join("\n").as_bytes())?;
        let notes = outcome.error_text();
        Ok(match notes.trim() {
            "" => Ok(()),
            notes => Err(format!("something was left out: {notes}")),
        })
    }

    /// The lines of the DWARF that LLVM makes of a module, without addresses.
    fn dwarf(&self, ir: &Path, ending: &str) -> Result<Vec<String>, Error> {
        let object = self.file(ending);
        let mut llc = self.version.llc.call()?;
        llc.args(["-O0", "-filetype=obj", "-o"])
            .arg(&object)
            .arg(ir);
        process::require(&mut llc, LIMIT)?;
        let mut dump = DWARFDUMP.call()?;
        dump.args(["--debug-info", "--diff"]).arg(&object);
        let text = process::require(&mut dump, LIMIT)?;
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().map(str::trim);
        let is_kept = |line: &&str| {
            let begins = line.split(['\t', ' ', '(']).next().unwrap_or_default();
            begins.starts_with("DW_") && !ADDRESSES.contains(&begins)
        };
        Ok(lines.filter(is_kept).map(str::to_owned).collect())
    }
}

/// Compares lines of DWARF.
fn compare(before: &[String], after: &[String]) -> Result<(), String> {
    if before.len() < 10 {
        return Err("there is no DWARF to compare".to_owned());
    }
    let mut lines = before.iter().zip(after);
    match lines.find(|(before, after)| before != after) {
        Some((before, after)) => Err(format!("DWARF has `{after}` for `{before}`")),
        None if before.len() != after.len() => Err(format!(
            "DWARF has {} lines for {}",
            after.len(),
            before.len()
        )),
        None => Ok(()),
    }
}
