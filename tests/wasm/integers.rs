//! Every operation on integers of many widths, on corner cases, compared with the same operation in
//! Rust.

use crate::engine;
use unsnarl_wasm::{Options, compile};
use wasmi::Val;

const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-i64:64-i128:128-n32:64-S128\"\n";

/// An integer of some width: its bits, without sign.
#[derive(Clone, Copy)]
struct Int {
    width: u32,
    bits: u128,
}

impl Int {
    fn new(width: u32, bits: u128) -> Self {
        Int {
            width,
            bits: bits & mask(width),
        }
    }

    fn signed(self) -> i128 {
        ((self.bits << (128 - self.width)) as i128) >> (128 - self.width)
    }

    fn with(self, bits: u128) -> Option<u128> {
        Some(bits & mask(self.width))
    }

    fn with_signed(self, value: i128) -> Option<u128> {
        self.with(value as u128)
    }

    fn fits(self, value: i128) -> bool {
        value >> (self.width - 1) == 0 || value >> (self.width - 1) == -1
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// An operation: its name here, its text with `W` for the type, the width of its result (0: that of
/// the operands), and what it computes; `None` where it is undefined.
struct Row {
    name: &'static str,
    text: &'static str,
    result: u32,
    compute: fn(Int, Int) -> Option<u128>,
}

fn row(
    name: &'static str,
    text: &'static str,
    result: u32,
    compute: fn(Int, Int) -> Option<u128>,
) -> Row {
    Row {
        name,
        text,
        result,
        compute,
    }
}

fn truth(holds: bool) -> Option<u128> {
    Some(holds.into())
}

fn in_range(amount: Int) -> Option<u32> {
    u32::try_from(amount.bits)
        .ok()
        .filter(|&by| by < amount.width)
}

/// A division whose result is in range.
fn divided(a: Int, b: Int, divide: fn(i128, i128) -> i128) -> Option<u128> {
    let is_least = a.bits == 1 << (a.width - 1) && b.signed() == -1;
    (b.bits != 0 && !is_least).then(|| divide(a.signed(), b.signed()) as u128 & mask(a.width))
}

#[rustfmt::skip]
fn arithmetic() -> Vec<Row> {
    vec![
        row("add", "%r = add iW %a, %b", 0, |a, b| a.with(a.bits.wrapping_add(b.bits))),
        row("sub", "%r = sub iW %a, %b", 0, |a, b| a.with(a.bits.wrapping_sub(b.bits))),
        row("mul", "%r = mul iW %a, %b", 0, |a, b| a.with(a.bits.wrapping_mul(b.bits))),
        row("and", "%r = and iW %a, %b", 0, |a, b| a.with(a.bits & b.bits)),
        row("or", "%r = or iW %a, %b", 0, |a, b| a.with(a.bits | b.bits)),
        row("xor", "%r = xor iW %a, %b", 0, |a, b| a.with(a.bits ^ b.bits)),
        row("not", "%r = xor iW %a, -1", 0, |a, _| a.with(!a.bits)),
        row("shl", "%r = shl iW %a, %b", 0, |a, b| in_range(b).and_then(|by| a.with(a.bits << by))),
        row("lshr", "%r = lshr iW %a, %b", 0, |a, b| in_range(b).and_then(|by| a.with(a.bits >> by))),
        row("ashr", "%r = ashr iW %a, %b", 0, |a, b| in_range(b).and_then(|by| a.with_signed(a.signed() >> by))),
        row("chain", "%s = add iW %a, %b\n %t = mul iW %s, %s\n %r = lshr iW %t, 0", 0, |a, b| {
            let sum = a.bits.wrapping_add(b.bits) & mask(a.width);
            a.with(sum.wrapping_mul(sum))
        }),
        row("select", "%c = icmp ult iW %a, %b\n %r = select i1 %c, iW %b, iW %a", 0, |a, b| a.with(a.bits.max(b.bits))),
        row("freeze", "%s = sub iW %a, %b\n %r = freeze iW %s", 0, |a, b| a.with(a.bits.wrapping_sub(b.bits))),
        row("stored", "%slot = alloca iW\n %s = add iW %a, %b\n store iW %s, ptr %slot\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(a.bits.wrapping_add(b.bits))),
        row("phi", "%c = icmp slt iW %a, %b\n br i1 %c, label %x, label %y\nx:\n %s = add iW %a, 1\n br label %y\ny:\n\
            %p = phi iW [ %s, %x ], [ -1, %0 ]\n %r = lshr iW %p, 0", 0,
            |a, b| a.with(if a.signed() < b.signed() { a.bits.wrapping_add(1) } else { u128::MAX })),
    ]
}

#[rustfmt::skip]
fn division() -> Vec<Row> {
    vec![
        row("udiv", "%r = udiv iW %a, %b", 0, |a, b| a.bits.checked_div(b.bits)),
        row("urem", "%r = urem iW %a, %b", 0, |a, b| a.bits.checked_rem(b.bits)),
        row("sdiv", "%r = sdiv iW %a, %b", 0, |a, b| divided(a, b, |a, b| a / b)),
        row("srem", "%r = srem iW %a, %b", 0, |a, b| divided(a, b, |a, b| a % b)),
    ]
}

#[rustfmt::skip]
fn comparison() -> Vec<Row> {
    vec![
        row("eq", "%r = icmp eq iW %a, %b", 1, |a, b| truth(a.bits == b.bits)),
        row("ne", "%r = icmp ne iW %a, %b", 1, |a, b| truth(a.bits != b.bits)),
        row("ult", "%r = icmp ult iW %a, %b", 1, |a, b| truth(a.bits < b.bits)),
        row("ule", "%r = icmp ule iW %a, %b", 1, |a, b| truth(a.bits <= b.bits)),
        row("ugt", "%r = icmp ugt iW %a, %b", 1, |a, b| truth(a.bits > b.bits)),
        row("uge", "%r = icmp uge iW %a, %b", 1, |a, b| truth(a.bits >= b.bits)),
        row("slt", "%r = icmp slt iW %a, %b", 1, |a, b| truth(a.signed() < b.signed())),
        row("sle", "%r = icmp sle iW %a, %b", 1, |a, b| truth(a.signed() <= b.signed())),
        row("sgt", "%r = icmp sgt iW %a, %b", 1, |a, b| truth(a.signed() > b.signed())),
        row("sge", "%r = icmp sge iW %a, %b", 1, |a, b| truth(a.signed() >= b.signed())),
        row("zero", "%r = icmp eq iW %a, 0", 1, |a, _| truth(a.bits == 0)),
        row("minus", "%r = icmp eq iW %a, -1", 1, |a, _| truth(a.bits == mask(a.width))),
        row("signed", "%s = ashr iW %a, 0\n %r = icmp eq iW %s, -1", 1, |a, _| truth(a.bits == mask(a.width))),
    ]
}

#[rustfmt::skip]
fn counting() -> Vec<Row> {
    vec![
        row("ctpop", "%r = call iW @llvm.ctpop.iW(iW %a)", 0, |a, _| Some(a.bits.count_ones().into())),
        row("ctlz", "%r = call iW @llvm.ctlz.iW(iW %a, i1 false)", 0, |a, _| {
            Some((a.bits.leading_zeros() - (128 - a.width)).into())
        }),
        row("cttz", "%r = call iW @llvm.cttz.iW(iW %a, i1 false)", 0, |a, _| {
            Some(a.bits.trailing_zeros().min(a.width).into())
        }),
        row("abs", "%r = call iW @llvm.abs.iW(iW %a, i1 false)", 0, |a, _| a.with_signed(a.signed().wrapping_abs())),
        row("smax", "%r = call iW @llvm.smax.iW(iW %a, iW %b)", 0, |a, b| a.with_signed(a.signed().max(b.signed()))),
        row("smin", "%r = call iW @llvm.smin.iW(iW %a, iW %b)", 0, |a, b| a.with_signed(a.signed().min(b.signed()))),
        row("umax", "%r = call iW @llvm.umax.iW(iW %a, iW %b)", 0, |a, b| a.with(a.bits.max(b.bits))),
        row("umin", "%r = call iW @llvm.umin.iW(iW %a, iW %b)", 0, |a, b| a.with(a.bits.min(b.bits))),
    ]
}

#[rustfmt::skip]
fn bits() -> Vec<Row> {
    vec![
        row("bitreverse", "%r = call iW @llvm.bitreverse.iW(iW %a)", 0, |a, _| Some(a.bits.reverse_bits() >> (128 - a.width))),
        row("fshl", "%r = call iW @llvm.fshl.iW(iW %a, iW %b, iW %b)", 0, |a, b| {
            let by = (b.bits % u128::from(a.width)) as u32;
            a.with(a.bits << by | b.bits.checked_shr(a.width - by).unwrap_or(0))
        }),
        row("fshr", "%r = call iW @llvm.fshr.iW(iW %a, iW %b, iW %b)", 0, |a, b| {
            let by = (b.bits % u128::from(a.width)) as u32;
            a.with(a.bits.checked_shl(a.width - by).unwrap_or(0) | b.bits >> by)
        }),
        row("rotl", "%r = call iW @llvm.fshl.iW(iW %a, iW %a, iW %b)", 0, |a, b| {
            let by = (b.bits % u128::from(a.width)) as u32;
            a.with(a.bits << by | a.bits.checked_shr(a.width - by).unwrap_or(0))
        }),
        row("uadd.sat", "%r = call iW @llvm.uadd.sat.iW(iW %a, iW %b)", 0, |a, b| Some(a.bits.saturating_add(b.bits).min(mask(a.width)))),
        row("usub.sat", "%r = call iW @llvm.usub.sat.iW(iW %a, iW %b)", 0, |a, b| Some(a.bits.saturating_sub(b.bits))),
        row("sadd.sat", "%r = call iW @llvm.sadd.sat.iW(iW %a, iW %b)", 0, |a, b| a.with_signed(clamped(a, a.signed().saturating_add(b.signed())))),
        row("ssub.sat", "%r = call iW @llvm.ssub.sat.iW(iW %a, iW %b)", 0, |a, b| a.with_signed(clamped(a, a.signed().saturating_sub(b.signed())))),
        row("umul", "%p = call {iW, i1} @llvm.umul.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 0", 0,
            |a, b| a.with(a.bits.wrapping_mul(b.bits))),
        row("umul.o", "%p = call {iW, i1} @llvm.umul.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.bits.checked_mul(b.bits).is_none_or(|product| product > mask(a.width)))),
        row("smul.o", "%p = call {iW, i1} @llvm.smul.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.signed().checked_mul(b.signed()).is_none_or(|product| !a.fits(product)))),
        row("ushl.sat", "%r = call iW @llvm.ushl.sat.iW(iW %a, iW %b)", 0, |a, b| {
            in_range(b).map(|by| if a.bits > mask(a.width) >> by { mask(a.width) } else { a.bits << by })
        }),
        row("sshl.sat", "%r = call iW @llvm.sshl.sat.iW(iW %a, iW %b)", 0, |a, b| {
            let by = in_range(b)?;
            let shifted = Int::new(a.width, a.bits << by).signed();
            let limit = if a.signed() < 0 { i128::MIN } else { i128::MAX };
            a.with_signed(if shifted >> by == a.signed() { shifted } else { clamped(a, limit) })
        }),
        row("ucmp", "%c = call i8 @llvm.ucmp.i8.iW(iW %a, iW %b)\n %r = icmp slt i8 %c, 0", 1, |a, b| truth(a.bits < b.bits)),
        row("scmp", "%c = call i8 @llvm.scmp.i8.iW(iW %a, iW %b)\n %r = icmp sgt i8 %c, 0", 1, |a, b| truth(a.signed() > b.signed())),
        row("uinc", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw uinc_wrap ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(if a.bits >= b.bits { 0 } else { a.bits + 1 })),
        row("udec", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw udec_wrap ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(if a.bits == 0 || a.bits > b.bits { b.bits } else { a.bits - 1 })),
        row("usubcond", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw usub_cond ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(if a.bits >= b.bits { a.bits - b.bits } else { a.bits })),
        row("usubsat", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw usub_sat ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(a.bits.saturating_sub(b.bits))),
        row("nand", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw nand ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(!(a.bits & b.bits))),
        row("atomicmax", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = atomicrmw max ptr %slot, iW %b seq_cst\n %r = load iW, ptr %slot", 0,
            |a, b| a.with_signed(a.signed().max(b.signed()))),
        row("cmpxchg", "%slot = alloca iW\n store iW %a, ptr %slot\n %old = cmpxchg weak ptr %slot, iW %b, iW 1 seq_cst monotonic\n %r = load iW, ptr %slot", 0,
            |a, b| a.with(if a.bits == b.bits { 1 } else { a.bits })),
        row("fill", "%v1 = insertelement <3 x iW> zeroinitializer, iW %a, i32 1\n %v2 = insertelement <3 x iW> %v1, iW %b, i32 2\n %slot = alloca <3 x iW>\n\
            store <3 x iW> %v2, ptr %slot\n %x = load <3 x iW>, ptr %slot\n %y = extractelement <3 x iW> %x, i32 1\n\
            %z = extractelement <3 x iW> %x, i32 2\n %r = xor iW %y, %z", 0, |a, b| a.with(a.bits ^ b.bits)),
    ]
}

/// Operations of at most 64 bits.
#[rustfmt::skip]
fn narrow() -> Vec<Row> {
    vec![
        row("switch", "switch iW %a, label %d [ iW 0, label %x\n iW -1, label %x ]\nx:\n br label %e\nd:\n %q = icmp eq iW %a, %b\n\
            br label %e\ne:\n %r = phi i1 [ true, %x ], [ %q, %d ]", 1,
            |a, b| truth(a.bits == 0 || a.bits == mask(a.width) || a.bits == b.bits)),
        row("double", "%s = add iW %a, %b\n %z = uitofp iW %s to double\n %h = fmul double %z, 5.0e-1\n %f = call double @llvm.floor.f64(double %h)\n\
            %r = fptoui double %f to iW", 0, |a, b| {
            let sum = a.bits.wrapping_add(b.bits) & mask(a.width);
            let half = ((sum as u64 as f64) * 0.5).floor();
            (half <= (mask(a.width) as f64) * 0.75).then_some(half as u128)
        }),
    ]
}

#[rustfmt::skip]
fn overflowing() -> Vec<Row> {
    vec![
        row("uadd.o", "%p = call {iW, i1} @llvm.uadd.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.bits.checked_add(b.bits).is_none_or(|sum| sum > mask(a.width)))),
        row("usub.o", "%p = call {iW, i1} @llvm.usub.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.bits < b.bits)),
        row("sadd.o", "%p = call {iW, i1} @llvm.sadd.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.signed().checked_add(b.signed()).is_none_or(|sum| !a.fits(sum)))),
        row("ssub.o", "%p = call {iW, i1} @llvm.ssub.with.overflow.iW(iW %a, iW %b)\n %r = extractvalue {iW, i1} %p, 1", 1,
            |a, b| truth(a.signed().checked_sub(b.signed()).is_none_or(|sum| !a.fits(sum)))),
    ]
}

#[rustfmt::skip]
fn extending() -> Vec<Row> {
    vec![
        row("zext", "%s = add iW %a, %b\n %z = zext iW %s to i128\n %t = lshr i128 %z, 1\n %r = trunc i128 %t to iW", 0,
            |a, b| a.with((a.bits.wrapping_add(b.bits) & mask(a.width)) >> 1)),
        row("sext", "%s = add iW %a, %b\n %z = sext iW %s to i128\n %t = ashr i128 %z, 1\n %r = trunc i128 %t to iW", 0, |a, b| {
            let sum = Int::new(a.width, a.bits.wrapping_add(b.bits));
            a.with_signed(sum.signed() >> 1)
        }),
    ]
}

fn swapping() -> Vec<Row> {
    vec![row(
        "bswap",
        "%r = call iW @llvm.bswap.iW(iW %a)",
        0,
        |a, _| Some(a.bits.swap_bytes() >> (128 - a.width)),
    )]
}

fn clamped(like: Int, value: i128) -> i128 {
    let least = -1 << (like.width - 1);
    value.clamp(least, -1 - least)
}

/// Corner cases for carries, signs and widths.
fn edges(width: u32) -> Vec<u128> {
    let mut values = vec![
        0,
        1,
        2,
        3,
        5,
        7,
        0x55,
        0xff,
        0x1234_5678_9abc_def0,
        0xffff_ffff,
        1 << 63,
        u128::MAX,
        u128::MAX - 1,
    ];
    values.extend([
        1 << (width - 1),
        (1 << (width - 1)) - 1,
        (1 << (width - 1)) + 1,
        width as u128,
        width as u128 - 1,
    ]);
    values.extend([
        0x0123_4567_89ab_cdef_1357_9bdf_0246_8ace,
        1 << 64,
        (1 << 64) - 1,
    ]);
    values.iter_mut().for_each(|value| *value &= mask(width));
    values.sort_unstable();
    values.dedup();
    values
}

/// Operands and results are passed as two `i64`; bits above the width of an operand are garbage.
fn function(row: &Row, width: u32) -> String {
    let wide = row.text.replace('W', &width.to_string());
    let result = if row.result == 0 { width } else { row.result };
    let take = |name: &str| match width {
        128 => format!(" %{name}=or i128 %{name}s, %{name}t\n"),
        _ => format!(
            " %{name}u = or i128 %{name}s, %{name}t\n %{name} = trunc i128 %{name}u to i{width}\n"
        ),
    };
    let join = |name: &str| {
        format!(
            " %{name}t = zext i64 %{name}.low to i128\n %{name}z = zext i64 %{name}.high to i128\n %{name}s = shl i128 %{name}z, 64\n{}",
            take(name)
        )
    };
    let out = if result == 128 {
        " %w = or i128 %r, 0".to_owned()
    } else {
        format!(" %w = zext i{result} %r to i128")
    };
    format!(
        "define i64 @{name}(i64 %a.low, i64 %a.high, i64 %b.low, i64 %b.high, i64 %half) \"wasm-export-name\"=\"{name}\" {{\n{a}{b} {wide}\n{out}\n \
         %hw = zext i64 %half to i128\n %m = lshr i128 %w, %hw\n %o = trunc i128 %m to i64\n ret i64 %o\n}}\n",
        name = row.name,
        a = join("a"),
        b = join("b"),
    )
}

#[track_caller]
fn check(width: u32, rows: &[Row]) {
    let text: String = rows.iter().map(|row| function(row, width)).collect();
    let declared = declarations(width);
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}{declared}"))
        .unwrap_or_else(|error| panic!("i{width}: {error}\n{text}"));
    let output =
        compile(&module, &Options::default()).unwrap_or_else(|error| panic!("i{width}: {error}"));
    let mut instance = engine::Instance::new(&output.bytes);
    let mut asked = 0;
    for row in rows {
        for &a in &edges(width) {
            for &b in &edges(width) {
                let Some(expected) = (row.compute)(Int { width, bits: a }, Int { width, bits: b })
                else {
                    continue;
                };
                let garbage = if width < 64 {
                    !mask(width) & 0xa5a5_5a5a_a5a5_5a5a
                } else {
                    0
                };
                let halves = |value: u128| [(value | garbage) as i64, (value >> 64) as i64];
                let mut found = 0;
                for half in [0, 64] {
                    let [al, ah] = halves(a);
                    let [bl, bh] = halves(b);
                    let arguments = [al, ah, bl, bh, half].map(Val::I64);
                    let result = instance.call(row.name, &arguments);
                    let Some([Val::I64(bits)]) = result.as_deref() else {
                        panic!("{} i{width} {a:#x} {b:#x}: {result:?}", row.name)
                    };
                    found |= u128::from(*bits as u64) << half;
                }
                assert_eq!(
                    found, expected,
                    "{} i{width} {a:#x}, {b:#x}: {found:#x} is not {expected:#x}",
                    row.name
                );
                asked += 1;
            }
        }
    }
    assert!(asked > rows.len(), "some values have a meaning");
}

fn declarations(width: u32) -> String {
    let unary = ["ctpop", "bitreverse", "bswap"];
    let counted = ["ctlz", "cttz", "abs"];
    let binary = [
        "smax", "smin", "umax", "umin", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat",
        "sshl.sat",
    ];
    let overflow = ["uadd", "usub", "umul", "sadd", "ssub", "smul"];
    let mut text = String::from("declare double @llvm.floor.f64(double)\n");
    let w = format!("i{width}");
    unary
        .iter()
        .for_each(|name| text += &format!("declare {w} @llvm.{name}.{w}({w})\n"));
    counted
        .iter()
        .for_each(|name| text += &format!("declare {w} @llvm.{name}.{w}({w}, i1)\n"));
    binary
        .iter()
        .for_each(|name| text += &format!("declare {w} @llvm.{name}.{w}({w}, {w})\n"));
    for name in ["ucmp", "scmp"] {
        text += &format!("declare i8 @llvm.{name}.i8.{w}({w}, {w})\n");
    }
    ["fshl", "fshr"]
        .iter()
        .for_each(|name| text += &format!("declare {w} @llvm.{name}.{w}({w}, {w}, {w})\n"));
    overflow.iter().for_each(|name| {
        text += &format!("declare {{{w}, i1}} @llvm.{name}.with.overflow.{w}({w}, {w})\n")
    });
    text
}

/// Rows of every kind for a width.
fn all(width: u32) -> Vec<Row> {
    let mut rows = arithmetic();
    rows.extend(comparison());
    rows.extend(counting());
    rows.extend(bits());
    rows.extend(overflowing());
    if width <= 64 {
        rows.extend(division());
        rows.extend(narrow());
    }
    if width < 128 {
        rows.extend(extending());
    }
    if width.is_multiple_of(16) {
        rows.extend(swapping());
    }
    rows
}

#[test]
fn odd_widths_in_32_bits() {
    [1, 3, 7, 17, 24, 31]
        .into_iter()
        .for_each(|width| check(width, &all(width)));
}

#[test]
fn usual_widths() {
    [8, 16, 32, 64]
        .into_iter()
        .for_each(|width| check(width, &all(width)));
}

#[test]
fn odd_widths_in_64_bits() {
    [33, 40, 48, 63]
        .into_iter()
        .for_each(|width| check(width, &all(width)));
}

#[test]
fn two_registers() {
    [65, 80, 96, 127, 128]
        .into_iter()
        .for_each(|width| check(width, &all(width)));
}
