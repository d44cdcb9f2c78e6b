//! Objects: their symbols, and which part of a module becomes which.

use unsnarl_wasm::{Options, compile, object};
use wasmparser::{
    KnownCustom, Linking, LinkingSectionReader, Parser, Payload, SegmentFlags, SymbolFlags,
    SymbolInfo, TypeRef,
};

const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n";

fn build(text: &str) -> Vec<u8> {
    let module =
        unsnarl_llvm::read(&format!("{HEAD}{text}")).unwrap_or_else(|error| panic!("{error}"));
    let output = object(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        output
            .reports
            .iter()
            .all(|report| report.verdict.is_proved())
    );
    output.bytes
}

/// A line for each symbol, segment, constructor, comdat and export of an object, in its order.
fn describe(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.expect("objects are modules") {
            Payload::ExportSection(exports) => {
                for export in exports {
                    lines.push(format!("export {}", export.expect("it was validated").name));
                }
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Linking(linking) = section.as_known() {
                    describe_linking(linking, &mut lines);
                }
            }
            _ => {}
        }
    }
    lines
}

fn describe_linking(linking: LinkingSectionReader<'_>, lines: &mut Vec<String>) {
    for part in linking.subsections() {
        match part.expect("the section is well formed") {
            Linking::SymbolTable(symbols) => {
                for symbol in symbols {
                    lines.push(describe_symbol(symbol.expect("the table is well formed")));
                }
            }
            Linking::SegmentInfo(segments) => {
                for segment in segments {
                    let segment = segment.expect("the list is well formed");
                    let align = 1 << segment.alignment;
                    let flags = match segment.flags.contains(SegmentFlags::STRINGS) {
                        true => " strings",
                        false => "",
                    };
                    lines.push(format!("segment {} align {align}{flags}", segment.name));
                }
            }
            Linking::InitFuncs(functions) => {
                for function in functions {
                    let function = function.expect("the list is well formed");
                    lines.push(format!(
                        "start {} {}",
                        function.priority, function.symbol_index
                    ));
                }
            }
            Linking::ComdatInfo(groups) => {
                for group in groups {
                    let group = group.expect("the list is well formed");
                    let members = group.symbols.into_iter().map(|member| {
                        let member = member.expect("the list is well formed");
                        format!("{:?} {}", member.kind, member.index)
                    });
                    let members: Vec<String> = members.collect();
                    lines.push(format!("comdat {}: {}", group.name, members.join(", ")));
                }
            }
            other => panic!("{other:?} is no subsection of C"),
        }
    }
}

fn describe_symbol(symbol: SymbolInfo<'_>) -> String {
    let (kind, flags, name) = match symbol {
        SymbolInfo::Func { flags, index, name } => {
            (format!("function {index}"), flags, name.unwrap_or("import"))
        }
        SymbolInfo::Data {
            flags,
            name,
            symbol,
        } => {
            let place =
                symbol.map(|data| format!(" {}+{}..{}", data.index, data.offset, data.size));
            (format!("data{}", place.unwrap_or_default()), flags, name)
        }
        SymbolInfo::Global { flags, name, .. } => {
            ("global".to_owned(), flags, name.unwrap_or("import"))
        }
        SymbolInfo::Table { flags, name, .. } => {
            ("table".to_owned(), flags, name.unwrap_or("import"))
        }
        other => panic!("{other:?} is no symbol of C"),
    };
    let words = [
        (SymbolFlags::BINDING_WEAK, "weak"),
        (SymbolFlags::BINDING_LOCAL, "local"),
        (SymbolFlags::VISIBILITY_HIDDEN, "hidden"),
        (SymbolFlags::UNDEFINED, "undefined"),
        (SymbolFlags::EXPORTED, "exported"),
        (SymbolFlags::EXPLICIT_NAME, "named"),
        (SymbolFlags::NO_STRIP, "kept"),
    ];
    let words = words.iter().filter(|(flag, _)| flags.contains(*flag));
    let words: String = words.map(|(_, word)| format!(" {word}")).collect();
    format!("{kind} {name}{words}")
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(describe(&build(text)), expected);
}

#[test]
fn definitions_come_first_then_what_is_used() {
    check(
        "declare i32 @unused(i32)
declare i32 @other(i32)
@here = global i32 7
@there = external global i32
define i32 @f(i32 %x) {
  %a = call i32 @other(i32 %x)
  %b = load i32, ptr @there
  %c = load i32, ptr @here
  %d = add i32 %b, %c
  %e = add i32 %a, %d
  ret i32 %e
}",
        &[
            "function 1 f",
            "data 0+0..4 here",
            "function 0 import undefined",
            "data there undefined",
            "segment .data.here align 4",
        ],
    );
}

#[test]
fn linkage_becomes_binding() {
    check(
        "@a = internal global i32 1
@b = weak global i32 2
@c = hidden constant i32 3
@d = private unnamed_addr constant [2 x i8] c\"x\\00\", align 1
@e = common global [2 x i64] zeroinitializer, align 16
@f = extern_weak global i32
@g = available_externally global i32 5
define internal ptr @h() {
  ret ptr @f
}
define linkonce_odr hidden ptr @i() {
  ret ptr @g
}
declare extern_weak void @j()
define void @k() {
  call void @j()
  ret void
}",
        &[
            "function 1 h local",
            "function 2 i weak hidden",
            "function 3 k",
            "data 0+0..4 a local",
            "data 1+0..4 b weak",
            "data 2+0..4 c hidden",
            "data 3+0..2 d local",
            "data 4+0..16 e weak",
            "data f weak undefined",
            "data g undefined",
            "function 0 import weak undefined",
            "segment .data.a align 4",
            "segment .data.b align 4",
            "segment .rodata.c align 4",
            "segment .rodata.d align 1 strings",
            "segment .bss.e align 16",
        ],
    );
}

/// A line for each segment of a module.
#[track_caller]
fn check_segments(text: &str, expected: &[&str]) {
    let mut lines = describe(&build(text));
    lines.retain(|line| line.starts_with("segment"));
    assert_eq!(lines, expected);
}

/// As `llc-19` flags them.
#[test]
fn strings_may_be_merged() {
    check_segments(
        "@a = private unnamed_addr constant [2 x i8] c\"x\\00\"
@b = unnamed_addr constant [2 x i8] c\"x\\00\", align 4
@c = private unnamed_addr constant [1 x i8] zeroinitializer
@d = private unnamed_addr constant [2 x i8] [i8 66, i8 0]
@e = private unnamed_addr constant [2 x i16] [i16 7, i16 0]
@f = private unnamed_addr constant [3 x i32] [i32 7, i32 256, i32 0]
@g = weak_odr unnamed_addr constant [2 x i8] c\"x\\00\"",
        &[
            "segment .rodata.a align 1 strings",
            "segment .rodata.b align 4 strings",
            "segment .rodata.c align 1 strings",
            "segment .rodata.d align 1 strings",
            "segment .rodata.e align 2 strings",
            "segment .rodata.f align 4 strings",
            "segment .rodata.g align 1 strings",
        ],
    );
}

#[test]
fn what_is_no_string_or_has_an_address_of_its_own_is_not_merged() {
    check_segments(
        "@address = private constant [2 x i8] c\"x\\00\"
@within = private local_unnamed_addr constant [2 x i8] c\"x\\00\"
@written = private unnamed_addr global [2 x i8] c\"x\\00\"
@inner = private unnamed_addr constant [3 x i8] c\"x\\00\\00\"
@open = private unnamed_addr constant [2 x i8] c\"xy\"
@zeros = private unnamed_addr constant [2 x i8] zeroinitializer
@number = private unnamed_addr constant i8 0
@wider = private unnamed_addr constant [2 x i64] [i64 1, i64 0]
@none = private unnamed_addr constant [0 x i8] zeroinitializer
@pointers = private unnamed_addr constant [2 x ptr] [ptr @open, ptr null]",
        &[
            "segment .rodata.address align 1",
            "segment .rodata.within align 1",
            "segment .data.written align 1",
            "segment .rodata.inner align 1",
            "segment .rodata.open align 1",
            "segment .rodata.zeros align 1",
            "segment .rodata.number align 1",
            "segment .rodata.wider align 8",
            "segment .rodata.none align 1",
            "segment .rodata.pointers align 4",
        ],
    );
}

/// The linker cuts segments of alignment 1 at zero bytes, and a named section may be walked.
#[test]
fn what_a_linker_would_merge_wrongly_is_not_flagged() {
    check_segments(
        "@loose = private unnamed_addr constant [2 x i16] [i16 7, i16 0], align 1
@named = private unnamed_addr constant [2 x i8] c\"x\\00\", section \"mine\"",
        &["segment .rodata.loose align 1", "segment mine align 1"],
    );
}

#[test]
fn aliases_stand_for_the_same_place() {
    check(
        "@pair = global [2 x i32] [i32 1, i32 2], section \"mine\"
@second = alias i32, getelementptr ([2 x i32], ptr @pair, i32 0, i32 1)
@other = weak alias i32 (), ptr @f
define i32 @f() {
  %v = load i32, ptr @second
  ret i32 %v
}
define i32 @g() {
  %v = call i32 @other()
  ret i32 %v
}",
        &[
            "function 0 f",
            "function 1 g",
            "data 0+0..8 pair",
            "data 0+4..4 second",
            "function 0 other weak",
            "segment mine align 4",
        ],
    );
}

#[test]
fn functions_that_run_before_and_after() {
    check(
        "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @end, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @late], section \"llvm.metadata\"
define void @early() {
  ret void
}
define internal void @late() {
  ret void
}
define void @end() {
  ret void
}",
        &[
            "function 1 early",
            "function 2 late local kept",
            "function 3 end",
            "function 4 call_destructors.200 local",
            "function 5 register_destructors.200 local",
            "table import undefined kept",
            "data __dso_handle hidden undefined",
            "function 0 import undefined",
            "start 101 0",
            "start 200 4",
            "start 65535 1",
        ],
    );
}

#[test]
fn groups_imports_and_exports() {
    check(
        "$group = comdat any
@data = linkonce_odr constant i32 1, comdat($group)
define linkonce_odr void @f() comdat($group) {
  ret void
}
declare void @host() \"wasm-import-module\"=\"world\" \"wasm-import-name\"=\"call\"
define void @g() \"wasm-export-name\"=\"go\" {
  call void @host()
  ret void
}",
        &[
            "export go",
            "function 1 f weak",
            "function 2 g exported kept",
            "data 0+0..4 data weak",
            "function 0 host undefined named",
            "segment .rodata.data align 4",
            "comdat group: Data 0, Func 1",
        ],
    );
}

#[test]
fn equal_inputs_give_equal_bytes() {
    let text = "declare double @fmod(double, double)
@table = global [2 x ptr] [ptr @f, ptr @g]
define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}
define double @g(double %x) {
  %y = call double @fmod(double %x, double 2.0)
  ret double %y
}";
    assert_eq!(build(text), build(text));
}

/// A line for each function that an object imports: its name and its type.
fn imported(text: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut lines = Vec::new();
    for payload in Parser::new(0).parse_all(&build(text)) {
        match payload.expect("objects are modules") {
            Payload::TypeSection(section) => {
                for ty in section.into_iter_err_on_gc_types() {
                    types.push(ty.expect("it was validated"));
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("it was validated");
                    if let TypeRef::Func(index) = import.ty {
                        let ty = &types[index as usize];
                        lines.push(format!(
                            "{} {:?} {:?}",
                            import.name,
                            ty.params(),
                            ty.results()
                        ));
                    }
                }
            }
            _ => {}
        }
    }
    lines
}

#[track_caller]
fn check_imported(text: &str, expected: &[&str]) {
    assert_eq!(imported(text), expected);
}

#[test]
fn without_a_prototype_the_calls_say_the_type() {
    check_imported(
        "declare i32 @f(...) #0
define i32 @g(i32 %k) {
  %r = call i32 @f(i32 %k, i64 2, double 1.5)
  ret i32 %r
}
attributes #0 = { \"no-prototype\" }",
        &["f [I32, I64, F64] [I32]"],
    );
    // With typed pointers, through an alias of its type.
    check_imported(
        "declare i32 @f(...) #0
define i32 @g(i32 %k) {
  %r = call i32 bitcast (i32 (...)* @f to i32 (i32, i64)*)(i32 %k, i64 2)
  ret i32 %r
}
attributes #0 = { \"no-prototype\" }",
        &["f [I32, I64] [I32]"],
    );
    // A struct is returned at the address in the first argument.
    check_imported(
        "%s = type { i32, i32 }
declare void @f(ptr sret(%s), ...) #0
define i32 @g() {
  %p = alloca %s
  call void @f(ptr sret(%s) %p, i32 1, i32 2)
  %v = load i32, ptr %p
  ret i32 %v
}
attributes #0 = { \"no-prototype\" }",
        &["f [I32, I32, I32] []"],
    );
}

#[test]
fn of_calls_that_differ_the_longest_says_the_type() {
    check_imported(
        "declare i32 @f(...) #0
define i32 @g(i32 %k) {
  %r = call i32 @f(i32 %k)
  %z = zext i32 %r to i64
  %s = call i32 @f(i32 %k, i64 %z)
  %t = call i32 @f(double 0.0, i32 2)
  %u = call i32 @f()
  ret i32 %u
}
attributes #0 = { \"no-prototype\" }",
        &["f [I32, I64] [I32]"],
    );
}

#[test]
fn without_a_call_there_are_no_parameters() {
    check_imported(
        "declare double @f(...) #0
declare void @h(...)
define ptr @g() {
  call void (...) @h(i32 1)
  ret ptr @f
}
attributes #0 = { \"no-prototype\" }",
        &["h [I32] []", "f [] [F64]"],
    );
}

/// `__original_main` and `main` are as `llc-19` and `llc-22` have them.
#[test]
fn main_has_the_symbols_of_the_start_code() {
    let functions = |text: &str| -> Vec<String> {
        let mut lines = describe(&build(text));
        lines.retain(|line| !line.starts_with("segment"));
        lines
    };
    for (text, expected) in [
        (
            "define i32 @main() { ret i32 7 }",
            &[
                "function 0 __original_main",
                "function 1 main",
                "function 0 __main_void weak hidden",
            ][..],
        ),
        (
            "define weak hidden i32 @main() { ret i32 7 }",
            &[
                "function 0 __original_main weak hidden",
                "function 1 main weak hidden",
                "function 0 __main_void weak hidden",
            ],
        ),
        (
            "define i32 @main(i32 %n, ptr %v) { ret i32 7 }",
            &["function 0 main", "function 0 __main_argc_argv weak hidden"],
        ),
        // As clang writes it.
        (
            "@__main_void = hidden alias i32 (), ptr @main
define hidden i32 @main() { ret i32 7 }",
            &[
                "function 0 __original_main hidden",
                "function 1 main hidden",
                "function 0 __main_void hidden",
            ],
        ),
        (
            "define hidden i32 @__main_argc_argv(i32 %n, ptr %v) { ret i32 7 }",
            &["function 0 __main_argc_argv hidden"],
        ),
        // No start code calls these.
        ("define void @main() { ret void }", &["function 0 main"]),
        (
            "define i32 @main(i32 %n) { ret i32 7 }",
            &["function 0 main"],
        ),
        (
            "define i32 @main(i32 %n, ptr %v, ptr %e) { ret i32 7 }",
            &["function 0 main"],
        ),
        ("define i64 @main() { ret i64 7 }", &["function 0 main"]),
        ("define i32 @main(...) { ret i32 7 }", &["function 0 main"]),
    ] {
        assert_eq!(functions(text), expected, "{text}");
    }
    check_imported(
        "declare i32 @main()
define i32 @f() {
  %r = call i32 @main()
  ret i32 %r
}",
        &["__original_main [] [I32]"],
    );
    check_imported(
        "declare i32 @main(i32, ptr)
define i32 @f() {
  %r = call i32 @main(i32 0, ptr null)
  ret i32 %r
}",
        &["main [I32, I32] [I32]"],
    );
}

/// The address of a function is a slot of a table, which the linker knows as no offset.
#[test]
fn accesses_at_functions_load_their_slot_first() {
    build(
        "declare void @g()\n\
         @a = alias void (), ptr @h\n\
         define void @h() {\n  ret void\n}\n\
         define i32 @f(i32 %i) {\n\
         %x = load i32, ptr @g\n\
         %p = getelementptr inbounds i8, ptr @h, i32 4\n\
         store i32 %x, ptr %p\n\
         %q = getelementptr inbounds [4 x i32], ptr @a, i32 0, i32 %i\n\
         %y = load i32, ptr %q\n\
         ret i32 %y\n}\n",
    );
}

/// Bytes for tools are a section of the module and of the object, what has one name in one.
#[test]
fn sections_for_tools_are_kept() {
    let text = format!(
        "{HEAD}!wasm.custom_sections = !{{!0, !1, !2}}
!0 = !{{!\"tool\", !\"a\\00\\FF\\22\"}}
!1 = !{{!\"other\", !\"\"}}
!2 = !{{!\"tool\", !\"b\"}}
"
    );
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let again = unsnarl_llvm::read(&module.to_string()).unwrap_or_else(|error| panic!("{error}"));
    for module in [&module, &again] {
        for write in [object, compile] {
            let output = write(module, &Options::default());
            let bytes = output.unwrap_or_else(|error| panic!("{error}")).bytes;
            let sections = Parser::new(0).parse_all(&bytes);
            let sections = sections.filter_map(|payload| match payload.expect("it is valid") {
                Payload::CustomSection(section) => {
                    Some((section.name().to_owned(), section.data().to_owned()))
                }
                _ => None,
            });
            let sections: Vec<_> = sections.collect();
            let has = |name: &str, data: &[u8]| {
                let own = sections.iter().filter(|section| section.0 == name);
                assert_eq!(own.map(|own| &own.1[..]).collect::<Vec<_>>(), [data]);
            };
            has("tool", b"a\0\xff\"b");
            has("other", b"");
        }
    }
}
