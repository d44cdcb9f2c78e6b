//! What all functions of a module share: the names of symbols, types, and the helpers that the text
//! needs.
//!
//! *Needs:* a module for a host whose compilers of C have gcc's extensions.
//! *Gives:* [`Unit`]: names and prototypes of functions and variables, constants and initialisers.
//! *Cost:* linear in the module.

mod constants;
mod tables;

use std::cell::RefCell;
use std::collections::BTreeSet;

use foldhash::HashMap;
use unsnarl_ir::{
    ConstId, FuncId, Function, GlobalId, GlobalKind, Id, Layout, Linkage, Module,
    ParameterAttributes, Type, TypeId,
};

use super::constants::string;
use super::expression::Expression;
use super::helpers::Helper;
use super::library;
use super::names::Names;
use super::refusal::Cause;
use super::types::Types;

pub(super) struct Unit<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: &'m Layout,
    pub(super) types: RefCell<Types<'m>>,
    /// What the text needs of its own.
    pub(super) helpers: RefCell<BTreeSet<Helper>>,
    functions: Vec<String>,
    globals: Vec<String>,
    /// The symbols that code or initialisers refer to.
    pub(super) used_functions: RefCell<BTreeSet<FuncId>>,
    pub(super) used_globals: RefCell<BTreeSet<GlobalId>>,
    /// The strings that are written where they are used.
    literals: HashMap<GlobalId, String>,
    /// Tables of distances from themselves, which become tables of addresses.
    relative: HashMap<GlobalId, Vec<ConstId>>,
    symbols: Names,
}

/// How a function is called, as types of C.
pub(super) struct Prototype {
    pub(super) result: String,
    pub(super) parameters: Vec<String>,
    pub(super) is_variadic: bool,
    /// The parameter that the function returns, because C's ABI does.
    pub(super) returned: Option<usize>,
}

impl<'m> Unit<'m> {
    pub(in crate::people) fn new(module: &'m Module, layout: &'m Layout) -> Self {
        let mut symbols = Names::default();
        let mut name = |text: &str| symbols.symbol(text);
        let functions = module.functions.iter();
        // What other files see comes first, so that it keeps its name.
        let mut names: Vec<String> = vec![String::new(); functions.len()];
        let mut globals: Vec<String> = vec![String::new(); module.globals.len()];
        for is_local in [false, true] {
            for (id, function) in module.functions.iter() {
                if is_internal(function.linkage) == is_local && module.intrinsic(id).is_none() {
                    names[id.index()] = name(module.function_name(id));
                }
            }
            for (id, global) in module.globals.iter() {
                if is_internal(global.linkage) == is_local {
                    globals[id.index()] = name(module.name(global.name));
                }
            }
        }
        let mut unit = Unit {
            module,
            layout,
            types: RefCell::new(Types::new(module, layout)),
            helpers: RefCell::default(),
            functions: names,
            globals,
            used_functions: RefCell::default(),
            used_globals: RefCell::default(),
            literals: HashMap::default(),
            relative: HashMap::default(),
            symbols,
        };
        unit.find_literals();
        unit.find_relative();
        unit
    }

    pub(in crate::people) fn needs(&self, helper: Helper) -> String {
        let name = helper.name();
        self.helpers.borrow_mut().insert(helper);
        name
    }

    pub(in crate::people) fn value_type(&self, ty: TypeId) -> Result<String, Cause> {
        self.types.borrow_mut().value(ty)
    }

    /// Tells whether something has this name.
    pub(in crate::people) fn is_symbol(&self, name: &str) -> bool {
        !self.symbols.is_free(name)
    }

    pub(in crate::people) fn function_name(&self, id: FuncId) -> &str {
        &self.functions[id.index()]
    }

    pub(in crate::people) fn global_name(&self, id: GlobalId) -> &str {
        &self.globals[id.index()]
    }

    /// The types of a function's parameters and result.
    pub(in crate::people) fn prototype(
        &self,
        ty: TypeId,
        result_attributes: &ParameterAttributes,
        attributes: impl Fn(usize) -> ParameterAttributes,
    ) -> Result<Prototype, Cause> {
        let missing = || self.types.borrow().unsupported(ty);
        let (result, parameters, is_variadic) = self.module.signature(ty).ok_or_else(missing)?;
        let mut types = self.types.borrow_mut();
        let mut list = Vec::with_capacity(parameters.len());
        let mut returned = None;
        for (place, &parameter) in parameters.iter().enumerate() {
            let own = attributes(place);
            if own.inreg || own.nest || own.swift || own.inalloca.is_some() {
                return Err(Cause::Construct(
                    "such an attribute of a parameter".to_owned(),
                ));
            }
            if own.sret.is_some() {
                returned = Some(place);
            }
            list.push(match own.byval {
                Some(of) => types.value(of)?,
                None => types.signed(parameter, own.signext)?,
            });
        }
        let is_void = matches!(self.module.types.resolve(result), Type::Void);
        Ok(Prototype {
            result: match returned {
                Some(_) if is_void => "void *".to_owned(),
                _ => types.signed(result, result_attributes.signext)?,
            },
            parameters: list,
            is_variadic,
            returned: returned.filter(|_| is_void),
        })
    }

    /// The types of one of the module's functions.
    pub(in crate::people) fn prototype_of(&self, function: &Function) -> Result<Prototype, Cause> {
        self.prototype(function.ty, &function.result_attributes, |place| {
            let parameter = function.parameters.get(place);
            parameter.map_or_else(ParameterAttributes::default, |own| own.attributes)
        })
    }

    /// The address of a function or variable, or of what an expression says.
    pub(in crate::people) fn address_of_global(&self, id: GlobalId) -> Expression {
        if let Some(text) = self.literals.get(&id) {
            return Expression::string(text);
        }
        self.used_globals.borrow_mut().insert(id);
        let name = Expression::atom(self.global_name(id));
        let address = self.address_of(self.module.globals[id].ty, &name);
        let is_constant = matches!(
            self.module.globals[id].kind,
            GlobalKind::Variable { constant: true, .. }
        );
        match is_constant {
            true => Expression::cast("void *", &address),
            false => address,
        }
    }

    /// The address of a variable of this type; an array is its own.
    pub(in crate::people) fn address_of(&self, ty: TypeId, name: &Expression) -> Expression {
        match self.module.types.resolve(ty) {
            Type::Array { .. } => Expression::string(name.text.clone()),
            _ => Expression::address(name),
        }
    }

    pub(in crate::people) fn address_of_function(&self, id: FuncId) -> Expression {
        self.used_functions.borrow_mut().insert(id);
        let name = match library::prototype(self.module.function_name(id)) {
            Some(_) => self.module.function_name(id),
            None => self.function_name(id),
        };
        Expression::cast("void *", &Expression::atom(name))
    }

    /// The attributes of a symbol, before its declaration.
    pub(in crate::people) fn linkage(&self, linkage: Linkage) -> &'static str {
        match linkage {
            Linkage::Internal | Linkage::Private => "static ",
            Linkage::Weak | Linkage::WeakOdr | Linkage::LinkOnce | Linkage::LinkOnceOdr => {
                "__attribute__((weak)) "
            }
            Linkage::ExternWeak => "extern __attribute__((weak)) ",
            _ => "",
        }
    }

    /// The name by which a linker knows a symbol, if that is another one.
    pub(in crate::people) fn label(&self, name: &str, symbol: &str, linkage: Linkage) -> String {
        match name == symbol || is_internal(linkage) {
            true => String::new(),
            false => {
                let symbol = symbol.strip_prefix('\u{1}').unwrap_or(symbol);
                format!(" __asm__({})", string(symbol.as_bytes()))
            }
        }
    }
}
pub(super) fn is_internal(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

pub(super) fn is_aggregate(module: &Module, ty: TypeId) -> bool {
    matches!(
        module.types.resolve(ty),
        Type::Array { .. } | Type::Struct { .. } | Type::Vector { .. }
    )
}

/// An address so many bytes further.
pub(super) fn offset(base: Expression, bytes: i64) -> Expression {
    if bytes == 0 {
        return base;
    }
    let sign = if bytes < 0 { "-" } else { "+" };
    let bytes = Expression::literal(bytes.unsigned_abs().to_string());
    Expression::infix(sign, &untyped(&base), &bytes)
}

/// An address as `void *`, whose elements are bytes.
pub(super) fn untyped(address: &Expression) -> Expression {
    match address.is_typed_pointer {
        true => Expression::cast("void *", address),
        false => address.clone(),
    }
}
