//! Globals: variables of the module, or of objects that others see.

use unsnarl_low::module::Entity;
use unsnarl_low::{Symbol, Type};

use super::{Refused, Writer, acting, kind_of};
use crate::piece::{Binds, Piece};

impl Writer<'_> {
    pub(super) fn global_get(&mut self, symbol: Symbol, ty: Type) -> Result<(), Refused> {
        let words = self.global(symbol)?;
        let pieces = words.into_iter().map(|word| {
            let mut piece = Piece::new(word, Binds::Whole, kind_of(ty));
            piece.touches.reads = true;
            piece
        });
        let value = pieces.collect();
        self.push(value);
        Ok(())
    }

    pub(super) fn global_set(&mut self, symbol: Symbol) -> Result<(), Refused> {
        let words = self.global(symbol)?;
        let value = self.pop();
        let mut touches = acting();
        value.iter().for_each(|piece| touches.add(&piece.touches));
        self.keep(self.stack.len(), &touches);
        let wrapped: Vec<String> = value.iter().map(|piece| piece.wrapped().text).collect();
        // The second word may read the first one's global only if both are the same global's.
        let mut later = Vec::new();
        for (word, (name, piece)) in words.iter().zip(&value).enumerate() {
            let text = match word > 0 && piece.touches.reads {
                true => {
                    let kept = self.temporary();
                    let kept = self.variables.name(kept).to_owned();
                    self.lines.push(format!("{kept} = {};", wrapped[word]));
                    kept
                }
                false => wrapped[word].clone(),
            };
            later.push(format!("{name} = {text};"));
        }
        self.lines.extend(later);
        Ok(())
    }

    fn global(&self, symbol: Symbol) -> Result<Vec<String>, Refused> {
        match self.context.entity(symbol) {
            Some(Entity::Global(number)) => Ok(self.context.names.globals[number as usize].clone()),
            _ => Err(String::from("a symbol that is not a global")),
        }
    }
}
