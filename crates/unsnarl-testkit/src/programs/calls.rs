//! Calls.

use super::body::Body;
use super::signatures::{Gives, RECORD, Takes, name, record};
use super::types::Scalar::{Double, Int};
use super::types::{Ty, pick};
use super::variadic::LISTS;

impl Body<'_> {
    /// A call of a function behind this one, or of one that takes any number of arguments.
    pub(super) fn call(&mut self) {
        match self.rng.below(8) {
            0 => self.call_variadic("@vsum", "i64", "@kinds"),
            1 => self.call_mixed(),
            _ if self.number + 1 == self.signatures.len() => self.note(),
            _ => {
                let left = self.signatures.len() - self.number - 1;
                let callee = self.number + 1 + self.rng.below(left.min(6));
                self.call_function(callee);
            }
        }
    }

    /// Calls a function directly or through a variable.
    pub(super) fn call_function(&mut self, callee: usize) {
        let signature = &self.signatures[callee];
        let mut arguments = Vec::new();
        let mut memory = None;
        if let Gives::Record = signature.result {
            // No other pointer leads there: in C the result is a copy.
            memory = Some("%memory");
            arguments.push(format!("ptr sret({RECORD}) align 8 %memory"));
        }
        for &takes in &signature.parameters {
            let value = match takes {
                Takes::Value(ty, _) => self.of(ty),
                Takes::Record => "@record0".to_owned(),
            };
            arguments.push(format!("{} {value}", takes.text()));
        }
        let function = match self.rng.chance(25) {
            true => {
                let volatile = pick(self.rng, &["", "volatile "]);
                self.temporary(&format!("load {volatile}ptr, ptr @function{callee}"))
            }
            false => name(callee),
        };
        let call = format!(
            "call {} {function}({})",
            signature.result_text(),
            arguments.join(", ")
        );
        match signature.result {
            Gives::Value(ty, _) => drop(self.define(ty, &call)),
            Gives::Nothing | Gives::Record => self.line(&call),
        }
        if let Some(base) = memory {
            let places = record(base);
            let place = places[self.rng.below(places.len())].clone();
            let address = self.address(&place);
            let text = format!("load {}, ptr {address}", place.scalar.text());
            self.define(Ty::Scalar(place.scalar), &text);
        }
    }

    /// Calls a function in C, which is told by a string what it is given.
    fn call_variadic(&mut self, name: &str, result: &str, kinds: &str) {
        let start = self.rng.below(8);
        let mut arguments = vec![format!(
            "ptr getelementptr inbounds ([17 x i8], ptr {kinds}, i32 0, i32 {start})"
        )];
        for kind in super::KINDS[start..].bytes() {
            let ty = match kind {
                b'i' => Ty::Scalar(Int(32)),
                b'l' => Ty::Scalar(Int(64)),
                _ => Ty::Scalar(Double),
            };
            arguments.push(format!("{} {}", ty.text(), self.of(ty)));
        }
        let call = format!("call {result} (ptr, ...) {name}({})", arguments.join(", "));
        self.define(Ty::Scalar(Int(64)), &call);
    }

    /// Calls a function of the module that takes an integer and a number, so and so often.
    fn call_mixed(&mut self) {
        let count = self.rng.below(6);
        let mut arguments = vec![format!("i32 {count}")];
        for _ in 0..count {
            for ty in [Int(32), Double, Int(64)].map(Ty::Scalar) {
                arguments.push(format!("{} {}", ty.text(), self.of(ty)));
            }
        }
        let (callee, _) = LISTS[self.rng.below(LISTS.len())];
        let call = format!("call i64 (i32, ...) {callee}({})", arguments.join(", "));
        self.define(Ty::Scalar(Int(64)), &call);
    }
}
