//! Rule J1: the blocks that catch jumps.

use std::collections::BTreeMap;

use crate::constant::Constant;
use crate::function::Function;
use crate::id::{BlockId, Id, ValueId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::terminator::Terminator;

use super::calls::{call_of, number};
use super::{Violation, holds, wrong};

/// The blocks that catch jumps (J1).
pub(super) struct Pad {
    pub(super) switch: BlockId,
    pub(super) resume: BlockId,
    pub(super) blocks: [BlockId; 4],
    /// The value that a `setjmp` returns.
    pub(super) value: Operand,
    /// The variable that distinguishes calls of the function.
    pub(super) variable: ValueId,
    /// By label: its target.
    pub(super) labels: BTreeMap<u64, BlockId>,
}

impl Pad {
    pub(super) fn find(
        module: &Module,
        source: &Function,
        made: &Function,
    ) -> Result<Pad, Violation> {
        const RULE: &str = "J1";
        let is_new = |&(id, _): &(BlockId, _)| id.index() >= source.blocks.len();
        let mut new = made.blocks.iter().filter(is_new);
        let found = new.find_map(|(id, block)| match &block.terminator {
            Terminator::CatchSwitch(switch) => Some((id, switch)),
            _ => None,
        });
        let Some((switch, choice)) = found else {
            return wrong(BlockId::new(0), RULE, "no pad catches a jump");
        };
        let parent = match choice.parent {
            Operand::Const(id) => matches!(module.constant(id), Constant::Zero(_)),
            Operand::Value(_) => false,
        };
        let (&[handler], None, true) = (&*choice.handlers, choice.unwind, parent) else {
            return wrong(switch, RULE, "the pad of jumps has another form");
        };
        let ops = |block: BlockId| -> Vec<(&Op, Option<Operand>)> {
            let insts = made.blocks[block]
                .insts
                .iter()
                .map(|&inst| &made.insts[inst]);
            insts
                .map(|inst| (&inst.op, inst.result.map(Operand::Value)))
                .collect()
        };
        let token = Operand::Value(choice.result);
        let bytes = u64::from(module.data_layout.pointer(0).bits / 8);
        let taken = match *ops(handler) {
            [
                (Op::CatchPad { switch, arguments }, caught),
                (catch, jump),
                (Op::Load { pointer: first, .. }, to),
                (
                    Op::Gep {
                        source: unit,
                        base,
                        indices,
                        ..
                    },
                    field,
                ),
                (
                    Op::Load {
                        pointer: second, ..
                    },
                    value,
                ),
            ] if *switch == token
                && arguments.is_empty()
                && call_of(module, catch, "llvm.wasm.catch")
                    .and_then(|[tag]| number(module, tag))
                    == Some(1)
                && Some(*first) == jump
                && Some(*base) == jump
                && module.types.int_width(*unit) == Some(8)
                && matches!(**indices, [offset] if number(module, offset) == Some(bytes))
                && Some(*second) == field =>
            {
                (caught, to, value)
            }
            _ => return wrong(handler, RULE, "the parts of a jump are not extracted"),
        };
        let (Some(caught), Some(to), Some(value)) = taken else {
            return wrong(handler, RULE, "the parts of a jump are not extracted");
        };
        let resume = match made.blocks[handler].terminator {
            Terminator::CatchReturn { pad, to } if pad == caught => to,
            _ => return wrong(handler, RULE, "the handler of jumps does not end"),
        };
        let asked = match *ops(resume) {
            [(test, asked)] => call_of(module, test, "__wasm_setjmp_test").zip(asked),
            _ => None,
        };
        let Some(([env, Operand::Value(variable)], asked)) = asked.filter(|own| own.0[0] == to)
        else {
            return wrong(resume, RULE, "no decision asks which setjmp a jump is for");
        };
        debug_assert_eq!(env, to);
        let Terminator::Switch {
            value: decided,
            cases,
            default: again,
        } = &made.blocks[resume].terminator
        else {
            return wrong(resume, RULE, "a jump has no target");
        };
        let mut labels = BTreeMap::new();
        for case in cases {
            let label = module.int(case.value).and_then(|label| label.as_u64());
            let is_own =
                label.is_some_and(|label| label != 0 && labels.insert(label, case.to).is_none());
            holds(
                is_own,
                resume,
                RULE,
                "two returns of setjmp have the same label",
            )?;
        }
        let throws = match *ops(*again) {
            [(jump, _)] => call_of(module, jump, "__wasm_longjmp") == Some([to, value]),
            _ => false,
        };
        let ends = made.blocks[*again].terminator == Terminator::Unreachable;
        holds(
            *decided == asked && throws && ends,
            *again,
            RULE,
            "a jump to another function is not rethrown",
        )?;
        let blocks = [switch, handler, resume, *again];
        for block in blocks {
            let is_own = block.index() >= source.blocks.len() && made.blocks[block].phis.is_empty();
            holds(is_own, block, RULE, "the pad of jumps has another form")?;
        }
        Ok(Pad {
            switch,
            resume,
            blocks,
            value,
            variable,
            labels,
        })
    }
}
