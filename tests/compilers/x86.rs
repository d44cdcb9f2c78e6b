//! Intrinsics of x86: C does what LLVM's own back end does.
//!
//! Programs that were written for vectors have them; what compilers make of loops hardly does.

use std::fmt::Write as _;

use crate::common::Scratch;
use crate::{COMPILERS, check_output, driver, native, write_people};

/// Intrinsics without `llvm.x86.`, with a result and operands; an operand with a value is one that
/// the instruction contains.
const INTRINSICS: &[&str] = &[
    "<2 x i64> aesni.aesdec(<2 x i64>, <2 x i64>)",
    "<2 x i64> aesni.aesdeclast(<2 x i64>, <2 x i64>)",
    "<2 x i64> aesni.aesenc(<2 x i64>, <2 x i64>)",
    "<2 x i64> aesni.aesenclast(<2 x i64>, <2 x i64>)",
    "<2 x i64> aesni.aesimc(<2 x i64>)",
    "<2 x i64> aesni.aeskeygenassist(<2 x i64>, i8 7)",
    "<4 x double> avx.blendv.pd.256(<4 x double>, <4 x double>, <4 x double>)",
    "<8 x float> avx.blendv.ps.256(<8 x float>, <8 x float>, <8 x float>)",
    "<8 x i32> avx.cvt.ps2dq.256(<8 x float>)",
    "<8 x i32> avx.cvtt.ps2dq.256(<8 x float>)",
    "<4 x double> avx.hadd.pd.256(<4 x double>, <4 x double>)",
    "<8 x float> avx.hadd.ps.256(<8 x float>, <8 x float>)",
    "<4 x double> avx.max.pd.256(<4 x double>, <4 x double>)",
    "<8 x float> avx.max.ps.256(<8 x float>, <8 x float>)",
    "<4 x double> avx.min.pd.256(<4 x double>, <4 x double>)",
    "<8 x float> avx.min.ps.256(<8 x float>, <8 x float>)",
    "i32 avx.movmsk.pd.256(<4 x double>)",
    "i32 avx.movmsk.ps.256(<8 x float>)",
    "i32 avx.ptestc.256(<4 x i64>, <4 x i64>)",
    "i32 avx.ptestnzc.256(<4 x i64>, <4 x i64>)",
    "i32 avx.ptestz.256(<4 x i64>, <4 x i64>)",
    "<8 x float> avx.rcp.ps.256(<8 x float>)",
    "<4 x double> avx.round.pd.256(<4 x double>, i32 10)",
    "<8 x float> avx.round.ps.256(<8 x float>, i32 9)",
    "<8 x float> avx.rsqrt.ps.256(<8 x float>)",
    "<16 x i16> avx2.packssdw(<8 x i32>, <8 x i32>)",
    "<32 x i8> avx2.packsswb(<16 x i16>, <16 x i16>)",
    "<16 x i16> avx2.packusdw(<8 x i32>, <8 x i32>)",
    "<32 x i8> avx2.packuswb(<16 x i16>, <16 x i16>)",
    "<32 x i8> avx2.pblendvb(<32 x i8>, <32 x i8>, <32 x i8>)",
    "<8 x i32> avx2.permd(<8 x i32>, <8 x i32>)",
    "<8 x float> avx2.permps(<8 x float>, <8 x i32>)",
    "<8 x i32> avx2.phadd.d(<8 x i32>, <8 x i32>)",
    "<16 x i16> avx2.phadd.w(<16 x i16>, <16 x i16>)",
    "<16 x i16> avx2.pmadd.ub.sw(<32 x i8>, <32 x i8>)",
    "<8 x i32> avx2.pmadd.wd(<16 x i16>, <16 x i16>)",
    "i32 avx2.pmovmskb(<32 x i8>)",
    "<16 x i16> avx2.pmul.hr.sw(<16 x i16>, <16 x i16>)",
    "<16 x i16> avx2.pmulh.w(<16 x i16>, <16 x i16>)",
    "<16 x i16> avx2.pmulhu.w(<16 x i16>, <16 x i16>)",
    "<4 x i64> avx2.psad.bw(<32 x i8>, <32 x i8>)",
    "<32 x i8> avx2.pshuf.b(<32 x i8>, <32 x i8>)",
    "<32 x i8> avx2.psign.b(<32 x i8>, <32 x i8>)",
    "<8 x i32> avx2.psign.d(<8 x i32>, <8 x i32>)",
    "<16 x i16> avx2.psign.w(<16 x i16>, <16 x i16>)",
    "<8 x i32> avx2.pslli.d(<8 x i32>, i32)",
    "<4 x i64> avx2.pslli.q(<4 x i64>, i32)",
    "<16 x i16> avx2.pslli.w(<16 x i16>, i32)",
    "<4 x i32> avx2.psllv.d(<4 x i32>, <4 x i32>)",
    "<8 x i32> avx2.psllv.d.256(<8 x i32>, <8 x i32>)",
    "<2 x i64> avx2.psllv.q(<2 x i64>, <2 x i64>)",
    "<4 x i64> avx2.psllv.q.256(<4 x i64>, <4 x i64>)",
    "<8 x i32> avx2.psrai.d(<8 x i32>, i32)",
    "<16 x i16> avx2.psrai.w(<16 x i16>, i32)",
    "<4 x i32> avx2.psrav.d(<4 x i32>, <4 x i32>)",
    "<8 x i32> avx2.psrav.d.256(<8 x i32>, <8 x i32>)",
    "<8 x i32> avx2.psrli.d(<8 x i32>, i32)",
    "<4 x i64> avx2.psrli.q(<4 x i64>, i32)",
    "<16 x i16> avx2.psrli.w(<16 x i16>, i32)",
    "<4 x i32> avx2.psrlv.d(<4 x i32>, <4 x i32>)",
    "<8 x i32> avx2.psrlv.d.256(<8 x i32>, <8 x i32>)",
    "<2 x i64> avx2.psrlv.q(<2 x i64>, <2 x i64>)",
    "<4 x i64> avx2.psrlv.q.256(<4 x i64>, <4 x i64>)",
    "i32 bmi.bextr.32(i32, i32)",
    "i64 bmi.bextr.64(i64, i64)",
    "i32 bmi.bzhi.32(i32, i32)",
    "i64 bmi.bzhi.64(i64, i64)",
    "i32 bmi.pdep.32(i32, i32)",
    "i64 bmi.pdep.64(i64, i64)",
    "i32 bmi.pext.32(i32, i32)",
    "i64 bmi.pext.64(i64, i64)",
    "<2 x i64> pclmulqdq(<2 x i64>, <2 x i64>, i8 17)",
    "i64 rdtsc()",
    "<4 x i32> sha1msg1(<4 x i32>, <4 x i32>)",
    "<4 x i32> sha1msg2(<4 x i32>, <4 x i32>)",
    "<4 x i32> sha1nexte(<4 x i32>, <4 x i32>)",
    "<4 x i32> sha1rnds4(<4 x i32>, <4 x i32>, i8 2)",
    "<4 x i32> sha256msg1(<4 x i32>, <4 x i32>)",
    "<4 x i32> sha256msg2(<4 x i32>, <4 x i32>)",
    "<4 x i32> sha256rnds2(<4 x i32>, <4 x i32>, <4 x i32>)",
    "i32 sse.cvtss2si(<4 x float>)",
    "i64 sse.cvtss2si64(<4 x float>)",
    "i32 sse.cvttss2si(<4 x float>)",
    "i64 sse.cvttss2si64(<4 x float>)",
    "<4 x float> sse.max.ps(<4 x float>, <4 x float>)",
    "<4 x float> sse.min.ps(<4 x float>, <4 x float>)",
    "i32 sse.movmsk.ps(<4 x float>)",
    "<4 x float> sse.rcp.ps(<4 x float>)",
    "<4 x float> sse.rsqrt.ps(<4 x float>)",
    "void sse.sfence()",
    "<4 x i32> sse2.cvtpd2dq(<2 x double>)",
    "<4 x i32> sse2.cvtps2dq(<4 x float>)",
    "i32 sse2.cvtsd2si(<2 x double>)",
    "i64 sse2.cvtsd2si64(<2 x double>)",
    "<4 x i32> sse2.cvttps2dq(<4 x float>)",
    "i32 sse2.cvttsd2si(<2 x double>)",
    "i64 sse2.cvttsd2si64(<2 x double>)",
    "void sse2.lfence()",
    "<2 x double> sse2.max.pd(<2 x double>, <2 x double>)",
    "void sse2.mfence()",
    "<2 x double> sse2.min.pd(<2 x double>, <2 x double>)",
    "i32 sse2.movmsk.pd(<2 x double>)",
    "<8 x i16> sse2.packssdw.128(<4 x i32>, <4 x i32>)",
    "<16 x i8> sse2.packsswb.128(<8 x i16>, <8 x i16>)",
    "<16 x i8> sse2.packuswb.128(<8 x i16>, <8 x i16>)",
    "void sse2.pause()",
    "<4 x i32> sse2.pmadd.wd(<8 x i16>, <8 x i16>)",
    "i32 sse2.pmovmskb.128(<16 x i8>)",
    "<8 x i16> sse2.pmulh.w(<8 x i16>, <8 x i16>)",
    "<8 x i16> sse2.pmulhu.w(<8 x i16>, <8 x i16>)",
    "<2 x i64> sse2.psad.bw(<16 x i8>, <16 x i8>)",
    "<4 x i32> sse2.psll.d(<4 x i32>, <4 x i32>)",
    "<2 x i64> sse2.psll.q(<2 x i64>, <2 x i64>)",
    "<8 x i16> sse2.psll.w(<8 x i16>, <8 x i16>)",
    "<4 x i32> sse2.pslli.d(<4 x i32>, i32)",
    "<2 x i64> sse2.pslli.q(<2 x i64>, i32)",
    "<8 x i16> sse2.pslli.w(<8 x i16>, i32)",
    "<4 x i32> sse2.psra.d(<4 x i32>, <4 x i32>)",
    "<8 x i16> sse2.psra.w(<8 x i16>, <8 x i16>)",
    "<4 x i32> sse2.psrai.d(<4 x i32>, i32)",
    "<8 x i16> sse2.psrai.w(<8 x i16>, i32)",
    "<4 x i32> sse2.psrl.d(<4 x i32>, <4 x i32>)",
    "<2 x i64> sse2.psrl.q(<2 x i64>, <2 x i64>)",
    "<8 x i16> sse2.psrl.w(<8 x i16>, <8 x i16>)",
    "<4 x i32> sse2.psrli.d(<4 x i32>, i32)",
    "<2 x i64> sse2.psrli.q(<2 x i64>, i32)",
    "<8 x i16> sse2.psrli.w(<8 x i16>, i32)",
    "<2 x double> sse3.hadd.pd(<2 x double>, <2 x double>)",
    "<4 x float> sse3.hadd.ps(<4 x float>, <4 x float>)",
    "<2 x double> sse41.blendvpd(<2 x double>, <2 x double>, <2 x double>)",
    "<4 x float> sse41.blendvps(<4 x float>, <4 x float>, <4 x float>)",
    "<4 x float> sse41.dpps(<4 x float>, <4 x float>, i8 113)",
    "<8 x i16> sse41.mpsadbw(<16 x i8>, <16 x i8>, i8 5)",
    "<8 x i16> sse41.packusdw(<4 x i32>, <4 x i32>)",
    "<16 x i8> sse41.pblendvb(<16 x i8>, <16 x i8>, <16 x i8>)",
    "<8 x i16> sse41.phminposuw(<8 x i16>)",
    "i32 sse41.ptestc(<2 x i64>, <2 x i64>)",
    "i32 sse41.ptestnzc(<2 x i64>, <2 x i64>)",
    "i32 sse41.ptestz(<2 x i64>, <2 x i64>)",
    "<2 x double> sse41.round.pd(<2 x double>, i32 10)",
    "<4 x float> sse41.round.ps(<4 x float>, i32 9)",
    "i32 sse42.crc32.32.16(i32, i16)",
    "i32 sse42.crc32.32.32(i32, i32)",
    "i32 sse42.crc32.32.8(i32, i8)",
    "i64 sse42.crc32.64.64(i64, i64)",
    "<4 x i32> ssse3.phadd.d.128(<4 x i32>, <4 x i32>)",
    "<8 x i16> ssse3.phadd.w.128(<8 x i16>, <8 x i16>)",
    "<4 x i32> ssse3.phsub.d.128(<4 x i32>, <4 x i32>)",
    "<8 x i16> ssse3.phsub.w.128(<8 x i16>, <8 x i16>)",
    "<8 x i16> ssse3.pmadd.ub.sw.128(<16 x i8>, <16 x i8>)",
    "<8 x i16> ssse3.pmul.hr.sw.128(<8 x i16>, <8 x i16>)",
    "<16 x i8> ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)",
    "<16 x i8> ssse3.psign.b.128(<16 x i8>, <16 x i8>)",
    "<4 x i32> ssse3.psign.d.128(<4 x i32>, <4 x i32>)",
    "<8 x i16> ssse3.psign.w.128(<8 x i16>, <8 x i16>)",
];

/// What the functions may use.
const FEATURES: &str = "+sse4.2,+crc32,+avx2,+aes,+pclmul,+sha,+bmi,+bmi2";

/// The bytes of a vector, at most.
const VECTOR: usize = 32;

/// Tells whether the machine has an instruction.
fn is_here(name: &str) -> bool {
    match name.split_once('.').map_or(name, |(set, _)| set) {
        "avx" => std::is_x86_feature_detected!("avx"),
        "avx2" => std::is_x86_feature_detected!("avx2"),
        "aesni" => std::is_x86_feature_detected!("aes"),
        "pclmulqdq" => std::is_x86_feature_detected!("pclmulqdq"),
        "bmi" => std::is_x86_feature_detected!("bmi1") && std::is_x86_feature_detected!("bmi2"),
        "sse41" | "sse42" => std::is_x86_feature_detected!("sse4.2"),
        "ssse3" => std::is_x86_feature_detected!("ssse3"),
        "sse3" => std::is_x86_feature_detected!("sse3"),
        set if set.starts_with("sha") => std::is_x86_feature_detected!("sha"),
        set => matches!(set, "sse" | "sse2" | "rdtsc"),
    }
}

/// The function that calls an intrinsic: it reads operands, and writes the result.
fn function(number: usize, signature: &str) -> (&str, String) {
    let (head, operands) = signature.split_once('(').expect("it has operands");
    let (result, name) = head.rsplit_once(' ').expect("it has a result");
    let operands = operands.trim_end_matches(')').split(", ");
    let operands: Vec<&str> = operands.filter(|operand| !operand.is_empty()).collect();
    let mut body = String::new();
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for (place, operand) in operands.iter().enumerate() {
        match operand.split_once(' ') {
            Some((ty, value)) if !ty.starts_with('<') => {
                types.push(format!("{ty} immarg"));
                values.push(format!("{ty} {value}"));
            }
            _ => {
                let at = place * VECTOR;
                let _ = writeln!(
                    body,
                    "  %p{place} = getelementptr i8, ptr %in, i64 {at}\n  \
                     %v{place} = load {operand}, ptr %p{place}, align 1"
                );
                types.push((*operand).to_owned());
                values.push(format!("{operand} %v{place}"));
            }
        }
    }
    let called = format!("call {result} @llvm.x86.{name}({})", values.join(", "));
    let _ = match (result, name) {
        ("void", _) => writeln!(body, "  {called}"),
        // No two calls are alike.
        (_, "rdtsc") => writeln!(body, "  %r = {called}"),
        _ => writeln!(
            body,
            "  %r = {called}\n  store {result} %r, ptr %out, align 1"
        ),
    };
    let text = format!(
        "declare {result} @llvm.x86.{name}({})\n\
         define void @f{number}(ptr %out, ptr %in) #0 {{\n{body}  ret void\n}}\n",
        types.join(", ")
    );
    (name, text)
}

#[test]
fn intrinsics_of_x86_are_builtins() {
    let scratch = Scratch::new("x86");
    let mut functions = String::new();
    let mut called = Vec::new();
    for (number, signature) in INTRINSICS.iter().enumerate() {
        let (name, text) = function(number, signature);
        functions += &text;
        if is_here(name) {
            called.push((number, name));
        }
    }
    let _ = writeln!(
        functions,
        "attributes #0 = {{ \"target-features\"=\"{FEATURES}\" }}"
    );
    write_people(&scratch, &functions, &driver(VECTOR, called));
    let due = native(&scratch, &functions);
    assert!(
        due.lines().count() > 8 * 30,
        "every machine has more of them"
    );
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &[], &due);
    }
}
