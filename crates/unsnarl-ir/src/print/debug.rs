//! Debug information: attachments, records, and the nodes to which they refer.
//!
//! Nodes are numbered table by table, lists last; expressions are written where they are used.

use std::fmt::{Error, Write};
use std::ops::Range;

use super::{Printer, Result};
use crate::debug::{
    DebugInfo, Expression, ExpressionId, Field, FunctionDebug, ListId, Node, Numbers, Operands,
    Point, Record, VariableKind, VariableRecord,
};
use crate::function::Function;
use crate::id::{GlobalId, IdMap, InstId};

/// The debug information of the module being printed.
pub(super) struct Shown<'m> {
    info: &'m DebugInfo,
    numbers: Numbers,
    /// The lists in the order in which nodes refer to them, which does not depend on their ids.
    lists: Vec<ListId>,
    /// By list: its position in that order.
    places: IdMap<ListId, Option<usize>>,
}

impl<'m> Shown<'m> {
    /// Numbers the nodes to which a function may refer.
    pub(super) fn new(info: &'m DebugInfo) -> Self {
        Shown {
            info,
            numbers: info.numbers(),
            lists: Vec::new(),
            places: IdMap::filled(info.lists.len(), None),
        }
    }

    /// Numbers all nodes.
    pub(super) fn whole(info: &'m DebugInfo) -> Self {
        let mut shown = Shown::new(info);
        for node in info.nodes() {
            if let Some((_, class)) = info.class(node) {
                class.each_field(&mut |_, field| {
                    if let Field::Node(Node::List(list)) = field {
                        shown.place(list);
                    }
                });
            }
        }
        let mut next = 0;
        while let Some(&list) = shown.lists.get(next) {
            next += 1;
            for node in info.lists[list].iter().flatten() {
                if let Node::List(inner) = *node {
                    shown.place(inner);
                }
            }
        }
        shown
    }

    fn place(&mut self, list: ListId) {
        if let Some(place @ None) = self.places.get_mut(list) {
            *place = Some(self.lists.len());
            self.lists.push(list);
        }
    }

    fn number(&self, node: Node) -> Option<usize> {
        match node {
            Node::List(list) => {
                let place = self.places.get(list).copied().flatten()?;
                Some(self.numbers.first_list() + place)
            }
            _ => self.numbers.of(node),
        }
    }
}

impl Printer<'_, '_, '_> {
    /// `, !dbg !3` for every variable of the source at a variable.
    pub(super) fn global_attachments(&mut self, global: GlobalId) -> Result {
        let Some(shown) = self.debug else {
            return Ok(());
        };
        let variables = shown.info.variables_of.get(&global);
        variables.into_iter().flatten().try_for_each(|&variable| {
            self.out.write_str(", !dbg ")?;
            self.node(variable.into())
        })
    }

    /// `!dbg !3 ` of a function, with the text before and after it.
    pub(super) fn function_attachment(
        &mut self,
        function: &Function,
        before: &str,
        behind: &str,
    ) -> Result {
        let debug = function.debug.as_ref().filter(|_| self.debug.is_some());
        let Some(subprogram) = debug.and_then(|debug| debug.subprogram) else {
            return Ok(());
        };
        write!(self.out, "{before}!dbg ")?;
        self.node(subprogram.into())?;
        self.out.write_str(behind)
    }

    /// `, !dbg !12` of an instruction, and the end of its line.
    pub(super) fn end_line(&mut self, function: &Function, point: Point) -> Result {
        if let Some(debug) = self.debug_of(function) {
            if let Some(location) = debug.location(point) {
                self.out.write_str(", !dbg ")?;
                self.node(location.into())?;
            }
            if let Point::Inst(inst) = point {
                self.assignment(debug, inst)?;
            }
        }
        self.out.write_char('\n')
    }

    fn assignment(&mut self, debug: &FunctionDebug, inst: InstId) -> Result {
        let Some(assignment) = debug.assignment(inst) else {
            return Ok(());
        };
        self.out.write_str(", !DIAssignID ")?;
        self.node(assignment.into())
    }

    /// The records of a point, each on a line.
    pub(super) fn records(&mut self, function: &Function, point: Point) -> Result {
        let Some(debug) = self.debug_of(function) else {
            return Ok(());
        };
        debug.records(point).iter().try_for_each(|record| {
            match record {
                Record::Variable(record) => self.variable_record(function, record)?,
                Record::Label { label, location } => {
                    self.out.write_str("    #dbg_label(")?;
                    self.node((*label).into())?;
                    self.out.write_str(", ")?;
                    self.node((*location).into())?;
                }
            }
            self.out.write_str(")\n")
        })
    }

    fn debug_of<'f>(&self, function: &'f Function) -> Option<&'f FunctionDebug> {
        function.debug.as_deref().filter(|_| self.debug.is_some())
    }

    fn variable_record(&mut self, function: &Function, record: &VariableRecord) -> Result {
        self.out.write_str(match record.kind {
            VariableKind::Declare => "    #dbg_declare(",
            VariableKind::DeclareValue => "    #dbg_declare_value(",
            VariableKind::Value => "    #dbg_value(",
            VariableKind::Assign { .. } => "    #dbg_assign(",
        })?;
        self.found_from(function, &record.operands)?;
        self.out.write_str(", ")?;
        self.node(record.variable.into())?;
        self.out.write_str(", ")?;
        self.node(Node::Expression(record.expression))?;
        self.out.write_str(", ")?;
        if let VariableKind::Assign {
            assignment,
            address,
            expression,
        } = &record.kind
        {
            self.node((*assignment).into())?;
            self.out.write_str(", ")?;
            self.found_from(function, address)?;
            self.out.write_str(", ")?;
            self.node(Node::Expression(*expression))?;
            self.out.write_str(", ")?;
        }
        self.node(record.location.into())
    }

    fn found_from(&mut self, function: &Function, operands: &Operands) -> Result {
        match operands {
            Operands::Nothing => self.out.write_str("ptr poison"),
            Operands::One(operand) => self.typed_operand(function, *operand),
            Operands::Several(operands) => {
                self.out.write_str("!DIArgList(")?;
                for (index, &operand) in operands.iter().enumerate() {
                    self.out.write_str(if index > 0 { ", " } else { "" })?;
                    self.typed_operand(function, operand)?;
                }
                self.out.write_char(')')
            }
        }
    }

    /// All nodes, after everything else.
    pub(super) fn debug_info(&mut self) -> Result {
        let next = self.loops()?;
        let Some(shown) = self.debug else {
            let next = self.module_flags(next, Vec::new())?;
            return self.custom_sections(next);
        };
        let info = shown.info;
        self.out.write_str("\n!llvm.dbg.cu = ")?;
        let units = info.module_units.iter();
        self.list(units.map(|&unit| Some(unit.into())))?;
        let next = self.module_flags(next, debug_flags(info))?;
        self.custom_sections(next)?;
        let lists = shown.lists.iter().map(|&list| Node::List(list));
        let nodes = info.nodes().filter(|node| !matches!(node, Node::List(_)));
        for node in nodes.chain(lists) {
            let Some(number) = shown.number(node) else {
                continue;
            };
            write!(self.out, "!{number} = ")?;
            match (node, info.class(node)) {
                (Node::List(list), _) => self.list(info.lists[list].iter().copied())?,
                (_, Some((word, class))) => {
                    let distinct = if class.is_distinct() { "distinct " } else { "" };
                    write!(self.out, "{distinct}!{word}(")?;
                    let (mut comma, mut result) = ("", Ok(()));
                    class.each_field(&mut |key, field| {
                        if result.is_ok() {
                            result = write!(self.out, "{comma}{key}: ");
                        }
                        if result.is_ok() {
                            result = self.field(&field);
                        }
                        comma = ", ";
                    });
                    result?;
                    self.out.write_char(')')?;
                }
                _ => {}
            }
            self.out.write_char('\n')?;
        }
        Ok(())
    }

    /// The first number that no node of debug information has.
    pub(super) fn first_number(&self) -> usize {
        self.debug
            .map_or(0, |shown| shown.numbers.first_list() + shown.lists.len())
    }

    /// The node for terminators that repeat loops which make progress: one node for all of them.
    /// Gives the next number.
    fn loops(&mut self) -> std::result::Result<usize, Error> {
        let first = self.first_number();
        let mut blocks = self
            .module
            .functions
            .values()
            .flat_map(|function| function.blocks.values());
        if !blocks.any(|block| block.mustprogress) {
            return Ok(first);
        }
        let word = first + 1;
        writeln!(self.out, "\n!{first} = distinct !{{!{first}, !{word}}}")?;
        writeln!(self.out, "!{word} = !{{!\"llvm.loop.mustprogress\"}}")?;
        Ok(word + 1)
    }

    /// The flags of the module: the flags about debug information, the first of which has the
    /// number `first`, and the other ones. Gives the next number.
    fn module_flags(
        &mut self,
        first: usize,
        mut flags: Vec<String>,
    ) -> std::result::Result<usize, Error> {
        let level = self.module.pic_level;
        if level > 0 {
            flags.push(format!("i32 8, !\"PIC Level\", i32 {level}"));
        }
        let next = first + flags.len();
        self.named("llvm.module.flags", first..next)?;
        for (number, flag) in (first..next).zip(flags) {
            writeln!(self.out, "!{number} = !{{{flag}}}")?;
        }
        Ok(next)
    }

    /// The sections for tools, the first of which has the number `first`.
    fn custom_sections(&mut self, first: usize) -> Result {
        let sections = &self.module.custom_sections;
        self.named("wasm.custom_sections", first..first + sections.len())?;
        for (number, section) in (first..).zip(sections) {
            write!(self.out, "!{number} = !{{!")?;
            self.quoted(section.name.as_bytes())?;
            self.out.write_str(", !")?;
            self.quoted(&section.bytes)?;
            self.out.write_str("}\n")?;
        }
        Ok(())
    }

    /// A named list of nodes with these numbers, if there are any.
    fn named(&mut self, name: &str, numbers: Range<usize>) -> Result {
        if numbers.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = numbers.map(|number| format!("!{number}")).collect();
        writeln!(self.out, "\n!{name} = !{{{}}}", numbers.join(", "))
    }

    fn list(&mut self, nodes: impl Iterator<Item = Option<Node>>) -> Result {
        self.out.write_str("!{")?;
        for (index, node) in nodes.enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            match node {
                Some(node) => self.node(node)?,
                None => self.out.write_str("null")?,
            }
        }
        self.out.write_char('}')
    }

    fn field(&mut self, field: &Field<'_>) -> Result {
        match field {
            Field::Null => self.out.write_str("null"),
            Field::Text(None) => self.out.write_str("\"\""),
            Field::Text(Some(text)) => self.quoted(self.module.name(*text).as_bytes()),
            Field::Number(number) => write!(self.out, "{number}"),
            Field::Flag(flag) => write!(self.out, "{flag}"),
            Field::Words(words) => self.out.write_str(&words.join(" | ")),
            Field::Node(node) => self.node(*node),
        }
    }

    /// `!12`, or a node written in place.
    fn node(&mut self, node: Node) -> Result {
        match node {
            Node::Expression(expression) => self.expression(expression),
            Node::Text(text) => {
                self.out.write_char('!')?;
                self.quoted(self.module.name(text).as_bytes())
            }
            Node::Constant(constant) => self.typed_constant(constant),
            _ => match self.debug.and_then(|shown| shown.number(node)) {
                Some(number) => write!(self.out, "!{number}"),
                None => self.out.write_str("null"),
            },
        }
    }

    fn expression(&mut self, id: ExpressionId) -> Result {
        let expression = self.debug.and_then(|shown| shown.info.expressions.get(id));
        self.out.write_str("!DIExpression(")?;
        if let Some(expression) = expression {
            self.elements(expression)?;
        }
        self.out.write_char(')')
    }

    fn elements(&mut self, expression: &Expression) -> Result {
        if !expression.is_well_formed() {
            let numbers: Vec<String> = expression.elements.iter().map(u64::to_string).collect();
            return self.out.write_str(&numbers.join(", "));
        }
        for (index, step) in expression.steps().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            let name = step.operator.name().unwrap_or_default();
            self.out.write_str(&name)?;
            for (index, &argument) in step.arguments.iter().enumerate() {
                self.out.write_str(", ")?;
                match step.operator.encoding_of(index, argument) {
                    Some(encoding) => self.out.write_str(encoding)?,
                    None => write!(self.out, "{argument}")?,
                }
            }
        }
        Ok(())
    }
}

/// The flags of the module that are about debug information, without which LLVM ignores it.
fn debug_flags(info: &DebugInfo) -> Vec<String> {
    let mut flags = vec!["i32 2, !\"Debug Info Version\", i32 3".to_owned()];
    if let Some(version) = info.dwarf_version {
        flags.push(format!("i32 7, !\"Dwarf Version\", i32 {version}"));
    }
    if info.tracks_assignments {
        flags.push("i32 7, !\"debug-info-assignment-tracking\", i1 true".to_owned());
    }
    flags
}
