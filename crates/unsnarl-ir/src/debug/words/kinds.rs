//! Small vocabularies: encodings, calling conventions, kinds.

use super::vocabulary;

vocabulary! {
    /// The meaning of the bits of a basic type.
    Encoding: u16, "DW_ATE_" {
        0x0001 "address",
        0x0002 "boolean",
        0x0003 "complex_float",
        0x0004 "float",
        0x0005 "signed",
        0x0006 "signed_char",
        0x0007 "unsigned",
        0x0008 "unsigned_char",
        0x0009 "imaginary_float",
        0x000a "packed_decimal",
        0x000b "numeric_string",
        0x000c "edited",
        0x000d "signed_fixed",
        0x000e "unsigned_fixed",
        0x000f "decimal_float",
        0x0010 "UTF",
        0x0011 "UCS",
        0x0012 "ASCII",
        0x0081 "HP_complex_float",
        0x0082 "HP_float128",
        0x0083 "HP_complex_float128",
        0x0084 "HP_floathpintel",
        0x0085 "HP_imaginary_float90",
        0x0086 "HP_imaginary_float128",
    }
}

vocabulary! {
    /// A calling convention, as DWARF numbers it.
    CallingConvention: u16, "DW_CC_" {
        0x0001 "normal",
        0x0002 "program",
        0x0003 "nocall",
        0x0004 "pass_by_reference",
        0x0005 "pass_by_value",
        0x0040 "GNU_renesas_sh",
        0x0041 "GNU_borland_fastcall_i386",
        0x00b0 "BORLAND_safecall",
        0x00b1 "BORLAND_stdcall",
        0x00b2 "BORLAND_pascal",
        0x00b3 "BORLAND_msfastcall",
        0x00b4 "BORLAND_msreturn",
        0x00b5 "BORLAND_thiscall",
        0x00b6 "BORLAND_fastcall",
        0x00c0 "LLVM_vectorcall",
        0x00c1 "LLVM_Win64",
        0x00c2 "LLVM_X86_64SysV",
        0x00c3 "LLVM_AAPCS",
        0x00c4 "LLVM_AAPCS_VFP",
        0x00c5 "LLVM_IntelOclBicc",
        0x00c6 "LLVM_SpirFunction",
        0x00c7 "LLVM_DeviceKernel",
        0x00c7 "LLVM_OpenCLKernel",
        0x00c8 "LLVM_Swift",
        0x00c9 "LLVM_PreserveMost",
        0x00ca "LLVM_PreserveAll",
        0x00cb "LLVM_X86RegCall",
        0x00cc "LLVM_M68kRTD",
        0x00cd "LLVM_PreserveNone",
        0x00ce "LLVM_RISCVVectorCall",
        0x00cf "LLVM_SwiftTail",
        0x00d0 "LLVM_RISCVVLSCall",
        0x00ff "GDB_IBM_OpenCL",
    }
}

vocabulary! {
    /// The amount of debug information in a unit.
    EmissionKind: u16, "" {
        0x0000 "NoDebug",
        0x0001 "FullDebug",
        0x0002 "LineTablesOnly",
        0x0003 "DebugDirectivesOnly",
    }
}

vocabulary! {
    /// The kind of name tables in a unit.
    NameTableKind: u16, "" {
        0x0000 "Default",
        0x0001 "GNU",
        0x0002 "None",
        0x0003 "Apple",
    }
}

vocabulary! {
    /// The algorithm of a file's checksum.
    ChecksumKind: u16, "CSK_" {
        0x0001 "MD5",
        0x0002 "SHA1",
        0x0003 "SHA256",
    }
}

vocabulary! {
    /// The kind of a macro entry.
    MacroKind: u16, "DW_MACINFO_" {
        0x0001 "define",
        0x0002 "undef",
        0x0003 "start_file",
        0x0004 "end_file",
        0x00ff "vendor_ext",
    }
}

vocabulary! {
    /// Whether an enumeration can be extended.
    EnumKind: u16, "DW_APPLE_ENUM_KIND_" {
        0x0000 "Closed",
        0x0001 "Open",
    }
}

vocabulary! {
    /// The form of a fixed-point type's scale.
    FixedPointKind: u16, "" {
        0x0000 "Binary",
        0x0001 "Decimal",
        0x0002 "Rational",
    }
}
