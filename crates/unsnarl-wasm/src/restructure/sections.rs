//! The bytes of a module that was read.
//!
//! *Needs:* the module, its layout in the file, and its functions as bytes. *Gives:* [`write`]: all
//! of it, with each section where it was.
//! *Cost:* linear.

use unsnarl_low::module::{
    Constant, ConstantOp, ElementSegment, GlobalData, Import, Item, MemoryData, Mode, Module,
    TableData,
};
use unsnarl_low::{Signature, Type, Width};
use wasm_encoder as we;
use wasm_encoder::{CustomSection, ElementSection, Elements, EntityType};

use super::constant;
use super::linkage::Numbers;
use super::names;
use crate::compiled::Compiled;
use crate::read::{Environment, Section};
use crate::types::{reference_type, val_type, val_types};

/// Writes a module.
pub(super) fn write(
    module: &Module,
    environment: &Environment,
    numbers: &Numbers<'_>,
    functions: &[Compiled],
) -> Vec<u8> {
    let writer = Writer {
        module,
        environment,
        types: numbers.types(),
        functions,
    };
    let mut bytes = we::Module::new();
    let layout = &environment.layout;
    let adds_types = !writer.types.is_empty() && !layout.sections.contains(&Section::Types);
    if adds_types {
        writer.section(Section::Types, &mut bytes);
    }
    writer.tools(0, &mut bytes);
    for (after, &section) in (1..).zip(&layout.sections) {
        writer.section(section, &mut bytes);
        writer.tools(after, &mut bytes);
    }
    bytes.finish()
}

struct Writer<'a> {
    module: &'a Module,
    environment: &'a Environment,
    types: Vec<Signature>,
    functions: &'a [Compiled],
}

impl Writer<'_> {
    /// The sections for tools behind so many others.
    fn tools(&self, after: u32, to: &mut we::Module) {
        let names = self.environment.layout.names;
        let names = names.filter(|&(_, own)| own == after);
        for (place, section) in self.module.custom.iter().enumerate() {
            if section.after != after {
                continue;
            }
            if names.is_some_and(|(own, _)| own == place) {
                self.names(to);
            }
            to.section(&CustomSection {
                name: (&section.name).into(),
                data: (&section.bytes).into(),
            });
        }
        let is_last = |&(own, _): &(usize, u32)| {
            let behind = self.module.custom.get(own);
            behind.is_none_or(|section| section.after != after)
        };
        if names.as_ref().is_some_and(is_last) {
            self.names(to);
        }
    }

    fn names(&self, to: &mut we::Module) {
        to.section(&names::section(
            self.module,
            self.environment,
            self.functions,
        ));
    }

    fn section(&self, section: Section, to: &mut we::Module) {
        let module = self.module;
        match section {
            Section::Types => {
                let mut section = we::TypeSection::new();
                for ty in &self.types {
                    let (parameters, results) = (val_types(&ty.parameters), val_types(&ty.results));
                    section.ty().function(parameters, results);
                }
                to.section(&section)
            }
            Section::Imports => {
                let mut section = we::ImportSection::new();
                for import in &module.imports {
                    section.import(&import.module, &import.name, self.entity(import));
                }
                to.section(&section)
            }
            Section::Functions => {
                let mut section = we::FunctionSection::new();
                for &ty in &self.environment.functions[module.imported_functions()..] {
                    section.function(ty);
                }
                to.section(&section)
            }
            Section::Tables => {
                let mut section = we::TableSection::new();
                for table in &module.tables[module.imported_tables()..] {
                    match &table.first {
                        None => section.table(table_type(table)),
                        Some(first) => {
                            section.table_with_init(table_type(table), &constant::written(first))
                        }
                    };
                }
                to.section(&section)
            }
            Section::Memories => {
                let mut section = we::MemorySection::new();
                for memory in &module.memories[module.imported_memories()..] {
                    section.memory(memory_type(memory));
                }
                to.section(&section)
            }
            Section::Tags => {
                let mut section = we::TagSection::new();
                for &ty in &self.environment.tags[module.imported_tags()..] {
                    section.tag(tag_type(ty));
                }
                to.section(&section)
            }
            Section::Globals => {
                let mut section = we::GlobalSection::new();
                for global in &module.globals[module.imported_globals()..] {
                    let first = global.first.as_ref().expect("it is not imported");
                    section.global(global_type(global), &constant::written(first));
                }
                to.section(&section)
            }
            Section::Exports => {
                let mut section = we::ExportSection::new();
                for export in &module.exports {
                    let (kind, number) = exported(export.item);
                    section.export(&export.name, kind, number);
                }
                to.section(&section)
            }
            Section::Start => {
                let function_index = module.start.expect("the section says it");
                to.section(&we::StartSection { function_index })
            }
            Section::Elements => {
                let mut section = ElementSection::new();
                for segment in &module.elements {
                    elements(segment, &mut section);
                }
                to.section(&section)
            }
            Section::DataCount => {
                let count = module.data.len() as u32;
                to.section(&we::DataCountSection { count })
            }
            Section::Code => {
                let mut section = we::CodeSection::new();
                for function in self.functions {
                    section.raw(&function.body);
                }
                to.section(&section)
            }
            Section::Data => {
                let mut section = we::DataSection::new();
                for segment in &module.data {
                    let bytes = segment.bytes.iter().copied();
                    match &segment.mode {
                        Mode::Active(memory, at) => {
                            section.active(*memory, &constant::written(at), bytes)
                        }
                        _ => section.passive(bytes),
                    };
                }
                to.section(&section)
            }
        };
    }

    fn entity(&self, import: &Import) -> EntityType {
        let module = self.module;
        match import.item {
            Item::Function(number) => {
                EntityType::Function(self.environment.functions[number as usize])
            }
            Item::Table(number) => EntityType::Table(table_type(&module.tables[number as usize])),
            Item::Memory(number) => {
                EntityType::Memory(memory_type(&module.memories[number as usize]))
            }
            Item::Global(number) => {
                EntityType::Global(global_type(&module.globals[number as usize]))
            }
            Item::Tag(number) => EntityType::Tag(tag_type(self.environment.tags[number as usize])),
        }
    }
}

fn table_type(table: &TableData) -> we::TableType {
    we::TableType {
        element_type: reference_type(table.ty),
        table64: table.width == Width::W64,
        minimum: table.limits.least,
        maximum: table.limits.most,
        shared: false,
    }
}

fn memory_type(memory: &MemoryData) -> we::MemoryType {
    we::MemoryType {
        minimum: memory.limits.least,
        maximum: memory.limits.most,
        memory64: memory.width == Width::W64,
        shared: memory.is_shared,
        page_size_log2: None,
    }
}

fn global_type(global: &GlobalData) -> we::GlobalType {
    we::GlobalType {
        val_type: val_type(global.ty),
        mutable: global.is_mutable,
        shared: false,
    }
}

fn tag_type(func_type_idx: u32) -> we::TagType {
    we::TagType {
        kind: we::TagKind::Exception,
        func_type_idx,
    }
}

fn exported(item: Item) -> (we::ExportKind, u32) {
    match item {
        Item::Function(number) => (we::ExportKind::Func, number),
        Item::Table(number) => (we::ExportKind::Table, number),
        Item::Memory(number) => (we::ExportKind::Memory, number),
        Item::Global(number) => (we::ExportKind::Global, number),
        Item::Tag(number) => (we::ExportKind::Tag, number),
    }
}

/// Writes a segment; in the shorter form if it has references to functions only.
fn elements(segment: &ElementSegment, to: &mut ElementSection) {
    let functions: Option<Vec<u32>> = match segment.ty {
        Type::FuncRef => segment.elements.iter().map(function).collect(),
        _ => None,
    };
    let items = match functions {
        Some(functions) => Elements::Functions(functions.into()),
        None => {
            let expressions: Vec<_> = segment.elements.iter().map(constant::written).collect();
            Elements::Expressions(reference_type(segment.ty), expressions.into())
        }
    };
    match &segment.mode {
        Mode::Active(table, at) => {
            let is_first = *table == 0 && segment.ty == Type::FuncRef;
            let table = (!is_first).then_some(*table);
            to.active(table, &constant::written(at), items)
        }
        Mode::Passive => to.passive(items),
        Mode::Declared => to.declared(items),
    };
}

/// The function that an element refers to, if it is nothing else.
fn function(element: &Constant) -> Option<u32> {
    match element.0[..] {
        [ConstantOp::Function(number)] => Some(number),
        _ => None,
    }
}
