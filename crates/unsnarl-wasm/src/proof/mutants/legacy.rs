//! Changed legacy instructions for exceptions: the proofs must notice each that leads elsewhere.
//!
//! Every `delegate`, `rethrow` and jump gets every other depth; a `try` that only delegates becomes
//! a `block`; what is called in a `try` is called before it, and another call gets into it. What is
//! valid and not noticed must have the same [routes](routes), which are found here from the meaning
//! of the instructions alone.

use wasm_encoder::{BlockType, Instruction as I};
use wasmparser::Operator;

use super::body::{Body, Inst, inst};
use super::exceptions::TEXT;
use super::judge;
use super::options;
use crate::Exceptions;
use crate::proof::tests::HEAD;

/// Functions in which cleanups nest, are left by jumps, and stand around calls that they are not
/// for.
const MORE: &str = r#"
define i32 @nested(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  %r = invoke i32 @g(i32 %x) to label %second unwind label %inner
second:
  %q = invoke i32 @g(i32 %r) to label %third unwind label %outer
third:
  call void @note(i32 %q)
  %s = invoke i32 @g(i32 %q) to label %done unwind label %inner
inner:
  %p = cleanuppad within none []
  call void @note(i32 1) [ "funclet"(token %p) ]
  invoke void @note(i32 5) [ "funclet"(token %p) ] to label %goes unwind label %within
goes:
  cleanupret from %p unwind label %outer
within:
  %w = cleanuppad within %p []
  call void @note(i32 6) [ "funclet"(token %w) ]
  cleanupret from %w unwind label %outer
outer:
  %o = cleanuppad within none []
  call void @note(i32 2) [ "funclet"(token %o) ]
  cleanupret from %o unwind to caller
done:
  ret i32 %s
}
define i32 @handled(i32 %x) personality ptr @__gxx_wasm_personality_v0 {
entry:
  %r = invoke i32 @g(i32 %x) to label %second unwind label %switch
second:
  %q = invoke i32 @g(i32 %r) to label %third unwind label %switch
third:
  %s = invoke i32 @g(i32 %q) to label %done unwind label %outer
switch:
  %v = phi i32 [ %x, %entry ], [ %r, %second ]
  %c = catchswitch within none [label %handler] unwind label %outer
handler:
  %h = catchpad within %c [ptr null]
  call void @note(i32 %v) [ "funclet"(token %h) ]
  catchret from %h to label %done
outer:
  %u = phi i32 [ %q, %third ], [ %v, %switch ]
  %o = cleanuppad within none []
  call void @note(i32 %u) [ "funclet"(token %o) ]
  cleanupret from %o unwind to caller
done:
  %z = phi i32 [ %s, %third ], [ %v, %handler ]
  call void @note(i32 %z)
  ret i32 %z
}
"#;

#[test]
fn changed_legacy_brackets_are_noticed() {
    let mut noticed = 0;
    for mut options in options() {
        options.exceptions = Exceptions::Legacy;
        let text = format!("{HEAD}{TEXT}{MORE}");
        judge::with(&text, &options, |judge, _, functions| {
            for function in functions {
                let original = function.body.clone();
                let body = Body::read(&original, &function.map.pieces, &function.due.hints);
                let judged = judge.judge(function, body.write());
                assert_eq!(judged, Ok(()), "what was written is proved");
                let broken = unsnarl_low::verify::verify(&function.due.function);
                assert!(broken.is_empty(), "{broken:?}");
                let due = routes(&body);
                for (what, place, changed) in changes(&body) {
                    let written = changed.write();
                    if written.bytes == original
                        || !judge.is_valid(function.map.index, &written.bytes)
                    {
                        continue;
                    }
                    match judge.judge(function, written) {
                        Err(_) => noticed += 1,
                        Ok(()) => assert_eq!(
                            routes(&changed),
                            due,
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
    assert!(noticed >= 200, "only {noticed} changes were noticed");
}

/// All changes: what each is, the instruction that it is about, and the changed code.
fn changes(body: &Body) -> Vec<(&'static str, usize, Body)> {
    let mut all = Vec::new();
    let mut depth = 0_u32;
    for place in 0..body.insts.len() {
        let one = |instruction: I<'_>| body.with(place..place + 1, vec![inst(&instruction)]);
        match body.op(place) {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
            Operator::Try { .. } => {
                all.extend(moved(body, place));
                depth += 1;
            }
            Operator::End => depth = depth.saturating_sub(1),
            Operator::Delegate { relative_depth } => {
                depth -= 1;
                let others = (0..=depth).filter(|&other| other != relative_depth);
                all.extend(others.map(|other| ("another depth", place, one(I::Delegate(other)))));
            }
            Operator::Rethrow { relative_depth } => {
                let others = (0..depth).filter(|&other| other != relative_depth);
                all.extend(others.map(|other| ("another depth", place, one(I::Rethrow(other)))));
            }
            Operator::Br { relative_depth } => {
                let others = (0..depth).filter(|&other| other != relative_depth);
                all.extend(others.map(|other| ("another depth", place, one(I::Br(other)))));
            }
            _ => {}
        }
    }
    all
}

/// Where the `try` at a place ends: at its first `catch`, or where it delegates.
fn end_of_try(body: &Body, place: usize) -> Option<usize> {
    let mut depth = 0;
    for at in place..body.insts.len() {
        match body.op(at) {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Try { .. } => depth += 1,
            Operator::Catch { .. } | Operator::CatchAll if depth == 1 => return Some(at),
            Operator::End | Operator::Delegate { .. } => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn moved(body: &Body, place: usize) -> Vec<(&'static str, usize, Body)> {
    let Some(end) = end_of_try(body, place) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut outside = body.insts[place + 1..end].to_vec();
    outside.push(body.insts[place].clone());
    let calls = body.with(place..end, outside);
    all.push(("a call outside of its try", place, calls));
    if matches!(body.op(end), Operator::Delegate { .. }) {
        let plain = body.with(place..place + 1, vec![inst(&I::Block(BlockType::Empty))]);
        let plain = plain.with(end..end + 1, vec![inst(&I::End)]);
        all.push(("no delegate", place, plain));
    }
    if matches!(body.op(end), Operator::Catch { .. }) {
        let all_kinds = body.with(end..end + 1, vec![inst(&I::CatchAll)]);
        all.push(("a clause of another kind", end, all_kinds));
    }
    for at in 1..body.insts.len() {
        let is_note = matches!(
            (body.op(at - 1), body.op(at)),
            (Operator::I32Const { .. }, Operator::Call { .. })
        );
        if is_note && !(place..=end).contains(&at) {
            let added: Vec<Inst> = body.insts[at - 1..=at].to_vec();
            let changed = body.with(place + 1..place + 1, added);
            all.push(("another call within a try", place, changed));
        }
    }
    all
}

/// What happens to exceptions, and where jumps lead.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Route {
    /// Of what is thrown by an instruction: the clauses, by their number in the function, that
    /// catch an exception of C++, and another one.
    Thrown([Option<usize>; 2]),
    /// The clause that has caught what is thrown again, and the same as for others.
    Again(Option<usize>, [Option<usize>; 2]),
    /// A jump, past ends and further jumps.
    Jump(usize),
}

/// A bracket that is open.
struct Open {
    start: usize,
    is_try: bool,
    /// The clause in which control is.
    clause: Option<usize>,
}

/// The routes of all instructions of a function that throw or jump, in order.
fn routes(body: &Body) -> Vec<Route> {
    let mut routes = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut clauses = 0;
    for at in 0..body.insts.len() {
        match body.op(at) {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                open.push(Open {
                    start: at,
                    is_try: false,
                    clause: None,
                });
            }
            Operator::Try { .. } => open.push(Open {
                start: at,
                is_try: true,
                clause: None,
            }),
            Operator::End | Operator::Delegate { .. } => {
                open.pop();
            }
            Operator::Catch { .. } | Operator::CatchAll => {
                if let Some(own) = open.last_mut() {
                    own.clause = Some(clauses);
                }
                clauses += 1;
            }
            Operator::Call { .. } | Operator::CallIndirect { .. } | Operator::Throw { .. } => {
                routes.push(Route::Thrown(
                    [true, false].map(|own| caught(body, &open, own)),
                ));
            }
            Operator::Rethrow { relative_depth } => {
                let place = open.len().checked_sub(1 + relative_depth as usize);
                let clause = place.and_then(|place| open[place].clause);
                let caught = [true, false].map(|own| caught(body, &open, own));
                routes.push(Route::Again(clause, caught));
            }
            Operator::Br { relative_depth } => {
                let place = open.len().checked_sub(1 + relative_depth as usize);
                let start = place.map(|place| open[place].start);
                routes.push(Route::Jump(rest(body, target(body, start))));
            }
            _ => {}
        }
    }
    routes
}

/// The clause that catches an exception of C++, or another one, that is thrown within brackets.
fn caught(body: &Body, open: &[Open], is_own: bool) -> Option<usize> {
    let mut left = open.len();
    while left > 0 {
        left -= 1;
        let own = &open[left];
        if !own.is_try || own.clause.is_some() {
            continue;
        }
        let mut end = end_of_try(body, own.start)?;
        if let Operator::Delegate { relative_depth } = body.op(end) {
            // Counted from outside of the try; the label of the function is one further out.
            left = match left.checked_sub(1 + relative_depth as usize) {
                Some(place) => place + 1,
                None => return None,
            };
            continue;
        }
        while let Operator::Catch { .. } | Operator::CatchAll = body.op(end) {
            if is_own || matches!(body.op(end), Operator::CatchAll) {
                return Some(ordinal(body, end));
            }
            end = next_clause(body, end);
        }
    }
    None
}

/// How many clauses come before one.
fn ordinal(body: &Body, clause: usize) -> usize {
    let is_clause =
        |&at: &usize| matches!(body.op(at), Operator::Catch { .. } | Operator::CatchAll);
    (0..clause).filter(is_clause).count()
}

/// Where the code of a clause ends.
fn next_clause(body: &Body, clause: usize) -> usize {
    let mut depth = 0;
    for at in clause + 1..body.insts.len() {
        match body.op(at) {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Try { .. } => depth += 1,
            Operator::Catch { .. } | Operator::CatchAll if depth == 0 => return at,
            Operator::End if depth == 0 => return at,
            Operator::End | Operator::Delegate { .. } => depth -= 1,
            _ => {}
        }
    }
    body.insts.len() - 1
}

/// Where a jump to a bracket leads; past all for the function.
fn target(body: &Body, start: Option<usize>) -> usize {
    let Some(start) = start else {
        return body.insts.len();
    };
    if matches!(body.op(start), Operator::Loop { .. }) {
        return start;
    }
    let mut depth = 0;
    for at in start..body.insts.len() {
        match body.op(at) {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Try { .. } => depth += 1,
            Operator::End | Operator::Delegate { .. } => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    body.insts.len()
}

/// Where control goes on from an instruction that only leads elsewhere.
fn rest(body: &Body, mut at: usize) -> usize {
    for _ in 0..body.insts.len() {
        if at >= body.insts.len() {
            return at;
        }
        at = match body.op(at) {
            Operator::End | Operator::Delegate { .. } => at + 1,
            // From the body of a try, or from another clause.
            Operator::Catch { .. } | Operator::CatchAll => next_clause(body, at),
            Operator::Br { relative_depth } => {
                let mut open = Vec::new();
                for before in 0..at {
                    match body.op(before) {
                        Operator::Block { .. }
                        | Operator::Loop { .. }
                        | Operator::If { .. }
                        | Operator::Try { .. } => open.push(before),
                        Operator::End | Operator::Delegate { .. } => {
                            open.pop();
                        }
                        _ => {}
                    }
                }
                let place = open.len().checked_sub(1 + relative_depth as usize);
                target(body, place.map(|place| open[place]))
            }
            _ => return at,
        };
    }
    at
}
