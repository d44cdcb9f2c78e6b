//! The reductions compared, on every irreducible function of some modules: size, and time in node.
//!
//! *Needs:* folders of modules of LLVM IR, and node.
//! *Gives:* a table as Markdown. Each program is proved before it is timed.
//! *Cost:* [`RUNS`] runs of [`BLOCKS`] blocks for each function and reduction.
//! *Limits:* what is measured is the skeleton, in which a block is a call that counts: the cost of
//! copied code to caches is not measured.

use crate::error::Error;
use crate::graphs::{self, Graph};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use unsnarl::emit::javascript;
use unsnarl::reduce::{REDUCTIONS, Reducible, Reduction};
use unsnarl::structure::{Settings, nested};
use unsnarl::text::Numbered;
use unsnarl::{Cfg, Measures, Program, measure, verify};

const RUNS: usize = 7;
const BLOCKS: usize = 5_000_000;

/// What one reduction makes of one function.
struct Made {
    name: &'static str,
    script: String,
    bytes: usize,
    measures: Measures,
    /// Milliseconds.
    times: Vec<f64>,
}

/// Prints the table.
pub(crate) fn reductions(modules: &[(String, PathBuf)]) -> Result<(), Error> {
    println!("| function | by | bytes | label stores | copies | ms | least–most |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for (name, folder) in modules {
        for graph in graphs::of_folder(name, folder)?.graphs {
            if Reducible::test(&graph.cfg).is_err() {
                print!("{}", rows(name, &graph)?);
            }
        }
    }
    Ok(())
}

fn rows(set: &str, graph: &Graph) -> Result<String, Error> {
    let mut made = Vec::new();
    let mut text = String::new();
    for reduction in &REDUCTIONS {
        match make(reduction, &graph.cfg) {
            Ok(one) => made.push(one),
            Err(why) => row(&mut text, set, graph, reduction.name, &[why]),
        }
    }
    // One run of each in turn, so that what disturbs the machine disturbs all.
    for _ in 0..RUNS {
        for one in &mut made {
            one.times.push(run(&one.script)?);
        }
    }
    for one in &mut made {
        one.times.sort_unstable_by(f64::total_cmp);
        let [least, median, most] = [0, RUNS / 2, RUNS - 1].map(|at| one.times[at]);
        let counts = [one.bytes, one.measures.label_stores, one.measures.copies];
        let mut cells: Vec<String> = counts.iter().map(usize::to_string).collect();
        cells.extend([format!("{median:.0}"), format!("{least:.0}–{most:.0}")]);
        row(&mut text, set, graph, one.name, &cells);
    }
    Ok(text)
}

fn row(text: &mut String, set: &str, graph: &Graph, reduction: &str, cells: &[String]) {
    let cells = cells.join(" | ");
    writeln!(text, "| {set} `{}` | `{reduction}` | {cells} |", graph.name)
        .expect("a string takes any text");
}

/// Makes the program and its script, or says why not.
fn make(reduction: &'static Reduction, cfg: &Cfg) -> Result<Made, String> {
    let budget = Settings::default().budget(cfg);
    let reducible = reduction
        .reduce(cfg, budget)
        .map_err(|error| error.to_string())?;
    let program = nested(&reducible);
    let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
    if !verdict.is_proved() {
        return Err(verdict.to_string());
    }
    let skeleton = skeleton(cfg, &program);
    Ok(Made {
        name: reduction.name,
        bytes: skeleton.len(),
        script: script(cfg, &skeleton),
        measures: measure(&program),
        times: Vec::new(),
    })
}

/// Writes the program in JavaScript, without its remarks.
fn skeleton(cfg: &Cfg, program: &Program) -> String {
    let mut text = String::new();
    javascript(&mut text, cfg, program, &Numbered).expect("a string takes any text");
    let lines = text
        .lines()
        .map(|line| line.split(" //").next().unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Puts a host around a skeleton that calls it again and again, however it ends, counts blocks and
/// decides at random.
fn script(cfg: &Cfg, skeleton: &str) -> String {
    let arms: Vec<usize> = cfg
        .blocks()
        .map(|block| cfg.successors(block).len().max(1))
        .collect();
    format!(
        "{skeleton}
const arms = {arms:?}, done = {{}};
let seed = 1, left = {BLOCKS};
const block = () => {{ if (--left < 0) throw done; }};
const decide = (i) => {{
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  return (seed >>> 8) % arms[i];
}};
const start = process.hrtime.bigint();
while (left >= 0) {{
  try {{ run(block, decide); }} catch (error) {{
    if (error !== done && error.message !== \"unreachable\") throw error;
  }}
}}
console.log(Number(process.hrtime.bigint() - start) / 1e6);
"
    )
}

/// Runs a script in node and gives the milliseconds that it prints.
fn run(script: &str) -> Result<f64, Error> {
    let mut node = Command::new("node");
    node.arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = |cause| Error::Start {
        command: "node -".into(),
        cause,
    };
    let mut child = node.spawn().map_err(start)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(script.as_bytes()).map_err(start)?;
    }
    let output = child.wait_with_output().map_err(start)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    printed.trim().parse().map_err(|_| Error::Failed {
        command: "node -".into(),
        message: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl::text::{Notation, read};

    #[test]
    fn what_each_reduction_makes_is_counted() {
        let graph = read("a -> b | c\nb -> c\nc -> b | d\nd -> return", Notation::Cfg);
        let cfg = graph.expect("the graph is well written").cfg;
        let made = |name| {
            let reduction = Reduction::named(name).expect("the reduction is in the table");
            let made = make(reduction, &cfg).expect("the graph is small");
            assert!(!made.script[..made.bytes].contains("//"), "{}", made.script);
            (made.measures.label_stores, made.measures.copies)
        };
        assert_eq!(made("dispatch"), (3, 0));
        assert_eq!(made("split"), (0, 1));
    }
}
