//! What the mutations of a function must know: types of locals and functions, and where statements
//! and operands begin.

use unsnarl_low::op::memory::AddressWidths;
use unsnarl_testkit::Rng;
use wasmparser::{CompositeInnerType, Operator, Parser, Payload, TypeRef, ValType};

use super::body::Body;
use crate::proof::data::decode::operation;

/// The types of a module.
pub(super) struct Types {
    /// By type: its parameters and results.
    pub(super) types: Vec<(Vec<ValType>, Vec<ValType>)>,
    /// By function, imported ones first: its type.
    pub(super) functions: Vec<u32>,
}

impl Types {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let mut all = Types {
            types: Vec::new(),
            functions: Vec::new(),
        };
        for payload in Parser::new(0).parse_all(bytes) {
            match payload.expect("it was validated") {
                Payload::TypeSection(section) => {
                    for group in section {
                        for ty in group.expect("it was validated").into_types() {
                            if let CompositeInnerType::Func(ty) = ty.composite_type.inner {
                                let both = (ty.params().to_vec(), ty.results().to_vec());
                                all.types.push(both);
                            }
                        }
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        if let TypeRef::Func(ty) = import.expect("it was validated").ty {
                            all.functions.push(ty);
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    let own = section.into_iter().map(|ty| ty.expect("it was validated"));
                    all.functions.extend(own);
                }
                _ => {}
            }
        }
        all
    }
}

/// What is known of one function.
pub(super) struct Facts<'a> {
    pub(super) types: &'a Types,
    /// By local, parameters first.
    pub(super) locals: Vec<ValType>,
}

impl Facts<'_> {
    /// Another local of the same type.
    pub(super) fn other_local(&self, local: u32, rng: &mut Rng) -> Option<u32> {
        let ty = self.locals.get(local as usize)?;
        let others = (0..self.locals.len() as u32).filter(|&other| other != local);
        let others: Vec<u32> = others
            .filter(|&other| self.locals[other as usize] == *ty)
            .collect();
        Some(*others.get(rng.below(others.len().max(1)))?)
    }

    /// Another function of the same type.
    pub(super) fn other_function(&self, function: u32, rng: &mut Rng) -> Option<u32> {
        let functions = &self.types.functions;
        let ty = functions[function as usize];
        let others = (0..functions.len() as u32).filter(|&other| other != function);
        let others: Vec<u32> = others
            .filter(|&other| functions[other as usize] == ty)
            .collect();
        Some(*others.get(rng.below(others.len().max(1)))?)
    }

    /// How many values an instruction pops and pushes; none for control.
    fn effect(&self, op: &Operator<'_>) -> Option<(usize, usize)> {
        let of_type = |ty: u32| {
            let (parameters, results) = &self.types.types[ty as usize];
            (parameters.len(), results.len())
        };
        Some(match *op {
            Operator::LocalGet { .. }
            | Operator::GlobalGet { .. }
            | Operator::I32Const { .. }
            | Operator::I64Const { .. }
            | Operator::F32Const { .. }
            | Operator::F64Const { .. }
            | Operator::V128Const { .. } => (0, 1),
            Operator::LocalSet { .. } | Operator::GlobalSet { .. } | Operator::Drop => (1, 0),
            Operator::LocalTee { .. } => (1, 1),
            Operator::Call { function_index } => {
                of_type(self.types.functions[function_index as usize])
            }
            Operator::CallIndirect { type_index, .. } => {
                let (pops, pushes) = of_type(type_index);
                (pops + 1, pushes)
            }
            _ => {
                let signature = operation(op)?.signature(&AddressWidths::default())?;
                (
                    signature.operands.len(),
                    usize::from(signature.result.is_some()),
                )
            }
        })
    }

    /// Where the code begins that pushes the value that is on top before an instruction.
    pub(super) fn operand(&self, body: &Body, before: usize) -> Option<usize> {
        self.back(body, before, 1)
    }

    /// Where a statement begins that ends with an instruction that pushes nothing.
    pub(super) fn statement(&self, body: &Body, last: usize) -> Option<usize> {
        match self.effect(&body.op(last))? {
            (pops, 0) => self.back(body, last, pops),
            _ => None,
        }
    }

    /// Goes back until so many values were pushed.
    fn back(&self, body: &Body, before: usize, values: usize) -> Option<usize> {
        let mut missing = values;
        let mut place = before;
        while missing > 0 {
            place = place.checked_sub(1)?;
            let (pops, pushes) = self.effect(&body.op(place))?;
            missing = missing.checked_sub(pushes)? + pops;
        }
        Some(place)
    }
}
