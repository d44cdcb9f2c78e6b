//! Records, and calls of the intrinsics that were records before LLVM 19.
//!
//! ```text
//! #dbg_value(i32 %x, !12, !DIExpression(), !13)
//! call void @llvm.dbg.value(metadata i32 %x, metadata !12, metadata !DIExpression()), !dbg !13
//! ```
//! They are skipped where they are, and taken apart at the end of their function, when its values
//! have names. Constants in them are read after all constants of code.

use unsnarl_ir::debug::Point;

use crate::error::Omitted;
use crate::lexer::{Kind, Lexer, Token};
use crate::read::Reader;
use crate::read::annotations::{RecordText, Taken, TakenKind, TakenOperand, TakenOperands};
use crate::read::locals::Body;

/// An argument: its first token and its last.
#[derive(Clone, Copy)]
struct Argument {
    first: Token,
    last: Token,
}

impl<'s> Reader<'s> {
    /// Keeps where a record is, and skips it.
    pub(in crate::read) fn record(&mut self, body: &mut Body<'s>) -> super::super::Result<()> {
        let name = self.advance()?;
        let open = self.token;
        self.skip_brackets()?;
        self.note_record(body, name, open, None);
        Ok(())
    }

    /// Keeps where a record is.
    pub(in crate::read) fn note_record(
        &mut self,
        body: &mut Body<'s>,
        name: Token,
        open: Token,
        location: Option<Token>,
    ) {
        // Before the first instruction of a block without a label, the block is still to come.
        let block = body.open.unwrap_or(body.function.blocks.next_key());
        let before = body
            .open
            .map(|block| body.function.blocks[block].insts.len());
        body.records.push(RecordText {
            name,
            open,
            location,
            block,
            place: before.unwrap_or_default(),
        });
    }

    /// Takes the records of a function apart.
    pub(in crate::read) fn take_records(&mut self, body: &mut Body<'s>) {
        for record in std::mem::take(&mut body.records) {
            match self.take_record(body, &record) {
                Some(taken) => body.debug.records.push(taken),
                None => self.omit(Omitted::Record, record.name),
            }
        }
    }

    fn take_record(&mut self, body: &Body<'s>, record: &RecordText) -> Option<Taken> {
        let block = body.function.blocks.get(record.block)?;
        let point = match block.insts.get(record.place) {
            Some(&inst) => Point::Inst(inst),
            None => Point::End(record.block),
        };
        let mut arguments = self.arguments_of(record.open)?;
        let name = self.text(record.name);
        let name = name.strip_prefix("#dbg_");
        let name = name.or_else(|| self.text(record.name).strip_prefix("@llvm.dbg."))?;
        // In a record the location is an argument.
        let location = match record.location {
            Some(location) => location,
            None => arguments.pop()?.first,
        };
        let word = match name {
            "declare" => "declare",
            "declare_value" => "declare_value",
            "value" => "value",
            "addr" => "addr",
            "assign" => return self.take_assign(body, record, point, &arguments, location),
            "label" => {
                let [label] = arguments[..] else { return None };
                let label = label.first;
                return Some(Taken {
                    kind: TakenKind::Label { label, location },
                    point,
                    name: record.name,
                });
            }
            _ => return None,
        };
        let [found_from, variable, expression] = arguments[..] else {
            return None;
        };
        let operands = self.take_operands(body, found_from);
        Some(Taken {
            kind: TakenKind::Variable {
                word,
                operands,
                variable: variable.first,
                expression: expression.first,
                location,
            },
            point,
            name: record.name,
        })
    }

    fn take_assign(
        &mut self,
        body: &Body<'s>,
        record: &RecordText,
        point: Point,
        arguments: &[Argument],
        location: Token,
    ) -> Option<Taken> {
        let &[
            value,
            variable,
            expression,
            assignment,
            address,
            address_expression,
        ] = arguments
        else {
            return None;
        };
        Some(Taken {
            kind: TakenKind::Assign {
                operands: self.take_operands(body, value),
                variable: variable.first,
                expression: expression.first,
                assignment: assignment.first,
                address: self.take_operands(body, address),
                address_expression: address_expression.first,
                location,
            },
            point,
            name: record.name,
        })
    }

    fn take_operands(&mut self, body: &Body<'s>, argument: Argument) -> TakenOperands {
        if argument.first.kind != Kind::Metadata {
            return match self.take_operand(body, argument) {
                Some(operand) => TakenOperands::One(operand),
                None => TakenOperands::Nothing,
            };
        }
        // `!{}` and the like are values that are gone.
        if self.text(argument.first) != "!DIArgList" {
            return TakenOperands::Nothing;
        }
        let mut lexer = self.lexer.clone();
        lexer.seek(argument.first);
        let open = lexer.next().and_then(|_| lexer.next());
        let arguments = open.ok().and_then(|open| self.arguments_of(open));
        let operands = arguments.unwrap_or_default().into_iter();
        let operands = operands.map(|argument| self.take_operand(body, argument));
        match operands.collect() {
            Some(operands) => TakenOperands::Several(operands),
            None => TakenOperands::Nothing,
        }
    }

    /// The operand of an argument; nothing for an undefined value.
    fn take_operand(&mut self, body: &Body<'s>, argument: Argument) -> Option<TakenOperand> {
        let Argument { first, last } = argument;
        if last.kind != Kind::Local {
            let is_gone = matches!(self.text(last), "undef" | "poison");
            return (!is_gone).then_some(TakenOperand::Constant(first));
        }
        let value = self.key(last).ok().and_then(|key| body.known(&key));
        if value.is_none() {
            let name = self.text(last).to_owned();
            self.omit(Omitted::Value { name }, last);
        }
        value.map(TakenOperand::Value)
    }

    /// The arguments in brackets, without the word `metadata` before each.
    fn arguments_of(&self, open: Token) -> Option<Vec<Argument>> {
        let mut lexer = self.lexer.clone();
        lexer.seek(open);
        if lexer.next().ok()?.kind != Kind::Punctuation(b'(') {
            return None;
        }
        let mut arguments = Vec::new();
        loop {
            let (argument, end) = argument(&mut lexer)?;
            arguments.extend(argument);
            match end {
                b',' => {}
                _ => return Some(arguments),
            }
        }
    }
}

/// The next argument, and the comma or bracket behind it.
fn argument(lexer: &mut Lexer<'_>) -> Option<(Option<Argument>, u8)> {
    let mut found: Option<Argument> = None;
    let mut depth = 0_usize;
    loop {
        let token = lexer.next().ok()?;
        match token.kind {
            Kind::End | Kind::Invalid => return None,
            Kind::Punctuation(end @ (b',' | b')')) if depth == 0 => return Some((found, end)),
            Kind::Punctuation(b'(' | b'[' | b'{' | b'<') => depth += 1,
            Kind::Punctuation(b')' | b']' | b'}' | b'>') => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let span = token.start as usize..token.end as usize;
        let is_marker = found.is_none() && lexer.text().get(span) == Some("metadata");
        if !is_marker {
            let first = found.map_or(token, |found| found.first);
            found = Some(Argument { first, last: token });
        }
    }
}
