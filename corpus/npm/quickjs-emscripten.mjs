// An interpreter of JavaScript: classes, generators, closures, regular expressions, numbers, errors,
// jobs, and calls in both directions; and the same where calls of the host may suspend.
import { getQuickJS, newAsyncContext } from "quickjs-emscripten";

const program = `
class A { #x = 3; get x() { return this.#x ** 2 } static *g(n) { for (let i = 0; i < n; i++) yield i * host(i) } }
const out = [new A().x, [...A.g(6)].join(), "2024-02-29".replace(/(?<y>\\d+)-(?<m>\\d+)/u, "$<m>/$<y>"), (0.1 + 0.2).toFixed(20), 2n ** 100n + "", JSON.stringify({ a: [1, { b: null }], c: "\\u00e9" })];
let f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2));
out.push(f(18), [5, 3, 11, 1].sort((a, b) => a - b).join(), new Map([[1, 2]]).get(1), parseInt("zz", 36), Math.hypot(3, 4));
try { null.x } catch (e) { out.push(e.message) }
Promise.resolve(1).then((v) => out.push("job " + v));
globalThis.out = out; out.length`;
for (const context of [(await getQuickJS()).newContext(), await newAsyncContext()]) {
    const isAsync = "evalCodeAsync" in context;
    const double = (handle) => context.newNumber(context.getNumber(handle) * 2);
    const host = isAsync ? context.newAsyncifiedFunction("host", async (x) => double(x)) : context.newFunction("host", double);
    context.setProp(context.global, "host", host);
    const evaluate = async (text) => (isAsync ? await context.evalCodeAsync(text) : context.evalCode(text));
    console.log(context.dump(context.unwrapResult(await evaluate(program))));
    context.runtime.executePendingJobs();
    console.log(context.dump(context.unwrapResult(await evaluate("out.join('\\n')"))));
    const failed = await evaluate("let = 3 +");
    console.log(JSON.stringify(context.dump(failed.error).message));
}
