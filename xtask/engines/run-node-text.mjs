// Runs a WebAssembly command, or one that was written as JavaScript, in V8 with our WASI: see README.md.
import { readFileSync, writeSync } from "node:fs";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const { runToEnd, Bytes } = new Function(`${read("wasi.js")}\n${read("host.js")}\nreturn { runToEnd, Bytes };`)();

const words = process.argv.slice(2);
const timed = words[0] === "--times";
if (timed) words.shift();
const streams = { 1: new Bytes(), 2: new Bytes() };

/// Writes all bytes of a stream: a pipe may take less at once.
function writeAll(number) {
  const bytes = streams[number].taken();
  for (let at = 0; at < bytes.length; ) at += writeSync(number, bytes, at);
}

runToEnd(timed, () => readFileSync(words[0]), words, streams, {
  input: () => readFileSync(0),
  now: () => performance.now(),
  end(status) {
    writeAll(1);
    writeAll(2);
    process.exit(status);
  },
});
