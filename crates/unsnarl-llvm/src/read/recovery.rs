//! Error recovery: what could not be read is recorded and left out.
//!
//! After an error, text is skipped to the next line that begins something at the top level. A
//! function with an error in its body becomes a declaration, so that calls of it can still be read;
//! a symbol whose definition was skipped or is missing becomes an external variable.

use foldhash::HashSet;
use unsnarl_ir::{
    Constant, FuncId, Function, Global, GlobalId, GlobalKind, Linkage, Type, Visibility,
};

use super::names::Key;
use super::{Reader, Result};
use crate::error::{Entity, Fault, Places, Reading, Unread};
use crate::lexer::{Kind, Lexer, Token};

/// The errors so far.
#[derive(Default)]
pub(super) struct Recovery {
    faults: Vec<(Entity, Fault)>,
    /// Where each definition of a function begins and ends, in ascending order.
    definitions: Vec<(u32, u32, FuncId)>,
    /// The functions that could not be read.
    dropped: HashSet<FuncId>,
    /// The variables and aliases that break a rule.
    dropped_globals: HashSet<GlobalId>,
    /// The places of undefined names, in ascending order, and their faults.
    undefined: Vec<(usize, usize)>,
    /// What was skipped, in ascending order.
    skipped: Vec<(u32, u32)>,
}

impl<'s> Reader<'s> {
    /// Records that the item at `start` cannot be read, and skips it.
    pub(super) fn abandon(&mut self, start: Token, fault: Fault) {
        self.lexer.skip_entity(start.start);
        self.recovery
            .skipped
            .push((start.start, self.lexer.position()));
        self.look();
        self.depth = 0;
        self.pointee = None;
        let symbol = self.symbol_of(start);
        let name = symbol.and_then(|token| self.symbol_name(token).ok());
        let name = name.map(|name| self.module.name(name).to_owned());
        let is_function = matches!(self.text(start), "define" | "declare");
        let what = match name {
            Some(name) if is_function => Entity::Function(name),
            Some(name) => Entity::Global(name),
            None => Entity::Other,
        };
        self.recovery.faults.push((what, fault));
        if let Some(token) = symbol {
            self.symbols.skip(self.key(token).ok());
        }
    }

    /// The name of the symbol that is defined at `start`.
    fn symbol_of(&self, start: Token) -> Option<Token> {
        if start.kind == Kind::Global {
            return Some(start);
        }
        if !matches!(self.text(start), "define" | "declare") {
            return None;
        }
        let mut lexer = Lexer::new(self.lexer.text()).ok()?;
        lexer.seek(start);
        loop {
            let token = lexer.next().ok()?;
            match token.kind {
                Kind::Global => return Some(token),
                Kind::End | Kind::Punctuation(b'{' | b'(') => return None,
                _ if token.line != start.line => return None,
                _ => {}
            }
        }
    }

    /// Records where a function was defined.
    pub(super) fn note_definition(&mut self, start: Token, id: FuncId) {
        let definition = (start.start, self.last_end, id);
        self.recovery.definitions.push(definition);
    }

    /// Records an error outside of functions.
    pub(super) fn note(&mut self, what: Entity, fault: Fault) {
        self.recovery.faults.push((what, fault));
    }

    /// Records an error, and leaves out the function that it is in.
    pub(super) fn blame(&mut self, fault: Fault) {
        match self.function_at(fault.span.start as u32) {
            Some(id) => self.drop_function(id, fault),
            None => self.note(Entity::Other, fault),
        }
    }

    /// The function whose definition holds a position.
    fn function_at(&self, position: u32) -> Option<FuncId> {
        let definitions = &self.recovery.definitions;
        let behind = definitions.partition_point(|&(start, ..)| start <= position);
        let &(_, end, id) = definitions.get(behind.checked_sub(1)?)?;
        (position < end).then_some(id)
    }

    /// Tells whether a position is in skipped text.
    pub(super) fn is_skipped(&self, token: Token) -> bool {
        let skipped = &self.recovery.skipped;
        let behind = skipped.partition_point(|&(start, _)| start <= token.start);
        let last = behind.checked_sub(1).and_then(|index| skipped.get(index));
        last.is_some_and(|&(_, end)| token.start < end)
    }

    /// Tells whether a function has an error.
    pub(super) fn is_dropped(&self, id: FuncId) -> bool {
        self.recovery.dropped.contains(&id)
    }

    /// Records why something is wrong. If a name in it is undefined, that is the cause.
    fn note_consequence(&mut self, what: Entity, fault: Fault) {
        let undefined = &self.recovery.undefined;
        let at = undefined.partition_point(|&(start, _)| start < fault.span.start);
        match undefined.get(at) {
            Some(&(start, index)) if start < fault.span.end => {
                self.recovery.faults[index].0 = what;
            }
            _ => self.note(what, fault),
        }
    }

    /// Records an undefined name, in the order of the text.
    pub(super) fn note_undefined(&mut self, fault: Fault) {
        let undefined = (fault.span.start, self.recovery.faults.len());
        self.recovery.undefined.push(undefined);
        self.note(Entity::Other, fault);
    }

    /// Makes a declaration of a function with an error.
    pub(super) fn drop_function(&mut self, id: FuncId, fault: Fault) {
        if !self.recovery.dropped.insert(id) {
            return;
        }
        let name = self.module.function_name(id).to_owned();
        self.note_consequence(Entity::Function(name), fault);
        *self.module.function_mut(id) = declaration(&self.module.functions[id]);
    }

    /// Makes a declaration of a variable or alias with an error.
    pub(super) fn drop_global(&mut self, id: GlobalId, fault: Fault) {
        if !self.recovery.dropped_globals.insert(id) {
            return;
        }
        let name = self.module.name(self.module.globals[id].name).to_owned();
        self.note_consequence(Entity::Global(name), fault);
        let byte = self.module.types.int(8);
        let pointer = self.module.types.pointer();
        let global = &mut self.module.globals[id];
        (global.ty, global.address_type) = (byte, pointer);
        global.linkage = Linkage::External;
        global.kind = GlobalKind::Variable {
            constant: false,
            initializer: None,
            align: None,
        };
    }

    /// Makes a declaration for the address of an undefined symbol.
    pub(super) fn declare_symbol(&mut self, token: Token) -> Result<()> {
        let name = self.symbol_name(token)?;
        let constant = self.symbol(token)?;
        let id = self.module.globals.push(Global {
            name,
            ty: self.module.types.int(8),
            address_type: self.module.types.add(Type::Pointer { space: 0 }),
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dso_local: false,
            thread_local: None,
            unnamed_address: false,
            kind: GlobalKind::Variable {
                constant: false,
                initializer: None,
                align: None,
            },
            section: None,
            comdat: None,
            attributes: Vec::new(),
            origin: self.origin(token),
        });
        self.module.fill_constant(constant, Constant::Global(id));
        Ok(())
    }

    /// Returns the module, and the errors in the order of the text.
    pub(super) fn into_reading(mut self) -> Reading {
        let omissions = self.take_omissions();
        let mut faults = self.recovery.faults;
        faults.sort_by_key(|(_, fault)| fault.span.start);
        let mut places = Places::new(self.lexer.text());
        let unread = faults
            .into_iter()
            .map(|(what, fault)| Unread {
                what,
                error: places.locate(fault),
            })
            .collect();
        Reading {
            module: self.module,
            unread,
            omissions,
        }
    }
}

/// The declaration of a function that cannot be read.
pub(super) fn declaration(function: &Function) -> Function {
    let mut declared = Function::new(function.name, function.ty, function.address_type);
    declared.parameters = function.parameters.clone();
    for parameter in &mut declared.parameters {
        parameter.value = None;
    }
    declared.convention = function.convention;
    declared.origin = function.origin;
    declared
}

impl<'s> super::symbols::Symbols<'s> {
    /// Notes that the definition of a symbol was skipped. A numbered one has used up its number.
    fn skip(&mut self, key: Option<Key<'s>>) {
        let Some(key) = key else { return };
        if let Key::Number(number) = key
            && number >= self.next_global
        {
            self.next_global = number.saturating_add(1);
        }
        self.skipped.insert(key);
    }
}
