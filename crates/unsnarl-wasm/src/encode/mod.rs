//! Encoding: the bytes of a function.
//!
//! *Needs:* the instructions of a function and its locals.
//! *Gives:* [`Encoded`]: its body, the places of the [pieces](crate::map), and, in an object, the
//! places that the linker fills in.
//!
//! Here symbols get their numbers: in a module, indices and addresses; in an object, numbers in the
//! order in which they are met, and every index and address that the linker may change has its full
//! width from the start. So has the index of a part of a function, or of a variable that values
//! pass through, in a module.

mod instruction;
mod symbols;

use unsnarl::BlockId;
use unsnarl_low::op::memory::{Address, Memory, Table};
use unsnarl_low::{
    Callee, Catch, Exit, Function, InstId, Number, Op, Signature, Symbol, Type, Width,
};
use unsnarl_object::{AddressWidth, Relocation, RelocationKind};
use wasm_encoder::{BlockType, Encode, Instruction};

use unsnarl_low::select::{Addressing, SelectError};

use crate::error::Cause;
use crate::item::{Clause, Item};
use crate::linkage::{AddressOf, Linkage, Reference};
use crate::locals::Locals;
use crate::map::Piece;

use crate::types::{address_width, val_type};

/// A function as bytes.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// The local declarations and the instructions.
    pub(crate) bytes: Vec<u8>,
    pub(crate) pieces: Vec<Piece>,
    /// Places in `bytes` whose contents are not known yet, ascending.
    pub(crate) relocations: Vec<Relocation>,
    /// Places in `bytes`, ascending, and the instruction of the function that is written there.
    pub(crate) hints: Vec<(u32, InstId)>,
    /// By item: the place in `bytes` where it begins.
    pub(crate) starts: Vec<u32>,
    /// Instructions whose symbols have no number, and why.
    pub(crate) refused: Vec<(Option<InstId>, Cause)>,
}

/// Encodes a function.
pub(crate) fn encode(
    linkage: &dyn Linkage,
    function: &Function,
    locals: &Locals,
    items: &[Item],
) -> Encoded {
    let mut encoder = Encoder {
        linkage,
        function,
        out: Encoded::default(),
    };
    let number = |web| {
        let number = locals.number(web);
        number.expect("every register that is read or written has a local")
    };
    encoder.out.locals(&locals.types);
    encoder.out.starts.reserve_exact(items.len());
    for item in items {
        encoder.out.starts.push(encoder.out.bytes.len() as u32);
        let written = match item {
            Item::Op(op) => {
                encoder.control(op);
                Ok(())
            }
            Item::Inst(inst) => {
                let at = encoder.out.bytes.len() as u32;
                encoder.out.hints.push((at, *inst));
                encoder.inst(*inst)
            }
            Item::TailCall(block) => encoder.tail_call(*block),
            Item::TryTable(clauses) => encoder.try_table(clauses),
            Item::ExitCall(block) => encoder.exit_call(*block),
            Item::Try => encoder.plain(Instruction::Try(BlockType::Empty)),
            Item::Catch(tag) => encoder.catch(*tag),
            Item::CatchAll => encoder.plain(Instruction::CatchAll),
            Item::Delegate(depth) => encoder.plain(Instruction::Delegate(*depth)),
            Item::Rethrow(_, depth) => encoder.plain(Instruction::Rethrow(*depth)),
            Item::Access(op) => encoder.op(op),
            Item::Number(number) => encoder.number(*number),
            Item::Get(web) => encoder.plain(Instruction::LocalGet(number(*web))),
            Item::Set(web) => encoder.plain(Instruction::LocalSet(number(*web))),
            Item::Tee(web) => encoder.plain(Instruction::LocalTee(number(*web))),
            Item::Open(kind) => {
                let at = encoder.out.bytes.len() as u32;
                let (start, end, kind) = (at, at, *kind);
                encoder.out.pieces.push(Piece { start, end, kind });
                Ok(())
            }
            Item::Close => {
                let at = encoder.out.bytes.len() as u32;
                if let Some(piece) = encoder.out.pieces.last_mut() {
                    piece.end = at;
                }
                Ok(())
            }
        };
        if let Err(cause) = written {
            let inst = match item {
                Item::Inst(inst) => Some(*inst),
                _ => None,
            };
            encoder.out.refused.push((inst, cause));
        }
    }
    encoder.out.op(Instruction::End);
    encoder.out
}

struct Encoder<'a> {
    linkage: &'a dyn Linkage,
    function: &'a Function,
    out: Encoded,
}

impl Encoder<'_> {
    /// How wide addresses are.
    fn width(&self) -> Width {
        self.function.address_width()
    }

    fn plain(&mut self, op: Instruction<'_>) -> Result<(), Cause> {
        self.out.op(op);
        Ok(())
    }

    /// An instruction of control.
    fn control(&mut self, op: &Instruction<'_>) {
        let (opcode, ty) = match *op {
            Instruction::Block(BlockType::FunctionType(ty)) => (0x02, ty),
            Instruction::Loop(BlockType::FunctionType(ty)) => (0x03, ty),
            Instruction::If(BlockType::FunctionType(ty)) => (0x04, ty),
            _ => return self.out.op(op.clone()),
        };
        match self.linkage.ty(ty) {
            // The number of the type of a bracket is signed.
            Reference::Index(_) => self.out.op(op.clone()),
            ty => self.reference(&[opcode], RelocationKind::TypeIndexLeb, ty),
        }
    }

    fn inst(&mut self, id: InstId) -> Result<(), Cause> {
        let operands = self.function.operands(id);
        let types = |regs: &[_]| regs.iter().map(|&reg| self.function.ty(reg)).collect();
        let inst = self.function.inst(id);
        let results: Vec<_> = inst.results().collect();
        let signature = |operands: &[_]| Signature {
            parameters: types(operands),
            results: types(&results),
        };
        match inst.op {
            Op::Throw(tag) => self.throw(tag),
            Op::Call(callee) => self.call(0x10, callee, &signature(operands)),
            Op::CallIndirect(table) => {
                let (_, arguments) = operands
                    .split_last()
                    .ok_or(SelectError::OperandType("a call"))?;
                self.call_indirect(0x11, table, &signature(arguments))
            }
            op => self.op(&op),
        }
    }

    /// The call that ends a block and the function.
    fn tail_call(&mut self, block: BlockId) -> Result<(), Cause> {
        let operands = self.function.exit_operands(block);
        let signature = |operands: &[_]| Signature {
            parameters: operands.iter().map(|&reg| self.function.ty(reg)).collect(),
            results: self.function.signature.results.clone(),
        };
        match self.function.block(block).exit {
            Exit::TailCall(Callee::Throw(tag)) => self.throw(tag),
            Exit::TailCall(Callee::ThrowRef) => self.plain(Instruction::ThrowRef),
            Exit::TailCall(Callee::Symbol(callee)) => self.call(0x12, callee, &signature(operands)),
            Exit::TailCall(Callee::Table(table)) => {
                let (_, arguments) = operands
                    .split_last()
                    .ok_or(SelectError::OperandType("a call"))?;
                self.call_indirect(0x13, table, &signature(arguments))
            }
            _ => Err(SelectError::OperandType("a call").into()),
        }
    }

    /// The call that ends a block and may throw.
    fn exit_call(&mut self, block: BlockId) -> Result<(), Cause> {
        let function = self.function;
        let operands = function.exit_operands(block);
        let results = function.block(block).edges().first();
        let results = results.map_or(&[][..], |&edge| function.brought(edge));
        let types = |regs: &[_]| regs.iter().map(|&reg| function.ty(reg)).collect();
        let signature = |operands: &[_]| Signature {
            parameters: types(operands),
            results: types(results),
        };
        match function.block(block).exit {
            Exit::Call(Callee::Symbol(callee), _) => self.call(0x10, callee, &signature(operands)),
            Exit::Call(Callee::Throw(tag), _) => self.throw(tag),
            Exit::Call(Callee::ThrowRef, _) => self.plain(Instruction::ThrowRef),
            Exit::Call(Callee::Table(table), _) => {
                let (_, arguments) = operands
                    .split_last()
                    .ok_or(SelectError::OperandType("a call"))?;
                self.call_indirect(0x11, table, &signature(arguments))
            }
            _ => Err(SelectError::OperandType("a call").into()),
        }
    }

    fn throw(&mut self, tag: Symbol) -> Result<(), Cause> {
        let tag = self.linkage.tag(tag)?;
        self.reference(&[0x08], RelocationKind::TagIndexLeb, tag);
        Ok(())
    }

    /// The start of what catches exceptions of a tag.
    fn catch(&mut self, tag: Symbol) -> Result<(), Cause> {
        let tag = self.linkage.tag(tag)?;
        self.reference(&[0x07], RelocationKind::TagIndexLeb, tag);
        Ok(())
    }

    /// The start of the bracket of a call.
    fn try_table(&mut self, clauses: &[Clause]) -> Result<(), Cause> {
        const EMPTY: u8 = 0x40;
        self.out.bytes.extend([0x1f, EMPTY]);
        clauses.len().encode(&mut self.out.bytes);
        for clause in clauses {
            match clause.catch {
                Catch::Tag(tag) => {
                    let tag = self.linkage.tag(tag)?;
                    self.reference(&[0x00], RelocationKind::TagIndexLeb, tag);
                }
                Catch::TagRef(tag) => {
                    let tag = self.linkage.tag(tag)?;
                    self.reference(&[0x01], RelocationKind::TagIndexLeb, tag);
                }
                Catch::All => self.out.bytes.push(0x02),
                Catch::AllRef => self.out.bytes.push(0x03),
            }
            clause.depth.encode(&mut self.out.bytes);
        }
        Ok(())
    }

    /// An operation other than a call.
    fn op(&mut self, op: &Op) -> Result<(), Cause> {
        match *op {
            Op::GlobalGet(symbol, _) => self.global(0x23, symbol),
            Op::GlobalSet(symbol, _) => self.global(0x24, symbol),
            Op::FunctionReference(symbol) => {
                let function = self.linkage.function(symbol, &Signature::default())?;
                self.reference(&[0xd2], RelocationKind::FunctionIndexLeb, function);
                Ok(())
            }
            Op::MemoryInit(Memory(mem), symbol) => {
                let data_index = self.linkage.segment(symbol)?;
                self.plain(Instruction::MemoryInit { mem, data_index })
            }
            Op::DataDrop(symbol) => {
                let segment = self.linkage.segment(symbol)?;
                self.plain(Instruction::DataDrop(segment))
            }
            Op::TableInit(Table(table), symbol) => {
                let elem_index = self.linkage.segment(symbol)?;
                self.plain(Instruction::TableInit { table, elem_index })
            }
            Op::ElementDrop(symbol) => {
                let segment = self.linkage.segment(symbol)?;
                self.plain(Instruction::ElemDrop(segment))
            }
            _ => match op.address() {
                Some(address) => self.access(op, address),
                None => self.instruction(op),
            },
        }
    }

    /// An operation without a symbol.
    fn instruction(&mut self, op: &Op) -> Result<(), Cause> {
        let missing = || SelectError::Instruction(format!("'{}' here", op.name()));
        let instruction = instruction::of(op).ok_or_else(missing)?;
        self.plain(instruction)
    }

    /// A load or store. The offset, which is the last immediate but for the number of a lane, may
    /// be relative to a symbol that a linker places.
    fn access(&mut self, op: &Op, address: Address) -> Result<(), Cause> {
        let offset = address.offset;
        let Some(symbol) = address.symbol else {
            return self.instruction(op);
        };
        let target = match self.linkage.address(symbol)? {
            AddressOf::Known(start) => {
                // What wraps around is outside of memory, and so is the end of the address space.
                let offset = start.saturating_add(offset);
                return self.instruction(&op.with_address(Address {
                    symbol: None,
                    offset: offset.min(self.width().wrap(u64::MAX)),
                    ..address
                }));
            }
            AddressOf::Linked {
                target,
                addressing: Addressing::Fixed,
                ..
            } => target,
            // There is no relocation for that, and selection does not write it.
            AddressOf::Linked { .. } => {
                return Err(SelectError::OperandType("an access to such a variable").into());
            }
        };
        self.instruction(op)?;
        let lane = match *op {
            Op::LoadLane(_, _, lane) | Op::StoreLane(_, _, lane) => Some(lane),
            _ => None,
        };
        let mut minimal = Vec::new();
        offset.encode(&mut minimal);
        let immediates = minimal.len() + usize::from(lane.is_some());
        self.out.bytes.truncate(self.out.bytes.len() - immediates);
        let kind = RelocationKind::MemoryAddressLeb(address_width(self.width()));
        self.out.place(kind, target, offset as i64);
        self.out.bytes.extend(lane);
        Ok(())
    }

    /// A constant.
    fn number(&mut self, number: Number) -> Result<(), Cause> {
        let Number::Address(symbol, addend) = number else {
            return self.plain(instruction::constant(number));
        };
        match self.linkage.address(symbol)? {
            AddressOf::Known(start) => {
                let address = start.wrapping_add_signed(addend);
                let number = Number::bytes(address as i64, self.width());
                self.plain(instruction::constant(number))?;
            }
            AddressOf::Linked {
                target,
                addressing,
                is_function,
            } => {
                let (opcode, width) = match self.width() {
                    Width::W32 => (0x41, AddressWidth::W32),
                    Width::W64 => (0x42, AddressWidth::W64),
                };
                self.out.bytes.push(opcode);
                let kind = match addressing {
                    Addressing::Fixed if is_function => RelocationKind::TableIndexSleb(width),
                    Addressing::Fixed => RelocationKind::MemoryAddressSleb(width),
                    Addressing::FromThread => RelocationKind::ThreadAddressSleb(width),
                    Addressing::FromMemory => RelocationKind::MemoryDistanceSleb(width),
                    Addressing::FromTable => RelocationKind::TableDistanceSleb(width),
                    Addressing::Indirect => return Err(SelectError::OperandType("a number").into()),
                };
                let addend = if is_function { 0 } else { addend };
                self.out.place(kind, target, addend);
            }
        }
        Ok(())
    }

    fn global(&mut self, opcode: u8, symbol: Symbol) -> Result<(), Cause> {
        let global = self.linkage.global(symbol)?;
        self.reference(&[opcode], RelocationKind::GlobalIndexLeb, global);
        Ok(())
    }

    fn call(&mut self, opcode: u8, callee: Symbol, signature: &Signature) -> Result<(), Cause> {
        let function = self.linkage.function(callee, signature)?;
        self.reference(&[opcode], RelocationKind::FunctionIndexLeb, function);
        Ok(())
    }

    /// Calls the function of a table.
    fn call_indirect(
        &mut self,
        opcode: u8,
        table: Table,
        signature: &Signature,
    ) -> Result<(), Cause> {
        let ty = self.linkage.signature_number(signature)?;
        let ty = self.linkage.ty(ty);
        self.reference(&[opcode], RelocationKind::TypeIndexLeb, ty);
        let table = self.linkage.table(table);
        self.reference(&[], RelocationKind::TableNumberLeb, table);
        Ok(())
    }

    /// Bytes, and then an index.
    fn reference(&mut self, before: &[u8], kind: RelocationKind, to: Reference) {
        self.out.bytes.extend(before);
        match to {
            Reference::Index(index) => index.encode(&mut self.out.bytes),
            Reference::Linked(number) => self.out.place(kind, number, 0),
        }
    }
}

impl Encoded {
    fn op(&mut self, op: Instruction<'_>) {
        op.encode(&mut self.bytes);
    }

    /// The declarations of the locals, in runs of one type.
    fn locals(&mut self, types: &[Type]) {
        let runs: Vec<&[Type]> = types.chunk_by(|left, right| left == right).collect();
        (runs.len() as u32).encode(&mut self.bytes);
        for run in runs {
            (run.len() as u32).encode(&mut self.bytes);
            val_type(run[0]).encode(&mut self.bytes);
        }
    }

    fn place(&mut self, kind: RelocationKind, target: u32, addend: i64) {
        self.relocations.push(Relocation {
            at: self.bytes.len() as u32,
            kind,
            target,
            addend,
        });
        self.bytes.resize(self.bytes.len() + kind.size(), 0);
    }
}
