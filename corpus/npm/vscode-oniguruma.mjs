// Regular expressions that look ahead and behind, refer back, and have properties of Unicode.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const onig = require("vscode-oniguruma");
await onig.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const text = 'if (größe >= 12.5e3) { return "a\\"b" + \'c\'; } // 日本語 ένα δύο ' + "ab".repeat(40);
const patterns = [
    ["\\b(if|return)\\b", "(?<number>\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)", "\\p{Greek}+", "[\\p{Han}&&[^日]]+"],
    ['(["\'])(?:\\\\.|(?!\\1).)*\\1'],
    ["(?<=\\) )\\{(?=[^}]*return)", "(?:(a)|b){3,}+$"],
    ["(?<p>\\((?:[^()]|\\g<p>)*\\))", "\\G."],
];
for (const sources of patterns) {
    const scanner = new onig.OnigScanner(sources);
    for (let from = 0, match; (match = scanner.findNextMatchSync(text, from)); ) {
        const spans = match.captureIndices.map(({ start, end }) => `${start}-${end}`);
        console.log(match.index, spans.join(" "));
        from = Math.max(match.captureIndices[0].end, from + 1);
    }
}
try {
    new onig.OnigScanner(["(unclosed"]);
} catch (error) {
    console.log(error.message);
}
