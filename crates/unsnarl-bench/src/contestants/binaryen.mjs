// Binaryen's Relooper on graphs, one a line; an answer a line. `wire.rs` says what the lines hold.
//
// Timed is `renderAndDispose`, the whole of its algorithm; the blocks and branches are added before. Parallel
// arms are joined, because the Relooper takes one branch between two blocks. Arguments: the folder of binaryen.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: binaryen } = await import(pathToFileURL(process.argv[2] + "/index.js"));
const SAMPLES = 5;
const LONG = 2_000_000_000n;

function graph(line) {
  const [entry, ...words] = line.trim().split(" ");
  const blocks = words.map((word) => ({
    exit: word[0],
    arms: word.length > 1 ? word.slice(1).split(",").map(Number) : [],
  }));
  return { entry: Number(entry), blocks };
}

// Adds the blocks and branches of a graph; what is returned does the rest.
function prepare(module, { entry, blocks }) {
  const relooper = new binaryen.Relooper(module);
  const { none, i32 } = binaryen;
  const number = (index) => module.i32.const(index);
  const run = (index) => module.call("block", [number(index)], none);
  const decide = (index) => module.call("decide", [number(index)], i32);
  const joined = ({ arms }) => arms.every((arm) => arm === arms[0]);
  const refs = blocks.map((block, index) => {
    if (block.exit === "r") return relooper.addBlock(module.block(null, [run(index), module.return()]));
    if (block.exit === "u") return relooper.addBlock(module.block(null, [run(index), module.unreachable()]));
    if (block.exit === "j") return relooper.addBlock(run(index));
    if (joined(block)) return relooper.addBlock(module.block(null, [run(index), module.drop(decide(index))]));
    if (block.exit === "b") return relooper.addBlock(run(index));
    return relooper.addBlockWithSwitch(run(index), decide(index));
  });
  blocks.forEach((block, index) => {
    const { exit, arms } = block;
    if (arms.length === 0) return;
    if (joined(block)) {
      relooper.addBranch(refs[index], refs[arms[0]], 0, 0);
    } else if (exit === "b") {
      relooper.addBranch(refs[index], refs[arms[0]], module.i32.eqz(decide(index)), 0);
      relooper.addBranch(refs[index], refs[arms[1]], 0, 0);
    } else {
      const last = arms.length - 1;
      const slots = new Map();
      arms.slice(0, last).forEach((arm, slot) => {
        if (arm !== arms[last]) slots.set(arm, [...(slots.get(arm) ?? []), slot]);
      });
      for (const [arm, list] of slots) relooper.addBranchForSwitch(refs[index], refs[arm], list, 0);
      relooper.addBranchForSwitch(refs[index], refs[arms[last]], [], 0);
    }
  });
  return () => relooper.renderAndDispose(refs[entry], 0);
}

// Makes a module of a graph; tells how long the Relooper took.
function once(cfg, wanted) {
  const module = new binaryen.Module();
  module.addFunctionImport("block", "env", "block", binaryen.i32, binaryen.none);
  module.addFunctionImport("decide", "env", "decide", binaryen.i32, binaryen.i32);
  const render = prepare(module, cfg);
  const start = process.hrtime.bigint();
  const body = render();
  const time = process.hrtime.bigint() - start;
  let wasm = null;
  if (wanted) {
    module.addFunction("run", binaryen.none, binaryen.none, [binaryen.i32], body);
    module.addFunctionExport("run", "run");
    wasm = module.emitBinary();
  }
  module.dispose();
  return { time, wasm };
}

function answer(line) {
  try {
    const cfg = graph(line);
    const { time, wasm } = once(cfg, true);
    const samples = [];
    while (samples.length < SAMPLES) samples.push(time > LONG ? time : once(cfg, false).time);
    return `ok ${samples.join(",")} ${Buffer.from(wasm).toString("hex")}`;
  } catch (error) {
    return "failed " + String(error).split("\n")[0];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(answer(line) + "\n");
}
