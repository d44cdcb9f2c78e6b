//! Random functions of LLVM IR without branches: every operation on integers and floating-point
//! numbers, at random widths, with random flags, on scalars and on vectors.
//!
//! *Gives:* the text of a function, for comparing an optimiser with the interpreter of
//! `unsnarl-ir`.
//! *Limits:* what LLVM 19 reads: no `samesign`, no flags of `fptrunc`. Nothing accesses memory. No
//! `ninf`: LLVM 19 puts it on operations whose operands it was not on, as when `fptrunc` of
//! `fneg ninf` becomes `fneg ninf` of `fptrunc`, which is poison where the truncation overflows. No
//! integer becomes a number of a format in which it may be infinite: LLVM 16 to 22 then drop the
//! conversion if another one follows (`findings/llvm-exponent-of-half.sh`). No number is converted
//! to half beside a bfloat, which LLVM takes for narrower (`findings/llvm-bfloat-in-half.sh`). No
//! shuffle takes lanes of `undef`, which LLVM takes for poison, and no `select` of flags comes
//! after a shuffle: LLVM takes the poison of one lane for that of another one
//! (`findings/llvm-poison-of-lanes.sh`). All lanes of a vector are funnelled equally far: LLVM 14
//! to 22 make of `fshl` of zeros a shift that is too long where the distance of a lane is 0
//! (`findings/llvm-funnel-shift-of-lanes.sh`).

use crate::Rng;

/// A type: a scalar, or a vector of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ty {
    scalar: Scalar,
    lanes: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Int(u32),
    /// One of [`FORMATS`].
    Float(usize),
}

/// The name of a format in types and in names of intrinsics, its bits, and those of the widest
/// integer that is never infinite in it.
const FORMATS: [(&str, &str, u32, u32); 5] = [
    ("half", "f16", 16, 15),
    ("bfloat", "bf16", 16, 127),
    ("float", "f32", 32, 127),
    ("double", "f64", 64, 1023),
    ("fp128", "f128", 128, 16383),
];
const WIDTHS: [u32; 16] = [1, 2, 3, 7, 8, 8, 13, 16, 17, 32, 32, 33, 64, 65, 128, 200];

impl Ty {
    fn bits(self) -> u32 {
        match self.scalar {
            Scalar::Int(width) => width,
            Scalar::Float(format) => FORMATS[format].2,
        }
    }

    fn with(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    fn text(self) -> String {
        let scalar = match self.scalar {
            Scalar::Int(width) => format!("i{width}"),
            Scalar::Float(format) => FORMATS[format].0.to_owned(),
        };
        match self.lanes {
            Some(lanes) => format!("<{lanes} x {scalar}>"),
            None => scalar,
        }
    }

    /// As it stands in the name of an intrinsic.
    fn suffix(self) -> String {
        let scalar = match self.scalar {
            Scalar::Int(width) => format!("i{width}"),
            Scalar::Float(format) => FORMATS[format].1.to_owned(),
        };
        self.lanes
            .map_or_else(|| scalar.clone(), |lanes| format!("v{lanes}{scalar}"))
    }
}

/// A function that is being written.
struct Draft<'r> {
    rng: &'r mut Rng,
    values: Vec<(String, Ty)>,
    lines: Vec<String>,
    /// Whether some vector has been shuffled.
    is_shuffled: bool,
}

/// Writes a function of this name with some parameters and at most `count` operations.
pub fn function(rng: &mut Rng, name: &str, count: usize) -> String {
    let lanes = match rng.below(4) {
        0 => Some(2 + rng.below(3) as u32),
        _ => None,
    };
    let mut draft = Draft {
        rng,
        values: Vec::new(),
        lines: Vec::new(),
        is_shuffled: false,
    };
    let parameters: Vec<String> = (0..3)
        .map(|index| {
            let ty = draft.ty(lanes);
            draft.values.push((format!("%p{index}"), ty));
            format!("{} %p{index}", ty.text())
        })
        .collect();
    for _ in 0..count {
        draft.operation();
    }
    let results = draft.values.len().min(3);
    let results = &draft.values[draft.values.len() - results..];
    let types: Vec<String> = results.iter().map(|(_, ty)| ty.text()).collect();
    let types = format!("{{ {} }}", types.join(", "));
    let mut aggregate = "poison".to_owned();
    let mut last = Vec::new();
    for (index, (value, ty)) in results.iter().enumerate() {
        let next = format!("%r{index}");
        let ty = ty.text();
        last.push(format!(
            "{next} = insertvalue {types} {aggregate}, {ty} {value}, {index}"
        ));
        aggregate = next;
    }
    last.push(format!("ret {types} {aggregate}"));
    let lines: Vec<String> = draft
        .lines
        .iter()
        .chain(&last)
        .map(|line| format!("  {line}\n"))
        .collect();
    format!(
        "define {types} @{name}({}) {{\n{}}}\n",
        parameters.join(", "),
        lines.concat()
    )
}

impl Draft<'_> {
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.rng.below(of.len())]
    }

    fn ty(&mut self, lanes: Option<u32>) -> Ty {
        let scalar = match self.rng.below(4) {
            0 => Scalar::Float(self.rng.below(FORMATS.len())),
            _ => Scalar::Int(WIDTHS[self.rng.below(WIDTHS.len())]),
        };
        Ty { scalar, lanes }
    }

    /// A value, often one of the last.
    fn value(&mut self) -> (String, Ty) {
        let count = self.values.len();
        let near = count - 1 - self.rng.below(count.min(3));
        let any = self.rng.below(count);
        let index = if self.rng.below(3) == 0 { any } else { near };
        self.values[index].clone()
    }

    /// A value of a type: one that there is, or a constant.
    fn of(&mut self, ty: Ty) -> String {
        let fitting: Vec<&String> = self
            .values
            .iter()
            .filter(|value| value.1 == ty)
            .map(|value| &value.0)
            .collect();
        if !fitting.is_empty() && self.rng.below(3) > 0 {
            return fitting[self.rng.below(fitting.len())].clone();
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: Ty) -> String {
        if self.rng.below(40) == 0 {
            return self.pick(&["poison", "undef"]).to_owned();
        }
        let Some(lanes) = ty.lanes else {
            return self.number(ty.scalar);
        };
        let lane = Ty { lanes: None, ..ty }.text();
        let lanes: Vec<String> = (0..lanes)
            .map(|_| format!("{lane} {}", self.number(ty.scalar)))
            .collect();
        format!("<{}>", lanes.join(", "))
    }

    /// How far a funnel shift goes: of a vector, by one number for all lanes.
    fn distance(&mut self, ty: Ty) -> String {
        let Some(lanes) = ty.lanes else {
            return self.of(ty);
        };
        let scalar = Ty { lanes: None, ..ty }.text();
        let number = self.number(ty.scalar);
        let lanes: Vec<String> = (0..lanes).map(|_| format!("{scalar} {number}")).collect();
        format!("<{}>", lanes.join(", "))
    }

    fn number(&mut self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Int(1) => self.pick(&["true", "false"]).to_owned(),
            Scalar::Int(width) => {
                let value = match self.rng.below(5) {
                    0 => 1_i128 << self.rng.below((width as usize).min(120)),
                    1 => (1_i128 << self.rng.below((width as usize).min(120))) - 1,
                    2 => -(self.rng.below(4) as i128),
                    _ => self.rng.below(2 * width as usize) as i128,
                };
                let value = match width {
                    ..=120 => value << (128 - width) >> (128 - width),
                    _ => value,
                };
                value.to_string()
            }
            Scalar::Float(format) => {
                let numbers = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "-3.0", "1.5"];
                let number = self.pick(&numbers);
                if FORMATS[format].0 == "fp128" {
                    // LLVM writes it with the low half first.
                    let high: u64 = match number {
                        "0.0" => 0,
                        "-0.0" => 0x8000 << 48,
                        "1.0" => 0x3fff << 48,
                        "-1.0" => 0xbfff << 48,
                        "2.0" => 0x4000 << 48,
                        _ => 0x3ffe << 48,
                    };
                    return format!("0xL0000000000000000{high:016X}");
                }
                number.to_owned()
            }
        }
    }

    fn emit(&mut self, ty: Ty, line: &str) {
        let name = format!("%v{}", self.lines.len());
        self.lines.push(format!("{name} = {line}"));
        self.values.push((name, ty));
    }

    fn operation(&mut self) {
        let (left, ty) = self.value();
        match (self.rng.below(11), ty.scalar) {
            (10, Scalar::Int(_)) => self.masked(&left, ty),
            (0..=3, Scalar::Int(_)) => self.int_binary(&left, ty),
            (0..=3, Scalar::Float(_)) => self.float_binary(&left, ty),
            (4, _) => self.compare(&left, ty),
            (5, _) => self.select(&left, ty),
            (6 | 7, _) => self.cast(&left, ty),
            (8, Scalar::Int(width)) => self.int_intrinsic(&left, ty, width),
            (8, Scalar::Float(_)) => self.float_intrinsic(&left, ty),
            _ => self.other(&left, ty),
        }
    }

    fn int_binary(&mut self, left: &str, ty: Ty) {
        let op = self.pick(&[
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and",
            "or", "xor", "and", "or", "add",
        ]);
        let flags: &[&str] = match op {
            "add" | "sub" | "mul" | "shl" => &["nuw ", "nsw "],
            "udiv" | "sdiv" | "lshr" | "ashr" => &["exact "],
            "or" => &["disjoint "],
            _ => &[],
        };
        let flags: String = flags
            .iter()
            .filter(|_| self.rng.below(3) == 0)
            .copied()
            .collect();
        let right = self.of(ty);
        let (left, right) = if self.rng.below(4) == 0 {
            (right, left.to_owned())
        } else {
            (left.to_owned(), right)
        };
        self.emit(ty, &format!("{op} {flags}{} {left}, {right}", ty.text()));
    }

    /// A number of which some bits are known, though it may have been poison: an optimiser adds
    /// flags where these bits prove them.
    fn masked(&mut self, value: &str, ty: Ty) {
        let (text, mask) = (ty.text(), self.constant(ty));
        let frozen = format!("%v{}", self.lines.len());
        self.emit(ty, &format!("freeze {text} {value}"));
        let op = self.pick(&["and", "or", "lshr", "shl"]);
        self.emit(ty, &format!("{op} {text} {frozen}, {mask}"));
    }

    fn fast(&mut self) -> String {
        let flags = ["nnan ", "nsz "];
        flags
            .iter()
            .filter(|_| self.rng.below(5) == 0)
            .copied()
            .collect()
    }

    fn float_binary(&mut self, left: &str, ty: Ty) {
        let flags = self.fast();
        if self.rng.below(6) == 0 {
            // Without flags, which LLVM 19 puts on a `select` of it that has more operands.
            return self.emit(ty, &format!("fneg {} {left}", ty.text()));
        }
        let op = self.pick(&["fadd", "fsub", "fmul", "fdiv", "frem"]);
        let right = self.of(ty);
        self.emit(ty, &format!("{op} {flags}{} {left}, {right}", ty.text()));
    }

    fn compare(&mut self, left: &str, ty: Ty) {
        let right = self.of(ty);
        let line = match ty.scalar {
            Scalar::Int(_) => {
                let predicates = [
                    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
                ];
                format!(
                    "icmp {} {} {left}, {right}",
                    self.pick(&predicates),
                    ty.text()
                )
            }
            Scalar::Float(_) => {
                let flags = self.fast();
                let predicate = self.pick(&[
                    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge",
                    "ult", "ule", "une",
                ]);
                format!("fcmp {flags}{predicate} {} {left}, {right}", ty.text())
            }
        };
        self.emit(ty.with(Scalar::Int(1)), &line);
    }

    fn select(&mut self, left: &str, ty: Ty) {
        if self.is_shuffled && ty.scalar == Scalar::Int(1) {
            return self.other(left, ty);
        }
        let flag = ty.with(Scalar::Int(1));
        let (condition, right, text) = (self.of(flag), self.of(ty), ty.text());
        let line = format!(
            "select {} {condition}, {text} {left}, {text} {right}",
            flag.text()
        );
        self.emit(ty, &line);
    }

    fn cast(&mut self, value: &str, from: Ty) {
        let to = self.ty(from.lanes);
        let op = match (from.scalar, to.scalar) {
            (Scalar::Int(from), Scalar::Int(to)) if from < to => {
                self.pick(&["zext", "sext", "zext nneg"])
            }
            (Scalar::Int(from), Scalar::Int(to)) if from > to => {
                self.pick(&["trunc", "trunc", "trunc nuw", "trunc nsw"])
            }
            (Scalar::Int(from), Scalar::Float(_))
                if from == to.bits() && self.rng.below(2) == 0 =>
            {
                "bitcast"
            }
            (Scalar::Float(_), Scalar::Int(to)) if to == from.bits() => "bitcast",
            (Scalar::Int(from), Scalar::Float(format)) if from <= FORMATS[format].3 => {
                self.pick(&["uitofp", "sitofp", "uitofp nneg"])
            }
            (Scalar::Float(_), Scalar::Int(_)) => self.pick(&["fptoui", "fptosi"]),
            (Scalar::Float(_), Scalar::Float(_)) if from.bits() < to.bits() => "fpext",
            (Scalar::Float(_), Scalar::Float(to))
                if from.bits() > FORMATS[to].2
                    && (FORMATS[to].0 != "half" || !self.has_bfloat()) =>
            {
                "fptrunc"
            }
            _ => return self.other(value, from),
        };
        self.emit(
            to,
            &format!("{op} {} {value} to {}", from.text(), to.text()),
        );
    }

    fn has_bfloat(&self) -> bool {
        let mut scalars = self.values.iter().map(|(_, ty)| ty.scalar);
        scalars
            .any(|scalar| matches!(scalar, Scalar::Float(format) if FORMATS[format].0 == "bfloat"))
    }

    fn call(&mut self, result: Ty, flags: &str, name: &str, arguments: &[String]) {
        let line = format!(
            "call {flags}{} @llvm.{name}({})",
            result.text(),
            arguments.join(", ")
        );
        self.emit(result, &line);
    }

    fn int_intrinsic(&mut self, value: &str, ty: Ty, width: u32) {
        let (text, suffix) = (ty.text(), ty.suffix());
        let one = format!("{text} {value}");
        let other = |draft: &mut Self| format!("{text} {}", draft.of(ty));
        let flag = format!("i1 {}", self.pick(&["true", "false"]));
        match self.rng.below(7) {
            0 => {
                let base = self.pick(&["abs", "ctlz", "cttz"]);
                self.call(ty, "", &format!("{base}.{suffix}"), &[one, flag]);
            }
            1 => {
                let bases = match width % 16 {
                    0 => &["ctpop", "bitreverse", "bswap"][..],
                    _ => &["ctpop", "bitreverse"],
                };
                let base = self.pick(bases);
                self.call(ty, "", &format!("{base}.{suffix}"), &[one]);
            }
            2 => {
                let base = self.pick(&["fshl", "fshr"]);
                let (second, third) = (other(self), format!("{text} {}", self.distance(ty)));
                self.call(ty, "", &format!("{base}.{suffix}"), &[one, second, third]);
            }
            3 => {
                let base = self.pick(&["sadd", "ssub", "uadd", "usub", "smul", "umul"]);
                let pair = format!("{{ {text}, {} }}", ty.with(Scalar::Int(1)).text());
                let second = other(self);
                let name = format!("%v{}", self.lines.len());
                self.lines.push(format!(
                    "{name} = call {pair} @llvm.{base}.with.overflow.{suffix}({one}, {second})"
                ));
                let flag = ty.with(Scalar::Int(1));
                self.emit(ty, &format!("extractvalue {pair} {name}, 0"));
                self.emit(flag, &format!("extractvalue {pair} {name}, 1"));
            }
            4 => {
                let base = self.pick(&[
                    "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "sshl.sat", "ushl.sat",
                ]);
                let second = other(self);
                self.call(ty, "", &format!("{base}.{suffix}"), &[one, second]);
            }
            5 if width >= 2 => {
                let base = self.pick(&["scmp", "ucmp"]);
                let second = other(self);
                self.call(ty, "", &format!("{base}.{suffix}.{suffix}"), &[one, second]);
            }
            _ => {
                let base = self.pick(&["smax", "smin", "umax", "umin"]);
                let second = other(self);
                self.call(ty, "", &format!("{base}.{suffix}"), &[one, second]);
            }
        }
    }

    fn float_intrinsic(&mut self, value: &str, ty: Ty) {
        let (text, suffix, flags) = (ty.text(), ty.suffix(), self.fast());
        let one = format!("{text} {value}");
        match self.rng.below(5) {
            0 => {
                let base = self.pick(&[
                    "fabs",
                    "sqrt",
                    "floor",
                    "ceil",
                    "trunc",
                    "round",
                    "roundeven",
                    "rint",
                    "canonicalize",
                ]);
                self.call(ty, &flags, &format!("{base}.{suffix}"), &[one]);
            }
            1 => {
                let base = self.pick(&["minnum", "maxnum", "minimum", "maximum", "copysign"]);
                let second = format!("{text} {}", self.of(ty));
                self.call(ty, &flags, &format!("{base}.{suffix}"), &[one, second]);
            }
            2 => {
                let base = self.pick(&["fma", "fmuladd"]);
                let rest = [self.of(ty), self.of(ty)].map(|value| format!("{text} {value}"));
                let [second, third] = rest;
                self.call(
                    ty,
                    &flags,
                    &format!("{base}.{suffix}"),
                    &[one, second, third],
                );
            }
            3 => {
                let to = ty.with(Scalar::Int(WIDTHS[self.rng.below(WIDTHS.len())]));
                let base = self.pick(&["fptosi.sat", "fptoui.sat"]);
                self.call(to, "", &format!("{base}.{}.{suffix}", to.suffix()), &[one]);
            }
            _ => {
                let mask = format!("i32 {}", self.rng.below(1024));
                let flag = ty.with(Scalar::Int(1));
                self.call(flag, "", &format!("is.fpclass.{suffix}"), &[one, mask]);
            }
        }
    }

    /// `freeze`, and what takes vectors apart.
    fn other(&mut self, value: &str, ty: Ty) {
        let text = ty.text();
        let Some(lanes) = ty.lanes else {
            return self.emit(ty, &format!("freeze {text} {value}"));
        };
        let beyond = usize::from(self.rng.below(20) == 0);
        let index = self.rng.below(lanes as usize + beyond);
        match self.rng.below(3) {
            0 => {
                let lane = self.number(ty.scalar);
                let lane = format!("{} {lane}", Ty { lanes: None, ..ty }.text());
                self.emit(
                    ty,
                    &format!("insertelement {text} {value}, {lane}, i32 {index}"),
                );
            }
            1 => {
                let mask: Vec<String> = (0..lanes)
                    .map(|_| format!("i32 {}", self.rng.below(2 * lanes as usize)))
                    .collect();
                let right = match self.of(ty) {
                    right if right == "undef" => "poison".to_owned(),
                    right => right,
                };
                self.is_shuffled = true;
                let line = format!(
                    "shufflevector {text} {value}, {text} {right}, <{lanes} x i32> <{}>",
                    mask.join(", ")
                );
                self.emit(ty, &line);
            }
            _ => self.emit(ty, &format!("freeze {text} {value}")),
        }
    }
}
