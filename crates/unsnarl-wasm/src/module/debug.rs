//! Debug sections of a module.
//!
//! *Needs:* [DWARF](crate::dwarf) with places that wait for addresses, and the bodies of functions.
//! *Gives:* custom sections in which every place has its address.

use unsnarl_ir::Id;
use wasm_encoder::CustomSection;

use crate::compiled::Compiled;
use crate::dwarf::{self, Section, Target};
use crate::error::CompileError;
use crate::numbering::Numbering;
use crate::placement::Placement;

/// The debug sections of a module with these functions.
pub(super) fn sections(
    numbering: &Numbering,
    placement: &Placement,
    functions: &[Compiled],
) -> Result<Vec<CustomSection<'static>>, CompileError> {
    let addresses = numbering.context.addresses();
    let sections = dwarf::sections(numbering.context.module, addresses, functions)?;
    let starts = starts(functions);
    let sections = sections.into_iter().map(|section| {
        let Section {
            name,
            mut bytes,
            places,
        } = section;
        for place in places {
            let (address, size) = match place.target {
                Target::Code(body) => (starts[body], addresses.bytes()),
                Target::Global(id) => {
                    // What the module does not need has no address.
                    let address = placement.memory.addresses[id.index()];
                    (address.unwrap_or(u64::MAX), addresses.bytes())
                }
                Target::Section(_) => (0, 4),
            };
            let number = address.wrapping_add_signed(place.addend).to_le_bytes();
            let at = place.at as usize;
            let size = size as usize;
            bytes[at..at + size].copy_from_slice(&number[..size]);
        }
        CustomSection {
            name: name.into(),
            data: bytes.into(),
        }
    });
    Ok(sections.collect())
}

/// Where each body begins in the contents of the section of code: behind the number of bodies,
/// those before it, and its own size.
fn starts(functions: &[Compiled]) -> Vec<u64> {
    let digits = |number: usize| {
        let bits = usize::BITS - number.leading_zeros();
        u64::from(bits.max(1).div_ceil(7))
    };
    let mut end = digits(functions.len());
    let functions = functions.iter();
    let start = functions.map(|function| {
        let size = function.body.len();
        let start = end + digits(size);
        end = start + size as u64;
        start
    });
    start.collect()
}
