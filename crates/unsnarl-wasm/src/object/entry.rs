//! The function `main`, as the start code of a C library calls it.
//!
//! WebAssembly tells `main(void)` from `main(int, char **)` by their types, so that the start code
//! needs two names. clang gives a `main` of C both the right name and the aliases; Rust and IR that
//! is written by hand do not.
//!
//! | the module has | symbols for it |
//! |---|---|
//! | `i32 @main()` | `__original_main`, `__main_void`; `main(i32, i32)` calls it |
//! | `i32 @main(i32, ptr)` | `main`, `__main_argc_argv` |
//! | a declaration of `i32 @main()` | `__original_main` |
//!
//! *Needs:* a module. *Cost:* linear in its symbols, and a copy of it if something is added.
//! *Source:* `__original_main` and `main` are as LLVM's back end has them.
//! *Departs:* the other two, which the start code of newer libraries asks for, are added here, weak
//! and hidden, unless the module has them: from LLVM's back end such a `main` is not found there.

use std::borrow::Cow;

use unsnarl_ir::{
    Call, Callee, Constant, Definition, FuncId, Function, Global, GlobalKind, Linkage, Module,
    Name, Op, Operand, Origin, Parameter, ParameterAttributes, Terminator, Type, Visibility,
};

const MAIN: &str = "main";
const WITHOUT_PARAMETERS: &str = "__original_main";
/// The attributes for the instructions that a function may use.
const FEATURES: [&str; 2] = ["target-cpu", "target-features"];

/// The parameters of `main`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Plain,
    /// The arguments of the program.
    WithArguments,
}

impl Kind {
    /// Its name in newer start code.
    fn alias(self) -> &'static str {
        match self {
            Kind::Plain => "__main_void",
            Kind::WithArguments => "__main_argc_argv",
        }
    }
}

/// The symbol of a function, which is its name but for a `main` without parameters.
pub(super) fn symbol_name(module: &Module, id: FuncId) -> &str {
    match kind(module, id) {
        Some(Kind::Plain) => WITHOUT_PARAMETERS,
        _ => module.function_name(id),
    }
}

/// Adds the symbols by which the start code finds a `main`.
pub(super) fn provide(module: &mut Cow<'_, Module>) {
    let Some((main, kind)) = defined(module) else {
        return;
    };
    let alias = kind.alias();
    let is_taken = has_symbol(module, alias);
    if is_taken && kind == Kind::WithArguments {
        return;
    }
    let module = module.to_mut();
    if !is_taken {
        add_alias(module, alias, main);
    }
    if kind == Kind::Plain {
        add_caller(module, main);
    }
}

/// The `main` that other modules see.
fn defined(module: &Module) -> Option<(FuncId, Kind)> {
    let mut functions = module.functions.iter();
    functions.find_map(|(id, function)| {
        let is_there = function.is_definition() && is_visible(function);
        Some((id, kind(module, id).filter(|_| is_there)?))
    })
}

fn kind(module: &Module, id: FuncId) -> Option<Kind> {
    let (result, parameters, varargs) = module.signature(module.functions[id].ty)?;
    let types = &module.types;
    if module.function_name(id) != MAIN || types.int_width(result) != Some(32) || varargs {
        return None;
    }
    match *parameters {
        [] => Some(Kind::Plain),
        [count, list] if types.int_width(count) == Some(32) && types.is_pointer(list) => {
            Some(Kind::WithArguments)
        }
        _ => None,
    }
}

fn is_visible(function: &Function) -> bool {
    !matches!(function.linkage, Linkage::Internal | Linkage::Private)
}

fn has_symbol(module: &Module, name: &str) -> bool {
    let functions = module.functions.values().map(|function| function.name);
    let globals = module.globals.values().map(|global| global.name);
    let mut names = functions.chain(globals);
    names.any(|id| module.name(id) == name)
}

fn add_alias(module: &mut Module, name: &str, main: FuncId) {
    let Function {
        ty, address_type, ..
    } = *module.functions[main];
    let target = module.add_constant(Constant::Function(main));
    let name = module.names.add(name);
    module.globals.push(Global {
        name,
        ty,
        address_type,
        linkage: Linkage::Weak,
        visibility: Visibility::Hidden,
        dso_local: false,
        thread_local: None,
        unnamed_address: false,
        kind: GlobalKind::Alias { target },
        section: None,
        comdat: None,
        attributes: Vec::new(),
        origin: Origin::default(),
    });
}

/// Adds `i32 @main(i32, ptr)`, which calls the one without parameters.
fn add_caller(module: &mut Module, main: FuncId) {
    let (int, pointer) = (module.types.int(32), module.types.pointer());
    let ty = module.types.add(Type::Function {
        result: int,
        parameters: [int, pointer].into(),
        varargs: false,
    });
    let called = &module.functions[main];
    let mut caller = Function::new(called.name, ty, called.address_type);
    caller.linkage = called.linkage;
    caller.visibility = called.visibility;
    caller.dso_local = called.dso_local;
    let strings = called.attributes.strings.iter().copied();
    let features = strings.filter(|&(key, _)| FEATURES.contains(&module.name(key)));
    caller.attributes.strings = features.collect();
    for (index, ty) in (0..).zip([int, pointer]) {
        let definition = Definition::Parameter(index);
        let value = caller.add_value(ty, Name::Number(index), definition);
        caller.parameters.push(Parameter {
            ty,
            value: Some(value),
            attributes: ParameterAttributes::default(),
        });
    }
    let block = caller.add_block(Name::Number(2), called.origin);
    let status = caller.add_value(int, Name::Number(3), caller.next_definition());
    let mut call = Call::new(Callee::Direct(main), called.ty, Box::default());
    call.convention = called.convention;
    let call = Op::Call(Box::new(call));
    caller.add_inst(block, call, Some(status), called.origin);
    let terminator = Terminator::Return(Some(Operand::Value(status)));
    caller.blocks[block].terminator = terminator;
    caller.blocks[block].terminator_origin = called.origin;
    module.add_function(caller);
}
