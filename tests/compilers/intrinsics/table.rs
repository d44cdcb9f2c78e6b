//! Which intrinsics there are, and the types that each takes.

/// The names without `llvm.`, those behind a word that are refused; so are all that begin with
/// `vp.`.
pub(super) const ALL: &str = include_str!("../intrinsics.txt");

/// Intrinsics on integers, as a result, a name and operands. `T` is the type, or what stands for
/// it: `L` is its lane, `B` a truth for each lane, `I` an integer of 32 bits for each. An operand
/// with a value is that one, and of one behind `%` the rest by the width is taken.
pub(super) const OF_INTEGERS: &[&str] = &[
    "T abs(T, i1 false)",
    "T bitreverse(T)",
    "T ctlz(T, i1 false)",
    "T ctpop(T)",
    "T cttz(T, i1 false)",
    "T fshl(T, T, T)",
    "T fshr(T, T, T)",
    "T sadd.sat(T, T)",
    "T smax(T, T)",
    "T smin(T, T)",
    "T sshl.sat(T, %T)",
    "T ssub.sat(T, T)",
    "T uadd.sat(T, T)",
    "T umax(T, T)",
    "T umin(T, T)",
    "T ushl.sat(T, %T)",
    "T usub.sat(T, T)",
    "{ T, B } sadd.with.overflow(T, T)",
    "{ T, B } smul.with.overflow(T, T)",
    "{ T, B } ssub.with.overflow(T, T)",
    "{ T, B } uadd.with.overflow(T, T)",
    "{ T, B } umul.with.overflow(T, T)",
    "{ T, B } usub.with.overflow(T, T)",
    "I scmp.!I.!T(T, T)",
    "I ucmp.!I.!T(T, T)",
];

/// Those on scalars only.
pub(super) const OF_ONE: &[&str] = &["T expect(T, T)", "i1 is.constant(T)"];

/// Those on integers of whole bytes, two at least.
pub(super) const OF_BYTES: &[&str] = &["T bswap(T)"];

/// Those on vectors of integers.
pub(super) const OF_INTEGER_VECTORS: &[&str] = &[
    "L vector.reduce.add(T)",
    "L vector.reduce.and(T)",
    "L vector.reduce.mul(T)",
    "L vector.reduce.or(T)",
    "L vector.reduce.smax(T)",
    "L vector.reduce.smin(T)",
    "L vector.reduce.umax(T)",
    "L vector.reduce.umin(T)",
    "L vector.reduce.xor(T)",
];

/// Those on vectors of anything.
pub(super) const OF_VECTORS: &[&str] = &[
    "T vector.reverse(T)",
    "T vector.splice.left(T, T, i32 1)",
    "T vector.splice.right(T, T, i32 1)",
    "{ T, T } vector.deinterleave2.!2T(2T)",
    "2T vector.interleave2.!2T(T, T)",
    "T vector.extract.!T.!2T(2T, i64 0)",
    "2T vector.insert.!2T.!T(2T, T, i64 0)",
    "T experimental.vector.compress(T, B, T)",
];

/// Those on floating-point numbers.
pub(super) const OF_FLOATS: &[&str] = &[
    "T acos(T)",
    "T asin(T)",
    "T atan(T)",
    "T atan2(T, T)",
    "T canonicalize(T)",
    "T ceil(T)",
    "T copysign(T, T)",
    "T cos(T)",
    "T cosh(T)",
    "T exp(T)",
    "T exp10(T)",
    "T exp2(T)",
    "T fabs(T)",
    "T floor(T)",
    "T fma(T, T, T)",
    "T fmuladd(T, T, T)",
    "{ T, I } frexp.!T.!I(T)",
    "B is.fpclass.!T(T, i32 1)",
    "B is.fpclass.!T(T, i32 2)",
    "B is.fpclass.!T(T, i32 4)",
    "B is.fpclass.!T(T, i32 24)",
    "B is.fpclass.!T(T, i32 96)",
    "B is.fpclass.!T(T, i32 384)",
    "B is.fpclass.!T(T, i32 512)",
    "T ldexp.!T.!I(T, I)",
    "T log(T)",
    "T log10(T)",
    "T log2(T)",
    "T maximum(T, T)",
    "T maximumnum(T, T)",
    "T maxnum(T, T)",
    "T minimum(T, T)",
    "T minimumnum(T, T)",
    "T minnum(T, T)",
    "{ T, T } modf(T)",
    "T nearbyint(T)",
    "T pow(T, T)",
    "T powi.!T.i32(T, i32)",
    "T rint(T)",
    "T round(T)",
    "T roundeven(T)",
    "T sin(T)",
    "{ T, T } sincos(T)",
    "T sinh(T)",
    "T sqrt(T)",
    "T tan(T)",
    "T tanh(T)",
    "T trunc(T)",
];

/// Those that make integers of floating-point numbers, for the types of both.
pub(super) const OF_BOTH: &[&str] = &["N fptosi.sat.!N.!T(T)", "N fptoui.sat.!N.!T(T)"];

/// Those that round single numbers to integers.
pub(super) const TO_LONG: &[&str] = &[
    "i64 lrint.i64.!T(T)",
    "i64 llrint.i64.!T(T)",
    "i64 lround.i64.!T(T)",
    "i64 llround.i64.!T(T)",
];

/// What the name of a constrained operation begins with.
pub(super) const STRICT: &str = "experimental.constrained.";

/// Constrained operations, without that: `r` says how the result is rounded, and `e` which
/// exceptions are raised.
pub(super) const OF_STRICT: &[&str] = &[
    "T acos(T, r, e)",
    "T asin(T, r, e)",
    "T atan(T, r, e)",
    "T atan2(T, T, r, e)",
    "T cos(T, r, e)",
    "T cosh(T, r, e)",
    "T exp(T, r, e)",
    "T exp2(T, r, e)",
    "T fadd(T, T, r, e)",
    "T fdiv(T, T, r, e)",
    "T fma(T, T, T, r, e)",
    "T fmul(T, T, r, e)",
    "T fmuladd(T, T, T, r, e)",
    "T frem(T, T, r, e)",
    "T fsub(T, T, r, e)",
    "T log(T, r, e)",
    "T log10(T, r, e)",
    "T log2(T, r, e)",
    "T nearbyint(T, r, e)",
    "T pow(T, T, r, e)",
    "T rint(T, r, e)",
    "T sin(T, r, e)",
    "T sinh(T, r, e)",
    "T sqrt(T, r, e)",
    "T tan(T, r, e)",
    "T tanh(T, r, e)",
    "T ceil(T, e)",
    "T floor(T, e)",
    "T maxnum(T, T, e)",
    "T minnum(T, T, e)",
    "T round(T, e)",
    "T roundeven(T, e)",
    "T trunc(T, e)",
    "T ldexp.!T.!I(T, I, r, e)",
    "T powi.!T(T, i32, r, e)",
    "i64 lrint.i64.!T(T, r, e)",
    "i64 llrint.i64.!T(T, r, e)",
    "i64 lround.i64.!T(T, e)",
    "i64 llround.i64.!T(T, e)",
];

/// Those on vectors of floating-point numbers.
pub(super) const OF_FLOAT_VECTORS: &[&str] = &[
    "L vector.reduce.fadd(L, T)",
    "L vector.reduce.fmul(L, T)",
    "L vector.reduce.fmax(T)",
    "L vector.reduce.fmin(T)",
    "L vector.reduce.fmaximum(T)",
    "L vector.reduce.fminimum(T)",
];

pub(super) const INTEGERS: &[&str] = &[
    "i1", "i7", "i8", "i16", "i24", "i32", "i64", "i65", "i128", "i200",
];
pub(super) const INTEGER_VECTORS: &[&str] = &[
    "<4 x i1>",
    "<16 x i8>",
    "<3 x i16>",
    "<4 x i32>",
    "<2 x i64>",
    "<2 x i128>",
];
pub(super) const FLOATS: &[&str] = &["half", "float", "double", "x86_fp80", "fp128"];
pub(super) const FLOAT_VECTORS: &[&str] =
    &["<4 x half>", "<3 x float>", "<2 x double>", "<2 x fp128>"];

/// What LLVM's own back end has no code for, or wrong code, on a type or this type of lanes.
pub(super) const NOWHERE: &[(&str, &str)] = &[
    ("fshl", "i200"),
    ("fshr", "i200"),
    ("maximum", "fp128"),
    ("maximum", "x86_fp80"),
    ("minimum", "fp128"),
    ("minimum", "x86_fp80"),
    ("frexp", "<2 x double>"),
    ("modf", "half"),
    ("vector.reduce.fmaximum", "fp128"),
    ("vector.reduce.fminimum", "fp128"),
];

/// Those that are tested by [`OTHERS`], by their name in it, or where programs are compiled.
pub(super) const IN_PROGRAMS: &[&str] = &[
    "eh.sjlj.longjmp",
    "eh.sjlj.setjmp",
    "experimental.constrained.fcmp",
    "experimental.constrained.fcmps",
    "experimental.constrained.fpext",
    "experimental.constrained.fptosi",
    "experimental.constrained.fptoui",
    "experimental.constrained.fptrunc",
    "experimental.constrained.sitofp",
    "experimental.constrained.uitofp",
    "annotation",
    "arithmetic.fence",
    "expect.with.probability",
    "frameaddress",
    "launder.invariant.group",
    "load.relative",
    "memcpy",
    "memcpy.inline",
    "memmove",
    "memset",
    "memset.inline",
    "prefetch",
    "ptr.annotation",
    "returnaddress",
    "ssa.copy",
    "stackrestore",
    "stacksave",
    "strip.invariant.group",
    "threadlocal.address",
    "va_copy",
    "va_end",
    "va_start",
];

/// Those of which nothing is written, since they say something to optimizers only.
pub(super) const HINTS: &[&str] = &[
    "assume",
    "codeview.annotation",
    "dbg.assign",
    "dbg.declare",
    "dbg.label",
    "dbg.value",
    "donothing",
    "experimental.noalias.scope.decl",
    "fake.use",
    "invariant.end",
    "invariant.start",
    "lifetime.end",
    "lifetime.start",
    "pseudoprobe",
    "sideeffect",
    "var.annotation",
];

/// Those that LLVM's own back end has no code for at all.
pub(super) const UNCOMPARED: &[&str] = &[
    "experimental.constrained.maximum",
    "experimental.constrained.minimum",
];

/// Those of several vectors that LLVM's own back end has code for with two only.
pub(super) const OF_SEVERAL: [&str; 2] = ["vector.deinterleave", "vector.interleave"];

/// Other functions, that the program [`USES`] calls.
pub(super) const OTHERS: &str = include_str!("../intrinsics.ll");
pub(super) const USES: &str = include_str!("../intrinsics.c");
