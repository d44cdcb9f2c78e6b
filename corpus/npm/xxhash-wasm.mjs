// Digests of texts and of streams; the module is in the JavaScript of the package.
import xxhash from "xxhash-wasm";

const { h32, h64, h64Raw, create64 } = await xxhash();
const text = "to be or not to be, ".repeat(400);
for (const length of [0, 1, 3, 4, 15, 16, 31, 32, 33, 1000, 8000]) {
    console.log(length, h32(text.slice(0, length), 7), h64(text.slice(0, length), 9n));
}
const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * index) >> 3);
console.log(h64Raw(bytes, 1n));
const stream = create64();
for (let start = 0; start < bytes.length; start += 77) {
    stream.update(bytes.subarray(start, start + 77));
}
console.log(stream.digest());
