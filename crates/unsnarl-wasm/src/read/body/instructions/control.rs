//! Brackets and jumps.

use foldhash::{HashMap, HashMapExt};
use unsnarl_low::Exit;
use wasmparser::{BlockType, BrTable, Operator};

use super::Reader;
use crate::read::body::draft::{BlockNo, DraftEdge, Row};
use crate::read::body::frames::{BracketType, Frame, Kind};

impl<'a> Reader<'a> {
    /// Reads an instruction if it is a bracket or a jump, and tells so.
    pub(super) fn control(&mut self, operator: &Operator<'_>) -> bool {
        use Operator as O;
        match operator {
            O::Block { blockty } => self.open(Kind::Block, *blockty),
            O::Loop { blockty } => self.open_loop(*blockty),
            O::TryTable { try_table } => self.open_try_table(try_table),
            O::If { blockty } => self.open_if(*blockty),
            O::Else => self.open_else(),
            O::End => self.close(),
            O::Br { relative_depth } => self.br(*relative_depth),
            O::BrIf { relative_depth } => self.br_if(*relative_depth),
            O::BrTable { targets } => self.br_table(targets),
            O::Return => {
                let results = self.frames[0].ty.results.len();
                self.leave(results);
            }
            O::Unreachable => {
                self.finish(Exit::Unreachable, Row::default(), Vec::new(), Vec::new());
            }
            _ => return false,
        }
        true
    }

    pub(super) fn open(&mut self, kind: Kind, ty: BlockType) {
        let ty = BracketType::new(self.environment, ty);
        let height = self.stack.len() - ty.parameters.len();
        self.frames.push(Frame {
            kind,
            ty,
            height,
            target: None,
        });
    }

    fn open_loop(&mut self, ty: BlockType) {
        self.open(Kind::Loop, ty);
        let header = self.edge(0);
        self.jump(header);
        self.stack.truncate(self.frame().height);
        self.start_label(header.to);
    }

    fn open_if(&mut self, ty: BlockType) {
        let condition = self.pop();
        let condition = self.draft.row(&[condition]);
        let parameters = BracketType::new(self.environment, ty).parameters.len();
        let taken = self.top(parameters).to_vec();
        let taken = self.draft.row(&taken);
        let then = self.new_block();
        // The second edge follows.
        let number = self.finish(Exit::Branch, condition, vec![then], vec![0, 1]);
        self.open(Kind::If(number, taken), ty);
        self.start(then.to);
    }

    fn open_else(&mut self) {
        if self.block.is_some() {
            let edge = self.edge(0);
            self.jump(edge);
        }
        let frame = self.frame();
        let Kind::If(decides, taken) = frame.kind else {
            unreachable!("the body is valid");
        };
        self.frames.pop();
        self.frames.push(Frame {
            kind: Kind::Else,
            ..frame
        });
        let edge = self.new_block();
        self.draft.blocks[decides as usize].edges.push(edge);
        self.stack.truncate(frame.height);
        self.stack.extend_from_slice(self.draft.values(taken));
        self.start(edge.to);
    }

    /// Ends a bracket.
    pub(super) fn close(&mut self) {
        if let Kind::If(decides, arguments) = self.frame().kind {
            // There is no second arm.
            let to = self.target(self.place(0));
            self.draft.blocks[decides as usize].edges.push(DraftEdge {
                to,
                brought: 0,
                arguments,
            });
        }
        let frame = self.frame();
        if let Kind::Function = frame.kind {
            return self.close_function(frame.target);
        }
        if let Kind::Loop = frame.kind {
            // Its label is at its start.
            self.frames.pop();
            return;
        }
        if let (Some(_), Some(_)) = (self.block, frame.target) {
            let edge = self.edge(0);
            self.jump(edge);
        }
        self.frames.pop();
        match frame.kind {
            Kind::Try => drop(self.handlers.pop()),
            Kind::Catch => drop(self.caught.pop()),
            _ => {}
        }
        if let Some(target) = frame.target {
            self.stack.truncate(frame.height);
            self.start_label(target);
        }
    }

    fn close_function(&mut self, target: Option<BlockNo>) {
        let results = self.frames[0].ty.results.len();
        if self.block.is_some() {
            self.leave(results);
        }
        if let Some(target) = target {
            self.start_label(target);
            self.leave(results);
        }
    }

    fn br(&mut self, depth: u32) {
        if depth as usize + 1 == self.frames.len() {
            let results = self.frames[0].ty.results.len();
            return self.leave(results);
        }
        let edge = self.edge(depth);
        self.jump(edge);
    }

    fn br_if(&mut self, depth: u32) {
        let condition = self.pop();
        let condition = self.draft.row(&[condition]);
        let taken = self.edge(depth);
        let other = self.new_block();
        self.finish(Exit::Branch, condition, vec![taken, other], vec![0, 1]);
        self.start(other.to);
    }

    fn br_table(&mut self, table: &BrTable<'_>) {
        let operand = self.pop();
        let operand = self.draft.row(&[operand]);
        let mut edges = Vec::new();
        let mut known: HashMap<u32, u32> = HashMap::new();
        let targets = table.targets().chain([Ok(table.default())]);
        let mut slots = Vec::with_capacity(table.len() as usize + 1);
        for depth in targets {
            let depth = depth.expect("the body is valid");
            let slot = *known.entry(depth).or_insert_with(|| {
                edges.push(self.edge(depth));
                edges.len() as u32 - 1
            });
            slots.push(slot);
        }
        if let [edge] = edges[..] {
            return self.jump(edge);
        }
        let exit = Exit::Switch((0..i64::from(table.len())).collect());
        self.finish(exit, operand, edges, slots);
    }

    /// Leaves the function with so many results.
    fn leave(&mut self, results: usize) {
        let results = self.top(results).to_vec();
        let results = self.draft.row(&results);
        self.finish(Exit::Return, results, Vec::new(), Vec::new());
    }

    /// Ends the block with a jump along an edge.
    pub(super) fn jump(&mut self, edge: DraftEdge) {
        self.finish(Exit::Jump, Row::default(), vec![edge], vec![0]);
    }

    /// An edge to a new block, which it brings nothing to.
    pub(super) fn new_block(&mut self) -> DraftEdge {
        DraftEdge {
            to: self.draft.add_block(&[]),
            brought: 0,
            arguments: Row::default(),
        }
    }

    /// The edge to a label, with what is on top of the stack.
    pub(super) fn edge(&mut self, depth: u32) -> DraftEdge {
        let place = self.place(depth);
        let to = self.target(place);
        let count = self.frames[place].label().len();
        let arguments = self.top(count).to_vec();
        DraftEdge {
            to,
            brought: 0,
            arguments: self.draft.row(&arguments),
        }
    }

    /// The place of a bracket among those that are open.
    pub(super) fn place(&self, depth: u32) -> usize {
        self.frames.len() - 1 - depth as usize
    }

    /// The block of the label of an open bracket.
    pub(super) fn target(&mut self, place: usize) -> BlockNo {
        if let Some(target) = self.frames[place].target {
            return target;
        }
        let target = self.draft.add_block(self.frames[place].label());
        self.frames[place].target = Some(target);
        target
    }

    pub(super) fn frame(&self) -> Frame<'a> {
        *self.frames.last().expect("the function is one")
    }
}
