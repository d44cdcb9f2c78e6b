//! Names of the module: symbols, types, attribute groups, block addresses.

use std::collections::HashMap;

use unsnarl_ir::{ConstId, Constant, FuncId, FunctionAttributes, GlobalId, InstId, NameId, TypeId};

use super::names::{self, Key};
use super::{Reader, Result};
use crate::error::{Cause, ReadError};
use crate::lexer::{Kind, Token};

/// What the names of a module stand for, as far as it is known.
#[derive(Default)]
pub(super) struct Symbols<'s> {
    /// Functions, variables and aliases.
    globals: HashMap<Key<'s>, Symbol>,
    /// The number that the next unnamed symbol must have.
    next_global: u32,
    types: HashMap<Key<'s>, NamedType>,
    /// Attribute groups by number, and the functions, variables and calls that have them.
    pub(super) groups: HashMap<u32, FunctionAttributes>,
    pub(super) function_groups: Vec<(FuncId, Vec<Token>)>,
    pub(super) global_groups: Vec<(GlobalId, Token)>,
    pub(super) call_groups: Vec<(FuncId, InstId, Vec<Token>)>,
    /// The address-taken blocks.
    pub(super) labels: Labels<'s>,
}

/// A function, variable or alias.
struct Symbol {
    constant: ConstId,
    defined: bool,
    used: Token,
}

/// A type with a name.
struct NamedType {
    id: TypeId,
    defined: bool,
    used: Token,
}

/// Address-taken blocks, numbered per function from 1 in the order in which they are named.
#[derive(Default)]
pub(super) struct Labels<'s> {
    numbers: HashMap<(Key<'s>, Key<'s>), u32>,
    /// Function, block, number and where it was named, in order.
    pub(super) list: Vec<Label<'s>>,
    counts: HashMap<Key<'s>, u32>,
}

/// An address-taken block.
pub(super) struct Label<'s> {
    pub(super) function: Key<'s>,
    pub(super) block: Key<'s>,
    pub(super) number: u32,
    pub(super) used: Token,
}

impl<'s> Labels<'s> {
    /// Returns the number of a block of a function, a new one if it has none.
    pub(super) fn number(&mut self, function: &Key<'s>, block: &Key<'s>, used: Token) -> u32 {
        let key = (function.clone(), block.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let count = self.counts.entry(function.clone()).or_default();
        *count += 1;
        let number = *count;
        self.numbers.insert(key, number);
        self.list.push(Label {
            function: function.clone(),
            block: block.clone(),
            number,
            used,
        });
        number
    }
}

impl<'s> Reader<'s> {
    /// Reads what stands behind the sigil of `token`.
    pub(super) fn key(&self, token: Token) -> Result<Key<'s>> {
        let written = self.text(token);
        let name = if token.kind == Kind::Label {
            written
        } else {
            &written[1..]
        };
        names::key(name).ok_or_else(|| {
            self.error_at(
                token,
                Cause::BadNumber {
                    number: name.to_owned(),
                },
            )
        })
    }

    /// Returns the address of the symbol that `token` names.
    pub(super) fn symbol(&mut self, token: Token) -> Result<ConstId> {
        let key = self.key(token)?;
        let module = &mut self.module;
        let symbol = self.symbols.globals.entry(key).or_insert_with(|| {
            let ty = module.types.pointer();
            Symbol {
                constant: module.reserve_constant(ty),
                defined: false,
                used: token,
            }
        });
        Ok(symbol.constant)
    }

    /// Says what the symbol is that `token` names.
    pub(super) fn define_symbol(&mut self, token: Token, constant: Constant) -> Result<()> {
        let id = self.symbol(token)?;
        let key = self.key(token)?;
        if let Key::Number(found) = key {
            let expected = self.symbols.next_global;
            if found != expected {
                return Err(self.error_at(token, Cause::Misnumbered { expected, found }));
            }
            self.symbols.next_global += 1;
        }
        match self.symbols.globals.get_mut(&key) {
            Some(symbol) if !symbol.defined => symbol.defined = true,
            _ => return Err(self.redefined(token)),
        }
        self.module.fill_constant(id, constant);
        Ok(())
    }

    /// Returns the name of the symbol that `token` names; unnamed ones get one.
    pub(super) fn symbol_name(&mut self, token: Token) -> Result<NameId> {
        Ok(match self.key(token)? {
            Key::Text(text) => self.module.names.add(&text),
            Key::Number(number) => self.module.names.add(&format!("__unnamed_{number}")),
        })
    }

    /// Returns the constant of a function that is named by `key`, if there is one.
    pub(super) fn find_function(&self, key: &Key<'s>) -> Option<FuncId> {
        let symbol = self.symbols.globals.get(key)?;
        match self.module.constant(symbol.constant) {
            Constant::Function(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns the type that `token` names.
    pub(super) fn named_type(&mut self, token: Token) -> Result<TypeId> {
        let key = self.key(token)?;
        if let Some(named) = self.symbols.types.get(&key) {
            return Ok(named.id);
        }
        let name = match &key {
            Key::Text(text) => self.module.names.add(text),
            Key::Number(number) => self.module.names.add(&number.to_string()),
        };
        let id = self.module.types.add_named(name);
        self.symbols.types.insert(
            key,
            NamedType {
                id,
                defined: false,
                used: token,
            },
        );
        Ok(id)
    }

    /// Notes that the type that `token` names is defined here.
    pub(super) fn define_type(&mut self, token: Token) -> Result<TypeId> {
        let id = self.named_type(token)?;
        let key = self.key(token)?;
        match self.symbols.types.get_mut(&key) {
            Some(named) if !named.defined => named.defined = true,
            _ => return Err(self.redefined(token)),
        }
        Ok(id)
    }

    /// Tells the first use of a symbol or type that is nowhere defined.
    pub(super) fn check_defined(&self) -> Result<()> {
        let globals = self
            .symbols
            .globals
            .values()
            .filter(|symbol| !symbol.defined)
            .map(|symbol| symbol.used);
        let types = self
            .symbols
            .types
            .values()
            .filter(|named| !named.defined)
            .map(|named| named.used);
        match globals.chain(types).min_by_key(|token| token.start) {
            None => Ok(()),
            Some(token) => Err(self.undefined(token)),
        }
    }

    pub(super) fn undefined(&self, token: Token) -> ReadError {
        self.error_at(
            token,
            Cause::Undefined {
                name: self.text(token).to_owned(),
            },
        )
    }

    pub(super) fn redefined(&self, token: Token) -> ReadError {
        self.error_at(
            token,
            Cause::Redefined {
                name: self.text(token).to_owned(),
            },
        )
    }
}
