// Integers, reals, bit vectors, arrays, and a proof that there is no solution; in threads.
import { createRequire } from "node:module";

const { init } = createRequire(import.meta.url)("z3-solver");
const { Context, em } = await init();
const { Solver, Int, Real, BitVec, Array: Arrays } = new Context("main");
const ask = async (name, ...claims) => {
    const solver = new Solver();
    solver.add(...claims);
    const answer = await solver.check();
    console.log(name, answer, answer === "sat" ? solver.model().sexpr() : "");
};
const [x, y] = Int.consts("x y");
await ask("integers", x.mul(7).add(y.mul(5)).eq(101), x.gt(0), y.gt(x));
await ask("none", x.mul(2).eq(y.mul(2).add(1)));
const r = Real.const("r");
await ask("reals", r.mul(r).eq(2), r.gt(0));
const b = BitVec.const("b", 32);
await ask("bits", b.mul(b).eq(BitVec.val(0x1c8a4f11, 32)), b.ugt(BitVec.val(1, 32)));
const a = Arrays.const("a", Int.sort(), Int.sort());
await ask("arrays", a.store(x, y).select(y).eq(7), x.neq(y), a.select(y).neq(7));
em.PThread.terminateAllThreads();
