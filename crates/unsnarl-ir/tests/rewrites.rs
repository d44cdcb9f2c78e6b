//! Rewrites keep the rules, are proved against their source, and do not depend on each other; the
//! proof notices what is wrong.

use std::cell::Cell;

use unsnarl::{Cfg, CfgBuilder, Exit};
use unsnarl_ir::rewrite::quotient::{Folded, Violation, quotient};
use unsnarl_ir::rewrite::{self, REWRITES, Rewrites, Target};
use unsnarl_ir::{
    BlockId, EdgeCopies, FuncId, Function, Id, Module, Provenance, Role, Tables, graph, verify,
    verify_function,
};

const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    result: 64,
};

/// A function for each rewrite, and some that several of them change.
const TEXT: &str = "
target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"
declare i200 @llvm.ctlz.i200(i200, i1)
declare i200 @llvm.umul.fix.i200(i200, i200, i32)
declare { i200, i1 } @llvm.uadd.with.overflow.i200(i200, i200)
define i32 @plain(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i256 @division(i256 %p, i256 %q) {
  %a = sdiv i256 %p, %q
  %b = urem i256 %a, %p
  ret i256 %b
}
define i1024 @product(i1024 %p, i1024 %q, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %a = mul i1024 %p, %q
  %b = mul i1024 %a, %q
  br label %end
end:
  %r = phi i1024 [ %p, %0 ], [ %b, %then ]
  ret i1024 %r
}
define i200 @intrinsics(i200 %p, i200 %q, double %d) {
  %a = call i200 @llvm.ctlz.i200(i200 %p, i1 true)
  %s = call { i200, i1 } @llvm.uadd.with.overflow.i200(i200 %a, i200 %q)
  %b = extractvalue { i200, i1 } %s, 0
  %c = fptosi double %d to i200
  %e = sdiv i200 %b, %c
  ret i200 %e
}
define i64 @switch(i128 %v) {
  switch i128 %v, label %d [ i128 5, label %b
    i128 6, label %c
    i128 18446744073709551621, label %c ]
b:
  br label %d
c:
  %x = trunc i128 %v to i64
  br label %d
d:
  %r = phi i64 [ 3, %0 ], [ 4, %b ], [ %x, %c ]
  ret i64 %r
}
define i32 @no.cases(i128 %v) {
  switch i128 %v, label %d []
d:
  %r = phi i32 [ 3, %0 ]
  ret i32 %r
}
define i32 @latches(i32 %n) {
entry:
  br label %h
h:
  %x = phi i32 [ 0, %entry ], [ %y, %l ]
  %c = icmp ult i32 %x, %n
  br i1 %c, label %a, label %out
a:
  switch i32 %x, label %d [ i32 3, label %b i32 4, label %l ]
b:
  br label %l
d:
  %z = add i32 %x, 2
  %f = icmp eq i32 %z, 17
  br i1 %f, label %h2, label %l
h2:
  br label %l
l:
  %y = phi i32 [ 7, %b ], [ %z, %d ], [ %x, %a ], [ 9, %h2 ]
  br label %h
out:
  %e = icmp eq i32 %n, 5
  br i1 %e, label %r, label %g
g:
  %k = mul i32 %n, 3
  br label %r
r:
  %v = phi i32 [ -2, %out ], [ %k, %g ]
  ret i32 %v
}
define i256 @together(i256 %p, i256 %q, i32 %n) {
entry:
  br label %h
h:
  %x = phi i256 [ %p, %entry ], [ %y, %l ]
  %s = udiv i256 %x, %q
  switch i256 %s, label %a [ i256 1, label %b
    i256 -2, label %r ]
a:
  %u = udiv i256 %s, %p
  br label %l
b:
  br label %l
l:
  %y = phi i256 [ %u, %a ], [ %q, %b ]
  br label %h
r:
  ret i256 %s
}
";

fn module() -> Module {
    let module = unsnarl_llvm::read(TEXT).expect("the module keeps all rules");
    assert_eq!(verify(&module), []);
    module
}

fn cfg(function: &Function) -> Cfg {
    graph(function, &EdgeCopies::new(function)).expect("a definition has an entry")
}

fn prove(
    source: &Function,
    function: &Function,
    provenance: &Provenance,
) -> Result<Folded, Violation> {
    let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
    quotient(source, &cfg(function), is_empty, provenance)
}

fn definitions(module: &Module) -> Vec<FuncId> {
    let all = module.functions.pairs();
    let defined = all.filter(|(_, function)| function.is_definition());
    defined.map(|(id, _)| id).collect()
}

/// The module after all rewrites.
fn rewritten() -> (Module, Rewrites) {
    let mut module = module();
    let rewrites = rewrite::module(&mut module, &TARGET);
    (module, rewrites)
}

#[test]
fn a_rewritten_module_keeps_the_rules_and_is_read_again() {
    let (module, _) = rewritten();
    assert_eq!(verify(&module), []);
    let text = module.to_string();
    let again = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&again), []);
    for (before, after) in module.functions.iter().zip(&again.functions) {
        assert_eq!(before.blocks.len(), after.blocks.len());
        assert_eq!(before.insts.len(), after.insts.len());
    }
}

#[test]
fn each_rewrite_changes_something_and_keeps_the_rules_alone() {
    for rewrite in &REWRITES {
        let mut module = module();
        let mut changed = 0;
        for id in definitions(&module) {
            let mut tables = Tables::new(&mut module);
            let Some(new) = rewrite.rewrite(&mut tables, id, &TARGET) else {
                continue;
            };
            changed += 1;
            assert_eq!(
                verify_function(&module, id, &new.function),
                [],
                "{rewrite:?}"
            );
            let source = &module.functions[id];
            let folded = prove(source, &new.function, &new.provenance);
            assert!(folded.is_ok(), "{rewrite:?}: {folded:?}");
        }
        assert!(changed > 0, "{rewrite:?} changes nothing");
    }
}

#[test]
fn what_was_folded_is_counted() {
    let (module, rewrites) = rewritten();
    let folded = |name: &str| {
        let ids = definitions(&module).into_iter();
        let mut named = ids.filter(|&id| module.function_name(id) == name);
        let id = named.next().expect("the module has the function");
        let provenance = rewrites.provenance(id)?;
        let source = rewrites.source(&module, id);
        Some(prove(source, &module.functions[id], provenance).expect("it is proved"))
    };
    let counts = |copies, bypasses, inside| {
        Some(Folded {
            copies,
            bypasses,
            inside,
        })
    };
    assert_eq!(folded("plain"), None);
    assert_eq!(folded("division"), counts(0, 0, 4));
    assert_eq!(folded("product"), counts(1, 0, 4));
    assert_eq!(folded("intrinsics"), counts(0, 0, 2));
    assert_eq!(folded("switch"), counts(2, 0, 2));
    assert_eq!(folded("no.cases"), counts(1, 0, 0));
    assert_eq!(folded("latches"), counts(1, 4, 0));
    assert_eq!(folded("together"), counts(0, 2, 10));
}

/// The texts of all functions, rewritten in this order.
fn texts(order: impl Fn(&mut Vec<FuncId>)) -> Vec<String> {
    let mut module = module();
    let mut ids = definitions(&module);
    let all = ids.clone();
    order(&mut ids);
    for id in ids {
        for rewrite in &REWRITES {
            let mut tables = Tables::new(&mut module);
            if let Some(new) = rewrite.rewrite(&mut tables, id, &TARGET) {
                tables.replace_function(id, new.function);
            }
        }
    }
    let shown = all
        .iter()
        .map(|&id| module.show_function(&module.functions[id]).to_string());
    shown.collect()
}

#[test]
fn a_rewritten_function_does_not_depend_on_those_before_it() {
    let expected = texts(|_| {});
    assert_eq!(texts(|ids| ids.reverse()), expected);
    assert_eq!(texts(|ids| ids.rotate_left(3)), expected);
    let (module, _) = rewritten();
    let ids = definitions(&module).into_iter();
    let whole: Vec<String> = ids
        .map(|id| module.show_function(&module.functions[id]).to_string())
        .collect();
    assert_eq!(whole, expected);
}

#[test]
fn functions_are_reshaped_at_once() {
    let mut module = module();
    let rewrites = rewrite::legalise(&mut module, &TARGET);
    let ids = definitions(&module);
    let reshape = |id: FuncId| {
        let reshaped = rewrite::reshape(&module, id, rewrites.provenance(id), &TARGET);
        let function = reshaped.map(|reshaped| reshaped.function);
        let function = function.as_ref().unwrap_or(&module.functions[id]);
        module.show_function(function).to_string()
    };
    let texts: Vec<String> = std::thread::scope(|scope| {
        let ids = ids.iter().rev();
        let threads: Vec<_> = ids.map(|&id| scope.spawn(move || reshape(id))).collect();
        let texts = threads.into_iter().rev();
        texts
            .map(|thread| thread.join().expect("it ends"))
            .collect()
    });
    let (whole, _) = rewritten();
    let expected = ids
        .iter()
        .map(|&id| whole.show_function(&whole.functions[id]).to_string());
    assert_eq!(texts, expected.collect::<Vec<_>>());
}

#[test]
fn only_what_changes_is_copied_and_an_intrinsic_is_declared_once() {
    let source = module();
    let mut copy = source.clone();
    rewrite::module(&mut copy, &TARGET);
    for (id, function) in source.functions.pairs() {
        let is_shared = std::sync::Arc::ptr_eq(function, &copy.functions[id]);
        let is_changed = **function != *copy.functions[id];
        assert_eq!(is_shared, !is_changed, "{}", source.function_name(id));
    }
    let added = copy.functions.iter().skip(source.functions.len());
    let names: Vec<&str> = added.map(|function| copy.name(function.name)).collect();
    assert_eq!(names, ["llvm.ctlz.i64"]);
}

#[test]
fn made_names_are_unlike_those_of_the_source() {
    let text = "define i256 @f(i256 %new.0, i256 %new..7) {
  %q = udiv i256 %new.0, %new..7
  ret i256 %q
}";
    let mut module = unsnarl_llvm::read(text).expect("the text is right");
    rewrite::module(&mut module, &TARGET);
    let text = module.to_string();
    assert!(text.contains("%new...0"), "{text}");
    let again = unsnarl_llvm::read(&text).expect("all names are different");
    assert_eq!(verify(&again), []);
}

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
        let blocks: Vec<BlockId> = function.blocks.ids().collect();
        let check = |wrong: &Provenance, what: &str| {
            let verdict = prove(source, function, wrong);
            assert!(verdict.is_err(), "{name}: {what}: {wrong:?}");
            total.set(total.get() + 1);
        };
        for &block in &blocks {
            for source in source.blocks.ids() {
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
        .ids()
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
            let blocks = function.blocks.ids();
            blocks.for_each(|block| {
                bare.push(provenance.role(block));
            });
            bare
        };
        let blocks: Vec<BlockId> = function.blocks.ids().collect();
        let is_claimed = |block: &BlockId| {
            provenance.tail(*block).is_some()
                || provenance.bypassed(*block).next().is_some()
                || provenance.is_divided(*block) && is_taken_apart(function, provenance, *block)
        };
        if blocks.iter().any(is_claimed) {
            assert!(prove(source, function, &bare()).is_err(), "{name}");
        }
        for &block in &blocks {
            for tail in source.blocks.ids() {
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
