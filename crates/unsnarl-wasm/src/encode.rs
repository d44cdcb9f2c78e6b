//! Encoding: the bytes of a function.
//!
//! *Needs:* the instructions of a function and its locals.
//! *Gives:* [`Encoded`]: its body, the places of the [pieces](crate::map), and, in an object, the
//! places that the linker fills in.
//!
//! In an object, every index and address that the linker may change has its full width from the
//! start: the operand of a call, of an access to the stack pointer, of an indirect call, and
//! immediates relative to a symbol.

use unsnarl_object::{Relocation, RelocationKind};
use wasm_encoder::{BlockType, Encode, Instruction, MemArg, ValType};

use crate::control::Item;
use crate::link::{Link, Target};
use crate::locals::Locals;
use crate::map::Piece;
use crate::object::{Key, Symbols};

/// A function as bytes.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// The local declarations and the instructions.
    pub(crate) bytes: Vec<u8>,
    pub(crate) pieces: Vec<Piece>,
    /// Places in `bytes`, ascending.
    pub(crate) relocations: Vec<Relocation>,
}

/// Encodes a function.
pub(crate) fn encode(link: &Link, locals: &Locals, items: &[Item]) -> Encoded {
    let mut encoded = Encoded::default();
    let number = |web| {
        let number = locals.number(web);
        number.expect("what is read or written has a local")
    };
    encoded.locals(&locals.types);
    for item in items {
        match item {
            Item::Op(op) => match &link.target {
                Target::Module(_) => encoded.op(op.clone()),
                Target::Object(symbols) => encoded.relocated(&mut symbols.borrow_mut(), op),
            },
            Item::From(symbol, op) => {
                if let Target::Object(symbols) = &link.target {
                    let mut symbols = symbols.borrow_mut();
                    let number = symbols.number(Key::Symbol(*symbol));
                    let is_function = link.function_of(*symbol).is_some();
                    if is_function {
                        symbols.number(Key::Table);
                    }
                    encoded.counted_from(number, is_function, op);
                }
            }
            Item::Get(web) => encoded.op(Instruction::LocalGet(number(*web))),
            Item::Set(web) => encoded.op(Instruction::LocalSet(number(*web))),
            Item::Tee(web) => encoded.op(Instruction::LocalTee(number(*web))),
            Item::Open(kind) => encoded.pieces.push(Piece {
                start: encoded.bytes.len() as u32,
                end: encoded.bytes.len() as u32,
                kind: *kind,
            }),
            Item::Close => {
                if let Some(piece) = encoded.pieces.last_mut() {
                    piece.end = encoded.bytes.len() as u32;
                }
            }
        }
    }
    encoded.op(Instruction::End);
    encoded
}

impl Encoded {
    fn op(&mut self, op: Instruction<'_>) {
        op.encode(&mut self.bytes);
    }

    /// The declarations of the locals, in runs of one type.
    fn locals(&mut self, types: &[ValType]) {
        let runs: Vec<&[ValType]> = types.chunk_by(|left, right| left == right).collect();
        (runs.len() as u32).encode(&mut self.bytes);
        for run in runs {
            (run.len() as u32).encode(&mut self.bytes);
            run[0].encode(&mut self.bytes);
        }
    }

    /// An instruction of an object, with the linker's numbers at their full width.
    fn relocated(&mut self, symbols: &mut Symbols, op: &Instruction<'_>) {
        use RelocationKind as Kind;
        match *op {
            Instruction::Call(symbol) => {
                self.bytes.push(0x10);
                self.place(Kind::FunctionIndexLeb, symbol, 0);
            }
            Instruction::ReturnCall(symbol) => {
                self.bytes.push(0x12);
                self.place(Kind::FunctionIndexLeb, symbol, 0);
            }
            Instruction::CallIndirect { type_index, .. } => {
                self.bytes.push(0x11);
                self.indirect(symbols, type_index);
            }
            Instruction::ReturnCallIndirect { type_index, .. } => {
                self.bytes.push(0x13);
                self.indirect(symbols, type_index);
            }
            Instruction::GlobalGet(_) => {
                self.bytes.push(0x23);
                self.place(Kind::GlobalIndexLeb, symbols.number(Key::StackPointer), 0);
            }
            Instruction::GlobalSet(_) => {
                self.bytes.push(0x24);
                self.place(Kind::GlobalIndexLeb, symbols.number(Key::StackPointer), 0);
            }
            Instruction::Block(BlockType::FunctionType(ty)) => self.bracket(0x02, ty),
            Instruction::Loop(BlockType::FunctionType(ty)) => self.bracket(0x03, ty),
            Instruction::If(BlockType::FunctionType(ty)) => self.bracket(0x04, ty),
            ref op => op.encode(&mut self.bytes),
        }
    }

    /// A bracket whose type has a number.
    fn bracket(&mut self, opcode: u8, ty: u32) {
        self.bytes.push(opcode);
        self.place(RelocationKind::TypeIndexLeb, ty, 0);
    }

    /// The immediates of an indirect call.
    fn indirect(&mut self, symbols: &mut Symbols, type_index: u32) {
        self.place(RelocationKind::TypeIndexLeb, type_index, 0);
        let table = symbols.number(Key::Table);
        self.place(RelocationKind::TableNumberLeb, table, 0);
    }

    /// An instruction whose immediate is relative to a symbol: `i32.const`, a load or a store.
    fn counted_from(&mut self, symbol: u32, is_function: bool, op: &Instruction<'_>) {
        if let Instruction::I32Const(addend) = *op {
            self.bytes.push(0x41);
            if is_function {
                self.place(RelocationKind::TableIndexSleb, symbol, 0);
            } else {
                self.place(RelocationKind::MemoryAddressSleb, symbol, addend);
            }
            return;
        }
        let offset = offset(op).expect("only loads and stores count from a symbol");
        op.encode(&mut self.bytes);
        // The offset is the last immediate, but for the number of a lane.
        let lane = lane(op).and_then(|_| self.bytes.pop());
        let mut minimal = Vec::new();
        offset.encode(&mut minimal);
        self.bytes.truncate(self.bytes.len() - minimal.len());
        self.place(RelocationKind::MemoryAddressLeb, symbol, offset as i32);
        self.bytes.extend(lane);
    }

    fn place(&mut self, kind: RelocationKind, target: u32, addend: i32) {
        self.relocations.push(Relocation {
            at: self.bytes.len() as u32,
            kind,
            target,
            addend,
        });
        self.bytes.resize(self.bytes.len() + kind.size(), 0);
    }
}

/// The offset of a load or store.
fn offset(op: &Instruction<'_>) -> Option<u32> {
    use Instruction as I;
    match op {
        I::I32Load(at)
        | I::I64Load(at)
        | I::F32Load(at)
        | I::F64Load(at)
        | I::I32Load8S(at)
        | I::I32Load8U(at)
        | I::I32Load16S(at)
        | I::I32Load16U(at)
        | I::I64Load8S(at)
        | I::I64Load8U(at)
        | I::I64Load16S(at)
        | I::I64Load16U(at)
        | I::I64Load32S(at)
        | I::I64Load32U(at)
        | I::I32Store(at)
        | I::I64Store(at)
        | I::F32Store(at)
        | I::F64Store(at)
        | I::I32Store8(at)
        | I::I32Store16(at)
        | I::I64Store8(at)
        | I::I64Store16(at)
        | I::I64Store32(at)
        | I::V128Load(at)
        | I::V128Load8x8S(at)
        | I::V128Load8x8U(at)
        | I::V128Load16x4S(at)
        | I::V128Load16x4U(at)
        | I::V128Load32x2S(at)
        | I::V128Load32x2U(at)
        | I::V128Load8Splat(at)
        | I::V128Load16Splat(at)
        | I::V128Load32Splat(at)
        | I::V128Load64Splat(at)
        | I::V128Load32Zero(at)
        | I::V128Load64Zero(at)
        | I::V128Store(at) => u32::try_from(at.offset).ok(),
        op => u32::try_from(lane(op)?.offset).ok(),
    }
}

/// The place of a load into one lane, or of a store of one, whose number is the last immediate.
fn lane<'a>(op: &'a Instruction<'_>) -> Option<&'a MemArg> {
    use Instruction as I;
    match op {
        I::V128Load8Lane { memarg, .. }
        | I::V128Load16Lane { memarg, .. }
        | I::V128Load32Lane { memarg, .. }
        | I::V128Load64Lane { memarg, .. }
        | I::V128Store8Lane { memarg, .. }
        | I::V128Store16Lane { memarg, .. }
        | I::V128Store32Lane { memarg, .. }
        | I::V128Store64Lane { memarg, .. } => Some(memarg),
        _ => None,
    }
}
