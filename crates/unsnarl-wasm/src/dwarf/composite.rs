//! Types that are made of others: structures, unions, classes, arrays, enumerations.

use gimli::write::{AttributeValue, Expression};
use gimli::{DwAt, DwTag};
use unsnarl_ir::debug::words::Flags;
use unsnarl_ir::debug::{
    Bound, CompositeTypeId, DerivedTypeId, EnumeratorId, GenericSubrangeId, ListId, Node,
    SubrangeId, TemplateTypeId, TemplateValueId, TypeRef,
};
use unsnarl_ir::{ConstId, Constant};

use super::entry::Entry;
use super::unit::Unit;

const VECTOR: Flags = Flags(1 << 11);
const STATIC: Flags = Flags(1 << 12);
const VIRTUAL: Flags = Flags(1 << 5);
const BY_VALUE: Flags = Flags(1 << 22);
const BY_REFERENCE: Flags = Flags(1 << 23);
const ENUM_CLASS: Flags = Flags(1 << 24);
const EXPORTS: Flags = Flags(1 << 15);

impl Unit<'_, '_> {
    pub(super) fn composite(&mut self, entry: Entry, id: CompositeTypeId) {
        let own = &self.info.composite_types[id];
        let tag = DwTag(own.tag.0);
        self.set_text(entry, gimli::DW_AT_name, own.name);
        self.set_declared(entry, own.file, own.line);
        match tag {
            gimli::DW_TAG_array_type => self.array(entry, id),
            gimli::DW_TAG_enumeration_type => self.enumeration(entry, id),
            _ => self.class(entry, id),
        }
        if let Some(arguments) = own.template_parameters {
            self.template_arguments(entry, arguments);
        }
        if self.out.version() >= 5 {
            self.set_nonzero(entry, gimli::DW_AT_alignment, u64::from(own.align / 8));
        }
    }

    fn elements(&self, list: Option<ListId>) -> impl Iterator<Item = Node> + use<'_> {
        let elements = list.map_or(&[][..], |list| &self.info.lists[list]);
        elements.iter().copied().flatten()
    }

    fn array(&mut self, entry: Entry, id: CompositeTypeId) {
        let own = &self.info.composite_types[id];
        let is_vector = own.flags.has(VECTOR);
        self.set_flag(entry, gimli::DW_AT_GNU_vector, is_vector);
        if is_vector {
            self.set_nonzero(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
        }
        self.set_type(entry, own.base);
        let dimensions: Vec<Node> = self.elements(own.elements).collect();
        for dimension in dimensions {
            match dimension {
                Node::Subrange(id) => self.dimension(entry, id),
                Node::GenericSubrange(id) => self.generic_dimension(entry, id),
                _ => {}
            }
        }
    }

    fn dimension(&mut self, array: Entry, id: SubrangeId) {
        let own = &self.info.subranges[id];
        let entry = self.add(array, gimli::DW_TAG_subrange_type);
        let index = self.index_type();
        self.set_entry(entry, gimli::DW_AT_type, index);
        // An array of unknown length says -1.
        if own.count != Some(Bound::Number(-1)) {
            self.bound(entry, gimli::DW_AT_count, own.count);
        }
        if own.lower != Some(Bound::Number(0)) {
            self.bound(entry, gimli::DW_AT_lower_bound, own.lower);
        }
        self.bound(entry, gimli::DW_AT_upper_bound, own.upper);
        self.bound(entry, gimli::DW_AT_byte_stride, own.stride);
    }

    fn generic_dimension(&mut self, array: Entry, id: GenericSubrangeId) {
        let own = &self.info.generic_subranges[id];
        let entry = self.add(array, gimli::DW_TAG_generic_subrange);
        self.bound(entry, gimli::DW_AT_lower_bound, own.lower);
        self.bound(entry, gimli::DW_AT_count, own.count);
        self.bound(entry, gimli::DW_AT_upper_bound, own.upper);
        self.bound(entry, gimli::DW_AT_byte_stride, own.stride);
    }

    /// The type that indices of arrays have: none of the source.
    fn index_type(&mut self) -> Entry {
        if let Some(entry) = self.index {
            return entry;
        }
        let entry = self.add(self.root(), gimli::DW_TAG_base_type);
        let name = self.strings.add("__ARRAY_SIZE_TYPE__");
        self.set(entry, gimli::DW_AT_name, AttributeValue::StringRef(name));
        self.set_number(entry, gimli::DW_AT_byte_size, 8);
        let encoding = AttributeValue::Encoding(gimli::DW_ATE_unsigned);
        self.set(entry, gimli::DW_AT_encoding, encoding);
        self.index = Some(entry);
        entry
    }

    /// Sets a bound of an array: a number, or the variable that holds it.
    pub(super) fn bound(&mut self, entry: Entry, name: DwAt, bound: Option<Bound>) {
        match bound {
            Some(Bound::Number(number)) => {
                let value = match u64::try_from(number) {
                    Ok(number) => AttributeValue::Udata(number),
                    Err(_) => AttributeValue::Sdata(number),
                };
                self.set(entry, name, value);
            }
            Some(Bound::Node(Node::LocalVariable(id))) => self.bounds.push((entry, name, id)),
            Some(Bound::Node(Node::GlobalVariable(id))) => {
                if let Some(&variable) = self.globals.get(&id) {
                    self.set_entry(entry, name, variable);
                }
            }
            Some(Bound::Node(_)) | None => {}
        }
    }

    /// Sets the bounds that variables hold, as far as these have entries.
    pub(super) fn finish_bounds(&mut self) {
        for (entry, name, id) in std::mem::take(&mut self.bounds) {
            if let Some(&variable) = self.variables.get(&id) {
                self.set_entry(entry, name, variable);
            }
        }
    }

    fn enumeration(&mut self, entry: Entry, id: CompositeTypeId) {
        let own = &self.info.composite_types[id];
        self.set_type(entry, own.base);
        self.set_flag(entry, gimli::DW_AT_enum_class, own.flags.has(ENUM_CLASS));
        self.set_nonzero(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
        self.set_flag(
            entry,
            gimli::DW_AT_declaration,
            own.flags.has(Flags::FORWARD),
        );
        let elements: Vec<Node> = self.elements(own.elements).collect();
        for element in elements {
            if let Node::Enumerator(id) = element {
                self.enumerator(entry, id);
            }
        }
    }

    fn enumerator(&mut self, enumeration: Entry, id: EnumeratorId) {
        let own = &self.info.enumerators[id];
        let entry = self.add(enumeration, gimli::DW_TAG_enumerator);
        self.set_text(entry, gimli::DW_AT_name, own.name);
        let value = match (own.is_unsigned, i64::try_from(own.value)) {
            (false, Ok(value)) => AttributeValue::Sdata(value),
            // A number of more bits has no form here but its bytes.
            (false, Err(_)) => AttributeValue::Block(own.value.to_le_bytes().to_vec()),
            (true, _) => match u64::try_from(own.value) {
                Ok(value) => AttributeValue::Udata(value),
                Err(_) => AttributeValue::Block(own.value.to_le_bytes().to_vec()),
            },
        };
        self.set(entry, gimli::DW_AT_const_value, value);
    }

    fn class(&mut self, entry: Entry, id: CompositeTypeId) {
        let own = &self.info.composite_types[id];
        let is_declaration = own.flags.has(Flags::FORWARD);
        self.set_flag(entry, gimli::DW_AT_declaration, is_declaration);
        self.set_flag(entry, gimli::DW_AT_export_symbols, own.flags.has(EXPORTS));
        if !is_declaration || own.size > 0 {
            self.set_number(entry, gimli::DW_AT_byte_size, own.size.div_ceil(8));
        }
        if self.out.version() >= 5 {
            let conventions = [
                (BY_VALUE, gimli::DW_CC_pass_by_value),
                (BY_REFERENCE, gimli::DW_CC_pass_by_reference),
            ];
            if let Some(&(_, convention)) =
                conventions.iter().find(|(flag, _)| own.flags.has(*flag))
            {
                let convention = AttributeValue::CallingConvention(convention);
                self.set(entry, gimli::DW_AT_calling_convention, convention);
            }
        }
        if let Some(holder) = own.vtable_holder {
            let holder = self.ty(holder);
            self.set_entry(entry, gimli::DW_AT_containing_type, holder);
        }
        let elements: Vec<Node> = self.elements(own.elements).collect();
        for element in elements {
            match element {
                Node::Subprogram(id) => {
                    self.function_in(entry, id);
                }
                Node::DerivedType(id) => self.member(entry, id),
                Node::CompositeType(id) => {
                    self.part(entry, id);
                }
                _ => {}
            }
        }
        if let Some(discriminator) = own.discriminator {
            self.discriminator(entry, discriminator);
        }
    }

    /// A part of an enumeration of Rust, or a nested type.
    fn part(&mut self, class: Entry, id: CompositeTypeId) {
        let ty = TypeRef::CompositeType(id);
        if !self.types.contains_key(&ty) {
            self.add_type(class, ty);
        }
    }

    /// The member that tells which variant there is.
    fn discriminator(&mut self, entry: Entry, id: DerivedTypeId) {
        let own = &self.info.derived_types[id];
        let member = self.add(entry, gimli::DW_TAG_member);
        self.set_text(member, gimli::DW_AT_name, own.name);
        self.set_type(member, own.base);
        self.set_number(member, gimli::DW_AT_data_member_location, own.offset / 8);
        self.set_flag(
            member,
            gimli::DW_AT_artificial,
            own.flags.has(Flags::ARTIFICIAL),
        );
        self.set_entry(entry, gimli::DW_AT_discr, member);
    }

    /// A member, a base class, a friend, or a type that is named in a class.
    fn member(&mut self, class: Entry, id: DerivedTypeId) {
        let own = &self.info.derived_types[id];
        let tag = DwTag(own.tag.0);
        match tag {
            gimli::DW_TAG_member | gimli::DW_TAG_inheritance | gimli::DW_TAG_variable => {}
            gimli::DW_TAG_friend => {
                let friend = self.add(class, tag);
                if let Some(ty) = own.base {
                    let ty = self.ty(ty);
                    self.set_entry(friend, gimli::DW_AT_friend, ty);
                }
                return;
            }
            _ => {
                let ty = TypeRef::DerivedType(id);
                if !self.types.contains_key(&ty) {
                    self.add_type(class, ty);
                }
                return;
            }
        }
        let is_static = own.flags.has(STATIC) || tag == gimli::DW_TAG_variable;
        if is_static {
            self.static_member(class, id);
            return;
        }
        // A member of a variant of Rust's stands in the variant, with the value that tells it.
        let is_variant = self.out.get(class.id).tag() == gimli::DW_TAG_variant_part;
        let parent = match is_variant {
            true => {
                let variant = self.add(class, gimli::DW_TAG_variant);
                if let Some(value) = self.number_of(own.extra) {
                    let value = AttributeValue::Udata(value as u64);
                    self.set(variant, gimli::DW_AT_discr_value, value);
                }
                variant
            }
            false => class,
        };
        let entry = self.add(parent, tag);
        self.set_text(entry, gimli::DW_AT_name, own.name);
        self.set_type(entry, own.base);
        self.set_declared(entry, own.file, own.line);
        let is_virtual = own.flags.has(VIRTUAL);
        if tag == gimli::DW_TAG_inheritance && is_virtual {
            let mut offset = Expression::new();
            // The table of virtual functions has the offset, so many bytes before its start.
            offset.op(gimli::DW_OP_dup);
            offset.op_deref();
            offset.op_constu(own.offset);
            offset.op(gimli::DW_OP_minus);
            offset.op_deref();
            offset.op(gimli::DW_OP_plus);
            self.set_expression(entry, gimli::DW_AT_data_member_location, offset);
        } else if own.flags.has(Flags::BIT_FIELD) {
            self.set_number(entry, gimli::DW_AT_bit_size, own.size);
            self.set_number(entry, gimli::DW_AT_data_bit_offset, own.offset);
        } else {
            self.set_number(entry, gimli::DW_AT_data_member_location, own.offset / 8);
        }
        self.set_access(entry, own.flags);
        if is_virtual {
            let virtuality = AttributeValue::Virtuality(gimli::DW_VIRTUALITY_virtual);
            self.set(entry, gimli::DW_AT_virtuality, virtuality);
        }
        self.set_flag(
            entry,
            gimli::DW_AT_artificial,
            own.flags.has(Flags::ARTIFICIAL),
        );
        if self.out.version() >= 5 {
            self.set_nonzero(entry, gimli::DW_AT_alignment, u64::from(own.align / 8));
        }
    }

    /// The entry of a static member: a declaration.
    pub(super) fn static_member(&mut self, class: Entry, id: DerivedTypeId) -> Entry {
        if let Some(&entry) = self.types.get(&TypeRef::DerivedType(id)) {
            return entry;
        }
        let own = &self.info.derived_types[id];
        let tag = match self.out.version() >= 5 {
            true => gimli::DW_TAG_variable,
            false => gimli::DW_TAG_member,
        };
        let entry = self.add(class, tag);
        self.types.insert(TypeRef::DerivedType(id), entry);
        self.set_text(entry, gimli::DW_AT_name, own.name);
        self.set_type(entry, own.base);
        self.set_declared(entry, own.file, own.line);
        self.set_flag(entry, gimli::DW_AT_external, true);
        self.set_flag(entry, gimli::DW_AT_declaration, true);
        self.set_access(entry, own.flags);
        if let Some(value) = self.number_of(own.extra) {
            self.set(
                entry,
                gimli::DW_AT_const_value,
                AttributeValue::Sdata(value),
            );
        }
        entry
    }

    /// The integer that a node is.
    fn number_of(&self, node: Option<Node>) -> Option<i64> {
        let Some(Node::Constant(id)) = node else {
            return None;
        };
        self.integer(id)
    }

    fn integer(&self, id: ConstId) -> Option<i64> {
        match self.module.constant(id) {
            Constant::Int { ty, value } => {
                let width = self.module.types.int_width(*ty)?;
                i64::try_from(value.as_i128(width)?).ok()
            }
            Constant::Null(_) | Constant::Zero(_) => Some(0),
            _ => None,
        }
    }

    /// The arguments of a template.
    pub(super) fn template_arguments(&mut self, entry: Entry, list: ListId) {
        let arguments: Vec<Node> = self.elements(Some(list)).collect();
        for argument in arguments {
            match argument {
                Node::TemplateType(id) => self.type_argument(entry, id),
                Node::TemplateValue(id) => self.value_argument(entry, id),
                _ => {}
            }
        }
    }

    fn type_argument(&mut self, entry: Entry, id: TemplateTypeId) {
        let own = &self.info.template_types[id];
        let argument = self.add(entry, gimli::DW_TAG_template_type_parameter);
        self.set_type(argument, own.ty);
        self.set_text(argument, gimli::DW_AT_name, own.name);
        let is_default = own.is_default && self.out.version() >= 5;
        self.set_flag(argument, gimli::DW_AT_default_value, is_default);
    }

    fn value_argument(&mut self, entry: Entry, id: TemplateValueId) {
        let own = &self.info.template_values[id];
        let tag = match own.tag.0 {
            0 => gimli::DW_TAG_template_value_parameter,
            tag => DwTag(tag),
        };
        let argument = self.add(entry, tag);
        self.set_text(argument, gimli::DW_AT_name, own.name);
        let is_default = own.is_default && self.out.version() >= 5;
        self.set_flag(argument, gimli::DW_AT_default_value, is_default);
        match own.value {
            Some(Node::Constant(id)) => {
                self.set_type(argument, own.ty);
                if let Some(value) = self.integer(id) {
                    let value = AttributeValue::Sdata(value);
                    self.set(argument, gimli::DW_AT_const_value, value);
                }
            }
            Some(Node::Text(text)) if tag == gimli::DW_TAG_GNU_template_template_param => {
                self.set_text(argument, gimli::DW_AT_GNU_template_name, Some(text));
            }
            Some(Node::List(list)) if tag == gimli::DW_TAG_GNU_template_parameter_pack => {
                self.pack(argument, list);
            }
            _ => self.set_type(argument, own.ty),
        }
    }

    /// The arguments in a pack. A pack in a pack is left out: no language has one.
    fn pack(&mut self, entry: Entry, list: ListId) {
        let arguments: Vec<Node> = self.elements(Some(list)).collect();
        for argument in arguments {
            match argument {
                Node::TemplateType(id) => self.type_argument(entry, id),
                Node::TemplateValue(id)
                    if !matches!(self.info.template_values[id].value, Some(Node::List(_))) =>
                {
                    self.value_argument(entry, id);
                }
                _ => {}
            }
        }
    }
}
