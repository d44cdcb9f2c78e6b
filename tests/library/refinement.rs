//! Refinement by execution: it accepts what LLVM's optimiser may do, and notices what it may not.

use unsnarl_testkit::Rng;
use unsnarl_testkit::refinement::{compare_texts, scalar};
use unsnarl_testkit::straight::function;

use unsnarl_ir::interpret::Kind;

/// Whether a function may become another one: parameters, then both bodies.
#[track_caller]
fn check(may: Verdict, rows: &[(&str, &str, &str)]) {
    for (parameters, before, after) in rows {
        let module = |body: &str| {
            let lines = body.replace(';', "\n");
            let ty = body.rsplit_once("ret ").expect("a body returns").1;
            let ty = ty.split_whitespace().next().expect("a result has a type");
            format!(
                "declare i8 @llvm.abs.i8(i8, i1)\ndeclare i8 @llvm.scmp.i8.i8(i8, i8)\ndeclare float @llvm.fmuladd.f32(float, float, float)\ndeclare float @llvm.fma.f32(float, float, float)\ndefine {ty} @f({parameters}) {{\n{lines}\n}}"
            )
        };
        let compared = compare_texts(&module(before), &module(after), &mut Rng::new(1), 3000);
        let (runs, differences) = compared.unwrap_or_else(|error| panic!("{before}: {error}"));
        let has_result = runs.refined > 0 || !differences.is_empty();
        assert!(has_result, "{before}: no run tells anything");
        let found = if differences.is_empty() {
            Verdict::Refines
        } else {
            Verdict::Differs
        };
        assert_eq!(found, may, "{before}\n{after}\n{:?}", differences.first());
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Refines,
    Differs,
}

#[test]
fn what_an_optimiser_may_do() {
    check(
        Verdict::Refines,
        &[
            (
                "i8 %x",
                "%a = mul i8 %x, 2; ret i8 %a",
                "%a = shl i8 %x, 1; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = add nsw i8 %x, 1; %c = icmp sgt i8 %a, %x; ret i1 %c",
                "ret i1 true",
            ),
            (
                "i8 %x",
                "%a = add nsw i8 %x, 1; ret i8 %a",
                "%a = add i8 %x, 1; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = sdiv exact i8 %x, 4; ret i8 %a",
                "%a = ashr exact i8 %x, 2; ret i8 %a",
            ),
            ("i8 %x", "%a = and i8 %x, undef; ret i8 %a", "ret i8 0"),
            ("i8 %x", "%a = freeze i8 undef; ret i8 %a", "ret i8 7"),
            (
                "i8 %x",
                "%a = and i8 undef, 7; %b = trunc i8 %a to i4; ret i4 %b",
                "%a = and i8 undef, 7; %b = trunc nuw nsw i8 %a to i4; ret i4 %b",
            ),
            (
                "i8 %x",
                "%a = call i8 @llvm.scmp.i8.i8(i8 %x, i8 undef); %b = add i8 %a, 9; ret i8 %b",
                "%a = call i8 @llvm.scmp.i8.i8(i8 %x, i8 undef); %b = add nsw i8 %a, 9; ret i8 %b",
            ),
            (
                "i8 %x",
                "%a = udiv i8 1, %x; ret i8 %a",
                "%c = icmp eq i8 %x, 1; %a = zext i1 %c to i8; ret i8 %a",
            ),
            (
                "i1 %c, i1 %d",
                "%a = select i1 %c, i1 %d, i1 false; ret i1 %a",
                "%e = freeze i1 %d; %a = and i1 %c, %e; ret i1 %a",
            ),
            (
                "float %x",
                "%a = fmul nnan float %x, 1.0; ret float %a",
                "ret float %x",
            ),
            (
                "float %x",
                "%a = fadd float %x, -0.0; %b = fadd float %a, -0.0; ret float %b",
                "%a = fadd float %x, -0.0; ret float %a",
            ),
            (
                "float %x, float %y, float %z",
                "%a = call float @llvm.fmuladd.f32(float %x, float %y, float %z); ret float %a",
                "%m = fmul float %x, %y; %a = fadd float %m, %z; ret float %a",
            ),
        ],
    );
}

#[test]
fn what_an_optimiser_must_not_do() {
    check(
        Verdict::Differs,
        &[
            (
                "i8 %x",
                "%a = sdiv i8 %x, 4; ret i8 %a",
                "%a = ashr i8 %x, 2; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = add i8 %x, 1; ret i8 %a",
                "%a = add nsw i8 %x, 1; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = shl i8 %x, 1; ret i8 %a",
                "%a = shl nuw i8 %x, 1; ret i8 %a",
            ),
            ("i8 %x", "%a = freeze i8 %x; ret i8 %a", "ret i8 %x"),
            (
                "i8 %x",
                "%a = and i8 %x, undef; ret i8 %a",
                "%b = and i8 %x, undef; %a = or i8 %b, 1; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = and i8 undef, 7; %b = trunc i8 %a to i3; ret i3 %b",
                "%a = and i8 undef, 7; %b = trunc nsw i8 %a to i3; ret i3 %b",
            ),
            (
                "i8 %x",
                "%a = add i8 undef, 9; ret i8 %a",
                "%a = add nsw i8 undef, 9; ret i8 %a",
            ),
            (
                "i1 %c, i1 %d",
                "%a = select i1 %c, i1 %d, i1 false; ret i1 %a",
                "%a = and i1 %c, %d; ret i1 %a",
            ),
            (
                "i8 %x",
                "%c = icmp eq i8 %x, 0; %a = select i1 %c, i8 0, i8 1; ret i8 %a",
                "%a = udiv i8 %x, %x; ret i8 %a",
            ),
            (
                "i8 %x",
                "%a = call i8 @llvm.abs.i8(i8 %x, i1 false); ret i8 %a",
                "%a = call i8 @llvm.abs.i8(i8 %x, i1 true); ret i8 %a",
            ),
            (
                "float %x",
                "%a = fadd float %x, 0.0; ret float %a",
                "ret float %x",
            ),
            (
                "float %x",
                "%a = fsub float 0.0, %x; ret float %a",
                "%a = fneg float %x; ret float %a",
            ),
            (
                "float %x",
                "%a = fcmp ult float %x, 1.0; ret i1 %a",
                "%a = fcmp olt float %x, 1.0; ret i1 %a",
            ),
            (
                "float %x, float %y, float %z",
                "%a = call float @llvm.fma.f32(float %x, float %y, float %z); ret float %a",
                "%m = fmul float %x, %y; %a = fadd float %m, %z; ret float %a",
            ),
        ],
    );
}

#[test]
fn random_functions_refine_themselves() {
    let mut rng = Rng::new(1);
    let functions: Vec<String> = (0..2000)
        .map(|index| function(&mut rng, &format!("f{index}"), 8))
        .collect();
    // Intrinsics would want declarations.
    let plain = functions
        .iter()
        .filter(|function| !function.contains("@llvm."));
    let text: String = plain.map(String::as_str).collect();
    assert!(text.matches("define").count() > 200);
    let compared = compare_texts(&text, &text, &mut rng, 10);
    let (runs, differences) = compared.unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.is_empty(), "{}", differences[0]);
    assert!(runs.refined > runs.undefined, "{runs:?}");
}

#[test]
fn arguments_are_often_special() {
    let mut rng = Rng::new(1);
    let values: Vec<_> = (0..1000).map(|_| scalar(Kind::Int(8), &mut rng)).collect();
    assert!(values.iter().any(|value| value.is_poison()));
    let zeros = values
        .iter()
        .filter(|value| value.known().is_some_and(|bits| bits.is_zero()));
    assert!(zeros.count() > 20);
}
