//! The operations of a block.

use super::body::Body;
use super::types::Scalar::{self, Double, Float, Int};
use super::types::{AGGREGATES, Access, Place, Ty, pick};

const COMPARISONS: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];
const ORDERS: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

impl Body<'_> {
    /// One operation, with what makes its operands defined.
    pub(super) fn operation(&mut self) {
        match self.rng.below(30) {
            0..=4 => self.integer_binary(),
            5 | 6 => self.shift(),
            7 => self.division(),
            8 | 9 => drop(self.comparison()),
            10 | 11 => self.select(),
            12 | 13 => self.cast(),
            14 | 15 => self.float_binary(),
            16 => self.intrinsic(),
            17 => self.overflow(),
            18 | 19 => self.load(),
            20 | 21 => self.store(),
            22 => self.aggregate(),
            23 => self.vector(),
            24 => self.freeze(),
            25 | 26 => self.call(),
            27 if self.rng.chance(60) => self.atomic(),
            27 => self.range(),
            _ => self.note(),
        }
    }

    fn integer_binary(&mut self) {
        let ty = self.integers();
        let [left, right] = [self.of(ty), self.of(ty)];
        let operation = pick(
            self.rng,
            &["add", "sub", "mul", "and", "or", "xor", "add", "xor"],
        );
        self.define(ty, &format!("{operation} {} {left}, {right}", ty.text()));
    }

    fn shift(&mut self) {
        let ty = self.integers();
        let value = self.of(ty);
        let amount = self.amount(ty);
        let operation = pick(self.rng, &["shl", "lshr", "ashr"]);
        self.define(ty, &format!("{operation} {} {value}, {amount}", ty.text()));
    }

    /// An amount to shift by that is below the width.
    fn amount(&mut self, ty: Ty) -> String {
        let (Ty::Scalar(Int(width)) | Ty::Vector(_, Int(width))) = ty else {
            unreachable!("integers are shifted")
        };
        let splat = |number: u32| match ty {
            Ty::Vector(lanes, scalar) => {
                let lane = format!("{} {number}", scalar.text());
                format!("<{}>", vec![lane; lanes as usize].join(", "))
            }
            _ if width == 1 => ["false", "true"][number as usize].to_owned(),
            _ => number.to_string(),
        };
        if width < 4 || self.rng.chance(40) {
            let amount = splat(self.rng.below(width as usize) as u32);
            return match self.rng.chance(20) {
                true => self.temporary(&format!("freeze {} {amount}", ty.text())),
                false => amount,
            };
        }
        let amount = self.of(ty);
        let text = ty.text();
        match width.is_power_of_two() {
            true => self.temporary(&format!("and {text} {amount}, {}", splat(width - 1))),
            false => self.temporary(&format!("urem {text} {amount}, {}", splat(width))),
        }
    }

    fn division(&mut self) {
        let width = [8, 16, 32, 32, 64, 64, 128, 7, 33, 65][self.rng.below(10)];
        let ty = Ty::Scalar(Int(width));
        let (value, text) = (self.of(ty), ty.text());
        let operation = pick(self.rng, &["udiv", "urem", "sdiv", "srem"]);
        let divisor = match self.rng.below(4) {
            0 => pick(self.rng, &["3", "7", "10", "1", "2", "63"]).to_owned(),
            1 => pick(self.rng, &["-3", "-8", "-64"]).to_owned(),
            _ => {
                // Neither 0 nor -1.
                let any = self.of(ty);
                let low = self.temporary(&format!("and {text} {any}, 63"));
                self.temporary(&format!("or {text} {low}, 1"))
            }
        };
        self.define(ty, &format!("{operation} {text} {value}, {divisor}"));
    }

    /// A comparison; gives the name of its result.
    pub(super) fn comparison(&mut self) -> String {
        let truth = Ty::Scalar(Int(1));
        if self.rng.chance(20) {
            let ty = Ty::Scalar([Float, Double][self.rng.below(2)]);
            let [left, right] = [self.of(ty), self.of(ty)];
            let order = pick(self.rng, &ORDERS);
            return self.define(
                truth,
                &format!("fcmp {order} {} {left}, {right}", ty.text()),
            );
        }
        if self.rng.chance(8) {
            let pointer = self.pointer_to(None).0;
            let order = pick(self.rng, &["eq", "ne"]);
            return self.define(truth, &format!("icmp {order} ptr {pointer}, null"));
        }
        let ty = self.scalar_integers();
        let [left, right] = [self.of(ty), self.of(ty)];
        let comparison = pick(self.rng, &COMPARISONS);
        self.define(
            truth,
            &format!("icmp {comparison} {} {left}, {right}", ty.text()),
        )
    }

    fn select(&mut self) {
        let condition = self.condition();
        let ty = self.any();
        let text = ty.text();
        let [left, right] = [self.of(ty), self.of(ty)];
        let right = match (condition.as_str(), self.rng.below(3)) {
            ("true", 0) => "poison".to_owned(),
            ("true", 1) => "undef".to_owned(),
            _ => right,
        };
        self.define(
            ty,
            &format!("select i1 {condition}, {text} {left}, {text} {right}"),
        );
    }

    fn cast(&mut self) {
        let from = self.scalars();
        let to = Scalar::any(self.rng);
        let Ty::Scalar(scalar) = from else {
            unreachable!("scalars are cast")
        };
        let text = format!("{} {} to {}", from.text(), self.of(from), to.text());
        let operation = match (scalar, to) {
            (Int(from), Int(to)) if from < to => pick(self.rng, &["zext", "sext"]),
            (Int(from), Int(to)) if from > to => "trunc",
            (Int(_), Int(_)) => "freeze",
            (Int(_), Float | Double) => pick(self.rng, &["sitofp", "uitofp"]),
            (Float, Double) => "fpext",
            (Double, Float) => "fptrunc",
            (Float | Double, Int(_)) => return self.convert_to_integer(from, to),
            (Float, Float) | (Double, Double) => "fneg",
        };
        let text = match operation {
            "freeze" | "fneg" => text.split(" to ").next().unwrap_or_default(),
            _ => &text,
        };
        self.define(Ty::Scalar(to), &format!("{operation} {text}"));
    }

    /// A number to an integer, saturating or with the range looked at before.
    fn convert_to_integer(&mut self, from: Ty, to: Scalar) {
        let value = self.of(from);
        let (text, suffix) = (from.text(), suffix(from));
        let to = match to {
            Int(width @ 33..) if ![64, 128].contains(&width) => Int(64),
            Int(1..=32) if self.rng.chance(70) => Int(32),
            other => other,
        };
        let ty = Ty::Scalar(to);
        let sign = pick(self.rng, &["s", "u"]);
        if self.rng.chance(60) || matches!(to, Int(..=16)) {
            let name = format!("@llvm.fpto{sign}i.sat.{}.{suffix}", to.text());
            return self.intrinsic_call(ty, &name, &[(from, value)]);
        }
        let is_small = self.temporary(&format!("fcmp olt {text} {value}, 30000.0"));
        let is_large = self.temporary(&format!("fcmp ogt {text} {value}, 0.0"));
        let fits = self.temporary(&format!("and i1 {is_small}, {is_large}"));
        let within = self.temporary(&format!("select i1 {fits}, {text} {value}, {text} 7.0"));
        let to_text = to.text();
        self.define(ty, &format!("fpto{sign}i {text} {within} to {to_text}"));
    }

    fn float_binary(&mut self) {
        let ty = match self.rng.chance(15) {
            true => [Ty::Vector(4, Float), Ty::Vector(2, Double)][self.rng.below(2)],
            false => Ty::Scalar([Float, Double, Double][self.rng.below(3)]),
        };
        let [left, right] = [self.of(ty), self.of(ty)];
        let operations = ["fadd", "fsub", "fmul", "fdiv", "fadd", "fmul", "frem"];
        let operation = match ty {
            Ty::Vector(..) => pick(self.rng, &operations[..4]),
            _ => pick(self.rng, &operations),
        };
        self.define(ty, &format!("{operation} {} {left}, {right}", ty.text()));
    }

    fn intrinsic(&mut self) {
        let (ty, name, count) = match self.rng.below(5) {
            0 if self.rng.chance(30) => return self.class_or_half(),
            0 => {
                let ty = Ty::Scalar([Float, Double][self.rng.below(2)]);
                let name = pick(
                    self.rng,
                    &["fabs", "sqrt", "floor", "ceil", "trunc", "rint"],
                );
                (ty, name, 1)
            }
            1 => {
                let width = [16, 32, 64, 128, 48][self.rng.below(5)];
                (Ty::Scalar(Int(width)), "bswap", 1)
            }
            2 => {
                let ty = self.scalar_integers();
                (ty, pick(self.rng, &["ctpop", "bitreverse"]), 1)
            }
            3 => {
                let ty = self.scalar_integers();
                (ty, pick(self.rng, &["fshl", "fshr"]), 3)
            }
            _ => {
                let ty = self.scalar_integers();
                let names = [
                    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
                ];
                (ty, pick(self.rng, &names), 2)
            }
        };
        let operands: Vec<(Ty, String)> = (0..count).map(|_| (ty, self.of(ty))).collect();
        if count == 1 && name == "ctpop" && self.rng.chance(60) {
            let name = pick(self.rng, &["ctlz", "cttz", "abs"]);
            let operands = [
                operands[0].clone(),
                (Ty::Scalar(Int(1)), "false".to_owned()),
            ];
            let name = format!("@llvm.{name}.{}", suffix(ty));
            return self.intrinsic_call(ty, &name, &operands);
        }
        self.intrinsic_call(ty, &format!("@llvm.{name}.{}", suffix(ty)), &operands);
    }

    /// Asks for the class of a number, or rounds it to one of 16 bits.
    fn class_or_half(&mut self) {
        let ty = Ty::Scalar([Float, Double][self.rng.below(2)]);
        let (value, text) = (self.of(ty), ty.text());
        if self.rng.chance(50) {
            // Both kinds of NaN or none: which one it is may differ.
            let nan = [0, 3][self.rng.below(2)];
            let mask = (self.rng.below(1024) & !3 | nan).to_string();
            let operands = [(ty, value), (Ty::Scalar(Int(32)), mask)];
            let name = format!("@llvm.is.fpclass.{}", suffix(ty));
            return self.intrinsic_call(Ty::Scalar(Int(1)), &name, &operands);
        }
        let half = self.temporary(&format!("fptrunc {text} {value} to half"));
        self.define(ty, &format!("fpext half {half} to {text}"));
    }

    /// Calls an intrinsic, which is declared at the end of the module.
    fn intrinsic_call(&mut self, ty: Ty, name: &str, operands: &[(Ty, String)]) {
        let call = self.intrinsic_text(&ty.text(), name, operands);
        self.define(ty, &call);
    }

    fn intrinsic_text(&mut self, result: &str, name: &str, operands: &[(Ty, String)]) -> String {
        let types: Vec<String> = operands.iter().map(|(ty, _)| ty.text()).collect();
        self.declared
            .insert(format!("declare {result} {name}({})", types.join(", ")));
        let operands: Vec<String> = operands
            .iter()
            .map(|(ty, value)| format!("{} {value}", ty.text()))
            .collect();
        format!("call {result} {name}({})", operands.join(", "))
    }

    fn overflow(&mut self) {
        let width = [8, 16, 32, 64, 128, 24][self.rng.below(6)];
        let ty = Ty::Scalar(Int(width));
        let operands = [(ty, self.of(ty)), (ty, self.of(ty))];
        let operation = pick(self.rng, &["uadd", "usub", "umul", "sadd", "ssub", "smul"]);
        let both = format!("{{ i{width}, i1 }}");
        let name = format!("@llvm.{operation}.with.overflow.i{width}");
        let call = self.intrinsic_text(&both, &name, &operands);
        let result = self.temporary(&call);
        self.define(ty, &format!("extractvalue {both} {result}, 0"));
        self.define(
            Ty::Scalar(Int(1)),
            &format!("extractvalue {both} {result}, 1"),
        );
    }

    /// The address of one of the numbers of a place.
    pub(super) fn address(&mut self, place: &Place) -> String {
        let mut path = place.path.clone();
        if place.count > 0 {
            let index = match self.rng.chance(50) {
                true => self.rng.below(place.count).to_string(),
                false => {
                    let ty = Ty::Scalar(Int([32, 64][self.rng.below(2)]));
                    let (text, any, last) = (ty.text(), self.of(ty), place.count - 1);
                    let index = self.temporary(&format!("and {text} {any}, {last}"));
                    path += &format!(", {text} {index}");
                    String::new()
                }
            };
            if !index.is_empty() {
                path += &format!(", {} {index}", pick(self.rng, &["i32", "i64"]));
            }
        }
        let (ty, base) = (&place.ty, &place.base);
        if path.is_empty() {
            return base.clone();
        }
        let is_constant = base.starts_with('@') && !path.contains('%');
        match is_constant && self.rng.chance(70) {
            true => format!("getelementptr inbounds ({ty}, ptr {base}, {path})"),
            false => {
                let address = format!("getelementptr inbounds {ty}, ptr {base}, {path}");
                self.define(Ty::Pointer(place.scalar), &address)
            }
        }
    }

    /// An address that may be read, with the number that is there.
    fn readable(&mut self) -> (String, Scalar, Access) {
        let place = self.places[self.rng.below(self.places.len())].clone();
        let pointers = self.seen.iter().filter_map(|(name, ty)| match ty {
            Ty::Pointer(scalar) => Some((name.clone(), *scalar)),
            _ => None,
        });
        let pointers: Vec<_> = pointers.collect();
        if !pointers.is_empty() && self.rng.chance(40) {
            let (name, scalar) = pointers[self.rng.below(pointers.len())].clone();
            return (name, scalar, Access::Constant);
        }
        (self.address(&place), place.scalar, place.access)
    }

    fn load(&mut self) {
        let (address, scalar, access) = self.readable();
        let volatile = match access {
            Access::Volatile => "volatile ",
            _ => "",
        };
        let ty = Ty::Scalar(scalar);
        // Bytes of an integer may be read by themselves.
        let part = match scalar {
            Int(width @ (16 | 32 | 64 | 128)) if self.rng.chance(15) => Ty::Scalar(Int(
                width >> (1 + self.rng.below(width.ilog2() as usize - 3))
            )),
            _ => ty,
        };
        let alignment = pick(self.rng, &["", "", ", align 1"]);
        let text = part.text();
        self.define(
            part,
            &format!("load {volatile}{text}, ptr {address}{alignment}"),
        );
    }

    fn store(&mut self) {
        let place = self.places[self.rng.below(self.places.len())].clone();
        if place.access == Access::Constant {
            return self.note();
        }
        let address = self.address(&place);
        let volatile = match place.access {
            Access::Volatile => "volatile ",
            _ => "",
        };
        let ty = Ty::Scalar(place.scalar);
        let value = self.of(ty);
        let alignment = pick(self.rng, &["", "", ", align 1"]);
        let text = ty.text();
        self.line(&format!(
            "store {volatile}{text} {value}, ptr {address}{alignment}"
        ));
    }

    /// An operation of threads.
    fn atomic(&mut self) {
        let ty = Ty::Scalar(Int(32));
        let value = self.of(ty);
        match self.rng.below(4) {
            0 => {
                let operation = pick(self.rng, &["add", "xchg", "xor", "umax", "min", "nand"]);
                let text = format!("atomicrmw {operation} ptr @shared, i32 {value} seq_cst");
                self.define(ty, &text);
            }
            1 => {
                let expected = self.of(ty);
                let both = self.temporary(&format!(
                    "cmpxchg ptr @shared, i32 {expected}, i32 {value} seq_cst monotonic"
                ));
                self.define(ty, &format!("extractvalue {{ i32, i1 }} {both}, 0"));
            }
            2 => {
                let order = pick(self.rng, &["acquire", "monotonic", "seq_cst"]);
                let text = format!("load atomic i32, ptr @shared {order}, align 4");
                self.define(ty, &text);
            }
            _ => {
                let order = pick(self.rng, &["release", "monotonic", "seq_cst"]);
                let text = format!("store atomic i32 {value}, ptr @shared {order}, align 4");
                self.line(&text);
            }
        }
    }

    /// An operation on a range of memory.
    fn range(&mut self) {
        if self.rng.chance(50) {
            self.declared
                .insert("declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)".to_owned());
            let byte = self.of(Ty::Scalar(Int(8)));
            let count = self.rng.below(17);
            return self.line(&format!(
                "call void @llvm.memset.p0.i32(ptr @bytes, i8 {byte}, i32 {count}, i1 false)"
            ));
        }
        self.declared
            .insert("declare void @llvm.memmove.p0.i32(ptr, ptr, i32, i1)".to_owned());
        let any = self.of(Ty::Scalar(Int(32)));
        let count = self.temporary(&format!("and i32 {any}, 7"));
        self.line(&format!(
            "call void @llvm.memmove.p0.i32(ptr getelementptr inbounds ([16 x i8], ptr @bytes, \
             i32 0, i32 3), ptr @bytes, i32 {count}, i1 false)"
        ));
    }

    fn aggregate(&mut self) {
        let index = self.rng.below(AGGREGATES.len());
        let ty = Ty::Aggregate(index);
        let text = ty.text();
        if self.rng.chance(50) {
            let member = self.rng.below(AGGREGATES[index].len());
            let value = self.of(ty);
            let scalar = AGGREGATES[index][member];
            self.define(
                Ty::Scalar(scalar),
                &format!("extractvalue {text} {value}, {member}"),
            );
            return;
        }
        let mut aggregate = pick(self.rng, &["poison", "undef", "zeroinitializer"]).to_owned();
        let count = AGGREGATES[index].len();
        for (member, &scalar) in AGGREGATES[index].iter().enumerate() {
            let value = self.of(Ty::Scalar(scalar));
            let inserted = format!(
                "insertvalue {text} {aggregate}, {} {value}, {member}",
                scalar.text()
            );
            aggregate = match member + 1 == count {
                true => self.define(ty, &inserted),
                false => self.temporary(&inserted),
            };
        }
    }

    fn vector(&mut self) {
        let ty = Ty::vector(self.rng);
        let Ty::Vector(lanes, scalar) = ty else {
            unreachable!("it is a vector")
        };
        let (text, value) = (ty.text(), self.of(ty));
        match self.rng.below(4) {
            0 => {
                let at = self.rng.below(lanes as usize);
                let text = format!("extractelement {text} {value}, i32 {at}");
                self.define(Ty::Scalar(scalar), &text);
            }
            1 => {
                let (lane, inserted) = (scalar.text(), self.of(Ty::Scalar(scalar)));
                let at = self.lane(lanes);
                let text = format!("insertelement {text} {value}, {lane} {inserted}, i32 {at}");
                self.define(ty, &text);
            }
            2 => {
                let other = self.of(ty);
                let mask: Vec<String> = (0..lanes)
                    .map(|_| format!("i32 {}", self.rng.below(2 * lanes as usize)))
                    .collect();
                let mask = format!("<{lanes} x i32> <{}>", mask.join(", "));
                let text = format!("shufflevector {text} {value}, {text} {other}, {mask}");
                self.define(ty, &text);
            }
            _ => {
                let other = self.of(ty);
                let compared = match scalar {
                    Int(_) => "icmp slt",
                    Float | Double => "fcmp olt",
                };
                let mask = self.temporary(&format!("{compared} {text} {value}, {other}"));
                let text = format!("select <{lanes} x i1> {mask}, {text} {value}, {text} {other}");
                self.define(ty, &text);
            }
        }
    }

    /// The number of a lane, known or not.
    fn lane(&mut self, lanes: u32) -> String {
        if self.rng.chance(50) || !lanes.is_power_of_two() {
            return self.rng.below(lanes as usize).to_string();
        }
        let any = self.of(Ty::Scalar(Int(32)));
        self.temporary(&format!("and i32 {any}, {}", lanes - 1))
    }

    fn freeze(&mut self) {
        let ty = self.any();
        let value = match self.rng.chance(60) && !matches!(ty, Ty::Pointer(_)) {
            true => ty.constant(self.rng),
            false => self.of(ty),
        };
        if let (Ty::Scalar(Int(width)), 0) = (ty, self.rng.below(4)) {
            // Any value, of which nothing is left.
            let poison = pick(self.rng, &["poison", "undef"]);
            let any = self.temporary(&format!("freeze i{width} {poison}"));
            let zero = ["0", "false"][usize::from(width == 1)];
            self.define(ty, &format!("and i{width} {any}, {zero}"));
            return;
        }
        self.define(ty, &format!("freeze {} {value}", ty.text()));
    }

    /// Adds a value to the checksum.
    pub(super) fn note(&mut self) {
        let ty = self.any();
        let value = self.of(ty);
        self.note_value(ty, &value);
    }

    pub(super) fn note_value(&mut self, ty: Ty, value: &str) {
        let bits = self.bits(ty, value);
        self.line(&format!("call void @note(i64 {bits})"));
    }

    /// A value as an integer of 64 bits; of all NaNs it is the same.
    fn bits(&mut self, ty: Ty, value: &str) -> String {
        let text = ty.text();
        match ty {
            Ty::Scalar(Int(64)) => value.to_owned(),
            Ty::Scalar(Int(width)) if width < 64 => {
                let extend = pick(self.rng, &["zext", "sext"]);
                self.temporary(&format!("{extend} {text} {value} to i64"))
            }
            Ty::Scalar(Int(width)) => {
                let high = self.temporary(&format!("lshr {text} {value}, {}", width - 64));
                let both = self.temporary(&format!("xor {text} {high}, {value}"));
                self.temporary(&format!("trunc {text} {both} to i64"))
            }
            Ty::Scalar(Float) => {
                let is_nan = self.temporary(&format!("fcmp uno float {value}, 0.0"));
                let bits = self.temporary(&format!("bitcast float {value} to i32"));
                let bits = self.temporary(&format!("select i1 {is_nan}, i32 77, i32 {bits}"));
                self.temporary(&format!("zext i32 {bits} to i64"))
            }
            Ty::Scalar(Double) => {
                let is_nan = self.temporary(&format!("fcmp uno double {value}, {value}"));
                let bits = self.temporary(&format!("bitcast double {value} to i64"));
                self.temporary(&format!("select i1 {is_nan}, i64 78, i64 {bits}"))
            }
            Ty::Vector(lanes, scalar) => {
                let at = self.rng.below(lanes as usize);
                let lane = self.temporary(&format!("extractelement {text} {value}, i32 {at}"));
                self.bits(Ty::Scalar(scalar), &lane)
            }
            Ty::Aggregate(index) => {
                let at = self.rng.below(AGGREGATES[index].len());
                let member = self.temporary(&format!("extractvalue {text} {value}, {at}"));
                self.bits(Ty::Scalar(AGGREGATES[index][at]), &member)
            }
            Ty::Pointer(scalar) => {
                let loaded =
                    self.temporary(&format!("load {}, ptr {value}, align 1", scalar.text()));
                self.bits(Ty::Scalar(scalar), &loaded)
            }
        }
    }
}

/// A type as it stands in the name of an intrinsic.
fn suffix(ty: Ty) -> String {
    match ty {
        Ty::Scalar(scalar) => scalar.suffix(),
        other => unreachable!("no intrinsic takes a {}", other.text()),
    }
}
