//! What all functions of a module share: the names of symbols, types, and the helpers that the text
//! needs.
//!
//! *Needs:* a module for a host whose compilers of C have gcc's extensions.
//! *Gives:* [`Unit`]: names and prototypes of functions and variables, constants and initialisers.
//! *Cost:* linear in the module.

mod constants;
mod symbols;
mod tables;

use std::cell::RefCell;
use std::collections::BTreeSet;

use foldhash::HashMap;
use unsnarl_ir::{
    ConstId, FloatKind, FuncId, Function, GlobalId, GlobalKind, Layout, Module,
    ParameterAttributes, Scalars, Type, TypeId,
};

use self::symbols::Symbols;
pub(super) use self::symbols::{MAIN, Symbol, is_defined, is_internal};
use super::expression::Expression;
use super::fields::{Fields, TargetId};
use super::helpers::Helper;
use super::refusal::Cause;
use super::results::Returned;
use super::types::{Tags, Types};
use super::wide;

pub(super) struct Unit<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: &'m Layout,
    /// The bytes of the largest vectors that are passed in one register.
    register: u64,
    /// The constants that are numbers.
    scalars: Scalars,
    pub(super) types: RefCell<Types<'m>>,
    pub(super) fields: Fields<'m>,
    /// What the text needs of its own.
    pub(super) helpers: RefCell<BTreeSet<Helper>>,
    symbols: Symbols,
    /// The symbols that code or initialisers refer to.
    pub(super) used_functions: RefCell<BTreeSet<FuncId>>,
    pub(super) used_globals: RefCell<BTreeSet<GlobalId>>,
    /// The strings that are written where they are used.
    literals: HashMap<GlobalId, String>,
    /// Tables of distances from themselves, which become tables of addresses.
    relative: HashMap<GlobalId, Vec<ConstId>>,
}

/// The name of the parameter of a function that names none, and has others.
pub(super) const UNNAMED: &str = "ir_none";

/// How a function is called, as types of C.
pub(super) struct Prototype {
    pub(super) result: String,
    /// How C returns it, if not as a value of its type.
    pub(super) returned_as: Option<Returned>,
    pub(super) parameters: Vec<String>,
    pub(super) is_variadic: bool,
    /// The parameter that the function returns, because C's ABI does.
    pub(super) returned: Option<usize>,
}

impl<'m> Unit<'m> {
    pub(in crate::people) fn new(module: &'m Module, layout: &'m Layout) -> Self {
        let tags = Tags::default();
        let mut unit = Unit {
            module,
            layout,
            register: register(module),
            scalars: Scalars::new(module, layout),
            types: RefCell::new(Types::new(module, layout, tags.clone())),
            fields: Fields::new(module, layout, tags),
            helpers: RefCell::default(),
            symbols: Symbols::new(module),
            used_functions: RefCell::default(),
            used_globals: RefCell::default(),
            literals: HashMap::default(),
            relative: HashMap::default(),
        };
        unit.find_literals();
        unit.find_relative();
        unit
    }

    pub(in crate::people) fn needs(&self, helper: Helper) -> String {
        let name = helper.name();
        let all = helper.with_needed();
        self.helpers.borrow_mut().extend(all);
        name
    }

    pub(in crate::people) fn value_type(&self, ty: TypeId) -> Result<String, Cause> {
        self.types.borrow_mut().value(ty)
    }

    /// The type of a pointer to this, as it stands before a name.
    pub(in crate::people) fn pointer(&self, to: TargetId) -> String {
        format!("{} *", self.fields.target_text(to))
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
                return Err(Cause::Construct("this parameter attribute".to_owned()));
            }
            if own.sret.is_some() {
                returned = Some(place);
            }
            list.push(match own.byval {
                Some(of) => match types.in_memory(of, own.align) {
                    Some(name) => name,
                    None => types.value(of)?,
                },
                None => types.signed(parameter, own.signext)?,
            });
        }
        let is_void = matches!(self.module.types.resolve(result), Type::Void);
        let returned_as = types.returned(result)?;
        Ok(Prototype {
            result: match (returned, &returned_as) {
                (Some(_), _) if is_void => "void *".to_owned(),
                (_, Some(returned)) => returned.ty.clone(),
                (_, None) => types.signed(result, result_attributes.signext)?,
            },
            returned_as,
            parameters: list,
            is_variadic,
            returned: returned.filter(|_| is_void),
        })
    }

    /// Refuses what passes or returns integers that are structs in C, vectors that the ABI has in
    /// other registers than C's, and results of parts that C has no struct for.
    pub(in crate::people) fn refuse_wide(&self, ty: TypeId) -> Result<(), Cause> {
        let missing = || self.types.borrow().unsupported(ty);
        let (result, parameters, _) = self.module.signature(ty).ok_or_else(missing)?;
        let types = self.types.borrow();
        match parameters
            .iter()
            .chain([&result])
            .find(|ty| self.is_wide(**ty) || self.is_odd_vector(**ty))
        {
            Some(&wide) => Err(types.unsupported(wide)),
            None if types.is_unreturnable(result) => Err(Cause::Construct(format!(
                "a result of type {} in registers",
                self.module.show_type(result)
            ))),
            None => Ok(()),
        }
    }

    /// Tells whether a type is an integer that is a struct in C.
    pub(in crate::people) fn is_wide(&self, ty: TypeId) -> bool {
        let bits = self.module.types.int_width(ty);
        bits.and_then(wide::size).is_some()
    }

    /// Tells whether a type is a vector that C has more lanes of, or whose lanes are passed apart.
    fn is_odd_vector(&self, ty: TypeId) -> bool {
        match *self.module.types.resolve(ty) {
            Type::Vector { element, count, .. } => {
                let lane = self.module.types.resolve(element);
                let is_wide = matches!(lane, Type::Int(128) | Type::Float(FloatKind::Fp128));
                let is_large = self
                    .layout
                    .size(ty)
                    .is_some_and(|size| size > self.register);
                is_wide || is_large || !count.is_power_of_two()
            }
            _ => false,
        }
    }

    /// The types of one of the module's functions.
    pub(in crate::people) fn prototype_of(&self, function: &Function) -> Result<Prototype, Cause> {
        if !is_internal(function.linkage) {
            self.refuse_wide(function.ty)?;
        }
        let mut prototype = self.prototype(function.ty, &function.result_attributes, |place| {
            let parameter = function.parameters.get(place);
            parameter.map_or_else(ParameterAttributes::default, |own| own.attributes)
        })?;
        if self.takes_nothing_named(function) {
            let nothing = self.types.borrow_mut().nothing();
            prototype.parameters.push(nothing);
        }
        Ok(prototype)
    }

    /// Tells whether a function has other arguments than those that it names, and names none. C11
    /// has no such functions, so one gets a parameter of no size.
    pub(in crate::people) fn takes_nothing_named(&self, function: &Function) -> bool {
        let signature = self.module.signature(function.ty);
        is_defined(function) && signature.is_some_and(|(_, named, more)| named.is_empty() && more)
    }

    /// The address of a function or variable, or of what an expression says.
    pub(in crate::people) fn address_of_global(&self, id: GlobalId) -> Expression {
        if let Some(text) = self.literals.get(&id) {
            return Expression::string(text);
        }
        self.used_globals.borrow_mut().insert(id);
        let name = Expression::atom(self.global_name(id));
        let address = self.address_of(self.module.globals[id].ty, &name);
        match self.is_constant(id) {
            true => Expression::cast("void *", &address),
            false => address,
        }
    }

    /// Tells whether a global variable is declared as one that nothing writes.
    pub(in crate::people) fn is_constant(&self, id: GlobalId) -> bool {
        let kind = &self.module.globals[id].kind;
        matches!(kind, GlobalKind::Variable { constant: true, .. })
    }

    /// The address of a variable of this type; an array is its own.
    pub(in crate::people) fn address_of(&self, ty: TypeId, name: &Expression) -> Expression {
        match self.module.types.resolve(ty) {
            &Type::Array { element, .. } => {
                let is_bytes = self.module.types.int_width(element) == Some(8);
                Expression::array(name.text.clone(), is_bytes.then_some(TargetId::BYTES))
            }
            _ => Expression::address(name),
        }
    }

    pub(in crate::people) fn address_of_function(&self, id: FuncId) -> Expression {
        self.used_functions.borrow_mut().insert(id);
        Expression::cast("void *", &Expression::atom(self.function_name(id)))
    }
}

/// The bytes of the largest vectors that are passed in one register: LLVM passes larger ones in
/// several, and compilers of C in memory.
fn register(module: &Module) -> u64 {
    let keys = module.functions.keys();
    let lists = keys.filter_map(|id| module.function_attribute(id, "target-features"));
    let sizes = lists.flat_map(|list| list.split(',')).map(|own| match own {
        "+avx512f" => 64,
        "+avx" => 32,
        _ => 16,
    });
    sizes.max().unwrap_or(16)
}

/// Tells whether a variable of this type is set by a list in braces.
pub(super) fn is_aggregate(module: &Module, ty: TypeId) -> bool {
    match *module.types.resolve(ty) {
        Type::Array { .. } | Type::Struct { .. } | Type::Vector { .. } => true,
        Type::Int(bits) => wide::size(bits).is_some(),
        _ => false,
    }
}

/// An address so many bytes further.
pub(super) fn offset(base: Expression, bytes: i64) -> Expression {
    if bytes == 0 {
        return base;
    }
    let sign = if bytes < 0 { "-" } else { "+" };
    let bytes = Expression::literal(bytes.unsigned_abs().to_string());
    further(sign, &base, &bytes)
}

/// An address so many bytes further, or nearer. Arithmetic on a `void *` that an array was
/// converted to is not written: clang 22 takes the sum to be as aligned as the array
/// (`findings/clang-22-void-pointer-alignment.sh`).
pub(super) fn further(sign: &str, base: &Expression, bytes: &Expression) -> Expression {
    let base = match base.is_typed_pointer && base.points_to != Some(TargetId::BYTES) {
        true => Expression::cast("uint8_t *", base).pointing(Some(TargetId::BYTES)),
        false => base.clone(),
    };
    Expression::infix(sign, &base, bytes).pointing(base.points_to)
}

/// An address as `void *`.
pub(super) fn untyped(address: &Expression) -> Expression {
    match address.is_typed_pointer {
        true => Expression::cast("void *", address),
        false => address.clone(),
    }
}
