//! Changed atomic operations: the proof of data must notice each.
//!
//! A run in one thread does not tell whether an operation is atomic, so nothing is run: each change
//! makes another operation, or moves one, and the source has no choice between the two.

use unsnarl_low::op::memory::AddressWidths;
use wasmparser::{BinaryReader, FunctionBody, OperatorsReader};

use super::relocations::{judged, with};
use crate::DataVerdict;
use crate::compiled::Compiled;
use crate::numbering::Numbering;
use crate::options::Relocation;
use crate::proof::data::decode::operation;

/// Every kind of access, of every size.
fn text() -> String {
    let mut text = "target datalayout = \"e-m:e-p:32:32-i64:64-n32:64-S128\"\n".to_owned();
    for (ty, align) in [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8)] {
        text += &format!(
            "define {ty} @f.{ty}(ptr %p, {ty} %v, {ty} %w) \"target-features\"=\"+atomics,+bulk-memory\" {{\n\
             %q = getelementptr inbounds {ty}, ptr %p, i32 3\n\
             %a = load atomic {ty}, ptr %q seq_cst, align {align}\n\
             store atomic {ty} %w, ptr %q seq_cst, align {align}\nfence seq_cst\n"
        );
        let mut last = "%a".to_owned();
        for op in ["add", "sub", "and", "or", "xor", "xchg"] {
            text += &format!("%{op} = atomicrmw {op} ptr %q, {ty} {last} seq_cst, align {align}\n");
            last = format!("%{op}");
        }
        text += &format!(
            "%pair = cmpxchg ptr %q, {ty} %v, {ty} {last} seq_cst seq_cst, align {align}\n\
             %r = extractvalue {{ {ty}, i1 }} %pair, 0\nret {ty} %r\n}}\n"
        );
    }
    text += "declare i32 @llvm.wasm.memory.atomic.wait32(ptr, i32, i64)\n\
             declare i32 @llvm.wasm.memory.atomic.notify(ptr, i32)\n\
             define i32 @wait(ptr %p, i32 %v, i64 %t) \"target-features\"=\"+atomics,+bulk-memory\" {\n\
             %a = call i32 @llvm.wasm.memory.atomic.wait32(ptr %p, i32 %v, i64 %t)\n\
             %b = call i32 @llvm.wasm.memory.atomic.notify(ptr %p, i32 %a)\nret i32 %b\n}\n";
    text
}

/// The code before all atomic operations, and the last of these.
const PREFIX: u8 = 0xfe;
const LAST: u8 = 0x4e;
/// The code of a fence, behind the prefix.
const FENCE: u8 = 0x03;
const NOP: u8 = 0x01;

/// The bodies that differ in the instruction at a place, and how.
fn changes(body: &[u8], at: usize, end: usize) -> Vec<(Vec<u8>, String)> {
    let read = |bytes: &[u8]| {
        let mut reader = OperatorsReader::new(BinaryReader::new(bytes, 0));
        operation(&reader.read().ok()?)
    };
    let widths = AddressWidths::default();
    let own = read(&body[at..end]).expect("it is an operation");
    let with_byte = |place: usize, byte: u8| {
        let mut changed = body.to_vec();
        changed[place] = byte;
        changed
    };
    if body[at + 1] == FENCE {
        let mut changed = body.to_vec();
        changed[at..end].fill(NOP);
        return vec![(changed, "no fence".to_owned())];
    }
    let mut all = Vec::new();
    for code in 0..=LAST {
        let changed = with_byte(at + 1, code);
        if let Some(other) = read(&changed[at..end])
            && other != own
            && other.signature(&widths) == own.signature(&widths)
        {
            all.push((changed, format!("{} for {}", other.name(), own.name())));
        }
    }
    let offset = body[end - 1];
    if offset < 0x70 {
        let what = format!("another place of {}", own.name());
        all.push((with_byte(end - 1, offset + 8), what));
    }
    all
}

/// Changes each atomic operation of a function in every way.
fn mutate(
    numbering: &Numbering<'_>,
    function: &Compiled,
    (count, missed): (&mut usize, &mut Vec<String>),
) {
    let body = &function.body;
    let own = judged(numbering, function, body, &function.relocations);
    assert_eq!(own, Ok(DataVerdict::Proved));
    let reader = FunctionBody::new(BinaryReader::new(body, 0));
    let mut reader = reader.get_operators_reader().expect("it was validated");
    while !reader.eof() {
        let (_, at) = reader.read_with_offset().expect("it was validated");
        let (at, end) = (at as usize, reader.original_position() as usize);
        if body[at] != PREFIX {
            continue;
        }
        for (changed, what) in changes(body, at, end) {
            *count += 1;
            let judged = judged(numbering, function, &changed, &function.relocations);
            if judged == Ok(DataVerdict::Proved) {
                missed.push(what);
            }
        }
    }
}

#[test]
fn changed_atomic_operations_are_noticed() {
    let (mut count, mut missed) = (0, Vec::new());
    with(&text(), Relocation::OfModule, |numbering, functions| {
        for function in functions {
            mutate(numbering, function, (&mut count, &mut missed));
        }
    });
    assert!(missed.is_empty(), "not noticed:\n{}", missed.join("\n"));
    assert!(count > 200, "only {count} changes");
}
