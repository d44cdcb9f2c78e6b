//! The sections of a module.
//!
//! *Needs:* the bytes of a valid module. *Gives:* [`Sections`]: the module without bodies, those
//! as bytes, and the [`Environment`] of their code.
//! *Cost:* linear.

use unsnarl_low::module::{
    Constant, ConstantOp, CustomSection, DataSegment, ElementSegment, Entity, Export, GlobalData,
    Import, Item, Limits, MemoryData, Mode, ModuleFunction, TableData, TagData,
};
use unsnarl_low::op::memory::{AddressWidths, Memory, Table};
use unsnarl_low::{Module, Signature, Symbol, Type};
use wasmparser::{
    CustomSectionReader, Data, DataKind, Element, ElementItems, ElementKind, ExternalKind,
    FunctionBody, GlobalType, KnownCustom, MemoryType, Parser, Payload, TableInit, TableType,
    TypeRef,
};

use super::constant;
use super::error::ReadError;
use super::names::{self, OtherNames};
use super::types;

/// A module that is read.
pub(super) struct Sections<'a> {
    /// All of it but the bodies of functions.
    pub(super) module: Module,
    pub(super) environment: Environment,
    /// The numbers of functions, and their bodies.
    pub(super) bodies: Vec<(u32, FunctionBody<'a>)>,
}

/// What code refers to by number.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    /// The types of functions by their numbers.
    pub(crate) types: Vec<Signature>,
    /// By function, its type.
    pub(crate) functions: Vec<u32>,
    /// By tag, its type.
    pub(crate) tags: Vec<u32>,
    /// By global, its type and whether it may change.
    pub(super) globals: Vec<(Type, bool)>,
    /// By table, the type of its elements.
    pub(super) tables: Vec<Type>,
    pub(super) widths: AddressWidths,
    pub(crate) names: OtherNames,
    pub(crate) layout: Layout,
    imported_functions: u32,
    symbols: Bases,
}

/// In which order the file has its parts.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The sections that are not for tools.
    pub(crate) sections: Vec<Section>,
    /// Before which section for tools the names are, counted without them; and behind how many of
    /// the others.
    pub(crate) names: Option<(usize, u32)>,
}

/// A section that is not for tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Types,
    Imports,
    Functions,
    Tables,
    Memories,
    Tags,
    Globals,
    Exports,
    Start,
    Elements,
    DataCount,
    Code,
    Data,
}

/// The first symbol of each kind of things: functions come first.
#[derive(Debug, Default)]
struct Bases {
    globals: usize,
    tags: usize,
    data: usize,
    elements: usize,
}

impl Environment {
    /// The types of a function.
    pub(super) fn function(&self, number: u32) -> &Signature {
        &self.types[self.functions[number as usize] as usize]
    }

    /// The types of what exceptions of a tag carry.
    pub(super) fn tag(&self, number: u32) -> &[Type] {
        &self.types[self.tags[number as usize] as usize].parameters
    }

    /// The symbol of something.
    pub(super) fn symbol(&self, entity: Entity) -> Symbol {
        let (base, number) = match entity {
            Entity::Function(number) => (0, number),
            Entity::Global(number) => (self.symbols.globals, number),
            Entity::Tag(number) => (self.symbols.tags, number),
            Entity::Data(number) => (self.symbols.data, number),
            Entity::Elements(number) => (self.symbols.elements, number),
            Entity::Address(_) => unreachable!("code that was read names no addresses"),
        };
        Symbol::new(base + number as usize)
    }
}

/// Reads all sections.
pub(super) fn read(bytes: &[u8]) -> Result<Sections<'_>, ReadError> {
    let mut reader = Reader::default();
    for payload in Parser::new(0).parse_all(bytes) {
        reader.payload(payload?)?;
    }
    reader.number();
    let Reader {
        module,
        environment,
        bodies,
        ..
    } = reader;
    Ok(Sections {
        module,
        environment,
        bodies,
    })
}

#[derive(Default)]
struct Reader<'a> {
    module: Module,
    environment: Environment,
    bodies: Vec<(u32, FunctionBody<'a>)>,
}

impl<'a> Reader<'a> {
    fn payload(&mut self, payload: Payload<'a>) -> Result<(), ReadError> {
        let section = match payload {
            Payload::CustomSection(section) => {
                self.custom(&section);
                return Ok(());
            }
            Payload::TypeSection(section) => {
                for ty in section.into_iter_err_on_gc_types() {
                    self.environment.types.push(types::signature(&ty?));
                }
                Section::Types
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    self.import(&import?);
                }
                Section::Imports
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.function(ty?);
                }
                Section::Functions
            }
            Payload::TableSection(section) => {
                for table in section {
                    let table = table?;
                    let first = match &table.init {
                        TableInit::RefNull => None,
                        TableInit::Expr(first) => Some(constant::read(first)?),
                    };
                    self.table(table.ty).first = first;
                }
                Section::Tables
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memory(memory?);
                }
                Section::Memories
            }
            Payload::TagSection(section) => {
                for tag in section {
                    self.tag(tag?.func_type_idx);
                }
                Section::Tags
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    let global = global?;
                    self.global(global.ty).first = Some(constant::read(&global.init_expr)?);
                }
                Section::Globals
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    self.module.exports.push(Export {
                        name: export.name.to_owned(),
                        item: item(export.kind, export.index),
                    });
                }
                Section::Exports
            }
            Payload::StartSection { func, .. } => {
                self.module.start = Some(func);
                Section::Start
            }
            Payload::ElementSection(section) => {
                for segment in section {
                    self.module.elements.push(elements(segment?)?);
                }
                Section::Elements
            }
            Payload::DataSection(section) => {
                for segment in section {
                    self.module.data.push(data(segment?)?);
                }
                Section::Data
            }
            Payload::CodeSectionEntry(body) => {
                let first = self.environment.imported_functions;
                self.bodies.push((first + self.bodies.len() as u32, body));
                return Ok(());
            }
            Payload::DataCountSection { .. } => Section::DataCount,
            Payload::CodeSectionStart { .. } => Section::Code,
            _ => return Ok(()),
        };
        self.environment.layout.sections.push(section);
        Ok(())
    }

    fn custom(&mut self, section: &CustomSectionReader<'a>) {
        let layout = &mut self.environment.layout;
        let after = layout.sections.len() as u32;
        // As engines do, the first one counts: others stay bytes.
        if let (KnownCustom::Name(section), None) = (section.as_known(), layout.names) {
            layout.names = Some((self.module.custom.len(), after));
            let others = &mut self.environment.names;
            return names::read(section, &mut self.module.names, others);
        }
        self.module.custom.push(CustomSection {
            name: section.name().to_owned(),
            bytes: section.data().to_vec(),
            after,
        });
    }

    fn import(&mut self, import: &wasmparser::Import<'_>) {
        let item = match import.ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                self.function(ty);
                self.environment.imported_functions += 1;
                Item::Function(last(self.module.functions.len()))
            }
            TypeRef::Table(ty) => {
                self.table(ty);
                Item::Table(last(self.module.tables.len()))
            }
            TypeRef::Memory(ty) => {
                self.memory(ty);
                Item::Memory(last(self.module.memories.len()))
            }
            TypeRef::Global(ty) => {
                self.global(ty);
                Item::Global(last(self.module.globals.len()))
            }
            TypeRef::Tag(ty) => {
                self.tag(ty.func_type_idx);
                Item::Tag(last(self.module.tags.len()))
            }
        };
        self.module.imports.push(Import {
            module: import.module.to_owned(),
            name: import.name.to_owned(),
            item,
        });
    }

    fn function(&mut self, ty: u32) {
        self.environment.functions.push(ty);
        self.module.functions.push(ModuleFunction {
            signature: self.environment.types[ty as usize].clone(),
            body: None,
        });
    }

    fn table(&mut self, ty: TableType) -> &mut TableData {
        let number = Table(self.module.tables.len() as u32);
        let width = types::width(ty.table64);
        let element = types::reference(ty.element_type);
        self.environment.widths.set_table(number, width);
        self.environment.tables.push(element);
        self.module.tables.push(TableData {
            ty: element,
            width,
            limits: Limits {
                least: ty.initial,
                most: ty.maximum,
            },
            first: None,
        });
        let last = self.module.tables.last_mut();
        last.expect("it was just added")
    }

    fn memory(&mut self, ty: MemoryType) {
        let number = Memory(self.module.memories.len() as u32);
        let width = types::width(ty.memory64);
        self.environment.widths.set_memory(number, width);
        self.module.memories.push(MemoryData {
            width,
            limits: Limits {
                least: ty.initial,
                most: ty.maximum,
            },
            is_shared: ty.shared,
        });
    }

    fn global(&mut self, ty: GlobalType) -> &mut GlobalData {
        let value = types::value(ty.content_type);
        self.environment.globals.push((value, ty.mutable));
        self.module.globals.push(GlobalData {
            ty: value,
            is_mutable: ty.mutable,
            first: None,
        });
        let last = self.module.globals.last_mut();
        last.expect("it was just added")
    }

    fn tag(&mut self, ty: u32) {
        self.environment.tags.push(ty);
        self.module.tags.push(TagData {
            signature: self.environment.types[ty as usize].clone(),
        });
    }

    /// Numbers the symbols of the code.
    fn number(&mut self) {
        let module = &mut self.module;
        let mut symbols = Vec::new();
        let mut add = |count: usize, entity: fn(u32) -> Entity| {
            let base = symbols.len();
            symbols.extend((0..count as u32).map(entity));
            base
        };
        add(module.functions.len(), Entity::Function);
        self.environment.symbols = Bases {
            globals: add(module.globals.len(), Entity::Global),
            tags: add(module.tags.len(), Entity::Tag),
            data: add(module.data.len(), Entity::Data),
            elements: add(module.elements.len(), Entity::Elements),
        };
        module.symbols = symbols;
    }
}

/// The number of what was added last to so many.
fn last(count: usize) -> u32 {
    (count - 1) as u32
}

fn item(kind: ExternalKind, number: u32) -> Item {
    match kind {
        ExternalKind::Func | ExternalKind::FuncExact => Item::Function(number),
        ExternalKind::Table => Item::Table(number),
        ExternalKind::Memory => Item::Memory(number),
        ExternalKind::Global => Item::Global(number),
        ExternalKind::Tag => Item::Tag(number),
    }
}

fn elements(segment: Element<'_>) -> Result<ElementSegment, ReadError> {
    let mode = match segment.kind {
        ElementKind::Passive => Mode::Passive,
        ElementKind::Declared => Mode::Declared,
        ElementKind::Active {
            table_index,
            offset_expr,
        } => Mode::Active(table_index.unwrap_or(0), constant::read(&offset_expr)?),
    };
    let (ty, elements) = match segment.items {
        ElementItems::Functions(functions) => {
            let mut elements = Vec::new();
            for function in functions {
                elements.push(Constant(vec![ConstantOp::Function(function?)]));
            }
            (Type::FuncRef, elements)
        }
        ElementItems::Expressions(ty, expressions) => {
            let mut elements = Vec::new();
            for expression in expressions {
                elements.push(constant::read(&expression?)?);
            }
            (types::reference(ty), elements)
        }
    };
    Ok(ElementSegment { ty, mode, elements })
}

fn data(segment: Data<'_>) -> Result<DataSegment, ReadError> {
    let mode = match segment.kind {
        DataKind::Passive => Mode::Passive,
        DataKind::Active {
            memory_index,
            offset_expr,
        } => Mode::Active(memory_index, constant::read(&offset_expr)?),
    };
    Ok(DataSegment {
        mode,
        bytes: segment.data.to_vec(),
    })
}
