//! Values and blocks of the function that is being read.
//!
//! Values may be used before they are defined: the first use creates the value, the definition
//! completes it. Blocks get a provisional id at their first use; [`Reader::settle`] renumbers them
//! in the order of their definitions.

use foldhash::HashMap;
use unsnarl_ir::{
    Block, BlockId, Definition, FuncId, Function, Id, InstId, Name, Op, Operand, Origin, TypeId,
    ValueId,
};

use super::annotations::{FunctionText, RecordText};
use super::names::Key;
use super::{Reader, Result};
use crate::error::{Cause, Fault, Remedy};
use crate::lexer::{Kind, Token};

/// The function that is being read.
pub(super) struct Body<'s> {
    pub(super) id: FuncId,
    pub(super) key: Key<'s>,
    pub(super) function: Function,
    locals: HashMap<Key<'s>, Local>,
    /// The meanings of consecutive numbers: values, and `None` for blocks. Those after
    /// a gap are in `locals`.
    numbers: Vec<Option<ValueId>>,
    next_number: u32,
    labels: HashMap<Key<'s>, (BlockId, Token)>,
    /// For each provisional block its place, once it is defined.
    places: Vec<Option<BlockId>>,
    /// The block that has no terminator yet.
    pub(super) open: Option<BlockId>,
    /// Its debug information, and records that are not taken apart yet.
    pub(super) debug: FunctionText,
    pub(super) records: Vec<RecordText>,
    /// What its terminators say of the loops that they repeat.
    pub(super) loops: Vec<(BlockId, Token)>,
}

struct Local {
    value: ValueId,
    defined: bool,
    used: Token,
}

impl<'s> Body<'s> {
    pub(super) fn new(id: FuncId, key: Key<'s>, function: Function) -> Self {
        Self {
            id,
            key,
            function,
            locals: HashMap::default(),
            numbers: Vec::new(),
            next_number: 0,
            labels: HashMap::default(),
            places: Vec::new(),
            open: None,
            debug: FunctionText::default(),
            records: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// The value that is called so, once all are defined.
    pub(super) fn known(&self, key: &Key<'s>) -> Option<ValueId> {
        match key {
            Key::Number(number) if (*number as usize) < self.numbers.len() => {
                self.numbers[*number as usize]
            }
            _ => self.locals.get(key).map(|local| local.value),
        }
    }

    /// Assigns a number. It may be larger than the next one.
    fn give_out(&mut self, number: u32, value: Option<ValueId>) {
        if number as usize == self.numbers.len() {
            self.numbers.push(value);
        }
        self.next_number = number.saturating_add(1);
    }

    /// Returns the provisional id of the block that `key` names.
    pub(super) fn block(&mut self, key: Key<'s>, used: Token) -> BlockId {
        let places = &mut self.places;
        let (block, _) = *self.labels.entry(key).or_insert_with(|| {
            places.push(None);
            (BlockId::new(places.len() - 1), used)
        });
        block
    }

    /// The block that has no terminator yet.
    pub(super) fn open_block(&mut self) -> Option<&mut Block> {
        self.open.map(|block| &mut self.function.blocks[block])
    }
}

impl<'s> Reader<'s> {
    /// Returns the value that `token` names, which is used here as `ty`.
    pub(super) fn local(
        &mut self,
        body: &mut Body<'s>,
        token: Token,
        ty: TypeId,
    ) -> Result<ValueId> {
        let key = self.key(token)?;
        let value = match key {
            Key::Number(number) if (number as usize) < body.numbers.len() => {
                body.numbers[number as usize].ok_or_else(|| self.undefined(token))?
            }
            _ => {
                let (module, function) = (&mut self.module, &mut body.function);
                let name = &key;
                let local = body.locals.entry(key.clone()).or_insert_with(|| {
                    let name = match name {
                        Key::Number(number) => Name::Number(*number),
                        Key::Text(text) => Name::Text(module.names.add(text)),
                    };
                    // The definition is completed when it is met.
                    let definition = Definition::Parameter(0);
                    Local {
                        value: function.add_value(ty, name, definition),
                        defined: false,
                        used: token,
                    }
                });
                local.value
            }
        };
        let defined = body.function.value_type(value);
        if defined != ty {
            return Err(self.type_clash(token, ty, defined));
        }
        Ok(value)
    }

    /// Reads a value of type `ty`: a local one or a constant.
    pub(super) fn operand(&mut self, body: &mut Body<'s>, ty: TypeId) -> Result<Operand> {
        if self.token.kind == Kind::Local {
            let token = self.advance()?;
            return self.local(body, token, ty).map(Operand::Value);
        }
        let token = self.token;
        self.constant(ty).map(Operand::Const).map_err(|fault| {
            // A word may be the name of a value without its sigil.
            let is_here = fault.span.start == token.start as usize;
            let word = self.text(token);
            let is_local = || body.locals.contains_key(&Key::Text(word.into()));
            if token.kind == Kind::Word && is_here && is_local() {
                let name = format!("%{word}");
                return fault.with(Remedy::Sigil { name });
            }
            fault
        })
    }

    fn type_clash(&self, token: Token, used: TypeId, defined: TypeId) -> Fault {
        let cause = Cause::TypeClash {
            name: self.text(token).to_owned(),
            used: self.type_name(used),
            defined: self.type_name(defined),
        };
        self.error_at(token, cause).with(Remedy::Convert)
    }

    fn misnumbered(&self, place: Token, expected: u32, found: u32) -> Fault {
        let sigil = '%';
        self.error_at(place, Cause::Misnumbered { expected, found })
            .with(Remedy::Renumber { expected, sigil })
    }

    /// Makes the value that `written` names, or an unnamed one; `place` is what an error about it
    /// points at.
    pub(super) fn define_local(
        &mut self,
        body: &mut Body<'s>,
        written: Option<Token>,
        place: Token,
        ty: TypeId,
        definition: Definition,
    ) -> Result<ValueId> {
        let next = body.next_number;
        let key = match written {
            Some(token) => self.key(token)?,
            None => Key::Number(next),
        };
        if let Key::Number(found) = key
            && found < next
        {
            return Err(self.misnumbered(place, next, found));
        }
        let value = match body.locals.get_mut(&key) {
            Some(local) if local.defined => return Err(self.redefined(place)),
            Some(local) => {
                local.defined = true;
                let (value, used) = (local.value, local.used);
                let said = body.function.value_type(value);
                if said != ty {
                    return Err(self.type_clash(used, said, ty));
                }
                body.function.values[value].definition = definition;
                value
            }
            None => self.new_local(body, &key, place, ty, definition),
        };
        if let Key::Number(number) = key {
            body.give_out(number, Some(value));
        }
        Ok(value)
    }

    fn new_local(
        &mut self,
        body: &mut Body<'s>,
        key: &Key<'s>,
        place: Token,
        ty: TypeId,
        definition: Definition,
    ) -> ValueId {
        let name = match key {
            Key::Number(number) => Name::Number(*number),
            Key::Text(text) => Name::Text(self.module.names.add(text)),
        };
        let value = body.function.add_value(ty, name, definition);
        // Consecutive numbers are found by `numbers`.
        let is_listed =
            matches!(key, Key::Number(number) if *number as usize == body.numbers.len());
        if !is_listed {
            body.locals.insert(
                key.clone(),
                Local {
                    value,
                    defined: true,
                    used: place,
                },
            );
        }
        value
    }

    /// Adds an instruction to the open block, with a result if `ty` says so.
    pub(super) fn add_inst(
        &mut self,
        body: &mut Body<'s>,
        written: Option<Token>,
        place: Token,
        op: Op,
        ty: Option<TypeId>,
    ) -> Result<InstId> {
        let definition = body.function.next_definition();
        let result = match ty {
            Some(ty) => Some(self.define_local(body, written, place, ty, definition)?),
            None => match written {
                Some(token) => {
                    return Err(self.error_at(
                        token,
                        Cause::Misplaced {
                            what: "an instruction without a result has a name",
                        },
                    ));
                }
                None => None,
            },
        };
        let block = body.open.ok_or_else(|| self.expected("a block"))?;
        let origin = Origin::default();
        Ok(body.function.add_inst(block, op, result, origin))
    }

    /// Begins the block that `label` names, or an unnamed one.
    pub(super) fn begin_block(&mut self, body: &mut Body<'s>, label: Option<Token>) -> Result<()> {
        let next = body.next_number;
        let place = label.unwrap_or(self.token);
        let key = match label {
            Some(token) => self.key(token)?,
            None => Key::Number(next),
        };
        let name = match &key {
            Key::Number(found) if *found < next => {
                return Err(self.misnumbered(place, next, *found));
            }
            Key::Number(number) => {
                body.give_out(*number, None);
                Name::Number(*number)
            }
            Key::Text(text) => Name::Text(self.module.names.add(text)),
        };
        let provisional = body.block(key, place);
        let id = body.function.blocks.next_key();
        if body.places[provisional.index()].replace(id).is_some() {
            return Err(self.redefined(place));
        }
        let origin = match label {
            Some(token) => Origin {
                start: token.start,
                end: token.end,
                line: token.line,
            },
            None if id.index() == 0 => body.function.origin,
            None => Origin {
                start: place.start,
                end: place.start,
                line: place.line,
            },
        };
        body.open = Some(body.function.add_block(name, origin));
        Ok(())
    }

    /// Ends the function: everything used is defined, and blocks have their places.
    pub(super) fn settle(&mut self, body: &mut Body<'s>) -> Result<()> {
        let locals = body
            .locals
            .values()
            .filter(|local| !local.defined)
            .map(|local| local.used);
        let undefined = |&(block, _): &&(BlockId, Token)| body.places[block.index()].is_none();
        let labels = body
            .labels
            .values()
            .filter(undefined)
            .map(|&(_, used)| used);
        if let Some(token) = locals.chain(labels).min_by_key(|token| token.start) {
            return Err(self.undefined(token).with(Remedy::DefineLocal));
        }
        let places: Vec<BlockId> = body.places.iter().copied().flatten().collect();
        for block in body.function.blocks.values_mut() {
            let terminator = &mut block.terminator;
            terminator.each_successor_mut(|to| *to = places[to.index()]);
            for phi in &mut block.phis {
                for (from, _) in &mut phi.incoming {
                    *from = places[from.index()];
                }
            }
        }
        Ok(())
    }
}

/// An operand together with its type.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    pub(super) ty: TypeId,
    pub(super) value: Operand,
}
