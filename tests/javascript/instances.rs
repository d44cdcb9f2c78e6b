//! What an instance is for the host and for other instances: functions, memories that grow, tables,
//! globals, tags, as those of WebAssembly.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use unsnarl_js::{Options, Style, Traps, compile, nested};

/// A module that has everything.
const OWNER: &str = r#"(module
  (memory (export "memory") 1 4)
  (table (export "table") 3 5 funcref)
  (global (export "base") i64 (i64.const 0x100000003))
  (global (export "count") (mut i64) (i64.const -5))
  (global (export "fixed") i32 (i32.const 7))
  (tag $t (export "tag") (param i64))
  (func $double (export "double") (param i64) (result i64) (i64.add (local.get 0) (local.get 0)))
  (func (export "both") (param i32 f64) (result f64 i64)
    (f64.mul (local.get 1) (f64.const 2)) (i64.extend_i32_s (local.get 0)))
  (func (export "grow") (result i32) (memory.grow (i32.const 1)))
  (func (export "throw") (param i64) (throw $t (local.get 0)))
  (func (export "peek") (param i32) (result i32) (i32.load (local.get 0)))
  (func $later (param i64) (result i64) (return_call $double (local.get 0)))
  (elem (i32.const 1) $double $later)
  (table $own funcref (elem $less $more))
  (type $int (func (param i32) (result i32)))
  (func $less (type $int) (i32.const -1))
  (func $more (type $int) (i32.add (local.get 0) (i32.const 41)))
  (func (export "teed") (param i32) (result i32) (local i32)
    (call_indirect $own (type $int) (local.tee 1 (i32.load (local.get 0))) (local.get 1)))
  (data (i32.const 12) "\01\00\00\00")
  (data (i32.const 8) "\2a\00\00\00"))"#;

/// A module that imports all of it.
const USER: &str = r#"(module
  (import "o" "memory" (memory 1))
  (import "o" "table" (table 2 funcref))
  (import "o" "count" (global $count (mut i64)))
  (import "o" "fixed" (global $fixed i32))
  (import "o" "tag" (tag $t (param i64)))
  (import "o" "grow" (func $grow (result i32)))
  (import "o" "throw" (func $throw (param i64)))
  (import "o" "double" (func $double (param i64) (result i64)))
  (import "o" "base" (global $base i64))
  (import "host" "log" (func $log (param i64 i32)))
  (type $unary (func (param i64) (result i64)))
  (global (export "product") i64
    (i64.sub (i64.mul (global.get $base) (i64.const 0x20000)) (i64.const 0x123456789a)))
  (func (export "direct") (param i64) (result i64) (call $double (local.get 0)))
  (func (export "last") (param i64) (result i64)
    (return_call_indirect (type $unary) (local.get 0) (i32.const 1)))
  (func (export "later") (param i64) (result i64)
    (return_call_indirect (type $unary) (local.get 0) (i32.const 2)))
  ;; What the text has names for itself.
  (func $refreshed (export "refreshed") (result i32) (i32.const 5))
  (func $wrappers (export "wrappers") (result i32) (call $refreshed))
  (func (export "indirect") (param i64) (result i64)
    (call_indirect (type $unary) (local.get 0) (i32.const 1)))
  (func (export "wrong") (call_indirect (param i32) (i32.const 0) (i32.const 1)))
  (func (export "poke") (param i32 i32) (i32.store (local.get 0) (local.get 1)))
  (func (export "read") (param i32) (result i32) (i32.load (local.get 0)))
  (func (export "after") (result i32)
    (drop (call $grow)) (i32.store (i32.const 65540) (i32.const 99)) (memory.size))
  (func (export "add") (param i64)
    (global.set $count (i64.add (global.get $count) (i64.add (local.get 0) (i64.extend_i32_s (global.get $fixed))))))
  (func (export "tell") (call $log (i64.const -2) (i32.const 3)))
  (func (export "catch") (param i64) (result i64)
    (block $b (result i64)
      (try_table (catch $t $b) (call $throw (local.get 0)))
      (i64.const -1))))"#;

const SCRIPT: &str = r#"
const same = (found, expected) => {
  const text = (value) => JSON.stringify(value, (key, value) => typeof value === "bigint" ? value + "n" : value);
  if (text(found) !== text(expected)) throw new Error(text(found) + ", expected " + text(expected));
};
const fails = (f, kind) => {
  try {
    f();
  } catch (error) {
    if (error instanceof kind) return;
    throw error;
  }
  throw new Error("nothing was thrown");
};
const o = owner();
same(o.double(2n ** 62n), -(2n ** 63n));
same(o.both(-3, 1.5), [3, -3n]);
// The operand sets what the number of the function is.
same(o.teed(12), 42);
same(o.count.value, -5n);
same(o.fixed.value, 7);
fails(() => (o.fixed.value = 1), TypeError);
same(o.table.length, 3);
same(o.table.get(0), null);
same(o.table.get(1) === o.double, true);
fails(() => o.table.get(3), RangeError);
fails(() => o.table.set(0, () => 1), TypeError);
const logged = [];
const u = user({ o, host: { log: (...values) => logged.push(values) } });
same(u.indirect(21n), 42n);
// The upper words of results are variables of each text.
for (const name of ["direct", "indirect", "last", "later"]) {
  same([name, u[name](3n << 40n), u[name](-1n)], [name, 6n << 40n, -2n]);
}
same(u.product.value, 0x100000003n * 0x20000n - 0x123456789an);
same(u.wrappers(), 5);
u.poke(100, 5);
same(o.peek(100), 5);
same(u.read(8), 42);
same(o.memory.buffer.byteLength, 65536);
same(u.after(), 2);
same(o.peek(65540), 99);
same(new DataView(o.memory.buffer).getInt32(65540, true), 99);
// A host asks its view whether the memory has grown since.
const view = new Uint8Array(o.memory.buffer);
same(o.memory.grow(1), 2);
same(view.length, 0);
u.poke(131072, 6);
same(o.peek(131072), 6);
fails(() => o.memory.grow(9), RangeError);
u.add(10n);
same(o.count.value, 12n);
o.count.value = 2n ** 40n;
u.add(0n);
same(o.count.value, 2n ** 40n + 7n);
u.tell();
same(logged, [[-2n, 3]]);
same(u.catch(1n << 33n), 1n << 33n);
try {
  o.throw(-9n);
} catch (error) {
  same([error.is(o.tag), error.getArg(o.tag, 0)], [true, -9n]);
}
// Another instance has its own memory.
const other = owner();
same([other.peek(100), other.peek(8), other.count.value], [0, 42, -5n]);
// A memory and globals of the host.
const memory = new WebAssembly.Memory({ initial: 1 });
const count = new WebAssembly.Global({ value: "i64", mutable: true }, 1n);
const third = user({ o: { ...o, memory, count, grow: () => memory.grow(1) }, host: { log() {} } });
third.poke(4, 77);
same(new Int32Array(memory.buffer)[1], 77);
same(third.after(), 2);
same(new DataView(memory.buffer).getInt32(65540, true), 99);
memory.grow(1);
third.poke(131080, 3);
same(new DataView(memory.buffer).getInt32(131080, true), 3);
third.add(1n);
same(count.value, 9n);
fails(() => user({ o: { ...o, memory: 5 }, host: { log() {} } }), WebAssembly.LinkError);
fails(() => user({ o: { ...o, grow: o.double }, host: { log() {} } }), WebAssembly.LinkError);
const wrong = {
  memory: [new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true }), o.table, undefined],
  table: [o.memory, o.double, undefined],
  count: [1n, o.fixed, o.base, undefined],
  fixed: [1n, o.count, undefined],
  base: [1, o.count, {}],
  tag: [5, undefined],
};
for (const [name, values] of Object.entries(wrong)) {
  for (const value of values) {
    fails(() => user({ o: { ...o, [name]: value }, host: { log() {} } }), WebAssembly.LinkError);
  }
}
if (exact) {
  fails(() => o.peek(-1), WebAssembly.RuntimeError);
  fails(() => u.wrong(), WebAssembly.RuntimeError);
}
console.log("all is well");
"#;

#[track_caller]
fn check(options: &Options, name: &str) {
    let text = |source: &str| {
        let bytes = wat::parse_str(source).expect("it is valid");
        let module = unsnarl_wasm::read(&bytes).expect("it is valid");
        let output = compile(&module, options, &nested).expect("all is supported");
        let text = output.text.replace("export function", "function");
        format!("(() => {{\n{text}\nreturn instantiate;\n}})()")
    };
    let exact = options.traps == Traps::All;
    let (owner, user) = (text(OWNER), text(USER));
    let script =
        format!("const exact = {exact};\nconst owner = {owner};\nconst user = {user};\n{SCRIPT}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, script).expect("the folder can be written");
    let output = Command::new("node").arg(&file).output();
    let output = output.expect("node is installed");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "all is well\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A program whose functions are called as what the text has before them.
#[test]
fn a_program_may_have_the_names_of_the_runtime() {
    let source = r#"(module
      (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
      (memory (export "memory") 1)
      (func $options (result i32) (i32.const 3))
      (func $system (result i32) (call $options))
      (func $wasi (result i32) (call $system))
      (func (export "_start") (call $proc_exit (call $wasi))))"#;
    let bytes = wat::parse_str(source).expect("it is valid");
    let module = unsnarl_wasm::read(&bytes).expect("it is valid");
    for style in [Style::Readable, Style::Compact] {
        let options = Options {
            style,
            ..Options::default()
        };
        let output = compile(&module, &options, &nested).expect("all is supported");
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("names-{style:?}.mjs"));
        std::fs::write(&file, output.text).expect("the folder can be written");
        let output = Command::new("node").arg(&file).output();
        let output = output.expect("node is installed");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{errors}");
    }
}

/// The text of a program can be read from what is no file: it runs nothing then.
#[test]
fn a_program_is_imported_where_no_file_was_started() {
    let source = r#"(module
      (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
      (memory (export "memory") 1)
      (func (export "_start") (call $proc_exit (i32.const 3))))"#;
    let bytes = wat::parse_str(source).expect("it is valid");
    let module = unsnarl_wasm::read(&bytes).expect("it is valid");
    for style in [Style::Readable, Style::Compact] {
        let options = Options {
            style,
            ..Options::default()
        };
        let text = compile(&module, &options, &nested)
            .expect("all is supported")
            .text;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("imported-{style:?}.mjs"));
        std::fs::write(&file, &text).expect("the folder can be written");
        let says = "process.exitCode = run() + 4;\n";
        let import = format!(
            "import {{ run }} from {:?};\n{says}",
            file.display().to_string()
        );
        let whole = format!("{text}{says}");
        let worker = format!(
            "const {{ Worker }} = require('worker_threads');
             process.argv[1] = 'no/such/file';
             new Worker({:?}, {{ eval: true, argv: ['x'] }}).on('exit', (code) => process.exitCode = code);",
            format!("import({:?}).then(({{ run }}) => process.exit(run() + 4))", file.display().to_string()),
        );
        let runs: [(&[&str], &str); 4] = [
            (&["--input-type=module", "-"], &whole),
            (&["--input-type=module", "-", "no/such/file"], &import),
            (&["--input-type=module", "-e", &import, "no/such/file"], ""),
            (&["-e", &worker], ""),
        ];
        for (arguments, input) in runs {
            let mut node = Command::new("node");
            let node = node
                .args(arguments)
                .stdin(Stdio::piped())
                .stderr(Stdio::piped());
            let mut node = node.spawn().expect("node is installed");
            let mut pipe = node.stdin.take().expect("it is piped");
            pipe.write_all(input.as_bytes()).expect("node reads it");
            drop(pipe);
            let output = node.wait_with_output().expect("node ends");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(7), "{arguments:?}: {errors}");
        }
    }
}

#[test]
fn instances_share_what_they_import() {
    check(&Options::default(), "instances.js");
}

#[test]
fn instances_share_with_exact_traps_and_short_names() {
    let options = Options {
        traps: Traps::All,
        style: Style::Compact,
        ..Options::default()
    };
    check(&options, "instances-compact.js");
}

/// Both edges of the decision do the same, but what decides is a call.
const DECIDES_NOTHING: &str = r#"(module
  (global $count (export "count") (mut i32) (i32.const 0))
  (func $tick (result i32)
    (global.set $count (i32.add (global.get $count) (i32.const 1))) (global.get $count))
  (func (export "same") (param i32)
    (if (local.get 0) (then
      (drop (block $b (result i32) (drop (br_if $b (i32.const 1) (call $tick))) (i32.const 1))))))
  (func (export "empty") (param i32)
    (if (local.get 0) (then
      (if (call $tick) (then (nop)) (else (nop)))
      (block $b (br_table $b $b $b (call $tick)))))))"#;

#[test]
fn what_decides_nothing_happens_all_the_same() {
    let bytes = wat::parse_str(DECIDES_NOTHING).expect("it is valid");
    let module = unsnarl_wasm::read(&bytes).expect("it is valid");
    let output = compile(&module, &Options::default(), &nested).expect("all is supported");
    let text = output.text.replace("export function", "function");
    let script = format!(
        "{text}\nconst own = instantiate();\nown.same(1);\nown.empty(1);\nown.same(0);\nconsole.log(own.count.value);\n"
    );
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("decides-nothing.js");
    std::fs::write(&file, script).expect("the folder can be written");
    let output = Command::new("node").arg(&file).output();
    let output = output.expect("node is installed");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}
