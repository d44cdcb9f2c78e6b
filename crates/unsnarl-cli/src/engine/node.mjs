// Runs a WebAssembly command in node. The only argument is JSON: what to run, and where to report
// why there is no exit status.
import { readFileSync, writeFileSync } from "node:fs";
import { WASI } from "node:wasi";

const { module, report, args, env, folders } = JSON.parse(process.argv[1]);
const preopens = Object.fromEntries(folders);
Error.stackTraceLimit = 100;

const end = (status, why) => {
  writeFileSync(report, JSON.stringify(why));
  process.exit(status);
};

// Node writes a frame as `at NAME (wasm://wasm/DIGEST:wasm-function[INDEX]:0xADDRESS)`.
const frames = (stack) =>
  [...stack.matchAll(/wasm-function\[(\d+)\]:0x([0-9a-f]+)/g)].map(([, index, address]) => ({
    index: Number(index),
    address: parseInt(address, 16),
  }));

let wasi, instance;
try {
  wasi = new WASI({ version: "preview1", args, env, preopens, returnOnExit: true });
  const code = new WebAssembly.Module(readFileSync(module));
  instance = new WebAssembly.Instance(code, wasi.getImportObject());
} catch (error) {
  end(125, { refused: String(error.message) });
}
try {
  process.exitCode = wasi.start(instance) & 255;
} catch (error) {
  if (error instanceof WebAssembly.Exception) {
    end(134, { trapped: "an exception that nothing catches", frames: frames(error.stack ?? "") });
  }
  const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (isTrap) end(134, { trapped: error.message, frames: frames(error.stack) });
  end(125, { refused: String(error.message) });
}
