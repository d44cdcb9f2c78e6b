//! Both readers give the same module.

use unsnarl_ir::Module;
use unsnarl_llvm::{is_bitcode, is_whole_bitcode, read, read_bitcode, read_bitcode_modules};

use crate::bitcode::fixtures::{FIXTURES, WITH_DEBUG};

/// The text of a module. Its types with names are in the order in which a reader met them.
fn show(module: &Module) -> (Vec<String>, String) {
    let text = module.to_string();
    let is_type = |line: &&str| line.starts_with('%') && line.contains(" = type ");
    let mut types: Vec<String> = text.lines().filter(is_type).map(str::to_owned).collect();
    types.sort();
    let rest: Vec<&str> = text.lines().filter(|line| !is_type(line)).collect();
    (types, rest.join("\n"))
}

#[test]
fn bitcode_is_read_as_its_text_is() {
    for &(name, bytes, text) in FIXTURES {
        assert!(is_bitcode(bytes) && !is_bitcode(text.as_bytes()));
        let reading = read_bitcode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(reading.omissions, [], "{name}");
        let expected = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(show(&reading.module), show(&expected), "{name}");
        // Constants, values and blocks have the same ids, since these decide ties in code.
        let [found, wanted] = [&reading.module, &expected].map(|module| {
            let constants = module.constants().map(|(id, _)| module.constant_type(id));
            let constants = constants.map(|ty| module.show_type(ty).to_string());
            let values = module.functions.values().map(|function| {
                let names = function.values.values().map(|value| value.name);
                let is_number = |name| matches!(name, unsnarl_ir::Name::Number(_));
                names.map(is_number).collect::<Vec<_>>()
            });
            let constants: Vec<String> = constants.collect();
            (constants, values.collect::<Vec<_>>())
        });
        assert_eq!(found, wanted, "{name}");
    }
}

/// What changes the meaning of the code and is in none of it.
#[test]
fn demands_are_read_as_those_of_the_text() {
    for &(name, bytes, text) in FIXTURES {
        let whats = |module: &Module| -> Vec<String> {
            let demands = module.demands.iter();
            let mut whats: Vec<String> = demands.map(|demand| demand.what.clone()).collect();
            whats.sort();
            whats
        };
        let reading = read_bitcode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let module = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected: &[&str] = match name {
            "demands-22" => &[
                "the metadata '!func_sanitize'",
                "the metadata '!kcfi_type'",
                "the module flag 'kcfi'",
                "the module flag 'wasm-feature-shared-mem'",
            ],
            _ => &[],
        };
        assert_eq!(whats(&module), expected, "{name}");
        assert_eq!(whats(&reading.module), expected, "{name}");
        let sections = &reading.module.custom_sections;
        assert_eq!(*sections, module.custom_sections, "{name}");
        assert_eq!(sections.len(), usize::from(name == "demands-22"));
        let lines = module.demands.iter().map(|demand| demand.line);
        assert!(lines.into_iter().all(|line| line > 0), "{name}");
    }
}

/// The lines of a module without the numbers of metadata, sorted. Notes of loops name places that
/// nothing else does, and only the text keeps those.
fn show_unnumbered(module: &Module) -> Vec<String> {
    let text = module.to_string();
    let lines = text.lines().filter(|line| !line.contains("!DILocation("));
    let mut lines: Vec<String> = lines
        .map(|line| {
            let mut parts = line.split('!');
            let mut shown = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                shown.push('!');
                shown.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
            }
            shown
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn debug_information_is_that_of_the_text() {
    for &(name, bytes, text) in WITH_DEBUG {
        let reading = read_bitcode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(reading.omissions, [], "{name}");
        let expected = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let lines = show_unnumbered(&reading.module);
        assert_eq!(lines, show_unnumbered(&expected), "{name}");
        for class in [
            "!DIImportedEntity(",
            "!DIEnumerator(",
            "DW_TAG_union_type",
            "#dbg_value",
        ] {
            assert!(
                lines.iter().any(|line| line.contains(class)),
                "{name}: {class}"
            );
        }
    }
}

#[test]
fn a_wrapper_is_undone() {
    let (name, bytes, _) = FIXTURES[0];
    let mut wrapped = Vec::new();
    let size = bytes.len() as u32;
    for word in [0x0b17_c0de, 0, 20, size, 7] {
        wrapped.extend_from_slice(&u32::to_le_bytes(word));
    }
    wrapped.extend_from_slice(bytes);
    wrapped.extend_from_slice(&[0; 12]);
    assert!(is_bitcode(&wrapped));
    let module = |bytes| {
        let reading = read_bitcode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        reading.module.to_string()
    };
    assert_eq!(module(&wrapped), module(bytes));
}

/// The names of the functions of each module.
#[track_caller]
fn check_modules(bytes: &[u8], expected: &[&str]) {
    let readings = read_bitcode_modules(bytes).expect("they are valid");
    let found = readings.iter().map(|reading| {
        let functions = reading.module.functions.values();
        let names = functions.map(|function| reading.module.name(function.name));
        names.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn all_modules_of_a_file_are_read() {
    // `llvm-cat` of two objects of clang: the modules share the names of symbols.
    let joined = include_bytes!("../fixtures/bitcode/joined-19.bc");
    check_modules(joined, &["f", "g h"]);
    // `llvm-cat -b`: each has its own.
    let named = |wanted: &str| {
        let found = FIXTURES.iter().find(|(name, ..)| *name == wanted);
        found.expect("it is a fixture").1
    };
    let (one, other) = (named("exceptions-19"), named("exceptions-22"));
    let both = [one, &other[4..]].concat();
    let functions = |bytes: &[u8]| {
        let reading = read_bitcode(bytes).expect("it is valid");
        let functions = reading.module.functions.values();
        let names = functions.map(|function| reading.module.name(function.name).to_owned());
        names.collect::<Vec<_>>().join(" ")
    };
    check_modules(&both, &[&functions(one), &functions(other)]);
    check_modules(one, &[&functions(one)]);
}

#[test]
fn a_file_is_whole_when_its_last_block_is() {
    for &(name, bytes, _) in FIXTURES {
        assert!(is_whole_bitcode(bytes), "{name}");
        for cut in [
            0,
            3,
            4,
            20,
            bytes.len() / 2,
            bytes.len() - 4,
            bytes.len() - 1,
        ] {
            assert!(!is_whole_bitcode(&bytes[..cut]), "{name} {cut}");
        }
    }
    assert!(!is_whole_bitcode(b"define void @f()"));
}
