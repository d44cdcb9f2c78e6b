//! Every file under `filetests/`, a test each, named by its path. `BLESS=1` rewrites the expected
//! texts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use unsnarl_testkit::filetest::{Expectation, check, files};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let expectation = match std::env::var("BLESS") {
        Ok(value) if value == "1" => Expectation::Bless,
        _ => Expectation::Check,
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../filetests");
    let files = files(&root).expect("filetests/ can be read");
    assert!(!files.is_empty(), "there are no file tests");
    let trial = |file: PathBuf| {
        let name = file
            .strip_prefix(&root)
            .expect("it lies below")
            .display()
            .to_string();
        Trial::test(name, move || Ok(check(&file, expectation)?))
    };
    let trials = files.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
