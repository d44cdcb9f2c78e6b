//! Frames that lie below the stack pointer.
//!
//! *Needs:* a function that is said to leave the stack pointer as it is. *Gives:* nothing, or why
//! it may not. *Cost:* linear in the code.
//! *Source:* the red zone of LLVM's code generator for WebAssembly.

use unsnarl_low::{Exit, Function, Op};

/// How many bytes below the stack pointer are a function's own while it calls none.
const RED_ZONE: u32 = 128;

/// The alignment that the stack pointer has, in bytes.
const STACK_ALIGN: u32 = 16;

/// Proves that nothing else can use a frame below the stack pointer while the function runs.
pub(super) fn check(function: &Function) -> Result<(), String> {
    let Some(frame) = function.frame else {
        return Err("a frame that the function does not have is left out".to_owned());
    };
    if frame.size > RED_ZONE || frame.align > STACK_ALIGN {
        return Err("the frame reaches beyond the red zone".to_owned());
    }
    for &id in function.order() {
        let block = function.block(id);
        let mut ops = block.insts().map(|inst| function.inst(inst).op);
        let calls = ops.any(|op| matches!(op, Op::Call(_) | Op::CallIndirect(_)));
        if calls || matches!(block.exit, Exit::Call(..)) {
            return Err(format!("{id} calls while the frame is unprotected"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use unsnarl_low::text::parse;

    #[track_caller]
    fn check(frame: &str, code: &str) -> Result<(), String> {
        let text = format!("func @f(%0: i32) {{\n{frame}\nb0:\n{code}\n}}\n");
        let module = parse(&text).expect("it is valid");
        super::check(&module.functions[0].1)
    }

    #[test]
    fn a_small_frame_of_a_leaf_needs_no_stack_pointer() {
        let store = "i32.store frame+8, %0\nreturn";
        assert_eq!(check("frame 128 align 16", store), Ok(()));
        let jump = "i32.store frame+8, %0\nreturn_call @g(%0)";
        assert_eq!(check("frame 16 align 16", jump), Ok(()));
    }

    #[test]
    fn others_need_it() {
        let store = "i32.store frame+8, %0\nreturn";
        for (frame, code) in [
            ("", "return"),
            ("frame 144 align 16", store),
            ("frame 64 align 32", store),
            ("frame 16 align 16", "call @g(frame+8)\nreturn"),
            ("frame 16 align 16", "call_indirect (frame+8, %0)\nreturn"),
        ] {
            assert!(check(frame, code).is_err(), "{frame}: {code}");
        }
    }
}
