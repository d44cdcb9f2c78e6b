//! Branches, phis, calls, exceptions, and single blocks.

use unsnarl_ir::interpret::{
    Answer, BlockEnd, Callee, Choices, Frame, Host, HostCall, Memory, Nothing, Scalar, Stop,
    Undefined, Unsupported, Value,
};
use unsnarl_ir::{BlockId, Id, ValueId};

use crate::interpret::machine::{Loaded, UNKNOWN, check_module};

#[test]
fn phis_read_before_they_write() {
    check_module(
        "define {i32, i32} @f() {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, 4
  br i1 %again, label %loop, label %end
end:
  %x = insertvalue {i32, i32} poison, i32 %a, 0
  %y = insertvalue {i32, i32} %x, i32 %b, 1
  ret {i32, i32} %y
}",
        "0x2:i32 0x1:i32",
    );
}

#[test]
fn branches_want_to_know() {
    for (condition, expected) in [
        ("br i1 poison, label %a, label %b", UNKNOWN),
        ("br i1 undef, label %a, label %a", UNKNOWN),
        (
            "switch i65 36893488147419103231, label %a [ i65 -1, label %b ]",
            "0x2:i32",
        ),
        ("switch i8 undef, label %a [ i8 1, label %b ]", UNKNOWN),
        (
            "indirectbr ptr blockaddress(@f, %b), [label %a, label %b]",
            "0x2:i32",
        ),
        ("unreachable", "Undefined(Unreachable)"),
    ] {
        let text = format!(
            "define i32 @f() {{\nentry:\n  {condition}\na:\n  ret i32 1\nb:\n  ret i32 2\n}}"
        );
        check_module(&text, expected);
    }
}

#[test]
fn calls() {
    let sum = "define i32 @sum(i32 %n, ...) {
  %list = alloca ptr, align 4
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i64
  %c = va_arg ptr %list, i32
  %d = trunc i64 %b to i32
  %e = add i32 %a, %d
  %g = sub i32 %e, %c
  ret i32 %g
}
declare void @llvm.va_start.p0(ptr)\n";
    check_module(
        &format!(
            "{sum}define i32 @f() {{\n  %r = call i32 (i32, ...) @sum(i32 3, i32 1, i64 20, i32 4)\n  ret i32 %r\n}}"
        ),
        "0x11:i32",
    );
    let count = "define i32 @count(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @count(i32 %m)
  %s = add i32 %r, 2
  ret i32 %s
end:
  ret i32 0
}\n";
    let call = |n: u32| {
        format!("{count}define i32 @f() {{\n  %r = call i32 @count(i32 {n})\n  ret i32 %r\n}}")
    };
    check_module(&call(1000), "0x7d0:i32");
    check_module(&call(9_998), "0x4e1c:i32");
    check_module(&call(9_999), "OutOfSpace");
    check_module(&call(u32::MAX), "OutOfSpace");
    check_module(
        "define i32 @f() {\nentry:\n  br label %a\na:\n  br label %a\n}",
        "OutOfFuel",
    );
    check_module(
        "@table = global [2 x ptr] [ptr null, ptr @g]\ndefine i32 @g(ptr byval(i32) %p) {\n  store i32 9, ptr %p\n  ret i32 5\n}
define i32 @f() {\n  %v = alloca i32\n  store i32 1, ptr %v\n  %q = getelementptr [2 x ptr], ptr @table, i32 0, i32 1\n  %g = load ptr, ptr %q\n  %r = call i32 %g(ptr byval(i32) %v)\n  %w = load i32, ptr %v\n  %s = add i32 %r, %w\n  ret i32 %s\n}",
        "0x6:i32",
    );
    check_module(
        "define i32 @g(i32 %a) {\n  ret i32 %a\n}\ndefine i32 @f() {\n  %r = call i32 @g(i64 1)\n  ret i32 %r\n}",
        "Undefined(Call)",
    );
    check_module(
        "declare void @h()\ndefine void @f() {\n  call void @h()\n  ret void\n}",
        "Unsupported(External(f0))",
    );
    check_module(
        "declare double @llvm.sin.f64(double)\ndefine double @f() {\n  %r = call double @llvm.sin.f64(double 1.0)\n  ret double %r\n}",
        "Unsupported(Intrinsic(\"llvm.sin.f64\"))",
    );
    check_module(
        "declare void @llvm.trap()\ndefine void @f() {\n  call void @llvm.trap()\n  ret void\n}",
        "Trap",
    );
    check_module(
        "declare void @llvm.assume(i1)\ndefine void @f() {\n  call void @llvm.assume(i1 false)\n  ret void\n}",
        "Undefined(Assumption)",
    );
}

/// Unwinds out of every call, and remembers what was called.
struct Thrower(Vec<String>);

impl Host for Thrower {
    fn call(&mut self, call: &HostCall<'_>, _: &mut Memory) -> Answer {
        self.0
            .push(format!("{:?} {:?}", call.callee, call.arguments));
        match call.callee {
            Callee::Function(function) if function.index() < 2 => Answer::Enter,
            _ => Answer::Unwind,
        }
    }
}

#[test]
fn exceptions_leave_calls_up_to_an_invoke() {
    let text = "define void @g() {
  call void @throw(i8 3)
  unreachable
}
define i32 @f() personality ptr null {
  invoke void @g() to label %a unwind label %b
a:
  ret i32 1
b:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 2
}
declare void @throw(i8)";
    let mut host = Thrower(Vec::new());
    let result = Loaded::new(text).run(&mut host);
    assert_eq!(result, Err(Stop::Unsupported(Unsupported::Exception)));
    assert_eq!(host.0, ["Function(f0) []", "Function(f2) [One(0x3:i8)]"]);
    let outside = "define void @f() {\n  call void @throw()\n  ret void\n}\ndefine void @g() {\n  ret void\n}\ndeclare void @throw()";
    assert_eq!(
        Loaded::new(outside).run(&mut Thrower(Vec::new())),
        Err(Stop::Unwind)
    );
}

#[test]
fn single_blocks_run_on_any_state() {
    let loaded = Loaded::new(
        "define i32 @f(i32 %n, ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %j = add nuw i32 %i, %n
  store i32 %j, ptr %p
  %c = icmp ult i32 %j, 100
  br i1 %c, label %body, label %end
end:
  ret i32 %j
}",
    );
    let interpreter = loaded.interpreter(Choices::Any);
    let id = loaded.function("f");
    let function = &loaded.module.functions[id];
    let [n, p] = [0, 1].map(ValueId::new);
    let body = &function.blocks[BlockId::new(1)];
    let (i, j) = (body.phis[0].result, function.insts[body.insts[0]].result);
    let j = j.expect("an addition has a result");
    let int = |value| Some(Value::One(Scalar::int(32, value)));
    let run = |i_value: u128, n_value: Option<Value>| {
        let mut frame = Frame::new(id, function);
        (frame.values[n], frame.values[p], frame.values[i]) = (n_value, int(4096), int(i_value));
        let mut state = loaded.state();
        let end = interpreter.run_block(&mut state, &mut Nothing, &mut frame, BlockId::new(1));
        (end.map_err(|halt| halt.stop), frame, state)
    };
    let (end, mut frame, state) = run(90, int(5));
    assert_eq!(end, Ok(BlockEnd::Edge(0)));
    assert_eq!(frame.values[j], int(95));
    let written: Vec<(u64, u8)> = state
        .memory
        .written()
        .map(|(at, byte)| (at, byte.value))
        .collect();
    assert_eq!(written, [(4096, 95), (4097, 0), (4098, 0), (4099, 0)]);
    interpreter
        .take_edge(&mut frame, BlockId::new(1), 0)
        .expect("the phi has a value");
    assert_eq!(frame.values[i], int(95));
    assert_eq!(run(90, int(10)).0, Ok(BlockEnd::Edge(1)));
    assert_eq!(
        run(90, int(u32::MAX.into())).0,
        Err(Stop::Undefined(Undefined::Unknown))
    );
    assert_eq!(
        run(90, None).0,
        Err(Stop::Unsupported(Unsupported::Missing(n)))
    );
}

/// Types in types, 20,000 levels deep, need no stack.
#[test]
fn nothing_recurses() {
    let depth = 20_000;
    let mut text = "%t0 = type { i8 }\n".to_owned();
    for level in 1..depth {
        text += &format!("%t{level} = type {{ %t{} }}\n", level - 1);
    }
    text += &format!("%t = type {{ %t{} }}\n", depth - 1);
    text += "define i32 @f() {
  %p = alloca %t
  %v = load %t, ptr %p
  store %t %v, ptr %p
  ret i32 1
}";
    check_module(&text, "0x1:i32");
}
