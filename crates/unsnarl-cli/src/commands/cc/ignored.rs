//! Options for LLVM's back end that have no effect here: each is reported.
//!
//! *Needs:* the command line, and the options about these warnings.
//! *Gives:* a [`Warning`] for each option without effect, once for a command however many sources
//! it has.
//! *Source:* every option of `clang --help-hidden` was tried on a file that it affects: does
//! clang's IR change, does LLVM's object, does ours? Options that act on the IR, such as `-ftrapv`
//! or `-fsanitize=undefined`, work and are not listed. The table lists those that change LLVM's
//! object but not ours, and those that LLVM's back end for WebAssembly ignores silently itself
//! (`-pg`, `-fsplit-stack`).
//!
//! `-Wno-unsnarl-ignored` or `-w` silences the warnings, `-Werror` makes errors of them unless
//! `-Wno-error=unsnarl-ignored` is there. Warnings about the form of debug information have a
//! second name of their own.

use super::line::Line;
use super::refused;

/// An option without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Warning {
    pub(super) severity: Severity,
    pub(super) message: String,
}

/// How much a warning matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    Warning,
    /// Nothing is compiled.
    Error,
}

/// Options of which the last one counts, and what a request for the feature gets instead.
struct Row {
    /// The options that request the feature, separated by blanks; `*` matches any rest.
    asked: &'static str,
    /// The options that revoke it.
    taken_back: &'static str,
    group: Group,
    /// What there is instead.
    instead: &'static str,
}

/// The name of a warning after `-W`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Ignored,
    DebugInfo,
}

impl Group {
    fn name(self) -> &'static str {
        match self {
            Group::Ignored => "unsnarl-ignored",
            Group::DebugInfo => "unsnarl-debug-info",
        }
    }
}

const fn row(asked: &'static str, taken_back: &'static str, instead: &'static str) -> Row {
    Row {
        asked,
        taken_back,
        group: Group::Ignored,
        instead,
    }
}

/// A row about the form of debug information.
const fn debug(asked: &'static str, taken_back: &'static str, instead: &'static str) -> Row {
    Row {
        group: Group::DebugInfo,
        ..row(asked, taken_back, instead)
    }
}

const ROWS: &[Row] = &[
    // Debug information.
    debug(
        "-gdwarf-2 -gdwarf-3",
        "-g0 -gdwarf-4 -gdwarf-5",
        "debug information is DWARF 4 or 5, and here DWARF 4",
    ),
    debug(
        "-gline-directives-only",
        "-g -g0 -g1 -g2 -g3 -ggdb -ggdb0 -ggdb1 -ggdb2 -ggdb3 -gdwarf-4 -gdwarf-5 -gline-tables-only",
        "line directives need an assembler, and unsnarl uses none; use -gline-tables-only",
    ),
    debug(
        "-gdwarf64",
        "-gdwarf32",
        "offsets in debug sections have 32 bits",
    ),
    debug(
        "-gz -gz=zlib -gz=zstd",
        "-gz=none",
        "debug sections are not compressed",
    ),
    debug(
        "-gpubnames -ggnu-pubnames",
        "-gno-pubnames -gno-gnu-pubnames",
        "no name tables for debuggers are written",
    ),
    debug(
        "-fdebug-types-section",
        "-fno-debug-types-section",
        "types are in the section .debug_info",
    ),
    debug(
        "-fdebug-macro",
        "-fno-debug-macro",
        "debug information has no macros",
    ),
    debug(
        "-gmodules",
        "-gno-modules",
        "debug information does not refer to precompiled modules",
    ),
    // Safety.
    row(
        "-fstack-protector -fstack-protector-strong -fstack-protector-all",
        "-fno-stack-protector",
        "functions do not check for stack buffer overflows",
    ),
    row(
        "-fsplit-stack",
        "-fno-split-stack",
        "the stack is contiguous and has a fixed size",
    ),
    row(
        "-mspeculative-load-hardening",
        "-mno-speculative-load-hardening",
        "loads are not hardened",
    ),
    row(
        "-ftrap-function=*",
        "",
        "a trap is the instruction `unreachable`",
    ),
    row(
        "-mstackrealign -mstack-alignment=*",
        "-mno-stackrealign",
        "frames are aligned to 16 bytes, and to more only if a variable needs it",
    ),
    // Threads.
    row(
        "-femulated-tls",
        "-fno-emulated-tls",
        "thread-local variables use the native form of the target, without library calls",
    ),
    // Profiles.
    row("-pg", "", "functions do not call mcount"),
    row(
        "-fprofile-generate -fprofile-generate=* -fcs-profile-generate -fcs-profile-generate=* \
         -fprofile-instr-generate -fprofile-instr-generate=*",
        "-fno-profile-generate -fno-profile-instr-generate",
        "profile counters are not supported, and LLVM IR with profile counters is refused",
    ),
    row(
        "-fcoverage-mapping",
        "-fno-coverage-mapping",
        "objects have no coverage mapping",
    ),
    row(
        "--coverage -coverage -ftest-coverage",
        "-fno-test-coverage",
        "the notes for gcov are named after standard output, not after the object",
    ),
    row(
        "-fpseudo-probe-for-profiling",
        "-fno-pseudo-probe-for-profiling",
        "objects have no pseudo probes",
    ),
    row(
        "-finstrument-functions-after-inlining -finstrument-function-entry-bare",
        "",
        "functions do not call the profiler",
    ),
    // The form of objects.
    row(
        "-fembed-bitcode -fembed-bitcode=* -fembed-bitcode-marker",
        "-fembed-bitcode=off",
        "objects contain no LLVM IR",
    ),
    row(
        "-fno-zero-initialized-in-bss",
        "-fzero-initialized-in-bss",
        "zero-initialized variables take no bytes",
    ),
    row(
        "-fno-jump-tables",
        "-fjump-tables",
        "a switch may become the instruction `br_table`",
    ),
    row(
        "-mno-reference-types -mcpu=mvp",
        "-mreference-types -mcpu=generic -mcpu=bleeding-edge",
        "indirect calls are encoded as with the feature reference-types",
    ),
    // Reports of LLVM's back end.
    row("-fstack-usage", "", "no file with frame sizes is written"),
    row(
        "-fsave-optimization-record -fsave-optimization-record=* -foptimization-record-file=*",
        "-fno-save-optimization-record",
        "the record contains only the remarks of clang's own passes",
    ),
    row(
        "-fproc-stat-report -fproc-stat-report=*",
        "",
        "no time is reported",
    ),
];

/// Options after `-mllvm` that belong to passes on IR, by their beginnings: clang runs those.
const OF_PASSES_ON_IR: &[&str] = &[
    "-inline",
    "-unroll-",
    "-enable-gvn",
    "-enable-pre",
    "-vectoriz",
    "-force-vector-",
    "-slp-",
    "-licm-",
    "-jump-threading-",
    "-simplifycfg-",
    "-instcombine-",
    "-sroa-",
    "-loop-",
    "-enable-loop",
    "-pgo-",
    "-sanitizer-",
    "-ubsan-",
    "-debug-only",
];

/// The options without effect.
///
/// `settings` are the options about these warnings, such as `-Wno-unsnarl-ignored`.
pub(super) fn warnings(line: &Line, settings: &[String]) -> Vec<Warning> {
    let levels = |group| level(line, settings, group);
    let warning = |group: Group, option: &str, instead: &str| {
        let severity = levels(group)?;
        let as_error = match severity {
            Severity::Warning => "",
            Severity::Error => "-Werror,",
        };
        let message = format!(
            "'{option}' is not supported: {instead} [{as_error}-W{}]",
            group.name()
        );
        Some(Warning { severity, message })
    };
    let compiles = line.compiles();
    let rows = ROWS.iter().filter(|_| compiles);
    let of_rows = rows.filter_map(|row| warning(row.group, row.asked_by(line)?, row.instead));
    let behind = |option| line.values(option).filter(move |_| compiles);
    let of_llvm = behind("-mllvm")
        .filter(|value| !OF_PASSES_ON_IR.iter().any(|start| value.starts_with(start)))
        .filter(|value| !refused::is_met(line, value));
    let of_llvm = of_llvm.filter_map(|value| {
        let instead = "unsnarl replaces LLVM's back end, so only passes on IR are affected";
        warning(Group::Ignored, &format!("-mllvm {value}"), instead)
    });
    of_rows.chain(of_llvm).collect()
}

impl Row {
    /// The option that requests it, if no later one revokes it.
    fn asked_by<'l>(&self, line: &'l Line) -> Option<&'l str> {
        let is_about =
            |option: &&str| is_among(option, self.asked) || is_among(option, self.taken_back);
        let last = line.options().rev().find(is_about)?;
        (!is_among(last, self.taken_back)).then_some(last)
    }
}

fn is_among(option: &str, patterns: &str) -> bool {
    let mut patterns = patterns.split_whitespace();
    patterns.any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => option.starts_with(start),
        None => option == pattern,
    })
}

/// How much a warning matters, as clang reads its own options; nothing if it is silenced.
fn level(line: &Line, settings: &[String], group: Group) -> Option<Severity> {
    // An option for one group overrides an option for both.
    let names = [group.name(), Group::Ignored.name()];
    let last = |off: &str, on: &str| {
        names.iter().find_map(|name| {
            let (off, on) = (format!("-W{off}{name}"), format!("-W{on}{name}"));
            let mut settings = settings.iter().rev();
            settings.find_map(|word| match word {
                word if *word == off => Some(false),
                word if *word == on => Some(true),
                _ => None,
            })
        })
    };
    let has = |option: &str| line.options().any(|word| word == option);
    let is_error = last("no-error=", "error=");
    if has("-w")
        || last("no-", "") == Some(false)
        || has("-Wno-everything") && is_error != Some(true)
    {
        return None;
    }
    let all = line
        .options()
        .rev()
        .find(|word| matches!(*word, "-Werror" | "-Wno-error"));
    Some(match is_error.unwrap_or(all == Some("-Werror")) {
        true => Severity::Error,
        false => Severity::Warning,
    })
}

/// Tells whether an option is about these warnings.
pub(super) fn is_setting(option: &str) -> bool {
    let Some(rest) = option.strip_prefix("-W") else {
        return false;
    };
    let rest = rest.strip_prefix("no-").unwrap_or(rest);
    let name = rest.strip_prefix("error=").unwrap_or(rest);
    [Group::Ignored, Group::DebugInfo]
        .iter()
        .any(|group| group.name() == name)
}

#[cfg(test)]
mod tests;
