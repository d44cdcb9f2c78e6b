// Compresses at every quality, decompresses, and refuses damaged bytes.
import { createRequire } from "node:module";
import { createHash } from "node:crypto";

const brotli = createRequire(import.meta.url)("brotli-wasm");
const text = Array.from({ length: 2000 }, (_, i) => `line ${i * i} of a text about ${"abc"[i % 3]}\n`).join("");
const bytes = Buffer.from(text);
for (let quality = 0; quality <= 11; quality += 1) {
    const packed = brotli.compress(bytes, { quality });
    const digest = createHash("sha256").update(packed).digest("hex");
    const back = Buffer.from(brotli.decompress(packed)).equals(bytes);
    console.log(quality, packed.length, digest, back);
}
try {
    brotli.decompress(bytes.subarray(0, 100));
} catch (error) {
    console.log(String(error));
}
