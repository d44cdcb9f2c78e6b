//! Types of the source, and their parts.

use super::class::class;
use super::field::Bound;
use super::node::{DerivedTypeId, FileId, ListId, Node};
use super::reference::{Scope, TypeRef};
use super::words::{CallingConvention, Encoding, EnumKind, FixedPointKind, Flags, Tag};
use crate::id::NameId;

class! {
    /// A type without parts: a number, a truth value, `decltype(nullptr)`.
    BasicType {
        /// `DW_TAG_base_type` if it is missing.
        tag "tag": Tag,
        /// Its name.
        name "name": Option<NameId>,
        /// Its scope.
        scope "scope": Option<Scope>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// The meaning of its bits.
        encoding "encoding": Encoding,
        /// The number of bit patterns that are not values.
        extra_inhabitants "num_extra_inhabitants": u32,
        /// The bits that hold the value, if not all do.
        data_size "dataSize": u32,
        /// Its properties.
        flags "flags": Flags,
    }
}

class! {
    /// A type that is made of one other type: a pointer, a reference, a qualified type, a
    /// `typedef`, and a member, a base class or a friend of a class.
    DerivedType {
        /// The kind of the derived type.
        tag "tag" always: Tag,
        /// Its name.
        name "name": Option<NameId>,
        /// The scope around it.
        scope "scope": Option<Scope>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// The other type; nothing for `void`.
        base "baseType" always: Option<TypeRef>,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// Its offset in its class, in bits.
        offset "offset": u64,
        /// Its properties.
        flags "flags": Flags,
        /// The class of a pointer to member, the value of a static member, the first bit of the
        /// storage of a bit field, and the like.
        extra "extraData": Option<Node>,
        /// The address space of a pointer, as DWARF numbers it.
        address_space "dwarfAddressSpace": Option<u32>,
        /// Attributes of the source.
        annotations "annotations": Option<ListId>,
        /// The key of a pointer that is authenticated.
        authentication_key "ptrAuthKey": u32,
        /// Whether its address takes part in the authentication.
        authenticates_address "ptrAuthIsAddressDiscriminated": bool,
        /// A further number that takes part.
        authentication_extra "ptrAuthExtraDiscriminator": u32,
        /// Whether its pointee is a function of any type.
        authenticates_isa "ptrAuthIsaPointer": bool,
        /// Whether null is authenticated, too.
        authenticates_null "ptrAuthAuthenticatesNullValues": bool,
    }
}

class! {
    /// A type that is made of others: a structure, union, class, enumeration, array, variant.
    CompositeType {
        /// The kind of the type.
        tag "tag" always: Tag,
        /// Its name.
        name "name": Option<NameId>,
        /// The scope around it.
        scope "scope": Option<Scope>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// The type of the elements of an array, or of the values of an enumeration.
        base "baseType": Option<TypeRef>,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// Its offset in its class, in bits.
        offset "offset": u64,
        /// Its properties.
        flags "flags": Flags,
        /// Members, enumerators or dimensions.
        elements "elements": Option<ListId>,
        /// The version of the run-time library, for Objective-C.
        runtime_language "runtimeLang": u32,
        /// The class with its table of virtual functions.
        vtable_holder "vtableHolder": Option<TypeRef>,
        /// The arguments of its template.
        template_parameters "templateParams": Option<ListId>,
        /// The identifier that is shared by equal types of all units.
        identifier "identifier": Option<NameId>,
        /// The member that selects the variant.
        discriminator "discriminator": Option<DerivedTypeId>,
        /// The location of an array's elements.
        data_location "dataLocation": Option<Node>,
        /// Whether a pointer to an array is associated.
        associated "associated": Option<Node>,
        /// Whether an array is allocated.
        allocated "allocated": Option<Node>,
        /// The number of dimensions of an array.
        rank "rank": Option<Bound>,
        /// Attributes of the source.
        annotations "annotations": Option<ListId>,
        /// The type that it specialises, in Swift.
        specification "specification": Option<TypeRef>,
        /// Whether the enumeration can be extended.
        enum_kind "enumKind": Option<EnumKind>,
        /// The distance of the elements of an array in bits.
        bit_stride "bitStride": Option<Node>,
        /// The number of bit patterns that are not values.
        extra_inhabitants "num_extra_inhabitants": u32,
    }
}

class! {
    /// A function type: its result, then its parameters. Null as the result means `void`, and null
    /// as the last parameter means any number of arguments.
    SubroutineType {
        /// Its properties.
        flags "flags": Flags,
        /// Its calling convention.
        convention "cc": CallingConvention,
        /// Result and parameters.
        types "types" always: Option<ListId>,
    }
}

class! {
    /// A dimension of an array.
    Subrange {
        /// The number of elements; nothing or -1 if it is unknown.
        count "count": Option<Bound>,
        /// The first index; the default of the language if there is none.
        lower "lowerBound": Option<Bound>,
        /// The last index.
        upper "upperBound": Option<Bound>,
        /// The distance of the elements in bytes.
        stride "stride": Option<Bound>,
    }
}

class! {
    /// A dimension of an array whose number of dimensions is known only at run time.
    GenericSubrange {
        /// The number of elements.
        count "count": Option<Bound>,
        /// The first index.
        lower "lowerBound": Option<Bound>,
        /// The last index.
        upper "upperBound": Option<Bound>,
        /// The distance of the elements in bytes.
        stride "stride": Option<Bound>,
    }
}

class! {
    /// A range of another type, with a name.
    SubrangeType {
        /// Its name.
        name "name": Option<NameId>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// The scope around it.
        scope "scope": Option<Scope>,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// Its properties.
        flags "flags": Flags,
        /// The other type.
        base "baseType": Option<TypeRef>,
        /// The first value.
        lower "lowerBound": Option<Bound>,
        /// The last value.
        upper "upperBound": Option<Bound>,
        /// The distance of values.
        stride "stride": Option<Bound>,
        /// The number that is added to the stored value.
        bias "bias": Option<Bound>,
    }
}

class! {
    /// A value of an enumeration.
    Enumerator {
        /// Its name.
        name "name" always: Option<NameId>,
        /// Its value.
        value "value" always: i128,
        /// Whether the value has no sign.
        is_unsigned "isUnsigned": bool,
    }
}

class! {
    /// A string of Fortran.
    StringType {
        /// `DW_TAG_string_type` if it is missing.
        tag "tag": Tag,
        /// Its name.
        name "name": Option<NameId>,
        /// The variable with its length.
        length "stringLength": Option<Node>,
        /// The expression for its length.
        length_expression "stringLengthExpression": Option<Node>,
        /// The expression for its location.
        location_expression "stringLocationExpression": Option<Node>,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// The encoding of its characters.
        encoding "encoding": Encoding,
    }
}

class! {
    /// A fixed-point type.
    FixedPointType {
        /// `DW_TAG_base_type` if it is missing.
        tag "tag": Tag,
        /// Its name.
        name "name": Option<NameId>,
        /// Its size in bits.
        size "size": u64,
        /// Its alignment in bits.
        align "align": u32,
        /// The meaning of its bits.
        encoding "encoding": Encoding,
        /// Its properties.
        flags "flags": Flags,
        /// The kind of its scale.
        kind "kind": FixedPointKind,
        /// The exponent of a binary or decimal scale.
        factor "factor": i32,
        /// The numerator of a rational scale.
        numerator "numerator": i128,
        /// The denominator of a rational scale.
        denominator "denominator": i128,
    }
}

class! {
    /// A property of Objective-C.
    ObjcProperty {
        /// Its name.
        name "name": Option<NameId>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// The method that sets it.
        setter "setter": Option<NameId>,
        /// The method that gets it.
        getter "getter": Option<NameId>,
        /// Its attributes.
        attributes "attributes": u32,
        /// Its type.
        ty "type": Option<TypeRef>,
    }
}

class! {
    /// The argument of a template that is a type.
    TemplateType {
        /// The name of the parameter.
        name "name": Option<NameId>,
        /// The type.
        ty "type" always: Option<TypeRef>,
        /// Whether it is the default.
        is_default "defaulted": bool,
    }
}

class! {
    /// The argument of a template that is a value, a template or several arguments.
    TemplateValue {
        /// `DW_TAG_template_value_parameter` if it is missing.
        tag "tag": Tag,
        /// The name of the parameter.
        name "name": Option<NameId>,
        /// The type.
        ty "type": Option<TypeRef>,
        /// Whether it is the default.
        is_default "defaulted": bool,
        /// The value.
        value "value" always: Option<Node>,
    }
}
