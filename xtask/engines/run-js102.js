// Runs a WebAssembly command in the shell of SpiderMonkey: see README.md.
//
// The shell has no WASI, so this is one for programs without files: arguments, the three standard streams, clocks, random
// numbers and the exit. Every other function of WASI answers ENOSYS. What the program writes is kept and written when it
// ends, because the shell can write bytes to a named file only, and opens it anew each time.
"use strict";

const ESUCCESS = 0;
const EBADF = 8;
const ENOSYS = 52;
const ESPIPE = 70;
const REGULAR_FILE = 4;
const UNHANDLED = 125;

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

  writeTo(file) {
    if (this.length > 0) os.file.writeTypedArrayToFile(file, this.held.slice(0, this.length));
  }
}

/// A string each character of which stands for a byte, which is what the shell makes of its arguments.
function bytesOf(string) {
  return Uint8Array.from(string, (character) => character.charCodeAt(0));
}

function makeWasi(programArguments, streams, exit) {
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
      const milliseconds = clock === 0 ? dateNow() : monotonicNow();
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
      input.bytes ??= os.file.readFile("/dev/stdin", "binary");
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

/// Every function that the module imports; those that are not ours answer that they do not exist.
function importsOf(module, functions) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== "wasi_snapshot_preview1" || kind !== "function") {
      throw new Error(`the module imports the ${kind} ${from}.${name}, which is not of WASI`);
    }
    imports[name] = functions[name] ?? (() => ENOSYS);
  }
  return { wasi_snapshot_preview1: imports };
}

function run(path, programArguments, streams, finish) {
  let times = () => [0, 0];
  const wasi = makeWasi([path, ...programArguments], streams, (status) => finish(status, times));
  const bytes = os.file.readFile(path, "binary");
  const start = dateNow();
  const module = new WebAssembly.Module(bytes);
  const compiled = dateNow();
  times = () => [compiled - start, dateNow() - compiled];
  const instance = new WebAssembly.Instance(module, importsOf(module, wasi.functions));
  wasi.attach(instance.exports.memory);
  instance.exports._start();
  finish(0, times);
}

function main(timed, path, programArguments) {
  const streams = { 1: new Bytes(), 2: new Bytes() };
  /// Ends the process. An exception would do as well, if no `catch_all` of the program could catch it.
  const finish = (status, times) => {
    if (timed && times) {
      streams[2].append(bytesOf(`times ${times().map((time) => time.toFixed(3)).join(" ")}\n`));
    }
    streams[1].writeTo("/dev/stdout");
    streams[2].writeTo("/dev/stderr");
    quit(status);
  };
  try {
    run(path, programArguments, streams, finish);
  } catch (error) {
    streams[2].append(bytesOf(`${error}\n${error?.stack ?? ""}\n`));
    finish(UNHANDLED, null);
  }
}

const timed = scriptArgs[0] === "--times";
const [path, ...programArguments] = timed ? scriptArgs.slice(1) : scriptArgs;
main(timed, path, programArguments);
