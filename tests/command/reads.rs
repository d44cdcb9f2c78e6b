//! What `structure` prints of C at -O1 with debug information: `reads/NAME.c`, as clang compiles it
//! to `reads/NAME.ll`, is `reads/NAME.txt`. `BLESS=1` writes the last anew.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn optimised_loops_read_as_loops() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/command/reads");
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let modules = paths.filter(|path| path.extension().is_some_and(|end| end == "ll"));
    let mut count = 0;
    for module in modules {
        let output = Command::new(env!("CARGO_BIN_EXE_unsnarl"))
            .arg("structure")
            .arg(&module)
            .output()
            .expect("the command was built");
        assert!(output.status.success(), "{module:?}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("it prints text");
        let expected = module.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &text).expect("it can be written");
        }
        let expected = fs::read_to_string(&expected).expect("it can be read");
        assert_eq!(text, expected, "{module:?}");
        count += 1;
    }
    assert!(count > 0);
}
