//! The frame of a function in memory.
//!
//! *Needs:* the global that holds the stack pointer. *Gives:* the statements at the start and the
//! end of a function. *Cost:* O(1).

use unsnarl_low::Function;

use crate::code::{Refused, Writer};
use crate::context::Context;
use crate::variables::Variables;

/// The statements that make the frame.
pub(crate) fn prologue(
    context: &Context<'_>,
    code: &Function,
    variables: &Variables<'_>,
) -> Result<Vec<String>, Refused> {
    let Some(frame) = code.frame else {
        return Ok(Vec::new());
    };
    let pointer = stack_pointer(context)?;
    let (_, name) = variables.frame();
    let size = frame.size;
    let rounded = match frame.align {
        ..=1 => format!("{pointer} - {size} | 0"),
        align => format!("{pointer} - {size} & -{align}"),
    };
    let caller = variables.caller();
    Ok(vec![
        format!("{caller} = {pointer};"),
        format!("{name} = {rounded};"),
        format!("{pointer} = {name};"),
    ])
}

/// The statement that gives the stack pointer back, if there is a frame.
pub(crate) fn epilogue(
    context: &Context<'_>,
    writer: &Writer<'_>,
) -> Result<Option<String>, Refused> {
    if writer.code.frame.is_none() {
        return Ok(None);
    }
    let pointer = stack_pointer(context)?;
    Ok(Some(format!("{pointer} = {};", writer.variables.caller())))
}

fn stack_pointer<'c>(context: &'c Context<'_>) -> Result<&'c str, Refused> {
    let number = context.module.stack_pointer;
    let words = number.and_then(|number| context.names.globals.get(number as usize));
    match words.map(|words| &words[..]) {
        Some([word]) => Ok(word),
        _ => Err(String::from(
            "a frame without a 32-bit global for the stack pointer",
        )),
    }
}
