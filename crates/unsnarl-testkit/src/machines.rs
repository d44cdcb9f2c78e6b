//! State machines that use what programs can say beside a plain dispatcher.
//!
//! *Needs:* any graph. *Gives:* [`of_flags`], whose state is in flags, and [`of_defaults`], whose dispatcher has an
//! arm for a label that is not set. *Cost:* O(edges + blocks · log blocks) steps.
//!
//! Like [`plain`](crate::algorithms::plain) they are right for every graph and use nothing of the library's
//! algorithms, so that verifier and writers can be tried on flags and default arms whatever the algorithms make.

use unsnarl::program::Term;
use unsnarl::{BlockId, Cfg, Exit, FlagId, Id, LabelId, Program, ProgramBuilder};

/// Makes a loop around a chain of conditions, one for each block; every edge sets flags to the bits of where it leads.
///
/// Blocks with an odd number have a condition without `And`, and its arms in the other order.
pub fn of_flags(cfg: &Cfg) -> Program {
    let mut builder = ProgramBuilder::new();
    let bits = usize::BITS - (cfg.block_count() - 1).leading_zeros();
    let flags: Vec<FlagId> = (0..bits.max(1)).map(|_| builder.flag()).collect();
    let go_to = |builder: &mut ProgramBuilder, target: BlockId| {
        for (bit, &flag) in flags.iter().enumerate() {
            builder.set(flag, is_set(target, bit));
        }
    };
    go_to(&mut builder, cfg.entry());
    let again = builder.label();
    builder.open_loop(again);
    for block in cfg.blocks() {
        let condition = builder.condition(is_block(&flags, block));
        let last = block.index() + 1 == cfg.block_count();
        let arms = match block.index() % 2 {
            0 => [1, 0],
            _ => [0, 1],
        };
        builder.open_test(condition, None);
        for arm in arms {
            builder.arm([arm]);
            if arm == 1 {
                advance(&mut builder, cfg, block, again, &go_to);
            } else if last {
                // Never reached: the flags name some block.
                builder.go_back(again);
            }
        }
        builder.close();
    }
    builder.close();
    builder.finish()
}

fn is_set(block: BlockId, bit: usize) -> bool {
    block.index() >> bit & 1 == 1
}

/// Says that the flags are the bits of a block's number.
fn is_block(flags: &[FlagId], block: BlockId) -> Vec<Term> {
    let odd = block.index() % 2 == 1;
    let mut terms = Vec::new();
    if odd {
        terms.push(Term::Not);
    }
    let operator = if odd { Term::Or } else { Term::And };
    for (bit, &flag) in flags.iter().enumerate() {
        if bit + 1 < flags.len() {
            terms.push(operator);
        }
        if is_set(block, bit) == odd {
            terms.push(Term::Not);
        }
        terms.push(Term::Flag(flag));
    }
    terms
}

/// Makes a loop around a dispatcher; the arm that lists nothing is the entry's, and no label is stored at first.
pub fn of_defaults(cfg: &Cfg) -> Program {
    let mut builder = ProgramBuilder::new();
    let go_to = |builder: &mut ProgramBuilder, target: BlockId| {
        builder.store(target.index() as u32);
    };
    let again = builder.label();
    builder.open_loop(again);
    builder.open_dispatch(None);
    for block in cfg.blocks() {
        let value = (block != cfg.entry()).then(|| block.index() as u32);
        builder.arm(value);
        advance(&mut builder, cfg, block, again, &go_to);
    }
    builder.close();
    builder.close();
    builder.finish()
}

/// Runs a block and goes back to the start of the loop in the state of the next one.
fn advance(
    builder: &mut ProgramBuilder,
    cfg: &Cfg,
    block: BlockId,
    again: LabelId,
    go_to: &impl Fn(&mut ProgramBuilder, BlockId),
) {
    builder.run(block);
    let arms = cfg.successors(block);
    match arms.len() {
        0 => return builder.leave(block),
        1 => {}
        _ if cfg.exit(block) == Exit::Branch => builder.open_if(block, None),
        _ => builder.open_switch(block, None),
    }
    for (edge, &target) in cfg.edges(block).zip(arms) {
        if arms.len() > 1 {
            builder.arm([edge.slot]);
        }
        builder.take(edge);
        go_to(builder, target);
        builder.go_back(again);
    }
    if arms.len() > 1 {
        builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::oracle::compare_random;
    use crate::random::{Knobs, graph};
    use unsnarl::verify;

    #[test]
    fn they_follow_their_graphs() {
        let mut rng = Rng::new(11);
        for _ in 0..200 {
            let knobs = Knobs::any(&mut rng, 12);
            let cfg = graph(&mut rng, &knobs);
            for program in [of_flags(&cfg), of_defaults(&cfg)] {
                assert_eq!(verify::program(&cfg, &program), []);
                assert_eq!(compare_random(&cfg, &program, &mut rng, 4, 20), Ok(()));
            }
        }
    }
}
