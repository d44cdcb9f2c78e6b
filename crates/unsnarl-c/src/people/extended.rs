//! Variables with the bytes of a `long double`, which C compilers read as more or fewer than those
//! of the IR.
//!
//! *Needs:* a module of LLVM IR. *Gives:* the module in which such variables are arrays of bytes.
//! *Cost:* linear in the instructions; functions without such a variable are shared.
//!
//! A `long double` has ten bytes of number and six of padding.
//! - Optimizers cut a variable of bytes where the number ends. C compilers assume that all sixteen
//!   are there when it is read, so it gets the others back.
//! - A variable of this type, or of a struct of nothing else, may be kept in a register of 80 bits.
//!   gcc 12 does so even if all bytes are written through pointers to other types, as a union of
//!   the source is, and loses the padding. So the variable has the type only if no instruction
//!   reaches it in another way.

use foldhash::HashMap;
use unsnarl_ir::{
    Callee, Definition, FloatKind, FuncId, Function, Id, InstId, Layout, Module, Op, Operand, Type,
    TypeId,
};

/// The bytes of a `long double`, and those of its number.
const SIZE: u64 = 16;
const USED: u64 = 10;

/// How many steps from a variable to an address that is known to be its own.
const LONGEST: usize = 4;

/// Gives the variables of a module the bytes that compilers of C will assume.
pub(super) fn in_bytes(module: &Module) -> Module {
    let layout = Layout::new(&module.types, &module.data_layout);
    let mut changed = module.clone();
    for index in 0..module.functions.len() {
        let id = FuncId::new(index);
        for (inst, bytes) in sizes(module, &layout, &module.functions[id]) {
            let element = changed.types.int(8);
            let count = bytes;
            let array = changed.types.add(Type::Array { element, count });
            if let Op::Alloca { ty, align, .. } = &mut changed.function_mut(id).insts[inst].op {
                *align = Some(align.unwrap_or(1).max(SIZE));
                *ty = array;
            }
        }
    }
    changed
}

/// The variables of a function that become bytes, and how many.
fn sizes(module: &Module, layout: &Layout, function: &Function) -> Vec<(InstId, u64)> {
    let mut cut = Vec::new();
    // Whether all instructions reach the `long double` as one.
    let mut numbers: HashMap<InstId, bool> = HashMap::default();
    for (inst, data) in function.insts.iter() {
        let Op::Alloca {
            ty,
            align,
            count: Operand::Const(count),
            ..
        } = data.op
        else {
            continue;
        };
        if module.int(count).and_then(|count| count.as_u64()) != Some(1) {
            continue;
        }
        if is_extended(module, ty) || is_alone(module, layout, ty) {
            numbers.insert(inst, true);
        } else if let Some(bytes) = bytes(module, ty)
            && bytes % SIZE >= USED
            && align.is_some_and(|align| align >= SIZE)
        {
            cut.push((inst, bytes.next_multiple_of(SIZE)));
        }
    }
    if !numbers.is_empty() {
        find_others(module, function, &mut numbers);
    }
    let others = numbers.into_iter().filter(|&(_, is_number)| !is_number);
    let mut found: Vec<_> = others.map(|(inst, _)| (inst, SIZE)).chain(cut).collect();
    found.sort_unstable();
    found
}

/// Finds those that something else than a read or write of the number reaches.
fn find_others(module: &Module, function: &Function, numbers: &mut HashMap<InstId, bool>) {
    let mut clear = |operand: Operand| {
        if let Some((root, _)) = root(function, operand)
            && let Some(is_number) = numbers.get_mut(&root)
        {
            *is_number = false;
        }
    };
    for block in function.blocks.values() {
        let incoming = block.phis.iter().flat_map(|phi| &phi.incoming);
        incoming.for_each(|&(_, operand)| clear(operand));
        for &inst in &block.insts {
            let data = &function.insts[inst];
            match &data.op {
                Op::Load { .. }
                    if data
                        .result
                        .is_some_and(|value| is_extended(module, function.value_type(value))) => {}
                Op::Store { value, .. }
                    if is_extended(module, module.operand_type(function, *value)) => {}
                Op::Gep { base, indices, .. }
                    if indices.iter().all(|&index| is_zero(module, index))
                        && root(function, *base).is_none_or(|(_, steps)| steps < LONGEST) => {}
                Op::Call(call) if leaves_alone(module, &call.callee) => {}
                op => op.each_operand(&mut clear),
            }
        }
        block.terminator.each_operand(&mut clear);
    }
}

/// Tells whether what is called has no code that a compiler may take here, and is no access itself.
fn leaves_alone(module: &Module, callee: &Callee) -> bool {
    let Callee::Direct(id) = *callee else {
        return false;
    };
    match module.intrinsic(id) {
        Some(name) => name.starts_with("lifetime.") || name.starts_with("dbg."),
        None => !module.functions[id].is_definition(),
    }
}

/// The instruction that an address is computed from, and in how many steps.
fn root(function: &Function, mut operand: Operand) -> Option<(InstId, usize)> {
    for steps in 0..=LONGEST {
        let Operand::Value(value) = operand else {
            return None;
        };
        let Definition::Inst(inst) = function.values[value].definition else {
            return None;
        };
        match function.insts[inst].op {
            Op::Gep { base, .. } => operand = base,
            _ => return Some((inst, steps)),
        }
    }
    None
}

fn is_zero(module: &Module, operand: Operand) -> bool {
    matches!(operand, Operand::Const(id) if module.int(id).is_some_and(|index| index.is_zero()))
}

fn is_extended(module: &Module, ty: TypeId) -> bool {
    *module.types.resolve(ty) == Type::Float(FloatKind::X86Fp80)
}

/// Tells whether a struct or array has a `long double` and nothing else.
fn is_alone(module: &Module, layout: &Layout, ty: TypeId) -> bool {
    if layout.size(ty) != Some(SIZE) {
        return false;
    }
    let mut ty = ty;
    loop {
        let inner = match module.types.resolve(ty) {
            Type::Struct { fields, .. } => {
                let is_there = |field: &&TypeId| layout.size(**field) != Some(0);
                fields.iter().find(is_there).copied()
            }
            Type::Array { element, .. } => Some(*element),
            _ => None,
        };
        match inner {
            Some(inner) => ty = inner,
            None => return is_extended(module, ty),
        }
    }
}

/// How many bytes an array of such has.
fn bytes(module: &Module, ty: TypeId) -> Option<u64> {
    match *module.types.resolve(ty) {
        Type::Array { element, count } if module.types.int_width(element) == Some(8) => Some(count),
        _ => None,
    }
}
