//! Random functions of the machine.
//!
//! *Gives:* the text of [`a module`](module): a function `@f` over a random graph, with loops of
//! any kind, and `@again`, which calls it with a depth that is one less.
//! *Cost:* linear in blocks and edges but for the registers that a block can choose from.
//!
//! Every block but the entry tells the host `@tick` where it is and what a register holds, so that
//! the ticks of two functions that do the same are the same, and the host can end what does not end
//! by itself. [`run`] does so. `@throw` of the host returns, or throws `@tag0`, `@tag1` or `@tag2`.
//! Memory, the frame and the global `@g` are read and written.

pub mod mutants;
pub mod nests;
pub mod run;

use std::fmt::Write as _;

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, Exit, Id};

use crate::Rng;
use crate::random::{Knobs, graph};

/// What a random function looks like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The most blocks besides the entry.
    pub blocks: usize,
    /// The most instructions of a block, besides the tick.
    pub insts: usize,
}

/// Makes a module.
pub fn module(rng: &mut Rng, shape: Shape) -> String {
    let mut knobs = Knobs::any(rng, shape.blocks);
    knobs.unreachable = 0;
    let cfg = graph(rng, &knobs);
    let mut writer = Writer {
        rng,
        shape,
        cfg: &cfg,
        text: String::from(AGAIN),
        parameters: Vec::new(),
        regs: vec![Vec::new(); cfg.block_count()],
        made: 0,
    };
    writer.function();
    writer.text
}

/// How many tags the exceptions of the host have.
const TAGS: usize = 3;

const AGAIN: &str = "func @again(%depth: i32, %x: i32, %y: i64) -> i32, i64 {
b0:
  br %depth, b1, b2
b1:
  %less = i32.sub %depth, i32 1
  return_call @f(%less, %x, %y)
b2:
  return %x, %y
}

func @f(%depth: i32, %x: i32, %y: i64) -> i32, i64 {
  frame 64 align 16
b0:
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    I32,
    I64,
}

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::I32 => "i32",
            Ty::I64 => "i64",
        }
    }
}

/// Stores of an `i32`, and how many bytes they write.
const STORES: [(&str, usize); 3] = [("i32.store8", 1), ("i32.store16", 2), ("i32.store", 4)];

/// Loads, and what extends what they make, with the types of both.
const EXTENSIONS: [[(&str, Ty); 2]; 8] = [
    [("i32.load8_u", Ty::I32), ("i32.extend8_s", Ty::I32)],
    [("i32.load16_u", Ty::I32), ("i32.extend16_s", Ty::I32)],
    [("i32.load", Ty::I32), ("i64.extend_i32_s", Ty::I64)],
    [("i32.load", Ty::I32), ("i64.extend_i32_u", Ty::I64)],
    [("i32.load8_s", Ty::I32), ("i64.extend_i32_s", Ty::I64)],
    [("i32.load8_s", Ty::I32), ("i64.extend_i32_u", Ty::I64)],
    [("i32.load16_u", Ty::I32), ("i64.extend_i32_s", Ty::I64)],
    [("i64.load32_u", Ty::I64), ("i64.extend32_s", Ty::I64)],
];

/// Loads and stores of as many bytes, with the type of what is between them unless it is a float.
type Copies = [(&'static str, &'static str, Option<Ty>)];

/// How bytes are copied, by how many at once.
const COPIES: [(usize, &Copies); 4] = [
    (
        1,
        &[
            ("i32.load8_u", "i32.store8", Some(Ty::I32)),
            ("i64.load8_s", "i64.store8", Some(Ty::I64)),
        ],
    ),
    (
        2,
        &[
            ("i32.load16_s", "i32.store16", Some(Ty::I32)),
            ("i64.load16_u", "i64.store16", Some(Ty::I64)),
        ],
    ),
    (
        4,
        &[
            ("i32.load", "i32.store", Some(Ty::I32)),
            ("i64.load32_u", "i64.store32", Some(Ty::I64)),
            ("f32.load", "f32.store", None),
        ],
    ),
    (
        8,
        &[
            ("i64.load", "i64.store", Some(Ty::I64)),
            ("f64.load", "f64.store", None),
        ],
    ),
];

struct Writer<'a> {
    rng: &'a mut Rng,
    shape: Shape,
    cfg: &'a Cfg,
    text: String,
    /// By block: the types of its parameters, the first of which is an `i32`.
    parameters: Vec<Vec<Ty>>,
    /// By block: the registers that can be read at its end.
    regs: Vec<Vec<(String, Ty)>>,
    /// How many registers have names.
    made: usize,
}

impl Writer<'_> {
    fn function(&mut self) {
        for _ in 0..self.cfg.block_count() {
            let more = self.rng.below(3);
            let mut types = vec![Ty::I32];
            types.extend((0..more).map(|_| self.ty()));
            self.parameters.push(types);
        }
        let order = Order::new(self.cfg);
        let dominators = Dominators::new(self.cfg, &order);
        let start = vec![
            (String::from("%depth"), Ty::I32),
            (String::from("%x"), Ty::I32),
            (String::from("%y"), Ty::I64),
        ];
        let edge = self.edge(self.cfg.entry(), &start, 0);
        self.line(&format!("jump {edge}"));
        for &block in order.blocks() {
            let above = dominators.immediate(block);
            let known = above.map_or(start.clone(), |above| self.regs[above.index()].clone());
            self.block(block, known);
        }
        self.text.push_str("}\n");
    }

    fn block(&mut self, block: BlockId, mut regs: Vec<(String, Ty)>) {
        let types = self.parameters[block.index()].clone();
        let parameters: Vec<(String, Ty)> = types.into_iter().map(|ty| (self.name(), ty)).collect();
        let written: Vec<String> = parameters
            .iter()
            .map(|(name, ty)| format!("{name}: {}", ty.name()))
            .collect();
        let written = written.join(", ");
        let _ = writeln!(self.text, "b{}({written}):", block.index() + 1);
        regs.extend(parameters);
        let told = self.pick(&regs, Ty::I32);
        self.line(&format!("call @tick(i32 {}, {told})", block.index()));
        for _ in 0..self.rng.below(self.shape.insts + 1) {
            self.inst(&mut regs);
        }
        self.exit(block, &regs);
        self.regs[block.index()] = regs;
    }

    fn inst(&mut self, regs: &mut Vec<(String, Ty)>) {
        let ty = self.ty();
        let name = ty.name();
        let [a, b] = [self.pick(regs, ty), self.pick(regs, ty)];
        let offset = 8 * self.rng.below(8);
        let made = self.name();
        let mut result = Some(ty);
        let line = match self.rng.below(20) {
            0 => format!("{made} = {name}.load frame+{offset}"),
            1 => {
                result = None;
                format!("{name}.store frame+{offset}, {a}")
            }
            2 => {
                let base = self.pick(regs, Ty::I32);
                let at = self.name();
                self.line(&format!("{at} = i32.and {base}, i32 1016"));
                format!("{made} = {name}.load offset={offset} {at}")
            }
            3 => {
                let base = self.pick(regs, Ty::I32);
                let at = self.name();
                self.line(&format!("{at} = i32.and {base}, i32 1016"));
                result = None;
                format!("{name}.store offset={offset} {at}, {a}")
            }
            4 => {
                result = Some(Ty::I32);
                format!("{made} = global.get @g i32")
            }
            5 => {
                let value = self.pick(regs, Ty::I32);
                result = None;
                format!("global.set @g i32 {value}")
            }
            6 if self.rng.chance(30) => {
                let [x, y] = [self.pick(regs, Ty::I32), self.pick(regs, Ty::I64)];
                let second = self.name();
                let line = format!("{made}: i32, {second}: i64 = call @again(%depth, {x}, {y})");
                regs.push((second, Ty::I64));
                result = Some(Ty::I32);
                line
            }
            7 if self.rng.chance(20) => {
                let value = self.pick(regs, Ty::I32);
                result = Some(Ty::I32);
                format!("{made}: i32 = call @throw({value})")
            }
            8 if self.rng.chance(20) => format!("{made} = {name}.div_s {a}, {b} !observable"),
            9 => {
                result = Some(Ty::I32);
                format!("{made} = {name}.lt_s {a}, {b}")
            }
            10 => format!(
                "{made} = {name}.xor {a}, {name} {}",
                self.rng.below(1 << 20)
            ),
            16 => {
                result = None;
                self.constants(regs)
            }
            17 => {
                let base = self.pick(regs, Ty::I32);
                let at = self.name();
                self.line(&format!("{at} = i32.and {base}, i32 1016"));
                let loaded = self.name();
                let [(load, from), (extension, to)] = EXTENSIONS[self.rng.below(EXTENSIONS.len())];
                let traps = if self.rng.chance(10) {
                    " !observable"
                } else {
                    ""
                };
                self.line(&format!("{loaded} = {load} {at}{traps}"));
                if self.rng.chance(20) {
                    regs.push((loaded.clone(), from));
                }
                result = Some(to);
                format!("{made} = {extension} {loaded}")
            }
            18 => {
                result = None;
                self.copies(regs)
            }
            19 => {
                let twice = self.name();
                self.line(&format!("{twice} = {name}.mul {a}, {b}"));
                regs.push((twice, ty));
                format!("{made} = {name}.mul {a}, {b}")
            }
            other => {
                let op = ["add", "sub", "mul", "and", "xor"][other % 5];
                format!("{made} = {name}.{op} {a}, {b}")
            }
        };
        self.line(&line);
        regs.extend(result.map(|ty| (made, ty)));
    }

    /// Stores constants next to each other, up or down; gives the last store.
    fn constants(&mut self, regs: &[(String, Ty)]) -> String {
        let base = self.pick(regs, Ty::I32);
        let is_frame = self.rng.chance(50);
        let at = self.name();
        self.line(&format!("{at} = i32.and {base}, i32 1016"));
        let (store, size) = STORES[self.rng.below(STORES.len())];
        let start = 8 * self.rng.below(4);
        let traps = if self.rng.chance(10) {
            " !observable"
        } else {
            ""
        };
        let mut lines: Vec<String> = (0..2 + self.rng.below(3))
            .map(|number| {
                let offset = start + number * size;
                let place = match is_frame {
                    true => format!("frame+{offset}"),
                    false => format!("offset={offset} {at}"),
                };
                format!("{store} {place}, i32 {}{traps}", self.rng.below(1000))
            })
            .collect();
        if self.rng.chance(50) {
            lines.reverse();
        }
        let last = lines.pop().expect("there are two or more");
        lines.iter().for_each(|line| self.line(line));
        last
    }

    /// Copies bytes next to each other, one after the other or all at once; gives the last store.
    fn copies(&mut self, regs: &mut Vec<(String, Ty)>) -> String {
        let (size, kinds) = COPIES[self.rng.below(COPIES.len())];
        let places = [(); 2].map(|()| {
            let base = self.pick(regs, Ty::I32);
            let is_frame = self.rng.chance(40);
            let at = self.name();
            self.line(&format!("{at} = i32.and {base}, i32 1016"));
            let start = self.rng.below(2) * size;
            move |number: usize| {
                let offset = start + number * size;
                match is_frame {
                    true => format!("frame+{offset}"),
                    false => format!("offset={offset} {at}"),
                }
            }
        });
        let [from, to] = places;
        let mut loads = Vec::new();
        let mut stores = Vec::new();
        for number in 0..2 + self.rng.below(4) {
            let (load, store, ty) = kinds[self.rng.below(kinds.len())];
            let loaded = self.name();
            let traps = if self.rng.chance(4) {
                " !observable"
            } else {
                ""
            };
            loads.push(format!("{loaded} = {load} {}{traps}", from(number)));
            let skipped = usize::from(self.rng.chance(4));
            stores.push(format!("{store} {}, {loaded}", to(number + skipped)));
            if let Some(ty) = ty.filter(|_| self.rng.chance(8)) {
                regs.push((loaded, ty));
            }
        }
        let is_in_turn = self.rng.chance(20);
        for lines in [&mut loads, &mut stores] {
            if self.rng.chance(30) && !is_in_turn {
                lines.reverse();
            }
        }
        let mut lines: Vec<String> = match is_in_turn {
            true => loads
                .into_iter()
                .zip(stores)
                .flat_map(|(load, store)| [load, store])
                .collect(),
            false => loads.into_iter().chain(stores).collect(),
        };
        let last = lines.pop().expect("there are two or more");
        lines.iter().for_each(|line| self.line(line));
        last
    }

    fn exit(&mut self, block: BlockId, regs: &[(String, Ty)]) {
        let arms = self.cfg.successors(block).to_vec();
        let [x, y] = [self.pick(regs, Ty::I32), self.pick(regs, Ty::I64)];
        if arms.is_empty() {
            let line = match (self.cfg.exit(block), self.rng.below(4)) {
                (Exit::Unreachable, _) => String::from("unreachable"),
                (_, 0) => format!("return_call @again(%depth, {x}, {y})"),
                _ => format!("return {x}, {y}"),
            };
            return self.line(&line);
        }
        // One edge is for a return, one for all other exceptions.
        let calls = self.rng.chance(15) && arms.len() <= TAGS + 2;
        let is_switch = arms.len() > 2 || arms.len() == 2 && self.rng.chance(30);
        let last = arms.len() - 1;
        let mut edges = Vec::new();
        for (slot, &to) in arms.iter().enumerate() {
            let is_all = calls && slot > 0 && slot == last;
            let brought = usize::from(calls && !is_all);
            let edge = self.edge(to, regs, brought);
            edges.push(match (calls, slot) {
                (true, 0) => edge,
                (true, _) if is_all => format!("catch_all {edge}"),
                (true, _) => format!("catch @tag{} {edge}", slot - 1),
                (false, _) if is_switch && slot == last => format!("else {edge}"),
                (false, _) if is_switch => format!("{slot}: {edge}"),
                (false, _) => edge,
            });
        }
        let edges = edges.join(", ");
        let line = match (calls, is_switch, arms.len()) {
            (true, ..) => format!("try_call @throw({x}), {edges}"),
            (_, true, count) => {
                let value = self.name();
                self.line(&format!("{value} = i32.rem_u {x}, i32 {}", count + 1));
                format!("switch {value}, {edges}")
            }
            (.., 2) => {
                let bit = self.name();
                self.line(&format!("{bit} = i32.and {x}, i32 1"));
                format!("br {bit}, {edges}")
            }
            _ => format!("jump {edges}"),
        };
        self.line(&line);
    }

    /// An edge to a block, of whose parameters some are brought otherwise.
    fn edge(&mut self, to: BlockId, regs: &[(String, Ty)], brought: usize) -> String {
        let types = self.parameters[to.index()][brought..].to_vec();
        let arguments: Vec<String> = types.into_iter().map(|ty| self.pick(regs, ty)).collect();
        match arguments.is_empty() {
            true => format!("b{}", to.index() + 1),
            false => format!("b{}({})", to.index() + 1, arguments.join(", ")),
        }
    }

    /// A register of a type, or seldom a constant; of late registers rather than early ones.
    fn pick(&mut self, regs: &[(String, Ty)], ty: Ty) -> String {
        if self.rng.chance(10) {
            return format!("{} {}", ty.name(), self.rng.below(100));
        }
        let of_type: Vec<&String> = regs
            .iter()
            .filter(|&&(_, other)| other == ty)
            .map(|(name, _)| name)
            .collect();
        let recent = of_type
            .len()
            .min(if self.rng.chance(70) { 4 } else { usize::MAX });
        of_type[of_type.len() - 1 - self.rng.below(recent)].clone()
    }

    fn ty(&mut self) -> Ty {
        [Ty::I32, Ty::I64][self.rng.below(2)]
    }

    fn name(&mut self) -> String {
        self.made += 1;
        format!("%r{}", self.made)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }
}
