//! The bodies of the fuzz targets, on a fixed corpus and on random bytes, so that they run without
//! a fuzzer.

use unsnarl_testkit::{Rng, fuzz};

/// How many random inputs each body gets.
const INPUTS: usize = 3_000;

/// Words of each notation: texts put together of them get further than texts of random bytes.
const CFG: &[&str] = &[
    "a",
    "b",
    "entry",
    "a-b",
    "\"",
    " ",
    "\n",
    " -> ",
    " | ",
    "return",
    "unreachable",
    "switch",
    ";",
    "é",
    "\t",
    "-",
];
const DOT: &[&str] = &[
    "digraph",
    "strict",
    "graph",
    "subgraph",
    "{",
    "}",
    "[",
    "]",
    "->",
    "--",
    ";",
    ",",
    "=",
    "a",
    "b",
    "entry=true",
    "label",
    "\"x\\\"",
    "\"",
    "<i>",
    " ",
    "\n",
    "//",
    "/*",
    "*/",
    "node",
    "é",
    ":p",
    "-1.5",
    "dir=back",
    "key=1",
    "color=green",
    "label=<<td port=\"p\">1</td>>",
    "shape=record",
    "label=\"{x|<p>T\\l}\"",
    "cluster_f",
];
const MERMAID: &[&str] = &[
    "stateDiagram-v2\n",
    "[*]",
    "state ",
    " : ",
    "e1@",
    "x",
    "o",
    "<br>",
    "@{ label: \"a\" }",
    "flowchart",
    "graph",
    " TD",
    " LR",
    "\n",
    ";",
    "a",
    "b",
    "-->",
    "-.->",
    "==>",
    "---",
    "|x|",
    "&",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "((",
    "))",
    "\"",
    "subgraph",
    "end",
    "%%",
    " ",
    "--",
    "text",
    "é",
    ":::c",
];
const LLVM: &[&str] = &[
    "define",
    "declare",
    "void",
    "i32",
    " @f",
    "(",
    ")",
    " {",
    "}",
    "\n",
    "entry:",
    "ret void",
    "br label %entry",
    "br i1 true, label %a, label %b",
    "a:",
    "%x = ",
    "add i32 ",
    "1",
    ", ",
    "%x",
    "phi",
    "[",
    "]",
    "switch",
    "@g = ",
    "global",
    "!0",
    "= !{}",
    "\"",
    "c\"\\00\"",
    "unreachable",
    "load",
    "ptr",
    "é",
    ";",
    "#0",
    "alloca",
    "call",
    "invoke void @f() to label %a unwind label %a",
    "landingpad i32 cleanup",
    "catchswitch within none [label %a] unwind to caller",
    "catchpad within %x []",
    "cleanuppad within none []",
    "cleanupret from %x unwind label %a",
    "catchret from %x to label %a",
    "callbr void asm \"\", \"\"() to label %a [label %a]",
    "resume i32 1",
    "indirectbr ptr null, [label %a]",
    "personality ptr @f",
    "ifunc void (), ptr @f",
    "target(\"t\", 1)",
    "<vscale x 2 x i32>",
    "splat (i32 1)",
    "[ \"funclet\"(token %x) ]",
    "getelementptr inbounds nuw (i8, ptr @g, i64 1)",
    "futureattr(1)",
    "token none",
];

const LOW: &[&str] = &[
    "func @f(%0: i32, %1: i64) -> i32 {\n",
    "}\n",
    "  frame 16 align 4\n",
    "b0:\n",
    "b1(%2: i32):\n",
    "\n",
    "  %3 = i32.add ",
    "  %4: i64 = call @g",
    "  i32.store offset=4 ",
    "  %5 = i32.load8_u symbol=@g ",
    "  %6 = i32.extend8_s ",
    "%0",
    "%1",
    "%3",
    ", ",
    "(",
    ")",
    "i32 5",
    "f64 1.5",
    "f32 nan(0x1)",
    "v128 0x1f",
    "@g+8",
    "frame+4",
    " !ordered",
    " !observable",
    "  return ",
    "  br ",
    "  jump b1",
    "  switch %1, 1: b1, else b0",
    "  try_call @g(), b1, catch @t b0, catch_all b1",
    "  return_call_indirect 1(%0)",
    "  unreachable\n",
    "; remark",
    "\"",
    "-",
    "é",
];

fn bytes(rng: &mut Rng, most: usize) -> Vec<u8> {
    let count = rng.below(most);
    (0..count).map(|_| rng.next() as u8).collect()
}

/// Puts together some of the words.
fn text(rng: &mut Rng, words: &[&str]) -> Vec<u8> {
    let count = rng.below(40);
    let chosen = (0..count).map(|_| words[rng.below(words.len())]);
    chosen.collect::<String>().into_bytes()
}

fn on_bytes(seed: u64, inputs: usize, body: fn(&[u8])) {
    let mut rng = Rng::new(seed);
    body(&[]);
    for _ in 0..inputs {
        body(&bytes(&mut rng, 120));
    }
}

/// Some of the inputs are the corpus with a few bytes changed, cut off, or doubled.
fn on_text(seed: u64, words: &[&str], corpus: &[&str], body: fn(&[u8])) {
    let mut rng = Rng::new(seed);
    corpus.iter().for_each(|text| body(text.as_bytes()));
    for round in 0..INPUTS {
        let input = match round % 3 {
            0 => bytes(&mut rng, 60),
            1 => text(&mut rng, words),
            _ => changed(&mut rng, corpus[round % corpus.len()].as_bytes()),
        };
        body(&input);
    }
}

fn changed(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(text.len() + 1);
        match rng.below(4) {
            0 => text.truncate(at),
            1 => text.insert(at, rng.next() as u8),
            2 if at < text.len() => text[at] = b" ;|-\"[]{}ab\n"[rng.below(12)],
            _ => {
                let from = rng.below(at + 1);
                let piece = text[from..at].to_vec();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

#[test]
fn graphs_by_every_reduction() {
    on_bytes(1, INPUTS, fuzz::every_reduction);
}

#[test]
fn graphs_in_every_notation() {
    on_bytes(2, INPUTS, fuzz::notations);
}

#[test]
fn our_own_notation() {
    let corpus = [
        "entry -> head ; dominates: head\nhead -> body | exit\nbody -> head\nexit -> return\n",
        "pick -> switch a b b | c\na -> unreachable\nb -> c\nc -> return",
        "\"a b\" -> \"a b\"",
        include_str!("../../filetests/read/v8-turbo.cfg"),
    ];
    on_text(3, CFG, &corpus, fuzz::read_cfg);
}

#[test]
fn graphviz() {
    let corpus = [
        "digraph g { a -> b -> c; a -> c [label=\"x\"]; b [entry=true] }",
        "strict digraph { subgraph s { a; b } -> { c d } // remark\n }",
        include_str!("../../filetests/read/cranelift.dot"),
        include_str!("../../filetests/read/gcc-counts.dot"),
        include_str!("../../filetests/read/graphviz-canon.dot"),
        include_str!("../../filetests/read/llvm-weights.dot"),
        include_str!("../../filetests/read/networkx-objects.dot"),
        include_str!("../../filetests/read/py2cfg.dot"),
        include_str!("../../filetests/read/rustc-mir.dot"),
        include_str!("../../filetests/read/soot.dot"),
        include_str!("../../filetests/read/spirv.dot"),
    ];
    on_text(4, DOT, &corpus, fuzz::read_dot);
}

#[test]
fn flowcharts() {
    let corpus = [
        "flowchart TD\n  a[first] --> b{choice}\n  b -->|yes| c & d\n  b -.-> a\n",
        "graph LR; a --> b; subgraph s; b --> c; end; %% remark",
        include_str!("../../filetests/read/markdown.mmd"),
        include_str!("../../filetests/read/mermaid-11.mmd"),
        include_str!("../../filetests/read/mermaid-state.mmd"),
    ];
    on_text(5, MERMAID, &corpus, fuzz::read_mermaid);
}

#[test]
fn llvm_text() {
    let example = include_str!("../../examples/binary-trees.ll");
    assert!(fuzz::llvm(example), "an example is a module");
    let small = "define i32 @f(i32 %n) {\nentry:\n  br label %l\nl:\n  %i = phi i32 [ 0, %entry ], [ %j, %l ]\n  \
                 %j = add i32 %i, 1\n  %c = icmp slt i32 %j, %n\n  br i1 %c, label %l, label %x\nx:\n  ret i32 %j\n}\n";
    let globals = "@g = global [2 x i8] c\"a\\00\"\ndeclare void @h(ptr)\ndefine void @k() {\n  call void @h(ptr @g)\n  ret void\n}\n";
    let targets = include_str!("../llvm/fixtures/targets.ll");
    assert!(fuzz::llvm(small) && fuzz::llvm(globals) && fuzz::llvm(targets));
    on_text(6, LLVM, &[small, globals, targets], fuzz::read_llvm);
}

#[test]
fn functions_of_the_machine() {
    let corpus = [
        include_str!("../../filetests/low/dead/calls.low"),
        include_str!("../../filetests/low/dead/loop.low"),
        include_str!("../../filetests/low/dead/switch.low"),
        include_str!("../../filetests/low/loads/extensions.low"),
        include_str!("../../filetests/low/stores/adjacent.low"),
        include_str!("../../filetests/low/text/spellings.low"),
        include_str!("../../filetests/low/verify/types.low"),
    ];
    assert!(
        corpus.into_iter().all(fuzz::low),
        "a file test is a text of functions"
    );
    on_text(7, LOW, &corpus, fuzz::read_low);
}
