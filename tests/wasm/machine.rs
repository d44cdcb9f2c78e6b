//! Functions as code of the machine: their text is read back, keeps the rules, and is what is
//! written.

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_low::SymbolNames as _;
use unsnarl_low::text::parse;
use unsnarl_low::verify::verify;
use unsnarl_wasm::{MachineStage, machine};

/// The examples, which are LLVM IR of many shapes.
fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = fs::read_dir(folder).expect("there are examples");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"))
        .collect();
    paths.sort();
    assert!(paths.len() > 3, "there are examples in LLVM IR");
    paths
}

#[test]
fn text_is_read_back_and_keeps_the_rules() {
    for path in examples() {
        let text = fs::read_to_string(&path).expect("the file was just listed");
        let module = unsnarl_llvm::read(&text).expect("the example can be read");
        for stage in [MachineStage::Selected, MachineStage::Optimised] {
            let shown = machine(&module, stage, None).expect("the example can be compiled");
            let read = parse(&shown).expect("what is shown can be read");
            assert!(!read.functions.is_empty());
            assert_eq!(read.to_string(), shown, "{}", path.display());
            for (symbol, function) in &read.functions {
                let name = read.symbols.name(*symbol).unwrap_or_default();
                let violations = verify(function);
                assert!(
                    violations.is_empty(),
                    "{}, {name}: {violations:?}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn one_function_is_shown() {
    let text = r#"
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
@g = global i32 0
declare void @use(ptr)
define i32 @f(i32 %x) {
  %a = alloca [5 x i32]
  call void @use(ptr %a)
  %dead = mul i32 %x, 3
  %y = load i32, ptr @g
  %z = frem double 1.0, 2.0
  ret i32 %y
}
define void @other() {
  ret void
}"#;
    let module = unsnarl_llvm::read(text).expect("the test is well formed");
    let function = module
        .functions
        .iter()
        .find(|&(id, _)| module.function_name(id) == "f")
        .map(|(id, _)| id);
    let shown = |stage| machine(&module, stage, function).expect("the test can be compiled");
    assert_eq!(
        shown(MachineStage::Selected),
        "\
func @f(%0: i32) -> i32 {
  frame 32 align 16
b0:
  call @use(frame+0)
  %1 = i32.mul %0, i32 3
  %2 = i32.load symbol=@g i32 0
  %3: f64 = call @fmod(f64 1.0, f64 2.0) !pure
  return %2
}
"
    );
    assert_eq!(
        shown(MachineStage::Optimised),
        "\
func @f(%0: i32) -> i32 {
  frame 32 align 16
b0:
  call @use(frame+0)
  %1 = i32.load symbol=@g i32 0
  return %1
}
"
    );
    assert_eq!(
        shown(MachineStage::Trees),
        "\
func @f(%0: i32) -> i32 {
  frame 32 align 16
b0:
  frame+0
  call @use
  i32 0
  i32.load symbol=@g
  return
}
"
    );
}
