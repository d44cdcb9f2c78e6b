//! Types of debug information: their parts, and declarations as C writes them.
//!
//! *Needs:* debug information that keeps the rules of [`crate::verify_debug`].
//! *Gives:* [`SourceTypes`].
//! *Cost:* O(members) for a step into a structure; O(text) for a declaration.
//! *Limits:* parts of unions and bit fields are not named; of an array of several dimensions only
//! elements are named, not rows. A declaration nests at most [`DEEPEST`] types.

use crate::debug::words::{Flags, Tag};
use crate::debug::{Bound, DebugInfo, ListId, Node, TypeRef};
use crate::id::NameId;
use crate::module::Module;

/// The maximum number of types that a declaration looks through.
const DEEPEST: usize = 24;

/// The maximum depth of function types in a declaration.
const FUNCTIONS: usize = 3;

const ARRAY: u16 = 0x01;
const CLASS: u16 = 0x02;
const ENUMERATION: u16 = 0x04;
const MEMBER: u16 = 0x0d;
const POINTER: u16 = 0x0f;
const REFERENCE: u16 = 0x10;
const STRUCTURE: u16 = 0x13;
const TYPEDEF: u16 = 0x16;
const UNION: u16 = 0x17;
const CONST: u16 = 0x26;
const VOLATILE: u16 = 0x35;
const RESTRICT: u16 = 0x37;
const RVALUE_REFERENCE: u16 = 0x42;
const ATOMIC: u16 = 0x47;

/// The types of a module's debug information.
#[derive(Clone, Copy)]
pub(super) struct SourceTypes<'m> {
    pub(super) module: &'m Module,
    pub(super) info: &'m DebugInfo,
}

/// A part of a type.
pub(super) struct Part {
    pub(super) ty: TypeRef,
    /// Its offset in bytes.
    pub(super) offset: u64,
}

impl<'m> SourceTypes<'m> {
    /// Looks through names and qualifiers.
    pub(super) fn resolve(self, mut ty: TypeRef) -> TypeRef {
        for _ in 0..DEEPEST {
            let TypeRef::DerivedType(id) = ty else { break };
            let derived = &self.info.derived_types[id];
            let is_other = matches!(
                derived.tag,
                Tag(TYPEDEF | CONST | VOLATILE | RESTRICT | ATOMIC | MEMBER)
            );
            match derived.base {
                Some(base) if is_other => ty = base,
                _ => break,
            }
        }
        ty
    }

    /// The size of a type in bytes.
    pub(super) fn size(self, ty: TypeRef) -> Option<u64> {
        let bits = match self.resolve(ty) {
            TypeRef::BasicType(id) => self.info.basic_types[id].size,
            TypeRef::CompositeType(id) => self.info.composite_types[id].size,
            TypeRef::DerivedType(id) => {
                let derived = &self.info.derived_types[id];
                let is_address = matches!(derived.tag, Tag(POINTER | REFERENCE | RVALUE_REFERENCE));
                if is_address { derived.size } else { 0 }
            }
            _ => 0,
        };
        (bits > 0 && bits.is_multiple_of(8)).then_some(bits / 8)
    }

    /// The type that a pointer points to.
    pub(super) fn pointee(self, ty: TypeRef) -> Option<TypeRef> {
        let TypeRef::DerivedType(id) = self.resolve(ty) else {
            return None;
        };
        let derived = &self.info.derived_types[id];
        match derived.tag {
            Tag(POINTER | REFERENCE | RVALUE_REFERENCE) => derived.base,
            _ => None,
        }
    }

    /// If a type is an array: the type of its elements, and for each dimension the distance of
    /// elements in bytes.
    pub(super) fn elements(self, ty: TypeRef) -> Option<(TypeRef, Vec<u64>)> {
        let TypeRef::CompositeType(id) = self.resolve(ty) else {
            return None;
        };
        let composite = &self.info.composite_types[id];
        let element = composite.base.filter(|_| composite.tag == Tag(ARRAY))?;
        let dimensions = self.list(composite.elements);
        let (_, inner) = dimensions.split_first()?;
        let mut stride = self.size(element)?;
        let mut strides = vec![stride];
        for dimension in inner.iter().rev() {
            stride = stride.checked_mul(self.count(dimension.as_ref())?)?;
            strides.push(stride);
        }
        strides.reverse();
        Some((element, strides))
    }

    /// The number of elements in a dimension, if it is a constant other than zero.
    fn count(self, dimension: Option<&Node>) -> Option<u64> {
        let Some(Node::Subrange(id)) = dimension else {
            return None;
        };
        match self.info.subranges[*id].count {
            Some(Bound::Number(count)) => u64::try_from(count).ok().filter(|&count| count > 0),
            _ => None,
        }
    }

    /// The field of a structure that holds the byte at an offset, with its name.
    pub(super) fn field(self, ty: TypeRef, offset: u64) -> Option<(&'m str, Part)> {
        let TypeRef::CompositeType(id) = self.resolve(ty) else {
            return None;
        };
        let composite = &self.info.composite_types[id];
        if !matches!(composite.tag, Tag(STRUCTURE | CLASS)) {
            return None;
        }
        self.list(composite.elements).iter().find_map(|node| {
            let Some(Node::DerivedType(id)) = *node else {
                return None;
            };
            let member = &self.info.derived_types[id];
            let is_bits = member.flags.has(Flags::BIT_FIELD);
            let is_static = member.extra.is_some() && member.offset == 0 && member.size == 0;
            if member.tag != Tag(MEMBER) || is_bits || is_static || !member.offset.is_multiple_of(8)
            {
                return None;
            }
            let (start, ty) = (member.offset / 8, member.base?);
            let size = self.size(ty)?;
            let part = Part { ty, offset: start };
            (start <= offset && offset - start < size)
                .then_some((self.module.name(member.name?), part))
        })
    }

    fn list(self, list: Option<ListId>) -> &'m [Option<Node>] {
        list.map_or(&[], |list| &self.info.lists[list])
    }

    /// Declares a name with a type, as in C: `char **argv`, `int (*compare)(int)`; the type alone
    /// if the name is empty.
    pub(super) fn declare(self, ty: Option<TypeRef>, name: &str) -> String {
        self.declared(ty, name, FUNCTIONS)
    }

    fn declared(self, ty: Option<TypeRef>, name: &str, functions: usize) -> String {
        let mut text = name.to_owned();
        let mut ty = ty;
        // Qualifiers that belong to the next pointer or to the base.
        let mut qualifiers = String::new();
        for _ in 0..DEEPEST {
            let (tag, base) = match ty {
                Some(TypeRef::DerivedType(id)) => {
                    let derived = &self.info.derived_types[id];
                    (derived.tag.0, derived.base)
                }
                Some(TypeRef::CompositeType(id)) => {
                    let composite = &self.info.composite_types[id];
                    (composite.tag.0, composite.base)
                }
                Some(TypeRef::SubroutineType(id)) => {
                    let list = self.list(self.info.subroutine_types[id].types);
                    text = format!("{}({})", grouped(&text), self.parameters(list, functions));
                    ty = list
                        .first()
                        .copied()
                        .flatten()
                        .and_then(|node| node.try_into().ok());
                    continue;
                }
                _ => break,
            };
            let sign = match tag {
                POINTER => "*",
                REFERENCE => "&",
                RVALUE_REFERENCE => "&&",
                ARRAY => {
                    text = format!("{}{}", grouped(&text), self.dimensions(ty));
                    ty = base;
                    continue;
                }
                CONST | VOLATILE | RESTRICT | ATOMIC => {
                    qualifiers += match tag {
                        CONST => "const ",
                        VOLATILE => "volatile ",
                        RESTRICT => "restrict ",
                        _ => "_Atomic ",
                    };
                    ty = base;
                    continue;
                }
                _ => break,
            };
            text = format!("{sign}{qualifiers}{text}");
            if text.ends_with(' ') && name.is_empty() {
                text.truncate(text.trim_end().len());
            }
            qualifiers.clear();
            ty = base;
        }
        let base = self.base(ty);
        match text.is_empty() {
            true => format!("{qualifiers}{base}"),
            false => format!("{qualifiers}{base} {text}"),
        }
    }

    fn parameters(self, list: &[Option<Node>], functions: usize) -> String {
        if functions == 0 {
            return "...".to_owned();
        }
        let parameters = list.get(1..).unwrap_or_default();
        if parameters.is_empty() {
            return "void".to_owned();
        }
        let parameters = parameters.iter().map(|parameter| match parameter {
            Some(node) => self.declared((*node).try_into().ok(), "", functions - 1),
            None => "...".to_owned(),
        });
        parameters.collect::<Vec<_>>().join(", ")
    }

    fn dimensions(self, ty: Option<TypeRef>) -> String {
        let Some(TypeRef::CompositeType(id)) = ty else {
            return "[]".to_owned();
        };
        let list = self.list(self.info.composite_types[id].elements);
        let dimensions = list.iter().map(|node| match node {
            Some(Node::Subrange(id)) => match self.info.subranges[*id].count {
                Some(Bound::Number(count)) if count >= 0 => format!("[{count}]"),
                _ => "[]".to_owned(),
            },
            _ => "[]".to_owned(),
        });
        dimensions.collect()
    }

    /// The words for a type that is not a pointer, array or function.
    fn base(self, ty: Option<TypeRef>) -> String {
        let named = |keyword: &str, name: Option<NameId>| match name {
            Some(name) => format!("{keyword}{}", self.module.name(name)),
            None => format!("{keyword}{{…}}"),
        };
        match ty {
            None => "void".to_owned(),
            Some(TypeRef::BasicType(id)) => named("", self.info.basic_types[id].name),
            Some(TypeRef::CompositeType(id)) => {
                let composite = &self.info.composite_types[id];
                let keyword = match composite.tag.0 {
                    STRUCTURE => "struct ",
                    UNION => "union ",
                    CLASS => "class ",
                    ENUMERATION => "enum ",
                    _ => "",
                };
                named(keyword, composite.name)
            }
            Some(TypeRef::DerivedType(id)) => named("", self.info.derived_types[id].name),
            Some(TypeRef::StringType(id)) => named("", self.info.string_types[id].name),
            Some(TypeRef::FixedPointType(id)) => named("", self.info.fixed_point_types[id].name),
            Some(TypeRef::SubrangeType(id)) => named("", self.info.subrange_types[id].name),
            Some(TypeRef::SubroutineType(_)) => "…".to_owned(),
        }
    }
}

/// A declarator that something follows: in parentheses if it begins with `*` or `&`.
fn grouped(text: &str) -> String {
    match text.starts_with(['*', '&']) {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}
