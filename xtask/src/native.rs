//! C to objects and programs of this machine, by LLVM or by way of C for people.
//!
//! *Needs:* clang 19, gcc. *Gives:* IR, C and objects at the requested paths.

use crate::error::Error;
use crate::paths;
use crate::process::{self, Ending};
use crate::tools::{CLANG, CLANG_22, GCC};
use crate::unsnarl::Unsnarl;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// For one compilation.
const LIMIT: Duration = Duration::from_secs(300);

/// Compiles a C source to textual IR.
pub(crate) fn make_ir(
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    let mut clang = CLANG.call()?;
    clang.args(["-w", level, "-S", "-emit-llvm"]).args(options);
    process::require(clang.arg(source).arg("-o").arg(ir), LIMIT).map(drop)
}

/// Makes an object of IR by LLVM's own back end. That of LLVM 19 passes what follows an `__int128`
/// which finds one register free otherwise than gcc, and than LLVM 22.
pub(crate) fn make_object(ir: &Path, object: &Path) -> Result<(), Error> {
    let mut clang = CLANG_22.call()?;
    clang.args(["-w", "-O2", "-c"]).arg(ir);
    process::require(clang.arg("-o").arg(object), LIMIT).map(drop)
}

/// Writes the C of IR, or says what is wrong with it.
pub(crate) fn write_c(
    unsnarl: &Unsnarl,
    ir: &Path,
    text: &Path,
) -> Result<Result<(), String>, Error> {
    let mut command = Command::new(unsnarl.program());
    command.arg("compile").arg(ir).arg("-o").arg(text);
    let outcome = process::capture(&mut command, LIMIT)?;
    if outcome.ending != Ending::Status(0) {
        return Ok(Err(outcome.error_text()));
    }
    Ok(match gotos(text)? {
        0 => Ok(()),
        _ => Err("there is a goto".to_owned()),
    })
}

/// How many `goto` a C file has.
pub(crate) fn gotos(text: &Path) -> Result<usize, Error> {
    let written = paths::read(text)?;
    let written = without_strings(&String::from_utf8_lossy(&written));
    let words = written.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Ok(words.filter(|&word| word == "goto").count())
}

/// Compiles such C by gcc, or says what gcc says.
pub(crate) fn compile_c(
    text: &Path,
    options: &[&str],
    made: &Path,
) -> Result<Result<(), String>, Error> {
    let mut gcc = GCC.call()?;
    gcc.args(["-std=gnu11", "-O2"])
        .arg(text)
        .arg("-o")
        .arg(made);
    let outcome = process::capture(gcc.args(options), LIMIT)?;
    Ok(match outcome.ending == Ending::Status(0) {
        true => Ok(()),
        false => Err(format!("gcc: {}", outcome.error_text())),
    })
}

/// C without what is in its string literals.
fn without_strings(text: &str) -> String {
    let (mut kept, mut is_inside, mut is_escaped) = (String::new(), false, false);
    for c in text.chars() {
        match (is_inside, c) {
            (true, _) if is_escaped => is_escaped = false,
            (true, '\\') => is_escaped = true,
            (_, '"') => is_inside = !is_inside,
            (true, _) => {}
            (false, c) => kept.push(c),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::without_strings;

    #[test]
    fn words_in_strings_are_no_words_of_c() {
        let text = r#"f("goto \"x\""); g('a'); goto end;"#;
        assert_eq!(without_strings(text), "f(); g('a'); goto end;");
    }
}
