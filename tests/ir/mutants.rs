//! Functions with one change each, for the tests of proofs.

use unsnarl_ir::{BlockId, Definition, Function, InstId, Module, Op, Operand, Terminator, ValueId};

fn block_of(function: &Function, inst: InstId) -> Option<BlockId> {
    let mut blocks = function.blocks.iter();
    blocks.find_map(|(id, block)| block.insts.contains(&inst).then_some(id))
}

/// All functions that differ from this one in one operand, target, instruction or phi.
pub(crate) fn mutants(module: &Module, function: &Function) -> Vec<(String, Function)> {
    let mut mutants = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Function)| {
        let mut mutant = function.clone();
        change(&mut mutant);
        if mutant != *function {
            mutants.push((what, mutant));
        }
    };
    let values: Vec<ValueId> = function.values.keys().collect();
    // Two loads of one slot in a row are the same.
    let slot = |operand: Operand| match operand {
        Operand::Value(value) => match function.values[value].definition {
            Definition::Inst(inst) => match function.insts[inst].op {
                Op::Load { pointer, .. } => Some((pointer, block_of(function, inst))),
                _ => None,
            },
            _ => None,
        },
        Operand::Const(_) => None,
    };
    let others = |operand: Operand| -> Vec<Operand> {
        let ty = module.operand_type(function, operand);
        let same = values.iter().map(|&value| Operand::Value(value));
        let is_same = |other| slot(other).is_some() && slot(other) == slot(operand);
        same.filter(|&other| other != operand && module.operand_type(function, other) == ty)
            .filter(|&other| !is_same(other))
            .collect()
    };
    for (id, block) in function.blocks.iter() {
        for (place, &inst) in block.insts.iter().enumerate() {
            add(format!("{id} without instruction {place}"), &|mutant| {
                mutant.blocks[id].insts.remove(place);
            });
            if let Op::Alloca { ty, .. } = function.insts[inst].op {
                for other in module.types.ids().filter(|&other| other != ty) {
                    add(
                        format!("{id}, variable {place} of another type"),
                        &|mutant| {
                            if let Op::Alloca { ty, .. } = &mut mutant.insts[inst].op {
                                *ty = other;
                            }
                        },
                    );
                }
            }
            let mut operands = Vec::new();
            function.insts[inst]
                .op
                .each_operand(|operand| operands.push(operand));
            for (number, &operand) in operands.iter().enumerate() {
                for other in others(operand) {
                    let what = format!("{id}, instruction {place}, operand {number}: {other:?}");
                    add(what, &|mutant| {
                        let mut at = 0;
                        mutant.insts[inst].op.each_operand_mut(|own| {
                            if at == number {
                                *own = other;
                            }
                            at += 1;
                        });
                    });
                }
            }
        }
        let mut operands = Vec::new();
        block
            .terminator
            .each_operand(|operand| operands.push(operand));
        for (number, &operand) in operands.iter().enumerate() {
            for other in others(operand) {
                add(
                    format!("{id}, operand {number} of its end: {other:?}"),
                    &|mutant| {
                        let mut at = 0;
                        mutant.blocks[id].terminator.each_operand_mut(|own| {
                            if at == number {
                                *own = other;
                            }
                            at += 1;
                        });
                    },
                );
            }
        }
        for slot in 0..block.terminator.successor_count() {
            for to in function.blocks.keys() {
                add(format!("slot {slot} of {id} leads to {to}"), &|mutant| {
                    let mut at = 0;
                    mutant.blocks[id].terminator.each_successor_mut(|own| {
                        if at == slot {
                            *own = to;
                        }
                        at += 1;
                    });
                });
            }
        }
        add(format!("{id} ends"), &|mutant| {
            mutant.blocks[id].terminator = Terminator::Unreachable;
        });
        for (number, phi) in block.phis.iter().enumerate() {
            for (edge, &(_, operand)) in phi.incoming.iter().enumerate() {
                for other in others(operand) {
                    add(
                        format!("{id}, phi {number}, edge {edge}: {other:?}"),
                        &|mutant| {
                            mutant.blocks[id].phis[number].incoming[edge].1 = other;
                        },
                    );
                }
            }
        }
        // What a caught call may do when it is none.
        if let Terminator::Invoke(invoke) = &block.terminator {
            let invoke = invoke.clone();
            add(format!("{id} calls without a pad"), &|mutant| {
                if invoke.result.is_none() {
                    let op = Op::Call(Box::new(invoke.call.clone()));
                    mutant.add_inst(id, op, None, Default::default());
                    mutant.blocks[id].terminator = Terminator::Jump(invoke.normal);
                }
            });
        }
        if let Terminator::CatchSwitch(_) | Terminator::CleanupReturn { .. } = block.terminator {
            add(
                format!("{id} unwinds to the caller"),
                &|mutant| match &mut mutant.blocks[id].terminator {
                    Terminator::CatchSwitch(switch) => switch.unwind = None,
                    Terminator::CleanupReturn { unwind, .. } => *unwind = None,
                    _ => {}
                },
            );
        }
    }
    mutants
}
