// WASI for programs without files, where there is none: arguments, the three standard streams, clocks, random numbers and
// the exit. Every other function of WASI answers ENOSYS. Arguments and messages are strings each character of which stands
// for a byte. `run-js102.js`, `run-node-text.mjs` and `browser.js` load this, and `host.js` with it.
"use strict";

const ESUCCESS = 0;
const EBADF = 8;
const ENOSYS = 52;
const ESPIPE = 70;
const REGULAR_FILE = 4;

/// Bytes that are written to the end.
class Bytes {
  constructor() {
    this.held = new Uint8Array(1 << 16);
    this.length = 0;
  }

  append(bytes) {
    if (this.length + bytes.length > this.held.length) {
      const larger = new Uint8Array(Math.max(2 * this.held.length, this.length + bytes.length));
      larger.set(this.held.subarray(0, this.length));
      this.held = larger;
    }
    this.held.set(bytes, this.length);
    this.length += bytes.length;
  }

  /// All of them.
  taken() {
    return this.held.slice(0, this.length);
  }
}

/// A string each character of which stands for a byte, which is what the shell makes of its arguments.
function bytesOf(string) {
  return Uint8Array.from(string, (character) => character.charCodeAt(0));
}

/// The functions of WASI. `streams` has what takes the bytes of each stream that is written; `host.input()` gives all of the
/// standard input, and `host.now()` milliseconds that only grow. `exit` takes the status.
function makeWasi(programArguments, streams, host, exit) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const bytesAt = (address, length) => new Uint8Array(memory.buffer, address >>> 0, length >>> 0);
  const setWord = (address, value) => view().setUint32(address >>> 0, value, true);
  const encoded = programArguments.map((argument) => bytesOf(argument + "\0"));
  const input = { bytes: null, at: 0 };

  /// Calls `use` on each buffer of a vector until it takes less than all, and stores how much was taken.
  function eachBuffer(vector, count, result, use) {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const address = view().getUint32((vector >>> 0) + 8 * i, true);
      const length = view().getUint32((vector >>> 0) + 8 * i + 4, true);
      const taken = use(bytesAt(address, length));
      total += taken;
      if (taken < length) break;
    }
    setWord(result, total);
    return ESUCCESS;
  }

  const functions = {
    args_sizes_get(count, size) {
      setWord(count, encoded.length);
      setWord(size, encoded.reduce((sum, bytes) => sum + bytes.length, 0));
      return ESUCCESS;
    },
    args_get(pointers, text) {
      encoded.forEach((bytes, i) => {
        setWord(pointers + 4 * i, text);
        bytesAt(text, bytes.length).set(bytes);
        text += bytes.length;
      });
      return ESUCCESS;
    },
    environ_sizes_get(count, size) {
      setWord(count, 0);
      setWord(size, 0);
      return ESUCCESS;
    },
    environ_get: () => ESUCCESS,
    clock_res_get(_clock, result) {
      view().setBigUint64(result >>> 0, 1000n, true);
      return ESUCCESS;
    },
    clock_time_get(clock, _precision, result) {
      const milliseconds = clock === 0 ? Date.now() : host.now();
      view().setBigUint64(result >>> 0, BigInt(Math.round(milliseconds * 1e6)), true);
      return ESUCCESS;
    },
    fd_close: (fd) => (fd < 3 ? ESUCCESS : EBADF),
    fd_fdstat_get(fd, result) {
      if (fd >= 3) return EBADF;
      bytesAt(result, 24).fill(0);
      view().setUint8(result >>> 0, REGULAR_FILE);
      bytesAt(result + 8, 16).fill(0xff);
      return ESUCCESS;
    },
    fd_prestat_get: () => EBADF,
    fd_prestat_dir_name: () => EBADF,
    fd_seek: (fd) => (fd < 3 ? ESPIPE : EBADF),
    fd_read(fd, vector, count, result) {
      if (fd !== 0) return EBADF;
      input.bytes ??= host.input();
      return eachBuffer(vector, count, result, (buffer) => {
        const chunk = input.bytes.subarray(input.at, input.at + buffer.length);
        buffer.set(chunk);
        input.at += chunk.length;
        return chunk.length;
      });
    },
    fd_write(fd, vector, count, result) {
      const stream = streams[fd];
      if (!stream) return EBADF;
      return eachBuffer(vector, count, result, (buffer) => {
        stream.append(buffer);
        return buffer.length;
      });
    },
    proc_exit: exit,
    random_get(address, length) {
      bytesAt(address, length).forEach((_, i, buffer) => (buffer[i] = Math.random() * 256));
      return ESUCCESS;
    },
    sched_yield: () => ESUCCESS,
  };
  return { functions, attach: (exported) => (memory = exported) };
}

/// Every function that the module imports: those of WASI, of which those that are not ours answer that they do not exist,
/// and those of `host`.
function importsOf(module, functions, host) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from === "host" && host[name]) continue;
    if (from !== "wasi_snapshot_preview1" || kind !== "function") {
      throw new Error(`the module imports the ${kind} ${from}.${name}, which is neither of WASI nor of the host`);
    }
    imports[name] = functions[name] ?? (() => ENOSYS);
  }
  return { wasi_snapshot_preview1: imports, host };
}

/// The text of bytes, each of which is a character.
function textOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/// What makes the exports of a program, once it has its imports.
///
/// The program is a module of WebAssembly, or a script that leaves it in the variable `program`: what it exports, or a
/// function `instantiate` that gives that. The script may also read its imports from the global variable `imports`.
function load(bytes, functions, host) {
  if (bytes[0] === 0) {
    const module = new WebAssembly.Module(bytes);
    return () => new WebAssembly.Instance(module, importsOf(module, functions, host)).exports;
  }
  const own = {
    ...functions,
    // What is 64 bits wide may be one argument or two.
    clock_time_get: (clock, ...others) => functions.clock_time_get(clock, 0n, others.at(-1)),
  };
  const wasi = new Proxy(own, { get: (all, name) => all[name] ?? (() => ENOSYS) });
  const imports = { wasi_snapshot_preview1: wasi, host };
  globalThis.imports = imports;
  const program = new Function(`${textOf(bytes)}\nreturn program;`)();
  return () => program.instantiate?.(imports) ?? program;
}

/// Runs a program, and hands its status to `host.end`; 125 if it could not start or trapped, which is told on its standard
/// error. With `timed`, the last line there is `times LOAD RUN`, both in milliseconds.
///
/// An exit ends the host from within the program: a `catch_all` of the program would catch an exception of JavaScript. If
/// the host cannot be ended at once, what the program does afterwards counts for nothing.
function runToEnd(timed, readModule, programArguments, streams, host) {
  let [times, hasEnded] = [null, false];
  function finish(status) {
    if (hasEnded) return;
    hasEnded = true;
    if (timed && times) streams[2].append(bytesOf(`times ${times().map((time) => time.toFixed(3)).join(" ")}\n`));
    host.end(status);
  }
  const wasi = makeWasi(programArguments, streams, host, (status) => {
    finish(status);
    throw new Error("the program has ended");
  });
  try {
    const bytes = readModule();
    const start = host.now();
    const thrower = makeHost();
    const instantiate = load(bytes, wasi.functions, thrower.functions);
    const loaded = host.now();
    times = () => [loaded - start, host.now() - loaded];
    const exported = instantiate();
    wasi.attach(exported.memory);
    thrower.attach(exported);
    exported._start();
    finish(0);
  } catch (error) {
    times = null;
    if (!hasEnded) streams[2].append(bytesOf(`${error}\n${error?.stack ?? ""}\n`));
    finish(125);
  }
}
