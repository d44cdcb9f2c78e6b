// Runs a WebAssembly command in V8: see README.md.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";
import { isMainThread, Worker } from "node:worker_threads";

const words = process.argv.slice(2);
const [preopens, env] = [{}, {}];
let [times, endsAtOnce] = [false, false];

/// Takes `NAME=VALUE` off the command line.
function takePair(into) {
  const [name, ...value] = words.shift().split("=");
  into[name] = value.join("=");
}

while (words[0]?.startsWith("--")) {
  const option = words.shift();
  if (option === "--times") times = true;
  else if (option === "--at-once") endsAtOnce = true;
  else if (option === "--folder") takePair(preopens);
  else if (option === "--env") takePair(env);
  else throw new Error(`no option ${option}`);
}
const [path] = words;

function run() {
  const wasi = new WASI({ version: "preview1", args: words, preopens, env, returnOnExit: true });
  // Node returns from an exit by an exception of JavaScript, which a `catch_all` of the program would catch. To end the
  // process from within the program now and then ends it with a signal; so what ends is a worker.
  if (endsAtOnce) wasi.wasiImport.proc_exit = (status) => process.exit(status);
  const script = readFileSync(new URL("host.js", import.meta.url), "utf8");
  const host = new Function(`${script}; return makeHost();`)();
  const imports = { wasi_snapshot_preview1: wasi.wasiImport, host: host.functions };
  const bytes = readFileSync(path);
  const start = performance.now();
  const module = new WebAssembly.Module(bytes);
  const compiled = performance.now();
  const instance = new WebAssembly.Instance(module, imports);
  host.attach(instance.exports);
  process.exitCode = wasi.start(instance);
  const end = performance.now();
  if (times) console.error(`times ${(compiled - start).toFixed(3)} ${(end - compiled).toFixed(3)}`);
}

if (endsAtOnce && isMainThread) {
  const worker = new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2) });
  worker.on("exit", (status) => (process.exitCode = status));
} else {
  try {
    run();
  } catch (error) {
    console.error(error);
    process.exitCode = 125;
  }
}
