//! A function over a random graph, with its phis.

use super::body::{Body, Truth};
use super::signatures::{Gives, RECORD, Takes, name, record};
use super::types::Scalar::Int;
use super::types::{CELLS, Ty, pick};
use crate::Rng;
use crate::random::{Knobs, graph};
use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, Exit, Id};

/// How many blocks a function has at most.
const BLOCKS: usize = 16;

/// What is known of a graph before code is written.
struct Plan {
    cfg: Cfg,
    order: Order,
    /// Whether control never gets to a block.
    dead: Vec<bool>,
    /// Whether control never takes an arm, block by block.
    never: Vec<Vec<bool>>,
    /// Whether a block counts down what is left to run: one in every cycle that can be taken does.
    counts: Vec<bool>,
}

impl Plan {
    fn any(rng: &mut Rng) -> Plan {
        let (cfg, order, dead) = loop {
            let knobs = Knobs::any(rng, BLOCKS);
            let cfg = graph(rng, &knobs);
            let order = Order::new(&cfg);
            let dead = dead(rng, &cfg, &order);
            // A graph may lead nowhere but to its unreachable blocks.
            if !dead[cfg.entry().index()] {
                break (cfg, order, dead);
            }
        };
        let back = |from: BlockId, to: BlockId| order.position(to) <= order.position(from);
        let mut never = Vec::new();
        let mut counts = vec![false; cfg.block_count()];
        for block in cfg.blocks() {
            let arms = cfg.successors(block);
            let mut own: Vec<bool> = arms.iter().map(|arm| dead[arm.index()]).collect();
            for (slot, &arm) in arms.iter().enumerate() {
                let others = (0..arms.len()).any(|other| other != slot && !own[other]);
                let percent = if back(block, arm) { 15 } else { 4 };
                own[slot] |= others && rng.chance(percent);
            }
            for (&arm, &never) in arms.iter().zip(&own) {
                let is_taken = !never && !dead[block.index()];
                counts[arm.index()] |= is_taken && back(block, arm);
            }
            never.push(own);
        }
        Plan {
            cfg,
            order,
            dead,
            never,
            counts,
        }
    }

    /// The block that a block's values are behind, if any.
    fn immediate(&self, dominators: &Dominators, block: BlockId) -> Option<BlockId> {
        self.order.position(block)?;
        dominators.immediate(block)
    }
}

/// Blocks that control never gets to: some, those that say so, and those that only lead there.
fn dead(rng: &mut Rng, cfg: &Cfg, order: &Order) -> Vec<bool> {
    let percent = [0, 2, 10][rng.below(3)];
    let is_first =
        |block: BlockId| cfg.exit(block) == Exit::Unreachable || order.position(block).is_none();
    let mut dead: Vec<bool> = cfg
        .blocks()
        .map(|block| is_first(block) || rng.chance(percent))
        .collect();
    loop {
        let leads_there = |block: &BlockId| {
            let arms = cfg.successors(*block);
            !dead[block.index()] && !arms.is_empty() && arms.iter().all(|arm| dead[arm.index()])
        };
        let Some(next) = cfg.blocks().find(leads_there) else {
            return dead;
        };
        dead[next.index()] = true;
    }
}

/// A block that has been written.
#[derive(Clone, Default)]
struct Written {
    /// Its phis, whose operands are known last.
    phis: Vec<(String, Ty)>,
    lines: String,
    /// The label of its last part.
    end: String,
    /// How many edges each arm is.
    edges: usize,
    /// The values that are defined at its end.
    seen: Vec<(String, Ty)>,
}

/// The text of a function.
pub(super) fn function(mut body: Body<'_>) -> String {
    let plan = Plan::any(body.rng);
    let signature = &body.signatures[body.number];
    for (index, &takes) in signature.parameters.iter().enumerate() {
        let name = format!("%p{index}");
        match takes {
            Takes::Value(ty, _) => body.seen.push((name, ty)),
            Takes::Record => body.places.extend(record(&name)),
        }
    }
    body.variables();
    let mut outs = Vec::new();
    body.line(&format!("%memory = alloca {RECORD}"));
    if let Gives::Record = signature.result {
        body.line(&format!("store {RECORD} zeroinitializer, ptr %result"));
        body.places.extend(record("%result"));
    }
    count_down(&mut body, &mut outs, "entry");
    body.line(&format!("br label %b{}", plan.cfg.entry().index()));
    let entry = Written {
        phis: Vec::new(),
        lines: core::mem::take(&mut body.lines),
        end: "entry.on".to_owned(),
        edges: 1,
        seen: body.seen.clone(),
    };
    let blocks = blocks(&mut body, &plan, &entry, &mut outs);
    let mut text = format!(
        "define {}{} {}({}) {}{{\nentry:\n{}",
        pick(body.rng, &["", "internal "]),
        signature.result_text(),
        name(body.number),
        signature.parameters_text(),
        pick(
            body.rng,
            &["", "", "", "noinline ", "noinline ", "alwaysinline "]
        ),
        entry.lines
    );
    // In the order of their numbers, which is random.
    for block in plan.cfg.blocks() {
        text += &format!("b{}:\n", block.index());
        text += &phis(&mut body, &plan, &entry, &blocks, block);
        text += &blocks[block.index()].lines;
    }
    text + &out(signature.result, &outs) + "}\n"
}

/// Writes all blocks, each behind the ones that its values come from.
fn blocks(
    body: &mut Body<'_>,
    plan: &Plan,
    entry: &Written,
    outs: &mut Vec<(String, String)>,
) -> Vec<Written> {
    let dominators = Dominators::new(&plan.cfg, &plan.order);
    let mut blocks = vec![Written::default(); plan.cfg.block_count()];
    let apart = plan.cfg.blocks();
    let apart = apart.filter(|&block| plan.order.position(block).is_none());
    for block in plan.order.blocks().iter().copied().chain(apart) {
        let above = plan.immediate(&dominators, block);
        body.seen = match above {
            Some(above) => blocks[above.index()].seen.clone(),
            None => entry.seen.clone(),
        };
        blocks[block.index()] = one_block(body, plan, block, outs);
    }
    blocks
}

fn one_block(
    body: &mut Body<'_>,
    plan: &Plan,
    block: BlockId,
    outs: &mut Vec<(String, String)>,
) -> Written {
    let mut end = format!("b{}", block.index());
    let has_phis = plan
        .cfg
        .blocks()
        .any(|from| plan.cfg.successors(from).contains(&block));
    let mut phis = Vec::new();
    for _ in 0..body.rng.below(4) {
        if !has_phis {
            break;
        }
        let ty = match body.any() {
            Ty::Pointer(scalar) if !CELLS.contains(&scalar) => Ty::any(body.rng),
            ty => ty,
        };
        phis.push((body.fresh(), ty));
    }
    body.seen.extend(phis.iter().cloned());
    if plan.counts[block.index()] {
        count_down(body, outs, &end);
        end += ".on";
    }
    let is_empty = body.rng.chance(25);
    for _ in 0..body.rng.below(7) {
        if !is_empty {
            body.operation();
        }
    }
    if plan.dead[block.index()] && body.rng.chance(20) {
        dead_operation(body);
    }
    let edges = terminator(body, plan, block);
    Written {
        phis,
        lines: core::mem::take(&mut body.lines),
        end,
        edges,
        seen: body.seen.clone(),
    }
}

/// Something that control must never get to.
fn dead_operation(body: &mut Body<'_>) {
    let zero = body.zero();
    let text = match body.rng.below(5) {
        4 => return body.line("store i8 1, ptr @kinds"),
        0 => "udiv i32 5, 0".to_owned(),
        1 => format!("srem i64 {}, 0", body.of(Ty::Scalar(Int(64)))),
        2 => "load volatile i32, ptr null".to_owned(),
        _ => format!("sdiv i32 {zero}, {zero}"),
    };
    body.temporary(&text);
}

/// Counts down what is left to run, and leaves the function when that is nothing.
fn count_down(body: &mut Body<'_>, outs: &mut Vec<(String, String)>, label: &str) {
    let left = body.temporary("load i32, ptr @fuel");
    let less = body.temporary(&format!("add i32 {left}, -1"));
    body.line(&format!("store i32 {less}, ptr @fuel"));
    let is_out = body.temporary(&format!("icmp slt i32 {less}, 0"));
    let value = match body.signatures[body.number].result {
        Gives::Value(ty, _) => body.operand(ty),
        Gives::Nothing | Gives::Record => String::new(),
    };
    outs.push((label.to_owned(), value));
    body.line(&format!("br i1 {is_out}, label %out, label %{label}.on"));
    body.lines += &format!("{label}.on:\n");
}

/// Where a function is left that has nothing left to run.
fn out(result: Gives, outs: &[(String, String)]) -> String {
    let Gives::Value(ty, _) = result else {
        return "out:\n  ret void\n".to_owned();
    };
    let ty = ty.text();
    let values: Vec<String> = outs
        .iter()
        .map(|(label, value)| format!("[ {value}, %{label} ]"))
        .collect();
    format!(
        "out:\n  %last = phi {ty} {}\n  ret {ty} %last\n",
        values.join(", ")
    )
}

/// The phis of a block, with a value for each edge: one for all edges of a block.
fn phis(
    body: &mut Body<'_>,
    plan: &Plan,
    entry: &Written,
    blocks: &[Written],
    block: BlockId,
) -> String {
    let mut text = String::new();
    for (name, ty) in &blocks[block.index()].phis {
        let mut values = Vec::new();
        if block == plan.cfg.entry() {
            values.push(incoming(body, entry, *ty));
        }
        for from in plan.cfg.blocks() {
            let slots: Vec<usize> = (0..plan.cfg.successors(from).len())
                .filter(|&slot| plan.cfg.successors(from)[slot] == block)
                .collect();
            let is_never = slots.iter().all(|&slot| plan.never[from.index()][slot]);
            let is_dead = is_never || plan.dead[from.index()];
            let value = match is_dead && body.rng.chance(30) {
                true => {
                    let any = pick(body.rng, &["poison", "undef"]);
                    format!("[ {any}, %{} ]", blocks[from.index()].end)
                }
                false => incoming(body, &blocks[from.index()], *ty),
            };
            let edges = slots.len() * blocks[from.index()].edges;
            values.extend((0..edges).map(|_| value.clone()));
        }
        text += &format!("  {name} = phi {} {}\n", ty.text(), values.join(", "));
    }
    text
}

fn incoming(body: &mut Body<'_>, from: &Written, ty: Ty) -> String {
    body.seen.clone_from(&from.seen);
    let value = match body.rng.chance(30) && !matches!(ty, Ty::Pointer(_)) {
        true => ty.constant(body.rng),
        false => body.operand(ty),
    };
    format!("[ {value}, %{} ]", from.end)
}

/// Writes the end of a block; gives how many edges each of its arms is.
fn terminator(body: &mut Body<'_>, plan: &Plan, block: BlockId) -> usize {
    let arms: Vec<String> = plan
        .cfg
        .successors(block)
        .iter()
        .map(|arm| format!("label %b{}", arm.index()))
        .collect();
    let is_dead = plan.dead[block.index()];
    // Where control never gets to, it may go anywhere.
    let live: Vec<usize> = (0..arms.len())
        .filter(|&slot| is_dead || !plan.never[block.index()][slot])
        .collect();
    match plan.cfg.exit(block) {
        Exit::Unreachable => unreachable_end(body),
        Exit::Return if is_dead && body.rng.chance(60) => unreachable_end(body),
        Exit::Return => returns(body),
        Exit::Jump if body.rng.chance(5) => {
            let condition = body.condition();
            let arm = &arms[0];
            body.line(&format!("br i1 {condition}, {arm}, {arm}"));
            return 2;
        }
        Exit::Jump => body.line(&format!("br {}", arms[0])),
        Exit::Branch | Exit::Switch if body.rng.chance(5) => indirect(body, &arms, &live),
        Exit::Branch => {
            let condition = match live[..] {
                [0] => body.always(Truth::True),
                [1] => body.always(Truth::False),
                _ => body.condition(),
            };
            body.line(&format!("br i1 {condition}, {}, {}", arms[0], arms[1]));
        }
        Exit::Switch => switch(body, &arms, &live),
    }
    1
}

fn unreachable_end(body: &mut Body<'_>) {
    match body.rng.below(5) {
        0 => {
            body.declared.insert("declare void @llvm.trap()".to_owned());
            body.line("call void @llvm.trap()");
        }
        1 => {
            body.declared
                .insert("declare void @llvm.ubsantrap(i8)".to_owned());
            body.line("call void @llvm.ubsantrap(i8 3)");
        }
        2 => body.line("call void @stop()"),
        _ => {}
    }
    body.line("unreachable");
}

fn returns(body: &mut Body<'_>) {
    match body.signatures[body.number].result {
        Gives::Nothing | Gives::Record => body.line("ret void"),
        Gives::Value(ty, _) => {
            let value = body.of(ty);
            body.line(&format!("ret {} {value}", ty.text()));
        }
    }
}

/// A jump to an address that is chosen among those of the arms that may be taken.
fn indirect(body: &mut Body<'_>, arms: &[String], live: &[usize]) {
    let number = body.number;
    let address = |slot: usize| {
        let block = arms[slot].trim_start_matches("label ");
        format!("blockaddress({}, {block})", name(number))
    };
    let [one, other] = [0; 2].map(|_| live[body.rng.below(live.len())]);
    let condition = body.condition();
    let (one, other) = (address(one), address(other));
    let target = body.temporary(&format!("select i1 {condition}, ptr {one}, ptr {other}"));
    body.line(&format!("indirectbr ptr {target}, [{}]", arms.join(", ")));
}

/// A switch, whose last arm is the default.
fn switch(body: &mut Body<'_>, arms: &[String], live: &[usize]) {
    let cases = arms.len() - 1;
    let widths = [32, 32, 64, 16, 128, 65, 8, 7];
    // All numbers below have to fit.
    let fitting = if cases > 8 { 6 } else { widths.len() };
    let width = widths[body.rng.below(fitting)];
    let ty = Ty::Scalar(Int(width));
    let step = [1, 1, 1, 2, 5][body.rng.below(5)];
    let first = body.rng.below(3) as i128 - body.rng.below(2) as i128 * 2;
    let value = |slot: usize| match slot == cases {
        true => first + step * cases as i128 + 1,
        false => first + step * slot as i128,
    };
    let text = ty.text();
    let all_live = live.len() == arms.len();
    let selector = match body.rng.below(5) {
        0 if all_live => body.of(ty),
        1 if all_live => {
            let any = body.of(ty);
            let low = body.temporary(&format!("and {text} {any}, 7"));
            body.temporary(&format!("add {text} {low}, {}", first - 1))
        }
        2 => value(live[body.rng.below(live.len())]).to_string(),
        _ => {
            let mut selector = value(live[body.rng.below(live.len())]).to_string();
            for _ in 0..1 + body.rng.below(2) {
                let other = value(live[body.rng.below(live.len())]);
                let condition = body.condition();
                let chosen = format!("select i1 {condition}, {text} {other}, {text} {selector}");
                selector = body.temporary(&chosen);
            }
            selector
        }
    };
    let listed: Vec<String> = (0..cases)
        .map(|slot| format!("{text} {}, {}", value(slot), arms[slot]))
        .collect();
    let default = &arms[cases];
    body.line(&format!(
        "switch {text} {selector}, {default} [ {} ]",
        listed.join("  ")
    ));
}
