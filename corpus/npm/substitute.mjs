// Substitutes modules of WebAssembly that a program of node makes, whichever way it makes them.
//
// `node --import substitute.mjs SCRIPT` with, in the environment,
// - UNSNARL_KEPT=FOLDER: writes the bytes of each module to FOLDER/DIGEST.wasm;
// - UNSNARL_GIVEN=FOLDER: where there is FOLDER/DIGEST.wasm for the digest of the bytes of a module,
//   makes one of that file; where there is FOLDER/DIGEST.mjs, JavaScript by `unsnarl`, makes
//   instances by that. Each instance is a line in FOLDER/log.txt: `given DIGEST` or `own DIGEST`,
//   or `passed` for a module that another thread has made.
//
// Bytes reach a module by its constructor, `compile`, `instantiate`, and their streaming forms. A
// module that JavaScript stands for is one of the original bytes, so that its lists of imports,
// exports and sections are there; it never runs.

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// node makes a module of its own when `fetch` is called first: that is none of the program's.
await fetch("data:,");

const kept = process.env.UNSNARL_KEPT;
const given = process.env.UNSNARL_GIVEN;
const { Module, Instance } = WebAssembly;

// Instances may be made at once, and modules of JavaScript only be loaded later: so all are loaded
// before the program starts.
const texts = new Map();
for (const name of given ? readdirSync(given) : []) {
    if (name.endsWith(".mjs")) {
        texts.set(name.slice(0, -4), await import(pathToFileURL(join(given, name))));
    }
}

const digests = new WeakMap();
const substituted = new Set();

function bytesOf(source) {
    return ArrayBuffer.isView(source)
        ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
        : new Uint8Array(source);
}

function makeModule(source, newTarget = Module) {
    const bytes = bytesOf(source);
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (kept) {
        writeFileSync(join(kept, `${digest}.wasm`), bytes);
    }
    const file = given && join(given, `${digest}.wasm`);
    const isReplaced = file && existsSync(file);
    const module = Reflect.construct(Module, [isReplaced ? readFileSync(file) : bytes], newTarget);
    digests.set(module, digest);
    if (isReplaced || texts.has(digest)) {
        substituted.add(module);
    }
    return module;
}

function makeInstance(module, imports, newTarget = Instance) {
    const digest = digests.get(module);
    if (given) {
        const line = digest ? `${substituted.has(module) ? "given" : "own"} ${digest}` : "passed";
        appendFileSync(join(given, "log.txt"), `${line}\n`);
    }
    const text = texts.get(digest);
    if (!text) {
        return Reflect.construct(Instance, [module, imports], newTarget);
    }
    const exports = Object.freeze(Object.assign(Object.create(null), text.instantiate(imports)));
    return Object.create(newTarget.prototype, { exports: { value: exports, enumerable: true } });
}

WebAssembly.Module = new Proxy(Module, {
    construct: (_, [bytes], newTarget) =>
        makeModule(bytes, newTarget === WebAssembly.Module ? Module : newTarget),
});
WebAssembly.Instance = new Proxy(Instance, {
    construct: (_, [module, imports], newTarget) =>
        makeInstance(module, imports, newTarget === WebAssembly.Instance ? Instance : newTarget),
});
WebAssembly.compile = async (bytes) => makeModule(bytes);
WebAssembly.compileStreaming = async (response) =>
    makeModule(await (await response).arrayBuffer());
WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof Module) {
        return makeInstance(source, imports);
    }
    const module = makeModule(source);
    return { module, instance: makeInstance(module, imports) };
};
WebAssembly.instantiateStreaming = async (response, imports) =>
    WebAssembly.instantiate(await (await response).arrayBuffer(), imports);
