//! What an edit of a function adds to its module: types, constants and declarations.
//!
//! *Needs:* a module. *Gives:* ids of what is there already, or is added.
//! *Cost:* O(1) each, but for the first intrinsic: then the functions are walked once.
//!
//! Whatever a rewrite asks for, the same request gives the same id, so that the text of a rewritten
//! function does not depend on which others were rewritten before.

use foldhash::HashMap;

use crate::attributes::ParameterAttributes;
use crate::constant::Constant;
use crate::function::{Function, Parameter};
use crate::id::{ConstId, FuncId, Id, TypeId};
use crate::inst::Operand;
use crate::int::WideInt;
use crate::module::Module;
use crate::types::Type;

/// A module whose types, constants and declarations grow.
#[derive(Debug)]
pub struct Tables<'a> {
    module: &'a mut Module,
    /// The intrinsics by name, once one was asked for.
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

    /// Puts a function in the place of another one.
    pub fn replace_function(&mut self, id: FuncId, function: Function) {
        self.module.functions[id] = function.into();
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
