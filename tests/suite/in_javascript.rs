//! The suite as JavaScript, in node, and its second version with short names in SpiderMonkey's
//! shell.

use crate::groups::{self, Exceptions, check};
use crate::{NODE, SPIDERMONKEY};

const GARBAGE: &str = "a garbage-collected type";
const TYPED: &str = "a typed reference to a function";
const SIGN: &str = "SpiderMonkey's NaNs have no sign, so `copysign` does not find it";
const WIDE: &str = "a memory with 64-bit addresses is not supported in JavaScript";

#[test]
fn version_1() {
    check(
        &NODE,
        groups::version_1(),
        Exceptions {
            nans: &[
                ("wasm-v1/conversions.wast", 8),
                ("wasm-v1/float_exprs.wast", 8),
                ("wasm-v1/float_memory.wast", 8),
                ("wasm-v1/float_misc.wast", 16),
                ("wasm-v1/local_tee.wast", 1),
                ("wasm-v1/select.wast", 4),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn version_2() {
    check(
        &NODE,
        groups::version_2(),
        Exceptions {
            nans: &[
                ("wasm-v2/conversions.wast", 8),
                ("wasm-v2/float_exprs.wast", 8),
                ("wasm-v2/float_memory.wast", 8),
                ("wasm-v2/float_misc.wast", 16),
                ("wasm-v2/local_tee.wast", 1),
                ("wasm-v2/select.wast", 6),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn taken_up() {
    check(
        &NODE,
        groups::taken_up(),
        Exceptions {
            refused: &[
                ("bulk-memory/table-sub.wast", TYPED, 1, 1),
                ("bulk-memory/table_init.wast", GARBAGE, 1, 2),
            ],
            nans: &[
                ("nontrapping-float-to-int-conversions/conversions.wast", 8),
                ("reference-types/select.wast", 6),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn vectors() {
    check(
        &NODE,
        groups::vectors(),
        Exceptions {
            nans: &[
                ("simd/simd_f64x2_rounding.wast", 8),
                ("simd/simd_splat.wast", 1),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn tail_calls() {
    check(&NODE, groups::tail_calls(), Exceptions::default());
}

#[test]
fn extended_constants() {
    check(&NODE, groups::extended_constants(), Exceptions::default());
}

#[test]
fn several_memories() {
    check(
        &NODE,
        groups::several_memories(),
        Exceptions {
            nans: &[("multi-memory/float_memory0.wast", 5)],
            ..Exceptions::default()
        },
    );
}

#[test]
fn addresses_of_64_bits() {
    check(
        &NODE,
        groups::addresses_of_64_bits(),
        Exceptions {
            refused: &[
                ("memory64/address64.wast", WIDE, 4, 242),
                ("memory64/align64.wast", WIDE, 25, 73),
                ("memory64/binary-leb128.wast", WIDE, 1, 1),
                ("memory64/endianness64.wast", WIDE, 1, 69),
                ("memory64/float_memory64.wast", WIDE, 6, 90),
                ("memory64/load64.wast", WIDE, 1, 38),
                ("memory64/memory64.wast", WIDE, 8, 53),
                ("memory64/memory_grow64.wast", WIDE, 4, 49),
                ("memory64/memory_redundancy64.wast", WIDE, 1, 8),
                ("memory64/memory_trap64.wast", WIDE, 2, 172),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn exceptions() {
    check(
        &NODE,
        groups::exceptions(),
        Exceptions {
            refused: &[
                ("exceptions/tag.wast", GARBAGE, 3, 5),
                ("exceptions/try_table.wast", TYPED, 1, 6),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn threads() {
    check(&NODE, groups::threads(), Exceptions::default());
}

#[test]
fn version_2_in_spidermonkey() {
    check(
        &SPIDERMONKEY,
        groups::version_2(),
        Exceptions {
            nans: &[
                ("wasm-v2/address.wast", 2),
                ("wasm-v2/conversions.wast", 16),
                ("wasm-v2/f32_bitwise.wast", 3),
                ("wasm-v2/f64_bitwise.wast", 3),
                ("wasm-v2/float_exprs.wast", 32),
                ("wasm-v2/float_memory.wast", 18),
                ("wasm-v2/float_misc.wast", 16),
                ("wasm-v2/local_tee.wast", 1),
                ("wasm-v2/select.wast", 8),
            ],
            otherwise: &[
                ("wasm-v2/f32_bitwise.wast", SIGN, 16),
                ("wasm-v2/f64_bitwise.wast", SIGN, 16),
            ],
            ..Exceptions::default()
        },
    );
}
