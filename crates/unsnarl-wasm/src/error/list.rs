//! All errors of a module at once.
//!
//! *Gives:* [`CompileErrors`] for callers, and [`Refusals`], which collects them.
//! *Cost:* linear in the errors.
//!
//! When porting a program, it helps to know everything that is not supported, not just the first
//! thing. Other functions are still checked after a refused one, and other instructions after a
//! refused instruction. In a function each construct is reported once, at its first line.

use std::fmt;

use foldhash::HashSet;

use super::{Cause, CompileError, in_function};
use unsnarl_ir::{FuncId, Module};
use unsnarl_low::select::Refusal;

/// Why a module cannot be compiled: one error at least, those of the whole module first, then by
/// line.
#[derive(Clone, Debug, PartialEq)]
pub struct CompileErrors(Vec<CompileError>);

impl CompileErrors {
    /// How many errors [`Display`](fmt::Display) and the commands show.
    pub const SHOWN: usize = 20;

    /// Gives the errors in order.
    pub fn iter(&self) -> std::slice::Iter<'_, CompileError> {
        self.0.iter()
    }

    /// Gives the first errors, as many as are shown, and how many more there are.
    pub fn shown(&self) -> (&[CompileError], usize) {
        let (shown, rest) = self.0.split_at(self.0.len().min(Self::SHOWN));
        (shown, rest.len())
    }

    /// Tells whether some error is a bug of this crate.
    pub fn has_bug(&self) -> bool {
        self.0.iter().any(CompileError::is_bug)
    }
}

impl From<CompileError> for CompileErrors {
    fn from(error: CompileError) -> Self {
        CompileErrors(vec![error])
    }
}

impl<'a> IntoIterator for &'a CompileErrors {
    type Item = &'a CompileError;
    type IntoIter = std::slice::Iter<'a, CompileError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for CompileErrors {
    /// One error a line, and how many are not shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, more) = self.shown();
        for (place, error) in shown.iter().enumerate() {
            let separator = if place == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        match more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for CompileErrors {}

/// Collects errors.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    errors: Vec<CompileError>,
    /// The errors of functions.
    said: HashSet<(String, String)>,
}

impl Refusals {
    /// Adds an error, unless the same function has the same one already.
    pub(crate) fn add(&mut self, error: CompileError) {
        let is_new = match &error {
            CompileError::Function {
                function, cause, ..
            } => self.said.insert((function.clone(), cause.to_string())),
            _ => true,
        };
        if is_new {
            self.errors.push(error);
        }
    }

    /// Adds the error of a result, or returns its value.
    pub(crate) fn take<T>(&mut self, result: Result<T, CompileError>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Adds the errors of others, in their order.
    pub(crate) fn append(&mut self, others: Refusals) {
        for error in others.errors {
            self.add(error);
        }
    }

    /// Returns the value, if nothing was refused.
    pub(crate) fn finish<T>(self, made: T) -> Result<T, CompileErrors> {
        match self.into_errors() {
            None => Ok(made),
            Some(errors) => Err(errors),
        }
    }

    /// The errors in order, if there are any.
    fn into_errors(mut self) -> Option<CompileErrors> {
        self.errors.sort_by_key(CompileError::line);
        (!self.errors.is_empty()).then_some(CompileErrors(self.errors))
    }
}

/// Collects the errors of one function.
pub(crate) struct FunctionRefusals<'a> {
    module: &'a Module,
    function: FuncId,
    refusals: &'a mut Refusals,
}

impl<'a> FunctionRefusals<'a> {
    /// The list that the errors are added to.
    pub(crate) fn all(&mut self) -> &mut Refusals {
        self.refusals
    }

    pub(crate) fn new(module: &'a Module, function: FuncId, refusals: &'a mut Refusals) -> Self {
        FunctionRefusals {
            module,
            function,
            refusals,
        }
    }

    /// Adds a cause at a line, or returns the value of a result.
    pub(crate) fn take<T>(&mut self, line: u32, result: Result<T, impl Into<Cause>>) -> Option<T> {
        match result {
            Ok(made) => Some(made),
            Err(cause) => {
                let error = in_function(self.module, self.function, line, cause.into());
                self.refusals.add(error);
                None
            }
        }
    }

    /// Adds what selection refuses.
    pub(crate) fn add(&mut self, list: Vec<Refusal>) {
        for Refusal { line, error } in list {
            self.take::<()>(line, Err(error));
        }
    }

    /// Adds an error that has its place already, or returns the value of a result.
    pub(crate) fn take_placed<T>(&mut self, result: Result<T, CompileError>) -> Option<T> {
        self.refusals.take(result)
    }
}
