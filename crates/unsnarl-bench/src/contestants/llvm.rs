//! LLVM's WebAssembly back end, `llc-19 -O2`.
//!
//! *Needs:* `llc-19` and `wasm-ld-19`. *Gives:* [`times`], what its passes take on a module;
//! [`skeletons`], one linked module for many graphs, each of which is a function whose blocks call
//! `block` and `decide`.
//! *Limits:* a timed pass sees the graph as the passes before it changed it. Its times have a
//! resolution of 0.1 ms, so only those of whole modules mean anything.

use crate::error::{Error, shown};
use crate::graphs::Graph;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use unsnarl::{BlockId, Cfg, Exit, Id};

pub(crate) const NAME: &str = "LLVM 19";

/// The passes that structure.
const PASSES: [&str; 3] = [
    "WebAssembly Fix Irreducible Control Flow",
    "WebAssembly CFG Sort",
    "WebAssembly CFG Stackify",
];

/// The limit of one call, in the form that `timeout` takes.
const LIMIT: &str = "600";

/// Tells how much processor time the passes that structure take on a module, together.
pub(crate) fn times(module: &Path) -> Result<Duration, Error> {
    let mut llc = compile(module, Path::new("/dev/null"));
    llc.arg("-time-passes");
    let report = run(&mut llc)?;
    let found = PASSES.iter().filter_map(|pass| seconds(&report, pass));
    let found: Vec<f64> = found.collect();
    if found.len() < PASSES.len() {
        return Err(Error::Failed {
            command: shown(&llc),
            message: format!("its report lacks one of {PASSES:?}"),
        });
    }
    Ok(Duration::from_secs_f64(found.iter().sum()))
}

/// Reads the time of a pass in the column of user and system time. A column of zeros is left out of
/// a report, so its place is that of its name in the last head before the line.
fn seconds(report: &str, pass: &str) -> Option<f64> {
    let mut place = None;
    for line in report.lines() {
        if line.contains("--- Name ---") {
            let names = line.split("--").map(|name| name.trim_matches(['-', ' ']));
            let mut names = names.filter(|name| !name.is_empty());
            place = names.position(|name| name == "User+System");
        } else if line.trim_end().ends_with(pass) {
            let column = line.split(')').nth(place?)?;
            return column.split('(').next()?.trim().parse().ok();
        }
    }
    None
}

fn compile(module: &Path, object: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args([LIMIT, "llc-19", "-O2", "-filetype=obj"]);
    command.arg(module).arg("-o").arg(object);
    command
}

/// Runs a command, and gives what it wrote to standard error.
fn run(command: &mut Command) -> Result<String, Error> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let output = command.output().map_err(Error::start(command))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(Error::Failed {
        command: shown(command),
        message: text.lines().last().unwrap_or("no message").to_owned(),
    })
}

/// What the function of the graph at this place among many is called.
pub(crate) fn export(place: usize) -> String {
    format!("f{place}")
}

/// Compiles many graphs, and gives the linked module and the module of IR that it was made of.
pub(crate) fn skeletons(folder: &Path, graphs: &[Graph]) -> Result<(Vec<u8>, PathBuf), Error> {
    let [ir, object, linked] =
        ["ll", "o", "wasm"].map(|ending| folder.join(format!("skeletons.{ending}")));
    fs::write(&ir, module(graphs)).map_err(Error::file("write", &ir))?;
    run(&mut compile(&ir, &object))?;
    let mut link = Command::new("wasm-ld-19");
    link.args([
        "--no-entry",
        "--export-all",
        "--strip-all",
        "--compress-relocations",
    ]);
    link.arg(&object).arg("-o").arg(&linked);
    run(&mut link)?;
    let wasm = fs::read(&linked).map_err(Error::file("read", &linked))?;
    Ok((wasm, ir))
}

/// Gives the skeletons of many graphs after some passes, as text.
pub(crate) fn optimized(folder: &Path, graphs: &[Graph], passes: &str) -> Result<String, Error> {
    let [ir, made] =
        ["ll", "optimized.ll"].map(|ending| folder.join(format!("skeletons.{ending}")));
    fs::write(&ir, module(graphs)).map_err(Error::file("write", &ir))?;
    let mut command = Command::new("timeout");
    command.args([LIMIT, "opt-19", "-S"]);
    command.arg(format!("-passes={passes}"));
    command.arg(&ir).arg("-o").arg(&made);
    run(&mut command)?;
    fs::read_to_string(&made).map_err(Error::file("read", &made))
}

const HEAD: &str = r#"target triple = "wasm32-unknown-unknown"
declare void @block(i32) #0
declare i32 @decide(i32) #1
declare void @llvm.trap()
attributes #0 = { "wasm-import-module"="env" "wasm-import-name"="block" }
attributes #1 = { "wasm-import-module"="env" "wasm-import-name"="decide" }
"#;

fn module(graphs: &[Graph]) -> String {
    let mut text = String::from(HEAD);
    for (place, graph) in graphs.iter().enumerate() {
        let entry = graph.cfg.entry().index();
        write!(
            text,
            "define void @{}() {{\n  br label %b{entry}\n",
            export(place)
        )
        .expect("a string takes any text");
        for block in graph.cfg.blocks() {
            text += &body(&graph.cfg, block);
        }
        text += "}\n";
    }
    text
}

fn body(cfg: &Cfg, block: BlockId) -> String {
    let b = block.index();
    let arms: Vec<usize> = cfg
        .successors(block)
        .iter()
        .map(|arm| arm.index())
        .collect();
    let decide = format!("  %d{b} = call i32 @decide(i32 {b})\n");
    let exit = match cfg.exit(block) {
        Exit::Return => "  ret void\n".into(),
        Exit::Unreachable => "  call void @llvm.trap()\n  unreachable\n".into(),
        Exit::Jump => format!("  br label %b{}\n", arms[0]),
        Exit::Branch => format!(
            "{decide}  %c{b} = icmp eq i32 %d{b}, 0\n  br i1 %c{b}, label %b{}, label %b{}\n",
            arms[0], arms[1]
        ),
        Exit::Switch => {
            let (default, cases) = arms.split_last().expect("a switch has a default");
            let cases = cases.iter().enumerate();
            let cases = cases.map(|(slot, arm)| format!("i32 {slot}, label %b{arm} "));
            let cases: String = cases.collect();
            format!("{decide}  switch i32 %d{b}, label %b{default} [ {cases}]\n")
        }
    };
    format!("b{b}:\n  call void @block(i32 {b})\n{exit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_pass_is_read() {
        let report = "   ---User Time---   --System Time--   --User+System--   ---Wall Time---  --- Name ---\n\
             0.0142 (  7.0%)   0.0073 ( 32.5%)   0.0216 (  9.5%)   0.0320 (  8.1%)  WebAssembly CFG Sort\n";
        assert_eq!(seconds(report, "WebAssembly CFG Sort"), Some(0.0216));
        let idle = report
            .replace("   --System Time--", "")
            .replace("   0.0073 ( 32.5%)", "");
        assert_eq!(seconds(&idle, "WebAssembly CFG Sort"), Some(0.0216));
        assert_eq!(seconds(report, "WebAssembly CFG Stackify"), None);
    }
}
