//! Addresses and memory.

use crate::interpret::machine::{UNKNOWN, check};

#[test]
fn addresses() {
    let base = "%p = inttoptr i32 16 to ptr; ";
    for (gep, expected) in [
        ("getelementptr i32, ptr %p, i32 -1", "0xc:i32"),
        (
            "getelementptr {i8, [4 x i32]}, ptr %p, i32 1, i32 1, i32 2",
            "0x30:i32",
        ),
        ("getelementptr inbounds i8, ptr %p, i32 -17", "poison"),
        ("getelementptr inbounds i8, ptr %p, i32 -16", "0x0:i32"),
        // The first index alone leads below zero.
        (
            "getelementptr inbounds {i32, [4 x i32]}, ptr %p, i32 -1, i32 1, i32 1",
            "poison",
        ),
        (
            "getelementptr {i32, [4 x i32]}, ptr %p, i32 -1, i32 1, i32 1",
            "0x4:i32",
        ),
        ("getelementptr i8, ptr %p, i32 -17", "0xffffffff:i32"),
        ("getelementptr nuw i8, ptr %p, i32 -1", "poison"),
        ("getelementptr nusw i32, ptr %p, i32 536870912", "poison"),
        ("getelementptr i32, ptr %p, i32 1073741824", "0x10:i32"),
        ("getelementptr i8, ptr %p, i64 4294967297", "0x11:i32"),
        ("getelementptr nusw i8, ptr %p, i64 4294967297", "poison"),
        ("getelementptr i8, ptr %p, i32 poison", "poison"),
        (
            "getelementptr i32, ptr %p, i32 undef",
            "0x0:i32?0xfffffffc:i32",
        ),
    ] {
        check(&[(&format!("{base}%a = {gep}; ptr %a"), expected)]);
    }
    check(&[(
        "%p = inttoptr i32 16 to ptr; %a = getelementptr i32, ptr %p, <2 x i32> <i32 1, i32 2>; <2 x ptr> %a",
        "0x14:i32 0x18:i32",
    )]);
}

#[test]
fn memory() {
    let own = "%p = alloca i64, align 8; ";
    for (body, expected) in [
        ("%a = load i32, ptr %p; i32 %a", "0x0:i32?0xffffffff:i32"),
        (
            "store i32 7, ptr %p; %a = load i16, ptr %p; i16 %a",
            "0x7:i16",
        ),
        (
            "store i16 7, ptr %p; %a = load i32, ptr %p; i32 %a",
            "0x7:i32?0xffff0000:i32",
        ),
        (
            "store i32 poison, ptr %p; store i8 0, ptr %p; %a = load i16, ptr %p; i16 %a",
            "poison",
        ),
        (
            "store i32 poison, ptr %p; store i8 9, ptr %p; %a = load i8, ptr %p; i8 %a",
            "0x9:i8",
        ),
        ("store i8 2, ptr %p; %a = load i1, ptr %p; i1 %a", "poison"),
        (
            "store i5 -1, ptr %p; %a = load i8, ptr %p; i8 %a",
            "0x1f:i8",
        ),
        (
            "store <4 x i1> <i1 1, i1 poison, i1 0, i1 1>, ptr %p; %a = load <4 x i1>, ptr %p; <4 x i1> %a",
            "0x1:i1 poison 0x0:i1 0x1:i1",
        ),
        (
            "store <2 x i4> <i4 1, i4 2>, ptr %p; %a = load i8, ptr %p; i8 %a",
            "0x21:i8",
        ),
        (
            "store {i8, i16} {i8 1, i16 2}, ptr %p; %a = load i32, ptr %p; i32 %a",
            "0x20001:i32?0xff00:i32",
        ),
        (
            "%q = getelementptr i8, ptr %p, i32 1; %a = load i16, ptr %q; i16 %a",
            "Undefined(Misaligned)",
        ),
        ("%a = load i8, ptr null; i8 %a", "Undefined(OutOfBounds)"),
        (
            "%q = inttoptr i32 -1 to ptr; %a = load i16, ptr %q, align 1; i16 %a",
            "Undefined(OutOfBounds)",
        ),
        ("%a = load i8, ptr undef; i8 %a", UNKNOWN),
        (
            "store i32 5, ptr %p; %a = atomicrmw sub ptr %p, i32 7 monotonic; %b = load i32, ptr %p; i32 %b",
            "0xfffffffe:i32",
        ),
        (
            "store i32 5, ptr %p; %a = atomicrmw uinc_wrap ptr %p, i32 5 monotonic; %b = load i32, ptr %p; i32 %b",
            "0x0:i32",
        ),
        (
            "store i32 5, ptr %p; %a = atomicrmw nand ptr %p, i32 4 monotonic; %b = load i32, ptr %p; i32 %b",
            "0xfffffffb:i32",
        ),
        (
            "store i32 5, ptr %p; %a = cmpxchg ptr %p, i32 5, i32 6 seq_cst seq_cst; {i32, i1} %a",
            "0x5:i32 0x1:i1",
        ),
    ] {
        check(&[(&format!("{own}{body}"), expected)]);
    }
}
