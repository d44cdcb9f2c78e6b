//! The ways from a graph to a program that the tests run.
//!
//! *Needs:* any graph. *Gives:* [`ALGORITHMS`], a named table; and [`plain`], a state machine of the testkit's
//! own, so that the tests of the verifier do not rest on what it is to judge.

use unsnarl::structure::{nested, state_machine};
use unsnarl::{BlockId, Cfg, Exit, Id, Program, ProgramBuilder, reduce::Reducible};

/// A way from graphs to programs.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// What it is called in messages.
    pub name: &'static str,
    /// Makes the program; nothing if it is not for this graph.
    pub structure: fn(&Cfg) -> Option<Program>,
}

/// All of them.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "plain",
        structure: |cfg| Some(plain(cfg)),
    },
    Algorithm {
        name: "state-machine",
        structure: |cfg| Some(state_machine(cfg)),
    },
    Algorithm {
        name: "nested",
        structure: |cfg| Some(nested(&Reducible::test(cfg).ok()?)),
    },
];

/// Makes one loop around one switch over all blocks; every edge stores where it leads.
pub fn plain(cfg: &Cfg) -> Program {
    let number = |block: BlockId| block.index() as u32;
    let mut builder = ProgramBuilder::new();
    let again = builder.label();
    builder.store(number(cfg.entry()));
    builder.open_loop(again);
    builder.open_dispatch(None);
    for block in cfg.blocks() {
        builder.arm([number(block)]);
        builder.run(block);
        let arms = cfg.successors(block);
        match arms.len() {
            0 => {
                builder.leave(block);
                continue;
            }
            1 => {}
            _ if cfg.exit(block) == Exit::Branch => builder.open_if(block, None),
            _ => builder.open_switch(block, None),
        }
        for (edge, &target) in cfg.edges(block).zip(arms) {
            if arms.len() > 1 {
                builder.arm([edge.slot]);
            }
            builder.take(edge);
            builder.store(number(target));
            builder.go_back(again);
        }
        if arms.len() > 1 {
            builder.close();
        }
    }
    builder.close();
    builder.close();
    builder.finish()
}
