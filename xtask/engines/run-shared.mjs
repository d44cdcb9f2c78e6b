// Loads a program and its libraries, which wasm-ld linked with -pie and -shared, and runs it:
// node run-shared.mjs [--shared-memory] PROGRAM LIBRARY...
//
// Of several definitions of a name the first one counts, in the order of the command line. What a
// module asks for and nothing has is an error, unless it is weak.
import { readFileSync } from "node:fs";

const PAGE = 1 << 16;
const STACK = 1 << 16;
// What the section `dylink.0` has.
const SIZES = 1;
const EXPORTS = 3;
const IMPORTS = 4;
const WEAK = 1;
const OF_THREAD = 0x100;

const words = process.argv.slice(2);
const isShared = words[0] === "--shared-memory";
const modules = words.slice(isShared ? 1 : 0).map((path) => {
  const module = new WebAssembly.Module(readFileSync(path));
  return { path, module, ...dylink(module, path) };
});

// Reads where a module wants to lie, which of its imports may be missing, and which of its exports
// are variables of the thread.
function dylink(module, path) {
  const sections = WebAssembly.Module.customSections(module, "dylink.0");
  if (sections.length !== 1) throw new Error(`${path}: no program or library that can be loaded`);
  const bytes = new Uint8Array(sections[0]);
  let at = 0;
  const number = () => {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
  };
  const text = () => {
    const size = number();
    at += size;
    return new TextDecoder().decode(bytes.subarray(at - size, at));
  };
  const found = { memory: 0, align: 0, slots: 0, slotAlign: 0, weak: new Set(), ofThread: new Set() };
  while (at < bytes.length) {
    const kind = number();
    const end = number() + at;
    if (kind === SIZES) {
      [found.memory, found.align] = [number(), 2 ** number()];
      [found.slots, found.slotAlign] = [number(), 2 ** number()];
    } else if (kind === EXPORTS) {
      for (let left = number(); left > 0; left--) {
        const name = text();
        if (number() & OF_THREAD) found.ofThread.add(name);
      }
    } else if (kind === IMPORTS) {
      for (let left = number(); left > 0; left--) {
        const name = `${text()}.${text()}`;
        if (number() & WEAK) found.weak.add(name);
      }
    }
    at = end;
  }
  return found;
}

// The places of the modules in memory and in the table. The null pointer leads nowhere.
let memoryEnd = PAGE;
let tableEnd = 1;
for (const loaded of modules) {
  memoryEnd = Math.ceil(memoryEnd / loaded.align) * loaded.align;
  tableEnd = Math.ceil(tableEnd / loaded.slotAlign) * loaded.slotAlign;
  [loaded.memoryBase, loaded.tableBase] = [memoryEnd, tableEnd];
  memoryEnd += loaded.memory;
  tableEnd += loaded.slots;
}
memoryEnd = Math.ceil(memoryEnd / 16) * 16;
const stackTop = memoryEnd + STACK;
// The thread's variables are behind the stack.
let variables = stackTop;
const pages = Math.ceil(stackTop / PAGE) + 1;
const memory = new WebAssembly.Memory(
  isShared ? { initial: pages, maximum: pages, shared: true } : { initial: pages },
);
const table = new WebAssembly.Table({ element: "anyfunc", initial: tableEnd });
const constant = (value) => new WebAssembly.Global({ value: "i32" }, value);
const changing = (value) => new WebAssembly.Global({ value: "i32", mutable: true }, value);
const stackPointer = changing(stackTop);
// The addresses that the loader finds, by the two names of the import.
const addresses = new Map();
const tag = WebAssembly.Tag && new WebAssembly.Tag({ parameters: ["i32"] });

const host = {
  say(name, number) {
    const bytes = new Uint8Array(memory.buffer);
    const end = bytes.indexOf(0, name);
    console.log(`${new TextDecoder().decode(bytes.slice(name, end))} ${number}`);
  },
};

// The first definition of a name, and the module that has it.
function definition(name) {
  for (const loaded of modules) {
    const found = loaded.instance.exports[name];
    if (found !== undefined) return { found, loaded };
  }
  return host[name] && { found: host[name] };
}

function imported(loaded, { module, name, kind }) {
  if (module === "GOT.mem" || module === "GOT.func") {
    const key = `${module}.${name}`;
    if (!addresses.has(key)) addresses.set(key, { global: changing(0), users: [] });
    addresses.get(key).users.push(loaded);
    return addresses.get(key).global;
  }
  if (module !== "env") throw new Error(`${loaded.path}: an import from ${module}`);
  switch (name) {
    case "memory":
      return memory;
    case "__indirect_function_table":
      return table;
    case "__stack_pointer":
      return stackPointer;
    case "__memory_base":
      return constant(loaded.memoryBase);
    case "__table_base":
      return constant(loaded.tableBase);
    case "__cpp_exception":
      return tag;
  }
  if (kind !== "function") throw new Error(`${loaded.path}: an import of ${kind} ${name}`);
  // What a library of later has is found when it is called.
  return (...values) => {
    const target = definition(name);
    if (!target) throw new Error(`${loaded.path}: nothing has the function ${name}`);
    return target.found(...values);
  };
}

const slots = new Map();
for (const loaded of modules) {
  const imports = {};
  for (const description of WebAssembly.Module.imports(loaded.module)) {
    imports[description.module] ??= {};
    imports[description.module][description.name] = imported(loaded, description);
  }
  loaded.instance = new WebAssembly.Instance(loaded.module, imports);
  for (let slot = loaded.tableBase; slot < loaded.tableBase + loaded.slots; slot++) {
    const held = table.get(slot);
    if (held !== null && !slots.has(held)) slots.set(held, slot);
  }
}

for (const loaded of modules) {
  const { exports } = loaded.instance;
  if (!exports.__wasm_init_tls) continue;
  const align = exports.__tls_align.value || 1;
  variables = Math.ceil(variables / align) * align;
  loaded.variables = variables;
  exports.__wasm_init_tls(variables);
  variables += exports.__tls_size.value;
}

for (const [key, { global, users }] of addresses) {
  const [, kind, name] = /^GOT\.(mem|func)\.(.*)$/.exec(key);
  const target = definition(name);
  if (!target) {
    const user = users.find((loaded) => !loaded.weak.has(key) && !loaded.weak.has(`env.${name}`));
    if (user) throw new Error(`${user.path}: nothing has ${key}`);
  } else if (kind === "mem") {
    const { loaded, found } = target;
    const base = loaded.ofThread.has(name) ? loaded.variables : loaded.memoryBase;
    global.value = found.value + base;
  } else {
    if (!slots.has(target.found)) {
      slots.set(target.found, table.grow(1));
      table.set(slots.get(target.found), target.found);
    }
    global.value = slots.get(target.found);
  }
}

for (const { instance } of modules) instance.exports.__wasm_apply_data_relocs?.();
// Libraries start before what uses them.
for (const { instance } of [...modules].reverse()) instance.exports.__wasm_call_ctors?.();
modules[0].instance.exports.run();
