//! Rules D1 and D3 to D7, for functions.

use super::scopes::Scopes;
use super::{DebugPlace, DebugRule, DebugViolation};
use crate::debug::words::SubprogramFlags;
use crate::debug::{
    DebugInfo, ExpressionId, FunctionDebug, LocalScope, LocationId, Operands, Point, Record,
    VariableKind, VariableRecord,
};
use crate::function::Function;
use crate::id::{FuncId, Id};
use crate::inst::Operand;
use crate::module::Module;

/// Collects the violations of functions.
pub(super) struct Check<'m> {
    module: &'m Module,
    info: &'m DebugInfo,
    scopes: Scopes<'m>,
    pub(super) violations: Vec<DebugViolation>,
}

impl<'m> Check<'m> {
    pub(super) fn new(module: &'m Module, info: &'m DebugInfo) -> Self {
        Check {
            module,
            info,
            scopes: Scopes::new(info),
            violations: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, rule: DebugRule, what: &'static str, place: DebugPlace) {
        self.violations.push(DebugViolation { rule, what, place });
    }

    fn check(&mut self, rule: DebugRule, holds: bool, what: &'static str, place: DebugPlace) {
        if !holds {
            self.report(rule, what, place);
        }
    }

    pub(super) fn function(&mut self, id: FuncId, function: &Function) {
        let Some(debug) = function.debug.as_deref() else {
            return;
        };
        if !self.subprogram(id, function, debug) {
            return;
        }
        for (point, location) in debug.locations() {
            let place = DebugPlace::Location(id, point);
            if self.is_point(function, point, place) {
                self.location(debug, location, place);
            }
        }
        for (inst, assignment) in debug.assignments() {
            let holds = function.insts.get(inst).is_some()
                && self.info.assignments.get(assignment).is_some();
            let place = DebugPlace::Assignment(id, Point::Inst(inst));
            self.check(
                DebugRule::D1,
                holds,
                "a store is linked to an assignment that does not exist",
                place,
            );
        }
        self.records(id, function, debug);
    }

    /// Rule D3, as far as it concerns one function. Tells whether rule D1 holds.
    fn subprogram(&mut self, id: FuncId, function: &Function, debug: &FunctionDebug) -> bool {
        let place = DebugPlace::Function(id);
        let Some(own) = debug.subprogram else {
            return true;
        };
        let Some(own) = self.info.subprograms.get(own) else {
            let what = "the subprogram of a function does not exist";
            self.report(DebugRule::D1, what, place);
            return false;
        };
        let is_definition = own.subprogram_flags.has(SubprogramFlags::DEFINITION);
        let holds = !function.is_definition() || is_definition && own.unit.is_some();
        let what = "the subprogram of a function with a body is not a definition in a compile unit";
        self.check(DebugRule::D3, holds, what, place);
        true
    }

    fn is_point(&mut self, function: &Function, point: Point, place: DebugPlace) -> bool {
        let holds = match point {
            Point::Phi(value) => function.values.get(value).is_some(),
            Point::Inst(inst) => function.insts.get(inst).is_some(),
            Point::End(block) => function.blocks.get(block).is_some(),
        };
        let what = "debug information is attached to an entity that does not exist";
        self.check(DebugRule::D1, holds, what, place);
        holds
    }

    /// Rules D1 and D4 for a location.
    fn location(&mut self, debug: &FunctionDebug, location: LocationId, place: DebugPlace) {
        if self.info.locations.get(location).is_none() {
            let what = "a location does not exist";
            return self.report(DebugRule::D1, what, place);
        }
        let outermost = self.scopes.outermost(location);
        let holds = outermost.is_some() && outermost == debug.subprogram;
        let what = "a location is in another function than its instruction";
        self.check(DebugRule::D4, holds, what, place);
    }

    fn records(&mut self, id: FuncId, function: &Function, debug: &FunctionDebug) {
        let mut is_placed = vec![false; function.insts.len()];
        let blocks = function.blocks.values();
        for inst in blocks.flat_map(|block| &block.insts) {
            if let Some(placed) = is_placed.get_mut(inst.index()) {
                *placed = true;
            }
        }
        let (mut before, mut number) = (None, 0);
        for (point, record) in debug.all_records() {
            number = if before == Some(point) { number + 1 } else { 0 };
            before = Some(point);
            let place = DebugPlace::Record(id, point, number);
            if !self.is_point(function, point, place) {
                continue;
            }
            let holds = match point {
                Point::Phi(_) => false,
                Point::Inst(inst) => is_placed[inst.index()],
                Point::End(_) => true,
            };
            self.check(DebugRule::D5, holds, "a record is in no block", place);
            self.record(function, debug, record, place);
        }
    }

    fn record(
        &mut self,
        function: &Function,
        debug: &FunctionDebug,
        record: &Record,
        place: DebugPlace,
    ) {
        let holds = record.operands().all(|operand| match operand {
            Operand::Value(value) => function.values.get(value).is_some(),
            Operand::Const(constant) => constant.index() < self.module.constants().len(),
        });
        self.check(
            DebugRule::D1,
            holds,
            "a record names a value that does not exist",
            place,
        );
        let before = self.violations.len();
        self.location(debug, record.location(), place);
        if self.violations.len() > before {
            return;
        }
        let scope = match record {
            Record::Label { label, .. } => self.info.labels.get(*label).map(|label| label.scope),
            Record::Variable(record) => {
                self.variable_record(record, place);
                let variable = self.info.local_variables.get(record.variable);
                variable.map(|variable| variable.scope)
            }
        };
        match scope {
            None => self.report(
                DebugRule::D1,
                "a record is about a variable or label that does \
                                                not exist",
                place,
            ),
            Some(scope) => self.same_function(scope, record.location(), place),
        }
    }

    /// Rule D6.
    fn same_function(
        &mut self,
        scope: Option<LocalScope>,
        location: LocationId,
        place: DebugPlace,
    ) {
        let of_scope = scope.and_then(|scope| self.scopes.function_of(scope));
        let own = self.info.locations[location].scope;
        let own = own.and_then(|scope| self.scopes.function_of(scope));
        let holds = own.is_some() && own == of_scope;
        let what = "a record is about a variable of another function";
        self.check(DebugRule::D6, holds, what, place);
    }

    fn variable_record(&mut self, record: &VariableRecord, place: DebugPlace) {
        self.expression(record.expression, &record.operands, place);
        if let VariableKind::Assign {
            assignment,
            address,
            expression,
        } = &record.kind
        {
            self.expression(*expression, address, place);
            let holds = self.info.assignments.get(*assignment).is_some();
            self.check(DebugRule::D1, holds, "an assignment does not exist", place);
        }
    }

    /// Rules D1 and D7 for an expression.
    fn expression(&mut self, id: ExpressionId, operands: &Operands, place: DebugPlace) {
        let Some(expression) = self.info.expressions.get(id) else {
            return self.report(DebugRule::D1, "an expression does not exist", place);
        };
        let count = operands.as_slice().len() as u64;
        let is_gone = *operands == Operands::Nothing;
        let holds = expression.is_well_formed() && (is_gone || expression.operands() <= count);
        self.check(
            DebugRule::D7,
            holds,
            "an expression is not well formed",
            place,
        );
    }
}
