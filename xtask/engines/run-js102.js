// Runs a WebAssembly command in the shell of SpiderMonkey: see README.md.
//
// What the program writes is kept and written when it ends, because the shell can write bytes to a named file only, and
// opens it anew each time.
"use strict";

loadRelativeToScript("wasi.js");
loadRelativeToScript("host.js");

const timed = scriptArgs[0] === "--times";
const programArguments = timed ? scriptArgs.slice(1) : scriptArgs;
const streams = { 1: new Bytes(), 2: new Bytes() };
const readModule = () => os.file.readFile(programArguments[0], "binary");
runToEnd(timed, readModule, programArguments, streams, {
  input: () => os.file.readFile("/dev/stdin", "binary"),
  now: monotonicNow,
  end(status) {
    for (const [number, file] of [[1, "/dev/stdout"], [2, "/dev/stderr"]]) {
      const bytes = streams[number].taken();
      if (bytes.length > 0) os.file.writeTypedArrayToFile(file, bytes);
    }
    quit(status);
  },
});
