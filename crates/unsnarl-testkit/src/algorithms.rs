//! The ways from a graph to a program that the tests run, and what each promises.
//!
//! *Needs:* any graph. *Gives:* [`ways`], every algorithm of the library, with and without a limit on depth;
//! [`Way::judge`], which asks that what one makes is right and as good as promised; and [`plain`], a state
//! machine of the testkit's own, so that the tests of the verifier do not rest on what it is to judge.

use crate::judge;
use unsnarl::reduce::Reducible;
use unsnarl::structure::{ALGORITHMS, Algorithm, MaxDepth, Refusal, Settings};
use unsnarl::{BlockId, Cfg, Exit, Id, Program, ProgramBuilder, measure};

/// An algorithm, and the depth that it is not to exceed.
#[derive(Clone, Copy)]
pub struct Way {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The limit, if there is one.
    pub max_depth: Option<MaxDepth>,
}

/// Walks every algorithm without a limit on depth, then with the lowest one. The first is the default.
pub fn ways() -> impl Iterator<Item = Way> {
    let lowest = (1..).find_map(|depth| MaxDepth::new(depth).ok());
    [None, lowest].into_iter().flat_map(|max_depth| {
        let keeping = move |algorithm: &&Algorithm| max_depth.is_none() || algorithm.keeps_depth;
        ALGORITHMS.iter().filter(keeping).map(move |algorithm| Way {
            algorithm,
            max_depth,
        })
    })
}

impl Way {
    /// Says what it is called in messages.
    pub fn name(&self) -> String {
        let within = self
            .max_depth
            .map(|depth| format!(" within {}", depth.get()));
        format!("{}{}", self.algorithm.name, within.unwrap_or_default())
    }

    /// Tells whether the algorithm and the proof of what it makes take near-linear time on every shape, so that both can
    /// be tried on large ones.
    pub fn is_near_linear(&self) -> bool {
        !["relooper", "guarded"].contains(&self.algorithm.name)
    }

    /// Makes the program of a graph, or says why there is none.
    pub fn try_structure(&self, cfg: &Cfg) -> Result<Program, Refusal> {
        let settings = Settings {
            max_depth: self.max_depth,
            ..Settings::default()
        };
        self.algorithm.structure(cfg, &settings)
    }

    /// Makes the program of a graph. Panics if the algorithm refuses, which only those may that have a budget.
    pub fn structure(&self, cfg: &Cfg) -> Program {
        let made = self.try_structure(cfg);
        made.unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name()))
    }

    /// Says what is wrong with what it makes of a graph: a broken proof, or a broken promise.
    pub fn judge(&self, cfg: &Cfg) -> Result<(), String> {
        let program = self.structure(cfg);
        let problem = judge(cfg, &program).and_then(|()| self.keeps_promises(cfg, &program));
        problem.map_err(|problem| format!("{}: {problem}", self.name()))
    }

    fn keeps_promises(&self, cfg: &Cfg, program: &Program) -> Result<(), String> {
        let measures = measure(program);
        if measures.copies > 0 {
            return Err(format!("{} blocks are copied", measures.copies));
        }
        if let Some(limit) = self.max_depth
            && measures.depth > limit.get() as usize
        {
            return Err(format!("the depth is {}", measures.depth));
        }
        let free = self.algorithm.name == "nested" && self.max_depth.is_none();
        if free && measures.label_stores > 0 && Reducible::test(cfg).is_ok() {
            return Err(format!("{} labels are stored", measures.label_stores));
        }
        Ok(())
    }
}

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
