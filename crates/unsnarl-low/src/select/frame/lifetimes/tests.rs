//! Which variables share bytes: a row for each rule, and random functions compared with lifetimes
//! observed on random paths.

use unsnarl_ir::{Id, reverse_postorder};
use unsnarl_testkit::random::Rng;

use crate::select::{
    Atomics, Exceptions, FrameLayout, ModuleContext, Relocation, Results, Target, Vectors,
};
use crate::types::Width;

/// As LLVM 15 to 21 declare them.
const SIZED: &str = "declare void @llvm.lifetime.start.p0(i64, ptr)\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n";
/// As LLVM 22 does.
const BARE: &str =
    "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n";
/// As LLVM 14 does.
const TYPED: &str = "declare void @llvm.lifetime.start.p0i8(i64, i8*)\ndeclare void @llvm.lifetime.end.p0i8(i64, i8*)\n\
                     declare void @typed(i8*)\n";

/// The offsets of the variables and the size of the frame, such as `a 0, b 4; 16`.
fn frame(text: &str) -> String {
    let head = "target datalayout = \"e-p:32:32-i64:64-n32:64-S128\"\ndeclare void @use(ptr)\n";
    let module = unsnarl_llvm::read(&format!("{head}{text}")).expect("the test is well formed");
    let target = Target {
        addresses: Width::W32,
        vectors: Vectors::InLanes,
        atomics: Atomics::Accesses,
        parameters: 1000,
        instructions: 1 << 20,
        exceptions: Exceptions::References,
        relocation: Relocation::Static,
        results: Results::InMemory,
    };
    let context = ModuleContext::new(&module, target);
    let (_, function) = module
        .functions
        .iter()
        .find(|(_, function)| function.is_definition())
        .expect("the test has a function");
    let order = reverse_postorder(function).into_iter();
    let order: Vec<usize> = order.map(Id::index).collect();
    let frame = FrameLayout::new(&context, function, &order).expect("the frame is small");
    let mut offsets = Vec::new();
    for (id, inst) in function.insts.iter() {
        if let Some(offset) = frame.variable(id)
            && let Some(unsnarl_ir::Name::Text(name)) =
                inst.result.map(|value| function.values[value].name)
        {
            offsets.push(format!("{} {offset}", module.name(name)));
        }
    }
    format!("{}; {}", offsets.join(", "), frame.size)
}

/// Lines of a function: `+a` starts, `-a` ends and `*a` uses what `%a` points to; others are kept.
fn body(lines: &str) -> String {
    let line = |line: &str| match line.trim().split_at_checked(1) {
        Some(("+", name)) => format!("call void @llvm.lifetime.start.p0(i64 -1, ptr %{name})\n"),
        Some(("-", name)) => format!("call void @llvm.lifetime.end.p0(i64 -1, ptr %{name})\n"),
        Some(("*", name)) => format!("call void @use(ptr %{name})\n"),
        _ => format!("{line}\n"),
    };
    lines.split(['\n', ';']).map(line).collect()
}

/// Checks the frame of a function of `%c` and `%p` with variables `%a` and `%b` of four bytes and
/// `%d` of twelve.
#[track_caller]
fn check(lines: &str, expected: &str) {
    let variables = "%a = alloca i32\n%b = alloca i32\n%d = alloca [3 x i32]\n";
    let text = format!(
        "{SIZED}define void @f(i1 %c, ptr %p) {{\nentry:\n{variables}{}}}",
        body(lines)
    );
    assert_eq!(frame(&text), expected, "{lines}");
}

const APART: &str = "a 0, b 4, d 8; 32";
const SHARED: &str = "a 0, b 0, d 4; 16";

#[test]
fn one_after_the_other() {
    check("+a;*a;-a;+b;*b;-b;*d;ret void", SHARED);
    check("+a;*a;-a;+b;*b;-b;+d;*d;ret void", "a 0, b 0, d 0; 16");
    check("+a;*a;+b;*b;-a;-b;*d;ret void", APART);
    // A lifetime need not end.
    check("+a;*a;-a;+b;*b;*d;ret void", SHARED);
    check("+a;*a;+b;*b;*d;ret void", APART);
    // Never used.
    check("+a;-a;+b;*b;-b;*d;ret void", SHARED);
    // A third variable is live with both.
    check("+d;*d;+a;*a;-a;+b;*b;-b;-d;ret void", "a 0, b 0, d 4; 16");
}

#[test]
fn one_on_each_way() {
    check(
        "br i1 %c, label %x, label %y\nx:\n+a;*a;-a;br label %z\ny:\n+b;*b;-b;br label %z\nz:\n*d;ret void",
        SHARED,
    );
    // Both are started before, and count from their first uses.
    check(
        "+a;+b;br i1 %c, label %x, label %y\nx:\n*a;br label %z\ny:\n*b;br label %z\nz:\n-a;-b;*d;ret void",
        SHARED,
    );
    check(
        "+a;+b;br i1 %c, label %x, label %y\nx:\n*a;br label %z\ny:\n*b;br label %z\nz:\n*b;-a;-b;*d;ret void",
        APART,
    );
}

/// On the path through `y` the first one stays live.
#[test]
fn an_end_on_one_way() {
    check(
        "+a;*a;br i1 %c, label %x, label %y\nx:\n-a;br label %z\ny:\nbr label %z\nz:\n+b;*b;-b;*d;ret void",
        APART,
    );
    check(
        "+a;*a;br i1 %c, label %x, label %y\nx:\n-a;br label %z\ny:\n-a;br label %z\nz:\n+b;*b;-b;*d;ret void",
        SHARED,
    );
}

#[test]
fn round_a_loop() {
    // A variable that is not ended is live when the next iteration begins.
    check(
        "br label %x\nx:\n+b;*b;-b;+a;*a;br i1 %c, label %x, label %y\ny:\n*d;ret void",
        APART,
    );
    check(
        "br label %x\nx:\n+b;*b;-b;+a;*a;-a;br i1 %c, label %x, label %y\ny:\n*d;ret void",
        SHARED,
    );
    // In the second iteration the address may have escaped: the start counts.
    check(
        "br label %x\nx:\n+a;+b;*b;-b;*a;-a;br i1 %c, label %x, label %y\ny:\n*d;ret void",
        APART,
    );
    check("+a;+b;*b;-b;*a;-a;*d;ret void", SHARED);
    // The back edge passes a loop that comes before in the order.
    check(
        "br label %x\nx:\n+a;*a;-a;br i1 %c, label %x, label %y\ny:\n+b;*b;br i1 %c, label %x, label %z\nz:\n*d;ret void",
        APART,
    );
}

#[test]
fn more_than_one_start() {
    check(
        "br i1 %c, label %x, label %y\nx:\n+a;*a;br label %z\ny:\n+a;*a;br label %z\nz:\n-a;+b;*b;-b;*d;ret void",
        SHARED,
    );
    check(
        "br i1 %c, label %x, label %y\nx:\n+a;*a;br label %z\ny:\n+a;*a;br label %z\nz:\n+b;*b;-b;-a;*d;ret void",
        APART,
    );
    // A second start ends nothing.
    check("+a;*a;+b;*b;-b;+a;*a;-a;*d;ret void", APART);
    // Two lifetimes, and that of the other variable between them.
    check("+a;*a;-a;+b;*b;-b;+a;*a;-a;*d;ret void", SHARED);
}

/// Without a start, or used where it cannot have been started: it is always live.
#[test]
fn what_lives_always() {
    check("*a;+b;*b;-b;+d;*d;-d;ret void", "a 0, b 4, d 4; 16");
    check("*a;-a;+b;*b;-b;+d;*d;-d;ret void", "a 0, b 4, d 4; 16");
    check("*a;+a;*a;-a;+b;*b;-b;+d;*d;ret void", "a 0, b 4, d 4; 16");
    check("+a;*a;-a;*a;+b;*b;-b;+d;*d;ret void", "a 0, b 4, d 4; 16");
    check(
        "br i1 %c, label %x, label %y\nx:\n+a;*a;br label %z\ny:\n*a;br label %z\nz:\n-a;+b;*b;-b;+d;*d;-d;ret void",
        "a 0, b 4, d 4; 16",
    );
    check("ret void", APART);
}

/// What only computes an address uses nothing; an instruction that lets it escape does, and the
/// marker says until when.
#[test]
fn where_the_address_goes() {
    check(
        "%q = getelementptr i8, ptr %a, i32 1\n%r = freeze ptr %q\n+b;*b;-b;+a;*r;-a;*d;ret void",
        SHARED,
    );
    check("+a;store ptr %a, ptr %p\n-a;+b;*b;-b;*d;ret void", SHARED);
    check("+a;store ptr %a, ptr %p\n+b;*b;-b;-a;*d;ret void", APART);
    check(
        "%q = select i1 %c, ptr %a, ptr %p\n+b;*b;-b;+a;*q;-a;*d;ret void",
        APART,
    );
    check(
        "+a;%q = select i1 %c, ptr %a, ptr %p\n*q;-a;+b;*b;-b;*d;ret void",
        SHARED,
    );
    check(
        "+a;br label %x\nx:\n%q = phi ptr [ %a, %entry ], [ %p, %x ]\n+b;*b;-b;br i1 %c, label %x, label %y\ny:\n-a;*d;ret void",
        APART,
    );
    check(
        "br label %x\nx:\n%q = phi ptr [ %a, %entry ], [ %p, %x ]\n+b;*b;-b;+a;*q;-a;br i1 %c, label %x, label %y\ny:\n*d;ret void",
        APART,
    );
}

#[test]
fn markers_that_are_not_understood() {
    let start = |arguments: &str| format!("call void @llvm.lifetime.start.p0({arguments})\n");
    let after = "*a;-a;+b;*b;-b;+d;*d;-d;ret void";
    check(
        &format!("{}{after}", start("i64 4, ptr %a")),
        "a 0, b 0, d 0; 16",
    );
    check(
        &format!("{}{after}", start("i64 2, ptr %a")),
        "a 0, b 4, d 4; 16",
    );
    // On a part: only this variable is concerned.
    check(
        &format!(
            "%q = getelementptr i8, ptr %a, i32 2\n{}+a;{after}",
            start("i64 -1, ptr %q")
        ),
        "a 0, b 4, d 4; 16",
    );
    // On an unknown variable: all are concerned.
    check(
        &format!(
            "%q = select i1 %c, ptr %a, ptr %b\n{}+a;{after}",
            start("i64 -1, ptr %q")
        ),
        APART,
    );
    // On nothing.
    check(
        &format!("{}+a;{after}", start("i64 -1, ptr poison")),
        "a 0, b 0, d 0; 16",
    );
}

#[test]
fn what_may_return_twice_shares_nothing() {
    let lines = "+a;*a;-a;+b;*b;-b;call void @use(ptr %p) #0\n*d;ret void";
    check(&lines.replace(" #0", ""), SHARED);
    let text = format!(
        "{SIZED}define void @f(ptr %p) {{\n%a = alloca i32\n%b = alloca i32\n%d = alloca [3 x i32]\n{}}}\nattributes #0 = {{ returns_twice }}",
        body(lines)
    );
    assert_eq!(frame(&text), APART);
}

#[test]
fn blocks_that_cannot_be_reached_say_nothing() {
    check(
        "+a;*a;-a;+b;*b;-b;*d;ret void\nx:\n*a;*b;br label %x",
        SHARED,
    );
}

#[test]
fn dynamic_variables_are_left_alone() {
    check(
        "%n = ptrtoint ptr %p to i32\n%e = alloca i32, i32 %n\n+e;*e;+a;*a;-a;-e;+b;*b;-b;*d;ret void",
        SHARED,
    );
}

#[test]
fn markers_of_other_versions() {
    let bare = format!(
        "{BARE}define void @f() {{\n%a = alloca i32\n%b = alloca i32\n{}}}",
        body("+a;*a;-a;+b;*b;-b;ret void").replace("i64 -1, ", "")
    );
    assert_eq!(frame(&bare), "a 0, b 0; 16");
    let typed = format!(
        "{TYPED}define void @f() {{\n%a = alloca [2 x i32]\n%b = alloca [8 x i8]\n%p = bitcast [2 x i32]* %a to i8*\n\
         %q = getelementptr [8 x i8], [8 x i8]* %b, i64 0, i64 0\n{}}}",
        body("+p;call void @typed(i8* %p)\n-p;+q;call void @typed(i8* %q)\n-q;ret void")
            .replace("i64 -1, ptr", "i64 8, i8*")
            .replace("p0(", "p0i8(")
    );
    assert_eq!(frame(&typed), "a 0, b 0; 16");
}

/// Small ones lie first, and no gap is left where something fits.
#[test]
fn places() {
    let check = |lines: &str, expected: &str| {
        let text = format!("{SIZED}define void @f() {{\n{}ret void\n}}", body(lines));
        assert_eq!(frame(&text), expected, "{lines}");
    };
    // The largest overlaps both of the others.
    check(
        "%a = alloca [9 x i64];%b = alloca i64;%d = alloca i32;+b;*b;+d;*d;-b;-d;+a;*a;-a",
        "a 0, b 8, d 0; 80",
    );
    check(
        "%a = alloca i8;%b = alloca i8, align 64;%d = alloca i32;+a;*a;-a;+b;*b;+d;*d;-b;-d",
        "a 0, b 0, d 4; 64",
    );
    // A variable of no bytes takes one: its address is its own.
    check(
        "%a = alloca i8;%b = alloca i16;%d = alloca [0 x i32];+a;*a;+b;*b;+d;*d",
        "a 0, b 2, d 4; 16",
    );
}

/// One more variable than is shared, in one block.
#[test]
fn too_many_share_nothing() {
    for (count, size) in [(4095, 16), (4096, 16384)] {
        let variables = (0..count).map(|number| format!("%v{number} = alloca i32\n"));
        let lives = (0..count).map(|number| format!("+v{number};*v{number};-v{number};"));
        let (variables, lives): (String, String) = (variables.collect(), lives.collect());
        let text = format!(
            "{SIZED}define void @f() {{\n{variables}{}ret void\n}}",
            body(&lives)
        );
        let found = frame(&text);
        assert_eq!(
            found.rsplit("; ").next(),
            Some(size.to_string().as_str()),
            "{count}"
        );
    }
}

/// A function of random events.
struct Random {
    sizes: Vec<usize>,
    /// By block.
    events: Vec<Vec<(char, usize)>>,
    successors: Vec<[usize; 2]>,
}

impl Random {
    fn new(random: &mut Rng) -> Self {
        let (blocks, variables) = (1 + random.below(6), 2 + random.below(5));
        let sizes = (0..variables).map(|_| 1 + random.below(9)).collect();
        // Mostly whole lifetimes, of which some lose a part or get mixed.
        let block = |random: &mut Rng| {
            let mut events = Vec::new();
            for _ in 0..random.below(4) {
                let variable = random.below(variables);
                events.extend(['+', '*', '-'].map(|what| (what, variable)));
            }
            events.retain(|_| random.chance(90));
            for at in 1..events.len() {
                if random.chance(20) {
                    events.swap(at - 1, at);
                }
            }
            events
        };
        let events: Vec<_> = (0..blocks).map(|_| block(random)).collect();
        // The entry has no predecessors; one block more returns.
        let successors = (0..blocks)
            .map(|_| [(); 2].map(|()| 1 + random.below(blocks)))
            .collect();
        Random {
            sizes,
            events,
            successors,
        }
    }

    fn offsets(&self) -> Vec<usize> {
        let mut lines = String::new();
        for (variable, size) in self.sizes.iter().enumerate() {
            lines += &format!("%v{variable} = alloca [{size} x i8]\n");
        }
        for (block, events) in self.events.iter().enumerate() {
            if block > 0 {
                lines += &format!("b{block}:\n");
            }
            for (what, variable) in events {
                lines += &format!("{what}v{variable}\n");
            }
            let [left, right] = self.successors[block];
            lines += &format!("br i1 %c, label %b{left}, label %b{right}\n");
        }
        let last = self.events.len();
        let text = format!(
            "{SIZED}define void @f(i1 %c) {{\n{}b{last}:\nret void\n}}",
            body(&lines)
        );
        let found = frame(&text);
        let (offsets, _) = found.split_once("; ").expect("the size comes last");
        offsets
            .split(", ")
            .filter_map(|pair| pair.split_once(' ')?.1.parse().ok())
            .collect()
    }

    /// Walks a random path; tells whether two variables are ever live in the same bytes. One is
    /// live if it was used and not ended since, or if it was used at some time, and started and not
    /// ended since.
    fn clashes(&self, offsets: &[usize], random: &mut Rng) -> bool {
        let count = self.sizes.len();
        let (mut holds, mut started, mut known) =
            (vec![false; count], vec![false; count], vec![false; count]);
        let mut block = 0;
        for _ in 0..20 {
            for &(what, variable) in &self.events[block] {
                match what {
                    '+' => started[variable] = true,
                    '-' => (started[variable], holds[variable]) = (false, false),
                    _ => (holds[variable], known[variable]) = (true, true),
                }
                let is_alive = |other: &usize| holds[*other] || started[*other] && known[*other];
                let alive: Vec<usize> = (0..count).filter(is_alive).collect();
                let clash = |&left: &usize, &right: &usize| {
                    left != right
                        && offsets[left] < offsets[right] + self.sizes[right]
                        && offsets[right] < offsets[left] + self.sizes[left]
                };
                if alive
                    .iter()
                    .any(|left| alive.iter().any(|right| clash(left, right)))
                {
                    return true;
                }
            }
            block = self.successors[block][random.below(2)];
            if block == self.events.len() {
                break;
            }
        }
        false
    }
}

/// Also checked with all variables at one place, to see that a wrong layout is noticed.
#[test]
fn no_bytes_are_lost_on_random_paths() {
    let random = &mut Rng::new(18);
    let (mut shared, mut noticed) = (0, 0);
    for _ in 0..2000 {
        let function = Random::new(random);
        let offsets = function.offsets();
        let end = offsets
            .iter()
            .zip(&function.sizes)
            .map(|(at, size)| at + size);
        let sum: usize = function.sizes.iter().sum();
        shared += usize::from(end.max() < Some(sum));
        let together = vec![0; offsets.len()];
        for _ in 0..10 {
            assert!(
                !function.clashes(&offsets, random),
                "{:?} {:?} at {offsets:?}",
                function.events,
                function.successors
            );
            noticed += usize::from(function.clashes(&together, random));
        }
    }
    assert!(shared > 300 && noticed > 5000, "{shared} {noticed}");
}
