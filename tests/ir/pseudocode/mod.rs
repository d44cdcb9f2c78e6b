//! Functions as pseudocode: how each kind of instruction is written, what is folded, and names.

mod addresses;
mod expressions;
mod folding;
mod opposites;
mod variables;

use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{BlockId, Function, Id, Module};

pub(crate) fn read(text: &str) -> Module {
    unsnarl_llvm::read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// The function that a module defines.
pub(crate) fn defined(module: &Module) -> &Function {
    let mut functions = module.functions.values();
    functions
        .find(|function| function.is_definition())
        .expect("it defines one")
}

pub(crate) fn lines(code: &Code<'_, '_>, block: usize) -> Vec<String> {
    let block = BlockId::new(block);
    let statements = code.statements(block).iter();
    let statements = statements.map(|statement| code.show_statement(statement));
    statements.chain(code.show_exit(block)).collect()
}

/// Writes a function with these instructions, the last of which makes `%r`, which it returns.
pub(crate) fn written(ty: &str, body: &str) -> String {
    let text = format!(
        "%pair = type {{ i32, [4 x i16] }}
         @g = global i32 0
         @table = global [4 x i32] zeroinitializer
         @.str = private unnamed_addr constant [5 x i8] c\"a\\22\\0Ab\\00\"
         declare i32 @call(i32, ptr)
         declare i32 @llvm.umin.i32(i32, i32)
         declare i32 @llvm.ctlz.i32(i32, i1)
         declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         declare {{ i32, i1 }} @llvm.sadd.with.overflow.i32(i32, i32)
         declare void @llvm.lifetime.start.p0(i64, ptr)
         declare void @llvm.assume(i1)
         define {ty} @f(i32 %a, i32 %b, i32 %c, i64 %n, i8 %s, i1 %t, i1 %u, double %x, double %y, ptr %p, ptr %q, <4 x i32> %v) {{
         {body}
         ret {ty} %r
         }}"
    );
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    lines(&code, 0).join("; ")
}

#[track_caller]
pub(crate) fn check(ty: &str, body: &str, expected: &str) {
    assert_eq!(written(ty, body), expected, "{body}");
}
