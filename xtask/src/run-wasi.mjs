// Runs a WebAssembly module under WASI: `node run-wasi.mjs MODULE [ARGUMENTS…]`. Its exit status is the program's, or 125
// if the module could not be started or trapped.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [path, ...programArguments] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [path, ...programArguments], returnOnExit: true });
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
try {
  const { instance } = await WebAssembly.instantiate(await readFile(path), imports);
  process.exitCode = wasi.start(instance);
} catch (error) {
  console.error(error);
  process.exitCode = 125;
}
