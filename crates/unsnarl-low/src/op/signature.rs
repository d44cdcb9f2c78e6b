//! The types of operands and results.

use super::Op;
use super::atomic::Atomic;
use super::memory::AddressWidths;
use super::vector::TESTED;
use crate::types::{LaneType, Size, Type, Width};

/// What an operation takes and makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSignature {
    /// The types of its operands.
    pub operands: Vec<Type>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
}

impl Op {
    /// The types of operands and result, where addresses are this wide; none for a call, where the
    /// instruction says them.
    pub fn signature(&self, widths: &AddressWidths) -> Option<OpSignature> {
        use Type::{I32, I64, V128};
        let memory = |memory| widths.memory(memory).int();
        let table = |table| widths.table(table).int();
        let made = |operands: &[Type], result: Type| OpSignature {
            operands: operands.to_vec(),
            result: Some(result),
        };
        let done = |operands: &[Type]| OpSignature {
            operands: operands.to_vec(),
            result: None,
        };
        Some(match *self {
            Op::IntUnary(width, _) => made(&[width.int()], width.int()),
            Op::IntBinary(width, _) => made(&[width.int(); 2], width.int()),
            Op::IntIsZero(width) => made(&[width.int()], I32),
            Op::IntCompare(width, _) => made(&[width.int(); 2], I32),
            Op::FloatUnary(width, _) => made(&[width.float()], width.float()),
            Op::FloatBinary(width, _) => made(&[width.float(); 2], width.float()),
            Op::FloatCompare(width, _) => made(&[width.float(); 2], I32),
            Op::Convert(op) => made(&[op.from()], op.to()),
            Op::Select(ty) => made(&[ty, ty, I32], ty),
            Op::Splat(lane) => made(&[lane.scalar()], V128),
            Op::ExtractLane(lane, ..) => made(&[V128], lane.scalar()),
            Op::ReplaceLane(lane, _) => made(&[V128, lane.scalar()], V128),
            Op::Shuffle(_) | Op::Swizzle | Op::VectorBinary(..) => made(&[V128; 2], V128),
            Op::BitsAnd | Op::BitsAndNot | Op::BitsOr | Op::BitsXor => made(&[V128; 2], V128),
            Op::VectorUnary(..) | Op::BitsNot => made(&[V128], V128),
            Op::VectorShift(..) => made(&[V128, I32], V128),
            Op::AllTrue(_) | Op::Bitmask(_) | Op::AnyTrue => made(&[V128], I32),
            Op::BitsSelect => made(&[V128; 3], V128),
            Op::Relaxed(op) => made(&[V128; 3][..op.operands()], V128),
            Op::Load(op, at) => made(&[memory(at.memory)], op.ty()),
            Op::Store(op, at) => done(&[memory(at.memory), op.ty()]),
            Op::LoadLane(_, at, _) => made(&[memory(at.memory), V128], V128),
            Op::StoreLane(_, at, _) => done(&[memory(at.memory), V128]),
            Op::AtomicLoad(access, at) => made(&[memory(at.memory)], access.ty()),
            Op::AtomicStore(access, at) => done(&[memory(at.memory), access.ty()]),
            Op::AtomicModify(access, _, at) => made(&[memory(at.memory), access.ty()], access.ty()),
            Op::AtomicCompareExchange(access, at) => {
                let number = access.ty();
                made(&[memory(at.memory), number, number], number)
            }
            Op::AtomicNotify(at) => made(&[memory(at.memory), I32], I32),
            Op::AtomicWait(width, at) => made(&[memory(at.memory), width.int(), I64], I32),
            Op::AtomicFence => done(&[]),
            Op::MemorySize(own) => made(&[], memory(own)),
            Op::MemoryGrow(own) => made(&[memory(own)], memory(own)),
            Op::MemoryFill(own) => done(&[memory(own), I32, memory(own)]),
            Op::MemoryCopy { to, from } => {
                let (to, from) = (widths.memory(to), widths.memory(from));
                done(&[to, from, AddressWidths::count(to, from)].map(Width::int))
            }
            Op::MemoryInit(own, _) => done(&[memory(own), I32, I32]),
            Op::TableSize(own) => made(&[], table(own)),
            Op::TableCopy { to, from } => {
                let (to, from) = (widths.table(to), widths.table(from));
                done(&[to, from, AddressWidths::count(to, from)].map(Width::int))
            }
            Op::TableInit(own, _) => done(&[table(own), I32, I32]),
            Op::DataDrop(_) | Op::ElementDrop(_) | Op::Trap => done(&[]),
            Op::TableGet(own, ty) => made(&[table(own)], ty),
            Op::TableSet(own, ty) => done(&[table(own), ty]),
            Op::TableGrow(own, ty) => made(&[ty, table(own)], table(own)),
            Op::TableFill(own, ty) => done(&[table(own), ty, table(own)]),
            Op::Null(ty) => made(&[], ty),
            Op::IsNull(ty) => made(&[ty], I32),
            Op::FunctionReference(_) => made(&[], Type::FuncRef),
            Op::GlobalGet(_, ty) => made(&[], ty),
            Op::GlobalSet(_, ty) => done(&[ty]),
            Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_) => return None,
        })
    }

    /// Tells whether there is such an operation: families have more combinations than the machine.
    pub fn exists(&self) -> bool {
        use super::int::IntUnary;
        use super::relaxed::Relaxed;
        let lanes = |count: LaneType, lane: u8| u32::from(lane) < count.count();
        match *self {
            Op::IntUnary(width, IntUnary::Extend32) => width == Width::W64,
            Op::Select(ty) => Type::ALL.contains(&ty),
            Op::ExtractLane(lane, sign, number) => {
                let has_sign = matches!(lane, LaneType::I8 | LaneType::I16);
                lanes(lane, number) && (has_sign || sign == crate::types::Sign::Signed)
            }
            Op::ReplaceLane(lane, number) => lanes(lane, number),
            Op::Shuffle(bytes) => bytes.iter().all(|&byte| byte < 32),
            Op::VectorUnary(lane, op) => op.lanes().contains(&lane),
            Op::VectorBinary(lane, op) => op.lanes().contains(&lane),
            Op::VectorShift(lane, op) => op.lanes().contains(&lane),
            Op::AllTrue(lane) | Op::Bitmask(lane) => TESTED.contains(&lane),
            Op::Relaxed(Relaxed::Select(lane)) => !lane.is_float(),
            Op::Load(op, _) => op.exists(),
            Op::Store(op, _) => op.exists(),
            Op::AtomicLoad(access, _)
            | Op::AtomicStore(access, _)
            | Op::AtomicModify(access, ..)
            | Op::AtomicCompareExchange(access, _) => Atomic::ALL.contains(&access),
            Op::LoadLane(size, _, lane) | Op::StoreLane(size, _, lane) => {
                u32::from(lane) < 16 / size.bytes()
            }
            Op::Null(ty) | Op::IsNull(ty) | Op::TableGet(_, ty) | Op::TableSet(_, ty) => {
                ty.bytes().is_none()
            }
            Op::TableGrow(_, ty) | Op::TableFill(_, ty) => ty.bytes().is_none(),
            _ => true,
        }
    }
}

/// The sizes of [`Op::LoadLane`] and [`Op::StoreLane`].
pub(crate) const LANE_SIZES: [Size; 4] = Size::ALL;
