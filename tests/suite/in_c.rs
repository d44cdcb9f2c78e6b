//! The suite as portable C, by gcc with all checks; calls that take no stack by clang; and the
//! second version under guard pages and sanitizers.

use crate::groups::{self, Exceptions, check};
use crate::{CLANG, GCC, GUARD_PAGES, SANITIZERS};

const GARBAGE: &str = "a garbage-collected type";
const TYPED: &str = "a typed reference to a function";
const FOLDED: &str =
    "compilers take `(float)(double)x` for `x`, which a NaN that signals is not any more";

const VERSION_2: Exceptions = Exceptions {
    refused: &[],
    nans: &[],
    otherwise: &[("wasm-v2/float_exprs.wast", FOLDED, 2)],
};

#[test]
fn version_1() {
    check(
        &GCC,
        groups::version_1(),
        Exceptions {
            otherwise: &[("wasm-v1/float_exprs.wast", FOLDED, 2)],
            ..Exceptions::default()
        },
    );
}

#[test]
fn version_2() {
    check(&GCC, groups::version_2(), VERSION_2);
}

#[test]
fn taken_up() {
    check(
        &GCC,
        groups::taken_up(),
        Exceptions {
            refused: &[
                ("bulk-memory/table-sub.wast", TYPED, 1, 1),
                ("bulk-memory/table_init.wast", GARBAGE, 1, 2),
            ],
            ..Exceptions::default()
        },
    );
}

#[test]
fn vectors() {
    check(&GCC, groups::vectors(), Exceptions::default());
}

#[test]
fn tail_calls() {
    check(&CLANG, groups::tail_calls(), Exceptions::default());
}

#[test]
fn extended_constants() {
    check(&GCC, groups::extended_constants(), Exceptions::default());
}

#[test]
fn several_memories() {
    check(&GCC, groups::several_memories(), Exceptions::default());
}

#[test]
fn addresses_of_64_bits() {
    check(&GCC, groups::addresses_of_64_bits(), Exceptions::default());
}

#[test]
fn exceptions() {
    check(
        &GCC,
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
    check(&GCC, groups::threads(), Exceptions::default());
}

#[test]
fn version_2_under_guard_pages() {
    check(&GUARD_PAGES, groups::version_2(), VERSION_2);
}

#[test]
fn version_2_under_sanitizers() {
    check(&SANITIZERS, groups::version_2(), VERSION_2);
}
