// Runs a WebAssembly command in V8: see README.md.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

let [path, ...programArguments] = process.argv.slice(2);
const times = path === "--times";
if (times) path = programArguments.shift();
// Node returns from an exit by an exception of JavaScript, which a `catch_all` of the program would catch.
const wasi = new WASI({ version: "preview1", args: [path, ...programArguments], returnOnExit: times });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
try {
  const bytes = readFileSync(path);
  const start = performance.now();
  const module = new WebAssembly.Module(bytes);
  const compiled = performance.now();
  process.exitCode = wasi.start(new WebAssembly.Instance(module, imports));
  const end = performance.now();
  if (times) console.error(`times ${(compiled - start).toFixed(3)} ${(end - compiled).toFixed(3)}`);
} catch (error) {
  console.error(error);
  process.exitCode = 125;
}
