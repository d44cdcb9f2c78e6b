//! Random functions of the machine that are a nest of loops.
//!
//! *Gives:* the text of [`a module`](nest) with a function `@f`, to be [run](super::run) like other
//! random functions.
//! *Cost:* linear.
//!
//! What is in a loop reads what loops around it and the function make, its counters, and the frame;
//! a loop reads what the one in it makes. Loops are left to the next one, to one that is several
//! levels further out, and by a return. Some of the numbers pass in vectors.

use std::fmt::Write as _;

use crate::Rng;

/// Makes a module with so many loops, one in the other.
pub fn nest(rng: &mut Rng, levels: usize) -> String {
    let mut writer = Writer {
        rng,
        levels,
        text: String::from(
            "func @f(%depth: i32, %x: i32, %y: i64) -> i32, i64 {\n  frame 64 align 16\nb0:\n  \
             %a = i32.add %x, i32 7\n  %s = i32x4.splat %a\n  jump b1(%a, %y)\n",
        ),
        returns: Vec::new(),
    };
    for level in 0..levels {
        writer.header(level);
    }
    for level in (0..levels).rev() {
        writer.latch(level);
    }
    writer.end();
    writer.text
}

struct Writer<'a> {
    rng: &'a mut Rng,
    levels: usize,
    text: String,
    /// The levels at which a return leaves all loops.
    returns: Vec<usize>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("strings can be written to");
    }

    fn start(&mut self, block: usize, parameters: &str) {
        writeln!(self.text, "b{block}{parameters}:").expect("strings can be written to");
    }

    /// The block that ends the round of a loop.
    fn latch_of(&self, level: usize) -> usize {
        2 * self.levels - level
    }

    /// A value that the function or a loop around makes.
    fn outer(&mut self, level: usize) -> String {
        match self.rng.below(4) {
            0 => String::from("%a"),
            1 => String::from("%x"),
            _ if level == 0 => String::from("%depth"),
            _ => {
                let from = level.saturating_sub(4);
                format!("%w{}", from + self.rng.below(level - from))
            }
        }
    }

    fn header(&mut self, level: usize) {
        let outer = self.outer(level);
        self.start(1 + level, &format!("(%p{level}: i32, %q{level}: i64)"));
        self.line(&format!("call @tick(i32 {level}, %p{level})"));
        let factor = 2 * self.rng.below(9) + 3;
        self.line(&format!("%v{level} = i32.mul %p{level}, i32 {factor}"));
        self.line(&format!("%w{level} = i32.xor %v{level}, {outer}"));
        match self.rng.below(4) {
            0 => {
                let offset = 4 * (level % 16);
                self.line(&format!("i32.store frame+{offset}, %w{level}"));
            }
            1 => {
                self.line(&format!("%l{level} = i32x4.extract_lane 1 %s"));
                self.line(&format!("call @tick(i32 {}, %l{level})", 400 + level));
            }
            2 => {
                self.line(&format!("%k{level} = i32.and %w{level}, i32 -4"));
                self.line(&format!("%o{level}: i32 = call @throw(%k{level})"));
            }
            _ => {}
        }
        for _ in 0..self.rng.below(3) {
            self.line(&format!("call @tick(i32 {}, %w{level})", 100 + level));
        }
        let inner = match level + 1 == self.levels {
            true => format!("b{}(%w{level})", self.latch_of(level)),
            false => format!("b{}(%w{level}, %q{level})", 2 + level),
        };
        let far = match self.rng.below(6) {
            0 if level > 0 => {
                let to = level - 1 - self.rng.below(level.min(6));
                format!("b{}(%v{level})", self.latch_of(to))
            }
            1 => {
                self.returns.push(level);
                format!("b{}", 2 * self.levels + 1 + self.returns.len())
            }
            _ => return self.line(&format!("jump {inner}")),
        };
        self.line(&format!("%d{level} = i32.and %w{level}, i32 31"));
        self.line(&format!("br %d{level}, {inner}, {far}"));
    }

    fn latch(&mut self, level: usize) {
        self.start(self.latch_of(level), &format!("(%r{level}: i32)"));
        // All ways here pass the header of the loop inside.
        let inside = (level + 1).min(self.levels - 1);
        self.line(&format!("%m{level} = i32.add %r{level}, %w{inside}"));
        self.line(&format!("%t{level} = i64.add %q{level}, i64 3"));
        if self.rng.below(4) == 0 {
            let offset = 4 * self.rng.below(16);
            self.line(&format!("%n{level} = i32.load frame+{offset}"));
            self.line(&format!("call @tick(i32 {}, %n{level})", 300 + level));
        }
        self.line(&format!("call @tick(i32 {}, %m{level})", 200 + level));
        let mask = [1, 1, 3, 7][self.rng.below(4)];
        self.line(&format!("%c{level} = i32.and %m{level}, i32 {mask}"));
        let out = match level {
            0 => format!("b{}(%m0)", 2 * self.levels + 1),
            _ => format!("b{}(%m{level})", self.latch_of(level - 1)),
        };
        let header = 1 + level;
        self.line(&format!(
            "br %c{level}, {out}, b{header}(%m{level}, %t{level})"
        ));
    }

    fn end(&mut self) {
        let end = 2 * self.levels + 1;
        self.start(end, "(%e: i32)");
        self.line("%z = i64.add %y, %t0");
        self.line("return %e, %z");
        for (index, level) in std::mem::take(&mut self.returns).into_iter().enumerate() {
            self.start(end + 1 + index, "");
            self.line(&format!("return %w{level}, %q{level}"));
        }
        self.text.push_str("}\n");
    }
}
