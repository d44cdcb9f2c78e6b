//! Small programs, each about one thing: memory, calls, control.

use crate::engine::check;

#[test]
fn packed_and_odd_fields_keep_to_their_bytes() {
    check(
        r#"
%p = type <{ i8, i24, i40, i1, double }>
@g = global %p <{ i8 1, i24 -2, i40 5, i1 true, double 2.5 }>, align 1
define i32 @f(i32 %x) #f {
  %wide = sext i32 %x to i40
  %thin = trunc i32 %x to i24
  %a = getelementptr inbounds %p, ptr @g, i32 0, i32 1
  %b = getelementptr inbounds %p, ptr @g, i32 0, i32 2
  %c = getelementptr inbounds %p, ptr @g, i32 0, i32 3
  %d = getelementptr inbounds %p, ptr @g, i32 0, i32 4
  store i24 %thin, ptr %a, align 1
  store volatile i40 %wide, ptr %b, align 1
  %first = load i8, ptr @g, align 1
  %l24 = load i24, ptr %a, align 1
  %l40 = load i40, ptr %b, align 1
  %flag = load i1, ptr %c, align 1
  %real = load double, ptr %d, align 1
  %twice = fmul double %real, 2.0
  %s0 = zext i8 %first to i32
  %s1 = sext i24 %l24 to i32
  %high = lshr i40 %l40, 32
  %s2 = trunc i40 %high to i32
  %s3 = zext i1 %flag to i32
  %s4 = fptosi double %twice to i32
  %t0 = add i32 %s0, %s1
  %t1 = add i32 %t0, %s2
  %t2 = add i32 %t1, %s3
  %t3 = add i32 %t2, %s4
  ret i32 %t3
}"#,
        &[(&[0], Some(7)), (&[100], Some(107)), (&[-1], Some(6 + 255))],
    );
}

#[test]
fn addresses_in_globals_are_resolved() {
    check(
        r#"
@numbers = internal constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@second = internal global ptr getelementptr ([4 x i32], ptr @numbers, i32 0, i32 1)
@other = alias i32, getelementptr ([4 x i32], ptr @numbers, i32 0, i32 3)
@distance = internal global i32 sub (i32 ptrtoint (ptr @second to i32), i32 ptrtoint (ptr @numbers to i32))
@zeros = internal global [100 x i32] zeroinitializer, align 16
define i32 @f(i32 %i) #f {
  %p = load ptr, ptr @second
  %q = getelementptr inbounds i32, ptr %p, i32 %i
  %a = load i32, ptr %q
  %b = load i32, ptr @other
  %z = getelementptr inbounds [100 x i32], ptr @zeros, i32 0, i32 %i
  %c = load i32, ptr %z
  %d = load i32, ptr @distance
  %e = ptrtoint ptr @second to i32
  %n = ptrtoint ptr @numbers to i32
  %x = sub i32 %e, %n
  %y = sub i32 %d, %x
  %s = add i32 %a, %b
  %t = add i32 %s, %c
  %u = add i32 %t, %y
  ret i32 %u
}"#,
        &[(&[0], Some(60)), (&[1], Some(70)), (&[2], Some(80))],
    );
}

#[test]
fn functions_are_called_through_pointers_and_null_traps() {
    check(
        r#"
@table = internal constant [3 x ptr] [ptr @one, ptr null, ptr @twice]
define internal i32 @one(i32 %x) { ret i32 1 }
define internal i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}
define internal i64 @else(i64 %x) { ret i64 %x }
define i32 @f(i32 %i, i32 %x) #f {
  %p = getelementptr inbounds [3 x ptr], ptr @table, i32 0, i32 %i
  %c = load ptr, ptr %p
  %wrong = icmp eq i32 %i, 9
  %d = select i1 %wrong, ptr @else, ptr %c
  %r = call i32 %d(i32 %x)
  ret i32 %r
}"#,
        &[(&[0, 5], Some(1)), (&[2, 21], Some(42)), (&[1, 5], None)],
    );
}

#[test]
fn variable_arguments_lie_in_a_buffer() {
    check(
        r#"
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
define internal i32 @sum(i32 %n, ...) {
  %list = alloca ptr
  %copy = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  call void @llvm.va_copy.p0(ptr %copy, ptr %list)
  %b = va_arg ptr %list, double
  %c = va_arg ptr %copy, double
  %d = va_arg ptr %copy, i64
  call void @llvm.va_end.p0(ptr %list)
  %s = fadd double %b, %c
  %t = fptosi double %s to i32
  %u = trunc i64 %d to i32
  %v = add i32 %a, %t
  %w = add i32 %v, %u
  %x = mul i32 %w, %n
  ret i32 %x
}
define internal i32 @none(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %p = load i32, ptr %list
  %r = add i32 %p, %n
  ret i32 %r
}
define i32 @f(i32 %x) #f {
  %r = call i32 (i32, ...) @sum(i32 2, i32 %x, double 1.5, i64 -4)
  %n = call i32 (i32, ...) @none(i32 0)
  %s = add i32 %r, %n
  ret i32 %s
}"#,
        &[(&[10], Some(18)), (&[0], Some(-2))],
    );
}

#[test]
fn structs_go_by_copy_and_come_back_through_a_pointer() {
    check(
        r#"
%s = type { i32, [3 x i32], i64 }
define internal void @change(ptr byval(%s) align 8 %p, ptr sret(%s) align 8 %out) {
  store i32 99, ptr %p
  %q = getelementptr inbounds %s, ptr %p, i32 0, i32 1, i32 2
  %v = load i32, ptr %q
  %o = getelementptr inbounds %s, ptr %out, i32 0, i32 1, i32 2
  %w = add i32 %v, 1
  store i32 %w, ptr %o
  store i32 5, ptr %out
  ret void
}
define internal { i32, i64 } @pair(i32 %x) {
  %a = insertvalue { i32, i64 } undef, i32 %x, 0
  %b = insertvalue { i32, i64 } %a, i64 7, 1
  ret { i32, i64 } %b
}
define i32 @f(i32 %x) #f {
  %p = alloca %s
  %out = alloca %s
  store i32 1, ptr %p
  %q = getelementptr inbounds %s, ptr %p, i32 0, i32 1, i32 2
  store i32 %x, ptr %q
  call void @change(ptr byval(%s) align 8 %p, ptr sret(%s) align 8 %out)
  %kept = load i32, ptr %p
  %o = getelementptr inbounds %s, ptr %out, i32 0, i32 1, i32 2
  %new = load i32, ptr %o
  %five = load i32, ptr %out
  %r = call { i32, i64 } @pair(i32 %x)
  %r0 = extractvalue { i32, i64 } %r, 0
  %r1 = extractvalue { i32, i64 } %r, 1
  %r2 = trunc i64 %r1 to i32
  %t = mul i32 %kept, 1000
  %u = add i32 %t, %new
  %v = add i32 %u, %five
  %w = add i32 %v, %r0
  %z = add i32 %w, %r2
  ret i32 %z
}"#,
        &[(&[10], Some(1000 + 11 + 5 + 10 + 7))],
    );
}

#[test]
fn local_memory_of_any_size_and_alignment() {
    check(
        r#"
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
define internal i32 @inner(i32 %n) {
  %big = alloca i32, align 256
  %address = ptrtoint ptr %big to i32
  %low = and i32 %address, 255
  %array = alloca i32, i32 %n
  %a = ptrtoint ptr %array to i32
  %misaligned = and i32 %a, 15
  %bytes = shl i32 %n, 2
  call void @llvm.memset.p0.i32(ptr %array, i8 1, i32 %bytes, i1 false)
  %saved = call ptr @llvm.stacksave.p0()
  %more = alloca i8, i32 1000
  call void @llvm.memcpy.p0.p0.i32(ptr %more, ptr %array, i32 4, i1 false)
  call void @llvm.stackrestore.p0(ptr %saved)
  %last = getelementptr i32, ptr %array, i32 %n
  %end = getelementptr i32, ptr %last, i32 -1
  %v = load i32, ptr %end
  %w = load i32, ptr %more
  %s = sub i32 %v, %w
  %t = add i32 %s, %low
  %u = add i32 %t, %misaligned
  ret i32 %u
}
define i32 @f(i32 %n) #f {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %x = call i32 @inner(i32 %n)
  %more = add i32 %sum, %x
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 1000
  br i1 %go, label %loop, label %done
done:
  ret i32 %more
}"#,
        &[(&[1], Some(0)), (&[7], Some(0)), (&[3000], Some(0))],
    );
}

/// With a negative index, the first sum must not wrap: only offsets added last are folded.
#[test]
fn offsets_are_folded_only_where_the_rest_is_an_address() {
    check(
        r#"
%s = type { [300000 x i32], [4 x i32] }
@g = internal global %s zeroinitializer
define i32 @f(i32 %i) #f {
  %p = getelementptr inbounds %s, ptr @g, i32 0, i32 1, i32 %i
  store i32 77, ptr %p
  %q = getelementptr inbounds %s, ptr @g, i32 0, i32 0, i32 0
  %v = load i32, ptr %q
  ret i32 %v
}"#,
        &[(&[-300_000], Some(77)), (&[3], Some(77))],
    );
}

/// A swap, a rotation of three, and a value that is needed after its phi has moved on.
#[test]
fn edges_copy_all_at_once() {
    check(
        r#"
define i32 @f(i32 %n) #f {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %x = phi i32 [ 3, %entry ], [ %y, %loop ]
  %y = phi i32 [ 4, %entry ], [ %z, %loop ]
  %z = phi i32 [ 5, %entry ], [ %x, %loop ]
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  %t0 = mul i32 %a, 10
  %t1 = add i32 %t0, %b
  %t2 = mul i32 %t1, 10
  %t3 = add i32 %t2, %x
  %t4 = mul i32 %t3, 10
  %t5 = add i32 %t4, %y
  %t6 = mul i32 %t5, 10
  %t7 = add i32 %t6, %z
  %t8 = mul i32 %t7, 10
  %t9 = add i32 %t8, %i
  ret i32 %t9
}"#,
        &[
            (&[1], Some(123_450)),
            (&[2], Some(214_531)),
            (&[3], Some(125_342)),
        ],
    );
}

/// Reads must not move past writes, nor calls past each other.
#[test]
fn effects_keep_their_order() {
    check(
        r#"
@g = internal global i32 0
define internal i32 @tick() noinline {
  %v = load i32, ptr @g
  %w = add i32 %v, 1
  store i32 %w, ptr @g
  ret i32 %w
}
define i32 @f(i32 %x) #f {
  store i32 %x, ptr @g
  %before = load i32, ptr @g
  %a = call i32 @tick()
  %between = load i32, ptr @g
  %b = call i32 @tick()
  %d = sub i32 %b, %a
  %m = mul i32 %between, 1000
  %s = sub i32 %m, %before
  %t = mul i32 %d, 100000
  %r = add i32 %s, %t
  ret i32 %r
}"#,
        &[(&[5], Some(6000 - 5 + 100_000))],
    );
}

#[test]
fn a_computed_goto_is_a_switch() {
    check(
        r#"
@labels = internal constant [3 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b), ptr blockaddress(@f, %c)]
define i32 @f(i32 %n) #f {
entry:
  br label %next
next:
  %i = phi i32 [ %n, %entry ], [ %j, %a ], [ %k, %b ]
  %sum = phi i32 [ 0, %entry ], [ %x, %a ], [ %y, %b ]
  %m = urem i32 %i, 3
  %p = getelementptr inbounds [3 x ptr], ptr @labels, i32 0, i32 %m
  %to = load ptr, ptr %p
  indirectbr ptr %to, [label %a, label %b, label %c]
a:
  %x = add i32 %sum, 100
  %j = add i32 %i, 1
  br label %next
b:
  %y = add i32 %sum, 10
  %k = add i32 %i, 1
  br label %next
c:
  %z = add i32 %sum, %i
  ret i32 %z
}"#,
        &[(&[0], Some(112)), (&[1], Some(12)), (&[2], Some(2))],
    );
}

/// A switch whose cases are far apart, and one whose value has bits above its width.
#[test]
fn switches_of_odd_and_wide_values() {
    let text = r#"
define i32 @f(i32 %x) #f {
  %a = trunc i32 %x to i7
  %b = add i7 %a, 1
  switch i7 %b, label %other [
    i7 -64, label %l
    i7 63, label %m
    i7 0, label %n
    i7 1, label %n
    i7 2, label %l
    i7 3, label %m
  ]
l: ret i32 1
m: ret i32 2
n: ret i32 3
other: ret i32 4
}"#;
    check(
        text,
        &[
            (&[63], Some(1)),
            (&[62], Some(2)),
            (&[127], Some(3)),
            (&[0], Some(3)),
            (&[1], Some(1)),
            (&[130], Some(2)),
            (&[5], Some(4)),
        ],
    );
}

#[test]
fn traps_trap() {
    check(
        r#"
declare void @llvm.trap()
define i32 @f(i32 %x) #f {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  ret i32 %x
}"#,
        &[(&[3], Some(3)), (&[0], None)],
    );
}

/// A hundred thousand additions in a row, and as many blocks: nothing recurses on the input.
#[test]
fn long_chains_compile() {
    let mut text = String::from("define i32 @f(i32 %v0) #f {\n");
    for index in 0..100_000 {
        text += &format!(" %v{} = add i32 %v{index}, 1\n", index + 1);
    }
    text += " ret i32 %v100000\n}";
    check(&text, &[(&[5], Some(100_005))]);

    let mut text = String::from("define i32 @f(i32 %x) #f {\n br label %b0\n");
    for index in 0..20_000 {
        text += &format!(
            "b{index}:\n %c{index} = icmp eq i32 %x, {index}\n br i1 %c{index}, label %end, label %b{}\n",
            index + 1
        );
    }
    text += "b20000:\n ret i32 -1\nend:\n ret i32 %x\n}";
    check(&text, &[(&[19_999], Some(19_999)), (&[20_000], Some(-1))]);
}

/// More cases than a table may have entries; far ones are fewer, since wasmi limits the number of
/// constants.
#[test]
fn switches_larger_than_any_table() {
    for (count, step) in [(100_000, 2), (10_000, 1000)] {
        let mut text = String::from("define i32 @f(i32 %x) #f {\n switch i32 %x, label %other [\n");
        for index in 0..count {
            text += &format!(" i32 {}, label %b{}\n", index * step, index % 100);
        }
        text += "]\n";
        for index in 0..100 {
            text += &format!("b{index}:\n ret i32 {index}\n");
        }
        text += "other:\n ret i32 -1\n}";
        check(
            &text,
            &[
                (&[0], Some(0)),
                (&[(count - 1) * step], Some(99)),
                (&[5042 * step], Some(42)),
                (&[5042 * step + 1], Some(-1)),
                (&[-1], Some(-1)),
                (&[count * step], Some(-1)),
            ],
        );
    }
}

/// A decision whose arms all lead to one block makes no difference, but its operand may call
/// a function, and may be used again.
#[test]
fn a_decision_without_a_difference_still_computes() {
    let tick = "@g = internal global i32 0\ndefine i32 @tick(i32 %x) noinline {\n%v = load i32, ptr @g\n\
                %w = add i32 %v, %x\nstore i32 %w, ptr @g\nret i32 %w\n}\n";
    for (decision, used, expected) in [
        (
            "%b = icmp slt i32 %c, 9\nbr i1 %b, label %n, label %n",
            "0",
            7,
        ),
        (
            "switch i32 %c, label %n [\ni32 1, label %n\ni32 2, label %n\n]",
            "0",
            7,
        ),
        (
            "%b = icmp slt i32 %c, 9\nbr i1 %b, label %n, label %n",
            "%c",
            14,
        ),
        ("switch i32 %c, label %n [\ni32 1, label %n\n]", "%c", 14),
        (
            "%b = trunc i32 %c to i1\nbr i1 %b, label %n, label %n",
            "%c",
            14,
        ),
    ] {
        let text = format!(
            "{tick}define i32 @f(i32 %x) #f {{\n%c = call i32 @tick(i32 %x)\n{decision}\n\
             n:\n%v = load i32, ptr @g\n%r = add i32 %v, {used}\nret i32 %r\n}}"
        );
        check(&text, &[(&[7], Some(expected))]);
    }
}
