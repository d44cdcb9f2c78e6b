//! The module: sections, in the order in which WebAssembly wants them.
//!
//! *Needs:* the numbered parts of a [`Numbering`] and the bytes of its functions.
//! *Gives:* the bytes of a module.

mod debug;

use unsnarl_ir::{FuncId, Id};
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, ElementSection, Elements, Encode,
    EntityType, ExportKind, ExportSection, FunctionSection, GlobalSection, GlobalType, HeapType,
    ImportSection, IndirectNameMap, MemorySection, MemoryType, Module, NameMap, NameSection,
    RefType, TableSection, TableType, TagKind, TagSection, TagType, TypeSection,
};

use crate::compiled::Compiled;
use crate::error::in_function;
use unsnarl_low::select::{SelectError, TAGS, Tag};
use unsnarl_low::{Type, Width};

use crate::error::CompileError;
use crate::features;
use crate::limits::Limit;
use crate::numbering::{Numbering, STACK_POINTER};
use crate::options::Options;
use crate::placement::Placement;
use crate::producers;
use crate::symbols::{Key, part_name, variable_name};
use crate::types::{self, val_type, val_types};

/// Fills in the indices of parts of functions, and of variables that values pass through.
pub(crate) fn link(numbering: &Numbering, functions: &mut [Compiled]) {
    let symbols = numbering.linked().borrow();
    let mut indices = vec![0; symbols.keys().len()];
    for body in &*functions {
        let part = body.part.as_ref().map(|part| part.number);
        let number = part.and_then(|part| symbols.find(&Key::Part(body.id, part)));
        if let Some(number) = number {
            indices[number as usize] = body.map.index;
        }
    }
    for (index, (number, _)) in (STACK_POINTER + 1..).zip(symbols.variables()) {
        indices[number as usize] = index;
    }
    for body in functions {
        for relocation in &body.relocations {
            let start = relocation.at as usize;
            let place = &mut body.body[start..start + relocation.kind.size()];
            let index = indices[relocation.target as usize];
            relocation.kind.put(place, index.into());
        }
    }
}

/// Assembles the module.
pub(crate) fn assemble(
    numbering: &Numbering,
    placement: &Placement,
    functions: &[Compiled],
    options: &Options<'_>,
) -> Result<Vec<u8>, CompileError> {
    let mut module = Module::new();
    let has_tag = features::exceptions(numbering.context.module);
    if has_tag {
        // The type is numbered before the types are written.
        numbering.tag_type();
    }
    module.section(&type_section(numbering));
    if !placement.imports.is_empty() {
        module.section(&imports(numbering, placement)?);
    }
    let mut section = FunctionSection::new();
    for body in functions {
        section.function(match &body.part {
            None => type_of(numbering, body.id)?,
            Some(part) => numbering.bracket_type(&part.signature),
        });
    }
    module.section(&section);
    let slots = placement.slots_in_order();
    let width = numbering.context.addresses();
    module.section(&table(slots.len(), width));
    module.section(&memory(placement, width));
    if has_tag {
        module.section(&tags(
            numbering,
            features::has_jump_tag(numbering.context.module),
        ));
    }
    module.section(&globals(numbering, placement, width));
    module.section(&exports(placement));
    if !slots.is_empty() {
        let mut section = ElementSection::new();
        section.active(
            None,
            &types::address(1, width),
            Elements::Functions(slots.into()),
        );
        module.section(&section);
    }
    let mut section = CodeSection::new();
    functions.iter().for_each(|function| {
        section.raw(&function.body);
    });
    module.section(&section);
    if !placement.memory.data.is_empty() {
        let mut section = DataSection::new();
        for (address, bytes) in &placement.memory.data {
            let start = types::address(*address, width);
            section.active(0, &start, bytes.iter().copied());
        }
        module.section(&section);
    }
    for section in debug::sections(numbering, placement, functions)? {
        module.section(&section);
    }
    for section in &numbering.context.module.custom_sections {
        module.section(&CustomSection {
            name: section.name.as_str().into(),
            data: section.bytes.as_slice().into(),
        });
    }
    module.section(&names(numbering, placement, functions));
    module.section(&CustomSection {
        name: producers::SECTION.into(),
        data: producers::of_own().into(),
    });
    module.section(&target_features(numbering, options));
    Ok(module.finish())
}

/// What the module may use, so that tools which must be told, such as `wasm-opt`, need not be.
fn target_features(numbering: &Numbering, options: &Options<'_>) -> CustomSection<'static> {
    let addresses = numbering.context.addresses();
    let features = features::of_module(numbering.context.module, addresses, options);
    let mut data = Vec::new();
    features.len().encode(&mut data);
    for feature in features {
        data.push(b'+');
        feature.encode(&mut data);
    }
    CustomSection {
        name: "target_features".into(),
        data: data.into(),
    }
}

fn type_of(numbering: &Numbering, function: FuncId) -> Result<u32, CompileError> {
    let place =
        |cause: SelectError| in_function(numbering.context.module, function, 0, cause.into());
    let signature = numbering
        .context
        .signature(numbering.context.module.functions[function].ty);
    let number = signature.and_then(|signature| numbering.signature_number(&signature));
    number.map_err(place)
}

fn type_section(numbering: &Numbering) -> TypeSection {
    let mut section = TypeSection::new();
    for signature in numbering.types() {
        section.ty().function(
            val_types(&signature.parameters),
            val_types(&signature.results),
        );
    }
    section
}

fn imports(numbering: &Numbering, placement: &Placement) -> Result<ImportSection, CompileError> {
    let mut section = ImportSection::new();
    for import in &placement.imports {
        let ty = type_of(numbering, import.function)?;
        section.import(&import.module, &import.name, EntityType::Function(ty));
    }
    Ok(section)
}

fn table(slots: usize, width: Width) -> TableSection {
    let mut section = TableSection::new();
    section.table(TableType {
        element_type: RefType::FUNCREF,
        table64: width == Width::W64,
        minimum: slots as u64 + 1,
        maximum: Some(slots as u64 + 1),
        shared: false,
    });
    section
}

fn memory(placement: &Placement, width: Width) -> MemorySection {
    let mut section = MemorySection::new();
    section.memory(MemoryType {
        minimum: placement.memory.pages,
        maximum: None,
        memory64: width == Width::W64,
        shared: false,
        page_size_log2: None,
    });
    section
}

/// The tag of C++'s exceptions, and that of jumps if there are any.
fn tags(numbering: &Numbering, has_jumps: bool) -> TagSection {
    let mut section = TagSection::new();
    for tag in TAGS {
        if tag == Tag::Exception || has_jumps {
            section.tag(TagType {
                kind: TagKind::Exception,
                func_type_idx: numbering.tag_type(),
            });
        }
    }
    section
}

/// The stack pointer, and the variables that values pass through.
fn globals(numbering: &Numbering, placement: &Placement, width: Width) -> GlobalSection {
    let mut section = GlobalSection::new();
    let ty = |ty| GlobalType {
        val_type: val_type(ty),
        mutable: true,
        shared: false,
    };
    let top = types::address(placement.memory.stack_top, width);
    section.global(ty(width.int()), &top);
    for (_, variable) in numbering.linked().borrow().variables() {
        let zero = match variable {
            Type::I32 => ConstExpr::i32_const(0),
            Type::I64 => ConstExpr::i64_const(0),
            Type::F32 => ConstExpr::f32_const(0.0.into()),
            Type::F64 => ConstExpr::f64_const(0.0.into()),
            Type::V128 => ConstExpr::v128_const(0),
            Type::FuncRef => ConstExpr::ref_null(HeapType::FUNC),
            Type::ExternRef => ConstExpr::ref_null(HeapType::EXTERN),
            Type::ExnRef => ConstExpr::ref_null(types::EXCEPTION),
        };
        section.global(ty(variable), &zero);
    }
    section
}

fn exports(placement: &Placement) -> ExportSection {
    let mut section = ExportSection::new();
    section.export("memory", ExportKind::Memory, 0);
    for (name, function) in &placement.exports {
        let index = placement.indices[function.index()].expect("every export is a definition");
        section.export(name, ExportKind::Func, index);
    }
    section
}

fn names(numbering: &Numbering, placement: &Placement, functions: &[Compiled]) -> NameSection {
    let mut section = NameSection::new();
    let mut function_names = NameMap::new();
    let numbered = placement
        .imports
        .iter()
        .map(|import| import.function)
        .chain(numbering.definitions.iter().copied());
    for (index, function) in (0_u32..).zip(numbered) {
        let name = numbering.context.module.function_name(function);
        if is_short(name) {
            function_names.append(index, name);
        }
    }
    for body in functions {
        let Some(part) = &body.part else { continue };
        let function = numbering.context.module.function_name(body.id);
        let name = part_name(function, part.number);
        if is_short(&name) {
            function_names.append(body.map.index, &name);
        }
    }
    section.functions(&function_names);
    let mut locals = IndirectNameMap::new();
    let mut labels = IndirectNameMap::new();
    for function in functions {
        let own: Vec<(u32, &str)> = function
            .local_names
            .iter()
            .map(|(local, name)| (*local, name.as_str()))
            .collect();
        add_names(&mut locals, function.map.index, &own);
        let own: Vec<(u32, &str)> = (0_u32..)
            .zip(&function.label_names)
            .filter_map(|(label, name)| name.as_deref().map(|name| (label, name)))
            .collect();
        add_names(&mut labels, function.map.index, &own);
    }
    section.locals(&locals);
    section.labels(&labels);
    let mut globals = NameMap::new();
    globals.append(STACK_POINTER, "__stack_pointer");
    for (index, key) in (STACK_POINTER + 1..).zip(variables(numbering)) {
        globals.append(index, &key);
    }
    section.globals(&globals);
    section
}

/// The names of the variables that values pass through, in order.
fn variables(numbering: &Numbering) -> Vec<String> {
    let symbols = numbering.linked().borrow();
    let name = |key: &Key| match *key {
        Key::Variable(ty, number) => Some(variable_name(ty, number)),
        _ => None,
    };
    symbols.keys().iter().filter_map(name).collect()
}

/// Tells whether engines accept a name; one that is too long would invalidate all others, too.
fn is_short(name: &str) -> bool {
    Limit::NameBytes.check(name.len()).is_ok()
}

fn add_names(map: &mut IndirectNameMap, function: u32, names: &[(u32, &str)]) {
    if names.is_empty() {
        return;
    }
    let mut own = NameMap::new();
    let names = names.iter().filter(|(_, name)| is_short(name));
    names.for_each(|(index, name)| own.append(*index, name));
    map.append(function, &own);
}
