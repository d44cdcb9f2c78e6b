//! JavaScript skeletons in node.
//!
//! *Needs:* `node` on the path. *Gives:* what every program showed on every tape.
//! *Cost:* one process for a batch.

use super::{End, Seen, deciding};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};
use unsnarl::Cfg;

/// A skeleton to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// The text of the function.
    pub text: String,
    /// Of each block that decides the number of its arms.
    arms: Vec<Option<usize>>,
    /// The tapes to run it on.
    pub tapes: Vec<Vec<u32>>,
}

impl Case {
    /// Prepares a skeleton of a graph.
    pub fn new(cfg: &Cfg, text: String, tapes: Vec<Vec<u32>>) -> Case {
        let arms = deciding(cfg);
        Case { text, arms, tapes }
    }
}

/// Why node gave no answer.
#[derive(Debug)]
pub enum NodeError {
    /// It could not be started or spoken to.
    Process(io::Error),
    /// It ended with an error of its own.
    Failed {
        /// What it printed about it.
        message: String,
    },
    /// It printed something else than runs.
    Answer {
        /// The line.
        line: String,
    },
}

impl std::fmt::Display for NodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NodeError::Process(error) => write!(f, "cannot run node: {error}: install it first"),
            NodeError::Failed { message } => write!(f, "node failed: {message}"),
            NodeError::Answer { line } => write!(f, "node printed what is not a run: {line}"),
        }
    }
}

impl std::error::Error for NodeError {}

/// The host in JavaScript, as strict as [`super::Host`].
///
/// A wrong skeleton may run on without a block that would count: after ten seconds it is stopped.
const HOST: &str = r#"
const vm = require("node:vm");
const attempt = new vm.Script("runTapes()");
class Stop {
  constructor(end) { this.end = end; }
}
function runs(limit, text, arms, tapes) {
  let run;
  try {
    run = new Function("return (" + text + ")")();
  } catch (error) {
    return tapes.map(() => "wrong: " + String(error).split("\n")[0]);
  }
  globalThis.runTapes = () => tapes.map((tape) => {
    const blocks = [];
    let read = 0;
    let undecided = null;
    const block = (index) => {
      if (undecided !== null) throw new Stop("wrong: block " + undecided + " was not asked");
      if (!(index in arms)) throw new Stop("wrong: there is no block " + index);
      if (blocks.length === limit) throw new Stop("long enough");
      blocks.push(index);
      undecided = arms[index] === null ? null : index;
    };
    const decide = (index) => {
      if (undecided !== index) throw new Stop("wrong: block " + index + " is asked out of turn");
      undecided = null;
      if (arms[index] < 2) return 0;
      if (read === tape.length) throw new Stop("tape used");
      return tape[read++] % arms[index];
    };
    let end = "returned";
    try {
      run(block, decide);
    } catch (stop) {
      if (stop instanceof Stop) end = stop.end;
      else if (stop.message === "unreachable") end = "unreachable";
      else end = "wrong: " + String(stop).split("\n")[0];
    }
    return blocks.map((index) => index + " ").join("") + end;
  });
  try {
    return attempt.runInThisContext({ timeout: 10000 });
  } catch (error) {
    return tapes.map(() => "wrong: " + String(error).split("\n")[0]);
  }
}
const lines = [];
"#;

/// Runs every case on each of its tapes, up to `limit` blocks, in one process.
pub fn run(cases: &[Case], limit: usize) -> Result<Vec<Vec<Seen>>, NodeError> {
    let output = converse(&script(cases, limit)).map_err(NodeError::Process)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(NodeError::Failed { message });
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let mut next = || {
        let line = lines.next().unwrap_or("nothing");
        parse(line).ok_or_else(|| NodeError::Answer {
            line: String::from(line),
        })
    };
    let runs = |case: &Case| case.tapes.iter().map(|_| next()).collect();
    cases.iter().map(runs).collect()
}

fn script(cases: &[Case], limit: usize) -> String {
    let mut script = String::from(HOST);
    for case in cases {
        let arms = case.arms.iter().map(|arms| match arms {
            Some(arms) => arms.to_string(),
            None => String::from("null"),
        });
        let arms = arms.collect::<Vec<_>>().join(",");
        // What Rust prints of a string and of lists of numbers, JavaScript reads.
        let (text, tapes) = (&case.text, &case.tapes);
        writeln!(
            script,
            "lines.push(...runs({limit}, {text:?}, [{arms}], {tapes:?}));"
        )
        .expect("a string takes any text");
    }
    script.push_str("process.stdout.write(lines.join(\"\\n\") + \"\\n\");\n");
    script
}

fn converse(script: &str) -> io::Result<std::process::Output> {
    let mut child = Command::new("node")
        .args(["--stack-size=4000", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // Node begins when it has read everything, so that neither side waits for the other.
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(script.as_bytes())?;
    }
    child.wait_with_output()
}

/// Reads a line as [`Seen`] prints it.
fn parse(line: &str) -> Option<Seen> {
    let digits = |c: char| c.is_ascii_digit() || c == ' ';
    let (blocks, end) = line.split_at(line.find(|c| !digits(c))?);
    let end = match end {
        "returned" => End::Returned,
        "unreachable" => End::Unreachable,
        "tape used" => End::TapeUsed,
        "long enough" => End::LongEnough,
        end => End::Wrong(String::from(end.strip_prefix("wrong: ")?)),
    };
    let blocks = blocks.split_whitespace().map(str::parse);
    let blocks = blocks.collect::<Result<_, _>>().ok()?;
    Some(Seen { blocks, end })
}
