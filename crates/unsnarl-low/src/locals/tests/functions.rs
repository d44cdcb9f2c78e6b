//! Random functions of the machine: any graph, and any order of the blocks that begins with the
//! entry and has each block after its dominators.

use crate::op::int::IntBinary;
use crate::op::memory::{Address, Load, Store};
use crate::{Effect, Exit, Function, Number, Op, Reg, Signature, Source, Type, Width};
use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg};
use unsnarl_testkit::random::{self, Knobs, Rng};

const TYPES: [Type; 2] = [Type::I32, Type::I64];

struct Builder<'a> {
    rng: &'a mut Rng,
    cfg: Cfg,
    dominators: Dominators,
    function: Function,
    /// With the block that defines each; none for the parameters of the function.
    defined: Vec<(Option<BlockId>, Reg)>,
}

/// A random function of up to thirty blocks.
pub(super) fn function(rng: &mut Rng) -> Function {
    let knobs = Knobs::any(rng, 30);
    let cfg = random::graph(rng, &knobs);
    let order = Order::new(&cfg);
    let dominators = Dominators::new(&cfg, &order);
    let line = match rng.chance(50) {
        true => order.blocks().to_vec(),
        false => after_dominators(rng, order.blocks(), &dominators),
    };
    let signature = Signature {
        parameters: (0..rng.below(3)).map(|_| TYPES[rng.below(2)]).collect(),
        results: Vec::new(),
    };
    let mut builder = Builder {
        function: Function::new(signature, cfg.block_count()),
        rng,
        cfg,
        dominators,
        defined: Vec::new(),
    };
    builder.parameters(&line);
    for &block in &line {
        builder.block(block);
    }
    for &block in &line {
        builder.edges(block);
    }
    builder.function
}

/// The blocks in a random order, each after its immediate dominator.
fn after_dominators(rng: &mut Rng, blocks: &[BlockId], dominators: &Dominators) -> Vec<BlockId> {
    let mut line = vec![blocks[0]];
    let mut rest = blocks[1..].to_vec();
    while !rest.is_empty() {
        let next = rng.below(rest.len());
        if dominators
            .immediate(rest[next])
            .is_none_or(|above| line.contains(&above))
        {
            line.push(rest.swap_remove(next));
        }
    }
    line
}

impl Builder<'_> {
    fn parameters(&mut self, line: &[BlockId]) {
        for (number, ty) in (0..).zip(self.function.signature.parameters.clone()) {
            let reg = self.function.add_reg(ty, Source::Parameter(number));
            self.defined.push((None, reg));
        }
        for &block in &line[1..] {
            for _ in 0..self.rng.below(3) {
                let reg = self.function.add_parameter(block, TYPES[self.rng.below(2)]);
                self.defined.push((Some(block), reg));
            }
        }
    }

    fn block(&mut self, block: BlockId) {
        self.function.start(block);
        let address = Address::default();
        for _ in 0..self.rng.below(5) {
            let ty = TYPES[self.rng.below(2)];
            let base = self.any(block, Type::I32);
            let value = self.any(block, ty);
            let (op, effect, operands) = match self.rng.below(4) {
                0 => (Op::Load(Load::Whole(ty), address), Effect::Any, vec![base]),
                1 => (Op::Load(Load::Whole(ty), address), Effect::Read, vec![base]),
                2 => (
                    Op::Store(Store::Whole(ty), address),
                    Effect::Write,
                    vec![base, value],
                ),
                _ => {
                    let width = if ty == Type::I32 {
                        Width::W32
                    } else {
                        Width::W64
                    };
                    let other = self.any(block, ty);
                    let op = Op::IntBinary(width, IntBinary::Add);
                    (op, Effect::Pure, vec![value, other])
                }
            };
            let results: &[Type] = if effect == Effect::Write { &[] } else { &[ty] };
            let results = self.function.push(op, effect, &operands, results);
            self.defined
                .extend(results.into_iter().map(|reg| (Some(block), reg)));
        }
        let arms = self.cfg.successors(block).len();
        let condition = self.any(block, Type::I32);
        match arms {
            0 => self.function.finish(Exit::Return, &[]),
            1 => self.function.finish(Exit::Jump, &[]),
            2 => self.function.finish(Exit::Branch, &[condition]),
            _ => {
                let values = (1..arms as i64).collect();
                self.function.finish(Exit::Switch(values), &[condition]);
            }
        }
    }

    fn edges(&mut self, from: BlockId) {
        for to in self.cfg.successors(from).to_vec() {
            let parameters = self.function.block(to).parameters.clone();
            let own = parameters.iter().map(|&reg| self.function.ty(reg));
            let types: Vec<Type> = own.collect();
            let arguments: Vec<Reg> = types.iter().map(|&ty| self.any(from, ty)).collect();
            self.function.add_edge(from, to, &arguments);
        }
    }

    /// A register of a type that is defined wherever a block is left, or a constant.
    fn any(&mut self, block: BlockId, ty: Type) -> Reg {
        let reaches =
            |from: &Option<BlockId>| from.is_none_or(|from| self.dominators.dominates(from, block));
        let defined = self.defined.iter();
        let usable: Vec<Reg> = defined
            .filter(|(from, reg)| reaches(from) && self.function.ty(*reg) == ty)
            .map(|&(_, reg)| reg)
            .collect();
        if usable.is_empty() || self.rng.chance(10) {
            let zero = Number::zero(ty).expect("a type of numbers");
            return self.function.number(zero);
        }
        usable[self.rng.below(usable.len())]
    }
}
