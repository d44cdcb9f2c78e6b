//! Variables, labels, and the places of instructions in the source.

use super::class::class;
use super::field::Usually;
use super::node::{DerivedTypeId, ExpressionId, FileId, GlobalVariableId, ListId, LocationId};
use super::reference::{LocalScope, Scope, TypeRef};
use super::words::Flags;
use crate::id::NameId;

class! {
    /// A variable outside of functions, or a static one in a function.
    GlobalVariable {
        /// The scope of its declaration.
        scope "scope": Option<Scope>,
        /// Its name in the source.
        name "name": Option<NameId>,
        /// Its symbol, if that is another name.
        linkage_name "linkageName": Option<NameId>,
        /// The file of its declaration.
        file "file": Option<FileId>,
        /// The line of its name.
        line "line": u32,
        /// Its type.
        ty "type": Option<TypeRef>,
        /// Whether it is visible in its unit only.
        is_local "isLocal": bool,
        /// Whether it is defined, and not only declared.
        is_definition "isDefinition" always: Usually,
        /// Its declaration as a static member.
        declaration "declaration": Option<DerivedTypeId>,
        /// The arguments of its template.
        template_parameters "templateParams": Option<ListId>,
        /// Its alignment in bits.
        align "align": u32,
        /// Attributes of the source.
        annotations "annotations": Option<ListId>,
    }
}

class! {
    /// A variable, or a part of it, and its location or value, computed from the address of a
    /// symbol.
    GlobalVariableExpression {
        /// The variable.
        variable "var" always: Option<GlobalVariableId>,
        /// The way from that address to the variable; a constant has no symbol.
        expression "expr" always: Option<ExpressionId>,
    }
}

class! {
    /// A variable or a parameter of a function.
    LocalVariable {
        /// Its name.
        name "name": Option<NameId>,
        /// For a parameter: its position, counted from 1.
        argument "arg": u32,
        /// The function or block of its declaration.
        scope "scope" always: Option<LocalScope>,
        /// The file of its declaration.
        file "file": Option<FileId>,
        /// The line of its name.
        line "line": u32,
        /// Its type.
        ty "type": Option<TypeRef>,
        /// Its properties.
        flags "flags": Flags,
        /// Its alignment in bits.
        align "align": u32,
        /// Attributes of the source.
        annotations "annotations": Option<ListId>,
    }
}

class! {
    /// A label.
    Label {
        /// The function or block that it is in.
        scope "scope" always: Option<LocalScope>,
        /// Its name.
        name "name" always: Option<NameId>,
        /// Its file.
        file "file" always: Option<FileId>,
        /// Its line.
        line "line" always: u32,
        /// Its column.
        column "column": u32,
        /// Whether the compiler made it.
        is_artificial "isArtificial": bool,
        /// The number of the suspension point of a coroutine after which it stands.
        suspension "coroSuspendIdx": Option<u32>,
    }
}

class! {
    /// A place in the source.
    Location {
        /// The line; 0 if the instruction belongs to no line.
        line "line" always: u32,
        /// The column; 0 if it is unknown.
        column "column": u32,
        /// The function or block that it is in.
        scope "scope" always: Option<LocalScope>,
        /// The place where that function was inlined.
        inlined_at "inlinedAt": Option<LocationId>,
        /// Whether the compiler made the code.
        is_implicit "isImplicitCode": bool,
        /// The statement that it belongs to, if the function says which instructions are key.
        group "atomGroup": u64,
        /// Its importance in that statement.
        rank "atomRank": u32,
    }
}

class! {
    /// Links an assignment in the source to the instructions that store it. Each node differs from
    /// all others.
    Assignment {}
}
