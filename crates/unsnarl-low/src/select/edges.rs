//! Edges: what phis become is passed on the edges into their block.
//!
//! *Needs:* all values have registers. *Gives:* the edges of the function, in the order of the
//! slots of each exit. Parallel edges share their arguments.
//! *Cost:* linear in the edges, and in the parts of phis times the predecessors of their block.

use crate::machine::{Edge, Reg};
use unsnarl_ir::{BlockId, Function, Id};

use crate::select::error::{Refusals, SelectError};
use crate::select::selection::Selection;

impl Selection<'_> {
    /// Adds all edges between reachable blocks.
    pub(super) fn edges(&mut self, order: &[usize], refusals: &mut Refusals) {
        let function = self.function;
        let predecessors = predecessors(function, order);
        // By block: the arguments from each of its predecessors.
        let mut arguments: Vec<Vec<Vec<Reg>>> = vec![Vec::new(); function.blocks.len()];
        for &block in order {
            let line = function.blocks[BlockId::new(block)].origin.line;
            let passed = self.passed(block, &predecessors[block]);
            arguments[block] = refusals.take(line, passed).unwrap_or_default();
        }
        let mut made: Vec<Option<(usize, Edge)>> = vec![None; function.blocks.len()];
        for &from in order {
            let block = BlockId::new(from);
            if !self.unwinding.is_empty() {
                let row = |to: BlockId| -> Vec<Reg> {
                    let place = predecessors[to.index()].binary_search(&from);
                    let row = place
                        .ok()
                        .and_then(|place| arguments[to.index()].get(place));
                    row.cloned().unwrap_or_default()
                };
                let line = function.blocks[block].terminator_origin.line;
                let added = self.unwinding_edges(block, &row);
                if refusals.take(line, added) != Some(false) {
                    continue;
                }
            }
            for to in function.blocks[block].terminator.successors() {
                let edge = match made[to.index()] {
                    Some((other, edge)) if other == from => {
                        self.body.add_parallel_edge(block, edge)
                    }
                    _ => {
                        let place = predecessors[to.index()].binary_search(&from);
                        let place = place.expect("a reachable block precedes its successors");
                        let row = arguments[to.index()].get(place);
                        self.body
                            .add_edge(block, to, row.map_or(&[], Vec::as_slice))
                    }
                };
                made[to.index()] = Some((from, edge));
            }
        }
    }

    /// What each predecessor of a block passes to its phis.
    fn passed(&mut self, block: usize, from: &[usize]) -> Result<Vec<Vec<Reg>>, SelectError> {
        let contents = &self.function.blocks[BlockId::new(block)];
        if contents.phis.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = vec![Vec::new(); from.len()];
        for phi in &contents.phis {
            let to = self.value(phi.result)?;
            let mut found = 0;
            for &(other, operand) in &phi.incoming {
                let Ok(place) = from.binary_search(&other.index()) else {
                    continue;
                };
                let source = self.incoming_value(other.index(), operand)?;
                let mut pairs = to.iter().zip(&source);
                let have_types = pairs.all(|(&to, &from)| self.body.ty(to) == self.body.ty(from));
                if to.len() != source.len() || !have_types {
                    return Err(SelectError::OperandType("phi"));
                }
                arguments[place].extend(source);
                found += 1;
            }
            if found != from.len() {
                return Err(SelectError::MissingPhi(self.block_name(block)));
            }
        }
        Ok(arguments)
    }
}

/// By block: its reachable predecessors, ascending, each once.
fn predecessors(function: &Function, order: &[usize]) -> Vec<Vec<usize>> {
    let mut predecessors = vec![Vec::new(); function.blocks.len()];
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    for from in sorted {
        for to in function.blocks[BlockId::new(from)].terminator.successors() {
            let list: &mut Vec<usize> = &mut predecessors[to.index()];
            if list.last() != Some(&from) {
                list.push(from);
            }
        }
    }
    predecessors
}
