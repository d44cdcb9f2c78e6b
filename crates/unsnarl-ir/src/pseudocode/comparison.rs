//! Comparisons of integers, and how one implies another.
//!
//! *Gives:* [`inverse`], [`swapped`], [`implies`], and [`Bits`], a constant to compare.
//! *Cost:* O(1).

use crate::constant::Constant;
use crate::id::ConstId;
use crate::int::mask;
use crate::module::Module;
use crate::ops::IntPredicate;
use crate::types::Type;

/// The comparison that holds if this one does not.
pub(super) fn inverse(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Equal => IntPredicate::NotEqual,
        IntPredicate::NotEqual => IntPredicate::Equal,
        IntPredicate::UnsignedGreater => IntPredicate::UnsignedLessEqual,
        IntPredicate::UnsignedGreaterEqual => IntPredicate::UnsignedLess,
        IntPredicate::UnsignedLess => IntPredicate::UnsignedGreaterEqual,
        IntPredicate::UnsignedLessEqual => IntPredicate::UnsignedGreater,
        IntPredicate::SignedGreater => IntPredicate::SignedLessEqual,
        IntPredicate::SignedGreaterEqual => IntPredicate::SignedLess,
        IntPredicate::SignedLess => IntPredicate::SignedGreaterEqual,
        IntPredicate::SignedLessEqual => IntPredicate::SignedGreater,
    }
}

/// The comparison of the same operands in the other order.
pub(super) fn swapped(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Equal | IntPredicate::NotEqual => predicate,
        IntPredicate::UnsignedGreater => IntPredicate::UnsignedLess,
        IntPredicate::UnsignedGreaterEqual => IntPredicate::UnsignedLessEqual,
        IntPredicate::UnsignedLess => IntPredicate::UnsignedGreater,
        IntPredicate::UnsignedLessEqual => IntPredicate::UnsignedGreaterEqual,
        IntPredicate::SignedGreater => IntPredicate::SignedLess,
        IntPredicate::SignedGreaterEqual => IntPredicate::SignedLessEqual,
        IntPredicate::SignedLess => IntPredicate::SignedGreater,
        IntPredicate::SignedLessEqual => IntPredicate::SignedGreaterEqual,
    }
}

/// Tells whether one comparison of two operands implies another.
pub(super) fn implies(known: IntPredicate, wanted: IntPredicate) -> bool {
    use IntPredicate as P;
    known == wanted
        || matches!(
            (known, wanted),
            (
                P::Equal,
                P::UnsignedGreaterEqual
                    | P::UnsignedLessEqual
                    | P::SignedGreaterEqual
                    | P::SignedLessEqual
            ) | (P::UnsignedGreater, P::UnsignedGreaterEqual | P::NotEqual)
                | (P::UnsignedLess, P::UnsignedLessEqual | P::NotEqual)
                | (P::SignedGreater, P::SignedGreaterEqual | P::NotEqual)
                | (P::SignedLess, P::SignedLessEqual | P::NotEqual)
        )
}

/// An integer of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    width: u32,
    value: u128,
}

impl Bits {
    pub(super) fn of(module: &Module, constant: ConstId) -> Option<Bits> {
        let (ty, value) = match module.constant(constant) {
            Constant::Int { ty, value } => (*ty, value.low()),
            Constant::Zero(ty) => (*ty, 0),
            _ => return None,
        };
        match *module.types.get(ty) {
            Type::Int(width) if (1..=64).contains(&width) => Some(Bits { width, value }),
            _ => None,
        }
    }

    /// Tells whether it is the `true` of an `i1`.
    pub(super) fn is_true(self) -> bool {
        self.value == 1
    }

    pub(super) fn compares(self, predicate: IntPredicate, other: Bits) -> bool {
        predicate.holds([self.value, other.value], self.width)
    }

    /// The equivalent comparison with another constant or predicate, with this constant on the
    /// right: `n >= 1` is `n > 0`, and unsigned also `n != 0`.
    pub(super) fn again(self, predicate: IntPredicate) -> Option<(IntPredicate, Bits)> {
        let mask = mask(self.width);
        let least = 1 << (self.width - 1);
        let (value, width) = (self.value, self.width);
        let up = Bits {
            width,
            value: value.wrapping_add(1) & mask,
        };
        let down = Bits {
            width,
            value: value.wrapping_sub(1) & mask,
        };
        match predicate {
            IntPredicate::NotEqual if value == 0 => Some((IntPredicate::UnsignedGreater, self)),
            IntPredicate::UnsignedGreaterEqual if value != 0 => {
                Some((IntPredicate::UnsignedGreater, down))
            }
            IntPredicate::UnsignedLessEqual if value != mask => {
                Some((IntPredicate::UnsignedLess, up))
            }
            IntPredicate::SignedGreaterEqual if value != least => {
                Some((IntPredicate::SignedGreater, down))
            }
            IntPredicate::SignedLessEqual if up.value != least => {
                Some((IntPredicate::SignedLess, up))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [IntPredicate; 10] = [
        IntPredicate::Equal,
        IntPredicate::NotEqual,
        IntPredicate::UnsignedGreater,
        IntPredicate::UnsignedGreaterEqual,
        IntPredicate::UnsignedLess,
        IntPredicate::UnsignedLessEqual,
        IntPredicate::SignedGreater,
        IntPredicate::SignedGreaterEqual,
        IntPredicate::SignedLess,
        IntPredicate::SignedLessEqual,
    ];

    /// All pairs of integers of three bits.
    fn pairs() -> impl Iterator<Item = (Bits, Bits)> {
        let bits = |value| Bits { width: 3, value };
        (0..64).map(move |pair| (bits(pair / 8), bits(pair % 8)))
    }

    #[test]
    fn comparisons_say_what_they_say_of_all_small_integers() {
        for one in ALL {
            for (left, right) in pairs() {
                let holds = left.compares(one, right);
                assert_eq!(left.compares(inverse(one), right), !holds);
                assert_eq!(right.compares(swapped(one), left), holds);
                if let Some((again, bits)) = right.again(one) {
                    assert_eq!(
                        left.compares(again, bits),
                        holds,
                        "{one:?} {left:?} {right:?}"
                    );
                }
            }
            for other in ALL.into_iter().filter(|&other| implies(one, other)) {
                let mut pairs = pairs();
                assert!(pairs.all(|(left, right)| {
                    !left.compares(one, right) || left.compares(other, right)
                }));
            }
        }
    }
}
