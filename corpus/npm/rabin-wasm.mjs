// Where content divides bytes into chunks, with several parameters.
import { createRequire } from "node:module";

const { create } = createRequire(import.meta.url)("rabin-wasm");
let seed = 1;
const bytes = Uint8Array.from({ length: 300_000 }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed >>> 16;
});
for (const [bits, min, max, window] of [[12, 1024, 8192, 64], [10, 256, 4096, 32], [14, 512, 65536, 16]]) {
    const rabin = await create(bits, min, max, window);
    console.log(bits, [...rabin.fingerprint(bytes)].join(" "));
}
