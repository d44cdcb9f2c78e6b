//! Processors that a function is compiled for.

use unsnarl_ir::FuncId;

use crate::people::unit::Unit;

/// What a processor of x86 may have beyond what all of 64 bits have, by the words that gcc 12 and
/// clang share. What another word stands for no builtin of this text needs.
const FEATURES: [&str; 77] = [
    "adx",
    "aes",
    "amx-bf16",
    "amx-int8",
    "amx-tile",
    "avx",
    "avx2",
    "avx512bf16",
    "avx512bitalg",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512f",
    "avx512fp16",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vl",
    "avx512vnni",
    "avx512vp2intersect",
    "avx512vpopcntdq",
    "avxvnni",
    "bmi",
    "bmi2",
    "cldemote",
    "clflushopt",
    "clwb",
    "clzero",
    "crc32",
    "cx16",
    "enqcmd",
    "f16c",
    "fma",
    "fma4",
    "fsgsbase",
    "gfni",
    "hreset",
    "kl",
    "lwp",
    "lzcnt",
    "movbe",
    "movdir64b",
    "movdiri",
    "mwaitx",
    "pclmul",
    "pconfig",
    "pku",
    "popcnt",
    "prfchw",
    "ptwrite",
    "rdpid",
    "rdrnd",
    "rdseed",
    "rtm",
    "sahf",
    "serialize",
    "sgx",
    "sha",
    "shstk",
    "sse3",
    "sse4.1",
    "sse4.2",
    "sse4a",
    "ssse3",
    "tbm",
    "tsxldtrk",
    "uintr",
    "vaes",
    "vpclmulqdq",
    "waitpkg",
    "wbnoinvd",
    "widekl",
    "xop",
    "xsave",
    "xsavec",
    "xsaveopt",
    "xsaves",
];

/// What a function may use of x86 beyond what all of that has, as an attribute.
pub(super) fn target(unit: &Unit<'_>, id: FuncId) -> String {
    let features = unit.module.function_attribute(id, "target-features");
    let features = features.unwrap_or_default().split(',');
    let features = features.filter_map(|own| own.strip_prefix('+'));
    let own: Vec<&str> = features.filter(|own| FEATURES.contains(own)).collect();
    match own.is_empty() || !unit.module.target.starts_with("x86_64") {
        true => String::new(),
        false => format!("__attribute__((target(\"{}\"))) ", own.join(",")),
    }
}
