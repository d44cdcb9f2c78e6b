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
        /// What it is declared in.
        scope "scope": Option<Scope>,
        /// Its name in the source.
        name "name": Option<NameId>,
        /// Its symbol, if that is another name.
        linkage_name "linkageName": Option<NameId>,
        /// Where it is declared.
        file "file": Option<FileId>,
        /// The line of its name.
        line "line": u32,
        /// Its type.
        ty "type": Option<TypeRef>,
        /// Whether only its unit sees it.
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
    /// A variable, or a part of it, and where or what it is, seen from the address of a symbol.
    GlobalVariableExpression {
        /// The variable.
        variable "var" always: Option<GlobalVariableId>,
        /// Where it is from that address on; a constant has no symbol.
        expression "expr" always: Option<ExpressionId>,
    }
}

class! {
    /// A variable or a parameter of a function.
    LocalVariable {
        /// Its name.
        name "name": Option<NameId>,
        /// For a parameter its place, counted from 1.
        argument "arg": u32,
        /// The function or block that it is declared in.
        scope "scope" always: Option<LocalScope>,
        /// Where it is declared.
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
        /// The number of the suspension of a coroutine that it is behind.
        suspension "coroSuspendIdx": Option<u32>,
    }
}

class! {
    /// A place in the source.
    Location {
        /// The line; 0 if the instruction belongs to none.
        line "line" always: u32,
        /// The column; 0 if it is unknown.
        column "column": u32,
        /// The function or block that it is in.
        scope "scope" always: Option<LocalScope>,
        /// Where that function was inlined.
        inlined_at "inlinedAt": Option<LocationId>,
        /// Whether the compiler made the code.
        is_implicit "isImplicitCode": bool,
        /// The statement that it belongs to, if the function says which instructions are key.
        group "atomGroup": u64,
        /// How much it matters in that statement.
        rank "atomRank": u32,
    }
}

class! {
    /// What ties an assignment in the source to the instructions that store it. Each differs from
    /// all others.
    Assignment {}
}
