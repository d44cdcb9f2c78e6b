//! Writing a program from shapes.
//!
//! *Needs:* a graph and its [`Shapes`].
//! *Gives:* the program.
//! *Cost:* O(V + E log k) for exits of k arms.
//!
//! A shape is written together with the shapes that follow it. The shape to which control flows at
//! the end of such a sequence is its *flow*. For the content of a Loop or a Multiple, the flow is
//! the shape after the Loop or Multiple, or if there is none, the flow of the Loop or Multiple
//! itself. An edge whose transfer leads to the flow needs no jump. Any other edge jumps past the
//! end of the Loop or of the bracket of the Multiple that its transfer names; these brackets are
//! open. The edges of a Simple shape always lead to the flow, or into a Multiple that is fused with
//! its decision.

use super::shapes::{Kind, Shapes, Transfer};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, Id, LabelId};
use crate::program::{Cases, Program, Step};
use crate::structure::exits::{Exits, Way};
use alloc::vec;
use alloc::vec::Vec;

/// Writes the program of a graph.
pub(super) fn write(cfg: &Cfg, shapes: &Shapes) -> Program {
    let mut writer = Writer {
        cfg,
        shapes,
        steps: Vec::new(),
        cases: Vec::new(),
        brackets: vec![0; shapes.shapes.len()],
        labels: 0,
        exits: Exits::default(),
        tasks: vec![Task::Shape {
            number: 0,
            flow: None,
            in_loop: false,
        }],
    };
    while let Some(task) = writer.tasks.pop() {
        match task {
            Task::Shape {
                number,
                flow,
                in_loop,
            } => writer.shape(number, flow, in_loop),
            Task::Arm { cases, edge, flow } => {
                writer.steps.push(Step::Arm(cases));
                writer.transfer(edge, flow);
            }
            Task::Enter { cases, edge } => {
                writer.steps.extend([Step::Arm(cases), Step::Take(edge)])
            }
            Task::Begin { cases, reset } => {
                writer.steps.push(Step::Arm(cases));
                writer.steps.extend(reset.then_some(Step::Store(0)));
            }
            Task::Close => writer.steps.push(Step::End),
        }
    }
    Program::from_steps(writer.steps, writer.cases, Vec::new())
}

/// A task of the writer.
enum Task {
    /// A shape and the shapes that follow it.
    Shape {
        number: u32,
        flow: Option<u32>,
        in_loop: bool,
    },
    /// An arm of the decision of a block, with the edge that it takes.
    Arm {
        cases: Cases,
        edge: Edge,
        flow: Option<u32>,
    },
    /// The start of the arm that contains the shape to which the edge leads.
    Enter {
        cases: Cases,
        edge: Edge,
    },
    /// The start of an arm of a dispatch.
    Begin {
        cases: Cases,
        reset: bool,
    },
    Close,
}

struct Writer<'a> {
    cfg: &'a Cfg,
    shapes: &'a Shapes,
    steps: Vec<Step>,
    cases: Vec<u32>,
    /// The step that opens the bracket of each Loop and Multiple.
    brackets: Vec<usize>,
    /// The number of bound labels.
    labels: usize,
    exits: Exits,
    tasks: Vec<Task>,
}

/// The invariant of an entry that a Multiple handles.
const SHAPED: &str = "an entry that is handled begins a shape";

impl Writer<'_> {
    fn shape(&mut self, number: u32, flow: Option<u32>, in_loop: bool) {
        let shapes = self.shapes;
        let shape = &shapes.shapes[number as usize];
        match &shape.kind {
            Kind::Simple(block) => {
                let after = shapes.after(number);
                self.follow(after, flow, in_loop);
                let fused = shape.next.filter(|&next| shapes.is_fused(next));
                self.simple(*block, fused, after.or(flow), in_loop);
            }
            Kind::Loop => {
                self.follow(shape.next, flow, in_loop);
                self.tasks.push(Task::Close);
                self.tasks.push(Task::Shape {
                    number: number + 1,
                    flow: shape.next.or(flow),
                    in_loop: true,
                });
                let label = self.new_label();
                self.open(number, Step::Loop(label));
            }
            Kind::Multiple { entries, .. } => {
                self.follow(shape.next, flow, in_loop);
                self.dispatch(number, entries, flow, in_loop);
            }
        }
    }

    fn follow(&mut self, next: Option<u32>, flow: Option<u32>, in_loop: bool) {
        self.tasks.extend(next.map(|number| Task::Shape {
            number,
            flow,
            in_loop,
        }));
    }

    fn open(&mut self, number: u32, step: Step) {
        self.brackets[number as usize] = self.steps.len();
        self.steps.push(step);
    }

    fn simple(&mut self, block: BlockId, fused: Option<u32>, flow: Option<u32>, in_loop: bool) {
        self.steps.push(Step::Run(block));
        self.exits.of(self.cfg, block, |_| None);
        match *self.exits.ways() {
            [] => self.steps.push(Step::Leave(block)),
            [way] => self.transfer(way.edge, flow),
            _ => {
                let bracket = match self.cfg.exit(block) {
                    Exit::Branch => Step::If(block, None),
                    _ => Step::Switch(block, None),
                };
                match fused {
                    Some(multiple) => self.open(multiple, bracket),
                    None => self.steps.push(bracket),
                }
                self.tasks.push(Task::Close);
                for at in (0..self.exits.ways().len()).rev() {
                    let way = self.exits.ways()[at];
                    self.arm(way, fused, flow, in_loop);
                }
            }
        }
    }

    /// Adds a task for one arm of the current decision.
    fn arm(&mut self, way: Way, fused: Option<u32>, flow: Option<u32>, in_loop: bool) {
        let edge = way.edge;
        let cases = Cases::append(&mut self.cases, self.exits.slots(way));
        let handled = self.shapes.handled[way.target];
        match handled.filter(|handled| Some(handled.multiple) == fused) {
            None => self.tasks.push(Task::Arm { cases, edge, flow }),
            Some(handled) => self.tasks.extend([
                Task::Shape {
                    number: handled.body.expect(SHAPED),
                    flow,
                    in_loop,
                },
                Task::Enter { cases, edge },
            ]),
        }
    }

    /// Writes a Multiple that tests the label.
    fn dispatch(&mut self, number: u32, entries: &[BlockId], flow: Option<u32>, in_loop: bool) {
        let next = self.shapes.shapes[number as usize].next;
        self.open(number, Step::Dispatch(None));
        self.tasks.push(Task::Close);
        if next.is_some() {
            let cases = Cases::append(&mut self.cases, []);
            let reset = false;
            self.tasks.push(Task::Begin { cases, reset });
        }
        for &entry in entries.iter().rev() {
            let Some(handled) = self.shapes.handled[entry] else {
                continue;
            };
            let cases = Cases::append(&mut self.cases, handled.value);
            self.tasks.push(Task::Shape {
                number: handled.body.expect(SHAPED),
                flow: next.or(flow),
                in_loop,
            });
            let reset = in_loop;
            self.tasks.push(Task::Begin { cases, reset });
        }
    }

    /// Takes an edge, stores the label if a Multiple tests it, and jumps unless control flows to
    /// the target anyway.
    fn transfer(&mut self, edge: Edge, flow: Option<u32>) {
        self.steps.push(Step::Take(edge));
        let transfer = self.shapes.transfers[self.cfg.edge_index(edge)];
        let transfer = transfer.expect("an edge out of a reachable block is a transfer");
        if let Some(handled) = self.shapes.handled[self.cfg.target(edge)] {
            // A loop in the arm of the Multiple begins with the block, and repeats without passing
            // the test.
            let inside = matches!(transfer, Transfer::Again(number) if number > handled.multiple);
            let value = handled.value.filter(|_| !inside);
            self.steps.extend(value.map(Step::Store));
        }
        match transfer {
            Transfer::Again(number) => {
                let label = self.label_of(number);
                self.steps.push(Step::Continue(label));
            }
            Transfer::Past(number) => {
                let to = self.shapes.after(number);
                if to != flow {
                    let label = self.label_of(number);
                    self.steps.push(Step::Break(label));
                }
            }
        }
    }

    fn new_label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId::new(self.labels - 1)
    }

    /// The label of the bracket of a Loop or Multiple. It is bound on first use.
    fn label_of(&mut self, number: u32) -> LabelId {
        let bracket = self.brackets[number as usize];
        if let Some(label) = self.steps[bracket].bound_label() {
            return label;
        }
        let label = Some(self.new_label());
        self.steps[bracket] = match self.steps[bracket] {
            Step::If(block, _) => Step::If(block, label),
            Step::Switch(block, _) => Step::Switch(block, label),
            _ => Step::Dispatch(label),
        };
        self.label_of(number)
    }
}

impl Shapes {
    fn is_fused(&self, number: u32) -> bool {
        matches!(
            self.shapes[number as usize].kind,
            Kind::Multiple { fused: true, .. }
        )
    }

    /// Gives the shape that follows a shape, after a Multiple that is fused with it.
    fn after(&self, number: u32) -> Option<u32> {
        let next = self.shapes[number as usize].next?;
        if self.is_fused(next) {
            self.shapes[next as usize].next
        } else {
            Some(next)
        }
    }
}
