//! The bytes of instructions.
//!
//! *Needs:* which instruction there is. *Gives:* [`Meter`], with the bytes so far. *Cost:* O(1) for
//! each instruction.

use std::collections::{HashMap, HashSet};

use crate::context::ModuleNames;

/// Operands of one byte can name so many slots and constants.
const NARROW: usize = 255;
/// Registers that operands of one byte can name.
const NEAR_REGISTERS: usize = 120;
/// Registers that have a store of one byte.
const SHORT_REGISTERS: usize = 16;

/// What an expression leaves behind, as far as it is not yet an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operand<'t> {
    /// A variable of the function, by its register, or a parameter.
    Local(Option<usize>),
    /// An integer.
    Integer(i64),
    /// Another number, or a string.
    Constant,
    /// `true`, `false`, `null`.
    Truth,
    /// A variable or function around the function.
    Outer(&'t str),
    /// What is in the accumulator.
    Computed,
    /// What is in the accumulator, to be negated: a test just jumps otherwise.
    Negated,
    /// A property that is going to be called; its object and itself are in registers.
    Method,
    /// An element or a property that is going to be set; whether a register of it is a far one.
    Place(bool),
}

/// Counts bytes.
pub(super) struct Meter<'t> {
    pub(super) bytes: f64,
    /// Parameters have no number, variables their register.
    locals: HashMap<&'t str, Option<usize>>,
    registers: usize,
    slots: usize,
    constants: usize,
    /// Properties that have a slot already: those of one object share it.
    seen: HashSet<(&'t str, &'t str)>,
    /// What is around the function.
    names: &'t ModuleNames,
    /// How likely it is that the place of a function needs two bytes.
    far_functions: f64,
}

impl<'t> Meter<'t> {
    pub(super) fn new(names: &'t ModuleNames) -> Meter<'t> {
        let functions = names.functions.len();
        let near = NARROW.min(functions) as f64;
        Meter {
            bytes: 0.0,
            locals: HashMap::new(),
            registers: 0,
            slots: 0,
            constants: 0,
            seen: HashSet::new(),
            names,
            far_functions: 1.0 - near / functions.max(1) as f64,
        }
    }

    pub(super) fn parameter(&mut self, name: &'t str) {
        self.locals.insert(name, None);
    }

    /// Declares a variable, which is undefined at first unless it has a value.
    pub(super) fn variable(&mut self, name: &'t str, has_value: bool) {
        let register = self.registers;
        self.registers += 1;
        self.locals.insert(name, Some(register));
        if !has_value {
            self.add(1);
            self.store(register);
        }
    }

    pub(super) fn named(&self, name: &'t str) -> Operand<'t> {
        match self.locals.get(name) {
            Some(register) => Operand::Local(*register),
            None => Operand::Outer(name),
        }
    }

    pub(super) fn add(&mut self, bytes: usize) {
        self.bytes += bytes as f64;
    }

    /// An instruction that computes, with so many operands and a slot.
    pub(super) fn with_slot(&mut self, operands: usize, is_far: bool) {
        self.instruction(operands + 1, is_far || self.slots > NARROW);
        self.slots += 1;
    }

    /// An instruction that accesses an element or calls, with so many operands and two slots.
    pub(super) fn with_slots(&mut self, operands: usize, is_far: bool) {
        self.with_slot(operands, is_far);
        self.slots += 1;
    }

    /// An instruction with so many operands.
    fn instruction(&mut self, operands: usize, is_wide: bool) {
        self.add(match is_wide {
            true => 2 + 2 * operands,
            false => 1 + operands,
        });
    }

    fn store(&mut self, register: usize) {
        match register {
            0..SHORT_REGISTERS => self.add(1),
            _ => self.instruction(1, register > NEAR_REGISTERS),
        }
    }

    /// Stores the accumulator in a register for the time of an expression, in which so many others
    /// are stored already.
    pub(super) fn keep(&mut self, others: usize) {
        self.store(self.registers + others);
    }

    /// Tells whether a register is far that is used behind so many others for the time of an
    /// expression.
    fn is_far_behind(&self, others: usize) -> bool {
        self.registers + others > NEAR_REGISTERS
    }

    /// Loads an operand into the accumulator.
    pub(super) fn load(&mut self, operand: Operand<'t>) {
        match operand {
            Operand::Local(register) => self.instruction(1, is_far(register)),
            Operand::Integer(0) | Operand::Truth => self.add(1),
            Operand::Integer(number) => match number.unsigned_abs() {
                0..=127 => self.add(2),
                128..=32_767 => self.add(4),
                _ => self.add(6),
            },
            Operand::Constant => {
                self.constants += 1;
                self.instruction(1, self.constants > NARROW);
            }
            Operand::Outer(name) => self.outer(name),
            Operand::Negated => self.add(1),
            Operand::Computed | Operand::Method | Operand::Place(_) => {}
        }
    }

    /// What is around the function: memories come first of what an instance has, and functions are
    /// many. The runtime is around all instances.
    fn outer(&mut self, name: &str) {
        let is_memory = !name.contains(|c: char| c.is_ascii_lowercase());
        self.bytes += match self.names.runtime.contains(name) {
            _ if is_memory => 2.0,
            true => 4.0,
            false => 2.0 + 2.0 * self.far_functions,
        };
    }

    /// Brings an operand into a register; says whether that is a far one.
    pub(super) fn in_register(&mut self, operand: Operand<'t>, others: usize) -> bool {
        match operand {
            Operand::Local(register) => is_far(register),
            _ => {
                self.load(operand);
                self.keep(others);
                self.is_far_behind(others)
            }
        }
    }

    /// Sets a variable to an operand.
    pub(super) fn set(&mut self, variable: Option<usize>, operand: Operand<'t>) {
        match operand {
            Operand::Local(register) => {
                self.instruction(2, is_far(register) || is_far(variable));
            }
            _ => {
                self.load(operand);
                match variable {
                    Some(register) => self.store(register),
                    None => self.add(2),
                }
            }
        }
    }

    /// An operation on a left and a right operand.
    pub(super) fn binary(
        &mut self,
        op: &str,
        left: Operand<'t>,
        right: Operand<'t>,
        others: usize,
    ) {
        let is_arithmetic = !matches!(op, "<" | ">" | "<=" | ">=" | "===" | "!==");
        let commutes = matches!(op, "*" | "&" | "|" | "^");
        let (number, other) = match (left, right) {
            (_, Operand::Integer(number)) if is_arithmetic => (number, left),
            (Operand::Integer(number), _) if commutes => (number, right),
            _ => {
                let is_far = self.in_register(left, others);
                self.load(right);
                return self.with_slot(1, is_far);
            }
        };
        self.load(other);
        match number.unsigned_abs() {
            0..=127 => self.with_slot(1, false),
            128..=32_767 => self.with_slot(1, true),
            _ => {
                self.slots += 1;
                self.add(10);
            }
        }
    }

    /// The load of a property whose object is in a register, which may be a far one.
    pub(super) fn property(&mut self, object: &'t str, name: &'t str, is_far: bool) {
        if self.seen.insert((object, name)) {
            self.slots += 2;
            self.constants += 1;
        }
        self.instruction(3, is_far);
    }

    /// A call with these arguments, behind so many registers.
    pub(super) fn call(&mut self, callee: Operand<'t>, arguments: &[Operand<'t>], others: usize) {
        let is_method = callee == Operand::Method;
        let is_far_behind = self.is_far_behind(others);
        let is_far = |operand: &Operand<'_>| match operand {
            Operand::Local(register) => is_far(*register),
            _ => is_far_behind,
        };
        if arguments.len() > 2 {
            // The registers of a list follow each other.
            for argument in arguments {
                if let Operand::Local(_) = argument {
                    self.instruction(2, is_far_behind || is_far(argument));
                }
            }
            return self.with_slots(3, is_far_behind);
        }
        let is_far = is_far_behind || arguments.iter().any(is_far);
        self.with_slots(1 + usize::from(is_method) + arguments.len(), is_far);
    }

    /// A jump forwards.
    pub(super) fn jump(&mut self) {
        self.instruction(1, self.constants > NARROW);
    }

    /// A jump from `start` arrives here: what is far is a constant.
    pub(super) fn arrive(&mut self, start: f64) {
        if self.bytes - start > NARROW as f64 {
            self.constants += 1;
        }
    }

    /// The jump to the beginning of a loop.
    pub(super) fn repeat(&mut self, start: f64) {
        self.slots += 1;
        let is_far = self.bytes - start > NARROW as f64 || self.slots > NARROW;
        self.instruction(3, is_far);
    }

    /// A jump by a table of so many places, for an operand in a register: it is tested whether that
    /// is an integer, by its type, its bounds, and what is left of it as one.
    pub(super) fn table(&mut self, places: usize) {
        self.add(2 + 2 + 3);
        self.jump();
        for _bound in 0..2 {
            self.add(6);
            self.keep(0);
            self.with_slot(1, false);
            self.jump();
        }
        self.add(2);
        self.with_slot(1, false);
        self.keep(0);
        self.with_slot(1, false);
        self.jump();
        self.add(2);
        self.instruction(3, self.constants + places > NARROW);
        self.constants += places;
        // What has no place.
        self.add(2);
    }
}

fn is_far(register: Option<usize>) -> bool {
    register.is_some_and(|register| register > NEAR_REGISTERS)
}
