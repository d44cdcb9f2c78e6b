// SHA-256, one and several at once, in vectors where the module has them.
import * as sha from "@chainsafe/as-sha256";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 31) ^ (index >> 4));
for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000, 4096]) {
    console.log(length, hex(sha.digest(bytes.subarray(0, length))));
}
console.log(hex(sha.digest64(bytes.subarray(0, 64))));
const four = [0, 64, 128, 192].map((start) => bytes.slice(start, start + 64));
console.log(sha.batchHash4UintArray64s(four).map(hex).join(" "));
const into = new Uint8Array(2048);
sha.hashInto(bytes, into);
console.log(hex(into.subarray(0, 64)), hex(sha.digest(into)));
