//! The numbers of symbols.
//!
//! *Gives:* for a symbol that code refers to its index or address in a module, or its number in an
//! object, where it is one more symbol if it was not met before.
//!
//! Only code that is written gets here, so that what dead code would have called is not needed.

use unsnarl_ir::Symbol as Source;
use unsnarl_low::{Signature, Symbol};

use unsnarl_low::select::{Addressing, Meaning, SelectError};

use crate::error::Cause;
use crate::numbering::{Numbering, Target};
use crate::symbols::{Key, Symbols};

/// The number that relocations have for what was made after selection. It has no index before all
/// functions are there.
pub(super) fn made(numbering: &Numbering, symbol: Symbol) -> Option<u32> {
    let Meaning::New(number) = numbering.context.meaning(symbol) else {
        return None;
    };
    let key = numbering.made(number)?;
    Some(numbering.linked().borrow_mut().number(key))
}

/// The operand of a call.
///
/// # Errors
/// If a module calls a function of the runtime library that it does not define, or one that has
/// another type than the library's.
pub(super) fn callee(
    numbering: &Numbering,
    symbol: Symbol,
    signature: &Signature,
) -> Result<u32, Cause> {
    let name = match numbering.context.meaning(symbol) {
        Meaning::Routine(name) => name,
        Meaning::Module(source) => {
            return called(numbering, source).ok_or(SelectError::OperandType("a call").into());
        }
        _ => return Err(SelectError::OperandType("a call").into()),
    };
    if let Some(function) = numbering.context.routine_here(name) {
        if numbering
            .context
            .signature(numbering.context.module.functions[function].ty)?
            != *signature
        {
            return Err(Cause::Signature(name.to_owned()));
        }
        return called(numbering, Source::Function(function)).ok_or(Cause::Routine(name));
    }
    match &numbering.target {
        Target::Module(_) => Err(Cause::Routine(name)),
        Target::Object(symbols) => {
            let key = Key::Routine(name, signature.clone());
            Ok(symbols.borrow_mut().number(key))
        }
    }
}

/// The index or number of a function of the module; none if nothing defines it.
fn called(numbering: &Numbering, symbol: Source) -> Option<u32> {
    match &numbering.target {
        Target::Module(placement) => {
            let function = numbering.context.function_of(symbol)?;
            placement.indices[unsnarl_ir::Id::index(function)]
        }
        Target::Object(symbols) => Some(symbols.borrow_mut().number(Key::Symbol(symbol))),
    }
}

/// The operand of an access to a global.
pub(super) fn global(numbering: &Numbering, symbol: Symbol) -> Result<u32, Cause> {
    match (numbering.context.meaning(symbol), &numbering.target) {
        (Meaning::StackPointer, Target::Module(_)) => Ok(crate::numbering::STACK_POINTER),
        (Meaning::StackPointer, Target::Object(symbols)) => {
            Ok(symbols.borrow_mut().number(Key::StackPointer))
        }
        (meaning, Target::Object(symbols)) => {
            let key = match meaning {
                Meaning::ThreadBase => Key::ThreadBase,
                Meaning::MemoryBase => Key::MemoryBase,
                Meaning::TableBase => Key::TableBase,
                Meaning::ThreadSize => Key::ThreadSize,
                Meaning::ThreadAlign => Key::ThreadAlign,
                // The linker makes the global, and its relocations name what has the address.
                Meaning::AddressOf(source) => Key::Symbol(source),
                _ => return Err(SelectError::OperandType("an access to a global").into()),
            };
            Ok(symbols.borrow_mut().number(key))
        }
        _ => Err(SelectError::OperandType("an access to a global").into()),
    }
}

/// The operand of an instruction that throws or catches exceptions of a tag.
pub(super) fn tag(numbering: &Numbering, symbol: Symbol) -> Result<u32, Cause> {
    match (numbering.context.meaning(symbol), &numbering.target) {
        (Meaning::Tag(tag), Target::Module(_)) => Ok(tag as u32),
        (Meaning::Tag(tag), Target::Object(symbols)) => {
            Ok(symbols.borrow_mut().number(Key::Tag(tag)))
        }
        _ => Err(SelectError::OperandType("a tag").into()),
    }
}

/// The number of the table of functions in an object.
pub(super) fn table(symbols: &mut Symbols) -> u32 {
    symbols.number(Key::Table)
}

/// The address of a symbol in a module.
pub(super) fn address(numbering: &Numbering, symbol: Symbol) -> Result<u64, Cause> {
    let (Meaning::Module(source), Target::Module(placement)) =
        (numbering.context.meaning(symbol), &numbering.target)
    else {
        return Err(SelectError::OperandType("an address").into());
    };
    let (resolved, offset) = numbering.context.scalars.resolve(source)?;
    let address = placement.address(resolved).wrapping_add_signed(offset);
    Ok(numbering.context.addresses().wrap(address))
}

/// The number of a symbol whose address is taken in an object. That of a function is in the table.
pub(super) fn of_data(numbering: &Numbering, symbol: Symbol, symbols: &mut Symbols) -> u32 {
    let number = match numbering.context.meaning(symbol) {
        Meaning::Module(source) => symbols.number(Key::Symbol(source)),
        _ => symbols.number(Key::StackPointer),
    };
    if is_function(numbering, symbol) {
        symbols.number(Key::Table);
    }
    number
}

/// How the address of a symbol is found.
pub(super) fn addressing(numbering: &Numbering, symbol: Symbol) -> Addressing {
    match numbering.context.meaning(symbol) {
        Meaning::Module(source) => numbering.context.addressing(source),
        _ => Addressing::Fixed,
    }
}

/// Tells whether a symbol refers to a function.
pub(super) fn is_function(numbering: &Numbering, symbol: Symbol) -> bool {
    matches!(numbering.context.meaning(symbol), Meaning::Module(source) if numbering.context.function_of(source).is_some())
}
