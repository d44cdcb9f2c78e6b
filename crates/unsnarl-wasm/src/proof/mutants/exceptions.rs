//! Changed brackets of calls that may throw: the proofs must notice each that leads elsewhere.
//!
//! Every clause gets every other label, is left out, repeated, exchanged with the next or made one
//! of another kind; a jump behind a bracket gets every other depth; a call leaves its bracket, and
//! another one gets in. What is valid and not noticed must lead where it led before.

use wasm_encoder::{BlockType, Catch as Clause, Instruction as I};
use wasmparser::{Catch, Operator};

use super::body::{Body, Inst, inst};
use super::judge;
use super::options;
use crate::proof::tests::HEAD;

/// Functions that catch and clean up: in a row, in a loop, with a cleanup around a handler, and
/// with calls that share a bracket.
pub(super) const TEXT: &str = r#"
declare i32 @__gxx_wasm_personality_v0(...)
declare void @llvm.wasm.throw(i32, ptr)
declare void @llvm.wasm.rethrow()
declare ptr @llvm.wasm.get.exception(token)
@noted = global i32 0
define void @note(i32 %n) {
  store volatile i32 %n, ptr @noted
  ret void
}
define i32 @g(i32 %x) {
  %c = icmp slt i32 %x, 3
  br i1 %c, label %throws, label %returns
throws:
  %p = inttoptr i32 %x to ptr
  call void @llvm.wasm.throw(i32 0, ptr %p)
  unreachable
returns:
  %y = mul i32 %x, 3
  ret i32 %y
}
define i32 @f(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  call void @note(i32 1)
  %r = invoke i32 @g(i32 %x) to label %next unwind label %clean
next:
  %q = invoke i32 @g(i32 %r) to label %done unwind label %switch
clean:
  %p = cleanuppad within none []
  call void @note(i32 2) [ "funclet"(token %p) ]
  cleanupret from %p unwind label %switch
switch:
  %v = phi i32 [ %r, %next ], [ %x, %clean ]
  %c = catchswitch within none [label %handler] unwind to caller
handler:
  %h = catchpad within %c [ptr null]
  %e = call ptr @llvm.wasm.get.exception(token %h)
  %n = ptrtoint ptr %e to i32
  %m = add i32 %n, %v
  catchret from %h to label %done
done:
  %z = phi i32 [ %q, %next ], [ %m, %handler ]
  ret i32 %z
}
define i32 @again(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ %x, %entry ], [ %more, %latch ]
  %r = invoke i32 @g(i32 %i) to label %returned unwind label %switch
returned:
  %added = add i32 %sum, %r
  br label %latch
switch:
  %c = catchswitch within none [label %handler] unwind label %outer
handler:
  %h = catchpad within %c [ptr null]
  %e = call ptr @llvm.wasm.get.exception(token %h)
  %n = ptrtoint ptr %e to i32
  %odd = trunc i32 %n to i1
  br i1 %odd, label %thrown, label %handled
thrown:
  invoke void @llvm.wasm.rethrow() [ "funclet"(token %h) ] to label %never unwind label %outer
never:
  unreachable
handled:
  call void @note(i32 3) [ "funclet"(token %h) ]
  catchret from %h to label %latch
latch:
  %more = phi i32 [ %added, %returned ], [ %sum, %handled ]
  %next = add i32 %i, 1
  %ends = icmp sgt i32 %next, 5
  br i1 %ends, label %done, label %loop
done:
  ret i32 %more
outer:
  %p = cleanuppad within none []
  call void @note(i32 %sum) [ "funclet"(token %p) ]
  cleanupret from %p unwind to caller
}
define i32 @row(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  call void @note(i32 5)
  %a = invoke i32 @g(i32 %x) to label %one unwind label %clean
one:
  %b = add i32 %a, %x
  %c = invoke i32 @g(i32 %b) to label %two unwind label %clean
two:
  store volatile i32 %c, ptr @noted
  %d = xor i32 %c, %a
  %e = invoke i32 @g(i32 %d) to label %three unwind label %clean
three:
  %r = sub i32 %e, %c
  ret i32 %r
clean:
  %p = cleanuppad within none []
  call void @note(i32 6) [ "funclet"(token %p) ]
  cleanupret from %p unwind to caller
}
"#;

#[test]
fn changed_brackets_of_calls_are_noticed() {
    let mut noticed = 0;
    for options in &options() {
        judge::with(&format!("{HEAD}{TEXT}"), options, |judge, _, functions| {
            for function in functions {
                let original = function.body.clone();
                let body = Body::read(&original, &function.map.pieces, &function.due.hints);
                let judged = judge.judge(function, body.write());
                assert_eq!(judged, Ok(()), "what was written is proved");
                for (what, place, changed) in changes(&body) {
                    let written = changed.write();
                    if written.bytes == original
                        || !judge.is_valid(function.map.index, &written.bytes)
                    {
                        continue;
                    }
                    match judge.judge(function, written) {
                        Err(_) => noticed += 1,
                        Ok(()) => assert!(
                            leads(&body, place) == leads(&changed, place),
                            "function {}: {what} at instruction {place}: {:?} became {:?}",
                            function.map.index,
                            body.op(place),
                            changed.op(place)
                        ),
                    }
                }
            }
        });
    }
    assert!(noticed >= 100, "only {noticed} changes were noticed");
}

/// All changes: what each is, the instruction that it is about, and the changed code.
fn changes(body: &Body) -> Vec<(&'static str, usize, Body)> {
    let mut all = Vec::new();
    let mut depth = 0;
    for place in 0..body.insts.len() {
        let one = |instruction: I<'_>| body.with(place..place + 1, vec![inst(&instruction)]);
        match body.op(place) {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
            Operator::End => depth -= 1,
            Operator::Br { relative_depth } => {
                let others = (0..depth).filter(|&other| other != relative_depth);
                all.extend(others.map(|other| ("another depth", place, one(I::Br(other)))));
            }
            Operator::TryTable { try_table } => {
                let own: Vec<Clause> = try_table.catches.iter().map(encoded).collect();
                let table =
                    |clauses: Vec<Clause>| one(I::TryTable(BlockType::Empty, clauses.into()));
                for (number, clause) in try_table.catches.iter().enumerate() {
                    for other in 0..=depth {
                        let mut clauses = own.clone();
                        clauses[number] = labelled(clause, other);
                        all.push(("another label", place, table(clauses)));
                    }
                    let mut clauses = own.clone();
                    clauses.remove(number);
                    all.push(("a clause left out", place, table(clauses)));
                    let mut clauses = own.clone();
                    clauses.insert(number, own[number].clone());
                    all.push(("a clause twice", place, table(clauses)));
                    if number > 0 {
                        let mut clauses = own.clone();
                        clauses.swap(number - 1, number);
                        all.push(("two clauses exchanged", place, table(clauses)));
                    }
                    let mut clauses = own.clone();
                    clauses[number] = of_other_kind(clause);
                    all.push(("a clause of another kind", place, table(clauses)));
                }
                all.extend(moved_calls(body, place));
                depth += 1;
            }
            _ => {}
        }
    }
    all
}

/// The calls of a bracket behind it, all or those after one, and every call without operands and
/// results within it, before the first and after each.
fn moved_calls(body: &Body, place: usize) -> Vec<(&'static str, usize, Body)> {
    let end = (place..body.insts.len()).find(|&end| matches!(body.op(end), Operator::End));
    let Some(end) = end else {
        return Vec::new();
    };
    let mut moved = body.insts[place + 1..end].to_vec();
    let start = body.insts[place].clone();
    let close = body.insts[end].clone();
    moved.splice(0..0, [start, close]);
    let mut all = vec![(
        "a call outside of its bracket",
        place,
        body.with(place..end + 1, moved),
    )];
    let calls = (place + 1..end).filter(|&at| matches!(body.op(at), Operator::Call { .. }));
    let behind: Vec<usize> = calls.map(|at| at + 1).collect();
    for &at in &behind {
        let mut moved = body.insts[at..end].to_vec();
        moved.insert(0, body.insts[end].clone());
        let changed = body.with(at..end + 1, moved);
        all.push(("calls outside of their bracket", place, changed));
    }
    // A constant and a call of `note`, as they stand elsewhere.
    for at in 1..body.insts.len() {
        let is_note = matches!(
            (body.op(at - 1), body.op(at)),
            (Operator::I32Const { .. }, Operator::Call { .. })
        );
        if is_note && !(place..=end).contains(&at) {
            let added: Vec<Inst> = body.insts[at - 1..=at].to_vec();
            for &into in behind.iter().chain([&(place + 1)]) {
                let changed = body.with(into..into, added.clone());
                all.push(("another call within a bracket", place, changed));
            }
        }
    }
    all
}

fn encoded(catch: &Catch) -> Clause {
    match *catch {
        Catch::One { label, .. }
        | Catch::OneRef { label, .. }
        | Catch::All { label }
        | Catch::AllRef { label } => labelled(catch, label),
    }
}

fn labelled(catch: &Catch, label: u32) -> Clause {
    match *catch {
        Catch::One { tag, .. } => Clause::One { tag, label },
        Catch::OneRef { tag, .. } => Clause::OneRef { tag, label },
        Catch::All { .. } => Clause::All { label },
        Catch::AllRef { .. } => Clause::AllRef { label },
    }
}

fn of_other_kind(catch: &Catch) -> Clause {
    match *catch {
        Catch::One { label, .. } | Catch::OneRef { label, .. } => Clause::All { label },
        Catch::All { label } => Clause::AllRef { label },
        Catch::AllRef { label } => Clause::All { label },
    }
}

/// Where the jumps of an instruction lead, past ends and further jumps, with what clauses catch.
fn leads(body: &Body, place: usize) -> Vec<(String, usize)> {
    let labels: Vec<(String, u32)> = match body.op(place) {
        Operator::Br { relative_depth } => vec![(String::new(), relative_depth)],
        Operator::TryTable { try_table } => {
            let clauses = try_table.catches.iter();
            let kind = |catch: &Catch| match catch {
                Catch::One { .. } | Catch::OneRef { .. } => "tag".to_owned(),
                Catch::All { .. } | Catch::AllRef { .. } => "all".to_owned(),
            };
            clauses
                .map(|catch| match *catch {
                    Catch::One { label, .. }
                    | Catch::OneRef { label, .. }
                    | Catch::All { label }
                    | Catch::AllRef { label } => (kind(catch), label),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    let labels = labels.into_iter();
    labels
        .map(|(kind, label)| (kind, follow(body, target(body, place, label))))
        .collect()
}

/// The instruction that a jump from a place leads to; one past all for the function.
fn target(body: &Body, place: usize, label: u32) -> usize {
    let mut open = Vec::new();
    for at in 0..place {
        match body.op(at) {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::TryTable { .. } => open.push(at),
            Operator::End => {
                open.pop();
            }
            _ => {}
        }
    }
    let Some(bracket) = open.len().checked_sub(label as usize + 1) else {
        return body.insts.len();
    };
    let start = open[bracket];
    if matches!(body.op(start), Operator::Loop { .. }) {
        return start;
    }
    let mut depth = 0;
    for at in start..body.insts.len() {
        match body.op(at) {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::TryTable { .. } => depth += 1,
            Operator::End => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    body.insts.len()
}

/// Where control goes on from an instruction that only leads elsewhere.
fn follow(body: &Body, mut at: usize) -> usize {
    for _ in 0..body.insts.len() {
        if at >= body.insts.len() {
            return at;
        }
        at = match body.op(at) {
            Operator::End => at + 1,
            Operator::Br { relative_depth } => target(body, at, relative_depth),
            _ => return at,
        };
    }
    at
}
