//! Symbols of the module, in the order of the text: variables, aliases, ifuncs, and functions with
//! their bodies.
//!
//! As in text, the constant of a symbol is reserved at its first use and filled at its definition,
//! so that constants get the same ids from both readers.

use unsnarl_ir::{
    Comdat, ConstId, Constant, FuncId, Function, Global, GlobalKind, Id, Linkage, NameId, Origin,
    Parameter, Type, TypeId,
};

use super::Reader;
use super::body::Body;
use super::codes;
use super::error::Result;
use super::fields::{Fields, alignment, text_of};
use super::module::{ALIAS, FUNCTION, IFUNC, MODULE, VARIABLE};
use crate::build::merge;

/// A symbol.
pub(super) struct Symbol {
    /// The bit at which its record begins.
    pub(super) at: u64,
    /// The type of its address.
    pub(super) address_type: TypeId,
    pub(super) name: NameId,
    kind: Kind,
    /// The body among those of the module, if it is a function that has one.
    pub(super) body: Option<usize>,
    constant: Option<ConstId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Global,
    Function(FuncId),
}

impl Symbol {
    pub(super) fn function(&self) -> Option<FuncId> {
        match self.kind {
            Kind::Function(id) => Some(id),
            Kind::Global => None,
        }
    }
}

/// The first fields of a symbol.
struct Head {
    name: NameId,
    ty: TypeId,
    space: u32,
}

impl<'a> Reader<'a> {
    /// Returns the address of a symbol.
    pub(super) fn symbol(&mut self, index: usize) -> ConstId {
        if let Some(constant) = self.symbols[index].constant {
            return constant;
        }
        let ty = self.module.types.pointer();
        let constant = self.module.reserve_constant(ty);
        self.symbols[index].constant = Some(constant);
        constant
    }

    fn define_symbol(&mut self, index: usize, constant: Constant) {
        let id = self.symbol(index);
        self.module.fill_constant(id, constant);
    }

    /// Makes all symbols.
    pub(super) fn make_symbols(&mut self) -> Result<()> {
        self.make_comdats()?;
        let lent = self.symbol_records.lent();
        let records: Vec<Fields<'_>> = (0..self.symbol_records.len())
            .map(|index| self.symbol_records.get(index, MODULE, &lent))
            .collect();
        let heads = self.heads(&records)?;
        for code in [VARIABLE, ALIAS, IFUNC] {
            for (index, &fields) in records.iter().enumerate() {
                if fields.code == code {
                    self.make_global(index, fields, &heads[index])?;
                }
            }
        }
        for (index, &fields) in records.iter().enumerate() {
            if fields.code == FUNCTION {
                self.make_function(index, fields, &heads[index])?;
            }
        }
        Ok(())
    }

    fn make_comdats(&mut self) -> Result<()> {
        let lent = self.comdat_records.lent();
        for index in 0..self.comdat_records.len() {
            let mut fields = self.comdat_records.get(index, MODULE, &lent);
            let name = self.string(&mut fields)?.unwrap_or_default();
            let name = self.module.names.add(&name);
            let kind = codes::comdat_kind(fields.next()?);
            let kind = kind.ok_or_else(|| fields.error("unknown comdat kind"))?;
            self.module.comdats.push(Comdat { name, kind });
            self.comdats.push(name);
        }
        Ok(())
    }

    /// Reads the first fields of all symbols, so that each may name the others.
    fn heads(&mut self, records: &[Fields<'_>]) -> Result<Vec<Head>> {
        let mut heads = Vec::with_capacity(records.len());
        let mut functions = 0;
        let mut bodies = 0;
        for &record in records {
            let head = self.head(record)?;
            let address_type = self.module.types.add(Type::Pointer { space: head.space });
            let is_function = record.code == FUNCTION;
            let kind = if is_function {
                functions += 1;
                Kind::Function(FuncId::new(functions - 1))
            } else {
                Kind::Global
            };
            let is_declared = record.rest().get(4).is_none_or(|&declared| declared != 0);
            let body = (is_function && !is_declared).then(|| {
                bodies += 1;
                bodies - 1
            });
            self.symbols.push(Symbol {
                at: record.at,
                address_type,
                name: head.name,
                kind,
                body,
                constant: None,
            });
            heads.push(head);
        }
        // In the order of texts, which is that of the table.
        let mut unnamed = 0;
        for code in [VARIABLE, ALIAS, IFUNC, FUNCTION] {
            for (index, record) in records.iter().enumerate() {
                if record.code == code && self.module.name(heads[index].name).is_empty() {
                    let name = self.module.names.add(&format!("__unnamed_{unnamed}"));
                    unnamed += 1;
                    heads[index].name = name;
                    self.symbols[index].name = name;
                }
            }
        }
        Ok(heads)
    }

    fn head(&mut self, mut fields: Fields<'_>) -> Result<Head> {
        let name = self.string(&mut fields)?.unwrap_or_default();
        let name = self.module.names.add(&name);
        let ty = fields.next()?;
        let ty = self.ty(ty, &fields)?;
        let space = match fields.code {
            VARIABLE => {
                // Bit 1 says that the type is that of the variable and not of its address.
                let packed = fields.next()?;
                if packed & 2 == 0 {
                    return Err(fields.unsupported("variable of LLVM before 3.7"));
                }
                packed >> 2
            }
            FUNCTION => {
                let program = u64::from(self.module.data_layout.program_space);
                fields.rest().get(15).copied().unwrap_or(program)
            }
            _ => fields.next()?,
        };
        let space = u32::try_from(space);
        let space = space.map_err(|_| fields.error("an address space is too large"))?;
        Ok(Head { name, ty, space })
    }

    /// A string in the table behind the module; nothing if it is empty.
    fn string(&self, fields: &mut Fields<'_>) -> Result<Option<String>> {
        let (start, size) = (fields.next()?, fields.next()?);
        let range = usize::try_from(start).ok().zip(usize::try_from(size).ok());
        let range = range.and_then(|(start, size)| Some(start..start.checked_add(size)?));
        let bytes = range.and_then(|range| self.strings.get(range));
        let bytes = bytes.ok_or_else(|| fields.error("the name is not in the string table"))?;
        Ok((!bytes.is_empty()).then(|| text_of(bytes.to_vec())))
    }

    /// The address of the symbol or constant of a number and 1; nothing for 0.
    fn optional_constant(&mut self, number: u64, fields: &Fields<'_>) -> Result<Option<ConstId>> {
        let number = number.checked_sub(1);
        let constant = number.map(|number| self.constant(number, fields));
        constant.transpose()
    }

    fn make_global(&mut self, index: usize, mut fields: Fields<'_>, head: &Head) -> Result<()> {
        let code = fields.code;
        // The name, the type, and the properties with the address space.
        let properties = fields.take(4)?[3];
        let (mut kind, linkage) = match code {
            VARIABLE => {
                let initial = fields.next()?;
                let kind = GlobalKind::Variable {
                    constant: properties & 1 != 0,
                    initializer: self.optional_constant(initial, &fields)?,
                    align: None,
                };
                (kind, fields.next()?)
            }
            _ => {
                let target = fields.next()?;
                let target = self.constant(target, &fields)?;
                let kind = if code == ALIAS {
                    GlobalKind::Alias { target }
                } else {
                    GlobalKind::Chosen { resolver: target }
                };
                (kind, fields.next()?)
            }
        };
        let mut global = Global {
            name: head.name,
            ty: head.ty,
            address_type: self.symbols[index].address_type,
            linkage: self.linkage(linkage, &fields)?,
            visibility: unsnarl_ir::Visibility::Default,
            dso_local: false,
            thread_local: None,
            unnamed_address: false,
            kind: GlobalKind::Alias {
                target: ConstId::new(0),
            },
            section: None,
            comdat: None,
            attributes: Vec::new(),
            origin: Origin::default(),
        };
        if let GlobalKind::Variable {
            align, initializer, ..
        } = &mut kind
        {
            let is_declared = match global.linkage {
                Linkage::External => initializer.is_none(),
                linkage => linkage == Linkage::ExternWeak,
            };
            if is_declared != initializer.is_none() {
                return Err(fields.error("the linkage does not fit the contents"));
            }
            *align = self.alignment(fields.or_zero(), &fields)?;
            global.section = self.section(fields.or_zero(), &fields)?;
        }
        global.kind = kind;
        let visibility = fields.or_zero();
        // What is local to its module has no other.
        if !matches!(global.linkage, Linkage::Internal | Linkage::Private) {
            global.visibility = self.visibility(visibility, &fields)?;
        }
        let mut dso_local = false;
        if code == VARIABLE {
            global.thread_local = self.thread_local(fields.or_zero(), &fields)?;
            global.unnamed_address = fields.or_zero() == 1;
            let (_initialised, _storage) = (fields.or_zero(), fields.or_zero());
            global.comdat = self.comdat(fields.or_zero(), &fields)?;
            let attributes = self.attribute_list(fields.or_zero(), &fields)?;
            global.attributes = attributes.function.strings;
            dso_local = fields.or_zero() == 1;
        } else if code == ALIAS {
            let _storage = fields.or_zero();
            global.thread_local = self.thread_local(fields.or_zero(), &fields)?;
            global.unnamed_address = fields.or_zero() == 1;
            dso_local = fields.or_zero() == 1;
        }
        global.dso_local = dso_local && !global.linkage.stays_within(global.visibility);
        let id = self.module.globals.next_key();
        self.define_symbol(index, Constant::Global(id));
        self.module.globals.push(global);
        self.metadata.global_symbols.insert(index, id);
        Ok(())
    }

    fn make_function(&mut self, index: usize, mut fields: Fields<'_>, head: &Head) -> Result<()> {
        // The name and the type.
        fields.take(3)?;
        let convention = fields.next()?;
        let convention = u32::try_from(convention);
        let convention = convention.map_err(|_| fields.error("a convention is too large"))?;
        let _declared = fields.next()?;
        let linkage = fields.next()?;
        let attributes = fields.or_zero();
        let attributes = self.attribute_list(attributes, &fields)?;
        let mut function = Function {
            linkage: self.linkage(linkage, &fields)?,
            convention,
            ..Function::new(head.name, head.ty, self.symbols[index].address_type)
        };
        merge(&mut function.attributes, &attributes.function);
        function.result_attributes = attributes.result;
        let Some((_, parameters, _)) = self.module.signature(head.ty) else {
            return Err(fields.error("the type of a function is not a function type"));
        };
        let parameters = parameters.iter().enumerate();
        let parameters = parameters.map(|(index, &ty)| Parameter {
            ty,
            value: None,
            attributes: attributes.parameter(index),
        });
        function.parameters = parameters.collect();
        function.align = self.alignment(fields.or_zero(), &fields)?;
        function.section = self.section(fields.or_zero(), &fields)?;
        let visibility = fields.or_zero();
        if !matches!(function.linkage, Linkage::Internal | Linkage::Private) {
            function.visibility = self.visibility(visibility, &fields)?;
        }
        function.collector = self.collector(fields.or_zero(), &fields)?;
        let _unnamed = fields.or_zero();
        let prologue = fields.or_zero();
        let _storage = fields.or_zero();
        function.comdat = self.comdat(fields.or_zero(), &fields)?;
        let prefix = fields.or_zero();
        let personality = fields.or_zero();
        function.prefix = self.optional_constant(prefix, &fields)?;
        function.prologue = self.optional_constant(prologue, &fields)?;
        function.personality = self.optional_constant(personality, &fields)?;
        let dso_local = fields.or_zero() == 1;
        function.dso_local = dso_local && !function.linkage.stays_within(function.visibility);
        let id = self.module.functions.next_key();
        self.define_symbol(index, Constant::Function(id));
        if let Some(number) = self.symbols[index].body {
            let Some(stream) = self.bodies.get(number).cloned() else {
                return Err(fields.error("a function has no body"));
            };
            let body = Body::new(id, function, self.values.len() as u64);
            function = self.function_body(body, stream)?;
        }
        self.module.add_function(function);
        Ok(())
    }

    fn linkage(&self, code: u64, fields: &Fields<'_>) -> Result<Linkage> {
        codes::linkage(code).ok_or_else(|| fields.error("unknown linkage"))
    }

    fn visibility(&self, code: u64, fields: &Fields<'_>) -> Result<unsnarl_ir::Visibility> {
        codes::visibility(code).ok_or_else(|| fields.error("unknown visibility"))
    }

    fn thread_local(
        &self,
        code: u64,
        fields: &Fields<'_>,
    ) -> Result<Option<unsnarl_ir::ThreadLocal>> {
        let model = codes::thread_local(code);
        model.ok_or_else(|| fields.error("unknown thread-local storage model"))
    }

    /// An alignment by its logarithm and 1.
    pub(super) fn alignment(&self, code: u64, fields: &Fields<'_>) -> Result<Option<u64>> {
        alignment(code).ok_or_else(|| fields.error("an alignment is too large"))
    }

    fn section(&self, number: u64, fields: &Fields<'_>) -> Result<Option<NameId>> {
        listed(&self.sections, number, fields)
    }

    fn collector(&self, number: u64, fields: &Fields<'_>) -> Result<Option<NameId>> {
        listed(&self.collectors, number, fields)
    }

    fn comdat(&self, number: u64, fields: &Fields<'_>) -> Result<Option<NameId>> {
        listed(&self.comdats, number, fields)
    }
}

/// The name of a number and 1; nothing for 0.
fn listed(names: &[NameId], number: u64, fields: &Fields<'_>) -> Result<Option<NameId>> {
    let Some(index) = number.checked_sub(1) else {
        return Ok(None);
    };
    let index = usize::try_from(index).ok();
    let name = index.and_then(|index| names.get(index));
    let missing = || fields.error("undefined section, comdat or garbage collector");
    name.copied().map(Some).ok_or_else(missing)
}
