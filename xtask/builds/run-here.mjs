// Runs a WebAssembly command in V8 with the folder where it is called: `node run-here.mjs MODULE [ARGUMENTS…]`. Its exit
// status is the program's, or 125 if the module could not be started or trapped.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [path, ...programArguments] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [path, ...programArguments],
  preopens: { ".": "." },
  returnOnExit: true,
});
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
try {
  const module = new WebAssembly.Module(readFileSync(path));
  process.exitCode = wasi.start(new WebAssembly.Instance(module, imports));
} catch (error) {
  console.error(error);
  process.exitCode = 125;
}
