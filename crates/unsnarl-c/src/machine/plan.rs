//! What the functions of a module share: what everything is called, and what calls may do.
//!
//! *Needs:* a module. *Gives:* [`Plan`].
//! *Cost:* linear in the module, and in its calls for each round of the two fixpoints.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use unsnarl::structure::Structurer;
use unsnarl_low::module::{Entity, Item, Mode, Module};
use unsnarl_low::op::memory::{Memory, Table};
use unsnarl_low::{Callee, Exit, Function, Op, Signature, Symbol, Width};

use super::error::Error;
use super::names::Names;
use super::types;
use crate::structured::Report;

/// What the functions of a module share.
pub(super) struct Plan<'a> {
    pub(super) module: &'a Module,
    pub(super) names: Names,
    /// By function: whether an exception may leave it.
    throws: Vec<bool>,
    /// By function: whether it may add pages to a memory.
    grows: Vec<bool>,
    /// By function of which references are taken: its number among them.
    pub(super) referenced: BTreeMap<u32, u32>,
    /// By function: its number in table 0, if a segment says it.
    elements: BTreeMap<u32, u64>,
    /// By function: whether anything calls it or refers to it.
    used: Vec<bool>,
    /// Whether functions that are not in the module may throw, or grow a memory.
    others_throw: bool,
    others_grow: bool,
    /// Who structures graphs.
    pub(super) structure: Structurer<'a>,
    /// What was made of functions, in the order in which they were written.
    pub(super) reports: RefCell<Vec<Report>>,
}

/// What a function calls.
#[derive(Default)]
struct Calls {
    functions: BTreeSet<u32>,
    others: bool,
    throws: bool,
    grows: bool,
}

impl<'a> Plan<'a> {
    pub(super) fn new(module: &'a Module, prefix: &str, structure: Structurer<'a>) -> Self {
        let others_throw = !module.tags.is_empty();
        let has_shared = |item: &Item| matches!(item, Item::Memory(_));
        let grown = module
            .functions
            .iter()
            .filter_map(|function| function.body.as_ref());
        let grown = grown.into_iter().any(|body| {
            let mut insts = body
                .code
                .order()
                .iter()
                .flat_map(|&block| body.code.block(block).insts());
            insts.any(|inst| matches!(body.code.inst(inst).op, Op::MemoryGrow(_)))
        });
        let others_grow = grown
            || module.imports.iter().any(|import| has_shared(&import.item))
            || module.exports.iter().any(|export| has_shared(&export.item));
        let calls: Vec<Calls> = module
            .functions
            .iter()
            .map(|function| match &function.body {
                Some(body) => calls(module, &body.code),
                None => Calls {
                    others: true,
                    ..Calls::default()
                },
            })
            .collect();
        let throws = spread(&calls, |calls| calls.throws || calls.others && others_throw);
        let grows = spread(&calls, |calls| calls.grows || calls.others && others_grow);
        let mut plan = Plan {
            module,
            names: Names::new(module, prefix),
            throws,
            grows,
            referenced: BTreeMap::new(),
            elements: BTreeMap::new(),
            used: Vec::new(),
            others_throw,
            others_grow,
            structure,
            reports: RefCell::default(),
        };
        plan.find_references();
        plan.find_used(&calls);
        plan
    }

    fn find_references(&mut self) {
        let mut referenced = BTreeSet::new();
        let module = self.module;
        let mut constant = |constant: &unsnarl_low::module::Constant| {
            for op in &constant.0 {
                if let unsnarl_low::module::ConstantOp::Function(number) = op {
                    referenced.insert(*number);
                }
            }
        };
        for segment in &module.elements {
            segment.elements.iter().for_each(&mut constant);
        }
        module
            .globals
            .iter()
            .filter_map(|global| global.first.as_ref())
            .for_each(&mut constant);
        module
            .tables
            .iter()
            .filter_map(|table| table.first.as_ref())
            .for_each(&mut constant);
        for body in module
            .functions
            .iter()
            .filter_map(|function| function.body.as_ref())
        {
            for &block in body.code.order() {
                for inst in body.code.block(block).insts() {
                    if let Op::FunctionReference(symbol) = body.code.inst(inst).op
                        && let Entity::Function(number) = module.entity(symbol)
                    {
                        referenced.insert(number);
                    }
                }
            }
        }
        for export in &module.exports {
            if let Item::Function(number) = export.item {
                referenced.insert(number);
            }
        }
        self.referenced = referenced.into_iter().zip(0..).collect();
        for segment in &module.elements {
            let Mode::Active(0, offset) = &segment.mode else {
                continue;
            };
            let Some(start) = offset.as_number().and_then(|number| number.integer()) else {
                continue;
            };
            for (index, element) in (0_u64..).zip(&segment.elements) {
                if let [unsnarl_low::module::ConstantOp::Function(number)] = element.0[..] {
                    self.elements
                        .entry(number)
                        .or_insert(start as u32 as u64 + index);
                }
            }
        }
    }

    /// Compilers warn of functions that nothing uses.
    fn find_used(&mut self, calls: &[Calls]) {
        self.used = vec![false; calls.len()];
        let start = self.module.start.into_iter();
        let mut todo: Vec<u32> = start.chain(self.referenced.keys().copied()).collect();
        while let Some(number) = todo.pop() {
            if !std::mem::replace(&mut self.used[number as usize], true) {
                todo.extend(&calls[number as usize].functions);
            }
        }
    }

    /// Tells whether a function is called, or anything refers to it.
    pub(super) fn is_used(&self, number: u32) -> bool {
        self.used.get(number as usize).is_some_and(|used| *used)
    }

    /// The address of a symbol.
    pub(super) fn address(&self, symbol: Symbol) -> Result<u64, Error> {
        match self.module.entity(symbol) {
            Entity::Address(address) => Ok(address),
            Entity::Function(number) => self
                .elements
                .get(&number)
                .copied()
                .ok_or(Error::NoElement(number)),
            _ => Err(Error::Broken(
                "the address is taken of a symbol without an address",
            )),
        }
    }

    /// The name of a function that is called.
    pub(super) fn function_name(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Function(number) => Ok(self.names.function(number).to_owned()),
            _ => Err(Error::Broken("a called symbol is not a function")),
        }
    }

    /// A reference to a function.
    pub(super) fn reference_of(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Function(number) => self.reference(number),
            _ => Err(Error::Broken(
                "a reference to a symbol that is not a function",
            )),
        }
    }

    /// A reference to a function, by its number.
    pub(super) fn reference(&self, number: u32) -> Result<String, Error> {
        let place = self.referenced.get(&number);
        let place = place.ok_or(Error::Broken("a reference was not found"))?;
        Ok(format!("(const void *)&m->functions[{place}]"))
    }

    /// The place of a global.
    pub(super) fn global(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Global(number) => Ok(self.global_place(number)),
            _ => Err(Error::Broken("a symbol is not a global")),
        }
    }

    /// The place of a global, by its number.
    pub(super) fn global_place(&self, number: u32) -> String {
        let name = self.names.global(number);
        match self.is_borrowed(number) {
            true => format!("(*m->{name})"),
            false => format!("m->{name}"),
        }
    }

    /// Tells whether a global is a variable of somebody else.
    pub(super) fn is_borrowed(&self, number: u32) -> bool {
        let imported = self.module.imported_globals();
        (number as usize) < imported && self.module.globals[number as usize].is_mutable
    }

    /// A pointer to a memory.
    pub(super) fn memory(&self, number: u32) -> String {
        format!("m->memory{number}")
    }

    /// A pointer to a table.
    pub(super) fn table(&self, number: u32) -> String {
        format!("m->table{number}")
    }

    /// How wide the addresses of a memory are.
    pub(super) fn memory_width(&self, memory: Memory) -> Width {
        let own = self.module.memories.get(memory.0 as usize);
        own.map_or(Width::W32, |memory| memory.width)
    }

    /// Tells whether threads share a memory.
    pub(super) fn is_shared(&self, memory: Memory) -> bool {
        let own = self.module.memories.get(memory.0 as usize);
        own.is_some_and(|memory| memory.is_shared)
    }

    /// How wide the numbers of elements of a table are.
    pub(super) fn table_width(&self, table: Table) -> Width {
        let own = self.module.tables.get(table.0 as usize);
        own.map_or(Width::W32, |table| table.width)
    }

    /// A data segment and its size at the moment, as two arguments.
    pub(super) fn data(&self, symbol: Symbol) -> Result<String, Error> {
        let Entity::Data(number) = self.module.entity(symbol) else {
            return Err(Error::Broken("a symbol is not a data segment"));
        };
        Ok(format!(
            "{}, m->data_size[{number}]",
            self.names.data(number)
        ))
    }

    /// The size of a data segment.
    pub(super) fn data_size(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Data(number) => Ok(format!("m->data_size[{number}]")),
            _ => Err(Error::Broken("a symbol is not a data segment")),
        }
    }

    /// A segment of elements and its size at the moment, as two arguments.
    pub(super) fn elements(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Elements(number) => {
                Ok(format!("m->elements{number}, m->elements_size[{number}]"))
            }
            _ => Err(Error::Broken("a symbol is not an element segment")),
        }
    }

    /// The size of a segment of elements.
    pub(super) fn elements_size(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Elements(number) => Ok(format!("m->elements_size[{number}]")),
            _ => Err(Error::Broken("a symbol is not an element segment")),
        }
    }

    /// A pointer to a tag.
    pub(super) fn tag(&self, symbol: Symbol) -> Result<String, Error> {
        match self.module.entity(symbol) {
            Entity::Tag(number) => Ok(format!("m->tag{number}")),
            _ => Err(Error::Broken("a symbol is not a tag")),
        }
    }

    /// The type of pointers to functions of a signature.
    pub(super) fn pointer(&self, signature: &Signature) -> String {
        types::pointer_name(signature)
    }

    /// The statement that gives the stack pointer back what it was.
    pub(super) fn restore(&self) -> String {
        let pointer = self.module.stack_pointer.unwrap_or(0);
        format!("{} = caller;", self.global_place(pointer))
    }

    /// Tells whether an exception may leave what is called.
    pub(super) fn may_throw(&self, callee: Callee) -> bool {
        self.may(callee, &self.throws, self.others_throw)
    }

    /// Tells whether what is called may add pages to a memory.
    pub(super) fn may_grow(&self, callee: Callee) -> bool {
        self.may(callee, &self.grows, self.others_grow)
    }

    fn may(&self, callee: Callee, functions: &[bool], others: bool) -> bool {
        match callee {
            Callee::Symbol(symbol) => match self.module.entity(symbol) {
                Entity::Function(number) => functions[number as usize],
                _ => others,
            },
            Callee::Table(_) => others,
            Callee::Throw(_) | Callee::ThrowRef => false,
        }
    }

    /// Tells whether a callee is the function itself.
    pub(super) fn is_self_call(&self, function: &Function, callee: Callee) -> bool {
        let Callee::Symbol(symbol) = callee else {
            return false;
        };
        let Entity::Function(number) = self.module.entity(symbol) else {
            return false;
        };
        let body = self.module.functions[number as usize].body.as_ref();
        body.is_some_and(|body| std::ptr::eq(&body.code, function)) && function.frame.is_none()
    }
}

/// What a function calls and does.
fn calls(module: &Module, function: &Function) -> Calls {
    let mut found = Calls::default();
    let call = |callee: Callee, found: &mut Calls| match callee {
        Callee::Symbol(symbol) => match module.entity(symbol) {
            Entity::Function(number) => {
                found.functions.insert(number);
            }
            _ => found.others = true,
        },
        Callee::Table(_) => found.others = true,
        Callee::Throw(_) | Callee::ThrowRef => found.throws = true,
    };
    for &block in function.order() {
        for inst in function.block(block).insts() {
            match function.inst(inst).op {
                Op::Call(symbol) => call(Callee::Symbol(symbol), &mut found),
                Op::CallIndirect(table) => call(Callee::Table(table), &mut found),
                Op::Throw(tag) => call(Callee::Throw(tag), &mut found),
                Op::MemoryGrow(_) => found.grows = true,
                _ => {}
            }
        }
        match function.block(block).exit {
            Exit::TailCall(callee) | Exit::Call(callee, _) => call(callee, &mut found),
            _ => {}
        }
    }
    found
}

/// By function: whether it has a property, or calls one that has it.
fn spread(calls: &[Calls], has: impl Fn(&Calls) -> bool) -> Vec<bool> {
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); calls.len()];
    for (caller, own) in (0..).zip(calls) {
        for &callee in &own.functions {
            if let Some(callers) = callers.get_mut(callee as usize) {
                callers.push(caller);
            }
        }
    }
    let mut found: Vec<bool> = calls.iter().map(has).collect();
    let mut todo: Vec<usize> = (0..calls.len()).filter(|&number| found[number]).collect();
    while let Some(number) = todo.pop() {
        for &caller in &callers[number] {
            if !std::mem::replace(&mut found[caller as usize], true) {
                todo.push(caller as usize);
            }
        }
    }
    found
}
