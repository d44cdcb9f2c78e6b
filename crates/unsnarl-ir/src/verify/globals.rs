//! Rules I3 and I13: global variables, aliases, and the names of all symbols.

use super::{Judge, Place, Rule};
use crate::global::GlobalKind;
use crate::origin::Origin;

impl Judge<'_> {
    pub(super) fn globals(&mut self) {
        for (id, global) in self.module.globals.iter() {
            (self.place, self.origin) = (Place::Global(id), global.origin);
            let is_pointer = self.is_pointer(global.address_type);
            self.check(
                Rule::I3,
                is_pointer,
                "the address of a variable is not a pointer",
            );
            match global.kind {
                GlobalKind::Variable {
                    initializer: Some(initializer),
                    align,
                    ..
                } => {
                    let same = self.module.constant_type(initializer) == global.ty;
                    self.check(
                        Rule::I3,
                        same,
                        "an initialiser does not have the type of its variable",
                    );
                    let sized = self.has_size(global.ty);
                    self.check(Rule::I3, sized, "the type of a variable has no size");
                    self.align(align);
                }
                GlobalKind::Variable {
                    initializer: None,
                    align,
                    ..
                } => self.align(align),
                GlobalKind::Chosen { resolver } => {
                    let is_pointer = self.is_pointer(self.module.constant_type(resolver));
                    self.check(
                        Rule::I3,
                        is_pointer,
                        "the resolver of an ifunc is not a pointer",
                    );
                }
                GlobalKind::Alias { target } => {
                    let is_pointer = self.is_pointer(self.module.constant_type(target));
                    self.check(
                        Rule::I3,
                        is_pointer,
                        "the target of an alias is not a pointer",
                    );
                }
            }
        }
        self.symbol_names();
    }

    fn symbol_names(&mut self) {
        let globals = self
            .module
            .globals
            .iter()
            .map(|(id, global)| (global.name, Place::Global(id), global.origin));
        let functions = self.module.functions.iter();
        let functions =
            functions.map(|(id, function)| (function.name, Place::Function(id), function.origin));
        let mut symbols: Vec<(&str, Place, Origin)> = globals
            .chain(functions)
            .map(|(name, place, origin)| (self.module.name(name), place, origin))
            .collect();
        symbols.sort_by_key(|(name, ..)| *name);
        for pair in symbols.windows(2) {
            (self.place, self.origin) = (pair[1].1, pair[1].2);
            self.check(
                Rule::I13,
                pair[0].0 != pair[1].0,
                "two symbols have the same name",
            );
        }
    }
}
