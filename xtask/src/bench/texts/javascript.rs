//! Modules as JavaScript: sizes and times beside `wasm2js`.
//!
//! *Needs:* a linked module and the runs of its program. *Gives:* a table of what writing takes and
//! of sizes, and one of times in four engines.
//!
//! esbuild makes one minified script of each text, so that sizes are those of what would be
//! served, and so that every engine runs the same. Imports come from `xtask/engines/wasi.js`.

use super::{LIMIT, size};
use crate::bench::peers;
use crate::bench::running::{self, Runnable};
use crate::bench::subject::Subject;
use crate::bench::usage::measured;
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::NODE;
use crate::unsnarl::{Choice, Unsnarl};
use std::path::{Path, PathBuf};
use std::process::Command;

const ENGINES: [Engine; 4] = [
    Engine::NodeText,
    Engine::SpiderMonkey,
    Engine::Chromium,
    Engine::Firefox,
];

/// A text, and what became of it.
struct Text {
    name: &'static str,
    /// As it was written.
    written: PathBuf,
    /// As esbuild makes it, for a program's script.
    script: PathBuf,
    seconds: f64,
    megabytes: f64,
}

pub(super) fn javascript(
    unsnarl: &Unsnarl,
    subject: &Subject,
    module: &Path,
    rounds: usize,
) -> Result<(), Error> {
    let peers = peers::of_npm()?.join("node_modules");
    let scratch = Scratch::new()?;
    let ours = |name, options: &[&str]| {
        let written = scratch.file(&format!("{name}.mjs"));
        let mut command = unsnarl.compile(module, &written, Choice::Algorithm("nested"));
        command.arg("--no-wasi").args(options);
        text(name, written, &command)
    };
    let written = scratch.file("wasm2js.mjs");
    let mut command: Command = NODE.call()?;
    command.arg("--stack-size=8000");
    command.arg(peers.join("binaryen/bin/wasm2js"));
    command.arg("-O2").arg(module).arg("-o").arg(&written);
    let theirs = text("wasm2js", written, &command)?;
    without_imports(&theirs.written)?;
    let texts = [
        ours("ours", &[])?,
        ours("compact", &["--compact"])?,
        ours("unchecked", &["--unchecked"])?,
        theirs,
    ];
    println!("\n| text | seconds | MB | bytes | minified | minified, gzip |");
    println!("|---|--:|--:|--:|--:|--:|");
    for text in &texts {
        bundle(&peers, text)?;
        println!(
            "| `{}` | {:.2} | {:.0} | {} | {} | {} |",
            text.name,
            text.seconds,
            text.megabytes,
            size(&text.written)?,
            size(&text.script)?,
            zipped(&text.script)?
        );
    }
    let [ours, compact, unchecked, theirs] = texts.map(|text| (text.name, text.script));
    // The peer comes last, so that it can be left out where it is wrong.
    let wasm = ("wasm", module.to_owned());
    let programs = [ours, compact, unchecked, wasm, theirs];
    let programs = programs.map(|(name, file)| Runnable { name, file });
    let [.., peer] = &programs;
    running::print_head(&programs);
    for answer in &subject.answers {
        let name = answer.run.name(subject.name);
        for engine in ENGINES {
            let timed = |programs: &[Runnable<'_>]| {
                running::time_running(&name, answer, engine, rounds, programs)
            };
            let rows = match timed(&programs) {
                Err(Error::WrongOutput { difference, .. }) => {
                    let wrong = format!("`{}` is wrong: {difference}", peer.name);
                    println!("| {name} | {} | {wrong} |", engine.name());
                    timed(&programs[..programs.len() - 1])?
                }
                rows => rows?,
            };
            rows.iter().for_each(running::print_row);
        }
    }
    Ok(())
}

/// Writes a text, and measures that.
fn text(name: &'static str, written: PathBuf, command: &Command) -> Result<Text, Error> {
    let [_clock, seconds, kilobytes] = measured(command, LIMIT)?;
    Ok(Text {
        name,
        script: written.with_extension("js"),
        written,
        seconds,
        megabytes: kilobytes / 1000.0,
    })
}

/// Has a text of wasm2js read its imports from a variable, as `xtask/engines` gives them.
fn without_imports(written: &Path) -> Result<(), Error> {
    let text = paths::read(written)?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["import", "*", "as", name, "from", module] => format!(
                "var {name} = globalThis.imports[{}];\n",
                module.trim_end_matches(';')
            ),
            _ => format!("{line}\n"),
        }
    });
    paths::write(written, lines.collect::<String>().as_bytes())
}

/// Has esbuild make a minified script of a text.
fn bundle(peers: &Path, text: &Text) -> Result<(), Error> {
    let mut command = Command::new(peers.join(".bin/esbuild"));
    command.arg(&text.written);
    command.args(["--bundle", "--minify", "--format=iife", "--log-level=error"]);
    command.arg("--global-name=program");
    command.arg(format!("--outfile={}", text.script.display()));
    process::require(&mut command, LIMIT).map(drop)
}

/// How many bytes gzip makes of a file.
pub(super) fn zipped(path: &Path) -> Result<usize, Error> {
    let mut command = Command::new("gzip");
    command.args(["-9", "-n", "-c"]).arg(path);
    Ok(process::require(&mut command, LIMIT)?.len())
}
