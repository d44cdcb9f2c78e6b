//! What the fields of each record are called.
//!
//! *Source:* [LLVMBitcode], and what LLVM 14 to 22 write.
//!
//! The first field of every record has bits: the lowest says that the node is distinct. Records get
//! longer from version to version, at their ends, so that a table says what any of them means.

pub(super) const ENUMERATOR: u32 = 14;
pub(super) const UNIT: u32 = 20;
pub(super) const SUBPROGRAM: u32 = 21;

/// The records of a class of nodes.
pub(super) struct Layout {
    pub(super) code: u32,
    /// The word of LLVM IR.
    pub(super) word: &'static str,
    /// The bit of the first field that says that sizes are metadata.
    pub(super) sized: u64,
    /// Other bits of the first field that are fields of the node.
    pub(super) bits: &'static [(u64, &'static str)],
    /// The other fields.
    pub(super) columns: &'static [(&'static str, Kind)],
}

/// What a field of a record holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing that the text has.
    Unused,
    /// The number of metadata, and 1; 0 for none.
    Node,
    /// The same of a string.
    Text,
    /// The same of a constant that is a number, or of another node.
    Bound,
    Number,
    /// A number of 32 bits with a sign.
    Signed,
    Flag,
    /// A number; if it is this one, it goes without saying, or there is none.
    Unless(u64),
    /// A number, and 1; 0 for none.
    Successor,
    /// A number, or metadata if a bit of the first field says so.
    Size,
    /// The parts of how a pointer is authenticated.
    Authentication,
}

use Kind::*;

/// The layout of a class with this code.
pub(super) fn of(code: u32) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.code == code)
}

/// A class without special bits.
const fn plain(code: u32, word: &'static str, columns: &'static [(&'static str, Kind)]) -> Layout {
    sized(code, word, 0, columns)
}

/// A class of types whose sizes may be metadata.
const fn sized(
    code: u32,
    word: &'static str,
    bit: u64,
    columns: &'static [(&'static str, Kind)],
) -> Layout {
    Layout {
        code,
        word,
        sized: bit,
        bits: &[],
        columns,
    }
}

const LAYOUTS: &[Layout] = &[
    plain(
        13,
        "DISubrange",
        &[
            ("count", Bound),
            ("lowerBound", Bound),
            ("upperBound", Bound),
            ("stride", Bound),
        ],
    ),
    Layout {
        code: ENUMERATOR,
        word: "DIEnumerator",
        sized: 0,
        bits: &[(2, "isUnsigned")],
        // The number of bits of the value, then the name, then the value in words.
        columns: &[("", Unused), ("name", Text)],
    },
    sized(
        15,
        "DIBasicType",
        2,
        &[
            ("tag", Unless(0x24)),
            ("name", Text),
            ("size", Size),
            ("align", Number),
            ("encoding", Number),
            ("flags", Number),
            ("num_extra_inhabitants", Number),
            ("dataSize", Number),
        ],
    ),
    plain(
        16,
        "DIFile",
        &[
            ("filename", Text),
            ("directory", Text),
            ("checksumkind", Unless(0)),
            ("checksum", Text),
            ("source", Text),
        ],
    ),
    sized(
        17,
        "DIDerivedType",
        2,
        &[
            ("tag", Number),
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("scope", Node),
            ("baseType", Node),
            ("size", Size),
            ("align", Number),
            ("offset", Size),
            ("flags", Number),
            ("extraData", Node),
            ("dwarfAddressSpace", Successor),
            ("annotations", Node),
            ("", Authentication),
        ],
    ),
    sized(
        18,
        "DICompositeType",
        4,
        &[
            ("tag", Number),
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("scope", Node),
            ("baseType", Node),
            ("size", Size),
            ("align", Number),
            ("offset", Size),
            ("flags", Number),
            ("elements", Node),
            ("runtimeLang", Number),
            ("vtableHolder", Node),
            ("templateParams", Node),
            ("identifier", Text),
            ("discriminator", Node),
            ("dataLocation", Node),
            ("associated", Node),
            ("allocated", Node),
            ("rank", Bound),
            ("annotations", Node),
            ("num_extra_inhabitants", Number),
            ("specification", Node),
            ("enumKind", Unless(0xffff_ffff)),
            ("bitStride", Node),
        ],
    ),
    plain(
        19,
        "DISubroutineType",
        &[("flags", Number), ("types", Node), ("cc", Number)],
    ),
    plain(
        UNIT,
        "DICompileUnit",
        &[
            // The language, whose highest bit says what it is.
            ("", Unused),
            ("file", Node),
            ("producer", Text),
            ("isOptimized", Flag),
            ("flags", Text),
            ("runtimeVersion", Number),
            ("splitDebugFilename", Text),
            ("emissionKind", Number),
            ("enums", Node),
            ("retainedTypes", Node),
            ("", Unused),
            ("globals", Node),
            ("imports", Node),
            ("dwoId", Number),
            ("splitDebugInlining", Flag),
            ("macros", Node),
            ("debugInfoForProfiling", Flag),
            ("nameTableKind", Number),
            ("rangesBaseAddress", Flag),
            ("sysroot", Text),
            ("sdk", Text),
        ],
    ),
    plain(
        SUBPROGRAM,
        "DISubprogram",
        &[
            ("scope", Node),
            ("name", Text),
            ("linkageName", Text),
            ("file", Node),
            ("line", Number),
            ("type", Node),
            ("scopeLine", Number),
            ("containingType", Node),
            ("spFlags", Number),
            ("virtualIndex", Number),
            ("flags", Number),
            ("unit", Node),
            ("templateParams", Node),
            ("declaration", Node),
            ("retainedNodes", Node),
            ("thisAdjustment", Signed),
            ("thrownTypes", Node),
            ("annotations", Node),
            ("targetFuncName", Text),
            ("keyInstructions", Flag),
        ],
    ),
    plain(
        22,
        "DILexicalBlock",
        &[
            ("scope", Node),
            ("file", Node),
            ("line", Number),
            ("column", Number),
        ],
    ),
    plain(
        23,
        "DILexicalBlockFile",
        &[("scope", Node), ("file", Node), ("discriminator", Number)],
    ),
    Layout {
        code: 24,
        word: "DINamespace",
        sized: 0,
        bits: &[(2, "exportSymbols")],
        columns: &[("scope", Node), ("name", Text)],
    },
    plain(
        25,
        "DITemplateTypeParameter",
        &[("name", Text), ("type", Node), ("defaulted", Flag)],
    ),
    plain(
        26,
        "DITemplateValueParameter",
        &[
            ("tag", Unless(0x30)),
            ("name", Text),
            ("type", Node),
            ("defaulted", Flag),
            ("value", Node),
        ],
    ),
    plain(
        27,
        "DIGlobalVariable",
        &[
            ("scope", Node),
            ("name", Text),
            ("linkageName", Text),
            ("file", Node),
            ("line", Number),
            ("type", Node),
            ("isLocal", Flag),
            ("isDefinition", Flag),
            ("declaration", Node),
            ("templateParams", Node),
            ("align", Number),
            ("annotations", Node),
        ],
    ),
    plain(
        28,
        "DILocalVariable",
        &[
            ("scope", Node),
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("type", Node),
            ("arg", Number),
            ("flags", Number),
            ("align", Number),
            ("annotations", Node),
        ],
    ),
    plain(
        30,
        "DIObjCProperty",
        &[
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("getter", Text),
            ("setter", Text),
            ("attributes", Number),
            ("type", Node),
        ],
    ),
    plain(
        31,
        "DIImportedEntity",
        &[
            ("tag", Number),
            ("scope", Node),
            ("entity", Node),
            ("line", Number),
            ("name", Text),
            ("file", Node),
            ("elements", Node),
        ],
    ),
    plain(
        32,
        "DIModule",
        &[
            ("file", Node),
            ("scope", Node),
            ("name", Text),
            ("configMacros", Text),
            ("includePath", Text),
            ("apinotes", Text),
            ("line", Number),
            ("isDecl", Flag),
        ],
    ),
    plain(
        33,
        "DIMacro",
        &[
            ("type", Number),
            ("line", Number),
            ("name", Text),
            ("value", Text),
        ],
    ),
    plain(
        34,
        "DIMacroFile",
        &[
            ("type", Unless(3)),
            ("line", Number),
            ("file", Node),
            ("nodes", Node),
        ],
    ),
    plain(
        37,
        "DIGlobalVariableExpression",
        &[("var", Node), ("expr", Node)],
    ),
    Layout {
        code: 40,
        word: "DILabel",
        sized: 0,
        bits: &[(2, "isArtificial")],
        columns: &[
            ("scope", Node),
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("column", Number),
            ("coroSuspendIdx", Unless(u64::MAX)),
        ],
    },
    sized(
        41,
        "DIStringType",
        2,
        &[
            ("tag", Unless(0x12)),
            ("name", Text),
            ("stringLength", Node),
            ("stringLengthExpression", Node),
            ("stringLocationExpression", Node),
            ("size", Size),
            ("align", Number),
            ("encoding", Number),
        ],
    ),
    plain(
        44,
        "DICommonBlock",
        &[
            ("scope", Node),
            ("declaration", Node),
            ("name", Text),
            ("file", Node),
            ("line", Number),
        ],
    ),
    plain(
        45,
        "DIGenericSubrange",
        &[
            ("count", Bound),
            ("lowerBound", Bound),
            ("upperBound", Bound),
            ("stride", Bound),
        ],
    ),
    plain(47, "DIAssignID", &[]),
    sized(
        48,
        "DISubrangeType",
        2,
        &[
            ("name", Text),
            ("file", Node),
            ("line", Number),
            ("scope", Node),
            ("size", Size),
            ("align", Number),
            ("flags", Number),
            ("baseType", Node),
            ("lowerBound", Bound),
            ("upperBound", Bound),
            ("stride", Bound),
            ("bias", Bound),
        ],
    ),
];
