// Hashes of passwords by all three variants, and one that is verified.
import { createRequire } from "node:module";

// The package is older than the `fetch` of node, with which it would take its file for a page.
delete globalThis.fetch;
const argon2 = createRequire(import.meta.url)("argon2-browser");
const { Argon2d, Argon2i, Argon2id } = argon2.ArgonType;
let last;
for (const type of [Argon2d, Argon2i, Argon2id]) {
    for (const [time, mem, parallelism] of [[1, 64, 1], [3, 256, 2]]) {
        last = await argon2.hash({ pass: "password", salt: "somesalt", type, time, mem, parallelism, hashLen: 32 });
        console.log(type, last.hashHex, last.encoded);
    }
}
await argon2.verify({ pass: "password", encoded: last.encoded });
const wrong = await argon2.verify({ pass: "passwort", encoded: last.encoded }).catch((error) => error);
console.log(wrong.code, wrong.message);
