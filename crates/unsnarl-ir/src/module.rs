//! The module.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::constant::Constant;
use crate::debug::DebugInfo;
use crate::demand::Demand;
use crate::function::Function;
use crate::global::{Comdat, Global};
use crate::id::{ConstId, FuncId, GlobalId, IdMap, NameId, TypeId};
use crate::inst::{Call, Callee, Operand};
use crate::int::WideInt;
use crate::interned::Index;
use crate::layout::DataLayout;
use crate::name::Names;
use crate::types::{Type, Types};

/// Bytes for tools, in a section of WebAssembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomSection {
    /// The name of the section.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// A typed SSA module.
///
/// A copy shares its functions and the bytes of its constants with the original, so it costs only a
/// copy of the tables around them; [`Module::function_mut`] copies a shared function.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Its name in the source, often a file name.
    pub source_name: String,
    /// The target, such as `wasm32-unknown-wasi`; may be empty.
    pub target: String,
    /// Sizes and alignments.
    pub data_layout: DataLayout,
    /// All names.
    pub names: Names,
    /// All types.
    pub types: Types,
    constants: IdMap<ConstId, Constant>,
    constant_ids: Index<ConstId>,
    /// Global variables and aliases.
    pub globals: IdMap<GlobalId, Global>,
    /// Functions, defined and declared.
    pub functions: IdMap<FuncId, Arc<Function>>,
    /// Groups of symbols that are linked together.
    pub comdats: Vec<Comdat>,
    /// Assembly outside of functions.
    pub assembly: Vec<String>,
    /// The flag `PIC Level`: 0 for code that a linker puts at fixed addresses, else 1 or 2.
    pub pic_level: u32,
    /// Its demands beside its code that nothing here supports.
    pub demands: Vec<Demand>,
    /// Its sections for tools: `!wasm.custom_sections`.
    pub custom_sections: Vec<CustomSection>,
    /// Debug information, if there is any.
    pub debug: Option<Arc<DebugInfo>>,
}

/// The maximum number of bytes of all sections for tools together. A list may name the same section
/// often.
const MOST_CUSTOM_BYTES: usize = 1 << 26;

impl Module {
    /// Adds sections for tools, or appends to those of the same names. Tells whether that was
    /// possible: none may be missing, and together they must not have more than 64 MiB.
    pub fn add_custom_sections(
        &mut self,
        sections: impl Iterator<Item = Option<CustomSection>>,
    ) -> bool {
        let mut left = MOST_CUSTOM_BYTES;
        let known = self.custom_sections.iter().enumerate();
        let mut places: BTreeMap<String, usize> = known
            .map(|(place, known)| (known.name.clone(), place))
            .collect();
        for section in sections {
            let Some(section) = section else {
                return false;
            };
            let size = section.name.len() + section.bytes.len();
            let Some(rest) = left.checked_sub(size) else {
                return false;
            };
            left = rest;
            match places.get(&section.name) {
                Some(&place) => self.custom_sections[place].bytes.extend(section.bytes),
                None => {
                    places.insert(section.name.clone(), self.custom_sections.len());
                    self.custom_sections.push(section);
                }
            }
        }
        true
    }

    /// Keeps a demand, if there is one and it is not there already.
    pub fn demand(&mut self, what: Option<String>, line: u32) {
        let is_new = |what: &String| self.demands.iter().all(|demand| demand.what != *what);
        if let Some(what) = what.filter(is_new) {
            self.demands.push(Demand { what, line });
        }
    }

    /// Returns the id of a constant, which is added if it is new.
    ///
    /// Equal constants have equal ids.
    pub fn add_constant(&mut self, constant: Constant) -> ConstId {
        let hash = self.constant_ids.hash(&constant);
        let is_it = |id| self.constants[id] == constant;
        if let Some(id) = self.constant_ids.find(hash, is_it) {
            return id;
        }
        let id = self.constants.push(constant);
        self.constant_ids.insert(hash, id);
        id
    }

    /// Reserves the id of a constant that is referred to before it is known; it is poison until
    /// [`Module::fill_constant`] is called.
    pub fn reserve_constant(&mut self, ty: TypeId) -> ConstId {
        self.constants.push(Constant::Poison(ty))
    }

    /// Sets a reserved constant: the address of a global variable, an alias or a function that no
    /// other constant has.
    pub fn fill_constant(&mut self, id: ConstId, constant: Constant) {
        let hash = self.constant_ids.hash(&constant);
        self.constants[id] = constant;
        self.constant_ids.insert(hash, id);
    }

    /// Returns the integer constant of a type of `width` bits.
    pub fn add_int(&mut self, width: u32, value: u128) -> ConstId {
        let ty = self.types.int(width);
        self.add_constant(Constant::Int {
            ty,
            value: WideInt::new(width, value),
        })
    }

    /// Returns a constant.
    pub fn constant(&self, id: ConstId) -> &Constant {
        &self.constants[id]
    }

    /// Walks all constants in order.
    pub fn constants(
        &self,
    ) -> impl DoubleEndedIterator<Item = (ConstId, &Constant)> + ExactSizeIterator {
        self.constants.iter()
    }

    /// Gives the type of a constant.
    pub fn constant_type(&self, id: ConstId) -> TypeId {
        match &self.constants[id] {
            Constant::Int { ty, .. }
            | Constant::Float { ty, .. }
            | Constant::Null(ty)
            | Constant::Zero(ty)
            | Constant::Undef(ty)
            | Constant::Poison(ty)
            | Constant::Bytes { ty, .. }
            | Constant::Aggregate { ty, .. }
            | Constant::Splat { ty, .. }
            | Constant::Expression { ty, .. }
            | Constant::Metadata { ty, .. } => *ty,
            Constant::Global(global) => self.globals[*global].address_type,
            Constant::Function(function) => self.functions[*function].address_type,
        }
    }

    /// Gives the type of an operand of `function`.
    pub fn operand_type(&self, function: &Function, operand: Operand) -> TypeId {
        match operand {
            Operand::Value(value) => function.value_type(value),
            Operand::Const(constant) => self.constant_type(constant),
        }
    }

    /// Returns the bits of an integer constant.
    pub fn int(&self, id: ConstId) -> Option<&WideInt> {
        match self.constant(id) {
            Constant::Int { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Returns the number that all elements of a constant integer vector have in common, or the
    /// value of a constant integer.
    ///
    /// O(elements).
    pub fn splat(&self, id: ConstId) -> Option<WideInt> {
        let width = self
            .types
            .int_width(self.types.scalar(self.constant_type(id)))?;
        let element = |id: ConstId| match self.constant(id) {
            Constant::Int { value, .. } => Some(value.clone()),
            Constant::Zero(_) => Some(WideInt::new(width, 0)),
            _ => None,
        };
        match self.constant(id) {
            Constant::Aggregate { elements, .. } => {
                let first = element(*elements.first()?)?;
                let mut rest = elements.iter();
                rest.all(|&other| element(other).as_ref() == Some(&first))
                    .then_some(first)
            }
            Constant::Splat { element: id, .. } => element(*id),
            _ => element(id),
        }
    }

    /// Adds a function.
    pub fn add_function(&mut self, function: Function) -> FuncId {
        self.functions.push(Arc::new(function))
    }

    /// Returns a function for change; it is copied first if another module shares it.
    pub fn function_mut(&mut self, id: FuncId) -> &mut Function {
        Arc::make_mut(&mut self.functions[id])
    }

    /// Returns the text of a name.
    pub fn name(&self, id: NameId) -> &str {
        self.names.text(id)
    }

    /// Returns the name of a function.
    pub fn function_name(&self, id: FuncId) -> &str {
        self.name(self.functions[id].name)
    }

    /// Returns the name of an intrinsic, such as `llvm.memcpy.p0.p0.i32`; `None` for any other
    /// function.
    pub fn intrinsic(&self, id: FuncId) -> Option<&str> {
        Some(self.function_name(id)).filter(|name| name.starts_with("llvm."))
    }

    /// Tells whether a call may return several times, like a call of `setjmp`.
    pub fn returns_twice(&self, call: &Call) -> bool {
        let is_said = matches!(call.callee, Callee::Direct(callee)
            if self.functions[callee].attributes.returns_twice
                || self.intrinsic(callee) == Some("llvm.eh.sjlj.setjmp"));
        is_said || call.attributes.returns_twice
    }

    /// Returns the value of a string attribute of a function, such as `wasm-import-name`.
    pub fn function_attribute(&self, id: FuncId, key: &str) -> Option<&str> {
        let strings = &self.functions[id].attributes.strings;
        strings
            .iter()
            .find(|(name, _)| self.name(*name) == key)
            .map(|&(_, value)| self.name(value))
    }

    /// Returns result, parameters and whether it is variadic, if `ty` is a function type.
    pub fn signature(&self, ty: TypeId) -> Option<(TypeId, &[TypeId], bool)> {
        match self.types.get(ty) {
            Type::Function {
                result,
                parameters,
                varargs,
            } => Some((*result, parameters, *varargs)),
            _ => None,
        }
    }
}
