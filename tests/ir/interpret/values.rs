//! Values: conversions, NaNs, poison and undefined bits, aggregates and vectors.

use unsnarl_ir::interpret::{Choices, Nothing};

use crate::interpret::machine::{Loaded, UNKNOWN, check, shown};

#[test]
fn casts() {
    check(&[
        ("%a = trunc i32 511 to i8; i8 %a", "0xff:i8"),
        ("%a = trunc nuw i32 511 to i8; i8 %a", "poison"),
        ("%a = trunc nsw i32 -1 to i8; i8 %a", "0xff:i8"),
        ("%a = trunc nsw i32 255 to i8; i8 %a", "poison"),
        ("%a = zext nneg i8 -1 to i16; i16 %a", "poison"),
        (
            "%a = sext i3 -1 to i200; %b = lshr i200 %a, 190; i200 %b",
            "0x3ff:i200",
        ),
        ("%a = fptosi float 3.0e9 to i32; i32 %a", "poison"),
        ("%a = fptoui float -0.5 to i32; i32 %a", "0x0:i32"),
        ("%a = uitofp nneg i8 -1 to float; float %a", "poison"),
        ("%a = sitofp i200 -3 to half; half %a", "0xc200:i16"),
        ("%a = fptrunc double 65520.0 to half; half %a", "0x7c00:i16"),
        ("%a = inttoptr i64 4294967301 to ptr; ptr %a", "0x5:i32"),
        (
            "%a = bitcast <2 x i8> <i8 1, i8 poison> to <4 x i4>; <4 x i4> %a",
            "0x1:i4 0x0:i4 poison poison",
        ),
        (
            "%a = bitcast <2 x i8> <i8 1, i8 undef> to i16; i16 %a",
            "0x1:i16?0xff00:i16",
        ),
    ]);
}

#[test]
fn not_a_number_is_any() {
    check(&[
        ("%a = fdiv float 0.0, 0.0; float %a", "nan:32"),
        ("%a = fdiv nnan float 0.0, 0.0; float %a", "poison"),
        ("%a = fdiv ninf float 1.0, 0.0; float %a", "poison"),
        (
            "%a = fdiv float 0.0, 0.0; %b = fneg float %a; float %b",
            "nan:32",
        ),
        (
            "%a = fdiv float 0.0, 0.0; %b = fcmp uno float %a, 0.0; i1 %b",
            "0x1:i1",
        ),
        (
            "%a = fdiv half 0.0, 0.0; %b = bitcast half %a to i16; i16 %b",
            "0x7c00:i16?0x83ff:i16",
        ),
        (
            "%a = fadd nsz float -0.0, -0.0; float %a",
            "0x0:i32?0x80000000:i32",
        ),
        // A NaN that was not computed keeps its bits.
        (
            "%a = bitcast i32 2139095041 to float; %b = fneg float %a; float %b",
            "0xff800001:i32",
        ),
    ]);
}

#[test]
fn poison_and_undefined_bits() {
    check(&[
        ("%a = freeze i8 poison; i8 %a", "0x0:i8?0xff:i8"),
        ("%a = and i8 undef, 15; i8 %a", "0x0:i8?0xf:i8"),
        (
            "%a = freeze i8 undef; %b = icmp ult i8 %a, 0; i1 %b",
            "0x0:i1",
        ),
        ("%a = select i1 undef, i8 3, i8 1; i8 %a", "0x1:i8?0x2:i8"),
        ("%a = select i1 poison, i8 3, i8 3; i8 %a", "poison"),
        ("%a = select i1 true, i8 3, i8 poison; i8 %a", "0x3:i8"),
        ("%a = udiv i8 1, undef; i8 %a", "Undefined(Division)"),
        (
            "%a = freeze i8 undef; %b = udiv i8 1, %a; i8 %b",
            "Undetermined(Division)",
        ),
        ("%a = sdiv i8 -128, -1; i8 %a", "Undefined(Division)"),
        (
            "%a = udiv <2 x i8> <i8 1, i8 2>, <i8 1, i8 poison>; <2 x i8> %a",
            UNKNOWN,
        ),
        (
            "%a = add <2 x i8> <i8 1, i8 2>, <i8 1, i8 poison>; <2 x i8> %a",
            "0x2:i8 poison",
        ),
    ]);
}

#[test]
fn aggregates_and_vectors() {
    check(&[
        (
            "%a = insertvalue { i8, [2 x i16], i32 } zeroinitializer, i16 7, 1, 1; %b = extractvalue { i8, [2 x i16], i32 } %a, 1; [2 x i16] %b",
            "0x0:i16 0x7:i16",
        ),
        (
            "%a = extractelement <2 x i8> <i8 1, i8 2>, i64 2; i8 %a",
            "poison",
        ),
        (
            "%a = insertelement <2 x i8> <i8 1, i8 2>, i8 3, i64 2; <2 x i8> %a",
            "poison poison",
        ),
        (
            "%a = shufflevector <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, <3 x i32> <i32 2, i32 poison, i32 1>; <3 x i8> %a",
            "0x3:i8 poison 0x2:i8",
        ),
        (
            "%a = select <2 x i1> <i1 true, i1 false>, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>; <2 x i8> %a",
            "0x1:i8 0x4:i8",
        ),
    ]);
}

#[test]
fn choices_are_made_first() {
    let loaded = Loaded::new(
        "define {i8, half} @f() {\n  %a = freeze i8 undef\n  %b = fdiv half 0.0, 0.0\n  %x = insertvalue {i8, half} poison, i8 %a, 0\n  %y = insertvalue {i8, half} %x, half %b, 1\n  ret {i8, half} %y\n}",
    );
    let interpreter = loaded.interpreter(Choices::First);
    let mut state = loaded.state();
    let result = interpreter.run(&mut state, &mut Nothing, loaded.function("f"), &[]);
    assert_eq!(shown(result.map_err(|halt| halt.stop)), "0x0:i8 0x7e00:i16");
}
