//! Changed relocations of objects: the proof of data must notice each.
//!
//! A relocation says what an instruction refers to, so that any other kind, symbol or addend is
//! another function, and one that is missing leaves a number that means nothing.

use unsnarl_object::{AddressWidth, Relocation, RelocationKind};

use crate::compiled::Compiled;
use crate::error::Refusals;
use crate::function;
use crate::numbering::Numbering;
use crate::options::{Options, Relocation as Model};
use crate::proof::data::{Selected, Subject, check};
use crate::symbols::Key;
use crate::{DataVerdict, object};

/// Symbols of every kind, and code that takes their addresses, reads them and calls them.
const TEXT: &str = r#"
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
@far = external global [10 x i32]
@other = external global i32
@near = hidden global [4 x i32] zeroinitializer
@own = internal global i32 0
@alias = alias i32, ptr @own
@mine = hidden thread_local global i32 1
declare i32 @called(ptr, i32)
declare hidden i32 @close(ptr, i32)
declare void @g()
declare i32 @personality(...)
declare void @llvm.wasm.throw(i32, ptr)
define i32 @f(i32 %n) "target-features"="+atomics,+bulk-memory" {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %loop, label %out
loop:
  %p = phi ptr [ @far, %entry ], [ @own, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load i32, ptr getelementptr inbounds ([10 x i32], ptr @far, i32 0, i32 3)
  %a = call i32 @called(ptr %p, i32 %v)
  %b = call i32 @close(ptr @near, i32 %a)
  store i32 %b, ptr getelementptr inbounds ([4 x i32], ptr @near, i32 0, i32 1)
  %w = load i32, ptr @other
  %next = add i32 %w, %b
  %r = atomicrmw add ptr @own, i32 %next seq_cst
  %t = load i32, ptr @mine
  %h = select i1 %c, ptr @called, ptr @close
  %x = call i32 %h(ptr @alias, i32 %t)
  %more = icmp ult i32 %x, %n
  br i1 %more, label %loop, label %out
out:
  ret i32 %n
}
define void @throws(ptr %p) {
  call void @g()
  call void @llvm.wasm.throw(i32 0, ptr %p)
  ret void
}
"#;

/// Kinds that are written in the same bytes.
const SIGNED: [RelocationKind; 5] = [
    RelocationKind::TableIndexSleb(AddressWidth::W32),
    RelocationKind::MemoryAddressSleb(AddressWidth::W32),
    RelocationKind::ThreadAddressSleb(AddressWidth::W32),
    RelocationKind::MemoryDistanceSleb(AddressWidth::W32),
    RelocationKind::TableDistanceSleb(AddressWidth::W32),
];

const UNSIGNED: [RelocationKind; 5] = [
    RelocationKind::FunctionIndexLeb,
    RelocationKind::GlobalIndexLeb,
    RelocationKind::TagIndexLeb,
    RelocationKind::TypeIndexLeb,
    RelocationKind::MemoryAddressLeb(AddressWidth::W32),
];

/// What a relocation could be in its place, and what was done to it. Nothing stands for one that is
/// missing.
fn changes(own: Relocation, symbols: u32) -> Vec<(Option<Relocation>, String)> {
    let mut all = vec![(None, "missing".to_owned())];
    let others = match SIGNED.contains(&own.kind) {
        true => SIGNED,
        false => UNSIGNED,
    };
    for kind in others.into_iter().filter(|&kind| kind != own.kind) {
        all.push((Some(Relocation { kind, ..own }), format!("{kind:?}")));
    }
    for target in (0..symbols).filter(|&target| target != own.target) {
        let changed = Relocation { target, ..own };
        all.push((Some(changed), format!("symbol {target}")));
    }
    let has_addend = matches!(
        own.kind,
        RelocationKind::MemoryAddressSleb(_)
            | RelocationKind::MemoryAddressLeb(_)
            | RelocationKind::MemoryDistanceSleb(_)
            | RelocationKind::ThreadAddressSleb(_)
    );
    if has_addend {
        for addend in [own.addend + 4, own.addend - 1] {
            let changed = Relocation { addend, ..own };
            all.push((Some(changed), format!("addend {addend}")));
        }
    }
    all
}

/// Compiles the functions of an object, and hands them on with their numbers.
pub(super) fn with(text: &str, relocation: Model, run: impl FnOnce(&Numbering<'_>, &[Compiled])) {
    let options = Options {
        relocation,
        ..Options::default()
    };
    let module = unsnarl_llvm::read(text).expect("the test is well formed");
    let (module, legalised) = object::prepare(&module).expect("the test compiles");
    let mut refusals = Refusals::default();
    let numbering = Numbering::for_object(&module, &options, &mut refusals);
    let numbering = numbering.expect("the test compiles");
    let mut compiled: Vec<Compiled> = Vec::new();
    for &id in numbering.definitions.iter() {
        let made = function::compile(&numbering, &legalised, id, 0, &options, &mut refusals);
        compiled.extend(made.expect("the test compiles"));
    }
    run(&numbering, &compiled);
}

/// Proves the data of a function that has this body and these relocations.
pub(super) fn judged(
    numbering: &Numbering<'_>,
    function: &Compiled,
    body: &[u8],
    relocations: &[Relocation],
) -> Result<DataVerdict, String> {
    check(&Subject {
        meanings: &Selected::new(numbering),
        due: &function.due,
        cfg: &function.cfg,
        map: &function.map,
        body,
        relocations,
    })
}

/// Changes each relocation of a function in every way: how many changes there were goes to `count`,
/// and those that were not noticed to `missed`.
fn mutate(
    numbering: &Numbering<'_>,
    function: &Compiled,
    (count, missed): (&mut usize, &mut Vec<String>),
) {
    let symbols = numbering.linked().borrow().keys().len() as u32;
    let all = &function.relocations;
    let judged = |own: &[Relocation]| judged(numbering, function, &function.body, own);
    assert_eq!(judged(all), Ok(DataVerdict::Proved));
    for (place, &own) in all.iter().enumerate() {
        // There is one table.
        if own.kind == RelocationKind::TableNumberLeb {
            continue;
        }
        for (changed, what) in changes(own, symbols) {
            let mut relocations = all.clone();
            match changed {
                Some(changed) => relocations[place] = changed,
                None => drop(relocations.remove(place)),
            }
            *count += 1;
            if judged(&relocations) == Ok(DataVerdict::Proved) {
                let keys = numbering.linked().borrow();
                let key: Option<&Key> = keys.keys().get(own.target as usize);
                missed.push(format!("{own:?} of {key:?}: {what}"));
            }
        }
    }
}

#[test]
fn changed_relocations_are_noticed() {
    for relocation in [Model::Static, Model::PositionIndependent] {
        let (mut count, mut missed) = (0, Vec::new());
        with(TEXT, relocation, |numbering, functions| {
            for function in functions {
                mutate(numbering, function, (&mut count, &mut missed));
            }
        });
        assert!(missed.is_empty(), "not noticed:\n{}", missed.join("\n"));
        assert!(count > 250, "only {count} changes");
    }
}
