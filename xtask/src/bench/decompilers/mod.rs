//! `cargo xtask bench decompilers`: our C of GNU coreutils beside its source, and beside what
//! decompilers make of the same code.
//!
//! *Needs:* what builds coreutils; a CPython of at least 3.13, which Debian 12 lacks, for the
//! packages of `bench/peers/requirements.txt`. *Gives:* a table in Markdown for each program:
//! `goto`s, labels, `&&` and `||`, casts, lines and cyclomatic complexity of the functions of its
//! main file that are in all texts, and the functions whose complexity grew most.
//! *Cost:* five minutes. *Source:* the metrics are those of "Ahoy SAILR! There is No Need to DREAM
//! of C: A Compiler-Aware Structuring Algorithm for Binary Decompilation" (Basque et al., 2024),
//! and McCabe's of 1976.
//! *Limits:* ours has types and declarations of LLVM IR, where decompilers have instructions; the
//! source is counted before its macros.

use super::peers;
use crate::coreutils::{self, LIMIT, Tree};
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::unsnarl::Unsnarl;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, whose main files have the same names.
const PROGRAMS: [&str; 3] = ["dd", "ls", "sort"];

/// What is counted, in the order of `count.py`.
const COUNTS: [&str; 6] = [
    "`goto`",
    "labels",
    "`&&`, `\\|\\|`",
    "casts",
    "lines",
    "complexity",
];
const COMPLEXITY: usize = 5;

/// How many functions are shown.
const WORST: usize = 10;

/// The counts of functions, by name.
type Functions = BTreeMap<String, [u64; COUNTS.len()]>;

/// What is asked for.
pub(super) struct Request<'a> {
    /// The programs, or all if there are none.
    pub(super) only: &'a [String],
    /// The interpreter that runs the decompilers.
    pub(super) python: &'a Path,
    /// Where all texts are left.
    pub(super) texts: Option<&'a Path>,
}

/// The names of the programs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.into_iter()
}

/// Compares the programs that are asked for.
pub(super) fn decompilers(request: &Request<'_>) -> Result<(), Error> {
    let python = peers::of_pip(request.python)?;
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    eprintln!("bench: building coreutils three times");
    let ours = Tree::of_ours(&scratch, &unsnarl, "")?;
    let described = Tree::of_ours(&scratch, &unsnarl, "-g")?;
    let native = Tree::of_clang(&scratch)?;
    for tree in [&ours, &described, &native] {
        let mut make = tree.make();
        make.arg("all").args(coreutils::only(&PROGRAMS));
        process::require(&mut make, LIMIT)?;
    }
    let mut worst = Vec::new();
    for program in PROGRAMS {
        if request.only.is_empty() || request.only.iter().any(|one| one == program) {
            let files = Files {
                source: coreutils::sources()?.join(format!("src/{program}.c")),
                ours: ours.file(&format!("src/{program}.o.c")),
                described: described.file(&format!("src/{program}.o.c")),
                native: native.file(&format!("src/{program}")),
            };
            let folder = request
                .texts
                .map_or_else(|| scratch.file(program), |folder| folder.join(program));
            worst.extend(compare(program, &files, &folder, &python)?);
        }
    }
    print_worst(worst);
    Ok(())
}

/// What there is of a program before it is decompiled.
struct Files {
    source: PathBuf,
    ours: PathBuf,
    /// The same, of IR with debug information.
    described: PathBuf,
    native: PathBuf,
}

/// A function whose complexity may have grown.
struct Grown {
    program: &'static str,
    name: String,
    source: [u64; COUNTS.len()],
    ours: [u64; COUNTS.len()],
}

/// Decompiles a program, prints its table, and gives its functions.
fn compare(
    program: &'static str,
    files: &Files,
    folder: &Path,
    python: &Path,
) -> Result<Vec<Grown>, Error> {
    eprintln!("bench: {program}");
    let copied = |name: &str, from: &Path| {
        let file = folder.join(name);
        paths::write(&file, &paths::read(from)?)?;
        Ok::<_, Error>(file)
    };
    let texts = [
        copied("source.c", &files.source)?,
        copied("ours.c", &files.ours)?,
        copied("ours-g.c", &files.described)?,
    ];
    let [source, ours, described] = counted(python, folder, &texts)?;
    let wanted: Vec<&String> = source
        .keys()
        .filter(|name| ours.contains_key(*name))
        .collect();
    let decompile = |decompiler: &str| {
        let text = folder.join(format!("{decompiler}.json"));
        let mut decompile = script(
            python,
            folder,
            "decompile.py",
            include_bytes!("decompile.py"),
        )?;
        decompile
            .arg(decompiler)
            .arg(&files.native)
            .arg(&text)
            .args(&wanted);
        let outcome = process::complete(&mut decompile, LIMIT)?;
        eprint!("{}", outcome.error_text());
        let seconds = String::from_utf8_lossy(&outcome.output).trim().to_owned();
        Ok::<_, Error>((text, seconds))
    };
    let (angr, angr_seconds) = decompile("angr")?;
    let (ghidra, ghidra_seconds) = decompile("ghidra")?;
    let [angr, ghidra] = counted(python, folder, &[angr, ghidra])?;
    let others = [&described, &angr, &ghidra];
    let in_all = |name: &&String| others.iter().all(|own| own.contains_key(*name));
    let common: BTreeSet<&String> = wanted.into_iter().filter(in_all).collect();
    print_table(
        program,
        &common,
        [
            ("source", &source, ""),
            ("ours", &ours, ""),
            ("ours, of `-g`", &described, ""),
            ("angr, SAILR", &angr, &angr_seconds),
            ("Ghidra", &ghidra, &ghidra_seconds),
        ],
    );
    let grown = common.into_iter().map(|name| Grown {
        program,
        name: name.clone(),
        source: source[name],
        ours: ours[name],
    });
    Ok(grown.collect())
}

fn print_table(program: &str, common: &BTreeSet<&String>, columns: [(&str, &Functions, &str); 5]) {
    println!(
        "\n## {program}\n\n{} functions are in all texts.\n",
        common.len()
    );
    println!("| | {} | seconds |", COUNTS.join(" | "));
    println!("|---|{}--:|", "--:|".repeat(COUNTS.len()));
    for (name, functions, seconds) in columns {
        let sums = (0..COUNTS.len()).map(|count| {
            let sum: u64 = common.iter().map(|name| functions[*name][count]).sum();
            format!(" {sum} |")
        });
        println!("| {name} |{} {seconds} |", sums.collect::<String>());
    }
}

fn print_worst(mut all: Vec<Grown>) {
    all.sort_by_key(|grown| {
        let [ours, source] = [grown.ours, grown.source].map(|counts| counts[COMPLEXITY]);
        (
            std::cmp::Reverse(ours.saturating_sub(source)),
            grown.name.clone(),
        )
    });
    println!("\n## Functions whose complexity grew most\n");
    println!("Each cell has the source's count and ours.\n");
    println!("| program | function | {} |", COUNTS.join(" | "));
    println!("|---|---|{}", "--:|".repeat(COUNTS.len()));
    for grown in all.iter().take(WORST) {
        let cells = grown.source.iter().zip(grown.ours);
        let cells = cells.map(|(source, ours)| format!(" {source}, {ours} |"));
        let (program, name) = (grown.program, &grown.name);
        println!("| {program} | `{name}` |{}", cells.collect::<String>());
    }
}

/// Has the functions of files counted.
fn counted<const N: usize>(
    python: &Path,
    folder: &Path,
    files: &[PathBuf; N],
) -> Result<[Functions; N], Error> {
    let mut count = script(python, folder, "count.py", include_bytes!("count.py"))?;
    let text = process::require(count.args(files), LIMIT)?;
    let value: Value = serde_json::from_slice(&text).unwrap_or_default();
    Ok(std::array::from_fn(|file| {
        let functions = value[file].as_object().into_iter().flatten();
        let functions = functions.map(|(name, counts)| {
            let count = |index: usize| counts[index].as_u64().unwrap_or_default();
            (name.clone(), std::array::from_fn(count))
        });
        functions.collect()
    }))
}

/// A call of one of the scripts, which is written beside what it reads.
fn script(python: &Path, folder: &Path, name: &str, text: &[u8]) -> Result<Command, Error> {
    let file = folder.join(name);
    paths::write(&file, text)?;
    let mut command = Command::new(python);
    command.arg(file);
    Ok(command)
}
