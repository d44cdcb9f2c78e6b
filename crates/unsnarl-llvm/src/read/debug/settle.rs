//! Everything put together, when the rest of the module is known.

use std::sync::Arc;

use unsnarl_ir::debug::{
    ExpressionId, FunctionDebug, LocationId, Node, Operands, Record, VariableKind, VariableRecord,
};
use unsnarl_ir::{FuncId, Operand};

use super::Made;
use crate::build::dereferenced;
use crate::error::Omitted;
use crate::lexer::Token;
use crate::read::Reader;
use crate::read::annotations::{FunctionText, Taken, TakenKind, TakenOperand, TakenOperands};

/// The version of debug information that LLVM has written since 3.5; it ignores all others.
const VERSION: u32 = 3;

impl<'s> Reader<'s> {
    /// Reads the flags of the module, its sections for tools, and its debug information, if it has
    /// some.
    pub(in crate::read) fn settle_debug(&mut self) {
        let twice = self.sort_definitions();
        let flags = self.module_flags();
        self.custom_sections();
        let Some(units) = self.debug.units else {
            if let Some(place) = self.first_attachment() {
                self.omit(Omitted::NoUnit, place);
            }
            return;
        };
        let mut made = Made::default();
        self.reserve_nodes(&mut made, twice);
        made.info.dwarf_version = flags.dwarf_version;
        made.info.tracks_assignments = flags.tracks_assignments;
        let version = flags.debug_version;
        if version != Some(VERSION) {
            return self.omit(Omitted::Version { found: version }, units);
        }
        self.units(&mut made, units);
        if made.info.module_units.is_empty() {
            return self.omit(Omitted::NoUnit, units);
        }
        for index in 0..self.debug.definitions.len() {
            let definition = self.debug.definitions[index];
            // Lists are read when all nodes are.
            if let Some(node) = definition
                .node
                .filter(|node| !matches!(node, Node::List(_)))
            {
                self.fill(&mut made, node, definition.start);
            }
        }
        self.variables(&mut made);
        for (id, text) in std::mem::take(&mut self.debug.functions) {
            if !self.is_dropped(id) {
                self.function_debug(&mut made, id, text);
            }
        }
        self.lists(&mut made);
        self.module.debug = Some(Arc::new(made.info));
        self.strip_debug(units);
    }

    /// The first attachment of debug information.
    fn first_attachment(&self) -> Option<Token> {
        let globals = self.debug.globals.iter().map(|&(_, token)| token);
        let functions = self.debug.functions.iter();
        let functions = functions.flat_map(|(_, text)| {
            let locations = text.locations.iter().map(|&(_, token)| token);
            let records = text.records.iter().map(|taken| taken.name);
            text.subprogram.into_iter().chain(locations).chain(records)
        });
        globals.chain(functions).min_by_key(|token| token.start)
    }

    fn fill(&mut self, made: &mut Made<'s>, node: Node, start: Token) {
        self.depth = 0;
        let begun = self.begin_definition(start);
        let read = begun.and_then(|_| {
            self.advance()?;
            self.fields(made, node)
        });
        if read.is_err() {
            self.omit(Omitted::Definition, start);
        }
    }

    fn units(&mut self, made: &mut Made<'s>, start: Token) {
        let begun = self.begin_definition(start);
        let nodes = begun.and_then(|_| self.list(made)).unwrap_or_default();
        let units = nodes.into_iter().filter_map(|node| match node {
            Some(Node::Unit(unit)) => Some(unit),
            _ => None,
        });
        made.info.module_units = units.collect();
    }

    fn variables(&mut self, made: &mut Made<'s>) {
        for (global, token) in std::mem::take(&mut self.debug.globals) {
            match self.node_at(made, token) {
                Some(Node::GlobalVariableExpression(variable)) => {
                    let variables = made.info.variables_of.entry(global).or_default();
                    variables.push(variable);
                }
                Some(_) => self.omit(Omitted::Attachment, token),
                None => {}
            }
        }
    }

    /// The node at a place; nothing if there is none, which is noted.
    fn node_at(&mut self, made: &mut Made<'s>, token: Token) -> Option<Node> {
        if let Ok(number) = self.text(token)[1..].parse() {
            return self.numbered_or_noted(made, number, token);
        }
        self.go_to(token);
        self.depth = 0;
        let node = self.node(made);
        if node.is_err() {
            self.omit(Omitted::Attachment, token);
        }
        node.ok().flatten()
    }

    fn location_at(&mut self, made: &mut Made<'s>, token: Token) -> Option<LocationId> {
        match self.node_at(made, token)? {
            Node::Location(location) => Some(location),
            _ => {
                self.omit(Omitted::Attachment, token);
                None
            }
        }
    }

    fn expression_at(&mut self, made: &mut Made<'s>, token: Token) -> Option<ExpressionId> {
        match self.node_at(made, token)? {
            Node::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    fn function_debug(&mut self, made: &mut Made<'s>, id: FuncId, text: FunctionText) {
        let mut debug = Box::<FunctionDebug>::default();
        if let Some(token) = text.subprogram {
            match self.node_at(made, token) {
                Some(Node::Subprogram(subprogram)) => debug.subprogram = Some(subprogram),
                Some(_) => self.omit(Omitted::Attachment, token),
                None => {}
            }
        }
        for (point, token) in text.locations {
            let location = self.location_at(made, token);
            debug.set_location(point, location);
        }
        for (inst, token) in text.assignments {
            match self.node_at(made, token) {
                Some(Node::Assignment(id)) => debug.set_assignment(inst, Some(id)),
                Some(_) => self.omit(Omitted::Attachment, token),
                None => {}
            }
        }
        for taken in text.records {
            match self.settled(made, &taken) {
                Some(record) => debug.add_record(taken.point, record),
                None => self.omit(Omitted::Record, taken.name),
            }
        }
        self.module.function_mut(id).debug = Some(debug);
    }

    fn settled(&mut self, made: &mut Made<'s>, taken: &Taken) -> Option<Record> {
        match &taken.kind {
            TakenKind::Label { label, location } => Some(Record::Label {
                label: match self.node_at(made, *label)? {
                    Node::Label(label) => label,
                    _ => return None,
                },
                location: self.location_at(made, *location)?,
            }),
            TakenKind::Variable {
                word,
                operands,
                variable,
                expression,
                location,
            } => {
                let mut record =
                    self.variable_record(made, operands, [*variable, *expression, *location])?;
                record.kind = match *word {
                    "declare" => VariableKind::Declare,
                    "declare_value" => VariableKind::DeclareValue,
                    _ => VariableKind::Value,
                };
                if *word == "addr" {
                    record.expression = dereferenced(&mut made.info, record.expression);
                }
                Some(Record::Variable(record))
            }
            TakenKind::Assign {
                operands,
                variable,
                expression,
                assignment,
                address,
                address_expression,
                location,
            } => {
                let mut record =
                    self.variable_record(made, operands, [*variable, *expression, *location])?;
                record.kind = VariableKind::Assign {
                    assignment: match self.node_at(made, *assignment)? {
                        Node::Assignment(assignment) => assignment,
                        _ => return None,
                    },
                    address: self.settled_operands(address),
                    expression: self.expression_at(made, *address_expression)?,
                };
                Some(Record::Variable(record))
            }
        }
    }

    /// A record of a value, from the places of variable, expression and location.
    fn variable_record(
        &mut self,
        made: &mut Made<'s>,
        operands: &TakenOperands,
        [variable, expression, location]: [Token; 3],
    ) -> Option<VariableRecord> {
        Some(VariableRecord {
            kind: VariableKind::Value,
            variable: match self.node_at(made, variable)? {
                Node::LocalVariable(variable) => variable,
                _ => return None,
            },
            expression: self.expression_at(made, expression)?,
            operands: self.settled_operands(operands),
            location: self.location_at(made, location)?,
        })
    }

    fn settled_operands(&mut self, operands: &TakenOperands) -> Operands {
        let settled = match operands {
            TakenOperands::Nothing => None,
            TakenOperands::One(operand) => self.settled_operand(operand).map(Operands::One),
            TakenOperands::Several(operands) => {
                let all = operands.iter().map(|operand| self.settled_operand(operand));
                let all: Option<Box<[Operand]>> = all.collect();
                all.map(Operands::Several)
            }
        };
        settled.unwrap_or(Operands::Nothing)
    }

    fn settled_operand(&mut self, operand: &TakenOperand) -> Option<Operand> {
        match *operand {
            TakenOperand::Value(value) => Some(Operand::Value(value)),
            TakenOperand::Constant(token) => {
                self.go_to(token);
                self.depth = 0;
                let constant = self.typed_constant();
                if constant.is_err() {
                    self.omit(Omitted::Constant, token);
                }
                constant.ok().map(Operand::Const)
            }
        }
    }
}
