//! What commands print as JSON. `docs/json.md` is its description; `"version"` counts its changes.

use super::Proved;
use super::text::Made;
use crate::input::Readable;
use serde_json::{Value, json};
use unsnarl::cfg::Exit;
use unsnarl::lower::Report;
use unsnarl::program::Formula;
use unsnarl::text::Bodies;
use unsnarl::verify::Verdict;
use unsnarl::{Cfg, Measures, Program, Step, measure};
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_wasm::DataVerdict;

/// Makes the document that holds a list under one key, with a newline at its end.
pub(super) fn document(key: &str, list: Vec<Value>) -> String {
    format!("{:#}\n", json!({ "version": 1, key: list }))
}

/// A function with its proof and measures.
pub(super) fn verified(name: &str, cfg: &Cfg, proved: &Proved) -> Value {
    let mut value = json!({
        "name": name,
        "blocks": cfg.block_count(),
        "edges": cfg.edge_count(),
        "proof": proof(&proved.verdict),
        "measures": measures(&measure(&proved.program)),
    });
    if let Some(report) = &proved.lowering {
        value["lowering"] = lowering(report);
    }
    value
}

/// A function of a text, with its proof and measures.
pub(super) fn text(made: &Made) -> Value {
    let verdict = match made.is_proved {
        true => "proved",
        false => "given up",
    };
    let mut value = json!({
        "name": made.name,
        "proof": { "verdict": verdict },
        "measures": measures(&made.measures),
    });
    if let Some(bytes) = made.bytecode {
        value["bytecode"] = bytes.into();
    }
    value
}

/// What a lowering has cost.
fn lowering(report: &Report) -> Value {
    json!({
        "selectors": report.selectors,
        "tests": report.tests,
        "copies": report.copies,
        "depth_before": report.depth_before,
        "depth_after": report.depth_after,
        "state_machine": report.is_state_machine,
    })
}

/// What the proof against the graph of the source folded together.
pub(super) fn folded(folded: &Folded) -> Value {
    json!({
        "copies": folded.copies,
        "bypasses": folded.bypasses,
        "inside": folded.inside,
        "unwinds": folded.unwinds,
        "jumps": folded.jumps,
    })
}

/// A function of LLVM IR: the same, with its signature, and with the code and the lines of blocks.
pub(super) fn readable(name: &str, cfg: &Cfg, code: &Readable<'_>, proved: &Proved) -> Value {
    let mut value = structured(name, cfg, code, proved);
    value["signature"] = json!(code.signature());
    for (index, block) in cfg.blocks().enumerate() {
        let shown = &mut value["graph"]["blocks"][index];
        shown["code"] = json!(code.statements(block));
        if matches!(cfg.exit(block), Exit::Branch | Exit::Switch) {
            shown["decision"] = json!(code.decision(block));
        }
        if let Some(line) = code.line(block) {
            shown["file"] = json!(line.file);
            shown["line"] = json!(line.line);
        }
    }
    value
}

/// A function with its proof, measures, blocks and program.
pub(super) fn structured(name: &str, cfg: &Cfg, bodies: &impl Bodies, proved: &Proved) -> Value {
    let blocks = cfg.blocks().map(|block| {
        let arms = cfg.successors(block).iter().map(|&to| bodies.name(to));
        json!({
            "name": bodies.name(block),
            "exit": cfg.exit(block).to_string(),
            "arms": arms.collect::<Vec<_>>(),
            "only_decides": cfg.only_decides(block),
        })
    });
    let mut value = verified(name, cfg, proved);
    value["graph"] = json!({
        "entry": bodies.name(cfg.entry()),
        "blocks": blocks.collect::<Vec<_>>(),
    });
    value["program"] = program(bodies, &proved.program);
    value
}

/// What is known of the data of a function; nothing if the module is not compiled.
pub(super) fn data(verdict: Option<DataVerdict>) -> Value {
    match verdict {
        Some(DataVerdict::Proved) => json!({ "verdict": "proved" }),
        Some(DataVerdict::TooLarge) => json!({ "verdict": "too large" }),
        Some(DataVerdict::NotAsked) => json!({ "verdict": "not asked" }),
        None => Value::Null,
    }
}

fn proof(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Proved { states } => json!({ "verdict": "proved", "states": states }),
        Verdict::Bounded {
            states,
            depth,
            strings,
        } => {
            json!({ "verdict": "bounded", "states": states, "depth": depth, "strings": strings })
        }
        Verdict::Failed(counterexample) => {
            json!({ "verdict": "failed", "path": counterexample.to_string() })
        }
    }
}

fn measures(counts: &Measures) -> Value {
    json!({
        "label_stores": counts.label_stores,
        "routed_edges": counts.routed_edges,
        "dispatchers": counts.dispatchers,
        "scopes": counts.scopes,
        "loops": counts.loops,
        "ifs": counts.ifs,
        "switches": counts.switches,
        "branches": counts.branches,
        "depth": counts.depth,
        "copies": counts.copies,
        "flags": counts.flags,
        "flag_stores": counts.flag_stores,
        "tests": counts.tests,
        "statements": counts.steps,
    })
}

/// The steps in order; brackets are flat, as in the library.
fn program(bodies: &impl Bodies, program: &Program) -> Value {
    let name = |block| bodies.name(block);
    let label = |label: Option<unsnarl::LabelId>| label.map(|label| label.to_string());
    let steps = program.steps().map(|(_, step)| match step {
        Step::Run(block) => json!({ "run": name(block) }),
        Step::Take(edge) => json!({ "take": [name(edge.block), edge.slot] }),
        Step::Leave(block) => json!({ "leave": name(block) }),
        Step::Store(value) => json!({ "store": value }),
        Step::Break(target) => json!({ "break": target.to_string() }),
        Step::Continue(target) => json!({ "continue": target.to_string() }),
        Step::Block(bound) => json!({ "block": bound.to_string() }),
        Step::Loop(bound) => json!({ "loop": bound.to_string() }),
        Step::If(block, bound) => json!({ "if": name(block), "label": label(bound) }),
        Step::Switch(block, bound) => json!({ "switch": name(block), "label": label(bound) }),
        Step::Dispatch(bound) => json!({ "dispatch": true, "label": label(bound) }),
        Step::Set(flag, value) => json!({ "set": flag.to_string(), "value": value }),
        Step::Test(condition, bound) => json!({
            "test": Formula(program.condition(condition)).to_string(), "label": label(bound)
        }),
        Step::Arm(cases) => json!({ "arm": program.cases(cases) }),
        Step::End => json!({ "end": true }),
    });
    Value::Array(steps.collect())
}
