//! Intrinsics.

use crate::interpret::machine::{UNKNOWN, check};

#[test]
fn intrinsics_on_integers() {
    check(&[
        (
            "%a = call i8 @llvm.abs.i8(i8 -128, i1 true); i8 %a",
            "poison",
        ),
        (
            "%a = call i8 @llvm.abs.i8(i8 -128, i1 false); i8 %a",
            "0x80:i8",
        ),
        (
            "%a = call i8 @llvm.ctlz.i8(i8 0, i1 false); i8 %a",
            "0x8:i8",
        ),
        ("%a = call i8 @llvm.cttz.i8(i8 0, i1 true); i8 %a", "poison"),
        ("%a = call i24 @llvm.ctpop.i24(i24 -1); i24 %a", "0x18:i24"),
        (
            "%a = call i16 @llvm.bswap.i16(i16 258); i16 %a",
            "0x201:i16",
        ),
        ("%a = call i3 @llvm.bitreverse.i3(i3 1); i3 %a", "0x4:i3"),
        (
            "%a = call i8 @llvm.fshl.i8(i8 129, i8 192, i8 9); i8 %a",
            "0x3:i8",
        ),
        (
            "%a = call i8 @llvm.fshr.i8(i8 129, i8 192, i8 0); i8 %a",
            "0xc0:i8",
        ),
        (
            "%a = call i8 @llvm.sadd.sat.i8(i8 100, i8 100); i8 %a",
            "0x7f:i8",
        ),
        (
            "%a = call i8 @llvm.ssub.sat.i8(i8 -100, i8 100); i8 %a",
            "0x80:i8",
        ),
        (
            "%a = call i8 @llvm.usub.sat.i8(i8 1, i8 2); i8 %a",
            "0x0:i8",
        ),
        (
            "%a = call i8 @llvm.sshl.sat.i8(i8 -3, i8 7); i8 %a",
            "0x80:i8",
        ),
        (
            "%a = call i8 @llvm.ushl.sat.i8(i8 1, i8 8); i8 %a",
            "poison",
        ),
        (
            "%a = call {i8, i1} @llvm.smul.with.overflow.i8(i8 16, i8 8); {i8, i1} %a",
            "0x80:i8 0x1:i1",
        ),
        (
            "%a = call i2 @llvm.scmp.i2.i8(i8 -1, i8 1); i2 %a",
            "0x3:i2",
        ),
        (
            "%a = call i200 @llvm.ucmp.i200.i8(i8 0, i8 1); %b = lshr i200 %a, 199; i200 %b",
            "0x1:i200",
        ),
        ("%a = call i8 @llvm.umax.i8(i8 1, i8 -1); i8 %a", "0xff:i8"),
        (
            "%a = call i8 @llvm.fptosi.sat.i8.f32(float 1000.0); i8 %a",
            "0x7f:i8",
        ),
        (
            "%a = call i8 @llvm.fptoui.sat.i8.f32(float -1.0); i8 %a",
            "0x0:i8",
        ),
    ]);
}

#[test]
fn intrinsics_on_floating_point_numbers() {
    let signalling = "%s = bitcast i32 2139095041 to float; ";
    check(&[
        (
            "%a = call float @llvm.minnum.f32(float 0.0, float -0.0); float %a",
            "0x0:i32?0x80000000:i32",
        ),
        (
            "%a = call float @llvm.minimum.f32(float 0.0, float -0.0); float %a",
            "0x80000000:i32",
        ),
        (
            "%a = call float @llvm.maximum.f32(float 0.0, float -0.0); float %a",
            "0x0:i32",
        ),
        (
            "%a = call float @llvm.maxnum.f32(float 1.0, float 0x7FF8000000000000); float %a",
            "0x3f800000:i32",
        ),
        (
            "%a = call float @llvm.maximum.f32(float 1.0, float 0x7FF8000000000000); float %a",
            "nan:32",
        ),
        (
            &format!("{signalling}%a = call float @llvm.maxnum.f32(float 1.0, float %s); float %a"),
            "0x0:i32?0xffffffff:i32",
        ),
        (
            &format!(
                "{signalling}%a = call float @llvm.maximumnum.f32(float 1.0, float %s); float %a"
            ),
            "0x3f800000:i32",
        ),
        (
            &format!("{signalling}%a = call float @llvm.fabs.f32(float %s); float %a"),
            "0x7f800001:i32",
        ),
        (
            "%a = call float @llvm.round.f32(float 2.5); float %a",
            "0x40400000:i32",
        ),
        (
            "%a = call float @llvm.roundeven.f32(float 2.5); float %a",
            "0x40000000:i32",
        ),
        (
            "%a = call float @llvm.sqrt.f32(float -1.0); float %a",
            "nan:32",
        ),
        (
            "%a = call double @llvm.ldexp.f64.i32(double 1.0, i32 -1074); double %a",
            "0x1:i64",
        ),
        (
            "%a = call i1 @llvm.is.fpclass.f32(float -0.0, i32 32); i1 %a",
            "0x1:i1",
        ),
        (
            "%a = call i64 @llvm.lround.i64.f32(float -2.5); i64 %a",
            "0xfffffffffffffffd:i64",
        ),
        (
            "%a = call i16 @llvm.convert.to.fp16.f32(float 1.0); i16 %a",
            "0x3c00:i16",
        ),
        // Rounded once or twice: the bits in which the results differ are open.
        (
            "%a = call half @llvm.fmuladd.f16(half 0xH3C01, half 0xH3C01, half 0xHBC02); half %a",
            "0x0:i16?0x10:i16",
        ),
        (
            "%a = call half @llvm.fma.f16(half 0xH3C01, half 0xH3C01, half 0xHBC02); half %a",
            "0x10:i16",
        ),
    ]);
}

#[test]
fn intrinsics_on_vectors() {
    check(&[
        (
            "%a = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> <i8 1, i8 2, i8 254>); i8 %a",
            "0x1:i8",
        ),
        (
            "%a = call i8 @llvm.vector.reduce.smin.v2i8(<2 x i8> <i8 1, i8 -2>); i8 %a",
            "0xfe:i8",
        ),
        (
            "%a = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> <float 2.0, float 4.0>); float %a",
            "0x40e00000:i32",
        ),
        (
            "%a = call <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8> <i8 1, i8 2>); <2 x i8> %a",
            "0x2:i8 0x1:i8",
        ),
        (
            "%a = call <2 x i8> @llvm.vector.splice.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 -1); <2 x i8> %a",
            "0x2:i8 0x3:i8",
        ),
        (
            "%a = call <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>); <4 x i8> %a",
            "0x1:i8 0x3:i8 0x2:i8 0x4:i8",
        ),
        (
            "%a = call <3 x i1> @llvm.get.active.lane.mask.v3i1.i8(i8 254, i8 255); <3 x i1> %a",
            "0x1:i1 0x0:i1 0x0:i1",
        ),
        (
            "%a = call <3 x i16> @llvm.stepvector.v3i16(); <3 x i16> %a",
            "0x0:i16 0x1:i16 0x2:i16",
        ),
    ]);
}

#[test]
fn intrinsics_on_memory() {
    let own = "%p = alloca [8 x i8], align 8; store i64 578437695752307201, ptr %p; %q = getelementptr i8, ptr %p, i32 2; ";
    for (body, expected) in [
        (
            "call void @llvm.memmove.p0.p0.i32(ptr %q, ptr %p, i32 4, i1 false)",
            "0x807040302010201:i64",
        ),
        (
            "call void @llvm.memcpy.p0.p0.i32(ptr %q, ptr %p, i32 4, i1 false)",
            "Undefined(Overlap)",
        ),
        (
            "call void @llvm.memcpy.p0.p0.i32(ptr %q, ptr %p, i32 2, i1 false)",
            "0x807060502010201:i64",
        ),
        (
            "call void @llvm.memset.p0.i32(ptr %q, i8 poison, i32 1, i1 false)",
            "poison",
        ),
        (
            "call void @llvm.memset.p0.i32(ptr %p, i8 1, i32 8, i1 false)",
            "0x101010101010101:i64",
        ),
        (
            "call void @llvm.memset.p0.i32(ptr null, i8 1, i32 0, i1 false)",
            "0x807060504030201:i64",
        ),
        ("call void @llvm.lifetime.end.p0(i64 8, ptr %p)", "poison"),
        (
            "call void @llvm.lifetime.start.p0(i64 8, ptr %p)",
            "0x0:i64?0xffffffffffffffff:i64",
        ),
        (
            "call void @llvm.masked.store.v2i16.p0(<2 x i16> <i16 0, i16 0>, ptr %p, i32 2, <2 x i1> <i1 false, i1 true>)",
            "0x807060500000201:i64",
        ),
        (
            "call void @llvm.masked.compressstore.v2i16(<2 x i16> <i16 0, i16 9>, ptr %p, <2 x i1> <i1 false, i1 true>)",
            "0x807060504030009:i64",
        ),
        (
            "call void @llvm.masked.store.v2i16.p0(<2 x i16> <i16 0, i16 0>, ptr %p, i32 2, <2 x i1> <i1 poison, i1 true>)",
            UNKNOWN,
        ),
    ] {
        check(&[(
            &format!("{own}{body}; %a = load i64, ptr %p; i64 %a"),
            expected,
        )]);
    }
    check(&[
        (
            &format!(
                "{own}%a = call <2 x i16> @llvm.masked.load.v2i16.p0(ptr %p, i32 2, <2 x i1> <i1 false, i1 true>, <2 x i16> <i16 7, i16 7>); <2 x i16> %a"
            ),
            "0x7:i16 0x403:i16",
        ),
        (
            &format!(
                "{own}%a = call <2 x i16> @llvm.masked.expandload.v2i16(ptr %p, <2 x i1> <i1 false, i1 true>, <2 x i16> <i16 7, i16 7>); <2 x i16> %a"
            ),
            "0x7:i16 0x201:i16",
        ),
    ]);
}
