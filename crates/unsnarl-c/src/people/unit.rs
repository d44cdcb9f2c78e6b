//! What all functions of a module share: the names of symbols, types, and the helpers that the text
//! needs.
//!
//! *Needs:* a module for a host whose compilers of C have gcc's extensions.
//! *Gives:* [`Unit`]: names and prototypes of functions and variables, constants and initialisers.
//! *Cost:* linear in the module.

use std::cell::RefCell;
use std::collections::BTreeSet;

use foldhash::HashMap;
use unsnarl_ir::{
    ConstId, Constant, Expression as ConstantExpression, FuncId, Function, GlobalId, GlobalKind,
    Id, Layout, Linkage, Module, Operand, ParameterAttributes, Type, TypeId,
};

use super::constants::{float, int, padded, string};
use super::expression::{Expression, Level};
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
    pub(super) fn new(module: &'m Module, layout: &'m Layout) -> Self {
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

    /// Strings that one place uses are written there.
    fn find_literals(&mut self) {
        let mut uses = vec![0u32; self.module.globals.len()];
        let module = self.module;
        let mut count = |constant: ConstId| {
            if let Constant::Global(global) = module.constant(constant) {
                uses[global.index()] += 1;
            }
        };
        for (_, constant) in module.constants() {
            match constant {
                Constant::Aggregate { elements, .. } => {
                    elements.iter().for_each(|&element| count(element));
                }
                Constant::Splat { element, .. } => count(*element),
                Constant::Expression { expression, .. } => {
                    expression.operands().into_iter().for_each(&mut count);
                }
                _ => {}
            }
        }
        for function in module.functions.values() {
            let mut operand = |operand| {
                if let Operand::Const(constant) = operand {
                    count(constant);
                }
            };
            for block in function.blocks.values() {
                for phi in &block.phis {
                    phi.incoming.iter().for_each(|&(_, own)| operand(own));
                }
                for &inst in &block.insts {
                    function.insts[inst].op.each_operand(&mut operand);
                }
                block.terminator.each_operand(&mut operand);
            }
        }
        for global in module.globals.values() {
            global.kind.constant().into_iter().for_each(&mut count);
        }
        for (id, global) in module.globals.iter() {
            let GlobalKind::Variable {
                constant: true,
                initializer: Some(initializer),
                ..
            } = global.kind
            else {
                continue;
            };
            if uses[id.index()] == 1
                && is_internal(global.linkage)
                && global.section.is_none()
                && let Some(text) = self.string(initializer)
            {
                self.literals.insert(id, text);
            }
        }
    }

    /// Finds tables of distances that nothing but `llvm.load.relative` reads. C cannot compute a
    /// distance before the program runs.
    fn find_relative(&mut self) {
        let module = self.module;
        let is_read = |id: FuncId| {
            let name = module.intrinsic(id);
            name.is_some_and(|name| unsnarl_ir::base_name(name) == "load.relative")
        };
        let mut others = vec![false; module.globals.len()];
        let mut tables: HashMap<GlobalId, Vec<ConstId>> = HashMap::default();
        for (id, global) in module.globals.iter() {
            if let Some(list) = global
                .kind
                .constant()
                .and_then(|own| self.distances(id, own))
                && is_internal(global.linkage)
            {
                tables.insert(id, list);
            }
        }
        if tables.is_empty() {
            return;
        }
        for function in module.functions.values() {
            for inst in function.blocks.values().flat_map(|block| &block.insts) {
                let op = &function.insts[*inst].op;
                let reads = matches!(op, unsnarl_ir::Op::Call(call)
                    if matches!(call.callee, unsnarl_ir::Callee::Direct(id) if is_read(id)));
                op.each_operand(|operand| {
                    if let Operand::Const(constant) = operand
                        && let Constant::Global(global) = module.constant(constant)
                        && !reads
                    {
                        others[global.index()] = true;
                    }
                });
            }
        }
        tables.retain(|id, _| !others[id.index()]);
        self.relative = tables;
    }

    /// What a table of distances from itself leads to.
    fn distances(&self, table: GlobalId, constant: ConstId) -> Option<Vec<ConstId>> {
        let module = self.module;
        let Constant::Aggregate { elements, .. } = module.constant(constant) else {
            return None;
        };
        let cast = |id: ConstId, wanted: unsnarl_ir::CastOp| match module.constant(id) {
            Constant::Expression {
                expression: ConstantExpression::Cast { op, value },
                ..
            } if *op == wanted => Some(*value),
            _ => None,
        };
        let target = |&element: &ConstId| {
            let difference = cast(element, unsnarl_ir::CastOp::Truncate)?;
            let Constant::Expression {
                expression:
                    ConstantExpression::Binary {
                        op: unsnarl_ir::BinaryOp::Sub,
                        left,
                        right,
                        ..
                    },
                ..
            } = module.constant(difference)
            else {
                return None;
            };
            let from = cast(*right, unsnarl_ir::CastOp::PtrToInt)?;
            let is_own = matches!(module.constant(from), Constant::Global(own) if *own == table);
            let to = cast(*left, unsnarl_ir::CastOp::PtrToInt)?;
            is_own.then_some(to)
        };
        elements.iter().map(target).collect()
    }

    /// What a table leads to that is one of addresses in C, and of distances in the IR.
    pub(super) fn relative(&self, id: GlobalId) -> Option<&[ConstId]> {
        self.relative.get(&id).map(Vec::as_slice)
    }

    /// A string that ends with its only zero, as a literal.
    pub(super) fn string(&self, constant: ConstId) -> Option<String> {
        match self.module.constant(constant) {
            Constant::Bytes { bytes, .. } => match **bytes {
                [ref text @ .., 0] if !text.contains(&0) => Some(string(text)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn needs(&self, helper: Helper) -> String {
        let name = helper.name();
        self.helpers.borrow_mut().insert(helper);
        name
    }

    pub(super) fn value_type(&self, ty: TypeId) -> Result<String, Cause> {
        self.types.borrow_mut().value(ty)
    }

    /// Tells whether something has this name.
    pub(super) fn is_symbol(&self, name: &str) -> bool {
        !self.symbols.is_free(name)
    }

    pub(super) fn function_name(&self, id: FuncId) -> &str {
        &self.functions[id.index()]
    }

    pub(super) fn global_name(&self, id: GlobalId) -> &str {
        &self.globals[id.index()]
    }

    /// Tells whether a variable is written where it is used.
    pub(super) fn is_literal(&self, id: GlobalId) -> bool {
        self.literals.contains_key(&id)
    }

    /// The types of a function's parameters and result.
    pub(super) fn prototype(
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
    pub(super) fn prototype_of(&self, function: &Function) -> Result<Prototype, Cause> {
        self.prototype(function.ty, &function.result_attributes, |place| {
            let parameter = function.parameters.get(place);
            parameter.map_or_else(ParameterAttributes::default, |own| own.attributes)
        })
    }

    /// The address of a function or variable, or of what an expression says.
    pub(super) fn address_of_global(&self, id: GlobalId) -> Expression {
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
    pub(super) fn address_of(&self, ty: TypeId, name: &Expression) -> Expression {
        match self.module.types.resolve(ty) {
            Type::Array { .. } => Expression::string(name.text.clone()),
            _ => Expression::address(name),
        }
    }

    pub(super) fn address_of_function(&self, id: FuncId) -> Expression {
        self.used_functions.borrow_mut().insert(id);
        let name = match library::prototype(self.module.function_name(id)) {
            Some(_) => self.module.function_name(id),
            None => self.function_name(id),
        };
        Expression::cast("void *", &Expression::atom(name))
    }

    /// A constant as an expression; where it initialises a variable, C must compute it before the
    /// program runs.
    pub(super) fn constant(&self, id: ConstId, is_static: bool) -> Result<Expression, Cause> {
        let module = self.module;
        let shown = || {
            Cause::Construct(format!(
                "a constant of type {}",
                module.show_type(module.constant_type(id))
            ))
        };
        Ok(match module.constant(id) {
            Constant::Int { ty, value } => {
                let bits = module.types.int_width(*ty).ok_or_else(shown)?;
                if bits > 128 {
                    return Err(self.types.borrow().unsupported(*ty));
                }
                int(value.low(), bits)
            }
            Constant::Float { ty, bits } => match *module.types.resolve(*ty) {
                Type::Float(kind) => match float(*bits, kind) {
                    Some(number) => number,
                    None if is_static => return Err(shown()),
                    None => self.from_bits(*ty, *bits)?,
                },
                _ => return Err(shown()),
            },
            Constant::Null(_) => Expression::atom("NULL"),
            Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty) => self.zero(*ty)?,
            Constant::Bytes { .. } | Constant::Aggregate { .. } | Constant::Splat { .. } => {
                let ty = self.value_type(module.constant_type(id))?;
                let is_array = matches!(
                    module.types.resolve(module.constant_type(id)),
                    Type::Array { .. }
                );
                let list = self.initializer(id)?;
                let list = if is_array {
                    format!("{{{list}}}")
                } else {
                    list
                };
                Expression::new(format!("({ty}){list}"), Level::Postfix)
            }
            Constant::Global(global) => self.address_of_global(*global),
            Constant::Function(function) => self.address_of_function(*function),
            Constant::Expression { ty, expression } => self.computed(*ty, expression, is_static)?,
            Constant::Metadata { .. } => return Err(shown()),
        })
    }

    /// A number by the bits of its format, where no literal says it.
    fn from_bits(&self, ty: TypeId, bits: u128) -> Result<Expression, Cause> {
        let name = self.value_type(ty)?;
        let size = 8 * self.layout.size(ty).unwrap_or(0) as u32;
        let number = int(bits, size);
        let from = super::types::int_name(size, false);
        if size > 64 {
            return Err(self.types.borrow().unsupported(ty));
        }
        let text = format!(
            "((union {{ {from} from; {name} to; }}){{ {} }}).to",
            number.text
        );
        Ok(Expression::new(text, Level::Postfix))
    }

    pub(super) fn zero(&self, ty: TypeId) -> Result<Expression, Cause> {
        Ok(match self.module.types.resolve(ty) {
            Type::Int(bits) => int(0, *bits),
            Type::Pointer { .. } => Expression::atom("NULL"),
            Type::Float(kind) => {
                float(0, *kind).ok_or_else(|| self.types.borrow().unsupported(ty))?
            }
            _ => {
                let name = self.value_type(ty)?;
                Expression::new(format!("({name}){{0}}"), Level::Postfix)
            }
        })
    }

    fn computed(
        &self,
        ty: TypeId,
        expression: &ConstantExpression,
        is_static: bool,
    ) -> Result<Expression, Cause> {
        use unsnarl_ir::{BinaryOp, CastOp};
        match expression {
            ConstantExpression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices.iter().map(|&index| Operand::Const(index));
                let address =
                    self.layout
                        .address(self.module, *source, Operand::Const(*base), indices);
                let address = address.map_err(|error| Cause::Construct(error.to_string()))?;
                let base = self.constant(*base, is_static)?;
                Ok(offset(base, address.offset))
            }
            ConstantExpression::Cast { op, value } => {
                let bits = self.module.types.int_width(ty);
                let value = self.constant(*value, is_static)?;
                match (op, bits) {
                    (CastOp::PtrToInt | CastOp::PtrToAddr, Some(64)) => {
                        Ok(Expression::cast("uintptr_t", &value))
                    }
                    (CastOp::IntToPtr, _) => {
                        let value = Expression::cast("uintptr_t", &value);
                        Ok(Expression::cast("void *", &value))
                    }
                    (CastOp::PtrToInt | CastOp::Truncate, Some(bits @ (8 | 16 | 32)))
                        if !is_static =>
                    {
                        let value = Expression::cast("uintptr_t", &value);
                        let name = super::types::int_name(bits, false);
                        Ok(Expression::cast(name, &value))
                    }
                    (CastOp::Bitcast, None) if self.module.types.is_pointer(ty) => Ok(value),
                    _ => Err(Cause::Construct("such a constant".to_owned())),
                }
            }
            ConstantExpression::Binary {
                op, left, right, ..
            } if !is_static => {
                let sign = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Sub => "-",
                    _ => return Err(Cause::Construct("such a constant".to_owned())),
                };
                match self.module.types.int_width(ty) {
                    Some(64) => {
                        let left = self.constant(*left, false)?;
                        let right = self.constant(*right, false)?;
                        Ok(Expression::infix(sign, &left, &right))
                    }
                    _ => Err(Cause::Construct("such a constant".to_owned())),
                }
            }
            _ => Err(Cause::Construct("such a constant".to_owned())),
        }
    }

    /// What initialises a variable: a constant expression, or a list in braces.
    pub(super) fn initializer(&self, id: ConstId) -> Result<String, Cause> {
        let module = self.module;
        let (mut text, mut work) = (String::new(), vec![Piece::Constant(id)]);
        while let Some(piece) = work.pop() {
            let id = match piece {
                Piece::Constant(id) => id,
                Piece::Text(own) => {
                    text += own;
                    continue;
                }
                Piece::Lane(lane) => {
                    text += &self.lane(lane)?;
                    continue;
                }
            };
            match module.constant(id) {
                Constant::Bytes { bytes, ty } => {
                    let element = match module.types.resolve(*ty) {
                        Type::Array { element, .. } => module.types.int_width(*element),
                        _ => None,
                    };
                    match (element, &**bytes) {
                        (Some(8), [own @ .., 0]) => text += &padded(own),
                        (Some(8), own) => {
                            let all: Vec<String> = own.iter().map(u8::to_string).collect();
                            text += &format!("{{ {} }}", all.join(", "));
                        }
                        _ => return Err(Cause::Construct("bytes as a vector".to_owned())),
                    }
                }
                Constant::Aggregate { elements, ty } => {
                    let is_vector = matches!(module.types.resolve(*ty), Type::Vector { .. });
                    work.push(Piece::Text(" }"));
                    for (place, &element) in elements.iter().enumerate().rev() {
                        work.push(match is_vector {
                            true => Piece::Lane(element),
                            false => Piece::Constant(element),
                        });
                        work.push(Piece::Text(if place > 0 { ", " } else { "{ " }));
                    }
                    if elements.is_empty() {
                        work.pop();
                        text += "{}";
                    }
                }
                &Constant::Splat { ty, element } => {
                    let &Type::Vector { count, .. } = module.types.resolve(ty) else {
                        return Err(self.types.borrow().unsupported(ty));
                    };
                    let element = self.lane(element)?;
                    text += &format!("{{ {} }}", vec![element; count as usize].join(", "));
                }
                Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty)
                    if is_aggregate(module, *ty) =>
                {
                    text += "{}";
                }
                _ => text += &self.constant(id, true)?.converted().text,
            }
        }
        Ok(text)
    }

    fn lane(&self, element: ConstId) -> Result<String, Cause> {
        let ty = self.module.constant_type(element);
        let text = self.constant(element, true)?.text;
        Ok(match self.module.types.resolve(ty) {
            Type::Int(1) => if text == "true" { "-1" } else { "0" }.to_owned(),
            Type::Pointer { .. } => format!("(uintptr_t){text}"),
            _ => text,
        })
    }

    /// The attributes of a symbol, before its declaration.
    pub(super) fn linkage(&self, linkage: Linkage) -> &'static str {
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
    pub(super) fn label(&self, name: &str, symbol: &str, linkage: Linkage) -> String {
        match name == symbol || is_internal(linkage) {
            true => String::new(),
            false => {
                let symbol = symbol.strip_prefix('\u{1}').unwrap_or(symbol);
                format!(" __asm__({})", string(symbol.as_bytes()))
            }
        }
    }
}

enum Piece {
    Constant(ConstId),
    /// An element of a vector.
    Lane(ConstId),
    Text(&'static str),
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
