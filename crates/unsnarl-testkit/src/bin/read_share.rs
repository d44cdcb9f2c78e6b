//! Prints the share of some files of LLVM IR that can be read, and the errors in the others.
//!
//!     read-share FILE… < more file names, one a line
//!
//! *Gives:* a line for each file with an error: its name, and the first error; then the causes, the
//! most frequent first, and the share. A file that is read is also printed and read again, which
//! must give the same text.

use std::collections::BTreeMap;
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        names = text.lines().map(str::to_owned).collect();
    }
    let (mut read, mut functions, mut unread) = (0, 0, 0);
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for name in &names {
        let text = String::from_utf8_lossy(&std::fs::read(name)?).into_owned();
        let reading = unsnarl_llvm::read_partly(&text);
        let defined = reading.module.functions.values();
        functions += defined.filter(|function| function.is_definition()).count();
        unread += reading.unread.len();
        let wrong = match reading.unread.first() {
            Some(unread) => Some(unread.error.to_string()),
            None => comes_back(&reading.module),
        };
        match wrong {
            None => read += 1,
            Some(wrong) => {
                println!("{name}:{wrong}");
                let cause = wrong.splitn(3, ':').nth(2).unwrap_or(&wrong).trim();
                *causes.entry(cause.to_owned()).or_default() += 1;
            }
        }
    }
    let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
    causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (cause, count) in causes {
        println!("{count:6}  {cause}");
    }
    println!(
        "{read} of {} files, {functions} functions; {unread} errors",
        names.len()
    );
    Ok(())
}

/// Says what is wrong if a module does not come back from its own text.
fn comes_back(module: &unsnarl_ir::Module) -> Option<String> {
    let printed = module.to_string();
    match unsnarl_llvm::read(&printed) {
        Err(error) => Some(format!("0:0: printed: {}", error.cause)),
        Ok(again) if again.to_string() != printed => Some("0:0: printed otherwise".to_owned()),
        Ok(_) => None,
    }
}
