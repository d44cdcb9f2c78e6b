//! Functions of atomic accesses, for one thread.

use unsnarl_low::op::atomic::{Atomic, Modify};
use unsnarl_low::{Op, Size, Type};

use super::PLACE;
use crate::machine::types::c_type;

/// The function of an atomic access; none if the operation is another one.
pub(super) fn function(op: &Op, name: &str) -> Option<String> {
    let bytes = op.atomic_bytes().unwrap_or(1);
    let place = format!(
        "  uint8_t *const place = at_aligned(self, bytes, size, address + offset, {bytes});\n"
    );
    let made = |result: &str, parameters: &str, body: &str| {
        format!("static inline {result} {name}({PLACE}{parameters}) {{\n{place}{body}}}")
    };
    Some(match *op {
        Op::AtomicLoad(access, _) => {
            let ty = c_type(access.ty());
            made(ty, "", &format!("  return {};\n", read(access)))
        }
        Op::AtomicStore(access, _) => {
            let ty = c_type(access.ty());
            made(
                "void",
                &format!(", {ty} x"),
                &format!("  {};\n", write(access, "x")),
            )
        }
        Op::AtomicModify(access, own, _) => {
            let ty = c_type(access.ty());
            let value = match own {
                Modify::Add => "before + x",
                Modify::Sub => "before - x",
                Modify::And => "before & x",
                Modify::Or => "before | x",
                Modify::Xor => "before ^ x",
                Modify::Exchange => "x",
            };
            let body = format!(
                "  const {ty} before = {};\n  {};\n  return before;\n",
                read(access),
                write(access, value)
            );
            made(ty, &format!(", {ty} x"), &body)
        }
        Op::AtomicCompareExchange(access, _) => {
            let ty = c_type(access.ty());
            let body = format!(
                "  const {ty} before = {};\n  if (before == {}) {};\n  return before;\n",
                read(access),
                low(access, "expected"),
                write(access, "x")
            );
            made(ty, &format!(", {ty} expected, {ty} x"), &body)
        }
        Op::AtomicNotify(_) => made(
            "uint32_t",
            ", uint32_t count",
            "  DROP(*place);\n  (void)count;\n  return 0;\n",
        ),
        Op::AtomicWait(width, _) => {
            let access = Atomic {
                width,
                size: if width.int() == Type::I32 {
                    Size::B4
                } else {
                    Size::B8
                },
            };
            let ty = c_type(width.int());
            let body = format!(
                "  (void)timeout;\n  if (!is_shared) trap(self, UNSNARL_NOT_SHARED);\n  \
                 return {} == expected ? 2 : 1;\n",
                read(access)
            );
            made(
                "uint32_t",
                &format!(", {ty} expected, uint64_t timeout, int is_shared"),
                &body,
            )
        }
        Op::AtomicFence => {
            format!("static inline void {name}(void) {{\n}}")
        }
        _ => return None,
    })
}

fn read(access: Atomic) -> String {
    match access.size {
        Size::B1 => String::from("*place"),
        size => format!("get{}(place)", size.bits()),
    }
}

fn write(access: Atomic, value: &str) -> String {
    match access.size {
        Size::B1 => format!("*place = (uint8_t)({value})"),
        size => format!("put{0}(place, (uint{0}_t)({value}))", size.bits()),
    }
}

/// The lowest bytes of a number.
fn low(access: Atomic, value: &str) -> String {
    match access.size.bits() < access.width.bits() {
        true => format!("(uint{}_t){value}", access.size.bits()),
        false => value.to_owned(),
    }
}
