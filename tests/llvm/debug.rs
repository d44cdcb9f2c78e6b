//! Debug information is read in every spelling, comes back when it is printed, and never matters to
//! code, whatever is wrong with it.

use unsnarl_ir::debug::{DebugInfo, Point, TypeRef};
use unsnarl_ir::{FuncId, Id, Module, Terminator, verify, verify_debug};
use unsnarl_llvm::{Reading, read_partly};

const O0: &str = include_str!("fixtures/debug-O0.ll");
const O2: &str = include_str!("fixtures/debug-O2.ll");

/// A unit and a function with a variable and two lines.
const NODES: &str = "
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !\"Debug Info Version\", i32 3}
!2 = !DIFile(filename: \"f.c\", directory: \"/\")
!3 = distinct !DISubprogram(name: \"f\", file: !2, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DILocalVariable(name: \"x\", scope: !3)
!5 = !DILocation(line: 1, scope: !3)
!6 = !DILocation(line: 2, scope: !3)
";

fn whole(text: &str) -> Reading {
    let reading = read_partly(text);
    assert_eq!(reading.unread, [], "{text}");
    assert_eq!(verify(&reading.module), []);
    assert_eq!(verify_debug(&reading.module), []);
    reading
}

fn info(module: &Module) -> &DebugInfo {
    module.debug.as_deref().expect("there is debug information")
}

/// The text of a module without its debug information, and what metadata says of loops.
fn code(module: &Module) -> String {
    let mut module = module.clone();
    module.debug = None;
    for index in 0..module.functions.len() {
        let function = module.function_mut(FuncId::new(index));
        function.debug = None;
        for block in function.blocks.values_mut() {
            block.mustprogress = false;
        }
    }
    module.to_string()
}

/// Reads a record in a function with a value, an address and a constant address, and compares it
/// with what is printed.
#[track_caller]
fn record(written: &str, printed: &str) {
    let text = format!(
        "@g = global i32 0\ndefine void @f(i32 %x, ptr %p) !dbg !3 {{\n  {written}\n  ret void, \
         !dbg !6\n}}\n{NODES}!7 = !DILabel(scope: !3, name: \"l\", file: !2, line: 3)\n\
         !8 = distinct !DIAssignID()\n"
    );
    let reading = whole(&text);
    assert_eq!(reading.omissions, []);
    let shown = reading.module.to_string();
    let mut lines = shown.lines().map(str::trim);
    let found = lines.find(|line| line.starts_with("#dbg"));
    // Nodes are numbered table by table: `x` is 3, its location 5.
    assert_eq!(found, Some(printed), "{shown}");
    assert_eq!(whole(&shown).module.to_string(), shown);
}

#[test]
fn records_and_intrinsics_are_one_form() {
    let value = "#dbg_value(i32 %x, !3, !DIExpression(), !5)";
    record("#dbg_value(i32 %x, !4, !DIExpression(), !5)", value);
    record(
        "call void @llvm.dbg.value(metadata i32 %x, metadata !4, metadata !DIExpression()), !dbg !5",
        value,
    );
    record(
        "tail call void (metadata, metadata, metadata) @llvm.dbg.value(metadata i32 %x, metadata !4, \
         metadata !DIExpression()) #1, !dbg !5",
        value,
    );
    record(
        "call void @llvm.dbg.declare(metadata i32* %p, metadata !4, metadata !DIExpression()), !dbg !5",
        "#dbg_declare(ptr %p, !3, !DIExpression(), !5)",
    );
    record(
        "#dbg_declare(ptr %p, !4, !DIExpression(DW_OP_plus_uconst, 8), !5)",
        "#dbg_declare(ptr %p, !3, !DIExpression(DW_OP_plus_uconst, 8), !5)",
    );
    record(
        "#dbg_declare_value(i32 %x, !4, !DIExpression(), !5)",
        "#dbg_declare_value(i32 %x, !3, !DIExpression(), !5)",
    );
    // The address of a variable is its value behind one more step.
    record(
        "call void @llvm.dbg.addr(metadata ptr %p, metadata !4, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 8)), \
         !dbg !5",
        "#dbg_value(ptr %p, !3, !DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 0, 8), !5)",
    );
    let assign =
        "#dbg_assign(i32 %x, !3, !DIExpression(), !7, ptr %p, !DIExpression(DW_OP_deref), !5)";
    record(
        "#dbg_assign(i32 %x, !4, !DIExpression(), !8, ptr %p, !DIExpression(DW_OP_deref), !5)",
        assign,
    );
    record(
        "call void @llvm.dbg.assign(metadata i32 %x, metadata !4, metadata !DIExpression(), metadata !8, \
         metadata ptr %p, metadata !DIExpression(DW_OP_deref)), !dbg !5",
        assign,
    );
    record("#dbg_label(!7, !5)", "#dbg_label(!4, !5)");
    record(
        "call void @llvm.dbg.label(metadata !7), !dbg !5",
        "#dbg_label(!4, !5)",
    );
}

#[test]
fn operands_of_records() {
    record(
        "#dbg_value(ptr @g, !4, !DIExpression(), !5)",
        "#dbg_value(ptr @g, !3, !DIExpression(), !5)",
    );
    record(
        "#dbg_value(i128 5, !4, !DIExpression(), !5)",
        "#dbg_value(i128 5, !3, !DIExpression(), !5)",
    );
    record(
        "#dbg_value(!DIArgList(i32 %x, i64 7), !4, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, \
         DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_plus, DW_OP_stack_value), !5)",
        "#dbg_value(!DIArgList(i32 %x, i64 7), !3, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, \
         DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_plus, DW_OP_stack_value), !5)",
    );
    let gone = "#dbg_value(ptr poison, !3, !DIExpression(), !5)";
    for nothing in [
        "i32 undef",
        "i32 poison",
        "!{}",
        "!DIArgList(i32 %x, i8 undef)",
    ] {
        let written = format!("#dbg_value({nothing}, !4, !DIExpression(), !5)");
        record(&written, gone);
    }
}

/// Records do not need their values to be defined before, and define no types or constants of
/// their own before those of code.
#[test]
fn code_does_not_depend_on_records() {
    let text = |record: &str| {
        format!(
            "define i64 @f(i1 %c) !dbg !3 {{\n  {record}\n  br i1 %c, label %a, label %b\na:\n  \
             %v = add i64 1, 2\n  br label %b\nb:\n  ret i64 3\n}}\n{NODES}"
        )
    };
    let with = whole(&text(
        "#dbg_value(!DIArgList(i64 %v, i99 77), !4, !DIExpression(), !5)",
    ));
    assert_eq!(with.omissions, []);
    let without = whole(&text(""));
    assert_eq!(code(&with.module), code(&without.module));
    let ids = |module: &Module| {
        let mut ids = module
            .constants()
            .map(|(_, constant)| format!("{constant:?}"));
        ids.by_ref().take(3).collect::<Vec<_>>()
    };
    assert_eq!(ids(&with.module), ids(&without.module));
}

/// Reads what is wrong somewhere, and compares what is left out, how often and in which line.
#[track_caller]
fn omitted(text: &str, expected: &[(&str, usize, usize)]) {
    let reading = whole(text);
    let omissions = reading.omissions.iter();
    let found = omissions.map(|omission| {
        let error = &omission.error;
        (error.cause.to_string(), error.line, omission.count)
    });
    let found: Vec<(String, usize, usize)> = found.collect();
    let expected = expected.iter();
    let expected = expected.map(|&(cause, line, count)| (cause.to_owned(), line, count));
    assert_eq!(found, expected.collect::<Vec<_>>());
    let again = whole(&reading.module.to_string());
    assert_eq!(again.omissions, []);
}

#[test]
fn what_is_wrong_is_left_out() {
    let with = |body: &str, nodes: &str| {
        format!("define void @f(i32 %x) !dbg !3 {{\n  {body}ret void, !dbg !5\n}}{NODES}{nodes}")
    };
    omitted(&with("", ""), &[]);
    omitted(
        "define void @f() {\n  ret void, !dbg !5\n}\n!5 = !DILocation(line: 1, scope: !3)\n",
        &[("dropped debug information: it has no compile unit", 2, 1)],
    );
    omitted(
        &with("", "").replace("i32 3}", "i32 4}"),
        &[(
            "dropped debug information: the module flag 'Debug Info Version' is not 3",
            4,
            1,
        )],
    );
    omitted(
        &with("", "!7 = !DITomorrow(line: 1)\n!8 = !DITomorrow(line: 2)\n"),
        &[("dropped unknown debug metadata '!DITomorrow'", 13, 2)],
    );
    omitted(
        &with(
            "",
            "!7 = !DIFile(filename: \"a\", directory: \"b\", mood: !{!0, null}, source: \"s\")\n",
        ),
        &[("dropped unknown field 'mood' of '!DIFile'", 13, 1)],
    );
    omitted(
        &with(
            "",
            "!7 = !DIBasicType(name: \"int\", size: \"big\", encoding: DW_ATE_tomorrow)\n",
        ),
        &[
            (
                "dropped field 'size' of '!DIBasicType': invalid value",
                13,
                1,
            ),
            (
                "dropped field 'encoding' of '!DIBasicType': invalid value",
                13,
                1,
            ),
        ],
    );
    omitted(
        &with(
            "",
            "!7 = !DILocalVariable(name: \"v\", scope: !3, type: !99)\n",
        ),
        &[("dropped undefined debug metadata !99", 13, 1)],
    );
    omitted(
        &with("", "!4 = !DILocation(line: 3, scope: !3)\n"),
        &[(
            "debug metadata !4 is defined twice: the first definition is used",
            13,
            1,
        )],
    );
    omitted(
        &with("fence acquire, !dbg !4\n  ", ""),
        &[("dropped debug metadata that cannot be attached here", 2, 1)],
    );
}

#[test]
fn records_that_are_wrong_are_left_out() {
    let with = |record: &str, nodes: &str| {
        format!(
            "define void @f(i32 %x) !dbg !3 {{\n  {record}\n  ret void, !dbg !5\n}}{NODES}{nodes}"
        )
    };
    let other = "!7 = distinct !DISubprogram(name: \"g\", file: !2, spFlags: DISPFlagDefinition, unit: !0)\n\
                 !8 = !DILocation(line: 1, scope: !7)\n!9 = !DILocalVariable(name: \"z\", scope: !7)\n";
    for wrong in [
        "#dbg_value(i32 %x, !4, !DIExpression())",
        "#dbg_tomorrow(i32 %x, !4, !DIExpression(), !5)",
        "#dbg_value(i32 %x, !5, !DIExpression(), !5)",
        "#dbg_value()",
        "call void @llvm.dbg.value(metadata i32 %x, metadata !4, metadata !DIExpression())",
    ] {
        let cause = "dropped a debug record that cannot be read";
        omitted(&with(wrong, ""), &[(cause, 2, 1)]);
    }
    omitted(
        &with("#dbg_value(i32 %gone, !4, !DIExpression(), !5)", ""),
        &[(
            "%gone is not defined: the source variable with this value is shown as optimised out",
            2,
            1,
        )],
    );
    omitted(
        &with("#dbg_value(i32 %x, !4, !DIExpression(), !8)", other),
        &[(
            "a location is in another function than its instruction: this debug information is dropped",
            3,
            1,
        )],
    );
    omitted(
        &with("#dbg_value(i32 %x, !9, !DIExpression(), !5)", other),
        &[(
            "a record is about a variable of another function: this debug information is dropped",
            3,
            1,
        )],
    );
    omitted(
        &with(
            "#dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_deref), !5)",
            "",
        ),
        &[(
            "an expression is not well formed: this debug information is dropped",
            3,
            1,
        )],
    );
    omitted(
        &with(
            "#dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_arg, 1), !5)",
            "",
        ),
        &[(
            "an expression is not well formed: this debug information is dropped",
            3,
            1,
        )],
    );
}

#[test]
fn circles_are_cut() {
    let blocks = "!7 = !DILexicalBlock(scope: !8)\n!8 = !DILexicalBlock(scope: !7)\n\
                  !9 = !DILocation(line: 1, scope: !7)\n!10 = !DILocation(line: 1, scope: !3, inlinedAt: !10)\n";
    let text = format!(
        "define void @f() !dbg !3 {{\n  fence acquire, !dbg !9\n  fence acquire, !dbg !10\n  ret void\n}}{NODES}{blocks}"
    );
    omitted(
        &text,
        &[
            (
                "a location is in another function than its instruction: this debug information is dropped",
                2,
                1,
            ),
            ("dropped a debug scope that contains itself", 6, 2),
        ],
    );
}

#[test]
fn two_functions_from_one() {
    let text = format!(
        "define void @f() !dbg !3 {{\n  ret void, !dbg !5\n}}\ndefine void @g() !dbg !3 {{\n  ret void, !dbg !5\n}}{NODES}"
    );
    let what = "two functions have the same subprogram: this debug information is dropped";
    omitted(&text, &[(what, 4, 1)]);
}

/// What clang says of `fixtures/debug.c`, and LLVM's writer of DWARF makes of it.
#[test]
fn a_program() {
    let module = whole(O0).module;
    let info = info(&module);
    let name = |name: Option<unsnarl_ir::NameId>| name.map_or("", |name| module.name(name));
    assert_eq!(info.dwarf_version, Some(4));
    let node = info.composite_types.values();
    let node = node
        .filter(|ty| name(ty.name) == "node")
        .collect::<Vec<_>>();
    let [node] = node[..] else {
        panic!("one struct")
    };
    let members = node
        .elements
        .map(|list| &info.lists[list])
        .expect("it has members");
    assert_eq!((members.len(), node.size), (3, 96));
    let parameters = info.local_variables.values();
    let parameters = parameters.filter(|variable| variable.argument > 0);
    let names: Vec<&str> = parameters.map(|variable| name(variable.name)).collect();
    assert_eq!(names, ["list", "c", "b", "x"]);
    let globals = info.variables_of.values().flatten();
    let globals = globals.map(|&id| {
        let variable = info.global_variable_expressions[id]
            .variable
            .expect("it is of one");
        name(info.global_variables[variable].name)
    });
    assert_eq!(globals.collect::<Vec<_>>(), ["", "", "names", "counter"]);
    for function in module
        .functions
        .values()
        .filter(|function| function.is_definition())
    {
        let debug = function.debug.as_deref().expect("each has some");
        let own = &info.subprograms[debug.subprogram.expect("each comes from one")];
        assert_eq!(name(own.name), module.name(function.name));
        let records = debug.all_records().count();
        let expected = if name(own.name) == "sum" { 9 } else { 2 };
        assert_eq!(records, expected, "records of {}", name(own.name));
        for (id, block) in function.blocks.iter() {
            if matches!(block.terminator, Terminator::Return(_)) {
                assert!(debug.location(Point::End(id)).is_some());
            }
        }
    }
    let enumerators = info.enumerators.values();
    let values: Vec<i128> = enumerators.map(|one| one.value).collect();
    assert_eq!(values, [0, 5, -1]);
    let pointers = info.derived_types.values().filter(|ty| {
        matches!(ty.base, Some(TypeRef::DerivedType(id)) if name(info.derived_types[id].name) == "node")
    });
    assert_eq!(pointers.count(), 1);
}

/// Printing and reading again gives the same text, and the code alone the same as without.
#[test]
fn programs_come_back() {
    for text in [O0, O2] {
        let first = whole(text);
        assert_eq!(first.omissions, []);
        let shown = first.module.to_string();
        let again = whole(&shown);
        assert_eq!(again.omissions, []);
        assert_eq!(again.module.to_string(), shown);
        assert_eq!(code(&again.module), code(&first.module));
    }
}

/// Chains of scopes, types, lists and places of inlining are as long as they like.
#[test]
fn long_chains() {
    const LENGTH: usize = 100_000;
    let mut nodes = String::new();
    let chain = |nodes: &mut String, first: usize, node: &dyn Fn(usize) -> String| {
        for number in first..first + LENGTH {
            *nodes += &format!("!{number} = {}\n", node(number + 1));
        }
        first + LENGTH
    };
    let blocks = 10;
    let types = chain(&mut nodes, blocks, &|next| {
        format!("!DILexicalBlock(scope: !{next})")
    }) + 1;
    nodes += &format!("!{} = !DILexicalBlock(scope: !3)\n", types - 1);
    let inlined = chain(&mut nodes, types, &|next| {
        format!("!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{next})")
    }) + 1;
    nodes += &format!("!{} = !DIBasicType(name: \"int\", size: 32)\n", inlined - 1);
    let lists = chain(&mut nodes, inlined, &|next| {
        format!("distinct !DILocation(line: 1, scope: !3, inlinedAt: !{next})")
    }) + 1;
    nodes += &format!("!{} = !DILocation(line: 1, scope: !3)\n", lists - 1);
    let last = chain(&mut nodes, lists, &|next| format!("!{{!{next}}}")) + 1;
    nodes += &format!("!{} = !{{}}\n", last - 1);
    nodes += &format!("!{last} = !DILocation(line: 1, scope: !{blocks})\n");
    nodes += &format!("!{} = !DISubroutineType(types: !{lists})\n", last + 1);
    let text = format!(
        "define void @f() !dbg !3 {{\n  fence acquire, !dbg !{last}\n  ret void, !dbg !{inlined}\n}}{NODES}{nodes}"
    );
    let reading = whole(&text);
    assert_eq!(reading.omissions, []);
    let info = info(&reading.module);
    assert_eq!(info.lexical_blocks.len(), LENGTH + 1);
    // Two of the nodes at the start are locations, too.
    assert_eq!(info.locations.len(), LENGTH + 4);
    assert_eq!(info.lists.len(), LENGTH + 1);
    assert_eq!(whole(&reading.module.to_string()).omissions, []);
}

/// Lists that are written in each other are as deep as brackets may be.
#[test]
fn lists_in_lists() {
    let open = "!{".repeat(10_000);
    let close = "}".repeat(10_000);
    let text = format!("{NODES}!7 = !DISubroutineType(types: {open}{close})\n");
    assert_eq!(whole(&text).omissions, []);
    let nested = "!DILocation(line: 1, scope: !3, inlinedAt: ".repeat(300);
    let text = format!("{NODES}!7 = {nested}null{}\n", ")".repeat(300));
    let omissions = whole(&text).omissions;
    assert_eq!(omissions.len(), 1, "{omissions:?}");
}

/// Bytes of metadata are changed: the code stays as it is, or the text cannot be taken apart.
#[test]
fn damaged_metadata_keeps_code() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
    let unharmed = [O0, O2].map(|text| code(&whole(text).module));
    let (mut same, mut noticed) = (0, 0);
    for _ in 0..400 {
        let which = below(2);
        let text = [O0, O2][which];
        let start = text.find("\n!0 = ").expect("there are nodes") + 1;
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=below(3) {
            let likely = b" !(){}<>*,=0123456789abcdefx|\\#$;:.DIs";
            bytes[start + below(text.len() - start)] = likely[below(likely.len())];
        }
        let text = String::from_utf8_lossy(&bytes);
        let reading = read_partly(&text);
        assert_eq!(verify_debug(&reading.module), []);
        if reading.unread.is_empty() {
            same += 1;
            assert_eq!(code(&reading.module), unharmed[which]);
            noticed += usize::from(!reading.omissions.is_empty());
        }
    }
    assert!(
        same > 300 && noticed > 100,
        "{same} the same, {noticed} noticed"
    );
}
