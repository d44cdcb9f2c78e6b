//! Loads and stores under a mask. Lanes that are off touch no memory but the function's own.

use crate::engine;
use wasmi::Val;

/// `@f` takes a mask of four bits and returns the sum of its words, each with a weight of its own.
#[track_caller]
fn check(body: &str, declarations: &str, expected: impl Fn([bool; 4]) -> [i32; 6]) {
    let text = format!(
        "@words = internal global [6 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6]
define void @run(<4 x i1> %m, <4 x i32> %v) {{\n{body}\nret void\n}}
define i32 @f(i32 %bits, i32 %word) \"wasm-export-name\"=\"f\" {{
  %cut = trunc i32 %bits to i4
  %m = bitcast i4 %cut to <4 x i1>
  call void @run(<4 x i1> %m, <4 x i32> <i32 10, i32 20, i32 30, i32 40>)
  %p = getelementptr i32, ptr @words, i32 %word
  %r = load i32, ptr %p
  ret i32 %r
}}
{declarations}"
    );
    for bits in 0..16 {
        let expected = expected([0, 1, 2, 3].map(|lane| bits >> lane & 1 == 1));
        let words = (0..6).map(|word| {
            // The first call changes the words, so that the others would change them again.
            let mut fresh = engine::build(&text);
            let results = fresh.call("f", &[Val::I32(bits), Val::I32(word)]);
            results.expect("nothing traps")[0]
                .i32()
                .expect("it is an i32")
        });
        let words: Vec<i32> = words.collect();
        assert_eq!(words, expected, "{bits:04b}\n{text}");
    }
}

const WORDS: [i32; 6] = [1, 2, 3, 4, 5, 6];
const VALUES: [i32; 4] = [10, 20, 30, 40];

/// Loaded values are stored, from the second word on; disabled lanes are -1.
fn stored(lanes: [i32; 4]) -> [i32; 6] {
    [1, lanes[0], lanes[1], lanes[2], lanes[3], 6]
}

#[test]
fn side_by_side() {
    for (alignment, types) in [("i32 4, ", "i32, "), ("", "")] {
        check(
            &format!(
                "%p = getelementptr i32, ptr @words, i32 1
%l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @words, {alignment}<4 x i1> %m, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>)
store <4 x i32> %l, ptr %p"
            ),
            &format!(
                "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, {types}<4 x i1>, <4 x i32>)"
            ),
            |mask| stored([0, 1, 2, 3].map(|lane| if mask[lane] { WORDS[lane] } else { -1 })),
        );
        check(
            &format!(
                "%p = getelementptr i32, ptr @words, i32 1
call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, {alignment}<4 x i1> %m)"
            ),
            &format!("declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, {types}<4 x i1>)"),
            |mask| {
                stored([0, 1, 2, 3].map(|lane| match mask[lane] {
                    true => VALUES[lane],
                    false => WORDS[lane + 1],
                }))
            },
        );
    }
}

/// Disabled lanes have invalid pointers.
#[test]
fn apart() {
    let pointers = "%n = select <4 x i1> %m, <4 x i32> <i32 5, i32 0, i32 3, i32 3>, <4 x i32> <i32 -99999999, i32 -99999999, i32 -99999999, i32 -99999999>
%p = getelementptr i32, ptr @words, <4 x i32> %n
";
    check(
        &format!(
            "{pointers}%q = getelementptr i32, ptr @words, i32 1
%l = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>)
store <4 x i32> %l, ptr %q"
        ),
        "declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)",
        |mask| {
            let places = [5, 0, 3, 3];
            stored([0, 1, 2, 3].map(|lane| match mask[lane] {
                true => WORDS[places[lane]],
                false => -1,
            }))
        },
    );
    check(
        &format!(
            "{pointers}call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %p, i32 4, <4 x i1> %m)"
        ),
        "declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)",
        |mask| {
            let mut words = WORDS;
            // Of two lanes with one address the higher one is stored last.
            for (lane, place) in [5, 0, 3, 3].into_iter().enumerate() {
                if mask[lane] {
                    words[place] = VALUES[lane];
                }
            }
            words
        },
    );
}

#[test]
fn packed_together() {
    check(
        "%p = getelementptr i32, ptr @words, i32 1
%l = call <4 x i32> @llvm.masked.expandload.v4i32(ptr @words, <4 x i1> %m, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>)
store <4 x i32> %l, ptr %p",
        "declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)",
        |mask| {
            let mut next = WORDS.into_iter();
            stored(mask.map(|is_on| is_on.then(|| next.next()).flatten().unwrap_or(-1)))
        },
    );
    check(
        "%p = getelementptr i32, ptr @words, i32 1
call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr %p, <4 x i1> %m)",
        "declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)",
        |mask| {
            let mut words = WORDS;
            let chosen = VALUES.into_iter().zip(mask).filter(|&(_, is_on)| is_on);
            for (place, (value, _)) in words[1..].iter_mut().zip(chosen) {
                *place = value;
            }
            words
        },
    );
}

/// Elements of two registers, of less than one, and constant masks.
#[test]
fn elements_of_other_sizes() {
    for (ty, count) in [
        ("i128", 2),
        ("i16", 8),
        ("double", 4),
        ("ptr", 4),
        ("i24", 4),
    ] {
        let mask: Vec<&str> = (0..count)
            .map(|lane| ["i1 %b", "i1 true", "i1 false"][lane % 3])
            .collect();
        let mut insert =
            String::from("%m0 = insertelement <N x i1> zeroinitializer, i1 false, i32 0\n");
        for (lane, bit) in mask.iter().enumerate() {
            insert += &format!(
                "%m{} = insertelement <N x i1> %m{lane}, {bit}, i32 {lane}\n",
                lane + 1
            );
        }
        let text = format!(
            "@from = internal global [64 x i8] c\"{}\"
@to = internal global [64 x i8] zeroinitializer
define i32 @f(i32 %x, i32 %at) \"wasm-export-name\"=\"f\" {{
%b = trunc i32 %x to i1
{insert}%l = call <N x {ty}> @llvm.masked.load.vN(ptr @from, i32 1, <N x i1> %m{count}, <N x {ty}> zeroinitializer)
call void @llvm.masked.store.vN(<N x {ty}> %l, ptr @to, i32 1, <N x i1> <{}>)
%p = getelementptr i8, ptr @to, i32 %at
%r = load i8, ptr %p
%w = zext i8 %r to i32
ret i32 %w
}}
declare <N x {ty}> @llvm.masked.load.vN(ptr, i32, <N x i1>, <N x {ty}>)
declare void @llvm.masked.store.vN(<N x {ty}>, ptr, i32, <N x i1>)",
            (1..=64).map(|byte| format!("\\{byte:02X}")).collect::<String>(),
            vec!["i1 true"; count].join(", "),
        )
        .replace("vN", &format!("v{count}i32"))
        .replace("<N x", &format!("<{count} x"));
        let size = match ty {
            "i128" => 16,
            "i16" => 2,
            "double" => 8,
            "i24" => 3,
            _ => 4,
        };
        for bit in [0, 1] {
            for at in 0..64 {
                let lane = at / size;
                let is_on = lane < count && (lane % 3 == 1 || lane % 3 == 0 && bit == 1);
                let mut instance = engine::build(&text);
                let results = instance.call("f", &[Val::I32(bit), Val::I32(at as i32)]);
                let found = results.expect("nothing traps")[0].i32();
                let expected = if is_on { at as i32 + 1 } else { 0 };
                assert_eq!(found, Some(expected), "{ty}, bit {bit}, byte {at}");
            }
        }
    }
}
