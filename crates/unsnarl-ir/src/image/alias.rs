//! Resolving aliases.
//!
//! *Needs:* a module and the values of its constants.
//! *Gives:* for each alias the variable or function that it refers to, and the offset from it in
//! bytes.
//! *Cost:* linear in the aliases, however long their chains are.

use super::{ImageError, Scalar, Symbol};
use crate::global::GlobalKind;
use crate::id::{GlobalId, Id};
use crate::module::Module;

/// By global: its target, which is itself for a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Aliases {
    targets: Vec<Target>,
}

type Target = Result<(Symbol, i64), ImageError>;

impl Aliases {
    pub(super) fn new(module: &Module, values: &[Result<Scalar, ImageError>]) -> Self {
        let mut known: Vec<Option<Target>> = vec![None; module.globals.len()];
        for (id, _) in module.globals.iter() {
            follow(module, values, id, &mut known);
        }
        let pairs = known.into_iter().zip(module.globals.iter());
        let targets = pairs.map(|(known, (id, _))| known.unwrap_or(Ok((Symbol::Global(id), 0))));
        Aliases {
            targets: targets.collect(),
        }
    }
}

/// Follows a chain to its end or to a known target, and records the target for the whole chain.
fn follow(
    module: &Module,
    values: &[Result<Scalar, ImageError>],
    start: GlobalId,
    known: &mut [Option<Target>],
) {
    let mut chain: Vec<(GlobalId, i64)> = Vec::new();
    let mut symbol = Symbol::Global(start);
    let mut target = loop {
        let Symbol::Global(at) = symbol else {
            break Ok((symbol, 0));
        };
        if let Some(target) = known[at.index()] {
            break target;
        }
        match next(module, values, at) {
            None => break Ok((symbol, 0)),
            Some(Err(error)) => {
                chain.push((at, 0));
                break Err(error);
            }
            Some(Ok((next, offset))) => {
                // A chain that comes back to this alias is a cycle.
                known[at.index()] = Some(Err(ImageError::AliasCycle(at)));
                chain.push((at, offset));
                symbol = next;
            }
        }
    };
    for (alias, offset) in chain.into_iter().rev() {
        target = target.map(|(symbol, sum)| (symbol, sum.wrapping_add(offset)));
        known[alias.index()] = Some(target);
    }
}

/// The target of an alias; nothing if it is a variable.
fn next(module: &Module, values: &[Result<Scalar, ImageError>], alias: GlobalId) -> Option<Target> {
    let GlobalKind::Alias { target } = module.globals[alias].kind else {
        return None;
    };
    Some(match values[target.index()] {
        Ok(Scalar::Address {
            plus,
            minus: None,
            offset,
        }) => Ok((plus, offset)),
        Ok(_) => Err(ImageError::NotAddress(target)),
        Err(error) => Err(error),
    })
}

impl Aliases {
    /// Gives the final target of a symbol.
    pub(super) fn resolve(&self, symbol: Symbol) -> Target {
        let Symbol::Global(global) = symbol else {
            return Ok((symbol, 0));
        };
        let target = self.targets.get(global.index()).copied();
        target.unwrap_or(Ok((symbol, 0)))
    }
}
