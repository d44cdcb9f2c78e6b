//! How random programs are compiled, in turn: which clang writes the IR and at which level, which
//! algorithm and reduction structure it, and what compiles the C.
//!
//! *Gives:* a [`Turn`] for a seed, on any machine. *Cost:* one build where all combinations would
//! be hundreds: every pair of choices occurs in some hundred seeds.

use super::random::Random;
use crate::native;
use crate::process::{self, Ending};
use crate::tools::{CLANG, CLANG_16, CLANG_22, GCC, Tool};
use crate::unsnarl::Unsnarl;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use unsnarl::reduce::REDUCTIONS;
use unsnarl::structure::ALGORITHMS;

const LIMIT: Duration = Duration::from_secs(120);
/// For one run, which takes milliseconds.
const RUN_LIMIT: Duration = Duration::from_secs(20);
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-Oz"];
/// What compiles C. clang 19 compiles some state machines wrongly at -O2 (see
/// `findings/clang-19-tail-duplication.sh`).
const COMPILERS: [Tool; 3] = [GCC, CLANG_16, CLANG_22];
const CLANGS: [Tool; 3] = [CLANG, CLANG_16, CLANG_22];
/// How many lines of what a tool says of an error are told.
const TOLD: usize = 6;

/// How a program is compiled.
pub(super) struct Turn {
    /// What writes the IR.
    pub(super) clang: Tool,
    pub(super) level: &'static str,
    pub(super) algorithm: &'static str,
    pub(super) reduction: &'static str,
    /// What compiles C.
    pub(super) compiler: Tool,
    pub(super) compiler_level: &'static str,
}

impl Turn {
    /// The turn of a seed for one of several targets; C is compiled at one of these levels.
    pub(super) fn of(seed: u64, target: u64, compiler_levels: [&'static str; 2]) -> Turn {
        // Seeds beside each other have nothing in common so.
        let mut random = Random::new(Random::new(seed).number() ^ target);
        // Half of all have the default, as users have it.
        let algorithms = algorithms();
        let algorithm = random.below(2 * algorithms.len());
        Turn {
            clang: CLANGS[random.below(CLANGS.len())],
            level: LEVELS[random.below(LEVELS.len())],
            algorithm: algorithms[algorithm.saturating_sub(algorithms.len())],
            reduction: REDUCTIONS[random.below(REDUCTIONS.len())].name,
            compiler: COMPILERS[random.below(COMPILERS.len())],
            compiler_level: compiler_levels[random.below(2)],
        }
    }

    /// As a failure names it where there is no C.
    pub(super) fn name(&self) -> String {
        let (clang, level) = (self.clang.command, self.level);
        format!(
            "IR by {clang} {level}, {} with {}",
            self.algorithm, self.reduction
        )
    }

    /// As a failure names it where there is C.
    pub(super) fn name_with_compiler(&self) -> String {
        let (compiler, level) = (self.compiler.command, self.compiler_level);
        format!("{}, {compiler} {level}", self.name())
    }

    /// Has clang write IR of a source.
    pub(super) fn make_ir(&self, source: &Path, options: &[&str], ir: &Path) -> Result<(), String> {
        self.make_ir_by(self.clang, source, options, ir)
    }

    /// The same by a tool that is called as clang is.
    pub(super) fn make_ir_by(
        &self,
        tool: Tool,
        source: &Path,
        options: &[&str],
        ir: &Path,
    ) -> Result<(), String> {
        let mut clang = tool.call().map_err(|error| error.to_string())?;
        clang
            .args(["-w", self.level, "-S", "-emit-llvm"])
            .args(options);
        require(clang.arg(source).arg("-o").arg(ir))
    }

    /// Writes IR or a module as what the name of the output ends in; C has no `goto`.
    pub(super) fn write(
        &self,
        command: &Unsnarl,
        input: &Path,
        output: &Path,
    ) -> Result<(), String> {
        let mut call = Command::new(command.program());
        call.args([
            "compile",
            "--algorithm",
            self.algorithm,
            "--reduce",
            self.reduction,
        ]);
        require(call.arg(input).arg("-o").arg(output))?;
        if output.extension().is_some_and(|ending| ending == "c") {
            let gotos = native::gotos(output).map_err(|error| error.to_string())?;
            if gotos > 0 {
                return Err(format!("{gotos} gotos"));
            }
        }
        Ok(())
    }

    /// Makes a program of C.
    pub(super) fn compile(
        &self,
        sources: &[&Path],
        options: &[&str],
        binary: &Path,
    ) -> Result<(), String> {
        let mut compiler = self.compiler.call().map_err(|error| error.to_string())?;
        compiler
            .args(["-std=gnu11", "-w", self.compiler_level])
            .args(sources);
        require(compiler.args(options).arg("-o").arg(binary))
    }
}

/// The algorithms that take turns, the default first.
fn algorithms() -> Vec<&'static str> {
    ALGORITHMS.iter().map(|algorithm| algorithm.name).collect()
}

/// Tells whether what was said of a failure is that our command refuses the input by name.
pub(super) fn is_refusal(what: &str) -> bool {
    what.starts_with("unsnarl: status 1: error: ")
}

/// Requires that a tool ends well; else gives its name, and the beginning of what it said.
pub(super) fn require(command: &mut Command) -> Result<(), String> {
    let outcome = process::capture(command, LIMIT).map_err(|error| error.to_string())?;
    if outcome.ending == Ending::Status(0) {
        return Ok(());
    }
    let name = Path::new(command.get_program());
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    let errors = outcome.error_text();
    let lines: Vec<&str> = errors.lines().take(TOLD).collect();
    Err(format!(
        "{name}: {}: {}",
        outcome.ending,
        lines.join("\n  ")
    ))
}

/// What a program prints, and how it ended unless well.
pub(super) fn run(command: &mut Command) -> Result<String, String> {
    let outcome = process::capture(command, RUN_LIMIT).map_err(|error| error.to_string())?;
    let mut text = String::from_utf8_lossy(&outcome.output).into_owned();
    if outcome.ending != Ending::Status(0) {
        text += &format!("{}: {}\n", outcome.ending, outcome.error_text());
    }
    Ok(text)
}
