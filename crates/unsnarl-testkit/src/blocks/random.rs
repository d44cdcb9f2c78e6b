//! Random modules of LLVM IR with what no program has: accesses, calls and edges of odd types.
//!
//! *Gives:* the text of a module: integers of odd widths, every format of floating point, vectors,
//! nested structs and arrays are loaded, stored, passed (by value, by `byval`, as variable
//! arguments, through pointers), returned, chosen by phis and switched on.
//! *Limits:* arithmetic is plain here: [`straight`](crate::straight) has all of it.

use crate::Rng;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ty {
    Int(u32),
    Float(&'static str),
    Pointer,
    Vector(u32, Box<Ty>),
    Array(u32, Box<Ty>),
    Struct(Vec<Ty>),
}

const WIDTHS: [u32; 18] = [
    1, 1, 3, 7, 8, 8, 13, 16, 16, 24, 32, 32, 33, 48, 64, 64, 100, 128,
];
const FORMATS: [&str; 6] = ["half", "bfloat", "float", "float", "double", "fp128"];
const FEATURES: [&str; 5] = [
    "",
    "+bulk-memory,+sign-ext",
    "+bulk-memory,+sign-ext,+nontrapping-fptoint",
    "+simd128",
    "+simd128,+sign-ext,+bulk-memory,+nontrapping-fptoint",
];

impl Ty {
    fn text(&self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Float(name) => (*name).to_owned(),
            Ty::Pointer => "ptr".to_owned(),
            Ty::Vector(count, element) => format!("<{count} x {}>", element.text()),
            Ty::Array(count, element) => format!("[{count} x {}]", element.text()),
            Ty::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Ty::text).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    /// The type of the elements, and how many there are, if it is one whose elements all
    /// operations are for.
    fn lanes(&self) -> (&Ty, Option<u32>) {
        match self {
            Ty::Vector(count, element) => (element, Some(*count)),
            other => (other, None),
        }
    }
}

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

/// A type with at most so many levels.
fn ty(rng: &mut Rng, levels: usize) -> Ty {
    match rng.below(if levels == 0 { 10 } else { 16 }) {
        0..=5 => Ty::Int(WIDTHS[rng.below(WIDTHS.len())]),
        6 | 7 => Ty::Float(FORMATS[rng.below(FORMATS.len())]),
        8 | 9 => Ty::Pointer,
        10..=12 => vector(rng),
        13 => Ty::Array(1 + rng.below(3) as u32, ty(rng, levels - 1).into()),
        _ => Ty::Struct((0..1 + rng.below(3)).map(|_| ty(rng, levels - 1)).collect()),
    }
}

fn vector(rng: &mut Rng) -> Ty {
    let element = ty(rng, 0);
    let count = [1, 2, 3, 4, 4, 8, 16][rng.below(7)];
    Ty::Vector(count, element.into())
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

    fn operation(&mut self) {
        match self.rng.below(20) {
            0..=2 => {
                let ty = ty(self.rng, 2);
                let (pointer, align) = (self.value(&Ty::Pointer), 1 << self.rng.below(4));
                let body = format!("load {}, ptr {pointer}, align {align}", ty.text());
                self.define(ty, &body);
            }
            3..=5 => {
                let ty = match self.rng.chance(50) {
                    true => self.any().1,
                    false => ty(self.rng, 2),
                };
                let (value, pointer) = (self.typed(&ty), self.value(&Ty::Pointer));
                let align = 1 << self.rng.below(4);
                self.lines
                    .push(format!("store {value}, ptr {pointer}, align {align}"));
            }
            6 | 7 => self.address(),
            8..=10 => self.call(),
            11 => self.variable_call(),
            12 => self.bytes(),
            13 => self.part(),
            14 | 15 => self.element(),
            16 => self.atomic(),
            _ => self.arithmetic(),
        }
    }

    fn address(&mut self) {
        let (source, pointer) = (ty(self.rng, 2), self.value(&Ty::Pointer));
        let width = [8, 13, 32, 64][self.rng.below(4)];
        let index = self.typed(&Ty::Int(width));
        let flags = ["", "inbounds ", "nuw ", "nusw "][self.rng.below(4)];
        let further = match &source {
            Ty::Struct(fields) => format!(", i32 {}", self.rng.below(fields.len())),
            Ty::Array(..) => format!(", {}", self.typed(&Ty::Int(32))),
            _ => String::new(),
        };
        let source = source.text();
        let body = format!("getelementptr {flags}{source}, ptr {pointer}, {index}{further}");
        self.define(Ty::Pointer, &body);
    }

    fn call(&mut self) {
        match self.rng.below(10) {
            0 => {
                let (a, b) = (self.value(&Ty::Int(8)), self.value(&Ty::Int(13)));
                let body = format!("call zeroext i8 @zeros(i8 zeroext {a}, i13 signext {b})");
                return self.define(Ty::Int(8), &body);
            }
            1 => {
                let (a, b) = (self.value(&Ty::Int(1)), self.value(&Ty::Int(16)));
                let body = format!("call signext i16 @signs(i1 zeroext {a}, i16 signext {b})");
                return self.define(Ty::Int(16), &body);
            }
            _ => {}
        }
        let callee = &self.callees[self.rng.below(self.callees.len())];
        let (result, types) = (callee.result.clone(), callee.parameters.clone());
        let mut name = format!("@{}", callee.name);
        if self.rng.chance(20) {
            name = self.value(&Ty::Pointer);
        }
        let mut arguments: Vec<String> = types.iter().map(|ty| self.typed(ty)).collect();
        if name.starts_with('%') && self.rng.chance(50) {
            let (copied, align) = (ty(self.rng, 2).text(), 4 << self.rng.below(3));
            let pointer = self.value(&Ty::Pointer);
            arguments.push(format!("ptr byval({copied}) align {align} {pointer}"));
        }
        let arguments = arguments.join(", ");
        match result {
            Some(ty) => {
                let body = format!("call {} {name}({arguments})", ty.text());
                self.define(ty, &body);
            }
            None => self.lines.push(format!("call void {name}({arguments})")),
        }
    }

    fn variable_call(&mut self) {
        let mut arguments = vec![self.typed(&Ty::Int(32))];
        for _ in 0..self.rng.below(4) {
            let ty = match self.rng.chance(50) {
                true => self.any().1,
                false => ty(self.rng, 1),
            };
            arguments.push(self.typed(&ty));
        }
        let body = format!("call i32 (i32, ...) @variable({})", arguments.join(", "));
        self.define(Ty::Int(32), &body);
    }

    /// Copies and fills.
    fn bytes(&mut self) {
        let (to, from) = (self.value(&Ty::Pointer), self.value(&Ty::Pointer));
        let count = match self.rng.chance(60) {
            true => format!("i32 {}", self.rng.below(40)),
            false => self.typed(&Ty::Int(32)),
        };
        let byte = self.typed(&Ty::Int(8));
        self.lines.push(match self.rng.below(3) {
            0 => {
                format!("call void @llvm.memcpy.p0.p0.i32(ptr {to}, ptr {from}, {count}, i1 false)")
            }
            1 => {
                format!(
                    "call void @llvm.memmove.p0.p0.i32(ptr {to}, ptr {from}, {count}, i1 false)"
                )
            }
            _ => format!("call void @llvm.memset.p0.i32(ptr {to}, {byte}, {count}, i1 false)"),
        });
    }

    /// A part of an aggregate taken out or replaced.
    fn part(&mut self) {
        let whole = match self.any().1 {
            own @ (Ty::Struct(_) | Ty::Array(..)) => own,
            _ => Ty::Struct(vec![ty(self.rng, 1), ty(self.rng, 1)]),
        };
        let (part, index) = match &whole {
            Ty::Struct(fields) => {
                let index = self.rng.below(fields.len());
                (fields[index].clone(), index)
            }
            Ty::Array(count, element) => ((**element).clone(), self.rng.below(*count as usize)),
            _ => return,
        };
        let value = self.typed(&whole);
        if self.rng.chance(50) {
            return self.define(part, &format!("extractvalue {value}, {index}"));
        }
        let part = self.typed(&part);
        self.define(whole, &format!("insertvalue {value}, {part}, {index}"));
    }

    /// An element of a vector taken out or replaced, and elements of two in another order.
    fn element(&mut self) {
        let whole = match self.any().1 {
            own @ Ty::Vector(..) => own,
            _ => vector(self.rng),
        };
        let Ty::Vector(count, element) = whole.clone() else {
            return;
        };
        let index = match self.rng.chance(60) {
            true => format!("i32 {}", self.rng.below(count as usize)),
            false => self.typed(&Ty::Int(32)),
        };
        let value = self.typed(&whole);
        match self.rng.below(4) {
            0 => self.define(*element, &format!("extractelement {value}, {index}")),
            1 => {
                let element = self.typed(&element);
                self.define(whole, &format!("insertelement {value}, {element}, {index}"));
            }
            2 => {
                let to = [2, 3, 4, 8, 16][self.rng.below(5)];
                let lanes = (0..to).map(|_| match self.rng.chance(10) {
                    true => "i32 poison".to_owned(),
                    false => format!("i32 {}", self.rng.below(2 * count as usize)),
                });
                let lanes: Vec<String> = lanes.collect();
                let other = self.typed(&whole);
                let body = format!(
                    "shufflevector {value}, {other}, <{to} x i32> <{}>",
                    lanes.join(", ")
                );
                self.define(Ty::Vector(to, element), &body);
            }
            _ => {
                let condition = self.typed(&Ty::Vector(count, Ty::Int(1).into()));
                let other = self.typed(&whole);
                self.define(whole, &format!("select {condition}, {value}, {other}"));
            }
        }
    }

    fn atomic(&mut self) {
        let width = [8, 16, 32, 64][self.rng.below(4)];
        let (ty, pointer) = (Ty::Int(width), self.value(&Ty::Pointer));
        let (value, other) = (self.typed(&ty), self.typed(&ty));
        if self.rng.chance(30) {
            let body = format!("cmpxchg ptr {pointer}, {value}, {other} seq_cst seq_cst");
            return self.define(Ty::Struct(vec![ty, Ty::Int(1)]), &body);
        }
        let op = [
            "xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin",
        ];
        let op = op[self.rng.below(op.len())];
        self.define(
            ty,
            &format!("atomicrmw {op} ptr {pointer}, {value} monotonic"),
        );
    }

    fn arithmetic(&mut self) {
        let ty = match self.rng.chance(60) {
            true => self.any().1,
            false => ty(self.rng, 1),
        };
        let (left, right) = (self.typed(&ty), self.value(&ty));
        let (lane, count) = ty.lanes();
        let flag = match count {
            Some(count) => Ty::Vector(count, Ty::Int(1).into()),
            None => Ty::Int(1),
        };
        let pick = |rng: &mut Rng, names: &[&str]| names[rng.below(names.len())].to_owned();
        match lane {
            Ty::Int(_) | Ty::Pointer if self.rng.chance(35) => {
                let names = [
                    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
                ];
                let predicate = pick(self.rng, &names);
                self.define(flag, &format!("icmp {predicate} {left}, {right}"));
            }
            Ty::Int(width) if self.rng.chance(40) => {
                let to = WIDTHS[self.rng.below(WIDTHS.len())];
                let op = match to.cmp(width) {
                    std::cmp::Ordering::Less => "trunc".to_owned(),
                    std::cmp::Ordering::Greater => pick(self.rng, &["zext", "sext"]),
                    std::cmp::Ordering::Equal => return,
                };
                let to = match count {
                    Some(count) => Ty::Vector(count, Ty::Int(to).into()),
                    None => Ty::Int(to),
                };
                let text = to.text();
                self.define(to, &format!("{op} {left} to {text}"));
            }
            Ty::Int(_) => {
                let names = [
                    "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "add nsw",
                ];
                let op = pick(self.rng, &names);
                self.define(ty, &format!("{op} {left}, {right}"));
            }
            Ty::Float(_) if self.rng.chance(40) => {
                let predicate = pick(self.rng, &["oeq", "une", "olt", "uge", "ord", "uno"]);
                self.define(flag, &format!("fcmp {predicate} {left}, {right}"));
            }
            Ty::Float(_) => {
                let op = pick(self.rng, &["fadd", "fsub", "fmul", "fdiv"]);
                self.define(ty, &format!("{op} {left}, {right}"));
            }
            Ty::Pointer if count.is_none() => {
                let width = [16, 32, 64][self.rng.below(3)];
                self.define(Ty::Int(width), &format!("ptrtoint {left} to i{width}"));
            }
            _ => {
                let condition = self.typed(&Ty::Int(1));
                let text = ty.text();
                self.define(ty, &format!("select {condition}, {left}, {text} {right}"));
            }
        }
    }
}
