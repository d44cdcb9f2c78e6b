//! The builder keeps the rules that it promises, one edit a test.

use std::collections::BTreeSet;

use unsnarl_ir::{
    BinaryOp, BlockId, CastOp, Cursor, FloatPredicate, FuncId, FunctionBuilder, Id, IntPredicate,
    Module, Op, Operand, Role, Tables, Terminator, UnaryOp, verify, verify_function,
};

const TEXT: &str = "
define i32 @f(i32 %x, ptr %p) {
entry:
  %v = alloca i32
  %c = icmp eq i32 %x, 0
  %w = alloca i32
  store i32 %x, ptr %v
  br i1 %c, label %a, label %b
a:
  %y = add i32 %x, 1
  br label %end
b:
  %z = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %y, %a ], [ %z, %b ]
  ret i32 %r
}
";
const ENTRY: usize = 0;
const A: usize = 1;
const B: usize = 2;
const END: usize = 3;

fn block(index: usize) -> BlockId {
    BlockId::new(index)
}

/// Edits `@f`, checks the rules, and gives its text.
#[track_caller]
fn edited(edit: impl FnOnce(&mut FunctionBuilder, &mut Tables<'_>)) -> String {
    let mut module = unsnarl_llvm::read(TEXT).expect("the text is right");
    let id = FuncId::new(0);
    let mut builder = FunctionBuilder::new((*module.functions[id]).clone());
    let mut tables = Tables::new(&mut module);
    edit(&mut builder, &mut tables);
    let (function, provenance) = builder.finish();
    assert_eq!(provenance.len(), function.blocks.len());
    assert_eq!(verify_function(&module, id, &function), []);
    Tables::new(&mut module).replace_function(id, function);
    assert_eq!(verify(&module), []);
    let text = module.to_string();
    let again = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(again.to_string(), text);
    text
}

#[track_caller]
fn check(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_split_block_keeps_its_variables_and_its_edges() {
    let text = edited(|builder, _| {
        let rest = builder.split(block(ENTRY), 1);
        assert_eq!(builder.provenance().role(rest), Role::Inside(block(ENTRY)));
        builder.set_terminator(block(ENTRY), Terminator::Jump(rest));
        let rest_of_a = builder.split(block(A), 0);
        builder.set_terminator(block(A), Terminator::Jump(rest_of_a));
        let last = builder.split(rest_of_a, 1);
        assert_eq!(builder.provenance().role(last), Role::Inside(block(A)));
        builder.set_terminator(rest_of_a, Terminator::Jump(last));
    });
    check(
        &text,
        &[
            "entry:\n  %v = alloca i32, i32 1\n  %w = alloca i32, i32 1\n  br label %new.0\n",
            "new.0:\n  %c = icmp eq i32 %x, 0\n  store i32 %x, ptr %v\n  br i1 %c, label %a, label %b\n",
            "a:\n  br label %new.1\n",
            "new.1:\n  %y = add i32 %x, 1\n  br label %new.2\n",
            "%r = phi i32 [ %y, %new.2 ], [ %z, %b ]",
        ],
    );
}

#[test]
fn redirected_edges_take_their_operands_with_them() {
    let text = edited(|builder, tables| {
        let one = tables.number(32, 1);
        let own = builder.add_block(block(END), Role::Copy(block(END)));
        let phi = builder.add_phi(own, builder.function().value_type(value(builder, "r")));
        builder.set_terminator(own, Terminator::Return(Some(Operand::Value(phi))));
        let from = BTreeSet::from([block(A), block(B)]);
        builder.redirect(&from, block(END), own, |from, place| {
            assert_eq!(place, 0);
            match from == block(A) {
                true => one,
                false => Operand::Value(phi_source()),
            }
        });
        builder.forget(&from, block(END));
        builder.remove_blocks(&BTreeSet::from([block(END)]));
    });
    check(
        &text,
        &["new.0:\n  %new.1 = phi i32 [ 1, %a ], [ %x, %b ]\n  ret i32 %new.1\n"],
    );
    assert!(!text.contains("end:"), "{text}");
}

/// The value of `%x`.
fn phi_source() -> unsnarl_ir::ValueId {
    unsnarl_ir::ValueId::new(0)
}

fn value(builder: &FunctionBuilder, name: &str) -> unsnarl_ir::ValueId {
    // `%r` is the only phi.
    assert_eq!(name, "r");
    builder.function().blocks[block(END)].phis[0].result
}

#[test]
fn a_removed_block_takes_all_that_it_defined() {
    let text = edited(|builder, _| {
        builder.set_terminator(block(ENTRY), Terminator::Jump(block(B)));
        builder.remove_blocks(&BTreeSet::from([block(A)]));
    });
    assert!(!text.contains("%y") && !text.contains("a:"), "{text}");
    check(&text, &["%r = phi i32 [ %z, %b ]", "%z = load i32, ptr %p"]);
}

#[test]
fn each_helper_gives_the_type_that_its_operands_say() {
    let text = edited(|builder, tables| {
        let x = Operand::Value(phi_source());
        let mut cursor = Cursor::before(builder, tables, block(B), 0);
        let sum = cursor.binary_number(BinaryOp::Add, x, 7);
        let is_less = cursor.compare(IntPredicate::SignedLess, sum, x);
        let least = cursor.select(is_less, sum, x);
        let wide = cursor.resized(least, 64);
        let negative = cursor.negative(wide);
        let double = cursor
            .tables
            .ty(unsnarl_ir::Type::Float(unsnarl_ir::FloatKind::Double));
        let number = cursor.cast(CastOp::SignedToFloat, negative, double);
        let number = cursor.unary(UnaryOp::FloatNegate, number);
        let is_none = cursor.compare_floats(FloatPredicate::Unordered, number, number);
        let bit = cursor.resized(is_none, 32);
        let count = cursor.intrinsic("llvm.ctpop.i32", cursor.ty(bit), &[bit]);
        let pointer = Operand::Value(unsnarl_ir::ValueId::new(1));
        cursor.store(count, pointer, Some(4));
        let ty = cursor.ty(x);
        let loaded = cursor.load(ty, pointer, None);
        assert_eq!((cursor.width(loaded), cursor.block()), (32, block(B)));
        let pair = cursor.tables.ty(unsnarl_ir::Type::Struct {
            fields: [ty, ty].into(),
            packed: false,
        });
        let pair = cursor.poison(pair);
        cursor.insert_value(pair, loaded, 1);
        // Nothing is written where the type is the wanted one already.
        assert_eq!(cursor.cast(CastOp::Truncate, loaded, ty), loaded);
    });
    check(
        &text,
        &[
            "b:\n  %new.0 = add i32 %x, 7\n  %new.1 = icmp slt i32 %new.0, %x\n",
            "%new.3 = zext i32 %new.2 to i64\n  %new.4 = sub i64 0, %new.3\n",
            "%new.7 = fcmp uno double %new.6, %new.6\n  %new.8 = zext i1 %new.7 to i32\n",
            "%new.9 = call i32 (i32) @llvm.ctpop.i32(i32 %new.8)\n  store i32 %new.9, ptr %p, align 4\n",
            "insertvalue {i32, i32} poison, i32 %new.10, 1\n  %z = load i32, ptr %p\n",
            "declare i32 @llvm.ctpop.i32(i32 )",
        ],
    );
}

#[test]
fn instructions_are_moved_and_replaced() {
    let text = edited(|builder, _| {
        let insts = builder.take_insts(block(A));
        let add = insts[0];
        let mut left = builder.take_insts(block(B));
        left.push(add);
        for inst in left {
            let to = if inst == add { A } else { B };
            builder.put(block(to), inst);
        }
        builder.replace(add, Op::Freeze(Operand::Value(phi_source())));
    });
    check(&text, &["a:\n  %y = freeze i32 %x\n"]);
}

#[test]
fn names_go_on_where_another_edit_ended() {
    let mut module: Module = unsnarl_llvm::read(TEXT).expect("the text is right");
    let mut function = (*module.functions[FuncId::new(0)]).clone();
    for _ in 0..2 {
        let mut builder = FunctionBuilder::new(function);
        let mut tables = Tables::new(&mut module);
        let mut cursor = Cursor::at_end(&mut builder, &mut tables, block(A));
        cursor.negative(Operand::Value(phi_source()));
        function = builder.finish().0;
    }
    let text = module.show_function(&function).to_string();
    check(
        &text,
        &["%new.0 = sub i32 0, %x\n  %new.1 = sub i32 0, %x\n"],
    );
}
