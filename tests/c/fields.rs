//! What C for people looks like where structs, arrays and variables have names and types.

use crate::written;

/// A struct of the source, and a function whose parameter `p` is a pointer to it:
///
/// ```c
/// struct node {
///     struct node *next;
///     unsigned count, marks[4];
///     unsigned flag : 1;
///     union { float real; int whole; };
/// };
/// ```
const NODE: &str = r#"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "node.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null, !5})
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 1, size: 320, elements: !7)
!7 = !{!8, !9, !10, !11, !12}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !6, baseType: !5, size: 64)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !6, baseType: !13, size: 32, offset: 64)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "marks", scope: !6, baseType: !14, size: 128, offset: 96)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "flag", scope: !6, baseType: !13, size: 1, offset: 224, flags: DIFlagBitField, extraData: i64 224)
!12 = !DIDerivedType(tag: DW_TAG_member, scope: !6, baseType: !17, size: 32, offset: 256)
!13 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 128, elements: !15)
!15 = !{!16}
!16 = !DISubrange(count: 4)
!17 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !2, line: 5, size: 32, elements: !18)
!18 = !{!19, !20}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "real", scope: !17, baseType: !21, size: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "int", scope: !17, baseType: !22, size: 32)
!21 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!23 = !DILocalVariable(name: "p", arg: 1, scope: !3, file: !2, line: 1, type: !5)
!24 = !DILocation(line: 1, scope: !3)
"#;

/// Checks that a text has these lines in this order, with any others between them.
#[track_caller]
fn check(functions: &str, due: &[&str]) {
    let text = written(functions);
    let mut lines = text.lines().map(str::trim);
    for line in due {
        assert!(lines.any(|own| own == *line), "{line} is not in\n{text}");
    }
}

/// Checks the lines of the body of `f`, whose parameter `%p` is a pointer to `struct node`.
#[track_caller]
fn check_node(result: &str, parameters: &str, body: &str, due: &[&str]) {
    let functions = format!(
        "define {result} @f(ptr %p{parameters}) !dbg !3 {{
    #dbg_value(ptr %p, !23, !DIExpression(), !24)
{body}
}}
{NODE}"
    );
    let text = written(&functions);
    let start = text.rfind("f(struct node *p").expect("p has its type");
    let lines = text[start..].lines().skip(1).map(str::trim);
    let lines = lines.take_while(|line| *line != "}");
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, due, "{text}");
}

#[test]
fn fields_have_the_names_of_the_source() {
    check_node(
        "i32",
        "",
        "  %next = load ptr, ptr %p, align 8
  %at = getelementptr inbounds i8, ptr %next, i64 8
  %count = load i32, ptr %at, align 8
  ret i32 %count",
        &["return p->next->count;"],
    );
}

#[test]
fn constant_elements_are_indexed_and_others_are_moved_to() {
    check_node(
        "i32",
        ", i64 %i",
        "  %one = getelementptr inbounds i8, ptr %p, i64 20
  %x = load i32, ptr %one, align 4
  %marks = getelementptr inbounds i8, ptr %p, i64 12
  %at = getelementptr inbounds i32, ptr %marks, i64 %i
  %y = load i32, ptr %at, align 4
  %sum = add i32 %x, %y
  ret i32 %sum",
        &["return p->marks[2] + *(p->marks + (int64_t)i);"],
    );
}

#[test]
fn of_an_anonymous_union_the_member_that_fits_is_named() {
    check_node(
        "float",
        "",
        "  %at = getelementptr inbounds i8, ptr %p, i64 32
  %whole = load i32, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %p, i64 8
  store i32 %whole, ptr %count, align 8
  %real = load float, ptr %at, align 8
  ret float %real",
        // `int` is a word of C.
        &["p->count = p->int_;", "return p->real;"],
    );
}

#[test]
fn the_address_of_an_anonymous_union_is_that_of_its_first_member() {
    check_node(
        "ptr",
        "",
        "  %at = getelementptr inbounds i8, ptr %p, i64 32
  ret ptr %at",
        &["return &p->real;"],
    );
}

#[test]
fn what_no_field_is_has_the_plain_form() {
    check_node(
        "void",
        "",
        "  %bits = getelementptr inbounds i8, ptr %p, i64 28
  %byte = load i8, ptr %bits, align 4
  %half = getelementptr inbounds i8, ptr %p, i64 8
  store i8 %byte, ptr %half, align 8
  %far = getelementptr i8, ptr %p, i64 8
  store i32 1, ptr %far, align 8
  store volatile i32 2, ptr %half, align 8
  ret void",
        &[
            "*(any_uint8 *)&p->count = *(any_uint8 *)((uint8_t *)p + 28);",
            "*(any_uint32 *)(void *)((uintptr_t)p + 8) = 1;",
            "*(volatile any_uint32 *)&p->count = 2;",
            "return;",
        ],
    );
}

#[test]
fn a_struct_is_packed_if_an_access_says_less_of_its_alignment() {
    let access = |before: &str, align: u32, after: &str| {
        format!(
            "declare void @g()
define i32 @f(ptr %p) !dbg !3 {{
    #dbg_value(ptr %p, !23, !DIExpression(), !24)
{before}
  %at = getelementptr inbounds i8, ptr %p, i64 12
  %x = load i32, ptr %at, align {align}
{after}
  ret i32 %x
}}
{NODE}"
        )
    };
    let (natural, packed) = (
        "} __attribute__((may_alias));",
        "} __attribute__((packed, may_alias));",
    );
    let padding = "uint8_t padding_36[4];";
    check(
        &access("", 4, ""),
        &[padding, packed, "return p->marks[0];"],
    );
    check(
        &access("", 1, ""),
        &[padding, packed, "return p->marks[0];"],
    );
    // Another access of the same pointer says enough of it.
    let other = "  store ptr null, ptr %p, align 8";
    for (before, after) in [(other, ""), ("", other)] {
        check(&access(before, 4, after), &[natural, "p->next = NULL;"]);
    }
    // That may not happen if a call does not return.
    let after = format!("  call void @g()\n{other}");
    check(
        &access("", 4, &after),
        &[padding, packed, "p->next = NULL;"],
    );
}

#[test]
fn structs_are_declared_as_they_lie() {
    check_node("void", "", "  ret void", &["(void)p;", "return;"]);
    check(
        &format!(
            "define ptr @f(ptr %p) !dbg !3 {{
    #dbg_value(ptr %p, !23, !DIExpression(), !24)
  %next = load ptr, ptr %p, align 8
  ret ptr %next
}}
{NODE}"
        ),
        &[
            "struct node {",
            "struct node *next;",
            "uint32_t count;",
            "any_uint32 marks[4];",
            "uint8_t padding_28[4];",
            "union {",
            "float real;",
            "uint32_t int_;",
            "};",
            "} __attribute__((may_alias));",
            "_Static_assert(sizeof(struct node) == 40 && offsetof(struct node, next) == 0 &&",
            "void *f(struct node *p) {",
            "return p->next;",
        ],
    );
}

#[test]
fn types_of_addresses_say_what_debug_information_does_not() {
    check(
        "%struct.pair = type { i64, i32 }
define i32 @f(ptr %p, i64 %i) {
  %at = getelementptr inbounds %struct.pair, ptr %p, i64 %i, i32 1
  %x = load i32, ptr %at, align 8
  ret i32 %x
}",
        &[
            "struct pair {",
            "uint64_t f0;",
            "uint32_t f1;",
            "uint32_t f(struct pair *p, uint64_t i) {",
            "return p[(int64_t)i].f1;",
        ],
    );
}

#[test]
fn an_array_that_is_a_variable_is_indexed() {
    check(
        "@table = internal global [4 x i32] zeroinitializer
define i32 @f(i64 %i, i32 %n) {
  %at = getelementptr inbounds [4 x i32], ptr @table, i64 0, i64 %i
  %x = load i32, ptr %at, align 4
  %wide = zext i32 %n to i64
  %own = getelementptr inbounds [4 x i32], ptr @table, i64 0, i64 %wide
  store i32 %x, ptr %own, align 4
  ret i32 %x
}",
        &["uint32_t x = table[(int64_t)i];", "table[n] = x;"],
    );
}

#[test]
fn variables_are_declared_in_the_smallest_block_that_uses_them() {
    check(
        "declare i32 @g(i32)
define i32 @f(i32 %n, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = call i32 @g(i32 %n)
  %b = add i32 %a, %a
  br label %end
right:
  %d = call i32 @g(i32 1)
  br label %end
end:
  %r = phi i32 [ %b, %left ], [ %d, %right ]
  %s = mul i32 %r, %r
  ret i32 %s
}",
        &[
            "uint32_t f(uint32_t n, bool c) {",
            "uint32_t r;",
            "if (c) {",
            "uint32_t a = g(n);",
            "r = a + a;",
            "} else {",
            "r = g(1);",
            "}",
            "return r * r;",
        ],
    );
}

#[test]
fn an_arm_of_a_switch_that_declares_something_has_braces() {
    check(
        "declare i32 @g(i32)
define i32 @f(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 2, label %two ]
one:
  %a = call i32 @g(i32 %n)
  %b = add i32 %a, %a
  %c = call i32 @g(i32 %b)
  br label %other
two:
  %d = call i32 @g(i32 7)
  br label %other
other:
  ret i32 %n
}",
        &[
            "case 1: {",
            "uint32_t a = g(n);",
            "g(a + a);",
            "break;",
            "}",
            "case 2:",
            "g(7);",
        ],
    );
}

#[test]
fn what_may_be_read_before_it_is_set_begins_with_a_value() {
    let text = written(
        "define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %back ]
  %last = phi i32 [ undef, %entry ], [ %own, %back ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %set, label %back
set:
  %x = mul i32 %i, %i
  br label %back
back:
  %own = phi i32 [ %x, %set ], [ %last, %head ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  ret i32 %own
}",
    );
    let begins = text
        .lines()
        .any(|line| line.starts_with("  uint32_t ") && line.ends_with(" = 0;"));
    assert!(begins, "{text}");
}
