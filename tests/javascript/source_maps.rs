//! Source maps say where statements come from: of LLVM IR and of a module with DWARF, to a reader
//! of maps and to node, whose stacks name the lines of the source.

use std::path::{Path, PathBuf};
use std::process::Command;

use unsnarl_js::{Options, Output, SourceMap, Style, compile, nested};
use unsnarl_low::Module;

const SOURCE: &str = "int table[16];

static int quotient(int a, int b) {
  return a / b; // divides
}

__attribute__((noinline)) int middle(int *p, int i) {
  int sum = 0;
  for (int k = 0; k < i; k++) {
    sum += p[k]; // adds
    if (sum > 100)
      __builtin_trap(); // traps
  }
  return quotient(sum + 7,
                  i - 3);
}

__attribute__((export_name(\"outer\"))) int outer(int i) {
  table[0] = i;
  return middle(table, i) + 1; // calls
}
";

const SCRIPT: &str = r#"
import { instantiate } from "./x.mjs";
const { outer } = instantiate();
for (const argument of [3, 200]) {
  try {
    outer(argument);
  } catch (error) {
    console.log(error.stack);
  }
}
"#;

/// The line of the source with a remark.
fn line(remark: &str) -> u32 {
    let mut lines = SOURCE.lines();
    let at = lines.position(|line| line.ends_with(&format!("// {remark}")));
    at.expect("there is such a line") as u32 + 1
}

fn run(command: &mut Command) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("it is text")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("x.c"), SOURCE).expect("the folder can be written");
    folder
}

fn clang(folder: &Path, options: &[&str]) {
    let mut clang = Command::new("clang-19");
    clang.current_dir(folder);
    run(clang
        .args(["--target=wasm32", "-g", "-O1", "x.c"])
        .args(options));
}

fn of_llvm(folder: &Path) -> Module {
    clang(folder, &["-S", "-emit-llvm", "-o", "x.ll"]);
    let text = std::fs::read_to_string(folder.join("x.ll")).expect("clang has written it");
    let module = unsnarl_llvm::read(&text).expect("it can be read");
    unsnarl_wasm::linked(&module, &unsnarl_wasm::Options::default()).expect("it can be linked")
}

fn of_wasm(folder: &Path) -> Module {
    clang(folder, &["-c", "-o", "x.o"]);
    let mut linker = Command::new("wasm-ld-19");
    linker.current_dir(folder);
    run(linker.args(["--no-entry", "x.o", "-o", "x.wasm"]));
    let bytes = std::fs::read(folder.join("x.wasm")).expect("clang has written it");
    let mut module = unsnarl_wasm::read(&bytes).expect("it can be read");
    unsnarl_wasm::read_positions(&bytes, &mut module).expect("the DWARF can be read");
    module
}

fn written(module: &Module, options: Options) -> (Output, String) {
    let options = Options {
        source_map: Some(SourceMap {
            file: String::from("x.mjs"),
            url: String::from("x.mjs.map"),
        }),
        ..options
    };
    let output = compile(module, &options, &nested).unwrap_or_else(|error| panic!("{error}"));
    let map = output.source_map.clone().expect("it was wanted");
    (output, map)
}

/// A map says for each remark where its statement is; the text is as without a map.
fn check(name: &str, module: &Module, style: Style, parts: bool) {
    let options = Options {
        style,
        largest: if parts { 100 } else { usize::MAX },
        ..Options::default()
    };
    let (output, map) = written(module, options.clone());
    let plain = compile(module, &options, &nested).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        output.text,
        format!("{}//# sourceMappingURL=x.mjs.map\n", plain.text),
        "{name}"
    );
    let map = sourcemap::SourceMap::from_slice(map.as_bytes()).expect("it is a map");
    let names: Vec<&str> = map.names().collect();
    for function in ["middle", "outer"] {
        assert!(names.contains(&function), "{name}: {names:?}");
    }
    let lines: Vec<&str> = output.text.lines().collect();
    let mut found = Vec::new();
    for token in map.tokens() {
        let text = lines[token.get_dst_line() as usize];
        let text = &text[token.get_dst_col() as usize..];
        if let Some(source) = token.get_source() {
            assert!(source.ends_with("/x.c"), "{name}: {source}");
            found.push((token.get_src_line() + 1, text));
        }
        if token.get_name().is_some() {
            assert!(text.starts_with("function "), "{name}: {text}");
        }
    }
    let call = match style {
        Style::Readable => "divideSigned(",
        Style::Compact => "",
    };
    for (remark, begins) in [
        ("divides", call),
        ("adds", ""),
        ("traps", ""),
        ("calls", ""),
    ] {
        let line = line(remark);
        let is_there = |&(own, text): &(u32, &str)| own == line && text.starts_with(begins);
        assert!(found.iter().any(is_there), "{name}: {remark} in {found:?}");
    }
}

#[test]
fn maps_say_where_statements_come_from() {
    let folder = folder("maps");
    for (name, module) in [("LLVM IR", of_llvm(&folder)), ("DWARF", of_wasm(&folder))] {
        for style in [Style::Readable, Style::Compact] {
            for parts in [false, true] {
                check(name, &module, style, parts);
            }
        }
    }
}

#[test]
fn stacks_in_node_name_the_lines_of_the_source() {
    let folder = folder("stacks");
    for (name, module) in [("LLVM IR", of_llvm(&folder)), ("DWARF", of_wasm(&folder))] {
        for style in [Style::Readable, Style::Compact] {
            let options = Options {
                style,
                ..Options::default()
            };
            let (output, map) = written(&module, options);
            for (file, text) in [
                ("x.mjs", &output.text[..]),
                ("x.mjs.map", &map),
                ("run.mjs", SCRIPT),
            ] {
                std::fs::write(folder.join(file), text).expect("the folder can be written");
            }
            let mut node = Command::new("node");
            node.current_dir(&folder);
            let stacks = run(node.args(["--enable-source-maps", "run.mjs"]));
            let at = |function: &str, remark: &str| {
                let place = format!("x.c:{}:", line(remark));
                let is_there = |text: &str| {
                    text.contains(&format!("at {function} (")) && text.contains(&place)
                };
                assert!(stacks.lines().any(is_there), "{name}: {remark}\n{stacks}");
            };
            at("middle", "divides");
            at("middle", "traps");
            at("outer", "calls");
            // What is around the functions comes from nowhere.
            let frames = stacks.lines().filter(|line| line.contains("x.c:")).count();
            assert_eq!(frames, 4, "{stacks}");
        }
    }
}
