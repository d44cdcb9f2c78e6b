//! Names of the module: symbols, types, attribute groups, block addresses.

use foldhash::{HashMap, HashSet};
use unsnarl_ir::{
    BlockId, ConstId, Constant, FuncId, Function, FunctionAttributes, GlobalId, InstId, NameId,
    Parameter, ParameterAttributes, TypeId,
};

use super::names::{self, Key};
use super::{Reader, Result};
use crate::build::Labels;
use crate::error::{Cause, Entity, Fault, Remedy};
use crate::lexer::{Kind, Token};

/// What the names of a module refer to, as far as it is known.
#[derive(Default)]
pub(super) struct Symbols<'s> {
    /// Functions, variables and aliases.
    globals: HashMap<Key<'s>, Symbol>,
    /// The number that the next unnamed symbol must have.
    pub(super) next_global: u32,
    /// The symbols whose definition could not be read.
    pub(super) skipped: HashSet<Key<'s>>,
    types: HashMap<Key<'s>, NamedType>,
    /// Attribute groups by number, and the functions, variables and calls that have them.
    pub(super) groups: HashMap<u32, FunctionAttributes>,
    pub(super) function_groups: Vec<(FuncId, Vec<Token>)>,
    pub(super) global_groups: Vec<(GlobalId, Token)>,
    pub(super) call_groups: Vec<(FuncId, CallPlace, Vec<Token>)>,
    /// The function types by which intrinsics are called that have no declaration before.
    intrinsics: HashMap<Key<'s>, TypeId>,
    /// The address-taken blocks.
    pub(super) labels: Labels<Key<'s>, Key<'s>, Token>,
}

/// The place of a call in its function.
#[derive(Clone, Copy)]
pub(super) enum CallPlace {
    Inst(InstId),
    Terminator(BlockId),
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
    /// What it points to, if the name is that of a typed pointer.
    pointee: Option<TypeId>,
    defined: bool,
    used: Token,
}

impl<'s> Reader<'s> {
    /// Reads the name after the sigil of `token`.
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
        Ok(self.named_symbol(key, token).constant)
    }

    /// Returns the symbol of this name, a new one if it was not used before.
    fn named_symbol(&mut self, key: Key<'s>, used: Token) -> &mut Symbol {
        let module = &mut self.module;
        let symbol = self.symbols.globals.entry(key);
        symbol.or_insert_with(|| {
            let ty = module.types.pointer();
            Symbol {
                constant: module.reserve_constant(ty),
                defined: false,
                used,
            }
        })
    }

    /// Sets the definition of the symbol that `token` names.
    pub(super) fn define_symbol(&mut self, token: Token, constant: Constant) -> Result<()> {
        let key = self.key(token)?;
        let number = match key {
            Key::Number(number) => Some(number),
            Key::Text(_) => None,
        };
        let expected = self.symbols.next_global;
        let late = number.filter(|&found| found < expected);
        let symbol = self.named_symbol(key, token);
        let (id, is_defined) = (symbol.constant, symbol.defined);
        symbol.defined |= late.is_none();
        if let Some(found) = late {
            let fault = self.error_at(token, Cause::Misnumbered { expected, found });
            let sigil = '@';
            return Err(fault.with(Remedy::Renumber { expected, sigil }));
        }
        if let Some(number) = number {
            self.symbols.next_global = number.saturating_add(1);
        }
        if is_defined {
            return Err(self.redefined(token));
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
        let named = self.type_of_name(token)?;
        let (id, pointee) = (named.id, named.pointee);
        self.pointee = pointee;
        Ok(id)
    }

    /// Returns what a name of a type stands for, a new type if it was not used before.
    fn type_of_name(&mut self, token: Token) -> Result<&mut NamedType> {
        let key = self.key(token)?;
        let module = &mut self.module;
        let named = self.symbols.types.entry(key);
        Ok(named.or_insert_with_key(|key| {
            let name = match key {
                Key::Text(text) => module.names.add(text),
                Key::Number(number) => module.names.add(&number.to_string()),
            };
            NamedType {
                id: module.types.add_named(name),
                pointee: None,
                defined: false,
                used: token,
            }
        }))
    }

    /// Tells whether the type that `token` names has been named before.
    pub(super) fn is_type_named(&self, token: Token) -> Result<bool> {
        Ok(self.symbols.types.contains_key(&self.key(token)?))
    }

    /// Makes `token` another name for a type.
    pub(super) fn name_type(
        &mut self,
        token: Token,
        id: TypeId,
        pointee: Option<TypeId>,
    ) -> Result<()> {
        let key = self.key(token)?;
        let named = NamedType {
            id,
            pointee,
            defined: true,
            used: token,
        };
        self.symbols.types.insert(key, named);
        Ok(())
    }

    /// Records that the type that `token` names is defined here.
    pub(super) fn define_type(&mut self, token: Token) -> Result<TypeId> {
        let named = self.type_of_name(token)?;
        let (id, is_defined) = (named.id, named.defined);
        named.defined = true;
        match is_defined {
            true => Err(self.redefined(token)),
            false => Ok(id),
        }
    }

    /// Records the type by which an intrinsic is called, in case it is not declared.
    pub(super) fn note_intrinsic(&mut self, token: Token, ty: TypeId) -> Result<()> {
        let key = self.key(token)?;
        let declared = self.symbols.globals.get(&key);
        if declared.is_none_or(|symbol| !symbol.defined) {
            self.symbols.intrinsics.entry(key).or_insert(ty);
        }
        Ok(())
    }

    /// Declares the intrinsics that are called and not declared, as LLVM does.
    pub(super) fn declare_intrinsics(&mut self) -> Result<()> {
        let mut missing: Vec<(Token, TypeId)> = Vec::new();
        for (key, &ty) in &self.symbols.intrinsics {
            if let Some(symbol) = self.symbols.globals.get(key)
                && !symbol.defined
            {
                missing.push((symbol.used, ty));
            }
        }
        missing.sort_by_key(|(used, _)| used.start);
        for (token, ty) in missing {
            let name = self.symbol_name(token)?;
            let pointer = self.module.types.pointer();
            let mut function = Function::new(name, ty, pointer);
            if let Some((_, parameters, _)) = self.module.signature(ty) {
                let parameters = parameters.iter().map(|&ty| Parameter {
                    ty,
                    value: None,
                    attributes: ParameterAttributes::default(),
                });
                function.parameters = parameters.collect();
            }
            function.origin = self.origin(token);
            let id = self.module.add_function(function);
            self.define_symbol(token, Constant::Function(id))?;
        }
        Ok(())
    }

    /// Records the first use of each undefined symbol and type, and declares the symbols.
    pub(super) fn declare_undefined(&mut self) {
        let symbols = self.symbols.globals.iter();
        let mut symbols: Vec<(Token, bool)> = symbols
            .filter(|(_, symbol)| !symbol.defined)
            .map(|(key, symbol)| (symbol.used, self.symbols.skipped.contains(key)))
            .collect();
        symbols.sort_by_key(|(used, _)| used.start);
        let types = self.symbols.types.values();
        let types = types.filter(|named| !named.defined).map(|named| named.used);
        let mut missing: Vec<Token> = types.collect();
        for (used, is_skipped) in symbols {
            if !is_skipped {
                missing.push(used);
            }
            if let Err(fault) = self.declare_symbol(used) {
                self.note(Entity::Other, fault);
            }
        }
        missing.sort_by_key(|used| used.start);
        for used in missing {
            if self.is_skipped(used) {
                continue; // what uses it is wrong for another reason
            }
            let fault = self.undefined(used);
            self.note_undefined(match used.kind {
                Kind::Global => fault.with(Remedy::DeclareSymbol),
                _ => fault,
            });
        }
    }

    pub(super) fn undefined(&self, token: Token) -> Fault {
        self.error_at(
            token,
            Cause::Undefined {
                name: self.text(token).to_owned(),
            },
        )
    }

    pub(super) fn redefined(&self, token: Token) -> Fault {
        self.error_at(
            token,
            Cause::Redefined {
                name: self.text(token).to_owned(),
            },
        )
    }
}
