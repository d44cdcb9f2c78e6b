//! The estimate on the examples, and the proof on parts.

use std::fs;
use std::path::Path;

use unsnarl_ir::Module;
use wasmparser::{Parser, Payload};

use super::*;
use crate::compiled::Compiled;
use crate::error::Refusals;
use crate::proof::data;
use crate::{function, object, target};

/// The examples as clang makes them with and without optimisation.
fn examples() -> Vec<Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut modules = Vec::new();
    for folder in [root.clone(), root.join("O0")] {
        for entry in fs::read_dir(folder).expect("the examples are there") {
            let path = entry.expect("the entry was just listed").path();
            if path.extension().is_some_and(|ending| ending == "ll") {
                let text = fs::read_to_string(&path).expect("the file was just listed");
                modules.push(unsnarl_llvm::read(&text).expect("examples can be read"));
            }
        }
    }
    modules
}

/// The lengths of the bodies of an object.
fn lengths(bytes: &[u8]) -> Vec<u64> {
    let payloads = Parser::new(0).parse_all(bytes);
    let payloads = payloads.map(|payload| payload.expect("it was validated"));
    let bodies = payloads.filter_map(|payload| match payload {
        Payload::CodeSectionEntry(body) => Some(body.range().end - body.range().start),
        _ => None,
    });
    bodies.collect()
}

/// In an object all indices have their full width.
#[test]
fn bodies_are_as_long_as_estimated_at_most_and_not_much_shorter() {
    let mut bodies = 0;
    let (mut all, mut all_least) = (0, 0);
    for module in examples() {
        for function_bytes in [Limit::FunctionBytes.most(), 700] {
            let options = Options {
                function_bytes,
                ..Options::default()
            };
            let (bytes, written) = object::write(&module, &options).expect("examples compile");
            let mut refusals = Refusals::default();
            let mut completed = std::borrow::Cow::Borrowed(&module);
            target::legalised(&mut completed);
            let numbering = Numbering::for_object(&completed, &options, &mut refusals);
            let numbering = numbering.expect("examples compile");
            for (body, length) in written.iter().zip(lengths(&bytes)) {
                let whole = &body.due.function;
                let least = least::bytes(whole, &build_trees(whole), &numbering);
                let mut code = body.due.function.clone();
                dead::sweep(&mut code);
                let estimate = Sizes::WEBASSEMBLY.function(&code).bytes;
                let name = module.function_name(body.id);
                assert!(
                    length <= estimate,
                    "{name}: {length} bytes, estimated at {estimate}"
                );
                assert!(
                    length <= SHORT || estimate <= CERTAIN * length,
                    "{name}: {length} bytes, estimated at {estimate}"
                );
                assert!(least <= length, "{name}: {length} bytes, at least {least}");
                (all, all_least) = (all + length, all_least + least);
                bodies += 1;
            }
        }
    }
    assert!(bodies > 600, "{bodies} bodies");
    assert!(2 * all_least > all, "{all_least} of {all}");
}

/// Compiles each function of a module by itself, and hands on its bodies.
fn each(module: &Module, options: &Options<'_>, check: &dyn Fn(&Numbering, &[Compiled])) {
    let mut completed = std::borrow::Cow::Borrowed(module);
    let legalised = target::legalised(&mut completed);
    let mut refusals = Refusals::default();
    let numbering = match options.exports {
        crate::Exports::External => Numbering::for_module(&completed, options, &mut refusals),
        _ => Numbering::for_object(&completed, options, &mut refusals),
    };
    let numbering = numbering.expect("examples compile");
    for &id in numbering.definitions.iter() {
        let own = numbering.shared().numbering();
        let bodies = function::compile(&own, &legalised, id, 0, options, &mut refusals);
        check(&own, &bodies.expect("examples compile"));
    }
}

/// Calls of another part, and accesses to another variable or the stack pointer in its place.
#[test]
fn another_part_or_variable_is_noticed() {
    let changed = std::cell::Cell::new(0);
    for exports in [crate::Exports::Marked, crate::Exports::External] {
        let options = Options {
            function_bytes: 400,
            exports,
            ..Options::default()
        };
        let check = |numbering: &Numbering, bodies: &[Compiled]| {
            let count = numbering.linked().borrow().keys().len() as u32;
            for body in bodies.iter().filter(|_| bodies.len() > 1) {
                let prove = |relocations: &[unsnarl_object::Relocation]| {
                    data::check(&data::Subject {
                        meanings: &data::Selected::new(numbering),
                        due: &body.due,
                        cfg: &body.cfg,
                        map: &body.map,
                        body: &body.body,
                        relocations,
                    })
                };
                assert!(prove(&body.relocations).is_ok());
                for place in 0..body.relocations.len() {
                    let own = body.relocations[place];
                    if own.kind == unsnarl_object::RelocationKind::TypeIndexLeb {
                        continue;
                    }
                    let key = numbering.linked().borrow().keys()[own.target as usize].clone();
                    if !matches!(key, Key::Part(..) | Key::Variable(..)) {
                        continue;
                    }
                    for target in (0..count).filter(|&target| target != own.target) {
                        let mut other = body.relocations.clone();
                        other[place].target = target;
                        assert!(prove(&other).is_err(), "{key:?} by {target}");
                        changed.set(changed.get() + 1);
                    }
                    if matches!(numbering.target, crate::numbering::Target::Module(_)) {
                        // The index is that of the first function, or of the stack pointer.
                        let mut other = body.relocations.clone();
                        other.remove(place);
                        assert!(prove(&other).is_err(), "{key:?} by the first");
                    }
                }
            }
        };
        for name in ["quicksort", "tokenizer"] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/O0");
            let path = root.join(name).with_extension("ll");
            let text = fs::read_to_string(path).expect("the example is there");
            let module = unsnarl_llvm::read(&text).expect("examples can be read");
            each(&module, &options, &check);
        }
    }
    assert!(changed.get() > 300, "{} changes", changed.get());
}
