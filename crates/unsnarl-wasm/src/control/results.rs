//! Results and parameters of brackets: a value that is set on every path to its read stays on the
//! operand stack.
//!
//! *Needs:* the instructions of a function, on [webs](Web).
//! *Gives:* the same with fewer accesses to locals, and brackets that have types.
//! *Cost:* linear in the instructions.
//! *Departs:* LLVM's back end gives results only to brackets at the end of a function; Binaryen
//! finds results, but no parameters.
//! *Limits:* a bracket takes at most one value and leaves at most one; a `br_if` or `br_table`
//! carries none.
//!
//! ```text
//! if                        if (result i32)
//!   i32.const 1               i32.const 1
//!   local.set $x
//! else                      else
//!   local.get $a              local.get $a
//!   local.set $x
//! end                       end
//! local.get $x              local.tee $x      ;; nothing, if this is the only read of $x
//! ```
//! From a read of a web, all paths to it are followed backwards. Where a path reaches the start of
//! a `block` or `loop`, the bracket takes the value as its parameter, and the jumps back to a
//! `loop` are followed as well. Where a path reaches the end of a bracket, the value is its result,
//! and all paths to that end are followed. If every path ends at an instruction that sets the web,
//! and the web is set nowhere else, none of these writes is needed: the value is already on the
//! stack when it is read, and later reads use what a `local.tee` put there.
//!
//! An instruction has one predecessor in the text and a jump has one target, so no two reads follow
//! the same path, and all paths together are no longer than the function.
//!
//! Brackets have parameters only if [the caller allows it](crate::BlockParameters). A parameter
//! needs a type index: one byte or two in a module, five in an object, where the linker fills it
//! in. A bracket gets one only if that is less than what is saved. The label of a dispatcher is a
//! web like any other, and stays on the stack where every write of it jumps to its only dispatcher.

use unsnarl_low::{Signature, Type};
use wasm_encoder::{BlockType, Instruction};

use crate::item::Item;
use crate::linkage::Linkage;
use crate::locals::{Locals, Web};
use crate::types::val_type;

/// Which webs may stay on the stack, and which types brackets may have.
pub(super) struct Rules<'a> {
    pub(super) linkage: &'a dyn Linkage,
    /// Whether a bracket may have parameters.
    pub(super) has_parameters: bool,
    /// Webs whose accesses must stay as they are.
    pub(super) kept: Vec<Web>,
    /// A web that may be left on the stack if it is read once.
    pub(super) label: Option<Web>,
}

/// Keeps values on the stack where that is shorter. Gives the instructions, and the webs whose
/// values are there before they are first read.
pub(super) fn leave_on_stack(
    items: Vec<Item>,
    locals: &Locals,
    rules: &Rules,
) -> (Vec<Item>, Vec<Web>) {
    let mut pass = Pass::new(items, locals);
    for &kept in &rules.kept {
        pass.accesses[kept.index()].gets.clear();
    }
    for web in locals.all() {
        if let Some(ty) = locals.own_type(web) {
            pass.leave(web, ty, rules);
        }
    }
    let left = std::mem::take(&mut pass.left);
    (pass.finish(rules.linkage), left)
}

/// Where a web is accessed.
#[derive(Clone, Default)]
struct Accesses {
    gets: Vec<usize>,
    /// How many instructions write it.
    writes: usize,
}

/// A bracket, by the places of its instructions.
struct Bracket {
    open: usize,
    otherwise: Option<usize>,
    end: usize,
    /// The `br`s to it.
    jumps: Vec<usize>,
    /// Whether a `br_if`, a `br_table` or a clause of a `try_table` jumps to it, too.
    is_tested: bool,
    parameter: Option<Type>,
    result: Option<Type>,
}

/// The paths to a read.
#[derive(Default)]
struct Paths {
    /// The instructions at their starts, which set the web.
    sets: Vec<usize>,
    /// The brackets whose starts they pass.
    entered: Vec<usize>,
    /// The brackets whose ends they pass.
    left: Vec<usize>,
}

struct Pass {
    items: Vec<Item>,
    brackets: Vec<Bracket>,
    /// By item: the bracket that it opens or closes; unspecified for other items.
    bracket_of: Vec<u32>,
    /// By web.
    accesses: Vec<Accesses>,
    is_removed: Vec<bool>,
    /// The webs that stay on the stack.
    left: Vec<Web>,
}

impl Pass {
    fn new(items: Vec<Item>, locals: &Locals) -> Self {
        let mut accesses = vec![Accesses::default(); locals.all().len()];
        for (at, item) in items.iter().enumerate() {
            match *item {
                Item::Get(web) => accesses[web.index()].gets.push(at),
                Item::Set(web) | Item::Tee(web) => accesses[web.index()].writes += 1,
                _ => {}
            }
        }
        let (brackets, bracket_of) = find_brackets(&items);
        Pass {
            brackets,
            bracket_of,
            accesses,
            is_removed: vec![false; items.len()],
            left: Vec::new(),
            items,
        }
    }

    /// Keeps a web on the stack, if there is a read for which that is shorter.
    fn leave(&mut self, web: Web, ty: Type, rules: &Rules) {
        let Accesses { gets, writes } = std::mem::take(&mut self.accesses[web.index()]);
        if rules.label == Some(web) && gets.len() != 1 {
            return;
        }
        for &get in &gets {
            let paths = self.paths(get, web);
            let Some(paths) = paths.filter(|paths| paths.sets.len() == writes && writes > 0) else {
                continue;
            };
            let spent = paths.entered.len() * rules.linkage.bracket_type_bytes();
            // Each write, and a removed read, takes at least two bytes.
            let saved = 2 * (writes + usize::from(gets.len() == 1));
            if saved > spent && (paths.entered.is_empty() || rules.has_parameters) {
                self.take(&paths, ty);
                self.left.push(web);
                match gets.len() {
                    1 => self.is_removed[get] = true,
                    _ => self.items[get] = Item::Tee(web),
                }
            }
            return;
        }
    }

    /// The paths to a read, if the web is set at the start of each.
    fn paths(&self, get: usize, web: Web) -> Option<Paths> {
        let mut paths = Paths::default();
        let mut ends = vec![get];
        while let Some(mut at) = ends.pop() {
            loop {
                at = self.before(at)?;
                let bracket = self.bracket_of[at] as usize;
                match self.items[at] {
                    Item::Set(set) if set == web => {
                        if self.keeps_returned(at) {
                            return None;
                        }
                        paths.sets.push(at);
                        break;
                    }
                    Item::Op(Instruction::Block(BlockType::Empty)) => paths.entered.push(bracket),
                    Item::Op(Instruction::Loop(_)) => {
                        paths.entered.push(bracket);
                        ends.extend(self.jumps(bracket)?);
                    }
                    Item::Op(Instruction::End) => {
                        paths.left.push(bracket);
                        self.add_predecessors_of_end(bracket, &mut ends)?;
                        break;
                    }
                    _ => return None,
                }
            }
        }
        Some(paths)
    }

    /// Tells whether an instruction keeps what the call returned that ends a block. The proof wants
    /// nothing on the stack behind that.
    fn keeps_returned(&self, mut at: usize) -> bool {
        while let Some(before) = self.before(at) {
            match self.items[before] {
                Item::Set(_) => at = before,
                Item::ExitCall(_) => return true,
                _ => return false,
            }
        }
        false
    }

    /// The jumps to a bracket, if all of them can carry a value.
    fn jumps(&self, bracket: usize) -> Option<&[usize]> {
        let bracket = &self.brackets[bracket];
        (!bracket.is_tested).then_some(&bracket.jumps)
    }

    /// Adds the places from which control passes the end of a bracket, if all can carry a value.
    fn add_predecessors_of_end(&self, bracket: usize, ends: &mut Vec<usize>) -> Option<()> {
        let Bracket {
            open,
            otherwise,
            end,
            ..
        } = self.brackets[bracket];
        match self.items[open] {
            Item::TryTable(..) | Item::Try => return None,
            Item::Op(Instruction::Loop(_)) => {}
            Item::Op(Instruction::If(_)) if otherwise.is_none() => return None,
            _ => ends.extend(self.jumps(bracket)?),
        }
        let arms = [Some(end), otherwise];
        let falls = |&end: &usize| self.before(end).is_some_and(|at| !self.is_jump(at));
        ends.extend(arms.into_iter().flatten().filter(falls));
        Some(())
    }

    /// Tells whether control never gets past an instruction.
    fn is_jump(&self, at: usize) -> bool {
        matches!(
            self.items[at],
            Item::Op(
                Instruction::Br(_)
                    | Instruction::BrTable(..)
                    | Instruction::Return
                    | Instruction::Unreachable
            ) | Item::TailCall(_)
        )
    }

    /// The instruction before.
    fn before(&self, at: usize) -> Option<usize> {
        let is_mark = |item: &Item| matches!(item, Item::Open(_) | Item::Close);
        self.items[..at].iter().rposition(|item| !is_mark(item))
    }

    fn take(&mut self, paths: &Paths, ty: Type) {
        for &bracket in &paths.entered {
            self.brackets[bracket].parameter = Some(ty);
        }
        for &bracket in &paths.left {
            self.brackets[bracket].result = Some(ty);
        }
        for &set in &paths.sets {
            self.is_removed[set] = true;
        }
    }

    /// The instructions that are left.
    fn finish(mut self, linkage: &dyn Linkage) -> Vec<Item> {
        for bracket in &self.brackets {
            let ty = match (bracket.parameter, bracket.result) {
                (None, None) => continue,
                (None, Some(result)) => BlockType::Result(val_type(result)),
                (Some(parameter), result) => {
                    BlockType::FunctionType(linkage.bracket_type(&Signature {
                        parameters: vec![parameter],
                        results: result.into_iter().collect(),
                    }))
                }
            };
            if let Item::Op(
                Instruction::Block(own) | Instruction::Loop(own) | Instruction::If(own),
            ) = &mut self.items[bracket.open]
            {
                *own = ty;
            }
        }
        let mut is_removed = self.is_removed.into_iter();
        self.items.retain(|_| is_removed.next() == Some(false));
        self.items
    }
}

impl Bracket {
    fn new(open: usize) -> Self {
        Bracket {
            open,
            otherwise: None,
            end: open,
            jumps: Vec::new(),
            is_tested: false,
            parameter: None,
            result: None,
        }
    }
}

/// The brackets of a function in order, and by item the bracket that it opens or closes.
fn find_brackets(items: &[Item]) -> (Vec<Bracket>, Vec<u32>) {
    let mut brackets: Vec<Bracket> = Vec::new();
    let mut bracket_of = vec![0; items.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if let Item::TryTable(clauses) = item {
            for bracket in clauses
                .iter()
                .filter_map(|clause| target(&open, clause.depth))
            {
                brackets[bracket].is_tested = true;
            }
            bracket_of[at] = brackets.len() as u32;
            open.push(brackets.len());
            brackets.push(Bracket::new(at));
        }
        match item {
            Item::Try => {
                bracket_of[at] = brackets.len() as u32;
                open.push(brackets.len());
                brackets.push(Bracket::new(at));
            }
            Item::Delegate(_) => {
                if let Some(bracket) = open.pop() {
                    bracket_of[at] = bracket as u32;
                    brackets[bracket].end = at;
                }
            }
            _ => {}
        }
        let Item::Op(op) = item else {
            continue;
        };
        match op {
            Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_) => {
                bracket_of[at] = brackets.len() as u32;
                open.push(brackets.len());
                brackets.push(Bracket::new(at));
            }
            Instruction::Else => {
                if let Some(&bracket) = open.last() {
                    brackets[bracket].otherwise = Some(at);
                }
            }
            Instruction::End => {
                if let Some(bracket) = open.pop() {
                    bracket_of[at] = bracket as u32;
                    brackets[bracket].end = at;
                }
            }
            Instruction::Br(depth) => {
                if let Some(bracket) = target(&open, *depth) {
                    brackets[bracket].jumps.push(at);
                }
            }
            Instruction::BrIf(depth) => {
                if let Some(bracket) = target(&open, *depth) {
                    brackets[bracket].is_tested = true;
                }
            }
            Instruction::BrTable(depths, default) => {
                let depths = depths.iter().chain([default]);
                for bracket in depths.filter_map(|&depth| target(&open, depth)) {
                    brackets[bracket].is_tested = true;
                }
            }
            _ => {}
        }
    }
    (brackets, bracket_of)
}

/// The bracket that is `depth` brackets further out.
fn target(open: &[usize], depth: u32) -> Option<usize> {
    open.iter().rev().nth(depth as usize).copied()
}
