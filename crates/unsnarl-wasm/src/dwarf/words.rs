//! Texts and numbers of debug information, as DWARF has them.

use unsnarl_ir::debug::words::Flags;
use unsnarl_ir::debug::{self, Expression};
use unsnarl_ir::{Module, NameId};

/// A text, up to the first zero byte, where DWARF ends it.
pub(super) fn text(module: &Module, name: NameId) -> Vec<u8> {
    let bytes = module.name(name).bytes();
    bytes.take_while(|&byte| byte != 0).collect()
}

/// The language of a unit. A language without a version is the oldest that fits.
pub(super) fn language(unit: &debug::Unit) -> Option<gimli::DwLang> {
    if unit.language.0 != 0 {
        return Some(gimli::DwLang(unit.language.0));
    }
    let version = unit.language_version;
    Some(match unit.language_name.0 {
        0x0003 => match version {
            0 => gimli::DW_LANG_C,
            1..199_901 => gimli::DW_LANG_C89,
            199_901..201_112 => gimli::DW_LANG_C99,
            201_112..201_710 => gimli::DW_LANG_C11,
            _ => gimli::DW_LANG_C17,
        },
        0x0004 => match version {
            ..201_103 => gimli::DW_LANG_C_plus_plus,
            201_103..201_402 => gimli::DW_LANG_C_plus_plus_11,
            201_402..201_703 => gimli::DW_LANG_C_plus_plus_14,
            201_703..202_002 => gimli::DW_LANG_C_plus_plus_17,
            _ => gimli::DW_LANG_C_plus_plus_20,
        },
        0x0019 => gimli::DW_LANG_Rust,
        0x001c => gimli::DW_LANG_Zig,
        0x000d => gimli::DW_LANG_Julia,
        0x001a => gimli::DW_LANG_Swift,
        _ => return None,
    })
}

/// Who may use a member, if the flags say so.
pub(super) fn access(flags: Flags) -> Option<gimli::DwAccess> {
    match flags.0 & 3 {
        1 => Some(gimli::DW_ACCESS_private),
        2 => Some(gimli::DW_ACCESS_protected),
        3 => Some(gimli::DW_ACCESS_public),
        _ => None,
    }
}

/// The number that an expression is, if it is only that.
pub(super) fn constant(expression: &Expression) -> Option<(u64, bool)> {
    match *expression.elements {
        [0x10, number, 0x9f] => Some((number, false)),
        [0x11, number, 0x9f] => Some((number, true)),
        _ => None,
    }
}
