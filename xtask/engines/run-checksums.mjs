// Prints what `run(n)` of a module gives, as WebAssembly or as JavaScript, for each n below a
// number: `run-checksums.mjs MODULE NUMBER`.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, count] = process.argv.slice(2);

async function instantiate() {
  if (file.endsWith(".mjs")) {
    return (await import(pathToFileURL(resolve(file)))).instantiate({});
  }
  const { instance } = await WebAssembly.instantiate(await readFile(file), {});
  return instance.exports;
}

const { run } = await instantiate();
for (let number = 0; number < Number(count); number++) {
  const sum = BigInt.asUintN(64, run(number)).toString(16).padStart(16, "0");
  console.log(`${number} ${sum}`);
}
