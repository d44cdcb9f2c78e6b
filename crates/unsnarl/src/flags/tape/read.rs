//! Reading a program onto a tape.
//!
//! *Needs:* a program that keeps its rules, and an empty [`Tape`].
//! *Gives:* [`Reader`], which appends the items.
//! *Cost:* O(steps + terms).

use super::{ENDS, Item, Place, Tape};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::Step;
use alloc::vec::Vec;

/// A bracket that is being read.
struct Open {
    place: Place,
    node: NodeId,
    /// The latest of its arms, or the bracket itself before the first arm.
    arm: Place,
    is_test: bool,
    /// Whether flags are set or tested inside.
    has_flags: bool,
    /// The number of brackets that are open around the outermost bracket to which a jump inside
    /// leads.
    outermost: usize,
    /// Whether control reaches the bracket (`begins`), and the place after its end (`ends`).
    begins: bool,
    ends: bool,
}

/// Reads the steps of a program.
pub(super) struct Reader<'t, 'p> {
    tape: &'t mut Tape<'p>,
    /// By label: the number of brackets that are open around the bracket that binds it.
    depths: IdMap<LabelId, usize>,
    open: Vec<Open>,
    live: bool,
}

impl<'t, 'p> Reader<'t, 'p> {
    pub(super) fn new(tape: &'t mut Tape<'p>) -> Reader<'t, 'p> {
        Reader {
            depths: IdMap::filled(tape.program.label_count(), 0),
            tape,
            open: Vec::new(),
            live: true,
        }
    }

    pub(super) fn read(&mut self) {
        for (node, step) in self.tape.program.steps() {
            match step {
                Step::Run(_) | Step::Take(_) | Step::Store(_) => self.code(node, node),
                Step::Set(..) => {
                    self.tape.append(Item::Step(step));
                    self.note_flags();
                }
                Step::Leave(_) | Step::Break(_) | Step::Continue(_) => self.jump(step),
                Step::Arm(_) => self.arm(step),
                Step::End => self.end(node),
                step => self.bracket(node, step),
            }
        }
    }

    fn note_flags(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.has_flags = true;
        }
    }

    /// Appends the steps `from` to `to`.
    fn code(&mut self, from: NodeId, to: NodeId) {
        let [from, to] = [from.index() as u32, to.index() as u32 + 1];
        let last = self.tape.links.len() - 1;
        match &mut self.tape.links[last].item {
            Item::Code(_, end) if last != ENDS && *end == from => *end = to,
            _ => {
                self.tape.append(Item::Code(from, to));
            }
        }
    }

    fn jump(&mut self, step: Step) {
        self.tape.append(Item::Step(step));
        if let Step::Break(label) | Step::Continue(label) = step {
            let depth = self.depths[label];
            if matches!(step, Step::Break(_)) {
                self.open[depth].ends |= self.live;
            }
            let inner = self.open.last_mut().expect("P2: a bracket binds the label");
            inner.outermost = inner.outermost.min(depth);
        }
        self.live = false;
    }

    fn arm(&mut self, step: Step) {
        let place = self.tape.append(Item::Step(step));
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        if open.arm != open.place {
            open.ends |= self.live;
            self.tape.links[open.arm].mate = place as u32;
        }
        open.arm = place;
        self.live = open.begins;
        if let Step::Arm(cases) = step
            && open.is_test
        {
            let is_for_true = self.tape.program.cases(cases) == [1];
            self.tape.links[place].note = u32::from(is_for_true);
        }
    }

    fn end(&mut self, node: NodeId) {
        let open = self.open.pop().expect("P1: brackets close in order");
        self.live |= open.ends;
        let stays_inside = open.outermost >= self.open.len();
        if !open.has_flags && stays_inside && self.live {
            self.tape.links.truncate(open.place);
            self.code(open.node, node);
            return;
        }
        let place = self.tape.append(Item::Step(Step::End));
        if open.arm != open.place {
            self.tape.links[open.arm].mate = place as u32;
        }
        self.tape.links[open.place].mate = place as u32;
        self.tape.links[place].mate = open.place as u32;
        if let Some(around) = self.open.last_mut() {
            around.has_flags |= open.has_flags;
            around.outermost = around.outermost.min(open.outermost);
        }
    }

    fn bracket(&mut self, node: NodeId, step: Step) {
        let place = self.tape.append(Item::Step(step));
        if let Some(label) = step.bound_label() {
            self.depths[label] = self.open.len();
        }
        if let Step::Test(condition, _) = step {
            let first = self.tape.terms.len();
            let own = self.tape.program.condition(condition);
            self.tape.terms.extend_from_slice(own);
            self.tape.links[place].note = self.tape.conditions.len() as u32;
            self.tape.conditions.push(first..self.tape.terms.len());
        }
        let is_test = matches!(step, Step::Test(..));
        self.open.push(Open {
            place,
            node,
            arm: place,
            is_test,
            has_flags: is_test,
            outermost: usize::MAX,
            begins: self.live,
            ends: false,
        });
    }
}
