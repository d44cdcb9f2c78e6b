
// Runs the program and returns its exit status. Options: `args`, `env`, `stdin` (a text or bytes), `stdout`
// and `stderr` (functions of bytes), `preopens` (names of folders and where they are).
export function run(options = {}, imports = {}) {
  try {
    instantiate(imports, options)._start();
    return 0;
  } catch (error) {
    if (error instanceof WasiExit) return error.status;
    throw error;
  }
}

if (typeof process === "object" && process.argv && process.argv[1]) {
  const { pathToFileURL } = process.getBuiltinModule("url"), { realpathSync } = process.getBuiltinModule("fs");
  let started = null;
  try {
    started = pathToFileURL(realpathSync(process.argv[1])).href;
  } catch {
    // The started script is not a file: standard input, a text, or an archive.
  }
  if (import.meta.url === started) {
    process.exitCode = run({ args: process.argv.slice(1), env: process.env });
  }
}
