// Python: classes, exceptions, generators, regular expressions, large integers, calls of JavaScript
// that throw, and what JavaScript calls.
import { loadPyodide } from "pyodide";

// What suspends is a module of WebAssembly alone.
delete WebAssembly.Suspending;
delete WebAssembly.promising;
const python = await loadPyodide({ stdout: (line) => console.log(line) });
globalThis.fails = () => {
    throw new Error("from JavaScript");
};
python.runPython(`
import re, json, hashlib, zlib, math, dataclasses, itertools, struct, sys
from js import fails
@dataclasses.dataclass(order=True)
class P:
    x: int
    y: float = 1.5
print(sorted([P(3), P(1, 2), P(1)]), sys.version.split()[0])
print(2**200 // 3**50, math.factorial(40), pow(3, 10**20, 10**9 + 7), 0.1 + 0.2, f"{math.tau:.12e}")
print(re.sub(r"(?P<a>\\w+) (?P<b>\\w+)", r"\\g<b> \\g<a>", "hello world, lorem ipsum"))
print(json.dumps({"k": [1, None, {"é": 1e300}]}), hashlib.sha256(b"x" * 1000).hexdigest())
data = b"".join(struct.pack("<Id", i, i / 7) for i in range(500))
print(zlib.crc32(zlib.compress(data)), zlib.decompress(zlib.compress(data)) == data)
def gen():
    try:
        yield from itertools.accumulate(range(5))
    finally:
        print("closed")
print(list(gen()))
try:
    fails()
except Exception as e:
    print(type(e).__name__, e)
def depth(n): return depth(n + 1)
try:
    depth(0)
except RecursionError as e:
    print(e)
try:
    exec("x = = 1")
except SyntaxError as e:
    print(e)
`);
const call = python.globals.get("sorted");
console.log(call([3, 1, 2]).toJs().join());
try {
    python.runPython("1 / 0");
} catch (error) {
    console.log(error.message.trim().split("\n").at(-1));
}
