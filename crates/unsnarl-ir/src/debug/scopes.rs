//! Files, units, functions, and the other scopes of declarations.

use super::class::class;
use super::field::Usually;
use super::node::{FileId, ListId, Node, SubprogramId, SubroutineTypeId, UnitId};
use super::reference::{LocalScope, Scope, TypeRef};
use super::words::{
    ChecksumKind, EmissionKind, Flags, Language, LanguageName, MacroKind, NameTableKind,
    SubprogramFlags, Tag,
};
use crate::id::NameId;

class! {
    /// A source file.
    File {
        /// Its name, absolute or relative to the directory.
        filename "filename" always: Option<NameId>,
        /// The directory in which the compiler ran.
        directory "directory" always: Option<NameId>,
        /// The algorithm of the checksum.
        checksum_kind "checksumkind": Option<ChecksumKind>,
        /// The checksum, in hexadecimal digits.
        checksum "checksum": Option<NameId>,
        /// Its text.
        source "source": Option<NameId>,
    }
}

class! {
    /// A compilation unit.
    Unit {
        /// Its language.
        language "language": Language,
        /// Its language without a version, which texts since LLVM 22 may have instead.
        language_name "sourceLanguageName": LanguageName,
        /// The version of that language.
        language_version "sourceLanguageVersion": u32,
        /// Its main file.
        file "file" always: Option<FileId>,
        /// The compiler.
        producer "producer": Option<NameId>,
        /// Whether it was optimised.
        is_optimized "isOptimized": bool,
        /// The command line.
        flags "flags": Option<NameId>,
        /// The version of the run-time library, for Objective-C.
        runtime_version "runtimeVersion": u32,
        /// The file that holds most of the debug information.
        split_file "splitDebugFilename": Option<NameId>,
        /// The amount of debug information.
        emission "emissionKind": EmissionKind,
        /// Its enumerations.
        enums "enums": Option<ListId>,
        /// Types and functions that are kept although nothing refers to them.
        retained_types "retainedTypes": Option<ListId>,
        /// Its variables, as [`super::GlobalVariableExpression`]s.
        globals "globals": Option<ListId>,
        /// Its imports.
        imports "imports": Option<ListId>,
        /// Its macros.
        macros "macros": Option<ListId>,
        /// The number that identifies the file with the rest of the debug information.
        split_id "dwoId": u64,
        /// Whether inlined calls are described when that file is missing.
        split_inlining "splitDebugInlining": Usually,
        /// Whether there is more information for profilers.
        for_profiling "debugInfoForProfiling": bool,
        /// Its tables of names.
        name_table "nameTableKind": NameTableKind,
        /// Whether lists of ranges have base addresses.
        ranges_base_address "rangesBaseAddress": bool,
        /// The directory of system headers.
        sysroot "sysroot": Option<NameId>,
        /// The software development kit.
        sdk "sdk": Option<NameId>,
    }
}

class! {
    /// A function of the source: its definition or a declaration.
    Subprogram {
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
        ty "type": Option<SubroutineTypeId>,
        /// The line at which its body begins.
        scope_line "scopeLine": u32,
        /// The class in whose table of virtual functions it is.
        containing_type "containingType": Option<TypeRef>,
        /// Its place in that table.
        virtual_index "virtualIndex": u32,
        /// The adjustment of `this` for a call of it.
        this_adjustment "thisAdjustment": i32,
        /// Its properties.
        flags "flags": Flags,
        /// More of its properties.
        subprogram_flags "spFlags" always: SubprogramFlags,
        /// The unit in which it was compiled; definitions have one.
        unit "unit": Option<UnitId>,
        /// The arguments of its template.
        template_parameters "templateParams": Option<ListId>,
        /// Its declaration, for a definition outside of its class.
        declaration "declaration": Option<SubprogramId>,
        /// Local declarations that are kept although no code mentions them.
        retained_nodes "retainedNodes": Option<ListId>,
        /// The exceptions that it may throw.
        thrown_types "thrownTypes": Option<ListId>,
        /// Attributes of the source.
        annotations "annotations": Option<ListId>,
        /// The function that it calls, if it is a trampoline.
        target_function "targetFuncName": Option<NameId>,
        /// Whether its locations say which instructions are statements.
        key_instructions "keyInstructions": bool,
    }
}

class! {
    /// A block of a function.
    LexicalBlock {
        /// The scope around it.
        scope "scope" always: Option<LocalScope>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its first line.
        line "line": u32,
        /// Its first column.
        column "column": u32,
    }
}

class! {
    /// A part of a block that is in another file, or executed under another condition.
    LexicalBlockFile {
        /// The scope around it.
        scope "scope" always: Option<LocalScope>,
        /// Its file.
        file "file": Option<FileId>,
        /// Distinguishes it from other parts of the same line.
        discriminator "discriminator" always: u32,
    }
}

class! {
    /// A namespace.
    Namespace {
        /// The scope around it.
        scope "scope" always: Option<Scope>,
        /// Its name.
        name "name": Option<NameId>,
        /// Whether its names are visible outside, as for an `inline` namespace.
        export_symbols "exportSymbols": bool,
    }
}

class! {
    /// A module of the source, as Clang, Fortran and Swift have them.
    SourceModule {
        /// The scope around it.
        scope "scope" always: Option<Scope>,
        /// Its name.
        name "name" always: Option<NameId>,
        /// The macros that configure it.
        config_macros "configMacros": Option<NameId>,
        /// The directory of its headers.
        include_path "includePath": Option<NameId>,
        /// Its notes for Swift.
        api_notes "apinotes": Option<NameId>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
        /// Whether it is only declared.
        is_declaration "isDecl": bool,
    }
}

class! {
    /// A common block of Fortran.
    CommonBlock {
        /// The scope around it.
        scope "scope" always: Option<Scope>,
        /// Its variable.
        declaration "declaration": Option<Node>,
        /// Its name.
        name "name": Option<NameId>,
        /// Its file.
        file "file": Option<FileId>,
        /// Its line.
        line "line": u32,
    }
}

class! {
    /// A declaration that is made visible elsewhere: `using`.
    ImportedEntity {
        /// A declaration, a module or a unit.
        tag "tag" always: Tag,
        /// Its other name.
        name "name": Option<NameId>,
        /// The scope in which it is made visible.
        scope "scope" always: Option<Scope>,
        /// The declaration that is made visible.
        entity "entity": Option<Node>,
        /// The file of the `using`.
        file "file": Option<FileId>,
        /// The line of the `using`.
        line "line": u32,
        /// Parts of it that have other names.
        elements "elements": Option<ListId>,
    }
}

class! {
    /// A macro.
    Macro {
        /// Whether it is defined or undefined.
        kind "type" always: MacroKind,
        /// The line.
        line "line": u32,
        /// Its name and parameters.
        name "name" always: Option<NameId>,
        /// Its replacement.
        value "value": Option<NameId>,
    }
}

class! {
    /// The macros of a file that is included.
    MacroFile {
        /// Always the start of a file.
        kind "type": MacroKind,
        /// The line of the `#include`.
        line "line": u32,
        /// The file.
        file "file" always: Option<FileId>,
        /// Its macros.
        nodes "nodes": Option<ListId>,
    }
}
