//! The state machine: one loop, one label, one switch over all blocks.
//!
//! *Needs:* any graph.
//! *Gives:* a program in which every jump stores the number of its target and repeats the loop.
//! *Cost:* O(V + E log k), where k is the largest number of arms of a block; the program is three
//! brackets deep.
//! *Source:* the folk theorem of [BohmJacopini66], in the form to which the compilers of [Zakai11]
//! fall back.
//! *Limits:* it is the baseline for every other algorithm: each jump costs a store, a load and an
//! indirect branch, and engines no longer recognise the loops.
//!
//! ```text
//! before: a -> b | c; b -> a; c -> return
//! after:  label = 0
//!         l0: loop { switch label {
//!             case 0: a; if a { label = 1; continue l0 } else { label = 2; continue l0 }
//!             case 1: b; label = 0; continue l0
//!             case 2: c; leave } }
//! ```

use super::exits::{Exits, Way};
use super::part::{Out, Part, Place, Positions};
use super::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use crate::analysis::Order;
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, LabelId};
use crate::program::{Program, ProgramBuilder};

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "state-machine",
    about: "one loop around one switch over all blocks: the baseline",
    needs: Needs::Any,
    promises: Promises {
        no_label: NoLabel::Never,
        no_scope: false,
        jumps: Jumps::Any,
        no_flag: true,
        depth: Depth::AtMost(3),
        total: true,
        near_linear: true,
    },
    cost: "O(V + E log k)",
    source: "BohmJacopini66",
    run: |cfg, _| Ok(state_machine(cfg)),
};

/// Structures any graph as a loop around a switch. States are numbered in canonical order.
pub fn state_machine(cfg: &Cfg) -> Program {
    let order = Order::new(cfg);
    let mut positions = Positions::new(cfg);
    let part = Part::new(cfg, order.blocks(), &[], &mut positions);
    let mut builder = ProgramBuilder::new();
    write_machine(&mut builder, &part);
    builder.finish()
}

/// Structures a part of a graph. States are the positions in the part.
pub(super) fn write_machine(builder: &mut ProgramBuilder, part: &Part) {
    let again = builder.label();
    builder.store(0);
    builder.open_loop(again);
    builder.open_dispatch(None);
    let mut machine = Machine {
        part,
        again,
        builder,
    };
    let mut exits = Exits::default();
    for (state, place) in part.places() {
        let Place::Block(block) = place else { continue };
        machine.builder.arm([state]);
        machine.builder.run(block);
        exits.of(part.cfg, block, |_| None);
        machine.leave(block, &exits);
    }
    machine.builder.close();
    machine.builder.close();
}

struct Machine<'a> {
    part: &'a Part<'a>,
    again: LabelId,
    builder: &'a mut ProgramBuilder,
}

impl Machine<'_> {
    fn leave(&mut self, block: BlockId, exits: &Exits) {
        match *exits.ways() {
            [] => self.builder.leave(block),
            [way] => self.go(way),
            ref ways => {
                if self.part.cfg.exit(block) == Exit::Branch {
                    self.builder.open_if(block, None);
                } else {
                    self.builder.open_switch(block, None);
                }
                for &way in ways {
                    self.builder.arm(exits.slots(way));
                    self.go(way);
                }
                self.builder.close();
            }
        }
    }

    fn go(&mut self, way: Way) {
        self.builder.take(way.edge);
        let state = self.part.position(way.target);
        match self.part.place(state) {
            Place::Block(_) => {
                self.builder.store(state);
                self.builder.go_back(self.again);
            }
            Place::Out(Out::Next) => self.builder.go_past(self.again),
            Place::Out(out) => out.write(self.builder),
        }
    }
}
