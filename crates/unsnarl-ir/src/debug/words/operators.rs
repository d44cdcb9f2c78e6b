//! `DW_OP_…`: the operators of expressions.

use super::kinds::Encoding;
use super::vocabulary;

vocabulary! {
    /// An operator of an expression, as DWARF and LLVM number it.
    ///
    /// The numbered ones (`DW_OP_lit0` to `DW_OP_breg31`) have no row here, see
    /// [`Operator::NUMBERED`].
    Operator: u16, "DW_OP_" {
        0x0003 "addr",
        0x0006 "deref",
        0x0008 "const1u",
        0x0009 "const1s",
        0x000a "const2u",
        0x000b "const2s",
        0x000c "const4u",
        0x000d "const4s",
        0x000e "const8u",
        0x000f "const8s",
        0x0010 "constu",
        0x0011 "consts",
        0x0012 "dup",
        0x0013 "drop",
        0x0014 "over",
        0x0015 "pick",
        0x0016 "swap",
        0x0017 "rot",
        0x0018 "xderef",
        0x0019 "abs",
        0x001a "and",
        0x001b "div",
        0x001c "minus",
        0x001d "mod",
        0x001e "mul",
        0x001f "neg",
        0x0020 "not",
        0x0021 "or",
        0x0022 "plus",
        0x0023 "plus_uconst",
        0x0024 "shl",
        0x0025 "shr",
        0x0026 "shra",
        0x0027 "xor",
        0x0028 "bra",
        0x0029 "eq",
        0x002a "ge",
        0x002b "gt",
        0x002c "le",
        0x002d "lt",
        0x002e "ne",
        0x002f "skip",
        0x0090 "regx",
        0x0091 "fbreg",
        0x0092 "bregx",
        0x0093 "piece",
        0x0094 "deref_size",
        0x0095 "xderef_size",
        0x0096 "nop",
        0x0097 "push_object_address",
        0x0098 "call2",
        0x0099 "call4",
        0x009a "call_ref",
        0x009b "form_tls_address",
        0x009c "call_frame_cfa",
        0x009d "bit_piece",
        0x009e "implicit_value",
        0x009f "stack_value",
        0x00a0 "implicit_pointer",
        0x00a1 "addrx",
        0x00a2 "constx",
        0x00a3 "entry_value",
        0x00a4 "const_type",
        0x00a5 "regval_type",
        0x00a6 "deref_type",
        0x00a7 "xderef_type",
        0x00a8 "convert",
        0x00a9 "reinterpret",
        0x00e0 "GNU_push_tls_address",
        0x00ed "WASM_location",
        0x00ee "WASM_location_int",
        0x00f3 "GNU_entry_value",
        0x00fb "GNU_addr_index",
        0x00fc "GNU_const_index",
        0x1000 "LLVM_fragment",
        0x1001 "LLVM_convert",
        0x1002 "LLVM_tag_offset",
        0x1003 "LLVM_entry_value",
        0x1004 "LLVM_implicit_pointer",
        0x1005 "LLVM_arg",
        0x1006 "LLVM_extract_bits_sext",
        0x1007 "LLVM_extract_bits_zext",
    }
}

impl Operator {
    /// Families of 32 operators each: the first operator, and the beginning of their names.
    pub const NUMBERED: [(Operator, &'static str); 3] = [
        (Operator(0x30), "DW_OP_lit"),
        (Operator(0x50), "DW_OP_reg"),
        (Operator(0x70), "DW_OP_breg"),
    ];

    /// A part of a variable: offset and size in bits follow.
    pub const FRAGMENT: Operator = Operator(0x1000);
    /// An operand of the record, by its number.
    pub const ARG: Operator = Operator(0x1005);
    /// The memory at an address.
    pub const DEREF: Operator = Operator(0x06);
    /// The value of an expression, which is not in memory.
    pub const STACK_VALUE: Operator = Operator(0x9f);

    /// Gives the number of arguments that follow it.
    pub fn arguments(self) -> usize {
        match self.0 {
            0x1000 | 0x1001 | 0x1006 | 0x1007 | 0x92 => 2,
            0x10 | 0x11 | 0x23 | 0x90 | 0x94 | 0x1002..=0x1003 | 0x1005 => 1,
            0x70..=0x8f => 1,
            _ => 0,
        }
    }

    /// Returns the word for an argument that is an encoding: the second one of a conversion.
    pub fn encoding_of(self, index: usize, argument: u64) -> Option<&'static str> {
        let is_encoding = self == Operator(0x1001) && index == 1;
        let encoding = u16::try_from(argument).ok().filter(|_| is_encoding)?;
        super::word_of(Encoding::WORDS, &encoding)
    }

    /// Returns the operator of a name.
    pub fn named(name: &str) -> Option<Operator> {
        super::number_of(Self::WORDS, name)
            .map(Operator)
            .or_else(|| {
                let mut families = Self::NUMBERED.iter();
                families.find_map(|(first, prefix)| {
                    let number: u16 = name.strip_prefix(prefix)?.parse().ok()?;
                    (number < 32).then_some(Operator(first.0 + number))
                })
            })
    }

    /// Returns its name, if it has one.
    pub fn name(self) -> Option<std::borrow::Cow<'static, str>> {
        if let Some(word) = super::word_of(Self::WORDS, &self.0) {
            return Some(word.into());
        }
        let mut families = Self::NUMBERED.iter();
        families.find_map(|(first, prefix)| {
            let number = self.0.checked_sub(first.0).filter(|&number| number < 32)?;
            Some(format!("{prefix}{number}").into())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, number: u16) {
        assert_eq!(Operator::named(name), Some(Operator(number)));
        assert_eq!(Operator(number).name().as_deref(), Some(name));
    }

    #[test]
    fn names_and_numbers() {
        check("DW_OP_deref", 0x06);
        check("DW_OP_lit31", 0x4f);
        check("DW_OP_reg0", 0x50);
        check("DW_OP_breg31", 0x8f);
        check("DW_OP_LLVM_fragment", 0x1000);
        assert_eq!(Operator::named("DW_OP_lit32"), None);
        assert_eq!(Operator(0xfff).name(), None);
    }
}
