//! Destructors: functions that run after the program.
//!
//! Linkers have no list of destructors. For each priority one function calls them, and a
//! constructor of that priority registers it with `__cxa_atexit` of the C library, as in LLVM.

use std::collections::BTreeMap;

use unsnarl_ir::{
    Argument, Call, Callee, ConstId, Constant, Definition, FuncId, Function, Global, GlobalId,
    GlobalKind, Linkage, Module, Name, Op, Operand, Origin, Parameter, ParameterAttributes,
    Terminator, Type, TypeId, Visibility,
};

use super::constructors::{CONSTRUCTORS, entry_of, malformed};
use super::names::listed;
use crate::error::CompileError;

const DESTRUCTORS: &str = "llvm.global_dtors";

/// The module with constructors that register its destructors; nothing if it has none.
pub(super) fn register(module: &Module) -> Result<Option<Module>, CompileError> {
    let mut by_priority: BTreeMap<u32, Vec<FuncId>> = BTreeMap::new();
    for entry in listed(module, DESTRUCTORS) {
        let (priority, function) =
            entry_of(module, entry).ok_or_else(|| malformed(module, DESTRUCTORS))?;
        match module.constant(function) {
            Constant::Function(function) => {
                by_priority.entry(priority).or_default().push(*function);
            }
            Constant::Null(_) | Constant::Zero(_) => {}
            _ => return Err(malformed(module, DESTRUCTORS)),
        }
    }
    if by_priority.is_empty() {
        return Ok(None);
    }
    let mut module = module.clone();
    let mut builder = Registration::new(&mut module);
    for (priority, destructors) in by_priority {
        builder.add(priority, &destructors);
    }
    builder.finish();
    Ok(Some(module))
}

/// Functions that are being added.
struct Registration<'a> {
    module: &'a mut Module,
    pointer: TypeId,
    /// `void ()`.
    plain: TypeId,
    /// `void (ptr)`.
    callback: TypeId,
    at_exit: FuncId,
    dso_handle: ConstId,
    /// `{ i32, ptr, ptr }`.
    entry: TypeId,
    entries: Vec<ConstId>,
}

impl<'a> Registration<'a> {
    fn new(module: &'a mut Module) -> Self {
        let types = &mut module.types;
        let (void, pointer, int) = (types.void(), types.pointer(), types.int(32));
        let mut function = |result, parameters: &[TypeId]| {
            types.add(Type::Function {
                result,
                parameters: parameters.into(),
                varargs: false,
            })
        };
        let (plain, callback) = (function(void, &[]), function(void, &[pointer]));
        let at_exit_type = function(int, &[pointer, pointer, pointer]);
        let entry = module.types.add(Type::Struct {
            fields: [int, pointer, pointer].into(),
            packed: false,
        });
        let at_exit = declared(module, "__cxa_atexit", at_exit_type, pointer);
        let dso_handle = hidden_variable(module, "__dso_handle", pointer);
        let dso_handle = module.add_constant(Constant::Global(dso_handle));
        let entries = listed(module, CONSTRUCTORS);
        Registration {
            module,
            pointer,
            plain,
            callback,
            at_exit,
            dso_handle,
            entry,
            entries,
        }
    }

    /// Adds the function that calls the destructors of a priority, last one first, and the one that
    /// registers it.
    fn add(&mut self, priority: u32, destructors: &[FuncId]) {
        let calls = destructors
            .iter()
            .rev()
            .map(|&function| (function, self.plain, Vec::new()));
        let caller = self.function(
            &format!("call_destructors.{priority}"),
            self.callback,
            &[self.pointer],
            calls.collect(),
        );
        let address = self.module.add_constant(Constant::Function(caller));
        let null = self.module.add_constant(Constant::Null(self.pointer));
        let arguments = vec![address, null, self.dso_handle];
        let at_exit = self.at_exit;
        let ty = self.module.functions[at_exit].ty;
        let registrar = self.function(
            &format!("register_destructors.{priority}"),
            self.plain,
            &[],
            vec![(at_exit, ty, arguments)],
        );
        let priority = self.module.add_int(32, priority.into());
        let registrar = self.module.add_constant(Constant::Function(registrar));
        self.entries
            .push(self.module.add_constant(Constant::Aggregate {
                ty: self.entry,
                elements: [priority, registrar, null].into(),
            }));
    }

    /// A function that makes calls and returns.
    fn function(
        &mut self,
        name: &str,
        ty: TypeId,
        parameters: &[TypeId],
        calls: Vec<(FuncId, TypeId, Vec<ConstId>)>,
    ) -> FuncId {
        let name = self.module.names.add(name);
        let mut function = Function::new(name, ty, self.pointer);
        function.linkage = Linkage::Internal;
        for (index, &ty) in (0_u32..).zip(parameters) {
            let definition = Definition::Parameter(index);
            let value = function.add_value(ty, Name::Number(index), definition);
            function.parameters.push(Parameter {
                ty,
                value: Some(value),
                attributes: ParameterAttributes::default(),
            });
        }
        let name = Name::Number(parameters.len() as u32);
        let block = function.add_block(name, Origin::default());
        function.blocks[block].terminator = Terminator::Return(None);
        for (callee, ty, arguments) in calls {
            let arguments = arguments.into_iter().map(|constant| Argument {
                value: Operand::Const(constant),
                attributes: ParameterAttributes::default(),
            });
            let callee = Callee::Direct(callee);
            let call = Call::new(callee, ty, arguments.collect());
            let call = Op::Call(Box::new(call));
            function.add_inst(block, call, None, Origin::default());
        }
        self.module.add_function(function)
    }

    /// Replaces the list of constructors by the longer one.
    fn finish(self) {
        let count = self.entries.len() as u64;
        let ty = self.module.types.add(Type::Array {
            element: self.entry,
            count,
        });
        let list = self.module.add_constant(Constant::Aggregate {
            ty,
            elements: self.entries.into(),
        });
        let id = hidden_variable(self.module, CONSTRUCTORS, self.pointer);
        let global = &mut self.module.globals[id];
        global.ty = ty;
        global.linkage = Linkage::Appending;
        global.kind = GlobalKind::Variable {
            constant: false,
            initializer: Some(list),
            align: None,
        };
    }
}

/// The function of a name, declared if it is not there.
fn declared(module: &mut Module, name: &str, ty: TypeId, address_type: TypeId) -> FuncId {
    let found = module
        .functions
        .iter()
        .find(|&(id, _)| module.function_name(id) == name)
        .map(|(id, _)| id);
    found.unwrap_or_else(|| {
        let name = module.names.add(name);
        let function = Function::new(name, ty, address_type);
        module.add_function(function)
    })
}

/// The variable of a name, declared as hidden if it is not there.
fn hidden_variable(module: &mut Module, name: &str, address_type: TypeId) -> GlobalId {
    let found = module
        .globals
        .iter()
        .find(|(_, global)| module.name(global.name) == name)
        .map(|(id, _)| id);
    found.unwrap_or_else(|| {
        let name = module.names.add(name);
        let ty = module.types.int(8);
        module.globals.push(Global {
            name,
            ty,
            address_type,
            linkage: Linkage::External,
            visibility: Visibility::Hidden,
            dso_local: false,
            thread_local: None,
            unnamed_address: false,
            kind: GlobalKind::Variable {
                constant: false,
                initializer: None,
                align: None,
            },
            section: None,
            comdat: None,
            attributes: Vec::new(),
            origin: Origin::default(),
        })
    })
}
