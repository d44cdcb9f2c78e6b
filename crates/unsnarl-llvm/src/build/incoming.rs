//! The entries of phis.

use unsnarl_ir::{BlockId, Operand};

/// Keeps one entry per predecessor, the first: several edges from one block have several equal
/// entries in LLVM IR. False if they differ.
pub(crate) fn merge_incoming(incoming: &mut Vec<(BlockId, Operand)>) -> bool {
    let mut sorted: Vec<usize> = (0..incoming.len()).collect();
    sorted.sort_by_key(|&index| incoming[index].0);
    let mut is_kept = vec![true; incoming.len()];
    for pair in sorted.windows(2) {
        let [first, second] = [incoming[pair[0]], incoming[pair[1]]];
        if first.0 == second.0 {
            if first.1 != second.1 {
                return false;
            }
            is_kept[pair[1]] = false;
        }
    }
    let mut kept = is_kept.into_iter();
    incoming.retain(|_| kept.next().unwrap_or(true));
    true
}
