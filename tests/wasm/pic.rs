//! Position-independent objects: how the address of each kind of symbol is found. That they work is
//! shown by `cargo xtask conformance --only shared`.

use std::collections::BTreeMap;

use unsnarl_wasm::{Options, Relocation, Stack, compile, object, wat};
use wasmparser::{KnownCustom, Linking, Parser, Payload, RelocationType, SymbolInfo};

const HEAD: &str =
    "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"\n";

/// What clang writes with `-fPIC`.
const FLAG: &str = "\n!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n";

fn build(text: &str, relocation: Relocation) -> Vec<u8> {
    build_with(
        text,
        &Options {
            relocation,
            ..Options::default()
        },
    )
}

fn build_with(text: &str, options: &Options<'_>) -> Vec<u8> {
    let module = unsnarl_llvm::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let output = object(&module, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    for report in &output.reports {
        assert!(report.verdict.is_proved(), "{text}");
        assert_eq!(report.data.to_string(), "data proved", "{text}");
    }
    output.bytes
}

/// The relocations of the code: kind, symbol and addend.
fn relocations(bytes: &[u8]) -> Vec<String> {
    relocations_of(bytes, "reloc.CODE")
}

/// Those of a section.
fn relocations_of(bytes: &[u8], section_name: &str) -> Vec<String> {
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut imported = Vec::new();
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.expect("objects are modules") {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("it is valid");
                    imported.push((import.ty, import.name.to_owned()));
                }
            }
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Linking(linking) => {
                    for part in linking.subsections() {
                        let Linking::SymbolTable(symbols) = part.expect("it is well formed") else {
                            continue;
                        };
                        for (number, symbol) in (0..).zip(symbols) {
                            let name = name(&symbol.expect("it is well formed"), &imported);
                            names.insert(number, name);
                        }
                    }
                }
                KnownCustom::Reloc(reader) if section.name() == section_name => {
                    for entry in reader.entries() {
                        found.push(entry.expect("it is well formed"));
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    let is_shown = |entry: &&wasmparser::RelocationEntry| {
        !matches!(
            entry.ty,
            RelocationType::TypeIndexLeb | RelocationType::TableNumberLeb
        )
    };
    let shown = found.iter().filter(is_shown).map(|entry| {
        let addend = match entry.addend {
            0 => String::new(),
            addend => format!(" {addend}"),
        };
        format!("{:?} {}{addend}", entry.ty, names[&entry.index])
    });
    shown.collect()
}

fn name(symbol: &SymbolInfo<'_>, imported: &[(wasmparser::TypeRef, String)]) -> String {
    let of_kind = |index: u32, is: fn(&wasmparser::TypeRef) -> bool| {
        let mut imports = imported.iter().filter(|(ty, _)| is(ty));
        imports.nth(index as usize).map(|(_, name)| name.clone())
    };
    let found = match *symbol {
        SymbolInfo::Func { name, index, .. } => name
            .map(str::to_owned)
            .or_else(|| of_kind(index, |ty| matches!(ty, wasmparser::TypeRef::Func(_)))),
        SymbolInfo::Global { name, index, .. } => name
            .map(str::to_owned)
            .or_else(|| of_kind(index, |ty| matches!(ty, wasmparser::TypeRef::Global(_)))),
        SymbolInfo::Event { name, index, .. } => name
            .map(str::to_owned)
            .or_else(|| of_kind(index, |ty| matches!(ty, wasmparser::TypeRef::Tag(_)))),
        SymbolInfo::Data { name, .. } => Some(name.to_owned()),
        _ => None,
    };
    found.unwrap_or_default()
}

/// Checks the relocations of the code of a text that is position-independent.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let bytes = build(&format!("{HEAD}{text}{FLAG}"), Relocation::OfModule);
    assert_eq!(relocations(&bytes), expected, "{text}");
}

const BASE: &str = "GlobalIndexLeb __memory_base";
const TABLE: &str = "GlobalIndexLeb __table_base";

/// Checks how the address of `@x` is found, which is declared so.
#[track_caller]
fn address(declared: &str, expected: &[&str]) {
    check(
        &format!("{declared}\ndefine ptr @f() {{\nret ptr @x\n}}"),
        expected,
    );
}

#[test]
fn others_may_replace_what_is_visible() {
    let loaded = &["GlobalIndexLeb x"];
    address("@x = external global i32", loaded);
    address("@x = global i32 7", loaded);
    address("@x = weak global i32 7", loaded);
    address("@x = linkonce_odr constant i32 7", loaded);
    address("@x = common global i32 0", loaded);
    address("@x = extern_weak global i32", loaded);
    // It is null where nothing has it.
    address("@x = extern_weak hidden global i32", loaded);
    address("declare void @x()", loaded);
    address("declare extern_weak void @x()", loaded);
    address("define void @x() {\nret void\n}", loaded);
    address("@y = internal global i32 0\n@x = alias i32, ptr @y", loaded);
}

#[test]
fn what_is_not_visible_is_near() {
    let near = &[BASE, "MemoryAddrRelSleb x"];
    address("@x = hidden global i32 7", near);
    address("@x = external hidden global i32", near);
    address("@x = protected global i32 7", near);
    address("@x = internal global i32 7", near);
    address("@x = private global i32 7", near);
    address("@x = dso_local global i32 7", near);
    address("@x = extern_weak dso_local global i32", near);
    address("@y = global i32 0\n@x = hidden alias i32, ptr @y", near);
    let slot = &[TABLE, "TableIndexRelSleb x"];
    address("declare hidden void @x()", slot);
    address("define internal void @x() {\nret void\n}", slot);
    address("define protected void @x() {\nret void\n}", slot);
    address(
        "define void @g() {\nret void\n}\n@x = internal alias void (), ptr @g",
        slot,
    );
}

#[test]
fn calls_are_those_of_a_program() {
    check(
        "declare void @a()\ndeclare hidden void @b()\ndeclare extern_weak void @c()\n\
         define void @f() {\ncall void @a()\ncall void @b()\ncall void @c()\nret void\n}",
        &[
            "FunctionIndexLeb a",
            "FunctionIndexLeb b",
            "FunctionIndexLeb c",
        ],
    );
}

/// The instructions of `@f`.
fn code(text: &str) -> Vec<String> {
    let bytes = build(&format!("{HEAD}{text}{FLAG}"), Relocation::OfModule);
    let text = wat(&bytes).expect("it is valid");
    let lines = text.lines().map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("(func")).skip(1);
    let lines = lines.take_while(|line| *line != ")");
    lines.map(str::to_owned).collect()
}

/// A place in a variable that is found by a loader is an offset of the access, if it is not before
/// the variable.
#[test]
fn offsets_in_variables() {
    let read = |offset: i32| {
        format!(
            "@x = external global [10 x i32]\ndefine i32 @f() {{\n\
             %v = load i32, ptr getelementptr (i8, ptr @x, i32 {offset})\nret i32 %v\n}}"
        )
    };
    let last = |text: &str| code(text).last().cloned().unwrap_or_default();
    assert_eq!(last(&read(12)), "i32.load offset=12");
    assert_eq!(last(&read(0)), "i32.load");
    assert_eq!(last(&read(-4)), "i32.load");
    let near = read(12).replace("external", "external hidden");
    assert_eq!(last(&near), "i32.load");
    check(&near, &[BASE, "MemoryAddrRelSleb x 12"]);
    check(
        "@x = external hidden global i32\ndefine ptr @f() {\n\
         ret ptr getelementptr (i8, ptr @x, i32 -4)\n}",
        &[BASE, "MemoryAddrRelSleb x -4"],
    );
    // The slots of functions have no addends.
    check(
        "declare hidden void @x()\ndefine ptr @f() {\nret ptr getelementptr (i8, ptr @x, i32 4)\n}",
        &[TABLE, "TableIndexRelSleb x"],
    );
}

/// A block finds what it needs once, and edges have what phis need.
#[test]
fn addresses_are_computed_where_they_are_used() {
    check(
        "@x = hidden global i32 0\n@y = hidden global i32 0\n@z = external global i32\n\
         define void @f(i32 %n) {\nstore i32 1, ptr @x\nstore i32 %n, ptr @y\nstore i32 2, ptr @z\n\
         store i32 %n, ptr @z\nret void\n}",
        &[
            BASE,
            "MemoryAddrRelSleb x",
            "MemoryAddrRelSleb y",
            "GlobalIndexLeb z",
        ],
    );
    check(
        "@x = hidden global i32 0\n@z = external global i32\n\
         define i32 @f(i1 %c) {\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\n\
         %p = phi ptr [ @x, %0 ], [ @z, %a ]\n%v = load i32, ptr %p\nret i32 %v\n}",
        &[BASE, "MemoryAddrRelSleb x", "GlobalIndexLeb z"],
    );
    check(
        "@x = hidden global i32 0\n@z = external global i32\ndefine i32 @f() {\n\
         ret i32 sub (i32 ptrtoint (ptr @z to i32), i32 ptrtoint (ptr @x to i32))\n}",
        &["GlobalIndexLeb z", BASE, "MemoryAddrRelSleb x"],
    );
}

const THREADS: &str = "\"target-features\"=\"+atomics,+bulk-memory\"";

/// As in LLVM's back end only a loader of Emscripten finds the variables of threads that other
/// libraries have.
#[test]
fn variables_of_threads() {
    let text = |model: &str, kind: &str| {
        format!(
            "@x = {kind} thread_local{model} global i32 {}\n\
             define ptr @f() {THREADS} {{\nret ptr @x\n}}\n",
            if kind.contains("external") { "" } else { "1" }
        )
    };
    let own = &["GlobalIndexLeb __tls_base", "MemoryAddrTlsSleb x"];
    for kind in ["external", "hidden", "", "internal"] {
        check(&text("", kind), own);
    }
    let emscripten = |model: &str, kind: &str| {
        let target = "target triple = \"wasm32-unknown-emscripten\"\n";
        format!("{target}{}", text(model, kind))
    };
    check(&emscripten("", "external"), &["GlobalIndexLeb x"]);
    check(&emscripten("(initialexec)", ""), &["GlobalIndexLeb x"]);
    check(&emscripten("(localexec)", ""), own);
    check(&emscripten("", "hidden"), own);
    // With one thread they are variables like others.
    let one = text("", "external").replace(THREADS, "");
    check(&one, &["GlobalIndexLeb x"]);
}

#[test]
fn wide_addresses() {
    let text = "target datalayout = \"e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"\n\
        target triple = \"wasm64-unknown-unknown\"\n@far = external global i64\n\
        @near = hidden global [4 x i64] zeroinitializer\ndeclare hidden void @g()\n\
        @own = internal thread_local global i32 1\n\
        define void @f() \"target-features\"=\"+atomics,+bulk-memory\" {\nstore ptr @g, ptr @far\n\
        store ptr @own, ptr getelementptr (i8, ptr @near, i64 8)\nret void\n}";
    let bytes = build(text, Relocation::PositionIndependent);
    let expected = [
        "GlobalIndexLeb far",
        TABLE,
        "TableIndexRelSleb64 g",
        BASE,
        "MemoryAddrRelSleb64 near 8",
        "GlobalIndexLeb __tls_base",
        "MemoryAddrTlsSleb64 own",
    ];
    assert_eq!(relocations(&bytes), expected);
}

/// Only objects are position-independent, and those that are to be.
#[test]
fn what_is_asked_for_counts() {
    let text = format!(
        "{HEAD}@x = global i32 7\ndefine i32 @f() {{\n%v = load i32, ptr @x\nret i32 %v\n}}"
    );
    let with_flag = format!("{text}{FLAG}");
    let fixed = ["MemoryAddrLeb x"];
    let loaded = ["GlobalIndexLeb x"];
    for (text, relocation, expected) in [
        (&text, Relocation::OfModule, fixed),
        (&text, Relocation::PositionIndependent, loaded),
        (&with_flag, Relocation::OfModule, loaded),
        (&with_flag, Relocation::Static, fixed),
    ] {
        assert_eq!(relocations(&build(text, relocation)), expected);
    }
    let module = unsnarl_llvm::read(&with_flag).expect("the test is well formed");
    let bytes = compile(&module, &Options::default())
        .expect("the module is small")
        .bytes;
    wasmparser::validate(&bytes).expect("it is validated");
}

/// A program that is loaded in pieces has one tag, which none of them defines.
#[test]
fn the_tag_of_exceptions_is_imported() {
    let text = "declare void @llvm.wasm.throw(i32, ptr)\ndefine void @f(ptr %p) {\n\
                call void @llvm.wasm.throw(i32 0, ptr %p)\nunreachable\n}";
    for (flag, expected) in [("", 0), (FLAG, 1)] {
        let bytes = build(&format!("{HEAD}{text}{flag}"), Relocation::OfModule);
        let mut imported = 0;
        for payload in Parser::new(0).parse_all(&bytes) {
            if let Payload::ImportSection(section) = payload.expect("objects are modules") {
                let tags = section.into_imports().filter(|import| {
                    let import = import.as_ref().expect("it is valid");
                    matches!(import.ty, wasmparser::TypeRef::Tag(_))
                });
                imported += tags.count();
            }
        }
        assert_eq!(imported, expected);
        assert_eq!(relocations(&bytes), ["EventIndexLeb __cpp_exception"]);
    }
}

const DISTANCES: &str = "@a = external global i32
@b = internal constant i32 7
@r = constant { i32, i32, i32 } { i32 1,
  i32 sub (i32 ptrtoint (ptr @a to i32), i32 ptrtoint (ptr @r to i32)),
  i32 sub (i32 ptrtoint (ptr getelementptr (i8, ptr @b, i32 2) to i32),
    i32 ptrtoint (ptr getelementptr (i8, ptr @r, i32 8) to i32)) }";

/// As LLVM writes them, in code that is position-independent or not.
#[test]
fn a_distance_from_the_place_is_one_relocation() {
    for flag in ["", FLAG] {
        let bytes = build(&format!("{HEAD}{DISTANCES}{flag}"), Relocation::OfModule);
        assert_eq!(
            relocations_of(&bytes, "reloc.DATA"),
            ["MemoryAddrLocrelI32 a 4", "MemoryAddrLocrelI32 b 2"]
        );
    }
}

#[test]
fn other_distances_are_refused() {
    for (what, value) in [
        (
            "of two others",
            "i32 sub (i32 ptrtoint (ptr @a to i32), i32 ptrtoint (ptr @b to i32))",
        ),
        (
            "of a function",
            "i32 sub (i32 ptrtoint (ptr @f to i32), i32 ptrtoint (ptr @r to i32))",
        ),
    ] {
        let text = format!(
            "{HEAD}@a = external global i32\n@b = external global i32\ndeclare void @f()\n@r = constant VALUE\n"
        );
        let text = text.replace("VALUE", value);
        let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let error = object(&module, &Options::default()).expect_err(what);
        let error = error.to_string();
        assert!(error.contains("an address difference"), "{error}");
    }
}

/// A library has no stack of its own: the loader says where that of the program is.
#[test]
fn the_bounds_of_the_stack_come_from_the_loader() {
    let text = "declare void @g(ptr)\n\
                define void @f() {\n%a = alloca [100 x i8]\ncall void @g(ptr %a)\nret void\n}";
    let options = Options {
        stack: Stack::Checked,
        ..Options::default()
    };
    let found = relocations(&build_with(&format!("{HEAD}{text}{FLAG}"), &options));
    assert!(
        found.contains(&"GlobalIndexLeb __stack_low".to_owned()),
        "{found:?}"
    );
    assert!(
        !found.iter().any(|entry| entry.starts_with("MemoryAddr")),
        "{found:?}"
    );
}
