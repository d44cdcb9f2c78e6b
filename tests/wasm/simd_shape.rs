//! Vectors in `v128`: the instructions that each operation becomes, and the signatures of
//! functions.

use crate::engine;
use unsnarl_wasm::{Options, compile, wat};

const SIMD: &str =
    "attributes #0 = { \"target-features\"=\"+simd128\" \"wasm-export-name\"=\"f\" }";

/// The instructions of `@f`, whose text is `text`, with SIMD.
#[track_caller]
fn instructions(text: &str) -> String {
    let text = format!("{}{text}\n{SIMD}", engine::HEAD);
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let output =
        compile(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    wat(&output.bytes).expect("what was compiled can be printed")
}

/// A function on two vectors `%a` and `%b` of a type has these instructions of SIMD, in this order,
/// and no others.
#[track_caller]
fn check_shape(ty: &str, result: &str, body: &str, declarations: &str, expected: &[&str]) {
    let text = format!(
        "define {result} @f({ty} %a, {ty} %b) #0 {{\n{body}\nret {result} %r\n}}\n{declarations}"
    );
    let found = instructions(&text);
    let is_simd = |word: &str| {
        [
            "i8x16.", "i16x8.", "i32x4.", "i64x2.", "f32x4.", "f64x2.", "v128.",
        ]
        .iter()
        .any(|start| word.starts_with(start))
    };
    let found: Vec<&str> = found
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| is_simd(word))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn lanes_have_one_instruction_each() {
    for (ty, body, expected) in [
        (
            "<16 x i8>",
            "%r = add <16 x i8> %a, %b",
            &["i8x16.add"] as &[&str],
        ),
        ("<8 x i16>", "%r = mul <8 x i16> %a, %b", &["i16x8.mul"]),
        ("<4 x i32>", "%r = sub <4 x i32> %a, %b", &["i32x4.sub"]),
        ("<2 x i64>", "%r = mul <2 x i64> %a, %b", &["i64x2.mul"]),
        (
            "<4 x float>",
            "%r = fdiv <4 x float> %a, %b",
            &["f32x4.div"],
        ),
        ("<2 x double>", "%r = fneg <2 x double> %a", &["f64x2.neg"]),
        ("<2 x i32>", "%r = add <2 x i32> %a, %b", &["i32x4.add"]),
        (
            "<4 x ptr>",
            "%r = select i1 1, <4 x ptr> %a, <4 x ptr> %b",
            &[],
        ),
        (
            "<4 x i32>",
            "%r = shl <4 x i32> %a, splat (i32 3)",
            &["i32x4.shl"],
        ),
        (
            "<4 x i32>",
            "%n = xor <4 x i32> %b, splat (i32 -1)\n%r = and <4 x i32> %a, %n",
            &["v128.andnot"],
        ),
        (
            "<4 x i32>",
            "%c = icmp slt <4 x i32> %a, %b\n%r = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %b",
            &["i32x4.lt_s", "v128.bitselect"],
        ),
        (
            "<16 x i8>",
            "%c = icmp ult <16 x i8> %a, %b\n%r = sext <16 x i1> %c to <16 x i8>",
            &["i8x16.lt_u"],
        ),
        (
            "<4 x float>",
            "%c = fcmp olt <4 x float> %a, %b\n%r = select <4 x i1> %c, <4 x float> %a, <4 x float> %b",
            &["f32x4.pmin"],
        ),
        (
            "<4 x i32>",
            "%c = icmp slt <4 x i32> %a, %b\n%z = zext <4 x i1> %c to <4 x i32>\n%r = add <4 x i32> %b, %z",
            &["i32x4.lt_s", "i32x4.sub"],
        ),
        (
            "<4 x i32>",
            "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>",
            &["i8x16.shuffle"],
        ),
        (
            "<4 x i32>",
            "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 4, i32 poison, i32 6, i32 7>",
            &[],
        ),
        (
            "<4 x i32>",
            "%e = extractelement <4 x i32> %a, i32 2\n%r = insertelement <4 x i32> %b, i32 %e, i32 1",
            &["i32x4.extract_lane", "i32x4.replace_lane"],
        ),
        (
            "<8 x i16>",
            "%e = extractelement <8 x i16> %a, i32 2\n%i = insertelement <8 x i16> poison, i16 %e, i32 0\n%r = shufflevector <8 x i16> %i, <8 x i16> poison, <8 x i32> zeroinitializer",
            &["i16x8.extract_lane_u", "i16x8.splat"],
        ),
        (
            "<4 x i32>",
            "%t = sitofp <4 x i32> %a to <4 x float>\n%r = fptosi <4 x float> %t to <4 x i32>",
            &["f32x4.convert_i32x4_s", "i32x4.trunc_sat_f32x4_s"],
        ),
        (
            "<8 x i16>",
            "%c = bitcast <8 x i16> %a to <16 x i8>\n%d = add <16 x i8> %c, %c\n%r = bitcast <16 x i8> %d to <8 x i16>",
            &["i8x16.add"],
        ),
    ] {
        check_shape(ty, ty, body, "", expected);
    }
}

#[test]
fn widths_change_by_halves() {
    for (ty, result, body, expected) in [
        (
            "<16 x i8>",
            "<8 x i16>",
            "%h = shufflevector <16 x i8> %a, <16 x i8> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>\n%r = sext <8 x i8> %h to <8 x i16>",
            &["i16x8.extend_high_i8x16_s"] as &[&str],
        ),
        (
            "<8 x i8>",
            "<8 x i16>",
            "%c = zext <8 x i8> %a to <8 x i16>\n%d = zext <8 x i8> %b to <8 x i16>\n%r = mul <8 x i16> %c, %d",
            &["i16x8.extmul_low_i8x16_u"],
        ),
        (
            "<4 x i8>",
            "<4 x i32>",
            "%r = zext <4 x i8> %a to <4 x i32>",
            &["i16x8.extend_low_i8x16_u", "i32x4.extend_low_i16x8_u"],
        ),
        (
            "<8 x i32>",
            "<8 x i16>",
            "%r = trunc <8 x i32> %a to <8 x i16>",
            &["i8x16.shuffle"],
        ),
        (
            "<2 x double>",
            "<2 x float>",
            "%r = fptrunc <2 x double> %a to <2 x float>",
            &["f32x4.demote_f64x2_zero"],
        ),
        (
            "<2 x i32>",
            "<2 x double>",
            "%r = uitofp <2 x i32> %a to <2 x double>",
            &["f64x2.convert_low_i32x4_u"],
        ),
        (
            "<16 x i8>",
            "i16",
            "%c = icmp slt <16 x i8> %a, zeroinitializer\n%r = bitcast <16 x i1> %c to i16",
            &["v128.const", "i8x16.lt_s", "i8x16.bitmask"],
        ),
        (
            "<2 x i64>",
            "i128",
            "%r = bitcast <2 x i64> %a to i128",
            &["i64x2.extract_lane", "i64x2.extract_lane"],
        ),
    ] {
        check_shape(ty, result, body, "", expected);
    }
}

#[test]
fn memory_is_read_and_written_in_whole_registers() {
    for (body, expected) in [
        (
            "%v = load <4 x i32>, ptr %p, align 4\nstore <4 x i32> %v, ptr %q, align 16",
            &["v128.load align=4", "v128.store"] as &[&str],
        ),
        (
            "%v = load <2 x float>, ptr %p\nstore <2 x float> %v, ptr %q",
            &["v128.load64_zero", "v128.store64_lane 0"],
        ),
        (
            "%v = load <3 x i32>, ptr %p, align 16\nstore <3 x i32> %v, ptr %q, align 16",
            &[
                "v128.load64_zero",
                "v128.load32_lane offset=8 2",
                "v128.store64_lane 0",
                "v128.store32_lane offset=8 2",
            ],
        ),
        (
            "%v = load <8 x i8>, ptr %p\n%w = sext <8 x i8> %v to <8 x i16>\nstore <8 x i16> %w, ptr %q",
            &["v128.load8x8_s", "v128.store"],
        ),
        (
            "%x = load i16, ptr %p\n%v = insertelement <8 x i16> poison, i16 %x, i32 0\n%w = shufflevector <8 x i16> %v, <8 x i16> poison, <8 x i32> zeroinitializer\nstore <8 x i16> %w, ptr %q",
            &["v128.load16_splat", "v128.store"],
        ),
        (
            "%g = getelementptr inbounds <4 x i32>, ptr %p, i32 3\n%v = load volatile <4 x i32>, ptr %g\nstore volatile <4 x i32> %v, ptr %q",
            &["v128.load offset=48", "v128.store"],
        ),
        (
            "store <16 x i8> splat (i8 1), ptr %q",
            &[
                "v128.const i32x4 0x01010101 0x01010101 0x01010101 0x01010101",
                "v128.store",
            ],
        ),
    ] {
        let text = format!("define void @f(ptr %p, ptr %q) #0 {{\n{body}\nret void\n}}");
        let found = instructions(&text);
        let found: Vec<&str> = found
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("v128."))
            .collect();
        let matches = |(found, expected): (&&str, &&str)| {
            let (name, rest) = expected.split_once(' ').unwrap_or((expected, ""));
            let mut words = found.split(' ');
            words.next() == Some(name) && rest.split(' ').all(|word| found.contains(word))
        };
        assert_eq!(found.len(), expected.len(), "{found:?} {text}");
        assert!(found.iter().zip(expected).all(matches), "{found:?} {text}");
    }
}

#[test]
fn intrinsics_of_webassembly_are_instructions() {
    let bytes = "<16 x i8>, <16 x i8>";
    for (ty, result, name, parameters, operands, expected) in [
        (
            "<16 x i8>",
            "<16 x i8>",
            "swizzle",
            bytes,
            "<16 x i8> %a, <16 x i8> %b",
            "i8x16.swizzle",
        ),
        (
            "<16 x i8>",
            "<16 x i8>",
            "avgr.unsigned.v16i8",
            bytes,
            "<16 x i8> %a, <16 x i8> %b",
            "i8x16.avgr_u",
        ),
        (
            "<8 x i16>",
            "<16 x i8>",
            "narrow.unsigned.v16i8.v8i16",
            "<8 x i16>, <8 x i16>",
            "<8 x i16> %a, <8 x i16> %b",
            "i8x16.narrow_i16x8_u",
        ),
        (
            "<8 x i16>",
            "<4 x i32>",
            "dot",
            "<8 x i16>, <8 x i16>",
            "<8 x i16> %a, <8 x i16> %b",
            "i32x4.dot_i16x8_s",
        ),
        (
            "<8 x i16>",
            "<8 x i16>",
            "q15mulr.sat.signed",
            "<8 x i16>, <8 x i16>",
            "<8 x i16> %a, <8 x i16> %b",
            "i16x8.q15mulr_sat_s",
        ),
        (
            "<8 x i16>",
            "<8 x i16>",
            "sub.sat.unsigned.v8i16",
            "<8 x i16>, <8 x i16>",
            "<8 x i16> %a, <8 x i16> %b",
            "i16x8.sub_sat_u",
        ),
        (
            "<16 x i8>",
            "<8 x i16>",
            "extadd.pairwise.signed.v8i16",
            "<16 x i8>",
            "<16 x i8> %a",
            "i16x8.extadd_pairwise_i8x16_s",
        ),
        (
            "<4 x float>",
            "<4 x float>",
            "pmin.v4f32",
            "<4 x float>, <4 x float>",
            "<4 x float> %a, <4 x float> %b",
            "f32x4.pmin",
        ),
        (
            "<2 x i64>",
            "i32",
            "bitmask.v2i64",
            "<2 x i64>",
            "<2 x i64> %a",
            "i64x2.bitmask",
        ),
        (
            "<4 x i32>",
            "i32",
            "anytrue.v4i32",
            "<4 x i32>",
            "<4 x i32> %a",
            "v128.any_true",
        ),
        (
            "<4 x i32>",
            "i32",
            "alltrue.v4i32",
            "<4 x i32>",
            "<4 x i32> %a",
            "i32x4.all_true",
        ),
        (
            "<4 x i32>",
            "<4 x i32>",
            "bitselect.v4i32",
            "<4 x i32>, <4 x i32>, <4 x i32>",
            "<4 x i32> %a, <4 x i32> %b, <4 x i32> %a",
            "v128.bitselect",
        ),
    ] {
        check_shape(
            ty,
            result,
            &format!("%r = call {result} @llvm.wasm.{name}({operands})"),
            &format!("declare {result} @llvm.wasm.{name}({parameters})"),
            &[expected],
        );
    }
}

/// A function that may use the relaxed instructions.
fn relaxed(result: &str, name: &str, types: &[&str], features: &str) -> String {
    let parameters: Vec<String> = (0..)
        .zip(types)
        .map(|(number, ty)| format!("{ty} %p{number}"))
        .collect();
    let parameters = parameters.join(", ");
    format!(
        "{}define {result} @f({parameters}) \"target-features\"=\"{features}\" {{\n\
         %r = call {result} @llvm.wasm.relaxed.{name}({parameters})\nret {result} %r\n}}\n\
         declare {result} @llvm.wasm.relaxed.{name}({})\n",
        engine::HEAD,
        types.join(", ")
    )
}

#[test]
fn relaxed_instructions() {
    let options = Options {
        exports: unsnarl_wasm::Exports::External,
        ..Options::default()
    };
    let (bytes, words, ints, longs) = ("<16 x i8>", "<8 x i16>", "<4 x i32>", "<2 x i64>");
    let (floats, doubles) = ("<4 x float>", "<2 x double>");
    for (result, name, types, expected) in [
        (bytes, "swizzle", &[bytes; 2][..], "i8x16.relaxed_swizzle"),
        (
            ints,
            "trunc.signed",
            &[floats],
            "i32x4.relaxed_trunc_f32x4_s",
        ),
        (
            ints,
            "trunc.unsigned",
            &[floats],
            "i32x4.relaxed_trunc_f32x4_u",
        ),
        (
            ints,
            "trunc.signed.zero",
            &[doubles],
            "i32x4.relaxed_trunc_f64x2_s_zero",
        ),
        (
            ints,
            "trunc.unsigned.zero",
            &[doubles],
            "i32x4.relaxed_trunc_f64x2_u_zero",
        ),
        (floats, "madd.v4f32", &[floats; 3], "f32x4.relaxed_madd"),
        (floats, "nmadd.v4f32", &[floats; 3], "f32x4.relaxed_nmadd"),
        (doubles, "madd.v2f64", &[doubles; 3], "f64x2.relaxed_madd"),
        (doubles, "nmadd.v2f64", &[doubles; 3], "f64x2.relaxed_nmadd"),
        (
            bytes,
            "laneselect.v16i8",
            &[bytes; 3],
            "i8x16.relaxed_laneselect",
        ),
        (
            words,
            "laneselect.v8i16",
            &[words; 3],
            "i16x8.relaxed_laneselect",
        ),
        (
            ints,
            "laneselect.v4i32",
            &[ints; 3],
            "i32x4.relaxed_laneselect",
        ),
        (
            longs,
            "laneselect.v2i64",
            &[longs; 3],
            "i64x2.relaxed_laneselect",
        ),
        (floats, "min.v4f32", &[floats; 2], "f32x4.relaxed_min"),
        (floats, "max.v4f32", &[floats; 2], "f32x4.relaxed_max"),
        (doubles, "min.v2f64", &[doubles; 2], "f64x2.relaxed_min"),
        (doubles, "max.v2f64", &[doubles; 2], "f64x2.relaxed_max"),
        (
            words,
            "q15mulr.signed",
            &[words; 2],
            "i16x8.relaxed_q15mulr_s",
        ),
        (
            words,
            "dot.i8x16.i7x16.signed",
            &[bytes; 2],
            "i16x8.relaxed_dot_i8x16_i7x16_s",
        ),
        (
            ints,
            "dot.i8x16.i7x16.add.signed",
            &[bytes, bytes, ints],
            "i32x4.relaxed_dot_i8x16_i7x16_add_s",
        ),
    ] {
        let text = relaxed(result, name, types, "+simd128,+relaxed-simd");
        let module = unsnarl_llvm::read(&text).expect("the text is IR");
        let output = compile(&module, &options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(output.reports[0].data.to_string(), "data proved", "{name}");
        let shown = unsnarl_wasm::wat(&output.bytes).expect("it is valid");
        let lines = shown.lines().map(str::trim);
        let code = lines.skip_while(|line| !line.starts_with("(func")).skip(1);
        let code: Vec<&str> = code.take_while(|line| *line != ")").collect();
        assert_eq!(code.last(), Some(&expected), "{shown}");
        // Without the feature there are no such instructions.
        let text = relaxed(result, name, types, "+simd128");
        let module = unsnarl_llvm::read(&text).expect("the text is IR");
        let error = compile(&module, &options).expect_err("it is refused");
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn signatures_are_those_of_llvm() {
    for (ty, parameters, results) in [
        ("<4 x i32>", "(param v128)", "(result v128)"),
        ("<2 x i8>", "(param v128)", "(result v128)"),
        ("<1 x double>", "(param v128)", "(result v128)"),
        ("<3 x float>", "(param v128)", "(result v128)"),
        ("<4 x i1>", "(param v128)", "(result v128)"),
        ("<4 x ptr>", "(param v128)", "(result v128)"),
        ("<8 x i32>", "(param i32 v128 v128)", ""),
        ("<3 x i16>", "(param i32 i32 i32 i32)", ""),
        ("<6 x float>", "(param i32 f32 f32 f32 f32 f32 f32)", ""),
        ("<3 x i1>", "(param i32 i32 i32 i32)", ""),
        ("<32 x i8>", "(param i32 v128 v128)", ""),
    ] {
        let text = instructions(&format!("define {ty} @f({ty} %a) #0 {{\nret {ty} %a\n}}"));
        let wanted = [parameters, results].join(" ");
        let wanted = format!("(type (;0;) (func {}))", wanted.trim());
        assert!(text.contains(&wanted), "{ty}: {wanted}\n{text}");
    }
}

/// Of a mask that comes from elsewhere only the lowest bit of each lane is known.
#[test]
fn masks_are_received_by_their_lowest_bits() {
    let text = instructions("define <4 x i1> @f(<4 x i1> %a) #0 {\nret <4 x i1> %a\n}");
    let code: Vec<&str> = text.lines().map(str::trim).collect();
    let start = code.iter().position(|line| *line == "i32x4.shl");
    let start = start.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(
        code[start + 1..][..2],
        ["i32.const 31", "i32x4.shr_s"],
        "{text}"
    );
}

#[test]
fn one_function_with_simd_makes_all_vectors_registers() {
    let body = "define <4 x i32> @g(<4 x i32> %v) {\nret <4 x i32> %v\n}\n\
         define <4 x i32> @f(<4 x i32> %v) #0 {\n%r = call <4 x i32> @g(<4 x i32> %v)\nret <4 x i32> %r\n}";
    let text = instructions(body);
    assert_eq!(
        text.matches("(param v128) (result v128)").count(),
        1,
        "{text}"
    );
    assert!(!text.contains("(param i32"), "{text}");
}
