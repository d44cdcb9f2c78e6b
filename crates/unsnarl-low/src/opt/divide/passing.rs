//! How values pass in and out of a part.
//!
//! *Gives:* [`Called`], what the part of a region and its caller agree on, and the code that sets
//! and reads what passes.
//! *Cost:* linear in what passes.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::NewSymbols;
use super::interface::Target;
use super::regions::RegionId;
use super::round::Round;
use super::sizes::SELECTOR;
use super::variables::{Taken, Variables};
use crate::machine::{Exit, Function, Number, Reg};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::symbol::Symbol;
use crate::types::{LaneType, Sign, Type};

/// How a value passes out of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Result,
    Variable(Symbol),
    /// The lanes of a vector, each in a variable.
    Lanes([Symbol; 2]),
}

/// A value that passes out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) ty: Type,
    pub(super) way: Way,
}

/// A part that was made, as its caller needs to know it.
pub(super) struct Called {
    pub(super) symbol: Symbol,
    pub(super) region: RegionId,
    pub(super) results: Vec<Type>,
    /// The values that enter through variables, since there are too many for parameters.
    pub(super) entering: Vec<(Reg, Value)>,
    /// The outputs, and how they pass.
    pub(super) outputs: Vec<(Reg, Value)>,
    /// For each target the values that it takes.
    pub(super) targets: Vec<(Target, Vec<Value>)>,
}

impl Called {
    /// Decides how values pass out of a region.
    pub(super) fn new(
        round: &Round,
        id: RegionId,
        symbols: &mut impl NewSymbols,
        variables: &mut Variables,
    ) -> Called {
        let interface = &round.regions.region(id).interface;
        let symbol = symbols.function();
        let mut taken = Taken::default();
        let (_, beyond) = round.incoming(id);
        let entering = beyond.into_iter().map(|reg| {
            let ty = round.function.ty(reg);
            let way = way(ty, variables, &mut taken, symbols);
            (reg, Value { ty, way })
        });
        let entering: Vec<(Reg, Value)> = entering.collect();
        // They are read before anything else is set.
        taken = Taken::default();
        // The first value of the only exit is the result.
        let mut is_result = interface.targets.len() == 1;
        let mut value = |ty, taken: &mut Taken| Value {
            ty,
            way: match std::mem::take(&mut is_result) {
                true => Way::Result,
                false => way(ty, variables, taken, symbols),
            },
        };
        let outputs = interface.outputs.iter();
        let outputs = outputs.map(|&reg| (reg, value(round.function.ty(reg), &mut taken)));
        let outputs: Vec<(Reg, Value)> = outputs.collect();
        let targets = interface.targets.iter().map(|&target| {
            let mut own = taken.clone();
            let types = round.types(target).into_iter();
            (target, types.map(|ty| value(ty, &mut own)).collect())
        });
        let targets: Vec<(Target, Vec<Value>)> = targets.collect();
        let results = match &targets[..] {
            [] => Vec::new(),
            [(_, own)] => {
                let first = outputs.first().map(|(_, value)| value).or(own.first());
                first.map(|value| value.ty).into_iter().collect()
            }
            _ => vec![SELECTOR],
        };
        Called {
            symbol,
            region: id,
            results,
            entering,
            outputs,
            targets,
        }
    }

    /// Tells whether the call needs a block that returns, since that is one of several exits.
    pub(super) fn has_own_return(&self) -> bool {
        let mut targets = self.targets.iter();
        self.targets.len() > 1 && targets.any(|&(target, _)| target == Target::Return)
    }
}

/// Decides through which variables a value passes. Linkers know none of 128 bits.
fn way(
    ty: Type,
    variables: &mut Variables,
    taken: &mut Taken,
    symbols: &mut impl NewSymbols,
) -> Way {
    match ty {
        Type::V128 => Way::Lanes([Type::I64; 2].map(|half| variables.take(half, taken, symbols))),
        _ => Way::Variable(variables.take(ty, taken, symbols)),
    }
}

/// Sets the variable of a value; gives it back if it is the result.
pub(super) fn set(to: &mut Function, reg: Reg, value: Value) -> Option<Reg> {
    match value.way {
        Way::Result => Some(reg),
        Way::Variable(symbol) => {
            to.push(Op::GlobalSet(symbol, value.ty), Effect::Any, &[reg], &[]);
            None
        }
        Way::Lanes(symbols) => {
            for (lane, symbol) in (0..).zip(symbols) {
                let extract = Op::ExtractLane(LaneType::I64, Sign::Signed, lane);
                let half = to.push(extract, Effect::Pure, &[reg], &[Type::I64]);
                to.push(Op::GlobalSet(symbol, Type::I64), Effect::Any, &half, &[]);
            }
            None
        }
    }
}

/// Ends an exit of a part: sets the variables and returns.
pub(super) fn leave(to: &mut Function, passed: &[(Reg, Value)], called: &Called, index: usize) {
    let mut results = Vec::new();
    for &(reg, value) in passed {
        results.extend(set(to, reg, value));
    }
    if called.targets.len() > 1 {
        results.push(to.number(Number::I32(index as i32)));
    }
    to.finish(Exit::Return, &results);
}

/// What a call has brought, or the begin of a part has read.
#[derive(Default)]
pub(super) struct Reads {
    result: Option<Reg>,
    /// The registers of the variables that were read.
    variables: HashMap<Symbol, Reg, FixedState>,
}

impl Reads {
    /// What follows a call with this result.
    pub(super) fn after(result: Option<Reg>) -> Reads {
        Reads {
            result,
            variables: HashMap::default(),
        }
    }

    pub(super) fn result(&self) -> Option<Reg> {
        self.result
    }

    /// The register of a value.
    pub(super) fn read(&mut self, to: &mut Function, value: Value) -> Reg {
        match value.way {
            Way::Result => self.result.expect("the part has a result"),
            Way::Variable(symbol) => self.variable(to, symbol, value.ty),
            Way::Lanes(symbols) => {
                let [low, high] = symbols.map(|symbol| self.variable(to, symbol, Type::I64));
                let vector = [Type::V128];
                let both = to.push(Op::Splat(LaneType::I64), Effect::Pure, &[low], &vector)[0];
                let replace = Op::ReplaceLane(LaneType::I64, 1);
                to.push(replace, Effect::Pure, &[both, high], &vector)[0]
            }
        }
    }

    /// The register of a variable.
    fn variable(&mut self, to: &mut Function, symbol: Symbol, ty: Type) -> Reg {
        *self.variables.entry(symbol).or_insert_with(|| {
            let get = Op::GlobalGet(symbol, ty);
            to.push(get, Effect::Any, &[], &[ty])[0]
        })
    }
}
