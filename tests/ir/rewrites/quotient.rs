//! What the checker of rewrites notices: other edges, roles, claims and exits.

use std::cell::Cell;

use unsnarl::{Cfg, CfgBuilder, Exit};
use unsnarl_ir::rewrite::quotient::{Violation, quotient};
use unsnarl_ir::{BlockId, FuncId, Function, Id, Provenance, Role};

use crate::rewrites::shared::{cfg, definitions, prove, rewritten};

/// The functions that were rewritten: before, after, and the provenance.
fn cases(run: impl Fn(&str, &Function, &Function, &Provenance)) {
    let (module, rewrites) = rewritten();
    for id in definitions(&module) {
        if let Some(provenance) = rewrites.provenance(id) {
            let source = rewrites.source(&module, id);
            run(
                module.function_name(id),
                source,
                &module.functions[id],
                provenance,
            );
        }
    }
}

/// A graph with one slot redirected.
fn redirected(cfg: &Cfg, block: BlockId, slot: usize, to: BlockId) -> Cfg {
    let mut builder = CfgBuilder::new();
    for id in cfg.blocks() {
        let mut targets = cfg.successors(id).to_vec();
        if id == block {
            targets[slot] = to;
        }
        builder.block(cfg.exit(id), targets);
    }
    builder
        .build(cfg.entry())
        .expect("the graph has the same shape")
}

/// Whether a redirected edge leads to the same block of the source, only goes another way inside a
/// block, or leads to another target of a decision that several blocks take, all of which are still
/// reached: the quotient says nothing of these.
fn is_allowed(source: &Function, provenance: &Provenance, edge: [BlockId; 3]) -> bool {
    let [from, was, to] = edge;
    let is_begin = |block| matches!(provenance.role(block), Role::Copy(_));
    let same = is_begin(was) && is_begin(to) && provenance.source(was) == provenance.source(to);
    let start = provenance.start(from);
    let targets = &source.blocks[provenance.source(start)].terminator;
    let is_target = match provenance.role(to) {
        Role::Copy(to) => targets.successors().any(|target| target == to),
        Role::Inside(other) => other == start,
        Role::Forward(_) => false,
    };
    let stays = [was, to].map(|block| provenance.role(block)) == [Role::Inside(start); 2];
    same || stays || provenance.is_divided(start) && is_target
}

#[test]
fn a_redirected_edge_is_noticed() {
    let total = Cell::new(0);
    cases(|name, source, function, provenance| {
        let cfg = cfg(function);
        let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
        for from in cfg.blocks() {
            for (slot, &was) in cfg.successors(from).iter().enumerate() {
                for to in cfg.blocks() {
                    if to == was || is_allowed(source, provenance, [from, was, to]) {
                        continue;
                    }
                    let wrong = redirected(&cfg, from, slot, to);
                    let verdict = quotient(source, &wrong, is_empty, provenance);
                    assert!(
                        verdict.is_err(),
                        "{name}: {from} -> {was} redirected to {to}"
                    );
                    total.set(total.get() + 1);
                }
            }
        }
    });
    assert!(total.get() > 200, "only {} mutations", total.get());
}

/// The claims of a provenance as a list, so that one can be changed.
fn with_role(provenance: &Provenance, block: BlockId, role: Role) -> Provenance {
    let mut wrong = provenance.clone();
    wrong.set_role(block, role);
    wrong
}

#[test]
fn a_wrong_role_is_noticed() {
    let total = Cell::new(0);
    cases(|name, source, function, provenance| {
        let blocks: Vec<BlockId> = function.blocks.keys().collect();
        let check = |wrong: &Provenance, what: &str| {
            let verdict = prove(source, function, wrong);
            assert!(verdict.is_err(), "{name}: {what}: {wrong:?}");
            total.set(total.get() + 1);
        };
        for &block in &blocks {
            for source in source.blocks.keys() {
                if provenance.role(block) != Role::Copy(source) {
                    check(&with_role(provenance, block, Role::Copy(source)), "a copy");
                }
                check(
                    &with_role(provenance, block, Role::Forward(source)),
                    "forwards",
                );
            }
            for &other in &blocks {
                let [one, two] = [block, other].map(|block| provenance.role(block));
                if one != two && !are_targets_of_divided(source, function, provenance, [one, two]) {
                    let wrong = with_role(provenance, block, two);
                    check(&with_role(&wrong, other, one), "swapped");
                }
                if one != Role::Inside(other) {
                    check(&with_role(provenance, block, Role::Inside(other)), "inside");
                }
            }
        }
    });
    assert!(total.get() > 500, "only {} mutations", total.get());
}

/// Whether both are copies of targets of one decision that several blocks take: which of them is
/// which, the quotient does not say.
fn are_targets_of_divided(
    source: &Function,
    function: &Function,
    provenance: &Provenance,
    roles: [Role; 2],
) -> bool {
    let [Role::Copy(one), Role::Copy(two)] = roles else {
        return false;
    };
    let mut starts = function
        .blocks
        .keys()
        .filter(|&block| provenance.is_divided(block));
    starts.any(|start| {
        let decision = &source.blocks[provenance.source(start)].terminator;
        [one, two]
            .iter()
            .all(|&block| decision.successors().any(|to| to == block))
    })
}

#[test]
fn a_dropped_or_added_claim_is_noticed() {
    cases(|name, source, function, provenance| {
        let bare = || {
            let mut bare = Provenance::default();
            let blocks = function.blocks.keys();
            blocks.for_each(|block| {
                bare.push(provenance.role(block));
            });
            bare
        };
        let blocks: Vec<BlockId> = function.blocks.keys().collect();
        let is_claimed = |block: &BlockId| {
            provenance.tail(*block).is_some()
                || provenance.bypassed(*block).next().is_some()
                || provenance.is_divided(*block) && is_taken_apart(function, provenance, *block)
                || provenance.has_calls()
        };
        if blocks.iter().any(is_claimed) {
            assert!(prove(source, function, &bare()).is_err(), "{name}");
        }
        for &block in &blocks {
            for tail in source.blocks.keys() {
                // To lead past a block that jumps is to end as its copy.
                let is_claimed = provenance.tail(block) == Some(tail);
                if is_claimed || provenance.bypasses(block, tail) {
                    continue;
                }
                let mut wrong = provenance.clone();
                wrong.set_tail(block, tail);
                let is_end = function.blocks[block]
                    .terminator
                    .successors()
                    .all(|to| !matches!(provenance.role(to), Role::Inside(_)));
                if is_end {
                    let verdict = prove(source, function, &wrong);
                    assert!(verdict.is_err(), "{name}: {block} ends as {tail}");
                }
            }
        }
        let mut short = Provenance::default();
        for &block in &blocks[1..] {
            short.push(provenance.role(block));
        }
        assert_eq!(
            prove(source, function, &short),
            Err(Violation::Roles),
            "{name}"
        );
    });
}

/// Whether a divided decision has more than one block.
fn is_taken_apart(function: &Function, provenance: &Provenance, start: BlockId) -> bool {
    let targets = function.blocks[start].terminator.successors();
    targets
        .into_iter()
        .any(|to| provenance.role(to) == Role::Inside(start))
}

#[test]
fn another_exit_is_noticed() {
    cases(|name, source, function, provenance| {
        let cfg = cfg(function);
        let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
        for changed in cfg.blocks() {
            let mut builder = CfgBuilder::new();
            for id in cfg.blocks() {
                match id == changed {
                    false => builder.block(cfg.exit(id), cfg.successors(id).to_vec()),
                    true if cfg.exit(id) == Exit::Unreachable => {
                        builder.block(Exit::Return, Vec::new())
                    }
                    true => builder.block(Exit::Unreachable, Vec::new()),
                };
            }
            let wrong = builder.build(cfg.entry()).expect("the graph has an entry");
            let verdict = quotient(source, &wrong, is_empty, provenance);
            assert!(verdict.is_err(), "{name}: {changed} ends otherwise");
        }
    });
}

#[test]
fn a_block_that_forwards_is_empty_and_leads_to_its_block() {
    let text = "define void @f(i1 %c) {
a:
  br i1 %c, label %b, label %e
b:
  ret void
e:
  br label %b
}";
    let module = unsnarl_llvm::read(text).expect("the text is right");
    let rewritten = &module.functions[FuncId::new(0)];
    // The source has no block on the second edge.
    let mut source = (**rewritten).clone();
    let [a, b, e] = [0, 1, 2].map(BlockId::new);
    source.blocks[a].terminator.redirect(e, b);
    let mut provenance = Provenance::unchanged(2);
    assert_eq!(provenance.push_before(b), e);
    let folded = prove(&source, rewritten, &provenance).expect("it is proved");
    assert_eq!(folded.bypasses, 1);
    let full = |block: BlockId| block != e && rewritten.blocks[block].insts.is_empty();
    let verdict = quotient(&source, &cfg(rewritten), full, &provenance);
    assert_eq!(verdict, Err(Violation::Forward(e)));
    let wrong = with_role(&provenance, e, Role::Forward(a));
    assert_eq!(
        prove(&source, rewritten, &wrong),
        Err(Violation::Forward(e))
    );
}

/// Two such blocks may follow each other, and name the same block.
#[test]
fn a_block_may_forward_to_one_that_forwards() {
    let text = "define void @f(i1 %c) {
a:
  br i1 %c, label %b, label %e
b:
  ret void
e:
  br label %g
g:
  br label %b
}";
    let module = unsnarl_llvm::read(text).expect("the text is right");
    let rewritten = &module.functions[FuncId::new(0)];
    let mut source = (**rewritten).clone();
    let [a, b, e, g] = [0, 1, 2, 3].map(BlockId::new);
    source.blocks[a].terminator.redirect(e, b);
    let mut provenance = Provenance::unchanged(2);
    assert_eq!(provenance.push_before(b), e);
    assert_eq!(provenance.push_before(b), g);
    let folded = prove(&source, rewritten, &provenance).expect("it is proved");
    assert_eq!(folded.bypasses, 2);
    for full in [e, g] {
        let is_empty = |block: BlockId| block != full && rewritten.blocks[block].insts.is_empty();
        let verdict = quotient(&source, &cfg(rewritten), is_empty, &provenance);
        assert_eq!(verdict, Err(Violation::Forward(full)));
    }
    let wrong = with_role(&provenance, g, Role::Forward(a));
    assert!(prove(&source, rewritten, &wrong).is_err());
    // They lead nowhere.
    let circle = redirected(&cfg(rewritten), g, 0, e);
    let is_empty = |block: BlockId| rewritten.blocks[block].insts.is_empty();
    let verdict = quotient(&source, &circle, is_empty, &provenance);
    assert_eq!(verdict, Err(Violation::Forward(e)));
}

/// A function with one `invoke`, and how it would be without the edge to its pad.
#[track_caller]
fn check_calls(pad: &str, provenance: &Provenance, expected: Result<usize, Violation>) {
    let text = format!(
        "declare void @g()
define void @f() personality ptr @g {{
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
{pad}
}}"
    );
    let module = unsnarl_llvm::read(&text).expect("the text is right");
    let source = &module.functions[FuncId::new(1)];
    let [a, end] = [0, 1].map(BlockId::new);
    let mut builder = CfgBuilder::new();
    builder.block(Exit::Jump, [end]);
    builder.block(Exit::Return, []);
    let rewritten = builder.build(a).expect("the graph has an entry");
    let verdict = quotient(source, &rewritten, |_| false, provenance);
    assert_eq!(verdict.map(|folded| folded.unwinds), expected);
}

#[test]
fn an_edge_to_a_landing_pad_is_gone_only_where_that_is_said() {
    let landing = "  %e = landingpad i32 cleanup\n  ret void";
    let funclet = "  %k = cleanuppad within none []\n  cleanupret from %k unwind to caller";
    let [a, other] = [0, 2].map(BlockId::new);
    let says_nothing = Provenance::unchanged(2);
    let mut calls = says_nothing.clone();
    calls.set_calls();
    let otherwise = Violation::Exit {
        block: a,
        source: a,
    };
    check_calls(landing, &calls, Ok(1));
    check_calls(landing, &says_nothing, Err(otherwise));
    check_calls(funclet, &calls, Err(otherwise));
    // The call may return to nothing else than what it returned to.
    let to_pad = with_role(&calls, BlockId::new(1), Role::Copy(other));
    let edge = Violation::Edge {
        from: a,
        slot: 0,
        source: BlockId::new(1),
    };
    check_calls(landing, &to_pad, Err(edge));
}

/// Compares a graph in which the call of the entry has these slots with its source: 0 calls, 1
/// returns, 2 is a `catchswitch`, 3 its handler.
#[track_caller]
fn check_caught(exit: Exit, slots: &[usize], expected: Result<(), Violation>) {
    let text = "declare void @g()
define void @f() personality ptr @g {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %s = catchswitch within none [label %h] unwind to caller
h:
  %p = catchpad within %s [ptr null]
  catchret from %p to label %end
}";
    let module = unsnarl_llvm::read(text).expect("the text is right");
    let source = &module.functions[FuncId::new(1)];
    let block = |number: &usize| BlockId::new(*number);
    let mut builder = CfgBuilder::new();
    builder.block(exit, slots.iter().map(block));
    builder.block(Exit::Return, []);
    builder.block(Exit::Jump, [BlockId::new(3)]);
    builder.block(Exit::Jump, [BlockId::new(1)]);
    let rewritten = builder.build(BlockId::new(0)).expect("there is an entry");
    let provenance = Provenance::unchanged(4);
    let verdict = quotient(source, &rewritten, |_| false, &provenance);
    assert_eq!(verdict.map(|_| ()), expected);
}

#[test]
fn what_is_caught_takes_any_number_of_slots_to_the_pad() {
    let [call, end, pad] = [0, 1, 2].map(BlockId::new);
    check_caught(Exit::Branch, &[1, 2], Ok(()));
    check_caught(Exit::Switch, &[1, 2], Ok(()));
    check_caught(Exit::Switch, &[1, 2, 2], Ok(()));
    let leads_elsewhere = |slot, source| {
        Err(Violation::Edge {
            from: call,
            slot,
            source,
        })
    };
    check_caught(Exit::Switch, &[2, 2, 2], leads_elsewhere(0, end));
    check_caught(Exit::Switch, &[1, 2, 1], leads_elsewhere(2, pad));
    check_caught(Exit::Switch, &[1, 3], leads_elsewhere(1, pad));
    let otherwise = Err(Violation::Exit {
        block: call,
        source: call,
    });
    check_caught(Exit::Switch, &[1], otherwise);
    check_caught(Exit::Jump, &[1], otherwise);
}

#[test]
fn what_is_inside_a_block_leaves_it() {
    let text = "define void @f(i1 %c) {
a:
  br label %b
b:
  br i1 %c, label %i, label %b
i:
  br label %i
}";
    let module = unsnarl_llvm::read(text).expect("the text is right");
    let rewritten = &module.functions[FuncId::new(0)];
    let [a, b, i] = [0, 1, 2].map(BlockId::new);
    let mut provenance = Provenance::unchanged(3);
    provenance.set_role(i, Role::Inside(b));
    let verdict = prove(rewritten, rewritten, &provenance);
    assert_eq!(verdict, Err(Violation::Trapped(i)));
    provenance.set_role(i, Role::Inside(a));
    let verdict = prove(rewritten, rewritten, &provenance);
    assert_eq!(verdict, Err(Violation::Skipped(a)));
}

#[test]
fn what_is_inside_a_block_is_entered_from_it_only() {
    let text = "define void @f(i32 %x) {
a:
  switch i32 %x, label %b [ i32 1, label %i ]
b:
  br label %i
i:
  br label %r
r:
  ret void
}";
    let module = unsnarl_llvm::read(text).expect("the text is right");
    let rewritten = &module.functions[FuncId::new(0)];
    let [a, b, i, r] = [0, 1, 2, 3].map(BlockId::new);
    let mut source = (**rewritten).clone();
    source.blocks[a].terminator.redirect(i, r);
    source.blocks[b].terminator.redirect(i, r);
    let mut provenance = Provenance::unchanged(4);
    provenance.set_role(i, Role::Inside(a));
    assert_eq!(
        prove(&source, rewritten, &provenance),
        Err(Violation::Ends(a))
    );
    provenance.set_divided(a);
    let verdict = prove(&source, rewritten, &provenance);
    assert_eq!(verdict, Err(Violation::Entered { from: b, to: i }));
}
