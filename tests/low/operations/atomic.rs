//! Atomic operations as plain ones, which an engine without threads knows.
//!
//! What is out of bounds traps first, then what is not aligned: that is `unreachable` here.

use unsnarl_low::op::atomic::{Atomic, Modify};
use unsnarl_low::op::memory::Address;
use unsnarl_low::{Op, Type, Width};

/// Instructions that do with the parameters what an atomic operation does, with its operands on the
/// stack; none for other operations, and for those that wait.
pub(crate) fn plainly(op: &Op, operands: usize, addresses: Width) -> Option<String> {
    let body = match *op {
        Op::AtomicLoad(access, at) => load(access, at),
        Op::AtomicStore(access, at) => store(access, at, "local.get 1"),
        Op::AtomicModify(access, modify, at) => {
            let before = load(access, at);
            let new = match modify {
                Modify::Exchange => "local.get 1".to_owned(),
                _ => format!("{before} local.get 1 {}.{}", access.ty(), modify.name()),
            };
            format!("{before} {}", store(access, at, &new))
        }
        Op::AtomicCompareExchange(access, at) => {
            let (before, ty) = (load(access, at), access.ty());
            let mask = access.mask() as i64;
            let expected = match ty {
                Type::I32 => format!("local.get 1 i32.const {} i32.and", mask as i32),
                _ => format!("local.get 1 i64.const {mask} i64.and"),
            };
            let new = format!("local.get 2 {before} {before} {expected} {ty}.eq select");
            format!("{before} {}", store(access, at, &new))
        }
        Op::AtomicNotify(_) => "i32.const 0".to_owned(),
        Op::AtomicFence => return Some(String::new()),
        _ => return None,
    };
    let (bytes, at) = op.atomic_bytes().zip(op.address())?;
    let probe = match bytes {
        1 => "i32.load8_u",
        2 => "i32.load16_u",
        4 => "i32.load",
        _ => "i64.load",
    };
    let ty = addresses.int();
    let (low, mask) = (at.offset % 8, bytes - 1);
    Some(format!(
        "{} local.get 0 {probe} offset={} drop
         local.get 0 {ty}.const {low} {ty}.add {ty}.const {mask} {ty}.and {ty}.eqz i32.eqz
         if unreachable end
         {body}",
        "drop ".repeat(operands),
        at.offset
    ))
}

fn load(access: Atomic, at: Address) -> String {
    let suffix = match access.size.bits() < access.width.bits() {
        true => format!("{}_u", access.size.bits()),
        false => String::new(),
    };
    format!(
        "local.get 0 {}.load{suffix} offset={}",
        access.ty(),
        at.offset
    )
}

fn store(access: Atomic, at: Address, value: &str) -> String {
    let suffix = match access.size.bits() < access.width.bits() {
        true => access.size.bits().to_string(),
        false => String::new(),
    };
    format!(
        "local.get 0 {value} {}.store{suffix} offset={}",
        access.ty(),
        at.offset
    )
}
