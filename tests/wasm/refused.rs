//! What is not supported yet is refused by an error that names it, by the reader or by the
//! compiler, in modules and in objects: never compiled to something else.

use unsnarl_wasm::{Options, compile, object};

const HEAD: &str =
    "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20\"\n";

/// `body` is in `@f`, `outside` after it.
#[track_caller]
fn check(body: &str, outside: &str, named: &str) {
    let text = format!(
        "{HEAD}define i32 @f(i32 %x, ptr %p) \"wasm-export-name\"=\"f\" {{\n{body}\nret i32 0\n}}\n{outside}"
    );
    let error = match unsnarl_llvm::read(&text) {
        Err(error) => error.to_string(),
        Ok(module) => {
            let options = Options::default();
            let alone = compile(&module, &options);
            assert!(alone.is_err(), "it compiled to a module\n{text}");
            match object(&module, &options) {
                Err(error) => error.to_string(),
                Ok(_) => panic!("it compiled to an object\n{text}"),
            }
        }
    };
    assert!(error.contains(named), "{error}\n{text}");
}

/// A call of an intrinsic: its name, the type of its result, and its arguments.
#[track_caller]
fn check_call(name: &str, result: &str, arguments: &[&str]) {
    let assigned = if result == "void" { "" } else { "%r = " };
    let types: Vec<&str> = arguments
        .iter()
        .map(|argument| argument.rsplit_once(' ').map_or(*argument, |(ty, _)| ty))
        .collect();
    check(
        &format!("{assigned}call {result} @{name}({})", arguments.join(", ")),
        &format!("declare {result} @{name}({})", types.join(", ")),
        name,
    );
}

#[test]
fn instructions_of_this_target_that_are_not_there_yet() {
    let floats = "<4 x float> zeroinitializer";
    let halves = "<8 x half> zeroinitializer";
    check_call(
        "llvm.wasm.memory.atomic.wait32",
        "i32",
        &["ptr %p", "i32 %x", "i64 0"],
    );
    check_call(
        "llvm.wasm.memory.atomic.wait64",
        "i32",
        &["ptr %p", "i64 0", "i64 0"],
    );
    check_call(
        "llvm.wasm.memory.atomic.notify",
        "i32",
        &["ptr %p", "i32 1"],
    );
    check_call(
        "llvm.wasm.relaxed.dot.bf16x8.add.f32",
        "<4 x float>",
        &[
            "<8 x i16> zeroinitializer",
            "<8 x i16> zeroinitializer",
            floats,
        ],
    );
    check_call("llvm.wasm.loadf16.f32", "float", &["ptr %p"]);
    check_call("llvm.wasm.storef16.f32", "void", &["float 0.0", "ptr %p"]);
    check_call("llvm.wasm.splat.f16x8", "<8 x half>", &["float 0.0"]);
    check_call("llvm.wasm.extract.lane.f16x8", "float", &[halves, "i32 1"]);
    check_call(
        "llvm.wasm.replace.lane.f16x8",
        "<8 x half>",
        &[halves, "i32 1", "float 0.0"],
    );
    check_call("llvm.wasm.tls.size.i32", "i32", &[]);
    check_call("llvm.wasm.tls.align.i32", "i32", &[]);
    check_call("llvm.wasm.tls.base", "ptr", &[]);
    check_call("llvm.wasm.ref.null.extern", "ptr addrspace(10)", &[]);
    check_call("llvm.wasm.table.size", "i32", &["ptr addrspace(1) null"]);
    check(
        "call void @llvm.wasm.throw(i32 2, ptr %p)",
        "declare void @llvm.wasm.throw(i32, ptr)",
        "llvm.wasm.throw of an unknown tag",
    );
}

#[test]
fn references_and_tables() {
    for space in [10, 20] {
        check(
            &format!("%r = load ptr addrspace({space}), ptr %p"),
            "",
            &format!("addrspace({space})"),
        );
    }
    check(
        "%r = load i32, ptr addrspace(1) @g",
        "@g = external addrspace(1) global i32",
        "addrspace(1)",
    );
    check(
        "call void @g(ptr addrspace(10) null)",
        "declare void @g(ptr addrspace(10)) \"wasm-import-module\"=\"m\"",
        "addrspace(10)",
    );
}

#[test]
fn assembly_bundles_and_conventions() {
    check("call void asm sideeffect \"nop\", \"\"()", "", "nop");
    check(
        "%r = call i32 asm \"local.get $0\", \"=r,r\"(i32 %x)",
        "",
        "local.get",
    );
    check(
        "call void @g() [\"deopt\"(i32 %x)]",
        "define void @g() { ret void }",
        "deopt",
    );
    // What is not known may change the call, too.
    for tag in [
        "kcfi",
        "ptrauth",
        "clang.arc.attachedcall",
        "gc-live",
        "a later one",
    ] {
        let call = format!("call void @g() [\"{tag}\"(i32 5)]");
        check(&call, "define void @g() { ret void }", tag);
    }
    check(
        "call swiftcc void @g()",
        "define swiftcc void @g() { ret void }",
        "convention",
    );
    check(
        "call swifttailcc void @g()",
        "define swifttailcc void @g() { ret void }",
        "convention",
    );
}

/// What is in no instruction and changes what they mean.
#[test]
fn what_metadata_asks_for() {
    let g = "define void @g() !kcfi_type !0 { ret void }\n!0 = !{i32 5}";
    check("call void @g()", g, "line 6: the metadata '!kcfi_type'");
    let declared = "declare !func_sanitize !0 void @llvm.trap()\n!0 = !{i32 5}";
    check("call void @llvm.trap()", declared, "'!func_sanitize'");
    let section = "!wasm.custom_sections = !{!0}\n!0 = !{!\"name\", i32 5}";
    check("", section, "'!wasm.custom_sections'");
    let cut = "!wasm.custom_sections = !{!0, 5}\n!0 = !{!\"name\", !\"\"}";
    check("", cut, "'!wasm.custom_sections'");
    // One node of a mebibyte, which is named too often.
    let names = ["!0"; 65].join(", ");
    let bytes = "x".repeat(1 << 20);
    let large = format!("!wasm.custom_sections = !{{{names}}}\n!0 = !{{!\"name\", !\"{bytes}\"}}");
    check("", &large, "'!wasm.custom_sections'");
    let flag = |flag: &str| format!("!llvm.module.flags = !{{!0}}\n!0 = !{{i32 4, {flag}}}");
    check("", &flag("!\"kcfi\", i32 1"), "the module flag 'kcfi'");
    check(
        "",
        &flag("!\"wasm-feature-atomics\", i32 45"),
        "'wasm-feature-atomics'",
    );
}

/// Assumptions, and what concerns no single thread, are no such things.
#[test]
fn other_metadata_and_bundles_are_hints() {
    let text = format!(
        "{HEAD}define void @f(ptr %p) \"wasm-export-name\"=\"f\" !prof !2 {{
  call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8), \"a later one\"(i32 5)]
  ret void
}}
declare void @llvm.assume(i1)
!llvm.module.flags = !{{!0, !1}}
!llvm.ident = !{{!2}}
!0 = !{{i32 1, !\"wchar_size\", i32 4}}
!1 = !{{i32 1, !\"wasm-feature-simd128\", i32 43}}
!2 = !{{!\"function_entry_count\", i64 5}}"
    );
    let module = unsnarl_llvm::read(&text).expect("it is read");
    for made in [
        compile(&module, &Options::default()),
        object(&module, &Options::default()),
    ] {
        made.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn vectors_with_a_length_of_their_own() {
    let (ints, mask) = ("<4 x i32> zeroinitializer", "<4 x i1> zeroinitializer");
    check_call(
        "llvm.vp.add.v4i32",
        "<4 x i32>",
        &[ints, ints, mask, "i32 2"],
    );
    check_call(
        "llvm.vp.reduce.add.v4i32",
        "i32",
        &["i32 0", ints, mask, "i32 2"],
    );
    check_call(
        "llvm.vp.load.v4i32.p0",
        "<4 x i32>",
        &["ptr %p", mask, "i32 2"],
    );
    check_call(
        "llvm.vp.store.v4i32.p0",
        "void",
        &[ints, "ptr %p", mask, "i32 2"],
    );
    check_call(
        "llvm.vp.fadd.v4f32",
        "<4 x float>",
        &[
            "<4 x float> zeroinitializer",
            "<4 x float> zeroinitializer",
            mask,
            "i32 2",
        ],
    );
    check_call(
        "llvm.vp.merge.v4i32",
        "<4 x i32>",
        &[mask, ints, ints, "i32 2"],
    );
    check_call(
        "llvm.vp.select.v4i32",
        "<4 x i32>",
        &[mask, ints, ints, "i32 2"],
    );
    check_call(
        "llvm.experimental.vp.reverse.v4i32",
        "<4 x i32>",
        &[ints, mask, "i32 2"],
    );
}

#[test]
fn other_intrinsics() {
    for name in [
        "smul.fix",
        "umul.fix",
        "sdiv.fix",
        "udiv.fix",
        "smul.fix.sat",
        "umul.fix.sat",
        "sdiv.fix.sat",
        "udiv.fix.sat",
    ] {
        check_call(
            &format!("llvm.{name}.i32"),
            "i32",
            &["i32 %x", "i32 %x", "i32 3"],
        );
    }
    check_call("llvm.type.test", "i1", &["ptr %p", "metadata !\"t\""]);
    check_call(
        "llvm.public.type.test",
        "i1",
        &["ptr %p", "metadata !\"t\""],
    );
    check_call(
        "llvm.type.checked.load",
        "{ptr, i1}",
        &["ptr %p", "i32 0", "metadata !\"t\""],
    );
    check_call("llvm.set.rounding", "void", &["i32 1"]);
    check_call(
        "llvm.experimental.memset.pattern.p0.i32.i32",
        "void",
        &["ptr %p", "i32 %x", "i32 3", "i1 false"],
    );
    check_call(
        "llvm.experimental.vector.histogram.add.v4p0.i32",
        "void",
        &[
            "<4 x ptr> zeroinitializer",
            "i32 1",
            "<4 x i1> zeroinitializer",
        ],
    );
    check_call(
        "llvm.experimental.vector.partial.reduce.add.v4i32.v8i32",
        "<4 x i32>",
        &["<4 x i32> zeroinitializer", "<8 x i32> zeroinitializer"],
    );
    check_call("llvm.clmul.i32", "i32", &["i32 %x", "i32 %x"]);
    check_call("llvm.coro.size.i32", "i32", &[]);
    check_call("llvm.eh.selector", "i32", &["ptr %p"]);
    check_call("llvm.vscale.i32", "i32", &[]);
    check_call("llvm.no.such.thing.i32", "i32", &["i32 %x"]);
}
