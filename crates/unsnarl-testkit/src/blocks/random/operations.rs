//! The instructions of random functions.

use super::Draft;
use super::ty::{Ty, WIDTHS, ty, vector};
use crate::Rng;

impl Draft<'_> {
    /// Writes an instruction, with those that it needs.
    pub(super) fn operation(&mut self) {
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
