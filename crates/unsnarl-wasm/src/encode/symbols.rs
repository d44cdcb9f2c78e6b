//! The numbers of symbols of code that was selected.
//!
//! *Gives:* for a symbol that code refers to its index or address in a module, or its number in an
//! object, where it is one more symbol if it was not met before.
//!
//! Only code that is written gets here, so that what dead code would have called is not needed.

use unsnarl_ir::Symbol as Source;
use unsnarl_low::op::memory::Table;
use unsnarl_low::select::{Addressing, Meaning, SelectError};
use unsnarl_low::{Signature, Symbol};

use crate::error::Cause;
use crate::linkage::{AddressOf, Linkage, Reference};
use crate::numbering::{Numbering, STACK_POINTER, Target};
use crate::proof::data::{self, Meanings};
use crate::symbols::{Key, Symbols};

impl Linkage for Numbering<'_> {
    fn stack_pointer(&self) -> Option<Symbol> {
        Some(self.context.stack_pointer())
    }

    fn signature_number(&self, signature: &Signature) -> Result<u32, Cause> {
        Ok(Numbering::signature_number(self, signature)?)
    }

    fn bracket_type(&self, ty: &Signature) -> u32 {
        Numbering::bracket_type(self, ty)
    }

    fn bracket_type_bytes(&self) -> usize {
        Numbering::bracket_type_bytes(self)
    }

    fn ty(&self, number: u32) -> Reference {
        self.reference(number)
    }

    /// # Errors
    /// If a module calls a function of the runtime library that it does not define, or one that has
    /// another type than the library's.
    fn function(&self, symbol: Symbol, signature: &Signature) -> Result<Reference, Cause> {
        match made(self, symbol) {
            Some(number) => Ok(Reference::Linked(number)),
            None => Ok(self.reference(callee(self, symbol, signature)?)),
        }
    }

    fn global(&self, symbol: Symbol) -> Result<Reference, Cause> {
        match made(self, symbol) {
            Some(number) => Ok(Reference::Linked(number)),
            None => Ok(self.reference(global(self, symbol)?)),
        }
    }

    fn tag(&self, symbol: Symbol) -> Result<Reference, Cause> {
        let number = match (self.context.meaning(symbol), &self.target) {
            (Meaning::Tag(tag), Target::Module(_)) => tag as u32,
            (Meaning::Tag(tag), Target::Object(symbols)) => {
                symbols.borrow_mut().number(Key::Tag(tag))
            }
            _ => return Err(SelectError::OperandType("a tag").into()),
        };
        Ok(self.reference(number))
    }

    fn table(&self, _: Table) -> Reference {
        match &self.target {
            Target::Module(_) => Reference::Index(0),
            Target::Object(symbols) => Reference::Linked(table(&mut symbols.borrow_mut())),
        }
    }

    fn segment(&self, _: Symbol) -> Result<u32, Cause> {
        Err(SelectError::OperandType("a segment").into())
    }

    fn address(&self, symbol: Symbol) -> Result<AddressOf, Cause> {
        match &self.target {
            Target::Module(_) => address(self, symbol).map(AddressOf::Known),
            Target::Object(symbols) => Ok(AddressOf::Linked {
                target: of_data(self, symbol, &mut symbols.borrow_mut()),
                addressing: addressing(self, symbol),
                is_function: is_function(self, symbol),
            }),
        }
    }

    fn meanings(&self) -> Box<dyn Meanings + '_> {
        Box::new(data::Selected::new(self))
    }
}

impl Numbering<'_> {
    /// An index in a module, or the number of a symbol in an object.
    fn reference(&self, number: u32) -> Reference {
        match self.target {
            Target::Module(_) => Reference::Index(number),
            Target::Object(_) => Reference::Linked(number),
        }
    }
}

/// The number that relocations have for what was made after selection. It has no index before all
/// functions are there.
fn made(numbering: &Numbering, symbol: Symbol) -> Option<u32> {
    let Meaning::New(number) = numbering.context.meaning(symbol) else {
        return None;
    };
    let key = numbering.made(number)?;
    Some(numbering.linked().borrow_mut().number(key))
}

/// The operand of a call.
fn callee(numbering: &Numbering, symbol: Symbol, signature: &Signature) -> Result<u32, Cause> {
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
fn global(numbering: &Numbering, symbol: Symbol) -> Result<u32, Cause> {
    match (numbering.context.meaning(symbol), &numbering.target) {
        (Meaning::StackPointer, Target::Module(_)) => Ok(STACK_POINTER),
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

/// The number of the table of functions in an object.
fn table(symbols: &mut Symbols) -> u32 {
    symbols.number(Key::Table)
}

/// The address of a symbol in a module.
fn address(numbering: &Numbering, symbol: Symbol) -> Result<u64, Cause> {
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
fn of_data(numbering: &Numbering, symbol: Symbol, symbols: &mut Symbols) -> u32 {
    let number = match numbering.context.meaning(symbol) {
        Meaning::Module(source) => symbols.number(Key::Symbol(source)),
        _ => symbols.number(Key::StackPointer),
    };
    if is_function(numbering, symbol) {
        table(symbols);
    }
    number
}

/// How the address of a symbol is found.
fn addressing(numbering: &Numbering, symbol: Symbol) -> Addressing {
    match numbering.context.meaning(symbol) {
        Meaning::Module(source) => numbering.context.addressing(source),
        _ => Addressing::Fixed,
    }
}

/// Tells whether a symbol refers to a function.
fn is_function(numbering: &Numbering, symbol: Symbol) -> bool {
    matches!(numbering.context.meaning(symbol), Meaning::Module(source) if numbering.context.function_of(source).is_some())
}
