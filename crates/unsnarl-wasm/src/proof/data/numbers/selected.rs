//! The numbers of code that was selected: indices and addresses in a module, and in an object the
//! numbers of its symbols.

use unsnarl_ir::{FuncId, Id, Symbol as Source};
use unsnarl_low::op::memory::Address;
use unsnarl_low::{Number, Op, Signature, Symbol, Type, Width};
use unsnarl_object::RelocationKind;

use crate::numbering::{Numbering, STACK_POINTER, Target};
use unsnarl_low::select::{Addressing, Meaning, TAGS};

use super::{Global, Meanings, untyped};
use crate::symbols::Key;
use crate::types::address_width;

/// The numbers of symbols.
pub(crate) struct Selected<'a> {
    numbering: &'a Numbering<'a>,
}

impl<'a> Selected<'a> {
    pub(crate) fn new(numbering: &'a Numbering<'a>) -> Self {
        Selected { numbering }
    }
}

impl Selected<'_> {
    /// The operand of a call.
    fn callee(&self, symbol: Symbol) -> Option<u32> {
        let source = match self.numbering.context.meaning(symbol) {
            Meaning::Module(source) => source,
            Meaning::Routine(name) => match self.numbering.context.routine_here(name) {
                Some(function) => Source::Function(function),
                None => return self.routine(name),
            },
            Meaning::New(number) => return self.made(number),
            _ => return None,
        };
        match &self.numbering.target {
            Target::Module(placement) => {
                let function: FuncId = self.numbering.context.function_of(source)?;
                placement.indices[function.index()]
            }
            Target::Object(symbols) => symbols.borrow().find(&Key::Symbol(source)),
        }
    }

    /// How wide addresses are.
    fn width(&self) -> Width {
        self.numbering.context.addresses()
    }

    /// What was made after selection: in an object its number, and in a module its symbol, which is
    /// the index of no function.
    fn made(&self, number: usize) -> Option<u32> {
        let symbol = match self.numbering.target {
            Target::Module(_) => self.numbering.context.new_symbol(number),
            Target::Object(_) => Symbol::new(self.linked(number)? as usize),
        };
        Some(symbol.index() as u32)
    }

    /// The number that relocations have for what was made after selection.
    fn linked(&self, number: usize) -> Option<u32> {
        let key = self.numbering.made(number)?;
        self.numbering.linked().borrow().find(&key)
    }

    /// A global other than the stack pointer, by the number that relocations have for it: its
    /// symbol, and its type. It is what addresses are relative to, the address of what has that
    /// number, or a variable that values pass through.
    fn variable(&self, target: u32) -> Option<(Symbol, Type)> {
        let symbols = self.numbering.linked().borrow();
        match symbols.keys().get(target as usize) {
            Some(&Key::Variable(ty, _)) => {
                Some((self.numbering.context.new_symbol(target as usize), ty))
            }
            Some(key) => {
                let context = &self.numbering.context;
                let symbol = match *key {
                    Key::ThreadBase => context.thread_base(),
                    Key::MemoryBase => context.memory_base(),
                    Key::TableBase => context.table_base(),
                    Key::ThreadSize => context.thread_size(),
                    Key::ThreadAlign => context.thread_align(),
                    Key::Symbol(source) => context.address_of(source),
                    _ => return None,
                };
                Some((symbol, self.width().int()))
            }
            None => None,
        }
    }

    /// The symbol of a global as [`variable`](Selected::variable) gives it.
    fn symbol_of_global(&self, symbol: Symbol) -> Option<Symbol> {
        match self.numbering.context.meaning(symbol) {
            Meaning::New(number) => {
                let target = self.linked(number)?;
                Some(self.numbering.context.new_symbol(target as usize))
            }
            _ => Some(symbol),
        }
    }

    fn routine(&self, name: &str) -> Option<u32> {
        match &self.numbering.target {
            Target::Object(symbols) => symbols.borrow().routine(name),
            Target::Module(_) => None,
        }
    }

    /// What an access adds, with a number in place of its symbol.
    fn relative(&self, address: Address) -> Option<Address> {
        let Some(symbol) = address.symbol else {
            return Some(address);
        };
        let (symbol, start) = self.address(symbol)?;
        let offset = match symbol {
            None => {
                let offset = start.saturating_add(address.offset);
                offset.min(self.width().wrap(u64::MAX))
            }
            Some(_) => address.offset,
        };
        Some(Address {
            symbol,
            offset,
            ..address
        })
    }

    /// In a module an address; in an object the symbol with the number that relocations have.
    fn address(&self, symbol: Symbol) -> Option<(Option<Symbol>, u64)> {
        let Meaning::Module(source) = self.numbering.context.meaning(symbol) else {
            return None;
        };
        match &self.numbering.target {
            Target::Module(placement) => {
                let (resolved, offset) = self.numbering.context.scalars.resolve(source).ok()?;
                let start = placement.address(resolved).wrapping_add_signed(offset);
                Some((None, self.width().wrap(start)))
            }
            Target::Object(symbols) => {
                let number = symbols.borrow().find(&Key::Symbol(source))?;
                Some((Some(Symbol::new(number as usize)), 0))
            }
        }
    }
}

impl Meanings for Selected<'_> {
    fn has_stack_pointer(&self) -> bool {
        true
    }

    fn arity(&self, number: u32) -> Option<(usize, usize)> {
        self.numbering.arity(number)
    }

    fn signature_number(&self, signature: &Signature) -> Option<u32> {
        self.numbering.signature_number(signature).ok()
    }

    fn tag(&self, symbol: Symbol) -> Option<u32> {
        let Meaning::Tag(tag) = self.numbering.context.meaning(symbol) else {
            return None;
        };
        match &self.numbering.target {
            Target::Module(_) => TAGS.iter().position(|&own| own == tag).map(|at| at as u32),
            Target::Object(symbols) => symbols.borrow().find(&Key::Tag(tag)),
        }
    }

    fn called(&self, target: u32) -> Symbol {
        match self.numbering.target {
            Target::Module(_) => self.numbering.context.new_symbol(target as usize),
            Target::Object(_) => Symbol::new(target as usize),
        }
    }

    fn global(&self, index: u32, target: Option<u32>) -> Option<Global> {
        let is_stack_pointer = match &self.numbering.target {
            Target::Module(_) => target.is_none() && index == STACK_POINTER,
            Target::Object(symbols) => {
                let due = symbols.borrow().find(&Key::StackPointer);
                due.is_some() && target == due
            }
        };
        let (symbol, ty) = match is_stack_pointer {
            true => (self.numbering.context.stack_pointer(), self.width().int()),
            false => self.variable(target?)?,
        };
        Some(Global {
            symbol,
            ty,
            is_stack_pointer,
        })
    }

    fn index(&self, target: Option<u32>, in_bytes: u32) -> Option<u32> {
        match (&self.numbering.target, target) {
            (_, Some(target)) => Some(target),
            (Target::Module(_), None) => Some(in_bytes),
            (Target::Object(_), None) => None,
        }
    }

    fn kind_of_address(&self, target: u32) -> Option<RelocationKind> {
        let symbols = self.numbering.linked().borrow();
        let Some(&Key::Symbol(source)) = symbols.keys().get(target as usize) else {
            return None;
        };
        let context = &self.numbering.context;
        let width = address_width(self.width());
        Some(match context.addressing(source) {
            Addressing::Fixed if context.function_of(source).is_some() => {
                RelocationKind::TableIndexSleb(width)
            }
            Addressing::Fixed => RelocationKind::MemoryAddressSleb(width),
            Addressing::FromThread => RelocationKind::ThreadAddressSleb(width),
            Addressing::FromMemory => RelocationKind::MemoryDistanceSleb(width),
            Addressing::FromTable => RelocationKind::TableDistanceSleb(width),
            Addressing::Indirect => return None,
        })
    }

    fn number(&self, number: Number) -> Option<Number> {
        match number {
            Number::Address(symbol, addend) => {
                let (base, start) = self.address(symbol)?;
                Some(match base {
                    None => {
                        let address = start.wrapping_add_signed(addend);
                        Number::bytes(address as i64, self.width())
                    }
                    Some(symbol) => Number::Address(symbol, addend),
                })
            }
            other => Some(other),
        }
    }

    fn operation(&self, op: Op) -> Option<Op> {
        Some(match op {
            Op::Call(callee) => Op::Call(Symbol::new(self.callee(callee)? as usize)),
            Op::Throw(tag) => Op::Throw(Symbol::new(self.tag(tag)? as usize)),
            Op::GlobalGet(symbol, ty) => Op::GlobalGet(self.symbol_of_global(symbol)?, ty),
            Op::GlobalSet(symbol, ty) => Op::GlobalSet(self.symbol_of_global(symbol)?, ty),
            other => match other.address() {
                Some(address) => other.with_address(self.relative(address)?),
                None => untyped(other),
            },
        })
    }
}
