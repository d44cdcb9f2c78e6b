//! Objects for several threads: atomic operations, variables of threads, and what the linker is
//! told. That they work is shown by `cargo xtask conformance --only threads`.

use unsnarl_wasm::{Options, compile, object, wat};
use wasmparser::{
    BinaryReader, KnownCustom, Linking, Parser, Payload, RelocationType, SegmentFlags, SymbolFlags,
    SymbolInfo,
};

const HEAD: &str =
    "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"\n";

/// The features of a function; without them, there is one thread.
const THREADS: &str = "\"target-features\"=\"+atomics,+bulk-memory\"";

fn module(text: &str) -> unsnarl_ir::Module {
    unsnarl_llvm::read(&format!("{HEAD}{text}")).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A function `@f` with these parameters, result and code.
fn function(header: &str, body: &str, features: &str) -> String {
    let (result, parameters) = header.split_once(' ').expect("a result and parameters");
    format!("define {result} @f({parameters}) {features} {{\n{body}\n}}\n")
}

fn build(text: &str) -> Vec<u8> {
    let output = object(&module(text), &Options::default());
    let output = output.unwrap_or_else(|error| panic!("{error}\n{text}"));
    for report in &output.reports {
        assert!(report.verdict.is_proved(), "{text}");
        assert_eq!(report.data.to_string(), "data proved", "{text}");
    }
    output.bytes
}

/// The names of the instructions between the operands of `@f` and its end.
fn names(bytes: &[u8]) -> Vec<String> {
    let text = wat(bytes).expect("it is valid");
    let lines = text.lines().map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("(func")).skip(1);
    let lines = lines.take_while(|line| *line != ")");
    let names = lines.filter_map(|line| line.split(' ').next());
    let others = names.filter(|name| !name.starts_with("local.") && !name.starts_with('('));
    others.map(str::to_owned).collect()
}

#[track_caller]
fn check(header: &str, body: &str, expected: &[&str]) {
    let bytes = build(&function(header, body, THREADS));
    assert_eq!(names(&bytes), expected, "{body}");
}

#[test]
fn accesses_are_operations() {
    check(
        "i32 ptr %p",
        "%r = load atomic i32, ptr %p seq_cst, align 4\nret i32 %r",
        &["i32.atomic.load"],
    );
    check(
        "i8 ptr %p",
        "%r = load atomic i8, ptr %p monotonic, align 1\nret i8 %r",
        &["i32.atomic.load8_u"],
    );
    check(
        "double ptr %p",
        "%r = load atomic double, ptr %p acquire, align 8\nret double %r",
        &["i64.atomic.load", "f64.reinterpret_i64"],
    );
    check(
        "void ptr %p, i64 %v",
        "store atomic i64 %v, ptr %p release, align 8\nret void",
        &["i64.atomic.store"],
    );
    check(
        "void ptr %p, float %v",
        "store atomic float %v, ptr %p release, align 4\nret void",
        &["i32.reinterpret_f32", "i32.atomic.store"],
    );
    check(
        "ptr ptr %p, ptr %v",
        "%r = atomicrmw xchg ptr %p, ptr %v seq_cst, align 4\nret ptr %r",
        &["i32.atomic.rmw.xchg"],
    );
    check(
        "i16 ptr %p, i16 %v",
        "%q = getelementptr inbounds i16, ptr %p, i32 3\n\
         %r = atomicrmw sub ptr %q, i16 %v seq_cst, align 2\nret i16 %r",
        &["i32.atomic.rmw16.sub_u"],
    );
    check(
        "i64 ptr %p, i64 %v",
        "%r = atomicrmw xor ptr %p, i64 %v seq_cst\nret i64 %r",
        &["i64.atomic.rmw.xor"],
    );
}

#[test]
fn a_result_is_extended_by_zeros() {
    check(
        "i32 ptr %p, i8 %v",
        "%r = atomicrmw add ptr %p, i8 %v seq_cst\n%z = zext i8 %r to i32\nret i32 %z",
        &["i32.atomic.rmw8.add_u"],
    );
    check(
        "i1 ptr %p, i32 %e, i32 %n",
        "%r = cmpxchg ptr %p, i32 %e, i32 %n seq_cst monotonic\n\
         %s = extractvalue { i32, i1 } %r, 1\nret i1 %s",
        &["i32.atomic.rmw.cmpxchg", "i32.eq"],
    );
}

/// What is above the bits of an expected number must not matter.
#[test]
fn an_expected_number_is_extended() {
    check(
        "i8 ptr %p, i8 %e, i8 %n",
        "%r = cmpxchg weak ptr %p, i8 %e, i8 %n seq_cst seq_cst\n\
         %s = extractvalue { i8, i1 } %r, 0\nret i8 %s",
        &["i32.const", "i32.and", "i32.atomic.rmw8.cmpxchg_u"],
    );
}

#[test]
fn other_changes_are_loops() {
    check(
        "i32 ptr %p, i32 %v",
        "%r = atomicrmw nand ptr %p, i32 %v seq_cst\nret i32 %r",
        &[
            "i32.atomic.load",
            "loop",
            "i32.and",
            "i32.const",
            "i32.xor",
            "i32.atomic.rmw.cmpxchg",
            "i32.ne",
            "if",
            "br",
            "end",
            "end",
        ],
    );
}

#[test]
fn fences_order_threads_and_not_signals() {
    check("void ptr %p", "fence seq_cst\nret void", &["atomic.fence"]);
    check(
        "void ptr %p",
        "fence syncscope(\"singlethread\") seq_cst\nret void",
        &[],
    );
}

#[test]
fn threads_wait_and_are_woken() {
    let body = "%a = call i32 @llvm.wasm.memory.atomic.wait32(ptr %p, i32 %n, i64 -1)\n\
                %b = call i32 @llvm.wasm.memory.atomic.wait64(ptr %p, i64 5, i64 -1)\n\
                %c = call i32 @llvm.wasm.memory.atomic.notify(ptr %p, i32 %n)\nret i32 %a";
    let outside = "declare i32 @llvm.wasm.memory.atomic.wait32(ptr, i32, i64)\n\
                   declare i32 @llvm.wasm.memory.atomic.wait64(ptr, i64, i64)\n\
                   declare i32 @llvm.wasm.memory.atomic.notify(ptr, i32)\n";
    let bytes = build(&(function("i32 ptr %p, i32 %n", body, THREADS) + outside));
    let waits: Vec<String> = names(&bytes)
        .into_iter()
        .filter(|name| name.starts_with("memory."))
        .collect();
    assert_eq!(
        waits,
        [
            "memory.atomic.wait32",
            "memory.atomic.wait64",
            "memory.atomic.notify"
        ]
    );
}

/// Without the features, and in a module of its own, there is one thread.
#[test]
fn one_thread_has_plain_accesses() {
    let body = "%r = atomicrmw add ptr %p, i32 %v seq_cst\nfence seq_cst\nret i32 %r";
    for features in ["", "\"target-features\"=\"+atomics\""] {
        let bytes = build(&function("i32 ptr %p, i32 %v", body, features));
        assert_eq!(names(&bytes), ["i32.load", "i32.add", "i32.store"]);
    }
    let text = function(
        "i32 ptr %p, i32 %v",
        body,
        &format!("\"wasm-export-name\"=\"f\" {THREADS}"),
    );
    let output = compile(&module(&text), &Options::default());
    let bytes = output.expect("it compiles").bytes;
    assert_eq!(names(&bytes), ["i32.load", "i32.add", "i32.store"]);
}

/// The features of an object, as the linker sees them: `+` for those that are used, `-` for those
/// that must not be there.
fn features(text: &str) -> Vec<String> {
    let bytes = build(text);
    for payload in Parser::new(0).parse_all(&bytes) {
        let Payload::CustomSection(section) = payload.expect("objects are modules") else {
            continue;
        };
        if section.name() == "target_features" {
            let mut reader = BinaryReader::new(section.data(), 0);
            let count = reader.read_var_u32().expect("it is there");
            let feature = |_| {
                let prefix = char::from(reader.read_u8().expect("it is there"));
                format!("{prefix}{}", reader.read_string().expect("it is there"))
            };
            return (0..count).map(feature).collect();
        }
    }
    Vec::new()
}

/// A program with shared memory must not have an object in which accesses and variables were made
/// simpler: LLVM's say the same.
#[test]
fn what_was_made_simpler_is_not_linked_with_shared_memory() {
    let check = |text: &str, is_said: bool| {
        let said = features(text)
            .iter()
            .any(|feature| feature == "-shared-mem");
        assert_eq!(said, is_said, "{text}");
    };
    let own = |features: &str| function("void ptr %p", "ret void", features);
    check(&own(""), false);
    let alone = "\"target-features\"=\"+atomics\"";
    for (variable, is_said) in [
        ("@v = thread_local global i32 0\n", true),
        ("@v = external thread_local(initialexec) global i32\n", true),
        ("@v = global i32 0\n", false),
    ] {
        for features in ["", alone] {
            check(&format!("{variable}{}", own(features)), is_said);
        }
        check(&format!("{variable}{}", own(THREADS)), false);
    }
    for access in [
        "%r = load atomic i32, ptr %p monotonic, align 4",
        "store atomic i32 0, ptr %p release, align 4",
        "%r = atomicrmw add ptr %p, i32 1 seq_cst",
        "%r = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst",
        "fence seq_cst",
    ] {
        let body = format!("{access}\nret void");
        check(&function("void ptr %p", &body, ""), true);
        check(&function("void ptr %p", &body, alone), true);
        check(&function("void ptr %p", &body, THREADS), false);
    }
    assert_eq!(
        features(&own(THREADS)),
        ["+atomics", "+bulk-memory", "+reference-types"]
    );
}

/// Variables with flags and relocations of an object: `x thread-local in .tdata.x`.
fn variables(bytes: &[u8]) -> (Vec<String>, Vec<RelocationType>) {
    let (mut lines, mut kinds) = (Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(bytes) {
        let Payload::CustomSection(section) = payload.expect("objects are modules") else {
            continue;
        };
        match section.as_known() {
            KnownCustom::Linking(linking) => {
                for part in linking.subsections() {
                    match part.expect("it is well formed") {
                        Linking::SymbolTable(symbols) => {
                            let symbols = symbols.into_iter().map(|symbol| symbol.expect("one"));
                            lines.extend(
                                symbols
                                    .filter_map(|symbol| match symbol {
                                        SymbolInfo::Data { flags, name, .. } => {
                                            Some((name, flags.contains(SymbolFlags::TLS)))
                                        }
                                        _ => None,
                                    })
                                    .map(|(name, is_own)| format!("{name} {is_own}")),
                            );
                        }
                        Linking::SegmentInfo(segments) => {
                            let segments =
                                segments.into_iter().map(|segment| segment.expect("one"));
                            lines.extend(segments.map(|segment| {
                                let is_own = segment.flags.contains(SegmentFlags::TLS);
                                format!("{} {is_own}", segment.name)
                            }));
                        }
                        _ => {}
                    }
                }
            }
            KnownCustom::Reloc(relocations) => {
                let entries = relocations.entries().into_iter();
                kinds.extend(entries.map(|entry| entry.expect("one").ty));
            }
            _ => {}
        }
    }
    (lines, kinds)
}

const VARIABLES: &str = "@x = thread_local global i32 7\n\
    @z = internal thread_local(localexec) global [4 x i32] zeroinitializer\n\
    @e = external thread_local(initialexec) global i64\n\
    @plain = global i32 8\n\
    declare ptr @llvm.threadlocal.address.p0(ptr)\n";

const USES: &str = "%a = call ptr @llvm.threadlocal.address.p0(ptr @x)\n\
    %v = load i32, ptr %a\n\
    %q = getelementptr inbounds [4 x i32], ptr @z, i32 0, i32 %i\n\
    store i32 %v, ptr %q\n\
    store i32 %v, ptr getelementptr inbounds ([4 x i32], ptr @z, i32 0, i32 2)\n\
    store i64 1, ptr @e\n\
    store i32 %v, ptr @plain\n\
    ret void";

#[test]
fn each_thread_has_its_own_variables() {
    let bytes = build(&(VARIABLES.to_owned() + &function("void i32 %i", USES, THREADS)));
    let (lines, kinds) = variables(&bytes);
    for line in [
        "x true",
        "z true",
        "e true",
        "plain false",
        ".tdata.x true",
        ".tbss.z true",
        ".data.plain false",
    ] {
        assert!(lines.contains(&line.to_owned()), "{line}: {lines:?}");
    }
    let count = |wanted| kinds.iter().filter(|&&kind| kind == wanted).count();
    assert_eq!(count(RelocationType::MemoryAddrTlsSleb), 4, "{kinds:?}");
    assert_eq!(count(RelocationType::MemoryAddrLeb), 1, "{kinds:?}");
    assert!(count(RelocationType::GlobalIndexLeb) > 0, "{kinds:?}");
}

#[test]
fn one_thread_has_plain_variables() {
    let bytes = build(&(VARIABLES.to_owned() + &function("void i32 %i", USES, "")));
    let (lines, kinds) = variables(&bytes);
    assert!(
        lines.iter().all(|line| line.ends_with("false")),
        "{lines:?}"
    );
    assert!(!kinds.contains(&RelocationType::MemoryAddrTlsSleb));
}

/// What is too large, or not aligned, is a call of the library with the size, or with a name that
/// says it, as by LLVM.
#[test]
fn other_accesses_are_calls() {
    for (header, body, expected) in [
        (
            "i32 ptr %p",
            "%r = load atomic i32, ptr %p acquire, align 1\nret i32 %r",
            "__atomic_load",
        ),
        (
            "void ptr %p, double %v",
            "store atomic double %v, ptr %p release, align 4\nret void",
            "__atomic_store",
        ),
        (
            "i64 ptr %p, i64 %v",
            "%r = atomicrmw xchg ptr %p, i64 %v seq_cst, align 4\nret i64 %r",
            "__atomic_exchange",
        ),
        (
            "i64 ptr %p, i64 %v",
            "%r = atomicrmw add ptr %p, i64 %v seq_cst, align 4\nret i64 %r",
            "__atomic_compare_exchange",
        ),
        (
            "i128 ptr %p, i128 %v",
            "%r = atomicrmw add ptr %p, i128 %v seq_cst, align 16\nret i128 %r",
            "__atomic_fetch_add_16",
        ),
        (
            "i128 ptr %p, i128 %v",
            "%r = atomicrmw umin ptr %p, i128 %v seq_cst, align 16\nret i128 %r",
            "__atomic_compare_exchange_16",
        ),
    ] {
        let bytes = build(&function(header, body, THREADS));
        let names = names(&bytes);
        assert!(names.iter().any(|name| name == "call"), "{body}: {names:?}");
        assert!(!names.iter().any(|name| name.contains("atomic")), "{body}");
        let symbol = expected.as_bytes();
        assert!(
            bytes.windows(symbol.len()).any(|part| part == symbol),
            "{body}: {expected}"
        );
        // With one thread they are plain accesses.
        let plain = build(&function(header, body, ""));
        assert!(!plain.windows(symbol.len()).any(|part| part == symbol));
    }
}

#[track_caller]
fn refused(text: &str, named: &str) {
    let error = object(&module(text), &Options::default());
    let error = error.err().map(|error| error.to_string());
    let error = error.unwrap_or_else(|| panic!("it compiled\n{text}"));
    assert!(error.contains(named), "{error}\n{text}");
}

#[test]
fn what_is_no_operation_is_refused() {
    let vector = "%r = load atomic <2 x i32>, ptr %p seq_cst, align 8\nret void";
    refused(
        &function("void ptr %p", vector, THREADS),
        "a value of type <2 x i32>",
    );
    let address = "@x = thread_local global i32 7\n@p = global ptr @x\n";
    refused(
        &(address.to_owned() + &function("void ptr %p", "ret void", THREADS)),
        "starts with the address of a thread-local variable",
    );
}

/// The numbers of the linker about the variables of threads.
#[test]
fn the_variables_of_threads_are_laid_out_by_the_linker() {
    for (result, name, expected) in [
        ("i32", "size.i32", "__tls_size"),
        ("i32", "align.i32", "__tls_align"),
        ("ptr", "base", "__tls_base"),
    ] {
        let text = format!(
            "define {result} @f() {THREADS} {{\n%r = call {result} @llvm.wasm.tls.{name}()\n\
             ret {result} %r\n}}\ndeclare {result} @llvm.wasm.tls.{name}()\n"
        );
        let bytes = build(&text);
        assert_eq!(names(&bytes), ["global.get"], "{name}");
        let imports = Parser::new(0).parse_all(&bytes).filter_map(|payload| {
            match payload.expect("objects are modules") {
                Payload::ImportSection(section) => Some(section),
                _ => None,
            }
        });
        let imports = imports.flat_map(|section| section.into_imports().collect::<Vec<_>>());
        let names: Vec<String> = imports
            .map(|import| import.expect("it is valid").name.to_owned())
            .collect();
        assert!(names.iter().any(|found| found == expected), "{names:?}");
    }
}
