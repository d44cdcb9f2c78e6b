//! Exceptions in the legacy instructions: `try`, `catch`, `catch_all`, `rethrow` and `delegate`.
//!
//! *Needs:* a program for a function in which exceptions are [places](crate::places). *Gives:* its
//! brackets, or the reason why an exception is not where it is thrown again.
//! *Cost:* linear in the steps; for each call in the brackets around it.
//!
//! `rethrow` stands within its `catch_all`. A block that is entered with an exception, a *pad*, is
//! entered in no other way, so that all that follows it as far as the end of the bracket around it
//! runs with that exception caught:
//!
//! ```text
//! block                       try
//!   …a call unwinds to p…       …the call…
//! end                         catch_all
//! p; …                          p; …
//!                             end
//! ```
//! The same holds of an arm of a call that begins with a pad.
//!
//! | exceptions of a call go to | instructions |
//! |---|---|
//! | the pad of the innermost `try` | the call |
//! | another pad, or the caller | `try`, the call, `delegate` |
//! | a handler | `try`, the call, `catch $tag`, a jump; others go to the pad or the caller, as above |
//! | a pad, with copies on the edge | `try`, the call, `catch_all`, the copies, and a `rethrow` to the pad |
//! | the caller, as those of all other calls of a block | `try`, the code of the block, `delegate` |
//!
//! Where no `try` is open, exceptions go to the caller by themselves.
//! *Source:* the phase 3 text of the proposal, in the revision that engines implement; what is
//! delegated to a label that is not one of a `try` goes on outwards, and what is delegated to the
//! label of the function leaves it.
//! *Limits:* a pad that begins a loop, or is entered through a dispatcher, has no `try` of its own:
//! this is refused.

mod calls;

use unsnarl::{BlockId, Edge, Id, NodeId, Step};

use super::emitter::Emitter;
use super::open::{Opened, Role, Scope};
use crate::item::Item;

/// Why something cannot be written.
pub(super) const NO_TRY: &str = "a cleanup entered from several places without a common bracket";

/// Brackets.
impl Emitter<'_, '_> {
    /// Begins a bracket of the program, with a `try` around it if a pad follows it.
    pub(super) fn open_scope(&mut self, node: NodeId) {
        let Some(places) = self.source.places.filter(|places| !places.is_empty()) else {
            return;
        };
        let base = self.frames.len();
        let pad = self.follows(self.source.program.extent(node));
        let pad = pad.filter(|&pad| places.pad(pad).is_some());
        let guard = pad.map(|pad| self.open_try(pad));
        self.scopes.push(Scope { base, guard });
    }

    /// Ends what was caught in a bracket of the program, or in an arm of it.
    pub(super) fn close_caught(&mut self) {
        let base = self.scopes.last().map_or(0, |scope| scope.base);
        let is_caught = |opened: &Opened| matches!(opened.role, Role::Caught(_));
        while self.frames.len() > base && self.frames.last().is_some_and(is_caught) {
            self.close_frame();
        }
    }

    /// Goes on behind the end of a bracket of the program: with its pad, if there is one.
    pub(super) fn close_scope(&mut self) {
        if let Some(scope) = self.scopes.pop()
            && scope.guard.is_some()
        {
            self.begin_caught();
        }
    }

    /// Opens a `try`, and gives its frame.
    pub(super) fn open_try(&mut self, pad: BlockId) -> usize {
        self.items.push(Item::Try);
        self.labels.push(None);
        self.frames.push(Opened {
            is_left: false,
            is_loop: false,
            role: Role::Trying(pad),
        });
        self.frames.len() - 1
    }

    /// Ends the innermost `try`, whose pad follows.
    pub(super) fn begin_caught(&mut self) {
        if self.is_reachable {
            self.fail(NO_TRY);
        }
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Role::Trying(pad) = frame.role else {
            return;
        };
        let class = self.source.places.and_then(|places| places.pad(pad));
        match (std::mem::take(&mut frame.is_left), class) {
            (true, Some(class)) => {
                self.catch_all(class);
                self.is_reachable = true;
            }
            // Nothing unwinds to it.
            _ => self.close_frame(),
        }
    }

    /// Begins what is caught by the innermost `try`.
    fn catch_all(&mut self, class: u32) {
        let mut around = self.frames.iter();
        if around.any(|opened| opened.role == Role::Caught(class)) {
            self.fail("a cleanup within a copy of itself");
        }
        self.items.push(Item::CatchAll);
        self.caught.push(class);
        if let Some(own) = self.frames.last_mut() {
            own.role = Role::Caught(class);
        }
    }

    fn fail(&mut self, reason: &'static str) {
        self.failed.get_or_insert(reason);
    }

    /// The block that runs first after a place, if nothing ends before.
    fn follows(&self, node: NodeId) -> Option<BlockId> {
        let program = self.source.program;
        for index in node.index() + 1..program.len() {
            match program.step(NodeId::new(index)) {
                Step::Run(block) => return Some(block),
                Step::Take(_) | Step::Block(_) | Step::Loop(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The frame of the innermost `try` that still catches.
    fn trying(&self) -> Option<usize> {
        let is_trying = |opened: &Opened| matches!(opened.role, Role::Trying(_));
        self.frames.iter().rposition(is_trying)
    }

    /// The frame of the innermost `try` of a pad.
    fn try_of(&self, pad: BlockId) -> Option<usize> {
        let mut frames = self.frames.iter();
        frames.rposition(|opened| opened.role == Role::Trying(pad))
    }

    fn open_plain_try(&mut self) {
        self.items.push(Item::Try);
        self.labels.push(None);
        self.frames.push(Opened {
            is_left: false,
            is_loop: false,
            role: Role::Plain,
        });
    }

    /// Ends the innermost `try`: its exceptions go to the `try` of a frame, or to the caller.
    fn delegate(&mut self, to: Option<usize>) {
        self.frames.pop();
        let depth = match to {
            Some(frame) => self.depth(frame),
            None => self.frames.len() as u32,
        };
        self.items.push(Item::Delegate(depth));
    }

    /// Opens a `try` for code whose exceptions leave the function, if others would catch them.
    pub(super) fn open_outward(&mut self) -> bool {
        let is_caught = self.source.places.is_some() && self.trying().is_some();
        if is_caught {
            self.open_plain_try();
        }
        is_caught
    }

    /// Ends such a `try`, if it was opened.
    pub(super) fn close_outward(&mut self, is_open: bool) {
        if is_open {
            self.delegate(None);
        }
    }

    /// Throws what was caught.
    fn rethrow(&mut self, class: u32, block: Option<BlockId>) {
        let mut frames = self.frames.iter();
        match frames.rposition(|opened| opened.role == Role::Caught(class)) {
            Some(frame) => {
                let depth = self.depth(frame);
                self.items.push(Item::Rethrow(block, depth));
            }
            None => self.fail("a rethrow outside of the handler that caught the exception"),
        }
    }

    /// Throws what was caught to the `try` of another pad.
    fn pass_on(&mut self, to: usize, class: u32) {
        self.frames[to].is_left = true;
        self.open_plain_try();
        self.rethrow(class, None);
        self.delegate(Some(to));
        self.is_reachable = false;
    }

    /// Goes on along an edge that was taken, if it leads to a pad, and that does not follow.
    pub(super) fn pass_to_pad(&mut self, node: NodeId, edge: Edge) {
        let Some(places) = self.source.places else {
            return;
        };
        let target = self.source.cfg().target(edge);
        if places.pad(target).is_none()
            || self.source.is_call(edge.block)
            || self.follows(node) == Some(target)
        {
            return;
        }
        let function = self.source.function;
        let passed = function.block(edge.block).edges()[edge.slot as usize];
        let mut passed = function.copies(passed).map(|(_, source)| source);
        let class = passed.find_map(|source| places.class(source));
        match (self.try_of(target), class) {
            (Some(frame), Some(class)) => self.pass_on(frame, class),
            _ => {
                self.fail(NO_TRY);
                self.is_reachable = false;
            }
        }
    }
}
