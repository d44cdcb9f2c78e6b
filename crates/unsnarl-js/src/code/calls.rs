//! Calls, and exceptions that are thrown.

use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::Table;
use unsnarl_low::{InstId, Op, Signature, Symbol, Type};

use super::{Refused, Value, Writer, acting};
use crate::context::{bits_text, signature_text};
use crate::exact::CallAt;
use crate::piece::{Binds, Kind, Piece};
use crate::words;

impl Writer<'_> {
    pub(super) fn call(&mut self, inst: InstId) -> Result<(), Refused> {
        self.call_at = CallAt::Inst(inst);
        let code = self.code;
        let inst_data = code.inst(inst);
        let operands = code.operands(inst);
        let types: Vec<Type> = operands.iter().map(|&reg| code.ty(reg)).collect();
        let results: Vec<Type> = inst_data.results().map(|reg| code.ty(reg)).collect();
        let call = match inst_data.op {
            Op::Call(symbol) => self.called_directly(symbol, types.len())?,
            Op::CallIndirect(table) => self.called_through(table, &types, &results)?,
            _ => return Err(String::from("a call without a callee")),
        };
        self.call_words(call, &results);
        Ok(())
    }

    /// A call of a function with operands from the stack.
    pub(crate) fn called_directly(
        &mut self,
        symbol: Symbol,
        operands: usize,
    ) -> Result<Piece, Refused> {
        let function = self.function(symbol)?;
        let name = self.context.names.functions[function as usize].clone();
        let values = self.pop_many(operands);
        Ok(called(&name, values))
    }

    /// The number of a function.
    pub(crate) fn function(&self, symbol: Symbol) -> Result<u32, Refused> {
        match self.context.entity(symbol) {
            Some(Entity::Function(number)) => Ok(number),
            _ => Err(String::from("a call of a symbol that is not a function")),
        }
    }

    /// A call of the function of a table.
    pub(crate) fn called_through(
        &mut self,
        table: Table,
        operands: &[Type],
        results: &[Type],
    ) -> Result<Piece, Refused> {
        let function = self.callee(table, operands, results)?;
        let values = self.pop_many(operands.len() - 1);
        let mut call = called(&function.text, values);
        call.touches.add(&function.touches);
        Ok(call)
    }

    /// The function of a table that the last operand numbers.
    pub(crate) fn callee(
        &mut self,
        table: Table,
        operands: &[Type],
        results: &[Type],
    ) -> Result<Piece, Refused> {
        self.narrow(self.code.widths.table(table).int(), "table")?;
        // The function is found after its operands, and is written before them.
        self.name_acting(operands.len());
        self.name_before_last(operands.len());
        let index = self.pop_one();
        let own = &self.context.names.tables[table.0 as usize];
        let mut piece = match self.traps_always() {
            true => {
                let (_, parameters) = operands.split_last().unwrap_or((&Type::I32, &[]));
                let said = Signature {
                    parameters: parameters.to_vec(),
                    results: results.to_vec(),
                };
                let declared = self.calls.and_then(|calls| calls.get(&self.call_at));
                let ty = declared.map_or_else(|| signature_text(&said), bits_text);
                let operands = [
                    Piece::new(&own[..], Binds::Whole, Kind::Reference),
                    index.wrapped(),
                    Piece::new(ty, Binds::Whole, Kind::Reference),
                ];
                Piece::call(
                    "callee",
                    Kind::Reference,
                    &operands.iter().collect::<Vec<_>>(),
                )
            }
            false => {
                let index = index.wrapped();
                let text = format!("{own}[{}]", index.text);
                Piece::of(text, Binds::Whole, Kind::Reference, &[&index])
            }
        };
        if self.context.meets_others && words::count_all(results) > 1 {
            piece = Piece::call("adapted", Kind::Reference, &[&piece]);
        }
        piece.touches.reads = true;
        Ok(piece)
    }

    /// Gives names to those operands that must come before the last one, which is written first: it
    /// may read a variable that they set.
    fn name_before_last(&mut self, count: usize) {
        for from_top in (1..count).rev() {
            let entry = self.stack.len() - 1 - from_top;
            for word in 0..self.stack[entry].len() {
                let touches = &self.stack[entry][word].touches;
                let sees = |last: &Piece| touches.conflicts(&last.touches);
                if self.operand(0).iter().any(sees) {
                    self.name_word(entry, word);
                }
            }
        }
    }

    pub(super) fn throw(&mut self, tag: Symbol, operands: usize) -> Result<(), Refused> {
        let text = self.thrown(tag, operands)?;
        let touches = text.touches.clone();
        self.statement(&touches, format!("{};", text.text));
        Ok(())
    }

    /// Throws an exception with operands from the stack.
    pub(crate) fn thrown(&mut self, tag: Symbol, operands: usize) -> Result<Piece, Refused> {
        let Some(Entity::Tag(number)) = self.context.entity(tag) else {
            return Err(String::from("a symbol that is not a tag"));
        };
        let values = self.pop_many(operands);
        let tag = self.context.names.tags[number as usize].clone();
        let tag = vec![Piece::new(tag, Binds::Whole, Kind::Reference)];
        Ok(called("raise", [tag].into_iter().chain(values).collect()))
    }
}

/// A call with all words of some values.
pub(crate) fn called(name: &str, values: Vec<Value>) -> Piece {
    let words: Vec<Piece> = values
        .iter()
        .flatten()
        .map(|piece| match piece.kind {
            Kind::Float | Kind::Reference => piece.clone(),
            _ => piece.wrapped(),
        })
        .collect();
    let mut call = Piece::call(name, Kind::Signed, &words.iter().collect::<Vec<_>>());
    call.touches.add(&acting());
    call
}
