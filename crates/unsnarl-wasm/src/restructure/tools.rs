//! The sections for tools.
//!
//! *Needs:* a module that was read, and its [`Layout`]. *Gives:* the same with the sections that
//! stay, in their order ([`keep`]), of which one names Unsnarl ([`sign`]).
//! *Cost:* linear in the number of sections and the size of what changes.

use unsnarl_low::module::{CustomSection, Module};

use super::RestructureError;
use crate::producers;
use crate::read::Layout;

/// Leaves out the sections that name places in the code, and names that do not count, and gives
/// what they are called.
///
/// # Errors
/// If they say that the module is an object.
pub(super) fn keep(
    module: &mut Module,
    layout: &mut Layout,
) -> Result<Vec<String>, RestructureError> {
    let is_of_objects = |name: &str| name == "linking" || name.starts_with("reloc.");
    if module
        .custom
        .iter()
        .any(|section| is_of_objects(&section.name))
    {
        return Err(RestructureError::Relocatable);
    }
    let sections = std::mem::take(&mut module.custom);
    let names = layout.names.map(|(place, _)| place);
    let mut dropped = Vec::new();
    for (place, section) in sections.into_iter().enumerate() {
        let is_kept = !names_places(&section.name);
        if let Some((own, _)) = layout
            .names
            .as_mut()
            .filter(|_| !is_kept && names > Some(place))
        {
            *own -= 1;
        }
        match is_kept {
            true => module.custom.push(section),
            false => dropped.push(section.name),
        }
    }
    Ok(dropped)
}

/// Names Unsnarl among the tools that made the module. A section for that comes where LLVM's tools
/// want it: behind the names, before the features of the target.
pub(super) fn sign(module: &mut Module, layout: &Layout) {
    let sections = &mut module.custom;
    let place = |wanted: &str, sections: &[CustomSection]| {
        let mut names = sections.iter().map(|section| section.name.as_str());
        names.position(|name| name == wanted)
    };
    if let Some(place) = place(producers::SECTION, sections) {
        let contents = &mut sections[place].bytes;
        *contents = producers::with_own(contents);
        return;
    }
    let features = place("target_features", sections);
    let after = features.map_or(layout.sections.len() as u32, |place| sections[place].after);
    let section = CustomSection {
        name: producers::SECTION.to_owned(),
        bytes: producers::of_own(),
        after,
    };
    sections.insert(features.unwrap_or(sections.len()), section);
}

/// Tells whether a section for tools names places in the code. Names of locals do: what is left of
/// them are the names of another section than the one that counts.
fn names_places(section: &str) -> bool {
    let prefixes = [".debug_", "metadata.code."];
    prefixes.iter().any(|prefix| section.starts_with(prefix))
        || ["sourceMappingURL", "external_debug_info", "name"].contains(&section)
}
