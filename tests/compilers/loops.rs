//! Loops that make progress and loops that may go on for ever, in random graphs: C ends where the
//! IR ends, and only there.
//!
//! Random programs in C all end, and say of each loop what clang says of it. Here a loop is marked
//! as making progress or not, whatever loops are around it, and jumps lead out of loops, back to
//! them, and into the middle of them. All that is computed are three numbers below 8: whether a
//! call ends is decided by running it until it is where it was before with the same numbers.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::common::Scratch;
use crate::random::Rng;
use crate::{COMPILERS, check_output, write_people};
use unsnarl_testkit::random::first_case;

const FUNCTIONS: usize = 240;
/// How often each function is called.
const CALLS: usize = 6;
const VARIABLES: usize = 3;
/// How many of the calls that have no end are made: each takes some time.
const ENDLESS: usize = 60;

type Numbers = [u8; VARIABLES];

/// Computes one number of two, below 8.
struct Step {
    to: usize,
    from: usize,
    op: &'static str,
    by: By,
}

#[derive(Clone, Copy)]
enum By {
    Variable(usize),
    Constant(u8),
}

enum End {
    Return,
    Jump(usize),
    /// To the first block if the variable is below the number, else to the second.
    Branch(usize, u8, [usize; 2]),
}

struct Block {
    /// The loops that it was written in, the outermost first.
    loops: Vec<usize>,
    steps: Vec<Step>,
    end: End,
    /// The loop that its end repeats.
    repeats: Option<usize>,
}

/// A function of three numbers that returns what they are at its end.
struct Graph {
    blocks: Vec<Block>,
    /// Whether each loop is said to make progress.
    marked: Vec<bool>,
    /// Whether all that the function does is said to.
    all_marked: bool,
}

/// What a call does.
#[derive(Debug, PartialEq)]
enum Outcome {
    Returns(u32),
    /// It does nothing for ever, and may.
    Endless,
    /// It does nothing for ever, though a loop is said to make progress: anything may happen.
    Undefined,
}

impl Graph {
    fn run(&self, mut numbers: Numbers) -> Outcome {
        let mut at = 0;
        let mut first = HashMap::new();
        let mut path = Vec::new();
        loop {
            if let Some(start) = first.insert((at, numbers), path.len()) {
                let mut blocks = path[start..]
                    .iter()
                    .map(|&block: &usize| &self.blocks[block]);
                let is_marked = |&id: &usize| self.marked[id];
                let says_so = blocks.any(|block| block.loops.iter().any(is_marked));
                return match says_so || self.all_marked {
                    true => Outcome::Undefined,
                    false => Outcome::Endless,
                };
            }
            path.push(at);
            for step in &self.blocks[at].steps {
                let a = numbers[step.from];
                let b = match step.by {
                    By::Variable(variable) => numbers[variable],
                    By::Constant(number) => number,
                };
                let result = match step.op {
                    "add" => a.wrapping_add(b),
                    "mul" => a.wrapping_mul(b),
                    _ => a ^ b,
                };
                numbers[step.to] = result & 7;
            }
            at = match self.blocks[at].end {
                End::Return => {
                    let sum = numbers
                        .iter()
                        .rev()
                        .fold(0, |sum, &n| 8 * sum + u32::from(n));
                    return Outcome::Returns(sum);
                }
                End::Jump(to) => to,
                End::Branch(variable, number, to) => to[usize::from(numbers[variable] >= number)],
            };
        }
    }

    fn write(&self, number: usize, out: &mut String) {
        let attribute = if self.all_marked { " mustprogress" } else { "" };
        let _ = writeln!(
            out,
            "define i32 @f{number}(i32 %x0, i32 %x1, i32 %x2){attribute} {{\n  br label %b0"
        );
        let mut edges: Vec<Vec<usize>> = self.blocks.iter().map(|_| Vec::new()).collect();
        for (from, block) in self.blocks.iter().enumerate() {
            match block.end {
                End::Return => {}
                End::Jump(to) => edges[to].push(from),
                End::Branch(_, _, to) => to.iter().for_each(|&to| edges[to].push(from)),
            }
        }
        // The name of a variable at the end of a block.
        let at_end = |variable: usize, block: usize| {
            let of_it = |step: &&Step| step.to == variable;
            match self.blocks[block].steps.iter().filter(of_it).count() {
                0 => format!("%v{variable}.{block}"),
                count => format!("%v{variable}.{block}.{count}"),
            }
        };
        for (id, block) in self.blocks.iter().enumerate() {
            let _ = writeln!(out, "b{id}:");
            for variable in 0..VARIABLES {
                let _ = write!(out, "  %v{variable}.{id} = phi i32");
                let mut comma = "";
                if id == 0 {
                    let _ = write!(out, " [ %x{variable}, %0 ]");
                    comma = ",";
                }
                for &from in &edges[id] {
                    let value = at_end(variable, from);
                    let _ = write!(out, "{comma} [ {value}, %b{from} ]");
                    comma = ",";
                }
                out.push('\n');
            }
            let mut names: Vec<String> = (0..VARIABLES).map(|v| format!("%v{v}.{id}")).collect();
            let mut counts = [0; VARIABLES];
            for step in &block.steps {
                let by = match step.by {
                    By::Variable(variable) => names[variable].clone(),
                    By::Constant(number) => number.to_string(),
                };
                counts[step.to] += 1;
                let name = format!("%v{}.{id}.{}", step.to, counts[step.to]);
                let _ = writeln!(
                    out,
                    "  {name}.all = {} i32 {}, {by}\n  {name} = and i32 {name}.all, 7",
                    step.op, names[step.from]
                );
                names[step.to] = name;
            }
            match block.end {
                End::Return => {
                    let _ = writeln!(
                        out,
                        "  %high{id} = mul i32 {}, 64\n  %middle{id} = mul i32 {}, 8\n  \
                         %both{id} = add i32 %high{id}, %middle{id}\n  \
                         %sum{id} = add i32 %both{id}, {}\n  ret i32 %sum{id}",
                        names[2], names[1], names[0]
                    );
                }
                End::Jump(to) => {
                    let _ = write!(out, "  br label %b{to}");
                }
                End::Branch(variable, limit, [yes, no]) => {
                    let _ = write!(
                        out,
                        "  %c{id} = icmp ult i32 {}, {limit}\n  \
                         br i1 %c{id}, label %b{yes}, label %b{no}",
                        names[variable]
                    );
                }
            }
            if block.repeats.is_some_and(|id| self.marked[id]) {
                out.push_str(", !llvm.loop !{!{!\"llvm.loop.mustprogress\"}}");
            }
            out.push('\n');
        }
        out.push_str("}\n");
    }
}

/// Writes random graphs.
struct Writer {
    rng: Rng,
    graph: Graph,
    /// The block that is written.
    at: usize,
    /// Of each loop around it, the block that repeats it and the one behind it.
    around: Vec<(usize, usize)>,
    /// The loops around it.
    loops: Vec<usize>,
}

impl Writer {
    fn block(&mut self) -> usize {
        self.graph.blocks.push(Block {
            loops: self.loops.clone(),
            steps: Vec::new(),
            end: End::Return,
            repeats: None,
        });
        self.graph.blocks.len() - 1
    }

    fn branch(&mut self, to: [usize; 2]) -> End {
        End::Branch(self.rng.below(VARIABLES), self.rng.below(6) as u8 + 1, to)
    }

    fn end(&mut self, end: End, next: usize) {
        self.graph.blocks[self.at].end = end;
        self.at = next;
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.rng.below(3) {
            match self.rng.below(if depth < 3 { 6 } else { 3 }) {
                0 | 1 => {
                    let step = Step {
                        to: self.rng.below(VARIABLES),
                        from: self.rng.below(VARIABLES),
                        op: self.rng.pick(&["add", "add", "mul", "xor"]),
                        by: match self.rng.below(2) {
                            0 => By::Variable(self.rng.below(VARIABLES)),
                            _ => By::Constant(self.rng.below(7) as u8 + 1),
                        },
                    };
                    self.graph.blocks[self.at].steps.push(step);
                }
                // Out of a loop, or on to its next round.
                2 if self.around.is_empty() => {}
                2 => {
                    let (latch, after) = self.around[self.rng.below(self.around.len())];
                    let to = self.rng.pick(&[latch, after]);
                    let next = self.block();
                    let end = self.branch([to, next]);
                    self.end(end, next);
                }
                3 => {
                    let (one, other, after) = (self.block(), self.block(), self.block());
                    let end = self.branch([one, other]);
                    self.end(end, one);
                    self.statements(depth + 1);
                    self.end(End::Jump(after), other);
                    self.statements(depth + 1);
                    self.end(End::Jump(after), after);
                }
                _ => self.repeated(depth),
            }
        }
    }

    /// A loop that tests first, last, or only where jumps leave it.
    fn repeated(&mut self, depth: usize) {
        let after = self.block();
        let id = self.graph.marked.len();
        self.graph.marked.push(self.rng.below(2) == 0);
        self.loops.push(id);
        let (header, latch) = (self.block(), self.block());
        self.around.push((latch, after));
        self.end(End::Jump(header), header);
        let form = self.rng.below(3);
        if form == 0 {
            let body = self.block();
            let end = self.branch([body, after]);
            self.end(end, body);
        }
        self.statements(depth + 1);
        self.end(End::Jump(latch), latch);
        let end = match form {
            1 => self.branch([header, after]),
            _ => End::Jump(header),
        };
        self.graph.blocks[latch].repeats = Some(id);
        self.end(end, after);
        self.around.pop();
        self.loops.pop();
    }

    /// Lets some branches lead anywhere.
    fn tangle(&mut self) {
        let count = self.graph.blocks.len();
        for _ in 0..self.rng.below(4) {
            let (from, side, to) = (
                self.rng.below(count),
                self.rng.below(2),
                self.rng.below(count),
            );
            let block = &mut self.graph.blocks[from];
            if let (None, End::Branch(_, _, targets)) = (block.repeats, &mut block.end) {
                targets[side] = to;
            }
        }
    }
}

fn graph(seed: usize) -> Graph {
    let mut writer = Writer {
        rng: Rng(seed as u64 + 1 + first_case()),
        graph: Graph {
            blocks: Vec::new(),
            marked: Vec::new(),
            all_marked: seed.is_multiple_of(6),
        },
        at: 0,
        around: Vec::new(),
        loops: Vec::new(),
    };
    writer.block();
    writer.repeated(0);
    writer.statements(0);
    writer.tangle();
    writer.graph
}

/// Makes a call until it ends, or has done nothing for some hundredths of a second.
const CALL: &str = "#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static sigjmp_buf back;
static void alarmed(int number) {
  (void)number;
  siglongjmp(back, 1);
}
static void begin(void) {
  struct sigaction action = { 0 };
  action.sa_handler = alarmed;
  sigaction(SIGVTALRM, &action, NULL);
}
static void set(long microseconds) {
  struct itimerval time = { { 0, 0 }, { 0, microseconds } };
  setitimer(ITIMER_VIRTUAL, &time, NULL);
}
static void call(const char *name, unsigned (*f)(unsigned, unsigned, unsigned), unsigned a,
                 unsigned b, unsigned c) {
  printf(\"%s %u %u %u: \", name, a, b, c);
  if (sigsetjmp(back, 1) == 0) {
    set(20000);
    unsigned result = f(a, b, c);
    set(0);
    printf(\"%u\\n\", result);
  } else {
    printf(\"endless\\n\");
  }
}
";

#[test]
fn loops_end_where_those_of_the_ir_end() {
    let scratch = Scratch::new("loops");
    let (mut functions, mut due) = (String::new(), String::new());
    let (mut declared, mut calls) = (String::new(), String::new());
    let mut rng = Rng(7 + first_case());
    let [mut returns, mut endless, mut undefined] = [0; 3];
    for number in 0..FUNCTIONS {
        let graph = graph(number);
        graph.write(number, &mut functions);
        let _ = writeln!(
            declared,
            "unsigned f{number}(unsigned, unsigned, unsigned);"
        );
        for _ in 0..CALLS {
            let numbers = [0; VARIABLES].map(|_: u8| rng.below(8) as u8);
            let said = match graph.run(numbers) {
                Outcome::Returns(sum) => {
                    returns += 1;
                    sum.to_string()
                }
                Outcome::Endless if endless < ENDLESS => {
                    endless += 1;
                    "endless".to_owned()
                }
                Outcome::Endless => continue,
                Outcome::Undefined => {
                    undefined += 1;
                    continue;
                }
            };
            let [a, b, c] = numbers;
            let _ = writeln!(due, "f{number} {a} {b} {c}: {said}");
            let _ = writeln!(calls, "  call(\"f{number}\", f{number}, {a}, {b}, {c});");
        }
    }
    let counts = [returns, endless, undefined];
    let enough = returns >= 200 && endless == ENDLESS && undefined >= 50;
    assert!(enough, "too few of a kind: {counts:?}");
    let driver = format!("{CALL}{declared}int main(void) {{\n  begin();\n{calls}  return 0;\n}}\n");
    write_people(&scratch, &functions, &driver);
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &["-D_XOPEN_SOURCE=700"], &due);
    }
}
