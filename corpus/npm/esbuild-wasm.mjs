// TypeScript, JSX and CSS, minified, with a source map, and errors. The command of the package runs
// in this process, one run in a process.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const command = createRequire(import.meta.url).resolve("esbuild-wasm/bin/esbuild");
const runs = [
    [["--loader=tsx", "--minify", "--target=es2018"], `
enum E { A = 1, B = A << 3 }
export class P<T> { #x?: T; static y = E.B; async *g() { for await (const v of this.h) yield v ?? 1n; } }
export const view = <div className="a" {...{ b: 2 }}>{[1, 2].map((i) => <b key={i}>{i ** 2}</b>)}</div>;
`],
    [["--loader=css", "--minify"], ".a { color: #ff0000; margin: 0px 0px; & .b:hover { width: calc(1px + 2px) } }"],
    [["--loader=ts", "--sourcemap=inline", "--sourcefile=x.ts"], "let a: number = 1;\nexport { a as default };\n"],
    [["--loader=js"], "let a = ;\nconst b"],
];
for (const [flags, input] of runs) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, command, ...flags], {
        input,
        encoding: "utf8",
    });
    console.log(status, stdout, stderr);
}
