//! Random modules of LLVM IR that are whole programs, for any target: what they compute is defined,
//! and the same on all machines.
//!
//! *Gives:* a module of [`FUNCTIONS`] functions for a seed. `run(n)`, for `n` below that number,
//! calls one of them and gives a checksum. The module imports `vsum`, whose C is in
//! `xtask/engines/programs.c`, and what LLVM makes of its intrinsics.
//!
//! | what | which |
//! |---|---|
//! | graphs | those of [`random`](crate::random): irreducible ones, wide switches, endless loops |
//! | never | arms that are never taken, behind conditions that compilers know and do not know, with `unreachable`, traps, `poison` and loops that never end |
//! | constants | operands of every operation, conditions, phis, arguments, addresses; all operands of an operation now and then |
//! | types | integers of 1 to 128 bits, floats, vectors, structs as values, pointers |
//! | memory | variables, plain and volatile, of functions and of the module, with alignments; atomic accesses, ranges |
//! | calls | direct and through variables; structs in memory, given and taken; any number of arguments |
//!
//! *How it is defined:* operands of divisions and amounts of shifts are cut to their range; no
//! operation has a flag that makes poison; what is read was written before; of a NaN only that it
//! is one is looked at. Functions call those with higher numbers, and one block of each cycle that
//! can be taken counts down what is left to run.
//! *Limits:* opaque pointers, and so LLVM 15 and later. Nothing depends on the size of a pointer.

mod body;
mod calls;
mod flow;
mod operations;
mod signatures;
mod types;
mod variadic;

use crate::Rng;
use body::Body;
use signatures::{Gives, RECORD, Signature};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use types::{Access, CELLS, Place, members, pick};

/// How many functions a module has, besides those that all modules have.
pub const FUNCTIONS: usize = 25;

/// What `vsum` is given, a letter for each argument.
const KINDS: &str = "idlliddilidlidli";

/// What every module has.
const COMMON: &str = r#"
@sum = internal global i64 0
@fuel = internal global i32 0
@zero = internal global i32 0
@shared = internal global i32 5
@bytes = internal global [16 x i8] zeroinitializer

declare i64 @vsum(ptr, ...)

define internal void @note(i64 %value) {
  %old = load i64, ptr @sum
  %mixed = xor i64 %old, %value
  %high = lshr i64 %mixed, 29
  %both = xor i64 %high, %mixed
  %new = mul i64 %both, 1099511628211
  store i64 %new, ptr @sum
  ret void
}

define internal void @stop() noreturn {
  br label %again
again:
  br label %again
}
"#;

/// The module of a seed, for the machine that a triple names.
pub fn program(seed: u64, triple: &str) -> String {
    let mut rng = Rng::new(seed);
    // C refuses what has a function that it cannot write.
    let has_all_types = seed.is_multiple_of(8);
    let signatures = (0..FUNCTIONS).map(|_| Signature::any(&mut rng, has_all_types));
    let signatures: Vec<Signature> = signatures.collect();
    let mut text = format!("target triple = \"{triple}\"\n{COMMON}\n");
    text += &variadic::functions(triple);
    let _ = writeln!(
        text,
        "@kinds = internal constant [17 x i8] c\"{KINDS}\\00\""
    );
    let places = globals(&mut rng, &mut text);
    let mut declared = BTreeSet::new();
    for number in 0..FUNCTIONS {
        let kind = pick(
            &mut rng,
            &["internal global", "global", "internal constant"],
        );
        let _ = writeln!(
            text,
            "@function{number} = {kind} ptr {}",
            signatures::name(number)
        );
        let body = Body::new(&mut rng, &mut declared, &signatures, number, places.clone());
        text += &flow::function(body);
    }
    text += &run(&mut rng, &mut declared, &signatures, &places);
    for line in declared {
        text += &line;
        text.push('\n');
    }
    text
}

/// Writes the variables of a module; gives what functions may access.
fn globals(rng: &mut Rng, text: &mut String) -> Vec<Place> {
    let mut places = Vec::new();
    for (index, scalar) in CELLS.into_iter().enumerate() {
        let first = members(rng, &[scalar]);
        let _ = writeln!(text, "@cell{index} = internal global {first}");
        places.push(Place {
            base: format!("@cell{index}"),
            ty: scalar.text(),
            path: String::new(),
            scalar,
            count: 0,
            access: Access::Plain,
        });
    }
    places.push(Place {
        base: "@bytes".to_owned(),
        ty: "[16 x i8]".to_owned(),
        path: "i32 0".to_owned(),
        scalar: CELLS[0],
        count: 16,
        access: Access::Plain,
    });
    for index in 0..2 {
        let first = "{ i32 7, double 0.5, [4 x i16] [i16 1, i16 -2, i16 3, i16 4], i64 -9 }";
        let _ = writeln!(text, "@record{index} = internal global {RECORD} {first}");
        places.extend(signatures::record(&format!("@record{index}")));
    }
    for index in 0..6 {
        let access = match rng.below(4) {
            0 => Access::Constant,
            1 => Access::Volatile,
            _ => Access::Plain,
        };
        let base = format!("@g{index}");
        let (own, _, first) = Place::variable(rng, &base, access);
        let ty = &own[0].ty;
        let kind = match access {
            Access::Constant => pick(rng, &["internal constant", "constant"]),
            _ => pick(rng, &["internal global", "global"]),
        };
        let _ = writeln!(text, "{base} = {kind} {ty} {first}");
        places.extend(own);
    }
    places
}

/// The function that calls one of the others.
fn run(
    rng: &mut Rng,
    declared: &mut BTreeSet<String>,
    signatures: &[Signature],
    places: &[Place],
) -> String {
    let mut body = Body::new(rng, declared, signatures, FUNCTIONS, places.to_vec());
    let mut text = String::from(
        "define i64 @run(i32 %number) {\n  %memory = alloca \
         { i32, double, [4 x i16], i64 }\n  store i32 2000, ptr @fuel\n  \
         %first = zext i32 %number to i64\n  call void @note(i64 %first)\n  \
         switch i32 %number, label %end [",
    );
    for number in 0..FUNCTIONS {
        let _ = write!(text, " i32 {number}, label %call{number}");
    }
    text += " ]\n";
    for (number, signature) in signatures.iter().enumerate() {
        let _ = writeln!(text, "call{number}:");
        body.seen.clear();
        body.call_function(number);
        if let Gives::Value(ty, _) = signature.result {
            let result = body
                .seen
                .last()
                .expect("a call defines its result")
                .0
                .clone();
            body.note_value(ty, &result);
        }
        text += &core::mem::take(&mut body.lines);
        text += "  br label %end\n";
    }
    text + "end:\n  %sum = load i64, ptr @sum\n  ret i64 %sum\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_can_be_read_and_have_what_they_are_for() {
        let texts: Vec<String> = (0..20).map(|seed| program(seed, "wasm32-wasi")).collect();
        for (seed, text) in texts.iter().enumerate() {
            let module = unsnarl_llvm::read(text);
            assert!(module.is_ok(), "seed {seed}: {:?}", module.err());
        }
        let all = texts.concat();
        for what in [
            "  unreachable\n",
            "store volatile i",
            "br i1 true",
            "indirectbr",
            "switch i65",
            "freeze i128",
            "select i1 false",
            " sret(",
            " byval(",
            "@mixed(i32 3",
            "@mixed_global(i32 3",
            "is.fpclass",
            "ubsantrap",
            "@\"f-3\"",
            "<3 x i32>",
            "[ poison,",
            "phi ptr",
            "udiv i32 5, 0",
            "ptr %result",
            "atomicrmw",
            "align 32",
        ] {
            assert!(all.contains(what), "{what}");
        }
        assert_eq!(program(7, "x"), program(7, "x"));
    }
}
