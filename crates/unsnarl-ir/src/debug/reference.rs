//! References to one of several classes: scopes and types.

use super::node::{
    BasicTypeId, CommonBlockId, CompositeTypeId, DerivedTypeId, FileId, FixedPointTypeId,
    LexicalBlockFileId, LexicalBlockId, NamespaceId, SourceModuleId, StringTypeId, SubprogramId,
    SubrangeTypeId, SubroutineTypeId, UnitId,
};

/// Makes the type of a reference to one of several classes.
macro_rules! one_of {
    ($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident($id:ident),)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$case_doc])* $case($id),)*
        }

        impl From<$name> for $crate::debug::node::Node {
            fn from(reference: $name) -> Self {
                match reference {
                    $($name::$case(id) => id.into(),)*
                }
            }
        }

        impl TryFrom<$crate::debug::node::Node> for $name {
            type Error = $crate::debug::node::Node;

            fn try_from(node: $crate::debug::node::Node) -> Result<Self, Self::Error> {
                match node {
                    $($crate::debug::node::Node::$case(id) => Ok($name::$case(id)),)*
                    _ => Err(node),
                }
            }
        }

        impl $crate::debug::field::Property for Option<$name> {
            fn read(field: &$crate::debug::field::Field<'_>) -> Option<Self> {
                match field {
                    $crate::debug::field::Field::Null => Some(None),
                    $crate::debug::field::Field::Node(node) => (*node).try_into().ok().map(Some),
                    _ => None,
                }
            }

            fn show(&self) -> $crate::debug::field::Field<'static> {
                use $crate::debug::field::Field;
                self.map_or(Field::Null, |reference| Field::Node(reference.into()))
            }
        }
    };
}

one_of! {
    /// The scope of a declaration.
    Scope {
        /// A file, outside of everything else.
        File(FileId),
        /// A unit, outside of everything else.
        Unit(UnitId),
        /// A function.
        Subprogram(SubprogramId),
        /// A block of a function.
        LexicalBlock(LexicalBlockId),
        /// A part of a block that is in another file.
        LexicalBlockFile(LexicalBlockFileId),
        /// A namespace.
        Namespace(NamespaceId),
        /// A module of the source.
        SourceModule(SourceModuleId),
        /// A common block of Fortran.
        CommonBlock(CommonBlockId),
        /// A structure, union, class or enumeration.
        CompositeType(CompositeTypeId),
        /// A type that a rewrite of the source made into a scope, as `typedef`s of Swift are.
        DerivedType(DerivedTypeId),
        /// A basic type.
        BasicType(BasicTypeId),
        /// A function type.
        SubroutineType(SubroutineTypeId),
        /// A string of Fortran.
        StringType(StringTypeId),
        /// A fixed-point type.
        FixedPointType(FixedPointTypeId),
        /// A subrange.
        SubrangeType(SubrangeTypeId),
    }
}

one_of! {
    /// A scope in a function, for instructions and local variables.
    LocalScope {
        /// The function.
        Subprogram(SubprogramId),
        /// A block of it.
        LexicalBlock(LexicalBlockId),
        /// A part of a block that is in another file.
        LexicalBlockFile(LexicalBlockFileId),
    }
}

one_of! {
    /// A type.
    TypeRef {
        /// A number or the like.
        BasicType(BasicTypeId),
        /// A pointer, a qualified type, a `typedef`, a member or the like.
        DerivedType(DerivedTypeId),
        /// A structure, union, class, enumeration or array.
        CompositeType(CompositeTypeId),
        /// A function type.
        SubroutineType(SubroutineTypeId),
        /// A string of Fortran.
        StringType(StringTypeId),
        /// A fixed-point type.
        FixedPointType(FixedPointTypeId),
        /// A subrange with a name.
        SubrangeType(SubrangeTypeId),
    }
}
