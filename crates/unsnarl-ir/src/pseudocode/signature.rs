//! The signature of a function, and declarations of its variables.
//!
//! *Gives:* [`Code::signature`]: types as in the source if debug information has them and their
//! sizes fit, otherwise as in LLVM IR.
//! *Cost:* O(parameters · log).

use super::Code;
use super::constants::symbol;
use crate::debug::{Node, TypeRef};
use crate::id::{Id, InstId, TypeId, ValueId};
use crate::types::Type;

impl Code<'_, '_> {
    /// Writes the function without its body: `int main(int argc, char **argv)`.
    pub fn signature(&self) -> String {
        let module = self.context.module;
        let function = self.function;
        let is_parameter = |(index, parameter): (usize, &crate::function::Parameter)| {
            self.parameter(
                parameter.value.unwrap_or_else(|| ValueId::new(index)),
                parameter.ty,
            )
        };
        let mut parameters: Vec<String> = function
            .parameters
            .iter()
            .enumerate()
            .map(is_parameter)
            .collect();
        let (result, _, is_variadic) =
            module
                .signature(function.ty)
                .unwrap_or((function.ty, &[], false));
        if is_variadic {
            parameters.push("...".to_owned());
        }
        let head = format!(
            "{}({})",
            symbol(module.name(function.name)),
            parameters.join(", ")
        );
        match (self.source_result(result), self.context.source_types()) {
            (Some(ty), Some(types)) => types.declare(ty, &head),
            _ => format!("{} {head}", module.show_type(result)),
        }
    }

    /// Declares the variable that an `alloca` makes.
    pub(super) fn declaration(&self, inst: InstId) -> String {
        let name = self.names.variable(inst);
        let Some(variable) = self.variables.get(inst) else {
            return name.to_owned();
        };
        self.declare(variable.address, variable.ty, name)
    }

    fn parameter(&self, value: ValueId, ty: TypeId) -> String {
        let home = self.variables.home(value);
        let described = home.map_or(value, |variable| variable.address);
        self.declare(described, ty, self.names.value(value))
    }

    /// Declares a value, or the object at its address, if the source type has its size.
    fn declare(&self, described: ValueId, ty: TypeId, name: &str) -> String {
        let source = self.context.variable_type(self.variables.source(described));
        if let (Some(source), Some(types)) = (source, self.context.source_types())
            && self.fits(source, ty)
        {
            return types.declare(Some(source), name);
        }
        format!("{} {name}", self.context.module.show_type(ty))
    }

    /// Tells whether a source type has the size of a type of LLVM IR.
    fn fits(&self, source: TypeRef, ty: TypeId) -> bool {
        let size = self
            .context
            .source_types()
            .and_then(|types| types.size(source));
        let bool_size = matches!(self.context.module.types.get(ty), Type::Int(1)).then_some(1);
        size.is_some() && (size == self.context.layout.size(ty) || size == bool_size)
    }

    /// The function's result type in the source, if it fits: `Some(None)` is `void`.
    fn source_result(&self, result: TypeId) -> Option<Option<TypeRef>> {
        let info = self.context.module.debug.as_ref()?;
        let subprogram = self.function.debug.as_ref()?.subprogram?;
        let ty = info.subprograms[subprogram].ty?;
        let list = &info.lists[info.subroutine_types[ty].types?];
        let first: Option<Node> = *list.first()?;
        match first {
            None => matches!(self.context.module.types.get(result), Type::Void).then_some(None),
            Some(node) => {
                let source: TypeRef = node.try_into().ok()?;
                self.fits(source, result).then_some(Some(source))
            }
        }
    }
}
