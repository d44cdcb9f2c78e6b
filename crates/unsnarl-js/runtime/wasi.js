// WASI preview 1: the system interface of programs in C, C++ and Rust. Node has files; browsers and
// shells have only standard output, and the contents of `options`.

const wasiErrors = {
  EACCES: 2, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, ENOENT: 44,
  ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69, EXDEV: 75,
};

// Ends a program.
class WasiExit extends Error {
  constructor(status) {
    super("the program has ended with status " + status);
    this.status = status;
  }
}

function wasiError(code) {
  return Object.assign(new Error(code), { code });
}

// The imports of a program. `memory` gives its memory.
function wasi(options, memory) {
  const builtin = (name) => {
    const own = typeof process === "object" && process.getBuiltinModule;
    return own ? process.getBuiltinModule(name) : null;
  };
  const fs = builtin("fs"), paths = builtin("path");
  const shell = typeof putstr === "function";
  const encode = (text) => {
    if (typeof TextEncoder === "function") return new TextEncoder().encode(text);
    return Uint8Array.from(unescape(encodeURIComponent(text)), (c) => c.charCodeAt(0));
  };
  const decode = (bytes) => {
    if (typeof TextDecoder === "function") return new TextDecoder().decode(bytes);
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    try {
      return decodeURIComponent(escape(text));
    } catch (error) {
      return text;
    }
  };
  const args = (options.args || ["program"]).map((text) => encode(text + "\0"));
  const environ = Object.entries(options.env || {}).map(([name, value]) => encode(name + "=" + value + "\0"));
  const input = typeof options.stdin === "string" ? encode(options.stdin) : options.stdin;
  const view = () => new DataView(memory().buffer);
  const bytes = (at, count) => new Uint8Array(memory().buffer, at >>> 0, count >>> 0);
  const text = (at, count) => decode(bytes(at, count).slice());

  // Writes to standard output or standard error.
  const pending = ["", ""];
  const print = (stream, chunk) => {
    const own = stream === 1 ? options.stdout : options.stderr;
    if (own) own(chunk);
    else if (fs) {
      let done = 0;
      while (done < chunk.length) {
        try {
          done += fs.writeSync(stream, chunk, done);
        } catch (error) {
          if (error.code !== "EAGAIN") throw error;
        }
      }
    } else if (shell && stream === 1) putstr(decode(chunk));
    else {
      const lines = (pending[stream - 1] + decode(chunk)).split("\n");
      pending[stream - 1] = lines.pop();
      for (const line of lines) (stream === 1 ? console.log : console.error)(line);
    }
  };
  const flush = () => {
    for (const stream of [1, 2]) if (pending[stream - 1]) print(stream, encode("\n"));
  };
  let inputAt = 0;
  const readInput = (into) => {
    if (input) {
      const part = input.subarray(inputAt, inputAt + into.length);
      into.set(part);
      inputAt += part.length;
      return part.length;
    }
    if (!fs) return 0;
    for (;;) {
      try {
        return fs.readSync(0, into);
      } catch (error) {
        if (error.code === "EOF") return 0;
        if (error.code !== "EAGAIN") throw error;
      }
    }
  };

  // Open files by their numbers.
  const files = [
    { kind: "input" },
    { kind: "output", stream: 1 },
    { kind: "output", stream: 2 },
  ];
  const preopens = options.preopens || (fs ? { "/": "/", ".": "." } : {});
  for (const [name, path] of Object.entries(preopens)) files.push({ kind: "folder", name, path, preopened: true });
  const file = (number) => {
    const own = files[number];
    if (!own) throw wasiError("EBADF");
    return own;
  };
  const folder = (number) => {
    const own = file(number);
    if (own.kind !== "folder") throw wasiError("ENOTDIR");
    return own;
  };
  // A path below a folder: it must not leave the folder.
  const resolve = (number, at, count) => {
    const own = folder(number), path = text(at, count);
    if (!paths) throw wasiError("ENOENT");
    const full = paths.resolve(own.path, path), root = paths.resolve(own.path);
    const inside = full === root || full.startsWith(root.endsWith("/") ? root : root + "/");
    if (!inside) throw wasiError("EPERM");
    return full;
  };
  const kinds = { folder: 3, file: 4, input: 2, output: 2 };
  const kindOf = (stat) => (stat.isDirectory() ? 3 : stat.isFile() ? 4 : stat.isSymbolicLink() ? 7 : 2);
  const writeStat = (at, stat) => {
    const to = view();
    const time = (offset, ms) => to.setBigUint64(at + offset, BigInt(Math.round(ms * 1e6)), true);
    to.setBigUint64(at, BigInt(stat.dev), true);
    to.setBigUint64(at + 8, BigInt(stat.ino), true);
    to.setUint8(at + 16, kindOf(stat));
    to.setBigUint64(at + 24, BigInt(stat.nlink), true);
    to.setBigUint64(at + 32, BigInt(stat.size), true);
    time(40, stat.atimeMs);
    time(48, stat.mtimeMs);
    time(56, stat.ctimeMs);
  };
  const transfer = (number, list, count, result, move) => {
    const own = file(number);
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const at = view().getUint32(list + 8 * index, true), size = view().getUint32(list + 8 * index + 4, true);
      const done = size === 0 ? 0 : move(own, bytes(at, size), sum);
      sum += done;
      if (done < size) break;
    }
    view().setUint32(result, sum, true);
  };
  const readAt = (own, into, at) => {
    if (own.kind === "input") return readInput(into);
    if (own.kind !== "file") throw wasiError(own.kind === "folder" ? "EISDIR" : "EBADF");
    return fs.readSync(own.handle, into, 0, into.length, at);
  };
  const writeAt = (own, from, at) => {
    if (own.kind === "output") {
      print(own.stream, from.slice());
      return from.length;
    }
    if (own.kind !== "file") throw wasiError("EBADF");
    return fs.writeSync(own.handle, from, 0, from.length, at);
  };
  const lists = (all, pointers, buffer) => {
    for (const item of all) {
      view().setUint32(pointers, buffer, true);
      bytes(buffer, item.length).set(item);
      pointers += 4;
      buffer += item.length;
    }
  };
  const sizes = (all, count, size) => {
    view().setUint32(count, all.length, true);
    view().setUint32(size, all.reduce((sum, item) => sum + item.length, 0), true);
  };
  // Sleeps for some milliseconds, if the host lets this thread sleep.
  const pause = (ms) => {
    try {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, ms));
    } catch {}
  };
  // The times of a file in seconds: the given times, now, or the current times of the file.
  const times = (stat, accessed, modified, flags) => {
    const chosen = (given, isGiven, isNow, own) =>
      flags & isGiven ? Number(given) / 1e9 : flags & isNow ? Date.now() / 1000 : own / 1000;
    return [chosen(accessed, 1, 2, stat.atimeMs), chosen(modified, 4, 8, stat.mtimeMs)];
  };
  const now = () => (typeof performance === "object" ? performance.now() : Date.now());

  const functions = {
    args_get: (pointers, buffer) => lists(args, pointers, buffer),
    args_sizes_get: (count, size) => sizes(args, count, size),
    environ_get: (pointers, buffer) => lists(environ, pointers, buffer),
    environ_sizes_get: (count, size) => sizes(environ, count, size),
    clock_res_get: (id, at) => view().setBigUint64(at, 1000n, true),
    clock_time_get: (id, precision, at) => {
      const ms = id === 0 ? Date.now() : now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
    },
    fd_advise: (number) => void file(number),
    fd_allocate: (number) => void file(number),
    fd_datasync: (number) => void file(number),
    fd_sync: (number) => void file(number),
    fd_close: (number) => {
      const own = file(number);
      if (own.handle !== undefined) fs.closeSync(own.handle);
      files[number] = undefined;
    },
    fd_fdstat_get: (number, at) => {
      const own = file(number), to = view();
      to.setUint8(at, kinds[own.kind]);
      to.setUint16(at + 2, own.append ? 1 : 0, true);
      const rights = own.kind === "input" || own.kind === "output" ? 0x820004an : 0xfffffffn;
      to.setBigUint64(at + 8, rights, true);
      to.setBigUint64(at + 16, 0xfffffffn, true);
    },
    fd_fdstat_set_flags: (number, flags) => void (file(number).append = (flags & 1) !== 0),
    fd_fdstat_set_rights: (number) => void file(number),
    fd_filestat_get: (number, at) => {
      const own = file(number);
      if (own.kind === "file") return writeStat(at, fs.fstatSync(own.handle));
      if (own.kind === "folder") return writeStat(at, fs.statSync(own.path));
      bytes(at, 64).fill(0);
      view().setUint8(at + 16, 2);
    },
    fd_filestat_set_size: (number, size) => fs.ftruncateSync(file(number).handle, Number(size)),
    fd_filestat_set_times: (number, accessed, modified, flags) => {
      const { handle } = file(number);
      if (handle === undefined) throw wasiError("EBADF");
      fs.futimesSync(handle, ...times(fs.fstatSync(handle), accessed, modified, flags));
    },
    fd_prestat_get: (number, at) => {
      const own = file(number);
      if (!own.preopened) throw wasiError("EBADF");
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, encode(own.name).length, true);
    },
    fd_prestat_dir_name: (number, at, count) => bytes(at, count).set(encode(file(number).name).subarray(0, count)),
    fd_pread: (number, list, count, offset, result) =>
      transfer(number, list, count, result, (own, into, sum) => readAt(own, into, Number(offset) + sum)),
    fd_pwrite: (number, list, count, offset, result) =>
      transfer(number, list, count, result, (own, from, sum) => writeAt(own, from, Number(offset) + sum)),
    fd_read: (number, list, count, result) =>
      transfer(number, list, count, result, (own, into) => {
        const done = readAt(own, into, own.at);
        own.at += done;
        return done;
      }),
    fd_write: (number, list, count, result) =>
      transfer(number, list, count, result, (own, from) => {
        if (own.append) own.at = fs.fstatSync(own.handle).size;
        const done = writeAt(own, from, own.at);
        own.at += done;
        return done;
      }),
    fd_readdir: (number, at, count, cookie, result) => {
      const own = folder(number);
      // A program that removes files while it lists a folder still sees the other files.
      if (cookie === 0n || !own.entries) own.entries = fs.readdirSync(own.path, { withFileTypes: true });
      const { entries } = own;
      let used = 0;
      for (let index = Number(cookie); index < entries.length && used < count; index++) {
        const name = encode(entries[index].name), entry = new Uint8Array(24 + name.length);
        const to = new DataView(entry.buffer);
        to.setBigUint64(0, BigInt(index + 1), true);
        to.setUint32(16, name.length, true);
        to.setUint8(20, kindOf(entries[index]));
        entry.set(name, 24);
        const part = entry.subarray(0, count - used);
        bytes(at + used, part.length).set(part);
        used += part.length;
      }
      view().setUint32(result, used, true);
    },
    fd_renumber: (from, to) => {
      files[to] = file(from);
      files[from] = undefined;
    },
    fd_seek: (number, offset, whence, result) => {
      const own = file(number);
      if (own.kind !== "file") throw wasiError(own.kind === "folder" ? "EBADF" : "ESPIPE");
      const base = whence === 0 ? 0 : whence === 1 ? own.at : fs.fstatSync(own.handle).size;
      if (base + Number(offset) < 0) throw wasiError("EINVAL");
      own.at = base + Number(offset);
      view().setBigUint64(result, BigInt(own.at), true);
    },
    fd_tell: (number, result) => view().setBigUint64(result, BigInt(file(number).at), true),
    path_create_directory: (number, at, count) => fs.mkdirSync(resolve(number, at, count)),
    path_filestat_get: (number, flags, at, count, result) => {
      const path = resolve(number, at, count);
      writeStat(result, flags & 1 ? fs.statSync(path) : fs.lstatSync(path));
    },
    path_filestat_set_times: (number, lookup, at, count, accessed, modified, flags) => {
      const path = resolve(number, at, count), follows = lookup & 1;
      const own = times(follows ? fs.statSync(path) : fs.lstatSync(path), accessed, modified, flags);
      (follows ? fs.utimesSync : fs.lutimesSync)(path, ...own);
    },
    path_link: (from, flags, at, count, to, toAt, toCount) =>
      fs.linkSync(resolve(from, at, count), resolve(to, toAt, toCount)),
    path_open: (number, lookup, at, count, open, rights, inheriting, flags, result) => {
      const path = resolve(number, at, count), c = fs.constants;
      let stat = null;
      try {
        stat = fs.statSync(path);
      } catch (error) {
        if (error.code !== "ENOENT") throw error;
      }
      let opened;
      if (stat && stat.isDirectory()) {
        opened = { kind: "folder", path, name: path };
      } else {
        if (open & 2) throw wasiError(stat ? "ENOTDIR" : "ENOENT");
        const reads = (rights & 2n) !== 0n, writes = (rights & 64n) !== 0n;
        let mode = writes ? (reads ? c.O_RDWR : c.O_WRONLY) : c.O_RDONLY;
        if (open & 1) mode |= c.O_CREAT;
        if (open & 4) mode |= c.O_EXCL;
        if (open & 8) mode |= c.O_TRUNC;
        opened = { kind: "file", handle: fs.openSync(path, mode), at: 0, append: (flags & 1) !== 0 };
      }
      let own = 3;
      while (files[own]) own++;
      files[own] = opened;
      view().setUint32(result, own, true);
    },
    path_readlink: (number, at, count, to, size, result) => {
      const link = encode(fs.readlinkSync(resolve(number, at, count))).subarray(0, size);
      bytes(to, link.length).set(link);
      view().setUint32(result, link.length, true);
    },
    path_remove_directory: (number, at, count) => fs.rmdirSync(resolve(number, at, count)),
    path_rename: (from, at, count, to, toAt, toCount) =>
      fs.renameSync(resolve(from, at, count), resolve(to, toAt, toCount)),
    path_symlink: (at, count, number, toAt, toCount) =>
      fs.symlinkSync(text(at, count), resolve(number, toAt, toCount)),
    path_unlink_file: (number, at, count) => fs.unlinkSync(resolve(number, at, count)),
    poll_oneoff: (from, to, count, result) => {
      // Only clocks are waited for; everything else is ready.
      const all = view();
      let done = 0;
      for (let index = 0; index < count; index++) {
        const own = from + 48 * index, kind = all.getUint8(own + 8);
        if (kind === 0) {
          const isAbsolute = all.getUint16(own + 40, true) & 1, until = Number(all.getBigUint64(own + 24, true)) / 1e6;
          const isDate = isAbsolute && all.getUint32(own + 16, true) === 0;
          const clock = isDate ? Date.now : now;
          const end = isAbsolute ? until : clock() + until;
          pause(end - clock());
          while (clock() < end);
        }
        bytes(to + 32 * done, 32).fill(0);
        all.setBigUint64(to + 32 * done, all.getBigUint64(own, true), true);
        all.setUint8(to + 32 * done + 10, kind);
        done++;
      }
      all.setUint32(result, done, true);
    },
    proc_exit: (status) => {
      flush();
      throw new WasiExit(status);
    },
    proc_raise: () => {
      throw wasiError("ENOSYS");
    },
    random_get: (at, count) => {
      for (let done = 0; done < count; done += 65536) {
        const part = bytes(at + done, Math.min(65536, count - done));
        if (typeof crypto === "object") part.set(crypto.getRandomValues(new Uint8Array(part.length)));
        else for (let index = 0; index < part.length; index++) part[index] = Math.random() * 256;
      }
    },
    sched_yield: () => {},
  };
  const checked = {};
  for (const [name, own] of Object.entries(functions)) {
    checked[name] = (...operands) => {
      try {
        own(...operands);
        return 0;
      } catch (error) {
        if (error instanceof WasiExit || typeof error.code !== "string") throw error;
        return wasiErrors[error.code] || (error.code === "ESPIPE" ? 70 : 29);
      }
    };
  }
  return { functions: new Proxy(checked, {
    get: (all, name) => all[name] || (() => 52),
  }), flush };
}
