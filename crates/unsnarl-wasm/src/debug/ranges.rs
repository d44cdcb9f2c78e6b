//! Where each variable is, for each range of bytes.
//!
//! *Needs:* the facts where blocks start, and the walk that changes them.
//! *Gives:* [`Variable`]s.
//! *Cost:* near-linear in the changes, and in the facts that differ where the walk goes from the
//! end of one block to the start of another. If the walk would make more than [`MOST_STEPS`], what
//! is not in the frame is nowhere.

use gimli::write::Expression;
use unsnarl::Cfg;
use unsnarl_ir::debug::DebugInfo;
use unsnarl_low::Function as Code;
use unsnarl_low::trees::Trees;

use super::bits::Bits;
use super::expression;
use super::flow::Flow;
use super::records::Records;
use super::walk::{Step, Walk};
use super::{Body, Variable, Where};
use crate::locals::Locals;

/// The most steps of a walk.
const MOST_STEPS: usize = 1 << 26;

/// The variables of a body.
pub(super) fn variables(
    body: &Body<'_>,
    info: &DebugInfo,
    code: &Code,
    trees: &Trees,
    locals: &Locals,
    cfg: &Cfg,
    records: &Records,
) -> Vec<Variable> {
    let whole = whole(info, records);
    let mut found = vec![Vec::new(); records.variables.len()];
    if !records.events.is_empty() || !records.regs.is_empty() {
        let walk = Walk::new(body, code, trees, locals, records);
        if walk.cost() <= MOST_STEPS {
            let flow = Flow::new(&walk, cfg);
            let first = body.starts.first().copied().unwrap_or_default();
            found = Ranges::new(&walk, info, records, first).find(&flow, body.size);
        }
    }
    let variables = records.variables.iter().zip(whole.into_iter().zip(found));
    let variables = variables.map(|(&(id, inlined_at), (whole, ranges))| Variable {
        id,
        inlined_at,
        place: match whole {
            Some(expression) => Where::Whole(expression),
            None => Where::Ranges(ranges),
        },
    });
    variables.collect()
}

/// By variable: where it is, if that is one place in the frame as long as the function runs.
fn whole(info: &DebugInfo, records: &Records) -> Vec<Option<Expression>> {
    let mut bindings = vec![Vec::new(); records.variables.len()];
    let mut is_fixed = vec![true; records.variables.len()];
    for binding in &records.bindings {
        is_fixed[binding.variable] &= binding.is_declared && binding.needs.is_empty();
        bindings[binding.variable].push(binding);
    }
    for event in records.events.values().flatten() {
        is_fixed[event.variable] = false;
    }
    let all = bindings.into_iter().zip(is_fixed);
    let one = all.map(|(bindings, is_fixed)| {
        let descriptions = bindings.iter().map(|binding| {
            let description = binding.description.resolve(|_| None)?;
            Some((binding.fragment, description))
        });
        let descriptions: Vec<_> = descriptions
            .collect::<Option<Vec<_>>>()
            .filter(|descriptions| is_fixed && !descriptions.is_empty())?;
        let mut parts: Vec<_> = descriptions
            .iter()
            .map(|(part, description)| (*part, description))
            .collect();
        expression::join(info, &mut parts)
    });
    one.collect()
}

struct Ranges<'a> {
    walk: &'a Walk<'a>,
    info: &'a DebugInfo,
    records: &'a Records,
    count: usize,
    state: Bits,
    at: u32,
    /// Where the first instruction is.
    first: u32,
    /// By variable: the bindings that hold, if their registers are in their locals.
    active: Vec<Vec<usize>>,
    /// By register: the bindings that need it.
    needed_by: Vec<Vec<usize>>,
    changed: Vec<usize>,
    is_changed: Vec<bool>,
    /// By variable: since where it is found by which bindings.
    open: Vec<(u32, Vec<usize>)>,
    done: Vec<Vec<(u32, u32, Expression)>>,
}

impl<'a> Ranges<'a> {
    fn new(walk: &'a Walk<'a>, info: &'a DebugInfo, records: &'a Records, first: u32) -> Self {
        let count = records.variables.len();
        let mut needed_by = vec![Vec::new(); records.regs.len()];
        let mut active = vec![Vec::new(); count];
        for (number, binding) in records.bindings.iter().enumerate() {
            for &place in &binding.needs {
                needed_by[place].push(number);
            }
            if binding.is_declared {
                active[binding.variable].push(number);
            }
        }
        Ranges {
            walk,
            info,
            records,
            count: walk.count(),
            state: Bits::none(walk.count()),
            at: 0,
            first,
            active,
            needed_by,
            changed: Vec::new(),
            is_changed: vec![false; count],
            open: vec![(0, Vec::new()); count],
            done: vec![Vec::new(); count],
        }
    }

    fn find(mut self, flow: &Flow, size: u32) -> Vec<Vec<(u32, u32, Expression)>> {
        // Those that always hold and need no register.
        (0..self.active.len()).for_each(|variable| self.change(variable));
        let walk = self.walk;
        let none = Bits::none(self.count);
        let mut is_known = false;
        walk.each(|step| match step {
            Step::At(at) => self.go(at),
            Step::Start(block) => {
                is_known = true;
                self.assume(flow.start(block));
            }
            Step::Resume(_) | Step::Take(_) => {}
            Step::Unknown => {
                is_known = false;
                self.assume(&none);
            }
            Step::Set(fact) if is_known => self.set(fact, true),
            Step::Clear(fact) if is_known => self.set(fact, false),
            Step::Set(_) | Step::Clear(_) => {}
        });
        self.go(size);
        self.assume(&none);
        for active in &mut self.active {
            active.clear();
        }
        (0..self.open.len()).for_each(|variable| self.change(variable));
        self.flush();
        self.done
    }

    /// Changes that follow are at this byte.
    fn go(&mut self, at: u32) {
        if at != self.at {
            self.flush();
            self.at = at;
        }
    }

    fn assume(&mut self, state: &Bits) {
        for fact in self.state.different(state, self.count) {
            self.set(fact, state.has(fact));
        }
    }

    fn set(&mut self, fact: usize, holds: bool) {
        if self.state.has(fact) == holds {
            return;
        }
        match holds {
            true => self.state.set(fact),
            false => self.state.clear(fact),
        }
        let bindings = self.records.bindings.len();
        if let Some(place) = fact.checked_sub(bindings) {
            for index in 0..self.needed_by[place].len() {
                let binding = self.needed_by[place][index];
                self.change(self.records.bindings[binding].variable);
            }
            return;
        }
        let binding = &self.records.bindings[fact];
        if binding.is_declared {
            return;
        }
        let active = &mut self.active[binding.variable];
        match holds {
            true => active.push(fact),
            false => active.retain(|&other| other != fact),
        }
        self.change(binding.variable);
    }

    fn change(&mut self, variable: usize) {
        if !std::mem::replace(&mut self.is_changed[variable], true) {
            self.changed.push(variable);
        }
    }

    /// Ends and begins ranges here.
    fn flush(&mut self) {
        for variable in std::mem::take(&mut self.changed) {
            self.is_changed[variable] = false;
            let is_there = |&binding: &usize| {
                let mut needs = self.records.bindings[binding].needs.iter();
                needs.all(|&place| self.state.has(self.walk.fact(place)))
            };
            let active = self.active[variable].iter().copied();
            let mut now: Vec<usize> = active.filter(is_there).collect();
            now.sort_unstable();
            let (since, before) = &mut self.open[variable];
            if *before == now {
                continue;
            }
            let before = std::mem::replace(before, now);
            let since = std::mem::replace(since, self.at);
            if since < self.at && !before.is_empty() {
                self.close(variable, since, &before);
            }
        }
    }

    /// Writes a range that ends here. What holds at the first instruction holds at the declarations
    /// of locals before it.
    fn close(&mut self, variable: usize, since: u32, bindings: &[usize]) {
        let since = if since == self.first { 0 } else { since };
        let descriptions = bindings.iter().map(|&binding| {
            let binding = &self.records.bindings[binding];
            let description = binding.description.resolve(|place| self.walk.home(place))?;
            Some((binding.fragment, description))
        });
        let Some(descriptions) = descriptions.collect::<Option<Vec<_>>>() else {
            return;
        };
        let mut parts: Vec<_> = descriptions
            .iter()
            .map(|(part, description)| (*part, description))
            .collect();
        let Some(expression) = expression::join(self.info, &mut parts) else {
            return;
        };
        let done = &mut self.done[variable];
        match done.last_mut() {
            Some((_, end, last)) if *end == since && *last == expression => *end = self.at,
            _ => done.push((since, self.at, expression)),
        }
    }
}
