//! Variables outside of functions, and static ones in functions.

use foldhash::HashMap;
use gimli::write::{AttributeValue, Expression};
use unsnarl_ir::debug::words::Operator;
use unsnarl_ir::debug::{self, GlobalVariableExpressionId, GlobalVariableId, Node, TypeRef};
use unsnarl_ir::{GlobalId, GlobalKind, Linkage};

use super::sections::Target;
use super::unit::Unit;
use super::words;

impl Unit<'_, '_> {
    /// Writes the variables of the unit.
    pub(super) fn variables(&mut self) {
        let mut symbols: HashMap<GlobalVariableExpressionId, GlobalId> = HashMap::default();
        for (&global, expressions) in &self.info.variables_of {
            symbols.extend(expressions.iter().map(|&expression| (expression, global)));
        }
        let list = self.own.globals;
        let nodes = list.map_or(&[][..], |list| &self.info.lists[list]);
        let mut order = Vec::new();
        let mut parts: HashMap<GlobalVariableId, Vec<GlobalVariableExpressionId>> =
            HashMap::default();
        for node in nodes.iter().flatten() {
            let &Node::GlobalVariableExpression(id) = node else {
                continue;
            };
            let Some(variable) = self.info.global_variable_expressions[id].variable else {
                continue;
            };
            let known = parts.entry(variable).or_insert_with(|| {
                order.push(variable);
                Vec::new()
            });
            known.push(id);
        }
        for variable in order {
            self.global(variable, &parts[&variable], &symbols);
        }
    }

    fn global(
        &mut self,
        id: GlobalVariableId,
        parts: &[GlobalVariableExpressionId],
        symbols: &HashMap<GlobalVariableExpressionId, GlobalId>,
    ) {
        let own = &self.info.global_variables[id];
        let declaration = own.declaration.map(|member| {
            let scope = self.info.derived_types[member].scope;
            let class = self.scope(scope);
            match self.types.get(&TypeRef::DerivedType(member)) {
                Some(&entry) => entry,
                None => self.static_member(class, member),
            }
        });
        let parent = match declaration {
            Some(_) => self.root(),
            None => self.scope(own.scope),
        };
        let entry = self.add(parent, gimli::DW_TAG_variable);
        self.globals.insert(id, entry);
        match declaration {
            Some(declaration) => self.set_entry(entry, gimli::DW_AT_specification, declaration),
            None => {
                self.set_text(entry, gimli::DW_AT_name, own.name);
                self.set_type(entry, own.ty);
                self.set_flag(entry, gimli::DW_AT_external, !own.is_local);
                self.set_declared(entry, own.file, own.line);
            }
        }
        self.set_flag(entry, gimli::DW_AT_declaration, !own.is_definition.0);
        self.set_text(entry, gimli::DW_AT_linkage_name, own.linkage_name);
        if let Some(arguments) = own.template_parameters {
            self.template_arguments(entry, arguments);
        }
        if self.out.version() >= 5 {
            self.set_nonzero(entry, gimli::DW_AT_alignment, u64::from(own.align / 8));
        }
        if let [part] = *parts
            && let Some(value) = self.constant(part)
        {
            self.set(entry, gimli::DW_AT_const_value, value);
        } else if let Some(place) = self.place(parts, symbols) {
            self.set_expression(entry, gimli::DW_AT_location, place);
        }
    }

    fn expression(&self, part: GlobalVariableExpressionId) -> Option<&debug::Expression> {
        let id = self.info.global_variable_expressions[part].expression?;
        Some(&self.info.expressions[id])
    }

    /// The value of a variable that is a constant.
    fn constant(&self, part: GlobalVariableExpressionId) -> Option<AttributeValue> {
        let (number, is_signed) = words::constant(self.expression(part)?)?;
        Some(match is_signed {
            true => AttributeValue::Sdata(number as i64),
            false => AttributeValue::Udata(number),
        })
    }

    /// Where a variable is; nothing if nothing is known of some part.
    fn place(
        &self,
        parts: &[GlobalVariableExpressionId],
        symbols: &HashMap<GlobalVariableExpressionId, GlobalId>,
    ) -> Option<Expression> {
        let mut pieces = Vec::new();
        for &part in parts {
            let expression = self.expression(part)?;
            let &symbol = symbols.get(&part)?;
            if !self.is_placed(symbol) {
                return None;
            }
            pieces.push((expression.fragment(), expression, symbol));
        }
        pieces.sort_by_key(|(fragment, ..)| fragment.map(|fragment| fragment.offset));
        let mut place = Expression::new();
        let mut end = 0;
        for (fragment, expression, symbol) in &pieces {
            if let Some(fragment) = fragment {
                if fragment.offset % 8 != 0 || fragment.size % 8 != 0 || fragment.offset < end {
                    return None;
                }
                if fragment.offset > end {
                    place.op_piece((fragment.offset - end) / 8);
                }
                end = fragment.offset + fragment.size;
            } else if pieces.len() > 1 {
                return None;
            }
            place.op_addr(Target::Global(*symbol).address(0));
            for step in expression.steps() {
                match (step.operator, step.arguments) {
                    (Operator(0x23), &[offset]) => place.op_plus_uconst(offset),
                    (Operator::DEREF, []) => place.op_deref(),
                    (Operator::FRAGMENT, &[_, size]) => place.op_piece(size / 8),
                    // An address as it is.
                    (Operator(0x1002), _) => {}
                    _ => return None,
                }
            }
        }
        Some(place)
    }

    /// Tells whether a variable has an address of its own in this module.
    fn is_placed(&self, id: GlobalId) -> bool {
        let global = &self.module.globals[id];
        let has_value = matches!(
            global.kind,
            GlobalKind::Variable {
                initializer: Some(_),
                ..
            }
        );
        has_value
            && global.thread_local.is_none()
            && global.linkage != Linkage::AvailableExternally
            && !self.module.name(global.name).starts_with("llvm.")
            && global
                .section
                .is_none_or(|section| self.module.name(section) != "llvm.metadata")
    }
}
