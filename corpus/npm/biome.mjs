// Formats and lints JavaScript, TypeScript, JSON and CSS.
import { createRequire } from "node:module";

const { Workspace } = createRequire(import.meta.url)("@biomejs/wasm-nodejs");
const workspace = new Workspace();
const { projectKey } = workspace.openProject({ path: "", openUninitialized: true });
const files = {
    "a.ts": "export const  x : Array<number>=[1,2 ,3].map( (v)=>{ return v*2 } ); var unused = x == null; debugger\n",
    "b.jsx": "export default function A(){return <ul>{[1,2].map(i=><li>{i}</li>)}</ul>}\n",
    "c.json": '{"a":[1,2,{"b":null}],"c":"' + "long ".repeat(30) + '"}\n',
    "d.css": "a{color:red;;background:URL(x.png)}\n@media (min-width:100px){b{margin:0}}\n",
    "e.js": "let a = ;\n",
};
for (const [path, content] of Object.entries(files)) {
    workspace.openFile({ projectKey, path, content: { type: "fromClient", content, version: 0 } });
    try {
        console.log(workspace.formatFile({ projectKey, path }).code);
    } catch (error) {
        console.log(path, error.message ?? JSON.stringify(error));
    }
    const { diagnostics } = workspace.pullDiagnostics({ projectKey, path, categories: ["lint", "syntax"], only: [], skip: [], enabledRules: [], pullCodeActions: false });
    for (const { category, severity, location } of diagnostics) {
        console.log(path, category, severity, JSON.stringify(location.span));
    }
}
