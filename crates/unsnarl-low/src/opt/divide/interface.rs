//! What passes in and out of a region: data, which [`interfaces`](super::interfaces) finds.

use unsnarl::BlockId;

use crate::machine::{Function, Reg};

/// Where an exit of a region leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Target {
    /// To a block elsewhere.
    Block(BlockId),
    /// Out of the function.
    Return,
}

/// What passes in and out of a region.
#[derive(Clone, Debug, Default)]
pub(super) struct Interface {
    /// The registers that it reads and does not define.
    pub(super) inputs: Vec<Reg>,
    /// The registers that it defines and that are read elsewhere.
    pub(super) outputs: Vec<Reg>,
    /// Where it leads.
    pub(super) targets: Vec<Target>,
    /// How often it uses an address in the frame, counting a call once.
    pub(super) frame_uses: u64,
    /// Whether an edge inside leads to its head, whose parameters then change.
    pub(super) repeats: bool,
    /// By input: how often it uses it.
    pub(super) uses: Vec<u32>,
    /// What it defines that is read elsewhere, with how often it uses that itself: the outputs, and
    /// parameters of its head.
    pub(super) visible: Vec<(Reg, u32)>,
}

impl Interface {
    /// What enters a region with this head, its inputs and then the parameters of its head: as at
    /// most so many parameters of the part, and what there are too many of for that.
    pub(super) fn incoming(
        &self,
        head: BlockId,
        function: &Function,
        most: usize,
    ) -> (Vec<Reg>, Vec<Reg>) {
        let head = &function.block(head).parameters;
        let mut direct = [&self.inputs[..], head].concat();
        let frame = usize::from(self.frame_uses > 0);
        let room = most.saturating_sub(frame).min(direct.len());
        let beyond = direct.split_off(room);
        (direct, beyond)
    }
}
