//! JavaScript skeletons in node.
//!
//! *Needs:* `node` on the path. *Gives:* what every program showed on every tape.
//! *Cost:* one process for a batch.

use super::engine::{Answers, Case, answers, converse};
use std::fmt::Write as _;
use std::process::Command;

const TOOL: &str = "node";

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
pub fn run(cases: &[Case], limit: usize) -> Answers {
    let mut node = Command::new(TOOL);
    node.args(["--stack-size=4000", "-"]);
    let text = converse(TOOL, &mut node, script(cases, limit))?;
    answers(TOOL, cases, &text)
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
