//! Comparisons of integers as signs of JavaScript.

use unsnarl_low::op::int::IntCompare;

use crate::piece::Binds;

/// The signs of a comparison and of its contrary, and how tightly they bind.
pub(crate) fn signs(op: IntCompare) -> ([&'static str; 2], Binds) {
    use IntCompare as C;
    match op {
        C::Eq => (["===", "!=="], Binds::Equality),
        C::Ne => (["!==", "==="], Binds::Equality),
        C::LtS | C::LtU => (["<", ">="], Binds::Relation),
        C::GtS | C::GtU => ([">", "<="], Binds::Relation),
        C::LeS | C::LeU => (["<=", ">"], Binds::Relation),
        C::GeS | C::GeU => ([">=", "<"], Binds::Relation),
    }
}

/// Tells whether a comparison reads its operands without signs.
pub(crate) fn is_unsigned(op: IntCompare) -> bool {
    use IntCompare as C;
    matches!(op, C::LtU | C::GtU | C::LeU | C::GeU)
}
