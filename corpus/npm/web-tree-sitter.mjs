// Parses JavaScript by a grammar that is loaded as a library, edits the text, and asks for patterns.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser, Query } from "web-tree-sitter";

const require = createRequire(import.meta.url);
await Parser.init();
const grammar = require.resolve("tree-sitter-javascript/tree-sitter-javascript.wasm");
const language = await Language.load(readFileSync(grammar));
const parser = new Parser();
parser.setLanguage(language);
let source = "class A extends B { #x = `a${1 + /re/g}b`; async *f(y = 2, ...z) { yield* z?.map((q) => q ** y) } }\n".repeat(30);
let tree = parser.parse(source);
console.log(tree.rootNode.descendantCount, tree.rootNode.child(0).toString());
const at = source.indexOf("yield*");
source = source.slice(0, at) + "if (" + source.slice(at);
const point = (column) => ({ row: 0, column });
tree.edit({ startIndex: at, oldEndIndex: at, newEndIndex: at + 4, startPosition: point(at), oldEndPosition: point(at), newEndPosition: point(at + 4) });
const next = parser.parse(source, tree);
console.log(next.rootNode.hasError, JSON.stringify(tree.getChangedRanges(next)));
console.log(next.rootNode.child(0).toString());
const query = new Query(language, '((identifier) @name (#match? @name "^[qz]$")) (regex) @regex');
const captures = query.captures(next.rootNode);
console.log(captures.length, captures.slice(0, 9).map(({ name, node }) => `${name}:${node.text}@${node.startIndex}`).join(" "));
