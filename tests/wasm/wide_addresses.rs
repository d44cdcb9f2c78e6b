//! Addresses of 64 bits: what code, modules and objects have that those of 32 bits have not.
//!
//! That programs do the same with both is what the tests of all other kinds check.

use crate::engine;
use crate::engine::{WIDE_HEAD, build_with, check_with};
use unsnarl_wasm::{Options, compile, object, wat};
use wasmi::Val;
use wasmparser::{
    ConstExpr, ElementKind, KnownCustom, Operator, Parser, Payload, RelocationType, TypeRef,
};

/// The instructions of `@f` as text, on one line.
#[track_caller]
fn check_code(text: &str, expected: &str) {
    let text = format!(
        "{WIDE_HEAD}{}",
        text.replace("#f", "\"wasm-export-name\"=\"f\"")
    );
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let output = compile(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let text = wat(&output.bytes).expect("it is a module");
    let start = text.find("(func $f ").expect("the function has its name");
    let lines = text[start..].lines().skip(1).map(str::trim);
    let body = lines.take_while(|line| *line != ")" && !line.starts_with("(table"));
    let body: Vec<&str> = body
        .map(|line| line.split(" ;;").next().unwrap_or(line))
        .collect();
    assert_eq!(body.join("; "), expected);
}

#[test]
fn offsets_have_64_bits_where_the_sum_does_not_wrap() {
    check_code(
        "define i8 @f(ptr %p) #f {\n %q = getelementptr inbounds i8, ptr %p, i64 4886718345\n %v = load i8, ptr %q\n ret i8 %v\n}",
        "local.get $p; i32.load8_u offset=4886718345",
    );
    check_code(
        "define i8 @f(ptr %p) #f {\n %q = getelementptr i8, ptr %p, i64 4886718345\n %v = load i8, ptr %q\n ret i8 %v\n}",
        "local.get $p; i64.const 4886718345; i64.add; i32.load8_u",
    );
    check_code(
        "define i8 @f(ptr %p) #f {\n %q = getelementptr inbounds i8, ptr %p, i64 -8\n %v = load i8, ptr %q\n ret i8 %v\n}",
        "local.get $p; i64.const -8; i64.add; i32.load8_u",
    );
    // Two offsets whose sum is no number of 64 bits.
    check_code(
        "define i8 @f(ptr %p) #f {\n %a = getelementptr inbounds i8, ptr %p, i64 9223372036854775807\n\
         %b = getelementptr inbounds i8, ptr %a, i64 9223372036854775807\n\
         %c = getelementptr inbounds i8, ptr %b, i64 9\n %v = load i8, ptr %c\n ret i8 %v\n}",
        "local.get $p; i64.const 9223372036854775807; i64.add; i64.const 9223372036854775807; i64.add; i64.const 9; i64.add; i32.load8_u",
    );
}

#[test]
fn indices_are_extended_and_sizes_are_not_cut() {
    check_code(
        "define ptr @f(ptr %p, i32 %i) #f {\n %q = getelementptr i32, ptr %p, i32 %i\n ret ptr %q\n}",
        "local.get $p; local.get $i; i64.extend_i32_s; i64.const 2; i64.shl; i64.add",
    );
    check_code(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\
         define void @f(ptr %p, ptr %q, i64 %n) #f {\n call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n ret void\n}",
        "local.get $p; local.get $q; local.get $n; memory.copy",
    );
    check_code(
        "declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)\n\
         define void @f(ptr %p, i32 %n) #f {\n call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 %n, i1 false)\n ret void\n}",
        "local.get $p; i32.const 0; local.get $n; i64.extend_i32_u; memory.fill",
    );
    check_code(
        "define i32 @f(ptr %p) #f {\n %n = ptrtoint ptr %p to i32\n ret i32 %n\n}",
        "local.get $p; i32.wrap_i64",
    );
}

#[test]
fn functions_are_called_by_numbers_of_64_bits() {
    check_code(
        "define i32 @f(ptr %p) #f {\n %r = call i32 %p(i32 7)\n ret i32 %r\n}",
        "i32.const 7; local.get $p; call_indirect (type 1)",
    );
}

#[test]
fn the_stack_pointer_has_64_bits() {
    check_code(
        "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\n\
         define void @f() #f {\n %s = call ptr @llvm.stacksave.p0()\n call void @llvm.stackrestore.p0(ptr %s)\n ret void\n}",
        "(local $frame i64); global.get $__stack_pointer; local.set $frame; global.get $__stack_pointer; \
         global.set $__stack_pointer; local.get $frame; global.set $__stack_pointer",
    );
}

/// The memory, the table, the stack pointer and the starts of segments.
#[test]
fn a_module_has_a_wide_memory_and_table() {
    let text = "@g = global [2 x ptr] [ptr @f, ptr @g]\n\
                define ptr @f(i64 %i) \"wasm-export-name\"=\"f\" {\n %p = getelementptr ptr, ptr @g, i64 %i\n\
                %v = load ptr, ptr %p\n ret ptr %v\n}";
    let module = unsnarl_llvm::read(&format!("{WIDE_HEAD}{text}")).expect("it is well formed");
    let output = compile(&module, &Options::default()).expect("it compiles");
    let is_wide = |start: ConstExpr<'_>| {
        let first = start.get_operators_reader().read();
        matches!(first, Ok(Operator::I64Const { .. }))
    };
    let mut seen = Vec::new();
    for payload in Parser::new(0).parse_all(&output.bytes) {
        match payload.expect("it was validated") {
            Payload::TableSection(tables) => {
                let table = tables.into_iter().next().expect("there is one");
                seen.push(("table", table.expect("it was validated").ty.table64));
            }
            Payload::MemorySection(memories) => {
                let memory = memories.into_iter().next().expect("there is one");
                seen.push(("memory", memory.expect("it was validated").memory64));
            }
            Payload::GlobalSection(globals) => {
                let global = globals.into_iter().next().expect("there is one");
                seen.push((
                    "global",
                    is_wide(global.expect("it was validated").init_expr),
                ));
            }
            Payload::ElementSection(elements) => {
                let element = elements.into_iter().next().expect("there is one");
                let kind = element.expect("it was validated").kind;
                if let ElementKind::Active { offset_expr, .. } = kind {
                    seen.push(("elements", is_wide(offset_expr)));
                }
            }
            Payload::DataSection(segments) => {
                let segment = segments.into_iter().next().expect("there is one");
                let kind = segment.expect("it was validated").kind;
                if let wasmparser::DataKind::Active { offset_expr, .. } = kind {
                    seen.push(("data", is_wide(offset_expr)));
                }
            }
            _ => {}
        }
    }
    let names = ["table", "memory", "global", "elements", "data"];
    assert_eq!(seen, names.map(|name| (name, true)));
    let mut instance = build_with(WIDE_HEAD, text);
    let mut at = |index| instance.call("f", &[Val::I64(index)]);
    assert!(matches!(at(0).as_deref(), Some([Val::I64(1)])));
    assert!(matches!(at(1).as_deref(), Some([Val::I64(4096..)])));
    assert!(at(1 << 61 | 1 << 30).is_none());
}

/// Imports and relocations, each with its first number's type; and the features.
#[test]
fn an_object_has_wide_relocations() {
    let text = "@g = external global [9 x i32]\n@p = global ptr getelementptr (i8, ptr @g, i64 5000000000)\n\
                @q = global { ptr, i32 } { ptr @f, i32 trunc (i64 ptrtoint (ptr @g to i64) to i32) }\n\
                define ptr @f(ptr %c) {\n %v = load i32, ptr getelementptr inbounds (i8, ptr @g, i64 5000000000)\n\
                %a = alloca i32\n store i32 %v, ptr %a\n %r = call ptr %c(ptr %a)\n store ptr @f, ptr %r\n ret ptr @g\n}";
    let module = unsnarl_llvm::read(&format!("{WIDE_HEAD}{text}")).expect("it is well formed");
    let output = object(&module, &Options::default()).expect("it compiles");
    assert!(
        output
            .reports
            .iter()
            .all(|report| report.verdict.is_proved())
    );
    let (mut relocations, mut imports, mut features) = (Vec::new(), Vec::new(), String::new());
    for payload in Parser::new(0).parse_all(&output.bytes) {
        match payload.expect("it was validated") {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.expect("it was validated");
                    let what = match import.ty {
                        TypeRef::Memory(memory) => format!("memory {}", memory.memory64),
                        TypeRef::Table(table) => format!("table {}", table.table64),
                        TypeRef::Global(global) => format!("global {}", global.content_type),
                        _ => continue,
                    };
                    imports.push(what);
                }
            }
            Payload::CustomSection(section) if section.name() == "target_features" => {
                features = String::from_utf8_lossy(section.data()).into_owned();
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Reloc(reader) = section.as_known() {
                    for entry in reader.entries() {
                        let entry = entry.expect("the list is well formed");
                        relocations.push((entry.ty, entry.addend));
                    }
                }
            }
            _ => {}
        }
    }
    assert_eq!(imports, ["memory true", "global i64", "table true"]);
    assert!(features.contains("+\u{8}memory64"), "{features}");
    use RelocationType as R;
    let of = |wanted: R| -> Vec<i64> {
        let own = relocations.iter().filter(|&&(ty, _)| ty == wanted);
        own.map(|&(_, addend)| addend).collect()
    };
    assert_eq!(of(R::MemoryAddrLeb64), [5_000_000_000]);
    assert_eq!(of(R::MemoryAddrSleb64), [0]);
    assert_eq!(of(R::TableIndexSleb64), [0]);
    assert_eq!(of(R::MemoryAddrI64), [5_000_000_000]);
    assert_eq!(of(R::TableIndexI64), [0]);
    // The low half of an address.
    assert_eq!(of(R::MemoryAddrI32), [0]);
    assert_eq!(of(R::TableNumberLeb).len(), 1);
    for narrow in [
        R::MemoryAddrLeb,
        R::MemoryAddrSleb,
        R::TableIndexSleb,
        R::TableIndexI32,
    ] {
        assert!(of(narrow).is_empty(), "{narrow:?}");
    }
}

#[test]
fn pointers_take_eight_bytes() {
    check_with(
        WIDE_HEAD,
        "%s = type { i8, ptr, i8 }
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
define internal i32 @sum(i32 %n, ...) {
  %guarded = alloca [2 x ptr]
  %list = getelementptr ptr, ptr %guarded, i64 0
  %behind = getelementptr ptr, ptr %guarded, i64 1
  store i64 -1, ptr %behind
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %p = va_arg ptr %list, ptr
  %b = va_arg ptr %list, i32
  %v = load i32, ptr %p
  %k = load i64, ptr %behind
  %w = trunc i64 %k to i32
  %x = add i32 %a, %b
  %y = add i32 %x, %v
  %z = add i32 %y, %w
  ret i32 %z
}
define i32 @f(i32 %x) #f {
  %a = alloca [2 x %s]
  %size = ptrtoint ptr getelementptr (%s, ptr null, i64 1) to i32
  %q = getelementptr [2 x %s], ptr %a, i64 0, i64 1, i32 1
  store ptr %a, ptr %q
  store i32 %x, ptr %a
  %r = load ptr, ptr %q
  %t = call i32 (i32, ...) @sum(i32 0, i32 %size, ptr %r, i32 1000)
  ret i32 %t
}",
        &[(&[5], Some(24 + 5 + 1000 - 1))],
    );
}

#[test]
fn blocks_have_addresses() {
    let text = "define i32 @f(i32 %x) #f {
entry:
  %big = icmp sgt i32 %x, 10
  %p = select i1 %big, ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)
  indirectbr ptr %p, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}";
    check_with(WIDE_HEAD, text, &[(&[11], Some(1)), (&[10], Some(2))]);
}

#[test]
fn memory_grows_by_pages_of_64_bits() {
    let text = "declare i64 @llvm.wasm.memory.grow.i64(i32, i64)
declare i64 @llvm.wasm.memory.size.i64(i32)
define i64 @f(i64 %n) \"wasm-export-name\"=\"f\" {
  %a = call i64 @llvm.wasm.memory.grow.i64(i32 0, i64 %n)
  %b = call i64 @llvm.wasm.memory.size.i64(i32 0)
  %c = icmp eq i64 %a, -1
  %d = sub i64 %b, %a
  %e = select i1 %c, i64 -1, i64 %d
  ret i64 %e
}";
    let mut instance = build_with(WIDE_HEAD, text);
    let mut grow = |pages| instance.call("f", &[Val::I64(pages)]);
    assert!(matches!(grow(3).as_deref(), Some([Val::I64(3)])));
    assert!(matches!(grow(1 << 50).as_deref(), Some([Val::I64(-1)])));
}

/// What has no meaning with these addresses is an error that names it, in modules and objects.
#[track_caller]
fn check_refused(head: &str, text: &str, named: &str) {
    let module = unsnarl_llvm::read(&format!("{head}{text}")).expect("it is well formed");
    let options = Options::default();
    let errors = [compile(&module, &options), object(&module, &options)];
    for error in errors {
        let error = error.expect_err("it is refused").to_string();
        assert!(error.contains(named), "{error}");
    }
}

#[test]
fn what_has_another_width_is_refused() {
    let grow = |int: &str| {
        format!(
            "declare {int} @llvm.wasm.memory.grow.{int}(i32, {int})\n\
             define {int} @f({int} %n) \"wasm-export-name\"=\"f\" {{\n\
             %a = call {int} @llvm.wasm.memory.grow.{int}(i32 0, {int} %n)\n ret {int} %a\n}}"
        )
    };
    check_refused(WIDE_HEAD, &grow("i32"), "intrinsic llvm.wasm.memory.grow");
    check_refused(
        engine::HEAD,
        &grow("i64"),
        "intrinsic llvm.wasm.memory.grow",
    );
    check_refused(
        WIDE_HEAD,
        "define i32 @f(ptr addrspace(10) %p) \"wasm-export-name\"=\"f\" {\n ret i32 0\n}",
        "ptr addrspace(10)",
    );
    let text = "@g = external global i32\n\
                @h = global i48 trunc (i64 ptrtoint (ptr @g to i64) to i48)\n\
                define ptr @f() {\n ret ptr @h\n}";
    let module = unsnarl_llvm::read(&format!("{WIDE_HEAD}{text}")).expect("it is well formed");
    let error = object(&module, &Options::default()).expect_err("the linker cannot write that");
    let named = "starts with an address in 6 bytes";
    assert!(error.to_string().contains(named), "{error}");
    let large = "@a = global [2147483648 x i8] zeroinitializer\n@b = global [2147483648 x i8] zeroinitializer\n\
                 define ptr @f(i1 %c) \"wasm-export-name\"=\"f\" {\n %p = select i1 %c, ptr @a, ptr @b\n ret ptr %p\n}";
    let read = |head| unsnarl_llvm::read(&format!("{head}{large}")).expect("it is well formed");
    let narrow = compile(&read(engine::HEAD), &Options::default()).expect_err("it is too large");
    let named = "but memory has at most 4294967295";
    assert!(narrow.to_string().contains(named), "{narrow}");
    assert!(compile(&read(WIDE_HEAD), &Options::default()).is_ok());
}
