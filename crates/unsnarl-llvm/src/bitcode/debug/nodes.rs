//! Nodes: their ids when they are first named, then their fields.

use unsnarl_ir::debug::{Expression, ExpressionId, Field, ListId, Location, LocationId, Node};
use unsnarl_ir::{ConstId, Constant};

use super::layout::{self, ENUMERATOR, Kind, Layout, SUBPROGRAM, UNIT};
use crate::bitcode::Reader;
use crate::bitcode::fields::{Fields, signed};
use crate::bitcode::metadata::{Entry, VALUE};
use crate::bitcode::slots::Slot;
use crate::error::Omitted;

const LIST: u32 = 3;
const DISTINCT_LIST: u32 = 5;
const LOCATION: u32 = 7;
const EXPRESSION: u32 = 29;

/// The version of expressions since LLVM 6.
const EXPRESSION_VERSION: u64 = 3;

/// The bit of the flags of a function that says that it is defined here.
const DEFINITION: u64 = 8;

/// What a place in the source says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) scope: Option<Node>,
    pub(super) inlined_at: Option<LocationId>,
    pub(super) is_implicit: bool,
    pub(super) group: u64,
    pub(super) rank: u64,
}

/// Where a constant belongs that is made when all constants of code are made.
#[derive(Clone, Copy)]
pub(super) enum Late {
    /// A place in a list.
    Entry(ListId, usize),
    /// A field of a node.
    Field(Node, &'static Layout, &'static str, Kind),
}

impl Reader<'_> {
    /// The node of a number; if there is none, that is noted.
    pub(super) fn node_or_omit(&mut self, number: u64) -> Option<Node> {
        let node = self.node(number);
        if node.is_none() {
            let name = format!("!{number}");
            self.omit(Omitted::Undefined { name });
        }
        node
    }

    /// The node of a number, without its fields.
    pub(super) fn node(&mut self, number: u64) -> Option<Node> {
        if let Some(known) = self.known(number) {
            return Some(known);
        }
        if self.code_of(number) == Some(LOCATION) {
            return self.location(number).map(Node::Location);
        }
        let node = self.make_node(number)?;
        self.keep_node(number, node);
        Some(node)
    }

    fn known(&self, number: u64) -> Option<Node> {
        let index = usize::try_from(number).ok()?;
        self.debug.nodes.get(index).copied().flatten()
    }

    /// Keeps the node of a number that metadata has.
    fn keep_node(&mut self, number: u64, node: Node) {
        let nodes = &mut self.debug.nodes;
        let index = number as usize;
        if nodes.len() <= index {
            nodes.resize(self.metadata.len(), None);
        }
        nodes[index] = Some(node);
    }

    fn code_of(&self, number: u64) -> Option<u32> {
        match self.metadata.entry(number)? {
            Entry::Record(index) => Some(self.metadata.code(index)),
            Entry::Text(_) => None,
        }
    }

    fn make_node(&mut self, number: u64) -> Option<Node> {
        let Entry::Record(index) = self.metadata.entry(number)? else {
            let text = self.metadata.text(number)?;
            return (!text.is_empty()).then(|| Node::Text(self.module.names.add(&text)));
        };
        let lent = self.metadata.lent();
        let mut fields = self.metadata.record(index, &lent);
        match fields.code {
            LIST | DISTINCT_LIST => {
                self.debug.unfilled.push(number);
                Some(Node::List(self.debug.info.lists.push(Box::default())))
            }
            EXPRESSION => {
                let bits = fields.maybe()?;
                self.debug_expression(bits, fields.rest())
                    .map(Node::Expression)
            }
            code => {
                let Some(layout) = layout::of(code) else {
                    let word = format!("metadata of code {code}");
                    self.omit(Omitted::Class { word });
                    return None;
                };
                let node = self.debug.info.add(layout.word)?;
                let is_definition = || {
                    fields
                        .rest()
                        .get(9)
                        .is_some_and(|flags| flags & DEFINITION != 0)
                };
                let is_distinct = fields.rest().first().is_some_and(|bits| bits & 1 != 0)
                    || code == UNIT
                    || code == SUBPROGRAM && is_definition();
                if is_distinct && let Some(class) = self.debug.info.class_mut(node) {
                    class.set_distinct();
                }
                self.debug.unfilled.push(number);
                Some(node)
            }
        }
    }

    /// The number of the value that metadata is.
    pub(super) fn value_of(&self, number: u64) -> Option<u64> {
        let Entry::Record(index) = self.metadata.entry(number)? else {
            return None;
        };
        let lent = self.metadata.lent();
        let fields = self.metadata.record(index, &lent);
        match *fields.rest() {
            [_, value] if fields.code == VALUE => Some(value),
            _ => None,
        }
    }

    fn debug_expression(&mut self, bits: u64, elements: &[u64]) -> Option<ExpressionId> {
        if bits >> 1 != EXPRESSION_VERSION {
            self.omit(Omitted::Expression);
            return None;
        }
        let elements: Box<[u64]> = elements.into();
        if let Some(&known) = self.debug.expressions.get(&elements) {
            return Some(known);
        }
        let expression = Expression {
            elements: elements.clone(),
        };
        let id = self.debug.info.expressions.push(expression);
        self.debug.expressions.insert(elements, id);
        Some(id)
    }

    /// The place of a number. Those that it is inlined at come first, the outermost before all.
    pub(super) fn location(&mut self, number: u64) -> Option<LocationId> {
        let mut waiting = vec![number];
        let location = self.location_with_outer(&mut waiting);
        if location.is_none() {
            self.debug.no_places.extend(waiting);
        }
        location
    }

    /// The place of the first that waits. Nothing if it is no place, or inlined at none: then those
    /// that wait are none either, and no later one that is inlined at them follows them again.
    fn location_with_outer(&mut self, waiting: &mut Vec<u64>) -> Option<LocationId> {
        while let Some(&number) = waiting.last() {
            if let Some(known) = self.known(number) {
                let Node::Location(location) = known else {
                    return None;
                };
                if waiting.len() == 1 {
                    return Some(location);
                }
                waiting.pop();
                continue;
            }
            if self.debug.no_places.contains(&number) {
                return None;
            }
            let Some(Entry::Record(index)) = self.metadata.entry(number) else {
                return None;
            };
            let lent = self.metadata.lent();
            let mut fields = self.metadata.record(index, &lent);
            if fields.code != LOCATION || waiting.len() > self.metadata.len() {
                // No place, or one that is inlined at itself.
                return None;
            }
            let is_distinct = fields.maybe()? & 1 != 0;
            let (line, column, scope) = (fields.maybe()?, fields.maybe()?, fields.maybe()?);
            let inlined_at = fields.maybe()?.checked_sub(1);
            let inlined_at = match inlined_at {
                None => None,
                Some(outer) => match self.known(outer) {
                    Some(Node::Location(outer)) => Some(outer),
                    _ => {
                        waiting.push(outer);
                        continue;
                    }
                },
            };
            let place = Place {
                line,
                column,
                scope: self.scope(scope),
                inlined_at,
                is_implicit: fields.or_zero() != 0,
                group: fields.or_zero(),
                rank: fields.or_zero(),
            };
            let location = if is_distinct {
                self.add_location(&place, true)
            } else {
                self.place(place)
            };
            self.keep_node(number, Node::Location(location));
        }
        None
    }

    /// The scope of a place; no place is one.
    pub(super) fn scope(&mut self, number: u64) -> Option<Node> {
        match self.code_of(number) {
            Some(LOCATION) | None => None,
            Some(_) => self.node(number),
        }
    }

    /// The location that says this; equal ones are one.
    pub(super) fn place(&mut self, place: Place) -> LocationId {
        if let Some(&known) = self.debug.places.get(&place) {
            return known;
        }
        let location = self.add_location(&place, false);
        self.debug.places.insert(place, location);
        location
    }

    fn add_location(&mut self, place: &Place, distinct: bool) -> LocationId {
        let short = |number: u64| u32::try_from(number).unwrap_or_default();
        self.debug.info.locations.push(Location {
            distinct,
            line: short(place.line),
            column: short(place.column),
            scope: place.scope.and_then(|scope| scope.try_into().ok()),
            inlined_at: place.inlined_at,
            is_implicit: place.is_implicit,
            group: place.group,
            rank: short(place.rank),
        })
    }

    /// Reads the fields of all nodes that were named.
    pub(super) fn fill_nodes(&mut self) {
        while let Some(number) = self.debug.unfilled.pop() {
            let (Some(node), Some(Entry::Record(index))) =
                (self.known(number), self.metadata.entry(number))
            else {
                continue;
            };
            let lent = self.metadata.lent();
            let fields = self.metadata.record(index, &lent);
            match (node, layout::of(fields.code)) {
                (Node::List(list), _) => self.fill_list(list, fields),
                (_, Some(layout)) => self.fill(node, layout, fields),
                (_, None) => {}
            }
        }
    }

    fn fill_list(&mut self, list: ListId, fields: Fields<'_>) {
        let mut nodes = Vec::with_capacity(fields.len());
        for number in fields.rest() {
            let node = number.checked_sub(1).and_then(|number| {
                if let Some(slot) = self.value_at(number) {
                    let late = Late::Entry(list, nodes.len());
                    self.debug.late.push((late, slot));
                    return None;
                }
                self.node_or_omit(number)
            });
            nodes.push(node);
        }
        self.debug.info.lists[list] = nodes.into();
    }

    /// The constant or the symbol that metadata is.
    fn value_at(&self, number: u64) -> Option<Slot> {
        self.slot(self.value_of(number)?)
    }

    /// Makes the constants that nodes have, when all those of code are made.
    pub(super) fn fill_late(&mut self) {
        for (late, slot) in std::mem::take(&mut self.debug.late) {
            let Some(constant) = self.late_constant(slot) else {
                self.omit(Omitted::Constant);
                continue;
            };
            match late {
                Late::Entry(list, place) => {
                    self.debug.info.lists[list][place] = Some(Node::Constant(constant));
                }
                Late::Field(node, layout, key, kind) => {
                    let number = self.number_of(constant).filter(|_| kind != Kind::Node);
                    let field = match number {
                        Some(number) => Field::Number(number),
                        None => Field::Node(Node::Constant(constant)),
                    };
                    self.set(node, layout, key, &field);
                }
            }
        }
    }

    /// A constant of the module, or the address of a symbol.
    pub(super) fn late_constant(&mut self, slot: Slot) -> Option<ConstId> {
        match slot {
            Slot::Constant(index) if index < self.constants.len() => self.make_constant(index).ok(),
            Slot::Symbol(index) => Some(self.symbol(index)),
            Slot::Constant(_) | Slot::Value(_) => None,
        }
    }

    fn fill(&mut self, node: Node, layout: &'static Layout, mut fields: Fields<'_>) {
        let Some(bits) = fields.maybe() else {
            return self.omit(Omitted::Definition);
        };
        for &(bit, key) in layout.bits {
            self.set(node, layout, key, &Field::Flag(bits & bit != 0));
        }
        match fields.code {
            UNIT => self.language(node, layout, fields),
            ENUMERATOR => return self.enumerator(node, layout, bits, fields),
            _ => {}
        }
        for &(key, kind) in layout.columns {
            let Some(number) = fields.maybe() else {
                return;
            };
            let is_metadata = match kind {
                Kind::Node | Kind::Bound => true,
                Kind::Size => bits & layout.sized != 0,
                _ => false,
            };
            let field = match is_metadata {
                true => self.reference(Late::Field(node, layout, key, kind), number),
                false => self.field(kind, number),
            };
            if let Some(field) = field {
                self.set(node, layout, key, &field);
            }
            if kind == Kind::Authentication {
                self.authentication(node, layout, number);
            }
        }
    }

    /// What a field names; nothing if it is a constant, which is made later.
    fn reference(&mut self, late: Late, number: u64) -> Option<Field<'static>> {
        let Some(number) = number.checked_sub(1) else {
            let Late::Field(.., kind) = late else {
                return None;
            };
            return (kind != Kind::Size).then_some(Field::Null);
        };
        if let Some(slot) = self.value_at(number) {
            self.debug.late.push((late, slot));
            return None;
        }
        self.node_or_omit(number).map(Field::Node)
    }

    /// What a field says; nothing if it says nothing that the text would.
    fn field(&mut self, kind: Kind, number: u64) -> Option<Field<'static>> {
        let field = Field::Number(number.into());
        match kind {
            Kind::Text => match number.checked_sub(1) {
                None => Some(Field::Null),
                Some(number) => self.text_field(number),
            },
            Kind::Unused | Kind::Authentication | Kind::Node | Kind::Bound => None,
            Kind::Number | Kind::Size => Some(field),
            Kind::Signed => Some(Field::Number((number as i32).into())),
            Kind::Flag => Some(Field::Flag(number != 0)),
            Kind::Unless(usual) => (number != usual).then_some(field),
            Kind::Successor => Some(match number.checked_sub(1) {
                None => Field::Null,
                Some(number) => Field::Number(number.into()),
            }),
        }
    }

    fn text_field(&mut self, number: u64) -> Option<Field<'static>> {
        match self.metadata.text(number) {
            Some(text) if text.is_empty() => Some(Field::Text(None)),
            Some(text) => Some(Field::Text(Some(self.module.names.add(&text)))),
            None => {
                let name = format!("!{number}");
                self.omit(Omitted::Undefined { name });
                None
            }
        }
    }

    fn set(&mut self, node: Node, layout: &'static Layout, key: &'static str, field: &Field<'_>) {
        let class = self.debug.info.class_mut(node);
        if let Some(Err(_)) = class.map(|class| class.set(key, field)) {
            self.omit(Omitted::FieldValue {
                class: layout.word,
                name: key.to_owned(),
            });
        }
    }

    /// The integer that a constant is.
    fn number_of(&self, id: ConstId) -> Option<i128> {
        match self.module.constant(id) {
            Constant::Int { ty, value } => {
                let width = self.module.types.int_width(*ty)?;
                value.as_i128(width)
            }
            Constant::Zero(_) => Some(0),
            _ => None,
        }
    }

    /// `DW_LANG_C11`, or since LLVM 22 a language without a version, with its version at the end.
    fn language(&mut self, node: Node, layout: &'static Layout, fields: Fields<'_>) {
        const HAS_VERSION: u64 = 1 << 63;
        const VERSION_COLUMN: usize = 21;
        let Some(&language) = fields.rest().first() else {
            return;
        };
        let number = |number: u64| Field::Number(number.into());
        if language & HAS_VERSION == 0 {
            return self.set(node, layout, "language", &number(language));
        }
        self.set(
            node,
            layout,
            "sourceLanguageName",
            &number(language & !HAS_VERSION),
        );
        let version = fields.rest().get(VERSION_COLUMN).copied();
        self.set(
            node,
            layout,
            "sourceLanguageVersion",
            &number(version.unwrap_or(0)),
        );
    }

    /// An enumerator: since LLVM 12 its value has any number of bits.
    fn enumerator(
        &mut self,
        node: Node,
        layout: &'static Layout,
        bits: u64,
        mut fields: Fields<'_>,
    ) {
        const IS_UNSIGNED: u64 = 2;
        const IS_WIDE: u64 = 4;
        let width = match bits & IS_WIDE {
            0 => 64,
            _ => fields.or_zero(),
        };
        let name = fields.or_zero();
        if let Some(name) = self.field(Kind::Text, name) {
            self.set(node, layout, "name", &name);
        }
        let words = fields.rest().iter().map(|&word| signed(word) as u64);
        let value = match *words.collect::<Vec<_>>() {
            [low] => u128::from(low),
            [low, high] => u128::from(high) << 64 | u128::from(low),
            _ => 0,
        };
        let shift = 128_u64.saturating_sub(width).min(127) as u32;
        let value = match bits & IS_UNSIGNED {
            0 => ((value << shift) as i128) >> shift,
            _ => ((value << shift) >> shift) as i128,
        };
        self.set(node, layout, "value", &Field::Number(value));
    }

    /// How a pointer is authenticated: 4 bits of a key, then the rest.
    fn authentication(&mut self, node: Node, layout: &'static Layout, packed: u64) {
        if packed == 0 {
            return;
        }
        let number = |number: u64| Field::Number(number.into());
        let flag = |bit: u64| Field::Flag(packed >> bit & 1 != 0);
        self.set(node, layout, "ptrAuthKey", &number(packed & 15));
        self.set(node, layout, "ptrAuthIsAddressDiscriminated", &flag(4));
        self.set(
            node,
            layout,
            "ptrAuthExtraDiscriminator",
            &number(packed >> 5 & 0xffff),
        );
        self.set(node, layout, "ptrAuthIsaPointer", &flag(21));
        self.set(node, layout, "ptrAuthAuthenticatesNullValues", &flag(22));
    }
}
