// Runs a WebAssembly command that was written as JavaScript in the shell of SpiderMonkey: see
// README.md.
const bytes = { 1: [], 2: [] };
const keep = (stream) => (chunk) => bytes[stream].push(chunk.slice());
import(scriptArgs[0]).then(({ run }) => {
  const status = run({
    args: scriptArgs,
    stdin: os.file.readFile("/dev/stdin", "binary"),
    stdout: keep(1),
    stderr: keep(2),
  });
  for (const [number, file] of [[1, "/dev/stdout"], [2, "/dev/stderr"]]) {
    const size = bytes[number].reduce((sum, chunk) => sum + chunk.length, 0);
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of bytes[number]) {
      all.set(chunk, at);
      at += chunk.length;
    }
    if (size > 0) os.file.writeTypedArrayToFile(file, all);
  }
  quit(status);
}).catch((error) => {
  printErr(error + "\n" + error.stack);
  quit(125);
});
