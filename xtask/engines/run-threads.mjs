// Runs a module with a shared memory in four threads, and prints its results:
// node run-threads.mjs MODULE
import { readFileSync } from "node:fs";
import { Worker, isMainThread, workerData } from "node:worker_threads";
import { fileURLToPath } from "node:url";

const THREADS = 4;
const RESULTS = 40;
// The bytes of a thread's stack, and those of its variables.
const STACK = 1 << 16;
const VARIABLES = 1 << 12;

if (isMainThread) {
  const module = new WebAssembly.Module(readFileSync(process.argv[2]));
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const threads = Array.from({ length: THREADS }, (_, thread) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: { module, memory, thread },
    });
    return new Promise((resolve, reject) => {
      worker.on("error", reject);
      worker.on("exit", resolve);
    });
  });
  await Promise.all(threads);
  for (let index = 0; index < RESULTS; index++) {
    console.log(`${index} ${exports.result(index)}`);
  }
} else {
  const { module, memory, thread } = workerData;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // No function may run before it has its own stack.
  const start = (exports.__heap_base.value + 15) & ~15;
  exports.__stack_pointer.value = start + (thread + 1) * STACK;
  exports.__wasm_init_tls(start + THREADS * STACK + thread * VARIABLES);
  exports.work(thread);
}
