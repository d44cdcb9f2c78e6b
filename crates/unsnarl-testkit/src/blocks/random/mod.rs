//! Random modules of LLVM IR with what no program has: accesses, calls and edges of odd types.
//!
//! *Gives:* the text of a module: integers of odd widths, every format of floating point, vectors,
//! nested structs and arrays are loaded, stored, passed (by value, by `byval`, as variable
//! arguments, through pointers), returned, chosen by phis and switched on.
//! *Limits:* arithmetic is plain here: [`straight`](crate::straight) has all of it.

mod operations;
mod ty;

use self::ty::{Ty, WIDTHS, ty};
use crate::Rng;

const FEATURES: [&str; 5] = [
    "",
    "+bulk-memory,+sign-ext",
    "+bulk-memory,+sign-ext,+nontrapping-fptoint",
    "+simd128",
    "+simd128,+sign-ext,+bulk-memory,+nontrapping-fptoint",
];

/// A function that may be called.
struct Callee {
    name: String,
    result: Option<Ty>,
    parameters: Vec<Ty>,
}

/// A function that is being written.
struct Draft<'r> {
    rng: &'r mut Rng,
    callees: &'r [Callee],
    values: Vec<(String, Ty)>,
    lines: Vec<String>,
    next: usize,
}

/// Writes a module of some functions.
pub fn module(rng: &mut Rng, functions: usize) -> String {
    let features = FEATURES[rng.below(FEATURES.len())];
    let mut text = String::from(
        "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n\
         target triple = \"wasm32-unknown-wasi\"\n\
         @g = global [64 x i8] zeroinitializer, align 16\n@h = global i32 5\n\
         declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)\n\
         declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)\n\
         declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)\n\
         declare i32 @variable(i32, ...)\n\
         declare zeroext i8 @zeros(i8 zeroext, i13 signext)\n\
         declare signext i16 @signs(i1 zeroext, i16 signext)\n",
    );
    let callees: Vec<Callee> = (0..6).map(|index| callee(rng, index)).collect();
    for callee in &callees {
        let parameters: Vec<String> = callee.parameters.iter().map(Ty::text).collect();
        let result = callee.result.as_ref().map_or("void".to_owned(), Ty::text);
        text += &format!(
            "declare {result} @{}({})\n",
            callee.name,
            parameters.join(", ")
        );
    }
    for index in 0..functions {
        text += &function(rng, &callees, index);
    }
    text + &format!("attributes #0 = {{ \"target-features\"=\"{features}\" }}\n")
}

fn callee(rng: &mut Rng, index: usize) -> Callee {
    let result = rng.chance(80).then(|| ty(rng, 1));
    let parameters = (0..rng.below(4)).map(|_| ty(rng, 1)).collect();
    Callee {
        name: format!("callee{index}"),
        result,
        parameters,
    }
}

fn function(rng: &mut Rng, callees: &[Callee], index: usize) -> String {
    let mut draft = Draft {
        rng,
        callees,
        values: vec![
            ("@g".to_owned(), Ty::Pointer),
            ("@h".to_owned(), Ty::Pointer),
        ],
        lines: Vec::new(),
        next: 0,
    };
    let mut parameters = Vec::new();
    for number in 0..2 + draft.rng.below(3) {
        let ty = match number {
            0 => Ty::Pointer,
            _ => ty(draft.rng, 2),
        };
        let name = format!("%p{number}");
        parameters.push(format!("{} {name}", ty.text()));
        draft.values.push((name, ty));
    }
    for local in 0..draft.rng.below(3) {
        let ty = ty(draft.rng, 2).text();
        draft.lines.push(format!("%local{local} = alloca {ty}"));
        draft.values.push((format!("%local{local}"), Ty::Pointer));
    }
    draft.operations(5);
    let result = draft.ends();
    let result_ty = result.1.text();
    draft.lines.push(format!("ret {result_ty} {}", result.0));
    let is_variadic = draft.rng.chance(10);
    if is_variadic {
        parameters.push("...".to_owned());
    }
    let lines: Vec<String> = draft
        .lines
        .iter()
        .map(|line| match line.ends_with(':') {
            true => format!("{line}\n"),
            false => format!("  {line}\n"),
        })
        .collect();
    let parameters = parameters.join(", ");
    let lines = lines.concat();
    format!("define {result_ty} @f{index}({parameters}) #0 {{\n{lines}}}\n")
}

impl Draft<'_> {
    fn operations(&mut self, most: usize) {
        for _ in 0..1 + self.rng.below(most) {
            self.operation();
        }
    }

    /// A decision, two arms, a join with phis; what is returned.
    fn ends(&mut self) -> (String, Ty) {
        let known = self.values.len();
        let targets = match self.rng.below(3) {
            0 => {
                let width = WIDTHS[self.rng.below(WIDTHS.len())].max(3);
                let value = self.value(&Ty::Int(width));
                let negative = self.rng.below(2);
                format!(
                    "switch i{width} {value}, label %b [ i{width} 1, label %a i{width} {}, label %a \
                     i{width} 3, label %b ]",
                    if negative == 0 { "2" } else { "-2" }
                )
            }
            _ => {
                let condition = self.value(&Ty::Int(1));
                format!("br i1 {condition}, label %a, label %b")
            }
        };
        self.lines.push(targets);
        let ty = ty(self.rng, 2);
        let more = self.values[self.rng.below(known)].1.clone();
        let mut arms = Vec::new();
        for arm in ["a", "b"] {
            self.lines.push(format!("{arm}:"));
            self.operations(4);
            arms.push([self.value(&ty), self.value(&more)]);
            self.lines.push("br label %join".to_owned());
            self.values.truncate(known);
        }
        self.lines.push("join:".to_owned());
        let mut results = Vec::new();
        for (number, ty) in [ty, more].into_iter().enumerate() {
            let name = format!("%phi{number}");
            let text = ty.text();
            let (a, b) = (&arms[0][number], &arms[1][number]);
            self.lines
                .push(format!("{name} = phi {text} [ {a}, %a ], [ {b}, %b ]"));
            results.push((name.clone(), ty.clone()));
            self.values.push((name, ty));
        }
        self.operations(4);
        match self.rng.chance(50) {
            true => results.swap_remove(0),
            false => self.values[self.rng.below(self.values.len())].clone(),
        }
    }

    fn define(&mut self, ty: Ty, body: &str) {
        let name = format!("%v{}", self.next);
        self.next += 1;
        self.lines.push(format!("{name} = {body}"));
        self.values.push((name, ty));
    }

    /// An operand of a type.
    fn value(&mut self, ty: &Ty) -> String {
        let own = self.values.iter().filter(|(_, own)| own == ty);
        let own: Vec<String> = own.map(|(name, _)| name.clone()).collect();
        if !own.is_empty() && self.rng.chance(85) {
            return own[self.rng.below(own.len())].clone();
        }
        match ty {
            Ty::Int(1) => ["false", "true"][self.rng.below(2)].to_owned(),
            Ty::Int(_) => format!("{}", self.rng.below(9) as i64 - 3),
            Ty::Float("float" | "double") => ["0.0", "1.5", "-2.0"][self.rng.below(3)].to_owned(),
            Ty::Pointer => ["null", "@g", "@h"][self.rng.below(3)].to_owned(),
            _ => ["zeroinitializer", "zeroinitializer", "poison"][self.rng.below(3)].to_owned(),
        }
    }

    fn any(&mut self) -> (String, Ty) {
        self.values[self.rng.below(self.values.len())].clone()
    }

    fn typed(&mut self, ty: &Ty) -> String {
        format!("{} {}", ty.text(), self.value(ty))
    }
}
