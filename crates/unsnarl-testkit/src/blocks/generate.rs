//! Random values and addresses.
//!
//! *Gives:* [`Generator`]: values that are often special, pointers that often lead to where
//! something is, so that accesses overlap. In [`Mood::Calm`] values are small and known, so that
//! divisors are not zero, sums do not overflow and lengths are short.

use unsnarl_ir::interpret::{Bits, Freedom, Kind, Partly, Scalar, Shape, Value};

use super::held::random_bits;
use crate::Rng;
use crate::refinement;

/// What values are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Anything.
    Wild,
    /// Small and known.
    Calm,
}

/// Makes the values of one state.
pub struct Generator {
    /// The source of it all.
    pub rng: Rng,
    mood: Mood,
    /// Whether values may be poison or undefined in part.
    has_poison: bool,
    /// Where pointers lead.
    pool: Vec<u32>,
}

/// How far a pointer may be from an address of the pool.
const NEAR: usize = 24;

impl Generator {
    /// Makes one whose pointers lead near these addresses.
    pub fn new(mut rng: Rng, mood: Mood, pool: Vec<u32>) -> Self {
        let has_poison = mood == Mood::Wild && rng.chance(15);
        Self {
            rng,
            mood,
            has_poison,
            pool,
        }
    }

    /// A value of a shape. One of more scalars than a register can have parts is all zero bits or
    /// all alike, which is fast.
    pub fn value(&mut self, shape: &Shape) -> Value {
        let scalars = shape.scalars.iter().map(|slot| self.scalar(slot.kind));
        Value::new(scalars.collect())
    }

    /// A scalar.
    pub fn scalar(&mut self, kind: Kind) -> Scalar {
        let width = kind.bits();
        if self.has_poison {
            match self.rng.below(12) {
                0 => return Scalar::Poison,
                1 => {
                    let [value, unknown] = [(); 2].map(|()| random_bits(width, &mut self.rng));
                    return Partly::new(value, unknown, Freedom::Undefined).into();
                }
                _ => {}
            }
        }
        match (kind, self.mood) {
            (Kind::Pointer(_), _) => self.pointer(width),
            (Kind::Int(_), Mood::Calm) => {
                let small = 1 + self.rng.below(6) as u128;
                Scalar::int(width, if self.rng.chance(15) { 0 } else { small })
            }
            (Kind::Int(32), Mood::Wild) if self.rng.chance(10) => self.pointer(width),
            (Kind::Int(_), Mood::Wild) if self.rng.chance(25) => {
                Scalar::int(width, self.rng.below(40) as u128)
            }
            _ => loop {
                // Poison is chosen above.
                let scalar = refinement::scalar(kind, &mut self.rng);
                if !scalar.is_poison() {
                    return scalar;
                }
            },
        }
    }

    fn pointer(&mut self, width: u32) -> Scalar {
        let null = match self.mood {
            Mood::Wild => 6,
            Mood::Calm => 2,
        };
        let address = match self.rng.below(100) {
            percent if percent < null => 0,
            percent if percent < 12 && self.mood == Mood::Wild => self.rng.next() as u32,
            _ => self.address(),
        };
        Scalar::Known(Bits::new(width, address.into()))
    }

    /// An address near one of the pool.
    pub fn address(&mut self) -> u32 {
        let base = self.pool[self.rng.below(self.pool.len())];
        let offset = match self.rng.below(3) {
            0 => 0,
            1 => 4 * self.rng.below(NEAR / 4),
            _ => self.rng.below(NEAR),
        };
        base.wrapping_add(offset as u32)
    }
}
