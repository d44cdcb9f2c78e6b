use super::*;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id};
use alloc::string::ToString;
use alloc::vec::Vec;

/// Reads a graph from the names of the successors of `a`, `b`, … one word a block; `.` returns.
fn graph(text: &str) -> Cfg {
    let mut builder = CfgBuilder::new();
    for word in text.split_whitespace() {
        let arms: Vec<_> = word.bytes().filter(|&byte| byte != b'.').map(|byte| BlockId::new((byte - b'a') as usize)).collect();
        let exit = match arms.len() {
            0 => Exit::Return,
            1 => Exit::Jump,
            2 => Exit::Branch,
            _ => Exit::Switch,
        };
        builder.block(exit, arms);
    }
    builder.build(BlockId::new(0)).expect("the graph keeps the rules")
}

fn show(text: &str) {
    let cfg = graph(text);
    let reducible = Reducible::test(&cfg).expect("reducible");
    std::eprintln!("{text}\n{}", nested(&reducible));
    std::eprintln!("{:?}", crate::program::measure(&nested(&reducible)));
}

extern crate std;
#[test]
fn look() {
    show("bc d e be .");
    show("bcde c d e .");
    // 004
    show("cb ad . .");
    // 001 topological: a=A b=B c=C d=D e=E f=F g=G h=H i=I j=J k=K l=L m=M n=N o=O p=Exit
    show("bh c d e gf c bo ij k l l mn n o p .");
    let _ = "".to_string();
}
