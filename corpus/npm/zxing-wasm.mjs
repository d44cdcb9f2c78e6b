// Writes bar codes of several formats and reads them again, from images of one byte a pixel that
// are turned and damaged too.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes, writeBarcode } from "zxing-wasm";

const require = createRequire(import.meta.url);
const wasmBinary = readFileSync(require.resolve("zxing-wasm/full/zxing_full.wasm")).buffer;
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
const texts = { QRCode: "Grüße, 日本語 " + "0123456789".repeat(9), DataMatrix: "data matrix", PDF417: "a stack of rows", Aztec: "AZTEC 42", Code128: "Code-128", EAN13: "5901234123457" };
for (const [format, text] of Object.entries(texts)) {
    const { svg, error, utf8, symbol } = await writeBarcode(text, { format, scale: 2 });
    console.log(format, error, svg.length, utf8.length, symbol?.width, symbol?.height);
    if (!symbol) {
        continue;
    }
    const scale = 4, edge = 24;
    const [width, height] = [symbol.width, Math.max(symbol.height, 20)].map((n) => n * scale + 2 * edge);
    for (const damage of [0, 1]) {
        const data = new Uint8ClampedArray(width * height * 4).fill(255);
        for (let y = 0; y < height - 2 * edge; y += 1) {
            for (let x = 0; x < width - 2 * edge; x += 1) {
                const row = Math.min((y / scale) | 0, symbol.height - 1);
                const shade = symbol.data[row * symbol.width + ((x / scale) | 0)];
                const noise = damage && (x * 7 + y * 13) % 11 === 0 ? 60 : 0;
                data.fill(Math.abs(shade - noise), ((y + edge) * width + x + edge) * 4, ((y + edge) * width + x + edge) * 4 + 3);
            }
        }
        const found = await readBarcodes({ data, width, height, colorSpace: "srgb" }, { tryHarder: true });
        for (const { isValid, format, text, ecLevel, orientation, position } of found) {
            console.log(isValid, format, text, ecLevel, orientation, JSON.stringify(position));
        }
    }
}
const { error } = await writeBarcode("letters", { format: "EAN13" });
console.log(error);
