// Graphs laid out by several engines, and an error of syntax.
import { Graphviz } from "@hpcc-js/wasm-graphviz";

const graphviz = await Graphviz.load();
let dot = 'digraph { rankdir=LR; node [shape=box, style=rounded]; a -> b [label="é & <"]; subgraph cluster_x { label="x"; b -> c -> d; } ';
for (let i = 0; i < 30; i += 1) {
    dot += `n${i} -> n${(i * 7 + 1) % 30} [color="${["red", "blue"][i % 2]}"]; `;
}
dot += "a -> n3; d -> n8; }";
console.log(graphviz.version());
console.log(graphviz.layout(dot, "svg", "dot"));
console.log(graphviz.layout(dot, "plain", "dot"));
for (const engine of ["circo", "twopi", "neato", "fdp", "osage", "patchwork"]) {
    console.log(engine, graphviz.layout(dot, "plain", engine));
}
try {
    graphviz.layout("digraph { a -> ", "svg", "dot");
} catch (error) {
    console.log(error.message);
}
