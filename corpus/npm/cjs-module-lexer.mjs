// The exports of modules of CommonJS.
import { init, parse } from "cjs-module-lexer";

await init();
const sources = [
    "exports.a = 1; exports['b'] = () => /re[/]gex/.test(`t${1 + 1}`); module.exports.c = 3;",
    "module.exports = { a, b: 2, 'c': c, ...require('d'), e };",
    "'use strict'; Object.defineProperty(exports, '__esModule', { value: true });\n" +
        "Object.defineProperty(exports, 'x', { enumerable: true, get: function () { return q.p; } });",
    "if (process.env.NODE_ENV === 'production') module.exports = require('./p.js'); else module.exports = require('./d.js');",
    "__exportStar(require('./x'), exports); tslib_1.__exportStar(require('./y'), exports);",
];
sources.push(sources.join("\n").repeat(50));
for (const source of sources) {
    const { exports, reexports } = parse(source);
    console.log([...exports].join(), "|", [...reexports].join());
}
try {
    parse("exports.a = (;");
    parse("export default `");
} catch (error) {
    console.log(error.message);
}
