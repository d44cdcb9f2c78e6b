// Runs a WebAssembly command in a worker of a page, for `run-browser.py`: fetches the request, the module and the input,
// and posts what the program wrote.
"use strict";

importScripts("wasi.js");

async function bytesFrom(path) {
  const response = await fetch(path, { cache: "no-store" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function main() {
  const request = JSON.parse(new TextDecoder().decode(await bytesFrom("request")));
  const [module, input] = [await bytesFrom("module"), await bytesFrom("input")];
  const streams = { 1: new Bytes(), 2: new Bytes() };
  const host = { input: () => input, now: () => performance.now() };
  const status = runToStatus(request.timed, () => module, request.arguments, streams, host);
  const lengths = [status, streams[1].length];
  const report = new Blob([`${lengths.join(" ")}\n`, streams[1].taken(), streams[2].taken()]);
  await fetch("report", { method: "POST", body: report });
}

main().catch((error) => fetch("failure", { method: "POST", body: `${error}\n${error?.stack ?? ""}\n` }));
