//! Types: those that are made of at most one other type.
//!
//! *Needs:* the types that entries refer to.
//! *Gives:* their entries, and those of all types that these refer to.
//! *Cost:* linear, without recursion: an entry is made when it is first referred to, and gets its
//! attributes when its turn comes.

use gimli::write::AttributeValue;
use gimli::{DwAte, DwTag};
use unsnarl_ir::debug::words::{Flags, Tag};
use unsnarl_ir::debug::{BasicTypeId, DerivedTypeId, Node, Scope, SubroutineTypeId, TypeRef};

use super::entry::Entry;
use super::unit::{Pending, Unit};
use super::words;

/// The tags that a node has if it says nothing.
const BASE: Tag = Tag(0x24);
const STRING: Tag = Tag(0x12);

const VOLATILE_AND_SUCH: [gimli::DwTag; 9] = [
    gimli::DW_TAG_pointer_type,
    gimli::DW_TAG_reference_type,
    gimli::DW_TAG_rvalue_reference_type,
    gimli::DW_TAG_ptr_to_member_type,
    gimli::DW_TAG_const_type,
    gimli::DW_TAG_volatile_type,
    gimli::DW_TAG_restrict_type,
    gimli::DW_TAG_atomic_type,
    gimli::DW_TAG_subroutine_type,
];

const PROTOTYPED: Flags = Flags(1 << 8);
const LVALUE: Flags = Flags(1 << 13);
const RVALUE: Flags = Flags(1 << 14);
const BIG_ENDIAN: Flags = Flags(1 << 27);
const LITTLE_ENDIAN: Flags = Flags(1 << 28);

impl Unit<'_, '_> {
    /// The entry of a type.
    pub(super) fn ty(&mut self, ty: TypeRef) -> Entry {
        if let Some(&entry) = self.types.get(&ty) {
            return entry;
        }
        let scope = self.scope_of_type(ty);
        let parent = self.scope(scope);
        // A class that it is in may have made it.
        match self.types.get(&ty) {
            Some(&entry) => entry,
            None => self.add_type(parent, ty),
        }
    }

    /// Sets the type of something; `void` is none.
    pub(super) fn set_type(&mut self, entry: Entry, ty: Option<TypeRef>) {
        if let Some(ty) = ty {
            let ty = self.ty(ty);
            self.set_entry(entry, gimli::DW_AT_type, ty);
        }
    }

    /// Adds the entry of a type, which gets its attributes later.
    pub(super) fn add_type(&mut self, parent: Entry, ty: TypeRef) -> Entry {
        let entry = self.add(parent, self.tag_of(ty));
        self.types.insert(ty, entry);
        self.pending.push(Pending::Type(ty));
        entry
    }

    /// Gives a type its attributes.
    pub(super) fn complete_type(&mut self, ty: TypeRef) {
        let entry = self.types[&ty];
        match ty {
            TypeRef::BasicType(id) => self.basic(entry, id),
            TypeRef::DerivedType(id) => self.derived(entry, id),
            TypeRef::CompositeType(id) => self.composite(entry, id),
            TypeRef::SubroutineType(id) => self.subroutine(entry, id),
            TypeRef::StringType(id) => {
                let own = &self.info.string_types[id];
                self.set_text(entry, gimli::DW_AT_name, own.name);
                self.set_nonzero(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
            }
            TypeRef::FixedPointType(id) => {
                let own = &self.info.fixed_point_types[id];
                self.set_text(entry, gimli::DW_AT_name, own.name);
                let encoding = AttributeValue::Encoding(DwAte(own.encoding.0 as u8));
                self.set(entry, gimli::DW_AT_encoding, encoding);
                self.set_number(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
            }
            TypeRef::SubrangeType(id) => {
                let own = &self.info.subrange_types[id];
                self.set_text(entry, gimli::DW_AT_name, own.name);
                self.set_type(entry, own.base);
                self.set_nonzero(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
                self.bound(entry, gimli::DW_AT_lower_bound, own.lower);
                self.bound(entry, gimli::DW_AT_upper_bound, own.upper);
            }
        }
    }

    fn tag_of(&self, ty: TypeRef) -> DwTag {
        let or = |tag: Tag, usual: Tag| if tag.0 == 0 { usual } else { tag };
        let tag = match ty {
            TypeRef::BasicType(id) => or(self.info.basic_types[id].tag, BASE),
            TypeRef::DerivedType(id) => self.info.derived_types[id].tag,
            TypeRef::CompositeType(id) => self.info.composite_types[id].tag,
            TypeRef::SubroutineType(_) => return gimli::DW_TAG_subroutine_type,
            TypeRef::StringType(id) => or(self.info.string_types[id].tag, STRING),
            TypeRef::FixedPointType(id) => or(self.info.fixed_point_types[id].tag, BASE),
            TypeRef::SubrangeType(_) => return gimli::DW_TAG_subrange_type,
        };
        DwTag(tag.0)
    }

    fn scope_of_type(&self, ty: TypeRef) -> Option<Scope> {
        match ty {
            TypeRef::CompositeType(id) => self.info.composite_types[id].scope,
            TypeRef::DerivedType(id) => self.info.derived_types[id].scope,
            _ => None,
        }
    }

    fn basic(&mut self, entry: Entry, id: BasicTypeId) {
        let own = &self.info.basic_types[id];
        self.set_text(entry, gimli::DW_AT_name, own.name);
        if self.tag_of(TypeRef::BasicType(id)) != gimli::DW_TAG_base_type {
            return;
        }
        let encoding = AttributeValue::Encoding(DwAte(own.encoding.0 as u8));
        self.set(entry, gimli::DW_AT_encoding, encoding);
        self.set_number(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
        let ends = [
            (BIG_ENDIAN, gimli::DW_END_big),
            (LITTLE_ENDIAN, gimli::DW_END_little),
        ];
        if let Some(&(_, end)) = ends.iter().find(|(flag, _)| own.flags.has(*flag)) {
            let end = AttributeValue::Endianity(end);
            self.set(entry, gimli::DW_AT_endianity, end);
        }
    }

    fn derived(&mut self, entry: Entry, id: DerivedTypeId) {
        let own = &self.info.derived_types[id];
        let tag = DwTag(own.tag.0);
        self.set_text(entry, gimli::DW_AT_name, own.name);
        self.set_type(entry, own.base);
        if !VOLATILE_AND_SUCH.contains(&tag) {
            self.set_nonzero(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
        }
        if tag == gimli::DW_TAG_ptr_to_member_type
            && let Some(class) = own.extra.and_then(|extra| TypeRef::try_from(extra).ok())
        {
            let class = self.ty(class);
            self.set_entry(entry, gimli::DW_AT_containing_type, class);
        }
        self.set_access(entry, own.flags);
        self.set_declared(entry, own.file, own.line);
        if let Some(space) = own.address_space {
            self.set_number(entry, gimli::DW_AT_address_class, space.into());
        }
        if self.out.version() >= 5 {
            self.set_nonzero(entry, gimli::DW_AT_alignment, u64::from(own.align / 8));
        }
    }

    fn subroutine(&mut self, entry: Entry, id: SubroutineTypeId) {
        let own = &self.info.subroutine_types[id];
        let types = own.types.map_or(&[][..], |list| &self.info.lists[list]);
        if let Some(result) = types.first() {
            let result = result.and_then(|ty| TypeRef::try_from(ty).ok());
            self.set_type(entry, result);
        }
        self.parameters(entry, types.get(1..).unwrap_or_default());
        let is_c = types.len() > 1 || own.flags.has(PROTOTYPED);
        self.set_flag(entry, gimli::DW_AT_prototyped, is_c && self.is_c());
        if own.convention.0 > 1 {
            let convention = AttributeValue::CallingConvention(gimli::DwCc(own.convention.0 as u8));
            self.set(entry, gimli::DW_AT_calling_convention, convention);
        }
        self.set_flag(entry, gimli::DW_AT_reference, own.flags.has(LVALUE));
        self.set_flag(entry, gimli::DW_AT_rvalue_reference, own.flags.has(RVALUE));
    }

    /// Adds parameters that have types and nothing else.
    pub(super) fn parameters(&mut self, entry: Entry, types: &[Option<Node>]) {
        for (place, &ty) in types.iter().enumerate() {
            let ty = ty.and_then(|ty| TypeRef::try_from(ty).ok());
            if ty.is_none() && place + 1 == types.len() {
                self.add(entry, gimli::DW_TAG_unspecified_parameters);
                continue;
            }
            let parameter = self.add(entry, gimli::DW_TAG_formal_parameter);
            self.set_type(parameter, ty);
            let is_artificial = ty.is_some_and(|ty| self.is_artificial(ty));
            self.set_flag(parameter, gimli::DW_AT_artificial, is_artificial);
        }
    }

    /// Tells whether a type says of itself that the compiler made what has it, as that of `this`.
    pub(super) fn is_artificial(&self, ty: TypeRef) -> bool {
        match ty {
            TypeRef::DerivedType(id) => self.info.derived_types[id].flags.has(Flags::ARTIFICIAL),
            _ => false,
        }
    }

    pub(super) fn set_access(&mut self, entry: Entry, flags: Flags) {
        if let Some(access) = words::access(flags) {
            let access = AttributeValue::Accessibility(access);
            self.set(entry, gimli::DW_AT_accessibility, access);
        }
    }

    /// Tells whether functions of the language may have no prototype.
    pub(super) fn is_c(&self) -> bool {
        let language = words::language(self.own);
        language.is_some_and(|language| {
            [
                gimli::DW_LANG_C,
                gimli::DW_LANG_C89,
                gimli::DW_LANG_C99,
                gimli::DW_LANG_C11,
                gimli::DW_LANG_C17,
                gimli::DW_LANG_ObjC,
            ]
            .contains(&language)
        })
    }
}
