//! How many bytes code takes at least.
//!
//! *Needs:* code and its [trees](Trees). *Gives:* [`bytes`], a lower bound of its body.
//! *Cost:* linear.
//!
//! All that runs in a block is written at least once, as the trees have it. What decides between
//! edges may be written otherwise, or not at all, but for what has an effect. A register may
//! [stay on the stack](crate::control): then nothing sets it but its first read, if it is read
//! again.

use unsnarl_low::trees::{Code, Trees};
use unsnarl_low::{Function, InstId, Number, Op, Reg, Source};

use crate::numbering::{Numbering, Target};

/// The bytes of an index that a linker fills in.
const PADDED: u64 = 5;

/// The bytes of a body without locals and instructions: the number of locals, and its end.
const EMPTY: u64 = 2;

/// Bytes that the body of a function has at least.
pub(crate) fn bytes(function: &Function, trees: &Trees, numbering: &Numbering) -> u64 {
    let reference = match numbering.target {
        Target::Module(_) => 1,
        Target::Object(_) => PADDED,
    };
    let mut least = Least {
        function,
        reference,
        reads: vec![Reads::None; function.reg_count()],
    };
    let mut bytes = EMPTY;
    for &block in function.order() {
        let code = trees.block(block);
        bytes += code.run.iter().map(|&item| least.item(item)).sum::<u64>();
        bytes += code
            .exit
            .iter()
            .map(|&item| least.of_exit(item))
            .sum::<u64>();
    }
    bytes
}

struct Least<'a> {
    function: &'a Function,
    /// The bytes of a reference to a symbol.
    reference: u64,
    /// By register.
    reads: Vec<Reads>,
}

/// How often a register was read so far.
#[derive(Clone, Copy)]
enum Reads {
    None,
    /// Once, which was not counted.
    One,
    More,
}

impl Least<'_> {
    fn item(&mut self, item: Code) -> u64 {
        match item {
            Code::Inst(inst) => self.inst(inst),
            Code::Rematerialise(reg) => match self.function.source(reg) {
                Source::Number(number) => 1 + self.number(number),
                _ => 2,
            },
            Code::Drop => 1,
            Code::Get(reg) => self.read(reg),
            Code::Set(_) | Code::Tee(_) => 0,
        }
    }

    fn read(&mut self, reg: Reg) -> u64 {
        let reads = &mut self.reads[reg.index()];
        let (now, bytes) = match reads {
            Reads::None => (Reads::One, 0),
            Reads::One => (Reads::More, 4),
            Reads::More => (Reads::More, 2),
        };
        *reads = now;
        bytes
    }

    fn of_exit(&self, item: Code) -> u64 {
        match item {
            Code::Inst(inst) if self.function.inst(inst).effect.is_kept() => self.inst(inst),
            _ => 0,
        }
    }

    /// An opcode, the alignment and the offset of an access, and what is referred to.
    fn inst(&self, inst: InstId) -> u64 {
        match self.function.inst(inst).op {
            Op::Load(..) | Op::Store(..) => 3,
            Op::Call(_) | Op::GlobalGet(..) | Op::GlobalSet(..) => 1 + self.reference,
            Op::CallIndirect(_) => 2 + self.reference,
            _ => 1,
        }
    }

    /// The immediate of a constant.
    fn number(&self, number: Number) -> u64 {
        match number {
            Number::I32(number) => signed(number.into()),
            Number::I64(number) => signed(number),
            Number::F32(_) => 4,
            Number::F64(_) => 8,
            Number::V128(_) => 17,
            Number::Address(..) => self.reference,
        }
    }
}

/// The bytes of a signed number in LEB128.
fn signed(number: i64) -> u64 {
    let magnitude = if number < 0 { !number } else { number };
    let bits = 65 - u64::from(magnitude.leading_zeros());
    bits.div_ceil(7)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::Encode;

    use super::*;

    #[test]
    fn signed_numbers_are_as_long_as_they_are_written() {
        let powers = (0..64).map(|bit| 1_i64.wrapping_shl(bit));
        let near = |power: i64| [-1, 0, 1].map(|distance| power.wrapping_add(distance));
        for number in powers.flat_map(near) {
            for number in [number, number.wrapping_neg()] {
                let mut written = Vec::new();
                number.encode(&mut written);
                assert_eq!(signed(number), written.len() as u64, "{number}");
            }
        }
    }
}
