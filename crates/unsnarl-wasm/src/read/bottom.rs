//! The type of references to no exception at all.
//!
//! *Needs:* a module that is valid. *Gives:* an error where others could see the type `noexn`.
//! *Cost:* linear in the sections before the code.
//!
//! It is a garbage-collected type, but the validator takes it with exceptions alone. In code
//! it holds null only, so code is read as if it were `exnref`. The types of functions, tables and
//! globals must stay what they are.

use wasmparser::{AbstractHeapType, HeapType, Parser, Payload, TypeRef, ValType};

use super::error::{ReadError, Unsupported};

/// Refuses the type.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ReadError> {
    for payload in Parser::new(0).parse_all(bytes) {
        let (offset, is_there) = match payload? {
            Payload::TypeSection(section) => {
                let start = section.range().start;
                let mut is_there = false;
                for ty in section.into_iter_err_on_gc_types() {
                    let ty = ty?;
                    let mut all = ty.params().iter().chain(ty.results());
                    is_there |= all.any(|&ty| is_bottom(ty));
                }
                (start, is_there)
            }
            Payload::ImportSection(section) => {
                let start = section.range().start;
                let mut is_there = false;
                for import in section.into_imports() {
                    is_there |= match import?.ty {
                        TypeRef::Table(ty) => is_bottom(ValType::Ref(ty.element_type)),
                        TypeRef::Global(ty) => is_bottom(ty.content_type),
                        _ => false,
                    };
                }
                (start, is_there)
            }
            Payload::TableSection(section) => {
                let start = section.range().start;
                let mut is_there = false;
                for table in section {
                    is_there |= is_bottom(ValType::Ref(table?.ty.element_type));
                }
                (start, is_there)
            }
            Payload::GlobalSection(section) => {
                let start = section.range().start;
                let mut is_there = false;
                for global in section {
                    is_there |= is_bottom(global?.ty.content_type);
                }
                (start, is_there)
            }
            _ => continue,
        };
        if is_there {
            return Err(ReadError::Unsupported {
                offset,
                feature: Unsupported::GarbageCollection,
                reason: String::from("noexn"),
            });
        }
    }
    Ok(())
}

fn is_bottom(ty: ValType) -> bool {
    let ValType::Ref(ty) = ty else {
        return false;
    };
    matches!(
        ty.heap_type(),
        HeapType::Abstract {
            ty: AbstractHeapType::NoExn,
            ..
        }
    )
}
