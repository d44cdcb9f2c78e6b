//! Additions of a function's edit to its module: types, constants and declarations.
//!
//! *Needs:* a module. *Gives:* ids of existing or added items.
//! *Cost:* O(1) each, except for the first intrinsic: then the functions are walked once.
//!
//! The same request always gives the same id, so the text of a rewritten function does not depend
//! on which others were rewritten before.

use foldhash::HashMap;

use crate::attributes::ParameterAttributes;
use crate::constant::Constant;
use crate::function::{Function, Parameter};
use crate::global::Global;
use crate::id::{ConstId, FuncId, Id, NameId, TypeId};
use crate::inst::Operand;
use crate::int::WideInt;
use crate::module::Module;
use crate::types::Type;

/// A module whose types, constants and declarations grow.
#[derive(Debug)]
pub struct Tables<'a> {
    module: &'a mut Module,
    /// The intrinsics by name, collected when first needed.
    intrinsics: Option<HashMap<String, FuncId>>,
}

impl<'a> Tables<'a> {
    /// Takes a module.
    pub fn new(module: &'a mut Module) -> Self {
        Tables {
            module,
            intrinsics: None,
        }
    }

    /// Returns the module.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// Replaces a function.
    pub fn replace_function(&mut self, id: FuncId, function: Function) {
        self.module.functions[id] = function.into();
    }

    /// Gives a function another name.
    pub fn rename_function(&mut self, id: FuncId, name: &str) {
        let name = self.module.names.add(name);
        self.module.function_mut(id).name = name;
    }

    /// Returns a type.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.module.types.add(ty)
    }

    /// Returns the type of integers of `width` bits.
    pub fn int(&mut self, width: u32) -> TypeId {
        self.module.types.int(width)
    }

    /// Returns a constant.
    pub fn constant(&mut self, constant: Constant) -> Operand {
        Operand::Const(self.module.add_constant(constant))
    }

    /// Returns an integer constant of `width` bits.
    pub fn number(&mut self, width: u32, value: u128) -> Operand {
        Operand::Const(self.number_id(width, value))
    }

    /// Returns the id of an integer constant of `width` bits, as the case of a switch needs it.
    pub fn number_id(&mut self, width: u32, value: u128) -> ConstId {
        self.module.add_int(width, value)
    }

    /// Returns a number of `width` bits with this many low bits set.
    pub fn ones(&mut self, width: u32, count: u32) -> Operand {
        let ty = self.int(width);
        let limbs: Vec<u64> = (0..count.div_ceil(64))
            .map(|limb| u64::MAX >> (64 - (count - 64 * limb).min(64)))
            .collect();
        let value = WideInt::from_limbs(width, &limbs);
        self.constant(Constant::Int { ty, value })
    }

    /// Returns the address of a variable that another module defines; it is declared if this module
    /// has no variable of that name.
    pub fn variable(&mut self, name: &str, declared: impl FnOnce(NameId) -> Global) -> Operand {
        let module = &mut *self.module;
        let mut globals = module.globals.iter();
        let found = globals.find(|(_, global)| module.name(global.name) == name);
        let found = found.map(|(id, _)| id);
        drop(globals);
        let id = match found {
            Some(id) => id,
            None => {
                let name = module.names.add(name);
                module.globals.push(declared(name))
            }
        };
        self.constant(Constant::Global(id))
    }

    /// Returns a function that another module defines, and its type; it is declared if this module
    /// has no function of that name.
    pub fn function(
        &mut self,
        name: &str,
        result: TypeId,
        parameters: &[TypeId],
    ) -> (FuncId, TypeId) {
        let ty = self.ty(Type::Function {
            result,
            parameters: parameters.into(),
            varargs: false,
        });
        let module = &mut *self.module;
        let mut functions = module.functions.iter();
        let found = functions.find(|&(id, _)| module.function_name(id) == name);
        let found = found.map(|(id, _)| id);
        drop(functions);
        if let Some(id) = found {
            return (id, ty);
        }
        let name = module.names.add(name);
        let mut function = Function::new(name, ty, module.types.pointer());
        let parameters = parameters.iter().map(|&ty| Parameter {
            ty,
            value: None,
            attributes: ParameterAttributes::default(),
        });
        function.parameters = parameters.collect();
        (module.add_function(function), ty)
    }

    /// Adds a variable, and returns its address.
    pub fn add_variable(&mut self, name: &str, made: impl FnOnce(NameId) -> Global) -> Operand {
        let name = self.module.names.add(name);
        let id = self.module.globals.push(made(name));
        self.constant(Constant::Global(id))
    }

    /// Returns the id of a name.
    pub fn name(&mut self, name: &str) -> NameId {
        self.module.names.add(name)
    }

    /// Returns an intrinsic and its function type; it is declared if the module has none of that
    /// name.
    pub fn intrinsic(
        &mut self,
        name: &str,
        result: TypeId,
        parameters: &[TypeId],
    ) -> (FuncId, TypeId) {
        let ty = self.ty(Type::Function {
            result,
            parameters: parameters.into(),
            varargs: false,
        });
        let module = &mut *self.module;
        let known = self.intrinsics.get_or_insert_with(|| intrinsics(module));
        if let Some(&id) = known.get(name) {
            return (id, ty);
        }
        let mut function = Function::new(module.names.add(name), ty, module.types.pointer());
        let parameters = parameters.iter().map(|&ty| Parameter {
            ty,
            value: None,
            attributes: ParameterAttributes::default(),
        });
        function.parameters = parameters.collect();
        let id = module.add_function(function);
        known.insert(name.to_owned(), id);
        (id, ty)
    }
}

fn intrinsics(module: &Module) -> HashMap<String, FuncId> {
    let ids = (0..module.functions.len()).map(FuncId::new);
    ids.filter_map(|id| Some((module.intrinsic(id)?.to_owned(), id)))
        .collect()
}
