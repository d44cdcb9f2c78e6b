// Runs many WebAssembly commands in V8, one after another: see README.md. A worker runs them, and a new one takes over after one that did
// not end in time, or that called for its end.
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

function run(path) {
  const stdout = openSync(path + ".out", "w");
  const stderr = openSync(path + ".err", "w");
  try {
    const wasi = new WASI({ version: "preview1", args: [path], stdout, stderr, returnOnExit: true });
    // An exit ends the worker, and is no exception that a cleanup of the program could catch.
    wasi.wasiImport.proc_exit = (status) => process.exit(status);
    const module = new WebAssembly.Module(readFileSync(path));
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    return `status ${wasi.start(instance)}`;
  } catch (error) {
    return `trap ${String(error).split("\n")[0]}`;
  } finally {
    closeSync(stdout);
    closeSync(stderr);
  }
}

function startWorker() {
  return new Worker(fileURLToPath(import.meta.url), { resourceLimits: { stackSizeMb: 8 } });
}

// Gives how the module ended, and a worker for the next one.
function runInWorker(worker, path, milliseconds) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      worker.off("message", end).off("error", reject).off("exit", exit);
      worker.terminate().then(() => resolve(["no end within the limit of time", startWorker()]), reject);
    }, milliseconds);
    const end = (ending) => {
      clearTimeout(timer);
      worker.off("error", reject).off("exit", exit);
      resolve([ending, worker]);
    };
    const exit = (status) => {
      clearTimeout(timer);
      resolve([`status ${status}`, startWorker()]);
    };
    worker.once("message", end).once("error", reject).once("exit", exit);
    worker.postMessage(path);
  });
}

if (isMainThread) {
  const [list, seconds] = process.argv.slice(2);
  let worker = startWorker();
  for (const path of readFileSync(list, "utf8").split("\n").filter((line) => line !== "")) {
    let ending;
    [ending, worker] = await runInWorker(worker, path, Number(seconds) * 1000);
    console.log(ending);
  }
  await worker.terminate();
} else {
  parentPort.on("message", (path) => parentPort.postMessage(run(path)));
}
