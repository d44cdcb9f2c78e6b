//! The text of a function, read back and compared with its graph.
//!
//! *Needs:* the texts of blocks and edges, and what was written of them: the statements, and the
//! whole function with what it declares.
//! *Gives:* [`read_back`]. *Cost:* that of [`verify::text`].

use unsnarl::emit::Variables;
use unsnarl::forms::Formed;
use unsnarl::verify::{self, Asked, Control, Due, TextDifference, TextVerdict};
use unsnarl::{BlockId, Edge, Exit, Id, Program};

use crate::host::Host;
use crate::marks;
use crate::piece::Binds;

/// The functions of the runtime that throw.
const LEAVING: [&str; 3] = ["raise", "raiseAgain", "trap"];

/// Compares the statements of a function with its graph, and what it declares with what they use;
/// tells whether that came to an end.
pub(crate) fn read_back(
    host: &Host<'_>,
    text: &str,
    program: &Program,
    formed: &Formed,
) -> Result<bool, TextDifference> {
    let cfg = host.cfg;
    let text = marks::without(text);
    verify::declared(&text, &|name| host.around.is_taken(name))?;
    let [first, end] = host.statements.get();
    let statements: Vec<&str> = text.lines().skip(first).take(end - first).collect();
    let found = Variables::find(cfg, formed, host);
    let label = found.control().label;
    let blocks = cfg.blocks();
    let held = blocks.filter(|&block| formed.is_saved(block) || host.text(block).is_known);
    let control = Control {
        label,
        flags: found.flags,
        saved: held
            .map(|block| (host.decisions[block.index()].clone(), block))
            .collect(),
        leaving: LEAVING.map(String::from).to_vec(),
        has_labels: true,
    };
    let limit = verify::state_limit(cfg, program);
    match verify::text(cfg, &statements.join("\n"), host, &control, limit) {
        TextVerdict::Proved { .. } => Ok(true),
        TextVerdict::GivenUp { .. } => Ok(false),
        TextVerdict::Failed(difference) => Err(difference),
    }
}

impl Due for Host<'_> {
    fn statements(&self, block: BlockId) -> String {
        marks::without(&self.text(block).lines.join("\n"))
    }

    fn on_edge(&self, edge: Edge) -> String {
        marks::without(&self.edge_lines(edge).join("\n"))
    }

    fn leave(&self, block: BlockId) -> String {
        marks::without(&self.text(block).leave.join("\n"))
    }

    fn decision(&self, block: BlockId) -> Asked {
        let text = self.text(block);
        let by = self.operand(block, false);
        let mut cases: Vec<Option<String>> = text.cases.iter().cloned().map(Some).collect();
        // All other values take the last slot.
        cases.resize(self.cfg.edges(block).count(), None);
        let is_branch = self.cfg.exit(block) == Exit::Branch;
        let without = |text: &str| marks::without(text);
        let only = |text: String| is_branch.then(|| without(&text)).into_iter().collect();
        Asked {
            holds: only(by.truth().text),
            fails: only(by.negated().text),
            operands: vec![
                without(&by.text),
                without(&by.at(Binds::Relation).to_string()),
            ],
            cases,
            dropped: vec![without(&by.text)],
            is_set: text.is_known,
            acts: text.acts(),
        }
    }
}
