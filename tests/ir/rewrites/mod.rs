//! Rewrites keep the rules, are proved against their source, and do not depend on each other; the
//! proof notices what is wrong.

mod quotient;
mod shared;

use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_ir::rewrite::{self, REWRITES};
use unsnarl_ir::{FuncId, Tables, Terminator, verify, verify_function};

use shared::{TARGET, definitions, module, prove, rewritten};

#[test]
fn a_rewritten_module_keeps_the_rules_and_is_read_again() {
    let (module, _) = rewritten();
    assert_eq!(verify(&module), []);
    let text = module.to_string();
    let again = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&again), []);
    for (before, after) in module.functions.values().zip(again.functions.values()) {
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

/// Every predecessor of a block that only returns a phi returns itself, whatever leads there.
#[test]
fn early_returns_keep_the_rules_and_are_proved() {
    let module = module();
    let mut changed = Vec::new();
    for id in definitions(&module) {
        let Some(new) = rewrite::return_early(&module, id) else {
            continue;
        };
        let name = module.function_name(id);
        assert_eq!(verify_function(&module, id, &new.function), [], "{name}");
        let source = &module.functions[id];
        let folded = prove(source, &new.function, &new.provenance);
        assert!(folded.is_ok(), "{name}: {folded:?}");
        let blocks = new.function.blocks.values();
        let phis = blocks.filter(|block| {
            let is_return = matches!(block.terminator, Terminator::Return(_));
            is_return && block.insts.is_empty() && !block.phis.is_empty()
        });
        assert_eq!(phis.count(), 0, "{name}");
        changed.push(name);
    }
    let expected = ["product", "switch", "latches", "invokes", "handled"];
    assert_eq!(changed, expected);
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
            unwinds: 0,
            jumps: 0,
        })
    };
    assert_eq!(folded("plain"), None);
    assert_eq!(folded("atomics"), counts(0, 0, 4));
    assert_eq!(folded("division"), counts(0, 0, 4));
    assert_eq!(folded("product"), counts(1, 0, 4));
    assert_eq!(folded("intrinsics"), counts(0, 0, 2));
    assert_eq!(folded("switch"), counts(2, 0, 2));
    assert_eq!(folded("no.cases"), counts(1, 0, 0));
    assert_eq!(folded("latch.without.cases"), counts(0, 2, 0));
    assert_eq!(folded("to.latch.and.header"), counts(0, 2, 2));
    assert_eq!(folded("latches"), counts(1, 4, 0));
    assert_eq!(folded("together"), counts(0, 2, 10));
    let unwinds = Folded {
        copies: 1,
        unwinds: 2,
        jumps: 0,
        ..Folded::default()
    };
    assert_eq!(folded("invokes"), Some(unwinds));
    assert_eq!(folded("funclet"), None);
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
    for (id, function) in source.functions.iter() {
        let is_shared = std::sync::Arc::ptr_eq(function, &copy.functions[id]);
        let is_changed = **function != *copy.functions[id];
        assert_eq!(is_shared, !is_changed, "{}", source.function_name(id));
    }
    let added = copy.functions.values().skip(source.functions.len());
    let names: Vec<&str> = added.map(|function| copy.name(function.name)).collect();
    assert_eq!(
        names,
        [
            "llvm.ctlz.i64",
            "llvm.umax.i32",
            "__atomic_compare_exchange",
            "__atomic_exchange",
            "__atomic_store_16",
            "__atomic_load",
            "llvm.wasm.get.exception",
            "_Unwind_CallPersonality"
        ]
    );
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
