//! State machines that use features of programs other than a plain dispatcher.
//!
//! *Needs:* any graph. *Gives:* [`of_flags`], whose state is in flags; [`of_comparisons`], whose
//! dispatchers test for one value each; [`of_defaults`], whose dispatcher has an arm for a label
//! that is not set. [`machines`] gives them all.
//! *Cost:* O(edges · log blocks) steps.
//!
//! Like [`plain`](crate::algorithms::plain) they are correct for every graph and use none of the
//! library's algorithms, so that verifier and writers are tested on flags and default arms
//! independently of these.

use unsnarl::program::Term;
use unsnarl::{BlockId, Cfg, Exit, FlagId, Id, LabelId, Program, ProgramBuilder};

/// Makes all of them.
pub fn machines(cfg: &Cfg) -> [Program; 3] {
    [of_flags(cfg), of_comparisons(cfg), of_defaults(cfg)]
}

/// Makes a loop around a chain of conditions, one for each block; every edge sets flags to the bits
/// of where it leads.
///
/// The condition of a block is one formula with `And`, or one with `Or`, or nested forks whose
/// other arms are empty, or forks whose other arms jump. What branches decide is kept in a flag of
/// its own.
pub fn of_flags(cfg: &Cfg) -> Program {
    let mut builder = ProgramBuilder::new();
    let bits = usize::BITS - (cfg.block_count() - 1).leading_zeros();
    let flags: Vec<FlagId> = (0..bits.max(1)).map(|_| builder.flag()).collect();
    let kept = builder.flag();
    let go_to = |builder: &mut ProgramBuilder, target: BlockId| {
        for (bit, &flag) in flags.iter().enumerate() {
            builder.set(flag, is_set(target, bit));
        }
    };
    go_to(&mut builder, cfg.entry());
    let again = builder.label();
    builder.open_loop(again);
    for block in cfg.blocks() {
        let past = builder.label();
        builder.open_block(past);
        let tests = open_tests(&mut builder, &flags, block, past);
        match cfg.exit(block) {
            Exit::Branch => {
                keep_decision(&mut builder, cfg, block, kept, &go_to);
                builder.go_back(again);
            }
            _ => advance(&mut builder, cfg, block, again, &go_to),
        }
        for _ in 0..tests {
            if block.index() % 2 == 1 {
                builder.arm([0]);
            }
            builder.close();
        }
        builder.close();
    }
    // Never reached: the flags name some block.
    builder.go_back(again);
    builder.close();
    builder.finish()
}

fn is_set(block: BlockId, bit: usize) -> bool {
    (block.index() >> bit) & 1 == 1
}

/// Opens what runs if the flags are the bits of a block's number, and gives the number of brackets.
/// The other arm of an even block's comes first.
fn open_tests(
    builder: &mut ProgramBuilder,
    flags: &[FlagId],
    block: BlockId,
    past: LabelId,
) -> usize {
    let conditions: Vec<Vec<Term>> = match block.index() % 4 {
        0 => vec![all_of(flags, block)],
        1 => vec![none_of_contraries(flags, block)],
        _ => (0..flags.len())
            .map(|bit| literal(flags, bit, is_set(block, bit)))
            .collect(),
    };
    for terms in &conditions {
        let condition = builder.condition(terms.iter().copied());
        builder.open_test(condition, None);
        if block.index().is_multiple_of(2) {
            builder.arm([0]);
            if block.index() % 4 == 2 {
                builder.go_past(past);
            }
        }
        builder.arm([1]);
    }
    conditions.len()
}

/// The condition that a flag has a value.
fn literal(flags: &[FlagId], bit: usize, value: bool) -> Vec<Term> {
    let flag = Term::Flag(flags[bit]);
    match value {
        true => vec![flag],
        false => vec![Term::Not, flag],
    }
}

fn all_of(flags: &[FlagId], block: BlockId) -> Vec<Term> {
    joined(Term::And, flags, |bit| is_set(block, bit))
}

fn none_of_contraries(flags: &[FlagId], block: BlockId) -> Vec<Term> {
    let contraries = joined(Term::Or, flags, |bit| !is_set(block, bit));
    [vec![Term::Not], contraries].concat()
}

fn joined(operator: Term, flags: &[FlagId], value: impl Fn(usize) -> bool) -> Vec<Term> {
    let mut terms = vec![operator; flags.len() - 1];
    terms.extend((0..flags.len()).flat_map(|bit| literal(flags, bit, value(bit))));
    terms
}

/// Runs a branch, saves its decision in a flag, and tests the flag later.
fn keep_decision(
    builder: &mut ProgramBuilder,
    cfg: &Cfg,
    block: BlockId,
    kept: FlagId,
    go_to: &impl Fn(&mut ProgramBuilder, BlockId),
) {
    builder.run(block);
    builder.open_if(block, None);
    let value = |slot: u32| (slot == 0) != block.index().is_multiple_of(3);
    for edge in cfg.edges(block) {
        builder.arm([edge.slot]);
        builder.take(edge);
        builder.set(kept, value(edge.slot));
    }
    builder.close();
    let condition = builder.condition([Term::Flag(kept)]);
    builder.open_test(condition, None);
    for edge in cfg.edges(block) {
        builder.arm([u32::from(value(edge.slot))]);
        go_to(builder, cfg.target(edge));
    }
    builder.close();
}

/// Makes a loop around a chain of dispatchers, one for each block: each has an arm for one value
/// and an arm for all others.
pub fn of_comparisons(cfg: &Cfg) -> Program {
    let mut builder = ProgramBuilder::new();
    let number = |block: BlockId| block.index() as u32;
    let go_to = |builder: &mut ProgramBuilder, target: BlockId| builder.store(number(target));
    go_to(&mut builder, cfg.entry());
    let again = builder.label();
    builder.open_loop(again);
    for block in cfg.blocks() {
        builder.open_dispatch(None);
        if number(block) % 2 == 0 {
            builder.arm([]);
        }
        // Some dispatchers test for values that no block has.
        let values = [number(block), u32::MAX - 1 - number(block)];
        builder.arm(values.into_iter().take(1 + block.index() % 2));
        advance(&mut builder, cfg, block, again, &go_to);
        if number(block) % 2 == 1 {
            builder.arm([]);
        }
        builder.close();
    }
    // Never reached: the label names some block.
    builder.go_back(again);
    builder.close();
    builder.finish()
}

/// Makes a loop around a dispatcher; the entry's arm is the one without cases, and no label is
/// stored at first.
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

/// Runs a block and jumps back to the header in the state of the next one.
pub(crate) fn advance(
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
            for program in machines(&cfg) {
                assert_eq!(verify::program(&cfg, &program), []);
                assert!(
                    verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program))
                        .is_proved()
                );
                assert_eq!(compare_random(&cfg, &program, &mut rng, 4, 20), Ok(()));
            }
        }
    }
}
