//! Variables as segments.
//!
//! *Gives:* a [`Variable`] for each variable that the module defines: a segment of its own, so that
//! the linker can drop unused ones. Strings whose address is insignificant are flagged as such,
//! so that the linker merges equal ones and common tails.
//! *Departs:* from LLVM, which flags two kinds of strings that linkers would merge wrongly: wide
//! strings aligned to bytes, which would be cut at every zero byte, and strings in a section chosen
//! by the source, which the program may walk from start to end.

use unsnarl_ir::{
    Global, GlobalId, GlobalKind, Linkage, Module, Relocation as Place, Symbol, Type,
};
use unsnarl_low::Width;
use unsnarl_object::{AddressWidth, Relocation, RelocationKind, Segment};

use super::names::{is_special, number, wrong};
use crate::error::{CompileError, Refusals};
use crate::numbering::Numbering;
use crate::symbols::Key;

/// The bytes of all variables, at most: zeros are written to the file, too.
const MOST_BYTES: usize = 1 << 30;

/// A variable and its segment.
pub(super) struct Variable {
    pub(super) global: GlobalId,
    pub(super) segment: Segment,
}

/// The variables and aliases that the module defines, in order.
pub(super) fn defined(module: &Module) -> impl Iterator<Item = GlobalId> + '_ {
    module
        .globals
        .iter()
        .filter(|&(id, global)| {
            global.is_definition()
                && global.linkage != Linkage::AvailableExternally
                && !is_special(module, id)
        })
        .map(|(id, _)| id)
}

/// The segments of the variables, in order.
pub(super) fn variables(numbering: &Numbering, refusals: &mut Refusals) -> Vec<Variable> {
    let mut variables: Vec<Variable> = Vec::new();
    let mut left = MOST_BYTES;
    for id in defined(numbering.context.module) {
        if let GlobalKind::Variable {
            initializer: Some(initializer),
            align,
            constant,
        } = numbering.context.module.globals[id].kind
        {
            let segment = segment(numbering, id, initializer, align, constant, left);
            if let Some(segment) = refusals.take(segment) {
                left -= segment.bytes.len();
                variables.push(Variable {
                    global: id,
                    segment,
                });
            }
        }
    }
    variables
}

fn segment(
    numbering: &Numbering,
    id: GlobalId,
    initializer: unsnarl_ir::ConstId,
    align: Option<u64>,
    is_constant: bool,
    limit: usize,
) -> Result<Segment, CompileError> {
    let module = numbering.context.module;
    let global = &module.globals[id];
    let image =
        numbering
            .context
            .scalars
            .image(module, &numbering.context.layout, initializer, limit);
    let image = image.map_err(|source| CompileError::Initializer {
        name: module.name(global.name).to_owned(),
        line: global.origin.line,
        source,
    })?;
    let align = align
        .or(numbering.context.layout.align(global.ty))
        .unwrap_or(1)
        .max(1);
    let align = u32::try_from(align)
        .ok()
        .filter(|align| align.is_power_of_two())
        .ok_or_else(|| wrong(module, id, format!("requires an alignment of {align}")))?;
    let mut relocations = Vec::with_capacity(image.relocations.len());
    for place in &image.relocations {
        relocations.push(relocation(numbering, id, place)?);
    }
    let is_zero = image.is_zero();
    let bytes = image.to_bytes();
    let is_strings = is_constant
        && relocations.is_empty()
        && is_mergeable(global)
        && character(module, global)
            .is_some_and(|character| character <= align as usize && is_string(&bytes, character));
    Ok(Segment {
        name: section(numbering, id, is_constant, is_zero),
        align,
        is_strings,
        is_thread_local: numbering.context.is_thread_local(Symbol::Global(id)),
        is_retained: false,
        bytes,
        relocations,
    })
}

/// Tells whether a constant may share its memory with one that is equal.
fn is_mergeable(global: &Global) -> bool {
    global.unnamed_address && global.section.is_none() && global.thread_local.is_none()
}

/// The bytes of a character, if a variable is an array of such.
fn character(module: &Module, global: &Global) -> Option<usize> {
    let Type::Array { element, .. } = module.types.get(global.ty) else {
        return None;
    };
    match module.types.get(*element) {
        Type::Int(8) => Some(1),
        Type::Int(16) => Some(2),
        Type::Int(32) => Some(4),
        _ => None,
    }
}

/// Tells whether bytes are characters that end in the only zero among them.
fn is_string(bytes: &[u8], character: usize) -> bool {
    let mut characters = bytes.chunks(character);
    let has_end = characters.any(|one| one.iter().all(|&byte| byte == 0));
    has_end && characters.next().is_none()
}

/// The name of a variable's segment.
fn section(numbering: &Numbering, id: GlobalId, is_constant: bool, is_zero: bool) -> String {
    let module = numbering.context.module;
    let global = &module.globals[id];
    if let Some(section) = global.section {
        return module.name(section).to_owned();
    }
    let kind = match (is_constant, is_zero) {
        (_, true) if numbering.context.is_thread_local(Symbol::Global(id)) => "tbss",
        _ if numbering.context.is_thread_local(Symbol::Global(id)) => "tdata",
        (true, _) => "rodata",
        (_, true) => "bss",
        _ => "data",
    };
    format!(".{kind}.{}", module.name(global.name))
}

/// How much of an address fills so many bytes; none if the linker cannot write that.
fn width_of(bytes: usize, addresses: Width) -> Option<AddressWidth> {
    match (bytes, addresses) {
        (4.., Width::W32) | (4, Width::W64) => Some(AddressWidth::W32),
        (8, Width::W64) => Some(AddressWidth::W64),
        _ => None,
    }
}

/// The distance of two addresses, of which the second is in the variable itself: what is added to
/// the distance from the place.
fn distance(
    numbering: &Numbering,
    id: GlobalId,
    place: &Place,
    minus: Symbol,
) -> Result<Relocation, CompileError> {
    let module = numbering.context.module;
    let is_own = minus == Symbol::Global(id) && place.size == 4;
    let is_data = matches!(place.plus, Symbol::Global(_))
        && numbering.context.function_of(place.plus).is_none();
    let is_shared =
        !numbering.context.is_thread_local(place.plus) && !numbering.context.is_thread_local(minus);
    if !(is_own && is_data && is_shared) {
        let construct = "starts with an address difference that is not a 4-byte distance from the \
                         variable itself";
        return Err(wrong(module, id, construct.to_owned()));
    }
    Ok(Relocation {
        at: place.offset as u32,
        kind: RelocationKind::MemoryDistanceWord,
        target: number(numbering, Key::Symbol(place.plus)),
        addend: place.addend.wrapping_add(place.offset as i64),
    })
}

fn relocation(
    numbering: &Numbering,
    id: GlobalId,
    place: &Place,
) -> Result<Relocation, CompileError> {
    let module = numbering.context.module;
    if let Some(minus) = place.minus {
        return distance(numbering, id, place, minus);
    }
    let width = width_of(place.size, numbering.context.addresses()).ok_or_else(|| {
        let construct = format!("starts with an address in {} bytes", place.size);
        wrong(module, id, construct)
    })?;
    if numbering.context.is_thread_local(place.plus) {
        let construct = "starts with the address of a thread-local variable";
        return Err(wrong(module, id, construct.to_owned()));
    }
    let is_function = numbering.context.function_of(place.plus).is_some()
        || matches!(place.plus, Symbol::Function(_));
    if is_function && place.addend != 0 {
        let construct = "starts with an address inside a function".to_owned();
        return Err(wrong(module, id, construct));
    }
    let kind = if is_function {
        RelocationKind::TableIndexWord(width)
    } else {
        RelocationKind::MemoryAddressWord(width)
    };
    if is_function {
        number(numbering, Key::Table);
    }
    Ok(Relocation {
        at: place.offset as u32,
        kind,
        target: number(numbering, Key::Symbol(place.plus)),
        addend: place.addend,
    })
}
