// Runs a WebAssembly command in a worker of a page, for `page.js`: fetches the request, the module and the input, and posts
// what the program wrote. The number of the command is in the worker's address.
"use strict";

importScripts("wasi.js", "host.js");

const job = self.location.search;

async function bytesFrom(path) {
  const response = await fetch(path + job, { cache: "no-store" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function main() {
  const request = JSON.parse(new TextDecoder().decode(await bytesFrom("request")));
  const [module, input] = [await bytesFrom("module"), await bytesFrom("input")];
  const streams = { 1: new Bytes(), 2: new Bytes() };
  runToEnd(request.timed, () => module, request.arguments, streams, {
    input: () => input,
    now: () => performance.now(),
    end(status) {
      const head = `${status} ${streams[1].length}\n`;
      // While the program still runs, only a synchronous request goes out.
      const post = new XMLHttpRequest();
      post.open("POST", `report${job}`, false);
      post.send(new Blob([head, streams[1].taken(), streams[2].taken()]));
      self.postMessage("ended");
    },
  });
}

main().catch((error) => fetch("failure", { method: "POST", body: `${error}\n${error?.stack ?? ""}\n` }));
