//! Functions of every module that take any number of arguments.

use std::fmt::Write as _;

/// How an argument is read on x86-64, where clang writes it out: from what was saved of the
/// registers of its kind, or from the stack when these are used up.
struct Argument {
    name: &'static str,
    ty: &'static str,
    /// Where in the list it is said how far the registers are used up.
    used: u32,
    /// Where the last one begins.
    last: u32,
    size: u32,
}

const ARGUMENTS: [Argument; 3] = [
    argument("first", "i32", 0, 40, 8),
    argument("second", "double", 4, 160, 16),
    argument("third", "i64", 0, 40, 8),
];

const fn argument(
    name: &'static str,
    ty: &'static str,
    used: u32,
    last: u32,
    size: u32,
) -> Argument {
    Argument {
        name,
        ty,
        used,
        last,
        size,
    }
}

/// The functions, and where each has its list of arguments: in a variable, in a struct, and in
/// variables of the module.
pub(super) const LISTS: [(&str, &str); 4] = [
    ("@mixed", "alloca [3 x i64], align 16"),
    (
        "@mixed_field",
        "getelementptr inbounds { i32, [3 x i64] }, ptr %record, i32 0, i32 1",
    ),
    (
        "@mixed_global",
        "getelementptr inbounds [3 x i64], ptr @list, i32 0",
    ),
    (
        "@mixed_global_field",
        "getelementptr inbounds { i32, [3 x i64] }, ptr @listed, i32 0, i32 1",
    ),
];

const DECLARED: &str = "
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
@list = internal global [3 x i64] zeroinitializer
@listed = internal global { i32, [3 x i64] } zeroinitializer
";

const START: &str = "
define internal i64 NAME(i32 %count, ...) noinline {
entry:
  %record = alloca { i32, [3 x i64] }
  %list = LIST
  call void @llvm.va_start(ptr %list)
  br label %loop
loop:
  %index = phi i32 [ 0, %entry ], [ %next, %more ]
  %sum = phi i64 [ 1, %entry ], [ %new, %more ]
  %is_done = icmp sge i32 %index, %count
  br i1 %is_done, label %done, label %read
read:
";

const END: &str = "
  br label %more
more:
  %is_less = fcmp olt double %second, 2.0
  %wide = sext i32 %first to i64
  %chosen = select i1 %is_less, i64 %wide, i64 %third
  %left = shl i64 %sum, 5
  %mixed = xor i64 %left, %third
  %new = add i64 %mixed, %chosen
  %next = add i32 %index, 1
  br label %loop
done:
  call void @llvm.va_end(ptr %list)
  ret i64 %sum
}
";

/// The text of the functions.
pub(super) fn functions(triple: &str) -> String {
    let mut text = DECLARED.to_owned();
    for (name, list) in LISTS {
        text += &START.replace("NAME", name).replace("LIST", list);
        for argument in &ARGUMENTS {
            let Argument { name, ty, .. } = argument;
            match triple.starts_with("x86_64") {
                true => argument.on_x86(&mut text),
                false => {
                    let _ = writeln!(text, "  %{name} = va_arg ptr %list, {ty}");
                }
            }
        }
        text += END;
    }
    text
}

impl Argument {
    fn on_x86(&self, text: &mut String) {
        let Argument {
            name,
            ty,
            used,
            last,
            size,
        } = self;
        let _ = write!(
            text,
            "  %{name}.place = getelementptr inbounds i8, ptr %list, i64 {used}
  %{name}.used = load i32, ptr %{name}.place
  %{name}.fits = icmp ule i32 %{name}.used, {last}
  br i1 %{name}.fits, label %{name}.register, label %{name}.stack
{name}.register:
  %{name}.saved = getelementptr inbounds i8, ptr %list, i64 16
  %{name}.registers = load ptr, ptr %{name}.saved
  %{name}.one = getelementptr i8, ptr %{name}.registers, i32 %{name}.used
  %{name}.more = add i32 %{name}.used, {size}
  store i32 %{name}.more, ptr %{name}.place
  br label %{name}.read
{name}.stack:
  %{name}.rest = getelementptr inbounds i8, ptr %list, i64 8
  %{name}.other = load ptr, ptr %{name}.rest
  %{name}.next = getelementptr i8, ptr %{name}.other, i32 8
  store ptr %{name}.next, ptr %{name}.rest
  br label %{name}.read
{name}.read:
  %{name}.address = phi ptr [ %{name}.one, %{name}.register ], [ %{name}.other, %{name}.stack ]
  %{name} = load {ty}, ptr %{name}.address
"
        );
    }
}
