//! The shape of the code: trees, locals, jumps.

use unsnarl::program::Term;
use unsnarl::{BlockId, Edge, Id, Program, ProgramBuilder};
use unsnarl_wasm::{BlockParameters, Options, compile, wat};

const HEAD: &str = "target datalayout = \"e-p:32:32-i64:64-n32:64-S128\"\n";

/// Compiles one function `@f` and compares its instructions, on one line.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_with(&Options::default(), text, expected);
}

/// The same where brackets may have parameters, and where they may not.
#[track_caller]
fn check_parameters(text: &str, with: &str, without: &str) {
    let options = Options {
        block_parameters: BlockParameters::WhereShorter,
        ..Options::default()
    };
    check_with(&options, text, with);
    check(text, without);
}

#[track_caller]
fn check_with(options: &Options, text: &str, expected: &str) {
    let text = format!("{HEAD}{}", text.replace("#f", "\"wasm-export-name\"=\"f\""));
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let output = compile(&module, options).unwrap_or_else(|error| panic!("{error}"));
    let text = wat(&output.bytes).expect("it is a module");
    let start = text.find("(func $f ").expect("the function has its name");
    let body = text[start..]
        .lines()
        .skip(1)
        .map(str::trim)
        .take_while(|line| *line != ")" && !line.starts_with("(table"));
    let body: Vec<&str> = body
        .map(|line| line.split(" ;;").next().unwrap_or(line))
        .collect();
    assert_eq!(body.join("; "), expected);
}

#[test]
fn a_tree_needs_no_local() {
    check(
        "define i32 @f(i32 %a, i32 %b) #f {\n %x = add i32 %a, %b\n %y = sub i32 %a, %b\n %z = mul i32 %x, %y\n ret i32 %z\n}",
        "local.get $a; local.get $b; i32.add; local.get $a; local.get $b; i32.sub; i32.mul",
    );
}

#[test]
fn a_value_with_two_uses_is_set_at_the_first() {
    check(
        "define i32 @f(i32 %a, i32 %b) #f {\n %x = add i32 %a, %b\n %y = mul i32 %x, %x\n ret i32 %y\n}",
        "local.get $a; local.get $b; i32.add; local.tee $a; local.get $a; i32.mul",
    );
}

/// The load stays before the store, and its value is kept in a local.
#[test]
fn a_read_stays_before_a_write() {
    check(
        "define i32 @f(ptr %p, ptr %q) #f {\n %x = load i32, ptr %p\n store i32 7, ptr %q\n ret i32 %x\n}",
        "local.get $p; i32.load; local.set $p; local.get $q; i32.const 7; i32.store; local.get $p",
    );
    check(
        "define i32 @f(ptr %p, ptr %q) #f {\n store i32 7, ptr %q\n %x = load i32, ptr %p\n %y = load i32, ptr %q\n %z = sub i32 %x, %y\n ret i32 %z\n}",
        "local.get $q; i32.const 7; i32.store; local.get $p; i32.load; local.get $q; i32.load; i32.sub",
    );
}

/// A read passes a write that has no byte in common with it.
#[test]
fn a_read_passes_a_write_beside_it() {
    check(
        "define void @f(ptr %p) #f {\n %buffer = load ptr, ptr %p\n %a = getelementptr inbounds i8, ptr %p, i32 4\n %n = load i32, ptr %a\n\
         %m = add i32 %n, 1\n store i32 %m, ptr %a\n %q = getelementptr i8, ptr %buffer, i32 %n\n store i8 7, ptr %q\n ret void\n}",
        "(local $n i32); local.get $p; local.get $p; i32.load offset=4; local.tee $n; i32.const 1; i32.add; i32.store offset=4; \
         local.get $p; i32.load; local.get $n; i32.add; i32.const 7; i32.store8",
    );
}

/// The phi, its source on the edge and the parameter share a local; the back edge is one
/// conditional jump.
#[test]
fn a_counting_loop_has_one_local() {
    check(
        "define i32 @f(i32 %n) #f {\nentry:\n br label %loop\nloop:\n %i = phi i32 [ %n, %entry ], [ %d, %loop ]\n %d = add i32 %i, -3\n\
         %c = icmp sgt i32 %d, 0\n br i1 %c, label %loop, label %done\ndone:\n ret i32 %d\n}",
        "loop $loop; local.get $n; i32.const -3; i32.add; local.tee $n; i32.const 0; i32.gt_s; br_if $loop; end; local.get $n",
    );
}

/// One block returns for three; each returns directly, without a local for the value.
#[test]
fn common_returns_are_duplicated() {
    let text = "define i32 @f(i32 %a, i32 %b) #f {\n %c = icmp eq i32 %a, 0\n br i1 %c, label %out, label %more\nmore:\n %d = icmp eq i32 %b, 0\n\
         br i1 %d, label %out, label %last\nlast:\n %s = add i32 %a, %b\n br label %out\nout:\n\
         %r = phi i32 [ -1, %0 ], [ -2, %more ], [ %s, %last ]\n ret i32 %r\n}";
    check(
        text,
        "local.get $a; i32.eqz; if; i32.const -1; return; end; local.get $b; i32.eqz; if; i32.const -2; return; end; \
         local.get $a; local.get $b; i32.add",
    );
    // Equal returns share a block.
    check(
        &text.replace("[ -1", "[ -2"),
        "local.get $a; if; local.get $b; if; local.get $a; local.get $b; i32.add; return; end; end; i32.const -2",
    );
}

/// Two dense cases make a table; a value tested more than once is on the operand stack the first
/// time.
#[test]
fn few_cases_make_short_decisions() {
    let switch = |cases: &str| {
        format!(
            "define i32 @f(i32 %a) #f {{\n switch i32 %a, label %none [ {cases} ]\none:\n br label %out\ntwo:\n br label %out\nnone:\n br label %out\nout:\n\
             %r = phi i32 [ 1, %one ], [ 2, %two ], [ 3, %none ]\n ret i32 %r\n}}"
        )
    };
    check(
        &switch("i32 0, label %one\n i32 1, label %two"),
        "block $none; block $two; block $one; local.get $a; br_table $one $two $none; end; i32.const 1; return; end; i32.const 2; return; end; i32.const 3",
    );
    check(
        &switch("i32 7, label %one\n i32 7000, label %two"),
        "block $none; block $two; block $one; local.get $a; i32.const 7000; i32.eq; br_if $two; local.get $a; i32.const 7; i32.ne; br_if $none; end; i32.const 1; \
         return; end; i32.const 2; return; end; i32.const 3",
    );
    // Consecutive values with one target are a range.
    check(
        &switch(
            "i32 48, label %one\n i32 49, label %one\n i32 50, label %one\n i32 51, label %one",
        ),
        "block $none; block $one; local.get $a; i32.const 48; i32.sub; i32.const 3; i32.gt_u; br_if $none; end; i32.const 1; return; end; i32.const 3",
    );
}

/// Constants for adjacent bytes are written together, unless something else might read them, or the
/// order matters.
#[test]
fn neighbouring_constants_are_one_store() {
    let two = |between: &str| {
        format!(
            "define void @f(ptr %p, ptr %q) #f {{\n store i32 1, ptr %p\n{between} %a = getelementptr inbounds i8, ptr %p, i32 4\n\
             store i32 2, ptr %a\n ret void\n}}"
        )
    };
    check(
        &two(""),
        "local.get $p; i64.const 8589934593; i64.store align=4",
    );
    check(
        &two(" store i32 3, ptr %q\n"),
        "local.get $p; i32.const 1; i32.store; local.get $q; i32.const 3; i32.store; local.get $p; i32.const 2; i32.store offset=4",
    );
    check(
        &two(" store volatile i32 3, ptr %p\n"),
        "local.get $p; i32.const 1; i32.store; local.get $p; i32.const 3; i32.store; local.get $p; i32.const 2; i32.store offset=4",
    );
    check(
        "define void @f(ptr %p) #f {\n store i32 1, ptr %p\n %a = getelementptr inbounds i8, ptr %p, i32 2\n store i16 2, ptr %a\n ret void\n}",
        "local.get $p; i32.const 1; i32.store; local.get $p; i32.const 2; i32.store16 offset=2",
    );
    check(
        "define void @f(ptr %p) #f {\n store i8 97, ptr %p\n %a = getelementptr inbounds i8, ptr %p, i32 1\n store i8 98, ptr %a\n\
         %b = getelementptr inbounds i8, ptr %p, i32 2\n store i16 0, ptr %b\n ret void\n}",
        "local.get $p; i32.const 25185; i32.store align=1",
    );
}

/// The parts of addresses are computed once in a block.
#[test]
fn nothing_is_computed_twice_in_a_block() {
    check(
        "define i32 @f(ptr %p, i32 %i) #f {\n %q = getelementptr i32, ptr %p, i32 %i\n %r = getelementptr i32, ptr %p, i32 %i\n\
         %x = load i32, ptr %q\n store i32 0, ptr %r\n ret i32 %x\n}",
        "local.get $p; local.get $i; i32.const 2; i32.shl; i32.add; local.tee $p; i32.load; local.set $i; local.get $p; i32.const 0; i32.store; local.get $i",
    );
}

/// The sum is computed after the last use of its operand, and so in the same local.
#[test]
fn the_next_pointer_comes_last() {
    check(
        "define void @f(ptr %p, ptr %q, i32 %n) #f {\nentry:\n br label %loop\nloop:\n %s = phi ptr [ %p, %entry ], [ %next, %loop ]\n\
         %i = phi i32 [ %n, %entry ], [ %d, %loop ]\n %next = getelementptr inbounds i8, ptr %s, i32 4\n %x = load i32, ptr %s\n\
         store volatile i32 %x, ptr %q\n %d = add i32 %i, -1\n %c = icmp eq i32 %d, 0\n br i1 %c, label %done, label %loop\ndone:\n ret void\n}",
        "loop $loop; local.get $q; local.get $p; i32.load; i32.store; local.get $p; i32.const 4; i32.add; local.set $p; \
         local.get $n; i32.const -1; i32.add; local.tee $n; br_if $loop; end",
    );
}

/// Conditional jumps with equal copies jump to one place that makes them.
#[test]
fn edges_with_equal_copies_are_merged() {
    let text = |brought: &str, kept: &str| {
        format!(
            "define i32 @f(i32 %a, i32 %b) #f {{\n %c = icmp eq i32 %a, 0\n br i1 %c, label %out, label %more\nmore:\n %d = icmp eq i32 %b, 0\n\
             br i1 %d, label %out, label %last\nlast:\n %s = add i32 %a, %b\n br label %out\nout:\n\
             %r = phi i32 [ {brought}, %0 ], [ {brought}, %more ], [ %s, %last ]\n %t = mul i32 %r, {kept}\n ret i32 %t\n}}"
        )
    };
    check(
        &text("-2", "3"),
        "block $out (result i32); local.get $a; if; local.get $b; if; local.get $a; local.get $b; i32.add; br $out; end; end; i32.const -2; end; i32.const 3; i32.mul",
    );
    // The source is needed afterwards, so it has to be copied; once.
    check(
        &text("%a", "%a"),
        "block $out (result i32); local.get $a; if; local.get $b; if; local.get $a; local.get $b; i32.add; br $out; end; end; local.get $a; end; \
         local.get $a; i32.mul",
    );
    // The phi shares the local of its source: the edges are empty.
    check(
        &text("%a", "%b"),
        "local.get $a; if; local.get $b; if; local.get $a; local.get $b; i32.add; local.set $a; end; end; local.get $a; local.get $b; \
         i32.mul",
    );
}

/// A loop around a switch whose arms share a latch.
fn dispatch(two: &str, latch: &str) -> String {
    format!(
        "define i32 @f(ptr %p) #f {{\nentry:\n br label %head\nhead:\n %i = phi i32 [ 0, %entry ], {latch}\n %x = load volatile i32, ptr %p\n\
         switch i32 %x, label %out [ i32 0, label %one\n i32 1, label %two\n i32 2, label %latch ]\none:\n store volatile i32 1, ptr %p\n\
         br label %latch\ntwo:\n store volatile i32 2, ptr %p\n %t = add i32 %i, %x\n {two}\nlatch:\n\
         %n = phi i32 [ 7, %one ], [ %t, %two ], [ %i, %head ]\n br label %head\nout:\n ret i32 %i\n}}"
    )
}

/// Each arm jumps back directly, and the empty case jumps back at once.
#[test]
fn latches_are_bypassed() {
    check(
        &dispatch("br label %latch", "[ %n, %latch ]"),
        "(local $i i32) (local $x i32); i32.const 0; local.set $i; loop $head; block $out; block $two; block $one; local.get $p; \
         i32.load; local.tee $x; br_table $one $two $head $out; end; local.get $p; i32.const 1; i32.store; i32.const 7; local.set $i; \
         br $head; end; local.get $p; i32.const 2; i32.store; local.get $i; local.get $x; i32.add; local.set $i; br $head; end; end; \
         local.get $i",
    );
    // A block with another edge to the header sets its value before it jumps to the latch.
    check(
        &dispatch(
            "%c = icmp eq i32 %t, 9\n br i1 %c, label %head, label %latch",
            "[ %n, %latch ], [ %x, %two ]",
        ),
        "(local $n i32) (local $x i32); i32.const 0; local.set $n; loop $head; block $out; block $two; block $one; local.get $p; \
         i32.load; local.tee $x; br_table $one $two $head $out; end; local.get $p; i32.const 1; i32.store; i32.const 7; local.set $n; \
         br $head; end; local.get $p; i32.const 2; i32.store; local.get $n; local.get $x; i32.add; local.tee $n; i32.const 9; i32.eq; \
         if; local.get $x; local.set $n; br $head; end; br $head; end; end; local.get $n",
    );
    // Each of them sets the latch's own value.
    check(
        &dispatch("br label %latch", "[ %x, %latch ]"),
        "(local $i i32) (local $x i32); i32.const 0; local.set $i; loop $head; block $out; block; block $two; block $one; local.get \
         $p; i32.load; local.tee $x; br_table $one $two 2 (;@3;) $out; end; local.get $p; i32.const 1; i32.store; local.get $x; \
         local.set $i; br $head; end; local.get $p; i32.const 2; i32.store; local.get $x; local.set $i; br $head; end; local.get $x; \
         local.set $i; br $head; end; end; local.get $i",
    );
}

#[test]
fn an_offset_moves_into_the_access() {
    check(
        "define i32 @f(ptr %p) #f {\n %q = getelementptr inbounds i8, ptr %p, i32 12\n %x = load i32, ptr %q\n ret i32 %x\n}",
        "local.get $p; i32.load offset=12",
    );
    // Without `inbounds` the sum may wrap.
    check(
        "define i32 @f(ptr %p) #f {\n %q = getelementptr i8, ptr %p, i32 12\n %x = load i32, ptr %q\n ret i32 %x\n}",
        "local.get $p; i32.const 12; i32.add; i32.load",
    );
    check(
        "@g = internal global [9 x i32] zeroinitializer\ndefine i32 @f(i32 %i) #f {\n %q = getelementptr inbounds [9 x i32], ptr @g, i32 0, i32 %i\n\
         %x = load i32, ptr %q\n ret i32 %x\n}",
        "local.get $i; i32.const 2; i32.shl; i32.load offset=1048576",
    );
}

#[test]
fn a_condition_is_turned_round_instead_of_negated() {
    check(
        "define i32 @f(i32 %a, ptr %p) #f {\nentry:\n %c = icmp slt i32 %a, 5\n br i1 %c, label %end, label %work\nwork:\n store i32 1, ptr %p\n\
         br label %end\nend:\n ret i32 0\n}",
        "local.get $a; i32.const 5; i32.ge_s; if; local.get $p; i32.const 1; i32.store; end; i32.const 0",
    );
}

/// A value that is known to have zeros above its width is not masked again.
#[test]
fn a_byte_is_extended_once() {
    check(
        "define i32 @f(ptr %p) #f {\n %x = load i8, ptr %p\n %y = and i8 %x, 15\n %z = zext i8 %y to i32\n ret i32 %z\n}",
        "local.get $p; i32.load8_u; i32.const 15; i32.and",
    );
    check(
        "define i32 @f(i8 %x) #f {\n %y = add i8 %x, 1\n %z = zext i8 %y to i32\n ret i32 %z\n}",
        "local.get $x; i32.const 1; i32.add; i32.const 255; i32.and",
    );
}

/// A load extends its result, if there is no other use.
#[test]
fn a_load_extends() {
    check(
        "define i64 @f(ptr %p) #f {\n %x = load i32, ptr %p\n %y = sext i32 %x to i64\n ret i64 %y\n}",
        "local.get $p; i64.load32_s",
    );
    check(
        "define i32 @f(ptr %p) \"target-features\"=\"+sign-ext\" #f {\n %x = load i8, ptr %p\n %y = sext i8 %x to i32\n ret i32 %y\n}",
        "local.get $p; i32.load8_s",
    );
    check(
        "define i32 @f(ptr %p, ptr %q) \"target-features\"=\"+sign-ext\" #f {\n %x = load i8, ptr %p\n store i8 %x, ptr %q\n\
         %y = sext i8 %x to i32\n ret i32 %y\n}",
        "local.get $q; local.get $p; i32.load8_u; local.tee $p; i32.store8; local.get $p; i32.extend8_s",
    );
}

#[test]
fn unused_values_are_not_computed() {
    check(
        "define i32 @f(ptr %p) #f {\n %x = load i32, ptr %p\n %y = mul i32 %x, 3\n ret i32 4\n}",
        "i32.const 4",
    );
}

#[test]
fn dense_cases_are_a_table() {
    check(
        "define i32 @f(i32 %x) #f {\n switch i32 %x, label %d [ i32 0, label %a\n i32 1, label %b\n i32 3, label %a ]\n\
         a:\n ret i32 1\nb:\n ret i32 2\nd:\n ret i32 3\n}",
        "block $d; block $b; block $a; local.get $x; br_table $a $b $d $a $d; end; i32.const 1; return; end; i32.const 2; return; end; i32.const 3",
    );
}

/// Decides once and tests a flag: a program as conditions make it.
fn keeps_its_decision() -> Program {
    let [first, second, third] = [0, 1, 2].map(BlockId::new);
    let mut program = ProgramBuilder::new();
    let (flag, other, past) = (program.flag(), program.flag(), program.label());
    program.set(other, false);
    program.run(first);
    program.open_if(first, None);
    for (slot, value) in [(0, true), (1, false)] {
        program.arm([slot]);
        program.take(Edge::new(first, slot as usize));
        program.set(flag, value);
    }
    program.close();
    program.open_block(past);
    let terms = [Term::And, Term::Flag(flag), Term::Not, Term::Flag(other)];
    let condition = program.condition(terms);
    program.open_test(condition, None);
    program.arm([0]);
    program.go_past(past);
    program.arm([1]);
    program.close();
    program.run(second);
    program.leave(second);
    program.close();
    program.run(third);
    program.leave(third);
    program.finish()
}

#[test]
fn a_condition_over_flags_is_computed_on_the_stack() {
    let options = Options {
        structure: &|_| Ok(keeps_its_decision()),
        ..Options::default()
    };
    check_with(
        &options,
        "define i32 @f(i32 %n) #f {\n %c = icmp slt i32 %n, 5\n br i1 %c, label %a, label %b\na:\n ret i32 1\nb:\n ret i32 2\n}",
        "(local $flag.f1 i32) (local $flag.f0 i32); i32.const 0; local.set $flag.f1; local.get $n; i32.const 5; i32.lt_s; if; i32.const 1; local.set $flag.f0; else; \
         i32.const 0; local.set $flag.f0; end; block $b; local.get $flag.f1; i32.eqz; local.get $flag.f0; i32.and; i32.eqz; \
         br_if $b; i32.const 1; return; end; i32.const 2",
    );
}

/// An `if` with a value for each arm.
fn joined(first: &str, last: &str) -> String {
    format!(
        "declare void @o() \"wasm-import-module\"=\"o\"\ndefine i32 @f(i32 %a, i32 %b) #f {{\nentry:\n {first} br i1 %c, label %x, label %y\n\
         x:\n call void @o()\n br label %out\ny:\n %s = add i32 %a, %b\n br label %out\nout:\n %r = phi i32 [ 5, %x ], [ %s, %y ]\n {last}\n}}"
    )
}

/// A bracket leaves its value on the stack where it is read next; a local only holds it if it is
/// read again.
#[test]
fn brackets_have_results() {
    let first = "%c = icmp eq i32 %a, 0\n";
    check(
        &joined(first, "%t = mul i32 %r, 3\n ret i32 %t"),
        "local.get $a; i32.eqz; if (result i32); call $o; i32.const 5; else; local.get $a; local.get $b; i32.add; end; i32.const 3; i32.mul",
    );
    check(
        &joined(first, "%t = mul i32 %r, %r\n ret i32 %t"),
        "local.get $a; i32.eqz; if (result i32); call $o; i32.const 5; else; local.get $a; local.get $b; i32.add; end; local.tee $a; local.get $a; i32.mul",
    );
    // The later read is not of the value on the stack.
    check(
        &joined(first, "call void @o()\n %t = mul i32 %r, 3\n ret i32 %t"),
        "local.get $a; i32.eqz; if; call $o; i32.const 5; local.set $a; else; local.get $a; local.get $b; i32.add; local.set $a; end; call $o; local.get $a; i32.const 3; i32.mul",
    );
}

/// A loop that begins with a call on its value, with several back edges.
fn turning(back_edges: &str, rest: &str) -> String {
    format!(
        "declare i32 @o(i32) \"wasm-import-module\"=\"o\"\ndefine void @f(i32 %n) #f {{\nentry:\n br label %loop\nloop:\n\
         %i = phi i32 [ 1, %entry ], {back_edges}\n %m = call i32 @o(i32 %i)\n %c = icmp slt i32 %m, %n\n {rest}\ndone:\n ret void\n}}"
    )
}

/// A loop has a parameter: in a module, where the index of its type is short.
#[test]
fn loops_have_parameters_if_that_is_asked_for() {
    check_parameters(
        &turning(
            "[ %x, %less ], [ %y, %more ]",
            "br i1 %c, label %less, label %rest\nless:\n %x = call i32 @o(i32 0)\n br label %loop\nrest:\n %d = icmp eq i32 %m, 7\n\
             br i1 %d, label %done, label %more\nmore:\n %y = sub i32 %m, %n\n br label %loop",
        ),
        "(local $m i32); i32.const 1; loop $loop (type 1) (param i32); call $o; local.tee $m; local.get $n; i32.lt_s; if; i32.const 0; call $o; br $loop; end; local.get $m; i32.const 7; i32.ne; if; local.get $m; local.get $n; i32.sub; br $loop; end; end",
        "(local $x i32); i32.const 1; local.set $x; loop $loop; local.get $x; call $o; local.tee $x; local.get $n; i32.lt_s; if; \
         i32.const 0; call $o; local.set $x; br $loop; end; local.get $x; i32.const 7; i32.ne; if; local.get $x; local.get $n; \
         i32.sub; local.set $x; br $loop; end; end",
    );
}

/// A `br_if` that is not taken leaves its value on the stack.
#[test]
fn a_test_carries_nothing() {
    check(
        &turning(
            "[ %x, %loop ]",
            "%x = add i32 %m, 1\n br i1 %c, label %loop, label %done",
        ),
        "(local $x i32) (local $m i32); i32.const 1; local.set $x; loop $loop; local.get $x; call $o; local.tee $m; i32.const 1; i32.add; local.set $x; local.get $m; local.get $n; i32.lt_s; br_if $loop; end",
    );
}

/// The label of a dispatcher is kept on the stack.
#[test]
fn a_label_waits_on_the_stack() {
    check_parameters(
        "declare i1 @o() \"wasm-import-module\"=\"o\"\ndefine void @f(i1 %x) #f {\nentry:\n br i1 %x, label %l, label %r\n\
         l:\n %p = call i1 @o()\n br i1 %p, label %r, label %out\nr:\n %q = call i1 @o()\n br i1 %q, label %l, label %out\nout:\n ret void\n}",
        "local.get $x; i32.const 1; i32.and; if (result i32); i32.const 0; else; i32.const 1; end; block $out (type 1) (param i32); loop (type 1) (param i32); block $r (type 1) (param i32); block $l (type 1) (param i32); br_if $r; end; call $o; i32.const 1; i32.and; i32.eqz; br_if $out; end; call $o; i32.const 1; i32.and; if; i32.const 0; br 1 (;@2;); end; end; end",
        "(local $label i32); local.get $x; i32.const 1; i32.and; if; i32.const 0; local.set $label; else; i32.const 1; \
         local.set $label; end; block $out; loop; block $r; block $l; local.get $label; br_if $r; end; call $o; i32.const 1; i32.and; \
         i32.eqz; br_if $out; end; call $o; i32.const 1; i32.and; if; i32.const 0; local.set $label; br 1 (;@2;); end; end; end",
    );
}

/// What is written below the stack pointer is its own as long as nothing is called.
#[test]
fn a_leaf_leaves_the_stack_pointer() {
    let text = |attribute: &str, between: &str| {
        format!(
            "declare void @g() \"wasm-import-module\"=\"m\"\ndefine i32 @f(i32 %a) #f{attribute} {{\n %p = alloca i32\n \
             store volatile i32 %a, ptr %p\n{between} %x = load volatile i32, ptr %p\n \
             ret i32 %x\n}}"
        )
    };
    let start = "(local $frame i32); global.get $__stack_pointer; i32.const 16; i32.sub; \
                 local.tee $frame; ";
    let store = "local.get $a; i32.store; ";
    let load = "local.get $frame; i32.load";
    let moved = |between: &str| {
        format!(
            "{start}global.set $__stack_pointer; local.get $frame; {store}{between}{load}; \
             local.get $frame; i32.const 16; i32.add; global.set $__stack_pointer"
        )
    };
    check(&text("", ""), &format!("{start}{store}{load}"));
    check(&text(" noredzone", ""), &moved(""));
    check(&text("", " call void @g()\n"), &moved("call $g; "));
}

#[test]
fn fields_that_are_copied_together_are_one_access() {
    check(
        "define void @f(ptr %p, ptr %q) #f {\n %i = getelementptr inbounds i8, ptr %p, i32 4\n %j = getelementptr inbounds i8, ptr %q, i32 4\n %x = load i32, ptr %p\n %y = load float, ptr %i\n store i32 %x, ptr %q\n store float %y, ptr %j\n ret void\n}",
        "local.get $q; local.get $p; i64.load align=4; i64.store align=4",
    );
}

#[test]
fn a_comparison_with_a_number_asks_for_one_nan() {
    check(
        "define i1 @f(double %a) #f {\n %x = fcmp uno double %a, 0.0\n ret i1 %x\n}",
        "local.get $a; local.get $a; f64.ne",
    );
}

#[test]
fn a_choice_between_bits_is_one_operation() {
    let text = |values: &str| {
        format!(
            "define zeroext i1 @f(i32 %a, i32 %b) #f {{\n %c = icmp slt i32 %a, %b\n \
             %d = icmp slt i32 %a, 7\n %x = select i1 %c, {values}\n ret i1 %x\n}}"
        )
    };
    let both = "local.get $a; local.get $b; i32.lt_s; local.get $a; i32.const 7; i32.lt_s; i32.";
    check(&text("i1 true, i1 %d"), &format!("{both}or"));
    check(&text("i1 %d, i1 false"), &format!("{both}and"));
}
