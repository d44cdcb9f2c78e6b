//! Tables and references.

use unsnarl_low::Op;
use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::Table;

use super::{Refused, Writer, acting};
use crate::piece::{Binds, Kind, Piece};

impl Writer<'_> {
    /// Operations on tables and references; tells whether it is one.
    pub(super) fn table(&mut self, op: Op) -> Result<bool, Refused> {
        let tables: &[Table] = match op {
            Op::TableGet(table, _) | Op::TableSet(table, _) | Op::TableSize(table) => &[table],
            Op::TableGrow(table, _) | Op::TableFill(table, _) | Op::TableInit(table, _) => &[table],
            Op::TableCopy { to, from } => &[to, from],
            _ => &[],
        };
        for &table in tables {
            self.narrow(self.code.widths.table(table).int(), "table")?;
        }
        let name = |table: Table| self.context.names.tables[table.0 as usize].clone();
        match op {
            Op::TableGet(table, _) => {
                let table = name(table);
                let call = self.with_table("tableGet", table, 1);
                self.push_one(self.trapping(call));
            }
            Op::TableSet(table, _) => {
                let table = name(table);
                let call = self.with_table("tableSet", table, 2);
                self.statement(&acting_in(&call), format!("{};", call.text));
            }
            Op::TableSize(table) => {
                let text = format!("{}.length", name(table));
                let mut piece = Piece::new(text, Binds::Whole, Kind::Small);
                piece.touches.reads = true;
                self.push_one(piece);
            }
            Op::TableGrow(table, _) => {
                let table = name(table);
                let mut call = self.with_table("tableGrow", table, 2);
                call.kind = Kind::Signed;
                call.touches.add(&acting());
                self.push_one(call);
            }
            Op::TableFill(table, _) => {
                let table = name(table);
                let call = self.with_table("tableFill", table, 3);
                self.statement(&acting_in(&call), format!("{};", call.text));
            }
            Op::TableCopy { to, from } => {
                let things = [name(to), name(from)];
                self.range("copyTable", &things);
            }
            Op::TableInit(table, symbol) => {
                let things = [name(table), self.segment(symbol)?];
                self.range("copyTable", &things);
            }
            Op::ElementDrop(symbol) => {
                let segment = self.segment(symbol)?;
                self.statement(&acting(), format!("{segment} = EMPTY;"));
            }
            Op::Null(_) => self.push_one(Piece::new("null", Binds::Whole, Kind::Reference)),
            Op::IsNull(_) => {
                let reference = self.pop_one();
                let null = Piece::new("null", Binds::Whole, Kind::Reference);
                let piece = Piece::compared(&reference, ["===", "!=="], &null, Binds::Equality);
                self.push_one(piece);
            }
            Op::FunctionReference(symbol) => match self.context.entity(symbol) {
                Some(Entity::Function(number)) => {
                    let name = &self.context.names.functions[number as usize];
                    self.push_one(Piece::new(&name[..], Binds::Whole, Kind::Reference));
                }
                _ => {
                    return Err(String::from(
                        "a reference to a symbol that is not a function",
                    ));
                }
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A function of the runtime on a table and operands.
    fn with_table(&mut self, function: &str, table: String, operands: usize) -> Piece {
        let operands = self.pop_many(operands);
        let operands = operands.into_iter().map(|value| match value[0].kind {
            Kind::Reference => value[0].clone(),
            _ => value[0].wrapped(),
        });
        let table = Piece::new(table, Binds::Whole, Kind::Reference);
        let all: Vec<Piece> = [table].into_iter().chain(operands).collect();
        let mut call = Piece::call(function, Kind::Reference, &all.iter().collect::<Vec<_>>());
        call.touches.reads = true;
        call
    }
}

fn acting_in(call: &Piece) -> crate::piece::Touches {
    let mut touches = call.touches.clone();
    touches.add(&acting());
    touches
}
